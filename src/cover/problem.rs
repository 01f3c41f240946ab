//! What is to be covered, and with what: items, options, and their names.
//!
//! ```text
//!      items      a b c | x y          primary before the bar, secondary after it
//!      options    a b x:1              starts   0     3     6    8
//!                 a c y                entries  a b x:1  a c y  b x:1
//!                 b x:1                         one array, option k from starts[k] to starts[k+1]
//! ```
//!
//! A [`Problem`] is built once, by code or from text (see [`text`](super::text)), checked as it is
//! built, and never changes once an engine has been made from it: engines copy what they need.
//!
//! Invariants: every entry names an item of this problem; no option is empty or has an item twice; no
//! primary item has a colour; no two items have the same name.
//!
//! Deliberately lacking: multiplicities and costs, and any simplification of the options.

use std::collections::HashMap;
use std::num::NonZeroU32;

use super::excerpt::Excerpt;

/// An item of a problem, numbered in the order of definition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemId(pub(super) u32);

/// An option of a problem, numbered in the order of definition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionId(pub(super) u32);

/// A colour that options give to a secondary item. Options that agree on it may share the item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(pub(super) NonZeroU32);

impl ItemId {
    /// The item's number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// The option with this number.
    ///
    /// # Panics
    /// If `index` is 2^32 or more, which no option's number is.
    pub fn at(index: usize) -> OptionId {
        OptionId(u32::try_from(index).expect("an option's number is below 2^32"))
    }

    /// The option's number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An item in an option, with the colour that the option gives it, if any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// Its colour; `None` for a primary item, and for a secondary one that no other option may share.
    pub colour: Option<Colour>,
}

impl From<ItemId> for Entry {
    fn from(item: ItemId) -> Entry {
        Entry { item, colour: None }
    }
}

impl From<(ItemId, Colour)> for Entry {
    fn from((item, colour): (ItemId, Colour)) -> Entry {
        Entry { item, colour: Some(colour) }
    }
}

/// Why an item or an option can't be part of a problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProblemError {
    /// A name that the text form could not carry.
    #[error("`{}` can't be a name: it is empty, or has white space, `:` or `|` in it", Excerpt(.0))]
    Name(String),
    /// Two items of one name.
    #[error("there is already an item `{}`", Excerpt(.0))]
    ItemTwice(String),
    /// An identifier from another problem.
    #[error("the option has an item that is not of this problem")]
    UnknownItem,
    /// An option without items.
    #[error("the option has no items")]
    EmptyOption,
    /// An item that stands twice in an option.
    #[error("the option has the item `{}` twice", Excerpt(.0))]
    Repeated(String),
    /// A primary item with a colour.
    #[error("the primary item `{}` can't have a colour", Excerpt(.0))]
    Coloured(String),
    /// More than 2^32 - 1 items, options or entries.
    #[error("the problem has more than 4294967295 items, options or entries")]
    TooLarge,
}

/// An exact-cover problem: which items there are, and which options cover them.
///
/// ```
/// use tourdion::cover::{Entry, Problem};
///
/// let mut problem = Problem::new();
/// let (a, b) = (problem.primary("a")?, problem.primary("b")?);
/// let x = problem.secondary("x")?;
/// let red = problem.colour("red")?;
/// let first = problem.option([Entry::from(a), (x, red).into()])?;
/// problem.option([Entry::from(b), (x, red).into()])?;
/// assert_eq!(problem.items_of(first).len(), 2);
/// assert_eq!(problem.to_string(), "a b | x\na x:red\nb x:red\n");
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Problem {
    names: Vec<Box<str>>,
    primary: Vec<bool>,
    by_name: HashMap<Box<str>, ItemId>,
    colours: Vec<Box<str>>,
    by_colour: HashMap<Box<str>, Colour>,
    /// Where each option's entries begin; the end of the last one is `entries.len()`.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// For each item, the number of the option (from 1) that had it last: finds repeats in passing.
    seen_in: Vec<u32>,
}

impl Problem {
    /// A problem without items and options. It has one cover, the empty one.
    pub fn new() -> Problem {
        Problem::default()
    }

