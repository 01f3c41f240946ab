//! The layout of a problem in sets: the numbers of the items and the places of the nodes.
//!
//! ```text
//!      problem     a | x b                  primary items come first, in the order of the problem
//!                  x:red a
//!                  x:blue b
//!
//!      item        a  b  x                  the items by their numbers
//!      nodes       a  x  .  b  x  .         an option's nodes side by side, a spacer behind each
//!      colour      0  1  0  0  2  0         red is x's first colour, blue its second
//!      set         0  |  3  |  1  4         the nodes of a, of b and of x
//!      start       0     1     2     4
//! ```

use super::blocks::{Blocks, COVERED};
use super::sets::{Node, SPACER, Sets};
use crate::cover::engine::colours::{Colours, Uses};
use crate::cover::{ItemId, Problem, ProblemError};

/// Translates between the sets and their problem.
#[derive(Debug)]
pub(super) struct Key {
    /// The first node of each option, and the end of the last option.
    first: Vec<u32>,
    /// The option of each node; of a spacer, that of the one before it.
    option: Vec<u32>,
    /// The number of primary items of each option; empty if all items are primary.
    width: Vec<u32>,
    /// The problem's item for each item here.
    item: Vec<ItemId>,
    /// The number here of each item of the problem.
    number: Vec<u32>,
}

impl Key {
    /// The number of options.
    pub(super) fn options(&self) -> usize {
        self.first.len() - 1
    }

    /// The nodes of an option.
    pub(super) fn nodes(&self, option: u32) -> std::ops::Range<usize> {
        self.first[option as usize] as usize..self.first[option as usize + 1] as usize - 1
    }

    /// The option of a node.
    pub(super) fn option(&self, node: u32) -> u32 {
        self.option[node as usize]
    }

    /// The number of primary items of an option.
    pub(super) fn width(&self, option: u32) -> usize {
        self.width.get(option as usize).map_or_else(|| self.nodes(option).len(), |&w| w as usize)
    }

    /// The problem's item with this number here.
    pub(super) fn item(&self, number: usize) -> ItemId {
        self.item[number]
    }

    /// The number here of an item of the problem.
    pub(super) fn number(&self, item: ItemId) -> Option<usize> {
        self.number.get(item.index()).map(|&number| number as usize)
    }
}

/// Lays out `problem`.
///
/// # Errors
/// If it has 2^31 nodes or items, or more.
pub(super) fn lay_out(problem: &Problem) -> Result<(Sets, Key), ProblemError> {
    let (mut item, secondary): (Vec<ItemId>, Vec<ItemId>) =
        problem.items().partition(|&item| problem.is_primary(item));
    let primary = item.len();
    item.extend(secondary);
    let nodes = problem.entry_count() + problem.options().len();
    if nodes.max(item.len()) >= COVERED as usize {
        return Err(ProblemError::TooLarge);
    }
    let mut number = vec![0; item.len()];
    (0..).zip(&item).for_each(|(k, item)| number[item.index()] = k);
    let colours = Colours::new(problem);
    let mut size = vec![0; item.len()];
    for entry in problem.entries() {
        size[number[entry.item.index()] as usize] += 1;
    }
    let start = starts(&size);
    let mut next = start.clone();
    let coloured = problem.is_coloured();
    let bits: Vec<u32> = item.iter().map(|&item| bits(colours.uses(item))).collect();
    let mut sets = Sets {
        set: vec![0; problem.entry_count()],
        start,
        nodes: Vec::with_capacity(nodes),
        colour: Vec::with_capacity(if coloured { nodes } else { 0 }),
        given: vec![0; if coloured { item.len() } else { 0 }],
        primary,
        trail: Vec::new(),
        left: primary,
        bits_left: bits.iter().map(|&bits| bits as usize).sum(),
        bits,
        digits: item.iter().map(|&item| colours.uses(item).digits()).collect(),
        updates: 0,
        forced: Vec::new(),
        blocks: Blocks::new(&size[..primary]),
        fresh: Vec::new(),
        size,
    };
    let options = problem.options().len();
    let mut key = Key {
        first: Vec::with_capacity(options + 1),
        option: Vec::with_capacity(nodes),
        width: Vec::with_capacity(if primary < item.len() { options } else { 0 }),
        item,
        number,
    };
    key.first.push(0);
    let mut ordered = Vec::new();
    for option in problem.options() {
        let entries = problem.entries_of(option).iter();
        ordered.clear();
        ordered.extend(
            entries.map(|entry| {
                (key.number[entry.item.index()], colours.code(entry.item, entry.colour))
            }),
        );
        // Most texts name the items of an option in order. None is there twice.
        if !ordered.is_sorted_by_key(|&(item, _)| item) {
            ordered.sort_unstable_by_key(|&(item, _)| item);
        }
        lay(&ordered, &mut next, &mut sets, &mut key);
        key.option.resize(sets.nodes.len(), option.0);
        key.first.push(sets.nodes.len() as u32);
    }
    debug_assert_eq!(next[..sets.size.len()], sets.start[1..], "each entry has its place");
    Ok((sets, key))
}

/// The starts of consecutive sets of these sizes, and the end of the last one.
fn starts(sizes: &[u32]) -> Vec<u32> {
    let mut next = 0;
    let ends = sizes.iter().map(|size| {
        next += size;
        next
    });
    [0].into_iter().chain(ends).collect()
}

/// Appends the nodes of an option, given by its items in order with its colours, and a spacer. Each
/// node joins its set, at the `next` place there.
fn lay(ordered: &[(u32, u32)], next: &mut [u32], sets: &mut Sets, key: &mut Key) {
    let first = sets.nodes.len() as u32;
    let Sets { nodes, set, .. } = sets;
    nodes.extend(ordered.iter().zip(first..).map(|(&(item, _), node)| {
        let next = &mut next[item as usize];
        let place = *next;
        set[place as usize] = node;
        *next += 1;
        Node { item, place }
    }));
    sets.nodes.push(Node { item: SPACER, place: first });
    if !sets.given.is_empty() {
        sets.colour.extend(ordered.iter().map(|&(_, code)| code));
        sets.colour.push(0);
    }
    if sets.primary < sets.size.len() {
        // Primary items have the lowest numbers.
        let width = ordered.partition_point(|&(item, _)| (item as usize) < sets.primary);
        key.width.push(width as u32);
    }
}

/// The number of bits of an item in a live list: one, or a pair for each binary digit of its
/// colours, and one more pair if an option leaves it plain.
fn bits(uses: Uses) -> u32 {
    if uses.colours == 0 { 1 } else { 2 * (uses.digits() + u32::from(uses.plain > 0)) }
}
