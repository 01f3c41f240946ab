//! Canonical forms, beside a search through all 3,359,232 symmetries, and under symmetries by the
//! thousand.
//!
//! The slow search takes no shortcuts: it tries every arrangement of the cells, labels the digits
//! in order, and gives up an arrangement once it exceeds the least so far.
//!
//! `cargo test --release --test long canonical` compares several times the grids.

use std::cmp::Ordering;

use tourdion::sudoku::canonical::{self, Canoniser, Symmetry};
use tourdion::sudoku::{Digit, Grid, Pattern, Shape};

use crate::LONG;
use crate::sets::{self, Chance};

#[path = "canonical/by_solution.rs"]
mod by_solution;

/// How many times as much is done where there is time.
const MORE: usize = if LONG { 24 } else { 1 };

const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The solution grid with the most automorphisms.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Which arrangements have the canonical form.
#[derive(Clone, Copy)]
enum Rule {
    /// Any.
    Minlex,
    /// Those whose first band has the least counts of clues, as gsf has it.
    Gsf,
}

impl Rule {
    /// What comes before the string in a comparison: the counts of the first band, line by line,
    /// mini-line by mini-line, two bits each. Of an empty band it is the least counts that another
    /// band has with its lines in any order.
    fn counts(self, counts: &[u32; 9], order: &[usize; 9]) -> [u32; 2] {
        let of = |lines: [u32; 3]| lines[0] << 12 | lines[1] << 6 | lines[2];
        let least = |at: usize| {
            let mut lines = [0, 1, 2].map(|k| counts[order[at + k]]);
            lines.sort_unstable();
            of(lines)
        };
        match (self, of([0, 1, 2].map(|k| counts[order[k]]))) {
            (Rule::Minlex, _) => [0; 2],
            (Rule::Gsf, 0) => [0, least(3).min(least(6))],
            (Rule::Gsf, first) => [first, 0],
        }
    }
}

/// What a search through all symmetries says of a grid.
struct Brute {
    form: Grid,
    /// Symmetries that make the form.
    ways: u32,
    /// Symmetries that leave the grid as it is, up to the labels.
    automorphisms: u32,
}

type Rows = [[u8; 9]; 9];

impl Brute {
    fn of(grid: &Grid, rule: Rule) -> Brute {
        let cells = rows_of(grid);
        let mut transposed = cells;
        for (r, row) in cells.iter().enumerate() {
            for (c, &digit) in row.iter().enumerate() {
                transposed[c][r] = digit;
            }
        }
        let orders = orders();
        let (mut least, mut ways, mut automorphisms) = ([[10; 9]; 9], 0, 0);
        let mut least_counts = [u32::MAX; 2];
        for side in [cells, transposed] {
            for columns in &orders {
                let rows = side.map(|row| columns.map(|column| row[column]));
                let counts = rows.map(|row| {
                    let clues = row.chunks(3).map(|mini| mini.iter().filter(|&&c| c > 0).count());
                    clues.fold(0, |counts, clues| counts << 2 | clues as u32)
                });
                for order in &orders {
                    let of_order = rule.counts(&counts, order);
                    let string = || compare(&rows, order, &least);
                    match of_order.cmp(&least_counts).then_with(string) {
                        Ordering::Less => {
                            (least, least_counts) = (labelled(&rows, order), of_order);
                            ways = 1;
                        }
                        Ordering::Equal => ways += 1,
                        Ordering::Greater => {}
                    }
                    automorphisms += u32::from(is_same(&rows, order, &cells));
                }
            }
        }
        let cells: Vec<_> = least.concat().into_iter().map(Digit::new).collect();
        let form = Grid::from_cells(Shape::CLASSIC, &cells).expect("labels are digits");
        Brute { form, ways, automorphisms }
    }
}

fn rows_of(grid: &Grid) -> Rows {
    let mut rows = [[0; 9]; 9];
    for (k, content) in grid.cells().iter().enumerate() {
        rows[k / 9][k % 9] = content.map_or(0, Digit::value);
    }
    rows
}

/// The 1,296 orders of nine lines that keep chutes together.
fn orders() -> Vec<[usize; 9]> {
    let three = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::new();
    for chutes in three {
        for first in three {
            for second in three {
                for third in three {
                    let lines = [first, second, third].concat();
                    let mut order = [0; 9];
                    for (place, line) in order.iter_mut().enumerate() {
                        *line = 3 * chutes[place / 3] + lines[place];
                    }
                    orders.push(order);
                }
            }
        }
    }
    assert_eq!(orders.len(), 1296);
    orders
}

