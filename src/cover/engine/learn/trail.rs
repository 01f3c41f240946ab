//! What is known of the options, in the order in which it became known, with reasons.
//!
//! ```text
//!      level 0          level 1               level 2
//!      -3               +5  -1  -7  +2        +4  -6         + chosen, - left out
//!      follows from     held, banned          chosen by the search: all that follows from it
//!      the problem      or chosen             stands to its right
//! ```
//!
//! Invariants: a literal is true if and only if it is on the trail. The literals of a reason stand
//! to the left of what they force, and are all false.

use super::literal::{ClauseRef, Literal};

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was assumed, chosen or shown to be over, or it follows from the problem alone.
    None,
    /// An option that clashes with it is chosen.
    Clash(u32),
    /// All other literals of the clause are false.
    Clause(ClauseRef),
}

/// The beginning of a level.
#[derive(Clone, Copy, Debug)]
struct Level {
    literals: usize,
    /// The primary items that no chosen option covered.
    left: u32,
    /// The number of options chosen and not held.
    depth: usize,
}

/// The literals that are true.
#[derive(Debug)]
pub(super) struct Trail {
    /// 1 for a true literal, -1 for a false one, 0 for an open one.
    values: Vec<i8>,
    /// For each option that is not open.
    levels_of: Vec<u32>,
    reasons: Vec<Reason>,
    /// The first `length` are true. There is room for each option, and for one more.
    literals: Vec<Literal>,
    length: usize,
    levels: Vec<Level>,
    /// The number of literals whose consequences are all on the trail.
    propagated: usize,
    /// The primary items that no chosen option covers, as far as literals are propagated.
    left: u32,
}

impl Trail {
    /// All options open.
    pub(super) fn new(options: u32, left: u32) -> Trail {
        let count = options as usize;
        Trail {
            values: vec![0; 2 * count],
            levels_of: vec![0; count],
            reasons: vec![Reason::None; count],
            literals: vec![Literal::chosen(0); count + 1],
            length: 0,
            levels: Vec::new(),
            propagated: 0,
            left,
        }
    }

    #[inline]
    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline]
    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    #[inline]
    pub(super) fn is_open(&self, literal: Literal) -> bool {
        self.values[literal.index()] == 0
    }

    /// The level at which an option's literal became true.
    #[inline]
    pub(super) fn level_of(&self, option: u32) -> u32 {
        self.levels_of[option as usize]
    }

    #[inline]
    pub(super) fn reason(&self, option: u32) -> Reason {
        self.reasons[option as usize]
    }

    /// The number of the latest level.
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// All literals, in order.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals[..self.length]
    }

    /// The literal that began a level.
    pub(super) fn choice(&self, level: u32) -> Literal {
        self.literals[self.levels[level as usize - 1].literals]
    }

    /// The number of primary items that no chosen option covers.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    pub(super) fn cover(&mut self, items: u32) {
        self.left -= items;
    }

    /// Begins a level.
    pub(super) fn begin_level(&mut self, depth: usize) {
        debug_assert_eq!(self.propagated, self.length);
        self.levels.push(Level { literals: self.length, left: self.left, depth });
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn push(&mut self, literal: Literal, reason: Reason) {
        debug_assert!(self.is_open(literal));
        let option = literal.option() as usize;
        self.set(literal);
        self.levels_of[option] = self.levels.len() as u32;
        self.reasons[option] = reason;
        self.literals[self.length] = literal;
        self.length += 1;
    }

    #[inline]
    fn set(&mut self, literal: Literal) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
    }

    /// Leaves out the open ones of these options because `chosen` is chosen, which may be among
    /// them. Returns another that is chosen, if there is one; it has then stopped there.
    ///
    /// Whether an option is open can't be predicted: so each is set and noted, and counts only if
    /// it was.
    #[inline]
    pub(super) fn leave_out(
        &mut self,
        options: impl Iterator<Item = u32>,
        chosen: u32,
    ) -> Option<u32> {
        // As long as it counts as left out, it needs no branch of its own.
        self.set(Literal::left_out(chosen));
        let before = self.length;
        let mut clash = None;
        for option in options {
            let literal = Literal::left_out(option);
            let value = self.values[literal.index()];
            if value < 0 {
                clash = Some(option);
                break;
            }
            self.set(literal);
            self.literals[self.length] = literal;
            self.length += usize::from(value == 0);
        }
        self.set(Literal::chosen(chosen));
        let level = self.levels.len() as u32;
        for literal in &self.literals[before..self.length] {
            let option = literal.option() as usize;
            self.levels_of[option] = level;
            self.reasons[option] = Reason::Clash(chosen);
        }
        clash
    }

    /// The next literal whose consequences are to be found.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Literal> {
        let &literal = self.literals().get(self.propagated)?;
        self.propagated += 1;
        Some(literal)
    }

    /// The literals propagated at the levels that are there.
    pub(super) fn propagated(&self) -> &[Literal] {
        &self.literals[..self.propagated]
    }

    /// Takes back all levels above `level`, and gives `reopened` their options, the latest first.
    /// Returns the number of options that were chosen and not held before them.
    pub(super) fn back_to(&mut self, level: u32, mut reopened: impl FnMut(u32)) -> Option<usize> {
        let &Level { literals, left, depth } = self.levels.get(level as usize)?;
        for &literal in self.literals[literals..self.length].iter().rev() {
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            reopened(literal.option());
        }
        self.length = literals;
        self.levels.truncate(level as usize);
        (self.propagated, self.left) = (literals, left);
        Some(depth)
    }

    /// Gives each true literal whose reason is a clause the clause's new place.
    pub(super) fn move_reasons(&mut self, moved: impl Fn(ClauseRef) -> ClauseRef) {
        for literal in &self.literals[..self.length] {
            let reason = &mut self.reasons[literal.option() as usize];
            if let Reason::Clause(clause) = *reason {
                *reason = Reason::Clause(moved(clause));
            }
        }
    }
}
