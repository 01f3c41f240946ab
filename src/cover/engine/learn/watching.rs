//! Which clauses watch a literal.
//!
//! ```text
//!      literal     +1  -1  +2  -2  +3  -3
//!      places       1   0   0   0   2   0        0: nothing watches it
//!      lists        -  [ab + ]   [ab +, c -]     one for each literal that was ever watched
//! ```
//!
//! Most literals of a wide problem are never watched, and cost four bytes.
//!
//! Invariant: list 0 is empty.

use super::literal::{ClauseRef, Literal};

/// A clause that watches a literal, and another of its literals: if that is true, the clause needs
/// no look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watching {
    pub(super) clause: ClauseRef,
    pub(super) other: Literal,
}

/// For each literal, the clauses that watch it.
#[derive(Debug)]
pub(super) struct Watchers {
    places: Vec<u32>,
    lists: Vec<Vec<Watching>>,
}

impl Watchers {
    /// Nothing watches any of this number of literals.
    pub(super) fn none(literals: usize) -> Watchers {
        Watchers { places: vec![0; literals], lists: vec![Vec::new()] }
    }

    /// Adds a clause that watches the literal.
    #[inline] // most of the time nothing grows
    pub(super) fn add(&mut self, literal: Literal, watching: Watching) {
        let place = &mut self.places[literal.index()];
        if *place == 0 {
            *place = self.lists.len() as u32;
            self.lists.push(Vec::new());
        }
        self.lists[*place as usize].push(watching);
    }

    /// Takes the list of a literal out, if it was ever watched: the list is empty until it is put
    /// back.
    pub(super) fn take(&mut self, literal: Literal) -> Option<Vec<Watching>> {
        let place = self.places[literal.index()] as usize;
        let list = &mut self.lists[place];
        (!list.is_empty()).then(|| std::mem::take(list))
    }

    /// Puts back what was taken, less some of it.
    pub(super) fn put_back(&mut self, literal: Literal, list: Vec<Watching>) {
        self.lists[self.places[literal.index()] as usize] = list;
    }

    /// All lists, to be changed.
    pub(super) fn lists_mut(&mut self) -> impl Iterator<Item = &mut Vec<Watching>> {
        self.lists.iter_mut()
    }

    /// The index of each literal that was ever watched, with what watches it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &[Watching])> {
        let watched = self.places.iter().enumerate().filter(|&(_, &place)| place != 0);
        watched.map(|(literal, &place)| (literal, &self.lists[place as usize][..]))
    }
}
