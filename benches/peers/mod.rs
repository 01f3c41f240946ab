//! The published exact-cover crates, and our engines, behind one trait, to compare their speed at
//! counting covers.
//!
//! ```text
//!      Problem ---> Matrix ---> xcov, dlx-rs, exact-covers      each by its own fastest way
//!         |         items from 1, primary first
//!         +-------> Links, Live, Cells
//! ```
//!
//! A peer is built from a [`Problem`] once, and asked with some options chosen beforehand: as a
//! Sudoku's clues are. `xcov` has calls that choose options and take them back, and keeps its lists
//! as the links engine does. `dlx-rs` can choose but not take back: it is copied for each question,
//! which is faster by a tenth for a Sudoku of 17 clues than to build the reduced problem.
//! `exact-covers` can do neither and is consumed by its one search, so it gets the reduced problem,
//! without the covered items and the clashing options, anew for each question.
//!
//! Lacking: colours in `xcov` and `dlx-rs`, which have none.

// Each bench uses a part of this.
#![allow(dead_code)]

use std::ops::ControlFlow;

use exact_covers::{DlSolver, Solver as _};
use tourdion::cover::{Cells, Colour, Engine, Links, Live, OptionId, Problem};
use xcov::{Dlx, DlxBuilder, DlxOption, ExactCoverProblem};

/// A counter of covers.
pub(crate) trait Peer: Sized {
    /// The crate's name.
    const NAME: &'static str;

    /// Takes the problem over, as far as that can be done before a question is asked. Panics if it
    /// has colours and the crate has none.
    fn build(problem: &Problem) -> Self;

    /// The number of covers that have all of `chosen`, at most `limit`; 0 if two of them clash.
    fn count_with(&mut self, chosen: &[OptionId], limit: u64) -> u64;

    /// The nodes of all its searches, if it counts them.
    fn nodes(&self) -> u64 {
        0
    }

    /// The number of covers, at most `limit`.
    fn count(&mut self, limit: u64) -> u64 {
        self.count_with(&[], limit)
    }
}

/// The links engine, at the smallest width that reaches.
pub(crate) struct Ours(Box<dyn Engine>);

impl Peer for Ours {
    const NAME: &'static str = "links";

    fn build(problem: &Problem) -> Ours {
        match Links::<u16>::with_width(problem) {
            Ok(narrow) => Ours(Box::new(narrow)),
            Err(_) => Ours(Box::new(Links::new(problem).expect("the problem is small"))),
        }
    }

    fn count_with(&mut self, chosen: &[OptionId], limit: u64) -> u64 {
        count_held(&mut *self.0, chosen, limit)
    }

    fn nodes(&self) -> u64 {
        self.0.statistics().nodes
    }
}

/// The live-list engine.
pub(crate) struct LiveList(Live);

impl Peer for LiveList {
    const NAME: &'static str = "live";

    fn build(problem: &Problem) -> LiveList {
        LiveList(Live::new(problem).expect("the problem has few items"))
    }

    fn count_with(&mut self, chosen: &[OptionId], limit: u64) -> u64 {
        count_held(&mut self.0, chosen, limit)
    }

    fn nodes(&self) -> u64 {
        self.0.statistics().nodes
    }
}

/// The sparse-set engine.
pub(crate) struct SparseSets(Cells);

impl Peer for SparseSets {
    const NAME: &'static str = "cells";

    fn build(problem: &Problem) -> SparseSets {
        SparseSets(Cells::new(problem).expect("the problem is small"))
    }

    fn count_with(&mut self, chosen: &[OptionId], limit: u64) -> u64 {
        count_held(&mut self.0, chosen, limit)
    }

    fn nodes(&self) -> u64 {
        self.0.statistics().nodes
    }
}

fn count_held(engine: &mut dyn Engine, chosen: &[OptionId], limit: u64) -> u64 {
    let fits = chosen.iter().all(|&option| engine.hold(option).is_ok());
    let count = if fits { engine.count(limit) } else { 0 };
    while engine.release().is_some() {}
    count
}

/// A problem in numbers: items from 1, primary ones first; an option's items ascend, with their
/// colours.
#[derive(Clone)]
struct Matrix {
    primary: usize,
    items: usize,
    options: Vec<Vec<(usize, Option<Colour>)>>,
}

