//! Dancing links: Algorithm X, and with colours Algorithm C, on lists that remember their nodes'
//! places.
//!
//! # The lists
//!
//! This is the layout of the toy problem of [`cover`](super). Each item has a header, and all
//! uncovered primary items stand in a ring. Each item also has a list of its options; an option's
//! nodes lie side by side in memory, one for each of its items, so the option needs no links of its
//! own:
//!
//! ```text
//!     ring      0 <-> a <-> b <-> c <-> d <-> e <-> f <-> g <-> (0)
//!     length          2     2     2     3     2     2     3
//!                     |     |     |     |     |     |     |
//!     c e    ·        |     |     9     |    10     |     |       ·  a spacer, at both ends of
//!     a d g  ·       12     |     |    13     |     |    14          each option
//!     b c f  ·        |    16    17     |     |    18     |
//!     a d f  ·       20     |     |    21     |    22     |       |  a list: from its header down
//!     b g    ·        |    24     |     |     |     |    25          and round to its header again
//!     d e g  ·        |     |     |    27    28     |    29
//! ```
//!
//! Node 13 says: above me is `d`'s header, below me 21, my item is `d`; to my left is 12 and to my
//! right 14, because these lie beside it. A node that leaves its list keeps its own links,
//!
//! ```text
//!     unlink x      down[up[x]] = down[x],  up[down[x]] = up[x]
//!     relink x      down[up[x]] = x,        up[down[x]] = x
//! ```
//!
//! and so knows the way back, provided that nodes return in the reverse order of leaving.
//!
//! # The dance
//!
//! To *cover* an item is to take it out of its ring and to *hide* every option in its list: each of
//! the option's other nodes leaves its list. (The item's own list stays whole, for the way back.)
//! To *choose* an option is to cover all its items. For `a d f`: cover `a`, which hides `a d g`
//! from `d` and `g`; cover `d`, which hides `d e g` from `e` and `g`; cover `f`, which hides
//! `b c f` from `b` and `c`. What is left:
//!
//! ```text
//!     ring      0 <-> b <-> c <-> e <-> g <-> (0)
//!     length          1     1     1     1        b g  is forced, and so is  c e
//! ```
//!
//! Knuth covers the branching item first, and so hides the chosen option's other nodes in passing.
//! Here the chosen option is never hidden: in each of its items' lists it steps aside while the
//! rest is hidden, and stays counted. Then a length falls to 0 only if an item outside the option
//! loses its last option, and the choice is given up at that moment. A length falls to 1 only if an
//! item is forced, or about to be covered by the option itself. Such items are noted at once, so
//! forced items need no search for the shortest list. Most choices in a Sudoku are forced.
//!
//! A secondary item with colours is not covered but *purified*: its list keeps the options that
//! give it the same colour, and the others are hidden. After that its list stays as it is until the
//! colour is taken back, because all options in it agree.
//!
//! # Invariants
//!
//! With some options held and banned, between two calls:
//!
//! 1. An item is in its ring if and only if no held option covers it.
//! 2. The list of an item that is in its ring and has no current colour has exactly the options
//!    that are not banned and clash with none held, in the order of the problem. Its header has
//!    their number.
//! 3. Every list is closed: its up and down links mirror each other. The list of a covered item is
//!    one shorter than its header says: the option that covers it stands aside.
//! 4. Undoing all moves gives back the first state, bit for bit.
//!
//! Backtracking keeps them because steps are undone in reverse order: `unhide` walks from right to
//! left where `hide` walked from left to right, `uncover` from the bottom to the top.
//! [`Engine::sanity`] checks all of them from the moves alone.
//!
//! # Branching
//!
//! The item to branch on is the shortest, unless [`Branching`] says otherwise, for comparison.
//!
//! Sources: Knuth, *Dancing Links* (2000), and *The Art of Computer Programming* 4B, section
//! 7.2.2.1: Algorithm X, the layout with spacers, exercise 9 (the choice of the item), and
//! Algorithm C; Algorithm M keeps multiplicities. Hitotumatu and Noshita (1979) invented
//! the links.
//!
//! Deliberately lacking: costs, and remembering states.

mod branching;
mod matrix;
mod multiple;
mod sanity;
mod steps;

use std::ops::ControlFlow;

pub use self::branching::{Branching, BranchingError};
pub use self::matrix::Width;
use self::matrix::{Key, Matrix};
use self::multiple::Multiple;
use self::steps::Floor;
use super::EngineWatch;
use super::moves::Moves;
use super::progress::{Observers, WORK, next_due};
use crate::cover::{
    Clash, Cover, Engine, EngineProgress, ItemId, Move, OptionId, Problem, ProblemError, Statistics,
};

