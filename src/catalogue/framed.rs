//! The framed form: a grid over several lines.
//!
//! ```text
//!   +-------+-------+-------+      Grid 01          |4| | | | | |8| |5|
//!   | 4 . . | . . . | 8 . 5 |      003020600        | |3| | | | | | | |
//!   | . 3 . | . . . | . . . |      900305001        …
//!    …                             …
//!   titled, with or without a frame, blanks between the symbols or not, bars around boxes or cells
//! ```
//!
//! Each line is one of these:
//! - *blank*, or a *comment* (first `#` or `;`);
//! - a *rule*: only `-+=*.:'|`, blanks and box-drawing characters, including `+`, `=`, a drawn
//!   line, or three dashes in a row beside something else. N dashes alone or with bars could also
//!   be empty cells: they are a rule at the end of a band, if no row of the grid writes an empty
//!   cell as a dash;
//! - a *title*: begins with a word of two letters or more, one of them foreign to the alphabet, has
//!   no bar, and is not N characters in groups of equal length (`ABC DEF GHI` is a malformed row,
//!   not a title);
//! - a *section*, as SadMan's files have them: `[Puzzle]` is a title, and what follows `[State]`
//!   and a few other names, up to the next section, is skipped;
//! - a *puzzle* as one line of N² symbols, between two grids;
//! - a *row*: any other line.
//!
//! A row has N cells. With N+1 bars, or N-1 inside, each cell stands between two bars, and is empty
//! if it has only blanks. With bars around boxes only, and just as many characters between them as
//! a box has columns, a blank is an empty cell. Otherwise bars, blanks and commas only separate.
//!
//! A row of N groups of digits, such as `| 1  24  234 | …`, has pencil marks, and so have all rows
//! of its grid: a digit alone is then the only candidate, and an empty cell has all.
//!
//! A grid ends with its Nth row. It is unfinished, and reported, if one of these comes earlier:
//! - a blank line, a title, the end of the file;
//! - a rule right after another one, or one that begins as only a top rule does (`┌`): it belongs
//!   to the next grid.
//!
//! A malformed row is still a row: the grid is reported, and its other rows are not mistaken for
//! rows of another. A rule after a number of rows that is neither 1 nor a band's means a missing or
//! additional row. Rows can't be counted then: the lines up to one of those places are skipped.
//!
//! Invariant: only [`Layout`] decides which lines are rows and where grids end, for the cutter and
//! for the reader; outside a grid it has no state. Deliberately lacking: text beside a row, and
//! groups of digits in grids of more than nine, where `12` is a digit.

use std::ops::ControlFlow;

use super::given::{self, Given};
use super::lines::{self, numbered, skip_blanks};
use super::symbols::{Content, Flaw};
use super::{Entry, Reading, Record, Written};
use crate::sudoku::{BadMarks, Digit, Grid, Marks, MarksProblem};

mod look;
mod row;

pub(super) use look::{Look, is_bar, look, section};
pub(super) use row::is_row;
use row::{read_marks, read_row};

/// Follows the grids from line to line.
pub(super) struct Layout {
    size: usize,
    band: usize,
    rows: usize,
    since_rule: usize,
    after_rule: bool,
    /// Whether a row of this grid writes an empty cell as a dash.
    dashes: bool,
    skipping: Skipping,
}

/// The lines that are skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skipping {
    None,
    /// Those of a grid whose rows can't be counted any more.
    Grid,
    /// Those of a section that is not the puzzle's.
    Section,
}

/// The role of a line in its grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// Whether an unfinished grid ends before this line.
    pub(super) abandons: bool,
    pub(super) part: Part,
}

/// The role of a line within a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A row of the grid.
    Row,
    /// The grid's last row.
    LastRow,
    /// A grid by itself, as one line.
    Puzzle,
    /// A rule after this number of rows, where none is allowed.
    Misplaced(usize),
    /// None, or a line that is skipped with a reported grid.
    None,
}

impl Layout {
    pub(super) fn new(reading: &Reading) -> Layout {
        let (size, band) = (reading.shape.size(), reading.shape.box_rows());
        let (rows, since_rule, skipping) = (0, 0, Skipping::None);
        Layout { size, band, rows, since_rule, after_rule: false, dashes: false, skipping }
    }

