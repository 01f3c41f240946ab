//! Answers that have no end in sight: all solutions of an empty grid, all minimal forms of a full
//! one. They come as they are found, in bounded memory, and an interrupt loses none.
//!
//! Unix only: these tests use its signals.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use tourdion::numerals::grouped;

use crate::support;
use crate::support::killed::{lines, peak};
use crate::support::program::piped;

const PROPER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
const EMPTY: &str =
    ".................................................................................";

/// Puzzles of which the third has no end, for these commands: what comes before it, what it is, and
/// what its lines are called.
fn endless() -> [(&'static [&'static str], [&'static str; 4], &'static str); 2] {
    let forms = &["minimize", "--all", "--limit", "1000000000000"];
    [
        (&["solve", "--all"], [PROPER, PROPER, EMPTY, PROPER], "solutions"),
        (forms, [PROPER, PROPER, SOLVED, PROPER], "minimal forms"),
    ]
}

#[test]
fn an_answer_without_end_comes_as_it_is_found_in_bounded_memory() {
    let most = if cfg!(debug_assertions) { 3_000 } else { 400_000 };
    for (command, puzzles, what) in endless() {
        for threads in ["1", "3"] {
            let mut command = piped(&[command, &["--threads", threads, "-"]].concat());
            let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(puzzles.join("\n").as_bytes()).unwrap();
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            let (mut text, mut length) = (Vec::new(), 0);
            // Two lines of the first puzzles, and as many of the third as there are.
            for _ in 0..most {
                length += stdout.read_until(b'\n', &mut text).unwrap();
            }
            assert_eq!((length, text.len()), (82 * most, 82 * most), "{what}");
            let peak = peak(&child);
            assert!(peak.is_none_or(|peak| peak < 30_000), "{what}: {peak:?} KiB");
            if !support::signals_arrive() {
                child.kill().unwrap();
                child.wait().unwrap();
                continue;
            }
            let mut kill = Command::new("kill");
            assert!(kill.args(["-s", "INT", &child.id().to_string()]).status().unwrap().success());
            stdout.read_to_end(&mut text).unwrap();
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(130), "{said}");
            // No line is lost or cut; that of the puzzle twice is the same.
            let [first, second, rest] =
                &text.splitn(3, |&byte| byte == b'\n').collect::<Vec<_>>()[..]
            else {
                panic!("{what}");
            };
            assert_eq!(first, second, "{what}");
            assert!(rest.ends_with(b"\n") && rest.len() % 82 == 0, "{what}");
            let count = grouped(lines(rest).len() as u64);
            let place =
                format!("<stdin>:3:1: interrupted after {count} {what}; there may be more\n");
            assert!(said.contains(&place), "{place}{said}");
            assert!(said.contains("\ninterrupted after 2 puzzles: "), "{said}");
        }
    }
}

#[test]
fn a_count_is_shown_before_the_next_one_is_done() {
    let mut child = piped(&["solve", "--count", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let puzzles = [PROPER, EMPTY].join("\n");
    child.stdin.take().unwrap().write_all(puzzles.as_bytes()).unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    assert_eq!(first, "1\n");
    child.kill().unwrap();
    child.wait().unwrap();
}
