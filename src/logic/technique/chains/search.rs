//! Nishio, multiple and dynamic forcing chains: all assumptions of a board, and what they have in
//! common.
//!
//! ```text
//!      contradiction   a run clashes                       its start is wrong
//!      double          a candidate and its negation        what both runs have
//!      region          all places of a digit in a house    what all runs have
//!      cell            all candidates of a cell            what all runs have
//! ```
//!
//! The first of the least complexity is the one to take; as part of another chain all are wanted,
//! of each set of removals the first of the least complexity.
//!
//! A region is tried at its first place only, and in a static search not at all if that cell has
//! two candidates: a quirk of Sudoku Explainer.

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

use super::engine::{Engine, Lists};
use super::node::{
    NO_CAUSE, Node, NumberSet, OF_BOX, OF_CELL, cell_of, number, number_of, removals_of,
};
use super::outlook::Outlook;
use super::run::{Mode, Partners, Run, Setting, add_gone};
use crate::logic::technique::Board;
use crate::logic::technique::bits::ones;
use crate::logic::technique::deduction::Removals;
use crate::logic::technique::tables::{CELLS, HOUSES};

pub(super) mod nested;

/// What the starts of a forcing chain have in common, in the order of preference among equals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// A candidate and its negation.
    Double,
    /// The candidates of a cell.
    Cell,
    /// The places of a digit in a house.
    Region,
    /// One start, which clashes.
    Contradiction,
}

/// A forcing chain with its conclusion.
#[derive(Clone, Debug)]
pub(super) struct Forcing {
    pub(super) mode: Mode,
    pub(super) kind: Kind,
    /// Why one of the starts is true: the cell, or the kind of the house.
    cause: u8,
    pub(super) starts: SmallVec<[Node; 9]>,
    /// The end of the first strand, and of the others.
    pub(super) ends: [Node; 2],
    pub(super) result: Node,
    pub(super) complexity: usize,
}

impl Forcing {
    /// The house of the starts of a region.
    pub(super) fn house(&self) -> u8 {
        HOUSES[usize::from(cell_of(number_of(self.starts[0])))][usize::from(self.cause - OF_BOX)]
    }

    pub(super) fn end(&self, strand: usize) -> Node {
        self.ends[strand.min(1)]
    }
}

/// A chain that stands for one removal in another.
pub(super) struct Nested {
    pub(super) forcing: Forcing,
    pub(super) removals: Removals,
    pub(super) premises: Vec<Node>,
    pub(super) lists: Lists,
}

/// The chains that were found.
enum Found {
    Best(Option<Forcing>),
    /// With their place among all that were found.
    All(HashMap<Removals, (usize, Forcing)>, usize),
}

struct Search<'s> {
    board: &'s Board,
    mode: Mode,
    engine: &'s mut Engine,
    outlook: Outlook,
    /// By their starts.
    runs: Vec<Option<Box<Run>>>,
    /// Of a static search, from its first run on.
    partners: Option<Partners>,
    found: Found,
}

/// The chain to take.
pub(super) fn first(board: &Board, mode: Mode, engine: &mut Engine) -> Option<Forcing> {
    let outlook = Outlook::of(board, mode);
    Search::new(board, outlook, mode, engine, Found::Best(None)).best()
}

/// The same after all runs, whether they may find something or not.
#[cfg(test)]
pub(super) fn first_without_outlook(
    board: &Board,
    mode: Mode,
    engine: &mut Engine,
) -> Option<Forcing> {
    Search::new(board, Outlook::Open, mode, engine, Found::Best(None)).best()
}

