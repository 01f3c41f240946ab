//! The problem as rows of bits, and the lists that go with them. It never changes.
//!
//! ```text
//!      options    0  a c       of item a   0 1          row of 0   . x . .      clashes with 1
//!                 1  a d             c   0 2                  1   x . . x
//!                 2  c b             d   1 3                   ...
//!                 3  d b             b   2 3
//! ```
//!
//! An option's *row* has a bit for each option that it clashes with: they share an item, and do not
//! give it the same colour. So colours are in the rows, and nowhere else. An option that clashes
//! with itself can't be: its own bit is never set.

use crate::cover::engine::lengths::Lengths;
use crate::cover::{Colour, ItemId, OptionEntry, OptionId, Problem};

/// The most options: rows of this many take 8 MB.
pub(super) const OPTIONS: usize = 8192;

/// The most options of a primary item: they are counted in seven bits.
pub(super) const LONGEST: usize = 127;

/// The most primary items.
pub(super) const ITEMS: usize = u16::MAX as usize;

/// The problem has too many options for rows of bits, or too many of one item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "rows are for at most {OPTIONS} options, {LONGEST} of an item and {ITEMS} items, \
     and here are {options}, {longest} and {items}"
)]
pub struct RowsTooWide {
    /// The number of options.
    pub options: usize,
    /// The most options that a primary item has.
    pub longest: usize,
    /// The number of primary items.
    pub items: usize,
}

/// A primary item of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) item: u16,
    /// What the item's [tally](super::state) falls by when the option goes.
    pub(super) step: u16,
}

/// What the tally of an item falls by when the option of this rank goes.
pub(super) fn step(rank: usize) -> u16 {
    (rank as u16) << 8 | 1
}

/// The bit of an option in a set: the number of its word, and its bit there.
#[inline(always)]
pub(super) fn place(option: usize) -> (usize, u64) {
    (option / 64, 1 << (option % 64))
}

/// The rows, and the lists; see the [essay](self).
#[derive(Debug)]
pub(super) struct Table {
    /// The number of words in a set of options.
    pub(super) words: usize,
    /// Whether options clash by primary items alone.
    pub(super) is_plain: bool,
    rows: Vec<u64>,
    /// The primary items of each option, one option after another, and where they start.
    entries: Vec<Entry>,
    first: Vec<u32>,
    /// The options of each primary item, in order, and where they start.
    options: Vec<u16>,
    start: Vec<u32>,
    /// The primary items, in the order of the problem.
    items: Vec<ItemId>,
    /// The problem without names, to say why an option can't be held.
    problem: Problem,
}

/// The sizes that decide whether rows can be made.
pub(super) fn check(problem: &Problem, lengths: &Lengths) -> Result<(), RowsTooWide> {
    let longest = lengths.of_kind(problem, true).map(|(_, length)| length).max().unwrap_or(0);
    let (options, items) = (problem.options().len(), problem.primary_count());
    let sizes = RowsTooWide { options, longest: longest as usize, items };
    let fits = sizes.options <= OPTIONS && sizes.longest <= LONGEST && sizes.items <= ITEMS;
    if fits { Ok(()) } else { Err(sizes) }
}

/// How often an option shares an item with another; `None` if rows can't be made.
pub(super) fn clashes(problem: &Problem, lengths: &Lengths) -> Option<usize> {
    check(problem, lengths).ok()?;
    let lengths = lengths.all().iter().map(|&length| length as usize);
    let clashes = lengths.map(|length| length.saturating_mul(length.saturating_sub(1)));
    Some(clashes.fold(0, usize::saturating_add))
}

/// Whether two options with these entries of one item can't stand in one cover.
fn clash(one: OptionEntry, other: OptionEntry) -> bool {
    !Colour::agree(one.colour, other.colour)
}

/// An option of an item.
#[derive(Clone, Copy)]
struct Having {
    option: u16,
    entry: OptionEntry,
}

/// The options of each item, one item after another, and where they start.
struct Lists {
    having: Vec<Having>,
    start: Vec<usize>,
}

