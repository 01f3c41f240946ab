//! What may wait for ever, on a thread that nobody joins.
//!
//! ```text
//!   a pipe, a terminal ──▶ items ──▶ [· · · ·] ──▶ next(): the next item, or the end after a stop
//!                    detached thread   channel      any thread
//! ```
//!
//! A read of a pipe or a terminal can block for ever, and must not keep the program from ending. So
//! such reads are on a thread of their own, which ends with its input, or with the program. Files
//! need none: their reads end.
//!
//! Invariants. After the stop `next` returns within a moment. Memory is bounded by the channel. A
//! panic of the iterator comes out of `next`. The thread starts with the first `next`: an input is
//! opened at its turn.
//!
//! Deliberately lacking: an end of the read that blocks.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::source::ReadProgress;

/// Items made ahead.
const AHEAD: usize = 4;

/// The time between two looks at the flag.
const MOMENT: Duration = Duration::from_millis(50);

/// The items of `items`, made on a thread of their own, up to a [`ReadProgress::stop`].
///
/// ```
/// use std::sync::{atomic::Ordering, mpsc};
/// use tourdion::catalogue::{ReadProgress, detached};
///
/// let (sender, pipe) = mpsc::channel();
/// let progress = ReadProgress::new();
/// let mut items = detached(pipe.into_iter(), progress.clone());
/// sender.send(7)?;
/// assert_eq!(items.next(), Some(7));
/// progress.stop().store(true, Ordering::Relaxed);
/// assert_eq!(items.next(), None); // although more may come
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// `next` panics if that of `items` does: with the same panic.
pub fn detached<C: Send + 'static>(
    items: impl Iterator<Item = C> + Send + 'static,
    progress: Arc<ReadProgress>,
) -> impl Iterator<Item = C> + Send + 'static {
    let (mut items, mut aside) = (Some(items), None);
    std::iter::from_fn(move || {
        if let Some(items) = items.take() {
            aside = Some(Aside::begin(items));
        }
        let next = aside.as_mut()?.next(&progress);
        if next.is_none() {
            aside = None;
        }
        next
    })
}

/// The thread, and the channel from it.
struct Aside<C> {
    receiver: Receiver<C>,
    /// `None` once it has ended.
    thread: Option<JoinHandle<()>>,
}

impl<C: Send + 'static> Aside<C> {
    fn begin(items: impl Iterator<Item = C> + Send + 'static) -> Aside<C> {
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        let thread = thread::spawn(move || {
            for item in items {
                if sender.send(item).is_err() {
                    return;
                }
            }
        });
        Aside { receiver, thread: Some(thread) }
    }

    fn next(&mut self, progress: &ReadProgress) -> Option<C> {
        while !progress.stop().load(Ordering::Relaxed) {
            match self.receiver.recv_timeout(MOMENT) {
                Ok(item) => return Some(item),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // The channel closes as the thread ends, so this does not block.
                    if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                        panic::resume_unwind(panic);
                    }
                    return None;
                }
            }
        }
        None
    }
}
