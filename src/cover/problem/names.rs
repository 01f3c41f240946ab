//! Names, each once, and the number of a name.
//!
//! ```text
//!      text        q1colq2colr1               all names, one after the other
//!      spellings   0 to 5, 5 to 10, 10 to 12  where each is, and its first bytes
//!      numbers     {1, 0, 2}                  a table by the hash of the name
//! ```
//!
//! A problem's text has an item's name once for each entry, so to look names up is much of the work
//! of reading. Most are short: eight bytes are hashed and compared as one number, the name's
//! *head*. The hash is a fast one. Its seed is one of the standard library's random ones,
//! against texts that are made so that their names collide.
//!
//! Invariant: `numbers` has each number below the number of names once, at the hash of its name.

use std::hash::{BuildHasher, Hasher, RandomState};

use foldhash::SharedSeed;
use foldhash::fast::SeedableRandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// The number of bytes of a head.
const HEAD: usize = 8;

/// Names and their numbers, from 0 in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    text: String,
    spellings: Vec<Spelling>,
    numbers: HashTable<u32>,
    /// Made with the first name.
    seeded: Option<SeedableRandomState>,
}

/// Where a name is in the text, and how it begins.
#[derive(Clone, Copy, Debug)]
struct Spelling {
    head: u64,
    start: u32,
    length: u32,
}

impl Names {
    /// The number of names.
    pub(super) fn len(&self) -> usize {
        self.spellings.len()
    }

    /// The name with this number.
    pub(super) fn get(&self, number: usize) -> Option<&str> {
        let &Spelling { start, length, .. } = self.spellings.get(number)?;
        self.text.get(start as usize..)?.get(..length as usize)
    }

    /// The number of a name.
    #[inline]
    pub(super) fn number(&self, name: &str) -> Option<u32> {
        let wanted = Wanted::new(name);
        let hash = wanted.hash(self.seeded.as_ref()?);
        let is_it = |&number: &u32| wanted.is(&self.text, self.spellings[number as usize]);
        self.numbers.find(hash, is_it).copied()
    }

    /// The number of the name with this head, which has fewer than eight bytes.
    #[inline]
    pub(super) fn number_by_head(&self, head: u64) -> Option<u32> {
        let hash = hash_of_head(head, self.seeded.as_ref()?);
        self.numbers.find(hash, |&number| self.spellings[number as usize].head == head).copied()
    }

    /// The length of the name with this number, if it is in `bytes` at this place, whatever comes
    /// behind it. The answer may be no, too, if `bytes` end soon behind it.
    #[inline]
    pub(super) fn length_at(&self, number: u32, bytes: &[u8], at: usize) -> Option<usize> {
        let &Spelling { head, start, length } = self.spellings.get(number as usize)?;
        let there = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
        let (start, length) = (start as usize, length as usize);
        let is_short = length <= HEAD;
        let mask = if is_short { u64::MAX >> (8 * (HEAD - length.max(1))) } else { u64::MAX };
        let is_there = (there ^ head) & mask == 0
            && (is_short
                || bytes.get(at..at + length) == self.text.as_bytes().get(start..start + length));
        is_there.then_some(length)
    }

    /// Makes room for this number of names more, and of their bytes.
    pub(super) fn reserve(&mut self, more: usize, of_text: usize) {
        let Names { text, spellings, numbers, seeded: as_seeded } = self;
        let seeded = as_seeded.get_or_insert_with(seeded);
        numbers
            .reserve(more, |&number| Wanted::again(text, spellings[number as usize]).hash(seeded));
        spellings.reserve(more);
        text.reserve(of_text);
    }

    /// Adds a name if it is not there yet. `None` if there is no room: the text of all names, and
    /// their numbers, are below 2^32.
    pub(super) fn put(&mut self, name: &str) -> Option<Named> {
        let Names { text, spellings, numbers, seeded: as_seeded } = self;
        let seeded = as_seeded.get_or_insert_with(seeded);
        let wanted = Wanted::new(name);
        let entry = numbers.entry(
            wanted.hash(seeded),
            |&number| wanted.is(text, spellings[number as usize]),
            |&number| Wanted::again(text, spellings[number as usize]).hash(seeded),
        );
        let place = match entry {
            Entry::Occupied(there) => return Some(Named { number: *there.get(), is_new: false }),
            Entry::Vacant(place) => place,
        };
        let number = u32::try_from(spellings.len()).ok()?;
        let start = u32::try_from(text.len()).ok()?;
        u32::try_from(text.len() + name.len()).ok()?;
        spellings.push(Spelling { head: wanted.head, start, length: name.len() as u32 });
        text.push_str(name);
        place.insert(number);
        Some(Named { number, is_new: true })
    }
}

