//! The race for the count of a part: the walk and links take turns until one of them has it.
//!
//! ```text
//!      walk   1024 nodes ─▶ estimate ─▶ e nodes           8e ...             it goes on from where it was
//!      links                                    4e nodes      32e ...        they begin again
//! ```
//!
//! Invariant: the count is known if and only if one of them has come to its end; what the other had is dropped.

use std::ops::ControlFlow;

use super::heats::Heats;
use super::rest::Part;
use super::{BigUint, Work};
use crate::cover::estimate::estimate;
use crate::cover::{Cover, Engine, Links, OptionId, PATIENCE, Problem, ProblemError, Statistics, Visitor};

/// The nodes of the walk before links are thought of; at least four for each option, so that a large problem with few states is done before.
const FIRST: u64 = 1024;

/// The probes of the estimate. Its errors only make a turn too long or too short.
const PROBES: u32 = 8;

/// A part, and what is known of its count.
pub(super) struct Tally {
    part: Part,
    /// `None` if the part is too large for it, or if links were faster.
    walk: Option<Heats>,
    links: Option<Box<dyn Engine>>,
    /// The nodes of the next turn of the walk; 0 before the first.
    turn: u64,
    count: Option<BigUint>,
    /// The nodes of the links' turns that came to nothing are among them.
    nodes_of_links: u64,
}

impl Tally {
    /// Lays `part` out.
    pub(super) fn new(part: Part) -> Result<Tally, ProblemError> {
        let walk = Heats::new(&part);
        let links = if walk.is_none() { Some(links(&part)?) } else { None };
        Ok(Tally { part, walk, links, turn: 0, count: None, nodes_of_links: 0 })
    }

    /// What was done so far.
    pub(super) fn work(&self) -> Work {
        let work = self.walk.as_ref().map_or_else(Work::default, Heats::work);
        Work { nodes: work.nodes + self.nodes_of_links, ..work }
    }

    /// The number of covers, with a table of at most `room` bytes.
    pub(super) fn count(
        &mut self,
        room: usize,
        watch: &mut dyn FnMut(&Work) -> ControlFlow<()>,
    ) -> ControlFlow<(), BigUint> {
        loop {
            if let Some(count) = &self.count {
                return ControlFlow::Continue(count.clone());
            }
            let first = FIRST.max(4 * self.part.options.len() as u64);
            self.walk_on(if self.turn == 0 { first } else { self.turn }, room, watch)?;
            if self.count.is_some() {
                continue;
            }
            // Where no engine can be made, the walk goes on alone.
            if self.links.is_none() {
                self.links = links(&self.part).ok();
            }
            if self.turn == 0 {
                self.turn = self.links.as_mut().map_or(first, |links| tree(links.as_mut())).max(first);
                continue;
            }
            let nodes = if self.walk.is_some() { self.turn.saturating_mul(4) } else { u64::MAX };
            self.count_by_links(nodes, watch)?;
            self.turn = self.turn.saturating_mul(8);
        }
    }

    /// A turn of the walk.
    fn walk_on(
        &mut self,
        nodes: u64,
        room: usize,
        watch: &mut dyn FnMut(&Work) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let until = self.walk.as_ref().map_or(0, |walk| walk.work().nodes.saturating_add(nodes));
        while let Some(walk) = &mut self.walk
            && walk.work().nodes < until
        {
            let left = until - walk.work().nodes;
            if walk.advance(&self.part, left.min(PATIENCE), room / 8) {
                self.count = Some(walk.total());
                self.links = None;
                break;
            }
            watch(&self.work())?;
        }
        ControlFlow::Continue(())
    }

    /// A turn of links.
    fn count_by_links(
        &mut self,
        nodes: u64,
        watch: &mut dyn FnMut(&Work) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let work = self.work();
        let Some(links) = &mut self.links else { return ControlFlow::Continue(()) };
        let before = links.statistics().nodes;
        let mut turn = Turn { found: 0, before, nodes, work, watch, is_cancelled: false };
        let flow = links.search(&mut turn);
        let (found, is_cancelled) = (turn.found, turn.is_cancelled);
        self.nodes_of_links += links.statistics().nodes - before;
        if flow.is_continue() {
            self.count = Some(BigUint::from(found));
            self.walk = None;
        }
        if is_cancelled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Adds to `cover` this part of the cover with `number`, which the part is to see modulo its count; what remains of the number
    /// is for the other parts. The count must be known, and not 0.
    pub(super) fn cover(&mut self, number: BigUint, room: usize, cover: &mut Vec<OptionId>) -> BigUint {
        let Some(count) = &self.count else { return number };
        let (others, mine) = (&number / count, number % count);
        if let Some(walk) = &mut self.walk {
            walk.descend(mine, room / 8, cover);
        } else if let Some(links) = &mut self.links {
            let mut before = u64::try_from(mine).unwrap_or(u64::MAX); // links can't have counted so many
            let options = &self.part.options;
            let _ = links.search(&mut |found: Cover<'_>| {
                if before > 0 {
                    before -= 1;
                    return ControlFlow::Continue(());
                }
                cover.extend(found.options().map(|option| options[option.index()]));
                ControlFlow::Break(())
            });
        }
        others
    }
}

/// About how many nodes a search of the engine has.
#[allow(clippy::cast_sign_loss)] // there are none below 0
fn tree(links: &mut dyn Engine) -> u64 {
    let mut state = 0_u64;
    let estimate = estimate(links, PROBES, &mut |bound| {
        // A congruence (Knuth, MMIX); what is drawn decides only who has how long a turn.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    });
    estimate.nodes.mean as u64
}

/// An engine for the part alone.
fn links(part: &Part) -> Result<Box<dyn Engine>, ProblemError> {
    let mut problem = Problem::new();
    let mut items = Vec::with_capacity(part.items);
    for item in 0..part.items {
        let name = item.to_string();
        items.push(if item < part.primary { problem.primary(&name)? } else { problem.secondary(&name)? });
    }
    for entries in &part.entries {
        let entries = entries.iter().map(|&(item, colour)| crate::cover::Entry { item: items[item], colour });
        problem.option(entries)?;
    }
    match Links::<u16>::new(&problem) {
        Ok(engine) => Ok(Box::new(engine)),
        Err(_) => Ok(Box::new(Links::<u32>::new(&problem)?)),
    }
}

/// Counts the covers of a turn, and ends it in time.
struct Turn<'w> {
    found: u64,
    /// The nodes of the engine at its beginning, and those of the turn.
    before: u64,
    nodes: u64,
    /// What was done before it.
    work: Work,
    watch: &'w mut dyn FnMut(&Work) -> ControlFlow<()>,
    is_cancelled: bool,
}

impl Visitor for Turn<'_> {
    fn cover(&mut self, _: Cover<'_>) -> ControlFlow<()> {
        self.found += 1;
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, so_far: &Statistics, _: Cover<'_>) -> ControlFlow<()> {
        let nodes = so_far.nodes - self.before;
        self.is_cancelled = (self.watch)(&Work { nodes: self.work.nodes + nodes, ..self.work }).is_break();
        if self.is_cancelled || nodes > self.nodes {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
