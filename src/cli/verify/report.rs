//! How verdicts are written: as findings, or every one as a line, a CSV row or a JSON object.
//!
//! ```text
//!      findings   catalogue.txt:12:1: pseudo-puzzle: 2 or more solutions, which differ first in r1c2
//!      lines      8..........36.. ... 4.. proper 8127536 ... 8452 the user's own text
//!      csv        file,line,column,puzzle,verdict,solutions,text, ...
//!      jsonl      {"file":"catalogue.txt","line":12,"column":1, ...}
//! ```
//!
//! What can't be read is a finding too. Where every verdict is written it goes to standard error as well,
//! and into the stream: as a comment, a row or an object, so that the stream has an answer for everything
//! that the input had.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use bstr::ByteSlice;
use clap::ValueEnum;
use serde::Serialize;
use tourdion::catalogue::{Record, Unreadable};
use tourdion::sudoku::{Alphabet, Solution, check};
use tourdion::verify::agreement::Disagreement;
use tourdion::verify::{Kind, Verdict};

use crate::cli::paint::{Paint, Tone};
use crate::cli::{grouped, why_impossible};

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
    puzzle: Option<String>,
    verdict: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    witnesses: Vec<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'r str,
}

/// The columns of a table; the last two only with witnesses.
const COLUMNS: [&str; 9] =
    ["file", "line", "column", "puzzle", "verdict", "solutions", "text", "solution", "other_solution"];

impl Report {
    /// Writes what stands before all verdicts.
    pub(super) fn header(&self, out: &mut Vec<u8>) {
        if self.emit == Some(Emit::Csv) {
            self.row(out, COLUMNS.map(str::as_bytes));
        }
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
        let place = self.paint.text(Tone::Place, format_args!("{file}:{}:{}:", record.line, record.column));
        put(out, format_args!("{place} "));
        match kind {
            Kind::Proper => put(out, format_args!("proper\n")),
            Kind::Impossible => {
                let word = self.paint.text(Tone::Alarm, "impossible:");
                put(out, format_args!("{word} {}\n", why_impossible(&record.grid, &self.alphabet)));
            }
            Kind::Pseudo => {
                let word = self.paint.text(Tone::Warning, "pseudo-puzzle:");
                let (count, more) =
                    (grouped(solutions.count), if solutions.or_more { " or more" } else { "" });
                put(out, format_args!("{word} {count}{more} solutions"));
                if let Verdict::Pseudo([first, second]) = verdict()
                    && let Some(cell) = check::first_difference(first.grid(), second.grid())
                {
                    put(out, format_args!(", which differ first in {cell}"));
                }
                out.push(b'\n');
            }
        }
        for witness in self.witnesses(finding) {
            put(out, format_args!("    {}\n", witness.grid().line(&self.alphabet)));
        }
    }

    fn verdict_as_line(&self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let Finding { record, kind, solutions, .. } = finding;
        out.extend(self.puzzle(record).iter());
        put(out, format_args!(" {kind}"));
        if self.counts {
            put(out, format_args!(" {}", solutions.count));
        }
        for witness in self.witnesses(finding) {
            put(out, format_args!(" {}", witness.grid().line(&self.alphabet)));
        }
        out.extend_from_slice(record.trailing);
        out.push(b'\n');
    }

    fn verdict_as_row(&self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let Finding { file, record, kind, solutions, .. } = finding;
        let numbers = [record.line, record.column, solutions.count].map(|number| number.to_string());
        let [line, column, count] = numbers.each_ref().map(String::as_bytes);
        let (word, puzzle) = (kind.to_string(), self.puzzle(record));
        let mut witnesses = self.witness_lines(finding);
        let witnesses = [(); 2].map(|()| witnesses.next().unwrap_or_default());
        let [solution, other] = witnesses.each_ref().map(String::as_bytes);
        let (file, word, text) = (file.as_bytes(), word.as_bytes(), record.trailing);
        self.row(out, [file, line, column, &puzzle, word, count, text, solution, other]);
    }

