//! The CSV form: a header line and a column that holds the puzzle.
//!
//! ```text
//!   source,question,answer,rating        delimiter (`,` `;` tab) and columns come from here
//!   puzzles0,4.....8.5.3…,417369825…,0   fields may be quoted, and then hold newlines
//! ```
//!
//! The column is the one that [`Reading::column`] names, or the first of
//! [`PUZZLE_FIELDS`](super::PUZZLE_FIELDS) that the header has. If several of them have a puzzle in
//! the first record, one must be named. A column given as a number needs no header: the first line
//! is a record if its field is a puzzle. It is one too if it has no such name, and a puzzle in one
//! column, or else a full grid in one. Blank lines, and lines that begin with `#`, are skipped.
//!
//! A record with more or fewer fields than the header is unreadable, since nothing says which field
//! is missing; so is the header once more, in files that were joined.
//!
//! Invariant: [`Quotes`] and the records of a chunk agree on where a quoted field begins and ends,
//! so that no chunk ends inside one. Deliberately lacking: what quotes are (see [`quotes`]).

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use bstr::ByteSlice;

use super::blanks::trimmed;
use super::fault::SourceFault;
use super::given::Given;
use super::symbols::{self, Flaw};
use super::written::Written;
use super::{Entry, GivenSolution, PEEK, Reading, Record, field};
use crate::excerpt::Excerpt;
use crate::sudoku::{Grid, Marks};

pub(super) use quotes::Quotes;
use quotes::{Found, Records, content, fields, is_open};

mod quotes;

/// The columns of a file in the CSV form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    delimiter: u8,
    /// Whether the file begins with a mark (U+FEFF).
    has_mark: bool,
    /// The header as it is written; empty if there is none.
    header: Vec<u8>,
    /// The names of the columns; their numbers if there is no header.
    names: Vec<String>,
    /// The puzzle's column, from 0.
    puzzle: usize,
    /// The column of the solution, if one is named.
    solution: Option<usize>,
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
        let (delimiter, after) = (delimiter_of(header), start + header.len());
        let names = names(header, delimiter);
        let by_name =
            |wanted: &str| names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
        let by_number = |wanted: &str| match wanted.parse() {
            Ok(number) if (1..=names.len()).contains(&number) => Some(number - 1),
            _ => None,
        };
        let solution = match &reading.solution {
            None => None,
            Some(wanted) => match by_name(wanted).or_else(|| by_number(wanted)) {
                None => {
                    return Err(SourceFault::NoSolution { wanted: wanted.clone(), header: names });
                }
                found => found,
            },
        };
        let table = |puzzle, header: &[u8], names| Table {
            delimiter,
            has_mark: false,
            header: header.to_vec(),
            names,
            puzzle,
            solution,
        };
        let mut fitting: Vec<(usize, usize)> = (0..names.len())
            .filter_map(|column| Some((reading.preference(&names[column])?, column)))
            .collect();
        fitting.sort_unstable();
        if fitting.len() > 1 && reading.column.is_none() {
            match first_record(&text[after + skip_silent(&text[after..])..], at_end) {
                Some(record) => only_puzzle(record, delimiter, &fitting, &names, reading)?,
                None if !at_end => return Ok(None),
                None => {}
            }
        }
        if let Some(&(_, puzzle)) = fitting.first() {
            return Ok(Some((table(puzzle, header, names), after)));
        }
        let numbers = || (1..=names.len()).map(|number| number.to_string()).collect();
        let Some(puzzle) = reading.column.as_deref().and_then(by_number) else {
            if reading.column.is_none()
                && let Some(puzzle) = puzzle_by_content(header, reading)?
            {
                return Ok(Some((table(puzzle, b"", numbers()), start)));
            }
            let wanted = reading.column.clone();
            return Err(SourceFault::NoColumn { wanted, header: names });
        };
        if field_of(header, delimiter, puzzle)
            .is_some_and(|field| field::read(&field, reading).is_ok())
        {
            return Ok(Some((table(puzzle, b"", numbers()), start)));
        }
        Ok(Some((table(puzzle, header, names), after)))
    }

    /// The same table, of a file that begins with a mark (U+FEFF).
    pub(super) fn with_mark(self) -> Table {
        Table { has_mark: true, ..self }
    }

    /// Finds the ends of records in this table.
    pub(super) fn quotes(&self) -> Quotes {
        Quotes::new(self.delimiter)
    }

    /// The byte between fields.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// The puzzle's column, from 0.
    pub fn puzzle(&self) -> usize {
        self.puzzle
    }

    /// Whether the file begins with a mark (U+FEFF).
    pub fn has_mark(&self) -> bool {
        self.has_mark
    }

    /// The header as it is written; empty if the file has none.
    pub fn header(&self) -> Written<'_> {
        Written::of(&self.header)
    }

    /// The names of the columns; their numbers if the file has no header.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Shows the content of each field of a record to `visit`.
    pub fn fields<'c>(&self, written: &Written<'c>, mut visit: impl FnMut(Cow<'c, [u8]>)) {
        let text = written.text();
        let has_quotes = memchr::memchr(b'"', text).is_some();
        fields(text, has_quotes, self.delimiter, |_, place| visit(content(&text[place])));
    }

    /// A record that can't be read: the bytes of one whose last quote is never closed, too.
    pub(super) fn written<'c>(&self, bytes: &'c [u8]) -> Written<'c> {
        let written = Written::of(bytes);
        let text = written.text();
        let count = fields(text, memchr::memchr(b'"', text).is_some(), self.delimiter, |_, _| {});
        written.with_fields(count, is_open(text, self.delimiter))
    }

    /// The fault of a record whose quote is never closed.
    pub(super) fn unclosed(&self, bytes: &[u8]) -> Flaw {
        let text = Written::of(bytes).text();
        let (mut last, mut number) = (0..0, 0);
        fields(text, true, self.delimiter, |column, place| (number, last) = (column, place));
        let column = symbols::width(&text[..last.start]) + 1;
        let problem =
            format!("a quoted field that begins on this line{} is never closed", self.at(number));
        Flaw::new(column, problem)
    }

    /// The name of a column in a message.
    fn at(&self, column: usize) -> String {
        let name = self.names.get(column);
        name.map_or(String::new(), |name| format!(", in column `{}`,", Excerpt(name)))
    }
}

