//! The output for a chunk.
//!
//! ```text
//!      pieces                  results, and the remarks on them, printed first
//!      complaints, results     what comes behind them
//! ```
//!
//! An answer may have no end, as all solutions of a puzzle. So a sheet can be passed on in parts,
//! once all sheets before it are printed.

use std::fmt::{self, Display};
use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tourdion::catalogue::{BufferPool, CatalogueForm, CommentsLikeRows, OrderedTurn};

use super::print;
use super::rows::Head;

/// Where a puzzle stands.
#[derive(Clone, Copy)]
pub(in crate::cli) struct FilePlace<'p> {
    pub(in crate::cli) file: &'p str,
    pub(in crate::cli) line: u64,
    pub(in crate::cli) column: u64,
}

impl Display for FilePlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FilePlace { file, line, column } = self;
        write!(f, "{file}:{line}:{column}")
    }
}

/// The output for a chunk.
#[allow(clippy::struct_excessive_bools)] // each is a finding of its own
pub(in crate::cli) struct Sheet<T> {
    pub(super) file: Arc<str>,
    /// The form that its file was recognised to have.
    pub(super) form: Option<CatalogueForm>,
    pub(super) other_form: Option<OtherForm>,
    /// What its beginning looks like, if that is grids of another shape.
    pub(super) other_shape: Option<String>,
    /// Whether an entry was refused for its kind or shape, which its complaint says.
    pub(super) has_refused: bool,
    pub(super) comments: Comments,
    /// What stands before the rows of its file, if the results are rows.
    pub(super) head: Option<Head>,
    /// What is printed first.
    pieces: Vec<Piece>,
    /// The bytes of results in the pieces.
    in_pieces: usize,
    /// The bytes of results with which it is offered next.
    due: usize,
    /// When it was begun, or passed on the last time.
    since: Instant,
    /// For standard output.
    pub(in crate::cli) results: Vec<u8>,
    /// For standard error.
    pub(in crate::cli) complaints: Vec<u8>,
    /// For standard error before them, unless the command is quiet.
    pub(super) remark: String,
    /// Entries that could not be read.
    pub(in crate::cli) unreadable: u64,
    /// 1 if the file could not be read, or not to its end.
    pub(in crate::cli) failed: u64,
    /// Whether there was any entry.
    pub(in crate::cli) has_entries: bool,
    /// Whether the run ends with this sheet.
    pub(in crate::cli) is_last: bool,
    /// Whether an interrupt has cut it off.
    pub(super) is_cut: bool,
    pub(in crate::cli) tally: T,
}

/// Another form that a file looks like.
#[derive(Clone, Copy)]
pub(super) struct OtherForm {
    /// The first line that can't be read in the file's form, and looks like this one.
    pub(super) line: u64,
    pub(super) form: CatalogueForm,
}

/// What a chunk has besides entries.
#[derive(Clone, Copy, Default)]
pub(super) struct Comments {
    /// Whether there was text and no entry, and not for want of rows in a table.
    pub(super) are_alone: bool,
    /// Those in a table that look like rows.
    pub(super) like_rows: Option<CommentsLikeRows>,
}

/// Results, and remarks on them, which are printed behind them.
struct Piece {
    results: Vec<u8>,
    complaints: Vec<u8>,
}

/// The most bytes of results in a sheet whose turn has not come.
const ROOM: usize = 1 << 18;

/// What is done sooner is not worth a part.
const SOON: Duration = Duration::from_millis(10);

impl<T: Default> Sheet<T> {
    /// An empty sheet for this file.
    pub(in crate::cli) fn of(file: Arc<str>) -> Sheet<T> {
        Sheet {
            file,
            form: None,
            other_form: None,
            other_shape: None,
            has_refused: false,
            comments: Comments::default(),
            head: None,
            pieces: Vec::new(),
            in_pieces: 0,
            due: 1,
            since: Instant::now(),
            results: Vec::new(),
            complaints: Vec::new(),
            remark: String::new(),
            unreadable: 0,
            failed: 0,
            has_entries: false,
            is_last: false,
            is_cut: false,
            tally: T::default(),
        }
    }
}

impl<T> Sheet<T> {
    /// The name of the file.
    pub(in crate::cli) fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// Adds a complaint about a place.
    pub(in crate::cli) fn complain(&mut self, place: FilePlace<'_>, what: impl Display) {
        // A write into memory does not fail.
        let _ = writeln!(self.complaints, "{place}: {what}");
    }

    /// Lets remarks stand behind the results so far, and before what comes.
    pub(in crate::cli) fn end_piece(&mut self) {
        if self.complaints.is_empty() {
            return;
        }
        self.in_pieces += self.results.len();
        let (results, complaints) = (mem::take(&mut self.results), mem::take(&mut self.complaints));
        self.pieces.push(Piece { results, complaints });
    }

    /// Prints the pieces, the complaints, and then the results.
    pub(in crate::cli) fn print(&mut self, bar: &ProgressBar) -> anyhow::Result<()> {
        for Piece { results, complaints } in mem::take(&mut self.pieces) {
            print(&results, &[], bar)?;
            print(&[], &complaints, bar)?;
        }
        print(&self.results, &self.complaints, bar)
    }
}

/// The turn of a sheet, in the order of the input: then it can be passed on in parts.
pub(in crate::cli) struct SheetTurn<'t, T> {
    pub(super) turn: &'t OrderedTurn<'t, Sheet<T>>,
    /// The memory of what was printed.
    pub(super) pool: &'t BufferPool,
}

impl<T: Default> SheetTurn<'_, T> {
    /// Passes on what is written, if the turn has come, some time has passed, and there is twice as
    /// much as the last time; or once it takes too much memory: then it waits. So what is not shown
    /// yet took hardly longer than what is. Breaks if the run is stopped.
    pub(in crate::cli) fn offer(&self, sheet: &mut Sheet<T>) -> ControlFlow<()> {
        let bytes = sheet.in_pieces + sheet.results.len();
        if bytes < sheet.due {
            return ControlFlow::Continue(());
        }
        sheet.due = (2 * bytes).min(ROOM);
        let is_late = sheet.since.elapsed() >= SOON;
        if bytes >= ROOM || is_late && self.turn.has_come() {
            return self.pass_on(sheet);
        }
        ControlFlow::Continue(())
    }

    /// Waits for the turn, and passes on what is written. Breaks if the run is stopped.
    pub(in crate::cli) fn pass_on(&self, sheet: &mut Sheet<T>) -> ControlFlow<()> {
        self.turn.wait()?;
        sheet.since = Instant::now();
        self.turn.pass(Sheet {
            form: sheet.form,
            has_refused: sheet.has_refused,
            head: sheet.head.take(),
            remark: mem::take(&mut sheet.remark),
            pieces: mem::take(&mut sheet.pieces),
            in_pieces: mem::take(&mut sheet.in_pieces),
            results: mem::replace(&mut sheet.results, self.pool.take()),
            complaints: mem::take(&mut sheet.complaints),
            unreadable: mem::take(&mut sheet.unreadable),
            has_entries: sheet.has_entries,
            tally: mem::take(&mut sheet.tally),
            ..Sheet::of(sheet.file.clone())
        })
    }
}
