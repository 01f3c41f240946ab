//! Passes with AVX-512: eight options at a time.
//!
//! ```text
//!      masks          a b c d e f g h     eight options in a vector
//!      clash          . x . . x x . .     those that meet what is taken
//!      compressed     a c d g h           what is kept, side by side: one instruction, and zeros beyond
//!                     --------- . . .     counted in eight lanes at once, and written: the next vector goes
//!                                         over the zeros
//! ```
//!
//! At the end the eight lanes' counts are added: halves, quarters, eighths.
//!
//! The instructions are those that portable code can't ask for. All of them are safe to use in functions that are
//! compiled for them; what is not safe is to call such a function, and what makes it sound is the [`Avx512`] that only
//! [`Avx512::here`] makes, when it has asked the processor.

use std::arch::x86_64::{
    __m512i, _mm_and_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm_xor_si128,
    _mm256_and_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_xor_si256,
    _mm512_and_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_maskz_compress_epi64,
    _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_test_epi64_mask,
    _mm512_testn_epi64_mask, _mm512_xor_si512, _pext_u64,
};
use std::ops::{ControlFlow, Range};

use super::counts::Counts;
use super::lists::{LANES, Lanes, Lists, Passed, Passes, before};
use super::mask::{Bit, Mask, minus, not_empty};
use super::search::{Above, Below, Floor};
use super::watch::Watch;

/// Says that this processor has AVX-512: its F and VL parts, and BMI2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// If it has.
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

#[expect(unsafe_code, reason = "functions for instructions that not every processor has")]
impl Passes for Avx512 {
    #[inline(always)]
    fn pass<const W: usize>(
        self,
        lists: &mut Lists<W>,
        from: Range<usize>,
        to: usize,
        taken: &Mask<W>,
        open: &Mask<W>,
    ) -> Passed<W> {
        // SAFETY: there is an `Avx512`, so that the processor has what `pass` needs.
        unsafe { pass(lists, from, to, taken, open) }
    }

    #[inline(always)]
    fn meeting<const W: usize>(self, lists: &Lists<W>, at: usize, end: usize, items: &Mask<W>) -> Lanes {
        // SAFETY: as above.
        unsafe { meeting(lists, at, end, items) }
    }

    #[inline(always)]
    fn having<const W: usize>(self, lists: &Lists<W>, at: usize, end: usize, item: Bit) -> Lanes {
        // SAFETY: as above.
        unsafe { having(lists, at, end, item) }
    }

    #[inline(always)]
    fn squeeze(self, bits: u64, kept: u64) -> u64 {
        // SAFETY: as above.
        unsafe { squeeze(bits, kept) }
    }

    fn take_over<const W: usize, const V: usize, B: Below>(
        self,
        floor: &mut Floor<W, B>,
        above: &Above<'_, V>,
        watch: &mut Watch<'_>,
    ) -> ControlFlow<()> {
        // SAFETY: as above.
        unsafe { take_over(self, floor, above, watch) }
    }
}

#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn take_over<const W: usize, const V: usize, B: Below>(
    passes: Avx512,
    floor: &mut Floor<W, B>,
    above: &Above<'_, V>,
    watch: &mut Watch<'_>,
) -> ControlFlow<()> {
    floor.take_over(passes, above, watch)
}

