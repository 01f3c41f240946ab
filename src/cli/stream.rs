//! What commands that stream catalogues share: their inputs and threads, files with nothing in
//! them, and printing.
//!
//! ```text
//!      chunk --> part             on a worker: what is to be said of it
//!      part  --> standard output  on the main thread, in the order of the input
//! ```

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use rayon::ThreadPool;
use tourdion::catalogue::{Input, Reading, SourceError, SourceFault};
use tourdion::sudoku::Grid;

use super::output::output;
use super::{CANNOT_WRITE, complain, tell};

/// The catalogues of a command, or standard input if none is named; but nobody is asked to type
/// one.
pub(super) fn inputs(mut catalogues: Vec<PathBuf>, command: &str) -> anyhow::Result<Vec<Input>> {
    if catalogues.is_empty() {
        if io::stdin().is_terminal() {
            bail!(
                "expected a CATALOGUE, or `-` to read standard input; \
                 try `tourdion {command} --help`"
            );
        }
        catalogues.push("-".into());
    }
    Ok(catalogues.iter().map(Input::new).collect())
}

/// So many threads, or as many as the machine has.
pub(super) fn pool(threads: Option<u16>) -> anyhow::Result<ThreadPool> {
    let threads = threads.map_or(0, usize::from); // 0: as many as there are
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("can't start threads")
}

/// Prints results, and complaints before them, out of the way of the progress bar.
pub(super) fn print(results: &[u8], complaints: &[u8], bar: &ProgressBar) -> anyhow::Result<()> {
    if results.is_empty() && complaints.is_empty() {
        return Ok(());
    }
    bar.suspend(|| {
        tell(&String::from_utf8_lossy(complaints));
        let mut output = output();
        output.write_all(results).and_then(|()| output.flush()).context(CANNOT_WRITE)
    })
}

/// What to say of a file that can't be read, or not to its end.
pub(super) fn complain_of_source(error: &SourceError, reading: &Reading, complaints: &mut Vec<u8>) {
    let is_puzzle = || Grid::read(error.file.as_bytes(), reading.shape, &reading.alphabet).is_ok();
    let hint = if matches!(error.fault, SourceFault::Open(_)) && is_puzzle() {
        "; a puzzle by itself goes to standard input, or to `tourdion solve`"
    } else {
        ""
    };
    // A write into memory does not fail.
    let _ = writeln!(complaints, "tourdion: {error}{hint}");
}

/// Of each file whether anything was found in it, be it an error.
#[derive(Default)]
pub(super) struct Files(BTreeMap<Arc<str>, bool>);

impl Files {
    /// These files, with nothing found yet.
    pub(super) fn of(files: impl Iterator<Item = Arc<str>>) -> Files {
        Files(files.map(|file| (file, false)).collect())
    }

    /// Notes that `file` was looked at, and whether anything was found.
    pub(super) fn see(&mut self, file: Arc<str>, found: bool) {
        *self.0.entry(file).or_default() |= found;
    }

    /// Adds what others saw; where they `found` something, in each of the files.
    pub(super) fn add(&mut self, others: &Files, found: bool) {
        for (file, itself) in &others.0 {
            self.see(file.clone(), found || *itself);
        }
    }

    /// Says of which files nothing came at all, which is hardly what was meant; and returns how
    /// many they are.
    pub(super) fn complain_of_empty(&self) -> u64 {
        let empty = self.0.iter().filter(|&(_, found)| !found);
        empty
            .map(|(file, _)| complain(format_args!("{file}: there is no puzzle in it")))
            .fold(0, |count, ()| count + 1)
    }
}
