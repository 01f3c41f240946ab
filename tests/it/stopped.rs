//! Tours that are stopped, killed and resumed, and their errors if files can't be written; and
//! other work that an interrupt ends. More kills are in `tests/long`.
//!
//! Unix only: these tests use its signals and devices.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tourdion::tour::Shelf;

use crate::support;
use crate::support::killed::{HUNT, SEQUENCE, a_tour_survives, catalogue, lines, run_for};
use crate::support::program::piped;

/// A tour from the catalogue, or one that is gone on with.
fn tour(arguments: &[&str], catalogue: &Path) -> Command {
    let mut command = piped(&["tour"]);
    command.args(arguments);
    if !arguments.contains(&"--resume") {
        command.arg(catalogue);
    }
    command
}

#[test]
fn a_tour_that_is_killed_ends_as_if_it_had_not_been() {
    let (_folder, catalogue) = catalogue();
    a_tour_survives(3, SEQUENCE, &catalogue);
}

#[test]
fn a_hunt_by_rating_that_is_killed_ends_as_if_it_had_not_been() {
    let (_folder, catalogue) = catalogue();
    a_tour_survives(2, HUNT, &catalogue);
}

#[test]
fn an_interrupt_leaves_a_tour_that_can_be_resumed() {
    if !support::signals_arrive() {
        return;
    }
    let (folder, catalogue) = catalogue();
    let whole = tour(&[SEQUENCE], &catalogue).output().unwrap();
    let state = folder.path().join("tour");
    let state = state.to_str().unwrap();
    let mut arguments = vec![SEQUENCE, "--state", state];
    let mut interrupts = 0;
    for time in [200, 400, 600, 800].map(Duration::from_millis) {
        let (output, is_ended) =
            run_for(tour(&arguments, &catalogue).spawn().unwrap(), time, "INT");
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
        assert_eq!(said.contains(" by this run in "), arguments[0] == "--resume", "{said}");
        assert!(said.ends_with(&format!("go on with: tourdion tour --resume {state}\n")), "{said}");
        arguments = vec!["--resume", state];
    }
    let output = tour(&["--resume", state], &catalogue).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(lines(&output.stdout), lines(&whole.stdout), "after {interrupts} interrupts");
}

#[test]
fn a_finished_tour_has_its_results_and_is_no_place_for_another() {
    let (folder, catalogue) = catalogue();
    let state = folder.path().join("tour");
    let state = state.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let output = tour(arguments, &catalogue).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), lines(&output.stdout).len(), said)
    };
    let (code, results, said) = run(&["{-1+1}", "--state", state]);
    assert!(code == Some(0) && said.contains(" found in "), "{said}");
    let (code, again, said) = run(&["--resume", state]);
    assert_eq!((code, again), (Some(0), results));
    let expected = format!(", all from earlier runs: {state}/results.txt has them; ");
    assert!(said.contains(&expected) && said.lines().count() == 1, "{said}");
    let (code, none, said) = run(&["{-1+1}", "--state", state]);
    assert_eq!((code, none), (Some(2), 0));
    let expected = format!(
        "tourdion: {state}: it keeps a tour: resume it, or name another folder\n\
         go on with: tourdion tour --resume {state}\n"
    );
    assert_eq!(said, expected);
    let other = folder.path().to_str().unwrap();
    let (code, none, said) = run(&["{-1+1}", "--state", other]);
    assert_eq!((code, none), (Some(2), 0));
    assert!(said.ends_with("`: name another folder\n"), "{said}");
}

