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
//! # Multiplicities
//!
//! An item may need up to three options:
//!
//! ```text
//!      item   row          needs   left   so
//!      c      x x . x .      3       3     all its options are taken
//!      d      . x x x x      2       4     two can be missed
//!      e      . . x . .      2       1     no cover
//! ```
//!
//! The same step finds which rows have too few or just enough. An item that is full takes its row
//! out of the options left. An option that was tried leaves them too.
//!
//! Invariant: a row has all options of its item, left or not; secondary items and colours are only
//! in `keeps`, which has the clashes in items with room for one.

use std::ops::ControlFlow;

use super::demands::{Demands, PLAIN};
use super::lists::{BEYOND, Lists};
use super::mask::{Mask, both, minus, not_empty, size, squeezed, union};
use super::node::{Node, Pairs, taken_by};
use super::numbers::Numbers;
use super::passes::{Passes, Rows};
use crate::cover::engine::progress::Progress;

/// The most options: a bit of a word each.
const OPTIONS: usize = BEYOND;

/// The most items with rows.
const ITEMS: usize = 64;

/// The table, and the state of the search in it.
#[derive(Debug, Default)]
pub(super) struct Endgame<const N: usize, const M: usize> {
    rows: [Rows; ITEMS / 16],
    /// The number of `rows` in use.
    used: usize,
    keeps: [u32; OPTIONS],
    has: [u64; OPTIONS],
    /// The rows of items whose room is counted.
    counted: u64,
    levels: Vec<Level<N, M>>,
}

/// The options left, and what is demanded of the rows. In a plain search these are two numbers,
/// which stay in registers; a mask of one word within would not.
#[derive(Clone, Copy, Debug)]
struct Rest<const N: usize, const M: usize> {
    options: u32,
    /// The rows of the items that need options.
    open: u64,
    need: Numbers<1, M>,
    room: Numbers<1, N>,
}

/// A branch, with its untried options.
#[derive(Clone, Copy, Debug)]
struct Level<const N: usize, const M: usize> {
    rest: Rest<N, M>,
    untried: u32,
    /// The number of options chosen before.
    chosen: usize,
}

/// The rows with at most no, one, two, three options left.
type AtMost = [u64; 4];

impl<const N: usize, const M: usize> Endgame<N, M> {
    /// Whether a node is small enough.
    #[inline(always)]
    pub(super) fn takes<const W: usize>(node: &Node<W, N>) -> bool {
        node.end - node.start <= OPTIONS
            && !not_empty(&node.demands.need.beyond_two())
            && size(&items(node)) <= ITEMS
    }

    /// Shows all covers below a settled node.
    #[inline(always)]
    pub(super) fn play<P: Passes, const W: usize>(
        &mut self,
        passes: P,
        lists: &Lists<W>,
        node: &Node<W, N>,
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
            if N != PLAIN {
                // It is not tried again below the options after it.
                level.rest.options &= !(1 << option);
            }
            if !progress.affords(numbers(option as usize)) {
                continue;
            }
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
        node: &Node<W, N>,
        pairs: &Pairs<W>,
    ) -> Rest<N, M> {
        // Squeezing brings the items with rows side by side, and leaves out all others.
        let rows = items(node);
        let squeeze = |mask: &Mask<W>| -> Mask<1> {
            squeezed(mask, &rows, |bits, kept| passes.squeeze(bits, kept))
        };
        let room = &node.demands.room;
        let (count, few) = (node.end - node.start, lists.few(node.start));
        // Without the index bits: those of two options could meet.
        let clashing = minus(&lists.items(&[u64::MAX; W]), &room.some());
        for option in 0..count {
            let mask = lists.mask(node.start + option);
            [self.has[option]] = squeeze(&mask);
            self.keeps[option] = !passes.clashes(few, &taken_by(&both(&mask, &clashing), pairs));
            if N != PLAIN {
                // With room in all its items an option does not clash with itself.
                self.keeps[option] &= !(1 << option);
            }
        }
        self.used = size(&rows).div_ceil(16);
        for (k, rows) in self.rows[..self.used].as_flattened_mut().iter_mut().enumerate() {
            // Eight rows at once: each is one bit column of 32 bytes.
            *rows = passes.transposed(&self.has.map(|has| (has >> (8 * k)) as u8));
        }
        let endless = room.largest();
        [self.counted] = squeeze(&minus(&room.some(), &endless));
        let [open] = squeeze(&node.demands.open);
        Rest {
            options: u32::MAX >> (OPTIONS - count),
            open,
            need: node.demands.need.map(squeeze).resized(),
            room: room.map(|plane| squeeze(&minus(plane, &endless))),
        }
    }

