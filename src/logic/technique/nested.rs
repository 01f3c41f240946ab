//! Forcing nets from any candidate, and nets within nets: what always helps in the end.
//!
//! ```text
//!      a candidate is assumed ──▶ singles, until something is contradicted: a forcing net
//!            │ nothing is
//!            ▼
//!      each candidate left is assumed there ──▶ those that singles contradict go, and so on, until
//!                                               something is contradicted: a nested net
//! ```
//!
//! A candidate that leads to a contradiction is false. Of the forcing nets, the one with the fewest
//! facts until then is the first. Nested nets cost more, and are shown as they are found: cells
//! with few candidates come first.
//!
//! Invariant: what a world knows follows from facts before it in its trail.
//!
//! Deliberately lacking: the shortest nested net.

use std::cell::OnceCell;

use smallvec::SmallVec;

use super::bits::ones;
use super::constraint::{Constraint, of_cell, of_places};
use super::deduction::{Evidence, ForcingReason, Inference, Reason};
use super::refuter::{Bare, Refuter};
use super::tables::{HOUSES, PEERS, candidate, number};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Sight, Technique};
use crate::singles::CandidateIndex;
use crate::sudoku::Candidate;

/// Why a fact is one.
#[derive(Clone, Copy)]
enum Why {
    Assumed,
    /// It sees what a fact sets.
    Seen(u16),
    /// All others of the constraint are false.
    Last(Constraint),
    /// A deduction within the world, by its number.
    Nested(u16),
}

/// A candidate that is true or false in a world.
#[derive(Clone, Copy)]
struct Fact {
    cell: u8,
    digit: u8,
    is_true: bool,
    why: Why,
}

/// A deduction within a world, made in full only if something leans on it.
struct Nested {
    board: Board,
    candidate: CandidateIndex,
    depth: usize,
    made: OnceCell<Deduction>,
}

impl Nested {
    fn deduction(&self) -> &Deduction {
        let made = || deduction(&self.board, self.candidate, self.depth, Refuter::new());
        self.made.get_or_init(|| made().expect("what is refuted has a contradiction"))
    }
}

/// A constraint without candidates; the last fact of the trail took the last one.
struct Clash(Constraint);

/// What follows from an assumption.
struct World<'b> {
    base: &'b Board,
    board: Board,
    /// The cells that are known.
    known: u128,
    trail: Vec<Fact>,
    nested: Vec<Nested>,
    /// Singles still to be set, and the number of those that are.
    due: Vec<(u8, u8, Constraint)>,
    settled: usize,
}

