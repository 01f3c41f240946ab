//! The CSV form: a header line and a column that holds the puzzle.
//!
//! ```text
//!   source,question,answer,rating        delimiter (`,` `;` tab `|`) and columns come from here
//!   puzzles0,4.....8.5.3…,417369825…,0   fields may be quoted, and then hold newlines
//! ```
//!
//! The column is the one that [`Reading::column`] names, or the first of
//! [`PUZZLE_FIELDS`](super::PUZZLE_FIELDS) that the header has. If several of them have a puzzle in
//! the first record, one must be named. A column given as a number needs no header: the first line
//! is a record if its field is a puzzle. It is one too if it has no such name, and a puzzle in one
//! column, or else a full grid in one. If it has neither, the record below it decides in the same
//! way. Blank lines and comments are skipped ([`sharp`]).
//!
//! A list with words first, such as a solution or ratings, blanks and then a puzzle is a table,
//! too: each word is a column, and what follows behind the puzzle is the last one, whatever is in
//! it, and may be lacking. The first record says how many words there are.
//!
//! A record with more or fewer fields than the header is unreadable, since nothing says which field
//! is missing ([`unlike`]); so is the header once more, in files that were joined. If such a record
//! has several lines, and one of them is a record by itself, a quote on the first line is not
//! closed: only that line is unreadable.
//!
//! Invariant: [`Quotes`] and the records of a chunk agree on where a quoted field begins and ends,
//! so that no chunk ends inside one. Deliberately lacking: how the columns are found (see
//! [`header`]), and what quotes are (see [`quotes`]).

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use bstr::ByteSlice;

use super::given::Given;
use super::place::Place;
use super::symbols::{self, Flaw};
use super::written::Written;
use super::{Entry, GivenSolution, Reading, Record, field};
use crate::excerpt::Excerpt;
use crate::sudoku::{Grid, Marks};

pub use delimiter::Delimiter;
pub(super) use line::{
    grid_count, has_puzzle, has_words_alone, is_for_excel, is_like_grid, is_record, is_void,
    names_puzzle,
};
pub(super) use quotes::Quotes;
use quotes::{Found, fields, is_open, unquoted};
pub use sharp::CommentsLikeRows;
use unlike::{header_again, swallowed, unlike_header};

mod delimiter;
mod header;
mod line;
mod quotes;
mod sharp;
mod unlike;

/// The columns of a file in the CSV form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    delimiter: Delimiter,
    /// Whether the file begins with a byte order mark (U+FEFF).
    has_bom: bool,
    /// The header as it is written; empty if there is none.
    header: Vec<u8>,
    /// The names of the columns; their numbers if there is no header.
    names: Vec<String>,
    /// The puzzle's column, from 0.
    puzzle: usize,
    /// Whether nothing but a record says which that is.
    is_found: bool,
    /// The column of the solution, if one is named.
    solution: Option<usize>,
    /// The line of the header, if a title stands above it.
    below_title: Option<u64>,
}

impl Table {
    /// The same table, of a file that begins with a byte order mark (U+FEFF).
    pub(super) fn with_bom(self) -> Table {
        Table { has_bom: true, ..self }
    }

    /// Finds the ends of records in this table.
    pub(super) fn quotes(&self) -> Quotes {
        Quotes::new(self.delimiter)
    }

    /// What stands between fields.
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// The puzzle's column, from 0: one of those that have names.
    pub fn puzzle(&self) -> usize {
        self.puzzle
    }

    /// The solution's column, from 0, if one is named.
    pub fn solution(&self) -> Option<usize> {
        self.solution
    }

    /// Whether the puzzle's column was found by a record, and not by its name or number.
    pub fn is_found_by_content(&self) -> bool {
        self.is_found
    }

    /// Whether the file begins with a byte order mark (U+FEFF).
    pub fn has_bom(&self) -> bool {
        self.has_bom
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
        fields(text, has_quotes, self.delimiter, |_, place| {
            let field = &text[place];
            visit(if self.delimiter.has_quotes() { unquoted(field) } else { field.into() });
        });
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
        let fault =
            format!("a quoted field that begins on this line{} is never closed", self.at(number));
        Flaw::new(column, fault)
    }