    fn verdict_as_object(&self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let Finding { file, record, kind, solutions, .. } = finding;
        let object = Object {
            file,
            line: record.line,
            column: record.column,
            puzzle: Some(self.puzzle(record).to_str_lossy().into_owned()),
            verdict: &kind.to_string(),
            solutions: Some(solutions.count),
            witnesses: self.witness_lines(finding).collect(),
            text: &record.trailing.to_str_lossy(),
        };
        json(&object, out);
    }

    /// Writes what could not be read, as a result, and where verdicts are results as a complaint too.
    pub(super) fn unreadable(
        &self,
        file: &str,
        unreadable: &Unreadable,
        out: &mut Vec<u8>,
        complaints: &mut Vec<u8>,
    ) {
        let Unreadable { line, column, problem } = unreadable;
        let plainly = format!("{file}:{line}:{column}: unreadable: {problem}\n");
        match self.emit {
            None => {
                let place = self.paint.text(Tone::Place, format_args!("{file}:{line}:{column}:"));
                let word = self.paint.text(Tone::Alarm, "unreadable:");
                put(out, format_args!("{place} {word} {problem}\n"));
                return;
            }
            Some(Emit::Lines) => put(out, format_args!("# {plainly}")),
            Some(Emit::Csv) => {
                let (line, column) = (line.to_string(), column.to_string());
                let fields = [file, &line, &column, "", "unreadable", "", problem, "", ""];
                self.row(out, fields.map(str::as_bytes));
            }
            Some(Emit::Jsonl) => {
                let (line, column, text) = (*line, *column, &problem[..]);
                let (puzzle, solutions, witnesses) = (None, None, Vec::new());
                let verdict = "unreadable";
                json(&Object { file, line, column, puzzle, verdict, solutions, witnesses, text }, out);
            }
        }
        complaints.extend_from_slice(plainly.as_bytes());
    }

    /// Writes that two verifiers disagree, which is nothing that a catalogue is to blame for: a complaint.
    pub(super) fn disagreement(
        &self,
        file: &str,
        record: &Record<'_>,
        disagreement: &Disagreement,
        complaints: &mut Vec<u8>,
    ) {
        let Record { line, column, grid, .. } = record;
        let puzzle = grid.line(&self.alphabet);
        put(complaints, format_args!("{file}:{line}:{column}: disagreement: {disagreement}: {puzzle}\n"));
    }

    /// The solutions to be written.
    fn witnesses(&self, finding: &Finding<'_>) -> Vec<Solution> {
        if self.witness { (finding.verdict)().witnesses().to_vec() } else { Vec::new() }
    }

    fn witness_lines(&self, finding: &Finding<'_>) -> impl Iterator<Item = String> {
        self.witnesses(finding).into_iter().map(|solution| solution.grid().line(&self.alphabet).to_string())
    }

    /// The puzzle as it was written, or as a line if it was written otherwise.
    fn puzzle<'r>(&self, record: &Record<'r>) -> Cow<'r, [u8]> {
        match record.spelling {
            Some(spelling) => spelling.into(),
            None => record.grid.line(&self.alphabet).to_string().into_bytes().into(),
        }
    }

    /// Writes a row of the table.
    fn row(&self, out: &mut Vec<u8>, fields: [&[u8]; COLUMNS.len()]) {
        let width = if self.witness { COLUMNS.len() } else { COLUMNS.len() - 2 };
        let mut table = csv::WriterBuilder::new().buffer_capacity(1024).from_writer(out);
        // A write into memory does not fail.
        let _ = table.write_record(&fields[..width]);
    }
}

/// Writes an object on a line of its own.
fn json(object: &Object<'_>, out: &mut Vec<u8>) {
    // Neither does this one, and there is nothing in an object that JSON could not say.
    let _ = serde_json::to_writer(&mut *out, object);
    out.push(b'\n');
}

fn put(out: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    // Nor this one.
    let _ = out.write_fmt(text);
}
