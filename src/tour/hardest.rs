//! The hardest puzzles of a set: how many, and by which ratings.
//!
//! ```text
//!      b100(te,b)       the 100 with the greatest te, and of equal ones with the greatest b
//!
//!      te=2 b=-         a rate is a number; then come all of which more is known than a number,
//!      te=1 b=>24       as >24; then those above any number
//!      te=1 b=7
//! ```
//!
//! Puzzles of equal rates come in the order of their records: by pattern, and then by digits. In a
//! set of canonical forms that does not depend on how they were found.
//!
//! A [`RankedPuzzle`] carries its rates, so that a sorted set of them has the hardest first, at any
//! size, and nothing is rated twice. Further ratings, which take long, are not asked for where the
//! first shows that enough puzzles are harder: [`Bar`] keeps the best rates so far.

use std::collections::BinaryHeap;
use std::fmt;
use std::sync::Mutex;

use super::seen::{PackedPuzzle, SetRecord};
use crate::lock::locked;
use crate::rating::{Rate, Rating};

/// How many puzzles are kept, and what makes one harder than another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardest {
    /// The number, at least 1.
    pub count: u64,
    /// The ratings; the first counts most. At least one, at most [`Hardest::MOST_RATINGS`],
    /// each once.
    pub by: Vec<Rating>,
}

impl Hardest {
    /// The ratings if none are named: together they tell nearly all puzzles from one another.
    pub const USUAL: &[Rating] = &[Rating::Te, Rating::B, Rating::Bxb];

    /// The most ratings.
    pub const MOST_RATINGS: usize = 8;
}

impl fmt::Display for Hardest {
    /// As `b100(te,b)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.by.iter().map(|rating| rating.name()).collect();
        write!(f, "b{}({})", self.count, names.join(","))
    }
}

/// Bytes of a rate.
const RATE: usize = 5;

/// A puzzle behind its rates, so that the hardest come first.
///
/// ```text
///      number of rates | rates, greatest first: kind, number, turned round | puzzle
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RankedPuzzle([u8; RankedPuzzle::LONGEST]);

impl RankedPuzzle {
    const LONGEST: usize = 1 + RATE * Hardest::MOST_RATINGS + PackedPuzzle::LONGEST;

    /// The record of a puzzle with these rates.
    pub(super) fn new(rates: &[Rate], puzzle: &PackedPuzzle) -> RankedPuzzle {
        let mut bytes = [0; RankedPuzzle::LONGEST];
        bytes[0] = rates.len() as u8;
        for (place, rate) in bytes[1..].chunks_mut(RATE).zip(rates) {
            place.copy_from_slice(&turned(*rate));
        }
        let own = puzzle.bytes();
        bytes[begin(rates.len())..][..own.len()].copy_from_slice(own);
        RankedPuzzle(bytes)
    }

    /// The puzzle.
    pub(super) fn puzzle(&self) -> PackedPuzzle {
        let rest = &self.0[begin(self.0[0].into())..];
        PackedPuzzle::read(rest).expect("a record has a puzzle")
    }
}

/// Where the puzzle begins behind this number of rates.
const fn begin(rates: usize) -> usize {
    1 + RATE * rates
}

/// The bytes of a rate, less for a greater one.
fn turned(rate: Rate) -> [u8; RATE] {
    let (kind, number) = rate.order_key();
    let [a, b, c, d] = number.to_be_bytes();
    [kind, a, b, c, d].map(|byte| !byte)
}

/// The first rates of the hardest puzzles so far, for all threads.
///
/// Invariant: a puzzle whose first rate is below the bar is not among the hardest. So those are
/// never left out, in whatever order puzzles come; which of the others are makes no difference.
pub(super) struct Bar {
    count: usize,
    /// The greatest of them is the least hard.
    first: Mutex<BinaryHeap<[u8; RATE]>>,
}

impl Bar {
    /// The most rates to keep: of more puzzles none is left out.
    const MOST: u64 = 1 << 20;

