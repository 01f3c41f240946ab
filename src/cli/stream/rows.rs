//! Rows: the user's record, and behind it the columns of a command.
//!
//! ```text
//!   the user's          ours
//!   id,puzzle,rating    verdict,solutions,error
//!   7,8...36…,11.6      proper,1,
//!   8,88..36…x,2.0      ,,"a.csv:3:84: column `puzzle`: expected 81 cells, found more"
//! ```
//!
//! What stands before our columns depends on the file and on the form that is asked for:
//!
//! ```text
//!   CSV in its own form            the record, byte for byte       7,"a, b",8...36…
//!   CSV in another                 its fields, converted           {"id":"7", ...
//!   objects as JSON lines          the object, byte for byte       {"id": 7, "puzzle": "8...
//!   anything else                  the line, the puzzle, the text  2,8...36…, Inkala
//! ```
//!
//! Invariants. A record is copied once, and each has its row: one that can't be read, or that has
//! no answer, has the reason in its last column, `error`. A column of ours whose name the user has
//! already gets a number: `solution_2`. A row has as many fields as its header, unless the user's
//! own has too many.
//!
//! Deliberately lacking: what the columns mean; each command has its own.

use std::borrow::Cow;
use std::fmt::Display;

use tourdion::catalogue::{CatalogueForm, Chunk, Delimiter, Record, Table, Unreadable, Written};
use tourdion::sudoku::canonical::Symmetry;
use tourdion::sudoku::{Alphabet, Grid, Puzzle};

use super::fields::{quoted, string};
use super::object::{on_one_line, opened, unused};
use crate::cli::options::RowForm;
use crate::cli::written;

/// The last column of all rows: why a row has no answer.
const ERROR: &str = "error";

/// The rows of a command.
#[derive(Debug)]
pub(in crate::cli) struct Rows {
    form: RowForm,
    /// Our columns; the last one is `error`.
    columns: Vec<&'static str>,
    /// Whether a row without columns of the user's begins with the name of its file.
    has_file: bool,
    /// Whether records are written as they are, whatever their form, and nothing behind them.
    are_unchanged: bool,
    alphabet: Alphabet,
}

