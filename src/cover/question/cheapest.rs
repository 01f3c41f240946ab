//! The cheapest covers of a problem whose options have costs.
//!
//! # The idea
//!
//! Three items, and options with their costs:
//!
//! ```text
//!      a b  |7      a  |2      b c  |6      c  |5      b  |4
//! ```
//!
//! Subtract a *tax* from the costs of all options of an item. Every cover has exactly one of these
//! options. So a tax changes the costs of all covers by the same amount, and the cheapest cover
//! stays the cheapest. But taxes give a lower bound. With a tax of 2 on `a`, 4 on `b` and 2 on `c`,
//! in total 8,
//!
//! ```text
//!      a b  |1      a  |0      b c  |0      c  |3      b  |0
//! ```
//!
//! remains of the costs: the *reduced* costs. None is below 0, so no cover costs less than 8; `a`
//! and `b c` cost 8 and are the cheapest. After that `c` can be ignored: a cover with it costs at
//! least 3 more than 8.
//!
//! That is the search: branch and bound. It goes through covers as Algorithm X does, tries an
//! item's options in the order of their reduced costs, and has a *lower bound* at each node. No
//! cover still to be found there costs less than:
//!
//! ```text
//!      cost of the chosen options  +  the taxes of all items left  +  all reduced costs below 0
//! ```
//!
//! Once the wanted number of covers is known, the search gives up nodes and options that can't beat
//! the worst of them: a node for its bound, an option for the bound plus its reduced cost.
//!
//! # Taxes
//!
//! Knuth sets the taxes once. Here they are improved at each node (`taxes`), one item after
//! another: an item to cover once sets its tax half way between its two cheapest options, so that
//! one of them ends below 0 and the other above. That never lowers the bound, and usually raises
//! it, because an item that asks for less leaves more to others.
//!
//! That may get stuck where several taxes would have to change together. `linear` finds the best
//! taxes that there are, at the root and at nodes that are worth the work. They often end the
//! search before it begins: for an assignment of jobs the bound is the cost of the cheapest cover,
//! and for the crews of an airline it nearly is, or the options with a reduced cost of 0 are one.
//!
//! An item with bounds 2 and 3 has a tax like any other: the bound counts it twice if it is above
//! 0, and three times if it is below. When every item has enough options, there is a cover. One
//! with more options costs no less, and is also searched for while it may be among the wanted ones.
//!
//! # The list
//!
//! Good taxes need a look at every option left, at each node. Beside that, an engine's lists would
//! be useless work. So this search keeps a plain list of the options left, as the [live
//! list](crate::cover::engine::live) does, each with its reduced cost (`rest`). A node that lacks
//! many of the options of the node above has a copy; others share its list, and what they lack is
//! merged in again. So the memory of all lists follows the size of the problem, however deep the
//! search is.
//!
//! # Few covers
//!
//! If a problem has few covers, as most packings, costs say little about where they are, and an
//! engine that lists them has ten times the nodes a second. So a search that takes more than some
//! milliseconds lets an engine list what is left at a node, where that takes less (`listing`). A
//! live list has the reduced costs of the node as prices, and leaves out what is too dear.
//!
//! # Long searches
//!
//! Depth first, a search may stay below a bad choice for long, and what it does before it knows a
//! cheap cover is in vain. So a search of more than some ten milliseconds goes on at several
//! places in turns, those with the lowest bounds first: as a `team`, whose searchers several
//! threads may divide among them.
//!
//! # Parts
//!
//! Options that are left may fall into parts that share no item. Each part has a search of its own,
//! and its cheapest covers are joined with those of the others (`components`).
//!
//! # Invariants
//!
//! 1. The reduced cost of an option in the list of a node is its cost minus the node's taxes on it.
//! 2. A cover that is never found costs no less than the worst one kept, and the wanted number is
//!    kept.
//! 3. The search finds no cover twice: those below a choice lack the choices tried before it.
//! 4. Whatever is computed with floating-point numbers is a proposal; bounds are whole numbers.
//!
//! Sources: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, Algorithm C$, and his program
//! DLX5; Garfinkel and Nemhauser, *The set-partitioning problem* (1969); Wedelin, *An algorithm for
//! large scale 0–1 integer programming with application to airline crew scheduling* (1995), which
//! sets taxes half way.
//!
//! Deliberately lacking: costs below 0; taxes on colours; resuming a search that was broken off;
//! sharing of the choices at each node. Those of an item that is covered once are in no list below,
//! but an item that needs many options has them at each of its choices.

