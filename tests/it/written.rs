//! Files that the program writes: what stays of old ones, and what is an input, too.
//!
//! Unix only: these tests use its signals, pipes and limits.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::Duration;

use wait_timeout::ChildExt;

use crate::support;
use crate::support::program::{self, Said, said, tourdion};

const PROPER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";

const BEGIN: &str = "<!-- techniques: from here on written by `tourdion explain --handbook` -->";
const END: &str = "<!-- techniques: end -->";

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file)
}

/// Runs the program with a page of techniques, for these puzzles in standard input.
fn handbook(page: &Path, puzzles: &str) -> Said {
    said(tourdion(["explain", "-q", "--handbook"]).arg(page).arg("-").write_stdin(puzzles))
}

/// The names of the files in a page's folder.
fn pictures(page: &Path) -> Vec<String> {
    let files = fs::read_dir(page.with_extension("")).unwrap();
    let mut names: Vec<_> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A limit of some kB for each file stands for the full disk.
#[test]
fn a_page_of_techniques_stays_where_a_new_one_has_no_room() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("mine.md");
    let old = format!("# Mine\n{BEGIN}\n{END}\n{}", "My own words.\n".repeat(1000));
    fs::write(&page, &old).unwrap();
    let mut shell = Command::new("sh");
    let script = "ulimit -f 8; exec \"$0\" explain --handbook \"$@\"";
    shell.args(["-c", script, program::PROGRAM]).args([&page, &data("inkala.txt")]);
    let output = shell.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = format!("tourdion: can't write {}: File too large", page.display());
    assert!(output.status.code() == Some(2) && said.starts_with(&expected), "{said}");
    assert_eq!(fs::read_to_string(&page).unwrap(), old);
}

#[test]
fn what_a_page_of_techniques_shows_no_more_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("mine.md");
    let techniques = fs::read_to_string(data("techniques.txt")).unwrap();
    let puzzles: Vec<&str> = techniques.lines().skip(1).take(3).collect();
    assert_eq!(handbook(&page, puzzles[0]).0, Some(0));
    let first = pictures(&page);
    let photograph = page.with_extension("").join("photograph.svg");
    fs::write(&photograph, "a photograph").unwrap();
    assert_eq!(handbook(&page, puzzles[2]).0, Some(0));
    let text = fs::read_to_string(&page).unwrap();
    let is_shown = |name: &String| text.contains(&format!("](mine/{name})"));
    assert!(!first.iter().all(is_shown), "{first:?}");
    let left = pictures(&page);
    assert!(left.iter().all(|name| is_shown(name) || name == "photograph.svg"), "{left:?}");
    let (code, _, stderr) = handbook(&page, puzzles[0]);
    assert_eq!(code, Some(0), "{stderr}");
    fs::remove_file(photograph).unwrap();
    assert_eq!(pictures(&page), first);
}

#[test]
fn a_page_of_techniques_names_its_pictures_by_addresses() {
    let folder = tempfile::tempdir().unwrap();
    for (name, address) in [
        ("my page (1)", "my%20page%20%281%29"),
        ("a\u{1b}[31m\u{202e}#?", "a%1B%5B31m%E2%80%AE%23%3F"),
        ("Männer-2_b.c", "Männer-2_b.c"),
    ] {
        let page = folder.path().join(format!("{name}.md"));
        for _again in 0..2 {
            let (code, _, stderr) = handbook(&page, PROPER);
            assert_eq!(code, Some(0), "{name:?}: {stderr}");
        }
        let text = fs::read_to_string(&page).unwrap();
        for picture in pictures(&page) {
            assert!(text.contains(&format!("]({address}/{picture})")), "{name:?}: {text}");
        }
    }
    for name in ["..md", "...md", ".md"] {
        let place = folder.path().join("place");
        fs::create_dir_all(&place).unwrap();
        let (code, _, stderr) = handbook(&place.join(name), PROPER);
        assert!(code == Some(2) && stderr.contains("expected FILE.md"), "{name}: {stderr}");
        assert_eq!(fs::read_dir(&place).unwrap().count(), 0, "{name}");
    }
}

/// A run that has received this text, and waits for more until its input is dropped.
fn begun(run: &mut Command, text: &str) -> (Child, ChildStdin) {
    run.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut run = run.spawn().unwrap();
    let mut stdin = run.stdin.take().unwrap();
    stdin.write_all(text.as_bytes()).unwrap();
    (run, stdin)
}

