//! Ratings: how hard a puzzle is, by theories in which the answer depends on nothing but the
//! puzzle.
//!
//! ```text
//!      te        the depth of trial and error that solves it           0 1 2 3
//!      b         how far braids have to look ahead                     at depth 0 and 1
//!      gb        the same with groups of candidates                    where bxb is 0 or 1
//!      bxb       the same in the trials of T&E(1)                      at depth 2
//!      bxbb      the same in the trials of the trials, of T&E(2)       at depth 3
//!      backdoor  how many cells have to be given for singles           any depth
//!      magic     the number of cells of which one is enough
//!      steps     the rounds of singles                                 at depth 0
//!      nets      how far the nets of `logic` have to look ahead        if nets solve it
//!      er ep ed  the steps of Sudoku Explainer: hardest, to a digit, first
//!      guesses   how often lockstep had to choose
//!      nodes     the search tree of links
//!      clues     their number
//! ```
//!
//! A grid has 324 *constraints*: each cell has one digit, and each digit has one place in each
//! house. Candidates that share a constraint are *linked*. A candidate that is linked to a true one
//! is removed; the last candidate of a constraint is a single, and is true; a constraint without
//! candidates is a contradiction. These rules are **singles**, and nothing else is used in the
//! innermost trial: no pointing, no pairs.
//!
//! - **T&E(1)** assumes a candidate, and applies singles. If there is a contradiction, the
//!   candidate is removed from the board, and so on until nothing changes. **T&E(n)** applies
//!   T&E(n-1) where T&E(1) applies singles. `te` is the least n that solves; 0 is singles alone.
//! - A **braid** is a chain of singles that begins with a candidate and ends with a contradiction,
//!   its length the constraints that it needs. `b` is the least n such that singles and braids of
//!   at most n constraints solve. Braids of any length are T&E(1).
//! - In a **braid with groups** a link of the chain may also be a digit that stands in one of two
//!   or three cells, all in one line and one box. `gb` is the least length of those. Of any length
//!   they are T&E(1) with pointing in its trials, and so are braids of length 1 there: there is a
//!   `gb` if and only if `bxb` is 0 or 1.
//! - **B×B** does T&E(1) with braids of at most p constraints in its trials; `bxb` is the least p
//!   that solves. **B×BB** does T&E(2).
//! - A **backdoor** is a set of empty cells whose true digits, once given, let singles solve the
//!   puzzle. `backdoor` is the size of the least one, 0 if singles solve it; `magic` is the number
//!   of empty cells that are a backdoor alone: all of them, if singles solve it.
//! - **Rounds**: `steps` is how many rounds singles take, if all that there are at the beginning of
//!   a round are set in it. `nets` is the least n such that singles and [nets](crate::logic) of at
//!   most n rounds solve, where the first round is the candidate that a branch assumes; 0 is
//!   singles alone.
//! - **ER, EP, ED** are those of Sudoku Explainer 1.2.1: of a path of [named
//!   techniques](crate::logic::technique) in its order the hardest step, the hardest up to the
//!   first digit, and the first. They are in tenths.
//!
//! Removing is monotone: from a board with fewer candidates at least as many are removed. So the
//! result does not depend on the order of steps; symmetric copies have the same ratings; and there
//! is one right answer. The theory is Berthier's (*Pattern-Based Constraint Satisfaction and Logic
//! Puzzles*, 2012 and later editions).
//!
//! ER, EP and ED depend on the order of steps. `guesses` and `nodes` count what two searches do
//! until they know that there is one solution. Only these five are not the same for all symmetric
//! copies of a puzzle ([`Rating::is_invariant`]).
//!
//! ```text
//!    puzzle ──▶ verify ──▶ board ──▶ singles                   a room of their own
//!                           │
//!                           ├─▶ depth ──▶ sheet, sweep         all trials at once, bit by bit
//!                           ├─▶ braid ──▶ rows                 sets of what follows, 512 at once
//!                           ├─▶ inner ──▶ depth and braid
//!                           └─▶ backdoor                       worlds of true candidates
//! ```
//!
//! Invariant: a rating is that of the definition, whatever the instructions and the processor;
//! tests compare with a reference that knows nothing but the definitions. Only proper puzzles have
//! one.
//!
//! Deliberately lacking: shapes other than 9×9; explanations (see [`logic`](crate::logic)).

// A function that is called, not inlined, is compiled without the instructions of its caller.
#![allow(clippy::inline_always)]
// Loops over lanes go by index, so that the compiler makes vectors of them.
#![allow(clippy::needless_range_loop)]

use std::fmt;
use std::ops::ControlFlow;

