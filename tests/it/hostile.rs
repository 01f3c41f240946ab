//! Hostile input: names that would steer a terminal, small files with large claims, bombs.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tourdion::catalogue::CatalogueForm;
use tourdion::compare::Contestant;
use tourdion::cover::choice::EngineKind;
use tourdion::cover::engine::links::Branching;
use tourdion::cover::form::ProblemForm;
use tourdion::cover::share::parts::Place;
use tourdion::cover::{CoverTotal, Problem};
use tourdion::excerpt::steers;
use tourdion::expression::Expression;
use tourdion::generate::PatternSymmetry;
use tourdion::instructions::Instructions;
use tourdion::logic::Ladder;
use tourdion::rating::Rating;
use tourdion::sudoku::{Cell, Grid, Marks, Shape};
use tourdion::tour::{ClueRange, Sequence, Share};

use crate::support::program::{PROGRAM, Run, Said, said, tourdion};
use crate::support::{gzip, zstd};

const PROPER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Signs that a terminal obeys: a colour, a title, a line's beginning, one of the second set, a
/// turn of the direction.
const STEERING: &str = "\u{1b}[31m\u{1b}]0;x\u{7}\r\u{9b}2J\u{7f}\u{202e}\u{2066}";

/// The signs of a text that steer, newlines and tabs apart.
fn steering(text: &str) -> Vec<char> {
    text.chars().filter(|&c| steers(c) && c != '\n' && c != '\t').collect()
}

/// A folder with files of every form whose names and contents steer; not every file system takes
/// such names.
fn hostile_files(folder: &Path) -> Option<Vec<PathBuf>> {
    let s = STEERING;
    let table = format!("id{s},{s}puzzle\n1,{PROPER}\n");
    let json = format!("{{\"{}\": 1}}\n", "\\u001b[31m\\u202e");
    let rows =
        format!("{PROPER}\n{s}\n{}{s}\n{}\n", &PROPER[..40], PROPER.replacen('3', "\u{202e}", 1));
    let files = [
        ("rows.txt", rows),
        ("table.csv", table),
        ("lines.jsonl", json),
        ("lists.txt", format!("((1 2 {s}) {s})\n")),
        ("problem.txt", format!("a{s} b\na{s}\nc{s}\n")),
        (
            "problem.json",
            format!("{{\"primary\": [\"a\"], \"options\": [], \"{}\": 1}}", "\\u001b\\u009b"),
        ),
        ("problem.xc", format!("p xc 2 0 1\n1 {s}\n")),
        ("empty.txt", "# only\n".to_owned()),
    ];
    let write = |(name, text): (&str, String)| {
        let path = folder.join(format!("{s}{name}"));
        fs::write(&path, text).ok().map(|()| path)
    };
    files.into_iter().map(write).collect()
}

#[test]
fn nothing_from_outside_steers_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut files) = hostile_files(folder.path()) else {
        return crate::support::lacks("a free file name");
    };
    files.push(folder.path().join(format!("{STEERING}missing")));
    files.push(format!("{PROPER}{STEERING}").into());
    let commands = [
        &["verify"][..],
        &["verify", "--emit", "csv"],
        &["verify", "--emit", "jsonl"],
        &["verify", "--format", "csv"],
        &["verify", "--format", "csv", "--column", STEERING],
        &["verify", "--format", "jsonl", "--column", STEERING],
        &["solve"],
        &["canon"],
        &["minimize"],
        &["compare", "--engine", "links", "--puzzles", "1"],
        &["explain"],
        &["explain", "--marks"],
        &["tour", "--dry-run", "{-1+1}"],
        &["tour", STEERING],
        &["cover"],
        &["cover", "--format", "json"],
        &["cover", "--format", "numeric", "--hold", "1"],
        &["cover", "--hold", "1", "--ban", "1"],
    ];
    for file in &files {
        for command in commands {
            let arguments: Vec<OsString> =
                command.iter().map(OsString::from).chain([file.clone().into()]).collect();
            held(&arguments);
        }
    }
    for arguments in [
        &["verify", "--format", STEERING][..],
        &["verify", "--alphabet", STEERING],
        &["verify", "--boxes", STEERING],
        &["generate", "--pattern", STEERING],
        &["generate", "--symmetry", STEERING],
        &["cover", "--make", STEERING],
        &["cover", "--resume", STEERING],
        &["tour", "--resume", STEERING],
        &["man", STEERING],
        &["completions", STEERING],
        &[STEERING],
        &["verify", "--\u{1b}[31m"],
    ] {
        held(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
    }
}

