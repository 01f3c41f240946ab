//! Tours, and their results by definition.
//!
//! The reference follows the definitions: every step is applied to every puzzle, with sets of the
//! standard library.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;

use tourdion::expression::{Decision, decide};
use tourdion::rating::{Rate, Rating, rate};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::threads::Threads;
use tourdion::tour::seen::PackedPuzzle;
use tourdion::tour::{
    Body, Conditions, Repeat, Runner, Sequence, SequencePart, Shelf, Spectator, StepKind, TourStep,
};
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::on::{CandidateList, FoundPuzzle, OnPhase, PlainOnPhase};
use tourdion::verify::{LockstepVerifier, Verifier};
use tourdion::watch::Patient;

pub(crate) const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// Three of its 24 clues are redundant.
pub(crate) const EASY: &str =
    "........1.......2.....134.......15....6...7...1584.69..67425...19......48........";
pub(crate) const MINIMAL: &str =
    "..............1..2..3.4..5.....6.4....4...67.12......8..7.5....29...8...8....9..6";

pub(crate) type Set = BTreeSet<String>;

pub(crate) fn plain() -> PlainOnPhase {
    PlainOnPhase::new(|| Box::new(LockstepVerifier::new()))
}

pub(crate) fn canonical(puzzle: &Grid) -> String {
    Canoniser::new().form(puzzle).unwrap().to_string()
}

pub(crate) fn set<'p>(puzzles: impl IntoIterator<Item = &'p str>) -> Set {
    puzzles.into_iter().map(|puzzle| canonical(&puzzle.parse().unwrap())).collect()
}

/// How a tour is done.
pub(crate) struct How {
    pub(crate) threads: usize,
    pub(crate) memory: usize,
    pub(crate) conditions: Conditions,
}

impl Default for How {
    fn default() -> Self {
        How { threads: 2, memory: 1 << 20, conditions: Conditions::default() }
    }
}

/// The results of a tour, and what its spectator heard of them.
pub(crate) fn tour<'p>(text: &str, puzzles: impl IntoIterator<Item = &'p str>, how: How) -> Set {
    let sequence: Sequence = text.parse().unwrap();
    let threads = Threads::new(how.threads).unwrap();
    let (engine, heard) = (LockstepOnPhase::new(), Heard::default());
    let shelf = Shelf::in_memory(how.memory);
    let mut runner = Runner::new(&engine, &threads, shelf, how.conditions, &heard, &Patient);
    let input =
        runner.gather_puzzles(puzzles.into_iter().map(|puzzle| puzzle.parse().unwrap())).unwrap();
    let results = runner.run(&sequence, &input).unwrap();
    let set: Set =
        results.records().unwrap().map(|record| record.unwrap().grid().to_string()).collect();
    assert_eq!(results.len(), set.len() as u64);
    let heard = heard.0.into_inner().unwrap();
    assert_eq!(heard.len(), set.len(), "each result is shown once");
    assert_eq!(heard.into_iter().collect::<Set>(), set, "{text}");
    set
}

/// A spectator that keeps what it is shown.
#[derive(Default)]
pub(crate) struct Heard(pub(crate) Mutex<Vec<String>>);

impl Spectator for Heard {
    fn results(&self, results: &[PackedPuzzle]) -> io::Result<()> {
        self.0.lock().unwrap().extend(results.iter().map(|record| record.grid().to_string()));
        Ok(())
    }
}

/// What a sequence means, from its definition.
pub(crate) fn meaning(sequence: &Sequence, input: &Set) -> Set {
    sequence.parts.iter().fold(input.clone(), |set, part| meaning_of_part(part, &set))
}

pub(crate) fn meaning_of_part(SequencePart { body, repeat }: &SequencePart, input: &Set) -> Set {
    let once = |set: &Set| match body {
        Body::Step(step) => {
            let found = set.iter().flat_map(|puzzle| meaning_of_step(step, puzzle)).collect();
            hardest_of(found, step)
        }
        Body::Group(inner) => meaning(inner, set),
    };
    match *repeat {
        Repeat::Times(times) => (0..times).fold(input.clone(), |set, _| once(&set)),
        Repeat::Closure if matches!(body, Body::Step(step) if step.hardest.is_some()) => {
            let Body::Step(step) = body else { unreachable!() };
            let mut best = input.clone();
            loop {
                let mut all: Set = once(&best).union(&best).cloned().collect();
                all.retain(|puzzle| is_asked_for(step, &puzzle.parse().unwrap()));
                let harder = hardest_of(all, step);
                if harder == best {
                    return best;
                }
                best = harder;
            }
        }
        Repeat::Closure => {
            let mut all = input.clone();
            loop {
                let more: Set = once(&all).union(&all).cloned().collect();
                if more == all {
                    return all;
                }
                all = more;
            }
        }
        Repeat::Until(most) => {
            let clues = |puzzle: &String| puzzle.bytes().filter(|&byte| byte != b'.').count();
            let (mut few, mut many): (Set, Set) =
                input.iter().cloned().partition(|p| clues(p) <= most);
            while !many.is_empty() {
                let (done, left): (Set, Set) =
                    once(&many).into_iter().partition(|p| clues(p) <= most);
                few.extend(done);
                many = left;
            }
            few
        }
    }
}

