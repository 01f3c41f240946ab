//! Cutting a stream into chunks of whole records.
//!
//! ```text
//!   buffer   │ record │ record │ record │ rec…          begin: the place of the first byte
//!            ╰ begin                    ╰ whole         whole: the end of the whole records
//!                                            ╰ scanned  scanned: the end of the lines examined
//!   chunk    ╰──────── cut here ────────╯
//! ```
//!
//! The cutter knows only where records of a form may end, from [`Edges`]: after any line in the
//! forms with one puzzle a line, after the last row of a grid, outside lists, outside quotes. In
//! the forms with one puzzle a line it does not examine each line: it finds the last line end, or
//! where grids may be among the lines the last line with a puzzle, and counts the others. In a JSON
//! array a record may end within a line, which may have any length.
//!
//! Each read makes a chunk of the records that are then whole: a user may be waiting for the
//! answers. The next read asks for twice as much as the last one brought. So chunks are large if
//! the source is fast, small if it is slow, and the first one comes early. Towards the end of a
//! file they become smaller again: no thread is left with a large one when the others are done.
//!
//! Invariants. The buffer begins where a record may begin, and `edges` has seen exactly the lines
//! of `whole..scanned` since; so records do not depend on the sizes of chunks. A record of more
//! than [`LIMIT`] bytes becomes one unreadable entry at its first line, and reading continues after
//! the line that crossed the limit, or behind the object or the series; so no input takes more
//! memory.
//!
//! Deliberately lacking: reading cells. Any thread can read a chunk.

use std::io::Read;
use std::mem;
use std::sync::Arc;

use bstr::ByteSlice;

use super::buffer_pool::{BufferPool, Text};
use super::chunk::Head;
use super::fault::{SourceError, SourceFault};
use super::packed::no_text;
use super::place::Place;
use super::plan::Plan;
use super::source::{Input, ReadProgress};
use super::symbols::{self, Flaw};
use super::{Chunk, PEEK, Reading, framed};
use edges::Edges;
use scan::{Position, Scan};
use supply::{Left, Supply, end_lines};

mod edges;
mod scan;
mod skip;
mod supply;

/// The approximate bytes of a chunk of a fast source: enough puzzles to make the cost of handing
/// over negligible. With twice as many, a short list would touch half as much memory again.
const TARGET: usize = 64 << 10;

/// The smallest read; and the bytes of a chunk of puzzles larger than 9×9. Such puzzles may take
/// long, and with larger chunks the other cores would wait for the last one.
const LEAST: usize = 16 << 10;

/// The bytes of a file's beginning that show the shape of its grids: more than the largest has.
const HEAD: usize = 8 << 10;

/// A chunk has at most this part of the bytes that are left of a file, so that its last chunks are
/// small, and all threads are done at nearly the same time.
const SHARES: u64 = 8;

/// The longest record, in bytes.
const LIMIT: usize = 1 << 20;

/// The most lines of a record with quotes: beyond this, a quote is surely not closed.
const QUOTED_LINES: u64 = 100;

/// The chunks of all `inputs`, one file after another. A file that fails gives an error after its
/// readable part, and the next files follow.
pub fn chunks(
    inputs: Vec<Input>,
    reading: &Reading,
    progress: Arc<ReadProgress>,
) -> impl Iterator<Item = Result<Chunk, SourceError>> + Send + 'static {
    let target = if reading.shape.size() > 9 { LEAST } else { TARGET };
    chunks_of(inputs, reading, progress, target)
}

/// [`chunks`] of about `target` bytes. The entries do not depend on it.
fn chunks_of(
    inputs: Vec<Input>,
    reading: &Reading,
    progress: Arc<ReadProgress>,
    target: usize,
) -> impl Iterator<Item = Result<Chunk, SourceError>> + Send + 'static {
    progress.expect(&inputs);
    let (reading, pool) = (Arc::new(reading.clone()), Arc::<BufferPool>::default());
    inputs.into_iter().flat_map(move |input| {
        let file = Arc::clone(input.name());
        let left = Left::of(input.size(), Arc::clone(&progress));
        let (cutter, error) = match input.open(&progress) {
            Ok(source) => {
                let reading = Arc::clone(&reading);
                let cutter = Cutter::new(file, source, left, reading, target);
                (Some(Cutter { pool: Arc::clone(&pool), ..cutter }), None)
            }
            Err(error) => (None, Some(Err(error))),
        };
        cutter.into_iter().flatten().chain(error)
    })
}

/// What was cut from the beginning of the buffer.
struct Piece {
    begin: Place,
    bytes: Vec<u8>,
}

/// Why the first record of the buffer is given up.
#[derive(Clone, Copy)]
enum Trouble {
    TooLong,
    Unclosed,
}

