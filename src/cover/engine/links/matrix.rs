//! The nodes, their lists and rings, and how they are laid out from a problem.
//!
//! See the [essay](super) for the drawing and the invariants. [`steps`](super::steps) moves them.

use std::iter::successors;
use std::ops::Range;

use crate::cover::{Colour, ItemId, OptionEntry, OptionId, Problem, ProblemError};

/// The width of a link: `u16` where a problem has fewer than 65,536 nodes, or else `u32`.
///
/// Half the width is half the cache: a Sudoku's 3,971 nodes are 24 kB in `u16`, which fits any
/// first-level cache, and 48 kB in `u32`, which does not.
pub trait Width: Copy + Eq + std::fmt::Debug + Send + sealed::SealedWidth + 'static {
    /// The number of nodes that links of this width distinguish.
    const REACH: usize;
    /// The link to node `index`, which is below [`Width::REACH`].
    fn to(index: usize) -> Self;
    /// The node that the link leads to.
    fn at(self) -> usize;
}

mod sealed {
    /// The two widths.
    pub trait SealedWidth {}
    impl SealedWidth for u16 {}
    impl SealedWidth for u32 {}
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

/// Three kinds of nodes lie in one array: headers, for the items from 1 on (0 is no item); then the
/// nodes of the options, each option a run between two spacers.
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

/// What hiding options reveals.
#[derive(Debug)]
pub(super) struct Findings<W> {
    /// Primary items whose lists came down to one option; they may have been covered since.
    pub(super) forced: Vec<W>,
    /// Whether an uncovered primary item has lost its last option.
    pub(super) dead: bool,
    /// The number of primary items in the ring.
    pub(super) left: usize,
    /// All removals from lists and rings so far.
    pub(super) updates: u64,
}

/// Nodes, lists and rings; see the [essay](super).
#[derive(Debug)]
pub(super) struct Matrix<W> {
    pub(super) nodes: Vec<Node<W>>,
    /// Two rings: the root 0 with the primary items, and the root `items + 1` with the secondary
    /// ones.
    pub(super) ring: Vec<Neighbours<W>>,
    /// The primary items are 1 to `primary`.
    pub(super) primary: usize,
    /// The largest number of primary items in an option.
    pub(super) widest: usize,
    /// The items are 1 to `items`.
    pub(super) items: usize,
    /// The colour of each node, or 0. Empty if the problem has no colours.
    pub(super) colours: Vec<u32>,
    /// For each item, the node that gives its current colour, or 0. Empty if the problem has no
    /// colours.
    pub(super) purifier: Vec<W>,
    pub(super) findings: Findings<W>,
}

/// Translates between the nodes of a matrix and its problem.
#[derive(Debug)]
pub(super) struct Key<W> {
    /// The first node of each option.
    pub(super) first: Vec<W>,
    /// The option of each node.
    pub(super) option: Vec<OptionId>,
    /// The problem's item for each header, from 1.
    pub(super) item: Vec<ItemId>,
    /// The header of each of the problem's items.
    pub(super) header: Vec<W>,
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
        // The dance with multiplicities has no version without colours.
        let coloured = problem.is_coloured() || problem.is_multiple();
        let header = |k| Node { up: W::to(k), down: W::to(k), top: W::to(0) };
        let mut nodes = Vec::with_capacity(size);
        nodes.extend((0..=items).map(header).chain([header(0)])); // the headers and a spacer
        let mut matrix = Matrix {
            nodes,
            ring: rings(primary, items),
            primary,
            widest: 0,
            items,
            colours: vec![0; if coloured { items + 2 } else { 0 }],
            purifier: vec![W::to(0); if coloured { items + 1 } else { 0 }],
            findings: Findings {
                forced: Vec::with_capacity(primary),
                dead: false,
                left: primary,
                updates: 0,
            },
        };
        let mut option_of = Vec::with_capacity(size);
        option_of.resize(items + 2, OptionId::at(0));
        let mut key = Key {
            first: Vec::with_capacity(problem.options().len()),
            option: option_of,
            item: order,
            header: header_of.iter().map(|&header| W::to(header)).collect(),
        };
        for option in problem.options() {
            key.first.push(W::to(matrix.nodes.len()));
            matrix.lay(problem.entries_of(option), &header_of);
            key.option.resize(matrix.nodes.len(), option);
        }
        debug_assert_eq!(matrix.nodes.len(), size, "the size was foreseen");
        Ok((matrix, key))
    }

    /// Appends the nodes of an option, those of primary items first, and the spacer after them.
    fn lay(&mut self, entries: &[OptionEntry], header_of: &[usize]) {
        let spacer = self.nodes.len() - 1;
        let entries = entries.iter().map(|entry| (header_of[entry.item.index()], entry.colour));
        let most = self.primary;
        for (header, colour) in entries.clone().filter(|&(header, _)| header <= most) {
            self.append(header, colour);
        }
        let primary = self.nodes.len() - 1 - spacer;
        self.widest = self.widest.max(primary);
        if primary < entries.len() {
            for (header, colour) in entries.filter(|&(header, _)| header > most) {
                self.append(header, colour);
            }
        }
        self.nodes[spacer].down = W::to(self.nodes.len() - 1);
        self.push(Node { up: W::to(spacer + 1), down: W::to(0), top: W::to(0) }, None);
    }

    /// Appends a node of this item to its list.
    #[inline]
    fn append(&mut self, header: usize, colour: Option<Colour>) {
        let (node, last) = (self.nodes.len(), self.nodes[header].up);
        self.push(Node { up: last, down: W::to(header), top: W::to(header) }, colour);
        self.nodes[last.at()].down = W::to(node);
        let header = &mut self.nodes[header];
        (header.up, header.top) = (W::to(node), W::to(header.top.at() + 1));
    }

    #[inline]
    fn push(&mut self, node: Node<W>, colour: Option<Colour>) {
        self.nodes.push(node);
        if !self.colours.is_empty() {
            self.colours.push(colour.map_or(0, |colour| colour.0.get()));
        }
    }

    /// Whether `item` is in its ring, and so not covered.
    pub(super) fn in_ring(&self, item: usize) -> bool {
        // A covered item keeps its own links, but its left neighbour leads past it.
        self.ring[self.ring[item].left.at()].right.at() == item
    }

    /// The primary items in the ring, in order.
    pub(super) fn ring_items(&self) -> impl Iterator<Item = usize> + '_ {
        let next = |&item: &usize| Some(self.ring[item].right.at()).filter(|&next| next != 0);
        successors(next(&0), next)
    }

    /// The nodes in the list of an item, from the top.
    pub(super) fn list(&self, item: usize) -> impl Iterator<Item = usize> + '_ {
        let next = move |&node: &usize| Some(self.nodes[node].down.at()).filter(|&n| n != item);
        successors(next(&item), next)
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

    /// The number of primary items of the option that `node`, a node of a primary item, belongs to.
    pub(super) fn width(&self, node: usize) -> usize {
        let option = self.option(node);
        self.nodes[option].iter().take_while(|node| node.top.at() <= self.primary).count()
    }
}

impl<W> Findings<W> {
    /// Forgets all findings.
    pub(super) fn clear(&mut self) {
        self.dead = false;
        self.forced.clear();
    }
}

/// The ring of the primary items with root 0, and the ring of the secondary ones with the last
/// root.
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
