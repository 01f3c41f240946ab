//! Bits side by side: the registers of each set of instructions, by name where the processor has
//! larger ones.
//!
//! ```text
//!                 128 bits      256            512            1024
//!      portable   [u64; 2]      [u64; 4]       [u64; 8]       [u64; 16]
//!      avx2       Half          Narrow         [Narrow; 2]    [Narrow; 4]
//!      avx512     Half          Narrow         Wide           [Wide; 2]
//! ```
//!
//! Loops over `[u64; 4]` become scalars where a compiler thinks them too short, and are then 1.5
//! times as slow; so registers are named.
//!
//! Invariant: only code that runs where the processor has the instructions names `Half`, `Narrow`
//! and `Wide` (see [`available`](super::available)). What goes into a register comes from an array
//! of its size.

// A function that is called, not inlined, is compiled without the instructions of its caller.
#![allow(clippy::inline_always)]
// Loops over lanes go by index, so that the compiler makes vectors of them.
#![allow(clippy::needless_range_loop)]
#![cfg_attr(
    any(target_arch = "x86", target_arch = "x86_64"),
    expect(unsafe_code, reason = "instructions that not every processor has")
)]

#[cfg(target_arch = "x86")]
use std::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as arch;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use arch::{__m128i, __m256i, __m512i};

/// `N` words of bits.
pub(crate) trait Bits<const N: usize>: Copy {
    /// The bits of these words.
    fn load(words: &[u64; N]) -> Self;
    /// Writes the bits into words.
    fn store(self, words: &mut [u64; N]);
    /// The bits that are in both.
    fn and(self, other: Self) -> Self;
    /// The bits that are in one of both.
    fn or(self, other: Self) -> Self;
    /// The bits that are not in `other`.
    fn less(self, other: Self) -> Self;
    /// Whether there is a bit.
    fn is_some(self) -> bool;

    /// No bit.
    #[inline(always)]
    fn none() -> Self {
        Self::load(&[0; N])
    }
}

impl<const N: usize> Bits<N> for [u64; N] {
    #[inline(always)]
    fn load(words: &[u64; N]) -> [u64; N] {
        *words
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; N]) {
        *words = self;
    }

    #[inline(always)]
    fn and(mut self, other: [u64; N]) -> [u64; N] {
        for k in 0..N {
            self[k] &= other[k];
        }
        self
    }

    #[inline(always)]
    fn or(mut self, other: [u64; N]) -> [u64; N] {
        for k in 0..N {
            self[k] |= other[k];
        }
        self
    }

    #[inline(always)]
    fn less(mut self, other: [u64; N]) -> [u64; N] {
        for k in 0..N {
            self[k] &= !other[k];
        }
        self
    }

    #[inline(always)]
    fn is_some(self) -> bool {
        let mut all = 0;
        for word in self {
            all |= word;
        }
        all != 0
    }
}

/// 128 bits.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(crate) struct Half(__m128i);

/// 256 bits, with AVX2.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(crate) struct Narrow(pub(crate) __m256i);

/// 512 bits, with AVX-512.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(crate) struct Wide(pub(crate) __m512i);

/// Vectors that are one register.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! register {
    (
        $register:ident, $words:literal: $and:ident, $or:ident, $less:ident, $x:ident => $some:expr
    ) => {
        impl Bits<$words> for $register {
            #[inline(always)]
            fn load(words: &[u64; $words]) -> $register {
                $register(bytemuck::cast(*words))
            }

            #[inline(always)]
            fn store(self, words: &mut [u64; $words]) {
                *words = bytemuck::cast(self.0);
            }

            #[inline(always)]
            fn and(self, other: $register) -> $register {
                // SAFETY: the processor has it where this type is named.
                $register(unsafe { arch::$and(self.0, other.0) })
            }

            #[inline(always)]
            fn or(self, other: $register) -> $register {
                // SAFETY: as above.
                $register(unsafe { arch::$or(self.0, other.0) })
            }

            #[inline(always)]
            fn less(self, other: $register) -> $register {
                // SAFETY: as above. The instruction negates what comes first.
                $register(unsafe { arch::$less(other.0, self.0) })
            }

            #[inline(always)]
            fn is_some(self) -> bool {
                let $x = self.0;
                // SAFETY: as above.
                unsafe { $some }
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
register!(Half, 2: _mm_and_si128, _mm_or_si128, _mm_andnot_si128,
    x => arch::_mm_testz_si128(x, x) == 0);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
register!(Narrow, 4: _mm256_and_si256, _mm256_or_si256, _mm256_andnot_si256,
    x => arch::_mm256_testz_si256(x, x) == 0);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
register!(Wide, 8: _mm512_and_si512, _mm512_or_si512, _mm512_andnot_si512,
    x => arch::_mm512_test_epi64_mask(x, x) != 0);

/// Vectors that are several registers. No closures: one that is not inlined is compiled without the
/// instructions of its caller.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! registers {
    ($register:ident, $number:literal, $part:literal, $words:literal: $($k:literal)*) => {
        impl Bits<$words> for [$register; $number] {
            #[inline(always)]
            fn load(words: &[u64; $words]) -> Self {
                let (parts, _) = words.as_chunks::<$part>();
                [$(Bits::load(&parts[$k])),*]
            }

            #[inline(always)]
            fn store(self, words: &mut [u64; $words]) {
                let (parts, _) = words.as_chunks_mut::<$part>();
                $(Bits::store(self[$k], &mut parts[$k]);)*
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                [$(Bits::and(self[$k], other[$k])),*]
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                [$(Bits::or(self[$k], other[$k])),*]
            }

            #[inline(always)]
            fn less(self, other: Self) -> Self {
                [$(Bits::less(self[$k], other[$k])),*]
            }

            #[inline(always)]
            fn is_some(self) -> bool {
                let mut all = Bits::none();
                $(all = Bits::or(all, self[$k]);)*
                Bits::is_some(all)
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
registers!(Narrow, 2, 4, 8: 0 1);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
registers!(Narrow, 4, 4, 16: 0 1 2 3);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
registers!(Wide, 2, 8, 16: 0 1);
