//! What a conflict teaches: a clause that would have prevented it.
//!
//! ```text
//!      level 3:  +8 ──▶ -2 ──▶ +6 ──▶ -5         all literals of `-6 +5 -1` are false:
//!                              ╰────────▶ ✗      a conflict, of 6 and 5 with 1 of level 2
//!
//!      5 because of 6, so:   6 and 1 can't be together        learned:  -6 -1
//!                                                             back to level 2, where 1 is: -6
//! ```
//!
//! The literals of the conflict are replaced by the reasons for them, the latest first, until one
//! of the latest level is left. Then those go that others of the clause make needless:
//!
//! ```text
//!      -6 -1 -9        9 is chosen because of 6 and 1: not 6 and 1 together, whatever 9 is
//!      -6 -1 +4        4 clashes with 6: if 6 is chosen, 4 is left out anyway
//! ```
//!
//! The search goes back to the level where all but one of the clause are false, and the one is
//! forced.
//!
//! Sources: Marques-Silva and Sakallah's *GRASP* (1996) and Zhang, Madigan, Moskewicz and Malik
//! (2001) for the clause; Sörensson and Biere (*Minimizing learned clauses*, 2009) for what goes by
//! its reasons.

use super::clauses::Clauses;
use super::layout::{Entry, Layout};
use super::literal::{ClauseRef, Literal};
use super::order::Order;
use super::trail::{Reason, Trail};

/// Literals that can't all be false, and are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// Two options that clash are chosen.
    Clash(u32, u32),
    Clause(ClauseRef),
}

/// Learns from conflicts.
#[derive(Debug)]
pub(super) struct Analysis {
    /// The clause that was learned last. Its first literal is forced; its second is of the level to
    /// go back to.
    pub(super) clause: Vec<Literal>,
    /// Whether an option is in the clause, follows from it, or was replaced.
    is_seen: Vec<bool>,
    /// The options that were seen.
    seen: Vec<u32>,
    reached: Vec<u32>,
    /// For each level, the last clause in whose spread it was counted.
    counted: Vec<u32>,
    /// For each item, the last clause that leaves out an option with it, and the colour that the
    /// option gives it.
    taken: Vec<(u32, u32)>,
    /// The number of clauses, from 1.
    clauses: u32,
}

impl Analysis {
    pub(super) fn new(layout: &Layout) -> Analysis {
        Analysis {
            clause: Vec::new(),
            is_seen: vec![false; layout.options() as usize],
            seen: Vec::new(),
            reached: Vec::new(),
            counted: Vec::new(),
            taken: vec![(0, 0); layout.items() as usize],
            clauses: 0,
        }
    }

    /// Learns `clause` from a conflict at the latest level, which is not 0. The options that it
    /// meets rise in the order.
    pub(super) fn learn(
        &mut self,
        conflict: Conflict,
        trail: &Trail,
        (layout, clauses): (&Layout, &Clauses),
        order: &mut Order,
    ) {
        self.clauses = self.clauses.wrapping_add(1);
        self.clause.clear();
        // The place of the forced literal, which comes last.
        self.clause.push(Literal::left_out(0));
        let mut open = 0;
        match conflict {
            Conflict::Clash(one, other) => {
                for option in [one, other] {
                    self.meet(Literal::left_out(option), trail, order, &mut open);
                }
            }
            Conflict::Clause(clause) => {
                for literal in clauses.literals(clause) {
                    self.meet(literal, trail, order, &mut open);
                }
            }
        }
        let mut literals = trail.literals().iter().rev();
        self.clause[0] = loop {
            let latest = literals.find(|literal| self.is_seen[literal.option() as usize]);
            let &latest = latest.expect("a conflict has a literal of the latest level");
            open -= 1;
            if open == 0 {
                break !latest;
            }
            match trail.reason(latest.option()) {
                Reason::Clash(with) => {
                    self.meet(Literal::left_out(with), trail, order, &mut open);
                }
                Reason::Clause(clause) => {
                    for literal in clauses.literals(clause).filter(|&literal| literal != latest) {
                        self.meet(literal, trail, order, &mut open);
                    }
                }
                Reason::None => unreachable!("only the first literal of a level has no reason"),
            }
        };
        self.remove_what_follows(trail, clauses);
        self.remove_what_clashes(layout);
        self.seen.drain(..).for_each(|option| self.is_seen[option as usize] = false);
        order.age();
    }

