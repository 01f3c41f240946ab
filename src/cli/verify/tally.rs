//! How many puzzles were what, and the summary that says so.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tourdion::verify::Kind;

use super::Part;
use crate::cli::progress::{puzzles_in_words, rate};
use crate::cli::stream::Files;
use crate::cli::{Ending, grouped};

/// Counts of verdicts, and which files had anything in them.
#[derive(Default)]
pub(super) struct Tally {
    proper: u64,
    pseudo: u64,
    impossible: u64,
    /// Entries that could not be read.
    pub(super) unreadable: u64,
    /// Puzzles on which two verifiers disagree.
    pub(super) disagreements: u64,
    /// Files that could not be read, or not to their end.
    failed: u64,
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

    /// Counts a verdict.
    pub(super) fn count(&mut self, kind: Kind) {
        match kind {
            Kind::Proper => self.proper += 1,
            Kind::Pseudo => self.pseudo += 1,
            Kind::Impossible => self.impossible += 1,
        }
    }

    /// Adds the counts of a part, which is of one file.
    pub(super) fn add(&mut self, part: &Part) {
        let Tally { proper, pseudo, impossible, unreadable, disagreements, failed, files } =
            &part.tally;
        self.proper += proper;
        self.pseudo += pseudo;
        self.impossible += impossible;
        self.unreadable += unreadable;
        self.disagreements += disagreements;
        self.failed += failed;
        self.files.add(files, part.tally.puzzles() + unreadable > 0);
    }

    /// Puzzles that were verified.
    fn puzzles(&self) -> u64 {
        self.proper + self.pseudo + self.impossible
    }

    /// Says of which files nothing came at all, which is hardly what was meant.
    pub(super) fn complain_of_empty_files(&mut self) {
        self.failed += self.files.complain_of_empty();
    }

    /// What the counts mean for the exit code.
    pub(super) fn ending(&self) -> Ending {
        if self.unreadable + self.disagreements + self.failed > 0 {
            Ending::Unreadable
        } else if self.pseudo + self.impossible > 0 {
            Ending::NotWell
        } else {
            Ending::Well
        }
    }

    /// The running figures for a progress bar.
    pub(super) fn so_far(&self, elapsed: Duration) -> String {
        let puzzles = self.puzzles();
        format!("{}, {}/s", puzzles_in_words(puzzles), grouped(rate(puzzles, elapsed)))
    }
}

/// The last line of a run.
pub(super) struct Summary<'t> {
    pub(super) tally: &'t Tally,
    /// Whether the verdicts were checked by a second verifier.
    pub(super) cross_checked: bool,
    pub(super) elapsed: Duration,
    /// How it ended, if not with the end of the input.
    pub(super) ended: Option<Ending>,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { proper, pseudo, impossible, unreadable, disagreements, .. } = self.tally;
        let puzzles = self.tally.puzzles();
        match self.ended {
            Some(Ending::Interrupted) => f.write_str("interrupted after ")?,
            Some(_) => f.write_str("stopped after ")?,
            None => {}
        }
        let disagreement = if *disagreements == 1 { "disagreement" } else { "disagreements" };
        let counts = [
            (proper, "proper"),
            (pseudo, "pseudo"),
            (impossible, "impossible"),
            (unreadable, "unreadable"),
            (disagreements, disagreement),
        ];
        let shown = if self.cross_checked { &counts[..] } else { &counts[..4] };
        let counts: Vec<_> =
            shown.iter().map(|(count, what)| format!("{} {what}", grouped(**count))).collect();
        let counts = counts.join(", ");
        let (seconds, rate) = (self.elapsed.as_secs_f64(), rate(puzzles, self.elapsed));
        write!(f, "{}: {counts}; {seconds:.2} s, {}/s", puzzles_in_words(puzzles), grouped(rate))
    }
}