impl Matrix {
    fn new(problem: &Problem) -> Matrix {
        let mut number = vec![0; problem.items().len()];
        let (primary, secondary): (Vec<_>, Vec<_>) =
            problem.items().partition(|&item| problem.is_primary(item));
        for (k, item) in primary.iter().chain(&secondary).enumerate() {
            number[item.index()] = k + 1;
        }
        let option = |option| {
            let entries = problem.entries_of(option).iter();
            let mut entries: Vec<_> = entries.map(|e| (number[e.item.index()], e.colour)).collect();
            entries.sort_unstable();
            entries
        };
        let options = problem.options().map(option).collect();
        Matrix { primary: primary.len(), items: number.len(), options }
    }

    fn without_colours(problem: &Problem, name: &str) -> Matrix {
        assert!(!problem.is_coloured(), "{name} has no colours");
        Matrix::new(problem)
    }

    /// Takes the items of an option without colours, unless one of them is taken.
    fn take(&self, option: OptionId, taken: &mut [bool]) -> bool {
        let entries = &self.options[option.index()];
        let fits = !entries.iter().any(|&(item, _)| taken[item]);
        if fits {
            for &(item, _) in entries {
                taken[item] = true;
            }
        }
        fits
    }

    /// What is left when `chosen` are, renumbered: no item that they cover, no option that clashes
    /// with one of them, and no colour that they have settled. `None` if two of them clash.
    ///
    /// Options without a primary item are left out: a search never takes them, but `exact-covers`
    /// would ask of a cover that it meets them all.
    fn reduced(&self, chosen: &[OptionId]) -> Option<Matrix> {
        let mut taken: Vec<Option<Taken>> = vec![None; self.items + 1];
        for option in chosen {
            let entries = &self.options[option.index()];
            if entries.iter().any(|&(item, colour)| clashes(taken[item], colour)) {
                return None;
            }
            for &(item, colour) in entries {
                taken[item] = Some(Taken(colour));
            }
        }
        let mut number = vec![0; self.items + 1];
        let mut matrix = Matrix { primary: 0, items: 0, options: Vec::new() };
        for item in (1..=self.items).filter(|&item| taken[item].is_none()) {
            matrix.items += 1;
            matrix.primary += usize::from(item <= self.primary);
            number[item] = matrix.items;
        }
        for entries in &self.options {
            let fits = !entries.iter().any(|&(item, colour)| clashes(taken[item], colour));
            if fits && entries[0].0 <= self.primary {
                let left = entries.iter().filter(|(item, _)| taken[*item].is_none());
                matrix.options.push(left.map(|&(item, colour)| (number[item], colour)).collect());
            }
        }
        Some(matrix)
    }
}

/// How the options chosen beforehand have taken an item: with a colour, or wholly.
#[derive(Clone, Copy)]
struct Taken(Option<Colour>);

/// Whether an item that is taken so, or is not, has no room for an entry of `colour`.
fn clashes(taken: Option<Taken>, colour: Option<Colour>) -> bool {
    taken.is_some_and(|Taken(by)| by.is_none() || by != colour)
}

/// `xcov`: its lists are public, and its search is a trait; this is its `MrvExactCoverSearch`,
/// which may not go back beyond the options chosen beforehand.
pub(crate) struct Xcov {
    matrix: Matrix,
    dlx: Dlx,
    cursor: Option<DlxOption>,
    /// The number of options chosen, and how many of them beforehand.
    depth: usize,
    floor: usize,
}

impl Peer for Xcov {
    const NAME: &'static str = "xcov";

    fn build(problem: &Problem) -> Xcov {
        let matrix = Matrix::without_colours(problem, Self::NAME);
        let mut builder = DlxBuilder::new(matrix.primary, matrix.items - matrix.primary);
        for option in &matrix.options {
            let items: Vec<usize> = option.iter().map(|&(item, _)| item).collect();
            builder.add_option(&items);
        }
        Xcov { matrix, dlx: builder.build(), cursor: None, depth: 0, floor: 0 }
    }

    fn count_with(&mut self, chosen: &[OptionId], limit: u64) -> u64 {
        let mut taken = vec![false; self.matrix.items + 1];
        let fits = chosen.iter().all(|&option| self.choose(option, &mut taken));
        self.floor = self.depth;
        let count = if fits { self.search_up_to(limit) } else { 0 };
        self.climb_to(0);
        count
    }
}

