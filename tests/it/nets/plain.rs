//! Nets as the source describes them: pair after pair, two copies of the grid, all singles an
//! iteration, found by looking everywhere.
//!
//! Slow and obvious, with only pencil marks: the reference for
//! [`NetFinder`](tourdion::logic::NetFinder).

use tourdion::logic::{Limits, Pair, Pencil, pairs};
use tourdion::sudoku::{Candidate, Cell, Digit, House, Shape};

/// The result of a pair after a number of iterations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    Common(Vec<Candidate>),
    Contradicted(Candidate),
}

/// Of each iteration what each pair has come to, as far as anything moves.
pub(crate) fn iterations(pencil: &Pencil, limits: &Limits) -> Vec<Vec<(Pair, Found)>> {
    let mut all: Vec<(Pair, [Copy; 2])> = pairs(pencil)
        .into_iter()
        .map(|pair| (pair, pair.members(pencil).unwrap().map(|start| Copy::new(pencil, start))))
        .filter(|(_, copies)| {
            limits.start.is_none_or(|start| copies.iter().any(|copy| copy.start.cell == start))
        })
        .collect();
    let mut iterations = Vec::new();
    loop {
        let found = all.iter().filter_map(|(pair, copies)| Some((*pair, found(pencil, copies)?)));
        iterations.push(found.collect());
        let mut has_moved = false;
        for copy in all.iter_mut().flat_map(|(_, copies)| copies) {
            has_moved |= copy.iterate();
        }
        if !has_moved {
            return iterations;
        }
    }
}

fn found(pencil: &Pencil, copies: &[Copy; 2]) -> Option<Found> {
    if let Some(copy) = copies.iter().find(|copy| copy.is_contradicted) {
        return Some(Found::Contradicted(copy.start));
    }
    let has_gone = |candidate: &Candidate| copies.iter().all(|copy| !copy.pencil.has(*candidate));
    let common: Vec<Candidate> = candidates(pencil).filter(has_gone).collect();
    (!common.is_empty()).then_some(Found::Common(common))
}

/// All candidates of a grid.
pub(crate) fn candidates(pencil: &Pencil) -> impl Iterator<Item = Candidate> {
    let shape = pencil.shape();
    cells(shape).flat_map(|cell| pencil.digits(cell).map(move |digit| Candidate { cell, digit }))
}

fn cells(shape: Shape) -> impl Iterator<Item = Cell> {
    (0..shape.cells()).map(move |index| shape.cell(index))
}

struct Copy {
    start: Candidate,
    pencil: Pencil,
    is_contradicted: bool,
}

impl Copy {
    fn new(pencil: &Pencil, start: Candidate) -> Copy {
        let mut pencil = pencil.clone();
        pencil.set(start, &mut |_| {});
        Copy { start, is_contradicted: pencil.contradiction().is_some(), pencil }
    }

    fn iterate(&mut self) -> bool {
        if self.is_contradicted {
            return false;
        }
        let shape = self.pencil.shape();
        let naked = cells(shape)
            .filter_map(|cell| self.pencil.only_digit(cell).map(|digit| Candidate { cell, digit }));
        let houses =
            shape.houses().flat_map(|house| shape.digits().map(move |digit| (house, digit)));
        let hidden = houses.filter_map(|(house, digit): (House, Digit)| {
            self.pencil.only_place(house, digit).map(|cell| Candidate { cell, digit })
        });
        let mut singles: Vec<Candidate> =
            naked.chain(hidden).filter(|single| !self.pencil.is_set(single.cell)).collect();
        singles.sort_unstable();
        singles.dedup();
        for &single in &singles {
            if self.pencil.has(single) && !self.pencil.is_set(single.cell) {
                self.pencil.set(single, &mut |_| {});
            } else {
                self.is_contradicted = true;
            }
        }
        self.is_contradicted |= self.pencil.contradiction().is_some();
        !singles.is_empty()
    }
}
