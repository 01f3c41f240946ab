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
//! With more than one candidate to add, it is the same one step deeper, with a candidate c held: for each c that
//! is dead in some S, the classes V(T) are sifted again with c in place, for partners that have not been c themselves. The
//! solutions that were found in V(T) so far and have c are known there from the start.
//!
//! ```text
//!      layer ()        V()  V(a)  V(b)  V(ab) ...        critical candidates of each S
//!        layer (c)     V()  V(a)  V(b)  V(ab) ...        critical pairs with c
//!          layer (c d) ...                               critical triples
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
use super::path::Sifter;
use super::sieve::{Seen, Sieve};

/// So many solutions are kept for deeper layers, some hundred megabytes; the classes have equal shares.
const MOST_SOLUTIONS: usize = 1 << 19;

/// A candidate: its cell in reading order, and its digit in a bit.
pub(super) type Spot = (usize, u16);

/// A few candidates that are held.
pub(super) type Held = SmallVec<[Spot; 4]>;

/// The spot of a candidate.
pub(super) fn spot(candidate: Candidate) -> Spot {
    (Shape::CLASSIC.index(candidate.cell), 1 << candidate.digit.index())
}

/// V(T): what it takes to sift it.
struct Class {
    /// The puzzle less T.
    state: State,
    /// All candidates but the clues T.
    mask: Marks,
    /// The classes of the sets in T, without T itself.
    below: SmallVec<[u32; 8]>,
}

/// The classes of a puzzle, smaller sets before larger ones.
pub(super) struct Classes<'f> {
    sifter: Sifter,
    puzzle: Grid,
    clues: Vec<Candidate>,
    /// The one solution of a proper puzzle, which is all that the first class has.
    solution: Option<Seen>,
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
    pub(super) held: Held,
    /// Candidates that need not be counted.
    pub(super) barred: Marks,
}

/// The solutions of each class that are known.
pub(super) type Pools = Vec<Vec<Seen>>;

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
            solution: solution.map(|solution| Seen::new(&State::new(&Frame::of(solution.grid())))),
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
            self.all.push(Class { state: State::new(&Frame::of(&puzzle)), mask, below });
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

    /// Sifts all classes that `layer` has not yet.
    pub(super) fn complete(&self, layer: &mut Layer, pools: &mut Pools) -> ControlFlow<()> {
        pools.resize_with(self.all.len(), Vec::new);
        for level in &self.levels {
            if level.start >= layer.own.len() {
                self.sift(level.clone(), layer, pools)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Sifts the classes of a level, on all threads.
    fn sift(&self, level: Range<usize>, layer: &mut Layer, pools: &mut Pools) -> ControlFlow<()> {
        let Layer { own, held, barred } = layer;
        let lower = &own[..level.start];
        let sifted: Vec<Option<Counts>> = self.all[level.clone()]
            .par_iter()
            .zip(&mut pools[level])
            .map_init(Sieve::new, |sieve, (class, pool)| {
                self.sift_one(sieve, class, pool, lower, held, barred)
            })
            .collect();
        for counts in sifted {
            let Some(counts) = counts else { return ControlFlow::Break(()) };
            own.push(counts);
        }
        ControlFlow::Continue(())
    }

    /// Sifts a class; `None` if that was broken off.
    fn sift_one(
        &self,
        sieve: &mut Sieve,
        class: &Class,
        pool: &mut Vec<Seen>,
        lower: &[Counts],
        held: &[Spot],
        barred: &Marks,
    ) -> Option<Counts> {
        let mut before = Counts::NONE;
        class.below.iter().for_each(|&below| before.add(&lower[below as usize]));
        before.bar(barred);
        sieve.begin(&before);
        let has_all = |solution: &&Seen| held.iter().all(|&(cell, digit)| solution.marks.has(cell, digit));
        pool.iter().filter(has_all).for_each(|solution| sieve.know(solution));
        let known = sieve.solutions().len();
        match &self.solution {
            // Of a proper puzzle the empty set's class is known.
            Some(solution) if class.below.is_empty() => {
                if known == 0 && has_all(&solution) {
                    sieve.know(solution);
                }
            }
            _ => {
                let mut state = class.state;
                for &(cell, digit) in held {
                    state.hold(cell, digit);
                }
                let flow = self.sifter.sift(sieve, &state, &class.mask, &|| self.is_over());
                if flow.is_break() {
                    return None;
                }
            }
        }
        if self.has_layers {
            let room = (MOST_SOLUTIONS / self.all.len()).saturating_sub(pool.len());
            pool.extend(sieve.solutions()[known..].iter().take(room));
        }
        Some(*sieve.own())
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
        self.all[class].below.iter().for_each(|&below| total.add(&layer.own[below as usize]));
        total
    }
}

impl Layer {
    /// Nothing is sifted yet.
    pub(super) fn new(held: Held, barred: &Marks) -> Layer {
        Layer { own: Vec::new(), held, barred: *barred }
    }

    /// Forgets the classes from this one on.
    pub(super) fn forget(&mut self, from: usize) {
        self.own.truncate(from);
    }
}

/// The sets in a set, without the set itself.
fn parts(off: &Off) -> impl Iterator<Item = Off> {
    (0..(1usize << off.len()) - 1).map(|chosen| {
        let is_chosen = |&(k, _): &(usize, &u16)| chosen >> k & 1 == 1;
        off.iter().enumerate().filter(is_chosen).map(|(_, &clue)| clue).collect()
    })
}
