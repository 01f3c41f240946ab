//! The reorder buffer: puzzles come in, and verdicts go out in the same order.
//!
//! ```text
//!      reported      under way: finished some, some not          not yet taken
//!      ───────────┬──────────────────────────────────────┬─────────────────────
//!        1  2  3  │  4 proper   5 ?   6 pseudo   7 ?     │   8   9   10
//!                 oldest                                 next
//! ```
//!
//! Puzzles finish in any order. A puzzle that takes long keeps the later ones from being reported,
//! so the buffer has a limit: it takes no puzzle that is [`WINDOW`] or more after the oldest
//! unreported one, and idle lanes then help with that one.
//!
//! A lane finds the solutions of its puzzle in the order of its guesses. That is the order of
//! [`one_puzzle`](super::one_puzzle) too: where there is a solution, the order of the boxes does
//! not affect what can be deduced without a guess. But if several lanes shared a pseudo-puzzle,
//! chance decides which two solutions came first. It is then searched once more, if the audience
//! wants to see two. So a verdict depends on its puzzle alone, whatever the path, its neighbours
//! and the number of threads.
//!
//! Invariant: slots `oldest..next` hold puzzles that were taken and not reported, `oldest`
//! unfinished.

use std::ops::ControlFlow;

use super::boxes::{self, State};
use super::kinds::Laned;
use super::lane_search::Host;
use super::loader::Loader;
use super::path::PathAlone;
use super::rotation;
use crate::sudoku::{Grid, Shape, Solution};
use crate::verify::any_shape::AnyShapeVerifier;
use crate::verify::{Audience, Effort, Examination, Kind, Verdict};
use crate::watch::{Patient, Watch};

/// The most puzzles under way, a power of two.
const WINDOW: usize = 1024;

/// The number of sweeps between two pulses: some milliseconds.
const SWEEPS: u64 = 8192;

/// What is known of a puzzle that was taken.
#[derive(Clone)]
struct Slot {
    solutions: usize,
    is_finished: bool,
    /// Whether several lanes worked on it.
    is_shared: bool,
    /// The verdict on a puzzle that is not for the lanes.
    verdict: Option<Box<Verdict>>,
}

/// Slots for the puzzles under way, kept from one batch to the next.
pub(super) struct Slots {
    slots: Vec<Slot>,
    /// For each slot the first solution of its puzzle, and the second, in the lanes of a state.
    /// Empty until an audience wants them: they are nine tenths of a verifier's memory. As numbers
    /// alone they begin as zeros, which the system has, so what is not used is never touched: the
    /// second ones where puzzles are proper, and most of them in a short batch.
    witnesses: [Vec<u16>; 2],
}

/// The lanes of a state.
const LANES: usize = 4 * rotation::LANES;

impl Slots {
    pub(super) fn new() -> Slots {
        Slots { slots: vec![Slot::EMPTY; WINDOW], witnesses: [Vec::new(), Vec::new()] }
    }

    /// Makes room for solutions.
    fn keep_witnesses(&mut self) {
        for lanes in &mut self.witnesses {
            if lanes.is_empty() {
                *lanes = vec![0; WINDOW * LANES];
            }
        }
    }

    fn at(&mut self, number: u32) -> &mut Slot {
        &mut self.slots[number as usize % WINDOW]
    }

    /// Adds a solution, and keeps it. Returns whether there is room for another.
    #[inline(always)]
    fn add(&mut self, number: u32, word: impl Fn(usize) -> u16) -> bool {
        let place = number as usize % WINDOW;
        let slot = &mut self.slots[place];
        boxes::fill(&mut self.witnesses[slot.solutions].as_chunks_mut::<LANES>().0[place], word);
        slot.solutions += 1;
        slot.solutions < 2
    }

    /// The verdict on a puzzle whose solutions were kept.
    fn verdict(&self, number: u32, path: &PathAlone) -> Verdict {
        let place = number as usize % WINDOW;
        let lanes = |which: usize| &self.witnesses[which].as_chunks::<LANES>().0[place];
        verdict(self.slots[place].solutions, |which| path.grid(&State::in_lanes(lanes(which))))
    }
}

/// A batch of puzzles on the way from an iterator to the audience.
pub(super) struct ReorderBuffer<'b, 'p, P> {
    puzzles: &'b mut dyn Iterator<Item = &'p P>,
    audience: &'b mut dyn Audience,
    watch: &'b mut dyn Watch<Effort>,
    slots: &'b mut Slots,
    /// For puzzles of other shapes.
    others: &'b mut Option<Box<AnyShapeVerifier<P>>>,
    /// The puzzles of the slots.
    taken: [Option<&'p P>; WINDOW],
    /// Whether solutions are kept.
    keeps: bool,
    /// Makes grids of solutions, and searches a puzzle once more.
    path: &'b PathAlone,
    is_ended: bool,
    oldest: u32,
    next: u32,
    sweeps: u64,
    /// `Break` if the audience or the watch broke off.
    flow: ControlFlow<()>,
}

impl<'b, 'p, P: Laned> ReorderBuffer<'b, 'p, P> {
    pub(super) fn new(
        puzzles: &'b mut dyn Iterator<Item = &'p P>,
        audience: &'b mut dyn Audience,
        watch: &'b mut dyn Watch<Effort>,
        slots: &'b mut Slots,
        others: &'b mut Option<Box<AnyShapeVerifier<P>>>,
        path: &'b PathAlone,
    ) -> ReorderBuffer<'b, 'p, P> {
        let keeps = audience.wants_witnesses();
        if keeps {
            slots.keep_witnesses();
        }
        ReorderBuffer {
            puzzles,
            audience,
            watch,
            slots,
            others,
            taken: [None; WINDOW],
            keeps,
            path,
            is_ended: false,
            oldest: 0,
            next: 0,
            sweeps: 0,
            flow: ControlFlow::Continue(()),
        }
    }

