//! Sets of instructions that only some processors have.
//!
//! ```text
//!      portable   the instructions of every target: SSE2 on x86-64, NEON on 64-bit Arm
//!      avx2       x86: vectors of 256 bits
//!      avx512     x86: vectors of 512 bits, three operands at once
//! ```
//!
//! Code that is compiled for several sets chooses one at run time. A value of [`Instructions`] is
//! no proof that the processor has the set. So code for a set is called only after
//! [`Instructions::is_here`] has confirmed it, which makes the call sound.
//!
//! For singles and ratings this room has the registers of each set, under the same names (`bits`
//! and `digits`), and functions that are compiled for each of them (`available`). Other rooms,
//! whose registers hold other things, have their own.
//!
//! Deliberately lacking: parts of a set. Code that needs only a part of one checks for it itself.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::none_of;

pub(crate) mod available;
pub(crate) mod bits;
pub(crate) mod digits;
pub(crate) mod vectors;

/// A set of instructions.
///
/// ```
/// use tourdion::instructions::Instructions;
///
/// assert!(Instructions::Portable.is_here());
/// assert!(Instructions::best().is_here());
/// assert_eq!("avx2".parse(), Ok(Instructions::Avx2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Instructions {
    /// The instructions of every processor of the target.
    Portable,
    /// x86 with AVX2.
    Avx2,
    /// x86 with AVX-512: its F, BW, DQ, VL and BITALG parts, as Ice Lake and Zen 4 have.
    Avx512,
}

impl Instructions {
    /// All, slowest first.
    pub const ALL: &[Instructions] =
        &[Instructions::Portable, Instructions::Avx2, Instructions::Avx512];

    /// A word for them: `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            Instructions::Portable => "portable",
            Instructions::Avx2 => "avx2",
            Instructions::Avx512 => "avx512",
        }
    }

    /// Whether this processor has the whole set.
    pub fn is_here(self) -> bool {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        return match self {
            Instructions::Portable => true,
            Instructions::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            Instructions::Avx512 => {
                Instructions::Avx2.is_here()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512bitalg")
            }
        };
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        return self == Instructions::Portable;
    }

    /// The fastest set of this processor.
    pub fn best() -> Instructions {
        let mut slowest_first = Instructions::ALL.iter().copied();
        slowest_first.rfind(|instructions| instructions.is_here()).unwrap_or(Instructions::Portable)
    }
}

impl fmt::Display for Instructions {
    /// As their [`name`](Instructions::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is no [`Instructions`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", none_of(Instructions::ALL, .0))]
pub struct InstructionsError(String);

impl FromStr for Instructions {
    type Err = InstructionsError;

    fn from_str(text: &str) -> Result<Instructions, InstructionsError> {
        let named =
            Instructions::ALL.iter().copied().find(|instructions| instructions.name() == text);
        named.ok_or_else(|| InstructionsError(text.to_owned()))
    }
}
