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

    /// Takes the options in `row` out of the set. Adds the items that have one option left then to
    /// `forced`. Returns an item that has none, if there is one; it has then stopped half-way if
    /// `HASTY`.
    #[inline(always)]
    pub(super) fn drop<const HASTY: bool>(
        &mut self,
        table: &Table,
        row: &[u64],
        forced: &mut Vec<u16>,
    ) -> Option<u16> {
        let State { left, tallies, options, .. } = self;
        let mut dead = None;
        for (at, (left, row)) in left.iter_mut().zip(row).enumerate() {
            let mut gone = *left & row;
            *left ^= gone;
            while gone != 0 {
                let option = 64 * at + gone.trailing_zeros() as usize;
                gone &= gone - 1;
                *options -= 1;
                for &Entry { item, step } in table.entries(option) {
                    let tally = &mut tallies[item as usize];
                    *tally = tally.wrapping_sub(step);
                    let number = number(*tally);
                    if number <= 1 {
                        if number == 0 {
                            dead = Some(item);
                            if HASTY {
                                return dead;
                            }
                        }
                        forced.push(item);
                    }
                }
            }
        }
        dead
    }
}
