//! Items that a cover has in several options: how often they are covered already, in bits.
//!
//! ```text
//!      2:3|c       number  00  01  10      stop  0  |  1      the third option stops c: it is full
//!      1:5|c, whose options lie on the five cells of a column, so that it is never full:
//!                  number  0   1           stop  0            covered or not is all that matters
//! ```
//!
//! In a window the *stop* of an item is the bit that its options clash with when it is full; the
//! number before it is 0 then. An item that can't become full counts up to its need. What it has
//! beyond that changes nothing, so there are fewer states.
//!
//! Invariant: the number is below the room, and no more than the need if the item can't be full.

use std::collections::BTreeMap;

use super::rest::Component;
use crate::cover::Bounds;

/// The number of an item, in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counted {
    need: u32,
    /// The options that make it full; `None` if it can never be full.
    room: Option<u32>,
}

impl Counted {
    /// How each primary item of `part` is counted; `None` for those that a cover has exactly once.
    pub(super) fn of(component: &Component) -> Vec<Option<Counted>> {
        let primary = component.primary();
        if !component.is_multiple() {
            return vec![None; primary];
        }
        let mut options_of = vec![Vec::new(); primary];
        for (option, entries) in component.entries().enumerate() {
            for item in entries.iter().map(|entry| entry.item.index()) {
                if item < primary {
                    options_of[item].push(option);
                }
            }
        }
        let counted = |(item, options): (usize, &Vec<usize>)| {
            let bounds = component.bounds(item);
            let is_counted = bounds != Bounds::ONCE;
            let room = Some(bounds.most).filter(|_| !is_never_full(component, item, options));
            is_counted.then_some(Counted { need: bounds.least, room })
        };
        options_of.iter().enumerate().map(counted).collect()
    }

    /// The bits of the number, without the stop.
    pub(super) fn bits(self) -> usize {
        let most = self.room.map_or(self.need, |room| room - 1);
        most.checked_ilog2().map_or(0, |log| log as usize + 1)
    }

    /// Whether its options clash with its stop.
    pub(super) fn can_be_full(self) -> bool {
        self.room.is_some()
    }
}

/// The most items that are looked for to show that another item is never full.
const HITTERS: usize = 64;

/// Whether an item has room for as many options as a cover can have of it. Other items show that:
/// the options that have one of them are no more than that one has room for, and each other option
/// is one more.
fn is_never_full(component: &Component, item: usize, options: &[usize]) -> bool {
    let items_of = |option: usize| component.entries_of(option).iter().map(|it| it.item.index());
    let room_of = |item: usize| component.bounds(item).most as usize;
    let room = room_of(item);
    let (mut left, mut sum) = (options.to_vec(), 0);
    for _ in 0..HITTERS {
        if sum + left.len() <= room {
            return true;
        }
        let mut hits: BTreeMap<usize, usize> = BTreeMap::new();
        for other in left.iter().flat_map(|&option| items_of(option)) {
            // Of two items that say so of each other, only the first may.
            if other < component.primary() && (room_of(other), other) < (room, item) {
                *hits.entry(other).or_default() += 1;
            }
        }
        hits.retain(|&other, _| sum + room_of(other) <= room);
        let best = hits.into_iter().max_by_key(|&(other, hits)| hits / room_of(other));
        let Some((best, _)) = best else { return false };
        sum += room_of(best);
        left.retain(|&option| items_of(option).all(|other| other != best));
    }
    false
}

/// The number and the stop of an item, by their bits in a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    counted: Counted,
    word: usize,
    /// The first bit of the number in this word. The stop follows the number in the same word.
    bit: usize,
}

impl Counter {
    /// The counter from `bit` on; it does not reach beyond the word.
    pub(super) fn new(counted: Counted, bit: usize) -> Counter {
        Counter { counted, word: bit / 64, bit: bit % 64 }
    }

    fn mask(self) -> u64 {
        (1 << self.counted.bits()) - 1
    }

    fn number(self, state: &[u64]) -> u64 {
        state[self.word] >> self.bit & self.mask()
    }

    /// Counts an option. The item is not full.
    pub(super) fn add(self, state: &mut [u64]) {
        let number = self.number(state) + 1;
        let state = &mut state[self.word];
        match self.counted.room {
            None if number > u64::from(self.counted.need) => {}
            Some(room) if number == u64::from(room) => {
                *state &= !(self.mask() << self.bit);
                *state |= 1 << (self.bit + self.counted.bits());
            }
            _ => *state += 1 << self.bit,
        }
    }

    /// Whether the item, which is not full, can do without more options.
    #[inline]
    pub(super) fn is_met(self, state: &[u64]) -> bool {
        self.is_met_with(state, 0)
    }

    /// Whether the item, which is not full, can do with this number of options more.
    #[inline]
    pub(super) fn is_met_with(self, state: &[u64], options: u64) -> bool {
        self.number(state) + options >= u64::from(self.counted.need)
    }
}
