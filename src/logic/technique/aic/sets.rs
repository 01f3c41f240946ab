//! Almost locked sets as truths of chains.
//!
//! ```text
//!      {1,3} {3,7}     digits 1, 3, 7 in two cells: without its 1s the set is locked, and has a 7
//!
//!      (1)a ═══ (7)b   so one of both nodes is true, the set's places of 1 and of 7
//! ```
//!
//! A set has such a truth for each two of its digits. Sets of a chain may overlap: each step is
//! what follows from the one before.
//!
//! A *bent* set has a cell outside of its house. Each of its digits is in one of its cells at most,
//! since the places of a digit see each other. So it is locked as others are:
//!
//! ```text
//!      r1c1 {1,2}  r1c2 {1,3}  r1c5 {1,4}      digits 1 to 5 in four cells: all 2s and all 3s of
//!      r2c3 {2,3,5}                            the others are in its box
//! ```

use smallvec::SmallVec;

use super::super::als::Als;
use super::super::bits::{cells, ones};
use super::super::deduction::{Basis, Removals, StrongLink};
use super::super::tables::{SEES, candidate, cell, common_peers, number};
use super::super::visit::{Flow, Visit};
use super::graph::{Graph, Node};
use super::{Constraint, Found};
use crate::logic::technique::{Deduction, Evidence, Technique};
use crate::sudoku::Candidate;

