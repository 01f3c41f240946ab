//! The guess which search will be done first: the plain one, the one by weights, or the one that
//! learns.
//!
//! ```text
//!                                 secondary items
//!                     none             each keeps two options apart   fillings   others
//!
//!      a live list    plain            plain                          plain      plain
//!      rows of bits   plain            plain                          both       both
//!      wider          learn            learn                          plain      all
//!
//!      then           as conflicts     a live list: learn             all        all
//!                     say              wider: learn, rows: both
//! ```
//!
//! A search that is favoured has sixteen times the time of another one. The search by weights never
//! is: it has half the time of each other search that is not, and none beside rows. Only where
//! options are fillings, as in crosswords, it has a quarter of the plain one's at first.
//!
//! Where no search learns, as with multiplicities, the search by weights has a fifth of the time
//! beside a plain one that is favoured.
//!
//! The plain search is favoured for less than a second of work, and rows without secondary items
//! for some 15 ms where an option has three items at most, as in a Latin square, and for two where
//! it has more: there learning is the likelier winner. Then none is favoured, or the search that
//! learns: where no item is secondary, while its conflicts go back by two levels or more in the
//! mean, as those of Sudokus of 25×25 do, and those of random problems don't. It stays favoured
//! then if options have more than three items. And the plain search is favoured when it is near its
//! end, if the problem is no wide one: there what is left may take it sixty times as long, and
//! learning a moment. On a wide problem none is favoured at first.
//!
//! Invariant: each search has some share of the time, always.

use crate::cover::engine::secondary::Secondary;
use crate::cover::{Cover, Engine, Learn, OptionId, Problem};

/// The shares of the time that the searches have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shares {
    pub(super) plain: u64,
    pub(super) weights: u64,
    pub(super) learn: u64,
}

impl Shares {
    /// The most work of the search by weights, if the plain one has done so much.
    pub(super) fn weighing(&self, plain: u64, paces: Paces) -> u64 {
        plain / (self.plain * paces.weights) * (self.weights * paces.plain)
    }

    /// The same of the search that learns.
    pub(super) fn learning(&self, plain: u64, paces: Paces) -> u64 {
        plain / (self.plain * paces.learn) * (self.learn * paces.plain)
    }
}

/// The times that a unit of work of each search takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paces {
    pub(super) plain: u64,
    pub(super) weights: u64,
    pub(super) learn: u64,
    /// The time of one, in nanoseconds.
    unit: u64,
}

impl Paces {
    /// The time of a unit of work at one of these paces, in nanoseconds.
    pub(super) fn nanoseconds(self, pace: u64) -> u64 {
        pace * self.unit
    }
}

/// The shares if one search is favoured, or none.
const LEARN: Shares = Shares { plain: 2, weights: 1, learn: 32 };
const PLAIN: Shares = Shares { plain: 32, weights: 1, learn: 2 };
const ALL: Shares = Shares { plain: 2, weights: 1, learn: 2 };

/// The shares if the plain search is favoured, and none learns, as with multiplicities. The order
/// of a production line is found by weights at once, and hardly ever by a live list.
const PLAIN_ALONE: Shares = Shares { plain: 4, weights: 1, learn: 0 };

/// The shares where options are fillings. A conflict has hundreds of options for reasons there, so
/// that learning is slow. Runs by weights find a cover at once, or later than the plain search.
const FILLINGS: Shares = Shares { plain: 16, weights: 4, learn: 1 };

/// The work after which a problem does not count as an easy one.
const LONG: u64 = 1 << 26;

/// The same for rows without secondary items, if an option has [`FEW_ITEMS`] at most, and if it has
/// more.
const LONG_OF_ROWS: [u64; 2] = [1 << 22, 1 << 19];

/// The work of a plain search on a wide problem during which no search is favoured, and, where
/// options are fillings, during which the plain one has most of the time.
const EARLY: u64 = 1 << 20;
const LONG_FILLINGS: u64 = 1 << 23;

