//! All lanes in one register: the vectors of AVX2 and of AVX-512, by name.
//!
//! ```text
//!      Narrow   16 lanes   256 bits    masks are vectors, as where the compiler makes them
//!      Wide     32 lanes   512 bits    masks are bits in registers of their own; digits of a lane
//!                                      are counted; lanes are put into any order
//! ```
//!
//! The rules are those of [`rules`](super::rules); here are their words. From loops over lanes a
//! compiler finds these instructions by itself, but late, after much work on a copy of the loop for
//! each box. So this is compiled in a fraction of the time. With AVX-512 a sweep is faster too
//! (`benches/verify.rs`), since "none", "one" and "more than two" are each a count and a
//! comparison.
//!
//! Invariant: only code that runs where the processor has the instructions names these types (see
//! [`path`](super::path)). All else is safe: what goes into a register comes from an array of its
//! size.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

#[cfg(target_arch = "x86")]
use std::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as arch;

use std::hint::black_box;

use arch::{__m256i, __m512i};

use super::chutes::{Counted, WORDS};
use super::group::{Boxes, Deduce, Mask, PLACES, Places};
use super::rules::{Cell, Word, deduce};

/// Sixteen lanes, with AVX2.
#[derive(Clone, Copy)]
pub(super) struct Narrow(pub(super) __m256i);

/// Thirty-two lanes, with AVX-512.
#[derive(Clone, Copy)]
pub(super) struct Wide(__m512i);

/// For each lane of a register another one: of it, or of two.
#[repr(align(64))]
pub(super) struct Order(pub(super) [u16; 32]);

/// For each lane of a register one of three: of the first two counted on, or of the third.
pub(super) struct Sources {
    of_two: Order,
    of_third: Order,
    /// The lanes that come from the third.
    third: u32,
}

impl Sources {
    /// No lane comes from anywhere that matters.
    pub(super) const NONE: Sources =
        Sources { of_two: Order([31; 32]), of_third: Order([31; 32]), third: 0 };

    /// The same, and a lane comes from lane `from` of a register.
    pub(super) const fn with(mut self, lane: usize, register: usize, from: usize) -> Sources {
        if register < 2 {
            self.of_two.0[lane] = (32 * register + from) as u16;
        } else {
            self.of_third.0[lane] = from as u16;
            self.third |= 1 << lane;
        }
        self
    }
}

/// N lanes in a register.
pub(super) trait Register<const N: usize>: Word {
    fn load(lanes: &[u16; N]) -> Self;
    fn store(self, lanes: &mut [u16; N]);
}

impl Register<16> for Narrow {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Narrow {
        Narrow(bytemuck::cast(*lanes))
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        *lanes = bytemuck::cast(self.0);
    }
}

impl Register<32> for Wide {
    #[inline(always)]
    fn load(lanes: &[u16; 32]) -> Wide {
        Wide(bytemuck::cast(*lanes))
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u16; 32]) {
        *lanes = bytemuck::cast(self.0);
    }
}

/// Functions of [`Word`] that are one instruction of two operands.
macro_rules! instructions {
    ($register:ident: $($function:ident = $instruction:ident,)*) => {
        $(
            #[inline(always)]
            fn $function(self, other: $register) -> $register {
                // SAFETY: the processor has it where this type is named.
                $register(unsafe { arch::$instruction(self.0, other.0) })
            }
        )*
    };
}

pub(super) use instructions;

impl Word for Narrow {
    instructions! { Narrow:
        and = _mm256_and_si256,
        or = _mm256_or_si256,
        smaller = _mm256_min_epu16,
    }

    #[inline(always)]
    fn less(self, others: Narrow) -> Narrow {
        // SAFETY: as above. The instruction negates what comes first.
        Narrow(unsafe { arch::_mm256_andnot_si256(others.0, self.0) })
    }

    #[inline(always)]
    fn without_lowest(self) -> Narrow {
        // SAFETY: as above.
        self.and(Narrow(unsafe { arch::_mm256_add_epi16(self.0, arch::_mm256_set1_epi16(-1)) }))
    }

