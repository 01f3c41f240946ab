//! Critical options: those in exactly one cover.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use anyhow::Context;
use serde::Serialize;
use tourdion::cover::OptionId;
use tourdion::cover::question::critical::{CoverCount, Critical, CriticalSearch, Method};
use tourdion::numerals::{counted, grouped};

use super::ask::{Asker, Outcome, ending_of};
use super::printer::{Emit, entries_of, number_of};
use super::watch::End;
use crate::cli::CANNOT_WRITE;
use crate::cli::output::output;

/// A critical option as a line of JSON, with the numbers of the options of its cover.
#[derive(Serialize)]
struct Line {
    number: usize,
    option: Vec<String>,
    cover: Vec<usize>,
}

impl Asker<'_> {
    /// Prints the critical options.
    pub(super) fn critical(&self, why: Option<String>) -> anyhow::Result<Outcome> {
        let engine = self.chosen.build(self.problem)?;
        let search = CriticalSearch::on(engine, self.problem, Method::default())?;
        let mut search = search.listing_on(|| self.chosen.to_list(self.problem).ok());
        let mut guard = self.guard();
        if why.is_none() {
            // The guard knows about a break.
            let _ = search.find(&self.placed.held, &self.placed.banned, &mut guard)?;
        }
        let (end, critical, done) = (guard.end(), search.so_far(), search.statistics());
        let options = self.with_those_of_the_part(critical, end);
        self.print_critical(&options).context(CANNOT_WRITE)?;
        if end == End::Complete {
            self.say_critical(critical.covers(), options.len(), why);
        } else {
            self.say_stopped(end, done.nodes, &self.known(critical));
        }
        let (updates, nodes) = (grouped(done.updates), grouped(done.nodes));
        let altogether =
            format!("{}, {updates} updates, {nodes} nodes", options_in_words(options.len()));
        Ok(Outcome { first: None, altogether, ending: ending_of(end, !options.is_empty()) })
    }

    /// The critical options with their covers. All covers of a part have the options that it holds:
    /// they are critical if there is one cover.
    fn with_those_of_the_part<'c>(
        &'c self,
        critical: &'c Critical,
        end: End,
    ) -> BTreeMap<OptionId, &'c [OptionId]> {
        let mut options: BTreeMap<_, _> = critical.iter().collect();
        if critical.covers() == CoverCount::One && end == End::Complete {
            let all_held = &*self.placed.held;
            let cover = options.first_key_value().map_or(all_held, |(_, cover)| *cover);
            options.extend(self.placed.of_part.iter().map(|&option| (option, cover)));
        }
        options
    }

    fn print_critical(&self, critical: &BTreeMap<OptionId, &[OptionId]>) -> io::Result<()> {
        let mut output = BufWriter::new(output());
        for (&option, cover) in critical {
            match self.emit {
                Emit::Numbers => writeln!(output, "{}", number_of(option))?,
                Emit::Jsonl => {
                    let cover = cover.iter().map(|&option| number_of(option)).collect();
                    let (number, option) = (number_of(option), entries_of(self.problem, option));
                    let line = Line { number, option, cover };
                    writeln!(output, "{}", serde_json::to_string(&line)?)?;
                }
                _ => {
                    writeln!(output, "{}", self.problem.spelled(option))?;
                }
            }
        }
        output.flush()
    }

    /// The partial result of a stopped search.
    fn known(&self, critical: &Critical) -> String {
        // Two covers show that none of those of a part is critical.
        let of_part = self.placed.of_part.len();
        let of_part = if critical.covers() == CoverCount::More { 0 } else { of_part };
        let (found, others) = match critical.len() {
            0 => ("no critical option".to_owned(), "option"),
            found => (options_in_words(found), "other option"),
        };
        match critical.undecided() + of_part {
            0 => format!("{found}, and none is left to be examined"),
            open => format!("{found} so far; of {} it is not known", counted(open, others)),
        }
    }

    /// Reports the number of covers, which explains the critical options.
    fn say_critical(&self, covers: CoverCount, critical: usize, why: Option<String>) {
        match covers {
            CoverCount::None => self.say_none(why),
            CoverCount::One => {
                let is_held = self.placed.held.len() > self.placed.of_part.len();
                let but = if is_held { ", without those of --hold" } else { "" };
                self.say(&format!("one cover: all of its options are critical{but}"));
            }
            CoverCount::More => self.say(&match critical {
                0 => "several covers, and no critical option".to_owned(),
                1 => "several covers: one of them has this option alone".to_owned(),
                count => {
                    format!("several covers: {} options that one of them has alone", grouped(count))
                }
            }),
        }
    }
}

fn options_in_words(count: usize) -> String {
    counted(count, "critical option")
}