/// The most items of an option that are few.
const FEW_ITEMS: u64 = 3;

/// The time of a unit of work of the plain search, the one by weights and the one that learns
/// (`cargo bench --bench choice -- --pace`): beside a live list, beside rows, and beside sparse
/// sets.
const NARROW: Paces = Paces { plain: 1, weights: 2, learn: 32, unit: 2 };
const BETWEEN: Paces = Paces { plain: 1, weights: 1, learn: 8, unit: 4 };
pub(super) const WIDE: Paces = Paces { plain: 2, weights: 1, learn: 8, unit: 4 };

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

/// The guess which of them will be done first.
pub(super) struct Favoured {
    /// The shares where the plain search is favoured, and where it is not.
    plain: Shares,
    shares: Shares,
    conflicts: Conflicts,
    pub(super) paces: Paces,
    /// The work up to which the plain search is favoured.
    long: u64,
    /// The work up to which conflicts and secondary items say nothing.
    early: u64,
    /// The shares until then.
    early_shares: Shares,
    /// Whether the choices of the plain search say nothing of its end: they are fillings, of which
    /// each may be tried for long, or the problem is wide.
    hides_end: bool,
    /// The number of entries of the problem.
    entries: u64,
    /// The choices of the plain search at the last turn, and the alternatives to the first of them,
    /// if they are so few that it is near its end.
    path: Vec<OptionId>,
    ways: Option<u64>,
}

impl Favoured {
    /// For a problem of this shape and size, with a search that learns or without one.
    pub(super) fn new(shape: Shape, secondary: Secondary, size: Size, learns: bool) -> Favoured {
        let (suits_plain, suits_learning) = match (shape, secondary) {
            (Shape::Narrow, Secondary::Pairs) => (true, true),
            (Shape::Narrow, _) | (Shape::Between, Secondary::None | Secondary::Pairs) => {
                (true, false)
            }
            (Shape::Between | Shape::Wide, Secondary::Fillings | Secondary::Others) => {
                (false, false)
            }
            (Shape::Wide, Secondary::None | Secondary::Pairs) => (false, true),
        };
        let long = match (shape, secondary) {
            (Shape::Between, Secondary::None) => LONG_OF_ROWS[usize::from(size.items > FEW_ITEMS)],
            _ if suits_plain => LONG,
            _ => 0,
        };
        let (early, early_shares) = match (shape, secondary) {
            (Shape::Narrow | Shape::Between, _) => (0, ALL),
            (Shape::Wide, Secondary::Fillings) => (LONG_FILLINGS, FILLINGS),
            (Shape::Wide, _) => (EARLY, ALL),
        };
        Favoured {
            plain: if learns { PLAIN } else { PLAIN_ALONE },
            shares: if suits_learning { LEARN } else { ALL },
            conflicts: match secondary {
                Secondary::None if size.items > FEW_ITEMS => Conflicts::SayOnce,
                Secondary::None => Conflicts::Say,
                _ => Conflicts::Silent,
            },
            paces: match shape {
                Shape::Narrow => NARROW,
                Shape::Between => BETWEEN,
                Shape::Wide => WIDE,
            },
            long,
            early,
            early_shares,
            hides_end: match shape {
                Shape::Narrow => secondary == Secondary::Fillings,
                Shape::Between => !matches!(secondary, Secondary::None | Secondary::Pairs),
                Shape::Wide => true,
            },
            entries: size.entries,
            path: Vec::new(),
            ways: None,
        }
    }

    /// The shares without another look at the plain search, which has done this work.
    pub(super) fn likely(&self, plain: u64) -> Shares {
        match plain {
            _ if self.ways.is_some() || plain < self.long => self.plain,
            _ if plain < self.early => self.early_shares,
            _ => self.shares,
        }
    }

