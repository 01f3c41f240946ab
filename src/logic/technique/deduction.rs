//! A deduction: a technique, where it is seen, what goes and what is placed.
//!
//! ```text
//!      truths    constraints that each need a candidate      row 2 and row 6 need a 4
//!      links     constraints that each hold at most one      columns 3 and 8 hold one 4 each
//!
//!      all candidates of the truths are in the links, and there are as many links as truths:
//!      so each link is used up by a truth, and its other candidates go
//! ```
//!
//! Locked candidates, subsets, fish and wings are all of this kind ([`Evidence::Counting`]), and so
//! are rectangles and BUGs once their [`Deadly`] pattern counts as a truth: one of the candidates
//! that spoil it is true. [`Deduction::check`] does this count for each candidate that goes. It
//! looks at houses, and repeats none of the steps that found the deduction.
//!
//! Chains are strands of [`Inference`]s, what follows from an assumption step by step:
//!
//! ```text
//!      r1c1=4 is assumed         so r1c5=4 is false (they see each other)
//!                                so r1c5=7 is true  (the last candidate of its cell)
//!                                so r3c5=7 is false ...
//! ```
//!
//! Invariant: removals are candidates of the board, and there is a removal or a placement.
//!
//! Source: truths and links are Allan Barker's "base and cover sets" (Xsudo).

use smallvec::SmallVec;

use super::Board;
use super::bits::{cells, ones};
use super::constraint::Constraint;
use super::kind::Technique;
use super::tables::candidate;
use crate::sudoku::{Candidate, Cell, Digit, House};

/// An instance of a technique.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// The technique.
    pub technique: Technique,
    /// How difficult it is in Sudoku Explainer, in tenths.
    pub difficulty: u16,
    /// The candidates that are false.
    pub removals: Vec<Candidate>,
    /// The candidate that is true.
    pub placement: Option<Candidate>,
    /// Where it is seen.
    pub evidence: Evidence,
}

/// Where a technique is seen, and why its conclusion follows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// The placement is the only candidate of its constraint.
    Single(Constraint),
    /// Truths have no room for a candidate that goes, since it takes their links.
    Counting {
        /// A further truth: one of the candidates that spoil a deadly pattern.
        deadly: Option<Deadly>,
        /// Constraints that need a candidate, none of them in two.
        truths: Vec<Constraint>,
        /// Constraints that hold at most one.
        links: Vec<Constraint>,
        /// The constraint in which the placement is alone then; `None` if there is no placement.
        single: Option<Constraint>,
    },
    /// With a candidate that goes, these cells have no combination that leaves something to all
    /// excluders.
    Aligned {
        /// Two or three cells.
        cells: Vec<Cell>,
        /// The cells that see all of them and decide.
        excluders: Vec<Cell>,
    },
    /// A closed chain: either all nodes at even places are true, or all at odd places.
    Cycle {
        /// The candidates in order: the first is true together with the third, the fifth and so on.
        nodes: Vec<Candidate>,
        /// The constraints from the second node to the third, from the fourth to the fifth, and so
        /// on: the two are its only candidates. The other neighbours see each other.
        truths: Vec<Constraint>,
    },
    /// Clusters of candidates in two colours: all of one colour are true, and none of the other.
    Colours {
        /// Constraints with two candidates, one of each colour of a cluster.
        truths: Vec<Constraint>,
        /// The candidates of both colours.
        clusters: Vec<[Vec<Candidate>; 2]>,
    },
    /// Truths in a chain, each of which has a true candidate in one of two nodes: the second node
    /// of one sees the first of the next. So one of the ends is true.
    Chain {
        /// The truths in their order.
        links: Vec<StrongLink>,
        /// Whether the last node sees the first, too: then one of each two that see each other is
        /// true.
        is_closed: bool,
    },
    /// A cell, each candidate of which is seen by an almost locked set, which has another digit if
    /// the candidate is true.
    Blossom {
        /// The cell.
        stem: Cell,
        /// The sets: their digit of the stem, and the digit that goes.
        petals: Vec<StrongLink>,
    },
    /// All ways to place a digit in the whole grid: what goes is in none of them, what is placed in
    /// all.
    Templates {
        /// The digit.
        digit: Digit,
        /// Candidates that are in all templates of theirs, each with those before it placed.
        /// Templates of other digits don't have their cells.
        placed: Vec<Candidate>,
    },
    /// Two deductions that share a part of their patterns, made at once.
    Twins(Box<[Deduction; 2]>),
    /// What follows from assumptions of which one is true.
    Forcing {
        /// Why one is true, or false.
        ground: ForcingReason,
        /// What follows from each.
        strands: Vec<Vec<Inference>>,
    },
}

