//! Documents with long commands show the program's real output.

use crate::support::document;

#[test]
fn docs_guide() {
    document::run("docs/guide.md");
}

#[test]
fn docs_learning() {
    document::run("docs/learning.md");
}

#[test]
fn docs_logic() {
    document::run("docs/logic.md");
}

#[test]
fn docs_techniques() {
    document::run("docs/techniques.md");
}

#[test]
fn docs_tours() {
    document::run("docs/tours.md");
}

#[test]
fn docs_comparison() {
    document::run_as("docs/comparison.md", soon);
}

/// The command with little time: `compare` uses all that it has where an engine is
/// slow, and its times are not compared.
fn soon(command: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    while let Some(at) =
        words.iter().position(|word| ["--time-limit", "--total-time"].contains(word))
    {
        words.drain(at..at + 2);
    }
    let command = words.join(" ");
    command.replace("tourdion compare", "tourdion compare --time-limit 0.2 --total-time 1")
}
