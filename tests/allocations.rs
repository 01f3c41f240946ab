//! The promise that a verifier allocates nothing for a 9×9 puzzle, once it is built, that reading a
//! line allocates nothing at all, and neither does a canoniser after grids of the same kind; that a
//! search for the cheapest covers takes memory by the size of the problem, not by its depth; and
//! that a count on two threads has two engines, and no copy of the problem.
//!
//! A file of its own with one test, because it counts the allocations of the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tourdion::catalogue::{Entry, Input, ReadProgress, Reading, chunks};
use tourdion::chance::Chance;
use tourdion::cover::classics;
use tourdion::cover::question::cheapest::Cheapest;
use tourdion::cover::question::memo::{CountWork, Counter};
use tourdion::cover::{ItemId, Problem, Statistics};
use tourdion::instructions::Instructions;
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::threads::Threads;
use tourdion::verify::{Kind, LinksVerifier, LockstepVerifier, Verdict, Verifier};
use tourdion::watch::Patient;

/// The system's allocator, counted.
struct Counted;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

/// The bytes in use, and the most of them at a time.
static BYTES: AtomicUsize = AtomicUsize::new(0);
static MOST_BYTES: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code)]
// SAFETY: every call is handed on unchanged to the system's allocator, whose contract is the same.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        let bytes = BYTES.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST_BYTES.fetch_max(bytes, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
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

/// Verifies the puzzles many times over, once before the count begins: then all lists have their
/// full length.
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
fn nothing_is_allocated_for_a_puzzle() {
    verifying_allocates_nothing();
    reading_allocates_nothing();
    canonising_allocates_nothing();
    the_cheapest_covers_take_memory_by_the_size_of_the_problem();
    a_team_has_little_more_memory_than_one_search();
    a_count_on_two_threads_has_two_engines_and_no_copy_of_the_problem();
}

/// Each of `n` workers does one of `n` jobs, at random costs.
fn assignment(n: usize) -> Problem {
    let (mut problem, mut chance) = (Problem::new(), Chance::new(2007, n as u64));
    let mut items = |kind| -> Vec<ItemId> {
        (0..n).map(|k| problem.primary(&format!("{kind}{k}")).unwrap()).collect()
    };
    let (workers, jobs) = (items("w"), items("j"));
    for &worker in &workers {
        for &job in &jobs {
            let option = problem.option([worker, job]).unwrap();
            problem.set_cost(option, chance.below(1000) as u64).unwrap();
        }
    }
    problem
}

