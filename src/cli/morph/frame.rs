//! What stands around each answer for a puzzle: a line or a row with gaps.
//!
//! ```text
//!      7,8...36…,11.6,□,□,        a row, whose record is looked at once for all copies
//!      □ □, Inkala␊               a line
//! ```
//!
//! Invariant: the gaps are in the order of the text.

use std::mem;

use crate::cli::stream::PuzzleEntry;

/// Writes the answer for a puzzle with what stands around it. The columns come with their names in
/// rows; `value` writes each. An `error` says in rows what is lacking.
#[inline]
pub(super) fn write<C>(
    entry: PuzzleEntry<'_>,
    columns: impl Iterator<Item = (&'static str, C)>,
    error: Option<&str>,
    mut value: impl FnMut(C, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    let Some(mut row) = entry.row(out) else {
        let mut is_first = true;
        for (_, column) in columns {
            if !mem::take(&mut is_first) {
                out.push(b' ');
            }
            value(column, out);
        }
        out.extend_from_slice(entry.record.trailing);
        out.push(b'\n');
        return;
    };
    for (name, column) in columns {
        value(column, row.begin(name));
    }
    match error {
        Some(error) => row.fail(error),
        None => row.end(),
    }
}

/// A text with gaps.
pub(super) struct Frame<C> {
    text: Vec<u8>,
    /// Which column goes where.
    gaps: Vec<(C, usize)>,
}

impl<C> Default for Frame<C> {
    fn default() -> Frame<C> {
        Frame { text: Vec::new(), gaps: Vec::new() }
    }
}

impl<C: Copy> Frame<C> {
    /// The frame of a puzzle's copies with these columns, in the memory of another.
    pub(super) fn around(
        &mut self,
        entry: PuzzleEntry<'_>,
        columns: impl Iterator<Item = (&'static str, C)>,
        error: Option<&str>,
    ) {
        let Frame { text, gaps } = self;
        text.clear();
        gaps.clear();
        write(entry, columns, error, |column, text| gaps.push((column, text.len())), text);
    }

    /// Writes the text; `value` writes into each gap.
    pub(super) fn fill(&self, value: impl Fn(C, &mut Vec<u8>), out: &mut Vec<u8>) {
        let mut from = 0;
        for &(column, to) in &self.gaps {
            out.extend_from_slice(&self.text[from..to]);
            value(column, out);
            from = to;
        }
        out.extend_from_slice(&self.text[from..]);
    }
}
