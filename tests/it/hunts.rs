//! Tours: their results match the definitions, by every way of finding them.
//!
//! To keep it quick, most tours begin at easy puzzles and change few cells; longer ones are in
//! `tests/long`.

use std::cmp::Reverse;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use tourdion::generate::{Generator, Wish};
use tourdion::rating::{Rate, Rating, rate};
use tourdion::sudoku::{Alphabet, Grid, Pattern, Shape, Solution};
use tourdion::threads::Threads;
use tourdion::tour::seen::PackedPuzzle;
use tourdion::tour::{
    Conditions, Exclusion, Quiet, Runner, Sequence, Shelf, TourError, TourProgress,
};
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::{LinksVerifier, Verdict, Verifier};
use tourdion::watch::Patient;

use crate::support::hunting::{
    EASY, Heard, How, INKALA, MINIMAL, Set, canonical, dressed, is_minimal, meaning,
    nothing_but_the_puzzles_matters, repeats_are_as_written_out, set, tour,
};

#[test]
fn inkala_has_27_neighbours_itself_included() {
    let found = tour("{-1+1}", [INKALA], How::default());
    assert_eq!(found.len(), 27);
    assert!(found.contains(&canonical(&INKALA.parse().unwrap())));
}

/// Looks whether tours of these sequences give what their definitions say.
fn are_as_defined(sequences: &[&str]) {
    for text in sequences {
        let puzzles = [EASY, MINIMAL];
        assert_eq!(
            tour(text, puzzles, How::default()),
            meaning(&text.parse().unwrap(), &set(puzzles)),
            "{text}"
        );
    }
}

#[test]
fn a_tour_gives_what_its_definition_says() {
    are_as_defined(&[
        "{-1+0}",
        "{-2+0}",
        "{-1+0}x3",
        "{-1+0}x99",
        "{-1+0}:23",
        "{-2+0}:22",
        "{-1+0}*",
        "{-1+1p}",
        "{-1+1p}x4",
        "{-2+2p}",
        "{-2+1p r5%}:22",
        "{-1+0}{-1+1p}{-1+1p}",
        "{{-1+0}{-1+1p}}x2",
        "{{-1+1p}x2{-1+0}}:23",
        "{{-1+0 m}{-1+1p}x2}*",
        "{{{-1+0 m}*{-1+0}}:22{-1+1p}}x2",
        "{-1+1 r10%}",
        "{-2+1 r1% m}",
        "{-1+1p o}x3",
        "{-1+1p e}{-1+0}",
        "{-1+0}*{-1+1p c..22}",
        "{-2+0 c22..}{-1+1p}",
        "{-1+1p @15}x3",
        "{-1+0 @12}*",
        "{+1i}{-2+0 r20%}",
        "{-1+1p i}x3",
    ]);
}

#[test]
fn an_off_phase_alone_keeps_what_is_left() {
    // All that is left, and then the same as in one step.
    let left = tour("{-2}", [MINIMAL], How::default());
    let clues = MINIMAL.parse::<Grid>().unwrap().clue_count();
    assert!(left.len() <= clues * (clues - 1) / 2 && !left.is_empty());
    let mut expected = std::collections::BTreeSet::new();
    let grid: Grid = MINIMAL.parse().unwrap();
    for (k, one) in grid.clues().enumerate() {
        for other in grid.clues().skip(k + 1) {
            let mut less = grid.clone();
            less.set(one.cell, None);
            less.set(other.cell, None);
            expected.insert(canonical(&less));
        }
    }
    assert_eq!(left, expected);
    for (parts, whole) in [
        ("{-1}{+1}", "{-1+1}"),
        ("{-1}{-1}", "{-2}"),
        ("{-1}x2", "{-2}"),
        ("{-1 r50%}{+1}", "{-1+1 r50%}"),
        ("{-1}{-1+1p}", "{-1+0}{-1+1p}"),
        // What is minimal is proper.
        ("{-1 m}", "{-1+0 m}"),
    ] {
        for puzzle in [MINIMAL, EASY] {
            let [parts, whole] = [parts, whole].map(|text| tour(text, [puzzle], How::default()));
            assert_eq!(parts, whole);
        }
    }
}

