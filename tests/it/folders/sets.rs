//! The sets in a tour's folder: one that is missing, or stands in another's place, is seen before
//! anything is done.

use std::fs;
use std::path::Path;

use super::{forget_lines, run, snapshot};
use crate::support::killed::catalogue;

/// Begins and ends a tour of a catalogue in the folder `state`.
fn tour(sequence: &str, catalogue: &Path, state: &Path) {
    let [catalogue, state] = [catalogue, state].map(|path| path.to_str().unwrap());
    let (code, _, stderr) = run(&["tour", sequence, catalogue, "--state", state]);
    assert_eq!(code, Some(0), "{stderr}");
}

/// The folder `state` is refused for this reason, and stays as it is.
fn refused(state: &Path, why: &str) {
    let before = snapshot(state);
    let (code, stdout, stderr) = run(&["tour", "--resume", state.to_str().unwrap()]);
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
    assert_eq!(run(&["tour", "--resume", state.to_str().unwrap()]).0, Some(0));
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
    assert_eq!(run(&["tour", "--resume", state.to_str().unwrap()]).0, Some(0));
}
