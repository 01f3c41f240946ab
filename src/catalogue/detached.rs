//! Inputs that may block for ever, read by a thread that is never joined.
//!
//! ```text
//!   a pipe, a terminal ──▶ items ──▶ [· · · ·] ──▶ next(): the next item, or the end after a stop
//!                    detached thread   channel      any thread
//! ```
//!
//! A read of a pipe or a terminal can block for ever, and must not keep the program from ending. So
//! such reads are on a thread of their own, which ends with its input, or with the program. Files
//! need none: their reads end. Where the system refuses that thread, `next` reads by itself, and
//! waits as long as the read.
//!
//! Invariants. With that thread, `next` returns within a moment after the stop. Memory is bounded
//! by the channel. A panic of the iterator comes out of `next`. The thread starts with the first
//! `next`: an input is opened at its turn.
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
    let mut making = Some(Making::Later(items));
    std::iter::from_fn(move || {
        let mut begun = match making.take()? {
            Making::Later(items) => Aside::begin(items).map_or_else(Making::Here, Making::Aside),
            begun => begun,
        };
        let next = match &mut begun {
            Making::Aside(aside) => aside.next(&progress),
            Making::Here(items) | Making::Later(items) => {
                if progress.stop().load(Ordering::Relaxed) { None } else { items.next() }
            }
        };
        if next.is_some() {
            making = Some(begun);
        }
        next
    })
}

/// Where items are made.
enum Making<I, C> {
    /// Nothing has asked for one yet.
    Later(I),
    Aside(Aside<C>),
    /// On the thread that asks for them: the system starts no other.
    Here(I),
}

/// The thread, and the channel from it.
struct Aside<C> {
    receiver: Receiver<C>,
    /// `None` once it has ended.
    thread: Option<JoinHandle<()>>,
}

impl<C: Send + 'static> Aside<C> {
    /// Starts the thread; gives the items back if the system refuses it.
    fn begin<I: Iterator<Item = C> + Send + 'static>(items: I) -> Result<Aside<C>, I> {
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        // A thread that does not start would take them along.
        let (give, taken) = mpsc::channel::<I>();
        let make = move || {
            for item in taken.into_iter().flatten() {
                if sender.send(item).is_err() {
                    return;
                }
            }
        };
        match thread::Builder::new().spawn(make) {
            Ok(thread) => match give.send(items) {
                Ok(()) => Ok(Aside { receiver, thread: Some(thread) }),
                Err(mpsc::SendError(items)) => Err(items),
            },
            Err(_) => Err(items),
        }
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
