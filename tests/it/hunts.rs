//! Tours: what they find is what the definitions say, whatever way it was found.
//!
//! The reference is written from the definitions: every step is done to every puzzle, with no set but the standard
//! library's. To keep it quick, most tours begin at easy puzzles and change few cells.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;

use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::tour::seen::Record;
use tourdion::tour::{
    Body, Conditions, Exclusion, Part, Pattern, Quiet, Repeat, Runner, Sequence, Shelf, Spectator, Step,
};
use tourdion::verify::on::{Found, LockstepOnPhase, OnPhase, PlainOnPhase};
use tourdion::verify::{LockstepVerifier, Verifier};

const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// Three of its 24 clues are redundant.
const EASY: &str = "........1.......2.....134.......15....6...7...1584.69..67425...19......48........";
const MINIMAL: &str = "..............1..2..3.4..5.....6.4....4...67.12......8..7.5....29...8...8....9..6";

type Set = BTreeSet<String>;

fn plain() -> PlainOnPhase {
    PlainOnPhase::new(|| Box::new(LockstepVerifier::new()))
}

fn canonical(puzzle: &Grid) -> String {
    Canoniser::new().form(puzzle).unwrap().to_string()
}

fn set<'p>(puzzles: impl IntoIterator<Item = &'p str>) -> Set {
    puzzles.into_iter().map(|puzzle| canonical(&puzzle.parse().unwrap())).collect()
}

/// How a tour is done.
struct How {
    threads: usize,
    memory: usize,
    conditions: Conditions,
}

impl Default for How {
    fn default() -> Self {
        How { threads: 2, memory: 1 << 20, conditions: Conditions::default() }
    }
}

/// The results of a tour, and what its spectator heard of them.
fn tour<'p>(text: &str, puzzles: impl IntoIterator<Item = &'p str>, how: How) -> Set {
    let sequence: Sequence = text.parse().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(how.threads).build().unwrap();
    let (engine, heard) = (LockstepOnPhase::new(), Heard::default());
    let shelf = Shelf::in_memory(how.memory);
    let mut runner = Runner::new(&engine, &pool, shelf, how.conditions, &heard);
    let input = runner.gather_puzzles(puzzles.into_iter().map(|puzzle| puzzle.parse().unwrap())).unwrap();
    let results = runner.run(&sequence, &input).unwrap();
    let set: Set = results.records().unwrap().map(|record| record.unwrap().grid().to_string()).collect();
    assert_eq!(results.len(), set.len() as u64);
    let heard = heard.0.into_inner().unwrap();
    assert_eq!(heard.len(), set.len(), "each result is told once");
    assert_eq!(heard.into_iter().collect::<Set>(), set, "{text}");
    set
}

/// A spectator who writes down what it hears.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Spectator for Heard {
    fn results(&self, results: &[Record]) -> io::Result<()> {
        self.0.lock().unwrap().extend(results.iter().map(|record| record.grid().to_string()));
        Ok(())
    }
}

/// What a sequence means, from its definition.
fn meaning(sequence: &Sequence, input: &Set) -> Set {
    sequence.parts.iter().fold(input.clone(), |set, part| meaning_of_part(part, &set))
}

fn meaning_of_part(Part { body, repeat }: &Part, input: &Set) -> Set {
    let once = |set: &Set| match body {
        Body::Step(step) => set.iter().flat_map(|puzzle| meaning_of_step(step, puzzle)).collect(),
        Body::Group(inner) => meaning(inner, set),
    };
    match *repeat {
        Repeat::Times(times) => (0..times).fold(input.clone(), |set, _| once(&set)),
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
            let (mut few, mut many): (Set, Set) = input.iter().cloned().partition(|p| clues(p) <= most);
            while !many.is_empty() {
                let (done, left): (Set, Set) = once(&many).into_iter().partition(|p| clues(p) <= most);
                few.extend(done);
                many = left;
            }
            few
        }
    }
}

