//! The cheapest covers with their costs, found by [`Cheapest`].

use std::cell::OnceCell;
use std::io::{self, BufWriter, Write};

use anyhow::Context;
use serde::Serialize;
use tourdion::cover::Statistics;
use tourdion::cover::question::cheapest::{Cheapest, CheapestCovers, Priced};
use tourdion::numerals::grouped;

use super::ask::{Asker, Outcome, ending_of};
use super::printer::{Emit, entries_of, number_of};
use super::watch::covers_in_words;
use crate::cli::CANNOT_WRITE;
use crate::cli::options::ThreadCount;
use crate::cli::output::output;

/// The name of this search, in place of an engine's.
pub(super) const SEARCH: &str = "branch and bound, by costs";

/// A cover as a line of JSON.
#[derive(Serialize)]
struct Line {
    cost: u128,
    numbers: Vec<usize>,
    options: Vec<Vec<String>>,
}

impl Asker<'_> {
    /// Prints the cheapest covers, at most this number; found on these threads if it takes long.
    pub(super) fn cheapest(
        &self,
        count: u64,
        threads: ThreadCount,
        why: Option<String>,
    ) -> anyhow::Result<Outcome> {
        let search = Cheapest::new(self.problem, &self.placed.held, &self.placed.banned)?;
        let mut guard = self.guard();
        // If it is known that there is no cover, there is no search.
        let count = if why.is_some() { 0 } else { usize::try_from(count).unwrap_or(usize::MAX) };
        let mut look = |done: &Statistics| {
            let known = || format!("{} seen", covers_in_words(done.covers));
            guard.look(done.nodes, &known).map_continue(|_| ())
        };
        let started = OnceCell::new();
        let start = || {
            // One thread always stops at the same node.
            let are_several = self.budget.nodes.is_none() && threads.count() > 1;
            are_several.then(|| started.get_or_init(|| threads.start()).as_ref().ok()).flatten()
        };
        let found = search.first_on(count, &start, &mut look);
        let end = guard.end();
        self.print_cheapest(&found.covers).context(CANNOT_WRITE)?;
        let Statistics { nodes, updates, covers, .. } = found.statistics;
        // Parts may have covers where the whole has none.
        let is_found = !found.covers.is_empty();
        if found.is_complete && !is_found {
            self.say_none(why);
        }
        self.say_stopped_by(end, nodes, &known(&found), &SEARCH);
        let seen = covers_in_words(if is_found { covers } else { 0 });
        let (updates, nodes) = (grouped(updates), grouped(nodes));
        Ok(Outcome {
            first: found.covers.into_iter().next().map(|priced| priced.options),
            altogether: format!("{seen} seen, {updates} updates, {nodes} nodes"),
            ending: ending_of(end, is_found),
        })
    }

    fn print_cheapest(&self, covers: &[Priced]) -> io::Result<()> {
        let mut output = BufWriter::new(output());
        for (k, Priced { cost, options, .. }) in covers.iter().enumerate() {
            let numbers = options.iter().map(|&option| number_of(option));
            match self.emit {
                Emit::Numbers => {
                    write!(output, "{cost}:")?;
                    numbers.into_iter().try_for_each(|number| write!(output, " {number}"))?;
                    writeln!(output)?;
                }
                Emit::Jsonl => {
                    let spelled = options.iter().map(|&option| entries_of(self.problem, option));
                    let line = Line {
                        cost: *cost,
                        numbers: numbers.collect(),
                        options: spelled.collect(),
                    };
                    writeln!(output, "{}", serde_json::to_string(&line)?)?;
                }
                _ => {
                    let blank = if k > 0 { "\n" } else { "" };
                    writeln!(output, "{blank}cost {cost}")?;
                    options
                        .iter()
                        .try_for_each(|&o| writeln!(output, "{}", self.problem.spelled(o)))?;
                }
            }
        }
        output.flush()
    }
}

/// The partial result of a stopped search.
fn known(found: &CheapestCovers) -> String {
    let least = found.at_least;
    let none = format!("none costs less than {}", grouped(least));
    let Some(cheapest) = found.covers.first().map(|cover| cover.cost) else {
        return format!("no cover so far; {none}");
    };
    let count = covers_in_words(found.covers.len() as u64);
    if cheapest <= least {
        return format!("{count} so far; {none}, so the first is a cheapest one");
    }
    let thousandths = (cheapest - least).saturating_mul(1000).div_ceil(cheapest);
    let (percent, tenth) = (thousandths / 10, thousandths % 10);
    format!("{count} so far, there may be cheaper ones; {none}, that is {percent}.{tenth} % less")
}
