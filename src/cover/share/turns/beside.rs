//! The search that learns, on another thread in its long turns.
//!
//! ```text
//!      plain    ▮▮▮▮  ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮ ...
//!      learn        ▮  ▮▮▮▮▮▮▮▮▮▮▮▮   ▮▮▮▮▮▮ ...      a turn begins when the plain search has come
//!                      ╰ turn 2       ╰ turn 3         as far as it had to, and the last turn ends
//! ```
//!
//! The turns begin at the same points of the plain search, and are as long, as on one thread. There
//! the plain search waits meanwhile; here it goes on, and waits when the next turn begins. What it
//! finds before has its place after what the turn finds. So it waits too before it shows a cover,
//! and the covers and their order are those of one thread.
//!
//! The thread starts with the first of these turns.
//!
//! Invariant: after a search the engine that learns is back.

use std::cell::RefCell;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use super::Recipient;
use super::learner::Learner;
use crate::cover::{Cover, Engine, EngineProgress, Learn, Move, OptionId, Statistics};
#[cfg(feature = "parallel")]
pub(super) use crate::threads::LateThread;
use crate::watch::{Stop, Watch};

/// There is no other thread.
#[cfg(not(feature = "parallel"))]
#[derive(Debug)]
pub(super) enum LateThread {}

#[cfg(not(feature = "parallel"))]
impl LateThread {
    const fn is_there(&self) -> bool {
        match *self {}
    }

    fn start(&self, _: Box<dyn FnOnce() + Send>) {
        match *self {}
    }

    pub(super) const fn join(&mut self) {
        match *self {}
    }
}

/// The least work of a turn for another thread, as a search that learns counts it: about a
/// millisecond.
pub(super) const LONG_TURN: u64 = 1 << 16;

/// The time to wait for news before the watch has a pulse.
const MOMENT: Duration = Duration::from_millis(2);

/// What the other thread has to say.
enum News {
    /// The options of a cover, without those held.
    Cover(Vec<u32>),
    /// The turn is over, and perhaps the whole search.
    Over { learn: Box<Learn>, is_done: bool },
}

/// The search that learns.
pub(super) struct Other<'t> {
    pub(super) learner: &'t mut Learner,
    /// Whether it has come to its end.
    pub(super) is_done: bool,
    held: &'t [Move],
    /// The work of the plain engine at its last pulse.
    plain: Statistics,
    thread: Option<&'t LateThread>,
    long_turn: u64,
    /// Of the turn on another thread.
    news: Option<Receiver<News>>,
    stop: Stop,
}

impl<'t> Other<'t> {
    pub(super) fn new(
        learner: &'t mut Learner,
        held: &'t [Move],
        thread: Option<&'t LateThread>,
        long_turn: u64,
    ) -> Other<'t> {
        let plain = Statistics::default();
        let (is_done, news, stop) = (false, None, Stop::new());
        Other { learner, is_done, held, plain, thread, long_turn, news, stop }
    }

    /// Begins a turn up to `limit` on another thread, if there is one and the work left is worth
    /// it.
    pub(super) fn leave(&mut self, left: u64, limit: u64, patience: u64) -> bool {
        let Some(thread) = self.thread.filter(|_| left >= self.long_turn) else { return false };
        if !thread.is_there() {
            return false;
        }
        let away = Learner::Away(self.learner.statistics());
        let mut learn = match std::mem::replace(self.learner, away) {
            Learner::Made(learn) => learn,
            other => {
                *self.learner = other;
                return false;
            }
        };
        let (sender, receiver) = mpsc::channel();
        self.news = Some(receiver);
        let mut watch = TurnWatch { stop: self.stop.clone(), limit, patience };
        thread.start(Box::new(move || {
            let mut show = |cover: Cover<'_>| {
                let options = cover.chosen().map(|option: OptionId| option.index() as u32);
                match sender.send(News::Cover(options.collect())) {
                    Ok(()) => Continue(()),
                    Err(_) => Break(()),
                }
            };
            let is_done = learn.search(&mut show, &mut watch).is_continue();
            // After a panic there is nobody to receive it.
            let _ = sender.send(News::Over { learn, is_done });
        }));
        true
    }

    /// Shows the covers that a turn on another thread has found. `Break` ends the question.
    /// `plain` is the work of the plain engine.
    pub(super) fn look(
        &mut self,
        recipient: &RefCell<Recipient<'_, '_>>,
        plain: Statistics,
    ) -> ControlFlow<()> {
        self.plain = plain;
        while let Some(news) = &self.news {
            match news.try_recv() {
                Ok(news) => self.take(news, recipient)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return self.fail(),
            }
        }
        Continue(())
    }

    /// The same, until the turn is over; `partial` is where the plain search is.
    pub(super) fn wait(
        &mut self,
        recipient: &RefCell<Recipient<'_, '_>>,
        partial: Cover<'_>,
    ) -> ControlFlow<()> {
        let so_far = EngineProgress { statistics: self.plain, partial };
        while let Some(news) = &self.news {
            match news.recv_timeout(MOMENT) {
                Ok(news) => self.take(news, recipient)?,
                Err(RecvTimeoutError::Timeout) => {
                    recipient.borrow_mut().pulse(&so_far, self.learner.statistics())?;
                }
                Err(RecvTimeoutError::Disconnected) => return self.fail(),
            }
        }
        Continue(())
    }

    fn take(&mut self, news: News, recipient: &RefCell<Recipient<'_, '_>>) -> ControlFlow<()> {
        match news {
            News::Cover(chosen) => recipient.borrow_mut().show(Cover::new(self.held, &chosen)),
            News::Over { learn, is_done } => {
                *self.learner = Learner::Made(learn);
                (self.news, self.is_done) = (None, is_done);
                if is_done { Break(()) } else { Continue(()) }
            }
        }
    }

    /// The other thread has panicked: the panic goes on when the search has ended.
    fn fail(&mut self) -> ControlFlow<()> {
        self.news = None;
        Break(())
    }

    /// Ends a turn on another thread, and returns whether the search has come to its end.
    pub(super) fn end(self) -> bool {
        self.stop.stop();
        for news in self.news.iter().flatten() {
            if let News::Over { learn, .. } = news {
                *self.learner = Learner::Made(learn);
            }
        }
        self.is_done
    }
}

/// Ends a turn on another thread.
struct TurnWatch {
    stop: Stop,
    limit: u64,
    patience: u64,
}

impl Watch<EngineProgress<'_>> for TurnWatch {
    fn patience(&self) -> u64 {
        self.patience
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let is_over = so_far.statistics.work() >= self.limit || self.stop.is_stopped();
        if is_over { Break(()) } else { Continue(()) }
    }
}
