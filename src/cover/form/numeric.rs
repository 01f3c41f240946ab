//! A problem in numbers, for programs to exchange.
//!
//! ```text
//!     c lines that begin with a c are comments; blank lines are skipped
//!     p xc 3 1 2           then: 3 primary items, 1 secondary one, 2 options
//!     1 2 4:1 0            an option a line: the primary items are 1 to 3, the secondary one is 4,
//!     3 4:1                a secondary item with its colour; a 0 may end the option
//! ```
//!
//! Bounds have lines of their own, and costs stand before their options:
//!
//! ```text
//!     p xc 3 1 2
//!     m 3 2 4              item 3 stands in at least 2 and at most 4 options of a cover
//!     w 17 1 2 4:1 0       an option that costs 17
//!     3 4:1
//! ```
//!
//! Modelled on the DIMACS files of satisfiability problems. Items and colours are named by their
//! numbers.
//!
//! Deliberately lacking: options over several lines.

use super::fault::{At, TextError, TextFault, unexpected};
use super::words::{Word, words};
use crate::cover::problem::{Bounds, ItemId, OptionEntry, Problem, ProblemError};

/// The number of items up to which the length of the text is not checked: a short text must not
/// cause much work.
const FEW: u64 = 10_000;

/// Reads a problem in the numeric form.
///
/// # Errors
/// If the text is invalid, with the place and what was expected there.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut lines = lines_of_numbers(text);
    let end = |what| TextError { line: text.lines().count().max(1), column: 1, what };
    let Some((number, header)) = lines.next() else {
        return Err(end(unexpected("a line `p xc`", "")));
    };
    let mut reader = Reader::new(header, text.len()).map_err(|at| at.on(number, header))?;
    for (number, line) in lines {
        reader.line(line).map_err(|at| at.on(number, line))?;
    }
    let (expected, found) = (reader.promised, reader.problem.options().len());
    if found < expected {
        return Err(end(TextFault::TooFewOptions { expected, found }));
    }
    Ok(reader.problem)
}

/// Whether a text begins as this form does.
pub(super) fn is_meant(text: &str) -> bool {
    let first = lines_of_numbers(text).next();
    first.is_some_and(|(_, line)| words(line).map(|word| word.text).take(2).eq(["p", "xc"]))
}

/// The lines that are neither blank nor comments, each with its number.
pub(super) fn lines_of_numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let says = |line: &str| words(line).next().is_some_and(|word| word.text != "c");
    text.lines().enumerate().map(|(k, line)| (k + 1, line)).filter(move |(_, line)| says(line))
}

/// What is expected where a bound or a cost stands.
const BOUND: &str = "a number of options up to 4294967295";
const COST: &str = "a cost up to 18446744073709551615";

struct Reader {
    problem: Problem,
    items: Vec<ItemId>,
    /// The number of options that the first line says.
    promised: usize,
    entries: Vec<OptionEntry>,
}

impl Reader {
    /// Reads the line `p xc PRIMARY SECONDARY OPTIONS` of a text of `length` bytes.
    fn new(header: &str, length: usize) -> Result<Reader, At> {
        let mut words = words(header);
        let mut next = |expected: &str| next(&mut words, header, expected);
        for expected in ["p", "xc"] {
            let word = next("`p xc`")?;
            if word.text != expected {
                return Err(word.unexpected("`p xc`"));
            }
        }
        let first = next("the number of primary items")?;
        let (start, primary) = (first.place, first.number("the number of primary items")?);
        let mut number = |expected: &str| next(expected)?.number(expected);
        let secondary = number("the number of secondary items")?;
        let promised = number("the number of options")?;
        if let Some(word) = words.next() {
            return Err(word.unexpected("the end of the line"));
        }
        let mut problem = Problem::new();
        let items =
            make_items(&mut problem, primary, secondary, length).map_err(|what| At(start, what))?;
        let promised =
            usize::try_from(promised).map_err(|_| At(start, ProblemError::TooLarge.into()))?;
        Ok(Reader { problem, items, promised, entries: Vec::new() })
    }

    fn line(&mut self, line: &str) -> Result<(), At> {
        let mut words = words(line);
        let Some(first) = words.next() else { return Ok(()) };
        match first.text {
            "m" => self.bounds(line, words),
            "w" => {
                let cost = next(&mut words, line, COST)?.number(COST)?;
                let no_items = Word { place: line.len(), text: "0", mark: None };
                self.option(words.next().unwrap_or(no_items), words, cost)
            }
            _ => self.option(first, words, 0),
        }
    }

