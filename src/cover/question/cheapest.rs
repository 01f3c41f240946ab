//! The cheapest covers: where options cost something, those covers that cost least together.
//!
//! # The idea
//!
//! Three items, and what the options cost:
//!
//! ```text
//!      a b  |7      a  |2      b c  |6      c  |5      b  |4
//! ```
//!
//! Let each item ask a *tax* of every option that has it. A cover pays each item's tax once,
//! whatever the cover is; so the taxes change what covers cost all by the same amount, and not
//! which is the cheapest. But they show what an option is worth. With a tax of 2 on `a`, 4 on `b`
//! and 2 on `c`, which make 8,
//!
//! ```text
//!      a b  |1      a  |0      b c  |0      c  |3      b  |0
//! ```
//!
//! is what is left of the costs: the *reduced* costs. None is below 0, so no cover costs less than
//! 8; `a` and `b c` cost 8 and are the cheapest. Once they are found, `c` need not be looked at
//! again: a cover with it costs 3 more than 8 at least.
//!
//! That is the search: branch and bound. It goes through covers as Algorithm X does, tries an
//! item's options in the order of their reduced costs, and has at each node a *lower bound*, below
//! which no cover that is still to be found there can cost:
//!
//! ```text
//!      what the chosen options cost  +  the taxes of all items left  +  all reduced costs below 0
//! ```
//!
//! When as many covers are known as were asked for, whatever can't be cheaper than the worst of
//! them is given up: a node for its bound, and an option for the bound together with its reduced
//! cost.
//!
//! # Taxes
//!
//! Knuth sets the taxes once. Here they are made better at each node (`taxes`), one item after
//! another: an item that has to be covered once asks for what lies half way between its two
//! cheapest options, so that one of them is left below 0 and the other above. That never makes the
//! bound worse, and mostly better, because an item that asks for less leaves more to others. Where
//! every option has two items, as in an assignment of jobs or a paving with dominoes, it mostly
//! ends at what the cheapest cover costs, and the search goes there without a detour
//! (`tests/it/cheapest.rs`).
//!
//! An item that stands in two to three options has a tax like any other: the bound has it twice if
//! it is above 0, and three times if it is below. When every item has what it needs, there is a
//! cover; one with more options costs no less, and is looked for too as long as it may be among
//! those asked for.
//!
//! # The list
//!
//! Good taxes need a look at every option that is left, at each node. An engine's lists would be
//! kept for nothing beside that. So this search copies the options that are left from node to node,
//! as the [live list](crate::cover::engine::live) does, each with its reduced cost.
//!
//! # Invariants
//!
//! 1. The reduced cost of an option in the list of a node is what it costs less the node's taxes on
//!    it.
//! 2. A cover that is never found costs no less than the worst that is kept, and as many are kept
//!    as were asked for.
//! 3. No cover is found twice: those below a choice lack the choices tried before it.
//!
//! Sources: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, Algorithm C$, and his program
//! DLX5; Garfinkel and Nemhauser, *The set-partitioning problem* (1969); Wedelin, *An algorithm for
//! large scale 0–1 integer programming with application to airline crew scheduling* (1995), who
//! sets taxes half way.
//!
//! Deliberately lacking: costs below 0; taxes on colours; several cores; a search that goes on
//! where another was broken off.

mod best;
mod search;
mod state;
mod taxes;

use self::search::Search;
use self::state::State;
use crate::cover::{OptionId, Problem, Statistics};
use crate::watch::Watch;

/// A cover and what it costs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct Priced {
    /// What its options cost together.
    pub cost: u128,
    /// Its options, in the order of the problem.
    pub options: Vec<OptionId>,
}

/// What a search for the cheapest covers has found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CheapestCovers {
    /// The cheapest covers, in the order of their costs, and those that cost the same in the order
    /// of their options. If several cost as much as the last, it is those that the search found
    /// first; that is always the same.
    pub covers: Vec<Priced>,
    /// Whether the search came to its end. If not, the covers are the cheapest that were seen.
    pub is_complete: bool,
    /// No cover costs less than this. It is known before the search begins, and so may be far too
    /// small.
    pub at_least: u128,
    /// What was done: the nodes; as updates, the options that a node's list lacks and that above it
    /// has; and the covers that were found on the way.
    pub statistics: Statistics,
}

/// An option that is held or banned is not of the problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the option number {} is not of this problem", .0.index())]
pub struct Unknown(pub OptionId);

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
    /// `None` if two options that are held clash.
    state: Option<State>,
    /// The options that may be chosen.
    left: Vec<u32>,
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
    ) -> Result<Cheapest, Unknown> {
        let count = problem.options().len();
        if let Some(&unknown) = held.iter().chain(banned).find(|option| option.index() >= count) {
            return Err(Unknown(unknown));
        }
        let mut state = State::new(problem);
        let mut is_out = vec![false; count];
        for &option in held {
            if std::mem::replace(&mut is_out[option.index()], true) {
                continue;
            }
            if !state.fits(option.0) {
                return Ok(Cheapest { state: None, left: Vec::new() });
            }
            state.choose(option.0);
        }
        for option in banned {
            is_out[option.index()] = true;
        }
        let left =
            problem.options().filter(|option| !is_out[option.index()]).map(|option| option.0);
        let left = left.filter(|&option| state.has_primary(option) && state.fits(option)).collect();
        Ok(Cheapest { state: Some(state), left })
    }

    /// The `count` cheapest covers, or all if there are no more. `watch` sees what was done at each
    /// node of the search, and may break off.
    ///
    /// Takes time for each node in proportion to the entries of all options that are left, and
    /// memory for a list of options for each choice on the way from the root.
    pub fn first(&self, count: usize, watch: &mut dyn Watch<Statistics>) -> CheapestCovers {
        match &self.state {
            Some(state) if count > 0 => Search::new(state.clone(), &self.left, count).run(watch),
            _ => CheapestCovers {
                covers: Vec::new(),
                is_complete: true,
                at_least: 0,
                statistics: Statistics::default(),
            },
        }
    }
}
