//! Reads miniexact's form of numbers.

use super::ONE_COST;
use crate::cover::form::fault::{At, TextError, plain_number, unexpected};
use crate::cover::form::numeric::{lines_of_numbers, make_items};
use crate::cover::form::words::{Word, words};
use crate::cover::problem::{ItemId, OptionEntry, Problem};

const PRIMARY: &str = "the number of primary items";
const SECONDARY: &str = "the number of secondary items";

/// Reads a problem in miniexact's form of numbers. Items and colours are named by their numbers.
///
/// ```
/// use tourdion::cover::form::miniexact;
///
/// let problem = miniexact::read_numbers("p xcc 2 1\n1 3 -7 0\n2 3 -7 $5 0\n")?;
/// assert_eq!(problem.to_string(), "1 2 | 3\n1 3:7\n2 3:7 |5\n");
/// # Ok::<(), tourdion::cover::TextError>(())
/// ```
///
/// # Errors
/// If the text is invalid, with the place and what was expected there.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut lines = lines_of_numbers(text);
    let end = |what| TextError { line: text.lines().count().max(1), column: 1, what };
    let Some((number, header)) = lines.next() else {
        return Err(end(unexpected("a line `p xc` or `p xcc`", "")));
    };
    let mut reader = Reader::new(header, text.len()).map_err(|at| at.on(number, header))?;
    for (number, line) in lines {
        reader.line(line).map_err(|at| at.on(number, line))?;
    }
    if reader.is_within {
        return Err(end(unexpected("0 after the last option", "")));
    }
    Ok(reader.problem)
}

/// Whether a text begins as this form does.
pub(in crate::cover::form) fn is_meant(text: &str) -> bool {
    let Some((_, line)) = lines_of_numbers(text).next() else { return false };
    let words: Vec<&str> = words(line).map(|word| word.text).take(5).collect();
    matches!(words[..], ["p", "xcc", ..] | ["p", "xc", _, _])
}

struct Reader {
    problem: Problem,
    items: Vec<ItemId>,
    /// The option that is being read, which may go over several lines.
    entries: Vec<OptionEntry>,
    cost: Option<u64>,
    /// Whether the 0 of an option is still to come.
    is_within: bool,
}

impl Reader {
    /// Reads the line `p xcc PRIMARY SECONDARY` of a text of `length` bytes.
    fn new(header: &str, length: usize) -> Result<Reader, At> {
        let mut words = words(header);
        let mut next =
            |expected: &str| words.next().ok_or_else(|| At(header.len(), unexpected(expected, "")));
        for (expected, kinds) in
            [("`p xc` or `p xcc`", &["p"][..]), ("`xc` or `xcc`", &["xc", "xcc"])]
        {
            let word = next(expected)?;
            if !kinds.contains(&word.text) {
                return Err(word.unexpected(expected));
            }
        }
        let first = next(PRIMARY)?;
        let (start, primary) = (first.place, first.number(PRIMARY)?);
        let secondary = next(SECONDARY)?.number(SECONDARY)?;
        if let Some(word) = words.next() {
            return Err(word.unexpected("the end of the line"));
        }
        let mut problem = Problem::new();
        let items =
            make_items(&mut problem, primary, secondary, length).map_err(|what| At(start, what))?;
        Ok(Reader { problem, items, entries: Vec::new(), cost: None, is_within: false })
    }

    /// Reads the words of a line.
    fn line(&mut self, line: &str) -> Result<(), At> {
        for word in words(line) {
            if word.text == "0" {
                self.end_option(word.place)?;
                continue;
            }
            self.is_within = true;
            if let Some(digits) = word.text.strip_prefix('$') {
                let expected = "a cost, a whole number right after its sign, as in `$17`";
                let value = plain_number(digits).ok_or_else(|| word.unexpected(expected))?;
                if self.cost.replace(value).is_some() {
                    return Err(word.unexpected(ONE_COST));
                }
            } else if let Some(digits) = word.text.strip_prefix('-') {
                self.colour(&word, digits)?;
            } else {
                let item = plain_number(word.text).and_then(|number| self.numbered(number));
                let item = item.ok_or_else(|| {
                    word.unexpected(&format!("an item from 1 to {}, or 0", self.items.len()))
                })?;
                self.entries.push(item.into());
            }
            if self.entries.len() > self.items.len() {
                // An item is repeated: the rest can't mend that.
                return self.end_option(word.place);
            }
        }
        Ok(())
    }