#[test]
fn a_resumed_tour_writes_in_the_alphabet_that_it_began_with() {
    let folder = tempfile::tempdir().unwrap();
    let [catalogue, state] = ["letters.txt", "tour"].map(|name| folder.path().join(name));
    let inkala =
        "H..........CF......G..I.B...E...G.......DEG.....A...C...A....FH..HE...A..I....D..\n";
    fs::write(&catalogue, inkala).unwrap();
    let state = state.to_str().unwrap();
    let letters = ["--alphabet", "ABCDEFGHI", "--empty", "*"];
    let begun = [&["{-1+1}", "--state", state][..], &letters].concat();
    let begun = tour(&begun, &catalogue).output().unwrap();
    let resumed = piped(&["tour", "--resume", state]).output().unwrap();
    assert_eq!(lines(&begun.stdout), lines(&resumed.stdout));
    assert!(resumed.stdout.starts_with(b"*"), "{}", String::from_utf8_lossy(&resumed.stdout));
    let mut asks = vec!["tour", "--resume", state];
    asks.extend(letters);
    let refused = piped(&asks).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn an_interrupt_ends_a_tour_soon() {
    if !support::signals_arrive() {
        return;
    }
    let (_folder, catalogue) = catalogue();
    let child = tour(&["{1}*"], &catalogue).spawn().unwrap();
    let began = Instant::now();
    let (output, is_ended) = run_for(child, Duration::from_secs(1), "INT");
    assert!(!is_ended && output.status.code() == Some(130));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with("with --state DIR it could be\n"), "{said}");
}

#[test]
fn an_interrupt_before_the_input_is_read_is_said() {
    if !support::signals_arrive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("tour");
    let mut run = tour(&["{-1+1}", "--state", state.to_str().unwrap()], Path::new("-"));
    let mut child = run.stdin(Stdio::piped()).spawn().unwrap();
    let open = child.stdin.take(); // a pipe that stays open
    let (output, _) = run_for(child, Duration::from_millis(500), "INT");
    drop(open);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert_eq!(said, "interrupted while the input was read: there is nothing to resume\n");
}

#[test]
fn an_interrupted_plan_has_no_sum() {
    if !support::signals_arrive() {
        return;
    }
    // The second step is measured for more than a second.
    let arguments = ["--dry-run", "{-1+1}{-6+3}{-3+3}"];
    let mut run = tour(&arguments, Path::new("data/inkala.txt"));
    let (output, _) = run_for(run.spawn().unwrap(), Duration::from_millis(500), "INT");
    let [plan, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert_eq!(said, "interrupted: the last phase shown was not measured whole\n");
    let all = plan.lines().find(|line| line.trim_start().starts_with("all ")).unwrap();
    assert_eq!(all.split_whitespace().collect::<Vec<_>>(), ["all", "unknown", "unknown"]);
    assert!(!plan.contains("{-3+3}"), "{plan}");
}

#[test]
fn only_puzzles_whose_copies_have_begun_are_counted() {
    if !support::signals_arrive() {
        return;
    }
    let (_folder, catalogue) = catalogue();
    let mut run = piped(&["morph", "-n", "1000000000", "--seed", "1"]);
    let (output, _) =
        run_for(run.arg(&catalogue).spawn().unwrap(), Duration::from_millis(100), "INT");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    let written = output.stdout.split(|&byte| byte == b'\n').count() - 1;
    let written = tourdion::numerals::grouped(written as u64);
    let expected = format!("interrupted after 1 puzzle: {written} written, ");
    assert!(said.starts_with(&expected), "{said}");
}

/// A solution has millions of minimal forms, and an empty grid trillions of solutions.
#[test]
fn what_was_found_of_a_puzzle_is_kept_and_no_row_is_cut() {
    if !support::signals_arrive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [solution, empty] = ["solution.txt", "empty.txt"].map(|name| folder.path().join(name));
    let grid = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    fs::write(&solution, format!("{grid}\n")).unwrap();
    fs::write(&empty, ".".repeat(81) + "\n").unwrap();
    let run = |words: &[&str], file: &Path, millis| {
        let child = piped(words).arg(file).spawn().unwrap();
        let (output, _) = run_for(child, Duration::from_millis(millis), "INT");
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(130), "{stderr}");
        (stdout, stderr)
    };
    let forms = ["minimize", "--all", "--limit", "100000000"];
    for threads in ["1", "2"] {
        let (stdout, stderr) =
            run(&[&forms[..], &["--threads", threads]].concat(), &solution, 1_000);
        assert!(!stdout.is_empty() && stdout.ends_with('\n'), "{stderr}");
        assert!(stdout.lines().all(|form| form.len() == 81), "{stdout}");
        let said = format!("{}:1:1: interrupted after ", solution.display());
        assert!(stderr.starts_with(&said), "{stderr}");
        assert!(stderr.contains("interrupted after 0 puzzles: "), "{stderr}");
    }
    for emit in ["csv", "jsonl"] {
        let (stdout, stderr) = run(&["solve", "--count", "--emit", emit], &empty, 300);
        let header = if emit == "csv" { "line,puzzle,text,solutions,error\n" } else { "" };
        assert_eq!(stdout, header, "{stderr}");
        let said = format!("{}:1:1: ", empty.display());
        assert!(stderr.starts_with(&said) && stderr.contains(" solutions or more\n"), "{stderr}");
    }
}

