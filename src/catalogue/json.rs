//! The JSON lines form: on each line an object with the puzzle among its members, or the puzzle
//! itself.
//!
//! ```text
//!   {"id": 1, "puzzle": "4.....8.5.3…", "rating": 0}
//!   {"puzzle": [4,0,0,…]}        {"puzzle": [[4,0,0,…],…]}        "4.....8.5.3…"
//!   {"puzzle": ["4.....8.5", ".3.......", …]}
//! ```
//!
//! The member is the one that [`Reading::column`] names, or the first of
//! [`PUZZLE_FIELDS`](super::PUZZLE_FIELDS) that exists, in any case. In an array a cell is a number
//! (0 is empty), a symbol in quotes, or `null`.
//!
//! Invariants: each line is one entry or blank; the value of another member is JSON, and may be
//! what no number or string here can hold, as `1e400`. Deliberately lacking: objects over several
//! lines.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bstr::ByteSlice;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::given::Given;
use super::lines::{is_silent, skip_blanks};
use super::place::Place;
use super::symbols::{self, Flaw};
use super::{Entry, GivenSolution, Reading, Record, SolutionContent, Written, field};
use crate::excerpt::{Excerpt, Names};
use crate::sudoku::Grid;

/// Shows the puzzle of every line of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for (whole, line) in bytes.lines_with_terminator().zip(first_line..) {
        let written = Written::of(whole);
        let text = written.text();
        if is_silent(skip_blanks(text)) {
            continue;
        }
        visit(match read(text, reading) {
            Ok(LineContent { column, puzzle, solution }) => {
                let solution = solution.map(|given| Box::new(GivenSolution { line, ..*given }));
                let empty = Record::at(Place { line, column });
                puzzle.entry(Record { solution, written, ..empty }, reading)
            }
            Err(flaw) => Entry::Unreadable(flaw.on(line).written(written)),
        })?;
    }
    ControlFlow::Continue(())
}

/// What a line holds.
pub(super) struct LineContent {
    /// The column of the puzzle.
    pub(super) column: u64,
    pub(super) puzzle: Given,
    /// The solution beside the puzzle, if that is asked for, as if it stood on line 0.
    pub(super) solution: Option<Box<GivenSolution>>,
}

/// Reads one line.
pub(super) fn read(text: &[u8], reading: &Reading) -> Result<LineContent, Flaw> {
    let start = text.len() - text.trim_ascii_start().len();
    if text.get(start) != Some(&b'{') {
        let value: Value = parsed(text, 1)?;
        let (column, puzzle) = puzzle(&value, start as u64 + 1, reading)?;
        return Ok(LineContent { column, puzzle, solution: None });
    }
    let members: Members<'_> = parsed(text, 1)?;
    let name = puzzle_member(&members, reading)?;
    let read = read_member(text, members[name], reading);
    let (column, puzzle) = read.map_err(|flaw| Flaw {
        fault: format!("member `{}`: {}", Excerpt(name), flaw.fault),
        ..flaw
    })?;
    let solution = reading.solution.as_deref();
    let solution = solution.map(|wanted| Box::new(solution_of(text, &members, wanted, reading)));
    Ok(LineContent { column, puzzle, solution })
}

/// The members of an object, of which only those that count are looked into.
type Members<'t> = BTreeMap<String, &'t RawValue>;

/// Reads JSON whose first character stands at `column`.
fn parsed<'t, T: Deserialize<'t>>(text: &'t [u8], column: u64) -> Result<T, Flaw> {
    serde_json::from_slice(text).map_err(|error| {
        let lines = text.lines_with_terminator().take(error.line().saturating_sub(1));
        let line = lines.map(<[u8]>::len).sum::<usize>();
        let before = &text[..(line + error.column().saturating_sub(1)).min(text.len())];
        let fault = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let fault = fault.strip_suffix(&place).unwrap_or(&fault);
        Flaw::new(symbols::width(before) + column, format!("not JSON: {fault}"))
    })
}

/// Reads the value of a member in `text` as a puzzle; returns its column, too.
fn read_member(text: &[u8], member: &RawValue, reading: &Reading) -> Result<(u64, Given), Flaw> {
    let column = column_of(text, member);
    if field::is_number(member.get().as_bytes(), reading) {
        return Err(Flaw::new(column, format!("{NEITHER}; {}", field::NUMBER)));
    }
    puzzle(&parsed(member.get().as_bytes(), column)?, column, reading)
}

const NEITHER: &str = "expected a string or an array for the puzzle";

/// The column at which a value in `text` begins.
fn column_of(text: &[u8], member: &RawValue) -> u64 {
    let offset = member.get().as_ptr() as usize - text.as_ptr() as usize;
    symbols::width(&text[..offset]) + 1
}

