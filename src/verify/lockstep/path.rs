//! Paths: the same source compiled for several instruction sets, one of them chosen at run time.
//!
//! ```text
//!      portable   whatever the target always has: SSE2 on x86-64, NEON on 64-bit Arm     16 lanes
//!      avx2       x86: vectors of 256 bits                                               16 lanes
//!      avx512     x86: vectors of 512 bits, three operands at once                       32 lanes
//! ```
//!
//! Loops over lanes are inlined into a function that says for which instructions it is compiled;
//! where instructions are named ([`registers`](super::registers), [`turn`](super::turn)) it is such
//! a function too. To call one is not safe, and all that makes it sound is that the processor was
//! asked before.

use std::ops::ControlFlow;

use super::boxes::State;
use super::chutes::Frame;
use super::dance::{Dance, Host};
use super::group::{Group, Masks, Unmasked};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::registers::{Narrow, Wide};
use super::sieve::{self, Sieve};
use super::solo::{self, Watcher};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::turn::ByShuffling;
use super::turn::Turn;
use super::visit::BySign;
use crate::instructions::Instructions;
use crate::sudoku::Grid;
use crate::verify::Effort;

/// What is done to all lanes at once, which is most of the code. It is compiled once for each path,
/// and called.
pub(super) trait Steps<const N: usize> {
    /// How the path turns the lanes of one puzzle.
    type Turn: Turn;

    /// Sweeps all lanes.
    fn sweep(group: &mut Group<N>);

    /// Sweeps all lanes under masks.
    fn sweep_masked(group: &mut Group<N>, masks: &Masks<N>);
}

impl Steps<16> for BySign {
    type Turn = BySign;

    #[inline(never)]
    fn sweep(group: &mut Group<16>) {
        group.sweep::<BySign>(&Unmasked);
    }

    #[inline(never)]
    fn sweep_masked(group: &mut Group<16>, masks: &Masks<16>) {
        group.sweep::<BySign>(masks);
    }
}

