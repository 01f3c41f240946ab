//! Standings of engines: their typical and worst times, and their ratio to the first.
//!
//! Percentiles are those of the sorted list, without interpolation: of *n* times the *p*-th is
//! number ⌈*n p*⌉.
//!
//! The ratio is that of the sums of the times on the puzzles that both were asked about: the speed
//! relative to the first engine, more being better. If one of the two spent a budget, its sum is a
//! lower bound, so the ratio is a bound: `< 1/100` if it was the engine's own, `> 20` if it was the
//! first engine's, and nothing if both.

use std::fmt;

use super::turn::{Bounded, Turn, three_digits};

/// The speed relative to the first engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ratio {
    /// This many times as fast.
    Exactly(f64),
    /// Less than that: the engine has spent its budget.
    Below(f64),
    /// More than that: the first engine has.
    Above(f64),
    /// Both have.
    Unknown,
}

impl fmt::Display for Ratio {
    /// As `2.35`, `1/7.35`, `< 1/100`, `> 20.0` or `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |ratio: f64| {
            if ratio < 0.995 {
                format!("1/{}", three_digits(1.0 / ratio))
            } else {
                three_digits(ratio)
            }
        };
        f.pad(&match self {
            Ratio::Exactly(ratio) => times(*ratio),
            Ratio::Below(ratio) => format!("< {}", times(*ratio)),
            Ratio::Above(ratio) => format!("> {}", times(*ratio)),
            Ratio::Unknown => "?".to_owned(),
        })
    }
}

/// The standing of an engine after some puzzles.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Standing {
    /// The number of puzzles that it was asked about. The rest refers to these.
    pub asked: usize,
    /// Half of the puzzles took no longer.
    pub median: Bounded,
    /// 95 of 100 took no longer.
    pub percentile_95: Bounded,
    /// The longest time.
    pub worst: Bounded,
    /// The puzzle with the longest time.
    pub worst_puzzle: usize,
    /// The nodes of all puzzles together; `None` if the budget was spent on one.
    pub nodes: Option<u64>,
    /// The steps of all puzzles together; `None` as above.
    pub steps: Option<u64>,
    /// The number of puzzles on which the budget was spent.
    pub spent: usize,
    /// The time of all puzzles together.
    pub total: Bounded,
    /// The ratio to the first engine.
    pub ratio: Ratio,
}

/// The standings of all engines. `turns` has the turns of the engines for each puzzle, as in a
/// [`ContestOutcome`](super::ContestOutcome). An engine without turns has a standing of zeros.
pub fn standings(turns: &[Vec<Option<Turn>>]) -> Vec<Standing> {
    let engines = turns.first().map_or(0, Vec::len);
    (0..engines).map(|engine| Standing::of(turns, engine)).collect()
}

impl Standing {
    fn of(turns: &[Vec<Option<Turn>>], engine: usize) -> Standing {
        let of_engine =
            || turns.iter().enumerate().filter_map(|(k, turns)| Some((k, turns[engine]?)));
        let mut times: Vec<Bounded> = of_engine().map(|(_, turn)| turn.bounded()).collect();
        // A time that was cut off counts as longer than all others.
        times.sort_unstable_by_key(|bounded| (bounded.is_more, bounded.time));
        let percentile = |percent: usize| {
            let number = (times.len() * percent).div_ceil(100).max(1) - 1;
            times.get(number).copied().unwrap_or_default()
        };
        let worst_puzzle =
            of_engine().max_by_key(|(_, turn)| turn.bounded()).map_or(0, |(puzzle, _)| puzzle);
        let spent = times.iter().filter(|time| time.is_more).count();
        let sum = |of: fn(&Turn) -> u64| {
            (spent == 0).then(|| of_engine().map(|(_, turn)| of(&turn)).sum())
        };
        Standing {
            asked: times.len(),
            median: percentile(50),
            percentile_95: percentile(95),
            worst: percentile(100),
            worst_puzzle,
            nodes: sum(|turn| turn.effort.nodes),
            steps: sum(|turn| turn.effort.steps),
            spent,
            total: times.iter().fold(Bounded::default(), |sum, &time| sum.with(time)),
            ratio: Ratio::of(turns, engine),
        }
    }
}

