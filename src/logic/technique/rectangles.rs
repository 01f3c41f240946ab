//! Rectangles whose lines have one of the two digits nowhere else: hidden rectangles, and unique
//! rectangles of type 6. Also of types 1 and 4, if corners have lost one of the digits, and of type
//! 3 with any naked set.
//!
//! ```text
//!      r1c1 {2,7}      r1c4 {2,7,9}     row 5 and column 4 have a 2 in these cells alone: were
//!      r5c1 {2,7,8}    r5c4 {2,7,9}     r5c4 a 7, the other three would be 2, 7, 2, which could
//!                                       change places with 7, 2, 7: so r5c4 is not 7
//!
//!      type 6: r1c1 and r5c4 have only {2,7}, and rows 1 and 5 have a 2 in these cells alone:
//!      were r1c4 a 2, r5c1 would be one, and all four have only 2 and 7
//! ```
//!
//! Invariant: the deadly pattern is a truth, and so are the lines.
//!
//! Source: the names and types are those of HoDoKu.

use super::bits::{cells, lowest, ones, subsets};
use super::constraint::{Constraint, of_cell, of_places};
use super::deduction::Removals;
use super::tables::{CELLS, HOUSE, HOUSES, cell, common_peers};
use super::visit::{Flow, Visit};
use super::{Board, Deadly, Deduction, Evidence, Technique};
use crate::sudoku::Digit;

/// Four cells in two rows, two columns and two boxes, in turn around it.
pub(super) type Corners = [u8; 4];

