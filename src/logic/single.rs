//! Singles: the one candidate of a cell, and the one place of a digit in a house.
//!
//! ```text
//!      taboo    cell by cell in reading order, and again while there was a move
//!      totem    taboo; then house by house, digit by digit; and again while there was a move
//! ```
//!
//! A move is made at once, and takes the digit from its neighbours. Douillet's program is lazier:
//! it raises a flag and looks at all cells or groups before it continues
//! ([`baseline::pick`](crate::baseline::pick) follows him). If a puzzle has a solution, the result
//! is the same; if it has none, his program may continue past a contradiction.

use std::fmt;

use super::{Contradiction, Pencil};
use crate::sudoku::{Candidate, House};

/// A candidate that follows, and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Single {
    /// The candidate.
    pub candidate: Candidate,
    /// The house in which it has the only place; `None` if it is the only candidate of its cell.
    pub house: Option<House>,
}

/// Why a single does not follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unfounded {
    /// The cell has its digit already.
    #[error("{} is set already", .0.candidate.cell)]
    Set(Single),
    /// The candidate has gone.
    #[error("{} has gone", .0.candidate)]
    Gone(Single),
    /// The cell has other candidates.
    #[error("{} is not the only candidate of its cell", .0.candidate)]
    NotAlone(Single),
    /// The cell is not in the house, or the house has other places.
    #[error("{} is not the only place in its house", .0.candidate)]
    NotTheOnlyPlace(Single),
}

impl Single {
    /// Checks that it follows from these pencil marks.
    ///
    /// # Errors
    /// If it does not follow.
    pub fn check(&self, pencil: &Pencil) -> Result<(), Unfounded> {
        let Candidate { cell, digit } = self.candidate;
        if pencil.is_set(cell) {
            return Err(Unfounded::Set(*self));
        }
        if !pencil.has(self.candidate) {
            return Err(Unfounded::Gone(*self));
        }
        match self.house {
            None if pencil.only_digit(cell).is_none() => Err(Unfounded::NotAlone(*self)),
            Some(house) if pencil.only_place(house, digit) != Some(cell) => {
                Err(Unfounded::NotTheOnlyPlace(*self))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Single {
    /// As `r1c2=4: one place in row 1`, or `r1c2=4: one candidate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.house {
            None => write!(f, "{}: one candidate", self.candidate),
            Some(house) => write!(f, "{}: one place in {house}", self.candidate),
        }
    }
}

/// Sets all naked singles, and those that follow. `made` receives each.
///
/// # Errors
/// If there is a contradiction.
pub fn taboo(pencil: &mut Pencil, made: &mut dyn FnMut(Single)) -> Result<(), Contradiction> {
    let mut has_moved = true;
    while has_moved {
        has_moved = false;
        for index in 0..pencil.shape().cells() {
            let cell = pencil.shape().cell(index);
            if let (Some(digit), false) = (pencil.only_digit(cell), pencil.is_set(cell)) {
                let candidate = Candidate { cell, digit };
                made(Single { candidate, house: None });
                pencil.set(candidate, &mut |_| {});
                has_moved = true;
            }
        }
    }
    pencil.contradiction().map_or(Ok(()), Err)
}

/// Sets all singles, naked and hidden, and those that follow. `made` receives each.
///
/// # Errors
/// If there is a contradiction.
pub fn totem(pencil: &mut Pencil, made: &mut dyn FnMut(Single)) -> Result<(), Contradiction> {
    let mut has_moved = true;
    while has_moved {
        taboo(pencil, made)?;
        has_moved = false;
        let shape = pencil.shape();
        for house in shape.houses() {
            for digit in shape.digits() {
                if let Some(cell) = pencil.only_place(house, digit)
                    && !pencil.is_set(cell)
                {
                    let candidate = Candidate { cell, digit };
                    made(Single { candidate, house: Some(house) });
                    pencil.set(candidate, &mut |_| {});
                    has_moved = true;
                }
            }
        }
    }
    Ok(())
}
