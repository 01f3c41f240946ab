//! Tables whose header or first row says little: a header alone, a first puzzle that is damaged, a
//! column that is named by its number.

use serde_json::{Map, Value};

use crate::rows::{PROPER, run};

/// The rows of `verify`, and the records that `filter` keeps.
fn seen(more: &[&str], text: &str) -> [String; 2] {
    let rows = [more, &["--quiet", "--emit", "csv"]].concat();
    let kept = [more, &["--quiet", "proper"]].concat();
    [run(&["verify"], &rows, text).1, run(&["filter"], &kept, text).1]
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
            assert_eq!(run(&["solve"], &["-q", "--emit", "lines"], &text).1, "\n\n", "{text:?}");
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
    let (code, out, _) = run(&["verify"], &["-q", "--emit", "jsonl"], &text);
    let object: Map<String, Value> = serde_json::from_str(out.trim_end()).unwrap();
    let mut names: Vec<&str> = object.keys().map(|name| &**name).collect();
    names.sort_unstable();
    assert_eq!((code, &names[..]), (Some(2), &["3", "4", "4_2", "error", "puzzle"][..]));
}

#[test]
fn a_line_of_a_field_that_looks_like_a_comment_is_not_lost() {
    let text = format!("id,puzzle,n\n\"a\n#b\",{PROPER},\"c\nd\",too much\n");
    let (code, out, _) = run(&["verify"], &["-q", "--emit", "csv"], &text);
    assert_eq!(code, Some(2));
    let row = text.strip_prefix("id,puzzle,n\n").unwrap().trim_end();
    assert!(out.contains(row), "{out}");
    assert!(out.contains("expected 3 columns, found 4"), "{out}");
}
