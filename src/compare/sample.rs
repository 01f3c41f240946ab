//! The puzzles that an engine is asked about, if time is short.
//!
//! ```text
//!      puzzles      0  1  2  3  4  5  6  7
//!      level 8      x                            the first alone
//!      level 4                  x                every 4th
//!      level 2            x           x          every 2nd
//!      level 1         x     x     x     x       all
//! ```
//!
//! Levels go from coarse to fine, and an engine without time for the next one is out. So it has
//! been asked about every *n*-th puzzle, and of two engines one has been asked about all puzzles of
//! the other. An engine's future cost is estimated from its cost so far. Slow engines share the
//! time that fast ones leave over.

// Seconds as fractions; no count of puzzles is beyond their precision.
#![allow(clippy::cast_precision_loss)]

/// A level is begun only if its estimate is at most this part of the share: unfinished levels are
/// lost.
const PRUDENCE: f64 = 0.8;

/// The levels of this number of puzzles: the distance of the puzzles asked about after the level,
/// and the new puzzles in it.
pub(super) fn levels(puzzles: usize) -> impl Iterator<Item = (usize, impl Iterator<Item = usize>)> {
    let top = puzzles.next_power_of_two();
    (0..=top.ilog2()).rev().map(move |level| {
        let every = 1 << level;
        let first = if every == top { 0 } else { every };
        (every, (first..puzzles).step_by(2 * every))
    })
}

/// The cost of an engine, in seconds, and its progress.
#[derive(Clone, Debug)]
pub(super) struct Account {
    /// The number of all puzzles.
    puzzles: usize,
    /// The distance of the puzzles that it has been asked about in all finished levels; 0 before
    /// the first.
    pub(super) every: usize,
    /// The cost of the first round so far, and of its repeats.
    cost: f64,
    /// The estimated cost of another round over the finished levels.
    pub(super) round: f64,
    /// The estimated cost of another round over the current level.
    level: f64,
    share: f64,
    is_out: bool,
}

impl Account {
    pub(super) fn new(puzzles: usize) -> Account {
        Account { puzzles, every: 0, cost: 0.0, round: 0.0, level: 0.0, share: 0.0, is_out: false }
    }

    /// The rest of the share; `None` if the engine is out.
    pub(super) fn left(&self) -> Option<f64> {
        let left = self.share - self.cost;
        (!self.is_out && left > 0.0).then_some(left)
    }

    /// Books the cost of a question of the first round, which will be asked `again` times more.
    pub(super) fn book(&mut self, cost: f64, again: u32) {
        self.cost += cost * (1.0 + f64::from(again));
        self.level += if again > 0 { cost } else { 0.0 };
    }

    /// The estimated cost of the levels up to this one; unlimited before the first.
    fn foreseen(&self, every: usize) -> f64 {
        match self.every {
            0 => f64::MAX,
            before => {
                self.cost * self.puzzles.div_ceil(every) as f64
                    / self.puzzles.div_ceil(before) as f64
            }
        }
    }
}

/// Begins a level: shares out `total`, and removes engines without time for it.
pub(super) fn begin(accounts: &mut [Account], every: usize, total: f64) {
    let costs: Vec<f64> = accounts
        .iter()
        .map(|account| if account.is_out { account.cost } else { account.foreseen(1) })
        .collect();
    for (account, share) in accounts.iter_mut().zip(shares(&costs, total)) {
        account.share = share;
        account.level = 0.0;
        account.is_out |= account.every > 0 && account.foreseen(every) > PRUDENCE * share;
    }
}

/// Ends a level. The first one counts at any cost, so that each engine has a result.
pub(super) fn end(accounts: &mut [Account], every: usize) {
    for account in accounts.iter_mut().filter(|account| !account.is_out) {
        account.is_out = account.cost > account.share;
        if account.every == 0 || !account.is_out {
            account.every = every;
            account.round += account.level;
        }
    }
}

/// Equal shares of `total`, except that the expensive ones get the rest of the cheap ones.
fn shares(costs: &[f64], total: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by(|&one, &other| costs[one].total_cmp(&costs[other]));
    let (mut left, mut shares) = (total, vec![0.0; costs.len()]);
    for (k, &engine) in order.iter().enumerate() {
        shares[engine] = left / (costs.len() - k) as f64;
        left -= costs[engine].min(shares[engine]);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_puzzle_is_in_one_level() {
        for puzzles in 1..70 {
            let mut asked = Vec::new();
            for (every, level) in levels(puzzles) {
                asked.extend(level);
                asked.sort_unstable();
                assert_eq!(asked, (0..puzzles).step_by(every).collect::<Vec<_>>());
            }
            assert_eq!(asked.len(), puzzles);
        }
    }

    #[test]
    fn what_is_left_over_goes_to_those_who_need_it() {
        let near = |shares: Vec<f64>, expected: &[f64]| {
            assert!(
                shares.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9),
                "{shares:?}"
            );
        };
        near(shares(&[1.0, 100.0, 4.0, 50.0], 30.0), &[7.5, 12.5, 29.0 / 3.0, 12.5]);
        near(shares(&[f64::MAX; 3], 30.0), &[10.0; 3]);
        assert_eq!(shares(&[f64::MAX, 1.0], f64::INFINITY), [f64::INFINITY; 2]);
    }

    /// The progress, in one round, of engines with these costs in seconds for each puzzle.
    fn distances(costs: &[f64], puzzles: usize, total: f64) -> (Vec<usize>, f64) {
        let mut accounts = vec![Account::new(puzzles); costs.len()];
        let mut all = 0.0;
        for (every, level) in levels(puzzles) {
            begin(&mut accounts, every, total);
            for _ in level {
                for (account, cost) in accounts.iter_mut().zip(costs) {
                    if let Some(left) = account.left() {
                        account.book(cost.min(left), 0);
                        all += cost.min(left);
                    }
                }
            }
            end(&mut accounts, every);
        }
        (accounts.iter().map(|account| account.every).collect(), all)
    }

    #[test]
    fn slow_engines_are_asked_about_fewer_puzzles_and_the_time_is_kept() {
        assert_eq!(distances(&[0.001, 0.002], 1000, 30.0).0, [1, 1]);
        assert_eq!(distances(&[0.001, 0.1, 1.0], 1000, 30.0).0, [1, 8, 128]);
        assert_eq!(distances(&[0.001, 1000.0], 1000, 30.0).0, [1, 1024]);
        assert_eq!(distances(&[1000.0, 1000.0], 3, f64::INFINITY).0, [1, 1]);
        for total in [0.5, 3.0, 30.0, 100.0] {
            let (_, all) = distances(&[0.001, 0.01, 0.1, 1.0, 10.0], 1000, total);
            assert!(all <= total + 1e-9, "{all} of {total}");
        }
    }
}
