//! The promise that a verifier allocates nothing for a 9×9 puzzle, once it is built.
//!
//! A file of its own, because it counts the allocations of the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tourdion::sudoku::Grid;
use tourdion::verify::lockstep::Path;
use tourdion::verify::{Kind, LinksVerifier, LockstepVerifier, Verdict, Verifier};

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

/// Verifies the puzzles many times over, once before the count begins: then all lists have their full length.
fn assert_allocates_nothing(name: &str, mut verify: impl FnMut(&mut dyn Iterator<Item = &Grid>)) {
    let puzzles = PUZZLES.map(|puzzle| puzzle.parse::<Grid>().unwrap());
    let mut verify = |times| verify(&mut puzzles.iter().cycle().take(times * puzzles.len()));
    verify(50);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    verify(50);
    let during = ALLOCATIONS.load(Ordering::Relaxed) - before;
    assert_eq!(during, 0, "allocations in 200 verdicts of {name}");
}

#[test]
fn verifying_allocates_nothing() {
    let mut links = LinksVerifier::default();
    assert_allocates_nothing("links", |puzzles| {
        puzzles.for_each(|puzzle| assert!(links.verify(puzzle).check(puzzle).is_ok()));
    });
    for path in Path::ALL.into_iter().filter(|path| path.is_here()) {
        let mut lockstep = LockstepVerifier::on(path);
        assert_allocates_nothing(path.name(), |puzzles| {
            puzzles.for_each(|puzzle| assert!(lockstep.verify(puzzle).check(puzzle).is_ok()));
        });
        assert_allocates_nothing(path.name(), |puzzles| {
            let mut proper = 0;
            let flow = lockstep.verify_all(puzzles, &mut |kind, _: &dyn Fn() -> Verdict| {
                proper += u32::from(kind == Kind::Proper);
                ControlFlow::Continue(())
            });
            assert_eq!((flow, proper), (ControlFlow::Continue(()), 50));
        });
    }
}
