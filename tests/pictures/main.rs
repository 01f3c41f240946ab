//! The tests of pages and pictures once more, with the feature `pictures`: plots and PNG are made
//! too. `cargo test --features pictures --test pictures`, as `.ci/run` does.

#[path = "../../benches/sets/mod.rs"]
mod sets;
#[path = "../support/mod.rs"]
#[allow(dead_code)] // some of it is for the other tests
mod support;

#[path = "../it/compared.rs"]
mod compared;
#[path = "../it/explained.rs"]
mod explained;
#[path = "../it/pages.rs"]
mod pages;
