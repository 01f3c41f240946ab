//! Attempts at a puzzle: a random solution grid, and its clues taken off in random order.

use std::ops::{ControlFlow, Range, RangeInclusive};

use super::full::Filler;
use super::removal::{How, Removal};
use super::rounds::{Work, Workshop};
use super::symmetry::PatternSymmetry;
use crate::chance::Chance;
use crate::sudoku::{Cell, Grid, Shape, Solution};
use crate::verify::{Effort, LockstepVerifier, Verifier};
use crate::watch::{Patient, Watch};

/// What puzzles are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The shape of the grid.
    pub shape: Shape,
    /// The symmetry of the pattern that the clues make. With one, what goes or stays is an orbit.
    pub symmetry: PatternSymmetry,
    /// How many clues there may be. Taking off stops before there are fewer.
    pub clues: RangeInclusive<usize>,
    /// Whether a puzzle has to be minimal (with a symmetry: no orbit can go). Then taking off does
    /// not stop, and a puzzle that has too few clues is left out as one is that has too many.
    pub is_minimal: bool,
}

impl Wish {
    /// Minimal puzzles with any number of clues.
    pub fn new(shape: Shape) -> Wish {
        Wish { shape, symmetry: PatternSymmetry::None, clues: 0..=shape.cells(), is_minimal: true }
    }

    /// Fewer clues than this are not to be left.
    fn least(&self) -> usize {
        if self.is_minimal { 0 } else { *self.clues.start() }
    }
}

/// Makes puzzles by taking off clues in random order.
///
/// Attempts have numbers. What comes of one depends on the wish, the seed and its number alone.
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
pub struct Generator {
    wish: Wish,
    seed: u64,
    orbits: Vec<Vec<Cell>>,
    filler: Filler,
    workshop: Workshop,
    verifier: Box<dyn Verifier>,
}

/// Attempts that are made at a time for [`Generator::endless`]: enough to fill the lanes.
const BLOCK: u64 = 128;

impl Generator {
    /// A generator of such puzzles.
    pub fn new(wish: Wish, seed: u64) -> Generator {
        Generator::asking(Box::new(LockstepVerifier::new()), wish, seed)
    }

    /// A generator that asks a verifier of the caller's choice, which makes no difference for its
    /// puzzles.
    pub fn asking(verifier: Box<dyn Verifier>, wish: Wish, seed: u64) -> Generator {
        let shape = wish.shape;
        Generator {
            orbits: wish.symmetry.orbits(shape),
            wish,
            seed,
            filler: Filler::new(shape),
            workshop: Workshop::new(shape),
            verifier,
        }
    }

    /// The solution grid with which attempt `number` begins: a random one.
    ///
    /// Every solution grid can come out. Grids that differ by exchanged digits or by symmetries of
    /// the cells are equally likely; classes of grids are not quite.
    pub fn solution(&mut self, number: u64) -> Solution {
        self.filler.fill(&mut Chance::new(self.seed, number))
    }

    /// Puzzles without end, those of the attempts from the first on: the first N are what
    /// `tourdion generate -n N` prints with the same seed and wish. If no attempt gives what is
    /// wanted, the next one never comes.
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

    /// The puzzles of these attempts, in their order, without those that did not give what is
    /// wanted.
    pub fn puzzles(&mut self, numbers: Range<u64>) -> impl Iterator<Item = Grid> + use<> {
        let made = match self.attempts(numbers, &mut Patient) {
            ControlFlow::Continue(made) => made,
            ControlFlow::Break(()) => unreachable!("nobody broke it off"),
        };
        made.into_iter().flatten()
    }

    /// What comes of these attempts: for each a puzzle, or `None` if it is not what is wanted.
    ///
    /// Breaks if `watch` does, which sees what the question under way to the verifier has taken.
    pub fn attempts(
        &mut self,
        numbers: Range<u64>,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), Vec<Option<Grid>>> {
        let Generator { wish, seed, orbits, filler, workshop, verifier } = self;
        let count = numbers.end.saturating_sub(numbers.start) as usize;
        let orbits = &*orbits;
        let order = (0..orbits.len() as u16).collect();
        let made = vec![None; count];
        let mut attempts =
            Attempts { wish, seed: *seed, orbits, order, filler, numbers, begun: 0, made };
        workshop.carry_out(verifier.as_mut(), &mut attempts, watch)?;
        ControlFlow::Continue(attempts.made)
    }
}

/// Attempts under way.
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

impl Work for Attempts<'_> {
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
        let how = How { least: self.wish.least(), is_straight: false };
        removal.begin(solution.grid(), solution.grid(), how);
        self.begun += 1;
        Some(self.begun - 1)
    }

    fn finished(&mut self, number: usize, outcome: Option<&Grid>) {
        self.made[number] =
            outcome.filter(|puzzle| self.wish.clues.contains(&puzzle.clue_count())).cloned();
    }
}
