//! Unique rectangles by their definitions: all four cells, and all pairs of digits.
//!
//! A corner may have lost one of both digits, but two corners have both.

use std::collections::BTreeSet;

use super::{Gone, Marks, column, houses, row, sees, square, subsets};

/// Corners in turn around a rectangle, and its two digits.
struct Rectangle {
    corners: [usize; 4],
    pair: BTreeSet<usize>,
}

impl Marks {
    /// Rectangles in two boxes of which some corners have nothing but two digits.
    fn rectangles(&self) -> Vec<Rectangle> {
        let mut all = Vec::new();
        for first in 0..81 {
            for across in
                (0..81).filter(|&one| row(one) > row(first) && column(one) > column(first))
            {
                let at = |row: usize, column: usize| row * 9 + column;
                let beside = [at(row(first), column(across)), at(row(across), column(first))];
                let corners = [first, beside[0], across, beside[1]];
                let boxes: BTreeSet<usize> = corners.into_iter().map(square).collect();
                if boxes.len() != 2 || corners.iter().any(|&cell| self.0[cell].is_empty()) {
                    continue;
                }
                for two in subsets(&(0..9).collect::<Vec<_>>(), 2) {
                    let pair: BTreeSet<usize> = two.into_iter().collect();
                    let has_any = |cell: &usize| !pair.is_disjoint(&self.0[*cell]);
                    let full = corners.iter().filter(|&&cell| pair.is_subset(&self.0[cell]));
                    if corners.iter().all(has_any) && full.count() >= 2 {
                        all.push(Rectangle { corners, pair });
                    }
                }
            }
        }
        all
    }

    /// The digits of a corner beside the two of its rectangle.
    fn more(&self, corner: usize, pair: &BTreeSet<usize>) -> BTreeSet<usize> {
        self.0[corner].difference(pair).copied().collect()
    }

    /// Two or three corners have one more digit, the same: one of them is it.
    pub(crate) fn rectangles_2(&self) -> BTreeSet<Gone> {
        let mut all = BTreeSet::new();
        for Rectangle { corners, pair } in self.rectangles() {
            let has_more = |corner: &usize| !self.more(*corner, &pair).is_empty();
            let others: Vec<usize> = corners.into_iter().filter(has_more).collect();
            let digits: BTreeSet<usize> =
                others.iter().flat_map(|&corner| self.more(corner, &pair)).collect();
            if let (2 | 3, Some(&digit), 1) = (others.len(), digits.first(), digits.len()) {
                all.insert(self.seen_by_all(digit, &others));
            }
        }
        all.remove(&Gone::new());
        all
    }

    /// Two corners side by side have more digits, and stand for one cell that has these: with other
    /// cells of a house they have as many digits as cells, which go from all else that sees them.
    pub(crate) fn rectangles_3(&self) -> BTreeSet<Gone> {
        let mut all = BTreeSet::new();
        for Rectangle { corners, pair } in self.rectangles() {
            for k in 0..4 {
                let [one, other, next, last] = [0, 1, 2, 3].map(|turn| corners[(k + turn) % 4]);
                let more = [one, other, next, last].map(|corner| self.more(corner, &pair));
                let digits: BTreeSet<usize> = &more[0] | &more[1];
                let is_roof = more.iter().map(BTreeSet::is_empty).eq([false, false, true, true]);
                if !is_roof || digits.len() < 2 {
                    continue;
                }
                let has_roof = |house: &Vec<usize>| house.contains(&one) && house.contains(&other);
                for house in houses().into_iter().filter(has_roof) {
                    let is_near =
                        |cell: &usize| ![one, other].contains(cell) && !self.0[*cell].is_empty();
                    let near: Vec<usize> = house.into_iter().filter(is_near).collect();
                    for set in (1..near.len()).flat_map(|size| subsets(&near, size)) {
                        let union: BTreeSet<usize> = &digits | &self.union(&set);
                        if union.len() == set.len() + 1 {
                            let cells = [&set[..], &[one, other]].concat();
                            let sees_all = |&cell: &usize| cells.iter().all(|&by| sees(by, cell));
                            all.insert(self.gone((0..81).filter(sees_all), &union));
                        }
                    }
                }
            }
        }
        all.remove(&Gone::new());
        all
    }

    /// Two corners across have nothing more, and both rows, or both columns, have one of the digits
    /// in corners alone: it goes from the other two corners, since all four would have it in turn
    /// with the other one.
    pub(crate) fn rectangles_6(&self) -> BTreeSet<Gone> {
        let mut all = BTreeSet::new();
        for Rectangle { corners, pair } in self.rectangles() {
            let lines = |part: fn(usize) -> usize, from: usize| {
                let parts: BTreeSet<usize> = corners.into_iter().map(part).collect();
                parts.into_iter().map(move |k| from + k)
            };
            let both: [Vec<usize>; 2] = [lines(row, 0).collect(), lines(column, 9).collect()];
            for (k, &digit) in (0..2).flat_map(|k| pair.iter().map(move |digit| (k, digit))) {
                let across = [corners[k], corners[k + 2]];
                let others = [corners[k + 1], corners[(k + 3) % 4]];
                let has_more = |corner: &usize| !self.more(*corner, &pair).is_empty();
                let is_only = |line: &usize| {
                    let places = self.places(&houses()[*line], digit);
                    !places.is_empty() && places.iter().all(|place| corners.contains(place))
                };
                if !across.iter().any(has_more)
                    && others.iter().all(has_more)
                    && both.iter().any(|lines| lines.iter().all(is_only))
                {
                    all.insert(self.gone(others, &BTreeSet::from([digit])));
                }
            }
        }
        all.remove(&Gone::new());
        all
    }
}
