//! `tourdion cover` with input and output that goldens can't have: pipes, sizes, signals, pictures.
//!
//! Every run has a time limit, so that a hang is a failure.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use tourdion::cover::classics;
use tourdion::cover::{OptionId, Problem, ProblemForm};

use crate::support::program::{self, Run, Said, said};
use crate::support::{self, gzip, zstd};

fn cover(arguments: &[&str]) -> Run {
    let mut command = program::tourdion(["cover"]);
    command.args(arguments);
    command
}

fn given(arguments: &[&str], input: impl Into<Vec<u8>>) -> Said {
    said(cover(arguments).write_stdin(input))
}

fn refused(input: impl Into<Vec<u8>>) -> String {
    let (code, stdout, stderr) = given(&[], input);
    assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
    stderr
}

#[test]
fn several_threads_print_what_one_prints() {
    for emit in ["options", "numbers", "jsonl"] {
        // So many nodes are searched in parts.
        let printed = |threads| {
            let arguments =
                ["--all", "--make", "langford:11", "--emit", emit, "--threads", threads];
            let (code, stdout, stderr) = said(&mut cover(&arguments));
            assert_eq!((code, &*stderr), (Some(0), ""));
            stdout
        };
        let one = printed("1");
        assert!(one.lines().count() >= 35_584 && one == printed("2") && one == printed("5"));
    }
}

#[test]
fn standard_input_is_read_packed_or_not() {
    let toy = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    for input in [toy.as_bytes().to_vec(), toy.replace('\n', "\r\n").into(), gzip(toy), zstd(toy)] {
        for arguments in [&[][..], &["-"]] {
            assert_eq!(
                given(arguments, input.clone()),
                (Some(0), "c e\na d f\nb g\n".into(), String::new())
            );
        }
    }
}

#[test]
fn what_is_no_problem_is_said() {
    assert_eq!(
        refused(""),
        "tourdion: <stdin>:1:1: expected a line that names the items, found the end of the text\n"
    );
    assert_eq!(
        refused("a b\na ÿ"),
        "tourdion: <stdin>:2:3: there is no item `ÿ`; line 1 names all items\n"
    );
    assert_eq!(
        refused(b"a b\na \xff\n"),
        "tourdion: <stdin>:2:3: expected UTF-8 text, found the byte 0xff\n"
    );
    assert_eq!(
        refused("a\n\u{1b}[1m\n"),
        "tourdion: <stdin>:2:1: there is no item `\u{fffd}[1m`; line 1 names all items\n"
    );
    let long = "x".repeat(1_000_000);
    let expected = format!(
        "tourdion: <stdin>:2:1: there is no item `{}…`; line 1 names all items\n",
        "x".repeat(60)
    );
    assert_eq!(refused(format!("a\n{long}\n")), expected);
    let endless = "a b ".repeat(1_000_000);
    let twice = |place| format!("tourdion: <stdin>:{place}: the option has the item `a` twice\n");
    assert_eq!(refused(format!("a b\n{endless}\n")), twice("2:5"));
    let endless = endless.replace('a', "1").replace('b', "2");
    assert_eq!(refused(format!("p xc 2 0 1\n{endless}\n")), twice("2:5").replace("`a`", "`1`"));
    let options = "1 2 ".repeat(1_000_000);
    assert_eq!(refused(format!("p xcc 2 0\n{options}")), twice("2:5").replace("`a`", "`1`"));
    let options = "a\nb ".repeat(1_000_000);
    assert_eq!(refused(format!("<a b>\n{options}")), twice("3:3"));
    let unclosed = format!("<{}", names(500_000).join(" "));
    let (code, stdout, stderr) = given(&["--format", "miniexact"], &*unclosed);
    let end = format!(
        "tourdion: <stdin>:1:{}: expected a primary item or `>`, found the end\n",
        unclosed.len() + 1
    );
    assert_eq!((code, &*stdout, stderr), (Some(2), "", end));
    assert_eq!(
        refused("a\n# \u{1b}[2J\n"),
        "tourdion: <stdin>:2:1: there is no item `#`; line 1 names all items; line 2 begins with \
         `#`, but a comment begins with `|`\n"
    );
    let uneven = format!("{}0\n", "01\n10\n".repeat(500_000));
    assert_eq!(
        refused(uneven),
        "tourdion: <stdin>:1000001:1: expected 2 digits, as in the first row, found `1`\n"
    );
    assert!(refused([0x1f, 0x8b, 8, 0, 0]).contains("can't be read from here on"));
}

#[test]
fn what_is_no_text_is_named_with_the_way_out() {
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let tar = format!("toy{}ustar\na b\na\nb\n", "\0".repeat(254));
    for (input, what) in [
        (utf_16("a b\na\nb\n"), "UTF-16 text; convert it: iconv -f UTF-16LE"),
        (utf_16("\u{feff}a b\na\nb\n"), "UTF-16 text; convert it: iconv -f UTF-16 "),
        (b"\xff\xfe\0\0a\0\0\0".to_vec(), "UTF-32 text"),
        (gzip(gzip("a b\na\nb\n")), "packed twice"),
        (tar.into(), "a tar archive"),
        (b"[[\"a\", \"b\"]]".to_vec(), "a JSON array, which is not read"),
    ] {
        assert!(refused(input.clone()).contains(what), "{what}: {}", refused(input));
    }
}

