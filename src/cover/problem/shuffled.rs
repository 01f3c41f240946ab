//! The same problem in another order.
//!
//! ```text
//!      items a b c, options ab bc c        items c a b, options c ab bc
//!      which come first, if both           which come first now
//!      have as few options
//! ```
//!
//! A search breaks ties by the order of a problem: of items with equally few options it takes the
//! first, and of an item's options the first. The time to a first cover can depend on that by
//! orders of magnitude. So several random orders show how much is luck, and one of them may be
//! quick.
//!
//! Invariant: a cover of one is a cover of the other, by [`Shuffled::original`].
//!
//! Source: Gomes, Selman, Crato and Kautz, *Heavy-Tailed Phenomena in Satisfiability and Constraint
//! Satisfaction Problems*, 2000.

use std::sync::Arc;

use super::names::Names;
use super::{ItemId, Matrix, OptionEntry, OptionId, Problem};

/// A problem whose items and options are in a random order; see [`Problem::shuffled`].
#[derive(Clone, Debug)]
pub struct Shuffled {
    problem: Problem,
    /// For each option of the problem its number before, and the way back.
    originals: Vec<OptionId>,
    places: Vec<OptionId>,
}

impl Shuffled {
    /// The problem in its new order.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The option of the problem as it was, for one of [`Shuffled::problem`].
    ///
    /// # Panics
    /// If the option is not of this problem.
    pub fn original(&self, option: OptionId) -> OptionId {
        self.originals[option.index()]
    }

    /// The option of [`Shuffled::problem`], for one of the problem as it was.
    ///
    /// # Panics
    /// If the option is not of this problem.
    pub fn place_of(&self, original: OptionId) -> OptionId {
        self.places[original.index()]
    }
}

impl Problem {
    /// The same problem with its items and its options in random orders, each equally likely if
    /// `below` gives each number below its argument with the same chance. Takes time in proportion
    /// to the entries.
    ///
    /// ```
    /// use tourdion::chance::Chance;
    /// use tourdion::cover::{Engine, OptionId, Turns, classics};
    ///
    /// let queens = classics::queens(40)?;
    /// let mut chance = Chance::new(2007, 0);
    /// let shuffled = queens.shuffled(&mut |bound| chance.below(bound));
    /// let cover = Turns::new(shuffled.problem())?.first(1).remove(0);
    /// let queens_as_they_were: Vec<OptionId> =
    ///     cover.into_iter().map(|queen| shuffled.original(queen)).collect();
    /// assert!(queens.is_cover(&queens_as_they_were));
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    pub fn shuffled(&self, below: &mut dyn FnMut(usize) -> usize) -> Shuffled {
        let items = in_random_order(self.items().collect(), below);
        let originals = in_random_order(self.options().collect(), below);
        let places = inverse(originals.iter().map(|option| option.index()));
        Shuffled {
            problem: self.renumbered(&items, &originals),
            originals,
            places: places.into_iter().map(OptionId).collect(),
        }
    }

    /// The problem whose item k is `items[k]` of this one, and whose option k is `options[k]`.
    /// Names, bounds, colours and costs stay with their items and options.
    fn renumbered(&self, items: &[ItemId], options: &[OptionId]) -> Problem {
        let places = inverse(items.iter().map(|item| item.index()));
        let place_of = |item: ItemId| ItemId(places[item.index()]);
        let mut matrix = Matrix {
            roles: items.iter().filter_map(|&item| self.matrix.roles.of(item)).collect(),
            starts: Vec::with_capacity(options.len()),
            entries: Vec::with_capacity(self.entry_count()),
            costs: Vec::new(),
            is_coloured: self.matrix.is_coloured,
        };
        if self.has_costs() {
            matrix.costs.extend(options.iter().map(|&option| self.cost(option)));
        }
        for &option in options {
            matrix.starts.push(matrix.entries.len() as u32);
            let entries = self.entries_of(option).iter();
            matrix
                .entries
                .extend(entries.map(|&entry| OptionEntry { item: place_of(entry.item), ..entry }));
        }
        let mut names = Names::default();
        for name in items.iter().filter_map(|item| self.names.get(item.index())) {
            names.put(name).expect("names that had room have room in any order");
        }
        Problem {
            names,
            colours: self.colours.clone(),
            matrix: Arc::new(matrix),
            seen_in: vec![0; items.len()],
        }
    }
}

/// The list in a random order (Fisher and Yates; Durstenfeld's form).
fn in_random_order<T>(mut list: Vec<T>, below: &mut dyn FnMut(usize) -> usize) -> Vec<T> {
    for last in (1..list.len()).rev() {
        list.swap(below(last + 1).min(last), last);
    }
    list
}

/// For each number, its place in an order of all of them.
fn inverse(order: impl ExactSizeIterator<Item = usize>) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, number) in order.enumerate() {
        places[number] = place as u32;
    }
    places
}