/// The name of the puzzle's member.
fn puzzle_member<'m>(members: &'m Members<'_>, reading: &Reading) -> Result<&'m String, Flaw> {
    let names = members.keys().filter_map(|name| Some((reading.preference(name)?, name)));
    let mut fitting: Vec<(usize, &String)> = names.collect();
    fitting.sort_by_key(|(preference, _)| *preference);
    if fitting.len() > 1 && reading.column.is_none() {
        let is_puzzle = |name: &str| {
            let value = parsed(members[name].get().as_bytes(), 1);
            let read = value.and_then(|value| puzzle(&value, 1, reading));
            read.is_ok_and(|(_, given)| !given.is_full())
        };
        let puzzles = fitting.iter().filter(|(_, name)| is_puzzle(name));
        let puzzles: Vec<String> = puzzles.map(|(_, name)| (*name).clone()).collect();
        if puzzles.len() > 1 {
            let (names, option) = (Names(&puzzles), reading.column_option);
            let fault = format!("the members {names} all have puzzles: name one with {option}");
            return Err(Flaw::new(1, fault));
        }
    }
    if let Some((_, name)) = fitting.first() {
        return Ok(name);
    }
    Err(no_member(members, reading))
}

fn no_member(members: &Members<'_>, reading: &Reading) -> Flaw {
    let present: Vec<String> = members.keys().cloned().collect();
    let wanted = Excerpt(reading.column.as_deref().unwrap_or("puzzle"));
    if present.is_empty() {
        return Flaw::new(1, format!("no member `{wanted}`, and no other"));
    }
    let (present, option) = (Names(&present), reading.column_option);
    Flaw::new(1, format!("no member `{wanted}`; there are: {present}; name one with {option}"))
}

/// A place in a text by itself, which becomes a line of a file later.
const fn on_line_0(column: u64) -> Place {
    Place { line: 0, column }
}

/// The solution in the member that is named, as if it stood on line 0.
fn solution_of(
    text: &[u8],
    members: &Members<'_>,
    wanted: &str,
    reading: &Reading,
) -> GivenSolution {
    let mut named = members.iter().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
    let Some((_, value)) = named.next() else {
        // In JSON an empty field is left out.
        return GivenSolution::at(on_line_0(1), SolutionContent::Missing);
    };
    let column = column_of(text, value);
    let value = match parsed(value.get().as_bytes(), column) {
        Ok(value) => value,
        Err(flaw) => return GivenSolution::unreadable(&flaw.fault, on_line_0(flaw.column)),
    };
    match &value {
        Value::Null => GivenSolution::at(on_line_0(column), SolutionContent::Missing),
        Value::String(text) => GivenSolution::read(text.as_bytes(), on_line_0(column + 1), reading),
        value => match puzzle(value, column, reading) {
            Ok((_, Given::Clues(grid))) => GivenSolution::of_grid(grid, false, on_line_0(column)),
            Ok((_, Given::Marks(_))) => unreachable!("an array has clues"),
            Err(_) if !value.is_array() => {
                let fault = "expected a string or an array for the solution";
                GivenSolution::unreadable(fault, on_line_0(column))
            }
            Err(flaw) => GivenSolution::unreadable(&flaw.fault, on_line_0(flaw.column)),
        },
    }
}

/// Reads a value at `column` as a puzzle; returns the column of its first character, too.
fn puzzle(value: &Value, column: u64, reading: &Reading) -> Result<(u64, Given), Flaw> {
    match value {
        Value::String(text) => field::read(text.as_bytes(), reading)
            .map(|given| (column + 1, given))
            .map_err(|flaw| Flaw { column: flaw.column + column, ..flaw }),
        Value::Array(items) => array(items, reading)
            .map(|grid| (column, Given::Clues(grid)))
            .map_err(|fault| Flaw::new(column, fault)),
        _ => Err(Flaw::new(column, NEITHER)),
    }
}

fn array(items: &[Value], reading: &Reading) -> Result<Grid, String> {
    let (shape, size) = (reading.shape, reading.shape.size());
    let rows: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
    if let Some(rows) = rows.filter(|rows| rows.len() == size) {
        return of_rows(&rows, reading);
    }
    let mut grid = Grid::empty(shape);
    let is_nested = items.iter().any(Value::is_array);
    if is_nested && items.len() != size {
        return Err(format!("expected {size} rows, found {}", items.len()));
    }
    if !is_nested && items.len() != shape.cells() {
        return Err(format!("expected {} values, found {}", shape.cells(), items.len()));
    }
    let width = if is_nested { size } else { shape.cells() };
    for (number, part) in items.chunks(if is_nested { 1 } else { width }).enumerate() {
        let row = match part {
            [Value::Array(row)] if is_nested => row,
            [_] if is_nested => return Err(format!("row {} is not an array", number + 1)),
            flat => flat,
        };
        if row.len() != width {
            return Err(format!(
                "expected {width} values in row {}, found {}",
                number + 1,
                row.len()
            ));
        }
        for (place, value) in row.iter().enumerate() {
            grid.set(shape.cell(number * width + place), cell(value, reading)?);
        }
    }
    Ok(grid)
}