/// The dancing-links engine. `W` is the width of a link; see [`Width`].
#[derive(Debug)]
pub struct Links<W = u32> {
    matrix: Matrix<W>,
    key: Key<W>,
    coloured: bool,
    branching: Branching,
    /// For each primary item, by its header, whether its name begins with `#`. Empty unless such
    /// items come first.
    is_sharp: Vec<bool>,
    /// If the problem has multiplicities.
    multiple: Option<Multiple>,
    moves: Moves<()>,
    /// The node of each option chosen on the way from the root to the current node.
    path: Vec<u32>,
    nodes: u64,
    covers: u64,
    /// The number of nodes at which the watch has a pulse, and the number of updates.
    next_pulse: u64,
    due: u64,
}

impl Links {
    /// An engine for `problem`, with links of 32 bits, nothing held and nothing banned.
    ///
    /// # Errors
    /// As [`with_width`](Links::with_width).
    pub fn new(problem: &Problem) -> Result<Links, ProblemError> {
        Links::with_width(problem)
    }
}

impl<W: Width> Links<W> {
    /// An engine for `problem`, with links of this width. `Links::<u16>::with_width(&problem)`
    /// takes half the memory of links of 32 bits.
    ///
    /// # Errors
    /// [`ProblemError::TooLarge`] if links of this width can't reach all nodes: one for each item,
    /// option and entry, and two more.
    pub fn with_width(problem: &Problem) -> Result<Links<W>, ProblemError> {
        let (matrix, key) = Matrix::new(problem)?;
        Ok(Links {
            coloured: !matrix.colours.is_empty(),
            branching: Branching::default(),
            is_sharp: Vec::new(),
            multiple: Multiple::new(problem, &key),
            moves: Moves::new(key.first.len()),
            path: Vec::with_capacity(matrix.primary),
            nodes: 0,
            covers: 0,
            next_pulse: u64::MAX,
            due: WORK,
            matrix,
            key,
        })
    }

    /// The same engine, branching otherwise. `problem` is the one it was made from.
    ///
    /// ```
    /// use tourdion::cover::engine::links::{Branching, Links};
    /// use tourdion::cover::{Engine, classics};
    ///
    /// let queens = classics::queens(8)?;
    /// let mut nodes = Vec::new();
    /// for &branching in [Branching::Shortest, Branching::First].iter() {
    ///     let mut links = Links::new(&queens)?.branching(branching, &queens);
    ///     assert_eq!(links.count(u64::MAX), 92);
    ///     nodes.push(links.statistics().nodes);
    /// }
    /// assert!(nodes[0] < nodes[1]);
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn branching(mut self, branching: Branching, problem: &Problem) -> Links<W> {
        self.branching = branching;
        self.is_sharp.clear();
        if branching == Branching::Sharp {
            let primary = &self.key.item[..self.matrix.primary];
            let is_sharp = primary.iter().map(|&item| problem.name(item).starts_with('#'));
            self.is_sharp.extend([false].into_iter().chain(is_sharp)); // header 0 is no item
        }
        self
    }

    /// The first node of `option`, if it is one of this problem.
    fn first_node(&self, option: OptionId) -> Option<usize> {
        self.key.first.get(option.index()).map(|first| first.at())
    }

    /// The item that keeps the option with this first node from joining those held.
    fn clash(&self, first: usize) -> Option<usize> {
        let matrix = &self.matrix;
        let fits =
            |node: usize, item: usize| match matrix.purifier.get(item).map_or(0, |by| by.at()) {
                0 => matrix.in_ring(item),
                by => matrix.colours[by] == matrix.colours[node],
            };
        matrix.option(first).find_map(|node| {
            let item = matrix.nodes[node].top.at();
            (!fits(node, item)).then_some(item)
        })
    }

