//! A JSON array of objects, each with the puzzle among its members, or of puzzles as strings.
//!
//! ```text
//!   [{"id": 1, "puzzle": "4.....8.5.3…"},
//!    {"id": 2,
//!     "puzzle": "…"}]            an object may have several lines, and a line several objects
//!   ["4.....8.5.3…", "…"]        each puzzle by itself; such a string ends with its line
//! ```
//!
//! Each object or string is read as a line of [JSON lines](super::json). Between them stand the
//! brackets of the array, commas and blanks; anything else is reported, the first of each gap and
//! line. The whole array may be one line of any length: a chunk may end behind any object.
//!
//! An object that is not closed must not swallow the file: a line whose first character is `{`
//! begins a new one.
//!
//! Invariant: only [`Depth`] decides where an object begins and ends, for the cutter and for the
//! reader. Deliberately lacking: arrays within objects of other forms, such as a member with all
//! puzzles.

use std::mem;
use std::ops::ControlFlow;

use super::json::LineContent;
use super::place::Place;
use super::symbols::{self, Flaw};
use super::{Entry, GivenSolution, Reading, Record, Written, json};

/// The number of open brackets of an object, whether a string is open, and the place in the line.
#[derive(Clone, Copy, Default)]
pub(super) struct Depth {
    open: usize,
    is_string: bool,
    is_escaped: bool,
    /// Whether what is open is a string that is in no object.
    is_bare: bool,
    place: LinePlace,
    /// The number of open brackets outside objects.
    arrays: usize,
}

/// Where in its line a byte stands.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum LinePlace {
    #[default]
    First,
    /// Behind blanks alone.
    Blank,
    Comment,
    Inside,
}

/// What a byte does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    None,
    /// It begins an object, perhaps while another one is open.
    Begin,
    /// It ends an object.
    End,
    /// It ends the line of a string that is not closed.
    Cut,
    /// It is neither part of an object nor of the array.
    Stray,
}

impl Depth {
    /// Passes a text up to the end of its first object: up to its last byte, or up to the first
    /// byte of the next object if that begins before. Returns that length if there is an end; the
    /// text is passed as a whole if not.
    pub(super) fn pass(&mut self, text: &[u8]) -> Option<usize> {
        for (at, &byte) in text.iter().enumerate() {
            let (before, was_open) = (*self, !self.is_outside());
            match self.pass_byte(byte) {
                Event::End => return Some(at + 1),
                Event::Cut => return Some(at),
                Event::Begin if was_open => {
                    let Depth { place, arrays, .. } = before;
                    *self = Depth { place, arrays, ..Depth::default() };
                    return Some(at);
                }
                _ => {}
            }
        }
        None
    }

    /// Whether an array is open, of a text that it has passed from its beginning.
    pub(super) fn is_in_array(self) -> bool {
        self.arrays > 0
    }

    /// Whether no object is open.
    pub(super) fn is_outside(self) -> bool {
        self.open == 0
    }

    fn pass_byte(&mut self, byte: u8) -> Event {
        let place = mem::replace(&mut self.place, LinePlace::Inside);
        if byte == b'\n' {
            // A string can't go on in the next line.
            (self.place, self.is_string, self.is_escaped) = (LinePlace::First, false, false);
            if mem::take(&mut self.is_bare) {
                self.open = 0;
                return Event::Cut;
            }
            return Event::None;
        }
        if place == LinePlace::First && byte == b'{' {
            let arrays = self.arrays;
            *self = Depth { open: 1, place: LinePlace::Inside, arrays, ..Depth::default() };
            return Event::Begin;
        }
        if !self.is_outside() {
            return self.pass_inside(byte);
        }
        match (place, byte) {
            (LinePlace::Comment, _) | (LinePlace::First | LinePlace::Blank, b'#' | b';') => {
                self.place = LinePlace::Comment;
                Event::None
            }
            (LinePlace::First | LinePlace::Blank, b' ' | b'\t') => {
                self.place = LinePlace::Blank;
                Event::None
            }
            (_, b'{') => {
                self.open = 1;
                Event::Begin
            }
            (_, b'"') => {
                (self.open, self.is_string, self.is_bare) = (1, true, true);
                Event::Begin
            }
            (_, b'[') => {
                self.arrays += 1;
                Event::None
            }
            (_, b']') => {
                self.arrays = self.arrays.saturating_sub(1);
                Event::None
            }
            (_, b',' | b' ' | b'\t' | b'\r') => Event::None,
            _ => Event::Stray,
        }
    }

    /// Passes a byte of an open object.
    fn pass_inside(&mut self, byte: u8) -> Event {
        if self.is_string {
            let closes = byte == b'"' && !self.is_escaped;
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            self.is_string = !closes;
            if closes && mem::take(&mut self.is_bare) {
                self.open = 0;
                return Event::End;
            }
            return Event::None;
        }
        match byte {
            b'{' | b'[' => self.open += 1,
            b'}' | b']' => self.open -= 1,
            b'"' => self.is_string = true,
            _ => {}
        }
        if self.is_outside() { Event::End } else { Event::None }
    }
}

