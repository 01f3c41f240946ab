//! Forcing nets: from two candidates of which one is true, in lockstep, to what goes either way.
//!
//! ```text
//!      r4c4 is 2 or 7           if 2:  r4c6=7, r6c4=9     then r6c1=2 ...     r6c1=9 goes
//!      (a bivalue cell)         if 7:  r9c4=2             then r9c1=9 ...     r6c1=9 goes     so it is false
//! ```
//!
//! A *b/b pair* is a cell with two candidates, or a house with two places for a digit. Each of the two is set in a copy of the
//! grid. An iteration sets *all* singles, naked and hidden, that are there in a copy when it begins; what goes of the
//! original candidates is a cancellation. It ends when something is cancelled in both copies, and so is false; or when
//! a copy is contradicted, and so the candidate that it began with is false; or when neither copy has singles left.
//!
//! Every placement says which placements before it took its rivals away, its *premises*. So a net can be
//! [trimmed](Net::trimmed) to what its conclusion needs, often to a chain, and [checked](Net::check) by looking at houses,
//! without doing anything that finding it did.
//!
//! Invariant: the premises of a placement come before it, in earlier iterations.
//!
//! Source: Draco and daj95376, *Pseudocode for forcing chain/net discovery*, 2008. His loop bound counts entries, of which there are
//! two a pair; and after the starts are set he looks for cancellations before the first iteration, as it is done here.
//!
//! Deliberately lacking: a score, and so a choice of the best of many nets.

use smallvec::SmallVec;

use super::{Contradiction, Pencil, Single};
use crate::sudoku::{Candidate, Cell, Digit, House, Shape};

/// Where a net begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pair {
    /// A cell with two candidates.
    Bivalue(Cell),
    /// A house with two places for a digit.
    Bilocal(House, Digit),
}

/// A candidate set in a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// What is set; of a start without a house.
    pub single: Single,
    /// 0 for the start.
    pub iteration: usize,
    /// The placements of the branch that took its rivals away, as places in its list.
    pub premises: Premises,
}

/// Placements of a branch, in ascending order.
pub type Premises = SmallVec<[u16; 8]>;

/// What follows from a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// These candidates go in both branches.
    Common(Vec<Candidate>),
    /// A branch, 0 or 1, is contradicted; the placements that do it are among its list.
    Contradicted {
        /// Which.
        branch: usize,
        /// By what.
        contradiction: Contradiction,
    },
}

/// Two branches, and what follows from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// Where it begins.
    pub pair: Pair,
    /// What is set in each branch, the start first.
    pub branches: [Vec<Placement>; 2],
    /// What follows.
    pub conclusion: Conclusion,
}

/// Which nets are looked for. [`Limits::default`] is any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Only from pairs that have this cell.
    pub start: Option<Cell>,
    /// Only those that take a candidate from this cell.
    pub target: Option<Cell>,
    /// At most so many iterations.
    pub depth: Option<usize>,
    /// At most so many placements in both branches together, with their starts.
    pub length: Option<usize>,
}

/// Why a net does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
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

/// The first net within the limits, in the order of pairs: cells, then houses.
pub fn first_net(pencil: &Pencil, limits: &Limits) -> Option<Net> {
    pairs(pencil)
        .into_iter()
        .filter(|pair| limits.allow(pencil, *pair))
        .find_map(|pair| net(pencil, pair, limits))
}

/// All b/b pairs: cells, then houses with their digits.
pub fn pairs(pencil: &Pencil) -> Vec<Pair> {
    let shape = pencil.shape();
    let cells = (0..shape.cells()).map(|index| Pair::Bivalue(shape.cell(index)));
    let houses =
        shape.houses().flat_map(|house| shape.digits().map(move |digit| Pair::Bilocal(house, digit)));
    cells.chain(houses).filter(|pair| pair.members(pencil).is_some()).collect()
}

