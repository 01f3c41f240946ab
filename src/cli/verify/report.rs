//! How verdicts are written: as findings, or every one as a line, a CSV row or a JSON object.
//!
//! ```text
//!    findings   catalogue.txt:12:1: pseudo-puzzle: 2 or more solutions, which differ first in r1c2
//!    lines      8..........36.. ... 4.. proper 8127536 ... 8452 the user's own text
//!    csv        file,line,column,puzzle,verdict,solutions,text, ...
//!    jsonl      {"file":"catalogue.txt","line":12,"column":1, ...}
//! ```
//!
//! What can't be read is a finding too. Where every verdict is written it goes to standard error as
//! well, and into the stream: as a comment, a row or an object, so that the stream has an answer
//! for everything that the input had.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use bstr::ByteSlice;
use clap::ValueEnum;
use serde::Serialize;
use tourdion::catalogue::{Record, Unreadable};
use tourdion::numerals::grouped;
use tourdion::sudoku::{Alphabet, Grid, Solution, check};
use tourdion::verify::{Kind, Verdict};

use super::tally::Tally;
use crate::cli::paint::{Paint, Tone};
use crate::cli::stream::{Entries, Sheet};
use crate::cli::written;

/// A form in which every verdict is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Emit {
    /// The puzzle, its verdict, and the user's own text after it
    Lines,
    /// A table with a header
    Csv,
    /// A JSON object on each line
    Jsonl,
}

/// A number of solutions, which may be only as far as it was counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) count: u64,
    pub(super) or_more: bool,
}

/// Writes verdicts as it was asked for.
pub(super) struct Report {
    /// `None` for findings.
    pub(super) emit: Option<Emit>,
    /// Whether solutions are written too.
    pub(super) witness: bool,
    /// Whether the number of solutions is of interest, and not only whether there are two.
    pub(super) counts: bool,
    pub(super) alphabet: Alphabet,
    pub(super) paint: Paint,
}

/// A verdict that is to be written, and all that belongs to it.
pub(super) struct Finding<'r> {
    pub(super) file: &'r str,
    pub(super) record: &'r Record<'r>,
    pub(super) kind: Kind,
    /// Makes the verdict with its witnesses, for a report that shows them.
    pub(super) verdict: &'r dyn Fn() -> Verdict,
    pub(super) solutions: Count,
}

/// A verdict as a JSON object.
#[derive(Serialize)]
struct Object<'r> {
    file: &'r str,
    line: u64,
    column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<Cow<'r, str>>,
    verdict: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    witnesses: Vec<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'r str,
}

/// The columns of a table; the last two only with witnesses.
const COLUMNS: [&str; 9] = [
    "file",
    "line",
    "column",
    "puzzle",
    "verdict",
    "solutions",
    "text",
    "solution",
    "other_solution",
];