/// Checks that only one of the columns that can be the puzzle's has a puzzle in this record.
fn only_puzzle(
    record: &[u8],
    delimiter: u8,
    fitting: &[(usize, usize)],
    names: &[String],
    reading: &Reading,
) -> Result<(), SourceFault> {
    let is_puzzle = |column| {
        let field = field_of(record, delimiter, column);
        field.is_some_and(|field| field::is_puzzle(&field, reading))
    };
    let puzzles = fitting.iter().filter(|&&(_, column)| is_puzzle(column));
    let columns: Vec<String> = puzzles.map(|&(_, column)| names[column].clone()).collect();
    if columns.len() > 1 { Err(SourceFault::ManyPuzzles { columns }) } else { Ok(()) }
}

/// The column of the puzzle in a table without a header, by its first record: the one with a
/// puzzle, or else the one with a full grid.
fn puzzle_by_content(record: &[u8], reading: &Reading) -> Result<Option<usize>, SourceFault> {
    let (puzzles, full) = grids_of(record, reading);
    let grids = if puzzles.is_empty() { full } else { puzzles };
    if let [column] = grids[..] {
        return Ok(Some(column));
    }
    if grids.is_empty() {
        return Ok(None);
    }
    let columns = grids.iter().map(|column| (column + 1).to_string()).collect();
    Err(SourceFault::ManyPuzzles { columns })
}

/// The columns of a record with a puzzle, and those with a full grid.
fn grids_of(record: &[u8], reading: &Reading) -> (Vec<usize>, Vec<usize>) {
    let (text, mut puzzles, mut full) = (Written::of(record).text(), Vec::new(), Vec::new());
    fields(text, true, delimiter_of(record), |column, place| {
        match field::read(&content(&text[place]), reading) {
            Ok(given) if given.is_full() => full.push(column),
            Ok(_) => puzzles.push(column),
            Err(_) => {}
        }
    });
    (puzzles, full)
}

