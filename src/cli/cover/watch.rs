//! Looks at each cover, and now and then at the clock: budgets, interrupts, progress.
//!
//! ```text
//!      engine ── cover ─▶ of those that are the same, this one? ─▶ CoverSink    up to the limit
//!         ╰───── pulse ─▶ Guard: nodes, interrupt, time spent?  ─▶ End
//!                           ╰─ every 100 ms: a figure on the terminal, CoverSink::pass
//! ```
//!
//! Questions that show no covers have a [`Guard`] alone, and look with it.
//!
//! Invariants. A sink receives the options of the user's problem, whatever the order of the search.
//! The guard asks for a pulse at the first node beyond a budget of nodes, and an engine that counts
//! so finely stops there, always at the same node.
//!
//! Deliberately lacking: what sinks do with covers, and words for an answer; see
//! [`printer`](super::printer) and [`ask`](super::ask).

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tourdion::cover::form::xmpuzzle::Symmetries;
use tourdion::cover::share::parts::Part;
use tourdion::cover::{Cover, Engine, EngineProgress, OptionId, Shuffled, Statistics};
use tourdion::numerals::{counted, grouped};
use tourdion::watch::{PATIENCE, Watch};

use crate::cli::progress;

/// The budget of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// All covers have been seen.
    Complete,
    /// The wanted number of covers was found; there may be more.
    Enough,
    /// The budget is spent.
    Spent,
    /// An interrupt came.
    Interrupted,
    /// A cover could not be printed; the error is reported separately.
    Failed,
}

impl End {
    /// Why it came before the search was over; an error has words of its own.
    pub(super) fn why_stopped(self) -> Option<&'static str> {
        match self {
            End::Spent => Some("the budget is spent"),
            End::Interrupted => Some("interrupted"),
            End::Complete | End::Enough | End::Failed => None,
        }
    }
}

/// Receives covers.
pub(super) trait CoverSink {
    /// Takes a cover. `Break` if it could not.
    fn take(&mut self, options: &mut dyn Iterator<Item = OptionId>) -> ControlFlow<()>;

    /// Is called now and then between covers.
    fn pass(&mut self) -> ControlFlow<()> {
        Continue(())
    }
}

/// The interval for renewing a figure or an output.
const OFTEN: Duration = Duration::from_millis(100);

/// Stops a question: by the clock, a number of nodes, or an interrupt. Meanwhile it shows a figure.
pub(super) struct Guard<'g> {
    budget: Budget,
    began: Instant,
    /// The nodes at its last look.
    nodes: u64,
    interrupted: &'g AtomicBool,
    /// Whether a figure is shown, and the figure, once it is due.
    is_watched: bool,
    figure: Option<ProgressBar>,
    renewed: Instant,
    /// The reason for breaking off.
    broken: End,
}

impl<'g> Guard<'g> {
    pub(super) fn new(budget: Budget, interrupted: &'g AtomicBool, is_watched: bool) -> Guard<'g> {
        let now = Instant::now();
        Guard {
            budget,
            began: now,
            nodes: 0,
            interrupted,
            is_watched,
            figure: None,
            renewed: now,
            broken: End::Complete,
        }
    }

    /// Ends the display of progress, and returns the end of the question.
    pub(super) fn end(&self) -> End {
        if let Some(figure) = &self.figure {
            figure.finish_and_clear();
        }
        self.broken
    }

    pub(super) fn break_off(&mut self, why: End) -> ControlFlow<()> {
        self.broken = why;
        Break(())
    }

    /// The most nodes until it should look again.
    pub(super) fn patience(&self) -> u64 {
        let left =
            |limit: u64| limit.saturating_add(1).saturating_sub(self.nodes).clamp(1, PATIENCE);
        self.budget.nodes.map_or(PATIENCE, left)
    }

    /// Checks whether the question must end after this number of nodes. Continues with true if the
    /// figure and other periodic output are due.
    pub(super) fn look(&mut self, nodes: u64, known: &dyn Fn() -> String) -> ControlFlow<(), bool> {
        self.nodes = nodes;
        if self.budget.nodes.is_some_and(|limit| nodes > limit) {
            self.broken = End::Spent;
            return Break(());
        }
        if self.interrupted.load(Ordering::Relaxed) {
            self.broken = End::Interrupted;
            return Break(());
        }
        let now = Instant::now();
        if self.budget.time.is_some_and(|time| now - self.began > time) {
            self.broken = End::Spent;
            return Break(());
        }
        let is_old = now - self.renewed > OFTEN;
        if is_old {
            self.renewed = now;
            if self.is_watched {
                let figure = self.figure.get_or_insert_with(progress::figure);
                if !figure.is_hidden() {
                    figure.set_message(format!("{} nodes, {}", grouped(nodes), known()));
                }
            }
        }
        Continue(is_old)
    }
}

/// Of searches whose covers are not shown.
impl Watch<Statistics> for Guard<'_> {
    fn patience(&self) -> u64 {
        Guard::patience(self)
    }