fn meaning_of_step(step: &Step, puzzle: &str) -> Set {
    let set = Mutex::new(Set::new());
    let finder = |found: Found| {
        let puzzle = found.puzzle;
        let is_kept = step.clues.is_none_or(|range| range.contains(puzzle.clue_count()))
            && (!step.minimal || is_minimal(&puzzle));
        if is_kept {
            set.lock().unwrap().insert(if step.as_found { puzzle.to_string() } else { canonical(&puzzle) });
        }
        ControlFlow::Continue(())
    };
    let puzzle: Grid = puzzle.parse().unwrap();
    plain().tour(&puzzle, &step.change, &finder).unwrap();
    let set = set.into_inner().unwrap();
    if !step.one_each {
        return set;
    }
    let itself = if step.as_found { puzzle.to_string() } else { canonical(&puzzle) };
    // The least as a record: by pattern, clues last, and then by digits.
    let key = |text: &&String| Record::of(&text.parse().unwrap());
    let other = set.iter().filter(|text| **text != itself).min_by_key(key);
    other.or_else(|| set.first()).into_iter().cloned().collect()
}

fn is_minimal(puzzle: &Grid) -> bool {
    let mut verifier = LockstepVerifier::new();
    puzzle.clues().all(|clue| {
        let mut less = puzzle.clone();
        less.set(clue.cell, None);
        !verifier.verify(&less).is_proper()
    })
}

/// A puzzle with another dress: its rows from below and its digits exchanged.
fn dressed(puzzle: &str) -> String {
    let rows: Vec<&[u8]> = puzzle.as_bytes().chunks(9).rev().collect();
    let other = |byte: &u8| if byte.is_ascii_digit() { b'1' + b'9' - byte } else { *byte };
    rows.concat().iter().map(|byte| char::from(other(byte))).collect()
}

#[test]
fn inkala_has_27_neighbours_itself_included() {
    let found = tour("{-1+1}", [INKALA], How::default());
    assert_eq!(found.len(), 27);
    assert!(found.contains(&canonical(&INKALA.parse().unwrap())));
}

#[test]
fn a_tour_gives_what_its_definition_says() {
    for text in [
        "{-1}",
        "{-2}",
        "{-1}x3",
        "{-1}x99",
        "{-1}:23",
        "{-2}:22",
        "{-1}*",
        "{-1+1p}",
        "{-1+1p}x4",
        "{-2+2p}",
        "{-2+1p r5%}:22",
        "{-1}{-1+1p}{-1+1p}",
        "{{-1}{-1+1p}}x2",
        "{{-1+1p}x2{-1}}:23",
        "{{-1 m}{-1+1p}x2}*",
        "{{{-1 m}*{-1}}:22{-1+1p}}x2",
        "{-1+1 r10%}",
        "{-2+1 r1% m}",
        "{-1+1p o}x3",
        "{-1+1p e}{-1}",
        "{-1}*{-1+1p c..22}",
        "{-2 c22..}{-1+1p}",
        "{-1+1p @15}x3",
        "{-1 @12}*",
        "{+1i}{-2 r20%}",
        "{-1+1p i}x3",
    ] {
        let puzzles = [EASY, MINIMAL];
        assert_eq!(
            tour(text, puzzles, How::default()),
            meaning(&text.parse().unwrap(), &set(puzzles)),
            "{text}"
        );
    }
}

#[test]
fn repeats_search_what_is_new_and_find_the_same() {
    // Written out, a repeat is done by searching all sets anew.
    for (short, long) in [
        ("{-1+1p}x4", "{-1+1p}{-1+1p}{-1+1p}{-1+1p}"),
        ("{-1+1 c22..p}x2", "{-1+1 c22..p}{-1+1 c22..p}"),
        ("{-1+1 mp}x3", "{-1+1 mp}{-1+1 mp}{-1+1 mp}"),
        ("{-2+2p i}x2", "{-2+2p i}{-2+2p i}"),
    ] {
        let run = |text| tour(text, [MINIMAL], How::default());
        assert_eq!(run(short), run(long), "{short}");
    }
    // Of a solution all clues are redundant, so that the input itself is not found again.
    let full = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    assert!(tour("{-1+1}", [full], How::default()).is_empty());
}

