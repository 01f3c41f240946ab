//! `tourdion cover --proof`: what is in the file, and what is said of it.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::program::{self, said, tourdion};
use crate::support::proof;

/// A problem that takes much longer than these tests.
const LONG: &str = "langford:17";

#[test]
fn a_proof_is_one_over_the_clauses_that_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.drat");
    for arguments in ["--make langford:6", "--make queens:3", "--make langford:7 --hold 1,2"] {
        let words = || ["cover"].into_iter().chain(arguments.split(' '));
        let (code, clauses, _) = said(tourdion(words()).args(["--emit", "cnf"]));
        assert_eq!(code, Some(0));
        let (code, stdout, stderr) = said(tourdion(words()).arg("--proof").arg(&file));
        assert_eq!((code, &*stdout), (Some(1), ""), "{stderr}");
        let lines = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        proof::check(&clauses, &lines);
    }
}

#[test]
fn without_a_proof_it_is_said_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.drat");
    let prove = |problem: &str, more: &[&str]| {
        let mut run = tourdion(["cover", "--emit", "numbers", "--make", problem, "--proof"]);
        let said = said(run.arg(&file).args(more));
        assert!(!file.exists());
        said
    };
    let is_known = "no proof is written: there is a cover\n";
    assert_eq!(prove("toy", &[]), (Some(0), "1 4 5\n".into(), is_known.into()));
    let (code, _, stderr) = prove(LONG, &["--time-limit", "0.1"]);
    assert_eq!(code, Some(3), "{stderr}");
    let is_open = "no proof is written: it is not known that there is no cover\n";
    assert!(stderr.ends_with(is_open), "{stderr}");
    let message = "tourdion: --proof can't keep multiplicities, as in `1:2|x1`: a SAT solver can \
                   prove it over the clauses of --emit cnf\n";
    assert_eq!(prove("dissections:2", &[]), (Some(2), String::new(), message.into()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_whose_reader_goes_is_not_whole() {
    let mut run = std::process::Command::new(program::PROGRAM);
    run.args(["cover", "--make", "langford:10", "--proof", "/dev/stdout"]);
    let mut run = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(run.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.ends_with(" 0\n"), "{line}");
    let output = run.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let expected = "tourdion: can't write /dev/stdout: Broken pipe";
    assert!(output.status.code() == Some(2) && stderr.contains(expected), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_search_at_once() {
    let began = Instant::now();
    let (code, stdout, stderr) = said(&mut tourdion([
        "cover",
        "--make",
        LONG,
        "--time-limit",
        "60",
        "--proof",
        "/dev/full",
    ]));
    assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
    assert!(stderr.starts_with("tourdion: can't write /dev/full: "), "{stderr}");
    assert!(began.elapsed() < Duration::from_secs(60));
}
