//! Reads miniexact's form of words.

use super::ONE_COST;
use crate::cover::form::fault::{TextError, TextFault, plain_number, unexpected};
use crate::cover::problem::{Bounds, ItemId, OptionEntry, Problem};

/// The characters that are words by themselves, and part of no other.
const MARKS: &[char] = &['<', '>', '[', ']', ':', ';', '$'];

/// Reads a problem in miniexact's form of words.
///
/// ```
/// use tourdion::cover::form::miniexact;
///
/// let problem = miniexact::read_text("< a b:1;2 > [ x ]\na b x:red;\nb $17;\n")?;
/// assert_eq!(problem.to_string(), "a 1:2|b | x\na b x:red\nb |17\n");
/// # Ok::<(), tourdion::cover::TextError>(())
/// ```
///
/// # Errors
/// If the text is invalid, with the place and what was expected there.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut reader = Reader { words: Words { text, place: 0 }, problem: Problem::new() };
    let read = reader.items().and_then(|()| reader.options());
    match read {
        Ok(()) => Ok(reader.problem),
        Err(At(place, what)) => Err(TextError::at(text.as_bytes(), place, what)),
    }
}

/// Whether a text begins as this form does: with names between `<` and `>`.
pub(in crate::cover::form) fn is_meant(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix('<') else { return false };
    rest.split_once('>').is_some_and(|(names, _)| !names.contains(['<', '|', '=', '"']))
}

/// A fault and its place in the text, in bytes.
struct At(usize, TextFault);

/// The words and marks of a text, each with its place in bytes.
#[derive(Clone)]
struct Words<'t> {
    text: &'t str,
    place: usize,
}

impl<'t> Words<'t> {
    /// The next one; empty at the end.
    fn next(&mut self) -> (usize, &'t str) {
        let behind = &self.text[self.place..];
        let rest = behind.trim_start();
        let start = self.place + behind.len() - rest.len();
        let ends = |c: char| c.is_whitespace() || MARKS.contains(&c);
        let length = match rest.find(ends) {
            Some(0) => 1, // all marks have one byte
            Some(length) => length,
            None => rest.len(),
        };
        self.place = start + length;
        (start, &rest[..length])
    }

    /// Takes the next one if it is this mark.
    fn takes(&mut self, mark: &str) -> bool {
        let mut ahead = self.clone();
        let takes = ahead.next().1 == mark;
        if takes {
            *self = ahead;
        }
        takes
    }

    fn expect(&mut self, mark: &str, expected: &str) -> Result<(), At> {
        let (place, word) = self.next();
        if word == mark { Ok(()) } else { Err(At(place, unexpected(expected, word))) }
    }

    /// The next one as a number.
    fn number<N: TryFrom<u64>>(&mut self, expected: &str) -> Result<N, At> {
        let (place, word) = self.next();
        let number = plain_number(word).and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| At(place, unexpected(expected, word)))
    }
}

struct Reader<'t> {
    words: Words<'t>,
    problem: Problem,
}

/// Refuses a mark, or the end, in the place of a name.
fn check_name(place: usize, word: &str, expected: &str) -> Result<(), At> {
    if word.is_empty() || word.starts_with(MARKS) {
        return Err(At(place, unexpected(expected, word)));
    }
    Ok(())
}

impl<'t> Reader<'t> {
    /// Reads `< a b:2;3 >`, and `[ x y ]` if it follows.
    fn items(&mut self) -> Result<(), At> {
        self.words.expect("<", "`<` before the primary items")?;
        loop {
            let (place, word) = self.words.next();
            if word == ">" {
                break;
            }
            check_name(place, word, "a primary item or `>`")?;
            let bounds = self.bounds()?;
            let item = self.problem.multiple(word, bounds);
            item.map_err(|error| At(place, error.into()))?;
        }
        if !self.words.takes("[") {
            return Ok(());
        }
        loop {
            let (place, word) = self.words.next();
            if word == "]" {
                return Ok(());
            }
            check_name(place, word, "a secondary item or `]`")?;
            self.problem.secondary(word).map_err(|error| At(place, error.into()))?;
        }
    }

    /// Reads `:2`, `:2;3` or nothing. miniexact also takes `:2:3`.
    fn bounds(&mut self) -> Result<Bounds, At> {
        if !self.words.takes(":") {
            return Ok(Bounds::ONCE);
        }
        let expected = "bounds of up to 4294967295, as in `a:2;3` or `a:2`";
        let least = self.words.number(expected)?;
        let is_range = self.words.takes(";") || self.words.takes(":");
        let most = if is_range { self.words.number(expected)? } else { least };
        Ok(Bounds { least, most })
    }