#[inline]
#[target_feature(enable = "bmi2")]
fn squeeze(bits: u64, kept: u64) -> u64 {
    _pext_u64(bits, kept)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn meeting<const W: usize>(lists: &Lists<W>, at: usize, end: usize, items: &Mask<W>) -> Lanes {
    let mut common = _mm512_setzero_si512();
    for (word, &items) in lists.words.iter().zip(items) {
        common = _mm512_or_si512(common, _mm512_and_si512(eight(word, at), all(items)));
    }
    _mm512_test_epi64_mask(common, common) & before(at, end)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn having<const W: usize>(lists: &Lists<W>, at: usize, end: usize, item: Bit) -> Lanes {
    _mm512_test_epi64_mask(eight(&lists.words[item.word], at), all(item.mask)) & before(at, end)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn pass<const W: usize>(
    lists: &mut Lists<W>,
    from: Range<usize>,
    to: usize,
    taken: &Mask<W>,
    open: &Mask<W>,
) -> Passed<W> {
    let taken = taken.map(|word| all(word));
    let zero = _mm512_setzero_si512();
    if from.len() <= LANES {
        // One vector: its lanes have counts of 0 and 1, which makes their sum much shorter.
        let (kept, keep) = kept_of(lists, from.start, before(from.start, from.end), &taken);
        write(lists, to, &kept);
        let planes = kept.map(|kept| Planes([kept, zero, zero, zero]));
        return Passed { end: to + keep.count_ones() as usize, counts: counts(&planes, open) };
    }
    let mut planes = [Planes([zero; 4]); W];
    let (mut at, mut end) = (from.start, to);
    loop {
        let lanes = if at + LANES <= from.end { Lanes::MAX } else { before(at, from.end) };
        let (kept, keep) = kept_of(lists, at, lanes, &taken);
        write(lists, end, &kept);
        for (planes, kept) in planes.iter_mut().zip(kept) {
            planes.add(kept);
        }
        end += keep.count_ones() as usize;
        at += LANES;
        if at >= from.end {
            return Passed { end, counts: counts(&planes, open) };
        }
    }
}

/// Of eight options from `at` on those in `lanes` that do not meet `taken`, side by side, and which they are.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn kept_of<const W: usize>(
    lists: &Lists<W>,
    at: usize,
    lanes: Lanes,
    taken: &[__m512i; W],
) -> ([__m512i; W], Lanes) {
    let masks: [__m512i; W] = std::array::from_fn(|w| eight(&lists.words[w], at));
    let clash = (1..W).fold(_mm512_and_si512(masks[0], taken[0]), |clash, w| {
        _mm512_or_si512(clash, _mm512_and_si512(masks[w], taken[w]))
    });
    let keep = _mm512_testn_epi64_mask(clash, clash) & lanes;
    (masks.map(|mask| _mm512_maskz_compress_epi64(keep, mask)), keep)
}

/// Writes eight options.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn write<const W: usize>(lists: &mut Lists<W>, at: usize, options: &[__m512i; W]) {
    for (word, &option) in lists.words.iter_mut().zip(options) {
        word[at..at + LANES].copy_from_slice(&bytemuck::cast::<_, [u64; LANES]>(option));
    }
}

/// The lanes' counts added up, unless an open item has none: that a list is dead can be seen without.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn counts<const W: usize>(planes: &[Planes; W], open: &Mask<W>) -> Option<Counts<W>> {
    let some: Mask<W> = std::array::from_fn(|w| planes[w].some());
    (!not_empty(&minus(open, &some))).then(|| {
        let mut counts = Counts::NONE;
        for (w, planes) in planes.iter().enumerate() {
            [counts.ones[w], counts.twos[w], counts.fours[w], counts.more[w]] = planes.sum();
        }
        counts
    })
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

/// The four planes of [`Counts`], for one word, in each of eight lanes.
#[derive(Clone, Copy)]
struct Planes([__m512i; 4]);

impl Planes {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn add(&mut self, options: __m512i) {
        let [ones, twos, fours, more] = self.0;
        let twice = _mm512_and_si512(ones, options);
        let fourth = _mm512_and_si512(twos, twice);
        let eighth = _mm512_and_si512(fours, fourth);
        self.0 = [
            _mm512_xor_si512(ones, options),
            _mm512_xor_si512(twos, twice),
            _mm512_xor_si512(fours, fourth),
            _mm512_or_si512(more, eighth),
        ];
    }

    /// The items that a lane has.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn some(&self) -> u64 {
        let [ones, twos, fours, more] = self.0;
        let some = _mm512_or_si512(_mm512_or_si512(ones, twos), _mm512_or_si512(fours, more));
        let lanes: [u64; LANES] = bytemuck::cast(some);
        lanes.iter().fold(0, |all, lane| all | lane)
    }

    /// The lanes' counts together.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl,avx2")]
    fn sum(&self) -> [u64; 4] {
        let halves = self.0.map(|x| (_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64::<1>(x)));
        let sums = added(
            halves,
            |x, y| _mm256_and_si256(x, y),
            |x, y| _mm256_or_si256(x, y),
            |x, y| _mm256_xor_si256(x, y),
        );
        let quarters = sums.map(|x| (_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)));
        let narrow = |quarters| {
            added(quarters, |x, y| _mm_and_si128(x, y), |x, y| _mm_or_si128(x, y), |x, y| _mm_xor_si128(x, y))
        };
        let eighths = narrow(quarters).map(|x| (x, _mm_unpackhi_epi64(x, x)));
        narrow(eighths).map(|x| _mm_cvtsi128_si64(x).cast_unsigned())
    }
}

/// Adds counts that are given plane by plane in pairs: full adders, and whoever has a carry at the end has eight or more.
#[inline(always)]
fn added<V: Copy>(
    planes: [(V, V); 4],
    and: impl Fn(V, V) -> V,
    or: impl Fn(V, V) -> V,
    xor: impl Fn(V, V) -> V,
) -> [V; 4] {
    let full = |(x, y): (V, V), carry: V| (xor(xor(x, y), carry), or(and(x, y), and(xor(x, y), carry)));
    let [(x, y), twos, fours, (more, others)] = planes;
    let (ones, carry) = (xor(x, y), and(x, y));
    let (twos, carry) = full(twos, carry);
    let (fours, carry) = full(fours, carry);
    [ones, twos, fours, or(or(more, others), carry)]
}
