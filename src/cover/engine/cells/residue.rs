//! Handing over: the rest of a problem as masks, for a live list to finish.
//!
//! ```text
//!   items left    x is coloured      c f y not              c f primary
//!   bits          x: a pair for each digit     c  f  y      pairs first, as a live list wants them
//!   options left  of c, then of f those that do not have c
//! ```
//!
//! Secondary items that only one of the options left has get no bits.

use std::ops::ControlFlow;

use super::blocks::COVERED;
use super::layout::Key;
use super::sets::Sets;
use crate::cover::engine::live::mask::{Bit, Mask};
use crate::cover::engine::live::residue::{Residue, WORDS};
use crate::cover::engine::progress::Progress;

/// An item without a bit.
const NONE: u32 = u32::MAX;

/// The live list, and the tables that fill it.
#[derive(Debug)]
pub(super) struct Rest {
    live: Residue,
    limit: usize,
    /// The number of primary items left at which a closer look at the secondary items pays.
    pub(super) look_at: usize,
    /// The first bit of each item.
    bit: Vec<u32>,
    /// The options left, and the primary and secondary items left.
    options: Vec<u32>,
    primary: Vec<u32>,
    secondary: Vec<u32>,
}

impl Rest {
    pub(super) fn new(sets: &Sets, key: &Key) -> Rest {
        Rest {
            live: Residue::new(),
            limit: Residue::room(key.options()),
            look_at: 0,
            bit: vec![NONE; sets.size.len()],
            options: Vec::new(),
            primary: Vec::new(),
            secondary: Vec::new(),
        }
    }

    /// Prepares for a search.
    pub(super) fn begin(&mut self) {
        self.look_at = self.limit;
    }

    /// Whether to hand over the rest.
    pub(super) fn takes(&mut self, sets: &mut Sets, key: &Key) -> bool {
        sets.bits_left <= self.limit
            || sets.left <= self.look_at && self.takes_on_a_closer_look(sets, key)
    }

    /// The same for a rest with more items than bits: most secondary items may have at most one
    /// option now. If it does not fit, the next look comes when a quarter of the primary items has
    /// gone.
    #[cold]
    fn takes_on_a_closer_look(&mut self, sets: &mut Sets, key: &Key) -> bool {
        self.list(sets, key);
        let mut bits = sets.left;
        for &option in &self.options {
            for node in key.nodes(option) {
                let item = sets.nodes[node].item as usize;
                let shared = item >= sets.primary && (2..COVERED).contains(&sets.size[item]);
                if shared && self.bit[item] == NONE {
                    self.bit[item] = 0;
                    self.secondary.push(item as u32);
                    bits += sets.bits[item] as usize;
                }
            }
        }
        self.forget_secondary();
        let fits = bits <= self.limit;
        if !fits {
            self.look_at = sets.left * 3 / 4;
        }
        fits
    }

    fn forget_secondary(&mut self) {
        self.secondary.drain(..).for_each(|item| self.bit[item as usize] = NONE);
    }

    /// Sets the limit, at most to the room of a live list.
    pub(super) fn set_limit(&mut self, bits: usize, key: &Key) {
        self.limit = bits.min(Residue::room(key.options()));
    }

    pub(super) fn make_portable(&mut self) {
        self.live.make_portable();
    }

    /// Shows `progress` all covers made with the rest, which is not empty and fits.
    pub(super) fn search<const COLOURS: bool>(
        &mut self,
        sets: &mut Sets,
        key: &Key,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        self.list(sets, key);
        let mut bits = 0;
        if COLOURS {
            self.give_pairs(sets, key, &mut bits);
        }
        let pairs = first_bits(bits);
        for &item in &self.primary {
            self.bit[item as usize] = bits;
            bits += 1;
        }
        let all = first_bits(bits);
        let open = std::array::from_fn(|w| all[w] & !pairs[w]);
        self.live.begin(self.options.len());
        for k in 0..self.options.len() {
            let option = self.options[k];
            let mask = self.mask::<COLOURS>(sets, key, option, &mut bits);
            self.live.add(&mask, option);
        }
        self.forget_secondary();
        self.live.search(open, &pairs, progress)
    }

    /// Lists the primary items left, and the options: those of the first item, then those of the
    /// second without the first, and so on, so that each comes once. The order does not depend on
    /// the order in the sets.
    fn list(&mut self, sets: &mut Sets, key: &Key) {
        let Rest { options, primary, .. } = self;
        options.clear();
        primary.clear();
        sets.blocks
            .up_to(COVERED - 1, &sets.size[..sets.primary], |item, _| primary.push(item as u32));
        for &item in &*primary {
            let from = options.len();
            for &node in sets.left_of(item as usize) {
                let option = key.option(node);
                // If an option is left, so are all its primary items.
                if key.nodes(option).start == node as usize {
                    options.push(option);
                }
            }
            options[from..].sort_unstable();
        }
    }

    /// Gives the coloured items left their pairs of bits.
    fn give_pairs(&mut self, sets: &Sets, key: &Key, bits: &mut u32) {
        for &option in &self.options {
            for node in key.nodes(option) {
                let item = sets.nodes[node].item as usize;
                if sets.bits[item] != 1
                    && (2..COVERED).contains(&sets.size[item])
                    && self.bit[item] == NONE
                {
                    self.bit[item] = *bits;
                    self.secondary.push(item as u32);
                    *bits += sets.bits[item];
                }
            }
        }
    }

    /// The bits of an option. Items without bits receive theirs here.
    fn mask<const COLOURS: bool>(
        &mut self,
        sets: &Sets,
        key: &Key,
        option: u32,
        bits: &mut u32,
    ) -> Mask<WORDS> {
        let mut mask = [0; WORDS];
        for node in key.nodes(option) {
            let item = sets.nodes[node].item as usize;
            let size = sets.size[item];
            if size >= COVERED || size == 1 && item >= sets.primary {
                continue;
            }
            if COLOURS && sets.bits[item] != 1 {
                self.colour(sets, node, &mut mask);
                continue;
            }
            if self.bit[item] == NONE {
                self.bit[item] = *bits;
                self.secondary.push(item as u32);
                *bits += 1;
            }
            Bit::at(self.bit[item] as usize).set(&mut mask);
        }
        mask
    }

    /// Adds to `mask` the bits of a node whose item has pairs.
    fn colour(&self, sets: &Sets, node: usize, mask: &mut Mask<WORDS>) {
        let (item, code) = (sets.nodes[node].item as usize, sets.colour[node]);
        let (first, digits) = (self.bit[item], sets.digits[item]);
        let mut set = |bit: u32| Bit::at(bit as usize).set(mask);
        if code > 0 {
            (0..digits).for_each(|digit| set(first + 2 * digit + ((code - 1) >> digit & 1)));
        }
        if sets.bits[item] > 2 * digits {
            set(first + 2 * digits);
            if code == 0 {
                set(first + 2 * digits + 1);
            }
        }
    }
}

/// The first `count` bits.
fn first_bits(count: u32) -> Mask<WORDS> {
    std::array::from_fn(|w| match count.saturating_sub(64 * w as u32) {
        count @ 0..64 => (1 << count) - 1,
        _ => u64::MAX,
    })
}