#[test]
fn a_reduced_problem_without_a_cover_has_the_exit_code_of_none() {
    let (code, out, err) = given(&["--reduce"], "a b\na\n");
    assert_eq!((code, &*err), (Some(1), ""), "{out}");
    assert!(out.contains("| no cover: no option of the item b is left\n"), "{out}");
    let clash = given(&["--reduce", "--hold", "1,2"], "a b\na\na b\n");
    let said = "no cover: option 2 clashes at the item `a` with one held\n";
    assert_eq!(clash, (Some(1), String::new(), said.into()));
    assert_eq!(given(&["--reduce", "--quiet", "--hold", "1,2"], "a b\na\na b\n").2, "");
}

#[test]
fn options_without_effect_are_refused() {
    for arguments in [
        &["--reduce", "--time-limit", "1"][..],
        &["--reduce", "--engine", "rows"],
        &["--write", "nothing.txt", "--node-limit", "1"],
        &["--emit", "cnf", "--time-limit", "1"],
        &["--emit", "problem", "--engine", "learn"],
        &["--estimate", "5", "--emit", "numbers"],
        &["--parts", "--node-limit", "5"],
        &["--parts", "--memory", "1M"],
        &["--all", "--memory", "1M"],
        &["--unique", "--memory", "1M"],
        &["--emit", "cnf", "--memory", "1M"],
    ] {
        let (code, out, err) = given(arguments, "a b\na\nb\n");
        assert_eq!((code, &*out), (Some(2), ""), "{arguments:?}: {err}");
    }
}

#[test]
fn memory_is_for_the_engine_that_remembers() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    for others in [
        &["--limit", "2"][..],
        &["--engine", "links"],
        &["--branch", "first"],
        &["--state", state.to_str().unwrap()],
    ] {
        let arguments = [&["--count", "--memory", "1M"], others].concat();
        let (code, out, err) = given(&arguments, "a b\na\nb\n");
        assert_eq!((code, &*out), (Some(2), ""), "{arguments:?}: {err}");
        assert!(err.contains("--memory") && err.contains(others[0]), "{arguments:?}: {err}");
        assert!(!state.exists(), "{arguments:?}");
    }
    let packing = ["cover", "--problem", "3", "data/problems/packings.xmpuzzle", "--memory", "1M"];
    let (code, out, err) = said(program::tourdion(packing).args(["--count", "--distinct"]));
    assert_eq!((code, &*out), (Some(2), ""), "{err}");
    assert!(err.contains("with --distinct"), "{err}");
}

#[test]
fn an_empty_cover_is_a_cover() {
    // Nothing must be covered, so nothing is needed.
    assert_eq!(
        given(&["--emit", "jsonl"], "p xc 0 1 1\n1\n"),
        (Some(0), "{\"numbers\":[],\"options\":[]}\n".into(), String::new())
    );
    assert_eq!(given(&["--count"], "p xc 0 1 1\n1\n"), (Some(0), "1\n".into(), String::new()));
    let said = "a cover without options: no item needs one\n";
    assert_eq!(given(&[], "0:1|a\na\n"), (Some(0), String::new(), said.into()));
    assert_eq!(given(&["--quiet"], "0:1|a\na\n").2, "");
    for threads in ["1", "2"] {
        let all = given(&["--all", "--threads", threads], "0:1|a\na\n");
        assert_eq!(all, (Some(0), "\na\n".into(), said.into()));
    }
}

#[test]
fn a_million_items_on_one_line_are_covered() {
    let items = names(1_000_000).join(" ");
    // One option has all but the last item, another has that.
    let (most, last) = items.rsplit_once(' ').unwrap();
    let text = format!("{items}\n{last}\n{most}\n{last} i0\n");
    let mut command = cover(&["--emit", "numbers"]);
    let said = said(command.timeout(Duration::from_secs(600)).write_stdin(text));
    assert_eq!(said, (Some(0), "1 2\n".into(), String::new()));
}

#[test]
fn many_items_are_all_forced_or_all_without_an_option() {
    let names = names(100_000);
    let (items, options) = (names.join(" "), names.join("\n"));
    assert_eq!(
        given(&["--count"], format!("{items}\n{options}\n")),
        (Some(0), "1\n".into(), String::new())
    );
    let (code, stdout, stderr) = given(&[], format!("{items}\ni0\n"));
    assert_eq!((code, &*stdout), (Some(1), ""));
    assert_eq!(stderr, "no cover: no option has the item `i1`, or one of 99,998 others\n");
    let (_, _, stderr) = given(&[], "a b c\nc\n");
    assert_eq!(stderr, "no cover: no option has the item `a`, or one other\n");
}

