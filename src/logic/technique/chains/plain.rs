//! Cycles and chains without branches.
//!
//! ```text
//!      chain    4 here is true ─ false ─ true ─ ... ─ false: 4 is not here
//!      cycle    ... back to the start: either all true nodes of it hold, or all false ones do not
//!
//!      X links: places of a digit    Y links: candidates of a cell    XY: both
//! ```
//!
//! Among all the one of the least difficulty is taken; of equals the shorter, then X before Y
//! before XY, then the first by its start, cycles before lines. As part of another chain all are
//! wanted, the first of these for each set of removals.
//!
//! Lines are looked for before cycles: what no line removes no cycle does, and most boards have few
//! lines. So few candidates are left from which cycles are walked.
//!
//! Invariant: the chain that is taken is the one of that order, whatever is looked for first.
//!
//! Source: the order is that of Sudoku Explainer (Nicolas Juillerat, 2007).

use std::collections::HashMap;
use std::ops::RangeBounds;

use super::cycles::Cycles;
use super::engine::Lists;
use super::layers::Layers;
use super::length::sum;
use super::links::{By, Links};
use super::node::{
    NO_CAUSE, Node, Number, NumberSet, cell_of, each_false, each_true, number, number_of,
    removals_of, weak_cause,
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
    /// Its place among chains by the same links: by its start, cycles before lines.
    place: usize,
}

impl Chain {
    fn comes_before(&self, other: &Chain) -> bool {
        let key = |chain: &Chain| (chain.difficulty, chain.complexity, chain.by, chain.place);
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
    /// With the number of those found before: it orders cycles with the same start.
    All(HashMap<Removals, (usize, Chain)>, usize),
}

/// The best chain so far.
struct Best {
    chain: Option<(Chain, Removals)>,
    /// Whether there is one of a digit alone.
    has_of_digit: bool,
    by: By,
    /// The longest cycle that would be better, by the present links; and the longest line.
    cycles: Longest,
    lines: Longest,
}

/// The longest chain that would be better than the best one.
#[derive(Clone, Copy)]
struct Longest {
    /// From a start behind the best one's.
    behind: usize,
    /// From a start before it, which wins a draw.
    before: usize,
}

impl Longest {
    const NONE: Longest = Longest { behind: 0, before: 0 };
}

struct Search<'s> {
    board: &'s Board,
    links: &'s Links,
    found: Found,
    /// Candidates from which a line leads to their own negation, and its length. A cycle removes
    /// nothing else: there is a line from there round the cycle and back. It goes both ways, so all
    /// that is in the cycle becomes both true and false from there.
    ends: Vec<(Number, usize)>,
}

/// The chain to take, and what it removes; and whether there is one of a digit alone, among some
/// digits. Other digits are known to have none.
pub(super) fn first(board: &Board, digits: u16) -> (Option<(Chain, Removals)>, bool) {
    let best = Best {
        chain: None,
        has_of_digit: false,
        by: By::X,
        cycles: Longest::NONE,
        lines: Longest::NONE,
    };
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
    all.sort_unstable_by(|(_, (one_count, one)), (_, (other_count, other))| {
        one.difficulty.total_cmp(&other.difficulty).then_with(|| {
            let key =
                |chain: &Chain, count: usize| (chain.complexity, chain.by, chain.place, count);
            key(one, *one_count).cmp(&key(other, *other_count))
        })
    });
    all.into_iter()
        .filter_map(|(removals, (_, chain))| nested(board, source, removals, chain))
        .collect()
}

fn search(board: &Board, of_one_digit: u16, found: Found) -> Found {
    let links = Links::of(board);
    let mut search = Search { board, links: &links, found, ends: Vec::new() };
    let mut cycles = Cycles::default();
    for by in [By::X, By::Xy, By::Y] {
        if search.found.is_best_without(by) {
            continue;
        }
        let digits = if by == By::X { of_one_digit } else { 0o777 };
        let has_some = search.found.has_some() || !search.ends.is_empty();
        if digits == 0 || by == By::Y && !has_some {
            continue;
        }
        let layers = Layers::of(board, &links, by);
        if by != By::Y {
            search.ends.clear();
            search.each_start(1.., digits, |search, start| search.lines(start, by, &layers));
        }
        let most = search.found.most_of_cycles();
        if most < 4 {
            continue;
        }
        // With a chain at hand, lines as long as cycles of cells may be were not looked for.
        let is_known = by != By::Y || search.found.wants_all() || !search.found.has_some();
        search.ends.retain(|end| end.1 <= most + 2);
        let ends: Vec<Number> = search.ends.iter().map(|end| end.0).collect();
        let ends = layers.removable(&ends, most);
        let may_be_in =
            if is_known { layers.both_ways(ends.iter().copied(), most) } else { NumberSet::all() };
        let ends = is_known.then_some(&ends[..]);
        let counts = if by == By::Y { 2..3 } else { 2..10 };
        search.each_start(counts, digits, |search, start| {
            if may_be_in.has(start) {
                search.cycles(start, ends, by, &layers, &mut cycles);
            }
        });
    }
    search.found
}