    fn options(&mut self) -> Result<(), At> {
        let mut entries: Vec<OptionEntry> = Vec::new();
        let mut places = Vec::new();
        loop {
            let (start, first) = self.words.next();
            if first.is_empty() {
                return Ok(());
            }
            entries.clear();
            places.clear();
            let mut cost = None;
            let (mut place, mut word) = (start, first);
            while word != ";" {
                if word == "$" && !entries.is_empty() {
                    let value = self.words.number("a cost up to 18446744073709551615")?;
                    if cost.replace(value).is_some() {
                        return Err(At(place, unexpected(ONE_COST, "$")));
                    }
                } else {
                    check_name(place, word, "an item or `;` after the option")?;
                    entries.push(self.entry(place, word)?);
                    places.push(place);
                }
                if entries.len() > self.problem.items().len() {
                    break; // an item is repeated: the rest, however long, can't mend that
                }
                (place, word) = self.words.next();
            }
            let option = self.problem.option(entries.iter().copied()).map_err(|error| {
                let culprit = self.problem.culprit(&entries, &error);
                At(culprit.map_or(start, |k| places[k]), error.into())
            })?;
            let set = self.problem.set_cost(option, cost.unwrap_or(0));
            set.map_err(|error| At(start, error.into()))?;
        }
    }

    /// Reads `a` or `x:red`, of which the name is read.
    fn entry(&mut self, place: usize, name: &'t str) -> Result<OptionEntry, At> {
        let item: ItemId = self
            .problem
            .item_named(name)
            .ok_or_else(|| At(place, TextFault::UnknownItem(name.to_owned())))?;
        if !self.words.takes(":") {
            return Ok(item.into());
        }
        let (place, word) = self.words.next();
        check_name(place, word, "a colour")?;
        let colour = self.problem.colour(word).map_err(|error| At(place, error.into()))?;
        Ok((item, colour).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_nothing() {
        let toy = "c e\na d g\nb c f\na d f\nb g\nd e g\n";
        let expected = format!("a b c d e f g\n{toy}");
        let text = format!("< a b c d e f g >\n{}", toy.replace('\n', ";\n"));
        assert_eq!(read(&text).unwrap().to_string(), expected);
        assert_eq!(read(&text.replace('\n', "\r\n")).unwrap().to_string(), expected);
        assert_eq!(read(&text.replace('\n', " ")).unwrap().to_string(), expected);
        assert_eq!(read("<a b>[x]a x:1 b;").unwrap().to_string(), "a b | x\na x:1 b\n");
        assert_eq!(read("<>").unwrap().items().len(), 0);
    }

    #[test]
    fn bounds_and_costs_have_their_marks() {
        let text = "<a:2 b:0;3 c:1:2 d : 4 ; 5>\na b $3;\nc $ 0;\nb $4 c;\n";
        let expected = "2|a 0:3|b 1:2|c 4:5|d\na b |3\nc\nb c |4\n";
        assert_eq!(read(text).unwrap().to_string(), expected);
    }

    #[test]
    fn every_fault_has_its_line_and_column() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(fault(""), "1:1: expected `<` before the primary items, found the end");
        assert_eq!(fault("\n a"), "2:2: expected `<` before the primary items, found `a`");
        assert_eq!(fault("<ä b"), "1:5: expected a primary item or `>`, found the end");
        assert_eq!(fault("<a ; b>"), "1:4: expected a primary item or `>`, found `;`");
        assert_eq!(fault("<a a>"), "1:4: there is already an item `a`");
        assert_eq!(fault("<a>\n[ x a ]"), "2:5: there is already an item `a`");
        assert_eq!(fault("<a> [x"), "1:7: expected a secondary item or `]`, found the end");
        assert_eq!(fault("<a> [x:2]"), "1:7: expected a secondary item or `]`, found `:`");
        let name = "can't be a name: it is empty, or has white space, a control character, `:` or \
                    `|` in it";
        assert_eq!(fault("<a b|>"), format!("1:4: `b|` {name}"));
        assert_eq!(fault("<a>[x]a x:|;"), format!("1:11: `|` {name}"));
        let bounds = "expected bounds of up to 4294967295, as in `a:2;3` or `a:2`, found";
        assert_eq!(fault("<a:x>"), format!("1:4: {bounds} `x`"));
        assert_eq!(fault("<a:-1>"), format!("1:4: {bounds} `-1`"));
        assert_eq!(fault("<a:2;>"), format!("1:6: {bounds} `>`"));
        assert_eq!(fault("<a:4294967296>"), format!("1:4: {bounds} `4294967296`"));
        let range = "options: the most must be at least 1, and the least no more";
        assert_eq!(fault("<b a:3;2>"), format!("1:4: the item `a` can't stand in 3 to 2 {range}"));
        assert_eq!(fault("<a b>\na c;"), "2:3: there is no item `c`");
        assert_eq!(fault("<a b>\na b a;"), "2:5: the option has the item `a` twice");
        assert_eq!(fault("<a b>\na b:red;"), "2:3: the primary item `b` can't have a colour");
        assert_eq!(fault("<a>\n;"), "2:1: the option has no items");
        let end = "expected an item or `;` after the option, found";
        assert_eq!(fault("<a>\na"), format!("2:2: {end} the end"));
        assert_eq!(fault("<a>\na;\n$5;"), format!("3:1: {end} `$`"));
        assert_eq!(fault("<a>\na <"), format!("2:3: {end} `<`"));
        assert_eq!(fault("<a>[x]\na x:;"), "2:5: expected a colour, found `;`");
        let cost = "expected a cost up to 18446744073709551615, found";
        assert_eq!(fault("<a>\na $x;"), format!("2:4: {cost} `x`"));
        assert_eq!(fault("<a>\na $;"), format!("2:4: {cost} `;`"));
        assert_eq!(fault("<a>\na $5 $6;"), "2:6: expected one cost for each option, found `$`");
    }
}
