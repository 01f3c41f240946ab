//! Tables whose header or first row says little: a header alone, a first puzzle that is damaged, a
//! column that is named by its number.

use proptest::prelude::*;
use serde_json::{Map, Value};

use crate::rows::PROPER;
use crate::support::program::run;

/// The rows of `verify`, and the records that `filter` keeps.
fn seen(more: &[&str], text: &str) -> [String; 2] {
    let rows = [more, &["--quiet", "--emit", "csv"]].concat();
    let kept = [more, &["--quiet", "proper"]].concat();
    [
        run(&[&["verify"][..], &rows].concat(), text).1,
        run(&[&["filter"][..], &kept].concat(), text).1,
    ]
}

#[test]
fn a_header_alone_is_the_header_of_no_rows() {
    for header in ["x,puzzle", "x;puzzle", "x|puzzle", "puzzle", "\"quiz\""] {
        let delimiter = header.chars().find(|sign| ",;|".contains(*sign)).unwrap_or(',');
        let ours = format!("{header},verdict,solutions,error");
        let ours = ours.replace(',', &delimiter.to_string());
        for end in ["", "\n", "\r\n"] {
            let shown = if end.is_empty() { "\n" } else { end };
            let expected = [ours.clone() + shown, header.to_owned() + shown];
            assert_eq!(seen(&[], &format!("{header}{end}")), expected, "{header}{end:?}");
            let text = format!("# c\n{header}{end}");
            assert_eq!(run(&["solve", "-q", "--emit", "lines"], &text).1, "\n\n", "{text:?}");
        }
    }
    let [rows, kept] = seen(&["--column", "2"], "7|start\n");
    assert_eq!([rows, kept], ["7|start|verdict|solutions|error\n", "7|start\n"]);
}

#[test]
fn a_first_puzzle_that_is_damaged_hides_no_header() {
    let cut = &PROPER[1..];
    for (header, first) in [
        ("puzzle", cut.to_owned()),
        ("puzzle", format!("\"{cut}\"")),
        ("puzzle", "\"\"".to_owned()),
        ("quiz", cut.replacen('.', "z", 1)),
        ("\tpuzzle", format!("a;b\t{cut}")),
        ("id|puzzle", format!("|{cut}")),
    ] {
        let sign = header.find(['\t', '|']).map_or("", |at| &header[at..=at]);
        let field = if sign.is_empty() { String::new() } else { format!("1{sign}") };
        let text = format!("{header}\n{first}\n{field}{PROPER}\n");
        let [_, kept] = seen(&[], &text);
        assert_eq!(kept, format!("{header}\n{field}{PROPER}\n"));
    }
    // A title above a list is none.
    let [_, kept] = seen(&[], &format!("puzzle\n{cut} own text\n{PROPER}\n"));
    assert_eq!(kept, format!("{PROPER}\n"));
}

#[test]
fn the_number_of_a_column_is_enough() {
    for (column, text) in [
        ("1", format!("puzzle\n{PROPER}\n")),
        ("1", format!("start\n{PROPER}\n")),
        ("1", format!("\"start\"\n{PROPER}\n")),
        ("1", format!("start\ta,b\n{PROPER}\t-5\n")),
        ("2", format!("7,start,x|y\n\"a\n\nb\",{PROPER},\n")),
        ("puzzle", format!("puzzle|\"a;b\"|c\n{PROPER}|x|y\n")),
    ] {
        let [_, kept] = seen(&["--column", column], &text);
        assert_eq!(kept, text);
    }
    let (column, text) = ("2", format!("'q'|{}\n7|{PROPER}\n", &PROPER[1..]));
    assert_eq!(seen(&["--column", column], &text)[1], format!("7|{PROPER}\n"));
}

#[test]
fn a_last_row_without_a_line_end_has_that_of_the_header() {
    let text = format!("id,puzzle\r\n1,{PROPER}\r\n2,{PROPER}");
    let [rows, kept] = seen(&[], &text);
    assert!(rows.ends_with(&format!("2,{PROPER},proper,1,\r\n")), "{rows:?}");
    assert_eq!(kept, text + "\r\n");
}

#[test]
fn a_field_behind_the_last_column_hides_no_member() {
    let text = format!("puzzle,4\n{PROPER},1,2,3\n");
    let (code, out, _) = run(&["verify", "-q", "--emit", "jsonl"], &text);
    let object: Map<String, Value> = serde_json::from_str(out.trim_end()).unwrap();
    let mut names: Vec<&str> = object.keys().map(|name| &**name).collect();
    names.sort_unstable();
    assert_eq!((code, &names[..]), (Some(2), &["3", "4", "4_2", "error", "puzzle"][..]));
}

#[test]
fn a_line_of_a_field_that_looks_like_a_comment_is_not_lost() {
    let text = format!("id,puzzle,n\n\"a\n#b\",{PROPER},\"c\nd\",too much\n");
    let (code, out, _) = run(&["verify", "-q", "--emit", "csv"], &text);
    assert_eq!(code, Some(2));
    let row = text.strip_prefix("id,puzzle,n\n").unwrap().trim_end();
    assert!(out.contains(row), "{out}");
    assert!(out.contains("expected 3 columns, found 4"), "{out}");
}

/// The rows of `verify`, in any form, as JSON objects.
fn objects(text: &str) -> (Vec<Map<String, Value>>, String) {
    let (_, out, remarks) = run(&["verify", "--emit", "jsonl"], text);
    (out.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), remarks)
}

