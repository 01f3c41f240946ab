//! Prints covers, each as soon as it is found.
//!
//! ```text
//!      --emit numbers    1 4 5
//!      --emit jsonl      {"numbers":[1,4,5],"options":[["c","e"],["a","d","f"],["b","g"]]}
//!      --emit options    c e
//!                        a d f
//!                        b g
//! ```
//!
//! Invariants. The options of a cover are in the order of the problem, whatever the order in which
//! they were found. A cover in a buffer is written at the next pass, not when the buffer is full.
//! After an error nothing more is printed, and `finish` returns it.
//!
//! Deliberately lacking: problems in the forms that [`Emit`] has for them, which
//! [`stated`](super::stated) prints; pictures; and covers that count as the same, which
//! [`watch`](super::watch) leaves out.

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};

use anyhow::Context;
use clap::ValueEnum;
use tourdion::cover::{OptionId, Problem};

use super::spellings::Spellings;
use super::watch::CoverSink;
use crate::cli::CANNOT_WRITE;

/// How covers are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Emit {
    /// Each option on a line, a blank line between covers
    Options,
    /// The numbers of the options, one cover a line
    Numbers,
    /// A JSON object with both, one cover a line
    Jsonl,
    /// No cover, but the problem in Knuth's form
    Problem,
    /// No cover, but the problem as clauses, in DIMACS CNF
    Cnf,
    /// No cover, but the problem as pseudo-Boolean constraints
    Opb,
    /// No cover, but the problem in miniexact's form of words
    Miniexact,
    /// No cover, but the problem in miniexact's form of numbers
    MiniexactNumbers,
}

impl Emit {
    /// Whether the problem is printed, and no cover.
    pub(super) fn is_of_the_problem(self) -> bool {
        !matches!(self, Emit::Options | Emit::Numbers | Emit::Jsonl)
    }
}

impl fmt::Display for Emit {
    /// As it is named on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().expect("each form is a value").get_name())
    }
}

/// The number of an option, in the order of the problem, from 1.
pub(super) fn number_of(option: OptionId) -> usize {
    option.index() + 1
}

/// The items of an option with their colours, as they are spelled.
pub(super) fn entries_of(problem: &Problem, option: OptionId) -> Vec<String> {
    problem
        .entries_of(option)
        .iter()
        .map(|&entry| problem.spelled_entry(entry).to_string())
        .collect()
}

/// Prints covers.
pub(super) struct CoverPrinter<'p, W: Write> {
    problem: &'p Problem,
    emit: Emit,
    output: W,
    /// The number of covers printed.
    printed: u64,
    /// The options of the current cover, in the order of the problem.
    options: Vec<OptionId>,
    /// A bit for each option, to put them in order; none is set in between.
    bits: Vec<u64>,
    spellings: Spellings,
    /// The text of the current cover.
    text: Vec<u8>,
    /// The first cover, if it is kept.
    first: Option<Vec<OptionId>>,
    error: Option<anyhow::Error>,
}

