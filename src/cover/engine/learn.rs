//! Learning: a search that never makes the same mistake twice.
//!
//! # The statements
//!
//! An option is chosen or left out. The problem says two things of options, here of the toy problem
//! of [`cover`](super):
//!
//! ```text
//!      item a:   +1 +3               one of its options is chosen          a clause
//!                not both            two that share an item clash          no clause: looked up
//! ```
//!
//! A search chooses options, one by one, and finds all that follows: the options that clash with
//! one that is chosen are left out, and when an item has only one option left, that is chosen.
//! Other engines do the same. When an item has no option left, they take the last choice back.
//!
//! # The lesson
//!
//! This engine asks why. Each statement has its reason: a choice, a clash, or a clause whose other
//! literals are all false. Reasons lead back to a few choices that can't stand together, often not
//! to the latest ones. That is a new clause, which the problem implies. The search goes back as far
//! as it forces something there (`conflict`), and every later search has it too.
//!
//! So it is at home where a wrong choice shows late: in wide problems that are asked for one cover,
//! or whether there is one, or whether it is the only one. A node costs ten times that of a [live
//! list](super::live), so where there are millions of covers to be listed, it is a poor choice.
//!
//! # Invariants
//!
//! Between two calls:
//!
//! 1. Only what follows from the problem alone is known, at level 0.
//! 2. Every clause follows from the problem alone.
//!
//! Sources: the essays of the files name them. A textbook is Knuth, 4B, 7.2.2.2, Algorithm C. New
//! is that clashes are looked up and not written down, that an option that is chosen is itself the
//! reason for what it leaves out, and that choices are never to leave an option out.
//!
//! Deliberately lacking: multiplicities, and an order of covers that does not depend on earlier
//! searches.

mod clashing;
mod clauses;
mod conflict;
mod held;
mod jumps;
mod layout;
mod literal;
mod order;
mod proof;
mod search;
mod trail;
mod watching;

use std::ops::ControlFlow;

use self::clauses::Clauses;
use self::conflict::Analysis;
use self::held::Held;
use self::jumps::Jumps;
use self::layout::Layout;
use self::literal::Literal;
use self::order::Order;
use self::proof::Proof;
pub use self::proof::ProofLine;
use self::search::Search;
use self::trail::{Reason, Trail};
use super::EngineWatch;
use super::moves::{Moves, Status};
use super::progress::Progress;
use super::restarts::Restarts;
use crate::cover::{
    Clash, Cover, Engine, ItemId, Move, OptionId, Problem, ProblemError, Statistics,
};

/// The conflicts of the shortest run. A search that leaves options out when it restarts, as they
/// were, can do so after a hundred; this one always chooses, and with a hundred it takes twice as
/// long.
const RUN: u32 = 3000;

/// The engine that learns, for problems without multiplicities: for first covers of wide problems,
/// and whether there are any.
///
/// The order of the covers depends on earlier searches of the same engine.
///
/// ```
/// use tourdion::cover::{Engine, Learn, classics};
///
/// let mut engine = Learn::new(&classics::queens(40)?)?;
/// assert_eq!(engine.first(1)[0].len(), 40);
/// assert_eq!(Learn::new(&classics::langford(6)?)?.count(1), 0);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
#[derive(Debug)]
pub struct Learn {
    layout: Layout,
    held: Held,
    clauses: Clauses,
    trail: Trail,
    order: Order,
    analysis: Analysis,
    restarts: Restarts,
    jumps: Jumps,
    proof: Proof,
    moves: Moves<()>,
    path: Vec<u32>,
    statistics: Statistics,
    next_pulse: u64,
    /// Whether the problem is known to have no cover.
    is_impossible: bool,
}

impl Learn {
    /// An engine for `problem`, with nothing held, nothing banned, and nothing learned.
    ///
    /// # Errors
    /// [`ProblemError::TooLarge`] if it has 2^30 options or entries, or more.
    /// [`ProblemError::Multiple`] if an item may stand in several options.
    pub fn new(problem: &Problem) -> Result<Learn, ProblemError> {
        problem.refuse_multiple()?;
        Ok(Learn::with(Layout::new(problem)?))
    }

    /// The engine for a problem that nobody else needs: it is freed before the engine grows.
    pub(in crate::cover) fn in_place_of(problem: Box<Problem>) -> Result<Learn, ProblemError> {
        problem.refuse_multiple()?;
        let layout = Layout::new(&problem)?;
        drop(problem);
        Ok(Learn::with(layout))
    }

    fn with(layout: Layout) -> Learn {
        let options = layout.options();
        let mut clauses = Clauses::new(options);
        let mut trail = Trail::new(options, layout.primary().count() as u32);
        let mut is_impossible = false;
        let literals = layout.primary().map(|item| layout.options_of(item).numbers.len()).sum();
        clauses.reserve(layout.primary().count(), literals);
        for item in layout.primary() {
            let chosen = |&option: &u32| Literal::chosen(option);
            match layout.options_of(item).numbers {
                [] => is_impossible = true,
                [only] => {
                    if trail.is_open(chosen(only)) {
                        trail.push(chosen(only), Reason::None);
                    }
                }
                options => clauses.add(options.iter().map(chosen)),
            }
        }
        clauses.make_room(4000 + layout.primary().count());
        Learn {
            held: Held::none(&layout),
            order: Order::new(&layout),
            analysis: Analysis::new(&layout),
            restarts: Restarts::after(RUN),
            jumps: Jumps::default(),
            proof: Proof::default(),
            moves: Moves::new(options as usize),
            path: Vec::new(),
            statistics: Statistics::default(),
            next_pulse: u64::MAX,
            layout,
            clauses,
            trail,
            is_impossible,
        }
    }

