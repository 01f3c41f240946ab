//! Forms of a puzzle by its solution, or by the bands of its solution.

use std::collections::{BTreeMap, HashSet};

use tourdion::sudoku::canonical::{Canonical, Canoniser};
use tourdion::sudoku::{Digit, Grid, Shape, Solution};

use super::{MOST_SYMMETRIC, any_symmetry, compare, labelled, orders, rows_of};
use crate::LONG;
use crate::sets::{self, Chance};

#[test]
fn forms_by_the_solution() {
    let mut canoniser = Canoniser::new();
    let most_symmetric = Solution::new(MOST_SYMMETRIC.parse().unwrap()).unwrap();
    // Of one clue each, all 81 puzzles become the same.
    let one_each = (0..81).map(|cell| {
        let mut puzzle = Grid::empty(Shape::CLASSIC);
        let cell = puzzle.shape().cell(cell);
        puzzle.set(cell, most_symmetric.grid().get(cell));
        let ours = canoniser.with_solution(&puzzle, &most_symmetric).unwrap();
        assert_eq!(ours.by.apply(&puzzle).unwrap(), ours.form);
        assert_eq!(
            ours.by.apply(most_symmetric.grid()),
            Ok(canoniser.form(most_symmetric.grid()).unwrap())
        );
        (ours.form, ours.automorphisms)
    });
    let one_each: HashSet<_> = one_each.collect();
    // 648 automorphisms take a cell to each of the 81.
    let last = format!("{}{}", ".".repeat(80), &MOST_SYMMETRIC[80..]);
    assert_eq!(one_each, [(last.parse().unwrap(), 648 / 81)].into());
}

#[test]
fn forms_by_the_solution_in_another_dress() {
    let (mut canoniser, mut chance) = (Canoniser::new(), Chance::new(5));
    let solutions = sets::random::solutions();
    for (puzzle, solution) in sets::first().iter().zip(&solutions) {
        let solution = Solution::new(solution.clone()).unwrap();
        let ours = canoniser.with_solution(puzzle, &solution).unwrap();
        let by = any_symmetry(&mut chance);
        let turned = by.apply(puzzle).unwrap();
        let solution = Solution::new(by.apply(solution.grid()).unwrap()).unwrap();
        let other = canoniser.with_solution(&turned, &solution).unwrap();
        assert_eq!((other.form, other.automorphisms), (ours.form, ours.automorphisms), "{puzzle}");
        assert_eq!(
            canoniser.puzzle(&turned).unwrap().automorphisms,
            ours.automorphisms,
            "{puzzle}"
        );
    }
}

/// Of all arrangements of a solution grid, the least that begins with each band and stack.
fn least_of_bands(solution: &Grid) -> [Grid; 6] {
    let cells = rows_of(solution);
    let mut transposed = cells;
    for (r, row) in cells.iter().enumerate() {
        row.iter().enumerate().for_each(|(c, &digit)| transposed[c][r] = digit);
    }
    let orders = orders();
    let mut least = [[[10; 9]; 9]; 6];
    for (side, cells) in [cells, transposed].into_iter().enumerate() {
        for columns in &orders {
            let rows = cells.map(|row| columns.map(|column| row[column]));
            for order in &orders {
                let least = &mut least[3 * side + order[0] / 3];
                if compare(&rows, order, least).is_lt() {
                    *least = labelled(&rows, order);
                }
            }
        }
    }
    least.map(|rows| {
        let cells: Vec<_> = rows.concat().into_iter().map(Digit::new).collect();
        Grid::from_cells(Shape::CLASSIC, &cells).expect("labels are digits")
    })
}

#[test]
fn forms_by_bands_are_as_a_search_through_all_symmetries_says() {
    let mut canoniser = Canoniser::new();
    let some = sets::random::solutions().into_iter().step_by(if LONG { 50 } else { 500 });
    for solution in some.chain([MOST_SYMMETRIC.parse().unwrap()]) {
        let proof = Solution::new(solution.clone()).unwrap();
        let ours = canoniser.by_bands(&solution, &proof).unwrap();
        let theirs = least_of_bands(&solution);
        assert_eq!(ours.each_ref().map(|band| &band.canonical.form), theirs.each_ref());
        let least = canoniser.form(&solution).unwrap();
        assert_eq!(theirs.iter().min_by_key(ToString::to_string), Some(&least));
    }
}

#[test]
fn forms_by_bands_in_another_dress() {
    let (mut canoniser, mut chance) = (Canoniser::new(), Chance::new(6));
    let mut forms = |puzzle: &Grid, solution: Grid| {
        let proof = Solution::new(solution.clone()).unwrap();
        let forms = canoniser.by_bands(puzzle, &proof).unwrap().map(|band| {
            let Canonical { form, by, automorphisms } = band.canonical;
            assert_eq!(by.apply(puzzle).as_ref(), Ok(&form), "{puzzle}");
            // The band has its number, whatever is below it.
            let moved = by.apply(&solution).unwrap().to_string();
            (band.number, form.to_string(), moved[..27].to_owned(), automorphisms)
        });
        let mut forms = Vec::from(forms);
        forms.sort_unstable();
        forms
    };
    let mut numbers = BTreeMap::new();
    let puzzles = sets::first().into_iter().zip(sets::random::solutions());
    let clueless = (Grid::empty(Shape::CLASSIC), MOST_SYMMETRIC.parse().unwrap());
    for (puzzle, solution) in puzzles.chain([clueless]) {
        let ours = forms(&puzzle, solution.clone());
        let by = any_symmetry(&mut chance);
        assert_eq!(forms(&by.apply(&puzzle).unwrap(), by.apply(&solution).unwrap()), ours);
        for (number, _, band, _) in ours {
            assert_eq!(*numbers.entry(number).or_insert_with(|| band.clone()), band);
        }
    }
    assert!(numbers.values().is_sorted_by(|one, other| one < other), "{numbers:?}");
    println!("{} of 416 bands", numbers.len());
}
