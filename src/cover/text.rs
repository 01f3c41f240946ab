//! Knuth's text form of a problem, in and out.
//!
//! ```text
//!     | lines that begin with a bar are comments; blank lines are skipped
//!     a b c | x y          the first line that is not a comment names the items,
//!     a b x:1              the secondary ones after a bar; then comes an option a line,
//!     c y                  an item of a secondary kind with its colour, if it has one
//! ```
//!
//! The form that the programs DLX1 and DLX2 read (Knuth, *The Art of Computer Programming* 4B,
//! 7.2.2.1; the programs' own introductions). Names here may have any length and any characters but
//! white space, `:` and `|`, and so may colours.
//!
//! Deliberately lacking: multiplicities (`2:3|a`) and costs (`a b|17`), which are refused by name. Other forms
//! are [`numeric`](super::numeric) and [`json`](super::json); [`Form`](super::Form) tells them apart.

use std::fmt;
use std::str::FromStr;

use super::excerpt::Excerpt;
use super::problem::{Entry, OptionId, Problem, ProblemError};

/// Why a text is not a problem, in whatever form, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: TextFault,
}

impl TextError {
    /// What is wrong at this byte of a text.
    pub(super) fn at(text: &[u8], place: usize, what: TextFault) -> TextError {
        let before = &text[..place.min(text.len())];
        let (mut line, mut last) = (0, before);
        for part in before.split(|&byte| byte == b'\n') {
            (line, last) = (line + 1, part);
        }
        TextError { line, column: String::from_utf8_lossy(last).chars().count() + 1, what }
    }
}

/// What can be wrong with a problem's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextFault {
    /// Bytes that are no UTF-8: the first of them.
    #[error("expected UTF-8 text, found the byte 0x{0:02x}")]
    NotUtf8(u8),
    /// The text ends, or is empty, before the line of items.
    #[error("expected a line that names the items, found the end of the text")]
    NoItems,
    /// A second `|` in the line of items.
    #[error("a second `|`: the items after the first one are secondary already")]
    SecondBar,
    /// An item name with a bar or colon inside: DLX3's multiplicities.
    #[error("multiplicities, as in `{}`, are not supported", Excerpt(.0))]
    Multiplicity(String),
    /// An option with a bar inside: DLX5's costs.
    #[error("costs, as in `{}`, are not supported", Excerpt(.0))]
    Cost(String),
    /// An option with an item that the first line does not name.
    #[error("there is no item `{}`", Excerpt(.0))]
    UnknownItem(String),
    /// In the numeric and the JSON form: something else than what is said here.
    #[error("expected {expected}, found {}", Found(.found))]
    Unexpected {
        /// What could stand here.
        expected: String,
        /// What does; empty for the end of the line or the text.
        found: String,
    },
    /// In the numeric form: fewer options than the first line says.
    #[error("expected {expected} options, found the end of the text after {found}")]
    TooFewOptions {
        /// As the first line says.
        expected: usize,
        /// As there are.
        found: usize,
    },
    /// In the numeric form: more items than the options could have.
    #[error("{0} items are more than the text has room to name")]
    TooManyItems(u64),
    /// What the JSON reader says.
    #[error("{0}")]
    Json(String),
    /// The problem itself refuses the item or option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// What was found in the place of something else.
struct Found<'t>(&'t str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("the end") } else { write!(f, "`{}`", Excerpt(self.0)) }
    }
}

impl FromStr for Problem {
    type Err = TextError;

    /// Reads a problem in Knuth's form.
    fn from_str(text: &str) -> Result<Problem, TextError> {
        let lines = text.lines().enumerate().map(|(k, line)| (k + 1, line));
        let mut lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('|'));
        let Some((number, header)) = lines.next() else {
            let line = text.lines().count().max(1);
            return Err(TextError { line, column: 1, what: TextFault::NoItems });
        };
        let mut problem = Problem::new();
        read_items(&mut problem, header).map_err(|at| at.on(number, header))?;
        let mut entries = Vec::new();
        for (number, line) in lines {
            entries.clear();
            read_option(&mut problem, line, &mut entries).map_err(|at| at.on(number, line))?;
        }
        Ok(problem)
    }
}

/// A fault and where it is in its line, in bytes from 0: columns are counted only when one is shown.
pub(super) struct At(pub(super) usize, pub(super) TextFault);

impl At {
    pub(super) fn on(self, number: usize, line: &str) -> TextError {
        TextError { line: number, column: line[..self.0].chars().count() + 1, what: self.1 }
    }
}

/// The words of a line, each with its place in bytes from 0.
pub(super) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    // A word is a part of the line, so its place is the distance of their beginnings.
    line.split_whitespace().map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// An option's word as its item's name and its colour's.
pub(super) fn name_and_colour(word: &str) -> (&str, Option<&str>) {
    word.split_once(':').map_or((word, None), |(name, colour)| (name, Some(colour)))
}

fn read_items(problem: &mut Problem, line: &str) -> Result<(), At> {
    let mut secondary = false;
    for (place, word) in words(line) {
        if word == "|" {
            if secondary {
                return Err(At(place, TextFault::SecondBar));
            }
            secondary = true;
            continue;
        }
        // Every other word with such signs is refused as a name.
        if word.split_once('|').is_some_and(|(bounds, _)| is_multiplicity(bounds)) {
            return Err(At(place, TextFault::Multiplicity(word.to_owned())));
        }
        let item = if secondary { problem.secondary(word) } else { problem.primary(word) };
        item.map_err(|error| At(place, error.into()))?;
    }
    Ok(())
}

