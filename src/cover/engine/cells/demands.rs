//! Items that may or must stand in several options: what each still needs, and the steps that
//! change it.
//!
//! ```text
//!      item c of 2:3           need  room  left   slack
//!      c a  c b  c d  c e  f     2     3     4       2    so many of c's options it can do without
//!      c a is chosen             1     2     3       2    it is c's no longer
//!      c b is banned             1     2     2       1
//!      c d is chosen             0     1     1            c needs no more
//!      c e is chosen             0     0                  c is covered
//! ```
//!
//! The sets are those of [`Sets`](super::sets::Sets). An item is covered when there is no more
//! room. Whatever changes an item notes first how it was, so that to take steps back is to put that
//! back, the latest first. Secondary items without colours are here as well: they need nothing, and
//! have room for one.
//!
//! Invariant: the slack of a primary item that needs more is what is left less what it needs, or 0
//! if that is not enough.
//!
//! Deliberately lacking: haste. A search for exact covers has [`sets`](super::sets)' own steps.

use super::bounds::{Bounds, COVERED};
use super::layout::Key;
use super::sets::Sets;
use crate::cover::Problem;

/// What all items need and have room for.
#[derive(Debug)]
pub(super) struct Demands {
    /// What each item asks for at first: the least and the most.
    asked: Vec<(u32, u32)>,
    pub(super) need: Vec<u32>,
    pub(super) room: Vec<u32>,
    /// Of each primary item how many of its options it can do without; [`COVERED`] or more if it
    /// needs none.
    pub(super) slack: Vec<u32>,
    pub(super) bounds: Bounds,
    trail: Vec<Was>,
    /// Of the option that is being chosen, the nodes whose items are covered with it.
    fresh: Vec<u32>,
    /// Whether the latest step has left each item as many options as it needs.
    alive: bool,
}

/// An item as it was before it was changed.
#[derive(Clone, Copy, Debug)]
struct Was {
    item: u32,
    size: u32,
    need: u32,
    room: u32,
}

impl Demands {
    /// Those of `problem`, which is laid out in `sets`.
    pub(super) fn new(problem: &Problem, sets: &Sets, key: &Key) -> Demands {
        let asked: Vec<(u32, u32)> =
            (0..sets.size.len()).map(|item| problem.bounds(key.item(item))).collect();
        let (need, room): (Vec<u32>, Vec<u32>) = asked.iter().copied().unzip();
        let slack: Vec<u32> =
            (0..sets.primary).map(|item| slack(sets.size[item], need[item])).collect();
        Demands {
            bounds: Bounds::new(&slack),
            asked,
            need,
            room,
            slack,
            trail: Vec::new(),
            fresh: Vec::new(),
            alive: true,
        }
    }

    /// In how many options the item must and may stand.
    pub(super) fn asked(&self, item: usize) -> (u32, u32) {
        self.asked[item]
    }

    /// How far the trail has come.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all that was done since `mark`.
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

    /// Whether each item has as many options left as it needs.
    pub(super) fn can_be_met(&self, sets: &Sets) -> bool {
        // What is covered needs nothing, and its size is larger than any need.
        (0..sets.primary).all(|item| sets.size[item] >= self.need[item])
    }

    /// Chooses an option that is left. False if an item has too few options after that.
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

    /// Takes an option that is left out of all sets. False if an item has too few options after
    /// that.
    pub(super) fn ban(&mut self, option: u32, sets: &mut Sets, key: &Key) -> bool {
        self.alive = true;
        self.hide(option, sets, key);
        self.alive
    }

    /// The item stands in one option more.
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

    /// Has an option leave the sets of its items that are not covered.
    fn hide(&mut self, option: u32, sets: &mut Sets, key: &Key) {
        for node in key.nodes(option) {
            let item = sets.nodes[node].item as usize;
            if sets.is_covered(item) {
                continue;
            }
            if sets.nodes[node].place >= sets.start[item] + sets.size[item] {
                return; // it left before, and with it all others
            }
            self.leave(node, sets);
        }
    }

    /// Has a node leave its set, which it is in, and whose item is not covered.
    fn leave(&mut self, node: usize, sets: &mut Sets) {
        let item = sets.nodes[node].item as usize;
        self.note(item, sets);
        sets.size[item] -= 1;
        let (place, end) = (sets.nodes[node].place, sets.start[item] + sets.size[item]);
        let last = sets.set[end as usize];
        sets.put(last, place);
        sets.put(node as u32, end);
        self.update_slack(item, sets);
        self.alive &= sets.size[item] >= self.need[item];
    }

    fn note(&mut self, item: usize, sets: &mut Sets) {
        sets.updates += 1;
        let (size, need, room) = (sets.size[item], self.need[item], self.room[item]);
        self.trail.push(Was { item: item as u32, size, need, room });
    }

    fn update_slack(&mut self, item: usize, sets: &Sets) {
        if item < sets.primary {
            self.slack[item] = slack(sets.size[item], self.need[item]);
            self.bounds.lower(item, self.slack[item]);
        }
    }
}

/// How many of its options an item can do without that needs some.
pub(super) fn slack(size: u32, need: u32) -> u32 {
    if need == 0 { COVERED } else { size.saturating_sub(need) }
}
