//! Finds the item with the fewest options without a look at each: lower bounds for blocks of items.
//!
//! ```text
//!   sizes   4 2 3 5 | 7 4 C 6 | C C C C | 3 5 4 4  C is covered, and larger than any number
//!   blocks     2    |    3    |    4    |    3     the second and third are not what they might be
//! ```
//!
//! When a size falls, or an item is uncovered, its block's bound falls if necessary. When sizes
//! rise, nothing happens: a bound that is too low is still a bound. A search looks into a block
//! only if its bound is below the best size so far, and then corrects the bound. Blocks stand in
//! larger blocks of the same kind, so a problem with a million items has only some 250 bounds to
//! look at once most items are settled.
//!
//! Invariant: no item's size is below its block's bound, and no bound below that of the larger
//! block.

/// Added to the size of a covered item, so that it is larger than all others.
pub(super) const COVERED: u32 = 1 << 31;

/// The items of a block, and the blocks of a larger one.
const BLOCK: usize = 64;

/// Lower bounds for the sizes of primary items.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    blocks: Vec<u32>,
    larger: Vec<u32>,
}

impl Blocks {
    /// The bounds for these sizes.
    pub(super) fn new(sizes: &[u32]) -> Blocks {
        let blocks: Vec<u32> = sizes.chunks(BLOCK).map(least).collect();
        let larger = blocks.chunks(BLOCK).map(least).collect();
        Blocks { blocks, larger }
    }

    /// Notes that the size of `item` has fallen to `size`. Superfluous notes do no harm.
    pub(super) fn lower(&mut self, item: usize, size: u32) {
        let bound = &mut self.blocks[item / BLOCK];
        if size < *bound {
            *bound = size;
            let larger = &mut self.larger[item / (BLOCK * BLOCK)];
            *larger = size.min(*larger);
        }
    }

    /// The first item with the fewest options, or one with `enough` options or fewer; `None` if all
    /// are covered.
    pub(super) fn shortest(&mut self, sizes: &[u32], enough: u32) -> Option<usize> {
        let (mut found, mut fewest) = (None, COVERED);
        for (k, larger) in self.larger.iter_mut().enumerate() {
            if *larger >= fewest {
                continue;
            }
            let blocks = &mut self.blocks[k * BLOCK..];
            let count = blocks.len().min(BLOCK);
            let mut block = 0;
            while block < count && fewest > enough {
                if blocks[block] < fewest {
                    let first = (k * BLOCK + block) * BLOCK;
                    blocks[block] = least(&sizes[first..sizes.len().min(first + BLOCK)]);
                    if blocks[block] < fewest {
                        (found, fewest) = (Some(first), blocks[block]);
                    }
                }
                block += 1;
            }
            if fewest <= enough {
                break;
            }
            *larger = least(&blocks[..count]);
        }
        let first = found?;
        let within = sizes[first..].iter().position(|&size| size == fewest)?;
        Some(first + within)
    }

    /// The first item with the fewest options; `None` if all are covered. It corrects no bounds:
    /// each that is too low costs a look at its block.
    pub(super) fn first_shortest(&self, sizes: &[u32]) -> Option<usize> {
        let (mut found, mut fewest) = (None, COVERED);
        for (k, _) in self.larger.iter().enumerate().filter(|(_, larger)| **larger < COVERED) {
            let end = self.blocks.len().min((k + 1) * BLOCK);
            for (b, &bound) in (k * BLOCK..end).zip(&self.blocks[k * BLOCK..end]) {
                if self.larger[k] >= fewest {
                    break;
                }
                if bound < fewest {
                    let first = b * BLOCK;
                    let least = least(&sizes[first..sizes.len().min(first + BLOCK)]);
                    if least < fewest {
                        (found, fewest) = (Some(first), least);
                    }
                }
            }
        }
        let first = found?;
        let within = sizes[first..].iter().position(|&size| size == fewest)?;
        Some(first + within)
    }

    /// Shows `visit` the items with `most` options or fewer, in ascending order.
    pub(super) fn up_to(&mut self, most: u32, sizes: &[u32], mut visit: impl FnMut(usize, u32)) {
        for (k, larger) in self.larger.iter_mut().enumerate().filter(|(_, larger)| **larger <= most)
        {
            let end = self.blocks.len().min((k + 1) * BLOCK);
            let blocks = &mut self.blocks[k * BLOCK..end];
            for (b, block) in blocks.iter_mut().enumerate().filter(|(_, block)| **block <= most) {
                let first = (k * BLOCK + b) * BLOCK;
                let sizes = &sizes[first..sizes.len().min(first + BLOCK)];
                *block = least(sizes);
                let short = sizes.iter().enumerate().filter(|&(_, &size)| size <= most);
                short.for_each(|(item, &size)| visit(first + item, size));
            }
            *larger = least(blocks);
        }
    }

    /// Whether these are lower bounds for the sizes.
    pub(super) fn hold(&self, sizes: &[u32]) -> bool {
        let below = |bounds: &[u32], numbers: &[u32]| {
            bounds.len() == numbers.len().div_ceil(BLOCK)
                && bounds
                    .iter()
                    .zip(numbers.chunks(BLOCK))
                    .all(|(&bound, block)| bound <= least(block))
        };
        below(&self.blocks, sizes) && below(&self.larger, &self.blocks)
    }
}

fn least(sizes: &[u32]) -> u32 {
    sizes.iter().copied().fold(u32::MAX, u32::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_shortest_is_found_whatever_has_changed(
            sizes in prop::collection::vec(0..9_u32, 1..9000),
            steps in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u32), 0..200),
            enough in 0..4_u32,
        ) {
            let mut sizes = sizes;
            let mut blocks = Blocks::new(&sizes);
            for (index, step) in steps {
                let item = index.index(sizes.len());
                match step {
                    0 if (1..COVERED).contains(&sizes[item]) => {
                        sizes[item] -= 1;
                        blocks.lower(item, sizes[item]);
                    }
                    1 => sizes[item] |= COVERED,
                    2 => {
                        sizes[item] = (sizes[item] & !COVERED) + 1;
                        blocks.lower(item, sizes[item]);
                    }
                    _ => {
                        let fewest = sizes.iter().copied().min().filter(|&size| size < COVERED);
                        let expected = fewest
                            .map(|fewest| sizes.iter().position(|&size| size == fewest).unwrap());
                        prop_assert_eq!(blocks.first_shortest(&sizes), expected);
                        let found = blocks.shortest(&sizes, enough);
                        if fewest.is_some_and(|fewest| fewest <= enough) {
                            prop_assert!(sizes[found.unwrap()] <= enough);
                        } else {
                            prop_assert_eq!(found, expected);
                        }
                    }
                }
                prop_assert!(blocks.hold(&sizes));
            }
            let mut short = Vec::new();
            blocks.up_to(enough, &sizes, |item, size| short.push((item, size)));
            let expected: Vec<_> =
                sizes.iter().copied().enumerate().filter(|&(_, size)| size <= enough).collect();
            prop_assert_eq!(short, expected);
            prop_assert!(blocks.hold(&sizes));
        }
    }
}
