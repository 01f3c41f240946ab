//! Techniques by their definitions, slowly: all sets of cells, all lines, all pairs.

use std::collections::BTreeSet;

use tourdion::logic::technique::Board;
use tourdion::sudoku::{Candidate, Cell, Digit, Shape};

use super::Gone;

#[path = "linked.rs"]
mod linked;
#[path = "patterns.rs"]
mod patterns;
#[path = "rectangles.rs"]
mod rectangles;
#[path = "sets.rs"]
mod sets;

pub(super) use patterns::avoidable_rectangles;

/// The candidates of a board, as sets of digits from 0; empty for cells that are set.
pub(super) struct Marks(Vec<BTreeSet<usize>>);

fn row(cell: usize) -> usize {
    cell / 9
}

fn column(cell: usize) -> usize {
    cell % 9
}

fn square(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

fn sees(one: usize, other: usize) -> bool {
    let is_shared =
        row(one) == row(other) || column(one) == column(other) || square(one) == square(other);
    one != other && is_shared
}

/// Whether some lists of cells, without cells in common, are all in the cells of fewer others.
fn is_too_much(lists: &[Vec<usize>], size: usize) -> bool {
    let all: Vec<usize> = (0..lists.len()).collect();
    subsets(&all, size - 1).into_iter().any(|covers| {
        let room: Vec<usize> = covers.iter().flat_map(|&k| lists[k].clone()).collect();
        let is_inside = |k: &usize| lists[*k].iter().all(|cell| room.contains(cell));
        let inside: Vec<usize> =
            all.iter().copied().filter(|k| is_inside(k) && !covers.contains(k)).collect();
        subsets(&inside, size).into_iter().any(|bases| {
            let cells: Vec<usize> = bases.iter().flat_map(|&k| lists[k].clone()).collect();
            cells.iter().collect::<BTreeSet<_>>().len() == cells.len()
        })
    })
}

/// The 27 houses, by their cells: rows, columns, boxes.
fn houses() -> Vec<Vec<usize>> {
    let of = |part: fn(usize) -> usize, k| (0..81).filter(move |&cell| part(cell) == k).collect();
    [row, column, square].into_iter().flat_map(|part| (0..9).map(move |k| of(part, k))).collect()
}

/// Subsets of `size` of some things.
fn subsets<T: Copy>(of: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (k, &one) in of.iter().enumerate() {
        for mut rest in subsets(&of[k + 1..], size - 1) {
            rest.insert(0, one);
            all.push(rest);
        }
    }
    all
}

/// Places of a digit in two colours, joined by this number of houses.
struct Cluster {
    colours: [BTreeSet<usize>; 2],
    joints: usize,
}

impl Marks {
    pub(super) fn of(board: &Board) -> Marks {
        let digits = |index| {
            let cell = Shape::CLASSIC.cell(index);
            (0..9).filter(|&k| board.has(Candidate { cell, digit: Digit::at(k) })).collect()
        };
        Marks((0..81).map(digits).collect())
    }

    fn has(&self, cell: usize, digit: usize) -> bool {
        self.0[cell].contains(&digit)
    }

    fn places(&self, house: &[usize], digit: usize) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.has(cell, digit)).collect()
    }

    fn union(&self, cells: &[usize]) -> BTreeSet<usize> {
        cells.iter().flat_map(|&cell| self.0[cell].iter().copied()).collect()
    }

    /// The candidates with one of some digits in some cells.
    fn gone(&self, cells: impl IntoIterator<Item = usize>, digits: &BTreeSet<usize>) -> Gone {
        let of = |cell: usize| {
            let gone = digits.intersection(&self.0[cell]).copied();
            gone.map(move |digit| (cell, digit)).collect::<Vec<_>>()
        };
        cells.into_iter().flat_map(of).map(|(cell, digit)| candidate(cell, digit)).collect()
    }

    /// The places of a digit that see all of some cells.
    fn seen_by_all(&self, digit: usize, by: &[usize]) -> Gone {
        let is_seen = |&cell: &usize| by.iter().all(|&one| sees(one, cell));
        self.gone((0..81).filter(is_seen), &BTreeSet::from([digit]))
    }

    /// Cells of a box and a line with as many digits, which go from the rest of both.
    pub(super) fn locked(&self, size: usize) -> BTreeSet<Gone> {
        let (mut all, houses) = (BTreeSet::new(), houses());
        for square in &houses[18..] {
            for line in &houses[..18] {
                let shared: Vec<usize> =
                    square.iter().copied().filter(|cell| line.contains(cell)).collect();
                let rest = |of: &[usize]| -> Vec<usize> {
                    of.iter().copied().filter(|cell| !shared.contains(cell)).collect()
                };
                for set in subsets(&shared, size) {
                    let digits = self.union(&set);
                    let is_fit = set.iter().all(|&cell| self.0[cell].len() >= 2);
                    if !is_fit || digits.len() != size {
                        continue;
                    }
                    let others = shared.iter().copied().filter(|cell| !set.contains(cell));
                    let between = self.gone(others, &digits);
                    let of_box = self.gone(rest(square), &digits);
                    let of_line = self.gone(rest(line), &digits);
                    // A cell of both houses is counted with the box.
                    if (of_box.is_empty() && between.is_empty()) || of_line.is_empty() {
                        continue;
                    }
                    all.insert(of_box.into_iter().chain(between).chain(of_line).collect());
                }
            }
        }
        all
    }

    /// Were a corner one digit, its row and its column would have the other in the corners beside
    /// it, and the corner across, which has only the two, would be the one: the four could change.
    pub(super) fn hidden_rectangles(&self) -> BTreeSet<Gone> {
        let (mut all, houses) = (BTreeSet::new(), houses());
        for target in 0..81 {
            for across in 0..81 {
                let beside = [row(target) * 9 + column(across), row(across) * 9 + column(target)];
                let is_rectangle = row(target) != row(across) && column(target) != column(across);
                let boxes: BTreeSet<usize> =
                    [target, across, beside[0], beside[1]].into_iter().map(square).collect();
                if !is_rectangle || boxes.len() != 2 {
                    continue;
                }
                for (a, b) in (0..81).map(|k| (k / 9, k % 9)).filter(|(a, b)| a != b) {
                    let pair = BTreeSet::from([a, b]);
                    let corners = [target, across, beside[0], beside[1]];
                    let full = corners.iter().filter(|&&cell| pair.is_subset(&self.0[cell]));
                    let is_only = |house: &[usize], other: usize| {
                        let places: BTreeSet<usize> = self.places(house, a).into_iter().collect();
                        places == BTreeSet::from([target, other])
                    };
                    if self.has(target, b)
                        && !self.0[across].is_empty()
                        && self.0[across].is_subset(&pair)
                        && full.count() >= 2
                        && is_only(&houses[row(target)], beside[0])
                        && is_only(&houses[9 + column(target)], beside[1])
                    {
                        all.insert(Gone::from([candidate(target, b)]));
                    }
                }
            }
        }
        all
    }

    /// The connected parts of a digit's houses with two places.
    fn clusters(&self, digit: usize) -> Vec<Cluster> {
        let pairs: Vec<Vec<usize>> = houses()
            .iter()
            .map(|house| self.places(house, digit))
            .filter(|places| places.len() == 2)
            .collect();
        let (mut clusters, mut coloured) = (Vec::new(), BTreeSet::new());
        for start in 0..81 {
            if coloured.contains(&start) || !pairs.iter().any(|pair| pair.contains(&start)) {
                continue;
            }
            let mut colours = [BTreeSet::from([start]), BTreeSet::new()];
            for _ in 0..81 {
                for pair in &pairs {
                    for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                        for k in 0..2 {
                            if colours[k].contains(&one) {
                                colours[1 - k].insert(other);
                            }
                        }
                    }
                }
            }
            coloured.extend(colours.iter().flatten().copied());
            let joints =
                pairs.iter().filter(|pair| colours.iter().flatten().any(|c| pair.contains(c)));
            let joints = joints.count();
            clusters.push(Cluster { colours, joints });
        }
        clusters
    }

    pub(super) fn simple_colours(&self) -> BTreeSet<Gone> {
        let mut all = BTreeSet::new();
        for digit in 0..9 {
            for Cluster { colours, .. } in
                self.clusters(digit).iter().filter(|cluster| cluster.joints > 1)
            {
                let is_seen =
                    |cell: usize, by: &BTreeSet<usize>| by.iter().any(|&one| sees(one, cell));
                let is_inside = |cell: &usize| colours.iter().any(|colour| colour.contains(cell));
                let trapped = (0..81)
                    .filter(|cell| !is_inside(cell))
                    .filter(|&cell| colours.iter().all(|colour| is_seen(cell, colour)));
                all.insert(self.gone(trapped, &BTreeSet::from([digit])));
                for colour in colours {
                    if colour.iter().any(|&cell| is_seen(cell, colour)) {
                        all.insert(self.gone(colour.iter().copied(), &BTreeSet::from([digit])));
                    }
                }
            }
        }
        all.remove(&Gone::new());
        all
    }

    pub(super) fn multiple_colours(&self) -> BTreeSet<Gone> {
        let meet = |one: &BTreeSet<usize>, other: &BTreeSet<usize>| {
            one.iter().any(|&one| other.iter().any(|&other| sees(one, other)))
        };
        let mut all = BTreeSet::new();
        for digit in 0..9 {
            let clusters = self.clusters(digit);
            for two in subsets(&clusters.iter().collect::<Vec<_>>(), 2) {
                let [one, other] = [&two[0].colours, &two[1].colours];
                let (mut cells, mut parts) = (BTreeSet::new(), Vec::new());
                let outside =
                    |cell: &usize| !one.iter().chain(other).any(|colour| colour.contains(cell));
                for (k, l) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    // If both can't be true, one of their opposites is.
                    if meet(&one[k], &other[l]) {
                        let is_seen =
                            |cell: usize, by: &BTreeSet<usize>| by.iter().any(|&b| sees(b, cell));
                        cells.extend((0..81).filter(outside).filter(|&cell| {
                            is_seen(cell, &one[1 - k]) && is_seen(cell, &other[1 - l])
                        }));
                    }
                }
                parts.push(self.gone(cells, &BTreeSet::from([digit])));
                for (these, those) in [(one, other), (other, one)] {
                    for colour in these {
                        if those.iter().all(|other| meet(colour, other)) {
                            let cells = colour.iter().copied();
                            parts.push(self.gone(cells, &BTreeSet::from([digit])));
                        }
                    }
                }
                all.insert(parts.iter().flatten().copied().collect());
                all.extend(parts);
            }
        }
        all.remove(&Gone::new());
        all
    }

    /// Cells with the same two digits, each of which sees one of the other colour.
    pub(super) fn remote_pairs(&self) -> BTreeSet<Gone> {
        let mut all = BTreeSet::new();
        for start in (0..81).filter(|&cell| self.0[cell].len() == 2) {
            let pair = &self.0[start];
            let mut colours = [BTreeSet::from([start]), BTreeSet::new()];
            for _ in 0..81 {
                for k in 0..2 {
                    let next: Vec<usize> = (0..81)
                        .filter(|&cell| self.0[cell] == *pair)
                        .filter(|&cell| colours[k].iter().any(|&one| sees(one, cell)))
                        .collect();
                    colours[1 - k].extend(next);
                }
            }
            let [one, other] = &colours;
            if !one.is_disjoint(other) || one.len() + other.len() < 4 {
                continue;
            }
            let is_seen = |cell: usize, by: &BTreeSet<usize>| by.iter().any(|&one| sees(one, cell));
            let cells = (0..81).filter(|cell| !one.contains(cell) && !other.contains(cell));
            let cells = cells.filter(|&cell| is_seen(cell, one) && is_seen(cell, other));
            all.insert(self.gone(cells, pair));
        }
        all.remove(&Gone::new());
        all
    }

    /// Fish whose bases have further places, the fins, all in one box.
    pub(super) fn finned(&self, size: usize) -> BTreeSet<Gone> {
        let (mut all, houses) = (BTreeSet::new(), houses());
        for (bases, covers) in [(0, 9), (9, 0)] {
            for digit in 0..9 {
                let lines: Vec<usize> = (bases..bases + 9)
                    .filter(|&line| self.places(&houses[line], digit).len() >= 2)
                    .collect();
                for bases in subsets(&lines, size) {
                    let of_base = |&line: &usize| self.places(&houses[line], digit);
                    let places: Vec<Vec<usize>> = bases.iter().map(of_base).collect();
                    for covers in subsets(&(covers..covers + 9).collect::<Vec<_>>(), size) {
                        let is_covered =
                            |cell: &usize| covers.iter().any(|&line| houses[line].contains(cell));
                        let fins: Vec<usize> =
                            places.concat().into_iter().filter(|cell| !is_covered(cell)).collect();
                        let boxes: BTreeSet<usize> = fins.iter().copied().map(square).collect();
                        let is_used = |&line: &usize| {
                            places.concat().iter().any(|cell| houses[line].contains(cell))
                        };
                        if boxes.len() != 1
                            || !places.iter().all(|places| places.iter().any(is_covered))
                            || !covers.iter().all(is_used)
                        {
                            continue;
                        }
                        let outside = covers.iter().flat_map(|&line| houses[line].clone());
                        let outside = outside.filter(|cell| {
                            !bases.iter().any(|&line| houses[line].contains(cell))
                                && fins.iter().all(|&fin| sees(fin, *cell))
                        });
                        all.insert(self.gone(outside, &BTreeSet::from([digit])));
                    }
                }
            }
        }
        all.remove(&Gone::new());
        all
    }

    /// The places of digits that some houses, as many as `size`, can't do without: what a place
    /// leaves of them is in fewer other houses. None that leaves nothing of a house.
    pub(super) fn unmet(&self, size: usize) -> Gone {
        self.unmet_of(size, &|_, _| true)
    }

    /// The same of some places and digits.
    pub(super) fn unmet_of(&self, size: usize, is_one: &dyn Fn(usize, usize) -> bool) -> Gone {
        let (mut all, houses) = (Gone::new(), houses());
        for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
            if !self.has(cell, digit) || !is_one(cell, digit) {
                continue;
            }
            let of = |house: &Vec<usize>| self.places(house, digit);
            let open =
                houses.iter().filter(|house| !house.contains(&cell) && !of(house).is_empty());
            let left: Vec<Vec<usize>> = open
                .map(|house| of(house).into_iter().filter(|&place| !sees(place, cell)).collect())
                .collect();
            if left.iter().all(|places| !places.is_empty()) && is_too_much(&left, size) {
                all.insert(candidate(cell, digit));
            }
        }
        all
    }

    /// The places of a digit that are in an arrangement of it, one in each house that has places.
    pub(super) fn arranged(&self, digit: usize) -> BTreeSet<usize> {
        let houses = houses();
        let rows: Vec<Vec<usize>> = houses[..9]
            .iter()
            .map(|row| self.places(row, digit))
            .filter(|places| !places.is_empty())
            .collect();
        let needed = houses[9..].iter().filter(|house| !self.places(house, digit).is_empty());
        let needed: Vec<&Vec<usize>> = needed.collect();
        let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
        for row in &rows {
            let longer = ways.iter().flat_map(|way| {
                let free = row.iter().filter(|&&cell| !way.iter().any(|&one| sees(one, cell)));
                free.map(|&cell| [&way[..], &[cell]].concat())
            });
            ways = longer.collect();
        }
        ways.retain(|way| needed.iter().all(|house| way.iter().any(|cell| house.contains(cell))));
        ways.into_iter().flatten().collect()
    }

    /// The candidate that is left of a cell if these go, which are all others of the cell.
    pub(super) fn rest_of_cell(&self, gone: &Gone) -> Option<Candidate> {
        let cell = gone.first()?.cell;
        let left: Vec<usize> = self.0[index(cell)]
            .iter()
            .copied()
            .filter(|&digit| !gone.contains(&candidate(index(cell), digit)))
            .collect();
        let is_all = gone.iter().all(|one| one.cell == cell) && left.len() == 1;
        is_all.then(|| candidate(index(cell), left[0]))
    }

    /// Whether a candidate that is false makes itself true, by houses with two places and cells
    /// with two candidates.
    pub(super) fn follows_from_its_negation(&self, start: Candidate) -> bool {
        let start = (index(start.cell), start.digit.index());
        let (mut are_false, mut are_true) = (BTreeSet::from([start]), BTreeSet::new());
        let houses = houses();
        loop {
            let before = are_false.len() + are_true.len();
            for &(cell, digit) in &are_false {
                for house in houses.iter().filter(|house| house.contains(&cell)) {
                    let places = self.places(house, digit);
                    if places.len() == 2 {
                        are_true
                            .extend(places.into_iter().filter(|&p| p != cell).map(|p| (p, digit)));
                    }
                }
                if self.0[cell].len() == 2 {
                    are_true
                        .extend(self.0[cell].iter().filter(|&&d| d != digit).map(|&d| (cell, d)));
                }
            }
            for &(cell, digit) in &are_true {
                are_false.extend(self.0[cell].iter().filter(|&&d| d != digit).map(|&d| (cell, d)));
                let peers = (0..81).filter(|&peer| sees(peer, cell) && self.has(peer, digit));
                are_false.extend(peers.map(|peer| (peer, digit)));
            }
            if are_true.contains(&start) {
                return true;
            }
            if before == are_false.len() + are_true.len() {
                return false;
            }
        }
    }
}

fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate { cell: Shape::CLASSIC.cell(cell), digit: Digit::at(digit) }
}

pub(super) fn index(cell: Cell) -> usize {
    usize::from(cell.row) * 9 + usize::from(cell.column)
}
