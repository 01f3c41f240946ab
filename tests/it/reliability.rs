//! Checks that the tests named in `docs/reliability.md` exist, and that every promise has one.

use std::fs;
use std::path::Path;

/// The page, from its title to its end.
fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reliability.md")).unwrap()
}

/// The words between backquotes that name something in a module:
/// `seen::a_killed_process_is_continued`.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let is_path = |word: &&str| {
        word.contains("::")
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_:".contains(c))
    };
    text.split('`').skip(1).step_by(2).filter(is_path)
}

/// Whether a test of this name is where the page says: in `tests/it`, in `tests/long`, or beside
/// the code.
fn is_there(name: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let parts: Vec<&str> = name.split("::").collect();
    let (test, file) = match &parts[..] {
        ["long", file @ .., test] => (test, root.join("tests/long").join(file.join("/"))),
        [file @ .., "tests", test] => (test, root.join("src").join(file.join("/"))),
        [file @ .., test] => (test, root.join("tests/it").join(file.join("/"))),
        [] => return false,
    };
    let source = fs::read_to_string(file.with_extension("rs")).unwrap_or_default();
    let mut lines = source.lines().map(str::trim);
    // Other attributes may stand between; a function that is no test has none of them.
    while lines.any(|line| line == "#[test]") {
        let line = lines.by_ref().find(|line| !line.starts_with("#["));
        if line.is_some_and(|line| line.starts_with(&format!("fn {test}("))) {
            return true;
        }
    }
    false
}

#[test]
fn every_test_that_the_page_names_exists() {
    let page = page();
    let lost: Vec<&str> = named(&page).filter(|name| !is_there(name)).collect();
    assert!(lost.is_empty(), "docs/reliability.md names tests that are not there: {lost:#?}");
    assert!(named(&page).count() > 30);
    assert!(!is_there("reliability::page"), "a function that is no test");
    assert!(!is_there("reliability::every_test"), "the beginning of a name");
    assert!(!is_there("no_such_file::some_test"));
}

#[test]
fn every_promise_names_a_test() {
    let page = page();
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| what is promised"));
    let bare: Vec<&str> = rows.clone().filter(|row| named(row).next().is_none()).collect();
    assert!(rows.count() > 20 && bare.is_empty(), "promises without a test: {bare:#?}");
}
