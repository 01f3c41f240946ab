//! Random symmetries: each of a shape's equally likely.
//!
//! ```text
//!      bands  rows    stacks columns     transpose  digits
//!      312    3·3     312    3·3         1 of 2     9!        6⁸ · 2 · 9! = 1,218,998,108,160
//! ```
//!
//! A symmetry has one choice of each part, and each choice gives another symmetry, so choices that
//! are equally likely make symmetries that are. A part that is kept stays as it is: the others are
//! then uniform among the symmetries that keep it. For 9×9 grids one number says all choices
//! ([`numbered`]).
//!
//! Deliberately lacking: what else leaves a puzzle's nature alone, such as the exchange of a row of
//! equal digits; it is no symmetry of all Sudokus.

mod numbered;

use self::numbered::SYMMETRIES;
use crate::chance::Chance;
use crate::sudoku::Shape;
use crate::sudoku::canonical::{Order, SAME, Symmetry, is_square};

/// A part of a symmetry, drawn by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymmetryPart {
    /// The relabelling of the digits.
    Digits,
    /// The transposition.
    Sides,
    /// The order of the bands.
    Bands,
    /// The orders of the rows in the bands.
    Rows,
    /// The order of the stacks.
    Stacks,
    /// The orders of the columns in the stacks.
    Columns,
}

/// A random symmetry of a shape, each equally likely that keeps the parts `kept` as they are.
///
/// ```
/// use tourdion::chance::Chance;
/// use tourdion::generate::{SymmetryPart, random_symmetry};
/// use tourdion::sudoku::{Grid, canonical};
///
/// let puzzle: Grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let by = random_symmetry(puzzle.shape(), &[], &mut Chance::new(2007, 1));
/// let morph = by.apply(&puzzle)?;
/// assert_eq!(canonical::puzzle(&morph)?.form, canonical::puzzle(&puzzle)?.form);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_symmetry(shape: Shape, kept: &[SymmetryPart], chance: &mut Chance) -> Symmetry {
    if shape == Shape::CLASSIC {
        return numbered::symmetry(chance.below_wide(SYMMETRIES), kept);
    }
    drawn(shape, kept, chance, OneNumber)
}

/// A way to bring members into a random order. A closure would be called, with lists of lengths
/// that it does not know.
pub(super) trait Shuffle: Copy {
    fn shuffle(self, chance: &mut Chance, list: &mut [u8]);
}

/// [`Chance::shuffle`].
#[derive(Clone, Copy)]
pub(super) struct NumberEach;

impl Shuffle for NumberEach {
    #[allow(clippy::inline_always)] // see above
    #[inline(always)]
    fn shuffle(self, chance: &mut Chance, list: &mut [u8]) {
        chance.shuffle(list);
    }
}

/// [`Chance::shuffle_few`].
#[derive(Clone, Copy)]
struct OneNumber;

impl Shuffle for OneNumber {
    #[allow(clippy::inline_always)] // see above
    #[inline(always)]
    fn shuffle(self, chance: &mut Chance, list: &mut [u8]) {
        chance.shuffle_few(list);
    }
}

/// The same by this shuffle: a seed's symmetries depend on it.
#[allow(clippy::inline_always)] // for a known shuffle
#[inline(always)]
pub(super) fn drawn(
    shape: Shape,
    kept: &[SymmetryPart],
    chance: &mut Chance,
    shuffle: impl Shuffle,
) -> Symmetry {
    let is_drawn = |part| !kept.contains(&part);
    let (bands, stacks) = (shape.box_columns(), shape.box_rows());
    let [of_bands, of_rows] = [SymmetryPart::Bands, SymmetryPart::Rows].map(is_drawn);
    let rows = order(
        Places { number: bands, are_drawn: of_bands },
        Places { number: shape.box_rows(), are_drawn: of_rows },
        chance,
        shuffle,
    );
    let [of_stacks, of_columns] = [SymmetryPart::Stacks, SymmetryPart::Columns].map(is_drawn);
    let columns = order(
        Places { number: stacks, are_drawn: of_stacks },
        Places { number: shape.box_columns(), are_drawn: of_columns },
        chance,
        shuffle,
    );
    let is_transposing = is_drawn(SymmetryPart::Sides) && is_square(shape) && chance.below(2) == 1;
    let (mut digits, size) = (SAME, shape.size());
    if is_drawn(SymmetryPart::Digits) {
        // A loop of known length, as below.
        match size {
            9 => shuffle.shuffle(chance, &mut digits[..9]),
            size => shuffle.shuffle(chance, &mut digits[..size]),
        }
    }
    Symmetry::of_orders(shape, is_transposing, rows, columns, digits)
}

