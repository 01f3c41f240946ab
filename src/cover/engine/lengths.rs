//! The number of options of each item.
//!
//! ```text
//!      a b | x
//!      a x               lengths a 2, b 2, x 3: two options clash at most 2 + 2 + 6 times
//!      b x
//!      a b x
//! ```
//!
//! To count them takes a noticeable part of the time of a small problem. So they are counted once,
//! to choose the engine, to classify the [secondary items](super::secondary), and to build rows.

use crate::cover::{ItemId, Problem};

/// The number of options of each item.
#[derive(Debug)]
pub(in crate::cover) struct Lengths(Vec<u32>);

impl Lengths {
    pub(in crate::cover) fn of(problem: &Problem) -> Lengths {
        let mut lengths = vec![0; problem.items().len()];
        problem.entries().iter().for_each(|entry| lengths[entry.item.index()] += 1);
        Lengths(lengths)
    }

    /// The lengths of all items, in their order.
    pub(in crate::cover) fn all(&self) -> &[u32] {
        &self.0
    }

    /// The items that are primary, or are not, with their lengths.
    pub(super) fn of_kind(
        &self,
        problem: &Problem,
        is_primary: bool,
    ) -> impl Iterator<Item = (ItemId, u32)> {
        let all = problem.items().zip(self.0.iter().copied());
        all.filter(move |&(item, _)| problem.is_primary(item) == is_primary)
    }

    /// Whether the problem needs more bits than `most` in a live list, as far as that shows here:
    /// without a look at colours.
    pub(in crate::cover) fn need_more_bits(&self, problem: &Problem, most: usize) -> bool {
        let primary = problem.primary_count();
        let is_seen = primary <= most && !problem.is_coloured();
        let shared = || self.of_kind(problem, false).filter(|&(_, length)| length > 1).count();
        primary > most || (is_seen && primary + shared() > most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::engine::live::BITS;
    use crate::cover::{Live, classics};

    #[test]
    fn what_is_too_much_for_a_live_list_has_none() {
        let mut refused = 0;
        for queens in 20..60 {
            let problem = classics::queens(queens).unwrap();
            let is_refused = Lengths::of(&problem).need_more_bits(&problem, BITS);
            assert!(!is_refused || Live::bits(&problem).is_err(), "{queens}");
            refused += usize::from(is_refused);
        }
        assert!((1..40).contains(&refused));
    }
}