/// `timeout -s INT` sends one to the program and one to its group.
#[test]
fn two_interrupts_at_once_are_one() {
    if !support::signals_arrive() {
        return;
    }
    let grid = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    for _ in 0..10 {
        let forms = ["minimize", "--all", "--limit", "100000000", "--threads", "1", "-"];
        let mut child = piped(&forms).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(grid.as_bytes()).unwrap();
        let id = child.id();
        let two = format!("sleep 0.3; kill -s INT {id}; kill -s INT {id}");
        let mut shell = Command::new("sh").args(["-c", &two]).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(shell.wait().unwrap().success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        let first = said.lines().next().unwrap();
        assert!(first.ends_with(" minimal forms; there may be more"), "{said}");
        assert!(
            said.contains("\ninterrupted after 0 puzzles: ") && !output.stdout.is_empty(),
            "{said}"
        );
    }
}

/// With 17 clues an attempt nearly always fails, and takes long.
#[test]
fn a_search_for_a_pattern_that_gives_nothing_ends_with_its_attempts() {
    if !support::signals_arrive() {
        return;
    }
    let pattern =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let arguments = ["generate", "--pattern", pattern, "--effort", "0", "--seed", "1"];
    let child = piped(&arguments).spawn().unwrap();
    let (output, _) = run_for(child, Duration::from_millis(500), "INT");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0), "{said}");
    assert!(said.starts_with("interrupted: 0 made in "), "{said}");
}

#[test]
fn where_nothing_can_be_written_it_is_said() {
    let (_folder, catalogue) = catalogue();
    if fs::exists("/dev/full").unwrap() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = tour(&["{-1+0}"], &catalogue).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("tourdion: can't write the results: No space left"), "{said}");
    }
    // A folder below a file can't be made.
    let below = catalogue.join("tour");
    let output =
        tour(&["{-1+0}", "--state", below.to_str().unwrap()], &catalogue).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.contains("easy.txt/tour: can't be created: Not a directory"), "{said}");
    let output = tour(&["--resume", below.to_str().unwrap()], &catalogue).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.ends_with("easy.txt/tour: there is no tour\n"), "{said}");
    // A kill while the input is read leaves no more than this.
    let begun = catalogue.with_extension("begun");
    fs::create_dir(&begun).unwrap();
    let whole = tour(&["{-1+0}", "--state", begun.to_str().unwrap()], &catalogue).output();
    assert!(whole.unwrap().status.code().is_some());
    fs::remove_file(begun.join("parameters.json")).unwrap();
    let output = tour(&["--resume", begun.to_str().unwrap()], &catalogue).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("the tour ended while it read its input: begin it again"), "{said}");
}

#[test]
fn damage_is_an_error_and_never_a_smaller_set() {
    let (folder, catalogue) = catalogue();
    let state = folder.path().join("tour");
    let text = state.to_str().unwrap();
    assert!(tour(&["{-1+0}x2", "--state", text], &catalogue).output().unwrap().status.success());
    let sorted = state.join("set-3.sorted");
    let mut bytes = fs::read(&sorted).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&sorted, bytes).unwrap();
    let output = tour(&["--resume", text], &catalogue).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.contains("set-3.sorted: damaged: "), "{said}");
}

#[test]
fn two_runs_do_not_work_on_one_tour() {
    let (folder, catalogue) = catalogue();
    let state = folder.path().join("tour");
    let mut shelf = Shelf::create(&state, 1 << 20).unwrap();
    shelf.settle(&"a tour").unwrap();
    let arguments = ["--resume", state.to_str().unwrap()];
    let output = tour(&arguments, &catalogue).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.ends_with(": another run works in this folder\n"), "{said}");
}
