//! Searches for covers kept in a folder, killed at any moment, and resumed.
//!
//! Unix only: these tests use its signals.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::support;
use crate::support::killed::{self, a_search_survives};
use crate::support::program::{PROGRAM, Said, piped, said_by};

fn cover(arguments: &[&str]) -> Command {
    let mut command = piped(&["cover"]);
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Said {
    said_by(cover(arguments).output().unwrap())
}

/// As [`killed::run_for`], with what was said.
fn run_for(child: Child, time: Duration, signal: &str) -> Said {
    said_by(killed::run_for(child, time, signal).0)
}

#[test]
fn a_count_that_is_killed_is_right() {
    a_search_survives(3, &["--count", "--engine", "links", "--make", "queens:13"]);
}

#[test]
fn a_listing_that_is_killed_is_the_same_byte_for_byte() {
    a_search_survives(3, &["--all", "--make", "matchings:12"]);
    a_search_survives(2, &["--all", "--emit", "jsonl", "--threads", "3", "--make", "matchings:12"]);
}

#[test]
fn a_folder_that_is_removed_meanwhile_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let question = ["--count", "--engine", "links", "--make", "queens:30"];
    let mut command = cover(&[&question[..], &["--state", name, "--time-limit", "2"]].concat());
    let child = command.spawn().unwrap();
    while !state.join("parameters.json").is_file() {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(200)); // the search begins
    fs::remove_dir_all(&state).unwrap();
    let (code, _, stderr) = said_by(child.wait_with_output().unwrap());
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("/finished: can't be written: "), "{stderr}");
    assert!(
        stderr.ends_with(&format!("nothing is left to go on with: {name} is gone\n")),
        "{stderr}"
    );
}

#[test]
fn an_interrupt_or_a_budget_leaves_a_search_that_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let question = ["--count", "--engine", "links", "--make", "queens:13"];
    let go_on = format!("go on with: tourdion cover --resume {name}\n");
    let (code, stdout, stderr) =
        run(&[&question[..], &["--state", name, "--time-limit", "0.05"]].concat());
    assert_eq!(code, Some(3), "{stderr}");
    assert!(
        stdout.ends_with(" or more\n") && stderr.starts_with("the budget is spent after "),
        "{stderr}"
    );
    assert!(stderr.ends_with(&go_on), "{stderr}");
    if support::signals_arrive() {
        let child = cover(&["--resume", name]).spawn().unwrap();
        let (code, stdout, stderr) = run_for(child, Duration::from_millis(150), "INT");
        if code != Some(0) {
            assert_eq!(code, Some(130), "{stderr}");
            assert!(
                stdout.ends_with(" or more\n") && stderr.starts_with("interrupted after "),
                "{stderr}"
            );
            assert!(stderr.ends_with(&go_on), "{stderr}");
        }
    }
    // The reason for the engine is not that of this run.
    let (_, _, stderr) = run(&["--resume", name, "--time-limit", "0.05", "--stats"]);
    assert!(stderr.contains("engine links: the search began with it\n"), "{stderr}");
    // The end is known from then on.
    for _ in 0..2 {
        let (code, stdout, stderr) = run(&["--resume", name]);
        assert_eq!((code, &*stdout, &*stderr), (Some(0), "73712\n", ""));
    }
}

/// Where the next run of a search begins.
fn next_part(state: &Path) -> String {
    let journal = fs::read_to_string(state.join("finished")).unwrap();
    journal.lines().next_back().unwrap().split(' ').next().unwrap().to_owned()
}

/// The first part of this search takes more nodes than a run may.
#[test]
fn runs_that_are_too_short_for_a_part_come_to_the_end_together() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let begun = ["--count", "--make", "langford:8", "--state", name, "--node-limit", "1000"];
    let mut said = run(&begun);
    let mut places = vec![next_part(&state)];
    while said.0 == Some(3) {
        said = run(&["--resume", name, "--node-limit", "1000"]);
        places.push(next_part(&state));
        let (then, now) = (&places[places.len() - 2], &places[places.len() - 1]);
        assert_ne!(then, now, "a run that comes no further");
    }
    assert_eq!((said.0, &*said.1), (Some(0), "300\n"), "{}", said.2);
    assert!(places.len() > 3, "{places:?}");
}

/// A tree with more than 10^40 leaves: in the first run each part on the way down is too large.
#[test]
fn a_search_goes_on_within_the_part_that_was_cut() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let begun = ["--count", "--make", "dissections:8", "--state", name, "--node-limit", "1000000"];
    let (code, _, stderr) = run(&begun);
    assert_eq!(code, Some(3), "{stderr}");
    let go_on = || {
        let (code, _, stderr) = run(&["--resume", name, "--node-limit", "1000000"]);
        assert_eq!(code, Some(3), "{stderr}");
    };
    // On a busy machine threads may meet their limit before the first part is cut.
    let mut first = next_part(&state);
    for _ in 0..20 {
        if first.starts_with("1.1") {
            break;
        }
        go_on();
        first = next_part(&state);
    }
    assert!(first.starts_with("1.1"), "{first}: the cuts of the run are kept");
    go_on();
    assert!(next_part(&state).starts_with(&format!("{first}.")), "{}", next_part(&state));
}