impl Xcov {
    /// Chooses an option beforehand, unless it clashes.
    fn choose(&mut self, option: OptionId, taken: &mut [bool]) -> bool {
        if !self.matrix.take(option, taken) {
            return false;
        }
        let entries = &self.matrix.options[option.index()];
        self.dlx.select_item(entries[0].0);
        let mut candidate = self.dlx.next_option(None);
        while let Some(found) = candidate {
            if self.dlx.option_items(found).iter().eq(entries.iter().map(|(item, _)| item)) {
                self.dlx.select_option(found);
                self.depth += 1;
                return true;
            }
            candidate = self.dlx.next_option(candidate);
        }
        unreachable!("an option that clashes with none is in its items' lists");
    }

    fn search_up_to(&mut self, limit: u64) -> u64 {
        if self.dlx.primary_items().next().is_none() {
            return limit.min(1);
        }
        let mut count = 0;
        while count < limit && self.search() {
            count += 1;
        }
        self.climb_to(self.floor);
        count
    }

    fn climb_to(&mut self, depth: usize) {
        while self.depth > depth {
            self.dlx.try_undo_option();
            self.dlx.undo_item();
            self.depth -= 1;
        }
    }
}

impl ExactCoverProblem for Xcov {
    fn try_next_item(&mut self) -> bool {
        let item = self.dlx.primary_items().min_by_key(|&item| self.dlx.options_len(item));
        if let Some(item) = item {
            self.dlx.select_item(item);
            self.cursor = None;
        }
        item.is_some()
    }

    fn select_option_or_undo_item(&mut self) -> bool {
        if let Some(option) = self.dlx.next_option(self.cursor) {
            self.dlx.select_option(option);
            self.depth += 1;
            true
        } else {
            self.dlx.undo_item();
            false
        }
    }

    fn try_undo_option(&mut self) -> bool {
        if self.depth == self.floor {
            return false;
        }
        self.depth -= 1;
        self.cursor = self.dlx.try_undo_option();
        true
    }
}

/// `dlx-rs`. What it chooses it can't take back, so that each question gets a copy of the solver.
pub(crate) struct DlxRs {
    matrix: Matrix,
    /// Options are named by their numbers, by which the crate finds the one to choose.
    solver: dlx_rs::Solver<usize>,
}

impl Peer for DlxRs {
    const NAME: &'static str = "dlx-rs";

    fn build(problem: &Problem) -> DlxRs {
        let matrix = Matrix::without_colours(problem, Self::NAME);
        let mut solver =
            dlx_rs::Solver::new_optional(matrix.primary, matrix.items - matrix.primary);
        for (number, option) in matrix.options.iter().enumerate() {
            let items: Vec<usize> = option.iter().map(|&(item, _)| item).collect();
            solver.add_option(number, &items);
        }
        DlxRs { matrix, solver }
    }

    fn count_with(&mut self, chosen: &[OptionId], limit: u64) -> u64 {
        if self.matrix.options.is_empty() {
            // The crate panics without any option.
            return limit.min(u64::from(self.matrix.primary == 0));
        }
        let mut taken = vec![false; self.matrix.items + 1];
        let mut solver = self.solver.clone();
        for option in chosen {
            if !self.matrix.take(*option, &mut taken) {
                return 0; // the crate does not look, and spoils its lists
            }
            solver.select(option.index()).expect("the option is one of the problem's");
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        solver.take(limit).count() as u64
    }
}

/// `exact-covers`, by its `DlSolver`; the `DcSolver` that it advertises is not written yet.
pub(crate) struct ExactCovers(Matrix);

impl Peer for ExactCovers {
    const NAME: &'static str = "exact-covers";

    fn build(problem: &Problem) -> ExactCovers {
        ExactCovers(Matrix::new(problem))
    }

    fn count_with(&mut self, chosen: &[OptionId], limit: u64) -> u64 {
        let Some(matrix) = self.0.reduced(chosen) else { return 0 };
        if matrix.primary == 0 || limit == 0 {
            return limit.min(1);
        }
        let items: Vec<usize> = (1..=matrix.items).collect();
        let (primary, secondary) = items.split_at(matrix.primary);
        let mut solver: DlSolver<'_, usize, Colour> = DlSolver::new(primary, secondary);
        let mut names = Vec::new();
        for option in &matrix.options {
            let split = option.iter().take_while(|(item, _)| *item <= matrix.primary).count();
            names.clear();
            names.extend(option[..split].iter().map(|&(item, _)| item));
            solver.add_option(&names, &option[split..]);
        }
        let mut count = 0;
        solver.solve(|_| {
            count += 1;
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        count
    }
}
