//! The layout of a file with grids: which lines are rows, and where grids end.
//!
//! ```text
//!   4.....8.5.3…      a puzzle by itself; it also ends whatever is open
//!   Grid 01           a title: it waits for a row
//!   +---+---+---+     a rule
//!   003020600         a row: a grid is open
//!   …
//!   000000000         the last row: the grid ends
//! ```
//!
//! In a *list with grids* the first puzzle is on one line. A title there may be a damaged puzzle:
//! only a grid right below makes it silent, so the layout waits for as many lines as a grid has
//! rows. Lines of the characters that make the list's [`Rules`] are rules outside grids. A line of
//! more than [`LONGEST`] bytes, and more comments than a grid has rows, end a grid: so one that was
//! none hides nothing behind it, and no record becomes too long.
//!
//! Invariant: outside a grid, a title, a skipped section and a series there is no state.
//! Deliberately lacking: the cells of rows. A malformed row counts as one, so that later rows stay
//! in place; and the blocks of a series, which [`gaps`](super::gaps) counts.

use super::super::blanks::trimmed;
use super::super::lines::Rules;
use super::super::{Reading, Written};
use super::Setting;
use super::fields::is_void;
use super::gaps::Blocks;
use super::look::{Look, look};

/// The longest row or title in a list with grids or in a series, in bytes without the line end.
const LONGEST: usize = 4096;

/// Follows the grids from line to line.
pub(in super::super) struct Layout {
    size: usize,
    band: usize,
    /// The rules of a list with grids; `None` in a file of grids.
    list: Option<Rules>,
    /// Whether there may be blank lines between the bands of a grid.
    has_gaps: bool,
    /// The blocks of the open series.
    series: Option<Blocks>,
    rows: usize,
    since_rule: usize,
    after_rule: bool,
    /// Whether a row of this grid writes an empty cell as a dash.
    dashes: bool,
    /// The lines since a title that waits for a row, with it.
    waiting: usize,
    /// The comments in this grid.
    comments: usize,
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
pub(in super::super) struct Step {
    /// Whether an unfinished grid, or titles without a grid, end before this line.
    pub(super) abandons: bool,
    pub(super) part: Part,
}

/// The role of a line within a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A title that waits for a row.
    Title,
    /// A row of the grid; `stray` if the line is too long for one.
    Row { stray: bool },
    /// The grid's last row.
    LastRow { stray: bool },
    /// A puzzle by itself, on one line.
    Puzzle,
    /// A line outside grids that is nothing of these.
    Stray,
    /// A line where it can't be.
    Misplaced(Misplaced),
    /// A row behind such a line.
    Passed,
    /// None.
    None,
}

/// Why the rows of a grid can't be counted any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Misplaced {
    /// A rule after this number of rows.
    Rule(usize),
    /// A row of a spreadsheet without a value, which may be a gap before a grid.
    Void,
    /// A blank line after this number of rows, in a series.
    Gap(usize),
    /// A row right behind a whole band, in a series.
    Row,
}

impl Layout {
    pub(in super::super) fn new(reading: &Reading, setting: Setting) -> Layout {
        Layout {
            size: reading.shape.size(),
            band: reading.shape.box_rows(),
            list: setting.list(),
            has_gaps: setting == Setting::Grids { has_gaps: true },
            series: None,
            rows: 0,
            since_rule: 0,
            after_rule: false,
            dashes: false,
            waiting: 0,
            comments: 0,
            skipping: Skipping::None,
        }
    }

    /// Passes one line, with its line end or without.
    pub(in super::super) fn pass(&mut self, line: &[u8], reading: &Reading) -> Step {
        let line = Written::of(line).text();
        self.step(look(line, reading, self.list), line)
    }

    /// Passes one line that has this look.
    pub(super) fn step(&mut self, look: Look, line: &[u8]) -> Step {
        if self.skipping == Skipping::Section && !matches!(look, Look::Section | Look::Foreign) {
            return Step { abandons: false, part: Part::None };
        }
        if self.is_too_long(line) {
            let abandons = self.end();
            let part = match look {
                Look::Puzzle => Part::Puzzle,
                Look::Title if self.list.is_none() => Part::None,
                Look::Title | Look::Row | Look::Dashes | Look::Stray => Part::Stray,
                _ => Part::None,
            };
            return Step { abandons, part };
        }
        let look = self.in_place(look, line);
        if look == Look::Blank && self.may_be_gap() {
            return Step { abandons: false, part: self.gap() };
        }
        let ends_series = self.series.is_some()
            && !matches!(look, Look::Row | Look::Dashes | Look::Stray | Look::Comment);
        let is_unfinished = self.rows > 0 || self.has_lost_count();
        if ends_series {
            self.reset();
        }
        let is_in_grid = self.rows > 0 || self.skipping == Skipping::Grid;
        let is_waiting = !is_in_grid && self.waiting > 0;
        let abandons = match look {
            Look::Title | Look::Blank | Look::Section if is_in_grid => true,
            Look::Comment if is_in_grid && self.list.is_some() => {
                self.comments += 1;
                self.comments > self.size
            }
            Look::Title | Look::Blank | Look::Section | Look::Comment => {
                is_waiting && self.waiting == self.size
            }
            Look::Rule { .. } if is_waiting => self.waiting == self.size,
            Look::Rule { top } => is_in_grid && (top || self.after_rule || self.has_gaps),
            Look::Foreign | Look::Puzzle => is_in_grid || is_waiting,
            Look::Stray => is_waiting,
            Look::Row | Look::Dashes => false,
        };
        let abandons = abandons || ends_series && is_unfinished;
        if abandons {
            self.reset();
        }
        match look {
            Look::Foreign => self.skipping = Skipping::Section,
            _ if self.skipping == Skipping::Section => self.skipping = Skipping::None,
            _ => {}
        }
        self.waiting += usize::from(self.waiting > 0);
        let part = match look {
            Look::Title if self.list.is_some() => {
                self.waiting = self.waiting.max(1);
                Part::Title
            }
            Look::Rule { .. } => self.rule(),
            Look::Row | Look::Dashes => self.row(line, false),
            Look::Stray if self.takes_strays() => self.row(line, true),
            Look::Stray => Part::Stray,
            Look::Puzzle => Part::Puzzle,
            Look::Blank | Look::Comment | Look::Title | Look::Section | Look::Foreign => Part::None,
        };
        Step { abandons, part }
    }