impl Ratio {
    /// That of an engine to the first, over the puzzles that both were asked about.
    fn of(turns: &[Vec<Option<Turn>>], engine: usize) -> Ratio {
        let both =
            turns.iter().filter_map(|turns| Some([turns[0]?.bounded(), turns[engine]?.bounded()]));
        let [first, other] = both.fold([Bounded::default(); 2], |[first, other], [one, two]| {
            [first.with(one), other.with(two)]
        });
        let ratio = first.time.as_secs_f64() / other.time.as_secs_f64().max(f64::MIN_POSITIVE);
        match (first.is_more, other.is_more) {
            _ if first == Bounded::default() => Ratio::Unknown,
            (false, false) => Ratio::Exactly(ratio),
            (false, true) => Ratio::Below(ratio),
            (true, false) => Ratio::Above(ratio),
            (true, true) => Ratio::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::verify::{Effort, Kind};

    fn turn(milliseconds: u64, is_spent: bool) -> Turn {
        Turn {
            time: Duration::from_millis(milliseconds),
            effort: Effort { nodes: 10, steps: milliseconds },
            kind: (!is_spent).then_some(Kind::Proper),
        }
    }

    #[test]
    fn standings_are_worked_out() {
        let turns: Vec<_> = (1..=100)
            .map(|k| [turn(k, false), turn(2 * k, k > 96), turn(5, false)].map(Some).to_vec())
            .collect();
        let [first, second, third] = standings(&turns)[..] else { panic!("three engines") };
        let texts = |standing: Standing| {
            let Standing { median, percentile_95, worst, total, ratio, .. } = standing;
            format!("{median}, {percentile_95}, {worst}, {total}, {ratio}")
        };
        assert_eq!(texts(first), "50.0 ms, 95.0 ms, 100 ms, 5.05 s, 1.00");
        assert_eq!(texts(second), "100 ms, 190 ms, > 200 ms, > 10.1 s, < 1/2.00");
        assert_eq!(texts(third), "5.00 ms, 5.00 ms, 5.00 ms, 500 ms, 10.1");
        assert_eq!(
            (first.nodes, first.steps, first.spent, first.worst_puzzle),
            (Some(1000), Some(5050), 0, 99)
        );
        assert_eq!((second.nodes, second.steps, second.spent), (None, None, 4));
        assert!(standings(&[]).is_empty());
    }

    #[test]
    fn ratios_are_over_the_puzzles_that_both_were_asked_about() {
        // The first engine takes 1 to 8 ms, the second 10 ms and is asked about 1, 5; the third not
        // at all.
        let turns: Vec<_> = (1..=8)
            .map(|k| vec![Some(turn(k, false)), (k % 4 == 1).then(|| turn(10, false)), None])
            .collect();
        let [first, second, third] = standings(&turns)[..] else { panic!("three engines") };
        assert_eq!((first.asked, first.total.to_string()), (8, "36.0 ms".to_owned()));
        assert_eq!((second.asked, second.total.to_string()), (2, "20.0 ms".to_owned()));
        assert_eq!(second.ratio, Ratio::Exactly(6.0 / 20.0));
        assert_eq!((third.asked, third.ratio, third.nodes), (0, Ratio::Unknown, Some(0)));
        assert_eq!(second.worst_puzzle, 4);
    }

    #[test]
    fn times_have_three_digits() {
        let text = |nanoseconds| {
            Bounded { time: Duration::from_nanos(nanoseconds), is_more: false }.to_string()
        };
        assert_eq!(text(999), "999 ns");
        assert_eq!(text(1_000), "1.00 µs");
        assert_eq!(text(12_345), "12.3 µs");
        assert_eq!(text(999_949), "1000 µs");
        assert_eq!(text(60_000_000_000), "60.0 s");
        assert_eq!(text(0), "0.00 ns");
        assert_eq!(Ratio::Exactly(0.0123).to_string(), "1/81.3");
    }
}
