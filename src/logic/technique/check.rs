//! Checks a deduction by looking at houses.
//!
//! ```text
//!      counting     what the candidate leaves of the truths is in too few links
//!      colours      the candidate leaves neither colour of a cluster
//!      chain        each truth has its two nodes alone, and links join what sees each other
//!      blossom      each candidate of the stem sees a node of a petal
//!      templates    all are listed: none has the candidate, or all have it
//!      twins        each of both holds
//!      aligned      no combination with the candidate leaves something to each excluder
//!      cycle        each truth has the two nodes alone, and the other neighbours see each other
//!      forcing      each inference follows from those before it, and the ends agree
//! ```
//!
//! Deliberately lacking: all means of finding a deduction.

use super::colours::Colours;
use super::constraint::{Constraint, see};
use super::deduction::{Evidence, ForcingReason, Inference, Reason};
use super::tables::{SEES, number};
use super::{Board, Deadly, Deduction, templates};
use crate::sudoku::{Candidate, Cell, Digit, House, Shape};
use linked::Linked;

mod linked;
mod within;

/// Why a deduction is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadDeduction {
    /// It changes nothing.
    #[error("nothing is removed or placed")]
    Nothing,
    /// It removes what is gone, or places it.
    #[error("{0} is no candidate")]
    Gone(Candidate),
    /// Its evidence names a cell, a digit or a house that a 9×9 grid does not have.
    #[error("a 9x9 grid does not have what the evidence names")]
    Outside,
    /// A candidate is not alone where it is placed.
    #[error("{0} is not alone")]
    NotAlone(Candidate),
    /// A truth has no candidates, such as a digit that is placed: it says nothing.
    #[error("a truth has no candidates")]
    NoTruth,
    /// A candidate need not be false.
    #[error("{0} need not be false")]
    MayBeTrue(Candidate),
    /// The pattern of a loop or a BUG is not there.
    #[error("the pattern is not deadly")]
    NotDeadly,
    /// An inference does not follow from its premises.
    #[error("{0} does not follow from its premises")]
    Inference(Candidate),
    /// The ends of the strands are not what the ground asks for.
    #[error("the strands don't lead to the conclusion")]
    Conclusion,
}

