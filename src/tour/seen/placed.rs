//! Fingerprints with their places, and the search for a fingerprint.
//!
//! ```text
//!      fingerprint, 16 bytes              place, 8 bytes      ascending: first by that, then by
//!      hash of a puzzle's canonical form  such as its line    place, so the first place is first
//! ```
//!
//! Fingerprints are evenly spread, so a fingerprint says where in the set it is, nearly. In memory
//! there is a directory, which has the first record of each value that the first bits of a
//! fingerprint can have: eight records or so are left, side by side. In a file a search looks there
//! first, and then nearer, at one page each time (Perl, Itai and Avni, *Interpolation Search*,
//! 1978). Every fourth look halves what is left. So in both, fingerprints that are not spread
//! evenly cost a logarithm.
//!
//! Deliberately lacking: the puzzles themselves. Of *n* different ones, two have one fingerprint
//! with a probability below n²/2¹²⁹.

use std::cmp::Ordering;
use std::fmt;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use super::SeenError;
use super::record::SetRecord;
use crate::state::{Folder, StateError};
use crate::sudoku::{Digit, Grid};

/// A fingerprint and a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedFingerprint([u8; PlacedFingerprint::LENGTH]);

impl PlacedFingerprint {
    const LENGTH: usize = 24;

    /// The fingerprint of a puzzle, and its place, a number of the caller's.
    pub fn of(puzzle: &Grid, place: u64) -> PlacedFingerprint {
        PlacedFingerprint::new(fingerprint_of(puzzle), place)
    }

    fn new(fingerprint: u128, place: u64) -> PlacedFingerprint {
        let mut bytes = [0; PlacedFingerprint::LENGTH];
        bytes[..16].copy_from_slice(&fingerprint.to_be_bytes());
        bytes[16..].copy_from_slice(&place.to_be_bytes());
        PlacedFingerprint(bytes)
    }

    /// The fingerprint.
    pub fn fingerprint(&self) -> u128 {
        let mut fingerprint = [0; 16];
        fingerprint.copy_from_slice(&self.0[..16]);
        u128::from_be_bytes(fingerprint)
    }

    /// The place.
    pub fn place(&self) -> u64 {
        let mut place = [0; 8];
        place.copy_from_slice(&self.0[16..]);
        u64::from_be_bytes(place)
    }
}

/// The fingerprint of a puzzle.
fn fingerprint_of(puzzle: &Grid) -> u128 {
    let mut digits = [0; (Digit::MAX as usize).pow(2)];
    for (digit, content) in digits.iter_mut().zip(puzzle.cells()) {
        *digit = content.map_or(0, Digit::value);
    }
    xxh3_128(&digits[..puzzle.cells().len()])
}

impl Ord for PlacedFingerprint {
    /// The order of the bytes, by numbers: sorting is most of the work on records.
    #[inline]
    fn cmp(&self, other: &PlacedFingerprint) -> Ordering {
        self.fingerprint().cmp(&other.fingerprint()).then_with(|| self.place().cmp(&other.place()))
    }
}

impl PartialOrd for PlacedFingerprint {
    #[inline]
    fn partial_cmp(&self, other: &PlacedFingerprint) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl SetRecord for PlacedFingerprint {
    const HEADER: &'static [u8; 16] = b"tourdion mark 1\n";
    const LONGEST: usize = PlacedFingerprint::LENGTH;
    const IS_REPEATED: bool = false;

    fn read(bytes: &[u8]) -> Option<PlacedFingerprint> {
        bytes.first_chunk().copied().map(PlacedFingerprint)
    }

    fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn hash(&self) -> u128 {
        self.fingerprint()
    }
}

/// Finds fingerprints in a set. Each thread has its own.
pub struct FingerprintFinder {
    origin: Origin,
    records: u64,
}

impl fmt::Debug for FingerprintFinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FingerprintFinder").field("records", &self.records).finish_non_exhaustive()
    }
}

enum Origin {
    Memory {
        records: Arc<Vec<PlacedFingerprint>>,
        /// For each value of the first bits of a fingerprint the first record from which on they
        /// have it or a greater one, and then the number of records.
        starts: Vec<usize>,
        /// The number of these bits.
        bits: u32,
    },
    File {
        file: File,
        path: PathBuf,
        /// Where the first record begins.
        start: u64,
        page: Vec<u8>,
        /// Keeps a temporary folder alive.
        _folder: Folder,
    },
}

/// Records of a file that are looked at together: a page of most systems.
const PAGE: u64 = 4096 / PlacedFingerprint::LENGTH as u64;

/// The least number of records in memory that share the first bits of their fingerprints, in the
/// mean.
const SHARED: usize = 8;

impl FingerprintFinder {
    pub(super) fn in_memory(records: Arc<Vec<PlacedFingerprint>>) -> FingerprintFinder {
        let bits = (records.len() / SHARED).max(2).ilog2();
        let mut starts = Vec::with_capacity((1 << bits) + 1);
        for (number, record) in records.iter().enumerate() {
            while starts.len() <= first_bits(record.fingerprint(), bits) {
                starts.push(number);
            }
        }
        starts.resize((1 << bits) + 1, records.len());
        FingerprintFinder {
            records: records.len() as u64,
            origin: Origin::Memory { records, starts, bits },
        }
    }

