//! A 9×9 grid in few bytes: the pattern of its clues, then their digits.
//!
//! ```text
//!      1.......2 ...              10000000 1....        11 bytes: a bit for each cell, r1c1 first,
//!                                                       7 bits 0
//!      digits 1 2 5 9 3 | 4 4     (0 1 4 8 2) (3 3)     less 1, in base 9: five in 16 bits,
//!                                                       one or two left in 8, three or four in 16
//!      17 clues: 18 bytes      25: 21      35: 25      81: 44
//! ```
//!
//! The first eleven bytes determine the length. All numbers begin with their most significant byte.
//! So records are ordered like their bytes: first by pattern, where a clue comes after an empty
//! cell, then by digits, each from r1c1 on. Puzzles of one pattern are together. This is not the
//! order of their lines.
//!
//! Invariant: bytes behind the end are 0, so that equal grids have equal bytes. Deliberately
//! lacking: other shapes.

use std::cmp::Ordering;
use std::fmt;

use xxhash_rust::xxh3::xxh3_128;

use super::record::SetRecord;
use crate::sudoku::{Digit, Grid, Pattern, Shape};

/// Bytes of a pattern.
const PATTERN: usize = 11;

/// The unused bits of the last byte of a pattern.
const NO_CELLS: u8 = 0x7f;

/// Digits that fit into 16 bits: 9⁵ is 59,049.
const GROUP: usize = 5;

/// Bytes for the digits left after groups of five.
const REST: [usize; GROUP] = [0, 1, 1, 2, 2];

/// A 9×9 grid as bytes, ordered by pattern and then by digits.
///
/// ```
/// use tourdion::sudoku::Grid;
/// use tourdion::tour::seen::PackedPuzzle;
///
/// let puzzle: Grid =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let record = PackedPuzzle::of(&puzzle).expect("the puzzle is 9x9");
/// assert_eq!(record.bytes().len(), 20); // of 21 clues
/// assert_eq!(record.grid(), puzzle);
/// # Ok::<(), tourdion::sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedPuzzle([u8; PackedPuzzle::LONGEST]);

impl PackedPuzzle {
    /// Bytes of the longest record, which has 81 clues.
    pub const LONGEST: usize = PATTERN + 2 * (81 / GROUP) + REST[81 % GROUP];

    /// The record of `grid`; `None` if its boxes are not 3×3.
    pub fn of(grid: &Grid) -> Option<PackedPuzzle> {
        if grid.shape() != Shape::CLASSIC {
            return None;
        }
        let mut bytes = [0; PackedPuzzle::LONGEST];
        let (mut end, mut group, mut digits) = (PATTERN, 0_u16, 0);
        for (cell, content) in grid.cells().iter().enumerate() {
            let Some(digit) = content else { continue };
            bytes[cell / 8] |= 0x80 >> (cell % 8);
            group = 9 * group + digit.index() as u16;
            digits += 1;
            if digits == GROUP {
                bytes[end..end + 2].copy_from_slice(&group.to_be_bytes());
                end += 2;
                (group, digits) = (0, 0);
            }
        }
        bytes[end..end + REST[digits]].copy_from_slice(&group.to_be_bytes()[2 - REST[digits]..]);
        Some(PackedPuzzle(bytes))
    }

