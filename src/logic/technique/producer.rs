//! The finders of techniques, and their order.
//!
//! ```text
//!      sight ──▶ producer ──▶ deductions, in a defined order; a visitor that breaks has the first
//! ```
//!
//! The order of [`Producer::EXPLAINER`] is that of Sudoku Explainer 1.2.1. It is not that of the
//! difficulties: a direct hidden triplet comes before pointing, and a long loop before a naked
//! quad. So it is a part of the definition of its ratings.

use std::ops::ControlFlow;

use super::sight::{Finder, OpenParts, Parts};
use super::visit::Convention;
use super::{
    Deduction, Sight, aic, aligned, als, avoidable, bug, chains, colours, finned, fish, franken,
    locking, loops, nested, rectangles, singles, subsets, sue_de_coq, templates, turbot, twins,
    wings,
};

/// A finder of one technique, or of several that are looked for together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Producer {
    /// Last cells and hidden singles.
    HiddenSingle,
    /// Pointing and claiming with a hidden single.
    DirectLocking,
    /// Hidden pairs with a hidden single.
    DirectHiddenPair,
    /// Naked singles.
    NakedSingle,
    /// Hidden triplets with a hidden single.
    DirectHiddenTriplet,
    /// Pointing and claiming.
    Locking,
    /// Naked pairs.
    NakedPair,
    /// X-wings.
    XWing,
    /// Hidden pairs.
    HiddenPair,
    /// Naked triplets.
    NakedTriplet,
    /// Swordfish.
    Swordfish,
    /// Hidden triplets.
    HiddenTriplet,
    /// XY-wings.
    XyWing,
    /// XYZ-wings.
    XyzWing,
    /// Unique rectangles and loops, and hidden rectangles.
    Loop,
    /// Naked quads.
    NakedQuad,
    /// Jellyfish.
    Jellyfish,
    /// Hidden quads.
    HiddenQuad,
    /// Bivalue universal graves.
    Bug,
    /// Aligned pair exclusion.
    AlignedPair,
    /// Cycles and chains without branches.
    Chain,
    /// Aligned triplet exclusion.
    AlignedTriplet,
    /// Nishio.
    Nishio,
    /// Cell and region forcing chains.
    Multiple,
    /// Dynamic chains: nets. What may be nested in them: 0 nothing, 1 locked candidates, pairs and
    /// x-wings, 2 also chains, 3 also forcing chains, 4 dynamic chains instead of these, 5 also
    /// dynamic chains of level 2.
    Dynamic(u8),
    /// Naked pairs of a box and a line.
    LockedPair,
    /// Naked triplets of a box and a line.
    LockedTriplet,
    /// X-wings with fins.
    FinnedXWing,
    /// Swordfish with fins.
    FinnedSwordfish,
    /// Jellyfish with fins.
    FinnedJellyfish,
    /// Fish with boxes, and of any houses, with fins or without.
    FrankenFish,
    /// Chains of one digit through two houses: skyscrapers, kites, turbot fish, empty rectangles.
    TurbotFish,
    /// W-wings.
    WWing,
    /// Chains of one digit.
    XChain,
    /// Remote pairs.
    RemotePair,
    /// Chains of cells with two candidates.
    BivalueChain,
    /// Alternating inference chains.
    Aic,
    /// The same with groups of cells.
    GroupedAic,
    /// The same with almost locked sets.
    AlsAic,
    /// Clusters of houses with two places, one by one.
    SimpleColouring,
    /// Two such clusters.
    MultiColouring,
    /// Cells of a box and a line, with others of both.
    SueDeCoq,
    /// Two almost locked sets.
    AlsXz,
    /// Three almost locked sets.
    AlsXyWing,
    /// Four almost locked sets and more.
    AlsChain,
    /// Almost locked sets that take all candidates of a cell.
    DeathBlossom,
    /// Unique rectangles with corners that are set.
    AvoidableRectangle,
    /// All ways to place a digit.
    Template,
    /// Candidates that singles contradict.
    ForcingNet,
    /// Candidates that forcing nets contradict.
    NestedNet,
    /// Candidates that nested nets contradict.
    DeepNet,
}

