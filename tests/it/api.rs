//! What users' code may build on for years: open sets are marked so, and values cross threads.
//!
//! ```text
//!      #[non_exhaustive]                 a user's `match` has an arm for what comes later,
//!      pub enum GridError { ... }        and so compiles with the next version
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path;

use tourdion::catalogue::{Chunk, SourceError, Unreadable};
use tourdion::chance::Chance;
use tourdion::compare::ContestOutcome;
use tourdion::cover::question::cheapest::{Cheapest, CheapestCovers};
use tourdion::cover::question::critical::Critical;
use tourdion::cover::question::estimate::Estimate;
use tourdion::cover::question::memo::{Counter, MemoError};
use tourdion::cover::reduce::{Reduction, ReductionStep};
use tourdion::cover::share::parallel::SearchOutcome;
use tourdion::cover::share::parts::{Listing, Part, PartOutcome, Place};
use tourdion::cover::{
    Cells, Clash, CoverTotal, Covers, Engine, Links, Live, Problem, ProblemError, Statistics,
    TextError,
};
use tourdion::generate::{Generator, UnbiasedGenerator, Wish};
use tourdion::logic::{Chain, Net, NetFinder, Path, Pencil, Single, Step};
use tourdion::state::StateError;
use tourdion::sudoku::canonical::{Canonical, Canoniser};
use tourdion::sudoku::{Alphabet, Grid, GridError, Pattern, Shape, Solution};
use tourdion::threads::{Threads, ThreadsError};
use tourdion::tour::seen::PackedPuzzle;
use tourdion::tour::{Sequence, TourError};
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::on::{CandidateList, FoundPuzzle, OffOn};
use tourdion::verify::{Budget, Effort, LinksVerifier, LockstepVerifier, Verdict, Verifier};

use crate::scanner::{Token, module_of, names, sources, tokens, without_tests};

/// What the names of open sets end in.
const OPEN: &[&str] = &["Error", "Fault", "Form"];

#[test]
fn enums_of_errors_and_forms_are_open() {
    let files = sources("src").into_iter().filter(|(path, _)| !path.starts_with("src/cli"));
    let closed = files.flat_map(|(path, text)| {
        closed(&text).into_iter().map(move |(line, name)| format!("{path}:{line}: {name}"))
    });
    let closed: Vec<String> = closed.collect();
    assert!(closed.is_empty(), "without #[non_exhaustive]:\n{}\n", closed.join("\n"));
}

#[test]
fn an_enum_that_is_not_marked_is_found() {
    for open in [
        "#[derive(Debug)]\n#[non_exhaustive]\npub enum GridError {}",
        "#[non_exhaustive]\n#[derive(Debug)]\n/// A fault.\npub enum TextFault {}",
        "pub enum Formed {}\npub struct TextError;\nenum OwnError {}\npub(crate) enum OurError {}",
        "#[cfg(test)]\nmod tests {\n    pub enum TestError {}\n}",
    ] {
        assert_eq!(closed(open), [], "{open}");
    }
    for text in [
        "pub enum GridError {}",
        "#[non_exhaustive]\npub struct Other;\n#[derive(Debug)]\npub enum ProblemForm {}",
        "#[error(\"#[non_exhaustive]\")]\npub enum TextFault {}",
    ] {
        assert_eq!(closed(text).len(), 1, "{text}");
    }
}

/// The public enums that should be open and are not marked so, each with its line.
fn closed(text: &str) -> Vec<(usize, String)> {
    let tokens = without_tests(&tokens(text));
    let is_closed = |window: &[Token]| {
        window[0].text == "pub"
            && window[1].text == "enum"
            && OPEN.iter().any(|end| window[2].text.ends_with(end))
    };
    let found = (0..tokens.len().saturating_sub(2)).filter(|&k| is_closed(&tokens[k..k + 3]));
    let unmarked = found.filter(|&k| !is_marked(&tokens[..k]));
    unmarked.map(|k| (tokens[k].line, tokens[k + 2].text.clone())).collect()
}

/// Whether one of the attributes at the end of `before` marks an open set.
fn is_marked(mut before: &[Token]) -> bool {
    while before.last().is_some_and(|last| last.text == "]") {
        let Some(start) = before.iter().rposition(|token| token.text == "#") else { break };
        if before[start..].iter().any(|token| token.text == "non_exhaustive") {
            return true;
        }
        before = &before[..start];
    }
    false
}

/// Which rooms ask for traits of another package, and which.
const ASKS: &[(&str, &[&str])] =
    &[("state", &["Serialize", "DeserializeOwned"]), ("tour", &["Serialize", "DeserializeOwned"])];

#[test]
fn public_signatures_name_our_own_types() {
    let files = sources("src").into_iter();
    let files = files.filter(|(path, _)| !path.starts_with("src/cli") && path != "src/main.rs");
    let foreign = files.flat_map(|(path, text)| {
        foreign(&module_of(&path), &text).into_iter().map(move |found| format!("{path}:{found}"))
    });
    let foreign: Vec<String> = foreign.collect();
    assert!(foreign.is_empty(), "types of other packages:\n{}\n", foreign.join("\n"));
}

