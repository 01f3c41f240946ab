//! For which instructions the search is compiled; which of them is chosen when an engine is made.
//!
//! Of AVX-512 the F and VL parts are enough, so that processors have this code that lack the rest
//! of the set.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use crate::instructions::Instructions;

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

    /// The fastest that this processor has.
    pub(super) fn best() -> Code {
        match Code::new(Instructions::Avx512) {
            Code::Portable => Code::new(Instructions::Avx2),
            code => code,
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