impl Deduction {
    /// Checks that it holds on a board.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self, board: &Board) -> Result<(), BadDeduction> {
        if self.removals.is_empty() && self.placement.is_none() {
            return Err(BadDeduction::Nothing);
        }
        let mut all = self.removals.iter().chain(&self.placement);
        if let Some(&gone) = all.find(|&&candidate| !board.has(candidate)) {
            return Err(BadDeduction::Gone(gone));
        }
        if !self.evidence.is_classic() {
            return Err(BadDeduction::Outside);
        }
        match &self.evidence {
            Evidence::Single(constraint) => {
                is_alone(*constraint, self.placement, board, &|_| false)
            }
            Evidence::Counting { deadly, truths, links, single } => {
                let counting = Counting::new(deadly.as_ref(), truths, links, board)?;
                self.check_counting(&counting, *single, board)
            }
            Evidence::Aligned { cells, excluders } => {
                if !matches!(cells.len(), 2 | 3) {
                    return Err(BadDeduction::Conclusion);
                }
                let may_be =
                    |&&candidate: &&Candidate| has_combination(board, cells, excluders, candidate);
                self.only_removals(may_be)
            }
            Evidence::Cycle { nodes, truths } => {
                check_cycle(board, nodes, truths)?;
                self.only_removals(|candidate| {
                    let sees = |parity: usize| {
                        nodes.iter().skip(parity).step_by(2).any(|&node| see(node, **candidate))
                    };
                    !(sees(0) && sees(1))
                })
            }
            Evidence::Chain { links, is_closed } => {
                let chain = Linked::new(board, links, *is_closed)?;
                self.only_removals(|candidate| !chain.refutes(**candidate))
            }
            Evidence::Blossom { stem, petals } => {
                linked::check_petals(board, *stem, petals)?;
                self.only_removals(|candidate| {
                    !petals.iter().all(|petal| linked::takes(board, petal, 1, **candidate))
                })
            }
            Evidence::Colours { truths, clusters } => {
                let colours = Colours::new(board, truths, clusters).map_err(|apart| {
                    apart.map_or(BadDeduction::Conclusion, BadDeduction::Inference)
                })?;
                self.only_removals(|candidate| !colours.refutes(**candidate))
            }
            Evidence::Templates { digit, placed } => self.check_templates(*digit, placed, board),
            Evidence::Twins(both) => {
                both.iter().try_for_each(|one| one.check(board))?;
                let goes = |one: &Candidate| both.iter().any(|twin| twin.removals.contains(one));
                self.only_removals(|one| !goes(one))
            }
            Evidence::Forcing { ground, strands } => {
                strands.iter().try_for_each(|strand| check_strand(board, strand))?;
                self.check_ground(board, *ground, strands)
            }
        }
    }

    /// Checks that counting refutes what goes, and leaves what is placed alone in its constraint.
    fn check_counting(
        &self,
        counting: &Counting<'_>,
        single: Option<Constraint>,
        board: &Board,
    ) -> Result<(), BadDeduction> {
        let goes = |candidate| counting.refutes(candidate);
        if let Some(&stays) = self.removals.iter().find(|&&candidate| !goes(candidate)) {
            return Err(BadDeduction::MayBeTrue(stays));
        }
        match (single, self.placement) {
            (None, None) => Ok(()),
            (Some(single), placement) => is_alone(single, placement, board, &goes),
            (None, Some(placement)) => Err(BadDeduction::NotAlone(placement)),
        }
    }

    /// Checks that what goes is in no template of a digit, and what is placed in all.
    fn check_templates(
        &self,
        digit: Digit,
        placed: &[Candidate],
        board: &Board,
    ) -> Result<(), BadDeduction> {
        let is_in = |one: Candidate| {
            let place = 1 << number(one.cell);
            move |template: &u128| template & place != 0
        };
        let mut rest = board.clone();
        for &one in placed {
            if !templates::list(&rest, one.digit).iter().all(is_in(one)) {
                return Err(BadDeduction::NotAlone(one));
            }
            templates::occupy(&mut rest, one);
        }
        let all = templates::list(&rest, digit);
        let may_be = |one: &&Candidate| one.digit != digit || all.iter().any(is_in(**one));
        if let Some(&stays) = self.removals.iter().find(may_be) {
            return Err(BadDeduction::MayBeTrue(stays));
        }
        match self.placement {
            Some(one) if one.digit != digit || !all.iter().all(is_in(one)) => {
                Err(BadDeduction::NotAlone(one))
            }
            _ => Ok(()),
        }
    }

    /// Checks that nothing is placed and no removal may be true.
    fn only_removals(&self, may_be: impl Fn(&&Candidate) -> bool) -> Result<(), BadDeduction> {
        if let Some(placement) = self.placement {
            return Err(BadDeduction::NotAlone(placement));
        }
        let stays = self.removals.iter().find(may_be);
        stays.map_or(Ok(()), |&candidate| Err(BadDeduction::MayBeTrue(candidate)))
    }

    /// Checks that the strands are those of the ground, and end with the conclusion.
    fn check_ground(
        &self,
        board: &Board,
        ground: ForcingReason,
        strands: &[Vec<Inference>],
    ) -> Result<(), BadDeduction> {
        let state = |inference: &Inference| (inference.candidate, inference.is_true);
        let ends: Option<Vec<_>> = strands
            .iter()
            .map(|strand| strand.first().map(state).zip(strand.last().map(state)))
            .collect();
        let ends = ends.ok_or(BadDeduction::Conclusion)?;
        let conclusion = match (ground, &ends[..]) {
            (ForcingReason::Negation, &[((start, is_true), end)]) if end == (start, !is_true) => {
                end
            }
            (ForcingReason::Contradiction, &[(start, one), (other_start, other)])
                if start == other_start && one == (other.0, !other.1) =>
            {
                (start.0, !start.1)
            }
            (ForcingReason::Either(candidate), &[(one, end), (other, other_end)])
                if one == (candidate, true) && other == (candidate, false) && end == other_end =>
            {
                end
            }
            (ForcingReason::All(constraint), all) => {
                let members = constraint.members(board).into_iter().map(|member| (member, true));
                let starts = all.iter().map(|(start, _)| *start);
                let end = all.first().ok_or(BadDeduction::Conclusion)?.1;
                if !members.eq(starts) || all.iter().any(|(_, other)| *other != end) {
                    return Err(BadDeduction::Conclusion);
                }
                end
            }
            _ => return Err(BadDeduction::Conclusion),
        };
        let holds = match conclusion {
            (candidate, true) => {
                let is_other = |other: &Candidate| {
                    other.cell == candidate.cell && other.digit != candidate.digit
                };
                self.placement == Some(candidate) && self.removals.iter().all(is_other)
            }
            (candidate, false) => self.placement.is_none() && self.removals == [candidate],
        };
        if holds { Ok(()) } else { Err(BadDeduction::Conclusion) }
    }
}

