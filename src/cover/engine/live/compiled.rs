//! Searches of other engines, compiled for the instructions of the processor.
//!
//! ```text
//!      job        plain loops over arrays, all inlined
//!      portable   as the target has it                    the compiler turns the same loops into
//!      avx2       vectors of 256 bits                     other instructions
//!      avx512     masks and vectors of 512 bits
//! ```

use super::code::Code;
use super::passes::{Passes, Portable, Routine};

/// A search that is compiled for several sets of instructions. A trait, because a closure is not
/// sure to be inlined.
pub(in crate::cover) trait Job {
    /// The result.
    type Outcome;

    /// Runs it. Implementations are `#[inline(always)]`, and so is all that takes time in them.
    fn run(self) -> Self::Outcome;
}

/// The instructions to use, known to be those of this processor.
#[derive(Clone, Copy, Debug)]
pub(in crate::cover) struct Compiled(Code);

impl Compiled {
    /// The fastest.
    pub(in crate::cover) fn best() -> Compiled {
        Compiled(Code::best())
    }

    /// Those of every processor.
    pub(in crate::cover) fn portable() -> Compiled {
        Compiled(Code::Portable)
    }

    /// Runs the job in code compiled for these instructions.
    pub(in crate::cover) fn run<J: Job>(self, job: J) -> J::Outcome {
        let routine = JobRoutine(job);
        match self.0 {
            Code::Portable => Portable.perform(routine),
            #[cfg(target_arch = "x86_64")]
            Code::Avx2(avx2) => avx2.perform(routine),
            #[cfg(target_arch = "x86_64")]
            Code::Avx512(avx512) => avx512.perform(routine),
        }
    }
}

/// A job as a routine, which needs no passes.
struct JobRoutine<J>(J);

impl<J: Job> Routine for JobRoutine<J> {
    type Outcome = J::Outcome;

    #[inline(always)]
    fn with<P: Passes>(self, _: P) -> J::Outcome {
        self.0.run()
    }
}
