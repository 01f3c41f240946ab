//! What the system refuses: threads, a look at a file, a write. Each is said in plain words, and
//! nothing panics.

use std::fs;

use crate::support;
use crate::support::program::{Said, said, tourdion};

const PROPER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A stack that no system has room for stands for its refusal to start a thread.
#[cfg(target_os = "linux")]
fn without_threads(arguments: &[&str]) -> Said {
    let mut run = tourdion(arguments);
    said(run.env("RUST_MIN_STACK", "100000000000000000").write_stdin(PROPER))
}

#[cfg(target_os = "linux")]
#[test]
fn where_no_thread_starts_one_does_the_work() {
    for arguments in [
        &["generate", "-n", "2", "--seed", "1", "--threads", "2"][..],
        &["solve", "-"],
        &["solve", "data/inkala.txt"],
        &["solve", "--count", PROPER],
        &["morph", "--seed", "1", "data/inkala.txt"],
        &["explain", PROPER],
        &["rate", "--rating", "te", PROPER],
        &["verify", "-"],
        &["compare", "--engine", "links", "--passes", "1", "data/inkala.txt"],
        &["cover", "--all", "--make", "queens:6", "--threads", "2"],
        &["cover", "--count", "--make", "queens:6", "--threads", "2"],
    ] {
        let (code, out, err) = without_threads(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
        assert!(arguments[0] == "verify" || !out.is_empty(), "{arguments:?}");
    }
    let (code, _, err) = without_threads(&["tour", "{-1+1}", "data/inkala.txt"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("tourdion: can't start threads: "), "{err}");
    assert_eq!(err.matches("os error").count(), 1, "{err}");
}

#[cfg(unix)]
#[test]
fn a_file_that_can_not_be_looked_at_is_not_missing() {
    let directory = tempfile::tempdir().unwrap();
    let circle = directory.path().join("circle.txt");
    std::os::unix::fs::symlink("circle.txt", &circle).unwrap();
    let circle = circle.to_str().unwrap();
    for arguments in [
        &["solve"][..],
        &["explain"],
        &["explain", "--marks"],
        &["rate"],
        &["morph", "--seed", "1"],
        &["verify", "--quiet"],
        &["generate", "--pattern"],
    ] {
        let (code, out, err) = said(tourdion(arguments).arg(circle));
        assert_eq!((code, &*out), (Some(2), ""), "{arguments:?}");
        let said = format!("tourdion: {circle}: can't be opened: Too many levels of symbolic");
        assert!(err.contains(&said), "{arguments:?}: {err}");
    }
    // A puzzle is one where no name can be looked at, too.
    assert_eq!(said(&mut tourdion(["solve", "--count", PROPER])).1, "1\n");
}

#[cfg(unix)]
#[test]
fn a_pattern_comes_from_a_pipe() {
    let pattern = ["generate", "--quiet", "--seed", "1", "--pattern"];
    let piped = said(tourdion(pattern).arg("/dev/stdin").write_stdin(PROPER));
    assert_eq!(piped, said(tourdion(pattern).arg(PROPER)));
    assert_eq!(piped.0, Some(0), "{}", piped.2);
}

#[test]
fn one_grid_is_a_text() {
    let directory = tempfile::tempdir().unwrap();
    let packed = directory.path().join("packed.gz");
    fs::write(&packed, support::gzip(PROPER)).unwrap();
    for arguments in [["generate", "--pattern"], ["explain", "--marks"]] {
        let (code, _, err) = said(tourdion(arguments).arg(&packed));
        assert_eq!(code, Some(2));
        assert!(err.ends_with(": 1:2: expected UTF-8 text, found the byte 0x8b\n"), "{err}");
    }
}

#[test]
fn standard_input_is_read_once() {
    for (arguments, option) in [
        (&["tour", "{-1+1}", "--exclude", "-"][..], "--exclude"),
        (&["tour", "{-1+1}", "-", "--exclude", "-"], "--exclude"),
        (&["canon", "--against", "-"], "--against"),
    ] {
        let (code, _, err) = said(tourdion(arguments).write_stdin(PROPER));
        let said = "standard input can't be both the CATALOGUE and the file of";
        assert_eq!((code, err), (Some(2), format!("tourdion: {said} {option}\n")));
    }
}
