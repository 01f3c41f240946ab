//! The ways of a step find the same, answer each pulse, and leave nothing behind if they are broken
//! off.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::watch::Patient;

fn inkala() -> Grid {
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
        .parse()
        .unwrap()
}

#[test]
fn without_classes_the_same_is_found() {
    let puzzle = inkala();
    let found = |most_classes| {
        let step = OffOn { first_clue: 17, ..OffOn::new(2, 2) };
        let found = Mutex::new(Vec::new());
        let finder = |one: FoundPuzzle| {
            found.lock().unwrap().push((one.off.to_vec(), one.on.to_vec()));
            ControlFlow::Continue(())
        };
        let search = StepSearch {
            workspace: Workspace::new(Instructions::best()),
            step: &step,
            finder: &finder,
            watch: &Patient,
            most_classes,
        };
        let solution = start(&mut LockstepVerifier::new(), &puzzle, &step).unwrap();
        assert!(search.all(&puzzle, solution.as_ref()).is_continue());
        let mut found = found.into_inner().unwrap();
        found.sort();
        found
    };
    assert!(!found(0).is_empty());
    assert_eq!(found(0), found(MOST_CLASSES));
}

#[test]
fn more_clues_than_there_are_end_at_once() {
    let puzzle = inkala();
    let finder = |_: FoundPuzzle| panic!("there is no set");
    let sample = Some(crate::verify::on::Sample { per_million: 1_000_000, seed: 0 });
    for (off, first_clue) in [(22, 0), (2, 20), (1, usize::MAX), (usize::MAX, 20)] {
        for (on, sample) in [(0, None), (1, None), (2, sample)] {
            let step = OffOn { first_clue, sample, ..OffOn::new(off, on) };
            assert_eq!(LockstepOnPhase::new().tour(&puzzle, &step, &finder, &Patient), Ok(()));
        }
    }
}

#[test]
fn a_pulse_is_felt_however_short_the_searches_are() {
    let finder = |_: FoundPuzzle| ControlFlow::Continue(());
    let puzzle = inkala();
    let step = OffOn::new(1, 1);
    for most_classes in [0, MOST_CLASSES] {
        let search = StepSearch {
            workspace: Workspace::new(Instructions::best()),
            step: &step,
            finder: &finder,
            watch: &|(): &()| ControlFlow::Break(()),
            most_classes,
        };
        assert!(
            search
                .all(&puzzle, start(&mut LockstepVerifier::new(), &puzzle, &step).unwrap().as_ref())
                .is_break()
        );
    }
}

#[test]
fn a_step_that_was_broken_off_leaves_nothing_to_the_next() {
    // One set: this runs on all instructions, and under a sanitiser.
    let (step, puzzle) = (OffOn { first_clue: 20, ..OffOn::new(1, 2) }, inkala());
    for &instructions in Instructions::ALL.iter().filter(|one| one.is_here()) {
        let found = |workspace, pulses: usize, most_classes| {
            let (found, left) = (Mutex::new(Vec::new()), AtomicUsize::new(pulses));
            let finder = |one: FoundPuzzle| {
                found.lock().unwrap().push((one.off.to_vec(), one.on.to_vec()));
                ControlFlow::Continue(())
            };
            let watch = |(): &()| match left.fetch_sub(1, Ordering::Relaxed) {
                0 | 1 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            let step = &step;
            let search =
                StepSearch { workspace, step, finder: &finder, watch: &watch, most_classes };
            let solution = start(&mut LockstepVerifier::new(), &puzzle, step).unwrap();
            let flow = search.all(&puzzle, solution.as_ref());
            let workspace = search.workspace;
            let mut found = found.into_inner().unwrap();
            found.sort();
            (workspace, flow, found)
        };
        for most_classes in [0, MOST_CLASSES] {
            let new = || Workspace::new(instructions);
            let (mut workspace, _, expected) = found(new(), usize::MAX, most_classes);
            assert!(!expected.is_empty());
            for pulses in [1, 2] {
                let broken = found(workspace, pulses, most_classes);
                let again = found(broken.0, usize::MAX, most_classes);
                assert!(broken.1.is_break() && again.1.is_continue());
                assert_eq!(again.2, expected, "{instructions:?}, {pulses} pulses");
                workspace = again.0;
            }
        }
    }
}
