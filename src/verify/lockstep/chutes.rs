//! A puzzle as 36 words: the configurations of its six chutes.
//!
//! A **chute** is three boxes side by side (a band) or one on top of the other (a stack). In each
//! chute a digit stands three times: once in each box, once in each line. So it picks one mini-line
//! a box, no two on the same line, and there are just six ways to do that, its **configurations**:
//!
//! ```text
//!            even 0     even 1     even 2      odd 3      odd 4      odd 5
//!   line 0   # . .      . # .      . . #       # . .      . # .      . . #
//!   line 1   . # .      . . #      # . .       . . #      # . .      . # .
//!   line 2   . . #      # . .      . # .       . # .      . . #      # . .
//!       box  0 1 2      0 1 2      0 1 2       0 1 2      0 1 2      0 1 2
//! ```
//!
//! For each configuration of each chute a word holds the digits that may still have it. These 6 × 6
//! words of nine bits are the puzzle; its cells are not stored. Mini-line (line r, box b) is in
//! just two configurations, one of each kind, [`even`]`(r, b)` and [`odd`]`(r, b)`, so the digits
//! that a mini-line may hold are the OR of two words, and the digits of a cell the AND of its
//! mini-row's and its mini-column's.
//!
//! As an exact cover: an option is a configuration of a digit in a chute, and a word has one option
//! for each of nine digits; `docs/lockstep.md` has the items.
//!
//! Invariant: words only lose digits. A puzzle is solved if every chute has each digit in one word
//! and every cell has a digit.

use super::rules::{Lane, Word, Zero};
use crate::sudoku::{Grid, Marks};

/// The nine digits.
pub(super) const ALL: u16 = 0x1FF;

/// Configurations of six chutes.
pub(super) const WORDS: usize = 36;

/// The first word of band `b`.
pub(super) const fn band(b: usize) -> usize {
    6 * b
}

/// The first word of stack `s`.
pub(super) const fn stack(s: usize) -> usize {
    18 + 6 * s
}

/// The even configuration with mini-line (`line`, `place`): the place moves to the right from line
/// to line.
pub(super) const fn even(line: usize, place: usize) -> usize {
    (place + 3 - line) % 3
}

/// The odd configuration with mini-line (`line`, `place`): the place moves to the left.
pub(super) const fn odd(line: usize, place: usize) -> usize {
    3 + (place + line) % 3
}

/// The line on which a configuration has its mini-line in `place`.
pub(super) const fn line_at(configuration: usize, place: usize) -> usize {
    match configuration {
        0..3 => (place + 3 - configuration) % 3,
        _ => (configuration - place) % 3,
    }
}

/// One puzzle: for each configuration of each chute the digits that may have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame(pub(super) [u16; WORDS]);

impl Frame {
    /// The puzzle without clues.
    pub(super) const EMPTY: Frame = Frame([ALL; WORDS]);

    /// The frame of a 9×9 puzzle: a clue's digit keeps, in the clue's band and stack, the two
    /// configurations that have the clue's mini-line.
    pub(super) fn of(puzzle: &Grid) -> Frame {
        let clue = |row: usize, column: usize| {
            puzzle.cells()[9 * row + column].map_or(0, |digit| 1 << digit.index())
        };
        // The clues of each chute's mini-lines, by line and place.
        let mut clues: [[[u16; 3]; 3]; 6] = [[[0; 3]; 3]; 6];
        for row in 0..9 {
            for column in 0..9 {
                clues[row / 3][row % 3][column / 3] |= clue(row, column);
                clues[3 + column / 3][column % 3][row / 3] |= clue(row, column);
            }
        }
        let mut frame = Frame::EMPTY;
        for (word, digits) in frame.0.iter_mut().enumerate() {
            let (chute, configuration) = (word / 6, word % 6);
            for place in 0..3 {
                let line = line_at(configuration, place);
                *digits &=
                    !(clues[chute][(line + 1) % 3][place] | clues[chute][(line + 2) % 3][place]);
            }
        }
        frame
    }

    /// The frame of 9×9 pencil marks: a configuration keeps the digits for which each of its three
    /// mini-lines has a candidate.
    pub(super) fn of_marks(marks: &Marks) -> Frame {
        let cells = marks.bits();
        let mut mini_lines: [[[u16; 3]; 3]; 6] = [[[0; 3]; 3]; 6];
        for row in 0..9 {
            for column in 0..9 {
                let digits = cells[9 * row + column] as u16;
                mini_lines[row / 3][row % 3][column / 3] |= digits;
                mini_lines[3 + column / 3][column % 3][row / 3] |= digits;
            }
        }
        let mut frame = Frame::EMPTY;
        frame.fill(|word| {
            let lines = &mini_lines[word / 6];
            (0..3).fold(ALL, |digits, place| digits & lines[line_at(word % 6, place)][place])
        });
        frame
    }

    /// Sets all words.
    #[inline(always)]
    pub(super) fn fill(&mut self, word: impl Fn(usize) -> u16) {
        for (k, digits) in self.0.iter_mut().enumerate() {
            *digits = word(k);
        }
    }
}

