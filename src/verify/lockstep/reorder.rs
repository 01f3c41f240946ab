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
//! [`one_puzzle`](super::one_puzzle) too, since the order of the boxes does not affect what can be
//! deduced without a guess. But if several lanes shared a pseudo-puzzle, chance decides which two
//! solutions came first. It is then searched once more, if the audience wants to see two. So a
//! verdict depends on its puzzle alone, whatever the path, its neighbours and the number of
//! threads.
//!
//! Invariant: slots `oldest..next` hold puzzles that were taken and not reported, `oldest`
//! unfinished.

use std::ops::ControlFlow;

use super::boxes::State;
use super::kinds::Laned;
use super::lane_search::Host;
use super::loader::Loader;
use super::one_puzzle;
use super::path::Grids;
use super::rules::BySign;
use crate::sudoku::{Shape, Solution};
use crate::verify::{Audience, Effort, Examination, Kind, LinksVerifier, Verdict, Verifier};
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
    witnesses: [State; 2],
    /// The verdict on a puzzle that is not for the lanes.
    verdict: Option<Box<Verdict>>,
}

/// Slots for the puzzles under way, kept from one batch to the next.
pub(super) struct Slots(Vec<Slot>);

impl Slots {
    pub(super) fn new() -> Slots {
        Slots(vec![Slot::EMPTY; WINDOW])
    }

    fn at(&mut self, number: u32) -> &mut Slot {
        &mut self.0[number as usize % WINDOW]
    }
}

/// A batch of puzzles on the way from an iterator to the audience.
pub(super) struct ReorderBuffer<'b, 'p, P> {
    puzzles: &'b mut dyn Iterator<Item = &'p P>,
    audience: &'b mut dyn Audience,
    watch: &'b mut dyn Watch<Effort>,
    slots: &'b mut Slots,
    /// For puzzles of other shapes.
    links: &'b mut Option<LinksVerifier<P>>,
    /// The puzzles of the slots.
    taken: [Option<&'p P>; WINDOW],
    /// Whether solutions are kept.
    keeps: bool,
    grids: Grids,
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
        (audience, watch): (&'b mut dyn Audience, &'b mut dyn Watch<Effort>),
        slots: &'b mut Slots,
        links: &'b mut Option<LinksVerifier<P>>,
        grids: Grids,
    ) -> ReorderBuffer<'b, 'p, P> {
        let keeps = audience.wants_witnesses();
        ReorderBuffer {
            puzzles,
            audience,
            watch,
            slots,
            links,
            taken: [None; WINDOW],
            keeps,
            grids,
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
            self.flow = match (slot.verdict.take(), self.taken[self.oldest as usize % WINDOW]) {
                (Some(verdict), _) => {
                    self.audience.verdict(verdict.kind(), &|| Verdict::clone(&verdict))
                }
                (None, Some(puzzle))
                    if !self.keeps || slot.is_shared && slot.kind() == Kind::Pseudo =>
                {
                    self.audience.verdict(slot.kind(), &|| first_two(puzzle).verdict(self.grids))
                }
                (None, _) => self.audience.verdict(slot.kind(), &|| slot.verdict(self.grids)),
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

    /// Asks the links about a puzzle of another shape. False if the watch broke it off.
    fn ask_links(&mut self, puzzle: &P) -> bool {
        let mut examination = Examination::up_to(2);
        let links = self.links.get_or_insert_with(|| LinksVerifier::of_kind(puzzle.shape()));
        let flow = links.solutions(puzzle, &mut examination, self.watch);
        let slot = self.slots.at(self.next);
        slot.is_finished = flow.is_continue() || examination.is_cut_short();
        slot.verdict = slot.is_finished.then(|| Box::new(examination.verdict()));
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
            } else if self.ask_links(puzzle) {
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
        let slot = self.slots.at(id);
        if self.keeps {
            return slot.add(word);
        }
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
    const EMPTY: Slot = Slot {
        solutions: 0,
        is_finished: false,
        is_shared: false,
        witnesses: [State::NOTHING; 2],
        verdict: None,
    };

    /// Forgets the puzzle that was here before, which a break may have left unfinished or
    /// unreported.
    fn begin(&mut self) {
        self.solutions = 0;
        self.is_finished = false;
        self.is_shared = false;
        self.verdict = None;
    }

    /// Adds a solution. Returns whether there is room for another.
    #[inline(always)]
    fn add(&mut self, word: impl Fn(usize) -> u16) -> bool {
        self.witnesses[self.solutions].fill(word);
        self.solutions += 1;
        self.solutions < 2
    }

    fn kind(&self) -> Kind {
        match self.solutions {
            0 => Kind::Impossible,
            1 => Kind::Proper,
            _ => Kind::Pseudo,
        }
    }

    fn verdict(&self, grids: Grids) -> Verdict {
        let [first, second] = &self.witnesses;
        let solution = |solved: &State| Solution::found(grids(solved));
        match self.kind() {
            Kind::Impossible => Verdict::Impossible,
            Kind::Proper => Verdict::Proper(solution(first)),
            Kind::Pseudo => Verdict::Pseudo([solution(first), solution(second)]),
        }
    }
}

/// A slot with the first two solutions of a puzzle.
fn first_two(puzzle: &impl Laned) -> Slot {
    let mut slot = Slot::EMPTY;
    let mut add = |solution: &State| {
        if slot.add(|word| solution.word(word)) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let (untried, effort) = (&mut Vec::new(), &mut Effort::default());
    let _ = one_puzzle::search::<BySign, _, _>(puzzle, untried, effort, &mut add, &mut Patient);
    slot
}
