//! Verdicts on puzzles: proper, pseudo-puzzle or impossible, with witnesses.
//!
//! ```text
//!      puzzle --> Verifier --> Verdict
//!                 |            Proper(s)         exactly one solution: s
//!                 |            Pseudo([s, t])    more than one, such as s and t
//!                 |            Impossible        none
//!                 built once, asked millions of times
//! ```
//!
//! A [`Verifier`] is a search that is built once and used for any number of puzzles; it allocates
//! nothing for a 9×9 puzzle. There are two here, and both verify clues or pencil marks.
//! [`LockstepVerifier`] is by far the faster, and its [`verify_all`](Verifier::verify_all) verifies
//! many puzzles at a time. [`LinksVerifier`] states a puzzle as exact cover, and is a check on
//! lockstep. The plain searches of [`baseline`](crate::baseline) are for comparison.
//!
//! A [`Verdict`] carries the solutions that were found, and [`Verdict::check`] checks them without
//! a search. That there are no *more* solutions, only the search shows. So tests compare different
//! searches, and so can anyone ([`agreement`]).
//!
//! Deliberately lacking: reading and printing (see `catalogue`), threads (a verifier is `Send`:
//! give each thread its own).

use std::fmt;
use std::ops::ControlFlow;

use crate::sudoku::check::{self, SolutionFault};
use crate::sudoku::{Candidate, Cell, Grid, Puzzle, Solution};
use crate::watch::{Patient, Watch};

pub mod agreement;
mod answers;
mod any_shape;
pub mod budget;
pub mod links;
pub mod lockstep;
pub mod on;
mod verifiable;

pub use answers::{count, is_proper, solve};
pub use budget::Budget;
pub use links::LinksVerifier;
pub use lockstep::LockstepVerifier;
pub use verifiable::Verifiable;

/// What a puzzle is, with the solutions that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No solution.
    Impossible,
    /// Exactly one solution.
    Proper(Solution),
    /// More than one solution: two different ones.
    Pseudo([Solution; 2]),
}

/// Why a verdict can't be true.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FalseWitness {
    /// A witness does not solve the puzzle.
    #[error("a witness is no solution: {0}")]
    Fault(#[from] SolutionFault),
    /// Both witnesses of a pseudo-puzzle are one solution.
    #[error("the two witnesses are the same solution")]
    Same,
}

impl Verdict {
    /// The solutions that the verdict shows: none, one or two.
    pub fn witnesses(&self) -> &[Solution] {
        match self {
            Verdict::Impossible => &[],
            Verdict::Proper(solution) => std::slice::from_ref(solution),
            Verdict::Pseudo(solutions) => solutions,
        }
    }

    /// Checks the witnesses against the puzzle, without searching.
    ///
    /// # Errors
    /// If one is not a solution of `puzzle`, or two are the same.
    pub fn check(&self, puzzle: &impl Puzzle) -> Result<(), FalseWitness> {
        for witness in self.witnesses() {
            check::solves(puzzle, witness.grid())?;
        }
        match self {
            Verdict::Pseudo([first, second]) if first == second => Err(FalseWitness::Same),
            _ => Ok(()),
        }
    }

    /// The verdict without its witnesses.
    pub const fn kind(&self) -> Kind {
        match self {
            Verdict::Impossible => Kind::Impossible,
            Verdict::Proper(_) => Kind::Proper,
            Verdict::Pseudo(_) => Kind::Pseudo,
        }
    }

    /// Whether the puzzle has exactly one solution.
    pub const fn is_proper(&self) -> bool {
        matches!(self, Verdict::Proper(_))
    }
}

impl fmt::Display for Verdict {
    /// As its [`Kind`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

/// A [`Verdict`] without its witnesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// No solution.
    Impossible,
    /// Exactly one solution.
    Proper,
    /// More than one solution.
    Pseudo,
}

impl Kind {
    /// One word: `proper`, `pseudo` or `impossible`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Impossible => "impossible",
            Kind::Proper => "proper",
            Kind::Pseudo => "pseudo",
        }
    }
}

impl fmt::Display for Kind {
    /// As its [name](Kind::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What the search of a puzzle takes, in units that don't depend on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Effort {
    /// Nodes of the search tree: the first state, and each state that a choice leads to.
    pub nodes: u64,
    /// Steps, in each search's own unit: removals from a list (links), sweeps (lockstep), tests for
    /// a conflict (most of the [plain searches](crate::baseline)).
    pub steps: u64,
}

/// Receives the solutions of a puzzle from a search. Closures implement it.
pub trait SolutionVisitor {
    /// Receives a solution. Call `found` only if you need the solution itself. `Break` ends the
    /// search.
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()>;