#[test]
fn twins_are_the_puzzles_that_share_the_rest_of_the_solution() {
    let mut verifier = LinksVerifier::default();
    // The solution outside the clues, which stand as `#`.
    let mut rest = |text: &str| match verifier.verify(&text.parse().unwrap()) {
        Verdict::Proper(solution) => {
            let solution = solution.to_string();
            let cells = text.chars().zip(solution.chars());
            cells.map(|(clue, cell)| if clue == '.' { cell } else { '#' }).collect::<String>()
        }
        verdict => panic!("{text} is {verdict}"),
    };
    let wish = Wish { clues: 42..=42, is_minimal: false, ..Wish::new(Shape::CLASSIC) };
    let mut twins = 0;
    for puzzle in Generator::new(wish, 1).puzzles(0..6) {
        let text = canonical(&puzzle);
        let found = tour("{twins e}", [&text[..]], How::default());
        let up_to_symmetry = set(found.iter().map(String::as_str));
        for twin in &found {
            assert_eq!(rest(twin), rest(&text));
            // Twins have the same twins.
            assert_eq!(tour("{twins}", [&twin[..]], How::default()), up_to_symmetry);
        }
        // Another search fills the cells of the clues in all ways.
        let mut filled = Set::new();
        let mut take = |solution: &dyn Fn() -> Solution| {
            let digits = solution().to_string();
            let cells = text.chars().zip(digits.chars());
            filled.insert(cells.map(|(clue, cell)| if clue == '.' { '.' } else { cell }).collect());
            ControlFlow::Continue(())
        };
        let others: Grid = rest(&text).replace('#', ".").parse().unwrap();
        let flow = LinksVerifier::default().solutions(&others, &mut take, &mut Patient);
        assert!(flow.is_continue() && found == filled, "{text}");
        assert_eq!(tour("{twins}*", [&text[..]], How::default()), up_to_symmetry);
        let minimal = tour("{twins m}", [&text[..]], How::default());
        assert_eq!(
            minimal,
            up_to_symmetry.into_iter().filter(|one| is_minimal(&one.parse().unwrap())).collect()
        );
        twins += found.len() - 1;
    }
    assert!(twins > 5, "{twins}");
}

#[test]
fn repeats_search_what_is_new_and_find_the_same() {
    // More are in `tests/long`.
    repeats_are_as_written_out(&[
        ("{-1+1p}x4", "{-1+1p}{-1+1p}{-1+1p}{-1+1p}"),
        ("{-1+1 mp}x3", "{-1+1 mp}{-1+1 mp}{-1+1 mp}"),
    ]);
    // Of a solution all clues are redundant, so that the input itself is not found again.
    let full = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    assert!(tour("{-1+1}", [full], How::default()).is_empty());
}

#[test]
fn a_combined_sequence_gives_what_its_parts_give() {
    for (text, parts) in [
        ("{-1+1p}x2{-1+0}{-2+1p}", &["{-1+1p}", "{-1+1p}", "{-1+0}", "{-2+1p}"][..]),
        ("{-1+0}:22{-1+0 m}*{-1+1p}", &["{-1+0}:22", "{-1+0 m}*", "{-1+1p}"]),
        ("{-1+1 r10%}x2{-2+1 r5%}", &["{-1+1 r10%}", "{-1+1 r10%}", "{-2+1 r5%}"]),
        (
            "{{-1+0}{-1+1p}}x2{-1+1 m r20%}",
            &["{-1+0}", "{-1+1p}", "{-1+0}", "{-1+1p}", "{-1+1 m r20%}"],
        ),
    ] {
        let whole = tour(text, [EASY], How::default());
        let by_parts = parts.iter().fold(set([EASY]), |set, part| {
            tour(part, set.iter().map(String::as_str), How::default())
        });
        assert_eq!(whole, by_parts, "{text}");
        assert!(!whole.is_empty(), "{text}");
    }
}

#[test]
fn what_is_asked_for_and_the_hardest_are_kept() {
    are_as_defined(&[
        "{-1+1p k(te>=1)}",
        "{-1+1p k(b in 1..3 and not minimal)}{-1+1p b3(b)}",
        "{-1+1p b5}x4",
        "{-1+1p b5(b,te)}*",
        "{-1+0 b2}*",
        "{-1+1p b4(b) r50%}x3",
        "{{-1+1p}{b3(te,b)}}x2",
        "{{-1+0 b4(b)}{-1+1p b6(b)}}x3",
        "{-1+1p o k(b>=2)}",
        "{-1+1p o b1}x2",
        "{-1+0 b3(b)}:22",
        "{k(te>=1)}",
        "{m}",
        "{c..22}",
        "{b1(b,te)}",
        "{-1+1p e k(te=0) b9(b)}",
    ]);
}

