//! The sets, and the steps that shrink and restore them.
//!
//! See the [essay](super) for the drawing and the invariants.
//!
//! ```text
//!      choose o         its items are covered first, all of them: their sets stay as they are
//!        hide q         each option q that is left of such an item leaves the sets of its items
//!                       that are not covered:
//!          leave        its node changes places with the last one that is left, and the size falls
//!      take back        every size that fell rises again
//! ```
//!
//! [`search`](super::search) decides when to take which step.

// Measured for links, which have the same inner loop: without the hint the compiler calls the
// innermost step.
#![allow(clippy::inline_always)]

use super::blocks::{Blocks, COVERED};

/// The item of a spacer between two options; no item has this number.
pub(super) const SPACER: u32 = u32::MAX;

/// An item of an option. A spacer follows each option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) item: u32,
    /// The node's place in `set`. Of a spacer: the first node of the option before it.
    pub(super) place: u32,
}

/// Sets, nodes and the trail; see the [essay](super).
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The sets of all items, one after another: the nodes of their options. The options left come
    /// first.
    pub(super) set: Vec<u32>,
    /// The start of each item's set, and the end of the last one.
    pub(super) start: Vec<u32>,
    /// The number of options left of each item; plus [`COVERED`] if it is covered or has its
    /// colour.
    pub(super) size: Vec<u32>,
    pub(super) nodes: Vec<Node>,
    /// For each node, the colour that its option gives its item: the colour's number among the
    /// item's, from 1, or 0 for none. Empty if the problem has no colours.
    pub(super) colour: Vec<u32>,
    /// The latest colour of each item; valid while the item is covered. Empty if the problem has no
    /// colours.
    pub(super) given: Vec<u32>,
    /// The primary items come first: those with smaller numbers.
    pub(super) primary: usize,
    /// The items whose size fell by one, in order; items that were covered have [`COVERED`] added.
    pub(super) trail: Vec<u32>,
    /// The number of primary items that are not covered.
    pub(super) left: usize,
    /// The number of bits of each item in a live list, and their sum over the uncovered items.
    pub(super) bits: Vec<u32>,
    pub(super) bits_left: usize,
    /// The number of binary digits of each item's colours.
    pub(super) digits: Vec<u32>,
    /// Nodes that left their sets and items that were covered, since they were last counted.
    pub(super) updates: u64,
    /// Primary items whose size came down to 1; they may have been covered since.
    pub(super) forced: Vec<u32>,
    pub(super) blocks: Blocks,
    /// The nodes of the option being chosen whose items it covers.
    pub(super) fresh: Vec<u32>,
}

/// The current state, so that it can be restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    trail: usize,
    left: usize,
    bits_left: usize,
}

impl Sets {
    pub(super) fn is_covered(&self, item: usize) -> bool {
        self.size[item] >= COVERED
    }

    /// The nodes of the options left of an uncovered item.
    pub(super) fn left_of(&self, item: usize) -> &[u32] {
        let start = self.start[item] as usize;
        &self.set[start..start + self.size[item] as usize]
    }

    /// The most options left that can clash with the option of these nodes: one that shares two
    /// items with it is counted twice.
    pub(super) fn most_clashes(&self, nodes: std::ops::Range<usize>) -> u64 {
        let sizes = self.nodes[nodes].iter().map(|node| self.size[node.item as usize]);
        sizes.filter(|&size| size < COVERED).map(u64::from).sum()
    }

    /// The first of these nodes whose item has no room for it: it is covered, or has another
    /// colour.
    pub(super) fn clash(&self, mut nodes: std::ops::Range<usize>) -> Option<usize> {
        let fits = |node: usize, item: usize| {
            let agrees =
                || self.colour.get(node).is_some_and(|&by| by != 0 && by == self.given[item]);
            !self.is_covered(item) || agrees()
        };
        let node = nodes.find(|&node| !fits(node, self.nodes[node].item as usize))?;
        Some(self.nodes[node].item as usize)
    }

    /// Puts a node at this place.
    pub(super) fn put(&mut self, node: u32, place: u32) {
        self.set[place as usize] = node;
        self.nodes[node as usize].place = place;
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), left: self.left, bits_left: self.bits_left }
    }

    /// Takes back all steps since `mark`.
    pub(super) fn back_to(&mut self, mark: Mark) {
        for &entry in &self.trail[mark.trail..] {
            let item = (entry & !COVERED) as usize;
            if entry < COVERED {
                self.size[item] += 1;
            } else {
                self.size[item] ^= COVERED;
                if item < self.primary {
                    // Without it the bound may have risen.
                    self.blocks.lower(item, self.size[item]);
                }
            }
        }
        self.trail.truncate(mark.trail);
        (self.left, self.bits_left) = (mark.left, mark.bits_left);
        self.forced.clear();
    }

    /// Covers the items of an option, from its `first` node on, and gives others their colours.
    /// Returns false if that leaves a primary item without options; it has then stopped half-way,
    /// and the caller must take it back.
    pub(super) fn choose<const COLOURS: bool>(&mut self, first: usize) -> bool {
        let before = self.trail.len();
        let alive = self.floor().commit::<COLOURS, true>(first);
        self.updates += (self.trail.len() - before) as u64;
        alive
    }

    /// The same, even if that leaves items without options.
    pub(super) fn hold(&mut self, first: usize) {
        let before = self.trail.len();
        if self.given.is_empty() {
            self.floor().commit::<false, false>(first);
        } else {
            self.floor().commit::<true, false>(first);
        }
        self.updates += (self.trail.len() - before) as u64;
        self.forced.clear();
    }

    /// Takes an available option, given by its `first` node, out of the sets of its uncovered
    /// items.
    pub(super) fn strike(&mut self, first: usize) {
        let before = self.trail.len();
        let mut floor = self.floor();
        floor.leave::<false>(first);
        floor.hide::<false>(first);
        self.updates += (self.trail.len() - before) as u64;
        self.forced.clear();
    }

    /// The same in a search. Returns false if that leaves a primary item without options; it has
    /// then stopped half-way, and the caller must take it back.
    pub(super) fn strike_in_search(&mut self, first: usize) -> bool {
        let before = self.trail.len();
        let mut floor = self.floor();
        let alive = floor.leave::<true>(first) != Left::Dead && floor.hide::<true>(first);
        self.updates += (self.trail.len() - before) as u64;
        alive
    }

    fn floor(&mut self) -> Floor<'_> {
        Floor {
            set: &mut self.set,
            start: &self.start,
            size: &mut self.size,
            nodes: &mut self.nodes,
            colour: &self.colour,
            given: &mut self.given,
            primary: self.primary,
            bits: &self.bits,
            trail: &mut self.trail,
            left: &mut self.left,
            bits_left: &mut self.bits_left,
            forced: &mut self.forced,
            blocks: &mut self.blocks,
            fresh: &mut self.fresh,
        }
    }
}

