//! What a tour is, as it is kept in its folder: enough to go on with it.

use serde::{Deserialize, Serialize};

use super::engine::Engine;
use crate::cli::Ending;

/// The contents of `parameters.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    /// The sequence, with the options that were given beside it.
    pub(super) sequence: String,
    pub(super) pattern: Option<String>,
    pub(super) engine: Engine,
    pub(super) witness: bool,
    /// The entries left out of the input, so that a resumed tour does not end as if all were well.
    pub(super) left_out: LeftOut,
}

/// The entries of the input that were reported and left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LeftOut {
    Nothing,
    /// Puzzles that no tour begins at.
    Puzzles,
    /// Lines that can't be read.
    Lines,
}

impl LeftOut {
    /// How a tour ends of whose input this was left out, if nothing else goes wrong.
    pub(super) fn ending(self) -> Ending {
        match self {
            LeftOut::Nothing => Ending::Well,
            LeftOut::Puzzles => Ending::NotWell,
            LeftOut::Lines => Ending::Unreadable,
        }
    }
}
