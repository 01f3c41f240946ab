//! Passes with AVX-512: eight options at a time.
//!
//! ```text
//!   masks       a b c d e f g h  eight options in a vector
//!   clash       . x . . x x . .  those that meet the taken items
//!   compressed  a c d g h        those kept, side by side: one instruction; zeros beyond
//!               --------- . . .  counted in eight lanes at once, and written: the next vector
//!                                overwrites the zeros
//! ```
//!
//! At the end the eight lanes' counts are added: halves, quarters, eighths.
//!
//! Portable code can't ask for these instructions. They are safe in functions compiled for them,
//! but calling such a function is unsafe. An [`Avx512`] makes the call sound: only [`Avx512::here`]
//! makes one, after it has asked the processor.

use std::arch::x86_64::{
    __m256i, __m512i, _mm_and_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64,
    _mm_xor_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_xor_si256,
    _mm512_add_epi32, _mm512_and_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64,
    _mm512_mask_or_epi64, _mm512_mask_ternarylogic_epi64, _mm512_maskz_compress_epi64,
    _mm512_or_si512, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_test_epi64_mask, _mm512_testn_epi32_mask, _mm512_testn_epi64_mask, _mm512_xor_si512,
};
use std::ops::Range;

use super::counts::{Counts, added};
use super::lists::{BEYOND, LANES, Lanes, Lists, before};
use super::mask::{Bit, Mask};
use super::passes::{Few, Passed, Passes, Probed, Routine, Rows, by_functions};

/// Proves that this processor has the F and VL parts of AVX-512, and BMI2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Asks the processor; `None` if it lacks any of them.
    pub(super) fn here() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx512(()))
    }
}