/// Cuts one file.
struct Cutter {
    file: Arc<str>,
    source: Box<dyn Read + Send>,
    supply: Supply,
    left: Left,
    reading: Arc<Reading>,
    target: usize,
    /// The size of a full buffer, at least `LEAST` and at most `target`.
    full: usize,
    /// `None` until the form is recognised.
    plan: Option<Plan>,
    /// The beginning of the file, once that is so.
    head: Arc<Head>,
    edges: Edges,
    /// Whether the rest of a line, an object or a series that was given up follows.
    skipping: bool,
    trouble: Option<Trouble>,
    finished: bool,
    /// Whether the file begins with a byte order mark (U+FEFF); `None` until that is known.
    has_bom: Option<bool>,
    /// Whether lines end with a return alone. It becomes a newline.
    has_returns: bool,
    /// The first line that no chunk is for yet.
    open_line: u64,

    buffer: Vec<u8>,
    /// Of chunks that are done with, of all files.
    pool: Arc<BufferPool>,
    /// Where the buffer begins: with a line, but in a JSON array.
    begin: Place,
    scan: Scan,
}

impl Iterator for Cutter {
    type Item = Result<Chunk, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let next = self.advance().transpose();
        self.finished = !matches!(next, Some(Ok(_)));
        next
    }

    /// A file that is read to its end has no chunk left.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let is_read = matches!(self.supply, Supply::Ended) && self.plan.is_some();
        let is_over = is_read && self.trouble.is_none() && !self.has_rest() && !self.is_in_array();
        (0, (self.finished || is_over).then_some(0))
    }
}

impl Cutter {
    fn new(
        file: Arc<str>,
        source: Box<dyn Read + Send>,
        left: Left,
        reading: Arc<Reading>,
        target: usize,
    ) -> Cutter {
        Cutter {
            file,
            source,
            supply: Supply::Open,
            left,
            reading,
            target: target.max(1),
            full: LEAST.min(target.max(1)),
            plan: None,
            head: Arc::default(),
            edges: Edges::Line,
            skipping: false,
            trouble: None,
            finished: false,
            has_bom: None,
            has_returns: false,
            open_line: 1,
            buffer: Vec::new(),
            pool: Arc::default(),
            begin: Place::FIRST,
            scan: Scan::default(),
        }
    }

    fn advance(&mut self) -> Result<Option<Chunk>, SourceError> {
        loop {
            if let Some(plan) = self.plan()? {
                if self.trouble.is_none() {
                    self.trouble = self.scan();
                }
                if self.scan.whole.offset > 0 {
                    let piece = self.cut(self.scan.whole);
                    return Ok(Some(self.chunk(plan, piece, None)));
                }
                if let Some(trouble) = self.trouble.take() {
                    return Ok(Some(self.give_up(trouble, plan)));
                }
            }
            match mem::replace(&mut self.supply, Supply::Ended) {
                Supply::Open => self.read_on(),
                Supply::Ended => {
                    return match self.last() {
                        None if self.is_in_array() => Err(self.fail(SourceFault::Unclosed)),
                        last => Ok(last),
                    };
                }
                // A truncated record is not delivered: it could look like another puzzle.
                Supply::Failed(error) => return Err(self.fail(SourceFault::Read(error))),
            }
        }
    }

    /// The rest at the end of the file: an unfinished grid or list, or a header alone.
    fn last(&mut self) -> Option<Chunk> {
        let plan = self.plan.clone()?;
        if !self.has_rest() {
            return None;
        }
        let end = Position { offset: self.buffer.len(), lines: self.scan.scanned.lines };
        let piece = self.cut(end);
        Some(self.chunk(plan, piece, None))
    }

    /// Whether a JSON array is open where the cutter is.
    fn is_in_array(&self) -> bool {
        matches!(self.edges, Edges::Array(depth) if depth.is_in_array())
    }

    /// Whether something is in no chunk yet: bytes, or the end of an entry.
    fn has_rest(&self) -> bool {
        !self.buffer.is_empty() || self.begin.line > self.open_line
    }

    /// The plan for the file; `None` if it needs more bytes.
    fn plan(&mut self) -> Result<Option<Plan>, SourceError> {
        if self.plan.is_some() {
            return Ok(self.plan.clone());
        }
        let at_end = !matches!(self.supply, Supply::Open) || self.buffer.len() >= PEEK;
        if self.has_bom.is_none() && !self.passes_mark(at_end) {
            return Ok(None);
        }
        let head = &self.buffer[..self.buffer.len().min(PEEK)];
        // The form may be given. But a whole line shows whether this is text, and how lines end.
        let first_line = match memchr::memchr(b'\n', head) {
            Some(end) => &head[..end],
            None if at_end => head,
            None => return Ok(None),
        };
        if let Some(fault) = no_text(first_line) {
            return Err(self.fail(fault));
        }
        if at_end && head.contains(&b'\r') && !head.contains(&b'\n') {
            self.has_returns = true;
            end_lines(&mut self.buffer);
        }
        let head = &self.buffer[..self.buffer.len().min(PEEK)];
        let (plan, header) = match Plan::of_head(head, at_end, &self.reading) {
            Ok(Some((Plan::Table(table), header))) if self.has_bom == Some(true) => {
                (Plan::Table(Arc::new(Arc::unwrap_or_clone(table).with_bom())), header)
            }
            Ok(Some(plan)) => plan,
            Ok(None) => return Ok(None),
            Err(fault) => return Err(self.fail(fault)),
        };
        self.head = Arc::new(Head::of(&self.buffer[..self.buffer.len().min(HEAD)]));
        if header > 0 {
            // At the end of the file the header's last line may have no end.
            let lines = self.buffer[..header].lines().count() as u64;
            self.cut(Position { offset: header, lines });
        }
        self.edges = Edges::of(&plan, &self.reading);
        self.plan = Some(plan);
        Ok(self.plan.clone())
    }

