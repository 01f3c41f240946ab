//! Checks a net by looking at houses: each placement must be a single once its premises are set,
//! and the conclusion must follow.
//!
//! Deliberately lacking: counts, copies of the grid, and all other means of finding a net.

use super::{Conclusion, Net, Node, cancels, rivals};
use crate::logic::{Contradiction, Pencil};
use crate::sudoku::Candidate;

/// Why a net is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadNet {
    /// It does not begin with a cell that has two candidates, or a house with two places.
    #[error("its start is not one of two")]
    Start,
    /// A placement does not follow from its premises.
    #[error("{0} does not follow from its premises")]
    Placement(Candidate),
    /// The conclusion does not follow.
    #[error("its conclusion does not follow")]
    Conclusion,
}

impl Net {
    /// Checks that the net holds for these pencil marks, by looking at houses alone.
    ///
    /// # Errors
    /// If it does not hold.
    pub fn check(&self, pencil: &Pencil) -> Result<(), BadNet> {
        let members = self.pair.members(pencil).ok_or(BadNet::Start)?;
        let starts = self
            .branches
            .each_ref()
            .map(|branch| branch.first().map(|start| start.single.candidate));
        if starts != members.map(Some) {
            return Err(BadNet::Start);
        }
        for branch in &self.branches {
            for (place, node) in branch.iter().enumerate().skip(1) {
                node.check(pencil, &branch[..place])?;
            }
        }
        let goes = |branch: &[Node], candidate: Candidate| {
            branch.iter().any(|node| cancels(pencil.shape(), node.single.candidate, candidate))
        };
        let holds = match &self.conclusion {
            Conclusion::Common(common) => common.iter().all(|&candidate| {
                pencil.has(candidate) && self.branches.iter().all(|branch| goes(branch, candidate))
            }),
            Conclusion::Contradicted { branch, contradiction } => {
                let branch = self.branches.get(*branch).ok_or(BadNet::Conclusion)?;
                is_contradicted(
                    pencil,
                    *contradiction,
                    |candidate| goes(branch, candidate),
                    |candidate| branch.iter().any(|node| node.single.candidate == candidate),
                )
            }
        };
        if holds { Ok(()) } else { Err(BadNet::Conclusion) }
    }
}

impl Node {
    /// Checks that a premise takes each rival away, and that premises were set in earlier
    /// iterations.
    fn check(&self, pencil: &Pencil, before: &[Node]) -> Result<(), BadNet> {
        let is_before = |premise: &&Node| premise.iteration < self.iteration;
        let premises = self.premises.iter().map(|&place| Node::at(before, place));
        let premises: Option<Vec<&Node>> = premises.map(|node| node.filter(is_before)).collect();
        let goes = |rival: &Candidate| {
            let mut premises = premises.iter().flatten();
            premises.any(|premise| cancels(pencil.shape(), premise.single.candidate, *rival))
        };
        let Candidate { cell, .. } = self.single.candidate;
        let is_in_house =
            self.single.house.is_none_or(|house| pencil.shape().houses_of(cell).contains(&house));
        if premises.is_some()
            && is_in_house
            && pencil.has(self.single.candidate)
            && rivals(pencil, self.single).iter().all(goes)
        {
            Ok(())
        } else {
            Err(BadNet::Placement(self.single.candidate))
        }
    }
}

/// Whether this contradiction exists when some candidates are set and others go.
fn is_contradicted(
    pencil: &Pencil,
    contradiction: Contradiction,
    goes: impl Fn(Candidate) -> bool,
    is_set: impl Fn(Candidate) -> bool,
) -> bool {
    match contradiction {
        Contradiction::Twice { digit, house, cells: [one, other] } => {
            let stands = |cell| {
                let candidate = Candidate { cell, digit };
                (is_set(candidate) || pencil.is_set(cell) && pencil.has(candidate))
                    && pencil.shape().houses_of(cell).contains(&house)
            };
            one != other && stands(one) && stands(other)
        }
        Contradiction::NoCandidate(cell) => {
            pencil.digits(cell).all(|digit| goes(Candidate { cell, digit }))
        }
        Contradiction::NoPlace { digit, house } => {
            pencil.places(house, digit).all(|cell| goes(Candidate { cell, digit }))
        }
    }
}
