//! Runs what a document shows: each `console` block of a Markdown file, command by command, in a shell.
//!
//! ```text
//!      $ tourdion cover data/toy.txt        a command, with pipes and files as a shell has them
//!      c e                                  what it prints, on both streams, in the order in which it appears
//!      ...                                  any lines
//! ```
//!
//! All blocks of a document run one after another in one new folder, in which `data` is a copy of the project's; so
//! they read what comes along, and write nothing of the project's. A command that shows no output must succeed. What
//! differs from run to run is not compared: times, rates, and the numbers after a `^C`, which stands for an interrupt
//! half a second after the start. Blanks count as one.
//!
//! Deliberately lacking: `cargo`. What the README has cargo do, `.ci/run` does, in an empty folder.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A command of a document, and what it prints there.
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
}

/// Runs all that the document shows. Panics at the first command that does otherwise, with its line.
pub(crate) fn run(document: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(document)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&root.join("data"), &folder.path().join("data"));
    let commands = shown(&text);
    assert!(!commands.is_empty(), "{document} shows no command");
    for shown in commands.iter().filter(|shown| !shown.command.starts_with("cargo ")) {
        let place = format!("{document}:{}: {}", shown.line, shown.command);
        if let Some(absent) = absent(&shown.command, folder.path()) {
            super::lacks(&absent);
            continue;
        }
        let (is_well, printed) = printed(shown, folder.path());
        if shown.output.is_empty() {
            assert!(is_well, "{place}\n{printed}");
            continue;
        }
        let printed: Vec<String> = elided(&printed.lines().map(str::to_owned).collect::<Vec<_>>());
        let expected = elided(&shown.output);
        let is_like = is_like(&expected, &printed);
        assert!(is_like, "{place}\nshown:\n{}\nprinted:\n{}", expected.join("\n"), printed.join("\n"));
    }
}

/// The commands of all `console` blocks.
fn shown(text: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut is_console = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            is_console = !is_console && line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) {
            commands.push(Shown { line: number + 1, command: command.to_owned(), output: Vec::new() });
        } else if is_console {
            let shown = commands.last_mut().expect("a block begins with a command");
            shown.output.push(line.to_owned());
        }
    }
    commands
}

/// Runs a command; whether it succeeded, and what it printed.
fn printed(shown: &Shown, folder: &Path) -> (bool, String) {
    let program = assert_cmd::cargo::cargo_bin!("tourdion");
    let path = std::env::join_paths(
        [program.parent().unwrap().to_path_buf()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let is_interrupted = shown.output.iter().any(|line| line == "^C");
    // `exec` leaves one process to interrupt.
    let script = format!("exec 2>&1\n{}{}", if is_interrupted { "exec " } else { "" }, shown.command);
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).current_dir(folder).env("PATH", path.unwrap()).env("COLUMNS", "100");
    let mut child = shell.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    if is_interrupted {
        std::thread::sleep(Duration::from_millis(500));
        let mut kill = Command::new("kill");
        assert!(kill.args(["-s", "INT", &child.id().to_string()]).status().unwrap().success());
    }
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let status = child.wait().unwrap();
    (status.success(), if is_interrupted { format!("^C\n{text}") } else { text })
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
                words[k - 1] = String::from("#");
            }
            if words[k].starts_with(|first: char| first.is_ascii_digit()) {
                if let Some((_, unit)) = words[k].split_once("/s") {
                    words[k] = format!("#/s{unit}");
                } else if words.get(k + 1).is_some_and(|next| next.ends_with("/s")) || is_interrupted {
                    words[k] = String::from("#");
                }
            }
        }
        words.join(" ")
    });
    elided.collect()
}

/// Whether the lines are those that are shown, where `...` stands for any.
fn is_like(shown: &[String], printed: &[String]) -> bool {
    match shown {
        [] => printed.is_empty(),
        [any, rest @ ..] if any == "..." => (0..=printed.len()).any(|k| is_like(rest, &printed[k..])),
        [line, rest @ ..] => printed.first() == Some(line) && is_like(rest, &printed[1..]),
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
    assert!(is_like(&shown, &lines("2 puzzles: 1 proper; 1.25 s, 1,763/s\na\nb\nlast")));
    assert!(!is_like(&shown, &lines("2 puzzles: 2 proper; 0.00 s, 763/s\nlast")));
    assert!(!is_like(&shown, &lines("2 puzzles: 1 proper; 0.00 s, 763/s")));
    assert!(!is_like(&shown, &lines("2 puzzles: 1 proper; 0.00 s, 763/s\nlast\nmore")));
}
