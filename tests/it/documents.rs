//! What README.md and docs/ show is what the program does. Documents whose commands take long are in `tests/long`.
#![cfg(unix)]

use crate::support::document;

#[test]
fn the_readme() {
    document::run("README.md");
}

#[test]
fn docs_logic() {
    document::run("docs/logic.md");
}
