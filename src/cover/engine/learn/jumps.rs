//! How far conflicts go back: whether learning is worth its time.
//!
//! ```text
//!      level    1   2   3   4   5   6 ✗
//!                   ◀───────────────┘     6 failed because of 2: a search that does not learn
//!                                         tries 3, 4 and 5 again, in vain
//!                               ◀───┘     6 failed because of 5: it goes there too
//! ```
//!
//! Measured: conflicts go back by 1.0 to 1.4 levels in the mean on random problems, on which
//! learning loses to other searches; by 1.1 to 3 on Latin squares, and less than two later, where
//! both have their turn; by 2 to 8 on Sudokus of 25×25, where learning is the best guess
//! (`docs/benchmarks/tried.md`).

/// Conflicts before which nothing is known.
const FEW: u64 = 64;

/// The mean of levels that are far.
const FAR: u64 = 2;

/// The conflicts, and the levels that they went back.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Jumps {
    conflicts: u64,
    levels: u64,
}

impl Jumps {
    /// Notes that a conflict goes back from one level to another.
    pub(super) fn note(&mut self, from: u32, to: u32) {
        self.conflicts += 1;
        self.levels += u64::from(from - to);
    }

    /// Whether they are far; `None` as long as there were few.
    pub(super) fn are_far(&self) -> Option<bool> {
        (self.conflicts >= FEW).then_some(self.levels >= FAR * self.conflicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_are_far_if_they_go_back_two_levels_in_the_mean() {
        let mut jumps = Jumps::default();
        for (from, to) in [(6, 5), (6, 3)].into_iter().cycle().take(FEW as usize) {
            assert_eq!(jumps.are_far(), None);
            jumps.note(from, to);
        }
        assert_eq!(jumps.are_far(), Some(true));
        jumps.note(1, 0);
        assert_eq!(jumps.are_far(), Some(false));
    }
}
