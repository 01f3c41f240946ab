//! Commands on puzzles of pencil marks: each form that is read, each command that takes them, and
//! each that refuses them by name.

use tourdion::logic::Pencil;
use tourdion::sudoku::{Alphabet, Grid, Marks, Shape};

use crate::support::program::run;

const PUZZLE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

fn marks() -> Marks {
    Marks::of(&PUZZLE.parse::<Grid>().unwrap())
}

/// Pencil marks with several solutions, none, and a cell without a candidate.
fn others() -> [String; 3] {
    let line = marks().to_string();
    let all = "123456789".repeat(81);
    let clash = format!("1........1........{}", &all[18..]);
    let nothing = format!(".........{}", &line[9..]);
    [all, clash, nothing]
}

#[test]
fn every_form_of_marks_is_recognised() {
    let (marks, alphabet) = (marks(), Alphabet::usual(Shape::CLASSIC));
    let line = marks.to_string();
    let forum = Pencil::of_marks(&marks).forum(&alphabet).to_string();
    let rules = |top: &str, middle: &str, bottom: &str| {
        let mut rules = [top, middle, middle, bottom].into_iter();
        let lines = forum.lines().map(|line| {
            if line.starts_with('+') { rules.next().unwrap().to_owned() } else { line.to_owned() }
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let bare: Vec<String> = forum
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.trim_matches(['|', ' ']).to_owned())
        .collect();
    let fenced: Vec<String> = bare
        .iter()
        .map(|row| {
            let cells: Vec<&str> = row.split(['|', ' ']).filter(|cell| !cell.is_empty()).collect();
            format!("|{}|", cells.join("|"))
        })
        .collect();
    for text in [
        line.clone(),
        line.replace('.', "0"),
        format!("  {line} mine, all mine\r\n"),
        format!("name,puzzle\nInkala,{line}\n"),
        format!("7;{line};x\n"),
        format!("{{\"id\": 7, \"puzzle\": \"{line}\"}}\n"),
        format!("[{{\"id\": 7, \"puzzle\": \"{line}\"}}]\n"),
        format!("\"{line}\"\n"),
        forum.clone(),
        format!("Inkala\n{forum}"),
        rules("*-----------*", "|----+---+--|", "*-----------*"),
        rules(".-----.-----.-----.", ":-----+-----+-----:", "'-----'-----'-----'"),
        bare.join("\n"),
        bare.join("\n").replace('|', " "),
        fenced.join("\n"),
    ] {
        let (code, out, err) = run(&["verify", "--emit", "csv", "--witness", "-q"], &text);
        assert_eq!((code, &err[..]), (Some(0), &err[..]), "{text}\n{out}");
        assert!(out.contains(SOLUTION), "{text}\n{out}{err}");
        let (code, out, _) = run(&["solve", "-q", "--emit", "lines"], &text);
        assert!(code == Some(0) && out.contains(SOLUTION), "{text}\n{out}");
    }
}

#[test]
fn a_sheet_may_have_rows_of_single_digits() {
    // The first row is solved; the other rows decide that its digits are candidates.
    let mut marks = marks();
    let solution: Grid = SOLUTION.parse().unwrap();
    for candidate in solution.clues().take(9) {
        for digit in Shape::CLASSIC.digits().filter(|&digit| digit != candidate.digit) {
            marks.remove(tourdion::sudoku::Candidate { cell: candidate.cell, digit });
        }
    }
    let alphabet = Alphabet::usual(Shape::CLASSIC);
    let forum = Pencil::of_marks(&marks).forum(&alphabet).to_string();
    let (code, out, err) = run(&["verify", "--emit", "csv", "-q"], &forum);
    assert_eq!((code, &err[..]), (Some(0), ""));
    assert_eq!(out.lines().nth(1), Some(&format!("2,{marks},,proper,1,")[..]));
}

#[test]
fn faults_of_marks_have_their_places() {
    let line = marks().to_string();
    let (code, out, _) = run(&["verify", "-q"], &format!("{PUZZLE}\n{}\n", &line[1..]));
    assert_eq!(code, Some(2));
    let expected = "<stdin>:2:82: unreadable: expected 81 cells, found more; \
                    pencil marks have 729 symbols, and here are 728\n";
    assert_eq!(out, expected);
    let (_, out, _) = run(&["verify", "-q"], &line.replacen('8', "7", 1));
    let expected = "expected 8 or an empty symbol at this place of a cell, found 7\n";
    assert!(out.ends_with(expected), "{out}");
    let alphabet = Alphabet::usual(Shape::CLASSIC);
    let forum = Pencil::of_marks(&marks()).forum(&alphabet).to_string();
    let (code, out, _) = run(&["verify", "-q"], &forum.replacen("246", "226", 1));
    assert_eq!(code, Some(2));
    assert!(out.contains("2 stands twice among the candidates of a cell"), "{out}");
}

#[test]
fn verify_says_why_marks_are_impossible() {
    let [all, clash, nothing] = others();
    let text = format!("{}\n{all}\n{PUZZLE}\n{clash}\nx\n{nothing}\n", marks());
    let (code, out, err) = run(&["verify", "--cross-check"], &text);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, Some(2), "{err}");
    assert!(lines[0].starts_with("<stdin>:2:1: pseudo-puzzle: 2 or more solutions"), "{out}");
    assert_eq!(lines[1], "<stdin>:4:1: impossible: 1 stands twice in row 1, in r1c1 and r1c2");
    assert!(lines[2].starts_with("<stdin>:5:1: unreadable: "), "{out}");
    assert_eq!(lines[3], "<stdin>:6:1: impossible: nothing is left for r1c1");
    assert!(
        err.contains("5 puzzles: 2 proper, 1 pseudo, 2 impossible, 1 unreadable, 0 dis"),
        "{err}"
    );
    let (_, same, _) = run(&["verify", "--engine", "links", "-q"], &text);
    assert_eq!(same.lines().skip(1).collect::<Vec<_>>(), lines[1..]);
    let (_, out, _) = run(&["verify", "--limit", "500", "-q", "--emit", "csv"], &all);
    assert_eq!(out.lines().nth(1), Some(&format!("1,{all},,pseudo,500,yes,")[..]));
}

#[test]
fn given_solutions_of_marks_are_checked() {
    let wrong = SOLUTION.replacen("812", "821", 1);
    let [all, ..] = others();
    let text = format!("puzzle,answer\n{0},{SOLUTION}\n{0},{wrong}\n{all},{SOLUTION}\n", marks());
    let (code, out, _) = run(&["verify", "-q", "--solution", "answer", "--emit", "csv"], &text);
    assert_eq!(code, Some(1));
    let row = |number: usize| out.lines().nth(number).unwrap().rsplit_once(SOLUTION);
    assert_eq!(row(1).unwrap().1, ",proper,1,right,");
    assert_eq!(row(3).unwrap().1, ",pseudo,2,not-only,");
    let expected = format!("{wrong},proper,1,\"wrong: r1c2 is 2, the solution has 1\",");
    assert!(out.lines().nth(2).unwrap().ends_with(&expected), "{out}");
}

#[test]
fn solve_filter_and_explain_take_marks() {
    let [all, clash, nothing] = others();
    let text = format!("{}\n{clash}\n{PUZZLE}\n{nothing}\n", marks());
    let (code, out, err) = run(&["solve", "-q", "--emit", "lines"], &text);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines[0], lines[2], lines.len()), (Some(1), SOLUTION, SOLUTION, 4), "{err}");
    assert_eq!(lines[3], "# <stdin>:4:1: impossible: nothing is left for r1c1");
    let (_, out, _) =
        run(&["solve", "-q", "--count", "--limit", "1000"], &format!("{text}{all}\n"));
    assert_eq!(out, "1\n0\n1\n0\n1000 or more\n");
    let (_, out, _) = run(&["solve", "-q", "--all", "--limit", "3"], &format!("{all}\n{PUZZLE}\n"));
    assert_eq!(out.lines().count(), 4);

    let (code, out, _) = run(&["filter", "-q", "proper and clues>100"], &text);
    assert_eq!((code, out), (Some(0), format!("{}\n", marks())));
    let (code, out, err) = run(&["filter", "-q", "minimal or symmetry=half-turn"], &text);
    assert_eq!((code, out), (Some(2), format!("{PUZZLE}\n")), "{err}");
    assert!(err.contains("<stdin>:1:1: unreadable: these are pencil marks, and the expression"));

    let (code, out, _) = run(&["explain", "-q", "--emit", "lines"], &text);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, Some(1));
    let with_clues = lines[2].strip_prefix(PUZZLE).unwrap();
    assert_eq!(lines[0].strip_prefix(&marks().to_string()), Some(with_clues));
    assert!(lines[3].contains(" impossible nothing is left for r1c1; no step"), "{}", lines[3]);
    let (_, by_file, _) = run(&["explain", "--emit", "text", "-q"], &marks().to_string());
    let (_, by_option, _) =
        run(&["explain", "--marks", "--emit", "text", "-q"], &marks().to_string());
    assert_eq!(by_file, by_option);
    assert!(by_file.starts_with("<stdin>:1:1\n+--"), "{by_file}");
}

