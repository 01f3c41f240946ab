//! Bits of masks, one after another, and subsets in the order of their masks.
//!
//! ```text
//!      subsets of 2 of 4 items:   0011 0101 0110 1001 1010 1100
//! ```

/// The places of the ones of a mask, from the lowest.
pub(in crate::logic) fn ones(mask: u16) -> impl Iterator<Item = u8> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let one = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            one
        })
    })
}

/// The cells of a mask, in reading order.
pub(in crate::logic) fn cells(mask: u128) -> impl Iterator<Item = u8> + Clone {
    // Two words: one of 128 bits is slow to search.
    let (mut low, mut high) = (mask as u64, (mask >> 64) as u64);
    std::iter::from_fn(move || {
        if low != 0 {
            let one = low.trailing_zeros() as u8;
            low &= low - 1;
            return Some(one);
        }
        (high != 0).then(|| {
            let one = 64 + high.trailing_zeros() as u8;
            high &= high - 1;
            one
        })
    })
}

/// The only one of a mask that has no other; of others the lowest.
pub(super) const fn lowest(mask: u16) -> u8 {
    mask.trailing_zeros() as u8
}

/// Subsets of `size` of `items` items, at most 16, in increasing order of their masks.
pub(super) fn subsets(size: usize, items: usize) -> impl Iterator<Item = u16> {
    let end = 1_u32 << items;
    let mut next = (1_u32 << size) - 1;
    let mut is_done = size > items;
    std::iter::from_fn(move || {
        if is_done || next >= end {
            return None;
        }
        let this = next;
        if this == 0 {
            is_done = true;
        } else {
            let low = this & this.wrapping_neg();
            let high = this + low;
            next = high | (((this ^ high) >> 2) / low);
        }
        Some(this as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_there_in_order() {
        for items in 0..10 {
            for size in 0..=items + 1 {
                let expected = (0..1_u16 << items).filter(|set| set.count_ones() as usize == size);
                assert!(subsets(size, items).eq(expected), "{size} of {items}");
            }
        }
    }
}
