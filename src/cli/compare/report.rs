//! How turns are written: a table of engines, a table of puzzles, or a row for each turn.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;
use tourdion::compare::{Engine, Question, Rules, Standing, Turn, standings};
use tourdion::sudoku::Alphabet;
use tourdion::verify::Kind;

use super::gather::Catalogue;
use crate::cli::grouped;
use crate::cli::progress::puzzles_in_words;

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Emit {
    /// A row for each engine: what is typical of its times, and what is worst
    Table,
    /// A row for each puzzle: each engine's time, and its ratio to the first
    Puzzles,
    /// A CSV row for each puzzle and engine
    Csv,
    /// A JSON object for each puzzle and engine, on a line of its own
    Jsonl,
}

/// A catalogue, and for each of its puzzles the engines' turns; an interrupt may have left the last ones without.
pub(super) struct Compared<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) turns: Vec<Vec<Turn>>,
}

/// Writes turns as it was asked for.
pub(super) struct Report {
    pub(super) emit: Emit,
    pub(super) engines: Vec<Engine>,
    pub(super) rules: Rules,
}

/// A turn, as a row or an object.
#[derive(Serialize)]
struct Row<'r> {
    file: &'r str,
    line: u64,
    puzzle: &'r str,
    clues: usize,
    engine: &'r str,
    /// `spent` if the budget was.
    verdict: &'r str,
    seconds: f64,
    nodes: u64,
    steps: u64,
    unit: &'r str,
}

impl Report {
    /// Writes what stands before all catalogues.
    pub(super) fn header(&self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.emit == Emit::Csv {
            writeln!(out, "file,line,puzzle,clues,engine,verdict,seconds,nodes,steps,unit")?;
        }
        Ok(())
    }

    /// Writes what stands between two catalogues.
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
            Emit::Table | Emit::Puzzles if compared.turns.is_empty() => Ok(()),
            Emit::Table => self.table(compared, out),
            Emit::Puzzles => {
                self.heading(compared, out)?;
                columns(&self.puzzles_table(compared), out)
            }
            Emit::Csv | Emit::Jsonl => self.rows(compared, alphabet, out),
        }
    }

    /// Writes what was asked, and a row for each engine.
    pub(super) fn table(&self, compared: &Compared<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        self.heading(compared, out)?;
        columns(&self.engines_table(compared), out)
    }

    /// As `four.txt: 4 puzzles; verdicts; the least of 3; at most 10 s each`.
    fn heading(&self, Compared { catalogue, turns }: &Compared<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let Rules { question, budget, passes } = self.rules;
        let asked = match question {
            Question::Verdict => "verdicts",
            Question::FirstSolution => "first solutions",
        };
        let time =
            budget.time.map_or_else(String::new, |time| format!("; at most {} s each", time.as_secs_f64()));
        let nodes =
            budget.nodes.map_or_else(String::new, |nodes| format!("; at most {} nodes", grouped(nodes)));
        let puzzles = puzzles_in_words(turns.len() as u64);
        writeln!(out, "{}: {puzzles}; {asked}; the least of {passes}{time}{nodes}", catalogue.file)
    }

    fn engines_table(&self, Compared { catalogue, turns }: &Compared<'_>) -> Vec<Vec<String>> {
        let names =
            ["engine", "ratio", "total", "median", "95 %", "worst", "line", "spent", "nodes", "steps"];
        let shape = catalogue.entries[0].grid.shape();
        let rows = self.engines.iter().zip(standings(turns)).map(|(engine, standing)| {
            let Standing { median, percentile_95, worst, worst_puzzle, nodes, steps, spent, total, ratio } =
                standing;
            let count = |count: Option<u64>| count.map_or_else(|| "-".to_owned(), grouped);
            vec![
                engine.to_string(),
                ratio.to_string(),
                total.to_string(),
                median.to_string(),
                percentile_95.to_string(),
                worst.to_string(),
                catalogue.entries[worst_puzzle].line.to_string(),
                spent.to_string(),
                count(nodes),
                format!("{} {}", count(steps), engine.unit(shape)),
            ]
        });
        [names.map(str::to_owned).to_vec()].into_iter().chain(rows).collect()
    }

    fn puzzles_table(&self, Compared { catalogue, turns }: &Compared<'_>) -> Vec<Vec<String>> {
        let names = self.engines.iter().enumerate().flat_map(|(k, engine)| {
            [Some(engine.to_string()), (k > 0).then(|| "ratio".to_owned())].into_iter().flatten()
        });
        let names = [vec!["line".to_owned()], names.collect()].concat();
        let rows = catalogue.entries.iter().zip(turns).map(|(entry, turns)| {
            let standings = standings(std::slice::from_ref(turns));
            let cells = standings.iter().enumerate().flat_map(|(k, Standing { total, ratio, .. })| {
                [Some(total.to_string()), (k > 0).then(|| ratio.to_string())].into_iter().flatten()
            });
            [vec![entry.line.to_string()], cells.collect()].concat()
        });
        [names].into_iter().chain(rows).collect()
    }

    fn rows(&self, compared: &Compared<'_>, alphabet: &Alphabet, out: &mut Vec<u8>) -> io::Result<()> {
        let Compared { catalogue, turns } = compared;
        let mut table = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        for (entry, turns) in catalogue.entries.iter().zip(turns) {
            let puzzle = entry.grid.line(alphabet).to_string();
            for (engine, turn) in self.engines.iter().zip(turns) {
                let row = Row {
                    file: &catalogue.file,
                    line: entry.line,
                    puzzle: &puzzle,
                    clues: entry.grid.clue_count(),
                    engine: engine.name(),
                    verdict: self.said(turn),
                    seconds: turn.time.as_secs_f64(),
                    nodes: turn.effort.nodes,
                    steps: turn.effort.steps,
                    unit: engine.unit(entry.grid.shape()),
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

    /// What an engine said, in one word.
    pub(super) fn said(&self, turn: &Turn) -> &'static str {
        match (turn.kind, self.rules.question) {
            (None, _) => "spent",
            (Some(Kind::Proper), Question::FirstSolution) => "solved",
            (Some(kind), _) => kind.name(),
        }
    }
}

/// Writes rows with their cells one below the other, the first to the left and the others to the right.
fn columns(rows: &[Vec<String>], out: &mut Vec<u8>) -> io::Result<()> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |k: usize| {
        rows.iter().filter_map(|row| row.get(k)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(k, (cell, &width))| match k {
            0 => format!("{cell:<width$}"),
            _ => format!("  {cell:>width$}"),
        });
        writeln!(out, "{}", cells.collect::<String>().trim_end())?;
    }
    Ok(())
}
