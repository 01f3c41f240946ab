//! Houses with one unknown, and all permutations of a box: as four students did by hand.
//!
//! ```text
//!      1 . 3        lacks 2 5 7 9, in four cells: 24 permutations. Each is put in and checked,
//!      4 . 6        and if it fits into the rows and columns, the search goes on with it.
//!      . 8 .
//! ```
//!
//! First every house that lacks one digit gets it, until none is left; then the first box with the
//! fewest unknowns is filled in all ways. All permutations are made and checked, as in the source.
//! *Mended*, as its authors propose, the search skips permutations that can't work: a digit that
//! does not fit ends all permutations with that beginning.
//!
//! Source: O. Persson, E. Englund and A. Arhzane, a Sudoku solver in Standard ML, project report,
//! Uppsala; sections 3.1, 3.4 and 5.

use std::ops::ControlFlow;

use super::board::Search;
use crate::sudoku::Digit;

/// Which permutations are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Permutations {
    All,
    /// Those that can work, as the authors propose.
    Mended,
}

/// Single unknowns, and permutations of boxes.
pub(super) fn solve(search: &mut Search<'_>, which: Permutations) -> ControlFlow<()> {
    if search.has_clash() {
        return ControlFlow::Continue(());
    }
    search.node(None, |search| traverse(search, which))
}

/// Fills the empty cells in every possible way. Leaves the grid unchanged.
fn traverse(search: &mut Search<'_>, which: Permutations) -> ControlFlow<()> {
    let mut filled = Vec::new();
    let flow = if one_unknown(search, &mut filled) {
        match box_with_least_unknowns(search) {
            None => search.show(),
            Some(unknowns) => permute(search, &unknowns, &mut Vec::new(), which),
        }
    } else {
        ControlFlow::Continue(())
    };
    for cell in filled {
        search.digits[cell] = None;
    }
    flow
}

/// Gives each house that lacks one digit this digit, until none is left. Returns false if it does
/// not fit.
fn one_unknown(search: &mut Search<'_>, filled: &mut Vec<usize>) -> bool {
    loop {
        let before = filled.len();
        for house in 0..search.board.houses.len() {
            let Unknowns { cells, digits } = unknowns(search, house);
            if let ([cell], [digit]) = (&cells[..], &digits[..]) {
                if search.has_conflict(*cell, *digit) {
                    return false;
                }
                search.digits[*cell] = Some(*digit);
                filled.push(*cell);
            }
        }
        if filled.len() == before {
            return true;
        }
    }
}

/// The unknowns of a house: its empty cells, and the digits that it lacks. If no two of its digits
/// are equal, there are as many of both.
struct Unknowns {
    cells: Vec<usize>,
    digits: Vec<Digit>,
}

fn unknowns(search: &Search<'_>, house: usize) -> Unknowns {
    let house = &search.board.houses[house];
    let cells = house.iter().copied().filter(|&cell| search.digits[cell].is_none()).collect();
    let is_lacking = |digit: &Digit| house.iter().all(|&cell| search.digits[cell] != Some(*digit));
    Unknowns { cells, digits: search.board.shape.digits().filter(is_lacking).collect() }
}

/// The first box with the fewest unknowns, at least one. `None` if the grid is full.
fn box_with_least_unknowns(search: &Search<'_>) -> Option<Unknowns> {
    let houses = search.board.houses.len();
    let boxes = houses - search.board.shape.size()..houses;
    let unknowns =
        boxes.map(|house| unknowns(search, house)).filter(|unknowns| !unknowns.cells.is_empty());
    unknowns.min_by_key(|unknowns| unknowns.cells.len())
}

/// Puts the permutations of the digits that begin with `begun` into the cells, and continues from
/// each that fits.
fn permute(
    search: &mut Search<'_>,
    unknowns: &Unknowns,
    begun: &mut Vec<Digit>,
    which: Permutations,
) -> ControlFlow<()> {
    search.rest()?;
    let Unknowns { cells, digits } = unknowns;
    let Some(&cell) = cells.get(begun.len()) else {
        // A whole permutation is checked now.
        let fits = |(&cell, &digit): (&usize, &Digit)| !search.has_conflict(cell, digit);
        if which == Permutations::All && !cells.iter().zip(&*begun).all(fits) {
            return ControlFlow::Continue(());
        }
        for (&cell, &digit) in cells.iter().zip(&*begun) {
            search.digits[cell] = Some(digit);
        }
        let flow = search.node(None, |search| traverse(search, which));
        for &cell in cells {
            search.digits[cell] = None;
        }
        return flow;
    };
    for &digit in digits {
        if begun.contains(&digit)
            || which == Permutations::Mended && search.has_conflict(cell, digit)
        {
            continue;
        }
        begun.push(digit);
        permute(search, unknowns, begun, which)?;
        begun.pop();
    }
    ControlFlow::Continue(())
}
