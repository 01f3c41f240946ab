//! The links, live-list and sparse-set engines beside the published exact-cover crates, on classic problems and on what is left
//! of large Sudokus, in one run.
//!
//! `cargo bench --bench cover`; with `-- --test` each is run once. The large Sudokus take some minutes; all else is quick. Before anything is timed, all counts
//! are checked: those of all peers here, and for our engines the larger ones that `tests/covers.rs`
//! does not have.

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, criterion_group, criterion_main};
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::live::Instructions;
use tourdion::cover::{Problem, ProblemError};

mod heap;
mod peers;
mod sparse;
use peers::{DlxRs, ExactCovers, LiveList, LiveOn, Ours, Peer, SparseSets, Xcov};

/// Problems that both engines count in a second or two, with the known counts.
fn known() -> Vec<(&'static str, Result<Problem, ProblemError>, u64)> {
    let rectangle = Region::rectangle;
    let holed = rectangle(8, 8).without([(4, 4), (5, 4), (4, 5), (5, 5)]);
    let graceful = |n, path| classics::graceful(&Graph::complete(n).product(&Graph::path(path)));
    vec![
        ("queens 10", classics::queens(10), 724),
        ("queens 11", classics::queens(11), 2680),
        ("queens 12", classics::queens(12), 14_200),
        ("Langford 11", classics::langford(11), 35_584),
        ("pentominoes 5x12", classics::pentominoes(&rectangle(5, 12)), 4040),
        ("pentominoes 4x15", classics::pentominoes(&rectangle(4, 15)), 1472),
        ("pentominoes 8x8 less the centre", classics::pentominoes(&holed), 520),
        ("Soma", classics::soma(), 11_520),
        ("matchings of K16", classics::matchings(16), 2_027_025),
        ("Latin squares 5", classics::latin(5), 161_280),
        ("graceful Q3", classics::graceful(&Graph::cube(3)), 2592),
        ("graceful K4xP2", graceful(4, 2), 1440),
    ]
}

fn the_known_counts(_: &mut Criterion) {
    for (name, problem, count) in known() {
        let problem = problem.expect("the problem is small");
        assert_eq!(Ours::build(&problem).count(u64::MAX), count, "{name}");
        assert_eq!(LiveList::build(&problem).count(u64::MAX), count, "{name}, live");
        assert_eq!(SparseSets::build(&problem).count(u64::MAX), count, "{name}, cells");
    }
}

/// Every cover of `problem` has `size` options, and so is counted so often by asking with each option
/// chosen beforehand, and with every two of them once for each pair.
fn with_options_chosen<P: Peer>(problem: &Problem, size: u64, count: u64) {
    let mut peer = P::build(problem);
    let (mut singles, mut pairs) = (0, 0);
    for one in problem.options() {
        singles += peer.count_with(&[one], u64::MAX);
        pairs +=
            problem.options().filter(|&o| o > one).map(|o| peer.count_with(&[one, o], u64::MAX)).sum::<u64>();
    }
    assert_eq!((singles, pairs), (count * size, count * size * (size - 1) / 2), "{}", P::NAME);
    assert_eq!((peer.count(count - 1), peer.count(u64::MAX)), (count - 1, count), "{}", P::NAME);
}

fn options_chosen_beforehand(_: &mut Criterion) {
    let queens = classics::queens(6).expect("the problem is small");
    with_options_chosen::<Ours>(&queens, 6, 4);
    with_options_chosen::<LiveList>(&queens, 6, 4);
    with_options_chosen::<SparseSets>(&queens, 6, 4);
    with_options_chosen::<Xcov>(&queens, 6, 4);
    with_options_chosen::<DlxRs>(&queens, 6, 4);
    with_options_chosen::<ExactCovers>(&queens, 6, 4);
    let square = classics::graceful(&Graph::cube(2)).expect("the problem is small");
    with_options_chosen::<Ours>(&square, 4, 16);
    with_options_chosen::<LiveList>(&square, 4, 16);
    with_options_chosen::<SparseSets>(&square, 4, 16);
    with_options_chosen::<ExactCovers>(&square, 4, 16);
}

/// Times a peer. Every run checks the count, so that the warm-up has done it before anything is timed.
fn time<P: Peer>(group: &mut BenchmarkGroup<'_, WallTime>, problem: &Problem, count: u64) {
    time_up_to::<P>(group, problem, count, u64::MAX);
}

fn time_up_to<P: Peer>(group: &mut BenchmarkGroup<'_, WallTime>, problem: &Problem, count: u64, limit: u64) {
    let mut peer = P::build(problem);
    group.bench_function(P::NAME, |bencher| {
        bencher.iter(|| assert_eq!(peer.count(limit), count, "{}", P::NAME));
    });
}

fn group<'c>(criterion: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
    group
}