    /// The search proper. All its choices are undone when it returns.
    fn dance<const COLOURS: bool>(&mut self, (visitor, watch): Observers<'_>) -> ControlFlow<()> {
        self.nodes += 1;
        if !self.note_forced_items() {
            return ControlFlow::Continue(());
        }
        loop {
            // Down the tree: the first option of the next item, if there is an item left.
            let mut node = match self.next_item() {
                Some(item) => self.matrix.nodes[item].down.at(),
                None if self.show(visitor).is_break() => return self.climb_out::<COLOURS>(),
                None => 0,
            };
            // Along: try options from `node` on. At the end of a list, go up the tree and continue
            // there.
            loop {
                if node <= self.matrix.items {
                    let Some(chosen) = self.path.pop() else { return ControlFlow::Continue(()) };
                    node = chosen as usize;
                    self.unchoose::<COLOURS>(node);
                    // A branch happens only when no item is forced; so none is forced when the next
                    // option of its item is tried.
                    self.matrix.findings.forced.clear();
                } else {
                    self.nodes += 1;
                    if self.is_pulse_due() && self.pulse(node, watch).is_break() {
                        return self.climb_out::<COLOURS>();
                    }
                    if self.completes(node) {
                        if self.show_with(node, visitor).is_break() {
                            return self.climb_out::<COLOURS>();
                        }
                    } else if self.choose::<COLOURS>(node) {
                        self.path.push(node as u32);
                        break;
                    }
                }
                node = self.matrix.nodes[node].down.at();
            }
        }
    }

    fn floor<const COLOURS: bool>(&mut self) -> Floor<'_, W, COLOURS> {
        self.matrix.floor()
    }

    fn choose<const COLOURS: bool>(&mut self, node: usize) -> bool {
        let first = self.matrix.option(node).start;
        self.floor::<COLOURS>().choose(first)
    }

    fn unchoose<const COLOURS: bool>(&mut self, node: usize) {
        let last = self.matrix.option(node).end - 1;
        self.floor::<COLOURS>().unchoose(last);
    }

    /// Undoes all choices.
    fn climb_out<const COLOURS: bool>(&mut self) -> ControlFlow<()> {
        while let Some(node) = self.path.pop() {
            self.unchoose::<COLOURS>(node as usize);
        }
        ControlFlow::Break(())
    }

    fn is_pulse_due(&self) -> bool {
        self.nodes >= self.next_pulse || self.matrix.findings.updates >= self.due
    }

    /// A pulse at the option of `node`.
    fn pulse(&mut self, node: usize, watch: &mut EngineWatch<'_>) -> ControlFlow<()> {
        self.next_pulse = self.nodes.saturating_add(watch.patience());
        self.due = next_due(self.matrix.findings.updates);
        self.path.push(node as u32);
        let statistics = self.statistics();
        let flow = watch.pulse(&EngineProgress { statistics, partial: self.cover() });
        self.path.pop();
        flow
    }

    /// Whether the option of `node` covers all items that are left. Then it completes a cover, and
    /// the steps of covering are saved.
    fn completes(&self, node: usize) -> bool {
        let left = self.matrix.findings.left;
        left <= self.matrix.widest && left == self.matrix.width(node)
    }

    /// Shows the cover of the path and the option of `node`.
    fn show_with(
        &mut self,
        node: usize,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.path.push(node as u32);
        let flow = self.show(visitor);
        self.path.pop();
        flow
    }

    /// Shows the path as a cover.
    fn show(&mut self, visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.covers += 1;
        visitor(self.cover())
    }

    /// The options that are held, and those on the path.
    fn cover(&self) -> Cover<'_> {
        Cover { held: self.moves.as_slice(), chosen: &self.path, option_of: Some(&self.key.option) }
    }

    /// Notes the items that are forced before the first choice; false if one has no options at all.
    fn note_forced_items(&mut self) -> bool {
        let Matrix { nodes, ring, findings, .. } = &mut self.matrix;
        findings.clear();
        let mut item = ring[0].right;
        while item.at() != 0 {
            match nodes[item.at()].top.at() {
                0 => return false,
                1 => findings.forced.push(item),
                _ => {}
            }
            item = ring[item.at()].right;
        }
        true
    }

    /// The item to cover next: a forced one, or else the one that [`Branching`] prefers; `None` if
    /// all primary items are covered.
    fn next_item(&mut self) -> Option<usize> {
        if self.branching == Branching::First {
            self.matrix.findings.forced.clear();
            let first = self.matrix.ring[0].right.at();
            return (first != 0).then_some(first);
        }
        while let Some(item) = self.matrix.findings.forced.pop() {
            if self.matrix.in_ring(item.at()) {
                return Some(item.at());
            }
        }
        // No list is shorter than 2 here: forced items are settled already.
        if self.branching == Branching::Sharp
            && let Some(sharp) = self.smallest_item(2, |item| self.is_sharp[item])
        {
            return Some(sharp);
        }
        self.smallest_item(2, |_| true)
    }

    /// The first of these items with the fewest options, or the first with `enough` options or
    /// fewer.
    fn smallest_item(&self, enough: usize, is_one: impl Fn(usize) -> bool) -> Option<usize> {
        let (ring, nodes) = (&self.matrix.ring[..], &self.matrix.nodes[..]);
        let (mut smallest, mut least) = (None, usize::MAX);
        let mut item = ring[0].right.at();
        while item != 0 {
            let length = nodes[item].top.at();
            if length < least && is_one(item) {
                (smallest, least) = (Some(item), length);
                if length <= enough {
                    break;
                }
            }
            item = ring[item].right.at();
        }
        smallest
    }
}

