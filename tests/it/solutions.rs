//! Solutions beside their puzzles: each fault has the place of the solution.

use std::fmt::Write;

use tourdion::sudoku::Grid;
use tourdion::verify::solve;

use crate::support::program::run;

const PROPER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

#[test]
fn a_wrong_solution_is_named_with_its_place() {
    let short = &SOLUTION[..80];
    let wrong = SOLUTION.replacen("81", "18", 1);
    let ends = "the solution ends after 80 of 81 cells";
    for (text, column, place, field) in [
        (format!("puzzle,answer\n{PROPER},{short}"), "answer", "2:163", "column `answer`"),
        (format!("a,puzzle,b\n\"\nx\",{PROPER},\"{short}\"\n"), "B", "3:167", "column `b`"),
        (format!("{SOLUTION} {PROPER}\n{short} {PROPER} own\n"), "1", "2:81", "column `1`"),
        (
            format!("{{\"puzzle\":\"{PROPER}\",\"answer\":\"{short}\"}}"),
            "answer",
            "1:185",
            "member `answer`",
        ),
        (
            format!("[{{\"puzzle\":\"{PROPER}\",\n \"answer\":\"{short}\"}}]"),
            "answer",
            "2:92",
            "member `answer`",
        ),
    ] {
        let (_, found, _) = run(&["verify", "-q", "--solution", column], &text);
        assert_eq!(found, format!("<stdin>:{place}: wrong solution: {field}: {ends}\n"), "{text}");
        let more = ["--solution", column, "--seed", "1"];
        let (_, _, err) = run(&[&["morph", "-q"][..], &more].concat(), &text);
        assert!(err.ends_with(&format!("<stdin>:{place}: {field}: {ends}\n")), "{text}: {err}");
    }
    let text = format!("puzzle;answer\n{PROPER};{wrong}\n{PROPER};\"{wrong}\"\n");
    let (_, findings, _) = run(&["verify", "-q", "--solution", "answer"], &text);
    let why = "wrong solution: column `answer`: r1c1 is 1, the solution has 8";
    assert_eq!(findings, format!("<stdin>:2:83: {why}\n<stdin>:3:84: {why}\n"));
}

#[test]
fn words_behind_two_grids_are_one_column() {
    let list = format!(
        "{SOLUTION} {PROPER} the \"hardest\", 2012\n# c\n{SOLUTION} {PROPER}\n\
         {SOLUTION} {PROPER} \"own\n{SOLUTION}\n"
    );
    let (code, out, _) = run(&["verify", "-q", "--emit", "csv"], &list);
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).from_reader(out.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.into_records().map(Result::unwrap).collect();
    let column = |number: usize| rows.iter().map(|row| row[number].to_owned()).collect::<Vec<_>>();
    assert_eq!((code, rows.len()), (Some(2), 5), "{out}");
    assert_eq!(column(2), ["3", "the \"hardest\", 2012", "", "\"own", ""]);
    assert_eq!(column(3), ["verdict", "proper", "proper", "proper", ""]);
    assert_eq!(&rows[4][5], "<stdin>:5:1: expected 3 columns, found 1: nothing for column `2`");
    // A filter writes the lines as they are.
    let (_, out, _) = run(&["filter", "-q", "proper"], &list);
    let written: Vec<&str> = list.lines().filter(|line| line.contains(PROPER)).collect();
    assert_eq!(out.lines().collect::<Vec<_>>(), written);
}

#[test]
fn a_solution_that_json_leaves_out_is_missing() {
    let text = format!("{{\"puzzle\":\"{PROPER}\"}}\n{{\"puzzle\":\"{PROPER}\",\"sol\":null}}\n");
    let (code, _, err) = run(&["verify", "--solution", "sol"], &text);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("2 proper") && err.contains("2 missing"), "{err}");
}

