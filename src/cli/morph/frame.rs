//! What stands around each copy of a puzzle: a line or a row with gaps.
//!
//! ```text
//!      7,8...36…,11.6,□,□,        a row, whose record is looked at once for all copies
//!      □ □, Inkala␊               a line
//! ```
//!
//! Invariant: the gaps are in the order of the text.

use std::mem;

use tourdion::catalogue::Record;

use crate::cli::stream::RowWriter;

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

/// Writes the copy of a puzzle with what stands around it; `value` writes each of the columns.
pub(super) fn write(
    record: &Record<'_>,
    columns: impl Iterator<Item = Column>,
    rows: Option<&RowWriter<'_>>,
    mut value: impl FnMut(Column, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    let Some(rows) = rows else {
        let mut is_first = true;
        for column in columns {
            if !mem::take(&mut is_first) {
                out.push(b' ');
            }
            value(column, out);
        }
        out.extend_from_slice(record.trailing);
        out.push(b'\n');
        return;
    };
    let mut row = rows.begin(record, out);
    for column in columns {
        value(column, row.begin(column.name()));
    }
    row.end();
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
        write(record, columns, rows, |column, text| gaps.push((column, text.len())), text);
    }

    /// Writes the text; `value` writes into each gap.
    pub(super) fn fill(&self, value: impl Fn(Column, &mut Vec<u8>), out: &mut Vec<u8>) {
        let mut from = 0;
        for &(column, to) in &self.gaps {
            out.extend_from_slice(&self.text[from..to]);
            value(column, out);
            from = to;
        }
        out.extend_from_slice(&self.text[from..]);
    }
}