impl Search<'_> {
    /// The candidates of some digits in cells with some numbers of candidates, in their order.
    fn each_start(
        &mut self,
        counts: impl RangeBounds<usize>,
        digits: u16,
        mut visit: impl FnMut(&mut Self, Number),
    ) {
        for cell in 0..81 {
            if counts.contains(&self.board.count(cell)) {
                for digit in ones(self.board.left(cell) & digits) {
                    visit(self, number(cell, digit));
                }
            }
        }
    }

    fn cycles(
        &mut self,
        start: Number,
        ends: Option<&[Number]>,
        by: By,
        layers: &Layers<'_>,
        cycles: &mut Cycles,
    ) {
        let place = usize::from(start) * 3;
        let most = self.found.most_of_cycle(place);
        if most < 4 || !layers.may_close(start, most) {
            return;
        }
        let found = &mut self.found;
        cycles.from(layers, start, ends, most, &mut |nodes, removals| {
            let complexity = nodes.len();
            let difficulty = sum(by.cycle_base(), complexity);
            let form = Form::Cycle(nodes);
            found.offer(Chain { by, difficulty, complexity, form, place }, removals);
            found.most_of_cycle(place)
        });
    }

    fn lines(&mut self, start: Number, by: By, layers: &Layers<'_>) {
        self.offer_line(start * 2 + 1, by, layers);
        if self.board.count(cell_of(start)) == 1 {
            return;
        }
        // With one partner the way back leads through the negation of the partner, and the chain
        // from there is shorter.
        let partners = self.links.partners(start, by).count();
        if partners > 1 || partners > 0 && self.found.wants_all() {
            self.offer_line(start * 2, by, layers);
        }
    }

    fn offer_line(&mut self, start: Node, by: By, layers: &Layers<'_>) {
        let is_true = start & 1 == 1;
        let place = usize::from(number_of(start)) * 3 + if is_true { 1 } else { 2 };
        let mut most = self.found.most_of_line(place);
        if is_true {
            most = most.max(self.found.most_of_cycles() + 2);
        }
        let distance = layers.distance(number_of(start), is_true, most);
        let Some(complexity) = distance else { return };
        if is_true {
            self.ends.push((number_of(start), complexity));
            if self.board.count(cell_of(number_of(start))) == 1 {
                return;
            }
        }
        let difficulty = sum(by.chain_base(), complexity);
        let form = Form::Line(start);
        let chain = Chain { by, difficulty, complexity, form, place };
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

    fn has_some(&self) -> bool {
        match self {
            Found::Best(best) => best.chain.is_some(),
            Found::All(map, _) => !map.is_empty(),
        }
    }

    /// The longest cycle that would be better than the best, from wherever.
    fn most_of_cycles(&self) -> usize {
        match self {
            Found::Best(best) => best.cycles.before,
            Found::All(..) => LONGEST,
        }
    }

    /// The longest cycle at a place that would be better than the best.
    fn most_of_cycle(&self, place: usize) -> usize {
        match self {
            Found::Best(best) => best.most_at(best.cycles, place),
            Found::All(..) => LONGEST,
        }
    }

    /// The longest line at a place that would be better than the best.
    fn most_of_line(&self, place: usize) -> usize {
        match self {
            Found::Best(best) => best.most_at(best.lines, place),
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
    /// Which of both is that of a place.
    fn most_at(&self, longest: Longest, place: usize) -> usize {
        let is_before = self.chain.as_ref().is_some_and(|(chain, _)| place < chain.place);
        if is_before { longest.before } else { longest.behind }
    }

    fn measure(&mut self) {
        let by = self.by;
        [self.cycles, self.lines] = [by.cycle_base(), by.chain_base()].map(|base| {
            let Some((best, _)) = &self.chain else {
                return Longest { behind: LONGEST, before: LONGEST };
            };
            let best = (best.difficulty, best.complexity, best.by);
            let key = |complexity: usize| (sum(base, complexity), complexity, by);
            // A chain of one more node is never easier.
            let worse = (1..LONGEST).find(|&complexity| key(complexity) >= best);
            let most = worse.map_or(LONGEST, |worse| worse - 1);
            Longest { behind: most, before: most + usize::from(key(most + 1) == best) }
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
