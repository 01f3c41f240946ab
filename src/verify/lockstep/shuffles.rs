//! What the lanes of one puzzle need of AVX2, beside the rules: bytes of a register in another
//! order, and digits from values and back.
//!
//! ```text
//!      value                 1    2    3   ...   8    9        both bytes of a lane have it
//!      digit, lower byte     1    2    4   ...  128   .
//!      digit, upper byte     .    .    .   ...   .    1        the ninth bit
//! ```
//!
//! The instruction that orders bytes, in each half of a register by itself, is also one that looks
//! up sixteen numbers in a table: a byte with its highest bit becomes 0. So a value is made a digit
//! by one addition and one look-up, although its bits are in two bytes.
//!
//! Invariant: that of [`registers`](super::registers).

#![expect(unsafe_code, reason = "instructions that not every processor has")]

#[cfg(target_arch = "x86")]
use std::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as arch;

use super::chutes::Counted;
use super::registers::{Narrow, instructions};
use super::rules::Word;

/// Where each byte of a half comes from in it.
pub(super) type Order = [u8; 32];

/// In an [`Order`] a byte that comes from nowhere and is 0.
pub(super) const NOWHERE: u8 = 0x80;

/// The same in both halves.
const fn twice(half: [u8; 16]) -> [u8; 32] {
    let mut both = [0; 32];
    let mut k = 0;
    while k < 32 {
        both[k] = half[k % 16];
        k += 1;
    }
    both
}

/// For groups of four lanes, three of them rotated by a number, and a 0.
const fn rotated(by: u32) -> Order {
    let mut order = [NOWHERE; 32];
    let mut k = 0;
    while k < 32 {
        let (group, byte) = (k % 16 / 8, k % 8);
        if byte < 6 {
            order[k] = (8 * group + (byte + 2 * by as usize) % 6) as u8;
        }
        k += 1;
    }
    order
}

impl Narrow {
    /// A digit in all lanes.
    #[inline(always)]
    pub(super) fn all(digit: u16) -> Narrow {
        // SAFETY: the processor has it where this type is named.
        Narrow(unsafe { arch::_mm256_set1_epi16(digit.cast_signed()) })
    }

    /// A register of two halves.
    #[inline(always)]
    pub(super) fn of_halves(low: &[u8; 16], high: &[u8; 16]) -> Narrow {
        Narrow(bytemuck::cast([*low, *high]))
    }

    /// Its two halves.
    #[inline(always)]
    pub(super) fn halves(self) -> [[u8; 16]; 2] {
        bytemuck::cast(self.0)
    }

    /// The first eight lanes.
    #[inline(always)]
    pub(super) fn first_eight(self) -> [u16; 8] {
        // SAFETY: as above.
        bytemuck::cast(unsafe { arch::_mm256_castsi256_si128(self.0) })
    }

    /// Which of the first eight lanes is the smallest as a number, the first of several.
    #[inline(always)]
    pub(super) fn smallest_of_eight(self) -> usize {
        // SAFETY: as above. AVX2 includes it.
        let found: [u16; 8] =
            bytemuck::cast(unsafe { arch::_mm_minpos_epu16(arch::_mm256_castsi256_si128(self.0)) });
        usize::from(found[1] % 8)
    }

    /// The bytes of each half in another order.
    #[inline(always)]
    pub(super) fn in_order(self, order: &Order) -> Narrow {
        // SAFETY: as above.
        Narrow(unsafe { arch::_mm256_shuffle_epi8(self.0, bytemuck::cast(*order)) })
    }

    /// Lane s of each group of four becomes what lane s + `N` was, modulo 3. The fourth becomes 0.
    #[inline(always)]
    pub(super) fn within<const N: u32>(self) -> Narrow {
        let order = const { rotated(N) };
        self.in_order(&order)
    }

