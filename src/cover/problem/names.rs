//! Names, each once, and the number of a name.
//!
//! ```text
//!      text      q1colq2colr1        all names, one after the other
//!      ends      5 10 12             where each ends: name 1 is text[5..10], "q2col"
//!      numbers   {1, 0, 2}           a table by the hash of the name, which is looked up in `text`
//! ```
//!
//! A problem's text has an item's name once for each entry, so to look names up is most of the work
//! of reading. The hash is a fast one. Its seed is one of the standard library's random ones,
//! against texts that are made so that their names collide.
//!
//! Invariant: `numbers` has each number below the number of names once, at the hash of its name.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;

use foldhash::SharedSeed;
use foldhash::fast::SeedableRandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Names and their numbers, from 0 in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    text: String,
    ends: Vec<u32>,
    numbers: HashTable<u32>,
    /// Made with the first name.
    seeded: Option<SeedableRandomState>,
}

impl Names {
    /// The number of names.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name with this number.
    pub(super) fn get(&self, number: usize) -> Option<&str> {
        self.text.get(place(&self.ends, number)?)
    }

    /// The number of a name.
    #[inline]
    pub(super) fn number(&self, name: &str) -> Option<u32> {
        let hash = hash(self.seeded.as_ref()?, name.as_bytes());
        let is_it = |&number: &u32| bytes(&self.text, &self.ends, number) == name.as_bytes();
        self.numbers.find(hash, is_it).copied()
    }

    /// Makes room for this number of names more, and of their bytes.
    pub(super) fn reserve(&mut self, more: usize, of_text: usize) {
        let Names { text, ends, numbers, seeded: as_seeded } = self;
        let seeded = as_seeded.get_or_insert_with(seeded);
        numbers.reserve(more, |&number| hash(seeded, bytes(text, ends, number)));
        ends.reserve(more);
        text.reserve(of_text);
    }

    /// Adds a name if it is not there yet. `None` if there is no room: the text of all names, and
    /// their numbers, are below 2^32.
    pub(super) fn put(&mut self, name: &str) -> Option<Named> {
        let Names { text, ends, numbers, seeded: as_seeded } = self;
        let seeded = as_seeded.get_or_insert_with(seeded);
        let entry = numbers.entry(
            hash(seeded, name.as_bytes()),
            |&number| bytes(text, ends, number) == name.as_bytes(),
            |&number| hash(seeded, bytes(text, ends, number)),
        );
        let place = match entry {
            Entry::Occupied(there) => return Some(Named { number: *there.get(), is_new: false }),
            Entry::Vacant(place) => place,
        };
        let number = u32::try_from(ends.len()).ok()?;
        let end = u32::try_from(text.len() + name.len()).ok()?;
        text.push_str(name);
        ends.push(end);
        place.insert(number);
        Some(Named { number, is_new: true })
    }
}

/// A name that is there now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Named {
    pub(super) number: u32,
    /// Whether it was not there before.
    pub(super) is_new: bool,
}

/// The bytes of a name that is there: without a look at where characters end.
fn bytes<'t>(text: &'t str, ends: &[u32], number: u32) -> &'t [u8] {
    place(ends, number as usize).map_or(&[], |place| &text.as_bytes()[place])
}

/// Where a name is in the text.
fn place(ends: &[u32], number: usize) -> Option<Range<usize>> {
    let end = *ends.get(number)?;
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    Some(start as usize..end as usize)
}

/// A hash with a random seed.
fn seeded() -> SeedableRandomState {
    let seed = RandomState::new().build_hasher().finish();
    SeedableRandomState::with_seed(seed, SharedSeed::global_random())
}

fn hash(seeded: &SeedableRandomState, name: &[u8]) -> u64 {
    let mut hasher = seeded.build_hasher();
    hasher.write(name);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_its_number() {
        let mut names = Names::default();
        assert_eq!((names.number("a"), names.get(0)), (None, None));
        let all: Vec<String> = (0..1000).map(|k| format!("{}{k}", "ä".repeat(k % 40))).collect();
        for (number, name) in (0..).zip(&all) {
            assert_eq!(names.number(name), None);
            assert_eq!(names.put(name), Some(Named { number, is_new: true }));
        }
        for (number, name) in (0..).zip(&all) {
            assert_eq!(names.number(name), Some(number));
            assert_eq!(names.put(name), Some(Named { number, is_new: false }));
            assert_eq!(names.get(number as usize), Some(&**name));
        }
        assert_eq!((names.len(), names.number("ä"), names.get(1000)), (1000, None, None));
        assert_eq!(names.clone().number("ä1"), Some(1));
    }
}
