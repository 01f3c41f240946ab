//! What needs the feature `pictures`: plots, and pictures as PNG. `cargo test --features pictures
//! --test pictures`, as `.ci/run` does.

#[path = "../support/mod.rs"]
#[allow(dead_code)] // some of it is for the other tests
mod support;

mod plots;
mod png;
