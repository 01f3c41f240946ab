//! What to cover, and with what: items, options, and their names.
//!
//! ```text
//!      items      a b c | x y          primary before the bar, secondary after it
//!      options    a b x:1              starts   0     3     6    8
//!                 a c y                entries  a b x:1  a c y  b x:1
//!                 b x:1                         one array, option k from starts[k] to starts[k+1]
//! ```
//!
//! An item that may stand in several options of a cover has *bounds*, and an option may have a
//! *cost*. Both stay with the problem. An engine that can't keep bounds refuses them; costs matter
//! only to questions about costs.
//!
//! ```text
//!      2:3|c          in at least two and at most three options of a cover
//!      a c y |17      costs 17; a cover costs what its options do together
//! ```
//!
//! A [`Problem`] is built once, by code or from text (see
//! [`form::knuth`](crate::cover::form::knuth)), checked as it is built, and independent of the
//! engines made from it: engines copy what they need.
//!
//! Invariants: every entry names an item of this problem; no option is empty or has an item twice;
//! no primary item has a colour; no two items have the same name; the upper bound of an item is at
//! least 1 and not below its lower bound.
//!
//! Deliberately lacking: any simplification of the options, and costs below 0.

use std::sync::Arc;

use self::names::Names;
use self::roles::{Role, Roles};

pub use self::bounds::Bounds;
pub use self::error::{ProblemError, UnknownOption};
pub use self::parts::{Colour, ItemId, OptionEntry, OptionId};
pub use self::shuffled::Shuffled;
pub use self::taken::Taken;

mod bounds;
mod check;
mod error;
mod names;
mod parts;
mod roles;
mod shuffled;
mod taken;

/// An exact-cover problem: its items, and the options that cover them.
///
/// ```
/// use tourdion::cover::{OptionEntry, Problem};
///
/// let mut problem = Problem::new();
/// let (a, b) = (problem.primary("a")?, problem.primary("b")?);
/// let x = problem.secondary("x")?;
/// let red = problem.colour("red")?;
/// let first = problem.option([OptionEntry::from(a), (x, red).into()])?;
/// problem.option([OptionEntry::from(b), (x, red).into()])?;
/// assert_eq!(problem.entries_of(first).len(), 2);
/// assert_eq!(problem.to_string(), "a b | x\na x:red\nb x:red\n");
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
#[doc(alias("ExactCover", "Matrix", "XCC", "MCC"))]
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// Those of the items, by their numbers.
    names: Names,
    /// Those of the colours, by their numbers less 1.
    colours: Names,
    /// Shared with copies that have no names, and copied when one of them changes.
    matrix: Arc<Matrix>,
    /// For each item, the number (from 1) of the last option that has it. Detects repeated items.
    seen_in: Vec<u32>,
}

/// Items and options without names.
#[derive(Clone, Debug, Default)]
struct Matrix {
    roles: Roles,
    /// Where each option's entries begin; the end of the last one is `entries.len()`.
    starts: Vec<u32>,
    entries: Vec<OptionEntry>,
    /// The costs of the first options; those of the others are 0.
    costs: Vec<u64>,
    /// Whether an option gives a colour to an item.
    is_coloured: bool,
}

impl Matrix {
    /// Checks that the entries from `start` on are an option; returns whether one has a colour.
    /// They leave traces in `seen_in`.
    fn check_entries(
        &self,
        start: usize,
        option: OptionId,
        seen_in: &mut [u32],
        names: &Names,
    ) -> Result<bool, ProblemError> {
        let mut is_coloured = false;
        number(self.entries.len())?;
        if self.entries.len() == start {
            return Err(ProblemError::EmptyOption);
        }
        let name = |item: ItemId| names.get(item.index()).unwrap_or("").to_owned();
        for &OptionEntry { item, colour } in &self.entries[start..] {
            let Some(seen_in) = seen_in.get_mut(item.index()) else {
                return Err(ProblemError::UnknownItem);
            };
            if *seen_in == option.0 + 1 {
                return Err(ProblemError::Repeated(name(item)));
            }
            *seen_in = option.0 + 1;
            if colour.is_some() {
                if self.roles.of(item) != Some(Role::Secondary) {
                    return Err(ProblemError::Coloured(name(item)));
                }
                is_coloured = true;
            }
        }
        Ok(is_coloured)
    }
}

/// Entries that are being added behind a place. If the iterator that gives them panics, those that
/// it has given go: else they would be the last option's.
struct Added<'m> {
    list: &'m mut Vec<OptionEntry>,
    start: usize,
}