/// This number of names of items.
fn names(count: usize) -> Vec<String> {
    (0..count).map(|k| format!("i{k}")).collect()
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut command = std::process::Command::new(program::PROGRAM);
    command
        .args(["cover", "--all", "--make", "matchings:16"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "v1 v2");
    drop(lines);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

#[test]
fn covers_that_are_printed_are_covers() {
    for (name, problem) in [
        ("queens:6", classics::queens(6)),
        ("graceful:P4", classics::graceful(&classics::Graph::path(4))),
        ("dominoes:4x4", classics::dominoes(4, 4)),
    ] {
        let problem = problem.unwrap();
        let (_, stdout, _) = said(&mut cover(&["--make", name, "--all", "--emit", "numbers"]));
        let mut count = 0;
        for line in stdout.lines() {
            let options: Vec<OptionId> = line
                .split(' ')
                .map(|number| OptionId::at(number.parse::<usize>().unwrap() - 1))
                .collect();
            assert!(problem.is_cover(&options), "{name}: {line}");
            count += 1;
        }
        let (_, stdout, _) = said(&mut cover(&["--make", name, "--count"]));
        assert_eq!(stdout, format!("{count}\n"));
    }
}

#[test]
fn a_problem_that_is_written_is_read_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("problem.txt");
    let file = path.to_str().unwrap();
    let made = said(&mut cover(&["--make", "graceful:K3xP2", "--write", file]));
    assert_eq!(made, (Some(0), String::new(), String::new()));
    let written: Problem = ProblemForm::read_recognised(&fs::read(&path).unwrap()).unwrap();
    let (_, printed, _) = said(&mut cover(&["--make", "graceful:K3xP2", "--emit", "problem"]));
    assert_eq!(written.to_string(), printed);
    let counted = |arguments: &[&str]| said(&mut cover(arguments)).1;
    assert_eq!(counted(&["--count", file]), counted(&["--count", "--make", "graceful:K3xP2"]));
}

#[test]
fn a_picture_is_drawn_of_a_cover_and_of_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiling.svg");
    let file = path.to_str().unwrap();
    let (code, stdout, _) = said(&mut cover(&["--make", "dominoes:3x3", "--svg", file]));
    assert_eq!((code, &*stdout, path.exists()), (Some(1), "", false));
    let (code, stdout, _) = said(&mut cover(&["--make", "pentominoes:8x8-hole", "--svg", file]));
    assert_eq!((code, stdout.lines().count()), (Some(0), 12));
    let drawn = fs::read_to_string(&path).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
    assert_eq!(drawn.matches("<title>").count(), 12);
    // Each rectangle is called as its left and its upper side.
    let (code, stdout, _) = said(&mut cover(&["--make", "dissections:4", "--svg", file]));
    let drawn = fs::read_to_string(&path).unwrap();
    assert_eq!((code, stdout.lines().count()), (Some(0), drawn.matches("<title>").count()));
    assert!(drawn.contains("\nx1 y1\n</text>"), "{drawn}");
}

#[test]
fn time_that_is_spent_ends_a_search() {
    for (engine, size, because) in [
        ("links", "12x12", "engine links, as asked\n"),
        ("live", "12x12", "engine live, as asked\n"),
        ("memo", "26x26", "engine memo, as asked\n"),
        (
            "auto",
            "26x26",
            "engine memo: what is left in the same way again need not be counted again\n",
        ),
    ] {
        let maker = format!("dominoes:{size}");
        let within = |seconds: &str| {
            let arguments = ["--count", "--engine", engine, "--make", &maker];
            said(cover(&arguments).args(["--time-limit", seconds]))
        };
        let (mut code, mut stdout, mut stderr) = within("0.2");
        // A machine that has other work may not have begun by then.
        if stdout == "0 or more\n" {
            (code, stdout, stderr) = within("5");
        }
        assert_eq!(code, Some(3), "{engine}");
        assert!(stdout.ends_with(" or more\n") && stdout.len() > 10, "{engine}: {stdout}");
        assert!(stderr.starts_with("the budget is spent after "), "{stderr}");
        assert!(stderr.ends_with(&format!("there may be more\n{because}")), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_what_is_known() {
    if !support::signals_arrive() {
        return;
    }
    let mut command = std::process::Command::new(program::PROGRAM);
    command.args(["cover", "--all", "--emit", "numbers", "--make", "matchings:18"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap(); // the search is under way, and the handler in place
    let id = child.id().to_string();
    assert!(
        std::process::Command::new("kill").args(["-s", "INT", &id]).status().unwrap().success()
    );
    let rest = lines.map(|line| line.unwrap().split(' ').count()).collect::<Vec<_>>();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.starts_with("interrupted after "), "{stderr}");
    assert!(rest.iter().all(|&options| options == 9), "every line is whole");
    let said = format!("{} covers so far, there may be more\n", grouped(rest.len() + 1));
    assert!(stderr.contains(&said), "{stderr}: {said}");
}

/// A number with its thousands set apart.
#[cfg(unix)]
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}
