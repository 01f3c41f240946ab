//! No circles: files and folders side by side never name themselves through others.
//!
//! ```text
//!      src/catalogue/cut.rs ──▶ recognise.rs ──▶ table.rs ──▶ cut.rs    refused
//!
//!      src/catalogue.rs ◀──▶ src/catalogue/cut.rs                   a file and what is in it
//! ```
//!
//! A folder counts as one with its file, and its content is checked by itself: so rooms have no
//! circles, nor do the wings of a room, nor the files of a wing. A re-exported name
//! (`pub use links::Links`) leads to its own file.
//!
//! Deliberately lacking: methods, since these are named without their module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::scanner::{Named, is_word, module_of, names, sources, tokens, without_tests};

/// For each folder: of what lies in it, what names what, and in which file first.
type Arrows = BTreeMap<String, BTreeMap<(String, String), String>>;

#[test]
fn what_lies_side_by_side_has_no_circles() {
    let python = sources("python/src").into_iter();
    let python = python.map(|(path, text)| (path.trim_start_matches("python/").to_owned(), text));
    for files in [sources("src"), python.collect()] {
        let faults = circles(&files);
        assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
    }
}

#[test]
fn the_wings_of_cover_know_what_the_map_says() {
    let map =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md"));
    let map = map.unwrap();
    let (_, block) = map.split_once("and has wings:\n\n```text\n").expect("the map has the wings");
    let (block, _) = block.split_once("```").unwrap();
    let mut said = BTreeSet::new();
    for line in block.lines() {
        let columns: Vec<&str> = line.trim().split("  ").filter(|text| !text.is_empty()).collect();
        let &[wing, _, known] = &columns[..] else { panic!("three columns, not {columns:?}") };
        let known = known.trim().split(", ").filter(|&known| known != "none");
        said.extend(known.map(|known| (wing.to_owned(), known.to_owned())));
    }
    let arrows = arrows(&sources("src"));
    let seen: BTreeSet<_> = arrows["cover"].keys().cloned().collect();
    assert_eq!(said, seen);
}

#[test]
fn a_circle_is_found() {
    let two = "use super::b::B;\npub struct A;";
    for (files, circle) in [
        (vec![("r", ""), ("r/a", two), ("r/b", "use crate::r::a::A;\npub struct B;")], "r: a, b"),
        // Passed on by the file above.
        (
            vec![("r", "pub use a::A;"), ("r/a", two), ("r/b", "use super::A;\npub struct B;")],
            "r: a, b",
        ),
        (vec![("a", "use crate::b::c::C;"), ("b", ""), ("b/c", "use crate::a;")], "a, b"),
        (
            vec![
                ("r", "mod a; mod b; mod c;"),
                ("r/a", "use super::b;"),
                ("r/b", "fn f() { super::c::g() }"),
                ("r/c", "fn g() { super::a::f() }"),
            ],
            "r: a, b, c",
        ),
    ] {
        let faults = found_in(&files);
        assert_eq!(faults.len(), 1, "{files:?}: {faults:?}");
        assert!(faults[0].contains(circle), "{faults:?}");
    }
    for files in [
        vec![("r", "use self::a::A;\npub struct R;"), ("r/a", "use super::R;\npub struct A;")],
        vec![("r", ""), ("r/a", "use super::b;"), ("r/b", "// super::a")],
        vec![
            ("r", ""),
            ("r/a", "use super::b;"),
            ("r/b", "#[cfg(test)]\nmod tests { use crate::r::a; }"),
        ],
    ] {
        assert_eq!(found_in(&files), Vec::<String>::new(), "{files:?}");
    }
}

fn found_in(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|(name, text)| (format!("src/{name}.rs"), (*text).to_owned()));
    circles(&files.collect::<Vec<_>>())
}

