//! How often an item may stand in a cover.

use std::ops::RangeInclusive;

/// In how many options of a cover an item stands, at least and at most.
///
/// ```
/// use tourdion::cover::{Bounds, Problem};
///
/// let mut problem = Problem::new();
/// let (a, c) = (problem.primary("a")?, problem.multiple("c", 2..=3)?);
/// assert_eq!(problem.bounds(a), Bounds::ONCE);
/// assert_eq!(problem.bounds(c), Bounds { least: 2, most: 3 });
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The least number of options.
    pub least: u32,
    /// The greatest number.
    pub most: u32,
}

impl Bounds {
    /// Those of an ordinary primary item.
    pub const ONCE: Bounds = Bounds { least: 1, most: 1 };

    /// Those of a secondary item, for options that give it no colour.
    pub const AT_MOST_ONCE: Bounds = Bounds { least: 0, most: 1 };

    /// Those of the other options, after this number was chosen.
    #[inline]
    pub(in crate::cover) fn after(self, chosen: u32) -> Bounds {
        let Bounds { least, most } = self;
        Bounds { least: least.saturating_sub(chosen), most: most.saturating_sub(chosen) }
    }
}

impl From<RangeInclusive<u32>> for Bounds {
    fn from(range: RangeInclusive<u32>) -> Bounds {
        let (least, most) = range.into_inner();
        Bounds { least, most }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_options_leave_the_others_less_to_do() {
        let bounds = Bounds::from(2..=3);
        let after = [0, 1, 3, 4].map(|chosen| bounds.after(chosen));
        assert_eq!(after, [2..=3, 1..=2, 0..=0, 0..=0].map(Bounds::from));
    }
}