fn the_cheapest_covers_take_memory_by_the_size_of_the_problem() {
    let problem = assignment(150);
    let cheapest = Cheapest::new(&problem, &[], &[]).unwrap();
    let before = BYTES.load(Ordering::Relaxed);
    MOST_BYTES.store(before, Ordering::Relaxed);
    let mut nodes = 0;
    let mut watch = |done: &Statistics| {
        nodes = done.nodes;
        if nodes < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    // The cheapest is known at the root. For more, the search goes as deep as there are workers.
    cheapest.first(1000, &mut watch);
    let most = MOST_BYTES.load(Ordering::Relaxed) - before;
    assert!(nodes >= 150, "{nodes} nodes");
    let options = problem.options().len();
    assert!(most < 300 * options, "{most} bytes for {options} options");
}

fn a_team_has_little_more_memory_than_one_search() {
    let mut problem = classics::dominoes(52, 52).unwrap(); // too large for linear programming
    let mut chance = Chance::new(2007, 2);
    for option in problem.options() {
        problem.set_cost(option, chance.below(10_000) as u64).unwrap();
    }
    let before = BYTES.load(Ordering::Relaxed);
    MOST_BYTES.store(before, Ordering::Relaxed);
    let mut watch = |done: &Statistics| {
        if done.nodes < 15_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let found = Cheapest::new(&problem, &[], &[]).unwrap().first(10, &mut watch);
    let most = MOST_BYTES.load(Ordering::Relaxed) - before;
    assert!(!found.is_complete && most < 200_000_000, "{most} bytes");
}

fn a_count_on_two_threads_has_two_engines_and_no_copy_of_the_problem() {
    // So many neighbours that no walk is laid out.
    let (items, mut chance) = (9_000, Chance::new(2007, 1));
    let mut problem = Problem::new();
    let all: Vec<ItemId> = (0..items).map(|k| problem.primary(&format!("i{k}")).unwrap()).collect();
    for first in 0..2 {
        for &item in &all[first..] {
            problem.option([item]).unwrap();
        }
    }
    for _ in 0..10_000 {
        let mut entries: Vec<ItemId> = (0..50).map(|_| all[chance.below(items)]).collect();
        entries.sort_unstable();
        entries.dedup();
        problem.option(entries).unwrap();
    }
    let threads = Threads::new(2).unwrap();
    let bytes_of = |search: &mut dyn FnMut()| {
        let before = BYTES.load(Ordering::Relaxed);
        MOST_BYTES.store(before, Ordering::Relaxed);
        search();
        MOST_BYTES.load(Ordering::Relaxed) - before
    };
    let engine = bytes_of(&mut || drop(Counter::new(&problem, &[], &[], 1 << 20).unwrap()));
    let mut nodes = 0;
    let counting = bytes_of(&mut || {
        let mut watch = |work: &CountWork| {
            nodes = work.nodes;
            if nodes < 100_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let counter = Counter::new(&problem, &[], &[], 1 << 20).unwrap();
        let ended = counter.alone_for(1).count_on(&|| Some(&threads), &mut watch);
        assert!(ended.is_break());
    });
    assert!(counting < 3 * engine, "{counting} bytes for {nodes} nodes, {engine} for one engine");
}

fn canonising_allocates_nothing() {
    let mut canoniser = Canoniser::new();
    assert_allocates_nothing("a canoniser", |puzzles| {
        for puzzle in puzzles {
            let canonical = canoniser.puzzle(puzzle).expect("it is 9x9");
            assert_eq!(canoniser.form(puzzle), Ok(canonical.form));
        }
    });
}

/// Lines with and without anything beside the puzzle, comments and blank lines.
fn reading_allocates_nothing() {
    let text =
        PUZZLES.map(|puzzle| format!("# comment\n{puzzle}\n  {puzzle} own text\r\n\n")).concat();
    let reading = Reading::default();
    let input = Input::reader("test", Box::new(std::io::Cursor::new(text)));
    let chunks: Vec<_> =
        chunks(vec![input], &reading, ReadProgress::new()).map(Result::unwrap).collect();
    let (mut puzzles, before) = (0, ALLOCATIONS.load(Ordering::Relaxed));
    for chunk in &chunks {
        let _ = chunk.for_each(&reading, |entry| {
            puzzles += u32::from(matches!(entry, Entry::Puzzle(_)));
            ControlFlow::<()>::Continue(())
        });
    }
    let during = ALLOCATIONS.load(Ordering::Relaxed) - before;
    assert_eq!((puzzles, during), (8, 0), "puzzles, and allocations while they were read");
}

fn verifying_allocates_nothing() {
    let mut links = LinksVerifier::default();
    assert_allocates_nothing("links", |puzzles| {
        puzzles.for_each(|puzzle| assert!(links.verify(puzzle).check(puzzle).is_ok()));
    });
    for path in Instructions::ALL.iter().copied().filter(|instructions| instructions.is_here()) {
        let mut lockstep = LockstepVerifier::on(path);
        assert_allocates_nothing(path.name(), |puzzles| {
            puzzles.for_each(|puzzle| assert!(lockstep.verify(puzzle).check(puzzle).is_ok()));
        });
        assert_allocates_nothing(path.name(), |puzzles| {
            let mut proper = 0;
            let mut take = |kind: Kind, _: &dyn Fn() -> Verdict| {
                proper += u32::from(kind == Kind::Proper);
                ControlFlow::Continue(())
            };
            let flow = lockstep.verify_all(puzzles, &mut take, &mut Patient);
            assert_eq!((flow, proper), (ControlFlow::Continue(()), 50));
        });
    }
}
