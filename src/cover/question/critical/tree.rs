//! One search tree for all candidates, which grows only where candidates need it.
//!
//! The covers are the leaves of a search tree: at each node an item is chosen, and the options left
//! of it are the node's children. gsf remarks that one walk through this tree can serve all
//! candidates. Taken literally, as "search the whole tree", that is slow: a pseudo-puzzle can have
//! millions of covers. Here the tree is recorded, and grows lazily:
//!
//! ```text
//!   root ── ab ── cd ── e     A     a trial of  ab  makes the root (item a), ab (item c), ...
//!     │     └──── c ── d ── e   B
//!     └──── ac                      a trial of  bd  skips ab, which clashes, and grows this branch
//! ```
//!
//! A trial of a candidate `o` walks down from the root. It skips a child that clashes with `o`,
//! that leaves an item without options while `o` is held, or that is *done*: all its covers are
//! counted. A node without children is expanded, on the item with the fewest options while `o` is
//! held; the children are the item's options *without* `o` held, so that the tree is right for all
//! candidates. A leaf reached for the first time counts for all its options. The trial ends when
//! two covers have `o`, or the walk is over.
//!
//! # Why it is exact
//!
//! A cover of the problem is one leaf of the tree, for any choice of items: at each node exactly
//! one child agrees with it, because no item has multiplicities. A leaf is counted once, because it
//! is done from then on. The nodes that a walk skips have no uncounted cover with `o`. So after its
//! trial a candidate's count is right up to two, and stays so.
//!
//! # Memory
//!
//! Nodes live in a typed arena for as long as the question: 32 bytes each, at most 2^20 of them.
//! Without room, a node stays without children, and the engine searches below it, with `o` held,
//! unrecorded. Those covers count only for `o`: another trial would find them again. They are never
//! leaves, because no leaf is below that node.
//!
//! Measured by `cargo bench --bench critical`: on puzzles less one clue, two to four times as slow
//! as toggling; less two clues, equally fast or up to half as long again. Walking a node costs a
//! hold of it and a hold of `o`; the engine's own search only chooses. And the tree's items suit
//! the candidate that they were chosen for, not later ones. Its gains come from the counters.

use std::cell::Cell;
use std::ops::ControlFlow;

use typed_arena::Arena;

use super::counters::Counters;
use super::{Critical, Ground};
use crate::cover::engine::release_to;
use crate::cover::{Colour, Cover, Engine, EngineProgress, ItemId, OptionId, Problem, Statistics};
use crate::watch::{Relay, Watch};

/// The most nodes to record: 32 MB.
pub(super) const ROOM: usize = 1 << 20;

/// Nodes between two pulses of a walk.
const PULSE: usize = 256;

/// A node of the tree. It owns nothing, so that an arena of nodes that refer to each other can be
/// dropped.
struct Node<'n> {
    /// The option whose choice leads here; `None` for the root.
    option: Option<OptionId>,
    /// Whether all covers under it are counted.
    is_done: Cell<bool>,
    /// The options of the item chosen here; `None` before one is chosen.
    children: Cell<Option<&'n [Node<'n>]>>,
}

impl Node<'_> {
    fn new(option: Option<OptionId>) -> Self {
        Node { option, is_done: Cell::new(false), children: Cell::new(None) }
    }
}

/// Answers for each of `candidates`, with room for `nodes`.
pub(super) fn walk(
    ground: &mut Ground<'_>,
    candidates: &[OptionId],
    room: usize,
    answer: &mut Critical,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    let arena = Arena::new();
    let top: &Node<'_> = arena.alloc(Node::new(None));
    let before = ground.engines.trials.moves().len();
    let options = ground.problem.options().len();
    let mut walk = Walk {
        problem: ground.problem,
        engine: &mut *ground.engines.trials,
        arena: &arena,
        room,
        before,
        counters: Counters::new(options),
        watch,
        steps: 0,
        list: Vec::new(),
    };
    let flow = candidates.iter().try_for_each(|&candidate| {
        if walk.counters.is_dead(candidate) {
            answer.add_dead();
            answer.decide();
            return ControlFlow::Continue(());
        }
        walk.try_one(top, candidate, answer)?;
        answer.decide();
        walk.pulse()
    });
    walk.climb_out();
    flow
}

