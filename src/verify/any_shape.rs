//! Verifying puzzles that are not 9×9: links for a moment, and then engines in turns.
//!
//! ```text
//!      links      ▮▮▮▮                         1,024 nodes: most puzzles take fewer
//!      turns           ▮▮▮▮▮▮▮▮▮▮▮             what the clues leave open, as a problem of its own
//!      a list                     ▮▮▮▮▮▮ ...   only if more than two solutions are wanted
//! ```
//!
//! A minimal puzzle of 16×16 takes links five times as long as [`Turns`] in the mean, and one of
//! 25×25 with 310 clues twenty times. But turns have to be made for each puzzle, which takes as
//! long as some thousand nodes of links, and they remember what they have shown. So links go on
//! where they have shown two solutions in that moment: then there are many, and they are easy to
//! find.
//!
//! If a solution is known and another one is sought ([`has_other`](Verifier::has_other)), its digit
//! in the cell is banned, links have 256 nodes, and the others begin close to the known solution.
//!
//! Invariant: each solution is shown once, by whichever engine is first; the next ones pass over
//! it.
//!
//! Deliberately lacking: the nodes of a search tree. A visitor that [wants
//! them](SolutionVisitor::wants_nodes) gets those of links alone.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use super::links::Linked;
use super::{Effort, LinksVerifier, SolutionVisitor, Verifier};
use crate::cover::{Cover, Engine, EngineProgress, Statistics, Turns};
use crate::sudoku::encode::Remainder;
use crate::sudoku::{self, Candidate, Grid, Shape, Solution};
use crate::watch::{Relay, Watch};

/// The nodes of links before other engines are made.
const MOMENT: u64 = 1024;

/// The same where a solution is sought close to a known one: engines find that sooner.
const BRIEF_MOMENT: u64 = 256;

/// The most solutions that engines show that remember them.
const FEW: u64 = 2;

/// A [`Verifier`] of puzzles of any shape.
#[derive(Debug)]
pub(super) struct AnyShapeVerifier<P> {
    links: LinksVerifier<P>,
    /// The nodes of links before other engines are made, and where a solution is known.
    moments: [u64; 2],
    effort: Effort,
}

/// A puzzle, and a known solution of it if another one is sought: with another digit in a cell.
struct Sought<'s, P> {
    puzzle: &'s P,
    known: Option<&'s Grid>,
    /// What the known solution has there.
    banned: Option<Candidate>,
}

impl<P: Linked> AnyShapeVerifier<P> {
    /// A verifier that begins with puzzles of this shape. Most verifiers never need one, so it is
    /// elsewhere.
    pub(super) fn boxed(shape: Shape) -> Box<AnyShapeVerifier<P>> {
        let links = LinksVerifier::of_kind(shape);
        let moments = [MOMENT, BRIEF_MOMENT];
        Box::new(AnyShapeVerifier { links, moments, effort: Effort::default() })
    }

    /// The same without a search by links: they only state the puzzle.
    pub(super) fn turns_alone(shape: Shape) -> AnyShapeVerifier<P> {
        AnyShapeVerifier { moments: [0; 2], ..*AnyShapeVerifier::boxed(shape) }
    }
}

impl<P: Linked> Verifier<P> for AnyShapeVerifier<P> {
    fn solutions(
        &mut self,
        puzzle: &P,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        if visitor.wants_nodes() {
            let flow = self.links.solutions(puzzle, visitor, watch);
            self.effort = self.links.effort();
            return flow;
        }
        self.search_for(&Sought { puzzle, known: None, banned: None }, visitor, watch)
    }

    fn has_other(
        &mut self,
        puzzle: &P,
        known: &Solution,
        cell: sudoku::Cell,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), bool> {
        let known = known.grid();
        if puzzle.held().get(cell).is_some() {
            // What is held can't be banned.
            return ControlFlow::Continue(false);
        }
        let banned = known.get(cell).map(|digit| Candidate { cell, digit });
        let mut is_found = false;
        let mut note = |_: &dyn Fn() -> Solution| {
            is_found = true;
            ControlFlow::Break(())
        };
        let sought = Sought { puzzle, known: Some(known), banned };
        match self.search_for(&sought, &mut note, watch) {
            ControlFlow::Break(()) if !is_found => ControlFlow::Break(()),
            _ => ControlFlow::Continue(is_found),
        }
    }

    /// Nodes, and the steps of each engine: those of links are removals from lists.
    fn effort(&self) -> Effort {
        self.effort
    }
}