    fn pulse(&mut self, so_far: &Statistics) -> ControlFlow<()> {
        self.look(so_far.nodes, &String::new).map_continue(|_| ())
    }
}

impl Watch<[Part]> for Guard<'_> {
    fn pulse(&mut self, pieces: &[Part]) -> ControlFlow<()> {
        self.look(0, &|| counted(pieces.len() as u64, "part")).map_continue(|_| ())
    }
}

/// The covers of a search that a sink has.
pub(super) struct Shown<'s> {
    /// Up to this number of them.
    pub(super) limit: u64,
    /// Of those that are the same by these symmetries, one.
    pub(super) distinct: Option<&'s Symmetries>,
    /// The order of the engine's problem, if it is not that of the user's.
    pub(super) shuffled: Option<&'s Shuffled>,
}

/// Searches with `engine`, and lets `sink` have covers. Returns how many it had, and why the search
/// ended.
pub(super) fn search(
    engine: &mut dyn Engine,
    sink: &mut dyn CoverSink,
    shown: Shown<'_>,
    guard: Guard<'_>,
) -> (u64, End) {
    let guarded = Guarded { sink, seen: 0, covers: 0, shown, guard };
    let guarded = RefCell::new(guarded);
    let mut take = |cover: Cover<'_>| guarded.borrow_mut().take(cover);
    // The guard knows whether it broke off, and why.
    let _ = engine.search(&mut take, &mut Guarding(&guarded));
    let Guarded { covers, guard, .. } = guarded.into_inner();
    (covers, guard.end())
}

/// What the visitor and the watch of a search share.
struct Guarded<'s> {
    sink: &'s mut dyn CoverSink,
    /// The covers that were found, and those that the sink had.
    seen: u64,
    covers: u64,
    shown: Shown<'s>,
    guard: Guard<'s>,
}

impl Guarded<'_> {
    fn take(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        self.seen += 1;
        let shuffled = self.shown.shuffled;
        let original =
            |option| shuffled.map_or(option, |shuffled: &Shuffled| shuffled.original(option));
        let options = || cover.options().map(original);
        let is_one = |symmetries: &Symmetries| symmetries.is_least(&options().collect::<Vec<_>>());
        if self.shown.distinct.is_none_or(is_one) {
            self.give(&mut options())?;
        }
        // Covers can come faster than nodes are counted: the clock is looked at now and then.
        if self.seen.is_multiple_of(PATIENCE) { self.look(self.guard.nodes) } else { Continue(()) }
    }

    fn give(&mut self, options: &mut dyn Iterator<Item = OptionId>) -> ControlFlow<()> {
        self.covers += 1;
        if self.sink.take(options).is_break() {
            return self.guard.break_off(End::Failed);
        }
        if self.covers >= self.shown.limit {
            return self.guard.break_off(End::Enough);
        }
        Continue(())
    }

    /// Looks at what can stop a search.
    fn look(&mut self, nodes: u64) -> ControlFlow<()> {
        let covers = self.covers;
        if self.guard.look(nodes, &|| covers_in_words(covers))? && self.sink.pass().is_break() {
            return self.guard.break_off(End::Failed);
        }
        Continue(())
    }
}

/// The watch of a search.
struct Guarding<'g, 's>(&'g RefCell<Guarded<'s>>);

impl Watch<EngineProgress<'_>> for Guarding<'_, '_> {
    fn patience(&self) -> u64 {
        self.0.borrow().guard.patience()
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.0.borrow_mut().look(so_far.statistics.nodes)
    }
}

/// A number of covers, in words.
pub(super) fn covers_in_words(covers: impl Display) -> String {
    counted(covers, "cover")
}
