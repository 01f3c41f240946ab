//! Rotating the lanes of one puzzle, so that each box finds the words of its mini-lines.
//!
//! ```text
//!                      0  1  2  .    within, by 1      1  2  0  .     across, by 1      4  5  6  .
//!      lanes of boxes  4  5  6  .   ──────────────▶    5  6  4  .    ──────────────▶    8  9 10  .
//!                      8  9 10  .                      9 10  8  .                       0  1  2  .
//! ```
//!
//! AVX2 has an instruction for each ([`shuffles`](super::shuffles)), which the compiler does not
//! find: left to itself it rotates one group after the other in scalar registers, and a search of
//! one puzzle took almost twice as long (`benches/verify.rs`). Since then that search has registers
//! by name ([`nine_boxes`](super::nine_boxes)); the trials of tours rotate lanes here.

use super::group::Mask;
use super::rules::{BySign, Deduced, Lane, Zero, deduce};

/// The lanes of one puzzle: nine with a box, and seven without.
pub(super) const LANES: usize = 16;
pub(super) type Lanes = [u16; LANES];

/// How lanes are rotated, besides how masks are made. Lanes without a box may get any value.
pub(super) trait Rotate: Zero + Sized {
    /// Lane s of each group becomes what lane s + `N` was, modulo 3.
    #[inline(always)]
    fn within<const N: u32>(lanes: &Lanes) -> Lanes {
        let mut groups: [u64; 4] = bytemuck::cast(*lanes);
        for group in &mut groups {
            // The fourth lane is not always 0, neither here nor after it.
            let three = *group & 0xFFFF_FFFF_FFFF;
            *group = (three >> (16 * N)) | (three << (16 * (3 - N)));
        }
        bytemuck::cast(groups)
    }

    /// Group b becomes what group b + `N` was, modulo 3.
    #[inline(always)]
    fn across<const N: usize>(lanes: &Lanes) -> Lanes {
        let groups: [u64; 4] = bytemuck::cast(*lanes);
        bytemuck::cast([groups[N % 3], groups[(1 + N) % 3], groups[(2 + N) % 3], groups[3]])
    }

    /// Applies the rules to the box of each lane, from its mini-rows and its mini-columns. The mask
    /// has the cells of a box by their number in it.
    #[inline(always)]
    fn deduce(rows: &[Lanes; 3], columns: &[Lanes; 3], mask: &impl Mask<LANES>) -> Deduced<Lanes> {
        let none = [0; LANES];
        let mut left = Deduced { rows: [none; 3], columns: [none; 3], least: none, settled: none };
        for lane in 0..LANES {
            let line = |lines: &[Lanes; 3]| [0, 1, 2].map(|i| Lane::<Self>::new(lines[i][lane]));
            let of_one =
                deduce(line(rows), line(columns), |r, c, digits| match mask.cell(3 * r + c) {
                    Some(mask) => Lane::new(digits.0 & mask[lane]),
                    None => digits,
                });
            for i in 0..3 {
                left.rows[i][lane] = of_one.rows[i].0;
                left.columns[i][lane] = of_one.columns[i].0;
            }
            left.least[lane] = of_one.least.0;
            left.settled[lane] = of_one.settled.0;
        }
        left
    }
}

impl Rotate for BySign {}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) use avx2::ByShuffling;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx2 {
    use super::super::registers::{Narrow, Register};
    use super::super::rules::{ByComparing, Zero};
    use super::{LANES, Lanes, Rotate};

    /// By shuffles of AVX2. Only code that runs where the processor has it may name this type.
    pub(in super::super) struct ByShuffling;

    impl Zero for ByShuffling {
        #[inline(always)]
        fn full_if_zero(digits: u16) -> u16 {
            ByComparing::full_if_zero(digits)
        }
    }

    impl Rotate for ByShuffling {
        #[inline(always)]
        fn within<const N: u32>(lanes: &Lanes) -> Lanes {
            stored(Narrow::load(lanes).within::<N>())
        }

        #[inline(always)]
        fn across<const N: usize>(lanes: &Lanes) -> Lanes {
            stored(Narrow::load(lanes).across::<N>())
        }
    }

    #[inline(always)]
    fn stored(register: Narrow) -> Lanes {
        let mut lanes = [0; LANES];
        register.store(&mut lanes);
        lanes
    }

    #[cfg(test)]
    mod tests {
        use super::super::BySign;
        use super::*;
        use crate::instructions::Instructions;

        fn rotated<T: Rotate>(lanes: &Lanes) -> [Lanes; 4] {
            let rotated = [
                T::within::<1>(lanes),
                T::within::<2>(lanes),
                T::across::<1>(lanes),
                T::across::<2>(lanes),
            ];
            // Without the lanes that have no box.
            rotated.map(|lanes| {
                std::array::from_fn(|k| if k % 4 < 3 && k < 12 { lanes[k] } else { 0 })
            })
        }

        #[test]
        fn shuffles_rotate_as_shifts_do() {
            let lanes = std::array::from_fn(|lane| 1000 + lane as u16);
            let expected = rotated::<BySign>(&lanes);
            assert_eq!(expected[0][4..8], [1005, 1006, 1004, 0]);
            assert_eq!(expected[2][4..8], [1008, 1009, 1010, 0]);
            if Instructions::Avx2.is_here() {
                assert_eq!(rotated::<ByShuffling>(&lanes), expected);
            }
        }
    }
}
