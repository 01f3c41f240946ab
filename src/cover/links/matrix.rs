//! The nodes and their lists, and the steps of the dance: cover, hide, purify, and their undoing.
//!
//! See the [essay](super) for the drawing and the invariants. Everything here is a step and its exact
//! reverse; when to take which step is decided in [`Links`](super::Links).

use std::ops::Range;

use smallvec::SmallVec;

use crate::cover::{Colour, Entry, ItemId, OptionId, Problem, ProblemError};

/// The width of a link: `u16` where a problem has fewer than 65,536 nodes, or else `u32`.
///
/// Half the width is half the cache: a Sudoku's 3,971 nodes are 24 kB in `u16`, which fits the first
/// level of any processor's, and 48 kB in `u32`, which does not.
pub trait Width: Copy + Eq + std::fmt::Debug + Send + sealed::Sealed + 'static {
    /// The number of nodes that links of this width can tell apart.
    const REACH: usize;
    /// The link to node `index`, which is below [`Width::REACH`].
    fn to(index: usize) -> Self;
    /// The node that the link leads to.
    fn at(self) -> usize;
}

mod sealed {
    /// The two widths.
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
}

impl Width for u16 {
    const REACH: usize = 1 << 16;

    fn to(index: usize) -> u16 {
        index as u16
    }

    fn at(self) -> usize {
        usize::from(self)
    }
}

impl Width for u32 {
    const REACH: usize = u32::MAX as usize;

    fn to(index: usize) -> u32 {
        index as u32
    }

    fn at(self) -> usize {
        self as usize
    }
}

/// Three kinds of nodes lie in one array: the headers of the items from 1 on (0 is no item), and then
/// the options, each a run of nodes between two spacers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node<W> {
    /// The node above in the item's list. Of a spacer: the first node of the option before it.
    pub(super) up: W,
    /// The node below in the item's list. Of a spacer: the last node of the option after it.
    pub(super) down: W,
    /// The item. Of a header: the length of its list. Of a spacer: 0.
    pub(super) top: W,
}

/// An item's neighbours in its ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Neighbours<W> {
    pub(super) left: W,
    pub(super) right: W,
}

/// What hiding options brings to light.
#[derive(Debug)]
pub(super) struct Findings<W> {
    /// Primary items whose lists came down to one option; they may have been covered since.
    pub(super) forced: Vec<W>,
    /// Whether a primary item that was not covered lost its last option.
    pub(super) dead: bool,
    /// Removals from lists, ever.
    pub(super) updates: u64,
}

/// Nodes, lists and rings; see the [essay](super).
#[derive(Debug)]
pub(super) struct Matrix<W> {
    pub(super) nodes: Vec<Node<W>>,
    /// Two rings: the root 0 with the primary items, and the root `items + 1` with the secondary ones.
    pub(super) ring: Vec<Neighbours<W>>,
    /// The primary items are 1 to `primary`.
    pub(super) primary: usize,
    /// The items are 1 to `items`.
    pub(super) items: usize,
    /// Of each node its colour, or 0. Empty if the problem has no colours.
    pub(super) colours: Vec<u32>,
    /// Of each item the node whose colour it has for now, or 0. Empty if the problem has no colours.
    pub(super) purifier: Vec<W>,
    pub(super) findings: Findings<W>,
}

/// Which node is what, for translating between a matrix and its problem.
#[derive(Debug)]
pub(super) struct Key<W> {
    /// The first node of each option.
    pub(super) first: Vec<W>,
    /// The option of each node.
    pub(super) option: Vec<OptionId>,
    /// The problem's item for each header, from 1.
    pub(super) item: Vec<ItemId>,
}

impl<W: Width> Matrix<W> {
    /// Lays out the nodes of `problem`. Primary items come first, among the headers and within each
    /// option, whatever their order in the problem.
    pub(super) fn new(problem: &Problem) -> Result<(Matrix<W>, Key<W>), ProblemError> {
        let (mut order, secondary): (Vec<ItemId>, Vec<ItemId>) =
            problem.items().partition(|&item| problem.is_primary(item));
        let (primary, items) = (order.len(), order.len() + secondary.len());
        let size = 1 + items + problem.entry_count() + problem.options().len() + 1;
        if size > W::REACH {
            return Err(ProblemError::TooLarge);
        }
        order.extend(secondary);
        let mut header_of = vec![0; items];
        for (header, item) in (1..).zip(&order) {
            header_of[item.index()] = header;
        }
        let coloured = problem.is_coloured();
        let header = |k| Node { up: W::to(k), down: W::to(k), top: W::to(0) };
        let mut matrix = Matrix {
            nodes: (0..=items).map(header).chain([header(0)]).collect(), // the headers and a spacer
            ring: rings(primary, items),
            primary,
            items,
            colours: vec![0; if coloured { items + 2 } else { 0 }],
            purifier: vec![W::to(0); if coloured { items + 1 } else { 0 }],
            findings: Findings { forced: Vec::with_capacity(primary), dead: false, updates: 0 },
        };
        let mut key = Key { first: Vec::new(), option: vec![OptionId::at(0); items + 2], item: order };
        for option in problem.options() {
            key.first.push(W::to(matrix.nodes.len()));
            matrix.lay(problem.items_of(option), &header_of);
            key.option.resize(matrix.nodes.len(), option);
        }
        debug_assert_eq!(matrix.nodes.len(), size, "the size was foreseen");
        Ok((matrix, key))
    }

