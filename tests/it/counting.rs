//! Counting on many threads: exact, up to any limit, for any division of the search.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tourdion::instructions::Instructions;
use tourdion::sudoku::Grid;
use tourdion::verify::lockstep::count_on;
use tourdion::verify::{LinksVerifier, LockstepVerifier, Verifier};

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

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

fn paths() -> impl Iterator<Item = Instructions> {
    Instructions::ALL.into_iter().filter(|instructions| instructions.is_here())
}

const NO_WATCH: &(dyn Fn(u64) -> ControlFlow<()> + Sync) = &|_| ControlFlow::Continue(());

#[test]
fn every_number_of_threads_counts_the_same() {
    for threads in [1, 2, 5] {
        let pool = pool(threads);
        for path in paths() {
            for &(puzzle, solutions) in PUZZLES {
                let grid: Grid = puzzle.parse().unwrap();
                let counted = count_on(&pool, path, &grid, u64::MAX, NO_WATCH);
                assert_eq!(counted, ControlFlow::Continue(solutions), "{threads} {path} {puzzle}");
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

#[test]
fn a_limit_is_reached_exactly() {
    let pool = pool(3);
    for &(puzzle, solutions) in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        for limit in [0, 1, 2, 16, 17, 291, 292, 293, 5_000, 500_000] {
            let expected = if solutions < limit {
                ControlFlow::Continue(solutions)
            } else {
                ControlFlow::Break(limit)
            };
            assert_eq!(
                count_on(&pool, Instructions::best(), &grid, limit, NO_WATCH),
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
fn a_watch_hears_of_progress_and_can_end_it() {
    for grid in [endless(), ".".repeat(256).parse().unwrap()] {
        let most = AtomicU64::new(0);
        let watch = |solutions| {
            most.fetch_max(solutions, Ordering::Relaxed);
            if solutions > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let counted = count_on(&pool(2), Instructions::best(), &grid, u64::MAX, &watch);
        let ControlFlow::Break(counted) = counted else { panic!("{counted:?}: all were counted") };
        assert!(counted > 10_000 && counted >= most.into_inner());
    }
}

#[test]
fn a_panic_of_the_watch_comes_out_and_nobody_waits() {
    for threads in [1, 3] {
        // Only one of the workers sees it, and the others must not go on forever.
        let calm = AtomicU64::new(10);
        let count = || {
            count_on(&pool(threads), Instructions::best(), &endless(), u64::MAX, &|_| {
                assert_ne!(calm.fetch_sub(1, Ordering::Relaxed), 0, "the watch's");
                ControlFlow::Continue(())
            })
        };
        assert!(catch_unwind(AssertUnwindSafe(count)).is_err());
    }
}