#[test]
fn commands_for_clues_refuse_marks_by_name() {
    let text = format!("{PUZZLE}\n{}\n", marks());
    for command in [
        &["canon"][..],
        &["canon", "--unique"],
        &["minimize"],
        &["minimize", "--all"],
        &["morph", "--seed", "1"],
    ] {
        let (code, out, err) = run(&[command, &["-q"]].concat(), &text);
        assert_eq!((code, out.lines().count()), (Some(2), 1), "{command:?}: {err}");
        let expected = "<stdin>:2:1: unreadable: these are pencil marks, and ";
        assert!(err.starts_with(expected), "{command:?}: {err}");
        assert!(err.ends_with("; verify, solve, filter and explain take them\n"), "{err}");
        // Nothing is wrong with the form of the file.
        let marks = format!("{}\n", marks()).repeat(9);
        let (_, _, err) = run(&[command, &["-q"]].concat(), &marks);
        assert_eq!(err.lines().count(), 9, "{err}");
    }
    let (code, _, err) = run(&["tour", "-q", "{-1+1}"], &text);
    assert!(code == Some(2) && err.contains("tours take clues off"), "{err}");
    let (code, _, err) = run(&["compare", "-q", "--total-time", "0.1"], &text);
    assert!(code == Some(2) && err.contains("the engines compared take clues"), "{err}");
}
