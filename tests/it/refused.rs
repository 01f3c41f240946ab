//! What the system refuses: threads, a look at a file, a write. Each is said in plain words, and
//! nothing panics.

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
