//! `--stats`: what was searched, by which search, and with what effort.
//!
//! ```text
//!      7 items (0 of them secondary), 6 options, 16 entries
//!      engine turns: of several searches in turns one is soon done
//!      Altogether 1 cover, 0 updates, 6 nodes; 0.000 s
//! ```

use std::time::Duration;

use tourdion::cover::Problem;
use tourdion::numerals::grouped;

use super::cheapest;
use super::engine::Chosen;
use super::question::Question;
use crate::cli::say;

/// Says what was searched, by which search, and with what effort.
pub(super) fn say_stats(
    problem: &Problem,
    question: Question,
    chosen: &Chosen,
    altogether: &str,
    time: Duration,
) {
    let (size, seconds) = (size_in_words(problem), time.as_secs_f64());
    let search = match question {
        Question::Cheapest { .. } => cheapest::SEARCH.to_owned(),
        _ => chosen.to_string(),
    };
    say(format_args!("{size}\n{search}\nAltogether {altogether}; {seconds:.3} s"));
}

/// The size of a problem.
fn size_in_words(problem: &Problem) -> String {
    let items = problem.items();
    let primary = problem.items().filter(|&item| problem.is_primary(item)).count();
    let [all, secondary, options, entries] =
        [items.len(), items.len() - primary, problem.options().len(), problem.entry_count()]
            .map(|count| grouped(count as u64));
    format!("{all} items ({secondary} of them secondary), {options} options, {entries} entries")
}
