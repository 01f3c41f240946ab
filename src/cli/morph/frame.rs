//! What stands around each copy of a puzzle: a line or a row with gaps.
//!
//! ```text
//!      7,8...36…,11.6,□,□,        a row, whose record is looked at once for all copies
//!      □ □, Inkala␊               a line
//! ```
//!
//! Invariant: the gaps are in the order of the text.

use tourdion::catalogue::Record;

use crate::cli::stream::{RowWriter, Rows, Value};

/// A column of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    Copy,
    Solution,
    Mapping,
    Automorphisms,
    Inverse,
}

impl Column {
    /// The name in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Column::Copy => "copy",
            Column::Solution => "copy_solution",
            Column::Mapping => "mapping",
            Column::Automorphisms => "automorphisms",
            Column::Inverse => "inverse",
        }
    }
}

/// A text with gaps.
#[derive(Default)]
pub(super) struct Frame {
    text: Vec<u8>,
    /// What goes where.
    gaps: Vec<(Column, usize)>,
}

impl Frame {
    /// The frame of a puzzle's copies with these columns, in the memory of another.
    pub(super) fn around(
        &mut self,
        record: &Record<'_>,
        columns: impl Iterator<Item = Column>,
        rows: Option<&RowWriter<'_>>,
    ) {
        let Frame { text, gaps } = self;
        text.clear();
        gaps.clear();
        let Some(rows) = rows else {
            for column in columns {
                if !gaps.is_empty() {
                    text.push(b' ');
                }
                gaps.push((column, text.len()));
            }
            text.extend_from_slice(record.trailing);
            text.push(b'\n');
            return;
        };
        let mut row = rows.begin(record, text);
        for column in columns {
            gaps.push((column, row.gap(column.name())));
        }
        row.end();
    }

    /// Writes the text with these values.
    pub(super) fn fill<'v>(
        &self,
        rows: &Rows,
        value: impl Fn(Column) -> Value<'v>,
        results: &mut Vec<u8>,
    ) {
        let mut from = 0;
        for &(column, to) in &self.gaps {
            results.extend_from_slice(&self.text[from..to]);
            // No value has a delimiter in it.
            rows.value(value(column), b',', results);
            from = to;
        }
        results.extend_from_slice(&self.text[from..]);
    }
}
