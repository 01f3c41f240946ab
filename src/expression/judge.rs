//! Decides an expression for many puzzles, the cheapest questions first.
//!
//! ```text
//!      clues<=22 and minimal          clues: 24, 21, 19        of the cells
//!                                     minimal: -, ?, ?         only of those still undecided
//! ```
//!
//! Facts are found kind by kind, from the cheapest on, each for all puzzles that are still open, so
//! that searches work on many at once. Ratings take longest, and come puzzle by puzzle.

use std::fmt;
use std::mem;
use std::ops::ControlFlow;

use super::Expression;
use super::given::SolutionCheck;
use super::part::{Fact, Known, Means};
use crate::generate::Minimiser;
use crate::instructions::Instructions;
use crate::logic::{NetFinder, Path, Pencil, Strategy};
use crate::rating::{Rate, Rater, Rating, Unrated};
use crate::sudoku::canonical::Canoniser;
use crate::sudoku::{Grid, Shape};
use crate::verify::{Effort, Kind, Verdict, Verifiable, Verifier};

/// The difficulty of a puzzle that needs only singles, in tenths.
const SINGLES: u16 = 10;

/// Whether a puzzle satisfies an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It is, or it isn't.
    Is(bool),
    /// Nobody knows: these ratings were not tried far enough.
    Open(Vec<(Rating, Rate)>),
}

impl fmt::Display for Decision {
    /// As `true`, `false`, or `undecided: te is >1, b is >3, bxbb is not known`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Is(value) => value.fmt(f),
            Decision::Open(rates) => {
                f.write_str("undecided: ")?;
                for (k, (rating, rate)) in rates.iter().enumerate() {
                    f.write_str(if k == 0 { "" } else { ", " })?;
                    match rate {
                        Rate::Unknown => write!(f, "{rating} is not known"),
                        _ => write!(f, "{rating} is {rate}"),
                    }?;
                }
                Ok(())
            }
        }
    }
}

/// What ends the work of a [`Judge`]. A closure is one that does not limit ratings.
pub trait JudgeLimits {
    /// Called every few milliseconds; `Break` ends the work.
    fn pulse(&mut self) -> ControlFlow<()>;

    /// Called before the ratings of a puzzle.
    fn begins_rating(&mut self) {}

    /// Called every few milliseconds while a puzzle is rated. If it returns `true`, the ratings of
    /// this puzzle end, and remain as far as they are known.
    fn gives_up(&mut self) -> bool {
        false
    }
}

impl<F: FnMut() -> ControlFlow<()>> JudgeLimits for F {
    fn pulse(&mut self) -> ControlFlow<()> {
        self()
    }
}

/// Decides an expression for a puzzle. For many puzzles a [`Judge`] is faster, and has limits.
///
/// # Panics
/// If the puzzle has another shape than the expression.
pub fn decide(expression: &Expression, puzzle: &Grid) -> Decision {
    let decided = Judge::new().decide(expression, &[puzzle], &mut || ControlFlow::Continue(()));
    let ControlFlow::Continue(mut decisions) = decided else {
        unreachable!("limits that never break")
    };
    decisions.remove(0)
}

/// Decides expressions for puzzles of clues or of pencil marks. Each thread has its own.
pub struct Judge<P = Grid> {
    /// Made for the first question to it, as are those that may be `None` below.
    verifier: Option<Box<dyn Verifier<P>>>,
    canoniser: Canoniser,
    minimiser: Option<Minimiser>,
    rater: Option<Rater>,
    net_finder: Option<NetFinder>,
    memory: Memory,
}

impl<P> fmt::Debug for Judge<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

/// The memory of lists about puzzles.
#[derive(Default)]
struct Memory {
    known: Vec<Known>,
    values: Vec<Option<bool>>,
    open: Vec<usize>,
}

impl<P: Verifiable> Judge<P> {
    /// A judge that has not found anything yet.
    pub fn new() -> Judge<P> {
        Judge {
            verifier: None,
            canoniser: Canoniser::new(),
            minimiser: None,
            rater: None,
            net_finder: None,
            memory: Memory::default(),
        }
    }