#[test]
fn a_combined_sequence_gives_what_its_parts_give() {
    for (text, parts) in [
        ("{-1+1p}x2{-1}{-2+1p}", &["{-1+1p}", "{-1+1p}", "{-1}", "{-2+1p}"][..]),
        ("{-1}:22{-1 m}*{-1+1p}", &["{-1}:22", "{-1 m}*", "{-1+1p}"]),
        ("{-1+1 r10%}x2{-2+1 r5%}", &["{-1+1 r10%}", "{-1+1 r10%}", "{-2+1 r5%}"]),
        ("{{-1}{-1+1p}}x2{-1+1 m r20%}", &["{-1}", "{-1+1p}", "{-1}", "{-1+1p}", "{-1+1 m r20%}"]),
    ] {
        let whole = tour(text, [EASY], How::default());
        let by_parts = parts
            .iter()
            .fold(set([EASY]), |set, part| tour(part, set.iter().map(String::as_str), How::default()));
        assert_eq!(whole, by_parts, "{text}");
        assert!(!whole.is_empty(), "{text}");
    }
}

#[test]
fn order_threads_and_memory_make_no_difference() {
    let text = "{-1+1 r10%}{-1+1p}x2{-2+2p r5%}";
    let first = tour(text, [EASY, MINIMAL], How::default());
    assert!(first.len() > 20, "{}", first.len());
    let (easy, minimal) = (dressed(EASY), dressed(MINIMAL));
    for puzzles in [vec![MINIMAL, EASY], vec![&easy, &minimal], vec![EASY, &easy, MINIMAL, EASY]] {
        for (threads, memory) in [(1, 1 << 20), (2, 10_000), (5, 0)] {
            let how = How { threads, memory, ..How::default() };
            assert_eq!(tour(text, puzzles.iter().copied(), how), first, "{threads} threads, {memory} bytes");
        }
    }
}

#[test]
fn excluded_puzzles_are_neither_found_nor_searched() {
    let (easy, minimal) = (dressed(EASY), dressed(MINIMAL));
    let exclusion = |puzzles: &[&str]| {
        let (engine, pool) = (LockstepOnPhase::new(), rayon::ThreadPoolBuilder::new().build().unwrap());
        let mut runner = Runner::new(&engine, &pool, Shelf::in_memory(0), Conditions::default(), &Quiet);
        let set = runner.gather_puzzles(puzzles.iter().map(|puzzle| puzzle.parse().unwrap())).unwrap();
        Conditions { excluded: Some(Exclusion::of(&set).unwrap()), pattern: None }
    };
    // All that comes of a puzzle by one clue less, but for the first two.
    let all = tour("{-1}", [EASY], How::default());
    let out: Vec<&str> = all.iter().take(2).map(String::as_str).collect();
    let less = tour("{-1}", [EASY], How { conditions: exclusion(&out), ..How::default() });
    assert_eq!(less, all.iter().skip(2).cloned().collect());
    // What comes only of excluded puzzles is not found either.
    let second = tour("{-1}x2", [EASY], How { conditions: exclusion(&out), ..How::default() });
    assert_eq!(second, meaning(&"{-1}".parse().unwrap(), &less));
    let every: Vec<&str> = all.iter().map(String::as_str).collect();
    assert!(tour("{-1}x2", [EASY], How { conditions: exclusion(&every), ..How::default() }).is_empty());
    assert!(!tour("{-1}x2", [EASY], How::default()).is_empty());
    // Copies in another dress are excluded as well.
    let none = tour("{-1+1p}", [MINIMAL], How { conditions: exclusion(&[&minimal]), ..How::default() });
    assert!(!none.contains(&canonical(&MINIMAL.parse().unwrap())));
    let as_found = tour("{-1+1p e}", [EASY], How { conditions: exclusion(&[&easy]), ..How::default() });
    assert!(
        as_found
            .iter()
            .all(|puzzle| canonical(&puzzle.parse().unwrap()) != canonical(&EASY.parse().unwrap()))
    );
}

