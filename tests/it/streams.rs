//! The program among other programs: pipes that close, disks that are full, interrupts, endless
//! input.
//!
//! Unix only: these tests use its signals, devices and `/proc`.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support;
use crate::support::killed::peak;
use crate::support::program::{PROGRAM, piped};

const PROPER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452\n";

/// How long a run may take that ends promptly; the machine may be busy.
const PROMPTLY: Duration = Duration::from_secs(2);

/// Waits for the end of a child; kills it if it does not come.
fn end(child: &mut Child, patience: Duration) -> ExitStatus {
    let began = Instant::now();
    while began.elapsed() < patience {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    panic!("it did not end within {patience:?}");
}

fn interrupt(child: &Child) {
    send("INT", child);
}

fn send(signal: &str, child: &Child) {
    let mut kill = Command::new("kill");
    assert!(kill.args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
}

/// What has been written to a pipe that the child has closed.
fn rest(pipe: Option<impl Read>) -> String {
    let mut text = String::new();
    pipe.unwrap().read_to_string(&mut text).unwrap();
    text
}

/// Writes `text` this number of times to the child's standard input, and returns its peak before
/// the input ends.
fn feed(child: &mut Child, text: &[u8], times: usize) -> Option<u64> {
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..times {
        stdin.write_all(text).unwrap();
    }
    peak(child)
}

#[test]
fn a_full_disk_is_said() {
    if !fs::exists("/dev/full").unwrap() {
        eprintln!("skipped: there is no /dev/full");
        return;
    }
    for arguments in [
        &["solve", PROPER][..],
        &["solve", "--count", PROPER],
        &["verify", "--emit", "csv"],
        &["completions", "bash"],
        &["man"],
        &["help"],
        &["--version"],
        &["cover", "--help"],
        &["explain", "--list"],
        &["explain", "--emit", "counts", "--only", "pointing", PROPER],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut child = piped(arguments).stdout(full).spawn().unwrap();
        drop(child.stdin.take());
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(2), "{arguments:?}");
        let said = rest(child.stderr);
        assert!(said.starts_with("tourdion: can't write the results: No space left"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn an_output_that_takes_nothing_is_said() {
    for arguments in [
        &["solve", PROPER][..],
        &["canon", "-q", "data/inkala.txt"],
        &["man"],
        &["help"],
        &["cover", "--help"],
        &["--version"],
    ] {
        let read_only = File::open("/dev/null").unwrap();
        let mut child = piped(arguments).stdout(read_only).spawn().unwrap();
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(2), "{arguments:?}");
        let said = rest(child.stderr);
        assert!(said.starts_with("tourdion: can't write the results: it is open for r"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_help_that_a_limit_cuts_off_is_said() {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [&["help", "cover"][..], &["cover", "--help"], &["man"]] {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f 1; exec \"$0\" \"$@\"", PROGRAM]).args(arguments);
        shell.stdout(File::create(directory.path().join("help")).unwrap());
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.starts_with("tourdion: can't write the results: File too large"), "{said}");
    }
}

/// A limit of 4 kB for each file stands for the full disk.
#[test]
fn an_old_picture_stays_where_a_new_one_has_no_room() {
    let directory = tempfile::tempdir().unwrap();
    let picture = directory.path().join("tree.svg");
    let draw = |script| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, PROGRAM, "cover", "--svg"]);
        shell.arg(&picture).args(["--limit", "1", "--make", "pentominoes:3x20"]);
        shell.output().unwrap()
    };
    let [unlimited, limited] = ["exec \"$0\" \"$@\"", "ulimit -f 8; exec \"$0\" \"$@\""];
    for old in ["", "what was there"] {
        fs::write(&picture, old).unwrap();
        let output = draw(limited);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with("tourdion: can't write "), "{said}");
        assert!(said.contains("too large"), "{said}");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(fs::read_to_string(&picture).unwrap(), old);
    }
    fs::remove_file(&picture).unwrap();
    assert_eq!(draw(limited).status.code(), Some(2));
    assert!(!picture.exists());
    assert!(draw(unlimited).status.success());
    assert!(fs::read_to_string(&picture).unwrap().ends_with("</svg>"));
}

#[test]
fn complaints_that_nobody_reads_change_nothing() {
    let full = || File::options().write(true).open("/dev/full").map_or(Stdio::null(), Stdio::from);
    for arguments in
        [&["verify", "missing.txt"][..], &["solve", "missing.txt"], &["canon", "missing.txt"]]
    {
        let mut child = piped(arguments).stderr(full()).spawn().unwrap();
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(2), "{arguments:?}");
        let mut child = piped(arguments).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let endless = ["solve", "--all", &".".repeat(81)];
    let directory = tempfile::tempdir().unwrap();
    let large = directory.path().join("large.txt");
    fs::write(&large, SOLVED.repeat(100_000)).unwrap();
    let large = large.to_str().unwrap();
    for arguments in [
        &endless[..],
        &["generate", "-n", "0", "--seed", "1"],
        &["minimize", "--quiet", large],
        &["canon", large],
        &["verify", "--emit", "lines", large],
    ] {
        let mut child = piped(arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(
            line.trim_end().len(),
            if arguments[0] == "verify" { 81 + " proper".len() } else { 81 }
        );
        assert!(end(&mut child, PROMPTLY).success());
        assert_eq!(rest(child.stderr), "");
    }
}

#[test]
fn an_interrupt_is_heard_while_a_pipe_is_idle() {
    if !support::signals_arrive() {
        return;
    }
    for command in ["verify", "solve"] {
        let mut child = piped(&[command, "-"]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{PROPER}\n88{}", &PROPER[2..]).unwrap();
        // Both puzzles are answered though the pipe stays open.
        let (finding, kept) = if command == "verify" {
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            (line(&mut stdout), None)
        } else {
            let mut stderr = BufReader::new(child.stderr.take().unwrap());
            (line(&mut stderr), Some(stderr))
        };
        assert_eq!(finding, "<stdin>:2:1: impossible: 8 stands twice in row 1, in r1c1 and r1c2\n");
        interrupt(&child);
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(130), "{command}");
        if kept.is_none() {
            let said = rest(child.stderr);
            assert!(
                said.starts_with("interrupted after 2 puzzles: 1 proper, 0 pseudo, 1 impossible, ")
            );
        }
        drop(stdin);
    }
}

fn line(reader: &mut impl BufRead) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    line
}

#[test]
fn an_interrupt_ends_a_search_with_what_was_found() {
    if !support::signals_arrive() {
        return;
    }
    let empty = ".".repeat(81);
    let mut child = piped(&["solve", "--count", &empty]).spawn().unwrap();
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    assert_eq!(end(&mut child, PROMPTLY).code(), Some(130));
    let said = rest(child.stdout);
    let count = said.strip_suffix(" or more\n").unwrap_or_else(|| panic!("{said}"));
    assert!(count.parse::<u64>().unwrap() > 0);
    assert!(rest(child.stderr).starts_with("interrupted after 0 puzzles: 0 unsolvable, "));

    let mut child = piped(&["verify", "--limit", "1000000000000"]).spawn().unwrap();
    writeln!(child.stdin.as_ref().unwrap(), "{PROPER}\n{empty}").unwrap();
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    assert_eq!(end(&mut child, PROMPTLY).code(), Some(130));
    assert_eq!(rest(child.stdout), "");
    assert!(rest(child.stderr).starts_with("interrupted after "));
}

#[test]
fn an_interrupt_ends_making_with_what_was_made() {
    if !support::signals_arrive() {
        return;
    }
    for arguments in [&["generate", "-n", "0"][..], &["generate", "-n", "0", "--boxes", "5x5"]] {
        let mut child = piped(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let out = child.stdout.take().unwrap();
        let reader = thread::spawn(move || rest(Some(out)));
        thread::sleep(Duration::from_millis(500));
        interrupt(&child);
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(130), "{arguments:?}");
        let made = reader.join().unwrap();
        assert!(made.is_empty() || made.ends_with('\n'), "whole lines");
        assert!(made.lines().all(|line| [81, 625].contains(&line.len())), "whole puzzles");
        assert!(
            arguments.contains(&"5x5") || made.lines().count() > 10,
            "{}",
            made.lines().count()
        );
        assert!(rest(child.stderr).starts_with("seed "));
    }
}

/// The program on standard input, below a shell that ignores a signal.
fn ignoring(signal: &str) -> (Child, std::process::ChildStdin) {
    let mut child = Command::new("sh");
    let program = PROGRAM;
    child.args(["-c", &format!("trap '' {signal}; exec \"$0\" verify -")]).arg(program);
    let mut child =
        child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "88{}", &PROPER[2..]).unwrap();
    // Until it has said something it may not listen yet.
    let finding = line(&mut BufReader::new(child.stdout.as_mut().unwrap()));
    assert!(finding.starts_with("<stdin>:1:1: impossible: "), "{finding}");
    (child, stdin)
}

