//! `--proof`: that there is no cover, in a form that other programs check.
//!
//! ```text
//!      tourdion cover --emit cnf problem.txt > problem.cnf     the clauses
//!      tourdion cover --proof problem.drat problem.txt         the proof over them
//! ```

use std::io::{self, BufWriter, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use tourdion::cover::Learn;

use super::ask::{Asked, Asker};
use crate::cli::Ending;
use crate::cli::reserved::Reserved;

/// The lines of a proof on their way to the file, and the first error.
struct Lines<W: Write> {
    output: W,
    written: io::Result<()>,
}

impl Asker<'_> {
    /// Searches for a cover, and writes the proof if there is none. Otherwise the file has nothing,
    /// and is removed if it is new.
    pub(super) fn prove(&self, mut file: Reserved) -> anyhow::Result<Asked> {
        let output = BufWriter::new(file.begin()?);
        let lines = Arc::new(Mutex::new(Lines { output, written: Ok(()) }));
        let to = Arc::clone(&lines);
        let mut engine = Learn::new(self.problem)?.proving(move |line| {
            let mut lines = to.lock().unwrap_or_else(PoisonError::into_inner);
            if lines.written.is_ok() {
                lines.written = writeln!(lines.output, "{line}");
            }
        });
        let why = self.placed.why_none(self.problem);
        let is_plain = why.is_some();
        if !is_plain {
            self.placed.put(&mut engine, None)?;
        }
        let asked = self.covers(&mut engine, 1, why)?;
        drop(engine);
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        if is_plain {
            // Propagation alone shows it.
            lines.written = writeln!(lines.output, "0");
        }
        let written = mem::replace(&mut lines.written, Ok(()));
        let written = written.and_then(|()| lines.output.flush());
        if matches!(asked.ending, Ending::NotWell) {
            file.keep(written)?;
        } else {
            file.clear()?;
            self.say("no proof is written: it is not known that there is no cover");
        }
        Ok(asked)
    }
}
