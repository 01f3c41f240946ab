//! Ratings: seconds for a set of puzzles, on one thread and each set of instructions.
//!
//! ```text
//!      cargo bench --bench rating                   all sets
//!      cargo bench --bench rating -- te             ratings of this name
//!      cargo bench --bench rating -- --passes 9     the least of nine times
//!      cargo bench --bench rating -- --write DIR    the sets as files, for other programs
//!      cargo bench --bench rating -- --test         few puzzles, once: whether all is in order
//! ```
//!
//! Times are for whole puzzles: verified, and rated. The published ratings come from
//! `rated/dev.csv` and `rated/se.csv` in the folder that `TOURDION_CATALOGUES` names; where it is
//! absent, the puzzles of `data/first.txt` stand in for its sets. It has fewer puzzles than a set
//! where symmetric copies, whose ratings are the same, fill the set up.

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use tourdion::chance::Chance;
use tourdion::generate::random_symmetry;
use tourdion::instructions::Instructions;
use tourdion::rating::{Rate, Rater, Rating};
use tourdion::sudoku::{Grid, Shape};
use tourdion::watch::Patient;

mod sets;

/// Passes of a timed run, if it is not said how many.
const PASSES: usize = 5;

/// What is rated: a rating, the name of a set, and how many puzzles of it.
const RUNS: &[(Rating, &str, usize)] = &[
    (Rating::Te, "hardest", 1_000),
    (Rating::Te, "deep", 420),
    (Rating::Te, "common", 21_375),
    (Rating::Te, "seventeen", 10_000),
    (Rating::B, "common", 500),
    (Rating::Gb, "common", 500),
    (Rating::Bxb, "nested", 60),
    (Rating::Backdoor, "hardest", 1_000),
    (Rating::Nets, "common", 500),
    (Rating::Er, "explained", 500),
    (Rating::Er, "explained", 10_000),
    (Rating::Er, "dynamic", 40),
    (Rating::Er, "hardest", 3),
];

fn main() {
    let mut words: Vec<String> = env::args().skip(1).collect();
    let is_check =
        !words.iter().any(|word| word == "--bench") || words.iter().any(|word| word == "--test");
    let mut value = |option: &str| {
        words.iter().position(|word| word == option).map(|place| {
            words.remove(place);
            words.remove(place)
        })
    };
    let passes = value("--passes").map_or(PASSES, |number| number.parse().expect("a number"));
    let folder = value("--write");
    let folder = folder.inspect(|folder| fs::create_dir_all(folder).expect("it can be made"));
    words.retain(|word| !word.starts_with('-'));
    let available: Vec<Instructions> =
        Instructions::ALL.iter().copied().filter(|instructions| instructions.is_here()).collect();
    if !is_check && folder.is_none() {
        println!("One thread; seconds for all puzzles; of each the least of {passes}.\n");
        let names: Vec<&str> = available.iter().map(|instructions| instructions.name()).collect();
        println!("| rating | set | puzzles | highest | {} |", names.join(" | "));
        println!("|---|---|--:|--:|{}", "--:|".repeat(names.len()));
    }
    for &(rating, set, number) in RUNS {
        if !words.is_empty() && words.iter().all(|word| rating.name() != word) {
            continue;
        }
        let puzzles = puzzles_of(set, if is_check { 1 } else { number });
        if let Some(folder) = &folder {
            let lines: Vec<String> = puzzles.iter().map(Grid::to_string).collect();
            let file = Path::new(folder).join(format!("{rating}-{set}.txt"));
            fs::write(file, lines.join("\n") + "\n").expect("the folder can be written to");
            continue;
        }
        let (mut times, mut found) = (Vec::new(), Vec::new());
        for &instructions in &available {
            let (time, rates) =
                time(instructions, rating, &puzzles, if is_check { 1 } else { passes });
            times.push(format!("{:.3}", time.as_secs_f64()));
            found.push(rates);
        }
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "all instructions agree");
        let highest = found[0].iter().filter_map(|rate| match rate {
            Rate::Is(number) | Rate::Tenths(number) => Some(*number),
            _ => None,
        });
        let (highest, puzzles) = (highest.max().unwrap_or(0), puzzles.len());
        println!("| {rating} | {set} | {puzzles} | {highest} | {} |", times.join(" | "));
    }
}

/// The puzzles with a published rating of Sudoku Explainer of `least` tenths or more.
fn explained(least: u32) -> Vec<Grid> {
    let mut rated = sets::explained();
    rated.retain(|(_, tenths)| tenths[0].is_some_and(|er| er >= least));
    rated.into_iter().map(|(puzzle, _)| puzzle).collect()
}

/// The first puzzles of a set; symmetric copies of them where it has fewer.
fn puzzles_of(set: &str, number: usize) -> Vec<Grid> {
    let rated = |column: &str, is_wanted: fn(u32) -> bool| {
        let mut rated = sets::published(column);
        rated.retain(|&(_, rate)| is_wanted(rate));
        rated.into_iter().map(|(puzzle, _)| puzzle).collect::<Vec<Grid>>()
    };
    let mut puzzles = match set {
        "deep" => rated("te_depth", |depth| depth == 3),
        "common" => rated("b", |_| true),
        "nested" => rated("bxb", |length| length <= 4),
        "explained" => explained(0),
        "dynamic" => explained(87),
        "seventeen" => sets::seventeen().puzzles,
        _ => sets::hardest().puzzles,
    };
    if puzzles.is_empty() {
        puzzles = sets::first();
    }
    let (own, mut chance) = (puzzles.len(), Chance::new(20, 1));
    for copy in own..number {
        let symmetry = random_symmetry(Shape::CLASSIC, &[], &mut chance);
        puzzles.push(symmetry.apply(&puzzles[copy % own]).expect("they have one shape"));
    }
    puzzles.truncate(number);
    puzzles
}

/// The least time for all puzzles, and their ratings.
fn time(
    instructions: Instructions,
    rating: Rating,
    puzzles: &[Grid],
    passes: usize,
) -> (Duration, Vec<Rate>) {
    let mut rater = Rater::on(instructions);
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
