//! Tests runs that end at any step, as by a kill, a power cut or a full disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::collector::Limits;
use super::{PackedPuzzle, SORTED, SeenError, SortedSet, Store, clean, discard, is_ours};
use crate::state::{DiskStep, Folder, FolderKind, MARKER, StateError, TestDisk};
use crate::sudoku::{Digit, Grid, Shape};

/// A record for each number.
pub(super) fn record(number: u64) -> PackedPuzzle {
    let mut grid = Grid::empty(Shape::CLASSIC);
    let (mut rest, shift) = (number, number as usize % 4);
    for k in 0..20 {
        grid.set(Shape::CLASSIC.cell(4 * k + shift), Some(Digit::at(rest as usize % 9)));
        rest /= 9;
    }
    PackedPuzzle::of(&grid).expect("the grid is 9x9")
}

/// The number that a record was made of.
fn number(record: &PackedPuzzle) -> u64 {
    let digits: Vec<u64> = record.grid().clues().map(|clue| clue.digit.index() as u64).collect();
    digits.iter().rev().fold(0, |number, digit| 9 * number + digit)
}

/// A folder with the sets of these tests.
const SETS: FolderKind = FolderKind {
    noun: "test",
    version: 3,
    settled: "settled",
    is_ours: |name| name.split_once('.').is_some_and(|(_, file)| is_ours(file)),
};

/// The results of a puzzle in the tour of these tests: some of its own, some that others have too.
fn results(puzzle: u64) -> [u64; 3] {
    [puzzle / 2, puzzle * 7 % 50, 1000 + puzzle % 60]
}

const FIRST: u64 = 40;
const BLOCK: u64 = 5;
const PHASES: u64 = 3;

/// Room for a few hashes and eight records, so that there are runs, and a merge of few at once.
const LIMITS: Limits =
    Limits { budget: 8 * 2 * size_of::<PackedPuzzle>(), fan: 2, period: Duration::MAX };

/// The set that the tour ends with, made without a store.
fn expected() -> BTreeSet<u64> {
    let first = (0..FIRST).collect();
    (1..PHASES).fold(first, |set: BTreeSet<u64>, _| set.into_iter().flat_map(results).collect())
}

/// Begins the tour in `folder` or goes on with it, to the end if the disk allows. Each phase has a
/// set, which goes when the next one is finished.
fn go_on(folder: &Path, disk: Option<TestDisk>) -> Result<BTreeSet<u64>, SeenError> {
    let folder = match Folder::resume(folder, &SETS) {
        Err(StateError::Absent { .. } | StateError::Unsettled { .. }) => {
            let folder = Folder::begin(folder, &SETS)?.on_disk(disk);
            folder.write(SETS.settled, b"")?;
            folder
        }
        folder => folder?.on_disk(disk),
    };
    let files = |phase: u64| folder.part(&format!("{phase}."));
    let mut latest = None;
    for phase in 0..PHASES {
        if let Some(set) = SortedSet::open(&files(phase))? {
            latest = Some((phase, set));
        }
    }
    let (mut reported, mut phase) = (BTreeSet::new(), 0);
    if let Some((number, _)) = &latest {
        clean(&files(*number))?;
        phase = number + 1;
    }
    while phase < PHASES {
        let store = Store::open_within(files(phase), LIMITS)?;
        clean(&files(phase))?;
        reported.clear();
        for (block, puzzles) in blocks(latest.as_ref())?.into_iter().rev() {
            if store.is_finished(block) {
                continue;
            }
            let mut records = puzzles.into_iter().map(record).collect();
            store.finish(block, &mut records)?;
            for record in &records {
                assert!(reported.insert(number(record)), "reported twice");
            }
            if block.is_multiple_of(3) {
                store.sync()?;
            }
        }
        let (set, new) = store.close()?;
        for record in set.records()? {
            let record = record?;
            assert_eq!(reported.insert(number(&record)), !new.contains(&record), "reported once");
        }
        latest = Some((phase, set));
        (0..phase).try_for_each(|before| discard(&files(before)))?;
        phase += 1;
    }
    let (_, set) = latest.expect("there is a phase");
    let set = set.records()?.map(|record| Ok(number(&record?)));
    let set = set.collect::<Result<BTreeSet<_>, SeenError>>()?;
    assert!(reported.is_empty() || reported == set, "each record is shown");
    Ok(set)
}

/// The blocks of a phase, with what each gives: of the first phase the puzzles themselves, of the
/// others the results of those of the set before.
fn blocks(before: Option<&(u64, SortedSet)>) -> Result<Vec<(u64, Vec<u64>)>, SeenError> {
    let Some((_, set)) = before else {
        let puzzles = |block| (BLOCK * block..BLOCK * (block + 1)).collect();
        return Ok((0..FIRST / BLOCK).map(|block| (block, puzzles(block))).collect());
    };
    let records = set.records()?.collect::<Result<Vec<_>, _>>()?;
    let blocks = records.chunks(BLOCK as usize);
    let results = blocks.map(|block| block.iter().map(number).flat_map(results).collect());
    Ok((0..).zip(results).collect())
}

/// The end of a disk.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    /// The process is killed: what has been done stays.
    Kill,
    /// Unsynchronised data is half there; two in three unsynchronised changes of names are lost.
    PowerCut,
    /// Nothing more can be written, but the process goes on.
    Full,
}

/// A disk that ends at its step number `last`, counted from 0.
struct Mortal {
    end: End,
    last: usize,
    steps: usize,
    unsynced: BTreeSet<PathBuf>,
    /// What files were before the steps since the folder was synchronised.
    before: BTreeMap<PathBuf, Option<Vec<u8>>>,
}