#[test]
fn a_signature_with_a_type_of_another_package_is_found() {
    let module = ["logic".to_owned()];
    let head = "use smallvec::SmallVec;\nuse std::fmt;\n";
    for text in [
        "pub struct S {\n    /// Some.\n    pub few: SmallVec<[u16; 4]>,\n}",
        "impl S { pub const fn few(&self) -> &SmallVec<[u16; 4]> { &self.few } }",
        "pub fn count(few: &SmallVec<[u8; 1]>);",
        "pub fn count(few: smallvec::SmallVec<[u8; 1]>) -> u8 { 0 }",
    ] {
        assert_eq!(foreign(&module, &format!("{head}{text}")).len(), 1, "{text}");
    }
    for text in [
        "pub struct S {\n    pub(crate) few: SmallVec<[u16; 4]>,\n    pub own: u8,\n}",
        "pub struct S(SmallVec<[u16; 4]>);",
        "pub fn few(f: &mut fmt::Formatter<'_>) -> u8 { SmallVec::new().len() }",
        "fn few() -> SmallVec<[u16; 4]> { SmallVec::new() }",
    ] {
        assert_eq!(foreign(&module, &format!("{head}{text}")), [""; 0], "{text}");
    }
}

/// The types of other packages that the public fields and functions of a file name, each with its
/// line.
fn foreign(module: &[String], text: &str) -> Vec<String> {
    let tokens = without_tests(&tokens(text));
    let packages = packages();
    let others: Vec<String> = names(module, &tokens)
        .into_iter()
        .filter(|named| !named.is_local)
        .filter_map(|named| {
            let (package, _) = named.path.split_once("::")?;
            let (_, name) = named.path.rsplit_once("::")?;
            packages.contains(package).then(|| name.to_owned())
        })
        .collect();
    let asked =
        ASKS.iter().find(|(room, _)| *room == module[0]).map_or(&[][..], |(_, asked)| asked);
    let mut found = Vec::new();
    for k in (0..tokens.len()).filter(|&k| tokens[k].text == "pub") {
        let named = signature(&tokens[k + 1..])
            .iter()
            .filter(|token| others.contains(&token.text) && !asked.contains(&token.text.as_str()));
        found.extend(named.map(|token| format!("{}: {}", token.line, token.text)));
    }
    found
}

/// The packages that the manifest names.
fn packages() -> BTreeSet<String> {
    let manifest = path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let lines = manifest.lines().take_while(|line| *line != "[features]");
    let names = lines.filter_map(|line| {
        let table = line.strip_prefix("[dependencies.").and_then(|line| line.strip_suffix(']'));
        table.or_else(|| Some(line.split_once(" = ")?.0))
    });
    names.map(|name| name.replace('-', "_")).collect()
}

/// What follows `pub`, if that is a field or a function: up to its end or its body. The scanner
/// leaves `<` and `>` out, so of a field's type only what is before a comma is seen.
fn signature(after: &[Token]) -> &[Token] {
    const OTHERS: &[&str] =
        &["(", "enum", "mod", "static", "struct", "trait", "type", "use", "const", "unsafe"];
    let is_function = after.iter().take(3).any(|token| token.text == "fn");
    if !is_function && after.first().is_none_or(|token| OTHERS.contains(&token.text.as_str())) {
        return &[];
    }
    let mut open = 0_i32;
    let end = after.iter().position(|token| {
        match token.text.as_str() {
            "(" | "[" => open += 1,
            ")" | "]" => open -= 1,
            "{" | ";" => return open <= 0,
            "," | "}" => return !is_function && open <= 0,
            _ => {}
        }
        false
    });
    &after[..end.unwrap_or(after.len())]
}

/// Compiles for what can go to another thread and stay there.
fn is_send<T: Send + 'static>() {}

#[test]
fn values_cross_threads() {
    is_send::<(Problem, ProblemError, TextError, Clash, Statistics)>();
    is_send::<(Links, Live, Cells, Covers<Box<dyn Engine>>)>();
    is_send::<(Part, Place, PartOutcome<Listing>, SearchOutcome<u64>)>();
    is_send::<(Counter, CoverTotal, MemoError, Cheapest, CheapestCovers, Critical, Estimate)>();
    is_send::<(Reduction, ReductionStep)>();
    is_send::<(Grid, GridError, Solution, Shape, Alphabet, Pattern, Canonical, Canoniser)>();
    is_send::<(Verdict, Effort, Budget, LinksVerifier, LockstepVerifier, Box<dyn Verifier>)>();
    is_send::<(CandidateList, FoundPuzzle, OffOn, LockstepOnPhase)>();
    is_send::<(Generator, UnbiasedGenerator, Wish, Chance)>();
    is_send::<(Path, Step, Net, Chain, Single, Pencil, NetFinder)>();
    is_send::<(Chunk, Unreadable<'_>, SourceError)>();
    is_send::<(Sequence, PackedPuzzle, TourError, StateError, ContestOutcome)>();
    is_send::<(Threads, ThreadsError)>();
}
