//! What a tour is, as it is kept in its folder: enough to go on with it.

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::engine::Engine;

/// Says which program wrote this, and in which of its forms.
const FORMAT: &str = "tourdion tour parameters 1";

/// The contents of `parameters.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Parameters {
    format: String,
    /// The sequence, with the options that were given beside it.
    pub(super) sequence: String,
    pub(super) pattern: Option<String>,
    pub(super) engine: Engine,
    pub(super) witness: bool,
}

impl Parameters {
    pub(super) fn new(
        sequence: String,
        pattern: Option<String>,
        engine: Engine,
        witness: bool,
    ) -> Parameters {
        Parameters { format: FORMAT.to_owned(), sequence, pattern, engine, witness }
    }

    pub(super) fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("strings can be written as JSON");
        text + "\n"
    }

    pub(super) fn read(text: &str) -> anyhow::Result<Parameters> {
        let parameters: Parameters =
            serde_json::from_str(text).context("parameters.json is not that of a tour")?;
        ensure!(parameters.format == FORMAT, "parameters.json is of another version of the program");
        Ok(parameters)
    }
}
