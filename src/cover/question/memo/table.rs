//! The memory: the number of covers from a state on, for all states that fit.
//!
//! ```text
//!    a record     rank + 1, cost | key ......... | count .......
//!                 one word         plan's words    the words of a count
//!
//!    a state's hash gives its home; the record is there or in one of the next seven places
//! ```
//!
//! Keys are compared whole, so equal hashes do no harm. When five eighths of the places are taken,
//! the table doubles, if the limit allows it. When all eight places of a state are taken, the
//! record that was the cheapest to compute is dropped.
//!
//! Invariant: a record that is not empty is the count of its state, whatever was dropped.

use super::limbs;

/// The number of places for a state, from its home on.
const REACH: usize = 8;

/// The places of the first table.
const FIRST: usize = 1 << 10;

/// A table of counts; see the [page](self).
#[derive(Debug)]
pub(super) struct Table {
    /// The words of a key.
    key: usize,
    /// The words of a count.
    limbs: usize,
    /// The number of places, a power of two; 0 if there is no room for any.
    places: usize,
    records: Vec<u64>,
    entries: u64,
}

impl Table {
    /// An empty table for keys of `key` words.
    pub(super) fn new(key: usize) -> Table {
        Table { key, limbs: 1, places: 0, records: Vec::new(), entries: 0 }
    }

    /// The words of its memory.
    pub(super) fn words(&self) -> usize {
        self.records.len()
    }

    /// The number of states with a known count.
    pub(super) fn entries(&self) -> u64 {
        self.entries
    }

    fn stride(&self) -> usize {
        1 + self.key + self.limbs
    }

    /// The places of a state, in the order in which they are tried.
    #[inline]
    fn homes(&self, rank: u32, key: &[u64]) -> impl Iterator<Item = usize> + use<> {
        let (home, mask, stride) =
            (hash(rank, key) as usize, self.places.wrapping_sub(1), self.stride());
        (0..REACH.min(self.places)).map(move |step| (home.wrapping_add(step) & mask) * stride)
    }

    /// The nodes that the count of a state took, and the count, if it is known.
    #[inline]
    pub(super) fn get(&self, rank: u32, key: &[u64]) -> Option<(u64, &[u64])> {
        for at in self.homes(rank, key) {
            let record = &self.records[at..at + self.stride()];
            if record[0] as u32 == rank + 1 && record[1..=self.key] == *key {
                return Some((record[0] >> 32, &record[1 + self.key..]));
            }
            if record[0] == 0 {
                return None; // records are never removed, so it would be here
            }
        }
        None
    }

    /// Remembers the count of a state that took `cost` nodes to find, if there is room within
    /// `limit` words.
    pub(super) fn put(&mut self, rank: u32, key: &[u64], count: &[u64], cost: u64, limit: usize) {
        let cost = cost.min(u64::from(u32::MAX));
        let head = cost << 32 | u64::from(rank + 1);
        if self.entries as usize >= self.places / 8 * 5 {
            self.grow(limit);
        }
        let mut cheapest = None;
        for at in self.homes(rank, key) {
            let record = &self.records[at..at + self.stride()];
            let is_same = record[0] as u32 == rank + 1 && record[1..=self.key] == *key;
            if record[0] == 0 || is_same {
                self.entries += u64::from(record[0] == 0);
                return self.write(at, head, key, count);
            }
            if cheapest.is_none_or(|(least, _)| record[0] >> 32 < least) {
                cheapest = Some((record[0] >> 32, at));
            }
        }
        if let Some((_, at)) = cheapest {
            self.write(at, head, key, count);
        }
    }

    fn write(&mut self, at: usize, head: u64, key: &[u64], count: &[u64]) {
        let record = &mut self.records[at..at + 1 + self.key + self.limbs];
        record[0] = head;
        record[1..=self.key].copy_from_slice(key);
        record[1 + self.key..].copy_from_slice(count);
    }

