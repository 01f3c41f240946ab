//! The questions of `compare`: each has its own effort, limits of time hold, and samples are named.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tourdion::compare::{Contest, ContestOutcome, ContestQuestion, Contestant, Rules};
use tourdion::sudoku::{Grid, Shape};
use tourdion::verify::{Budget, Effort};
use tourdion::watch::Patient;

use crate::sets;
use crate::support::program::{said, tourdion};

fn engine(name: &str) -> Contestant {
    name.parse().unwrap()
}

fn run(
    engines: &[Contestant],
    rules: Rules,
    puzzles: &[Grid],
    time: Option<Duration>,
) -> ContestOutcome {
    let mut contest = Contest::new(engines.to_vec(), puzzles[0].shape(), rules).unwrap();
    let puzzles: Vec<&Grid> = puzzles.iter().collect();
    let outcome = contest.run(&puzzles, time, &mut Patient);
    assert!(outcome.disagreements.is_empty(), "{:?}", outcome.disagreements);
    outcome
}

/// The effort of each puzzle and engine.
fn efforts(outcome: &ContestOutcome) -> Vec<Vec<Effort>> {
    outcome
        .turns
        .iter()
        .map(|turns| turns.iter().map(|turn| turn.unwrap().effort).collect())
        .collect()
}

/// What a new verifier takes for the question.
fn alone(engine: Contestant, question: ContestQuestion, puzzle: &Grid) -> Effort {
    let mut verifier = engine.verifier(puzzle.shape()).unwrap();
    match question {
        ContestQuestion::Verdict => drop(verifier.verify(puzzle)),
        ContestQuestion::FirstSolution => drop(verifier.count(puzzle, 1)),
    }
    verifier.effort()
}

/// Puzzles in any order, and as often as one likes, take what one question takes.
fn efforts_are_of_one_question(engines: &[Contestant], puzzles: &[Grid]) {
    for (question, passes) in [
        (ContestQuestion::Verdict, 1),
        (ContestQuestion::Verdict, 3),
        (ContestQuestion::FirstSolution, 2),
    ] {
        let rules = Rules { question, budget: Budget::default(), passes };
        let expected =
            |puzzle| engines.iter().map(|&engine| alone(engine, question, puzzle)).collect();
        let expected: Vec<Vec<Effort>> = puzzles.iter().map(expected).collect();
        assert_eq!(efforts(&run(engines, rules, puzzles, None)), expected);
        let reversed: Vec<Grid> = puzzles.iter().rev().cloned().collect();
        let expected_reversed: Vec<_> = expected.iter().rev().cloned().collect();
        assert_eq!(efforts(&run(engines, rules, &reversed, None)), expected_reversed);
        for (puzzle, expected) in puzzles.iter().zip(&expected) {
            let thrice = [puzzle.clone(), puzzle.clone(), puzzle.clone()];
            assert_eq!(
                efforts(&run(engines, rules, &thrice, None)),
                vec![expected.clone(); 3],
                "{puzzle}"
            );
            let once = efforts(&run(engines, rules, &thrice[..1], None));
            assert_eq!(once, std::slice::from_ref(expected), "{puzzle}");
        }
    }
}

#[test]
fn effort_is_that_of_one_question_every_time() {
    let mut puzzles: Vec<Grid> = sets::first().into_iter().step_by(334).collect();
    // Neighbours that begin with the same clues; one without its last clue, one that clashes, one
    // that is full.
    let first = puzzles[0].clone();
    let last = first.clues().last().unwrap().cell;
    let digits = [None, first.get(first.shape().cell(7))];
    puzzles.extend(digits.map(|digit| {
        let mut other = first.clone();
        other.set(last, digit);
        other
    }));
    let solution =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    puzzles.extend([solution, &"1".repeat(81)].map(|line| line.parse::<Grid>().unwrap()));
    efforts_are_of_one_question(
        &["links", "lockstep", "norvig", "pick", "pick+1"].map(engine),
        &puzzles,
    );
}

#[test]
fn effort_is_that_of_one_question_with_every_engine_and_shape() {
    for (boxes, lines) in [
        (
            Shape::new(2, 2).unwrap(),
            &["1....2..3......4", "1....2..........", "1122............", "................"][..],
        ),
        (
            Shape::new(2, 3).unwrap(),
            &["1.3.5..5.1.32.1.6..6.2.13.2.4..4.3.2", "1.3.5..5.1.32.1.6..6.2.13.2.4..4.3.."][..],
        ),
    ] {
        let puzzles: Vec<Grid> = lines.iter().map(|line| line.parse().unwrap()).collect();
        let engines: Vec<Contestant> =
            Contestant::all().filter(|engine| engine.suits(boxes).is_ok()).collect();
        assert_eq!(engines.len(), 9);
        efforts_are_of_one_question(&engines, &puzzles);
    }
}