by_functions!(Avx512, "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt");

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn meeting<const W: usize>(
    lists: &Lists<W>,
    at: usize,
    end: usize,
    items: &Mask<W>,
    taken: &Mask<W>,
) -> Lanes {
    let masks: [__m512i; W] = std::array::from_fn(|w| eight(&lists.words[w], at));
    let (common, clash) = (
        common(&masks, &items.map(|word| all(word))),
        common(&masks, &taken.map(|word| all(word))),
    );
    // `test` finds lanes that meet something, `testn` lanes that meet nothing.
    _mm512_test_epi64_mask(common, common) & _mm512_testn_epi64_mask(clash, clash) & before(at, end)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn having<const W: usize>(lists: &Lists<W>, at: usize, end: usize, item: Bit) -> Lanes {
    _mm512_test_epi64_mask(eight(&lists.words[item.word], at), all(item.mask)) & before(at, end)
}

/// The common bits of two masks, all words together, in each of eight lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn common<const W: usize>(masks: &[__m512i; W], others: &[__m512i; W]) -> __m512i {
    (1..W).fold(_mm512_and_si512(masks[0], others[0]), |common, w| {
        _mm512_or_si512(common, _mm512_and_si512(masks[w], others[w]))
    })
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn probe<const W: usize>(lists: &Lists<W>, from: Range<usize>, taken: &Mask<W>) -> Probed<W> {
    /// `a | b & c`, as a truth table.
    const OR_AND: i32 = 0xf8;
    let taken = taken.map(|word| all(word));
    let zero = _mm512_setzero_si512();
    let (mut once, mut twice) = ([zero; W], [zero; W]);
    let vectors = lists.vectors(&from);
    let mut look = |k: usize, lanes: Lanes| {
        let masks: [__m512i; W] = std::array::from_fn(|w| bytemuck::cast(vectors[w][k]));
        let clash = common(&masks, &taken);
        let keep = _mm512_testn_epi64_mask(clash, clash) & lanes;
        for w in 0..W {
            // `twice` first: it needs `once` without this option. Lanes not kept stay as they are.
            twice[w] = _mm512_mask_ternarylogic_epi64::<OR_AND>(twice[w], keep, once[w], masks[w]);
            once[w] = _mm512_mask_or_epi64(once[w], keep, once[w], masks[w]);
        }
    };
    let full = from.len() / LANES;
    (0..full).for_each(|k| look(k, Lanes::MAX));
    // The last vector reaches beyond the list: lanes past its end must not count.
    if !from.len().is_multiple_of(LANES) {
        look(full, before(full * LANES, from.len()));
    }
    let mut probed = Probed { once: [0; W], twice: [0; W] };
    for w in 0..W {
        [probed.once[w], probed.twice[w]] = together(once[w], twice[w]);
    }
    probed
}

/// The items of one option or more, and of two or more, over all eight lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn together(once: __m512i, twice: __m512i) -> [u64; 2] {
    // An item is there twice if a lane has it twice, or if two lanes have it: hence the `and`.
    let (x, y) = (_mm512_castsi512_si256(once), _mm512_extracti64x4_epi64::<1>(once));
    let (s, t) = (_mm512_castsi512_si256(twice), _mm512_extracti64x4_epi64::<1>(twice));
    let once = _mm256_or_si256(x, y);
    let twice = _mm256_or_si256(_mm256_or_si256(s, t), _mm256_and_si256(x, y));
    let (x, y) = (_mm256_castsi256_si128(once), _mm256_extracti128_si256::<1>(once));
    let (s, t) = (_mm256_castsi256_si128(twice), _mm256_extracti128_si256::<1>(twice));
    let once = _mm_or_si128(x, y);
    let twice = _mm_or_si128(_mm_or_si128(s, t), _mm_and_si128(x, y));
    let (y, t) = (_mm_unpackhi_epi64(once, once), _mm_unpackhi_epi64(twice, twice));
    let all = _mm_or_si128(once, y);
    let twice = _mm_or_si128(_mm_or_si128(twice, t), _mm_and_si128(once, y));
    [all, twice].map(|x| _mm_cvtsi128_si64(x).cast_unsigned())
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn clashes<const W: usize>(options: [&[u64; BEYOND]; W], items: &Mask<W>) -> u32 {
    let items = items.map(|word| all(word));
    (0..BEYOND / LANES).fold(0, |clashes, k| {
        let masks: [__m512i; W] = std::array::from_fn(|w| eight(options[w], k * LANES));
        let common = common(&masks, &items);
        clashes | u32::from(_mm512_test_epi64_mask(common, common)) << (k * LANES)
    })
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn transposed(bytes: &[u8; BEYOND]) -> [u32; 8] {
    // AVX-512 F and VL have nothing better for bytes: this is the AVX2 way.
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
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn few(rows: &Rows, options: u32) -> Few {
    // Clears the lowest bit of each row: x & (x - 1).
    let less = |left| _mm512_and_si512(left, _mm512_add_epi32(left, _mm512_set1_epi32(-1)));
    let left = _mm512_and_si512(bytemuck::cast(*rows), _mm512_set1_epi32(options.cast_signed()));
    let (one, two, three) = (less(left), less(less(left)), less(less(less(left))));
    Few {
        // Sixteen rows are one vector, so each mask is the answer for all of them.
        none: _mm512_testn_epi32_mask(left, left),
        one: _mm512_testn_epi32_mask(one, one),
        two: _mm512_testn_epi32_mask(two, two),
        three: _mm512_testn_epi32_mask(three, three),
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn pass<const W: usize>(
    lists: &mut Lists<W>,
    from: Range<usize>,
    to: usize,
    taken: &Mask<W>,
) -> Passed<W> {
    let taken = taken.map(|word| all(word));
    let mut planes = [Planes([_mm512_setzero_si512(); 5]); W];
    let mut parts = lists.vectors_and_above(&from, to);
    let mut kept = 0;
    let mut copy = |k: usize, lanes: Lanes| {
        let masks: [__m512i; W] = std::array::from_fn(|w| bytemuck::cast(parts[w].0[k]));
        let clash = common(&masks, &taken);
        let keep = _mm512_testn_epi64_mask(clash, clash) & lanes;
        for w in 0..W {
            let compressed = _mm512_maskz_compress_epi64(keep, masks[w]);
            // Eight words are always written, but `kept` advances only past the kept ones.
            parts[w].1[kept..kept + LANES]
                .copy_from_slice(&bytemuck::cast::<_, [u64; LANES]>(compressed));
            // Compression moves options to other lanes, which the sum over lanes ignores; the rest
            // are zeros.
            planes[w].add(compressed);
        }
        kept += keep.count_ones() as usize;
    };
    let full = from.len() / LANES;
    (0..full).for_each(|k| copy(k, Lanes::MAX));
    if !from.len().is_multiple_of(LANES) {
        copy(full, before(full * LANES, from.len()));
    }
    let mut counts = Counts::NONE;
    for (w, planes) in planes.iter().enumerate() {
        [counts.ones[w], counts.twos[w], counts.fours[w], counts.eights[w], counts.more[w]] =
            planes.sum();
    }
    Passed { end: to + kept, counts }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn all(word: u64) -> __m512i {
    _mm512_set1_epi64(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx512f")]
fn eight(words: &[u64], at: usize) -> __m512i {
    let mut lanes = [0; LANES];
    lanes.copy_from_slice(&words[at..at + LANES]);
    bytemuck::cast(lanes)
}

/// The planes of [`Counts`], for one word, in each of eight lanes.
#[derive(Clone, Copy)]
struct Planes([__m512i; 5]);

impl Planes {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn add(&mut self, options: __m512i) {
        // A ripple of carries: `twice` is the carry out of `ones`, and so on.
        let [ones, twos, fours, eights, more] = self.0;
        let twice = _mm512_and_si512(ones, options);
        let fourth = _mm512_and_si512(twos, twice);
        let carry = _mm512_and_si512(fours, fourth);
        let sixteenth = _mm512_and_si512(eights, carry);
        self.0 = [
            _mm512_xor_si512(ones, options),
            _mm512_xor_si512(twos, twice),
            _mm512_xor_si512(fours, fourth),
            _mm512_xor_si512(eights, carry),
            // Sixteen or more is for good, so `or` and not `xor`.
            _mm512_or_si512(more, sixteenth),
        ];
    }

    /// The sum of the lanes' counts.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl,avx2")]
    fn sum(&self) -> [u64; 5] {
        // The upper half is added to the lower one, then quarters, then eighths.
        let halves = self.0.map(|x| (_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64::<1>(x)));
        let sums = added(
            halves,
            |x, y| _mm256_and_si256(x, y),
            |x, y| _mm256_or_si256(x, y),
            |x, y| _mm256_xor_si256(x, y),
        );
        let quarters = sums.map(|x| (_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)));
        let narrow = |quarters| {
            added(
                quarters,
                |x, y| _mm_and_si128(x, y),
                |x, y| _mm_or_si128(x, y),
                |x, y| _mm_xor_si128(x, y),
            )
        };
        let eighths = narrow(quarters).map(|x| (x, _mm_unpackhi_epi64(x, x)));
        narrow(eighths).map(|x| _mm_cvtsi128_si64(x).cast_unsigned())
    }
}
