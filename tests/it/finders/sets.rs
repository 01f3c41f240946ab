//! Almost locked sets and sue de coq by their definitions.

use std::collections::BTreeSet;

use super::{Gone, Marks, houses, index, sees, subsets};

/// Cells of a house with one digit more than there are cells.
pub(super) struct Als {
    pub(super) cells: Vec<usize>,
    pub(super) digits: BTreeSet<usize>,
}

impl Marks {
    /// Cells of a box and a line, with other cells of both, that have as many digits as there are
    /// cells.
    pub(crate) fn sue_de_coq(&self) -> BTreeSet<Gone> {
        let (mut all, houses) = (BTreeSet::new(), houses());
        let open = |cells: Vec<usize>| -> Vec<usize> {
            cells.into_iter().filter(|&cell| self.0[cell].len() >= 2).collect()
        };
        for square in &houses[18..] {
            for line in &houses[..18] {
                let part =
                    |is_in: &dyn Fn(usize) -> bool| open((0..81).filter(|&c| is_in(c)).collect());
                let shared = part(&|cell| square.contains(&cell) && line.contains(&cell));
                let of_line = part(&|cell| !square.contains(&cell) && line.contains(&cell));
                let of_box = part(&|cell| square.contains(&cell) && !line.contains(&cell));
                let parts = |of: &[usize]| -> Vec<(Vec<usize>, BTreeSet<usize>)> {
                    let sets = (1..=4).flat_map(|size| subsets(of, size));
                    sets.map(|set| (self.union(&set), set)).map(|(d, set)| (set, d)).collect()
                };
                let (in_line, in_box) = (parts(&of_line), parts(&of_box));
                for (middle, digits) in parts(&shared) {
                    if middle.len() < 2 || digits.len() < middle.len() + 2 {
                        continue;
                    }
                    for (one, of_one) in in_line.iter().filter(|part| !part.1.is_disjoint(&digits))
                    {
                        for (other, of_other) in &in_box {
                            let union: BTreeSet<usize> = &(&digits | of_one) | of_other;
                            let count = middle.len() + one.len() + other.len();
                            if of_other.is_disjoint(&digits)
                                || !of_other.is_disjoint(of_one)
                                || union.len() != count
                            {
                                continue;
                            }
                            let used: Vec<usize> = [&middle[..], &one[..], &other[..]].concat();
                            let rest = |house: &[usize]| -> Vec<usize> {
                                house.iter().copied().filter(|cell| !used.contains(cell)).collect()
                            };
                            let mut gone = self.gone(rest(line), &(&union - of_other));
                            gone.extend(self.gone(rest(square), &(&union - of_one)));
                            all.insert(gone);
                        }
                    }
                }
            }
        }
        all.remove(&Gone::new());
        all
    }

    /// All almost locked sets of up to `most` cells.
    pub(super) fn almost_locked(&self, most: usize) -> Vec<Als> {
        let mut known = BTreeSet::new();
        let mut all = Vec::new();
        for house in houses() {
            let open: Vec<usize> =
                house.into_iter().filter(|&cell| self.0[cell].len() >= 2).collect();
            for cells in (1..=most).flat_map(|size| subsets(&open, size)) {
                let digits = self.union(&cells);
                if digits.len() == cells.len() + 1 && known.insert(cells.clone()) {
                    all.push(Als { cells, digits });
                }
            }
        }
        all
    }

    /// Two sets with two digits of which only one of them can have each, so that both are locked:
    /// what sees all places of another digit in a set is not that digit, and what sees all places
    /// of one of the two digits in both.
    pub(crate) fn doubly_linked(&self, most: usize) -> BTreeSet<Gone> {
        let (sets, mut all) = (self.almost_locked(most), BTreeSet::new());
        for (one, other) in subsets(&(0..sets.len()).collect::<Vec<_>>(), 2)
            .into_iter()
            .map(|pair| (&sets[pair[0]], &sets[pair[1]]))
        {
            let of_both =
                |digit: usize| [self.places(&one.cells, digit), self.places(&other.cells, digit)];
            let is_restricted = |digit: &&usize| {
                let [ones, others] = of_both(**digit);
                ones.iter().all(|&cell| others.iter().all(|&other| sees(cell, other)))
            };
            let common = one.digits.intersection(&other.digits);
            let restricted: Vec<usize> = common.filter(is_restricted).copied().take(2).collect();
            let cells = [&one.cells[..], &other.cells[..]].concat();
            if one.cells.iter().any(|cell| other.cells.contains(cell))
                || restricted.len() < 2
                || cells.len() < 3
            {
                continue;
            }
            let mut gone = Gone::new();
            for &digit in &restricted {
                gone.extend(self.seen_by_all(digit, &of_both(digit).concat()));
            }
            for set in [one, other] {
                for &digit in set.digits.iter().filter(|digit| !restricted.contains(digit)) {
                    gone.extend(self.seen_by_all(digit, &self.places(&set.cells, digit)));
                }
            }
            gone.retain(|one| !cells.contains(&index(one.cell)));
            all.insert(gone);
        }
        all.remove(&Gone::new());
        all
    }

