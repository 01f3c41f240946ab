//! A run: what follows from an assumption, in the order of Sudoku Explainer.
//!
//! ```text
//!      queues     true nodes first; a false one only when there is no true one
//!      parents    of a false node the true one that it sees; of a true node the false ones
//!                 of its constraint
//!      clash      a node whose negation is in the run already: the run stops there
//! ```
//!
//! A static run looks at the board as it is. A dynamic one takes each false node from a copy, once
//! it was asked what it makes true; so constraints with more than two candidates come into play.
//!
//! Invariant: a node's parents came before it. Its depth, the nodes on the longest way back, is at
//! most the number of its ancestors; in a static run both are equal.

use smallvec::SmallVec;

use super::node::{
    NO_CAUSE, Node, Number, NumberSet, OF_CELL, by_house, cell_of, digit_of, each_true, house_of,
    number, number_of,
};
use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::tables::{CELLS, SEES};

/// No nested deduction.
pub(super) const PLAIN: u32 = u32::MAX;

/// How runs reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mode {
    pub(super) is_dynamic: bool,
    /// Only places of a digit count, not the candidates of a cell.
    pub(super) is_nishio: bool,
    /// What is nested in it.
    pub(super) level: u8,
}

/// What runs look at, and how they reason.
#[derive(Clone, Copy)]
pub(super) struct Setting<'b> {
    pub(super) board: &'b Board,
    /// Those of the board, if they are known: static runs may use them.
    pub(super) partners: Option<&'b Partners>,
    pub(super) mode: Mode,
}

/// What a run knows of a node.
#[derive(Clone, Copy, Default)]
struct NodeRecord {
    /// Its parents in the arena: the first, and their number.
    first: u32,
    parents: u16,
    /// The nodes on the longest way back, and on the first one.
    depth: u16,
    length: u16,
    /// When it was added.
    rank: u16,
    /// Of a true node.
    cause: u8,
}

/// What each candidate makes true by itself if it is false, and why: for static runs.
pub(super) struct Partners(Vec<SmallVec<[(Number, u8); 4]>>);

impl Partners {
    pub(super) fn of(board: &Board) -> Partners {
        let of = |of: Number| {
            let mut partners = SmallVec::new();
            if board.left(cell_of(of)) >> digit_of(of) & 1 == 1 {
                each_true(board, of, [true, true], |number, cause| partners.push((number, cause)));
            }
            partners
        };
        Partners((0..729).map(of).collect())
    }
}

/// The nodes of a run.
pub(super) struct Run {
    /// Its false nodes, and its true ones.
    pub(super) sets: [NumberSet; 2],
    /// The same in their order.
    pub(super) order: [Vec<Node>; 2],
    places: Vec<NodeRecord>,
    /// The parents of all nodes.
    arena: Vec<Node>,
    count: u16,
    /// Of false nodes, in runs where something is nested.
    nested: Vec<u32>,
    /// Whether a node keeps its first parents when it clashes: then no node is its own ancestor,
    /// and the run can be replayed. Sudoku Explainer counts the last ones.
    pub(super) keeps_first: bool,
    /// A true node and a false one of the same candidate.
    pub(super) clash: Option<[Node; 2]>,
}

impl Run {
    pub(super) fn new() -> Run {
        Run {
            sets: [NumberSet::default(); 2],
            order: [Vec::new(), Vec::new()],
            places: vec![NodeRecord::default(); 1458],
            arena: Vec::new(),
            count: 0,
            nested: Vec::new(),
            keeps_first: false,
            clash: None,
        }
    }

    /// Begins with an assumption.
    fn begin(&mut self, start: Node, mode: Mode) {
        self.sets = [NumberSet::default(); 2];
        self.order.iter_mut().for_each(Vec::clear);
        self.arena.clear();
        self.count = 0;
        self.nested.clear();
        if mode.level > 1 {
            self.nested.resize(729, PLAIN);
        }
        self.clash = None;
        self.link(start, &[], NO_CAUSE);
        self.enter(start);
    }

    pub(super) fn has(&self, node: Node) -> bool {
        self.sets[usize::from(node & 1)].has(number_of(node))
    }

    /// Writes down the parents of a node.
    #[inline]
    fn link(&mut self, node: Node, parents: &[Node], cause: u8) {
        let (mut depth, mut length) = (0, 0);
        if let [first, rest @ ..] = parents {
            let first = self.places[usize::from(*first)];
            (depth, length) = (first.depth, first.length);
            for &parent in rest {
                depth = depth.max(self.places[usize::from(parent)].depth);
            }
        }
        self.places[usize::from(node)] = NodeRecord {
            first: self.arena.len() as u32,
            parents: parents.len() as u16,
            depth: depth + 1,
            length: length + 1,
            rank: self.count,
            cause,
        };
        self.count += 1;
        self.arena.extend_from_slice(parents);
    }

    /// The nodes on the first way back.
    fn length(&self, node: Node) -> usize {
        usize::from(self.places[usize::from(node)].length)
    }

    fn enter(&mut self, node: Node) {
        self.sets[usize::from(node & 1)].add(number_of(node));
        self.order[usize::from(node & 1)].push(node);
    }

    pub(super) fn parents(&self, node: Node) -> &[Node] {
        let NodeRecord { first, parents, .. } = self.places[usize::from(node)];
        &self.arena[first as usize..first as usize + usize::from(parents)]
    }

    /// The nodes on the longest way back from a node.
    pub(super) fn depth(&self, node: Node) -> usize {
        self.places[usize::from(node)].depth.into()
    }

    pub(super) fn rank(&self, node: Node) -> u16 {
        self.places[usize::from(node)].rank
    }

