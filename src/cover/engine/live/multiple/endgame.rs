//! The last few options of a search with multiplicities, as a table of bits.
//!
//! The table is that of the plain [endgame](crate::cover::engine::live::endgame). Here an item may
//! need up to three options:
//!
//! ```text
//!      item   row          needs   left   so
//!      c      x x . x .      3       3     all its options are taken
//!      d      . x x x x      2       4     two can be missed
//!      e      . . x . .      2       1     no cover
//! ```
//!
//! One step finds which of sixteen rows have none, one, two or three options left, and so which
//! have too few or just enough. An item that is full takes its row out of the options left. An
//! option that was tried leaves them too.
//!
//! Invariant: a row has all options of its item, left or not; `keeps` has the clashes in items with
//! room for one.

use std::ops::ControlFlow;

use super::node::MultipleNode;
use super::numbers::Numbers;
use crate::cover::engine::live::lists::{BEYOND, Lists};
use crate::cover::engine::live::mask::{Mask, minus, not_empty, size, squeezed, union};
use crate::cover::engine::live::node::{Pairs, taken_by};
use crate::cover::engine::live::passes::{Passes, Rows};
use crate::cover::engine::progress::Progress;

/// The most options: a bit of a word each.
const OPTIONS: usize = BEYOND;

/// The most items with rows.
const ITEMS: usize = 64;

/// The table, and the state of the search in it.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: [Rows; ITEMS / 16],
    /// The number of `rows` in use.
    used: usize,
    keeps: [u32; OPTIONS],
    has: [u64; OPTIONS],
    /// The rows of items whose room is counted.
    counted: u64,
    levels: Vec<Level>,
}

/// What is left, and what is needed.
#[derive(Clone, Copy, Debug)]
struct Rest {
    options: u32,
    /// How many options each row needs: ones and twos.
    need: [u64; 2],
    room: Numbers<1>,
}

/// A branch, with its untried options.
#[derive(Clone, Copy, Debug)]
struct Level {
    rest: Rest,
    untried: u32,
    /// The number of options chosen before.
    chosen: usize,
}

/// The rows with at most no, one, two, three options left.
type AtMost = [u64; 4];

impl Table {
    /// Whether a node is small enough.
    #[inline(always)]
    pub(super) fn takes<const W: usize>(node: &MultipleNode<W>, roomy: &Mask<W>) -> bool {
        node.node.end - node.node.start <= OPTIONS
            && !not_empty(&node.demands.need.beyond_three())
            && size(&items(node, roomy)) <= ITEMS
    }

    /// Shows all covers below a node, without its own.
    #[inline(always)]
    pub(super) fn play<P: Passes, const W: usize>(
        &mut self,
        passes: P,
        lists: &Lists<W>,
        node: &MultipleNode<W>,
        (roomy, pairs): (&Mask<W>, &Pairs<W>),
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let rest = self.set_up(passes, lists, node, (roomy, pairs));
        let numbers = |option: usize| lists.number(node.node.start + option);
        self.levels.clear();
        self.branch(passes, rest, progress.depth());
        while let Some(level) = self.levels.last_mut() {
            if level.untried == 0 {
                self.levels.pop();
                continue;
            }
            let option = level.untried.trailing_zeros();
            level.untried &= level.untried - 1;
            let rest = level.rest;
            // It is not tried again below the options after it.
            level.rest.options &= !(1 << option);
            progress.back_to(level.chosen);
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
        whole: &MultipleNode<W>,
        (roomy, pairs): (&Mask<W>, &Pairs<W>),
    ) -> Rest {
        let MultipleNode { node, demands } = whole;
        let rows = items(whole, roomy);
        let squeeze = |mask: &Mask<W>| -> Mask<1> {
            squeezed(mask, &rows, |bits, kept| passes.squeeze(bits, kept))
        };
        let (count, items) = (node.end - node.start, size(&rows));
        let several: Mask<W> = {
            let several = demands.room.several();
            std::array::from_fn(|w| roomy[w] & several[w])
        };
        let few = lists.few(node.start);
        for option in 0..count {
            let mask = lists.items(&lists.mask(node.start + option));
            [self.has[option]] = squeeze(&mask);
            let clashes = passes.clashes(few, &taken_by(&minus(&mask, &several), pairs));
            // With room in all its items an option does not clash with itself.
            self.keeps[option] = !(clashes | 1 << option);
        }
        self.used = items.div_ceil(16);
        for (k, rows) in self.rows[..self.used].as_flattened_mut().iter_mut().enumerate() {
            // Eight rows at once: each is one bit column of 32 bytes.
            *rows = passes.transposed(&self.has.map(|has| (has >> (8 * k)) as u8));
        }
        let endless = demands.room.largest();
        [self.counted] = squeeze(&minus(&several, &endless));
        let need = demands.need.map(squeeze);
        Rest {
            options: u32::MAX.checked_shr((OPTIONS - count) as u32).unwrap_or(0),
            need: [need.ones()[0], need.twos()[0]],
            room: demands.room.map(squeeze),
        }
    }

    /// Chooses an option that is left.
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
        let Rest { mut options, need: [ones, twos], mut room } = rest;
        options &= self.keeps[option];
        let has = self.has[option] & (ones | twos);
        let counted = self.has[option] & self.counted;
        if counted != 0 {
            room.decrement(&[counted]);
            let mut full = counted & !room.some()[0];
            while full != 0 {
                options &= !self.row(full.trailing_zeros());
                full &= full - 1;
            }
        }
        // A borrow from the twos where there was no one.
        ControlFlow::Continue(Rest { options, need: [ones ^ has, twos ^ has & !ones], room })
    }

