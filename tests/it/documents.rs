//! README.md, docs/ and the help show the program's real output. Documents with long commands are
//! in `tests/long`.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::document;
use crate::support::program::PROGRAM;

#[test]
fn the_readme() {
    document::run("README.md");
}

#[test]
fn docs_guide() {
    document::run_as("docs/guide.md", of_few);
}

/// The command with a tenth of the catalogue that it explains; `tests/long` takes all of it.
fn of_few(command: &str) -> String {
    if !command.starts_with("tourdion explain") || !command.contains("data/first.txt") {
        return command.to_owned();
    }
    format!("head -n 100 data/first.txt | {}", command.replace("data/first.txt", "-"))
}

#[test]
fn the_picture_of_the_readme_is_what_is_drawn() {
    is_drawn("packing.svg", &["cover", "--make", "pentominoes:10x6", "--svg"]);
}

#[test]
fn the_picture_of_ratings_is_what_is_drawn() {
    let first = concat!(env!("CARGO_MANIFEST_DIR"), "/data/first.txt");
    is_drawn("ratings.svg", &["rate", "-q", "--rating", "te,b", first, "--histogram"]);
}

#[test]
fn the_picture_of_ratings_by_clues_is_what_is_drawn() {
    let first = concat!(env!("CARGO_MANIFEST_DIR"), "/data/first.txt");
    let by = ["rate", "-q", "--rating", "te,b", first, "--by", "clues", "--histogram"];
    is_drawn("clues.svg", &by);
}

#[test]
fn the_picture_of_a_braid_is_what_is_drawn() {
    let puzzle =
        "..2..4.6..7...5..3.9.7..8..9..8..7...8.....9.3....2..........862.1.4....4.....1..";
    let step = ["explain", puzzle, "--only", "forcing nets", "--step", "11", "--picture"];
    is_drawn("braid.svg", &step);
}

#[test]
fn the_page_of_techniques_is_what_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let [page, shown] = [folder.path(), &root.join("docs")].map(|one| one.join("techniques.md"));
    fs::copy(&shown, &page).unwrap();
    let mut program = Command::new(PROGRAM);
    program.args(["explain", "-q", "--handbook"]).args([&page, &root.join("data/techniques.txt")]);
    assert!(program.stdout(Stdio::null()).status().unwrap().success());
    assert_eq!(fs::read_to_string(&page).unwrap(), fs::read_to_string(&shown).unwrap());
    let pictures = |page: &Path| {
        let files = fs::read_dir(page.with_extension("")).unwrap().map(|file| file.unwrap());
        let files = files.map(|file| {
            (file.file_name(), fs::read_to_string(file.path()).expect("a picture is text"))
        });
        files.collect::<std::collections::BTreeMap<_, _>>()
    };
    let [written, shown] = [pictures(&page), pictures(&shown)];
    assert!(written.len() > 30 && written == shown, "the pictures are others");
}

#[test]
fn a_page_of_techniques_spares_pictures_that_are_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("mine.md");
    let picture = folder.path().join("mine/x-wing.svg");
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/inkala.txt");
    let write = || {
        let mut program = Command::new(PROGRAM);
        program.args(["explain", "-q", "--handbook"]).args([&page, &puzzles]);
        let output = program.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    fs::create_dir(picture.parent().unwrap()).unwrap();
    fs::write(&picture, "a photograph").unwrap();
    let complaint = format!("{} is there, and is no picture of", picture.display());
    let (code, said) = write();
    assert!(code == Some(2) && said.contains(&complaint), "{said}");
    assert_eq!(fs::read_to_string(&picture).unwrap(), "a photograph");
    assert!(!page.exists());
    fs::remove_file(&picture).unwrap();
    // Its own pictures are written again.
    assert_eq!([write().0, write().0], [Some(0); 2]);
}

/// Whether a picture of `docs/` is what a command draws into the file that is its last argument.
fn is_drawn(name: &str, command: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join(name);
    let mut program = Command::new(PROGRAM);
    program.args(command).arg(&picture);
    assert!(program.stdout(Stdio::null()).status().unwrap().success());
    let shown = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    assert_eq!(fs::read_to_string(picture).unwrap(), fs::read_to_string(shown).unwrap());
}

