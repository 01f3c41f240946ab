//! What a tour does: a sequence of off/on steps, repeated and grouped.
//!
//! ```text
//!      {-1+1}x3{-2+1}{-2+2}          three times one off, one on; then -2+1; then -2+2
//!      └─part─┘└part─┘└part┘
//!
//!      { {-1+1}{-2+2} }x2            a group is a part whose body is a sequence
//!      {-2+1}:17                     while there are more than 17 clues
//!      {2}*                          {-2+2} until nothing new comes
//! ```
//!
//! A sequence is a map from sets of puzzles to sets of puzzles. A step maps each puzzle by itself,
//! so it maps a union of sets to the union of their images; the same holds for everything made of
//! steps, but for those that keep the hardest. The parts mean:
//!
//! - `{-N}`: every puzzle made from one of the set by taking off N clues, proper or not.
//! - `{-N+M}`: every proper puzzle made from one of the set by taking off N clues and adding M
//!   critical candidates. The puzzle itself is among them if M = N, since clues can go back, unless
//!   too many are redundant.
//! - `BxK`: B, K times, each time of the whole result of the time before.
//! - `B:N`: puzzles with at most N clues are kept; B is applied to all others, and again to its
//!   results, until all have at most N. B has to lower the number of clues.
//! - `{twins}`: the [twins](on::twins) of each puzzle, and the puzzle itself.
//! - `{k(...)}`, and other options alone: the proper puzzles of the set that the options keep.
//! - `bN` in a step: of its results for the whole set, the N hardest. Such a step maps sets, not
//!   puzzles. Its closure is the N hardest of all that was found, until a round changes nothing.
//! - `B*`: the closure: the set itself, and all results of applying B any number of times. Each
//!   round searches only new puzzles.
//!
//! Invariants: no part's body is an empty group; the body of `B:N` lowers the number of clues;
//! numbers of clues are 1 to 81. The [grammar](super::grammar) lets nothing else in, and
//! [`Sequence::check`] refuses what would not end.
//!
//! Source: gsf on off/on tours (forum note, 2007), whose grammar this is; groups, `+0`, twins and
//! the options `m`, `c`, `k` and `b` are additions.
//!
//! Deliberately lacking: puzzles and searching.

use std::fmt;

use super::clues::ClueRange;
use super::hardest::Hardest;
use super::share::Share;
use crate::expression::Expression;
use crate::sudoku::Grid;
use crate::verify::on::{self, CandidateList, Finder, FoundPuzzle, NoTour, OffOn, OnPhase, Sample};
use crate::verify::{LockstepVerifier, Verifier};
use crate::watch::SharedWatch;

/// A step that finds twins, as it is written.
pub(super) const TWINS: &str = "twins";

/// A sequence of parts, one after another.
///
/// ```
/// use tourdion::tour::Sequence;
///
/// let sequence: Sequence = "{-1+1} x3 {-2+1i@3}".parse()?;
/// assert_eq!(sequence.to_string(), "{-1+1}x3{-2+1 i @3}");
/// assert_eq!(sequence.phases(), Some(4));
/// # Ok::<(), tourdion::tour::SequenceError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// At least one.
    pub parts: Vec<SequencePart>,
}

/// A body and its repeat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SequencePart {
    /// The body.
    pub body: Body,
    /// The repeat.
    pub repeat: Repeat,
}

/// One application of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// One off phase and one on phase.
    Step(TourStep),
    /// Several parts, one after another.
    Group(Sequence),
}

/// The repeat of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// This number of times, at least once: `x3`.
    Times(u32),
    /// While puzzles have more clues than this: `:17`.
    Until(usize),
    /// Until nothing new comes: `*`.
    Closure,
}

/// What a step does to a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StepKind {
    /// Takes clues off and adds others, so that the results are proper.
    #[default]
    OffOn,
    /// Takes clues off, and keeps everything that is left, pseudo-puzzles too.
    Off,
    /// Finds the [twins](on::twins); the change is of no clues.
    Twins,
    /// Changes nothing: the options choose among the proper puzzles.
    Choice,
}

