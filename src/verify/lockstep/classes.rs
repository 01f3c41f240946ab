//! The on phase by violation classes.
//!
//! Take the clues S off a proper puzzle P with solution G. A solution of what is left *violates* a
//! clue of S if it has another digit there. Each violates the clues of one set T and no others, so
//! the solutions fall into classes:
//!
//! ```text
//!      P less {a, b}      V()      G alone              P less {a, c}      V()      the same
//!                         V(a)     violate a, not b                        V(a)     the same!
//!                         V(b)                                             V(c)
//!                         V(ab)    violate both                            V(ac)
//! ```
//!
//! V(T) is the set of solutions of P less T that have another digit than G in each cell of T. It
//! depends on T and not on S. So its candidates are [eliminated](super::elimination) once, and the
//! counts serve every S that contains T. The counts of classes add up by candidate, saturating at
//! two: a candidate that V(a) and V(b) have once each is dead for every S with a and b, and is not
//! tried in V(ab). A larger class adds little.
//!
//! With two candidates to add the classes count [pairs](super::pairs). With more the search goes
//! one step deeper, with a candidate c held: for each c that is dead in some S, it goes through the
//! classes V(T) again with c in place, from what the layer above has left of them, for partners
//! that have not been c themselves. The solutions with c that were found in V(T) so far are known
//! there from the start.
//!
//! ```text
//!      layer ()        V()  V(a)  V(b)  V(ab) ...        critical candidates of each S, or pairs
//!        layer (c)     V()  V(a)  V(b)  V(ab) ...        critical pairs beside c
//!          layer (c d) ...
//! ```
//!
//! Invariant: a class is complete before a larger one that needs it begins. A pseudo-puzzle from
//! which nothing is taken has one class, that of all its solutions.
//!
//! A clue that can go without loss is no special case: its class V(a) is empty.

use std::collections::{BTreeSet, HashMap};
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use crate::instructions::Instructions;
use crate::lock::{locked, unlocked};
use crate::sudoku::{Candidate, Grid, Shape, Solution};
use crate::watch::SharedWatch;

use super::super::on::{Off, subsets};
use super::boxes::State;
use super::candidates::{CandidateSet, Counts, Spot};
use super::elimination::{Held, Remainder};
use super::pairs::Pairs;
use super::path::PathTrials;
use super::rules::BySign;
use super::spare::Spare;
use super::threads;

mod level;

use level::{ClassResult, Level, Paired, Queue, Show, Task};

/// The spot of a candidate.
pub(super) fn spot(candidate: Candidate) -> Spot {
    let Candidate { cell, digit } = candidate;
    Spot { cell: Shape::CLASSIC.index(cell), digit: 1 << digit.index() }
}

/// V(T).
struct Class {
    /// The puzzle less T, and all candidates but the clues T.
    remainder: Remainder,
    /// The classes of the sets in T, without T itself.
    below: SmallVec<[u32; 8]>,
}

/// What the threads of a step work with, and leave to its next classes: the lanes of trials, and
/// tables of pairs.
pub(super) struct Workspace {
    trials: PathTrials,
    pairs: Spare<Pairs>,
}

impl Workspace {
    /// Empty, for trials by `instructions`.
    pub(super) fn new(instructions: Instructions) -> Workspace {
        Workspace { trials: PathTrials::new(instructions), pairs: Spare::new() }
    }
}

/// The classes of a puzzle, smaller sets before larger ones.
pub(super) struct Classes<'f> {
    workspace: &'f Workspace,
    puzzle: Grid,
    clues: Vec<Candidate>,
    /// The one solution of a proper puzzle, which is all that the first class has.
    solution: Option<CandidateSet>,
    all: Vec<Class>,
    /// The classes of sets within larger ones, except the first, that of the empty set.
    index: HashMap<Off, u32>,
    /// The classes of sets of one size.
    levels: Vec<Range<usize>>,
    /// Whether there will be deeper layers.
    has_layers: bool,
    watch: &'f dyn SharedWatch<()>,
    is_broken_off: AtomicBool,
}

/// The counts with some candidates held.
#[derive(Clone)]
pub(super) struct Layer {
    /// The counts of each class, of its solutions alone.
    own: Vec<Counts>,
    /// What the elimination left of each class, for deeper layers; `None` if all its solutions are
    /// known.
    left: Vec<Option<Remainder>>,
    pub(super) held: Held,
    /// Candidates that need not be counted.
    pub(super) barred: CandidateSet,
}

