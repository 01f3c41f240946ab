//! Knuth's text form of a problem.
//!
//! ```text
//!     | lines that begin with a bar, after blanks or none, are comments; blank lines are skipped
//!     a b 2:3|c | x y      the first line that is not a comment names the items, the secondary
//!                          ones after a bar;
//!                          `2:3|` before a primary item is its bounds, and `3|` stands for `3:3|`
//!     a b x:1              then comes an option a line, an item of a secondary kind with its
//!                          colour, if it has one;
//!     c y |17              `|17` is what the option costs
//! ```
//!
//! The form that the programs DLX1, DLX2, DLX3 and DLX5 read (Knuth, *The Art of Computer
//! Programming* 4B, 7.2.2.1; the programs' own introductions), with the features of all four. As
//! there, a bar may touch the secondary item after it, a lower bound of 0 may be left out before
//! its colon, and several costs of an option are added. Names and colours may have any length and
//! any characters but white space, control characters, `:` and `|`. An option without a primary
//! item is kept; those programs skip it.
//!
//! A problem without primary items can't be expressed: the line of its items would be a comment,
//! here and in those programs. It is [written](Problem#impl-Display-for-Problem) as JSON. If the
//! first words would be mistaken for another form, a comment is written before them.
//!
//! Other forms are [`numeric`](super::numeric) and [`json`](super::json);
//! [`ProblemForm`](super::ProblemForm) tells them apart.
//!
//! Deliberately lacking: comments that begin with `#`. Items may be so called, as in `#1 #2`, and
//! those programs would read another problem. A fault says so, if it may come of such a line.

use self::guess::Guesses;
use super::fault::{At, TextError, TextFault, plain_number, unexpected};
use super::words::{Word, ends_here, short_part, split_at, word_from, words};
use crate::cover::problem::{Bounds, Colour, OptionEntry, Problem, ProblemError};

mod guess;

/// The bytes of a word and the words of an option, in texts of usual problems: the memory of a
/// small one is taken at once then, and not copied again and again as it grows.
const WORD: usize = 4;
const OPTION: usize = 4;

/// The most entries to make room for.
const ROOM: usize = 1 << 14;

/// Reads a problem in Knuth's form.
///
/// # Errors
/// If the text is invalid, with the place and what was expected there.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut start = 0;
    let header = text.split_inclusive('\n').find(|line| {
        let is_comment = matches!(line.trim_start().as_bytes(), [] | [b'|', ..]);
        start += if is_comment { line.len() } else { 0 };
        !is_comment
    });
    let Some(header) = header else {
        let line = text.lines().count().max(1);
        return Err(TextError { line, column: 1, what: TextFault::NoItems });
    };
    let mut problem = Problem::new();
    read_items(&mut problem, header)
        .map_err(|At(place, what)| located(text, start, At(start + place, what)))?;
    let entries = (text.len() / WORD).min(ROOM);
    problem.reserve_options(entries / OPTION, entries);
    let guesses = Guesses::new(&problem);
    let at = start + header.len();
    let mut reader = Reader { text, at, problem, guesses, entries: Vec::new() };
    while reader.at < text.len() {
        reader.line().map_err(|at| located(text, start, at))?;
    }
    Ok(reader.problem)
}

/// A fault at a place of the text, with a hint if it may come of a line that seems to be a comment:
/// its own, or the line of items, which begins at `header`.
fn located(text: &str, header: usize, At(place, what): At) -> TextError {
    let line_of = |start: usize| text[..start].matches('\n').count() + 1;
    let what = match what {
        TextFault::UnknownItem(item) => TextFault::UnnamedItem { item, line: line_of(header) },
        what => what,
    };
    let begins_with_hash = |start: &usize| text[*start..].trim_start().starts_with('#');
    let own = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let what = match [own, header].iter().find(|start| begins_with_hash(start)) {
        None => what,
        Some(&start) => TextFault::Hash { what: Box::new(what), line: line_of(start) },
    };
    TextError::at(text.as_bytes(), place, what)
}

fn read_items(problem: &mut Problem, line: &str) -> Result<(), At> {
    let mut secondary = false;
    let begins_word = |pair: &&[u8]| pair[0] == b' ' && pair[1] != b' ';
    let items = line.as_bytes().windows(2).filter(begins_word).count() + 1;
    problem.reserve_items(items, line.len());
    for Word { mut place, text: mut word, mark } in words(line) {
        if let Some(name) = word.strip_prefix('|') {
            if secondary {
                return Err(At(place, TextFault::SecondBar));
            }
            secondary = true;
            (place, word) = (place + 1, name);
            if name.is_empty() {
                continue;
            }
        }
        read_item(problem, (word, mark.is_some()), secondary).map_err(|what| At(place, what))?;
    }
    Ok(())
}