/// An off phase, an on phase or both, and the filters for the results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TourStep {
    /// The kind.
    pub kind: StepKind,
    /// The clues taken off and added, with the options `p`, `i`, `r` and `@`.
    pub change: OffOn,
    /// Keep one result of each puzzle (`o`): the least one that isn't the puzzle itself, if there
    /// is one.
    pub one_each: bool,
    /// Keep puzzles as they are found, even if several are equal up to symmetry (`e`).
    pub as_found: bool,
    /// Keep only minimal puzzles (`m`), which are proper.
    pub minimal: bool,
    /// Keep only puzzles with these numbers of clues (`c`).
    pub clues: Option<ClueRange>,
    /// Keep only puzzles that are this (`k`).
    pub keep: Option<Expression>,
    /// Of all results of the step keep only the hardest (`b`).
    pub hardest: Option<Hardest>,
}

impl TourStep {
    /// `{-off+on}` without options. With `+0` it keeps only proper puzzles.
    pub const fn new(off: usize, on: usize) -> TourStep {
        TourStep {
            kind: StepKind::OffOn,
            change: OffOn::new(off, on),
            one_each: false,
            as_found: false,
            minimal: false,
            clues: None,
            keep: None,
            hardest: None,
        }
    }

    /// `{-off}` without options.
    pub fn off(off: usize) -> TourStep {
        TourStep { kind: StepKind::Off, ..TourStep::new(off, 0) }
    }

    /// `{twins}` without options.
    pub fn twins() -> TourStep {
        TourStep { kind: StepKind::Twins, ..TourStep::new(0, 0) }
    }

    /// A step that only chooses, without options.
    pub fn choice() -> TourStep {
        TourStep { kind: StepKind::Choice, ..TourStep::new(0, 0) }
    }
}

impl TourStep {
    /// The clues taken off and added: none by a kind of step that changes none.
    pub(super) const fn off_and_on(&self) -> (usize, usize) {
        match self.kind {
            StepKind::OffOn | StepKind::Off => (self.change.off, self.change.on),
            StepKind::Twins | StepKind::Choice => (0, 0),
        }
    }

    /// Whether the results may be pseudo-puzzles.
    pub fn keeps_pseudo_puzzles(&self) -> bool {
        self.kind == StepKind::Off && !self.minimal
    }

    /// Whether there is something to choose among its results when all are found. With `o` that is
    /// not so for `k`, which comes before `o`.
    pub(super) fn chooses_at_the_end(&self) -> bool {
        self.hardest.is_some() || self.keep.is_some() && !self.one_each
    }

    /// Shows `finder` all that the step makes of `puzzle`, before any filter.
    ///
    /// # Errors
    /// Those of [`OnPhase::tour`].
    pub(super) fn tour(
        &self,
        on_phase: &dyn OnPhase,
        puzzle: &Grid,
        finder: &dyn Finder,
        watch: &dyn SharedWatch<()>,
    ) -> Result<(), NoTour> {
        match self.kind {
            StepKind::Off if !self.minimal => on::off_phase(puzzle, &self.change, finder, watch),
            StepKind::Off | StepKind::OffOn => on_phase.tour(puzzle, &self.change, finder, watch),
            StepKind::Twins => on::twins(&mut LockstepVerifier::new(), puzzle, finder, watch),
            StepKind::Choice => show_if_proper(puzzle, finder),
        }
    }
}

/// Shows `finder` a puzzle that is proper.
fn show_if_proper(puzzle: &Grid, finder: &dyn Finder) -> Result<(), NoTour> {
    if LockstepVerifier::new().verify(puzzle).is_proper() {
        let (off, on) = (CandidateList::default(), CandidateList::default());
        let found = FoundPuzzle { puzzle: puzzle.clone(), off, on };
        if finder.found(found).is_break() {
            return Err(NoTour::BrokenOff);
        }
    }
    finder.searched();
    Ok(())
}

impl Sequence {
    /// The steps in order, each once; at least one.
    pub fn steps(&self) -> Vec<&TourStep> {
        let steps = self.parts.iter().flat_map(|part| match &part.body {
            Body::Step(step) => vec![step],
            Body::Group(inner) => inner.steps(),
        });
        steps.collect()
    }