    /// Chooses an option that is left.
    #[inline(always)]
    fn choose(
        &self,
        rest: Rest<N, M>,
        option: u32,
        numbers: impl Fn(usize) -> u32,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Rest<N, M>> {
        // The remainder spares a bounds check.
        let option = option as usize % OPTIONS;
        progress.step(numbers(option))?;
        // In a plain search these two `and`s are the whole cost of a choice.
        let (has, mut options) = (self.has[option], rest.options & self.keeps[option]);
        let Rest { open, need, room, .. } = rest;
        let mut demands = Demands { open: [open], need, room };
        demands.satisfy(&[has]);
        let counted = has & self.counted;
        if N != PLAIN && counted != 0 {
            let [mut full] = demands.fill(&[counted], &[0]);
            while full != 0 {
                options &= !self.row(full.trailing_zeros());
                full &= full - 1;
            }
        }
        let Demands { open: [open], need, room } = demands;
        ControlFlow::Continue(Rest { options, open, need, room })
    }

    /// Takes the options of items that have just enough, until there are none. Shows a cover if
    /// nothing is needed. Returns `None` if nothing is to be found below.
    #[inline(always)]
    fn settle<P: Passes>(
        &self,
        passes: P,
        mut rest: Rest<N, M>,
        numbers: impl Fn(usize) -> u32,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<Rest<N, M>>> {
        loop {
            let Rest { open, need, .. } = rest;
            if open == 0 {
                progress.show()?;
                return ControlFlow::Continue((N != PLAIN && rest.options != 0).then_some(rest));
            }
            let ([several], [two_more], [three_more]) = (need.some(), need.plane(0), need.plane(1));
            let [none, one, two, three] = self.look(passes, rest.options);
            if open & (none | one & several | two & three_more) != 0 {
                return ControlFlow::Continue(None);
            }
            let mut forced = open & (one & !several | two & two_more | three & three_more);
            if forced == 0 {
                return ControlFlow::Continue(Some(rest));
            }
            while forced != 0 {
                let left = self.row(forced.trailing_zeros()) & rest.options;
                if left == 0 {
                    return ControlFlow::Continue(None); // it clashes with another forced option
                }
                let option = left.trailing_zeros();
                if !progress.affords(numbers(option as usize)) {
                    return ControlFlow::Continue(None);
                }
                rest = self.choose(rest, option, &numbers, progress)?;
                // A row that needs several options stays until all are chosen.
                forced &= rest.open;
            }
        }
    }

    /// Branches on the first item with the fewest options to spare, or on all options if none is
    /// needed.
    #[inline(always)]
    fn branch<P: Passes>(&mut self, passes: P, rest: Rest<N, M>, chosen: usize) {
        let Rest { open, need, .. } = rest;
        if N != PLAIN && open == 0 {
            self.levels.push(Level { rest, untried: rest.options, chosen });
            return;
        }
        // No row has just enough here. Of those that need one, two for one is the best.
        let several = open & need.some()[0];
        let [_, _, two, three] = self.look(passes, rest.options);
        let best = open & two & !several;
        let few = if best != 0 { best } else { open & three & !several };
        let row = if few == 0 {
            self.fewest(rest, open)
        } else if N == PLAIN || several == 0 {
            few.trailing_zeros()
        } else {
            self.fewest(rest, few & few.wrapping_neg() | several)
        };
        let mut untried = self.row(row) & rest.options;
        // The first option that a cover has is not among the last few: these would be too few.
        for _ in 0..beyond_one(&need, row) {
            untried &= !(1 << untried.ilog2());
        }
        self.levels.push(Level { rest, untried, chosen });
    }

    /// The first of these rows with the fewest options to spare.
    fn fewest(&self, rest: Rest<N, M>, mut rows: u64) -> u32 {
        let (mut fewest, mut least) = (0, u32::MAX);
        while rows != 0 {
            let row = rows.trailing_zeros();
            let left = (self.row(row) & rest.options).count_ones();
            let spare = left - beyond_one(&rest.need, row);
            if spare < least {
                (fewest, least) = (row, spare);
            }
            rows &= rows - 1;
        }
        fewest
    }

    /// How many rows have few of these options.
    #[inline(always)]
    fn look<P: Passes>(&self, passes: P, options: u32) -> AtMost {
        let mut all = [0; 4];
        for (k, rows) in self.rows[..self.used].iter().enumerate() {
            let few = passes.few(rows, options);
            for (all, fact) in all.iter_mut().zip([few.none, few.one, few.two, few.three]) {
                *all |= u64::from(fact) << (16 * k);
            }
        }
        all
    }

    #[inline(always)]
    fn row(&self, row: u32) -> u32 {
        // The remainder spares a bounds check.
        self.rows.as_flattened().as_flattened()[row as usize % ITEMS]
    }
}

/// How many options a row needs beyond one: two at most.
fn beyond_one<const M: usize>(need: &Numbers<1, M>, row: u32) -> u32 {
    let ([ones], [twos]) = (need.plane(0), need.plane(1));
    (ones >> row & 1 | (twos >> row & 1) << 1) as u32
}

/// The items that have rows: those that need options, and those whose room may be filled.
fn items<const W: usize, const N: usize>(node: &Node<W, N>) -> Mask<W> {
    union(&node.demands.open, &node.demands.may_fill(&node.counts))
}
