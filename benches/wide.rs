//! Listing the covers of wide problems: which engine is the fastest.
//!
//! ```text
//!    cargo bench --bench wide                      the table, in some minutes
//!    cargo bench --bench wide -- Sudoku            rows whose names contain `Sudoku`
//!    cargo bench --bench wide -- --write FOLDER    the problems in Knuth's form, for others
//!    cargo bench --bench wide -- --test            the quick ones: whether all agree
//! ```
//!
//! All engines list the first covers of a problem, in turns, pass after pass; the fastest pass
//! counts. Building the engine is timed too. The *gain* is the time of the best of the others over
//! that of `rows`. An engine that takes a second does not run again; one that takes three times the
//! time of the slowest before it, and a second, does not come to its end.

use std::env;
use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::time::{Duration, Instant};

use tourdion::cover::choice::EngineKind;
use tourdion::cover::{Cover, EngineProgress, Problem, classics};

#[allow(dead_code)] // some of it is for the other benches
mod made;
#[allow(dead_code)]
mod sparse;

const ENGINES: [EngineKind; 4] =
    [EngineKind::Rows, EngineKind::Cells, EngineKind::Links, EngineKind::Live];

const PASSES: usize = 5;

/// An engine that took longer than this does not run again.
const SLOW: Duration = Duration::from_secs(1);

/// The most time of an engine.
const LIMIT: Duration = Duration::from_secs(20);

/// Problems of one kind, made from seeds, and how many of their covers are listed.
struct Family {
    name: &'static str,
    make: fn(u64) -> Problem,
    seeds: u64,
    limit: u64,
}

fn families() -> Vec<Family> {
    let family = |name, seeds, limit, make| Family { name, make, seeds, limit };
    vec![
        family("Sudoku 16, 145 empty", 5, 100_000, |seed| sparse::sudoku16(145, seed)),
        family("Sudoku 16, 150 empty", 5, 100_000, |seed| sparse::sudoku16(150, seed)),
        family("Sudoku 16, 155 empty", 5, 100_000, |seed| sparse::sudoku16(155, seed)),
        family("Sudoku 16, 160 empty", 5, 100_000, |seed| sparse::sudoku16(160, seed)),
        family("Sudoku 16, 200 empty", 2, 100_000, |seed| sparse::sudoku16(200, seed)),
        family("Latin 16, 130 empty", 3, 100_000, |seed| sparse::latin(16, 130, seed)),
        family("Latin 20, 180 empty", 3, 100_000, |seed| sparse::latin(20, 180, seed)),
        family("Latin 30, 320 empty", 3, 1_000, |seed| sparse::latin(30, 320, seed)),
        family("Sudoku 25, 340 empty", 3, 1_000, |seed| sparse::sudoku(5, 340, seed)),
        family("Latin 12, 80 empty", 2, 100_000, |seed| sparse::latin(12, 80, seed)),
        family("timetable 6x15", 2, 100_000, |seed| made::timetable(6, 15, seed)),
        family("timetable 8x20", 2, 100_000, |seed| made::timetable(8, 20, seed)),
        family("random 300 of 1500", 2, 1, |seed| made::random(300, 1500, seed)),
        family("random 80 of 400", 2, u64::MAX, |seed| made::random(80, 400, seed)),
        family("relations 20", 2, u64::MAX, |seed| made::relations(20, 11, 167, seed)),
        family("relations 40", 2, 100_000, |seed| made::relations(40, 11, 100, seed)),
        family("queens 50", 1, 1000, |_| small(classics::queens(50))),
        family("queens 80", 1, 1000, |_| small(classics::queens(80))),
        family("Langford 16", 1, 10_000, |_| small(classics::langford(16))),
        family("Langford 48", 1, 1000, |_| small(classics::langford(48))),
        family("dominoes 20x20", 1, 100_000, |_| small(classics::dominoes(20, 20))),
        family("dominoes 50x50", 1, 10_000, |_| small(classics::dominoes(50, 50))),
        family("matchings of K24", 1, 1_000_000, |_| small(classics::matchings(24))),
        family("tetrominoes 16x17", 1, 100_000, |_| made::tetrominoes(16, 17)),
        family("Latin squares 10", 1, 100_000, |_| small(classics::latin(10))),
        family("Latin squares 16", 1, 100_000, |_| small(classics::latin(16))),
    ]
}

