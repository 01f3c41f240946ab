//! Documents with long commands show the program's real output.

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