/// The known solutions of each class.
pub(super) type KnownByClass = Vec<Vec<CandidateSet>>;

impl<'f> Classes<'f> {
    /// The class of the empty set. If the puzzle is proper, `solution` is its solution.
    /// `has_layers` if candidates are to be held.
    pub(super) fn new(
        workspace: &'f Workspace,
        puzzle: &Grid,
        solution: Option<&Solution>,
        has_layers: bool,
        watch: &'f dyn SharedWatch<()>,
    ) -> Classes<'f> {
        let mut classes = Classes {
            workspace,
            puzzle: puzzle.clone(),
            clues: puzzle.clues().collect(),
            solution: solution
                .map(|solution| CandidateSet::of::<BySign>(&State::of(solution.grid()))),
            all: Vec::new(),
            index: HashMap::new(),
            levels: Vec::new(),
            has_layers,
            watch,
            is_broken_off: AtomicBool::new(false),
        };
        // Every other class needs this one, so it is always number 0.
        classes.add(&[Off::new()]);
        classes
    }

    /// Adds the classes below the sets of `off` clues, from clue number `first` on, or with `some`
    /// those below these sets alone; not the sets' own. False if that would be more than `most`
    /// classes.
    pub(super) fn add_below(
        &mut self,
        first: usize,
        off: usize,
        some: Option<&[Off]>,
        most: usize,
    ) -> bool {
        for size in 1..off {
            let room = most.saturating_sub(self.all.len());
            let sets: Vec<Off> = match some {
                // One more than there is room for shows that they are too many; more would only
                // take memory.
                None => subsets(first, self.clues.len(), size).take(room + 1).collect(),
                Some(offs) => {
                    let parts =
                        offs.iter().flat_map(|off| parts(off).filter(|part| part.len() == size));
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

    /// Adds the classes of sets of one size as a level. The classes below them exist already.
    pub(super) fn add(&mut self, sets: &[Off]) -> Range<usize> {
        let begin = self.all.len();
        for off in sets {
            let mut puzzle = self.puzzle.clone();
            let mut mask = CandidateSet::ALL;
            for clue in self.clues_of(off) {
                let Spot { cell, digit } = spot(clue);
                puzzle.set(clue.cell, None);
                // A solution of the class has another digit here.
                mask.remove(cell, digit);
            }
            let below = parts(off)
                .map(|part| if part.is_empty() { 0 } else { self.index[&part] })
                .collect();
            let remainder = Remainder { state: State::of(&puzzle), mask };
            self.all.push(Class { remainder, below });
        }
        self.levels.push(begin..self.all.len());
        begin..self.all.len()
    }

    /// Removes the last level.
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

    /// Eliminates in all classes that `layer` does not have yet. `above` is the layer without the
    /// candidate held last.
    pub(super) fn complete(
        &self,
        layer: &mut Layer,
        above: Option<&Layer>,
        known: &mut KnownByClass,
    ) -> ControlFlow<()> {
        known.resize_with(self.all.len(), Vec::new);
        // Level by level: a class needs the counts of all smaller ones.
        for level in &self.levels {
            if level.start >= layer.own.len() {
                self.eliminate(level.clone(), layer, above, known)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Eliminates in the classes of a level, on all threads.
    fn eliminate(
        &self,
        level: Range<usize>,
        layer: &mut Layer,
        above: Option<&Layer>,
        known: &mut KnownByClass,
    ) -> ControlFlow<()> {
        let queue = Queue::new(level.clone());
        let some = threads::all(
            || queue.len() > 0,
            || {
                let task = Task { classes: self, queue: &queue, layer, known };
                let mut work = Level { task, above, results: Vec::new() };
                self.workspace
                    .trials
                    .run(queue.len(), &mut work)
                    .is_continue()
                    .then_some(work.results)
            },
        );
        // One thread that broke off is enough: its classes are not complete.
        let Some(some) = some.into_iter().collect::<Option<Vec<_>>>() else {
            return ControlFlow::Break(());
        };
        let mut results: Vec<ClassResult> = some.into_iter().flatten().collect();
        // Threads end in any order, and a class has its place by its number.
        results.sort_unstable_by_key(|one| one.class);
        for one in results {
            layer.own.push(one.own);
            layer.left.push(one.left);
            known[one.class].extend(one.found);
        }
        ControlFlow::Continue(())
    }

    /// Counts the pairs of all classes except the last level's, which are wanted one by one.
    pub(super) fn pairs_below(
        &self,
        layer: &Layer,
        known: &KnownByClass,
    ) -> ControlFlow<(), Vec<Pairs>> {
        let mut all: Vec<Pairs> = Vec::new();
        let Some((_, lower)) = self.levels.split_last() else { return ControlFlow::Continue(all) };
        // The last level has most of the classes, and a table of pairs is large: those are shown
        // and forgotten one by one.
        for level in lower {
            let done = Mutex::new(Vec::with_capacity(level.len()));
            let level: Vec<usize> = level.clone().collect();
            self.pairs(&level, layer, known, &all, &|place, pairs| {
                let pairs = std::mem::replace(pairs, self.workspace.pairs.take(Pairs::new));
                locked(&done).push((place, pairs));
                ControlFlow::Continue(())
            })?;
            let mut done = unlocked(done);
            done.sort_unstable_by_key(|&(place, _)| place);
            all.extend(done.into_iter().map(|(_, pairs)| pairs));
        }
        ControlFlow::Continue(all)
    }

    /// Takes tables back that [`pairs_below`](Classes::pairs_below) gave.
    pub(super) fn take_back(&self, tables: Vec<Pairs>) {
        self.workspace.pairs.keep(tables);
    }

    /// Counts the pairs of these classes, and shows them, with the place of the class. `all` has
    /// the pairs of the classes below.
    pub(super) fn pairs(
        &self,
        level: &[usize],
        layer: &Layer,
        known: &KnownByClass,
        all: &[Pairs],
        show: &Show<'_>,
    ) -> ControlFlow<()> {
        let queue = Queue::new(0..level.len());
        let flows = threads::all(
            || queue.len() > 0,
            || {
                let task = Task { classes: self, queue: &queue, layer, known };
                let mut work = Paired { task, level, all, show, tables: Vec::new() };
                let flow = self.workspace.trials.run(queue.len(), &mut work);
                self.workspace.pairs.keep(work.tables.into_iter().map(|table| table.rows.pairs));
                flow
            },
        );
        flows.into_iter().try_for_each(|flow| flow)?;
        // A thread may have ended early because another one broke off.
        self.flow()
    }

    /// The classes of the sets in the set of a class.
    pub(super) fn below(&self, class: usize) -> impl Iterator<Item = usize> {
        self.all[class].below.iter().map(|&below| below as usize)
    }

    /// `Break` if the search has to end: the watch broke, now or earlier, on this thread or
    /// another.
    fn pulse(&self) -> ControlFlow<()> {
        if self.watch.pulse(&()).is_break() {
            self.break_off();
        }
        self.flow()
    }

    /// Ends the search, on all threads.
    fn break_off(&self) {
        self.is_broken_off.store(true, Ordering::Relaxed);
    }

    fn is_broken_off(&self) -> bool {
        self.is_broken_off.load(Ordering::Relaxed)
    }

    fn flow(&self) -> ControlFlow<()> {
        if self.is_broken_off() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The counts of all solutions of the puzzle less the set of a class, with the layer's
    /// candidates held.
    pub(super) fn total(&self, layer: &Layer, class: usize) -> Counts {
        let mut total = layer.own[class];
        self.below(class).for_each(|below| total.add(&layer.own[below]));
        total
    }
}

impl Layer {
    /// Whether a solution has the candidates held.
    fn has_held(&self, solution: &CandidateSet) -> bool {
        self.held.iter().all(|held| solution.has(held.cell, held.digit))
    }

    /// A layer without classes.
    pub(super) fn new(held: Held, barred: &CandidateSet) -> Layer {
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
    // A bit for each clue; with all bits it would be the set itself.
    (0..(1usize << off.len()) - 1).map(|chosen| {
        let is_chosen = |&(k, _): &(usize, &u16)| chosen >> k & 1 == 1;
        off.iter().enumerate().filter(is_chosen).map(|(_, &clue)| clue).collect()
    })
}