    /// `Break` if the audience or the watch broke off.
    pub(super) const fn flow(&self) -> ControlFlow<()> {
        self.flow
    }

    /// Reports finished puzzles, up to the oldest unfinished one.
    fn report(&mut self) {
        while self.flow.is_continue()
            && self.oldest != self.next
            && self.slots.at(self.oldest).is_finished
        {
            let slot = self.slots.at(self.oldest);
            slot.is_finished = false;
            let (kind, verdict) = (slot.kind(), slot.verdict.take());
            let was_kept = self.keeps && !(slot.is_shared && kind == Kind::Pseudo);
            self.flow = match (verdict, self.taken[self.oldest as usize % WINDOW]) {
                (Some(verdict), _) => {
                    self.audience.verdict(verdict.kind(), &|| Verdict::clone(&verdict))
                }
                (None, Some(puzzle)) if !was_kept => {
                    self.audience.verdict(kind, &|| first_two(puzzle, self.path))
                }
                (None, _) => {
                    self.audience.verdict(kind, &|| self.slots.verdict(self.oldest, self.path))
                }
            };
            self.oldest = self.oldest.wrapping_add(1);
        }
    }

    /// The next puzzle. An iterator that has ended is not asked again: it might begin anew.
    fn next_puzzle(&mut self) -> Option<&'p P> {
        let puzzle = if self.is_ended { None } else { self.puzzles.next() };
        self.is_ended = puzzle.is_none();
        puzzle
    }

    /// Verifies a puzzle of another shape. False if the watch broke it off.
    fn verify_other(&mut self, puzzle: &P) -> bool {
        let others = self.others.get_or_insert_with(|| AnyShapeVerifier::boxed(puzzle.shape()));
        let examination = Examination::of(&mut **others, puzzle, 2, self.watch).continue_value();
        let slot = self.slots.at(self.next);
        slot.verdict = examination.map(|examination| Box::new(examination.verdict()));
        slot.is_finished = slot.verdict.is_some();
        slot.is_finished
    }
}

impl<P: Laned> Host for ReorderBuffer<'_, '_, P> {
    #[inline(always)]
    fn supply<const N: usize>(&mut self, loader: &mut Loader<N>) {
        while !loader.is_full()
            && self.flow.is_continue()
            && self.next.wrapping_sub(self.oldest) < WINDOW as u32
            && let Some(puzzle) = self.next_puzzle()
        {
            let id = self.next;
            if puzzle.shape() == Shape::CLASSIC {
                self.next = id.wrapping_add(1);
                self.slots.at(id).begin();
                self.taken[id as usize % WINDOW] = Some(puzzle);
                puzzle.take(id, loader);
            } else if self.verify_other(puzzle) {
                self.next = id.wrapping_add(1);
                self.report();
            } else {
                self.flow = ControlFlow::Break(());
            }
        }
        if !loader.is_empty() {
            P::load(loader);
        }
    }

    #[inline(always)]
    fn solved(&mut self, id: u32, word: impl Fn(usize) -> u16) -> bool {
        if self.keeps {
            return self.slots.add(id, word);
        }
        let slot = self.slots.at(id);
        slot.solutions += 1;
        slot.solutions < 2
    }

    fn shared(&mut self, id: u32) {
        self.slots.at(id).is_shared = true;
    }

    #[inline(always)]
    fn finished(&mut self, id: u32) {
        self.slots.at(id).is_finished = true;
        if id == self.oldest {
            self.report();
        }
    }

    #[inline(always)]
    fn pulse(&mut self) -> ControlFlow<()> {
        self.sweeps += 1;
        if self.sweeps.is_multiple_of(SWEEPS) && self.flow.is_continue() {
            self.flow = self.watch.pulse(&Effort { nodes: 0, steps: self.sweeps });
        }
        self.flow
    }
}

impl Slot {
    const EMPTY: Slot = Slot { solutions: 0, is_finished: false, is_shared: false, verdict: None };

    /// Forgets the puzzle that was here before, which a break may have left unfinished or
    /// unreported.
    fn begin(&mut self) {
        self.solutions = 0;
        self.is_finished = false;
        self.is_shared = false;
        self.verdict = None;
    }

    const fn kind(&self) -> Kind {
        kind(self.solutions)
    }
}

/// The kind of a puzzle with this number of solutions, where two stand for more.
const fn kind(solutions: usize) -> Kind {
    match solutions {
        0 => Kind::Impossible,
        1 => Kind::Proper,
        _ => Kind::Pseudo,
    }
}

/// The verdict on a puzzle with this number of solutions, of which `grid` makes the first two.
fn verdict(solutions: usize, mut grid: impl FnMut(usize) -> Grid) -> Verdict {
    let mut solution = |which| Solution::found(grid(which));
    match kind(solutions) {
        Kind::Impossible => Verdict::Impossible,
        Kind::Proper => Verdict::Proper(solution(0)),
        Kind::Pseudo => Verdict::Pseudo([solution(0), solution(1)]),
    }
}

/// The verdict on a puzzle with its first two solutions, which are searched for anew.
fn first_two(puzzle: &impl Laned, path: &PathAlone) -> Verdict {
    let mut grids = Vec::with_capacity(2);
    let mut add = |solution: &dyn Fn() -> Grid| {
        grids.push(solution());
        if grids.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let _ = path.clone().search(puzzle, &mut Effort::default(), &mut add, &mut Patient);
    let mut grids = grids.into_iter();
    verdict(grids.len(), |_| grids.next().expect("each is asked for once, in order"))
}
