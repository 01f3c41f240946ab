//! Finds the simplest net, or the best.
//!
//! ```text
//!   iteration  0     1       2         3
//!   pair 1     . .   . .     . .     * cancelled in both   the simplest is of the first iteration
//!   pair 2     . .   . .   * contradicted                  that comes to a conclusion: here pair 2
//!   pair 3     . .   . .     . .       . .
//! ```
//!
//! All pairs advance together, an iteration at a time. So the first conclusion has the least depth.
//! Of the conclusions of an iteration, the simplest has the fewest placements, then the most
//! cancellations, then the first place in the order of pairs: cells before houses. That is Draco's
//! throttling without starting over for each setting. A candidate in several pairs is spread once.
//!
//! The best net is chosen among all conclusions of all pairs, at every depth, by trying out their
//! consequences: see [`Score`].
//!
//! Source: Draco and daj95376, *Pseudocode for forcing chain/net discovery*, 2008. The loop there
//! bounds pairs by a count of entries, two for each pair; it looks for common cancellations before
//! the first iteration, as this code does.
//!
//! Deliberately lacking: patterns other than singles. Finding singles is enough to follow a net.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

use super::items::Items;
use super::net::{self, Conclusion, Net, Pair};
use super::spread::{Counts, Spread};
use super::{Pencil, totem};
use crate::sudoku::{Candidate, Cell, Digit, Shape};

/// The nets to look for. [`Limits::default`] allows any.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Only from pairs that have this cell.
    pub start: Option<Cell>,
    /// Only candidates of this cell are cancelled.
    pub target: Option<Cell>,
    /// The most iterations.
    pub depth: Option<usize>,
    /// The most placements in both branches together, with their starts.
    pub length: Option<usize>,
    /// The fewest cancellations.
    pub cancelled: Option<usize>,
    /// The fewest candidates gone, with the singles that follow ([`Score::gone`]).
    pub gone: Option<usize>,
    /// Candidates that nets must not cancel.
    pub dropped: Vec<Candidate>,
}

/// The effect of a net. A greater score is better: a net that leaves only singles beats all others;
/// then the more candidates are gone in the end, the better; then the shorter and shallower net.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub struct Score {
    /// Whether singles solve the puzzle now, or show that it is impossible.
    pub finishes: bool,
    /// The number of candidates gone after the cancellations and the singles that follow: the
    /// degree of simplification.
    pub gone: usize,
    /// The net's [length](Net::length).
    pub length: Reverse<usize>,
    /// The net's [depth](Net::depth).
    pub depth: Reverse<usize>,
}

/// Finds nets. Build it once for a shape; all threads can share it.
///
/// ```
/// use tourdion::logic::{Limits, NetFinder, Pencil, totem};
/// use tourdion::sudoku::Grid;
///
/// let puzzle: Grid =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let mut pencil = Pencil::of(&puzzle);
/// totem(&mut pencil, &mut |_| {})?;
/// let net = NetFinder::new(puzzle.shape()).simplest(&pencil, &Limits::default());
/// assert!(net.is_none());           // no net helps with this one
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NetFinder {
    items: Items,
}

impl fmt::Debug for NetFinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetFinder").finish_non_exhaustive()
    }
}

impl NetFinder {
    /// A finder for pencil marks of `shape`.
    pub fn new(shape: Shape) -> NetFinder {
        NetFinder { items: Items::new(shape) }
    }

    /// The net of least depth within the limits, and of these the shortest. `None` if there is
    /// none, or the pencil marks are contradicted.
    pub fn simplest(&self, pencil: &Pencil, limits: &Limits) -> Option<Net> {
        let mut hunt = self.hunt(pencil, limits)?;
        loop {
            let mut simplest: Option<((usize, Reverse<usize>), Net)> = None;
            for pair in 0..hunt.pairs.len() {
                if let Some(net) = hunt.net(pair, &mut |_| true) {
                    let measure = (net.length(), Reverse(net.cancellations().len()));
                    if simplest.as_ref().is_none_or(|(least, _)| measure < *least)
                        && hunt.is_enough(&net)
                    {
                        simplest = Some((measure, net));
                    }
                }
            }
            if let Some((_, net)) = simplest {
                return Some(net);
            }
            if !hunt.advance() {
                return None;
            }
        }
    }

    /// The net of the highest score within the limits; of equal ones the first. `None` if there is
    /// none, or the pencil marks are contradicted.
    pub fn best(&self, pencil: &Pencil, limits: &Limits) -> Option<(Score, Net)> {
        let mut hunt = self.hunt(pencil, limits)?;
        let mut outcomes = HashMap::new();
        let mut best: Option<(Score, Net)> = None;
        loop {
            for pair in 0..hunt.pairs.len() {
                // A net that can't be better, whatever its length, is not even made.
                let mut outcome = (false, 0);
                let mut is_promising = |cancellations: &[Candidate]| {
                    outcome = *outcomes
                        .entry(cancellations.to_vec())
                        .or_insert_with(|| outcome_of(hunt.pencil, cancellations));
                    best.as_ref().is_none_or(|(best, _)| outcome >= (best.finishes, best.gone))
                };
                let Some(net) = hunt.net(pair, &mut is_promising) else { continue };
                let (finishes, gone) = outcome;
                let (length, depth) = (Reverse(net.length()), Reverse(net.depth()));
                let score = Score { finishes, gone, length, depth };
                let is_enough = limits.gone.is_none_or(|least| finishes || gone >= least);
                if is_enough && best.as_ref().is_none_or(|(best, _)| score > *best) {
                    best = Some((score, net));
                }
            }
            if !hunt.advance() {
                return best;
            }
        }
    }

