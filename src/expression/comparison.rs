//! A question about a number, which need not be known exactly.
//!
//! ```text
//!      < 5   is   0..4         != 5       is   outside of 5..5
//!      >= 5  is   5..          in 3..5    is   3..5, both ends in it
//! ```
//!
//! Every comparison is a range, or all but one. All that it asks of a number is whether the number
//! *reaches* another, is at least that: so it can be answered for a rate such as `>12`, too.

use crate::numerals::range;

/// A comparison with numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comparison {
    least: u64,
    /// `u64::MAX` for no end.
    most: u64,
    /// Whether the numbers outside are meant.
    is_outside: bool,
}

impl Comparison {
    /// The comparison of a sign with a number; `None` if it is no sign.
    pub(super) fn of_sign(sign: &str, number: u32) -> Option<Comparison> {
        let number = u64::from(number);
        let (least, most) = match sign {
            "=" | "==" | "!=" => (number, number),
            // Below 0 there is nothing: the range is empty.
            "<" if number == 0 => (1, 0),
            "<" => (0, number - 1),
            "<=" => (0, number),
            ">" => (number + 1, u64::MAX),
            ">=" => (number, u64::MAX),
            _ => return None,
        };
        Some(Comparison { least, most, is_outside: sign == "!=" })
    }

    /// The comparison with a range, such as `3..5`, `3..`, `..5` or `4`; `None` if it is none.
    /// `read` reads the numbers.
    pub(super) fn of_range(text: &str, read: impl Fn(&str) -> Option<u32>) -> Option<Comparison> {
        let (least, most) = range(text, read)?;
        let (least, most) = (least.map_or(0, u64::from), most.map_or(u64::MAX, u64::from));
        Some(Comparison { least, most, is_outside: false })
    }

    /// Whether it holds for a number, of which `reaches` says whether it is at least another, if
    /// that is known.
    pub(super) fn value(self, reaches: impl Fn(u64) -> Option<bool>) -> Option<bool> {
        let ends_before = |end: u64| reaches(end).map(|reaches| !reaches);
        let is_low_enough = self.most.checked_add(1).map_or(Some(true), ends_before);
        let is_inside = match (reaches(self.least), is_low_enough) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        };
        is_inside.map(|is_inside| is_inside != self.is_outside)
    }

    /// Whether it holds for a number.
    pub(super) fn holds(self, number: u64) -> bool {
        (self.least <= number && number <= self.most) != self.is_outside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared() {
        for (sign, expected) in [
            ("=", [false, true, false]),
            ("==", [false, true, false]),
            ("!=", [true, false, true]),
            ("<", [true, false, false]),
            ("<=", [true, true, false]),
            (">", [false, false, true]),
            (">=", [false, true, true]),
        ] {
            let comparison = Comparison::of_sign(sign, 5).unwrap();
            assert_eq!([4, 5, 6].map(|number| comparison.holds(number)), expected, "{sign}");
        }
        assert_eq!(Comparison::of_sign("=<", 5), None);
        let nothing = Comparison::of_sign("<", 0).unwrap();
        assert!([0, 1, u64::MAX].iter().all(|&number| !nothing.holds(number)));
        let most = Comparison::of_sign(">", u32::MAX).unwrap();
        assert!(!most.holds(u32::MAX.into()) && most.holds(u64::MAX));
    }

    #[test]
    fn ranges_have_both_their_ends() {
        for (range, expected) in [
            ("4..5", [false, true, true, false]),
            ("4..4", [false, true, false, false]),
            ("4", [false, true, false, false]),
            ("4..", [false, true, true, true]),
            ("..5", [true, true, true, false]),
        ] {
            let comparison = Comparison::of_range(range, |text| text.parse().ok()).unwrap();
            assert_eq!([3, 4, 5, 6].map(|number| comparison.holds(number)), expected, "{range}");
        }
        for range in ["", "..", "5..4", "a..b", "1...2", "-1..2", "1..=2", "4294967296"] {
            assert_eq!(Comparison::of_range(range, |text| text.parse().ok()), None, "{range}");
        }
    }

    #[test]
    fn what_is_known_of_a_number_decides_as_far_as_it_can() {
        // More than 7: the values for every number from 8 on, if they agree.
        let above = |end: u64| (end <= 8).then_some(true);
        for k in 0..12 {
            for sign in ["=", "!=", "<", "<=", ">", ">="] {
                let comparison = Comparison::of_sign(sign, k).unwrap();
                let mut values: Vec<bool> =
                    (8..100).map(|number| comparison.holds(number)).collect();
                values.dedup();
                let expected = if let &[value] = &values[..] { Some(value) } else { None };
                assert_eq!(comparison.value(above), expected, "{sign} {k}");
                for number in 0..12 {
                    let value = comparison.value(|end| Some(number >= end));
                    assert_eq!(value, Some(comparison.holds(number)), "{number} {sign} {k}");
                }
            }
        }
    }
}
