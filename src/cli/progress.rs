//! A progress bar on standard error, if that is a terminal; otherwise nothing.
//!
//! The bar counts bytes of input, which are known beforehand if all inputs are files; otherwise it
//! is a running figure: the number of puzzles, and puzzles a second.

use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use tourdion::catalogue::ReadProgress;
use tourdion::numerals::grouped;

/// The interval for drawing a running figure.
const TICK: Duration = Duration::from_millis(100);

/// A bar over the bytes of all inputs.
pub(super) fn over(progress: &Arc<ReadProgress>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(progress.total(), ProgressDrawTarget::stderr());
    let template = match progress.total() {
        Some(_) => "{bar:30} {percent:>3}%  {msg}{left}",
        None => "{spinner} {binary_bytes}  {msg}",
    };
    styled(bar, template)
}

/// A bar over a number of puzzles.
pub(super) fn questions(puzzles: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(puzzles), ProgressDrawTarget::stderr());
    ticking(styled(bar, "{bar:30} {human_pos} of {human_len}{left}"))
}

/// A running figure alone.
pub(super) fn figure() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    ticking(styled(bar, "{spinner} {msg}"))
}

/// A bar over the pseudo-puzzles of one phase after another.
pub(super) fn phases() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
    styled(bar, "{bar:20} {human_pos} of {human_len}  {msg}  {speed}/s{left}")
}

/// The bar, drawn again and again until it is done, by a thread of its own. Where nobody sees it
/// there is none; where the system starts none, the bar is drawn with its news alone. (indicatif's
/// own thread starts in both cases, or panics.)
fn ticking(bar: ProgressBar) -> ProgressBar {
    if !bar.is_hidden() {
        let weak = bar.downgrade();
        let shown = move || weak.upgrade().filter(|bar| !bar.is_finished());
        let tick = move || {
            while let Some(bar) = shown() {
                bar.tick();
                drop(bar);
                thread::sleep(TICK);
            }
        };
        let _ = thread::Builder::new().spawn(tick);
    }
    bar
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = out.write_str(&speed(state.per_sec()));
    };
    let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = out.write_str(&left(state.per_sec(), state.eta()));
    };
    bar.with_style(style.with_key("speed", speed).with_key("left", left))
}

/// The time that is left, `  3s left`, or nothing where it is not known: before the first step is
/// done, indicatif takes it for none.
fn left(per_second: f64, left: Duration) -> String {
    if per_second > 0.0 { format!("  {:#} left", HumanDuration(left)) } else { String::new() }
}

/// Puzzles a second, rounded down: `5,198`, or below ten with a decimal, as `0.8`.
pub(super) fn rate(puzzles: u64, elapsed: Duration) -> String {
    const SECOND: u128 = 1_000_000_000;
    let tenths = u128::from(puzzles) * 10 * SECOND / elapsed.as_nanos().max(1);
    match (puzzles, tenths) {
        (1.., 0) => "<0.1".to_owned(),
        (1.., ..100) => format!("{}.{}", tenths / 10, tenths % 10),
        _ => grouped(tenths / 10),
    }
}

/// The same, of a number a second that is not below 0.
fn speed(per_second: f64) -> String {
    const SECONDS: u16 = 1_000;
    #[allow(clippy::cast_sign_loss)]
    let done = (per_second * f64::from(SECONDS)).ceil() as u64;
    rate(done, Duration::from_secs(SECONDS.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_not_known_before_anything_is_done() {
        assert_eq!(left(0.0, Duration::ZERO), "");
        assert_eq!(left(0.1, Duration::from_secs(7)), "  7s left");
        assert_eq!(left(5.0, Duration::ZERO), "  0s left");
    }

    #[test]
    fn a_slow_rate_has_a_decimal() {
        for (puzzles, seconds, text) in [
            (0, 3, "0"),
            (1, 11, "<0.1"),
            (3, 4, "0.7"),
            (99, 10, "9.9"),
            (10, 1, "10"),
            (109, 10, "10"),
            (10_396, 2, "5,198"),
        ] {
            assert_eq!(rate(puzzles, Duration::from_secs(seconds)), text);
        }
        assert_eq!(rate(2, Duration::ZERO), "2,000,000,000");
        let speeds = [0.0, 0.000_1, 0.71, 108.093_8, 5_198.2].map(speed);
        assert_eq!(speeds, ["0", "<0.1", "0.7", "108", "5,198"]);
    }
}
