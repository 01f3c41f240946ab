//! A set of candidates, and the saturating count of solutions by candidate.
//!
//! ```text
//!      words[v][b]     band b's cells 2v and 2v + 1 of a box, counted in reading order:
//!
//!          bit 53 ............ 27 26 ............. 0
//!              cell 2v + 1       cell 2v
//!              stack 2  1   0    stack 2  1   0          nine digits each
//! ```
//!
//! The places follow from those of [`boxes`](super::boxes): four lanes of a state become 27 bits
//! with a few shifts, and a set is five vectors. Searches count millions of solutions, so small
//! sets pay off.
//!
//! Invariant: bits without a candidate stay 0.

use super::boxes::State;
use super::rotation::Rotate;
use super::rotation::{LANES, Lanes};

/// The bits of one cell of the three boxes of a band.
const CHUNK: u32 = 27;
const CHUNK_ONES: u64 = (1 << CHUNK) - 1;

/// A candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Spot {
    /// The cell, in reading order.
    pub(super) cell: usize,
    /// The digit, in a bit.
    pub(super) digit: u16,
}

/// The number of places for candidates, used or not.
pub(super) const CANDIDATE_PLACES: usize = 64 * 20;

/// A set of candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct CandidateSet([[u64; 4]; 5]);

/// Where a cell of the grid, counted in reading order, is: vector, word and lowest bit.
#[inline(always)]
fn place(cell: usize) -> (usize, usize, u32) {
    let [vector, band, bit, _] = PLACES[cell];
    (usize::from(vector), usize::from(band & 3), u32::from(bit))
}

static PLACES: [[u8; 4]; 81] = {
    let mut places = [[0; 4]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let k = 3 * (row % 3) + column % 3;
        places[cell] =
            [k as u8 / 2, row as u8 / 3, CHUNK as u8 * (k as u8 % 2) + 9 * (column as u8 / 3), 0];
        cell += 1;
    }
    places
};

/// The cell of the grid to which a bit belongs, and the digit as a bit.
#[inline(always)]
const fn spot_at(vector: usize, band: usize, bit: u32) -> Spot {
    let (k, bit) = (2 * vector + (bit / CHUNK) as usize, bit % CHUNK);
    let cell = 9 * (3 * band + k / 3) + 3 * (bit as usize / 9) + k % 3;
    Spot { cell, digit: 1 << (bit % 9) }
}

/// Four lanes of nine bits each, of which three are boxes, become a chunk.
#[inline(always)]
const fn pack(lanes: u64) -> u64 {
    lanes & 0x1FF | (lanes >> 7) & (0x1FF << 9) | (lanes >> 14) & (0x1FF << 18)
}

#[inline(always)]
const fn unpack(chunk: u64) -> u64 {
    chunk & 0x1FF | (chunk & (0x1FF << 9)) << 7 | (chunk & (0x1FF << 18)) << 14
}

impl CandidateSet {
    pub(super) const NONE: CandidateSet = CandidateSet([[0; 4]; 5]);

    /// Every candidate.
    pub(super) const ALL: CandidateSet = {
        let two = CHUNK_ONES << CHUNK | CHUNK_ONES;
        let mut all = [[two, two, two, 0]; 5];
        all[4] = [CHUNK_ONES, CHUNK_ONES, CHUNK_ONES, 0];
        CandidateSet(all)
    };

    /// The candidates that a state leaves.
    #[inline(always)]
    pub(super) fn of<T: Rotate>(state: &State) -> CandidateSet {
        let (rows, columns) = state.lines::<T>();
        let mut candidates = CandidateSet::NONE;
        for k in 0..9 {
            let mut cell = [0; LANES];
            for lane in 0..LANES {
                cell[lane] = rows[k / 3][lane] & columns[k % 3][lane];
            }
            let words: [u64; 4] = bytemuck::cast(cell);
            for band in 0..4 {
                candidates.0[k / 2][band] |= pack(words[band]) << (CHUNK * (k as u32 % 2));
            }
        }
        candidates
    }

