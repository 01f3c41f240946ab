//! Paths: the same source compiled for several instruction sets, one of them chosen at run time.
//!
//! ```text
//!      portable   whatever the target always has: SSE2 on x86-64, NEON on 64-bit Arm     16 lanes
//!      avx2       x86: vectors of 256 bits                                               16 lanes
//!      avx512     x86: vectors of 512 bits, three operands at once                       32 lanes
//! ```
//!
//! [`Steps`](super::steps::Steps) has the sweeps of each path; this module chooses. Loops over
//! lanes are inlined into a function that says for which instructions it is compiled. Code that
//! names instructions ([`registers`](super::registers), [`shuffles`](super::shuffles)) is such a
//! function too. Calling one is unsafe; it is sound only because the processor was checked before.

use std::ops::ControlFlow;

use super::boxes::State;
use super::chutes::Frame;
use super::kinds::Laned;
use super::lane_search::{Host, LaneSearch};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::mini_lines::MiniLines;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::nine_boxes::NineBoxes;
use super::one_puzzle;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::registers::{Narrow, Wide};
use super::rules::BySign;
use super::spare::Spare;
use super::trials::{self, Trials};
use crate::instructions::Instructions;
use crate::sudoku::Grid;
use crate::verify::Effort;
use crate::watch::Watch;

/// The lanes of a path and the searches on them, for puzzles of a kind.
pub(super) enum PathSearch<P: Laned = Grid> {
    Portable(Box<Lanes<16, P>>),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(Box<Lanes<16, P>>),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(Box<Lanes<32, P>>),
}

/// The search of one puzzle on a path, with room for its guesses.
#[derive(Clone)]
pub(super) enum PathAlone {
    Portable(Vec<State>),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(Vec<NineBoxes>),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(Vec<MiniLines>),
}

/// Lanes for puzzles of a kind.
type Lanes<const N: usize, P> = LaneSearch<N, <P as Laned>::Masks<N>>;

impl<P: Laned> PathSearch<P> {
    /// Lanes for `instructions`, falling back to portable ones if unsupported.
    pub(super) fn new(instructions: Instructions) -> PathSearch<P> {
        match instructions {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2 if instructions.is_here() => {
                PathSearch::Avx2(Box::new(LaneSearch::new()))
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512 if instructions.is_here() => {
                PathSearch::Avx512(Box::new(LaneSearch::new()))
            }
            _ => PathSearch::Portable(Box::new(LaneSearch::new())),
        }
    }

    /// Moves the remaining work of a search that was broken off to `frames`.
    pub(super) fn leave(&mut self, frames: &mut Vec<Frame>) {
        match self {
            PathSearch::Portable(search) => search.leave(frames),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            PathSearch::Avx2(search) => search.leave(frames),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            PathSearch::Avx512(search) => search.leave(frames),
        }
    }

    /// Searches the host's puzzles, one in each lane.
    #[cfg_attr(
        any(target_arch = "x86", target_arch = "x86_64"),
        expect(unsafe_code, reason = "functions for instructions that not every processor has")
    )]
    pub(super) fn search_many<H: Host>(&mut self, host: &mut H) -> ControlFlow<()> {
        match self {
            PathSearch::Portable(search) => search.run::<BySign, H>(host),
            // SAFETY: `new` makes this variant only where the processor has what `lane_search_avx2`
            // needs.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            PathSearch::Avx2(search) => unsafe { lane_search_avx2::<P, H>(search, host) },
            // SAFETY: as above, for `lane_search_avx512`.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            PathSearch::Avx512(search) => unsafe { lane_search_avx512::<P, H>(search, host) },
        }
    }
}

impl PathAlone {
    /// The search for `instructions`, falling back to portable code if unsupported.
    pub(super) fn new(instructions: Instructions) -> PathAlone {
        match instructions {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2 if instructions.is_here() => PathAlone::Avx2(Vec::new()),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512 if instructions.is_here() => PathAlone::Avx512(Vec::new()),
            _ => PathAlone::Portable(Vec::new()),
        }
    }

