//! A branch on an item: which of its options comes next.
//!
//! ```text
//!      options of the item        0   1   2   3
//!      left                       x       x   x
//!      tried                      x                   then 2 or 3
//! ```
//!
//! The options of an item come in the [order](crate::cover::engine::order) that the search wants.
//! An option clashes with those that go with it: its row has them.

use super::state::State;
use super::table::Table;
use crate::cover::engine::order::OptionOrder;
use crate::cover::engine::span::Span;

/// An item that was branched on.
#[derive(Debug)]
pub(super) struct Branch {
    item: u16,
    /// The number of options that were left of it, and of those that are not tried.
    options: u16,
    untried: u16,
    /// The ranks of those that were tried.
    tried: u128,
    span: Span,
    /// The number of options chosen before.
    pub(super) depth: usize,
}

impl Branch {
    /// On an item that has this number of options left.
    pub(super) fn on(item: usize, options: u16, span: Span, depth: usize) -> Branch {
        Branch { item: item as u16, options, untried: options, tried: 0, span, depth }
    }

    /// That of the option taken last.
    pub(super) fn span(&self) -> Span {
        let number = self.options - self.untried - 1;
        self.span.child(number.into(), self.options.into())
    }

    /// Whether the option taken last was the last one.
    pub(super) fn is_over(&self) -> bool {
        self.untried == 0
    }

    /// Takes the next option, of those left in the state in which the branch began.
    #[inline(always)]
    pub(super) fn take(&mut self, table: &Table, state: &State, order: OptionOrder) -> usize {
        let options = table.options_of(self.item as usize);
        let rank = match order {
            OptionOrder::LeastClashingFirst if self.untried > 1 => {
                self.least_clashing(options, table, state)
            }
            _ => self.first(options, state),
        };
        self.untried -= 1;
        self.tried |= 1 << rank;
        options[rank] as usize
    }

    fn is_untried(&self, rank: usize) -> bool {
        self.tried >> rank & 1 == 0
    }

    /// The first one.
    #[inline(always)]
    fn first(&self, options: &[u16], state: &State) -> usize {
        let mut ranks = 0..options.len();
        let is_next = |&rank: &usize| self.is_untried(rank) && state.has(options[rank] as usize);
        ranks.find(is_next).expect("an option is left")
    }

    /// The first of those that take along the fewest of the options left.
    #[inline(always)]
    fn least_clashing(&self, options: &[u16], table: &Table, state: &State) -> usize {
        let (mut least, mut found) = (u32::MAX, 0);
        for (rank, &option) in options.iter().enumerate() {
            if self.is_untried(rank) && state.has(option as usize) {
                let words = table.row(option as usize).iter().zip(&state.left);
                let clashes = words.map(|(row, left)| (row & left).count_ones()).sum();
                if clashes < least {
                    (least, found) = (clashes, rank);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::engine::lengths::Lengths;

    #[test]
    fn options_that_clash_with_fewer_come_first() {
        // The options of a are 0, 1, 2 and 6, and clash with 5, 3, 5 and 4 others.
        let problem = "a b c d\na b c\na\na b\nb\nb c\nd\na d\n".parse().unwrap();
        let table = Table::new(&problem, &Lengths::of(&problem));
        let mut state = State::new(&table);
        let ranks = |state: &State, order| {
            let mut branch = Branch::on(0, 4, Span::WHOLE, 0);
            let all = (0..4).map(|_| branch.take(&table, state, order)).collect::<Vec<_>>();
            assert!(branch.is_over());
            all
        };
        assert_eq!(ranks(&state, OptionOrder::AsListed), [0, 1, 2, 6]);
        assert_eq!(ranks(&state, OptionOrder::LeastClashingFirst), [1, 6, 0, 2]);
        // With no others left, each clashes with three.
        state.left[0] = 1 | 1 << 1 | 1 << 2 | 1 << 6;
        assert_eq!(ranks(&state, OptionOrder::LeastClashingFirst), [0, 1, 2, 6]);
    }
}