    /// The cause of a true node; none for a start.
    pub(super) fn cause(&self, node: Node) -> u8 {
        self.places[usize::from(node)].cause
    }

    /// The number of the nested deduction that a node comes from.
    pub(super) fn nested(&self, node: Node) -> u32 {
        if node & 1 == 1 {
            PLAIN
        } else {
            *self.nested.get(usize::from(node / 2)).unwrap_or(&PLAIN)
        }
    }

    /// Adds a false node that a nested deduction removes, unless it is there.
    pub(super) fn add_nested(&mut self, number: Number, premises: &[Node], nested: u32) {
        let node = number * 2;
        if !self.has(node) {
            self.link(node, premises, NO_CAUSE);
            self.enter(node);
            if let Some(slot) = self.nested.get_mut(usize::from(number)) {
                *slot = nested;
            }
        }
    }

    /// Takes the true node's neighbours away. Returns whether the run has clashed.
    fn take_true(&mut self, node: Node, board: &Board, mode: Mode) -> bool {
        let (cell, digit) = (cell_of(number_of(node)), digit_of(number_of(node)));
        if !mode.is_nishio {
            for other in ones(board.left(cell) & !(1 << digit)) {
                if self.fall(number(cell, other), node) {
                    return true;
                }
            }
        }
        // What is false already matters only if it clashes.
        let known = self.sets[0].cells(digit) & !self.sets[1].cells(digit);
        let peers = board.cells(digit) & SEES[usize::from(cell)] & !known;
        peers != 0
            && by_house(cell, peers)
                .into_iter()
                .flat_map(cells)
                .any(|peer| self.fall(number(peer, digit), node))
    }

    /// Makes a candidate false, by a true one. Returns whether the run has clashed.
    fn fall(&mut self, number: Number, by: Node) -> bool {
        let (this, negation) = (number * 2, number * 2 + 1);
        if self.has(negation) {
            if !(self.keeps_first && self.has(this)) {
                self.link(this, &[by], NO_CAUSE);
            }
            self.clash = Some([negation, this]);
            return true;
        }
        if !self.has(this) {
            self.link(this, &[by], NO_CAUSE);
            self.enter(this);
        }
        false
    }

    /// Adds what the false node makes true. Returns whether the run has clashed.
    fn take_false(
        &mut self,
        node: Node,
        Setting { board, partners, mode }: Setting<'_>,
        rest: &Board,
    ) -> bool {
        let mut found: SmallVec<[(Number, u8); 4]> = SmallVec::new();
        let risen = if let Some(partners) = partners {
            &partners.0[usize::from(number_of(node))]
        } else {
            each_true(rest, number_of(node), [!mode.is_nishio, true], |number, cause| {
                found.push((number, cause));
            });
            &found
        };
        let mut parents: SmallVec<[Node; 16]> = SmallVec::new();
        for &(number, cause) in risen {
            let (this, negation) = (number * 2 + 1, number * 2);
            let clashes = self.has(negation);
            if !clashes && self.has(this) {
                continue;
            }
            parents.clear();
            parents.push(node);
            if mode.is_dynamic {
                add_gone(number, cause, board, rest, &mut parents);
            }
            self.link(this, &parents, cause);
            if clashes {
                self.clash = Some([this, negation]);
                return true;
            }
            self.enter(this);
        }
        false
    }

    /// What follows from an assumption. When nothing more does, `nest` looks at the board that is
    /// left, and may add nodes; only in modes with something nested. In others the run ends where
    /// the first way to all further nodes has more than `most` nodes.
    pub(super) fn fill(
        &mut self,
        setting: Setting<'_>,
        start: Node,
        most: usize,
        nest: &mut dyn FnMut(&mut Run, &Board),
    ) {
        let Setting { board, mode, .. } = setting;
        self.begin(start, mode);
        let mut copy = mode.is_dynamic.then(|| board.clone());
        let mut taken = [0, 0];
        loop {
            let rest = copy.as_ref().unwrap_or(board);
            if let Some(&node) = self.order[1].get(taken[1]) {
                taken[1] += 1;
                // Ways grow in the order of nodes; what comes next has one node more.
                if mode.level == 0 && self.length(node) > most {
                    return;
                }
                if self.take_true(node, rest, mode) {
                    return;
                }
            } else if let Some(&node) = self.order[0].get(taken[0]) {
                taken[0] += 1;
                if self.take_false(node, setting, rest) {
                    return;
                }
                if let Some(copy) = &mut copy {
                    let number = number_of(node);
                    copy.take(cell_of(number).into(), digit_of(number).into());
                }
            } else {
                return;
            }
            let is_idle = taken[0] == self.order[0].len() && taken[1] == self.order[1].len();
            if is_idle
                && mode.level > 0
                && let Some(copy) = &copy
            {
                nest(self, copy);
            }
        }
    }
}

/// The false nodes of a constraint, but for those that are left: the candidates that were there at
/// the start and have gone.
pub(super) fn add_gone(
    number_there: Number,
    cause: u8,
    source: &Board,
    rest: &Board,
    nodes: &mut impl Extend<Node>,
) {
    let (cell, digit) = (cell_of(number_there), digit_of(number_there));
    match cause {
        NO_CAUSE => {}
        OF_CELL => {
            let gone = source.left(cell) & !rest.left(cell);
            nodes.extend(ones(gone).map(|digit| number(cell, digit) * 2));
        }
        _ => {
            let house = house_of(cell, cause);
            let gone = source.places(house, digit) & !rest.places(house, digit);
            let cells = &CELLS[usize::from(house)];
            nodes.extend(ones(gone).map(|place| number(cells[usize::from(place)], digit) * 2));
        }
    }
}
