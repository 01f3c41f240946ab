//! Paper: the memory of texts that are done with, for the next ones.
//!
//! ```text
//!      a chunk is cut ──▶ read, answered ──▶ dropped ─╮
//!            ▲                                        │
//!            ╰────────────── its paper ◀──────────────╯
//! ```
//!
//! New memory is slow: the system fills a page with zeros when it is first touched, and an
//! allocator gives large pieces back to the system as soon as they are free. Of the pages that
//! `tourdion verify` touched on two threads for a file of 4 MB, a third were chunks that came one
//! after another (`perf record -e exceptions:page_fault_user`, before chunks had paper).
//!
//! Invariant: a sheet is empty. Deliberately lacking: a bound on the number of sheets; there are
//! never more than were in use at one time.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The memory of texts that are done with, for threads to share.
///
/// ```
/// use tourdion::catalogue::Paper;
///
/// let paper = Paper::default();
/// let mut sheet = paper.sheet();
/// sheet.extend_from_slice(b"a text");
/// let place = sheet.as_ptr();
/// paper.take_back(sheet);
///
/// let sheet = paper.sheet();
/// assert!(sheet.is_empty());
/// assert_eq!(sheet.as_ptr(), place);
/// ```
#[derive(Default, Debug)]
pub struct Paper(Mutex<Sheaf>);

#[derive(Default, Debug)]
struct Sheaf {
    sheets: Vec<Vec<u8>>,
    /// The most bytes that a text had: new sheets have room for as many.
    longest: usize,
}

impl Paper {
    /// The most bytes that are kept of a sheet, far beyond those of everyday texts.
    const MOST: usize = 4 << 20;

    /// Takes the memory of a text.
    pub fn take_back(&self, mut text: Vec<u8>) {
        if (1..=Paper::MOST).contains(&text.capacity()) {
            let mut sheaf = self.sheaf();
            sheaf.longest = sheaf.longest.max(text.len());
            text.clear();
            sheaf.sheets.push(text);
        }
    }

    /// An empty text, in used memory if there is any.
    pub fn sheet(&self) -> Vec<u8> {
        let mut sheaf = self.sheaf();
        sheaf.sheets.pop().unwrap_or_else(|| Vec::with_capacity(sheaf.longest))
    }

    fn sheaf(&self) -> MutexGuard<'_, Sheaf> {
        // No panic leaves less than a list of empty ones.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A text that gives its paper back.
#[derive(Clone, Debug)]
pub(super) struct Text {
    bytes: Vec<u8>,
    paper: Arc<Paper>,
}

impl Text {
    pub(super) fn on(paper: &Arc<Paper>, bytes: Vec<u8>) -> Text {
        Text { bytes, paper: Arc::clone(paper) }
    }

    /// Another text, on the same paper.
    pub(super) fn beside(&self, bytes: &[u8]) -> Text {
        let mut sheet = self.paper.sheet();
        sheet.extend_from_slice(bytes);
        Text::on(&self.paper, sheet)
    }
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        self.paper.take_back(std::mem::take(&mut self.bytes));
    }
}
