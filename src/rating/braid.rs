//! Braids: what follows from a target, single by single, until a constraint has nothing left.
//!
//! ```text
//!      target Z               r1c1=4
//!      V1   7 in row 1        r1c1=7 is linked to Z, r1c8=7 is left: R1
//!      V2   the cell r2c8     its 7 is linked to R1, its 3 is left: R2
//!      V3   3 in box 2        all places are linked to R2: a contradiction, so Z is false
//! ```
//!
//! A *braid* of length n at a target Z is constraints V1 ... Vn and candidates R1 ... R(n-1), where
//! Ri is the only candidate of Vi that is not linked to Z or an earlier R, and Vn has none. So B,
//! the least n such that singles and braids of at most n constraints solve a puzzle, measures how
//! far one has to look ahead; any length together are T&E(1) (Berthier, *Pattern-Based Constraint
//! Satisfaction and Logic Puzzles*).
//!
//! In a *braid with groups* an R may also be a [group](super::incidence): all that is left of Vi is
//! a digit in cells that a line and a box have in common. What is linked to a group is the digit in
//! the rest of both. (Berthier's g-braids. His Vi has something outside the group, linked to the
//! target or an earlier R. Without that, the board itself has lost what the group takes away, by a
//! braid of length 1.)
//!
//! Only the set {Z, R1 ... Rk} matters, not its order. So all sets of one size are found from those
//! of the size before it, and judged many at a time ([`rows`]). A set is left out if all singles at
//! once, layer by layer, do not kill it in as many layers as it may have members more. Whatever
//! dies at the least size goes together, and all begins again. If the sets of a size become too
//! many to keep, the braids of these are looked for first, and then come the others of that size:
//! so memory has a bound, and time has none.

use std::ops::ControlFlow;

use super::incidence::Incidence;
use super::work::Work;
use crate::singles::{self, Bitboard, CandidateIndex, End};
use rows::{ROWS, RowBits, Rows};
use set::{MEMBERS, Set, Sets};

mod rows;
mod set;

/// The longest braid that is looked for.
pub(super) const LONGEST: usize = MEMBERS;

/// What an R may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Candidates,
    /// Candidates, and groups of them.
    Groups,
}

/// Finds braids.
pub(super) struct Braids {
    kind: Kind,
    incidence: Incidence,
    rows: Rows,
    next: Sets,
    /// Lists that are not in use, for their memory.
    spare: Vec<Vec<Set>>,
    /// The most sets of a size that are kept before their braids are looked for.
    most: usize,
}

/// With 32 bytes each, and up to 22 sizes.
const MOST: usize = 1 << 17;

/// Where braids of a limited length end.
#[derive(Clone, Copy)]
pub(super) struct BraidEnd {
    pub(super) end: End,
    /// If they are stuck, the least length that can do more, if there is one.
    pub(super) least: Option<usize>,
}

/// The targets of braids, or how long the shortest one is at least.
#[derive(Default)]
struct Found {
    targets: Vec<u16>,
    /// `None` if there is none of any length.
    least: Option<usize>,
}

impl Found {
    fn at_least(&mut self, length: usize) {
        self.least = Some(self.least.map_or(length, |least| least.min(length)));
    }
}

impl Braids {
    pub(super) fn new(kind: Kind) -> Braids {
        Braids {
            kind,
            incidence: Incidence::default(),
            rows: Rows::default(),
            next: Sets::new(),
            spare: Vec::new(),
            most: MOST,
        }
    }

    /// The least length of braids that solve a board with singles. Breaks if stopped, with the
    /// length that was tried. `None` if braids of no length solve it.
    pub(super) fn least(
        &mut self,
        mut board: Bitboard,
        truths: &Bitboard,
        work: &mut Work<'_>,
    ) -> ControlFlow<usize, Option<usize>> {
        let mut length = 1;
        loop {
            let settled = self.settle(&mut board, length, Some(truths), work);
            match settled.map_break(|()| length)? {
                BraidEnd { end: End::Stuck, least: Some(least) } => length = least.max(length + 1),
                BraidEnd { end: End::Stuck, least: None } => return ControlFlow::Continue(None),
                _ => return ControlFlow::Continue(Some(length)),
            }
            if length > LONGEST {
                return ControlFlow::Break(length);
            }
        }
    }

