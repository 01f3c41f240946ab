//! The nodes that a part may take before it is cut.
//!
//! ```text
//!      part                   0      2      2.3    2.3.1   2.3.1.7 ...
//!      its own limit         2^15   2^17   2^19    2^21    2^23
//!      while all have work          2^23   2^23    2^23    2^23
//!      beside a large one           2^17   2^17    2^17    2^17
//! ```
//!
//! What a part has done is lost when it is cut. If all pieces of a cut take a little more than
//! their own limit, and end there, nearly half of all work is lost. So a search whose order does
//! not depend on its cuts ends a part there only if a thread has nothing to do. Beyond the most
//! nodes a part is cut anyway: a search that is kept can't lose more. Then the pieces of the same
//! cut are *beside a large one*, and most of them are as large. They are tried with few nodes. The
//! same holds for the memory that the covers of a part take.

use std::collections::HashSet;

use super::Part;
use super::place::Place;

/// The most nodes of the whole before it is cut: a few milliseconds.
const NODES: u64 = 1 << 15;

/// The number of cuts of which each multiplies the limit by four.
const GROWING_CUTS: usize = 4;

/// The most nodes of any part, some seconds.
#[cfg(feature = "parallel")]
pub(in super::super) const MOST_NODES: u64 = NODES << (2 * GROWING_CUTS);

/// The nodes of a part beside a large one.
const BESIDE_LARGE: u64 = NODES << 2;

impl Part {
    /// Its own limit.
    pub(in super::super) fn nodes(&self) -> u64 {
        NODES << (2 * self.place.numbers().len().min(GROWING_CUTS))
    }
}

/// Knows which parts are beside a large one.
#[derive(Debug, Default)]
pub(in super::super) struct Large(HashSet<Box<[u32]>>);

impl Large {
    /// The part at this place is a large one.
    pub(in super::super) fn note(&mut self, place: &Place) {
        if let Some(above) = place.above() {
            self.0.insert(above.into());
        }
    }

    /// Whether a part here is beside a large one, or is one.
    pub(in super::super) fn is_beside(&self, place: &Place) -> bool {
        place.above().is_some_and(|above| self.0.contains(above))
    }

    /// `nodes`, or fewer for a part beside a large one.
    pub(in super::super) fn limit(&self, place: &Place, nodes: u64) -> u64 {
        if self.is_beside(place) { nodes.min(BESIDE_LARGE) } else { nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pieces_of_the_same_cut_are_beside_a_large_one() {
        let place = |text: &str| text.parse::<Place>().unwrap();
        let mut large = Large::default();
        large.note(&Place::WHOLE);
        large.note(&place("1.2.3"));
        let nodes = |text| large.limit(&place(text), 1 << 19);
        for text in ["0", "1", "1.2", "1.3.1", "1.2.3.1", "2.2.1"] {
            assert_eq!(nodes(text), 1 << 19, "{text}");
        }
        assert_eq!(["1.2.1", "1.2.3"].map(nodes), [1 << 17; 2]);
    }
}
