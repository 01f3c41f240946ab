//! Attempts at a puzzle: a random solution grid, and its clues taken off in random order.
//!
//! ```text
//!      seed, number ──▶ solution grid ──▶ order of the orbits ──▶ removal ──▶ puzzle, if it has
//!                       all 81 clues      single cells without                the numbers of clues
//!                                         a symmetry                          that are wanted
//! ```
//!
//! Many attempts are under way at once (`rounds`): a verifier is faster with many puzzles.
//!
//! Invariant: the result of an attempt depends on the wish, the seed and its number alone.
//!
//! Deliberately lacking: equal chances. Puzzles with few clues occur far too often; `unbiased`
//! corrects that.

use std::fmt;
use std::ops::{ControlFlow, Range, RangeInclusive};

use super::full::Filler;
use super::removal::{Removal, RemovalRules};
use super::rounds::{Removals, Rounds};
use super::symmetry::PatternSymmetry;
use crate::chance::Chance;
use crate::sudoku::{Cell, Grid, Shape, Solution};
use crate::verify::{Effort, LockstepVerifier, Verifier};
use crate::watch::{Patient, Watch};

/// The kind of puzzles wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The shape of the grid.
    pub shape: Shape,
    /// The symmetry of the pattern of clues. With a symmetry, whole orbits go or stay.
    pub symmetry: PatternSymmetry,
    /// The numbers of clues allowed. Removal stops before there are fewer.
    pub clues: RangeInclusive<usize>,
    /// Whether a puzzle must be minimal (with a symmetry: no orbit can go). Then removal does not
    /// stop, and puzzles with too few or too many clues are left out.
    pub is_minimal: bool,
}

impl Wish {
    /// Minimal puzzles with any number of clues.
    pub fn new(shape: Shape) -> Wish {
        Wish { shape, symmetry: PatternSymmetry::None, clues: 0..=shape.cells(), is_minimal: true }
    }

    /// The least number of clues to leave.
    fn least(&self) -> usize {
        if self.is_minimal { 0 } else { *self.clues.start() }
    }
}

/// Makes puzzles: takes clues off a random solution grid, in random order, while one solution is
/// left.
///
/// Attempts have numbers. The result of one depends only on the wish, the seed and its number.
///
/// ```
/// use tourdion::generate::{Generator, Wish};
/// use tourdion::sudoku::Shape;
///
/// let mut generator = Generator::new(Wish::new(Shape::CLASSIC), 2007);
/// let puzzles: Vec<_> = generator.puzzles(0..10).collect();
/// assert_eq!(puzzles.len(), 10);
/// assert_eq!(generator.puzzles(3..4).next(), Some(puzzles[3].clone()));
/// ```
#[doc(alias("create_puzzle", "random_puzzle", "make_puzzle"))]
pub struct Generator {
    wish: Wish,
    seed: u64,
    orbits: Vec<Vec<Cell>>,
    filler: Filler,
    rounds: Rounds,
    verifier: Box<dyn Verifier>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("wish", &self.wish)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// Attempts made at a time for [`Generator::endless`]: enough to fill the lanes.
const BLOCK: u64 = 128;

impl Generator {
    /// A generator of such puzzles.
    pub fn new(wish: Wish, seed: u64) -> Generator {
        Generator::asking(Box::new(LockstepVerifier::new()), wish, seed)
    }

    /// A generator with a verifier of the caller's choice, which does not change its puzzles.
    pub fn asking(verifier: Box<dyn Verifier>, wish: Wish, seed: u64) -> Generator {
        let shape = wish.shape;
        Generator {
            orbits: wish.symmetry.orbits(shape),
            wish,
            seed,
            filler: Filler::new(shape),
            rounds: Rounds::new(shape),
            verifier,
        }
    }

