//! Faulty input: each time the program reports it, loses nothing of the rest, and ends.
//!
//! Every run has a time limit, so that a hang is a failure.

use std::fs;
use std::path::PathBuf;

use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::support;
use crate::support::program::{Said, said, tourdion};

const PROPER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const PSEUDO: &str =
    "...........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn verify(input: impl Into<Vec<u8>>) -> Said {
    said(tourdion(["verify"]).write_stdin(input))
}

fn summary(said: &Said) -> &str {
    said.2.lines().last().and_then(|line| line.split(';').next()).unwrap_or_default()
}

/// A file of these bytes in a directory of its own.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    fs::write(&path, bytes).unwrap();
    (directory, path)
}

#[test]
fn bad_lines_between_good_ones() {
    for (bad, column, problem) in [
        (PROPER[1..].to_owned(), 81, "the puzzle ends after 80 of 81 cells"),
        (format!("{PROPER}."), 82, "expected 81 cells, found more"),
        (PROPER.replacen('3', "x", 1), 12, "expected 1-9 or one of .0*?_-, found `x`"),
        (
            PROPER.replacen('3', "\0", 1),
            12,
            "expected 1-9 or one of .0*?_-, found the control character U+0000",
        ),
        ("no puzzle at all".to_owned(), 1, "expected 1-9 or one of .0*?_-, found `n`"),
    ] {
        let said = verify(format!("{PROPER}\n{bad}\n{PSEUDO}\n{PROPER}\n"));
        let findings = format!(
            "<stdin>:2:{column}: unreadable: {problem}\n\
             <stdin>:3:1: pseudo-puzzle: 2 or more solutions, which differ first in r1c5\n"
        );
        assert_eq!((said.0, said.1.as_str()), (Some(2), findings.as_str()));
        assert_eq!(summary(&said), "3 puzzles: 2 proper, 1 pseudo, 0 impossible, 1 unreadable");
    }
}

#[test]
fn two_equal_clues_are_a_verdict() {
    let in_box = format!("8.........8{}", &PROPER[11..]);
    let in_column = format!("8........8{}", &PROPER[10..]);
    for (puzzle, why) in [
        (format!("88{}", &PROPER[2..]), "8 stands twice in row 1, in r1c1 and r1c2"),
        (in_column, "8 stands twice in column 1, in r1c1 and r2c1"),
        (in_box, "8 stands twice in box 1, in r1c1 and r2c2"),
    ] {
        let said = verify(puzzle);
        assert_eq!((said.0, said.1), (Some(1), format!("<stdin>:1:1: impossible: {why}\n")));
    }
}

#[test]
fn comments_alone_are_hardly_what_was_meant_and_nothing_at_all_may_be() {
    for (text, code) in [
        ("", 0),
        ("\n\n", 0),
        ("\u{feff}", 0),
        ("[ ]", 0),
        ("id,puzzle", 0),
        ("id,puzzle\n# none\n", 0),
        ("# only\n; comments\n", 2),
        ("#1,2\n", 2),
        ("----\n", 2),
    ] {
        let (_directory, path) = file("empty.txt", text);
        let path = path.to_str().unwrap();
        let name = if code == 0 { "" } else { "tourdion: " };
        let remark = format!("{name}{path}: there is no puzzle in it\n");
        for command in
            [&["verify"][..], &["canon", "--unique", "--keep"], &["filter", "proper"], &["rate"]]
        {
            let said = said(tourdion(command).arg(path));
            assert_eq!(said.0, Some(code), "{command:?} {text:?}");
            assert!(said.2.starts_with(&(remark.clone() + "0 puzzles: ")), "{}", said.2);
        }
        let said = crate::support::program::said(&mut tourdion(["verify", "-q", path]));
        let remark = if code == 0 { String::new() } else { remark };
        assert_eq!(said, (Some(code), String::new(), remark), "{text:?}");
    }
    let said = said(tourdion(["solve"]).write_stdin("# only\n"));
    assert_eq!(
        said,
        (Some(2), String::new(), "tourdion: <stdin>: there is no puzzle in it\n".to_owned())
    );
}

#[test]
fn files_that_can_not_be_read_keep_nobody_from_the_others() {
    let (directory, good) = file("good.txt", PSEUDO);
    let missing = directory.path().join("missing.txt");
    let [folder, missing, good] =
        [directory.path(), &missing, &good].map(|path| path.to_str().unwrap());
    let said = said(&mut tourdion(["verify", missing, folder, good]));
    assert_eq!(said.0, Some(2));
    assert!(said.1.starts_with(&format!("{good}:1:1: pseudo-puzzle: ")));
    let complaints: Vec<&str> = said.2.lines().collect();
    assert!(
        complaints[0].starts_with(&format!("tourdion: {missing}: can't be opened: ")),
        "{complaints:?}"
    );
    assert_eq!(complaints[1], format!("tourdion: {folder}: is a directory"));
    assert_eq!(summary(&said), "1 puzzle: 0 proper, 1 pseudo, 0 impossible, 0 unreadable");
}

