//! Facts about a whole file, decided once from its beginning.
//!
//! ```text
//!      form          of all files
//!      rules         of lines: which signs make them, and whether there are grids among them
//!      gaps          of grids: whether blank lines may stand between bands
//!      table         of CSV: the delimiter, and the puzzle's column
//! ```
//!
//! Invariant: a plan does not depend on bytes read beyond those that decide it. Deliberately
//! lacking: the ends of records.

use std::sync::Arc;

use super::fault::SourceFault;
use super::framed::{self, Setting};
use super::recognise::recognise;
use super::table::Table;
use super::{CatalogueForm, Reading, lines};

/// The way to read the records of a file.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    Lines(lines::Rules),
    /// Grids, alone or among lines.
    Framed(Setting),
    Table(Arc<Table>),
    Values,
    Lists,
    JsonLines,
    Json,
    Library,
    OpenSudoku,
}

impl Plan {
    /// The plan of a file that begins with `head`, and the bytes of its header; `None` if that
    /// needs more bytes.
    pub(super) fn of_head(
        head: &[u8],
        at_end: bool,
        reading: &Reading,
    ) -> Result<Option<(Plan, usize)>, SourceFault> {
        let Some(form) = reading.form.or_else(|| recognise(head, at_end, reading)) else {
            return Ok(None);
        };
        Ok(match form {
            CatalogueForm::Csv => Table::of_header(head, at_end, reading)?
                .map(|(table, header)| (Plan::Table(Arc::new(table)), header)),
            CatalogueForm::Lines => {
                // Where the user names the form, each line is a puzzle.
                let plan = match reading.form {
                    Some(_) => Plan::Lines,
                    None => |rules| Plan::Framed(Setting::List(rules)),
                };
                lines::Rules::of_head(head, at_end, reading).map(|rules| (plan(rules), 0))
            }
            CatalogueForm::Framed => framed::has_gaps(head, at_end, reading)
                .map(|has_gaps| (Plan::Framed(Setting::Grids { has_gaps }), 0)),
            CatalogueForm::Values => Some((Plan::Values, 0)),
            CatalogueForm::Lists => Some((Plan::Lists, 0)),
            CatalogueForm::JsonLines => Some((Plan::JsonLines, 0)),
            CatalogueForm::Json => Some((Plan::Json, 0)),
            CatalogueForm::Library => Some((Plan::Library, 0)),
            CatalogueForm::OpenSudoku => Some((Plan::OpenSudoku, 0)),
        })
    }

    pub(super) fn form(&self) -> CatalogueForm {
        match self {
            Plan::Lines(_) | Plan::Framed(Setting::List(_)) => CatalogueForm::Lines,
            Plan::Framed(Setting::Grids { .. }) => CatalogueForm::Framed,
            Plan::Table(_) => CatalogueForm::Csv,
            Plan::Values => CatalogueForm::Values,
            Plan::Lists => CatalogueForm::Lists,
            Plan::JsonLines => CatalogueForm::JsonLines,
            Plan::Json => CatalogueForm::Json,
            Plan::Library => CatalogueForm::Library,
            Plan::OpenSudoku => CatalogueForm::OpenSudoku,
        }
    }
}
