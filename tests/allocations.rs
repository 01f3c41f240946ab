//! The promise that a verifier allocates nothing for a 9×9 puzzle, once it is built.
//!
//! A file of its own, because it counts the allocations of the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use tourdion::sudoku::Grid;
use tourdion::verify::{LinksVerifier, Verifier};

/// The system's allocator, counted.
struct Counted;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

#[allow(unsafe_code)]
// SAFETY: every call is handed on unchanged to the system's allocator, whose contract is the same.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

const PUZZLES: [&str; 4] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "...........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "5.......5........................................................................",
    ".................................................................................",
];

#[test]
fn verifying_allocates_nothing() {
    let puzzles = PUZZLES.map(|puzzle| puzzle.parse::<Grid>().unwrap());
    let mut verifier = LinksVerifier::default();
    let mut verify_all = |times| {
        for puzzle in puzzles.iter().cycle().take(times * puzzles.len()) {
            assert!(verifier.verify(puzzle).check(puzzle).is_ok());
        }
    };
    verify_all(1); // the lists of moves reach their full length once
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    verify_all(50);
    let during = ALLOCATIONS.load(Ordering::Relaxed) - before;
    assert_eq!(during, 0, "allocations in 200 verdicts");
}
