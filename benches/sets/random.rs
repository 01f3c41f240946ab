//! Random 9×9 grids without end: proper, pseudo and impossible ones, and the odd ones that
//! catalogues lack.
//!
//! ```text
//!      solutions of data/first.txt ── turned and relabelled ──▶ a solution
//!          all of it, two cells exchanged, many clues or few, one of them changed
//!      nothing, anything at all, the one before once more
//! ```
//!
//! They are cheap to make: no search after the first thousand, which give the solutions. A grid of
//! junk has few clues or many; those between, about twenty that do not clash, can cost a search
//! minutes, as Norvig's impossible puzzle showed.
//!
//! Turned: digits relabelled, rows shuffled in their bands and bands shuffled, the same with
//! columns, and rows and columns exchanged; these keep a solution one, and make each of the
//! thousand into a trillion.

use tourdion::sudoku::{Candidate, Cell, Digit, Grid, Shape};
use tourdion::verify::{LinksVerifier, Verdict, Verifier};

use super::{Chance, FIRST, clues, puzzles};

/// Random 9×9 grids, without end; others for each seed.
pub(crate) fn grids(seed: u64) -> impl Iterator<Item = Grid> {
    let mut chance = Chance::new(seed);
    let solutions = solutions();
    let mut last = Grid::empty(Shape::CLASSIC);
    std::iter::repeat_with(move || {
        let solution = &solutions[chance.below(solutions.len())];
        let grid = match chance.below(16) {
            0 => Grid::empty(Shape::CLASSIC),
            1 => junk(&mut chance),
            2 => last.clone(),
            3 => turned(solution, &mut chance),
            4 => with_two_cells_exchanged(&turned(solution, &mut chance), &mut chance),
            5 => thinned(&turned(solution, &mut chance), 0..17, &mut chance),
            6 | 7 => thinned(&turned(solution, &mut chance), 60..81, &mut chance),
            8..=12 => thinned(&turned(solution, &mut chance), 20..45, &mut chance),
            _ => {
                let thinned = thinned(&turned(solution, &mut chance), 18..60, &mut chance);
                chance.change_a_clue(&thinned)
            }
        };
        last.clone_from(&grid);
        grid
    })
}

/// The solutions of the catalogue that comes with the project.
pub(crate) fn solutions() -> Vec<Grid> {
    let mut verifier = LinksVerifier::default();
    let solution = |puzzle: Grid| match verifier.verify(&puzzle) {
        Verdict::Proper(solution) => solution.grid().clone(),
        other => panic!("{puzzle} is {other}"),
    };
    puzzles(FIRST).into_iter().map(solution).collect()
}

/// Clues of any digit anywhere: too few or too many for a long search.
fn junk(chance: &mut Chance) -> Grid {
    let mut grid = Grid::empty(Shape::CLASSIC);
    let number = if chance.below(2) == 0 { chance.below(12) } else { 30 + chance.below(60) };
    for _ in 0..number {
        let cell = grid.shape().cell(chance.below(81));
        grid.set(cell, Some(chance.digit()));
    }
    grid
}

/// The grid after one of the symmetries that keep a solution one, each equally likely.
pub(crate) fn turned(grid: &Grid, chance: &mut Chance) -> Grid {
    let mut labels: Vec<Digit> = grid.shape().digits().collect();
    chance.shuffle(&mut labels);
    let (rows, columns, is_transposed) = (lines(chance), lines(chance), chance.below(2) == 0);
    let mut turned = Grid::empty(grid.shape());
    for Candidate { cell, digit } in grid.clues() {
        let (row, column) = (rows[usize::from(cell.row)], columns[usize::from(cell.column)]);
        let cell =
            if is_transposed { Cell { row: column, column: row } } else { Cell { row, column } };
        turned.set(cell, Some(labels[digit.index()]));
    }
    turned
}

/// Where each of nine lines goes, if they are shuffled in their bands, and the bands too.
fn lines(chance: &mut Chance) -> Vec<u8> {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    chance.shuffle(&mut bands);
    for band in &mut bands {
        chance.shuffle(band);
    }
    bands.concat()
}

fn with_two_cells_exchanged(grid: &Grid, chance: &mut Chance) -> Grid {
    let (one, other) = (chance.one_of(&clues(grid)), chance.one_of(&clues(grid)));
    let mut exchanged = grid.clone();
    exchanged.set(one.cell, Some(other.digit));
    exchanged.set(other.cell, Some(one.digit));
    exchanged
}

/// Clues of the grid at random places; their number is from `left`, each equally likely.
fn thinned(grid: &Grid, left: std::ops::Range<usize>, chance: &mut Chance) -> Grid {
    let mut clues = clues(grid);
    chance.shuffle(&mut clues);
    let left = left.start + chance.below(left.len());
    let mut thinned = Grid::empty(grid.shape());
    for &clue in &clues[..left] {
        thinned.place(clue);
    }
    thinned
}
