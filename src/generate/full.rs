//! Random solution grids.
//!
//! ```text
//!      9x9: first band and first     other shapes: boxes that      then the gaps are filled by a
//!      stack, equally likely         share no line                 random search; rows, columns,
//!       +---+---+---+                 +---+---+---+                bands and stacks change places,
//!       | # | # | # |                 | # | . | . |                and perhaps the grid is turned
//!       | # | . | . |                 | . | # | . |                over
//!       | # | . | . |                 | . | . | # |
//!       +---+---+---+                 +---+---+---+
//! ```
//!
//! Every solution grid can occur. Grids that differ by digits exchanged or by symmetries of the
//! cells are equally likely, because these are chosen uniformly at random. Classes of grids are
//! not: a class is more frequent if its digits leave few alternatives on the way. (Uniform grids
//! would need the number of completions of a partial grid, which costs far more than a grid.)

use super::gaps::Gaps;
use super::shuffle::{NumberEach, SymmetryPart, drawn};
use crate::chance::Chance;
use crate::sudoku::{Digit, Grid, Shape, Solution};

/// Makes random solution grids of a shape.
#[derive(Clone, Debug)]
pub(super) struct Filler {
    shape: Shape,
    /// The digit of each cell, counted from 0.
    digits: Vec<u8>,
    gaps: Gaps,
}

impl Filler {
    pub(super) fn new(shape: Shape) -> Filler {
        let is_gap = |index: &u16| {
            let cell = shape.cell(usize::from(*index));
            let band = usize::from(cell.row) / shape.box_rows();
            let stack = usize::from(cell.column) / shape.box_columns();
            if shape == Shape::CLASSIC { band > 0 && stack > 0 } else { band != stack }
        };
        let gaps = Gaps::new(shape, (0..shape.cells() as u16).filter(is_gap).collect());
        Filler { shape, digits: vec![0; shape.cells()], gaps }
    }

    /// A random solution grid.
    pub(super) fn fill(&mut self, chance: &mut Chance) -> Solution {
        loop {
            self.begin(chance);
            if self.gaps.fill(&mut self.digits, chance) {
                return Solution::found(self.turned_over(chance));
            }
        }
    }

    /// Fills the boxes that need no search.
    fn begin(&mut self, chance: &mut Chance) {
        self.gaps.clear();
        if self.shape == Shape::CLASSIC {
            self.fill_first_chutes(chance);
        } else {
            self.fill_diagonal(chance);
        }
    }

    /// Fills the boxes on the diagonal, which share no line.
    fn fill_diagonal(&mut self, chance: &mut Chance) {
        let (shape, size) = (self.shape, self.shape.size());
        let mut digits: [u8; Digit::MAX as usize] = std::array::from_fn(|digit| digit as u8);
        for band in 0..shape.box_rows().min(shape.box_columns()) {
            chance.shuffle(&mut digits[..size]);
            for (k, &digit) in digits[..size].iter().enumerate() {
                let row = band * shape.box_rows() + k / shape.box_columns();
                let column = band * shape.box_columns() + k % shape.box_columns();
                self.place(row * size + column, digit);
            }
        }
    }

    /// Fills the first band and the first stack of a 9×9 grid, in all ways, equally likely.
    fn fill_first_chutes(&mut self, chance: &mut Chance) {
        let mut digits: [u8; 9] = std::array::from_fn(|digit| digit as u8);
        chance.shuffle(&mut digits);
        let rows: Lines =
            std::array::from_fn(|row| std::array::from_fn(|column| digits[3 * row + column]));
        let columns: Lines = std::array::from_fn(|column| rows.map(|row| row[column]));
        let (right, below) = (other_boxes(&rows, chance), other_boxes(&columns, chance));
        let boxes = [rows, right[0], right[1]].into_iter().map(|lines| (lines, [9, 1]));
        let boxes = boxes.chain(below.into_iter().map(|lines| (lines, [1, 9])));
        for (k, (lines, [along, across])) in boxes.enumerate() {
            // Boxes 0, 1 and 2 of the band, then 1 and 2 of the stack.
            let first = if k < 3 { 3 * k } else { 27 * (k - 2) };
            for (line, digits) in lines.iter().enumerate() {
                for (place, &digit) in digits.iter().enumerate() {
                    self.place(first + along * line + across * place, digit);
                }
            }
        }
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.digits[cell] = digit;
        self.gaps.see(cell, usize::from(digit));
    }

