//! Writes a plan: the phases, and their probable work.

use std::fmt;

use tourdion::numerals::grouped;
use tourdion::tour::Repeat;
use tourdion::tour::plan::{Plan, Planned};

/// The most phases shown.
const SHOWN: usize = 40;

const UNKNOWN: &str = "unknown";

/// More than can be computed with.
const MORE: &str = ">1e308";

/// A plan as a table.
pub(super) struct Forecast<'f>(pub(super) &'f Plan);

impl fmt::Display for Forecast<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Forecast(Plan { phases, is_cut, .. }) = self;
        writeln!(
            f,
            "{:>6}  {:<16} {:>16} {:>20} {:>10}",
            "phase", "step", "puzzles", "pseudo-puzzles", "time"
        )?;
        for (k, phase) in phases.iter().take(SHOWN).enumerate() {
            let rounds = match phase.repeat {
                Repeat::Times(_) => "",
                Repeat::Until(_) | Repeat::Closure => "   one round of those that it takes",
            };
            writeln!(
                f,
                "{:>6}  {:<16} {:>16} {:>20} {:>10}{rounds}",
                k + 1,
                phase.step.to_string(),
                about(phase.puzzles, phase.is_exact),
                about(phase.pseudo_puzzles, phase.is_exact),
                time(phase.seconds()),
            )?;
        }
        if phases.len() > SHOWN || *is_cut {
            let more = if *is_cut { " and more" } else { "" };
            writeln!(f, "   ...  to phase {}{more}", phases.len())?;
        }
        let all: f64 = phases.iter().map(|phase| phase.pseudo_puzzles).sum();
        let all = if *is_cut { UNKNOWN.to_owned() } else { about(all, phases.len() == 1) };
        let seconds = phases.iter().map(Planned::seconds).sum::<Option<f64>>();
        writeln!(
            f,
            "{:>6}  {:<16} {:>16} {:>20} {:>10}",
            "all",
            "",
            "",
            all,
            time(seconds.filter(|_| !is_cut))
        )?;
        f.write_str("Times, and numbers with a ~, are estimates from a small sample.")
    }
}

fn about(number: f64, is_exact: bool) -> String {
    if !number.is_finite() {
        return MORE.to_owned();
    }
    let sign = if is_exact { "" } else { "~" };
    if number < 1e15 {
        // No more than a quadrillion, and not below 0.
        #[allow(clippy::cast_sign_loss)]
        let whole = number.round() as u64;
        return format!("{sign}{}", grouped(whole));
    }
    format!("{sign}{number:.1e}")
}

fn time(seconds: Option<f64>) -> String {
    match seconds {
        None => UNKNOWN.to_owned(),
        Some(s) if s < 60.0 => format!("{s:.1} s"),
        Some(s) if s < 3_600.0 => format!("{:.1} min", s / 60.0),
        Some(s) if s < 48.0 * 3_600.0 => format!("{:.1} h", s / 3_600.0),
        Some(s) if s < 1e12 => format!("{:.0} days", s / 86_400.0),
        Some(_) => "ages".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_short() {
        assert_eq!(about(340.0, true), "340");
        assert_eq!(about(1_234_567.4, false), "~1,234,567");
        assert_eq!(about(2.5e20, false), "~2.5e20");
        assert_eq!(about(f64::INFINITY, false), ">1e308");
        let times = [None, Some(0.04), Some(90.0), Some(7_200.0), Some(1e6), Some(1e13)].map(time);
        assert_eq!(times, ["unknown", "0.0 s", "1.5 min", "2.0 h", "12 days", "ages"]);
    }
}