/// Two nodes, candidates of one digit each, of which one has a true candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrongLink {
    /// The nodes.
    pub nodes: [Vec<Candidate>; 2],
    /// Why.
    pub basis: Basis,
}

/// Why one of two nodes has a true candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// All candidates of the constraint are in them.
    Constraint(Constraint),
    /// Cells of a house with one digit more than there are cells, an almost locked set: each node
    /// is all places of one of these digits. A cell may be outside of the house if all places of
    /// each of its digits see each other.
    Set(Vec<Cell>),
}

/// What makes a forcing chain conclusive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForcingReason {
    /// One strand ends with the negation of its start, so the negation holds.
    Negation,
    /// Two strands with one start end with a candidate and with its negation, so the start is
    /// wrong.
    Contradiction,
    /// The strands start with a candidate and with its negation, and end the same.
    Either(Candidate),
    /// The strands start with the candidates of a constraint, and end the same.
    All(Constraint),
}

/// A candidate that is true or false under an assumption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inference {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether it is true.
    pub is_true: bool,
    /// Why.
    pub reason: Reason,
    pub(super) premises: SmallVec<[u16; 4]>,
}

impl Inference {
    /// The places of its premises in the strand, all before it.
    pub fn premises(&self) -> &[u16] {
        &self.premises
    }
}

/// Why an [`Inference`] follows from its premises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is the assumption.
    Assumed,
    /// It is false since it sees its premise, which is true.
    Seen,
    /// It is true since its premises are all other candidates of the constraint, and false.
    Last(Constraint),
    /// It is false by a deduction on the board without its premises, which are false.
    Nested(Box<Deduction>),
}

/// A pattern that a puzzle with one solution can't end in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deadly {
    /// Cells with the same two digits in turn, so that each of their houses has one of both kinds.
    Loop {
        /// The cells in order; a rectangle has four.
        cells: Vec<Cell>,
        /// The two digits.
        digits: [Digit; 2],
    },
    /// Without these candidates, each empty cell has two, and each digit two places in a house or
    /// none.
    Bug(Vec<Candidate>),
}

impl Deadly {
    /// The candidates of which one must be true.
    pub fn spoilers(&self, board: &Board) -> Vec<Candidate> {
        match self {
            Deadly::Loop { cells, digits } => {
                let others = |&cell: &Cell| {
                    let members = Constraint::Cell(cell).members(board).into_iter();
                    members.filter(|member| !digits.contains(&member.digit)).collect::<Vec<_>>()
                };
                cells.iter().flat_map(others).collect()
            }
            Deadly::Bug(candidates) => candidates.clone(),
        }
    }
}

impl Deduction {
    /// A deduction with removals.
    pub(super) fn removing(
        technique: Technique,
        difficulty: u16,
        removals: Removals,
        evidence: Evidence,
    ) -> Deduction {
        let removals = removals.into_candidates();
        Deduction { technique, difficulty, removals, placement: None, evidence }
    }

    /// Removes and places.
    ///
    /// # Panics
    /// If a 9×9 grid does not have a candidate of it.
    pub fn apply(&self, board: &mut Board) {
        self.removals.iter().for_each(|&candidate| board.remove(candidate));
        if let Some(candidate) = self.placement {
            board.set(candidate);
        }
    }