struct Walk<'w, 'n> {
    problem: &'w Problem,
    engine: &'w mut dyn Engine,
    arena: &'n Arena<Node<'n>>,
    room: usize,
    /// The number of moves of the question; those after them are the path.
    before: usize,
    counters: Counters,
    watch: &'w mut dyn Watch<Statistics>,
    steps: usize,
    list: Vec<OptionId>,
}

/// A node on the path, and its children still to walk.
struct Frame<'n> {
    node: &'n Node<'n>,
    next: usize,
    end: usize,
}

/// A candidate, and its covers found without room to record them.
struct Trial {
    candidate: OptionId,
    /// Whether the candidate is on the path.
    is_chosen: bool,
    unrecorded: usize,
    first: Vec<OptionId>,
}

impl<'n> Walk<'_, 'n> {
    fn try_one(
        &mut self,
        root: &'n Node<'n>,
        candidate: OptionId,
        answer: &mut Critical,
    ) -> ControlFlow<()> {
        let mut trial = Trial { candidate, is_chosen: false, unrecorded: 0, first: Vec::new() };
        let mut path: Vec<Frame<'n>> = self.visit(root, &mut trial)?.into_iter().collect();
        while let Some(frame) = path.last_mut() {
            if self.found(&trial) >= 2 {
                break;
            }
            let children = frame.node.children.get().unwrap_or_default();
            if frame.next < frame.end {
                let child = &children[frame.next];
                frame.next += 1;
                path.extend(self.enter(child, &mut trial)?);
            } else {
                frame.node.is_done.set(children.iter().all(|child| child.is_done.get()));
                self.leave(frame.node, &mut trial);
                path.pop();
            }
        }
        self.climb_out();
        match (self.found(&trial), self.counters.first_with(candidate)) {
            (0, _) => {}
            (1, Some(cover)) => answer.add(candidate, self.counters.options_of(cover)),
            (1, None) => answer.add(candidate, trial.first),
            _ => answer.add_dead(),
        }
        ControlFlow::Continue(())
    }

    /// The number of covers known to have the candidate.
    fn found(&self, trial: &Trial) -> usize {
        self.counters.of(trial.candidate) + trial.unrecorded
    }

    /// Holds a child's option and visits the child. Returns a frame if there is something to walk
    /// below.
    fn enter(
        &mut self,
        child: &'n Node<'n>,
        trial: &mut Trial,
    ) -> ControlFlow<(), Option<Frame<'n>>> {
        let Some(option) = child.option.filter(|_| !child.is_done.get()) else {
            return ControlFlow::Continue(None);
        };
        let is_candidate = option == trial.candidate;
        let clashes =
            !trial.is_chosen && !is_candidate && clash(self.problem, option, trial.candidate);
        if clashes || self.engine.hold(option).is_err() {
            return ControlFlow::Continue(None);
        }
        trial.is_chosen |= is_candidate;
        let frame = self.visit(child, trial)?;
        if frame.is_none() {
            self.leave(child, trial);
        }
        ControlFlow::Continue(frame)
    }

    /// Visits a node, whose option is held. Returns a frame if it has children to walk.
    fn visit(
        &mut self,
        node: &'n Node<'n>,
        trial: &mut Trial,
    ) -> ControlFlow<(), Option<Frame<'n>>> {
        self.steps += 1;
        if self.steps.is_multiple_of(PULSE) {
            self.pulse()?;
        }
        let Some(item) = self.look_ahead(node, trial) else { return ControlFlow::Continue(None) };
        if node.children.get().is_none() && !self.expand(node, item) {
            self.search_unrecorded(trial)?;
            return ControlFlow::Continue(None);
        }
        let children = node.children.get().unwrap_or_default();
        let is_candidate = |child: &Node<'_>| child.option == Some(trial.candidate);
        let (next, end) = match children.iter().position(is_candidate) {
            Some(place) if !trial.is_chosen => (place, place + 1), // all others clash with it
            _ => (0, children.len()),
        };
        ControlFlow::Continue(Some(Frame { node, next, end }))
    }

    /// The item to expand the node on, with the candidate held; `None` if there is nothing to walk
    /// below. Counts the node if it is a leaf.
    fn look_ahead(&mut self, node: &Node<'_>, trial: &Trial) -> Option<ItemId> {
        if trial.is_chosen {
            let shortest = self.engine.shortest();
            if shortest.is_none() {
                let path = self.engine.moves().iter().filter_map(|m| m.held());
                self.counters.read(path, None);
                self.counters.count();
            }
            let (item, length) = shortest.unwrap_or((self.some_item(trial), 0));
            node.is_done.set(length == 0);
            return (length > 0).then_some(item);
        }
        self.engine.hold(trial.candidate).ok()?;
        let (item, length) = self.engine.shortest().unwrap_or((self.some_item(trial), 1));
        self.engine.release();
        (length > 0).then_some(item)
    }

    /// A primary item of the candidate. If all other items are covered, it is the next.
    fn some_item(&self, trial: &Trial) -> ItemId {
        let mut items = self.problem.entries_of(trial.candidate).iter().map(|entry| entry.item);
        items.find(|&item| self.problem.is_primary(item)).expect("a candidate has a primary item")
    }

    /// Gives the node its children: the options of `item`. Returns false if there is no room for
    /// them.
    fn expand(&mut self, node: &Node<'n>, item: ItemId) -> bool {
        self.list.clear();
        self.engine.list(item, &mut self.list);
        if self.arena.len() + self.list.len() > self.room {
            return false;
        }
        let children = self.list.iter().map(|&option| Node::new(Some(option)));
        node.children.set(Some(self.arena.alloc_extend(children)));
        true
    }

    /// Searches under a node that has no room for children.
    fn search_unrecorded(&mut self, trial: &mut Trial) -> ControlFlow<()> {
        let mut limit = 2 - self.found(trial);
        if !trial.is_chosen && self.engine.hold(trial.candidate).is_err() {
            return ControlFlow::Continue(());
        }
        let mut unrecorded = |cover: Cover<'_>| {
            if trial.unrecorded == 0 {
                trial.first.extend(cover.options());
            }
            trial.unrecorded += 1;
            limit -= 1;
            if limit > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut relay = Relay::new(self.watch, |so_far: &EngineProgress<'_>| so_far.statistics);
        let _ = self.engine.search(&mut unrecorded, &mut relay);
        let flow = relay.flow();
        if !trial.is_chosen {
            self.engine.release();
        }
        flow
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.watch.pulse(&self.engine.statistics())
    }

    /// Takes back the hold of a node's option.
    fn leave(&mut self, node: &Node<'_>, trial: &mut Trial) {
        if let Some(option) = node.option {
            self.engine.release();
            trial.is_chosen &= option != trial.candidate;
        }
    }

    /// Takes back all holds of the path.
    fn climb_out(&mut self) {
        release_to(self.engine, self.before);
    }
}