/// Checks that a placement is alone in its constraint once some candidates have gone.
fn is_alone(
    constraint: Constraint,
    placement: Option<Candidate>,
    board: &Board,
    goes: &dyn Fn(Candidate) -> bool,
) -> Result<(), BadDeduction> {
    let placement = placement.ok_or(BadDeduction::Nothing)?;
    let others = constraint.members(board).into_iter().filter(|&other| other != placement);
    if constraint.holds(placement) && others.into_iter().all(goes) {
        Ok(())
    } else {
        Err(BadDeduction::NotAlone(placement))
    }
}

/// Truths and links, to be counted.
struct Counting<'c> {
    /// The candidates of each truth.
    truths: Vec<Vec<Candidate>>,
    links: &'c [Constraint],
}

impl<'c> Counting<'c> {
    fn new(
        deadly: Option<&Deadly>,
        truths: &[Constraint],
        links: &'c [Constraint],
        board: &Board,
    ) -> Result<Counting<'c>, BadDeduction> {
        let mut all: Vec<Vec<Candidate>> =
            truths.iter().map(|truth| truth.members(board)).collect();
        if all.iter().any(Vec::is_empty) {
            return Err(BadDeduction::NoTruth);
        }
        if let Some(deadly) = deadly {
            if !is_deadly(deadly, board) {
                return Err(BadDeduction::NotDeadly);
            }
            all.push(deadly.spoilers(board));
        }
        Ok(Counting { truths: all, links })
    }

    /// Whether the truths can't all be met with a candidate. It meets those that it is in; of the
    /// others is left what does not see it. If that is in fewer links than there are truths, and
    /// nothing is in two of them, they can't be met.
    fn refutes(&self, candidate: Candidate) -> bool {
        let open: Vec<Vec<Candidate>> = self
            .truths
            .iter()
            .filter(|truth| !truth.contains(&candidate))
            .map(|truth| truth.iter().copied().filter(|&one| !see(one, candidate)).collect())
            .collect();
        let mut left: Vec<Candidate> = open.concat();
        left.sort_unstable();
        let is_in_two = left.windows(2).any(|two| two[0] == two[1]);
        // Links without which all that is left is still in one.
        let mut links = self.links.to_vec();
        let is_linked =
            |links: &[Constraint]| left.iter().all(|&one| links.iter().any(|link| link.holds(one)));
        for place in (0..links.len()).rev() {
            let link = links.swap_remove(place);
            if !is_linked(&links) {
                links.push(link);
            }
        }
        !is_in_two && links.len() < open.len() && is_linked(&links)
    }
}

fn is_deadly(deadly: &Deadly, board: &Board) -> bool {
    match deadly {
        Deadly::Loop { cells, digits } => {
            // A cell may lack one of the digits, or be set to the other, if that is by steps and
            // not by the puzzle.
            let fits = |&cell: &Cell| {
                let has = |&digit: &Digit| board.has(Candidate { cell, digit });
                let is_value = |digit: Digit| digits.contains(&digit);
                let has_one = digits.iter().any(has) || board.value(cell).is_some_and(is_value);
                digits.iter().all(has) || has_one && !board.is_clued(cell)
            };
            let houses = |parity: usize| {
                let cells = cells.iter().skip(parity).step_by(2);
                let mut houses: Vec<House> =
                    cells.flat_map(|&cell| Shape::CLASSIC.houses_of(cell)).collect();
                houses.sort_unstable();
                houses
            };
            let is_once = houses(0).windows(2).all(|two| two[0] != two[1]);
            digits[0] != digits[1]
                && cells.len() >= 4
                && cells.iter().all(fits)
                && is_once
                && houses(0) == houses(1)
        }
        Deadly::Bug(candidates) => {
            let mut rest = board.clone();
            for &candidate in candidates {
                rest.remove(candidate);
            }
            let is_grave = |constraint: Constraint| {
                let count = constraint.members(&rest).len();
                count == 2 || count == 0 && constraint.members(board).is_empty()
            };
            let (shape, mut cells) = (Shape::CLASSIC, (0..81).map(|k| Shape::CLASSIC.cell(k)));
            let mut places = shape.houses().flat_map(|house| {
                shape.digits().map(move |digit| Constraint::Places(house, digit))
            });
            cells.all(|cell| is_grave(Constraint::Cell(cell))) && places.all(is_grave)
        }
    }
}

