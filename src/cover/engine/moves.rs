//! The options held and banned, in order: all engines keep them in the same way.
//!
//! ```text
//!      hold 3     ban 7      ban 3                  the moves, the latest last
//!      mark 0     mark 1     none: it is held       how the engine stood before each
//!
//!      3: held    7: banned  all others: free       what is said of the options
//! ```
//!
//! A *mark* is the data that an engine needs to take a move back. A ban of an option that is held,
//! banned or clashing changes nothing, and has no mark.
//!
//! Invariant: an option is held or banned if and only if a move with a mark says so. No option has
//! two such moves.

use crate::cover::{Clash, Move, OptionId};

/// The status of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Free,
    Held,
    Banned,
}

/// The moves of an engine with marks of type `M`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Moves<M> {
    made: Vec<Move>,
    marks: Vec<Option<M>>,
    status: Vec<Status>,
}

impl<M> Moves<M> {
    /// No moves, on this number of options.
    pub(super) fn new(options: usize) -> Moves<M> {
        Moves { made: Vec::new(), marks: Vec::new(), status: vec![Status::Free; options] }
    }

    pub(super) fn as_slice(&self) -> &[Move] {
        &self.made
    }

    /// The status of each option.
    pub(super) fn status(&self) -> &[Status] {
        &self.status
    }

    /// Whether the option belongs to the problem, and is neither held nor banned.
    pub(super) fn is_free(&self, option: OptionId) -> bool {
        self.status.get(option.index()) == Some(&Status::Free)
    }

    /// Why the option can't be held, as far as the moves show.
    pub(super) fn check_free(&self, option: OptionId) -> Result<(), Clash> {
        match self.status.get(option.index()) {
            None => Err(Clash::Unknown),
            Some(Status::Free) => Ok(()),
            Some(Status::Held) => Err(Clash::Held),
            Some(Status::Banned) => Err(Clash::Banned),
        }
    }

    /// Notes that a free option is held.
    pub(super) fn hold(&mut self, option: OptionId, mark: M) {
        self.status[option.index()] = Status::Held;
        self.made.push(Move::Held(option));
        self.marks.push(Some(mark));
    }

    /// Notes that an option is banned: with a mark if it could still be chosen.
    pub(super) fn ban(&mut self, option: OptionId, mark: Option<M>) {
        if mark.is_some() {
            self.status[option.index()] = Status::Banned;
        }
        self.made.push(Move::Banned(option));
        self.marks.push(mark);
    }

    /// Takes the latest move back, and returns it with its mark, if it has one.
    pub(super) fn release(&mut self) -> Option<(Move, Option<M>)> {
        let (latest, mark) = (self.made.pop()?, self.marks.pop()?);
        if mark.is_some() {
            self.status[latest.option().index()] = Status::Free;
        }
        Some((latest, mark))
    }
}