    /// Appends the nodes of an option, those of primary items first, and the spacer after them.
    fn lay(&mut self, entries: &[Entry], header_of: &[usize]) {
        let spacer = self.nodes.len() - 1;
        let entries = entries.iter().map(|entry| (header_of[entry.item.index()], entry.colour));
        let primary = entries.clone().filter(|&(header, _)| header <= self.primary);
        let secondary = entries.filter(|&(header, _)| header > self.primary);
        let ordered: SmallVec<[_; 8]> = primary.chain(secondary).collect();
        for (header, colour) in ordered {
            let (node, last) = (self.nodes.len(), self.nodes[header].up);
            self.push(Node { up: last, down: W::to(header), top: W::to(header) }, colour);
            self.nodes[last.at()].down = W::to(node);
            self.nodes[header].up = W::to(node);
            self.nodes[header].top = W::to(self.nodes[header].top.at() + 1);
        }
        self.nodes[spacer].down = W::to(self.nodes.len() - 1);
        self.push(Node { up: W::to(spacer + 1), down: W::to(0), top: W::to(0) }, None);
    }

    fn push(&mut self, node: Node<W>, colour: Option<Colour>) {
        self.nodes.push(node);
        if !self.colours.is_empty() {
            self.colours.push(colour.map_or(0, |colour| colour.0.get()));
        }
    }

    /// Whether `item` is in its ring: not covered.
    pub(super) fn in_ring(&self, item: usize) -> bool {
        // A covered item keeps its own links, but its left neighbour leads past it.
        self.ring[self.ring[item].left.at()].right.at() == item
    }

    /// The nodes of the option that `node` belongs to.
    pub(super) fn option(&self, node: usize) -> Range<usize> {
        let (mut first, mut end) = (node, node + 1);
        while self.nodes[first - 1].top.at() != 0 {
            first -= 1;
        }
        while self.nodes[end].top.at() != 0 {
            end += 1;
        }
        first..end
    }

    /// Commits all nodes of an option, from its `first` on. If that leaves an item without options,
    /// nothing is changed, and the answer is false.
    pub(super) fn choose<const COLOURS: bool>(&mut self, first: usize) -> bool {
        let mut node = first;
        while self.nodes[node].top.at() != 0 {
            self.commit::<COLOURS>(node);
            if self.findings.dead {
                self.unchoose::<COLOURS>(node);
                self.findings.clear();
                return false;
            }
            node += 1;
        }
        true
    }

    /// Undoes [`Matrix::choose`] for the nodes from `last` back to the option's first.
    pub(super) fn unchoose<const COLOURS: bool>(&mut self, last: usize) {
        let mut node = last;
        while self.nodes[node].top.at() != 0 {
            self.uncommit::<COLOURS>(node);
            node -= 1;
        }
    }

    /// Covers the item of `node`, or gives it the node's colour if it has none yet.
    pub(super) fn commit<const COLOURS: bool>(&mut self, node: usize) {
        let item = self.nodes[node].top.at();
        if !COLOURS || self.colours[node] == 0 {
            self.cover::<COLOURS>(item, node);
        } else if self.purifier[item].at() == 0 {
            self.purify(item, node);
        }
    }

    /// Undoes [`Matrix::commit`].
    pub(super) fn uncommit<const COLOURS: bool>(&mut self, node: usize) {
        let item = self.nodes[node].top.at();
        if !COLOURS || self.colours[node] == 0 {
            self.uncover::<COLOURS>(item, node);
        } else if self.purifier[item].at() == node {
            self.unpurify(item, node);
        }
    }

    /// Takes `item` out of its ring and hides the options in its list, but for the one of node `kept`.
    fn cover<const COLOURS: bool>(&mut self, item: usize, kept: usize) {
        let Neighbours { left, right } = self.ring[item];
        self.ring[left.at()].right = right;
        self.ring[right.at()].left = left;
        self.findings.updates += 1;
        let mut lists = self.lists::<COLOURS>();
        let mut node = lists.nodes[item].down.at();
        while node != item {
            if node != kept {
                lists.hide(node);
            }
            node = lists.nodes[node].down.at();
        }
    }

    fn uncover<const COLOURS: bool>(&mut self, item: usize, kept: usize) {
        let mut lists = self.lists::<COLOURS>();
        let mut node = lists.nodes[item].up.at();
        while node != item {
            if node != kept {
                lists.unhide(node);
            }
            node = lists.nodes[node].up.at();
        }
        let Neighbours { left, right } = self.ring[item];
        self.ring[left.at()].right = W::to(item);
        self.ring[right.at()].left = W::to(item);
    }

