//! How far a store has come: the file `state.json`, and the names of the other files.
//!
//! ```text
//!      {"phase":2,"block":256,"parameters":"{-1+1}x3","input":{"records":1024,"checksum":"00c0…"}}
//! ```
//!
//! It is sealed, and written whole or not at all when a store begins and at the end of each phase.
//! What the input says is compared with the file `phase-1.sorted`, so that no other can take its
//! place.

use serde::{Deserialize, Serialize};

use super::SeenError;
use super::run::Run;
use crate::keep::{Folder, FolderKind, KeepError};

pub(in super::super) const STATE: &str = "state.json";

/// A folder with a store and nothing else.
pub(super) const SET: FolderKind = FolderKind { noun: "set", version: 2, settled: STATE, is_ours };

/// Whether a file of this name may be a store's.
pub(in super::super) fn is_ours(name: &str) -> bool {
    name == STATE || Name::read(name).is_some()
}

/// The contents of `state.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// The phase that is running.
    pub(super) phase: u64,
    /// Records in a block.
    pub(super) block: u64,
    pub(super) parameters: String,
    /// The set of the phase before, if there is one.
    pub(super) input: Option<Fingerprint>,
}

/// What a sorted file is known by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fingerprint {
    records: u64,
    checksum: String,
}

impl Fingerprint {
    pub(super) fn of(run: &Run) -> Fingerprint {
        Fingerprint { records: run.records, checksum: format!("{:032x}", run.checksum) }
    }
}

impl State {
    pub(super) fn new(
        phase: u64,
        block: u64,
        parameters: &str,
        input: Option<Fingerprint>,
    ) -> State {
        State { phase, block, parameters: parameters.to_owned(), input }
    }

    /// Replaces the state in `folder` by this one.
    pub(super) fn write(&self, folder: &Folder) -> Result<(), SeenError> {
        Ok(folder.seal(STATE, self)?)
    }

    /// Reads the state in `folder`.
    pub(super) fn read(folder: &Folder) -> Result<State, SeenError> {
        let state: State = folder.unseal(STATE)?;
        // What is sealed may still be what no store has written.
        if state.block == 0 || (state.phase == 0) != state.input.is_none() {
            let what = "it is not the state of a set";
            return Err(KeepError::Damaged { path: folder.path(STATE), what }.into());
        }
        Ok(state)
    }
}

/// The files beside the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// A part of what a phase has found: `phase-2.run-17`.
    Run { phase: u64, number: u64 },
    /// All that a phase has found: `phase-2.sorted`.
    Sorted { phase: u64 },
}

impl Name {
    /// Whose name `text` is; `None` of foreign files, which are left alone.
    pub(super) fn read(text: &str) -> Option<Name> {
        let (phase, kind) = text.strip_prefix("phase-")?.split_once('.')?;
        let phase = phase.parse().ok()?;
        let name = match kind.strip_prefix("run-") {
            Some(number) => Name::Run { phase, number: number.parse().ok()? },
            None => Name::Sorted { phase },
        };
        (name.to_string() == text).then_some(name)
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Run { phase, number } => write!(f, "phase-{phase}.run-{number}"),
            Name::Sorted { phase } => write!(f, "phase-{phase}.sorted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_written() {
        for name in [Name::Run { phase: 2, number: 17 }, Name::Sorted { phase: 0 }] {
            assert_eq!(Name::read(&name.to_string()), Some(name));
        }
        for foreign in [
            "",
            "phase-2",
            "phase-2.run-",
            "phase-02.sorted",
            "phase-2.run-+1",
            "phase-2.sorted.tmp",
        ] {
            assert_eq!(Name::read(foreign), None, "{foreign}");
        }
    }
}