#[test]
fn docs_dancing() {
    document::run("docs/dancing.md");
}

#[test]
fn docs_canonical() {
    document::run("docs/canonical.md");
}

#[test]
fn every_document_with_commands_is_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = ["it", "long"].map(|tests| {
        fs::read_to_string(root.join("tests").join(tests).join("documents.rs")).unwrap()
    });
    let documents = fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|file| format!("docs/{}", file.unwrap().file_name().into_string().unwrap()));
    let mut run = 0;
    for document in documents.chain(["README.md".into(), "CONTRIBUTING.md".into()]) {
        let text = fs::read(root.join(&document)).unwrap_or_default();
        if String::from_utf8_lossy(&text).contains("```console") {
            let call = [format!("run(\"{document}\""), format!("run_as(\"{document}\"")];
            let is_run = call.iter().any(|call| tests.iter().any(|test| test.contains(call)));
            assert!(is_run, "no test runs {document}");
            run += 1;
        }
    }
    assert!(run > 8, "documents are not found");
}

#[test]
fn docs_data() {
    document::run("docs/data.md");
}

#[test]
fn docs_rating() {
    document::run("docs/rating.md");
}

#[test]
fn docs_logic() {
    document::run("docs/logic.md");
}

#[test]
fn docs_exact_cover() {
    document::run("docs/exact-cover.md");
}

/// A folder with the files that the examples of the help name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let read = |name: &str| fs::read_to_string(data.join(name)).unwrap();
    let first = |puzzles: usize| {
        read("first.txt").lines().skip(1).take(puzzles).collect::<Vec<_>>().join("\n")
    };
    for (name, text) in [
        ("puzzle.txt", first(1)),
        ("four.txt", first(4)),
        ("puzzles.txt", first(10)),
        ("pseudo.txt", read("faulty.txt").lines().nth(2).unwrap().to_owned()),
        ("sudoku.csv", read("forms/table.csv").replacen("puzzle", "quizzes", 1)),
        ("answers.csv", read("answers.csv").lines().take(3).collect::<Vec<_>>().join("\n")),
        ("big.txt", "0123456789ABCDEF".repeat(16)),
        (
            "problem.txt",
            "a b c d e f g\nc e |1\na d g |2\nb c f |1\na d f |3\nb g |1\nd e g |2\nc |1\ne |1\n"
                .into(),
        ),
        ("forum.txt", "123456789".repeat(81)),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for name in ["puzzles.gz", "puzzles.txt.gz"] {
        fs::copy(data.join("forms/seeds.txt.gz"), folder.path().join(name)).unwrap();
    }
    folder
}

/// The examples of a command's help, without what is said of them: that stands behind two blanks,
/// or on lines of its own that begin with more. The program's own help is that of no command.
fn examples(command: Option<&str>) -> Vec<String> {
    let mut help = Command::new(PROGRAM);
    let help = help.args(command).arg("--help").env("COLUMNS", "300").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines =
        lines.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let commands = lines.filter(|line| !line.starts_with(' '));
    commands.map(|line| line.split("  ").next().unwrap().to_owned()).collect()
}

#[test]
fn the_examples_of_the_help() {
    let commands = [
        "verify", "solve", "canon", "filter", "morph", "tour", "generate", "minimize", "compare",
        "explain", "rate", "cover",
    ];
    for command in [None].into_iter().chain(commands.map(Some)) {
        let (folder, examples) = (folder(), examples(command));
        assert!(examples.len() > 2, "{command:?}: {examples:?}");
        for example in examples {
            let mut shell = Command::new("sh");
            // The next example may resume this one: its state has to be there by then.
            let seconds = if example.contains("--state") { 1.0 } else { 0.1 };
            let function = format!("tourdion() {{ timeout -s INT {seconds} {PROGRAM} \"$@\"; }}\n");
            shell.arg("-c").arg(format!("{function}{example}")).current_dir(folder.path());
            let shell = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
            let output = shell.spawn().unwrap().wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            // 1 is an answer, 124 an interrupt of what takes long; anything else is no example.
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 1 | 124)), "{example}: {code:?}\n{said}");
        }
    }
}
