//! Sets of items, a bit for each: the arithmetic of masks of `W` words.
//!
//! ```text
//!      mask       b a . d c . e .        the items that an option has, say
//!      kept       x x . x . . x .        those that still matter
//!      squeezed   b a d e                without the holes: fewer words
//! ```

/// A set of items in `W` words.
pub(in crate::cover) type Mask<const W: usize> = [u64; W];

/// One item of a mask: the index of its word, and its bit there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cover) struct Bit {
    pub(super) word: usize,
    pub(super) mask: u64,
}

impl Bit {
    /// The bit with this number.
    pub(in crate::cover) const fn at(number: usize) -> Bit {
        Bit { word: number / 64, mask: 1 << (number % 64) }
    }

    /// Its number.
    pub(super) const fn number(self) -> usize {
        64 * self.word + self.mask.trailing_zeros() as usize
    }

    pub(super) const fn is_in<const W: usize>(self, mask: &Mask<W>) -> bool {
        mask[self.word] & self.mask != 0
    }

    pub(in crate::cover) fn set<const W: usize>(self, mask: &mut Mask<W>) {
        mask[self.word] |= self.mask;
    }
}

pub(super) fn not_empty<const W: usize>(mask: &Mask<W>) -> bool {
    mask.iter().fold(0, |all, word| all | word) != 0
}

pub(super) fn meet<const W: usize>(one: &Mask<W>, other: &Mask<W>) -> bool {
    (0..W).fold(0, |common, w| common | one[w] & other[w]) != 0
}

pub(super) fn union<const W: usize>(one: &Mask<W>, other: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| one[w] | other[w])
}

pub(super) fn both<const W: usize>(one: &Mask<W>, other: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| one[w] & other[w])
}

pub(super) fn minus<const W: usize>(one: &Mask<W>, other: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| one[w] & !other[w])
}

pub(super) fn size<const W: usize>(mask: &Mask<W>) -> usize {
    mask.iter().map(|word| word.count_ones() as usize).sum()
}

/// The first item of a mask that is not empty.
pub(super) fn first<const W: usize>(mask: &Mask<W>) -> Bit {
    let mut word = 0;
    while word + 1 < W && mask[word] == 0 {
        word += 1;
    }
    Bit { word, mask: mask[word] & mask[word].wrapping_neg() }
}

/// The items of a mask, one by one.
pub(super) fn bits<const W: usize>(mask: &Mask<W>) -> impl Iterator<Item = Bit> {
    let mut left = *mask;
    std::iter::from_fn(move || {
        let bit = not_empty(&left).then(|| first(&left))?;
        left[bit.word] ^= bit.mask;
        Some(bit)
    })
}

/// The bits of `mask` that are in `kept`, side by side in fewer words; `squeeze` does it for one
/// word.
#[inline(always)]
pub(super) fn squeezed<const V: usize, const W: usize>(
    mask: &Mask<V>,
    kept: &Mask<V>,
    squeeze: impl Fn(u64, u64) -> u64,
) -> Mask<W> {
    let (mut result, mut at) = ([0; W], 0);
    for (&bits, &kept) in mask.iter().zip(kept) {
        let bits = squeeze(bits, kept);
        if at / 64 < W {
            result[at / 64] |= bits << (at % 64);
        }
        if at % 64 != 0 && at / 64 + 1 < W {
            result[at / 64 + 1] |= bits >> (64 - at % 64);
        }
        at += kept.count_ones() as usize;
    }
    result
}

/// Squeezes one word, on any processor. Source: Warren, *Hacker's Delight*, 7-4, as *compress*;
/// here bit by bit, since options have few items.
pub(super) fn squeeze(bits: u64, kept: u64) -> u64 {
    let (mut left, mut result) = (bits & kept, 0);
    while left != 0 {
        let bit = left & left.wrapping_neg();
        result |= 1 << (kept & (bit - 1)).count_ones();
        left ^= bit;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_kept_comes_side_by_side(
            mask in any::<[u64; 4]>(),
            kept in any::<[u64; 4]>(),
            thin in any::<[u64; 4]>(),
        ) {
            let kept: Mask<4> = std::array::from_fn(|w| kept[w] & thin[w]);
            let has = |number: usize, mask: &[u64]| mask[number / 64] >> (number % 64) & 1 == 1;
            let expected: Vec<bool> =
                (0..256).filter(|&k| has(k, &kept)).map(|k| has(k, &mask)).collect();
            let squeezed: Mask<4> = squeezed(&mask, &kept, squeeze);
            let found: Vec<bool> = (0..256).map(|k| has(k, &squeezed)).collect();
            prop_assert_eq!(&found[..expected.len()], &expected[..]);
            prop_assert!(!found[expected.len()..].contains(&true));
            prop_assert_eq!(size(&kept), expected.len());
        }
    }
}