mod best;
mod branch;
mod components;
mod linear;
mod listing;
mod manner;
mod places;
mod rest;
mod search;
mod state;
mod taxes;
mod team;

use self::components::Components;
use self::manner::Manner;
use self::rest::Memory;
use self::state::State;
use self::team::{Spread, Team};
use crate::cover::{OptionId, Problem, Statistics, UnknownOption};
#[cfg(feature = "parallel")]
use crate::threads::Threads;
use crate::watch::Watch;

/// A cover and its cost.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct Priced {
    /// The total cost of its options.
    pub cost: u128,
    /// Its options, in the order of the problem.
    pub options: Vec<OptionId>,
}

/// The result of a search for the cheapest covers.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CheapestCovers {
    /// The cheapest covers, in the order of their costs; covers of equal cost in the order of their
    /// options. If more covers cost the same as the last, the list has those found first; on the
    /// same machine this choice is always the same.
    pub covers: Vec<Priced>,
    /// Whether the search finished. If not, the covers are the cheapest found so far.
    pub is_complete: bool,
    /// No cover costs less than this. If the search finished, the cheapest costs this; if not, it
    /// may be too small. 0 if there is no cover.
    pub at_least: u128,
    /// The work: nodes; as updates, the options that each list lacks of the list above; and the
    /// covers found on the way. Those of an engine that lists covers count, too, so a cover may
    /// count twice. Of a problem in parts these are the covers of each part.
    pub statistics: Statistics,
}

/// Finds the cheapest covers of a problem. It takes colours, and items that may stand in several
/// options.
///
/// ```
/// use tourdion::cover::Problem;
/// use tourdion::cover::question::cheapest::Cheapest;
/// use tourdion::watch::Patient;
///
/// let problem: Problem = "a b c\na b |7\na |2\nb c |6\nc |5\nb |4\n".parse()?;
/// let cheapest = Cheapest::new(&problem, &[], &[])?;
/// let covers = cheapest.first(10, &mut Patient).covers;
/// assert_eq!(covers.iter().map(|cover| cover.cost).collect::<Vec<_>>(), [8, 11, 12]);
/// assert_eq!(covers[0].options.iter().map(|option| option.index()).collect::<Vec<_>>(), [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// `None` if two held options clash.
    state: Option<State>,
    /// The options that may be chosen.
    left: Vec<u32>,
    manner: Manner,
}

impl Cheapest {
    /// A search for the cheapest covers of `problem` that have all of `held` and none of `banned`;
    /// an option that is both is held. What is held costs as much as if it were chosen.
    ///
    /// # Errors
    /// If an option is not of the problem.
    pub fn new(
        problem: &Problem,
        held: &[OptionId],
        banned: &[OptionId],
    ) -> Result<Cheapest, UnknownOption> {
        problem.check_options(held.iter().chain(banned))?;
        let mut state = State::new(problem);
        let mut is_out = vec![false; problem.options().len()];
        for &option in held {
            if std::mem::replace(&mut is_out[option.index()], true) {
                continue;
            }
            if !state.fits(option.0) {
                return Ok(Cheapest { state: None, left: Vec::new(), manner: Manner::default() });
            }
            state.choose(option.0);
        }
        for option in banned {
            is_out[option.index()] = true;
        }
        let left =
            problem.options().filter(|option| !is_out[option.index()]).map(|option| option.0);
        let left = left.filter(|&option| state.has_primary(option) && state.fits(option)).collect();
        Ok(Cheapest { state: Some(state), left, manner: Manner::default() })
    }

    /// The same, with an engine that lists what is left from the first choices on: for tests, in
    /// which most problems are so small that none would list anything.
    #[doc(hidden)]
    #[must_use]
    pub fn listing_at_once(mut self) -> Cheapest {
        self.manner.lists_at_once = true;
        self
    }

