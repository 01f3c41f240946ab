//! A file of lines that only grows, each line with a checksum of itself and of those before it.
//!
//! ```text
//!      0 20 91f0c1de6a1f0b52
//!      1 0 07c0a1b2d4e66f91
//!      2 10 3a        a line torn by a kill has no end, and does not count
//! ```
//!
//! The checksum of a line is the XXH3 hash, of 64 bits, of its text, with the checksum of the line
//! before as the seed. So no line can be changed, left out or moved. Lines may be missing at the
//! end: that is an earlier state of the file. After a line that could not be written there is no
//! other: nobody knows whether it is there.

use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128};

use super::{Folder, StateError, Tail};

/// Digits of a checksum.
const DIGITS: usize = 16;

/// A file of lines.
#[derive(Debug)]
pub struct Journal {
    tail: Tail,
    /// The checksum of the last line.
    checksum: u64,
}

impl Journal {
    /// The file `name` in `folder`, and its lines. It need not exist.
    ///
    /// # Errors
    /// If a line differs from what was written, or the file can't be read.
    pub fn open(folder: &Folder, name: &str) -> Result<(Journal, Vec<String>), StateError> {
        let text = if folder.has(name)? { folder.read(name)? } else { Vec::new() };
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (lines, checksum) = read(&text[..whole]).ok_or_else(|| StateError::Damaged {
            path: folder.path(name),
            what: "it is not what was written",
        })?;
        let sum = if whole == 0 { 0 } else { xxh3_128(&text[..whole]) };
        let tail = Tail::open(folder, name, whole as u64, sum)?;
        Ok((Journal { tail, checksum }, lines))
    }

    /// Appends a line, which is on the disk when this returns.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn append(&mut self, line: &str) -> Result<(), StateError> {
        debug_assert!(!line.contains('\n'), "a line is one line");
        let checksum = xxh3_64_with_seed(line.as_bytes(), self.checksum);
        self.tail.write(format!("{line} {checksum:0DIGITS$x}\n").as_bytes())?;
        self.tail.sync()?;
        self.checksum = checksum;
        Ok(())
    }

    /// Cuts off a torn line, if nothing was appended after it.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn sync(&mut self) -> Result<(), StateError> {
        self.tail.sync()
    }
}

/// The lines of a text of whole lines, and the checksum of the last; `None` if one is wrong.
fn read(text: &[u8]) -> Option<(Vec<String>, u64)> {
    let (mut lines, mut latest) = (Vec::new(), 0);
    for line in str::from_utf8(text).ok()?.split_terminator('\n') {
        let (line, written) = line.rsplit_once(' ')?;
        let checksum = xxh3_64_with_seed(line.as_bytes(), latest);
        if written != format!("{checksum:0DIGITS$x}") {
            return None;
        }
        lines.push(line.to_owned());
        latest = checksum;
    }
    Some((lines, latest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::FolderKind;
    use std::fs;

    const KIND: FolderKind = FolderKind {
        noun: "test",
        version: 2,
        settled: "parameters.json",
        is_ours: |name| name == "finished",
    };

    const LINES: [&str; 4] = ["0 20", "1 0", "", "a longer line, with words"];

    fn append(journal: &mut Journal, lines: &[&str]) {
        for line in lines {
            journal.append(line).unwrap();
        }
    }

    #[test]
    fn a_torn_line_counts_for_nothing_and_is_cut_off_by_the_next() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::begin(place.path(), &KIND).unwrap();
        let (mut journal, none) = Journal::open(&folder, "finished").unwrap();
        assert!(none.is_empty());
        assert!(!folder.has("finished").unwrap(), "nothing is written before there is a line");
        append(&mut journal, &LINES);
        let path = folder.path("finished");
        let text = fs::read(&path).unwrap();
        for end in 0..=text.len() {
            fs::write(&path, &text[..end]).unwrap();
            let (mut journal, lines) = Journal::open(&folder, "finished").unwrap();
            assert_eq!(fs::read(&path).unwrap(), &text[..end], "looking changes nothing");
            let whole = text[..end].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(lines, LINES[..whole]);
            append(&mut journal, &LINES[whole..]);
            if whole < LINES.len() {
                assert_eq!(fs::read(&path).unwrap(), text);
            }
        }
    }

    #[test]
    fn nothing_follows_a_line_that_could_not_be_written() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::begin(place.path(), &KIND).unwrap();
        let (mut journal, _) = Journal::open(&folder, "finished").unwrap();
        let path = folder.path("finished");
        fs::create_dir(&path).unwrap();
        assert!(journal.append(LINES[0]).is_err());
        fs::remove_dir(&path).unwrap();
        for failed in [journal.append(LINES[0]), journal.sync()] {
            let said = failed.unwrap_err().to_string();
            assert!(said.contains("finished: can't be written"), "{said}");
        }
        assert!(!path.exists());
        let (mut journal, _) = Journal::open(&folder, "finished").unwrap();
        append(&mut journal, &LINES);
    }

    #[test]
    fn a_line_that_was_changed_is_seen() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::begin(place.path(), &KIND).unwrap();
        let (mut journal, _) = Journal::open(&folder, "finished").unwrap();
        append(&mut journal, &LINES);
        let path = folder.path("finished");
        let text = fs::read(&path).unwrap();
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.clone();
                bytes[at] ^= 1 << bit;
                fs::write(&path, &bytes).unwrap();
                match Journal::open(&folder, "finished") {
                    // Without its end, the last line counts as torn.
                    Ok((_, lines)) => {
                        assert_eq!(
                            (at, &lines[..]),
                            (text.len() - 1, &LINES.map(str::to_owned)[..3])
                        );
                    }
                    Err(error) => {
                        assert!(error.to_string().contains("finished: damaged: "), "{error}");
                    }
                }
            }
        }
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        for wrong in
            [&[lines[1], lines[0]][..], &[lines[0], lines[2]], &[lines[1]], &[b"0 20\n"], &[b"\n"]]
        {
            fs::write(&path, wrong.concat()).unwrap();
            assert!(Journal::open(&folder, "finished").is_err());
        }
    }
}
