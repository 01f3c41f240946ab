//! The names of a set's files, and their removal.

use std::fmt;

use super::SeenError;
use crate::state::{Folder, UNFINISHED};

/// The file of a finished set.
pub(in super::super) const SORTED: &str = "sorted";

/// A file of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// A part of the records: `run-17`.
    Run(u64),
    /// All records: `sorted`.
    Sorted,
}

impl Name {
    /// Parses a name; `None` for foreign files, which are left alone.
    pub(super) fn read(text: &str) -> Option<Name> {
        let name = match text.strip_prefix("run-") {
            Some(number) => Name::Run(number.parse().ok()?),
            None => Name::Sorted,
        };
        (name.to_string() == text).then_some(name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Run(number) => write!(f, "run-{number}"),
            Name::Sorted => f.write_str(SORTED),
        }
    }
}

/// Whether a file of this name may be a set's.
pub(in super::super) fn is_ours(name: &str) -> bool {
    Name::read(name).is_some()
}

/// Removes the files that a set does not need: unfinished ones after a kill, and the runs of a
/// finished set.
pub(in super::super) fn clean(folder: &Folder) -> Result<(), SeenError> {
    let has_all = folder.has(SORTED)?;
    remove(folder, |name| match Name::read(name) {
        Some(Name::Run(_)) => has_all,
        Some(Name::Sorted) => false,
        None => name.strip_suffix(UNFINISHED).is_some_and(is_ours),
    })
}

/// Removes all files of a set.
pub(in super::super) fn discard(folder: &Folder) -> Result<(), SeenError> {
    remove(folder, |name| is_ours(name.strip_suffix(UNFINISHED).unwrap_or(name)))
}

fn remove(folder: &Folder, is_unneeded: impl Fn(&str) -> bool) -> Result<(), SeenError> {
    let names = folder.names()?;
    Ok(folder.remove(names.iter().map(String::as_str).filter(|name| is_unneeded(name)))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_written() {
        for name in [Name::Run(17), Name::Sorted] {
            assert_eq!(Name::read(&name.to_string()), Some(name));
        }
        for foreign in ["", "run", "run-", "run-02", "run-+1", "sorted.tmp", "sorted-1"] {
            assert_eq!(Name::read(foreign), None, "{foreign}");
        }
    }
}