    /// Adds an item that every cover must cover exactly once.
    ///
    /// # Errors
    /// If the name can't be one or is taken, or there are too many items.
    pub fn primary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        self.item(name, true)
    }

    /// Adds an item that a cover may cover at most once, or often with one colour.
    ///
    /// # Errors
    /// As [`Problem::primary`].
    pub fn secondary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        self.item(name, false)
    }

    fn item(&mut self, name: &str, primary: bool) -> Result<ItemId, ProblemError> {
        check_name(name)?;
        if self.by_name.contains_key(name) {
            return Err(ProblemError::ItemTwice(name.to_owned()));
        }
        let item = ItemId(number(self.names.len())?);
        self.names.push(name.into());
        self.by_name.insert(name.into(), item);
        self.primary.push(primary);
        self.seen_in.push(0);
        Ok(item)
    }

    /// The colour called `name`, the same one at every call.
    ///
    /// # Errors
    /// If the name can't be one.
    pub fn colour(&mut self, name: &str) -> Result<Colour, ProblemError> {
        check_name(name)?;
        if let Some(&colour) = self.by_colour.get(name) {
            return Ok(colour);
        }
        self.colours.push(name.into());
        let colour =
            NonZeroU32::new(number(self.colours.len())?).map(Colour).ok_or(ProblemError::TooLarge)?;
        self.by_colour.insert(name.into(), colour);
        Ok(colour)
    }

    /// Adds an option that covers these items. Nothing is added if it is refused.
    ///
    /// An option without a primary item can be held, but no search ever chooses it.
    ///
    /// # Errors
    /// If it has no items, an item twice, one of another problem, or a primary one with a colour.
    pub fn option<E: Into<Entry>>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
    ) -> Result<OptionId, ProblemError> {
        let option = OptionId(number(self.starts.len())?);
        let start = self.entries.len();
        self.entries.extend(entries.into_iter().map(Into::into));
        match self.check_entries(start, option) {
            Ok(()) => {
                self.starts.push(number(start)?);
                Ok(option)
            }
            Err(error) => {
                self.forget_entries(start);
                Err(error)
            }
        }
    }

    fn check_entries(&mut self, start: usize, option: OptionId) -> Result<(), ProblemError> {
        number(self.entries.len())?;
        if self.entries.len() == start {
            return Err(ProblemError::EmptyOption);
        }
        for &Entry { item, colour } in &self.entries[start..] {
            let Some(seen_in) = self.seen_in.get_mut(item.index()) else {
                return Err(ProblemError::UnknownItem);
            };
            if *seen_in == option.0 + 1 {
                return Err(ProblemError::Repeated(self.names[item.index()].to_string()));
            }
            *seen_in = option.0 + 1;
            if colour.is_some() && self.primary[item.index()] {
                return Err(ProblemError::Coloured(self.names[item.index()].to_string()));
            }
        }
        Ok(())
    }

    /// Takes back the entries from `start` on, and the traces that they left in `seen_in`.
    fn forget_entries(&mut self, start: usize) {
        for entry in self.entries.drain(start..) {
            if let Some(seen_in) = self.seen_in.get_mut(entry.item.index()) {
                *seen_in = 0;
            }
        }
    }

    /// Which of the entries is to blame that an option of them was refused with `error`, if one is.
    pub(super) fn culprit(&self, entries: &[Entry], error: &ProblemError) -> Option<usize> {
        let (name, before) = match error {
            ProblemError::Repeated(name) => (name, 1),
            ProblemError::Coloured(name) => (name, 0),
            _ => return None,
        };
        let mut places = entries.iter().enumerate().filter(|(_, entry)| self.name(entry.item) == name);
        places.nth(before).map(|(k, _)| k)
    }

    /// All items, in the order of definition.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.names.len() as u32).map(ItemId)
    }

    /// All options, in the order of definition.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.starts.len() as u32).map(OptionId)
    }

    /// The entries of `option`, in the order in which they were given; empty for an option of another
    /// problem.
    pub fn items_of(&self, option: OptionId) -> &[Entry] {
        let Some(&start) = self.starts.get(option.index()) else { return &[] };
        let end = self.starts.get(option.index() + 1).map_or(self.entries.len(), |&end| end as usize);
        &self.entries[start as usize..end]
    }

    /// Whether `options` are a cover: each of this problem, every primary item in exactly one of them, every
    /// secondary one in at most one or in options that agree on its colour. Nothing is searched, so that an
    /// engine's covers can be checked by code that needs no trust.
    ///
    /// ```
    /// use tourdion::cover::{OptionId, classics};
    ///
    /// let toy = classics::toy()?;
    /// assert!(toy.is_cover(&[3, 0, 4].map(OptionId::at)));
    /// assert!(!toy.is_cover(&[3, 0].map(OptionId::at)));
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    pub fn is_cover(&self, options: &[OptionId]) -> bool {
        let mut found: Vec<Option<Entry>> = vec![None; self.names.len()];
        for &option in options {
            let entries = self.items_of(option);
            if entries.is_empty() {
                return false; // of another problem: none of this one's is empty
            }
            for &entry in entries {
                let agrees = |other: Entry| entry.colour.is_some() && entry.colour == other.colour;
                if !found[entry.item.index()].is_none_or(agrees) {
                    return false;
                }
                found[entry.item.index()] = Some(entry);
            }
        }
        self.items().all(|item| !self.is_primary(item) || found[item.index()].is_some())
    }

    /// The number of entries of all options together.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Whether `item` must be covered.
    pub fn is_primary(&self, item: ItemId) -> bool {
        self.primary.get(item.index()).copied().unwrap_or(false)
    }

    /// Whether an option gives a colour to an item.
    pub fn is_coloured(&self) -> bool {
        self.entries.iter().any(|entry| entry.colour.is_some())
    }

    /// The item called `name`.
    pub fn item_named(&self, name: &str) -> Option<ItemId> {
        self.by_name.get(name).copied()
    }

    /// The name of `item`; empty for an item of another problem.
    pub fn name(&self, item: ItemId) -> &str {
        self.names.get(item.index()).map_or("", |name| name)
    }

    /// The name of `colour`; empty for a colour of another problem.
    pub fn colour_name(&self, colour: Colour) -> &str {
        self.colours.get(colour.0.get() as usize - 1).map_or("", |name| name)
    }
}