    /// Passes one line.
    pub(super) fn pass(&mut self, line: &[u8], reading: &Reading) -> Step {
        if self.skipping == Skipping::Section && section(line.trim_ascii()).is_none() {
            return Step { abandons: false, part: Part::None };
        }
        let at_band = self.rows > 0 && self.rows.is_multiple_of(self.band) && !self.dashes;
        let look = match look(line, reading) {
            Look::Dashes if at_band => Look::Rule { top: false },
            Look::Dashes => Look::Row,
            look => look,
        };
        let abandons = !self.is_outside()
            && match look {
                Look::Blank | Look::Title | Look::Foreign | Look::Puzzle => true,
                Look::Rule { top } => top || self.after_rule,
                _ => false,
            };
        if abandons {
            self.reset();
        }
        match look {
            Look::Foreign => self.skipping = Skipping::Section,
            _ if self.skipping == Skipping::Section => self.skipping = Skipping::None,
            _ => {}
        }
        let part = match look {
            Look::Rule { .. } => self.rule(),
            Look::Row => self.row(line),
            Look::Puzzle => Part::Puzzle,
            _ => Part::None,
        };
        Step { abandons, part }
    }

    /// Whether no grid is open.
    pub(super) fn is_outside(&self) -> bool {
        self.rows == 0 && self.skipping == Skipping::None
    }

    fn rule(&mut self) -> Part {
        let rows = std::mem::take(&mut self.since_rule);
        self.after_rule = true;
        if self.is_outside() || self.skipping == Skipping::Grid || [0, 1, self.band].contains(&rows)
        {
            return Part::None;
        }
        self.skipping = Skipping::Grid;
        Part::Misplaced(rows)
    }

    fn row(&mut self, line: &[u8]) -> Part {
        self.after_rule = false;
        if self.skipping == Skipping::Grid {
            return Part::None;
        }
        self.rows += 1;
        self.since_rule += 1;
        self.dashes |= line.contains(&b'-');
        if self.rows == self.size {
            self.reset();
            return Part::LastRow;
        }
        Part::Row
    }

    fn reset(&mut self) {
        (self.rows, self.since_rule) = (0, 0);
        (self.after_rule, self.dashes, self.skipping) = (false, false, Skipping::None);
    }
}

/// Shows every grid of `bytes`, finished or not, to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut layout = Layout::new(reading);
    let mut sheet = Sheet::new(reading);
    for (number, written) in numbered(bytes, first_line) {
        let line = written.text();
        let step = layout.pass(line, reading);
        if step.abandons
            && let Some(entry) = sheet.abandon()
        {
            visit(entry)?;
        }
        match step.part {
            Part::Row => sheet.take(number, line),
            Part::Puzzle => {
                let entry = lines::entry(((number, written), reading), false, |text| {
                    lines::read(text, reading)
                });
                entry.map_or(ControlFlow::Continue(()), &mut *visit)?;
            }
            Part::LastRow => {
                sheet.take(number, line);
                visit(sheet.finish())?;
            }
            Part::Misplaced(rows) => visit(sheet.give_up(number, rows))?,
            Part::None => {}
        }
    }
    match sheet.abandon() {
        Some(entry) => visit(entry),
        None => ControlFlow::Continue(()),
    }
}

/// The grid whose rows are being read.
struct Sheet<'r> {
    reading: &'r Reading,
    grid: Grid,
    /// The candidates of all rows, if one has groups of digits.
    marks: Option<Vec<u32>>,
    rows: usize,
    begin: (u64, u64),
    last: u64,
    /// The first fault, and its line.
    flaw: Option<(u64, Flaw)>,
    reported: bool,
}

