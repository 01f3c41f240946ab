//! Cycles and chains without branches.
//!
//! ```text
//!      chain    4 here is true ─ false ─ true ─ ... ─ false: 4 is not here
//!      cycle    ... back to the start: either all true nodes of it hold, or all false ones do not
//!
//!      X links: places of a digit    Y links: candidates of a cell    XY: both
//! ```
//!
//! X chains and cycles are looked for first, then Y cycles, then those of both kinds. Among all the
//! one of the least difficulty is taken; of equals the shorter, then X before Y before XY, then the
//! first found. As part of another chain all are wanted, the first of these for each set of
//! removals.

use std::collections::HashMap;

use super::cycles::Cycles;
use super::engine::Lists;
use super::layers::Layers;
use super::length::sum;
use super::links::{By, Links};
use super::node::{
    NO_CAUSE, Node, Number, each_false, each_true, number, number_of, removals_of, weak_cause,
};
use super::run::add_gone;
use crate::logic::technique::Board;
use crate::logic::technique::bits::ones;
use crate::logic::technique::deduction::Removals;

/// Its nodes, or how to find them.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// The nodes of a cycle, from its start, which is true.
    Cycle(Vec<Node>),
    /// The start of a chain to its negation.
    Line(Node),
}

/// No chain is longer.
const LONGEST: usize = 1458;

/// A cycle or a chain.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) by: By,
    /// Summed up in floating point: equal sums decide the order.
    pub(super) difficulty: f64,
    pub(super) complexity: usize,
    pub(super) form: Form,
}

impl Chain {
    fn comes_before(&self, other: &Chain) -> bool {
        let key = |chain: &Chain| (chain.difficulty, chain.complexity, chain.by);
        key(self) < key(other)
    }
}

/// A chain as part of another.
pub(super) struct NestedChain {
    pub(super) chain: Chain,
    pub(super) removals: Removals,
    pub(super) premises: Vec<Node>,
    pub(super) lists: Lists,
}

/// The chains that were found.
enum Found {
    Best(Best),
    /// With their place among all that were found.
    All(HashMap<Removals, (usize, Chain)>, usize),
}

/// The best chain so far.
struct Best {
    chain: Option<(Chain, Removals)>,
    /// Whether there is one of a digit alone.
    has_of_digit: bool,
    by: By,
    /// The longest cycle that would be better, by the present links; and the longest chain.
    most: [usize; 2],
}

struct Search<'s> {
    board: &'s Board,
    links: Links,
    found: Found,
}

/// The chain to take, and what it removes; and whether there is one of a digit alone, among some
/// digits. Other digits are known to have none.
pub(super) fn first(board: &Board, digits: u16) -> (Option<(Chain, Removals)>, bool) {
    let best = Best { chain: None, has_of_digit: false, by: By::X, most: [0; 2] };
    match search(board, digits, Found::Best(best)) {
        Found::Best(best) => (best.chain, best.has_of_digit),
        Found::All(..) => (None, true),
    }
}

/// The chains that lean on what has gone since `source`, with what they lean on.
pub(super) fn all(board: &Board, source: &Board) -> Vec<NestedChain> {
    let Found::All(map, _) = search(board, 0o777, Found::All(HashMap::new(), 0)) else {
        return Vec::new();
    };
    let mut all: Vec<(Removals, (usize, Chain))> = map.into_iter().collect();
    all.sort_unstable_by(|(_, (one_place, one)), (_, (other_place, other))| {
        one.difficulty.total_cmp(&other.difficulty).then(
            (one.complexity, one.by, one_place).cmp(&(other.complexity, other.by, other_place)),
        )
    });
    all.into_iter()
        .filter_map(|(removals, (_, chain))| nested(board, source, removals, chain))
        .collect()
}

fn search(board: &Board, of_one_digit: u16, found: Found) -> Found {
    let links = Links::of(board);
    let mut search = Search { board, links, found };
    let mut cycles = Cycles::default();
    for by in [By::X, By::Y, By::Xy] {
        if search.found.is_best_without(by) {
            continue;
        }
        let layers = Layers::of(board, &search.links, by);
        for cell in 0..81 {
            let count = board.count(cell);
            if count < 2 || count > 2 && by == By::Y {
                continue;
            }
            let digits = if by == By::X { of_one_digit } else { 0o777 };
            for digit in ones(board.left(cell) & digits) {
                search.candidate(number(cell, digit), by, &layers, &mut cycles);
            }
        }
    }
    search.found
}

impl Search<'_> {
    fn candidate(&mut self, start: Number, by: By, layers: &Layers, cycles: &mut Cycles) {
        let cycles_most = self.found.most(0);
        if cycles_most >= 4 && layers.may_close(start, cycles_most) {
            let (boards, found) = ((self.board, &self.links), &mut self.found);
            cycles.from(boards, start, by, cycles_most, &mut |nodes, removals| {
                let complexity = nodes.len();
                let difficulty = sum(by.cycle_base(), complexity);
                let form = Form::Cycle(nodes);
                found.offer(Chain { by, difficulty, complexity, form }, removals);
                found.most(0)
            });
        }
        if by == By::Y {
            return;
        }
        self.offer_line(start * 2 + 1, by, layers);
        // With one partner the way back leads through the negation of the partner, and the chain
        // from there is shorter.
        let partners = self.links.partners_of(start, [by.cells(), by.houses()]);
        if partners > 1 || partners > 0 && self.found.wants_all() {
            self.offer_line(start * 2, by, layers);
        }
    }

    fn offer_line(&mut self, start: Node, by: By, layers: &Layers) {
        let (board, most) = ((self.board, by), self.found.most(1));
        let distance = layers.distance(board, number_of(start), start & 1 == 1, most);
        let Some(complexity) = distance else { return };
        let difficulty = sum(by.chain_base(), complexity);
        let form = Form::Line(start);
        let chain = Chain { by, difficulty, complexity, form };
        self.found.offer(chain, removals_of(start ^ 1, self.board));
    }
}

