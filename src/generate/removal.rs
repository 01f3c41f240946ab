//! Takes off clues in a given order, each if the puzzle stays proper without it, with few
//! questions.
//!
//! ```text
//!      order     a b c d e f g h i j ...         as with one question for each:
//!                                                a goes, b goes, c stays, ...
//!
//!      question  . . . . . . g h i j     yes     all six of a..f may go, so each of them may
//!                          . . . . j     no      one of g, h, i can't
//!                          . . i j       yes     g and h may: i can't
//!                                i . .           it stays, and on from j
//! ```
//!
//! A puzzle without some clues is proper only if it is proper with any of them back. So if a whole
//! run of clues may go at once, each would have gone alone; if not, halving finds the first that
//! can't. The result is exactly that of one question for each clue, and in particular minimal: a
//! clue that could not go can't go later, with fewer clues left. The last clue of an [unavoidable
//! set](super::unavoidable) stays without a question.
//!
//! Of a puzzle that is not 9×9, and is not searched in lanes, it is asked whether there is another
//! solution than the known one, with another digit in a cell that is emptied
//! ([`has_other`](Verifier::has_other)), unless many are.
//!
//! A 9×9 solution takes between 20 and 30 questions instead of 81 (a test counts them). Runs get
//! shorter as clues get fewer: of fifty most may go, of thirty one in two.
//!
//! *Parts* go together: single clues, or the orbits of a symmetry.
//!
//! Invariant: `grid` is the puzzle less `trial[..asked]`; of `trial`, the first `good` parts may go
//! together, and the first `bad`, if known, may not. `sets` count all of `trial` as taken.

use std::ops::ControlFlow;

use super::unavoidable::UnavoidableSets;
use crate::sudoku::{Cell, Digit, Grid, Shape, Solution};
use crate::verify::{Effort, Examination, Verifier};
use crate::watch::Watch;

/// The most cells on trial that are asked about one by one.
const FEW: usize = 2;

/// A puzzle that loses clues.
#[derive(Clone, Debug)]
pub(super) struct Removal {
    parts: Parts,
    /// The source of digits that are put back.
    whole: Grid,
    /// The solution, where puzzles are not 9×9.
    known: Option<Solution>,
    grid: Grid,
    sets: UnavoidableSets,
    /// The number of clues left if the whole trial goes.
    clues: usize,
    rules: RemovalRules,
    /// Parts before this one are settled or on trial.
    next: usize,
    trial: Vec<u16>,
    asked: usize,
    good: usize,
    bad: Option<usize>,
    state: State,
}

/// The rules of a removal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RemovalRules {
    /// The least number of clues to leave.
    pub(super) least: usize,
    /// Whether only the first parts may go: the removal is given up if a part can go after another
    /// could not.
    pub(super) first_parts_only: bool,
}

/// The progress of a removal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// No part had to stay so far.
    NoneStayed,
    /// A part had to stay.
    SomeStayed,
    Finished,
    GivenUp,
}

/// The parts, in the order of removal.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    cells: Vec<Cell>,
    ends: Vec<u16>,
}

impl Parts {
    /// Forgets all parts.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.ends.clear();
    }

    /// Adds a part as the last one.
    pub(super) fn push(&mut self, cells: &[Cell]) {
        self.cells.extend_from_slice(cells);
        self.ends.push(self.cells.len() as u16);
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn part(&self, k: usize) -> &[Cell] {
        let begin = if k == 0 { 0 } else { usize::from(self.ends[k - 1]) };
        &self.cells[begin..usize::from(self.ends[k])]
    }
}

impl Removal {
    /// A removal to which no parts have been added.
    pub(super) fn new(shape: Shape) -> Removal {
        Removal {
            parts: Parts::default(),
            whole: Grid::empty(shape),
            known: None,
            grid: Grid::empty(shape),
            sets: UnavoidableSets::by_lines(shape),
            clues: 0,
            rules: RemovalRules::default(),
            next: 0,
            trial: Vec::with_capacity(shape.cells()),
            asked: 0,
            good: 0,
            bad: None,
            state: State::Finished,
        }
    }

    /// The parts; arrange them before [`begin`](Removal::begin).
    pub(super) fn parts_mut(&mut self) -> &mut Parts {
        &mut self.parts
    }