impl Lists {
    fn new(problem: &Problem, lengths: &Lengths) -> Lists {
        let mut start = Vec::with_capacity(lengths.all().len() + 1);
        start.push(0);
        for &length in lengths.all() {
            start.push(start[start.len() - 1] + length as usize);
        }
        let entry = problem.options().find_map(|option| problem.entries_of(option).first());
        let nothing = entry.map(|&entry| Having { option: 0, entry });
        let mut having = nothing.map_or(Vec::new(), |entry| vec![entry; problem.entry_count()]);
        let mut next = start.clone();
        for option in problem.options() {
            for &entry in problem.entries_of(option) {
                let next = &mut next[entry.item.index()];
                having[*next] = Having { option: option.0 as u16, entry };
                *next += 1;
            }
        }
        Lists { having, start }
    }

    fn of(&self, item: ItemId) -> &[Having] {
        &self.having[self.start[item.index()]..self.start[item.index() + 1]]
    }

    /// The row of each option.
    fn rows(&self, problem: &Problem) -> Vec<u64> {
        let count = problem.options().len();
        let words = count.div_ceil(64);
        let mut rows = vec![0; count * words];
        for option in problem.options() {
            let row = &mut rows[option.index() * words..][..words];
            for &entry in problem.entries_of(option) {
                for other in self.of(entry.item).iter().filter(|other| clash(entry, other.entry)) {
                    let (word, bit) = place(other.option.into());
                    row[word] |= bit;
                }
            }
            let (word, bit) = place(option.index());
            row[word] &= !bit;
        }
        rows
    }
}

/// Where the primary items of each option begin, and where the last ones end.
fn first(problem: &Problem) -> Vec<u32> {
    let is_counted = |entry: &&OptionEntry| problem.is_primary(entry.item);
    let counted = |option| problem.entries_of(option).iter().filter(is_counted).count();
    let mut first = Vec::with_capacity(problem.options().len() + 1);
    let mut sum = 0;
    first.push(sum);
    for option in problem.options() {
        sum += counted(option) as u32;
        first.push(sum);
    }
    first
}

impl Table {
    /// The table of a problem that passes [`check`].
    pub(super) fn new(problem: &Problem, lengths: &Lengths) -> Table {
        let items: Vec<ItemId> = problem.items().filter(|&item| problem.is_primary(item)).collect();
        let lists = Lists::new(problem, lengths);
        let mut table = Table {
            words: problem.options().len().div_ceil(64),
            is_plain: items.len() == problem.items().len(),
            rows: lists.rows(problem),
            entries: Vec::new(),
            first: Vec::new(),
            options: Vec::with_capacity(problem.entry_count()),
            start: vec![0],
            items,
            problem: problem.without_names(),
        };
        table.first = first(problem);
        let nothing = Entry { item: 0, step: 0 };
        table.entries = vec![nothing; table.first.last().copied().unwrap_or_default() as usize];
        let mut next = table.first.clone();
        for (number, item) in table.items.iter().enumerate() {
            for (rank, having) in lists.of(*item).iter().enumerate() {
                table.options.push(having.option);
                let next = &mut next[usize::from(having.option)];
                table.entries[*next as usize] = Entry { item: number as u16, step: step(rank) };
                *next += 1;
            }
            table.start.push(table.options.len() as u32);
        }
        table
    }

    /// The number of options.
    pub(super) fn options(&self) -> usize {
        self.first.len() - 1
    }

    /// The primary items.
    pub(super) fn items(&self) -> &[ItemId] {
        &self.items
    }

    /// The options that this one clashes with.
    #[inline(always)]
    pub(super) fn row(&self, option: usize) -> &[u64] {
        &self.rows[option * self.words..][..self.words]
    }

    /// The primary items of an option.
    #[inline(always)]
    pub(super) fn entries(&self, option: usize) -> &[Entry] {
        &self.entries[self.first[option] as usize..self.first[option + 1] as usize]
    }

    /// The options of a primary item, in order.
    #[inline(always)]
    pub(super) fn options_of(&self, item: usize) -> &[u16] {
        &self.options[self.start[item] as usize..self.start[item + 1] as usize]
    }

    /// The first item by which two options clash.
    pub(super) fn clash(&self, option: usize, other: usize) -> Option<ItemId> {
        let all = |option: usize| self.problem.entries_of(OptionId(option as u32));
        let others = all(other);
        let clashes = |entry: &&OptionEntry| {
            others.iter().any(|other| other.item == entry.item && clash(**entry, *other))
        };
        all(option).iter().find(clashes).map(|entry| entry.item)
    }
}
