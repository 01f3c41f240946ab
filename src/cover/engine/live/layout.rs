//! The bits of the items, laid out so that two options clash if and only if their masks meet.
//!
//! ```text
//!      x has colours A, B, C and is left plain too    a primary   y plain
//!
//!                       code 0   code 1   plain
//!                        f t      f t      n p        a           y
//!      a x:A             1 .      1 .      1 .        1           .         A is 00
//!      a x:B  y          . 1      1 .      1 .        1           1         B is 01
//!      x:C               1 .      . 1      1 .        .           .         C is 10
//!      x                 . .      . .      1 1        .           .
//!
//!      taken by a x:B    1 .      . 1      . 1        1           1         each pair turned round
//! ```
//!
//! A primary item has one bit, and so has a secondary one without colours. An item with colours has
//! a *pair* for each binary digit of a colour's number: `f` stands for 0, `t` for 1. An option has
//! the bits of its colour, and takes the other bits, which belong to options with the other digit.
//! If some options leave the item without a colour, there is one more pair. These options have both
//! its bits, and so clash with each other and with every coloured option. Clashing is symmetric, so
//! one `and` is enough.
//!
//! Pairs come first, and begin at even bits. This also holds after unused bits are squeezed out,
//! because both bits of a pair go or stay together.
//!
//! Items that can't make two options clash have no bits: secondary items of one option, or with one
//! colour in all options.

use super::TooWide;
use super::lists::fit;
use super::mask::{Bit, Mask};
use crate::cover::engine::colours::Colours;
use crate::cover::engine::lengths::Lengths;
use crate::cover::{Colour, ItemId, OptionId, Problem};

/// The largest number of words of a mask.
pub(in crate::cover) const WORDS: usize = 4;

/// A mask of the whole problem.
pub(super) type Wide = Mask<WORDS>;

/// The bits of one item.
#[derive(Clone, Debug)]
enum Bits {
    /// The item can't clash.
    None,
    One(Bit),
    /// The first pair, the number of pairs for the digits, and whether one more stands for options
    /// without a colour.
    Pairs {
        first: usize,
        digits: usize,
        plain: bool,
    },
}

/// The bits of all items.
#[derive(Debug)]
pub(super) struct Layout {
    bits: Vec<Bits>,
    colours: Colours,
    /// All bits that belong to pairs.
    pub(super) pairs: Wide,
    pub(super) primary: Wide,
    /// The number of bits of all items together.
    pub(super) total: usize,
}

impl Layout {
    /// The layout for a problem.
    pub(super) fn new(problem: &Problem) -> Result<Layout, TooWide> {
        let colours = Colours::new(problem);
        let mut layout = Layout {
            bits: vec![Bits::None; problem.items().len()],
            colours,
            pairs: [0; WORDS],
            primary: [0; WORDS],
            total: 0,
        };
        let mut total = 0;
        for (bits, item) in layout.bits.iter_mut().zip(problem.items()) {
            let uses = layout.colours.uses(item);
            if uses.colours > 0 {
                let (digits, plain) = (uses.digits() as usize, uses.plain > 0);
                *bits = Bits::Pairs { first: total, digits, plain };
                total += 2 * (digits + usize::from(plain));
            }
        }
        let paired = total;
        let lengths = Lengths::of(problem);
        for (item, &length) in problem.items().zip(lengths.all()) {
            if problem.is_primary(item)
                || length > 1 && matches!(layout.bits[item.index()], Bits::None)
            {
                if total < 64 * WORDS {
                    let bit = Bit::at(total);
                    layout.bits[item.index()] = Bits::One(bit);
                    if problem.is_primary(item) {
                        bit.set(&mut layout.primary);
                    }
                }
                total += 1;
            }
        }
        // A search with multiplicities bans options, by one more bit.
        let needed = total + usize::from(problem.is_multiple());
        if !fit(needed, problem.options().len(), WORDS) {
            return Err(TooWide { bits: total, options: problem.options().len() });
        }
        (0..paired).for_each(|number| Bit::at(number).set(&mut layout.pairs));
        layout.total = total;
        Ok(layout)
    }

    /// The mask of an option.
    pub(super) fn mask(&self, problem: &Problem, option: OptionId) -> Wide {
        let mut mask = [0; WORDS];
        for entry in problem.entries_of(option) {
            self.entry(entry.item, entry.colour, &mut mask);
        }
        mask
    }

    /// Adds to `mask` the bits of an item to which an option gives this colour.
    fn entry(&self, item: ItemId, colour: Option<Colour>, mask: &mut Wide) {
        match &self.bits[item.index()] {
            Bits::None => {}
            Bits::One(bit) => bit.set(mask),
            Bits::Pairs { first, digits, plain } => {
                let beyond = first + 2 * digits;
                let code = (self.colours.code(item, colour) as usize).checked_sub(1);
                if let Some(code) = code {
                    (0..*digits).for_each(|digit| {
                        Bit::at(first + 2 * digit + (code >> digit & 1)).set(mask);
                    });
                }
                if *plain {
                    Bit::at(beyond).set(mask);
                    if code.is_none() {
                        Bit::at(beyond + 1).set(mask);
                    }
                }
            }
        }
    }

    /// The primary items in order, with their bits.
    pub(super) fn primaries(&self) -> impl Iterator<Item = (ItemId, Bit)> {
        (0..self.bits.len() as u32).map(ItemId).filter_map(|item| Some((item, self.primary(item)?)))
    }

    /// The first item with a bit that both masks have; none if the masks don't meet.
    pub(super) fn first_of(&self, mask: &Wide, taken: &Wide) -> Option<ItemId> {
        let meets = |bits: &Bits| match bits {
            Bits::None => false,
            Bits::One(bit) => bit.is_in(mask) && bit.is_in(taken),
            Bits::Pairs { first, digits, plain } => {
                let mut all = (*first..first + 2 * (digits + usize::from(*plain))).map(Bit::at);
                all.any(|bit| bit.is_in(mask) && bit.is_in(taken))
            }
        };
        self.bits.iter().position(meets).map(|item| ItemId(item as u32))
    }

    /// The bit of a primary item; none for other items.
    pub(super) fn primary(&self, item: ItemId) -> Option<Bit> {
        match self.bits.get(item.index())? {
            Bits::One(bit) if bit.is_in(&self.primary) => Some(*bit),
            _ => None,
        }
    }
}
