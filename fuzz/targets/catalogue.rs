//! A catalogue that comes in pieces is read as one that comes at once.
//!
//! ```text
//!      form, shape   how many bytes each read brings, up to a 0   the file
//! ```
//!
//! Wherever the pieces end, chunks are cut.

#![no_main]

use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use tourdion::catalogue::{CatalogueForm, Entry, Input, ReadProgress, Reading, chunks};
use tourdion::sudoku::{Alphabet, Shape};

fuzz_target!(|data: &[u8]| {
    let [how, rest @ ..] = data else { return };
    let sizes = rest.iter().take_while(|&&size| size != 0).copied().collect::<Vec<u8>>();
    let text = rest[sizes.len()..].strip_prefix(b"\0").unwrap_or_default();
    let form = CatalogueForm::ALL.get(usize::from(how % 8)).copied();
    let shape = Shape::new(2, if how & 8 == 0 { 2 } else { 1 }).expect("a shape");
    let column = match how >> 4 & 3 {
        0 => Some("1".to_owned()),
        1 => Some("start".to_owned()),
        _ => None,
    };
    let alphabet = Alphabet::usual(shape);
    let reading = Reading { shape, alphabet, form, column, ..Reading::default() };
    let whole = entries(Cursor::new(text.to_vec()), &reading);
    let pieces = Pieces { text: Cursor::new(text.to_vec()), sizes, next: 0 };
    assert_eq!(entries(pieces, &reading), whole);
});

/// All entries of a text as lines to compare, and the error at its end.
fn entries(source: impl Read + Send + 'static, reading: &Reading) -> Vec<String> {
    let mut seen = Vec::new();
    for chunk in chunks(vec![Input::reader("fuzz", Box::new(source))], reading, ReadProgress::new())
    {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                seen.push(error.to_string());
                continue;
            }
        };
        let _ = chunk.for_each(reading, |entry| {
            seen.push(match entry {
                Entry::Puzzle(r) => {
                    let (spelling, own) = (r.spelling, r.trailing);
                    format!("{}:{} {} {spelling:?} {own:?}", r.line, r.column, r.puzzle)
                }
                Entry::Sukaku(r) => format!("{}:{} {}", r.line, r.column, r.puzzle),
                Entry::Unreadable(e) => format!("{}:{} {}", e.line, e.column, e.fault),
            });
            ControlFlow::<()>::Continue(())
        });
    }
    seen
}

/// A reader that returns these numbers of bytes at a time, in a cycle; the whole rest if there are
/// no numbers.
struct Pieces {
    text: Cursor<Vec<u8>>,
    sizes: Vec<u8>,
    next: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(&size) = self.sizes.get(self.next % self.sizes.len().max(1)) else {
            return self.text.read(buffer);
        };
        self.next += 1;
        let most = buffer.len().min(size.into());
        self.text.read(&mut buffer[..most])
    }
}
