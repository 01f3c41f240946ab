//! How many puzzles were what, and the words for it.

use std::fmt::Write;

use tourdion::numerals::grouped;
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

    /// The counts in words; the disagreements too where verdicts were checked by a second verifier,
    /// and the judgements where solutions were.
    pub(super) fn in_words(
        &self,
        unreadable: u64,
        is_cross_checked: bool,
        has_solutions: bool,
    ) -> String {
        let Tally { proper, pseudo, impossible, disagreements, .. } = *self;
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
        let mut words = counts.collect::<Vec<_>>().join(", ");
        if has_solutions {
            let Given { right, wrong, not_only, missing } = &self.given;
            let [right, wrong, not_only, missing] =
                [right, wrong, not_only, missing].map(|&count| grouped(count));
            // A write into memory does not fail.
            let _ = write!(
                words,
                "; solutions: {right} right, {wrong} wrong, {not_only} not the only one, \
                 {missing} missing"
            );
        }
        words
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
