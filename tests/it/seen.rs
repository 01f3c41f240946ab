//! The sets of a tour against those of the standard library, with any memory, threads and kills.
//!
//! Here is what a user of the store can see. `src/tour/seen/tests.rs` lets the disk fail at every
//! step.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use tourdion::state::{Folder, FolderKind, StateError};
use tourdion::sudoku::{Digit, Grid, Shape};
use tourdion::tour::seen::{PackedPuzzle, SeenError, SortedSet, Store};

/// A folder with the sets of these tests.
const SETS: FolderKind =
    FolderKind { noun: "test", version: 3, settled: "settled", is_ours: |_| true };

/// The folder at `path`, which is begun if it has not been.
fn folder(path: &Path) -> Result<Folder, StateError> {
    match Folder::resume(path, &SETS) {
        Err(StateError::Absent { .. } | StateError::Unsettled { .. }) => {
            let folder = Folder::begin(path, &SETS)?;
            folder.write(SETS.settled, b"")?;
            Ok(folder)
        }
        resumed => resumed,
    }
}

/// A puzzle for each number: its digits in base 9, on a pattern of its own kind.
fn record(number: u64) -> PackedPuzzle {
    let mut grid = Grid::empty(Shape::CLASSIC);
    let (mut rest, shift) = (number, number as usize % 3);
    for k in 0..17 + number as usize % 8 {
        grid.set(Shape::CLASSIC.cell(3 * k + shift), Some(Digit::at(rest as usize % 9)));
        rest /= 9;
    }
    PackedPuzzle::of(&grid).expect("the grid is 9x9")
}

fn number(record: &PackedPuzzle) -> u64 {
    let digits: Vec<u64> = record.grid().clues().map(|clue| clue.digit.index() as u64).collect();
    digits.iter().rev().fold(0, |number, digit| 9 * number + digit)
}

/// The results of a puzzle in the tours of these tests.
fn results(puzzle: u64, salt: u64) -> impl Iterator<Item = u64> {
    (0..4).map(move |k| (puzzle * 31 + k * 977 + salt) % 3001)
}

const BLOCK: usize = 7;

/// The numbers of a set's records, which ascend.
fn numbers(set: &SortedSet) -> Result<BTreeSet<u64>, SeenError> {
    let records: Vec<PackedPuzzle> = set.records()?.collect::<Result<_, _>>()?;
    assert!(records.is_sorted_by(|a, b| a < b));
    assert_eq!(records.len() as u64, set.len());
    Ok(records.iter().map(number).collect())
}

