//! The lists form: a grid is a list of rows, and a row a list of values.
//!
//! ```text
//!   (SkuSolve '((? ? ?  ? ? 6  ? ? ?)        [[0,0,0,0,0,6,0,0,0],
//!               (? 5 9  ? ? ?  ? ? 8)         [0,5,9,0,0,0,0,0,8],
//!               …))                           …]
//!       Lisp and SKILL, with `?`             Python and JSON
//! ```
//!
//! `(`, `[` and `{` open a list, `)`, `]` and `}` close one, of any kind. Blanks, commas and quotes
//! separate values. A list of N lists of N values, or of N² values, is a grid; lists around grids,
//! and names outside the rows (`SkuSolve`, `grid1 =`), are ignored, and so is a list of nothing by
//! itself. Anything else is reported, one error a grid.
//!
//! An unclosed list must not swallow the file. So inside a list a new one begins at
//! - a blank line, and
//! - a line whose first character opens a list and whose next, after blanks, opens another, begins
//!   a name, or is missing: `[[…`, `(SkuSolve …`, `[`. (A row, `[0,…`, does not begin a new list.)
//!
//! Invariant: only [`Depth`] decides where a record ends, for the cutter and for the reader.
//! Deliberately lacking: `nil`, `None` and `null` for an empty cell.

use std::mem;
use std::ops::ControlFlow;

use bstr::ByteSlice;

use super::blanks::trimmed;
use super::lines::{NumberedLine, is_silent, numbered, skip_blanks};
use super::place::Place;
use super::symbols::{self, Flaw};
use super::{Entry, Reading, Record, Unreadable};
use crate::sudoku::Grid;

/// The number of open lists.
#[derive(Default)]
pub(super) struct Depth(usize);

impl Depth {
    /// Passes a line; returns whether the lists open before it end unclosed.
    pub(super) fn pass(&mut self, line: &[u8]) -> bool {
        let text = skip_blanks(line);
        let restarts = self.0 > 0 && (trimmed(line).is_empty() || begins_anew(line));
        if restarts {
            self.0 = 0;
        }
        if !is_silent(text) {
            for &byte in text {
                match byte {
                    b'(' | b'[' | b'{' => self.0 += 1,
                    b')' | b']' | b'}' => self.0 = self.0.saturating_sub(1),
                    _ => {}
                }
            }
        }
        restarts
    }

    /// Whether no list is open.
    pub(super) fn is_outside(&self) -> bool {
        self.0 == 0
    }
}

/// Whether a line begins a list that can't be a row.
fn begins_anew(line: &[u8]) -> bool {
    let Some(b'(' | b'[' | b'{') = line.first() else { return false };
    let inside = line[1..].trim_start_with(|c| c.is_whitespace() || is_quote(c));
    let name = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    match inside.first() {
        None | Some(b'(' | b'[' | b'{') => true,
        Some(first) => first.is_ascii_alphabetic() && name > 1,
    }
}

fn is_quote(symbol: char) -> bool {
    matches!(symbol, '\'' | '"' | '`')
}

/// Shows every grid and every malformed list of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut depth = Depth::default();
    let mut assembly = Assembly::new(reading);
    let mut last = first_line;
    // Whether anything was shown since the lists that are open began.
    let mut has_shown = false;
    for NumberedLine { number, written: line } in numbered(bytes, first_line) {
        let line = line.text();
        let was_outside = depth.is_outside();
        if depth.pass(line) || was_outside {
            has_shown = false;
            if let Some(entry) = assembly.abandon(last) {
                visit(entry)?;
            }
        }
        if !is_silent(skip_blanks(line)) {
            tokens(line, |column, token| {
                match assembly.take(Place { line: number, column }, token) {
                    Some(entry) => {
                        has_shown = true;
                        visit(entry)
                    }
                    None => ControlFlow::Continue(()),
                }
            })?;
        }
        last = number;
    }
    match assembly.abandon(last) {
        Some(entry) => visit(entry),
        // Lists that are open at the end are cut off, even before their first value.
        None if !depth.is_outside() && !has_shown => visit(unclosed(last)),
        None => ControlFlow::Continue(()),
    }
}

