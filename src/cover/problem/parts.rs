//! What a problem consists of: items, options, colours, and their numbers.

use std::num::NonZeroU32;

/// An item of a problem, numbered in the order of definition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemId(pub(in crate::cover) u32);

/// An option of a problem, numbered in the order of definition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionId(pub(in crate::cover) u32);

/// A colour that options give to a secondary item. Options that agree on it may share the item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(pub(in crate::cover) NonZeroU32);

impl Colour {
    /// The colour with this number.
    pub(super) fn at(number: u32) -> Option<Colour> {
        number.checked_add(1).and_then(NonZeroU32::new).map(Colour)
    }

    /// Whether options that give an item these colours, or none, may share it.
    #[inline]
    pub(in crate::cover) fn agree(one: Option<Colour>, other: Option<Colour>) -> bool {
        one.is_some() && one == other
    }

    /// The colour's number, from 0.
    pub(in crate::cover) const fn number(self) -> usize {
        self.0.get() as usize - 1
    }
}

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
    /// If `index` is 2^32 or more; no option has such a number.
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
pub struct OptionEntry {
    /// The item.
    pub item: ItemId,
    /// Its colour; `None` for a primary item, and for a secondary one that can't be shared.
    pub colour: Option<Colour>,
}

impl From<ItemId> for OptionEntry {
    fn from(item: ItemId) -> OptionEntry {
        OptionEntry { item, colour: None }
    }
}

/// So that an array or a slice of items is an option without a copy of its own.
impl From<&ItemId> for OptionEntry {
    fn from(item: &ItemId) -> OptionEntry {
        OptionEntry::from(*item)
    }
}

/// So that the entries of an option are those of another.
impl From<&OptionEntry> for OptionEntry {
    fn from(entry: &OptionEntry) -> OptionEntry {
        *entry
    }
}

impl From<(ItemId, Colour)> for OptionEntry {
    fn from((item, colour): (ItemId, Colour)) -> OptionEntry {
        OptionEntry { item, colour: Some(colour) }
    }
}
