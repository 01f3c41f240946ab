//! The classic exact-cover problems, made to any size.
//!
//! Each function here returns a [`Problem`]. Its page describes the items and options, and cites
//! the known numbers of covers. The engines are tested and timed on these problems. They also show
//! how a puzzle becomes items and options, such as six queens:
//!
//! ```text
//!      6  . . . Q . .       primary     r1 .. r6    a queen in rank r
//!      5  Q . . . . .                   f1 .. f6    a queen in file f
//!      4  . . . . Q .       secondary   a3 .. a11   the falling diagonal rank + file = a
//!      3  . Q . . . .                   b2 .. b10   the rising diagonal rank - file + 6 = b
//!      2  . . . . . Q
//!      1  . . Q . . .       option      r1 f3 a4 b4   the queen below on the left
//!         1 2 3 4 5 6                   r4 f5 a9 b5   the one in file 5, and so on
//! ```
//!
//! See [`Region`] for boards to pack pieces into, and [`graceful`] for a use of colours.
//!
//! Invariant: symmetries are kept. Every cover counts, with its reflections and rotations, so a
//! clever reduction can't hide an engine's errors.
//!
//! Deliberately lacking: problems from a file (see [`form::knuth`](crate::cover::form::knuth)),
//! Sudoku (see [`sudoku`](crate::sudoku)), and known ways to make one of these easier to search.

use crate::cover::problem::{OptionEntry, Problem, ProblemError};

mod bounded;
mod graph;
mod packing;
mod region;

pub use bounded::{dissections, dominating_queens};
pub use graph::{Graph, graceful};
pub use packing::{dominoes, l_trominoes, pentominoes, soma, tetrominoes_twice};
pub use region::Region;

/// Checks whether a problem can have as many options as the product of these factors, which is
/// below their number: before the memory for its items is spent.
fn check_options(factors: &[usize]) -> Result<(), ProblemError> {
    let product = factors.iter().fold(1, |product: usize, &k| product.saturating_mul(k));
    u32::try_from(product).map_or(Err(ProblemError::TooLarge), |_| Ok(()))
}

/// The toy problem of [`cover`](super)'s page: seven items, six options, one cover.
///
/// Source: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1.
///
/// # Errors
/// Never; building a problem has this type.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
///
/// let mut engine = Links::new(&classics::toy()?)?;
/// assert_eq!(engine.count(u64::MAX), 1);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn toy() -> Result<Problem, ProblemError> {
    spelled("a b c d e f g", "", &["c e", "a d g", "b c f", "a d f", "b g", "d e g"])
}

/// The toy problem with colours: primary items p, q, r, secondary ones x, y, five options and one
/// cover, in which two options share x: both colour it A.
///
/// Source: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1.
///
/// # Errors
/// Never; the type is that of building a problem.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
///
/// let problem = classics::coloured_toy()?;
/// let mut engine = Links::new(&problem)?;
/// let mut cover = engine.first(2).concat();
/// cover.sort();
/// assert_eq!(cover.iter().map(|option| option.index()).collect::<Vec<_>>(), [1, 3]);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn coloured_toy() -> Result<Problem, ProblemError> {
    spelled("p q r", "x y", &["p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B"])
}

/// A problem spelled out as in Knuth's text form.
fn spelled(primary: &str, secondary: &str, options: &[&str]) -> Result<Problem, ProblemError> {
    let mut problem = Problem::new();
    for name in primary.split_whitespace() {
        problem.primary(name)?;
    }
    for name in secondary.split_whitespace() {
        problem.secondary(name)?;
    }
    for option in options {
        let mut entries = Vec::new();
        for word in option.split_whitespace() {
            let (name, colour) =
                word.split_once(':').map_or((word, None), |(name, c)| (name, Some(c)));
            let item = problem.item_named(name).ok_or(ProblemError::UnknownItem)?;
            let colour = colour.map(|c| problem.colour(c)).transpose()?;
            entries.push(OptionEntry { item, colour });
        }
        problem.option(entries)?;
    }
    Ok(problem)
}