/// Reads `a`, `3|a` or `2:3|a`; only marked words have a bar.
fn read_item(
    problem: &mut Problem,
    (word, is_marked): (&str, bool),
    secondary: bool,
) -> Result<(), TextFault> {
    let Some((bounds, name)) = is_marked.then(|| split_at(word, b'|')).flatten() else {
        let item = if secondary { problem.secondary(word) } else { problem.primary(word) };
        return item.map(|_| ()).map_err(TextFault::from);
    };
    if secondary {
        return Err(ProblemError::BoundedSecondary(name.to_owned()).into());
    }
    let number = |digits: &str| {
        let number = plain_number(digits).and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| unexpected("bounds of up to 4294967295, as in `2:3|a` or `3|a`", word))
    };
    let (least, most) = match bounds.split_once(':') {
        None => (number(bounds)?, number(bounds)?),
        Some(("", most)) => (0, number(most)?),
        Some((least, most)) => (number(least)?, number(most)?),
    };
    problem.multiple(name, Bounds { least, most }).map(|_| ()).map_err(TextFault::from)
}

/// Reads options, line by line.
struct Reader<'t> {
    text: &'t str,
    /// Where it is.
    at: usize,
    problem: Problem,
    guesses: Guesses,
    /// Of the option.
    entries: Vec<OptionEntry>,
}

impl Reader<'_> {
    /// Reads a line with an option, a comment or nothing. It is at the beginning of a line.
    fn line(&mut self) -> Result<(), At> {
        let (text, start) = (self.text, self.at);
        let (mut at, mut cost) = (start, 0_u64);
        let mut before = self.guesses.start();
        let items = self.problem.items().len();
        self.entries.clear();
        loop {
            match text.as_bytes().get(at) {
                Some(b' ') => at += 1,
                Some(b'\n') => break,
                _ => {}
            }
            let entry = if let Some((entry, end)) = self.entry_at_once(at, before) {
                at = end;
                entry
            } else {
                let Some(word) = word_from(text, at) else { break };
                at = word.end();
                if word.text.starts_with('|') {
                    if self.entries.is_empty() {
                        break; // the line is a comment
                    }
                    cost = plus_cost(cost, word.text).map_err(|what| At(word.place, what))?;
                    continue;
                }
                self.entry(&word).map_err(|what| At(word.place, what))?
            };
            self.guesses.learn(before, entry.item);
            before = entry.item.index();
            self.entries.push(entry);
            if self.entries.len() > items {
                break; // an item is repeated: the rest of the line, however long, can't mend that
            }
        }
        self.at = line_end(text, at);
        if self.entries.is_empty() { Ok(()) } else { self.option(start, cost) }
    }

    /// The entry at a place, and the place behind it. Nothing if its item neither follows the one
    /// `before` as it did the last time, nor is called by a few bytes; or if its colour is new.
    fn entry_at_once(&self, at: usize, before: usize) -> Option<(OptionEntry, usize)> {
        let bytes = self.text.as_bytes();
        let guess = self.guesses.after(before)?;
        let guessed = self.problem.length_of_name_at(guess, bytes, at);
        let (item, length) = if let Some(length) = guessed {
            (guess, length)
        } else {
            let (head, length) = short_part(bytes, at)?;
            (self.problem.item_by_head(head)?, length)
        };
        let end = at + length;
        if ends_here(bytes, end) {
            return Some((item.into(), end));
        }
        if bytes.get(end) != Some(&b':') {
            return None;
        }
        let place = end + 1;
        let sign = bytes.get(place).and_then(|&sign| self.guesses.colour(sign));
        if let Some(colour) = sign.filter(|_| ends_here(bytes, place + 1)) {
            return Some(((item, colour).into(), place + 1));
        }
        let word = word_from(self.text, place).filter(|word| word.place == place)?;
        let colour = self.problem.colour_named(word.text)?;
        Some(((item, colour).into(), word.end()))
    }

    /// The entry of a word.
    fn entry(&mut self, word: &Word<'_>) -> Result<OptionEntry, TextFault> {
        let (name, colour) = word.parts();
        // No name has a mark in it, so what is known is no fault.
        let item = self.problem.item_named(name);
        let known: Option<Option<Colour>> = match colour {
            None => Some(None),
            Some(name) => self.problem.colour_named(name).map(Some),
        };
        if let (Some(item), Some(colour)) = (item, known) {
            return Ok(OptionEntry { item, colour });
        }
        without_bar(word.text)?;
        let Some(item) = item else { return Err(TextFault::UnknownItem(name.to_owned())) };
        let Some(name) = colour else { return Ok(item.into()) };
        let colour = self.problem.colour(name)?;
        self.guesses.learn_colour(name, colour);
        Ok((item, colour).into())
    }

    /// Adds the option of the line that begins at `start`.
    fn option(&mut self, start: usize, cost: u64) -> Result<(), At> {
        let option = self.problem.option(self.entries.iter().copied()).map_err(|error| {
            let line = &self.text[start..];
            let mut items = words(line).filter(|word| !word.text.starts_with('|'));
            let culprit = self.problem.culprit(&self.entries, &error).and_then(|k| items.nth(k));
            At(start + culprit.map_or(0, |word| word.place), error.into())
        })?;
        if cost == 0 {
            return Ok(());
        }
        self.problem.set_cost(option, cost).map_err(|error| At(start, error.into()))
    }
}

