//! What a tour has seen: sets like those of the standard library, whatever the memory, the threads
//! and the kills.
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
use tourdion::keep::KeepError;
use tourdion::sudoku::{Digit, Grid, Shape};
use tourdion::tour::seen::{PackedPuzzle, SeenError, Store};

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

const BLOCK: u64 = 7;

/// Takes the store through its phases on so many threads; panics if a record is told twice or
/// never.
fn tour(
    store: &mut Store,
    first: &[u64],
    salts: &[u64],
    threads: usize,
) -> Result<BTreeSet<u64>, SeenError> {
    while store.phase() <= salts.len() as u64 {
        let told = Mutex::new(BTreeSet::new());
        let finish = |block, mut records: Vec<PackedPuzzle>| {
            store.finish(block, &mut records)?;
            let mut told = told.lock().unwrap();
            for record in &records {
                assert!(told.insert(number(record)), "told twice");
            }
            Ok::<_, SeenError>(())
        };
        if store.phase() == 0 {
            for (block, puzzles) in (0..).zip(first.chunks(BLOCK as usize)) {
                if !store.is_finished(block) {
                    finish(block, puzzles.iter().copied().map(record).collect())?;
                }
            }
        } else {
            let salt = salts[store.phase() as usize - 1];
            let blocks = Mutex::new(store.open_blocks()?);
            let work = || -> Result<(), SeenError> {
                loop {
                    let Some(next) = blocks.lock().unwrap().next() else { return Ok(()) };
                    let (block, records) = next?;
                    let found = records.iter().map(number).flat_map(|puzzle| results(puzzle, salt));
                    finish(block, found.map(record).collect())?;
                }
            };
            thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                workers
                    .into_iter()
                    .try_for_each(|worker| worker.join().expect("no assertion fails"))
            })?;
        }
        let count = store.end_phase()?;
        let mut told = told.into_inner().unwrap();
        for record in store.untold()? {
            assert!(told.insert(number(&record?)), "told twice");
        }
        assert_eq!(told.len() as u64, count);
        let latest: Vec<PackedPuzzle> = store.latest()?.collect::<Result<_, _>>()?;
        assert!(latest.is_sorted_by(|a, b| a < b));
        assert!(latest.iter().map(number).collect::<BTreeSet<_>>() == told);
    }
    store.latest()?.map(|record| Ok(number(&record?))).collect()
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
        let folder = tempfile::tempdir().unwrap();
        let mut store = if has_folder {
            Store::create(folder.path(), "", BLOCK, budget.max(1 << 12)).unwrap()
        } else {
            Store::in_memory(BLOCK, budget)
        };
        prop_assert_eq!(
            tour(&mut store, &first, &salts, threads).unwrap(),
            expected(&first, &salts)
        );
    }
}

/// A folder with a tour in phase 1, some of its blocks in two runs.
fn begun() -> (tempfile::TempDir, Vec<u64>) {
    begun_with(70)
}

/// The same with as many puzzles.
fn begun_with(count: u64) -> (tempfile::TempDir, Vec<u64>) {
    let first: Vec<u64> = (0..count).collect();
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(folder.path(), "a tour", BLOCK, 1 << 16).unwrap();
    store.finish(0, &mut first.iter().copied().map(record).collect()).unwrap();
    assert_eq!(store.end_phase().unwrap(), count);
    for block in store.open_blocks().unwrap() {
        let (block, records) = block.unwrap();
        if block % 3 != 0 {
            let mut found = records
                .iter()
                .map(number)
                .flat_map(|puzzle| results(puzzle, 5))
                .map(record)
                .collect();
            store.finish(block, &mut found).unwrap();
            store.sync().unwrap();
        }
    }
    (folder, first)
}

fn files(folder: &Path, start: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(start))
        .collect();
    paths.sort();
    paths
}

#[test]
fn damage_is_said_with_the_file_and_a_lost_run_is_done_again() {
    let (folder, first) = begun();
    let runs = files(folder.path(), "phase-1.run-");
    assert_eq!(runs.len(), 6);
    let damaged = |path: &Path| match Store::resume(folder.path(), 1 << 16) {
        Err(error @ SeenError::Keep(KeepError::Damaged { .. })) => {
            assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
        }
        Err(error) => panic!("{}: {error}", path.display()),
        Ok(_) => panic!("{} is damaged", path.display()),
    };
    for path in [&runs[1], &folder.path().join("phase-0.sorted")] {
        let whole = fs::read(path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(path, &bytes).unwrap();
            damaged(path);
            fs::write(path, &whole[..at]).unwrap();
            damaged(path);
        }
        fs::write(path, [&whole[..], b"!"].concat()).unwrap();
        damaged(path);
        fs::write(path, &whole).unwrap();
    }
    for path in &runs[2..4] {
        fs::remove_file(path).unwrap();
    }
    let mut store = Store::resume(folder.path(), 1 << 16).unwrap();
    assert_eq!(tour(&mut store, &first, &[5], 2).unwrap(), expected(&first, &[5]));
}