impl Pair {
    /// The two candidates of which one is true; `None` if there are fewer or more.
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

impl Limits {
    fn allow(&self, pencil: &Pencil, pair: Pair) -> bool {
        self.start.is_none_or(|start| {
            pair.members(pencil).is_some_and(|members| members.iter().any(|member| member.cell == start))
        })
    }
}

/// The net of a pair, if it comes to a conclusion within the limits.
fn net(pencil: &Pencil, pair: Pair, limits: &Limits) -> Option<Net> {
    let mut branches = pair.members(pencil)?.map(|start| Branch::new(pencil, start));
    for iteration in 1.. {
        if limits
            .length
            .is_some_and(|most| branches.iter().map(|branch| branch.placements.len()).sum::<usize>() > most)
        {
            return None;
        }
        if let Some(conclusion) = conclusion(pencil, &branches, limits) {
            let net = Net { pair, branches: branches.map(|branch| branch.placements), conclusion };
            return Some(net);
        }
        let is_over = |branch: &Branch<'_>| branch.contradiction.is_some();
        if limits.depth.is_some_and(|most| iteration > most) || branches.iter().any(is_over) {
            return None;
        }
        let [one, other] = &mut branches;
        let has_moved = [one.iterate(iteration), other.iterate(iteration)];
        if has_moved == [false, false] {
            return None;
        }
    }
    None
}

/// What follows from the branches as far as they are, of what is wanted.
fn conclusion(pencil: &Pencil, branches: &[Branch<'_>; 2], limits: &Limits) -> Option<Conclusion> {
    let is_wanted = |candidate: &Candidate| limits.target.is_none_or(|target| candidate.cell == target);
    for (branch, Branch { contradiction, placements, .. }) in branches.iter().enumerate() {
        if let Some(contradiction) = *contradiction
            && is_wanted(&placements[0].single.candidate)
        {
            return Some(Conclusion::Contradicted { branch, contradiction });
        }
    }
    let shape = pencil.shape();
    let all = (0..shape.cells()).flat_map(|index| {
        let cell = shape.cell(index);
        pencil.digits(cell).map(move |digit| Candidate { cell, digit })
    });
    let is_gone = |candidate: &Candidate| branches.iter().all(|branch| !branch.pencil.has(*candidate));
    let common: Vec<Candidate> = all.filter(is_gone).filter(is_wanted).collect();
    (!common.is_empty()).then_some(Conclusion::Common(common))
}

/// A copy of the grid, and what was set in it.
struct Branch<'p> {
    original: &'p Pencil,
    pencil: Pencil,
    placements: Vec<Placement>,
    contradiction: Option<Contradiction>,
}

impl Branch<'_> {
    fn new(original: &Pencil, start: Candidate) -> Branch<'_> {
        let mut branch =
            Branch { original, pencil: original.clone(), placements: Vec::new(), contradiction: None };
        let single = Single { candidate: start, house: None };
        branch.placements.push(Placement { single, iteration: 0, premises: Premises::new() });
        branch.pencil.set(start, &mut |_| {});
        branch.contradiction = branch.pencil.contradiction();
        branch
    }

    /// Sets all singles that there are now. False if there are none.
    fn iterate(&mut self, iteration: usize) -> bool {
        let singles = singles(&self.pencil);
        let before = self.placements.len();
        for single in &singles {
            let premises = premises(self.original, &self.placements[..before], *single);
            self.placements.push(Placement { single: *single, iteration, premises });
            if self.contradiction.is_some() {
                continue;
            }
            if self.pencil.has(single.candidate) && !self.pencil.is_set(single.candidate.cell) {
                self.pencil.set(single.candidate, &mut |_| {});
            } else {
                self.contradiction = Some(self.clash(*single));
            }
        }
        if self.contradiction.is_none() {
            self.contradiction = self.pencil.contradiction();
        }
        !singles.is_empty()
    }

    /// What is wrong with a single that an earlier one of its iteration has taken away.
    fn clash(&self, single: Single) -> Contradiction {
        let Candidate { cell, digit } = single.candidate;
        let shape = self.pencil.shape();
        let set = |other: &Cell| {
            *other != cell && self.pencil.is_set(*other) && self.pencil.only_digit(*other) == Some(digit)
        };
        for house in shape.houses_of(cell) {
            if let Some(other) = shape.cells_of(house).find(set) {
                let mut cells = [cell, other];
                cells.sort_unstable();
                return Contradiction::Twice { digit, house, cells };
            }
        }
        match single.house {
            Some(house) => Contradiction::NoPlace { digit, house },
            None => Contradiction::NoCandidate(cell),
        }
    }
}

