//! A number of 32 bits for each digit, nine of sixteen lanes: what singles are found in.
//!
//! ```text
//!                 registers
//!      portable   [u32; 16]
//!      avx2       [Narrow; 2]
//!      avx512     Wide
//! ```
//!
//! Invariant: as that of [`bits`](super::bits). The last seven lanes are 0 wherever lanes are
//! joined.

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
use super::bits::{Bits, Narrow, Wide};

/// Sixteen numbers side by side.
pub(crate) trait Digits: Copy {
    /// The numbers of an array.
    fn load(lanes: &[u32; 16]) -> Self;
    /// Writes the numbers into an array.
    fn store(self, lanes: &mut [u32; 16]);
    /// The same number in each lane.
    fn all(number: u32) -> Self;
    /// In each lane the bits that are in both.
    fn and(self, other: Self) -> Self;
    /// In each lane the bits that are in one of both.
    fn or(self, other: Self) -> Self;
    /// The bits that are not in `other`.
    fn less(self, other: Self) -> Self;
    /// The sum in each lane, modulo 2³².
    fn plus(self, other: Self) -> Self;
    /// The difference in each lane, modulo 2³².
    fn minus(self, other: Self) -> Self;
    /// Each number, moved to the left by this number of bits.
    fn left<const BY: i32>(self) -> Self;
    /// Each number, moved to the right by this number of bits.
    fn right<const BY: i32>(self) -> Self;
    /// Whether a number is not 0.
    fn is_some(self) -> bool;
    /// In each lane what is in any lane.
    fn any(self) -> Self;
    /// In each lane what is in any lane, and what is in two or more.
    fn any_and_two(self) -> [Self; 2];
}

impl Digits for [u32; 16] {
    #[inline(always)]
    fn load(lanes: &[u32; 16]) -> [u32; 16] {
        *lanes
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u32; 16]) {
        *lanes = self;
    }

    #[inline(always)]
    fn all(number: u32) -> [u32; 16] {
        [number; 16]
    }

    #[inline(always)]
    fn and(mut self, other: [u32; 16]) -> [u32; 16] {
        for k in 0..16 {
            self[k] &= other[k];
        }
        self
    }

    #[inline(always)]
    fn or(mut self, other: [u32; 16]) -> [u32; 16] {
        for k in 0..16 {
            self[k] |= other[k];
        }
        self
    }

    #[inline(always)]
    fn less(mut self, other: [u32; 16]) -> [u32; 16] {
        for k in 0..16 {
            self[k] &= !other[k];
        }
        self
    }

    #[inline(always)]
    fn plus(mut self, other: [u32; 16]) -> [u32; 16] {
        for k in 0..16 {
            self[k] = self[k].wrapping_add(other[k]);
        }
        self
    }

    #[inline(always)]
    fn minus(mut self, other: [u32; 16]) -> [u32; 16] {
        for k in 0..16 {
            self[k] = self[k].wrapping_sub(other[k]);
        }
        self
    }

    #[inline(always)]
    fn left<const BY: i32>(mut self) -> [u32; 16] {
        for lane in &mut self {
            *lane <<= BY;
        }
        self
    }

    #[inline(always)]
    fn right<const BY: i32>(mut self) -> [u32; 16] {
        for lane in &mut self {
            *lane >>= BY;
        }
        self
    }

    #[inline(always)]
    fn is_some(self) -> bool {
        let mut all = 0;
        for lane in self {
            all |= lane;
        }
        all != 0
    }

    #[inline(always)]
    fn any(self) -> [u32; 16] {
        let [any, _] = self.any_and_two();
        any
    }

    #[inline(always)]
    fn any_and_two(self) -> [[u32; 16]; 2] {
        let (mut any, mut two) = (0, 0);
        for k in 0..9 {
            two |= any & self[k];
            any |= self[k];
        }
        [[any; 16], [two; 16]]
    }
}

/// What is in some lane, and in two: joined with the same of other lanes.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! join {
    ($any:ident, $two:ident, $other:expr) => {
        let (other_any, other_two) = ($other($any), $other($two));
        let $two = Bits::or(Bits::or($two, other_two), Bits::and($any, other_any));
        let $any = Bits::or($any, other_any);
    };
    ($any:ident, $other:expr) => {
        let $any = Bits::or($any, $other($any));
    };
}

