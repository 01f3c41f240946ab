//! Whether a plain search that is near its end is left to several threads.
//!
//! ```text
//!      one thread    ▮▮▮▮▮▮ near: at most 64 times as much is left
//!      all threads          ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮ the end, that of all
//! ```
//!
//! On one thread it would soon be over, too. So the others need no turns any more, and no other
//! order is worth a try: all threads can search its parts. What has been done is lost, which is
//! little where much is left.
//!
//! Deliberately lacking: sharing a search that is not near its end. Then another order, or another
//! search, is the likelier winner.

use std::num::NonZero;
use std::ops::ControlFlow::{self, Break, Continue};

#[cfg(feature = "parallel")]
use crate::threads::cores;

/// The least alternatives of the first choices: with fewer, too little may be left.
const WAYS: u64 = 4;

/// When a search is left to several threads, and whether it has been.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    /// The time of the clock from which on it may be; `None` for never.
    pub(super) from: Option<u64>,
    /// The number of threads; `None` for one on each core.
    pub(super) threads: Option<NonZero<usize>>,
    /// The work of the whole search by its choices, once it is broken off.
    pub(super) whole: Option<u64>,
}

impl Sharing {
    /// Looks at a search that has done this work, and whose first choices have these alternatives,
    /// if they are few. Breaks off one that is left to several threads.
    pub(super) fn look(&mut self, now: u64, work: u64, ways: Option<u64>) -> ControlFlow<()> {
        match (self.from, ways) {
            (Some(from), Some(ways)) if now >= from && ways >= WAYS && self.are_several() => {
                self.whole = Some(work.saturating_mul(ways));
                Break(())
            }
            _ => Continue(()),
        }
    }

    /// Whether there are several threads. To ask for the number of cores takes longer than a small
    /// question.
    fn are_several(&self) -> bool {
        #[cfg(feature = "parallel")]
        return self.threads.map_or_else(cores, NonZero::get) > 1;
        #[cfg(not(feature = "parallel"))]
        return self.threads > NonZero::new(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_broken_off_if_it_is_time_and_a_few_ways_are_left() {
        let look = |threads, from, now, ways| {
            let mut sharing = Sharing { from, threads: NonZero::new(threads), whole: None };
            (sharing.look(now, 10, ways).is_break(), sharing.whole)
        };
        assert_eq!(look(2, Some(5), 5, Some(WAYS)), (true, Some(10 * WAYS)));
        assert_eq!(look(1, Some(5), 5, Some(WAYS)), (false, None));
        for (from, now, ways) in
            [(None, 5, Some(4)), (Some(6), 5, Some(4)), (Some(5), 5, Some(3)), (Some(5), 5, None)]
        {
            assert_eq!(look(2, from, now, ways), (false, None));
        }
    }
}