    /// Begins with a proper `puzzle` that has `solution`. All cells of the parts must have a clue;
    /// clues in no part stay.
    pub(super) fn begin(&mut self, puzzle: &Grid, solution: &Grid, rules: RemovalRules) {
        self.sets.find(solution, None);
        self.whole.clone_from(puzzle);
        let is_known = puzzle.shape() != Shape::CLASSIC;
        self.known = is_known.then(|| Solution::found(solution.clone()));
        self.clues = puzzle.clue_count();
        if self.clues < puzzle.cells().len() {
            let shape = puzzle.shape();
            let empty = (0..shape.cells()).map(|index| shape.cell(index));
            for cell in empty.filter(|&cell| puzzle.get(cell).is_none()) {
                let is_hit = self.sets.take(&[cell]);
                debug_assert!(is_hit, "a proper puzzle has a clue in every unavoidable set");
            }
        }
        self.grid.clone_from(&self.whole);
        self.rules = rules;
        self.next = 0;
        self.trial.clear();
        self.state = State::NoneStayed;
        (self.asked, self.good, self.bad) = (0, 0, None);
        self.advance();
    }

    /// The puzzle to verify next, for [`answer`](Removal::answer); `None` if no question is left.
    pub(super) fn question(&self) -> Option<&Grid> {
        matches!(self.state, State::NoneStayed | State::SomeStayed).then_some(&self.grid)
    }

    /// The answer to the question, by this verifier.
    ///
    /// The puzzle is proper with all that is on trial. So another solution has another digit in one
    /// of these cells, and to ask for that is faster than to ask for two solutions, if they are
    /// few.
    pub(super) fn ask(
        &self,
        verifier: &mut dyn Verifier,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), bool> {
        let parts = || self.trial[..self.asked].iter().map(|&k| self.parts.part(usize::from(k)));
        match &self.known {
            Some(known) if parts().map(<[Cell]>::len).sum::<usize>() <= FEW => {
                for &cell in parts().flatten() {
                    if verifier.has_other(&self.grid, known, cell, watch)? {
                        return ControlFlow::Continue(false);
                    }
                }
                ControlFlow::Continue(true)
            }
            _ => Examination::of(verifier, &self.grid, 2, watch)
                .map_continue(|seen| seen.verdict().is_proper()),
        }
    }

    /// The puzzle, once no [`question`](Removal::question) is left; `None` if it was given up.
    pub(super) fn outcome(&self) -> Option<&Grid> {
        (self.state == State::Finished).then_some(&self.grid)
    }

    /// Continues with the answer.
    pub(super) fn answer(&mut self, is_proper: bool) {
        if is_proper {
            self.good = self.asked;
            if self.asked == self.trial.len() {
                self.settle(self.good);
                return self.advance();
            }
        } else {
            self.bad = Some(self.asked);
        }
        // The whole trial is asked about before a part of it.
        let bad = self.bad.unwrap_or(self.trial.len());
        if bad - self.good > 1 {
            return self.show(self.good.midpoint(bad));
        }
        // The first part that can't go is found. The parts after it start again.
        self.next = usize::from(self.trial[self.good]) + 1;
        self.show(self.good);
        for k in self.good..self.trial.len() {
            let part = self.parts.part(usize::from(self.trial[k]));
            self.sets.put_back(part);
            self.clues += part.len();
        }
        self.settle(self.good);
        if self.state == State::NoneStayed {
            self.state = State::SomeStayed;
        }
        self.advance();
    }

    /// Removes the first `gone` parts of the trial for good, and ends the trial.
    fn settle(&mut self, gone: usize) {
        if gone > 0 && self.rules.first_parts_only && self.state == State::SomeStayed {
            self.state = State::GivenUp;
        }
        self.trial.clear();
        (self.asked, self.good, self.bad) = (0, 0, None);
    }

    /// Puts the next run of parts on trial, if there is one.
    fn advance(&mut self) {
        if self.state == State::GivenUp {
            return;
        }
        let most = run_length(self.clues * 81 / self.whole.cells().len());
        let mut taken = 0;
        while self.next < self.parts.len() && (taken == 0 || taken < most) {
            let part = self.parts.part(self.next);
            let left = self.clues - part.len();
            if left >= self.rules.least && self.sets.take(part) {
                self.clues -= part.len();
                taken += part.len();
                self.trial.push(self.next as u16);
            } else if self.state == State::NoneStayed && self.rules.first_parts_only {
                // The trial must be decided before any later part goes.
                if !self.trial.is_empty() {
                    break;
                }
                self.state = State::SomeStayed;
            }
            self.next += 1;
        }
        if self.trial.is_empty() {
            self.state = State::Finished;
        } else {
            self.show(self.trial.len());
        }
    }

