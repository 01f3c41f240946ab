//! Numbers as people read them in a text.
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
    fn one_thing_has_the_singular() {
        let texts = [0_u64, 1, 2, 1_001].map(|number| counted(number, "cover"));
        assert_eq!(texts, ["0 covers", "1 cover", "2 covers", "1,001 covers"]);
    }
}
