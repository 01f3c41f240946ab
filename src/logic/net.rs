//! Forcing nets: one of two candidates is true; a net finds what goes either way.
//!
//! ```text
//!      r4c4 is 2 or 7     if 2:  r4c6=7, r6c4=9   then r6c1=2 ...    r6c1=9 goes
//!      (a bivalue cell)   if 7:  r9c4=2           then r9c1=9 ...    r6c1=9 goes    so it is false
//! ```
//!
//! A *b/b pair* is a cell with two candidates, or a house with two places for a digit. Each of the
//! two is set in a copy of the grid, and its consequences are set by iterations. A candidate that
//! goes in both copies is false; if a copy is contradicted, its first candidate is false.
//!
//! Every placement is a [`Node`] that names its *premises*: the placements that took its rivals
//! away. A net has only the nodes that its conclusion reaches through premises; so it is trimmed as
//! it is made, often to a chain. [`Net::check`] looks at houses, and repeats none of the steps that
//! found the net.
//!
//! A node names its premises by their places in the branch. So a net is a value like any other: it
//! can be kept, and sent to another thread.
//!
//! Invariant: the premises of a node are of earlier iterations.
//!
//! Source: Draco and daj95376, *Pseudocode for forcing chain/net discovery*, 2008.
//!
//! Deliberately lacking: [finding](super::find) nets.

use smallvec::SmallVec;

use super::{Contradiction, Pencil, Single};
use crate::sudoku::{Candidate, Cell, Digit, House, Shape};

mod check;

pub use check::BadNet;

/// The start of a net.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pair {
    /// A cell with two candidates.
    Bivalue(Cell),
    /// A house with two places for a digit.
    Bilocal(House, Digit),
}

impl Pair {
    /// The two candidates, one of which is true; `None` if there are fewer or more.
    pub fn members(self, pencil: &Pencil) -> Option<[Candidate; 2]> {
        let candidates: SmallVec<[Candidate; 3]> = match self {
            Pair::Bivalue(cell) => {
                pencil.digits(cell).take(3).map(|digit| Candidate { cell, digit }).collect()
            }
            Pair::Bilocal(house, digit) => {
                pencil.places(house, digit).take(3).map(|cell| Candidate { cell, digit }).collect()
            }
        };
        <[Candidate; 2]>::try_from(&candidates[..]).ok()
    }
}

/// All b/b pairs: cells, then houses with their digits.
pub fn pairs(pencil: &Pencil) -> Vec<Pair> {
    let shape = pencil.shape();
    let cells = (0..shape.cells()).map(|index| Pair::Bivalue(shape.cell(index)));
    let houses = shape
        .houses()
        .flat_map(|house| shape.digits().map(move |digit| Pair::Bilocal(house, digit)));
    cells.chain(houses).filter(|pair| pair.members(pencil).is_some()).collect()
}

/// A candidate set in a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The candidate set; for a start, without a house.
    pub single: Single,
    /// 0 for the start.
    pub iteration: u16,
    /// Its number in the order of placements of the branch.
    pub place: u16,
    /// The places of the placements that took its rivals away.
    premises: SmallVec<[u16; 8]>,
}

impl Node {
    pub(super) fn new(
        single: Single,
        iteration: u16,
        place: u16,
        premises: SmallVec<[u16; 8]>,
    ) -> Node {
        Node { single, iteration, place, premises }
    }

    /// The places of its premises, ascending: the placements that took its rivals away.
    pub fn premises(&self) -> &[u16] {
        &self.premises
    }

    /// The node among `nodes` at a place.
    pub(super) fn at(nodes: &[Node], place: u16) -> Option<&Node> {
        let at = nodes.binary_search_by_key(&place, |node| node.place).ok()?;
        Some(&nodes[at])
    }
}

/// The conclusion of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// These candidates go in both branches.
    Common(Vec<Candidate>),
    /// A branch, 0 or 1, is contradicted.
    Contradicted {
        /// The branch.
        branch: usize,
        /// The contradiction.
        contradiction: Contradiction,
    },
}

/// Two branches, and their conclusion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// Its start.
    pub pair: Pair,
    /// The placements of each branch, the start first, premises before their conclusions. If the
    /// other branch is contradicted, a branch has only its start.
    pub branches: [Vec<Node>; 2],
    /// The conclusion.
    pub conclusion: Conclusion,
}

impl Net {
    /// The net of a conclusion, from all placements of the branches.
    pub(super) fn new(
        pencil: &Pencil,
        pair: Pair,
        branches: [&[Node]; 2],
        conclusion: Conclusion,
    ) -> Net {
        let needed = [0, 1].map(|branch| {
            let placements = branches[branch];
            let grounds = grounds(pencil, placements, branch, &conclusion);
            let mut needed = reached(placements, grounds);
            if needed.first().is_none_or(|node| node.place > 0) {
                needed.splice(..0, placements.first().cloned());
            }
            needed
        });
        Net { pair, branches: needed, conclusion }
    }