use crate::instructions::Instructions;
use crate::instructions::available::Available;
use crate::logic::technique::{self, Deduction};
use crate::logic::{Ladder, NetFinder, Path, Pencil, Step, Strategy};
use crate::singles::{self, Bitboard, CandidateIndex, End};
use crate::sudoku::{Grid, Shape};
use crate::verify::{Effort, Examination, LinksVerifier, LockstepVerifier, Verdict, Verifier};
use crate::watch::{Patient, Watch};

use braid::{Braids, Kind, LONGEST};
use depth::{DEEPEST, Trials};
use explainer::Explained;
use inner::InnerBraids;
pub use rate::{Rate, Rating, RatingError, Unrated};
use work::Work;

mod backdoor;
mod braid;
mod depth;
mod explainer;
mod incidence;
mod inner;
mod rate;
mod sheet;
mod sweep;
mod work;

/// Rates a puzzle. For many puzzles a [`Rater`] is faster, and for hard ones a watch can end it.
///
/// ```
/// use tourdion::rating::{Rate, Rating, rate};
///
/// let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// assert_eq!(rate(&puzzle.parse()?, Rating::Te)?, Rate::Is(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle is not 9×9, or not proper.
#[doc(alias("difficulty", "rank_puzzle", "grade"))]
pub fn rate(puzzle: &Grid, rating: Rating) -> Result<Rate, Unrated> {
    Rater::new().rates(puzzle, &[rating], &mut Patient).map(|rates| rates[0])
}

/// Rates puzzles, one after another. Each thread has its own.
///
/// ```
/// use tourdion::rating::{Rate, Rater, Rating};
/// use tourdion::watch::Patient;
///
/// let mut rater = Rater::new();
/// let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let ratings = [Rating::Te, Rating::B, Rating::Bxb, Rating::Backdoor];
/// let rates = rater.rates(&puzzle.parse()?, &ratings, &mut Patient)?;
/// assert_eq!(rates, [Rate::Is(2), Rate::Endless, Rate::Is(4), Rate::Is(2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rater {
    verifier: LockstepVerifier,
    instructions: Available,
    trials: Trials,
    braids: Braids,
    grouped: Braids,
    /// Made for the first puzzle that needs them.
    nets: Option<NetFinder>,
    links: Option<LinksVerifier>,
    /// The path of the last puzzle that was asked for one.
    explained: Option<Explained>,
}

impl fmt::Debug for Rater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rater").finish_non_exhaustive()
    }
}

/// A proper puzzle, and what its ratings need.
struct Subject<'s> {
    puzzle: &'s Grid,
    /// The solution, and its candidates.
    truths: Bitboard,
    cells: Vec<CandidateIndex>,
    /// The puzzle under singles.
    board: Bitboard,
    /// As far as it was asked for.
    depth: Rate,
}

impl Rater {
    /// A rater for the fastest instructions that this processor has.
    pub fn new() -> Rater {
        Rater::on(Instructions::best())
    }

    /// A rater for given instructions, falling back to portable code if unsupported.
    pub fn on(instructions: Instructions) -> Rater {
        Rater {
            verifier: LockstepVerifier::on(instructions),
            instructions: Available::new(instructions),
            trials: Trials::default(),
            braids: Braids::new(Kind::Candidates),
            grouped: Braids::new(Kind::Groups),
            nets: None,
            links: None,
            explained: None,
        }
    }

    /// The ratings of a puzzle, in the order of `ratings`; the cheapest are found first. `watch`
    /// receives the effort for the puzzle so far (nodes: worlds of trials, and batches of braids)
    /// every fraction of a millisecond. If it breaks, the ratings not yet known are
    /// [`Rate::Above`] the number that is known, or [`Rate::Unknown`]. The pulses are rarer in a
    /// search by links, every few milliseconds, and on the path of Sudoku Explainer, before each
    /// technique; nets are found without a pulse.
    ///
    /// Depths up to 2, braids, backdoors and nets take a millisecond; B×B and B×BB take a few to a
    /// few thousand; the others take microseconds.
    ///
    /// # Errors
    /// If the puzzle is not 9×9, or not proper.
    pub fn rates(
        &mut self,
        puzzle: &Grid,
        ratings: &[Rating],
        watch: &mut dyn Watch<Effort>,
    ) -> Result<Vec<Rate>, Unrated> {
        if puzzle.shape() != Shape::CLASSIC {
            return Err(Unrated::Shape(puzzle.shape()));
        }
        let verdict = self.verifier.verify(puzzle);
        let choices = self.verifier.effort().nodes.saturating_sub(1);
        let Verdict::Proper(solution) = &verdict else {
            return Err(Unrated::NotProper(verdict.kind()));
        };
        let cells = solution.grid().clues().map(|clue| CandidateIndex::of(clue.cell, clue.digit));
        let (truths, mut board) = (Bitboard::of(solution.grid()), Bitboard::of(puzzle));
        let mut work = Work::new(self.instructions, watch);
        let depth = match (singles::settle(self.instructions, &mut board), deepest(ratings)) {
            (End::Solved, _) => Rate::Is(0),
            (_, 0) => Rate::Above(0),
            (_, deepest) => self.depth(board, &truths, deepest, &mut work),
        };
        let subject = Subject { puzzle, truths, cells: cells.collect(), board, depth };
        // The cheapest first, so that a watch that breaks leaves most of them known.
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by_key(|&k| ratings[k]);
        let mut rates = vec![Rate::Unknown; ratings.len()];
        for k in order {
            rates[k] = self.rate(ratings[k], &subject, choices, &mut work);
        }
        Ok(rates)
    }

