//! The search: what follows from the choices, what conflicts teach, and the next choice.
//!
//! ```text
//!      level   0             1 ... base          ... pinned          above
//!              the problem   held and banned     choices of covers   choices
//!              alone                             that were shown
//! ```
//!
//! When a cover was shown, its latest choice is taken back and left out. The choices below it stay
//! until all covers with them are shown: they are *pinned*, and no conflict and no restart takes
//! them back. So each cover is shown once, nothing has to remember it, and every clause that is
//! learned follows from the problem alone.
//!
//! Source: Gebser, Kaufmann, Neumann and Schaub, *Conflict-driven answer set enumeration* (2007).

use std::ops::ControlFlow;

use super::clashing::least_clashing;
use super::clauses::Clauses;
use super::conflict::{Analysis, Conflict};
use super::jumps::Jumps;
use super::layout::Layout;
use super::literal::Literal;
use super::order::Order;
use super::proof::Proof;
use super::trail::{Reason, Trail};
use crate::cover::engine::moves::Status;
use crate::cover::engine::progress::Progress;
use crate::cover::engine::restarts::Restarts;

/// Everything that a search uses.
pub(super) struct Search<'s, 'w> {
    pub(super) layout: &'s Layout,
    pub(super) clauses: &'s mut Clauses,
    pub(super) trail: &'s mut Trail,
    pub(super) order: &'s mut Order,
    pub(super) analysis: &'s mut Analysis,
    pub(super) restarts: &'s mut Restarts,
    pub(super) jumps: &'s mut Jumps,
    pub(super) proof: &'s mut Proof,
    pub(super) status: &'s [Status],
    /// What is held and banned.
    pub(super) assumptions: Vec<Literal>,
    /// The level whose choices, and those below, the search does not take back.
    pub(super) pinned: u32,
    /// Literals that were learned and follow from the problem alone.
    pub(super) lessons: Vec<Literal>,
    /// Whether the problem has no cover at all, as this search found.
    pub(super) is_impossible: bool,
    pub(super) progress: Progress<'w>,
}

impl Search<'_, '_> {
    /// Shows all covers, and takes all choices back.
    pub(super) fn run(&mut self) -> ControlFlow<()> {
        let flow = self.show_all();
        self.pinned = 0;
        self.back_to(0);
        self.keep_lessons();
        flow
    }

