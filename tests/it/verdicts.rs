//! One table of puzzles with known numbers of solutions, for every verifier; random puzzles against
//! a plain reference; and real catalogues if available.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::instructions::Instructions;
use tourdion::sudoku::{Digit, Grid, Shape, check};
use tourdion::verify::{Kind, LinksVerifier, LockstepVerifier, Verdict, Verifier};
use tourdion::watch::Patient;

use crate::{sets, support};

/// Every verifier there is, by name.
fn verifiers() -> Vec<(&'static str, Box<dyn Verifier>)> {
    let mut verifiers: Vec<(_, Box<dyn Verifier>)> =
        vec![("links", Box::new(LinksVerifier::default()))];
    for path in Instructions::ALL.iter().copied().filter(|instructions| instructions.is_here()) {
        verifiers.push((path.name(), Box::new(LockstepVerifier::on(path))));
    }
    verifiers
}

/// `(what it is, puzzle, solutions)`; more than 10,000 are counted no further.
#[rustfmt::skip] // a line a puzzle
const TABLE: &[(&str, &str, u64)] = &[
    ("Inkala", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1),
    ("Inkala, solved", "812753649943682175675491283154237896369845721287169534521974368438526917796318452", 1),
    ("Inkala less r1c1", "...........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 292),
    ("Norvig's impossible one", ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........", 0),
    ("Newton's 5-1", ".....6....59.....82....8....45........3........6..3.54...325..6..................", 10_000),
    ("empty", ".................................................................................", 10_000),
    ("two 5s in a row", "5.......5........................................................................", 0),
    ("two 5s in a column", "5............................................5...................................", 0),
    ("two 5s in a box", "5...................5............................................................", 0),
    ("a cell without digits", "12345678.........9...............................................................", 0),
    ("a house without a place", "234567.........1.................................................................", 0),
    ("full, two cells exchanged", "182753649943682175675491283154237896369845721287169534521974368438526917796318452", 0),
    ("shi doku, empty", "................", 288),
    ("shi doku, one clue", "1...............", 72),
    ("shi doku, proper", "1....2..3......4", 1),
    ("shi doku, impossible", "12....3.....4...", 0),
    ("2x3, a row", "123456..............................", 10_000),
    ("1x1, empty", ".", 1),
    ("4x4, empty", "................................................................................................................................................................................................................................................................", 10_000),
    ("5x5, empty", ".................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................................", 10_000),
];

#[test]
fn every_verifier_agrees_with_the_table() {
    for (engine, mut verifier) in verifiers() {
        for &(name, puzzle, solutions) in TABLE {
            let grid: Grid = puzzle.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(verifier.count(&grid, 10_000), solutions, "{engine}: {name}");
            let verdict = verifier.verify(&grid);
            assert_eq!(verdict.witnesses().len() as u64, solutions.min(2), "{engine}: {name}");
            verdict.check(&grid).unwrap_or_else(|fault| panic!("{engine}: {name}: {fault}"));
        }
    }
}

#[test]
fn many_at_once_are_the_same_as_one_by_one() {
    let grids: Vec<Grid> = TABLE.iter().map(|(_, puzzle, _)| puzzle.parse().unwrap()).collect();
    for (engine, mut verifier) in verifiers() {
        let mut heard = 0;
        let mut take = |kind: Kind, verdict: &dyn Fn() -> Verdict| {
            let ((name, _, solutions), grid) = (TABLE[heard], &grids[heard]);
            let verdict = verdict();
            assert_eq!(verdict.kind(), kind, "{engine}: {name}");
            assert_eq!(verdict.witnesses().len() as u64, solutions.min(2), "{engine}: {name}");
            verdict.check(grid).unwrap_or_else(|fault| panic!("{engine}: {name}: {fault}"));
            heard += 1;
            if heard < TABLE.len() - 1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let flow = verifier.verify_all(&mut grids.iter(), &mut take, &mut Patient);
        assert_eq!((flow, heard), (ControlFlow::Break(()), TABLE.len() - 1), "{engine}");
    }
}

#[test]
fn the_reference_agrees_with_the_table() {
    // Norvig's impossible puzzle is famous for what it does to a plain search.
    let quick = |&&(name, _, solutions): &&(&str, &str, u64)| {
        solutions < 100 && !name.starts_with("Norvig")
    };
    for &(name, puzzle, solutions) in TABLE.iter().filter(quick) {
        assert_eq!(reference(&mut puzzle.parse().unwrap(), 1_000), solutions, "{name}");
    }
}

#[test]
fn the_known_solution_of_inkalas_puzzle() {
    let (_, puzzle, _) = TABLE[0];
    let (_, solution, _) = TABLE[1];
    for (engine, mut verifier) in verifiers() {
        let verdict = verifier.verify(&puzzle.parse().unwrap());
        assert_eq!(verdict.witnesses()[0].to_string(), solution, "{engine}");
    }
}

#[test]
fn a_false_witness_is_caught() {
    let mut verifier = LinksVerifier::default();
    let inkala: Grid = TABLE[0].1.parse().unwrap();
    let pseudo: Grid = TABLE[2].1.parse().unwrap();
    let Verdict::Pseudo([first, second]) = verifier.verify(&pseudo) else {
        panic!("292 solutions")
    };
    assert!(Verdict::Pseudo([first.clone(), first.clone()]).check(&pseudo).is_err());
    let others = [&first, &second].into_iter().filter(|s| !s.to_string().starts_with("812753649"));
    for other in others {
        assert!(Verdict::Proper(other.clone()).check(&inkala).is_err());
    }
}

/// Counts solutions by trying every digit in the emptiest-looking cell: slow, and plainly right.
fn reference(grid: &mut Grid, limit: u64) -> u64 {
    if check::clash(grid).is_some() {
        return 0;
    }
    let shape = grid.shape();
    let fits = |grid: &Grid, cell, digit| {
        let mut peers = shape.houses_of(cell).into_iter().flat_map(|house| shape.cells_of(house));
        !peers.any(|peer| grid.get(peer) == Some(digit))
    };
    let empty = (0..shape.cells()).map(|k| shape.cell(k)).filter(|&cell| grid.get(cell).is_none());
    let emptiest =
        empty.min_by_key(|&cell| shape.digits().filter(|&d| fits(grid, cell, d)).count());
    let Some(cell) = emptiest else { return 1 };
    let digits: Vec<Digit> = shape.digits().filter(|&digit| fits(grid, cell, digit)).collect();
    let mut count = 0;
    for digit in digits {
        grid.set(cell, Some(digit));
        count += reference(grid, limit - count);
        grid.set(cell, None);
        if count >= limit {
            break;
        }
    }
    count
}

/// Puzzles of a few shapes: some cells of a solution that a relabelled and shuffled pattern gives,
/// and some cells of anything at all, so that proper, pseudo and impossible ones all come up.
fn puzzles() -> impl Strategy<Value = Grid> {
    let shapes = prop_oneof![
        Just((3, 3)),
        Just((2, 2)),
        Just((2, 3)),
        Just((3, 2)),
        Just((1, 5)),
        Just((2, 4))
    ];
    shapes.prop_flat_map(|(rows, columns)| {
        let shape = Shape::new(rows, columns).unwrap();
        let size = shape.size();
        let labels = Just((0..size).collect::<Vec<_>>()).prop_shuffle();
        let kept = prop::collection::vec(prop::bool::weighted(0.6), shape.cells());
        let junk = prop::collection::vec((0..shape.cells(), 0..size), 0..3);
        (labels, kept, junk).prop_map(move |(labels, kept, junk)| {
            let mut grid = Grid::empty(shape);
            for (k, _) in kept.iter().enumerate().filter(|&(_, &kept)| kept) {
                let cell = shape.cell(k);
                let (row, column) = (usize::from(cell.row), usize::from(cell.column));
                let shift = shape.box_columns() * (row % shape.box_rows()) + row / shape.box_rows();
                grid.set(cell, Some(Digit::at(labels[(shift + column) % size])));
            }
            for (k, digit) in junk {
                grid.set(shape.cell(k), Some(Digit::at(digit)));
            }
            grid
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_verifier_agrees_with_the_reference(puzzles in prop::collection::vec(puzzles(), 1..4)) {
        // Several puzzles in a row: what one leaves held must not change the next.
        for (engine, mut verifier) in verifiers() {
            for puzzle in &puzzles {
                let expected = reference(&mut puzzle.clone(), 50);
                prop_assert_eq!(verifier.count(puzzle, 50), expected, "{}: {:?}", engine, puzzle);
                let verdict = verifier.verify(puzzle);
                prop_assert_eq!(verdict.witnesses().len() as u64, expected.min(2));
                prop_assert_eq!(verdict.check(puzzle), Ok(()));
            }
        }
    }
}

#[test]
fn all_puzzles_of_the_real_catalogues_are_proper() {
    let expected = [("seventeen.txt", 49_158), ("hardest.txt", 24_383), ("top95.txt", 95)];
    for (name, puzzles) in expected {
        let Some(catalogue) = sets::catalogue(name) else {
            support::lacks(name);
            continue;
        };
        assert_eq!(catalogue.len(), puzzles, "{name}");
        for (engine, mut verifier) in verifiers() {
            // Some engines take a hundred times as long as others; `lockstep` has all puzzles.
            for puzzle in catalogue.iter().step_by(catalogue.len().div_ceil(5_000)) {
                let verdict = verifier.verify(puzzle);
                assert!(verdict.is_proper(), "{engine}: {name}: {puzzle}");
                verdict.check(puzzle).unwrap();
            }
        }
    }
}