    /// The same engine, which shows `sink` all that it learns: if its first search finds no cover,
    /// a proof that there is none with the options then held and banned. It is a proof over
    /// [`Cnf`](crate::cover::form::cnf::Cnf) of the same problem and options.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use tourdion::cover::{Engine, Learn, classics};
    ///
    /// let lines = Arc::new(Mutex::new(Vec::new()));
    /// let proof = Arc::clone(&lines);
    /// let learn = Learn::new(&classics::langford(5)?)?;
    /// let mut learn = learn.proving(move |line| proof.lock().unwrap().push(line.to_string()));
    /// assert_eq!(learn.count(1), 0);
    /// assert_eq!(lines.lock().unwrap().last().unwrap(), "0");
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn proving(mut self, sink: impl FnMut(ProofLine<'_>) + Send + 'static) -> Learn {
        self.proof = Proof::to(Box::new(sink));
        self
    }

    /// Whether its conflicts go far back, so that it is worth its time; `None` if there were few.
    pub(in crate::cover) fn goes_far_back(&self) -> Option<bool> {
        self.jumps.are_far()
    }

    /// The number of clauses that were learned and are remembered.
    pub fn learned(&self) -> usize {
        self.clauses.learned()
    }

    /// The item that keeps the option from joining those held.
    fn clash(&self, option: OptionId) -> Option<ItemId> {
        self.held.clash(&self.layout, option.0).map(ItemId)
    }

    /// Whether the option is neither held nor banned, and clashes with none held.
    fn is_left(&self, option: OptionId) -> bool {
        self.moves.is_free(option) && self.clash(option).is_none()
    }

    /// The options left of an item.
    fn left_of(&self, item: u32) -> impl Iterator<Item = OptionId> + '_ {
        let options = self.layout.options_of(item).numbers.iter().map(|&option| OptionId(option));
        options.filter(|&option| self.is_left(option))
    }
}

impl crate::cover::engine::sealed::SealedEngine for Learn {}

impl Engine for Learn {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.moves.check_free(option)?;
        if let Some(item) = self.clash(option) {
            return Err(Clash::Item(item));
        }
        self.moves.hold(option, ());
        self.held.hold(&self.layout, option.0);
        Ok(())
    }

    fn ban(&mut self, option: OptionId) {
        let is_left = self.is_left(option);
        self.moves.ban(option, is_left.then_some(()));
    }

    fn release(&mut self) -> Option<Move> {
        let (latest, _) = self.moves.release()?;
        if let Some(option) = latest.held() {
            self.held.release(&self.layout, option.0);
        }
        Some(latest)
    }

    fn moves(&self) -> &[Move] {
        self.moves.as_slice()
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        let open = self.layout.primary().filter(|&item| !self.held.takes(item));
        open.map(|item| (ItemId(item), self.left_of(item).count())).min_by_key(|&(_, left)| left)
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        let is_open = item.0 < self.layout.items()
            && self.layout.is_primary(item.0)
            && !self.held.takes(item.0);
        if is_open {
            options.extend(self.left_of(item.0));
        }
    }

    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        let shown = self.statistics.covers;
        let progress = Progress::new(
            (visitor, watch),
            self.moves.as_slice(),
            &mut self.path,
            &mut self.statistics,
            &mut self.next_pulse,
        );
        if self.is_impossible {
            self.proof.learn(&[]);
            return ControlFlow::Continue(());
        }
        let status = self.moves.status();
        let assumptions = self.moves.as_slice().iter().filter_map(|&made| match made {
            Move::Held(option) => Some(Literal::chosen(option.0)),
            // A ban of an option that is held, clashes or is of another problem changes nothing.
            Move::Banned(option) if status.get(option.index()) == Some(&Status::Banned) => {
                Some(Literal::left_out(option.0))
            }
            Move::Banned(_) => None,
        });
        let mut search = Search {
            layout: &self.layout,
            clauses: &mut self.clauses,
            trail: &mut self.trail,
            order: &mut self.order,
            analysis: &mut self.analysis,
            restarts: &mut self.restarts,
            jumps: &mut self.jumps,
            proof: &mut self.proof,
            status,
            assumptions: assumptions.collect(),
            pinned: 0,
            lessons: Vec::new(),
            is_impossible: false,
            progress,
        };
        let flow = search.run();
        self.is_impossible |= search.is_impossible;
        drop(search); // which counts covers and nodes
        if flow.is_continue() && self.statistics.covers == shown {
            self.proof.learn(&[]);
        }
        flow
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn sanity(&self) -> Result<(), String> {
        let ensure = |holds: bool, complaint: &str| {
            if holds { Ok(()) } else { Err(complaint.to_owned()) }
        };
        ensure(self.trail.level() == 0, "choices are left over from a search")?;
        ensure(self.clauses.is_sane(), "a clause is not watched by its first two literals")?;
        ensure(self.order.is_sane(&self.trail), "an option is missing, or in the wrong place")?;
        let mut held = Held::none(&self.layout);
        let options = self.moves.as_slice().iter().filter_map(|made| made.held());
        options.for_each(|option| held.hold(&self.layout, option.0));
        ensure(held == self.held, "what is taken is not what the held options take")
    }
}
