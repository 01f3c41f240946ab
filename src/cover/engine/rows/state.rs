//! What is left after some choices: a set of options, and a tally for each primary item.
//!
//! ```text
//!      left      x . x x . x       a bit for each option
//!
//!      tally     high byte         c   low byte
//!                sum of the ranks  |   number of the options left of the item;
//!                of these, mod 256 |   bit c: the item is covered
//! ```
//!
//! The *rank* of an option is its place among all options of the item. When one option is left, the
//! sum is its rank: a forced item names its option. Both change by one subtraction.
//!
//! Invariant: the tally of an item that is not covered has the number and the ranks of its options
//! in `left`. Of a covered item, only the bit counts.

use super::table::{Entry, Table, place, step};

/// The bit of a covered item in its tally.
pub(super) const COVERED: u16 = 0x80;

/// The number of options left of an item with this tally; [`COVERED`] or more if it is covered.
#[inline(always)]
pub(super) fn number(tally: u16) -> u16 {
    tally & 0xff
}

/// The words of a set that are looked at together: a bit of a word each.
const TOGETHER: usize = 64;

/// The options left, and the tallies.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct State {
    pub(super) left: Vec<u64>,
    pub(super) tallies: Vec<u16>,
    /// The number of options in `left`.
    pub(super) options: usize,
    /// The number of primary items that are not covered.
    pub(super) open: usize,
}

impl State {
    /// Before any choice.
    pub(super) fn new(table: &Table) -> State {
        let mut left = vec![u64::MAX; table.words];
        if let (Some(last), rest @ 1..) = (left.last_mut(), table.options() % 64) {
            *last = (1 << rest) - 1;
        }
        let items = 0..table.items().len();
        let all = |item| {
            (0..table.options_of(item).len()).fold(0_u16, |all, k| all.wrapping_add(step(k)))
        };
        State {
            left,
            tallies: items.map(all).collect(),
            options: table.options(),
            open: table.items().len(),
        }
    }

    /// Becomes equal to `other`.
    #[inline(always)]
    pub(super) fn copy(&mut self, other: &State) {
        self.left.clear();
        self.left.extend_from_slice(&other.left);
        self.tallies.clear();
        self.tallies.extend_from_slice(&other.tallies);
        (self.options, self.open) = (other.options, other.open);
    }

    /// Whether the option is left.
    #[inline(always)]
    pub(super) fn has(&self, option: usize) -> bool {
        let (word, bit) = place(option);
        self.left[word] & bit != 0
    }

    pub(super) fn is_covered(&self, item: usize) -> bool {
        number(self.tallies[item]) >= COVERED
    }

    /// Takes an option that is left out of the set, and covers its items. What it clashes with
    /// stays for now.
    #[inline(always)]
    pub(super) fn cover(&mut self, table: &Table, option: usize) {
        let (word, bit) = place(option);
        self.left[word] &= !bit;
        self.options -= 1;
        let entries = table.entries(option);
        self.open -= entries.len();
        for entry in entries {
            self.tallies[entry.item as usize] |= COVERED;
        }
    }

    /// Takes the options in `row` out of the set.
    pub(super) fn drop_all(&mut self, table: &Table, row: &[u64]) {
        self.drop::<false>(table, row, &mut Forced::none(table.items().len()));
    }

    /// Takes the options in `row` out of the set, until an item has none. Adds the items that have
    /// one option left then to `forced`. Returns the item that has none, if there is one: then not
    /// all tallies have fallen.
    #[inline(always)]
    pub(super) fn drop_hastily(
        &mut self,
        table: &Table,
        row: &[u64],
        forced: &mut Forced,
    ) -> Option<u16> {
        self.drop::<true>(table, row, forced)
    }

    /// Either of these, hastily or not.
    #[inline(always)]
    fn drop<const HASTY: bool>(
        &mut self,
        table: &Table,
        row: &[u64],
        forced: &mut Forced,
    ) -> Option<u16> {
        let State { left, tallies, options, .. } = self;
        let mut dead = None;
        let chunks = left.chunks_mut(TOGETHER).zip(row.chunks(TOGETHER));
        for (chunk, (left, row)) in chunks.enumerate() {
            // What goes, and the words that have some of it. From option to option by one loop: a
            // loop over words, and in it one over bits, would often be mispredicted.
            let (mut gone, mut words) = ([0; TOGETHER], 0_u64);
            for (at, ((gone, left), row)) in gone.iter_mut().zip(left).zip(row).enumerate() {
                *gone = *left & row;
                *left ^= *gone;
                words |= u64::from(*gone != 0) << at;
            }
            while words != 0 {
                let at = words.trailing_zeros() as usize;
                let word = gone[at];
                gone[at] = word & (word - 1);
                words &= !(u64::from(gone[at] == 0) << at);
                let option = 64 * (TOGETHER * chunk + at) + word.trailing_zeros() as usize;
                *options -= 1;
                for &Entry { item, step } in table.entries(option) {
                    let tally = &mut tallies[item as usize];
                    *tally = tally.wrapping_sub(step);
                    let number = number(*tally);
                    forced.add_if(number == 1, item);
                    if number == 0 {
                        dead = Some(item);
                        if HASTY {
                            return dead;
                        }
                    }
                }
            }
        }
        dead
    }
}

/// Items that have one option left.
#[derive(Debug)]
pub(super) struct Forced {
    /// With room for each item, and for one that is not added.
    items: Vec<u16>,
    count: usize,
}

impl Forced {
    /// None, of a problem with this number of items.
    pub(super) fn none(items: usize) -> Forced {
        Forced { items: vec![0; items + 1], count: 0 }
    }

    /// Adds an item on a condition, without a branch: it would often be mispredicted.
    #[inline(always)]
    pub(super) fn add_if(&mut self, is_forced: bool, item: u16) {
        self.items[self.count] = item;
        self.count += usize::from(is_forced);
    }

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[u16] {
        &self.items[..self.count]
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }
}
