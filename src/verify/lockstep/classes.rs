//! The on phase by violation classes.
//!
//! Take the clues S off a proper puzzle P with solution G. A solution of what is left *violates* a clue of S if it has
//! another digit there. Each violates some set T of them, and no other, so the solutions fall into classes:
//!
//! ```text
//!      P less {a, b}      V()      G alone              P less {a, c}      V()      the same
//!                         V(a)     violate a, not b                        V(a)     the same!
//!                         V(b)                                             V(c)
//!                         V(ab)    violate both                            V(ac)
//! ```
//!
//! V(T) is the set of solutions of P less T that have another digit than G in each cell of T. It depends on T and not on
//! S; so it is [sifted](super::sieve) once, and serves every S that contains T. By candidate the counts of classes
//! add up, saturating at two: a candidate that V(a) and V(b) have once each is dead for every S with a and b, and V(ab) need
//! not be sifted for it. What is new in a larger class is little.
//!
//! With two candidates to add the classes count [pairs](super::pairs). With more it is the same one step deeper, with a
//! candidate c held: for each c that is dead in some S, the classes V(T) are sifted again with c in place, from what the
//! layer above has left of them, for partners that have not been c themselves. The solutions that were found in V(T) so
//! far and have c are known there from the start.
//!
//! ```text
//!      layer ()        V()  V(a)  V(b)  V(ab) ...        critical candidates of each S, or pairs
//!        layer (c)     V()  V(a)  V(b)  V(ab) ...        critical pairs beside c
//!          layer (c d) ...
//! ```
//!
//! Invariant: a class is complete before a larger one that needs it begins. A pseudo-puzzle from which nothing is taken
//! has one class, that of all its solutions.
//!
//! A clue that can go without loss is no special case: its class V(a) is empty.

use std::collections::{BTreeSet, HashMap};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use smallvec::SmallVec;

use crate::sudoku::{Candidate, Grid, Shape, Solution};

use super::super::on::{Finder, Off, subsets};
use super::boxes::State;
use super::chutes::Frame;
use super::marks::{Counts, Marks};
use super::pairs::{Pairs, Task};
use super::path::Sifter;
use super::sieve::{Heap, Held, Sieve, Spot};

/// The spot of a candidate.
pub(super) fn spot(candidate: Candidate) -> Spot {
    (Shape::CLASSIC.index(candidate.cell), 1 << candidate.digit.index())
}

/// V(T): what it takes to sift it.
struct Class {
    /// The puzzle less T, and all candidates but the clues T.
    heap: Heap,
    /// The classes of the sets in T, without T itself.
    below: SmallVec<[u32; 8]>,
}

/// The classes of a puzzle, smaller sets before larger ones.
pub(super) struct Classes<'f> {
    sifter: Sifter,
    puzzle: Grid,
    clues: Vec<Candidate>,
    /// The one solution of a proper puzzle, which is all that the first class has.
    solution: Option<Marks>,
    all: Vec<Class>,
    /// The classes of sets that are in larger ones, but for the first, that of the empty set.
    index: HashMap<Off, u32>,
    /// The classes of sets of one size.
    levels: Vec<Range<usize>>,
    /// Whether there will be deeper layers.
    has_layers: bool,
    finder: &'f dyn Finder,
    is_broken_off: AtomicBool,
}

/// What was counted with some candidates held.
#[derive(Clone)]
pub(super) struct Layer {
    /// Of each class, of its solutions alone.
    own: Vec<Counts>,
    /// Of each class what the sieve left, for deeper layers; `None` if all its solutions are known.
    left: Vec<Option<Heap>>,
    pub(super) held: Held,
    /// Candidates that need not be counted.
    pub(super) barred: Marks,
}

/// What came of a class.
struct Sifted {
    own: Counts,
    left: Option<Heap>,
}

/// The solutions of each class that are known.
pub(super) type Pools = Vec<Vec<Marks>>;