fn check_name(name: &str) -> Result<(), ProblemError> {
    let bad = name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == ':' || c == '|');
    if bad { Err(ProblemError::Name(name.to_owned())) } else { Ok(()) }
}

fn number(length: usize) -> Result<u32, ProblemError> {
    u32::try_from(length).ok().filter(|&n| n < u32::MAX).ok_or(ProblemError::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_and_one() -> (Problem, [ItemId; 3]) {
        let mut problem = Problem::new();
        let items =
            [problem.primary("a").unwrap(), problem.primary("b").unwrap(), problem.secondary("x").unwrap()];
        (problem, items)
    }

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let (mut problem, [a, b, x]) = two_and_one();
        let red = problem.colour("red").unwrap();
        assert_eq!(problem.option([a, b, a]), Err(ProblemError::Repeated("a".into())));
        assert_eq!(problem.option([(a, red)]), Err(ProblemError::Coloured("a".into())));
        assert_eq!(problem.option([ItemId(7)]), Err(ProblemError::UnknownItem));
        assert_eq!(problem.option::<ItemId>([]), Err(ProblemError::EmptyOption));
        assert_eq!((problem.options().len(), problem.entry_count()), (0, 0));
        let option = problem.option([a, b, x]).unwrap();
        assert_eq!(problem.items_of(option).iter().map(|e| e.item).collect::<Vec<_>>(), [a, b, x]);
    }

    #[test]
    fn names_are_unique_and_can_be_written() {
        let (mut problem, [a, ..]) = two_and_one();
        assert_eq!(problem.secondary("a"), Err(ProblemError::ItemTwice("a".into())));
        for name in ["", "a b", "a:b", "a|b", "a\tb"] {
            assert_eq!(problem.primary(name), Err(ProblemError::Name(name.into())));
        }
        assert_eq!(problem.item_named("a"), Some(a));
        assert_eq!(problem.colour("red"), problem.colour("red"));
        assert_ne!(problem.colour("red"), problem.colour("blue"));
    }
}
