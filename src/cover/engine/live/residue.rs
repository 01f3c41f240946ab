//! Finishes the rest of a larger search as a live list, for engines whose problems exceed 256 bits.
//!
//! ```text
//!      the larger search   chooses, until what is left is small        path    7 3 12
//!      begin, add, add     has the options that are left listed                      | 4 9
//!      search              shows each cover: the path so far, and what completes it  | 5 2
//! ```
//!
//! The options keep their numbers in the larger problem. The caller assigns the bits, anew each
//! time. Those of colours are as in [`layout`](super::layout): pairs, before all others.

use std::ops::ControlFlow;

use super::Wide;
use super::code::Code;
use super::counts::Counts;
use super::demands::{Demands, PLAIN};
pub(in crate::cover) use super::layout::WORDS;
use super::lists::{Lists, fit};
use super::mask::{Mask, minus, not_empty};
use super::node::Node;
use super::passes::Portable;
use super::search::Floors;
use crate::cover::engine::progress::Progress;

/// The list that a search begins with, and the floors below.
#[derive(Debug)]
pub(in crate::cover) struct Residue {
    code: Code,
    root: Lists<WORDS>,
    counts: Counts<WORDS>,
    floors: Box<Floors<PLAIN, PLAIN>>,
}

impl Residue {
    /// A residue with nothing listed.
    pub(in crate::cover) fn new() -> Residue {
        Residue {
            code: Code::best(),
            root: Lists::default(),
            counts: Counts::NONE,
            floors: Box::default(),
        }
    }

    /// Uses portable code only, from now on.
    pub(in crate::cover) fn make_portable(&mut self) {
        self.code = Code::Portable;
    }

    /// The number of bits available beside this number of options.
    pub(in crate::cover) fn room(options: usize) -> usize {
        (0..=64 * WORDS).rev().find(|&bits| fit(bits, options, WORDS)).unwrap_or(0)
    }

    /// Begins a list, of this number of options at most.
    pub(in crate::cover) fn begin(&mut self, options: usize) {
        self.counts = Counts::NONE;
        self.root.begin(options);
    }

    /// Lists an option with these bits. Its number in the larger problem is `number`.
    pub(in crate::cover) fn add(&mut self, mask: &Mask<WORDS>, number: u32) {
        self.counts.add(mask);
        self.root.push(mask, number);
    }

    /// Shows `progress` all covers made of listed options: those that have each bit of `open`,
    /// which is not empty, exactly once. The bits of `pairs` stand for colours.
    pub(in crate::cover) fn search(
        &mut self,
        open: Wide,
        pairs: &Wide,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        if not_empty(&minus(&open, &self.counts.some())) {
            return ControlFlow::Continue(());
        }
        let depth = progress.depth();
        let (demands, end) = (Demands::one_each(open), self.root.count());
        let node = Node { start: 0, end, counts: self.counts, demands };
        let list = (&self.root, *pairs);
        match self.code {
            Code::Portable => self.floors.begin(Portable, node, list, progress)?,
            #[cfg(target_arch = "x86_64")]
            Code::Avx2(avx2) => self.floors.begin(avx2, node, list, progress)?,
            #[cfg(target_arch = "x86_64")]
            Code::Avx512(avx512) => self.floors.begin(avx512, node, list, progress)?,
        }
        progress.back_to(depth);
        ControlFlow::Continue(())
    }
}
