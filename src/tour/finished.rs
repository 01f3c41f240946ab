//! The journal of the finished sets of a tour.
//!
//! ```text
//!      0 20 8d51…          set 0 is finished: how many puzzles it has, and the checksum of its
//!                          file
//!      parameters 5f0a…    the tour has these parameters, by their checksum
//!      1 0 07c0…
//!      0 gone              set 0 is not needed any more
//! ```
//!
//! Sets are finished in the order of their numbers. A line is written after the set is on the disk,
//! and *gone* before its file is removed. So the file of each set that is finished and not gone
//! must be there, and must be this one. The parameters are there once: sets before them are what
//! the tour begins with, and those behind them are made by these and no others.

use super::seen::SortedSet;
use crate::state::{Folder, Journal, StateError};

/// The name of the journal.
pub(super) const FINISHED: &str = "finished";

/// The entry for a set that is not needed any more.
const GONE: &str = "gone";

/// The entry for the parameters.
const PARAMETERS: &str = "parameters";

/// The finished sets, by their numbers.
pub(super) struct Finished {
    journal: Journal,
    entries: Entries,
}

/// What the lines of a journal say.
#[derive(Default)]
struct Entries {
    /// The checksum of the tour's parameters, once they are known.
    parameters: Option<String>,
    sets: Vec<FinishedSet>,
}

/// The record of a finished set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FinishedSet {
    /// The number of its puzzles.
    pub(super) len: u64,
    checksum: u128,
    pub(super) is_gone: bool,
}

impl FinishedSet {
    /// The record of a set that is not gone.
    fn of(set: &SortedSet) -> FinishedSet {
        let checksum = set.checksum().expect("a set in a folder is a file");
        FinishedSet { len: set.len(), checksum, is_gone: false }
    }

    /// Whether this is the record of `set`.
    pub(super) fn is(&self, set: &SortedSet) -> bool {
        let is_gone = self.is_gone;
        *self == FinishedSet { is_gone, ..FinishedSet::of(set) }
    }
}

impl Finished {
    /// The journal in `folder`; it need not exist.
    pub(super) fn open(folder: &Folder) -> Result<Finished, StateError> {
        let (journal, lines) = Journal::open(folder, FINISHED)?;
        let entries = read(&lines).ok_or_else(|| StateError::Damaged {
            path: folder.path(FINISHED),
            what: "it is not what a tour writes",
        })?;
        Ok(Finished { journal, entries })
    }

    /// Records the checksum of the tour's parameters, which have none yet.
    pub(super) fn settle(&mut self, checksum: &str) -> Result<(), StateError> {
        self.journal.append(&format!("{PARAMETERS} {checksum}"))?;
        self.entries.parameters = Some(checksum.to_owned());
        Ok(())
    }

    /// The checksum of the tour's parameters, once they are known.
    pub(super) fn parameters(&self) -> Option<&str> {
        self.entries.parameters.as_deref()
    }

    /// All finished sets, by their numbers.
    pub(super) fn sets(&self) -> &[FinishedSet] {
        &self.entries.sets
    }

    /// Set `number`, if it is finished.
    pub(super) fn get(&self, number: u64) -> Option<FinishedSet> {
        self.entries.sets.get(usize::try_from(number).ok()?).copied()
    }

    /// Records that `set` is finished. It is on the disk and has the next number.
    pub(super) fn add(&mut self, set: &SortedSet) -> Result<(), StateError> {
        let finished = FinishedSet::of(set);
        let (number, FinishedSet { len, checksum, .. }) = (self.entries.sets.len(), finished);
        self.journal.append(&format!("{number} {len} {checksum:032x}"))?;
        self.entries.sets.push(finished);
        Ok(())
    }

    /// Records, once, that set `number` is not needed any more.
    pub(super) fn give_up(&mut self, number: u64) -> Result<(), StateError> {
        let set = usize::try_from(number).ok().and_then(|number| self.entries.sets.get_mut(number));
        if let Some(set) = set.filter(|set| !set.is_gone) {
            self.journal.append(&format!("{number} {GONE}"))?;
            set.is_gone = true;
        }
        Ok(())
    }
}

/// What the lines say; `None` if a line is wrong.
fn read(lines: &[String]) -> Option<Entries> {
    let Entries { mut parameters, mut sets } = Entries::default();
    for line in lines {
        let (number, rest) = line.split_once(' ')?;
        if number == PARAMETERS {
            if parameters.replace(rest.to_owned()).is_some() {
                return None;
            }
            continue;
        }
        let number: usize = number.parse().ok()?;
        if rest == GONE {
            sets.get_mut(number).filter(|set| !set.is_gone)?.is_gone = true;
        } else {
            let (len, checksum) = rest.split_once(' ')?;
            let checksum = u128::from_str_radix(checksum, 16).ok()?;
            let set = FinishedSet { len: len.parse().ok()?, checksum, is_gone: false };
            (number == sets.len()).then(|| sets.push(set))?;
        }
    }
    Some(Entries { parameters, sets })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> Option<Vec<(u64, u128, bool)>> {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let sets = read(&lines)?.sets.into_iter();
        Some(sets.map(|set| (set.len, set.checksum, set.is_gone)).collect())
    }

    #[test]
    fn sets_come_in_their_order_and_go_once() {
        assert_eq!(of(&[]), Some(vec![]));
        assert_eq!(
            of(&["0 20 1f", "1 0 0", "0 gone", "2 7 a"]),
            Some(vec![(20, 31, true), (0, 0, false), (7, 10, false)])
        );
        assert_eq!(of(&["0 20 1f", "parameters 5f", "1 0 0"]).map(|sets| sets.len()), Some(2));
        for wrong in [
            &["1 20 1f"][..],
            &["0 20"],
            &["0 gone"],
            &["0 20 1f", "0 20 1f"],
            &["0 20 1f", "0 gone", "0 gone"],
            &["0 20 1f 3"],
            &["x 20 1f"],
            &["parameters 5f", "parameters 5f"],
            &[""],
        ] {
            assert_eq!(of(wrong), None, "{wrong:?}");
        }
    }
}
