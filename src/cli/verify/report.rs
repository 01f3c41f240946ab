//! How verdicts are written: as findings, or every one as a line or a row.
//!
//! ```text
//!    findings   catalogue.txt:12:1: pseudo-puzzle: 2 or more solutions, which differ first in r1c2
//!    lines      8..........36.. ... 4.. proper 8127536 ... 8452 the user's own text
//!    rows       the user's columns, and verdict, solutions, ...
//! ```
//!
//! What can't be read is a finding too. Among lines it is a comment, and a complaint.

use std::fmt;
use std::io::Write;

use tourdion::catalogue::{Reading, SolutionContent, Unreadable};
use tourdion::numerals::grouped;
use tourdion::sudoku::{Alphabet, Solution};
use tourdion::verify::{Kind, Verdict};

use super::given::{Judgement, WrongSolution};
use super::tally::Tally;
use crate::cli::command_puzzle::CommandPuzzle;
use crate::cli::cores::SolutionCount;
use crate::cli::options::Emit;
use crate::cli::paint::{Paint, Tone};
use crate::cli::stream::{Entries, FilePlace, PuzzleEntry, RowWriter, Rows, Sheet, Value};
use crate::cli::written;

/// The columns of rows.
pub(super) const VERDICT: &str = "verdict";
pub(super) const SOLUTIONS: &str = "solutions";
/// Whether there may be more solutions than the number; only if a limit is given.
pub(super) const OR_MORE: &str = "or_more";
pub(super) const WITNESSES: [&str; 2] = ["solution", "other_solution"];
pub(super) const GIVEN: &str = "given_solution";

/// Writes verdicts as it was asked for.
pub(super) struct Report {
    /// `None` for findings.
    pub(super) emit: Option<Emit>,
    /// The rows, if verdicts are rows.
    pub(super) rows: Option<Rows>,
    /// Whether solutions are written too.
    pub(super) witness: bool,
    /// Whether the number of solutions is of interest, and not only whether there are two.
    pub(super) counts: bool,
    pub(super) alphabet: Alphabet,
    pub(super) paint: Paint,
}

/// A verdict that is to be written, and all that belongs to it.
pub(super) struct Finding<'r, P> {
    pub(super) entry: PuzzleEntry<'r, P>,
    pub(super) reading: &'r Reading,
    pub(super) kind: Kind,
    /// Makes the verdict with its witnesses, for a report that shows them.
    pub(super) verdict: &'r dyn Fn() -> Verdict,
    pub(super) solutions: SolutionCount,
    /// What the solution beside the puzzle is, if that is asked for.
    pub(super) given: Option<&'r Judgement>,
}

impl Report {
    /// Whether the solutions of a puzzle are looked at: those of a pseudo-puzzle for a finding too.
    pub(super) const fn wants_witnesses(&self) -> bool {
        self.witness || self.emit.is_none()
    }

    /// Writes a verdict, if it is to be written.
    pub(super) fn verdict(&self, finding: &Finding<'_, impl CommandPuzzle>, out: &mut Vec<u8>) {
        match (self.emit, finding.entry.entries.rows) {
            (_, Some(rows)) => self.verdict_as_row(finding, rows, out),
            (Some(_), None) => self.verdict_as_line(finding, out),
            (None, None) => {
                if finding.kind != Kind::Proper || self.witness {
                    self.verdict_as_finding(finding, out);
                }
                self.given_as_finding(finding, out);
            }
        }
    }

