//! Problems with many items of which each option has few: what is left of Sudokus and Latin
//! squares.
//!
//! A seed makes a random solution grid, by a search through the options in random order, and
//! empties some of its cells. What is left is a problem of its own, so that all peers begin with
//! the same, however they would choose options beforehand.

use std::array;
use std::ops::ControlFlow;

use tourdion::chance::Chance;
use tourdion::cover::{Cover, Engine, Learn, Links, OptionId, Problem, ProblemError, classics};
use tourdion::sudoku::{Shape, encode};
use tourdion::watch::Patient;

/// The problem of a random solution grid of 16x16 with this number of empty cells, four items for
/// each: a seed decides both. The items and options that the clues settle are not there.
pub(crate) fn sudoku16(empty: usize, seed: u64) -> Problem {
    let shape = Shape::new(4, 4).expect("boxes of 4x4 are a shape");
    let whole = encode::problem(shape).expect("the problem is small");
    let mut chance = Chance::new(seed, 0);
    let engine = |problem: &Problem| Links::new(problem).map(|links| Box::new(links) as _);
    let mut grid = random_cover(&whole, &mut chance, engine);
    chance.shuffle(&mut grid);
    left_of(&whole, &grid[empty..])
}

/// The same for a grid with boxes of `side` by `side`, which needs an engine that learns.
pub(crate) fn sudoku(side: u8, empty: usize, seed: u64) -> Problem {
    let shape = Shape::new(side, side).expect("such boxes are a shape");
    learned(&encode::problem(shape).expect("the problem is small"), empty, seed)
}

/// The same for 36 by 36 with boxes of 6 by 6, more than a Sudoku has here. No search finds such a
/// grid from nothing in little time: rows, columns and digits of a regular one are mixed.
pub(crate) fn sudoku36(empty: usize, seed: u64) -> Problem {
    const BOX: usize = 6;
    const SIDE: usize = BOX * BOX;
    let mut chance = Chance::new(seed, 0);
    let mut whole = Problem::new();
    let [cells, rows, columns, boxes] = ["x", "r", "c", "b"].map(|kind| {
        let mut name = |k| whole.primary(&format!("{kind}{},{}", k / SIDE, k % SIDE));
        (0..SIDE * SIDE).map(|k| name(k).expect("the name is new")).collect::<Vec<_>>()
    });
    for (place, &cell) in cells.iter().enumerate() {
        let (row, column) = (place / SIDE, place % SIDE);
        for digit in 0..SIDE {
            let in_box = (row / BOX * BOX + column / BOX) * SIDE + digit;
            let lines = [rows[row * SIDE + digit], columns[column * SIDE + digit]];
            let items = [cell, lines[0], lines[1], boxes[in_box]];
            whole.option(items).expect("the items are different");
        }
    }
    let mut lines = || {
        let mut bands: Vec<[usize; BOX]> =
            (0..BOX).map(|band| array::from_fn(|line| band * BOX + line)).collect();
        for band in &mut bands {
            chance.shuffle(band);
        }
        chance.shuffle(&mut bands);
        bands.concat()
    };
    let (across, down, mut digits) = (lines(), lines(), (0..SIDE).collect::<Vec<_>>());
    chance.shuffle(&mut digits);
    let mut grid: Vec<OptionId> = (0..SIDE * SIDE)
        .map(|place| {
            let (row, column) = (across[place / SIDE], down[place % SIDE]);
            let digit = digits[(row % BOX * BOX + row / BOX + column) % SIDE];
            OptionId::at(place * SIDE + digit)
        })
        .collect();
    chance.shuffle(&mut grid);
    left_of(&whole, &grid[empty..])
}

/// The problem of a random Latin square with this number of empty cells, three items for each.
pub(crate) fn latin(side: usize, empty: usize, seed: u64) -> Problem {
    learned(&classics::latin(side).expect("the problem is small"), empty, seed)
}

fn learned(whole: &Problem, empty: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 0);
    let engine = |problem: &Problem| Learn::new(problem).map(|learn| Box::new(learn) as _);
    let mut grid = random_cover(whole, &mut chance, engine);
    chance.shuffle(&mut grid);
    left_of(whole, &grid[empty..])
}

/// A cover of `problem`, found with its options in random order.
fn random_cover(
    problem: &Problem,
    chance: &mut Chance,
    engine: impl Fn(&Problem) -> Result<Box<dyn Engine>, ProblemError>,
) -> Vec<OptionId> {
    let mut order: Vec<OptionId> = problem.options().collect();
    chance.shuffle(&mut order);
    let shuffled = copy(problem, |_| true, &order);
    let mut cover = Vec::new();
    let mut engine = engine(&shuffled).expect("the problem is small");
    let mut take = |found: Cover<'_>| {
        cover = found.options().map(|option| order[option.index()]).collect();
        ControlFlow::Break(())
    };
    let _ = engine.search(&mut take, &mut Patient);
    cover
}

/// What is left of a problem when `held` are: the items that they do not have, and the options
/// without such items.
fn left_of(problem: &Problem, held: &[OptionId]) -> Problem {
    let mut taken = vec![false; problem.items().len()];
    for entry in held.iter().flat_map(|&option| problem.entries_of(option)) {
        taken[entry.item.index()] = true;
    }
    let free = |&option: &OptionId| {
        problem.entries_of(option).iter().all(|entry| !taken[entry.item.index()])
    };
    let options: Vec<OptionId> = problem.options().filter(free).collect();
    copy(problem, |item| !taken[item], &options)
}

/// The same problem with some of its items, all primary and without colours, and these options.
fn copy(problem: &Problem, keep: impl Fn(usize) -> bool, options: &[OptionId]) -> Problem {
    let mut new = Problem::new();
    let mut item_of = vec![None; problem.items().len()];
    for item in problem.items().filter(|item| keep(item.index())) {
        item_of[item.index()] =
            Some(new.primary(problem.name(item)).expect("the name was one before"));
    }
    for &option in options {
        let items =
            problem.entries_of(option).iter().filter_map(|entry| item_of[entry.item.index()]);
        new.option(items).expect("the option was one before");
    }
    new
}
