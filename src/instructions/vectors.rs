//! The vectors of each set of instructions: of bits, and of digits.
//!
//! Invariant: as that of [`bits`](super::bits).

// A function that is called, not inlined, is compiled without the instructions of its caller.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as arch;

use super::bits::Bits;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::bits::{Half, Narrow, Wide};
use super::digits::Digits;

/// The registers of a set of instructions.
pub(crate) trait Vectors {
    type Bits2: Bits<2>;
    type Bits4: Bits<4>;
    type Bits8: Bits<8>;
    type Bits16: Bits<16>;
    type Digits: Digits;

    /// The bits of a word that a mask has, side by side.
    #[inline(always)]
    fn compress(word: u64, mut mask: u64) -> u64 {
        let (mut compressed, mut at) = (0, 0);
        while mask != 0 {
            compressed |= (word >> mask.trailing_zeros() & 1) << at;
            at += 1;
            mask &= mask - 1;
        }
        compressed
    }
}

/// Those of every processor.
pub(crate) struct Portable;

impl Vectors for Portable {
    type Bits2 = [u64; 2];
    type Bits4 = [u64; 4];
    type Bits8 = [u64; 8];
    type Bits16 = [u64; 16];
    type Digits = [u32; 16];
}

/// Those of AVX2.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) struct Avx2;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Vectors for Avx2 {
    type Bits2 = Half;
    type Bits4 = Narrow;
    type Bits8 = [Narrow; 2];
    type Bits16 = [Narrow; 4];
    type Digits = [Narrow; 2];

    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "an instruction that not every processor has")]
    #[inline(always)]
    fn compress(word: u64, mask: u64) -> u64 {
        // SAFETY: the processor has it where this type is named.
        unsafe { arch::_pext_u64(word, mask) }
    }
}

/// Those of AVX-512.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) struct Avx512;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Vectors for Avx512 {
    type Bits2 = Half;
    type Bits4 = Narrow;
    type Bits8 = Wide;
    type Bits16 = [Wide; 2];
    type Digits = Wide;

    #[inline(always)]
    fn compress(word: u64, mask: u64) -> u64 {
        Avx2::compress(word, mask)
    }
}