    /// Gives the colour `-7` to the item before it.
    fn colour(&mut self, word: &Word<'_>, digits: &str) -> Result<(), At> {
        let number = plain_number(digits).filter(|&number| number > 0);
        let last = self.entries.last_mut().filter(|entry| entry.colour.is_none());
        let (Some(number), Some(last)) = (number, last) else {
            return Err(word.unexpected("a colour, as in `-7`, only right after its item"));
        };
        let colour = self.problem.colour(&number.to_string());
        last.colour = Some(colour.map_err(|error| At(word.place, error.into()))?);
        Ok(())
    }

    fn end_option(&mut self, place: usize) -> Result<(), At> {
        let option = self.problem.option(self.entries.drain(..));
        let option = option.map_err(|error| At(place, error.into()))?;
        let set = self.problem.set_cost(option, self.cost.take().unwrap_or(0));
        set.map_err(|error| At(place, error.into()))?;
        self.is_within = false;
        Ok(())
    }

    /// The item with this number, from 1.
    fn numbered(&self, number: u64) -> Option<ItemId> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.items.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_comments_mean_nothing() {
        let toy = "3 5 0\n1 4 7 0\n2 3 6 0\n1 4 6 0\n2 7 0\n4 5 7 0\n";
        let expected = "1 2 3 4 5 6 7\n3 5\n1 4 7\n2 3 6\n1 4 6\n2 7\n4 5 7\n";
        for options in [
            toy.to_owned(),
            toy.replace('\n', " "),
            toy.replace(' ', "\nc and\n\n").replace('\n', "\r\n"),
        ] {
            let text = format!("c toy\np xc 7 0\n{options}");
            assert_eq!(read(&text).unwrap().to_string(), expected);
            assert!(is_meant(&text));
        }
        assert_eq!(read("p xcc 0 0").unwrap().items().len(), 0);
        assert_eq!(read("p xcc 1 2\n2 -07 1 3 $9 0").unwrap().to_string(), "1 | 2 3\n2:7 1 3 |9\n");
    }

    #[test]
    fn every_fault_has_its_line_and_column() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(fault("c\n"), "1:1: expected a line `p xc` or `p xcc`, found the end");
        assert_eq!(fault("q xc 1 0"), "1:1: expected `p xc` or `p xcc`, found `q`");
        assert_eq!(fault("p cnf 1 0"), "1:3: expected `xc` or `xcc`, found `cnf`");
        assert_eq!(fault("p xc -1 0"), "1:6: expected the number of primary items, found `-1`");
        assert_eq!(fault("p xc 1"), "1:7: expected the number of secondary items, found the end");
        assert_eq!(fault("p xc 1 0 1"), "1:10: expected the end of the line, found `1`");
        assert_eq!(
            fault("p xcc 1 4000000000\n1 0"),
            "1:7: 4000000001 items are more than the text has room to name"
        );
        let item = "expected an item from 1 to 3, or 0, found";
        assert_eq!(fault("p xcc 2 1\n1 4 0"), format!("2:3: {item} `4`"));
        assert_eq!(fault("p xcc 2 1\n1 3:1 0"), format!("2:3: {item} `3:1`"));
        assert_eq!(fault("p xcc 2 1\n1 x 0"), format!("2:3: {item} `x`"));
        let colour = "expected a colour, as in `-7`, only right after its item, found";
        assert_eq!(fault("p xcc 2 1\n-1 1 0"), format!("2:1: {colour} `-1`"));
        assert_eq!(fault("p xcc 2 1\n3 -1 -2 0"), format!("2:6: {colour} `-2`"));
        assert_eq!(fault("p xcc 2 1\n3 -0 0"), format!("2:3: {colour} `-0`"));
        assert_eq!(fault("p xcc 2 1\n1 -1 0"), "2:6: the primary item `1` can't have a colour");
        assert_eq!(fault("p xcc 2 1\n1\n2 1 0"), "3:5: the option has the item `1` twice");
        assert_eq!(fault("p xcc 2 1\n1 2 3 1 2 3 1"), "2:7: the option has the item `1` twice");
        assert_eq!(fault("p xcc 2 1\n1 0 0"), "2:5: the option has no items");
        assert_eq!(
            fault("p xcc 2 1\n1 2\n"),
            "2:1: expected 0 after the last option, found the end"
        );
        let cost = "expected a cost, a whole number right after its sign, as in `$17`, found";
        assert_eq!(fault("p xcc 2 1\n1 $ 5 0"), format!("2:3: {cost} `$`"));
        assert_eq!(
            fault("p xcc 2 1\n1 $5 $6 0"),
            "2:6: expected one cost for each option, found `$6`"
        );
    }
}
