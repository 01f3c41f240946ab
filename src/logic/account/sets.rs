//! The almost locked sets of a deduction, which has their cells one after another.
//!
//! ```text
//!      truths   r2c2, r2c7, r2c8, r3c1            links   4 in box 1; 1, 5 in row 2
//!      sets     r2c278 {1,2,4,5} -4- r3c1 {2,4}           the first links join the sets
//! ```
//!
//! Each set has cells of one house, with one digit more than there are cells. Of two neighbours
//! only one can have the digit that joins them. So one of the sets at the ends is without its
//! digit, and has all its others; and what both have, beside these, is in one of both.

use std::collections::BTreeSet;

use crate::logic::technique::{Board, Constraint, Technique};
use crate::sudoku::{Candidate, Cell, Digit, Shape};

/// A set in a chain.
#[derive(Debug)]
pub(super) struct JoinedSet {
    pub(super) cells: Vec<Cell>,
    pub(super) digits: Vec<Digit>,
    /// The digits that join it to the set before; none for the first one.
    pub(super) by: Vec<Digit>,
}

/// The sets of a deduction, if it is one of such sets.
pub(super) fn of(
    technique: Technique,
    truths: &[Constraint],
    links: &[Constraint],
    board: &Board,
) -> Option<Vec<JoinedSet>> {
    let mut lengths = match technique {
        Technique::AlsXz => 2..=2,
        Technique::AlsXyWing => 3..=3,
        Technique::AlsChain => 4..=truths.len(),
        _ => return None,
    };
    let mut sets = lengths.find_map(|count| split(count, truths, links, board))?;
    // A pair may be joined by two digits. Then all links are used up.
    if let ([one, other], [_, second, ..]) = (&mut sets[..], links)
        && links.len() == truths.len()
    {
        other.by.extend(joining(*second, [one, other], board));
    }
    Some(sets)
}

/// These truths as this number of sets, the first two of which the first link joins, and so on.
fn split(
    count: usize,
    truths: &[Constraint],
    links: &[Constraint],
    board: &Board,
) -> Option<Vec<JoinedSet>> {
    if count == 1 {
        return Some(vec![set(truths, board)?]);
    }
    let (link, others) = links.split_first()?;
    (1..truths.len()).find_map(|size| {
        let (first, rest) = truths.split_at(size);
        let set = set(first, board)?;
        let mut sets = split(count - 1, rest, others, board)?;
        let digit = joining(*link, [&set, &sets[0]], board)?;
        sets[0].by.push(digit);
        sets.insert(0, set);
        Some(sets)
    })
}

/// The digit of a link, if it has all its places in both sets.
fn joining(link: Constraint, sets: [&JoinedSet; 2], board: &Board) -> Option<Digit> {
    let Constraint::Places(_, digit) = link else { return None };
    let is_held = |set: &JoinedSet| {
        let mut places = set.cells.iter().map(|&cell| Candidate { cell, digit });
        set.digits.contains(&digit) && places.all(|one| link.holds(one) || !board.has(one))
    };
    sets.into_iter().all(is_held).then_some(digit)
}

/// Cells of a house with one digit more than there are cells.
fn set(truths: &[Constraint], board: &Board) -> Option<JoinedSet> {
    let cell = |truth: &Constraint| match truth {
        Constraint::Cell(cell) => Some(*cell),
        Constraint::Places(..) => None,
    };
    let cells: Vec<Cell> = truths.iter().map(cell).collect::<Option<_>>()?;
    let members = truths.iter().flat_map(|truth| truth.members(board));
    let digits: BTreeSet<Digit> = members.map(|one| one.digit).collect();
    let houses = Shape::CLASSIC.houses_of(*cells.first()?);
    let is_in_one = houses
        .into_iter()
        .any(|house| cells.iter().all(|&cell| Shape::CLASSIC.houses_of(cell).contains(&house)));
    let is_set = is_in_one && digits.len() == cells.len() + 1;
    is_set.then(|| JoinedSet { cells, digits: digits.into_iter().collect(), by: Vec::new() })
}
