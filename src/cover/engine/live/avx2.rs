//! Passes with AVX2: four options at a time.
//!
//! ```text
//!      masks          a b c d     four options in a vector
//!      keep           x . . x     ones in the lanes that do not meet the taken items, else zeros
//!      compressed     a d . .     `PLACES` has a permutation for each of the sixteen patterns;
//!                     --- . .     the rest is garbage: the next vector overwrites it
//! ```
//!
//! The masks under `keep` are counted in four lanes, which are added at the end: halves, quarters.
//!
//! [`avx512`](super::avx512) explains how such functions can be called.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64,
    _mm_xor_si128, _mm256_add_epi8, _mm256_add_epi32, _mm256_and_si256, _mm256_castsi256_pd,
    _mm256_castsi256_ps, _mm256_castsi256_si128, _mm256_cmpeq_epi32, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_movemask_epi8, _mm256_movemask_pd, _mm256_movemask_ps,
    _mm256_or_si256, _mm256_packs_epi16, _mm256_packs_epi32, _mm256_permutevar8x32_epi32,
    _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_xor_si256,
};
use std::ops::Range;

use super::counts::{Counts, added};
use super::lists::{BEYOND, LANES, Lanes, Lists, before};
use super::mask::{Bit, Mask};
use super::passes::{Few, Passed, Passes, Probed, Routine, Rows, by_functions};

/// Proves that this processor has AVX2, BMI1, BMI2, LZCNT and POPCNT; all with AVX2 have the
/// others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Asks the processor; `None` if it lacks any of them.
    pub(super) fn here() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }
}

by_functions!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");

/// The lanes of half a step.
const HALF: usize = LANES / 2;

/// For each pattern of four lanes, the permutation that brings the kept ones side by side. A lane
/// is two numbers.
const PLACES: [[u32; 8]; 16] = {
    let mut places = [[0; 8]; 16];
    let mut keep = 0;
    while keep < 16 {
        let (mut lane, mut to) = (0, 0);
        while lane < HALF {
            if keep >> lane & 1 == 1 {
                places[keep][2 * to] = 2 * lane as u32;
                places[keep][2 * to + 1] = 2 * lane as u32 + 1;
                to += 1;
            }
            lane += 1;
        }
        keep += 1;
    }
    places
};

/// For each number of lanes up to eight: all ones in the first lanes, and zeros beyond.
const FIRST: [[u64; LANES]; LANES + 1] = {
    let mut first = [[0; LANES]; LANES + 1];
    let mut number = 0;
    while number <= LANES {
        let mut lane = 0;
        while lane < number {
            first[number][lane] = u64::MAX;
            lane += 1;
        }
        number += 1;
    }
    first
};

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn all(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn four(words: &[u64], at: usize) -> __m256i {
    let mut lanes = [0; HALF];
    lanes.copy_from_slice(&words[at..at + HALF]);
    bytemuck::cast(lanes)
}

/// Eight words as two vectors.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn halves(eight: &[u64; LANES]) -> [__m256i; 2] {
    bytemuck::cast(*eight)
}

/// All ones in the lanes that have nothing in common with `taken`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
// AVX2 has no `test` into a mask: comparing with zero gives all ones where nothing meets.
fn free<const W: usize>(masks: &[__m256i; W], taken: &[__m256i; W]) -> __m256i {
    _mm256_cmpeq_epi64(common(masks, taken), _mm256_setzero_si256())
}

/// The common bits of two masks, all words together, in each of four lanes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn common<const W: usize>(masks: &[__m256i; W], others: &[__m256i; W]) -> __m256i {
    (1..W).fold(_mm256_and_si256(masks[0], others[0]), |common, w| {
        _mm256_or_si256(common, _mm256_and_si256(masks[w], others[w]))
    })
}