/// A name and its head.
#[derive(Clone, Copy)]
struct Wanted<'n> {
    name: &'n [u8],
    head: u64,
}

impl<'n> Wanted<'n> {
    fn new(name: &'n str) -> Wanted<'n> {
        Wanted { name: name.as_bytes(), head: head(name.as_bytes()) }
    }

    /// A name that is there.
    fn again(text: &'n str, spelling: Spelling) -> Wanted<'n> {
        Wanted { name: bytes(text, spelling), head: spelling.head }
    }

    /// Whether this is the name that is there.
    #[inline]
    fn is(&self, text: &str, there: Spelling) -> bool {
        self.head == there.head
            && self.name.len() == there.length as usize
            && (self.name.len() <= HEAD || self.name == bytes(text, there))
    }

    #[inline]
    fn hash(&self, seeded: &SeedableRandomState) -> u64 {
        if self.name.len() <= HEAD {
            return hash_of_head(self.head, seeded);
        }
        let mut hasher = seeded.build_hasher();
        hasher.write(self.name);
        hasher.finish()
    }
}

#[inline]
fn hash_of_head(head: u64, seeded: &SeedableRandomState) -> u64 {
    let mut hasher = seeded.build_hasher();
    hasher.write_u64(head);
    hasher.finish()
}

/// The first bytes of a name, up to eight, as a number whose lowest byte is the first one: `ab` is
/// 0x6261. A shorter name is taken in two parts, which may overlap.
#[inline]
fn head(name: &[u8]) -> u64 {
    let two = |first: u64, last: u64, part: usize| first | last << (8 * (name.len() - part));
    if let Some(&first) = name.first_chunk() {
        u64::from_le_bytes(first)
    } else if let (Some(&first), Some(&last)) = (name.first_chunk::<4>(), name.last_chunk::<4>()) {
        two(u32::from_le_bytes(first).into(), u32::from_le_bytes(last).into(), 4)
    } else if let (Some(&first), Some(&last)) = (name.first_chunk::<2>(), name.last_chunk::<2>()) {
        two(u16::from_le_bytes(first).into(), u16::from_le_bytes(last).into(), 2)
    } else {
        name.first().map_or(0, |&only| only.into())
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
fn bytes(text: &str, Spelling { start, length, .. }: Spelling) -> &[u8] {
    text.as_bytes()
        .get(start as usize..)
        .and_then(|rest| rest.get(..length as usize))
        .unwrap_or(&[])
}

/// A hash with a random seed.
fn seeded() -> SeedableRandomState {
    let seed = RandomState::new().build_hasher().finish();
    SeedableRandomState::with_seed(seed, SharedSeed::global_random())
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

    #[test]
    fn names_of_any_length_are_found_in_a_text() {
        let all: Vec<&str> = (1..=20).map(|length| &"abcdefghijklmnopqrst"[..length]).collect();
        let mut names = Names::default();
        for (number, name) in (0..).zip(&all) {
            assert_eq!(names.put(name), Some(Named { number, is_new: true }));
            let bytes = name.bytes().take(8).rev();
            assert_eq!(
                head(name.as_bytes()),
                bytes.fold(0, |head, byte| head << 8 | u64::from(byte))
            );
        }
        for (number, name) in (0..).zip(&all) {
            let length_at = |text: &str, at: usize| names.length_at(number, text.as_bytes(), at);
            assert_eq!(length_at(&format!("{name}        "), 0), Some(name.len()));
            assert_eq!(length_at(&format!("ab{name}ab      "), 2), Some(name.len()));
            for wrong in 0..name.len() {
                let mut text = format!("{name}        ");
                text.replace_range(wrong..=wrong, "A");
                assert_eq!(length_at(&text, 0), None);
            }
            assert_eq!((length_at("abc", 0), length_at("abc", 5)), (None, None));
        }
    }
}