impl Found {
    /// Whether chains by these links can't be better than the best. If they can, they are next.
    fn is_best_without(&mut self, by: By) -> bool {
        let Found::Best(best) = self else { return false };
        if best.chain.as_ref().is_some_and(|(chain, _)| chain.difficulty < by.cycle_base()) {
            return true;
        }
        best.by = by;
        best.measure();
        false
    }

    const fn wants_all(&self) -> bool {
        matches!(self, Found::All(..))
    }

    /// The longest cycle (0) that would be better than the best, or the longest chain (1).
    fn most(&self, form: usize) -> usize {
        match self {
            Found::Best(best) => best.most[form],
            Found::All(..) => LONGEST,
        }
    }

    fn offer(&mut self, chain: Chain, removals: Removals) {
        if removals.is_empty() {
            return;
        }
        match self {
            Found::Best(best) => {
                if best.chain.as_ref().is_none_or(|(best, _)| chain.comes_before(best)) {
                    best.has_of_digit |= chain.by == By::X;
                    best.chain = Some((chain, removals));
                    best.measure();
                }
            }
            Found::All(map, count) => {
                *count += 1;
                if map.get(&removals).is_none_or(|(_, best)| chain.comes_before(best)) {
                    map.insert(removals, (*count, chain));
                }
            }
        }
    }
}

impl Best {
    fn measure(&mut self) {
        let by = self.by;
        self.most = [by.cycle_base(), by.chain_base()].map(|base| {
            let Some((best, _)) = &self.chain else { return LONGEST };
            let is_better = |complexity: &usize| {
                (sum(base, *complexity), *complexity, by)
                    < (best.difficulty, best.complexity, best.by)
            };
            // A chain of one more node is never easier.
            (1..LONGEST).take_while(is_better).last().unwrap_or(0)
        });
    }
}

/// The nodes of a chain from its end back to its start, with the causes of the true ones. The
/// first way that is found among the shortest.
pub(super) fn line(board: &Board, start: Node, by: By) -> Vec<(Node, u8)> {
    const UNSEEN: (Node, u8) = (Node::MAX, NO_CAUSE);
    let goal = start ^ 1;
    let mut parents = [UNSEEN; 1458];
    parents[usize::from(start)] = (start, NO_CAUSE);
    let mut crest = vec![start];
    let mut next = Vec::new();
    while parents[usize::from(goal)] == UNSEEN && !crest.is_empty() {
        for &node in &crest {
            let mut reach = |reached: Node, cause: u8| {
                let parent = &mut parents[usize::from(reached)];
                if *parent == UNSEEN {
                    *parent = (node, cause);
                    next.push(reached);
                }
            };
            if node & 1 == 1 {
                each_false(board, number_of(node), by.cells(), |number| {
                    reach(number * 2, NO_CAUSE);
                    false
                });
            } else {
                each_true(board, number_of(node), [by.cells(), by.houses()], |number, cause| {
                    reach(number * 2 + 1, cause);
                });
            }
        }
        std::mem::swap(&mut crest, &mut next);
        next.clear();
    }
    let mut line = Vec::new();
    let mut node = goal;
    loop {
        let (parent, cause) = parents[usize::from(node)];
        line.push((node, cause));
        if node == start || parent == Node::MAX {
            return line;
        }
        node = parent;
    }
}

/// A chain as part of another, if it leans on what has gone since `source`.
fn nested(board: &Board, source: &Board, removals: Removals, chain: Chain) -> Option<NestedChain> {
    let mut premises = Vec::new();
    let mut lean = |node: Node, cause: u8| {
        if node & 1 == 1 {
            add_gone(number_of(node), cause, source, board, &mut premises);
        }
    };
    let lists = match &chain.form {
        Form::Line(start) => {
            let line = line(board, *start, chain.by);
            for &(node, cause) in &line {
                lean(node, cause);
            }
            vec![line.into_iter().map(|(node, _)| node).collect()]
        }
        Form::Cycle(nodes) => {
            for (k, &node) in nodes.iter().enumerate() {
                let before = nodes[(k + nodes.len() - 1) % nodes.len()];
                let [one, other] = [before, node].map(number_of);
                if node & 1 == 1 {
                    lean(node, Links::cause(board, one, other));
                } else {
                    // The way back goes through it, and it is true there.
                    lean(node ^ 1, weak_cause(one, other));
                }
            }
            // From the end back to the start, and the other way round, with all nodes negated.
            let start = nodes[0];
            let mut there = vec![start];
            there.extend(nodes[1..].iter().rev());
            let mut back = vec![start ^ 1];
            back.extend(nodes[1..].iter().map(|node| node ^ 1));
            vec![there, back]
        }
    };
    premises.sort_unstable();
    premises.dedup();
    (!premises.is_empty()).then_some(NestedChain { chain, removals, premises, lists })
}
