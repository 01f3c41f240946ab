//! The pictures and pages of `tourdion explain`: read as SVG, looked at as text, and loaded by a browser where there is one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use svg::node::element::tag::Type;
use svg::parser::Event;

const NET: &str = "tests/cli/data/net.txt";

fn explain(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut explain = cargo_bin_cmd!("tourdion");
    explain.current_dir(env!("CARGO_MANIFEST_DIR")).arg("explain").args(arguments).assert()
}

/// The path of a puzzle as it is told for programs.
fn object(arguments: &[&str]) -> Value {
    let arguments = [&["--emit", "jsonl", "--quiet"], arguments].concat();
    serde_json::from_slice(&explain(&arguments).get_output().stdout).unwrap()
}

fn page(folder: &Path, arguments: &[&str]) -> PathBuf {
    let page = folder.join("path.html");
    explain(&[&["--html", page.to_str().unwrap()], arguments].concat());
    page
}

/// The tags of a picture that is well-formed, and the texts of its titles.
fn read(picture: &str) -> (Vec<String>, Vec<String>) {
    let (mut open, mut tags, mut titles) = (Vec::new(), Vec::new(), Vec::new());
    for event in svg::read(picture).unwrap() {
        match event {
            Event::Error(error) => panic!("{error}"),
            Event::Tag(tag, kind, _) => {
                match kind {
                    Type::Start => open.push(tag),
                    Type::End => assert_eq!(open.pop(), Some(tag)),
                    Type::Empty => {}
                }
                if kind != Type::End {
                    tags.push(tag.to_owned());
                }
            }
            Event::Text(text) if open.last() == Some(&"title") => titles.push(text.to_owned()),
            _ => {}
        }
    }
    assert!(open.is_empty());
    (tags, titles)
}

#[test]
fn a_picture_has_all_that_its_net_sets() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("step.svg");
    let path = object(&[NET]);
    let mut kinds = BTreeSet::new();
    for (number, step) in path["steps"].as_array().unwrap().iter().enumerate() {
        let number = (number + 1).to_string();
        explain(&["--picture", picture.to_str().unwrap(), "--step", &number, NET]);
        let (tags, titles) = read(&fs::read_to_string(&picture).unwrap());
        kinds.insert(step["kind"].as_str().unwrap().to_owned());
        let Some(branches) = step["branches"].as_array() else {
            assert!(titles.is_empty() && tags.contains(&"text".to_owned()));
            continue;
        };
        let placements = branches.iter().flat_map(|branch| branch.as_array().unwrap());
        let set: BTreeSet<&str> =
            placements.clone().map(|placement| placement["candidate"].as_str().unwrap()).collect();
        assert_eq!(titles.len(), set.len(), "a mark for each candidate that is set: {titles:?}");
        assert!(set.iter().all(|candidate| titles.iter().any(|title| title.starts_with(candidate))));
        let arrows: usize = placements.map(|placement| placement["premises"].as_array().unwrap().len()).sum();
        assert!(tags.iter().filter(|tag| *tag == "path").count() >= arrows);
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

#[test]
fn without_a_number_the_hardest_step_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one.svg", "other.svg"].map(|name| folder.path().join(name));
    let hardest = object(&[NET])["hardest"].to_string();
    explain(&["--picture", one.to_str().unwrap(), NET]).success();
    explain(&["--picture", other.to_str().unwrap(), "--step", &hardest, NET]).success();
    assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
}

#[test]
fn a_page_has_all_steps_and_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, boxes) in
        [(&[NET][..], 9), (&["--smart", NET], 9), (&["--boxes", "2x2", "1.......3......4"], 4)]
    {
        let steps = object(arguments)["steps"].as_array().unwrap().len();
        let page = fs::read_to_string(page(folder.path(), arguments)).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert_eq!(page.matches("<section").count(), steps + 1);
        assert_eq!(page.matches("<li>").count(), steps + 1);
        let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!elsewhere.contains("http") && !elsewhere.contains("src="), "nothing is fetched");
        let pictures = page.split("<svg").skip(1).map(|rest| rest.split("</svg>").next().unwrap());
        let mut names = BTreeSet::new();
        for picture in pictures {
            let picture = format!("<svg{picture}</svg>");
            read(&picture);
            assert!(picture.contains(&format!("c{boxes}\n")), "all columns have names");
            for name in picture.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned())
            {
                assert!(names.insert(name), "names are not used twice on a page");
            }
        }
    }
}

#[test]
fn a_picture_that_is_refused_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("step.svg");
    explain(&["--picture", picture.to_str().unwrap(), "--step", "99", NET]).code(2);
    assert!(!picture.exists());
    explain(&["--html", folder.path().join("no/page.html").to_str().unwrap(), NET]).code(2);
}

#[cfg(feature = "pictures")]
#[test]
fn a_png_is_twice_as_large_as_its_picture() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("step.png");
    let assert = explain(&["--picture", picture.to_str().unwrap(), NET]);
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    if said.contains("needs a font") {
        eprintln!("skipped: {said}");
        return;
    }
    let bytes = fs::read(picture).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let width = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
    assert_eq!(width, 2 * (44 + 9 * 66 + 24));
    assert!(bytes.len() > 20_000, "there is something on it: {} bytes", bytes.len());
}

#[cfg(not(feature = "pictures"))]
#[test]
fn without_pictures_there_is_no_png() {
    let assert = explain(&["--picture", "step.png", NET]).code(2);
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.contains("--features pictures"), "{said}");
    assert!(!Path::new("step.png").exists());
}

#[test]
fn a_browser_steps_through_a_page() {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    let Some(browser) = names.iter().find(runs) else {
        eprintln!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let page = page(folder.path(), &[NET]);
    let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"];
    let output =
        Command::new(browser).args(flags).arg(format!("file://{}", page.display())).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("CONSOLE"), "{said}");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(shown.matches("class=\"shown\"").count(), 1, "the script shows one step");
}
