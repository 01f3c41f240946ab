//! The CSV form: a header line and a column that holds the puzzle.
//!
//! ```text
//!   source,question,answer,rating        the delimiter (`,` `;` tab) and the column come from here
//!   puzzles0,4.....8.5.3…,417369825…,0   fields may be quoted, and then hold newlines
//! ```
//!
//! The column is the one that [`Reading::column`] names, or the first of
//! [`PUZZLE_FIELDS`](super::PUZZLE_FIELDS) that the header has. A column given as a number needs no
//! header: the first line is a record if its field is a puzzle. Blank lines, and lines that begin
//! with `#`, are skipped.
//!
//! Invariant: [`Quotes`] agrees with the `csv` crate on where a quoted field begins and ends, so
//! that no chunk ends inside one. Deliberately lacking: other quotes than `"`, and backslash
//! escapes.

use std::io::{Chain, Read};
use std::ops::ControlFlow;

use bstr::ByteSlice;
use csv::ByteRecord;

use super::source::SourceFault;
use super::symbols::{self, Flaw};
use super::{Entry, PEEK, Reading, Record, field};
use crate::excerpt::Excerpt;
use crate::sudoku::Grid;

/// The content of a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    delimiter: u8,
    /// The puzzle's field, from 0.
    field: usize,
    name: String,
}

impl Table {
    /// Reads the header at the beginning of `text`. Returns the table and the bytes of the header;
    /// `None` if that needs more text.
    pub(super) fn of_header(
        text: &[u8],
        at_end: bool,
        reading: &Reading,
    ) -> Result<Option<(Table, usize)>, SourceFault> {
        let start = skip_silent(text);
        let header = match first_record(&text[start..], at_end) {
            Some(header) => header,
            // A file too short for a header has no records either.
            None if !at_end || text.len() == start && text.len() < PEEK => return Ok(None),
            None => return Err(SourceFault::Header),
        };
        let mut table = Table::of_names(header, reading)?;
        let numbered = table.name.is_empty();
        if numbered && puzzle_of(header, &table, reading).is_ok() {
            return Ok(Some((table, start)));
        }
        if numbered {
            table.name = (table.field + 1).to_string();
        }
        Ok(Some((table, start + header.len())))
    }

    /// Finds the puzzle's column in a header; its name is empty if it is given as a number.
    fn of_names(header: &[u8], reading: &Reading) -> Result<Table, SourceFault> {
        let delimiter = delimiter_of(header);
        let names = names(header, delimiter);
        let fitting = (0..names.len()).filter_map(|k| Some((reading.preference(&names[k])?, k)));
        if let Some((_, field)) = fitting.min() {
            return Ok(Table { delimiter, field, name: names[field].clone() });
        }
        let number = reading.column.as_ref().and_then(|column| column.parse::<usize>().ok());
        match number {
            Some(number) if (1..=names.len()).contains(&number) => {
                Ok(Table { delimiter, field: number - 1, name: String::new() })
            }
            _ => Err(SourceFault::NoColumn { wanted: reading.column.clone(), header: names }),
        }
    }

    /// Finds the ends of records in this table.
    pub(super) fn quotes(&self) -> Quotes {
        Quotes { delimiter: self.delimiter, state: State::FieldStart }
    }
}

/// Whether a line is a header that has the puzzle's column.
pub(super) fn is_header(line: &[u8], reading: &Reading) -> bool {
    let names = names(line, delimiter_of(line));
    names.iter().any(|name| reading.preference(name).is_some())
}

/// Whether a line can be a header, perhaps without a known name: several fields, all of them words.
pub(super) fn is_like_header(line: &[u8]) -> bool {
    let is_word =
        |name: &String| name.starts_with(char::is_alphabetic) && !name.contains(['.', '*', '?']);
    let names = names(line, delimiter_of(line));
    names.len() > 1 && names.iter().all(is_word)
}

fn names(header: &[u8], delimiter: u8) -> Vec<String> {
    let record = fields(header, delimiter);
    record.iter().map(|name| symbols::shown(name.trim())).collect()
}