/// The error of lists that are open at the end of this line.
fn unclosed(line: u64) -> Entry<'static> {
    let fault = "the list is not closed before the end, a blank line or the next list";
    Entry::Unreadable(Flaw::new(1, fault).on(line))
}

/// Reads a text that is one grid.
pub(super) fn read(text: &[u8], reading: &Reading) -> Result<Grid, Flaw> {
    let mut grid = None;
    let read = for_each(text, 1, reading, &mut |entry| {
        let (line, column, fault) = match entry {
            Entry::Puzzle(record) if grid.is_none() => {
                grid = Some(record.puzzle);
                return ControlFlow::Continue(());
            }
            Entry::Puzzle(Record { line, column, .. })
            | Entry::Sukaku(Record { line, column, .. }) => {
                (line, column, "expected one list, found more".into())
            }
            Entry::Unreadable(Unreadable { line, column, fault, .. }) => (line, column, fault),
        };
        // A text over several lines has one place.
        ControlFlow::Break(Flaw::new(if line == 1 { column } else { 1 }, fault))
    });
    match read {
        ControlFlow::Break(flaw) => Err(flaw),
        ControlFlow::Continue(()) => grid.ok_or_else(|| Flaw::new(1, "expected a list of values")),
    }
}

#[derive(Clone, Copy)]
enum Token<'t> {
    Open,
    Close,
    Word(&'t [u8]),
}

/// The tokens of a line, each with its column.
fn tokens<B>(
    line: &[u8],
    mut visit: impl FnMut(u64, Token<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut word: Option<(u64, usize)> = None;
    for (column, (start, end, symbol)) in (1..).zip(line.char_indices()) {
        let bracket = match symbol {
            '(' | '[' | '{' => Some(Token::Open),
            ')' | ']' | '}' => Some(Token::Close),
            _ => None,
        };
        let separates =
            bracket.is_some() || symbol.is_whitespace() || symbol == ',' || is_quote(symbol);
        if separates && let Some((column, begin)) = word.take() {
            visit(column, Token::Word(&line[begin..start]))?;
        }
        if let Some(token) = bracket {
            visit(column, token)?;
        }
        if !separates && word.is_none() {
            word = Some((column, start));
        }
        debug_assert!(start < end, "a character is not empty");
    }
    match word {
        Some((column, begin)) => visit(column, Token::Word(&line[begin..])),
        None => ControlFlow::Continue(()),
    }
}

/// Assembles a grid from tokens.
struct Assembly<'r> {
    reading: &'r Reading,
    grid: Grid,
    depth: usize,
    /// The depth of the list that holds the rows, while there is one.
    grid_depth: usize,
    /// The place of the first value, once a row is open.
    begin: Option<Place>,
    rows: usize,
    /// The values of the row that is open.
    values: usize,
    /// Whether the last bracket opened a list.
    in_row: bool,
    /// Whether an error was reported; the rest of the grid is then skipped.
    lost: bool,
    /// The last line with a word outside the lists.
    stray_line: u64,
}

