//! The last few options: a list of at most 32 as a table of bits, in which nothing is copied.
//!
//! ```text
//!                  0 1 2 3 4                      0 1 2 3 4
//!      0  c e      rows   a  . x . x .     keeps   0  . x . x x       options that a choice
//!      1  a d g           b  . . x . x             1  x . x . .       of this one leaves
//!      2  b c f           c  x . x . .             2  . x . . .
//!      3  a d f           d  . x . x .             3  x . . . x
//!      4  b g             e  x . . . .             4  x . . x .
//!                         f  . . x x .
//!                         g  . x . . x
//! ```
//!
//! An open item has a *row*, with a bit for each of its options; an option *keeps* those with which
//! it does not clash, and *has* its items' rows. The options left after some choices are then one
//! word, the `and` of what the chosen ones keep. An item's options are its row `and` that word. One
//! step finds which of sixteen rows have no, one, two or three bits left.
//!
//! Making the table costs some ten nodes. In searches where items have few options, most nodes are
//! below lists this short, dozens below each. Where items have many options, a list is dead before
//! it is this short, and little is lost.
//!
//! Invariant: a row of an open item has all its options, left or not; secondary items and colours
//! are only in `keeps`.

use std::ops::ControlFlow;

use super::lists::{BEYOND, Lists};
use super::mask::{size, squeezed};
use super::node::{Node, Pairs, taken_by};
use super::passes::{Few, Passes, Rows};
use crate::cover::engine::progress::Progress;

/// The most options: a bit of a word each.
const OPTIONS: usize = BEYOND;

/// The most open items.
const ITEMS: usize = 64;

/// The table, and the state of the search in it.
#[derive(Debug, Default)]
pub(super) struct Endgame {
    rows: [Rows; ITEMS / 16],
    /// The number of `rows` in use.
    used: usize,
    keeps: [u32; OPTIONS],
    has: [u64; OPTIONS],
    levels: Vec<Level>,
}

/// The options left and the open items.
#[derive(Clone, Copy, Debug)]
struct Rest {
    options: u32,
    /// The rows of the items to be covered.
    open: u64,
}

/// An item that was branched on.
#[derive(Clone, Copy, Debug)]
struct Level {
    rest: Rest,
    untried: u32,
    /// The number of options chosen before.
    chosen: usize,
}

impl Endgame {
    /// Whether the list of a pass is small enough.
    #[inline(always)]
    pub(super) fn takes<const W: usize>(node: &Node<W>) -> bool {
        node.end - node.start <= OPTIONS && size(&node.open) <= ITEMS
    }

