//! Tours that are stopped, killed and resumed, and what they say where files can't be written.
//!
//! Unix only: what is tested here are its signals and devices.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support;

/// Three of its 24 clues are redundant.
const EASY: &str = "........1.......2.....134.......15....6...7...1584.69..67425...19......48........\n";

/// Many phases and sets, with all kinds of parts.
const SEQUENCE: &str = "{{-1+1p}x2{-1}*}x2{-1+1p}x3";

fn tourdion(arguments: &[&str], catalogue: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tourdion"));
    command.arg("tour").args(arguments);
    if !arguments.contains(&"--resume") {
        command.arg(catalogue);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn lines(text: &[u8]) -> BTreeSet<String> {
    let text = str::from_utf8(text).unwrap();
    let set: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(set.len(), text.lines().count(), "each result comes once");
    set
}

/// A catalogue of the one puzzle, in a folder of its own.
fn catalogue() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("easy.txt");
    fs::write(&path, EASY).unwrap();
    (folder, path)
}

/// Lets the child run so long, if it does not end before; then sends `signal`. Returns its output, and whether it came
/// to its own end.
fn run_for(mut child: Child, time: Duration, signal: &str) -> (Output, bool) {
    // The pipes are read on, so that the child never waits for a reader.
    let mut pipes = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reading = thread::spawn(move || {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        pipes.0.read_to_end(&mut stdout).unwrap();
        pipes.1.read_to_end(&mut stderr).unwrap();
        (stdout, stderr)
    });
    let (began, mut is_stopped) = (Instant::now(), false);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if !is_stopped && began.elapsed() >= time {
            is_stopped = true;
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        }
        assert!(began.elapsed() < Duration::from_secs(300), "it does not end");
        thread::sleep(Duration::from_millis(2));
    };
    let (stdout, stderr) = reading.join().unwrap();
    let is_ended = status.code() == Some(0);
    (Output { status, stdout, stderr }, is_ended)
}

/// A few numbers by chance, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Kills tours and resumes them, so often in all, and looks whether each ends as if it had not been killed.
fn survives(kills: u32, sequence: &str, catalogue: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let whole = tourdion(&[sequence], catalogue).output().unwrap();
    let expected = lines(&whole.stdout);
    assert!(expected.len() > 100, "{}", String::from_utf8_lossy(&whole.stderr));
    // With a folder it takes longer, so that every run of this time is killed.
    let most = began.elapsed().clamp(Duration::from_millis(400), Duration::from_secs(4)).as_millis() as u64;

    let (mut chance, mut killed, mut tours) = (Chance(2007), 0, 0);
    while killed < kills {
        tours += 1;
        let state = folder.path().join(format!("tour-{tours}"));
        let state = state.to_str().unwrap();
        loop {
            let is_begun = fs::exists(Path::new(state).join("parameters.json")).unwrap();
            let arguments = if is_begun { vec!["--resume", state] } else { vec![sequence, "--state", state] };
            // Now and then it is killed before it has done anything.
            let time = Duration::from_millis(chance.below(if killed % 5 == 0 { 30 } else { most }));
            let (output, is_ended) = run_for(tourdion(&arguments, catalogue).spawn().unwrap(), time, "KILL");
            if !is_ended {
                assert_eq!(output.status.code(), None, "{}", String::from_utf8_lossy(&output.stderr));
                killed += 1;
                // What has been told by then is true.
                let told = String::from_utf8(output.stdout).unwrap();
                let told = told.rsplit_once('\n').map_or("", |(whole, _)| whole);
                assert!(told.lines().all(|line| expected.contains(line)));
                continue;
            }
            assert!(lines(&output.stdout) == expected, "after {killed} kills, in tour {tours}");
            let results = fs::read(Path::new(state).join("results.txt")).unwrap();
            assert!(lines(&results) == expected, "after {killed} kills, in tour {tours}");
            break;
        }
    }
    let summary = String::from_utf8_lossy(&whole.stderr);
    eprintln!("{killed} kills in {tours} tours; undisturbed: {}", summary.lines().last().unwrap_or_default());
}

#[test]
fn a_tour_that_is_killed_fifty_times_ends_as_if_it_had_not_been() {
    let (_folder, catalogue) = catalogue();
    survives(50, SEQUENCE, &catalogue);
}

#[test]
#[ignore = "it takes minutes: cargo test --release --test stopped -- --ignored --nocapture"]
fn a_tour_of_two_million_pseudo_puzzles_survives_fifty_kills() {
    survives(50, "{-3+1}", &Path::new(env!("CARGO_MANIFEST_DIR")).join("data/first.txt"));
}

#[test]
fn an_interrupt_leaves_a_tour_that_can_be_resumed() {
    if !support::signals_arrive() {
        return;
    }
    let (folder, catalogue) = catalogue();
    let whole = tourdion(&[SEQUENCE], &catalogue).output().unwrap();
    let state = folder.path().join("tour");
    let state = state.to_str().unwrap();
    let mut arguments = vec![SEQUENCE, "--state", state];
    let mut interrupts = 0;
    for time in [200, 400, 600, 800].map(Duration::from_millis) {
        let (output, is_ended) = run_for(tourdion(&arguments, &catalogue).spawn().unwrap(), time, "INT");
        if is_ended {
            break;
        }
        interrupts += 1;
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        if !fs::exists(Path::new(state).join("parameters.json")).unwrap() {
            continue; // before the input was read
        }
        assert!(said.starts_with("interrupted: "), "{said}");
        assert!(said.ends_with(&format!("go on with: tourdion tour --resume {state}\n")), "{said}");
        arguments = vec!["--resume", state];
    }
    let output = tourdion(&["--resume", state], &catalogue).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(lines(&output.stdout), lines(&whole.stdout), "after {interrupts} interrupts");
}

#[test]
fn an_interrupt_ends_a_tour_soon() {
    if !support::signals_arrive() {
        return;
    }
    let (_folder, catalogue) = catalogue();
    let child = tourdion(&["{1}*"], &catalogue).spawn().unwrap();
    let began = Instant::now();
    let (output, is_ended) = run_for(child, Duration::from_secs(1), "INT");
    assert!(!is_ended && output.status.code() == Some(130));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with("with --state DIR it could be\n"), "{said}");
}

#[test]
fn where_nothing_can_be_written_it_is_said() {
    let (_folder, catalogue) = catalogue();
    if fs::exists("/dev/full").unwrap() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = tourdion(&["{-1}"], &catalogue).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("tourdion: can't write the results: No space left"), "{said}");
    }
    // A folder below a file can't be made.
    let below = catalogue.join("tour");
    let output = tourdion(&["{-1}", "--state", below.to_str().unwrap()], &catalogue).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.contains("easy.txt/tour: can't be created: Not a directory"), "{said}");
    let output = tourdion(&["--resume", below.to_str().unwrap()], &catalogue).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.ends_with("easy.txt/tour: there is no tour\n"), "{said}");
}

#[test]
fn damage_is_an_error_and_never_a_smaller_set() {
    let (folder, catalogue) = catalogue();
    let state = folder.path().join("tour");
    let text = state.to_str().unwrap();
    assert!(tourdion(&["{-1}x2", "--state", text], &catalogue).output().unwrap().status.success());
    let sorted = state.join("set-3/phase-0.sorted");
    let mut bytes = fs::read(&sorted).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&sorted, bytes).unwrap();
    let output = tourdion(&["--resume", text], &catalogue).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.contains("phase-0.sorted: damaged: "), "{said}");
}
