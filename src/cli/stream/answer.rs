//! The work on a chunk: the worker reads the entries, and the command answers for them.
//!
//! ```text
//!      chunk   1 puzzle, 2 unreadable, 3 puzzle, ...     read, up to a batch
//!      answer  a line about 1, a complaint about 2, ...  in the order of the file
//! ```
//!
//! A batch is read before the command sees it, because some searches need many puzzles at once. The
//! list of entries is reused from chunk to chunk, so an entry costs no allocation, and what was
//! printed is the memory of later sheets.

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tourdion::catalogue::{
    BufferPool, CatalogueForm, Chunk, Entry, OrderedTurn, Reading, SourceError, Table, Unreadable,
    UnreadableKind,
};
use tourdion::excerpt::Excerpt;
use tourdion::sudoku::{Alphabet, Digit};

use super::complain_of_source;
use super::entries::Entries;
use super::rows::{RowWriter, Rows};
use super::sheet::{Comments, OtherForm, Sheet, SheetTurn};

/// The most entries read before the command answers: a whole chunk of everyday puzzles, but few
/// enough that a chunk of line ends takes little memory.
pub(in crate::cli) const BATCH: usize = 2048;

/// A command's answers to the entries of catalogues; shared by all workers.
pub(in crate::cli) trait Answer: Sync {
    /// The state of a worker from chunk to chunk.
    type Worker: Send;
    /// The counts, or other results beside the text.
    type Tally: Default + Send;

    /// The reading of the catalogues.
    fn reading(&self) -> &Reading;

    /// A new worker's state.
    fn worker(&self) -> Self::Worker;

    /// Answers for entries, in their order. Breaks if stopped, or to skip the rest of the chunk.
    fn answer(
        &self,
        worker: &mut Self::Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Self::Tally>,
        turn: &SheetTurn<'_, Self::Tally>,
    ) -> ControlFlow<()>;

    /// The rows to write, if the results are rows.
    fn rows(&self) -> Option<&Rows> {
        None
    }

    /// Answers for the end of a chunk.
    fn end(&self, _chunk: &Chunk, _sheet: &mut Sheet<Self::Tally>) {}

    /// Whether a puzzle of 9x9 may take a millisecond or more, as a larger one may anyway. Chunks
    /// are then cut to be done in one.
    fn is_slow(&self) -> bool {
        false
    }

    /// Whether an answer that an interrupt cuts off leaves whole results, which are written.
    fn keeps_begun(&self) -> bool {
        false
    }

    /// Whether the run ends at a file that can't be read.
    fn is_strict(&self) -> bool {
        false
    }
}

/// Writes the sheets of one worker.
pub(super) struct SheetWriter<'a, A: Answer> {
    answer: &'a A,
    pool: &'a BufferPool,
    worker: A::Worker,
    /// Empty between chunks; kept to reuse its memory.
    entries: Vec<Entry<'static>>,
}

