//! When a search restarts: after numbers of conflicts in Luby's series.
//!
//! ```text
//!      1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 1 ...        times the conflicts of the shortest run
//! ```
//!
//! A search that began badly may take for ever where another one takes no time. What it has learned
//! stays, but all choices are lost.
//!
//! Source: Luby, Sinclair and Zuckerman, *Optimal speedup of Las Vegas algorithms* (1993).

/// The conflicts since the last restart, and the length of the run.
#[derive(Debug)]
pub(super) struct Restarts {
    /// The conflicts of the shortest run.
    unit: u32,
    conflicts: u32,
    run: u32,
    /// The conflicts after which the run ends.
    limit: u32,
}

impl Restarts {
    /// Runs whose shortest has this number of conflicts.
    pub(super) fn after(unit: u32) -> Restarts {
        Restarts { unit, conflicts: 0, run: 1, limit: unit }
    }

    /// Counts a conflict.
    pub(super) fn conflict(&mut self) {
        self.conflicts(1);
    }

    /// Counts some conflicts.
    pub(super) fn conflicts(&mut self, conflicts: u32) {
        self.conflicts = self.conflicts.saturating_add(conflicts);
    }

    /// Stays near what found a cover: others are there.
    pub(super) fn cover(&mut self) {
        self.conflicts = 0;
    }

    pub(super) fn is_due(&self) -> bool {
        self.conflicts >= self.limit
    }

    /// The conflicts of the run.
    pub(super) fn conflicts_so_far(&self) -> u32 {
        self.conflicts
    }

    /// Lets the run take twice as long.
    pub(super) fn lengthen(&mut self) {
        self.limit = self.limit.saturating_mul(2);
    }

    /// Begins the next run.
    pub(super) fn next(&mut self) {
        self.conflicts = 0;
        self.run = self.run.saturating_add(1);
        self.limit = self.unit.saturating_mul(luby(self.run));
    }
}

/// Term `k` of the series, from 1: 2^(m - 1) if `k` is 2^m - 1, and else what stands as many terms
/// after the last such one.
fn luby(mut k: u32) -> u32 {
    loop {
        let above = (u64::from(k) + 1).next_power_of_two() as u32;
        if above == k.wrapping_add(1) {
            return above / 2;
        }
        k -= above / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_is_lengthened_is_one_run() {
        let mut restarts = Restarts::after(10);
        restarts.conflicts(10);
        assert!(restarts.is_due());
        restarts.lengthen();
        assert!(!restarts.is_due());
        restarts.conflicts(10);
        assert!(restarts.is_due());
        restarts.next();
        assert_eq!(restarts.conflicts_so_far(), 0);
        restarts.conflicts(10);
        assert!(restarts.is_due(), "the second run is as long as the first");
    }

    #[test]
    fn the_series_begins_as_published() {
        let series: Vec<u32> = (1..=15).map(luby).collect();
        assert_eq!(series, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
