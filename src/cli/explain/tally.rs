//! The numbers of puzzles by their hardest technique and by all that they use, and the words for
//! them.

use std::collections::BTreeMap;
use std::fmt::Write;

use tourdion::logic::{Path, PathEnd, Step};
use tourdion::numerals::grouped;

use crate::cli::Ending;
use crate::cli::stream;

use super::handbook::Examples;

/// The difficulty of a solved puzzle, and its hardest technique; singles are the least.
type Grade = (u16, &'static str);

/// Counts of ends.
#[derive(Default)]
pub(super) struct Tally {
    solved: BTreeMap<Grade, u64>,
    stuck: u64,
    impossible: u64,
    /// Hints: paths that were not followed.
    open: u64,
    /// The largest step of the highest grade, and where it is.
    hardest: Option<(Grade, usize, String)>,
    uses: BTreeMap<Grade, Uses>,
    /// For a handbook.
    pub(super) examples: Examples,
}

/// How often a technique is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// The puzzles that use it.
    puzzles: u64,
    steps: u64,
    /// The solved puzzles with no harder one.
    hardest: u64,
}

impl Uses {
    fn add(&mut self, other: Uses) {
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
        for (technique, count) in path.counts() {
            let of =
                |step: &&Step| step.technique().is_some_and(|one| one.name() == technique.name());
            let difficulty = path.steps.iter().find(of).map_or(0, Step::difficulty);
            let uses = Uses { puzzles: 1, steps: count as u64, hardest: 0 };
            self.uses.entry((difficulty, technique.name())).or_default().add(uses);
        }
        if path.end != PathEnd::Solved {
            return;
        }
        let technique = path.technique().map_or("singles", |technique| technique.name());
        let grade = (path.difficulty().unwrap_or(0), technique);
        *self.solved.entry(grade).or_default() += 1;
        if path.technique().is_some() {
            self.uses.entry(grade).or_default().hardest += 1;
        }
        let Some(number) = path.hardest() else { return };
        let size = path.steps[number - 1].size();
        if self.hardest.as_ref().is_none_or(|(other, of, _)| (grade, size) > (*other, *of)) {
            self.hardest = Some((grade, size, place()));
        }
    }

    /// A table of how often techniques are used, as CSV.
    pub(super) fn table(&self) -> String {
        let mut table = String::from("technique,difficulty,puzzles,steps,hardest\n");
        for ((difficulty, name), uses) in &self.uses {
            let Uses { puzzles, steps, hardest } = uses;
            let (whole, tenth) = (difficulty / 10, difficulty % 10);
            // Writes into memory do not fail.
            let _ = writeln!(table, "{name},{whole}.{tenth},{puzzles},{steps},{hardest}");
        }
        table
    }

    /// The counts in words, and the place of the hardest puzzle.
    pub(super) fn in_words(&self, unreadable: u64) -> String {
        let kinds = self.solved.iter().map(|((_, name), count)| (*count, *name));
        let others = [
            (self.open, "a step"),
            (self.stuck, "stuck"),
            (self.impossible, "impossible"),
            (unreadable, "unreadable"),
        ];
        let others = others.into_iter().filter(|(count, word)| *count > 0 || *word == "stuck");
        let words: Vec<String> =
            kinds.chain(others).map(|(count, name)| format!("{} {name}", grouped(count))).collect();
        let hardest = match &self.hardest {
            Some((_, _, place)) => format!("; hardest: {place}"),
            None => String::new(),
        };
        format!("{}{hardest}", words.join(", "))
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        let Tally { solved, stuck, impossible, open, hardest, uses, examples } = other;
        for (grade, uses) in uses {
            self.uses.entry(grade).or_default().add(uses);
        }
        self.examples.add(examples);
        for (grade, count) in solved {
            *self.solved.entry(grade).or_default() += count;
        }
        self.stuck += stuck;
        self.impossible += impossible;
        self.open += open;
        if let Some((grade, size, place)) = hardest
            && self.hardest.as_ref().is_none_or(|(other, of, _)| (grade, size) > (*other, *of))
        {
            self.hardest = Some((grade, size, place));
        }
    }

    fn puzzles(&self) -> u64 {
        self.solved.values().sum::<u64>() + self.stuck + self.impossible + self.open
    }

    fn ending(&self) -> Ending {
        if self.stuck + self.impossible > 0 { Ending::NotWell } else { Ending::Well }
    }
}
