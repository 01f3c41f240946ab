//! What is made of the covers of a part while it is searched.

use crate::cover::{Cover, OptionId};

/// Gathers the covers of a part. What it has is thrown away if the part turns out to be too large.
pub trait Gather {
    /// Takes a cover.
    fn take(&mut self, cover: Cover<'_>);

    /// About how much memory it takes. A part that has [so much](PART_BYTES) and more to come is
    /// cut.
    fn bytes(&self) -> usize;
}

/// How much memory the covers of a part may take.
pub const PART_BYTES: usize = 1 << 21;

/// Gathers nothing: for counts.
impl Gather for () {
    fn take(&mut self, _: Cover<'_>) {}

    fn bytes(&self) -> usize {
        0
    }
}

/// Covers in a row, each with its options in the order of the problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    options: Vec<OptionId>,
    /// Where each cover ends.
    ends: Vec<usize>,
}

impl Listing {
    /// How many covers there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Forgets all covers.
    pub fn clear(&mut self) {
        self.options.clear();
        self.ends.clear();
    }

    /// The cover with this number, from 0 on.
    pub fn get(&self, number: usize) -> Option<&[OptionId]> {
        let &end = self.ends.get(number)?;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        Some(&self.options[start..end])
    }

    /// The covers, in the order in which they came.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[OptionId]> {
        (0..self.len()).map(|number| self.get(number).unwrap_or_default())
    }
}

impl Gather for Listing {
    fn take(&mut self, cover: Cover<'_>) {
        let start = self.options.len();
        self.options.extend(cover.options());
        // The order of choices depends on how the tree was cut.
        self.options[start..].sort_unstable();
        self.ends.push(self.options.len());
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.options[..]) + size_of_val(&self.ends[..])
    }
}
