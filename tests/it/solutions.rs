//! Solutions beside their puzzles: each fault has the place of the solution.

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
