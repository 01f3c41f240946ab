//! How far a search is: a file that only grows.
//!
//! ```text
//!      0 0 0                     nothing is finished
//!      17 120394 5120398 +3+204
//!      17.5 190277 8100415 +3+204-7+9
//!      end 221400 9414870        a line that was torn by a kill has no end, and counts for nothing
//! ```
//!
//! A line has the place of the next part, the covers before it, the bytes that they take, and what is held (+) and banned (-) in the
//! part, by the numbers of the options. The last is there to be compared: the program that goes on must cut the search as that
//! did which wrote the line.
//!
//! Invariant: covers and bytes grow from line to line, and nothing is behind the end.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tourdion::cover::Move;
use tourdion::cover::parts::{Part, Place};

use crate::cli::cover::press::number_of;

/// The name of the file.
pub(super) const NAME: &str = "finished";

/// What there is at some time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli::cover) struct Line {
    /// The part to go on with; `None` at the end.
    pub(in crate::cli::cover) next: Option<Next>,
    /// How many covers there are before it.
    pub(in crate::cli::cover) covers: u64,
    /// The bytes that they take in their file.
    pub(in crate::cli::cover) bytes: u64,
}

/// A part, as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::cli::cover) struct Next {
    pub(in crate::cli::cover) place: Place,
    moves: String,
}

impl Next {
    pub(in crate::cli::cover) fn of(part: &Part) -> Next {
        let mut moves = String::new();
        for made in part.moves() {
            let (sign, option) = match *made {
                Move::Held(option) => ('+', option),
                Move::Banned(option) => ('-', option),
            };
            let _ = write!(moves, "{sign}{}", number_of(option)); // into memory
        }
        Next { place: part.place().clone(), moves }
    }

    /// Whether this is the part.
    pub(in crate::cli::cover) fn is(&self, part: &Part) -> bool {
        *self == Next::of(part)
    }
}

impl Line {
    const FIRST: Line =
        Line { next: Some(Next { place: Place::WHOLE, moves: String::new() }), covers: 0, bytes: 0 };

    fn text(&self) -> String {
        let Line { next, covers, bytes } = self;
        match next {
            None => format!("end {covers} {bytes}\n"),
            Some(Next { place, moves }) if moves.is_empty() => format!("{place} {covers} {bytes}\n"),
            Some(Next { place, moves }) => format!("{place} {covers} {bytes} {moves}\n"),
        }
    }

    fn read(text: &str) -> Option<Line> {
        let mut fields = text.split(' ');
        let next = match fields.next()? {
            "end" => None,
            place => Some(place.parse().ok()?),
        };
        let (covers, bytes) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let moves = fields.next().unwrap_or_default().to_owned();
        let line = Line { next: next.map(|place| Next { place, moves }), covers, bytes };
        (line.text().trim_end() == text).then_some(line)
    }
}

/// The file, with its latest line.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    latest: Line,
}

impl Journal {
    /// Opens the file in `folder`, or begins it.
    pub(super) fn open(folder: &Path) -> anyhow::Result<Journal> {
        let path = folder.join(NAME);
        let name = || path.display().to_string();
        let open = || OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = open().context("can't be opened").with_context(name)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).context("can't be read").with_context(name)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let Some(latest) = read(&text[..whole]) else {
            bail!("{}: damaged: it is not what was written", name());
        };
        let cut = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.context("can't be written").with_context(name)?;
        Ok(Journal { path, file, latest })
    }

    pub(super) fn latest(&self) -> &Line {
        &self.latest
    }

    /// Writes a line.
    pub(super) fn append(&mut self, line: &Line) -> anyhow::Result<()> {
        let written = self.file.write_all(line.text().as_bytes()).and_then(|()| self.file.sync_data());
        written.context("can't be written").with_context(|| self.path.display().to_string())?;
        self.latest = line.clone();
        Ok(())
    }
}

/// The last of some lines, or where there are none the first that there could be; `None` if they are something else.
fn read(text: &[u8]) -> Option<Line> {
    let mut latest = Line::FIRST;
    for line in str::from_utf8(text).ok()?.lines() {
        let line = Line::read(line)?;
        let grows = line.covers >= latest.covers && line.bytes >= latest.bytes;
        let Next { place, .. } = latest.next?;
        if !grows || line.next.as_ref().is_some_and(|next| next.place < place) {
            return None;
        }
        latest = line;
    }
    Some(latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "0 0 0\n17 120394 5120398 +3+204\n17.5 190277 8100415 +3+204-7+9\nend 221400 9414870\n";

    #[test]
    fn a_torn_line_counts_for_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let lines: Vec<Line> = TEXT.lines().map(|line| Line::read(line).unwrap()).collect();
        for end in 0..=TEXT.len() {
            std::fs::write(&path, &TEXT[..end]).unwrap();
            let mut journal = Journal::open(folder.path()).unwrap();
            let whole = TEXT[..end].matches('\n').count();
            assert_eq!(*journal.latest(), if whole == 0 { Line::FIRST } else { lines[whole - 1].clone() });
            if whole < lines.len() {
                lines[whole..].iter().for_each(|line| journal.append(line).unwrap());
                assert_eq!(std::fs::read(&path).unwrap(), TEXT.as_bytes());
            }
        }
    }

    #[test]
    fn what_was_not_written_is_no_journal() {
        let folder = tempfile::tempdir().unwrap();
        for wrong in [
            "0\n",
            "1 2\n",
            "1 2 x\n",
            "1 02 3\n",
            "01 2 3\n",
            "1 2 3 +4 5\n",
            "1 2 3 \n",
            "end 1 2 +3\n",
            "\n",
            "2 5 5\n1 6 6\n",
            "1 5 5\n2 4 6\n",
            "1 5 5\n2 6 4\n",
            "end 1 1\n2 2 2\n",
            "\u{e9}\n",
        ] {
            std::fs::write(folder.path().join(NAME), wrong).unwrap();
            assert!(Journal::open(folder.path()).is_err(), "{wrong:?}");
        }
    }
}
