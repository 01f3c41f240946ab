//! Files that can't be read, and files with nothing in them.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use tourdion::catalogue::{Reading, SourceError, SourceFault};
use tourdion::sudoku::Grid;

use crate::cli::complain;

/// Reports a file that can't be read, or not to its end.
pub(in crate::cli) fn complain_of_source(
    error: &SourceError,
    reading: &Reading,
    complaints: &mut Vec<u8>,
) {
    let is_puzzle = || Grid::read(error.file.as_bytes(), reading.shape, &reading.alphabet).is_ok();
    let hint = if matches!(error.fault, SourceFault::Open(_)) && is_puzzle() {
        "; a puzzle by itself goes to standard input, or to `tourdion solve`"
    } else {
        ""
    };
    // A write into memory does not fail.
    let _ = writeln!(complaints, "tourdion: {error}{hint}");
}

/// For each file, whether it had any entry, even an error.
#[derive(Default)]
pub(in crate::cli) struct Files(BTreeMap<Arc<str>, bool>);

impl Files {
    /// These files, with nothing found yet.
    pub(super) fn of(files: impl Iterator<Item = Arc<str>>) -> Files {
        Files(files.map(|file| (file, false)).collect())
    }

    /// Notes that `file` was looked at, and whether anything was found.
    pub(in crate::cli) fn see(&mut self, file: Arc<str>, found: bool) {
        *self.0.entry(file).or_default() |= found;
    }

    /// Whether nothing was found in any.
    pub(super) fn are_empty(&self) -> bool {
        self.0.values().all(|found| !found)
    }

    /// Reports files without any entry, which is hardly intended; returns their number.
    pub(in crate::cli) fn complain_of_empty(&self) -> u64 {
        let empty = self.0.iter().filter(|&(_, found)| !found);
        empty
            .map(|(file, _)| complain(format_args!("{file}: there is no puzzle in it")))
            .fold(0, |count, ()| count + 1)
    }
}
