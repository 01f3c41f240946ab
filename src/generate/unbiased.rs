//! Minimal puzzles with a known bias, for statistics of all minimal puzzles.
//!
//! Taking off clues and skipping those that can't go gives puzzles with few clues far too often:
//! more orders lead down to them. The bias is unknown, so it can't be corrected afterwards.
//! Berthier found a way out (*Unbiased Statistics of a CSP: A Controlled-Bias Generator*, 2009):
//! clues go in random order; when the next one can't go, the puzzle is kept if it is minimal, and
//! otherwise *everything is thrown away*.
//!
//! ```text
//!   order  a b c d e f g h i ...
//!          └── gone ──┘ ╳ f can't go: is the puzzle without a..e minimal?  no, mostly: begin again
//! ```
//!
//! Why that helps: take a solution grid with N clues, and a minimal puzzle P with n of them. P is
//! kept if and only if the first N − n clues of the order are exactly those that P lacks: on the
//! way down every puzzle contains P, so it is proper, and has more clues, so it is not minimal; and
//! once there, no clue can go. This share of all orders is
//!
//! ```text
//!      (N − n)! n! / N!  =  1 / C(N, n)     so P with one clue more comes
//!                                           (n + 1) / (N − n) times as often
//! ```
//!
//! which depends only on n. Counting a puzzle C(N, n) times corrects the bias: weighted means over
//! the puzzles estimate means over *all* minimal puzzles of the solution grids. Every grid gets the
//! same number of orders, so all grids count equally; but the grids are random only as
//! [`Generator::solution`](super::Generator::solution) says.
//!
//! The price: some 250,000 orders of a 9×9 grid are thrown away for each one kept. Few of them cost
//! a question: most meet an unavoidable set with half of the clues left, and some other clue is
//! then obviously redundant.

use std::fmt;
use std::ops::{ControlFlow, Range};

use super::full::Filler;
use super::removal::{Removal, RemovalRules};
use super::rounds::{Removals, Rounds};
use super::unavoidable::{Places, UnavoidableSets};
use crate::chance::Chance;
use crate::sudoku::{Cell, Grid, Shape, Solution};
use crate::verify::{Effort, LockstepVerifier, Verifier};
use crate::watch::Watch;

/// The number of orders for each solution grid.
pub const ORDERS: u64 = 4096;

/// The weight of a minimal puzzle with this number of clues: C(N, n) for n of N cells, divided by
/// the value for a third of the cells, so that weights are readable numbers.
///
/// ```
/// use tourdion::generate::unbiased::weight;
/// use tourdion::sudoku::Shape;
///
/// assert_eq!(weight(Shape::CLASSIC, 27), 1.0);
/// assert_eq!(weight(Shape::CLASSIC, 26), 27.0 / 55.0);
/// ```
pub fn weight(shape: Shape, clues: usize) -> f64 {
    let cells = shape.cells();
    let third = cells / 3;
    // C(N, n + 1) / C(N, n), as a fraction.
    let step = |n: usize| (f64::from((cells - n) as u32), f64::from((n + 1) as u32));
    if clues < third {
        (clues..third).map(step).map(|(above, below)| below / above).product()
    } else {
        (third..clues.min(cells)).map(step).map(|(above, below)| above / below).product()
    }
}

/// Makes minimal puzzles with the bias that [`weight`] corrects.
///
/// Solution grids have numbers. The result of one depends only on the seed and its number.
pub struct UnbiasedGenerator {
    shape: Shape,
    seed: u64,
    filler: Filler,
    places: Places,
    sets: UnavoidableSets,
    rounds: Rounds,
    verifier: Box<dyn Verifier>,
}

impl fmt::Debug for UnbiasedGenerator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnbiasedGenerator")
            .field("shape", &self.shape)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

impl UnbiasedGenerator {
    /// A generator of minimal puzzles of `shape`.
    pub fn new(shape: Shape, seed: u64) -> UnbiasedGenerator {
        UnbiasedGenerator {
            shape,
            seed,
            filler: Filler::new(shape),
            places: Places::new(),
            sets: UnavoidableSets::new(shape),
            rounds: Rounds::new(shape),
            verifier: Box::new(LockstepVerifier::new()),
        }
    }

