//! Names a part of a search: its number among the pieces of a cut, after the number of each part
//! cut on the way.

use std::fmt;
use std::str::FromStr;

/// The place of a [`Part`](super::Part): `2.3` is the third piece of the second piece of the whole,
/// which itself is `0`.
///
/// ```
/// use tourdion::cover::share::parts::Place;
///
/// let place: Place = "2.3".parse()?;
/// assert_eq!(place.to_string(), "2.3");
/// assert!("2.0".parse::<Place>().is_err());
/// # Ok::<(), tourdion::cover::share::parts::PlaceError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place(Vec<u32>);

/// Why a text is no [`Place`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 0, or numbers from 1 to {} with points between them", u32::MAX)]
pub struct PlaceError;

impl Place {
    /// The place of the whole.
    pub const WHOLE: Place = Place(Vec::new());

    /// The numbers from the whole down; none for the whole.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.0
    }

    /// The numbers of the part of which it is a piece, unless it is the whole.
    pub(super) fn above(&self) -> Option<&[u32]> {
        self.0.split_last().map(|(_, above)| above)
    }

    /// The piece with this number, from 1 on.
    pub(super) fn below(&self, number: u32) -> Place {
        Place(self.0.iter().copied().chain([number]).collect())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else { return f.write_str("0") };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|number| write!(f, ".{number}"))
    }
}

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        if text == "0" {
            return Ok(Place::default());
        }
        let number = |text: &str| {
            text.parse().ok().filter(|&number: &u32| number.to_string() == text && number > 0)
        };
        text.split('.').map(number).collect::<Option<_>>().map(Place).ok_or(PlaceError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written_and_nothing_else_is() {
        for text in ["0", "1", "17.203.5", "4294967295"] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
        for text in
            ["", "0.1", "1.", ".1", "1..2", "01", "+1", "-1", "1.0", "4294967296", "1 2", "x"]
        {
            assert_eq!(text.parse::<Place>(), Err(PlaceError), "{text}");
        }
    }

    #[test]
    fn places_are_in_the_order_of_their_parts() {
        let places =
            ["0", "1", "1.1", "1.2", "1.10", "2", "10"].map(|text| text.parse::<Place>().unwrap());
        assert!(places.is_sorted());
    }
}