/// The digits of an arrangement with labels in the order of their first appearance, in reading
/// order.
fn labels<'r>(rows: &'r Rows, order: &'r [usize; 9]) -> impl Iterator<Item = u8> + 'r {
    let (mut labels, mut next) = ([0; 10], 1);
    order.iter().flat_map(|&row| rows[row]).map(move |digit| {
        if digit != 0 && labels[usize::from(digit)] == 0 {
            labels[usize::from(digit)] = next;
            next += 1;
        }
        labels[usize::from(digit)]
    })
}

fn compare(rows: &Rows, order: &[usize; 9], other: &Rows) -> Ordering {
    labels(rows, order).cmp(other.iter().flatten().copied())
}

fn labelled(rows: &Rows, order: &[usize; 9]) -> Rows {
    let mut labelled = [[0; 9]; 9];
    for (k, label) in labels(rows, order).enumerate() {
        labelled[k / 9][k % 9] = label;
    }
    labelled
}

/// Whether an arrangement is `cells`, but for a one-to-one renaming of the digits.
fn is_same(rows: &Rows, order: &[usize; 9], cells: &Rows) -> bool {
    let (mut to, mut from) = ([0; 10], [0; 10]);
    order.iter().flat_map(|&row| rows[row]).zip(cells.iter().flatten()).all(|(digit, &other)| {
        let (known, back) = (&mut to[usize::from(digit)], &mut from[usize::from(other)]);
        if digit == 0 || other == 0 {
            return digit == other;
        }
        if (*known, *back) == (0, 0) {
            (*known, *back) = (other, digit);
        }
        (*known, *back) == (other, digit)
    })
}

/// Grids with many symmetries, with clashes, or with next to nothing.
fn odd() -> Vec<Grid> {
    let grid = |digit: &dyn Fn(usize, usize) -> usize| {
        let digits = (0..81).map(|k| Digit::new(digit(k / 9, k % 9) as u8));
        Grid::from_cells(Shape::CLASSIC, &digits.collect::<Vec<_>>()).expect("all are digits")
    };
    let is_rook = |r: usize, c: usize| c == 3 * (r % 3) + r / 3;
    vec![
        grid(&|_, _| 0),
        grid(&|r, c| usize::from((r, c) == (4, 7))),
        grid(&|r, c| usize::from(r == 4 && c > 6)),
        grid(&|r, c| if r < 2 { usize::from(c == r) * (2 - r) } else { 0 }),
        MOST_SYMMETRIC.parse().unwrap(),
        // Nine clues, no two in a house: all equal, all different, and three of each kind.
        grid(&|r, c| usize::from(is_rook(r, c))),
        grid(&|r, c| usize::from(is_rook(r, c)) * (r + 1)),
        grid(&|r, c| usize::from(is_rook(r, c)) * (r / 3 + 1)),
        // One full line, and one with all digits equal.
        grid(&|r, c| usize::from(r == 5) * (c + 1)),
        grid(&|_, c| usize::from(c == 5)),
        // Digits clash everywhere: one digit, one a row, one a band, three in all.
        grid(&|_, _| 7),
        grid(&|r, _| r + 1),
        grid(&|r, _| r / 3 + 1),
        grid(&|r, c| (r + c) % 3 + 1),
        grid(&|r, c| (r * c) % 4),
        // A Latin square that is no solution.
        grid(&|r, c| (r + c) % 9 + 1),
        // Equal columns that are not empty.
        grid(&|r, c| if c % 3 == 2 { 0 } else { (r * r) % 5 }),
        grid(&|r, c| if c < 6 { usize::from(r == c % 3) * 3 } else { 0 }),
    ]
}

/// Random grids of every number of clues: some from solutions, some of anything.
fn random(seed: u64, count: usize) -> impl Iterator<Item = Grid> {
    let mut chance = Chance::new(seed);
    let solutions = sets::random::solutions();
    (0..count).map(move |k| {
        let solution = &solutions[chance.below(solutions.len())];
        let mut cells: Vec<usize> = (0..81).collect();
        chance.shuffle(&mut cells);
        let mut grid = Grid::empty(Shape::CLASSIC);
        let digits = chance.below(9) + 1;
        for &cell in &cells[..k % 82] {
            let cell = grid.shape().cell(cell);
            // Every third one has clashes.
            let junk = Digit::at(chance.below(digits));
            grid.set(cell, if k % 3 == 2 { Some(junk) } else { solution.get(cell) });
        }
        grid
    })
}

