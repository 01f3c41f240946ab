//! A proof that there is no cover: all that is learned, in order, for a program that checks it.
//!
//! ```text
//!      -1 4 0          learned: it follows from the clauses before it, by propagation alone
//!      d -1 4 0        dropped: later lines do without it
//!      0               the empty clause: there is no cover
//! ```
//!
//! Source: Wetzler, Heule and Hunt, *DRAT-trim* (2014).

use std::fmt;

use super::literal::Literal;

/// A line of a proof, in DRAT's form. Variables are those of
/// [`Cnf`](crate::cover::form::cnf::Cnf).
#[derive(Clone, Copy, Debug)]
pub struct ProofLine<'l> {
    is_dropped: bool,
    literals: &'l [Literal],
}

impl fmt::Display for ProofLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_dropped { "d " } else { "" })?;
        for literal in self.literals {
            let sign = if literal.is_chosen() { "" } else { "-" };
            write!(f, "{sign}{} ", literal.option() + 1)?;
        }
        f.write_str("0")
    }
}

/// Receives lines.
type Sink = Box<dyn FnMut(ProofLine<'_>) + Send>;

/// What receives the lines, if anything does.
#[derive(Default)]
pub(super) struct Proof {
    sink: Option<Sink>,
}

impl Proof {
    pub(super) fn to(sink: Sink) -> Proof {
        Proof { sink: Some(sink) }
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.sink.is_some()
    }

    pub(super) fn learn(&mut self, literals: &[Literal]) {
        if let Some(sink) = &mut self.sink {
            sink(ProofLine { is_dropped: false, literals });
        }
    }

    pub(super) fn drop(&mut self, literals: &[Literal]) {
        if let Some(sink) = &mut self.sink {
            sink(ProofLine { is_dropped: true, literals });
        }
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("is_wanted", &self.is_wanted()).finish()
    }
}
