//! The records seen, as far as memory reaches: a set of hashes that stops growing.
//!
//! Until it is full it decides for every record whether it is new. Then it still recognises known
//! records, and is unsure about others; files decide later ([`Store`](super::Store)).
//!
//! Invariant: the table's bytes are never more than the budget, not even while it grows.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::SetRecord;

/// Bytes of the standard library's table for each place: the hash, and one byte of its own.
const PLACE: usize = size_of::<u128>() + 1;

/// Hashes of records, up to a number of bytes.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    hashes: HashSet<u128, BuildHasherDefault<Taken>>,
    budget: usize,
}

/// The answer of [`Seen`] for a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sighting {
    /// It is new, and is remembered from now on.
    First,
    /// It is known.
    Again,
    /// It is not remembered, and there is no room to do so.
    Unsure,
}

impl Seen {
    /// An empty set of at most `budget` bytes. With 0 it is never sure.
    pub fn new(budget: usize) -> Seen {
        Seen { hashes: HashSet::default(), budget }
    }

    /// Remembers `record` if there is room. Takes the time of a hash and a look at the table.
    pub fn insert(&mut self, record: &impl SetRecord) -> Sighting {
        let hash = record.hash();
        if self.hashes.len() < self.hashes.capacity() || self.may_grow() {
            return if self.hashes.insert(hash) { Sighting::First } else { Sighting::Again };
        }
        if self.hashes.contains(&hash) { Sighting::Again } else { Sighting::Unsure }
    }

    /// Whether `record` is remembered.
    pub fn contains(&self, record: &impl SetRecord) -> bool {
        self.hashes.contains(&record.hash())
    }

    /// Whether a table of twice the size fits beside this one, as it must while the hashes move.
    #[cold]
    fn may_grow(&self) -> bool {
        // Seven of eight places are used; the number of places is a power of two, and 4 to begin
        // with.
        let places = (self.hashes.capacity() * 8 / 7).next_power_of_two();
        let grown = (2 * places).max(4);
        (places + grown) * PLACE <= self.budget
    }
}

/// Takes a hash for a hash: half of its bits.
#[derive(Clone, Copy, Default)]
struct Taken(u64);

impl Hasher for Taken {
    fn write_u128(&mut self, hash: u128) {
        self.0 = hash as u64;
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only hashes are hashed, and they are numbers of 128 bits");
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::record;
    use super::*;

    #[test]
    fn it_remembers_until_it_is_full_and_then_still_knows() {
        for budget in [0, 100, 10_000, 100_000] {
            let mut seen = Seen::new(budget);
            let mut sightings = (0..10_000).map(|n| seen.insert(&record(n))).collect::<Vec<_>>();
            let known =
                sightings.iter().take_while(|&&sighting| sighting == Sighting::First).count();
            assert!(sightings.drain(known..).all(|sighting| sighting == Sighting::Unsure));
            assert!(
                known * PLACE <= budget && known * PLACE >= budget / 4,
                "{known} in {budget} bytes"
            );
            for n in 0..10_000 {
                let expected = if n < known as u64 { Sighting::Again } else { Sighting::Unsure };
                assert_eq!(seen.insert(&record(n)), expected);
                assert_eq!(seen.contains(&record(n)), n < known as u64);
            }
        }
    }
}
