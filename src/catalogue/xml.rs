//! OpenSudoku's form: an XML file whose games have a puzzle as an attribute.
//!
//! ```text
//!   <?xml version="1.0" encoding="UTF-8"?>
//!   <opensudoku><name>My puzzles</name>
//!   <game data="400000805030000000…" />          N² symbols
//! ```
//!
//! Every attribute `data` is a puzzle, or is reported; the other attributes and elements are not
//! puzzles, and are passed over.
//!
//! Invariant: each attribute `data` is one entry. Deliberately lacking: the notes of games under
//! way, which newer files have in `data` and which are reported.

use std::ops::ControlFlow;

use bstr::ByteSlice;

use super::lines::numbered;
use super::symbols;
use super::{Entry, Reading, Record, Written, field};

/// Whether a file that begins with this line has this form.
pub(super) fn is_like(line: &[u8]) -> bool {
    [&b"<?xml"[..], b"<opensudoku", b"<game "].iter().any(|begin| line.starts_with(begin))
}

/// Shows every puzzle and every unreadable one of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for (line, text) in numbered(bytes, first_line) {
        let (text, mut from) = (text.text(), 0);
        while let Some((begin, end)) = next_data(text, from) {
            from = end;
            let column = symbols::width(&text[..begin]) + 1;
            let (written, spelling) = (Written::default(), None);
            visit(match field::read(&text[begin..end], reading) {
                Ok(given) => {
                    let (puzzle, trailing, solution) = ((), &b""[..], None);
                    let beside =
                        Record { line, column, puzzle, spelling, trailing, solution, written };
                    given.entry(beside, reading)
                }
                Err(mut flaw) => {
                    flaw.column += column - 1;
                    Entry::Unreadable(flaw.on(line))
                }
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The place of the next value of an attribute `data`, at or after `from`; up to the end of the
/// line if it is not closed there.
fn next_data(text: &[u8], mut from: usize) -> Option<(usize, usize)> {
    loop {
        let name = from + text[from..].find("data=")?;
        from = name + "data=".len();
        let is_whole = name == 0 || text[name - 1].is_ascii_whitespace();
        let quote = text.get(from).copied().filter(|quote| b"\"'".contains(quote));
        if let (true, Some(quote)) = (is_whole, quote) {
            let begin = from + 1;
            let end = text[begin..].find_byte(quote).map_or(text.len(), |length| begin + length);
            return Some((begin, end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::described::described;

    #[test]
    fn every_game_is_an_entry() {
        let puzzle =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let text = format!(
            "<?xml?>\n<opensudoku metadata=\"{puzzle}\">\n<game data=\"{puzzle}\" /><game \
             data='{puzzle}'/>\n<game created=\"1\" data=\"12\" />\n<game data=\"34\n"
        );
        let mut seen = Vec::new();
        let _ = for_each(text.as_bytes(), 1, &Reading::default(), &mut |entry| {
            seen.push(described(&entry));
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(
            seen,
            [
                format!("3:13 {puzzle}"),
                format!("3:110 {puzzle}"),
                "4:27 the puzzle ends after 2 of 81 cells".to_owned(),
                "5:15 the puzzle ends after 2 of 81 cells".to_owned()
            ]
        );
    }
}
