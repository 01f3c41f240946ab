//! The plain search on all threads, when it is near its end.
//!
//! ```text
//!      race       as listed ▮▮▮▮▮▮ near its end
//!                 shuffled    ▮▮▮▮ stopped
//!      together                    parts 1, 4, 5, 7 ...
//!                                  parts 2, 3, 6, 8 ...   covers in the order of the parts
//! ```
//!
//! Invariant: the covers come in the order in which one thread would find them, whatever the number
//! of threads and their pace. Where the limit of nodes ends the search depends on both.
//!
//! Deliberately lacking: what the race has learned.

use std::ops::ControlFlow::{self, Break, Continue};

use super::search::Plan;
use crate::cover::engine::plain::make;
use crate::cover::share::parallel::{SearchBudget, SearchEnd, SearchProgress};
use crate::cover::{Cover, Engine, Live, OptionId, Parallel, Statistics};
use crate::threads::Threads;

/// Shows the covers of the plan's problem, which fits a live list. Calls `pass` now and then with
/// the number of nodes searched. Returns how that has ended, or `None` if it takes more than this
/// number of nodes; and the work.
pub(super) fn search(
    plan: &Plan,
    nodes: u64,
    show: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
    pass: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> (Option<ControlFlow<()>>, Statistics) {
    let threads = plan.threads.map_or_else(Threads::all, |number| Threads::new(number.get()));
    let (Some(problem), Ok(threads)) = (&plan.problem, threads) else {
        return (None, Statistics::default());
    };
    let build = || {
        let mut live = Live::new(problem).expect("it was searched by a live list before");
        make(&mut live, &plan.moves);
        Box::new(live) as Box<dyn Engine>
    };
    let crew = Parallel::new(&build, &threads);
    let budget = SearchBudget { nodes: Some(nodes), ..SearchBudget::default() };
    let held: Vec<OptionId> = plan.moves.iter().filter_map(|made| made.held()).collect();
    let mut sink = |options: &[OptionId]| {
        let chosen = options.iter().filter(|option| !held.contains(option));
        let chosen: Vec<u32> = chosen.map(|option| option.index() as u32).collect();
        show(Cover::new(&plan.moves, &chosen))
    };
    let end = crew.list(budget, &mut sink, &mut |progress: &SearchProgress| pass(progress.nodes));
    let flow = match end {
        SearchEnd::Complete => Some(Continue(())),
        SearchEnd::Enough | SearchEnd::Stopped => Some(Break(())),
        SearchEnd::Spent => None,
    };
    (flow, crew.statistics())
}