/// A field of a table.
#[derive(Clone, Copy)]
enum Field<'r> {
    /// Anything, in quotes if need be.
    Text(&'r [u8]),
    /// A word or symbols of an alphabet, which need none.
    Plain(&'r [u8]),
    Grid(&'r Grid),
    Number(u64),
}

impl Field<'_> {
    const EMPTY: Field<'static> = Field::Plain(b"");
}

impl Report {
    /// Whether the solutions of a puzzle are looked at: those of a pseudo-puzzle for a finding too.
    pub(super) const fn wants_witnesses(&self) -> bool {
        self.witness || self.emit.is_none()
    }

    /// Writes what stands before all verdicts.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut header = Vec::new();
        if self.emit == Some(Emit::Csv) {
            self.row(&mut header, COLUMNS.map(|name| Field::Text(name.as_bytes())));
        }
        header
    }

    /// Writes a verdict, if it is to be written.
    pub(super) fn verdict(&self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        match self.emit {
            None if finding.kind == Kind::Proper && !self.witness => {}
            None => self.verdict_as_finding(finding, out),
            Some(Emit::Lines) => self.verdict_as_line(finding, out),
            Some(Emit::Csv) => self.verdict_as_row(finding, out),
            Some(Emit::Jsonl) => self.verdict_as_object(finding, out),
        }
    }

    fn verdict_as_finding(&self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let Finding { file, record, kind, verdict, solutions } = finding;
        self.place(file, record.line, record.column, out);
        match kind {
            Kind::Proper => out.extend_from_slice(b"proper\n"),
            Kind::Impossible => {
                self.paint.word(Tone::Alarm, "impossible:", out);
                out.push(b' ');
                written::why_impossible(&record.grid, &self.alphabet, out);
                out.push(b'\n');
            }
            Kind::Pseudo => {
                self.paint.word(Tone::Warning, "pseudo-puzzle:", out);
                out.push(b' ');
                match solutions.count {
                    0..1000 => written::decimal(solutions.count, out),
                    count => out.extend_from_slice(grouped(count).as_bytes()),
                }
                out.extend_from_slice(if solutions.or_more { b" or more" } else { b"" });
                out.extend_from_slice(b" solutions");
                if let Verdict::Pseudo([first, second]) = verdict()
                    && let Some(cell) = check::first_difference(first.grid(), second.grid())
                {
                    out.extend_from_slice(b", which differ first in ");
                    written::cell(cell, out);
                }
                out.push(b'\n');
            }
        }
        for witness in self.shown(finding).iter().flat_map(Verdict::witnesses) {
            out.extend_from_slice(b"    ");
            witness.grid().write_line(&self.alphabet, out);
            out.push(b'\n');
        }
    }

    fn verdict_as_line(&self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let Finding { record, kind, solutions, .. } = finding;
        match record.spelling {
            Some(spelling) => out.extend_from_slice(spelling),
            None => record.grid.write_line(&self.alphabet, out),
        }
        out.push(b' ');
        out.extend_from_slice(kind.name().as_bytes());
        if self.counts {
            out.push(b' ');
            written::decimal(solutions.count, out);
        }
        for witness in self.shown(finding).iter().flat_map(Verdict::witnesses) {
            out.push(b' ');
            witness.grid().write_line(&self.alphabet, out);
        }
        out.extend_from_slice(record.trailing);
        out.push(b'\n');
    }

    fn verdict_as_row(&self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let Finding { file, record, kind, solutions, .. } = finding;
        let verdict = self.shown(finding);
        let mut witnesses = verdict.iter().flat_map(Verdict::witnesses).map(Solution::grid);
        let puzzle = record.spelling.map_or(Field::Grid(&record.grid), Field::Plain);
        self.row(
            out,
            [
                Field::Text(file.as_bytes()),
                Field::Number(record.line),
                Field::Number(record.column),
                puzzle,
                Field::Plain(kind.name().as_bytes()),
                Field::Number(solutions.count),
                Field::Text(record.trailing),
                witnesses.next().map_or(Field::EMPTY, Field::Grid),
                witnesses.next().map_or(Field::EMPTY, Field::Grid),
            ],
        );
    }

    fn verdict_as_object(&self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let Finding { file, record, kind, solutions, .. } = finding;
        let line = |grid: &Grid| grid.line(&self.alphabet).to_string();
        let verdict = self.shown(finding);
        let witnesses = verdict.iter().flat_map(Verdict::witnesses).map(Solution::grid);
        let object = Object {
            file,
            line: record.line,
            column: record.column,
            puzzle: Some(
                record.spelling.map_or_else(|| line(&record.grid).into(), ByteSlice::to_str_lossy),
            ),
            verdict: kind.name(),
            solutions: Some(solutions.count),
            witnesses: witnesses.map(line).collect(),
            text: &record.trailing.to_str_lossy(),
        };
        json(&object, out);
    }

    /// Writes what could not be read, as a result, and where verdicts are results as a complaint
    /// too.
    pub(super) fn unreadable(
        &self,
        entries: &Entries<'_>,
        unreadable: &Unreadable,
        sheet: &mut Sheet<Tally>,
    ) {
        let (Unreadable { line, column, problem }, file) = (unreadable, entries.file);
        let (out, plainly) = (&mut sheet.results, entries.complaint(unreadable));
        match self.emit {
            None => {
                self.place(file, *line, *column, out);
                self.paint.word(Tone::Alarm, "unreadable:", out);
                put(out, format_args!(" {problem}\n"));
                return;
            }
            Some(Emit::Lines) => put(out, format_args!("# {plainly}")),
            Some(Emit::Csv) => {
                let [file, word, problem] =
                    [file, "unreadable", problem].map(|text| Field::Text(text.as_bytes()));
                let (line, column, none) =
                    (Field::Number(*line), Field::Number(*column), Field::EMPTY);
                self.row(out, [file, line, column, none, word, none, problem, none, none]);
            }
            Some(Emit::Jsonl) => {
                let (line, column, text) = (*line, *column, &problem[..]);
                let (puzzle, solutions, witnesses) = (None, None, Vec::new());
                let verdict = "unreadable";
                json(
                    &Object { file, line, column, puzzle, verdict, solutions, witnesses, text },
                    out,
                );
            }
        }
        sheet.complaints.extend_from_slice(plainly.as_bytes());
    }

    /// Writes where a finding is.
    fn place(&self, file: &str, line: u64, column: u64, out: &mut Vec<u8>) {
        self.paint.put(Tone::Place, out, |out| {
            out.extend_from_slice(file.as_bytes());
            for number in [line, column] {
                out.push(b':');
                written::decimal(number, out);
            }
            out.push(b':');
        });
        out.push(b' ');
    }

    /// The verdict, if its solutions are to be written.
    fn shown(&self, finding: &Finding<'_>) -> Option<Verdict> {
        self.witness.then(|| (finding.verdict)())
    }

    /// Writes a row of the table.
    fn row(&self, out: &mut Vec<u8>, fields: [Field<'_>; COLUMNS.len()]) {
        let width = if self.witness { COLUMNS.len() } else { COLUMNS.len() - 2 };
        for (number, field) in fields[..width].iter().enumerate() {
            if number > 0 {
                out.push(b',');
            }
            match field {
                Field::Text(text) => quoted(text, out),
                Field::Plain(text) => out.extend_from_slice(text),
                Field::Grid(grid) => grid.write_line(&self.alphabet, out),
                Field::Number(number) => written::decimal(*number, out),
            }
        }
        out.push(b'\n');
    }
}

/// Writes a text as a field of a table, in quotes if it has something in it that fields or rows end
/// with.
fn quoted(text: &[u8], out: &mut Vec<u8>) {
    if !text.iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n')) {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    for part in text.split_inclusive(|&byte| byte == b'"') {
        out.extend_from_slice(part);
        if part.ends_with(b"\"") {
            out.push(b'"');
        }
    }
    out.push(b'"');
}

/// Writes an object on a line of its own.
fn json(object: &Object<'_>, out: &mut Vec<u8>) {
    // A write into memory does not fail, and there is nothing in an object that JSON could not say.
    let _ = serde_json::to_writer(&mut *out, object);
    out.push(b'\n');
}

fn put(out: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    // Neither does this one.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn fields_are_quoted_as_the_csv_crate_quotes_them(
            fields in prop::collection::vec("[a,;\"\r\n #']{0,6}", 2..5),
        ) {
            let mut table = csv::Writer::from_writer(Vec::new());
            table.write_record(&fields).unwrap();
            let mut row = Vec::new();
            for field in &fields {
                quoted(field.as_bytes(), &mut row);
                row.push(b',');
            }
            row.pop();
            row.push(b'\n');
            prop_assert_eq!(row, table.into_inner().unwrap());
        }
    }
}
