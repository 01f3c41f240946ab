//! A finished run: what was counted, how it ended, and what is said of it.

use std::fmt::Display;
use std::time::Duration;

use tourdion::numerals::counted;

use super::files::Files;
use super::sheet::Sheet;
use crate::cli::options::Quiet;
use crate::cli::progress::rate;
use crate::cli::{Ending, say};

/// The counts of a command.
pub(in crate::cli) trait Tally: Default + Send {
    /// Adds the counts of a sheet.
    fn add(&mut self, other: Self);

    /// The number of puzzles answered for.
    fn puzzles(&self) -> u64;

    /// The ending that the counts imply.
    fn ending(&self) -> Ending;
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Complete,
    /// A sheet was the last one.
    Stopped,
    Interrupted,
}

/// A finished run.
pub(in crate::cli) struct Done<T> {
    pub(in crate::cli) tally: T,
    /// Entries that could not be read.
    pub(in crate::cli) unreadable: u64,
    /// Files that could not be read, or not to their end.
    pub(super) failed: u64,
    pub(super) files: Files,
    pub(super) end: Ended,
    pub(super) elapsed: Duration,
    pub(super) quiet: Quiet,
}

impl<T: Tally> Done<T> {
    pub(super) fn add(&mut self, sheet: Sheet<T>) {
        self.unreadable += sheet.unreadable;
        self.failed += sheet.failed;
        self.files.count(&sheet, sheet.tally.puzzles());
        self.tally.add(sheet.tally);
    }

    /// Reports files of comments alone, or with few entries that can be read, which is hardly
    /// intended.
    pub(in crate::cli) fn complain_of_files(&mut self) {
        if self.end == Ended::Complete {
            if !self.quiet.is_on {
                self.files.remark_on_comments();
                self.files.remark_on_empty();
            }
            self.failed += self.files.complain_of_comments_alone();
            self.files.complain_of_forms();
        }
    }

    /// Whether a file could not be read, or not to its end, or had comments alone.
    pub(in crate::cli) fn has_failed(&self) -> bool {
        self.failed > 0
    }

    /// Prints the number of puzzles, and the counts.
    pub(in crate::cli) fn sum_up(&self, counts: impl Display) {
        if !self.quiet.is_on {
            let how = match self.end {
                Ended::Complete => "",
                Ended::Stopped => "stopped after ",
                Ended::Interrupted => "interrupted after ",
            };
            say(format_args!("{how}{}: {counts}", counted(self.tally.puzzles(), "puzzle")));
        }
    }

    /// The duration of the run in seconds.
    pub(in crate::cli) fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64()
    }

    /// The duration of the run.
    pub(in crate::cli) fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The duration, and the puzzles a second.
    pub(in crate::cli) fn time_and_rate(&self) -> String {
        let rate = rate(self.tally.puzzles(), self.elapsed);
        format!("{:.2} s, {rate}/s", self.seconds())
    }

    /// The ending of the run.
    pub(in crate::cli) fn ending(&self) -> Ending {
        if self.end == Ended::Interrupted {
            Ending::Interrupted
        } else if self.unreadable + self.failed > 0 {
            Ending::Unreadable
        } else {
            self.tally.ending()
        }
    }
}
