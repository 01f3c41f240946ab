//! Tests that take minutes: `cargo test --release --test long`, as `.ci/run` does.