    /// The grid of this record.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(Shape::CLASSIC);
        let (mut at, mut group, mut power) = (PATTERN, 0, 0_u16);
        let mut left = self.clue_count();
        for cell in 0..81 {
            if self.0[cell / 8] & (0x80 >> (cell % 8)) == 0 {
                continue;
            }
            if power == 0 {
                let digits = left.min(GROUP);
                let end = at + if digits == GROUP { 2 } else { REST[digits] };
                group =
                    self.0[at..end].iter().fold(0, |number, &byte| number << 8 | u16::from(byte));
                power = 9_u16.pow(digits as u32 - 1);
                at = end;
            }
            // Damaged bytes also give digits, though wrong ones.
            grid.set(Shape::CLASSIC.cell(cell), Some(Digit::at(usize::from(group / power % 9))));
            power /= 9;
            left -= 1;
        }
        grid
    }

    /// The pattern of the grid's clues.
    pub fn pattern(&self) -> Pattern {
        let has_clue = |cell: &usize| self.0[cell / 8] & (0x80 >> (cell % 8)) != 0;
        let cells = (0..81).filter(has_clue).map(|index| Shape::CLASSIC.cell(index));
        Pattern::of_cells(Shape::CLASSIC, cells)
    }

    /// The number of clues of the grid.
    pub fn clue_count(&self) -> usize {
        clues(&self.0)
    }

    /// The bytes, from 11 without a clue to [`PackedPuzzle::LONGEST`]; 25 or less up to 35 clues.
    pub fn bytes(&self) -> &[u8] {
        &self.0[..length(self.clue_count())]
    }

    /// The record at the start of `bytes`; `None` if they are too short, or begin with no pattern.
    /// The digits are not checked: bytes that [`PackedPuzzle::of`] never makes are a record, too.
    /// Its grid has the pattern and some digits, and its bytes are not those of that grid's record.
    pub fn read(bytes: &[u8]) -> Option<PackedPuzzle> {
        if bytes.len() < PATTERN || bytes[PATTERN - 1] & NO_CELLS != 0 {
            return None;
        }
        let own = bytes.get(..length(clues(bytes)))?;
        let mut record = PackedPuzzle([0; PackedPuzzle::LONGEST]);
        record.0[..own.len()].copy_from_slice(own);
        Some(record)
    }

    /// A hash of 128 bits (XXH3 by Yann Collet), the same on every machine.
    ///
    /// For random hashes, the probability that any two of *n* different records collide is below
    /// n²/2¹²⁹: one in 10²¹ for a thousand million.
    pub fn hash(&self) -> u128 {
        xxh3_128(self.bytes())
    }

    /// The eight bytes from `at` on, as a number.
    #[inline]
    fn word(&self, at: usize) -> u64 {
        u64::from_be_bytes(self.0[at..at + 8].try_into().expect("eight bytes are eight bytes"))
    }
}

/// The number of clues of the pattern at the start of `bytes`.
#[inline]
fn clues(bytes: &[u8]) -> usize {
    // Two numbers, which overlap by a byte: every use of a record asks this.
    let first = u64::from_be_bytes(bytes[..8].try_into().expect("eight bytes are eight bytes"));
    let rest = u32::from_be_bytes(bytes[7..PATTERN].try_into().expect("four bytes are four bytes"));
    (first.count_ones() + (rest & 0x00ff_ffff).count_ones()) as usize
}

/// The bytes of a record with this number of clues.
#[inline]
fn length(clues: usize) -> usize {
    PATTERN + 2 * (clues / GROUP) + REST[clues % GROUP]
}

impl SetRecord for PackedPuzzle {
    const HEADER: &'static [u8; 16] = b"tourdion seen 1\n";
    const LONGEST: usize = PackedPuzzle::LONGEST;
    const IS_REPEATED: bool = true;

    fn read(bytes: &[u8]) -> Option<PackedPuzzle> {
        PackedPuzzle::read(bytes)
    }

    fn bytes(&self) -> &[u8] {
        PackedPuzzle::bytes(self)
    }

    fn hash(&self) -> u128 {
        PackedPuzzle::hash(self)
    }
}

impl Ord for PackedPuzzle {
    /// The order of the bytes, eight at a time: sorting is most of the work on records.
    #[inline]
    fn cmp(&self, other: &PackedPuzzle) -> Ordering {
        const LAST: usize = PackedPuzzle::LONGEST - 8;
        for at in [0, 8, 16, 24, 32] {
            let order = self.word(at).cmp(&other.word(at));
            if order.is_ne() {
                return order;
            }
        }
        // Some of these have been compared, and are equal.
        self.word(LAST).cmp(&other.word(LAST))
    }
}

