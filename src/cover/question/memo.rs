//! Counting covers without listing them: if several beginnings leave the same rest, its covers are
//! counted once.
//!
//! # The idea
//!
//! A board of 2×4, paved with dominoes cell by cell:
//!
//! ```text
//!      a a . .      a b . .        two beginnings that leave the same cells,
//!      b b . .      a b . .        and so have the same endings: two
//!
//!      c c    c d
//!      d d    c d
//! ```
//!
//! A list of covers repeats all endings for each beginning. A [`Counter`] visits them once,
//! remembers their number, and adds. A board of 12×12 has 53,060,477,521,960,000 pavings and 9,472
//! states.
//!
//! # The state
//!
//! Items are covered in a fixed order: the next is the first uncovered item. The rest then depends
//! only on the covered items after it and the colours of the secondary items; this is the *state*,
//! a window of a few bits. It is stored and compared exactly, so the count is exact too. The order
//! decides the number of states; the page of `order` explains the choice.
//!
//! With multiplicities the state also says how often each of these items is covered, as far as that
//! matters, and which options of the first item are left: they are taken in order, one after
//! another, until the item is passed.
//!
//! In first-item order the covered items lie on one side after each choice, so there are few states
//! and many ways to each. But this order does not notice that an item elsewhere has no option left.
//! So it can be much worse if states hardly ever recur, as for queens, or for packings of distinct
//! pieces.
//!
//! # The race
//!
//! So a *plain search*, which visits every cover, races with the *walk* through the states. The
//! plain search begins. If it isn't done after some moments, the walk is prepared, and runs in the
//! pulses of the plain search. At first the walk has a sixteenth of the plain search's time. Once
//! each of its nodes saves it another one, by states that recur, it has sixteen times that time. If
//! they save none, it falls to a sixty-fourth. For most problems this costs some hundredths more
//! than the better of the two alone. The plain search uses the live list, or rows or cells for
//! problems too wide for it.
//!
//! With several threads (`Counter::count_on`) a long race runs both side by side.
//!
//! # Parts
//!
//! What the held options leave may divide into parts that share no item. Each is counted alone, and
//! the counts are multiplied. If nothing is held, the counter looks for such parts only when it
//! prepares the walk, since most counts end before.
//!
//! # Invariants
//!
//! 1. A count in the table is that of its state, with these options held and banned: it does not
//!    depend on the way to the state, or on states forgotten for lack of room.
//! 2. All tables together are never larger than the granted memory.
//! 3. Nothing recurses: a problem may have any number of items.
//!
//! Sources: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, and his program DLX6, which
//! remembers states in smallest-item order; Nishino, Yasuda, Minato and Nagata, *Dancing with
//! decision diagrams* (2017), its origin; the states of a fixed order are those of the transfer
//! matrix of statistical physics.
//!
//! Deliberately lacking: a search for parts within a walk; a decision diagram to keep.

mod component_count;
mod counted;
mod heats;
mod layout;
mod limbs;
mod order;
mod plan;
mod rest;
mod table;
mod walk;

use std::fmt;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use self::component_count::ComponentCount;
use crate::cover::{CoverTotal, OptionId, Problem, ProblemError, UnknownOption};
#[cfg(feature = "parallel")]
use crate::threads::Threads;
use crate::watch::{Relay, Watch};

/// The work of a plain search before several threads take over, a node being eight updates: some
/// milliseconds. It is done again then, and threads take some to start.
#[cfg(feature = "parallel")]
const ALONE: u64 = 1 << 20;

/// The same for each entry of a large problem: several times what it takes to make the engines.
#[cfg(feature = "parallel")]
const ALONE_PER_ENTRY: u64 = 32;

/// Why nothing can be counted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemoError {
    /// No engine fits the problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A held or banned option is not from the problem.
    #[error(transparent)]
    Unknown(#[from] UnknownOption),
}

/// The work of a [`Counter`] so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CountWork {
    /// Choices of an option, forced or free, in the walk and in plain searches together.
    pub nodes: u64,
    /// States that recurred, and were looked up.
    pub hits: u64,
    /// States whose counts are remembered.
    pub entries: u64,
    /// The memory of the tables of these states, in bytes.
    pub bytes: usize,
}