    /// Singles and braids of at most `length` constraints, to the end. `truths` are candidates that
    /// are known to be true.
    pub(super) fn settle(
        &mut self,
        board: &mut Bitboard,
        length: usize,
        truths: Option<&Bitboard>,
        work: &mut Work<'_>,
    ) -> ControlFlow<(), BraidEnd> {
        loop {
            match singles::settle(work.instructions, board) {
                End::Stuck => {}
                end => return ControlFlow::Continue(BraidEnd { end, least: None }),
            }
            let found = self.find(board, length, truths, work)?;
            if found.targets.is_empty() {
                let least = found.least;
                return ControlFlow::Continue(BraidEnd { end: End::Stuck, least });
            }
            for target in found.targets {
                board.remove(self.incidence.candidates[usize::from(target)]);
            }
        }
    }

    /// Targets of braids of at most `length` constraints: those of the shortest, if memory allows.
    fn find(
        &mut self,
        board: &Bitboard,
        length: usize,
        truths: Option<&Bitboard>,
        work: &mut Work<'_>,
    ) -> ControlFlow<(), Found> {
        self.incidence.read(board);
        self.incidence.read_groups(self.kind == Kind::Groups);
        let mut found = Found::default();
        let is_worth =
            |candidate: &CandidateIndex| truths.is_none_or(|truths| !truths.has(*candidate));
        let candidates = self.incidence.candidates.iter().enumerate();
        let targets = candidates.filter(|(_, candidate)| is_worth(candidate));
        let sets: Vec<Set> = targets.map(|(target, _)| Set::of(target as u16)).collect();
        self.next.clear();
        self.extend(&sets, 1, length, &mut found, work)?;
        ControlFlow::Continue(found)
    }

