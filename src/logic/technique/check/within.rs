//! What a deduction names is of a 9×9 grid: then looking it up finds something.
//!
//! A caller may build a deduction of any cells, digits and houses, and check it.

use super::super::Deadly;
use super::super::board::can_have;
use super::super::constraint::Constraint;
use super::super::deduction::{Basis, Evidence, ForcingReason, Inference, Reason, StrongLink};
use crate::sudoku::{Candidate, Cell, Shape};

impl Evidence {
    /// Whether a 9×9 grid has all cells, candidates and constraints of it. Deductions inside it are
    /// left out.
    pub(super) fn is_classic(&self) -> bool {
        match self {
            Evidence::Single(constraint) => constraint.is_classic(),
            Evidence::Counting { deadly, truths, links, single } => {
                let mut all = truths.iter().chain(links).chain(single);
                all.all(|constraint| constraint.is_classic())
                    && deadly.as_ref().is_none_or(is_deadly_classic)
            }
            Evidence::Aligned { cells, excluders } => has_all(cells) && has_all(excluders),
            Evidence::Cycle { nodes, truths } => can_have_all(nodes) && are_classic(truths),
            Evidence::Colours { truths, clusters } => {
                are_classic(truths) && clusters.iter().flatten().all(|nodes| can_have_all(nodes))
            }
            Evidence::Chain { links, is_closed: _ } => links.iter().all(is_link_classic),
            Evidence::Blossom { stem, petals } => {
                Shape::CLASSIC.has(*stem) && petals.iter().all(is_link_classic)
            }
            Evidence::Templates { digit, placed } => digit.index() < 9 && can_have_all(placed),
            Evidence::Twins(both) => both.iter().all(|one| can_have_all(&one.removals)),
            Evidence::Forcing { ground, strands } => {
                is_ground_classic(*ground) && strands.iter().flatten().all(is_inference_classic)
            }
        }
    }
}

fn is_deadly_classic(deadly: &Deadly) -> bool {
    match deadly {
        Deadly::Loop { cells, digits } => {
            has_all(cells) && digits.iter().all(|digit| digit.index() < 9)
        }
        Deadly::Bug(candidates) => can_have_all(candidates),
    }
}

fn is_link_classic(link: &StrongLink) -> bool {
    let is_basis_classic = match &link.basis {
        Basis::Constraint(constraint) => constraint.is_classic(),
        Basis::Set(cells) => has_all(cells),
    };
    is_basis_classic && link.nodes.iter().all(|node| can_have_all(node))
}

fn is_ground_classic(ground: ForcingReason) -> bool {
    match ground {
        ForcingReason::Negation | ForcingReason::Contradiction => true,
        ForcingReason::Either(candidate) => can_have(candidate),
        ForcingReason::All(constraint) => constraint.is_classic(),
    }
}

fn is_inference_classic(inference: &Inference) -> bool {
    let is_reason_classic = match &inference.reason {
        Reason::Assumed | Reason::Seen => true,
        Reason::Last(constraint) => constraint.is_classic(),
        Reason::Nested(deduction) => can_have_all(&deduction.removals),
    };
    is_reason_classic && can_have(inference.candidate)
}

fn has_all(cells: &[Cell]) -> bool {
    cells.iter().all(|&cell| Shape::CLASSIC.has(cell))
}

fn can_have_all(candidates: &[Candidate]) -> bool {
    candidates.iter().all(|&candidate| can_have(candidate))
}

