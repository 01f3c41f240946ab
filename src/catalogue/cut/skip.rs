//! Dropping the rest of a record that is too long to be kept.
//!
//! ```text
//!      1111111…    a line: up to its end           a series of bands: up to the line that ends it
//!      {"a": …     an object: up to its end
//! ```
//!
//! Invariant: no more is kept than a buffer's last line. Deliberately lacking: which records are
//! given up; the cutter decides.

use super::{Cutter, Edges, Position, Supply};

impl Cutter {
    /// Drops what is in the buffer of a line, an object or a series that was given up.
    pub(super) fn skip(&mut self) {
        if self.edges.series().is_some() {
            return self.skip_series();
        }
        let end = match &mut self.edges {
            Edges::Array(depth) => depth.pass(&self.buffer),
            _ => memchr::memchr(b'\n', &self.buffer).map(|at| at + 1),
        };
        self.skipping = end.is_none();
        let offset = end.unwrap_or(self.buffer.len());
        let lines = memchr::memchr_iter(b'\n', &self.buffer[..offset]).count() as u64;
        self.cut(Position { offset, lines });
    }

    /// Drops what is in the buffer of a series that was given up.
    fn skip_series(&mut self) {
        let ended = matches!(self.supply, Supply::Ended);
        let mut end = Position::default();
        while let Some(layout) = self.edges.series() {
            let rest = &self.buffer[end.offset..];
            let line = match memchr::memchr(b'\n', rest) {
                Some(at) => &rest[..=at],
                None if layout.is_too_long(rest) || ended && !rest.is_empty() => rest,
                None => break,
            };
            layout.pass(line, &self.reading);
            if layout.is_in_series() {
                end = Position { offset: end.offset + line.len(), lines: end.lines + 1 };
            }
        }
        self.skipping = self.edges.series().is_some();
        self.cut(end);
        if let (false, Some(plan)) = (self.skipping, &self.plan) {
            // The line that ended the series is passed once more.
            self.edges = Edges::of(plan, &self.reading);
        }
    }
}
