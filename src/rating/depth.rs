//! The depth of T&E: the least n such that T&E(n) solves the puzzle.
//!
//! ```text
//!      0    singles
//!      1    a few trials one by one, or all at once on a sheet
//!      2    the worlds of the sheet's trials, each a sheet
//!      3    the worlds of their trials, ...
//! ```
//!
//! T&E(0) is singles. T&E(n): assume a candidate, do T&E(n-1); if that contradicts itself, the
//! candidate is false; and again, until nothing changes. A trial that ends in a solution proves
//! nothing. What is false at some depth is so at a greater one; so each depth begins where the one
//! before it was stuck.
//!
//! A puzzle's own candidates, those of its solution, never die; so their worlds are left out.

use std::ops::ControlFlow;

use super::incidence::Incidence;
use super::sheet::Sheet;
use super::work::Work;
use crate::singles::{self, Bitboard, CandidateIndex, End};

/// Trials one by one before there is a sheet: a common puzzle of depth 1 takes fewer.
const FEW: usize = 60;

/// The deepest T&E that is tried.
pub(super) const DEEPEST: usize = 3;

/// Does T&E.
#[derive(Default)]
pub(super) struct Trials {
    incidence: Incidence,
    /// One for each depth, and one for the worlds of the last.
    sheets: [Sheet; DEEPEST + 1],
}

impl Trials {
    /// Trials of one candidate after another, as long as they are few. The board is under singles.
    pub(super) fn few(board: &mut Bitboard, truths: &Bitboard, work: &Work<'_>) -> End {
        let mut left = FEW;
        loop {
            let before = *board;
            let mut is_moving = false;
            for candidate in before.in_pairs(truths) {
                if !board.is_open(candidate) {
                    continue;
                }
                if left == 0 {
                    return End::Stuck;
                }
                left -= 1;
                let mut trial = *board;
                trial.assume(candidate);
                if singles::settle(work.instructions, &mut trial) == End::Dead {
                    board.remove(candidate);
                    is_moving = true;
                    match singles::settle(work.instructions, board) {
                        End::Stuck => {}
                        end => return end,
                    }
                }
            }
            if !is_moving {
                return End::Stuck;
            }
        }
    }

    /// T&E(`depth`) of a board, to the end. `truths` are known to be true.
    pub(super) fn settle(
        &mut self,
        board: &mut Bitboard,
        depth: usize,
        truths: Option<&Bitboard>,
        work: &mut Work<'_>,
    ) -> ControlFlow<(), End> {
        match singles::settle(work.instructions, board) {
            End::Stuck => {}
            end => return ControlFlow::Continue(end),
        }
        let mut end = self.start(board, work);
        if end == End::Stuck && depth > 1 {
            let (first, rest) = self.sheets.split_first_mut().expect("a sheet for depth 1");
            let candidates = &self.incidence.candidates;
            let is_worth = |z: usize| truths.is_none_or(|truths| !truths.has(candidates[z]));
            end = deeper(first, depth, rest, &is_worth, work)?;
        }
        if end != End::Dead {
            for (k, &candidate) in self.incidence.candidates.iter().enumerate() {
                if self.sheets[0].is_lost(k) {
                    board.remove(candidate);
                }
            }
            let settled = singles::settle(work.instructions, board);
            debug_assert_eq!(settled, end, "a sheet and its board have one end");
        }
        ControlFlow::Continue(end)
    }

    /// A sheet of the board, after T&E(1).
    fn start(&mut self, board: &Bitboard, work: &Work<'_>) -> End {
        self.incidence.read(board);
        self.sheets[0].start(&self.incidence);
        self.sheets[0].settle(work.instructions)
    }

    /// The candidates whose worlds die of T&E(`depth`), of a board on which T&E(`depth`) is stuck;
    /// those first that seem to die soonest.
    pub(super) fn mortal(
        &mut self,
        board: &Bitboard,
        depth: usize,
        truths: Option<&Bitboard>,
        work: &mut Work<'_>,
    ) -> ControlFlow<(), Vec<CandidateIndex>> {
        self.start(board, work);
        let (first, rest) = self.sheets.split_first_mut().expect("a sheet for depth 1");
        let candidates = &self.incidence.candidates;
        let mut mortal = Vec::new();
        for z in first.order() {
            if truths.is_some_and(|truths| truths.has(candidates[z])) {
                continue;
            }
            if world_end(first, z, depth, rest, work)? == End::Dead {
                mortal.push(candidates[z]);
            }
        }
        ControlFlow::Continue(mortal)
    }
}

/// T&E(`depth`) to the end, after T&E(1) has got stuck.
fn deeper(
    sheet: &mut Sheet,
    depth: usize,
    worlds: &mut [Sheet],
    is_worth: &dyn Fn(usize) -> bool,
    work: &mut Work<'_>,
) -> ControlFlow<(), End> {
    loop {
        let mut is_moving = false;
        for z in sheet.order() {
            if !sheet.is_open(z) || !is_worth(z) {
                continue;
            }
            if world_end(sheet, z, depth - 1, worlds, work)? == End::Dead {
                is_moving = true;
                sheet.lose(z);
                match sheet.settle(work.instructions) {
                    End::Stuck => {}
                    end => return ControlFlow::Continue(end),
                }
            }
        }
        if !is_moving {
            return ControlFlow::Continue(End::Stuck);
        }
    }
}

/// The end of a trial's world under T&E(`depth`).
fn world_end(
    sheet: &Sheet,
    z: usize,
    depth: usize,
    worlds: &mut [Sheet],
    work: &mut Work<'_>,
) -> ControlFlow<(), End> {
    work.pulse()?;
    let (world, rest) = worlds.split_first_mut().expect("a sheet for each depth");
    world.enter(sheet, z, work.instructions);
    match world.settle(work.instructions) {
        End::Stuck if depth > 1 => deeper(world, depth, rest, &|_| true, work),
        end => ControlFlow::Continue(end),
    }
}