    /// The number of phases, if the sequence determines it; `None` if the puzzles decide.
    pub fn phases(&self) -> Option<u64> {
        let mut all = 0_u64;
        for part in &self.parts {
            let once = match &part.body {
                Body::Step(_) => 1,
                Body::Group(inner) => inner.phases()?,
            };
            let Repeat::Times(times) = part.repeat else { return None };
            all = all.saturating_add(once.saturating_mul(u64::from(times)));
        }
        Some(all)
    }

    /// Calls `change` on every step.
    pub fn for_each_step(&mut self, change: &mut impl FnMut(&mut TourStep)) {
        for part in &mut self.parts {
            match &mut part.body {
                Body::Step(step) => change(step),
                Body::Group(inner) => inner.for_each_step(change),
            }
        }
    }

    /// The most clues that a puzzle can gain by the sequence; below 0 if it always loses some.
    pub(super) fn gain(&self) -> isize {
        self.parts.iter().map(SequencePart::gain).fold(0, isize::saturating_add)
    }
}

impl Body {
    /// As [`Sequence::gain`].
    pub(super) fn gain(&self) -> isize {
        match self {
            Body::Step(step) => {
                let (off, on) = step.off_and_on();
                let [off, on] = [off, on].map(|n| isize::try_from(n).unwrap_or(isize::MAX));
                on.saturating_sub(off)
            }
            Body::Group(inner) => inner.gain(),
        }
    }
}

impl SequencePart {
    /// As [`Sequence::gain`].
    fn gain(&self) -> isize {
        let once = self.body.gain();
        match self.repeat {
            Repeat::Times(times) => {
                once.saturating_mul(isize::try_from(times).unwrap_or(isize::MAX))
            }
            Repeat::Closure if once > 0 => isize::MAX,
            // `Until` leaves a puzzle with few enough clues unchanged, and a closure keeps its
            // input.
            Repeat::Until(_) | Repeat::Closure => 0,
        }
    }
}

impl fmt::Display for Sequence {
    /// In the syntax of the [grammar](super::grammar), which reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| part.fmt(f))
    }
}

impl fmt::Display for SequencePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.body {
            Body::Step(step) => step.fmt(f)?,
            Body::Group(inner) => write!(f, "{{{inner}}}")?,
        }
        match self.repeat {
            Repeat::Times(1) => Ok(()),
            Repeat::Times(times) => write!(f, "x{times}"),
            Repeat::Until(clues) => write!(f, ":{clues}"),
            Repeat::Closure => f.write_str("*"),
        }
    }
}

impl fmt::Display for TourStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OffOn { off, on, superfluous, in_place, first_clue, sample } = &self.change;
        let change = match (self.kind, *off) {
            (StepKind::OffOn, 0) => format!("+{on}"),
            (StepKind::OffOn, off) => format!("-{off}+{on}"),
            (StepKind::Off, off) => format!("-{off}"),
            (StepKind::Twins, _) => TWINS.to_owned(),
            (StepKind::Choice, _) => String::new(),
        };
        let letters = [
            (*in_place, "p"),
            (*superfluous, "i"),
            (self.one_each, "o"),
            (self.as_found, "e"),
            (self.minimal, "m"),
        ];
        let letters = letters.into_iter().filter(|(is_set, _)| *is_set);
        let mut words: Vec<String> = letters.map(|(_, letter)| letter.to_owned()).collect();
        words.extend(self.clues.map(|range| format!("c{range}")));
        words.extend(self.keep.as_ref().map(|keep| format!("k({keep})")));
        words.extend(self.hardest.as_ref().map(ToString::to_string));
        words.extend(sample.map(|Sample { per_million, seed }| match seed {
            0 => format!("r{}", Share { per_million }),
            seed => format!("r{}s{seed}", Share { per_million }),
        }));
        words.extend((*first_clue > 0).then(|| format!("@{}", first_clue.saturating_add(1))));
        if !change.is_empty() {
            words.insert(0, change);
        }
        write!(f, "{{{}}}", words.join(" "))
    }
}
