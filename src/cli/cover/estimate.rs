//! Estimates of the covers and of the search, by random ways down.

use std::io::Write;

use anyhow::Context;
use serde::Serialize;
use tourdion::chance::Chance;
use tourdion::cover::Engine;
use tourdion::cover::question::estimate::{Estimate, Mean, estimate};
use tourdion::numerals::{counted, grouped};

use super::ask::{Asker, Outcome, ending_of};
use super::printer::Emit;
use crate::cli::CANNOT_WRITE;
use crate::cli::output::output;

/// The size from which numbers have too many digits to read.
const LONG: f64 = 1e15;

/// An estimate as a line of JSON. Infinite values are null there.
#[derive(Serialize)]
struct Line {
    probes: u32,
    covers: MeanJson,
    nodes: MeanJson,
}

#[derive(Serialize)]
struct MeanJson {
    mean: f64,
    standard_error: f64,
}

impl Asker<'_> {
    /// Prints estimates of the covers and of the nodes of a search.
    pub(super) fn estimate(
        &self,
        engine: &mut dyn Engine,
        probes: u32,
        seed: u64,
        why: Option<String>,
    ) -> anyhow::Result<Outcome> {
        let mut guard = self.guard();
        let mut chance = Chance::new(seed, 0);
        let mut below = |bound| chance.below(bound);
        let mut steps = 0;
        let known = || String::from("of random ways down");
        let mut watch = |done: &u64| {
            steps = *done;
            guard.look(*done, &known).map_continue(|_| ())
        };
        let estimate = if why.is_some() {
            // The root shows that there is no cover.
            Estimate::of_root(probes)
        } else {
            estimate(engine, probes, &mut below, &mut watch)
        };
        let end = guard.end();
        self.print_estimate(&estimate)?;
        let is_none = why.is_some();
        if is_none {
            self.say_none(why);
        }
        let done = format!("{} of {} probes", grouped(estimate.probes), grouped(probes));
        self.say_stopped(end, steps, &done);
        if estimate.probes > 0 && estimate.is_blind() {
            self.say(&format!(
                "none of {} ended at a cover, so their number is not known by this; --count has \
                 it, and more probes may meet one",
                counted(estimate.probes, "probe")
            ));
        }
        let ending = ending_of(end, !is_none);
        Ok(Outcome { first: None, altogether: format!("{done}, {} nodes", grouped(steps)), ending })
    }

    fn print_estimate(&self, estimate: &Estimate) -> anyhow::Result<()> {
        let mut output = output();
        let Estimate { probes, covers, nodes, .. } = *estimate;
        if self.emit == Emit::Jsonl {
            let json = |Mean { mean, standard_error }: Mean| MeanJson { mean, standard_error };
            let line = Line { probes, covers: json(covers), nodes: json(nodes) };
            let text = serde_json::to_string(&line).context(CANNOT_WRITE)?;
            writeln!(output, "{text}")
        } else if probes == 0 {
            writeln!(output, "unknown")
        } else {
            writeln!(output, "{} covers\n{} nodes", spelled(covers), spelled(nodes))
        }
        .and_then(|()| output.flush())
        .context(CANNOT_WRITE)
    }
}

/// A mean with its standard error, both to the error's second digit: `13,020,000 ± 240,000`.
fn spelled(Mean { mean, standard_error: error }: Mean) -> String {
    if mean.is_infinite() {
        return "more than 10^308".to_owned();
    }
    if error == 0.0 && mean >= LONG {
        return format!("{mean:.3e} ± 0");
    }
    if !error.is_finite() || mean >= LONG {
        return format!("{mean:.3e} ± {error:.1e}");
    }
    // The place of the error's second digit: 10^place.
    let place = if error > 0.0 { error.log10().floor() as i32 - 1 } else { 0 };
    let rounded = |number: f64| {
        let unit = 10_f64.powi(place);
        // Decimals are rounded by formatting.
        let number = if place > 0 { (number / unit).round_ties_even() * unit } else { number };
        let text = format!("{:.*}", usize::try_from(-place).unwrap_or(0), number);
        let (whole, fraction) =
            text.split_once('.').map_or((&*text, None), |(whole, f)| (whole, Some(f)));
        let fraction = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
        format!("{}{fraction}", grouped(whole))
    };
    format!("{} ± {}", rounded(mean), rounded(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_digits_that_its_error_leaves() {
        for (mean, standard_error, text) in [
            (92.0, 0.0, "92 ± 0"),
            (92.345, 3.089, "92.3 ± 3.1"),
            (1057.3, 23.4, "1,057 ± 23"),
            (13_023_456.0, 241_234.0, "13,020,000 ± 240,000"),
            (0.001_234, 0.000_123, "0.00123 ± 0.00012"),
            (5.3061e16, 0.0, "5.306e16 ± 0"),
            (5.306e16, 1.2e14, "5.306e16 ± 1.2e14"),
            (1e300, f64::INFINITY, "1.000e300 ± inf"),
            (f64::INFINITY, f64::INFINITY, "more than 10^308"),
        ] {
            assert_eq!(spelled(Mean { mean, standard_error }), text);
        }
    }
}
