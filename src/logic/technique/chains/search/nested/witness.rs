//! Chains as deductions that can be replayed.
//!
//! ```text
//!      forcing chain ──▶ its runs once more ──▶ the ancestors of their ends, in order: strands
//! ```
//!
//! A search keeps only what decides. The runs of the one chain that is taken are made again, with
//! notes of what is nested in them.

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

use super::super::{Forcing, Kind};
use super::{self as nested, Notes};
use crate::logic::technique::chains::engine::Engine;
use crate::logic::technique::chains::length::{steps, tenths};
use crate::logic::technique::chains::links::{By, Links};
use crate::logic::technique::chains::node::{
    NO_CAUSE, Node, Number, OF_CELL, candidate_of, cell_of, digit_of, house_of, number_of,
    removals_of,
};
use crate::logic::technique::chains::plain::{self, Chain, Form};
use crate::logic::technique::chains::run::{Run, Setting};
use crate::logic::technique::constraint::{Constraint, of_cell, of_places};
use crate::logic::technique::deduction::Removals;
use crate::logic::technique::{
    Board, Deduction, Evidence, ForcingReason, Inference, Reason, Technique,
};

/// The constraint of a strong link to a candidate.
fn constraint(number: Number, cause: u8) -> Constraint {
    match cause {
        OF_CELL => of_cell(cell_of(number)),
        _ => of_places(house_of(cell_of(number), cause), digit_of(number)),
    }
}

/// A deduction with the conclusion that a node holds.
fn concluding(
    technique: Technique,
    difficulty: u16,
    result: Node,
    board: &Board,
    evidence: Evidence,
) -> Deduction {
    let removals = removals_of(result, board);
    let mut deduction = Deduction::removing(technique, difficulty, removals, evidence);
    if result & 1 == 1 {
        deduction.placement = Some(candidate_of(number_of(result)));
    }
    deduction
}

/// A chain without branches, or a cycle, and what it removes.
pub(in crate::logic::technique::chains) fn of_chain(
    chain: &Chain,
    removals: Removals,
    board: &Board,
) -> Deduction {
    let difficulty = tenths(chain.difficulty);
    match &chain.form {
        Form::Cycle(nodes) => {
            let numbers: Vec<Number> = nodes.iter().map(|&node| number_of(node)).collect();
            let truth = |k: usize| {
                let [one, other] = [numbers[k], numbers[(k + 1) % numbers.len()]];
                constraint(other, Links::cause(board, one, other))
            };
            let truths = (1..numbers.len()).step_by(2).map(truth).collect();
            let nodes = numbers.iter().map(|&number| candidate_of(number)).collect();
            let technique = match chain.by {
                By::X => Technique::XCycle,
                By::Y => Technique::YCycle,
                By::Xy => Technique::XyCycle,
            };
            let evidence = Evidence::Cycle { nodes, truths };
            Deduction::removing(technique, difficulty, removals, evidence)
        }
        Form::Line(start) => {
            let mut line = plain::line(board, *start, chain.by);
            line.reverse();
            let inference = |(k, &(node, cause)): (usize, &(Node, u8))| {
                let (number, is_true) = (number_of(node), node & 1 == 1);
                let reason = match (k, is_true) {
                    (0, _) => Reason::Assumed,
                    (_, true) => Reason::Last(constraint(number, cause)),
                    (_, false) => Reason::Seen,
                };
                let premises = if k == 0 { smallvec![] } else { smallvec![k as u16 - 1] };
                Inference { candidate: candidate_of(number), is_true, reason, premises }
            };
            let strand = line.iter().enumerate().map(inference).collect();
            let evidence =
                Evidence::Forcing { ground: ForcingReason::Negation, strands: vec![strand] };
            let technique = if chain.by == By::X { Technique::XChain } else { Technique::XyChain };
            concluding(technique, difficulty, start ^ 1, board, evidence)
        }
    }
}

/// A forcing chain.
pub(in crate::logic::technique::chains) fn of_forcing(
    forcing: &Forcing,
    board: &Board,
    engine: &mut Engine,
) -> Deduction {
    let starts = forcing.starts.iter().enumerate();
    let strands = starts.map(|(k, &start)| strand(forcing, start, k, board, engine)).collect();
    let first = number_of(forcing.starts[0]);
    let ground = match forcing.kind {
        Kind::Contradiction => ForcingReason::Contradiction,
        Kind::Double => ForcingReason::Either(candidate_of(first)),
        Kind::Cell => ForcingReason::All(of_cell(cell_of(first))),
        Kind::Region => ForcingReason::All(of_places(forcing.house(), digit_of(first))),
    };
    let mode = forcing.mode;
    let (base, technique) = match forcing.kind {
        _ if mode.is_nishio => (75, Technique::Nishio),
        Kind::Cell if !mode.is_dynamic => (80, Technique::CellForcing),
        Kind::Region if !mode.is_dynamic => (80, Technique::RegionForcing),
        Kind::Cell => (85, Technique::DynamicCell(mode.level)),
        Kind::Region => (85, Technique::DynamicRegion(mode.level)),
        Kind::Double => (85, Technique::DynamicDouble(mode.level)),
        Kind::Contradiction => (85, Technique::DynamicContradiction(mode.level)),
    };
    let difficulty = base + 5 * u16::from(mode.level) + steps(forcing.complexity);
    let evidence = Evidence::Forcing { ground, strands };
    concluding(technique, difficulty, forcing.result, board, evidence)
}

/// What leads from a start to its end.
fn strand(
    forcing: &Forcing,
    start: Node,
    place: usize,
    board: &Board,
    engine: &mut Engine,
) -> Vec<Inference> {
    let mut run = engine.lend();
    let mut records = Notes::default();
    run.keeps_first = true;
    let setting = Setting { board, partners: None, mode: forcing.mode };
    nested::fill(&mut run, setting, start, usize::MAX, engine, Some(&mut records));
    run.keeps_first = false;
    engine.ancestors(&run, forcing.end(place), usize::MAX);
    let mut nodes = engine.reached.clone();
    nodes.sort_unstable_by_key(|&node| run.rank(node));
    let places: HashMap<Node, u16> =
        nodes.iter().enumerate().map(|(place, &node)| (node, place as u16)).collect();
    let premises_of = |node: Node| -> SmallVec<[u16; 4]> {
        run.parents(node).iter().map(|parent| places[parent]).collect()
    };
    let strand = nodes
        .iter()
        .map(|&node| Inference {
            candidate: candidate_of(number_of(node)),
            is_true: node & 1 == 1,
            reason: reason(&run, node, &records, engine),
            premises: premises_of(node),
        })
        .collect();
    engine.take_back(run);
    strand
}

fn reason(run: &Run, node: Node, records: &Notes, engine: &mut Engine) -> Reason {
    if run.parents(node).is_empty() {
        return Reason::Assumed;
    }
    if node & 1 == 1 {
        let cause = run.cause(node);
        debug_assert_ne!(cause, NO_CAUSE, "a true node that follows has a cause");
        return Reason::Last(constraint(number_of(node), cause));
    }
    let record = records.nodes.iter().find(|noted| noted.node == node);
    let is_nested =
        |deduction: &Deduction| deduction.removals.contains(&candidate_of(number_of(node)));
    let deduction = record.and_then(|noted| noted.inner.deduction(&noted.board, engine));
    match deduction.filter(is_nested) {
        Some(deduction) => Reason::Nested(Box::new(deduction)),
        None => Reason::Seen,
    }
}