/// What a row says in one of our columns.
#[derive(Clone, Copy)]
pub(in crate::cli) enum Value<'v> {
    Text(&'v [u8]),
    /// Letters alone.
    Word(&'v str),
    Number(u64),
    Tenths(u32),
    Grid(&'v Grid),
    /// The grid after the symmetry, both of one shape.
    Image(&'v Grid, &'v Symmetry),
    /// JSON, in objects only.
    Json(&'v str),
}

/// What stands before all rows of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::cli) struct Head {
    /// Whether the file begins with a byte order mark (U+FEFF), which is kept.
    pub(super) has_bom: bool,
    pub(super) line: Vec<u8>,
    /// The names of the columns, or their numbers; empty where rows need not have the same.
    pub(super) columns: Vec<String>,
    /// What stands between them.
    pub(super) delimiter: u8,
}

impl Head {
    /// Whether rows below the other one can follow those below this one: headers may differ in
    /// quotes.
    pub(super) fn fits(&self, other: &Head) -> bool {
        (self.delimiter, &self.columns) == (other.delimiter, &other.columns)
    }
}

/// What stands in a row before our columns.
#[derive(Clone, Copy)]
enum Prefix<'c> {
    /// The record as it is written.
    Whole(Option<&'c Table>),
    /// The fields of the record, in the form of the rows.
    Fields(&'c Table),
    /// The line, the puzzle and the text behind it; or the whole record for its text.
    Place { is_kept: bool },
}

/// Writes the rows of one file.
pub(in crate::cli) struct RowWriter<'c> {
    rows: &'c Rows,
    file: &'c str,
    prefix: Prefix<'c>,
    delimiter: u8,
    /// The line end of a row that has none of its own, as the last one of a file.
    line_end: &'c [u8],
    /// The names of our columns in this file.
    names: Vec<Cow<'static, str>>,
    /// The same, as they would stand in an object of the user's.
    needles: Vec<String>,
    /// The user's names, where they go into each object.
    members: Vec<Cow<'static, str>>,
}

impl Rows {
    /// Rows with these columns and `error`. `inputs` is the number of files.
    pub(in crate::cli) fn new(
        form: RowForm,
        columns: &[&'static str],
        inputs: usize,
        alphabet: &Alphabet,
    ) -> Rows {
        let columns = columns.iter().copied().chain([ERROR]).collect();
        let (has_file, alphabet) = (inputs > 1, alphabet.clone());
        Rows { form, columns, has_file, are_unchanged: false, alphabet }
    }

    /// Rows that are the records as they are, and nothing else.
    pub(in crate::cli) fn unchanged(alphabet: &Alphabet) -> Rows {
        Rows {
            form: RowForm::Csv,
            columns: Vec::new(),
            has_file: false,
            are_unchanged: true,
            alphabet: alphabet.clone(),
        }
    }

    /// The writer for a chunk.
    pub(super) fn writer<'c>(&'c self, chunk: &'c Chunk) -> RowWriter<'c> {
        let table = chunk.table().map(|table| &**table);
        let prefix = match (self.form, table) {
            _ if self.are_unchanged => Prefix::Whole(table),
            (form, Some(table)) => match (form, table.delimiter()) {
                (RowForm::Csv, Delimiter::Comma | Delimiter::Semicolon | Delimiter::Bar)
                | (RowForm::Tsv, Delimiter::Tab) => Prefix::Whole(Some(table)),
                // Words of a list with blanks between its grids would be more fields.
                _ => Prefix::Fields(table),
            },
            (RowForm::Jsonl, None) if has_objects(chunk) => Prefix::Whole(None),
            (_, None) => Prefix::Place { is_kept: has_objects(chunk) },
        };
        self.with_prefix(chunk.file(), prefix)
    }

    /// The writer for puzzles that are in no table.
    pub(in crate::cli) fn of_places<'c>(&'c self, file: &'c str) -> RowWriter<'c> {
        self.with_prefix(file, Prefix::Place { is_kept: false })
    }

    fn with_prefix<'c>(&'c self, file: &'c str, prefix: Prefix<'c>) -> RowWriter<'c> {
        let delimiter = match (self.form, prefix) {
            (_, Prefix::Whole(Some(table))) => table.delimiter().byte(),
            (RowForm::Tsv, _) => b'\t',
            _ => b',',
        };
        let users = match prefix {
            Prefix::Whole(Some(table)) | Prefix::Fields(table) => table.names(),
            Prefix::Whole(None) | Prefix::Place { .. } => &[],
        };
        let mut taken: Vec<String> = Vec::new();
        let mut add = |name: &str| {
            let name = unused(name, |name| taken.iter().any(|one| one.eq_ignore_ascii_case(name)));
            taken.push(name.clone());
            Cow::from(name)
        };
        let members: Vec<Cow<'static, str>> = users.iter().map(|name| add(name)).collect();
        let names = self.columns.iter().map(|name| add(name)).collect();
        let needles = self.columns.iter().map(|name| format!("\"{name}\"")).collect();
        let line_end = match prefix {
            Prefix::Whole(Some(table)) => line_end_of(&table.header(), b"\n"),
            _ => b"\n",
        };
        RowWriter { rows: self, file, prefix, delimiter, line_end, names, needles, members }
    }
}

fn has_objects(chunk: &Chunk) -> bool {
    matches!(chunk.form(), CatalogueForm::JsonLines | CatalogueForm::Json)
}

impl RowWriter<'_> {
    /// What stands before the rows.
    pub(super) fn head(&self) -> Head {
        if self.rows.form == RowForm::Jsonl {
            return Head::default();
        }
        if self.rows.are_unchanged && !matches!(self.prefix, Prefix::Whole(Some(_))) {
            return Head::default();
        }
        let places = ["file", "line", "puzzle", "text"];
        let users: Vec<&str> = match self.prefix {
            Prefix::Whole(Some(table)) => table.names().iter().map(|name| &**name).collect(),
            Prefix::Fields(_) => self.members.iter().map(|name| &**name).collect(),
            Prefix::Whole(None) | Prefix::Place { .. } if self.rows.has_file => places.to_vec(),
            Prefix::Whole(None) | Prefix::Place { .. } => places[1..].to_vec(),
        };
        let names = users.into_iter().chain(self.names.iter().map(|name| &**name));
        let columns: Vec<String> = names.map(str::to_owned).collect();
        let mut head =
            Head { has_bom: false, line: Vec::new(), columns, delimiter: self.delimiter };
        let mut written = Written::default();
        if let Prefix::Whole(Some(table)) = self.prefix {
            head.has_bom = table.has_bom();
            written = table.header();
            if written.text().is_empty() {
                return head;
            }
        }
        // The user's own names stay as they are written.
        head.line.extend_from_slice(written.text());
        let is_behind = !head.line.is_empty();
        let ours = if is_behind { head.columns.len() - self.names.len() } else { 0 };
        for (number, name) in head.columns[ours..].iter().enumerate() {
            // The first name may be empty, as that of an index that pandas writes.
            if is_behind || number > 0 {
                head.line.push(self.delimiter);
            }
            quoted(name.as_bytes(), self.delimiter, &mut head.line);
        }
        head.line.extend_from_slice(if is_behind { self.line_end } else { b"\n" });
        head
    }

    /// The header of rows that are in no stream.
    pub(in crate::cli) fn header(&self) -> Vec<u8> {
        self.head().line
    }

    /// Whether the rows are records as they are.
    pub(in crate::cli) fn are_unchanged(&self) -> bool {
        self.rows.are_unchanged
    }

    /// Writes a record as it is. A grid or an object over several lines becomes one line.
    pub(in crate::cli) fn same(&self, record: &Record<'_, impl Puzzle>, out: &mut Vec<u8>) {
        let written = &record.written;
        if written.text().is_empty() {
            record.puzzle.write_line(&self.rows.alphabet, out);
            out.extend_from_slice(record.trailing);
            out.push(b'\n');
        } else if matches!(self.prefix, Prefix::Whole(Some(_))) {
            out.extend_from_slice(written.text());
            out.extend_from_slice(line_end_of(written, self.line_end));
        } else {
            out.extend_from_slice(&on_one_line(written.text()));
            out.extend_from_slice(line_end_of(written, self.line_end));
        }
    }

    /// Begins the row of a puzzle.
    pub(in crate::cli) fn begin<'r>(
        &'r self,
        record: &'r Record<'r, impl Puzzle>,
        out: &'r mut Vec<u8>,
    ) -> Row<'r> {
        let mut spelled = Vec::new();
        if matches!(self.prefix, Prefix::Place { .. }) && record.spelling.is_none() {
            record.puzzle.write_line(&self.rows.alphabet, &mut spelled);
        }
        let puzzle = record.spelling.unwrap_or(&spelled);
        let text = match self.prefix {
            Prefix::Place { is_kept: true } => record.written.text(),
            _ => record.trailing,
        };
        self.row(&record.written, record.line, Some(puzzle), text, out)
    }

    /// Writes the row of a record that can't be read.
    pub(super) fn unreadable(&self, unreadable: &Unreadable<'_>, out: &mut Vec<u8>) {
        let Unreadable { line, column, fault, written, .. } = unreadable;
        let place = format_args!("{}:{line}:{column}", self.file);
        let row = self.row(written, *line, None, written.text(), out);
        row.fail(format_args!("{place}: {fault}"));
    }

    /// Begins a row: of a puzzle that was read, or of text that was not and has no puzzle.
    fn row<'r>(
        &'r self,
        written: &Written<'r>,
        line: u64,
        puzzle: Option<&[u8]>,
        text: &[u8],
        out: &'r mut Vec<u8>,
    ) -> Row<'r> {
        let (mut names, mut line_end) = (Cow::Borrowed(&self.names[..]), &b"\n"[..]);
        match self.prefix {
            Prefix::Whole(Some(table)) => {
                out.extend_from_slice(table.without_more(written));
                if written.is_open() {
                    out.push(b'"');
                }
                self.pad(table, written.fields(), out);
                line_end = line_end_of(written, self.line_end);
            }
            Prefix::Whole(None) => {
                let (whole, is_read) = (written.text(), puzzle.is_some());
                names = opened(whole, is_read, &self.names, &self.needles, out);
                line_end = line_end_of(written, self.line_end);
            }
            Prefix::Fields(table) => self.converted(table, written, out),
            Prefix::Place { .. } => self.place(line, puzzle.unwrap_or_default(), text, out),
        }
        Row { writer: self, names, line_end, out, next: 0 }
    }

    /// Writes empty fields in the place of those that a record lacks.
    fn pad(&self, table: &Table, fields: usize, out: &mut Vec<u8>) {
        let lacking = table.names().len().saturating_sub(fields.max(1));
        delimit(lacking, self.delimiter, out);
    }

    /// Writes the fields of a record as fields or members.
    fn converted(&self, table: &Table, written: &Written<'_>, out: &mut Vec<u8>) {
        let is_object = self.rows.form == RowForm::Jsonl;
        let mut number = 0;
        let has_more = table.without_more(written).len() < written.text().len();
        out.extend_from_slice(if is_object { b"{" } else { b"" });
        table.fields(written, |field| {
            if has_more && number == table.names().len() {
                return;
            }
            if number > 0 {
                out.push(if is_object { b',' } else { self.delimiter });
            }
            if is_object {
                let name = self.members.get(number).cloned();
                let name = name.unwrap_or_else(|| self.beyond(number));
                string(name.as_bytes(), out);
                out.push(b':');
                string(&field, out);
            } else {
                quoted(&field, self.delimiter, out);
            }
            number += 1;
        });
        if !is_object {
            self.pad(table, number, out);
        }
    }

    /// The name of a member for a field behind the last column: its number.
    #[cold]
    fn beyond(&self, number: usize) -> Cow<'static, str> {
        let taken = || self.members.iter().chain(&self.names);
        unused(&(number + 1).to_string(), |name| taken().any(|one| one == name)).into()
    }

    /// Writes where a puzzle is, the puzzle, and what stands beside it.
    fn place(&self, line: u64, puzzle: &[u8], text: &[u8], out: &mut Vec<u8>) {
        if self.rows.form != RowForm::Jsonl {
            if self.rows.has_file {
                quoted(self.file.as_bytes(), self.delimiter, out);
                out.push(self.delimiter);
            }
            written::decimal(line, out);
            for field in [puzzle, text] {
                out.push(self.delimiter);
                quoted(field, self.delimiter, out);
            }
            return;
        }
        out.push(b'{');
        if self.rows.has_file {
            out.extend_from_slice(b"\"file\":");
            string(self.file.as_bytes(), out);
            out.push(b',');
        }
        out.extend_from_slice(b"\"line\":");
        written::decimal(line, out);
        for (name, member) in [(&b",\"puzzle\":"[..], puzzle), (b",\"text\":", text)] {
            if !member.is_empty() {
                out.extend_from_slice(name);
                string(member, out);
            }
        }
    }
}

