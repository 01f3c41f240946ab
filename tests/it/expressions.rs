//! Expressions: their decisions are those of the definitions, and the same in every command.

use std::fmt::Write;

use tourdion::chance::Chance;
use tourdion::expression::{Decision, Expression, Judge, decide};
use tourdion::logic::{NetFinder, Path, Pencil, Strategy};
use tourdion::rating::{Rate, Rating, rate};
use tourdion::sudoku::canonical::Canoniser;
use tourdion::sudoku::{Grid, Marks, Shape};
use tourdion::verify::{Kind, LinksVerifier, Verifier};

use crate::sets;
use crate::support::hunting::is_minimal;
use crate::support::program::{said, tourdion};

const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The columns of `rate` for each of some puzzles; `None` is more than any number.
fn rated() -> Vec<(String, [Option<u32>; 3])> {
    let puzzles: String =
        sets::first().iter().step_by(5).fold(String::new(), |mut text, puzzle| {
            let _ = writeln!(text, "{puzzle}");
            text
        });
    let command = ["rate", "--quiet", "--rating", "te,b,bxb", "-"];
    let (code, lines, errors) = said(tourdion(command).write_stdin(puzzles));
    assert_eq!(code, Some(0), "{errors}");
    let row = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |k: usize| words[k].split_once('=').unwrap().1.parse().ok();
        (words[0].to_owned(), [number(1), number(2), number(3)])
    };
    lines.lines().map(row).collect()
}

type Wanted = fn([u64; 3], usize) -> bool;

const WANTED: [(&str, Wanted); 8] = [
    ("te>=1", |[te, ..], _| te >= 1),
    ("te=2 or b>4", |[te, b, _], _| te == 2 || b > 4),
    ("b in 2..4", |[_, b, _], _| (2..=4).contains(&b)),
    ("b in ..1 or bxb in 3..", |[_, b, bxb], _| b <= 1 || bxb >= 3),
    ("not (te=0 or clues>24)", |[te, ..], clues| !(te == 0 || clues > 24)),
    ("b!=1 and te<2", |[te, b, _], _| b != 1 && te < 2),
    ("bxb>0 and bxb<=3 and clues in 22..25", |[.., bxb], clues| {
        (1..=3).contains(&bxb) && (22..=25).contains(&clues)
    }),
    ("te<0 or bxb>4294967295 and te<3", |[te, _, bxb], _| bxb > u64::from(u32::MAX) && te < 3),
];

#[test]
fn filter_reads_ratings_as_rate_writes_them() {
    let rated = rated();
    let puzzles: Vec<&str> = rated.iter().map(|(puzzle, _)| puzzle.as_str()).collect();
    let puzzles = puzzles.join("\n");
    for (expression, wanted) in WANTED {
        let command = ["filter", "--quiet", expression, "-"];
        let (code, lines, errors) = said(tourdion(command).write_stdin(&*puzzles));
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{expression}");
        let expected = rated.iter().filter(|(puzzle, rates)| {
            let clues = puzzle.bytes().filter(|symbol| symbol.is_ascii_digit() && *symbol != b'0');
            wanted(rates.map(|rate| rate.map_or(u64::MAX, u64::from)), clues.count())
        });
        let expected: Vec<&str> = expected.map(|(puzzle, _)| puzzle.as_str()).collect();
        assert_eq!(lines.lines().collect::<Vec<_>>(), expected, "{expression}");
    }
}

#[test]
fn generate_keeps_what_filter_keeps_of_the_same_puzzles() {
    let generate = ["generate", "--quiet", "--seed", "7"];
    let (_, all, _) = said(tourdion(generate).args(["-n", "200"]));
    for (expression, number) in [("te>=1 and b<=3", 20), ("clues<=23 and te=1", 5), ("b in 5..", 3)]
    {
        let (code, kept, errors) =
            said(tourdion(["filter", "--quiet", expression, "-"]).write_stdin(&*all));
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{expression}");
        let number = kept.lines().count().min(number);
        assert!(number > 0, "{expression}");
        let expected: Vec<&str> = kept.lines().take(number).collect();
        for threads in ["1", "3"] {
            let mut command = tourdion(generate);
            command.args(["--keep", expression, "-n", &number.to_string(), "--threads", threads]);
            let (code, made, errors) = said(&mut command);
            assert_eq!((code, errors.as_str()), (Some(0), ""), "{expression}");
            assert_eq!(made.lines().collect::<Vec<_>>(), expected, "{expression}, {threads}");
        }
    }
}

type Compare = fn(u64, u64) -> bool;

/// A random expression, and its value by the facts about a puzzle, found one by one.
fn random(chance: &mut Chance, depth: usize, facts: &Facts) -> (String, bool) {
    if depth == 0 || chance.below(4) == 0 {
        return test(chance, facts);
    }
    let (left, is_left) = random(chance, depth - 1, facts);
    let (right, is_right) = random(chance, depth - 1, facts);
    match chance.below(3) {
        0 => (format!("({left}) and ({right})"), is_left && is_right),
        1 => (format!("({left}) or ({right})"), is_left || is_right),
        _ => (format!("not ({left})"), !is_left),
    }
}