impl<'r> Sheet<'r> {
    fn new(reading: &'r Reading) -> Sheet<'r> {
        let grid = Grid::empty(reading.shape);
        let (marks, flaw) = (None, None);
        Sheet { reading, grid, marks, rows: 0, begin: (0, 1), last: 0, flaw, reported: false }
    }

    fn take(&mut self, number: u64, line: &[u8]) {
        let mut cells: [Content; Digit::MAX as usize] = [None; Digit::MAX as usize];
        let indent = (line.len() - skip_blanks(line).len()) as u64;
        let size = self.reading.shape.size();
        let read = match read_row(line, self.reading, &mut cells) {
            Ok(column) => {
                if let Some(marks) = &mut self.marks {
                    marks.extend(cells[..size].iter().map(|&cell| candidates(cell, size)));
                }
                Ok(column)
            }
            Err(flaw) => match read_marks(line, self.reading) {
                Some(Ok((row, column))) => {
                    self.begin_marks().extend(row);
                    Ok(column as u64)
                }
                Some(Err(bad)) if self.marks.is_some() || is_of_marks(&bad) => {
                    Err(given::flaw(&bad))
                }
                Some(Err(_)) | None => Err(flaw),
            },
        };
        let column = read.unwrap_or_else(|flaw| {
            self.flaw.get_or_insert((number, flaw));
            indent + 1
        });
        if self.rows == 0 {
            self.begin = (number, column);
        }
        let shape = self.reading.shape;
        for (place, content) in cells.iter().take(size).enumerate() {
            self.grid.set(shape.cell(self.rows * size + place), *content);
        }
        self.rows += 1;
        self.last = number;
    }

    /// The candidates of the rows so far.
    fn begin_marks(&mut self) -> &mut Vec<u32> {
        let size = self.reading.shape.size();
        let before = self.grid.cells()[..self.rows * size].iter();
        self.marks.get_or_insert_with(|| before.map(|&cell| candidates(cell, size)).collect())
    }

    fn finish(&mut self) -> Entry<'static> {
        let sheet = std::mem::replace(self, Sheet::new(self.reading));
        let (line, column) = sheet.begin;
        if let Some((line, flaw)) = sheet.flaw {
            return Entry::Unreadable(flaw.on(line));
        }
        let given = match sheet.marks {
            None => Given::Clues(sheet.grid),
            Some(marks) => Given::Marks(Marks::of_bits(self.reading.shape, marks)),
        };
        let (puzzle, spelling, trailing, solution) = ((), None, &b""[..], None);
        let written = Written::default();
        let beside = Record { line, column, puzzle, spelling, trailing, solution, written };
        given.entry(beside, self.reading)
    }

    /// Ends with an unfinished grid, if there is one.
    fn abandon(&mut self) -> Option<Entry<'static>> {
        let sheet = std::mem::replace(self, Sheet::new(self.reading));
        if sheet.rows == 0 || sheet.reported {
            return None;
        }
        let size = self.reading.shape.size();
        let short = || {
            (sheet.last, Flaw::new(1, format!("the grid ends after {} of {size} rows", sheet.rows)))
        };
        let (line, flaw) = sheet.flaw.unwrap_or_else(short);
        Some(Entry::Unreadable(flaw.on(line)))
    }

    /// Reports a grid whose rows can't be counted.
    fn give_up(&mut self, number: u64, rows: usize) -> Entry<'static> {
        self.reported = true;
        let band = self.reading.shape.box_rows();
        let misplaced = || {
            let problem = format!(
                "a rule after {rows} rows, where a band has {band}; passed over up to a \
                 blank line, a title or the next frame"
            );
            (number, Flaw::new(1, problem))
        };
        let (line, flaw) = self.flaw.take().unwrap_or_else(misplaced);
        Entry::Unreadable(flaw.on(line))
    }
}

/// Whether a row with this fault must have been meant as one of pencil marks.
const fn is_of_marks(bad: &BadMarks) -> bool {
    matches!(bad.problem, MarksProblem::Repeated(_))
}

