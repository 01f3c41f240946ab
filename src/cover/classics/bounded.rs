//! Problems with multiplicities: dominating queens, rectangles cut into rectangles.
//!
//! ```text
//!      five queens attack or occupy every cell      four rectangles, every line of the board used
//!
//!        q . . . .                                    a a b
//!        . . . q .                                    c d d
//!        . q . . .
//!        . . . . q                                    primary     the cells, exactly once
//!        . . q . .                                    x1 y1 ..    left and upper sides, 1:n times
//! ```
//!
//! Deliberately lacking: bounds that differ from item to item.

use super::check_options;
use crate::cover::problem::{ItemId, Problem, ProblemError};

/// `queens` queens on an n×n board that attack or occupy all its cells.
///
/// Items: `q`, which stands in `queens` options, and the cells, each in one option at least.
/// Options: the cells, rank by rank, each with all that a queen there attacks.
///
/// Covers with the fewest queens, n = 1 to 8: 1, 4, 1, 12, 186, 4, 86, 4860, by 1, 1, 1, 2, 3, 3,
/// 4, 5 queens (OEIS A002564, A075458).
///
/// # Errors
/// If there are too many options for a problem, or no queens.
///
/// ```
/// use tourdion::cover::classics;
///
/// assert_eq!(classics::dominating_queens(6, 3)?.covers().count(), 4);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn dominating_queens(n: usize, queens: u32) -> Result<Problem, ProblemError> {
    check_options(&[n, n])?;
    let mut problem = Problem::new();
    let q = problem.multiple("q", queens..=queens)?;
    let places: Vec<(usize, usize)> = (1..=n).flat_map(|y| (1..=n).map(move |x| (x, y))).collect();
    let cells: Vec<ItemId> = places
        .iter()
        .map(|(x, y)| problem.multiple(&format!("{x},{y}"), 1..=queens))
        .collect::<Result<_, _>>()?;
    for &(x, y) in &places {
        let attacked =
            |&(a, b): &(usize, usize)| a == x || b == y || a.abs_diff(x) == b.abs_diff(y);
        let attacked = places.iter().zip(&cells).filter(|(place, _)| attacked(place));
        problem.option([q].into_iter().chain(attacked.map(|(_, &cell)| cell)))?;
    }
    Ok(problem)
}

/// An n×n board cut into rectangles, so that each line between its cells has a rectangle to the
/// right of it or below it that begins there.
///
/// Items: the cells; `x1` to `xn` and `y1` to `yn`, the left and the upper sides of rectangles, in
/// one to n options each. Options: all rectangles in the board.
///
/// Covers for n = 1 to 6: 1, 5, 219, 55137, 72697125, 493645960007. By inclusion and exclusion over
/// the lines that are not used they follow from the numbers of ways to cut rectangles (OEIS
/// A116694).
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::classics;
///
/// assert_eq!(classics::dissections(3)?.covers().count(), 219);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn dissections(n: usize) -> Result<Problem, ProblemError> {
    check_options(&[n, n / 2, n, n / 2])?;
    let mut problem = Problem::new();
    let most = u32::try_from(n).map_err(|_| ProblemError::TooLarge)?;
    let mut cells = Vec::new();
    for y in 1..=n {
        let row = (1..=n).map(|x| problem.primary(&format!("{x},{y}")));
        cells.push(row.collect::<Result<Vec<ItemId>, _>>()?);
    }
    let mut sides = |axis: &str| -> Result<Vec<ItemId>, ProblemError> {
        (1..=n).map(|k| problem.multiple(&format!("{axis}{k}"), 1..=most)).collect()
    };
    let (left, upper) = (sides("x")?, sides("y")?);
    for (top, bottom) in spans(n) {
        for (from, to) in spans(n) {
            let cells = cells[top..bottom].iter().flat_map(|row| &row[from..to]);
            let items = [left[from], upper[top]].into_iter().chain(cells.copied());
            problem.option(items)?;
        }
    }
    Ok(problem)
}

/// All beginnings and ends of a span of one or more of `n`.
fn spans(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |from| (from + 1..=n).map(move |to| (from, to)))
}