    fn verdict_as_finding(&self, finding: &Finding<'_, impl CommandPuzzle>, out: &mut Vec<u8>) {
        let Finding { entry, kind, verdict, solutions, .. } = finding;
        self.place(entry.place(), out);
        match kind {
            Kind::Proper => out.extend_from_slice(b"proper\n"),
            Kind::Impossible => {
                self.paint.word(Tone::Alarm, "impossible:", out);
                out.push(b' ');
                entry.record.puzzle.why_impossible(&self.alphabet, out);
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
                if let Verdict::Pseudo(both) = verdict() {
                    written::difference(&both, out);
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

    /// Writes that the solution beside a puzzle is wrong or missing.
    fn given_as_finding<P>(&self, finding: &Finding<'_, P>, out: &mut Vec<u8>) {
        let Finding { entry, reading, .. } = finding;
        let given = entry.record.solution.as_deref();
        let field = || entry.entries.solution_field(reading);
        let (what, why) = match finding.given {
            Some(Judgement::Wrong(WrongSolution { why, .. })) => {
                ("wrong solution:", format!(" {}: {why}", field()))
            }
            Some(Judgement::Missing) if given.is_some() => {
                ("no solution is given", format!(" in {}", field()))
            }
            Some(Judgement::Missing) => ("no solution is given", String::new()),
            Some(Judgement::Right | Judgement::NotOnly) | None => return,
        };
        let mut place = given.map_or_else(|| entry.place(), |given| entry.entries.place_of(given));
        if let Some(Judgement::Wrong(WrongSolution { cell: Some(cell), .. })) = finding.given
            && let Some(SolutionContent::Grid { grid, is_plain: true }) =
                given.map(|given| &given.content)
        {
            place.column += grid.shape().index(*cell) as u64;
        }
        self.place(place, out);
        self.paint.word(Tone::Alarm, what, out);
        put(out, format_args!("{why}\n"));
    }

    fn verdict_as_line(&self, finding: &Finding<'_, impl CommandPuzzle>, out: &mut Vec<u8>) {
        let Finding { entry: PuzzleEntry { record, .. }, kind, solutions, .. } = finding;
        match record.spelling {
            Some(spelling) => out.extend_from_slice(spelling),
            None => record.puzzle.write_line(&self.alphabet, out),
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
        if let Some(given) = finding.given {
            out.push(b' ');
            out.extend_from_slice(given.word().as_bytes());
        }
        out.extend_from_slice(record.trailing);
        out.push(b'\n');
    }

    fn verdict_as_row(
        &self,
        finding: &Finding<'_, impl CommandPuzzle>,
        rows: &RowWriter<'_>,
        out: &mut Vec<u8>,
    ) {
        let mut row = rows.begin(finding.entry.record, out);
        row.add(VERDICT, Value::Word(finding.kind.name()));
        row.add(SOLUTIONS, Value::Number(finding.solutions.count));
        if self.counts && finding.solutions.or_more {
            row.add(OR_MORE, Value::Word("yes"));
        }
        let verdict = self.shown(finding);
        let witnesses = verdict.iter().flat_map(Verdict::witnesses).map(Solution::grid);
        for (column, grid) in WITNESSES.into_iter().zip(witnesses) {
            row.add(column, Value::Grid(grid));
        }
        match finding.given {
            Some(given @ (Judgement::Right | Judgement::Missing)) => {
                row.add(GIVEN, Value::Word(given.word()));
            }
            Some(given) => row.add(GIVEN, Value::Text(given.in_words().as_bytes())),
            None => {}
        }
        row.end();
    }

    /// Writes what could not be read: as a row, as a finding, or as a comment and a complaint.
    pub(super) fn unreadable(
        &self,
        entries: &Entries<'_>,
        unreadable: &Unreadable<'_>,
        sheet: &mut Sheet<Tally>,
    ) {
        if self.emit.is_some() {
            if entries.rows.is_none() {
                let plainly = entries.complaint(unreadable);
                put(&mut sheet.results, format_args!("# {plainly}"));
            }
            return entries.unreadable(unreadable, sheet);
        }
        sheet.unreadable += 1;
        self.place(entries.place_of_unreadable(unreadable), &mut sheet.results);
        self.paint.word(Tone::Alarm, "unreadable:", &mut sheet.results);
        put(&mut sheet.results, format_args!(" {}\n", unreadable.fault));
    }

    /// Writes where a finding is.
    fn place(&self, FilePlace { file, line, column }: FilePlace<'_>, out: &mut Vec<u8>) {
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
    fn shown<P>(&self, finding: &Finding<'_, P>) -> Option<Verdict> {
        self.witness.then(|| (finding.verdict)())
    }
}

fn put(out: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    // A write into memory does not fail.
    let _ = out.write_fmt(text);
}
