//! Where the records of each form may end, as far as lines show it.
//!
//! Invariant: a form's rule has seen all of a file up to the line that it is asked about.
//! Deliberately lacking: the ends of records in tables without quotes, which are the ends of lines.

use std::sync::Arc;

use mixed::Mixed;

use super::super::framed::Setting;
use super::super::plan::Plan;
use super::super::{Reading, Table, array, framed, lists, table, xml};

mod mixed;

/// The places where records of a form may end.
pub(super) enum Edges {
    /// After any line.
    Line,
    Framed(framed::Layout),
    Mixed(Mixed),
    Lists(lists::Depth),
    /// After any object.
    Array(array::Depth),
    /// After any line outside comments.
    Xml(xml::Comments),
    Table(Arc<Table>, table::Quotes),
}

impl Edges {
    pub(super) fn of(plan: &Plan, reading: &Reading) -> Edges {
        match plan {
            Plan::Table(table) => Edges::Table(Arc::clone(table), table.quotes()),
            Plan::Framed(Setting::List(rules)) => Edges::Mixed(Mixed::new(reading, *rules)),
            Plan::Framed(setting @ Setting::Grids { .. }) => {
                Edges::Framed(framed::Layout::new(reading, *setting))
            }
            Plan::Lists => Edges::Lists(lists::Depth::default()),
            Plan::OpenSudoku => Edges::Xml(xml::Comments::default()),
            Plan::Json => Edges::Array(array::Depth::default()),
            Plan::Lines(_) | Plan::Values | Plan::JsonLines | Plan::Library => Edges::Line,
        }
    }

    /// Passes one line; returns whether a record ends with it.
    pub(super) fn pass(&mut self, line: &[u8], reading: &Reading) -> bool {
        match self {
            Edges::Line => true,
            Edges::Framed(layout) => {
                layout.pass(line, reading);
                layout.is_outside()
            }
            Edges::Mixed(mixed) => mixed.pass(line, reading),
            Edges::Lists(depth) => {
                depth.pass(line);
                depth.is_outside()
            }
            // Its objects have been passed, and the line with them.
            Edges::Array(depth) => depth.is_outside(),
            Edges::Xml(comments) => {
                comments.pass(line, |_| {});
                comments.is_outside()
            }
            Edges::Table(table, quotes) => {
                quotes.pass(line, |line| table.is_comment(line, reading));
                quotes.is_outside()
            }
        }
    }

    /// Whether the open record ends before a line that begins like this, whatever follows.
    pub(super) fn end_before(&mut self, line: &[u8]) -> bool {
        match self {
            Edges::Mixed(mixed) => mixed.ends_before(line),
            Edges::Framed(layout) => layout.is_too_long(line) && layout.end(),
            _ => false,
        }
    }

    /// The layout of a series of bands that is open.
    pub(super) fn series(&mut self) -> Option<&mut framed::Layout> {
        match self {
            Edges::Framed(layout) if layout.is_in_series() => Some(layout),
            _ => None,
        }
    }

    /// The length of the first of these lines that surely end with a record. They begin where a
    /// record may.
    pub(super) fn sure(&mut self, lines: &[u8], reading: &Reading) -> usize {
        let lines = match self {
            Edges::Line => lines,
            Edges::Table(..) => &lines[..memchr::memchr(b'"', lines).unwrap_or(lines.len())],
            Edges::Mixed(mixed) => return mixed.sure(lines, reading),
            Edges::Framed(_) | Edges::Lists(_) | Edges::Array(_) | Edges::Xml(_) => return 0,
        };
        memchr::memrchr(b'\n', lines).map_or(0, |last| last + 1)
    }
}
