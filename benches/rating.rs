//! Ratings: µs a puzzle, on one thread, each path beside the others.
//!
//! ```text
//!      cargo bench --bench rating                   all sets
//!      cargo bench --bench rating -- te             ratings whose names contain this
//!      cargo bench --bench rating -- --passes 9     the least of nine times
//!      cargo bench --bench rating -- --test         few puzzles, once: whether all is in order
//! ```
//!
//! Times are for whole puzzles: verified, and rated.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use tourdion::instructions::Instructions;
use tourdion::rating::{Rate, Rater, Rating};
use tourdion::sudoku::Grid;
use tourdion::watch::Patient;

mod sets;

/// Passes of a timed run, if it is not said how many.
const PASSES: usize = 5;

fn main() {
    let mut words: Vec<String> = env::args().skip(1).collect();
    let is_check =
        !words.iter().any(|word| word == "--bench") || words.iter().any(|word| word == "--test");
    let passes = words.iter().position(|word| word == "--passes").map_or(PASSES, |place| {
        words.remove(place);
        words.remove(place).parse().expect("--passes has a number")
    });
    words.retain(|word| !word.starts_with('-'));
    let paths: Vec<Instructions> =
        Instructions::ALL.iter().copied().filter(|path| path.is_here()).collect();
    if !is_check {
        println!("One thread; µs a puzzle; of each the least of {passes}.\n");
        let names: Vec<&str> = paths.iter().map(|path| path.name()).collect();
        println!("| rating | set | puzzles | highest | {} |", names.join(" | "));
        println!("|---|---|--:|--:|{}", "--:|".repeat(names.len()));
    }
    for (rating, set, number) in [
        (Rating::Te, "hardest", 1_000),
        (Rating::Te, "first", 1_000),
        (Rating::Te, "seventeen", 1_000),
        (Rating::B, "first", 500),
        (Rating::Bxb, "hardest", 20),
    ] {
        let is_asked = words.is_empty() || words.iter().any(|word| rating.name() == word);
        if !is_asked {
            continue;
        }
        let puzzles = match set {
            "first" => sets::first(),
            "seventeen" => sets::seventeen().puzzles,
            _ => sets::hardest().puzzles,
        };
        let number = if is_check { 3 } else { number };
        let puzzles: Vec<Grid> = puzzles.into_iter().take(number).collect();
        let (mut times, mut found) = (Vec::new(), Vec::new());
        for &path in &paths {
            let (time, rates) = time(path, rating, &puzzles, if is_check { 1 } else { passes });
            let each = time / puzzles.len() as u32;
            times.push(format!("{:.1}", each.as_secs_f64() * 1e6));
            found.push(rates);
        }
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "paths agree");
        let highest = found[0].iter().filter_map(|rate| match rate {
            Rate::Is(number) => Some(*number),
            _ => None,
        });
        let (highest, puzzles) = (highest.max().unwrap_or(0), puzzles.len());
        println!("| {rating} | {set} | {puzzles} | {highest} | {} |", times.join(" | "));
    }
}

/// The least time for all puzzles, and their ratings.
fn time(
    path: Instructions,
    rating: Rating,
    puzzles: &[Grid],
    passes: usize,
) -> (Duration, Vec<Rate>) {
    let mut rater = Rater::on(path);
    let mut least = (Duration::MAX, Vec::new());
    for _ in 0..passes {
        let began = Instant::now();
        let found = puzzles.iter().map(|puzzle| {
            black_box(rater.rates(puzzle, &[rating], &mut Patient)).expect("puzzles are proper")[0]
        });
        let found = found.collect();
        let took = began.elapsed();
        if took < least.0 {
            least = (took, found);
        }
    }
    least
}