#[test]
fn a_tour_that_keeps_is_one_that_is_rated_and_sorted_afterwards() {
    let all = tour("{-1+1p}{-1+1 r10%}", [EASY, MINIMAL], How::default());
    let rates = |puzzle: &str| {
        let puzzle = puzzle.parse().unwrap();
        [Rating::Te, Rating::B].map(|rating| match rate(&puzzle, rating).unwrap() {
            Rate::Is(number) | Rate::Tenths(number) => number,
            Rate::Above(_) | Rate::Unknown => unreachable!("without a limit"),
            Rate::Endless => u32::MAX,
        })
    };
    let text = "{-1+1p}{-1+1 r10% k(te=1 and b in 3..5)}";
    let kept = tour(text, [EASY, MINIMAL], How::default());
    let by_hand = all.iter().filter(|puzzle| matches!(rates(puzzle), [1, 3..=5]));
    assert_eq!(kept, by_hand.cloned().collect());
    assert!(!kept.is_empty() && kept.len() < all.len());
    for count in [1, 3, 10, 10_000] {
        let text = format!("{{-1+1p}}{{-1+1 r10% b{count}(te,b)}}");
        let hardest = tour(&text, [EASY, MINIMAL], How::default());
        let mut sorted: Vec<&String> = all.iter().collect();
        let record = |text: &str| PackedPuzzle::of(&text.parse().unwrap());
        sorted.sort_by_key(|puzzle| (Reverse(rates(puzzle)), record(puzzle)));
        assert_eq!(hardest, sorted.into_iter().take(count).cloned().collect(), "{count}");
    }
}

#[test]
fn a_hunt_that_is_broken_off_goes_on_where_it_was() {
    let text = "{-1+1p b8(te,b)}x3{-1+1 r5% k(te>=1) b40(te)}{-1+1p b9}*";
    let whole = tour(text, [EASY, MINIMAL], How::default());
    let sequence: Sequence = text.parse().unwrap();
    let (engine, threads) = (LockstepOnPhase::new(), Threads::new(2).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mut runs, mut most) = (0, 40);
    let (mut judged, mut found_ranks) = (0, 0);
    let results = loop {
        runs += 1;
        // So late that it gets on, some time.
        most += most / 4;
        let pulses = AtomicU64::new(0);
        let watch = |_: &TourProgress| match pulses.fetch_add(1, Ordering::Relaxed) {
            pulse if pulse < most => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let shelf = if runs == 1 {
            Shelf::create(folder.path(), 10_000).unwrap()
        } else {
            Shelf::resume(folder.path(), 10_000).unwrap()
        };
        let mut runner =
            Runner::new(&engine, &threads, shelf, Conditions::default(), &Quiet, &watch);
        let input = if runs == 1 {
            let input = runner.gather_puzzles([EASY.parse().unwrap(), MINIMAL.parse().unwrap()]);
            runner.shelf_mut().settle(&"parameters").unwrap();
            input.unwrap()
        } else {
            runner.gathered().unwrap()
        };
        let ended = runner.run(&sequence, &input);
        judged += runner.progress().judged();
        match ended {
            Ok(results) => break results,
            Err(TourError::BrokenOff) => {
                drop((runner, input));
                let ranks = files(folder.path()).find(|name| name.contains(".rank-run"));
                if let Some(ranks) = ranks {
                    found_ranks += 1;
                    is_seen_if_damaged(folder.path(), &ranks);
                }
            }
            Err(error) => panic!("{error}"),
        }
    };
    let results: Set =
        results.records().unwrap().map(|record| record.unwrap().grid().to_string()).collect();
    assert_eq!(results, whole);
    assert!(runs > 5 && found_ranks > 0, "{runs} runs, {found_ranks} with ranks, {judged} judged");
    // In the end the ranks are gone.
    assert!(!files(folder.path()).any(|name| name.contains("rank-")));
}

/// The names of the files of a folder.
fn files(folder: &Path) -> impl Iterator<Item = String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap())
}

/// Another bit in a file of the folder is an error, as long as it is there.
fn is_seen_if_damaged(folder: &Path, name: &str) {
    let path = folder.join(name);
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&path, damaged).unwrap();
    let error = Shelf::resume(folder, 0).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains(name) && error.contains("damaged"), "{error}");
    fs::write(&path, whole).unwrap();
}

#[test]
fn order_threads_and_memory_make_no_difference() {
    nothing_but_the_puzzles_matters("{-1+1 r10%}{-1+1p}", &[(2, 10_000), (5, 0)]);
    let chosen = "{-1+1 r10% k(te<2)}{-1+1p b30(te,b)}x2";
    nothing_but_the_puzzles_matters(chosen, &[(1, 1 << 20), (5, 0)]);
}

