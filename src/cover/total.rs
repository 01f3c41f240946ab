//! Numbers of covers, exact and of any size.
//!
//! 53,060,477,521,960,000 pavings of a board of 12×12 fit a word, and their square does not. So a
//! [`CoverTotal`] has as many digits as it needs.
//!
//! Invariant: a total is read as it is written: digits alone, without signs and separators.
//!
//! Deliberately lacking: subtraction and division, which are not needed; and the type of the crate
//! inside, so that its version can change.

use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, Mul};
use std::str::FromStr;

use num_bigint::BigUint;

/// A number of covers, exact and of any size.
///
/// ```
/// use tourdion::cover::CoverTotal;
///
/// let total: CoverTotal = "53060477521960000".parse()?;
/// let squared = total.clone() * total.clone();
/// assert_eq!(squared.to_string(), "2815414274858422422282241600000000");
/// assert_eq!(total.to_u128(), Some(53_060_477_521_960_000));
/// assert_eq!((squared.clone() * squared).to_u128(), None);
/// assert!(total > CoverTotal::from(1_000_u64));
/// # Ok::<(), tourdion::cover::CoverTotalError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CoverTotal(pub(in crate::cover) BigUint);

/// Why a text is no [`CoverTotal`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a whole number, its digits alone")]
pub struct CoverTotalError;

impl CoverTotal {
    /// No cover.
    pub const ZERO: CoverTotal = CoverTotal(BigUint::ZERO);

    /// The number, or `None` if it is 2¹²⁸ or more.
    pub fn to_u128(&self) -> Option<u128> {
        u128::try_from(&self.0).ok()
    }

    /// Its bytes, the least first; one at least.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes_le()
    }

    /// The number of its binary digits: 0 of 0, 3 of 4.
    pub fn bits(&self) -> u64 {
        self.0.bits()
    }
}

impl From<u64> for CoverTotal {
    fn from(number: u64) -> CoverTotal {
        CoverTotal(number.into())
    }
}

impl From<u128> for CoverTotal {
    fn from(number: u128) -> CoverTotal {
        CoverTotal(number.into())
    }
}

impl From<usize> for CoverTotal {
    fn from(number: usize) -> CoverTotal {
        CoverTotal(number.into())
    }
}

impl fmt::Display for CoverTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for CoverTotal {
    type Err = CoverTotalError;

    fn from_str(text: &str) -> Result<CoverTotal, CoverTotalError> {
        // BigUint reads a sign and underlines too.
        let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_digits.then(|| text.parse().ok()).flatten();
        number.map(CoverTotal).ok_or(CoverTotalError)
    }
}

impl Add for CoverTotal {
    type Output = CoverTotal;

    fn add(self, other: CoverTotal) -> CoverTotal {
        CoverTotal(self.0 + other.0)
    }
}

impl Mul for CoverTotal {
    type Output = CoverTotal;

    fn mul(self, other: CoverTotal) -> CoverTotal {
        CoverTotal(self.0 * other.0)
    }
}

impl Sum for CoverTotal {
    fn sum<I: Iterator<Item = CoverTotal>>(totals: I) -> CoverTotal {
        CoverTotal(totals.map(|total| total.0).sum())
    }
}

impl Product for CoverTotal {
    fn product<I: Iterator<Item = CoverTotal>>(totals: I) -> CoverTotal {
        CoverTotal(totals.map(|total| total.0).product())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_read_as_it_is_written_and_nothing_else_is() {
        for text in ["0", "1", "340282366920938463463374607431768211456"] {
            assert_eq!(text.parse::<CoverTotal>().unwrap().to_string(), text);
        }
        for text in ["", "+1", "-1", "1_000", "1,000", "1.5", "0x1", " 1", "x"] {
            assert_eq!(text.parse::<CoverTotal>(), Err(CoverTotalError), "{text}");
        }
    }

    #[test]
    fn a_total_fits_a_word_or_not() {
        let most = CoverTotal::from(u128::MAX);
        assert_eq!((most.to_u128(), most.bits()), (Some(u128::MAX), 128));
        assert_eq!((most + CoverTotal::from(1_u64)).to_u128(), None);
        assert_eq!((CoverTotal::ZERO.to_u128(), CoverTotal::ZERO.bits()), (Some(0), 0));
        let numbers = || [2_u64, 3, 7].map(CoverTotal::from).into_iter();
        assert_eq!(numbers().sum::<CoverTotal>(), CoverTotal::from(12_u64));
        assert_eq!(numbers().product::<CoverTotal>(), CoverTotal::from(42_u64));
    }
}
