//! The look of a line of a framed file, by itself.
//!
//! ```text
//!   "+---+---+"  Rule      "---|---|---"  Dashes      "Grid 01"  Title      "| 4 . . | …"  Row
//! ```
//!
//! The rules are in the essay of [`framed`](super). Invariant: any other line is a row, or stray if
//! it is too long for one, so a malformed row is reported and never skipped. Deliberately lacking:
//! memory of other lines.

use bstr::ByteSlice;

use super::super::blanks::{trimmed, trimmed_end};
use super::super::given::Given;
use super::super::lines::{self, Rules, is_silent, skip_blanks};
use super::super::{Reading, Written, symbols};
use super::fields::has_fields;

/// The look of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Look {
    Blank,
    Comment,
    Title,
    /// The name of a section, `[Puzzle]`.
    Section,
    /// The name of a section, `[State]`, whose grid is not the puzzle.
    Foreign,
    /// A puzzle as one line.
    Puzzle,
    /// A horizontal line; `top` if it can only be the first of a frame.
    Rule {
        top: bool,
    },
    /// N dashes: a rule or a row.
    Dashes,
    Row,
    /// A line with more symbols side by side than two rows have.
    Stray,
}

/// The look of `line`: of a list with these rules and with grids, or of a file of grids.
pub(in super::super) fn look(line: &[u8], reading: &Reading, list: Option<Rules>) -> Look {
    let text = trimmed(line);
    let is_on_one_line = || match list {
        Some(rules) => is_puzzle(line, reading, rules),
        None => text.len() >= reading.shape.cells() && lines::read(text, reading).is_ok(),
    };
    // In a file of grids a row may begin with the sign of a comment.
    let may_be_fields = list.is_none() || !is_silent(text) || text.is_empty();
    if may_be_fields && has_fields(line, reading) {
        Look::Row
    } else if text.is_empty() {
        Look::Blank
    } else if is_silent(text) {
        Look::Comment
    } else if list.is_some() && is_on_one_line() {
        Look::Puzzle
    } else if let Some(rule) = rule(text, reading) {
        rule
    } else if let Some(section) = section(if list.is_some() { trimmed_end(line) } else { text }) {
        section
    } else if list.is_none() && is_on_one_line() {
        Look::Puzzle
    } else {
        let is_title = is_title(text, reading);
        match () {
            () if is_stray(text, is_title, reading) => Look::Stray,
            () if is_title => Look::Title,
            () => Look::Row,
        }
    }
}

/// The puzzle at the beginning of a line of a list with these rules, and the text after it. What
/// the lines before it are makes no difference.
pub(super) fn spelled<'t>(
    line: &'t [u8],
    reading: &Reading,
    rules: Rules,
) -> Option<(Given, &'t [u8])> {
    let text = skip_blanks(line);
    if text.len() < reading.shape.cells() || is_silent(text) || rules.has(text) {
        return None;
    }
    lines::read(text, reading).ok()
}

/// Whether a line of a list with these rules is a puzzle.
pub(in super::super) fn is_puzzle(line: &[u8], reading: &Reading, rules: Rules) -> bool {
    spelled(Written::of(line).text(), reading, rules).is_some()
}

/// Whether a line has more symbols side by side than two rows have: of a title, cells.
fn is_stray(text: &[u8], is_title: bool, reading: &Reading) -> bool {
    let most = 2 * reading.shape.size();
    if text.len() <= most {
        return false;
    }
    let separates = |c: char| is_bar(c) || c.is_whitespace() || c == ',';
    let is_long = |piece: &[u8]| piece.len() > most && piece.chars().count() > most;
    let are_cells = |piece: &[u8]| piece.chars().all(|c| symbols::symbol(c, reading).is_some());
    let mut long = text.fields_with(separates).filter(|piece| is_long(piece));
    long.any(|piece| !is_title || are_cells(piece))
}

/// The sections of SadMan's files beside `[Puzzle]`: what the player has done so far.
const FOREIGN: [&str; 5] = ["state", "pencilmarks", "candidates", "colors", "solution"];

/// The look of the name of a section: `[Puzzle]`, `[State]`; also of the marks of a forum around a
/// text, `[code]` and `[/code]`.
pub(in super::super) fn section(text: &[u8]) -> Option<Look> {
    let name = text.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let name = name.strip_prefix(b"/").unwrap_or(name);
    let is_word = name.first()?.is_ascii_alphabetic()
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b" _-".contains(byte));
    let is_foreign = FOREIGN.iter().any(|foreign| name.eq_ignore_ascii_case(foreign.as_bytes()));
    is_word.then_some(if is_foreign { Look::Foreign } else { Look::Section })
}