impl CountWork {
    fn plus(self, other: CountWork) -> CountWork {
        CountWork {
            nodes: self.nodes + other.nodes,
            hits: self.hits + other.hits,
            entries: self.entries + other.entries,
            bytes: self.bytes + other.bytes,
        }
    }

    /// The difference: this work without `part`.
    fn less(self, part: CountWork) -> CountWork {
        CountWork {
            nodes: self.nodes - part.nodes,
            hits: self.hits - part.hits,
            entries: self.entries - part.entries,
            bytes: self.bytes - part.bytes,
        }
    }
}

/// Which searches have counted the parts of a problem: the parts that come after one without
/// covers are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Finishers {
    /// The parts whose walk came first.
    pub walks: usize,
    /// The parts whose plain search came first.
    pub searches: usize,
    /// The parts of both kinds that took several threads.
    pub shared: usize,
}

/// A watch that sees what others did, too.
fn beside(
    watch: &mut dyn Watch<CountWork>,
    others: CountWork,
) -> Relay<'_, CountWork, impl FnMut(&CountWork) -> CountWork> {
    Relay::new(watch, move |work: &CountWork| work.plus(others))
}

/// Counts covers exactly, however many there are, and finds the one with a given number.
///
/// ```
/// use tourdion::cover::classics;
/// use tourdion::cover::question::memo::Counter;
/// use tourdion::watch::Patient;
///
/// let board = classics::dominoes(12, 12)?;
/// let mut counter = Counter::new(&board, &[], &[], 1 << 24)?;
/// let count = counter.count(&mut Patient).continue_value();
/// assert_eq!(count.unwrap().to_string(), "53060477521960000");
/// assert!(counter.work().nodes < 100_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Counter {
    held: Vec<OptionId>,
    /// `None` if two held options clash, or an item has no option left.
    counts: Option<Vec<ComponentCount>>,
    memory: usize,
    /// The work of a plain search before several threads take over.
    #[cfg(feature = "parallel")]
    alone: u64,
}

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counter")
            .field("held", &self.held)
            .field("memory", &self.memory)
            .field("work", &self.work())
            .finish_non_exhaustive()
    }
}

/// Counts a part, with a table of this number of bytes.
type CountOne<'c> =
    dyn FnMut(&mut ComponentCount, usize, &mut dyn Watch<CountWork>) -> Counted + 'c;

/// The count of a part; `Break` if the watch broke.
type Counted = ControlFlow<(), BigUint>;

impl Counter {
    /// A counter of the covers of `problem` that have all of `held` and none of `banned`; an option
    /// that is both is held. Its tables never take more than `memory` bytes. With less memory a
    /// count takes longer; the result is the same.
    ///
    /// More memory is needed for the problem itself, as the search stores it, and for the stack of
    /// choices: at most one state for each primary item, or for each option of an item that a cover
    /// may have in several, and a sum for each of these states.
    ///
    /// # Errors
    /// If an option is not of the problem, or the problem is too large for an engine.
    pub fn new(
        problem: &Problem,
        held: &[OptionId],
        banned: &[OptionId],
        memory: usize,
    ) -> Result<Counter, MemoError> {
        let counts = if !held.is_empty() || !banned.is_empty() {
            let components = rest::components(problem, held, banned)?;
            components.map(|parts| parts.into_iter().map(ComponentCount::of_component).collect())
        } else if rest::has_enough(problem) {
            Some(ComponentCount::of_whole(problem).map(|counted| vec![counted]))
        } else {
            None
        };
        Ok(Counter {
            held: held.to_vec(),
            counts: counts.transpose()?,
            memory,
            #[cfg(feature = "parallel")]
            alone: ALONE.max(ALONE_PER_ENTRY * problem.entry_count() as u64),
        })
    }

    /// The same counter, which [`Counter::count_on`] shares out after this work of a plain search,
    /// a node being eight updates: for tests, in which most problems are so small that one thread
    /// is done before.
    #[cfg(feature = "parallel")]
    #[doc(hidden)]
    #[must_use]
    pub fn alone_for(mut self, work: u64) -> Counter {
        self.alone = work;
        self
    }

    /// The same counter, which counts by its walk alone: for tests, in which most problems are so
    /// small that a plain search is done before.
    #[doc(hidden)]
    #[must_use]
    pub fn walking(mut self) -> Counter {
        self.counts.iter_mut().flatten().for_each(ComponentCount::walk_alone);
        self
    }