/// The steps of a path of x86.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! steps {
    ($register:ident, $lanes:literal: $features:literal) => {
        #[expect(unsafe_code, reason = "functions for instructions that not every processor has")]
        impl Steps<$lanes> for $register {
            type Turn = ByShuffling;

            #[inline(always)]
            fn sweep(group: &mut Group<$lanes>) {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn sweep(group: &mut Group<$lanes>) {
                    group.sweep::<$register>(&Unmasked);
                }
                // SAFETY: the processor has them where this type is named.
                unsafe { sweep(group) }
            }

            #[inline(always)]
            fn sweep_masked(group: &mut Group<$lanes>, masks: &Masks<$lanes>) {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn sweep(group: &mut Group<$lanes>, masks: &Masks<$lanes>) {
                    group.sweep::<$register>(masks);
                }
                // SAFETY: as above.
                unsafe { sweep(group, masks) }
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
steps!(Narrow, 16: "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
steps!(Wide, 32: "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg");

/// The lanes of a path.
pub(super) enum Floor {
    Portable(Box<Dance<16>>),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(Box<Dance<16>>),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(Box<Dance<32>>),
}

/// Makes the grid of a puzzle that was solved.
pub(super) type Grids = fn(&State) -> Grid;

impl Floor {
    /// Lanes for `instructions`, or portable ones where this processor has not got them.
    pub(super) fn new(instructions: Instructions) -> Floor {
        match instructions {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2 if instructions.is_here() => Floor::Avx2(Box::new(Dance::new())),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512 if instructions.is_here() => Floor::Avx512(Box::new(Dance::new())),
            _ => Floor::Portable(Box::new(Dance::new())),
        }
    }

    /// Leaves what a dance that was broken off still had to do.
    pub(super) fn leave(&mut self, frames: &mut Vec<Frame>) {
        match self {
            Floor::Portable(dance) => dance.leave(frames),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Floor::Avx2(dance) => dance.leave(frames),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Floor::Avx512(dance) => dance.leave(frames),
        }
    }

    /// Shows all solutions of one puzzle.
    #[cfg_attr(
        any(target_arch = "x86", target_arch = "x86_64"),
        expect(unsafe_code, reason = "functions for instructions that not every processor has")
    )]
    pub(super) fn solo<W: Watcher>(
        &self,
        puzzle: &Grid,
        untried: &mut Vec<State>,
        effort: &mut Effort,
        watcher: &mut W,
    ) -> ControlFlow<()> {
        match self {
            // Sixteen lanes are enough for nine boxes, so AVX-512 has nothing to add. SAFETY: `new`
            // makes these variants only where the processor has what `solo_avx2` needs.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Floor::Avx2(_) | Floor::Avx512(_) => unsafe {
                solo_avx2(puzzle, untried, effort, watcher)
            },
            _ => solo::search::<BySign, W>(&State::of(puzzle), untried, effort, watcher),
        }
    }

    /// What makes the grid of a puzzle that was solved.
    #[cfg_attr(
        any(target_arch = "x86", target_arch = "x86_64"),
        expect(unsafe_code, reason = "functions for instructions that not every processor has")
    )]
    pub(super) fn grids(&self) -> Grids {
        match self {
            // SAFETY: as for `solo`; whoever has the function has it of a floor.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Floor::Avx2(_) | Floor::Avx512(_) => |solved| unsafe { grid_avx2(solved) },
            _ => State::grid::<BySign>,
        }
    }

    /// Dances on these lanes.
    #[cfg_attr(
        any(target_arch = "x86", target_arch = "x86_64"),
        expect(unsafe_code, reason = "functions for instructions that not every processor has")
    )]
    pub(super) fn dance<H: Host>(&mut self, host: &mut H) -> ControlFlow<()> {
        match self {
            Floor::Portable(dance) => dance.run::<BySign, H>(host),
            // SAFETY: `new` makes this variant only where the processor has what `dance_avx2`
            // needs.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Floor::Avx2(dance) => unsafe { dance_avx2(dance, host) },
            // SAFETY: as above, for `dance_avx512`.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Floor::Avx512(dance) => unsafe { dance_avx512(dance, host) },
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn dance_avx2<H: Host>(dance: &mut Dance<16>, host: &mut H) -> ControlFlow<()> {
    dance.run::<Narrow, H>(host)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg"
)]
fn dance_avx512<H: Host>(dance: &mut Dance<32>, host: &mut H) -> ControlFlow<()> {
    dance.run::<Wide, H>(host)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn solo_avx2<W: Watcher>(
    puzzle: &Grid,
    untried: &mut Vec<State>,
    effort: &mut Effort,
    watcher: &mut W,
) -> ControlFlow<()> {
    solo::search::<ByShuffling, W>(&State::of(puzzle), untried, effort, watcher)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn grid_avx2(solved: &State) -> Grid {
    solved.grid::<ByShuffling>()
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn sift_avx2<H: sieve::Host>(sieve: &mut Sieve<16>, host: &mut H) -> ControlFlow<()> {
    sieve.run::<Narrow, H>(host)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg"
)]
fn sift_avx512<H: sieve::Host>(sieve: &mut Sieve<32>, host: &mut H) -> ControlFlow<()> {
    sieve.run::<Wide, H>(host)
}

/// The number of classes that leaves most of thirty-two lanes idle.
const FEW: usize = 8;

/// Which code sifts, known to be for this processor.
#[derive(Clone, Copy)]
pub(super) struct Sifter(Instructions);

impl Sifter {
    /// The code for `instructions`, or the portable one where this processor has not got them.
    pub(super) fn new(instructions: Instructions) -> Sifter {
        Sifter(if instructions.is_here() { instructions } else { Instructions::Portable })
    }

    /// Sifts all that the host has, which are `number` classes.
    #[cfg_attr(
        any(target_arch = "x86", target_arch = "x86_64"),
        expect(unsafe_code, reason = "functions for instructions that not every processor has")
    )]
    pub(super) fn sift<H: sieve::Host>(self, number: usize, host: &mut H) -> ControlFlow<()> {
        match self.0 {
            // SAFETY: `new` keeps instructions only where the processor has them.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2 => unsafe { sift_avx2(&mut Box::new(Sieve::new()), host) },
            // SAFETY: as above; a processor with AVX-512 has AVX2, and sweeping sixteen lanes takes
            // less than thirty-two.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512 if number <= FEW => unsafe {
                sift_avx2(&mut Box::new(Sieve::new()), host)
            },
            // SAFETY: as above.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512 => unsafe { sift_avx512(&mut Box::new(Sieve::new()), host) },
            _ => {
                let mut sieve = Box::<Sieve<16>>::new(Sieve::new());
                sieve.run::<BySign, H>(host)
            }
        }
    }
}
