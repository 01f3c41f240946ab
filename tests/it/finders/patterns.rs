//! Patterns of one digit, and rectangles that are partly set, by their definitions.

use std::collections::BTreeSet;

use tourdion::logic::technique::Board;
use tourdion::sudoku::{Candidate, Digit, Shape};

use super::{Gone, Marks, candidate, column, houses, row, sees, square, subsets};

impl Marks {
    /// What is in no template of its digit, of each digit alone and then without the cells of what
    /// is in all templates of the others; nothing, too, if something is in all.
    pub(crate) fn templates(&self) -> BTreeSet<Gone> {
        let of = |marks: &Marks| -> Vec<BTreeSet<usize>> {
            (0..9).map(|digit| marks.arranged(digit)).collect()
        };
        let gone = |arranged: &[BTreeSet<usize>]| -> BTreeSet<Gone> {
            let of = |digit: usize| {
                let cells = (0..81).filter(|cell| !arranged[digit].contains(cell));
                self.gone(cells, &BTreeSet::from([digit]))
            };
            (0..9).map(of).filter(|gone| !gone.is_empty()).collect()
        };
        let is_alone = |cell: usize, places: &BTreeSet<usize>| {
            places.iter().filter(|&&place| row(place) == row(cell)).count() == 1
        };
        let mut arranged = of(self);
        let mut all = gone(&arranged);
        let mut rest = Marks(self.0.clone());
        loop {
            let before = rest.0.clone();
            for (digit, places) in arranged.iter().enumerate() {
                for &cell in places.iter().filter(|&&cell| is_alone(cell, places)) {
                    all.insert(Gone::new());
                    rest.0[cell] = BTreeSet::from([digit]);
                }
            }
            arranged = of(&rest);
            if rest.0 == before {
                all.extend(gone(&arranged));
                if !all.iter().any(|gone| !gone.is_empty()) {
                    all.clear();
                }
                return all;
            }
        }
    }

    /// Of two houses with two places of a digit two see each other: what sees both others goes. And
    /// a box whose places are in a row and a column, with a line that has two places.
    pub(crate) fn turbot_fish(&self) -> BTreeSet<Gone> {
        let (mut all, houses) = (BTreeSet::new(), houses());
        for digit in 0..9 {
            let lists: Vec<Vec<usize>> =
                houses.iter().map(|house| self.places(house, digit)).collect();
            let pairs: Vec<&Vec<usize>> = lists.iter().filter(|list| list.len() == 2).collect();
            for two in subsets(&pairs, 2) {
                if two[0].iter().any(|cell| two[1].contains(cell)) {
                    continue;
                }
                for (k, l) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let [a, b, c, d] = [two[0][k], two[0][1 - k], two[1][l], two[1][1 - l]];
                    if sees(b, c) {
                        let inner = BTreeSet::from([candidate(b, digit), candidate(c, digit)]);
                        let gone = self.seen_by_all(digit, &[a, d]);
                        all.insert(gone.difference(&inner).copied().collect());
                    }
                }
            }
            for (along, across, line) in (0..9)
                .flat_map(|one| (9..18).map(move |k| (one, k)))
                .flat_map(|(r, c)| [(r, c), (c, r)])
                .flat_map(|(along, across)| {
                    (across / 9 * 9..across / 9 * 9 + 9).map(move |line| (along, across, line))
                })
            {
                let crossing = houses[along].iter().find(|cell| houses[across].contains(cell));
                let the_box = 18 + square(*crossing.unwrap());
                let places = &lists[the_box];
                let is_in = |house: usize| move |cell: &&usize| houses_of(**cell).contains(&house);
                let is_cross =
                    places.iter().all(|cell| is_in(along)(&cell) || is_in(across)(&cell));
                let part = |inside: usize, outside: usize| -> Vec<usize> {
                    let inside = places.iter().filter(is_in(inside));
                    inside.filter(|cell| !is_in(outside)(cell)).copied().collect()
                };
                let (near, far) = (part(along, across), part(across, along));
                let [one, other] = lists[line][..] else { continue };
                let is_outside = houses[line].iter().all(|&cell| 18 + square(cell) != the_box);
                if !is_cross || near.is_empty() || far.is_empty() || places.len() > 5 || !is_outside
                {
                    continue;
                }
                for (end, opposite) in [(one, other), (other, one)] {
                    if is_in(along)(&&end) {
                        let seen = self.seen_by_all(digit, &[&far[..], &[opposite]].concat());
                        let is_reached = |one: &Candidate| {
                            let cell = super::index(one.cell);
                            is_in(across)(&&cell) && 18 + square(cell) != the_box
                        };
                        all.insert(seen.into_iter().filter(is_reached).collect());
                    }
                }
            }
        }
        all.remove(&Gone::new());
        all
    }

    /// Two cells with the same two digits, and a house whose places of one digit, at most this
    /// number of them, each see one of the cells, and not all the same one: the other digit goes
    /// from what sees both. If the cells see each other, too, they are a naked pair.
    pub(crate) fn w_wings(&self, most: usize, may_be_pair: bool) -> BTreeSet<Gone> {
        let mut all = BTreeSet::new();
        let pairs: Vec<usize> = (0..81).filter(|&cell| self.0[cell].len() == 2).collect();
        for two in subsets(&pairs, 2) {
            if sees(two[0], two[1]) && !may_be_pair || self.0[two[0]] != self.0[two[1]] {
                continue;
            }
            for &digit in &self.0[two[0]] {
                let is_between = |house: &Vec<usize>| {
                    let places = self.places(house, digit);
                    let by = |cell: usize| move |&place: &usize| sees(cell, place);
                    (2..=most).contains(&places.len())
                        && places.iter().all(|place| by(two[0])(place) || by(two[1])(place))
                        && two.iter().all(|&cell| places.iter().any(by(cell)))
                };
                if houses().iter().any(is_between) {
                    let other = self.0[two[0]].iter().find(|&&other| other != digit).unwrap();
                    all.insert(self.seen_by_all(*other, &two));
                }
            }
        }
        all.remove(&Gone::new());
        all
    }
}