/// Whether a line is a record that has a grid in one of several columns.
pub(super) fn is_record(line: &[u8], reading: &Reading) -> bool {
    let (puzzles, full) = grids_of(line, reading);
    !puzzles.is_empty() || !full.is_empty()
}

/// Whether a line is a record that has a puzzle, and no full grid alone.
pub(super) fn has_puzzle(line: &[u8], reading: &Reading) -> bool {
    !grids_of(line, reading).0.is_empty()
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
    let (text, mut names) = (Written::of(header).text(), Vec::new());
    fields(text, true, delimiter, |_, place| {
        names.push(symbols::shown(trimmed(&content(&text[place]))));
    });
    names
}

/// The content of a field of a record, from 0.
fn field_of(record: &[u8], delimiter: u8, column: usize) -> Option<Cow<'_, [u8]>> {
    let (text, mut found) = (Written::of(record).text(), None);
    fields(text, true, delimiter, |number, place| {
        if number == column {
            found = Some(content(&text[place]));
        }
    });
    found
}

/// The most frequent delimiter of a header.
fn delimiter_of(header: &[u8]) -> u8 {
    let count = |delimiter: u8| memchr::memchr_iter(delimiter, header).count();
    // The last of equal ones wins, so the comma is last.
    [b'\t', b';', b','].into_iter().max_by_key(|&delimiter| count(delimiter)).unwrap_or(b',')
}

/// The first record of a text, if it is there to its end.
fn first_record(text: &[u8], at_end: bool) -> Option<&[u8]> {
    let mut quotes = Quotes::new(delimiter_of(text.lines().next()?));
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
    let is_silent = |line: &&[u8]| line.starts_with(b"#") || trimmed(line).is_empty();
    text.lines_with_terminator().take_while(is_silent).map(<[u8]>::len).sum()
}

/// Shows the puzzle of every record of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    table: &Table,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for found in Records::of(bytes, first_line, table.delimiter) {
        visit(entry(found, table, reading))?;
    }
    ControlFlow::Continue(())
}

/// The entry of a record.
#[inline]
fn entry<'c>(found: Found<'c>, table: &Table, reading: &Reading) -> Entry<'c> {
    let Found { line, bytes, has_quotes } = found;
    let written = Written::of(bytes);
    let text = written.text();
    let (mut puzzle, mut solution) = (0..0, 0..0);
    let count = fields(text, has_quotes, table.delimiter, |column, place| {
        if Some(column) == table.solution {
            solution = place.clone();
        }
        if column == table.puzzle {
            puzzle = place;
        }
    });
    let written = written.with_fields(count, false);
    let read = match unlike_header(text, count, table) {
        Some(flaw) => Err(flaw),
        None => puzzle_of(text, puzzle, table, reading),
    };
    match read {
        Err(flaw) => Entry::Unreadable(flaw.on(line).written(written)),
        Ok((column, given, spelling)) => {
            let solution = table
                .solution
                .is_some()
                .then(|| Box::new(GivenSolution::read(&content(&text[solution]), reading)));
            let (puzzle, trailing) = ((), &b""[..]);
            let beside = Record { line, column, puzzle, spelling, trailing, solution, written };
            given.entry(beside, reading)
        }
    }
}

/// Why a record is none of this table, if that shows without its puzzle.
#[inline]
fn unlike_header(text: &[u8], count: usize, table: &Table) -> Option<Flaw> {
    if text.len() + 2 >= table.header.len() && is_header_again(text, table) {
        return Some(Flaw::new(1, "the header once more: were files joined?"));
    }
    let expected = table.names.len();
    if count == expected {
        return None;
    }
    let hint = if let Some(missing) = table.names.get(count) {
        format!("nothing for column `{}`", Excerpt(missing))
    } else {
        let last = table.names.last().map_or("", |name| name);
        format!("too much after column `{}`; is a quote missing?", Excerpt(last))
    };
    let problem = format!("expected {expected} columns, found {count}: {hint}");
    Some(Flaw::new(1, problem))
}

fn is_header_again(text: &[u8], table: &Table) -> bool {
    let header = table.header();
    // The second file may begin with a mark.
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    !header.text().is_empty() && text == header.text()
}