    #[inline(always)]
    fn full_if_none(self) -> Narrow {
        // SAFETY: as above.
        Narrow(unsafe { arch::_mm256_cmpeq_epi16(self.0, arch::_mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn or_all(self, all: Narrow, full: Narrow) -> Narrow {
        // A blend of bytes is one of lanes, since a lane of a mask is all ones or all zeros.
        // SAFETY: as above.
        Narrow(unsafe { arch::_mm256_blendv_epi8(self.0, all.0, full.0) })
    }
}

impl Wide {
    /// The lanes with fewer digits than `number`, a bit each.
    #[inline(always)]
    fn fewer_than(self, number: i16) -> u32 {
        // SAFETY: as above.
        unsafe {
            arch::_mm512_cmplt_epi16_mask(
                arch::_mm512_popcnt_epi16(self.0),
                arch::_mm512_set1_epi16(number),
            )
        }
    }

    /// The lanes with a digit, a bit each.
    #[inline(always)]
    pub(super) fn some(self) -> u32 {
        // SAFETY: as above.
        unsafe { arch::_mm512_test_epi16_mask(self.0, self.0) }
    }

    /// These digits in the lanes given, and in the others those of `other`.
    #[inline(always)]
    fn in_lanes(self, lanes: u32, other: Wide) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_mask_mov_epi16(other.0, lanes, self.0) })
    }

    /// These digits in the lanes given, and in the others none.
    #[inline(always)]
    fn only_in_lanes(self, lanes: u32) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_maskz_mov_epi16(lanes, self.0) })
    }

    /// A digit in the lanes given, and in the others none.
    #[inline(always)]
    pub(super) fn digit_in(digit: u16, lanes: u32) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_maskz_set1_epi16(lanes, digit.cast_signed()) })
    }

    /// The digits with these values, 0 for none.
    #[inline(always)]
    pub(super) fn with(values: &[u8; 32]) -> Wide {
        // SAFETY: as above. A bit that is shifted too far, as by 0 less one, is gone.
        unsafe {
            let one = arch::_mm512_set1_epi16(1);
            let values = arch::_mm512_cvtepu8_epi16(bytemuck::cast(*values));
            Wide(arch::_mm512_sllv_epi16(one, arch::_mm512_sub_epi16(values, one)))
        }
    }

    /// The value of the one digit of each lane.
    #[inline(always)]
    pub(super) fn values(self) -> Wide {
        // SAFETY: as above. All lower digits are counted, and it.
        unsafe {
            let one = arch::_mm512_set1_epi16(1);
            let lower = arch::_mm512_popcnt_epi16(arch::_mm512_sub_epi16(self.0, one));
            Wide(arch::_mm512_add_epi16(lower, one))
        }
    }

    /// The lower half of each lane.
    #[inline(always)]
    pub(super) fn bytes(self) -> [u8; 32] {
        // SAFETY: as above.
        bytemuck::cast(unsafe { arch::_mm512_cvtepi16_epi8(self.0) })
    }

    /// The first eight lanes.
    #[inline(always)]
    pub(super) fn first_eight(self) -> [u16; 8] {
        // SAFETY: as above.
        bytemuck::cast(unsafe { arch::_mm512_castsi512_si128(self.0) })
    }

    /// Which of the first eight lanes is the smallest as a number, the first of several.
    #[inline(always)]
    pub(super) fn smallest_of_eight(self) -> usize {
        // SAFETY: as above. AVX2 includes it.
        let found: [u16; 8] =
            bytemuck::cast(unsafe { arch::_mm_minpos_epu16(arch::_mm512_castsi512_si128(self.0)) });
        usize::from(found[1] % 8)
    }

    /// The lanes in another order.
    #[inline(always)]
    pub(super) fn in_order(self, order: &Order) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_permutexvar_epi16(Wide::load(&order.0).0, self.0) })
    }

    /// Lanes of two registers.
    #[inline(always)]
    pub(super) fn from_two(first: Wide, second: Wide, order: &Order) -> Wide {
        let order = Wide::load(&order.0);
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_permutex2var_epi16(first.0, order.0, second.0) })
    }

    /// Lanes of three registers.
    #[inline(always)]
    pub(super) fn from_three([first, second, third]: &[Wide; 3], sources: &Sources) -> Wide {
        let of_two = Wide::from_two(*first, *second, &sources.of_two);
        let order = Wide::load(&sources.of_third.0);
        // SAFETY: as above.
        Wide(unsafe {
            arch::_mm512_mask_permutexvar_epi16(of_two.0, sources.third, order.0, third.0)
        })
    }
}