    fn show_all(&mut self) -> ControlFlow<()> {
        self.list_choices_of_the_problem()?;
        loop {
            let goes_on = if let Some(conflict) = self.propagate()? {
                self.learn(conflict)
            } else if self.trail.left() == 0 && self.trail.level() >= self.base() {
                self.progress.show()?;
                self.turn_away()
            } else if self.restarts.is_due() {
                self.restarts.next();
                self.back_to(self.pinned);
                true
            } else {
                self.clauses.thin_out(self.trail, self.proof);
                self.choose()
            };
            if !goes_on {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The level of the last assumption. The first level has none, so that what is true of this
    /// search alone never comes to level 0.
    fn base(&self) -> u32 {
        1 + self.assumptions.len() as u32
    }

    /// Options that are in every cover of the problem were found by earlier searches.
    fn list_choices_of_the_problem(&mut self) -> ControlFlow<()> {
        for literal in self.trail.propagated().iter().filter(|literal| literal.is_chosen()) {
            if self.status[literal.option() as usize] != Status::Held {
                self.progress.step(literal.option())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds all that follows from what is true, until there is a conflict.
    fn propagate(&mut self) -> ControlFlow<(), Option<Conflict>> {
        while let Some(literal) = self.trail.next() {
            let option = literal.option();
            if literal.is_chosen() {
                self.trail.cover(self.layout.width(option));
                if let Some(with) = self.leave_out_clashes(option) {
                    return ControlFlow::Continue(Some(Conflict::Clash(option, with)));
                }
            }
            let conflict = self.clauses.propagate(!literal, self.trail);
            self.progress.removed(self.clauses.looks());
            if let Some(clause) = conflict {
                return ControlFlow::Continue(Some(Conflict::Clause(clause)));
            }
            // The watch may end the search here: nothing that follows from the literal is missing.
            if literal.is_chosen() && self.status[option as usize] != Status::Held {
                self.progress.step(option)?;
            }
        }
        ControlFlow::Continue(None)
    }

    /// Leaves out the options that clash with one that is chosen. Returns one that is chosen too,
    /// if there is one.
    fn leave_out_clashes(&mut self, option: u32) -> Option<u32> {
        let before = self.trail.literals().len();
        for entry in self.layout.entries_of(option).iter() {
            let others = self.layout.options_of(entry.number).iter();
            let clashing = others.filter(|&other| entry.clashes_with(other));
            let clash = self.trail.leave_out(clashing.map(|other| other.number), option);
            if clash.is_some() {
                return clash;
            }
        }
        self.progress.removed(self.trail.literals().len() - before);
        None
    }

    /// Learns from a conflict, and goes back to where what was learned forces a literal. Returns
    /// false if there are no more covers.
    fn learn(&mut self, conflict: Conflict) -> bool {
        self.restarts.conflict();
        if self.trail.level() == 0 {
            self.is_impossible = true;
            return false;
        }
        if self.trail.level() == self.pinned {
            return self.turn_away();
        }
        self.analysis.learn(conflict, self.trail, (self.layout, self.clauses), self.order);
        self.proof.learn(&self.analysis.clause);
        let spread = self.analysis.spread(self.trail);
        let level = self.analysis.level_to_go_back_to(self.trail);
        self.jumps.note(self.trail.level(), level);
        self.back_to(level.max(self.pinned));
        let forced = self.analysis.clause[0];
        let reason = if let [forced] = self.analysis.clause[..] {
            self.lessons.push(forced);
            Reason::None
        } else {
            Reason::Clause(self.clauses.learn(&self.analysis.clause, spread))
        };
        self.trail.push(forced, reason);
        true
    }

    /// All covers with the choices down to this level have been shown: takes the latest one back,
    /// and leaves its option out. Returns false if there was no choice.
    fn turn_away(&mut self) -> bool {
        let level = self.trail.level();
        if level <= self.base() {
            return false;
        }
        let choice = self.trail.choice(level);
        self.pinned = level - 1;
        self.back_to(self.pinned);
        self.trail.push(!choice, Reason::None);
        self.restarts.cover();
        true
    }

    /// Assumes or chooses the next option. Returns false if an assumption is false.
    fn choose(&mut self) -> bool {
        while self.trail.level() < self.base() {
            let assumption = match self.trail.level() {
                0 => None,
                level => Some(self.assumptions[level as usize - 1]),
            };
            if assumption.is_some_and(|assumption| self.trail.is_false(assumption)) {
                return false;
            }
            self.trail.begin_level(self.progress.depth());
            if let Some(assumption) = assumption.filter(|&literal| self.trail.is_open(literal)) {
                self.trail.push(assumption, Reason::None);
                return true;
            }
        }
        while self.trail.left() > 0 {
            // An item that is left has an open option: otherwise there was a conflict.
            let Some(option) = self.order.take() else { return false };
            if self.trail.is_open(Literal::chosen(option)) {
                let (chosen, looks) = least_clashing(option, self.layout, self.trail);
                self.progress.looked((looks + self.clauses.take_literals_seen()) as u64);
                if chosen != option {
                    self.order.add(option);
                }
                let choice = Literal::chosen(chosen);
                self.trail.begin_level(self.progress.depth());
                self.trail.push(choice, Reason::None);
                break;
            }
        }
        true
    }

    /// Takes back all levels above `level`, which is not below the pinned one.
    fn back_to(&mut self, level: u32) {
        if let Some(depth) = self.trail.back_to(level, |option| self.order.add(option)) {
            self.progress.back_to(depth);
        }
    }

    /// Keeps the literals that were learned and follow from the problem alone.
    fn keep_lessons(&mut self) {
        for lesson in self.lessons.drain(..) {
            if self.trail.is_open(lesson) {
                self.trail.push(lesson, Reason::None);
            }
            self.is_impossible |= self.trail.is_false(lesson);
        }
    }
}