/// Rows of proper puzzles, pseudo-puzzles, impossible ones and pencil marks, with solutions of all
/// kinds beside them.
fn given_solutions() -> String {
    let catalogue = std::fs::read_to_string("data/first.txt").unwrap();
    let mut text = "id,puzzle,answer\n".to_owned();
    for (number, line) in catalogue.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let proper = &line[..81];
        let solution = solve(&proper.parse::<Grid>().unwrap()).unwrap().to_string();
        let clue = proper.bytes().position(|sign| sign != b'.').unwrap();
        let cell = proper.bytes().position(|sign| sign == b'.').unwrap();
        let with =
            |line: &str, at: usize, sign: &str| format!("{}{sign}{}", &line[..at], &line[at + 1..]);
        let other = |at: usize| if solution.as_bytes()[at] == b'9' { "1" } else { "9" };
        let marks: String = (0..81)
            .flat_map(|at| (1..=9).map(move |digit| (at, digit)))
            .map(|(at, digit)| match proper.as_bytes()[at] - b'.' {
                0 => char::from(b'0' + digit),
                sign if sign + b'.' - b'0' == digit => char::from(b'0' + digit),
                _ => '.',
            })
            .collect();
        let puzzle = match number % 4 {
            0 => proper.to_owned(),
            1 => with(proper, clue, "."),
            2 => with(proper, clue, other(clue)),
            _ => marks,
        };
        let answer = match number / 4 % 6 {
            0 | 1 => solution.clone(),
            2 => with(&solution, cell, other(cell)),
            3 => with(&solution, clue, other(clue)),
            4 => String::new(),
            _ => [&solution[..80], ".........x", proper][number % 3].to_owned(),
        };
        writeln!(text, "{number},{puzzle},{answer}").unwrap();
        if number == 239 {
            break;
        }
    }
    text
}

/// `verify` judges after a search. What `filter` keeps may be decided before.
#[test]
fn a_filter_keeps_the_rows_whose_solutions_verify_calls_so() {
    let text = given_solutions();
    let (_, out, _) = run(&["verify", "-q", "--solution", "answer", "--emit", "csv"], &text);
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let number =
        reader.headers().unwrap().iter().position(|name| name == "given_solution").unwrap();
    let kept = |expression: &str| {
        let (code, out, err) = run(&["filter", "-q", "--solution", "answer", expression], &text);
        assert_eq!((code, &err[..]), (Some(0), ""), "{expression}");
        out.lines()
            .skip(1)
            .map(|line| line.split(',').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let mut all = 0;
    for word in ["right", "wrong", "not-only", "missing"] {
        let is_so = |row: &&csv::StringRecord| row[number].split(':').next() == Some(word);
        let expected: Vec<&str> = rows.iter().filter(is_so).map(|row| &row[0]).collect();
        assert!(expected.len() >= 20, "{word}: {}", expected.len());
        assert_eq!(kept(&format!("solution={word}")), expected, "{word}");
        assert_eq!(kept(&format!("not solution != {word} and clues<=729")), expected, "{word}");
        all += expected.len();
    }
    assert_eq!(all, rows.len());
    let both = kept("solution=right or solution=not-only");
    assert_eq!(kept("not (solution=wrong or solution=missing)"), both);
    let mixed = kept("pseudo and (solution=right or not solution=missing) or impossible");
    let is_so = |row: &&csv::StringRecord| match &row[3] {
        "pseudo" => &row[number] != "missing",
        verdict => verdict == "impossible",
    };
    assert_eq!(mixed, rows.iter().filter(is_so).map(|row| &row[0]).collect::<Vec<_>>());
}

#[test]
fn solutions_of_any_rows_can_be_asked_for() {
    let wrong = SOLUTION.replacen("81", "18", 1);
    let keep = |expression: &str, text: &str| {
        run(&["filter", "-q", "--solution", "answer", expression], text).1
    };
    let object = |answer: &str| format!("{{\"puzzle\":\"{PROPER}\",\"answer\":\"{answer}\"}}\n");
    let objects = object(SOLUTION) + &object(&wrong) + &format!("{{\"puzzle\":\"{PROPER}\"}}\n");
    assert_eq!(keep("solution=wrong", &objects), object(&wrong));
    assert_eq!(keep("solution=right", &objects), object(SOLUTION));
    let table = format!("answer\tpuzzle\n{SOLUTION}\t{PROPER}\n{wrong}\t{PROPER}\n");
    assert_eq!(keep("solution=right", &table), format!("answer\tpuzzle\n{SOLUTION}\t{PROPER}\n"));
}