#[test]
fn a_signal_that_is_ignored_does_not_interrupt() {
    for signal in ["HUP", "INT"] {
        let (mut child, mut stdin) = ignoring(signal);
        send(signal, &child);
        thread::sleep(Duration::from_millis(200));
        stdin.write_all(SOLVED.as_bytes()).unwrap();
        drop(stdin);
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(1), "{signal}");
        assert!(rest(child.stderr).starts_with("2 puzzles: 1 proper, 0 pseudo, 1 impossible, "));
    }
}

#[test]
fn other_signals_than_the_ignored_one_end_with_a_summary() {
    if !support::signals_arrive() {
        return;
    }
    for signal in ["TERM", "INT"] {
        let (mut child, _stdin) = ignoring("HUP");
        send(signal, &child);
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(130), "{signal}");
        let said = rest(child.stderr);
        assert!(
            said.starts_with("interrupted after 1 puzzle: 0 proper, 0 pseudo, 1 impossible, "),
            "{said}"
        );
    }
}

#[test]
fn a_request_to_end_may_come_twice() {
    if !support::signals_arrive() {
        return;
    }
    // As `timeout` sends it, to the program and then to its group.
    for _ in 0..5 {
        let (mut child, _stdin) = ignoring("HUP");
        let kill = format!("kill -TERM {0}; kill -TERM {0}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert_eq!(end(&mut child, PROMPTLY).code(), Some(130));
        let said = rest(child.stderr);
        assert!(said.starts_with("interrupted after 1 puzzle: "), "{said}");
    }
}

#[test]
fn an_interrupt_ends_a_run_whose_reader_does_not_read() {
    if !support::signals_arrive() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let large = directory.path().join("large.txt");
    fs::write(&large, SOLVED.repeat(200_000)).unwrap();
    for (arguments, has_summary) in [
        (&["verify", "--emit", "lines", large.to_str().unwrap()][..], true),
        (&["solve", "--all", &".".repeat(81)], false),
        (&["cover", "--all", "--make", "queens:14", "--threads", "2"], true),
        (&["cover", "--emit", "cnf", "--make", "queens:30"], false),
    ] {
        let mut child = piped(arguments).spawn().unwrap();
        // Without a reader, the pipe is full after a moment.
        let mut stdout = child.stdout.take().unwrap();
        thread::sleep(Duration::from_secs(1));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments:?}: it waits for its reader");
        interrupt(&child);
        assert_eq!(end(&mut child, 2 * PROMPTLY).code(), Some(130), "{arguments:?}");
        let said = rest(child.stderr);
        assert!(
            said.ends_with("tourdion: the reader does not read on: the results are cut off\n"),
            "{said}"
        );
        let is_summed_up = said.contains("interrupted after ");
        assert!(is_summed_up || !has_summary, "{arguments:?}: {said}");
        let mut written = String::new();
        stdout.read_to_string(&mut written).unwrap();
        assert!(written.ends_with('\n'), "{arguments:?}: whole lines are written");
    }
}