/// The most frequent delimiter of a header.
fn delimiter_of(header: &[u8]) -> u8 {
    let count = |delimiter: u8| memchr::memchr_iter(delimiter, header).count();
    // The last of equal ones wins, so the comma is last.
    [b'\t', b';', b','].into_iter().max_by_key(|&delimiter| count(delimiter)).unwrap_or(b',')
}

/// The fields of one record.
fn fields(text: &[u8], delimiter: u8) -> ByteRecord {
    let mut record = ByteRecord::new();
    // A slice of bytes has no errors, and a missing record has no fields.
    let _ = reader(text, delimiter).read_byte_record(&mut record);
    record
}

/// What the `csv` crate is given before the text: it would take a mark (U+FEFF) off the beginning
/// of whatever it reads, but a text that begins at a cut is no file.
const NO_MARK: &[u8] = b"\n";

fn reader(text: &[u8], delimiter: u8) -> csv::Reader<Chain<&'static [u8], &[u8]>> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .comment(Some(b'#'))
        // As everywhere here, a line ends with a newline; a return before it is white space.
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(NO_MARK.chain(text))
}

/// The first record of a text, if it is there to its end.
fn first_record(text: &[u8], at_end: bool) -> Option<&[u8]> {
    let mut quotes =
        Quotes { delimiter: delimiter_of(text.lines().next()?), state: State::FieldStart };
    let is_over = at_end && text.len() < PEEK;
    let mut end = 0;
    for line in text.lines_with_terminator().take_while(|line| is_over || line.ends_with(b"\n")) {
        quotes.pass(line);
        end += line.len();
        if quotes.is_outside() {
            return Some(&text[..end]);
        }
    }
    None
}

/// The length of the blank lines and comments at the beginning of a text.
fn skip_silent(text: &[u8]) -> usize {
    let is_silent = |line: &&[u8]| line.starts_with(b"#") || line.trim().is_empty();
    text.lines_with_terminator().take_while(is_silent).map(<[u8]>::len).sum()
}

/// Follows the quotes of a table from line to line.
pub(super) struct Quotes {
    delimiter: u8,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    FieldStart,
    Plain,
    Quoted,
    /// After a quote inside quotes: it was the last one, or the first of a doubled one.
    QuoteInQuoted,
}

impl Quotes {
    /// Goes over one line.
    pub(super) fn pass(&mut self, line: &[u8]) {
        if self.is_outside() && line.starts_with(b"#") {
            return;
        }
        for &byte in line {
            self.step(byte);
        }
        if self.is_outside() {
            self.state = State::FieldStart;
        }
    }

    /// Whether a newline here ends a record.
    pub(super) fn is_outside(&self) -> bool {
        self.state != State::Quoted
    }

    fn step(&mut self, byte: u8) {
        self.state = match (self.state, byte) {
            (State::Quoted, b'"') => State::QuoteInQuoted,
            (State::FieldStart | State::QuoteInQuoted, b'"') | (State::Quoted, _) => State::Quoted,
            (_, byte) if byte == b'\n' || byte == self.delimiter => State::FieldStart,
            (_, _) => State::Plain,
        };
    }
}

/// Shows the puzzle of every record of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    table: &Table,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut reader = reader(bytes, table.delimiter);
    let mut record = ByteRecord::new();
    let (mut line, mut counted) = (first_line, 0);
    while let Ok(true) = reader.read_byte_record(&mut record) {
        let before = record.position().map_or(0, |p| p.byte() as usize);
        let before = before.saturating_sub(NO_MARK.len()).min(bytes.len());
        let is_quoted = bytes[before..].starts_with(b"\"");
        if record.len() == 1 && record[0].trim().is_empty() && !is_quoted {
            continue;
        }
        // The reader's position is before the blank lines and comments that it skipped.
        let start = before + skip_silent(&bytes[before..]);
        line += memchr::memchr_iter(b'\n', &bytes[counted..start]).count() as u64;
        counted = start;
        let column = field_column(&bytes[start..], table);
        visit(match field_of(&record, table, reading) {
            Ok(grid) => Entry::Puzzle(Record { line, column, grid, spelling: None, trailing: b"" }),
            Err(flaw) => {
                Entry::Unreadable(Flaw { column: flaw.column + column - 1, ..flaw }.on(line))
            }
        })?;
    }
    ControlFlow::Continue(())
}

