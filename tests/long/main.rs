//! Tests that take minutes: `cargo test --release --test long`, as `.ci/run` does.
//!
//! Some files are those of `tests/it`. Their cases under `if LONG` run here: larger problems, more
//! random ones, slow engines, and long cases with the large catalogues.

/// Whether the tests take the cases that need minutes as well.
pub(crate) const LONG: bool = true;

#[allow(dead_code)] // some of it is for benches
#[path = "../../benches/made/mod.rs"]
mod made;
#[path = "../../benches/sets/mod.rs"]
mod sets;
#[path = "../support/mod.rs"]
#[allow(dead_code)] // some of it is for the other tests
mod support;
#[path = "../../benches/textbook/mod.rs"]
mod textbook;

#[path = "../it/baselines.rs"]
mod baselines;
#[path = "../it/branching.rs"]
mod branching;
#[path = "../it/canonical.rs"]
mod canonical;
#[path = "../it/cheapest.rs"]
mod cheapest;
#[path = "../it/constraints.rs"]
mod constraints;
#[path = "../it/counting.rs"]
mod counting;
#[path = "../it/covers.rs"]
mod covers;
#[path = "../it/critical.rs"]
mod critical;
#[path = "../it/cuts.rs"]
mod cuts;
#[cfg(unix)]
mod documents;
#[path = "../it/early.rs"]
mod early;
#[path = "../it/finders.rs"]
mod finders;
mod hunts;
#[cfg(unix)]
mod killed;
#[path = "../it/learn.rs"]
mod learn;
#[path = "../it/lockstep.rs"]
mod lockstep;
#[path = "../it/memo.rs"]
mod memo;
#[path = "../it/memo_threads.rs"]
mod memo_threads;
#[path = "../it/multiple.rs"]
mod multiple;
#[path = "../it/nets.rs"]
mod nets;
#[path = "../it/parts.rs"]
mod parts;
#[path = "../it/paths.rs"]
mod paths;
#[path = "../it/rating.rs"]
mod rating;
#[path = "../it/reduce.rs"]
mod reduce;
#[path = "../it/reduce_large.rs"]
mod reduce_large;
#[path = "../it/sukaku.rs"]
mod sukaku;
#[path = "../it/techniques.rs"]
mod techniques;
#[path = "../it/tours.rs"]
mod tours;
#[path = "../it/verdicts.rs"]
mod verdicts;