/// Holds a canonical form to what it promises, and returns it.
fn canonical_of(grid: &Grid, canoniser: &mut Canoniser) -> canonical::Canonical {
    let canonical = canoniser.puzzle(grid).unwrap();
    assert_eq!(canonical.by.apply(grid).as_ref(), Ok(&canonical.form), "{grid}");
    assert_eq!(canoniser.form(grid).as_ref(), Ok(&canonical.form), "{grid}");
    let again = canoniser.puzzle(&canonical.form).unwrap();
    assert_eq!(again.form, canonical.form, "{grid}: a form is its own");
    assert_eq!(again.automorphisms, canonical.automorphisms, "{grid}");
    canonical
}

fn compare_with_brute_force(grid: &Grid) {
    let mut canoniser = Canoniser::new();
    let brute = Brute::of(grid, Rule::Minlex);
    let ours = canonical_of(grid, &mut canoniser);
    assert_eq!(ours.form, brute.form, "{grid}");
    assert_eq!([ours.automorphisms; 2], [brute.ways, brute.automorphisms], "{grid}");

    let brute = Brute::of(grid, Rule::Gsf);
    let ours = gsf_of(grid, &mut canoniser);
    assert_eq!(ours.form, brute.form, "{grid}");
    assert_eq!([ours.automorphisms; 2], [brute.ways, brute.automorphisms], "{grid}");
}

/// Holds gsf's form to what it promises, and returns it.
fn gsf_of(grid: &Grid, canoniser: &mut Canoniser) -> canonical::Canonical {
    let canonical = canoniser.gsf(grid).unwrap();
    assert_eq!(canonical.by.apply(grid).as_ref(), Ok(&canonical.form), "{grid}");
    assert_eq!(canoniser.gsf_form(grid).as_ref(), Ok(&canonical.form), "{grid}");
    assert_eq!(canoniser.gsf(&canonical.form).unwrap().form, canonical.form, "{grid}");
    canonical
}

/// Holds the form of a pattern to what it promises, and returns it.
fn pattern_of(grid: &Grid, canoniser: &mut Canoniser) -> canonical::Canonical {
    let pattern = Pattern::of(grid);
    let canonical = canoniser.pattern(&pattern).unwrap();
    assert_eq!(canonical.by.apply(&pattern.ones()).as_ref(), Ok(&canonical.form), "{grid}");
    canonical
}

#[test]
fn odd_grids_are_as_a_search_through_all_symmetries_says() {
    // A solution, clashes.
    let few = [4, 13];
    let odd = odd().into_iter().enumerate().filter(|(k, _)| few.contains(k) || LONG && k % 4 == 1);
    odd.for_each(|(_, grid)| compare_with_brute_force(&grid));
}

#[test]
fn random_grids_are_as_a_search_through_all_symmetries_says() {
    random(1, 82)
        .skip(4)
        .step_by(if LONG { 9 } else { 41 })
        .for_each(|grid| compare_with_brute_force(&grid));
    let puzzles = sets::seventeen().puzzles;
    puzzles
        .iter()
        .step_by(puzzles.len() / if LONG { 2 } else { 1 })
        .for_each(compare_with_brute_force);
}

#[test]
fn a_grid_in_another_dress_has_the_same_form() {
    let mut chance = Chance::new(2);
    let mut canoniser = Canoniser::new();
    let odd = odd();
    let most = odd.iter().flat_map(|grid| vec![grid.clone(); if LONG { 20 } else { 5 }]);
    let mut count = 0;
    for grid in most.chain(random(3, 84 * MORE)).chain(sets::random::grids(4).take(42 * MORE)) {
        let ours = canonical_of(&grid, &mut canoniser);
        for _ in 0..2 {
            let turned = sets::random::turned(&grid, &mut chance);
            let other = canonical_of(&turned, &mut canoniser);
            assert_eq!(
                (&other.form, other.automorphisms),
                (&ours.form, ours.automorphisms),
                "{grid}\n{turned}"
            );
            count += 1;
        }
    }
    println!("{count} grids in another dress");
}