impl<'r> Assembly<'r> {
    fn new(reading: &'r Reading) -> Assembly<'r> {
        Assembly {
            reading,
            grid: Grid::empty(reading.shape),
            depth: 0,
            grid_depth: 0,
            begin: None,
            rows: 0,
            values: 0,
            in_row: false,
            lost: false,
            stray_line: 0,
        }
    }

    fn take(&mut self, place: Place, token: Token<'_>) -> Option<Entry<'static>> {
        let outcome = match token {
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Word(word) => self.word(place, word).map(|()| None),
        };
        match outcome {
            Ok(record) => record.map(Entry::Puzzle),
            Err(_) if self.lost => None,
            Err(fault) => {
                // Outside a grid there is nothing to skip.
                self.lost = self.begin.is_some();
                Some(Entry::Unreadable(Flaw::new(place.column, fault).on(place.line)))
            }
        }
    }

    fn open(&mut self) -> Result<Option<Record<'static>>, String> {
        self.depth += 1;
        let inside = mem::replace(&mut self.in_row, true) && mem::take(&mut self.values) > 0;
        if inside {
            return Err("a list begins inside a row".into());
        }
        Ok(None)
    }

    fn word(&mut self, place: Place, word: &[u8]) -> Result<(), String> {
        let value = symbols::value(word, self.reading);
        let fresh = self.rows == 0 && self.values == 0;
        if self.lost || (value.is_none() && fresh && is_name(word)) {
            return Ok(());
        }
        if self.depth == 0 || !self.in_row {
            // One error is enough for a line of prose.
            if mem::replace(&mut self.stray_line, place.line) == place.line {
                return Ok(());
            }
            let expected = if self.depth == 0 { "a list" } else { "a row" };
            return Err(format!("expected {expected}, found `{}`", symbols::excerpt(word)));
        }
        if fresh {
            self.begin = Some(place);
            self.grid_depth = self.depth - 1;
        } else if self.depth - 1 != self.grid_depth {
            return Err("a row in another list than the rows before".into());
        }
        let content = value.ok_or_else(|| symbols::foreign(word, self.reading))?;
        let shape = self.reading.shape;
        let index = self.rows * shape.size() + self.values;
        if index >= shape.cells() {
            return Err(self.too_many());
        }
        self.grid.set(shape.cell(index), content);
        self.values += 1;
        Ok(())
    }

    fn close(&mut self) -> Result<Option<Record<'static>>, String> {
        let size = self.reading.shape.size();
        self.depth = self.depth.saturating_sub(1);
        let (was_row, values) = (mem::take(&mut self.in_row), mem::take(&mut self.values));
        if self.lost {
            // The next grid can be read once every list of this one is closed.
            if self.depth < self.grid_depth.max(1) {
                self.reset();
            }
            return Ok(None);
        }
        if was_row && self.rows == 0 && values == self.reading.shape.cells() && size > 1 {
            return Ok(self.finish());
        }
        if was_row {
            if self.depth == 0 && self.rows == 0 && values == 0 {
                return Ok(None);
            }
            if self.depth == 0 {
                let fault = format!(
                    "expected {size} rows or {} values, found {values} values",
                    size * size
                );
                self.reset();
                return Err(fault);
            }
            if values != size {
                return Err(format!("expected a row of {size} values, found {values}"));
            }
            self.rows += 1;
            return Ok(if size == 1 { self.finish() } else { None });
        }
        match mem::take(&mut self.rows) {
            0 => Ok(None),
            rows if rows == size => Ok(self.finish()),
            rows => {
                let fault = format!("expected {size} rows, found {rows}");
                self.reset();
                Err(fault)
            }
        }
    }

    fn too_many(&self) -> String {
        let size = self.reading.shape.size();
        if self.rows == 0 {
            format!("expected {} values, found more", size * size)
        } else if self.rows >= size {
            format!("expected {size} rows, found more")
        } else {
            format!("expected a row of {size} values, found more")
        }
    }

    fn finish(&mut self) -> Option<Record<'static>> {
        let puzzle = self.grid.clone();
        let begin = self.begin;
        self.reset();
        Some(Record::at(begin?).with(puzzle))
    }

    /// Prepares for the next grid.
    fn reset(&mut self) {
        (self.rows, self.values, self.grid_depth) = (0, 0, 0);
        (self.begin, self.in_row, self.lost) = (None, false, false);
    }

    /// Ends with the lists that are open, at the end of `line`; an error if a grid was among them.
    fn abandon(&mut self, line: u64) -> Option<Entry<'static>> {
        let unfinished = !self.lost && self.begin.is_some();
        self.reset();
        self.depth = 0;
        unfinished.then(|| unclosed(line))
    }
}