impl<P: Linked> AnyShapeVerifier<P> {
    /// Shows the solutions that are sought.
    fn search_for(
        &mut self,
        sought: &Sought<'_, P>,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        let (count, mut first) = (Cell::new(0), None);
        let mut show = |found: &dyn Fn() -> Solution| {
            if count.get() == 0 {
                first = Some(found());
            }
            count.set(count.get() + 1);
            visitor.solution(found)
        };
        let nodes = self.moments[usize::from(sought.known.is_some())];
        let Sought { puzzle, banned, .. } = *sought;
        if nodes == 0 {
            self.effort = Effort::default();
            if !self.links.state(puzzle, banned) {
                return ControlFlow::Continue(());
            }
            return self.go_on(sought, Vec::new(), visitor, watch);
        }
        let mut moment = Moment { watch, count: &count, nodes, is_over: false };
        let flow = self.links.solutions_without(puzzle, banned, &mut show, &mut moment);
        self.effort = self.links.effort();
        if moment.is_over {
            return self.go_on(sought, Vec::from_iter(first), visitor, watch);
        }
        flow
    }

    /// Shows the solutions that are not among `shown`.
    fn go_on(
        &mut self,
        &Sought { puzzle, known, banned }: &Sought<'_, P>,
        mut shown: Vec<Solution>,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        let held = puzzle.held();
        let is_possible = |one: Candidate| puzzle.allows(one) && Some(one) != banned;
        let left = match known {
            Some(known) => Remainder::near(known, &held, is_possible),
            None => Remainder::of(&held, is_possible),
        };
        let left = left.expect("every shape is a problem");
        let solution = |cover: Cover<'_>| {
            let mut grid = held.clone();
            cover.chosen().for_each(|option| grid.place(left.candidates[option.index()]));
            Solution::found(grid)
        };
        let mut turns = Turns::new(&left.problem).expect("every shape has few options");
        let (mut is_ended, visitor) = (false, RefCell::new(visitor));
        let mut few = |cover: Cover<'_>| {
            let found = solution(cover);
            if shown.contains(&found) {
                return ControlFlow::Continue(());
            }
            shown.push(found);
            let flow = visitor.borrow_mut().solution(&|| solution(cover));
            is_ended = flow.is_break();
            if shown.len() as u64 >= FEW { ControlFlow::Break(()) } else { flow }
        };
        let (flow, is_watched_out) = self.search(&mut turns, &mut few, watch);
        if flow.is_continue() || is_ended || is_watched_out {
            return flow;
        }
        let mut others = |cover: Cover<'_>| {
            if shown.contains(&solution(cover)) {
                return ControlFlow::Continue(());
            }
            visitor.borrow_mut().solution(&|| solution(cover))
        };
        self.search(left.problem.engine().as_mut(), &mut others, watch).0
    }

    /// Lets an engine search, and adds its effort. Returns also whether the watch has ended it.
    fn search(
        &mut self,
        engine: &mut dyn Engine,
        show: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut dyn Watch<Effort>,
    ) -> (ControlFlow<()>, bool) {
        let before = self.effort;
        let with = |now: Statistics| Effort {
            nodes: before.nodes + now.nodes,
            steps: before.steps + now.updates,
        };
        let mut relay = Relay::new(watch, |so_far: &EngineProgress<'_>| with(so_far.statistics));
        let flow = engine.search(show, &mut relay);
        self.effort = with(engine.statistics());
        (flow, relay.flow().is_break())
    }
}

/// Ends the search by links after a moment, unless it has shown a few solutions.
struct Moment<'m> {
    watch: &'m mut dyn Watch<Effort>,
    /// The number of solutions shown.
    count: &'m Cell<u64>,
    /// Its nodes.
    nodes: u64,
    is_over: bool,
}

