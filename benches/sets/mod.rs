//! Sets of puzzles, the same on every machine, made from catalogues: for benches and for tests.
//!
//! ```text
//!      seventeen   ..1..4...                the catalogue
//!      pseudo      .....4...                one clue of it taken off
//!      easy        2.1.74..9                ten more clues of its solution
//!      hardest     98.7..6..                the catalogue
//!      impossible  98.3..6..                one clue of it changed, if that leaves no solution
//!      random      anything at all          see `random`
//! ```
//!
//! The large catalogues do not come along: `TOURDION_CATALOGUES` names the folder that has them.
//! Where one is absent, `data/first.txt` takes its place in a set, and standard error says so:
//! there is something to time or test, but no figure of such a run is one of these sets.
//!
//! Chance comes from seeds, one a set, so that a set is the same whichever others are made beside
//! it. Deliberately lacking: anything that is asked for a verdict without being handed in. The
//! solution of an easy puzzle and the lack of one of an impossible puzzle come from a verifier of
//! the caller's choice; all must choose alike.

// Each user of this has its own part of it.
#![allow(dead_code)]

use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use tourdion::sudoku::{Candidate, Digit, Grid, Shape};
use tourdion::verify::{Verdict, Verifier};

pub(crate) mod random;

/// The catalogue that comes with the project.
const FIRST: &str = include_str!("../../data/first.txt");

/// A file of proper puzzles.
pub(crate) struct Catalogue {
    /// The name of the file that was read.
    pub file: &'static str,
    pub puzzles: Vec<Grid>,
}

/// The 49,158 puzzles with 17 clues, or what stands in for them.
pub(crate) fn seventeen() -> Catalogue {
    catalogue_or_first("seventeen.txt")
}

/// The 24,383 hardest puzzles known, or what stands in for them.
pub(crate) fn hardest() -> Catalogue {
    catalogue_or_first("hardest.txt")
}

/// The 1,000 minimal puzzles that come with the project.
pub(crate) fn first() -> Vec<Grid> {
    puzzles(FIRST)
}

/// The 984 puzzles near Inkala's that come with the project; 87 of them are of depth 2.
pub(crate) fn neighbours() -> Vec<Grid> {
    puzzles(include_str!("../../data/neighbours.txt"))
}

/// The 38 puzzles that come with the project and that nets do not solve.
pub(crate) fn stuck() -> Vec<Grid> {
    puzzles(include_str!("../../data/stuck.txt"))
}

/// Published ratings: puzzles with the number in one column (`te_depth`, `b` or `bxb`), or an empty
/// list if they are not there.
pub(crate) fn published(column: &str) -> Vec<(Grid, u32)> {
    let Some(text) = catalogue_text("rated/dev.csv") else { return Vec::new() };
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("a table has a header");
    let place = header.iter().position(|&name| name == column).expect("the table has the column");
    let rated = lines.filter_map(|line| {
        let number = line[place].parse().ok()?;
        Some((line[0].parse().expect("the catalogue is readable"), number))
    });
    rated.collect()
}

/// Published ratings of Sudoku Explainer, ER, EP and ED in tenths where they are known, or an empty
/// list if they are not there.
pub(crate) fn explained() -> Vec<(Grid, [Option<u32>; 3])> {
    let Some(text) = catalogue_text("rated/se.csv") else { return Vec::new() };
    let rated = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let tenths = |k: usize| fields[k].replace('.', "").parse().ok();
        (fields[0].parse().expect("the catalogue is readable"), [tenths(1), tenths(2), tenths(3)])
    });
    rated.collect()
}

/// A catalogue, or what stands in for it.
fn catalogue_or_first(file: &'static str) -> Catalogue {
    if let Some(puzzles) = catalogue(file) {
        return Catalogue { file, puzzles };
    }
    // Past the harness of tests, which captures what is printed.
    let _ = writeln!(stderr(), "data/first.txt stands in for {file}, which is not there");
    Catalogue { file: "first.txt", puzzles: first() }
}

/// The puzzles of a catalogue: one of `data/`, or of the folder that `TOURDION_CATALOGUES` names,
/// which has the large ones (`seventeen.txt`, `hardest.txt`, `top95.txt`, `rated/dev.csv`,
/// `rated/se.csv`). `None` if it is not there. No other code looks for them.
pub(crate) fn catalogue(file: &str) -> Option<Vec<Grid>> {
    catalogue_text(file).map(|text| puzzles(&text))
}

fn catalogue_text(file: &str) -> Option<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let folders = [Some(own), std::env::var_os("TOURDION_CATALOGUES").map(PathBuf::from)];
    folders.into_iter().flatten().find_map(|folder| fs::read_to_string(folder.join(file)).ok())
}

/// The puzzles of a text, one a line.
pub(crate) fn puzzles(text: &str) -> Vec<Grid> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.get(..81).unwrap_or(line).parse().expect("the catalogue is readable"))
        .collect()
}

/// Each puzzle less one of its clues. Where no clue was redundant, as none of 17 is, these are
/// pseudo-puzzles.
pub(crate) fn pseudo(puzzles: &[Grid]) -> Vec<Grid> {
    let mut chance = Chance::new(1);
    let less = puzzles.iter().map(|puzzle| {
        let mut less = puzzle.clone();
        less.set(chance.one_of(&clues(puzzle)).cell, None);
        less
    });
    less.collect()
}

/// Each proper puzzle with ten more clues of its solution.
pub(crate) fn easy(puzzles: &[Grid], verifier: &mut dyn Verifier) -> Vec<Grid> {
    let mut chance = Chance::new(2);
    let more = puzzles.iter().map(|puzzle| {
        let Verdict::Proper(solution) = verifier.verify(puzzle) else {
            panic!("{puzzle} is not proper")
        };
        let mut more = puzzle.clone();
        let mut others = clues(solution.grid());
        others.retain(|clue| puzzle.get(clue.cell).is_none());
        chance.shuffle(&mut others);
        for &clue in &others[..10] {
            more.place(clue);
        }
        more
    });
    more.collect()
}

/// Each puzzle with one of its clues changed to another digit; only those that have no solution
/// then.
pub(crate) fn impossible(puzzles: &[Grid], verifier: &mut dyn Verifier) -> Vec<Grid> {
    let mut chance = Chance::new(3);
    let mut changed: Vec<Grid> =
        puzzles.iter().map(|puzzle| chance.change_a_clue(puzzle)).collect();
    changed.retain(|puzzle| verifier.count(puzzle, 1) == 0);
    changed
}

fn clues(grid: &Grid) -> Vec<Candidate> {
    grid.clues().collect()
}

/// Random choices from a seed, the same on every machine.
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `bound`. The numbers are equally likely but for one in millions, which nobody
    /// here can see.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        assert!(
            bound > 0 && bound < 1 << 16,
            "a choice has something to choose from, and not too much"
        );
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    pub(crate) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Brings `list` into a random order (Fisher and Yates; Durstenfeld's form).
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(self.below(last + 1), last);
        }
    }

    fn digit(&mut self) -> Digit {
        Digit::at(self.below(Shape::CLASSIC.size()))
    }

    /// The 9×9 grid with one of its clues changed to another digit.
    fn change_a_clue(&mut self, grid: &Grid) -> Grid {
        let Candidate { cell, digit } = self.one_of(&clues(grid));
        let others: Vec<Digit> = grid.shape().digits().filter(|&other| other != digit).collect();
        let mut changed = grid.clone();
        changed.set(cell, Some(self.one_of(&others)));
        changed
    }
}
