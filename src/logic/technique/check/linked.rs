//! Checks chains with almost locked sets, and death blossoms: each step by looking at cells.
//!
//! ```text
//!      (1)a ═══ (7)b ─── (7)c ═══ (2)d      a truth: nothing beside its nodes, or an almost locked
//!                                           set and all its places of two digits
//!                                           a link: all of one node see all of the next
//! ```
//!
//! A candidate that takes the first node makes the second true, which takes the first of the next
//! truth, and so on. So it can't take the last node, too. Each step follows from the one before
//! alone: sets may overlap, and truths may have candidates in common.
//!
//! A set whose digit is taken is locked, whatever digit it is. So at an end a candidate may take
//! any digit of a set but the one that the chain goes on with.

use super::super::Board;
use super::super::bits::ones;
use super::super::constraint::{Constraint, see};
use super::super::deduction::{Basis, StrongLink};
use super::super::tables::{candidate, number};
use super::BadDeduction;
use crate::sudoku::{Candidate, Cell};

/// A chain whose truths and links are there.
pub(super) struct Linked<'l> {
    board: &'l Board,
    links: &'l [StrongLink],
    is_closed: bool,
}

impl<'l> Linked<'l> {
    pub(super) fn new(
        board: &'l Board,
        links: &'l [StrongLink],
        is_closed: bool,
    ) -> Result<Linked<'l>, BadDeduction> {
        if links.len() < 2 {
            return Err(BadDeduction::Conclusion);
        }
        links.iter().try_for_each(|link| check_truth(board, link))?;
        let next = links.iter().cycle().skip(1);
        let count = links.len() - usize::from(!is_closed);
        for (one, other) in links.iter().zip(next).take(count) {
            let unseen = one.nodes[1].iter().find(|&&end| !takes_all(end, &other.nodes[0]));
            if let Some(&unseen) = unseen {
                return Err(BadDeduction::Inference(unseen));
            }
        }
        Ok(Linked { board, links, is_closed })
    }

    /// Whether a candidate can't be true.
    pub(super) fn refutes(&self, candidate: Candidate) -> bool {
        let last = self.links.len() - 1;
        if !self.is_closed {
            return takes(self.board, &self.links[0], 0, candidate)
                && takes(self.board, &self.links[last], 1, candidate);
        }
        let next = self.links.iter().cycle().skip(1);
        let mut joined = self.links.iter().zip(next);
        let is_between = joined.any(|(one, other)| {
            takes_all(candidate, &one.nodes[1]) && takes_all(candidate, &other.nodes[0])
        });
        // A set of a closed chain has one of its two digits, and all others.
        is_between
            || self.links.iter().any(|link| {
                let digits = [0, 1].map(|node: usize| link.nodes[node][0].digit);
                !digits.contains(&candidate.digit) && takes_of_set(self.board, link, candidate)
            })
    }
}

/// Checks that each candidate of a stem sees all of a node of a petal.
pub(super) fn check_petals(
    board: &Board,
    stem: Cell,
    petals: &[StrongLink],
) -> Result<(), BadDeduction> {
    petals.iter().try_for_each(|petal| check_truth(board, petal))?;
    let members = Constraint::Cell(stem).members(board);
    let is_free =
        |member: &&Candidate| !petals.iter().any(|petal| takes_all(**member, &petal.nodes[0]));
    match members.iter().find(is_free) {
        Some(&free) => Err(BadDeduction::Inference(free)),
        None if members.is_empty() => Err(BadDeduction::Conclusion),
        None => Ok(()),
    }
}

/// Whether a candidate takes a node of a link, or another digit of its set: but none that the other
/// node has.
pub(super) fn takes(board: &Board, link: &StrongLink, node: usize, candidate: Candidate) -> bool {
    let kept = link.nodes[1 - node][0].digit;
    takes_all(candidate, &link.nodes[node])
        || candidate.digit != kept && takes_of_set(board, link, candidate)
}

/// Whether a candidate sees all of a node.
fn takes_all(candidate: Candidate, node: &[Candidate]) -> bool {
    node.iter().all(|&one| see(one, candidate))
}

/// Whether a candidate takes its digit from the set of a link, which has it.
fn takes_of_set(board: &Board, link: &StrongLink, candidate: Candidate) -> bool {
    let Basis::Set(cells) = set_of(link) else { return false };
    let places: Vec<Candidate> = places(board, &cells, candidate);
    !places.is_empty() && takes_all(candidate, &places)
}

/// The places of a candidate's digit in some cells.
fn places(board: &Board, cells: &[Cell], candidate: Candidate) -> Vec<Candidate> {
    let all = cells.iter().map(|&cell| Candidate { cell, ..candidate });
    all.filter(|&one| board.has(one)).collect()
}

/// The basis of a link; a cell is a set.
fn set_of(link: &StrongLink) -> Basis {
    match &link.basis {
        Basis::Constraint(Constraint::Cell(cell)) => Basis::Set(vec![*cell]),
        other => other.clone(),
    }
}

/// Checks that one of the two nodes has a true candidate.
fn check_truth(board: &Board, link: &StrongLink) -> Result<(), BadDeduction> {
    let [one, other] = &link.nodes;
    let (Some(&first), Some(&last)) = (one.first(), other.first()) else {
        return Err(BadDeduction::Conclusion);
    };
    let is_one_digit = |node: &[Candidate]| node.iter().all(|member| member.digit == node[0].digit);
    let holds = is_one_digit(one)
        && is_one_digit(other)
        && match &link.basis {
            Basis::Constraint(constraint) => {
                let members = constraint.members(board);
                members.iter().all(|member| one.contains(member) || other.contains(member))
            }
            Basis::Set(cells) => {
                first.digit != last.digit
                    && is_almost_locked(board, cells)
                    && places(board, cells, first).iter().all(|place| one.contains(place))
                    && places(board, cells, last).iter().all(|place| other.contains(place))
            }
        };
    if holds { Ok(()) } else { Err(BadDeduction::Inference(last)) }
}

/// Whether cells have one digit more than there are cells, and each digit is in one of them at
/// most: all its places see each other, as in a house.
fn is_almost_locked(board: &Board, cells: &[Cell]) -> bool {
    let digits = cells.iter().fold(0_u16, |digits, &cell| digits | board.left_of(cell));
    let mut distinct = cells.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let is_open = |&cell: &Cell| board.left_of(cell) != 0;
    let see_each_other = |digit: u8| {
        let has_digit = |cell: &&Cell| board.left_of(**cell) >> digit & 1 == 1;
        let candidate = |&cell: &Cell| candidate(number(cell), digit);
        let places: Vec<Candidate> = cells.iter().filter(has_digit).map(candidate).collect();
        places.iter().enumerate().all(|(k, &one)| takes_all(one, &places[..k]))
    };
    distinct.len() == cells.len()
        && digits.count_ones() as usize == cells.len() + 1
        && cells.iter().all(is_open)
        && ones(digits).all(see_each_other)
}