#[test]
fn no_page_of_techniques_comes_of_an_interrupted_run() {
    if !support::signals_arrive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("new/mine.md");
    let interrupted = || {
        let mut run = Command::new(program::PROGRAM);
        run.args(["explain", "-q", "--emit", "lines", "-", "--handbook"]).arg(&page);
        let (mut run, _stdin) = begun(&mut run, PROPER);
        BufReader::new(run.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        send("TERM", run.id());
        let output = run.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "no page is written\n");
    };
    interrupted();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no folder is left, either");
    fs::create_dir(folder.path().join("new")).unwrap();
    // A kill may leave it empty.
    fs::write(&page, "").unwrap();
    assert_eq!(handbook(&page, PROPER).0, Some(0));
    let whole = fs::read_to_string(&page).unwrap();
    interrupted();
    assert_eq!(fs::read_to_string(&page).unwrap(), whole);
}

#[test]
fn a_picture_of_an_interrupted_run_says_so() {
    if !support::signals_arrive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("b.svg");
    let interrupted = |by: &[&str], first: &str| {
        let mut run = Command::new(program::PROGRAM);
        run.args(["rate", "-q", "--rating", "b", "-", "--histogram"]).arg(&picture).args(by);
        let (mut run, _stdin) = begun(&mut run, first);
        let mut stderr = BufReader::new(run.stderr.take().unwrap());
        if first == PROPER {
            BufReader::new(run.stdout.as_mut().unwrap()).read_line(&mut String::new()).unwrap();
        } else {
            for _line in 0..2 {
                stderr.read_line(&mut String::new()).unwrap();
            }
        }
        send("TERM", run.id());
        assert_eq!(run.wait().unwrap().code(), Some(130));
        std::io::read_to_string(stderr).unwrap()
    };
    // Nothing is rated.
    let damaged = format!("{}\n", &PROPER[..80]).repeat(2);
    assert_eq!(interrupted(&[], &damaged), "no picture is drawn\n");
    assert!(!picture.exists());
    for by in [&[][..], &["--by", "clues"]] {
        let said = interrupted(by, PROPER);
        assert_eq!(said, "the picture ends after 1 puzzle\n");
        let drawn = fs::read_to_string(&picture).unwrap();
        assert!(drawn.contains("Interrupted after 1 puzzle."), "{drawn}");
    }
    let mut whole = tourdion(["rate", "-q", "--rating", "b", "-", "--histogram"]);
    assert_eq!(said(whole.arg(&picture).write_stdin(PROPER)).0, Some(0));
    assert!(!fs::read_to_string(&picture).unwrap().contains("Interrupted"));
}

#[test]
fn a_picture_stays_where_nothing_is_rated() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("b.svg");
    let draw = |input: &str| {
        let mut run = tourdion(["rate", "-q", "--rating", "b", "-", "--histogram"]);
        said(run.arg(&picture).write_stdin(input))
    };
    let [damaged, impossible] = [&PROPER[..80], &"1".repeat(81)];
    assert_eq!(draw(damaged).0, Some(2));
    assert!(!picture.exists());
    fs::write(&picture, "what was there").unwrap();
    for (input, code) in [(damaged, 2), (impossible, 1), ("", 1)] {
        let (exit, _, err) = draw(input);
        assert_eq!(exit, Some(code), "{err}");
        let end = "tourdion: no picture is drawn: there is no puzzle with a rating\n";
        assert!(err.ends_with(end), "{err}");
        assert_eq!(fs::read_to_string(&picture).unwrap(), "what was there");
    }
}

#[test]
fn no_booklet_comes_of_an_interrupted_run() {
    if !support::signals_arrive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("book.html");
    fs::write(&page, "what was there").unwrap();
    let mut run = Command::new(program::PROGRAM);
    run.args(["solve", "-q", "-", "--booklet"]).arg(&page);
    let impossible = "1".repeat(81);
    let (mut run, _stdin) = begun(&mut run, &format!("{PROPER}{impossible}\n"));
    let mut stderr = BufReader::new(run.stderr.take().unwrap());
    let mut first = String::new();
    stderr.read_line(&mut first).unwrap();
    assert!(first.contains("left out"), "{first}");
    send("TERM", run.id());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    assert_eq!(std::io::read_to_string(stderr).unwrap(), "no booklet is written\n");
    assert_eq!(fs::read_to_string(&page).unwrap(), "what was there");
}

/// An editor saves a page in two ways: into its file, or as a new one with its name.
#[test]
fn what_is_edited_around_the_techniques_meanwhile_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("mine.md");
    let around = |words: &str| format!("# {words}\n{BEGIN}\n{END}\n{words}\n");
    let edited = |save: &dyn Fn(&str)| {
        let mut run = Command::new(program::PROGRAM);
        run.args(["explain", "-q", "--emit", "lines", "-", "--handbook"]).arg(&page);
        let (mut run, stdin) = begun(&mut run, PROPER);
        BufReader::new(run.stdout.as_mut().unwrap()).read_line(&mut String::new()).unwrap();
        save(&around("Mine"));
        drop(stdin);
        assert_eq!(run.wait_with_output().unwrap().status.code(), Some(0));
        let text = fs::read_to_string(&page).unwrap();
        assert!(text.starts_with("# Mine\n") && text.ends_with("\nMine\n"), "{text}");
        assert!(text.contains("](mine/"), "{text}");
    };
    fs::write(&page, around("Old")).unwrap();
    edited(&|text| fs::write(&page, text).unwrap());
    edited(&|text| {
        let saved = folder.path().join("saved");
        fs::write(&saved, text).unwrap();
        fs::rename(&saved, &page).unwrap();
    });
}