    /// The same, with one list of options for all nodes, and room for this number of saved taxes:
    /// for tests, in which most problems are so small that each node would have a list.
    #[doc(hidden)]
    #[must_use]
    pub fn in_one_list(mut self, taxes: usize) -> Cheapest {
        self.manner.memory = Some(Memory { part: 0, taxes });
        self
    }

    /// The same, depth first to the end, however long that takes: the reference of teams.
    #[doc(hidden)]
    #[must_use]
    pub fn depth_first(mut self) -> Cheapest {
        self.manner.is_alone = true;
        self
    }

    /// The same, as a team from the root on, whose rounds have this work: for tests, in which most
    /// problems take no longer than one search alone.
    #[doc(hidden)]
    #[must_use]
    pub fn as_a_team(mut self, round: u64) -> Cheapest {
        self.manner.round = Some(round);
        self
    }

    /// The `count` cheapest covers, or all if there are no more. `watch` receives the work so far
    /// at each node of the search, and may end it.
    ///
    /// Takes time for each node in proportion to the entries of all options that are left, and
    /// memory in proportion to those of the problem. Besides, linear programming has up to 50 MB on
    /// each thread, and the taxes of nodes up to 150. An item that needs `k` options takes memory
    /// for its options `k` times. A long search has up to 16 lists in place of one, as long as
    /// they have 2^20 entries at most.
    pub fn first(&self, count: usize, watch: &mut dyn Watch<Statistics>) -> CheapestCovers {
        self.search(count, &Team::on_this_thread, watch)
    }

    /// The same on several threads. `threads` is called only when the search takes longer than some
    /// milliseconds, and returns the threads, or `None` to go on alone. Do not call this from one
    /// of these threads.
    ///
    /// The covers are the same, whatever the number of threads. Needs the feature `parallel`.
    ///
    /// ```
    /// use tourdion::cover::classics::{self, Region};
    /// use tourdion::cover::question::cheapest::Cheapest;
    /// use tourdion::threads::Threads;
    /// use tourdion::watch::Patient;
    ///
    /// let mut problem = classics::pentominoes(&Region::rectangle(6, 10))?;
    /// for (cost, option) in problem.options().enumerate() {
    ///     problem.set_cost(option, cost as u64 % 89)?;
    /// }
    /// let cheapest = Cheapest::new(&problem, &[], &[])?;
    /// let threads = Threads::new(2)?;
    /// let covers = cheapest.first_on(1, &|| Some(&threads), &mut Patient).covers;
    /// assert_eq!(covers, cheapest.first(1, &mut Patient).covers);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "parallel")]
    pub fn first_on<'t>(
        &self,
        count: usize,
        threads: &dyn Fn() -> Option<&'t Threads>,
        watch: &mut dyn Watch<Statistics>,
    ) -> CheapestCovers {
        let spread = |team: &mut Team, watch: &mut dyn Watch<Statistics>| match threads() {
            Some(threads) if threads.count() > 1 => team.on(threads, watch),
            _ => team.on_this_thread(watch),
        };
        self.search(count, &spread, watch)
    }

    fn search(
        &self,
        count: usize,
        spread: &Spread<'_>,
        watch: &mut dyn Watch<Statistics>,
    ) -> CheapestCovers {
        let Some(state) = self.state.as_ref().filter(|_| count > 0) else {
            return CheapestCovers {
                covers: Vec::new(),
                is_complete: true,
                at_least: 0,
                statistics: Statistics::default(),
            };
        };
        if let Some(parts) = Components::of(state, &self.left, count, self.manner) {
            return parts.search(spread, watch);
        }
        let mut team = Team::new(state.clone(), self.left.clone(), count, self.manner);
        let is_complete = team.go_on(u64::MAX, spread, watch).is_continue();
        let least = if is_complete { team.best().least() } else { Some(team.at_least()) };
        let (at_least, statistics) = (least.unwrap_or_default(), team.statistics());
        CheapestCovers { covers: team.into_best().into_sorted(), is_complete, at_least, statistics }
    }
}
