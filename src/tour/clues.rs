//! A range of numbers of clues: `17..20`, both ends in it; `17..`, `..20` and `17` too.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::Excerpt;
use crate::numerals::range;

/// The most clues that a 9×9 puzzle can have.
pub(super) const MOST: usize = 81;

/// A least and a greatest number of clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClueRange {
    /// The least number, at most `most`.
    pub least: usize,
    /// The greatest number, at most 81.
    pub most: usize,
}

impl ClueRange {
    /// Whether the range has `clues`.
    pub const fn contains(self, clues: usize) -> bool {
        self.least <= clues && clues <= self.most
    }
}

/// Why a text is no [`ClueRange`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected numbers of clues such as 17..20, 17.., ..20 or 17, up to 81, found `{}`",
    Excerpt(.0)
)]
pub struct ClueRangeError(String);

impl FromStr for ClueRange {
    type Err = ClueRangeError;

    fn from_str(text: &str) -> Result<ClueRange, ClueRangeError> {
        let read = |text: &str| text.parse().ok().filter(|&number| number <= MOST);
        let (least, most) = range(text, read).ok_or_else(|| ClueRangeError(text.to_owned()))?;
        Ok(ClueRange { least: least.unwrap_or(0), most: most.unwrap_or(MOST) })
    }
}

impl fmt::Display for ClueRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClueRange { least, most } if least == most => least.fmt(f),
            ClueRange { least, most: MOST } => write!(f, "{least}.."),
            ClueRange { least: 0, most } => write!(f, "..{most}"),
            ClueRange { least, most } => write!(f, "{least}..{most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_back_as_written() {
        for text in ["17..20", "17..", "..20", "17", "0..", "81"] {
            assert_eq!(text.parse::<ClueRange>().unwrap().to_string(), text);
        }
        for text in ["", "..", "20..17", "17..82", "82", "a..b", "17...20", "-1"] {
            assert!(text.parse::<ClueRange>().is_err(), "{text}");
        }
    }
}