    /// The digits of a cell of the grid.
    #[inline(always)]
    pub(super) fn digits(&self, cell: usize) -> u16 {
        let (vector, band, bit) = place(cell);
        (self.0[vector][band] >> bit) as u16 & 0x1FF
    }

    #[inline(always)]
    pub(super) fn has(&self, cell: usize, digit: u16) -> bool {
        let (vector, band, bit) = place(cell);
        self.0[vector][band] & u64::from(digit) << bit != 0
    }

    #[inline(always)]
    pub(super) fn add(&mut self, cell: usize, digits: u16) {
        let (vector, band, bit) = place(cell);
        self.0[vector][band] |= u64::from(digits) << bit;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, cell: usize, digits: u16) {
        let (vector, band, bit) = place(cell);
        self.0[vector][band] &= !(u64::from(digits) << bit);
    }

    /// The place of a candidate among [`CANDIDATE_PLACES`].
    #[inline(always)]
    pub(super) fn place(Spot { cell, digit }: Spot) -> usize {
        let (vector, band, bit) = place(cell);
        64 * (4 * vector + band) + (bit + digit.trailing_zeros()) as usize
    }

    /// The candidates as bits, in the order of their places.
    #[inline(always)]
    pub(super) fn words(&self) -> &[u64] {
        self.0.as_flattened()
    }

    #[inline(always)]
    fn each(&mut self, other: &CandidateSet, f: impl Fn(u64, u64) -> u64) {
        for vector in 0..5 {
            for band in 0..4 {
                self.0[vector][band] = f(self.0[vector][band], other.0[vector][band]);
            }
        }
    }

    /// The candidates of this set and of `other`.
    #[inline(always)]
    pub(super) fn or(mut self, other: &CandidateSet) -> CandidateSet {
        self.each(other, |a, b| a | b);
        self
    }

    /// The candidates that both sets have.
    #[inline(always)]
    pub(super) fn and(mut self, other: &CandidateSet) -> CandidateSet {
        self.each(other, |a, b| a & b);
        self
    }

    /// The candidates that `other` does not have.
    #[inline(always)]
    pub(super) fn without(mut self, other: &CandidateSet) -> CandidateSet {
        self.each(other, |a, b| a & !b);
        self
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        let mut any = 0;
        for vector in 0..5 {
            for band in 0..4 {
                any |= self.0[vector][band];
            }
        }
        any == 0
    }

    /// The chunks of a cell, counted in reading order in its box, band by band.
    #[inline(always)]
    fn chunks(&self, k: usize) -> [u64; 4] {
        let mut chunks = self.0[k / 2];
        for chunk in &mut chunks {
            *chunk = (*chunk >> (CHUNK * (k as u32 % 2))) & CHUNK_ONES;
        }
        chunks
    }

    /// The configurations that go through at least one of the candidates.
    #[inline(always)]
    pub(super) fn configurations<T: Rotate>(&self) -> State {
        let [mut rows, mut columns] = [[[0; 4]; 3]; 2];
        for k in 0..9 {
            let chunks = self.chunks(k);
            for band in 0..4 {
                rows[k / 3][band] |= chunks[band];
                columns[k % 3][band] |= chunks[band];
            }
        }
        let [mut row_lanes, mut column_lanes]: [[Lanes; 3]; 2] = [[[0; LANES]; 3]; 2];
        for i in 0..3 {
            for band in 0..4 {
                rows[i][band] = unpack(rows[i][band]);
                columns[i][band] = unpack(columns[i][band]);
            }
            row_lanes[i] = bytemuck::cast(rows[i]);
            column_lanes[i] = bytemuck::cast(columns[i]);
        }
        State::through::<T>(&row_lanes, &column_lanes)
    }

