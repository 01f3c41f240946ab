//! Taboo, totem, and a random pivot: the method of Douillet's Maple program.
//!
//! ```text
//!      taboo     cell by cell, the letters of known neighbours go; one left: known. Again while
//!                there was a move.
//!      totem     taboo, then group by group: a letter with one place is known there. Again while
//!                there was a move.
//!      pick      a random cell with p or p + 1 letters, p the least: each letter is tried
//! ```
//!
//! He found that allowing p + 1, too, "introduces more variability and is more efficient"; so both
//! policies are here, and `tourdion compare` measures them.
//!
//! Both work lazily: a flag records that there was a move, and is checked after all cells or all
//! groups. So two groups can make two neighbours known by the same letter in one turn, and taboo
//! never looks at known cells again: a grid can become full without being a solution. So full grids
//! are checked once more before they are shown; the clues are checked first of all.
//!
//! Source: P. L. Douillet, *Open Questions in Sudoku*, 2007, section 4.

use std::ops::ControlFlow;

use super::board::Search;
use crate::chance::Chance;
use crate::sudoku::Digit;

/// The cells among which the pivot is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pivot {
    /// Those with the fewest letters.
    Fewest,
    /// Those with the fewest, or one more.
    OneMore,
}

/// Taboo, totem and pick. The same `seed` chooses the same pivots for the same puzzle.
pub(super) fn solve(search: &mut Search<'_>, pivot: Pivot, seed: u64) -> ControlFlow<()> {
    if search.has_clash() {
        return ControlFlow::Continue(());
    }
    let all = (1 << search.board.shape.size()) - 1;
    let letters = search.digits.iter().map(|clue| match clue {
        Some(clue) => Letters { is_known: true, set: 1 << clue.index() },
        None => Letters { is_known: false, set: all },
    });
    let letters = letters.collect();
    search.node(None, |search| pick(search, letters, pivot, &mut Chance::new(seed, 0)))
}

/// The state of a cell.
#[derive(Clone, Copy)]
struct Letters {
    is_known: bool,
    /// Those not proven wrong, a bit for each.
    set: u32,
}

fn pick(
    search: &mut Search<'_>,
    mut cells: Vec<Letters>,
    pivot: Pivot,
    chance: &mut Chance,
) -> ControlFlow<()> {
    if !totem(search, &mut cells) {
        return ControlFlow::Continue(());
    }
    let count = |cell: &usize| cells[*cell].set.count_ones();
    let unknown: Vec<usize> = (0..cells.len()).filter(|&cell| !cells[cell].is_known).collect();
    let Some(fewest) = unknown.iter().map(count).min() else {
        for (digit, letters) in search.digits.iter_mut().zip(&cells) {
            *digit = Some(Digit::at(letters.set.trailing_zeros() as usize));
        }
        return if search.has_clash() { ControlFlow::Continue(()) } else { search.show() };
    };
    let most = if pivot == Pivot::OneMore { fewest + 1 } else { fewest };
    let pivots: Vec<usize> = unknown.into_iter().filter(|cell| count(cell) <= most).collect();
    let cell = pivots[chance.below(pivots.len())];
    let set = cells[cell].set;
    for letter in search.board.shape.digits().filter(|letter| set & 1 << letter.index() != 0) {
        let mut attempt = cells.clone();
        attempt[cell] = Letters { is_known: true, set: 1 << letter.index() };
        search.node(Some((cell, letter)), |search| pick(search, attempt, pivot, chance))?;
    }
    ControlFlow::Continue(())
}

/// Makes the moves of single cells. Returns false if a cell has no letter left, the taboo error.
fn taboo(search: &mut Search<'_>, cells: &mut [Letters]) -> bool {
    let mut has_moved = true;
    while has_moved {
        has_moved = false;
        for cell in 0..cells.len() {
            if cells[cell].is_known {
                continue;
            }
            search.step(1);
            for &neighbour in &search.board.neighbours[cell] {
                if cells[neighbour].is_known {
                    cells[cell].set &= !cells[neighbour].set;
                }
            }
            match cells[cell].set.count_ones() {
                0 => return false,
                1 => (cells[cell].is_known, has_moved) = (true, true),
                _ => {}
            }
        }
    }
    true
}

/// Makes the moves of single cells and single places. Returns false at a taboo error.
fn totem(search: &mut Search<'_>, cells: &mut [Letters]) -> bool {
    loop {
        if !taboo(search, cells) {
            return false;
        }
        let mut has_moved = false;
        search.step((search.board.houses.len() * search.board.shape.size()) as u64);
        for group in &search.board.houses {
            for letter in (0..search.board.shape.size()).map(|letter| 1 << letter) {
                let mut places = group.iter().filter(|&&cell| cells[cell].set & letter != 0);
                if let (Some(&place), None) = (places.next(), places.next())
                    && !cells[place].is_known
                {
                    cells[place] = Letters { is_known: true, set: letter };
                    has_moved = true;
                }
            }
        }
        if !has_moved {
            return true;
        }
    }
}