    /// The grid with its rows, columns, bands and stacks in random order, and perhaps transposed,
    /// if boxes are square.
    fn turned_over(&self, chance: &mut Chance) -> Grid {
        let cells: Vec<_> =
            self.digits.iter().map(|&digit| Some(Digit::at(usize::from(digit)))).collect();
        let grid = Grid::from_cells(self.shape, &cells).expect("a digit for each cell");
        // By a random number for each member, so that the grids of a seed stay what they were.
        let by = drawn(self.shape, &[SymmetryPart::Digits], chance, NumberEach);
        by.apply(&grid).expect("they have one shape")
    }
}

/// The digits of a 3×3 box, by its mini-rows or its mini-columns.
type Lines = [[u8; 3]; 3];

/// The second and the third box of a chute with a given first box, all ways equally likely.
///
/// Call the digits of the first box's lines a, b and c. The number of b on line 0 of the second box
/// decides the kinds on all lines, but not the digits of each kind: 1 + 27 + 27 + 1 ways.
///
/// ```text
///      a a a   b c c   c b b   one b on line 0: so two c, and the third c is on line 1 with two a;
///      b b b   c a a   a c c   a third of a and two of b are left for line 2
///      c c c   a b b   b a a
/// ```
fn other_boxes(first: &Lines, chance: &mut Chance) -> [Lines; 2] {
    let mut lines = *first;
    for line in &mut lines {
        chance.shuffle(line);
    }
    let count = match chance.below(56) {
        0 => 0,
        1..28 => 1,
        28..55 => 2,
        _ => 3,
    };
    let [a, b, c] = lines;
    let mix = |one: [u8; 3], other: [u8; 3]| {
        std::array::from_fn(|k| if k < count { one[k] } else { other[k] })
    };
    let mut boxes = [[mix(b, c), mix(c, a), mix(a, b)], [mix(c, b), mix(a, c), mix(b, a)]];
    for line in boxes.as_flattened_mut() {
        chance.shuffle(line);
    }
    boxes
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::sudoku::check;

    #[test]
    fn grids_of_all_shapes_are_solutions() {
        for (rows, columns) in
            [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4)]
        {
            let shape = Shape::new(rows, columns).unwrap();
            let mut filler = Filler::new(shape);
            for number in 0..20 {
                let solution = filler.fill(&mut Chance::new(1, number));
                assert!(check::is_solution(solution.grid()), "{solution}");
            }
        }
    }

    #[test]
    fn every_way_to_fill_a_chute_comes_equally_often() {
        let first = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        let (mut counts, mut chance) = (BTreeMap::<Lines, u32>::new(), Chance::new(1, 0));
        for _ in 0..56 * 400 {
            let [mut second, mut third] = other_boxes(&first, &mut chance);
            for line in 0..3 {
                let mut digits = [first[line], second[line], third[line]].concat();
                digits.sort_unstable();
                assert!(digits.into_iter().eq(0..9), "{second:?} {third:?}");
            }
            for lines in [&mut second, &mut third] {
                let mut digits = lines.concat();
                digits.sort_unstable();
                assert!(digits.into_iter().eq(0..9), "{lines:?}");
                for line in lines {
                    line.sort_unstable();
                }
            }
            *counts.entry(second).or_default() += 1;
        }
        assert_eq!(counts.len(), 56);
        // Five standard deviations of a count with mean 400.
        assert!(counts.values().all(|count| count.abs_diff(400) < 100), "{counts:?}");
    }

    #[test]
    fn every_grid_of_four_digits_comes_out_about_equally_often() {
        let mut filler = Filler::new(Shape::new(2, 2).unwrap());
        let mut counts = BTreeMap::<String, u32>::new();
        let mut chance = Chance::new(1, 0);
        for _ in 0..288 * 100 {
            *counts.entry(filler.fill(&mut chance).to_string()).or_default() += 1;
        }
        assert_eq!(counts.len(), 288);
        // Two classes, of 96 and 192 grids; within a class all are equally likely.
        assert!(counts.values().all(|count| (50..250).contains(count)), "{counts:?}");
    }
}
