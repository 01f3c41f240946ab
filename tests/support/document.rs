//! Runs the blocks of commands of a document, command by command, in a shell.
//!
//! ```text
//!      $ tourdion cover data/toy.txt     a command, with pipes and files as a shell has them
//!      ? 0                               its exit code, in a golden
//!      c e                               its output, on both streams, in order of appearance
//!      ...                               any lines; in a golden `[..]` is any text in a line
//! ```
//!
//! The `console` blocks of a *document* for users run one after another in one new folder, in which
//! `data` is a copy of the project's; so they read the project's data, and write nothing in the
//! project. A command without shown output must succeed. Values that differ from run to run are not
//! compared: times and their units, rates, of how many passes a time is the least, and the numbers
//! after a `^C`, which stands for an interrupt half a second after the start. Blanks count as one.
//!
//! A *golden* is exact: every block, character and exit code counts; a code not shown is 0. Its
//! commands run in the project's folder. With `GOLDENS=overwrite` differing blocks are rewritten,
//! for review.
//!
//! Deliberately lacking: `cargo`. `.ci/run` runs the README's cargo commands, in an empty folder.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::program::PROGRAM;

/// A command of a document, how it ends and what it prints there.
struct Shown {
    line: usize,
    command: String,
    code: Option<i32>,
    output: Vec<String>,
}

impl Shown {
    /// Whether a `^C` is among what it prints.
    fn is_interrupted(&self) -> bool {
        self.output.iter().any(|line| line == "^C")
    }
}

/// Runs all that the document shows. Panics at the first command that does otherwise, with its
/// line.
pub(crate) fn run(document: &str) {
    run_as(document, str::to_owned);
}

/// Runs the document's commands as `change` writes them.
pub(crate) fn run_as(document: &str, change: fn(&str) -> String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(document)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&root.join("data"), &folder.path().join("data"));
    let commands = shown(&text, "```console");
    assert!(!commands.is_empty(), "{document} shows no command");
    for mut shown in commands.into_iter().filter(|shown| !shown.command.starts_with("cargo ")) {
        let place = format!("{document}:{}: {}", shown.line, shown.command);
        shown.command = change(&shown.command);
        if let Some(absent) = absent(&shown.command, folder.path()) {
            super::lacks(&absent);
            continue;
        }
        if shown.is_interrupted() && !super::signals_arrive() {
            // It comes to its end, since later commands use what it leaves.
            shown.output = vec!["...".into()];
        }
        let (code, printed) = printed(&shown, folder.path());
        if shown.output.is_empty() {
            assert_eq!(code, Some(0), "{place}\n{printed}");
            continue;
        }
        let printed: Vec<String> = elided(&printed.lines().map(str::to_owned).collect::<Vec<_>>());
        let expected = elided(&shown.output);
        let is_like = is_like(&expected, &printed, &str::eq);
        assert!(
            is_like,
            "{place}\nshown:\n{}\nprinted:\n{}",
            expected.join("\n"),
            printed.join("\n")
        );
    }
}

/// Runs all that the golden shows. Panics with what differs.
pub(crate) fn run_golden(golden: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(golden).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut faults = String::new();
    // From the last to the first, so that what is written anew shifts nothing that is still to
    // come.
    for shown in shown(&text, "```").iter().rev() {
        let (code, printed) = printed(shown, root);
        let (expected, found) = (without_end(&shown.output), without_end(&lines_of(&printed)));
        let is_same =
            code == Some(shown.code.unwrap_or(0)) && is_like(&expected, &found, &is_like_line);
        if !is_same {
            let place = format!("{}:{}: {}", golden.display(), shown.line, shown.command);
            faults = format!(
                "{place}\nshown:\n{}\nprinted, with {code:?}:\n{printed}\n{faults}",
                expected.join("\n")
            );
            let first = shown.line;
            let last = first + shown.output.len() + usize::from(shown.code.is_some());
            let code = code.filter(|&code| code != 0).map(|code| format!("? {code}"));
            lines.splice(first..last, code.into_iter().chain(found).chain([String::new()]));
        }
    }
    if std::env::var_os("GOLDENS").is_some_and(|wish| wish == "overwrite") {
        fs::write(golden, lines.join("\n") + "\n").unwrap();
    } else {
        assert!(faults.is_empty(), "{faults}");
    }
}

fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// The lines without blank ones at the end.
fn without_end(lines: &[String]) -> Vec<String> {
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    lines[..end].to_vec()
}

/// Whether a line is the one that is shown, where `[..]` stands for any text.
fn is_like_line(shown: &str, printed: &str) -> bool {
    match shown.split_once("[..]") {
        None => shown == printed,
        Some((before, after)) => printed.strip_prefix(before).is_some_and(|rest| {
            let mut ends = rest.char_indices().map(|(end, _)| end).chain([rest.len()]);
            ends.any(|end| is_like_line(after, &rest[end..]))
        }),
    }
}

/// The commands of all blocks that begin with a line that is `fence`.
fn shown(text: &str, fence: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut is_block = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            is_block = !is_block && line == fence;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_block) {
            let command = command.to_owned();
            commands.push(Shown { line: number + 1, command, code: None, output: Vec::new() });
        } else if is_block {
            let shown = commands.last_mut().expect("a block begins with a command");
            match line
                .strip_prefix("? ")
                .filter(|_| shown.output.is_empty() && shown.code.is_none())
            {
                Some(code) => shown.code = Some(code.parse().expect("a code after ?")),
                None => shown.output.push(line.to_owned()),
            }
        }
    }
    commands
}

