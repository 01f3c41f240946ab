//! Paths: the same source compiled for several instruction sets, one of them chosen at run time.
//!
//! A function that is not inlined is compiled without the instructions of its caller. So each part
//! that works on vectors is inlined here, into a function that says for which instructions it is
//! compiled. Calling one is unsafe; it is sound only because the processor was asked before.

#![cfg_attr(
    any(target_arch = "x86", target_arch = "x86_64"),
    expect(unsafe_code, reason = "functions for instructions that not every processor has")
)]

use super::bits::{Portable, Vectors};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::bits::{Avx2, Avx512};
use super::board::{Board, End};
use super::braid::rows::{Links, RowBits, Rows};
use super::incidence::Constraint;
use super::sheet::{Sheet, Swept};
use crate::instructions::Instructions;

/// Instructions that the processor has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path(Instructions);

/// Functions that are compiled for each path.
macro_rules! on_each_path {
    ($(
        fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty {
            $portable:ident $avx2:ident $avx512:ident
            <$vectors:ident> $body:expr
        }
    )*) => {
        impl Path {
            $(
                pub(super) fn $name(self, $($argument: $type),*) -> $result {
                    match self.0 {
                        // SAFETY: `new` keeps instructions only where the processor has them.
                        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                        Instructions::Avx2 => unsafe { $avx2($($argument),*) },
                        // SAFETY: as above.
                        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                        Instructions::Avx512 => unsafe { $avx512($($argument),*) },
                        _ => $portable($($argument),*),
                    }
                }
            )*
        }

        $(
            fn $portable($($argument: $type),*) -> $result {
                type $vectors = Portable;
                $body
            }

            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn $avx2($($argument: $type),*) -> $result {
                type $vectors = Avx2;
                $body
            }

            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,\
                          avx512bitalg"
            )]
            fn $avx512($($argument: $type),*) -> $result {
                type $vectors = Avx512;
                $body
            }
        )*
    };
}

on_each_path! {
    fn singles(board: &mut Board) -> End {
        singles_portable singles_avx2 singles_avx512
        <V> board.singles_in::<<V as Vectors>::Digits>()
    }
    fn sweep(sheet: &mut Sheet) -> Swept {
        sweep_portable sweep_avx2 sweep_avx512
        <V> sheet.sweep_in::<V>()
    }
    fn clear_rows(rows: &mut Rows, constraints: &[Constraint]) -> bool {
        clear_rows_portable clear_rows_avx2 clear_rows_avx512
        <V> rows.clear_in::<V>(constraints)
    }
    fn find_in_rows(rows: &mut Rows, constraints: &[Constraint]) -> () {
        find_in_rows_portable find_in_rows_avx2 find_in_rows_avx512
        <V> rows.find_in::<V>(constraints)
    }
    fn ended(rows: &mut Rows, links: &Links, found: (&[u64], &RowBits)) -> RowBits {
        ended_portable ended_avx2 ended_avx512
        <V> rows.ended_in::<V>(links, found)
    }
    fn gather(sheet: &mut Sheet, from: &Sheet, kept: (&[u16], &[u64; 16])) -> () {
        gather_portable gather_avx2 gather_avx512
        <V> sheet.gather_in(from, kept, V::compress)
    }
}

impl Path {
    /// The path for `instructions`, or the portable one if the processor lacks them.
    pub(super) fn new(instructions: Instructions) -> Path {
        Path(if instructions.is_here() { instructions } else { Instructions::Portable })
    }
}
