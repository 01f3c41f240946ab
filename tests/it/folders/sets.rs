//! The sets in a tour's folder: one that is missing, or stands in another's place, is seen before
//! anything is done.

use std::fs;
use std::path::Path;

use super::{forget_lines, run, snapshot};
use crate::support::killed::catalogue;

/// Begins and ends a tour of a catalogue in the folder `state`.
fn tour(sequence: &str, catalogue: &Path, state: &Path) {
    let [catalogue, state] = [catalogue, state].map(|path| path.to_str().unwrap());
    let (code, _, stderr) = run(&["tour", sequence, catalogue, "--state", state], "");
    assert_eq!(code, Some(0), "{stderr}");
}

/// The folder `state` is refused for this reason, and stays as it is.
fn refused(state: &Path, why: &str) {
    let before = snapshot(state);
    let (code, stdout, stderr) = run(&["tour", "--resume", state.to_str().unwrap()], "");
    assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
    assert!(stderr.contains(why), "{stderr}");
    assert!(snapshot(state) == before);
}

#[test]
fn a_set_that_is_missing_or_another_is_seen_before_anything_is_done() {
    let (place, catalogue) = catalogue();
    let [state, aside] = ["state", "aside"].map(|name| place.path().join(name));
    tour("{-1+0}x2", &catalogue, &state);
    for number in [0, 1, 3] {
        let name = format!("set-{number}.sorted");
        let path = state.join(&name);
        fs::rename(&path, &aside).unwrap();
        refused(&state, &format!("{name}: damaged: it is missing\n"));
        let another = state.join(if number == 3 { "set-1.sorted" } else { "set-3.sorted" });
        fs::copy(another, &path).unwrap();
        refused(&state, &format!("{name}: damaged: its checksum is wrong\n"));
        fs::rename(&aside, &path).unwrap();
    }
    assert!(!state.join("set-2.sorted").exists(), "it is not needed any more");
    assert_eq!(run(&["tour", "--resume", state.to_str().unwrap()], "").0, Some(0));
}

#[test]
fn a_set_of_another_tour_is_another() {
    let (place, catalogue) = catalogue();
    let [state, one, other] = ["state", "one.txt", "other"].map(|name| place.path().join(name));
    tour("{-1+0}", &catalogue, &state);
    let puzzles = fs::read_to_string("data/first.txt").unwrap();
    fs::write(&one, puzzles.lines().last().unwrap()).unwrap();
    tour("{-1+0}", &one, &other);
    fs::copy(other.join("set-1.sorted"), state.join("set-1.sorted")).unwrap();
    refused(&state, "finished: damaged: it says of a set what the set does not\n");
}

#[test]
fn a_set_that_is_not_in_the_journal_yet_is_no_other() {
    let (place, catalogue) = catalogue();
    let [state, aside] = ["state", "aside"].map(|name| place.path().join(name));
    tour("{-1+0}", &catalogue, &state);
    // As it was when the last set was whole, but not yet finished.
    forget_lines(&state, 1);
    fs::remove_file(state.join("results.txt")).unwrap();
    let path = state.join("set-2.sorted");
    fs::rename(&path, &aside).unwrap();
    fs::copy(state.join("set-1.sorted"), &path).unwrap();
    refused(&state, "set-2.sorted: damaged: its checksum is wrong\n");
    fs::rename(&aside, &path).unwrap();
    assert_eq!(run(&["tour", "--resume", state.to_str().unwrap()], "").0, Some(0));
}

#[test]
fn files_of_another_run_are_refused() {
    let (place, catalogue) = catalogue();
    let [state, other, mixed] = ["state", "other", "mixed"].map(|name| place.path().join(name));
    let name = mixed.to_str().unwrap();
    let catalogue = catalogue.to_str().unwrap();
    // Both begin with the same problem or the same puzzles.
    for (one, another) in [
        (["tour", "{-1+0}", catalogue], &["tour", "{-1+0e}", catalogue][..]),
        (["cover", "--all", "--make=queens:7"], &["cover", "--count", "--make=queens:7"]),
        (
            ["cover", "--count", "--make=queens:7"],
            &["cover", "--count", "--make=queens:7", "--hold=3"],
        ),
        (
            ["cover", "--all", "--make=queens:7"],
            &["cover", "--all", "--make=queens:7", "--emit=numbers"],
        ),
    ] {
        for (run_of, folder) in [(&one[..], &state), (another, &other)] {
            let _ = fs::remove_dir_all(folder);
            let (code, _, stderr) =
                run(&[run_of, &["--state", folder.to_str().unwrap()]].concat(), "");
            assert_eq!(code, Some(0), "{stderr}");
        }
        for file in ["parameters.json", "finished"] {
            for (of, from) in [(&state, &other), (&other, &state)] {
                super::copy(of, &mixed);
                fs::copy(from.join(file), mixed.join(file)).unwrap();
                let before = snapshot(&mixed);
                for _ in 0..2 {
                    let (code, stdout, stderr) = run(&[one[0], "--resume", name], "");
                    assert_eq!((code, &*stdout), (Some(2), ""), "{another:?}, {file}: {stderr}");
                    assert!(
                        stderr.contains("finished: damaged: it belongs to another "),
                        "{stderr}"
                    );
                }
                assert!(snapshot(&mixed) == before);
            }
        }
    }
}

#[test]
fn a_journal_without_its_beginning_is_damaged() {
    let (place, catalogue) = catalogue();
    let (state, catalogue) = (place.path().join("state"), catalogue.to_str().unwrap());
    for run_of in [&["tour", "{-1+0}", catalogue][..], &["cover", "--all", "--make", "queens:6"]] {
        let _ = fs::remove_dir_all(&state);
        assert_eq!(run(&[run_of, &["--state", state.to_str().unwrap()]].concat(), "").0, Some(0));
        for text in [Some(""), Some("parameters 5"), None] {
            let path = state.join("finished");
            match text {
                Some(text) => fs::write(&path, text).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            let before = snapshot(&state);
            let (code, stdout, stderr) = run(&[run_of[0], "--resume", state.to_str().unwrap()], "");
            assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
            let why = "finished: damaged: it is missing, or its beginning is\n";
            assert!(stderr.ends_with(why), "{stderr}");
            assert!(snapshot(&state) == before);
        }
    }
}

#[test]
fn what_has_a_name_of_ours_and_is_no_file_is_seen_before_the_work() {
    let (place, catalogue) = catalogue();
    let state = place.path().join("state");
    tour("{-1+0}", &catalogue, &state);
    forget_lines(&state, 1);
    for name in ["results.txt", "set-2.sorted", "set-7.run-0"] {
        let _ = fs::remove_file(state.join(name));
        fs::create_dir(state.join(name)).unwrap();
        refused(&state, &format!("{name}: not a plain file, and so not of this program"));
        fs::remove_dir(state.join(name)).unwrap();
    }
}
