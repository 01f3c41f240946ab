//! A problem in numbers, as programs write it for programs.
//!
//! ```text
//!     c lines that begin with a c are comments; blank lines are skipped
//!     p xc 3 1 2           then: 3 primary items, 1 secondary one, 2 options
//!     1 2 4:1 0            an option a line: the primary items are 1 to 3, the secondary one is 4,
//!     3 4:1                a secondary item with its colour; a 0 may end the option
//! ```
//!
//! After the manner of the DIMACS files of satisfiability problems. An item's name is its number, and so is a colour's.
//!
//! Deliberately lacking: options over several lines.

use super::problem::{Entry, ItemId, Problem, ProblemError};
use super::text::{At, TextError, TextFault, words};

/// So many items need no proof that the text has room for them.
const FEW: u64 = 1_000_000;

/// Reads a problem in the numeric form.
///
/// # Errors
/// If it is none, with the place and what was expected there.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut lines = numbered(text);
    let end = |what| TextError { line: text.lines().count().max(1), column: 1, what };
    let Some((number, header)) = lines.next() else { return Err(end(unexpected("a line `p xc`", ""))) };
    let mut reader = Reader::new(header, text.len()).map_err(|at| at.on(number, header))?;
    for (number, line) in lines {
        reader.option(line).map_err(|at| at.on(number, line))?;
    }
    let (expected, found) = (reader.promised, reader.problem.options().len());
    if found < expected {
        return Err(end(TextFault::TooFewOptions { expected, found }));
    }
    Ok(reader.problem)
}

/// Whether a text begins as this form does.
pub(super) fn is_meant(text: &str) -> bool {
    let first = numbered(text).next();
    first.is_some_and(|(_, line)| words(line).map(|(_, word)| word).take(2).eq(["p", "xc"]))
}

/// The lines that are neither blank nor comments, each with its number.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let says = |line: &str| words(line).next().is_some_and(|(_, word)| word != "c");
    text.lines().enumerate().map(|(k, line)| (k + 1, line)).filter(move |(_, line)| says(line))
}

struct Reader {
    problem: Problem,
    items: Vec<ItemId>,
    /// The number of options that the first line says.
    promised: usize,
    entries: Vec<Entry>,
}

impl Reader {
    /// Reads the line `p xc PRIMARY SECONDARY OPTIONS` of a text of so many bytes.
    fn new(header: &str, length: usize) -> Result<Reader, At> {
        let mut words = words(header);
        let mut next =
            |expected: &str| words.next().ok_or_else(|| At(header.len(), unexpected(expected, "")));
        for expected in ["p", "xc"] {
            let (place, word) = next("`p xc`")?;
            if word != expected {
                return Err(At(place, unexpected("`p xc`", word)));
            }
        }
        let (start, primary) =
            number_in(next("the number of primary items")?, "the number of primary items")?;
        let (_, secondary) =
            number_in(next("the number of secondary items")?, "the number of secondary items")?;
        let (_, promised) = number_in(next("the number of options")?, "the number of options")?;
        if let Some((place, word)) = words.next() {
            return Err(At(place, unexpected("the end of the line", word)));
        }
        let all = primary.saturating_add(secondary);
        if all == 0 {
            return Err(At(start, TextFault::NoItems));
        }
        if all > FEW.max(length as u64) {
            return Err(At(start, TextFault::TooManyItems(all)));
        }
        let mut problem = Problem::new();
        let item = |number: u64| {
            let name = number.to_string();
            let item = if number <= primary { problem.primary(&name) } else { problem.secondary(&name) };
            item.map_err(|error| At(start, error.into()))
        };
        let items = (1..=all).map(item).collect::<Result<_, _>>()?;
        let promised = usize::try_from(promised).map_err(|_| At(start, ProblemError::TooLarge.into()))?;
        Ok(Reader { problem, items, promised, entries: Vec::new() })
    }

    fn option(&mut self, line: &str) -> Result<(), At> {
        let mut words = words(line);
        let Some(first) = words.next() else { return Ok(()) };
        if self.problem.options().len() >= self.promised {
            let said = format!("no more than the {} options that the first line says", self.promised);
            return Err(At(first.0, unexpected(&said, first.1)));
        }
        self.entries.clear();
        let mut places = Vec::new();
        let mut next = Some(first);
        while let Some((place, word)) = next {
            if word == "0" {
                if let Some((place, word)) = words.next() {
                    return Err(At(place, unexpected("the end of the line after 0", word)));
                }
                break;
            }
            let entry = self.entry(place, word)?;
            self.entries.push(entry);
            places.push(place);
            next = words.next();
        }
        self.problem.option(self.entries.iter().copied()).map(|_| ()).map_err(|error| {
            let culprit = self.problem.culprit(&self.entries, &error);
            At(culprit.map_or(first.0, |k| places[k]), error.into())
        })
    }

