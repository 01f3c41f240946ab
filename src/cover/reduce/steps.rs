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
    /// The caller holds the option. It is in every cover, and its items are covered.
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
    /// one.
    Idle {
        /// The item.
        item: ItemId,
    },
    /// Removed: the option has the same entries and the same cost as another one, which now stands
    /// for both.
    Twin {
        /// The option that goes.
        option: OptionId,
        /// The one that stays.
        of: OptionId,
    },
    /// The option is the only one of a primary item: it is in every cover, and its items are
    /// covered.
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
    /// Removed: the option lacks this primary item, but clashes with every option that has it.
    Blocked {
        /// The option.
        option: OptionId,
        /// The item.
        item: ItemId,
    },
    /// Removed: the item is covered correctly whenever another item is. Either both are primary and
    /// have the same options; or it is secondary, and every option with it has the other item,
    /// which is primary or has no colour there.
    Redundant {
        /// The item that goes.
        item: ItemId,
        /// The other one.
        because: ItemId,
    },
}
