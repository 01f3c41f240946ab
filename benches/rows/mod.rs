//! The problems of the tables, with the numbers of their covers and our targets of speed.

use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::{Problem, ProblemError};
use tourdion::sudoku::{Shape, encode};

use super::sparse;

/// A problem whose covers are listed.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) problem: Problem,
    /// How many covers are enough, and how many there are up to that.
    pub(crate) limit: u64,
    pub(crate) covers: u64,
    /// How many times as fast as the best of the crates we want to be.
    pub(crate) bar: Option<f64>,
    /// Too long for a test.
    pub(crate) is_long: bool,
}

/// A problem with more covers than one would list.
pub(crate) struct Vast {
    pub(crate) name: &'static str,
    pub(crate) problem: Result<Problem, ProblemError>,
    pub(crate) covers: u64,
    /// In how many seconds we want to count them.
    pub(crate) bar: Option<f64>,
    /// Too long for a test.
    pub(crate) is_long: bool,
}

fn holed() -> Region {
    Region::rectangle(8, 8).without([(4, 4), (5, 4), (4, 5), (5, 5)])
}

fn graceful(n: usize, path: usize) -> Result<Problem, ProblemError> {
    classics::graceful(&Graph::complete(n).product(&Graph::path(path)))
}

/// The tables' rows.
pub(crate) fn rows() -> Vec<Row> {
    let pentominoes = |region: &Region| classics::pentominoes(region);
    let listed = [
        ("pentominoes 6x10", pentominoes(&Region::rectangle(6, 10)), 9356, 15.0),
        ("pentominoes 8x8 less the centre", pentominoes(&holed()), 520, 15.0),
        ("Soma", classics::soma(), 11_520, 15.0),
        ("queens 13", classics::queens(13), 73_712, 4.0),
        ("Langford 12", classics::langford(12), 216_288, 4.0),
        ("Latin squares 5", classics::latin(5), 161_280, 6.0),
        ("graceful K4xP2", graceful(4, 2), 1440, 7.0),
        ("dominoes 8x8", classics::dominoes(8, 8), 12_988_816, 2.5),
        ("matchings of K16", classics::matchings(16), 2_027_025, 2.5),
    ];
    // A test takes one with items that need not be covered, and one without.
    let is_long = |name: &str| !["queens 13", "Latin squares 5"].contains(&name);
    let listed = listed.map(|(name, problem, covers, bar)| Row {
        name: name.to_owned(),
        problem: problem.expect("the problem is small"),
        limit: u64::MAX,
        covers,
        bar: Some(bar),
        is_long: is_long(name),
    });
    // What is left of 16x16 Sudokus, too wide for a live list; the seeds are such that there are a
    // million covers and more.
    let sudokus = [(150, 3), (165, 2)].map(|(empty, seed)| Row {
        name: format!("Sudoku 16x16, {} items", 4 * empty),
        problem: sparse::sudoku16(empty, seed),
        limit: 1_000_000,
        covers: 1_000_000,
        bar: Some(3.0),
        is_long: true,
    });
    listed.into_iter().chain(sudokus).collect()
}

/// Problems with multiplicities.
pub(crate) fn multiple() -> Vec<Row> {
    let board = Region::rectangle(8, 5);
    let rows = [
        ("tetrominoes twice 8x5", classics::tetrominoes_twice(&board), 3106, false),
        ("dissections 5x5", classics::dissections(5), 300_000, false),
        ("dominating queens 8, 5", classics::dominating_queens(8, 5), 4860, true),
    ];
    let row =
        |(name, problem, covers, is_long): (&str, Result<Problem, ProblemError>, u64, bool)| Row {
            name: name.to_owned(),
            problem: problem.expect("the problem is small"),
            limit: if name == "dissections 5x5" { covers } else { u64::MAX },
            covers,
            bar: None,
            is_long,
        };
    rows.map(row).into()
}

/// Those that are counted by remembering.
pub(crate) fn vast() -> Vec<Vast> {
    let sudoku = Shape::new(2, 3).expect("boxes of two by three are a shape");
    let vast = |name, problem, covers, bar| Vast {
        name,
        problem,
        covers,
        bar,
        is_long: ["Latin squares 6", "Sudoku 2x3"].contains(&name),
    };
    vec![
        vast("dominoes 12x12", classics::dominoes(12, 12), 53_060_477_521_960_000, Some(0.06)),
        vast("L-trominoes 9x10", classics::l_trominoes(9, 10), 9_567_192, Some(0.02)),
        vast("Sudoku 2x3", encode::problem(sudoku), 28_200_960, Some(1.2)),
        vast("dominoes 10x10", classics::dominoes(10, 10), 258_584_046_368, None),
        vast("matchings of K18", classics::matchings(18), 34_459_425, None),
        vast("Latin squares 6", classics::latin(6), 812_851_200, None),
    ]
}
