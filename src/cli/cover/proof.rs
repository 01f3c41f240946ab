//! `--proof`: that there is no cover, in a form that other programs check.
//!
//! ```text
//!      tourdion cover --emit cnf problem.txt > problem.cnf     the clauses
//!      tourdion cover --proof problem.drat problem.txt         the proof over them
//! ```

use std::io::{self, BufWriter, Write};
use std::mem;
use std::ops::ControlFlow::{self, Break};
use std::sync::{Arc, Mutex};

use anyhow::bail;
use tourdion::cover::{Engine, Learn, OptionId, ProblemError};
use tourdion::excerpt::Excerpt;

use super::ask::{Asker, Outcome, altogether, ending_of};
use super::printer::CoverPrinter;
use super::watch::CoverSink;
use crate::cli::Ending;
use crate::cli::lock::locked;
use crate::cli::output::output;
use crate::cli::output_file::Reserved;

/// The lines of a proof on their way to the file, and the first error.
struct Lines<W: Write> {
    output: W,
    written: io::Result<()>,
}

/// Prints the cover that there is instead of a proof, and breaks off when a line can't be written.
struct Proving<'p, W: Write, L: Write> {
    printer: CoverPrinter<'p, W>,
    lines: Arc<Mutex<Lines<L>>>,
}

impl<W: Write, L: Write> CoverSink for Proving<'_, W, L> {
    fn take(&mut self, options: &mut dyn Iterator<Item = OptionId>) -> ControlFlow<()> {
        self.printer.take(options)
    }

    fn pass(&mut self) -> ControlFlow<()> {
        if locked(&self.lines).written.is_err() { Break(()) } else { self.printer.pass() }
    }
}

impl Asker<'_> {
    /// Searches for a cover, and writes the proof if there is none. Otherwise the file has nothing,
    /// and is removed if it is new.
    pub(super) fn prove(&self, mut file: Reserved) -> anyhow::Result<Outcome> {
        let engine = match Learn::new(self.problem) {
            Err(ProblemError::Multiple(item)) => bail!(
                "--proof can't keep multiplicities, as in `{}`: a SAT solver can prove it over the \
                 clauses of --emit cnf",
                Excerpt(&item)
            ),
            engine => engine?,
        };
        let lines = Lines { output: BufWriter::new(file.begin()?), written: Ok(()) };
        let lines = Arc::new(Mutex::new(lines));
        let to = Arc::clone(&lines);
        let mut engine = engine.proving(move |line| {
            let mut lines = locked(&to);
            if lines.written.is_ok() {
                lines.written = writeln!(lines.output, "{line}");
            }
        });
        let why = self.placed.why_none(self.problem);
        let is_plain = why.is_some();
        if !is_plain {
            self.placed.put(&mut engine, None)?;
        }
        let printer = CoverPrinter::new(self.problem, self.emit, BufWriter::new(output()));
        let mut proving = Proving { printer, lines: Arc::clone(&lines) };
        let (covers, end) = self.search(&mut engine, &mut proving, 1, why.as_deref());
        let first = proving.printer.finish()?;
        let done = engine.statistics();
        drop(engine);
        let mut lines = locked(&lines);
        if is_plain {
            // Propagation alone shows it.
            lines.written = writeln!(lines.output, "0");
        }
        let written = mem::replace(&mut lines.written, Ok(()));
        let written = written.and_then(|()| lines.output.flush());
        self.remark(end, done.nodes, covers, why);
        let ending = ending_of(end, covers > 0);
        if matches!(ending, Ending::NotWell) {
            file.keep(written)?;
        } else {
            file.clear()?;
            self.say(match covers {
                0 => "no proof is written: it is not known that there is no cover",
                _ => "no proof is written: there is a cover",
            });
        }
        Ok(Outcome { first, altogether: altogether(covers, &done), ending })
    }
}
