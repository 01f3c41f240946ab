//! The program as its users see it: its output, word for word, and its exit codes.
//!
//! Each file of `cli` is one subject: commands, their output on both streams, and after `?` their
//! exit codes. After an intended change `GOLDENS=overwrite cargo test --test it cli` rewrites them,
//! for review. Times vary, and are written as `[..]`.

use crate::support::program::{said, tourdion};

#[cfg(unix)]
#[test]
fn the_goldens_hold() {
    use std::path::{Path, PathBuf};
    use std::{fs, thread};

    use crate::support::document;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let goldens: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    assert!(goldens.len() > 10, "{goldens:?}");
    thread::scope(|scope| {
        for golden in &goldens {
            scope.spawn(|| document::run_golden(golden));
        }
    });
}

#[test]
fn standard_input_is_read_if_it_is_named_or_nothing_is() {
    for arguments in [&["verify"][..], &["verify", "-"], &["verify", "-", "-"]] {
        let (code, findings, summary) =
            said(tourdion(arguments).write_stdin(include_str!("../cli/data/mixed.txt")));
        assert_eq!(code, Some(2), "{summary}");
        assert!(findings.starts_with("<stdin>:3:1: pseudo-puzzle: "), "{findings}");
        let counts = "5 puzzles: 2 proper, 1 pseudo, 2 impossible, 2 unreadable; ";
        assert!(summary.starts_with(counts), "{summary}");
    }
}

#[test]
fn what_is_made_does_not_depend_on_the_number_of_threads() {
    let run = |arguments: &str, threads: &str| {
        let (code, lines, errors) =
            said(tourdion(arguments.split(' ')).args(["--threads", threads]));
        assert_eq!(code, Some(0), "{arguments}: {errors}");
        lines
    };
    // To explain takes longest.
    let few: Vec<&str> = include_str!("../../data/first.txt").lines().take(201).collect();
    let folder = tempfile::tempdir().unwrap();
    let catalogue = folder.path().join("few.txt");
    std::fs::write(&catalogue, few.join("\n")).unwrap();
    for (arguments, lines) in [
        (&*format!("explain --quiet {}", catalogue.display()), 200),
        ("generate -n 300 --seed 1", 300),
        ("generate -n 5 --seed 1 --clues 22 --minimal", 5),
        ("generate -n 100 --seed 1 --symmetry diagonal --boxes 2x3", 100),
        ("generate -n 3 --seed 1 --pattern tests/cli/data/pattern.txt", 3),
        ("generate -n 100 --seed 1 --full", 100),
        ("generate -n 100 --seed 1 --unbiased --boxes 2x2", 100),
        ("minimize --seed 1 --quiet data/first.txt", 1000),
        ("canon --unique --quiet data/first.txt data/first.txt", 1000),
    ] {
        let alone = run(arguments, "1");
        assert_eq!(alone.lines().count(), lines, "{arguments}");
        assert_eq!(run(arguments, "3"), alone, "{arguments}");
    }
}

#[test]
fn solutions_keep_their_order_however_long_their_list_is() {
    let proper =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let empty = ".".repeat(81);
    let impossible = format!("88{}", &proper[2..]);
    let catalogue = [proper, &empty, &impossible, "x", &empty, proper].join("\n");
    let mut seen = Vec::new();
    // On workers, and where a list is too long for them.
    for limit in [10, 4000] {
        for threads in ["1", "3"] {
            let arguments = ["solve", "--all", "--limit", &limit.to_string(), "--threads", threads];
            let (code, solutions, remarks) =
                said(tourdion(arguments).write_stdin(catalogue.as_str()));
            assert_eq!(code, Some(2), "{remarks}");
            let lines: Vec<&str> = solutions.lines().collect();
            assert_eq!(lines.len(), 2 + 2 * limit);
            assert_eq!((lines[0], lines[1]), (lines[1 + 2 * limit], lines[1 + limit]));
            assert!(remarks.starts_with("<stdin>:3:1: impossible: "), "{remarks}");
            let lines: Vec<&str> = remarks.lines().collect();
            assert_eq!(lines.len(), 3, "{remarks}");
            assert!(lines[2].starts_with("5 puzzles: 1 unsolvable, 1 unreadable; "), "{remarks}");
            seen.push((solutions, lines[..2].concat()));
        }
    }
    assert!(seen[0] == seen[1] && seen[2] == seen[3]);
}