    /// The candidates that are false; none if it lacks the branch that is contradicted.
    pub fn cancellations(&self) -> Vec<Candidate> {
        match &self.conclusion {
            Conclusion::Common(common) => common.clone(),
            Conclusion::Contradicted { branch, .. } => {
                let start = self.branches.get(*branch).and_then(|branch| branch.first());
                start.map(|start| start.single.candidate).into_iter().collect()
            }
        }
    }

    /// The premises of `node`, which is of a `branch`, 0 or 1.
    pub fn premises<'b>(&'b self, branch: usize, node: &'b Node) -> impl Iterator<Item = &'b Node> {
        let nodes = self.branches.get(branch).map_or(&[][..], Vec::as_slice);
        node.premises.iter().filter_map(|&place| Node::at(nodes, place))
    }

    /// The number of placements in both branches, with their starts.
    pub fn length(&self) -> usize {
        self.branches.iter().map(Vec::len).sum()
    }

    /// The number of the last iteration.
    pub fn depth(&self) -> usize {
        let iterations = self.branches.iter().flatten().map(|node| node.iteration);
        iterations.max().unwrap_or(0).into()
    }

    /// The net that cancels only `wanted` candidates, trimmed to these. `None` if it cancels none
    /// of them.
    #[must_use]
    pub fn keeping(&self, pencil: &Pencil, wanted: impl Fn(Candidate) -> bool) -> Option<Net> {
        let kept: Vec<Candidate> =
            self.cancellations().into_iter().filter(|&c| wanted(c)).collect();
        let conclusion = match &self.conclusion {
            _ if kept.is_empty() => return None,
            Conclusion::Common(_) => Conclusion::Common(kept),
            contradicted @ Conclusion::Contradicted { .. } => contradicted.clone(),
        };
        Some(Net::new(pencil, self.pair, self.branches.each_ref().map(Vec::as_slice), conclusion))
    }
}

/// The nodes reached through premises, in the order of setting.
fn reached<'n>(placements: &'n [Node], mut from: SmallVec<[&'n Node; 8]>) -> Vec<Node> {
    let mut reached: Vec<&Node> = Vec::new();
    while let Some(node) = from.pop() {
        if let Err(place) = reached.binary_search_by_key(&node.place, |other| other.place) {
            reached.insert(place, node);
            from.extend(node.premises.iter().filter_map(|&place| Node::at(placements, place)));
        }
    }
    reached.into_iter().cloned().collect()
}

/// The placements of a branch that a conclusion depends on.
pub(super) fn grounds<'n>(
    pencil: &Pencil,
    placements: &'n [Node],
    branch: usize,
    conclusion: &Conclusion,
) -> SmallVec<[&'n Node; 8]> {
    match conclusion {
        Conclusion::Common(common) => takers(pencil.shape(), placements, common),
        Conclusion::Contradicted { branch: contradicted, contradiction }
            if *contradicted == branch =>
        {
            match *contradiction {
                Contradiction::Twice { digit, cells, .. } => {
                    let is_one = |node: &&Node| {
                        node.single.candidate.digit == digit
                            && cells.contains(&node.single.candidate.cell)
                    };
                    placements.iter().filter(is_one).collect()
                }
                Contradiction::NoCandidate(cell) => {
                    let all: Vec<_> =
                        pencil.digits(cell).map(|digit| Candidate { cell, digit }).collect();
                    takers(pencil.shape(), placements, &all)
                }
                Contradiction::NoPlace { digit, house } => {
                    let all: Vec<_> =
                        pencil.places(house, digit).map(|cell| Candidate { cell, digit }).collect();
                    takers(pencil.shape(), placements, &all)
                }
            }
        }
        Conclusion::Contradicted { .. } => SmallVec::new(),
    }
}

/// The first placement that takes each of these candidates away; candidates without one are left
/// out.
fn takers<'n>(
    shape: Shape,
    placements: &'n [Node],
    candidates: &[Candidate],
) -> SmallVec<[&'n Node; 8]> {
    let first = |candidate: &Candidate| {
        placements.iter().position(|node| cancels(shape, node.single.candidate, *candidate))
    };
    let mut takers: SmallVec<[usize; 8]> = candidates.iter().filter_map(first).collect();
    takers.sort_unstable();
    takers.dedup();
    takers.into_iter().map(|taker| &placements[taker]).collect()
}

/// Whether setting one candidate takes the other away.
pub(super) fn cancels(shape: Shape, set: Candidate, other: Candidate) -> bool {
    if set.cell == other.cell {
        return set.digit != other.digit;
    }
    let have_a_house = || {
        shape
            .houses_of(set.cell)
            .into_iter()
            .any(|house| shape.houses_of(other.cell).contains(&house))
    };
    set.digit == other.digit && have_a_house()
}

/// The candidates that must go to make a single.
pub(super) fn rivals(
    pencil: &Pencil,
    Single { candidate: Candidate { cell, digit }, house }: Single,
) -> SmallVec<[Candidate; 8]> {
    match house {
        None => pencil
            .digits(cell)
            .filter(|&other| other != digit)
            .map(|digit| Candidate { cell, digit })
            .collect(),
        Some(house) => pencil
            .places(house, digit)
            .filter(|&other| other != cell)
            .map(|cell| Candidate { cell, digit })
            .collect(),
    }
}
