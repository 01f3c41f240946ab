//! Which sets are finished: a file that only grows.
//!
//! ```text
//!      0 20
//!      1 0
//!      2 10        a line that was torn by a kill has no end, and counts for nothing
//! ```
//!
//! Invariant: line *k* is set *k*, since sets are made one after another.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::super::TourError;
use super::wrong;

/// The name of the file.
pub(super) const NAME: &str = "finished";

/// The numbers of puzzles of the sets that are finished.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    sizes: Vec<u64>,
}

impl Journal {
    /// Opens the file in `folder`, or begins it.
    pub(super) fn open(folder: &Path) -> Result<Journal, TourError> {
        let path = folder.join(NAME);
        let fail = |error| wrong(&path, "can't be opened", error);
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(fail)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(fail)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let sizes = read(&text[..whole]).ok_or_else(|| {
            let damaged = std::io::Error::other("it is not what was written");
            wrong(&path, "damaged", damaged)
        })?;
        file.set_len(whole as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(Journal { path, file, sizes })
    }

    /// How many puzzles set `number` has, if it is finished.
    pub(super) fn get(&self, number: u64) -> Option<u64> {
        self.sizes.get(usize::try_from(number).ok()?).copied()
    }

    /// Writes that set `number` is finished.
    pub(super) fn append(&mut self, number: u64, len: u64) -> Result<(), TourError> {
        assert_eq!(number, self.sizes.len() as u64, "sets are finished in their order");
        let line = format!("{number} {len}\n");
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| wrong(&self.path, "can't be written", error))?;
        self.sizes.push(len);
        Ok(())
    }
}

/// The sizes in whole lines; `None` if they are something else.
fn read(text: &[u8]) -> Option<Vec<u64>> {
    let lines = str::from_utf8(text).ok()?.lines().enumerate();
    lines
        .map(|(k, line)| {
            let (number, len) = line.split_once(' ')?;
            (number.parse() == Ok(k)).then(|| len.parse().ok())?
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_counts_for_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path()).unwrap();
        for (number, len) in [(0, 20), (1, 0), (2, 1_000)] {
            journal.append(number, len).unwrap();
        }
        let path = folder.path().join(NAME);
        let text = std::fs::read(&path).unwrap();
        assert_eq!(text, b"0 20\n1 0\n2 1000\n");
        for end in 0..=text.len() {
            std::fs::write(&path, &text[..end]).unwrap();
            let mut journal = Journal::open(folder.path()).unwrap();
            let whole = text[..end].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(journal.sizes, [20, 0, 1_000][..whole]);
            journal.append(whole as u64, 7).unwrap();
            assert_eq!(Journal::open(folder.path()).unwrap().get(whole as u64), Some(7));
        }
        for wrong in ["1 20\n", "0\n", "0 x\n", "0 1\n2 1\n", "\u{e9}\n"] {
            std::fs::write(&path, wrong).unwrap();
            assert!(Journal::open(folder.path()).is_err(), "{wrong}");
        }
    }
}