#[test]
fn a_pattern_is_kept_up_to_symmetry() {
    let unlike = |puzzle: &str| -> String {
        puzzle.chars().map(|symbol| if symbol == '.' { '.' } else { 'x' }).collect()
    };
    let conditions = |pattern: &str| Conditions { excluded: None, pattern: Some(pattern.parse().unwrap()) };
    let all = tour("{-1+1}", [MINIMAL], How::default());
    let kept = tour("{-1+1}", [MINIMAL], How { conditions: conditions(&unlike(MINIMAL)), ..How::default() });
    let dress = tour(
        "{-1+1}",
        [MINIMAL],
        How { conditions: conditions(&unlike(&dressed(MINIMAL))), ..How::default() },
    );
    assert_eq!(kept, dress);
    // By hand: the patterns, as puzzles of ones, have the same form.
    let ones = |puzzle: &str| canonical(&unlike(puzzle).replace('x', "1").parse().unwrap());
    let by_hand: Set = all.iter().filter(|puzzle| ones(puzzle) == ones(MINIMAL)).cloned().collect();
    assert_eq!(kept, by_hand);
    assert!(kept.is_superset(&tour("{-1+1p}", [MINIMAL], How::default())));
    assert!("x".repeat(80).parse::<Pattern>().is_err());
}

#[test]
fn copies_are_kept_if_they_are_asked_for() {
    let as_found = tour("{-1e}", [EASY], How::default());
    let up_to_symmetry: Set = set(as_found.iter().map(String::as_str));
    assert_eq!(up_to_symmetry, tour("{-1}", [EASY], How::default()));
    let copies = [EASY.to_owned(), dressed(EASY)];
    let kept = tour("{-1e}{-1+1pe}", copies.iter().map(String::as_str), How::default());
    assert_eq!(kept, tour("{-1e}{-1+1pe}", [EASY], How::default()), "the input is canonical");
}

#[test]
fn a_pseudo_puzzle_can_be_added_to() {
    let mut pseudo: Grid = MINIMAL.parse().unwrap();
    let clue = pseudo.clues().next().unwrap();
    pseudo.set(clue.cell, None);
    let text = pseudo.to_string();
    let found = tour("{+1}", [text.as_str()], How::default());
    assert!(found.contains(&canonical(&MINIMAL.parse().unwrap())));
    assert_eq!(found, meaning(&"{+1}".parse().unwrap(), &set([text.as_str()])));
    // Where clues are taken off, nothing comes of it.
    assert!(tour("{-1+1}", [text.as_str()], How::default()).is_empty());
}

#[test]
fn a_folder_is_not_begun_twice_and_a_finished_tour_gives_its_results_again() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, pool) = (LockstepOnPhase::new(), rayon::ThreadPoolBuilder::new().build().unwrap());
    let sequence: Sequence = "{-1}*{-1+1p}".parse().unwrap();
    let expected = meaning(&sequence, &set([EASY]));
    let shelf = Shelf::create(folder.path(), 10_000).unwrap();
    let mut runner = Runner::new(&engine, &pool, shelf, Conditions::default(), &Quiet);
    let input = runner.gather_puzzles([EASY.parse().unwrap()]).unwrap();
    assert!(Shelf::resume(folder.path(), 0).is_err(), "there is no tour before it is settled");
    runner.shelf().settle("parameters").unwrap();
    assert!(Shelf::resume(folder.path(), 0).is_err(), "another has it");
    assert_eq!(runner.run(&sequence, &input).unwrap().len(), expected.len() as u64);
    drop((runner, input));
    assert!(Shelf::create(folder.path(), 0).is_err(), "there is a tour");
    let text = std::fs::read_to_string(folder.path().join("results.txt")).unwrap();
    assert_eq!(text.lines().map(str::to_owned).collect::<Set>(), expected);

    let heard = Heard::default();
    let shelf = Shelf::resume(folder.path(), 10_000).unwrap();
    assert_eq!(shelf.parameters().unwrap(), "parameters");
    let mut runner = Runner::new(&engine, &pool, shelf, Conditions::default(), &heard);
    let input = runner.gather_puzzles([]).unwrap();
    let results = runner.run(&sequence, &input).unwrap();
    assert_eq!((results.len(), runner.progress().searched()), (expected.len() as u64, 0));
    drop(runner);
    assert_eq!(heard.0.into_inner().unwrap().into_iter().collect::<Set>(), expected);
}
