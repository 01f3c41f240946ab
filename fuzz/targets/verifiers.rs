//! Lockstep and links say the same of 9×9 grids.
//!
//! ```text
//!      which cells of a solution grid     then a cell and a digit, again and again,
//!      are clues, a bit each              that are put over it
//! ```

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use tourdion::instructions::Instructions;
use tourdion::sudoku::{Digit, Grid, Shape};
use tourdion::verify::{LinksVerifier, LockstepVerifier, Verifier};

const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// The most solutions that are counted.
const MOST: u64 = 40;

thread_local! {
    static VERIFIERS: RefCell<(LinksVerifier, Vec<LockstepVerifier>)> = RefCell::new((
        LinksVerifier::default(),
        Instructions::ALL
            .iter()
            .copied()
            .filter(|instructions| instructions.is_here())
            .map(LockstepVerifier::on)
            .collect(),
    ));
}

fuzz_target!(|data: &[u8]| {
    let solution: Grid = SOLUTION.parse().expect("a grid");
    let (mask, changes) = data.split_at(data.len().min(11));
    let mut grid = Grid::empty(Shape::CLASSIC);
    for k in (0..81).filter(|k| mask.get(k / 8).is_some_and(|byte| byte >> (k % 8) & 1 == 1)) {
        let cell = Shape::CLASSIC.cell(k);
        grid.set(cell, solution.get(cell));
    }
    for change in changes.chunks_exact(2) {
        grid.set(Shape::CLASSIC.cell(usize::from(change[0]) % 81), Digit::new(change[1] % 10));
    }
    VERIFIERS.with_borrow_mut(|(links, lockstep)| {
        let expected = links.verify(&grid);
        expected.check(&grid).unwrap_or_else(|fault| panic!("{grid}: {fault}"));
        let solutions = links.count(&grid, MOST);
        for verifier in lockstep {
            let verdict = verifier.verify(&grid);
            verdict.check(&grid).unwrap_or_else(|fault| panic!("{grid}: {fault}"));
            assert_eq!(verdict.kind(), expected.kind(), "{grid}");
            assert_eq!(verifier.count(&grid, MOST), solutions, "{grid}");
        }
    });
});