    /// Whether the search calls [`node`](SolutionVisitor::node). It is slower then.
    fn wants_nodes(&self) -> bool {
        false
    }

    /// Receives each node of the search tree, if [wanted](SolutionVisitor::wants_nodes), in the
    /// order in which the search reaches them. The root has depth 0; another node is a child of the
    /// latest one whose depth is less by one. `by` is the candidate whose choice led to it. It is
    /// `None` if there is not just one: at the root, and in a search that fills many cells by one
    /// choice. A solution belongs to the latest node. Lockstep works in many boxes at a time and
    /// reports no nodes.
    fn node(&mut self, _depth: usize, _by: Option<Candidate>) {}
}

impl<F: FnMut(&dyn Fn() -> Solution) -> ControlFlow<()>> SolutionVisitor for F {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        self(found)
    }
}

/// Receives the verdicts on many puzzles, one after the other. Closures implement it.
pub trait Audience {
    /// Receives the kind of each puzzle, in their order. Call `verdict` only if you need the
    /// witnesses too. `Break` ends the verifying.
    fn verdict(&mut self, kind: Kind, verdict: &dyn Fn() -> Verdict) -> ControlFlow<()>;

    /// Whether witnesses are needed. If not, a verifier need not keep them, which can make it
    /// faster by up to a tenth; a call of `verdict` then takes another search.
    fn wants_witnesses(&self) -> bool {
        true
    }
}

impl<F: FnMut(Kind, &dyn Fn() -> Verdict) -> ControlFlow<()>> Audience for F {
    fn verdict(&mut self, kind: Kind, verdict: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        self(kind, verdict)
    }
}

/// An [`Audience`] that adds the kinds to a list.
pub(crate) struct Kinds<'k>(pub(crate) &'k mut Vec<Kind>);

impl Audience for Kinds<'_> {
    fn verdict(&mut self, kind: Kind, _: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        self.0.push(kind);
        ControlFlow::Continue(())
    }

    fn wants_witnesses(&self) -> bool {
        false
    }
}

