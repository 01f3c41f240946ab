//! A share of all: `1%`, `0.25%`, `100%`; as fine as a millionth.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::Excerpt;

/// All of a million.
const ALL: u32 = 1_000_000;

/// A share, more than nothing and at most all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Parts per million, 1 to 1,000,000.
    pub per_million: u32,
}

/// Why a text is no [`Share`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a share such as 1% or 0.25%, above 0% and up to 100%, found `{}`", Excerpt(.0))]
pub struct ShareError(String);

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Share, ShareError> {
        let parse = || {
            let number = text.strip_suffix('%')?;
            let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
            let is_number =
                |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            if !is_number(whole) || !is_number(decimals) || decimals.len() > 4 {
                return None;
            }
            let whole: u32 = whole.parse().ok().filter(|&whole| whole <= 100)?;
            let decimals: u32 = format!("{decimals:0<4}").parse().ok()?;
            let per_million = whole * 10_000 + decimals;
            (1..=ALL).contains(&per_million).then_some(Share { per_million })
        };
        parse().ok_or_else(|| ShareError(text.to_owned()))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, decimals) = (self.per_million / 10_000, self.per_million % 10_000);
        match decimals {
            0 => write!(f, "{whole}%"),
            _ => write!(f, "{whole}.{}%", format!("{decimals:04}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_back_as_written() {
        for text in ["1%", "0.25%", "100%", "0.0001%", "12.5%"] {
            assert_eq!(text.parse::<Share>().unwrap().to_string(), text);
        }
        for text in
            ["", "1", "%", "0%", "0.00001%", "100.1%", "101%", "-1%", "1.%", ".5%", "1e1%", "+1%"]
        {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }
}
