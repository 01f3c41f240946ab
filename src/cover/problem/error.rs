//! What a problem refuses.

use super::{Bounds, OptionId};
use crate::excerpt::Excerpt;

/// Why an item or an option can't be part of a problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// A name that the text form can't express.
    #[error(
        "`{}` can't be a name: it is empty, or has white space, a control character, `:` or `|` \
         in it",
        Excerpt(.0)
    )]
    Name(String),
    /// Two items with one name.
    #[error("there is already an item `{}`", Excerpt(.0))]
    ItemTwice(String),
    /// An identifier from another problem.
    #[error("the option has an item that is not of this problem")]
    UnknownItem,
    /// An option without items.
    #[error("the option has no items")]
    EmptyOption,
    /// An item that stands twice in an option.
    #[error("the option has the item `{}` twice", Excerpt(.0))]
    Repeated(String),
    /// A primary item with a colour.
    #[error("the primary item `{}` can't have a colour", Excerpt(.0))]
    Coloured(String),
    /// Bounds that no number of options satisfies, or only 0.
    #[error(
        "the item `{}` can't stand in {} to {} options: the most must be at least 1, \
         and the least no more",
        Excerpt(.name),
        .bounds.least,
        .bounds.most
    )]
    Bounds {
        /// The item.
        name: String,
        /// Its bounds.
        bounds: Bounds,
    },
    /// A secondary item with bounds.
    #[error("the secondary item `{}` can't have bounds", Excerpt(.0))]
    BoundedSecondary(String),
    /// A cost for an option of another problem.
    #[error(transparent)]
    Unknown(#[from] UnknownOption),
    /// An item with bounds, as it is spelled, for an engine that keeps none.
    #[error(
        "this engine can't keep multiplicities, as in `{}`; links, live, cells, weighted, turns \
         and memo do",
        Excerpt(.0)
    )]
    Multiple(String),
    /// More than 2^32 - 1 items, options or entries.
    #[error("the problem has more than 4294967295 items, options or entries")]
    TooLarge,
}

/// An option is not one of the problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the option number {} is not of this problem", .0.index())]
pub struct UnknownOption(pub OptionId);
