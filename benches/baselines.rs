//! A verdict by plain backtracking beside links and lockstep: the same puzzles, one at a time, one
//! thread.
//!
//! `cargo bench --bench baselines`; with `-- --test` each is run once. The sets are small and not
//! too hard, so that every search comes to its end; what the searches do with hard puzzles, under a
//! budget, is for `tourdion compare`. Every verdict is compared with that of links, the first time
//! in the warm-up.

use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use tourdion::baseline::Baseline;
use tourdion::compare::Contestant;
use tourdion::sudoku::{Grid, Shape};
use tourdion::verify::{Kind, LinksVerifier, Verifier};

mod sets;

/// Engines whose time explodes on puzzles with few clues.
const SLOW: [Baseline; 4] =
    [Baseline::Listed, Baseline::Sorted, Baseline::Permute, Baseline::Mended];

fn compare(
    criterion: &mut Criterion,
    name: &str,
    puzzles: &[Grid],
    is_wanted: impl Fn(Contestant) -> bool,
) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    let mut links = LinksVerifier::default();
    let kinds: Vec<Kind> = puzzles.iter().map(|puzzle| links.verify(puzzle).kind()).collect();
    for engine in Contestant::all().filter(|&engine| is_wanted(engine)) {
        let mut verifier = engine.verifier(Shape::CLASSIC).expect("all suit the everyday grid");
        group.bench_function(engine.name(), |bencher| {
            bencher.iter(|| {
                for (puzzle, kind) in puzzles.iter().zip(&kinds) {
                    assert_eq!(verifier.verify(puzzle).kind(), *kind, "{engine}: {puzzle}");
                }
            });
        });
    }
}

fn baselines(criterion: &mut Criterion) {
    let first: Vec<Grid> = sets::first().into_iter().step_by(40).collect();
    let easy = sets::easy(&first, &mut LinksVerifier::default());
    compare(criterion, "easy", &easy, |engine| engine != Contestant::Plain(Baseline::Permute));
    compare(criterion, "first", &first, |engine| {
        SLOW.iter().all(|&slow| engine != Contestant::Plain(slow))
    });
}

criterion_group!(benches, baselines);
criterion_main!(benches);
