//! What the documents show whose commands take long is what the program does.

use crate::support::document;

#[test]
fn docs_logic() {
    document::run("docs/logic.md");
}

#[test]
fn docs_tours() {
    document::run("docs/tours.md");
}

#[test]
fn docs_comparison() {
    document::run("docs/comparison.md");
}