    /// Shows all covers below a node without forced items.
    #[inline(always)]
    pub(super) fn play<P: Passes, const W: usize>(
        &mut self,
        passes: P,
        lists: &Lists<W>,
        node: &Node<W>,
        pairs: &Pairs<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let rest = self.set_up(passes, lists, node, pairs);
        let numbers = |option: usize| lists.number(node.start + option);
        self.levels.clear();
        self.branch(passes, rest, progress.depth());
        while let Some(level) = self.levels.last_mut() {
            if level.untried == 0 {
                self.levels.pop();
                continue;
            }
            let option = level.untried.trailing_zeros();
            // Clears the lowest bit, which is `option`.
            level.untried &= level.untried - 1;
            progress.back_to(level.chosen);
            let rest = level.rest;
            let rest = self.choose(rest, option, numbers, progress)?;
            if let Some(rest) = self.settle(passes, rest, numbers, progress)? {
                self.branch(passes, rest, progress.depth());
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes the table of a list.
    #[inline(always)]
    fn set_up<P: Passes, const W: usize>(
        &mut self,
        passes: P,
        lists: &Lists<W>,
        node: &Node<W>,
        pairs: &Pairs<W>,
    ) -> Rest {
        let (count, items) = (node.end - node.start, size(&node.open));
        let few = lists.few(node.start);
        for option in 0..count {
            let mask = lists.mask(node.start + option);
            // Only open items get rows: squeezing brings them side by side.
            [self.has[option]] =
                squeezed(&mask, &node.open, |bits, kept| passes.squeeze(bits, kept));
            // The index bits are masked out: those of two options could meet.
            self.keeps[option] = !passes.clashes(few, &taken_by(&lists.items(&mask), pairs));
        }
        self.used = items.div_ceil(16);
        for (k, rows) in self.rows[..self.used].as_flattened_mut().iter_mut().enumerate() {
            // Eight rows at once: each is one bit column of 32 bytes.
            *rows = passes.transposed(&self.has.map(|has| (has >> (8 * k)) as u8));
        }
        Rest { options: u32::MAX >> (OPTIONS - count), open: u64::MAX >> (ITEMS - items) }
    }

    /// Chooses an option.
    #[inline(always)]
    fn choose(
        &self,
        rest: Rest,
        option: u32,
        numbers: impl Fn(usize) -> u32,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Rest> {
        // The remainder spares a bounds check.
        let option = option as usize % OPTIONS;
        progress.step(numbers(option))?;
        // These two `and`s are the whole cost of a choice.
        let options = rest.options & self.keeps[option];
        ControlFlow::Continue(Rest { options, open: rest.open & !self.has[option] })
    }

    /// Takes the options of forced items until none is forced. Returns `None` if the node is
    /// finished: its cover has been shown, or it has none.
    #[inline(always)]
    fn settle<P: Passes>(
        &self,
        passes: P,
        mut rest: Rest,
        numbers: impl Fn(usize) -> u32,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<Rest>> {
        loop {
            if rest.open == 0 {
                progress.show()?;
                return ControlFlow::Continue(None);
            }
            let [none, one] = self.look(passes, rest, |few| [few.none, few.one]);
            if none != 0 {
                return ControlFlow::Continue(None);
            }
            if one == 0 {
                return ControlFlow::Continue(Some(rest));
            }
            let mut forced = one;
            while forced != 0 {
                let left = self.row(forced.trailing_zeros()) & rest.options;
                if left == 0 {
                    return ControlFlow::Continue(None); // it clashes with another forced option
                }
                rest = self.choose(rest, left.trailing_zeros(), &numbers, progress)?;
                forced &= rest.open;
            }
        }
    }

    /// Branches on the first open item with the fewest options.
    #[inline(always)]
    fn branch<P: Passes>(&mut self, passes: P, rest: Rest, chosen: usize) {
        // No row has fewer than two here, so the first row with two, or else three, is the best.
        let [two, three] = self.look(passes, rest, |few| [few.two, few.three]);
        let few = if two != 0 { two } else { three };
        let untried = if few != 0 {
            self.row(few.trailing_zeros()) & rest.options
        } else {
            self.fewest(rest)
        };
        self.levels.push(Level { rest, untried, chosen });
    }

    /// The options of the first open item with the fewest. Called if all have four or more.
    fn fewest(&self, rest: Rest) -> u32 {
        let (mut open, mut fewest) = (rest.open, rest.options);
        while open != 0 {
            let left = self.row(open.trailing_zeros()) & rest.options;
            if left.count_ones() < fewest.count_ones() {
                fewest = left;
            }
            open &= open - 1;
        }
        fewest
    }

    /// Two facts about all open rows.
    #[inline(always)]
    fn look<P: Passes>(&self, passes: P, rest: Rest, facts: impl Fn(Few) -> [u16; 2]) -> [u64; 2] {
        let mut all = [0; 2];
        for (k, rows) in self.rows[..self.used].iter().enumerate() {
            for (all, fact) in all.iter_mut().zip(facts(passes.few(rows, rest.options))) {
                *all |= u64::from(fact) << (16 * k);
            }
        }
        all.map(|rows| rows & rest.open)
    }

    #[inline(always)]
    fn row(&self, row: u32) -> u32 {
        // The remainder spares a bounds check.
        self.rows.as_flattened().as_flattened()[row as usize % ITEMS]
    }
}