#[test]
fn an_end_of_a_line_in_an_argument_begins_no_error() {
    // Behind a file, so that nothing is written.
    let name = "Cargo.toml/x\ntourdion: all is well";
    for arguments in [
        &["cover", "--resume"][..],
        &["cover", "--make", "toy", "--write"],
        &["cover", "--make", "toy", "--all", "--state"],
        &["cover", "--make"],
        &["tour", "--resume"],
        &["tour", "{-1}", "data/inkala.txt", "--state"],
        &["tour", "{-1}", "data/inkala.txt", "--exclude"],
        &["tour"],
        &["explain", "--difficulties"],
        &["explain", "--drop", "r1c1=1", PROPER, "--drop"],
        &["explain", PROPER, "--only"],
        &["explain", "--marks"],
        &["explain", PROPER, "--html"],
        &["generate", "--pattern"],
        &["generate", "--technique"],
        &["solve"],
        &["verify", "--format"],
        &["verify"],
        &["man"],
        &[],
    ] {
        let (_, _, err) = said(&mut tourdion(arguments.iter().chain(&[name])));
        assert!(!err.is_empty(), "{arguments:?}");
        assert!(!err.lines().any(|line| line.starts_with("tourdion: all")), "{err}");
    }
}

fn held(arguments: &[OsString]) {
    let (code, out, err) = said(&mut tourdion(arguments));
    assert!(matches!(code, Some(0..=3)), "{arguments:?}: {code:?}\n{err:?}");
    assert_eq!(steering(&err), [], "{arguments:?}: {err:?}");
    if arguments.iter().any(|argument| argument == "csv") && arguments[1] == "--emit" {
        // Rows are the user's own bytes.
        return;
    }
    assert_eq!(steering(&out), [], "{arguments:?}: {out:?}");
}

#[test]
fn pages_and_pictures_have_no_signs_that_steer() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = folder.path().join(format!("<b>&{STEERING}.txt"));
    if fs::write(&puzzle, PROPER).is_err() {
        return crate::support::lacks("a free file name");
    }
    let [page, picture, trees] =
        ["page.html", "step.svg", "trees.svg"].map(|name| folder.path().join(name));
    let run = |arguments: &[&str], file: &Path| {
        let arguments = arguments.iter().map(OsString::from);
        held(&arguments.chain([file.into(), puzzle.clone().into()]).collect::<Vec<_>>());
        fs::read_to_string(file).unwrap()
    };
    let texts = [
        run(&["explain", "--html"], &page),
        run(&["explain", "--picture"], &picture),
        run(&["compare", "--engine", "links,listed", "--tree"], &trees),
    ];
    for text in texts {
        assert_eq!(steering(&text), []);
        assert!(!text.contains("<b>&"));
    }
}

#[test]
fn what_is_repeated_in_an_error_is_short() {
    let short = |arguments: &[&str], input: &str| {
        let said = said(tourdion(arguments).write_stdin(input));
        assert_eq!(said.0, Some(2), "{}", said.2);
        assert!(
            said.1.len() + said.2.len() < 3_000,
            "{arguments:.60?}: {}",
            said.1.len() + said.2.len()
        );
        said.1 + &said.2
    };
    let names: Vec<String> = (0..9_000).map(|k| format!("c{k}")).collect();
    let table = format!("{}\n", names.join(","));
    let said = short(&["verify", "--format", "csv"], &table);
    assert!(
        said.contains("it has c0, c1, c2, ") && said.contains("c11 and 8988 more: name one"),
        "{said}"
    );
    let members: Vec<String> = names.iter().map(|name| format!("\"{name}\": 1")).collect();
    let said = short(&["verify", "--format", "jsonl"], &format!("{{{}}}\n", members.join(",")));
    assert!(said.contains(" and 8988 more"), "{said}");
    let said = short(&["explain", "--marks", "-"], &"1".repeat((1 << 20) + 1));
    assert!(
        said.contains("<stdin>: can't be read: it is longer than 1 MiB, and so no grid"),
        "{said}"
    );
    let long = "x".repeat(60_000);
    short(&["verify", "--format", "csv", "--column", &long], "a,b\n");
    short(&["verify", "--format", "csv"], &format!("{long},b\n"));
    short(&["verify", "--format", &long], "");
    short(&["verify", &format!("--{long}")], "");
    short(&["solve", &long], "");
    short(&["verify", &long], "");
    short(&["canon", "--against", &long], "");
    short(&["tour", "{-1+1}", &long], "");
    short(&["compare", &long], "");
    short(&["cover", "--format", "json"], &format!("{{\"{long}\": 1}}"));
    short(&["cover"], &format!("a\n{long}\n"));
}