/// The rectangles whose corners are among some cells.
pub(super) fn each_rectangle(among: u128, visit: &mut dyn FnMut(Corners) -> Flow) -> Flow {
    let is_there = |cell: &u8| among >> cell & 1 == 1;
    for first in cells(among) {
        for second in (first + 1..(first / 9 + 1) * 9).filter(is_there) {
            for below in (first / 9 + 1..9).map(|row| row * 9) {
                let corners = [first, second, below + second % 9, below + first % 9];
                let boxes = corners.map(|corner| HOUSES[usize::from(corner)][0]);
                let is_in_two = (boxes[0] == boxes[1]) != (boxes[0] == boxes[3]);
                if is_in_two && is_there(&corners[2]) && is_there(&corners[3]) {
                    visit(corners)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Rectangles, by their cells and digits.
pub(super) fn find(board: &Board, visit: Visit<'_>) -> Flow {
    each_rectangle(!board.set_cells() & ((1 << 81) - 1), &mut |corners| {
        let twice = twice(board, corners);
        for one in ones(twice) {
            for other in ones(twice & ((1 << one) - 1)) {
                for digits in [[other, one], [one, other]] {
                    with_digits(board, corners, digits, visit)?;
                }
            }
        }
        Flow::Continue(())
    })
}

/// The digits that two corners have at least; none if a corner is set, or all have more than the
/// two digits of a rectangle.
fn twice(board: &Board, corners: Corners) -> u16 {
    let left = corners.map(|corner| board.left(corner));
    if left.contains(&0) || left.iter().all(|left| left.count_ones() > 2) {
        return 0;
    }
    let (mut once, mut twice) = (0, 0);
    for left in left {
        twice |= once & left;
        once |= left;
    }
    twice
}

/// Rectangles with two digits, the first of which is looked at in lines.
fn with_digits(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    let pair = 1 << digits[0] | 1 << digits[1];
    let of_pair = corners.map(|corner| (board.left(corner) & pair).count_ones());
    let full = of_pair.iter().filter(|&&count| count == 2).count();
    let has_bare = corners.iter().any(|&corner| is_bare(board, corner, digits));
    // A digit that the puzzle itself takes from a corner can't be there in another solution.
    let is_free = |(&corner, &count): (&u8, &u32)| count == 2 || board.clued() >> corner & 1 == 0;
    let are_free = corners.iter().zip(&of_pair).all(is_free);
    if of_pair.contains(&0) || full < 2 || !has_bare || !are_free {
        return Flow::Continue(());
    }
    hidden(board, corners, digits, visit)?;
    if digits[0] < digits[1] {
        type_3(board, corners, digits, visit)?;
    }
    type_6(board, corners, digits, visit)?;
    // The loops are those of all four.
    if full == 4 {
        return Flow::Continue(());
    }
    if digits[0] < digits[1] {
        type_1(board, corners, digits, visit)?;
        type_2(board, corners, digits, visit)?;
    }
    type_4(board, corners, digits, visit)
}

/// Whether a corner has no other digits.
fn is_bare(board: &Board, corner: u8, digits: [u8; 2]) -> bool {
    board.left(corner) & !(1 << digits[0] | 1 << digits[1]) == 0
}

/// Three corners have no other digits: the fourth has one of its others.
fn type_1(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    let mut others = corners.into_iter().filter(|&corner| !is_bare(board, corner, digits));
    let (Some(target), None) = (others.next(), others.next()) else {
        return Flow::Continue(());
    };
    let gone = board.left(target) & (1 << digits[0] | 1 << digits[1]);
    let removals = Removals::of_cell(target, gone);
    let technique = Technique::UniqueRectangle(1);
    visit(deduction(technique, (corners, digits), (vec![], vec![]), removals))
}

/// Several corners have other digits, the same one: what sees them all is not that digit.
fn type_2(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    let others = corners.into_iter().filter(|&corner| !is_bare(board, corner, digits));
    let mask = others.fold(0_u128, |mask, corner| mask | 1 << corner);
    let pair = 1 << digits[0] | 1 << digits[1];
    let rest = cells(mask).fold(0, |rest, corner| rest | board.left(corner) & !pair);
    if !rest.is_power_of_two() || mask.is_power_of_two() {
        return Flow::Continue(());
    }
    let digit = lowest(rest);
    let removals = Removals::of_digit(common_peers(mask) & board.cells(digit), digit);
    if removals.is_empty() {
        return Flow::Continue(());
    }
    let technique = Technique::UniqueRectangle(2);
    visit(deduction(technique, (corners, digits), (vec![], vec![]), removals))
}

/// The other digits of two corners stand for a cell of a naked set in a house of both.
fn type_3(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    let pair = 1 << digits[0] | 1 << digits[1];
    for k in 0..4 {
        let roof = [corners[k], corners[(k + 1) % 4]];
        let floor = [corners[(k + 2) % 4], corners[(k + 3) % 4]];
        let rest = (board.left(roof[0]) | board.left(roof[1])) & !pair;
        if floor.iter().any(|&corner| !is_bare(board, corner, digits))
            || roof.iter().any(|&corner| is_bare(board, corner, digits))
            || rest.count_ones() < 2
        {
            continue;
        }
        let [one, other] = roof.map(|corner| HOUSES[usize::from(corner)]);
        for house in one.into_iter().filter(|house| other.contains(house)) {
            let sets = NakedSets { board, roof, rest, house };
            sets.each(&mut |set, all| {
                let (houses, removals) = sets.houses_and_removals(set, all);
                if removals.is_empty() {
                    return Flow::Continue(());
                }
                let links = houses
                    .iter()
                    .flat_map(|&house| ones(all).map(move |digit| of_places(house, digit)));
                let constraints = (cells(set).map(of_cell).collect(), links.collect());
                let technique = Technique::UniqueRectangle(3);
                visit(deduction(technique, (corners, digits), constraints, removals))
            })?;
        }
    }
    Flow::Continue(())
}

/// What stands with the other digits of two corners in a house of both.
struct NakedSets<'b> {
    board: &'b Board,
    roof: [u8; 2],
    /// The other digits.
    rest: u16,
    house: u8,
}

impl NakedSets<'_> {
    /// Cells that have with the other digits one digit more than they are, and these digits.
    fn each(&self, visit: &mut dyn FnMut(u128, u16) -> Flow) -> Flow {
        let is_near = |cell: &u8| self.board.is_open(*cell) && !self.roof.contains(cell);
        let near = CELLS[usize::from(self.house)].into_iter().filter(is_near);
        let near: Vec<u8> = near.collect();
        for size in 1..near.len() {
            for chosen in subsets(size, near.len()) {
                let set = ones(chosen).fold(0, |set, k| set | 1 << near[usize::from(k)]);
                let all = cells(set).fold(self.rest, |all, cell| all | self.board.left(cell));
                if all.count_ones() as usize == size + 1 {
                    visit(set, all)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The houses that have all of the cells, and what goes there.
    fn houses_and_removals(&self, set: u128, all: u16) -> (Vec<u8>, Removals) {
        let kept = self.roof.iter().fold(set, |kept, corner| kept | 1 << corner);
        let has_all = |house: &u8| kept & !HOUSE[usize::from(*house)] == 0;
        let houses = HOUSES[usize::from(self.roof[0])].into_iter().filter(has_all);
        let houses: Vec<u8> = houses.collect();
        let cells_of = houses.iter().fold(0, |all, house| all | HOUSE[usize::from(*house)]);
        let mut removals = Removals::default();
        for cell in cells(cells_of & !kept) {
            removals.add(cell, self.board.left(cell) & all);
        }
        (houses, removals)
    }
}

/// Two corners of a house are its only places for the first digit: they lose the second.
fn type_4(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    for k in 0..4 {
        let roof = [corners[k], corners[(k + 1) % 4]];
        let floor = [corners[(k + 2) % 4], corners[(k + 3) % 4]];
        if floor.iter().any(|&corner| !is_bare(board, corner, digits))
            || roof.iter().any(|&corner| is_bare(board, corner, digits))
            || roof.iter().any(|&corner| board.left(corner) >> digits[0] & 1 == 0)
        {
            continue;
        }
        let [one, other] = roof.map(|corner| HOUSES[usize::from(corner)]);
        let house = one
            .into_iter()
            .find(|house| other.contains(house) && is_only(board, *house, digits[0]));
        let Some(house) = house else { continue };
        let mut removals = Removals::default();
        for cell in roof {
            removals.add(cell, board.left(cell) & 1 << digits[1]);
        }
        if removals.is_empty() {
            continue;
        }
        let constraints = (vec![of_places(house, digits[0])], roof.map(of_cell).to_vec());
        let technique = Technique::UniqueRectangle(4);
        visit(deduction(technique, (corners, digits), constraints, removals.sorted()))?;
    }
    Flow::Continue(())
}

/// Whether a line of a rectangle has a digit in two of its corners alone.
fn is_only(board: &Board, line: u8, digit: u8) -> bool {
    board.places(line, digit).count_ones() == 2
}

/// `digits`: the one of the lines, and the other, which goes from the corner where they cross.
fn hidden(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    let [one, other] = digits;
    for k in 0..4 {
        let [bare, target] = [corners[k], corners[(k + 2) % 4]];
        let [_, row, column] = HOUSES[usize::from(target)];
        let near = [corners[(k + 1) % 4], corners[(k + 3) % 4]];
        let has_one = |&cell: &u8| board.left(cell) >> one & 1 == 1;
        if !is_bare(board, bare, digits)
            || board.left(target) >> other & 1 == 0
            || !near.iter().chain([&target]).all(has_one)
            || !is_only(board, row, one)
            || !is_only(board, column, one)
        {
            continue;
        }
        let truths = vec![of_places(row, one), of_places(column, one)];
        let links = near.map(of_cell).to_vec();
        let removals = Removals::of_cell(target, 1 << other);
        visit(deduction(Technique::HiddenRectangle, (corners, digits), (truths, links), removals))?;
    }
    Flow::Continue(())
}

/// Two corners across have the two digits alone, and two lines one of them in the corners alone.
fn type_6(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    for k in 0..2 {
        let bare = [corners[k], corners[k + 2]];
        let others = [corners[k + 1], corners[(k + 3) % 4]];
        if !bare.iter().all(|&cell| is_bare(board, cell, digits))
            || others.iter().any(|&cell| is_bare(board, cell, digits))
        {
            continue;
        }
        // Rows, then columns.
        for kind in [1, 2] {
            let lines = others.map(|cell| HOUSES[usize::from(cell)][kind]);
            let corner_cells = corners.iter().fold(0_u128, |all, corner| all | 1 << corner);
            // A digit that is placed has no places at all.
            let is_only = |&line: &u8| {
                let places = board.cells(digits[0]) & HOUSE[usize::from(line)];
                places != 0 && places & !corner_cells == 0
            };
            if !lines.iter().all(is_only) {
                continue;
            }
            let truths = lines.map(|line| of_places(line, digits[0])).to_vec();
            let mut removals = Removals::default();
            for cell in others {
                removals.add(cell, board.left(cell) & 1 << digits[0]);
            }
            if removals.is_empty() {
                continue;
            }
            let constraints = (truths, others.map(of_cell).to_vec());
            let technique = Technique::UniqueRectangle(6);
            visit(deduction(technique, (corners, digits), constraints, removals.sorted()))?;
        }
    }
    Flow::Continue(())
}

fn deduction(
    technique: Technique,
    (corners, mut digits): (Corners, [u8; 2]),
    (truths, links): (Vec<Constraint>, Vec<Constraint>),
    removals: Removals,
) -> Deduction {
    digits.sort_unstable();
    let deadly = Deadly::Loop {
        cells: corners.map(cell).to_vec(),
        digits: digits.map(|digit| Digit::at(digit.into())),
    };
    let evidence = Evidence::Counting { deadly: Some(deadly), truths, links, single: None };
    Deduction::removing(technique, technique.usual(), removals, evidence)
}