impl<'p, W: Write> CoverPrinter<'p, W> {
    pub(super) fn new(problem: &'p Problem, emit: Emit, output: W) -> CoverPrinter<'p, W> {
        CoverPrinter {
            problem,
            emit,
            output,
            printed: 0,
            options: Vec::new(),
            bits: Vec::new(),
            spellings: Spellings::default(),
            text: Vec::new(),
            first: None,
            error: None,
        }
    }

    /// The first cover, or the error that stopped printing.
    pub(super) fn finish(mut self) -> anyhow::Result<Option<Vec<OptionId>>> {
        match self.error {
            Some(error) => Err(error),
            None => self.output.flush().context(CANNOT_WRITE).map(|()| self.first),
        }
    }

    /// Prints a word before the covers.
    pub(super) fn head(&mut self, word: &str) {
        let done = match self.emit {
            Emit::Jsonl => writeln!(self.output, "{{\"covers\":\"{word}\"}}"),
            _ => writeln!(self.output, "{word}"),
        };
        self.error = done.context(CANNOT_WRITE).err();
    }

    /// Puts the options of the current cover in the order of the problem.
    fn put_in_order(&mut self) {
        let words = self.problem.options().len().div_ceil(64);
        if words > self.options.len() {
            return self.options.sort_unstable();
        }
        // Long covers are put in order sooner by a set of bits than by sorting: see
        // docs/benchmarks/covers.md, *Printed*.
        self.bits.resize(words, 0);
        for option in self.options.drain(..) {
            self.bits[option.index() / 64] |= 1 << (option.index() % 64);
        }
        for (at, word) in self.bits.iter_mut().enumerate() {
            let mut left = std::mem::take(word);
            while left != 0 {
                self.options.push(OptionId::at(64 * at + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
    }

    fn print(&mut self) -> io::Result<()> {
        self.text.clear();
        if self.printed == 1 && !self.spellings.are_kept() {
            self.spellings.keep(self.problem.options().len());
        }
        match self.emit {
            Emit::Options => self.spell_options()?,
            Emit::Numbers => self.spell_numbers()?,
            Emit::Jsonl => self.spell_object()?,
            _ => {} // the problem, and no covers
        }
        self.output.write_all(&self.text)
    }

    fn spell_options(&mut self) -> io::Result<()> {
        if self.printed > 0 {
            self.text.push(b'\n');
        }
        let problem = self.problem;
        for &option in &self.options {
            let spell = |text: &mut Vec<u8>| writeln!(text, "{}", problem.spelled(option));
            self.text.extend_from_slice(self.spellings.of(option, spell)?);
        }
        Ok(())
    }

    fn spell_numbers(&mut self) -> io::Result<()> {
        for (k, &option) in self.options.iter().enumerate() {
            self.text.extend(if k == 0 { "" } else { " " }.bytes());
            let number = number_of(option);
            self.text.extend(self.spellings.of(option, |text| write!(text, "{number}"))?);
        }
        writeln!(self.text)
    }

    /// `{"numbers":[1,4],"options":[["a"],["b","c"]]}`
    fn spell_object(&mut self) -> io::Result<()> {
        let numbers: Vec<_> = self.options.iter().map(|&option| number_of(option)).collect();
        write!(self.text, "{{\"numbers\":{},\"options\":[", serde_json::to_string(&numbers)?)?;
        for (k, &option) in self.options.iter().enumerate() {
            self.text.extend(if k == 0 { "" } else { "," }.bytes());
            let entries = || entries_of(self.problem, option);
            let spell = |text: &mut Vec<u8>| Ok(serde_json::to_writer(text, &entries())?);
            self.text.extend(self.spellings.of(option, spell)?);
        }
        writeln!(self.text, "]}}")
    }

    fn keep(&mut self, done: anyhow::Result<()>) -> ControlFlow<()> {
        match done {
            Ok(()) => Continue(()),
            Err(error) => {
                self.error = Some(error);
                Break(())
            }
        }
    }
}

impl CoverPrinter<'_, Vec<u8>> {
    /// The bytes printed so far.
    pub(super) fn length(&self) -> usize {
        self.output.len()
    }

    /// Its first cover, if it has printed one.
    pub(super) fn take_first(&mut self) -> Option<Vec<OptionId>> {
        self.first.take()
    }

    /// The text printed, in a vector with room for a byte more. Begins again, with the texts of
    /// options, and keeps a buffer of at most this number of bytes.
    pub(super) fn take_text(&mut self, buffer: usize) -> Vec<u8> {
        self.printed = 0;
        self.first = None;
        if self.output.capacity() > buffer {
            let mut text = std::mem::take(&mut self.output);
            text.shrink_to(text.len() + 1);
            return text;
        }
        let mut text = Vec::with_capacity(self.output.len() + 1);
        text.append(&mut self.output);
        text
    }
}

impl<W: Write> CoverSink for CoverPrinter<'_, W> {
    fn take(&mut self, options: &mut dyn Iterator<Item = OptionId>) -> ControlFlow<()> {
        self.options.clear();
        self.options.extend(options);
        self.put_in_order();
        debug_assert!(self.problem.is_cover(&self.options), "an engine showed what is no cover");
        if self.printed == 0 {
            self.first = Some(self.options.clone());
        }
        if self.error.is_some() {
            return Break(());
        }
        let printed = self.print().context(CANNOT_WRITE);
        self.printed += 1;
        self.keep(printed)
    }

    /// Flushes, so that a cover does not wait until a buffer is full.
    fn pass(&mut self) -> ControlFlow<()> {
        let flushed = self.output.flush().context(CANNOT_WRITE);
        self.keep(flushed)
    }
}

/// Takes covers without a look at them.
pub(super) struct Counter;

impl CoverSink for Counter {
    fn take(&mut self, _: &mut dyn Iterator<Item = OptionId>) -> ControlFlow<()> {
        Continue(())
    }
}

/// Keeps covers.
#[derive(Default)]
pub(super) struct Collector {
    pub(super) covers: Vec<Vec<OptionId>>,
}

impl CoverSink for Collector {
    fn take(&mut self, options: &mut dyn Iterator<Item = OptionId>) -> ControlFlow<()> {
        self.covers.push(options.collect());
        Continue(())
    }
}
