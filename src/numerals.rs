//! Numbers as people write them in a text: thousands set apart, nouns in the plural, ranges.
//!
//! ```
//! use tourdion::numerals::{counted, grouped};
//!
//! assert_eq!(grouped(1_234_567), "1,234,567");
//! assert_eq!(counted(1, "node"), "1 node");
//! assert_eq!(counted(49_158, "node"), "49,158 nodes");
//! ```
//!
//! Reports, tables and pictures format their numbers here. Rows in CSV and JSON don't: they are for
//! programs.
//!
//! Deliberately lacking: fractions, other languages, and nouns with an irregular plural.

use std::fmt::Display;

/// A whole number, not below 0, with its thousands set apart: `49,158`.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

/// A number of things: `1 node`, `2,000 nodes`.
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = grouped(number);
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Reads a range of numbers: `3..5` with both its ends, `3..` and `..5` without one, or `4` for
/// `4..4`. `None` if it is none, or if its end is before its beginning. `read` reads the numbers.
///
/// ```
/// use tourdion::numerals::range;
///
/// let read = |text: &str| text.parse::<u32>().ok();
/// assert_eq!(range("3..5", read), Some((Some(3), Some(5))));
/// assert_eq!(range("..5", read), Some((None, Some(5))));
/// assert_eq!(range("5..3", read), None);
/// ```
pub fn range<T: Copy + PartialOrd>(
    text: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Option<(Option<T>, Option<T>)> {
    match text.split_once("..") {
        Some(("", most)) => Some((None, Some(read(most)?))),
        Some((least, "")) => Some((Some(read(least)?), None)),
        Some((least, most)) => {
            let (least, most) = (read(least)?, read(most)?);
            (least <= most).then_some((Some(least), Some(most)))
        }
        None => read(text).map(|number| (Some(number), Some(number))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(
            [0_u64, 999, 1_000, 49_158, 1_234_567].map(grouped),
            ["0", "999", "1,000", "49,158", "1,234,567"]
        );
    }

    #[test]
    fn ranges_are_read_with_one_end_or_both() {
        let read = |text: &str| range(text, |text| text.parse::<u8>().ok());
        for (text, expected) in [
            ("3..5", (Some(3), Some(5))),
            ("3..3", (Some(3), Some(3))),
            ("3..", (Some(3), None)),
            ("..5", (None, Some(5))),
            ("4", (Some(4), Some(4))),
        ] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
        for text in ["", "..", "5..4", "a..b", "1...2", "-1..2", "1..=2", "256"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn one_thing_has_the_singular() {
        let texts = [0_u64, 1, 2, 1_001].map(|number| counted(number, "cover"));
        assert_eq!(texts, ["0 covers", "1 cover", "2 covers", "1,001 covers"]);
    }
}