/// The order of the first two depends on what they found before, so it is another after each pause.
/// The others have an order of their own within a part, so it is another where a run cut it.
#[test]
fn an_engine_with_an_order_of_its_own_lists_each_cover_once() {
    let folder = tempfile::tempdir().unwrap();
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let question = ["--all", "--emit", "numbers", "--make", "queens:11"];
    let expected = sorted(&run(&question).1);
    for engine in ["weighted", "learn", "cells", "rows"] {
        let state = folder.path().join(engine);
        let name = state.to_str().unwrap();
        let begun = ["--engine", engine, "--state", name, "--node-limit", "1000"];
        let (code, _, stderr) = run(&[&question[..], &begun].concat());
        assert_eq!(code, Some(3), "{engine}: {stderr}");
        let (code, _, stderr) = run(&["--resume", name, "--node-limit", "40000"]);
        assert_eq!(code, Some(3), "{engine}: {stderr}");
        let (code, stdout, stderr) = run(&["--resume", name]);
        assert_eq!(code, Some(0), "{engine}: {stderr}");
        assert!(sorted(&stdout) == expected, "{engine}");
    }
}

/// A limit of 20 kB for each file stands for the full disk.
#[test]
fn a_listing_that_finds_the_disk_full_is_the_same_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let question = ["--all", "--make", "queens:10"];
    let limited = |arguments: &[&str]| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\"", PROGRAM, "cover"]);
        said_by(shell.args(arguments).output().unwrap())
    };
    let begun = [&question[..], &["--state", name]].concat();
    for arguments in [&begun[..], &["--resume", name], &["--resume", name]] {
        let (code, _, stderr) = limited(arguments);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains("covers.txt: can't be written: "), "{stderr}");
        assert!(stderr.ends_with(&format!("go on with: tourdion cover --resume {name}\n")));
    }
    let (code, resumed, stderr) = run(&["--resume", name]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.starts_with("724 covers in "), "{stderr}");
    assert!(resumed == run(&question).1, "the same, byte for byte");
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
    };
    refused(&["--resume", name], "there is no search");
    let twice = ["--count", "--engine", "learn", "--make", "tetrominoes-twice:8x5"];
    refused(&[&twice[..], &["--state", name]].concat(), "can't keep multiplicities");
    assert!(!state.exists(), "what is refused leaves no folder");
    let listed = run(&["--all", "--make", "queens:6"]).1;
    let (code, stdout, _) = run(&["--all", "--make", "queens:6", "--state", name]);
    assert_eq!((code, &stdout), (Some(0), &listed), "what is kept is printed too");
    assert_eq!(fs::read_to_string(state.join("covers.txt")).unwrap(), listed);
    let way_on = format!("\ngo on with: tourdion cover --resume {name}\n");
    refused(&["--all", "--make", "queens:6", "--state", name], &way_on);
    refused(&["--resume", name, "--make", "queens:8"], "cannot be used with");
    refused(&["--resume", name, "--count"], "cannot be used with");
    refused(&["--resume", name, "--problem", "2"], "cannot be used with");
    refused(&["--state", name, "--make", "queens:8"], "--all or --count");

    let change = |file: &str, from: &str, to: &str, why: &str| {
        let path = state.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        // The same each time, and nothing is changed.
        refused(&["--resume", name], why);
        refused(&["--resume", name], why);
        assert_eq!(fs::read_to_string(&path).unwrap(), text.replacen(from, to, 1));
        fs::write(&path, text).unwrap();
    };
    change("problem.txt", "r1", "r7", "it is not the problem with which the search began");
    change(
        "tourdion-state",
        "state 3",
        "state 4",
        "it keeps the search state 4, and this needs the search state 3: go on with the program",
    );
    change(
        "tourdion-state",
        "search",
        "tour",
        "it keeps the tour state 3, and this needs the search state 3: go on with the command",
    );
    change(
        "tourdion-state",
        "tourdion",
        "another",
        "it is not the marker of a folder of this program",
    );
    change("parameters.json", "live", "links", "parameters.json: damaged: its checksum is wrong");
    change("parameters.json", "{", "", "parameters.json: damaged: it is not what was written");
    change("finished", "end 4", "end 5", "finished: damaged: it is not what was written");
    change("covers.txt", "r", "", "covers.txt: damaged: it is shorter than it was");
    change("covers.txt", "r", "s", "covers.txt: damaged: its checksum is wrong");
    let (code, stdout, stderr) = run(&["--resume", name]);
    assert_eq!(
        (code, stdout, stderr),
        (Some(0), listed, format!("4 covers in {}\n", state.join("covers.txt").display()))
    );
}

#[test]
fn a_search_that_was_killed_while_it_marked_its_folder_begins_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let path = folder.path().join("tourdion-state");
    for torn in ["", "tourdion sea", "tourdion search state 3"] {
        fs::write(&path, torn).unwrap();
        let (code, stdout, stderr) = run(&["--resume", name]);
        assert_eq!((code, &*stdout), (Some(2), ""), "{torn}");
        assert!(stderr.contains("begin it again in this folder"), "{torn}: {stderr}");
        assert_eq!(fs::read_to_string(&path).unwrap(), torn);
    }
    // Beside anything else it is not what a kill leaves.
    fs::write(folder.path().join("covers.txt"), "").unwrap();
    let (code, _, stderr) = run(&["--resume", name]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("damaged: it is not the marker"), "{stderr}");
    fs::remove_file(folder.path().join("covers.txt")).unwrap();
    let (code, stdout, stderr) = run(&["--count", "--make", "queens:6", "--state", name]);
    assert_eq!((code, &*stdout), (Some(0), "4\n"), "{stderr}");
}

#[test]
fn two_runs_do_not_work_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let is_there = |path: &Path| fs::exists(path.join("parameters.json")).unwrap();
    let mut first =
        cover(&["--count", "--make", "dominoes:12x12", "--engine", "links", "--state", name])
            .spawn()
            .unwrap();
    let began = Instant::now();
    while !is_there(&state) && began.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    let (code, _, stderr) = run(&["--resume", name]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(
        (code, stderr),
        (Some(2), format!("tourdion: {name}: another run works in this folder\n"))
    );
}