/// A hundred thousand options that exclude each other are five billion clauses.
#[test]
fn an_interrupt_ends_a_count_of_clauses() {
    if !support::signals_arrive() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let large = directory.path().join("large.txt");
    fs::write(&large, "a\n".repeat(100_000)).unwrap();
    let mut child = piped(&["cover", "--emit", "cnf", large.to_str().unwrap()]).spawn().unwrap();
    thread::sleep(Duration::from_secs(1));
    assert_eq!(child.try_wait().unwrap(), None, "it counts");
    interrupt(&child);
    assert_eq!(end(&mut child, PROMPTLY).code(), Some(130));
    assert_eq!(rest(child.stdout), "");
    assert_eq!(rest(child.stderr), "interrupted: the problem is not written to its end\n");
}

#[test]
fn an_interrupt_ends_a_reduction() {
    if !support::signals_arrive() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let large = directory.path().join("large.txt");
    let names: Vec<String> = (0..20_000).map(|number| format!("i{number}")).collect();
    let mut text = names.join(" ") + "\n";
    for k in 0..400_000 {
        let items = (0..10).map(|j| &*names[(k * 7_919 + j * (1 + k % 1_999)) % 20_000]);
        text += &(items.collect::<Vec<&str>>().join(" ") + "\n");
    }
    fs::write(&large, text).unwrap();
    let mut child = piped(&["cover", "--reduce", large.to_str().unwrap()]).spawn().unwrap();
    thread::sleep(Duration::from_secs(1));
    assert_eq!(child.try_wait().unwrap(), None, "it reduces");
    interrupt(&child);
    let code = end(&mut child, PROMPTLY).code();
    assert_eq!(rest(child.stdout), "");
    // The interrupt may come while the file is read, and be the end of the program without a code.
    let said = code.map_or("", |_| "interrupted: the problem is not reduced\n");
    assert_eq!((code.unwrap_or(130), &*rest(child.stderr)), (130, said));
}