/// The sets with their fields borrowed one by one: the compiler then knows that storing into one
/// does not move the others.
struct Floor<'s> {
    set: &'s mut [u32],
    start: &'s [u32],
    size: &'s mut [u32],
    nodes: &'s mut [Node],
    colour: &'s [u32],
    given: &'s mut [u32],
    primary: usize,
    bits: &'s [u32],
    trail: &'s mut Vec<u32>,
    left: &'s mut usize,
    bits_left: &'s mut usize,
    forced: &'s mut Vec<u32>,
    blocks: &'s mut Blocks,
    fresh: &'s mut Vec<u32>,
}

/// The outcome of taking a node out of its set.
#[derive(PartialEq, Eq)]
enum Left {
    /// It has left, or its item is covered and its set does not matter.
    Fine,
    /// It had left before, with all other nodes of its option.
    Before,
    /// It was the last option of a primary item.
    Dead,
}

impl Floor<'_> {
    #[inline(always)]
    fn commit<const COLOURS: bool, const CAREFUL: bool>(&mut self, first: usize) -> bool {
        if COLOURS {
            self.fresh.clear();
        }
        let mut end = first;
        while self.nodes[end].item != SPACER {
            let item = self.nodes[end].item as usize;
            // If the item has a colour, it is this one: the option is left.
            if !COLOURS || self.size[item] < COVERED {
                self.cover(item);
                if COLOURS {
                    self.given[item] = self.colour[end];
                    self.fresh.push(end as u32);
                }
            }
            end += 1;
        }
        if COLOURS {
            (0..self.fresh.len())
                .all(|k| self.hide_others::<COLOURS, CAREFUL>(self.fresh[k] as usize))
        } else {
            (first..end).all(|node| self.hide_others::<COLOURS, CAREFUL>(node))
        }
    }

    #[inline(always)]
    fn cover(&mut self, item: usize) {
        self.size[item] ^= COVERED;
        self.trail.push(item as u32 | COVERED);
        *self.left -= usize::from(item < self.primary);
        *self.bits_left -= self.bits[item] as usize;
    }

    /// Hides the options that clash with that of `by` in its item, which has been covered.
    #[inline(always)]
    fn hide_others<const COLOURS: bool, const CAREFUL: bool>(&mut self, by: usize) -> bool {
        let Node { item, place } = self.nodes[by];
        let left = (self.size[item as usize] ^ COVERED) as usize;
        if left == 1 {
            return true;
        }
        let start = self.start[item as usize] as usize;
        // Its own node moves to the front, so that the walk need not compare each node with it.
        let head = self.set[start];
        self.put(head, place);
        self.put(by as u32, start as u32);
        for at in start + 1..start + left {
            let other = self.set[at] as usize;
            let agrees = COLOURS && self.colour[by] != 0 && self.colour[other] == self.colour[by];
            if !agrees && !self.hide::<CAREFUL>(other) {
                return false;
            }
        }
        true
    }

    #[inline(always)]
    fn put(&mut self, node: u32, place: u32) {
        self.set[place as usize] = node;
        self.nodes[node as usize].place = place;
    }

    /// Takes the option's other nodes out of their sets. Returns false if one of them was the last
    /// of a primary item.
    #[inline(always)]
    fn hide<const CAREFUL: bool>(&mut self, from: usize) -> bool {
        let mut node = from + 1;
        while node != from {
            if self.nodes[node].item == SPACER {
                node = self.nodes[node].place as usize;
                continue;
            }
            match self.leave::<CAREFUL>(node) {
                Left::Fine => node += 1,
                Left::Before => return true,
                Left::Dead => return false,
            }
        }
        true
    }

    /// Takes a node out of its set.
    #[inline(always)]
    fn leave<const CAREFUL: bool>(&mut self, node: usize) -> Left {
        let Node { item, place } = self.nodes[node];
        let size = self.size[item as usize];
        if size >= COVERED {
            return Left::Fine;
        }
        let end = self.start[item as usize] + size;
        if place >= end {
            return Left::Before;
        }
        let last = self.set[end as usize - 1];
        self.put(last, place);
        self.put(node as u32, end - 1);
        self.size[item as usize] = size - 1;
        self.trail.push(item);
        if (item as usize) < self.primary {
            self.blocks.lower(item as usize, size - 1);
            if size <= 2 {
                if CAREFUL && size == 1 {
                    return Left::Dead;
                }
                self.forced.push(item);
            }
        }
        Left::Fine
    }
}
