//! Searches for covers that are kept in a folder, killed at any moment, and gone on with.
//!
//! Unix only: what is tested here are its signals.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support;

fn tourdion(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tourdion"));
    command.arg("cover").args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code, standard output and standard error.
fn said(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    said(tourdion(arguments).output().unwrap())
}

/// Lets the child run so long, if it does not end before; then sends `signal`. What it prints has room in a pipe.
fn run_for(mut child: Child, time: Duration, signal: &str) -> (Option<i32>, String, String) {
    let (began, mut is_stopped) = (Instant::now(), false);
    while child.try_wait().unwrap().is_none() {
        if !is_stopped && began.elapsed() >= time {
            is_stopped = true;
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        }
        assert!(began.elapsed() < Duration::from_secs(300), "it does not end");
        thread::sleep(Duration::from_millis(1));
    }
    said(child.wait_with_output().unwrap())
}

/// A few numbers by chance, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Kills searches for `question` and resumes them, so often in all, and looks whether each ends as if it had not
/// been killed.
fn survives(kills: u32, question: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let expected = run(question);
    assert_eq!(expected.0, Some(0), "{}", expected.2);
    let most = began.elapsed().clamp(Duration::from_millis(200), Duration::from_secs(3)).as_millis() as u64;
    let (mut chance, mut killed, mut searches) = (Chance(7221), 0, 0);
    while killed < kills {
        searches += 1;
        let state = folder.path().join(format!("search-{searches}"));
        let name = state.to_str().unwrap();
        let mut latest = 0;
        loop {
            let is_begun = fs::exists(state.join("parameters.json")).unwrap();
            let arguments =
                if is_begun { vec!["--resume", name] } else { [question, &["--state", name]].concat() };
            // Now and then it is killed before it has done anything.
            let time = match killed {
                killed if killed >= kills => Duration::MAX,
                killed => Duration::from_millis(chance.below(if killed % 5 == 0 { 20 } else { most })),
            };
            let (code, stdout, stderr) = run_for(tourdion(&arguments).spawn().unwrap(), time, "KILL");
            let covers = fs::read_to_string(state.join("covers.txt")).unwrap_or_default();
            if code.is_none() {
                killed += 1;
                // What is in the journal is not lost.
                let journal = fs::read_to_string(state.join("finished")).unwrap_or_default();
                let lines = journal.matches('\n').count();
                assert!(lines >= latest, "{journal}");
                latest = lines;
                assert!(
                    expected.1.starts_with(&covers) || !question.contains(&"--all"),
                    "after {killed} kills"
                );
                continue;
            }
            assert_eq!(code, Some(0), "{stderr}");
            let result = if question.contains(&"--all") { covers } else { stdout };
            assert!(result == expected.1, "after {killed} kills, in search {searches}");
            break;
        }
    }
    eprintln!("{killed} kills in {searches} searches of {question:?}");
}

#[test]
fn a_count_that_is_killed_twenty_times_is_right() {
    survives(20, &["--count", "--engine", "links", "--make", "pentominoes:5x12"]);
}

#[test]
fn a_listing_that_is_killed_twenty_times_is_the_same_byte_for_byte() {
    survives(20, &["--all", "--make", "matchings:16"]);
}

#[test]
fn numbers_and_json_are_gone_on_with_too() {
    survives(4, &["--all", "--emit", "numbers", "--make", "langford:12", "--hold", "3", "--ban", "30,31"]);
    survives(4, &["--all", "--emit", "jsonl", "--threads", "3", "--make", "latin:5"]);
}

#[test]
fn an_interrupt_or_a_budget_leaves_a_search_that_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let question = ["--count", "--engine", "links", "--make", "pentominoes:4x15"];
    let go_on = format!("go on with: tourdion cover --resume {name}\n");
    let (code, stdout, stderr) = run(&[&question[..], &["--state", name, "--time-limit", "0.1"]].concat());
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stdout.ends_with(" or more\n") && stderr.starts_with("the budget is spent after "), "{stderr}");
    assert!(stderr.ends_with(&go_on), "{stderr}");
    if support::signals_arrive() {
        let child = tourdion(&["--resume", name]).spawn().unwrap();
        let (code, stdout, stderr) = run_for(child, Duration::from_millis(150), "INT");
        if code != Some(0) {
            assert_eq!(code, Some(130), "{stderr}");
            assert!(stdout.ends_with(" or more\n") && stderr.starts_with("interrupted after "), "{stderr}");
            assert!(stderr.ends_with(&go_on), "{stderr}");
        }
    }
    // The end is known from then on.
    for _ in 0..2 {
        let (code, stdout, stderr) = run(&["--resume", name]);
        assert_eq!((code, &*stdout, &*stderr), (Some(0), "1472\n", ""));
    }
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
    assert_eq!(run(&["--all", "--make", "queens:6", "--state", name]).0, Some(0));
    let listed = run(&["--all", "--make", "queens:6"]).1;
    assert_eq!(fs::read_to_string(state.join("covers.txt")).unwrap(), listed);
    refused(&["--all", "--make", "queens:6", "--state", name], "not empty, there is `");
    refused(&["--resume", name, "--make", "queens:8"], "cannot be used with");
    refused(&["--resume", name, "--count"], "cannot be used with");
    refused(&["--state", name, "--make", "queens:8"], "--all or --count");

    let change = |file: &str, from: &str, to: &str, why: &str| {
        let path = state.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        refused(&["--resume", name], why);
        fs::write(&path, text).unwrap();
    };
    change("problem.txt", "r1", "r7", "it is not the problem with which the search began");
    change("parameters.json", "parameters 1", "parameters 0", "of another version of the program");
    change("parameters.json", "\"live\"", "\"dead\"", "there is no engine `dead`");
    change("parameters.json", "{", "", "it is not that of a search");
    change("finished", "end 4", "end x", "damaged");
    change("finished", "end 4", "1 4", "does not cut the search as the one that began it");
    change("covers.txt", "r", "", "damaged: it has ");
    let (code, _, stderr) = run(&["--resume", name]);
    assert_eq!((code, stderr), (Some(0), format!("4 covers in {}\n", state.join("covers.txt").display())));
}

#[test]
fn two_runs_do_not_work_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("run");
    let name = state.to_str().unwrap();
    let is_there = |path: &Path| fs::exists(path.join("parameters.json")).unwrap();
    let mut first = tourdion(&["--count", "--make", "dominoes:12x12", "--engine", "links", "--state", name])
        .spawn()
        .unwrap();
    let began = Instant::now();
    while !is_there(&state) && began.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    let (code, _, stderr) = run(&["--resume", name]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!((code, stderr), (Some(2), format!("tourdion: {name}: another run works in this folder\n")));
}
