//! What options take of the items of a problem, without a search.

use super::{Bounds, Colour, ItemId, OptionId, Problem};

/// What some options take of the items of a problem: which options can join them, and what is still
/// to be covered.
///
/// ```
/// use tourdion::cover::{Bounds, OptionId, Problem, Taken};
///
/// let problem: Problem = "2:3|a b\na b\na\nb\na\n".parse()?;
/// let mut taken = Taken::nothing(&problem);
/// taken.add(OptionId::at(0));
/// let [a, b] = ["a", "b"].map(|name| problem.item_named(name).unwrap());
/// assert_eq!(taken.left(a), Bounds { least: 1, most: 2 });
/// assert_eq!(taken.clash(OptionId::at(2)), Some(b));
/// assert_eq!(taken.clash(OptionId::at(3)), None);
/// # Ok::<(), tourdion::cover::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Taken<'p> {
    problem: &'p Problem,
    /// For each item the number of these options, and the colour that the last gave it.
    of: Vec<(u32, Option<Colour>)>,
}

impl Taken<'_> {
    /// What no options take.
    pub fn nothing(problem: &Problem) -> Taken<'_> {
        Taken { problem, of: vec![(0, None); problem.items().len()] }
    }

    /// The first item of an option that has no room for it, and on whose colour it does not agree.
    pub fn clash(&self, option: OptionId) -> Option<ItemId> {
        let mut entries = self.problem.entries_of(option).iter();
        let clash = entries.find(|entry| {
            let (times, colour) = self.of[entry.item.index()];
            !Colour::agree(entry.colour, colour) && times >= self.problem.bounds(entry.item).most
        });
        clash.map(|entry| entry.item)
    }

    /// Adds an option, whether it clashes or not. One of another problem takes nothing.
    pub fn add(&mut self, option: OptionId) {
        for entry in self.problem.entries_of(option) {
            let (times, colour) = &mut self.of[entry.item.index()];
            (*times, *colour) = (*times + 1, entry.colour);
        }
    }

    /// The bounds of an item for other options, if they give it no colour.
    pub fn left(&self, item: ItemId) -> Bounds {
        let times = self.of.get(item.index()).map_or(0, |&(times, _)| times);
        self.problem.bounds(item).after(times)
    }
}
