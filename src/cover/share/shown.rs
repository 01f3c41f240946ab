//! The covers that a visitor has received, where several searches may show the same one.
//!
//! ```text
//!      plain search    {3 7 9}    new: shown, and remembered
//!      learning        {9 3 7}    known
//! ```
//!
//! Invariant: two covers are the same if they have the same options, in whatever order.

use std::collections::HashSet;

use crate::cover::{Cover, OptionId};

/// The covers shown.
#[derive(Default)]
pub(super) struct Shown {
    /// The options of each, in ascending order.
    covers: HashSet<Box<[OptionId]>>,
}

impl Shown {
    /// Whether it has a cover.
    pub(super) fn has(&self, cover: Cover<'_>) -> bool {
        !self.covers.is_empty() && self.covers.contains(&in_order(cover.options()))
    }

    /// Adds a cover of these options. Returns whether it is new.
    pub(super) fn add(&mut self, options: impl Iterator<Item = OptionId>) -> bool {
        self.covers.insert(in_order(options))
    }
}

fn in_order(options: impl Iterator<Item = OptionId>) -> Box<[OptionId]> {
    let mut options: Box<[OptionId]> = options.collect();
    options.sort_unstable();
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::Move;

    #[test]
    fn covers_with_the_same_options_are_the_same() {
        let mut shown = Shown::default();
        let held = [Move::Held(OptionId::at(5)), Move::Banned(OptionId::at(6))];
        let cover = Cover::new(&held, &[9, 3]);
        assert!(!shown.has(cover));
        assert!(shown.add(cover.options()));
        for same in [cover, Cover::new(&held, &[3, 9]), Cover::new(&[], &[3, 5, 9])] {
            assert!(shown.has(same) && !shown.add(same.options()));
        }
        assert!(!shown.has(Cover::new(&[], &[3, 9])) && !shown.has(Cover::new(&held, &[9, 4])));
    }
}
