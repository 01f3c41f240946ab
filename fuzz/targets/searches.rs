//! A folder that is kept as a search for covers is: damaged, it is refused, the same way each time
//! and unchanged, or it has what was written up to some line of its journal, and can be gone on
//! with.
//!
//! ```text
//!      the damage
//! ```
//!
//! It writes many small files: with `TMPDIR=/dev/shm` nothing waits for a disk.

#![no_main]

mod damage;

use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tourdion::state::{Folder, FolderKind, Journal, StateError, Tail};

use damage::Files;

const KIND: FolderKind = FolderKind {
    noun: "search",
    version: 2,
    settled: "parameters.json",
    is_ours: |name| name == "covers.txt" || name == "finished",
};

const PARAMETERS: &str = "which problem, which engine";

/// The covers that are found, part by part.
const PARTS: [&str; 4] = ["1 4 5\n2 3\n", "", "1 6\n", "2 4 5 6\n3\n1 2\n"];

/// The folder of a search that has come to its end.
static WHOLE: LazyLock<Files> = LazyLock::new(|| {
    let place = tempfile::tempdir().expect("a folder");
    let folder = Folder::begin(place.path(), &KIND).expect("an empty folder");
    folder.seal("parameters.json", &PARAMETERS).expect("a file");
    let search = Search::at(folder).expect("what was begun");
    search.finish().expect("a file");
    damage::files_of(place.path())
});

fuzz_target!(|changes: &[u8]| {
    let mut files = WHOLE.clone();
    damage::damage(&mut files, changes);
    let place = tempfile::tempdir().expect("a folder");
    damage::write(place.path(), &files);
    match Search::resume(place.path()) {
        Ok(search) => {
            assert_eq!(search.text(), PARTS[..search.done].concat());
            search.finish().expect("files that can be written");
            // Blanks in the parameters' JSON change nothing, and stay.
            let grown = |files: Files| {
                files.into_iter().filter(|(name, _)| name != KIND.settled).collect::<Files>()
            };
            assert_eq!(grown(damage::files_of(place.path())), grown(WHOLE.clone()));
        }
        Err(error) => {
            assert_eq!(damage::files_of(place.path()), files, "{error}");
            let again = Search::resume(place.path()).err().map(|error| error.to_string());
            assert_eq!(again, Some(error.to_string()));
        }
    }
});

/// A search, as far as it has come.
struct Search {
    journal: Journal,
    covers: Tail,
    done: usize,
}

impl Search {
    fn resume(place: &Path) -> Result<Search, StateError> {
        let folder = Folder::resume(place, &KIND)?;
        let parameters: String = folder.unseal("parameters.json")?;
        assert_eq!(parameters, PARAMETERS);
        Search::at(folder)
    }

    fn at(folder: Folder) -> Result<Search, StateError> {
        let (journal, lines) = Journal::open(&folder, "finished")?;
        let (length, checksum) =
            match lines.last().map(|line| line.split_once(' ').expect("two numbers")) {
                Some((length, checksum)) => {
                    (length.parse().expect("a number"), checksum.parse().expect("a number"))
                }
                None => (0, 0),
            };
        let covers = Tail::open(&folder, "covers.txt", length, checksum)?;
        Ok(Search { journal, covers, done: lines.len() })
    }

    /// The covers that there are.
    fn text(&self) -> String {
        let mut text = String::new();
        self.covers
            .reader()
            .and_then(|mut reader| {
                reader.read_to_string(&mut text).expect("what was held against its checksum");
                Ok(())
            })
            .expect("a file");
        text
    }

    fn finish(mut self) -> Result<(), StateError> {
        for part in &PARTS[self.done..] {
            self.covers.write(part.as_bytes())?;
            self.covers.sync()?;
            self.journal.append(&format!("{} {}", self.covers.length(), self.covers.checksum()))?;
        }
        self.covers.sync()?;
        self.journal.sync()
    }
}
