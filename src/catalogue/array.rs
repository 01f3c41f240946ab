//! A JSON array of objects, each with the puzzle among its members.
//!
//! ```text
//!   [{"id": 1, "puzzle": "4.....8.5.3…"},
//!    {"id": 2,
//!     "puzzle": "…"}]            an object may have several lines, and a line several objects
//! ```
//!
//! Each object is read as a line of [JSON lines](super::json) is. Between the objects stand the
//! brackets of the array, commas and blanks; anything else is reported, a line at a time.
//!
//! An object that is not closed must not swallow the file: a line whose first character is `{`
//! begins a new one.
//!
//! Invariant: only [`Depth`] decides where an object begins and ends, for the cutter and for the
//! reader. Deliberately lacking: arrays within objects of other forms, such as a member with all
//! puzzles.

use std::ops::ControlFlow;

use super::lines::{is_silent, numbered, skip_blanks};
use super::symbols::{self, Flaw};
use super::{Entry, Reading, Record, Written, json};

/// The number of open brackets of an object, and whether a string is open.
#[derive(Clone, Copy, Default)]
pub(super) struct Depth {
    open: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Depth {
    /// Passes a line.
    pub(super) fn pass(&mut self, line: &[u8]) {
        if self.restarts(line) {
            *self = Depth::default();
        }
        for &byte in line {
            self.pass_byte(byte);
        }
    }

    /// Whether no object is open.
    pub(super) fn is_outside(self) -> bool {
        self.open == 0
    }

    /// Whether a line begins a new object though one is open.
    fn restarts(self, line: &[u8]) -> bool {
        !self.is_outside() && line.first() == Some(&b'{')
    }

    fn pass_byte(&mut self, byte: u8) {
        if self.is_string {
            let closes = byte == b'"' && !self.is_escaped;
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            // A string can't go on in the next line.
            self.is_string = !closes && byte != b'\n';
            return;
        }
        match byte {
            b'{' => self.open += 1,
            b'[' if self.open > 0 => self.open += 1,
            b'}' | b']' => self.open = self.open.saturating_sub(1),
            b'"' if self.open > 0 => self.is_string = true,
            _ => {}
        }
    }
}

/// Shows the puzzle of every object of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut depth = Depth::default();
    // The open object: its first byte, its line, and the width of the text before it.
    let mut object: Option<(usize, u64, u64)> = None;
    let mut place = 0;
    for (number, _) in numbered(bytes, first_line) {
        let begin = place;
        let line = &bytes[begin..];
        let line = &line[..memchr::memchr(b'\n', line).map_or(line.len(), |end| end + 1)];
        place += line.len();
        if depth.is_outside() && is_silent(skip_blanks(line.trim_ascii_end())) {
            continue;
        }
        if depth.restarts(line) {
            depth = Depth::default();
            if let Some((_, line, indent)) = object.take() {
                visit(unclosed(line, indent))?;
            }
        }
        let mut stray = None;
        for (at, &byte) in line.iter().enumerate() {
            let was_outside = depth.is_outside();
            depth.pass_byte(byte);
            if was_outside && !depth.is_outside() {
                object = Some((begin + at, number, symbols::width(&line[..at])));
            } else if was_outside && !b"[], \t\r\n".contains(&byte) {
                stray.get_or_insert(at);
            } else if !was_outside
                && depth.is_outside()
                && let Some((start, number, indent)) = object.take()
            {
                visit(entry(&bytes[start..=begin + at], number, indent, reading))?;
            }
        }
        if let Some(at) = stray {
            let flaw = Flaw::new(symbols::width(&line[..at]) + 1, "expected a JSON object");
            visit(Entry::Unreadable(flaw.on(number)))?;
        }
    }
    match object {
        Some((_, line, indent)) => visit(unclosed(line, indent)),
        None => ControlFlow::Continue(()),
    }
}

fn unclosed(line: u64, indent: u64) -> Entry<'static> {
    Entry::Unreadable(Flaw::new(indent + 1, "an object that is never closed").on(line))
}

/// The entry of an object that begins on this line, behind a text of this width.
fn entry<'c>(object: &'c [u8], line: u64, indent: u64, reading: &Reading) -> Entry<'c> {
    let written = Written::of(object);
    // The reader of a line counts columns from the beginning of the object.
    let place = |column: u64| {
        let text = String::from_utf8_lossy(object);
        let before: String = text.chars().take(column.saturating_sub(1) as usize).collect();
        match before.rsplit_once('\n') {
            Some((lines, last)) => {
                let lines = lines.matches('\n').count() as u64 + 1;
                (line + lines, last.chars().count() as u64 + 1)
            }
            None => (line, column + indent),
        }
    };
    match json::read(object, reading) {
        Ok((column, given, solution)) => {
            let (puzzle, spelling, trailing, column) = ((), None, &b""[..], place(column).1);
            let beside = Record { line, column, puzzle, spelling, trailing, solution, written };
            given.entry(beside, reading)
        }
        Err(flaw) => {
            let (line, column) = place(flaw.column);
            Entry::Unreadable(Flaw { column, ..flaw }.on(line).written(written))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    fn entries(text: &str) -> Vec<String> {
        let shape = Shape::new(2, 2).unwrap();
        let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
        let mut seen = Vec::new();
        let _ = for_each(text.as_bytes(), 1, &reading, &mut |entry| {
            seen.push(match entry {
                Entry::Puzzle(r) => format!("{}:{} {}", r.line, r.column, r.puzzle),
                Entry::Sukaku(r) => format!("{}:{} {}", r.line, r.column, r.puzzle),
                Entry::Unreadable(e) => format!("{}:{} {}", e.line, e.column, e.problem),
            });
            ControlFlow::<()>::Continue(())
        });
        seen
    }

    #[test]
    fn objects_on_any_lines() {
        let puzzle = "1...2...3...4...";
        let text = format!(
            "[{{\"puzzle\":\"{puzzle}\"}},{{\"id\":\"}}\\\"\",\"puzzle\":\"{puzzle}\"}},\n \
             {{\n  \"id\": [1, 2],\n  \"puzzle\": \"{puzzle}\"\n }}\n]\n"
        );
        assert_eq!(
            entries(&text),
            [format!("1:13 {puzzle}"), format!("1:54 {puzzle}"), format!("2:14 {puzzle}")]
        );
    }

    #[test]
    fn what_is_wrong_is_reported_and_the_next_is_read() {
        let puzzle = "1...2...3...4...";
        let text = format!(
            "[\n{{\"puzzle\": \"12\"}}, 7, 8,\n{{\"id\": 1,\n{{\"puzzle\":\"{puzzle}\"}},\n{{\n"
        );
        assert_eq!(
            entries(&text),
            [
                "2:15 member `puzzle`: the puzzle ends after 2 of 16 cells".to_owned(),
                "2:19 expected a JSON object".to_owned(),
                "3:1 an object that is never closed".to_owned(),
                format!("4:12 {puzzle}"),
                "5:1 an object that is never closed".to_owned(),
            ]
        );
    }
}