#[test]
fn packed_files_that_end_too_soon() {
    // Lines that do not compress to nothing: each has its number after it.
    let lines: Vec<String> = (0..2_000).map(|k| format!("{PROPER} {}\n", k * 7919)).collect();
    let gzip = support::gzip(lines.concat());
    // Many small frames, as in a log.
    let zstd = lines.chunks(100).flat_map(|some| support::zstd(some.concat())).collect();
    for packed in [gzip, zstd] {
        let said = verify(&packed[..packed.len() / 2]);
        let complaint = said.2.lines().next().unwrap();
        let line = complaint.strip_prefix("tourdion: <stdin>, line ").unwrap();
        let (line, fault) = line.split_once(": ").unwrap();
        assert!(fault.starts_with("can't be read from here on: "), "{fault}");
        let read = line.parse::<u32>().unwrap() - 1;
        assert!((100..2_000).contains(&read), "{complaint}");
        assert!(
            summary(&said).replace(',', "").starts_with(&format!("{read} puzzles: {read} proper "))
        );
        assert_eq!((said.0, said.1.as_str()), (Some(2), ""));
    }
}

#[test]
fn binary_junk_is_reported_and_hides_no_puzzle() {
    // A linear congruential generator's upper bytes: every value, and line ends among them.
    let mut state: u32 = 1;
    let junk: Vec<u8> = (0..1 << 20)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    let said = verify([&junk, b"\n".as_slice(), PROPER.as_bytes()].concat());
    assert_eq!(said.0, Some(2));
    assert!(
        said.1.lines().all(|line| line.starts_with("<stdin>:") && line.contains(": unreadable: "))
    );
    assert!(
        said.1.chars().all(|c| c == '\n' || !c.is_control()),
        "nothing that a terminal would obey"
    );
    assert!(summary(&said).starts_with("1 puzzle: 1 proper, "));
}

#[test]
fn a_title_above_a_table_is_no_header() {
    for rows in [format!("1,Inkala,{PROPER}"), format!("1,{PROPER},{PROPER}")] {
        let (code, out, err) = verify(format!("My list\n{rows}\n"));
        assert_eq!((code, &*out), (Some(2), ""), "{err}");
        assert!(err.contains("; it has My list: name one with --column"), "{err}");
    }
}