    /// Meets a false literal of the conflict or of a reason.
    fn meet(&mut self, literal: Literal, trail: &Trail, order: &mut Order, open: &mut u32) {
        let option = literal.option();
        let level = trail.level_of(option);
        if level > 0 && !self.is_seen[option as usize] {
            self.see(option);
            order.raise(option);
            if level == trail.level() {
                *open += 1;
            } else {
                self.clause.push(literal);
            }
        }
    }

    fn see(&mut self, option: u32) {
        self.is_seen[option as usize] = true;
        self.seen.push(option);
    }

    /// Removes the literals that are false because others are.
    fn remove_what_follows(&mut self, trail: &Trail, clauses: &Clauses) {
        // A level of which the clause has nothing can't make a literal follow: a hint, by bits.
        let bit = |option: u32| 1_u32 << (trail.level_of(option) % 32);
        let levels = self.clause[1..].iter().fold(0, |bits, literal| bits | bit(literal.option()));
        let mut kept = 1;
        for k in 1..self.clause.len() {
            let literal = self.clause[k];
            if !self.follows(literal.option(), levels, trail, clauses) {
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Whether all ways back from an option, by reasons, end at options seen.
    fn follows(&mut self, option: u32, levels: u32, trail: &Trail, clauses: &Clauses) -> bool {
        if trail.reason(option) == Reason::None {
            return false;
        }
        let before = self.seen.len();
        self.reached.clear();
        self.reached.push(option);
        while let Some(option) = self.reached.pop() {
            let all_may = match trail.reason(option) {
                Reason::None => false,
                Reason::Clash(with) => self.reach(with, levels, trail),
                Reason::Clause(clause) => clauses
                    .literals(clause)
                    .filter(|literal| literal.option() != option)
                    .all(|literal| self.reach(literal.option(), levels, trail)),
            };
            if !all_may {
                self.seen.drain(before..).for_each(|option| self.is_seen[option as usize] = false);
                return false;
            }
        }
        true
    }

    /// Reaches an option on a way back. Returns false if that way can't end well.
    fn reach(&mut self, option: u32, levels: u32, trail: &Trail) -> bool {
        let level = trail.level_of(option);
        if level == 0 || self.is_seen[option as usize] {
            return true;
        }
        if trail.reason(option) == Reason::None || levels >> (level % 32) & 1 == 0 {
            return false;
        }
        self.see(option);
        self.reached.push(option);
        true
    }

    /// Removes the options that clash with one whose choice makes a literal false.
    fn remove_what_clashes(&mut self, layout: &Layout) {
        let number = self.clauses;
        for literal in self.clause.iter().filter(|literal| !literal.is_chosen()) {
            for entry in layout.entries_of(literal.option()).iter() {
                self.taken[entry.number as usize] = (number, entry.colour);
            }
        }
        let taken = &self.taken;
        let clashes = |entry: Entry| {
            let (clause, colour) = taken[entry.number as usize];
            clause == number && entry.clashes_with(Entry { number: 0, colour })
        };
        let mut is_first = true; // it is forced, and stays
        self.clause.retain(|literal| {
            let stays = std::mem::take(&mut is_first) || !literal.is_chosen();
            stays || !layout.entries_of(literal.option()).iter().any(clashes)
        });
    }

    /// Puts a literal of the highest level after the first of the clause, and returns that level:
    /// to go back to. It is 0 for a clause of one literal.
    pub(super) fn level_to_go_back_to(&mut self, trail: &Trail) -> u32 {
        let level = |literal: Literal| trail.level_of(literal.option());
        let rest = 1..self.clause.len();
        let Some(highest) = rest.max_by_key(|&k| level(self.clause[k])) else { return 0 };
        self.clause.swap(1, highest);
        level(self.clause[1])
    }

    /// The number of levels in the clause.
    pub(super) fn spread(&mut self, trail: &Trail) -> u32 {
        self.counted.resize(trail.level() as usize + 1, 0);
        let mut spread = 0;
        for literal in &self.clause {
            let counted = &mut self.counted[trail.level_of(literal.option()) as usize];
            spread += u32::from(std::mem::replace(counted, self.clauses) != self.clauses);
        }
        spread
    }
}