/// Shows the puzzle of every object of `bytes`, which begin at this place, to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    begin: Place,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let place = if begin.column > 1 { LinePlace::Inside } else { LinePlace::First };
    let mut depth = Depth { place, ..Depth::default() };
    let mut ruler = Ruler { bytes, measured: 0, place: begin };
    let mut object: Option<OpenObject> = None;
    let mut is_reported = false;
    for (at, &byte) in bytes.iter().enumerate() {
        match depth.pass_byte(byte) {
            Event::Begin => {
                if let Some(object) = object.take() {
                    visit(unclosed(object.place))?;
                }
                object = Some(OpenObject { start: at, place: ruler.place_of(at) });
            }
            Event::End => {
                if let Some(OpenObject { start, place }) = object.take() {
                    visit(entry(&bytes[start..=at], place, reading))?;
                }
                is_reported = false;
            }
            Event::Cut => {
                if let Some(OpenObject { start, place }) = object.take() {
                    visit(entry(&bytes[start..at], place, reading))?;
                }
            }
            Event::Stray if !is_reported => {
                is_reported = true;
                let Place { line, column } = ruler.place_of(at);
                visit(Entry::Unreadable(Flaw::new(column, "expected a JSON object").on(line)))?;
            }
            Event::Stray | Event::None => {}
        }
        if byte == b'\n' {
            ruler.begin_line(at + 1);
            is_reported = false;
        }
    }
    match object {
        Some(object) => visit(unclosed(object.place)),
        None => ControlFlow::Continue(()),
    }
}

/// Finds the places of bytes, each behind the one before.
struct Ruler<'c> {
    bytes: &'c [u8],
    /// The byte up to which the line is measured.
    measured: usize,
    /// Its place.
    place: Place,
}

impl Ruler<'_> {
    // Apart from the loop over all bytes, which needs the registers.
    #[inline(never)]
    fn place_of(&mut self, at: usize) -> Place {
        self.place.column += symbols::width(&self.bytes[self.measured..at]);
        self.measured = at;
        self.place
    }

    /// Passes the end of a line, before the byte `at`.
    #[inline(never)]
    fn begin_line(&mut self, at: usize) {
        (self.measured, self.place) = (at, Place { line: self.place.line + 1, column: 1 });
    }
}

/// An object whose end has not come.
struct OpenObject {
    /// Its first byte.
    start: usize,
    place: Place,
}

fn unclosed(Place { line, column }: Place) -> Entry<'static> {
    Entry::Unreadable(Flaw::new(column, "an object that is never closed").on(line))
}

/// The entry of an object that begins at this place.
fn entry<'c>(object: &'c [u8], place: Place, reading: &Reading) -> Entry<'c> {
    let written = Written::of(object);
    // The reader of a line counts all characters of the object.
    match json::read(object, reading) {
        Ok(LineContent { column, puzzle, solution }) => {
            let solution = solution.map(|given| {
                let Place { line, column } = place.of_character(given.column, object);
                Box::new(GivenSolution { line, column, ..*given })
            });
            // A record has the line of its beginning.
            let Place { column, .. } = place.of_character(column, object);
            let empty = Record::at(Place { column, ..place });
            puzzle.entry(Record { solution, written, ..empty }, reading)
        }
        Err(flaw) => {
            let Place { line, column } = place.of_character(flaw.column, object);
            Entry::Unreadable(Flaw { column, ..flaw }.on(line).written(written))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::described::{described, small};

    fn entries(text: &str) -> Vec<String> {
        let mut seen = Vec::new();
        let _ = for_each(text.as_bytes(), Place::FIRST, &small(), &mut |entry| {
            seen.push(described(&entry));
            ControlFlow::<()>::Continue(())
        });
        seen
    }

    #[test]
    fn strings_are_puzzles() {
        let puzzle = "1...2...3...4...";
        let text = format!(
            "[\"{puzzle}\",\"12\", 7,\n # \"\n  \"{puzzle}\"\n\"{puzzle},\n\"{puzzle}\",\"\\\"\",\
             {{\"puzzle\":\"{puzzle}\"}},\"1"
        );
        assert_eq!(
            entries(&text),
            [
                format!("1:3 {puzzle}"),
                "1:24 the puzzle ends after 2 of 16 cells".into(),
                "1:27 expected a JSON object".into(),
                format!("3:4 {puzzle}"),
                "4:18 not JSON: EOF while parsing a string".into(),
                format!("5:2 {puzzle}"),
                "5:21 expected 1-4 or one of .0*?_-, found `\"`".into(),
                format!("5:36 {puzzle}"),
                "5:55 an object that is never closed".into(),
            ]
        );
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
