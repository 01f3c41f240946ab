//! An open grid: the rows of a grid so far, and the lines that may be none of it.
//!
//! ```text
//!      Grid 01                   kept, in a list: no grid may come of it
//!      003020600    r1 ─╮
//!      9003x5001    r2  │ read at once; the first flaw is kept
//!      …                │
//!      000000000    r9 ─╯        one entry: the puzzle, or the flaw
//! ```
//!
//! In a list with grids, lines that only look like rows are no grid if fewer than two of them can
//! be read as rows, such as a line that lost its end, or no more of them than are too long for
//! rows: then each of them is an entry of its own, and so are the titles above.
//!
//! Invariant: each line that it takes becomes part of an entry, or an entry, or is the title of a
//! grid. Deliberately lacking: which lines are rows; see [`layout`](super::layout).

use super::super::given::{self, Given};
use super::super::lines::{self, NumberedLine, Rules, skip_blanks};
use super::super::place::Place;
use super::super::symbols::{Content, Flaw};
use super::super::{Entry, Reading, Record};
use super::gaps::Series;
use super::layout::Misplaced;
use super::row::{read_marks, read_row};
use crate::sudoku::{Digit, Grid, Marks, MarksError, MarksFault};

/// The grid whose rows are being read.
pub(super) struct OpenGrid<'c, 'r> {
    reading: &'r Reading,
    /// The rules of a list with grids; `None` in a file of grids.
    list: Option<Rules>,
    grid: Grid,
    /// The candidates of all rows, if one has groups of digits.
    marks: Option<Vec<u32>>,
    rows: usize,
    /// The rows that could be read.
    good: usize,
    /// The rows that are too long for one.
    strays: usize,
    /// The place of the first cell.
    begin: Place,
    /// The line of the last row.
    last: u64,
    /// The first fault, and its line.
    flaw: Option<(u64, Flaw)>,
    /// The lines that are entries of their own: those too long for a row, or if no grid comes of
    /// them all lines.
    kept: Vec<Kept<'c>>,
    given_up: GivenUp,
}

/// A line that is kept.
struct Kept<'c> {
    line: NumberedLine<'c>,
    is_stray: bool,
}

/// Whether the rows can't be counted any more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GivenUp {
    No,
    /// The grid is reported.
    Grid,
    /// Each line is reported.
    Lines,
}

impl<'c, 'r> OpenGrid<'c, 'r> {
    pub(super) fn new(reading: &'r Reading, list: Option<Rules>) -> OpenGrid<'c, 'r> {
        OpenGrid {
            reading,
            list,
            grid: Grid::empty(reading.shape),
            marks: None,
            rows: 0,
            good: 0,
            strays: 0,
            begin: Place::FIRST,
            last: 0,
            flaw: None,
            kept: Vec::new(),
            given_up: GivenUp::No,
        }
    }

    /// The entry of a line by itself; `None` if it is a rule.
    pub(super) fn alone(&self, line: NumberedLine<'c>) -> Option<Entry<'c>> {
        if self.list.is_some_and(|rules| rules.has(line.text())) {
            return None;
        }
        line.entry(self.reading, true, |text| lines::read(text, self.reading))
    }

    /// Takes a title that may be a grid's.
    pub(super) fn take_title(&mut self, line: NumberedLine<'c>) {
        self.kept.push(Kept { line, is_stray: false });
    }

    /// Takes a row; `is_stray` if it is too long for one.
    pub(super) fn take(&mut self, line: NumberedLine<'c>, is_stray: bool) {
        let (number, text) = (line.number, line.text());
        self.strays += usize::from(is_stray);
        if self.list.is_some() || is_stray {
            self.kept.push(Kept { line, is_stray });
        }
        let mut cells: [Content; Digit::MAX as usize] = [None; Digit::MAX as usize];
        let column = match self.read(text, &mut cells) {
            Ok(column) => {
                self.good += 1;
                column
            }
            Err(flaw) => {
                self.flaw.get_or_insert((number, flaw));
                (text.len() - skip_blanks(text).len()) as u64 + 1
            }
        };
        if self.rows == 0 {
            self.begin = Place { line: number, column };
        }
        let (shape, size) = (self.reading.shape, self.reading.shape.size());
        for (place, content) in cells.iter().take(size).enumerate() {
            self.grid.set(shape.cell(self.rows * size + place), *content);
        }
        self.rows += 1;
        self.last = number;
    }

    /// Reads a row of clues into `cells`, or one of marks; returns the column of its first cell.
    fn read(&mut self, line: &[u8], cells: &mut [Content]) -> Result<u64, Flaw> {
        let size = self.reading.shape.size();
        match read_row(line, self.reading, cells) {
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
                Some(Err(error)) if self.marks.is_some() || is_of_marks(&error) => {
                    Err(given::flaw(&error))
                }
                Some(Err(_)) | None => Err(flaw),
            },
        }
    }

    /// The candidates of the rows so far.
    fn begin_marks(&mut self) -> &mut Vec<u32> {
        let size = self.reading.shape.size();
        let before = self.grid.cells()[..self.rows * size].iter();
        self.marks.get_or_insert_with(|| before.map(|&cell| candidates(cell, size)).collect())
    }

