//! A question about a problem, and its answer in words.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use tourdion::cover::{Engine, OptionId, Problem};

use super::engine::Chosen;
use super::placed::Placed;
use super::press::{Collector, Counter, Emit, Press};
use super::watch::{Budget, End, Guard, Taker, Watch, covers_in_words};
use crate::cli::{CANNOT_WRITE, Ending, grouped, say};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// The covers themselves.
    Covers,
    /// Their number.
    Count,
    /// Whether there is none, one or several.
    Unique,
}

/// Who asks.
pub(super) struct Asker<'a> {
    pub(super) problem: &'a Problem,
    pub(super) question: Question,
    pub(super) chosen: &'a Chosen,
    /// How many covers are enough.
    pub(super) limit: u64,
    pub(super) emit: Emit,
    pub(super) budget: Budget,
    pub(super) interrupted: &'a AtomicBool,
    pub(super) quiet: bool,
    /// Whether a figure is shown.
    pub(super) is_watched: bool,
}

/// What came of it.
pub(super) struct Asked {
    /// The first cover that was seen.
    pub(super) first: Option<Vec<OptionId>>,
    pub(super) covers: u64,
    pub(super) ending: Ending,
}

impl Asker<'_> {
    /// Asks the engine, with these options held and banned.
    pub(super) fn ask(&self, engine: &mut dyn Engine, placed: &Placed) -> anyhow::Result<Asked> {
        let why = placed.why_none(self.problem);
        if why.is_none() {
            placed.put(engine)?;
        }
        match self.question {
            Question::Covers => self.covers(engine, why),
            Question::Count => self.count(engine, why),
            Question::Unique => self.unique(engine, why),
        }
    }

    /// Prints covers up to the limit.
    fn covers(&self, engine: &mut dyn Engine, why: Option<String>) -> anyhow::Result<Asked> {
        let mut press = Press::new(self.problem, self.emit, BufWriter::new(io::stdout().lock()));
        let (covers, end) = self.search(engine, &mut press, why.as_deref());
        let first = press.finish()?;
        self.remark(end, covers, engine, why);
        let ending = ending_of(end, covers > 0);
        Ok(Asked { first, covers, ending })
    }

    /// Prints the number of covers, as far as it was counted.
    fn count(&self, engine: &mut dyn Engine, why: Option<String>) -> anyhow::Result<Asked> {
        let (covers, end) = self.search(engine, &mut Counter, why.as_deref());
        let or_more = if end == End::Complete { "" } else { " or more" };
        let mut output = io::stdout().lock();
        writeln!(output, "{covers}{or_more}").and_then(|()| output.flush()).context(CANNOT_WRITE)?;
        self.remark(end, covers, engine, why);
        Ok(Asked { first: None, covers, ending: ending_of(end, covers > 0) })
    }

    /// Prints whether there is none, one or several, and up to two of them.
    fn unique(&self, engine: &mut dyn Engine, why: Option<String>) -> anyhow::Result<Asked> {
        let mut collector = Collector::default();
        let (covers, end) = self.search(engine, &mut collector, why.as_deref());
        let word = match (end, covers) {
            (End::Enough, _) => "several",
            (End::Complete, 0) => "none",
            (End::Complete, _) => "unique",
            (_, 0) => "unknown",
            _ => "one or more",
        };
        let mut press = Press::new(self.problem, self.emit, BufWriter::new(io::stdout().lock()));
        press.head(word);
        // What could not be printed is told by `finish`.
        let _ = collector.covers.iter().try_for_each(|cover| press.take(&mut cover.iter().copied()));
        let first = press.finish()?;
        self.remark(end, covers, engine, why);
        Ok(Asked { first, covers, ending: ending_of(end, end == End::Complete && covers == 1) })
    }

    /// Searches, but where it is known that there is nothing to be found. Returns how many covers were seen.
    fn search(&self, engine: &mut dyn Engine, taker: &mut dyn Taker, why: Option<&str>) -> (u64, End) {
        if why.is_some() {
            return (0, End::Complete);
        }
        let guard = Guard::new(self.budget, self.interrupted, self.is_watched);
        let mut watch = Watch::new(taker, self.limit, guard);
        // The watch knows whether it broke off, and why.
        let _ = engine.search(&mut watch);
        (watch.covers, watch.end())
    }

    /// Says on standard error what the results do not.
    fn remark(&self, end: End, covers: u64, engine: &dyn Engine, why: Option<String>) {
        if self.quiet {
            return;
        }
        let stopped = match end {
            End::Complete if covers == 0 => {
                let because = why.map(|why| format!(": {why}")).unwrap_or_default();
                return say(format_args!("no cover{because}"));
            }
            End::Complete | End::Enough | End::Failed => return,
            End::Spent => "the budget is spent",
            End::Interrupted => "interrupted",
        };
        // A search is stopped when it has counted one node more.
        let nodes = grouped(engine.statistics().nodes.min(self.budget.nodes.unwrap_or(u64::MAX)));
        let known = match covers {
            0 => "no cover so far; whether there is one is not known".to_owned(),
            covers => format!("{} so far, there may be more", covers_in_words(covers)),
        };
        say(format_args!("{stopped} after {nodes} nodes: {known} ({})", self.chosen));
    }
}

/// How the run ends, if what was asked for was found or not.
fn ending_of(end: End, is_found: bool) -> Ending {
    match end {
        End::Spent => Ending::Spent,
        End::Interrupted => Ending::Interrupted,
        End::Complete | End::Enough | End::Failed if is_found => Ending::Well,
        End::Complete | End::Enough | End::Failed => Ending::NotWell,
    }
}