    /// A bar for this number of puzzles.
    pub(super) fn new(count: u64) -> Bar {
        let count = if count > Bar::MOST { 0 } else { count as usize };
        Bar { count, first: Mutex::default() }
    }

    /// Notes the first rate of a puzzle, once. Returns whether the puzzle may be among the hardest.
    pub(super) fn passes(&self, rate: Rate) -> bool {
        if self.count == 0 {
            return true;
        }
        let mut first = locked(&self.first);
        first.push(turned(rate));
        if first.len() > self.count {
            first.pop();
        }
        // If it is out, there are as many that are not less hard; all of them harder, or equal.
        let is_full = first.len() == self.count;
        !is_full || first.peek().is_none_or(|least| turned(rate) <= *least)
    }
}

impl SetRecord for RankedPuzzle {
    const HEADER: &'static [u8; 16] = b"tourdion rank 1\n";
    const LONGEST: usize = RankedPuzzle::LONGEST;
    const IS_REPEATED: bool = false;

    fn read(bytes: &[u8]) -> Option<RankedPuzzle> {
        let rates = usize::from(*bytes.first()?);
        if rates > Hardest::MOST_RATINGS {
            return None;
        }
        let begin = begin(rates);
        let puzzle = PackedPuzzle::read(bytes.get(begin..)?)?;
        let end = begin + puzzle.bytes().len();
        let mut record = RankedPuzzle([0; RankedPuzzle::LONGEST]);
        record.0[..end].copy_from_slice(&bytes[..end]);
        Some(record)
    }

    fn bytes(&self) -> &[u8] {
        &self.0[..begin(self.0[0].into()) + self.puzzle().bytes().len()]
    }

    fn hash(&self) -> u128 {
        self.puzzle().hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_rises_with_the_hardest() {
        let bar = Bar::new(2);
        let passed = [3, 1, 2, 1, 2, 3, 2, 3].map(|number| bar.passes(Rate::Is(number)));
        assert_eq!(passed, [true, true, true, false, true, true, false, true]);
        assert!(bar.passes(Rate::Endless) && bar.passes(Rate::Above(3)));
        assert!(!bar.passes(Rate::Is(900)));
        let none = Bar::new(u64::MAX);
        assert!([3, 1, 2].iter().all(|&number| none.passes(Rate::Is(number))));
    }

    #[test]
    fn the_hardest_come_first_and_records_are_read_back() {
        let puzzle = |text: &str| {
            PackedPuzzle::of(&format!("{text}{}", ".".repeat(81 - text.len())).parse().unwrap())
        };
        let (one, other) = (puzzle("12").unwrap(), puzzle("21").unwrap());
        let rates = [
            [Rate::Endless, Rate::Is(0)],
            [Rate::Above(24), Rate::Is(0)],
            [Rate::Above(3), Rate::Endless],
            [Rate::Is(300), Rate::Is(1)],
            [Rate::Is(300), Rate::Is(0)],
            [Rate::Is(2), Rate::Endless],
            [Rate::Is(0), Rate::Is(7)],
        ];
        let pairs = rates.iter().flat_map(|rates| [(rates, one), (rates, other)]);
        let records: Vec<_> =
            pairs.clone().map(|(rates, puzzle)| RankedPuzzle::new(rates, &puzzle)).collect();
        assert!(records.is_sorted() && one < other);
        let mut file = Vec::new();
        for record in &records {
            file.extend_from_slice(record.bytes());
        }
        let mut rest = &file[..];
        for (record, (_, puzzle)) in records.iter().zip(pairs) {
            let read = RankedPuzzle::read(rest).unwrap();
            assert!(read == *record && read.puzzle() == puzzle);
            rest = &rest[read.bytes().len()..];
        }
        assert!(rest.is_empty() && RankedPuzzle::read(&file[..20]).is_none());
        assert!(RankedPuzzle::read(&[9; 200]).is_none());
    }
}