#[test]
fn text_of_other_encodings_beside_the_puzzles() {
    let text = [
        b"# caf\xe9\n".as_slice(),
        PROPER.as_bytes(),
        b" caf\xe9 \0\n",
        PSEUDO.as_bytes(),
        b"\xe9\n",
    ];
    let output =
        tourdion(["verify", "--emit", "lines"]).write_stdin(text.concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<&[u8]> = output.stdout.split(|&byte| byte == b'\n').collect();
    assert_eq!(
        lines[0],
        [PROPER.as_bytes(), b" proper caf\xe9 \0"].concat(),
        "the user's bytes are kept"
    );
    assert_eq!(lines[1], b"# <stdin>:3:82: unreadable: expected 81 cells, found more");
}

#[test]
fn strict_stops_at_the_first_that_is_not_proper_or_not_readable() {
    for (bad, code, finding) in
        [(PSEUDO, 1, "<stdin>:3:1: pseudo-puzzle: "), ("x", 2, "<stdin>:3:1: unreadable: ")]
    {
        let many = format!("{PROPER}\n").repeat(1_000);
        let said = said(
            tourdion(["verify", "--strict"])
                .write_stdin(format!("# c\n{PROPER}\n{bad}\n{bad}\n{many}")),
        );
        assert_eq!((said.0, said.1.lines().count()), (Some(code), 1));
        assert!(said.1.starts_with(finding));
        assert!(summary(&said).starts_with("stopped after "), "{}", said.2);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let lines = (0..3_000).map(|k| match k % 97 {
        0 => format!("{PSEUDO} {k}\n"),
        1 => format!("# comment {k}\n"),
        2 => format!("88{} {k}\n", &PROPER[2..]),
        3 => format!("{} {k}\n", &PROPER[3..]),
        4 => "\n".to_owned(),
        // Solved but for one cell, so that the test is about order and not about searching.
        _ => {
            let solved =
                "81275364994368217567549128315423789636984572128716953452197436843852691779631845.";
            format!("{solved} {k}\n")
        }
    });
    let text: String = lines.collect();
    for emit in
        [&[][..], &["--emit", "lines"], &["--emit", "csv", "--witness"], &["--emit", "jsonl"]]
    {
        let [one, eight] = ["1", "8"].map(|threads| {
            let mut command = tourdion(["verify", "--threads", threads]);
            said(command.args(emit).write_stdin(text.as_str()))
        });
        assert_eq!((one.0, &one.1), (eight.0, &eight.1));
        assert_eq!((one.0, summary(&one)), (Some(2), summary(&eight)));
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_that_a_terminal_would_obey() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let directory = tempfile::tempdir().unwrap();
    for (name, shown) in [
        (&b"a b\nc\x1b[31m.txt"[..], "a b\u{fffd}c\u{fffd}[31m.txt"),
        (b"-\xff.txt", "-\u{fffd}.txt"),
    ] {
        let path = directory.path().join(OsStr::from_bytes(name));
        // Not every file system takes every name.
        if fs::write(&path, PSEUDO).is_ok() {
            let (code, findings, _) = said(tourdion(["verify"]).arg(&path));
            assert_eq!((code, findings.lines().count()), (Some(1), 1));
            assert!(findings.contains(&format!("/{shown}:1:1: pseudo-puzzle: ")), "{findings}");
            let (code, solution, _) = said(tourdion(["solve", "--emit", "lines"]).arg(&path));
            assert_eq!((code, solution.len()), (Some(0), 82));
        }
    }
}

#[test]
fn a_damaged_member_of_an_array_keeps_the_others_on_their_lines() {
    let text = format!("[\r\n\"{PROPER}\",\r\n\"{PROPER},\r\n\"{PROPER}\"\r\n]\r\n");
    let (_, rows, _) = said(tourdion(["verify", "-q", "--emit", "jsonl"]).write_stdin(text));
    let objects: Vec<Map<String, Value>> =
        rows.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let has = |name: &str| objects.iter().map(|object| object.contains_key(name)).collect();
    let (verdicts, errors): (Vec<bool>, Vec<bool>) = (has("verdict"), has("error"));
    assert_eq!((verdicts[0], verdicts[2], errors[1]), (true, true, true), "{rows}");
    assert_eq!(objects.len(), 3);
}

#[test]
fn a_member_of_an_array_without_a_solution_has_a_line() {
    let clash = PROPER.replacen("8.", "88", 1);
    let text = format!("[\"{PROPER}\", \"bad\", \"{clash}\", \"{PROPER}\"]");
    let (_, lines, _) = said(tourdion(["solve", "-q", "--emit", "lines"]).write_stdin(text));
    let begin: Vec<_> = lines.lines().map(|line| line.starts_with('#')).collect();
    assert_eq!(begin, [false, true, true, false], "{lines}");
}

#[test]
fn what_is_said_of_a_file_does_not_depend_on_the_pieces_in_which_it_comes() {
    // Packed, the last line comes in a piece of its own.
    let other_shape = "1;a;2....3..4......1\n2;b;2....3..4......1\n3;c;...3..2... .4...\n";
    let table = format!("id;note;puzzle\n{other_shape};...3. .4...\n");
    // Of several pieces only the first has puzzles of another shape.
    let long = "1...............\n".repeat(20) + &"no,puzzle\n".repeat(60_000);
    for text in [table, long] {
        let (_directory, path) = file("text", &text);
        let plain = said(tourdion(["verify"]).arg(&path));
        fs::write(&path, support::gzip(text.as_bytes())).unwrap();
        let packed = said(tourdion(["verify"]).arg(&path));
        let said_at_end = |said: &Said| said.2.contains("looks like 4x4 grids:");
        for said in [&plain, &packed] {
            assert_eq!((said.0, said_at_end(said)), (Some(2), false), "{}", said.2);
            assert!(!said.2.contains("most of it can't be read"));
        }
        assert_eq!(summary(&plain), summary(&packed));
    }
}

#[test]
fn an_empty_list_has_no_puzzle_and_hides_none() {
    for empty in ["[]\n", "[ ]", "[\n]\n"] {
        let (code, rows, remarks) = said(tourdion(["verify", "--emit", "csv"]).write_stdin(empty));
        assert!(code == Some(0) && rows.lines().count() == 1, "{rows}");
        assert!(remarks.contains("there is no puzzle in it"), "{remarks}");
    }
    let rows: Vec<_> = PROPER
        .as_bytes()
        .chunks(9)
        .map(|row| {
            let values: Vec<_> = row.iter().map(|&sign| char::from(sign).to_digit(10)).collect();
            format!("{:?}", values.iter().map(|value| value.unwrap_or(0)).collect::<Vec<_>>())
        })
        .collect();
    let found = verify(format!("[]\n[{}]\n[]\n", rows.join(",")));
    assert_eq!(summary(&found), "1 puzzle: 1 proper, 0 pseudo, 0 impossible, 0 unreadable");
}