impl Graph<'_> {
    /// The places of a digit in some cells.
    fn places(&self, cells: u128, digit: u8) -> Node {
        Node { digit, cells: cells & self.board.cells(digit) }
    }

    /// The digits of some cells.
    fn digits(&self, of: u128) -> u16 {
        cells(of).fold(0, |digits, cell| digits | self.board.left(cell))
    }

    /// Adds the truths of almost locked sets of two cells and more.
    pub(super) fn add_sets(&mut self) {
        let most = usize::from(self.scope.sets);
        let mut sets: Vec<u128> = (0..27)
            .flat_map(|house| Als::cells_of_house(self.board, house, most))
            .filter(|set| !set.is_power_of_two())
            .collect();
        if self.scope.is_thorough {
            let bent: Vec<u128> = sets.iter().flat_map(|&set| self.bent(set)).collect();
            sets.extend(bent);
        }
        sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        sets.dedup();
        for set in sets {
            // A digit that nothing outside can see, or be seen by, leads nowhere.
            let nodes = ones(self.digits(set)).map(|digit| self.places(set, digit));
            let is_open =
                |node: &Node| common_peers(node.cells) & self.board.cells(node.digit) & !set != 0;
            let open: SmallVec<[Node; 9]> = nodes.filter(is_open).collect();
            if open.len() < 2 {
                continue;
            }
            let open: SmallVec<[u16; 9]> = open.into_iter().map(|node| self.number(node)).collect();
            let number = (self.truths.len() + self.sets.len()) as u16;
            self.sets.push(set);
            for &one in &open {
                let others = open.iter().filter(|&&other| other != one);
                self.strong[usize::from(one)].extend(others.map(|&other| (other, number)));
            }
        }
    }

    /// A set with a cell outside of its house, which has one more digit, and whose other digits see
    /// all their places in the set: so no digit is in two of the cells, as in a house.
    fn bent(&self, set: u128) -> impl Iterator<Item = u128> + '_ {
        let digits = self.digits(set);
        let fits = move |&cell: &u8| {
            let left = self.board.left(cell);
            let is_seen = |digit| self.places(set, digit).cells & !SEES[usize::from(cell)] == 0;
            (left & !digits).is_power_of_two()
                && left & digits != 0
                && ones(left & digits).all(is_seen)
        };
        let others = (0..81).filter(move |cell| set >> cell & 1 == 0);
        others.filter(fits).map(move |cell| set | 1 << cell)
    }

    /// The cells of a truth that is an almost locked set; a cell with two candidates is one.
    fn set(&self, truth: u16) -> Option<u128> {
        match self.truths.get(usize::from(truth)) {
            Some(Constraint::Cell(cell)) => Some(1 << number(*cell)),
            Some(Constraint::Places(..)) => None,
            None => Some(self.sets[usize::from(truth) - self.truths.len()]),
        }
    }

    fn candidates(&self, node: u16) -> Vec<Candidate> {
        let Node { digit, cells: of } = self.node(node);
        cells(of).map(|cell| candidate(cell, digit)).collect()
    }

    /// A truth of two nodes.
    fn strong_link(&self, (nodes, &truth): (&[u16], &u16)) -> StrongLink {
        let nodes = [nodes[0], nodes[1]].map(|node| self.candidates(node));
        let basis = match (self.truths.get(usize::from(truth)), self.set(truth)) {
            (None, Some(set)) => Basis::Set(cells(set).map(cell).collect()),
            (Some(&truth), _) => Basis::Constraint(truth),
            (None, None) => unreachable!("a truth is a constraint or a set"),
        };
        StrongLink { nodes, basis }
    }

    /// A chain, link by link.
    pub(super) fn linked(&self, found: &Found, is_closed: bool) -> Evidence {
        let two = found.nodes.chunks_exact(2).zip(&found.truths);
        Evidence::Chain { links: two.map(|link| self.strong_link(link)).collect(), is_closed }
    }

    /// Shows what goes by a chain that has a set.
    pub(super) fn show_with_sets(&self, found: &Found, visit: Visit<'_>) -> Flow {
        let Found { nodes, truths, .. } = found;
        if truths.iter().all(|&truth| usize::from(truth) < self.truths.len()) {
            return Flow::Continue(());
        }
        let of_ends = self.taken_by_ends(found);
        let of_nodes = self.gone(nodes[0], nodes[nodes.len() - 1]);
        let mut all = Vec::new();
        if found.is_closed {
            all.push((self.taken_around(found), true));
        }
        if of_nodes.len() < of_ends.len() {
            all.push((of_ends, false));
        }
        all.push((of_nodes, false));
        for (removals, is_closed) in all.into_iter().filter(|(removals, _)| !removals.is_empty()) {
            let evidence = self.linked(found, is_closed);
            let technique = Technique::AlsAic;
            visit(Deduction::removing(technique, technique.usual(), removals, evidence))?;
        }
        Flow::Continue(())
    }

    /// What goes by a closed chain: what sees both nodes of a link, or all places of another digit
    /// of a set, which is locked.
    fn taken_around(&self, found: &Found) -> Removals {
        let Found { nodes, truths, .. } = found;
        let mut lost = [0_u128; 9];
        let next = nodes.iter().skip(1).chain(nodes.first());
        for (&one, &other) in nodes.iter().zip(next).skip(1).step_by(2) {
            self.gone(one, other).gather(&mut lost);
        }
        for (two, &truth) in nodes.chunks_exact(2).zip(truths) {
            let Some(set) = self.set(truth) else { continue };
            let own = |&digit: &u8| two.iter().all(|&node| self.node(node).digit != digit);
            for digit in ones(self.digits(set)).filter(own) {
                lost[usize::from(digit)] |= self.taken(set, digit);
            }
        }
        Removals::of_digits(&lost)
    }

    /// What goes by a chain that is not closed: what sees both ends, or all places of another digit
    /// in the sets at both ends.
    fn taken_by_ends(&self, found: &Found) -> Removals {
        let Found { nodes, truths, .. } = found;
        let [first, second, next_to_last, end] =
            [0, 1, nodes.len() - 2, nodes.len() - 1].map(|k| nodes[k]);
        let mut lost = [0_u128; 9];
        self.gone(first, end).gather(&mut lost);
        let sets = [truths[0], truths[truths.len() - 1]].map(|truth| self.set(truth));
        // Around, the two sets may have more in common than the node.
        let is_wide = first != end || self.scope.is_thorough;
        if let ([Some(one), Some(other)], true) = (sets, is_wide) {
            let used = 1 << self.node(second).digit | 1 << self.node(next_to_last).digit;
            for digit in ones(self.digits(one) & self.digits(other) & !used) {
                lost[usize::from(digit)] |= self.taken(one, digit) & self.taken(other, digit);
            }
        }
        Removals::of_digits(&lost)
    }

    /// Where a digit goes if a set has it.
    fn taken(&self, set: u128, digit: u8) -> u128 {
        common_peers(self.places(set, digit).cells) & self.board.cells(digit)
    }

    fn node(&self, number: u16) -> Node {
        self.nodes[usize::from(number)]
    }
}
