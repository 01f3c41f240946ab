//! Counting by remembering states, beside counting by links, in one run.
//!
//! ```text
//!   cargo bench --bench memo            all problems
//!   cargo bench --bench memo -- queens  those whose names contain `queens`
//!   cargo bench --bench memo -- --test  those of a moment, once: only whether the counts are right
//! ```
//!
//! Both are built anew for each count, and their building is timed too. They take turns, pass after
//! pass, and the fastest pass counts. Links are not asked where they would list more than some
//! millions of covers.

#![allow(clippy::cast_precision_loss)]

use std::env;
use std::time::{Duration, Instant};

use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::question::memo::{CountWork, Counter};
use tourdion::cover::{Engine, Links, Problem, ProblemError};
use tourdion::sudoku::{Shape, encode};
use tourdion::watch::Patient;

const PASSES: usize = 3;

/// The memory of the tables.
const MEMORY: usize = 75_000_000;

/// The size of a problem, which decides whether links count it, too.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    /// A moment for both.
    Small,
    /// A few seconds for links.
    Listed,
    /// Too many covers to be listed.
    Vast,
}
use Size::{Listed, Small, Vast};

type Row = (&'static str, Result<Problem, ProblemError>, u64, Size);

fn problems() -> Vec<Row> {
    let sudoku = Shape::new(2, 3).expect("two by three is a shape");
    let graceful = |n, path| classics::graceful(&Graph::complete(n).product(&Graph::path(path)));
    vec![
        ("dominoes 8x8", classics::dominoes(8, 8), 12_988_816, Vast),
        ("dominoes 10x10", classics::dominoes(10, 10), 258_584_046_368, Vast),
        ("dominoes 12x12", classics::dominoes(12, 12), 53_060_477_521_960_000, Vast),
        ("L-trominoes 9x10", classics::l_trominoes(9, 10), 9_567_192, Vast),
        ("matchings of K16", classics::matchings(16), 2_027_025, Listed),
        ("matchings of K18", classics::matchings(18), 34_459_425, Vast),
        ("Latin squares 4", classics::latin(4), 576, Small),
        ("Latin squares 5", classics::latin(5), 161_280, Listed),
        ("queens 8", classics::queens(8), 92, Small),
        ("queens 9", classics::queens(9), 352, Small),
        ("queens 10", classics::queens(10), 724, Small),
        ("queens 11", classics::queens(11), 2680, Small),
        ("queens 12", classics::queens(12), 14_200, Listed),
        ("Langford 7", classics::langford(7), 52, Small),
        ("Langford 8", classics::langford(8), 300, Small),
        ("Langford 12", classics::langford(12), 216_288, Listed),
        ("graceful Q3", classics::graceful(&Graph::cube(3)), 2592, Listed),
        ("graceful K4xP2", graceful(4, 2), 1440, Listed),
        ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20)), 8, Listed),
        ("Sudoku 2x3", encode::problem(sudoku), 28_200_960, Vast),
    ]
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let name = arguments.iter().find(|argument| !argument.starts_with("--"));
    println!(
        "{:<18}{:>12}{:>12}{:>8}{:>12}{:>11}{:>12}",
        "", "memo, s", "links, s", "ratio", "nodes", "hits", "bytes"
    );
    for (title, problem, count, size) in problems() {
        if name.is_some_and(|name| !title.contains(name.as_str())) || is_test && size == Listed {
            continue;
        }
        let problem = problem.expect("the problem is small");
        let (mut memo, mut links, mut work) = (Duration::MAX, Duration::MAX, CountWork::default());
        for _ in 0..if is_test { 1 } else { PASSES } {
            let start = Instant::now();
            work = count_by_memo(&problem, count, title);
            memo = memo.min(start.elapsed());
            if size != Vast {
                let start = Instant::now();
                let mut engine = Links::new(&problem).expect("the problem is small");
                assert_eq!(engine.count(u64::MAX), count, "{title}");
                links = links.min(start.elapsed());
            }
        }
        let (by_links, ratio) = if size == Vast {
            (String::new(), String::new())
        } else {
            (
                format!("{:.5}", links.as_secs_f64()),
                format!("{:.2}", memo.as_secs_f64() / links.as_secs_f64()),
            )
        };
        let CountWork { nodes, hits, bytes, .. } = work;
        println!(
            "{title:<18}{:>12.5}{by_links:>12}{ratio:>8}{nodes:>12}{hits:>11}{bytes:>12}",
            memo.as_secs_f64()
        );
    }
}

fn count_by_memo(problem: &Problem, count: u64, title: &str) -> CountWork {
    let mut counter = Counter::new(problem, &[], &[], MEMORY).expect("the problem is small");
    assert_eq!(counter.count(&mut Patient).continue_value(), Some(count.into()), "{title}");
    counter.work()
}
