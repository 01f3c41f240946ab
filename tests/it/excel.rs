//! What Excel and its like do to CSV: titles above the header, empty columns, commas in numbers,
//! and names of several lines.

use crate::support::program::run;

const PUZZLES: [&str; 2] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
];

/// A text in which 8 and 4 at the beginning of a field in brackets stand for the puzzles.
fn filled(text: &str) -> String {
    text.replace("[8]", PUZZLES[0]).replace("[4]", PUZZLES[1])
}

/// The rows of `verify` and its remarks, and the rows that `filter` keeps.
fn seen(text: &str) -> [String; 3] {
    let text = filled(text);
    let shown = |text: String| text.replace(PUZZLES[0], "[8]").replace(PUZZLES[1], "[4]");
    let (_, rows, remarks) = run(&["verify", "--emit", "csv"], &text);
    let remarks: String = remarks
        .lines()
        .filter(|line| !line.contains(" puzzles: ") && !line.contains(" puzzle: "))
        .map(|line| line.to_owned() + "\n")
        .collect();
    let (_, kept, _) = run(&["filter", "-q", "proper"], &text);
    [shown(rows), remarks, shown(kept)]
}

#[test]
fn a_title_above_the_header_is_no_row() {
    let table = "id,puzzle,rating\n1,[8],5.5\n2,[4],6.0\n";
    let rows = "id,puzzle,rating,verdict,solutions,error\n1,[8],5.5,proper,1,\n\
                2,[4],6.0,proper,1,\n";
    for (title, line) in [
        ("My best puzzles\n", 2),
        ("My best puzzles,,\n", 2),
        ("Sudoku,,\n", 2),
        ("My sudokus\n\n", 3),
        ("My puzzles,,\n,,\n", 3),
        ("# c\nMy puzzles, best of 2020\nmade by me,2020,\n,,\n", 5),
        ("sep=,\nMy puzzles,,\n", 3),
        ("\"sep=,\"\nMy puzzles,,\n", 3),
        ("\"My puzzles, 2024\"\n", 2),
        ("\"My puzzles, 2024\"\n\"by me\"\n\n", 4),
        ("\"My \"\"best\"\" puzzles, 2024\"\n", 2),
    ] {
        let remark =
            format!("<stdin>: the header is line {line}; the title above it is left out\n");
        assert_eq!(seen(&format!("{title}{table}")), [rows, &remark, table], "{title:?}");
    }
    // Other delimiters, and a column that is named.
    let [rows, _, _] = seen("My sudokus;;\nid;Puzzle;rating\n1;[8];5,5\n");
    assert_eq!(rows, "id;Puzzle;rating;verdict;solutions;error\n1;[8];5,5;proper;1;\n");
    let text = filled("My list\nid,start\n1,[8]\n");
    let (code, rows, _) = run(&["filter", "-q", "--column", "start", "proper"], &text);
    assert_eq!((code, rows), (Some(0), filled("id,start\n1,[8]\n")));
}

#[test]
fn what_only_looks_like_a_title_stays_a_header() {
    for text in [
        "id,start\n1,[8]\n",
        "id,start,kind\n1,[8],sudoku\nx,[4],puzzle\n",
        "puzzle\n[8]\n[4]\n",
        "[8],my puzzle\nid,puzzle\n",
        "name,start\nkind,puzzle\n7,8\n",
    ] {
        let [_, remarks, _] = seen(text);
        assert!(!remarks.contains("title"), "{text:?}: {remarks}");
    }
}

#[test]
fn columns_without_names_may_be_left_out_where_nothing_is_in_them() {
    let header = "id,puzzle,,,verdict,solutions,error\n";
    let rows = format!("{header}1,[8],,,proper,1,\n2,[4],,,proper,1,\n");
    for text in ["id,puzzle,,\n1,[8],,\n2,[4],,\n", "id,puzzle,,\n1,[8]\n2,[4],\n"] {
        assert_eq!(seen(text), [&rows, "", text]);
    }
    let text = "id,puzzle\n1,[8],,\n2,[4]\n,,,\n";
    let rows = "id,puzzle,verdict,solutions,error\n1,[8],proper,1,\n2,[4],proper,1,\n";
    assert_eq!(seen(text), [rows, "", "id,puzzle\n1,[8],,\n2,[4]\n"]);
    let (_, objects, _) = run(&["canon", "-q", "--emit", "jsonl"], &filled(text));
    assert!(objects.lines().all(|line| line.starts_with("{\"id\":") && !line.contains("\"3\"")));
    // A field with a name, or with something in it, is missed.
    for text in ["id,puzzle,note,\n1,[8]\n", "id,puzzle\n1,[8],,x\n", "puzzle,id\n[8], ,\"\"\n"] {
        let [rows, _, kept] = seen(text);
        assert!(rows.contains("expected ") && !kept.contains("[8]"), "{text:?}: {rows}");
    }
}

#[test]
fn a_number_with_a_comma_has_a_way_out() {
    let [rows, ..] = seen("id;puzzle;rating\n1;[8];5,5\n2;[4];11,3\n");
    let header = "id;puzzle;rating;verdict;solutions;error\n";
    assert_eq!(rows, format!("{header}1;[8];5,5;proper;1;\n2;[4];11,3;proper;1;\n"));
    let [rows, ..] = seen("id,puzzle,rating\n1,[8],\"5,5\"\n2,[4],11,3\n");
    assert!(rows.contains("\n1,[8],\"5,5\",proper,1,\n"), "{rows}");
    let way = "too much after column `rating`; write `11,3` with a point, or in quotes, if it is a";
    assert!(rows.contains(way), "{rows}");
}

#[test]
fn a_name_may_have_several_lines() {
    let text = "\"id\nnumber\",puzzle\n1,[8]\n";
    let rows = "\"id\nnumber\",puzzle,verdict,solutions,error\n1,[8],proper,1,\n";
    assert_eq!(seen(text), [rows, "", text]);
    let text = "id,\"my\npuzzle\"\n1,[8]\n";
    let [_, remarks, kept] = seen(text);
    assert_eq!(kept, text);
    assert_eq!(remarks, "<stdin>: the puzzles are in column `my\u{fffd}puzzle`\n");
}