#[test]
fn the_form_of_a_pattern_is_that_of_its_ones() {
    let mut canoniser = Canoniser::new();
    let random = random(6, 7 * MORE).chain(sets::random::grids(7).take(4 * MORE));
    for grid in odd().into_iter().chain(random) {
        let ours = pattern_of(&grid, &mut canoniser);
        let ones = Pattern::of(&grid).ones();
        assert_eq!(
            Ok(ours),
            canoniser.puzzle(&ones).map(|of_ones| {
                let by = canoniser.pattern(&Pattern::of(&grid)).unwrap().by;
                canonical::Canonical { by, ..of_ones }
            }),
            "{grid}"
        );
    }
}

#[test]
fn all_forms_of_a_grid_in_another_dress_are_the_same() {
    let (mut chance, mut canoniser) = (Chance::new(8), Canoniser::new());
    let grids = odd().into_iter().chain(random(9, 42 * MORE));
    for grid in grids.chain(sets::first().into_iter().step_by(5)) {
        let turned = sets::random::turned(&grid, &mut chance);
        for form_of in [gsf_of, pattern_of] {
            let [ours, other] = [&grid, &turned].map(|grid| form_of(grid, &mut canoniser));
            let of = |canonical: canonical::Canonical| (canonical.form, canonical.automorphisms);
            assert_eq!(of(ours), of(other), "{grid}\n{turned}");
        }
    }
}

/// The forum's list of puzzles with 17 clues is in gsf's form, and sorted by it. For 1,505 of them
/// it is not the least string.
#[test]
fn a_list_of_the_forum_is_in_gsfs_form() {
    let sets::Catalogue { file, puzzles } = sets::seventeen();
    let mut canoniser = Canoniser::new();
    if file == "seventeen.txt" {
        let is_its_own = |puzzle: &&Grid| canoniser.gsf_form(puzzle).as_ref() == Ok(puzzle);
        assert_eq!(puzzles.iter().filter(is_its_own).count(), puzzles.len());
        let is_least = |puzzle: &&Grid| canoniser.form(puzzle).as_ref() == Ok(puzzle);
        assert_eq!(puzzles.iter().filter(is_least).count(), puzzles.len() - 1_505);
        assert!(puzzles.is_sorted_by_key(ToString::to_string));
    }
    let grid = |line: &str| line.parse::<Grid>().unwrap();
    let ours = "..............1..2.13.45..6.....7.28..82..6..47.8........65...3..1.3.....2.....4.";
    let gsfs = "..............1..2.23..4.56.....346...2....3..1..5........17..8..74..1..58....7..";
    assert_eq!(canoniser.form(&grid(gsfs)), Ok(grid(ours)));
    assert_eq!(canoniser.gsf_form(&grid(ours)), Ok(grid(gsfs)));
}

fn any_symmetry(chance: &mut Chance) -> Symmetry {
    let orders = orders();
    let mut order = || orders[chance.below(orders.len())].map(|line| line as u8);
    let (rows, columns) = (order(), order());
    let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    chance.shuffle(&mut digits);
    Symmetry::new(Shape::CLASSIC, chance.below(2) == 0, &rows, &columns, &digits).unwrap()
}

#[test]
fn known_numbers_of_automorphisms() {
    let mut canoniser = Canoniser::new();
    let mut count = |text: &str| canoniser.puzzle(&text.parse().unwrap()).unwrap().automorphisms;
    assert_eq!(count(&".".repeat(81)), 3_359_232);
    assert_eq!(count(MOST_SYMMETRIC), 648);
    assert_eq!(count(INKALA), 1);
    // A clue can be in 81 places.
    assert_eq!(count(&format!("5{}", ".".repeat(80))), 3_359_232 / 81);
}

#[test]
fn other_shapes_have_no_form_here() {
    let error = canonical::puzzle(&"1...............".parse().unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "canonical forms are of grids with boxes of 3x3, and this one has 2x2"
    );
    let wide = Grid::empty(Shape::new(1, 9).unwrap());
    assert_eq!(canonical::puzzle(&wide), Err(canonical::NotClassic(wide.shape())));
    assert!(Symmetry::identity(Shape::CLASSIC).apply(&wide).is_err());
}

#[test]
fn canonisers_go_to_threads() {
    fn is_send<T: Send>() {}
    is_send::<Canoniser>();
}
