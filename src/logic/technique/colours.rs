//! Colouring: houses with two places of a digit, joined to clusters in two colours.
//!
//! ```text
//!      a ═══ b ═══ c      ═ a house with two places: one of both is true
//!      ●     ○     ●      all ● are true, or all ○ are
//!
//!      simple    what sees a ● and a ○ is false; if two ● see each other, all ● are false
//!      multi     a ● of one cluster sees a ● of another: so a ○ of one of them is true, and what
//!                sees both is false; if it sees a ● and a ○ of the other, its own ● are false
//! ```
//!
//! Invariant: a cluster is connected, and has a candidate in one place. So a colour follows from
//! any of its candidates.
//!
//! Source: the names are those of the forums and of HoDoKu.
//!
//! Deliberately lacking: clusters of several digits, and more than two clusters.

use super::bits::cells;
use super::check::see;
use super::constraint::{Constraint, of_places};
use super::deduction::Removals;
use super::tables::{CELLS, SEES, candidate};
use super::visit::{Flow, Visit};
use super::{BadDeduction, Board, Deduction, Evidence, Technique};
use crate::sudoku::Candidate;

/// A digit's places that houses with two join; both colours as cells.
struct Cluster {
    colours: [u128; 2],
    truths: Vec<Constraint>,
}

/// The clusters of a digit.
fn clusters(board: &Board, digit: u8) -> Vec<Cluster> {
    let pair = |house: u8| {
        let places = board.places(house, digit);
        let at = |place: u32| CELLS[usize::from(house)][place as usize];
        (places.count_ones() == 2)
            .then(|| (house, [at(places.trailing_zeros()), at(places.ilog2())]))
    };
    let mut pairs: Vec<_> = (9..27).chain(0..9).filter_map(pair).collect();
    let mut clusters = Vec::new();
    while let Some(&(_, [first, _])) = pairs.first() {
        let mut cluster = Cluster { colours: [1 << first, 0], truths: Vec::new() };
        loop {
            let before = pairs.len();
            pairs.retain(|&(house, [one, other])| {
                for k in 0..2 {
                    let [same, opposite] = [cluster.colours[k], cluster.colours[1 - k]];
                    if (same >> one | opposite >> other) & 1 == 1 {
                        cluster.colours[k] |= 1 << one;
                        cluster.colours[1 - k] |= 1 << other;
                        cluster.truths.push(of_places(house, digit));
                        return false;
                    }
                }
                true
            });
            if pairs.len() == before {
                break;
            }
        }
        clusters.push(cluster);
    }
    clusters
}

/// All cells that see one of some cells.
fn seen(of: u128) -> u128 {
    cells(of).fold(0, |seen, cell| seen | SEES[usize::from(cell)])
}

/// Clusters with two truths at least, one by one.
pub(super) fn simple(board: &Board, visit: Visit<'_>) -> Flow {
    for digit in 0..9 {
        for cluster in clusters(board, digit).iter().filter(|one| one.truths.len() > 1) {
            let [one, other] = cluster.colours;
            let both = one | other;
            let trapped = board.cells(digit) & !both & seen(one) & seen(other);
            let wrapped = [one, other].into_iter().filter(|&colour| colour & seen(colour) != 0);
            for gone in wrapped.chain((trapped != 0).then_some(trapped)) {
                visit(deduction(Technique::SimpleColouring, digit, &[cluster], gone))?;
            }
        }
    }
    Flow::Continue(())
}

/// Two clusters.
pub(super) fn multiple(board: &Board, visit: Visit<'_>) -> Flow {
    for digit in 0..9 {
        let all = clusters(board, digit);
        for (k, one) in all.iter().enumerate() {
            for other in &all[..k] {
                let both = [one, other].map(|cluster| cluster.colours);
                let mut gone = 0;
                for colour in 0..4 {
                    let [mine, theirs] = [both[0][colour / 2], both[1][colour % 2]];
                    if mine & seen(theirs) != 0 {
                        gone |= seen(both[0][1 - colour / 2]) & seen(both[1][1 - colour % 2]);
                    }
                }
                gone &= board.cells(digit) & !both.concat().iter().fold(0, |all, one| all | one);
                // A colour that sees both of the other cluster.
                let [first, second] = both;
                for (mine, theirs) in [(first, second), (second, first)] {
                    for colour in mine {
                        let sees = seen(colour);
                        if theirs.iter().all(|other| other & sees != 0) {
                            gone |= colour;
                        }
                    }
                }
                if gone != 0 {
                    visit(deduction(Technique::MultiColouring, digit, &[one, other], gone))?;
                }
            }
        }
    }
    Flow::Continue(())
}

fn deduction(technique: Technique, digit: u8, of: &[&Cluster], gone: u128) -> Deduction {
    let members = |colour: u128| cells(colour).map(|cell| candidate(cell, digit)).collect();
    let evidence = Evidence::Colours {
        truths: of.iter().flat_map(|cluster| cluster.truths.iter().copied()).collect(),
        clusters: of.iter().map(|cluster| cluster.colours.map(members)).collect(),
    };
    Deduction::removing(technique, technique.usual(), Removals::of_digit(gone, digit), evidence)
}

/// Clusters to be checked.
pub(super) struct Colours<'c> {
    clusters: &'c [[Vec<Candidate>; 2]],
}

impl<'c> Colours<'c> {
    /// Clusters that are connected by constraints with two candidates, one of each colour.
    pub(super) fn new(
        board: &Board,
        truths: &[Constraint],
        clusters: &'c [[Vec<Candidate>; 2]],
    ) -> Result<Colours<'c>, BadDeduction> {
        let pairs: Vec<Vec<Candidate>> = truths.iter().map(|one| one.members(board)).collect();
        for [one, other] in clusters {
            let first = *one.first().ok_or(BadDeduction::Conclusion)?;
            let is_across = |pair: &&Vec<Candidate>| {
                let [a, b] = pair[..] else { return false };
                one.contains(&a) && other.contains(&b) || one.contains(&b) && other.contains(&a)
            };
            let pairs: Vec<&Vec<Candidate>> = pairs.iter().filter(is_across).collect();
            let mut joined = vec![first];
            while let Some(next) = pairs.iter().copied().flatten().find(|&member| {
                let reaches = |pair: &&&Vec<Candidate>| {
                    pair.contains(member) && pair.iter().any(|other| joined.contains(other))
                };
                !joined.contains(member) && pairs.iter().any(|pair| reaches(&pair))
            }) {
                joined.push(*next);
            }
            let apart = one.iter().chain(other).find(|member| !joined.contains(member));
            if let Some(&apart) = apart {
                return Err(BadDeduction::Inference(apart));
            }
        }
        Ok(Colours { clusters })
    }

    /// Whether a candidate leaves neither colour of a cluster: what it sees is false, and with it
    /// its colour; the other colour is true then, and what that sees is false.
    pub(super) fn refutes(&self, candidate: Candidate) -> bool {
        let mut is_false = vec![[false; 2]; self.clusters.len()];
        let mut is_true = vec![candidate];
        loop {
            let before = is_true.len();
            for (cluster, is_false) in self.clusters.iter().zip(&mut is_false) {
                for colour in 0..2 {
                    let members = &cluster[colour];
                    let falls = members.iter().any(|&one| is_true.iter().any(|&by| see(by, one)));
                    if falls && !is_false[colour] {
                        is_false[colour] = true;
                        is_true.extend(&cluster[1 - colour]);
                    }
                }
                if *is_false == [true; 2] {
                    return true;
                }
            }
            if is_true.len() == before {
                return false;
            }
        }
    }
}
