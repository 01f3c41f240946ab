//! Gatherers of the covers of a part.

use crate::cover::{Cover, OptionId};

/// Gathers the covers of a part. It is thrown away if the part turns out to be too large.
pub trait Gather {
    /// Takes a cover.
    fn take(&mut self, cover: Cover<'_>);

    /// Its approximate memory. A part that reaches [the limit](PART_BYTES) and has more covers is
    /// cut.
    fn bytes(&self) -> usize;

    /// Whether the covers should come in the same order each time. If not, no part but a very large
    /// one is cut while all threads have work.
    fn is_ordered(&self) -> bool {
        true
    }

    /// All covers of the part are gathered, and wait for those of parts before it. Gives back the
    /// memory that they do not need. Is called on the thread that gathered them.
    fn end(&mut self) {}
}

/// The most memory for the covers of a part. On few threads it may be more where their order does
/// not depend on cuts.
pub const PART_BYTES: usize = 1 << 21;

/// Gathers nothing: for counts.
impl Gather for () {
    fn take(&mut self, _: Cover<'_>) {}

    fn bytes(&self) -> usize {
        0
    }

    fn is_ordered(&self) -> bool {
        false
    }
}

/// Covers in a row, each with its options in the order of the problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    options: Vec<OptionId>,
    /// The end of each cover.
    ends: Vec<usize>,
}

impl Listing {
    /// The number of covers.
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

    /// The covers, in the order of arrival.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[OptionId]> {
        (0..self.len()).map(|number| self.get(number).unwrap_or_default())
    }
}

impl Gather for Listing {
    fn take(&mut self, cover: Cover<'_>) {
        let start = self.options.len();
        self.options.extend(cover.options());
        // The order of choices depends on the cuts of the tree.
        self.options[start..].sort_unstable();
        self.ends.push(self.options.len());
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.options[..]) + size_of_val(&self.ends[..])
    }

    fn end(&mut self) {
        self.options.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_waits_takes_the_memory_that_it_says() {
        let mut listing = Listing::default();
        for _ in 0..100 {
            listing.take(Cover::new(&[], &[3, 1, 2]));
        }
        let bytes = listing.bytes();
        listing.end();
        assert_eq!((listing.bytes(), listing.options.capacity()), (bytes, 300));
        assert_eq!(listing.ends.capacity(), 100);
        assert_eq!(listing.get(99), Some(&[1, 2, 3].map(OptionId::at)[..]));
    }
}
