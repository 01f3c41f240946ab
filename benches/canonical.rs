//! Canonical forms of whole sets of puzzles, on one thread, beside the `sudoku` crate: a table of
//! µs a puzzle.
//!
//! ```text
//!     cargo bench --bench canonical                      all sets
//!     cargo bench --bench canonical -- canonical/first   sets whose names contain this
//!     cargo bench --bench canonical -- --test            few puzzles, once: only whether all agree
//! ```
//!
//! Each puzzle of a set is first turned by a symmetry of its own, from a fixed seed: catalogues are
//! often in some canonical form already. The ways take turns, pass after pass over the whole set,
//! and of each slice of it the fastest pass counts: a slice is short, so that one of its passes is
//! hardly ever disturbed. Grids are read beforehand.
//!
//! The crate's form of a puzzle is the least one of its *solution*, which it finds first. So it is
//! compared with solving first and moving the puzzle along, and must agree on the numbers of
//! automorphisms. For full grids it has the same form as [`Canoniser::form`], and is compared with
//! it.

use std::env;
use std::hint::black_box;
use std::time::Instant;

use sudoku::Sudoku;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::sudoku::{Grid, Pattern, Solution};
use tourdion::verify::{LockstepVerifier, Verdict, Verifier};

mod sets;

/// Passes of a timed run.
const PASSES: usize = 7;

/// How many puzzles are timed together, less than a millisecond of them.
const SLICE: usize = 100;

/// A run that only checks gets one of this number of a set's puzzles.
const CHECK_STEP: usize = 199;

/// The crate, which is slow, gets one of this number of a timed run's puzzles.
const CRATE_STEP: usize = 10;

/// The sets, each with every how many of its puzzles are taken.
const SETS: [(&str, usize); 4] = [
    ("canonical/seventeen", 5),
    ("canonical/hardest", 3),
    ("canonical/first", 1),
    ("canonical/solutions", 1),
];

fn main() {
    let mut names: Vec<String> = env::args().skip(1).collect();
    let is_check =
        !names.iter().any(|name| name == "--bench") || names.iter().any(|name| name == "--test");
    names.retain(|name| !name.starts_with('-'));
    let is_wanted =
        |set: &str| names.is_empty() || names.iter().any(|name| set.contains(name.as_str()));
    let wanted: Vec<_> = SETS.into_iter().filter(|(name, _)| is_wanted(name)).collect();
    if !is_check && !wanted.is_empty() {
        println!("One thread; µs a puzzle; the least of {PASSES} passes in turn.\n");
        println!(
            "| set | made from | puzzles | form | all | gsf | pattern | by the solution | \
             by bands | `sudoku` | ratio |"
        );
        println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    }
    for (name, step) in wanted {
        let set = Set::new(name, if is_check { CHECK_STEP } else { step });
        set.check();
        if is_check {
            println!("{name}: all agree on {} puzzles", set.puzzles.len());
        } else {
            set.time();
        }
    }
}

/// Puzzles in random dress.
struct Set {
    name: &'static str,
    made_from: &'static str,
    puzzles: Vec<Grid>,
    theirs: Vec<Sudoku>,
}

impl Set {
    fn new(name: &'static str, step: usize) -> Set {
        let (made_from, puzzles) = match name {
            "canonical/seventeen" => {
                let catalogue = sets::seventeen();
                (catalogue.file, catalogue.puzzles)
            }
            "canonical/hardest" => {
                let catalogue = sets::hardest();
                (catalogue.file, catalogue.puzzles)
            }
            "canonical/first" => ("first.txt", sets::first()),
            _ => ("first.txt", sets::random::solutions()),
        };
        let mut chance = sets::Chance::new(17);
        let puzzles: Vec<Grid> = puzzles
            .iter()
            .step_by(step)
            .map(|puzzle| sets::random::turned(puzzle, &mut chance))
            .collect();
        let theirs = puzzles.iter().map(|puzzle| {
            Sudoku::from_str_line(&puzzle.to_string()).expect("a set's puzzles are readable")
        });
        Set { name, made_from, theirs: theirs.collect(), puzzles }
    }

