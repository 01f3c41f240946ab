//! How many puzzles were what, and the words for it.

use tourdion::numerals::{counted, grouped};
use tourdion::verify::Kind;

use super::given::Judgement;
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
    given: Given,
}

/// Counts of judgements on given solutions.
#[derive(Default)]
struct Given {
    right: u64,
    wrong: u64,
    not_only: u64,
    missing: u64,
}

impl Tally {
    /// Counts a verdict, and the judgement on the solution beside the puzzle.
    pub(super) fn count(&mut self, kind: Kind, given: Option<&Judgement>) {
        match given {
            Some(Judgement::Right) => self.given.right += 1,
            Some(Judgement::Wrong(..)) => self.given.wrong += 1,
            Some(Judgement::NotOnly) => self.given.not_only += 1,
            Some(Judgement::Missing) => self.given.missing += 1,
            None => {}
        }
        match kind {
            Kind::Proper => self.proper += 1,
            Kind::Pseudo => self.pseudo += 1,
            Kind::Impossible => self.impossible += 1,
        }
    }

    /// The counts of verdicts, in words.
    pub(super) fn verdicts(&self, unreadable: u64) -> String {
        let Tally { proper, pseudo, impossible, .. } = *self;
        let [proper, pseudo, impossible, unreadable] =
            [proper, pseudo, impossible, unreadable].map(grouped);
        format!(
            "{proper} proper, {pseudo} pseudo, {impossible} impossible, {unreadable} unreadable"
        )
    }

    /// The count of disagreements, in words.
    pub(super) fn disagreements(&self) -> String {
        counted(self.disagreements, "disagreement")
    }

    /// The counts of judgements, in words.
    pub(super) fn judgements(&self) -> String {
        let Given { right, wrong, not_only, missing } = &self.given;
        let [right, wrong, not_only, missing] = [right, wrong, not_only, missing].map(grouped);
        format!("{right} right, {wrong} wrong, {not_only} not the only one, {missing} missing")
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        let Tally { proper, pseudo, impossible, disagreements, given } = other;
        self.proper += proper;
        self.pseudo += pseudo;
        self.impossible += impossible;
        self.disagreements += disagreements;
        let Given { right, wrong, not_only, missing } = given;
        self.given.right += right;
        self.given.wrong += wrong;
        self.given.not_only += not_only;
        self.given.missing += missing;
    }

    fn puzzles(&self) -> u64 {
        self.proper + self.pseudo + self.impossible
    }

    fn ending(&self) -> Ending {
        if self.disagreements > 0 {
            Ending::Unreadable
        } else if self.pseudo + self.impossible + self.given.wrong + self.given.missing > 0 {
            Ending::NotWell
        } else {
            Ending::Well
        }
    }
}