    /// Reads `5 2 3` of a line: an item, and its bounds.
    fn bounds<'l>(
        &mut self,
        line: &str,
        mut words: impl Iterator<Item = Word<'l>>,
    ) -> Result<(), At> {
        let expected = format!("an item from 1 to {}", self.items.len());
        let named = next(&mut words, line, &expected)?;
        let number = named.number(&expected)?;
        let item = self.numbered(number).ok_or_else(|| named.unexpected(&expected))?;
        let mut bound = || {
            let word = next(&mut words, line, BOUND)?;
            let number = word.number(BOUND)?;
            u32::try_from(number).map_err(|_| word.unexpected(BOUND))
        };
        let bounds = Bounds { least: bound()?, most: bound()? };
        if let Some(word) = words.next() {
            return Err(word.unexpected("the end of the line"));
        }
        if self.problem.is_primary(item) && self.problem.bounds(item) != Bounds::ONCE {
            let name = self.problem.name(item);
            let what = unexpected("an item whose bounds were not said before", name);
            return Err(At(named.place, what));
        }
        self.problem.set_bounds(item, bounds).map_err(|error| At(named.place, error.into()))
    }

    /// Reads the option of a line from its word `first` on.
    fn option<'l>(
        &mut self,
        first: Word<'l>,
        mut words: impl Iterator<Item = Word<'l>>,
        cost: u64,
    ) -> Result<(), At> {
        if self.problem.options().len() >= self.promised {
            let said =
                format!("no more than the {} options that the first line says", self.promised);
            return Err(first.unexpected(&said));
        }
        self.entries.clear();
        let (start, mut places) = (first.place, Vec::new());
        let mut next = Some(first);
        while let Some(word) = next {
            if word.text == "0" {
                if let Some(word) = words.next() {
                    return Err(word.unexpected("the end of the line after 0"));
                }
                break;
            }
            let entry = self.entry(&word)?;
            self.entries.push(entry);
            places.push(word.place);
            if places.len() > self.items.len() {
                break; // an item is repeated: the rest of the line, however long, can't mend that
            }
            next = words.next();
        }
        let option = self.problem.option(self.entries.iter().copied()).map_err(|error| {
            let culprit = self.problem.culprit(&self.entries, &error);
            At(culprit.map_or(start, |k| places[k]), error.into())
        })?;
        self.problem.set_cost(option, cost).map_err(|error| At(start, error.into()))
    }

    /// The item with this number, from 1.
    fn numbered(&self, number: u64) -> Option<ItemId> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.items.get(index).copied()
    }

    /// Reads `5` or `5:2`.
    fn entry(&mut self, word: &Word<'_>) -> Result<OptionEntry, At> {
        let (number, colour) = match word.text.split_once(':') {
            Some((number, colour)) => (number, Some(colour)),
            None => (word.text, None),
        };
        let expected = || format!("an item from 1 to {}", self.items.len());
        let number = Word { place: word.place, text: number, mark: None }.number(&expected())?;
        let item = self.numbered(number).ok_or_else(|| word.unexpected(&expected()))?;
        let Some(colour) = colour else { return Ok(item.into()) };
        let place = word.end() - colour.len();
        let colour = Word { place, text: colour, mark: None }.number("the number of a colour")?;
        let colour =
            self.problem.colour(&colour.to_string()).map_err(|error| At(place, error.into()))?;
        Ok((item, colour).into())
    }
}

/// The next word of a line, if it has one more.
fn next<'l>(
    words: &mut impl Iterator<Item = Word<'l>>,
    line: &str,
    expected: &str,
) -> Result<Word<'l>, At> {
    words.next().ok_or_else(|| At(line.len(), unexpected(expected, "")))
}

