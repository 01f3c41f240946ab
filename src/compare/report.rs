//! A contest as text: the question, and a row for each engine or for each puzzle.
//!
//! ```text
//!      four.txt: 4 puzzles; verdicts; the least of 3; at most 2 s each, 30 s in all
//!      engine  asked   ratio    total   median  ...
//!      links       4    1.00  1.16 ms   280 µs
//!      listed      1  1/7.35  8.53 ms  8.53 ms
//!      Sampled for want of time: listed (one puzzle in 4). ...
//! ```

use std::time::Duration;

use super::{ContestOutcome, ContestQuestion, Contestant, Rules, Standing, standings};
use crate::numerals::{counted, grouped};
use crate::sudoku::Grid;

/// A puzzle of a contest.
#[derive(Clone, Copy, Debug)]
pub struct ContestPuzzle<'c> {
    /// Its line.
    pub line: u64,
    /// The puzzle.
    pub grid: &'c Grid,
}

/// A finished contest, with the data of its tables.
///
/// ```
/// use tourdion::compare::{Contest, ContestPuzzle, ContestReport, Contestant, Rules};
/// use tourdion::sudoku::Grid;
/// use tourdion::watch::Patient;
///
/// let engines = vec!["links".parse::<Contestant>()?, "listed".parse()?];
/// let (rules, puzzle) = (Rules::default(), "1....2..3......4".parse::<Grid>()?);
/// let mut contest = Contest::new(engines.clone(), puzzle.shape(), rules)?;
/// let outcome = contest.run(&[&puzzle], None, &mut Patient);
/// let report = ContestReport {
///     name: "small.txt",
///     puzzles: vec![ContestPuzzle { line: 1, grid: &puzzle }],
///     engines: &engines,
///     rules,
///     total_time: None,
///     outcome: &outcome,
/// };
/// assert_eq!(report.heading(), "small.txt: 1 puzzle; verdicts; the least of 3; at most 2 s each");
/// assert_eq!(report.engines_table().lines().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContestReport<'c> {
    /// The name of all puzzles together, such as that of their file.
    pub name: &'c str,
    /// The puzzles, one for each entry of the outcome's turns and in their order.
    pub puzzles: Vec<ContestPuzzle<'c>>,
    /// The engines, in the order of the turns of a puzzle.
    pub engines: &'c [Contestant],
    /// The rules of the contest.
    pub rules: Rules,
    /// The limit of time for all questions together.
    pub total_time: Option<Duration>,
    /// The outcome.
    pub outcome: &'c ContestOutcome,
}

impl ContestReport<'_> {
    /// The heading: `four.txt: 4 puzzles; verdicts; the least of 3; at most 2 s each, 30 s in all`.
    pub fn heading(&self) -> String {
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
            .map_or_else(String::new, |nodes| format!("; at most {}", counted(nodes, "node")));
        let total = self
            .total_time
            .map_or_else(String::new, |total| format!(", {} s in all", total.as_secs_f64()));
        let puzzles = counted(self.outcome.turns.len(), "puzzle");
        let (name, rounds) = (self.name, self.outcome.rounds);
        format!("{name}: {puzzles}; {asked}; the least of {rounds}{time}{nodes}{total}")
    }

    /// A line of names, and a line for each engine with its [`Standing`].
    ///
    /// # Panics
    /// If there are fewer puzzles than entries of turns.
    pub fn engines_table(&self) -> String {
        let names = [
            "engine", "asked", "ratio", "total", "median", "95 %", "worst", "line", "spent",
            "nodes", "steps",
        ];
        let standings = standings(&self.outcome.turns);
        let rows = self.engines.iter().zip(standings).map(|(engine, standing)| {
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
                grouped(asked),
                ratio.to_string(),
                total.to_string(),
                median.to_string(),
                percentile_95.to_string(),
                worst.to_string(),
                self.puzzles[worst_puzzle].line.to_string(),
                spent.to_string(),
                count(nodes),
                format!("{} {}", count(steps), engine.unit()),
            ]
        });
        columns(&[names.map(str::to_owned).to_vec()].into_iter().chain(rows).collect::<Vec<_>>())
    }

    /// A line of names, and a line for each puzzle with the time of each engine and its ratio to
    /// the first.
    pub fn puzzles_table(&self) -> String {
        let names = self.engines.iter().enumerate().flat_map(|(k, engine)| {
            [Some(engine.to_string()), (k > 0).then(|| "ratio".to_owned())].into_iter().flatten()
        });
        let names = [vec!["line".to_owned()], names.collect()].concat();
        let rows = self.puzzles.iter().zip(&self.outcome.turns);
        let rows =
            rows.filter(|(_, turns)| turns.iter().any(Option::is_some)).map(|(puzzle, turns)| {
                let standings = standings(std::slice::from_ref(turns));
                let cells = standings.iter().enumerate().flat_map(
                    |(k, Standing { asked, total, ratio, .. })| {
                        let cell = |text: String| if *asked > 0 { text } else { "-".to_owned() };
                        [Some(cell(total.to_string())), (k > 0).then(|| cell(ratio.to_string()))]
                            .into_iter()
                            .flatten()
                    },
                );
                [vec![puzzle.line.to_string()], cells.collect()].concat()
            });
        columns(&[names].into_iter().chain(rows).collect::<Vec<_>>())
    }

    /// The engines that were asked only about a sample, as a line; empty if none was:
    /// `Sampled for want of time: listed (one puzzle in 8). ...`.
    pub fn sample(&self) -> String {
        let outcome = self.outcome;
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
}

/// Rows with aligned cells, the first column to the left and the others to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |k: usize| {
        rows.iter().filter_map(|row| row.get(k)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(k, (cell, &width))| match k {
            0 => format!("{cell:<width$}"),
            _ => format!("  {cell:>width$}"),
        });
        format!("{}\n", cells.collect::<String>().trim_end())
    };
    rows.iter().map(line).collect()
}
