//! Finding the ends of records in the buffer of a cutter.
//!
//! ```text
//!   buffer   │ record │ record │ record │ rec… │ …
//!            0                          │      │   ╰ searched   no line ends between the two
//!                                       │      ╰ scanned        the end of the lines examined
//!                                       ╰ whole                 the end of the whole records
//! ```
//!
//! Invariant: `whole <= scanned <= searched`, and no line ends between the last two.
//! Deliberately lacking: what ends a record in which form; see [`edges`](super::edges).

use super::edges::Edges;
use super::supply::Supply;
use super::{Cutter, LIMIT, QUOTED_LINES, Trouble};

/// A place in the buffer, and the number of lines before it.
#[derive(Clone, Copy, Default)]
pub(super) struct Position {
    pub(super) offset: usize,
    pub(super) lines: u64,
}

impl Position {
    /// The same place once the bytes up to `end` are gone, or the beginning.
    fn after(self, end: Position) -> Position {
        Position {
            offset: self.offset.saturating_sub(end.offset),
            lines: self.lines.saturating_sub(end.lines),
        }
    }
}

/// How far the buffer has been scanned.
#[derive(Clone, Copy, Default)]
pub(super) struct Scan {
    /// The end of the whole records.
    pub(super) whole: Position,
    /// The end of the lines examined.
    pub(super) scanned: Position,
    /// The end of what has been searched for a line end.
    searched: usize,
}

impl Scan {
    /// The same scan once the bytes up to `end` are cut off. None of the records that are left is
    /// whole.
    pub(super) fn after(self, end: Position) -> Scan {
        Scan {
            whole: Position::default(),
            scanned: self.scanned.after(end),
            searched: self.searched.saturating_sub(end.offset),
        }
    }
}

impl Cutter {
    /// Passes the lines read so far, up to the size of a chunk.
    pub(super) fn scan(&mut self) -> Option<Trouble> {
        if self.skipping {
            return None;
        }
        let ended = matches!(self.supply, Supply::Ended);
        let wanted = self.left.chunk();
        while self.scan.whole.offset < self.target.min(wanted) {
            let newline = memchr::memchr(b'\n', &self.buffer[self.scan.searched..]);
            let end = match newline {
                Some(at) => self.scan.searched + at + 1,
                None if ended && self.scan.scanned.offset < self.buffer.len() => self.buffer.len(),
                None => return self.scan_open_line(ended),
            };
            if let Some(trouble) = self.pass_objects(end) {
                return Some(trouble);
            }
            self.end_before(end);
            let line = &self.buffer[self.scan.scanned.offset..end];
            let is_edge = self.edges.pass(line, &self.reading);
            // The end of an array without a newline may have been passed with its objects.
            let is_line = newline.is_some() || !matches!(self.edges, Edges::Array(_));
            let lines = self.scan.scanned.lines + u64::from(is_line);
            self.scan.scanned = Position { offset: end, lines };
            self.scan.searched = end;
            if end - self.scan.whole.offset > LIMIT {
                return Some(Trouble::TooLong);
            }
            if is_edge {
                self.scan.whole = self.scan.scanned;
                self.pass_lines(wanted);
            } else if matches!(self.edges, Edges::Table(..))
                && lines - self.scan.whole.lines >= QUOTED_LINES
            {
                return Some(Trouble::Unclosed);
            }
        }
        None
    }

    /// Examines the beginning of a line whose end has not come.
    fn scan_open_line(&mut self, ended: bool) -> Option<Trouble> {
        let end = self.buffer.len();
        self.scan.searched = end;
        self.end_before(end);
        if let Some(trouble) = self.pass_objects(end) {
            return Some(trouble);
        }
        let open = matches!(&self.edges, Edges::Table(_, quotes) if !quotes.is_outside());
        let pending = end - self.scan.whole.offset;
        match () {
            // Its line shows whether it goes on, and is not long.
            () if self.edges.series().is_some() => None,
            () if pending > LIMIT => Some(Trouble::TooLong),
            () if ended && open && pending > 0 => Some(Trouble::Unclosed),
            () => None,
        }
    }

    /// Ends the open record before the line up to `end`, if that can't be part of it.
    fn end_before(&mut self, end: usize) {
        if self.edges.end_before(&self.buffer[self.scan.scanned.offset..end]) {
            self.scan.whole = self.scan.scanned;
        }
    }

    /// Passes the objects of a JSON array that end before `end`, on a line.
    #[inline]
    fn pass_objects(&mut self, end: usize) -> Option<Trouble> {
        let Edges::Array(depth) = &mut self.edges else { return None };
        let Scan { whole, scanned, .. } = &mut self.scan;
        while let Some(length) = depth.pass(&self.buffer[scanned.offset..end]) {
            scanned.offset += length;
            if scanned.offset - whole.offset > LIMIT {
                return Some(Trouble::TooLong);
            }
            *whole = *scanned;
        }
        scanned.offset = end;
        None
    }

    /// Passes the lines read after a whole record that surely end one, until a chunk has as many
    /// bytes as are wanted.
    fn pass_lines(&mut self, wanted: usize) {
        let Position { offset, lines } = self.scan.whole;
        // Within `LIMIT` bytes no line is too long.
        let most = LIMIT.min(wanted.saturating_sub(offset));
        let text = &self.buffer[offset..self.buffer.len().min(offset + most)];
        let sure = self.edges.sure(text, &self.reading);
        if sure > 0 {
            let lines = lines + memchr::memchr_iter(b'\n', &text[..sure]).count() as u64;
            let whole = Position { offset: offset + sure, lines };
            self.scan = Scan { whole, scanned: whole, searched: whole.offset };
        }
    }
}
