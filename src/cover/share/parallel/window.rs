//! The parts under way, in order.
//!
//! ```text
//!      slots     done │ running │ done │ running │ running │ waiting │ waiting ...
//!      id          7       8       9       12        10      a piece of a cut part has a later one
//! ```
//!
//! Invariant: before `next` no slot is waiting.

use std::collections::VecDeque;
use std::mem;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use rayon::Scope;

use super::meter::Meter;
use super::{Parallel, Searched};
use crate::cover::share::parts::{Gather, Part, PartError, Tried, attempt};

/// Parts started for each thread, so that none waits for the calling thread.
const AHEAD: usize = 4;

/// The most slots that have been started.
const MOST: usize = 1024;

/// The time to wait for a result before checking the clock, and whether the watch breaks.
const MOMENT: Duration = Duration::from_millis(2);

/// The state of each part.
pub(super) struct Window<'w, G> {
    crew: &'w Parallel<'w>,
    new: &'w (dyn Fn() -> G + Sync),
    meter: &'w Meter,
    memory: usize,
    slots: VecDeque<Slot<G>>,
    /// The first slot that may be waiting.
    next: usize,
    /// The number of running slots, and the memory of those done.
    running: usize,
    bytes: usize,
    started: u64,
    /// Whether the first slot has become the first piece of a cut, and nobody has seen it.
    is_first_new: bool,
    /// The covers of parts that were broken off.
    abandoned: u64,
    sender: Sender<(u64, Result<G>)>,
    receiver: Receiver<(u64, Result<G>)>,
}

/// A part and its state.
struct Slot<G> {
    part: Part,
    state: State<G>,
}

enum State<G> {
    Waiting,
    Running(u64),
    Done(G, u64),
}

/// A thread's result for a part.
enum Result<G> {
    Done(G, u64),
    Cut(Vec<Part>),
    /// Broken off, after this number of covers.
    Stopped(u64),
    Panicked,
}

