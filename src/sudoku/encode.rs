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

use super::{Candidate, Digit, Grid, House, Shape};

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
    let mut items = Vec::with_capacity(item_count(shape));
    for index in 0..shape.cells() {
        items.push(problem.primary(&shape.cell(index).to_string())?);
    }
    for house in shape.houses() {
        for digit in shape.digits() {
            items.push(problem.primary(&house_item(house, digit))?);
        }
    }
    for candidate in candidates(shape) {
        problem.option(items_of(shape, candidate).map(|item| items[item]))?;
    }
    Ok(problem)
}

/// What a puzzle leaves open, as an exact-cover problem of its own.
#[derive(Debug)]
pub struct Remainder {
    /// The items that no clue covers, and the options that cover none but these.
    pub problem: Problem,
    /// The candidate of each option.
    pub candidates: Vec<Candidate>,
}

impl Remainder {
    /// What these clues leave of the candidates that are possible. The clues don't clash.
    ///
    /// ```
    /// use tourdion::cover::Engine;
    /// use tourdion::sudoku::Grid;
    /// use tourdion::sudoku::encode::Remainder;
    ///
    /// let puzzle: Grid = "1....2..3......4".parse()?;
    /// let left = Remainder::of(&puzzle, |_| true)?;
    /// assert_eq!((left.problem.items().len(), left.problem.count()), (48, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`problem`]: never.
    pub fn of(
        clues: &Grid,
        is_possible: impl Fn(Candidate) -> bool,
    ) -> Result<Remainder, ProblemError> {
        Remainder::in_order(clues, candidates(clues.shape()).filter(|one| is_possible(*one)))
    }

    /// The same with the options of a solution before the others, since most searches take options
    /// in their order: what is found soon is close to it.
    ///
    /// # Errors
    /// As [`problem`]: never.
    pub fn near(
        solution: &Grid,
        clues: &Grid,
        is_possible: impl Fn(Candidate) -> bool,
    ) -> Result<Remainder, ProblemError> {
        let is_near = |one: &Candidate| solution.get(one.cell) == Some(one.digit);
        let all = || candidates(clues.shape()).filter(|one| is_possible(*one));
        let (near, far) = (all().filter(is_near), all().filter(|one| !is_near(one)));
        Remainder::in_order(clues, near.chain(far))
    }

    fn in_order(
        clues: &Grid,
        candidates: impl Iterator<Item = Candidate>,
    ) -> Result<Remainder, ProblemError> {
        let shape = clues.shape();
        let mut is_covered = vec![false; item_count(shape)];
        for clue in clues.clues() {
            for item in items_of(shape, clue) {
                is_covered[item] = true;
            }
        }
        let mut problem = Problem::new();
        let mut items = Vec::with_capacity(is_covered.len());
        for (number, is_covered) in is_covered.into_iter().enumerate() {
            let item = (!is_covered).then(|| problem.primary(&number.to_string()));
            items.push(item.transpose()?);
        }
        let mut left = Vec::new();
        for candidate in candidates {
            let items = items_of(shape, candidate).map(|item| items[item]);
            if let [Some(a), Some(b), Some(c), Some(d)] = items {
                problem.option([a, b, c, d])?;
                left.push(candidate);
            }
        }
        Ok(Remainder { problem, candidates: left })
    }
}

/// The number of items of a shape's problem.
fn item_count(shape: Shape) -> usize {
    shape.cells() + 3 * shape.size() * shape.size()
}

/// All candidates of a shape, in the order of their options.
fn candidates(shape: Shape) -> impl Iterator<Item = Candidate> {
    let cells = (0..shape.cells()).map(move |index| shape.cell(index));
    cells.flat_map(move |cell| shape.digits().map(move |digit| Candidate { cell, digit }))
}

/// The items of a candidate, by their numbers: the cells come first, then the houses in their
/// order, digit by digit.
fn items_of(shape: Shape, Candidate { cell, digit }: Candidate) -> [usize; 4] {
    let size = shape.size();
    let item = |house: usize| shape.cells() + size * house + digit.index();
    let [row, column, its_box] = shape.houses_of(cell).map(|house| match house {
        House::Row(k) | House::Column(k) | House::Box(k) => usize::from(k),
    });
    [shape.index(cell), item(row), item(size + column), item(2 * size + its_box)]
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