    /// Takes the options of items that have just enough, until there are none. Shows a cover if
    /// nothing is needed. Returns `None` if nothing is to be found below.
    #[inline(always)]
    fn settle<P: Passes>(
        &self,
        passes: P,
        mut rest: Rest,
        numbers: impl Fn(usize) -> u32,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<Rest>> {
        loop {
            let [ones, twos] = rest.need;
            if ones | twos == 0 {
                progress.show()?;
                return ControlFlow::Continue((rest.options != 0).then_some(rest));
            }
            let [none, one, two, three] = self.look(passes, rest.options);
            if none & (ones | twos) | one & twos | two & ones & twos != 0 {
                return ControlFlow::Continue(None);
            }
            let mut forced = one & ones & !twos | two & twos & !ones | three & ones & twos;
            if forced == 0 {
                return ControlFlow::Continue(Some(rest));
            }
            let mut take = 0;
            while forced != 0 {
                take |= self.row(forced.trailing_zeros()) & rest.options;
                forced &= forced - 1;
            }
            while take != 0 {
                if take & !rest.options != 0 {
                    return ControlFlow::Continue(None); // two forced options clash
                }
                rest = self.choose(rest, take.trailing_zeros(), &numbers, progress)?;
                take &= take - 1;
            }
        }
    }

    /// Branches on the first item with the fewest options to spare, or on all options if none is
    /// needed.
    #[inline(always)]
    fn branch<P: Passes>(&mut self, passes: P, rest: Rest, chosen: usize) {
        let [ones, twos] = rest.need;
        if ones | twos == 0 {
            self.levels.push(Level { rest, untried: rest.options, chosen });
            return;
        }
        // No row has just enough here: two for one, or three for two, is the best.
        let [_, _, two, three] = self.look(passes, rest.options);
        let (best, good) = (two & ones & !twos | three & twos & !ones, three & ones & !twos);
        let few = if best != 0 { best } else { good };
        let row = if few != 0 { few.trailing_zeros() } else { self.fewest(rest) };
        let mut untried = self.row(row) & rest.options;
        // The first option that a cover has is not among the last few: these would be too few.
        for _ in 1..need(rest, row) {
            untried &= !(1 << untried.ilog2());
        }
        self.levels.push(Level { rest, untried, chosen });
    }

    /// The first row with the fewest options to spare.
    fn fewest(&self, rest: Rest) -> u32 {
        let rows = (0..ITEMS as u32).filter(|row| (rest.need[0] | rest.need[1]) >> row & 1 == 1);
        let spare = |&row: &u32| (self.row(row) & rest.options).count_ones() - need(rest, row);
        rows.min_by_key(spare).unwrap_or(0)
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

/// How many options a row needs.
fn need(rest: Rest, row: u32) -> u32 {
    (rest.need[0] >> row & 1 | (rest.need[1] >> row & 1) << 1) as u32
}

/// The items that have rows: those that need options, and those whose room may be filled.
fn items<const W: usize>(node: &MultipleNode<W>, roomy: &Mask<W>) -> Mask<W> {
    let may_fill = node.demands.may_fill(&node.node.counts);
    union(&node.node.open, &std::array::from_fn(|w| may_fill[w] & roomy[w]))
}