fn are_classic(constraints: &[Constraint]) -> bool {
    constraints.iter().all(|constraint| constraint.is_classic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::technique::{BadDeduction, Board, Deduction, Technique};
    use crate::sudoku::{Digit, Grid, House};

    /// Gives what a 9×9 grid has, but for one of its answers.
    struct Forger {
        given: usize,
        forged: usize,
        outside: (Cell, Digit, House),
    }

    impl Forger {
        fn give<T>(&mut self, inside: T, outside: T) -> T {
            self.given += 1;
            if self.given - 1 == self.forged { outside } else { inside }
        }

        fn cell(&mut self) -> Cell {
            self.give(Cell { row: 0, column: 3 }, self.outside.0)
        }

        fn digit(&mut self) -> Digit {
            self.give(Digit::at(1), self.outside.1)
        }

        fn candidate(&mut self) -> Candidate {
            Candidate { cell: self.cell(), digit: self.digit() }
        }

        fn cell_constraint(&mut self) -> Constraint {
            Constraint::Cell(self.cell())
        }

        fn places(&mut self) -> Constraint {
            Constraint::Places(self.give(House::Row(0), self.outside.2), self.digit())
        }

        fn link(&mut self, basis: Basis) -> StrongLink {
            StrongLink { nodes: [vec![self.candidate()], vec![self.candidate()]], basis }
        }

        fn strands(&mut self, reason: Reason) -> Vec<Vec<Inference>> {
            let inference = |candidate, reason, premises: &[u16]| Inference {
                candidate,
                is_true: true,
                reason,
                premises: premises.into(),
            };
            let first = inference(self.candidate(), Reason::Assumed, &[]);
            vec![vec![first, inference(self.candidate(), reason, &[0])]]
        }

        fn forcing(&mut self, ground: ForcingReason, reason: Reason) -> Evidence {
            Evidence::Forcing { ground, strands: self.strands(reason) }
        }

        /// Evidence of each kind, with a value in each field.
        fn all(&mut self) -> Vec<Evidence> {
            let deadly = [
                Deadly::Loop { cells: vec![self.cell(); 4], digits: [self.digit(), self.digit()] },
                Deadly::Bug(vec![self.candidate()]),
            ];
            let mut all = Vec::from(deadly.map(|deadly| Evidence::Counting {
                deadly: Some(deadly),
                truths: vec![self.places()],
                links: vec![self.cell_constraint()],
                single: Some(self.places()),
            }));
            let set = Basis::Set(vec![self.cell()]);
            let constraint = Basis::Constraint(self.places());
            let inner = removing(Evidence::Single(self.cell_constraint()));
            let nested = Reason::Nested(Box::new(inner.clone()));
            let (last, all_of) = (Reason::Last(self.places()), ForcingReason::All(self.places()));
            let either = ForcingReason::Either(self.candidate());
            all.extend([
                Evidence::Single(self.cell_constraint()),
                Evidence::Aligned {
                    cells: vec![self.cell(), self.cell()],
                    excluders: vec![self.cell()],
                },
                Evidence::Cycle {
                    nodes: (0..4).map(|_| self.candidate()).collect(),
                    truths: vec![self.places(), self.places()],
                },
                Evidence::Colours {
                    truths: vec![self.places()],
                    clusters: vec![[vec![self.candidate()], vec![self.candidate()]]],
                },
                Evidence::Chain {
                    links: vec![self.link(set.clone()), self.link(constraint)],
                    is_closed: true,
                },
                Evidence::Blossom { stem: self.cell(), petals: vec![self.link(set)] },
                Evidence::Templates { digit: self.digit(), placed: vec![self.candidate()] },
                Evidence::Twins(Box::new([inner.clone(), inner])),
                self.forcing(ForcingReason::Negation, nested),
                self.forcing(either, Reason::Seen),
                self.forcing(all_of, last),
            ]);
            all
        }
    }

    /// What removes the 2 of r1c1 by this evidence.
    fn removing(evidence: Evidence) -> Deduction {
        let removals = vec![Candidate { cell: Cell { row: 0, column: 0 }, digit: Digit::at(1) }];
        let (technique, difficulty) = (Technique::Pointing, 0);
        Deduction { technique, difficulty, removals, placement: None, evidence }
    }

    fn board() -> Board {
        Board::of(&Grid::empty(Shape::CLASSIC)).unwrap()
    }

    fn check(evidence: &Evidence) -> Result<(), BadDeduction> {
        removing(evidence.clone()).check(&board())
    }

    #[test]
    fn what_is_outside_of_the_grid_is_an_error_in_each_field() {
        let outside =
            [(0, 9), (9, 0), (255, 255), (24, 8)].map(|(row, column)| Cell { row, column });
        let houses = [House::Row(9), House::Column(255), House::Box(28), House::Box(255)];
        for (k, cell) in outside.into_iter().enumerate() {
            let mut forger = Forger {
                given: 0,
                forged: usize::MAX,
                outside: (cell, Digit::at(9 + 5 * k), houses[k]),
            };
            let plain = forger.all();
            assert!(plain.iter().all(Evidence::is_classic));
            for forged in 0..forger.given {
                (forger.given, forger.forged) = (0, forged);
                let all = forger.all();
                let differ = plain.iter().zip(&all).filter(|(plain, other)| plain != other);
                let mut count = 0;
                for (_, forged) in differ {
                    count += 1;
                    assert!(check(forged).is_err(), "{forged:?}");
                    let is_inside = matches!(
                        forged,
                        Evidence::Twins(_)
                            | Evidence::Forcing { ground: ForcingReason::Negation, .. }
                    );
                    assert!(is_inside || check(forged) == Err(BadDeduction::Outside), "{forged:?}");
                }
                assert!(count > 0, "value {forged} is in some evidence");
            }
        }
    }

    #[test]
    fn evidence_with_an_empty_list_is_an_error() {
        let empty = StrongLink { nodes: [vec![], vec![]], basis: Basis::Set(vec![]) };
        let two = || vec![empty.clone(), empty.clone()];
        for evidence in [
            Evidence::Counting { deadly: None, truths: vec![], links: vec![], single: None },
            Evidence::Counting {
                deadly: Some(Deadly::Bug(vec![])),
                truths: vec![],
                links: vec![],
                single: None,
            },
            Evidence::Aligned { cells: vec![], excluders: vec![] },
            Evidence::Cycle { nodes: vec![], truths: vec![] },
            Evidence::Colours { truths: vec![], clusters: vec![] },
            Evidence::Colours { truths: vec![], clusters: vec![[vec![], vec![]]] },
            Evidence::Chain { links: vec![], is_closed: true },
            Evidence::Chain { links: two(), is_closed: true },
            Evidence::Blossom { stem: Cell { row: 0, column: 0 }, petals: vec![] },
            Evidence::Blossom { stem: Cell { row: 0, column: 0 }, petals: two() },
            Evidence::Templates { digit: Digit::at(0), placed: vec![] },
            Evidence::Forcing { ground: ForcingReason::Negation, strands: vec![] },
            Evidence::Forcing { ground: ForcingReason::Contradiction, strands: vec![vec![]; 2] },
            Evidence::Forcing {
                ground: ForcingReason::All(Constraint::Places(House::Row(0), Digit::at(1))),
                strands: vec![vec![]],
            },
        ] {
            assert!(check(&evidence).is_err(), "{evidence:?}");
        }
    }

    #[test]
    fn more_cells_than_are_aligned_take_no_memory() {
        let cells: Vec<Cell> = (0..81).map(|index| Shape::CLASSIC.cell(index)).collect();
        let all = Evidence::Aligned { cells: cells.clone(), excluders: cells };
        assert_eq!(check(&all), Err(BadDeduction::Conclusion));
    }
}
