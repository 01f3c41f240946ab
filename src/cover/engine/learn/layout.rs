//! The problem in arrays: the entries of each option, and the options of each item.
//!
//! ```text
//!      options    0  a x:1      starts   0   2   5       items    a  0 1    starts  0   2   3   5
//!                 1  a b x:2    numbers  a x a b x                b  1      numbers 0 1 1 0 1
//!                               colours  0 1 0 0 2                x  0 1    colours 0 0 0 1 2
//! ```
//!
//! Invariant: an option is in the list of an item if and only if the item is in the option's, with
//! the same colour.
//!
//! Deliberately lacking: bounds, which this engine does not keep.

use crate::cover::{OptionEntry, Problem, ProblemError};

/// An item of an option, or an option of an item, with the colour that the option gives the item,
/// or 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) number: u32,
    pub(super) colour: u32,
}

impl Entry {
    /// Whether two options that have an item like this can't stand in one cover.
    pub(super) const fn clashes_with(self, other: Entry) -> bool {
        self.colour == 0 || self.colour != other.colour
    }
}

/// The items of an option, or the options of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries<'l> {
    pub(super) numbers: &'l [u32],
    /// Their colours; none at all if the problem has none.
    colours: &'l [u32],
}

impl<'l> Entries<'l> {
    pub(super) fn iter(self) -> impl Iterator<Item = Entry> + 'l {
        let colour = move |k| self.colours.get(k).copied().unwrap_or(0);
        let entry = move |(k, &number)| Entry { number, colour: colour(k) };
        self.numbers.iter().enumerate().map(entry)
    }
}

/// Lists in one array: list `k` is from `starts[k]` to `starts[k + 1]`.
#[derive(Debug)]
struct Lists {
    numbers: Vec<u32>,
    /// As long as `numbers` if the problem has colours, else empty: most have none.
    colours: Vec<u32>,
    starts: Vec<u32>,
}

impl Lists {
    fn of(&self, k: u32) -> Entries<'_> {
        let range = self.starts[k as usize] as usize..self.starts[k as usize + 1] as usize;
        let colours = self.colours.get(range.clone()).unwrap_or_default();
        Entries { numbers: &self.numbers[range], colours }
    }
}

/// The problem, which never changes.
#[derive(Debug)]
pub(super) struct Layout {
    items: Lists,
    options: Lists,
    /// For each item, whether it has to be covered.
    is_primary: Vec<bool>,
    /// The number of primary items of each option; empty if all items are primary.
    widths: Vec<u32>,
}

impl Layout {
    pub(super) fn new(problem: &Problem) -> Result<Layout, ProblemError> {
        // A literal is an option's number, twice, and a bit; a clause has each option once.
        let most = (u32::MAX >> 2) as usize;
        if problem.options().len() >= most || problem.entry_count() >= most {
            return Err(ProblemError::TooLarge);
        }
        let is_primary: Vec<bool> = problem.items().map(|item| problem.is_primary(item)).collect();
        let colour = |entry: &OptionEntry| entry.colour.map_or(0, |colour| colour.0.get());
        let is_coloured = problem.is_coloured();
        let mut options = Lists {
            numbers: Vec::with_capacity(problem.entry_count()),
            colours: Vec::with_capacity(if is_coloured { problem.entry_count() } else { 0 }),
            starts: Vec::with_capacity(problem.options().len() + 1),
        };
        options.starts.push(0);
        let mut sizes = vec![0; is_primary.len()];
        let has_secondary = is_primary.contains(&false);
        let mut widths =
            Vec::with_capacity(if has_secondary { problem.options().len() } else { 0 });
        for option in problem.options() {
            let mut width = 0;
            for entry in problem.entries_of(option) {
                let number = entry.item.0;
                options.numbers.push(number);
                if is_coloured {
                    options.colours.push(colour(entry));
                }
                sizes[number as usize] += 1;
                width += u32::from(is_primary[number as usize]);
            }
            options.starts.push(options.numbers.len() as u32);
            if has_secondary {
                widths.push(width);
            }
        }
        let mut starts = vec![0; sizes.len() + 1];
        for (item, size) in sizes.iter().enumerate() {
            starts[item + 1] = starts[item] + size;
        }
        let mut next = starts.clone();
        let mut items = Lists {
            numbers: vec![0; options.numbers.len()],
            colours: vec![0; options.colours.len()],
            starts,
        };
        for option in 0..problem.options().len() as u32 {
            for entry in options.of(option).iter() {
                let place = &mut next[entry.number as usize];
                items.numbers[*place as usize] = option;
                if is_coloured {
                    items.colours[*place as usize] = entry.colour;
                }
                *place += 1;
            }
        }
        Ok(Layout { items, options, is_primary, widths })
    }

    /// The number of options.
    pub(super) fn options(&self) -> u32 {
        self.options.starts.len() as u32 - 1
    }

    /// The number of items.
    pub(super) fn items(&self) -> u32 {
        self.is_primary.len() as u32
    }

    pub(super) fn is_primary(&self, item: u32) -> bool {
        self.is_primary[item as usize]
    }

    /// The primary items.
    pub(super) fn primary(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.items()).filter(|&item| self.is_primary(item))
    }

    /// The items of an option.
    pub(super) fn entries_of(&self, option: u32) -> Entries<'_> {
        self.options.of(option)
    }

    /// The options of an item.
    pub(super) fn options_of(&self, item: u32) -> Entries<'_> {
        self.items.of(item)
    }

    /// The number of primary items that an option covers.
    pub(super) fn width(&self, option: u32) -> u32 {
        let all = || self.entries_of(option).numbers.len() as u32;
        self.widths.get(option as usize).copied().unwrap_or_else(all)
    }
}
