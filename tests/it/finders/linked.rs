//! Chains with groups and almost locked sets, by looking at all pairs of nodes.

use std::collections::BTreeSet;

use tourdion::sudoku::Candidate;

use super::{Gone, Marks, candidate, houses, sees, subsets};

/// A digit in some cells.
type Node = (usize, Vec<usize>);

/// Whether two nodes can't both have a true candidate.
fn are_linked((digit, cells): &Node, (other, others): &Node) -> bool {
    if digit != other {
        return cells.len() == 1 && cells == others;
    }
    cells.iter().all(|&cell| others.iter().all(|&other| sees(cell, other)))
}

impl Marks {
    /// Pairs of nodes of which one is true: the digits of a cell, the places of a house in two
    /// parts, each in one other house, and two digits of an almost locked set of up to `most`
    /// cells.
    fn pairs(&self, most: usize) -> BTreeSet<[Node; 2]> {
        let mut pairs = BTreeSet::new();
        for set in self.almost_locked(most.max(1)) {
            for two in subsets(&set.digits.iter().copied().collect::<Vec<_>>(), 2) {
                let node = |digit: usize| (digit, self.places(&set.cells, digit));
                pairs.insert([node(two[0]), node(two[1])]);
            }
        }
        let houses = houses();
        for house in &houses {
            for digit in 0..9 {
                let all = self.places(house, digit);
                let part = |other: &Vec<usize>| -> Vec<usize> {
                    all.iter().filter(|cell| other.contains(cell)).copied().collect()
                };
                let crossing: Vec<Vec<usize>> =
                    houses.iter().filter(|other| *other != house).map(part).collect();
                // Where two lines cross there is one cell, which is a group by a box alone.
                let is_line = |house: &[usize]| {
                    house.windows(2).all(|two| two[1] - two[0] == house[1] - house[0])
                };
                let fit = |k: &usize| {
                    let other = houses.iter().filter(|other| *other != house).nth(*k).unwrap();
                    is_line(house) != is_line(other) || all.len() == 2
                };
                let kept: Vec<usize> = (0..crossing.len()).filter(fit).collect();
                for two in subsets(&kept, 2) {
                    let [one, other] = [&crossing[two[0]], &crossing[two[1]]];
                    let is_beyond = |one: &[usize], other: &[usize]| {
                        one.iter().any(|cell| !other.contains(cell))
                    };
                    let is_all = all.iter().all(|cell| one.contains(cell) || other.contains(cell));
                    if is_all && is_beyond(one, other) && is_beyond(other, one) {
                        pairs.insert([(digit, one.clone()), (digit, other.clone())]);
                    }
                }
            }
        }
        pairs
    }

    /// What chains of two such pairs and more refute: it takes a node of the first, so the other
    /// one is true, which takes a node of the next, and so on, until one is true that takes it.
    /// Then the same with chains that return: they show that their first node is true.
    pub(crate) fn refuted_by_chains(&self, most: usize) -> [Gone; 2] {
        let pairs = self.pairs(most);
        let nodes: Vec<&Node> =
            pairs.iter().flatten().collect::<BTreeSet<_>>().into_iter().collect();
        let number = |node: &Node| nodes.binary_search(&node).expect("a node of a pair");
        let mut strong = vec![Vec::new(); nodes.len()];
        for [one, other] in &pairs {
            let [one, other] = [one, other].map(number);
            strong[one].push(other);
            strong[other].push(one);
        }
        let seen = |one: &usize| {
            let seen = (0..nodes.len()).filter(|&other| are_linked(nodes[*one], nodes[other]));
            seen.collect::<Vec<_>>()
        };
        let seen: Vec<Vec<usize>> = (0..nodes.len()).map(|one| seen(&one)).collect();
        let all = (0..81).flat_map(|cell| self.0[cell].iter().map(move |&digit| (cell, digit)));
        let all: Vec<(Candidate, Node)> =
            all.map(|(cell, digit)| (candidate(cell, digit), (digit, vec![cell]))).collect();
        let taken = |node: usize| {
            let taken = all.iter().filter(|(_, one)| are_linked(one, nodes[node]));
            taken.map(|(one, _)| *one).collect::<Gone>()
        };
        let taken: Vec<Gone> = (0..nodes.len()).map(taken).collect();
        let [mut gone, mut returning] = [Gone::new(), Gone::new()];
        let mut ways = BTreeSet::new();
        for start in 0..nodes.len() {
            let mut reached = vec![false; nodes.len()];
            let mut next = strong[start].clone();
            while let Some(node) = next.pop() {
                // What goes by a start that is true goes by what shows that it is.
                if !std::mem::replace(&mut reached[node], true) && node != start {
                    let steps = seen[node].iter().flat_map(|&seen| &strong[seen]);
                    next.extend(steps.filter(|&&other| !reached[other]));
                }
            }
            if std::mem::take(&mut reached[start]) {
                returning.extend(&taken[start]);
            }
            // One pair alone is no chain.
            let is_end = |&end: &usize| reached[end] && !strong[start].contains(&end);
            ways.extend((0..nodes.len()).filter(is_end).map(|end| (start, end)));
        }
        // Both ways round, or one end is met within the chain, and shown to be true.
        for &(start, end) in ways.iter().filter(|&&(start, end)| ways.contains(&(end, start))) {
            gone.extend(taken[start].intersection(&taken[end]));
        }
        returning.extend(&gone);
        [gone, returning]
    }
}
