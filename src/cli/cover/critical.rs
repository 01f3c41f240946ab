//! Critical options: those in exactly one cover.

use std::io::{self, BufWriter, Write};

use anyhow::Context;
use serde::Serialize;
use tourdion::cover::Statistics;
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
        let mut search = CriticalSearch::on(engine, self.problem, Method::default())?;
        let (mut guard, mut critical) = (self.guard(), Critical::default());
        if why.is_none() {
            let mut watch = |_: &Statistics| guard.look(0, &String::new).map_continue(|_| ());
            let found = search.find(&self.placed.held, &self.placed.banned, &mut watch)?;
            // The guard knows about a break.
            critical = found.continue_value().cloned().unwrap_or_default();
        }
        let end = guard.end();
        let done = search.statistics();
        if end == End::Complete {
            self.print_critical(&critical).context(CANNOT_WRITE)?;
            self.say_critical(&critical, why);
        } else {
            self.say_stopped(end, done.nodes, "which options are critical is not known");
        }
        let (updates, nodes) = (grouped(done.updates), grouped(done.nodes));
        let altogether =
            format!("{}, {updates} updates, {nodes} nodes", options_in_words(critical.len()));
        Ok(Outcome { first: None, altogether, ending: ending_of(end, !critical.is_empty()) })
    }

    fn print_critical(&self, critical: &Critical) -> io::Result<()> {
        let mut output = BufWriter::new(output());
        for (option, cover) in critical.iter() {
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

    /// Reports the number of covers, which explains the critical options.
    fn say_critical(&self, critical: &Critical, why: Option<String>) {
        match critical.covers() {
            CoverCount::None => self.say_none(why),
            CoverCount::One => {
                self.say("one cover: all of its options that are not held are critical");
            }
            CoverCount::More => self.say(&match critical.len() {
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
