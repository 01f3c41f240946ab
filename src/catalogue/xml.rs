//! OpenSudoku's form: an XML file whose games have a puzzle as an attribute.
//!
//! ```text
//!   <?xml version="1.0" encoding="UTF-8"?>
//!   <opensudoku><name>My puzzles</name>
//!   <game data="400000805030000000…" />          N² symbols
//!   <game data="version: 4&#10;4|0|0|0|0|6|0|1|…" />   values of each cell, as the app has them
//! ```
//!
//! The values of a cell begin with its digit and end with 0 where it is a clue, and 1 where the
//! player may change it; between them are the player's marks and colours, whose number depends on
//! the version.
//!
//! Every attribute `data` is a puzzle, or is reported; the other attributes and elements are not
//! puzzles, and are passed over, and so are comments, `<!-- … -->`, which may have several lines.
//!
//! Invariant: each attribute `data` outside comments is one entry; a chunk never ends within a
//! comment. Deliberately lacking: the digits and marks of a player, which belong to no puzzle.
//!
//! Source: the export of Open Sudoku, versions 1 to 5 of its cells.

use std::ops::{ControlFlow, Range};

use bstr::ByteSlice;

use super::given::Given;
use super::lines::{NumberedLine, numbered};
use super::place::Place;
use super::symbols::{self, Flaw};
use super::{Entry, Reading, Record, field};
use crate::sudoku::Grid;

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
    let mut comments = Comments::default();
    let mut begun = Place::FIRST;
    for NumberedLine { number: line, written } in numbered(bytes, first_line) {
        let text = written.text();
        let (was_open, mut parts) = (comments.is_open, Vec::new());
        let opened = comments.pass(text, |part| parts.push(part));
        if comments.is_open && (!was_open || opened.is_some()) {
            let column = symbols::width(&text[..opened.unwrap_or(0)]) + 1;
            begun = Place { line, column };
        }
        for (begin, end) in parts.into_iter().flat_map(|part| data_in(text, part)) {
            let column = symbols::width(&text[..begin]) + 1;
            visit(match value(&text[begin..end], reading) {
                Ok(given) => given.entry(Record::at(Place { line, column }), reading),
                Err(mut flaw) => {
                    flaw.column += column - 1;
                    Entry::Unreadable(flaw.on(line))
                }
            })?;
        }
    }
    if comments.is_open {
        let flaw = Flaw::new(begun.column, "a comment that is never closed");
        visit(Entry::Unreadable(flaw.on(begun.line)))?;
    }
    ControlFlow::Continue(())
}

/// The comments of a file, from line to line: nothing in `<!-- … -->` is a puzzle.
#[derive(Clone, Copy, Default)]
pub(super) struct Comments {
    is_open: bool,
}

impl Comments {
    /// Passes a line; shows the parts outside comments to `visit`, and returns where the last
    /// comment begins.
    pub(super) fn pass(
        &mut self,
        line: &[u8],
        mut visit: impl FnMut(Range<usize>),
    ) -> Option<usize> {
        let (mut from, mut opened) = (0, None);
        while from < line.len() {
            let rest = &line[from..];
            let found = rest.find(if self.is_open { &b"-->"[..] } else { b"<!--" });
            if !self.is_open {
                visit(from..found.map_or(line.len(), |at| from + at));
                opened = found.map(|at| from + at).or(opened);
            }
            let Some(at) = found else { break };
            from += at + if self.is_open { 3 } else { 4 };
            self.is_open = !self.is_open;
        }
        opened
    }

    /// Whether no comment is open.
    pub(super) fn is_outside(self) -> bool {
        !self.is_open
    }
}

/// The places of the values of attributes `data` in a part of a line.
fn data_in(line: &[u8], part: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    let mut from = part.start;
    std::iter::from_fn(move || {
        let found = next_data(&line[..part.end], from)?;
        from = found.1;
        Some(found)
    })
}

/// Reads the value of an attribute.
fn value(text: &[u8], reading: &Reading) -> Result<Given, Flaw> {
    if !text.starts_with(b"version:") {
        return field::read(text, reading);
    }
    let shape = reading.shape;
    let cells = [&b"&#10;"[..], b"&#xA;"].iter().find_map(|end| text.split_once_str(end));
    let values: Vec<&[u8]> = cells.map_or(vec![], |(_, cells)| {
        cells.split_str("|").filter(|value| !value.trim_ascii().is_empty()).collect()
    });
    let width = values.len() / shape.cells();
    if width < 3 || !values.len().is_multiple_of(shape.cells()) {
        let expected = shape.cells();
        let fault = format!("expected a digit, marks and 0 or 1 for each of {expected} cells");
        return Err(Flaw::new(1, fault));
    }
    let mut grid = Grid::empty(shape);
    for (index, values) in values.chunks(width).enumerate() {
        if values[width - 1] == b"0" && values[0] != b"0" {
            let content = symbols::value(values[0], reading);
            let foreign = || Flaw::new(1, symbols::foreign(values[0], reading));
            grid.set(shape.cell(index), content.ok_or_else(foreign)?);
        }
    }
    Ok(Given::Clues(grid))
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
    use crate::catalogue::described::{described, small};

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

    #[test]
    fn nothing_in_a_comment_is_a_puzzle() {
        let puzzle = "1...2...3...4...";
        let game = format!("<game data=\"{puzzle}\" />");
        let text = format!(
            "<?xml?>\n<!-- {game} -->{game}<!--{game}\n{game}\n--> {game}<!---->{game}\n{game}<!-- \
             -->\n {game}<!--\n{game}\n"
        );
        let mut seen = Vec::new();
        let _ = for_each(text.as_bytes(), 1, &small(), &mut |entry| {
            seen.push(described(&entry));
            ControlFlow::<()>::Continue(())
        });
        let mut expected: Vec<String> =
            ["2:54", "4:17", "4:56", "5:13", "6:14"].map(|at| format!("{at} {puzzle}")).into();
        expected.push("6:34 a comment that is never closed".into());
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_clues_of_a_game_under_way_are_read() {
        let puzzle = ".2.............4";
        let cells = |marks: &str| -> String {
            let cells = puzzle.chars().enumerate();
            let cell = |(at, digit)| match digit {
                '.' if at == 0 => format!("3|{marks}1|"),
                '.' => format!("0|{marks}1|"),
                clue => format!("{clue}|{marks}0|"),
            };
            cells.map(cell).collect()
        };
        let read = |data: &str| {
            value(data.as_bytes(), &small()).map_err(|flaw| flaw.fault).map(|given| match given {
                Given::Clues(grid) => grid.to_string(),
                Given::Marks(_) => unreachable!("there are clues"),
            })
        };
        for (version, marks) in [(1, "1,4,|"), (2, "0||"), (3, "9|"), (4, "0|9|"), (5, "0|9|2|")] {
            let data = format!("version: {version}&#10;{}", cells(marks));
            assert_eq!(read(&data), Ok(puzzle.to_owned()), "{data}");
        }
        let expected = "expected a digit, marks and 0 or 1 for each of 16 cells";
        for data in ["version: 4", "version: 4&#10;1|0|0|", "version: 9&#10;"] {
            assert_eq!(read(data), Err(expected.to_owned()));
        }
    }
}
