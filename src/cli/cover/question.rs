//! What can be asked of a problem.

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// The covers themselves, up to this number.
    Covers { limit: u64 },
    /// Their number, up to a limit if there is one.
    Count { limit: Option<u64> },
    /// Whether there is none, one or several.
    Unique,
    /// This number of those that cost least.
    Cheapest { count: u64 },
    /// This number of them by chance.
    Sample { number: u64, seed: u64 },
    /// About how many there are, and how large the search is.
    Estimate { probes: u32, seed: u64 },
    /// The options that one cover alone has.
    Critical,
}
