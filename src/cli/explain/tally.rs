//! How many puzzles were solved by what, and the summary that says so.

use std::sync::Arc;
use std::time::Duration;

use tourdion::logic::{Grade, PathEnd};

use crate::cli::progress::{puzzles_in_words, rate};
use crate::cli::stream::Files;
use crate::cli::{Ending, grouped};

/// Counts of ends, and which files had anything in them.
#[derive(Default)]
pub(super) struct Tally {
    singles: u64,
    chains: u64,
    nets: u64,
    stuck: u64,
    impossible: u64,
    /// Entries that could not be read.
    pub(super) unreadable: u64,
    /// Files that could not be read, or not to their end.
    failed: u64,
    /// The hardest grade of a solved puzzle, and where it is.
    hardest: Option<(Grade, String)>,
    files: Files,
}

impl Tally {
    /// Nothing yet, of these files.
    pub(super) fn of(files: impl Iterator<Item = Arc<str>>) -> Tally {
        Tally { files: Files::of(files), ..Tally::default() }
    }

    /// Notes that something of `file` was looked at.
    pub(super) fn see(&mut self, file: Arc<str>) {
        self.files.see(file, false);
    }

    /// Counts a file that could not be read.
    pub(super) fn fail(&mut self, file: Arc<str>) {
        self.failed += 1;
        self.files.see(file, true);
    }

    /// Counts a path that ends so.
    pub(super) fn count(&mut self, end: PathEnd, grade: Grade, place: impl FnOnce() -> String) {
        let kind = match (end, grade) {
            (PathEnd::Solved, Grade::Singles) => &mut self.singles,
            (PathEnd::Solved, Grade::Chains(_)) => &mut self.chains,
            (PathEnd::Solved, Grade::Nets(_)) => &mut self.nets,
            (PathEnd::Stuck, _) => &mut self.stuck,
            (PathEnd::Impossible(_), _) => &mut self.impossible,
        };
        *kind += 1;
        let is_harder = self.hardest.as_ref().is_none_or(|(hardest, _)| grade > *hardest);
        if end == PathEnd::Solved && is_harder && grade > Grade::Singles {
            self.hardest = Some((grade, place()));
        }
    }

    /// Adds the counts of a part, which is of one file.
    pub(super) fn add(&mut self, other: &Tally) {
        let found = other.puzzles() + other.unreadable > 0;
        let Tally { singles, chains, nets, stuck, impossible, unreadable, failed, hardest, files } =
            other;
        self.singles += singles;
        self.chains += chains;
        self.nets += nets;
        self.stuck += stuck;
        self.impossible += impossible;
        self.unreadable += unreadable;
        self.failed += failed;
        if let Some((grade, place)) = hardest
            && self.hardest.as_ref().is_none_or(|(hardest, _)| grade > hardest)
        {
            self.hardest = Some((*grade, place.clone()));
        }
        self.files.add(files, found);
    }

    fn puzzles(&self) -> u64 {
        self.singles + self.chains + self.nets + self.stuck + self.impossible
    }

    /// Says of which files nothing came.
    pub(super) fn complain_of_empty(&mut self) {
        self.failed += self.files.complain_of_empty();
    }

    /// The running figure.
    pub(super) fn so_far(&self) -> String {
        puzzles_in_words(self.puzzles())
    }

    pub(super) fn summary(&self, elapsed: Duration) -> String {
        let Tally { singles, chains, nets, stuck, impossible, unreadable, .. } = *self;
        let counts = [singles, chains, nets, stuck, impossible, unreadable].map(grouped);
        let [singles, chains, nets, stuck, impossible, unreadable] = counts;
        let hardest = match &self.hardest {
            Some((Grade::Chains(length), place)) => {
                format!("; hardest, a chain of {length} placements: {place}")
            }
            Some((Grade::Nets(length), place)) => {
                format!("; hardest, a net of {length} placements: {place}")
            }
            _ => String::new(),
        };
        let (puzzles, rate) =
            (puzzles_in_words(self.puzzles()), grouped(rate(self.puzzles(), elapsed)));
        format!(
            "{puzzles}: {singles} by singles, {chains} by chains, {nets} by nets, {stuck} stuck, \
             {impossible} impossible, {unreadable} unreadable{hardest}; {:.2} s, {rate}/s",
            elapsed.as_secs_f64()
        )
    }

    /// What the counts mean for the exit code.
    pub(super) fn ending(&self) -> Ending {
        if self.unreadable + self.failed > 0 {
            Ending::Unreadable
        } else if self.stuck + self.impossible > 0 {
            Ending::NotWell
        } else {
            Ending::Well
        }
    }
}