    /// A cell of three digits or more, and for each of them a set with it in places that all see
    /// the cell. Sets may overlap. Another digit that all sets have goes from what sees all its
    /// places.
    pub(crate) fn blossoms(&self, most: usize) -> BTreeSet<Gone> {
        let (sets, mut all) = (self.almost_locked(most), BTreeSet::new());
        for stem in (0..81).filter(|&cell| self.0[cell].len() >= 3) {
            // What goes by the petals so far, before their cells are left out, and these.
            let others = (0..9).filter(|digit| !self.0[stem].contains(digit));
            let every = others.flat_map(|digit| self.seen_by_all(digit, &[])).collect::<Gone>();
            let mut ways = vec![(vec![stem], every)];
            for &digit in &self.0[stem] {
                let is_petal = |set: &&Als| {
                    let places = self.places(&set.cells, digit);
                    set.digits.contains(&digit) && places.iter().all(|&cell| sees(cell, stem))
                };
                let petals: Vec<(&Als, Gone)> = sets
                    .iter()
                    .filter(is_petal)
                    .map(|set| {
                        let by = |&z: &usize| self.seen_by_all(z, &self.places(&set.cells, z));
                        (set, set.digits.iter().filter(|&&z| z != digit).flat_map(by).collect())
                    })
                    .collect();
                let mut longer = BTreeSet::new();
                for (used, gone) in &ways {
                    for (petal, by) in &petals {
                        let gone: Gone = gone.intersection(by).copied().collect();
                        if !gone.is_empty() {
                            let mut used = [&used[..], &petal.cells].concat();
                            used.sort_unstable();
                            used.dedup();
                            longer.insert((used, gone));
                        }
                    }
                }
                ways = longer.into_iter().collect();
            }
            for (used, mut gone) in ways {
                gone.retain(|one| !used.contains(&index(one.cell)));
                all.insert(gone);
            }
        }
        all.remove(&Gone::new());
        all
    }

    /// Chains of this number of sets, without cells in common, of up to `most` cells: between two
    /// of them a digit whose places in both all see each other, never the same twice in turn. A
    /// digit of the first and the last that is not beside them goes from what sees all its places
    /// there.
    pub(crate) fn als_chains(&self, length: usize, most: usize) -> BTreeSet<Gone> {
        let sets = self.almost_locked(most);
        let places = |set: usize, digit: usize| self.places(&sets[set].cells, digit);
        let mut ways = vec![Vec::new(); sets.len()];
        for one in 0..sets.len() {
            for other in (0..sets.len()).filter(|&other| other != one) {
                if sets[one].cells.iter().any(|cell| sets[other].cells.contains(cell)) {
                    continue;
                }
                for &digit in sets[one].digits.intersection(&sets[other].digits) {
                    let theirs = places(other, digit);
                    let see = |&cell: &usize| theirs.iter().all(|&other| sees(cell, other));
                    if places(one, digit).iter().all(see) {
                        ways[one].push((other, digit));
                    }
                }
            }
        }
        let mut chains: Vec<(Vec<usize>, Vec<usize>)> =
            (0..sets.len()).map(|set| (vec![set], Vec::new())).collect();
        for _ in 1..length {
            let mut longer = Vec::new();
            for (chain, digits) in &chains {
                for &(next, digit) in &ways[chain[chain.len() - 1]] {
                    let meets = |&set: &usize| {
                        sets[set].cells.iter().any(|cell| sets[next].cells.contains(cell))
                    };
                    if digits.last() != Some(&digit) && !chain.iter().any(meets) {
                        longer.push((
                            [&chain[..], &[next]].concat(),
                            [&digits[..], &[digit]].concat(),
                        ));
                    }
                }
            }
            chains = longer;
        }
        let mut all = BTreeSet::new();
        for (chain, digits) in chains {
            let (first, last) = (chain[0], chain[length - 1]);
            let mut gone = Gone::new();
            for &digit in sets[first].digits.intersection(&sets[last].digits) {
                if digits[0] != digit && digits[length - 2] != digit {
                    let both = [places(first, digit), places(last, digit)].concat();
                    gone.extend(self.seen_by_all(digit, &both));
                }
            }
            // Two cells with the same two digits are a naked pair.
            let count: usize = chain.iter().map(|&set| sets[set].cells.len()).sum();
            if count < 3 {
                continue;
            }
            gone.retain(|one| !chain.iter().any(|&set| sets[set].cells.contains(&index(one.cell))));
            all.insert(gone);
        }
        all.remove(&Gone::new());
        all
    }
}
