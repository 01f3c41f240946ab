//! The last few options: at most 32, and of each open item a word of them.
//!
//! ```text
//!                 0 1 2 3 4
//!      left       . x . x x        1 is chosen; a chosen option stays left
//!
//!      item a     . x . . .        one option is left: a is covered, or forces this option
//!           b     . . . x x        two or more: to be decided
//!           c     x . x . .        none is left: no cover
//! ```
//!
//! One look at all items' words finds all that is forced. So a choice is an `and` and an `or`, and
//! nothing is counted. The live list has an [endgame](crate::cover::engine::live) like this, whose
//! table comes from masks of items. Here it comes from the lists of items; no masks are made.
//!
//! Invariants: the chosen options are left, and none that clashes with one of them. An item's word
//! has all its options that were left when the table was made.
//!
//! Measured: words of 64 bits gain a third of what these do, and with more than 32 options nothing.

use std::ops::ControlFlow;

use super::state::State;
use super::table::{Table, place};
use crate::cover::engine::progress::Progress;

/// The most options: a bit of a word each.
pub(super) const OPTIONS: usize = 32;

/// Items that are looked at together.
const TOGETHER: usize = 16;

/// The table, and the state of the search in it.
#[derive(Debug)]
pub(super) struct Ending {
    /// The items' words; the last one is repeated to the end of its vector.
    words: Vec<[u32; TOGETHER]>,
    /// The options that a choice of this one leaves, itself among them.
    keeps: [u32; OPTIONS],
    /// The numbers of the options in the problem.
    numbers: [u32; OPTIONS],
    /// The place of each item's word, plus 1; 0 if it has none, as between two endings.
    place_of: Vec<u16>,
    levels: Vec<Level>,
}

/// The options left, and those that were chosen.
#[derive(Clone, Copy, Debug)]
struct Rest {
    left: u32,
    chosen: u32,
}

/// An item that was branched on.
#[derive(Clone, Copy, Debug)]
struct Level {
    rest: Rest,
    untried: u32,
    /// The number of options chosen before.
    depth: usize,
}

/// What a look at all items finds.
struct Look {
    /// An item has no option.
    is_dead: bool,
    /// The options that an item has alone.
    alone: u32,
    /// An item has two or more.
    is_open: bool,
}

impl Default for Ending {
    fn default() -> Ending {
        Ending {
            words: Vec::new(),
            keeps: [0; OPTIONS],
            numbers: [0; OPTIONS],
            place_of: Vec::new(),
            levels: Vec::new(),
        }
    }
}

