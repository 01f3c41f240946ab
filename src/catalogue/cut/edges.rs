//! Where the records of each form may end, as far as lines show it.
//!
//! Invariant: a form's rule has seen all of a file up to the line that it is asked about.
//! Deliberately lacking: the ends of records in tables without quotes, which are the ends of lines.

use super::super::plan::Plan;
use super::super::{CatalogueForm, Reading, array, framed, lists, table};

/// The places where records of a form may end.
pub(super) enum Edges {
    /// After any line.
    Line,
    Framed(framed::Layout),
    Lists(lists::Depth),
    /// After any object.
    Array(array::Depth),
    Table(table::Quotes),
}

impl Edges {
    pub(super) fn of(plan: &Plan, reading: &Reading) -> Edges {
        match plan {
            Plan::Table(table) => Edges::Table(table.quotes()),
            Plan::Plain(CatalogueForm::Framed) => Edges::Framed(framed::Layout::new(reading)),
            Plan::Plain(CatalogueForm::Lists) => Edges::Lists(lists::Depth::default()),
            Plan::Plain(CatalogueForm::Json) => Edges::Array(array::Depth::default()),
            Plan::Plain(_) | Plan::Lines(_) => Edges::Line,
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
            Edges::Lists(depth) => {
                depth.pass(line);
                depth.is_outside()
            }
            // Its objects have been passed, and the line with them.
            Edges::Array(depth) => depth.is_outside(),
            Edges::Table(quotes) => {
                quotes.pass(line);
                quotes.is_outside()
            }
        }
    }
}