#[test]
fn excluded_puzzles_are_neither_found_nor_searched() {
    let (easy, minimal) = (dressed(EASY), dressed(MINIMAL));
    let exclusion = |puzzles: &[&str]| {
        let (engine, threads) = (LockstepOnPhase::new(), Threads::all().unwrap());
        let mut runner = Runner::new(
            &engine,
            &threads,
            Shelf::in_memory(0),
            Conditions::default(),
            &Quiet,
            &Patient,
        );
        let set =
            runner.gather_puzzles(puzzles.iter().map(|puzzle| puzzle.parse().unwrap())).unwrap();
        Conditions { excluded: Some(Exclusion::of(&set).unwrap()), pattern: None }
    };
    // All that comes of a puzzle by one clue less, but for the first two.
    let all = tour("{-1+0}", [EASY], How::default());
    let out: Vec<&str> = all.iter().take(2).map(String::as_str).collect();
    let less = tour("{-1+0}", [EASY], How { conditions: exclusion(&out), ..How::default() });
    assert_eq!(less, all.iter().skip(2).cloned().collect());
    // What comes only of excluded puzzles is not found either.
    let second = tour("{-1+0}x2", [EASY], How { conditions: exclusion(&out), ..How::default() });
    assert_eq!(second, meaning(&"{-1+0}".parse().unwrap(), &less));
    let every: Vec<&str> = all.iter().map(String::as_str).collect();
    assert!(
        tour("{-1+0}x2", [EASY], How { conditions: exclusion(&every), ..How::default() })
            .is_empty()
    );
    assert!(!tour("{-1+0}x2", [EASY], How::default()).is_empty());
    // Copies in another dress are excluded as well.
    let none =
        tour("{-1+1p}", [MINIMAL], How { conditions: exclusion(&[&minimal]), ..How::default() });
    assert!(!none.contains(&canonical(&MINIMAL.parse().unwrap())));
    let as_found =
        tour("{-1+1p e}", [EASY], How { conditions: exclusion(&[&easy]), ..How::default() });
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
    let read = |text: &str| Pattern::read(text, Shape::CLASSIC, &Alphabet::usual(Shape::CLASSIC));
    let conditions =
        |pattern: &str| Conditions { excluded: None, pattern: Some(read(pattern).unwrap()) };
    let all = tour("{-1+1}", [MINIMAL], How::default());
    let kept = tour(
        "{-1+1}",
        [MINIMAL],
        How { conditions: conditions(&unlike(MINIMAL)), ..How::default() },
    );
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
    let short = read(&"x".repeat(80)).unwrap_err();
    assert_eq!(short.to_string(), "expected 81 cells, found 80");
    let other = Pattern::of(&Grid::empty(Shape::new(2, 3).unwrap()));
    let conditions = Conditions { excluded: None, pattern: Some(other) };
    assert_eq!(tour("{-1+1}", [MINIMAL], How { conditions, ..How::default() }), Set::new());
}

#[test]
fn copies_are_kept_if_they_are_asked_for() {
    let as_found = tour("{-1+0e}", [EASY], How::default());
    let up_to_symmetry: Set = set(as_found.iter().map(String::as_str));
    assert_eq!(up_to_symmetry, tour("{-1+0}", [EASY], How::default()));
    let copies = [EASY.to_owned(), dressed(EASY)];
    let kept = tour("{-1+0e}{-1+1pe}", copies.iter().map(String::as_str), How::default());
    assert_eq!(kept, tour("{-1+0e}{-1+1pe}", [EASY], How::default()), "the input is canonical");
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
    let (engine, threads) = (LockstepOnPhase::new(), Threads::all().unwrap());
    let sequence: Sequence = "{-1+0}*{-1+1p}".parse().unwrap();
    let expected = meaning(&sequence, &set([EASY]));
    let shelf = Shelf::create(folder.path(), 10_000).unwrap();
    let mut runner = Runner::new(&engine, &threads, shelf, Conditions::default(), &Quiet, &Patient);
    let input = runner.gather_puzzles([EASY.parse().unwrap()]).unwrap();
    assert!(Shelf::resume(folder.path(), 0).is_err(), "there is no tour before it is settled");
    runner.shelf_mut().settle(&"parameters").unwrap();
    assert!(Shelf::resume(folder.path(), 0).is_err(), "another has it");
    assert_eq!(runner.run(&sequence, &input).unwrap().len(), expected.len() as u64);
    drop((runner, input));
    assert!(Shelf::create(folder.path(), 0).is_err(), "there is a tour");
    let text = fs::read_to_string(folder.path().join("results.txt")).unwrap();
    assert_eq!(text.lines().map(str::to_owned).collect::<Set>(), expected);

    // A file that has the results already is left alone: its folder may be read-only.
    let written = || fs::metadata(folder.path().join("results.txt")).unwrap().modified().unwrap();
    let first_written = written();
    let heard = Heard::default();
    let shelf = Shelf::resume(folder.path(), 10_000).unwrap();
    assert_eq!(shelf.parameters::<String>().unwrap().as_deref(), Some("parameters"));
    let mut runner = Runner::new(&engine, &threads, shelf, Conditions::default(), &heard, &Patient);
    let input = runner.gathered().unwrap();
    let results = runner.run(&sequence, &input).unwrap();
    assert_eq!((results.len(), runner.progress().searched()), (expected.len() as u64, 0));
    assert_eq!(written(), first_written);
    drop(runner);
    assert_eq!(heard.0.into_inner().unwrap().into_iter().collect::<Set>(), expected);
}