/// Hands the records of `blocks` to the store on `threads` threads, and closes it; panics if a
/// record is new twice or never.
fn fill(store: Store, blocks: &[Vec<u64>], threads: usize) -> Result<SortedSet, SeenError> {
    let (reported, left) = (Mutex::new(BTreeSet::new()), Mutex::new((0..).zip(blocks)));
    let work = || -> Result<(), SeenError> {
        loop {
            let Some((block, found)) = left.lock().unwrap().next() else { return Ok(()) };
            if !store.is_finished(block) {
                let mut records = found.iter().copied().map(record).collect();
                store.finish(block, &mut records)?;
                let mut reported = reported.lock().unwrap();
                for record in &records {
                    assert!(reported.insert(number(record)), "reported twice");
                }
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no assertion fails"))
    })?;
    let (set, new) = store.close()?;
    let reported = reported.into_inner().unwrap();
    for record in set.records()? {
        let record = record?;
        assert_eq!(new.contains(&record), reported.contains(&number(&record)));
    }
    assert!(reported.is_subset(&numbers(&set)?), "what is new is in the set");
    Ok(set)
}

/// What the blocks of a phase give: of the first the puzzles themselves.
fn blocks(before: &BTreeSet<u64>, salt: Option<u64>) -> Vec<Vec<u64>> {
    let before: Vec<u64> = before.iter().copied().collect();
    let gives = |&puzzle: &u64| match salt {
        Some(salt) => results(puzzle, salt).collect(),
        None => vec![puzzle],
    };
    before.chunks(BLOCK).map(|block| block.iter().flat_map(gives).collect()).collect()
}

/// Goes through the phases on this number of threads, each phase with a store of its own.
fn tour(
    mut store: impl FnMut(usize) -> Result<Store, SeenError>,
    first: &[u64],
    salts: &[u64],
    threads: usize,
) -> Result<BTreeSet<u64>, SeenError> {
    let salts = [None].into_iter().chain(salts.iter().copied().map(Some));
    salts.enumerate().try_fold(first.iter().copied().collect(), |before, (phase, salt)| {
        numbers(&fill(store(phase)?, &blocks(&before, salt), threads)?)
    })
}

/// The same without a store.
fn expected(first: &[u64], salts: &[u64]) -> BTreeSet<u64> {
    let first = first.iter().copied().collect();
    salts.iter().fold(first, |set: BTreeSet<u64>, &salt| {
        set.into_iter().flat_map(|puzzle| results(puzzle, salt)).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn sets_are_as_the_standard_librarys(
        first in prop::collection::vec(0..3000_u64, 0..400),
        salts in prop::collection::vec(0..1000_u64, 0..3),
        budget in prop::sample::select(vec![0, 1 << 9, 1 << 12, 1 << 14, 1 << 16, 1 << 20]),
        threads in 1..4_usize,
        has_folder in prop::bool::weighted(0.2),
    ) {
        let place = tempfile::tempdir().unwrap();
        let folder = has_folder.then(|| folder(place.path()).unwrap());
        let store = |phase: usize| match &folder {
            Some(folder) => Store::open(folder.part(&format!("{phase}.")), budget.max(1 << 12)),
            None => Ok(Store::in_memory(budget)),
        };
        prop_assert_eq!(tour(store, &first, &salts, threads).unwrap(), expected(&first, &salts));
    }
}

/// A folder with a set that is half made, six of its ten blocks in as many runs; and what its
/// blocks give.
fn begun() -> (tempfile::TempDir, Vec<Vec<u64>>) {
    let blocks = blocks(&(0..70).collect(), Some(5));
    let place = tempfile::tempdir().unwrap();
    let store = Store::open(folder(place.path()).unwrap(), 1 << 16).unwrap();
    for (block, found) in (0..).zip(&blocks).filter(|(block, _)| block % 3 != 0) {
        store.finish(block, &mut found.iter().copied().map(record).collect()).unwrap();
        store.sync().unwrap();
    }
    (place, blocks)
}

/// What the blocks give together.
fn all(blocks: &[Vec<u64>]) -> BTreeSet<u64> {
    blocks.iter().flatten().copied().collect()
}

fn files(folder: &Path, start: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(start))
        .collect();
    paths.sort();
    paths
}

/// Damages the file at `path` in all places, and looks at what `open` says.
fn damage(path: &Path, open: &dyn Fn() -> Option<SeenError>) {
    let is_said = || match open() {
        Some(error @ SeenError::State(StateError::Damaged { .. })) => {
            assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
        }
        Some(error) => panic!("{}: {error}", path.display()),
        None => panic!("{} is damaged", path.display()),
    };
    let whole = fs::read(path).unwrap();
    // The head and the end, and some of what lies between: the checksum is one for all.
    let is_looked_at = |at: &usize| *at < 64 || *at + 64 >= whole.len() || at.is_multiple_of(13);
    for at in (0..whole.len()).filter(is_looked_at) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(path, &bytes).unwrap();
        is_said();
        fs::write(path, &whole[..at]).unwrap();
        is_said();
    }
    fs::write(path, [&whole[..], b"!"].concat()).unwrap();
    is_said();
    fs::write(path, &whole).unwrap();
}

#[test]
fn damage_is_said_with_the_file_and_a_lost_run_is_done_again() {
    let (place, blocks) = begun();
    let folder = folder(place.path()).unwrap();
    let runs = files(place.path(), "run-");
    assert_eq!(runs.len(), 6);
    let open = || Store::open(folder.clone(), 1 << 16);
    damage(&runs[1], &|| open().err());
    for path in &runs[2..4] {
        fs::remove_file(path).unwrap();
    }
    let set = fill(open().unwrap(), &blocks, 2).unwrap();
    assert_eq!(numbers(&set).unwrap(), all(&blocks));
    damage(&place.path().join("sorted"), &|| <SortedSet>::open(&folder).err());
}

#[test]
fn only_what_is_not_finished_is_done_again() {
    let (place, blocks) = begun();
    let [torn, notes] = ["run-99.tmp", "notes.tmp"].map(|name| place.path().join(name));
    for path in [&torn, &notes] {
        fs::write(path, "half").unwrap();
    }
    let folder = folder(place.path()).unwrap();
    assert!(<SortedSet>::open(&folder).unwrap().is_none());
    let open = || Store::open(folder.clone(), 1 << 16).unwrap();
    let store = open();
    let left: Vec<u64> = (0..12).filter(|&block| !store.is_finished(block)).collect();
    assert_eq!(left, [0, 3, 6, 9, 10, 11]);
    assert!(matches!(store.close(), Err(SeenError::Open { block: 0 })));
    assert_eq!(files(place.path(), "run-").len(), 7, "and the torn one");
    let set = fill(open(), &blocks, 1).unwrap();
    assert_eq!(numbers(&set).unwrap(), all(&blocks));
    assert!(files(place.path(), "run-").is_empty() && notes.exists());
    let set = SortedSet::open(&folder).unwrap().expect("it is finished");
    assert_eq!(numbers(&set).unwrap(), all(&blocks));
}

#[test]
fn nothing_is_left_of_a_temporary_folder() {
    // A record that no other test has, so that no other folder is mistaken for this one's.
    let mark = record(u64::MAX);
    let mine = || {
        let start = format!("tourdion-{}-", std::process::id());
        let sets = files(&env::temp_dir(), &start).into_iter();
        let sets = sets.filter_map(|folder| fs::read(folder.join("sorted")).ok());
        let has_mark = |set: &Vec<u8>| set.windows(mark.bytes().len()).any(|w| w == mark.bytes());
        sets.filter(has_mark).count()
    };
    let store = Store::in_memory(1 << 10);
    let mut records: Vec<PackedPuzzle> = (0..100).map(record).collect();
    records.push(mark);
    store.finish(0, &mut records).unwrap();
    let (set, _) = store.close().unwrap();
    assert_eq!((set.len(), mine()), (101, 1));
    let records = set.records().unwrap();
    drop(set);
    assert_eq!((mine(), records.count()), (1, 101));
    assert_eq!(mine(), 0);
}

/// By what name the child of the next test finds the folder.
const FOLDER: &str = "TOURDION_TEST_FOLDER";

const SALTS: [u64; 3] = [1, 2, 3];

fn first_of_the_killed() -> Vec<u64> {
    (0..300).map(|n| n * 13 % 3001).collect()
}

/// Goes on with the tour in the folder at `path`, or begins it.
fn go_on(path: &Path) -> Result<BTreeSet<u64>, SeenError> {
    let folder = folder(path)?;
    let salts = [None].into_iter().chain(SALTS.map(Some));
    let mut latest = first_of_the_killed().into_iter().collect();
    for (phase, salt) in salts.enumerate() {
        let files = folder.part(&format!("{phase}."));
        let set = match SortedSet::open(&files)? {
            Some(set) => set,
            None => fill(Store::open(files, 1 << 13)?, &blocks(&latest, salt), 2)?,
        };
        latest = numbers(&set)?;
    }
    Ok(latest)
}

#[test]
fn works_in_a_folder_if_it_is_a_child() {
    if let Some(folder) = env::var_os(FOLDER) {
        go_on(Path::new(&folder)).unwrap();
    }
}

#[test]
fn a_killed_process_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let mut kills = 0;
    for turn in 0..15 {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "seen::works_in_a_folder_if_it_is_a_child"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(15 + turn * 29 % 60));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        let status = child.wait().unwrap();
        assert!(status.success() || status.code().is_none(), "killed, or done: {status}");
    }
    assert!(kills > 0, "a child is slower than that");
    assert_eq!(go_on(folder.path()).unwrap(), expected(&first_of_the_killed(), &SALTS));
}