/// The candidates of a cell with this content, a bit each.
fn candidates(content: Content, size: usize) -> u32 {
    content.map_or((1 << size) - 1, |digit| 1 << digit.index())
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
    fn grids_in_all_their_frames() {
        for (text, place) in [
            ("1...\n2...\n3...\n4...\n", "1:1"),
            ("Grid 01\n1 0 0 0\n2 0 0 0\n3 0 0 0\n4 0 0 0", "2:1"),
            (
                "+-----+-----+\n| 1 . | . . |\n| 2 . | . . |\n+-----+-----+\n\
                 | 3 . | . . |\n| 4 . | . . |\n+-----+-----+",
                "2:3",
            ),
            ("1.|..\n2.|..\n--+--\n3.|..\n4.|..", "1:1"),
            ("1 .|. .\n2 .|. .\n---|---\n3 .|. .\n4 .|. .", "1:1"),
            ("1.|..\n2.|..\n--|--\n3.|..\n4.|..", "1:1"),
            (".--.--.\n|1.|..|\n|2.|..|\n:--+--:\n|3.|..|\n|4.|..|\n'--'--'", "2:2"),
            (".---.---.\n|1.|..|\n|2.|..|\n:---+---:\n|3.|..|\n|4.|..|\n'---'---'", "2:2"),
            ("*---*---*\n|1.|..|\n|2.|..|\n*---*---*\n|3.|..|\n|4.|..|\n*---*---*", "2:2"),
            ("|1| | | |\n|2| |||\n|3| | | |\n|4| | | |", "1:2"),
            (
                "| 1 |  |  |  |\n|---|--|--|--|\n|2| | | |\n+-+-+\n|3| | | |\n+-+-+\n|4| | | |",
                "1:3",
            ),
            ("┌──┬──┐\n│1.│..│\n│2.│..│\n├──┼──┤\n│3.│..│\n│4.│..│\n└──┴──┘", "2:2"),
            ("1-|--\n2-|--\n3-|--\n4-|--", "1:1"),
            ("1,0,0,0\n2,0,0,0\n3,0,0,0\n4,0,0,0", "1:1"),
        ] {
            assert_eq!(entries(text), [format!("{place} {GRID}")], "{text}");
        }
        assert_eq!(entries("1---\n----\n----\n4---\n"), ["1:1 1...........4..."]);
    }

    #[test]
    fn grids_follow_one_another_with_anything_between() {
        let bare = "1...\n2...\n3...\n4...\n";
        for between in ["", "\n", "\n\n# c\n", "Grid 02\n", "+--+--+\n+--+--+\n", "====\n"] {
            let seen = entries(&format!("{bare}{between}{bare}{between}{bare}"));
            assert_eq!(seen.len(), 3, "{between}: {seen:?}");
            assert!(seen.iter().all(|entry| entry.ends_with(GRID)), "{between}: {seen:?}");
        }
    }

    #[test]
    fn a_malformed_grid_does_not_shift_the_next() {
        let framed = "+--+--+\n|1.|..|\n|2.|..|\n+--+--+\n|3.|..|\n|4.|..|\n+--+--+\n";
        let foreign = "expected 1-4 or one of .0*?_-, found";
        let lost = "where a band has 2; passed over up to a blank line, a title or the next frame";
        for (bad, error) in [
            (framed.replace("2.|", "2x|"), format!("3:3 {foreign} `x`")),
            (framed.replace("|2.", "|2"), "3:7 expected a row of 4 cells, found 3".into()),
            (framed.replace("|2.", "|2.."), "3:7 expected a row of 4 cells, found more".into()),
            (framed.replace("|4.|..|\n", ""), "5:1 the grid ends after 3 of 4 rows".into()),
            (framed.replace("|2.|..|", "|2.|..|\n|2.|..|\n|2.|..|"), String::new()),
            (
                framed.replace("|2.|..|", "|2.|..|\n|2.|..|"),
                format!("5:1 a rule after 3 rows, {lost}"),
            ),
            ("1...\n2...\n\n".into(), "2:1 the grid ends after 2 of 4 rows".into()),
            ("1...\n2...\nGrid 02\n".into(), "2:1 the grid ends after 2 of 4 rows".into()),
            ("AB CD\n2...\n3...\n4...\n".into(), format!("1:1 {foreign} `A`")),
            ("1...\nAB CD\n3...\n4...\n".into(), format!("2:1 {foreign} `A`")),
        ] {
            let seen = entries(&format!("{bad}{framed}{framed}"));
            if !error.is_empty() {
                assert_eq!(seen[0], error, "{bad}");
            }
            assert!(seen[seen.len() - 2..].iter().all(|e| e.ends_with(GRID)), "{bad}: {seen:?}");
        }
    }
}
