//! Paths: the same source compiled for several instruction sets, one of them chosen at run time.
//!
//! A function that is not inlined is compiled without the instructions of its caller. So each part
//! that works on vectors is inlined into a function that says for which instructions it is
//! compiled. [`on_each_path`] writes these functions. Calling one is unsafe; it is sound only
//! because the processor was asked before.

use crate::instructions::Instructions;

/// Instructions that the processor has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path(Instructions);

impl Path {
    /// The path for `instructions`, or the portable one if the processor lacks them.
    pub(crate) fn new(instructions: Instructions) -> Path {
        Path(if instructions.is_here() { instructions } else { Instructions::Portable })
    }

    pub(crate) fn instructions(self) -> Instructions {
        self.0
    }
}

/// Defines a function whose body is compiled for each path, with the path as its first argument.
macro_rules! on_each_path {
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
            path: $crate::instructions::path::Path,
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

            match path.instructions() {
                // SAFETY: a path has only instructions that the processor has.
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

pub(crate) use on_each_path;