/// Whether there are digits for the cells with this candidate among them, so that no two that see
/// each other are equal, and each excluder has something left.
fn has_combination(
    board: &Board,
    cells: &[Cell],
    excluders: &[Cell],
    candidate: Candidate,
) -> bool {
    let members = |cell: Cell| Constraint::Cell(cell).members(board);
    let mut combinations: Vec<Vec<Candidate>> = vec![Vec::new()];
    for &cell in cells {
        let mut longer = Vec::new();
        for combination in &combinations {
            for member in members(cell) {
                let is_wrong = cell == candidate.cell && member != candidate;
                if !is_wrong && !combination.iter().any(|&other| see(other, member)) {
                    longer.push([&combination[..], &[member]].concat());
                }
            }
        }
        combinations = longer;
    }
    let leaves_all = |combination: &Vec<Candidate>| {
        excluders.iter().all(|&excluder| {
            let sees = |cell: Cell| SEES[usize::from(number(cell))] >> number(excluder) & 1 == 1;
            let is_left = |member: Candidate| {
                !combination.iter().any(|&other| see(other, member) && sees(other.cell))
            };
            members(excluder).into_iter().any(is_left)
        })
    };
    !cells.contains(&candidate.cell) || combinations.iter().any(leaves_all)
}

fn check_cycle(
    board: &Board,
    nodes: &[Candidate],
    truths: &[Constraint],
) -> Result<(), BadDeduction> {
    let count = nodes.len();
    if count < 4 || !count.is_multiple_of(2) || truths.len() * 2 != count {
        return Err(BadDeduction::Conclusion);
    }
    for (k, &truth) in truths.iter().enumerate() {
        let [before, one, other] = [2 * k, 2 * k + 1, (2 * k + 2) % count].map(|k| nodes[k]);
        let members = truth.members(board);
        let are_two = members.len() == 2 && members.contains(&one) && members.contains(&other);
        if !are_two || one == other {
            return Err(BadDeduction::Inference(other));
        }
        if !see(before, one) {
            return Err(BadDeduction::Inference(one));
        }
    }
    Ok(())
}

/// Checks that each inference follows from those before it.
fn check_strand(board: &Board, strand: &[Inference]) -> Result<(), BadDeduction> {
    for (place, inference) in strand.iter().enumerate() {
        let candidate = inference.candidate;
        let premises: Option<Vec<&Inference>> = inference
            .premises
            .iter()
            .map(|&premise| strand[..place].get(usize::from(premise)))
            .collect();
        let premises = premises.ok_or(BadDeduction::Inference(candidate))?;
        let are = |is_true: bool| premises.iter().all(|premise| premise.is_true == is_true);
        let follows = board.has(candidate)
            && match &inference.reason {
                Reason::Assumed => place == 0,
                Reason::Seen => {
                    let sees = |premise: &&Inference| see(premise.candidate, candidate);
                    !inference.is_true && are(true) && premises.iter().any(sees)
                }
                Reason::Last(constraint) => {
                    let is_false = |other: Candidate| {
                        other == candidate
                            || premises.iter().any(|premise| premise.candidate == other)
                    };
                    inference.is_true
                        && are(false)
                        && constraint.holds(candidate)
                        && constraint.members(board).into_iter().all(is_false)
                }
                Reason::Nested(deduction) => {
                    let mut rest = board.clone();
                    for premise in &premises {
                        rest.remove(premise.candidate);
                    }
                    !inference.is_true
                        && are(false)
                        && deduction.removals.contains(&candidate)
                        && deduction.check(&rest).is_ok()
                }
            };
        if !follows {
            return Err(BadDeduction::Inference(candidate));
        }
    }
    Ok(())
}
