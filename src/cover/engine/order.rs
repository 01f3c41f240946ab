//! In which order a search tries the options of the item that it branches on.
//!
//! ```text
//!      options of the item        0   1   2   3
//!      left                       x       x   x       as listed               0 2 3
//!      clash with                 9   4   7   5       least clashing first    3 2 0
//! ```
//!
//! For a list of covers every option is tried, and the order is of no account. For a first cover it
//! is: the option that clashes with the fewest others leaves most ways to go on.
//!
//! Source: Frost and Dechter, *Look-ahead value ordering for constraint satisfaction problems*
//! (1995).

/// The order of the options of an item.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum OptionOrder {
    #[default]
    AsListed,
    LeastClashingFirst,
}
