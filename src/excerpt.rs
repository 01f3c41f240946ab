//! Makes texts from outside safe to show: short, and without characters that steer a terminal.
//!
//! ```text
//!      a name in a file      "puz\x1b[2Jzle"     shown as    puz�[2Jzle
//!      a line of a megabyte  "xxxxxxxxxxx…"      shown as    its first 60 characters and `…`
//! ```
//!
//! Names of files and columns, words of problems, arguments: all text from outside passes through
//! here before it becomes part of an error, a finding, a page or a picture. The user's own rows are
//! results, and are copied unchanged.
//!
//! Invariant: the output has no character that [`steers`], except the newlines and tabs that
//! [`plain`] keeps. Deliberately lacking: a way back from the mark to the original character.

use std::fmt::{self, Display};
use std::path::Path;

/// The most characters of an [`Excerpt`].
const LONGEST: usize = 60;

/// The most names of [`Names`].
const MOST_NAMES: usize = 12;

/// The mark shown in place of a character that steers.
pub const MARK: char = char::REPLACEMENT_CHARACTER;

/// Whether a terminal or a page might obey a character instead of showing it: control characters of
/// both sets, including ends of lines, and characters that change the direction of writing.
pub fn steers(c: char) -> bool {
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Whether a character other than a blank shows nothing: pages and documents have such ones around
/// a text that is copied out of them.
pub(crate) fn is_invisible(symbol: char) -> bool {
    let has_no_width = matches!(
        symbol,
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    );
    has_no_width || (symbol.is_whitespace() && symbol != ' ')
}

/// Shows a character between accents, or names one that can't be shown.
pub(crate) struct Symbol(pub(crate) char);

impl Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            char::REPLACEMENT_CHARACTER => f.write_str("a byte that is not UTF-8"),
            symbol if steers(symbol) => write!(f, "the control character U+{:04X}", symbol as u32),
            symbol if is_invisible(symbol) => {
                write!(f, "the invisible character U+{:04X}", symbol as u32)
            }
            symbol => write!(f, "`{symbol}`"),
        }
    }
}

/// The whole text on one line.
pub fn one_line(text: &str) -> String {
    text.replace(steers, MARK.encode_utf8(&mut [0; 4]))
}

/// The text on a line, and below it a `^` at a column, in characters from 1: both two blanks in. A
/// column beyond the text is the first one behind it.
///
/// ```
/// use tourdion::excerpt::pointed_at;
///
/// assert_eq!(pointed_at("a b", 3), "  a b\n    ^");
/// ```
pub fn pointed_at(text: &str, column: usize) -> String {
    // Not by a width, which has to be below 2^16: texts can be longer.
    let before = column.saturating_sub(1).min(text.chars().count());
    format!("  {}\n  {}^", text.replace(steers, " "), " ".repeat(before))
}

/// The text with [`MARK`] for each character that steers a terminal. Line ends and tabs stay.
pub fn plain(text: &str) -> String {
    text.replace(|c: char| steers(c) && c != '\n' && c != '\t', MARK.encode_utf8(&mut [0; 4]))
}

/// The text on one line, or its first `most` characters and `…` for the rest.
pub fn shortened(text: &str, most: usize) -> String {
    let mut rest = text.chars();
    let mut shown: String =
        rest.by_ref().take(most).map(|c| if steers(c) { MARK } else { c }).collect();
    if rest.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Shows a text of any length and content within a line.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'t>(pub &'t str);

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shortened(self.0, LONGEST))
    }
}

/// Shows the path of a file or folder on one line, as a whole.
#[derive(Clone, Copy, Debug)]
pub struct PathName<'p>(pub &'p Path);

impl Display for PathName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&self.0.to_string_lossy()))
    }
}

/// Shows a list of any number of names: the first dozen, and the number of the others.
#[derive(Clone, Copy, Debug)]
pub struct Names<'t>(pub &'t [String]);

impl Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, name) in self.0.iter().take(MOST_NAMES).enumerate() {
            write!(f, "{}{}", if k == 0 { "" } else { ", " }, Excerpt(name))?;
        }
        match self.0.len().saturating_sub(MOST_NAMES) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// What is wrong with a name that is none of these, which are all that exist.
pub(crate) fn none_of<N: Display>(names: impl IntoIterator<Item = N>, found: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    format!("expected one of {}, found `{}`", names.join(", "), Excerpt(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_can_be_far_out() {
        let text = "ab".repeat(50_000);
        let below = |column| pointed_at(&text, column).split_once('\n').unwrap().1.len();
        assert_eq!([0, 1, 65_537, 100_001].map(below), [3, 3, 65_539, 100_003]);
        assert_eq!(below(usize::MAX), below(100_001)); // behind the end
    }

    #[test]
    fn long_texts_are_cut_and_signs_that_steer_are_shown_as_a_mark() {
        assert_eq!(
            Excerpt("a\u{1b}[1mä\u{7f}\u{9b}\u{202e}\n").to_string(),
            "a\u{fffd}[1mä\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
        assert_eq!(Excerpt(&"ä".repeat(60)).to_string(), "ä".repeat(60));
        assert_eq!(Excerpt(&"ä".repeat(61)).to_string(), format!("{}…", "ä".repeat(60)));
    }

    #[test]
    fn lines_stay_lines_where_they_may() {
        assert_eq!(plain("a\tb\n\u{2028}\r"), "a\tb\n\u{fffd}\u{fffd}");
        assert_eq!(one_line("a\tb\n"), "a\u{fffd}b\u{fffd}");
        assert_eq!(PathName(Path::new("a/b\nc")).to_string(), "a/b\u{fffd}c");
    }

    #[test]
    fn a_name_that_does_not_exist_is_shown_safely() {
        assert_eq!(none_of(["a", "b"], "c\u{1b}"), "expected one of a, b, found `c\u{fffd}`");
    }

    #[test]
    fn of_many_names_the_first_are_shown() {
        let names = |count: usize| (1..=count).map(|k| format!("n{k}")).collect::<Vec<_>>();
        assert_eq!(Names(&names(2)).to_string(), "n1, n2");
        assert!(Names(&names(12)).to_string().ends_with(", n11, n12"));
        assert!(Names(&names(9000)).to_string().ends_with(", n12 and 8988 more"));
        assert_eq!(Names(&[]).to_string(), "");
    }
}