    /// Compares what the ways say of each puzzle.
    fn check(&self) {
        let (mut canoniser, mut verifier) = (Canoniser::new(), LockstepVerifier::new());
        for (puzzle, theirs) in self.puzzles.iter().zip(&self.theirs).step_by(CRATE_STEP) {
            let ours = canoniser.puzzle(puzzle).expect("it is 9x9");
            assert_eq!(Ok(&ours.form), canoniser.form(puzzle).as_ref(), "{puzzle}");
            let solution = solution(&mut verifier, puzzle);
            let form = canoniser.form(solution.grid()).expect("it is 9x9");
            let by_solution = canoniser.with_solution(puzzle, &solution).expect("it is 9x9");
            assert_eq!(by_solution.automorphisms, ours.automorphisms, "{puzzle}");
            let (_, automorphisms) = theirs.canonicalized().expect("it is proper");
            let all = canoniser.puzzle(solution.grid()).expect("it is 9x9").automorphisms;
            assert_eq!(all as usize, automorphisms, "{puzzle}");
            if puzzle.is_full() {
                let (theirs, _) = theirs.canonicalized().expect("it is proper");
                assert_eq!(form.to_string(), theirs.to_string(), "{puzzle}");
            }
        }
    }

    /// Prints a row of times.
    fn time(&self) {
        let (mut canoniser, mut verifier) = (Canoniser::new(), LockstepVerifier::new());
        let [mut form, mut all, mut gsf, mut pattern, mut by_solution, mut by_bands, mut theirs] =
            [const { Vec::new() }; 7];
        let few: Vec<Sudoku> = self.theirs.iter().step_by(CRATE_STEP).copied().collect();
        for _ in 0..PASSES {
            time_slices(&self.puzzles, &mut form, |puzzle| drop(black_box(canoniser.form(puzzle))));
            time_slices(&self.puzzles, &mut all, |puzzle| {
                drop(black_box(canoniser.puzzle(puzzle)));
            });
            time_slices(&self.puzzles, &mut gsf, |puzzle| {
                drop(black_box(canoniser.gsf_form(puzzle)));
            });
            time_slices(&self.puzzles, &mut pattern, |puzzle| {
                drop(black_box(canoniser.pattern(&Pattern::of(puzzle))));
            });
            time_slices(&self.puzzles, &mut by_solution, |puzzle| {
                drop(black_box(canoniser.with_solution(puzzle, &solution(&mut verifier, puzzle))));
            });
            time_slices(&self.puzzles, &mut by_bands, |puzzle| {
                drop(black_box(canoniser.by_bands(puzzle, &solution(&mut verifier, puzzle))));
            });
            time_slices(&few, &mut theirs, |puzzle| {
                black_box(puzzle.canonicalized());
            });
        }
        let Set { name, made_from, puzzles, .. } = self;
        let [count, their_count] = [puzzles.len(), few.len()].map(|count| f64::from(count as u32));
        let [form, all, gsf, pattern, by_solution, by_bands] =
            [form, all, gsf, pattern, by_solution, by_bands]
                .map(|times| times.iter().sum::<f64>() / count);
        let theirs = theirs.iter().sum::<f64>() / their_count;
        let ratio = theirs / by_solution;
        println!(
            "| {name} | {made_from} | {count} | {form:.2} | {all:.2} | {gsf:.2} | {pattern:.2} | \
             {by_solution:.2} | {by_bands:.2} | \
             {theirs:.1} | {ratio:.1} |"
        );
    }
}

/// The solution of a proper puzzle.
fn solution(verifier: &mut LockstepVerifier, puzzle: &Grid) -> Solution {
    match verifier.verify(puzzle) {
        Verdict::Proper(solution) => solution,
        other => panic!("{puzzle} is {other}"),
    }
}

/// Asks about all things, and keeps for each slice of them the least time that it took, in µs.
fn time_slices<T>(things: &[T], least: &mut Vec<f64>, mut ask: impl FnMut(&T)) {
    least.resize(things.len().div_ceil(SLICE), f64::INFINITY);
    for (slice, least) in things.chunks(SLICE).zip(least) {
        let began = Instant::now();
        slice.iter().for_each(&mut ask);
        *least = least.min(began.elapsed().as_secs_f64() * 1e6);
    }
}