/// All singles, each candidate once: naked ones, then hidden ones.
fn singles(pencil: &Pencil) -> Vec<Single> {
    let shape = pencil.shape();
    let cells = (0..shape.cells()).map(|index| shape.cell(index)).filter(|&cell| !pencil.is_set(cell));
    let naked = cells.filter_map(|cell| {
        let digit = pencil.only_digit(cell)?;
        Some(Single { candidate: Candidate { cell, digit }, house: None })
    });
    let mut singles: Vec<Single> = naked.collect();
    for house in shape.houses() {
        for digit in shape.digits() {
            let Some(cell) = pencil.only_place(house, digit).filter(|&cell| !pencil.is_set(cell)) else {
                continue;
            };
            let candidate = Candidate { cell, digit };
            if singles.iter().all(|single| single.candidate != candidate) {
                singles.push(Single { candidate, house: Some(house) });
            }
        }
    }
    singles
}

/// Whether setting one candidate takes the other away.
fn cancels(shape: Shape, set: Candidate, other: Candidate) -> bool {
    if set.cell == other.cell {
        return set.digit != other.digit;
    }
    let have_a_house =
        || shape.houses_of(set.cell).into_iter().any(|house| shape.houses_of(other.cell).contains(&house));
    set.digit == other.digit && have_a_house()
}

/// The candidates that have to go before a single is one.
fn rivals(pencil: &Pencil, Single { candidate: Candidate { cell, digit }, house }: Single) -> Vec<Candidate> {
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

/// The first placement that takes each of these candidates away; those that nobody does are left out.
fn takers(shape: Shape, placements: &[Placement], candidates: &[Candidate]) -> Premises {
    let first = |candidate: &Candidate| {
        placements.iter().position(|placement| cancels(shape, placement.single.candidate, *candidate))
    };
    let mut takers: Premises = candidates.iter().filter_map(first).map(|place| place as u16).collect();
    takers.sort_unstable();
    takers.dedup();
    takers
}

fn premises(original: &Pencil, before: &[Placement], single: Single) -> Premises {
    takers(original.shape(), before, &rivals(original, single))
}

impl Net {
    /// The candidates that are false.
    pub fn cancellations(&self) -> Vec<Candidate> {
        match &self.conclusion {
            Conclusion::Common(common) => common.clone(),
            Conclusion::Contradicted { branch, .. } => vec![self.branches[*branch][0].single.candidate],
        }
    }

    /// The net with only those placements that its conclusion needs. A branch that is not contradicted while the other is
    /// needs none but its start.
    #[must_use]
    pub fn trimmed(&self, pencil: &Pencil) -> Net {
        let branches = [0, 1].map(|branch| {
            let placements = &self.branches[branch];
            let mut needed = vec![false; placements.len()];
            needed[0] = true;
            self.grounds(branch, pencil).iter().for_each(|&place| needed[usize::from(place)] = true);
            for place in (0..placements.len()).rev().filter(|&place| placements[place].iteration > 0) {
                if needed[place] {
                    placements[place]
                        .premises
                        .iter()
                        .for_each(|&premise| needed[usize::from(premise)] = true);
                }
            }
            let new_place =
                |old: u16| needed[..usize::from(old)].iter().filter(|&&needed| needed).count() as u16;
            let kept = placements.iter().zip(&needed).filter(|&(_, &needed)| needed).map(|(placement, _)| {
                let premises = placement.premises.iter().map(|&premise| new_place(premise)).collect();
                Placement { premises, ..placement.clone() }
            });
            kept.collect()
        });
        Net { branches, ..self.clone() }
    }

    /// The placements of a branch that the conclusion rests on.
    fn grounds(&self, branch: usize, pencil: &Pencil) -> Premises {
        let placements = &self.branches[branch];
        match &self.conclusion {
            Conclusion::Common(common) => takers(pencil.shape(), placements, common),
            Conclusion::Contradicted { branch: contradicted, contradiction } if *contradicted == branch => {
                grounds(pencil, placements, *contradiction)
            }
            Conclusion::Contradicted { .. } => Premises::new(),
        }
    }

    /// Checks that the net holds for these pencil marks, by looking at houses alone.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self, pencil: &Pencil) -> Result<(), BadNet> {
        let members = self.pair.members(pencil).ok_or(BadNet::Start)?;
        let starts =
            self.branches.each_ref().map(|branch| branch.first().map(|start| start.single.candidate));
        if starts != members.map(Some) {
            return Err(BadNet::Start);
        }
        for placements in &self.branches {
            for (place, placement) in placements.iter().enumerate().skip(1) {
                placement.check(pencil, &placements[..place])?;
            }
        }
        let holds = match &self.conclusion {
            Conclusion::Common(common) => common.iter().all(|candidate| {
                let goes = |placements: &Vec<Placement>| {
                    takers(pencil.shape(), placements, &[*candidate]).len() == 1
                };
                pencil.has(*candidate) && self.branches.iter().all(goes)
            }),
            Conclusion::Contradicted { branch, contradiction } => {
                *branch < 2 && is_contradicted(pencil, &self.branches[*branch], *contradiction)
            }
        };
        if holds { Ok(()) } else { Err(BadNet::Conclusion) }
    }
}

