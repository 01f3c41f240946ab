//! Pencil marks that are read are consistent, and candidates of a grid that is read agree with its
//! clues.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tourdion::logic::Pencil;
use tourdion::sudoku::{Alphabet, Shape};

fuzz_target!(|data: &[u8]| {
    let [shape, text @ ..] = data else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let (rows, columns) = [(2, 2), (1, 3), (3, 3), (1, 1)][usize::from(shape % 4)];
    let shape = Shape::new(rows, columns).expect("a shape");
    match Pencil::read(text, shape, &Alphabet::usual(shape)) {
        Ok(pencil) => {
            assert_eq!(pencil.contradiction(), None);
            let grid = pencil.grid();
            for clue in grid.clues() {
                assert!(pencil.has(clue) && pencil.digits(clue.cell).eq([clue.digit]));
            }
            // In the form with a place for each candidate it is read as the same.
            let alphabet = Alphabet::usual(shape);
            let mut places = String::new();
            for cell in (0..shape.cells()).map(|k| shape.cell(k)) {
                for digit in shape.digits() {
                    let has = pencil.digits(cell).any(|d| d == digit);
                    places.push(alphabet.write(has.then_some(digit)));
                }
            }
            let again = Pencil::read(&places, shape, &alphabet)
                .unwrap_or_else(|error| panic!("{error}: {places}"));
            assert_eq!(again.candidate_count(), pencil.candidate_count());
            assert_eq!(again.grid(), grid);
        }
        Err(error) => {
            let lines = text.split('\n').count();
            assert!((1..=lines + 1).contains(&error.line) && error.column >= 1, "{error}");
        }
    }
});
