//! N puzzles in step: a vector of N lanes for each word.
//!
//! ```text
//!                lane 0   lane 1   lane 2        lane N-1
//!     word  0      #        #        #     ...      #        one vector: configuration 0 of band 0
//!     word  1      #        #        #     ...      #
//!      ...                                                    a column is a puzzle's frame
//!     word 35      #        #        #     ...      #
//! ```
//!
//! A [sweep](Group::sweep) applies the [rules](super::rules) to the nine boxes of all N puzzles, in
//! the way of the [path](super::path) ([`Deduce`]). Every other loop here goes over the lanes, on
//! the inside, and does the same in each, so the compiler turns it into instructions for whole
//! vectors, of whatever width the path has.
//!
//! Configurations can't exclude *one* candidate and leave its neighbours. A search that has to do
//! that sweeps under a [`Mask`] of the candidates that there are, and below many guesses it asks
//! for [crowded](Group::crowded) mini-lines.
//!
//! After a sweep each lane has a [`state`]. Invariant: a lane's sum of words only falls until it
//! guesses or a frame is put into it; if it has not fallen, the sweep found nothing.

use super::chutes::{ALL, ChuteScore, Frame, Guess, WORDS, band, even, odd, stack};
use super::rules::{BySign, Lane, deduce};

/// What a sweep found about a lane, a bit each.
pub(super) mod state {
    /// It has no solution.
    pub(in super::super) const DEAD: u8 = 1;
    /// It is solved.
    pub(in super::super) const SOLVED: u8 = 2;
    /// Nothing more can be deduced without a guess.
    pub(in super::super) const STUCK: u8 = 4;
}

/// The candidates that there are in each lane.
pub(super) trait Mask<const N: usize> {
    /// The digits of a cell, by its number in reading order, in each lane. `None` if all are there.
    fn cell(&self, cell: usize) -> Option<&[u16; N]>;
}

/// No candidate is excluded.
pub(super) struct Unmasked;

impl<const N: usize> Mask<N> for Unmasked {
    #[inline(always)]
    fn cell(&self, _: usize) -> Option<&[u16; N]> {
        None
    }
}

/// The candidates that are not excluded, lane by lane.
#[repr(align(64))]
pub(super) struct Masks<const N: usize>(pub(super) [[u16; N]; 81]);

impl<const N: usize> Mask<N> for Masks<N> {
    #[inline(always)]
    fn cell(&self, cell: usize) -> Option<&[u16; N]> {
        Some(&self.0[cell])
    }
}

/// The words of N puzzles, and what the last sweep found about each.
#[repr(align(64))]
pub(super) struct Boxes<const N: usize> {
    pub(super) words: [[u16; N]; WORDS],
    /// The smallest cell: 0 if one can't be filled.
    pub(super) least: [u16; N],
    /// The digits that are settled in all boxes.
    pub(super) settled: [u16; N],
}

/// How a path applies the rules to the boxes of N puzzles.
pub(super) trait Deduce<const N: usize> {
    /// Applies the rules to every box once. Each word keeps what its boxes leave.
    fn deduce_all(boxes: &mut Boxes<N>, mask: &impl Mask<N>);
}

impl<const N: usize> Deduce<N> for BySign {
    #[inline(always)]
    fn deduce_all(boxes: &mut Boxes<N>, mask: &impl Mask<N>) {
        boxes.least = [u16::MAX; N];
        boxes.settled = [u16::MAX; N];
        for places in &PLACES {
            boxes.deduce_by_lanes(places, mask);
        }
    }
}