/// Takes a step in the version for problems with colours, or in the version for those without.
macro_rules! step {
    ($links:ident.$step:ident($argument:expr)) => {
        if $links.coloured {
            $links.floor::<true>().$step($argument)
        } else {
            $links.floor::<false>().$step($argument)
        }
    };
}

impl<W: Width> crate::cover::engine::sealed::SealedEngine for Links<W> {
    fn keeps_order_in_parts(&self) -> bool {
        self.branching == Branching::Shortest
    }
}

impl<W: Width> Engine for Links<W> {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.moves.check_free(option)?;
        let first = self.first_node(option).ok_or(Clash::Unknown)?;
        if let Some(item) = self.clash(first) {
            return Err(Clash::Item(self.key.item[item - 1]));
        }
        // Unlike a choice, a hold may leave an item without options: the search then finds no
        // cover, but there is no clash.
        if !self.take(first) {
            step!(self.commit_all(first));
        }
        self.matrix.findings.clear();
        self.moves.hold(option, ());
        Ok(())
    }

    fn ban(&mut self, option: OptionId) {
        let listed = |&first: &usize| self.moves.is_free(option) && self.clash(first).is_none();
        let first = self.first_node(option).filter(listed);
        if let Some(first) = first {
            step!(self.strike(first));
            self.matrix.findings.clear();
        }
        self.moves.ban(option, first.map(|_| ()));
    }

    fn release(&mut self) -> Option<Move> {
        let (latest, mark) = self.moves.release()?;
        if mark.is_some() {
            let first = self.first_node(latest.option())?;
            if latest.held().is_none() {
                step!(self.unstrike(first));
            } else if !self.put_back(first) {
                let last = self.matrix.option(first).end - 1;
                step!(self.unchoose(last));
            }
        }
        Some(latest)
    }

    fn moves(&self) -> &[Move] {
        self.moves.as_slice()
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        let item = match &self.multiple {
            None => self.preferred_item(),
            Some(multiple) => self.neediest(multiple),
        }?;
        Some((self.key.item[item - 1], self.matrix.nodes[item].top.at()))
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        let Some(&header) = self.key.header.get(item.index()) else { return };
        let header = header.at();
        if header <= self.matrix.primary && self.matrix.in_ring(header) {
            options.extend(self.matrix.list(header).map(|node| self.key.option[node]));
        }
    }

    fn optional(&self, options: &mut Vec<OptionId>) {
        if self.multiple.is_some() && self.shortest().is_none() {
            let first = self.options_to_try(None).into_iter();
            options.extend(first.map(|node| self.key.option[node]));
        }
    }

    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        // The rest of the last search's patience counts, so that many short searches get pulses
        // too.
        self.next_pulse = self.next_pulse.min(self.nodes.saturating_add(watch.patience()));
        let observers: Observers<'_> = (visitor, watch);
        if self.multiple.is_some() {
            self.dance_with_room(observers)
        } else if self.coloured {
            self.dance::<true>(observers)
        } else {
            self.dance::<false>(observers)
        }
    }

    fn statistics(&self) -> Statistics {
        Statistics { nodes: self.nodes, updates: self.matrix.findings.updates, covers: self.covers }
    }

    fn sanity(&self) -> Result<(), String> {
        sanity::check(self)
    }
}

/// Links of 16 bits if these suffice, or else of 32.
///
/// # Errors
/// As [`Links::new`].
pub fn narrowest(problem: &Problem, branching: Branching) -> Result<Box<dyn Engine>, ProblemError> {
    match Links::<u16>::with_width(problem) {
        Ok(narrow) => Ok(Box::new(narrow.branching(branching, problem))),
        Err(_) => Ok(Box::new(Links::new(problem)?.branching(branching, problem))),
    }
}

#[cfg(test)]
mod tests;