impl<'a, A: Answer> SheetWriter<'a, A> {
    pub(super) fn of(answer: &'a A, pool: &'a BufferPool) -> SheetWriter<'a, A> {
        SheetWriter { answer, pool, worker: answer.worker(), entries: Vec::with_capacity(BATCH) }
    }

    /// The sheet of a chunk. After `stop` the rest of the chunk is skipped.
    pub(super) fn sheet(
        &mut self,
        chunk: Result<Chunk, SourceError>,
        stop: &AtomicBool,
        turn: &OrderedTurn<'_, Sheet<A::Tally>>,
    ) -> Sheet<A::Tally> {
        let turn = &SheetTurn { turn, pool: self.pool };
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => return self.failed(&error),
        };
        let rows = self.answer.rows().map(|rows| rows.writer(&chunk));
        let mut sheet = self.begin(&chunk, rows.as_ref());
        let none =
            Entries { file: chunk.file(), batch: &[], chunk: &chunk, rows: rows.as_ref(), stop };
        let (flow, seen) = self.answer_batches(&none, &mut sheet, turn);
        if flow.is_continue() {
            self.answer.end(&chunk, &mut sheet);
            let is_table = matches!(chunk.form(), CatalogueForm::Csv | CatalogueForm::Json);
            sheet.comments = Comments {
                are_alone: !sheet.has_entries && !is_table && !chunk.is_blank(),
                like_rows: chunk.comments_like_rows(self.answer.reading()),
            };
        }
        sheet.is_cut = flow.is_break() && stop.load(Ordering::Relaxed);
        seen.remark(&chunk, self.answer.reading(), &mut sheet);
        sheet
    }

    /// The sheet of a file that can't be read further.
    fn failed(&self, error: &SourceError) -> Sheet<A::Tally> {
        let mut sheet = Sheet::of(error.file.clone());
        complain_of_source(error, self.answer.reading(), &mut sheet.complaints);
        sheet.failed = 1;
        sheet.is_last = self.answer.is_strict();
        sheet
    }

    /// The sheet of a chunk before its first answer.
    fn begin(&self, chunk: &Chunk, rows: Option<&RowWriter<'_>>) -> Sheet<A::Tally> {
        let mut sheet = Sheet::of(chunk.file().clone());
        sheet.results = self.pool.take();
        sheet.form = self.answer.reading().form.is_none().then(|| chunk.form());
        sheet.remark = column_of_puzzles(chunk).or_else(|| title_of(chunk)).unwrap_or_default();
        let complaint = without_columns(chunk, self.answer.reading()).unwrap_or_default();
        sheet.complaints.extend_from_slice(complaint.as_bytes());
        sheet.head = rows.map(RowWriter::head);
        sheet
    }

    /// Lets the command answer for a chunk, batch by batch. `none` is an empty batch of it.
    fn answer_batches(
        &mut self,
        none: &Entries<'_>,
        sheet: &mut Sheet<A::Tally>,
        turn: &SheetTurn<'_, A::Tally>,
    ) -> (ControlFlow<()>, Seen) {
        let mut seen = Seen::default();
        let mut batch = emptied(mem::take(&mut self.entries));
        let mut write = |batch: &[Entry<'_>]| {
            seen.note(batch, sheet);
            self.answer.answer(&mut self.worker, &Entries { batch, ..*none }, sheet, turn)
        };
        let mut flow = none.chunk.for_each(self.answer.reading(), |entry| {
            batch.push(entry);
            if batch.len() < BATCH {
                return ControlFlow::Continue(());
            }
            let flow = write(&batch);
            batch.clear();
            flow
        });
        if flow.is_continue() && !batch.is_empty() {
            flow = write(&batch);
        }
        self.entries = emptied(batch);
        (flow, seen)
    }
}

/// What the remarks at the end of a sheet need to know of its entries.
#[derive(Default)]
struct Seen {
    /// The lines of the first entries that can't be read.
    unread: Vec<u64>,
}