/// A grid of rows that are strings.
fn of_rows(rows: &[&str], reading: &Reading) -> Result<Grid, String> {
    let (shape, size) = (reading.shape, reading.shape.size());
    let mut grid = Grid::empty(shape);
    for (number, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != size {
            return Err(format!("expected {size} cells in row {}, found {found}", number + 1));
        }
        for (place, sign) in row.chars().enumerate() {
            let content = symbols::symbol(sign, reading).ok_or_else(|| {
                let sign = sign.encode_utf8(&mut [0; 4]).to_owned();
                format!("row {}: {}", number + 1, symbols::foreign(sign.as_bytes(), reading))
            })?;
            grid.set(shape.cell(number * size + place), content);
        }
    }
    Ok(grid)
}

fn cell(value: &Value, reading: &Reading) -> Result<symbols::Content, String> {
    let text = match value {
        Value::Null => return Ok(None),
        // The number 0 is an empty cell, even if the character `0` is a symbol of the alphabet.
        Value::Number(number) if number.as_u64() == Some(0) => return Ok(None),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    symbols::value(text.as_bytes(), reading)
        .ok_or_else(|| symbols::foreign(text.as_bytes(), reading))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    fn small(text: &str) -> Result<(u64, String), Flaw> {
        let shape = Shape::new(2, 2).unwrap();
        let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
        let read = read(text.as_bytes(), &reading)?;
        Ok((read.column, read.puzzle.to_string()))
    }

    #[test]
    fn puzzles_in_all_their_spellings() {
        let grid = || "1...2...3...4...".to_owned();
        assert_eq!(small(r#""1...2...3...4...""#), Ok((2, grid())));
        assert_eq!(small(r#" {"a":"puzzle", "Puzzle" : "1...2...3...4..."}"#), Ok((29, grid())));
        assert_eq!(small(r#"{"quiz":[1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0]}"#), Ok((9, grid())));
        assert_eq!(
            small(r#"{"grid":[[1,null,0,0],["2",".",0,0],[3,0,0,0],[4,0,0,0]]}"#),
            Ok((9, grid()))
        );
        assert_eq!(small(r#"{"grid":["1...","2...","3000", "4..."]}"#), Ok((9, grid())));
        // What no number or string here can hold, in another member.
        let other = r#"{"id":1e400,"note":"\ud83d","grid":"1...2...3...4..."}"#;
        assert_eq!(small(other), Ok((37, grid())));
        assert_eq!(small(r#"{"gr\u0069d":"1...2...3...4..."}"#), Ok((15, grid())));
    }

    #[test]
    fn what_is_wrong_and_where() {
        let flaw = |text: &str| {
            let flaw = small(text).unwrap_err();
            format!("{} {}", flaw.column, flaw.fault)
        };
        assert_eq!(
            flaw(r#"{"puzzle": 5}"#),
            "12 member `puzzle`: expected a string or an array for the puzzle"
        );
        assert_eq!(
            flaw(r#"{"puzzle": "12"}"#),
            "15 member `puzzle`: the puzzle ends after 2 of 16 cells"
        );
        let foreign = "14 member `puzzle`: expected 1-4 or one of .0*?_-, found `x`";
        assert_eq!(flaw(r#"{"puzzle": "1x"}"#), foreign);
        let two = "1 the members puzzle, grid all have puzzles: name one with --column";
        let puzzle = "1...2...3...4...";
        assert_eq!(flaw(&format!(r#"{{"grid":"{puzzle}","puzzle":"{puzzle}"}}"#)), two);
        assert_eq!(
            flaw(r#"{"id": "12"}"#),
            "1 no member `puzzle`; there are: id; name one with --column"
        );
        assert_eq!(flaw("{}"), "1 no member `puzzle`, and no other");
        let surrogate = flaw(r#"{"puzzle":"1\ud83d"}"#);
        assert_eq!(surrogate, "19 member `puzzle`: not JSON: unexpected end of hex escape");
        let number = flaw(r#"{"puzzle": 20003000400}"#);
        assert!(number.starts_with("12 member") && number.ends_with(field::NUMBER), "{number}");
        assert_eq!(flaw("{\"a\":1,\n \"b\": x}"), "15 not JSON: expected value");
        assert_eq!(flaw("[1,2]"), "1 expected 16 values, found 2");
        assert_eq!(flaw("[[1],[2],[3],[4]]"), "1 expected 4 values in row 1, found 1");
        assert_eq!(flaw("[[1,1,1,1],2,[3],[4]]"), "1 row 2 is not an array");
        let rows = |third: &str| flaw(&format!(r#"["1...","2...","{third}","4..."]"#));
        assert_eq!(rows("3.."), "1 expected 4 cells in row 3, found 3");
        assert_eq!(rows("3..?!"), "1 expected 4 cells in row 3, found 5");
        assert_eq!(rows("3,. "), "1 row 3: expected 1-4 or one of .0*?_-, found `,`");
        assert_eq!(rows("3..!"), "1 row 3: expected 1-4 or one of .0*?_-, found `!`");
        assert_eq!(flaw("{\"puzzle\""), "9 not JSON: EOF while parsing an object");
        assert!(small(&"[".repeat(100_000)).is_err());
    }
}