#[test]
fn a_second_interrupt_ends_at_once() {
    if !support::signals_arrive() {
        return;
    }
    // After the first one its reader has a moment more.
    let mut child = piped(&["solve", "--all", &".".repeat(81)]).spawn().unwrap();
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(end(&mut child, PROMPTLY).code(), Some(130));
}

#[test]
fn a_reader_that_goes_leaves_kept_work_that_says_how_to_go_on() {
    let directory = tempfile::tempdir().unwrap();
    let tour_catalogue = directory.path().join("easy.txt");
    fs::write(&tour_catalogue, support::killed::EASY).unwrap();
    for (command, question) in [
        ("tour", &["{{-1+1p}x2{-1+0}*}x2", tour_catalogue.to_str().unwrap()][..]),
        ("cover", &["--all", "--make", "matchings:12"]),
    ] {
        let state = directory.path().join(command);
        let state = state.to_str().unwrap();
        let mut child =
            piped(&[&[command], question, &["--state", state]].concat()).spawn().unwrap();
        let first = line(&mut BufReader::new(child.stdout.take().unwrap()));
        assert!(!first.is_empty());
        let status = end(&mut child, Duration::from_secs(60));
        let said = rest(child.stderr);
        assert_eq!(status.code(), Some(0), "{said}");
        let words = "unfinished: the reader of the results has gone\n";
        let how = format!("go on with: tourdion {command} --resume {state}\n");
        assert!(said.ends_with(&format!("{words}{how}")), "{said}");
        let whole = piped(&[&[command], question].concat()).output().unwrap();
        let resumed = piped(&[command, "--resume", state]).output().unwrap();
        assert_eq!(resumed.status.code(), Some(0));
        let [whole, resumed] =
            [&whole, &resumed].map(|output| str::from_utf8(&output.stdout).unwrap());
        if command == "cover" {
            assert!(whole == resumed, "in the same order");
            // It is finished now, whoever reads what it has found.
            let mut child = piped(&[command, "--resume", state]).spawn().unwrap();
            line(&mut BufReader::new(child.stdout.take().unwrap()));
            assert_eq!(end(&mut child, PROMPTLY).code(), Some(0));
            let said = rest(child.stderr);
            assert!(!said.contains("unfinished"), "{said}");
        } else {
            use support::killed::lines;
            assert_eq!(lines(whole.as_bytes()), lines(resumed.as_bytes()));
        }
    }
}

/// A line of 100 MB takes no more memory than any other: it is reported at its beginning, and
/// reading goes on.
#[test]
fn a_line_without_end_takes_no_more_memory() {
    let mut child = piped(&["verify"]).spawn().unwrap();
    let peak = feed(&mut child, &vec![b'1'; 1 << 20], 100);
    assert_eq!(end(&mut child, Duration::from_secs(30)).code(), Some(2));
    assert_eq!(
        rest(child.stdout),
        "<stdin>:1:1: unreadable: line longer than 1048576 bytes; its text is not kept\n"
    );
    assert!(peak.is_none_or(|peak| peak < 30_000), "{peak:?} KiB");
}

#[test]
fn memory_does_not_grow_with_the_input() {
    let lines = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let mut child = piped(&["verify"]).spawn().unwrap();
    let peak = feed(&mut child, SOLVED.repeat(1_000).as_bytes(), lines / 1_000);
    assert_eq!(end(&mut child, Duration::from_secs(60)).code(), Some(0));
    assert!(peak.is_none_or(|peak| peak < 50_000), "{peak:?} KiB");
    println!("{lines} lines: at most {peak:?} KiB");
}
