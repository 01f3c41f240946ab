//! Tests that take minutes: `cargo test --release --test long`, as `.ci/run` does.

#[path = "../../benches/sets/mod.rs"]
mod sets;
#[path = "../support/mod.rs"]
mod support;

#[cfg(unix)]
mod documents;