fn puzzle_of(text: &[u8], table: &Table, reading: &Reading) -> Result<Grid, Flaw> {
    field_of(&fields(text, table.delimiter), table, reading)
}

fn field_of(record: &ByteRecord, table: &Table, reading: &Reading) -> Result<Grid, Flaw> {
    if let Some(field) = record.get(table.field) {
        return field::read(field, reading);
    }
    let (found, expected) = (record.len(), table.field + 1);
    Err(Flaw::new(
        1,
        format!(
            "expected the puzzle in field {expected} ({}), found {found}",
            Excerpt(&table.name)
        ),
    ))
}

/// The column of the puzzle's first character, in the line of its field's beginning.
fn field_column(record: &[u8], table: &Table) -> u64 {
    let mut quotes = table.quotes();
    let (mut field, mut line_start) = (0, 0);
    for (at, &byte) in record.iter().enumerate() {
        if field == table.field {
            let quote = u64::from(byte == b'"');
            return symbols::width(&record[line_start..at]) + 1 + quote;
        }
        quotes.step(byte);
        match byte {
            b'\n' if quotes.is_outside() => break,
            b'\n' => line_start = at + 1,
            _ if byte == table.delimiter && quotes.is_outside() => field += 1,
            _ => {}
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    fn small(column: Option<&str>) -> Reading {
        let shape = Shape::new(2, 2).unwrap();
        let column = column.map(str::to_owned);
        Reading { shape, alphabet: Alphabet::usual(shape), column, ..Reading::default() }
    }

    fn table(text: &str, column: Option<&str>) -> (u8, usize, usize) {
        let (table, length) =
            Table::of_header(text.as_bytes(), true, &small(column)).unwrap().unwrap();
        (table.delimiter, table.field, length)
    }

    #[test]
    fn the_header_tells_the_delimiter_and_the_column() {
        assert_eq!(table("source,question,answer\n", None), (b',', 1, 23));
        assert_eq!(table("id;Puzzle\n", None), (b';', 1, 10));
        assert_eq!(table("# c\n\nid\tQUIZZES", None), (b'\t', 1, 15));
        assert_eq!(table("grid,puzzle\n", None), (b',', 1, 12));
        assert_eq!(table("\"a\nb\",start\n", Some("Start")), (b',', 1, 12));
        assert_eq!(table("a,b\n", Some("2")), (b',', 1, 4));
        assert_eq!(table("x,1...2...3...4...\n", Some("2")), (b',', 1, 0));
        let error = Table::of_header(b"a,b\n1,2\n", true, &small(None)).unwrap_err();
        assert!(error.to_string().ends_with("it has a, b: name one with --column"), "{error}");
    }

    #[test]
    fn records_with_their_places() {
        let text = "\n# c\nx,1...2...3...4...,z\n\"a\nb\",\"1...\n2...\n3...\n4...\"\n\
                    é,é\nx\r\n \r\n\
                    x,\"1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0\"\n";
        let (table, _) = Table::of_header(b"a,puzzle,b\n", true, &small(None)).unwrap().unwrap();
        let mut seen = Vec::new();
        let _ = for_each(text.as_bytes(), 2, &table, &small(None), &mut |entry| {
            seen.push(match entry {
                Entry::Puzzle(r) => format!("{}:{} {}", r.line, r.column, r.grid),
                Entry::Unreadable(e) => format!("{}:{} {}", e.line, e.column, e.problem),
            });
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(
            seen,
            [
                "4:3 1...2...3...4...",
                "5:5 1...2...3...4...",
                "10:3 expected 1-4 or one of .0*?_-, found `é`",
                "11:1 expected the puzzle in field 2 (puzzle), found 1",
                "13:4 1...2...3...4...",
            ]
        );
    }
}