impl Producer {
    /// All, in the order of Sudoku Explainer 1.2.1.
    pub const EXPLAINER: [Producer; 30] = [
        Producer::HiddenSingle,
        Producer::DirectLocking,
        Producer::DirectHiddenPair,
        Producer::NakedSingle,
        Producer::DirectHiddenTriplet,
        Producer::Locking,
        Producer::NakedPair,
        Producer::XWing,
        Producer::HiddenPair,
        Producer::NakedTriplet,
        Producer::Swordfish,
        Producer::HiddenTriplet,
        Producer::XyWing,
        Producer::XyzWing,
        Producer::Loop,
        Producer::NakedQuad,
        Producer::Jellyfish,
        Producer::HiddenQuad,
        Producer::Bug,
        Producer::AlignedPair,
        Producer::Chain,
        Producer::AlignedTriplet,
        Producer::Nishio,
        Producer::Multiple,
        Producer::Dynamic(0),
        Producer::Dynamic(1),
        Producer::Dynamic(2),
        Producer::Dynamic(3),
        Producer::Dynamic(4),
        Producer::Dynamic(5),
    ];

    /// The others, that Sudoku Explainer does not have.
    pub const FURTHER: [Producer; 26] = [
        Producer::LockedPair,
        Producer::LockedTriplet,
        Producer::FinnedXWing,
        Producer::FinnedSwordfish,
        Producer::FinnedJellyfish,
        Producer::FrankenFish,
        Producer::TurbotFish,
        Producer::WWing,
        Producer::XChain,
        Producer::RemotePair,
        Producer::BivalueChain,
        Producer::Aic,
        Producer::GroupedAic,
        Producer::AlsAic,
        Producer::SimpleColouring,
        Producer::MultiColouring,
        Producer::SueDeCoq,
        Producer::AlsXz,
        Producer::AlsXyWing,
        Producer::AlsChain,
        Producer::DeathBlossom,
        Producer::AvoidableRectangle,
        Producer::Template,
        Producer::ForcingNet,
        Producer::NestedNet,
        Producer::DeepNet,
    ];

