//! Blank lines between the bands of a grid.
//!
//! ```text
//!   003020600      block: a band      003020600
//!   900305001                         …             block: a grid
//!   001806400                         005010300
//!                  gap                              gap
//!   008102900      block: a band      200080300
//!   …                                 …
//!                  gap                              two blank lines: the series ends
//! ```
//!
//! Where the first grid of a file has such *gaps*, all blank lines that stand alone behind rows are
//! gaps. What they join is a *series*. Each of its *blocks* has as many rows as a band or as a
//! grid, and it has whole grids. If not, nobody can say in which block a grid begins, since grids
//! may have the same gaps between them as bands; so no puzzle of it is shown, and its fault is.
//! Rules stand only between grids there, since one behind a band may end a grid that lacks others.
//!
//! Invariant: whether a file has gaps is known with the last row of its first grid at the latest.
//! Deliberately lacking: gaps in lists, and of more than one line.

use bstr::ByteSlice;

use super::super::{Entry, Reading};
use super::fields::is_void;
use super::look::{Look, look};

/// Whether the first grid of a file of grids that begins with `head` has gaps; `None` if that needs
/// more bytes.
pub(in super::super) fn has_gaps(head: &[u8], at_end: bool, reading: &Reading) -> Option<bool> {
    let (size, band) = (reading.shape.size(), reading.shape.box_rows());
    let whole_lines = if at_end { head.len() } else { memchr::memrchr(b'\n', head)? + 1 };
    let (mut rows, mut block) = (0, 0);
    for line in head[..whole_lines].lines() {
        match look(line, reading, None) {
            Look::Row if rows == 0 && is_void(line, size) => return Some(false),
            Look::Row | Look::Dashes | Look::Stray => {
                (rows, block) = (rows + 1, block + 1);
                if block > band || band == size {
                    return Some(false);
                }
                if rows == size {
                    return Some(true);
                }
            }
            Look::Blank if rows > 0 => {
                if block != band {
                    return Some(false);
                }
                block = 0;
            }
            Look::Blank | Look::Comment => {}
            Look::Title | Look::Section | Look::Rule { .. } if rows == 0 => {}
            _ => return Some(false),
        }
    }
    at_end.then_some(false)
}

/// The rows between gaps.
pub(super) struct Blocks {
    /// The rows since the last gap.
    rows: usize,
    /// Whether the first of them begins a grid.
    begins_grid: bool,
    /// Whether the rest of the series is skipped.
    is_lost: bool,
}

impl Blocks {
    /// A series that begins with a block of this number of rows.
    pub(super) fn of_first(rows: usize) -> Blocks {
        Blocks { rows, begins_grid: true, is_lost: false }
    }

    /// Takes a row behind `before` rows of its grid; returns whether it can stand here.
    pub(super) fn take(&mut self, before: usize, band: usize) -> bool {
        let is_first = self.rows == 0;
        if is_first {
            self.begins_grid = before == 0;
        }
        let is_behind_whole = before == 0 || !self.begins_grid && self.rows == band;
        self.rows += 1;
        is_first || !is_behind_whole
    }

    /// Ends a block with a gap; returns its rows.
    pub(super) fn end(&mut self) -> usize {
        std::mem::take(&mut self.rows)
    }

    /// Whether there are rows behind the last gap.
    pub(super) fn is_open(&self) -> bool {
        self.rows > 0
    }

    pub(super) fn lose(&mut self) {
        self.is_lost = true;
    }

    pub(super) fn are_lost(&self) -> bool {
        self.is_lost
    }
}

/// The entries of the grids of a series, until it is known to be without a fault.
#[derive(Default)]
pub(super) struct Series<'c>(Vec<Entry<'c>>);

impl<'c> Series<'c> {
    pub(super) fn add(&mut self, entries: Vec<Entry<'c>>) {
        self.0.extend(entries);
    }

    /// The entries of a whole series.
    pub(super) fn end(&mut self) -> Vec<Entry<'c>> {
        std::mem::take(&mut self.0)
    }

    /// The errors of a series with a fault, and what the fault has to say of its grids.
    pub(super) fn lose(&mut self) -> (Vec<Entry<'c>>, String) {
        let mut entries = self.end();
        let is_puzzle = |entry: &Entry<'_>| !matches!(entry, Entry::Unreadable(_));
        let first = entries.iter().find(|entry| is_puzzle(entry)).map(line_of);
        entries.retain(|entry| !is_puzzle(entry));
        let beside = first.map(|line| {
            format!(
                "; the grids from line {line} on are passed over: one blank line stands between \
                 bands and grids alike, and two between grids would tell them apart"
            )
        });
        (entries, beside.unwrap_or_default())
    }
}

fn line_of(entry: &Entry<'_>) -> u64 {
    match entry {
        Entry::Puzzle(record) => record.line,
        Entry::Sukaku(record) => record.line,
        Entry::Unreadable(unreadable) => unreadable.line,
    }
}