impl Counted for Wide {
    instructions! { Wide:
        xor = _mm512_xor_si512,
        plus = _mm512_add_epi16,
    }

    #[inline(always)]
    fn count(self) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_popcnt_epi16(self.0) })
    }

    #[inline(always)]
    fn if_any(self, then: Wide, otherwise: Wide) -> Wide {
        then.in_lanes(self.some(), otherwise)
    }
}

impl Word for Wide {
    instructions! { Wide:
        and = _mm512_and_si512,
        or = _mm512_or_si512,
        smaller = _mm512_min_epu16,
    }

    #[inline(always)]
    fn less(self, others: Wide) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_andnot_si512(others.0, self.0) })
    }

    #[inline(always)]
    fn without_lowest(self) -> Wide {
        // SAFETY: as above.
        self.and(Wide(unsafe { arch::_mm512_add_epi16(self.0, arch::_mm512_set1_epi16(-1)) }))
    }

    #[inline(always)]
    fn full_if_none(self) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { arch::_mm512_movm_epi16(!self.some()) })
    }

    #[inline(always)]
    fn filled(self, asserted: Wide) -> Wide {
        // "Three or more" is one count, where the default takes the lowest digit off twice.
        self.in_lanes(asserted.fewer_than(3), asserted)
    }

    #[inline(always)]
    fn cell(self, hidden: Wide, allowed: impl Fn(Wide) -> Wide) -> Cell<Wide> {
        // Without a hidden single the cell may hold whatever its lines allow.
        let is_hidden = hidden.some();
        let digits = allowed(hidden.in_lanes(is_hidden, self));
        // Two hidden singles in one cell contradict each other: such a cell is left without digits.
        let is_settled = digits.fewer_than(2);
        Cell {
            digits: digits.only_in_lanes(is_settled | !is_hidden),
            single: digits.only_in_lanes(is_settled),
        }
    }
}

/// Applies the rules to every box once, from register to register.
#[inline(always)]
fn deduce_all_in<R: Register<N>, const N: usize>(boxes: &mut Boxes<N>, mask: &impl Mask<N>) {
    let Boxes { words, least, settled } = boxes;
    // A value on the stack that is aligned like a register makes the compiler align registers there
    // too.
    let mut smallest = Aligned([0; N]);
    black_box(&mut smallest);
    // Not a loop: the compiler knows where the words of each box are.
    let all = [
        deduce_in::<R, N>(words, &PLACES[0], mask),
        deduce_in::<R, N>(words, &PLACES[1], mask),
        deduce_in::<R, N>(words, &PLACES[2], mask),
        deduce_in::<R, N>(words, &PLACES[3], mask),
        deduce_in::<R, N>(words, &PLACES[4], mask),
        deduce_in::<R, N>(words, &PLACES[5], mask),
        deduce_in::<R, N>(words, &PLACES[6], mask),
        deduce_in::<R, N>(words, &PLACES[7], mask),
        deduce_in::<R, N>(words, &PLACES[8], mask),
    ];
    let [mut least_of_all, mut settled_in_all] = all[0];
    for [least, settled] in all {
        least_of_all = least_of_all.smaller(least);
        settled_in_all = settled_in_all.and(settled);
    }
    least_of_all.store(least);
    settled_in_all.store(settled);
}

#[repr(align(64))]
struct Aligned<const N: usize>([u16; N]);