    /// What a line looks like in its place.
    fn in_place(&self, look: Look, line: &[u8]) -> Look {
        let is_rule = || self.list.is_some_and(|rules| rules.has(line));
        let at_band = || self.rows > 0 && self.rows.is_multiple_of(self.band) && !self.dashes;
        match look {
            Look::Row | Look::Dashes | Look::Stray if self.rows == 0 && is_rule() => {
                Look::Rule { top: false }
            }
            Look::Dashes if at_band() => Look::Rule { top: false },
            Look::Row if self.list.is_some() && self.rows == 0 && is_void(line, self.size) => {
                if trimmed(line).is_empty() {
                    Look::Blank
                } else {
                    Look::Stray
                }
            }
            look => look,
        }
    }

    /// Ends with what is open, unless it is a section that is skipped; returns whether there was
    /// anything.
    pub(in super::super) fn end(&mut self) -> bool {
        let is_open = !self.is_outside() && self.skipping != Skipping::Section;
        if is_open {
            self.reset();
        }
        is_open
    }

    /// Whether no grid is open, no title waits, and nothing is skipped.
    pub(in super::super) fn is_outside(&self) -> bool {
        self.rows == 0
            && self.waiting == 0
            && self.skipping == Skipping::None
            && self.series.is_none()
    }

    /// Whether a series is open.
    pub(in super::super) fn is_in_series(&self) -> bool {
        self.series.is_some()
    }

    /// Gives up the open series: the lines up to its end are skipped.
    pub(in super::super) fn lose_count(&mut self) {
        self.rows = 0;
        self.series.iter_mut().for_each(Blocks::lose);
    }

    /// Whether the open series has lost count of its rows.
    fn has_lost_count(&self) -> bool {
        self.series.as_ref().is_some_and(Blocks::are_lost)
    }

    /// Whether a line that begins like this is too long to be part of what is open.
    pub(in super::super) fn is_too_long(&self, line: &[u8]) -> bool {
        (self.list.is_some() || self.series.is_some()) && Written::of(line).text().len() > LONGEST
    }

    /// Whether a line too long for a row takes the place of one.
    fn takes_strays(&self) -> bool {
        (self.rows > 0 || self.series.is_some()) && self.skipping == Skipping::None
    }

    /// Whether a blank line may be a gap: behind a row.
    fn may_be_gap(&self) -> bool {
        let is_behind_row = self.series.as_ref().map_or(self.rows > 0, Blocks::is_open);
        self.has_gaps && self.skipping == Skipping::None && is_behind_row
    }

    /// Passes a gap; the first one makes a series of the rows before it.
    fn gap(&mut self) -> Part {
        let blocks = self.series.get_or_insert_with(|| Blocks::of_first(self.rows));
        let (is_whole, rows) = (self.rows == 0, blocks.end());
        if is_whole || rows == self.band {
            return Part::None;
        }
        self.lose_count();
        Part::Misplaced(Misplaced::Gap(rows))
    }

    fn rule(&mut self) -> Part {
        let rows = std::mem::take(&mut self.since_rule);
        self.after_rule = true;
        if self.rows == 0 || self.skipping == Skipping::Grid || [0, 1, self.band].contains(&rows) {
            return Part::None;
        }
        self.skipping = Skipping::Grid;
        Part::Misplaced(Misplaced::Rule(rows))
    }

    fn row(&mut self, line: &[u8], stray: bool) -> Part {
        self.after_rule = false;
        if self.skipping == Skipping::Grid {
            return Part::Passed;
        }
        match &mut self.series {
            // Its place among the gaps shows that it is a row.
            Some(blocks) => match blocks.take(self.rows, self.band) {
                _ if blocks.are_lost() => return if stray { Part::Stray } else { Part::Passed },
                true => {}
                false => {
                    self.lose_count();
                    return Part::Misplaced(Misplaced::Row);
                }
            },
            None if self.rows == 0 && is_void(line, self.size) => {
                self.skipping = Skipping::Grid;
                return Part::Misplaced(Misplaced::Void);
            }
            None => {}
        }
        self.rows += 1;
        self.since_rule += 1;
        self.dashes |= line.contains(&b'-');
        if self.rows == self.size {
            let series = self.series.take();
            self.reset();
            self.series = series;
            return Part::LastRow { stray };
        }
        Part::Row { stray }
    }

    fn reset(&mut self) {
        (self.rows, self.since_rule, self.waiting, self.comments) = (0, 0, 0, 0);
        (self.after_rule, self.dashes) = (false, false);
        (self.skipping, self.series) = (Skipping::None, None);
    }
}