    /// What counts where techniques are equally difficult: the truths, the inferences of strands
    /// with those nested in them, or the cells.
    pub fn size(&self) -> usize {
        match &self.evidence {
            Evidence::Single(_) => 1,
            Evidence::Counting { truths, deadly, .. } => {
                truths.len() + usize::from(deadly.is_some())
            }
            Evidence::Aligned { cells, .. } => cells.len(),
            Evidence::Chain { links, .. } => links.len(),
            Evidence::Blossom { petals, .. } => 1 + petals.len(),
            // As many as a template of an empty grid has.
            Evidence::Templates { placed, .. } => 9 + placed.len(),
            Evidence::Twins(both) => both.iter().map(Deduction::size).sum(),
            Evidence::Cycle { truths, .. } | Evidence::Colours { truths, .. } => truths.len(),
            Evidence::Forcing { strands, .. } => {
                let of = |inference: &Inference| match &inference.reason {
                    Reason::Nested(nested) => 1 + nested.size(),
                    _ => 1,
                };
                strands.iter().flatten().map(of).sum()
            }
        }
    }

    /// The house in which, or the cells in which a counting deduction is seen: its truths, then its
    /// links.
    pub fn houses(&self) -> Vec<House> {
        let mut houses = Vec::new();
        if let Evidence::Twins(both) = &self.evidence {
            houses = both.iter().flat_map(Deduction::houses).collect();
        }
        let Evidence::Counting { truths, links, .. } = &self.evidence else { return houses };
        let places = truths.iter().chain(links).filter_map(|constraint| match constraint {
            Constraint::Places(house, _) => Some(*house),
            Constraint::Cell(_) => None,
        });
        places.for_each(|house| {
            if !houses.contains(&house) {
                houses.push(house);
            }
        });
        houses
    }
}

/// Digits that go from cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(in crate::logic) struct Removals(pub(super) SmallVec<[(u8, u16); 6]>);

impl Removals {
    /// Digits of one cell.
    pub(super) fn of_cell(cell: u8, digits: u16) -> Removals {
        let mut removals = Removals::default();
        removals.add(cell, digits);
        removals
    }

    /// A digit of several cells.
    pub(super) fn of_digit(from: u128, digit: u8) -> Removals {
        Removals(cells(from).map(|cell| (cell, 1 << digit)).collect())
    }

    /// The cells of each digit, by cell.
    pub(super) fn of_digits(lost: &[u128; 9]) -> Removals {
        let mut removals = Removals::default();
        for cell in cells(lost.iter().fold(0, |all, lost| all | lost)) {
            let digits = (0..9).filter(|&digit: &u8| lost[usize::from(digit)] >> cell & 1 == 1);
            removals.add(cell, digits.fold(0, |digits, digit| digits | 1 << digit));
        }
        removals
    }

    /// Adds these to the cells of each digit.
    pub(super) fn gather(&self, lost: &mut [u128; 9]) {
        for &(cell, digits) in &self.0 {
            ones(digits).for_each(|digit| lost[usize::from(digit)] |= 1 << cell);
        }
    }

    /// Digits of a cell, if there are any.
    pub(super) fn add(&mut self, cell: u8, digits: u16) {
        if digits != 0 {
            self.0.push((cell, digits));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many candidates go.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|(_, digits)| digits.count_ones()).sum()
    }

    /// By cell.
    pub(super) fn sorted(mut self) -> Removals {
        self.0.sort_unstable();
        self
    }

    /// As `cell * 9 + digit`.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u16> {
        let of_cell = |&(cell, digits): &(u8, u16)| {
            ones(digits).map(move |d| u16::from(cell) * 9 + u16::from(d))
        };
        self.0.iter().flat_map(of_cell)
    }

    fn into_candidates(self) -> Vec<Candidate> {
        let of_cell =
            |(cell, digits): (u8, u16)| ones(digits).map(move |digit| candidate(cell, digit));
        self.0.into_iter().flat_map(of_cell).collect()
    }
}
