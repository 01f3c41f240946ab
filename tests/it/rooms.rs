//! The walls of the house: which room may know which, and which may print.
//!
//! A room is a file of `src/` with the folder of its name: `src/verify.rs` and `src/verify/`. The
//! tables here list the names that it may use; `docs/architecture.md` says why. Everything after
//! `crate::` or `super::` counts, in `use` lines and elsewhere. Comments, strings and
//! `#[cfg(test)]` don't.
//!
//! What a file names comes from the [`scanner`](crate::scanner); the tests here show that it is
//! found.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::scanner::{Named, module_of, names, sources, tokens, without_tests};

/// The names of other rooms that a room may use; its own are always allowed. The longest matching
/// name counts: `sudoku::encode` for that file, `sudoku` for its neighbours. `*` is everything.
const ROOMS: &[(&str, &[&str])] = &[
    ("excerpt", &[]),
    ("instructions", &["excerpt"]),
    ("lock", &[]),
    ("numerals", &[]),
    ("threads", &[]),
    ("watch", &[]),
    ("cover", &["chance", "excerpt", "instructions", "lock", "threads", "watch"]),
    ("sudoku", &["excerpt"]),
    ("sudoku::encode", &["cover::Problem", "cover::ProblemError", "cover::OptionId"]),
    ("verify", &["sudoku", "cover", "instructions", "lock", "threads", "watch"]),
    ("baseline", &["sudoku", "verify", "chance", "watch"]),
    ("chance", &[]),
    ("compare", &["sudoku", "verify", "baseline", "excerpt", "numerals", "watch"]),
    ("generate", &["sudoku", "verify", "chance", "excerpt", "watch"]),
    ("state", &["excerpt"]),
    ("kept", &["cover", "excerpt", "state", "watch"]),
    ("singles", &["sudoku", "instructions"]),
    ("logic", &["sudoku", "singles", "instructions", "excerpt", "numerals"]),
    ("rating", &["sudoku", "singles", "verify", "logic", "excerpt", "instructions", "watch"]),
    (
        "expression",
        &["sudoku", "verify", "generate", "logic", "rating", "excerpt", "numerals", "instructions"],
    ),
    ("catalogue", &["sudoku", "excerpt", "lock"]),
    (
        "tour",
        &[
            "sudoku",
            "verify",
            "rating",
            "expression",
            "catalogue",
            "state",
            "excerpt",
            "numerals",
            "lock",
            "threads",
            "watch",
        ],
    ),
    (
        "draw",
        &[
            "sudoku",
            "cover::Problem",
            "cover::OptionId",
            "logic",
            "compare",
            "baseline::Baseline",
            "excerpt",
            "numerals",
        ],
    ),
    ("cli", &["*"]),
    ("main", &["*"]),
    ("lib", &["*"]),
];

/// What only these modules may name, and those in them: crates, and what not every machine has.
const PLACES: &[(&str, &[&str])] = &[
    ("anyhow", &["cli", "main"]),
    ("clap", &["cli", "main"]),
    ("clap_complete", &["cli", "main"]),
    ("clap_mangen", &["cli", "main"]),
    ("indicatif", &["cli", "main"]),
    ("csv", &["catalogue", "cli"]),
    ("bzip2", &["catalogue"]),
    ("xz4rust", &["catalogue"]),
    ("flate2", &["catalogue", "cli"]),
    ("foldhash", &["cover::problem"]),
    ("hashbrown", &["cover::problem"]),
    ("memchr", &["catalogue", "cli"]),
    ("plotters", &["draw"]),
    ("chacha20", &["chance"]),
    (
        "rayon",
        &[
            "threads",
            "cover::share::parallel",
            "verify::lockstep::threads",
            "tour::phase",
            "tour::sieve",
        ],
    ),
    ("resvg", &["draw"]),
    ("roxmltree", &["cover::form::xmpuzzle"]),
    ("rustix", &["state", "threads", "cli"]),
    ("ruzstd", &["catalogue"]),
    ("serde_json", &["catalogue", "cover", "state", "kept", "cli"]),
    ("svg", &["draw"]),
    ("std::env", &["state", "cli", "main"]),
    ("std::fs", &["state", "catalogue", "tour", "cli", "main"]),
    ("std::process", &["state", "cli", "main"]),
    ("std::thread::spawn", &["catalogue", "cli"]),
    (
        "std::time::Instant",
        &[
            "verify::budget",
            "cover::share::parallel",
            "compare",
            "catalogue",
            "kept",
            "tour",
            "cli",
            "main",
        ],
    ),
];