    /// The results of these grids, in order: for each the puzzles of [`ORDERS`] orders, usually
    /// none.
    ///
    /// Breaks if `watch` does, which sees what the question under way to the verifier has taken.
    pub fn attempts(
        &mut self,
        numbers: Range<u64>,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), Vec<Grid>> {
        let mut made = Vec::new();
        for number in numbers {
            let mut chance = Chance::new(self.seed, number);
            let solution = self.filler.fill(&mut chance);
            made.extend(self.orders_of(&solution, ORDERS, &mut chance, watch)?);
        }
        ControlFlow::Continue(made)
    }

    /// The minimal puzzles of this number of random orders of one solution grid, with repeats.
    ///
    /// # Panics
    /// If the solution has another shape than the generator.
    pub fn orders_of(
        &mut self,
        solution: &Solution,
        orders: u64,
        chance: &mut Chance,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), Vec<Grid>> {
        assert_eq!(solution.grid().shape(), self.shape, "the generator's shape");
        watch.pulse(&self.verifier.effort())?;
        self.sets.find(solution.grid(), Some(&mut self.places));
        let order = (0..self.shape.cells()).map(|index| self.shape.cell(index)).collect();
        let mut orders = Orders {
            solution: solution.grid(),
            whole: self.sets.clone(),
            sets: &mut self.sets,
            chance,
            order,
            remaining: orders,
            made: Vec::new(),
        };
        self.rounds.carry_out(self.verifier.as_mut(), &mut orders, watch)?;
        let made = orders.made.into_iter().flatten().collect();
        ControlFlow::Continue(made)
    }
}

/// Random orders of a solution's clues.
struct Orders<'o> {
    solution: &'o Grid,
    /// The solution's sets with all clues, and those of the current order.
    whole: UnavoidableSets,
    sets: &'o mut UnavoidableSets,
    chance: &'o mut Chance,
    order: Vec<Cell>,
    /// The number of orders left.
    remaining: u64,
    made: Vec<Option<Grid>>,
}

impl Orders<'_> {
    /// Takes off clues in a new random order, until one is the last of an unavoidable set. Returns
    /// false if the puzzle is then obviously not minimal.
    fn is_promising(&mut self) -> bool {
        self.sets.restore(&self.whole);
        let cells = self.order.len();
        for k in 0..cells {
            // The order is generated as far as needed.
            let other = k + self.chance.below(cells - k);
            self.order.swap(k, other);
            if !self.sets.take(&[self.order[k]]) {
                return !has_naked_single(self.solution, &self.order[k..]);
            }
        }
        true
    }
}

/// Whether some clue is the only digit that the others leave for its cell, and so redundant.
fn has_naked_single(solution: &Grid, clues: &[Cell]) -> bool {
    let shape = solution.shape();
    let mut houses = [[0u32; 32]; 3];
    let homes = |cell: Cell| [usize::from(cell.row), usize::from(cell.column), shape.box_of(cell)];
    let digit = |cell: Cell| solution.get(cell).map_or(0, |digit| 1u32 << digit.index());
    for &cell in clues {
        for (house, home) in houses.iter_mut().zip(homes(cell)) {
            house[home] |= digit(cell);
        }
    }
    let all = (1u32 << shape.size()) - 1;
    // The clue's own digit occurs once in each of its houses, so other clues provide the rest.
    clues.iter().any(|&cell| {
        let seen = houses
            .iter()
            .zip(homes(cell))
            .fold(digit(cell), |seen, (house, home)| seen | house[home]);
        seen == all
    })
}

impl Removals for Orders<'_> {
    fn begin(&mut self, removal: &mut Removal) -> Option<usize> {
        while self.remaining > 0 {
            self.remaining -= 1;
            if self.is_promising() {
                let parts = removal.parts_mut();
                parts.clear();
                // The rest needs no order: none of it may go.
                for &cell in &self.order {
                    parts.push(&[cell]);
                }
                let rules = RemovalRules { least: 0, first_parts_only: true };
                removal.begin(self.solution, self.solution, rules);
                self.made.push(None);
                return Some(self.made.len() - 1);
            }
        }
        None
    }

    fn finished(&mut self, number: usize, outcome: Option<&Grid>) {
        self.made[number] = outcome.cloned();
    }
}
