//! A question about a problem, and its answer in words.
//!
//! ```text
//!      standard output           standard error
//!      covers                    the budget is spent after 4,096 nodes: 17 covers so far, there
//!                                may be more
//!      17 or more                engine links, as asked
//! ```
//!
//! Covers, their number up to a limit, and whether there is one alone are asked for here, of the
//! engine that was chosen. The other questions have searches and files of their own: `cheapest`,
//! `count`, `critical`, `estimate`, `trace`, and `threads` for all cores.
//!
//! Invariants. Standard output has the answer alone; remarks go to standard error, and `--quiet`
//! leaves them out. A problem that shows without a search that it has no cover is not searched; its
//! answer has the reason. A question that a budget or an interrupt ends has an exit code of its
//! own.
//!
//! Deliberately lacking: the choice of the engine ([`engine`](super::engine)), and how covers look
//! ([`printer`](super::printer)).

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use tourdion::cover::form::xmpuzzle::Symmetries;
use tourdion::cover::{Engine, EngineKind, OptionId, Portfolio, Problem, Shuffled, Statistics};
use tourdion::numerals::grouped;

use super::engine::Chosen;
use super::placed::Placed;
use super::printer::{Collector, Counter, CoverPrinter, Emit};
use super::question::Question;
use super::watch::{self, Budget, CoverSink, End, Guard, Shown, covers_in_words};
use crate::cli::options::ThreadCount;
use crate::cli::output::output;
use crate::cli::{CANNOT_WRITE, Ending, say};

/// The means to answer a question.
pub(super) struct Asker<'a> {
    pub(super) problem: &'a Problem,
    pub(super) placed: &'a Placed,
    pub(super) chosen: &'a Chosen,
    /// The symmetries by which covers are the same, if each has to be looked at.
    pub(super) distinct: Option<&'a Symmetries>,
    /// The order in which the search has the problem, if it is not that of the problem.
    pub(super) shuffled: Option<&'a Shuffled>,
    pub(super) emit: Emit,
    pub(super) budget: Budget,
    /// The most bytes for the tables of a counter.
    pub(super) memory: usize,
    pub(super) interrupted: &'a AtomicBool,
    pub(super) quiet: bool,
    /// Whether statistics follow the answer.
    pub(super) has_stats: bool,
    /// Whether a figure is shown.
    pub(super) is_watched: bool,
}

/// The outcome of a question.
pub(super) struct Outcome {
    /// The first cover found.
    pub(super) first: Option<Vec<OptionId>>,
    /// A summary of results and effort.
    pub(super) altogether: String,
    pub(super) ending: Ending,
}

