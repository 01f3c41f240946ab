//! The classes of a level, on all threads and in all lanes.
//!
//! ```text
//!      queue  ▸ V(c) V(d) V(e) ...    each thread takes the next class for each lane that has none
//!             │
//!      thread: lanes V(a) V(b) ...    a level is over when all its classes are
//! ```
//!
//! When pairs are counted, a lane stays with its class from row to row.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::candidates::{CandidateSet, Counts};
use super::super::elimination::{Elimination, Remainder};
use super::super::pairs::{Pairs, Rows};
use super::super::rotation::Rotate;
use super::super::trials::Host;
use super::{Classes, KnownByClass, Layer};

/// The result of a class.
pub(super) struct ClassResult {
    pub(super) class: usize,
    pub(super) own: Counts,
    pub(super) left: Option<Remainder>,
    /// Solutions that were not known before.
    pub(super) found: Vec<CandidateSet>,
}

/// Receives the pairs of a class, with its place in the level.
pub(super) type Show<'s> = dyn Fn(usize, &mut Pairs) -> ControlFlow<()> + Sync + 's;

/// Classes that wait for a thread.
pub(super) struct Queue {
    next: AtomicUsize,
    end: usize,
}

impl Queue {
    pub(super) fn new(level: Range<usize>) -> Queue {
        Queue { next: AtomicUsize::new(level.start), end: level.end }
    }

    /// The number of classes that wait.
    pub(super) fn len(&self) -> usize {
        self.end.saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// The next class.
    fn take(&self) -> Option<usize> {
        let class = self.next.fetch_add(1, Ordering::Relaxed);
        (class < self.end).then_some(class)
    }
}

/// The work of all threads.
#[derive(Clone, Copy)]
pub(super) struct Task<'l> {
    pub(super) classes: &'l Classes<'l>,
    pub(super) queue: &'l Queue,
    pub(super) layer: &'l Layer,
    pub(super) known: &'l KnownByClass,
}

/// Eliminates candidates of the classes of a level.
pub(super) struct Level<'l> {
    pub(super) task: Task<'l>,
    /// The layer without the candidate held last.
    pub(super) above: Option<&'l Layer>,
    pub(super) results: Vec<ClassResult>,
}

impl Host for Level<'_> {
    #[inline(always)]
    fn next<T: Rotate>(&mut self, elimination: &mut Elimination) -> bool {
        let Task { classes, queue, layer, known } = self.task;
        while let Some(number) = queue.take() {
            let class = &classes.all[number];
            let mut before = Counts::NONE;
            // Candidates that are dead by the smaller classes are not tried in this one.
            class.below.iter().for_each(|&below| before.add(&layer.own[below as usize]));
            elimination.number = number;
            elimination.clear();
            known[number].iter().for_each(|solution| elimination.add(solution));
            elimination.begin(&before, &layer.barred, &layer.held);
            let remainder = self.above.map_or(Some(class.remainder), |above| above.left[number]);
            match (remainder, &classes.solution) {
                // The class of the empty set is the one solution: there is nothing to search.
                (_, Some(solution)) if class.below.is_empty() => {
                    if known[number].is_empty() && layer.has_held(solution) {
                        elimination.add_and_count(solution);
                    }
                    self.done(elimination, false);
                }
                (Some(remainder), _) => {
                    elimination.remainder = remainder;
                    layer
                        .held
                        .iter()
                        .for_each(|held| elimination.remainder.state.hold(held.cell, held.digit));
                    return true;
                }
                // The layer above knows all solutions of the class: those with the candidates held
                // are counted.
                (None, _) => self.done(elimination, false),
            }
        }
        false
    }

    #[inline(always)]
    fn done(&mut self, elimination: &mut Elimination, is_left: bool) {
        self.results.push(ClassResult {
            class: elimination.number,
            own: *elimination.own(),
            left: is_left.then_some(elimination.remainder),
            found: if self.task.classes.has_layers {
                elimination.fresh().to_vec()
            } else {
                Vec::new()
            },
        });
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.task.classes.pulse()
    }
}

/// The pairs of a level's classes.
pub(super) struct Paired<'l> {
    pub(super) task: Task<'l>,
    pub(super) level: &'l [usize],
    /// The pairs of the classes below.
    pub(super) all: &'l [Pairs],
    pub(super) show: &'l Show<'l>,
    /// For each elimination under way. An elimination's number is its place here, counted from 1.
    pub(super) tables: Vec<PairTable>,
}

/// The pairs of one class after the other.
pub(super) struct PairTable {
    /// The place of the class in the level.
    place: Option<usize>,
    pub(super) rows: Rows,
}

impl Host for Paired<'_> {
    #[inline(always)]
    fn next<T: Rotate>(&mut self, elimination: &mut Elimination) -> bool {
        let Paired { task: Task { classes, queue, layer, known }, level, all, .. } = *self;
        if elimination.number == 0 {
            let rows = Rows::in_table(classes.workspace.pairs.take(Pairs::new));
            self.tables.push(PairTable { place: None, rows });
            elimination.number = self.tables.len();
        }
        let PairTable { place, rows } = &mut self.tables[elimination.number - 1];
        while !classes.is_broken_off() {
            if let Some(place) = *place {
                // The lane stays with its class: the next row begins with all that this one found.
                let below =
                    classes.all[level[place]].below.iter().map(|&below| &all[below as usize]);
                if rows.next::<T>(elimination, &layer.held, &below) {
                    return true;
                }
                if (self.show)(place, &mut rows.pairs).is_break() {
                    classes.break_off();
                    break;
                }
            }
            *place = queue.take();
            let Some(place) = *place else { break };
            let number = level[place];
            let known = known[number].iter().filter(|solution| layer.has_held(solution));
            rows.begin::<T>(elimination, layer.left[number].as_ref(), known, &layer.barred);
        }
        false
    }

    #[inline(always)]
    fn done(&mut self, elimination: &mut Elimination, is_left: bool) {
        self.tables[elimination.number - 1].rows.take(elimination, is_left);
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.task.classes.pulse()
    }
}
