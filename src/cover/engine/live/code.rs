//! The sets of instructions that the search is compiled for; making an engine chooses one.
//!
//! Of AVX-512 the F and VL parts are enough, so processors without the other parts can use this
//! code.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use crate::instructions::Instructions;

/// The code to search with, known to run on this processor.
#[derive(Clone, Copy, Debug)]
pub(super) enum Code {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Code {
    /// The code for these instructions, falling back to portable code if unsupported.
    pub(super) fn new(instructions: Instructions) -> Code {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => Avx2::here().map_or(Code::Portable, Code::Avx2),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => Avx512::here().map_or(Code::Portable, Code::Avx512),
            _ => Code::Portable,
        }
    }

    /// The fastest code on this processor.
    pub(super) fn best() -> Code {
        let codes = [Instructions::Avx512, Instructions::Avx2].map(Code::new);
        let fast = codes.into_iter().find(|code| !matches!(code, Code::Portable));
        fast.unwrap_or(Code::Portable)
    }

    /// The instructions that the code uses.
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