/// Whether a character separates cells by itself.
pub(in super::super) fn is_bar(symbol: char) -> bool {
    matches!(symbol, '|' | '¦' | '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋')
}

fn rule(text: &[u8], reading: &Reading) -> Option<Look> {
    let (mut dashes, mut run, mut longest) = (0, 0, 0);
    let (mut is_drawn, mut is_ornate) = (false, false);
    for symbol in text.chars() {
        run = if symbol == '-' { run + 1 } else { 0 };
        longest = longest.max(run);
        match symbol {
            '-' => dashes += 1,
            '+' | '=' => is_drawn = true,
            '*' | '.' | ':' | '\'' => is_ornate = true,
            symbol if is_bar(symbol) || symbol.is_whitespace() => {}
            '\u{2500}'..='\u{257f}' => is_drawn = true,
            _ => return None,
        }
    }
    let top = text.chars().next().is_some_and(|first| "┌┍┎┏╒╓╔╭".contains(first));
    if is_drawn {
        return Some(Look::Rule { top });
    }
    if is_ornate {
        let is_framing =
            longest >= reading.shape.box_columns().max(2) && !is_row_of_empties(text, reading);
        return is_framing.then_some(Look::Rule { top });
    }
    match dashes {
        0 => None,
        n if n == reading.shape.size() => Some(Look::Dashes),
        _ => (longest >= 3).then_some(Look::Rule { top }),
    }
}

/// Whether the number of symbols between bars and blanks is that of a row's cells.
fn is_row_of_empties(text: &[u8], reading: &Reading) -> bool {
    let cells = text.chars().filter(|&c| !is_bar(c) && !c.is_whitespace());
    cells.clone().count() == reading.shape.size()
        && cells.clone().all(|c| symbols::symbol(c, reading).is_some())
}

fn is_title(text: &[u8], reading: &Reading) -> bool {
    let quoted = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
    let text = quoted.filter(|text| !text.contains(&b'"')).unwrap_or(text);
    let word: Vec<char> = text.chars().take_while(|c| c.is_alphabetic()).take(32).collect();
    word.len() > 1
        && word.iter().any(|&c| symbols::symbol(c, reading).is_none())
        && !text.chars().any(is_bar)
        && !is_in_equal_groups(text, reading.shape.size())
}

/// Whether a text has a row's number of characters, in groups of equal length.
fn is_in_equal_groups(text: &[u8], size: usize) -> bool {
    let mut groups = text.fields_with(char::is_whitespace).map(symbols::width);
    let first = groups.next().unwrap_or(0);
    text.fields_with(char::is_whitespace).map(symbols::width).sum::<u64>() == size as u64
        && groups.all(|group| group == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_their_look() {
        let reading = Reading::default();
        for (text, expected) in [
            ("", Look::Blank),
            (" # c", Look::Comment),
            ("+---+---+---+", Look::Rule { top: false }),
            ("------+-------+------", Look::Rule { top: false }),
            ("*-----------*", Look::Rule { top: false }),
            ("|---+---+---|", Look::Rule { top: false }),
            (".-------.-------.", Look::Rule { top: false }),
            ("===========", Look::Rule { top: false }),
            ("╔═══╦═══╗", Look::Rule { top: true }),
            ("╟───┼───╢", Look::Rule { top: false }),
            ("-----------", Look::Rule { top: false }),
            ("---|---|---", Look::Dashes),
            ("---------", Look::Dashes),
            (".---.----", Look::Row),
            ("* * * * * * * * *", Look::Row),
            ("| | | | | | | | | |", Look::Row),
            ("Grid 01", Look::Title),
            ("[Puzzle]", Look::Section),
            ("[State]", Look::Foreign),
            ("[0,0,3]", Look::Row),
            ("Puzzle 001", Look::Title),
            ("\"Puzzle 001, hard\"", Look::Title),
            ("\"name\",\"puzzle\"", Look::Row),
            ("ABC DEF GHI", Look::Row),
            ("abcdefghi", Look::Row),
            ("x23456789", Look::Row),
            ("| ab | c", Look::Row),
            ("12345", Look::Row),
            (";;3;;2;;6;;", Look::Row),
            ("\t\t\t\t\t\t\t\t", Look::Row),
            ("\t\t\t\t\t\t\t", Look::Blank),
            (";;3;;2;;6;", Look::Comment),
            ("1234567891234567891", Look::Stray),
            ("| 1234567891234567891 |", Look::Stray),
            ("Grid 01 4.....8.5.3..........7.", Look::Stray),
            ("Donaudampfschifffahrtsgesellschaft", Look::Title),
        ] {
            assert_eq!(look(text.as_bytes(), &reading, None), expected, "{text}");
        }
    }
}
