//! Records search trees for display.
//!
//! ```text
//!      root ─┬─ r1c1=1 ─── r1c2=2 ─┬─ r1c3=4 ...       a node for each state reached
//!            │                     └─ r1c3=3 ─── ✓     by a choice
//!            └─ r1c1=3 ─── (1,250 more)                a gap: there was no room for these
//! ```
//!
//! A search reports its nodes one after the other, each with its depth ([`SolutionVisitor::node`]);
//! this determines the tree. The first nodes are kept, up to a limit. Later nodes are counted in a
//! *gap* below their parent, except that the ways from the root to the solutions are always kept.
//!
//! ```
//! use tourdion::compare::{Contestant, Rules, tree::{self, TreeNodes}};
//! use tourdion::sudoku::Grid;
//! use tourdion::watch::Patient;
//!
//! let puzzle: Grid = "1....2..3......4".parse()?;
//! let (nodes, listed) = (TreeNodes::default(), "listed".parse::<Contestant>()?);
//! let tree = tree::record(&nodes, listed, &puzzle, Rules::default(), 1_000, &mut Patient)?;
//! let solutions: Vec<_> = tree.nodes().filter(|node| node.is_solution()).collect();
//! // A node for each cell, clue or not.
//! assert_eq!((solutions.len(), solutions[0].depth()), (1, 16));
//! assert_eq!(tree.nodes().count() as u64, tree.effort.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: the nodes kept and those in the gaps add up to the search's count, and each node is a
//! child of the one above it.
//!
//! Deliberately lacking: a search's data at a node, such as candidates. They follow from the way to
//! it.

use std::cell::Cell;
use std::fmt;
use std::iter;
use std::ops::ControlFlow;

use typed_arena::Arena;

use super::{ContestQuestion, Contestant, Rules};
use crate::sudoku::{Candidate, Grid, Solution};
use crate::verify::{Effort, Examination, Kind, SolutionVisitor};
use crate::watch::Watch;

/// An arena for the nodes of trees, which refer to each other.
#[derive(Default)]
pub struct TreeNodes<'a>(Arena<TreeNode<'a>>);

impl fmt::Debug for TreeNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeNodes").field("len", &self.0.len()).finish_non_exhaustive()
    }
}

/// A kept node, or a gap. It owns nothing, so that an arena of nodes that refer to each other can
/// be dropped.
#[derive(Debug)]
pub struct TreeNode<'a> {
    by: Option<Candidate>,
    depth: usize,
    parent: Option<&'a TreeNode<'a>>,
    /// The first and the last child.
    children: Cell<Option<[&'a TreeNode<'a>; 2]>>,
    next_sibling: Cell<Option<&'a TreeNode<'a>>>,
    is_solution: Cell<bool>,
    /// The number of nodes not kept, for a gap.
    missing: Option<Cell<u64>>,
}

impl<'a> TreeNode<'a> {
    /// The candidate whose choice led here. `None` for the root, and for a node reached by many
    /// cells at once.
    pub const fn by(&self) -> Option<Candidate> {
        self.by
    }

    /// The number of choices from the root to here.
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The node above; `None` for the root.
    pub const fn parent(&self) -> Option<&'a TreeNode<'a>> {
        self.parent
    }

    /// The children, in the order of the search, including gaps.
    pub fn children(&self) -> impl Iterator<Item = &'a TreeNode<'a>> + use<'a> {
        let first = self.children.get().map(|[first, _]| first);
        iter::successors(first, |node| node.next_sibling.get())
            .filter(|node| node.missing() != Some(0))
    }

    /// Whether the search showed a solution here.
    pub fn is_solution(&self) -> bool {
        self.is_solution.get()
    }

    /// The number of nodes not kept, for a gap; `None` for a node.
    pub fn missing(&self) -> Option<u64> {
        self.missing.as_ref().map(Cell::get)
    }
}

/// A search tree, as far as it was recorded.
#[derive(Debug)]
pub struct Tree<'a> {
    /// The root; `None` if clues clash and the search did not begin.
    pub root: Option<&'a TreeNode<'a>>,
    /// The effort of the search.
    pub effort: Effort,
    /// Its answer, as in a [`Turn`](super::Turn): `None` if the budget was spent.
    pub kind: Option<Kind>,
}

impl<'a> Tree<'a> {
    /// All kept nodes, each before its children, without gaps.
    pub fn nodes(&self) -> impl Iterator<Item = &'a TreeNode<'a>> + use<'a> {
        self.nodes_and_gaps().filter(|node| node.missing().is_none())
    }

    /// All kept nodes and gaps, each before its children.
    pub fn nodes_and_gaps(&self) -> impl Iterator<Item = &'a TreeNode<'a>> + use<'a> {
        let mut ahead = Vec::from_iter(self.root);
        iter::from_fn(move || {
            let node = ahead.pop()?;
            let begin = ahead.len();
            ahead.extend(node.children());
            ahead[begin..].reverse();
            Some(node)
        })
    }
}

/// Why there is no tree to record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{0} has no tree to look at: it searches in all boxes at once, in the lanes of its vectors"
)]
pub struct NoTree(pub Contestant);

