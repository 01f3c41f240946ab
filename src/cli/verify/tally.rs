//! How many puzzles were what, and the words for it.

use tourdion::numerals::grouped;
use tourdion::verify::Kind;

use crate::cli::Ending;
use crate::cli::stream;

/// Counts of verdicts.
#[derive(Default)]
pub(super) struct Tally {
    proper: u64,
    pseudo: u64,
    impossible: u64,
    /// Puzzles on which two verifiers disagree.
    pub(super) disagreements: u64,
}

impl Tally {
    /// Counts a verdict.
    pub(super) fn count(&mut self, kind: Kind) {
        match kind {
            Kind::Proper => self.proper += 1,
            Kind::Pseudo => self.pseudo += 1,
            Kind::Impossible => self.impossible += 1,
        }
    }

    /// The counts in words; the disagreements too where verdicts were checked by a second verifier.
    pub(super) fn in_words(&self, unreadable: u64, is_cross_checked: bool) -> String {
        let Tally { proper, pseudo, impossible, disagreements } = *self;
        let disagreement = if disagreements == 1 { "disagreement" } else { "disagreements" };
        let counts = [
            (proper, "proper"),
            (pseudo, "pseudo"),
            (impossible, "impossible"),
            (unreadable, "unreadable"),
            (disagreements, disagreement),
        ];
        let shown = if is_cross_checked { &counts[..] } else { &counts[..4] };
        let counts = shown.iter().map(|&(count, what)| format!("{} {what}", grouped(count)));
        counts.collect::<Vec<_>>().join(", ")
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        let Tally { proper, pseudo, impossible, disagreements } = other;
        self.proper += proper;
        self.pseudo += pseudo;
        self.impossible += impossible;
        self.disagreements += disagreements;
    }

    fn puzzles(&self) -> u64 {
        self.proper + self.pseudo + self.impossible
    }

    fn ending(&self) -> Ending {
        if self.disagreements > 0 {
            Ending::Unreadable
        } else if self.pseudo + self.impossible > 0 {
            Ending::NotWell
        } else {
            Ending::Well
        }
    }
}