    /// Passes a byte order mark at the beginning of a file; returns whether the bytes were enough
    /// to see one.
    fn passes_mark(&mut self, at_end: bool) -> bool {
        const BOM: [u8; 3] = [0xef, 0xbb, 0xbf];
        // Of UTF-16 and UTF-32 one byte order mark begins as the other.
        let needed = BOM.len() + usize::from(self.buffer.starts_with(b"\xff\xfe"));
        if self.buffer.len() < needed && !at_end {
            return false;
        }
        let has_bom = self.buffer.starts_with(&BOM);
        if has_bom {
            self.buffer.drain(..BOM.len());
        }
        self.has_bom = Some(has_bom);
        true
    }

    /// Gives up the first record of the buffer.
    fn give_up(&mut self, trouble: Trouble, plan: Plan) -> Chunk {
        let (piece, flaw) = if let (Trouble::Unclosed, Plan::Table(table)) = (trouble, &plan) {
            // The unclosed quote is on the first line; the lines after it are read anew.
            let end = memchr::memchr(b'\n', &self.buffer).map_or(self.buffer.len(), |end| end + 1);
            let piece = self.cut(Position { offset: end, lines: 1 });
            self.scan = Scan::default();
            let flaw = table.unclosed(&piece.bytes);
            (piece, flaw)
        } else {
            let Position { offset, lines } = self.scan.scanned;
            let is_scanned = offset > LIMIT;
            let (what, has_its_end) = match self.edges {
                Edges::Line => ("line", is_scanned),
                Edges::Mixed(_) if lines <= u64::from(is_scanned) => ("line", is_scanned),
                Edges::Array(depth) => ("object", depth.is_outside()),
                _ => ("record", is_scanned),
            };
            let is_passed = has_its_end || matches!(self.edges, Edges::Array(_));
            let offset = if is_passed { offset } else { self.buffer.len() };
            let Piece { begin, .. } = self.cut(Position { offset, lines });
            self.edges.series().into_iter().for_each(framed::Layout::lose_count);
            self.skipping = !has_its_end || self.edges.series().is_some();
            if self.skipping {
                self.skip();
            }
            let fault = format!("{what} longer than {LIMIT} bytes; its text is not kept");
            (Piece { begin, bytes: Vec::new() }, Flaw::new(begin.column, fault))
        };
        if !matches!(self.edges, Edges::Array(_)) && self.edges.series().is_none() {
            self.edges = Edges::of(&plan, &self.reading);
        }
        self.chunk(plan, piece, Some(flaw))
    }

    /// Takes what is before `end` from the buffer.
    fn cut(&mut self, end: Position) -> Piece {
        let begin = self.begin;
        let mut tail = self.pool.take();
        tail.reserve(self.target.max(self.full).max(self.buffer.len() - end.offset));
        tail.extend_from_slice(&self.buffer[end.offset..]);
        self.buffer.truncate(end.offset);
        self.begin.line += end.lines;
        if matches!(self.edges, Edges::Array(_)) {
            let last = memchr::memrchr(b'\n', &self.buffer).map(|at| at + 1);
            let column = if last.is_some() { 1 } else { self.begin.column };
            self.begin.column = column + symbols::width(&self.buffer[last.unwrap_or(0)..]);
        }
        self.scan = self.scan.after(end);
        Piece { begin, bytes: mem::replace(&mut self.buffer, tail) }
    }

    /// A chunk of a piece that has just been cut.
    fn chunk(&mut self, plan: Plan, Piece { begin, bytes }: Piece, flaw: Option<Flaw>) -> Chunk {
        // The end of a line that is skipped has not come yet.
        let is_in_line = self.skipping
            && !matches!(self.edges, Edges::Array(_))
            && self.edges.series().is_none();
        let end = self.begin.line + u64::from(is_in_line);
        let lines = mem::replace(&mut self.open_line, end)..end;
        let bytes = Text::of(&self.pool, bytes);
        let (file, head) = (Arc::clone(&self.file), Arc::clone(&self.head));
        Chunk { file, plan, begin, lines, bytes, head, flaw }
    }

    fn fail(&self, fault: SourceFault) -> SourceError {
        SourceError { file: Arc::clone(&self.file), line: Some(self.begin.line), fault }
    }
}

#[cfg(test)]
mod tests;
