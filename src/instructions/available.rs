//! The same source compiled for several sets of instructions, one of them chosen at run time.
//!
//! A function that is not inlined is compiled without the instructions of its caller. So each part
//! that works on vectors is inlined into a function that says for which instructions it is
//! compiled. [`compiled_for_all`] writes these functions. Calling one is unsafe; it is sound only
//! because the processor was asked before.

use crate::instructions::Instructions;

/// Instructions that the processor has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Available(Instructions);

impl Available {
    /// These instructions, or the portable ones if the processor lacks them.
    pub(crate) fn new(instructions: Instructions) -> Available {
        Available(if instructions.is_here() { instructions } else { Instructions::Portable })
    }

    pub(crate) fn set(self) -> Instructions {
        self.0
    }
}

/// Defines a function whose body is compiled for each set of instructions, with the set to use as
/// its first argument.
macro_rules! compiled_for_all {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;
        $vectors:ident => $body:expr
    ) => {
        $(#[$attribute])*
        #[cfg_attr(
            any(target_arch = "x86", target_arch = "x86_64"),
            expect(unsafe_code, reason = "functions for instructions that not every processor has")
        )]
        $visibility fn $name(
            instructions: $crate::instructions::available::Available,
            $($argument: $type),*
        ) -> $result {
            fn portable($($argument: $type),*) -> $result {
                type $vectors = $crate::instructions::vectors::Portable;
                $body
            }

            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2($($argument: $type),*) -> $result {
                type $vectors = $crate::instructions::vectors::Avx2;
                $body
            }

            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl"
            )]
            fn avx512($($argument: $type),*) -> $result {
                type $vectors = $crate::instructions::vectors::Avx512;
                $body
            }

            match instructions.set() {
                // SAFETY: only instructions that the processor has are `Available`.
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                $crate::instructions::Instructions::Avx2 => unsafe { avx2($($argument),*) },
                // SAFETY: as above.
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                $crate::instructions::Instructions::Avx512 => unsafe { avx512($($argument),*) },
                _ => portable($($argument),*),
            }
        }
    };
}

pub(crate) use compiled_for_all;