/// The error of a text that is no `T`.
fn no<T: FromStr<Err: Display>>(text: &str) -> String {
    match text.parse::<T>() {
        Ok(_) => panic!("it is none"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_error_of_a_text_is_short_and_steers_nothing() {
    let text = &format!("{STEERING}{}", "x".repeat(60_000));
    let difficulties = Ladder::default().read(&format!("{text} 3.2")).unwrap_err();
    for error in [
        difficulties.to_string(),
        no::<Branching>(text),
        no::<CatalogueForm>(text),
        no::<Cell>(text),
        no::<ClueRange>(text),
        no::<Contestant>(text),
        no::<CoverTotal>(text),
        no::<EngineKind>(text),
        no::<Grid>(text),
        no::<Instructions>(text),
        no::<Marks>(text),
        no::<PatternSymmetry>(text),
        no::<Place>(text),
        no::<Problem>(text),
        no::<ProblemForm>(text),
        no::<Rating>(text),
        no::<Shape>(text),
        no::<Share>(text),
        Ladder::named(text).unwrap_err().to_string(),
    ] {
        assert_eq!(steering(&error), [], "{error:.60}");
        assert!(error.len() < 400, "{}: {error:.60}", error.len());
    }
    // These two show all of the text, with the place of the fault below.
    for error in [no::<Expression>(text), no::<Sequence>(text)] {
        assert_eq!(steering(&error), [], "{error:.60}");
    }
}

#[test]
fn a_finding_about_an_item_is_short_and_steers_nothing() {
    // Names have no control characters.
    let problem = format!("a\u{202e}\u{2066}{} b\nb\n", "x".repeat(60_000));
    for question in ["--limit=1", "--count", "--unique", "--critical", "--ban=1", "--all"] {
        let (_, _, err) = said(tourdion(["cover", question]).write_stdin(&*problem));
        assert!(err.contains("the item `a") && err.len() < 500, "{question}: {}", err.len());
        assert_eq!(steering(&err), [], "{question}: {err:?}");
    }
    // The rest of a problem has its own names, and the comments before it excerpts of them.
    let (_, out, _) = said(tourdion(["cover", "--reduce"]).write_stdin(&*problem));
    let comments: String = out.lines().filter(|line| line.starts_with('|')).collect();
    assert!(comments.contains("no cover: ") && comments.len() < 500, "{}", comments.len());
    assert_eq!(steering(&comments), []);
}

/// The run of a small input within `megabytes` of addresses, one thread and its stacks among them.
#[cfg(target_os = "linux")]
fn within(megabytes: u64, arguments: &[&str], input: impl Into<Vec<u8>>) -> Said {
    let script = format!("ulimit -v {} && exec \"$0\" \"$@\"", megabytes * 1024);
    let mut command = Run::of("sh");
    command.args(["-c", &script, PROGRAM]).args(arguments).write_stdin(input);
    // Each thread would set addresses aside, as many as the machine has cores.
    said(command.env("RAYON_NUM_THREADS", "1").env("MALLOC_ARENA_MAX", "1"))
}

#[cfg(target_os = "linux")]
#[test]
fn large_claims_of_small_texts_cost_little() {
    let deep = "[".repeat(200_000);
    let lists = "(".repeat(200_000);
    let cases: &[(&[&str], &str, i32)] = &[
        (&["cover"], "p xc 977121 802 1\n1 2 3 0\n", 2),
        (&["cover", "--count", "--engine", "memo"], "p xc 977121 802 1\n1 2 3 0\n", 2),
        (&["cover", "--count"], "p xc 10000 0 1\n1 2 3 0\n", 1),
        (&["cover"], "p xc 18446744073709551615 18446744073709551615 1\n1\n", 2),
        (&["cover"], "p xc 1 0 18446744073709551615\n1\n", 2),
        (&["cover", "--count"], "a 4294967295:4294967295|b\na\nb a\n", 1),
        (&["cover", "--count"], "p xc 2 0 2\nm 1 0 4294967295\n1 0\n2 0\n", 0),
        (&["cover", "--cheapest", "18446744073709551615"], "a\na |18446744073709551615\n", 0),
        (&["cover", "--limit", "18446744073709551615"], "a\na\n", 0),
        (&["cover", "--count", "--memory", "1000000000G"], "a\na\n", 0),
        (&["cover", "--count", "--memory", "1000G"], "a b\na\nb\na b\n", 0),
        (&["cover", "--make", "queens:1000000"], "", 2),
        (&["cover", "--make", "graceful:K4000000000"], "", 2),
        (&["cover", "--make", "latin:99999999999999999999"], "", 2),
        (&["cover"], &deep, 2),
        (&["cover", "--format", "json"], &deep, 2),
        (&["verify", "--format", "jsonl"], &deep, 2),
        (&["verify", "--format", "lists"], &lists, 2),
        (&["verify", "--boxes", "1000000x1000000"], "", 2),
        (&["verify", "--limit", "18446744073709551615"], "", 0),
        (&["generate", "--boxes", "25x25"], "", 2),
        (&["tour", "{-1+1}x1000000000000"], PROPER, 2),
        (&["tour", "--dry-run", &lists[..100_000]], PROPER, 2),
        (&["tour", "--memory", "1000000000G", "{-1+1}"], PROPER, 0),
    ];
    for (arguments, input, code) in cases {
        let said = within(300, arguments, *input);
        assert_eq!(said.0, Some(*code), "{arguments:.80?}: {:.500}", said.2);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_chain_is_counted_in_little_memory() {
    // A path of dominoes and single cells: its counts are the Fibonacci numbers, of some 34,700
    // binary digits.
    let items = 50_000;
    let single = |k: usize| format!("{k} 0\n");
    let double = |k: usize| format!("{k} {} 0\n", k + 1);
    let options: String = (1..=items).map(single).chain((1..items).map(double)).collect();
    let text = format!("p xc {items} 0 {}\n{options}", 2 * items - 1);
    let said = within(250, &["cover", "--count", "--engine", "memo", "--memory", "1M"], text);
    assert_eq!(said.0, Some(0), "{}", said.2);
    assert_eq!(said.1.trim().len(), 10_450, "digits of the number after the 50,000th");
}

#[cfg(target_os = "linux")]
#[test]
fn critical_options_among_many_are_found_in_little_memory() {
    // Each of these is a cover by itself, and kept as one.
    let options = 30_000;
    let text = format!("p xc 1 0 {options}\n{}", "1 0\n".repeat(options));
    let said = within(100, &["cover", "--critical"], text);
    assert_eq!(said.0, Some(0), "{}", said.2);
    assert_eq!(said.1.lines().count(), options);
}

/// A frame of 128 KiB blocks, each of which is one byte and how often it comes, with a window of
/// `1 << log` bytes.
#[cfg(target_os = "linux")]
fn frame_of_zeros(log: u8, blocks: usize) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, (log - 10) << 3];
    for block in 1..=blocks {
        let header = (128 << 10) << 3 | 1 << 1 | u32::from(block == blocks);
        frame.extend(&header.to_le_bytes()[..3]);
        frame.push(0);
    }
    frame
}

/// A problem is in memory as a whole.
#[cfg(target_os = "linux")]
#[test]
fn a_problem_that_is_a_bomb_is_refused() {
    let said = within(200, &["cover", "--count"], gzip(vec![b'\n'; 20 << 20]));
    assert_eq!(said.0, Some(2), "{}", said.2);
    assert!(said.2.contains("unpacked it is more than 500 times as long"), "{}", said.2);
}

/// What can't be a problem is not read to its end, which may not come.
#[cfg(target_os = "linux")]
#[test]
fn what_begins_as_no_problem_is_refused_before_more_is_read() {
    let nul = ":1:1: expected UTF-8 text, found a NUL byte";
    for arguments in [
        &["cover", "/dev/zero"][..],
        &["cover", "--format", "matrix", "/dev/zero"],
        &["cover", "--format", "xmpuzzle", "--count", "/dev/zero"],
    ] {
        let said = within(120, arguments, "");
        assert_eq!(said.0, Some(2), "{}", said.2);
        assert!(said.2.contains(&format!("/dev/zero{nul}")), "{}", said.2);
    }
    let said = within(120, &["cover", "/dev/urandom"], "");
    assert!(said.2.contains(": expected UTF-8 text, found "), "{}", said.2);
    // Packed, too.
    let said = within(120, &["cover", "--count"], frame_of_zeros(23, 1600));
    assert!(said.2.contains(&format!("<stdin>{nul}")), "{}", said.2);
}

#[cfg(target_os = "linux")]
#[test]
fn bombs_are_unpacked_in_little_memory() {
    let member = gzip(vec![0; 16 << 20]);
    let text = format!("{PROPER}\n").repeat(10);
    // Zeros without an end of a line, more than there are addresses for; unpacking is slow without
    // optimisation.
    let times = if cfg!(debug_assertions) { 10 } else { 64 };
    let bombs = [frame_of_zeros(23, 128 * times), member.repeat(times)];
    for bomb in bombs {
        let said = within(120, &["verify"], bomb);
        assert_eq!(said.0, Some(2), "{}", said.2);
    }
    let said = within(120, &["verify"], [zstd(&text), frame_of_zeros(27, 1)].concat());
    assert_eq!(said.0, Some(2));
    assert!(
        said.2.contains("a zstd frame with a window of 128 MiB, more than 8 MiB"),
        "{}",
        said.2
    );
    assert!(said.2.contains("10 puzzles: 10 proper"), "{}", said.2);
}