impl<'b> World<'b> {
    fn new(base: &'b Board) -> World<'b> {
        World {
            base,
            board: base.clone(),
            known: 0,
            trail: Vec::with_capacity(256),
            nested: Vec::new(),
            due: Vec::with_capacity(64),
            settled: 0,
        }
    }

    fn assume(&mut self, candidate: CandidateIndex) -> Result<(), Clash> {
        let (cell, digit) = candidate.numbers();
        self.set(cell, digit, Why::Assumed)?;
        self.settle()
    }

    /// Sets all singles that are due.
    fn settle(&mut self) -> Result<(), Clash> {
        while let Some(&(cell, digit, constraint)) = self.due.get(self.settled) {
            self.settled += 1;
            if self.known >> cell & 1 == 0 {
                self.set(cell, digit, Why::Last(constraint))?;
            }
        }
        Ok(())
    }

    fn set(&mut self, cell: u8, digit: u8, why: Why) -> Result<(), Clash> {
        let number = self.trail.len() as u16;
        self.trail.push(Fact { cell, digit, is_true: true, why });
        self.known |= 1 << cell;
        for other in ones(self.board.left(cell) & !(1 << digit)) {
            self.rule_out(cell, other, Why::Seen(number))?;
        }
        let places = self.board.cells(digit);
        for peer in PEERS[usize::from(cell)].into_iter().filter(|peer| places >> peer & 1 == 1) {
            self.rule_out(peer, digit, Why::Seen(number))?;
        }
        Ok(())
    }

    fn rule_out(&mut self, cell: u8, digit: u8, why: Why) -> Result<(), Clash> {
        self.trail.push(Fact { cell, digit, is_true: false, why });
        self.board.take(cell.into(), digit.into());
        let left = self.board.left(cell);
        match left.count_ones() {
            0 => return Err(Clash(of_cell(cell))),
            1 => self.due.push((cell, super::bits::lowest(left), of_cell(cell))),
            _ => {}
        }
        for house in HOUSES[usize::from(cell)] {
            let places = self.board.places(house, digit);
            match places.count_ones() {
                0 => return Err(Clash(of_places(house, digit))),
                1 => {
                    let place = usize::from(super::bits::lowest(places));
                    let cell = super::tables::CELLS[usize::from(house)][place];
                    self.due.push((cell, digit, of_places(house, digit)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The places in the trail of facts that a candidate is false.
    fn false_at(&self) -> [u16; 729] {
        let mut at = [u16::MAX; 729];
        for (place, fact) in self.trail.iter().enumerate().filter(|(_, fact)| !fact.is_true) {
            at[usize::from(fact.cell) * 9 + usize::from(fact.digit)] = place as u16;
        }
        at
    }

    /// The places of facts that take all candidates of a constraint but one.
    fn takers(&self, of: Constraint, but: Candidate, at: &[u16; 729]) -> SmallVec<[u16; 4]> {
        let others = of.members(self.base).into_iter().filter(|&other| other != but);
        others.filter_map(|other| known(at, other)).collect()
    }

    /// The premises of the fact at a place of the trail.
    fn premises(&self, fact: Fact, place: usize, at: &[u16; 729]) -> SmallVec<[u16; 4]> {
        match fact.why {
            Why::Assumed => SmallVec::new(),
            Why::Seen(place) => SmallVec::from_slice(&[place]),
            Why::Last(constraint) => self.takers(constraint, candidate(fact.cell, fact.digit), at),
            Why::Nested(which) => {
                let mut grounds = self.grounds(self.nested[usize::from(which)].deduction(), at);
                // What was found later was still there.
                grounds.retain(|ground| usize::from(*ground) < place);
                grounds
            }
        }
    }

    /// The facts without which a nested deduction would have more candidates to deal with.
    fn grounds(&self, nested: &Deduction, at: &[u16; 729]) -> SmallVec<[u16; 4]> {
        let (mut places, mut constraints) = (SmallVec::new(), Vec::new());
        constraints_of(nested, &mut constraints);
        for member in constraints.into_iter().flat_map(|of| of.members(self.base)) {
            places.extend(known(at, member));
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The inferences that lead to an end, from the assumption on.
    fn strand(&self, end: (Fact, SmallVec<[u16; 4]>), at: &[u16; 729]) -> Vec<Inference> {
        let (end, grounds) = end;
        let mut is_needed = vec![false; self.trail.len()];
        is_needed[0] = true;
        grounds.iter().for_each(|&place| is_needed[usize::from(place)] = true);
        let mut premises: Vec<SmallVec<[u16; 4]>> = vec![SmallVec::new(); self.trail.len()];
        for place in (0..self.trail.len()).rev().filter(|&place| place > 0) {
            if is_needed[place] {
                premises[place] = self.premises(self.trail[place], place, at);
                premises[place].iter().for_each(|&one| is_needed[usize::from(one)] = true);
            }
        }
        let mut numbers = vec![0; self.trail.len()];
        let mut strand = Vec::new();
        let all = self.trail.iter().zip(premises).enumerate();
        for (place, (fact, premises)) in all.filter(|&(place, _)| is_needed[place]) {
            numbers[place] = strand.len() as u16;
            strand.push(self.inference(*fact, &premises, &numbers));
        }
        strand.push(self.inference(end, &grounds, &numbers));
        strand
    }

    fn inference(&self, fact: Fact, premises: &[u16], numbers: &[u16]) -> Inference {
        Inference {
            candidate: candidate(fact.cell, fact.digit),
            is_true: fact.is_true,
            reason: match fact.why {
                Why::Assumed => Reason::Assumed,
                Why::Seen(_) => Reason::Seen,
                Why::Last(constraint) => Reason::Last(constraint),
                Why::Nested(which) => {
                    Reason::Nested(Box::new(self.nested[usize::from(which)].deduction().clone()))
                }
            },
            premises: premises.iter().map(|&place| numbers[usize::from(place)]).collect(),
        }
    }

    /// The deduction from a clash: the last candidate taken is false, and it is true.
    fn refutation(mut self, Clash(constraint): Clash, technique: Technique) -> Deduction {
        let last = self.trail.pop().expect("a clash follows from a fact");
        let at = self.false_at();
        let but = candidate(last.cell, last.digit);
        let premises = self.premises(last, self.trail.len(), &at);
        let set = Fact { is_true: true, why: Why::Last(constraint), ..last };
        let takers = self.takers(constraint, but, &at);
        let strands = vec![self.strand((last, premises), &at), self.strand((set, takers), &at)];
        let start = strands[0][0].candidate;
        Deduction {
            technique,
            difficulty: technique.usual(),
            removals: vec![start],
            placement: None,
            evidence: Evidence::Forcing { ground: ForcingReason::Contradiction, strands },
        }
    }
}

/// The place where a candidate is known to be false.
fn known(at: &[u16; 729], candidate: Candidate) -> Option<u16> {
    let index = usize::from(number(candidate.cell)) * 9 + candidate.digit.index();
    (at[index] != u16::MAX).then_some(at[index])
}

/// The constraints that a deduction relies on.
fn constraints_of(deduction: &Deduction, out: &mut Vec<Constraint>) {
    let Evidence::Forcing { strands, .. } = &deduction.evidence else { return };
    for inference in strands.iter().flatten() {
        match &inference.reason {
            Reason::Last(constraint) => out.push(*constraint),
            Reason::Nested(nested) => constraints_of(nested, out),
            Reason::Assumed | Reason::Seen => {}
        }
    }
}

/// The deduction that a candidate is false, by nets nested `depth` deep.
fn deduction(
    base: &Board,
    candidate: CandidateIndex,
    depth: usize,
    refuter: Refuter,
) -> Option<Deduction> {
    let technique = [Technique::ForcingNet, Technique::NestedNet, Technique::DeepNet][depth];
    let mut world = World::new(base);
    if let Err(clash) = world.assume(candidate) {
        return Some(world.refutation(clash, technique));
    }
    let mut has_changed = depth > 0;
    while has_changed {
        has_changed = false;
        for level in 0..depth {
            let mut left = Bare::of(&world.board);
            for candidate in candidates(&world.board) {
                let (cell, digit) = candidate.numbers();
                let is_open =
                    world.known >> cell & 1 == 0 && world.board.left(cell) >> digit & 1 == 1;
                if !is_open || !refuter.refutes(&left, candidate, level) {
                    continue;
                }
                let number = world.nested.len() as u16;
                let (board, made) = (world.board.clone(), OnceCell::new());
                world.nested.push(Nested { board, candidate, depth: level, made });
                let ruled_out = world.rule_out(cell, digit, Why::Nested(number));
                if let Err(clash) = ruled_out.and_then(|()| world.settle()) {
                    return Some(world.refutation(clash, technique));
                }
                left = Bare::of(&world.board);
                has_changed = true;
            }
            if has_changed {
                break;
            }
        }
    }
    None
}

/// The candidates of a board, cells with few of them first.
fn candidates(board: &Board) -> Vec<CandidateIndex> {
    let mut cells: Vec<u8> = (0..81).filter(|&cell| board.count(cell) > 1).collect();
    cells.sort_by_key(|&cell| board.count(cell));
    let of =
        |cell: u8| ones(board.left(cell)).map(move |digit| CandidateIndex::numbered(cell, digit));
    cells.into_iter().flat_map(of).collect()
}

/// Candidates that are contradicted by nets nested `depth` deep.
pub(super) fn find(sight: &Sight, depth: usize, visit: Visit<'_>) -> Flow {
    // Most candidates lead nowhere, so traces are made for those alone that are shown.
    let board = sight.board();
    let left = Bare::of(board);
    let all = candidates(board).into_iter();
    let mut hopeless = all.filter(|&one| sight.refuted().has(&left, one, depth));
    let show =
        |one| deduction(board, one, depth, Refuter::new()).map_or(Flow::Continue(()), &mut *visit);
    if depth > 0 {
        return hopeless.try_for_each(show);
    }
    let mut nets: Vec<CandidateIndex> = hopeless.collect();
    nets.sort_by_cached_key(|&one| facts(board, one));
    nets.into_iter().try_for_each(show)
}

/// The number of facts until singles contradict a candidate.
fn facts(board: &Board, candidate: CandidateIndex) -> usize {
    let mut world = World::new(board);
    let _ = world.assume(candidate);
    world.trail.len()
}
