//! Minimal puzzles a second, on one thread and on two, beside the `sudoku` crate's on one: a table
//! with ratios.
//!
//! ```text
//!    cargo bench --bench generate                  all
//!    cargo bench --bench generate -- --passes 15   more passes
//!    cargo bench --bench generate -- --test        few puzzles, once: only whether all are minimal
//! ```
//!
//! Both sides begin with a random solution grid for each puzzle and take off clues in random order,
//! while one solution is left: the crate by `generate_with_symmetry`. They draw different numbers,
//! so that the puzzles are not the same; the mean number of clues shows that they are alike. The
//! sides take turns, pass after pass, and of each the fastest pass counts: whatever else the
//! machine does only makes a pass slower.

// Counts here are small.
#![allow(clippy::cast_precision_loss)]

use std::env;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use sudoku::Sudoku;
use sudoku::board::Symmetry as TheirSymmetry;
use tourdion::generate::{Generator, PatternSymmetry, Wish, redundant};
use tourdion::sudoku::Shape;
use tourdion::verify::LockstepVerifier;
use tourdion::watch::Patient;

/// Passes, unless the arguments say how many.
const PASSES: usize = 25;

/// Puzzles of a pass, theirs and ours: both take about as long, so that none has more luck with a
/// busy machine.
const THEIRS: u64 = 200;
const OURS: u64 = 2_000;

const SEED: u64 = 2007;

/// The ratio to be reached on one thread, without symmetry.
const TARGET: &str = "10.0";

fn main() -> ExitCode {
    let (mut passes, mut is_check, mut is_test, mut names) = (PASSES, true, false, Vec::new());
    let mut given = env::args().skip(1);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--bench" => is_check = false,
            "--test" => is_test = true,
            "--passes" => passes = given.next().and_then(|n| n.parse().ok()).unwrap_or(0),
            option if option.starts_with('-') => {
                eprintln!("generate: there is no option `{option}` here");
            }
            name => names.push(name.to_owned()),
        }
    }
    if !names.is_empty() && !names.iter().any(|name| "generate".contains(name.as_str())) {
        return ExitCode::SUCCESS; // `cargo bench -- NAME` is about another bench
    }
    if passes == 0 {
        eprintln!("generate: expected a number of passes after --passes");
        return ExitCode::from(2);
    }
    if is_check || is_test {
        check();
    } else {
        print_table(passes);
    }
    ExitCode::SUCCESS
}

/// Makes a few puzzles on each side.
fn check() {
    let mut verifier = LockstepVerifier::new();
    for puzzle in generator(PatternSymmetry::None).puzzles(0..100) {
        let redundant = redundant(&mut verifier, &puzzle, &mut Patient);
        assert_eq!(redundant, ControlFlow::Continue(vec![]), "{puzzle} is minimal");
    }
    for _ in 0..5 {
        let theirs = Sudoku::generate_with_symmetry(TheirSymmetry::None);
        let theirs = theirs.to_str_line().parse().expect("their lines are grids");
        let redundant = redundant(&mut verifier, &theirs, &mut Patient);
        assert_eq!(redundant, ControlFlow::Continue(vec![]), "{theirs} is minimal");
    }
    println!("generate: both sides make minimal puzzles");
}

fn generator(symmetry: PatternSymmetry) -> Generator {
    Generator::new(Wish { symmetry, ..Wish::new(Shape::CLASSIC) }, SEED)
}

/// Makes puzzles from this number on, and returns the number of their clues together.
type Side = Box<dyn FnMut(u64) -> usize>;

/// Prints Markdown, fit for `docs/benchmarks/puzzles.md`.
fn print_table(passes: usize) {
    println!("µs a puzzle; the least of {passes} passes in turn.\n");
    println!(
        "| made | threads | `sudoku`, one thread | tourdion | a second | ratio | target \
         | clues: `sudoku` | tourdion |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let theirs = |symmetry| -> Side {
        Box::new(move |_| {
            (0..THEIRS)
                .map(|_| usize::from(Sudoku::generate_with_symmetry(symmetry).n_clues()))
                .sum()
        })
    };
    let ours = |symmetry, threads: u64| -> Side {
        let mut generators: Vec<Generator> = (0..threads).map(|_| generator(symmetry)).collect();
        Box::new(move |begin| {
            std::thread::scope(|scope| {
                let share = OURS / threads;
                let work = generators.iter_mut().zip(0..).map(|(generator, k)| {
                    let begin = begin + k * share;
                    scope.spawn(move || -> usize {
                        generator
                            .puzzles(begin..begin + share)
                            .map(|puzzle| puzzle.clue_count())
                            .sum()
                    })
                });
                let work: Vec<_> = work.collect();
                work.into_iter().map(|work| work.join().expect("no generator panics")).sum()
            })
        })
    };
    let full: Side = Box::new(|begin| {
        let mut generator = generator(PatternSymmetry::None);
        (begin..begin + OURS)
            .map(|number| black_box(generator.solution(number)).grid().clue_count())
            .sum()
    });
    let their_full: Side = Box::new(|_| {
        (0..THEIRS).map(|_| usize::from(black_box(Sudoku::generate_solved()).n_clues())).sum()
    });
    let (none, half) = (PatternSymmetry::None, PatternSymmetry::HalfTurn);
    let (their_none, their_half) = (TheirSymmetry::None, TheirSymmetry::HalfRotation);
    for (name, threads, target, theirs, ours) in [
        ("minimal puzzles", 1, TARGET, theirs(their_none), ours(none, 1)),
        ("minimal puzzles", 2, "none", theirs(their_none), ours(none, 2)),
        ("with half-turn symmetry", 1, "none", theirs(their_half), ours(half, 1)),
        ("solution grids", 1, "none", their_full, full),
    ] {
        let [(their_time, their_clues), (our_time, our_clues)] = least(passes, theirs, ours);
        println!(
            "| {name} | {threads} | {their_time:.1} | {our_time:.2} | {:.0} | {:.2} | {target} \
             | {their_clues:.2} | {our_clues:.2} |",
            1e6 / our_time,
            their_time / our_time,
        );
    }
}

/// For each side the least time for a puzzle, in µs, and the mean number of clues.
fn least(passes: usize, mut theirs: Side, mut ours: Side) -> [(f64, f64); 2] {
    let mut least = [f64::INFINITY; 2];
    let mut clues = [0; 2];
    for pass in 0..passes as u64 {
        let sides: [(&mut Side, u64); 2] = [(&mut theirs, THEIRS), (&mut ours, OURS)];
        for (k, (side, count)) in sides.into_iter().enumerate() {
            let began = Instant::now();
            clues[k] += side(pass * OURS);
            let micros = began.elapsed().as_secs_f64() * 1e6;
            least[k] = least[k].min(micros / count as f64);
        }
    }
    let mean = |k: usize, count: u64| clues[k] as f64 / (count * passes as u64) as f64;
    [(least[0], mean(0, THEIRS)), (least[1], mean(1, OURS))]
}
