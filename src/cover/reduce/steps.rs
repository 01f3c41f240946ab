//! What a pass did, and why it might.

use crate::cover::{ItemId, OptionId};

/// A pass, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Pass {
    /// Not a pass, but what is [held and banned](super::Rest::given) before them.
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
    /// What it found, in order: each is true of what those before it have left.
    pub findings: Vec<Finding>,
    /// How many options were left after it.
    pub options: usize,
    /// How many items were left after it.
    pub items: usize,
}

/// Something that makes a problem smaller, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// The option was to be held. It is in every cover, and its items are covered.
    Held {
        /// The option.
        option: OptionId,
    },
    /// The option was banned, and goes.
    Banned {
        /// The option.
        option: OptionId,
    },
    /// The option has no primary item, and goes.
    Loose {
        /// The option.
        option: OptionId,
    },
    /// All options with this secondary item give it the same colour, or there is one such option at
    /// most. The item goes.
    Idle {
        /// The item.
        item: ItemId,
    },
    /// The option has the same entries as another one and costs the same; that one stands for both
    /// from now on.
    Twin {
        /// The option that goes.
        option: OptionId,
        /// The one that stays.
        of: OptionId,
    },
    /// The option is the only one of a primary item. It is in every cover, and its items are
    /// covered.
    Forced {
        /// The option.
        option: OptionId,
        /// The item.
        item: ItemId,
    },
    /// The option clashes with one that is in every cover, and goes.
    Clashing {
        /// The option that goes.
        option: OptionId,
        /// The one that is in every cover.
        with: OptionId,
    },
    /// The option has not got this primary item, but clashes with all options that have. It goes.
    Blocked {
        /// The option.
        option: OptionId,
        /// The item.
        item: ItemId,
    },
    /// The item is covered as it should be whenever another item is, and goes: it is primary, and
    /// so is the other one, and their options are the same; or it is secondary, and every option
    /// with it has the other one, which is primary or has no colour there.
    Redundant {
        /// The item that goes.
        item: ItemId,
        /// The other one.
        because: ItemId,
    },
}