fn small(problem: Result<Problem, tourdion::cover::ProblemError>) -> Problem {
    problem.expect("the problem is small")
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let folder = arguments.iter().position(|argument| argument == "--write");
    let folder = folder.map(|at| arguments.get(at + 1).expect("expected --write FOLDER"));
    let folder = folder.inspect(|folder| fs::create_dir_all(folder).expect("it can be made"));
    let part = arguments.iter().find(|argument| !argument.starts_with("--"));
    let part = part.filter(|_| folder.is_none()).map_or("", String::as_str);
    let part = if is_test { "relations 40" } else { part };
    if folder.is_none() {
        print!("{:<24} {:>8} {:>7} {:>9}", "milliseconds", "covers", "items", "options");
        for engine in ENGINES {
            print!(" {:>9}", engine.name());
        }
        println!(" {:>6}   {:>6}", "gain", "nodes a cover");
    }
    for family in families().into_iter().filter(|family| family.name.contains(part)) {
        let mut gains = Vec::new();
        for seed in 1..=family.seeds {
            let problem = (family.make)(seed);
            let name = format!("{}, {seed}", family.name);
            if let Some(folder) = folder {
                let path =
                    Path::new(folder).join(name.replace(", ", "-").replace(' ', "-") + ".xc");
                let text = format!("| tourdion cover --limit {}\n{problem}", family.limit);
                fs::write(path, text).expect("the folder can be written to");
            } else {
                gains.extend(row(&name, &problem, family.limit));
            }
        }
        if gains.len() > 1 {
            #[allow(clippy::cast_precision_loss)] // there are few
            let mean = (gains.iter().map(|gain| gain.ln()).sum::<f64>() / gains.len() as f64).exp();
            let (name, of) = (family.name, gains.len());
            println!("{name:<24} the geometric mean of {of} gains is {mean:.2}");
        }
    }
}

/// Prints a row of the table, and returns the gain, if rows and another engine end.
fn row(name: &str, problem: &Problem, limit: u64) -> Option<f64> {
    let mut times = [None::<Duration>; ENGINES.len()];
    let mut nodes = [0; ENGINES.len()];
    let mut covers = None;
    for pass in 0..PASSES {
        for (at, &kind) in ENGINES.iter().enumerate() {
            if pass > 0 && times[at].is_none_or(|time| time > SLOW) {
                continue;
            }
            let slowest = times.iter().flatten().max().copied().unwrap_or(LIMIT);
            let most = LIMIT.min(3 * slowest.max(SLOW));
            let Some((time, found, visited)) = list(kind, problem, limit, most) else { continue };
            assert_eq!(*covers.get_or_insert(found), found, "{name}, {kind}");
            times[at] = Some(times[at].map_or(time, |least| least.min(time)));
            nodes[at] = visited;
        }
    }
    let covers = covers.unwrap_or(0);
    let (items, options) = (problem.items().len(), problem.options().len());
    print!("{name:<24} {covers:>8} {items:>7} {options:>9}");
    for time in times {
        let text = time.map_or("-".to_owned(), |time| format!("{:.2}", time.as_secs_f64() * 1e3));
        print!(" {text:>9}");
    }
    let other = times[1..].iter().flatten().min();
    let gain = times[0].zip(other.copied());
    let gain = gain.map(|(rows, other)| other.as_secs_f64() / rows.as_secs_f64());
    let shown = gain.map_or("-".to_owned(), |gain| format!("{gain:.2}"));
    #[allow(clippy::cast_precision_loss)] // it need not be exact
    let each = nodes.map(|nodes| nodes as f64 / covers.max(1) as f64);
    println!(" {shown:>6}   {:>6.1} {:>6.1} {:>6.1} {:>6.1}", each[0], each[1], each[2], each[3]);
    gain
}

/// The time, the covers and the nodes of listing up to `limit` covers; `None` if the engine does
/// not take the problem, or takes longer than `most`.
fn list(
    kind: EngineKind,
    problem: &Problem,
    limit: u64,
    most: Duration,
) -> Option<(Duration, u64, u64)> {
    let begun = Instant::now();
    let mut engine = kind.build(problem).ok()?;
    let mut found = 0;
    let mut count = |_: Cover<'_>| {
        found += 1;
        if found < limit { Continue(()) } else { Break(()) }
    };
    let mut watch =
        |_: &EngineProgress<'_>| if begun.elapsed() < most { Continue(()) } else { Break(()) };
    let flow = engine.search(&mut count, &mut watch);
    let is_done = flow.is_continue() || found == limit;
    is_done.then(|| (begun.elapsed(), found, engine.statistics().nodes))
}
