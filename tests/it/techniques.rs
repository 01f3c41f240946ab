//! Techniques: every deduction is true of the solution and is checked by looking at houses.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tourdion::logic::Pencil;
use tourdion::logic::technique::{Board, Convention, Deduction, Producer};
use tourdion::sudoku::Grid;
use tourdion::verify::solve;

use crate::{LONG, sets};

/// Checks a deduction, and that it is true of a solution.
fn assert_true(deduction: &Deduction, board: &Board, solution: &Grid) {
    assert_eq!(deduction.check(board), Ok(()), "{deduction:?}");
    for removal in &deduction.removals {
        assert_ne!(solution.get(removal.cell), Some(removal.digit), "{deduction:?}");
    }
    if let Some(placement) = deduction.placement {
        assert_eq!(solution.get(placement.cell), Some(placement.digit), "{deduction:?}");
    }
}

#[test]
fn deductions_are_true_and_checked() {
    let step = if LONG { 1 } else { 50 };
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for puzzle in sets::first().iter().step_by(step) {
        let solution = solve(puzzle).expect("the puzzle is proper");
        let mut board = Board::of(puzzle).expect("a 9x9 grid");
        assert_eq!(Board::of_pencil(&Pencil::of(puzzle)).as_ref(), Some(&board));
        while !board.is_full() {
            for convention in [Convention::Plain, Convention::Explainer] {
                for producer in Producer::EXPLAINER {
                    let _ = producer.each(&board, convention, &mut |deduction| {
                        assert_true(&deduction, &board, solution.grid());
                        *counts.entry(deduction.technique.name()).or_default() += 1;
                        ControlFlow::Continue(())
                    });
                }
            }
            let mut producers = Producer::EXPLAINER.into_iter();
            let first = producers.find_map(|one| one.first(&board, Convention::Explainer));
            let Some(first) = first else { break };
            first.apply(&mut board);
        }
    }
    assert!(counts.len() >= 15, "{counts:?}");
}