    /// The decision for each puzzle, in order. Breaks if `limits` do.
    ///
    /// Costs for each puzzle: cells take no time, a verdict takes some µs, minimality takes as many
    /// verdicts as there are clues, a path takes a millisecond or, with nested nets, some ten;
    /// [`Rater::rates`] lists the times of ratings. Each fact is found only if the cheaper ones
    /// leave the value open.
    ///
    /// # Panics
    /// If a puzzle has another shape than the expression, or pencil marks where the expression
    /// [asks for clues](Expression::is_of_clues), or if it [asks for
    /// solutions](Expression::is_of_solutions).
    pub fn decide(
        &mut self,
        expression: &Expression,
        puzzles: &[&P],
        limits: &mut dyn JudgeLimits,
    ) -> ControlFlow<(), Vec<Decision>> {
        assert!(!expression.is_of_solutions(), "an expression about solutions needs their checks");
        self.decide_knowing(expression, puzzles, &[], limits)
    }

    /// The same of puzzles beside which solutions stand, with what a check of each has shown.
    ///
    /// # Panics
    /// As [`Judge::decide`], or if there is not a check for each puzzle.
    pub fn decide_beside_solutions(
        &mut self,
        expression: &Expression,
        puzzles: &[&P],
        checks: &[SolutionCheck],
        limits: &mut dyn JudgeLimits,
    ) -> ControlFlow<(), Vec<Decision>> {
        assert_eq!(puzzles.len(), checks.len(), "there is a check for each puzzle");
        self.decide_knowing(expression, puzzles, checks, limits)
    }

    fn decide_knowing(
        &mut self,
        expression: &Expression,
        puzzles: &[&P],
        checks: &[SolutionCheck],
        limits: &mut dyn JudgeLimits,
    ) -> ControlFlow<(), Vec<Decision>> {
        let fits = puzzles.iter().all(|puzzle| puzzle.shape() == expression.shape);
        assert!(fits, "puzzles and the expression have one shape");
        let Memory { mut known, mut values, mut open } = mem::take(&mut self.memory);
        known.clear();
        known.resize_with(puzzles.len(), Known::default);
        for (known, &check) in known.iter_mut().zip(checks) {
            known.given = Some(check);
        }
        values.clear();
        values.resize(puzzles.len(), None);
        open.clear();
        open.extend(0..puzzles.len());
        for fact in expression.facts() {
            if matches!(fact, Fact::Rating(_)) {
                break;
            }
            self.find(fact, puzzles, &open, &mut known, limits)?;
            open.retain(|&number| {
                values[number] = expression.value(puzzles[number], &known[number]);
                values[number].is_none()
            });
        }
        let ratings = expression.ratings();
        for &number in &open {
            let (puzzle, known) = (puzzles[number], &mut known[number]);
            values[number] = self.rate(expression, &ratings, puzzle, known, limits)?;
        }
        let decisions = values.iter().zip(&mut known).map(|(value, known)| match value {
            Some(value) => Decision::Is(*value),
            None => Decision::Open(known.take_unsettled()),
        });
        let decisions = decisions.collect();
        self.memory = Memory { known, values, open };
        ControlFlow::Continue(decisions)
    }

