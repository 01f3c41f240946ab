//! Counting on many threads: exact, up to any limit, for any division of the search.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use tourdion::instructions::Instructions;
use tourdion::sudoku::Grid;
use tourdion::threads::Threads;
use tourdion::verify::lockstep::count_on;
use tourdion::verify::{LinksVerifier, LockstepVerifier, Verifier};
use tourdion::watch::Patient;

use crate::LONG;
use crate::support::program::{said, tourdion};

/// Inkala's puzzle less its first clues, with its number of solutions.
#[rustfmt::skip] // a line a puzzle
const PUZZLES: &[(&str, u64)] = &[
    ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1),
    ("...........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 292),
    ("............6......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 12_748),
    ("...................7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 360_544),
    ("88.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 0),
    ("1....2..3......4", 1),
    ("................", 288),
];

fn threads(number: usize) -> Threads {
    Threads::new(number).unwrap()
}

fn paths() -> impl Iterator<Item = Instructions> {
    Instructions::ALL.iter().copied().filter(|instructions| instructions.is_here())
}

#[test]
fn every_number_of_threads_counts_the_same() {
    for number in [1, 3] {
        let threads = threads(number);
        for path in paths() {
            // Many solutions for one path alone, the fastest here.
            let is_best = path == Instructions::best();
            let is_quick = |&(_, solutions): &(&str, u64)| LONG || is_best || solutions < 100_000;
            for (puzzle, solutions) in PUZZLES.iter().copied().filter(is_quick) {
                let grid: Grid = puzzle.parse().unwrap();
                let counted = count_on(Some(&threads), path, &grid, u64::MAX, &Patient);
                assert_eq!(counted, ControlFlow::Continue(solutions), "{number} {path} {puzzle}");
            }
        }
    }
}

#[test]
fn the_links_count_the_same() {
    for &(puzzle, solutions) in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        assert_eq!(LinksVerifier::default().count(&grid, u64::MAX), solutions, "{puzzle}");
        assert_eq!(LockstepVerifier::new().count(&grid, u64::MAX), solutions, "{puzzle}");
    }
}

/// What the program counts by a worker, or on all cores where that takes long.
#[test]
fn the_program_counts_the_same() {
    let classic: Vec<_> = PUZZLES.iter().filter(|(puzzle, _)| puzzle.len() == 81).collect();
    let text = classic.iter().map(|(puzzle, _)| *puzzle).collect::<Vec<_>>().join("\n");
    for threads in ["1", "3"] {
        for limit in [293, 300_000, 500_000] {
            let limited = limit.to_string();
            let options = ["--quiet", "--threads", threads, "--limit", &limited, "--emit", "csv"];
            let verified = said(tourdion(["verify"]).args(options).write_stdin(text.as_str())).1;
            let counted =
                said(tourdion(["solve", "--count"]).args(options).write_stdin(text.as_str())).1;
            let [mut verified, mut counted] = [verified.lines(), counted.lines()];
            assert_eq!(verified.next(), Some("line,puzzle,text,verdict,solutions,or_more,error"));
            assert_eq!(counted.next(), Some("line,puzzle,text,solutions,or_more,error"));
            for &&(puzzle, solutions) in &classic {
                let or_more = if solutions < limit { "" } else { "yes" };
                let ending = format!(",{},{or_more},", solutions.min(limit));
                for row in [verified.next(), counted.next()].map(Option::unwrap) {
                    let is_it = row.contains(puzzle) && row.ends_with(&ending);
                    assert!(is_it, "{threads} {limit} {ending} {row}");
                }
            }
        }
    }
}

#[test]
fn a_limit_is_reached_exactly() {
    let threads = threads(3);
    for &(puzzle, solutions) in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        for limit in [0, 1, 2, 16, 17, 291, 292, 293, 5_000, 500_000] {
            let expected = if solutions < limit {
                ControlFlow::Continue(solutions)
            } else {
                ControlFlow::Break(limit)
            };
            assert_eq!(
                count_on(Some(&threads), Instructions::best(), &grid, limit, &Patient),
                expected,
                "{limit} {puzzle}"
            );
            assert_eq!(
                LockstepVerifier::new().count(&grid, limit),
                solutions.min(limit),
                "{limit} {puzzle}"
            );
        }
    }
}

/// The empty grid has more solutions than anybody will count.
fn endless() -> Grid {
    ".".repeat(81).parse().unwrap()
}

#[test]
fn a_watch_sees_progress_and_can_end_it() {
    for grid in [endless(), ".".repeat(256).parse().unwrap()] {
        let most = AtomicU64::new(0);
        let watch = |&solutions: &u64| {
            most.fetch_max(solutions, Ordering::Relaxed);
            if solutions > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let counted = count_on(Some(&threads(2)), Instructions::best(), &grid, u64::MAX, &watch);
        let ControlFlow::Break(counted) = counted else { panic!("{counted:?}: all were counted") };
        assert!(counted > 10_000 && counted >= most.into_inner());
    }
}

#[test]
fn a_panic_of_the_watch_comes_out_and_nobody_waits() {
    for number in [1, 3] {
        // Only one of the workers sees it, and the others must not go on forever.
        let calm = AtomicU64::new(10);
        let count = || {
            count_on(
                Some(&threads(number)),
                Instructions::best(),
                &endless(),
                u64::MAX,
                &|_: &u64| {
                    assert_ne!(calm.fetch_sub(1, Ordering::Relaxed), 0, "the watch's");
                    ControlFlow::Continue(())
                },
            )
        };
        assert!(catch_unwind(AssertUnwindSafe(count)).is_err());
    }
}