/// The row, the column and the box of a cell, as houses.
fn houses_of(cell: usize) -> [usize; 3] {
    [row(cell), 9 + column(cell), 18 + square(cell)]
}

/// Rectangles without clues, of which something is set and something not: what goes if all corners
/// but one, or all but some with the same further digit, have to be two digits in turn.
pub(crate) fn avoidable_rectangles(board: &Board) -> BTreeSet<Gone> {
    let mut all = BTreeSet::new();
    let at = |cell: usize| Shape::CLASSIC.cell(cell);
    let may_be = |cell: usize, digit: usize| {
        board
            .value(at(cell))
            .map_or(board.has(candidate(cell, digit)), |value| value == Digit::at(digit))
    };
    for first in 0..81 {
        for across in (0..81).filter(|&one| row(one) > row(first) && column(one) != column(first)) {
            let beside = [row(first) * 9 + column(across), row(across) * 9 + column(first)];
            let corners = [first, beside[0], across, beside[1]];
            let boxes: BTreeSet<usize> = corners.into_iter().map(square).collect();
            let set = corners.iter().filter(|&&cell| board.value(at(cell)).is_some()).count();
            if boxes.len() != 2
                || corners.iter().any(|&cell| board.is_clued(at(cell)))
                || !(1..4).contains(&set)
            {
                continue;
            }
            for (x, y) in (0..81).map(|k| (k / 9, k % 9)).filter(|(x, y)| x != y) {
                if !(may_be(first, x) && may_be(across, x) && beside.iter().all(|&b| may_be(b, y)))
                {
                    continue;
                }
                let more = |cell: usize| -> Vec<usize> {
                    let is_more = |&k: &usize| k != x && k != y && board.has(candidate(cell, k));
                    (0..9).filter(is_more).collect()
                };
                let others: Vec<usize> =
                    corners.into_iter().filter(|&cell| !more(cell).is_empty()).collect();
                let digits: BTreeSet<usize> = others.iter().flat_map(|&cell| more(cell)).collect();
                let gone: Gone = match (&others[..], digits.first()) {
                    (&[corner], _) => [x, y].map(|k| candidate(corner, k)).into(),
                    (_, Some(&digit)) if digits.len() == 1 => (0..81)
                        .filter(|&cell| others.iter().all(|&other| sees(other, cell)))
                        .map(|cell| candidate(cell, digit))
                        .collect(),
                    _ => continue,
                };
                all.insert(gone.into_iter().filter(|&one| board.has(one)).collect());
            }
        }
    }
    all.remove(&Gone::new());
    all
}