#[test]
fn rows_that_begin_as_comments_do_are_not_lost() {
    let rows = ["2", "#1", "#", "# 3", "#4"].map(|id| format!("{id},{PROPER},\"a\n,b\"\n"));
    let notes = "# as many, fields, as\n# fewer\n# \"a, quote\n#,\"that is open\n";
    let (rows, damaged) = (rows.concat(), format!("#5,,\n#6,{},x\n", &PROPER[1..]));
    for header in ["# c\nid,puzzle,x\n", "id,start,x\n", "#id,puzzle,x\n", ""] {
        let text = format!("{header}{rows}{notes}{rows}{damaged}");
        let (objects, remarks) = objects(&text);
        let first = if header.is_empty() { "1" } else { "id" };
        let first = if header.starts_with("#id") { "#id" } else { first };
        let ids: Vec<&str> = objects.iter().map(|row| row[first].as_str().unwrap()).collect();
        let expected = ["2", "#1", "#", "# 3", "#4", "2", "#1", "#", "# 3", "#4", "#5", "#6"];
        assert_eq!(ids, expected, "{text}");
        let errors = objects.iter().map(|row| row.contains_key("error")).collect::<Vec<_>>();
        assert!(!errors[..10].contains(&true) && errors[10..] == [true, true], "{errors:?}");
        let line = header.lines().count() + 11;
        let remark = format!("<stdin>: a comment has as many fields as a row, on line {line}\n");
        assert!(remarks.contains(&remark), "{remarks}");
        let [written, kept] = seen(&[], &text);
        assert!(written.contains(&format!("#1,{PROPER},\"a\n,b\",proper,1,\n")), "{written}");
        assert_eq!(kept, format!("{}{rows}{rows}", header.trim_start_matches("# c\n")));
    }
    // In a list with blanks all comments are comments, and in a list of puzzles, too.
    let list = format!("7 {PROPER} x\n#8 {PROPER} x\n9 {PROPER}\n");
    assert_eq!(objects(&list).0.len(), 2);
    assert_eq!(objects(&format!("{PROPER},x\n#{PROPER},x\n;{PROPER}\n")).0.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn lines_of_all_kinds_are_rows_by_a_plain_rule(
        lines in prop::collection::vec(
            (
                prop::sample::select(vec!["", "#", "# "]),
                prop::sample::select(vec!["", PROPER, "12", "words", "\"\""]),
                prop::sample::select(vec!["", ",x", ",\"a\"", ",,", ",\"a b\",c"]),
            ),
            0..12,
        ),
    ) {
        let (mut text, mut expected) = ("id,puzzle,x\n".to_owned(), Vec::new());
        for (sign, puzzle, last) in lines {
            let line = format!("{sign},{puzzle}{last}");
            let has_puzzle = ["", PROPER, "\"\""].contains(&puzzle);
            let is_row = sign.is_empty() || line.split(',').count() == 3 && has_puzzle;
            text.push_str(&line);
            text.push('\n');
            if is_row && line.bytes().any(|byte| byte != b',') {
                expected.push(line);
            }
        }
        let [rows, _] = seen(&[], &text);
        let rows: Vec<&str> = rows.lines().skip(1).collect();
        prop_assert_eq!(rows.len(), expected.len(), "{}{:?}", text, rows);
        for (row, expected) in rows.into_iter().zip(expected) {
            prop_assert!(row.starts_with(&expected), "{}{}", text, row);
        }
    }
}

#[test]
fn empty_rows_of_a_spreadsheet_are_left_out_as_blank_lines_are() {
    for (sign, header) in [(",", "x,puzzle,y"), (";", "x;start;y"), (";", ""), ("\t", "quiz\tx\ty")]
    {
        let row = match header {
            "quiz\tx\ty" => format!("{PROPER}\t\t"),
            _ => format!("7{sign}{PROPER}{sign}"),
        };
        let void = format!("{sign}{sign}");
        let header = if header.is_empty() { String::new() } else { format!("{header}\n") };
        let text = format!("{void}\n{header}{void}\r\n{row}\n {void}\n{void}{sign}\n{row}\n{void}");
        assert_eq!(seen(&[], &text)[1], format!("{header}{row}\n{row}\n"), "{text}");
        let lines = run(&["solve", "-q", "--emit", "lines"], &text).1;
        assert_eq!(lines.lines().count(), text.lines().count());
    }
}

#[test]
fn a_first_field_may_be_empty_in_all_rows() {
    let text = format!(";{PROPER};x\n;{PROPER};y\n");
    assert_eq!(seen(&[], &text)[1], text);
    let ours = format!(";{PROPER};x;proper;1;\n;{PROPER};y;proper;1;\n");
    assert_eq!(seen(&[], &text)[0], ours);
    // No header is above them, so the rows begin at once.
    let text = format!("#1,{PROPER}\n2,{PROPER}\n");
    assert_eq!(seen(&[], &text)[1], text);
}

#[test]
fn a_filter_may_leave_nothing() {
    for text in ["id,puzzle,x\n".to_owned(), String::new(), "[]\n".to_owned()] {
        for command in ["verify", "canon", "morph", "minimize", "solve", "explain", "rate"] {
            for form in ["csv", "tsv", "jsonl"] {
                let (code, out, remarks) = run(&[command, "-q", "--emit", form], &text);
                assert_eq!((code, remarks.as_str()), (Some(0), ""), "{command} {text}");
                let again = run(&["verify", "-q", "--emit", form], &out);
                assert_eq!((again.0, again.2.as_str()), (Some(0), ""), "{command} {out}");
                assert_eq!(out.lines().count(), usize::from(form != "jsonl"), "{out}");
            }
        }
        let kept = text.starts_with("id");
        let same = run(&["filter", "proper", "-q"], &text);
        assert_eq!((same.0, same.1.as_str()), (Some(0), if kept { &text } else { "" }));
    }
}