/// Whether the two options share an item and disagree on its colour.
fn clash(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    let others = problem.entries_of(other);
    problem
        .entries_of(one)
        .iter()
        .any(|a| others.iter().any(|b| a.item == b.item && !Colour::agree(a.colour, b.colour)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::classics;
    use crate::cover::question::critical::{CriticalSearch, Method};
    use crate::watch::Patient;

    #[test]
    fn without_room_for_the_whole_tree_the_answer_is_the_same() {
        for problem in [classics::queens(6), classics::langford(7), classics::dominoes(4, 4)] {
            let problem = problem.unwrap();
            let options: Vec<OptionId> = problem.options().collect();
            let mut search = CriticalSearch::new(&problem, Method::Tree).unwrap();
            let none_decided = || {
                let mut answer = Critical::default();
                answer.set_undecided(options.len());
                answer
            };
            let mut expected = none_decided();
            let _ = crate::cover::question::critical::toggled::toggle(
                &mut search.ground,
                &options,
                &mut expected,
                &mut Patient,
            );
            for room in [0, 1, 5, 20, 50, 200, 1000, ROOM] {
                let mut answer = none_decided();
                let _ = walk(&mut search.ground, &options, room, &mut answer, &mut Patient);
                assert_eq!(answer, expected, "room for {room} nodes");
            }
        }
    }
}