/// Problems without colours, with the known counts.
fn plain() -> Vec<(&'static str, Problem, u64)> {
    let holed = Region::rectangle(8, 8).without([(4, 4), (5, 4), (4, 5), (5, 5)]);
    let problems = [
        ("pentominoes 6x10", classics::pentominoes(&Region::rectangle(6, 10)), 9356),
        ("pentominoes 8x8 less the centre", classics::pentominoes(&holed), 520),
        ("Soma", classics::soma(), 11_520),
        ("queens 13", classics::queens(13), 73_712),
        ("Langford 12", classics::langford(12), 216_288),
        ("Latin squares 5", classics::latin(5), 161_280),
        ("matchings of K16", classics::matchings(16), 2_027_025),
        ("dominoes 8x8", classics::dominoes(8, 8), 12_988_816),
    ];
    problems.map(|(name, problem, count)| (name, problem.expect("the problem is small"), count)).into()
}

/// Problems with colours, which `xcov` and `dlx-rs` have not, with the known counts.
fn coloured() -> Vec<(&'static str, Problem, u64)> {
    let problems = [("graceful K3xP3", 3, 3, 6816), ("graceful K4xP2", 4, 2, 1440)];
    let graph = |n, path| Graph::complete(n).product(&Graph::path(path));
    let problem = |n, path| classics::graceful(&graph(n, path)).expect("the problem is small");
    problems.map(|(name, n, path, count)| (name, problem(n, path), count)).into()
}

/// Prints what each peer holds, and what it counts of nodes, in one search for all covers from the building on.
fn nodes_and_memory(_: &mut Criterion) {
    println!("\n| problem | peer | nodes | most bytes held |\n|---|---|--:|--:|");
    let all =
        plain().into_iter().map(|row| (row, false)).chain(coloured().into_iter().map(|row| (row, true)));
    for ((name, problem, count), has_colours) in all {
        nodes_and_memory_of::<LiveList>(name, &problem, count);
        nodes_and_memory_of::<SparseSets>(name, &problem, count);
        nodes_and_memory_of::<Ours>(name, &problem, count);
        if !has_colours {
            nodes_and_memory_of::<Xcov>(name, &problem, count);
            nodes_and_memory_of::<DlxRs>(name, &problem, count);
        }
        nodes_and_memory_of::<ExactCovers>(name, &problem, count);
    }
    println!();
}

fn nodes_and_memory_of<P: Peer>(name: &str, problem: &Problem, count: u64) {
    let (peer, held) = heap::most_held(|| {
        let mut peer = P::build(problem);
        assert_eq!(peer.count(u64::MAX), count, "{}", P::NAME);
        peer
    });
    let nodes = peer.nodes().map_or(String::new(), |nodes| nodes.to_string());
    println!("| {name} | {} | {nodes} | {held} |", P::NAME);
}

/// Times the live list for the best instructions, and for the others that this processor has.
fn time_live(group: &mut BenchmarkGroup<'_, WallTime>, problem: &Problem, count: u64) {
    time::<LiveList>(group, problem, count);
    if Instructions::best() != Instructions::Avx2 && Instructions::Avx2.are_here() {
        time::<LiveOn<1>>(group, problem, count);
    }
    if Instructions::best() != Instructions::Portable {
        time::<LiveOn<0>>(group, problem, count);
    }
}

fn without_colours(criterion: &mut Criterion) {
    for (name, problem, count) in plain() {
        let mut group = group(criterion, name);
        time_live(&mut group, &problem, count);
        time::<SparseSets>(&mut group, &problem, count);
        time::<Ours>(&mut group, &problem, count);
        time::<Xcov>(&mut group, &problem, count);
        time::<DlxRs>(&mut group, &problem, count);
        time::<ExactCovers>(&mut group, &problem, count);
    }
}

/// Without `xcov` and `dlx-rs`.
fn with_colours(criterion: &mut Criterion) {
    for (name, problem, count) in coloured() {
        let mut group = group(criterion, name);
        time_live(&mut group, &problem, count);
        time::<SparseSets>(&mut group, &problem, count);
        time::<Ours>(&mut group, &problem, count);
        time::<ExactCovers>(&mut group, &problem, count);
    }
}

/// The first million covers of what is left of 16x16 Sudokus with 150 and 165 empty cells, too large for a live list. Each peer
/// is given the items and options that are left, and no others.
fn large_sudokus(criterion: &mut Criterion) {
    const MILLION: u64 = 1_000_000;
    for (empty, seed) in [(150, 3), (165, 2)] {
        let problem = sparse::sudoku16(empty, seed);
        let mut group = group(criterion, &format!("Sudoku 16x16, {} items", problem.items().len()));
        time_up_to::<SparseSets>(&mut group, &problem, MILLION, MILLION);
        time_up_to::<Ours>(&mut group, &problem, MILLION, MILLION);
        time_up_to::<Xcov>(&mut group, &problem, MILLION, MILLION);
        time_up_to::<DlxRs>(&mut group, &problem, MILLION, MILLION);
        time_up_to::<ExactCovers>(&mut group, &problem, MILLION, MILLION);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = the_known_counts, options_chosen_beforehand, nodes_and_memory, without_colours, with_colours, large_sudokus
}
criterion_main!(benches);