    /// Reads `5` or `5:2`.
    fn entry(&mut self, place: usize, word: &str) -> Result<Entry, At> {
        let (number, colour) = word.split_once(':').map_or((word, None), |(number, c)| (number, Some(c)));
        let expected = || format!("an item from 1 to {}", self.items.len());
        let (_, number) = number_in((place, number), &expected())?;
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let item = index.and_then(|index| self.items.get(index)).copied();
        let item = item.ok_or_else(|| At(place, unexpected(&expected(), word)))?;
        let Some(colour) = colour else { return Ok(item.into()) };
        let place = place + word.len() - colour.len();
        let (_, colour) = number_in((place, colour), "the number of a colour")?;
        let colour = self.problem.colour(&colour.to_string()).map_err(|error| At(place, error.into()))?;
        Ok((item, colour).into())
    }
}

/// Reads a word as a number without a sign.
fn number_in((place, word): (usize, &str), expected: &str) -> Result<(usize, u64), At> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|_| is_plain);
    number.map(|number| (place, number)).ok_or_else(|| At(place, unexpected(expected, word)))
}

fn unexpected(expected: &str, found: &str) -> TextFault {
    TextFault::Unexpected { expected: expected.to_owned(), found: found.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn options_end_with_their_line_or_with_0() {
        let text = "c the toy\np xc 7 0 6\r\n3 5 0\n1 4 7\n\nc half of it\n2 3 6\n 1 4 6\n2 7 0\n4 5 7\n";
        let expected = "1 2 3 4 5 6 7\n3 5\n1 4 7\n2 3 6\n1 4 6\n2 7\n4 5 7\n";
        assert_eq!(read(text).unwrap().to_string(), expected);
        assert_eq!(read("p xc 1 2 1\n1 3:07 2").unwrap().to_string(), "1 | 2 3\n1 3:7 2\n");
    }

    #[test]
    fn every_fault_has_its_line_and_column() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(fault(""), "1:1: expected a line `p xc`, found the end");
        assert_eq!(fault("c\np cnf 3 2"), "2:3: expected `p xc`, found `cnf`");
        assert_eq!(fault("p xc 3 0"), "1:9: expected the number of options, found the end");
        assert_eq!(fault("p xc 3 -1 2"), "1:8: expected the number of secondary items, found `-1`");
        assert_eq!(fault("p xc 3 0 2 1"), "1:12: expected the end of the line, found `1`");
        assert_eq!(
            fault("p xc 0 0 2"),
            "1:6: expected a line that names the items, found the end of the text"
        );
        assert_eq!(
            fault("p xc 4000000000 0 1\n1"),
            "1:6: 4000000000 items are more than the text has room to name"
        );
        assert_eq!(fault("p xc 2 1 1\n1 4"), "2:3: expected an item from 1 to 3, found `4`");
        assert_eq!(fault("p xc 2 1 1\n1 b"), "2:3: expected an item from 1 to 3, found `b`");
        assert_eq!(fault("p xc 2 1 1\n1 3:x"), "2:5: expected the number of a colour, found `x`");
        assert_eq!(fault("p xc 2 1 1\n1 3:"), "2:5: expected the number of a colour, found the end");
        assert_eq!(fault("p xc 2 1 1\n1 2:1"), "2:3: the primary item `2` can't have a colour");
        assert_eq!(fault("p xc 2 1 1\n1 2 1"), "2:5: the option has the item `1` twice");
        assert_eq!(fault("p xc 2 1 1\n0"), "2:1: the option has no items");
        assert_eq!(fault("p xc 2 1 1\n1 0 2"), "2:5: expected the end of the line after 0, found `2`");
        assert_eq!(
            fault("p xc 2 1 1\n1\n2"),
            "3:1: expected no more than the 1 options that the first line says, found `2`"
        );
        assert_eq!(fault("p xc 2 1 3\n1\n2\n"), "3:1: expected 3 options, found the end of the text after 2");
    }
}
