//! Operations on whole lists, one implementation for each set of instructions.
//!
//! ```text
//!                  a b c d e f g                        taken  a d f
//!      c e         . . x . x . .      kept
//!      a d g       x . . x . . x
//!      b c f       . x x . . x .
//!      b g         . x . . . . x      kept
//!      d e g       . . . x x . x
//!
//!      probe       . x x . x . x      once              pass      c e      and the counts
//!                  . . . . . . .      twice                       b g
//! ```
//!
//! A *probe* finds the items with an option left, and those with two or more: enough to see a dead
//! list and the forced items. Most lists are dead, and are never written. A *pass* copies and
//! counts only the lists to branch on.

use std::ops::Range;

use super::counts::Counts;
use super::lists::{BEYOND, LANES, Lanes, Lists, before};
use super::mask::{Bit, Mask, meet};

/// The result of a probe.
pub(super) struct Probed<const W: usize> {
    /// The items of one option or more.
    pub(super) once: Mask<W>,
    /// The items of two options or more.
    pub(super) twice: Mask<W>,
}

/// The result of a pass.
pub(super) struct Passed<const W: usize> {
    /// The end of the new list.
    pub(super) end: usize,
    /// The counts of its items.
    pub(super) counts: Counts<W>,
}

/// The passes, for one instruction set.
pub(super) trait Passes: Copy {
    /// Finds the items of the options in `from` that do not meet `taken`.
    fn probe<const W: usize>(
        self,
        lists: &Lists<W>,
        from: Range<usize>,
        taken: &Mask<W>,
    ) -> Probed<W>;

    /// Copies the options of `from` that do not meet `taken` to the places from `to` on, and counts
    /// their items. `to` is not before the end of `from`.
    fn pass<const W: usize>(
        self,
        lists: &mut Lists<W>,
        from: Range<usize>,
        to: usize,
        taken: &Mask<W>,
    ) -> Passed<W>;

    /// The options from `at` on, before `end`, that have an item of `items`, and none of `taken`.
    fn meeting<const W: usize>(
        self,
        lists: &Lists<W>,
        at: usize,
        end: usize,
        items: &Mask<W>,
        taken: &Mask<W>,
    ) -> Lanes;

    /// The options from `at` on, before `end`, that have this item.
    fn having<const W: usize>(self, lists: &Lists<W>, at: usize, end: usize, item: Bit) -> Lanes;

    /// The options, of thirty-two, that have an item of `items`; a bit each.
    fn clashes<const W: usize>(self, options: [&[u64; BEYOND]; W], items: &Mask<W>) -> u32;

    /// The first bits of thirty-two bytes, their second bits, and so on.
    fn transposed(self, bytes: &[u8; BEYOND]) -> [u32; 8];

    /// The rows of an endgame that have few of `options`.
    fn few(self, rows: &Rows, options: u32) -> Few;

    /// The bits that are in `kept`, side by side.
    fn squeeze(self, bits: u64, kept: u64) -> u64;

    /// Runs a routine in code compiled for these instructions throughout.
    fn perform<K: Routine>(self, routine: K) -> K::Outcome;
}

/// A routine compiled for each set of instructions. A trait, because a closure can't be generic,
/// and is not sure to be inlined.
pub(super) trait Routine {
    /// The result.
    type Outcome;

    /// Runs it. Implementations are `#[inline(always)]`, so that they are compiled for the
    /// instructions of [`Passes::perform`].
    fn with<P: Passes>(self, passes: P) -> Self::Outcome;
}

