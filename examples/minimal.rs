//! Makes minimal puzzles: proper ones of which no clue can go.
//!
//! ```text
//!      empty grid ── digits put in at random,        solution ── clues taken off at random,   minimal
//!                    while there is a solution ──▶   grid        while there is only one ──▶  puzzle
//! ```
//!
//! Both ways are the same walk, with the same guide: a [`Verifier`] says after each step whether it was
//! one too far. It is asked more than a hundred times for a puzzle, and built once for them all.
//!
//! ```text
//!      cargo run --release --example minimal -- COUNT SEED [SHAPE]
//!      cargo run --release --example minimal -- 1000 2007
//!      cargo run --release --example minimal -- 10 1 2x3           boxes of two rows and three columns
//! ```
//!
//! A puzzle is printed a line. The same seed gives the same puzzles on every machine. A 9×9 puzzle takes
//! some milliseconds; a 16×16 one (`4x4`) mostly a second or so, but now and then minutes.
//!
//! What is the distribution? Every solution grid can come out, and every minimal puzzle of it, but not
//! equally often. Of the solution grids, those come more often whose digits leave few others possible on
//! the way. Of the minimal puzzles, those with few clues come far too often, because more orders of taking
//! off lead down to them. Berthier measured it ("Unbiased statistics of a constraint satisfaction problem",
//! 2009): such a top-down generator gives 24.4 clues on average, where all minimal puzzles have about 26.6.

use std::error::Error;
use std::io::{self, Write};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tourdion::sudoku::{Candidate, Cell, Digit, Grid, Shape, Solution};
use tourdion::verify::{LinksVerifier, Verdict, Verifier};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (count, seed, shape) = match &arguments[..] {
        [count, seed] => (count.parse()?, seed.parse()?, Shape::CLASSIC),
        [count, seed, shape] => (count.parse()?, seed.parse()?, shape.parse()?),
        _ => return Err("usage: minimal COUNT SEED [SHAPE]".into()),
    };
    let mut out = io::stdout().lock();
    for puzzle in minimal_puzzles(shape, seed).take(count) {
        writeln!(out, "{puzzle}")?;
    }
    Ok(())
}

/// Minimal puzzles without end.
pub(crate) fn minimal_puzzles(shape: Shape, seed: u64) -> impl Iterator<Item = Grid> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut verifier = LinksVerifier::new(shape);
    std::iter::repeat_with(move || {
        let solution = solution_grid(&mut verifier, shape, &mut chance);
        minimal_puzzle(&mut verifier, &solution, &mut chance)
    })
}

/// Puts a digit into one cell after another, until there is only one solution.
fn solution_grid(verifier: &mut LinksVerifier, shape: Shape, chance: &mut ChaCha8Rng) -> Solution {
    let mut grid = Grid::empty(shape);
    let mut cells: Vec<Cell> = (0..shape.cells()).map(|index| shape.cell(index)).collect();
    shuffle(&mut cells, chance);
    let mut digits: Vec<Digit> = shape.digits().collect();
    for cell in cells {
        shuffle(&mut digits, chance);
        for &digit in &digits {
            grid.set(cell, Some(digit));
            match verifier.verify(&grid) {
                Verdict::Proper(solution) => return solution,
                Verdict::Pseudo(_) => break, // the next cell
                Verdict::Impossible => {}    // another digit
            }
        }
    }
    unreachable!("a full grid has at most one solution")
}

/// Takes off one clue after another, in random order, if the puzzle stays proper without it.
///
/// One pass is enough: a clue that can't go now can't go later either, when there are fewer.
fn minimal_puzzle(verifier: &mut LinksVerifier, solution: &Solution, chance: &mut ChaCha8Rng) -> Grid {
    let mut puzzle = solution.grid().clone();
    let mut clues: Vec<Candidate> = puzzle.clues().collect();
    shuffle(&mut clues, chance);
    for clue in clues {
        puzzle.set(clue.cell, None);
        if !verifier.verify(&puzzle).is_proper() {
            puzzle.place(clue);
        }
    }
    puzzle
}

/// Brings `list` into a random order, each equally likely (Fisher and Yates; Durstenfeld's form).
fn shuffle<T>(list: &mut [T], chance: &mut ChaCha8Rng) {
    for last in (1..list.len()).rev() {
        list.swap(below(last + 1, chance), last);
    }
}

/// A random number below `bound`, each equally likely: numbers from the incomplete last round of
/// `bound` are thrown away.
fn below(bound: usize, chance: &mut ChaCha8Rng) -> usize {
    let bound = bound as u32; // at most the 625 cells of the largest grid
    let whole_rounds = u32::MAX - u32::MAX % bound;
    loop {
        let number = chance.next_u32();
        if number < whole_rounds {
            return (number % bound) as usize;
        }
    }
}
