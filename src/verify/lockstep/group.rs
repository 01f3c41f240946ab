//! N puzzles in step: a vector of N lanes for each word.
//!
//! ```text
//!                  lane 0   lane 1   lane 2        lane N-1
//!     word  0        #        #        #     ...      #         one vector: configuration 0 of band 0
//!     word  1        #        #        #     ...      #
//!      ...                                                       a column is a puzzle's frame
//!     word 35        #        #        #     ...      #
//! ```
//!
//! A [sweep](Group::sweep) visits the nine boxes of all N puzzles. Every loop here goes over the lanes, on
//! the inside, and does the same in each, so the compiler turns it into instructions for
//! whole vectors, of whatever width the [path](super::path) has.
//!
//! Configurations can't say that *one* candidate is out of the question while its neighbours are not. Who needs that
//! sweeps under a [`Mask`] of the candidates that there are.
//!
//! After a sweep each lane has a [`state`]. Invariant: a lane's sum of words only falls until it guesses or a
//! frame is put into it; that it has not fallen means that the sweep found nothing.

use super::chutes::{ALL, Frame, Guess, Outlook, WORDS, band, even, odd, stack};
use super::visit::{Visit, Zero, visit};

/// The sum of all words when every digit has one configuration in every chute.
const SOLVED: u16 = 6 * ALL;

/// What a sweep found out about a lane, a bit each.
pub(super) mod state {
    /// It has no solution.
    pub(in super::super) const DEAD: u8 = 1;
    /// It is solved.
    pub(in super::super) const SOLVED: u8 = 2;
    /// Nothing more can be found out without a guess.
    pub(in super::super) const STUCK: u8 = 4;
}

/// The candidates that there are in each lane.
pub(super) trait Mask<const N: usize> {
    /// The digits of a cell, counted in reading order.
    fn cell(&self, cell: usize, lane: usize) -> u16;
}

/// No candidate is excluded.
pub(super) struct Unmasked;

impl<const N: usize> Mask<N> for Unmasked {
    #[inline(always)]
    fn cell(&self, _: usize, _: usize) -> u16 {
        ALL
    }
}

/// The candidates that are not excluded, lane by lane.
#[repr(align(64))]
pub(super) struct Masks<const N: usize>(pub(super) [[u16; N]; 81]);

impl<const N: usize> Mask<N> for Masks<N> {
    #[inline(always)]
    fn cell(&self, cell: usize, lane: usize) -> u16 {
        self.0[cell][lane]
    }
}

/// N puzzles.
#[repr(align(64))]
pub(super) struct Group<const N: usize> {
    words: [[u16; N]; WORDS],
    /// Of each lane the sum of its words after the last sweep.
    sum: [u16; N],
    /// The smallest of all cells, 0 if one can't be filled.
    least: [u16; N],
    state: [u8; N],
    /// Where to guess: the first word of the chute, and digits there of which any will do.
    guess_chute: [u16; N],
    guess_digits: [u16; N],
}

impl<const N: usize> Group<N> {
    pub(super) const fn new() -> Group<N> {
        Group {
            words: [[0; N]; WORDS],
            sum: [0; N],
            least: [0; N],
            state: [0; N],
            guess_chute: [0; N],
            guess_digits: [0; N],
        }
    }

    /// Visits every box of every puzzle once, and finds out each lane's state.
    #[inline(always)]
    pub(super) fn sweep<Z: Zero>(&mut self, mask: &impl Mask<N>) {
        self.least = [u16::MAX; N];
        self.visit::<Z, 0, 0>(mask);
        self.visit::<Z, 0, 1>(mask);
        self.visit::<Z, 0, 2>(mask);
        self.visit::<Z, 1, 0>(mask);
        self.visit::<Z, 1, 1>(mask);
        self.visit::<Z, 1, 2>(mask);
        self.visit::<Z, 2, 0>(mask);
        self.visit::<Z, 2, 1>(mask);
        self.visit::<Z, 2, 2>(mask);
        self.take_stock();
    }