/// The circles of all folders, each with the files that close it.
fn circles(files: &[(String, String)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (folder, arrows) in &arrows(files) {
        let nodes: BTreeSet<&String> = arrows.keys().flat_map(|(from, to)| [from, to]).collect();
        let mut known = BTreeSet::new();
        for &node in &nodes {
            let ahead = reached(node, arrows);
            let circle: Vec<&str> = nodes
                .iter()
                .filter(|&&other| ahead.contains(other) && reached(other, arrows).contains(node))
                .map(|other| other.as_str())
                .collect();
            if circle.is_empty() || !known.insert(circle.clone()) {
                continue;
            }
            let inside = |(from, to): &&(String, String)| {
                circle.contains(&from.as_str()) && circle.contains(&to.as_str())
            };
            let closed = arrows.keys().filter(inside).map(|arrow| {
                let (from, to) = arrow;
                format!("\n    {from} -> {to}: {}", arrows[arrow])
            });
            let place = if folder.is_empty() { String::new() } else { format!("{folder}: ") };
            faults.push(format!("{place}{}{}", circle.join(", "), closed.collect::<String>()));
        }
    }
    faults
}

/// All that can be reached from a node, itself only by a circle.
fn reached<'a>(
    node: &'a String,
    arrows: &'a BTreeMap<(String, String), String>,
) -> BTreeSet<&'a String> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![node]);
    while let Some(from) = open.pop() {
        let next = arrows.keys().filter(|(start, _)| start == from).map(|(_, to)| to);
        open.extend(next.filter(|&to| seen.insert(to)));
    }
    seen
}

/// What names what, folder by folder.
fn arrows(files: &[(String, String)]) -> Arrows {
    let files: Vec<(String, Vec<String>, &str)> =
        files.iter().map(|(path, text)| (path.clone(), module_of(path), text.as_str())).collect();
    let house = House::new(&files);
    let mut arrows = Arrows::new();
    for (path, module, text) in &files {
        if is_apart(module) {
            continue;
        }
        for named in named_in(&house, module, text) {
            let goal = house.file_of(&named.path);
            let same = module.iter().zip(&goal).take_while(|(one, other)| one == other).count();
            let (Some(from), Some(to)) = (module.get(same), goal.get(same)) else { continue };
            let folder = arrows.entry(module[..same].join("::")).or_default();
            let place = || format!("{path}:{} names {}", named.line, named.path);
            folder.entry((from.clone(), to.clone())).or_insert_with(place);
        }
    }
    arrows
}

/// Files that are above all others, and those that are for tests alone.
fn is_apart(module: &[String]) -> bool {
    matches!(module, [only] if only == "lib" || only == "main")
        || module.last().is_some_and(|name| name == "tests")
}

/// What a file names of this crate, each from the crate's root on.
fn named_in(house: &House, module: &[String], text: &str) -> Vec<Named> {
    let mut found = names(module, &without_tests(&tokens(text)));
    for named in &mut found {
        let first = named.path.split("::").next().unwrap_or_default();
        let inner = format!("{}::{first}", module.join("::"));
        if !named.is_local && house.files.contains(&inner) {
            named.path = format!("{}::{}", module.join("::"), named.path);
            named.is_local = true;
        }
    }
    found.retain(|named| named.is_local);
    found
}

/// The modules that have files, and the names that they pass on.
struct House {
    files: BTreeSet<String>,
    passed_on: BTreeMap<String, String>,
}

impl House {
    fn new(files: &[(String, Vec<String>, &str)]) -> House {
        let modules = files.iter().map(|(_, module, _)| module.join("::")).collect();
        let mut house = House { files: modules, passed_on: BTreeMap::new() };
        let mut passed_on = BTreeMap::new();
        for (_, module, text) in files {
            for named in named_in(&house, module, text) {
                let (_, name) = named.path.rsplit_once("::").unwrap_or(("", &named.path));
                let own = format!("{}::{name}", module.join("::"));
                if is_word(name) && own != named.path && !house.files.contains(&own) {
                    passed_on.insert(own, named.path);
                }
            }
        }
        house.passed_on = passed_on;
        house
    }

    /// The file in which a name is made, as a module.
    fn file_of(&self, path: &str) -> Vec<String> {
        let mut at = String::new();
        let mut rest: Vec<String> = path.rsplit("::").map(str::to_owned).collect();
        for _ in 0..64 {
            let Some(word) = rest.pop() else { break };
            let next = if at.is_empty() { word } else { format!("{at}::{word}") };
            if self.files.contains(&next) {
                at = next;
            } else if let Some(goal) = self.passed_on.get(&next) {
                rest.extend(goal.rsplit("::").map(str::to_owned));
                at.clear();
            } else {
                break;
            }
        }
        at.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }
}
