//! One puzzle by itself: its nine boxes in the lanes of a vector.
//!
//! A generator asks about one puzzle at a time, and then lanes for other puzzles stay empty. So the lanes are
//! the boxes, all visited at once by the same [`visit`]:
//!
//! ```text
//!      lane 4b + s is box (band b, stack s):      bands, even       lane 4b + k   even k of band b
//!                                                 bands, odd        lane 4b + k   odd k of band b
//!        0  1  2  .      4 to 7: the next band    stacks, even      lane 4k + s   even k of stack s
//!        4  5  6  .      every fourth lane and    stacks, odd       lane 4k + s   odd k of stack s
//!        8  9 10  .      the last four are 0
//! ```
//!
//! A box finds the two words of its mini-row `r` by turning each group of three lanes by `r`
//! ([`within`]), those of its mini-column by turning the three groups ([`across`]). What the three boxes of a
//! chute leave of a word is turned back, and the three put together by AND.
//!
//! Where [`group`](super::group) visits one box after the other, and each knows what those before it found, here all
//! start from the same state; so it takes more sweeps, but one costs an eighth.
//!
//! Invariant: lanes that are no box stay 0.

use std::ops::ControlFlow;

use super::chutes::{ALL, Frame, Outlook};
use super::visit::{Visit, Zero, visit};

const LANES: usize = 16;
type Lanes = [u16; LANES];

/// The lanes that are boxes.
const BOXES: Lanes = {
    let mut boxes = [0; LANES];
    let mut k = 0;
    while k < 9 {
        boxes[4 * (k / 3) + k % 3] = ALL;
        k += 1;
    }
    boxes
};

/// How many sweeps there are between two pulses: some milliseconds.
const SWEEPS: u32 = 1 << 16;

/// A puzzle as it stands: the even and the odd configurations of its chutes.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct State {
    bands: [Lanes; 2],
    stacks: [Lanes; 2],
}

/// Who is shown the solutions.
pub(super) trait Watcher {
    fn solution(&mut self, solution: &Frame) -> ControlFlow<()>;

    fn pulse(&mut self) -> ControlFlow<()>;
}

/// What a sweep found.
enum Found {
    Contradiction,
    Something,
    Nothing,
}

/// Where to guess: the digit in a bit, and a configuration of a chute.
struct Guess {
    digit: u16,
    chute: usize,
    configuration: usize,
}

