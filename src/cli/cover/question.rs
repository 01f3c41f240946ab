//! The questions about a problem.

use crate::cli::say;

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// The covers themselves, up to this number.
    Covers { limit: u64 },
    /// Their number, up to a limit if there is one.
    Count { limit: Option<u64> },
    /// Whether there is none, one or several.
    Unique,
    /// This number of the cheapest.
    Cheapest { count: u64 },
    /// This number of random covers.
    Sample { number: u64, seed: u64 },
    /// Estimates of the covers and of the search.
    Estimate { probes: u32, seed: u64 },
    /// The options in exactly one cover.
    Critical,
    /// The first nodes of the search tree, up to this number.
    Trace { nodes: u64 },
}

impl Question {
    /// Whether the answer goes by chance, or may be another one in another order of the problem.
    pub(super) fn takes_a_seed(self) -> bool {
        match self {
            Question::Sample { .. } | Question::Estimate { .. } | Question::Unique => true,
            Question::Covers { limit } => limit < u64::MAX,
            Question::Count { .. }
            | Question::Cheapest { .. }
            | Question::Critical
            | Question::Trace { .. } => false,
        }
    }

    /// Whether the search may go in another order.
    pub(super) fn can_be_shuffled(self) -> bool {
        self.takes_a_seed() && !matches!(self, Question::Sample { .. } | Question::Estimate { .. })
    }

    /// Says by which seed the answer goes, so that it can be had again.
    pub(super) fn say_seed(self) {
        if let Question::Sample { seed, .. } | Question::Estimate { seed, .. } = self {
            say(format_args!("seed {seed}"));
        }
    }

    /// Whether what is found is shown one by one.
    pub(super) fn is_list(self) -> bool {
        match self {
            Question::Covers { limit } => limit > 1,
            Question::Sample { number, .. } => number > 1,
            Question::Trace { nodes } => nodes > 1,
            _ => false,
        }
    }
}