/// Whether a puzzle is what a step keeps.
fn is_asked_for(step: &TourStep, puzzle: &Grid) -> bool {
    step.keep.as_ref().is_none_or(|keep| decide(keep, puzzle) == Decision::Is(true))
}

/// The hardest of the puzzles: all are rated and sorted.
fn hardest_of(puzzles: Set, step: &TourStep) -> Set {
    let Some(hardest) = &step.hardest else { return puzzles };
    let mut ranked: Vec<_> = puzzles
        .into_iter()
        .map(|text| {
            let puzzle: Grid = text.parse().unwrap();
            let key = |rating: &Rating| match rate(&puzzle, *rating).unwrap() {
                Rate::Is(number) | Rate::Tenths(number) => (0, number),
                Rate::Above(number) => (1, number),
                Rate::Endless => (2, 0),
                Rate::Unknown => unreachable!("without a limit"),
            };
            let rates: Vec<(u8, u32)> = hardest.by.iter().map(key).collect();
            (Reverse(rates), PackedPuzzle::of(&puzzle), text)
        })
        .collect();
    ranked.sort();
    ranked.into_iter().take(hardest.count as usize).map(|(.., text)| text).collect()
}

pub(crate) fn meaning_of_step(step: &TourStep, puzzle: &str) -> Set {
    let set = Mutex::new(Set::new());
    let finder = |found: FoundPuzzle| {
        let puzzle = found.puzzle;
        let is_kept = step.clues.is_none_or(|range| range.contains(puzzle.clue_count()))
            && (!step.minimal || is_minimal(&puzzle))
            && is_asked_for(step, &puzzle);
        if is_kept {
            set.lock().unwrap().insert(if step.as_found {
                puzzle.to_string()
            } else {
                canonical(&puzzle)
            });
        }
        ControlFlow::Continue(())
    };
    assert_ne!(step.kind, StepKind::Twins, "their definition is no set of clues");
    let puzzle: Grid = puzzle.parse().unwrap();
    if step.kind == StepKind::Choice {
        let (off, on) = (CandidateList::default(), CandidateList::default());
        let _ = finder(FoundPuzzle { puzzle: puzzle.clone(), off, on });
    } else {
        plain().tour(&puzzle, &step.change, &finder, &Patient).unwrap();
    }
    let set = set.into_inner().unwrap();
    if !step.one_each {
        return set;
    }
    let itself = if step.as_found { puzzle.to_string() } else { canonical(&puzzle) };
    // The least as a record: by pattern, clues last, and then by digits.
    let key = |text: &&String| PackedPuzzle::of(&text.parse().unwrap());
    let other = set.iter().filter(|text| **text != itself).min_by_key(key);
    other.or_else(|| set.first()).into_iter().cloned().collect()
}

pub(crate) fn is_minimal(puzzle: &Grid) -> bool {
    let mut verifier = LockstepVerifier::new();
    puzzle.clues().all(|clue| {
        let mut less = puzzle.clone();
        less.set(clue.cell, None);
        !verifier.verify(&less).is_proper()
    })
}

/// A puzzle with another dress: its rows from below and its digits exchanged.
pub(crate) fn dressed(puzzle: &str) -> String {
    let rows: Vec<&[u8]> = puzzle.as_bytes().chunks(9).rev().collect();
    let other = |byte: &u8| if byte.is_ascii_digit() { b'1' + b'9' - byte } else { *byte };
    rows.concat().iter().map(|byte| char::from(other(byte))).collect()
}

/// Looks whether a repeat is the same written out: then all sets are searched anew.
pub(crate) fn repeats_are_as_written_out(pairs: &[(&str, &str)]) {
    for &(short, long) in pairs {
        let run = |text| tour(text, [MINIMAL], How::default());
        assert_eq!(run(short), run(long), "{short}");
    }
}

/// Looks whether the order of the puzzles, their dress, threads and memory make a difference.
pub(crate) fn nothing_but_the_puzzles_matters(text: &str, hows: &[(usize, usize)]) {
    let first = tour(text, [EASY, MINIMAL], How::default());
    assert!(first.len() > 20, "{}", first.len());
    let (easy, minimal) = (dressed(EASY), dressed(MINIMAL));
    for puzzles in [vec![MINIMAL, EASY], vec![&easy, &minimal], vec![EASY, &easy, MINIMAL, EASY]] {
        for &(threads, memory) in hows {
            let how = How { threads, memory, ..How::default() };
            assert_eq!(
                tour(text, puzzles.iter().copied(), how),
                first,
                "{threads} threads, {memory} bytes"
            );
        }
    }
}