    /// The number of candidates.
    pub(super) fn len(&self) -> u32 {
        self.0.as_flattened().iter().map(|word| word.count_ones()).sum()
    }

    /// The first candidate.
    #[inline(always)]
    pub(super) fn first(&self) -> Option<Spot> {
        for vector in 0..5 {
            for band in 0..3 {
                let word = self.0[vector][band];
                if word != 0 {
                    return Some(spot_at(vector, band, word.trailing_zeros()));
                }
            }
        }
        None
    }

    /// The candidates.
    #[inline(always)]
    pub(super) fn iter(mut self) -> impl Iterator<Item = Spot> {
        std::iter::from_fn(move || {
            let spot = self.first()?;
            self.remove(spot.cell, spot.digit);
            Some(spot)
        })
    }
}

/// The number of solutions that have each candidate: none, one, or more than one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counts {
    /// In one solution or more.
    pub(super) ones: CandidateSet,
    /// In two or more: *dead*, since no such candidate is critical.
    pub(super) twos: CandidateSet,
}

impl Counts {
    pub(super) const NONE: Counts = Counts { ones: CandidateSet::NONE, twos: CandidateSet::NONE };

    /// Counts one more solution.
    #[inline(always)]
    pub(super) fn count(&mut self, solution: &CandidateSet) {
        self.twos = self.twos.or(&self.ones.and(solution));
        self.ones = self.ones.or(solution);
    }

    /// Adds the counts of other solutions.
    #[inline(always)]
    pub(super) fn add(&mut self, others: &Counts) {
        self.twos = self.twos.or(&others.twos).or(&self.ones.and(&others.ones));
        self.ones = self.ones.or(&others.ones);
    }

    /// Makes candidates dead, so that they are not asked about.
    #[inline(always)]
    pub(super) fn bar(&mut self, barred: &CandidateSet) {
        self.ones = self.ones.or(barred);
        self.twos = self.twos.or(barred);
    }

    /// Whether one solution was counted, and no more.
    pub(super) fn is_one_solution(&self) -> bool {
        self.twos.is_empty() && self.ones.len() == 81
    }

    /// The candidates that exactly one solution has.
    #[inline(always)]
    pub(super) fn critical(&self) -> CandidateSet {
        self.ones.without(&self.twos)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::BySign;
    use super::*;

    #[test]
    fn every_candidate_has_a_place_of_its_own() {
        let spots =
            (0..81).flat_map(|cell| (0..9).map(move |digit| Spot { cell, digit: 1 << digit }));
        let mut all = CandidateSet::NONE;
        for Spot { cell, digit } in spots {
            assert!(!all.has(cell, digit));
            all.add(cell, digit);
            let mut one = CandidateSet::NONE;
            one.add(cell, digit);
            assert_eq!(one.first(), Some(Spot { cell, digit }));
            // What goes through a candidate leaves it.
            assert!(CandidateSet::of::<BySign>(&one.configurations::<BySign>()).has(cell, digit));
        }
        assert_eq!(all, CandidateSet::ALL);
        assert_eq!(CandidateSet::ALL.iter().count(), 729);
        assert_eq!(
            CandidateSet::of::<BySign>(&CandidateSet::ALL.configurations::<BySign>()),
            CandidateSet::ALL
        );
    }

    #[test]
    fn a_held_candidate_rules_out_its_line_in_a_chute() {
        let mut state = CandidateSet::ALL.configurations::<BySign>();
        state.hold(0, 1);
        let left = CandidateSet::of::<BySign>(&state);
        assert!(left.has(0, 1) && left.has(0, 2));
        // Configurations say that 1 is in the mini-row and the mini-column of r1c1, and in no other
        // of its box.
        assert!([1, 2, 9, 10, 11, 18, 19, 20].into_iter().all(|cell| !left.has(cell, 1)));
        assert!((3..9).all(|column| !left.has(column, 1)) && left.has(9 + 3, 1));
    }
}