/// The place behind the end of the line in which `at` is.
fn line_end(text: &str, at: usize) -> usize {
    match text.as_bytes().get(at) {
        Some(b'\n') => at + 1,
        _ => text[at..].find('\n').map_or(text.len(), |length| at + length + 1),
    }
}

/// Refuses a word with a bar in it.
fn without_bar(word: &str) -> Result<(), TextFault> {
    let Some((_, rest)) = split_at(word, b'|') else { return Ok(()) };
    if plain_number(rest).is_none() {
        return Err(ProblemError::Name(word.to_owned()).into());
    }
    Err(unexpected("a cost apart from the items, as in `a |5`", word))
}

/// Adds the value of a word `|17` to a cost.
fn plus_cost(cost: u64, word: &str) -> Result<u64, TextFault> {
    let digits = word.trim_start_matches('|');
    if digits.len() + 1 != word.len()
        || digits.is_empty()
        || !digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(unexpected("a cost, a whole number right after its bar, as in `|17`", word));
    }
    let sum = plain_number(digits).and_then(|more| cost.checked_add(more));
    sum.ok_or_else(|| unexpected("costs of up to 18446744073709551615 together", word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

    #[test]
    fn a_problem_is_written_as_it_was_read() {
        let numbers = "0:1|a 2|b 1:4294967295|c | x y\na b x:A |1\na c |18446744073709551615\nc\n";
        for text in [TOY, numbers, "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"] {
            assert_eq!(text.parse::<Problem>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn guesses_change_nothing() {
        // Behind a tab no word is guessed, and none is known by its first bytes.
        let names = ["a", "ab", "ä", "abcdef", "abcdefg", "abcdefgh", "abcdefghi", "ячейка12"];
        let colours = ["", ":1", ":2", ":ä", ":red", ":abcdefgh", ":abcdefghij"];
        let option = |k: usize| {
            let secondary = (0..k % 5).map(|j| {
                let (name, colour) = (names[(k / 9 + j) % 8], colours[(k / 3 + j * k) % 7]);
                format!(" {name}{colour}")
            });
            let secondary: String = secondary.collect();
            format!("p{}{secondary} p{}\n", names[k % 8], names[(k + 1) % 8])
        };
        let options: String = (0..200).map(option).collect();
        let text = format!("p{} | {}\n{options}", names.join(" p"), names.join(" "));
        let slow = text.replace(' ', "\t");
        let read = text.parse::<Problem>().unwrap().to_string();
        assert_eq!(read, text);
        assert_eq!(slow.parse::<Problem>().unwrap().to_string(), read);
        let costs = text.replace('\n', " |5\n").replacen(" |5", "", 1);
        assert_eq!(costs.parse::<Problem>().unwrap().to_string(), costs);
    }

    #[test]
    fn comments_and_blank_lines_are_skipped() {
        let text = "| the toy problem\n\n  a b \r\n| its options\n\n a\n\tb a\n";
        assert_eq!(text.parse::<Problem>().unwrap().to_string(), "a b\na\nb a\n");
    }

    #[test]
    fn bounds_and_costs_are_read_as_knuths_programs_read_them() {
        let text = "  | an indented comment\n:2|a 3|b 1:1|c 02:03|d |x y\na |5 x:1 |7\n\
                    \x20| a comment |3\nb |00 c\n";
        let problem: Problem = text.parse().unwrap();
        assert_eq!(problem.to_string(), "0:2|a 3|b c 2:3|d | x y\na x:1 |12\nb c\n");
    }

    #[test]
    fn every_fault_has_its_line_and_column() {
        let fault = |text: &str| text.parse::<Problem>().unwrap_err().to_string();
        assert_eq!(
            fault(""),
            "1:1: expected a line that names the items, found the end of the text"
        );
        assert_eq!(
            fault("| only\n| comments"),
            "2:1: expected a line that names the items, found the end of the text"
        );
        assert_eq!(fault("a b a"), "1:5: there is already an item `a`");
        assert_eq!(
            fault("a | b | c"),
            "1:7: a second `|`: the items after the first one are secondary already"
        );
        assert_eq!(fault("a b\n\nä"), "3:1: there is no item `ä`; line 1 names all items");
        assert_eq!(fault("ä b\nä  c"), "2:4: there is no item `c`; line 1 names all items");
        assert_eq!(
            fault("| sets\n1 2\n3\n1 3\n"),
            "3:1: there is no item `3`; line 2 names all items"
        );
        assert_eq!(fault("a b\na b a"), "2:5: the option has the item `a` twice");
        assert_eq!(fault("a b\na b:red"), "2:3: the primary item `b` can't have a colour");
        assert_eq!(
            fault("a | b\na b:"),
            "2:3: `` can't be a name: it is empty, or has white space, a control character, `:` \
             or `|` in it"
        );
    }

    #[test]
    fn a_hash_begins_no_comment() {
        let fault = |text: &str| text.parse::<Problem>().unwrap_err().to_string();
        let hint =
            |line: usize| format!("line {line} begins with `#`, but a comment begins with `|`");
        assert_eq!(
            fault("a b\na\n # half of it\nb"),
            format!("3:2: there is no item `#`; line 1 names all items; {}", hint(3))
        );
        assert_eq!(
            fault("#a b\na\n"),
            format!("2:1: there is no item `a`; line 1 names all items; {}", hint(1))
        );
        assert_eq!(
            fault("| toy\n# the toy is the toy\na b\n"),
            format!("2:14: there is already an item `the`; {}", hint(2))
        );
        assert_eq!("#1 #2\n#1\n#2 #1\n".parse::<Problem>().unwrap().options().len(), 2);
    }

    #[test]
    fn bounds_and_costs_that_cannot_be_have_their_line_and_column() {
        let fault = |text: &str| text.parse::<Problem>().unwrap_err().to_string();
        let bounds = |word: &str| {
            format!(
                "1:3: expected bounds of up to 4294967295, as in `2:3|a` or `3|a`, found `{word}`"
            )
        };
        for word in
            ["4294967296|b", "99999999999999999999|b", "x|b", "-1|b", "2:|b", "1:2:3|b", "+1|b"]
        {
            assert_eq!(fault(&format!("a {word}\na")), bounds(word));
        }
        let range = "options: the most must be at least 1, and the least no more";
        assert_eq!(fault("a 3:2|b"), format!("1:3: the item `b` can't stand in 3 to 2 {range}"));
        assert_eq!(fault("a 0:0|b"), format!("1:3: the item `b` can't stand in 0 to 0 {range}"));
        assert_eq!(fault("a 0|b"), format!("1:3: the item `b` can't stand in 0 to 0 {range}"));
        assert_eq!(fault("a 2|a"), "1:3: there is already an item `a`");
        assert_eq!(fault("a | 2:3|b"), "1:5: the secondary item `b` can't have bounds");
        assert_eq!(fault("a |2|b"), "1:4: the secondary item `b` can't have bounds");
        assert_eq!(
            fault("a |b |c"),
            "1:6: a second `|`: the items after the first one are secondary already"
        );
        let name = "can't be a name: it is empty, or has white space, a control character, `:` or \
                    `|` in it";
        assert_eq!(fault("a 2|"), format!("1:3: `` {name}"));
        assert_eq!(fault("a 2|b|c"), format!("1:3: `b|c` {name}"));
        assert_eq!(fault("a b:2"), format!("1:3: `b:2` {name}"));
        assert_eq!(fault("a b\na b|x"), format!("2:3: `b|x` {name}"));
        assert_eq!(
            fault("a b\na b|5"),
            "2:3: expected a cost apart from the items, as in `a |5`, found `b|5`"
        );
        let number = "expected a cost, a whole number right after its bar, as in `|17`, found";
        for word in ["|", "|x", "|-5", "||5", "|5x"] {
            assert_eq!(fault(&format!("a b\na {word} b")), format!("2:3: {number} `{word}`"));
        }
        let large = "expected costs of up to 18446744073709551615 together, found";
        assert_eq!(
            fault("a\na |18446744073709551616"),
            format!("2:3: {large} `|18446744073709551616`")
        );
        assert_eq!(fault("a\na |18446744073709551615 |1"), format!("2:25: {large} `|1`"));
        assert_eq!(fault("a b\na |5 b a"), "2:8: the option has the item `a` twice");
    }
}