/// Shows all solutions of a puzzle. `untried` is room for guesses.
#[inline(always)]
pub(super) fn search<Z: Zero, W: Watcher>(
    puzzle: &Frame,
    untried: &mut Vec<State>,
    watcher: &mut W,
) -> ControlFlow<()> {
    untried.clear();
    untried.push(State::new(puzzle));
    let mut sweeps = 0u32;
    while let Some(mut state) = untried.pop() {
        loop {
            sweeps += 1;
            if sweeps.is_multiple_of(SWEEPS) {
                watcher.pulse()?;
            }
            match state.sweep::<Z>() {
                Found::Contradiction => break,
                Found::Something => continue,
                Found::Nothing => {}
            }
            match state.choose() {
                Choice::Contradiction => break,
                Choice::Solved => {
                    watcher.solution(&state.frame())?;
                    break;
                }
                Choice::Guess(guess) => {
                    let mut otherwise = state;
                    otherwise.forbid(&guess);
                    untried.push(otherwise);
                    state.make(&guess);
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// What is to be done when a sweep finds nothing.
enum Choice {
    Contradiction,
    Solved,
    Guess(Guess),
}

impl State {
    fn new(frame: &Frame) -> State {
        let mut state = State { bands: [[0; LANES]; 2], stacks: [[0; LANES]; 2] };
        for word in 0..36 {
            *state.word_mut(word / 6, word % 6) = frame.0[word];
        }
        state
    }

    #[inline(always)]
    fn frame(&self) -> Frame {
        let mut frame = Frame::EMPTY;
        frame.fill(|word| self.word(word / 6, word % 6));
        frame
    }

    /// The word of a chute's configuration.
    #[inline(always)]
    fn word(&self, chute: usize, configuration: usize) -> u16 {
        let (parity, k) = (configuration / 3, configuration % 3);
        if chute < 3 { self.bands[parity][4 * chute + k] } else { self.stacks[parity][4 * k + chute - 3] }
    }

    /// The same, to be changed.
    #[inline(always)]
    fn word_mut(&mut self, chute: usize, configuration: usize) -> &mut u16 {
        let (parity, k) = (configuration / 3, configuration % 3);
        if chute < 3 {
            &mut self.bands[parity][4 * chute + k]
        } else {
            &mut self.stacks[parity][4 * k + chute - 3]
        }
    }

    /// Gives the digit the configuration.
    #[inline(always)]
    fn make(&mut self, guess: &Guess) {
        for k in 0..6 {
            *self.word_mut(guess.chute, k) &= if k == guess.configuration { ALL } else { !guess.digit };
        }
    }

    /// Takes the configuration from the digit.
    #[inline(always)]
    fn forbid(&mut self, guess: &Guess) {
        *self.word_mut(guess.chute, guess.configuration) &= !guess.digit;
    }

    /// As [`Group::choose`](super::group::Group::choose), for one puzzle.
    #[inline(always)]
    fn choose(&self) -> Choice {
        let (mut best, mut best_chute, mut best_digits) = (u16::MAX, 0, 0);
        let mut everywhere = ALL;
        for chute in 0..6 {
            let outlook = Outlook::of(|k| self.word(chute, k));
            everywhere &= outlook.somewhere;
            let is_better = outlook.score < best;
            best = if is_better { outlook.score } else { best };
            best_chute = if is_better { chute } else { best_chute };
            best_digits = if is_better { outlook.digits } else { best_digits };
        }
        if everywhere != ALL {
            return Choice::Contradiction;
        }
        if best == u16::MAX {
            return Choice::Solved;
        }
        let digit = best_digits & best_digits.wrapping_neg();
        let has = |k: usize| u32::from(self.word(best_chute, k) & digit != 0) << k;
        let configuration = (0..6).fold(0, |found, k| found | has(k)).trailing_zeros() as usize;
        Choice::Guess(Guess { digit, chute: best_chute, configuration })
    }

    /// Visits all boxes at once.
    #[inline(always)]
    fn sweep<Z: Zero>(&mut self) -> Found {
        let [even, odd] = &self.bands;
        let row_evens = [*even, within::<2>(even), within::<1>(even)];
        let row_odds = [*odd, within::<1>(odd), within::<2>(odd)];
        let [even, odd] = &self.stacks;
        let column_evens = [*even, across::<2>(even), across::<1>(even)];
        let column_odds = [*odd, across::<1>(odd), across::<2>(odd)];
        let (mut left_rows, mut left_columns) = ([[0; LANES]; 3], [[0; LANES]; 3]);
        let mut least = [0; LANES];
        for lane in 0..LANES {
            let row = |r: usize| row_evens[r][lane] | row_odds[r][lane];
            let column = |c: usize| column_evens[c][lane] | column_odds[c][lane];
            let Visit { rows, columns, least: smallest } =
                visit::<Z>([row(0), row(1), row(2)], [column(0), column(1), column(2)]);
            for i in 0..3 {
                left_rows[i][lane] = rows[i];
                left_columns[i][lane] = columns[i];
            }
            least[lane] = smallest;
        }
        let [r0, r1, r2] = left_rows;
        let bands = [
            each3(&r0, &within::<1>(&r1), &within::<2>(&r2)),
            each3(&r0, &within::<2>(&r1), &within::<1>(&r2)),
        ];
        let [c0, c1, c2] = left_columns;
        let stacks = [
            each3(&c0, &across::<1>(&c1), &across::<2>(&c2)),
            each3(&c0, &across::<2>(&c1), &across::<1>(&c2)),
        ];
        let (mut lost, mut dead) = (0, 0);
        for lane in 0..LANES {
            for parity in 0..2 {
                lost |= self.bands[parity][lane] & !bands[parity][lane];
                lost |= self.stacks[parity][lane] & !stacks[parity][lane];
                self.bands[parity][lane] &= bands[parity][lane];
                self.stacks[parity][lane] &= stacks[parity][lane];
            }
            dead |= if least[lane] == 0 { BOXES[lane] } else { 0 };
        }
        match (dead, lost) {
            (0, 0) => Found::Nothing,
            (0, _) => Found::Something,
            _ => Found::Contradiction,
        }
    }
}

/// What three boxes leave of a word.
#[inline(always)]
fn each3(a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    let mut all = [0; LANES];
    for lane in 0..LANES {
        all[lane] = a[lane] & b[lane] & c[lane];
    }
    all
}

/// Lane s of each group becomes what lane s + `N` was, modulo 3.
#[inline(always)]
fn within<const N: u32>(lanes: &Lanes) -> Lanes {
    let mut groups: [u64; 4] = bytemuck::cast(*lanes);
    for group in &mut groups {
        // The fourth lane is not always 0 here.
        let three = *group & 0xFFFF_FFFF_FFFF;
        *group = (three >> (16 * N)) | (three << (16 * (3 - N)));
    }
    bytemuck::cast(groups)
}

/// Group b becomes what group b + `N` was, modulo 3.
#[inline(always)]
fn across<const N: usize>(lanes: &Lanes) -> Lanes {
    let groups: [u64; 4] = bytemuck::cast(*lanes);
    bytemuck::cast([groups[N % 3], groups[(1 + N) % 3], groups[(2 + N) % 3], groups[3]])
}