    /// The shares of the searches. The plain one has done this work.
    pub(super) fn shares(&mut self, plain: u64, so_far: Cover<'_>, learn: &mut Learn) -> Shares {
        let before = std::mem::replace(&mut self.path, so_far.chosen().collect());
        if !self.hides_end
            && self.conflicts != Conflicts::HaveSaid
            && plain >= self.entries.saturating_mul(LOOKS[1] as u64)
        {
            let old = before.iter().zip(&self.path).take_while(|(one, other)| one == other);
            self.ways = ways(old.map(|(&option, _)| option), learn);
        }
        if let Some(go_far_back) = learn.goes_far_back() {
            self.ask_conflicts(go_far_back);
        }
        self.likely(plain)
    }

    /// The alternatives to the first choices of the plain search, if it is near its end.
    pub(super) fn ways(&self) -> Option<u64> {
        self.ways
    }

    /// Lets the shares depend on whether conflicts go far back.
    fn ask_conflicts(&mut self, go_far_back: bool) {
        match self.conflicts {
            Conflicts::Say => self.shares = if go_far_back { LEARN } else { ALL },
            Conflicts::SayOnce if go_far_back => {
                (self.shares, self.conflicts) = (LEARN, Conflicts::HaveSaid);
                self.ways = None;
            }
            Conflicts::SayOnce => self.shares = ALL,
            Conflicts::Silent | Conflicts::HaveSaid => {}
        }
    }
}

/// What conflicts say of the shares, by how far they go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conflicts {
    /// Nothing.
    Silent,
    /// Which search is favoured. On Latin squares, whose options have few items, conflicts go less
    /// far later, and then rows are the better guess again.
    Say,
    /// The same until they go far: then the search that learns stays favoured.
    SayOnce,
    HaveSaid,
}

/// The alternatives to these first choices, which stood for a third of a search, and they
/// themselves, if these are few.
fn ways(choices: impl Iterator<Item = OptionId>, learn: &mut Learn) -> Option<u64> {
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
    (ways <= NEAR).then_some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::classics;

    #[test]
    fn a_search_is_near_its_end_if_its_old_choices_have_few_alternatives() {
        let mut learn = Learn::new(&classics::queens(20).unwrap()).unwrap();
        let choices = learn.first(1).remove(0);
        let mut ways = |count| ways(choices.iter().copied().take(count), &mut learn);
        // A row of the first queen has 20 places, and the shortest after it has 17 or more.
        assert_eq!([0, 1, 2, 20].map(&mut ways), [Some(1), Some(20), None, None]);
        assert!(learn.moves().is_empty() && learn.sanity().is_ok());
    }

    #[test]
    fn learning_stays_favoured_where_options_have_many_items() {
        let shares = |items, asked: &[bool]| {
            let size = Size { entries: 8000, items };
            let mut favoured = Favoured::new(Shape::Between, Secondary::None, size, true);
            for &go_far_back in asked {
                favoured.ask_conflicts(go_far_back);
            }
            favoured.likely(2 * LONG)
        };
        assert_eq!(
            [&[false][..], &[false, true], &[true, false]].map(|asked| shares(4, asked)),
            [ALL, LEARN, LEARN]
        );
        assert_eq!(
            [&[false][..], &[false, true], &[true, false]].map(|asked| shares(3, asked)),
            [ALL, LEARN, ALL]
        );
    }

    #[test]
    fn a_wide_search_near_its_end_is_not_favoured() {
        let problem = classics::queens(20).unwrap();
        let mut learn = Learn::new(&problem).unwrap();
        let first = learn.first(1)[0][0].index() as u32;
        let mut shares_of = |shape| {
            let mut favoured = Favoured::new(shape, Secondary::Pairs, Size::of(&problem), true);
            let work = 2 * LONG;
            // The same first choice at two looks.
            [(); 2].map(|()| favoured.shares(work, Cover::new(&[], &[first]), &mut learn))[1]
        };
        assert_eq!(
            [Shape::Narrow, Shape::Between, Shape::Wide].map(&mut shares_of),
            [PLAIN, PLAIN, LEARN]
        );
    }
}
