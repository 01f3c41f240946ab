//! On which item links branch when none is forced.
//!
//! ```text
//!     items       #a   b   c   #d        left: #a, c and #d
//!     options      5   ·   2    3
//!
//!     shortest    c                      the fewest options
//!     sharp       #d                     the fewest options, of those whose names begin with `#`
//!     first       #a                     the first in the order of the problem, however long
//! ```
//!
//! All find the same covers, in different orders. With `first` that is the order of the problem:
//! covers are sorted by the option of the first item, then by that of the next one left. It takes
//! no notice of forced items, only of dead ends.
//!
//! Sources: Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1, exercises 9 (the shortest
//! list) and 10 (sharp items; the others are branched on only if they are forced, or no sharp one
//! is left).
//!
//! Deliberately lacking: chance among equals. How lucky an order is shows better by permuting the
//! problem, which other engines understand as well.

use std::fmt;
use std::str::FromStr;

use super::Links;
use super::matrix::Width;
use crate::excerpt::none_of;

/// On which item [`Links`](super::Links) branch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Branching {
    /// On the first item with the fewest options.
    #[default]
    Shortest,
    /// The same among the items whose names begin with `#`, as long as one is left.
    Sharp,
    /// On the first item left, in the order of the problem.
    First,
}

impl Branching {
    /// All of them.
    pub const ALL: &[Branching] = &[Branching::Shortest, Branching::Sharp, Branching::First];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Branching::Shortest => "shortest",
            Branching::Sharp => "sharp",
            Branching::First => "first",
        }
    }
}

impl<W: Width> Links<W> {
    /// The item to branch on, by its header; of equal ones the first in the order of the problem.
    pub(super) fn preferred_item(&self) -> Option<usize> {
        let smallest = self.smallest_item(0, |_| true)?;
        let preferred = match (self.branching, self.matrix.nodes[smallest].top.at()) {
            (_, 0) | (Branching::Sharp, 1) | (Branching::Shortest, _) => None,
            (Branching::Sharp, _) => self.smallest_item(0, |item| self.is_sharp[item]),
            (Branching::First, _) => Some(self.matrix.ring[0].right.at()),
        };
        Some(preferred.unwrap_or(smallest))
    }
}

impl fmt::Display for Branching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Branching {
    type Err = BranchingError;

    fn from_str(text: &str) -> Result<Branching, BranchingError> {
        let mut all = Branching::ALL.iter().copied();
        all.find(|branching| branching.name() == text)
            .ok_or_else(|| BranchingError(text.to_owned()))
    }
}

/// Why a text is no [`Branching`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", none_of(Branching::ALL, .0))]
pub struct BranchingError(String);
