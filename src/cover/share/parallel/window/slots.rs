//! The slots of a window: parts, what runs, and what is done.
//!
//! ```text
//!      slots     done │ running │ done │ running │ running │ waiting │ waiting ...
//!      id          7       8       9       12        10      a piece of a cut part has a later one
//! ```
//!
//! A part that is cut begins anew in pieces. So where cuts do not change the order of the covers,
//! it goes on beyond its own limit as long as no other thread needs work (`limits` in
//! [`parts`](crate::cover::share::parts)).
//!
//! Invariant: before `next` no slot is waiting.

#[cfg(test)]
mod in_order;

use std::collections::VecDeque;
use std::mem;

use crate::cover::share::parts::{Gather, Large, MOST_NODES, PART_BYTES, Part, Place};

/// The memory of covers that wait, from which on the calling thread is woken for them.
const ENOUGH: usize = 1 << 16;

/// The most slots that have been started.
const MOST: usize = 1024;

/// All parts, and what is under way.
pub(super) struct Slots<G> {
    all: VecDeque<Slot<G>>,
    /// The first slot that may be waiting. Slots after it may be done, where a part was cut.
    next: usize,
    /// The number of slots that wait, and of those that run.
    waiting: usize,
    running: usize,
    threads: usize,
    /// The one that is cut since a thread has nothing to do.
    shared_out: Option<u64>,
    large: Large,
    /// The batches that have not ended.
    batches: usize,
    /// The memory of those done.
    bytes: usize,
    started: u64,
    /// Whether the first slot has become the first piece of a cut since this was asked for.
    is_first_new: bool,
    /// The covers of parts that were broken off.
    abandoned: u64,
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

/// What a part may take.
pub(super) struct Room {
    /// The nodes before it [may go on](Slots::may_go_on).
    pub(super) nodes: u64,
    /// The memory of its covers: with few threads more than others have.
    pub(super) bytes: usize,
}

/// A part that has begun to run.
pub(super) struct Started {
    /// The number by which it runs.
    pub(super) id: u64,
    pub(super) part: Part,
    pub(super) room: Room,
}

/// A part that is done.
pub(super) struct DonePart<G> {
    pub(super) part: Part,
    pub(super) gathered: G,
    /// The number of its covers.
    pub(super) covers: u64,
}

/// A thread's result for a part.
pub(super) enum Outcome<G> {
    Done(G, u64),
    Cut(Vec<Part>),
    /// Broken off, after this number of covers.
    Stopped(u64),
}

impl<G: Gather> Slots<G> {
    pub(super) fn new(parts: Vec<Part>, threads: usize) -> Slots<G> {
        Slots {
            waiting: parts.len(),
            all: parts.into_iter().map(Slot::waiting).collect(),
            next: 0,
            running: 0,
            threads,
            shared_out: None,
            large: Large::default(),
            batches: 0,
            bytes: 0,
            started: 0,
            is_first_new: false,
            abandoned: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn is_running(&self) -> bool {
        self.running > 0
    }

    /// The covers of the parts that are done, and of those that were broken off.
    pub(super) fn covers(&self) -> u64 {
        let of = |slot: &Slot<G>| if let State::Done(_, covers) = slot.state { covers } else { 0 };
        self.all.iter().map(of).fold(self.abandoned, u64::saturating_add)
    }

    /// Begins batches for what waits and runs, up to `most` in all. Returns how many begin.
    pub(super) fn begin_batches(&mut self, most: usize) -> usize {
        let wanted = (self.waiting + self.running).min(most);
        let more = wanted.saturating_sub(self.batches);
        self.batches += more;
        more
    }

    /// Whether a part may be started, by the limits for slots and memory.
    pub(super) fn can_start(&self, memory: usize) -> bool {
        // All others wait for the first one.
        let is_first = self.all.front().is_some_and(Slot::is_waiting);
        self.waiting > 0 && (is_first || self.next < MOST && self.bytes < memory)
    }

    /// The first part that waits, which runs from now on.
    pub(super) fn start(&mut self, memory: usize) -> Option<Started> {
        if !self.can_start(memory) {
            return None;
        }
        let waiting = self.all.range_mut(self.next..).enumerate();
        let mut waiting = waiting.filter(|(_, slot)| slot.is_waiting());
        let (passed, slot) = waiting.next()?;
        self.started += 1;
        slot.state = State::Running(self.started);
        let part = slot.part.clone();
        self.next += passed + 1;
        self.waiting -= 1;
        self.running += 1;
        let nodes = self.large.limit(part.place(), part.nodes());
        let is_beside_large = self.large.is_beside(part.place());
        let bytes = if is_beside_large { 0 } else { memory / (2 * self.threads) };
        let room = Room { nodes, bytes: bytes.max(PART_BYTES) };
        Some(Started { id: self.started, part, room })
    }

    /// The place among the slots of what runs by this number.
    fn at(&self, id: u64) -> usize {
        let is_it = |slot: &Slot<G>| matches!(slot.state, State::Running(running) if running == id);
        self.all.iter().position(is_it).expect("what is running has a slot")
    }

    /// Whether a part goes on that has taken this number of nodes. Otherwise it is cut, and what it
    /// has done is lost. So only one is cut where a thread has nothing to do, and a large one.
    pub(super) fn may_go_on(&mut self, id: u64, nodes: u64, memory: usize) -> bool {
        let at = self.at(id);
        let place = self.all[at].part.place();
        // The pieces of the whole are soon work for all.
        if *place == Place::WHOLE || nodes >= MOST_NODES || self.large.is_beside(place) {
            return false;
        }
        let is_idle = self.running < self.threads && !self.can_start(memory);
        // What waits for memory waits for the first one.
        let is_in_the_way = self.waiting == 0 || at == 0;
        if is_idle && is_in_the_way && self.shared_out.is_none() {
            self.shared_out = Some(id);
            return false;
        }
        true
    }

    /// The first slot, if it is done.
    pub(super) fn pop(&mut self) -> Option<DonePart<G>> {
        let Slot { part, state } = self.all.pop_front()?;
        let State::Done(gathered, covers) = state else {
            self.all.push_front(Slot { part, state });
            return None;
        };
        // It is 0 already where all slots after a cut were done before.
        self.next = self.next.saturating_sub(1);
        self.bytes -= gathered.bytes();
        Some(DonePart { part, gathered, covers })
    }

    /// Whether the first slot has become the first piece of a cut since the last call.
    pub(super) fn take_first_new(&mut self) -> bool {
        mem::take(&mut self.is_first_new)
    }

    /// The part at the front.
    pub(super) fn first(&self) -> Option<Part> {
        self.all.front().map(|slot| slot.part.clone())
    }

    /// Notes a result; `empty` is that of a part without covers. Returns whether the calling thread
    /// has something to do.
    pub(super) fn note(&mut self, id: u64, outcome: Outcome<G>, empty: impl FnOnce() -> G) -> bool {
        self.running -= 1;
        let is_shared_out = self.shared_out.take_if(|shared_out| *shared_out == id).is_some();
        let at = self.at(id);
        if matches!(outcome, Outcome::Cut(_)) && !is_shared_out {
            self.large.note(self.all[at].part.place());
        }
        match outcome {
            // The meter has the reason.
            Outcome::Stopped(covers) => {
                self.abandoned += covers;
                true
            }
            Outcome::Done(gathered, covers) => {
                self.bytes += gathered.bytes();
                self.all[at].state = State::Done(gathered, covers);
                at == 0 && self.bytes >= ENOUGH
            }
            // Only the cut has shown that it has no covers.
            Outcome::Cut(pieces) if pieces.is_empty() => {
                self.all[at].state = State::Done(empty(), 0);
                false
            }
            Outcome::Cut(pieces) => {
                self.waiting += pieces.len();
                let mut behind = self.all.split_off(at + 1);
                self.all.pop_back();
                self.all.extend(pieces.into_iter().map(Slot::waiting));
                self.all.append(&mut behind);
                self.next = self.next.min(at);
                self.is_first_new |= at == 0;
                true
            }
        }
    }
}

impl<G> Slots<G> {
    pub(super) fn end_batch(&mut self) {
        self.batches -= 1;
    }
}

impl<G> Slot<G> {
    fn waiting(part: Part) -> Slot<G> {
        Slot { part, state: State::Waiting }
    }

    fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::share::parts::Listing;
    use crate::cover::{Cover, Links, Problem};
    use crate::watch::Patient;

    /// The pieces of a problem with this number of covers, each of which is one.
    fn pieces(covers: usize) -> Vec<Part> {
        let problem: Problem = "a\n".repeat(covers + 1).parse().unwrap();
        Part::whole().cut(&mut Links::new(&problem).unwrap(), &mut Patient).unwrap()
    }

    #[test]
    fn one_part_is_cut_if_a_thread_has_nothing_to_do() {
        let mut slots = Slots::new(pieces(4), 3);
        let ids: Vec<_> = (0..3).map(|_| slots.start(1).unwrap().id).collect();
        assert!(ids.iter().all(|&id| slots.may_go_on(id, MOST_NODES - 1, 1)), "one waits");
        slots.note(ids[0], Outcome::Done((), 1), || ());
        let last = slots.start(1).unwrap().id;
        assert!(slots.may_go_on(last, MOST_NODES - 1, 1), "all run");
        slots.note(ids[1], Outcome::Done((), 1), || ());
        assert!(!slots.may_go_on(last, 1, 1), "a thread has nothing to do");
        assert!(slots.may_go_on(ids[2], 1, 1), "it will have the pieces of the other");
        slots.note(last, Outcome::Cut(vec![]), || ());
        assert!(!slots.may_go_on(ids[2], 1, 1), "which were none");
        slots.note(ids[2], Outcome::Cut(pieces(4)), || ());
        let again = slots.start(1).unwrap().id;
        assert!(slots.may_go_on(again, MOST_NODES - 1, 1));
    }

    #[test]
    fn the_first_part_is_cut_if_the_others_wait_for_memory() {
        let mut slots = Slots::new(pieces(4), 3);
        let ids: Vec<_> = (0..3).map(|_| slots.start(1).unwrap().id).collect();
        let list = |covers| {
            let mut listing = Listing::default();
            (0..covers).for_each(|_| listing.take(Cover::new(&[], &[0])));
            Outcome::Done(listing, covers)
        };
        slots.note(ids[2], list(1), Listing::default);
        assert!(slots.start(1).is_none(), "its cover takes more than a byte");
        assert!(slots.may_go_on(ids[1], 1, 1));
        assert!(!slots.may_go_on(ids[0], 1, 1));
    }

    #[test]
    fn pieces_beside_a_large_one_are_cut_soon() {
        let mut slots = Slots::new(pieces(4), 2);
        let ids = [0; 2].map(|_| slots.start(1).unwrap().id);
        assert!(slots.may_go_on(ids[1], MOST_NODES - 1, 1));
        assert!(!slots.may_go_on(ids[0], MOST_NODES, 1), "no part takes more");
        slots.note(ids[0], Outcome::Cut(Vec::new()), || ());
        assert!(!slots.may_go_on(ids[1], 1, 1), "it is beside a large one");
        slots.note(ids[1], Outcome::Done((), 1), || ());
        let memory = 64 * PART_BYTES;
        let room = |slots: &mut Slots<()>| slots.start(memory).unwrap().room.bytes;
        assert_eq!([room(&mut slots), room(&mut slots)], [PART_BYTES; 2]);
        assert_eq!(room(&mut Slots::new(pieces(4), 2)), memory / 4);
    }
}
