//! Pencil marks that are read are written as a line, and read again as the same; and a pencil has
//! the same candidates.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tourdion::logic::Pencil;
use tourdion::sudoku::{Alphabet, Marks, Shape};

fuzz_target!(|data: &[u8]| {
    let [shape, text @ ..] = data else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let (rows, columns) = [(2, 2), (1, 3), (3, 3), (1, 1)][usize::from(shape % 4)];
    let shape = Shape::new(rows, columns).expect("a shape");
    let alphabet = Alphabet::usual(shape);
    match Marks::read(text, shape, &alphabet) {
        Ok(marks) => {
            let line = marks.line(&alphabet).to_string();
            let again = Marks::read(&line, shape, &alphabet)
                .unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(again, marks);
            let pencil = Pencil::of_marks(&marks);
            assert_eq!(pencil.marks(), marks);
            for clue in pencil.grid().clues() {
                assert!(pencil.has(clue) && pencil.digits(clue.cell).eq([clue.digit]));
            }
        }
        Err(error) => {
            let lines = text.split('\n').count();
            assert!((1..=lines + 1).contains(&error.line) && error.column >= 1, "{error}");
        }
    }
});
