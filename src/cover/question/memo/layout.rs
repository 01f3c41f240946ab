//! The layout of a part's items as bits: in the order of covering, so that a state is a window.
//!
//! ```text
//!      items by rank     p   q   r          secondary x, in no option after q's
//!      bits              0   1   3          its bit is 2: when r comes it is passed
//! ```
//!
//! # Colours
//!
//! An option *takes* bits and *clashes* with bits; it fits if no bit that it clashes with is taken.
//! For an item without colours both are the same bit. The number of a colour is written in binary,
//! with two bits for each digit, one of which is taken:
//!
//! ```text
//!      of four colours number 2 = 10      takes   1: the one bit   0: the zero bit       01 10
//!                                         clashes with the others of these pairs        10 01
//!      no colour                          takes all, clashes with all                   11 11
//! ```
//!
//! Two different numbers differ in a digit, and there one takes the bit that the other clashes
//! with.
//!
//! # Multiplicities
//!
//! An item that a cover may have in several options has a number before its bit, which says in how
//! many it is: see [`counted`](super::counted).

use super::counted::Counted;
use super::rest::Component;
use crate::cover::{Colour, OptionEntry};

/// The places of a part's items, and its options by rank.
pub(super) struct Layout {
    /// The bits of each item.
    pub(super) places: Vec<ItemBits>,
    /// The first bit of each rank's item, and the end of the bits.
    pub(super) bit_of: Vec<usize>,
    /// The bit of each rank's item that is set when the item is covered: the last.
    pub(super) stop_of: Vec<usize>,
    /// The item of each rank.
    pub(super) order: Vec<usize>,
    /// The rank of each option's first item.
    pub(super) first: Vec<usize>,
    /// The options, those of the first rank first.
    pub(super) by_rank: Vec<usize>,
}

impl Layout {
    /// Lays out `part` with its primary items in this order.
    pub(super) fn new(component: &Component, order: Vec<usize>) -> Layout {
        let mut rank_of = vec![usize::MAX; component.items()];
        order.iter().enumerate().for_each(|(rank, &item)| rank_of[item] = rank);
        let first: Vec<usize> =
            component.entries().map(|entries| first_rank(entries, &rank_of)).collect();
        let mut by_rank: Vec<usize> = (0..component.options()).collect();
        by_rank.sort_by_key(|&option| first[option]);
        let (places, bit_of) = places(component, &order, &first);
        let stop_of = order.iter().map(|&item| places[item].end() - 1).collect();
        Layout { places, bit_of, stop_of, order, first, by_rank }
    }

    /// The number of words that a window needs for every state.
    pub(super) fn words(&self, component: &Component) -> usize {
        let mut furthest = vec![0; self.order.len()];
        for (entries, &first) in component.entries().zip(&self.first) {
            let reach = entries.iter().map(|entry| self.places[entry.item.index()].end());
            furthest[first] = reach.fold(furthest[first], usize::max);
        }
        let (mut end, mut widest) = (0, 1);
        for (reach, bit) in furthest.into_iter().zip(&self.bit_of) {
            end = end.max(reach);
            widest = widest.max(end.saturating_sub(bit / 64 * 64));
        }
        widest.div_ceil(64)
    }
}

/// An item's bits, and its colours in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemBits {
    pub(super) bit: usize,
    colours: Vec<Colour>,
    /// For an item that may stand in several options.
    pub(super) counted: Option<Counted>,
}

impl ItemBits {
    /// The number of digits of a colour; 0 if the item has none.
    fn digits(&self) -> usize {
        match self.colours.len() {
            0 => 0,
            colours => (colours - 1).checked_ilog2().map_or(1, |bits| bits as usize + 1),
        }
    }

    fn bits(&self) -> usize {
        self.counted.map_or((2 * self.digits()).max(1), |counted| counted.bits() + 1)
    }

    /// The end of its bits.
    fn end(&self) -> usize {
        self.bit + self.bits()
    }

    /// The bits that an entry of this colour takes, and those that it clashes with, from the first
    /// bit of this place on. An item that is counted takes none: it adds to its number.
    pub(super) fn marks(&self, colour: Option<Colour>) -> (u64, u64) {
        if let Some(counted) = self.counted {
            return (0, u64::from(counted.can_be_full()) << counted.bits());
        }
        let all = u64::MAX >> (64 - self.bits());
        let Some(colour) = colour else { return (all, all) };
        let number = self.colours.binary_search(&colour).unwrap_or_default();
        let takes = (0..self.digits()).map(|digit| 1 << (2 * digit + (number >> digit & 1)));
        let takes = takes.fold(0, |bits, bit: u64| bits | bit);
        (takes, all & !takes)
    }
}

/// The rank of an option is that of its first item. Each option of a part has a primary item.
pub(super) fn first_rank(entries: &[OptionEntry], rank_of: &[usize]) -> usize {
    entries
        .iter()
        .map(|entry| rank_of[entry.item.index()])
        .min()
        .expect("an option that is left has a primary item")
}

/// The place of each item, and the bit of each rank: a secondary item's bits follow the last rank
/// whose options have it.
fn places(component: &Component, order: &[usize], first: &[usize]) -> (Vec<ItemBits>, Vec<usize>) {
    let mut places = vec![ItemBits::default(); component.items()];
    for (place, counted) in places.iter_mut().zip(Counted::of(component)) {
        place.counted = counted;
    }
    let mut last = vec![0; component.items()];
    for (option, entries) in component.entries().enumerate() {
        for &OptionEntry { item, colour } in entries {
            last[item.index()] = first[option].max(last[item.index()]);
            places[item.index()].colours.extend(colour);
        }
    }
    for place in &mut places {
        place.colours.sort_unstable();
        place.colours.dedup();
    }
    let mut behind = vec![Vec::new(); order.len()];
    (component.primary()..component.items()).for_each(|item| behind[last[item]].push(item));
    let (mut bit_of, mut bit) = (Vec::with_capacity(order.len() + 1), 0);
    for (&item, behind) in order.iter().zip(&behind) {
        let bits = places[item].bits();
        if places[item].counted.is_some() && bit % 64 + bits > 64 {
            bit = bit.next_multiple_of(64); // a number is in one word
        }
        bit_of.push(bit);
        for &item in [item].iter().chain(behind) {
            places[item].bit = bit;
            bit += places[item].bits();
        }
    }
    bit_of.push(bit);
    (places, bit_of)
}
