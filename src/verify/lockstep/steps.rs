//! Sweeps, compiled for each path.
//!
//! ```text
//!      BySign     16 lanes   portable code, its masks made by signs
//!      Narrow     16 lanes   AVX2
//!      Wide       32 lanes   AVX-512
//! ```
//!
//! A type stands for the instructions of its path. It is named only where
//! [`path`](super::path) has found that the processor has them.

use super::group::{Group, Masks, Unmasked};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::registers::{Narrow, Wide};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::rotation::ByShuffling;
use super::rotation::Rotate;
use super::rules::BySign;

/// Sweeps, which are most of the code: each is compiled once for each path, and called.
pub(super) trait Steps<const N: usize> {
    /// How the path rotates the lanes of one puzzle.
    type Rotate: Rotate;

    /// Sweeps all lanes.
    fn sweep(group: &mut Group<N>);

    /// Sweeps all lanes under masks.
    fn sweep_masked(group: &mut Group<N>, masks: &Masks<N>);
}

impl Steps<16> for BySign {
    type Rotate = BySign;

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
            type Rotate = ByShuffling;

            #[inline(always)]
            fn sweep(group: &mut Group<$lanes>) {
                // Called, so that it is compiled once and not for each host.
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
