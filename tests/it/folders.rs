//! Folders with the state of tours and searches: foreign files survive, and damage is reported.
//!
//! Unix only: some tests use its links.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::support::killed::{EASY, catalogue, lines};
use crate::support::program::{self, Said, run};

mod sets;

/// What is in a folder: of each file the bytes, of each link where it leads.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            let content = if kind.is_symlink() {
                fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
            } else if kind.is_dir() {
                folders.push(path.clone());
                b"a folder".to_vec()
            } else {
                fs::read(&path).unwrap()
            };
            found.insert(path, content);
        }
    }
    found
}

/// The ways in which state is kept: the arguments for a folder that has none, and the command.
fn ways(catalogue: &Path) -> [(Vec<String>, &'static str); 2] {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    [
        (words(&["tour", "{-1+0}", catalogue.to_str().unwrap(), "--state"]), "tour"),
        (words(&["cover", "--all", "--make", "queens:6", "--state"]), "cover"),
    ]
}

/// The text of the marker of a folder that keeps this.
fn marker(noun: &str) -> String {
    let version = if noun == "tour" { 8 } else { 3 };
    format!("tourdion {noun} state {version}\n")
}

/// Runs a way with the folder.
fn begin(way: &[String], folder: &Path) -> Said {
    let mut words: Vec<&str> = way.iter().map(String::as_str).collect();
    words.push(folder.to_str().unwrap());
    run(&words, "")
}

