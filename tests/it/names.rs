//! The nouns of the house: a public type's name stands for one thing.
//!
//! ```text
//!      src/cover/share/parallel.rs     pub struct Budget {      ╲
//!                                                          two things: refused
//!      src/verify/budget.rs      pub struct Budget {      ╱
//! ```
//!
//! Users read a name without its module, in a list of imports or in an error of the compiler, and
//! may need two rooms in one file. So a name is used once in the whole library, even in private
//! modules. The program is exempt, since its types are not visible elsewhere; so are types for a
//! single room, `pub(super)` and `pub(crate)`, and types under `#[cfg(test)]`.
//!
//! The error of a text that is no `Shape` is a `ShapeError`, so that a caller need not look it up.
//!
//! Deliberately lacking: functions, since these are named with their module.

use std::collections::BTreeMap;

use crate::scanner::{is_word, sources, tokens, without_tests};

/// What begins a type.
const KINDS: &[&str] = &["struct", "enum", "trait", "type", "union"];

#[test]
fn a_public_type_has_its_name_alone() {
    let files = sources("src").into_iter().filter(|(path, _)| is_of_the_library(path));
    let faults = shared(files);
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn a_name_of_two_types_is_found() {
    let one = "pub struct Part<'p> {\n    pub of: &'p str,\n}\n\npub(crate) struct Mine;\n";
    for two in [
        "pub enum Part {}",
        "/// A part.\n#[derive(Clone)]\npub type Part = u8;",
        "mod inner {\n    pub trait Part {}\n}",
        "pub unsafe trait Part {}",
        "#[cfg(test)]\nmod tests;\n\npub union Part {}",
    ] {
        let faults = shared_by([one, two]);
        assert_eq!(faults.len(), 1, "{two}");
        assert!(faults[0].starts_with("`Part`: src/a.rs:1, src/b.rs:"), "{faults:?}");
    }
    for other in [
        "pub(super) struct Part;\nstruct Part;\npub struct Mine;",
        "#[cfg(test)]\nmod tests {\n    pub struct Part;\n}",
        "pub fn part() {}\npub use super::Part;\n// pub struct Part;",
        "const TEXT: &str = \"pub struct Part;\";",
    ] {
        assert_eq!(shared_by([one, other]), Vec::<String>::new(), "{other}");
    }
    for (path, is_one) in [
        ("src/verify/budget.rs", true),
        ("src/cli.rs", false),
        ("src/cli/verify.rs", false),
        ("src/main.rs", false),
        ("src/client.rs", true),
        ("src/cover/engine/live/tests.rs", false),
    ] {
        assert_eq!(is_of_the_library(path), is_one, "{path}");
    }
}

#[test]
fn the_error_of_a_text_has_the_name_of_what_it_should_have_been() {
    let files = sources("src").into_iter().filter(|(path, _)| is_of_the_library(path));
    let read: Vec<_> = files.flat_map(|(path, text)| misnamed_errors(&path, &text)).collect();
    // That of a problem is the error of all forms, however it is read.
    let expected = ["src/cover/form.rs: `TextError` of `Problem`"];
    assert_eq!(read, expected, "\n{}\n", read.join("\n"));
}

#[test]
fn an_error_with_another_name_is_found() {
    let text = "impl std::str::FromStr for Place<'_> {\n    type Err = NotAPlace;\n}\n\
                impl FromStr for Shape {\n    type Err = ShapeError;\n}\n";
    assert_eq!(misnamed_errors("a.rs", text), ["a.rs: `NotAPlace` of `Place`"]);
}

/// The types of a text that are read from texts, and whose errors have another name.
fn misnamed_errors(path: &str, text: &str) -> Vec<String> {
    let tokens = without_tests(&tokens(text));
    let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let mut found = Vec::new();
    for (k, _) in words.windows(2).enumerate().filter(|(_, pair)| *pair == ["FromStr", "for"]) {
        let (read, rest) = (words[k + 2], &words[k..]);
        let err = rest.windows(2).position(|pair| pair == ["type", "Err"]);
        let error = err.and_then(|at| rest[at + 2..].iter().find(|word| is_word(word)));
        let error = *error.expect("an error of a type that is read");
        if error != format!("{read}Error") {
            found.push(format!("{path}: `{error}` of `{read}`"));
        }
    }
    found
}

/// Whether a file of `src/` is one of the library, and not of its tests.
fn is_of_the_library(path: &str) -> bool {
    let of_program = path.starts_with("src/cli/") || matches!(path, "src/cli.rs" | "src/main.rs");
    !of_program && !path.ends_with("/tests.rs")
}

/// The faults of two files.
fn shared_by(texts: [&str; 2]) -> Vec<String> {
    let files = ["src/a.rs", "src/b.rs"].into_iter().zip(texts);
    shared(files.map(|(path, text)| (path.to_owned(), text.to_owned())))
}

/// The names that several public types of `files` have, each with the places.
fn shared(files: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in files {
        for (line, name) in public_types(&text) {
            places.entry(name).or_default().push(format!("{path}:{line}"));
        }
    }
    let shared = places.into_iter().filter(|(_, places)| places.len() > 1);
    shared.map(|(name, places)| format!("`{name}`: {}", places.join(", "))).collect()
}

/// The public types that a text defines, each with its line.
fn public_types(text: &str) -> Vec<(usize, String)> {
    let tokens = without_tests(&tokens(text));
    let at = |k: usize| tokens.get(k).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    for k in (0..tokens.len()).filter(|&k| at(k) == "pub") {
        let kind = if at(k + 1) == "unsafe" { k + 2 } else { k + 1 };
        if KINDS.contains(&at(kind)) && is_word(at(kind + 1)) {
            found.push((tokens[k].line, at(kind + 1).to_owned()));
        }
    }
    found
}