/// The number of the one bit, from 1; without a bit it is 0. It is found by halving, so that a loop
/// becomes one over vectors. It is as wide as the digit: a compiler that has to make it narrower
/// makes no vectors.
#[inline(always)]
pub(super) const fn value(digit: u16) -> u16 {
    const fn has(digit: u16, digits: u16, value: u16) -> u16 {
        if digit & digits == 0 { 0 } else { value }
    }
    has(digit, 0b1_0101_0101, 1)
        + has(digit, 0b0_0110_0110, 2)
        + has(digit, 0b0_0111_1000, 4)
        + has(digit, 0b1_1000_0000, 8)
}

/// Where to guess: the digit in a bit, the first word of a chute, and the configurations that the
/// digit may have there, a bit each.
pub(super) struct Guess {
    pub(super) digit: u16,
    pub(super) chute: usize,
    pub(super) configurations: u32,
}

impl Guess {
    /// The first configuration.
    #[inline(always)]
    pub(super) fn first(&self) -> usize {
        // There is one, so no check is needed.
        self.configurations.trailing_zeros().min(5) as usize
    }
}

/// Digits that are counted.
pub(super) trait Counted: Word {
    fn xor(self, other: Self) -> Self;
    /// The sum of two, as numbers.
    fn plus(self, other: Self) -> Self;
    /// How many digits there are.
    fn count(self) -> Self;
    /// One of two, by whether there are digits.
    fn if_any(self, then: Self, otherwise: Self) -> Self;
}

impl<Z: Zero> Counted for Lane<Z> {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Lane::new(self.0 ^ other.0)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Lane::new(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    fn count(self) -> Self {
        Lane::new(self.0.count_ones() as u16)
    }

    #[inline(always)]
    fn if_any(self, then: Self, otherwise: Self) -> Self {
        if self.0 == 0 { otherwise } else { then }
    }
}

/// How good a guess in a chute is, by its six words.
pub(super) struct ChuteScore<W> {
    /// The smaller the better: configurations and open digits, which have several. The largest
    /// number if no digit is open.
    pub(super) score: W,
    /// Any of these is good to guess: the digits with two configurations, or else all open digits.
    pub(super) digits: W,
}

impl<W: Counted> ChuteScore<W> {
    #[inline(always)]
    pub(super) fn of(word: impl Fn(usize) -> W) -> ChuteScore<W> {
        // Each digit's configurations are counted in three bits: ones, twos and fours.
        let (sum0, carry0) = full_adder(word(0), word(1), word(2));
        let (sum1, carry1) = full_adder(word(3), word(4), word(5));
        let (ones, carry2) = (sum0.xor(sum1), sum0.and(sum1));
        let (twos, fours) = full_adder(carry0, carry1, carry2);
        let open = twos.or(fours);
        let pairs = twos.less(ones.or(fours));
        let double = |count: W| count.plus(count);
        let upper = twos.count().plus(double(fours.count()));
        let score = ones.count().plus(double(upper)).plus(open.count());
        let none = ones.less(ones);
        ChuteScore {
            score: open.if_any(score, none.full_if_none()),
            digits: pairs.if_any(pairs, open),
        }
    }
}

/// The sum of three bits, for sixteen at a time: its ones and its twos.
#[inline(always)]
fn full_adder<W: Counted>(a: W, b: W, c: W) -> (W, W) {
    let half = a.xor(b);
    (half.xor(c), a.and(b).or(half.and(c)))
}

#[cfg(test)]
mod tests {
    use super::super::boxes::State;
    use super::super::rules::BySign;
    use super::*;

    #[test]
    fn a_mini_line_is_in_two_configurations_and_a_configuration_has_three() {
        for configuration in 0..6 {
            for place in 0..3 {
                let line = line_at(configuration, place);
                let (even, odd) = (even(line, place), odd(line, place));
                assert!(even < 3 && (3..6).contains(&odd));
                assert_eq!(
                    usize::from(even == configuration) + usize::from(odd == configuration),
                    1
                );
            }
        }
    }

    #[test]
    fn a_solution_is_one_configuration_a_digit_and_comes_back() {
        let solution =
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
        let grid: Grid = solution.parse().unwrap();
        let frame = Frame::of(&grid);
        for chute in frame.0.chunks(6) {
            assert_eq!(chute.iter().map(|word| word.count_ones()).sum::<u32>(), 9);
            assert_eq!(chute.iter().fold(0, |all, word| all | word), ALL);
        }
        let mut state = State::NOTHING;
        state.fill(|word| frame.0[word]);
        assert_eq!(state.grid::<BySign>(), grid);
    }

    #[test]
    fn three_bits_are_added() {
        for bits in 0..8u16 {
            let bit = |k: usize| Lane::<BySign>::new(bits >> k & 1);
            let (ones, twos) = full_adder(bit(0), bit(1), bit(2));
            assert_eq!(u32::from(ones.0 + 2 * twos.0), bits.count_ones());
        }
    }
}