/// Whether this is what DLX3 has before the bar of an item: `3`, `2:3`, `:3` or `2:`.
fn is_multiplicity(bounds: &str) -> bool {
    !bounds.is_empty() && bounds.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
}

fn read_option(problem: &mut Problem, line: &str, entries: &mut Vec<Entry>) -> Result<(), At> {
    for (place, word) in words(line) {
        if word.contains('|') {
            let cost = word.rsplit_once('|').map_or("", |(_, cost)| cost);
            let is_cost = !cost.is_empty() && cost.bytes().all(|byte| byte.is_ascii_digit());
            let what = if is_cost { TextFault::Cost } else { |word| ProblemError::Name(word).into() };
            return Err(At(place, what(word.to_owned())));
        }
        let (name, colour) = name_and_colour(word);
        let Some(item) = problem.item_named(name) else {
            return Err(At(place, TextFault::UnknownItem(name.to_owned())));
        };
        let colour = colour.map(|name| problem.colour(name)).transpose();
        let colour = colour.map_err(|error| At(place, error.into()))?;
        entries.push(Entry { item, colour });
    }
    problem.option(entries.iter().copied()).map(|_| ()).map_err(|error| {
        let culprit = problem.culprit(entries, &error).and_then(|k| words(line).nth(k));
        At(culprit.map_or(0, |(place, _)| place), error.into())
    })
}

impl fmt::Display for Problem {
    /// Writes the problem in Knuth's form. Primary items come first, in their order. If there are none, a blank comes before the
    /// bar, because a line that begins with a bar is a comment.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (primary, secondary): (Vec<_>, Vec<_>) = self.items().partition(|&item| self.is_primary(item));
        let names = primary.iter().map(|&item| self.name(item));
        let bar = match (primary.is_empty(), secondary.is_empty()) {
            (true, _) => Some(" |"),
            (false, false) => Some("|"),
            (false, true) => None,
        };
        let names = names.chain(bar).chain(secondary.iter().map(|&item| self.name(item)));
        writeln!(f, "{}", names.collect::<Vec<_>>().join(" "))?;
        self.options().try_for_each(|option| writeln!(f, "{}", self.spelled(option)))
    }
}

impl Problem {
    /// The option as a line of Knuth's form, without the line's end.
    ///
    /// ```
    /// use tourdion::cover::{OptionId, classics};
    ///
    /// let toy = classics::coloured_toy()?;
    /// assert_eq!(toy.spelled(OptionId::at(1)).to_string(), "p r x:A y");
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    pub fn spelled(&self, option: OptionId) -> impl fmt::Display {
        Spelled { problem: self, entries: self.items_of(option) }
    }

    /// The entry as Knuth's form has it: `a`, or `x:red`.
    pub fn spelled_entry(&self, entry: Entry) -> impl fmt::Display {
        Spelled { problem: self, entries: [entry] }
    }
}

/// Some entries, a blank between any two.
struct Spelled<'p, E> {
    problem: &'p Problem,
    entries: E,
}

impl<E: AsRef<[Entry]>> fmt::Display for Spelled<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, entry) in self.entries.as_ref().iter().enumerate() {
            let blank = if k == 0 { "" } else { " " };
            write!(f, "{blank}{}", self.problem.name(entry.item))?;
            if let Some(colour) = entry.colour {
                write!(f, ":{}", self.problem.colour_name(colour))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

    #[test]
    fn a_problem_is_written_as_it_was_read() {
        let coloured = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
        for text in [TOY, coloured, " |\n", " | x y\nx:A y\n"] {
            assert_eq!(text.parse::<Problem>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn comments_and_blank_lines_are_skipped() {
        let text = "| the toy problem\n\n  a b \r\n| its options\n\n a\n\tb a\n";
        assert_eq!(text.parse::<Problem>().unwrap().to_string(), "a b\na\nb a\n");
    }

    #[test]
    fn every_fault_has_its_line_and_column() {
        let fault = |text: &str| text.parse::<Problem>().unwrap_err().to_string();
        assert_eq!(fault(""), "1:1: expected a line that names the items, found the end of the text");
        assert_eq!(
            fault("| only\n| comments"),
            "2:1: expected a line that names the items, found the end of the text"
        );
        assert_eq!(fault("a b a"), "1:5: there is already an item `a`");
        assert_eq!(
            fault("a | b | c"),
            "1:7: a second `|`: the items after the first one are secondary already"
        );
        assert_eq!(fault("a 2:3|b"), "1:3: multiplicities, as in `2:3|b`, are not supported");
        assert_eq!(fault("a 3|b"), "1:3: multiplicities, as in `3|b`, are not supported");
        assert_eq!(
            fault("a |x"),
            "1:3: `|x` can't be a name: it is empty, or has white space, `:` or `|` in it"
        );
        assert_eq!(fault("a b\na b|5"), "2:3: costs, as in `b|5`, are not supported");
        assert_eq!(fault("a b\na |5"), "2:3: costs, as in `|5`, are not supported");
        assert_eq!(
            fault("a b\na | b"),
            "2:3: `|` can't be a name: it is empty, or has white space, `:` or `|` in it"
        );
        assert_eq!(fault("a b\n\nä"), "3:1: there is no item `ä`");
        assert_eq!(fault("ä b\nä  c"), "2:4: there is no item `c`");
        assert_eq!(fault("a b\na b a"), "2:5: the option has the item `a` twice");
        assert_eq!(fault("a b\na b:red"), "2:3: the primary item `b` can't have a colour");
        assert_eq!(
            fault("a | b\na b:"),
            "2:3: `` can't be a name: it is empty, or has white space, `:` or `|` in it"
        );
    }
}