    /// Shows its deductions, in their order. Chains show only the first of them.
    pub fn each(
        self,
        sight: &Sight,
        convention: Convention,
        visit: &mut dyn FnMut(Deduction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(parts) = self.parts() else {
            return self.each_in(sight, convention, &OpenParts::all(sight.board()), visit);
        };
        let finder = self.finder(convention);
        let open = sight.open_parts(finder);
        self.each_in(sight, convention, &open, visit)?;
        sight.note(finder, parts, &open);
        ControlFlow::Continue(())
    }

    /// Its number among all.
    fn number(self) -> usize {
        let mut all = Producer::EXPLAINER.iter().chain(&Producer::FURTHER);
        all.position(|&one| one == self).unwrap_or(usize::MAX)
    }

    fn finder(self, convention: Convention) -> Finder {
        Finder { number: self.number(), convention }
    }

    /// What it looks at, if it looks at each part of a board alone.
    const fn parts(self) -> Option<Parts> {
        match self {
            Producer::DirectLocking
            | Producer::Locking
            | Producer::XWing
            | Producer::Swordfish
            | Producer::Jellyfish
            | Producer::FinnedXWing
            | Producer::FinnedSwordfish
            | Producer::FinnedJellyfish
            | Producer::FrankenFish
            | Producer::TurbotFish
            | Producer::Template
            | Producer::XChain
            | Producer::SimpleColouring
            | Producer::MultiColouring
            | Producer::Nishio => Some(Parts::Digits),
            Producer::DirectHiddenPair
            | Producer::DirectHiddenTriplet
            | Producer::NakedPair
            | Producer::NakedTriplet
            | Producer::NakedQuad
            | Producer::HiddenPair
            | Producer::HiddenTriplet
            | Producer::HiddenQuad
            | Producer::LockedPair
            | Producer::LockedTriplet => Some(Parts::Houses),
            Producer::SueDeCoq => Some(Parts::Crossings),
            Producer::Loop => Some(Parts::Pairs),
            _ => None,
        }
    }

    /// The same, as far as parts may bear something; notes which of them do.
    fn each_in(
        self,
        sight: &Sight,
        convention: Convention,
        open: &OpenParts<'_>,
        visit: &mut dyn FnMut(Deduction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let board = sight.board();
        match self {
            Producer::HiddenSingle => singles::hidden(board, visit),
            Producer::DirectLocking => locking::direct(open, visit),
            Producer::DirectHiddenPair => subsets::direct(open, 2, visit),
            Producer::NakedSingle => singles::naked(board, visit),
            Producer::DirectHiddenTriplet => subsets::direct(open, 3, visit),
            Producer::Locking => locking::indirect(open, visit),
            Producer::NakedPair => subsets::naked(open, 2, convention, visit),
            Producer::XWing => fish::find(open, 2, convention, visit),
            Producer::HiddenPair => subsets::hidden(open, 2, convention, visit),
            Producer::NakedTriplet => subsets::naked(open, 3, convention, visit),
            Producer::Swordfish => fish::find(open, 3, convention, visit),
            Producer::HiddenTriplet => subsets::hidden(open, 3, convention, visit),
            Producer::XyWing => wings::find(board, 2, visit),
            Producer::XyzWing => wings::find(board, 3, visit),
            Producer::Loop => {
                loops::find(open, visit)?;
                if convention.is_explainer() {
                    return ControlFlow::Continue(());
                }
                rectangles::find(board, visit)
            }
            Producer::NakedQuad => subsets::naked(open, 4, convention, visit),
            Producer::Jellyfish => fish::find(open, 4, convention, visit),
            Producer::HiddenQuad => subsets::hidden(open, 4, convention, visit),
            Producer::Bug => bug::find(board, visit),
            Producer::AlignedPair => aligned::find(board, 2, sight.unaligned(2), visit),
            Producer::AlignedTriplet => aligned::find(board, 3, sight.unaligned(3), visit),
            Producer::Chain => chains::plain(sight, self.finder(convention), visit),
            Producer::Nishio => chains::nishio(open, visit),
            Producer::Multiple => chains::multiple(board, visit),
            Producer::Dynamic(level) => chains::dynamic(board, level.min(5), visit),
            Producer::FinnedXWing => finned::find(open, 2, visit),
            Producer::FinnedSwordfish => {
                twins::with(board, visit, &mut |v| finned::find(open, 3, v))
            }
            Producer::FinnedJellyfish => {
                twins::with(board, visit, &mut |v| finned::find(open, 4, v))
            }
            Producer::FrankenFish => franken::find(open, convention, visit),
            Producer::TurbotFish => twins::with(board, visit, &mut |v| turbot::find(open, v)),
            Producer::WWing => aic::find(open, aic::Scope::W_WING, visit),
            Producer::XChain => aic::find(open, aic::Scope::DIGIT.by(convention), visit),
            Producer::RemotePair => colours::remote_pairs(board, visit),
            Producer::BivalueChain => aic::find(open, aic::Scope::CELLS.by(convention), visit),
            Producer::Aic => aic::find(open, aic::Scope::ALL.by(convention), visit),
            Producer::GroupedAic => aic::find(open, aic::Scope::GROUPED.by(convention), visit),
            Producer::AlsAic => aic::find(open, aic::Scope::SETS.by(convention), visit),
            Producer::LockedPair => subsets::locked(open, 2, visit),
            Producer::LockedTriplet => subsets::locked(open, 3, visit),
            Producer::SimpleColouring => colours::simple(open, visit),
            Producer::MultiColouring => colours::multiple(open, visit),
            Producer::SueDeCoq => sue_de_coq::find(open, visit),
            Producer::AlsXz => als::find(board, sight.almost_locked(), visit),
            Producer::AlsXyWing => als::chain::find(board, sight.almost_locked(), 3..=3, 5, visit),
            Producer::AlsChain => als::chain::find(board, sight.almost_locked(), 4..=4, 3, visit),
            Producer::DeathBlossom => {
                als::blossom::find(board, sight.almost_locked(), convention, visit)
            }
            Producer::AvoidableRectangle => avoidable::find(board, visit),
            Producer::Template => templates::find(open, visit),
            Producer::ForcingNet => nested::find(sight, 0, visit),
            Producer::NestedNet => nested::find(sight, 1, visit),
            Producer::DeepNet => nested::find(sight, 2, visit),
        }
    }

    /// Its first deduction.
    pub fn first(self, sight: &Sight, convention: Convention) -> Option<Deduction> {
        let mut first = None;
        let _ = self.each(sight, convention, &mut |deduction| {
            first = Some(deduction);
            ControlFlow::Break(())
        });
        first
    }
}
