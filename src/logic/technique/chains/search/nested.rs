//! What is nested in a dynamic run: when nothing more follows, other techniques look at the board
//! that is left.
//!
//! ```text
//!      level 1    locked candidates, hidden pairs, naked pairs, x-wings
//!      level 2    and chains                  level 4    and dynamic chains
//!      level 3    and forcing chains          level 5    and dynamic chains of level 2
//! ```
//!
//! The first of them that has something to say is taken, with all that it says. A deduction's
//! *premises* are the candidates that it needs gone, and that the run took; without any it would
//! hold without the assumption, and is left to others.

use std::rc::Rc;

use super::{self as search, Forcing};
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::chains::engine::Engine;
use crate::logic::technique::chains::node::{Node, number};
use crate::logic::technique::chains::outlook::Outlook;
use crate::logic::technique::chains::plain::{self, Chain};
use crate::logic::technique::chains::run::{Mode, PLAIN, Run, Setting};
use crate::logic::technique::deduction::Removals;
use crate::logic::technique::fish::{self, Fish};
use crate::logic::technique::locking::{self, Locked};
use crate::logic::technique::subsets::{self, Subset};
use crate::logic::technique::tables::{CELLS, HOUSE};
use crate::logic::technique::visit::{Convention, Flow};
use crate::logic::technique::{Board, Deduction};

pub(in crate::logic::technique::chains) mod witness;

/// A deduction on the board that a run has left.
#[derive(Clone)]
pub(super) enum Inner {
    Locked(Locked),
    Hidden(Subset),
    Naked(Subset),
    Fish(Fish),
    Chain(Chain, Removals),
    Forcing(Forcing),
}

impl Inner {
    /// The deduction in full, on its board.
    pub(super) fn deduction(&self, board: &Board, engine: &mut Engine) -> Option<Deduction> {
        match self {
            Inner::Locked(locked) => Some(locked.deduction()),
            Inner::Hidden(subset) => subset.hidden_deduction(board),
            Inner::Naked(subset) => subset.naked_deduction(board),
            Inner::Fish(fish) => Some(fish.deduction()),
            Inner::Chain(chain, removals) => {
                Some(witness::of_chain(chain, removals.clone(), board))
            }
            Inner::Forcing(forcing) => Some(witness::of_forcing(forcing, board, engine)),
        }
    }
}

/// What a nested deduction removes, and why.
struct Finding {
    inner: Inner,
    removals: Removals,
    premises: Vec<Node>,
    number: u32,
}

/// The nested deductions of a run.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) nodes: Vec<NestedNode>,
}

/// A node that a nested deduction makes false.
pub(super) struct NestedNode {
    pub(super) node: Node,
    /// The board that the deduction was found on.
    pub(super) board: Rc<Board>,
    pub(super) inner: Inner,
}

/// Fills a run as far as conclusions of at most `most` nodes need it, with what is nested in it;
/// `notes` receive that.
pub(super) fn fill(
    run: &mut Run,
    setting: Setting<'_>,
    start: Node,
    most: usize,
    engine: &mut Engine,
    mut notes: Option<&mut Notes>,
) {
    let Setting { board, mode, .. } = setting;
    run.fill(setting, start, most, &mut |run, rest| {
        let mut findings = by_rules(board, rest);
        if findings.is_empty() && mode.level > 1 {
            findings = by_chains(board, rest, mode, engine);
        }
        let mut copy = None;
        for finding in &findings {
            for candidate in finding.removals.numbers() {
                let node = candidate * 2;
                if let Some(notes) = notes.as_deref_mut().filter(|_| !run.has(node)) {
                    let board = copy.get_or_insert_with(|| Rc::new(rest.clone()));
                    let (board, inner) = (Rc::clone(board), finding.inner.clone());
                    notes.nodes.push(NestedNode { node, board, inner });
                }
                run.add_nested(candidate, &finding.premises, finding.number);
            }
        }
    });
}

/// What locked candidates say, or hidden pairs, or naked pairs, or x-wings.
fn by_rules(source: &Board, rest: &Board) -> Vec<Finding> {
    let gone: [u128; 9] =
        std::array::from_fn(|digit| source.cells(digit as u8) & !rest.cells(digit as u8));
    let mut findings = locked(rest, &gone);
    if findings.is_empty() {
        findings = hidden_pairs(rest, &gone);
    }
    if findings.is_empty() {
        findings = naked_pairs(source, rest);
    }
    if findings.is_empty() {
        findings = x_wings(rest, &gone);
    }
    findings
}

/// A digit of some cells, as false nodes.
fn nodes_of(of: u128, digit: u8) -> impl Iterator<Item = Node> {
    cells(of).map(move |cell| number(cell, digit) * 2)
}

