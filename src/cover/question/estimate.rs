//! Estimates the size of a search tree and the number of covers, by random paths down the tree.
//!
//! ```text
//!      root ── 3 options      a probe chooses one of 3, then one of 2, then there are none:
//!       ├── ·                 its estimate is  1 + 3 + 3·2 = 10  nodes
//!       ├── ● ── 2 options
//!       │    ├── ·            at a cover, its estimate would be  3·2 = 6  covers
//!       │    └── ● ── none
//!       └── ·
//! ```
//!
//! A probe meets a node with a chance of one in the product of the branches above it, and counts it
//! by this product: so the expected mean is right for every tree. But a few probes may miss a deep
//! part that only one in thousands reaches; then the mean is too small, and so is its standard
//! error.
//!
//! With multiplicities a probe bans the options before the one that it chooses, as far as they
//! could join it: so a cover is met in one order of its options. Where no item needs an option
//! there is a cover, and the probe goes on with an option that may join it.
//!
//! Invariant: the engine is the same afterwards.
//!
//! Source: Knuth, *Estimating the efficiency of backtrack programs* (1975).
//!
//! Deliberately lacking: random numbers of its own, which the caller provides; choices that are not
//! equally likely.

// Lists are far shorter than 2^52.
#![allow(clippy::cast_precision_loss)]

use std::ops::ControlFlow;

use crate::cover::engine::release_to;
use crate::cover::{Engine, OptionId};
use crate::watch::Watch;

/// A mean of probes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its approximate error: the standard deviation of the mean. 0 for a single probe.
    pub standard_error: f64,
}

/// The estimate of a search. Beyond 10^308 a mean is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Estimate {
    /// The number of probes.
    pub probes: u32,
    /// The nodes of the tree: the root and each choice of an option, as in
    /// [`Statistics`](crate::cover::Statistics). With multiplicities there may be more than an
    /// engine takes, which sees earlier that an item has too few options: a quarter more for
    /// tetrominoes used twice.
    pub nodes: Mean,
    /// The covers.
    pub covers: Mean,
}

impl Estimate {
    /// Whether there may be covers, though no probe met one: a mean of 0 is then no sign that there
    /// is none. Without a probe there may be some. A tree that is its root alone has none for
    /// certain.
    ///
    /// ```
    /// use tourdion::cover::question::estimate::Estimate;
    ///
    /// assert!(!Estimate::of_root(9).is_blind());
    /// assert!(Estimate::default().is_blind());
    /// ```
    pub fn is_blind(&self) -> bool {
        self.probes == 0 || self.covers.mean == 0.0 && self.nodes.mean > 1.0
    }

    /// What `probes` probes say of a tree that is its root alone, without a cover.
    pub fn of_root(probes: u32) -> Estimate {
        Estimate { probes, nodes: Mean { mean: 1.0, standard_error: 0.0 }, covers: Mean::default() }
    }
}

/// Estimates a search of `engine`, with what it holds and bans, from `probes` probes. `below` gives
/// random numbers below its argument, each with the same chance. `watch` sees the number of steps,
/// at every step of a probe; if it breaks, only the probes that were done count.
///
/// ```
/// use tourdion::chance::Chance;
/// use tourdion::cover::question::estimate::estimate;
/// use tourdion::cover::{Links, classics};
/// use tourdion::watch::Patient;
///
/// let mut chance = Chance::new(1, 0);
/// let mut engine = Links::new(&classics::matchings(16)?)?;
/// let mut below = |bound| chance.below(bound);
/// let estimate = estimate(&mut engine, 10, &mut below, &mut Patient);
/// assert_eq!(estimate.covers.mean, 2_027_025.0);     // exactly: each way down is like the others
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn estimate(
    engine: &mut dyn Engine,
    probes: u32,
    below: &mut dyn FnMut(usize) -> usize,
    watch: &mut dyn Watch<u64>,
) -> Estimate {
    let (mut nodes, mut covers) = (Sum::default(), Sum::default());
    let (mut lists, mut steps, mut done) = ([Vec::new(), Vec::new()], 0_u64, 0);
    let depth = engine.moves().len();
    let mut step = || {
        steps += 1;
        watch.pulse(&steps)
    };
    while done < probes {
        let probe = probe(engine, &mut lists, below, &mut step);
        release_to(engine, depth);
        let ControlFlow::Continue((nodes_of_probe, covers_of_probe)) = probe else { break };
        nodes.add(nodes_of_probe);
        covers.add(covers_of_probe);
        done += 1;
    }
    Estimate { probes: done, nodes: nodes.mean(), covers: covers.mean() }
}

/// The estimates of nodes and covers by one way down. The engine keeps the moves of that way.
fn probe(
    engine: &mut dyn Engine,
    [options, others]: &mut [Vec<OptionId>; 2],
    below: &mut dyn FnMut(usize) -> usize,
    step: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), (f64, f64)> {
    let (mut nodes, mut covers, mut weight) = (1.0, 0.0, 1.0);
    loop {
        let item = engine.shortest().map(|(item, _)| item);
        if item.is_none() {
            covers += weight;
        }
        let list = |engine: &dyn Engine, options: &mut Vec<OptionId>| {
            options.clear();
            match item {
                Some(item) => engine.list(item, options),
                None => engine.optional(options),
            }
        };
        list(engine, options);
        if item.is_some() || !options.is_empty() {
            step()?;
        }
        let count = options.len();
        if count == 0 {
            return ControlFlow::Continue((nodes, covers));
        }
        weight *= count as f64;
        nodes += weight;
        let chosen = below(count).min(count - 1);
        engine
            .hold(options[chosen])
            .expect("an option in the list of an item clashes with nothing held");
        list(engine, others);
        others.sort_unstable();
        // Covers with an earlier option belong to its branch.
        let could_join = |option: &&OptionId| others.binary_search(option).is_ok();
        let earlier = options[..chosen].iter().filter(could_join);
        earlier.for_each(|&option| engine.ban(option));
    }
}

/// Numbers, summed with their squares by Welford's recurrence.
#[derive(Default)]
struct Sum {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, number: f64) {
        self.count += 1.0;
        if number.is_infinite() || self.mean.is_infinite() {
            (self.mean, self.squares) = (f64::INFINITY, f64::INFINITY);
            return;
        }
        let distance = number - self.mean;
        self.mean += distance / self.count;
        self.squares += distance * (number - self.mean);
    }

    fn mean(&self) -> Mean {
        let variance = if self.count > 1.0 { self.squares / (self.count - 1.0) } else { 0.0 };
        Mean { mean: self.mean, standard_error: (variance / self.count.max(1.0)).sqrt() }
    }
}