    /// The random solution grid at the start of attempt `number`.
    ///
    /// Every solution grid can occur. Grids that differ by exchanged digits or by symmetries of the
    /// cells are equally likely; classes of grids are not quite.
    pub fn solution(&mut self, number: u64) -> Solution {
        self.filler.fill(&mut Chance::new(self.seed, number))
    }

    /// An endless iterator of puzzles, in the order of attempts: the first N are those that
    /// `tourdion generate -n N` prints with the same seed and wish. If no attempt ever succeeds,
    /// `next` does not return.
    ///
    /// ```
    /// use tourdion::generate::{Generator, Wish};
    /// use tourdion::sudoku::Shape;
    ///
    /// let wish = Wish { clues: 0..=23, ..Wish::new(Shape::CLASSIC) };
    /// let puzzles: Vec<_> = Generator::new(wish, 2007).endless().take(5).collect();
    /// assert_eq!(puzzles.len(), 5);
    /// assert!(puzzles.iter().all(|puzzle| puzzle.clue_count() < 24));
    /// ```
    pub fn endless(&mut self) -> impl Iterator<Item = Grid> + '_ {
        let blocks = (0..).step_by(BLOCK as usize);
        blocks.flat_map(|first| self.puzzles(first..first + BLOCK))
    }

    /// The puzzles of these attempts, in order, without failed attempts. All are made before the
    /// first is returned, and are then in memory. So use ranges of some thousand attempts, or
    /// [`endless`](Generator::endless).
    pub fn puzzles(&mut self, numbers: Range<u64>) -> impl Iterator<Item = Grid> + use<> {
        let made = match self.attempts(numbers, &mut Patient) {
            ControlFlow::Continue(made) => made,
            ControlFlow::Break(()) => unreachable!("nobody broke it off"),
        };
        made.into_iter().flatten()
    }

    /// The results of these attempts: for each a puzzle, or `None` if it failed. All are in memory.
    ///
    /// Breaks if `watch` does, which receives the effort of the verifier's search under way.
    pub fn attempts(
        &mut self,
        numbers: Range<u64>,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), Vec<Option<Grid>>> {
        let Generator { wish, seed, orbits, filler, rounds, verifier } = self;
        let count = numbers.end.saturating_sub(numbers.start) as usize;
        let orbits = &*orbits;
        let order = (0..orbits.len() as u16).collect();
        let made = vec![None; count];
        let mut attempts =
            Attempts { wish, seed: *seed, orbits, order, filler, numbers, begun: 0, made };
        rounds.carry_out(verifier.as_mut(), &mut attempts, watch)?;
        ControlFlow::Continue(attempts.made)
    }
}

/// Attempts in progress.
struct Attempts<'a> {
    wish: &'a Wish,
    seed: u64,
    orbits: &'a [Vec<Cell>],
    order: Vec<u16>,
    filler: &'a mut Filler,
    numbers: Range<u64>,
    begun: usize,
    made: Vec<Option<Grid>>,
}

impl Removals for Attempts<'_> {
    fn begin(&mut self, removal: &mut Removal) -> Option<usize> {
        let number = self.numbers.next()?;
        let mut chance = Chance::new(self.seed, number);
        let solution = self.filler.fill(&mut chance);
        // From the same order each time, so that an attempt does not depend on the one before it.
        for (k, orbit) in self.order.iter_mut().enumerate() {
            *orbit = k as u16;
        }
        chance.shuffle(&mut self.order);
        let parts = removal.parts_mut();
        parts.clear();
        for &orbit in &self.order {
            parts.push(&self.orbits[usize::from(orbit)]);
        }
        let rules = RemovalRules { least: self.wish.least(), first_parts_only: false };
        removal.begin(solution.grid(), solution.grid(), rules);
        self.begun += 1;
        Some(self.begun - 1)
    }

    fn finished(&mut self, number: usize, outcome: Option<&Grid>) {
        self.made[number] =
            outcome.filter(|puzzle| self.wish.clues.contains(&puzzle.clue_count())).cloned();
    }
}
