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

use super::super::marks::{Counts, Marks};
use super::super::pairs::{Pairs, Rows};
use super::super::sieve::Host;
use super::super::sift::{Heap, Sift};
use super::super::turn::Turn;
use super::{Classes, Layer, Pools};

/// What came of a class.
pub(super) struct Sifted {
    pub(super) class: usize,
    pub(super) own: Counts,
    pub(super) left: Option<Heap>,
    /// Solutions that were not in its pool.
    pub(super) found: Vec<Marks>,
}

/// What is shown the pairs of a class, with its place in the level.
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

    /// How many classes wait.
    pub(super) fn len(&self) -> usize {
        self.end.saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// The next class.
    fn take(&self) -> Option<usize> {
        let class = self.next.fetch_add(1, Ordering::Relaxed);
        (class < self.end).then_some(class)
    }
}

/// What all threads have before them.
#[derive(Clone, Copy)]
pub(super) struct Task<'l> {
    pub(super) classes: &'l Classes<'l>,
    pub(super) queue: &'l Queue,
    pub(super) layer: &'l Layer,
    pub(super) pools: &'l Pools,
}

/// The classes of a level, sifted.
pub(super) struct Level<'l> {
    pub(super) task: Task<'l>,
    /// The layer without the candidate held last.
    pub(super) above: Option<&'l Layer>,
    pub(super) sifted: Vec<Sifted>,
}

impl Host for Level<'_> {
    #[inline(always)]
    fn next<T: Turn>(&mut self, sift: &mut Sift) -> bool {
        let Task { classes, queue, layer, pools } = self.task;
        while let Some(number) = queue.take() {
            let class = &classes.all[number];
            let mut before = Counts::NONE;
            class.below.iter().for_each(|&below| before.add(&layer.own[below as usize]));
            sift.number = number;
            sift.clear();
            pools[number].iter().for_each(|solution| sift.recall(solution));
            sift.begin(&before, &layer.barred, &layer.held);
            let heap = self.above.map_or(Some(class.heap), |above| above.left[number]);
            match (heap, &classes.solution) {
                // The class of the empty set: there is nothing to search.
                (_, Some(solution)) if class.below.is_empty() => {
                    if pools[number].is_empty() && layer.has_held(solution) {
                        sift.know(solution);
                    }
                    self.done(sift, false);
                }
                (Some(heap), _) => {
                    sift.heap = heap;
                    layer.held.iter().for_each(|&(cell, digit)| sift.heap.state.hold(cell, digit));
                    return true;
                }
                (None, _) => self.done(sift, false),
            }
        }
        false
    }

    #[inline(always)]
    fn done(&mut self, sift: &mut Sift, is_left: bool) {
        self.sifted.push(Sifted {
            class: sift.number,
            own: *sift.own(),
            left: is_left.then_some(sift.heap),
            found: if self.task.classes.has_layers { sift.fresh().to_vec() } else { Vec::new() },
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
    /// For each sift under way the place of its class in the level, and its table. A sift's number
    /// is its place here, counted from 1.
    pub(super) tables: Vec<(Option<usize>, Rows)>,
}

impl Host for Paired<'_> {
    #[inline(always)]
    fn next<T: Turn>(&mut self, sift: &mut Sift) -> bool {
        let Paired { task: Task { classes, queue, layer, pools }, level, all, .. } = *self;
        if sift.number == 0 {
            self.tables.push((None, Rows::new()));
            sift.number = self.tables.len();
        }
        let (place, rows) = &mut self.tables[sift.number - 1];
        while !classes.is_broken_off() {
            if let Some(place) = *place {
                let below =
                    classes.all[level[place]].below.iter().map(|&below| &all[below as usize]);
                if rows.next::<T>(sift, &layer.held, &below) {
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
            let known = pools[number].iter().filter(|solution| layer.has_held(solution));
            rows.begin::<T>(sift, layer.left[number].as_ref(), known, &layer.barred);
        }
        false
    }

    #[inline(always)]
    fn done(&mut self, sift: &mut Sift, is_left: bool) {
        self.tables[sift.number - 1].1.take(sift, is_left);
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.task.classes.pulse()
    }
}