impl Placement {
    /// Checks that each rival is taken away by a premise, and premises are of earlier iterations.
    fn check(&self, pencil: &Pencil, before: &[Placement]) -> Result<(), BadNet> {
        let premises = self.premises.iter().map(|&premise| before.get(usize::from(premise)));
        let Some(premises) = premises.collect::<Option<Vec<&Placement>>>() else {
            return Err(BadNet::Placement(self.single.candidate));
        };
        let are_earlier = premises.iter().all(|premise| premise.iteration < self.iteration);
        let goes = |rival: &Candidate| {
            premises.iter().any(|premise| cancels(pencil.shape(), premise.single.candidate, *rival))
        };
        let Candidate { cell, .. } = self.single.candidate;
        let is_in_house =
            self.single.house.is_none_or(|house| pencil.shape().houses_of(cell).contains(&house));
        if are_earlier
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

/// What has to go, or to be set, for a contradiction.
fn grounds(pencil: &Pencil, placements: &[Placement], contradiction: Contradiction) -> Premises {
    match contradiction {
        Contradiction::Twice { digit, cells, .. } => {
            let is_one = |placement: &Placement| {
                let Candidate { cell, digit: set } = placement.single.candidate;
                set == digit && cells.contains(&cell)
            };
            (0..placements.len())
                .filter(|&place| is_one(&placements[place]))
                .map(|place| place as u16)
                .collect()
        }
        Contradiction::NoCandidate(cell) => {
            let all: Vec<_> = pencil.digits(cell).map(|digit| Candidate { cell, digit }).collect();
            takers(pencil.shape(), placements, &all)
        }
        Contradiction::NoPlace { digit, house } => {
            let all: Vec<_> = pencil.places(house, digit).map(|cell| Candidate { cell, digit }).collect();
            takers(pencil.shape(), placements, &all)
        }
    }
}

/// Whether the placements of a branch contradict each other so.
fn is_contradicted(pencil: &Pencil, placements: &[Placement], contradiction: Contradiction) -> bool {
    let shape = pencil.shape();
    let goes = |candidate: Candidate| takers(shape, placements, &[candidate]).len() == 1;
    match contradiction {
        Contradiction::Twice { digit, house, cells: [one, other] } => {
            let stands = |cell| {
                let candidate = Candidate { cell, digit };
                let is_set = placements.iter().any(|placement| placement.single.candidate == candidate);
                (is_set || pencil.is_set(cell) && pencil.has(candidate))
                    && shape.houses_of(cell).contains(&house)
            };
            one != other && stands(one) && stands(other)
        }
        Contradiction::NoCandidate(cell) => pencil.digits(cell).all(|digit| goes(Candidate { cell, digit })),
        Contradiction::NoPlace { digit, house } => {
            pencil.places(house, digit).all(|cell| goes(Candidate { cell, digit }))
        }
    }
}
