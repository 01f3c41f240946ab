//! The guess which of two searches will be done first: the plain one, or the one that learns.
//!
//! ```text
//!                                 secondary items
//!                     none             each keeps two options apart   others
//!
//!      a live list    plain            plain                          plain
//!      rows of bits   plain            plain                          both
//!      wider          learn            learn                          plain
//!
//!      then           as conflicts     a live list: learn             both
//!                     say              wider: learn, rows: both
//! ```
//!
//! Favoured is sixteen to one. The plain search is so for less than a second of work, and rows that
//! begin anew for some 15 ms where an option has three items at most, as in a Latin square, and for
//! two where it has more: there learning is the likelier winner. Then both have the same time, or
//! the search that learns is favoured: where no item is secondary, while its conflicts go back by
//! two levels or more in the mean, as those of Sudokus of 25×25 do, and those of random problems
//! don't. And the plain search is favoured when it is near its end.
//!
//! Invariant: both have some share of the time, always.

use crate::cover::engine::secondary::Secondary;
use crate::cover::{Cover, Engine, Learn, OptionId, Problem};

/// The shares of the search that learns, and of the plain one, if one is favoured or none.
const LEARN: [u64; 2] = [16, 1];
const PLAIN: [u64; 2] = [1, 16];
const BOTH: [u64; 2] = [1, 1];

/// The work after which a problem does not count as an easy one.
const LONG: u64 = 1 << 26;

/// The same for rows that begin anew, if an option has [`FEW_ITEMS`] at most, and if it has more.
const LONG_ANEW: [u64; 2] = [1 << 22, 1 << 19];

/// The most items of an option that are few.
const FEW_ITEMS: u64 = 3;

/// The work of a plain search that takes as long as a unit of work of a search that learns, by a
/// live list and by others (`cargo bench --bench choice -- --pace`).
const LEARNING: [u64; 2] = [32, 8];

/// A plain search is near its end if what is left takes at most this many times what it took.
const NEAR: u64 = 64;

/// The most choices to look at to see whether it is near, and the least work for each entry of the
/// problem between two looks.
const LOOKS: [usize; 2] = [64, 256];

/// How wide a problem is, by the plain search that suits it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// For a live list.
    Narrow,
    /// For rows.
    Between,
    /// For sparse sets.
    Wide,
}

/// How large a problem is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// The number of entries.
    pub(super) entries: u64,
    /// The number of items of an option, in the mean, rounded up.
    items: u64,
}

impl Size {
    pub(super) fn of(problem: &Problem) -> Size {
        let entries = problem.entry_count() as u64;
        Size { entries, items: entries.div_ceil(problem.options().len().max(1) as u64) }
    }
}

/// The guess which of both will be done first.
pub(super) struct Favoured {
    /// The shares of the one that learns, and of the plain one, where that is not favoured.
    shares: [u64; 2],
    /// Whether these depend on how far conflicts go back, once there were some.
    asks_conflicts: bool,
    /// The work of the plain one that takes as long as a unit of the other's.
    learning: u64,
    /// The work up to which the plain search is favoured.
    long: u64,
    /// Whether the plain search begins anew now and then: then its choices say nothing of its end.
    begins_anew: bool,
    /// The number of entries of the problem.
    entries: u64,
    /// The choices of the plain search at the last turn, and whether it was near its end.
    path: Vec<OptionId>,
    is_near: bool,
}

impl Favoured {
    /// For a problem of this shape and size.
    pub(super) fn new(shape: Shape, secondary: Secondary, size: Size) -> Favoured {
        let (suits_plain, suits_learning) = match (shape, secondary) {
            (Shape::Narrow, Secondary::Pairs) => (true, true),
            (Shape::Narrow, _)
            | (Shape::Between, Secondary::None | Secondary::Pairs)
            | (Shape::Wide, Secondary::Others) => (true, false),
            (Shape::Between, Secondary::Others) => (false, false),
            (Shape::Wide, Secondary::None | Secondary::Pairs) => (false, true),
        };
        let long = match (shape, secondary) {
            (Shape::Between, Secondary::None) => LONG_ANEW[usize::from(size.items > FEW_ITEMS)],
            _ if suits_plain => LONG,
            _ => 0,
        };
        Favoured {
            shares: if suits_learning { LEARN } else { BOTH },
            asks_conflicts: secondary == Secondary::None,
            learning: LEARNING[usize::from(shape != Shape::Narrow)],
            long,
            begins_anew: shape == Shape::Wide
                || (shape == Shape::Between && secondary != Secondary::Pairs),
            entries: size.entries,
            path: Vec::new(),
            is_near: false,
        }
    }

    /// The work of the plain search that takes as long as a unit of the other's.
    pub(super) const fn learning(&self) -> u64 {
        self.learning
    }

    /// The shares without another look at the plain search, which has done this work.
    pub(super) fn likely(&self, plain: u64) -> [u64; 2] {
        if self.is_near || plain < self.long { PLAIN } else { self.shares }
    }

    /// The shares of the search that learns, and of the plain one, which has done this work.
    pub(super) fn shares(&mut self, plain: u64, so_far: Cover<'_>, learn: &mut Learn) -> [u64; 2] {
        let before = std::mem::replace(&mut self.path, so_far.chosen().collect());
        if !self.begins_anew && plain >= self.entries.saturating_mul(LOOKS[1] as u64) {
            let old = before.iter().zip(&self.path).take_while(|(one, other)| one == other);
            self.is_near = is_near(old.map(|(&option, _)| option), learn);
        }
        if let Some(goes_far_back) = learn.goes_far_back().filter(|_| self.asks_conflicts) {
            self.shares = if goes_far_back { LEARN } else { BOTH };
        }
        self.likely(plain)
    }
}

/// Whether these first choices, which stood for a third of a search, have few alternatives.
fn is_near(choices: impl Iterator<Item = OptionId>, learn: &mut Learn) -> bool {
    let (mut ways, mut depth) = (1, 0);
    for option in choices {
        ways *= learn.shortest().map_or(1, |(_, left)| left.max(1) as u64);
        if ways > NEAR || depth == LOOKS[0] || learn.hold(option).is_err() {
            ways = u64::MAX;
            break;
        }
        depth += 1;
    }
    for _ in 0..depth {
        learn.release();
    }
    ways <= NEAR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::classics;

    #[test]
    fn a_search_is_near_its_end_if_its_old_choices_have_few_alternatives() {
        let mut learn = Learn::new(&classics::queens(20).unwrap()).unwrap();
        let choices = learn.first(1).remove(0);
        let near = |count, learn: &mut Learn| is_near(choices.iter().copied().take(count), learn);
        // A row of the first queen has 20 places, and the shortest after it has 17 or more.
        assert_eq!([0, 1, 2, 20].map(|count| near(count, &mut learn)), [true, true, false, false]);
        assert!(learn.moves().is_empty() && learn.sanity().is_ok());
    }
}
