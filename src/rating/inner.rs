//! Braids in the trials of T&E: B×B at depth 2, B×BB at depth 3.
//!
//! ```text
//!      board    T&E(1)        stuck
//!      worlds   z1, z2, ...   those that T&E(1) kills, each under braids of at most p constraints
//! ```
//!
//! B×B is the least p such that T&E(1) solves, with singles and braids of at most p constraints in
//! its trials; 0 if singles are enough there. B×BB is the same with T&E(2). Braids of any length
//! are T&E(1); so only worlds that die of T&E one deeper can die of braids.
//!
//! A world that is stuck stays as it is. It is narrowed when the board loses something, and goes on
//! when p grows: removing is monotone. If all are stuck, p becomes the least that helps one of
//! them.

use std::ops::ControlFlow;

use super::braid::{BraidEnd, Braids};
use super::depth::Trials;
use super::work::Work;
use crate::singles::{self, Bitboard, CandidateIndex, End};

/// Does T&E with braids.
pub(super) struct InnerBraids<'i> {
    pub(super) trials: &'i mut Trials,
    pub(super) braids: &'i mut Braids,
}

/// A board, and the worlds of its trials that are stuck.
struct World {
    board: Bitboard,
    /// Those that can die.
    trials: Vec<(CandidateIndex, World)>,
    /// Whether these are all that can die, of the board as it is.
    are_all: bool,
}

/// What became of the worlds of trials.
struct Fall {
    /// Whether any has died.
    has_any: bool,
    /// The least length of braids that can do more in the others.
    least: Option<usize>,
}

impl World {
    fn of(board: &Bitboard) -> World {
        World { board: *board, trials: Vec::new(), are_all: false }
    }
}

impl InnerBraids<'_> {
    /// The least length of braids in the trials of T&E(`depth`) that solve a board; `None` if it is
    /// more than `longest`. Breaks if stopped, with the length that was tried.
    pub(super) fn least(
        &mut self,
        board: &Bitboard,
        depth: usize,
        truths: &Bitboard,
        longest: usize,
        work: &mut Work<'_>,
    ) -> ControlFlow<usize, Option<usize>> {
        let mut world = World::of(board);
        let mut length = 1;
        while length <= longest {
            let settled = self.settle(&mut world, depth, length, Some(truths), work);
            match settled.map_break(|()| length)? {
                BraidEnd { end: End::Stuck, least: Some(least) } => length = least.max(length + 1),
                BraidEnd { end: End::Stuck, least: None } => break,
                _ => return ControlFlow::Continue(Some(length)),
            }
        }
        ControlFlow::Continue(None)
    }

    /// T&E(`depth`) with braids of at most `length` constraints in its trials, to the end.
    fn settle(
        &mut self,
        world: &mut World,
        depth: usize,
        length: usize,
        truths: Option<&Bitboard>,
        work: &mut Work<'_>,
    ) -> ControlFlow<(), BraidEnd> {
        if depth == 0 {
            return self.braids.settle(&mut world.board, length, truths, work);
        }
        loop {
            let end = self.trials.settle(&mut world.board, depth, truths, work)?;
            if end != End::Stuck {
                return ControlFlow::Continue(BraidEnd { end, least: None });
            }
            let fall = self.fall(world, depth, length, work)?;
            if fall.has_any {
                continue;
            }
            if world.are_all {
                return ControlFlow::Continue(BraidEnd { end: End::Stuck, least: fall.least });
            }
            let mortal = self.trials.mortal(&world.board, depth, truths, work)?;
            world.trials.retain(|(candidate, _)| mortal.contains(candidate));
            for candidate in mortal {
                if !world.trials.iter().any(|(known, _)| *known == candidate) {
                    let mut board = world.board;
                    board.assume(candidate);
                    world.trials.push((candidate, World::of(&board)));
                }
            }
            world.are_all = true;
        }
    }

    /// Goes on with the worlds of a board's trials, until one dies.
    fn fall(
        &mut self,
        world: &mut World,
        depth: usize,
        length: usize,
        work: &mut Work<'_>,
    ) -> ControlFlow<(), Fall> {
        let World { board, trials, are_all } = world;
        trials.retain(|(candidate, _)| board.is_open(*candidate));
        let mut fall = Fall { has_any: false, least: None };
        let mut dead = Vec::new();
        for (candidate, inner) in trials.iter_mut() {
            if !board.is_open(*candidate) {
                continue;
            }
            inner.board.narrow(board);
            let BraidEnd { end, least } = self.settle(inner, depth - 1, length, None, work)?;
            if end == End::Dead {
                dead.push(*candidate);
                board.remove(*candidate);
                fall.has_any = true;
                *are_all = false;
                if singles::settle(work.instructions, board) != End::Stuck {
                    break;
                }
            } else if let Some(longer) = least {
                fall.least = Some(fall.least.map_or(longer, |least| least.min(longer)));
            }
        }
        trials.retain(|(candidate, _)| !dead.contains(candidate));
        ControlFlow::Continue(fall)
    }
}