fn test(chance: &mut Chance, facts: &Facts) -> (String, bool) {
    let (name, value, most) = match chance.below(8) {
        0 => ("clues", Some(facts.clues), 40),
        1 => ("automorphisms", Some(facts.automorphisms), 3),
        2 => ("te", facts.te, 4),
        3 => ("b", facts.b, 8),
        4 => return ("minimal".to_owned(), facts.is_minimal),
        5 => ("difficulty", facts.difficulty, 12),
        6 => {
            let name = ["pointing", "naked-pair", "AIC", "forcing-net"][chance.below(4)];
            let is_used = facts.uses.iter().any(|used| used.replace(' ', "-") == name);
            return (format!("uses={name}"), is_used);
        }
        _ => {
            let kinds = [Kind::Proper, Kind::Pseudo, Kind::Impossible];
            let kind = kinds[chance.below(3)];
            return (kind.to_string(), kind == facts.kind);
        }
    };
    let number = chance.below(most) as u64;
    let signs: [(&str, Compare); 6] = [
        ("=", |a, b| a == b),
        ("!=", |a, b| a != b),
        ("<", |a, b| a < b),
        ("<=", |a, b| a <= b),
        (">", |a, b| a > b),
        (">=", |a, b| a >= b),
    ];
    let (sign, compare) = signs[chance.below(6)];
    // Difficulties are in tenths.
    let scale = if name == "difficulty" { 10 } else { 1 };
    let holds = value.is_some_and(|value| compare(value, number * scale));
    (format!("{name}{sign}{number}"), holds)
}

struct Facts {
    clues: u64,
    automorphisms: u64,
    kind: Kind,
    is_minimal: bool,
    /// `None` if the puzzle has no rating; `u64::MAX` is more than any number.
    te: Option<u64>,
    b: Option<u64>,
    /// In tenths, and the techniques of the path.
    difficulty: Option<u64>,
    uses: Vec<&'static str>,
}

impl Facts {
    fn of(puzzle: &Grid) -> Facts {
        let kind = LinksVerifier::default().verify(puzzle).kind();
        let rated = |rating| match rate(puzzle, rating) {
            Ok(Rate::Is(number) | Rate::Tenths(number)) => Some(number.into()),
            Ok(Rate::Endless) => Some(u64::MAX),
            Ok(Rate::Above(_) | Rate::Unknown) => unreachable!("without a limit"),
            Err(_) => None,
        };
        let path = (kind == Kind::Proper).then(|| {
            let strategy = Strategy { is_proper: true, ..Strategy::default() };
            Path::find(&Pencil::of(puzzle), &strategy, &NetFinder::new(Shape::CLASSIC))
        });
        Facts {
            clues: puzzle.clue_count() as u64,
            automorphisms: Canoniser::new().puzzle(puzzle).unwrap().automorphisms.into(),
            kind,
            is_minimal: kind == Kind::Proper && is_minimal(puzzle),
            te: rated(Rating::Te),
            b: rated(Rating::B),
            difficulty: path.as_ref().map(|path| path.difficulty().unwrap_or(10).into()),
            uses: path.map_or_else(Vec::new, |path| {
                path.counts().into_iter().map(|(technique, _)| technique.name()).collect()
            }),
        }
    }
}

#[test]
fn decisions_are_those_of_all_facts() {
    let mut puzzles: Vec<Grid> = sets::first().into_iter().step_by(100).collect();
    for text in [INKALA.replacen('8', ".", 1), INKALA.replacen("8.", "88", 1)] {
        puzzles.push(text.parse().unwrap());
    }
    let symmetric = format!("123456789456789123789123456{}", ".".repeat(54));
    puzzles.push(symmetric.parse().unwrap());
    let mut chance = Chance::new(7, 0);
    let mut judge = Judge::new();
    for puzzle in &puzzles {
        let facts = Facts::of(puzzle);
        for _ in 0..60 {
            let (text, expected) = random(&mut chance, 3, &facts);
            let expression: Expression = text.parse().unwrap();
            // Among others, in any order, as by itself.
            let others = [&puzzles[0], puzzle, &puzzles[puzzles.len() - 1]];
            let decided =
                judge.decide(&expression, &others, &mut || std::ops::ControlFlow::Continue(()));
            let decisions = decided.continue_value().unwrap();
            assert_eq!(decisions[1], Decision::Is(expected), "{text}: {puzzle}");
            assert_eq!(decide(&expression, puzzle), Decision::Is(expected), "{text}: {puzzle}");
            if facts.kind == Kind::Proper && expected {
                assert!(expression.may_hold(puzzle.clue_count()), "{text}");
            }
        }
    }
}

#[test]
fn pencil_marks_have_clues_and_verdicts() {
    let marks = Marks::of(&INKALA.parse().unwrap());
    let mut judge = Judge::<Marks>::new();
    for (text, expected) in [("proper and clues>100", true), ("not proper or clues<100", false)] {
        let expression: Expression = text.parse().unwrap();
        assert!(!expression.is_of_clues());
        let decided =
            judge.decide(&expression, &[&marks], &mut || std::ops::ControlFlow::Continue(()));
        assert_eq!(decided.continue_value().unwrap(), [Decision::Is(expected)], "{text}");
    }
    for text in ["te>1", "minimal", "symmetry=none", "proper or b<3"] {
        assert!(text.parse::<Expression>().unwrap().is_of_clues(), "{text}");
    }
}