    /// Finds a fact for the open puzzles, other than a rating. Breaks if the limits do.
    fn find(
        &mut self,
        fact: Fact,
        puzzles: &[&P],
        open: &[usize],
        known: &mut [Known],
        limits: &mut dyn JudgeLimits,
    ) -> ControlFlow<()> {
        let mut watch = |_: &Effort| limits.pulse();
        match fact {
            Fact::Cells | Fact::Rating(_) => {}
            Fact::Path => return self.find_paths(puzzles, open, known, limits),
            Fact::Verdict => {
                let mut next = open.iter();
                let mut keep = |kind, _: &dyn Fn() -> Verdict| {
                    known[*next.next().expect("a puzzle for each verdict")].kind = Some(kind);
                    ControlFlow::Continue(())
                };
                let mut puzzles = open.iter().map(|&number| puzzles[number]);
                let verifier =
                    self.verifier.get_or_insert_with(|| P::lockstep(Instructions::best()));
                verifier.verify_all(&mut puzzles, &mut keep, &mut watch)?;
            }
            Fact::Automorphisms => {
                for &number in open {
                    limits.pulse()?;
                    let canonical = self.canoniser.puzzle(grid(puzzles[number]));
                    let canonical = canonical.expect("the grammar refuses other shapes");
                    known[number].automorphisms = Some(canonical.automorphisms);
                }
            }
            Fact::Minimal => {
                let Some(&first) = open.first() else { return ControlFlow::Continue(()) };
                let shape = puzzles[first].shape();
                let minimiser = self.minimiser.get_or_insert_with(|| Minimiser::new(shape));
                let puzzles: Vec<Grid> =
                    open.iter().map(|&number| grid(puzzles[number]).clone()).collect();
                let forms = minimiser.minimal(&puzzles, &mut |_| None, &mut watch)?;
                for ((&number, puzzle), form) in open.iter().zip(&puzzles).zip(forms) {
                    known[number].is_minimal = Some(form.is_ok_and(|form| form == *puzzle));
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds how a person solves those of the open puzzles that are proper.
    fn find_paths(
        &mut self,
        puzzles: &[&P],
        open: &[usize],
        known: &mut [Known],
        limits: &mut dyn JudgeLimits,
    ) -> ControlFlow<()> {
        let unverified: Vec<usize> =
            open.iter().copied().filter(|&number| known[number].kind.is_none()).collect();
        self.find(Fact::Verdict, puzzles, &unverified, known, limits)?;
        let finder = self.net_finder.get_or_insert_with(|| NetFinder::new(Shape::CLASSIC));
        let strategy = Strategy { is_proper: true, ..Strategy::default() };
        for &number in open {
            if known[number].kind != Some(Kind::Proper) {
                continue;
            }
            limits.pulse()?;
            let path = Path::find(&Pencil::of(grid(puzzles[number])), &strategy, finder);
            let counts = path.counts();
            known[number].means = Some(Means {
                techniques: counts.iter().map(|(technique, _)| technique.name()).collect(),
                difficulty: path.difficulty().unwrap_or(SINGLES),
            });
        }
        ControlFlow::Continue(())
    }

    /// Rates a puzzle, rating by rating, until the value is known. Breaks if the limits do.
    fn rate(
        &mut self,
        expression: &Expression,
        ratings: &[Rating],
        puzzle: &P,
        known: &mut Known,
        limits: &mut dyn JudgeLimits,
    ) -> ControlFlow<(), Option<bool>> {
        limits.begins_rating();
        let rater = self.rater.get_or_insert_with(Rater::new);
        let mut value = None;
        for &rating in ratings {
            limits.pulse()?;
            let mut is_stopped = false;
            let mut watch = |_: &Effort| {
                is_stopped = limits.pulse().is_break();
                let is_over = is_stopped || limits.gives_up();
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            match rater.rates(grid(puzzle), &[rating], &mut watch) {
                _ if is_stopped => return ControlFlow::Break(()),
                Ok(found) => known.rates.push((rating, found[0])),
                Err(Unrated::NotProper(kind)) => known.kind = Some(kind),
                Err(why @ Unrated::Shape(_)) => unreachable!("the grammar refuses it: {why}"),
            }
            value = expression.value(puzzle, known);
            if value.is_some() {
                break;
            }
        }
        ControlFlow::Continue(value)
    }
}

impl<P: Verifiable> Default for Judge<P> {
    fn default() -> Self {
        Judge::new()
    }
}

impl Expression {
    /// Its value for a puzzle, as far as the facts decide it.
    fn value(&self, puzzle: &impl Verifiable, known: &Known) -> Option<bool> {
        self.whole.value(&mut |test| test.value(puzzle, known))
    }
}

/// The clues of a puzzle for whose kind there are such questions.
fn grid(puzzle: &impl Verifiable) -> &Grid {
    puzzle.as_grid().expect("pencil marks are refused for this fact")
}