/// A row that has the user's prefix, and gets the columns of a command.
pub(in crate::cli) struct Row<'r> {
    writer: &'r RowWriter<'r>,
    names: Cow<'r, [Cow<'static, str>]>,
    line_end: &'r [u8],
    out: &'r mut Vec<u8>,
    /// The next of our columns.
    next: usize,
}

impl Row<'_> {
    /// Writes a column; those between the last one and this one stay empty.
    ///
    /// # Panics
    /// If the command has no such column behind the last one.
    pub(in crate::cli) fn add(&mut self, column: &str, value: Value<'_>) {
        let (rows, delimiter) = (self.writer.rows, self.writer.delimiter);
        rows.value(value, delimiter, self.begin(column));
    }

    /// Writes what stands before the value of a column. Returns the buffer, to which the caller
    /// appends the value.
    ///
    /// # Panics
    /// If the command has no such column behind the last one.
    pub(in crate::cli) fn begin(&mut self, column: &str) -> &mut Vec<u8> {
        let rows = self.writer.rows;
        let rest = &rows.columns[self.next..];
        let skipped = rest.iter().position(|&one| one == column).expect("the command's column");
        let at = self.next + skipped;
        self.next = at + 1;
        if rows.form != RowForm::Jsonl {
            delimit(skipped + 1, self.writer.delimiter, self.out);
            return self.out;
        }
        if !matches!(self.out.last(), Some(b'{')) {
            self.out.push(b',');
        }
        string(self.names[at].as_bytes(), self.out);
        self.out.push(b':');
        self.out
    }

    /// Ends the row. Columns that are not written stay empty.
    pub(in crate::cli) fn end(self) {
        if self.writer.rows.form == RowForm::Jsonl {
            self.out.push(b'}');
        } else {
            let left = self.writer.rows.columns.len() - self.next;
            delimit(left, self.writer.delimiter, self.out);
        }
        self.out.extend_from_slice(self.line_end);
    }

    /// Ends the row with the reason why it has no answer.
    pub(in crate::cli) fn fail(mut self, why: impl Display) {
        let why = why.to_string();
        self.add(ERROR, Value::Text(why.as_bytes()));
        self.end();
    }
}