fn locked(rest: &Board, gone: &[u128; 9]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let _ = locking::each(rest, 0o777, &mut |locked| {
        let Locked { from, to, digit, .. } = locked;
        let needed = HOUSE[usize::from(from)] & !HOUSE[usize::from(to)];
        let premises = gone[usize::from(digit)] & needed;
        if locked.gone != 0 && premises != 0 {
            findings.push(Finding {
                inner: Inner::Locked(locked),
                removals: Removals::of_digit(locked.gone, digit),
                premises: nodes_of(premises, digit).collect(),
                number: PLAIN,
            });
        }
        Flow::Continue(())
    });
    findings
}

fn hidden_pairs(rest: &Board, gone: &[u128; 9]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let least = subsets::least_for_hidden(2, Convention::Explainer);
    let _ = subsets::each_hidden(rest, u32::MAX, 2, least, &mut |subset| {
        let removals = subset.inside(rest);
        if removals.is_empty() {
            return Flow::Continue(());
        }
        let mut premises = Vec::new();
        for place in ones(0o777 & !subset.places) {
            let cell = CELLS[usize::from(subset.house)][usize::from(place)];
            for digit in ones(subset.digits) {
                if gone[usize::from(digit)] >> cell & 1 == 1 {
                    premises.push(number(cell, digit) * 2);
                }
            }
        }
        if !premises.is_empty() {
            findings.push(Finding {
                inner: Inner::Hidden(subset),
                removals: removals.sorted(),
                premises,
                number: PLAIN,
            });
        }
        Flow::Continue(())
    });
    findings
}

fn naked_pairs(source: &Board, rest: &Board) -> Vec<Finding> {
    let mut findings = Vec::new();
    let _ = subsets::each_naked(rest, u32::MAX, 2, Convention::Explainer, &mut |subset| {
        let removals = subset.outside(rest);
        if removals.is_empty() {
            return Flow::Continue(());
        }
        let mut premises = Vec::new();
        for cell in subset.cells() {
            let gone = source.left(cell) & !rest.left(cell) & !subset.digits;
            premises.extend(ones(gone).map(|digit| number(cell, digit) * 2));
        }
        if !premises.is_empty() {
            findings.push(Finding {
                inner: Inner::Naked(subset),
                removals: removals.sorted(),
                premises,
                number: PLAIN,
            });
        }
        Flow::Continue(())
    });
    findings
}

fn x_wings(rest: &Board, gone: &[u128; 9]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let _ = fish::each(rest, 0o777, 2, Convention::Explainer, &mut |fish| {
        let lines = |kind: u8, lines: u16| {
            ones(lines).fold(0, |cells, line| cells | HOUSE[usize::from(kind + line)])
        };
        let needed = lines(fish.kinds[0], fish.bases) & !lines(fish.kinds[1], fish.covers);
        let premises = gone[usize::from(fish.digit)] & needed;
        if premises != 0 {
            findings.push(Finding {
                inner: Inner::Fish(fish),
                removals: Removals::of_digit(fish.gone, fish.digit),
                premises: nodes_of(premises, fish.digit).collect(),
                number: PLAIN,
            });
        }
        Flow::Continue(())
    });
    findings
}

/// What the chains of a level say: the first kind that has something.
fn by_chains(source: &Board, rest: &Board, mode: Mode, engine: &mut Engine) -> Vec<Finding> {
    let of_level = |is_dynamic, level| Mode { is_dynamic, is_nishio: false, level };
    if mode.level < 4 {
        let forcing = of_level(false, 0);
        let mut outlook = Outlook::of(rest, forcing);
        let has_plain = outlook.may_have_plain(rest);
        let found = if has_plain { plain::all(rest, source) } else { Vec::new() };
        let found = found.into_iter().map(|nested| {
            let number = engine.number_of(nested.lists, nested.chain.complexity);
            let (removals, premises) = (nested.removals, nested.premises);
            let inner = Inner::Chain(nested.chain, removals.clone());
            Finding { inner, removals, premises, number }
        });
        let found: Vec<Finding> = found.collect();
        if !found.is_empty() || mode.level == 2 {
            return found;
        }
        return by_forcing(source, rest, outlook, forcing, engine);
    }
    let dynamic = of_level(true, 0);
    let found = by_forcing(source, rest, Outlook::of(rest, dynamic), dynamic, engine);
    if !found.is_empty() || mode.level == 4 {
        return found;
    }
    let with_chains = of_level(true, 2);
    by_forcing(source, rest, Outlook::of(rest, with_chains), with_chains, engine)
}

fn by_forcing(
    source: &Board,
    rest: &Board,
    outlook: Outlook,
    mode: Mode,
    engine: &mut Engine,
) -> Vec<Finding> {
    let found = search::all(rest, outlook, source, mode, engine);
    let found = found.into_iter().map(|nested| {
        let number = engine.number_of(nested.lists, nested.forcing.complexity);
        let (removals, premises) = (nested.removals, nested.premises);
        Finding { inner: Inner::Forcing(nested.forcing), removals, premises, number }
    });
    found.collect()
}