    /// Group b becomes what group b + `N` was, modulo 3. The fourth stays.
    #[inline(always)]
    pub(super) fn across<const N: usize>(self) -> Narrow {
        // SAFETY: as above.
        Narrow(unsafe {
            match N {
                1 => arch::_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0),
                _ => arch::_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0),
            }
        })
    }

    /// What either half has, in both.
    #[inline(always)]
    pub(super) fn folded(self) -> Narrow {
        // SAFETY: as above.
        self.or(Narrow(unsafe { arch::_mm256_permute4x64_epi64::<0b01_00_11_10>(self.0) }))
    }

    /// All ones in the lanes that are the same in both, and in the others 0.
    #[inline(always)]
    pub(super) fn equal(self, other: Narrow) -> Narrow {
        // SAFETY: as above.
        Narrow(unsafe { arch::_mm256_cmpeq_epi16(self.0, other.0) })
    }

    /// The highest bits of all bytes, of a lane two.
    #[inline(always)]
    pub(super) fn signs(self) -> u32 {
        // SAFETY: as above.
        unsafe { arch::_mm256_movemask_epi8(self.0).cast_unsigned() }
    }

    /// Whether no lane has a digit.
    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        // SAFETY: as above.
        unsafe { arch::_mm256_testz_si256(self.0, self.0) != 0 }
    }

    /// The digits with the values in both bytes of each lane, 0 for none.
    #[inline(always)]
    pub(super) fn digits(self) -> Narrow {
        const BITS: [u8; 32] = twice([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
        // A lower byte becomes its value less 1, without a value 255. In an upper one only 9 loses
        // the highest bit: it becomes 0, as 1 does in a lower one.
        const FIRST: u16 = 0xF7FF;
        // SAFETY: as above.
        Narrow(unsafe {
            let places =
                arch::_mm256_add_epi8(self.0, arch::_mm256_set1_epi16(FIRST.cast_signed()));
            arch::_mm256_shuffle_epi8(bytemuck::cast(BITS), places)
        })
    }

    /// The values of the digits of two registers, a byte each, where lanes have one digit. Each
    /// half has first the lanes of one, then those of the other.
    #[inline(always)]
    pub(super) fn values(first: Narrow, second: Narrow) -> Narrow {
        const LOWER: [u8; 32] = twice([0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9]);
        const UPPER: [u8; 32] = twice([0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
        // SAFETY: as above.
        Narrow(unsafe {
            // The ninth bit is too large for a byte, and becomes 255.
            let bits = arch::_mm256_packus_epi16(first.0, second.0);
            let four = arch::_mm256_set1_epi8(15);
            let lower = arch::_mm256_and_si256(bits, four);
            let upper = arch::_mm256_and_si256(arch::_mm256_srli_epi16::<4>(bits), four);
            arch::_mm256_or_si256(
                arch::_mm256_shuffle_epi8(bytemuck::cast(LOWER), lower),
                arch::_mm256_shuffle_epi8(bytemuck::cast(UPPER), upper),
            )
        })
    }
}

impl Counted for Narrow {
    instructions! { Narrow:
        xor = _mm256_xor_si256,
        plus = _mm256_add_epi16,
    }

    #[inline(always)]
    fn count(self) -> Narrow {
        const COUNTS: [u8; 32] = twice([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
        // SAFETY: as above.
        Narrow(unsafe {
            let (four, counts) = (arch::_mm256_set1_epi8(15), bytemuck::cast(COUNTS));
            let lower = arch::_mm256_and_si256(self.0, four);
            let upper = arch::_mm256_and_si256(arch::_mm256_srli_epi16::<4>(self.0), four);
            let bytes = arch::_mm256_add_epi8(
                arch::_mm256_shuffle_epi8(counts, lower),
                arch::_mm256_shuffle_epi8(counts, upper),
            );
            // The two bytes of a lane are added.
            arch::_mm256_maddubs_epi16(bytes, arch::_mm256_set1_epi8(1))
        })
    }

    #[inline(always)]
    fn if_any(self, then: Narrow, otherwise: Narrow) -> Narrow {
        // SAFETY: as above.
        Narrow(unsafe { arch::_mm256_blendv_epi8(then.0, otherwise.0, self.full_if_none().0) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::registers::Register;
    use super::super::rotation::Lanes;
    use super::*;
    use crate::instructions::Instructions;

    fn lanes(register: Narrow) -> Lanes {
        let mut lanes = [0; 16];
        register.store(&mut lanes);
        lanes
    }

    #[test]
    fn values_become_digits_and_come_back() {
        if !Instructions::Avx2.is_here() {
            return;
        }
        let values: Lanes = std::array::from_fn(|lane| 0x101 * (lane as u16 % 10));
        let digits = Narrow::load(&values).digits();
        assert_eq!(lanes(digits), values.map(|value| (1 << (value & 15)) >> 1));
        let none = digits.less(digits);
        let [low, high] = Narrow::values(digits, none).halves();
        for lane in 0..8 {
            assert_eq!([low[lane], low[8 + lane]], [values[lane] as u8, 0]);
            assert_eq!([high[lane], high[8 + lane]], [values[8 + lane] as u8, 0]);
        }
    }

    #[test]
    fn all_digits_of_a_lane_are_counted() {
        if !Instructions::Avx2.is_here() {
            return;
        }
        for first in (0..512).step_by(16) {
            let words: Lanes = std::array::from_fn(|lane| first + lane as u16);
            let counts = lanes(Narrow::load(&words).count());
            assert_eq!(counts, words.map(|word| word.count_ones() as u16));
        }
    }
}