#[test]
fn only_what_is_not_finished_is_done_again() {
    let (folder, first) = begun();
    let torn = folder.path().join("phase-1.run-99.tmp");
    let (notes, old) = (folder.path().join("notes.tmp"), folder.path().join("phase-0.run-3"));
    for path in [&torn, &notes, &old] {
        fs::write(path, "half").unwrap();
    }
    let mut store = Store::resume(folder.path(), 1 << 16).unwrap();
    assert_eq!((store.parameters(), store.phase(), store.latest_len()), ("a tour", 1, 70));
    let open: Vec<u64> = store.open_blocks().unwrap().map(|block| block.unwrap().0).collect();
    assert_eq!(open, [0, 3, 6, 9]);
    assert_eq!((store.finished_blocks(), store.all_blocks()), (6, 10));
    assert!(!torn.exists() && !old.exists() && notes.exists());
    assert!(matches!(store.end_phase(), Err(SeenError::Open { block: 0 })));
    assert_eq!(tour(&mut store, &first, &[5], 1).unwrap(), expected(&first, &[5]));
    drop(store);
    let store = Store::resume(folder.path(), 0).unwrap();
    assert_eq!((store.phase(), store.latest_len()), (2, expected(&first, &[5]).len() as u64));
}

#[test]
fn a_folder_has_one_tour_and_one_run_at_a_time() {
    let (folder, _) = begun();
    let create = |folder: &Path| Store::create(folder, "", 1, 0).map(drop).unwrap_err().to_string();
    let resume = |folder: &Path| Store::resume(folder, 0).map(drop).unwrap_err().to_string();
    assert!(create(folder.path()).contains(": not empty, there is `"));
    let store = Store::resume(folder.path(), 0).unwrap();
    assert!(resume(folder.path()).ends_with(": another run works in this folder"));
    drop(store);
    let state = folder.path().join("state.json");
    let text = fs::read_to_string(&state).unwrap();
    for foreign in ["", "{}", &text[..text.len() / 2], &text.replace("\"phase\":1", "\"phase\":2")]
    {
        fs::write(&state, foreign).unwrap();
        assert!(resume(folder.path()).contains("state.json: damaged: "));
    }
    fs::write(&state, &text).unwrap();
    // A set that is whole, but not the one.
    let sorted = folder.path().join("phase-0.sorted");
    let (other, _) = begun_with(71);
    fs::copy(other.path().join("phase-0.sorted"), &sorted).unwrap();
    assert!(resume(folder.path()).ends_with("phase-0.sorted: damaged: it is of another tour"));
    fs::remove_file(&sorted).unwrap();
    let lacks = resume(folder.path());
    assert!(lacks.contains("phase-0.sorted: can't be read: "), "{lacks}");

    let empty = tempfile::tempdir().unwrap();
    assert!(resume(empty.path()).ends_with(": there is no set"));
    assert!(resume(&empty.path().join("nowhere")).ends_with(": there is no set"));
    assert!(files(empty.path(), "").is_empty(), "nothing is left where nothing was");
    let deep = empty.path().join("a/b");
    drop(Store::create(&deep, "", 1, 0).unwrap());
    assert_eq!(Store::resume(&deep, 0).unwrap().phase(), 0);
    let file = empty.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(create(&file).contains("file: can't be "));
}

#[test]
fn nothing_is_left_of_a_temporary_folder() {
    // A budget of its own, so that nobody else's folder is taken for this one's.
    let mine = || {
        let start = format!("tourdion-{}-", std::process::id());
        files(&env::temp_dir(), &start)
            .into_iter()
            .filter(|path| path.join("phase-77.sorted").exists())
            .count()
    };
    let mut store = Store::in_memory(BLOCK, 1 << 10);
    for _ in 0..=77 {
        for block in 0..(store.latest_len().div_ceil(BLOCK)).max(1) {
            store.finish(block, &mut (0..100).map(record).collect()).unwrap();
        }
        assert_eq!(store.end_phase().unwrap(), 100);
    }
    assert_eq!(mine(), 1);
    let records = store.latest().unwrap();
    drop(store);
    assert_eq!(
        records.map(|record| number(&record.unwrap())).collect::<BTreeSet<_>>(),
        (0..100).collect()
    );
    assert_eq!(mine(), 0);
}

/// What the child of the next test is told the folder by.
const FOLDER: &str = "TOURDION_TEST_FOLDER";

const SALTS: [u64; 3] = [1, 2, 3];

fn first_of_the_killed() -> Vec<u64> {
    (0..300).map(|n| n * 13 % 3001).collect()
}

/// Goes on with the tour in `folder`, or begins it.
fn go_on(folder: &Path) -> Result<BTreeSet<u64>, SeenError> {
    let budget = 1 << 13;
    let mut store = match Store::resume(folder, budget) {
        Err(SeenError::Keep(KeepError::Absent { .. })) => Store::create(folder, "", BLOCK, budget)?,
        resumed => resumed?,
    };
    tour(&mut store, &first_of_the_killed(), &SALTS, 2)
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