/// `n` queens on an n×n board, no two of which attack each other.
///
/// Items: the ranks and files, primary; the diagonals of two cells or more, secondary. Options: the
/// n² cells, rank by rank. The ranks and files stand in organ-pipe order, from the middle outwards
/// in turns: of equally short items an engine takes the first, and a queen in the middle leaves the
/// fewest options (Knuth, *The Art of Computer Programming* 4B, 7.2.2.1).
///
/// Covers for n = 4 to 14: 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596 (OEIS A000170).
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
///
/// let mut engine = Links::new(&classics::queens(8)?)?;
/// assert_eq!(engine.count(u64::MAX), 92);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn queens(n: usize) -> Result<Problem, ProblemError> {
    check_options(&[n, n])?;
    let mut problem = Problem::new();
    let mut organ_pipes: Vec<usize> = (1..=n).collect();
    organ_pipes.sort_by_key(|&k| (2 * k).abs_diff(n + 1));
    for k in organ_pipes {
        problem.primary(&format!("r{k}"))?;
        problem.primary(&format!("f{k}"))?;
    }
    // The sums 2 and 2n, and the differences numbered 1 and 2n-1, have one cell each.
    for k in 3..2 * n {
        problem.secondary(&format!("a{k}"))?;
        problem.secondary(&format!("b{}", k - 1))?;
    }
    for rank in 1..=n {
        for file in 1..=n {
            let (sum, difference) = (rank + file, rank + n - file);
            let names = [
                format!("r{rank}"),
                format!("f{file}"),
                format!("a{sum}"),
                format!("b{difference}"),
            ];
            let items: Vec<_> = names.iter().filter_map(|name| problem.item_named(name)).collect();
            problem.option(items)?;
        }
    }
    Ok(problem)
}

/// Langford's problem: put the numbers 1, 1, 2, 2 to n, n into 2n slots so that between the two k
/// there are k others: `2 3 1 2 1 3`.
///
/// Items: the numbers and the slots, all primary. Options: a number with two slots for it. A
/// pairing and its reversal are two covers.
///
/// Covers for n = 3, 4, 7, 8, 11, 12: 2, 2, 52, 300, 35584, 216288, and none where n mod 4 is 1 or
/// 2 (twice OEIS A014552).
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
///
/// let mut engine = Links::new(&classics::langford(7)?)?;
/// assert_eq!(engine.count(u64::MAX), 52);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn langford(n: usize) -> Result<Problem, ProblemError> {
    check_options(&[n, n])?;
    let mut problem = Problem::new();
    let mut numbers = Vec::new();
    for number in 1..=n {
        numbers.push(problem.primary(&number.to_string())?);
    }
    let mut slots = Vec::new();
    for slot in 1..=2 * n {
        slots.push(problem.primary(&format!("s{slot}"))?);
    }
    for (k, &number) in numbers.iter().enumerate() {
        let second = slots.iter().skip(k + 2); // the number k + 1 has that many slots between
        for (&first, &second) in slots.iter().zip(second) {
            problem.option([number, first, second])?;
        }
    }
    Ok(problem)
}

/// The perfect matchings of the complete graph on `n` vertices: its vertices in pairs.
///
/// Items: the vertices. Options: every two of them.
///
/// Covers for even n: the odd numbers below n multiplied, 1·3·5·…·(n-1), so 105 for n = 8, 2027025
/// for 16 and 34459425 for 18 (OEIS A001147); none for odd n.
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
///
/// let mut engine = Links::new(&classics::matchings(8)?)?;
/// assert_eq!(engine.count(u64::MAX), 105);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn matchings(n: usize) -> Result<Problem, ProblemError> {
    check_options(&[n / 2, n.saturating_sub(1)])?;
    let mut problem = Problem::new();
    let mut vertices = Vec::new();
    for vertex in 1..=n {
        vertices.push(problem.primary(&format!("v{vertex}"))?);
    }
    for (k, &one) in vertices.iter().enumerate() {
        for &other in &vertices[k + 1..] {
            problem.option([one, other])?;
        }
    }
    Ok(problem)
}

