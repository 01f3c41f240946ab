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
use std::sync::{Arc, OnceLock};

use bstr::ByteSlice;

use super::blanks::trimmed;
use super::buffer_pool::Text;
use super::place::Place;
use super::plan::Plan;
use super::symbols::Flaw;
use super::{CatalogueForm, CommentsLikeRows, Entry, Reading, Table, Written};
use super::{array, framed, json, library, lines, lists, table, values, xml};
use crate::sudoku::{Alphabet, Digit, Shape};

/// The beginning of a file, which all of its chunks share.
#[derive(Debug, Default)]
pub(super) struct Head {
    text: Box<[u8]>,
    /// Found once: a file may begin with many chunks, each of a line that can't be read.
    other_shape: OnceLock<Option<(Shape, Alphabet)>>,
}

impl Head {
    pub(super) fn of(text: &[u8]) -> Head {
        Head { text: text.into(), other_shape: OnceLock::new() }
    }
}

/// Some whole records of one file.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub(super) file: Arc<str>,
    pub(super) plan: Plan,
    /// Where it begins: with a line, but in a JSON array.
    pub(super) begin: Place,
    /// The lines from the end of the last chunk to that of this one.
    pub(super) lines: Range<u64>,
    pub(super) bytes: Text,
    pub(super) head: Arc<Head>,
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
        self.begin.line
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
            _ => None,
        }
    }

    /// The comments in a table that have a field for each column: another program would read them
    /// as rows. `reading` is the one that made the chunk.
    ///
    /// ```
    /// use tourdion::catalogue::{Input, ReadProgress, Reading, chunks};
    ///
    /// let reading = Reading { shape: "2x2".parse()?, ..Reading::default() };
    /// # let alphabet = tourdion::sudoku::Alphabet::usual(reading.shape);
    /// # let reading = Reading { alphabet, ..reading };
    /// let text = "id,puzzle\n#1,1..4.4......4..1\n# old, and new\n2,1..4.4......4..1\n";
    /// let input = Input::reader("list.csv", Box::new(text.as_bytes()));
    /// let chunk = chunks(vec![input], &reading, ReadProgress::new()).next().unwrap()?;
    /// let found = chunk.comments_like_rows(&reading).unwrap();
    /// assert_eq!((found.line, found.count), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn comments_like_rows(&self, reading: &Reading) -> Option<CommentsLikeRows> {
        self.table()?.comments_like_rows(&self.bytes, self.line(), reading)
    }

    /// Whether the chunk has nothing but blanks, as behind a header alone, or the brackets of an
    /// empty array.
    pub fn is_blank(&self) -> bool {
        let text = trimmed(&self.bytes);
        text.is_empty() || text.starts_with(b"[") && trimmed(&text[1..]) == b"]"
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
            .take(line.checked_sub(self.line())? as usize)
            .map(<[u8]>::len)
            .sum();
        let reading = Reading { form: None, ..reading.clone() };
        let other = self.read_anew(&self.bytes[before..], &reading)?;
        let is_other = other.form() != self.form();
        let is_entry = |entry: &Entry<'_>| !matches!(entry, Entry::Unreadable(_));
        (is_other && other.first_is(&reading, is_entry)).then(|| other.form())
    }

    /// The shape of the grid with which the file begins, and the digits in it, if that is another
    /// shape than that of `reading`, which is the one that made the chunk; `None` for a chunk far
    /// from the beginning.
    ///
    /// ```
    /// use tourdion::catalogue::{Input, ReadProgress, Reading, chunks};
    ///
    /// let input = Input::reader("small.txt", Box::new("12|..\n34|..\n..|..\n..|..\n".as_bytes()));
    /// let reading = Reading::default();
    /// let chunk = chunks(vec![input], &reading, ReadProgress::new()).next().unwrap()?;
    /// let (shape, _) = chunk.other_shape(&reading).unwrap();
    /// assert_eq!(shape.to_string(), "2x2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn other_shape(&self, reading: &Reading) -> Option<(Shape, Alphabet)> {
        let lines = memchr::memchr_iter(b'\n', &self.head.text).count() as u64;
        if self.line() > lines + 1 || reading.alphabet != Alphabet::usual(reading.shape) {
            return None;
        }
        self.head.other_shape.get_or_init(|| self.find_other_shape(reading)).clone()
    }

    fn find_other_shape(&self, reading: &Reading) -> Option<(Shape, Alphabet)> {
        let shapes = (2..=usize::from(Digit::MAX)).filter_map(|size| Shape::of_cells(size * size));
        let shapes = shapes.filter(|shape| shape.box_rows() > 1 && *shape != reading.shape);
        let mut spelled = shapes.flat_map(|shape| {
            let letters = ('A'..='Y').take(shape.size()).collect::<String>();
            let letters = Alphabet::new(&letters).ok();
            [Some(Alphabet::usual(shape)), letters].into_iter().flatten().map(move |a| (shape, a))
        });
        spelled.find(|(shape, alphabet)| {
            let (shape, alphabet) = (*shape, alphabet.clone());
            let reading = Reading { shape, alphabet, ..reading.clone() };
            let is_puzzle = |entry: &Entry<'_>| matches!(entry, Entry::Puzzle(_));
            let other = self.read_anew(&self.head.text, &reading);
            other.is_some_and(|other| other.first_is(&reading, is_puzzle))
        })
    }

    /// A part of the file as a file of its own.
    fn read_anew(&self, part: &[u8], reading: &Reading) -> Option<Chunk> {
        let (plan, header) = Plan::of_head(part, true, reading).ok()??;
        let bytes = self.bytes.beside(&part[header..]);
        Some(Chunk { plan, begin: Place::FIRST, bytes, flaw: None, ..self.clone() })
    }

    /// Whether the chunk has an entry, and its first one is as wanted.
    fn first_is(&self, reading: &Reading, is_wanted: impl Fn(&Entry<'_>) -> bool) -> bool {
        let first = self.for_each(reading, |entry| ControlFlow::Break(is_wanted(&entry)));
        first == ControlFlow::Break(true)
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
        let (bytes, line, visit) = (&self.bytes[..], self.line(), &mut visit);
        if let Some(flaw) = &self.flaw {
            let written = match &self.plan {
                Plan::Table(table) => table.written(bytes),
                _ => Written::of(bytes),
            };
            return visit(Entry::Unreadable(flaw.clone().on(line).written(written)));
        }
        match &self.plan {
            Plan::Table(table) => table::for_each(bytes, line, table, reading, visit),
            Plan::Lines(rules) => lines::for_each(bytes, line, reading, *rules, visit),
            Plan::Framed(setting) => framed::for_each(bytes, line, reading, *setting, visit),
            Plan::Values => values::for_each(bytes, line, reading, visit),
            Plan::Lists => lists::for_each(bytes, line, reading, visit),
            Plan::JsonLines => json::for_each(bytes, line, reading, visit),
            Plan::Json => array::for_each(bytes, self.begin, reading, visit),
            Plan::Library => library::for_each(bytes, line, reading, visit),
            Plan::OpenSudoku => xml::for_each(bytes, line, reading, visit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Input, ReadProgress, chunks};

    #[test]
    fn another_shape_is_sought_once_for_a_file() {
        // Each row opens a quote that is never closed, and so is a chunk by itself.
        let text = format!("name,puzzle,x\n{}", "a\"b,1,\"c\n".repeat(150));
        let input = Input::reader("open.csv", Box::new(std::io::Cursor::new(text.into_bytes())));
        let reading = Reading::default();
        let all = chunks(vec![input], &reading, ReadProgress::new());
        let all: Vec<Chunk> = all.collect::<Result<_, _>>().unwrap();
        assert!(all.len() >= 150);
        assert_eq!(all[0].other_shape(&reading), None);
        assert!(all.iter().all(|chunk| chunk.head.other_shape.get().is_some()));
    }
}