#[test]
fn no_output_goes_onto_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let [puzzles, other] = ["x.svg", "other.svg"].map(|name| folder.path().join(name));
    fs::write(&puzzles, PROPER).unwrap();
    std::os::unix::fs::symlink(&puzzles, &other).unwrap();
    let problem = folder.path().join("toy.txt");
    let toy = fs::read_to_string(data("problems/toy.txt")).unwrap();
    fs::write(&problem, &toy).unwrap();
    for (words, file, input) in [
        (&["rate", "--histogram"][..], &other, &puzzles),
        (&["explain", "--picture"], &other, &puzzles),
        (&["compare", "--tree"], &puzzles, &other),
        (&["cover", "--proof"], &problem, &problem),
        (&["cover", "--write"], &problem, &problem),
    ] {
        let (code, _, stderr) = said(tourdion(words).arg("-").arg(input));
        assert!(
            code == Some(2) && stderr.starts_with("tourdion: can't write to `-`: "),
            "{stderr}"
        );
        let (code, _, stderr) = said(tourdion(words).arg(file).arg(input));
        let [file, input] = [file, input].map(|one| one.display());
        assert_eq!(stderr, format!("tourdion: can't write {file}: it is the input {input}\n"));
        assert_eq!(code, Some(2));
    }
    for (command, input) in [("verify", Some(&other)), ("solve", Some(&other)), ("canon", None)] {
        let mut run = Command::new(program::PROGRAM);
        run.args([command, "--emit", "csv"]).args(input);
        run.stdin(File::open(&puzzles).unwrap()).stderr(Stdio::piped());
        let mut run = run.stdout(File::options().append(true).open(&puzzles).unwrap()).spawn();
        let run = run.as_mut().unwrap();
        let status = run.wait_timeout(Duration::from_secs(2)).unwrap();
        let _ = run.kill();
        assert_eq!(status.expect("it ends").code(), Some(2));
        let mut stderr = String::new();
        BufReader::new(run.stderr.take().unwrap()).read_line(&mut stderr).unwrap();
        let input = input.map_or("<stdin>".into(), |input| input.display().to_string());
        let said = "can't write the results: standard output is the input";
        assert_eq!(stderr, format!("tourdion: {said} {input}\n"));
    }
    assert_eq!(fs::read_to_string(&puzzles).unwrap(), PROPER);
    assert_eq!(fs::read_to_string(&problem).unwrap(), toy);
}

#[test]
fn two_outputs_do_not_go_into_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = data("inkala.txt");
    for (words, name) in [
        (&["rate", "--histogram"][..], "x.svg"),
        (&["explain", "--html"], "x.html"),
        (&["solve", "--booklet"], "y.html"),
        (&["explain", "--handbook"], "x.md"),
    ] {
        let file = folder.path().join(name);
        let mut run = Command::new(program::PROGRAM);
        run.args(words).arg(&file).arg(&puzzles).stdout(File::create(&file).unwrap());
        let output = run.output().unwrap();
        let (said, file) = (String::from_utf8(output.stderr).unwrap(), file.display());
        let expected = format!("tourdion: can't write {file}: standard output goes there, too\n");
        assert_eq!((output.status.code(), said), (Some(2), expected), "{words:?}");
    }
}

#[test]
fn a_request_to_end_is_heard_while_a_pipe_has_no_reader() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.svg");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let puzzles = data("inkala.txt");
    let commands = [
        &["cover", "--make", "pentominoes:3x20", "--svg"][..],
        &["cover", "--make", "queens:3", "--proof"],
        &["compare", puzzles.to_str().unwrap(), "--tree"],
    ];
    let runs = commands.map(|words| {
        let mut run = Command::new(program::PROGRAM);
        run.args(words).arg(&pipe).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    });
    // They wait by then, or have not come so far.
    thread::sleep(Duration::from_millis(100));
    for (mut run, words) in runs.into_iter().zip(commands) {
        send("TERM", run.id());
        let status = run.wait_timeout(Duration::from_secs(2)).unwrap();
        let _ = run.kill();
        assert!(status.is_some_and(|status| !status.success()), "{words:?}");
    }
}

fn send(signal: &str, process: u32) {
    let mut kill = Command::new("kill");
    assert!(kill.args(["-s", signal, &process.to_string()]).status().unwrap().success());
}