/// A search for the solutions of puzzles, built once and used again and again. The puzzles have
/// clues, or pencil marks if `P` is [`Marks`](crate::sudoku::Marks).
///
/// ```
/// use tourdion::verify::{LockstepVerifier, Verdict, Verifier};
///
/// let mut verifier = LockstepVerifier::new();
/// let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
///     .parse().unwrap();
/// let verdict = verifier.verify(&puzzle);
/// let Verdict::Proper(solution) = &verdict else { panic!("this puzzle is proper") };
/// assert!(solution.to_string().starts_with("812753649943682175"));
/// verdict.check(&puzzle).unwrap();
/// ```
pub trait Verifier<P = Grid>: Send {
    /// Passes every solution of `puzzle` to `visitor`, each once. `watch` receives the effort so
    /// far every few milliseconds, with or without solutions. Returns `Break` if the visitor or the
    /// watch did.
    fn solutions(
        &mut self,
        puzzle: &P,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()>;

    /// The effort of the last search by [`solutions`](Verifier::solutions) or
    /// [`verify`](Verifier::verify).
    fn effort(&self) -> Effort;

    /// Returns the verdict on `puzzle`. The search ends at the second solution.
    #[doc(alias("is_unique", "validate"))]
    fn verify(&mut self, puzzle: &P) -> Verdict {
        let mut examination = Examination::up_to(2);
        let _ = self.solutions(puzzle, &mut examination, &mut Patient);
        examination.verdict()
    }

    /// Passes the verdict on each of `puzzles` to `audience`, in the order of the puzzles. `watch`
    /// receives the effort so far for the puzzle under way every few milliseconds, with or without
    /// verdicts. Lockstep searches many puzzles at a time, and counts only its sweeps. Returns
    /// `Break` if the audience or the watch did.
    ///
    /// A verifier may begin puzzles before it reports on earlier ones. That can be many times
    /// faster than one puzzle at a time.
    fn verify_all(
        &mut self,
        puzzles: &mut dyn Iterator<Item = &P>,
        audience: &mut dyn Audience,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        for puzzle in puzzles {
            let verdict = Examination::of(self, puzzle, 2, watch)?.verdict();
            audience.verdict(verdict.kind(), &|| verdict.clone())?;
        }
        ControlFlow::Continue(())
    }

    /// Whether `puzzle` has a solution that differs in `cell` from `known`, which is a solution of
    /// it. So one finds out whether a clue is needed: take it off, and call this with its cell.
    /// `watch` receives the effort so far, as in [`solutions`](Verifier::solutions). Returns
    /// `Break` if the watch did.
    ///
    /// This can be faster than a search for two solutions, since a verifier may exclude the known
    /// digit from the beginning, and search close to the known solution first.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tourdion::sudoku::Grid;
    /// use tourdion::verify::{LockstepVerifier, Verifier};
    /// use tourdion::watch::Patient;
    ///
    /// let mut verifier = LockstepVerifier::new();
    /// let puzzle: Grid = "13...2..3......4".parse()?;
    /// let known = verifier.verify(&puzzle).witnesses()[0].clone();
    /// let mut is_needed = |place: &str| {
    ///     let cell = place.parse().unwrap();
    ///     let mut less = puzzle.clone();
    ///     less.set(cell, None);
    ///     verifier.has_other(&less, &known, cell, &mut Patient)
    /// };
    /// assert_eq!(is_needed("r1c2"), ControlFlow::Continue(false));
    /// assert_eq!(is_needed("r4c4"), ControlFlow::Continue(true));
    /// # Ok::<(), tourdion::sudoku::GridError>(())
    /// ```
    fn has_other(
        &mut self,
        puzzle: &P,
        known: &Solution,
        cell: Cell,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), bool> {
        shows_other(self, puzzle, known, cell, watch)
    }

    /// The number of solutions of `puzzle`, at most `limit`.
    fn count(&mut self, puzzle: &P, limit: u64) -> u64 {
        count_shown(self, puzzle, limit)
    }
}

/// Whether a verifier shows a solution with another digit in a cell than the known one has.
fn shows_other<P>(
    verifier: &mut (impl Verifier<P> + ?Sized),
    puzzle: &P,
    known: &Solution,
    cell: Cell,
    watch: &mut dyn Watch<Effort>,
) -> ControlFlow<(), bool> {
    let digit = known.grid().get(cell);
    let mut is_found = false;
    let mut look = |solution: &dyn Fn() -> Solution| {
        is_found = solution().grid().get(cell) != digit;
        if is_found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match verifier.solutions(puzzle, &mut look, watch) {
        ControlFlow::Break(()) if !is_found => ControlFlow::Break(()),
        _ => ControlFlow::Continue(is_found),
    }
}

/// Counts the solutions that a verifier shows, at most `limit`.
fn count_shown<P>(verifier: &mut (impl Verifier<P> + ?Sized), puzzle: &P, limit: u64) -> u64 {
    let mut count = 0;
    if limit > 0 {
        let mut add = |_: &dyn Fn() -> Solution| {
            count += 1;
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = verifier.solutions(puzzle, &mut add, &mut Patient);
    }
    count
}

/// A [`SolutionVisitor`] that counts solutions up to a limit and keeps the first two: what a
/// verdict needs.
///
/// ```
/// use tourdion::verify::{Examination, LockstepVerifier, Verifier};
/// use tourdion::watch::Patient;
///
/// let puzzle = "...........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
///     .parse().unwrap();
/// let mut examination = Examination::up_to(100);
/// let flow = LockstepVerifier::new().solutions(&puzzle, &mut examination, &mut Patient);
/// assert!(flow.is_break());
/// assert_eq!(examination.count(), 100);
/// assert_eq!(examination.verdict().to_string(), "pseudo");
/// ```
#[derive(Clone, Debug)]
pub struct Examination {
    limit: u64,
    count: u64,
    first: Option<Solution>,
    second: Option<Solution>,
}

impl Examination {
    /// An examination that ends at solution number `limit`, or at the second one if that comes
    /// later.
    pub fn up_to(limit: u64) -> Examination {
        Examination { limit: limit.max(2), count: 0, first: None, second: None }
    }

    /// The examination of `puzzle` by `verifier`, [up to](Examination::up_to) this limit. Breaks if
    /// the watch ends it before.
    pub fn of<P>(
        verifier: &mut (impl Verifier<P> + ?Sized),
        puzzle: &P,
        limit: u64,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), Examination> {
        let mut examination = Examination::up_to(limit);
        let flow = verifier.solutions(puzzle, &mut examination, watch);
        if flow.is_break() && !examination.is_cut_short() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(examination)
    }

    /// The number of solutions seen.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Whether the limit was reached, so that there may be more solutions than were counted.
    pub const fn is_cut_short(&self) -> bool {
        self.count >= self.limit
    }

    /// The verdict, if the search reached its end or the second solution.
    pub fn verdict(self) -> Verdict {
        match (self.first, self.second) {
            (None, _) => Verdict::Impossible,
            (Some(solution), None) => Verdict::Proper(solution),
            (Some(first), Some(second)) => Verdict::Pseudo([first, second]),
        }
    }
}

impl SolutionVisitor for Examination {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        match self.count {
            0 => self.first = Some(found()),
            1 => self.second = Some(found()),
            _ => {}
        }
        self.count += 1;
        if self.is_cut_short() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