/// Makes items called by their numbers from 1, if a text of `length` bytes has room to name them.
pub(super) fn make_items(
    problem: &mut Problem,
    primary: u64,
    secondary: u64,
    length: usize,
) -> Result<Vec<ItemId>, TextFault> {
    let all = primary.saturating_add(secondary);
    if all > FEW.max(length as u64) {
        return Err(TextFault::TooManyItems(all));
    }
    let item = |number: u64| {
        let name = number.to_string();
        if number <= primary { problem.primary(&name) } else { problem.secondary(&name) }
    };
    (1..=all).map(item).collect::<Result<_, _>>().map_err(TextFault::from)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn options_end_with_their_line_or_with_0() {
        let text =
            "c the toy\np xc 7 0 6\r\n3 5 0\n1 4 7\n\nc half of it\n2 3 6\n 1 4 6\n2 7 0\n4 5 7\n";
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
        assert_eq!(fault("p xc 0 0 2\n0"), "2:1: the option has no items");
        assert_eq!(read("p xc 0 0 0").unwrap().items().len(), 0);
        assert_eq!(
            fault("p xc 4000000000 0 1\n1"),
            "1:6: 4000000000 items are more than the text has room to name"
        );
        assert_eq!(fault("p xc 2 1 1\n1 4"), "2:3: expected an item from 1 to 3, found `4`");
        assert_eq!(fault("p xc 2 1 1\n1 b"), "2:3: expected an item from 1 to 3, found `b`");
        assert_eq!(fault("p xc 2 1 1\n1 3:x"), "2:5: expected the number of a colour, found `x`");
        assert_eq!(
            fault("p xc 2 1 1\n1 3:"),
            "2:5: expected the number of a colour, found the end"
        );
        assert_eq!(fault("p xc 2 1 1\n1 2:1"), "2:3: the primary item `2` can't have a colour");
        assert_eq!(fault("p xc 2 1 1\n1 2 1"), "2:5: the option has the item `1` twice");
        assert_eq!(fault("p xc 2 1 1\n0"), "2:1: the option has no items");
        assert_eq!(
            fault("p xc 2 1 1\n1 0 2"),
            "2:5: expected the end of the line after 0, found `2`"
        );
        assert_eq!(
            fault("p xc 2 1 1\n1\n2"),
            "3:1: expected no more than the 1 options that the first line says, found `2`"
        );
        assert_eq!(
            fault("p xc 2 1 3\n1\n2\n"),
            "3:1: expected 3 options, found the end of the text after 2"
        );
    }

    #[test]
    fn bounds_and_costs_have_their_words() {
        let text = "p xc 3 1 3\nm 3 2 4\nm 1 0 01\nw 17 1 2 4:1 0\n3 4:1\nw 0 3\nm 2 1 1\n";
        assert_eq!(read(text).unwrap().to_string(), "0:1|1 2 2:4|3 | 4\n1 2 4:1 |17\n3 4:1\n3\n");
        let fault =
            |line: &str| read(&format!("p xc 2 1 1\nm 2 2 3\n{line}")).unwrap_err().to_string();
        assert_eq!(fault("m"), "3:2: expected an item from 1 to 3, found the end");
        assert_eq!(fault("m 4 1 2"), "3:3: expected an item from 1 to 3, found `4`");
        assert_eq!(
            fault("m 1 1"),
            "3:6: expected a number of options up to 4294967295, found the end"
        );
        assert_eq!(
            fault("m 1 1 -2"),
            "3:7: expected a number of options up to 4294967295, found `-2`"
        );
        let large = "expected a number of options up to 4294967295, found `4294967296`";
        assert_eq!(fault("m 1 4294967296 3"), format!("3:5: {large}"));
        assert_eq!(fault("m 1 1 2 3"), "3:9: expected the end of the line, found `3`");
        assert_eq!(
            fault("m 2 1 2"),
            "3:3: expected an item whose bounds were not said before, found `2`"
        );
        let range = "options: the most must be at least 1, and the least no more";
        assert_eq!(fault("m 1 0 0"), format!("3:3: the item `1` can't stand in 0 to 0 {range}"));
        assert_eq!(fault("m 1 3 2"), format!("3:3: the item `1` can't stand in 3 to 2 {range}"));
        assert_eq!(fault("m 3 1 2"), "3:3: the secondary item `3` can't have bounds");
        assert_eq!(
            fault("w 1.5 1"),
            "3:3: expected a cost up to 18446744073709551615, found `1.5`"
        );
        assert_eq!(fault("w"), "3:2: expected a cost up to 18446744073709551615, found the end");
        assert_eq!(fault("w 5"), "3:4: the option has no items");
        assert_eq!(fault("w 5 1 2 1"), "3:9: the option has the item `1` twice");
    }
}