    /// Looks for the braids of sets with `size` members each.
    fn extend(
        &mut self,
        sets: &[Set],
        size: usize,
        length: usize,
        found: &mut Found,
        work: &mut Work<'_>,
    ) -> ControlFlow<()> {
        let mut batches = sets.chunks(ROWS);
        while let Some(batch) = batches.next() {
            work.pulse()?;
            self.judge(batch, size, length, found, work);
            let is_last = batches.len() == 0;
            let is_due = self.next.len() >= self.most || (is_last && self.next.len() > 0);
            if is_due && found.targets.is_empty() {
                let mut larger = self.spare.pop().unwrap_or_default();
                self.next.take(&mut larger);
                self.extend(&larger, size + 1, length, found, work)?;
                self.spare.push(larger);
                if !found.targets.is_empty() {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks at sets with `size` members each: which of them die, now or with one member more; the
    /// others go on with one.
    fn judge(
        &mut self,
        sets: &[Set],
        size: usize,
        length: usize,
        found: &mut Found,
        work: &mut Work<'_>,
    ) {
        self.rows.start(sets, size, &self.incidence, work.instructions);
        let all = self.rows.alive;
        if died(&mut found.targets, sets, |k| full(sets.len(), k) & !all[k]) {
            return;
        }
        let first = self.rows.save();
        let wanted = self.layers(size, length, &all, found, work);
        if wanted == RowBits::default() {
            return;
        }
        let ended =
            rows::ended(work.instructions, &mut self.rows, &self.incidence, &first, &wanted);
        died(&mut found.targets, sets, |k| ended[k]);
        // Where targets go, no larger set is looked at: to keep them would have no bound.
        if !found.targets.is_empty() || size + 1 >= length {
            return;
        }
        let (next, mut last) = (&mut self.next, (usize::MAX, 0));
        self.rows.each_found(&first, &wanted, |member, row| {
            if row != last.0 {
                last = (row, sets[row].hash(size));
            }
            next.insert(sets[row], last.1, member, size);
        });
    }

    /// Makes singles true layer by layer; returns the rows that die in as many layers as they may
    /// have members more.
    fn layers(
        &mut self,
        size: usize,
        length: usize,
        all: &RowBits,
        found: &mut Found,
        work: &mut Work<'_>,
    ) -> RowBits {
        let mut wanted = RowBits::default();
        // Of targets alone it is asked how long their braids are, even if that is too long.
        let layers = if size == 1 { LONGEST } else { length - size };
        for layer in 1..=layers {
            if self.rows.alive == RowBits::default() {
                break;
            }
            let is_moving = self.rows.go_on(&self.incidence, work.instructions);
            let alive = self.rows.alive;
            let dead: RowBits = std::array::from_fn(|k| all[k] & !alive[k]);
            if size == 1 && dead != RowBits::default() {
                found.at_least(layer + 1);
            }
            if layer + size <= length {
                wanted = dead;
            }
            let is_enough = layer + size >= length && found.least.is_some();
            if !is_moving || is_enough {
                return wanted;
            }
        }
        if size == 1 && self.rows.alive != RowBits::default() {
            found.at_least(LONGEST + 1); // or none
        }
        wanted
    }
}

/// The rows of a word that are there.
fn full(rows: usize, word: usize) -> u64 {
    match rows.saturating_sub(word * 64) {
        0 => 0,
        here @ 1..64 => (1 << here) - 1,
        _ => u64::MAX,
    }
}

/// Notes the targets of rows; whether there are any.
fn died(targets: &mut Vec<u16>, sets: &[Set], rows: impl Fn(usize) -> u64) -> bool {
    let before = targets.len();
    for word in 0..sets.len().div_ceil(64) {
        let mut bits = rows(word);
        while bits != 0 {
            targets.push(sets[word * 64 + bits.trailing_zeros() as usize].target());
            bits &= bits - 1;
        }
    }
    targets.len() > before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instructions::Instructions;
    use crate::instructions::available::Available;
    use crate::verify::solve;
    use crate::watch::Patient;

    #[test]
    fn no_set_is_kept_once_there_are_targets() {
        let mut watch = Patient;
        let mut work = Work::new(Available::new(Instructions::best()), &mut watch);
        for puzzle in include_str!("../../data/stuck.txt").lines().skip(1).step_by(4) {
            let mut board = Bitboard::of(&puzzle.parse().unwrap());
            let mut braids = Braids::new(Kind::Candidates);
            // What is left has no braid that a target shows by itself.
            let _ = braids.settle(&mut board, 2, None, &mut work);
            braids.incidence.read(&board);
            braids.incidence.read_groups(false);
            let targets = 0..braids.incidence.candidates.len() as u16;
            let sets: Vec<Set> = targets.map(Set::of).collect();
            for targets in [vec![], vec![0]] {
                let (is_there_one, least) = (!targets.is_empty(), None);
                let mut found = Found { targets, least };
                braids.next.clear();
                braids.judge(&sets, 1, 8, &mut found, &mut work);
                assert_eq!(braids.next.len() == 0, is_there_one, "{puzzle}");
            }
        }
    }

    #[test]
    fn however_few_sets_are_kept_braids_are_the_same() {
        let puzzles = include_str!("../../data/stuck.txt").lines().skip(1).step_by(4);
        for puzzle in puzzles {
            let grid = puzzle.parse().unwrap();
            let truths = Bitboard::of(solve(&grid).unwrap().grid());
            let least = [1, 100, MOST].map(|most| {
                let mut watch = Patient;
                let mut work = Work::new(Available::new(Instructions::best()), &mut watch);
                let mut braids = Braids { most, ..Braids::new(Kind::Candidates) };
                braids.least(Bitboard::of(&grid), &truths, &mut work)
            });
            assert!(matches!(least[0], ControlFlow::Continue(Some(3..))), "{puzzle}");
            assert!(least.windows(2).all(|pair| pair[0] == pair[1]), "{puzzle}: {least:?}");
        }
    }
}