    /// One rating of a proper puzzle.
    fn rate(
        &mut self,
        rating: Rating,
        subject: &Subject<'_>,
        choices: u64,
        work: &mut Work<'_>,
    ) -> Rate {
        let (puzzle, depth) = (subject.puzzle, subject.depth);
        match rating {
            Rating::Te => depth,
            Rating::B => match depth {
                Rate::Is(0) | Rate::Above(0) => depth,
                Rate::Is(1) => length_of(&mut self.braids, subject, work),
                _ => Rate::Endless,
            },
            Rating::Gb => match depth {
                Rate::Is(0) => depth,
                Rate::Is(1) => length_of(&mut self.grouped, subject, work),
                _ => self.grouped(subject, work),
            },
            Rating::Bxb => self.inner(subject, 2, work),
            Rating::Bxbb => self.inner(subject, 3, work),
            Rating::Backdoor => backdoor_of(subject, work),
            Rating::Magic => magic_of(subject, self.instructions),
            Rating::Steps => singles::rounds(self.instructions, &Bitboard::of_clues(puzzle))
                .map_or(Rate::Endless, Rate::Is),
            Rating::Nets => self.nets(subject, work),
            Rating::Guesses => counted(choices),
            Rating::Nodes => self.nodes(subject, work),
            Rating::Er | Rating::Ep | Rating::Ed => self.explained(puzzle, rating, work),
            Rating::Clues => Rate::Is(puzzle.clue_count() as u32),
        }
    }

    /// The depth of a board on which singles are stuck.
    fn depth(
        &mut self,
        mut board: Bitboard,
        truths: &Bitboard,
        deepest: usize,
        work: &mut Work<'_>,
    ) -> Rate {
        if Trials::few(&mut board, truths, work) == End::Solved {
            return Rate::Is(1);
        }
        for depth in 1..=deepest {
            match self.trials.settle(&mut board, depth, Some(truths), work) {
                ControlFlow::Continue(End::Solved) => return Rate::Is(depth as u32),
                ControlFlow::Continue(_) => {}
                ControlFlow::Break(()) => return Rate::Above(depth as u32 - 1),
            }
        }
        Rate::Above(deepest as u32)
    }

    /// The rating by braids with groups, of a puzzle that T&E(1) does not solve. There is one if
    /// and only if T&E(1) with braids of length 1 in its trials solves the puzzle: milliseconds
    /// where the braids themselves, up to the longest, may be hours.
    fn grouped(&mut self, subject: &Subject<'_>, work: &mut Work<'_>) -> Rate {
        let mut inner = InnerBraids { trials: &mut self.trials, braids: &mut self.braids };
        match inner.least(&subject.board, 1, &subject.truths, 1, work) {
            ControlFlow::Continue(Some(_)) => length_of(&mut self.grouped, subject, work),
            ControlFlow::Continue(None) => Rate::Endless,
            ControlFlow::Break(_) => Rate::Above(0),
        }
    }

    /// The rating by braids in trials, which is for puzzles of the depth `at`.
    fn inner(&mut self, subject: &Subject<'_>, at: u32, work: &mut Work<'_>) -> Rate {
        match subject.depth {
            Rate::Is(depth) if depth < at => return Rate::Is(0),
            Rate::Is(depth) if depth == at => {}
            Rate::Above(depth) if depth + 1 == at => return Rate::Above(0),
            Rate::Above(depth) if depth < at => return Rate::Unknown,
            _ => return Rate::Endless,
        }
        let mut inner = InnerBraids { trials: &mut self.trials, braids: &mut self.braids };
        match inner.least(&subject.board, at as usize - 1, &subject.truths, LONGEST, work) {
            ControlFlow::Continue(Some(length)) => Rate::Is(length as u32),
            ControlFlow::Continue(None) => Rate::Above(LONGEST as u32),
            ControlFlow::Break(length) => Rate::Above(length as u32 - 1),
        }
    }