/// Whether a word can be a name: of a call, of a variable, or the `=` between it and its value.
fn is_name(word: &[u8]) -> bool {
    let mut symbols = word.chars();
    let is_first = symbols.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    word == b"=" || word == b":=" || word == b";" || (is_first && symbols.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::described::{described, small};

    fn entries(text: &str) -> Vec<String> {
        let mut seen = Vec::new();
        let _ = for_each(text.as_bytes(), 1, &small(), &mut |entry| {
            seen.push(described(&entry));
            ControlFlow::<()>::Continue(())
        });
        seen
    }

    const GRID: &str = "1...2...3...4...";

    #[test]
    fn lists_in_all_their_spellings() {
        for (text, place) in [
            ("(SkuSolve '((1 ? ? ?) (2 ? ? ?) (3 ? ? ?) (4 ? ? ?)))", "1:14"),
            ("((1 ? ? ?)\n (2 ? ? ?)\n (3 ? ? ?) (4 ? ? ?))\n", "1:3"),
            ("grid = [[1,0,0,0],\n[2,0,0,0],\n[3,0,0,0],\n[4,0,0,0]]", "1:10"),
            ("[\n[1,0,0,0],\n[2,0,0,0],\n[3,0,0,0],\n[4,0,0,0]\n]\n", "2:2"),
            ("[['1','.','.','.'],[\"2\",\".\",\".\",\".\"],[3,0,0,0],[4,0,0,0]]", "1:4"),
            ("[1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0]", "1:2"),
        ] {
            assert_eq!(entries(text), [format!("{place} {GRID}")], "{text}");
        }
    }

    #[test]
    fn several_lists_on_a_line_and_in_a_list() {
        let one = "[[1,0,0,0],[2,0,0,0],[3,0,0,0],[4,0,0,0]]";
        assert_eq!(entries(&format!("{one} {one}")).len(), 2);
        assert_eq!(entries(&format!("[{one},\n {one},\n {one}]")).len(), 3);
        let bad = one.replace("[2,0", "[2,x");
        let seen = entries(&format!("[{one},\n {bad},\n {one}]"));
        assert_eq!(seen[1], "2:16 expected 1-4 or one of .0*?_-, found `x`");
        assert_eq!((seen.len(), &seen[2]), (3, &format!("3:4 {GRID}")));
    }

    #[test]
    fn a_list_that_is_cut_off_is_reported_once() {
        let unclosed = "the list is not closed before the end, a blank line or the next list";
        let one = "[[1,0,0,0],[2,0,0,0],[3,0,0,0],[4,0,0,0]]";
        for text in ["[".to_owned(), "(".repeat(9000), format!("{one}\n[\n"), "(f\n\n((".into()] {
            let seen = entries(&text);
            let line = text.lines().count();
            assert_eq!(seen.last(), Some(&format!("{line}:1 {unclosed}")), "{text:.20}");
            assert_eq!(seen.iter().filter(|entry| entry.ends_with(unclosed)).count(), 1);
        }
        // What holds grids may lack its end.
        assert_eq!(entries(&format!("[{one},\n{one}\n")).len(), 2);
    }

    #[test]
    fn a_malformed_list_does_not_swallow_the_next() {
        let one = "((1 ? ? ?) (2 ? ? ?) (3 ? ? ?) (4 ? ? ?))";
        let unclosed = "the list is not closed before the end, a blank line or the next list";
        for (bad, error) in [
            ("((1 ? ? ?) (2 ? ? ?", format!("1:1 {unclosed}")),
            ("((1 ? ? ?)\n (2 ? ? ?)\n", format!("2:1 {unclosed}")),
            (
                "((1 ? ? ?) (2 ? ?) (3 ? ? ?) (4 ? ? ?))",
                "1:18 expected a row of 4 values, found 3".into(),
            ),
            ("((1 ? ? ?) (2 ? ? ?) (3 ? ? ?))", "1:31 expected 4 rows, found 3".into()),
            ("((1 ? ? ?) ? (2 ? ? ?))", "1:12 expected a row, found `?`".into()),
            ("((1 ? (? ?)))", "1:7 a list begins inside a row".into()),
            ("(1)", "1:3 expected 4 rows or 16 values, found 1 values".into()),
            ("1234 1234", "1:1 expected a list, found `1234`".into()),
        ] {
            let seen = entries(&format!("{bad}\n{one}\n"));
            assert_eq!(seen[0], error, "{bad}");
            assert!(seen[1].ends_with(GRID) && seen.len() == 2, "{bad}: {seen:?}");
        }
        assert_eq!(entries(&format!("()\n[\n]\n{one}\n")).len(), 1);
    }
}