impl Asker<'_> {
    /// Asks the chosen engine.
    pub(super) fn ask(&self, question: Question, threads: ThreadCount) -> anyhow::Result<Outcome> {
        let why = self.placed.why_none(self.problem);
        match question {
            Question::Cheapest { count } => return self.cheapest(count, threads, why),
            Question::Sample { number, seed } => return self.sample(number, seed, why),
            Question::Critical => return self.critical(why),
            Question::Trace { nodes } => return self.trace(nodes, why),
            _ => {}
        }
        let searched = self.shuffled.map_or(self.problem, Shuffled::problem);
        let mut engine = match self.chosen.kind {
            EngineKind::Turns => self.turns(searched, question, threads)?,
            _ => self.chosen.build(searched)?,
        };
        let engine = engine.as_mut();
        if why.is_none() {
            self.placed.put(engine, self.shuffled)?;
        }
        match question {
            Question::Covers { limit } => self.covers(engine, limit, why),
            Question::Count { limit } => self.count(engine, limit.unwrap_or(u64::MAX), why),
            Question::Estimate { probes, seed } => self.estimate(engine, probes, seed, why),
            _ => self.unique(engine, why),
        }
    }

    /// Searches in turns, in several orders if there may be several threads.
    fn turns(
        &self,
        problem: &Problem,
        question: Question,
        threads: ThreadCount,
    ) -> anyhow::Result<Box<dyn Engine>> {
        let limit = match question {
            Question::Covers { limit } => limit,
            Question::Count { limit } => limit.unwrap_or(u64::MAX),
            _ => 2,
        };
        // One thread always stops at the same node.
        let threads = if self.budget.nodes.is_some() { Some(1) } else { threads.number };
        let threads = threads.and_then(|number| NonZero::new(usize::from(number)));
        let engine = if limit > 2 { Portfolio::for_list } else { Portfolio::new };
        Ok(Box::new(engine(problem, threads)?))
    }

    /// A guard over one answer.
    pub(super) fn guard(&self) -> Guard<'_> {
        Guard::new(self.budget, self.interrupted, self.is_watched)
    }

    /// Prints covers up to the limit.
    fn covers(
        &self,
        engine: &mut dyn Engine,
        limit: u64,
        why: Option<String>,
    ) -> anyhow::Result<Outcome> {
        let mut printer = CoverPrinter::new(self.problem, self.emit, BufWriter::new(output()));
        let (covers, end) = self.search(engine, &mut printer, limit, why.as_deref());
        let first = printer.finish()?;
        self.say_if_empty(first.as_deref());
        self.remark(end, engine.statistics().nodes, covers, why);
        let ending = ending_of(end, covers > 0);
        Ok(Outcome { first, altogether: altogether(covers, &engine.statistics()), ending })
    }

    /// Prints the number of covers counted.
    fn count(
        &self,
        engine: &mut dyn Engine,
        limit: u64,
        why: Option<String>,
    ) -> anyhow::Result<Outcome> {
        let (covers, end) = self.search(engine, &mut Counter, limit, why.as_deref());
        print_count(covers, end)?;
        self.remark(end, engine.statistics().nodes, covers, why);
        let ending = ending_of(end, covers > 0);
        Ok(Outcome { first: None, altogether: altogether(covers, &engine.statistics()), ending })
    }

    /// Prints whether there is none, one or several, and up to two of them.
    fn unique(&self, engine: &mut dyn Engine, why: Option<String>) -> anyhow::Result<Outcome> {
        let mut collector = Collector::default();
        let (covers, end) = self.search(engine, &mut collector, 2, why.as_deref());
        let word = match (end, covers) {
            (End::Enough, _) => "several",
            (End::Complete, 0) => "none",
            (End::Complete, _) => "unique",
            (_, 0) => "unknown",
            _ => "one or more",
        };
        let mut printer = CoverPrinter::new(self.problem, self.emit, BufWriter::new(output()));
        printer.head(word);
        // `finish` reports errors of printing.
        let _ =
            collector.covers.iter().try_for_each(|cover| printer.take(&mut cover.iter().copied()));
        let first = printer.finish()?;
        self.remark(end, engine.statistics().nodes, covers, why);
        let ending = ending_of(end, end == End::Complete && covers == 1);
        Ok(Outcome { first, altogether: altogether(covers, &engine.statistics()), ending })
    }

    /// Searches, unless it is known that there is no cover. Returns the number of covers found.
    pub(super) fn search(
        &self,
        engine: &mut dyn Engine,
        sink: &mut dyn CoverSink,
        limit: u64,
        why: Option<&str>,
    ) -> (u64, End) {
        if why.is_some() {
            return (0, End::Complete);
        }
        let &Asker { distinct, shuffled, .. } = self;
        watch::search(engine, sink, Shown { limit, distinct, shuffled }, self.guard())
    }

    /// Reports on standard error what a number of covers does not show.
    pub(super) fn remark(&self, end: End, nodes: u64, covers: impl Display, why: Option<String>) {
        let covers = covers.to_string();
        match end {
            End::Complete if covers == "0" => self.say_none(why),
            _ if covers == "0" => {
                self.say_stopped(end, nodes, "no cover so far; whether there is one is not known");
            }
            _ => {
                self.say_stopped(
                    end,
                    nodes,
                    &format!("{} so far, there may be more", covers_in_words(covers)),
                );
            }
        }
    }

    /// Reports that there is no cover, and why, if known.
    pub(super) fn say_none(&self, why: Option<String>) {
        let because = why.map(|why| format!(": {why}")).unwrap_or_default();
        self.say(&format!("no cover{because}"));
    }

    /// Reports that the first cover has no options, where a blank line or nothing shows it.
    pub(super) fn say_if_empty(&self, first: Option<&[OptionId]>) {
        if self.emit != Emit::Jsonl && first.is_some_and(<[_]>::is_empty) {
            self.say("a cover without options: no item needs one");
        }
    }

    /// Prints a remark beside the answer.
    pub(super) fn say(&self, text: &str) {
        if !self.quiet {
            say(text);
        }
    }

    /// Reports that the question was stopped after this number of nodes, if it was, with partial
    /// results.
    pub(super) fn say_stopped(&self, end: End, nodes: u64, known: &str) {
        self.say_stopped_by(end, nodes, known, &self.chosen);
    }

    /// The same for a search that goes by this description.
    pub(super) fn say_stopped_by(&self, end: End, nodes: u64, known: &str, search: &dyn Display) {
        let Some(stopped) = end.why_stopped() else { return };
        // A search stops one node after its limit.
        let nodes = grouped(nodes.min(self.budget.nodes.unwrap_or(u64::MAX)));
        self.say(&format!("{stopped} after {nodes} nodes: {known}"));
        if !self.has_stats {
            self.say(&search.to_string());
        }
    }
}

/// A summary of a search.
pub(super) fn altogether(covers: u64, done: &Statistics) -> String {
    let (updates, nodes) = (grouped(done.updates), grouped(done.nodes));
    format!("{}, {updates} updates, {nodes} nodes", covers_in_words(covers))
}

/// Prints the number of covers, as a lower bound if the count is incomplete.
pub(super) fn print_count(covers: impl Display, end: End) -> anyhow::Result<()> {
    let or_more = if end == End::Complete { "" } else { " or more" };
    let mut output = output();
    writeln!(output, "{covers}{or_more}").and_then(|()| output.flush()).context(CANNOT_WRITE)
}

/// The ending of the run, by the result.
pub(super) fn ending_of(end: End, is_found: bool) -> Ending {
    match end {
        End::Spent => Ending::Spent,
        End::Interrupted => Ending::Interrupted,
        End::Complete | End::Enough | End::Failed if is_found => Ending::Well,
        End::Complete | End::Enough | End::Failed => Ending::NotWell,
    }
}