impl Ending {
    /// Shows all covers below a state with at most [`OPTIONS`] options.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        table: &Table,
        state: &State,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let left = self.set_up(table, state);
        self.levels.clear();
        self.settle(Rest { left, chosen: 0 }, progress)?;
        while let Some(level) = self.levels.last_mut() {
            let option = level.untried.trailing_zeros() as usize;
            // Clears the lowest bit, which is `option`.
            level.untried &= level.untried - 1;
            let Level { rest, depth, untried } = *level;
            if untried == 0 {
                self.levels.pop();
            }
            progress.back_to(depth);
            let rest = self.choose(rest, option, progress)?;
            self.settle(rest, progress)?;
        }
        ControlFlow::Continue(())
    }

    /// Makes the table, and returns the options.
    #[inline(always)]
    fn set_up(&mut self, table: &Table, state: &State) -> u32 {
        let options = self.give_words(table, state);
        let Ending { words, keeps, numbers, place_of, .. } = self;
        let (words, numbers) = (words.as_flattened(), &numbers[..options]);
        for (option, &number) in numbers.iter().enumerate() {
            let clashes = if table.is_plain {
                let entries = table.entries(number as usize).iter();
                entries
                    .fold(0, |all, entry| all | words[place_of[entry.item as usize] as usize - 1])
            } else {
                let row = table.row(number as usize);
                numbers.iter().enumerate().fold(0, |clashes, (k, &other)| {
                    let (word, bit) = place(other as usize);
                    clashes | u32::from(row[word] & bit != 0) << k
                })
            };
            keeps[option] = !clashes | 1 << option;
        }
        for &number in numbers {
            for entry in table.entries(number as usize) {
                place_of[entry.item as usize] = 0;
            }
        }
        u32::MAX >> (OPTIONS - options)
    }

    /// Gives each item that is left its word, and returns the number of options.
    #[inline(always)]
    fn give_words(&mut self, table: &Table, state: &State) -> usize {
        let Ending { words, numbers, place_of, .. } = self;
        place_of.resize(table.items().len(), 0);
        words.clear();
        let (mut options, mut count) = (0, 0);
        for (at, &left) in state.left.iter().enumerate() {
            let mut left = left;
            while left != 0 {
                let number = 64 * at + left.trailing_zeros() as usize;
                left &= left - 1;
                numbers[options % OPTIONS] = number as u32;
                for entry in table.entries(number) {
                    let place = &mut place_of[entry.item as usize];
                    if *place == 0 {
                        if count % TOGETHER == 0 {
                            words.push([0; TOGETHER]);
                        }
                        count += 1;
                        *place = count as u16;
                    }
                    words.as_flattened_mut()[*place as usize - 1] |= 1 << options;
                }
                options += 1;
            }
        }
        if let Some(last) = count.checked_sub(1) {
            let words = words.as_flattened_mut();
            let word = words[last];
            words[last..].fill(word);
        }
        options
    }

    #[inline(always)]
    fn choose(
        &self,
        rest: Rest,
        option: usize,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Rest> {
        let option = option % OPTIONS; // spares a bounds check
        progress.step(self.numbers[option])?;
        let left = rest.left & self.keeps[option];
        progress.removed((rest.left ^ left).count_ones() as usize);
        ControlFlow::Continue(Rest { left, chosen: rest.chosen | 1 << option })
    }

    /// Takes the options of forced items until none is forced, and branches, or shows the cover.
    #[inline(always)]
    fn settle(&mut self, mut rest: Rest, progress: &mut Progress<'_>) -> ControlFlow<()> {
        loop {
            let Look { is_dead, alone, is_open } = self.look(rest.left);
            if is_dead {
                return ControlFlow::Continue(());
            }
            let mut forced = alone & !rest.chosen;
            if forced == 0 {
                if !is_open {
                    return progress.show();
                }
                self.branch(rest, progress.depth());
                return ControlFlow::Continue(());
            }
            while forced != 0 {
                if forced & !rest.left != 0 {
                    return ControlFlow::Continue(()); // it clashes with another forced option
                }
                rest = self.choose(rest, forced.trailing_zeros() as usize, progress)?;
                forced &= forced - 1;
            }
        }
    }

    #[inline(always)]
    fn look(&self, left: u32) -> Look {
        let (mut dead, mut alone, mut open) = ([0; TOGETHER], [0; TOGETHER], [0; TOGETHER]);
        for words in &self.words {
            for k in 0..TOGETHER {
                let options = words[k] & left;
                let others = options & options.wrapping_sub(1);
                dead[k] |= u32::from(options == 0);
                alone[k] |= if others == 0 { options } else { 0 };
                open[k] |= others;
            }
        }
        let any = |words: [u32; TOGETHER]| words.iter().fold(0, |any, word| any | word);
        Look { is_dead: any(dead) != 0, alone: any(alone), is_open: any(open) != 0 }
    }

    /// Branches on the first item with two options, or with the fewest.
    #[inline(always)]
    fn branch(&mut self, rest: Rest, depth: usize) {
        let (mut untried, mut fewest) = (0, u32::MAX);
        for word in self.words.as_flattened() {
            let options = word & rest.left;
            let others = options & options.wrapping_sub(1);
            if others == 0 {
                continue;
            }
            if others.is_power_of_two() {
                untried = options;
                break;
            }
            let number = options.count_ones();
            if number < fewest {
                (untried, fewest) = (options, number);
            }
        }
        self.levels.push(Level { rest, untried, depth });
    }
}
