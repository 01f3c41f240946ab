//! Where records may end in a list with grids among its lines.
//!
//! ```text
//!   4.....8.5.3…      ╮
//!   8..........36…    │ passed at once: a puzzle on one line ends a record,
//!   …                 │ whatever is before it
//!   .3.5.1.7.…        ╯
//!   +-------+---      passed line by line
//! ```
//!
//! Invariant: the layout has seen all lines of the record that is open. Deliberately lacking: which
//! lines are rows; see [`framed`].

use super::super::super::lines::Rules;
use super::super::super::{Reading, framed};

/// The most lines behind the last puzzle to look at: more than a grid has, with its frame.
const BEHIND: usize = 64;

/// Follows a list with grids.
pub(in super::super) struct Mixed {
    rules: Rules,
    layout: framed::Layout,
    /// The bytes to pass line by line before lines are passed at once again.
    slow: usize,
}

impl Mixed {
    pub(super) fn new(reading: &Reading, rules: Rules) -> Mixed {
        let layout = framed::Layout::new(reading, framed::Setting::List(rules));
        Mixed { rules, layout, slow: 0 }
    }

    /// Passes one line; returns whether a record ends with it.
    pub(super) fn pass(&mut self, line: &[u8], reading: &Reading) -> bool {
        self.slow = self.slow.saturating_sub(line.len());
        self.layout.pass(line, reading);
        self.layout.is_outside()
    }

    /// Whether a record ends before a line that begins like this, since it is too long for a row.
    pub(super) fn ends_before(&mut self, line: &[u8]) -> bool {
        self.layout.is_too_long(line) && self.layout.end()
    }

    /// The length of the lines up to the last puzzle on one line, where no section may be skipped.
    pub(super) fn sure(&mut self, lines: &[u8], reading: &Reading) -> usize {
        let end = memchr::memrchr(b'\n', lines).map_or(0, |last| last + 1);
        if self.slow > 0 || end == 0 {
            return 0;
        }
        self.slow = end;
        if lines[0] == b'[' || memchr::memmem::find(&lines[..end], b"\n[").is_some() {
            return 0;
        }
        let mut left = end;
        for _ in 0..BEHIND {
            let Some(before) = left.checked_sub(1) else { return 0 };
            let start = memchr::memrchr(b'\n', &lines[..before]).map_or(0, |at| at + 1);
            if framed::is_puzzle(&lines[start..left], reading, self.rules) {
                self.slow = 0;
                return left;
            }
            left = start;
        }
        0
    }
}