impl Watch<Effort> for Moment<'_> {
    fn patience(&self) -> u64 {
        self.watch.patience().min(self.nodes)
    }

    fn pulse(&mut self, so_far: &Effort) -> ControlFlow<()> {
        self.watch.pulse(so_far)?;
        self.is_over = so_far.nodes >= self.nodes && self.count.get() < FEW;
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Wish};
    use crate::sudoku::{Marks, Puzzle};
    use crate::verify::Examination;
    use crate::watch::Patient;

    /// A minimal puzzle of 16×16.
    fn hard() -> Grid {
        let file = include_str!("../../data/16x16.txt");
        let line = file.lines().find(|line| !line.starts_with('#'));
        line.expect("it has puzzles").parse().expect("they can be read")
    }

    /// All solutions, in the order in which they are shown.
    fn all<P>(verifier: &mut dyn Verifier<P>, puzzle: &P) -> Vec<String> {
        let mut all = Vec::new();
        let mut note = |found: &dyn Fn() -> Solution| {
            all.push(found().to_string());
            ControlFlow::Continue(())
        };
        assert!(verifier.solutions(puzzle, &mut note, &mut Patient).is_continue());
        all
    }

    /// Compares with links alone, whatever the moment.
    fn compare<P: Linked + Puzzle>(puzzle: &P) -> usize {
        let mut expected = all(&mut LinksVerifier::of_kind(puzzle.shape()), puzzle);
        expected.sort_unstable();
        for moment in [0, 1, 2, 3, 5, 8, 20, 60] {
            let mut verifier = AnyShapeVerifier::boxed(puzzle.shape());
            verifier.moments = [moment; 2];
            let mut found = all(&mut *verifier, puzzle);
            found.sort_unstable();
            assert_eq!(found, expected, "after {moment} nodes");
        }
        expected.len()
    }

    #[test]
    fn each_solution_is_shown_once_whatever_the_moment() {
        let count = |puzzle: &str| compare(&puzzle.parse::<Grid>().unwrap());
        let counts =
            ["................", "1...............", "1....2..3......4", "1..2..2..1......"]
                .map(count);
        assert_eq!(
            ["1342421334212134", "1342421334212144", "11.............."].map(count),
            [1, 0, 0]
        );
        assert_eq!(counts[..3], [288, 72, 1]);
        let six = |line: &str| line.parse::<Grid>().unwrap();
        let row = "123456".to_owned() + &".".repeat(30);
        assert!(compare(&six(&row)) > 1_000);
        assert_eq!(compare(&six(&(row[..30].to_owned() + "123456"))), 0);
    }

    #[test]
    fn marks_are_searched_in_the_same_way() {
        let mut marks = Marks::all("2x2".parse().unwrap());
        for (cell, digits) in [("r1c1", 2), ("r2c3", 1), ("r4c4", 3)] {
            let cell = cell.parse().unwrap();
            let digits = marks.shape().digits().take(digits);
            digits.for_each(|digit| marks.remove(Candidate { cell, digit }));
            assert!(compare(&marks) > 0);
        }
    }

    #[test]
    fn a_hard_puzzle_goes_on_behind_the_moment() {
        let puzzle = hard();
        let mut verifier = AnyShapeVerifier::boxed(puzzle.shape());
        let verdict = verifier.verify(&puzzle);
        assert!(verdict.is_proper());
        verdict.check(&puzzle).unwrap();
        assert!(verifier.effort().nodes > MOMENT);
        let first = puzzle.clues().next().unwrap();
        let mut less = puzzle.clone();
        less.set(first.cell, None);
        let verdict = verifier.verify(&less);
        assert_eq!(verdict.witnesses().len(), 2, "it is minimal");
        verdict.check(&less).unwrap();
    }

    /// Compares with the definition, by links alone, for each cell.
    fn compare_others<P: Linked + Puzzle>(puzzle: &P, known: &Solution) -> usize {
        let shape = puzzle.shape();
        let mut links = LinksVerifier::of_kind(shape);
        let mut verifiers = [0, 1, 5, BRIEF_MOMENT].map(|moment| {
            let mut verifier = AnyShapeVerifier::boxed(shape);
            verifier.moments = [moment; 2];
            verifier
        });
        let cells = (0..shape.cells()).map(|index| shape.cell(index));
        let others = cells.filter(|&cell| {
            let expected = links.has_other(puzzle, known, cell, &mut Patient);
            for verifier in &mut verifiers {
                let found = verifier.has_other(puzzle, known, cell, &mut Patient);
                assert_eq!(found, expected, "{cell} after {:?} nodes", verifier.moments);
            }
            expected == ControlFlow::Continue(true)
        });
        others.count()
    }

    #[test]
    fn another_solution_has_another_digit_in_the_cell() {
        let (mut none, mut some) = (0, 0);
        for seed in 0..6 {
            let shape = ["2x2", "2x3", "2x4"][seed as usize % 3].parse().unwrap();
            let mut generator = Generator::new(Wish::new(shape), seed);
            let known = generator.solution(0);
            let puzzle = generator.puzzles(0..1).next().unwrap();
            for clue in puzzle.clues().step_by(shape.size()) {
                let less = puzzle.without(&[clue]);
                let others = compare_others(&less, &known);
                assert_eq!(compare_others(&Marks::of(&less), &known), others);
                some += others;
                none += shape.cells() - others;
            }
            assert_eq!(compare_others(&puzzle, &known), 0);
        }
        assert!(none > 50 && some > 50, "{none} {some}");
    }

    #[test]
    fn a_watch_ends_it_in_the_moment_and_behind_it() {
        let puzzle = hard();
        let mut verifier = AnyShapeVerifier::boxed(puzzle.shape());
        for most in [1, MOMENT + 1] {
            let mut last = 0;
            let mut watch = |effort: &Effort| {
                last = effort.nodes;
                if last >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            assert!(Examination::of(&mut *verifier, &puzzle, 2, &mut watch).is_break());
            assert!(last >= most && verifier.effort().nodes >= last);
        }
        let known = verifier.verify(&puzzle).witnesses()[0].clone();
        let clue = puzzle.clues().next().unwrap();
        let mut at_once = |_: &Effort| ControlFlow::Break(());
        let others = verifier.has_other(&puzzle, &known, clue.cell, &mut at_once);
        assert!(others.is_continue() || verifier.effort().nodes > 0);
        assert!(verifier.verify(&puzzle).is_proper());
    }
}