    /// Shows all solutions of a puzzle.
    #[cfg_attr(
        any(target_arch = "x86", target_arch = "x86_64"),
        expect(unsafe_code, reason = "functions for instructions that not every processor has")
    )]
    pub(super) fn search<P: Laned>(
        &mut self,
        puzzle: &P,
        effort: &mut Effort,
        visitor: &mut dyn FnMut(&dyn Fn() -> Grid) -> ControlFlow<()>,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        match self {
            // Sixteen lanes are enough for nine boxes. SAFETY: `new` makes this variant only where
            // the processor has what `one_puzzle_avx2` and `grid_avx2` need; others are its clones.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            PathAlone::Avx2(untried) => unsafe {
                let mut visitor = |solved: &NineBoxes| visitor(&|| grid_avx2(solved));
                one_puzzle_avx2(puzzle, untried, effort, &mut visitor, watch)
            },
            // SAFETY: as above, for `one_puzzle_avx512` and `grid_avx512`.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            PathAlone::Avx512(untried) => unsafe {
                let mut visitor = |solved: &MiniLines| visitor(&|| grid_avx512(solved));
                one_puzzle_avx512(puzzle, untried, effort, &mut visitor, watch)
            },
            PathAlone::Portable(untried) => {
                let mut visitor = |solved: &State| visitor(&|| solved.grid::<BySign>());
                one_puzzle::search::<BySign, P, _>(puzzle, untried, effort, &mut visitor, watch)
            }
        }
    }

    /// The grid of a puzzle that the lanes have solved.
    #[cfg_attr(
        any(target_arch = "x86", target_arch = "x86_64"),
        expect(unsafe_code, reason = "functions for instructions that not every processor has")
    )]
    pub(super) fn grid(&self, solved: &State) -> Grid {
        match self {
            // SAFETY: as for `search`.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            PathAlone::Avx2(_) => unsafe { boxes_grid_avx2(solved) },
            // SAFETY: as above.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            PathAlone::Avx512(_) => unsafe { boxes_grid_avx512(solved) },
            PathAlone::Portable(_) => solved.grid::<BySign>(),
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn lane_search_avx2<P: Laned, H: Host>(search: &mut Lanes<16, P>, host: &mut H) -> ControlFlow<()> {
    search.run::<Narrow, H>(host)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg"
)]
fn lane_search_avx512<P: Laned, H: Host>(
    search: &mut Lanes<32, P>,
    host: &mut H,
) -> ControlFlow<()> {
    search.run::<Wide, H>(host)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn one_puzzle_avx2<P: Laned, V: FnMut(&NineBoxes) -> ControlFlow<()>>(
    puzzle: &P,
    untried: &mut Vec<NineBoxes>,
    effort: &mut Effort,
    visitor: &mut V,
    watch: &mut dyn Watch<Effort>,
) -> ControlFlow<()> {
    one_puzzle::search::<Narrow, P, V>(puzzle, untried, effort, visitor, watch)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg"
)]
fn one_puzzle_avx512<P: Laned, V: FnMut(&MiniLines) -> ControlFlow<()>>(
    puzzle: &P,
    untried: &mut Vec<MiniLines>,
    effort: &mut Effort,
    visitor: &mut V,
    watch: &mut dyn Watch<Effort>,
) -> ControlFlow<()> {
    one_puzzle::search::<Wide, P, V>(puzzle, untried, effort, visitor, watch)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg"
)]
fn grid_avx512(solved: &MiniLines) -> Grid {
    solved.grid()
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg"
)]
fn boxes_grid_avx512(solved: &State) -> Grid {
    MiniLines::of_boxes(solved).grid()
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn grid_avx2(solved: &NineBoxes) -> Grid {
    solved.grid()
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn boxes_grid_avx2(solved: &State) -> Grid {
    NineBoxes::of_boxes(solved).grid()
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn trials_avx2<H: trials::Host>(trials: &mut Trials<16>, host: &mut H) -> ControlFlow<()> {
    trials.run::<Narrow, H>(host)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg"
)]
fn trials_avx512<H: trials::Host>(trials: &mut Trials<32>, host: &mut H) -> ControlFlow<()> {
    trials.run::<Wide, H>(host)
}

/// The number of classes that leaves most of thirty-two lanes idle.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const FEW: usize = 8;

/// The code that runs the trials, known to be for this processor, and the lanes for it that are
/// not in use: with what their searches have grown to, they take a hundred kilobytes and more.
pub(super) struct PathTrials {
    instructions: Instructions,
    narrow: Spare<Box<Trials<16>>>,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    wide: Spare<Box<Trials<32>>>,
}

impl PathTrials {
    /// The code for `instructions`, falling back to portable code if unsupported.
    pub(super) fn new(instructions: Instructions) -> PathTrials {
        PathTrials {
            instructions: if instructions.is_here() {
                instructions
            } else {
                Instructions::Portable
            },
            narrow: Spare::new(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            wide: Spare::new(),
        }
    }

    /// Runs all eliminations of the host, one for each of `number` classes.
    #[cfg_attr(
        any(target_arch = "x86", target_arch = "x86_64"),
        expect(unsafe_code, reason = "functions for instructions that not every processor has")
    )]
    #[cfg_attr(
        not(any(target_arch = "x86", target_arch = "x86_64")),
        expect(unused_variables, reason = "only vectors of different widths depend on the number")
    )]
    pub(super) fn run<H: trials::Host>(&self, number: usize, host: &mut H) -> ControlFlow<()> {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if self.instructions == Instructions::Avx512 && number > FEW {
            let mut trials = self.wide.take(|| Box::new(Trials::new()));
            // SAFETY: `new` keeps instructions only where the processor has them.
            let flow = unsafe { trials_avx512(&mut trials, host) };
            self.wide.keep([trials]);
            return flow;
        }
        let mut trials = self.narrow.take(|| Box::new(Trials::new()));
        let flow = match self.instructions {
            // SAFETY: as above; a processor with AVX-512 has AVX2, and sweeping sixteen lanes takes
            // less than thirty-two.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2 | Instructions::Avx512 => unsafe { trials_avx2(&mut trials, host) },
            _ => trials.run::<BySign, H>(host),
        };
        self.narrow.keep([trials]);
        flow
    }
}