impl Seen {
    /// Notes a batch before the command answers for it.
    fn note<T>(&mut self, batch: &[Entry<'_>], sheet: &mut Sheet<T>) {
        sheet.has_entries = true;
        sheet.has_refused |= batch.iter().any(is_refused);
        let left = LOOKED_AT - self.unread.len();
        self.unread.extend(batch.iter().filter_map(line_unread).take(left));
    }

    /// Remarks at the end of a sheet that the file seems to have another form or shape. Whether
    /// that is said depends on the whole file.
    fn remark<T>(&self, chunk: &Chunk, reading: &Reading, sheet: &mut Sheet<T>) {
        if self.unread.is_empty() || sheet.has_refused {
            return;
        }
        if sheet.form.is_some() {
            let other_form =
                |&line: &u64| Some(OtherForm { line, form: chunk.form_from(line, reading)? });
            sheet.other_form = self.unread.iter().find_map(other_form);
        }
        sheet.other_shape = other_shape_of(chunk, reading);
    }
}

/// How many entries that can't be read may show another form. The first of a file may be alone in
/// looking like the form that it was taken for, as an object above a list does.
const LOOKED_AT: usize = 4;

/// Whether an entry is a puzzle of pencil marks that a command does not take, or one of another
/// shape.
fn is_refused(entry: &Entry<'_>) -> bool {
    use UnreadableKind::{OtherShape, PencilMarks};
    matches!(entry, Entry::Unreadable(Unreadable { kind: PencilMarks | OtherShape, .. }))
}

/// What to say of a file that begins with a grid of another shape.
fn other_shape_of(chunk: &Chunk, reading: &Reading) -> Option<String> {
    let (shape, alphabet) = chunk.other_shape(reading)?;
    let symbols = if alphabet == Alphabet::usual(shape) {
        String::new()
    } else {
        let digits = (1..).map_while(Digit::new).take(shape.size());
        let symbols: String = digits.map(|digit| alphabet.write(Some(digit))).collect();
        format!(" --alphabet {symbols}")
    };
    let way = match reading.no_shapes {
        Some(why) => format!(", and {why}"),
        None => format!(": try --boxes {shape}{symbols}"),
    };
    Some(format!("this looks like {0}x{0} grids{way}", shape.size()))
}

/// The line of an entry that can't be read.
fn line_unread(entry: &Entry<'_>) -> Option<u64> {
    if let Entry::Unreadable(unreadable) = entry { Some(unreadable.line) } else { None }
}

/// What to say at the beginning of a file: where its puzzles are, if no name says it.
fn column_of_puzzles(chunk: &Chunk) -> Option<String> {
    let is_found = |table: &&Arc<Table>| chunk.lines().start == 1 && table.is_found_by_content();
    let table = chunk.table().filter(is_found)?;
    let (file, column) = (chunk.file(), Excerpt(&table.names()[table.puzzle()]));
    Some(if table.header().text().is_empty() {
        format!("{file}: no header; the puzzles are in column {column}\n")
    } else {
        format!("{file}: the puzzles are in column `{column}`\n")
    })
}

/// What to say at the beginning of a file whose header is not its first line.
fn title_of(chunk: &Chunk) -> Option<String> {
    let table = chunk.table().filter(|_| chunk.lines().start == 1)?;
    let (file, line) = (chunk.file(), table.below_title()?);
    Some(format!("{file}: the header is line {line}; the title above it is left out\n"))
}

/// The complaint at the beginning of a file without the columns that are asked for.
fn without_columns(chunk: &Chunk, reading: &Reading) -> Option<String> {
    use CatalogueForm::{Csv, Json, JsonLines};
    let column = reading.column.is_some().then_some(reading.column_option);
    let solution = reading.solution.is_some().then_some("--solution");
    let options: Vec<&str> = column.into_iter().chain(solution).collect();
    let has_columns = matches!(chunk.form(), Csv | JsonLines | Json);
    (chunk.lines().start == 1 && !options.is_empty() && !has_columns).then(|| {
        format!(
            "{}: it has no columns for {} to name; --format csv reads it as a table\n",
            chunk.file(),
            options.join(" and ")
        )
    })
}

/// An empty list in the memory of a used one.
fn emptied<'new>(mut entries: Vec<Entry<'_>>) -> Vec<Entry<'new>> {
    entries.clear();
    // No entry is left to outlive; the standard library collects in place.
    entries.into_iter().map(|_| unreachable!("the list is empty")).collect()
}

/// Sheets of a text, as one worker writes them.
#[cfg(test)]
pub(in crate::cli) fn sheets_of<A: Answer>(
    answer: &A,
    worker: A::Worker,
    text: &str,
) -> Vec<Sheet<A::Tally>> {
    use std::sync::Mutex;
    use tourdion::catalogue::{Input, Ordered, ReadProgress, chunks};
    let input = Input::reader("test", Box::new(std::io::Cursor::new(text.to_owned())));
    let (pool, stop) = (&BufferPool::default(), &AtomicBool::new(false));
    let writer = Mutex::new(SheetWriter { answer, pool, worker, entries: Vec::new() });
    let chunks = chunks(vec![input], answer.reading(), ReadProgress::new());
    let work = |(): &mut (), chunk, turn: &OrderedTurn<'_, Sheet<A::Tally>>| {
        writer.lock().unwrap().sheet(chunk, stop, turn)
    };
    let mut sheets = Vec::new();
    let _ = Ordered::on(1, stop).run_in_parts(
        chunks,
        || (),
        work,
        |sheet| {
            sheets.push(sheet);
            ControlFlow::<()>::Continue(())
        },
    );
    sheets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_its_memory() {
        let entries: Vec<Entry<'_>> = Vec::with_capacity(100);
        let place = entries.as_ptr().cast::<u8>();
        let entries: Vec<Entry<'static>> = emptied(entries);
        assert_eq!((entries.capacity(), entries.as_ptr().cast()), (100, place));
    }
}