    pub(super) fn in_file(
        folder: &Folder,
        name: &str,
        start: u64,
        records: u64,
    ) -> Result<FingerprintFinder, SeenError> {
        let (file, path) = (folder.open(name)?, folder.path(name));
        let origin = Origin::File { file, path, start, page: Vec::new(), _folder: folder.clone() };
        Ok(FingerprintFinder { origin, records })
    }

    /// The first place with the fingerprint of this puzzle. Looks at some three pages of a file.
    ///
    /// # Errors
    /// If the file of the set can't be read.
    pub fn first_place(&mut self, puzzle: &Grid) -> Result<Option<u64>, SeenError> {
        self.first(fingerprint_of(puzzle))
    }

    fn first(&mut self, fingerprint: u128) -> Result<Option<u64>, SeenError> {
        if let Origin::Memory { records, starts, bits } = &self.origin {
            let at = first_bits(fingerprint, *bits);
            let records = &records[starts[at]..starts[at + 1]];
            let found =
                records.get(records.partition_point(|record| record.fingerprint() < fingerprint));
            return Ok(found
                .filter(|record| record.fingerprint() == fingerprint)
                .map(PlacedFingerprint::place));
        }
        let wanted = PlacedFingerprint::new(fingerprint, 0);
        // Records before `low` are less than the wanted one, and those from `high` on are not; the
        // one at `high` is known if any is there.
        let (mut low, mut high, mut at_high) = (0, self.records, None);
        let (mut least, mut most) = (0_u128, u128::MAX);
        for look in 1_u32.. {
            if low == high {
                break;
            }
            let middle = if look % 4 > 0 {
                let [span, part] =
                    [most - least, fingerprint - least].map(|distance| distance >> 64);
                low + (u128::from(high - low) * part / (span + 1)) as u64
            } else {
                low + (high - low) / 2
            };
            let begin = middle.saturating_sub(PAGE / 2).max(low);
            let end = high.min(begin + PAGE);
            let records = self.read(begin..end)?;
            let place = records.partition_point(|record| *record < wanted);
            if let Some(last) = records.last().filter(|_| place == records.len()) {
                (low, least) = (end, last.fingerprint());
            } else {
                (high, at_high) = (begin + place as u64, Some(records[place]));
                most = records[place].fingerprint();
                if place > 0 {
                    break;
                }
            }
        }
        Ok(at_high
            .filter(|record| record.fingerprint() == fingerprint)
            .map(|record| record.place()))
    }

    /// These records of a file.
    fn read(&mut self, range: Range<u64>) -> Result<Vec<PlacedFingerprint>, SeenError> {
        let Origin::File { file, path, start, page, .. } = &mut self.origin else {
            unreachable!("records in memory are not read")
        };
        let length = PlacedFingerprint::LENGTH as u64;
        page.resize(((range.end - range.start) * length) as usize, 0);
        file.seek(SeekFrom::Start(*start + range.start * length))
            .and_then(|_| file.read_exact(page))
            .map_err(|error| StateError::io(path, "can't be read", error))?;
        let (records, _) = page.as_chunks();
        Ok(records.iter().copied().map(PlacedFingerprint).collect())
    }
}

/// The first bits of a fingerprint, at least one.
fn first_bits(fingerprint: u128, bits: u32) -> usize {
    (fingerprint >> (u128::BITS - bits)) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::Store;
    use super::*;
    use crate::chance::Chance;

    /// Fingerprints of all kinds: even ones, and ones that are all close together.
    fn fingerprints(spread: u32, count: usize) -> Vec<u128> {
        let mut chance = Chance::new(1, u64::from(spread));
        let mut word = || chance.below(1 << 31) as u128;
        let fingerprint = |word: &mut dyn FnMut() -> u128| {
            (word() << 97 | word() << 66 | word() << 35 | word() << 4) >> spread
        };
        (0..count).map(|_| fingerprint(&mut word)).collect()
    }

    #[test]
    fn the_first_place_of_each_fingerprint_is_found_in_memory_and_in_files() {
        for (spread, count) in [(0, 0), (0, 1), (0, 5_000), (0, 60_000), (90, 5_000), (125, 5_000)]
        {
            let fingerprints = fingerprints(spread, count);
            let mut expected = BTreeMap::<u128, u64>::new();
            for (place, &fingerprint) in (0..).zip(&fingerprints) {
                expected.entry(fingerprint).or_insert(place);
            }
            for budget in [1 << 14, 1 << 26] {
                let store = Store::in_memory(budget);
                for (block, part) in (0..).zip(fingerprints.chunks(999)) {
                    let places = 999 * block..;
                    let mut records: Vec<PlacedFingerprint> = places
                        .zip(part)
                        .map(|(k, &fingerprint)| PlacedFingerprint::new(fingerprint, k))
                        .collect();
                    store.finish(block, &mut records).unwrap();
                    assert_eq!(records, []);
                }
                let (set, _) = store.close().unwrap();
                let mut finder = set.finder().unwrap();
                for &fingerprint in fingerprints.iter().step_by(7) {
                    assert_eq!(finder.first(fingerprint).unwrap(), Some(expected[&fingerprint]));
                    for other in [fingerprint.wrapping_sub(1), fingerprint.wrapping_add(1)] {
                        assert_eq!(finder.first(other).unwrap(), expected.get(&other).copied());
                    }
                }
                for end in [0, u128::MAX] {
                    assert_eq!(finder.first(end).unwrap(), expected.get(&end).copied());
                }
            }
        }
    }
}