    /// The number of covers; `Break` if `watch` broke. Then the next question continues from there,
    /// as far as states are remembered.
    pub fn count(&mut self, watch: &mut dyn Watch<CountWork>) -> ControlFlow<(), CoverTotal> {
        self.product(watch, &mut ComponentCount::count)
    }

    /// The same on several threads: the walk on one of them, and the plain search on all others, or
    /// on all while the walk is not favoured. `threads` is called only when the count takes longer
    /// than a few milliseconds, and returns the threads, or `None` to go on alone. Do not call this
    /// from one of these threads.
    ///
    /// The count is the same. Which search comes to its end first depends on time, and so does the
    /// order of the covers: for samples that a seed decides, [`Counter::count`] first. Needs the
    /// feature `parallel`.
    ///
    /// ```
    /// use tourdion::cover::classics;
    /// use tourdion::cover::question::memo::Counter;
    /// use tourdion::threads::Threads;
    /// use tourdion::watch::Patient;
    ///
    /// let threads = Threads::new(2)?;
    /// let mut counter = Counter::new(&classics::langford(11)?, &[], &[], 1 << 24)?;
    /// let count = counter.count_on(&|| Some(&threads), &mut Patient).continue_value();
    /// assert_eq!(count, Some(35_584_u64.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "parallel")]
    pub fn count_on<'t>(
        &mut self,
        threads: &dyn Fn() -> Option<&'t Threads>,
        watch: &mut dyn Watch<CountWork>,
    ) -> ControlFlow<(), CoverTotal> {
        let alone = self.alone;
        let mut count = |counted: &mut ComponentCount, room, watch: &mut dyn Watch<CountWork>| {
            counted.count_on(room, alone, threads, watch)
        };
        self.product(watch, &mut count)
    }

    /// The product of the counts of all parts, each counted with a table of this number of bytes.
    fn product(
        &mut self,
        watch: &mut dyn Watch<CountWork>,
        count: &mut CountOne<'_>,
    ) -> ControlFlow<(), CoverTotal> {
        let Some(counts) = &mut self.counts else {
            return ControlFlow::Continue(CoverTotal::ZERO);
        };
        if let [whole] = &mut counts[..] {
            let counted = count(whole, self.memory, watch);
            match whole.divided() {
                Some(divided) => *counts = divided,
                None => return counted.map_continue(CoverTotal),
            }
        }
        let mut product = BigUint::from(1_u8);
        let mut all = work(counts);
        for counted in counts {
            let others = all.less(counted.work());
            let room = self.memory.saturating_sub(others.bytes);
            product *= count(counted, room, &mut beside(watch, others))?;
            all = others.plus(counted.work());
            if product == BigUint::ZERO {
                break;
            }
        }
        ControlFlow::Continue(CoverTotal(product))
    }

    /// The number of covers counted so far: a lower bound, even if a count was broken off.
    pub fn so_far(&self) -> CoverTotal {
        let counts = self.counts.as_ref();
        counts.map_or(CoverTotal::ZERO, |counts| {
            CoverTotal(counts.iter().map(ComponentCount::so_far).product())
        })
    }

    /// The cover with this number, from 0, in an order of the counter's own that never changes: its
    /// options in the order of the problem. `None` if there are fewer covers.
    ///
    /// Takes about as many nodes as a cover has options, while all counts are remembered. Where the
    /// counter had to list the covers, it [lists](Counter::lists) them again up to this one.
    #[doc(alias("unrank", "nth"))]
    pub fn cover(
        &mut self,
        number: &CoverTotal,
        watch: &mut dyn Watch<CountWork>,
    ) -> ControlFlow<(), Option<Vec<OptionId>>> {
        let mut covers = self.covers(std::slice::from_ref(number), watch)?;
        ControlFlow::Continue(covers.pop().flatten())
    }

    /// The covers with these numbers, in the order of the numbers. Where the counter has to list
    /// the covers, it lists them once for all numbers.
    pub fn covers(
        &mut self,
        numbers: &[CoverTotal],
        watch: &mut dyn Watch<CountWork>,
    ) -> ControlFlow<(), Vec<Option<Vec<OptionId>>>> {
        let count = self.count(watch)?;
        let small = numbers.iter().filter(|&number| *number < count);
        let mut left: Vec<BigUint> = small.map(|number| number.0.clone()).collect();
        let mut covers = vec![self.held.clone(); left.len()];
        if let (Some(counts), false) = (&mut self.counts, left.is_empty()) {
            let mut all = work(counts);
            for counted in counts {
                let others = all.less(counted.work());
                let room = self.memory.saturating_sub(others.bytes);
                counted.covers(&mut left, room, &mut beside(watch, others), &mut covers)?;
                all = others.plus(counted.work());
            }
        }
        let mut covers = covers.into_iter().map(|mut cover| {
            cover.sort_unstable();
            cover.dedup();
            cover
        });
        let covers =
            numbers.iter().map(|number| if *number < count { covers.next() } else { None });
        ControlFlow::Continue(covers.collect())
    }

    /// Whether the counter lists the covers to find one, because a plain search was first: then
    /// [`covers`](Counter::covers) finds many of them in the time of one.
    pub fn lists(&self) -> bool {
        self.counts.iter().flatten().any(ComponentCount::is_listed)
    }

    /// One of the covers, each equally likely if `below` gives each number below its argument,
    /// which is 65,536, with the same chance: its options in the order of the problem. `None` if
    /// there is no cover. A draw that is no number of a cover is drawn again, after a pulse: at
    /// most half of them, on average.
    ///
    /// ```
    /// use tourdion::chance::Chance;
    /// use tourdion::cover::classics;
    /// use tourdion::cover::question::memo::Counter;
    /// use tourdion::watch::Patient;
    ///
    /// let board = classics::dominoes(8, 8)?;
    /// let mut counter = Counter::new(&board, &[], &[], 1 << 20)?;
    /// let mut chance = Chance::new(2007, 0);
    /// let mut below = |bound| chance.below(bound);
    /// let paving = counter.sample(&mut below, &mut Patient).continue_value().flatten();
    /// assert!(paving.is_some_and(|paving| board.is_cover(&paving)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(
        &mut self,
        below: &mut dyn FnMut(usize) -> usize,
        watch: &mut dyn Watch<CountWork>,
    ) -> ControlFlow<(), Option<Vec<OptionId>>> {
        match self.draw(below, watch)? {
            Some(number) => self.cover(&number, watch),
            None => ControlFlow::Continue(None),
        }
    }

    /// The number of the cover that [`sample`](Counter::sample) would choose, for
    /// [`covers`](Counter::covers); `None` if there is no cover.
    pub fn draw(
        &mut self,
        below: &mut dyn FnMut(usize) -> usize,
        watch: &mut dyn Watch<CountWork>,
    ) -> ControlFlow<(), Option<CoverTotal>> {
        let count = self.count(watch)?;
        if count == CoverTotal::ZERO {
            return ControlFlow::Continue(None);
        }
        loop {
            if let Some(number) = draw(&count, below) {
                return ControlFlow::Continue(Some(number));
            }
            watch.pulse(&self.work())?;
        }
    }

    /// Which searches have come to their ends so far.
    pub fn finishers(&self) -> Finishers {
        let mut finishers = Finishers::default();
        for counted in self.counts.iter().flatten().filter(|counted| counted.is_known()) {
            finishers.walks += usize::from(counted.is_walked());
            finishers.searches += usize::from(!counted.is_walked());
            finishers.shared += usize::from(counted.is_shared());
        }
        finishers
    }

    /// What was done so far, for all questions.
    pub fn work(&self) -> CountWork {
        self.counts.as_ref().map_or_else(CountWork::default, |counts| work(counts))
    }
}

/// The work for all parts.
fn work(counts: &[ComponentCount]) -> CountWork {
    counts.iter().fold(CountWork::default(), |sum, counted| sum.plus(counted.work()))
}

/// A number below `bound`, which is not 0: as many digits as it has, drawn by chance. `None` if
/// these are not below it.
fn draw(
    CoverTotal(bound): &CoverTotal,
    below: &mut dyn FnMut(usize) -> usize,
) -> Option<CoverTotal> {
    let bits = bound.bits();
    let mut number = BigUint::ZERO;
    for _ in 0..bits.div_ceil(16) {
        number = (number << 16_u32) + below(1 << 16).min((1 << 16) - 1) as u64;
    }
    number >>= bits.div_ceil(16) * 16 - bits;
    (number < *bound).then_some(CoverTotal(number))
}
