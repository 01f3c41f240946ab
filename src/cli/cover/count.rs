//! The number of covers, and random samples of them, by a [`Counter`].
//!
//! A count that is broken off gives a lower bound: the covers counted so far.

use std::cell::OnceCell;
use std::io::BufWriter;
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

use tourdion::chance::Chance;
use tourdion::cover::question::memo::{CountWork, Counter, Finishers};
use tourdion::cover::{CoverTotal, OptionId};
use tourdion::numerals::grouped;
use tourdion::threads::{Threads, ThreadsError};
use tourdion::watch::Watch;

use super::ask::{Asker, Outcome, ending_of, print_count};
use super::printer::CoverPrinter;
use super::watch::{CoverSink, End, Guard, covers_in_words};
use crate::cli::options::ThreadCount;
use crate::cli::output::output;

/// The covers drawn at a time where they are listed: an interrupt loses the listing under way.
const MOST_LISTED: u64 = 4096;

/// A guard that watches a counter.
struct Counting<'g> {
    guard: Guard<'g>,
    /// The number of covers drawn, for a sample.
    drawn: Option<u64>,
}

impl Watch<CountWork> for Counting<'_> {
    fn pulse(&mut self, work: &CountWork) -> ControlFlow<()> {
        let drawn = self.drawn;
        let known = || match drawn {
            None | Some(0) => format!("{} states remembered", grouped(work.entries)),
            Some(drawn) => format!("{} drawn", covers_in_words(drawn)),
        };
        self.guard.look(work.nodes, &known).map_continue(|_| ())
    }

    fn patience(&self) -> u64 {
        self.guard.patience()
    }
}

impl Asker<'_> {
    fn counter(&self) -> anyhow::Result<Counter> {
        Ok(Counter::new(self.problem, &self.placed.held, &self.placed.banned, self.memory)?)
    }

    /// Prints the number of covers, or of those counted; on these threads if it takes long.
    pub(super) fn count_all(&self, threads: ThreadCount) -> anyhow::Result<Outcome> {
        let why = self.placed.why_none(self.problem);
        let mut counter = self.counter()?;
        let mut watch = Counting { guard: self.guard(), drawn: None };
        let started = OnceCell::new();
        let start = || {
            let are_several = threads.count() > 1;
            are_several.then(|| started.get_or_init(|| threads.start()).as_ref().ok()).flatten()
        };
        let outcome = if why.is_some() {
            Continue(CoverTotal::ZERO)
        } else if self.budget.nodes.is_some() {
            // One thread always stops at the same node.
            counter.count(&mut watch)
        } else {
            counter.count_on(&start, &mut watch)
        };
        let end = watch.guard.end();
        let covers = match outcome {
            Continue(covers) => covers,
            Break(()) => counter.so_far(),
        };
        print_count(&covers, end)?;
        let work = counter.work();
        self.remark(end, work.nodes, &covers, why);
        let ending = ending_of(end, covers != CoverTotal::ZERO);
        let finishers = in_words(counter.finishers(), started.get());
        let altogether = altogether(&covers, work) + &finishers;
        Ok(Outcome { first: None, altogether, ending })
    }

    /// Prints this number of covers, each drawn from all.
    pub(super) fn sample(
        &self,
        number: u64,
        seed: u64,
        why: Option<String>,
    ) -> anyhow::Result<Outcome> {
        let mut counter = self.counter()?;
        let mut watch = Counting { guard: self.guard(), drawn: Some(0) };
        let mut printer = CoverPrinter::new(self.problem, self.emit, BufWriter::new(output()));
        let (mut drawn, mut covers) = (0, Vec::new().into_iter());
        while why.is_none() && drawn < number {
            let Some(cover) = covers.next() else {
                let most = if counter.lists() { MOST_LISTED } else { 1 };
                let next = drawn..number.min(drawn + most);
                let Continue(more) = draw_all(&mut counter, seed, next, &mut watch) else {
                    break;
                };
                covers = more.into_iter();
                continue;
            };
            let Some(cover) = cover else { break };
            let taken = printer.take(&mut cover.into_iter());
            drawn += 1;
            watch.drawn = Some(drawn);
            if taken.is_break() || drawn == number {
                break;
            }
            match watch
                .guard
                .look(counter.work().nodes, &|| format!("{} drawn", covers_in_words(drawn)))
            {
                Continue(is_time) if is_time && printer.pass().is_break() => break,
                Continue(_) => {}
                Break(()) => break,
            }
        }
        let end = watch.guard.end();
        let first = printer.finish()?;
        if drawn == 0 && end == End::Complete {
            self.say_none(why);
        }
        let known = format!("{} of {} drawn", grouped(drawn), covers_in_words(number));
        let work = counter.work();
        self.say_stopped(end, work.nodes, &known);
        Ok(Outcome {
            first,
            altogether: altogether(&counter.so_far(), work),
            ending: ending_of(end, drawn > 0),
        })
    }
}

/// The covers of these draws: none if there is none.
fn draw_all(
    counter: &mut Counter,
    seed: u64,
    draws: Range<u64>,
    watch: &mut dyn Watch<CountWork>,
) -> ControlFlow<(), Vec<Option<Vec<OptionId>>>> {
    let mut numbers = Vec::new();
    for draw in draws {
        // A stream for each: a draw does not depend on the random numbers of others.
        let mut chance = Chance::new(seed, draw);
        let Some(number) = counter.draw(&mut |bound| chance.below(bound), watch)? else {
            return Continue(vec![None]);
        };
        numbers.push(number);
    }
    counter.covers(&numbers, watch)
}

/// Says which searches were first, on how many threads.
fn in_words(finishers: Finishers, threads: Option<&Result<Threads, ThreadsError>>) -> String {
    let Finishers { walks, searches, shared, .. } = finishers;
    let by = match (walks, searches) {
        (0, 0) => return String::new(),
        (0, 1) => "a plain search was first".to_owned(),
        (1, 0) => "a walk was first".to_owned(),
        _ => format!("in {walks} parts a walk was first, in {searches} a plain search"),
    };
    match threads {
        Some(Ok(threads)) if shared > 0 => format!(", {by}, on {} threads", threads.count()),
        _ => format!(", {by}"),
    }
}

/// A summary of the count and its effort.
fn altogether(covers: &CoverTotal, work: CountWork) -> String {
    let CountWork { nodes, hits, entries, bytes, .. } = work;
    let [nodes, hits, entries, bytes] = [nodes, hits, entries, bytes as u64].map(grouped);
    format!(
        "{}, {hits} hits in a memo of {entries} states and {bytes} bytes, {nodes} nodes",
        covers_in_words(covers)
    )
}