#[test]
fn a_slow_engine_is_asked_about_a_sample() {
    let puzzles: Vec<Grid> = sets::first().into_iter().step_by(10).collect();
    let engines = ["lockstep", "listed"].map(engine);
    let began = Instant::now();
    let outcome = run(&engines, Rules::default(), &puzzles, Some(Duration::from_millis(400)));
    // Half a minute and more if it were asked about all.
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert!(outcome.every[1] > 1 && outcome.every[1].is_power_of_two(), "{:?}", outcome.every);
    for (number, turns) in outcome.turns.iter().enumerate() {
        for (turn, every) in turns.iter().zip(&outcome.every) {
            assert_eq!(turn.is_some(), number.is_multiple_of(*every));
        }
    }
}

#[test]
fn lockstep_is_not_asked_about_other_shapes() {
    let shape = Shape::new(4, 4).unwrap();
    let error =
        Contest::new(vec![Contestant::Links, Contestant::Lockstep], shape, Rules::default())
            .err()
            .unwrap();
    assert_eq!(
        error.to_string(),
        "lockstep searches grids of 3x3 boxes alone, and these have boxes of 4x4"
    );
}

/// What `tourdion compare` prints.
fn compared(arguments: &[&str]) -> String {
    let (code, table, errors) = said(tourdion(["compare", "--quiet"]).args(arguments));
    assert_eq!(code, Some(0), "{errors}");
    table
}

#[test]
fn every_form_of_output_says_what_was_a_sample() {
    let sampled =
        ["--total-time", "0.5", "--engine", "lockstep,sorted", "--every", "10", "data/first.txt"];
    let began = Instant::now();
    let table = compared(&sampled);
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    assert!(
        table.contains("100 puzzles; verdicts; ")
            && table.contains("at most 2 s each, 0.5 s in all\n"),
        "{table}"
    );
    assert!(table.contains("Sampled for want of time: ") && table.contains("sorted ("), "{table}");
    let puzzles = compared(&[&sampled[..], &["--emit", "puzzles"]].concat());
    assert!(puzzles.contains("Sampled for want of time: ") && puzzles.contains("  -"), "{puzzles}");

    // Each engine has a row for every n-th of the puzzles that were asked for, and each row says
    // so.
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/first.txt")).unwrap();
    let lines: Vec<u64> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(n, _)| n)
        .collect();
    let rows = compared(&[&sampled[..], &["--emit", "csv"]].concat());
    let mut of_engines = BTreeMap::<String, Vec<(u64, usize, usize)>>::new();
    for row in csv::Reader::from_reader(rows.as_bytes()).into_records().map(Result::unwrap) {
        let [every, asked] = [10, 11].map(|column| row[column].parse().unwrap());
        of_engines.entry(row[4].to_owned()).or_default().push((
            row[1].parse().unwrap(),
            every,
            asked,
        ));
    }
    assert_eq!(of_engines.len(), 2);
    assert!(of_engines["sorted"][0].1 > 1, "{rows}");
    for rows in of_engines.values() {
        let (_, every, asked) = rows[0];
        let expected: Vec<_> =
            lines.iter().step_by(10).step_by(every).map(|&line| (line, every, asked)).collect();
        assert_eq!((rows, asked), (&expected, expected.len()));
    }
    let objects = compared(&[&sampled[..], &["--emit", "jsonl"]].concat());
    let object: serde_json::Value = serde_json::from_str(objects.lines().next().unwrap()).unwrap();
    assert!(object["every"].is_u64() && object["asked"].is_u64(), "{object}");
}

#[test]
fn the_usual_engines_suit_the_shape() {
    let table =
        compared(&["--boxes", "4x4", "--total-time", "1", "--puzzles", "1", "data/16x16.txt"]);
    let engines: Vec<&str> =
        table.lines().skip(2).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(engines[..5], ["links", "norvig", "fewest", "sorted", "listed"], "{table}");
    let refused = ["compare", "--boxes", "4x4", "--engine", "lockstep", "data/16x16.txt"];
    let (code, table, errors) = said(&mut tourdion(refused));
    assert_eq!(code, Some(2));
    assert!(
        errors.contains("lockstep searches grids of 3x3 boxes alone") && table.is_empty(),
        "{errors}"
    );
}