    /// The name of a column in a message.
    fn at(&self, column: usize) -> String {
        let name = self.names.get(column);
        name.map_or(String::new(), |name| format!(", in column `{}`,", Excerpt(name)))
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
    for found in table.records(bytes, first_line, reading) {
        if found.has_quotes && hides_records(found, table, reading) {
            line_by_line(found, table, reading, visit)?;
        } else {
            visit(entry(found, table, reading))?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether a record of several lines is none of this table, but one of its later lines is: a quote
/// on its first line is never closed, and the next quote, on its last line, rather opens a field.
#[inline]
fn hides_records(found: Found<'_>, table: &Table, reading: &Reading) -> bool {
    let [_, others] = found.split_first_line();
    let is_readable = |found| !matches!(entry(found, table, reading), Entry::Unreadable(_));
    let is_record = |bytes| is_readable(Found { line: 1, bytes, has_quotes: true });
    // A line that may be a comment by itself shows nothing.
    let mut lines = others.lines_with_terminator().filter(|line| !line.starts_with(b"#"));
    !others.is_empty() && !is_readable(found) && lines.any(is_record)
}

/// Shows the first line of a record as unreadable, and then the records of its other lines.
#[cold]
fn line_by_line<'c, B>(
    found: Found<'c>,
    table: &Table,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let [first, others] = found.split_first_line();
    let flaw = table.unclosed(first);
    visit(Entry::Unreadable(flaw.on(found.line).written(table.written(first))))?;
    for found in table.records(others, found.line + 1, reading) {
        // The last one may end within quotes, where the record did not.
        let is_open = || is_open(Written::of(found.bytes).text(), table.delimiter);
        if found.has_quotes && (is_open() || hides_records(found, table, reading)) {
            line_by_line(found, table, reading, visit)?;
        } else {
            visit(entry(found, table, reading))?;
        }
    }
    ControlFlow::Continue(())
}

/// The entry of a record.
#[inline]
fn entry<'c>(found: Found<'c>, table: &Table, reading: &Reading) -> Entry<'c> {
    let Found { line, bytes, has_quotes } = found;
    let written = Written::of(bytes);
    let text = written.text();
    let (mut puzzle, mut solution) = (0..0, None);
    let count = fields(text, has_quotes, table.delimiter, |column, place| {
        if Some(column) == table.solution {
            solution = Some(place.clone());
        }
        if column == table.puzzle {
            puzzle = place;
        }
    });
    let written = written.with_fields(count, false);
    let read = match unlike_header(text, count, table)
        .or_else(|| has_quotes.then(|| swallowed(text, table)).flatten())
    {
        Some(flaw) => Err(flaw),
        None => puzzle_of(text, has_quotes, puzzle, table, reading),
    };
    match read {
        Err(flaw) => {
            let flaw = if table.has_header(text) { header_again() } else { flaw };
            Entry::Unreadable(flaw.on(line).written(written))
        }
        Ok((column, given, spelling)) => {
            let solution = solution.map(|place| Box::new(solution_of(text, place, line, reading)));
            let empty = Record::at(Place { line, column });
            let beside = Record { spelling, solution, written, ..empty };
            given.entry(beside, reading)
        }
    }
}

/// The puzzle of a record, its column, and its characters if it is written as one line of symbols.
#[inline]
fn puzzle_of<'c>(
    text: &'c [u8],
    has_quotes: bool,
    place: Range<usize>,
    table: &Table,
    reading: &Reading,
) -> Result<(u64, Given, Option<&'c [u8]>), Flaw> {
    let before = &text[..place.start];
    // Without quotes a record has one line.
    let newline = if has_quotes { memchr::memrchr(b'\n', before) } else { None };
    let line_start = newline.map_or(0, |at| at + 1);
    let column = symbols::width(&text[line_start..place.start]) + 1;
    let field = &text[place];
    if let Some(grid) = Grid::of_ascii(field, reading.shape, &reading.alphabet) {
        return Ok((column, Given::Clues(grid), Some(field)));
    }
    if let Some(marks) = Marks::of_ascii(field, reading.shape, &reading.alphabet) {
        return Ok((column, Given::Marks(marks), Some(field)));
    }
    let column = column + u64::from(field.starts_with(b"\""));
    match field::read(&unquoted(field), reading) {
        Ok(given) => Ok((column, given, None)),
        Err(flaw) => {
            let name = Excerpt(&table.names[table.puzzle]);
            let (column, fault) =
                (flaw.column + column - 1, format!("column `{name}`: {}", flaw.fault));
            Err(Flaw { column, fault, ..flaw })
        }
    }
}

