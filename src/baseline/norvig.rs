//! Constraint propagation, and the most constrained cell: every cell has its set of possible
//! digits.
//!
//! ```text
//!      a digit goes from a cell    one is left        it goes from the neighbours    ─┐
//!                                  none is left       a dead end                      ├─ and so on
//!      ... and from its houses     one place is left  the digit comes there          ─┘
//!                                  no place is left   a dead end
//! ```
//!
//! When nothing more follows, a cell with the fewest digits above one is tried with each of them,
//! on a copy.
//!
//! Source: P. Norvig, *Solving Every Sudoku Puzzle*, 2006. There `assign` and `eliminate` call each
//! other; here pending eliminations wait in a list, so that the depth of calls does not grow with
//! the grid. The results are the same.

use std::ops::ControlFlow;

use super::board::Search;
use crate::sudoku::Digit;

/// Search with propagated sets of digits.
pub(super) fn solve(search: &mut Search<'_>) -> ControlFlow<()> {
    let all = (1 << search.board.shape.size()) - 1;
    let mut values: Values = vec![all; search.digits.len()];
    for cell in 0..search.digits.len() {
        if search.digits[cell]
            .is_some_and(|clue| !assign(search, &mut values, cell, 1 << clue.index()))
        {
            return ControlFlow::Continue(());
        }
    }
    search.node(None, |search| fill(search, &values))
}

/// The possible digits of each cell, a bit for each.
type Values = Vec<u32>;

/// Fills a cell with the fewest digits in every possible way.
fn fill(search: &mut Search<'_>, values: &Values) -> ControlFlow<()> {
    let open = (0..values.len()).filter(|&cell| values[cell].count_ones() > 1);
    let Some(cell) = open.min_by_key(|&cell| values[cell].count_ones()) else {
        for (digit, value) in search.digits.iter_mut().zip(values) {
            *digit = Some(Digit::at(value.trailing_zeros() as usize));
        }
        return search.show();
    };
    for digit in search.board.shape.digits().filter(|digit| values[cell] & 1 << digit.index() != 0)
    {
        let mut copy = values.clone();
        if assign(search, &mut copy, cell, 1 << digit.index()) {
            search.node(Some((cell, digit)), |search| fill(search, &copy))?;
        }
    }
    ControlFlow::Continue(())
}

/// Eliminates all digits but this one from a cell, with all consequences. Returns false at a
/// contradiction.
fn assign(search: &mut Search<'_>, values: &mut Values, cell: usize, digit: u32) -> bool {
    let mut going = vec![(cell, values[cell] & !digit)];
    if values[cell] & digit == 0 {
        return false;
    }
    while let Some((cell, digits)) = going.pop() {
        let gone = values[cell] & digits;
        if gone == 0 {
            continue;
        }
        search.step(u64::from(gone.count_ones()));
        values[cell] &= !gone;
        let left = values[cell];
        match left.count_ones() {
            0 => return false,
            1 => going
                .extend(search.board.neighbours[cell].iter().map(|&neighbour| (neighbour, left))),
            _ => {}
        }
        for house in search.board.houses_of[cell].iter().map(|&house| &search.board.houses[house]) {
            for digit in (0..u32::BITS).map(|digit| 1 << digit).filter(|digit| gone & digit != 0) {
                let mut places = house.iter().filter(|&&place| values[place] & digit != 0);
                match (places.next(), places.next()) {
                    (None, _) => return false,
                    (Some(&place), None) => going.push((place, !digit)),
                    _ => {}
                }
            }
        }
    }
    true
}
