//! For which instructions the search is compiled; which of them is chosen when an engine is made.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;

/// A set of instructions for which the search of [`Live`](super::Live) is compiled. All find the
/// same covers by the same nodes in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// What every processor of the target has.
    Portable,
    /// 64-bit x86 with AVX2: four options at a time.
    Avx2,
    /// 64-bit x86 with AVX-512, its F and VL parts: eight options at a time.
    Avx512,
}

impl Instructions {
    /// All, slowest first.
    pub const ALL: [Instructions; 3] =
        [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];

    /// A word for them: `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            Instructions::Portable => "portable",
            Instructions::Avx2 => "avx2",
            Instructions::Avx512 => "avx512",
        }
    }

    /// Whether this processor has them.
    pub fn are_here(self) -> bool {
        Code::new(self).instructions() == self
    }

    /// The fastest that this processor has.
    pub fn best() -> Instructions {
        let mut fastest_first = Instructions::ALL.into_iter().rev();
        fastest_first.find(|instructions| instructions.are_here()).unwrap_or(Instructions::Portable)
    }
}

/// Which code searches, known to be for this processor.
#[derive(Clone, Copy, Debug)]
pub(super) enum Code {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Code {
    /// The code for these instructions, or the portable one where this processor has not got them.
    pub(super) fn new(instructions: Instructions) -> Code {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => Avx2::here().map_or(Code::Portable, Code::Avx2),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => Avx512::here().map_or(Code::Portable, Code::Avx512),
            _ => Code::Portable,
        }
    }

    /// The instructions that it is for.
    pub(super) fn instructions(self) -> Instructions {
        match self {
            Code::Portable => Instructions::Portable,
            #[cfg(target_arch = "x86_64")]
            Code::Avx2(_) => Instructions::Avx2,
            #[cfg(target_arch = "x86_64")]
            Code::Avx512(_) => Instructions::Avx512,
        }
    }
}
