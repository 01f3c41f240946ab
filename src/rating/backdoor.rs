//! Backdoors: cells whose true digits, once given, let singles solve the puzzle.
//!
//! ```text
//!      board     stuck with singles
//!      worlds    one cell given in each, and what follows      one is solved: size 1
//!      a world's worlds    two cells given in each             one is solved: size 2, and so on
//! ```
//!
//! The size of the least backdoor says how many cells somebody has to be given (or to guess) to
//! have nothing but singles left. A cell that is a backdoor alone is *magic*. Both depend on
//! nothing but the puzzle, other than the guesses of a search (Williams, Gomes and Selman,
//! *Backdoors to Typical Case Complexity*, 2003, of problems in general).
//!
//! Invariant: what is given is true, so no world dies. Giving is monotone: a cell that follows from
//! another can be replaced by it in every backdoor. So only cells are tried that follow from no
//! other; and a cell that follows from one whose sets have all been tried is tried no more.

use std::ops::ControlFlow;

use super::work::Work;
use crate::instructions::available::Available;
use crate::singles::{self, Bitboard, CandidateIndex, End};

/// The number of cells of which each alone lets singles solve a board.
pub(super) fn magic(board: &Bitboard, truths: &[CandidateIndex], instructions: Available) -> usize {
    let open = truths.iter().filter(|&&truth| board.is_open(truth));
    open.filter(|&&truth| given(board, truth, instructions).1 == End::Solved).count()
}

/// The least number of cells that let singles solve a board, at least one. Breaks if stopped, with
/// the number that was tried.
pub(super) fn least(
    board: &Bitboard,
    truths: &[CandidateIndex],
    work: &mut Work<'_>,
) -> ControlFlow<usize, usize> {
    let mut size = 1;
    while !has_backdoor(board, truths, size, &mut Vec::new(), work).map_break(|()| size)? {
        size += 1;
    }
    ControlFlow::Continue(size)
}

/// A board with a cell given, and singles.
fn given(board: &Bitboard, truth: CandidateIndex, instructions: Available) -> (Bitboard, End) {
    let mut world = *board;
    world.assume(truth);
    let end = singles::settle(instructions, &mut world);
    (world, end)
}

/// Whether `size` cells let singles solve a board. All sets with one of those in `tried` are known
/// not to.
fn has_backdoor(
    board: &Bitboard,
    truths: &[CandidateIndex],
    size: usize,
    tried: &mut Vec<CandidateIndex>,
    work: &mut Work<'_>,
) -> ControlFlow<(), bool> {
    work.pulse()?;
    let mut worlds = Vec::new();
    for &truth in truths.iter().filter(|&&truth| board.is_open(truth)) {
        if size == 1 && tried.contains(&truth) {
            continue;
        }
        let (world, end) = given(board, truth, work.instructions);
        if end == End::Solved {
            return ControlFlow::Continue(true);
        }
        worlds.push((truth, world));
    }
    if size == 1 {
        return ControlFlow::Continue(false);
    }
    let follows = |world: &Bitboard, truth: CandidateIndex| !world.is_open(truth);
    let unknown = |world: &Bitboard| truths.iter().filter(|&&truth| world.is_open(truth)).count();
    // What follows from another cell, and not the other from it, comes after it.
    worlds.sort_by_cached_key(|(_, world)| unknown(world));
    let mut best: Vec<&(CandidateIndex, Bitboard)> =
        worlds.iter().filter(|(truth, _)| tried.contains(truth)).collect();
    let (before, known) = (best.len(), tried.len());
    for world in &worlds {
        if !best.iter().any(|(_, better)| follows(better, world.0)) {
            best.push(world);
        }
    }
    for (truth, world) in &best[before..] {
        if has_backdoor(world, truths, size - 1, tried, work)? {
            return ControlFlow::Continue(true);
        }
        tried.push(*truth);
    }
    tried.truncate(known);
    ControlFlow::Continue(false)
}
