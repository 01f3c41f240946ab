//! A verdict on one puzzle, on one thread: `LinksVerifier` beside the published exact-cover crates.
//!
//! `cargo bench --bench links`; with `-- --test` each is run once. All peers are given the clues of
//! a puzzle as options chosen beforehand and count covers up to two, each by its own fastest way
//! (see `peers`); every count of theirs is compared with the verifier's, the first time in the
//! warm-up.
//!
//! The samples are spread evenly over a catalogue, and each puzzle's digits are exchanged by
//! chance: in catalogues that are sorted neighbours begin with the same clues, which the verifier
//! would leave held. Only "all in order" is as the catalogue is.
//!
//! "anew" builds the verifier for each puzzle: what it costs to start up.

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use tourdion::cover::OptionId;
use tourdion::sudoku::{Digit, Grid, Shape, encode};
use tourdion::verify::{LinksVerifier, Verifier};

mod peers;
mod sets;
use peers::{DlxRs, ExactCovers, Peer, Xcov};
use sets::Chance;

/// A catalogue; none, and a word on standard error, if it is not there.
fn catalogue(name: &str) -> Vec<Grid> {
    sets::catalogue(name).unwrap_or_else(|| {
        eprintln!("skipped: {name} is not there");
        Vec::new()
    })
}

/// Every `step`-th puzzle of a catalogue, each with its digits exchanged.
fn sample(name: &str, step: usize) -> Vec<Grid> {
    let mut chance = Chance::new(4);
    let mut digits: Vec<Digit> = Shape::CLASSIC.digits().collect();
    let exchanged = catalogue(name).into_iter().step_by(step).map(|puzzle| {
        chance.shuffle(&mut digits);
        let cells: Vec<_> =
            puzzle.cells().iter().map(|cell| cell.map(|digit| digits[digit.index()])).collect();
        Grid::from_cells(Shape::CLASSIC, &cells).expect("as many cells as before")
    });
    exchanged.collect()
}

fn clues(puzzle: &Grid) -> Vec<OptionId> {
    puzzle.clues().map(|clue| encode::option(Shape::CLASSIC, clue)).collect()
}

fn peer<P: Peer>(group: &mut BenchmarkGroup<'_, WallTime>, puzzles: &[Grid]) {
    let problem = encode::problem(Shape::CLASSIC).expect("every shape is a problem");
    let mut peer = P::build(&problem);
    let mut verifier = LinksVerifier::default();
    let puzzles: Vec<_> =
        puzzles.iter().map(|puzzle| (clues(puzzle), verifier.count(puzzle, 2))).collect();
    group.bench_function(P::NAME, |bencher| {
        bencher.iter(|| {
            for (clues, count) in &puzzles {
                assert_eq!(peer.count_with(clues, 2), *count, "{}", P::NAME);
            }
        });
    });
}

fn links(group: &mut BenchmarkGroup<'_, WallTime>, puzzles: &[Grid]) {
    let mut verifier = LinksVerifier::default();
    group.bench_function("links", |bencher| {
        bencher
            .iter(|| puzzles.iter().filter(|puzzle| verifier.verify(puzzle).is_proper()).count());
    });
}

fn links_anew(group: &mut BenchmarkGroup<'_, WallTime>, puzzles: &[Grid]) {
    group.bench_function("links, built anew", |bencher| {
        let verify = |puzzle: &&Grid| LinksVerifier::default().verify(puzzle).is_proper();
        bencher.iter(|| puzzles.iter().filter(verify).count());
    });
}

fn group<'c>(
    criterion: &'c mut Criterion,
    name: &str,
    puzzles: &[Grid],
) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    group
}

/// Links and all peers on a sample of a catalogue.
fn side_by_side(criterion: &mut Criterion) {
    let catalogues = [
        ("first", "first.txt", 4),
        ("seventeen", "seventeen.txt", 199),
        ("hardest", "hardest.txt", 499),
    ];
    for (name, file, step) in catalogues {
        let puzzles = sample(file, step);
        if puzzles.is_empty() {
            continue;
        }
        let mut group = group(criterion, name, &puzzles);
        links(&mut group, &puzzles);
        links_anew(&mut group, &puzzles);
        peer::<Xcov>(&mut group, &puzzles);
        peer::<DlxRs>(&mut group, &puzzles);
        peer::<ExactCovers>(&mut group, &puzzles);
    }
}

/// The whole of the largest catalogue, in its order: neighbours share clues.
fn in_order(criterion: &mut Criterion) {
    let puzzles = catalogue("seventeen.txt");
    if !puzzles.is_empty() {
        links(&mut group(criterion, "seventeen, all in order", &puzzles), &puzzles);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = side_by_side, in_order
}
criterion_main!(benches);
