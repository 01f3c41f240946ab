//! Colouring: houses with two places of a digit, joined to clusters in two colours.
//!
//! ```text
//!      a ═══ b ═══ c      ═ a house with two places: one of both is true
//!      ●     ○     ●      all ● are true, or all ○ are
//!
//!      simple    what sees a ● and a ○ is false; if two ● see each other, all ● are false
//!      remote    cells with the same two digits are truths too, and join those that they see
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

use super::bits::{cells, ones};
use super::constraint::{Constraint, of_cell, of_places, see};
use super::deduction::Removals;
use super::sight::OpenParts;
use super::tables::{CELLS, SEES, candidate};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};
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

/// Cells with the same two digits, each of which sees another one: remote pairs.
pub(super) fn remote_pairs(board: &Board, visit: Visit<'_>) -> Flow {
    let mut open = board.bivalue();
    while open != 0 {
        let first = open.trailing_zeros() as u8;
        let pair = board.left(first);
        let same = cells(open).filter(|&cell| board.left(cell) == pair);
        let same = same.fold(0_u128, |same, cell| same | 1 << cell);
        let mut colours = [1_u128 << first, 0];
        loop {
            let before = colours;
            for k in 0..2 {
                colours[1 - k] |= same & seen(colours[k]) & !colours[k];
            }
            if colours == before {
                break;
            }
        }
        open &= !(colours[0] | colours[1]);
        let [one, other] = colours;
        // Two of one colour that see each other are a contradiction, and three a naked pair.
        let is_fit = one & other == 0 && (one | other).count_ones() >= 4;
        if !is_fit {
            continue;
        }
        let mut removals = Removals::default();
        for cell in cells(seen(one) & seen(other) & !(one | other)) {
            removals.add(cell, board.left(cell) & pair);
        }
        if removals.is_empty() {
            continue;
        }
        let [low, high] = [pair.trailing_zeros() as u8, pair.ilog2() as u8];
        let members = |[of_low, of_high]: [u128; 2]| -> Vec<Candidate> {
            let of = |cells_of: u128, digit| cells(cells_of).map(move |one| candidate(one, digit));
            of(of_low, low).chain(of(of_high, high)).collect()
        };
        let evidence = Evidence::Colours {
            truths: cells(one | other).map(of_cell).collect(),
            clusters: vec![[members([one, other]), members([other, one])]],
        };
        let technique = Technique::RemotePair;
        visit(Deduction::removing(technique, technique.usual(), removals, evidence))?;
    }
    Flow::Continue(())
}

/// All cells that see one of some cells.
fn seen(of: u128) -> u128 {
    cells(of).fold(0, |seen, cell| seen | SEES[usize::from(cell)])
}

/// Clusters with two truths at least, one by one.
pub(super) fn simple(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    for digit in ones(open.digits()) {
        for cluster in clusters(board, digit).iter().filter(|one| one.truths.len() > 1) {
            let [one, other] = cluster.colours;
            let both = one | other;
            let trapped = board.cells(digit) & !both & seen(one) & seen(other);
            let wrapped = [one, other].into_iter().filter(|&colour| colour & seen(colour) != 0);
            for gone in wrapped.chain((trapped != 0).then_some(trapped)) {
                open.found_in(digit);
                visit(deduction(Technique::SimpleColouring, digit, &[cluster], gone))?;
            }
        }
    }
    Flow::Continue(())
}

/// Two clusters.
pub(super) fn multiple(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    for digit in ones(open.digits()) {
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
                let mut parts = vec![gone];
                for (mine, theirs) in [(first, second), (second, first)] {
                    parts
                        .extend(mine.into_iter().filter(|&colour| {
                            theirs.iter().all(|other| other & seen(colour) != 0)
                        }));
                }
                parts.retain(|&part| part != 0);
                // All at once, then one by one.
                let all = (parts.len() > 1).then(|| parts.iter().fold(0, |all, part| all | part));
                for gone in all.into_iter().chain(parts) {
                    open.found_in(digit);
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

/// Whether a candidate is of the first colour.
fn is_first_colour(cluster: &[Vec<Candidate>; 2], candidate: Candidate) -> bool {
    cluster[0].contains(&candidate)
}

/// Clusters to be checked.
pub(super) struct Colours<'c> {
    clusters: &'c [[Vec<Candidate>; 2]],
}

impl<'c> Colours<'c> {
    /// Clusters that are connected by constraints with two candidates, one of each colour. Else a
    /// candidate that is not connected, or none if a colour is empty.
    pub(super) fn new(
        board: &Board,
        truths: &[Constraint],
        clusters: &'c [[Vec<Candidate>; 2]],
    ) -> Result<Colours<'c>, Option<Candidate>> {
        let pairs: Vec<Vec<Candidate>> = truths.iter().map(|one| one.members(board)).collect();
        for cluster in clusters {
            let [one, other] = cluster;
            let first = *one.first().ok_or(None)?;
            let is_across = |pair: &&Vec<Candidate>| {
                let [a, b] = pair[..] else { return false };
                one.contains(&a) && other.contains(&b) || one.contains(&b) && other.contains(&a)
            };
            let pairs: Vec<&Vec<Candidate>> = pairs.iter().filter(is_across).collect();
            let mut joined = vec![first];
            // A pair is joined by a candidate, or by another pair both of whose candidates see one
            // of its own each, of the other colour.
            let is_joined = |pair: &&Vec<Candidate>, joined: &[Candidate]| {
                let sees = |one: Candidate, other: Candidate| {
                    see(one, other)
                        && is_first_colour(cluster, one) != is_first_colour(cluster, other)
                };
                let is_beside = |other: &&Vec<Candidate>| {
                    other.iter().all(|one| joined.contains(one))
                        && other.iter().all(|&one| pair.iter().any(|&two| sees(one, two)))
                };
                pair.iter().any(|one| joined.contains(one)) || pairs.iter().any(is_beside)
            };
            loop {
                let before = joined.len();
                for pair in &pairs {
                    if is_joined(pair, &joined) {
                        let new = pair.iter().filter(|one| !joined.contains(one));
                        joined.extend(new.copied().collect::<Vec<_>>());
                    }
                }
                if joined.len() == before {
                    break;
                }
            }
            let apart = one.iter().chain(other).find(|member| !joined.contains(member));
            if let Some(&apart) = apart {
                return Err(Some(apart));
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