impl Rows {
    /// Writes a value. A text is for fields between these delimiters.
    pub(in crate::cli) fn value(&self, value: Value<'_>, delimiter: u8, out: &mut Vec<u8>) {
        let is_object = self.form == RowForm::Jsonl;
        match value {
            Value::Text(text) if is_object => string(text, out),
            Value::Text(text) => quoted(text, delimiter, out),
            Value::Number(number) => written::decimal(number, out),
            Value::Tenths(tenths) => written::tenths(tenths, out),
            Value::Json(json) => out.extend_from_slice(json.as_bytes()),
            Value::Word(word) if is_object => string(word.as_bytes(), out),
            Value::Word(word) => out.extend_from_slice(word.as_bytes()),
            Value::Grid(grid) if is_object => {
                string(grid.line(&self.alphabet).to_string().as_bytes(), out);
            }
            Value::Grid(grid) => grid.write_line(&self.alphabet, out),
            Value::Image(grid, by) if is_object => {
                let mut line = Vec::new();
                image(grid, by, &self.alphabet, &mut line);
                string(&line, out);
            }
            Value::Image(grid, by) => image(grid, by, &self.alphabet, out),
        }
    }
}

/// Writes delimiters. A loop: for one or two bytes `resize` is slower.
fn delimit(number: usize, delimiter: u8, out: &mut Vec<u8>) {
    for _ in 0..number {
        out.push(delimiter);
    }
}

fn image(grid: &Grid, by: &Symmetry, alphabet: &Alphabet, line: &mut Vec<u8>) {
    by.write_image(grid, alphabet, line).expect("a symmetry for the shape of its grid");
}

/// The line end of a record, or another. The last one of a file may have none, and one that is
/// damaged no more than a return.
fn line_end_of<'c>(written: &Written<'c>, other: &'c [u8]) -> &'c [u8] {
    if written.line_end().ends_with(b"\n") { written.line_end() } else { other }
}