/// The puzzle of a record, its column, and its characters if it is written as one line of symbols.
#[inline]
fn puzzle_of<'c>(
    text: &'c [u8],
    place: Range<usize>,
    table: &Table,
    reading: &Reading,
) -> Result<(u64, Given, Option<&'c [u8]>), Flaw> {
    let line_start = memchr::memrchr(b'\n', &text[..place.start]).map_or(0, |at| at + 1);
    let column = symbols::width(&text[line_start..place.start]) + 1;
    let field = &text[place];
    if let Some(grid) = Grid::of_ascii(field, reading.shape, &reading.alphabet) {
        return Ok((column, Given::Clues(grid), Some(field)));
    }
    if let Some(marks) = Marks::of_ascii(field, reading.shape, &reading.alphabet) {
        return Ok((column, Given::Marks(marks), Some(field)));
    }
    let column = column + u64::from(field.starts_with(b"\""));
    match field::read(&content(field), reading) {
        Ok(given) => Ok((column, given, None)),
        Err(flaw) => {
            let name = Excerpt(&table.names[table.puzzle]);
            Err(Flaw::new(flaw.column + column - 1, format!("column `{name}`: {}", flaw.problem)))
        }
    }
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
        (table.delimiter, table.puzzle, length)
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
    fn of_two_columns_with_puzzles_one_must_be_named() {
        let of = |record: &str, column| {
            let text = format!("grid,puzzle\n{record}");
            let read = Table::of_header(text.as_bytes(), true, &small(column));
            read.map(|read| read.unwrap().0.puzzle).map_err(|error| error.to_string())
        };
        let [puzzle, solution] = ["1...2...3...4...", "1234341221434321"];
        let error = of(&format!("{puzzle},{puzzle}\n"), None).unwrap_err();
        let expected = "the columns puzzle, grid all have puzzles: name one with --column";
        assert_eq!(error, expected);
        assert_eq!(of(&format!("{puzzle},{puzzle}\n"), Some("grid")), Ok(0));
        assert_eq!(of(&format!("{solution},{puzzle}\n"), None), Ok(1));
        assert_eq!(of(&format!("{puzzle},x\n"), None), Ok(1));
        assert_eq!(of("", None), Ok(1));
        // The first record decides, and is waited for.
        let early = Table::of_header(b"grid,puzzle\n1...", false, &small(None)).unwrap();
        assert_eq!(early, None);
    }

    #[test]
    fn records_with_their_places() {
        let text = "\n# c\nx,1...2...3...4...,z\n\"a\nb\",\"1...\n2...\n3...\n4...\",\n\
                    é,é,\nx\r\n \r\n\
                    x,\"1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0\",\na,puzzle,b\r\n,,,\n";
        let (table, _) = Table::of_header(b"a,puzzle,b\n", true, &small(None)).unwrap().unwrap();
        let mut seen = Vec::new();
        let mut bytes = Vec::new();
        let _ = for_each(text.as_bytes(), 2, &table, &small(None), &mut |entry| {
            let (place, written) = match entry {
                Entry::Puzzle(r) => (format!("{}:{} {}", r.line, r.column, r.puzzle), r.written),
                Entry::Sukaku(r) => (format!("{}:{} {}", r.line, r.column, r.puzzle), r.written),
                Entry::Unreadable(e) => {
                    (format!("{}:{} {}", e.line, e.column, e.problem), e.written)
                }
            };
            seen.push(format!("{place} ({})", written.fields()));
            bytes.extend([written.text(), written.line_end()].concat());
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(
            seen,
            [
                "4:3 1...2...3...4... (3)",
                "5:5 1...2...3...4... (3)",
                "10:3 column `puzzle`: expected 1-4 or one of .0*?_-, found `é` (3)",
                "11:1 expected 3 columns, found 1: nothing for column `puzzle` (1)",
                "13:4 1...2...3...4... (3)",
                "14:1 the header once more: were files joined? (3)",
                "15:1 expected 3 columns, found 4: too much after column `b`; \
                 is a quote missing? (4)",
            ]
        );
        assert_eq!(bytes, text.replace("\n# c\n", "").replace(" \r\n", "").as_bytes());
    }
}
