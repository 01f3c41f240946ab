//! Aligned exclusions in words: for each candidate that goes, why its cells have no combination.
//!
//! ```text
//!      Aligned pair exclusion: what r46c9 leave to r3c9,r6c8
//!        r6c9=1   r4c9<>1 (column 9), r4c9<>2 (r3c9 is 1 or 2), r4c9<>4 (r6c8 is 1 or 4)
//!      no combination is left, so r6c9<>1
//! ```
//!
//! In brackets is the house that takes a digit once, or the cell to which nothing would be left.
//!
//! Invariant: each combination of the cells with the candidate has a member that an entry excludes,
//! or two. Of a cell without a member left the others need no entries.

use super::Wording;
use super::strands::{Strand, either};
use super::technique::{Board, Constraint, Deduction, Evidence};
use crate::sudoku::{Candidate, Cell, Shape};

/// Cells, and those that have to keep a candidate beside each combination of theirs.
struct Aligned<'a> {
    wording: Wording<'a>,
    board: &'a Board,
    cells: &'a [Cell],
    excluders: &'a [Cell],
}

impl Wording<'_> {
    /// Of an aligned exclusion on a board, each candidate that goes, with what excludes all that
    /// its cells could have beside it; nothing of other techniques.
    pub fn combinations(self, of: &Deduction, board: &Board) -> Vec<Strand> {
        let Evidence::Aligned { cells, excluders } = &of.evidence else { return Vec::new() };
        let aligned = Aligned { wording: self, board, cells, excluders };
        let gone = of.removals.iter();
        gone.map(|&one| Strand { start: self.candidate(one), entries: aligned.beside(one) })
            .collect()
    }

    /// The end of the combinations: `no combination is left, so r6c9<>1`.
    pub(super) fn combinations_end(self, of: &Deduction) -> String {
        format!("no combination is left, so {}", self.follows(of))
    }
}

impl Aligned<'_> {
    /// What excludes all combinations with a candidate.
    fn beside(&self, candidate: Candidate) -> Vec<String> {
        let mut kept: Vec<Vec<Candidate>> = Vec::new();
        let mut entries: Vec<String> = Vec::new();
        for &cell in self.cells.iter().filter(|&&cell| cell != candidate.cell) {
            let (mut left, mut gone) = (Vec::new(), Vec::new());
            for member in Constraint::Cell(cell).members(self.board) {
                match self.why(&[candidate, member]) {
                    None => left.push(member),
                    Some(why) => gone.push(format!("{} ({why})", self.not(member))),
                }
            }
            if left.is_empty() {
                return gone;
            }
            kept.push(left);
            entries.append(&mut gone);
        }
        let [firsts, seconds] = &kept[..] else { return entries };
        for &first in firsts {
            for &second in seconds {
                let why = self.why(&[first, second]);
                let why = why.or_else(|| self.why(&[candidate, first, second]));
                let both = [first, second].map(|one| self.wording.candidate(one)).join(" and ");
                entries.extend(why.map(|why| format!("not {both} ({why})")));
            }
        }
        entries
    }

    fn not(&self, candidate: Candidate) -> String {
        self.wording.cancellations(&[candidate])
    }

    /// Why not all of these can be true: the house of two equal ones, or a cell whose candidates
    /// they are.
    fn why(&self, together: &[Candidate]) -> Option<String> {
        let houses_of = |one: Candidate| Shape::CLASSIC.houses_of(one.cell);
        for (k, &one) in together.iter().enumerate() {
            for &other in together[..k].iter().filter(|other| other.digit == one.digit) {
                let others = houses_of(other);
                if let Some(house) = houses_of(one).iter().find(|house| others.contains(house)) {
                    return Some(house.to_string());
                }
            }
        }
        let is_taken = |one: &Candidate| together.iter().any(|other| other.digit == one.digit);
        self.excluders.iter().find_map(|&cell| {
            let members = Constraint::Cell(cell).members(self.board);
            let symbols = members.iter().map(|one| self.wording.symbol(one.digit).to_string());
            let all = either(symbols.collect());
            members.iter().all(is_taken).then(|| format!("{cell} is {all}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{NetFinder, Path, Pencil, Step, Strategy};
    use crate::sudoku::{Alphabet, Grid};

    #[test]
    fn each_combination_is_excluded_by_an_entry() {
        let finder = NetFinder::new(Shape::CLASSIC);
        let alphabet = Alphabet::usual(Shape::CLASSIC);
        let wording = Wording { alphabet: &alphabet };
        let (mut pairs, mut triplets) = (0, 0);
        for puzzle in [
            "....56.8...67...237.....4.5.1.93....3.......7.4..7......23.........91.5..3..65...",
            "12.45.78.4....9..3...............5..34.82........1..74....7....6....1.5.8.13..9..",
            ".2.4.......7.89.36..9...5......3..9...6...47..7......8..172......4.1..6289...4...",
            "1.......9.5.18.2...8..2....27..98.64..6..4.2......78.3.6.....585.....37.7........",
            "12...67....71.9.......3.15....64.8.7.6.............3.2...3......32..45..84..726..",
        ] {
            let puzzle: Grid = puzzle.parse().unwrap();
            let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
            for (before, step) in path.replay() {
                let Step::Deduction(of) = step else { continue };
                let Evidence::Aligned { cells, .. } = &of.evidence else { continue };
                let board = Board::of_pencil(&before).unwrap();
                let strands = wording.combinations(of, &board);
                assert_eq!(strands.len(), of.removals.len());
                for (&gone, strand) in of.removals.iter().zip(&strands) {
                    assert_eq!(strand.start, wording.candidate(gone));
                    let others = cells.iter().filter(|&&cell| cell != gone.cell);
                    let members: Vec<_> =
                        others.map(|&cell| Constraint::Cell(cell).members(&board)).collect();
                    let starts =
                        |text: &str| strand.entries.iter().any(|entry| entry.starts_with(text));
                    let alone =
                        |one: Candidate| starts(&format!("{} (", wording.cancellations(&[one])));
                    for &first in &members[0] {
                        let Some(seconds) = members.get(1) else {
                            assert!(alone(first), "{first:?}: {strand:?}");
                            continue;
                        };
                        for &second in seconds {
                            let both = [first, second].map(|one| wording.candidate(one));
                            let both = starts(&format!("not {} (", both.join(" and ")));
                            assert!(both || alone(first) || alone(second), "{strand:?}");
                        }
                    }
                }
                *(if cells.len() == 2 { &mut pairs } else { &mut triplets }) += 1;
            }
        }
        assert!(pairs > 1 && triplets > 1, "{pairs} pairs, {triplets} triplets");
    }
}
