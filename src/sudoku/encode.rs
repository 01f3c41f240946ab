//! Sudoku as an exact-cover problem: 4·N² items, N³ options; 324 and 729 for the everyday grid.
//!
//! ```text
//!      items                                      option r2c5=4 in a 9x9 grid
//!      r2c5     row 2, column 5 has a digit       r2c5  r2:4  c5:4  b2:4
//!      r2#4     row 2 has a 4                     (written r2#4: a colon would be a colour)
//!      c5#4     column 5 has a 4
//!      b2#4     box 2 has a 4
//! ```
//!
//! An option is a candidate, numbered cell by cell in reading order and digit by digit in each
//! cell, so no table is needed between the two. A solution is a cover, and a clue is a held option.
//!
//! Only this room of Sudoku knows [`Problem`]; it knows no engine.

use crate::cover::{OptionId, Problem, ProblemError};

use super::{Candidate, Digit, House, Shape};

/// The exact-cover problem of the empty grid of `shape`.
///
/// # Errors
/// Never for existing shapes: the largest has 15,625 options. Building a problem has this type.
///
/// ```
/// use tourdion::sudoku::{Shape, encode};
///
/// let problem = encode::problem(Shape::CLASSIC)?;
/// assert_eq!((problem.items().len(), problem.options().len()), (324, 729));
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn problem(shape: Shape) -> Result<Problem, ProblemError> {
    let mut problem = Problem::new();
    for index in 0..shape.cells() {
        problem.primary(&shape.cell(index).to_string())?;
    }
    for house in shape.houses() {
        for digit in shape.digits() {
            problem.primary(&house_item(house, digit))?;
        }
    }
    for index in 0..shape.cells() {
        let cell = shape.cell(index);
        for digit in shape.digits() {
            let mut names = vec![cell.to_string()];
            names.extend(shape.houses_of(cell).map(|house| house_item(house, digit)));
            let items = names.iter().filter_map(|name| problem.item_named(name));
            let items: Vec<_> = items.collect();
            problem.option(items)?;
        }
    }
    Ok(problem)
}

fn house_item(house: House, digit: Digit) -> String {
    match house {
        House::Row(k) => format!("r{}#{digit}", k + 1),
        House::Column(k) => format!("c{}#{digit}", k + 1),
        House::Box(k) => format!("b{}#{digit}", k + 1),
    }
}

/// The option of `candidate`, which must be one of the shape.
pub fn option(shape: Shape, candidate: Candidate) -> OptionId {
    OptionId::at(shape.index(candidate.cell) * shape.size() + candidate.digit.index())
}

/// The candidate of `option`.
///
/// # Panics
/// If the option does not belong to the problem of `shape`.
pub fn candidate(shape: Shape, option: OptionId) -> Candidate {
    let (cell, digit) = (option.index() / shape.size(), option.index() % shape.size());
    assert!(cell < shape.cells(), "an option of the encoding is a candidate of the shape");
    Candidate { cell: shape.cell(cell), digit: Digit::at(digit) }
}