    /// The rounds of the nets on the simplest path: each of its nets is one of the fewest rounds,
    /// and none is ever in the way of others.
    fn nets(&mut self, subject: &Subject<'_>, work: &mut Work<'_>) -> Rate {
        if subject.depth == Rate::Is(0) {
            return Rate::Is(0);
        }
        if work.pulse().is_break() {
            return Rate::Above(0);
        }
        let finder = self.nets.get_or_insert_with(|| NetFinder::new(Shape::CLASSIC));
        let strategy = Strategy { ladder: Ladder::nets(), ..Strategy::default() };
        let path = Path::find(&Pencil::of(subject.puzzle), &strategy, finder);
        if !path.rest.is_full() {
            return Rate::Endless;
        }
        let rounds = path.steps.iter().map(|step| match step {
            Step::Net(net, _) => net.depth() as u32 + 1,
            Step::Singles(_) | Step::Deduction(_) => 0,
        });
        Rate::Is(rounds.max().unwrap_or(0))
    }

    /// A rating of Sudoku Explainer.
    fn explained(&mut self, puzzle: &Grid, rating: Rating, work: &mut Work<'_>) -> Rate {
        let is_known = |known: &Explained| known.puzzle == *puzzle && known.is_complete();
        if !self.explained.as_ref().is_some_and(is_known) {
            let board = technique::Board::of(puzzle).expect("ratings are of 9x9 grids");
            self.explained = Some(Explained::find(puzzle, board, &mut || work.pulse()));
        }
        self.explained.as_ref().map_or(Rate::Above(0), |known| known.rate(rating))
    }

    /// The steps of Sudoku Explainer for the last puzzle of which ER, EP or ED were asked for; none
    /// before the first.
    ///
    /// ```
    /// use tourdion::rating::{Rate, Rater, Rating};
    /// use tourdion::watch::Patient;
    ///
    /// let mut rater = Rater::new();
    /// let puzzle = "........94.....23.68.73......5....7.....945.1.1....8...9.8.3...731.6..9....9....2";
    /// let rates = rater.rates(&puzzle.parse()?, Rating::EXPLAINER, &mut Patient)?;
    /// assert_eq!(rates, [Rate::Tenths(82), Rate::Tenths(12), Rate::Tenths(12)]);
    /// let hardest = rater.steps().iter().max_by_key(|step| step.difficulty).unwrap();
    /// assert_eq!(hardest.difficulty, 82);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps(&self) -> &[Deduction] {
        self.explained.as_ref().map_or(&[], |known| &known.steps)
    }

    /// The nodes of a search by links.
    fn nodes(&mut self, subject: &Subject<'_>, work: &mut Work<'_>) -> Rate {
        let links = self.links.get_or_insert_with(|| LinksVerifier::new(Shape::CLASSIC));
        let mut examination = Examination::up_to(2);
        let mut watch = |_: &Effort| work.pulse();
        let flow = links.solutions(subject.puzzle, &mut examination, &mut watch);
        let nodes = links.effort().nodes;
        match flow {
            ControlFlow::Continue(()) => counted(nodes),
            ControlFlow::Break(()) => {
                Rate::Above(u32::try_from(nodes.saturating_sub(1)).unwrap_or(u32::MAX))
            }
        }
    }
}

/// The least length of braids that solve a puzzle of depth 1 or more.
fn length_of(braids: &mut Braids, subject: &Subject<'_>, work: &mut Work<'_>) -> Rate {
    match braids.least(subject.board, &subject.truths, work) {
        ControlFlow::Continue(Some(length)) => Rate::Is(length as u32),
        ControlFlow::Continue(None) => Rate::Endless,
        ControlFlow::Break(length) => Rate::Above(length as u32 - 1),
    }
}

fn backdoor_of(subject: &Subject<'_>, work: &mut Work<'_>) -> Rate {
    if subject.depth == Rate::Is(0) {
        return subject.depth;
    }
    match backdoor::least(&subject.board, &subject.cells, work) {
        ControlFlow::Continue(size) => Rate::Is(size as u32),
        ControlFlow::Break(size) => Rate::Above(size as u32 - 1),
    }
}

fn magic_of(subject: &Subject<'_>, instructions: Available) -> Rate {
    let cells = match subject.depth {
        Rate::Is(0) => subject.cells.len() - subject.puzzle.clue_count(),
        _ => backdoor::magic(&subject.board, &subject.cells, instructions),
    };
    Rate::Is(cells as u32)
}

/// A number that may be too large for a rate.
fn counted(number: u64) -> Rate {
    u32::try_from(number).map_or(Rate::Above(u32::MAX), Rate::Is)
}

/// The depth to which it has to be known: that of `te` itself, or where a rating ends to be
/// defined.
fn deepest(ratings: &[Rating]) -> usize {
    let deepest = ratings.iter().map(|rating| match rating {
        Rating::B | Rating::Gb => 1,
        Rating::Bxb => 2,
        Rating::Te | Rating::Bxbb => DEEPEST,
        _ => 0,
    });
    deepest.max().unwrap_or(0)
}

impl Default for Rater {
    fn default() -> Self {
        Rater::new()
    }
}
