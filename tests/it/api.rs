//! What users' code may build on for years: open sets are marked so, and values cross threads.
//!
//! ```text
//!      #[non_exhaustive]                 a user's `match` has an arm for what comes later,
//!      pub enum GridError { ... }        and so compiles with the next version
//! ```

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

use crate::scanner::{Token, sources, tokens, without_tests};

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
