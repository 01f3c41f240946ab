//! The items that a pass has still to look at.
//!
//! A pass can find something new only at items that lost an option since its last look, or whose
//! options came to clash. So each pass has a queue of its own, with an item at most once.

use std::collections::VecDeque;

use super::steps::Pass;
use crate::cover::{Bounds, ItemId, Problem};

/// The passes that have a queue.
const QUEUES: [Pass; 4] = [Pass::Idle, Pass::Forced, Pass::Dominated, Pass::Blocked];

/// The queues.
#[derive(Debug)]
pub(super) struct News {
    queues: [VecDeque<ItemId>; QUEUES.len()],
    /// For each item, a bit for each queue that it may stand in, and a bit for each that it stands
    /// in.
    interested: Vec<u8>,
    queued: Vec<u8>,
}

impl News {
    /// Queues with every item.
    pub(super) fn new(problem: &Problem) -> News {
        // Bits as in `QUEUES`.
        let interested = |item| match problem.bounds(item) {
            _ if !problem.is_primary(item) => 0b0101,
            Bounds::ONCE => 0b1110,
            _ => 0b1111,
        };
        let interested: Vec<u8> = problem.items().map(interested).collect();
        let mut news =
            News { queues: Default::default(), queued: vec![0; interested.len()], interested };
        problem.items().for_each(|item| news.add(item));
        news
    }

    /// Notes that an option of the item has gone, or that the item has less room.
    pub(super) fn add(&mut self, item: ItemId) {
        let new = self.interested[item.index()] & !self.queued[item.index()];
        self.queued[item.index()] |= new;
        for (k, queue) in self.queues.iter_mut().enumerate() {
            if new >> k & 1 == 1 {
                queue.push_back(item);
            }
        }
    }

    /// The next item that `pass` has to look at.
    pub(super) fn next(&mut self, pass: Pass) -> Option<ItemId> {
        let k = QUEUES.iter().position(|&other| other == pass)?;
        let item = self.queues[k].pop_front()?;
        self.queued[item.index()] &= !(1 << k);
        Some(item)
    }
}
