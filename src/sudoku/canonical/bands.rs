//! The numbers of full bands: up to symmetry there are 416.
//!
//! A band is full if it is one of a solution grid. Its form is the least string of 27 among those
//! of its arrangements, labelled as ever; the number is its place among all forms, from 1:
//!
//! ```text
//!       1   123456789 456789123 789123456
//!       2   123456789 456789123 789123465
//!     ...
//!     416   123456789 457893612 986217354
//! ```
//!
//! The forms are found, not written here: of all full bands they are those for which a search finds
//! none that is less. Tests compare them with all arrangements.
//!
//! Source. The number 416 is Felgenhauer's and Jarvis's (*Mathematics of Sudoku I*, 2006); the
//! order is that of hunters, such as gridchecker's.
//!
//! Deliberately lacking: the bands of other shapes.

use std::sync::OnceLock;

use super::board::Board;
use super::search::Wanted;
use super::{Canonical, Canoniser, Digit, full};

/// The number of full bands up to symmetry.
const COUNT: usize = 416;

/// A form of a puzzle by a band or stack of its solution: see [`Canoniser::by_bands`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BandForm {
    /// The number of the band, from 1 to 416, in the order of their forms as strings.
    pub number: u16,
    /// The form, and the way to it.
    pub canonical: Canonical,
}

/// The number of the band of these lines, which are the first of a form.
pub(super) fn number(keys: &[u64; 9]) -> u16 {
    static FORMS: OnceLock<Vec<[u64; 2]>> = OnceLock::new();
    let place = FORMS.get_or_init(forms).binary_search(&[keys[1], keys[2]]);
    place.expect("all forms are there") as u16 + 1
}

/// The second and third lines of all forms, in their order.
fn forms() -> Vec<[u64; 2]> {
    let mut canoniser = Canoniser::new();
    let mut forms = Vec::with_capacity(COUNT);
    let mut note = |band: &Band| {
        let mut cells = [None; 81];
        for (cell, &digit) in cells.iter_mut().zip(band.as_flattened()) {
            *cell = Digit::new(digit);
        }
        canoniser.least_of_band(&Board::new(&cells), 0, 3, Wanted::Form);
        let lines = [key(&band[1]), key(&band[2])];
        if canoniser.search.keys[1..3] == lines {
            forms.push(lines);
        }
    };
    let mut band = [[0; 9]; 3];
    band[0] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    each_candidate(&mut band, 9, &mut note);
    forms
}

/// The digits of three lines.
type Band = [[u8; 9]; 3];

/// Shows each full band that has these digits before `place`, and may be a form, in the order of
/// strings.
fn each_candidate(band: &mut Band, place: usize, show: &mut impl FnMut(&Band)) {
    match place {
        // Alone, the first two lines can be less.
        18 if full::least_second([band[0], band[1]]) < key(&band[1]) => return,
        27 => return show(band),
        _ => {}
    }
    let is_beside = |other| other / 9 == place / 9 || other % 9 / 3 == place % 9 / 3;
    let digits = match place {
        9 => 4..=4, // a second line begins 456 or 457
        10 => 5..=5,
        _ => 1..=9,
    };
    for digit in digits {
        let filled = &band.as_flattened()[..place];
        if !(0..place).any(|other| filled[other] == digit && is_beside(other)) {
            band[place / 9][place % 9] = digit;
            each_candidate(band, place + 1, show);
        }
    }
}

/// The key of a line of digits.
fn key(line: &[u8; 9]) -> u64 {
    line.iter().fold(0, |key, &digit| key << 4 | u64::from(digit))
}

#[cfg(test)]
mod tests {
    use super::super::board::ORDERS;
    use super::super::full::FIRST;
    use super::*;

    /// All arrangements of a band, each labelled as ever: of its lines, its boxes, their columns.
    fn arrangements(band: [u64; 3]) -> impl Iterator<Item = [u64; 3]> {
        let columns = ORDERS.map(|boxes| {
            let each = ORDERS.iter().flat_map(|a| {
                ORDERS.iter().flat_map(move |b| ORDERS.iter().map(move |c| [a, b, c]))
            });
            each.map(move |inner| {
                let mut columns = [0; 9];
                for (place, column) in columns.iter_mut().enumerate() {
                    let from = boxes[place / 3];
                    *column = 3 * from + inner[usize::from(from)][place % 3];
                }
                columns
            })
        });
        columns.into_iter().flatten().flat_map(move |columns| {
            ORDERS.map(|lines| labelled(lines.map(|line| band[usize::from(line)]), columns))
        })
    }

    fn labelled(lines: [u64; 3], columns: [u8; 9]) -> [u64; 3] {
        let (mut labels, mut next) = ([0; 10], 1);
        lines.map(|line| {
            columns.iter().fold(0, |key, column| {
                let label = &mut labels[(line >> (4 * (8 - column)) & 15) as usize];
                if *label == 0 {
                    (*label, next) = (next, next + 1);
                }
                key << 4 | *label
            })
        })
    }

    /// There are 56 · 6⁶ full bands that begin 123456789 or as other labels have it, and each is an
    /// arrangement of one form: so none is missing.
    #[test]
    fn the_forms_stand_for_all_full_bands() {
        let forms = forms();
        assert_eq!(forms.len(), COUNT);
        assert!(forms.is_sorted_by(|one, other| one < other));
        let stands_for = |&[second, third]: &[u64; 2]| {
            let form = [FIRST, second, third];
            let (mut all, mut same) = (0, 0);
            for arrangement in arrangements(form) {
                assert!(arrangement >= form, "{form:x?}");
                all += 1;
                same += u32::from(arrangement == form);
            }
            all / same
        };
        assert_eq!(forms.iter().map(stands_for).sum::<u32>(), 56 * 6_u32.pow(6));
        assert_eq!(forms[1], [0x4_5678_9123, 0x7_8912_3465]);
        assert_eq!(forms[415], [0x4_5789_3612, 0x9_8621_7354]);
    }
}