impl Mortal {
    fn new(end: End, last: usize) -> Arc<Mutex<Mortal>> {
        let (unsynced, before) = (BTreeSet::new(), BTreeMap::new());
        Arc::new(Mutex::new(Mortal { end, last, steps: 0, unsynced, before }))
    }

    fn disk(this: &Arc<Mutex<Mortal>>) -> TestDisk {
        let this = Arc::clone(this);
        Arc::new(move |step, path| this.lock().unwrap().step(step, path))
    }

    fn step(&mut self, step: &DiskStep<'_>, path: &Path) -> io::Result<()> {
        self.steps += 1;
        if self.steps > self.last + 1 {
            return match (self.end, step) {
                (End::Full, DiskStep::Remove) => Ok(()),
                (End::Full, _) => Err(ErrorKind::StorageFull.into()),
                _ => Err(io::Error::other("dead")),
            };
        }
        if self.steps == self.last + 1 {
            if let DiskStep::Write(bytes) = step {
                let mut file = OpenOptions::new().append(true).open(path)?;
                file.write_all(&bytes[..bytes.len() / 2])?;
            }
            if self.end == End::PowerCut {
                self.cut_power();
            }
            let is_refused = self.end != End::Full || !matches!(step, DiskStep::Remove);
            return if is_refused { Err(ErrorKind::StorageFull.into()) } else { Ok(()) };
        }
        match step {
            DiskStep::Create => {
                self.unsynced.insert(path.to_owned());
            }
            DiskStep::Write(_) => {
                assert!(self.unsynced.contains(path), "written after it was synchronised");
            }
            DiskStep::Sync => {
                self.unsynced.remove(path);
            }
            DiskStep::Rename(name) => {
                assert!(!self.unsynced.contains(path), "renamed before it was synchronised");
                self.remember(name);
                self.remember(path);
            }
            DiskStep::SyncFolder => self.before.clear(),
            DiskStep::Remove => self.remember(path),
        }
        Ok(())
    }

    fn remember(&mut self, path: &Path) {
        self.before.entry(path.to_owned()).or_insert_with(|| fs::read(path).ok());
    }

    fn cut_power(&mut self) {
        for path in &self.unsynced {
            let half = fs::read(path).map(|bytes| bytes[..bytes.len() / 2].to_vec());
            let _ = half.and_then(|half| fs::write(path, half));
        }
        for (k, (path, bytes)) in self.before.iter().enumerate() {
            match bytes {
                _ if (k + self.last).is_multiple_of(3) => {}
                Some(bytes) => fs::write(path, bytes).unwrap(),
                None => drop(fs::remove_file(path)),
            }
        }
    }
}

/// A disk that never ends.
fn immortal() -> TestDisk {
    Mortal::disk(&Mortal::new(End::Kill, usize::MAX - 1))
}

/// A folder in memory if there can be one: these tests make tens of thousands of files, and need no
/// disk.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// How many steps the tour has when nothing goes wrong.
fn all_steps() -> usize {
    let folder = scratch();
    let mortal = Mortal::new(End::Kill, usize::MAX - 1);
    assert_eq!(go_on(folder.path(), Some(Mortal::disk(&mortal))).unwrap(), expected());
    let names: BTreeSet<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    let last = format!("{}.{SORTED}", PHASES - 1);
    let left = [&last, SETS.settled, MARKER];
    assert!(names.iter().eq(left.iter()), "no run is left: {names:?}");
    let steps = mortal.lock().unwrap().steps;
    assert!(steps > 100, "there is much that can go wrong: {steps}");
    steps
}

/// Lets the disk end at each step that `ends` says, one after the other, and then none.
fn ends_with_the_same_set(end: End, ends: &[usize]) {
    let folder = scratch();
    for &last in ends {
        let error = go_on(folder.path(), Some(Mortal::disk(&Mortal::new(end, last))));
        match error {
            // A step that need not succeed, or is not reached the second time.
            Ok(set) => assert_eq!(set, expected(), "{end:?} {ends:?}"),
            Err(SeenError::State(StateError::Io { path, .. })) => {
                assert!(path.starts_with(folder.path()));
            }
            Err(error) => panic!("{end:?} {ends:?}: {error}"),
        }
        if end == End::Full {
            let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
            assert_eq!(
                names.filter(|name| name.extension().is_some_and(|e| e == "tmp")).count(),
                0
            );
        }
    }
    match go_on(folder.path(), Some(immortal())) {
        Ok(set) => assert_eq!(set, expected(), "{end:?} {ends:?}"),
        Err(error) => panic!("{end:?} {ends:?}: {error}"),
    }
}

#[test]
fn a_kill_at_any_step_leaves_the_same_set() {
    for last in 0..all_steps() {
        ends_with_the_same_set(End::Kill, &[last]);
    }
}

#[test]
fn a_power_cut_at_any_step_loses_nothing() {
    for last in 0..all_steps() {
        ends_with_the_same_set(End::PowerCut, &[last]);
    }
}

#[test]
fn a_full_disk_is_reported_and_the_tour_goes_on_when_there_is_room() {
    for last in 0..all_steps() {
        ends_with_the_same_set(End::Full, &[last]);
    }
}

#[test]
fn kills_again_and_again_leave_the_same_set() {
    let steps = all_steps();
    for k in 0..40 {
        let ends: Vec<usize> = (1..5).map(|turn| (k * 37 + turn * 53) % (steps / turn)).collect();
        ends_with_the_same_set(if k % 2 == 0 { End::Kill } else { End::PowerCut }, &ends);
    }
}
