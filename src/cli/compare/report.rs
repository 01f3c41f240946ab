//! How turns are written: a table of engines, a table of puzzles, or a row for each turn.

use std::io::{self, Write};
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use tourdion::compare::{
    ContestOutcome, ContestPuzzle, ContestReport, Contestant, Rules, standings,
};
use tourdion::sudoku::Alphabet;

use super::gather::{Catalogue, Entered};

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Emit {
    /// A row for each engine, with its typical and its worst times
    Table,
    /// A row for each puzzle, with each engine's time and its ratio to the first
    Puzzles,
    /// A CSV row for each puzzle and engine
    Csv,
    /// A JSON object for each puzzle and engine, on a line of its own
    Jsonl,
}

/// A catalogue, and the outcome of the contest on its puzzles.
pub(super) struct Compared<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) outcome: ContestOutcome,
}

/// Writes turns in the requested form.
pub(super) struct Report {
    pub(super) emit: Emit,
    pub(super) engines: Vec<Contestant>,
    pub(super) rules: Rules,
    pub(super) total_time: Duration,
}

/// A turn, as a row or an object.
#[derive(Serialize)]
struct Row<'r> {
    file: &'r str,
    line: u64,
    puzzle: &'r str,
    clues: usize,
    engine: &'r str,
    /// `spent` if the budget was spent.
    verdict: &'r str,
    seconds: f64,
    nodes: u64,
    steps: u64,
    unit: &'r str,
    /// *n*, if the engine was asked about every *n*-th puzzle, and the number of these in the file.
    every: usize,
    asked: usize,
}

impl Report {
    /// Writes the header.
    pub(super) fn header(&self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.emit == Emit::Csv {
            writeln!(
                out,
                "file,line,puzzle,clues,engine,verdict,seconds,nodes,steps,unit,every,asked"
            )?;
        }
        Ok(())
    }

    /// Writes the separator of two catalogues.
    pub(super) fn between(&self, out: &mut Vec<u8>) {
        if matches!(self.emit, Emit::Table | Emit::Puzzles) {
            out.push(b'\n');
        }
    }

    /// Writes the turns of a catalogue.
    pub(super) fn catalogue(
        &self,
        compared: &Compared<'_>,
        alphabet: &Alphabet,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        match self.emit {
            Emit::Table | Emit::Puzzles if compared.outcome.turns.is_empty() => Ok(()),
            Emit::Table | Emit::Puzzles => {
                let contest = self.of(compared);
                let table = if self.emit == Emit::Table {
                    contest.engines_table()
                } else {
                    contest.puzzles_table()
                };
                write!(out, "{}\n{table}{}", contest.heading(), contest.sample())
            }
            Emit::Csv | Emit::Jsonl => self.rows(compared, alphabet, out),
        }
    }

    /// The report on a catalogue.
    pub(super) fn of<'r>(&'r self, compared: &'r Compared<'_>) -> ContestReport<'r> {
        let Compared { catalogue, outcome } = compared;
        let puzzle = |entry: &'r Entered| ContestPuzzle { line: entry.line, grid: &entry.grid };
        ContestReport {
            name: &catalogue.file,
            puzzles: catalogue.entries.iter().map(puzzle).collect(),
            engines: &self.engines,
            rules: self.rules,
            total_time: Some(self.total_time),
            outcome,
        }
    }

    fn rows(
        &self,
        compared: &Compared<'_>,
        alphabet: &Alphabet,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let Compared { catalogue, outcome } = compared;
        let asked: Vec<usize> =
            standings(&outcome.turns).into_iter().map(|standing| standing.asked).collect();
        let mut table = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        for (entry, turns) in catalogue.entries.iter().zip(&outcome.turns) {
            let puzzle = entry.grid.line(alphabet).to_string();
            for (k, engine) in self.engines.iter().enumerate() {
                let Some(turn) = &turns[k] else { continue };
                let row = Row {
                    file: &catalogue.file,
                    line: entry.line,
                    puzzle: &puzzle,
                    clues: entry.grid.clue_count(),
                    engine: engine.name(),
                    verdict: turn.said(self.rules.question),
                    seconds: turn.time.as_secs_f64(),
                    nodes: turn.effort.nodes,
                    steps: turn.effort.steps,
                    unit: engine.unit(),
                    every: outcome.every[k],
                    asked: asked[k],
                };
                if self.emit == Emit::Csv {
                    table.serialize(row).map_err(io::Error::other)?;
                } else {
                    serde_json::to_writer(&mut *out, &row)?;
                    out.push(b'\n');
                }
            }
        }
        out.extend(table.into_inner().map_err(csv::IntoInnerError::into_error)?);
        Ok(())
    }
}
