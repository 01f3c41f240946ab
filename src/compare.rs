//! Comparing searches on the same puzzles, in turns and under a budget. Their verdicts must agree.
//!
//! ```text
//!      puzzles ──▶ lockstep, links, norvig ...      round after round: the least time counts
//!                     │ verdicts: the same?         if not, a Disagreement
//!                     ▼
//!                 Turns of the puzzles ──▶ Standing of each engine: median, 95 %, worst, nodes,
//!                                          ratio to the first
//! ```
//!
//! ```
//! use tourdion::compare::{Contest, Contestant, Rules, standings};
//! use tourdion::sudoku::{Grid, Shape};
//! use tourdion::watch::Patient;
//!
//! let engines = vec!["links".parse::<Contestant>()?, "norvig".parse()?];
//! let mut contest = Contest::new(engines, Shape::CLASSIC, Rules::default())?;
//! let puzzle: Grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let outcome = contest.run(&[&puzzle], None, &mut Patient);
//! assert!(outcome.disagreements.is_empty());
//! let standings = standings(&outcome.turns);
//! assert!(standings[0].nodes.is_some() && standings[0].ratio.to_string() == "1.00");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Times and efforts are those of one puzzle on one thread. The puzzle is already read, and the
//! engine is in the state that another puzzle left. The effort is the same every time. An engine
//! made for many puzzles at a time, such as lockstep, searches one at a time here, too. If time is
//! short, slow engines search only a sample.
//!
//! A search that has spent its budget would take *at least* that time. The budget is then kept as a
//! bound, shown with a `>`, and numbers computed from it are bounds as well.
//!
//! A [`ContestReport`] has the tables as text.
//!
//! Deliberately lacking: reading, printing and plots; and threads, which would disturb each other.

mod contest;
mod contestant;
mod interlude;
mod report;
mod sample;
mod standing;
pub mod tree;
mod turn;

pub use contest::{Contest, ContestOutcome, ContestQuestion, Rules};
pub use contestant::{Contestant, ContestantError, Unsuited};
pub use report::{ContestPuzzle, ContestReport};
pub use standing::{Ratio, Standing, standings};
pub use turn::{Bounded, Turn};
