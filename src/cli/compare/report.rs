//! How turns are written: a table of engines, a table of puzzles, or a row for each turn.

use std::io::{self, Write};
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use tourdion::compare::{
    ContestOutcome, ContestQuestion, Contestant, Rules, Standing, Turn, standings,
};
use tourdion::numerals::{counted, grouped};
use tourdion::sudoku::Alphabet;
use tourdion::verify::Kind;

use super::gather::Catalogue;

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

/// A catalogue, and what came of the contest on its puzzles.
pub(super) struct Compared<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) outcome: ContestOutcome,
}

/// Writes turns as it was asked for.
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
    /// `spent` if the budget was.
    verdict: &'r str,
    seconds: f64,
    nodes: u64,
    steps: u64,
    unit: &'r str,
    /// *n*, if the engine was asked about every *n*-th puzzle, and how many of the file's puzzles
    /// these were.
    every: usize,
    asked: usize,
}

impl Report {
    /// Writes what stands before all catalogues.
    pub(super) fn header(&self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.emit == Emit::Csv {
            writeln!(
                out,
                "file,line,puzzle,clues,engine,verdict,seconds,nodes,steps,unit,every,asked"
            )?;
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
            Emit::Table | Emit::Puzzles if compared.outcome.turns.is_empty() => Ok(()),
            Emit::Table => {
                self.table(compared, out)?;
                out.extend(self.sample(compared).bytes());
                Ok(())
            }
            Emit::Puzzles => {
                self.heading(compared, out)?;
                columns(&self.puzzles_table(compared), out)?;
                out.extend(self.sample(compared).bytes());
                Ok(())
            }
            Emit::Csv | Emit::Jsonl => self.rows(compared, alphabet, out),
        }
    }

    /// Writes what was asked, and a row for each engine.
    pub(super) fn table(&self, compared: &Compared<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        self.heading(compared, out)?;
        columns(&self.engines_table(compared), out)
    }

    /// As `four.txt: 4 puzzles; verdicts; the least of 3; at most 2 s each, 30 s in all`.
    fn heading(
        &self,
        Compared { catalogue, outcome }: &Compared<'_>,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let Rules { question, budget, .. } = self.rules;
        let asked = match question {
            ContestQuestion::Verdict => "verdicts",
            ContestQuestion::FirstSolution => "first solutions",
        };
        let time = budget
            .time
            .map_or_else(String::new, |time| format!("; at most {} s each", time.as_secs_f64()));
        let nodes = budget
            .nodes
            .map_or_else(String::new, |nodes| format!("; at most {} nodes", grouped(nodes)));
        let puzzles = counted(outcome.turns.len(), "puzzle");
        let (rounds, total) = (outcome.rounds, self.total_time.as_secs_f64());
        let file = &catalogue.file;
        writeln!(
            out,
            "{file}: {puzzles}; {asked}; the least of {rounds}{time}{nodes}, {total} s in all"
        )
    }

    /// As `Sampled for want of time: listed (one puzzle in 8). ...` and the end of the line, or
    /// nothing if all were asked about all.
    pub(super) fn sample(&self, Compared { outcome, .. }: &Compared<'_>) -> String {
        let sampled = self.engines.iter().zip(&outcome.every).filter(|&(_, &every)| every > 1);
        let sampled: Vec<String> = sampled
            .map(|(engine, &every)| {
                if every < outcome.turns.len() {
                    format!("{engine} (one puzzle in {every})")
                } else {
                    format!("{engine} (the first puzzle alone)")
                }
            })
            .collect();
        if sampled.is_empty() {
            return String::new();
        }
        format!(
            "Sampled for want of time: {}. A ratio is over the puzzles that both engines \
             were asked about.\n",
            sampled.join(", ")
        )
    }

    fn engines_table(&self, Compared { catalogue, outcome }: &Compared<'_>) -> Vec<Vec<String>> {
        let names = [
            "engine", "asked", "ratio", "total", "median", "95 %", "worst", "line", "spent",
            "nodes", "steps",
        ];
        let rows = self.engines.iter().zip(standings(&outcome.turns)).map(|(engine, standing)| {
            let Standing {
                asked,
                median,
                percentile_95,
                worst,
                worst_puzzle,
                nodes,
                steps,
                spent,
                total,
                ratio,
            } = standing;
            let count = |count: Option<u64>| count.map_or_else(|| "-".to_owned(), grouped);
            vec![
                engine.to_string(),
                grouped(asked as u64),
                ratio.to_string(),
                total.to_string(),
                median.to_string(),
                percentile_95.to_string(),
                worst.to_string(),
                catalogue.entries[worst_puzzle].line.to_string(),
                spent.to_string(),
                count(nodes),
                format!("{} {}", count(steps), engine.unit()),
            ]
        });
        [names.map(str::to_owned).to_vec()].into_iter().chain(rows).collect()
    }

    fn puzzles_table(&self, Compared { catalogue, outcome }: &Compared<'_>) -> Vec<Vec<String>> {
        let names = self.engines.iter().enumerate().flat_map(|(k, engine)| {
            [Some(engine.to_string()), (k > 0).then(|| "ratio".to_owned())].into_iter().flatten()
        });
        let names = [vec!["line".to_owned()], names.collect()].concat();
        let rows = catalogue.entries.iter().zip(&outcome.turns);
        let rows =
            rows.filter(|(_, turns)| turns.iter().any(Option::is_some)).map(|(entry, turns)| {
                let standings = standings(std::slice::from_ref(turns));
                let cells = standings.iter().enumerate().flat_map(
                    |(k, Standing { asked, total, ratio, .. })| {
                        let cell = |text: String| if *asked > 0 { text } else { "-".to_owned() };
                        [Some(cell(total.to_string())), (k > 0).then(|| cell(ratio.to_string()))]
                            .into_iter()
                            .flatten()
                    },
                );
                [vec![entry.line.to_string()], cells.collect()].concat()
            });
        [names].into_iter().chain(rows).collect()
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
                    verdict: self.said(turn),
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

    /// What an engine said, in one word.
    pub(super) fn said(&self, turn: &Turn) -> &'static str {
        match (turn.kind, self.rules.question) {
            (None, _) => "spent",
            (Some(Kind::Proper), ContestQuestion::FirstSolution) => "solved",
            (Some(kind), _) => kind.name(),
        }
    }
}

/// Writes rows with their cells one below the other, the first to the left and the others to the
/// right.
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
