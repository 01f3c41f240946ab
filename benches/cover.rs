//! Our engines beside the published exact-cover crates, in one run.
//!
//! ```text
//!    cargo bench --bench cover             all tables, in some minutes
//!    cargo bench --bench cover -- queens   rows whose names contain `queens`
//!    cargo bench --bench cover -- --test   the quick ones, once: only whether the counts are right
//! ```
//!
//! All are built once and count on one thread in turns, pass after pass; the fastest pass counts,
//! and a peer that took above twenty seconds does not run again. The *ratio* is the time of the
//! best of the crates over that of the best of ours, and the *bar* its target. Memory is the peak
//! of allocations while a peer was built and counted; that pass is not timed.

use std::env;
use std::time::{Duration, Instant};

use tourdion::cover::classics::{self, Graph};
use tourdion::cover::question::memo::{CountWork, Counter};
use tourdion::cover::share::parallel::{Parallel, SearchBudget};
use tourdion::cover::{Cells, Engine, Live, Problem};
use tourdion::instructions::Instructions;
use tourdion::threads::Threads;
use tourdion::watch::Patient;

mod peak;
mod peers;
mod rows;
#[allow(dead_code)] // some of it is for the other bench
mod sparse;
use peers::{DlxRs, ExactCovers, LiveList, Ours, Peer, SparseSets, Xcov};
use rows::{Row, Vast};

const PASSES: usize = 3;

/// A peer that took longer than this does not run again.
const SLOW: Duration = Duration::from_secs(20);

/// The memory for the tables of memo.
const MEMORY: usize = 75_000_000;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let part = arguments.iter().find(|argument| !argument.starts_with("--"));
    let is_asked = |name: &str| part.is_none_or(|part| name.contains(part.as_str()));
    let passes = if is_test { 1 } else { PASSES };
    if is_test {
        options_chosen_beforehand();
    }
    let is_due = |name: &str, is_long: bool| is_asked(name) && !(is_test && is_long);
    let rows: Vec<Row> =
        rows::rows().into_iter().filter(|row| is_due(&row.name, row.is_long)).collect();
    // A test needs only the counts, and those made for the memory are enough.
    beside_the_crates(&rows, if is_test { 0 } else { passes });
    our_ways(&rows, passes);
    with_multiplicities(
        rows::multiple().into_iter().filter(|row| is_due(&row.name, row.is_long)),
        passes,
    );
    remembered(rows::vast().into_iter().filter(|row| is_due(row.name, row.is_long)), passes);
}

/// Every cover of `problem` has `size` options, and so is counted so often by asking with each
/// option chosen beforehand, and with every two of them once for each pair.
fn with_options_chosen<P: Peer>(problem: &Problem, size: u64, count: u64) {
    let mut peer = P::build(problem);
    let (mut singles, mut pairs) = (0, 0);
    for one in problem.options() {
        singles += peer.count_with(&[one], u64::MAX);
        pairs += problem
            .options()
            .filter(|&o| o > one)
            .map(|o| peer.count_with(&[one, o], u64::MAX))
            .sum::<u64>();
    }
    assert_eq!((singles, pairs), (count * size, count * size * (size - 1) / 2), "{}", P::NAME);
    assert_eq!((peer.count(count - 1), peer.count(u64::MAX)), (count - 1, count), "{}", P::NAME);
}

fn options_chosen_beforehand() {
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

/// A counter of the covers of a row.
struct Runner<'r> {
    count: Box<dyn FnMut() -> u64 + 'r>,
    least: Duration,
}

