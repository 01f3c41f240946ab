//! The numbers of puzzles by their hardest technique and by all that they use, and the words for
//! them.

use std::collections::BTreeMap;
use std::fmt::Write;

use tourdion::logic::{Path, PathEnd, Step};
use tourdion::numerals::grouped;

use crate::cli::Ending;
use crate::cli::stream;

use super::handbook::Examples;

/// The difficulty of a solved puzzle, and its hardest technique, or singles.
type Grade = (u16, &'static str);

/// Counts of ends.
#[derive(Default)]
pub(super) struct Tally {
    solved: BTreeMap<Grade, u64>,
    stuck: u64,
    impossible: u64,
    /// Hints: paths that were not followed.
    open: u64,
    hardest: Option<Hardest>,
    /// By the name of the technique.
    uses: BTreeMap<&'static str, Uses>,
    /// For a handbook.
    pub(super) examples: Examples,
}

/// The hardest of solved puzzles: the largest step of the highest grade.
struct Hardest {
    grade: Grade,
    /// The size of the step.
    size: usize,
    /// Where the puzzle is.
    place: String,
}

/// How often a technique is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// The largest difficulty of its steps: that of a net is more than that of a chain.
    difficulty: u16,
    /// The puzzles that use it.
    puzzles: u64,
    steps: u64,
    /// The solved puzzles with no harder one.
    hardest: u64,
}

impl Uses {
    fn add(&mut self, other: Uses) {
        self.difficulty = self.difficulty.max(other.difficulty);
        self.puzzles += other.puzzles;
        self.steps += other.steps;
        self.hardest += other.hardest;
    }
}

impl Tally {
    /// Counts the end of a path.
    pub(super) fn count(&mut self, path: &Path, place: impl FnOnce() -> String) {
        match path.end {
            PathEnd::Solved => {}
            PathEnd::Open => self.open += 1,
            PathEnd::Stuck { .. } => self.stuck += 1,
            PathEnd::Impossible(_) => self.impossible += 1,
        }
        // What this path alone uses.
        let mut alone: BTreeMap<&str, Uses> = BTreeMap::new();
        for (technique, difficulty) in path.steps.iter().map(Step::grade) {
            let uses = alone.entry(technique).or_default();
            uses.add(Uses { difficulty, puzzles: 0, steps: 1, hardest: 0 });
            uses.puzzles = 1;
        }
        for (technique, uses) in alone {
            self.uses.entry(technique).or_default().add(uses);
        }
        if path.end != PathEnd::Solved {
            return;
        }
        // A full grid needs nothing that is harder than singles.
        let singles = || Step::Singles(Vec::new()).grade();
        let (technique, difficulty) = path.grade().unwrap_or_else(singles);
        let uses = Uses { difficulty, puzzles: 0, steps: 0, hardest: 1 };
        self.uses.entry(technique).or_default().add(uses);
        let grade = (difficulty, technique);
        *self.solved.entry(grade).or_default() += 1;
        let Some(number) = path.hardest() else { return };
        let size = path.steps[number - 1].size();
        if self.is_hardest(grade, size) {
            self.hardest = Some(Hardest { grade, size, place: place() });
        }
    }

    /// Whether a step is harder than all before.
    fn is_hardest(&self, grade: Grade, size: usize) -> bool {
        self.hardest.as_ref().is_none_or(|other| (grade, size) > (other.grade, other.size))
    }

    /// A table of how often techniques are used, as CSV.
    pub(super) fn table(&self) -> String {
        let mut table = String::from("technique,difficulty,puzzles,steps,hardest\n");
        let mut rows: Vec<(&str, Uses)> =
            self.uses.iter().map(|(&name, &uses)| (name, uses)).collect();
        rows.sort_by_key(|(_, uses)| uses.difficulty);
        for (name, Uses { difficulty, puzzles, steps, hardest }) in rows {
            let (whole, tenth) = (difficulty / 10, difficulty % 10);
            // Writes into memory do not fail.
            let _ = writeln!(table, "{name},{whole}.{tenth},{puzzles},{steps},{hardest}");
        }
        table
    }

    /// The counts in words, and the place of the hardest puzzle.
    pub(super) fn in_words(&self, unreadable: u64) -> String {
        let mut kinds: Vec<(u64, &str)> = Vec::new();
        for (&(_, name), &count) in &self.solved {
            // A chain and a net are both a net, of two difficulties.
            match kinds.iter_mut().find(|(_, other)| *other == name) {
                Some((all, _)) => *all += count,
                None => kinds.push((count, name)),
            }
        }
        let others = [
            (self.open, "a step"),
            (self.stuck, "stuck"),
            (self.impossible, "impossible"),
            (unreadable, "unreadable"),
        ];
        let others = others.into_iter().filter(|(count, word)| *count > 0 || *word == "stuck");
        let words: Vec<String> = kinds
            .into_iter()
            .chain(others)
            .map(|(count, name)| format!("{} {name}", grouped(count)))
            .collect();
        let hardest = match &self.hardest {
            Some(Hardest { place, .. }) => format!("; hardest: {place}"),
            None => String::new(),
        };
        format!("{}{hardest}", words.join(", "))
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        let Tally { solved, stuck, impossible, open, hardest, uses, examples } = other;
        for (technique, uses) in uses {
            self.uses.entry(technique).or_default().add(uses);
        }
        self.examples.add(examples);
        for (grade, count) in solved {
            *self.solved.entry(grade).or_default() += count;
        }
        self.stuck += stuck;
        self.impossible += impossible;
        self.open += open;
        if let Some(hardest) = hardest
            && self.is_hardest(hardest.grade, hardest.size)
        {
            self.hardest = Some(hardest);
        }
    }

    fn puzzles(&self) -> u64 {
        self.solved.values().sum::<u64>() + self.stuck + self.impossible + self.open
    }

    fn ending(&self) -> Ending {
        if self.stuck + self.impossible > 0 { Ending::NotWell } else { Ending::Well }
    }
}