impl Contestant {
    /// Checks that the tree of the engine's search can be recorded.
    ///
    /// # Errors
    /// For lockstep.
    pub const fn has_tree(self) -> Result<(), NoTree> {
        match self {
            Contestant::Lockstep => Err(NoTree(self)),
            Contestant::Links | Contestant::Plain(_) => Ok(()),
        }
    }
}

/// Asks `engine` about `puzzle` once, by the rules, and keeps the first `limit` nodes and the ways
/// to the solutions. Takes time linear in the nodes of the search, and memory for the kept nodes.
///
/// # Errors
/// If the engine's search has no tree.
pub fn record<'a>(
    nodes: &'a TreeNodes<'a>,
    engine: Contestant,
    puzzle: &Grid,
    rules: Rules,
    limit: usize,
    watch: &mut dyn Watch<Effort>,
) -> Result<Tree<'a>, NoTree> {
    engine.has_tree()?;
    let mut verifier = engine.verifier(puzzle.shape()).map_err(|_| NoTree(engine))?;
    let examination = Examination::up_to(2);
    let mut recorder = Recorder {
        nodes,
        limit,
        question: rules.question,
        examination,
        kept: 0,
        told: 0,
        root: None,
        way: Vec::new(),
        gap: None,
    };
    let ended = rules.budget.solutions(verifier.as_mut(), puzzle, &mut recorder, watch);
    let Recorder { root, examination, .. } = recorder;
    let kind = ended.map(|_| examination.verdict().kind());
    Ok(Tree { root, effort: verifier.effort(), kind })
}

/// A node on the way from the root to the search's current node.
struct Step<'a> {
    by: Option<Candidate>,
    /// The number of nodes reported up to this one.
    number: u64,
    /// The node, if it is kept.
    node: Option<&'a TreeNode<'a>>,
}

/// Records the reported nodes.
struct Recorder<'a> {
    nodes: &'a TreeNodes<'a>,
    limit: usize,
    question: ContestQuestion,
    examination: Examination,
    kept: usize,
    told: u64,
    root: Option<&'a TreeNode<'a>>,
    way: Vec<Step<'a>>,
    /// The gap that the way leads into, or the last such gap.
    gap: Option<&'a Cell<u64>>,
}

impl<'a> Recorder<'a> {
    /// Adds a node or a gap below `parent`, as its last child.
    fn add(
        &mut self,
        parent: Option<&'a TreeNode<'a>>,
        by: Option<Candidate>,
        missing: Option<u64>,
    ) -> &'a TreeNode<'a> {
        let node: &'a TreeNode<'a> = self.nodes.0.alloc(TreeNode {
            by,
            depth: parent.map_or(0, |parent| parent.depth + 1),
            parent,
            children: Cell::new(None),
            next_sibling: Cell::new(None),
            is_solution: Cell::new(false),
            missing: missing.map(Cell::new),
        });
        match parent.map(|parent| (parent, parent.children.get())) {
            None => self.root = Some(node),
            Some((parent, None)) => parent.children.set(Some([node, node])),
            Some((parent, Some([first, last]))) => {
                last.next_sibling.set(Some(node));
                parent.children.set(Some([first, node]));
            }
        }
        self.kept += usize::from(missing.is_none());
        node
    }

    /// Counts a node that is not kept, whose parent may be.
    fn leave_out(&mut self) {
        let parent = self.way.last().and_then(|step| step.node);
        if let Some(parent) = parent {
            let last = parent.children.get().and_then(|[_, last]| last.missing.as_ref());
            self.gap = last.or_else(|| self.add(Some(parent), None, Some(0)).missing.as_ref());
        }
        if let Some(gap) = self.gap {
            gap.set(gap.get() + 1);
        }
    }

    /// Keeps all nodes of the way, which were counted in the gap that it leads into.
    fn keep_way(&mut self) {
        let Some(first) = self.way.iter().position(|step| step.node.is_none()) else { return };
        if let Some(gap) = self.gap {
            gap.set(gap.get() - (self.told - self.way[first].number + 1));
        }
        for k in first..self.way.len() {
            let Some(parent) = k.checked_sub(1).map(|above| &self.way[above]) else { continue };
            let (node, between) = (parent.node, self.way[k].number - parent.number - 1);
            // Left of the way are the nodes that the search has finished.
            if k > first && between > 0 {
                self.add(node, None, Some(between));
            }
            self.way[k].node = Some(self.add(node, self.way[k].by, None));
        }
    }
}

impl SolutionVisitor for Recorder<'_> {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        self.keep_way();
        if let Some(node) = self.way.last().and_then(|step| step.node) {
            node.is_solution.set(true);
        }
        let flow = self.examination.solution(found);
        if self.question == ContestQuestion::FirstSolution { ControlFlow::Break(()) } else { flow }
    }

    fn wants_nodes(&self) -> bool {
        true
    }

    fn node(&mut self, depth: usize, by: Option<Candidate>) {
        self.told += 1;
        self.way.truncate(depth);
        let parent = self.way.last().and_then(|step| step.node);
        // The root is kept at any limit: all else hangs on it.
        let node = if self.kept < self.limit.max(1) {
            Some(self.add(parent, by, None))
        } else {
            self.leave_out();
            None
        };
        self.way.push(Step { by, number: self.told, node });
    }
}

#[cfg(test)]
mod tests;
