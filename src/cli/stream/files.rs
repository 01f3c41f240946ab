//! Files that can't be read, and files with nothing in them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use tourdion::catalogue::{CatalogueForm, CommentsLikeRows, Reading, SourceError, SourceFault};
use tourdion::numerals::grouped;
use tourdion::sudoku::Grid;

use super::sheet::{OtherForm, Sheet};
use crate::cli::{complain, complaint, say};

/// Reports a file that can't be read, or not to its end.
pub(in crate::cli) fn complain_of_source(
    error: &SourceError,
    reading: &Reading,
    complaints: &mut Vec<u8>,
) {
    let is_puzzle = || Grid::read(error.file.as_bytes(), reading.shape, &reading.alphabet).is_ok();
    let hint = if matches!(error.fault, SourceFault::Open(_)) && is_puzzle() {
        "; a puzzle by itself goes to standard input, or to `tourdion solve`"
    } else {
        ""
    };
    complaints.extend(complaint(format_args!("{error}{hint}")).bytes());
}

/// What was found in each file.
#[derive(Default)]
pub(in crate::cli) struct Files(BTreeMap<Arc<str>, Found>);

/// What was found in a file.
#[derive(Default)]
struct Found {
    /// Whether there was any entry, even an error.
    any: bool,
    /// Whether there was text, and not the header of a table or the brackets of an array alone.
    has_comments: bool,
    /// The comments in a table that look like rows.
    like_rows: Option<CommentsLikeRows>,
    form: Option<CatalogueForm>,
    other_form: Option<OtherForm>,
    /// What its beginning looks like, if that is grids of another shape.
    other_shape: Option<String>,
    /// Whether an entry was refused for its kind or shape. The form is not to blame for that.
    has_refused: bool,
    puzzles: u64,
    unreadable: u64,
}

impl Files {
    /// These files, with nothing found yet.
    pub(in crate::cli) fn of(files: impl Iterator<Item = Arc<str>>) -> Files {
        Files(files.map(|file| (file, Found::default())).collect())
    }

    /// Notes that `file` was looked at, and whether anything was found.
    pub(in crate::cli) fn see(&mut self, file: Arc<str>, found: bool) {
        self.0.entry(file).or_default().any |= found;
    }

    /// Adds what a sheet has found, and this number of puzzles.
    pub(super) fn count<T>(&mut self, sheet: &Sheet<T>, puzzles: u64) {
        let found = self.0.entry(sheet.file().clone()).or_default();
        found.any |= sheet.has_entries || sheet.failed > 0;
        found.has_comments |= sheet.comments.are_alone;
        found.form = found.form.or(sheet.form);
        found.other_form = found.other_form.or(sheet.other_form);
        found.other_shape = found.other_shape.take().or_else(|| sheet.other_shape.clone());
        found.has_refused |= sheet.has_refused;
        found.puzzles += puzzles;
        found.unreadable += sheet.unreadable;
        if let Some(comments) = sheet.comments.like_rows {
            found.like_rows.get_or_insert(CommentsLikeRows { count: 0, ..comments }).count +=
                comments.count;
        }
    }

    /// The files without any entry.
    fn empty(&self) -> impl Iterator<Item = (&Arc<str>, &Found)> {
        self.0.iter().filter(|(_, found)| !found.any)
    }

    /// Reports files without any entry, where one is needed; returns their number.
    pub(in crate::cli) fn complain_of_empty(&self) -> u64 {
        self.empty().map(|(file, _)| complain(NoPuzzle(file))).fold(0, |count, ()| count + 1)
    }

    /// Reports files of comments alone, which are hardly intended; returns their number.
    pub(super) fn complain_of_comments_alone(&self) -> u64 {
        let with_text = self.empty().filter(|(_, found)| found.has_comments);
        with_text.map(|(file, _)| complain(NoPuzzle(file))).fold(0, |count, ()| count + 1)
    }

    /// Says which files have nothing in them, or are tables without rows: what a filter leaves.
    pub(super) fn remark_on_empty(&self) {
        let without_text = self.empty().filter(|(_, found)| !found.has_comments);
        without_text.for_each(|(file, _)| say(NoPuzzle(file)));
    }

    /// Says how many comments of a table have as many fields as its rows.
    pub(super) fn remark_on_comments(&self) {
        for (file, found) in &self.0 {
            if let Some(CommentsLikeRows { line, count }) = found.like_rows {
                let what = if count == 1 {
                    format!("a comment has as many fields as a row, on line {line}")
                } else {
                    let count = grouped(count);
                    format!("{count} comments have as many fields as a row, first on line {line}")
                };
                say(format_args!("{file}: {what}"));
            }
        }
    }

    /// Says of files most of which can't be read which shape their grids have, or in which form
    /// they were read.
    pub(super) fn complain_of_forms(&self) {
        use CatalogueForm::{Csv, Json, JsonLines};
        for (file, found) in self.0.iter().filter(|(_, found)| !found.has_refused) {
            if let Some(shape) = &found.other_shape
                && found.unreadable > found.puzzles
            {
                complain(format_args!("{file}: {shape}"));
            } else if let Some(form) = found.form
                && found.unreadable > found.puzzles.max(FEW)
            {
                let way = if let Some(OtherForm { line, form }) = found.other_form {
                    format!("line {line} looks like `{form}`: --format {form}")
                } else if matches!(form, Csv | JsonLines | Json) {
                    // Its columns were found, or each object names those that it has; so the rows
                    // are at fault, and not the form.
                    continue;
                } else {
                    let others = CatalogueForm::ALL.iter().filter(|&&other| other != form);
                    let others: Vec<String> = others.map(ToString::to_string).collect();
                    format!("--format names another: {}", others.join(", "))
                };
                complain(format_args!(
                    "{file}: most of it can't be read as `{form}`, the form that its beginning \
                     looks like; {way}"
                ));
            }
        }
    }
}

/// Says that there is nothing in a file.
struct NoPuzzle<'f>(&'f str);

impl fmt::Display for NoPuzzle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: there is no puzzle in it", self.0)
    }
}

/// So few unreadable entries say nothing of a file's form.
const FEW: u64 = 2;