    /// Whether the lines so far are surely rows.
    fn is_grid(&self) -> bool {
        self.rows > 0 && (self.list.is_none() || self.good > self.strays.max(1))
    }

    /// The entries of the lines that are kept: all, or those too long for a row, beside the one
    /// with this number.
    fn lines(&self, all: bool, beside: Option<u64>) -> impl Iterator<Item = Entry<'c>> {
        let wanted = self
            .kept
            .iter()
            .filter(move |kept| all || kept.is_stray && Some(kept.line.number) != beside);
        wanted.filter_map(|kept| self.alone(kept.line))
    }

    /// Ends with all rows of a grid.
    pub(super) fn finish(&mut self) -> Vec<Entry<'c>> {
        let mut ended = std::mem::replace(self, OpenGrid::new(self.reading, self.list));
        if !ended.is_grid() {
            return ended.lines(true, None).collect();
        }
        if let Some((line, flaw)) = ended.flaw.take() {
            let reported = std::iter::once(Entry::Unreadable(flaw.on(line)));
            return reported.chain(ended.lines(false, Some(line))).collect();
        }
        let given = match ended.marks {
            None => Given::Clues(ended.grid),
            Some(marks) => Given::Marks(Marks::of_bits(self.reading.shape, marks)),
        };
        vec![given.entry(Record::at(ended.begin), self.reading)]
    }

    /// Ends with an unfinished grid, or with titles, if there are any. What is open of a series
    /// ends with the grid.
    pub(super) fn abandon(&mut self, series: &mut Series<'c>) -> Vec<Entry<'c>> {
        let mut ended = std::mem::replace(self, OpenGrid::new(self.reading, self.list));
        if ended.given_up != GivenUp::No {
            return Vec::new();
        }
        if !ended.is_grid() {
            return ended.lines(true, None).collect();
        }
        let size = self.reading.shape.size();
        let short = || {
            (ended.last, Flaw::new(1, format!("the grid ends after {} of {size} rows", ended.rows)))
        };
        let flaw = ended.flaw.take().unwrap_or_else(short);
        ended.lose(flaw, series)
    }

    /// Reports a grid, and what is open of its series, since its rows can't be counted from line
    /// `number` on.
    pub(super) fn give_up(
        &mut self,
        number: u64,
        what: Misplaced,
        series: &mut Series<'c>,
    ) -> Vec<Entry<'c>> {
        if matches!(what, Misplaced::Rule(_)) && !self.is_grid() {
            self.given_up = GivenUp::Lines;
            return self.lines(true, None).collect();
        }
        self.given_up = GivenUp::Grid;
        let misplaced = (number, Flaw::new(1, self.misplaced(what)));
        // The fault of a row does not say what is passed over of a series.
        let in_series = matches!(what, Misplaced::Gap(_) | Misplaced::Row);
        let flaw = self.flaw.take().filter(|_| !in_series).unwrap_or(misplaced);
        self.lose(flaw, series)
    }

    /// The entries of a grid of which no puzzle comes, since a line has a flaw; what is open of a
    /// series is lost with it.
    fn lose(&self, (line, flaw): (u64, Flaw), series: &mut Series<'c>) -> Vec<Entry<'c>> {
        let (mut entries, beside) = series.lose();
        let flaw = Flaw { fault: flaw.fault + &beside, ..flaw };
        entries.push(Entry::Unreadable(flaw.on(line)));
        entries.extend(self.lines(false, Some(line)));
        entries
    }

    /// What is wrong with a line where it can't be, and what follows from that.
    fn misplaced(&self, what: Misplaced) -> String {
        let band = self.reading.shape.box_rows();
        let next = "passed over up to a blank line, a title or the next frame";
        let next_series = "passed over up to two blank lines, a title or a rule";
        match what {
            Misplaced::Rule(rows) => {
                format!("a rule after {rows} rows, where a band has {band}; {next}")
            }
            Misplaced::Void => format!(
                "a row of nothing but separators, which may also be a gap before a grid: write 0 \
                 in it, or make it blank; {next}"
            ),
            Misplaced::Gap(rows) => {
                format!("a blank line after {rows} rows, where a band has {band}; {next_series}")
            }
            Misplaced::Row => format!(
                "expected a blank line after the last row of a band, found a row; {next_series}"
            ),
        }
    }

    /// Passes over a row of what was given up; the entry of the line if it is reported by itself.
    pub(super) fn pass_over(&self, line: NumberedLine<'c>) -> Option<Entry<'c>> {
        (self.given_up == GivenUp::Lines).then(|| self.alone(line)).flatten()
    }
}

/// Whether a row with this fault must have been meant as one of pencil marks.
const fn is_of_marks(error: &MarksError) -> bool {
    matches!(error.fault, MarksFault::Repeated(_))
}

/// The candidates of a cell with this content, a bit each.
fn candidates(content: Content, size: usize) -> u32 {
    content.map_or((1 << size) - 1, |digit| 1 << digit.index())
}
