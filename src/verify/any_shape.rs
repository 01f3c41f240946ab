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
use crate::sudoku::{Shape, Solution};
use crate::watch::{Relay, Watch};

/// The nodes of links before other engines are made.
const MOMENT: u64 = 1024;

/// The most solutions that engines show that remember them.
const FEW: u64 = 2;

/// A [`Verifier`] of puzzles of any shape.
#[derive(Debug)]
pub(super) struct AnyShapeVerifier<P> {
    links: LinksVerifier<P>,
    /// The nodes of links before other engines are made.
    moment: u64,
    effort: Effort,
}

impl<P: Linked> AnyShapeVerifier<P> {
    /// A verifier that begins with puzzles of this shape. Most verifiers never need one, so it is
    /// elsewhere.
    pub(super) fn boxed(shape: Shape) -> Box<AnyShapeVerifier<P>> {
        let links = LinksVerifier::of_kind(shape);
        Box::new(AnyShapeVerifier { links, moment: MOMENT, effort: Effort::default() })
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
        let (count, mut first) = (Cell::new(0), None);
        let mut show = |found: &dyn Fn() -> Solution| {
            if count.get() == 0 {
                first = Some(found());
            }
            count.set(count.get() + 1);
            visitor.solution(found)
        };
        let mut moment = Moment { watch, count: &count, nodes: self.moment, is_over: false };
        let flow = self.links.solutions(puzzle, &mut show, &mut moment);
        self.effort = self.links.effort();
        if moment.is_over {
            return self.go_on(puzzle, Vec::from_iter(first), visitor, watch);
        }
        flow
    }

    /// Nodes, and the steps of each engine: those of links are removals from lists.
    fn effort(&self) -> Effort {
        self.effort
    }
}

impl<P: Linked> AnyShapeVerifier<P> {
    /// Shows the solutions that are not among `shown`.
    fn go_on(
        &mut self,
        puzzle: &P,
        mut shown: Vec<Solution>,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        let held = puzzle.held();
        let left = Remainder::of(&held, |candidate| puzzle.allows(candidate));
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
    use crate::sudoku::{Candidate, Grid, Marks, Puzzle};
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
        for moment in [1, 2, 3, 5, 8, 20, 60] {
            let mut verifier = AnyShapeVerifier::boxed(puzzle.shape());
            verifier.moment = moment;
            let mut found = all(&mut *verifier, puzzle);
            found.sort_unstable();
            assert_eq!(found, expected, "after {moment} nodes");
        }
        expected.len()
    }

    #[test]
    fn each_solution_is_shown_once_whatever_the_moment() {
        let counts =
            ["................", "1...............", "1....2..3......4", "1..2..2..1......"]
                .map(|puzzle| compare(&puzzle.parse::<Grid>().unwrap()));
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
        assert!(verifier.verify(&puzzle).is_proper());
    }
}