/// Something in a folder that is not of the program, or not of this version of it.
#[derive(Clone, Copy, Debug)]
enum Foreign {
    Folder,
    File(&'static str),
    /// To a file outside.
    Link,
    /// To an empty file outside.
    LinkToNothing,
}

/// What is in a folder: the noun of the marker, if it has one; a name, and what stands for it.
const FOREIGN: &[(Option<&str>, &str, Foreign)] = &[
    (None, "set-of-photos", Foreign::Folder),
    (None, "set-0", Foreign::Folder),
    (None, "finished", Foreign::Folder),
    (None, "finished", Foreign::File("a letter")),
    (None, "problem.txt", Foreign::File("a letter")),
    (None, "problem.txt", Foreign::Link),
    (None, "parameters.json.tmp", Foreign::File("a letter")),
    (None, "parameters.json", Foreign::File("a letter")),
    (None, "lock", Foreign::File("")),
    (None, "tourdion-state", Foreign::File("a letter")),
    (None, "tourdion-state", Foreign::File("tourdion tour state 9\n")),
    (None, "tourdion-state", Foreign::Link),
    (None, "tourdion-state", Foreign::LinkToNothing),
    (None, "tourdion-state", Foreign::Folder),
    (Some("tour"), "set-of-photos", Foreign::Folder),
    (Some("tour"), "set-0.run-1", Foreign::Folder),
    (Some("tour"), "set-0.rank-run-1", Foreign::Folder),
    (Some("tour"), "finished", Foreign::Folder),
    (Some("tour"), "finished", Foreign::Link),
    (Some("tour"), "parameters.json", Foreign::Link),
    (Some("search"), "problem.txt", Foreign::Link),
    (Some("search"), "parameters.json.tmp", Foreign::Link),
    (Some("search"), "letter.txt", Foreign::File("a letter")),
];

#[test]
fn what_is_not_ours_survives() {
    let (place, catalogue) = catalogue();
    let (outside, nothing) = (place.path().join("outside"), place.path().join("nothing"));
    fs::write(&outside, "a diary").unwrap();
    fs::write(&nothing, "").unwrap();
    for (k, (noun, name, foreign)) in FOREIGN.iter().enumerate() {
        let folder = place.path().join(format!("folder-{k}"));
        fs::create_dir(&folder).unwrap();
        if let Some(noun) = noun {
            fs::write(folder.join("tourdion-state"), marker(noun)).unwrap();
        }
        let path = folder.join(name);
        match foreign {
            Foreign::Folder => {
                fs::create_dir(&path).unwrap();
                fs::write(path.join("photo.jpg"), "a photo").unwrap();
            }
            Foreign::File(text) => fs::write(&path, text).unwrap(),
            Foreign::Link => symlink(&outside, &path).unwrap(),
            Foreign::LinkToNothing => symlink(&nothing, &path).unwrap(),
        }
        let before = snapshot(place.path());
        for (way, command) in ways(&catalogue) {
            let resumed = run(&[command, "--resume", folder.to_str().unwrap()], "");
            for (code, stdout, stderr) in [begin(&way, &folder), resumed] {
                assert_eq!(
                    (code, &*stdout),
                    (Some(2), ""),
                    "{command}: {name}, {foreign:?}: {stderr}"
                );
                assert_eq!(stderr.lines().count(), 1, "{command}: {name}, {foreign:?}: {stderr}");
            }
            assert!(snapshot(place.path()) == before, "{command}: {name}, {foreign:?}");
        }
    }
}

#[test]
fn an_empty_folder_and_what_a_kill_left_are_taken() {
    let (place, catalogue) = catalogue();
    for (k, (way, command)) in ways(&catalogue).into_iter().enumerate() {
        let text = marker(if command == "tour" { "tour" } else { "search" });
        for (torn, leftover) in
            [(None, None), (Some(0), None), (Some(9), None), (Some(text.len()), Some("finished"))]
        {
            let folder = place.path().join(format!("folder-{k}-{torn:?}"));
            fs::create_dir(&folder).unwrap();
            if let Some(torn) = torn {
                fs::write(folder.join("tourdion-state"), &text[..torn]).unwrap();
            }
            if let Some(leftover) = leftover {
                fs::write(folder.join(leftover), "half").unwrap();
                fs::write(folder.join("parameters.json.tmp"), "half").unwrap();
            }
            let (code, stdout, stderr) = begin(&way, &folder);
            assert_eq!(code, Some(0), "{command}: {stderr}");
            let (code, again, stderr) = run(&[command, "--resume", folder.to_str().unwrap()], "");
            assert_eq!((code, again.is_empty()), (Some(0), false), "{stderr}");
            assert_eq!(again.len(), stdout.len(), "a resumed one reports all again");
            assert_eq!(fs::read_to_string(folder.join("tourdion-state")).unwrap(), text);
            assert!(!folder.join("parameters.json.tmp").exists());
        }
    }
}

#[test]
fn what_lies_beside_our_files_survives_the_work() {
    let (place, catalogue) = catalogue();
    let outside = place.path().join("outside");
    fs::write(&outside, "a diary").unwrap();
    for (k, (way, command)) in ways(&catalogue).into_iter().enumerate() {
        let folder = place.path().join(format!("folder-{k}"));
        let (code, whole, stderr) = begin(&way, &folder);
        assert_eq!(code, Some(0), "{stderr}");
        fs::create_dir(folder.join("set-of-photos")).unwrap();
        fs::write(folder.join("set-of-photos/photo.jpg"), "a photo").unwrap();
        fs::write(folder.join("set-7.notes"), "a letter").unwrap();
        symlink(&outside, folder.join("diary")).unwrap();
        let before = snapshot(place.path());
        let (code, again, stderr) = run(&[command, "--resume", folder.to_str().unwrap()], "");
        assert_eq!((code, again.len()), (Some(0), whole.len()), "{stderr}");
        let after = snapshot(place.path());
        for name in ["set-of-photos/photo.jpg", "set-7.notes", "diary"] {
            assert_eq!(after.get(&folder.join(name)), before.get(&folder.join(name)), "{name}");
        }
        assert_eq!(fs::read_to_string(&outside).unwrap(), "a diary");
        // The results are written anew where they are not there; a link in their place, or in their
        // draft's, is not followed.
        if command == "tour" {
            for name in ["results.txt.tmp", "results.txt"] {
                let _ = fs::remove_file(folder.join("results.txt"));
                symlink(&outside, folder.join(name)).unwrap();
                let (code, _, stderr) = run(&[command, "--resume", folder.to_str().unwrap()], "");
                assert_eq!(code, Some(2), "{stderr}");
                assert!(stderr.contains(&format!("{name}: not a plain file")), "{stderr}");
                assert_eq!(fs::read_to_string(&outside).unwrap(), "a diary");
                fs::remove_file(folder.join(name)).unwrap();
            }
        }
    }
}

#[test]
fn an_older_versions_folder_is_refused_in_plain_words() {
    let (place, catalogue) = catalogue();
    let unmarked = |form: &str| {
        let parameters = format!("{{\n  \"format\": \"{form}\"\n}}\n");
        vec![("parameters.json", parameters), ("lock", String::new())]
    };
    let marked = |text: &str| {
        let parameters = "{\"checksum\":\"\",\"content\":{}}\n".to_owned();
        vec![("tourdion-state", text.to_owned()), ("parameters.json", parameters)]
    };
    for (k, (command, version, needed, files)) in [
        ("tour", "tour state 1", "tour state 8", unmarked("tourdion tour parameters 1")),
        ("cover", "search state 1", "search state 3", unmarked("tourdion cover parameters 1")),
        ("tour", "tour state 2", "tour state 8", marked("tourdion tour state 2\n")),
        ("tour", "tour state 6", "tour state 8", marked("tourdion tour state 6\n")),
        ("cover", "search state 2", "search state 3", marked("tourdion search state 2\n")),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = place.path().join(k.to_string());
        fs::create_dir(&folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        let before = snapshot(&folder);
        let (code, stdout, stderr) = run(&[command, "--resume", folder.to_str().unwrap()], "");
        assert_eq!((code, &*stdout), (Some(2), ""));
        let said = format!("it keeps the {version}, and this needs the {needed}: ");
        assert!(stderr.contains(&said), "{stderr}");
        let (way, _) = ways(&catalogue).into_iter().find(|(_, of)| *of == command).unwrap();
        assert_eq!(begin(&way, &folder).0, Some(2), "nothing is begun there either");
        assert!(snapshot(&folder) == before);
    }
}

#[test]
fn a_file_that_is_missing_is_said_before_anything_is_made() {
    let (place, catalogue) = catalogue();
    let (catalogue, state) = (catalogue.to_str().unwrap(), place.path().join("state"));
    let missing = place.path().join("missing.txt");
    let (missing, name) = (missing.to_str().unwrap(), state.to_str().unwrap());
    let directory = place.path().to_str().unwrap();
    for (arguments, why) in [
        (&["tour", "{-1+0}", missing][..], "missing.txt: can't be opened"),
        (&["tour", "{-1+0}", catalogue, missing], "missing.txt: can't be opened"),
        (&["tour", "{-1+0}", catalogue, "--exclude", missing], "missing.txt: can't be opened"),
        (&["tour", "{-1+0}", catalogue, "--exclude", directory], "is a directory"),
        (&["cover", "--all", missing], "missing.txt: can't be opened"),
    ] {
        for arguments in [arguments.to_vec(), [arguments, &["--state", name]].concat()] {
            let (code, stdout, stderr) = run(&arguments, "");
            assert_eq!((code, &*stdout), (Some(2), ""), "{arguments:?}: {stderr}");
            assert!(stderr.contains(why), "{arguments:?}: {stderr}");
            assert!(!state.exists(), "{arguments:?}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_to_its_end_is_said_before_the_work() {
    let (place, catalogue) = catalogue();
    let torn = place.path().join("torn.txt.gz");
    // The beginning of a packed file.
    let whole =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/forms/seeds.txt.gz")).unwrap();
    fs::write(&torn, &whole[..whole.len() / 2]).unwrap();
    let (code, stdout, stderr) = run(
        &["tour", "{-1+0}", catalogue.to_str().unwrap(), "--exclude", torn.to_str().unwrap()],
        "",
    );
    assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
    assert!(stderr.contains("torn.txt.gz"), "{stderr}");
}

#[test]
fn what_was_left_out_at_the_beginning_is_not_forgotten() {
    let (place, _) = catalogue();
    for (line, code) in [
        ("no puzzle at all, but a line\n", 2),
        ("11.......\n", 2),
        (&*format!("11{}\n", ".".repeat(79)), 1),
    ] {
        let catalogue = place.path().join("mixed.txt");
        fs::write(&catalogue, format!("{EASY}{line}")).unwrap();
        let state = place.path().join(format!("state-{}", line.len()));
        let (state, catalogue) = (state.to_str().unwrap(), catalogue.to_str().unwrap());
        let (begun, whole, stderr) = run(&["tour", "{-1+0}", catalogue, "--state", state], "");
        assert_eq!(begun, Some(code), "{stderr}");
        let (resumed, again, stderr) = run(&["tour", "--resume", state], "");
        assert_eq!(
            (resumed, lines(again.as_bytes())),
            (Some(code), lines(whole.as_bytes())),
            "{stderr}"
        );
        assert!(
            stderr.starts_with("some of the input was left out when the tour began\n"),
            "{stderr}"
        );
    }
}

/// A copy of a folder of files.
fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Damages each file of a folder in turn, at many places, and resumes: either the results are the
/// same, in the folder as well, or there is the same plain error each time and nothing is changed.
fn damage(command: &str, state: &Path, whole: &str, stride: usize) {
    fs::write(state.join("photo.jpg"), "a photo").unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("state");
    let name = folder.to_str().unwrap();
    let kept = if command == "tour" { "results.txt" } else { "covers.txt" };
    let is_same = |text: &str| match command {
        "tour" => lines(text.as_bytes()) == lines(whole.as_bytes()),
        _ => text == whole,
    };
    let (mut errors, mut same) = (0, 0);
    let names =
        fs::read_dir(state).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for file in names.filter(|file| file != "photo.jpg").collect::<Vec<_>>() {
        let bytes = fs::read(state.join(&file)).unwrap();
        let step = (bytes.len() / stride).max(1);
        let flips = (0..bytes.len()).step_by(step).map(|at| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << (at % 8);
            (format!("{file} with another bit at {at}"), Some(bytes))
        });
        let cuts = (0..bytes.len())
            .step_by(step)
            .map(|at| (format!("{file} up to {at}"), Some(bytes[..at].to_vec())));
        let longer = (format!("{file} and more"), Some([&bytes[..], b"\0\0more"].concat()));
        let gone = (format!("no {file}"), None);
        for (what, damaged) in flips.chain(cuts).chain([longer, gone]) {
            copy(state, &folder);
            match damaged {
                Some(damaged) => fs::write(folder.join(&file), damaged).unwrap(),
                None => fs::remove_file(folder.join(&file)).unwrap(),
            }
            let before = snapshot(&folder);
            let (code, stdout, stderr) = run(&[command, "--resume", name], "");
            assert!(!stderr.contains("panicked"), "{what}: {stderr}");
            assert_eq!(fs::read_to_string(folder.join("photo.jpg")).unwrap(), "a photo", "{what}");
            if code == Some(0) {
                let kept = fs::read_to_string(folder.join(kept)).unwrap();
                assert!(is_same(&stdout) && is_same(&kept), "{what}: {stderr}\n{stdout}");
                same += 1;
            } else {
                assert_eq!((code, &*stdout), (Some(2), ""), "{what}: {stderr}");
                assert!(
                    stderr.starts_with("tourdion: ") && stderr.lines().count() == 1,
                    "{what}: {stderr}"
                );
                assert!(!stderr.contains("entity not found"), "{what}: {stderr}");
                assert!(snapshot(&folder) == before, "{what}: {stderr}");
                let again = run(&[command, "--resume", name], "");
                assert_eq!((again.0, again.2), (code, stderr), "{what}");
                errors += 1;
            }
        }
    }
    eprintln!("{command}: {errors} errors, {same} times the same");
    assert!(errors > 20 && same > 0, "{errors} errors, {same} times the same");
}

/// Takes the last lines from a journal.
fn forget_lines(state: &Path, count: usize) {
    let journal = fs::read_to_string(state.join("finished")).unwrap();
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    fs::write(state.join("finished"), lines[..lines.len() - count].concat()).unwrap();
}

#[test]
fn a_damaged_tour_is_an_error_or_the_same_tour() {
    let (place, catalogue) = catalogue();
    let [whole, earlier, short] = ["whole", "earlier", "short"].map(|name| place.path().join(name));
    let tour = |sequence, state: &Path| {
        let catalogue = catalogue.to_str().unwrap();
        let (code, results, stderr) =
            run(&["tour", sequence, catalogue, "--state", state.to_str().unwrap()], "");
        assert_eq!(code, Some(0), "{stderr}");
        results
    };
    let results = tour("{-1+0}x2{-1+1p}", &whole);
    // As it was when the last set was whole, but not yet finished: the set before was there.
    tour("{-1+0}x2", &short);
    copy(&whole, &earlier);
    forget_lines(&earlier, 2);
    fs::copy(short.join("set-3.sorted"), earlier.join("set-3.sorted")).unwrap();
    fs::remove_file(earlier.join("results.txt")).unwrap();
    damage("tour", &whole, &results, 5);
    damage("tour", &earlier, &results, 3);
}

#[test]
fn a_damaged_search_is_an_error_or_the_same_search() {
    let place = tempfile::tempdir().unwrap();
    let (whole, earlier) = (place.path().join("whole"), place.path().join("earlier"));
    let question = ["cover", "--all", "--emit", "numbers", "--make", "langford:8", "--state"];
    let (code, results, stderr) = run(&[&question[..], &[whole.to_str().unwrap()]].concat(), "");
    assert_eq!(code, Some(0), "{stderr}");
    // As it was when covers were written, and no line for them.
    copy(&whole, &earlier);
    forget_lines(&earlier, 1);
    damage("cover", &whole, &results, 8);
    damage("cover", &earlier, &results, 4);
}

#[test]
fn edited_state_is_damaged_and_stays_as_it_is() {
    let (place, catalogue) = catalogue();
    for (way, command) in ways(&catalogue) {
        let state = place.path().join(command);
        assert_eq!(begin(&way, &state).0, Some(0));
        let edits: &[(&str, &str, &str)] = match command {
            "tour" => &[("parameters.json", "{-1+0}", "{-2+0}"), ("finished", "1 1 ", "1 0 ")],
            _ => &[
                ("parameters.json", "\"hold\":[]", "\"hold\":[1]"),
                ("finished", "end 4", "end 0"),
            ],
        };
        for (file, from, to) in edits {
            let path = state.join(file);
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains(from), "{file}: {text}");
            fs::write(&path, text.replacen(from, to, 1)).unwrap();
            for _ in 0..2 {
                let (code, stdout, stderr) =
                    run(&[command, "--resume", state.to_str().unwrap()], "");
                assert_eq!((code, &*stdout), (Some(2), ""), "{file}: {stderr}");
                assert!(stderr.contains(&format!("{file}: damaged: ")), "{file}: {stderr}");
                assert_eq!(
                    fs::read_to_string(&path).unwrap(),
                    text.replacen(from, to, 1),
                    "{file}"
                );
            }
            fs::write(&path, text).unwrap();
        }
    }
}

#[test]
fn a_tour_without_a_puzzle_leaves_nothing() {
    let place = tempfile::tempdir().unwrap();
    let catalogue = place.path().join("easy.txt");
    fs::write(&catalogue, EASY.to_owned() + "\n").unwrap();
    let (name, state) = (catalogue.to_str().unwrap(), place.path().join("state"));
    let question = ["tour", "{-1+1}", name, "--exclude", name, "--state", state.to_str().unwrap()];
    for is_there in [false, true] {
        if is_there {
            fs::create_dir(&state).unwrap();
        }
        let before = snapshot(place.path());
        let (code, stdout, stderr) = run(&question, "");
        assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
        assert!(stderr.contains("no puzzle to begin with"), "{stderr}");
        assert!(snapshot(place.path()) == before, "{is_there}");
    }
}

#[test]
fn a_tour_needs_few_open_files() {
    let place = tempfile::tempdir().unwrap();
    let first =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/first.txt")).unwrap();
    let catalogue = place.path().join("some.txt");
    let some: Vec<&str> = first.lines().take(151).collect();
    fs::write(&catalogue, some.join("\n") + "\n").unwrap();
    let question = ["tour", "{-1+1p}", catalogue.to_str().unwrap(), "--threads", "2"];
    let (_, whole, _) = run(&question, "");
    // Enough that with this memory there are far more runs than open files allowed.
    assert!(whole.lines().count() > 700, "{}", whole.lines().count());
    let state = place.path().join("state");
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -n 32; exec \"$0\" \"$@\""])
        .arg(program::PROGRAM)
        .args(question)
        .args(["--memory", "4K", "--state", state.to_str().unwrap()])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(lines(&output.stdout), lines(whole.as_bytes()), "{said}");
}