/// Macros that write to the user's terminal, and the rooms that may.
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];
const MAY_PRINT: &[&str] = &["cli", "main"];

/// The longest file, in lines, of `src/`, `tests/`, `benches/`, `examples/` and `python/src/`.
const LONGEST: usize = 500;

/// Names that say nothing of what is inside.
const EMPTY_NAMES: &[&str] = &["util", "utils", "common", "misc", "helper", "helpers"];

#[test]
fn every_room_knows_only_what_it_may() {
    let mut faults = Vec::new();
    for (path, text) in sources("src") {
        let module = module_of(&path);
        faults.extend(faults_of(&module, &text).into_iter().map(|fault| format!("{path}:{fault}")));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn no_file_is_too_long_and_none_has_an_empty_name() {
    let mut faults = Vec::new();
    for (path, text) in
        ["src", "tests", "benches", "examples", "python/src"].into_iter().flat_map(sources)
    {
        let lines = text.lines().count();
        if lines > LONGEST {
            faults.push(format!("{path}: {lines} lines, more than {LONGEST}"));
        }
        let parts = path.trim_end_matches(".rs").split('/');
        faults.extend(
            parts.filter(|part| EMPTY_NAMES.contains(part)).map(|part| format!("{path}: `{part}`")),
        );
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn long_tests_name_the_paths_of_modules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let long = read("long/main.rs");
    let path = |line: &'_ str| {
        Some(line.strip_prefix("#[path = \"../it/")?.strip_suffix("\"]")?.to_owned())
    };
    let taken: Vec<String> = long.lines().filter_map(path).collect();
    assert!(taken.len() > 20, "{taken:?}");
    for file in taken {
        let text = read(&format!("it/{file}"));
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            // Of a file that is taken by its path, modules are looked for beside it.
            let is_module = pair[1].starts_with("mod ") && pair[1].ends_with(';');
            assert!(!is_module || pair[0].starts_with("#[path"), "{file}: {}", pair[1]);
        }
    }
}

#[test]
fn the_tables_name_what_is_there() {
    // A rule for a room that has been renamed would hold nothing.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let map = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    for (room, _) in ROOMS {
        let file = root.join("src").join(room.replace("::", "/")).with_extension("rs");
        assert!(file.exists(), "there is no room `{room}`");
    }
    let rooms = ROOMS.iter().map(|(room, may)| {
        ((*room).to_owned(), may.iter().map(|&rule| rule.to_owned()).collect::<BTreeSet<_>>())
    });
    assert_eq!(mapped(&map), rooms.collect(), "docs/architecture.md has another map");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    for (name, _) in PLACES.iter().filter(|(name, _)| !name.starts_with("std::")) {
        let table = format!("[dependencies.{name}]");
        let listed =
            manifest.lines().any(|line| line.split(' ').next() == Some(name) || line == table);
        assert!(listed, "`{name}` is no dependency");
    }
}