    /// Visits box (band `B`, stack `S`) of every puzzle.
    #[inline(always)]
    fn visit<Z: Zero, const B: usize, const S: usize>(&mut self, mask: &impl Mask<N>) {
        let Group { words, least, .. } = self;
        for lane in 0..N {
            let row = |r: usize| words[band(B) + even(r, S)][lane] | words[band(B) + odd(r, S)][lane];
            let column = |c: usize| words[stack(S) + even(c, B)][lane] | words[stack(S) + odd(c, B)][lane];
            let Visit { rows, columns, least: smallest } =
                visit::<Z>([row(0), row(1), row(2)], [column(0), column(1), column(2)], |r, c| {
                    mask.cell(9 * (3 * B + r) + 3 * S + c, lane)
                });
            for i in 0..3 {
                words[band(B) + even(i, S)][lane] &= rows[i];
                words[band(B) + odd(i, S)][lane] &= rows[i];
                words[stack(S) + even(i, B)][lane] &= columns[i];
                words[stack(S) + odd(i, B)][lane] &= columns[i];
            }
            least[lane] = least[lane].min(smallest);
        }
    }

    /// Finds out the state of each lane.
    #[inline(always)]
    fn take_stock(&mut self) {
        let Group { words, sum, least, state, .. } = self;
        for lane in 0..N {
            let (mut total, mut everywhere) = (0u16, ALL);
            for chute in 0..6 {
                let mut somewhere = 0;
                for word in &words[6 * chute..6 * chute + 6] {
                    total = total.wrapping_add(word[lane]);
                    somewhere |= word[lane];
                }
                everywhere &= somewhere;
            }
            let is_stable = total == sum[lane];
            let is_dead = least[lane] == 0 || everywhere != ALL;
            let settled = if total == SOLVED { state::SOLVED } else { state::STUCK };
            let state_if_alive = if is_stable { settled } else { 0 };
            state[lane] = if is_dead { state::DEAD } else { state_if_alive };
            sum[lane] = total;
        }
    }

    /// The lanes in a state, a bit each.
    #[inline(always)]
    pub(super) fn lanes(&self, state: u8) -> u64 {
        let mut lanes = 0;
        for (k, eight) in self.state.chunks_exact(8).enumerate() {
            let bytes: [u8; 8] = eight.try_into().expect("chunks of eight");
            // One bit of each byte, gathered in the highest byte by a product without carries.
            let bits = u64::from_le_bytes(bytes) >> state.trailing_zeros() & 0x0101_0101_0101_0101;
            lanes |= (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * k);
        }
        lanes
    }

    /// Puts a puzzle into a lane.
    #[inline(always)]
    pub(super) fn put(&mut self, lane: usize, word: impl Fn(usize) -> u16) {
        for (k, lanes) in self.words.iter_mut().enumerate() {
            lanes[lane] = word(k);
        }
        self.sum[lane] = 0;
    }

    /// A word of a lane's puzzle.
    #[inline(always)]
    pub(super) fn word(&self, lane: usize, word: usize) -> u16 {
        self.words[word][lane]
    }

    /// Looks for each lane where to guess: in the chute with the fewest configurations and open digits, a
    /// digit with two configurations, or else any open digit.
    #[inline(always)]
    pub(super) fn choose(&mut self) {
        let Group { words, guess_chute, guess_digits, .. } = self;
        for lane in 0..N {
            let (mut best, mut best_chute, mut best_digits) = (u16::MAX, 0, 0);
            for chute in 0..6u16 {
                let outlook = Outlook::of(|k| words[6 * usize::from(chute) + k][lane]);
                let is_better = outlook.score < best;
                best = if is_better { outlook.score } else { best };
                best_chute = if is_better { 6 * chute } else { best_chute };
                best_digits = if is_better { outlook.digits } else { best_digits };
            }
            guess_chute[lane] = best_chute;
            guess_digits[lane] = best_digits;
        }
    }

    /// Where a lane is to guess, as [`choose`](Group::choose) said.
    #[inline(always)]
    pub(super) fn guess(&self, lane: usize) -> Guess {
        let chute = usize::from(self.guess_chute[lane]);
        let digits = self.guess_digits[lane];
        let digit = digits & digits.wrapping_neg();
        // Without a branch that nobody can foresee.
        let has = |k: usize| u32::from(self.words[chute + k][lane] & digit != 0) << k;
        Guess { digit, chute, configurations: (0..6).fold(0, |found, k| found | has(k)) }
    }

    /// Gives a lane's digit one of the configurations. `otherwise` becomes the puzzle in which it has not.
    #[inline(always)]
    pub(super) fn make(&mut self, lane: usize, guess: &Guess, configuration: usize, otherwise: &mut Frame) {
        otherwise.fill(|word| self.word(lane, word));
        for k in 0..6 {
            self.words[guess.chute + k][lane] &= if k == configuration { u16::MAX } else { !guess.digit };
        }
        otherwise.0[guess.chute + configuration] &= !guess.digit;
        self.sum[lane] = 0;
    }
}