/// Runs a command; its code, and what it printed.
fn printed(shown: &Shown, folder: &Path) -> (Option<i32>, String) {
    let program = Path::new(PROGRAM);
    let path = std::env::join_paths(
        [program.parent().unwrap().to_path_buf()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let is_interrupted = shown.is_interrupted();
    // `exec` leaves one process to interrupt.
    let script =
        format!("exec 2>&1\n{}{}", if is_interrupted { "exec " } else { "" }, shown.command);
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(script)
        .current_dir(folder)
        .env("PATH", path.unwrap())
        .env("COLUMNS", "100");
    let mut child = shell.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    if is_interrupted {
        std::thread::sleep(Duration::from_millis(500));
        let mut kill = Command::new("kill");
        assert!(kill.args(["-s", "INT", &child.id().to_string()]).status().unwrap().success());
    }
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let status = child.wait().unwrap();
    (status.code(), if is_interrupted { format!("^C\n{text}") } else { text })
}

/// The large catalogue that the command names, if it is not there.
fn absent(command: &str, folder: &Path) -> Option<String> {
    let catalogues = std::env::var_os("TOURDION_CATALOGUES").unwrap_or_default();
    ["seventeen.txt", "hardest.txt", "top95.txt"].into_iter().find_map(|name| {
        let is_named = command.split_whitespace().any(|word| word == name);
        let there = Path::new(&catalogues).join(name);
        (is_named && fs::copy(there, folder.join(name)).is_err()).then(|| name.to_owned())
    })
}

/// The lines without what differs from run to run, and with one blank between two words.
fn elided(lines: &[String]) -> Vec<String> {
    let mut is_interrupted = false;
    let elided = lines.iter().map(|line| {
        is_interrupted |= line == "^C";
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        for k in 0..words.len() {
            let unit = words[k].trim_end_matches([',', ';', '.', ')']);
            if k > 0 && ["s", "ms", "us", "µs", "min", "h"].contains(&unit) {
                // A slow machine takes minutes where another one takes seconds.
                words[k] = words[k].replacen(unit, "s", 1);
                words[k - 1] = String::from("#");
            }
            if words[..k].ends_with(&["least".into(), "of".into()]) {
                words[k] = String::from("#"); // as many passes as the time is enough for
            }
            if words[k].starts_with(|first: char| first.is_ascii_digit()) {
                if let Some((_, unit)) = words[k].split_once("/s") {
                    words[k] = format!("#/s{unit}");
                } else if words.get(k + 1).is_some_and(|next| next.ends_with("/s"))
                    || is_interrupted
                {
                    words[k] = String::from("#");
                }
            }
        }
        words.join(" ")
    });
    elided.collect()
}

/// Whether the lines are those that are shown, each one as `is_like_line` says; `...` stands for
/// any lines.
fn is_like(
    shown: &[String],
    printed: &[String],
    is_like_line: &dyn Fn(&str, &str) -> bool,
) -> bool {
    match shown {
        [] => printed.is_empty(),
        [any, rest @ ..] if any == "..." => {
            (0..=printed.len()).any(|k| is_like(rest, &printed[k..], is_like_line))
        }
        [line, rest @ ..] => {
            printed.first().is_some_and(|printed| is_like_line(line, printed))
                && is_like(rest, &printed[1..], is_like_line)
        }
    }
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn a_document_that_lies_is_found() {
    let lines = |text: &str| elided(&text.lines().map(str::to_owned).collect::<Vec<_>>());
    let shown = lines("2 puzzles: 1 proper; 0.00 s, 763/s\n...\nlast");
    assert!(is_like(&shown, &lines("2 puzzles: 1 proper; 1.25 s, 1,763/s\na\nb\nlast"), &str::eq));
    assert!(is_like(&shown, &lines("2 puzzles: 1 proper; 1.3 min, 3/s\nlast"), &str::eq));
    assert!(!is_like(&shown, &lines("2 puzzles: 2 proper; 0.00 s, 763/s\nlast"), &str::eq));
    assert!(!is_like(&shown, &lines("2 puzzles: 1 proper; 0.00 s, 763/s"), &str::eq));
    assert!(!is_like(&shown, &lines("2 puzzles: 1 proper; 0.00 s, 763/s\nlast\nmore"), &str::eq));
}

#[test]
fn a_golden_that_lies_is_found() {
    assert!(is_like_line("[..] puzzles; [..] s", "2 puzzles; 0.01 s"));
    assert!(is_like_line("é[..]", "é"));
    assert!(!is_like_line("[..] puzzles; [..] s", "2 puzzles; 0.01 ms "));
    assert!(!is_like_line("2 puzzles", "2 puzzles "));
    let golden = tempfile::NamedTempFile::new().unwrap();
    for (text, is_true) in [
        ("```\n$ echo a; exit 3\n? 3\na\n\n$ echo b\n...\n```\n", true),
        ("```\n$ echo a; exit 3\na\n```\n", false),
        ("```\n$ echo a\nb\n```\n", false),
        ("```\n$ echo a\n```\n", false),
    ] {
        fs::write(golden.path(), text).unwrap();
        let run = std::panic::catch_unwind(|| run_golden(golden.path()));
        assert_eq!(run.is_ok(), is_true, "{text}");
    }
}
