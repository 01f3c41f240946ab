//! Items that have exactly one candidate of a solution: each cell, and each digit in each house.
//!
//! ```text
//!      r1c3=5  is one of   the candidates of r1c3                 cell 2
//!                          the places of 5 in row 1, column 3     4th of row 1, of column 3,
//!                          and box 1                              of box 1
//! ```
//!
//! These are the items of Sudoku as exact cover, and they are enough to find singles and
//! contradictions: an item with one candidate left is a single, and one with none is a
//! contradiction. Numbered, cells before houses, they index plain arrays. Data of a shape is
//! computed once.

use smallvec::SmallVec;

use crate::sudoku::{Candidate, Cell, Digit, House, Shape};

/// The items and neighbourhoods of a shape.
pub(super) struct Items {
    pub(super) shape: Shape,
    /// For each cell its row, column and box among the houses.
    houses_of: Vec<[u16; 3]>,
    cells_of: Vec<Vec<u16>>,
    neighbours: Vec<Vec<u16>>,
}

/// An item in its written form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// The candidates of a cell.
    Cell(Cell),
    /// The places of a digit in a house.
    Places(House, Digit),
}

impl Items {
    pub(super) fn new(shape: Shape) -> Items {
        let cells = || (0..shape.cells()).map(|index| shape.cell(index));
        let houses: Vec<House> = shape.houses().collect();
        let number =
            |house: House| houses.iter().position(|&other| other == house).unwrap_or(0) as u16;
        let cells_of =
            |house: &House| shape.cells_of(*house).map(|cell| shape.index(cell) as u16).collect();
        let neighbours = |cell: Cell| {
            let houses = shape.houses_of(cell).into_iter();
            let mut neighbours: Vec<u16> = houses
                .flat_map(|house| shape.cells_of(house))
                .map(|cell| shape.index(cell) as u16)
                .collect();
            neighbours.sort_unstable();
            neighbours.dedup();
            neighbours.retain(|&neighbour| usize::from(neighbour) != shape.index(cell));
            neighbours
        };
        Items {
            shape,
            houses_of: cells().map(|cell| shape.houses_of(cell).map(number)).collect(),
            cells_of: houses.iter().map(cells_of).collect(),
            neighbours: cells().map(neighbours).collect(),
        }
    }

    /// The number of items: N² cells, and N digits in 3N houses.
    pub(super) fn count(&self) -> usize {
        self.shape.cells() + self.cells_of.len() * self.shape.size()
    }

    /// The items of a candidate: its cell, and its digit in its row, column and box.
    pub(super) fn of(&self, cell: usize, digit: usize) -> [usize; 4] {
        let [row, column, square] =
            self.houses_of[cell].map(|house| self.places(house.into(), digit));
        [cell, row, column, square]
    }

    /// An item by its number.
    pub(super) fn named(&self, item: usize) -> Item {
        match item.checked_sub(self.shape.cells()) {
            None => Item::Cell(self.shape.cell(item)),
            Some(place) => {
                let (house, digit) =
                    (place / self.shape.size(), Digit::at(place % self.shape.size()));
                Item::Places(self.house(house), digit)
            }
        }
    }

    /// The possible candidates of an item, as cells and digits.
    pub(super) fn candidates(&self, item: usize) -> SmallVec<[(usize, usize); 16]> {
        match item.checked_sub(self.shape.cells()) {
            None => (0..self.shape.size()).map(|digit| (item, digit)).collect(),
            Some(place) => {
                let cells = &self.cells_of[place / self.shape.size()];
                cells.iter().map(|&cell| (usize::from(cell), place % self.shape.size())).collect()
            }
        }
    }

    /// The cells that share a house with a cell.
    pub(super) fn neighbours(&self, cell: usize) -> &[u16] {
        &self.neighbours[cell]
    }

    pub(super) fn candidate(&self, cell: usize, digit: usize) -> Candidate {
        Candidate { cell: self.shape.cell(cell), digit: Digit::at(digit) }
    }

    /// A house that two cells share, the first in the order of rows, columns and boxes.
    pub(super) fn shared_house(&self, one: usize, other: usize) -> Option<House> {
        let [one, other] = [one, other].map(|cell| self.houses_of[cell]);
        one.into_iter().find(|house| other.contains(house)).map(|house| self.house(house.into()))
    }

    fn places(&self, house: usize, digit: usize) -> usize {
        self.shape.cells() + house * self.shape.size() + digit
    }

    fn house(&self, number: usize) -> House {
        let (kind, number) = (number / self.shape.size(), (number % self.shape.size()) as u8);
        [House::Row(number), House::Column(number), House::Box(number)][kind]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_has_the_candidates_that_have_it() {
        for shape in [Shape::CLASSIC, Shape::new(2, 3).unwrap()] {
            let items = Items::new(shape);
            let mut seen = vec![0; items.count()];
            for (cell, digit) in
                (0..shape.cells()).flat_map(|c| (0..shape.size()).map(move |d| (c, d)))
            {
                for item in items.of(cell, digit) {
                    seen[item] += 1;
                    assert!(items.candidates(item).contains(&(cell, digit)));
                    match items.named(item) {
                        Item::Cell(named) => assert_eq!(named, shape.cell(cell)),
                        Item::Places(house, named) => {
                            assert!(shape.houses_of(shape.cell(cell)).contains(&house));
                            assert_eq!(named, Digit::at(digit));
                        }
                    }
                }
            }
            assert!(seen.iter().all(|&count| count == shape.size()));
        }
    }

    #[test]
    fn a_house_is_shared_by_neighbours_alone() {
        let items = Items::new(Shape::CLASSIC);
        assert_eq!(items.neighbours(40).len(), 20);
        for other in (0..81).filter(|&other| other != 40) {
            let is_neighbour = items.neighbours(40).contains(&(other as u16));
            assert_eq!(items.shared_house(40, other).is_some(), is_neighbour);
        }
        assert_eq!(items.shared_house(0, 1), Some(House::Row(0)));
    }
}
