//! The search tree of Algorithm X, node by node.
//!
//! ```text
//!      root: a has the fewest options, 2
//!       ├── a d g: b has 1
//!       │    └── b c f: e has none, a dead end
//!       └── a d f: b has 1
//!            └── b g: c has 1
//!                 └── c e: every item is covered
//! ```
//!
//! At each node the item that the engine names ([`Engine::shortest`]) is branched on: each of its
//! options in turn is held, and leads to a child. An item without options is a dead end. Among
//! equal items the first is taken, in the order of the problem; the searches of engines may take
//! another, and so have a few nodes more or less.
//!
//! With multiplicities a child bans the options before its own, as far as they could join it: so a
//! cover is met in one order of its options. Where no item needs an option there is a cover, and an
//! option that may join it leads to a child.
//!
//! Invariant: the engine is the same afterwards.
//!
//! Source: Knuth, *Dancing Links* (2000), Algorithm X.
//!
//! Deliberately lacking: speed, since every node looks at every item; and what engines do beyond
//! Algorithm X, such as learning.

use std::ops::ControlFlow;

use crate::cover::engine::release_to;
use crate::cover::{Engine, ItemId, OptionId};

/// What a search finds at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// It branches on this item, over this number of options, one or more.
    Branch(ItemId, usize),
    /// This item needs an option and has none left.
    DeadEnd(ItemId),
    /// The held options are a cover. With multiplicities this number of options may join it.
    Cover(usize),
}

impl NodeKind {
    /// The number of children.
    pub fn children(self) -> usize {
        match self {
            NodeKind::Branch(_, count) | NodeKind::Cover(count) => count,
            NodeKind::DeadEnd(_) => 0,
        }
    }
}

/// A node of the search tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TraceNode {
    /// The option whose choice leads here; `None` for the root.
    pub option: Option<OptionId>,
    /// The number of choices from the root to here.
    pub depth: usize,
    /// What a search finds here.
    pub kind: NodeKind,
}

/// A node on the way, with the children that are left to visit.
struct Branch {
    /// The item that it branches on; `None` at a cover.
    item: Option<ItemId>,
    /// The options of its children, in their order.
    options: Vec<OptionId>,
    /// The number of children visited.
    visited: usize,
    /// The number of moves that lead to the node.
    moves: usize,
}

impl Branch {
    /// The node at which `engine` is.
    fn of(engine: &dyn Engine) -> Branch {
        let item = engine.shortest().map(|(item, _)| item);
        let (options, moves) = (list(engine, item), engine.moves().len());
        Branch { item, options, visited: 0, moves }
    }

    fn kind(&self) -> NodeKind {
        match (self.item, self.options.len()) {
            (Some(item), 0) => NodeKind::DeadEnd(item),
            (Some(item), count) => NodeKind::Branch(item, count),
            (None, count) => NodeKind::Cover(count),
        }
    }

    /// Moves to the next child, and returns its option.
    fn descend(&mut self, engine: &mut dyn Engine) -> Option<OptionId> {
        let option = *self.options.get(self.visited)?;
        engine.hold(option).expect("an option in the list of an item clashes with nothing held");
        // Covers with an earlier option belong to its branch.
        let mut others = list(engine, self.item);
        others.sort_unstable();
        let could_join = |option: &&OptionId| others.binary_search(option).is_ok();
        let earlier = self.options[..self.visited].iter().filter(could_join);
        earlier.for_each(|&option| engine.ban(option));
        self.visited += 1;
        Some(option)
    }
}

/// The options left of an item, or those that may join a cover.
fn list(engine: &dyn Engine, item: Option<ItemId>) -> Vec<OptionId> {
    let mut options = Vec::new();
    match item {
        Some(item) => engine.list(item, &mut options),
        None => engine.optional(&mut options),
    }
    options
}

/// Shows `visitor` the nodes of the search tree of `engine`, with what it holds and bans, each
/// before its children. Returns `Break` if the visitor did.
///
/// Takes time for each node in proportion to the items, and memory in proportion to the options on
/// the way to it.
///
/// ```
/// use std::ops::ControlFlow;
/// use tourdion::cover::question::trace::{NodeKind, trace};
/// use tourdion::cover::{Links, classics};
///
/// let toy = classics::toy()?;
/// let mut engine = Links::new(&toy)?;
/// let mut text = String::new();
/// let _ = trace(&mut engine, &mut |node| {
///     let spelled = |option| toy.spelled(option).to_string();
///     let option = node.option.map_or("root".to_owned(), spelled);
///     let kind = match node.kind {
///         NodeKind::Branch(item, _) => toy.spelled_item(item).to_string(),
///         NodeKind::DeadEnd(_) => "dead end".to_owned(),
///         NodeKind::Cover(_) => "cover".to_owned(),
///     };
///     text += &format!("{}{option}: {kind}\n", " ".repeat(node.depth));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(text, "root: a\n a d g: b\n  b c f: dead end\n a d f: b\n  b g: c\n   c e: cover\n");
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn trace(
    engine: &mut dyn Engine,
    visitor: &mut dyn FnMut(TraceNode) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let before = engine.moves().len();
    let flow = walk(engine, visitor);
    release_to(engine, before);
    flow
}

/// The same; the engine keeps the moves of where it was broken off.
fn walk(
    engine: &mut dyn Engine,
    visitor: &mut dyn FnMut(TraceNode) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let root = Branch::of(engine);
    visitor(TraceNode { option: None, depth: 0, kind: root.kind() })?;
    let mut way = vec![root];
    while let Some(branch) = way.last_mut() {
        release_to(engine, branch.moves);
        let option = branch.descend(engine);
        if option.is_none() {
            way.pop();
            continue;
        }
        let child = Branch::of(engine);
        visitor(TraceNode { option, depth: way.len(), kind: child.kind() })?;
        way.push(child);
    }
    ControlFlow::Continue(())
}