/// The solution of a record that begins on this line.
fn solution_of(text: &[u8], place: Range<usize>, line: u64, reading: &Reading) -> GivenSolution {
    let (before, field) = (&text[..place.start], &text[place]);
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let line = line + memchr::memchr_iter(b'\n', &before[..line_start]).count() as u64;
    let quote = u64::from(field.starts_with(b"\""));
    let column = symbols::width(&before[line_start..]) + 1 + quote;
    GivenSolution::read(&unquoted(field), Place { line, column }, reading)
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

    fn table(text: &str, column: Option<&str>) -> (Delimiter, usize, usize) {
        let (table, length) =
            Table::of_header(text.as_bytes(), true, &small(column)).unwrap().unwrap();
        (table.delimiter, table.puzzle, length)
    }

    #[test]
    fn the_header_tells_the_delimiter_and_the_column() {
        assert_eq!(table("source,question,answer\n", None), (Delimiter::Comma, 1, 23));
        assert_eq!(table("id;Puzzle\n", None), (Delimiter::Semicolon, 1, 10));
        assert_eq!(table("# c\n\nid\tQUIZZES", None), (Delimiter::Tab, 1, 15));
        assert_eq!(table("grid,puzzle\n", None), (Delimiter::Comma, 1, 12));
        assert_eq!(table("\"a\nb\",start\n", Some("Start")), (Delimiter::Comma, 1, 12));
        assert_eq!(table("a,b\n", Some("2")), (Delimiter::Comma, 1, 4));
        assert_eq!(table("x,1...2...3...4...\n", Some("2")), (Delimiter::Comma, 1, 0));
        // Of several signs it is the one around a grid or a known name, here or a record below.
        assert_eq!(table("name, of whom, when\tpuzzle\n", None), (Delimiter::Tab, 1, 27));
        assert_eq!(table("quiz;\"er, ep, ed\"\n", None), (Delimiter::Semicolon, 0, 18));
        assert_eq!(table("a, b;c;start\n", Some("start")), (Delimiter::Semicolon, 2, 13));
        assert_eq!(table("7;1...2...3...4...;a, b, c\n", None), (Delimiter::Semicolon, 1, 0));
        assert_eq!(table("7|1...2...3...4...|a, b\n", None), (Delimiter::Bar, 1, 0));
        let [header, record] = ["name, of whom;start\n", "a, b, c;1...2...3...4...\n"];
        let both = format!("{header}{record}");
        assert_eq!(table(&both, None), (Delimiter::Semicolon, 1, header.len()));
        assert_eq!(Table::of_header(header.as_bytes(), false, &small(None)).unwrap(), None);
        let error = Table::of_header(b"a,b\n1,2\n", true, &small(None)).unwrap_err();
        assert!(error.to_string().ends_with("it has a, b: name one with --column"), "{error}");
    }

    #[test]
    fn without_a_known_name_the_first_record_decides() {
        let [puzzle, solution] = ["1...2...3...4...", "1234341221434321"];
        let read = |text: String, at_end| Table::of_header(text.as_bytes(), at_end, &small(None));
        let found = |record: String| {
            let (table, length) = read(format!("a,b,c\n\n{record}\n"), true).unwrap().unwrap();
            assert!(table.is_found_by_content() && length == 6, "{record}");
            table.puzzle
        };
        assert_eq!(found(format!("x,{puzzle},y")), 1);
        assert_eq!(found(format!("{solution},{puzzle},y")), 1);
        assert_eq!(found(format!("x,y,{solution}")), 2);
        let error = read(format!("a,b,c\n{puzzle},,{puzzle}\n"), true).unwrap_err().to_string();
        assert_eq!(error, "the columns a, c all have puzzles: name one with --column");
        // A title is no header.
        for records in [format!("1,2,{puzzle}\n"), format!("{puzzle},{puzzle}\n")] {
            let error = read(format!("a list\n{records}"), true).unwrap_err().to_string();
            assert!(error.ends_with("it has a list: name one with --column"), "{error}");
        }
        // It is waited for.
        assert_eq!(read("a,b,c\nx,1...".into(), false).unwrap(), None);
        let (table, _) = read(format!("puzzle,b\n{puzzle},x\n"), true).unwrap().unwrap();
        assert!(!table.is_found_by_content());
    }

    #[test]
    fn a_damaged_first_row_is_no_header_and_a_solution_no_puzzle() {
        let [puzzle, solution] = ["1...2...3...4...", "1234341221434321"];
        let (cut, record) = (&puzzle[1..], format!("{solution},{puzzle}\n"));
        for (first, below) in [
            (format!("{solution},{cut}\n"), &record[..]),
            (format!("{solution},\n"), &record),
            (format!("{solution},{solution}\n"), &record),
            (format!("7,{cut}\n"), &format!("8,{puzzle}\n")),
            ("7,\n".to_owned(), &format!("8,{puzzle}\n")),
            (format!("7 {cut}\n"), &format!("8  {puzzle} own words\n")),
        ] {
            let (found, column, length) = table(&format!("{first}{below}"), None);
            assert_eq!((column, length), (1, 0), "{first}{below} {found:?}");
        }
        let header = "solution,q\n";
        assert_eq!(table(&format!("{header}{solution},\n{record}"), None).1, 1);
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
    fn of_columns_with_one_name_a_number_is_asked_for() {
        let [puzzle, solution] = ["1...2...3...4...", "1234341221434321"];
        let of = |header: &str, column, given: Option<&str>| {
            let text = format!("{header}\n{puzzle},{puzzle},{solution}\n");
            let reading = Reading { solution: given.map(str::to_owned), ..small(column) };
            let read = Table::of_header(text.as_bytes(), true, &reading);
            let columns = |table: Table| (table.puzzle, table.solution);
            read.map(|read| columns(read.unwrap().0)).map_err(|error| error.to_string())
        };
        let error = Err("the columns 1, 2 all have puzzles: name one with --column".to_owned());
        assert_eq!(of("puzzle,puzzle,a", None, None), error);
        assert_eq!(of("puzzle,puzzle,a", Some("puzzle"), None), error);
        assert_eq!(of("a,a,a", None, None), error);
        assert_eq!(of("a,a,b", Some("a"), None), error);
        assert_eq!(of("puzzle,puzzle,a", Some("2"), None), Ok((1, None)));
        // Capitals tell two names apart, where both are there.
        assert_eq!(of("a,A,b", Some("A"), Some("b")), Ok((1, Some(2))));
        assert_eq!(of("a,b,c", Some("A"), Some("C")), Ok((0, Some(2))));
        let error = "the columns 2, 3 are all called `b`: --solution takes a number, too";
        assert_eq!(of("a,b,b", Some("a"), Some("b")), Err(error.to_owned()));
        assert_eq!(of("a,b,b", Some("a"), Some("3")), Ok((0, Some(2))));
    }

    #[test]
    fn records_with_their_places() {
        let text = "\n# c\nx,1...2...3...4...,z\n\"a\nb\",\"1...\n2...\n3...\n4...\",\n\
                    é,é,\nx\r\n \r\n\
                    x,\"1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0\",\na,puzzle,b\r\n ,,x,y\n\
                    \"a\", puzzle,\"b\"\n";
        let (table, _) = Table::of_header(b"a,puzzle,b\n", true, &small(None)).unwrap().unwrap();
        let mut seen = Vec::new();
        let mut bytes = Vec::new();
        let _ = for_each(text.as_bytes(), 2, &table, &small(None), &mut |entry| {
            let (place, written) = match entry {
                Entry::Puzzle(r) => (format!("{}:{} {}", r.line, r.column, r.puzzle), r.written),
                Entry::Sukaku(r) => (format!("{}:{} {}", r.line, r.column, r.puzzle), r.written),
                Entry::Unreadable(e) => (format!("{}:{} {}", e.line, e.column, e.fault), e.written),
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
                "16:1 the header once more: were files joined? (3)",
            ]
        );
        assert_eq!(bytes, text.replace("\n# c\n", "").replace(" \r\n", "").as_bytes());
    }
}
