//! Whether a board can have cell or region forcing chains: a quick look before the search.
//!
//! ```text
//!      candidate ──▶ candidates that it makes true, over one that is false         rows of bits
//!      all of a cell, or all places in a house: is anything common to what they reach?
//! ```
//!
//! A look follows what a run of the search follows, and to its end, where a run stops at the first
//! clash. So what it does not see, the search does not find; most boards have none.
//!
//! Deliberately lacking: the chain itself.

use super::links::{Links, NONE};
use super::node::{Number, number};
use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::tables::{CELLS, SEES};

/// A bit for each candidate.
type Row = [u64; 12];

const fn add(row: &mut Row, number: Number) {
    row[number as usize / 64] |= 1 << (number % 64);
}

fn unite(row: &mut Row, other: &Row) {
    row.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
}

/// What follows from candidates that are true.
struct Reach {
    /// What becomes false at once, and what becomes true by that.
    near: Vec<[Row; 2]>,
    /// All that becomes false, and true, of those that were asked for.
    far: Vec<Option<[Row; 2]>>,
}

impl Reach {
    fn of(board: &Board) -> Reach {
        let links = Links::of(board);
        let mut near = vec![[[0; 12]; 2]; 729];
        for cell in 0..81 {
            for digit in ones(board.left(cell)) {
                let this = number(cell, digit);
                let [falls, rises] = &mut near[usize::from(this)];
                let mut fall = |number: Number| {
                    add(falls, number);
                    let partner = links.in_cell[usize::from(number)];
                    if partner != NONE {
                        add(rises, partner);
                    }
                    links.in_houses(number).for_each(|partner| add(rises, partner));
                };
                ones(board.left(cell) & !(1 << digit)).for_each(|other| fall(number(cell, other)));
                let peers = board.cells(digit) & SEES[usize::from(cell)];
                cells(peers).for_each(|peer| fall(number(peer, digit)));
            }
        }
        Reach { near, far: vec![None; 729] }
    }

    /// All that follows from a candidate, itself included.
    fn from(&mut self, start: Number) -> &[Row; 2] {
        let near = &self.near;
        self.far[usize::from(start)].get_or_insert_with(|| {
            let [mut falls, mut rises, mut open] = [[0; 12]; 3];
            add(&mut open, start);
            while let Some(word) = open.iter().position(|&word| word != 0) {
                let number = word * 64 + open[word].trailing_zeros() as usize;
                rises[word] |= open[word] & open[word].wrapping_neg();
                unite(&mut falls, &near[number][0]);
                unite(&mut open, &near[number][1]);
                open.iter_mut().zip(&rises).for_each(|(open, done)| *open &= !done);
            }
            [falls, rises]
        })
    }

    /// Whether something follows from each of the candidates.
    fn is_common(&mut self, starts: impl Iterator<Item = Number>) -> bool {
        let mut common = [[u64::MAX; 12]; 2];
        for start in starts {
            let far = self.from(start);
            for (row, other) in common.iter_mut().zip(far) {
                row.iter_mut().zip(other).for_each(|(one, other)| *one &= other);
            }
            if common.as_flattened().iter().all(|&word| word == 0) {
                return false;
            }
        }
        true
    }
}

/// Whether all candidates of a cell, or all places of a digit in a house, have a consequence in
/// common. Cells with two candidates don't count, nor do houses whose first place is in one.
pub(super) fn has_multiple(board: &Board) -> bool {
    let mut reach = Reach::of(board);
    let many = |cell: &u8| board.count(*cell) >= 3;
    (0..81)
        .filter(many)
        .any(|cell| reach.is_common(ones(board.left(cell)).map(|digit| number(cell, digit))))
        || (0..27).any(|house| {
            (0..9).any(|digit| {
                let places = ones(board.places(house, digit))
                    .map(|place| CELLS[usize::from(house)][usize::from(place)]);
                let is_tried =
                    places.clone().count() >= 2 && places.clone().take(1).all(|one| many(&one));
                is_tried && reach.is_common(places.map(|cell| number(cell, digit)))
            })
        })
}

#[cfg(test)]
mod tests {
    use super::super::ENGINE;
    use super::super::nishio::has_clash;
    use super::super::run::Mode;
    use super::super::search;
    use super::*;
    use crate::logic::{Pencil, totem};
    use crate::sudoku::Grid;

    fn is_found(board: &Board, is_nishio: bool) -> bool {
        let mode = Mode { is_dynamic: is_nishio, is_nishio, level: 0 };
        ENGINE.with_borrow_mut(|engine| search::first(board, mode, engine).is_some())
    }

    #[test]
    fn what_a_search_finds_is_in_sight() {
        let puzzles = include_str!("../../../../data/first.txt").lines();
        let mut counts = [[0; 2]; 2];
        for line in puzzles.filter(|line| !line.starts_with('#')).step_by(8) {
            let mut pencil = Pencil::of(&line.parse::<Grid>().unwrap());
            totem(&mut pencil, &mut |_| {}).unwrap();
            let mut board = Board::of_pencil(&pencil).unwrap();
            // With fewer and fewer candidates, right or wrong, there is more to find.
            for round in 0..12 {
                let nishio = (0..9).any(|digit| has_clash(&board, digit));
                let looks = [nishio, has_multiple(&board)];
                for (kind, look) in looks.into_iter().enumerate() {
                    let is_found = is_found(&board, kind == 0);
                    assert!(look || !is_found, "{line}, round {round}, {kind}");
                    counts[kind][usize::from(look)] += 1;
                }
                for cell in (0..81).filter(|cell| cell % 12 == round) {
                    for digit in ones(board.left(cell as u8)).filter(|digit| digit % 3 == 0) {
                        board.take(cell, usize::from(digit));
                    }
                }
            }
        }
        assert!(counts.as_flattened().iter().all(|&count| count > 50), "{counts:?}");
    }
}