#[test]
fn the_page_of_the_library_lists_its_rooms_and_features() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let (page, manifest) = (read("src/lib.rs"), read("Cargo.toml"));
    let rooms: BTreeSet<&str> =
        page.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(listed_under("# The rooms", &page), rooms);
    let features: BTreeSet<&str> = manifest
        .lines()
        .skip_while(|line| *line != "[features]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| Some(line.split_once(" = [")?.0))
        .filter(|name| *name != "default")
        .collect();
    assert_eq!(listed_under("# Features", &page), features);
}

/// The first words of the lines of the block under a heading of a module's page.
fn listed_under<'p>(heading: &str, page: &'p str) -> BTreeSet<&'p str> {
    page.lines()
        .skip_while(|line| line.strip_prefix("//! ") != Some(heading))
        .skip_while(|line| *line != "//! ```text")
        .take_while(|line| *line != "//! ```")
        .filter_map(|line| line.strip_prefix("//!      ")?.split(' ').next())
        .filter(|word| !word.is_empty())
        .collect()
}

/// The rooms in the map of a page, and what each may know there.
fn mapped(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let head = "| room | what it does | may know |";
    let mut rooms = BTreeMap::new();
    for row in page.lines().skip_while(|line| *line != head).skip(2) {
        let [_, names, _, may, _] = row.split('|').collect::<Vec<_>>()[..] else { break };
        let may = match may.trim() {
            "everything" => BTreeSet::from(["*".to_owned()]),
            _ => quoted(may).flat_map(expanded).collect(),
        };
        rooms.extend(quoted(names).map(|name| (name.to_owned(), may.clone())));
    }
    rooms
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// `a::b` and `a::c` of `a::{b, c}`.
fn expanded(path: &str) -> Vec<String> {
    let Some((outer, inner)) = path.strip_suffix('}').and_then(|path| path.split_once('{')) else {
        return vec![path.to_owned()];
    };
    inner.split(", ").map(|name| format!("{outer}{name}")).collect()
}

#[test]
fn a_map_is_read_by_its_columns() {
    let page = "\
| room | what it does | may know |
|---|---|---|
| `a` | as `b` does | nothing of the others |
| `b::c`, `d` | all | `a::{E, f}`, and no `g` |
| `h` | all | everything |

| `i` | is no room | `a` |
";
    let knows = |room: &str| mapped(page)[room].iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(mapped(page).len(), 4);
    assert_eq!(["a", "b::c", "d", "h"].map(knows), ["", "a::E a::f g", "a::E a::f g", "*"]);
}

/// What the file of `module` names that it may not, each with its line.
fn faults_of(module: &[String], text: &str) -> Vec<String> {
    if module.last().is_some_and(|name| name == "tests") {
        return Vec::new(); // declared under `#[cfg(test)]`
    }
    let (room, whole) = (module[0].as_str(), module.join("::"));
    let allowed = allowed(module);
    let mut faults = Vec::new();
    for Named { line, path, is_local } in names(module, &without_tests(&tokens(text))) {
        let first = path.split("::").next().unwrap_or_default();
        let may = if is_local {
            let fits = |rule: &&str| *rule == "*" || lies_in(&path, rule);
            first == room || allowed.is_some_and(|rules| rules.iter().any(fits))
        } else if let Some(name) = path.strip_suffix('!') {
            !PRINTING.contains(&name) || MAY_PRINT.contains(&room)
        } else if let Some(name) = path.strip_prefix("mod ") {
            !EMPTY_NAMES.contains(&name)
        } else {
            PLACES.iter().all(|(name, places)| {
                !lies_in(&path, name) || places.iter().any(|place| lies_in(&whole, place))
            })
        };
        if !may {
            faults.push(format!("{line}: `{whole}` may not name `{path}`"));
        }
    }
    if allowed.is_none() {
        faults.push(format!("1: the room `{room}` is not in the table of tests/it/rooms.rs"));
    }
    faults
}

/// Whether a path is this one, or goes on from it.
fn lies_in(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The table's line for `module`: the one with the longest name that it lies in.
fn allowed(module: &[String]) -> Option<&'static [&'static str]> {
    (1..=module.len()).rev().find_map(|length| {
        let name = module[..length].join("::");
        ROOMS.iter().find(|(room, _)| *room == name).map(|(_, may)| *may)
    })
}

/// What the scanner finds in a snippet, as the file of `module`.
fn found_in(module: &str, text: &str) -> Vec<String> {
    let module: Vec<String> = module.split("::").map(str::to_owned).collect();
    faults_of(&module, text)
}

#[test]
fn a_room_that_knows_too_much_is_found() {
    for (module, text) in [
        ("cover", "use crate::sudoku::Grid;"),
        ("cover::links", "use super::super::sudoku::Grid;"),
        ("cover", "fn f() -> crate::verify::Verdict { todo!() }"),
        ("sudoku", "use crate::cover::Problem;"),
        ("sudoku::encode", "use crate::cover::{Problem, Links};"),
        ("sudoku::encode", "use crate::cover::*;"),
        ("verify", "use crate::catalogue::Record;"),
        ("verify", "use super::catalogue::Record;"),
        ("verify", "use crate::{\n    cover::{self, Links},\n    catalogue as c,\n};"),
        ("verify", "mod inner { use super::super::catalogue::Record; }"),
        ("catalogue::cut", "use crate::{sudoku::{Grid, Shape}, verify};"),
        ("catalogue", "use clap::Parser;"),
        ("verify", "#[derive(clap::ValueEnum)] enum E {}"),
        ("sudoku", "use rayon::prelude::*;"),
        ("sudoku", "fn f() { println!(\"{}\", 1) }"),
        ("cover", "let text = \"// no comment\"; dbg!(text);"),
        ("cover", "let quote = '\"'; eprintln!(\"a\");"),
        ("cover", "mod helpers;"),
        ("attic", "fn f() {}"),
        (
            "catalogue",
            "#[cfg(test)]\nmod tests { fn f() { if a { b } } }\nuse crate::cover::Links;",
        ),
        ("catalogue", "#[cfg(test)]\nmod tests;\nuse crate::cover::Links;"),
    ] {
        assert_eq!(
            found_in(module, text).len(),
            1,
            "{module}: {text}\n{:?}",
            found_in(module, text)
        );
    }
}

#[test]
fn a_room_that_keeps_to_itself_is_left_alone() {
    for (module, text) in [
        (
            "cover::links",
            "use crate::cover::{Entry, links::Matrix};\nuse super::{Clash, Cover as C};",
        ),
        (
            "cover::links",
            "//! See [`Grid`](crate::sudoku::Grid).\n/* use crate::verify; println!() */",
        ),
        ("cover", "mod sealed { pub trait Sealed {} }\nimpl super::cover::sealed::Sealed for E {}"),
        (
            "sudoku::encode",
            "use crate::cover::{OptionId, Problem, ProblemError};\nuse super::{Digit, Shape};",
        ),
        ("verify::links", "use crate::cover::{self, Engine};\nuse crate::sudoku::{Grid, encode};"),
        (
            "verify",
            "#[cfg(test)]\nmod tests { use crate::catalogue::chunks; fn f() { println!(\"}\"); } }",
        ),
        ("catalogue::cut::tests", "use crate::verify::Verdict;"),
        (
            "catalogue",
            "let text = \"println!(crate::cover)\"; let raw = r#\"a \" dbg!(1)\"#; let c = '{';",
        ),
        (
            "cover::share::parallel",
            "use rayon::{Scope, ThreadPool};\nfn f<'c>(x: &'c u8) -> bool { x != &0 }",
        ),
        ("catalogue::framed::look", "pub(in super::super) fn look() {}"),
        (
            "cli::verify",
            "use crate::verify::Verifier;\nuse anyhow::Context;\nfn f() { println!() }",
        ),
    ] {
        assert_eq!(found_in(module, text), Vec::<String>::new(), "{module}: {text}");
    }
}

#[test]
fn a_fault_is_shown_with_its_line() {
    let text = "//! Two\n//! lines.\n\nuse crate::{\n    sudoku::Grid,\n};\n";
    assert_eq!(found_in("cover::links", text), ["4: `cover::links` may not name `sudoku::Grid`"]);
}
