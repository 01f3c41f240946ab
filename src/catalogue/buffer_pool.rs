//! The buffers of texts that are done with, for the next ones.
//!
//! ```text
//!      a chunk is cut ──▶ read, answered ──▶ dropped ─╮
//!            ▲                                        │
//!            ╰────────────── its buffer ◀─────────────╯
//! ```
//!
//! New memory is slow: the system fills a page with zeros when it is first touched, and an
//! allocator gives large pieces back to the system as soon as they are free. Of the pages that
//! `tourdion verify` touched on two threads for a file of 4 MB, a third were chunks that came one
//! after another (`perf record -e exceptions:page_fault_user`, before there was a pool).
//!
//! Invariant: a buffer taken is empty. Deliberately lacking: a bound on the number of buffers;
//! there are never more than were in use at one time.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::lock::locked;

/// Empty buffers with the memory of texts that are done with, for threads to share.
///
/// ```
/// use tourdion::catalogue::BufferPool;
///
/// let pool = BufferPool::default();
/// let mut buffer = pool.take();
/// buffer.extend_from_slice(b"a text");
/// let place = buffer.as_ptr();
/// pool.put_back(buffer);
///
/// let buffer = pool.take();
/// assert!(buffer.is_empty());
/// assert_eq!(buffer.as_ptr(), place);
/// ```
#[derive(Default, Debug)]
pub struct BufferPool(Mutex<Spare>);

#[derive(Default, Debug)]
struct Spare {
    buffers: Vec<Vec<u8>>,
    /// The most bytes that a text had: new buffers have room for as many.
    longest: usize,
}

impl BufferPool {
    /// The most bytes of a buffer that is kept, far beyond those of everyday texts.
    const MOST: usize = 4 << 20;

    /// Keeps the memory of a text.
    pub fn put_back(&self, mut text: Vec<u8>) {
        if (1..=BufferPool::MOST).contains(&text.capacity()) {
            let mut spare = self.spare();
            spare.longest = spare.longest.max(text.len());
            text.clear();
            spare.buffers.push(text);
        }
    }

    /// An empty buffer, in used memory if there is any.
    pub fn take(&self) -> Vec<u8> {
        let mut spare = self.spare();
        spare.buffers.pop().unwrap_or_else(|| Vec::with_capacity(spare.longest))
    }

    fn spare(&self) -> MutexGuard<'_, Spare> {
        // No panic leaves less than a list of empty ones.
        locked(&self.0)
    }
}

/// A text whose buffer goes back to its pool.
#[derive(Clone, Debug)]
pub(super) struct Text {
    bytes: Vec<u8>,
    pool: Arc<BufferPool>,
}

impl Text {
    pub(super) fn of(pool: &Arc<BufferPool>, bytes: Vec<u8>) -> Text {
        Text { bytes, pool: Arc::clone(pool) }
    }

    /// Another text, of the same pool.
    pub(super) fn beside(&self, bytes: &[u8]) -> Text {
        let mut buffer = self.pool.take();
        buffer.extend_from_slice(bytes);
        Text::of(&self.pool, buffer)
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
        self.pool.put_back(std::mem::take(&mut self.bytes));
    }
}
