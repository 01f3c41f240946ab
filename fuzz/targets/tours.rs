//! The folder of a tour whose files were damaged is refused, the same way each time and unchanged,
//! or the tour comes to the same results.
//!
//! ```text
//!      how far the tour has come   the damage
//! ```
//!
//! It writes many small files: with `TMPDIR=/dev/shm` nothing waits for a disk.

#![no_main]

mod damage;

use std::io;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tourdion::sudoku::Grid;
use tourdion::threads::Threads;
use tourdion::tour::seen::PackedPuzzle;
use tourdion::tour::{Conditions, Quiet, Runner, Sequence, Shelf, Spectator, TourError};
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::watch::Patient;

use damage::Files;

const PUZZLE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SEQUENCE: &str = "{-1+1 @20}{-1+1}";
const MEMORY: usize = 1 << 20;

static THREADS: LazyLock<Threads> = LazyLock::new(|| Threads::new(1).expect("a thread"));

/// The results of the tour, and its folder: at its beginning, after its results had no reader, and
/// at its end.
static TOUR: LazyLock<(Vec<String>, [Files; 3])> = LazyLock::new(|| {
    let mut results = Vec::new();
    let folders = [None, Some(&Deaf as &dyn Spectator), Some(&Quiet)].map(|spectator| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut shelf = Shelf::create(folder.path(), MEMORY).expect("an empty folder");
        shelf.settle(&SEQUENCE).expect("a file");
        if let Some(spectator) = spectator {
            results = go(shelf, spectator).unwrap_or_default();
        }
        damage::files_of(folder.path())
    });
    assert!(results.len() > 2, "{results:?}");
    (results, folders)
});

fuzz_target!(|data: &[u8]| {
    let [stage, changes @ ..] = data else { return };
    let (expected, folders) = &*TOUR;
    let mut files = folders[usize::from(stage % 3)].clone();
    damage::damage(&mut files, changes);
    let folder = tempfile::tempdir().expect("a folder");
    damage::write(folder.path(), &files);
    match resume(folder.path()) {
        Ok(shelf) => match go(shelf, &Quiet) {
            Ok(results) => assert_eq!(&results, expected),
            Err(error) => panic!("{error} is found too late"),
        },
        Err(error) => {
            assert_eq!(damage::files_of(folder.path()), files, "{error}");
            let again = resume(folder.path()).err().map(|error| error.to_string());
            assert_eq!(again, Some(error.to_string()));
        }
    }
});

fn resume(folder: &Path) -> Result<Shelf, TourError> {
    let shelf = Shelf::resume(folder, MEMORY)?;
    let parameters: Option<String> = shelf.parameters()?;
    assert_eq!(parameters.as_deref(), Some(SEQUENCE));
    Ok(shelf)
}

/// Does the tour, or what is left of it.
fn go(shelf: Shelf, spectator: &dyn Spectator) -> Result<Vec<String>, TourError> {
    let sequence: Sequence = SEQUENCE.parse().expect("a sequence");
    let puzzle: Grid = PUZZLE.parse().expect("a grid");
    let on_phase = LockstepOnPhase::new();
    let conditions = Conditions { excluded: None, pattern: None };
    let mut runner = Runner::new(&on_phase, &THREADS, shelf, conditions, spectator, &Patient);
    let input = runner.gather_puzzles([puzzle])?;
    let results = runner.run(&sequence, &input)?;
    let records = results.records()?.map(|record| Ok(record?.grid().to_string()));
    records.collect::<Result<_, TourError>>()
}

/// Does not take results.
struct Deaf;

impl Spectator for Deaf {
    fn results(&self, _: &[PackedPuzzle]) -> io::Result<()> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}
