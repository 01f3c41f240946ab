//! Items that may or must stand in several options: their remaining needs, and the steps that
//! change these.
//!
//! ```text
//!      item c of 2:3           need  room  left   slack
//!      c a  c b  c d  c e  f     2     3     4       2    c can lose this number
//!      c a is chosen             1     2     3       2    it is c's no longer
//!      c b is banned             1     2     2       1
//!      c d is chosen             0     1     1            c needs no more
//!      c e is chosen             0     0                  c is covered
//! ```
//!
//! The sets are those of [`Sets`](super::sets::Sets). An item without room is covered. A step notes
//! an item's state before it changes the item; taking steps back restores these notes, the latest
//! first. Secondary items without colours are included: they need nothing, and have room for one
//! option.
//!
//! Invariant: the slack of a primary item with a need is the number of options left minus this
//! need, or 0 if that is negative.
//!
//! Deliberately lacking: speed. A search for exact covers takes the steps of [`sets`](super::sets).

use super::blocks::{Blocks, COVERED};
use super::layout::Key;
use super::sets::Sets;
use crate::cover::{Bounds, Problem};

/// The needs of all items, and their room.
#[derive(Clone, Debug)]
pub(super) struct Demands {
    /// The bounds of each item.
    asked: Vec<Bounds>,
    pub(super) need: Vec<u32>,
    pub(super) room: Vec<u32>,
    /// For each primary item, the number of dispensable options; [`COVERED`] or more if it needs
    /// none.
    pub(super) slack: Vec<u32>,
    pub(super) blocks: Blocks,
    trail: Vec<Was>,
    /// The nodes of the option being chosen whose items it covers.
    fresh: Vec<u32>,
    /// Whether the latest step left each item enough options.
    alive: bool,
    /// The first item to which such a step did not.
    pub(super) short: u32,
}

/// An item's state before a change.
#[derive(Clone, Copy, Debug)]
struct Was {
    item: u32,
    size: u32,
    need: u32,
    room: u32,
}

impl Demands {
    /// The demands of `problem`, which is laid out in `sets`.
    pub(super) fn new(problem: &Problem, sets: &Sets, key: &Key) -> Demands {
        let asked: Vec<Bounds> =
            (0..sets.size.len()).map(|item| problem.bounds(key.item(item))).collect();
        let (need, room): (Vec<u32>, Vec<u32>) =
            asked.iter().map(|asked| (asked.least, asked.most)).unzip();
        let slack: Vec<u32> =
            (0..sets.primary).map(|item| slack(sets.size[item], need[item])).collect();
        Demands {
            blocks: Blocks::new(&slack),
            asked,
            need,
            room,
            slack,
            trail: Vec::new(),
            fresh: Vec::new(),
            alive: true,
            short: 0,
        }
    }

    /// The bounds of the item.
    pub(super) fn asked(&self, item: usize) -> Bounds {
        self.asked[item]
    }

    /// The length of the trail.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all steps since `mark`.
    pub(super) fn back_to(&mut self, mark: usize, sets: &mut Sets) {
        while self.trail.len() > mark
            && let Some(was) = self.trail.pop()
        {
            let item = was.item as usize;
            sets.size[item] = was.size;
            (self.need[item], self.room[item]) = (was.need, was.room);
            self.update_slack(item, sets);
        }
    }

    /// Whether each item has enough options left.
    pub(super) fn can_be_met(&self, sets: &Sets) -> bool {
        // A covered item needs nothing, and its size is larger than any need.
        (0..sets.primary).all(|item| sets.size[item] >= self.need[item])
    }

    /// An item without slack, if there is one: all its options are forced.
    pub(super) fn forced(&mut self) -> Option<usize> {
        self.blocks.shortest(&self.slack, 0).filter(|&item| self.slack[item] == 0)
    }

    /// Chooses an option that is left. Returns false if an item then has too few options.
    pub(super) fn choose(&mut self, option: u32, sets: &mut Sets, key: &Key) -> bool {
        self.alive = true;
        self.fresh.clear();
        for node in key.nodes(option) {
            let item = sets.nodes[node].item as usize;
            let colour = sets.colour.get(node).copied().unwrap_or(0);
            if colour == 0 {
                self.use_up(item, sets);
                self.leave(node, sets);
            } else if sets.is_covered(item) {
                continue; // it has this colour: the option is left
            } else {
                self.note(item, sets);
                self.room[item] = 0;
            }
            if self.room[item] == 0 {
                sets.size[item] ^= COVERED;
                self.update_slack(item, sets);
                self.fresh.push(node as u32);
            }
            if let Some(given) = sets.given.get_mut(item) {
                *given = colour;
            }
        }
        for k in 0..self.fresh.len() {
            self.hide_others(self.fresh[k], sets, key);
        }
        self.alive
    }

    /// Takes an available option out of all sets. Returns false if an item then has too few
    /// options.
    pub(super) fn ban(&mut self, option: u32, sets: &mut Sets, key: &Key) -> bool {
        self.alive = true;
        self.hide(option, sets, key);
        self.alive
    }

    /// Counts one more option for the item.
    fn use_up(&mut self, item: usize, sets: &mut Sets) {
        self.note(item, sets);
        self.need[item] = self.need[item].saturating_sub(1);
        self.room[item] -= 1;
    }

    /// Hides the options that clash with that of `by` in its item, which has just been covered.
    fn hide_others(&mut self, by: u32, sets: &mut Sets, key: &Key) {
        let item = sets.nodes[by as usize].item as usize;
        let start = sets.start[item] as usize;
        for at in start..start + (sets.size[item] ^ COVERED) as usize {
            let other = sets.set[at];
            let colour = |node: u32| sets.colour.get(node as usize).copied().unwrap_or(0);
            if colour(by) == 0 || colour(by) != colour(other) {
                self.hide(key.option(other), sets, key);
            }
        }
    }

    /// Takes an option out of the sets of its uncovered items.
    fn hide(&mut self, option: u32, sets: &mut Sets, key: &Key) {
        for node in key.nodes(option) {
            let item = sets.nodes[node].item as usize;
            if sets.is_covered(item) {
                continue;
            }
            if sets.nodes[node].place >= sets.start[item] + sets.size[item] {
                return; // it left before, with all its other nodes
            }
            self.leave(node, sets);
        }
    }

    /// Takes a node out of its set. It is in the set, and its item is not covered.
    fn leave(&mut self, node: usize, sets: &mut Sets) {
        let item = sets.nodes[node].item as usize;
        self.note(item, sets);
        sets.size[item] -= 1;
        let (place, end) = (sets.nodes[node].place, sets.start[item] + sets.size[item]);
        let last = sets.set[end as usize];
        sets.put(last, place);
        sets.put(node as u32, end);
        self.update_slack(item, sets);
        if self.alive && sets.size[item] < self.need[item] {
            (self.alive, self.short) = (false, item as u32);
        }
    }

    fn note(&mut self, item: usize, sets: &mut Sets) {
        sets.updates += 1;
        let (size, need, room) = (sets.size[item], self.need[item], self.room[item]);
        self.trail.push(Was { item: item as u32, size, need, room });
    }

    fn update_slack(&mut self, item: usize, sets: &Sets) {
        if item < sets.primary {
            self.slack[item] = slack(sets.size[item], self.need[item]);
            self.blocks.lower(item, self.slack[item]);
        }
    }
}

/// The number of dispensable options of an item that needs some.
pub(super) fn slack(size: u32, need: u32) -> u32 {
    if need == 0 { COVERED } else { size.saturating_sub(need) }
}