    fn hunt<'h>(&'h self, pencil: &'h Pencil, limits: &'h Limits) -> Option<Hunt<'h>> {
        if pencil.shape() != self.items.shape || pencil.contradiction().is_some() {
            return None;
        }
        let original = Counts::of(pencil, &self.items);
        let mut hunt = Hunt {
            items: &self.items,
            pencil,
            limits,
            original,
            pairs: Vec::new(),
            spreads: Vec::new(),
            iteration: 0,
        };
        let mut numbers = HashMap::new();
        for pair in net::pairs(pencil) {
            let members = pair.members(pencil)?;
            if limits.start.is_some_and(|start| members.iter().all(|member| member.cell != start)) {
                continue;
            }
            let spreads = members.map(|start| {
                *numbers.entry(start).or_insert_with(|| {
                    hunt.spreads.push(Spread::new(hunt.items, &hunt.original, start));
                    hunt.spreads.len() - 1
                })
            });
            hunt.pairs.push((pair, spreads));
        }
        Some(hunt)
    }
}

/// All pairs of a grid in progress.
struct Hunt<'h> {
    items: &'h Items,
    pencil: &'h Pencil,
    limits: &'h Limits,
    original: Counts,
    /// Each pair with the numbers of its two spreads.
    pairs: Vec<(Pair, [usize; 2])>,
    spreads: Vec<Spread>,
    iteration: u16,
}

impl Hunt<'_> {
    /// Runs one more iteration for all pairs. Returns false if none sets anything.
    fn advance(&mut self) -> bool {
        if self.limits.depth.is_some_and(|most| usize::from(self.iteration) >= most) {
            return false;
        }
        self.iteration += 1;
        let mut has_moved = false;
        for spread in self.spreads.iter_mut().filter(|spread| spread.is_going()) {
            spread.iterate(self.items, &self.original, self.iteration);
            has_moved = true;
        }
        has_moved
    }

    /// The net of a pair, if it now has a conclusion within the limits and its cancellations are
    /// promising.
    fn net(&self, pair: usize, is_promising: &mut dyn FnMut(&[Candidate]) -> bool) -> Option<Net> {
        let (pair, numbers) = self.pairs[pair];
        let spreads = numbers.map(|number| &self.spreads[number]);
        let conclusion = self.conclusion(spreads)?;
        let is_promising = match &conclusion {
            Conclusion::Common(common) => is_promising(common),
            Conclusion::Contradicted { branch, .. } => {
                is_promising(&[spreads[*branch].placements[0].single.candidate])
            }
        };
        if !is_promising {
            return None;
        }
        let branches = spreads.map(|spread| spread.placements.as_slice());
        let net = Net::new(self.pencil, pair, branches, conclusion);
        let is_short = self.limits.length.is_none_or(|most| net.length() <= most);
        is_short.then_some(net)
    }

    /// The wanted conclusion of two spreads, as far as they have come.
    fn conclusion(&self, spreads: [&Spread; 2]) -> Option<Conclusion> {
        let Limits { target, cancelled, dropped, .. } = self.limits;
        let is_wanted = |candidate: &Candidate| {
            target.is_none_or(|target| candidate.cell == target) && !dropped.contains(candidate)
        };
        let least = cancelled.unwrap_or(1).max(1);
        for (branch, spread) in spreads.iter().enumerate() {
            if let Some(contradiction) = spread.contradiction {
                let is_enough = least == 1 && is_wanted(&spread.placements[0].single.candidate);
                return is_enough.then_some(Conclusion::Contradicted { branch, contradiction });
            }
        }
        let [one, other] = spreads.map(Spread::digits);
        let gone = self.original.digits.iter().zip(one.iter().zip(other));
        if gone.clone().all(|(was, (one, other))| was & !(one | other) == 0) {
            return None;
        }
        let common: Vec<Candidate> = gone
            .enumerate()
            .flat_map(|(cell, (was, (one, other)))| {
                let gone = was & !(one | other);
                let digits = self
                    .pencil
                    .shape()
                    .digits()
                    .filter(move |digit| gone >> digit.index() & 1 == 1);
                digits.map(move |digit: Digit| self.items.candidate(cell, digit.index()))
            })
            .filter(is_wanted)
            .collect();
        (common.len() >= least).then_some(Conclusion::Common(common))
    }

    /// Whether a net simplifies the grid enough.
    fn is_enough(&self, net: &Net) -> bool {
        self.limits.gone.is_none_or(|least| {
            let (finishes, gone) = outcome_of(self.pencil, &net.cancellations());
            finishes || gone >= least
        })
    }
}

/// Whether singles finish a grid once these candidates are gone, and the number of candidates gone
/// then.
fn outcome_of(pencil: &Pencil, cancellations: &[Candidate]) -> (bool, usize) {
    let mut after = pencil.clone();
    after.remove_all(cancellations);
    let is_impossible = totem(&mut after, &mut |_| {}).is_err();
    let gone = pencil.candidate_count().saturating_sub(after.candidate_count());
    (is_impossible || after.is_full(), gone)
}