impl<'w, G: Gather + Send> Window<'w, G> {
    pub(super) fn new(
        crew: &'w Parallel<'w>,
        parts: Vec<Part>,
        new: &'w (dyn Fn() -> G + Sync),
        meter: &'w Meter,
        memory: usize,
    ) -> Window<'w, G> {
        let (sender, receiver) = mpsc::channel();
        let slots = parts.into_iter().map(Slot::waiting).collect();
        let (next, running, bytes, started, abandoned) = (0, 0, 0, 0, 0);
        Window {
            crew,
            new,
            meter,
            memory,
            slots,
            next,
            running,
            bytes,
            started,
            is_first_new: false,
            abandoned,
            sender,
            receiver,
        }
    }

    /// Whether all parts have been handed out.
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Starts parts from the front on, within the limits for threads and memory.
    pub(super) fn fill<'scope>(&mut self, scope: &Scope<'scope>)
    where
        'w: 'scope,
    {
        while self.running < AHEAD * self.crew.threads.count() && self.next < self.slots.len() {
            // All others wait for the first one.
            if self.next > 0 && (self.next >= MOST || self.bytes >= self.memory) {
                break;
            }
            let slot = &mut self.slots[self.next];
            self.next += 1;
            if !matches!(slot.state, State::Waiting) {
                continue;
            }
            self.started += 1;
            self.running += 1;
            slot.state = State::Running(self.started);
            let (part, crew, new, meter) = (slot.part.clone(), self.crew, self.new, self.meter);
            let mut reply = Reply { id: self.started, sender: self.sender.clone(), is_sent: false };
            scope.spawn(move |_| reply.send(crew.try_part(&part, new, meter)));
        }
    }

    /// The first part, if it is done or cut: its share of the tree, and its outcome.
    pub(super) fn pop(&mut self) -> Option<(f64, Searched<'_, G>)> {
        if mem::take(&mut self.is_first_new) {
            let next = self.slots.front().map(|slot| &slot.part);
            return Some((0.0, Searched { gathered: (self.new)(), covers: 0, next }));
        }
        let Slot { part, state } = self.slots.pop_front()?;
        let State::Done(gathered, covers) = state else {
            self.slots.push_front(Slot { part, state });
            return None;
        };
        self.next -= 1;
        self.bytes -= gathered.bytes();
        Some((
            part.share(),
            Searched { gathered, covers, next: self.slots.front().map(|slot| &slot.part) },
        ))
    }

    /// Waits a moment for a result. `None` if a thread has panicked.
    pub(super) fn wait(&mut self) -> Option<()> {
        match self.receiver.recv_timeout(MOMENT) {
            Ok((id, result)) => self.note(id, result)?,
            Err(RecvTimeoutError::Timeout) => return Some(()),
            Err(RecvTimeoutError::Disconnected) => unreachable!("the window has a sender itself"),
        }
        while let Ok((id, result)) = self.receiver.try_recv() {
            self.note(id, result)?;
        }
        Some(())
    }

    /// Waits until nothing runs any more, which is soon after a stop. Returns the number of covers
    /// found.
    pub(super) fn abandon(&mut self) -> u64 {
        while self.running > 0 && self.wait().is_some() {}
        let done = self
            .slots
            .iter()
            .map(|slot| if let State::Done(_, covers) = slot.state { covers } else { 0 });
        done.fold(self.abandoned, u64::saturating_add)
    }

    fn note(&mut self, id: u64, result: Result<G>) -> Option<()> {
        self.running -= 1;
        let is_it = |slot: &Slot<G>| matches!(slot.state, State::Running(running) if running == id);
        let at = self.slots.iter().position(is_it).expect("what is running has a slot");
        match result {
            Result::Panicked => return None,
            // The meter has the reason.
            Result::Stopped(covers) => self.abandoned += covers,
            Result::Done(gathered, covers) => {
                self.bytes += gathered.bytes();
                self.slots[at].state = State::Done(gathered, covers);
            }
            // Only the cut has shown that it has no covers.
            Result::Cut(pieces) if pieces.is_empty() => {
                self.slots[at].state = State::Done((self.new)(), 0);
            }
            Result::Cut(pieces) => {
                let mut behind = self.slots.split_off(at + 1);
                self.slots.pop_back();
                self.slots.extend(pieces.into_iter().map(Slot::waiting));
                self.slots.append(&mut behind);
                self.next = self.next.min(at);
                self.is_first_new |= at == 0;
            }
        }
        Some(())
    }
}

impl<G> Slot<G> {
    fn waiting(part: Part) -> Slot<G> {
        Slot { part, state: State::Waiting }
    }
}

impl Parallel<'_> {
    /// Searches a part, or cuts it. Runs on a thread of the pool.
    fn try_part<G: Gather>(&self, part: &Part, new: &dyn Fn() -> G, meter: &Meter) -> Result<G> {
        let (mut engine, mut gathered) = (self.engine(), new());
        let report = &mut |nodes| meter.report(nodes);
        let tried = attempt(part, part.nodes(), engine.as_mut(), &mut gathered, report);
        let tried = tried.expect("a part's moves can be made by the engines of its problem");
        let result = match tried {
            Tried::Whole(covers) => Result::Done(gathered, covers),
            Tried::TooLarge => {
                drop(gathered);
                let mut watch = |_: &[Part]| meter.report(0).map_continue(|_| ());
                match part.cut(engine.as_mut(), &mut watch) {
                    Ok(pieces) => Result::Cut(pieces),
                    Err(PartError::Stopped) => Result::Stopped(0),
                    Err(error) => panic!("what could be searched can be cut: {error}"),
                }
            }
            Tried::Stopped(covers) => Result::Stopped(covers),
        };
        self.put_back(engine);
        result
    }
}

/// Sends a result, or its absence after a panic: so the receiver never waits in vain.
struct Reply<G> {
    id: u64,
    sender: Sender<(u64, Result<G>)>,
    is_sent: bool,
}

impl<G> Reply<G> {
    fn send(&mut self, result: Result<G>) {
        self.is_sent = true;
        // After a stop the receiver may be gone.
        let _ = self.sender.send((self.id, result));
    }
}

impl<G> Drop for Reply<G> {
    fn drop(&mut self) {
        if !mem::replace(&mut self.is_sent, true) {
            let _ = self.sender.send((self.id, Result::Panicked));
        }
    }
}