impl PartialOrd for PackedPuzzle {
    #[inline]
    fn partial_cmp(&self, other: &PackedPuzzle) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for PackedPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Record({})", self.grid())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A grid with about `tenths` tenths of its cells filled.
    fn grids() -> impl Strategy<Value = Grid> {
        (0..=10_u8).prop_flat_map(|tenths| {
            let cell = (0..10_u8, 1..10_u8)
                .prop_map(move |(chance, digit)| Digit::new(digit).filter(|_| chance < tenths));
            prop::collection::vec(cell, 81).prop_map(|cells| {
                Grid::from_cells(Shape::CLASSIC, &cells).expect("81 cells are a 9x9 grid")
            })
        })
    }

    /// The promised order, computed without bytes.
    fn slow_key(grid: &Grid) -> (Vec<bool>, Vec<Option<Digit>>) {
        (grid.cells().iter().map(Option::is_some).collect(), grid.cells().to_vec())
    }

    proptest! {
        #[test]
        fn a_record_gives_its_grid_back(grid in grids()) {
            let record = PackedPuzzle::of(&grid).unwrap();
            prop_assert_eq!(record.grid(), grid.clone());
            prop_assert_eq!(record.clue_count(), grid.clue_count());
            prop_assert_eq!(record.pattern(), Pattern::of(&grid));
            let mut bytes = record.bytes().to_vec();
            prop_assert!(grid.clue_count() > 35 || bytes.len() <= 25);
            for end in 0..bytes.len() {
                prop_assert_eq!(PackedPuzzle::read(&bytes[..end]), None);
            }
            bytes.extend([255, 1, 2]);
            prop_assert_eq!(PackedPuzzle::read(&bytes), Some(record));
        }

        #[test]
        fn records_are_ordered_by_pattern_and_then_by_digits(
            one in grids(),
            other in grids(),
            cell in 0..81_usize,
        ) {
            let mut near = one.clone();
            near.set(Shape::CLASSIC.cell(cell), Digit::new(1 + cell as u8 % 9));
            let grids = [one, other, near];
            for (a, b) in grids.iter().flat_map(|a| grids.iter().map(move |b| (a, b))) {
                let (x, y) = (PackedPuzzle::of(a).unwrap(), PackedPuzzle::of(b).unwrap());
                prop_assert_eq!(x.cmp(&y), slow_key(a).cmp(&slow_key(b)));
                prop_assert_eq!(x.cmp(&y), x.bytes().cmp(y.bytes()));
                prop_assert_eq!(x.hash() == y.hash(), a == b);
            }
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Some(record) = PackedPuzzle::read(&bytes) {
                prop_assert!(bytes.starts_with(record.bytes()));
                prop_assert_eq!(record.grid().clue_count(), record.clue_count());
            }
        }
    }

    #[test]
    fn digits_that_are_not_checked_are_some_digits() {
        let grid = Grid::from_numbers(Shape::CLASSIC, &[[9; 5].as_slice(), &[0; 76]].concat());
        let mut bytes = PackedPuzzle::of(&grid.unwrap()).unwrap().bytes().to_vec();
        // 9⁵ and more are no five digits.
        bytes[PATTERN] = 255;
        let record = PackedPuzzle::read(&bytes).unwrap();
        let made = PackedPuzzle::of(&record.grid()).unwrap();
        assert_eq!((record.bytes(), record.pattern()), (&bytes[..], made.pattern()));
        assert_ne!(record, made);
    }

    #[test]
    fn every_number_of_clues_has_its_length() {
        let mut grid = Grid::empty(Shape::CLASSIC);
        let mut lengths = vec![PackedPuzzle::of(&grid).unwrap().bytes().len()];
        for cell in 0..81 {
            grid.set(Shape::CLASSIC.cell(cell), Digit::new(9));
            let record = PackedPuzzle::of(&grid).unwrap();
            assert_eq!(record.grid(), grid);
            lengths.push(record.bytes().len());
        }
        assert_eq!(
            (lengths[0], lengths[17], lengths[25], lengths[35], lengths[81]),
            (11, 18, 21, 25, 44)
        );
    }

    #[test]
    fn other_shapes_have_no_record() {
        let shapes = ["2x2", "1x9", "9x1", "4x4"];
        assert!(
            shapes
                .iter()
                .all(|shape| PackedPuzzle::of(&Grid::empty(shape.parse().unwrap())).is_none())
        );
    }
}