/// The chains that lean on what has gone since `source`, with what they lean on.
pub(super) fn all(
    board: &Board,
    outlook: Outlook,
    source: &Board,
    mode: Mode,
    engine: &mut Engine,
) -> Vec<Nested> {
    let found = Found::All(HashMap::new(), 0);
    let mut search = Search::new(board, outlook, mode, engine, found);
    search.all_cells();
    let found = std::mem::replace(&mut search.found, Found::Best(None));
    let Found::All(map, _) = found else { return Vec::new() };
    let mut all: Vec<(Removals, (usize, Forcing))> = map.into_iter().collect();
    all.sort_unstable_by_key(|(_, (place, forcing))| (forcing.complexity, forcing.kind, *place));
    let nested = all
        .into_iter()
        .filter_map(|(removals, (_, forcing))| search.nested(removals, forcing, source))
        .collect();
    search.give_back();
    nested
}

impl<'s> Search<'s> {
    fn new(
        board: &'s Board,
        outlook: Outlook,
        mode: Mode,
        engine: &'s mut Engine,
        found: Found,
    ) -> Search<'s> {
        let runs = (0..1458).map(|_| None).collect();
        Search { board, mode, engine, outlook, runs, partners: None, found }
    }

    /// The chain to take.
    fn best(mut self) -> Option<Forcing> {
        self.all_cells();
        self.give_back();
        match self.found {
            Found::Best(best) => best,
            Found::All(..) => None,
        }
    }

    fn give_back(&mut self) {
        for run in self.runs.iter_mut().filter_map(Option::take) {
            self.engine.take_back(run);
        }
    }

    /// Makes the run of a start.
    fn fill(&mut self, start: Node) {
        if self.runs[usize::from(start)].is_none() {
            let mut run = self.engine.lend();
            let most = match &self.found {
                Found::Best(Some(best)) => best.complexity,
                _ => usize::MAX,
            };
            if !self.mode.is_dynamic && self.partners.is_none() {
                self.partners = Some(Partners::of(self.board));
            }
            let (board, partners, mode) = (self.board, self.partners.as_ref(), self.mode);
            let setting = Setting { board, partners, mode };
            nested::fill(&mut run, setting, start, most, self.engine, None);
            self.runs[usize::from(start)] = Some(run);
        }
    }

    fn run(&self, start: Node) -> &Run {
        self.runs[usize::from(start)].as_ref().expect("the run was made")
    }

    fn all_cells(&mut self) {
        let least = if self.mode.is_dynamic { 2 } else { 3 };
        for cell in 0..81 {
            if self.board.count(cell) < least {
                continue;
            }
            let digits = self.board.left(cell);
            for digit in ones(digits) {
                self.candidate(cell, digit);
            }
            if !self.mode.is_nishio {
                let starts = ones(digits).map(|digit| number(cell, digit) * 2 + 1).collect();
                self.common(&starts, Kind::Cell, OF_CELL);
            }
        }
    }

    /// The contradictions of a candidate, what follows from it and from its negation, and the
    /// regions of which it is the first place.
    fn candidate(&mut self, cell: u8, digit: u8) {
        let [on, off] = [number(cell, digit) * 2 + 1, number(cell, digit) * 2];
        if self.mode.is_dynamic {
            self.contradiction(on);
            self.contradiction(off);
            if self.mode.is_nishio {
                return;
            }
            if self.board.count(cell) >= 3 {
                self.common(&smallvec![on, off], Kind::Double, NO_CAUSE);
            }
            if matches!(self.found, Found::Best(_))
                && let Some(run) = self.runs[usize::from(off)].take()
            {
                self.engine.take_back(run);
            }
        }
        for (kind, house) in HOUSES[usize::from(cell)].into_iter().enumerate() {
            let cells = &CELLS[usize::from(house)];
            let mut places = ones(self.board.places(house, digit)).map(|p| cells[usize::from(p)]);
            if places.clone().next() != Some(cell) || places.clone().nth(1).is_none() {
                continue;
            }
            let starts: SmallVec<[Node; 9]> =
                places.by_ref().map(|cell| number(cell, digit) * 2 + 1).collect();
            self.common(&starts, Kind::Region, OF_BOX + kind as u8);
        }
    }

    fn contradiction(&mut self, start: Node) {
        if !self.outlook.may_clash(self.board, start) {
            return;
        }
        self.fill(start);
        if let Some(ends) = self.run(start).clash {
            let starts = smallvec![start, start];
            self.consider(starts, ends, start ^ 1, Kind::Contradiction, NO_CAUSE);
        }
    }

    /// What all starts have in common.
    fn common(&mut self, starts: &SmallVec<[Node; 9]>, kind: Kind, cause: u8) {
        if !self.outlook.may_share(self.board, starts) {
            return;
        }
        starts.iter().for_each(|&start| self.fill(start));
        for is_true in [1, 0] {
            let mut common = NumberSet::default();
            for (k, &start) in starts.iter().enumerate() {
                let set = &self.run(start).sets[is_true];
                if k == 0 {
                    common = *set;
                } else {
                    common.retain(set);
                }
            }
            if common.is_empty() {
                continue;
            }
            for k in 0..self.run(starts[0]).order[is_true].len() {
                let node = self.run(starts[0]).order[is_true][k];
                if common.has(number_of(node)) {
                    self.consider(starts.clone(), [node; 2], node, kind, cause);
                }
            }
        }
    }

    fn consider(
        &mut self,
        starts: SmallVec<[Node; 9]>,
        ends: [Node; 2],
        result: Node,
        kind: Kind,
        cause: u8,
    ) {
        let removals = removals_of(result, self.board);
        if removals.is_empty() {
            return;
        }
        let best = match &self.found {
            Found::Best(best) => best.as_ref(),
            Found::All(map, _) => map.get(&removals).map(|(_, best)| best),
        };
        let best = best.map_or((usize::MAX, kind), |best| (best.complexity, best.kind));
        let mode = self.mode;
        let mut forcing = Forcing { mode, kind, cause, starts, ends, result, complexity: 0 };
        if let Found::All(_, count) = &mut self.found {
            *count += 1;
        }
        let Some(complexity) = self.complexity(&forcing, best.0) else { return };
        if (complexity, kind) >= best {
            return;
        }
        forcing.complexity = complexity;
        match &mut self.found {
            Found::Best(best) => *best = Some(forcing),
            Found::All(map, count) => {
                map.insert(removals, (*count, forcing));
            }
        }
    }

    /// The complexity of a chain, unless it is above `most`.
    fn complexity(&mut self, forcing: &Forcing, most: usize) -> Option<usize> {
        let strands = forcing.starts.iter().enumerate();
        let runs = strands.clone().map(|(k, &start)| self.run(start).depth(forcing.end(k)));
        let least: usize = runs.sum();
        if least > most {
            return None;
        }
        if !self.mode.is_dynamic {
            return Some(least);
        }
        let (mut sum, mut counted) = (0, Vec::new());
        for (k, &start) in strands {
            let run = self.runs[usize::from(start)].as_ref().expect("the run was made");
            sum += self.engine.ancestors(run, forcing.end(k), most.checked_sub(sum)?)?;
            if self.mode.level > 1 {
                sum += self.engine.nested_complexity(run, &mut counted);
            }
        }
        (sum <= most).then_some(sum)
    }

    /// A chain as part of another, if it leans on what has gone since `source`.
    fn nested(&mut self, removals: Removals, forcing: Forcing, source: &Board) -> Option<Nested> {
        let (mut premises, mut lists) = (Vec::new(), Lists::new());
        for (k, &start) in forcing.starts.iter().enumerate() {
            let run = self.runs[usize::from(start)].as_ref().expect("the run was made");
            self.engine.ancestors(run, forcing.end(k), usize::MAX);
            for &node in self.engine.reached.iter().filter(|&node| node & 1 == 1) {
                let is_start = run.parents(node).is_empty();
                let cause = if is_start { forcing.cause } else { run.cause(node) };
                add_gone(number_of(node), cause, source, self.board, &mut premises);
            }
            lists.push(self.engine.reached.clone());
        }
        premises.sort_unstable();
        premises.dedup();
        (!premises.is_empty()).then_some(Nested { forcing, removals, premises, lists })
    }
}
