//! Which open candidates are in which constraints: a board of singles, its candidates numbered.
//!
//! ```text
//!      candidates   0      1      2      3      ...         in any order
//!      constraints  r1c1: 0 1     row 1, 4: 1 3 7 ...       those that are not yet fulfilled
//! ```
//!
//! Invariant: singles find nothing more on the board. So each open constraint has two members or
//! more, and what is not open is linked to nothing that is.

use super::board::{Board, CONSTRAINTS, Candidate};

/// The most members of a constraint.
pub(super) const MEMBERS: usize = 9;

/// A constraint: its members, in the first places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    number: u16,
    members: [u16; MEMBERS],
}

impl Constraint {
    /// A constraint without members. In the places of those that it lacks is `nobody`.
    pub(super) fn new(nobody: u16) -> Constraint {
        Constraint { number: 0, members: [nobody; MEMBERS] }
    }

    pub(super) fn members(&self) -> &[u16] {
        // The compiler knows the bound.
        &self.members[..usize::from(self.number).min(MEMBERS)]
    }

    /// All places.
    pub(super) fn places(&self) -> &[u16; MEMBERS] {
        &self.members
    }

    pub(super) fn push(&mut self, member: u16) {
        self.members[usize::from(self.number)] = member;
        self.number += 1;
    }
}

/// Open candidates and constraints. Of `n` candidates number `n` is nobody.
#[derive(Default, Debug)]
pub(super) struct Incidence {
    pub(super) candidates: Vec<Candidate>,
    pub(super) constraints: Vec<Constraint>,
    /// Of each candidate its four constraints.
    pub(super) of: Vec<[u16; 4]>,
}

impl Incidence {
    /// Reads a board under singles.
    pub(super) fn read(&mut self, board: &Board) {
        self.candidates.clear();
        self.constraints.clear();
        self.of.clear();
        let mut numbers = [u16::MAX; CONSTRAINTS];
        board.add_open(&mut self.candidates);
        let nobody = self.candidates.len() as u16;
        for (index, candidate) in self.candidates.iter().enumerate() {
            self.of.push(candidate.constraints().map(|constraint| {
                let number = &mut numbers[constraint];
                if *number == u16::MAX {
                    *number = self.constraints.len() as u16;
                    self.constraints.push(Constraint::new(nobody));
                }
                self.constraints[usize::from(*number)].push(index as u16);
                *number
            }));
        }
    }

    /// The number of open candidates.
    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }
}
