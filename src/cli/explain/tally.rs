//! The numbers of puzzles by their solving steps, and the words for them.

use tourdion::logic::{Grade, PathEnd};
use tourdion::numerals::grouped;

use crate::cli::Ending;
use crate::cli::stream;

/// Counts of ends.
#[derive(Default)]
pub(super) struct Tally {
    singles: u64,
    chains: u64,
    nets: u64,
    stuck: u64,
    impossible: u64,
    /// The hardest grade of a solved puzzle, and where it is.
    hardest: Option<(Grade, String)>,
}

impl Tally {
    /// Counts the end of a path.
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

    /// The counts in words, and the place of the hardest puzzle.
    pub(super) fn in_words(&self, unreadable: u64) -> String {
        let Tally { singles, chains, nets, stuck, impossible, .. } = *self;
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
        format!(
            "{singles} by singles, {chains} by chains, {nets} by nets, {stuck} stuck, \
             {impossible} impossible, {unreadable} unreadable{hardest}"
        )
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        let Tally { singles, chains, nets, stuck, impossible, hardest } = other;
        self.singles += singles;
        self.chains += chains;
        self.nets += nets;
        self.stuck += stuck;
        self.impossible += impossible;
        if let Some((grade, place)) = hardest
            && self.hardest.as_ref().is_none_or(|(hardest, _)| grade > *hardest)
        {
            self.hardest = Some((grade, place));
        }
    }

    fn puzzles(&self) -> u64 {
        self.singles + self.chains + self.nets + self.stuck + self.impossible
    }

    fn ending(&self) -> Ending {
        if self.stuck + self.impossible > 0 { Ending::NotWell } else { Ending::Well }
    }
}