/// The places of chutes, or of the lines in a chute.
#[derive(Clone, Copy)]
struct Places {
    number: usize,
    /// Whether what stands there is drawn, and does not stay.
    are_drawn: bool,
}

/// A random order of lines that keeps each chute together: the source of each line.
#[allow(clippy::inline_always)] // for a known shuffle
#[inline(always)]
fn order(chutes: Places, lines: Places, chance: &mut Chance, shuffle: impl Shuffle) -> Order {
    // Loops of known length take half of the time.
    match (chutes.number, lines.number) {
        (3, 3) => {
            let (chutes, lines) = (Places { number: 3, ..chutes }, Places { number: 3, ..lines });
            order_of(chutes, lines, chance, shuffle)
        }
        _ => order_of(chutes, lines, chance, shuffle),
    }
}

#[allow(clippy::inline_always)] // for the known lengths
#[inline(always)]
fn order_of(chutes: Places, lines: Places, chance: &mut Chance, shuffle: impl Shuffle) -> Order {
    let [mut of_chutes, mut of_lines, mut order] = [SAME; 3];
    if chutes.are_drawn {
        shuffle.shuffle(chance, &mut of_chutes[..chutes.number]);
    }
    for (chute, &from) in of_chutes[..chutes.number].iter().enumerate() {
        if lines.are_drawn {
            shuffle.shuffle(chance, &mut of_lines[..lines.number]);
        }
        for (k, &line) in of_lines[..lines.number].iter().enumerate() {
            order[chute * lines.number + k] = from * lines.number as u8 + line;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::sudoku::Digit;

    #[test]
    fn every_symmetry_of_a_small_shape_comes_equally_often() {
        use SymmetryPart::{Bands, Columns, Digits, Rows, Sides, Stacks};
        let all = [Digits, Sides, Bands, Rows, Stacks, Columns];
        // The number of symmetries, and which of their parts are kept.
        for (rows, columns, kept, number) in [
            (2, 2, &[Digits][..], 2 * 8 * 8),
            (2, 2, &[Sides, Bands, Rows], 24 * 8),
            (2, 2, &[Bands, Stacks, Digits], 2 * 4 * 4),
            (2, 3, &[Digits, Rows], 6 * 2 * 36),
            (1, 3, &[Columns, Sides], 6 * 6),
            (3, 3, &[Digits, Rows, Columns], 2 * 36),
            (3, 3, &[Digits, Sides, Bands, Stacks, Rows], 216),
            (3, 3, &all, 1),
        ] {
            for has_stream_each in [false, true] {
                let shape = Shape::new(rows, columns).unwrap();
                assert_are_equally_likely(shape, kept, number, has_stream_each);
            }
        }
    }

    /// Draws symmetries, as many as there are 200 times, from one stream or the first of a stream
    /// each.
    fn assert_are_equally_likely(
        shape: Shape,
        kept: &[SymmetryPart],
        number: u32,
        has_stream_each: bool,
    ) {
        let (mut counts, mut chance) = (BTreeMap::<String, u32>::new(), Chance::new(18, 0));
        let mean = 200;
        for stream in 0..number * mean {
            if has_stream_each {
                chance.turn_to(stream.into());
            }
            let symmetry = random_symmetry(shape, kept, &mut chance);
            *counts.entry(symmetry.to_string()).or_default() += 1;
        }
        assert_eq!(counts.len(), number as usize, "{shape} {kept:?}");
        let square = |count: &u32| (f64::from(*count) - f64::from(mean)).powi(2);
        let chi = counts.values().map(square).sum::<f64>() / f64::from(mean);
        let freedom = f64::from(number - 1);
        // Five standard deviations.
        let most = freedom + 5. * (2. * freedom).sqrt();
        assert!(chi <= most, "{shape} {kept:?}: {chi} for {freedom} degrees of freedom");
        let least = freedom - 5. * (2. * freedom).sqrt();
        assert!(chi >= least, "{shape} {kept:?}: {chi} is too regular to be chance");
    }

    #[test]
    fn a_part_that_is_kept_stays() {
        let same: Vec<u8> = (0..9).collect();
        let draw = |kept: &[SymmetryPart], number| {
            random_symmetry(Shape::CLASSIC, kept, &mut Chance::new(7, number))
        };
        for number in 0..50 {
            let by = draw(&[SymmetryPart::Digits, SymmetryPart::Sides], number);
            assert!(!by.is_transposing());
            assert!((1..=9).all(|d| by.relabel(Digit::new(d).unwrap()) == Digit::new(d)));
            let by = draw(&[SymmetryPart::Bands, SymmetryPart::Rows], number);
            assert_eq!(by.rows(), same);
            let by = draw(&[SymmetryPart::Stacks], number);
            assert!(by.columns().iter().zip(&same).all(|(one, other)| one / 3 == other / 3));
        }
    }
}
