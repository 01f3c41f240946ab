//! What is known of a solution that stands beside a puzzle.
//!
//! ```text
//!                      no search     the verdict proper     pseudo
//!      Missing         missing
//!      Wrong           wrong
//!      Fits            right or      right                  not-only
//!                      not-only
//! ```
//!
//! Deliberately lacking: the check itself, which needs no more than the rules; the caller has the
//! solution, and says what came of it.

use crate::verify::Kind;

/// What a check of a given solution against its puzzle shows, without a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolutionCheck {
    /// There is none.
    Missing,
    /// It does not solve the puzzle, or is no grid.
    Wrong,
    /// It solves the puzzle. Perhaps others do, too.
    Fits,
}

/// What a given solution is, in the words of `verify`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    Right,
    Wrong,
    NotOnly,
    Missing,
}

impl Standing {
    /// All of them, each with its word.
    pub(super) const ALL: [(&str, Standing); 4] = [
        ("right", Standing::Right),
        ("wrong", Standing::Wrong),
        ("not-only", Standing::NotOnly),
        ("missing", Standing::Missing),
    ];

    /// Whether a solution is this, if what is known of it and of its puzzle decides that.
    pub(super) fn value(self, check: SolutionCheck, kind: Option<Kind>) -> Option<bool> {
        let standing = match (check, kind) {
            (SolutionCheck::Missing, _) => Standing::Missing,
            // Nothing fits an impossible puzzle.
            (SolutionCheck::Wrong, _) | (_, Some(Kind::Impossible)) => Standing::Wrong,
            (SolutionCheck::Fits, Some(Kind::Proper)) => Standing::Right,
            (SolutionCheck::Fits, Some(Kind::Pseudo)) => Standing::NotOnly,
            (SolutionCheck::Fits, None) => {
                let is_open = matches!(self, Standing::Right | Standing::NotOnly);
                return (!is_open).then_some(false);
            }
        };
        Some(self == standing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_one_of_four() {
        let kinds = [Kind::Proper, Kind::Pseudo, Kind::Impossible];
        let checks = [SolutionCheck::Missing, SolutionCheck::Wrong, SolutionCheck::Fits];
        let all = checks.into_iter().flat_map(|check| kinds.map(|kind| (check, kind)));
        for (check, kind) in all.filter(|one| *one != (SolutionCheck::Fits, Kind::Impossible)) {
            let is = |(_, standing): &(&str, Standing)| {
                let value = standing.value(check, Some(kind));
                // What shows without a search is the same after it.
                let before = standing.value(check, None);
                assert!(before.is_none() || before == value, "{standing:?} {check:?} {kind}");
                value == Some(true)
            };
            assert_eq!(Standing::ALL.iter().filter(|one| is(one)).count(), 1, "{check:?} {kind}");
        }
    }
}