impl<const N: usize> Boxes<N> {
    /// Applies the rules to a box by a loop over the lanes, which the compiler turns into vectors
    /// of any width.
    #[inline(always)]
    fn deduce_by_lanes(&mut self, places: &Places, mask: &impl Mask<N>) {
        let Boxes { words, least, settled } = self;
        let lines = |places: &[[u8; 2]; 3]| {
            let mut lines = [[0; N]; 3];
            for (line, [even, odd]) in lines.iter_mut().zip(places) {
                let (even, odd) = (&words[usize::from(*even)], &words[usize::from(*odd)]);
                for lane in 0..N {
                    line[lane] = even[lane] | odd[lane];
                }
            }
            lines
        };
        let (mut rows, mut columns) = (lines(&places.rows), lines(&places.columns));
        for lane in 0..N {
            let line =
                |lines: &[[u16; N]; 3]| [0, 1, 2].map(|i| Lane::<BySign>::new(lines[i][lane]));
            let left = deduce(line(&rows), line(&columns), |r, c, digits| {
                match mask.cell(places.cell(r, c)) {
                    Some(mask) => Lane::new(digits.0 & mask[lane]),
                    None => digits,
                }
            });
            for i in 0..3 {
                rows[i][lane] = left.rows[i].0;
                columns[i][lane] = left.columns[i].0;
            }
            least[lane] = least[lane].min(left.least.0);
            settled[lane] &= left.settled.0;
        }
        for (lines, places) in [(&rows, &places.rows), (&columns, &places.columns)] {
            for (left, places) in lines.iter().zip(places) {
                for place in places {
                    let word = &mut words[usize::from(*place)];
                    for lane in 0..N {
                        word[lane] &= left[lane];
                    }
                }
            }
        }
    }
}

/// Where a box's words and cells are.
pub(super) struct Places {
    /// The even and the odd configuration of each mini-row.
    pub(super) rows: [[u8; 2]; 3],
    /// Those of each mini-column.
    pub(super) columns: [[u8; 2]; 3],
    /// The first cell, counted in reading order.
    cell: u8,
}

impl Places {
    /// The cell in row `r` and column `c` of the box, counted in reading order.
    #[inline(always)]
    pub(super) fn cell(&self, r: usize, c: usize) -> usize {
        usize::from(self.cell) + 9 * r + c
    }
}

pub(super) static PLACES: [Places; 9] = {
    let mut all = [const { Places { rows: [[0; 2]; 3], columns: [[0; 2]; 3], cell: 0 } }; 9];
    let mut k = 0;
    while k < 27 {
        let (b, s, i) = (k / 9, k / 3 % 3, k % 3);
        let places = &mut all[k / 3];
        places.rows[i] = [(band(b) + even(i, s)) as u8, (band(b) + odd(i, s)) as u8];
        places.columns[i] = [(stack(s) + even(i, b)) as u8, (stack(s) + odd(i, b)) as u8];
        places.cell = (27 * b + 3 * s) as u8;
        k += 1;
    }
    all
};

/// N puzzles.
#[repr(align(64))]
pub(super) struct Group<const N: usize> {
    boxes: Boxes<N>,
    /// The sum of each lane's words after the last sweep.
    sum: [u16; N],
    state: [u8; N],
    /// Where to guess: the first word of the chute, and digits there, any of which will do.
    guess_chute: [u16; N],
    guess_digits: [u16; N],
}

impl<const N: usize> Group<N> {
    pub(super) const fn new() -> Group<N> {
        Group {
            boxes: Boxes { words: [[0; N]; WORDS], least: [0; N], settled: [0; N] },
            sum: [0; N],
            state: [0; N],
            guess_chute: [0; N],
            guess_digits: [0; N],
        }
    }

    /// Applies the rules to every box of every puzzle once, and finds each lane's state.
    #[inline(always)]
    pub(super) fn sweep<V: Deduce<N>>(&mut self, mask: &impl Mask<N>) {
        V::deduce_all(&mut self.boxes, mask);
        self.find_states();
    }