impl<'r> Runner<'r> {
    fn new(count: impl FnMut() -> u64 + 'r) -> Runner<'r> {
        Runner { count: Box::new(count), least: Duration::MAX }
    }

    fn of_engine(mut engine: impl Engine + 'r, row: &Row) -> Runner<'r> {
        let limit = row.limit;
        Runner::new(move || engine.count(limit))
    }
}

/// Lets all count in turns, and returns the least time of each.
fn times<const N: usize>(
    row: &Row,
    mut runners: [Option<Runner<'_>>; N],
    passes: usize,
) -> [Option<Duration>; N] {
    for pass in 0..passes {
        for runner in runners.iter_mut().flatten().filter(|runner| pass == 0 || runner.least < SLOW)
        {
            let start = Instant::now();
            let count = (runner.count)();
            runner.least = runner.least.min(start.elapsed());
            assert_eq!(count, row.covers, "{}", row.name);
        }
    }
    let is_timed = |least: &Duration| *least < Duration::MAX;
    runners.map(|runner| runner.map(|runner| runner.least).filter(is_timed))
}

/// What is known of a peer beside its time.
struct Peered<'r> {
    runner: Runner<'r>,
    nodes: u64,
    memory: usize,
}

fn peered<P: Peer + 'static>(row: &Row) -> Peered<'_> {
    let (nodes, memory) = peak::of(|| {
        let mut peer = P::build(&row.problem);
        assert_eq!(peer.count(row.limit), row.covers, "{}, {}", row.name, P::NAME);
        peer.nodes()
    });
    let mut peer = P::build(&row.problem);
    Peered { runner: Runner::new(move || peer.count(row.limit)), nodes, memory }
}

fn beside_the_crates(rows: &[Row], passes: usize) {
    println!("seconds");
    heading(&[
        "covers",
        "live",
        "cells",
        "links",
        "xcov",
        "dlx-rs",
        "exact-covers",
        "ratio",
        "bar",
    ]);
    let mut second = Vec::new();
    for row in rows {
        let has_no_colours = !row.problem.is_coloured();
        let peers = [
            Live::bits(&row.problem).is_ok().then(|| peered::<LiveList>(row)),
            Some(peered::<SparseSets>(row)),
            Some(peered::<Ours>(row)),
            has_no_colours.then(|| peered::<Xcov>(row)),
            has_no_colours.then(|| peered::<DlxRs>(row)),
            Some(peered::<ExactCovers>(row)),
        ];
        let of = |value: fn(&Peered<'_>) -> u64| {
            peers
                .each_ref()
                .map(|peer| peer.as_ref().map_or(String::new(), |peer| value(peer).to_string()))
        };
        let (nodes, memory) = (of(|peer| peer.nodes), of(|peer| peer.memory as u64 / 1000));
        second.push((row, nodes, memory));
        let times = times(row, peers.map(|peer| peer.map(|peer| peer.runner)), passes);
        let least = |times: &[Option<Duration>]| times.iter().copied().flatten().min();
        let cells = [row.covers.to_string()].into_iter().chain(times.map(seconds));
        let bar = row.bar.map_or(String::new(), |bar| bar.to_string());
        line(&row.name, cells.chain([ratio(least(&times[3..]), least(&times[..3])), bar]));
    }
    println!("\nnodes of ours, and the most kilobytes at once");
    heading(&[
        "live",
        "cells",
        "links",
        "live",
        "cells",
        "links",
        "xcov",
        "dlx-rs",
        "exact-covers",
    ]);
    for (row, nodes, memory) in second {
        line(&row.name, nodes.into_iter().take(3).chain(memory));
    }
}

/// How our engines may be asked to go about it: on these instructions, without handing over, on two
/// threads.
fn our_ways(rows: &[Row], passes: usize) {
    println!(
        "\nseconds of the live list, by instructions; of cells that hand nothing over; \
         of the live list on one thread and two"
    );
    heading(&["portable", "avx2", "avx512", "cells alone", "one", "two", "ratio"]);
    let crews = [1, 2].map(|number| Threads::new(number).expect("two threads"));
    for row in rows.iter().filter(|row| Live::bits(&row.problem).is_ok()) {
        let live = || Live::new(&row.problem).expect("the problem is narrow");
        let build = || Box::new(live()) as Box<dyn Engine>;
        let [one, two] = crews.each_ref().map(|threads| {
            Runner::new(move || {
                let parallel = Parallel::new(&build, threads);
                parallel.count(row.limit, SearchBudget::default(), &mut Patient).known
            })
        });
        let paths = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];
        let [portable, avx2, avx512] = paths.map(|instructions| {
            instructions.is_here().then(|| Runner::of_engine(live().on(instructions), row))
        });
        let cells = Cells::new(&row.problem).expect("the problem is small").handing_over(0);
        let alone = Some(Runner::of_engine(cells, row));
        let times = times(row, [portable, avx2, avx512, alone, Some(one), Some(two)], passes);
        let gain = ratio(times[4], times[5]);
        line(&row.name, times.map(seconds).into_iter().chain([gain]));
    }
}

/// Our engines that keep multiplicities. No crate has them.
fn with_multiplicities(rows: impl Iterator<Item = Row>, passes: usize) {
    println!("\nseconds, with multiplicities");
    heading(&["covers", "portable", "avx2", "avx512", "cells", "ratio"]);
    for row in rows {
        let paths = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];
        let [portable, avx2, avx512] = paths.map(|instructions| {
            let live = || Live::new(&row.problem).expect("the problem is narrow");
            instructions.is_here().then(|| Runner::of_engine(live().on(instructions), &row))
        });
        let cells = Cells::new(&row.problem).expect("the problem is small");
        let cells = Some(Runner::of_engine(cells, &row));
        let times = times(&row, [portable, avx2, avx512, cells], passes);
        let least = times[..3].iter().copied().flatten().min();
        let cells = [row.covers.to_string()].into_iter().chain(times.map(seconds));
        line(&row.name, cells.chain([ratio(times[3], least)]));
    }
}

/// Counting by remembering what is left.
fn remembered(rows: impl Iterator<Item = Vast>, passes: usize) {
    println!(
        "\ncounting by remembering what is left, in tables of at most {} megabytes",
        MEMORY / 1_000_000
    );
    heading(&["covers", "seconds", "nodes", "kilobytes", "bar, s"]);
    for Vast { name, problem, covers, bar, .. } in rows {
        let problem = problem.expect("the problem is small");
        let (mut least, mut work) = (Duration::MAX, CountWork::default());
        for _ in 0..passes {
            let start = Instant::now();
            let mut counter =
                Counter::new(&problem, &[], &[], MEMORY).expect("the problem is small");
            assert_eq!(counter.count(&mut Patient).continue_value(), Some(covers.into()), "{name}");
            least = least.min(start.elapsed());
            work = counter.work();
        }
        let figures =
            [covers, work.nodes, work.bytes as u64 / 1000].map(|figure| figure.to_string());
        let [covers, nodes, kilobytes] = figures;
        let bar = bar.map_or(String::new(), |bar| bar.to_string());
        line(name, [covers, seconds(Some(least)), nodes, kilobytes, bar]);
    }
}

fn heading(columns: &[&str]) {
    line("", columns.iter().map(|&column| column.to_owned()));
}

fn line(name: &str, columns: impl IntoIterator<Item = String>) {
    print!("{name:<32}");
    columns.into_iter().for_each(|column| print!(" {column:>12}"));
    println!();
}

fn seconds(time: Option<Duration>) -> String {
    time.map_or(String::new(), |time| format!("{:.4}", time.as_secs_f64()))
}

fn ratio(one: Option<Duration>, other: Option<Duration>) -> String {
    let ratio = |(one, other): (Duration, Duration)| {
        format!("{:.1}", one.as_secs_f64() / other.as_secs_f64())
    };
    one.zip(other).map_or(String::new(), ratio)
}