/// Applies the rules to a box. Returns the smallest of its cells, and the digits that are settled.
#[inline(always)]
fn deduce_in<R: Register<N>, const N: usize>(
    words: &mut [[u16; N]; WORDS],
    places: &Places,
    mask: &impl Mask<N>,
) -> [R; 2] {
    let none = R::load(&[0; N]);
    let (mut rows, mut columns) = ([none; 3], [none; 3]);
    for i in 0..3 {
        let ([row_even, row_odd], [even, odd]) = (places.rows[i], places.columns[i]);
        rows[i] = R::load(&words[usize::from(row_even)]).or(R::load(&words[usize::from(row_odd)]));
        columns[i] = R::load(&words[usize::from(even)]).or(R::load(&words[usize::from(odd)]));
    }
    let left = deduce(rows, columns, |r, c, digits| match mask.cell(places.cell(r, c)) {
        Some(mask) => digits.and(R::load(mask)),
        None => digits,
    });
    for i in 0..3 {
        for place in places.rows[i] {
            let word = &mut words[usize::from(place)];
            R::load(word).and(left.rows[i]).store(word);
        }
        for place in places.columns[i] {
            let word = &mut words[usize::from(place)];
            R::load(word).and(left.columns[i]).store(word);
        }
    }
    [left.least, left.settled]
}

impl Deduce<16> for Narrow {
    #[inline(always)]
    fn deduce_all(boxes: &mut Boxes<16>, mask: &impl Mask<16>) {
        deduce_all_in::<Narrow, 16>(boxes, mask);
    }
}

impl Deduce<32> for Wide {
    #[inline(always)]
    fn deduce_all(boxes: &mut Boxes<32>, mask: &impl Mask<32>) {
        deduce_all_in::<Wide, 32>(boxes, mask);
    }
}

#[cfg(test)]
mod tests {
    use super::super::group::{Group, Masks, Unmasked, state};
    use super::super::rules::BySign;
    use super::super::steps::Steps;
    use super::*;
    use crate::instructions::Instructions;

    /// Groups with anything in them, swept by loops and in registers, with masks and without.
    fn sweeps_agree<S: Steps<N>, const N: usize>() {
        let mut random = 1u64;
        let mut word = |most: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Of 1 and more bits that come together by OR, so that some lanes live for long.
            (0..most).fold(0, |digits, k| digits | random >> (24 + 9 * k)) as u16 & 0x1FF
        };
        let states = [state::DEAD, state::SOLVED, state::STUCK];
        let (mut died, mut lived) = (0, 0);
        for round in 0..300 {
            let (mut by_loops, mut in_registers) =
                (Box::new(Group::<N>::new()), Box::new(Group::<N>::new()));
            let mut masks = Box::new(Masks([[0; N]; 81]));
            masks.0.as_flattened_mut().iter_mut().for_each(|mask| *mask = word(4) | word(2));
            for lane in 0..N {
                let words: [u16; WORDS] = std::array::from_fn(|_| {
                    if round / 2 % 4 == 0 { word(1) } else { word(round / 2 % 4) | word(3) }
                });
                by_loops.put(lane, |k| words[k]);
                in_registers.put(lane, |k| words[k]);
            }
            for _ in 0..4 {
                if round % 2 == 0 {
                    by_loops.sweep::<BySign>(&Unmasked);
                    S::sweep(&mut in_registers);
                } else {
                    by_loops.sweep::<BySign>(&*masks);
                    S::sweep_masked(&mut in_registers, &masks);
                }
                let lanes = states.map(|state| by_loops.lanes(state));
                assert_eq!(states.map(|state| in_registers.lanes(state)), lanes);
                for (lane, word) in (0..N).flat_map(|lane| (0..WORDS).map(move |word| (lane, word)))
                {
                    assert_eq!(
                        by_loops.word(lane, word),
                        in_registers.word(lane, word),
                        "{lane} {word}"
                    );
                }
                died += lanes[0].count_ones();
                lived += N as u32 - lanes[0].count_ones();
            }
        }
        assert!(died > 100 && lived > 100, "{died} died, {lived} lived");
    }

    #[test]
    fn registers_sweep_as_loops_do() {
        if Instructions::Avx2.is_here() {
            sweeps_agree::<Narrow, 16>();
        }
        if Instructions::Avx512.is_here() {
            sweeps_agree::<Wide, 32>();
        }
    }
}
