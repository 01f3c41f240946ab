//! Which option of an item is chosen: the one that clashes with the fewest open ones.
//!
//! ```text
//!      option 5 is the highest in the order       options of b     5   8   9
//!      b is the shortest of its items             they clash with  7   3   4   open ones
//!                                                                      8 is chosen
//! ```
//!
//! Conflicts say where to choose, but of an option that was often in conflicts they don't say that
//! it is in a cover. The option that clashes with the fewest leaves most ways to go on.
//!
//! Options that share two items with one are counted twice, and colours are not looked at.
//!
//! Source: Frost and Dechter, *Look-ahead value ordering for constraint satisfaction problems*
//! (1995).

use super::layout::Layout;
use super::literal::Literal;
use super::trail::Trail;

/// The most entries to look at: a conflict takes as long as some thousand.
const LOOKS: usize = 1 << 13;

/// Of the open options of the shortest primary item of an open one, the first that clashes with
/// the fewest open ones, and the number of entries looked at. The option itself if too many would
/// have to be looked at.
pub(super) fn least_clashing(option: u32, layout: &Layout, trail: &Trail) -> (u32, usize) {
    let mut look = Look { layout, trail, looks: LOOKS };
    let found = look.least_clashing(option).unwrap_or(option);
    (found, LOOKS - look.looks)
}

/// A look at some items.
struct Look<'l> {
    layout: &'l Layout,
    trail: &'l Trail,
    /// The number of entries that may still be looked at.
    looks: usize,
}

impl Look<'_> {
    /// None if that is too long a look, or the option has no primary item.
    fn least_clashing(&mut self, option: u32) -> Option<u32> {
        let layout = self.layout;
        let (mut shortest, mut fewest) = (None, usize::MAX);
        for &item in layout.entries_of(option).numbers {
            if layout.is_primary(item) {
                let open = self.open(item)?;
                if open < fewest {
                    (shortest, fewest) = (Some(item), open);
                }
            }
        }
        let (mut found, mut least) = (None, usize::MAX);
        for &other in layout.options_of(shortest?).numbers {
            if self.trail.is_open(Literal::chosen(other)) {
                let mut clashes = 0;
                for &item in layout.entries_of(other).numbers {
                    clashes += self.open(item)?;
                }
                if clashes < least {
                    (found, least) = (Some(other), clashes);
                }
            }
        }
        found
    }

    /// The number of open options of an item.
    fn open(&mut self, item: u32) -> Option<usize> {
        let options = self.layout.options_of(item).numbers;
        self.looks = self.looks.checked_sub(options.len())?;
        let is_open = |&&option: &&u32| self.trail.is_open(Literal::chosen(option));
        Some(options.iter().filter(is_open).count())
    }
}

#[cfg(test)]
mod tests {
    use super::super::trail::Reason;
    use super::*;
    use crate::cover::Problem;

    #[test]
    fn the_least_clashing_option_of_the_shortest_item_is_chosen() {
        // Of option 1, b is the shorter item; its options are 1, 4 and 5.
        let problem: Problem = "a b c\na\na b\na c\na c\nb c\nb\nc\na\n".parse().unwrap();
        let layout = Layout::new(&problem).unwrap();
        let mut trail = Trail::new(layout.options(), layout.items());
        assert_eq!(least_clashing(1, &layout, &trail), (5, 26));
        let least = |looks, trail: &Trail| Look { layout: &layout, trail, looks }.least_clashing(1);
        // Items a, b and c have 5, 3 and 4 options: 8 are of the items of 1, then 8, 7 and 3.
        assert_eq!([25, 26].map(|looks| least(looks, &trail)), [None, Some(5)]);
        trail.push(Literal::left_out(5), Reason::None);
        assert_eq!(least(26, &trail), Some(4));
        trail.push(Literal::left_out(4), Reason::None);
        assert_eq!(least(26, &trail), Some(1));
    }
}
