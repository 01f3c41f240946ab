//! Sixty questions about problems of all kinds: narrow and wide, with few covers and many.

use tourdion::cover::choice::Question;
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::{Problem, ProblemError};

use super::made;
use super::sparse;

/// A question about a problem.
pub(crate) struct Asked {
    pub(crate) name: String,
    /// Makes the problem.
    pub(crate) problem: fn() -> Problem,
    pub(crate) question: Question,
    /// How many covers are enough.
    pub(crate) limit: u64,
    /// Takes a moment, so that a test asks it.
    pub(crate) is_quick: bool,
}

fn asked(question: Question, limit: u64) -> impl Fn(&str, fn() -> Problem) -> Asked {
    move |name, problem| Asked {
        name: name.to_owned(),
        problem,
        question,
        limit,
        is_quick: name == "queens 10",
    }
}

fn pentominoes(width: usize, height: usize) -> Problem {
    small(classics::pentominoes(&Region::rectangle(width, height)))
}

fn holed() -> Region {
    Region::rectangle(8, 8).without([(3, 3), (4, 3), (3, 4), (4, 4)])
}

fn prism() -> Graph {
    Graph::complete(3).product(&Graph::path(2))
}

fn small(problem: Result<Problem, ProblemError>) -> Problem {
    problem.expect("the problem is small")
}

/// All of them: counts, lists, and first covers.
pub(crate) fn questions() -> Vec<Asked> {
    let mut all = counts();
    all.extend(lists());
    all.extend(few());
    all
}

fn counts() -> Vec<Asked> {
    let count = asked(Question::Count, u64::MAX);
    vec![
        count("queens 10", || small(classics::queens(10))),
        count("queens 12", || small(classics::queens(12))),
        count("queens 13", || small(classics::queens(13))),
        count("Langford 8", || small(classics::langford(8))),
        count("Langford 11", || small(classics::langford(11))),
        count("pentominoes 3x20", || pentominoes(3, 20)),
        count("pentominoes 4x15", || pentominoes(4, 15)),
        count("pentominoes 5x12", || pentominoes(5, 12)),
        count("pentominoes 8x8 holed", || small(classics::pentominoes(&holed()))),
        count("Soma", || small(classics::soma())),
        count("dominoes 6x6", || small(classics::dominoes(6, 6))),
        count("dominoes 8x8", || small(classics::dominoes(8, 8))),
        count("dominoes 12x12", || small(classics::dominoes(12, 12))),
        count("L-trominoes 6x9", || small(classics::l_trominoes(6, 9))),
        count("L-trominoes 9x10", || small(classics::l_trominoes(9, 10))),
        count("tetrominoes 6x6", || made::tetrominoes(6, 6)),
        count("tetrominoes 8x8", || made::tetrominoes(8, 8)),
        count("matchings 14", || small(classics::matchings(14))),
        count("matchings 17", || small(classics::matchings(17))),
        count("Latin squares 5", || small(classics::latin(5))),
        count("graceful prism", || small(classics::graceful(&prism()))),
        count("graceful cube", || small(classics::graceful(&Graph::cube(3)))),
        count("Latin 12, 70 empty", || sparse::latin(12, 70, 1)),
        count("Latin 12, 80 empty", || sparse::latin(12, 80, 2)),
        count("Sudoku 16, 130 empty", || sparse::sudoku16(130, 1)),
        count("Sudoku 16, 140 empty", || sparse::sudoku16(140, 2)),
        count("random 60 of 300", || made::random(60, 300, 1)),
        count("random 80 of 400", || made::random(80, 400, 2)),
    ]
}

fn lists() -> Vec<Asked> {
    let all = asked(Question::Listing, u64::MAX);
    let first = |limit| asked(Question::Some, limit);
    vec![
        all("queens 12", || small(classics::queens(12))),
        all("Langford 11", || small(classics::langford(11))),
        all("pentominoes 5x12", || pentominoes(5, 12)),
        all("matchings 14", || small(classics::matchings(14))),
        all("Latin squares 5", || small(classics::latin(5))),
        all("random 80 of 400", || made::random(80, 400, 3)),
        first(100)("pentominoes 6x10", || pentominoes(6, 10)),
        first(1_000_000)("dominoes 8x8", || small(classics::dominoes(8, 8))),
        first(100_000)("dominoes 20x20", || small(classics::dominoes(20, 20))),
        first(10_000)("queens 20", || small(classics::queens(20))),
        first(10_000)("Langford 16", || small(classics::langford(16))),
        first(100_000)("Latin squares 10", || small(classics::latin(10))),
        first(100_000)("Sudoku 16, 150 empty", || sparse::sudoku16(150, 3)),
        first(100_000)("Sudoku 16, 160 empty", || sparse::sudoku16(160, 4)),
    ]
}

fn few() -> Vec<Asked> {
    let first = asked(Question::Few, 1);
    let unique = asked(Question::Few, 2);
    vec![
        first("queens 10", || small(classics::queens(10))),
        first("queens 60", || small(classics::queens(60))),
        first("Langford 9", || small(classics::langford(9))),
        first("Langford 10", || small(classics::langford(10))),
        first("Langford 19", || small(classics::langford(19))),
        first("matchings 15", || small(classics::matchings(15))),
        first("matchings 17", || small(classics::matchings(17))),
        first("pentominoes 6x10", || pentominoes(6, 10)),
        first("pentominoes 3x20", || pentominoes(3, 20)),
        first("random 80 of 400", || made::random(80, 400, 4)),
        first("Latin 30, 320 empty", || sparse::latin(30, 320, 1)),
        first("Latin 35, 405 empty", || sparse::latin(35, 405, 1)),
        first("Sudoku 16, 140 empty", || sparse::sudoku16(140, 5)),
        first("Sudoku 25, 340 empty", || sparse::sudoku(5, 340, 1)),
        first("Sudoku 25, 390 empty", || sparse::sudoku(5, 390, 2)),
        first("timetable 10x20", || made::timetable(10, 20, 1)),
        first("timetable 12x25", || made::timetable(12, 25, 2)),
        first("relations 20", || made::relations(20, 11, 167, 1)),
        unique("Sudoku 16, 120 empty", || sparse::sudoku16(120, 6)),
        unique("Latin 20, 150 empty", || sparse::latin(20, 150, 3)),
    ]
}