    /// Doubles the places, if both tables together, the old and the new, are within `limit` words.
    fn grow(&mut self, limit: usize) {
        let places = if self.places == 0 {
            FIRST.min(floor_to_power(limit / self.stride()))
        } else {
            2 * self.places
        };
        let is_within = places > 0
            && places.saturating_mul(self.stride()).saturating_add(self.words()) <= limit;
        if is_within {
            let limbs = self.limbs;
            self.rebuild(places, limbs);
        }
    }

    /// Gives all counts twice as many words; records that then exceed `limit` words are forgotten.
    pub(super) fn widen(&mut self, limit: usize) {
        let (limbs, mut places) = (2 * self.limbs, self.places);
        let room = limit.saturating_sub(self.words());
        while places * (1 + self.key + limbs) > room {
            places /= 2;
        }
        self.rebuild(places, limbs);
        if places == 0 {
            self.records = Vec::new();
        }
    }

    /// Replaces the table by one of this size, with the old records as far as they fit.
    fn rebuild(&mut self, places: usize, limbs: usize) {
        let old = Table { records: std::mem::take(&mut self.records), ..*self };
        let stride = 1 + self.key + limbs;
        *self = Table { limbs, places, records: vec![0; places * stride], entries: 0, ..*self };
        for record in old.records.chunks_exact(old.stride()).filter(|record| record[0] != 0) {
            let (key, count) = record[1..].split_at(old.key);
            let (rank, cost) = (record[0] as u32 - 1, record[0] >> 32);
            if limbs == old.limbs {
                self.put(rank, key, count, cost, 0);
            } else {
                self.put(rank, key, &limbs::widen(count, old.limbs), cost, 0);
            }
        }
    }
}

fn floor_to_power(number: usize) -> usize {
    number.checked_ilog2().map_or(0, |bits| 1 << bits)
}

/// Mixes the words by multiplication, as the hash of the Firefox browser does; the best bits are
/// folded down.
#[inline]
fn hash(rank: u32, key: &[u64]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15; // 2^64 over the golden ratio
    let mix = |hash: u64, word: u64| (hash.rotate_left(26) ^ word).wrapping_mul(ODD);
    let hash = key.iter().fold(mix(0, u64::from(rank)), |hash, &word| mix(hash, word));
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with the numbers up to `count` and their squares.
    fn filled(count: u64, limit: usize) -> Table {
        let mut table = Table::new(2);
        for number in 0..count {
            table.put(number as u32 % 7, &[number, !number], &[number * number], number, limit);
            assert!(table.words() <= limit, "{} words of {limit}", table.words());
        }
        table
    }

    /// The number of these that are present, each with its square.
    fn found(table: &Table, count: u64) -> u64 {
        let get = |number: u64| {
            table.get(number as u32 % 7, &[number, !number]).map(|known| (number, known))
        };
        let squares = (0..count).filter_map(get).inspect(|&(number, (cost, square))| {
            assert_eq!((square[0], square[1..].iter().sum::<u64>()), (number * number, 0));
            assert_eq!(cost, number);
        });
        squares.count() as u64
    }

    #[test]
    fn what_has_room_is_found_again() {
        let table = filled(20_000, usize::MAX);
        assert!(
            found(&table, 20_000) > 19_000,
            "some have no place of eight even in a table that may grow"
        );
        assert_eq!(found(&table, 20_000), table.entries());
        assert_eq!(table.get(3, &[2, !2]), None, "2 is there with rank 2");
    }

    #[test]
    fn without_room_the_cheapest_go() {
        for limit in [0, 3, 4, 50, 5000] {
            let table = filled(20_000, limit);
            assert_eq!(found(&table, 20_000), table.entries());
            assert!(table.entries() as usize <= limit / 4);
        }
        let table = filled(20_000, 5000);
        let dear = (19_000..20_000).filter(|&n| table.get(n as u32 % 7, &[n, !n]).is_some()).count()
            as u64;
        assert!(2 * dear > table.entries(), "{dear} of {}", table.entries());
    }

    #[test]
    fn wider_counts_are_the_same() {
        for limit in [0, 100, 5000, usize::MAX] {
            let mut table = filled(1000, limit);
            table.widen(limit);
            assert!(table.words() <= limit);
            assert_eq!(found(&table, 1000), table.entries());
        }
    }
}