impl<'f> Classes<'f> {
    /// The class of the empty set. If the puzzle is proper, `solution` is its solution. `has_layers` if candidates are to be held.
    pub(super) fn new(
        sifter: Sifter,
        puzzle: &Grid,
        solution: Option<&Solution>,
        has_layers: bool,
        finder: &'f dyn Finder,
    ) -> Classes<'f> {
        let mut classes = Classes {
            sifter,
            puzzle: puzzle.clone(),
            clues: puzzle.clues().collect(),
            solution: solution.map(|solution| Marks::of(&State::new(&Frame::of(solution.grid())))),
            all: Vec::new(),
            index: HashMap::new(),
            levels: Vec::new(),
            has_layers,
            finder,
            is_broken_off: AtomicBool::new(false),
        };
        classes.add(&[Off::new()]);
        classes
    }

    /// Adds the classes that sets of `off` of the clues from `first` on need, without those of these sets
    /// themselves; with `some` only what those need. False if that would be more than `most` classes.
    pub(super) fn add_below(&mut self, first: usize, off: usize, some: Option<&[Off]>, most: usize) -> bool {
        for size in 1..off {
            let room = most.saturating_sub(self.all.len());
            let sets: Vec<Off> = match some {
                None => subsets(first, self.clues.len(), size).take(room + 1).collect(),
                Some(offs) => {
                    let parts = offs.iter().flat_map(|off| parts(off).filter(|part| part.len() == size));
                    parts.collect::<BTreeSet<Off>>().into_iter().collect()
                }
            };
            if sets.len() > room {
                return false;
            }
            let level = self.add(&sets);
            self.index.extend(sets.into_iter().zip(level.map(|class| class as u32)));
        }
        true
    }

    /// Adds the classes of sets of one size as a level. The classes below them are there.
    pub(super) fn add(&mut self, sets: &[Off]) -> Range<usize> {
        let begin = self.all.len();
        for off in sets {
            let mut puzzle = self.puzzle.clone();
            let mut mask = Marks::ALL;
            for clue in self.clues_of(off) {
                let (cell, digit) = spot(clue);
                puzzle.set(clue.cell, None);
                mask.remove(cell, digit);
            }
            let below = parts(off).map(|part| if part.is_empty() { 0 } else { self.index[&part] }).collect();
            let heap = Heap { state: State::new(&Frame::of(&puzzle)), mask };
            self.all.push(Class { heap, below });
        }
        self.levels.push(begin..self.all.len());
        begin..self.all.len()
    }

    /// Takes the last level away.
    pub(super) fn remove_level(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.all.truncate(level.start);
    }

    pub(super) fn puzzle(&self) -> &Grid {
        &self.puzzle
    }

    /// The clues with these numbers.
    pub(super) fn clues_of(&self, off: &Off) -> impl Iterator<Item = Candidate> {
        off.iter().map(|&number| self.clues[usize::from(number)])
    }

    /// Sifts all classes that `layer` has not yet. `above` is the layer without the candidate held last.
    pub(super) fn complete(
        &self,
        layer: &mut Layer,
        above: Option<&Layer>,
        pools: &mut Pools,
    ) -> ControlFlow<()> {
        pools.resize_with(self.all.len(), Vec::new);
        for level in &self.levels {
            if level.start >= layer.own.len() {
                self.sift(level.clone(), layer, above, pools)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Sifts the classes of a level, on all threads.
    fn sift(
        &self,
        level: Range<usize>,
        layer: &mut Layer,
        above: Option<&Layer>,
        pools: &mut Pools,
    ) -> ControlFlow<()> {
        let sifted: Vec<Option<Sifted>> = level
            .clone()
            .into_par_iter()
            .zip(&mut pools[level])
            .map_init(Sieve::new, |sieve, (class, pool)| {
                let heap = above.map_or(Some(self.all[class].heap), |above| above.left[class]);
                self.sift_one(sieve, class, heap, pool, layer)
            })
            .collect();
        for one in sifted {
            let Some(Sifted { own, left }) = one else { return ControlFlow::Break(()) };
            layer.own.push(own);
            layer.left.push(left);
        }
        ControlFlow::Continue(())
    }

    /// Sifts what a heap has of a class; `None` if that was broken off.
    fn sift_one(
        &self,
        sieve: &mut Sieve,
        class: usize,
        mut heap: Option<Heap>,
        pool: &mut Vec<Marks>,
        layer: &Layer,
    ) -> Option<Sifted> {
        if self.is_over() {
            return None;
        }
        let class = &self.all[class];
        let mut before = Counts::NONE;
        class.below.iter().for_each(|&below| before.add(&layer.own[below as usize]));
        before.bar(&layer.barred);
        sieve.clear();
        sieve.begin(&before, &layer.held);
        let has_all = |solution: &&Marks| layer.held.iter().all(|&(cell, digit)| solution.has(cell, digit));
        pool.iter().filter(has_all).for_each(|solution| sieve.know(solution));
        let known = sieve.solutions().len();
        if let Some(solution) = self.solution.as_ref().filter(|_| class.below.is_empty()) {
            // The class of the empty set: there is nothing to search.
            if known == 0 && has_all(&solution) {
                sieve.know(solution);
            }
            heap = None;
        }
        if let Some(left) = &mut heap {
            for &(cell, digit) in &layer.held {
                left.state.hold(cell, digit);
            }
            match self.sifter.sift(sieve, left, &|| self.is_over()) {
                ControlFlow::Break(()) => return None,
                ControlFlow::Continue(true) => {}
                ControlFlow::Continue(false) => heap = None,
            }
        }
        if self.has_layers {
            pool.extend(&sieve.solutions()[known..]);
        }
        Some(Sifted { own: *sieve.own(), left: heap })
    }

    /// Counts the pairs of all classes but the last level's, whose are wanted one by one.
    pub(super) fn pairs_below(&self, layer: &Layer, pools: &Pools) -> ControlFlow<(), Vec<Pairs>> {
        let mut all: Vec<Pairs> = Vec::new();
        let Some((_, lower)) = self.levels.split_last() else { return ControlFlow::Continue(all) };
        for level in lower {
            let sifted: Vec<Option<Pairs>> = level
                .clone()
                .into_par_iter()
                .map_init(Sieve::new, |sieve, class| {
                    let mut pairs = Pairs::new();
                    let flow = self.pairs(class, &mut pairs, sieve, layer, &pools[class], &all);
                    flow.is_continue().then_some(pairs)
                })
                .collect();
            for pairs in sifted {
                let Some(pairs) = pairs else { return ControlFlow::Break(()) };
                all.push(pairs);
            }
        }
        ControlFlow::Continue(all)
    }

    /// Counts the pairs of a class. The pairs of the classes below are in `all`.
    pub(super) fn pairs(
        &self,
        class: usize,
        pairs: &mut Pairs,
        sieve: &mut Sieve,
        layer: &Layer,
        pool: &[Marks],
        all: &[Pairs],
    ) -> ControlFlow<()> {
        let has_all = |solution: &Marks| layer.held.iter().all(|&(cell, digit)| solution.has(cell, digit));
        let known: Vec<Marks> = pool.iter().copied().filter(has_all).collect();
        let below: Vec<&Pairs> = self.below(class).map(|below| &all[below]).collect();
        let Layer { held, barred, left, .. } = layer;
        let task = Task { left: left[class].as_ref(), held, barred, below: &below };
        self.sifter.pairs(pairs, sieve, &known, &task, &|| self.is_over())
    }

    /// The classes of the sets in the set of a class.
    pub(super) fn below(&self, class: usize) -> impl Iterator<Item = usize> {
        self.all[class].below.iter().map(|&below| below as usize)
    }

    /// Whether the search is to end: the finder said so, here or on another thread.
    fn is_over(&self) -> bool {
        if self.finder.pulse().is_break() {
            self.is_broken_off.store(true, Ordering::Relaxed);
        }
        self.is_broken_off.load(Ordering::Relaxed)
    }

    /// The counts of all solutions of the puzzle less the set of a class, with the layer's candidates held.
    pub(super) fn total(&self, layer: &Layer, class: usize) -> Counts {
        let mut total = layer.own[class];
        self.below(class).for_each(|below| total.add(&layer.own[below]));
        total
    }
}

impl Layer {
    /// Nothing is sifted yet.
    pub(super) fn new(held: Held, barred: &Marks) -> Layer {
        Layer { own: Vec::new(), left: Vec::new(), held, barred: *barred }
    }

    /// Forgets the classes from this one on.
    pub(super) fn forget(&mut self, from: usize) {
        self.own.truncate(from);
        self.left.truncate(from);
    }
}

/// The sets in a set, without the set itself.
fn parts(off: &Off) -> impl Iterator<Item = Off> {
    (0..(1usize << off.len()) - 1).map(|chosen| {
        let is_chosen = |&(k, _): &(usize, &u16)| chosen >> k & 1 == 1;
        off.iter().enumerate().filter(is_chosen).map(|(_, &clue)| clue).collect()
    })
}