/// The functions of registers that have nothing to do with lanes.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! same_as_bits {
    ($($function:ident)*) => {
        $(
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Bits::$function(self, other)
            }
        )*

        #[inline(always)]
        fn is_some(self) -> bool {
            Bits::is_some(self)
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Narrow {
    #[inline(always)]
    fn shuffled<const ORDER: i32>(self) -> Narrow {
        // SAFETY: the processor has it where this type is named.
        Narrow(unsafe { arch::_mm256_shuffle_epi32::<ORDER>(self.0) })
    }

    /// The two halves in each other's place.
    #[inline(always)]
    fn swapped(self) -> Narrow {
        // SAFETY: as above.
        Narrow(unsafe { arch::_mm256_permute2x128_si256::<0x01>(self.0, self.0) })
    }
}

/// Functions of two halves that are one instruction for each.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! halves {
    ($($function:ident = $instruction:ident,)*) => {
        $(
            #[inline(always)]
            fn $function(self, other: [Narrow; 2]) -> [Narrow; 2] {
                // SAFETY: as above.
                let low = Narrow(unsafe { arch::$instruction(self[0].0, other[0].0) });
                // SAFETY: as above.
                [low, Narrow(unsafe { arch::$instruction(self[1].0, other[1].0) })]
            }
        )*
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Digits for [Narrow; 2] {
    #[inline(always)]
    fn load(lanes: &[u32; 16]) -> [Narrow; 2] {
        Bits::<8>::load(&bytemuck::cast(*lanes))
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u32; 16]) {
        let mut words = [0; 8];
        Bits::<8>::store(self, &mut words);
        *lanes = bytemuck::cast(words);
    }

    #[inline(always)]
    fn all(number: u32) -> [Narrow; 2] {
        // SAFETY: as above.
        [Narrow(unsafe { arch::_mm256_set1_epi32(number.cast_signed()) }); 2]
    }

    same_as_bits!(and or less);

    halves! {
        plus = _mm256_add_epi32,
        minus = _mm256_sub_epi32,
    }

    #[inline(always)]
    fn left<const BY: i32>(self) -> [Narrow; 2] {
        // SAFETY: as above.
        let low = Narrow(unsafe { arch::_mm256_slli_epi32::<BY>(self[0].0) });
        // SAFETY: as above.
        [low, Narrow(unsafe { arch::_mm256_slli_epi32::<BY>(self[1].0) })]
    }

    #[inline(always)]
    fn right<const BY: i32>(self) -> [Narrow; 2] {
        // SAFETY: as above.
        let low = Narrow(unsafe { arch::_mm256_srli_epi32::<BY>(self[0].0) });
        // SAFETY: as above.
        [low, Narrow(unsafe { arch::_mm256_srli_epi32::<BY>(self[1].0) })]
    }

    #[inline(always)]
    fn any(self) -> [Narrow; 2] {
        let any = Bits::or(self[0], self[1]);
        join!(any, Narrow::swapped);
        join!(any, Narrow::shuffled::<0b01_00_11_10>);
        join!(any, Narrow::shuffled::<0b10_11_00_01>);
        [any; 2]
    }

    #[inline(always)]
    fn any_and_two(self) -> [[Narrow; 2]; 2] {
        let (any, two) = (Bits::or(self[0], self[1]), Bits::and(self[0], self[1]));
        join!(any, two, Narrow::swapped);
        join!(any, two, Narrow::shuffled::<0b01_00_11_10>);
        join!(any, two, Narrow::shuffled::<0b10_11_00_01>);
        [[any; 2], [two; 2]]
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Wide {
    #[inline(always)]
    fn shuffled<const ORDER: i32>(self) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_shuffle_epi32::<ORDER>(self.0) })
    }

    /// The quarters in another order.
    #[inline(always)]
    fn quarters<const ORDER: i32>(self) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_shuffle_i64x2::<ORDER>(self.0, self.0) })
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Digits for Wide {
    #[inline(always)]
    fn load(lanes: &[u32; 16]) -> Wide {
        Bits::load(&bytemuck::cast(*lanes))
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u32; 16]) {
        *lanes = bytemuck::cast(self.0);
    }

    #[inline(always)]
    fn all(number: u32) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_set1_epi32(number.cast_signed()) })
    }

    same_as_bits!(and or less);

    #[inline(always)]
    fn plus(self, other: Wide) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Wide) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn left<const BY: i32>(self) -> Wide {
        // SAFETY: as above. The compiler makes the number a part of the instruction.
        Wide(unsafe { arch::_mm512_sll_epi32(self.0, arch::_mm_cvtsi32_si128(BY)) })
    }

    #[inline(always)]
    fn right<const BY: i32>(self) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_srl_epi32(self.0, arch::_mm_cvtsi32_si128(BY)) })
    }

    #[inline(always)]
    fn any(self) -> Wide {
        let any = self;
        join!(any, Wide::quarters::<0b01_00_11_10>);
        join!(any, Wide::quarters::<0b10_11_00_01>);
        join!(any, Wide::shuffled::<0b01_00_11_10>);
        join!(any, Wide::shuffled::<0b10_11_00_01>);
        any
    }

    #[inline(always)]
    fn any_and_two(self) -> [Wide; 2] {
        let (any, two) = (self, Bits::none());
        join!(any, two, Wide::quarters::<0b01_00_11_10>);
        join!(any, two, Wide::quarters::<0b10_11_00_01>);
        join!(any, two, Wide::shuffled::<0b01_00_11_10>);
        join!(any, two, Wide::shuffled::<0b10_11_00_01>);
        [any, two]
    }
}