    /// Finds the state of each lane.
    #[inline(always)]
    fn find_states(&mut self) {
        let Group { boxes: Boxes { words, least, settled }, sum, state, .. } = self;
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
            let is_dead = least[lane] == 0 || everywhere != ALL;
            let state_if_open = if total == sum[lane] { state::STUCK } else { 0 };
            // Nine digits in nine cells of each box: each has the configurations through its cells
            // alone, and if it has any it has one.
            let is_solved = settled[lane] == ALL;
            let state_if_alive = if is_solved { state::SOLVED } else { state_if_open };
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

    /// Those among some lanes in which a mini-line has to hold four digits or more. They have no
    /// solution, and the rules do not always see it: the fourth may have come to a line that three
    /// digits fill when its last place elsewhere went. Where nearly all candidates are open, a
    /// search would go on for minutes below that.
    pub(super) fn crowded(&self, among: u64) -> u64 {
        let has_four = |lane: usize, places: &[[u8; 2]; 3]| {
            let held = places
                .map(|[even, odd]| self.word(lane, even.into()) | self.word(lane, odd.into()));
            (0..3).any(|i| {
                let others = held[(i + 1) % 3] | held[(i + 2) % 3];
                (held[i] & !others).count_ones() > 3
            })
        };
        let is_crowded = |lane: usize| {
            PLACES.iter().any(|at| has_four(lane, &at.rows) || has_four(lane, &at.columns))
        };
        (0..N)
            .filter(|&lane| among >> lane & 1 == 1 && is_crowded(lane))
            .map(|lane| 1 << lane)
            .sum()
    }

    /// Puts a puzzle into a lane.
    #[inline(always)]
    pub(super) fn put(&mut self, lane: usize, word: impl Fn(usize) -> u16) {
        for (k, lanes) in self.boxes.words.iter_mut().enumerate() {
            lanes[lane] = word(k);
        }
        self.sum[lane] = 0;
    }

    /// A word of a lane's puzzle.
    #[inline(always)]
    pub(super) fn word(&self, lane: usize, word: usize) -> u16 {
        self.boxes.words[word][lane]
    }

    /// Looks for each lane where to guess: in the chute with the fewest configurations and open
    /// digits, a digit with two configurations, or else any open digit.
    #[inline(always)]
    pub(super) fn choose(&mut self) {
        let Group { boxes: Boxes { words, .. }, guess_chute, guess_digits, .. } = self;
        for lane in 0..N {
            let (mut best, mut best_chute, mut best_digits) = (u16::MAX, 0, 0);
            for chute in 0..6u16 {
                let ChuteScore { score, digits } = ChuteScore::of(|k| {
                    Lane::<BySign>::new(words[6 * usize::from(chute) + k][lane])
                });
                let is_better = score.0 < best;
                best = if is_better { score.0 } else { best };
                best_chute = if is_better { 6 * chute } else { best_chute };
                best_digits = if is_better { digits.0 } else { best_digits };
            }
            guess_chute[lane] = best_chute;
            guess_digits[lane] = best_digits;
        }
    }

    /// Where a lane has to guess, found by [`choose`](Group::choose).
    #[inline(always)]
    pub(super) fn guess(&self, lane: usize) -> Guess {
        let chute = usize::from(self.guess_chute[lane]);
        let digits = self.guess_digits[lane];
        let digit = digits & digits.wrapping_neg();
        // Without a branch: it would be mispredicted.
        let has = |k: usize| u32::from(self.boxes.words[chute + k][lane] & digit != 0) << k;
        Guess { digit, chute, configurations: (0..6).fold(0, |found, k| found | has(k)) }
    }

    /// Gives a lane's digit one of the configurations. `otherwise` becomes the puzzle in which the
    /// digit does not have it.
    #[inline(always)]
    pub(super) fn make(
        &mut self,
        lane: usize,
        guess: &Guess,
        configuration: usize,
        otherwise: &mut Frame,
    ) {
        otherwise.fill(|word| self.word(lane, word));
        for k in 0..6 {
            self.boxes.words[guess.chute + k][lane] &=
                if k == configuration { u16::MAX } else { !guess.digit };
        }
        otherwise.0[guess.chute + configuration] &= !guess.digit;
        self.sum[lane] = 0;
    }
}