/// The lanes in which `keep` has ones.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn lanes(keep: __m256i) -> Lanes {
    // The sign bits of the four lanes; only floating point has this instruction for 64 bits.
    _mm256_movemask_pd(_mm256_castsi256_pd(keep)).cast_unsigned() as Lanes
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn meeting<const W: usize>(
    lists: &Lists<W>,
    at: usize,
    end: usize,
    items: &Mask<W>,
    taken: &Mask<W>,
) -> Lanes {
    let (items, taken) = (items.map(|word| all(word)), taken.map(|word| all(word)));
    let half = |at| {
        let masks: [__m256i; W] = std::array::from_fn(|w| four(&lists.words[w], at));
        // `free` finds lanes that meet nothing, so meeting `items` is its complement.
        lanes(free(&masks, &taken)) & !lanes(free(&masks, &items))
    };
    (half(at) | half(at + HALF) << HALF) & before(at, end)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn having<const W: usize>(lists: &Lists<W>, at: usize, end: usize, item: Bit) -> Lanes {
    let (word, bit) = (&lists.words[item.word], all(item.mask));
    let half = |at| lanes(_mm256_cmpeq_epi64(_mm256_and_si256(four(word, at), bit), bit));
    (half(at) | half(at + HALF) << HALF) & before(at, end)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn probe<const W: usize>(lists: &Lists<W>, from: Range<usize>, taken: &Mask<W>) -> Probed<W> {
    let taken = taken.map(|word| all(word));
    let zero = _mm256_setzero_si256();
    let (mut once, mut twice) = ([zero; W], [zero; W]);
    let vectors = lists.vectors(&from);
    let full = from.len() / LANES;
    for k in 0..from.len().div_ceil(LANES) {
        // The last vector reaches beyond the list: lanes past its end must not count.
        let first = halves(&FIRST[if k < full { LANES } else { from.len() % LANES }]);
        let both: [[__m256i; 2]; W] = std::array::from_fn(|w| halves(&vectors[w][k]));
        for half in 0..2 {
            let masks = both.map(|both| both[half]);
            let keep = _mm256_and_si256(free(&masks, &taken), first[half]);
            for w in 0..W {
                // A blend by `and`: lanes not kept become zero, and add nothing.
                let kept = _mm256_and_si256(masks[w], keep);
                // `twice` first: it needs `once` without this option.
                twice[w] = _mm256_or_si256(twice[w], _mm256_and_si256(once[w], kept));
                once[w] = _mm256_or_si256(once[w], kept);
            }
        }
    }
    let mut probed = Probed { once: [0; W], twice: [0; W] };
    for w in 0..W {
        [probed.once[w], probed.twice[w]] = together(once[w], twice[w]);
    }
    probed
}

/// The items of one option or more, and of two or more, over all four lanes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn together(once: __m256i, twice: __m256i) -> [u64; 2] {
    // An item is there twice if a lane has it twice, or if two lanes have it: hence the `and`.
    let (x, y) = (_mm256_castsi256_si128(once), _mm256_extracti128_si256::<1>(once));
    let (s, t) = (_mm256_castsi256_si128(twice), _mm256_extracti128_si256::<1>(twice));
    let once = _mm_or_si128(x, y);
    let twice = _mm_or_si128(_mm_or_si128(s, t), _mm_and_si128(x, y));
    let (y, t) = (_mm_unpackhi_epi64(once, once), _mm_unpackhi_epi64(twice, twice));
    let all = _mm_or_si128(once, y);
    let twice = _mm_or_si128(_mm_or_si128(twice, t), _mm_and_si128(once, y));
    [all, twice].map(|x| _mm_cvtsi128_si64(x).cast_unsigned())
}

/// Three packing steps bring thirty-two answers into thirty-two bytes. They work within halves of a
/// vector, so each half must begin with its own sixteen options, pair by pair.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn clashes<const W: usize>(options: [&[u64; BEYOND]; W], items: &Mask<W>) -> u32 {
    let items = items.map(|word| all(word));
    let free: [__m256i; 8] = std::array::from_fn(|k| {
        let masks: [__m256i; W] = std::array::from_fn(|w| {
            let word = options[w];
            bytemuck::cast([word[2 * k], word[2 * k + 1], word[2 * k + 16], word[2 * k + 17]])
        });
        _mm256_cmpeq_epi64(common(&masks, &items), _mm256_setzero_si256())
    });
    // Saturation keeps all ones as all ones and zeros as zeros, at half the width.
    let four: [__m256i; 4] =
        std::array::from_fn(|k| _mm256_packs_epi32(free[2 * k], free[2 * k + 1]));
    let two: [__m256i; 2] =
        std::array::from_fn(|k| _mm256_packs_epi32(four[2 * k], four[2 * k + 1]));
    !_mm256_movemask_epi8(_mm256_packs_epi16(two[0], two[1])).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn transposed(bytes: &[u8; BEYOND]) -> [u32; 8] {
    let mut bytes: __m256i = bytemuck::cast(*bytes);
    let mut bits = [0; 8];
    for bits in bits.iter_mut().rev() {
        // The top bit of each byte; doubling then brings up the next one.
        *bits = _mm256_movemask_epi8(bytes).cast_unsigned();
        bytes = _mm256_add_epi8(bytes, bytes);
    }
    bits
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn few(rows: &Rows, options: u32) -> Few {
    let half = |rows: [u32; 8]| {
        // Clears the lowest bit of each row: x & (x - 1).
        let less = |left| _mm256_and_si256(left, _mm256_add_epi32(left, _mm256_set1_epi32(-1)));
        let none = |left| {
            let none = _mm256_cmpeq_epi32(left, _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(none)).cast_unsigned() as u16
        };
        let left = _mm256_and_si256(bytemuck::cast(rows), _mm256_set1_epi32(options.cast_signed()));
        let (one, two, three) = (less(left), less(less(left)), less(less(less(left))));
        [none(left), none(one), none(two), none(three)]
    };
    let (low, high) = (half(rows[0]), half(rows[1]));
    let [none, one, two, three] = std::array::from_fn(|k| low[k] | high[k] << 8);
    Few { none, one, two, three }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn pass<const W: usize>(
    lists: &mut Lists<W>,
    from: Range<usize>,
    to: usize,
    taken: &Mask<W>,
) -> Passed<W> {
    let taken = taken.map(|word| all(word));
    let mut planes = [Planes([_mm256_setzero_si256(); 5]); W];
    let parts = lists.vectors_and_above(&from, to);
    let mut end = 0;
    let full = from.len() / LANES;
    for k in 0..from.len().div_ceil(LANES) {
        let first = halves(&FIRST[if k < full { LANES } else { from.len() % LANES }]);
        let both: [[__m256i; 2]; W] = std::array::from_fn(|w| halves(&parts[w].0[k]));
        for half in 0..2 {
            let masks = both.map(|both| both[half]);
            let keep = _mm256_and_si256(free(&masks, &taken), first[half]);
            let kept = lanes(keep);
            // `kept` has four bits: the remainder spares a bounds check.
            let order = bytemuck::cast(PLACES[kept as usize % 16]);
            for w in 0..W {
                let compressed = _mm256_permutevar8x32_epi32(masks[w], order);
                // Four words are always written, but `end` advances only past the kept ones.
                parts[w].1[end..end + HALF]
                    .copy_from_slice(&bytemuck::cast::<_, [u64; HALF]>(compressed));
                // Counted before compression: garbage lanes must not add.
                planes[w].add(_mm256_and_si256(masks[w], keep));
            }
            end += kept.count_ones() as usize;
        }
    }
    let mut counts = Counts::NONE;
    for (w, planes) in planes.iter().enumerate() {
        [counts.ones[w], counts.twos[w], counts.fours[w], counts.eights[w], counts.more[w]] =
            planes.sum();
    }
    Passed { end: to + end, counts }
}

/// The planes of [`Counts`], for one word, in each of four lanes.
#[derive(Clone, Copy)]
struct Planes([__m256i; 5]);

impl Planes {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn add(&mut self, options: __m256i) {
        let [ones, twos, fours, eights, more] = self.0;
        // A ripple of carries: `twice` is the carry out of `ones`, and so on.
        let twice = _mm256_and_si256(ones, options);
        let fourth = _mm256_and_si256(twos, twice);
        let carry = _mm256_and_si256(fours, fourth);
        let sixteenth = _mm256_and_si256(eights, carry);
        self.0 = [
            _mm256_xor_si256(ones, options),
            _mm256_xor_si256(twos, twice),
            _mm256_xor_si256(fours, fourth),
            _mm256_xor_si256(eights, carry),
            // Sixteen or more is for good, so `or` and not `xor`.
            _mm256_or_si256(more, sixteenth),
        ];
    }

    /// The sum of the lanes' counts.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn sum(&self) -> [u64; 5] {
        // The upper half is added to the lower one, then the upper quarter to the lower one.
        let halves = self.0.map(|x| (_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)));
        let narrow = |pairs: [(__m128i, __m128i); 5]| {
            added(
                pairs,
                |x, y| _mm_and_si128(x, y),
                |x, y| _mm_or_si128(x, y),
                |x, y| _mm_xor_si128(x, y),
            )
        };
        let quarters = narrow(halves).map(|x| (x, _mm_unpackhi_epi64(x, x)));
        narrow(quarters).map(|x| _mm_cvtsi128_si64(x).cast_unsigned())
    }
}