    /// Takes the first `asked` parts of the trial off the grid, and puts the others back.
    fn show(&mut self, asked: usize) {
        for k in self.asked.min(asked)..self.asked.max(asked) {
            for &cell in self.parts.part(usize::from(self.trial[k])) {
                let content: Option<Digit> =
                    if asked > self.asked { None } else { self.whole.get(cell) };
                self.grid.set(cell, content);
            }
        }
        self.asked = asked;
    }
}

/// The number of clues to take off at once, with `clues` of 81 left: small enough to succeed more
/// often than not, since refuting a puzzle takes longer.
fn run_length(clues: usize) -> usize {
    match clues {
        0..34 => 1,
        34..37 => 2,
        37..40 => 3,
        40..44 => 5,
        _ => clues - 40,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chance::Chance;
    use crate::generate::PatternSymmetry;
    use crate::generate::full::Filler;
    use crate::verify::LockstepVerifier;
    use crate::watch::Patient;

    /// One question for each part: the reference for `Removal`.
    fn one_by_one(
        puzzle: &Grid,
        parts: &[Vec<Cell>],
        rules: RemovalRules,
        verifier: &mut dyn Verifier,
    ) -> Option<Grid> {
        let mut puzzle = puzzle.clone();
        let mut some_stayed = false;
        for part in parts {
            let mut less = puzzle.clone();
            for &cell in part {
                less.set(cell, None);
            }
            if less.clue_count() >= rules.least && verifier.verify(&less).is_proper() {
                if some_stayed && rules.first_parts_only {
                    return None;
                }
                puzzle = less;
            } else {
                some_stayed = true;
            }
        }
        Some(puzzle)
    }

    /// With few questions, and their number.
    fn by_runs(
        puzzle: &Grid,
        solution: &Grid,
        parts: &[Vec<Cell>],
        rules: RemovalRules,
        verifier: &mut dyn Verifier,
    ) -> (Option<Grid>, usize) {
        let mut removal = Removal::new(puzzle.shape());
        for part in parts {
            removal.parts_mut().push(part);
        }
        removal.begin(puzzle, solution, rules);
        let mut questions = 0;
        while removal.question().is_some() {
            let is_proper = removal.ask(verifier, &mut Patient).continue_value().unwrap();
            removal.answer(is_proper);
            questions += 1;
        }
        (removal.outcome().cloned(), questions)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn runs_give_what_single_questions_give(
            (rows, columns) in prop::sample::select(vec![(3, 3), (3, 3), (2, 2), (2, 3), (3, 2)]),
            seed in any::<u64>(),
            symmetry in prop::sample::select(PatternSymmetry::ALL.to_vec()),
            least in prop_oneof![3 => Just(0), 1 => 10..40usize],
            first_parts_only in prop::bool::weighted(0.2),
            gone in 0..40usize,
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            let mut chance = Chance::new(seed, 0);
            let mut verifier = LockstepVerifier::new();
            let solution = Filler::new(shape).fill(&mut chance);
            let mut parts = symmetry.orbits(shape);
            chance.shuffle(&mut parts);
            let rules = RemovalRules { least, first_parts_only };
            // From the solution, and from a puzzle with fewer clues.
            let first = &parts[..gone.min(parts.len())];
            let mut verify = |puzzle: &Grid, parts: &[Vec<Cell>], rules| {
                let expected = one_by_one(puzzle, parts, rules, &mut verifier);
                let (found, _) = by_runs(puzzle, solution.grid(), parts, rules, &mut verifier);
                (expected, found)
            };
            let (expected, found) = verify(solution.grid(), first, RemovalRules::default());
            prop_assert_eq!(&expected, &found);
            let puzzle = found.expect("only a removal of first parts is given up");
            chance.shuffle(&mut parts);
            let (expected, found) = verify(solution.grid(), &parts, rules);
            prop_assert_eq!(expected, found);
            parts.retain(|part| puzzle.get(part[0]).is_some());
            let (expected, found) = verify(&puzzle, &parts, rules);
            prop_assert_eq!(expected, found);
        }
    }

    #[test]
    fn there_are_few_questions() {
        let mut chance = Chance::new(1, 0);
        let mut verifier = LockstepVerifier::new();
        let (mut filler, mut questions) = (Filler::new(Shape::CLASSIC), 0);
        let mut parts = PatternSymmetry::None.orbits(Shape::CLASSIC);
        for _ in 0..200 {
            let solution = filler.fill(&mut chance);
            chance.shuffle(&mut parts);
            questions += by_runs(
                solution.grid(),
                solution.grid(),
                &parts,
                RemovalRules::default(),
                &mut verifier,
            )
            .1;
        }
        assert!((4_000..6_000).contains(&questions), "{questions} for 200 puzzles");
    }
}