    /// Gives `item` the colour of node `by`, and hides the options in its list that have another.
    fn purify(&mut self, item: usize, by: usize) {
        self.purifier[item] = W::to(by);
        let colours = std::mem::take(&mut self.colours);
        let mut lists = self.lists::<true>();
        let mut node = lists.nodes[item].down.at();
        while node != item {
            if colours[node] != colours[by] {
                lists.hide(node);
            }
            node = lists.nodes[node].down.at();
        }
        self.colours = colours;
    }

    fn unpurify(&mut self, item: usize, by: usize) {
        let colours = std::mem::take(&mut self.colours);
        let mut lists = self.lists::<true>();
        let mut node = lists.nodes[item].up.at();
        while node != item {
            if colours[node] != colours[by] {
                lists.unhide(node);
            }
            node = lists.nodes[node].up.at();
        }
        self.colours = colours;
        self.purifier[item] = W::to(0);
    }

    /// Takes the nodes of an option out of all their lists.
    pub(super) fn strike<const COLOURS: bool>(&mut self, option: Range<usize>) {
        let mut lists = self.lists::<COLOURS>();
        option.for_each(|node| lists.unlink(node));
    }

    /// Undoes [`Matrix::strike`].
    pub(super) fn unstrike<const COLOURS: bool>(&mut self, option: Range<usize>) {
        let mut lists = self.lists::<COLOURS>();
        option.rev().for_each(|node| lists.relink(node));
    }

    fn lists<const COLOURS: bool>(&mut self) -> Lists<'_, W, COLOURS> {
        let Matrix { nodes, purifier, primary, findings, .. } = self;
        Lists { nodes, purifier, primary: *primary, findings }
    }
}

/// The lists of a matrix, borrowed field by field: the compiler then knows that a store into a node
/// leaves the slices where they are, and need not load them anew (a third of all instructions).
struct Lists<'m, W, const COLOURS: bool> {
    nodes: &'m mut [Node<W>],
    purifier: &'m [W],
    primary: usize,
    findings: &'m mut Findings<W>,
}

impl<W: Width, const COLOURS: bool> Lists<'_, W, COLOURS> {
    /// Takes the other nodes of the option of `from` out of their lists, from left to right.
    #[inline]
    fn hide(&mut self, from: usize) {
        let mut node = from + 1;
        while node != from {
            let Node { up, top, .. } = self.nodes[node];
            if top.at() == 0 {
                node = up.at(); // past the spacer: round to the option's first node
            } else {
                self.unlink(node);
                node += 1;
            }
        }
    }

    /// Puts them back, from right to left.
    #[inline]
    fn unhide(&mut self, from: usize) {
        let mut node = from - 1;
        while node != from {
            let Node { down, top, .. } = self.nodes[node];
            if top.at() == 0 {
                node = down.at();
            } else {
                self.relink(node);
                node -= 1;
            }
        }
    }

    #[inline]
    fn unlink(&mut self, node: usize) {
        let Node { up, down, top } = self.nodes[node];
        if self.is_pure(top) {
            return;
        }
        self.nodes[up.at()].down = down;
        self.nodes[down.at()].up = up;
        let length = self.nodes[top.at()].top.at() - 1;
        self.nodes[top.at()].top = W::to(length);
        self.findings.updates += 1;
        if length <= 1 && top.at() <= self.primary {
            self.findings.note(top, length);
        }
    }

    #[inline]
    fn relink(&mut self, node: usize) {
        let Node { up, down, top } = self.nodes[node];
        if self.is_pure(top) {
            return;
        }
        self.nodes[up.at()].down = W::to(node);
        self.nodes[down.at()].up = W::to(node);
        let length = self.nodes[top.at()].top.at() + 1;
        self.nodes[top.at()].top = W::to(length);
    }

    /// Whether the item has a colour for now. Then its list has this colour's nodes alone, and stays
    /// as it is: the options of other colours are hidden already.
    #[inline]
    fn is_pure(&self, item: W) -> bool {
        COLOURS && self.purifier[item.at()].at() != 0
    }
}

impl<W: Width> Findings<W> {
    fn note(&mut self, item: W, length: usize) {
        if length == 0 {
            self.dead = true;
        } else {
            self.forced.push(item);
        }
    }

    /// Forgets what was found.
    pub(super) fn clear(&mut self) {
        self.dead = false;
        self.forced.clear();
    }
}

/// The ring of the primary items with the root 0, and that of the secondary ones with the last root.
fn rings<W: Width>(primary: usize, items: usize) -> Vec<Neighbours<W>> {
    let nowhere = Neighbours { left: W::to(0), right: W::to(0) };
    let mut ring = vec![nowhere; items + 2];
    for (first, last) in [(0, primary), (primary + 1, items + 1)] {
        for k in first..=last {
            let right = if k == last { first } else { k + 1 };
            ring[k].right = W::to(right);
            ring[right].left = W::to(k);
        }
    }
    ring
}