/// Implements [`Passes`] for a type that proves some instructions present, by functions of the same
/// names, compiled for these instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! by_functions {
    ($here:ty, $features:literal) => {
        #[expect(unsafe_code, reason = "functions for instructions that not every processor has")]
        impl Passes for $here {
            #[inline(always)]
            fn probe<const W: usize>(
                self,
                lists: &Lists<W>,
                from: Range<usize>,
                taken: &Mask<W>,
            ) -> Probed<W> {
                // SAFETY: a value of this type exists, so the processor has the instructions.
                unsafe { probe(lists, from, taken) }
            }

            #[inline(always)]
            fn pass<const W: usize>(
                self,
                lists: &mut Lists<W>,
                from: Range<usize>,
                to: usize,
                taken: &Mask<W>,
            ) -> Passed<W> {
                // SAFETY: as above.
                unsafe { pass(lists, from, to, taken) }
            }

            #[inline(always)]
            fn meeting<const W: usize>(
                self,
                lists: &Lists<W>,
                at: usize,
                end: usize,
                items: &Mask<W>,
                taken: &Mask<W>,
            ) -> Lanes {
                // SAFETY: as above.
                unsafe { meeting(lists, at, end, items, taken) }
            }

            #[inline(always)]
            fn having<const W: usize>(
                self,
                lists: &Lists<W>,
                at: usize,
                end: usize,
                item: Bit,
            ) -> Lanes {
                // SAFETY: as above.
                unsafe { having(lists, at, end, item) }
            }

            #[inline(always)]
            fn clashes<const W: usize>(self, options: [&[u64; BEYOND]; W], items: &Mask<W>) -> u32 {
                // SAFETY: as above.
                unsafe { clashes(options, items) }
            }

            #[inline(always)]
            fn transposed(self, bytes: &[u8; BEYOND]) -> [u32; 8] {
                // SAFETY: as above.
                unsafe { transposed(bytes) }
            }

            #[inline(always)]
            fn few(self, rows: &Rows, options: u32) -> Few {
                // SAFETY: as above.
                unsafe { few(rows, options) }
            }

            #[inline(always)]
            fn squeeze(self, bits: u64, kept: u64) -> u64 {
                #[inline]
                #[target_feature(enable = "bmi2")]
                fn squeeze(bits: u64, kept: u64) -> u64 {
                    std::arch::x86_64::_pext_u64(bits, kept)
                }
                // SAFETY: as above; a value of this type proves BMI2, too.
                unsafe { squeeze(bits, kept) }
            }

            fn perform<K: Routine>(self, routine: K) -> K::Outcome {
                #[target_feature(enable = $features)]
                fn perform<K: Routine>(passes: $here, routine: K) -> K::Outcome {
                    routine.with(passes)
                }
                // SAFETY: as above.
                unsafe { perform(self, routine) }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(super) use by_functions;

/// The options of sixteen items.
pub(super) type Rows = [[u32; 8]; 2];

/// The rows, of sixteen, that have none, at most one, at most two, or at most three of some
/// options.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Few {
    pub(super) none: u16,
    pub(super) one: u16,
    pub(super) two: u16,
    pub(super) three: u16,
}

/// Code for any processor: one option after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Passes for Portable {
    #[inline(always)]
    fn probe<const W: usize>(
        self,
        lists: &Lists<W>,
        from: Range<usize>,
        taken: &Mask<W>,
    ) -> Probed<W> {
        let mut probed = Probed { once: [0; W], twice: [0; W] };
        let words = lists.words.each_ref().map(|word| &word[from.clone()]);
        (0..from.len()).for_each(|at| {
            let clash = (0..W).fold(0, |clash, w| clash | words[w][at] & taken[w]);
            // All ones or zeros: a mask instead of a branch, which would be mispredicted.
            let keep = u64::from(clash == 0).wrapping_neg();
            (0..W).for_each(|w| {
                let items = words[w][at] & keep;
                probed.twice[w] |= probed.once[w] & items;
                probed.once[w] |= items;
            });
        });
        probed
    }

    #[inline(always)]
    fn pass<const W: usize>(
        self,
        lists: &mut Lists<W>,
        from: Range<usize>,
        to: usize,
        taken: &Mask<W>,
    ) -> Passed<W> {
        let (mut end, mut counts) = (to, Counts::NONE);
        for at in from {
            let mask = lists.mask(at);
            let keep = !meet(&mask, taken);
            // Always written, but kept only if `end` advances: a branch would be mispredicted every
            // other time.
            lists.put(end, &mask);
            end += usize::from(keep);
            counts.add(&mask.map(|word| word & u64::from(keep).wrapping_neg()));
        }
        Passed { end, counts }
    }

    #[inline(always)]
    fn meeting<const W: usize>(
        self,
        lists: &Lists<W>,
        at: usize,
        end: usize,
        items: &Mask<W>,
        taken: &Mask<W>,
    ) -> Lanes {
        let (mut common, mut gone) = ([0; LANES], [0; LANES]);
        for (word, (&items, &taken)) in lists.words.iter().zip(items.iter().zip(taken)) {
            for (k, bits) in word[at..at + LANES].iter().enumerate() {
                common[k] |= bits & items;
                gone[k] |= bits & taken;
            }
        }
        lanes(common) & !lanes(gone) & before(at, end)
    }

    #[inline(always)]
    fn having<const W: usize>(self, lists: &Lists<W>, at: usize, end: usize, item: Bit) -> Lanes {
        let mut common = [0; LANES];
        common.copy_from_slice(&lists.words[item.word][at..at + LANES]);
        lanes(common.map(|bits| bits & item.mask)) & before(at, end)
    }

    #[inline(always)]
    fn clashes<const W: usize>(self, options: [&[u64; BEYOND]; W], items: &Mask<W>) -> u32 {
        (0..BEYOND).fold(0, |clashes, k| {
            let common = (0..W).fold(0, |common, w| common | options[w][k] & items[w]);
            clashes | u32::from(common != 0) << k
        })
    }

    #[inline(always)]
    fn transposed(self, bytes: &[u8; BEYOND]) -> [u32; 8] {
        let groups: [u64; 4] = bytemuck::cast(*bytes);
        std::array::from_fn(|k| {
            groups.iter().rev().fold(0, |bits, group| {
                // One bit of each of eight bytes; the product brings them together in the top byte.
                let spread = u64::from_le(*group) >> k & 0x0101_0101_0101_0101;
                bits << 8 | (spread.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
            })
        })
    }

    #[inline(always)]
    fn few(self, rows: &Rows, options: u32) -> Few {
        let mut few = Few::default();
        for (k, row) in rows.as_flattened().iter().enumerate() {
            let mut left = row & options;
            few.none |= u16::from(left == 0) << k;
            // Clears the lowest bit: zero now means that there was at most one.
            left &= left.wrapping_sub(1);
            few.one |= u16::from(left == 0) << k;
            left &= left.wrapping_sub(1);
            few.two |= u16::from(left == 0) << k;
            left &= left.wrapping_sub(1);
            few.three |= u16::from(left == 0) << k;
        }
        few
    }

    fn squeeze(self, bits: u64, kept: u64) -> u64 {
        super::mask::squeeze(bits, kept)
    }

    fn perform<K: Routine>(self, routine: K) -> K::Outcome {
        routine.with(self)
    }
}

fn lanes(common: [u64; LANES]) -> Lanes {
    common.iter().enumerate().fold(0, |lanes, (k, &common)| lanes | Lanes::from(common != 0) << k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::engine::live::code::Code;
    use crate::instructions::Instructions;
    use proptest::prelude::*;

    /// The results of each function on a list, and its output.
    #[derive(PartialEq, Debug)]
    struct Said {
        probed: [Mask<2>; 2],
        counts: Counts<2>,
        copied: Vec<Mask<2>>,
        lanes: Vec<Lanes>,
        clashes: u32,
        rows: [u32; 8],
        few: Few,
        squeezed: u64,
    }

    fn ask<P: Passes>(passes: P, options: &[Mask<2>], taken: &Mask<2>, items: &Mask<2>) -> Said {
        let mut lists = Lists::<2>::default();
        lists.begin(options.len());
        options.iter().zip(0..).for_each(|(option, number)| lists.push(option, number));
        let (from, to) = (0..options.len(), options.len().next_multiple_of(LANES));
        lists.make_room(to, options.len());
        let Probed { once, twice } = passes.probe(&lists, from.clone(), taken);
        let clashes = passes.clashes(lists.few(0), items);
        let Passed { end, counts } = passes.pass(&mut lists, from, to, taken);
        let item = crate::cover::engine::live::mask::first(items);
        let lanes = (0..options.len()).step_by(LANES).flat_map(|at| {
            let end = options.len();
            [passes.meeting(&lists, at, end, items, taken), passes.having(&lists, at, end, item)]
        });
        let numbers = items.map(|word| word as u32);
        let rows = std::array::from_fn(|k| {
            numbers.map(|n| [n << k, n >> k, n & 1 << k, 0]).concat().try_into().unwrap()
        });
        Said {
            probed: [once, twice],
            counts,
            copied: (to..end).map(|at| lists.option(at).0).collect(),
            lanes: lanes.collect(),
            clashes: clashes & u32::MAX.checked_shr(32 - options.len().min(32) as u32).unwrap_or(0),
            rows: passes.transposed(&bytemuck::cast([items[0], items[1], taken[0], taken[1]])),
            few: passes.few(&rows, taken[0] as u32),
            squeezed: passes.squeeze(items[0], taken[0]),
        }
    }

    proptest! {
        #[test]
        fn all_instructions_say_the_same(
            options in prop::collection::vec(any::<[u64; 2]>(), 1..70),
            thin in 0..5_u32,
            taken in any::<[u64; 2]>(),
            items in any::<[u64; 2]>(),
        ) {
            // Thin masks seldom meet, thick ones nearly always. The top bits are the index's.
            let spread = |mask: [u64; 2], thin| {
                let [low, high] = mask
                    .map(|word| (0..thin).fold(word, |word, k| word & word.rotate_left(7 * k + 1)));
                [low, high >> 7]
            };
            let options: Vec<_> = options.into_iter().map(|mask| spread(mask, thin)).collect();
            let (taken, [low, high]) = (spread(taken, 3), spread(items, 2));
            let items = [low | 1, high];
            let portable = ask(Portable, &options, &taken, &items);
            for &instructions in Instructions::ALL {
                let said = match Code::new(instructions) {
                    Code::Portable => ask(Portable, &options, &taken, &items),
                    #[cfg(target_arch = "x86_64")]
                    Code::Avx2(avx2) => ask(avx2, &options, &taken, &items),
                    #[cfg(target_arch = "x86_64")]
                    Code::Avx512(avx512) => ask(avx512, &options, &taken, &items),
                };
                prop_assert_eq!(&said, &portable, "{}", instructions.name());
            }
            // The portable functions against the plainest code.
            let left: Vec<_> =
                options.iter().filter(|option| !meet(option, &taken)).copied().collect();
            prop_assert_eq!(&portable.copied, &left);
            for (w, bit) in (0..120).map(|k| (k / 64, k % 64)) {
                let count = left.iter().filter(|option| option[w] >> bit & 1 == 1).count();
                prop_assert_eq!(
                    portable.probed.map(|mask| mask[w] >> bit & 1 == 1),
                    [count > 0, count > 1]
                );
            }
            for (k, option) in options.iter().enumerate().take(32) {
                prop_assert_eq!(portable.clashes >> k & 1 == 1, meet(option, &items));
            }
        }
    }
}
