//! Whole records of one file, for a thread to read.
//!
//! ```text
//!   lines   3 ─ 8     of the file: the header in line 3, and the records behind it
//!   bytes   "1,4....…\n2,8....…\n"
//!   plan    how to read them: the form, the rules or the columns
//! ```
//!
//! Invariant: a chunk has all that its entries depend on, besides the [`Reading`]. Deliberately
//! lacking: where chunks end; the cutter decides.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use bstr::ByteSlice;

use super::buffer_pool::Text;
use super::plan::Plan;
use super::symbols::Flaw;
use super::{CatalogueForm, Entry, Reading, Table, Written};
use super::{array, framed, json, library, lines, lists, table, values, xml};

/// Some whole records of one file.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub(super) file: Arc<str>,
    pub(super) plan: Plan,
    /// The first line.
    pub(super) line: u64,
    /// The width of the text of this line that belongs to the chunk before: 0 but in a JSON array.
    pub(super) indent: u64,
    /// The lines from the end of the last chunk to that of this one.
    pub(super) lines: Range<u64>,
    pub(super) bytes: Text,
    /// Why the bytes are a record without an end, or one that is too long to be kept.
    pub(super) flaw: Option<Flaw>,
}

impl Chunk {
    /// The name of the file.
    pub fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// The number of the chunk's first line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The lines that the chunk is for: its own, and those between the last chunk and this one,
    /// such as a header.
    pub fn lines(&self) -> Range<u64> {
        self.lines.clone()
    }

    /// The form of the file.
    pub fn form(&self) -> CatalogueForm {
        self.plan.form()
    }

    /// The columns, if the file has the CSV form.
    pub fn table(&self) -> Option<&Arc<Table>> {
        match &self.plan {
            Plan::Table(table) => Some(table),
            Plan::Plain(_) | Plan::Lines(_) | Plan::Mixed(_) => None,
        }
    }

    /// The form that the text from a line of the chunk on looks like, if it is another than that of
    /// the file and a puzzle can be read in it. `reading` is the one that made the chunk.
    ///
    /// ```
    /// use tourdion::catalogue::{CatalogueForm, Input, ReadProgress, Reading, chunks};
    ///
    /// let text = "1234341221434321\n\n{\"puzzle\":\"1..4.4......4..1\"}\n";
    /// let input = Input::reader("mixed.txt", Box::new(text.as_bytes()));
    /// let reading = Reading { shape: "2x2".parse()?, ..Reading::default() };
    /// # let alphabet = tourdion::sudoku::Alphabet::usual(reading.shape);
    /// # let reading = Reading { alphabet, ..reading };
    /// let chunk = chunks(vec![input], &reading, ReadProgress::new()).next().unwrap()?;
    /// assert_eq!(chunk.form(), CatalogueForm::Lines);
    /// assert_eq!(chunk.form_from(3, &reading), Some(CatalogueForm::JsonLines));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn form_from(&self, line: u64, reading: &Reading) -> Option<CatalogueForm> {
        let before: usize = self
            .bytes
            .lines_with_terminator()
            .take(line.checked_sub(self.line)? as usize)
            .map(<[u8]>::len)
            .sum();
        let reading = Reading { form: None, ..reading.clone() };
        let rest = &self.bytes[before..];
        let (plan, header) = Plan::of_head(rest, true, &reading).ok()??;
        let form = plan.form();
        if form == self.form() {
            return None;
        }
        let bytes = self.bytes.beside(&rest[header..]);
        let other = Chunk { plan, line, indent: 0, bytes, flaw: None, ..self.clone() };
        let first = other
            .for_each(&reading, |entry| ControlFlow::Break(!matches!(entry, Entry::Unreadable(_))));
        (first == ControlFlow::Break(true)).then_some(form)
    }

    /// The chunk's size in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Reads the chunk's records in order and shows each to `visit`, until it breaks. `reading` is
    /// the one that made the chunk.
    pub fn for_each<'c, B>(
        &'c self,
        reading: &Reading,
        mut visit: impl FnMut(Entry<'c>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (bytes, line, visit) = (&self.bytes[..], self.line, &mut visit);
        if let Some(flaw) = &self.flaw {
            let written = match &self.plan {
                Plan::Table(table) => table.written(bytes),
                Plan::Plain(_) | Plan::Lines(_) | Plan::Mixed(_) => Written::of(bytes),
            };
            return visit(Entry::Unreadable(flaw.clone().on(line).written(written)));
        }
        match &self.plan {
            Plan::Table(table) => table::for_each(bytes, line, table, reading, visit),
            Plan::Lines(rules) => lines::for_each(bytes, line, (reading, *rules), visit),
            Plan::Mixed(rules) => framed::for_each(bytes, line, (reading, Some(*rules)), visit),
            Plan::Plain(form) => match form {
                // Plans for these forms are not plain.
                CatalogueForm::Lines | CatalogueForm::Csv => {
                    lines::for_each(bytes, line, (reading, lines::Rules::default()), visit)
                }
                CatalogueForm::Values => values::for_each(bytes, line, reading, visit),
                CatalogueForm::Framed => framed::for_each(bytes, line, (reading, None), visit),
                CatalogueForm::Lists => lists::for_each(bytes, line, reading, visit),
                CatalogueForm::JsonLines => json::for_each(bytes, line, reading, visit),
                CatalogueForm::Json => array::for_each(bytes, (line, self.indent), reading, visit),
                CatalogueForm::Library => library::for_each(bytes, line, reading, visit),
                CatalogueForm::OpenSudoku => xml::for_each(bytes, line, reading, visit),
            },
        }
    }
}