impl Drop for Added<'_> {
    fn drop(&mut self) {
        self.list.truncate(self.start);
    }
}

impl Problem {
    /// A problem without items and options. It has one cover, the empty one.
    pub fn new() -> Problem {
        Problem::default()
    }

    /// Adds an item that every cover must cover exactly once.
    ///
    /// # Errors
    /// If the name is invalid or taken, or there are too many items.
    #[doc(alias("add_item", "add_column", "constraint"))]
    pub fn primary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        self.item(name, Role::Primary(Bounds::ONCE))
    }

    /// Adds a primary item that must be in a number of options of every cover within `bounds`, such
    /// as `2..=3`; `1..=1` makes an ordinary primary item. A cover is still a set: no option is in
    /// it twice.
    ///
    /// ```
    /// use tourdion::cover::{OptionId, Problem};
    ///
    /// let mut problem = Problem::new();
    /// let (a, c) = (problem.primary("a")?, problem.multiple("c", 2..=3)?);
    /// for items in [&[a, c][..], &[c], &[a]] {
    ///     problem.option(items.iter().copied())?;
    /// }
    /// assert!(problem.is_cover(&[0, 1].map(OptionId::at)));
    /// assert!(!problem.is_cover(&[1, 2].map(OptionId::at)));
    /// assert_eq!(problem.to_string(), "a 2:3|c\na c\nc\na\n");
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Problem::primary`], and if the upper bound is 0 or below the lower bound.
    ///
    /// Source: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, Algorithm M.
    pub fn multiple(
        &mut self,
        name: &str,
        bounds: impl Into<Bounds>,
    ) -> Result<ItemId, ProblemError> {
        let bounds = bounds.into();
        check_bounds(name, bounds)?;
        self.item(name, Role::Primary(bounds))
    }

    /// The same problem, whose items and colours have no names: enough for an engine to be made
    /// later. Nothing is copied.
    pub(in crate::cover) fn without_names(&self) -> Problem {
        Problem { matrix: Arc::clone(&self.matrix), ..Problem::default() }
    }

    /// A problem of items without names, and no options yet: primary ones with these bounds, then
    /// secondary ones.
    pub(in crate::cover) fn unnamed(bounds: &[Bounds], secondary: usize) -> Problem {
        let primary = bounds.iter().map(|&bounds| Role::Primary(bounds));
        let secondary = std::iter::repeat_n(Role::Secondary, secondary);
        let roles: Roles = primary.chain(secondary).collect();
        let seen_in = vec![0; roles.len()];
        let matrix = Arc::new(Matrix { roles, ..Matrix::default() });
        Problem { matrix, seen_in, ..Problem::default() }
    }

    /// Gives a primary item other bounds.
    pub(super) fn set_bounds(&mut self, item: ItemId, bounds: Bounds) -> Result<(), ProblemError> {
        check_bounds(self.name(item), bounds)?;
        match self.matrix.roles.of(item) {
            None => Err(ProblemError::UnknownItem),
            Some(Role::Secondary) => {
                Err(ProblemError::BoundedSecondary(self.name(item).to_owned()))
            }
            Some(Role::Primary(..)) => {
                Arc::make_mut(&mut self.matrix).roles.set_bounds(item, bounds);
                Ok(())
            }
        }
    }

    /// Adds an item that a cover may cover at most once, or any number of times with one colour.
    ///
    /// # Errors
    /// As [`Problem::primary`].
    #[doc(alias("add_optional_item", "optional"))]
    pub fn secondary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        self.item(name, Role::Secondary)
    }

    /// Makes room for this number of items, with this number of bytes of names together.
    pub(super) fn reserve_items(&mut self, items: usize, bytes: usize) {
        self.names.reserve(items, bytes);
        Arc::make_mut(&mut self.matrix).roles.reserve(items);
        self.seen_in.reserve(items);
    }

    /// Makes room for this number of options, with this number of entries together.
    pub(super) fn reserve_options(&mut self, options: usize, entries: usize) {
        let matrix = Arc::make_mut(&mut self.matrix);
        matrix.starts.reserve(options);
        matrix.entries.reserve(entries);
    }

    fn item(&mut self, name: &str, role: Role) -> Result<ItemId, ProblemError> {
        check_name(name)?;
        let item = ItemId(number(self.names.len())?);
        if !self.names.put(name).ok_or(ProblemError::TooLarge)?.is_new {
            return Err(ProblemError::ItemTwice(name.to_owned()));
        }
        Arc::make_mut(&mut self.matrix).roles.push(role);
        self.seen_in.push(0);
        Ok(item)
    }

    /// The colour called `name`, the same one at every call.
    ///
    /// # Errors
    /// If the name is invalid.
    pub fn colour(&mut self, name: &str) -> Result<Colour, ProblemError> {
        check_name(name)?;
        let number = self.colours.put(name).ok_or(ProblemError::TooLarge)?.number;
        Colour::at(number).ok_or(ProblemError::TooLarge)
    }

    /// Adds an option that covers these items. A refused option changes nothing.
    ///
    /// An option without a primary item can be held, but no search ever chooses it.
    ///
    /// ```
    /// use tourdion::cover::Problem;
    ///
    /// let mut problem = Problem::new();
    /// let items = [problem.primary("a")?, problem.primary("b")?];
    /// let both = problem.option(&items)?;             // by reference, or
    /// problem.option([items[0]])?;                    // by value
    /// let entries = problem.entries_of(both).to_vec();
    /// problem.option(&entries)?;                      // the same once more
    /// assert_eq!(problem.to_string(), "a b\na b\na\na b\n");
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// If it has no items, an item twice, one of another problem, or a primary one with a colour.
    #[doc(alias("add_option", "add_row", "subset"))]
    pub fn option<E: Into<OptionEntry>>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
    ) -> Result<OptionId, ProblemError> {
        let Problem { names, matrix, seen_in, .. } = self;
        let matrix = Arc::make_mut(matrix);
        let option = OptionId(number(matrix.starts.len())?);
        let start = matrix.entries.len();
        let begin = number(start)?;
        let added = Added { list: &mut matrix.entries, start };
        added.list.extend(entries.into_iter().map(Into::into));
        std::mem::forget(added); // it holds a reference alone
        match matrix.check_entries(start, option, seen_in, names) {
            Ok(is_coloured) => {
                matrix.starts.push(begin);
                matrix.is_coloured |= is_coloured;
                Ok(option)
            }
            Err(error) => {
                for entry in matrix.entries.drain(start..) {
                    if let Some(seen_in) = seen_in.get_mut(entry.item.index()) {
                        *seen_in = 0;
                    }
                }
                Err(error)
            }
        }
    }

    /// The entry that made an option of these entries fail with `error`, if a single one did.
    pub(super) fn culprit(&self, entries: &[OptionEntry], error: &ProblemError) -> Option<usize> {
        let (name, before) = match error {
            ProblemError::Repeated(name) => (name, 1),
            ProblemError::Coloured(name) => (name, 0),
            _ => return None,
        };
        let mut places =
            entries.iter().enumerate().filter(|(_, entry)| self.name(entry.item) == name);
        places.nth(before).map(|(k, _)| k)
    }

    /// All items, in the order of definition.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + Clone + use<> {
        (0..self.matrix.roles.len() as u32).map(ItemId)
    }

    /// All options, in the order of definition.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + Clone + use<> {
        (0..self.matrix.starts.len() as u32).map(OptionId)
    }

    /// The entries of `option`, in the order in which they were given; empty for an option of
    /// another problem.
    #[inline]
    pub fn entries_of(&self, option: OptionId) -> &[OptionEntry] {
        let Some(&start) = self.matrix.starts.get(option.index()) else { return &[] };
        let end = self
            .matrix
            .starts
            .get(option.index() + 1)
            .map_or(self.matrix.entries.len(), |&end| end as usize);
        &self.matrix.entries[start as usize..end]
    }

    /// The entries of all options, one option after the other.
    #[inline]
    pub(in crate::cover) fn entries(&self) -> &[OptionEntry] {
        &self.matrix.entries
    }

    /// The number of entries of all options together.
    pub fn entry_count(&self) -> usize {
        self.matrix.entries.len()
    }

    /// Whether `item` is primary: it must be covered, unless its lower bound is 0.
    #[inline]
    pub fn is_primary(&self, item: ItemId) -> bool {
        matches!(self.matrix.roles.of(item), Some(Role::Primary(..)))
    }

    /// The number of primary items.
    pub(in crate::cover) fn primary_count(&self) -> usize {
        self.matrix.roles.primary()
    }

    /// In how many options of a cover `item` stands: [`Bounds::AT_MOST_ONCE`] for an item of
    /// another problem and for a secondary one, even if more options may share it with one colour.
    #[inline]
    pub fn bounds(&self, item: ItemId) -> Bounds {
        match self.matrix.roles.of(item) {
            Some(Role::Primary(bounds)) => bounds,
            Some(Role::Secondary) | None => Bounds::AT_MOST_ONCE,
        }
    }

    /// Whether a primary item has bounds other than [`Bounds::ONCE`].
    pub fn is_multiple(&self) -> bool {
        self.matrix.roles.are_multiple()
    }

    /// The first primary item with bounds other than [`Bounds::ONCE`].
    pub(super) fn first_multiple(&self) -> Option<ItemId> {
        self.matrix.roles.first_multiple()
    }

    /// Refuses a problem with multiplicities, for engines that would count wrongly.
    pub(super) fn refuse_multiple(&self) -> Result<(), ProblemError> {
        let Some(item) = self.first_multiple() else { return Ok(()) };
        Err(ProblemError::Multiple(self.spelled_item(item).to_string()))
    }

    /// Sets the cost of `option`.
    ///
    /// ```
    /// use tourdion::cover::classics;
    ///
    /// let mut toy = classics::toy()?;
    /// let first = toy.options().next().unwrap();
    /// toy.set_cost(first, 17)?;
    /// assert_eq!((toy.cost(first), toy.has_costs()), (17, true));
    /// assert!(toy.to_string().contains("c e |17"));
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// If the option is not of this problem.
    pub fn set_cost(&mut self, option: OptionId, cost: u64) -> Result<(), ProblemError> {
        if option.index() >= self.matrix.starts.len() {
            return Err(UnknownOption(option).into());
        }
        if self.cost(option) == cost {
            return Ok(());
        }
        let costs = &mut Arc::make_mut(&mut self.matrix).costs;
        if option.index() >= costs.len() {
            costs.resize(option.index() + 1, 0);
        }
        costs[option.index()] = cost;
        Ok(())
    }

    /// The cost of `option`: 0 unless it was set.
    pub fn cost(&self, option: OptionId) -> u64 {
        self.matrix.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// Whether an option costs anything.
    pub fn has_costs(&self) -> bool {
        self.matrix.costs.iter().any(|&cost| cost > 0)
    }

    /// Whether an option gives a colour to an item.
    pub fn is_coloured(&self) -> bool {
        self.matrix.is_coloured
    }

    /// The item called `name`.
    pub fn item_named(&self, name: &str) -> Option<ItemId> {
        self.names.number(name).map(ItemId)
    }

    /// The item whose name has fewer than eight bytes, which are those of this number: the first
    /// one is the lowest.
    #[inline]
    pub(super) fn item_by_head(&self, head: u64) -> Option<ItemId> {
        self.names.number_by_head(head).map(ItemId)
    }

    /// The length of the name of `item`, if it is in `bytes` at this place, whatever comes behind
    /// it. The answer may be no, too, if `bytes` end soon behind it.
    pub(super) fn length_of_name_at(&self, item: ItemId, bytes: &[u8], at: usize) -> Option<usize> {
        self.names.length_at(item.0, bytes, at)
    }

    /// The colour called `name`, if it was asked for before.
    pub(super) fn colour_named(&self, name: &str) -> Option<Colour> {
        self.colours.number(name).and_then(Colour::at)
    }

    /// The name of `item`; empty for an item of another problem.
    pub fn name(&self, item: ItemId) -> &str {
        self.names.get(item.index()).unwrap_or("")
    }

    /// The name of `colour`; empty for a colour of another problem.
    pub fn colour_name(&self, colour: Colour) -> &str {
        self.colours.get(colour.0.get() as usize - 1).unwrap_or("")
    }
}

fn check_name(name: &str) -> Result<(), ProblemError> {
    // Most names are ASCII, and are not taken apart into characters.
    let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b':' && byte != b'|';
    let is_bad = |c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '|';
    let bad = name.is_empty() || (!name.bytes().all(is_plain) && name.contains(is_bad));
    if bad { Err(ProblemError::Name(name.to_owned())) } else { Ok(()) }
}

fn check_bounds(name: &str, bounds: Bounds) -> Result<(), ProblemError> {
    if bounds.most == 0 || bounds.least > bounds.most {
        return Err(ProblemError::Bounds { name: name.to_owned(), bounds });
    }
    Ok(())
}

fn number(length: usize) -> Result<u32, ProblemError> {
    u32::try_from(length).ok().filter(|&n| n < u32::MAX).ok_or(ProblemError::TooLarge)
}

#[cfg(test)]
mod tests;
