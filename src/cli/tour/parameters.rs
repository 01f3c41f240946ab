//! What a tour is, as it is kept in its folder: enough to go on with it.

use serde::{Deserialize, Serialize};
use tourdion::sudoku::{Alphabet, AlphabetError, Shape};

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
    /// The symbols of the digits in order, and of an empty cell, in which results are written.
    #[serde(default = "usual")]
    pub(super) symbols: String,
    /// The entries left out of the input, so that a resumed tour does not end as if all were well.
    pub(super) left_out: LeftOut,
}

/// The symbols of the usual alphabet.
fn usual() -> String {
    symbols_of(&Alphabet::usual(Shape::CLASSIC))
}

/// The symbols of an alphabet, that of an empty cell behind those of the digits.
pub(super) fn symbols_of(alphabet: &Alphabet) -> String {
    let contents = Shape::CLASSIC.digits().map(Some).chain([None]);
    contents.map(|content| alphabet.write(content)).collect()
}

impl Parameters {
    /// The alphabet in which results are written.
    ///
    /// # Errors
    /// If the symbols are not those of one.
    pub(super) fn alphabet(&self) -> Result<Alphabet, AlphabetError> {
        let mut digits = self.symbols.clone();
        match digits.pop() {
            Some(empty) if digits.chars().count() == Shape::CLASSIC.size() => {
                Alphabet::new(&digits)?.with_empty(empty)
            }
            _ => Err(AlphabetError::Size(digits.chars().count())),
        }
    }
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
