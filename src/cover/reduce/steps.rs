//! The findings of a pass, and their reasons.

use crate::cover::{ItemId, OptionId};

/// A pass, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Pass {
    /// Not a pass: the options [held and banned](super::Rest::given) before all passes.
    Given,
    /// [`loose`](super::loose).
    Loose,
    /// [`idle`](super::idle).
    Idle,
    /// [`duplicates`](super::duplicates).
    Duplicates,
    /// [`forced`](super::forced).
    Forced,
    /// [`dominated`](super::dominated).
    Dominated,
    /// [`blocked`](super::blocked).
    Blocked,
}

impl Pass {
    /// All passes, the quick ones first.
    pub const ALL: &[Pass] =
        &[Pass::Loose, Pass::Idle, Pass::Duplicates, Pass::Forced, Pass::Dominated, Pass::Blocked];
}

/// A run of a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReductionStep {
    /// The pass.
    pub pass: Pass,
    /// Its findings, in order: each is true of the rest that those before it left.
    pub findings: Vec<Finding>,
    /// The number of options left after it.
    pub options: usize,
    /// The number of items left after it.
    pub items: usize,
}

/// A step that makes a problem smaller, and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// The caller holds the option. It is in every cover, and its items are covered, or have less
    /// room.
    Held {
        /// The option.
        option: OptionId,
    },
    /// Removed: the caller bans the option.
    Banned {
        /// The option.
        option: OptionId,
    },
    /// Removed: the option has no primary item.
    Loose {
        /// The option.
        option: OptionId,
    },
    /// Removed: all options with this secondary item give it the same colour, or there is at most
    /// one. Or this primary item needs no option, has room for all, and each has another one.
    Idle {
        /// The item.
        item: ItemId,
    },
    /// Removed: the option has the same entries and the same cost as another one, clashes with it,
    /// and it now stands for both.
    Twin {
        /// The option that goes.
        option: OptionId,
        /// The one that stays.
        of: OptionId,
    },
    /// The option is the only one of a primary item, or one of no more than the item needs: it is
    /// in every cover, and its items are covered, or have less room.
    Forced {
        /// The option.
        option: OptionId,
        /// The item.
        item: ItemId,
    },
    /// Removed: the option clashes with one that is in every cover.
    Clashing {
        /// The option that goes.
        option: OptionId,
        /// The one that is in every cover.
        with: OptionId,
    },
    /// Removed: the option lacks this primary item, but clashes with every option that has it. Or
    /// beside the option the item can't have as many as it needs.
    Blocked {
        /// The option.
        option: OptionId,
        /// The item.
        item: ItemId,
    },
    /// Removed: the item is covered correctly whenever another item is. Either the other one is
    /// primary, has the same options, and its bounds are within the item's; or the item is
    /// secondary, and every option with it has the other item, which has room for one of them.
    Redundant {
        /// The item that goes.
        item: ItemId,
        /// The other one.
        because: ItemId,
    },
}