/// Latin squares of order `n`: every symbol once in every line, across and down.
///
/// Items, all primary: `p1,2` says that the cell in line 1 at place 2 has a symbol; `r1,2`, that
/// line 1 has symbol 2; `c1,2`, that place 1 has symbol 2 in some line. Options: the n³ ways to put
/// a symbol in a cell.
///
/// Covers for n = 1 to 6: 1, 2, 12, 576, 161280, 812851200 (OEIS A002860).
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
///
/// let mut engine = Links::new(&classics::latin(4)?)?;
/// assert_eq!(engine.count(u64::MAX), 576);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn latin(n: usize) -> Result<Problem, ProblemError> {
    check_options(&[n, n, n])?;
    let mut problem = Problem::new();
    let mut pairs = [Vec::new(), Vec::new(), Vec::new()];
    for (pairs, kind) in pairs.iter_mut().zip(["p", "r", "c"]) {
        for (one, other) in (0..n * n).map(|k| (k / n + 1, k % n + 1)) {
            pairs.push(problem.primary(&format!("{kind}{one},{other}"))?);
        }
    }
    let [places, across, down] = pairs;
    for (line, place) in (0..n * n).map(|k| (k / n, k % n)) {
        for symbol in 0..n {
            problem.option([
                places[line * n + place],
                across[line * n + symbol],
                down[place * n + symbol],
            ])?;
        }
    }
    Ok(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toys_are_those_of_the_book() {
        let text = toy().unwrap().to_string();
        assert_eq!(text, "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
        let text = coloured_toy().unwrap().to_string();
        assert_eq!(text, "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    }

    #[test]
    fn queens_stand_on_the_diagonals_of_the_drawing() {
        let text = queens(6).unwrap().to_string();
        let mut lines = text.lines();
        let items = lines.next().unwrap();
        assert!(items.starts_with("r3 f3 r4 f4 r2 f2 r5 f5 r1 f1 r6 f6 | a3 b2 "), "{items}");
        assert!(items.ends_with(" a11 b10"), "{items}");
        assert!(text.lines().any(|line| line == "r1 f3 a4 b4"));
        assert!(text.lines().any(|line| line == "r4 f5 a9 b5"));
        assert!(text.lines().any(|line| line == "r1 f1 b6"), "a corner has one diagonal");
        assert_eq!(queens(1).unwrap().to_string(), "r1 f1\nr1 f1\n");
    }

    #[test]
    fn what_has_too_many_options_is_refused_at_once() {
        let too_large = [
            queens(1 << 16),
            queens(usize::MAX),
            langford(1 << 63),
            matchings(usize::MAX),
            latin(1 << 32),
            latin(3_000_000_000),
            dominoes(usize::MAX, 2),
            l_trominoes(1 << 33, 1 << 33),
            dominating_queens(1 << 32, 3),
            dissections(3_000_000),
        ];
        for problem in too_large {
            assert_eq!(problem.unwrap_err(), ProblemError::TooLarge);
        }
    }

    #[test]
    fn sizes_are_as_they_should_be() {
        let size = |problem: Problem| (problem.items().len(), problem.options().len());
        assert_eq!(size(queens(0).unwrap()), (0, 0));
        assert_eq!(size(queens(13).unwrap()), (26 + 46, 169));
        assert_eq!(size(langford(3).unwrap()), (9, 4 + 3 + 2));
        assert_eq!(size(matchings(8).unwrap()), (8, 28));
        assert_eq!(size(latin(4).unwrap()), (48, 64));
    }
}
