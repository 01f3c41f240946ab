//! The tests that `cargo test` runs: one program, so that everything is linked once.
//!
//! Each file has one subject; shared code is in `tests/support` and `benches`. Tests that take
//! minutes are in `tests/long`, which runs on request: it includes some of these files again, with
//! [`LONG`] set. A test that lacks something skips with a message (`support::lacks`).

/// Whether the tests take the cases that need minutes as well.
pub(crate) const LONG: bool = false;

#[allow(dead_code)] // some of it is for benches
#[path = "../../benches/made/mod.rs"]
mod made;
#[path = "../../benches/sets/mod.rs"]
mod sets;
#[path = "../support/mod.rs"]
mod support;
#[path = "../../benches/textbook/mod.rs"]
mod textbook;

mod api;
mod bad_input;
mod baselines;
mod booklets;
mod branching;
mod canonical;
mod catalogue;
mod cheapest;
mod choice;
mod circles;
mod cli;
mod columns;
mod compared;
mod components;
mod constraints;
mod counting;
mod cover_parts;
mod cover_program;
mod cover_proof;
mod cover_questions;
mod covers;
mod critical;
mod cuts;
mod data;
mod documents;
mod early;
mod endless;
mod excel;
mod explained;
mod expressions;
mod finders;
mod folders;
mod formats;
mod generate;
mod hodoku;
mod hostile;
mod hunts;
mod kept;
mod learn;
mod links;
mod lockstep;
mod logic;
mod marked;
mod memo;
mod memo_threads;
mod minimal_forms;
mod morphs;
mod multiple;
mod names;
mod nets;
mod parts;
mod paths;
mod pictures;
mod portfolio;
mod problem_text;
mod quotes;
mod rating;
mod reduce;
mod reduce_large;
mod refused;
mod reliability;
mod rooms;
mod rows;
mod samples;
mod scanner;
mod seen;
mod sequences;
mod solutions;
mod stopped;
mod streams;
mod sukaku;
mod tables;
mod techniques;
mod tours;
mod traces;
mod verdicts;
mod written;
mod xmpuzzle;
