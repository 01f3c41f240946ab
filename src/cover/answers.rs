//! Short methods of a problem: each chooses and builds an engine, and uses it once.
//!
//! ```
//! use tourdion::cover::classics;
//!
//! let queens = classics::queens(8)?;
//! assert_eq!(queens.count(), 92);
//! let first = queens.solve().expect("eight queens find their places");
//! assert_eq!(first.len(), 8);
//! assert_eq!(queens.covers().filter(|cover| cover.contains(&first[0])).count(), 18);
//! # Ok::<(), tourdion::cover::ProblemError>(())
//! ```
//!
//! Deliberately lacking: a second question to the same engine. [`Problem::engine`] returns an
//! engine for any number of questions; making it is most of the work of a small question.

use crate::cover::choice::{Question, choose};
use crate::cover::question::memo::Counter;
use crate::cover::share::lazy::Covers;
use crate::cover::{Engine, OptionId, Problem};
use crate::watch::Patient;

/// Bytes for the tables of a count.
const MEMORY: usize = 1 << 28;

impl Problem {
    /// The engine that [`choose`] picks for listing this problem's covers.
    #[expect(clippy::missing_panics_doc, reason = "what is chosen can be made")]
    pub fn engine(&self) -> Box<dyn Engine> {
        let choice = choose(self, Question::Listing);
        choice.engine.build(self).expect("what is chosen can be made")
    }

    /// The covers, one by one, each with its options in the order of the problem. The iterator owns
    /// its engine, and can move to another thread.
    #[doc(alias("solutions", "all_solutions", "exact_covers"))]
    pub fn covers(&self) -> Covers<Box<dyn Engine>> {
        Covers::of(self.engine())
    }

    /// A cover, if there is one.
    #[doc(alias("first_solution", "search"))]
    #[expect(clippy::missing_panics_doc, reason = "what is chosen can be made")]
    pub fn solve(&self) -> Option<Vec<OptionId>> {
        let choice = choose(self, Question::Few);
        choice.engine.build(self).expect("what is chosen can be made").first(1).pop()
    }

    /// The number of covers, at most [`u128::MAX`]; [`memo::Counter`](Counter) gives larger numbers
    /// exactly.
    ///
    /// Counts by remembering, in 256 MiB at most.
    #[doc(alias("count_covers", "count_solutions"))]
    pub fn count(&self) -> u128 {
        match Counter::new(self, &[], &[], MEMORY) {
            Ok(mut counter) => {
                let count = counter.count(&mut Patient).continue_value();
                count.and_then(|count| count.to_u128()).unwrap_or(u128::MAX)
            }
            Err(_) => self.engine().count(u64::MAX).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::classics;
    use super::*;

    fn is_send<T: Send>(_: &T) {}

    #[test]
    fn covers_can_go_to_another_thread() {
        let covers = classics::toy().unwrap().covers();
        is_send(&covers);
        let found = std::thread::spawn(|| covers.collect::<Vec<_>>()).join().unwrap();
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn problems_with_multiplicities_are_counted_too() {
        let mut problem = Problem::new();
        let item = problem.multiple("a", 1..=2).unwrap();
        for _ in 0..3 {
            problem.option([item]).unwrap();
        }
        assert_eq!(problem.count(), 6);
        assert_eq!(problem.covers().count(), 6);
    }

    #[test]
    fn a_number_beyond_128_bits_is_said_to_be_large() {
        let mut problem = Problem::new();
        for k in 0..130 {
            let item = problem.primary(&format!("i{k}")).unwrap();
            problem.option([item]).unwrap();
            problem.option([item]).unwrap();
        }
        assert_eq!(problem.count(), u128::MAX);
    }
}
