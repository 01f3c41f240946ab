//! Rows of tables whose quotes are not closed hide no others.

use crate::rows::{PROPER, records};
use crate::support::program::run;

#[test]
fn two_open_quotes_do_not_swallow_the_rows_between_them() {
    let text = format!("id\tpuzzle\tn\n1\t{PROPER}\t\"a\n2\t{PROPER}\t\"b\n3\t{PROPER}\tc\n");
    let (code, out, err) = run(&["verify", "--quiet", "--emit", "tsv"], &text);
    assert_eq!((code, &err[..]), (Some(2), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    for (line, letter) in [(1, 'a'), (2, 'b')] {
        let error = format!(
            "<stdin>:{}:85: a quoted field that begins on this line, in column `n`, is never \
             closed",
            line + 1
        );
        assert_eq!(lines[line], format!("{line}\t{PROPER}\t\"{letter}\"\t\t\t{error}"));
    }
    assert_eq!(lines[3], format!("3\t{PROPER}\tc\tproper\t1\t"));
}

#[test]
fn an_open_quote_does_not_hide_the_rows_up_to_the_next_one() {
    let rows =
        ["1,a", "2,\"Inkala", "3,c", "4,\"of two\nlines\"", "5,e", "6,\"Norvig, P.\"", "7,g"];
    let rows = rows.map(|row| format!("{row},{PROPER}\n"));
    let text = format!("id,name,puzzle\n{}", rows.concat());
    let (code, out, err) = run(&["verify", "--quiet", "--emit", "csv"], &text);
    assert_eq!((code, &err[..]), (Some(2), ""));
    let records = records(&out, ',');
    let kept: Vec<(&str, &str)> =
        records[1..].iter().map(|row| (&row[0], &row[row.len() - 3])).collect();
    // The quote of row 2 ends at row 4, whose two lines are no rows.
    let proper = |id| (id, "proper");
    assert_eq!(kept.len(), 8, "{out}");
    assert_eq!(kept[..3], [proper("1"), ("2", ""), proper("3")], "{out}");
    assert_eq!(kept[5..], [proper("5"), proper("6"), proper("7")], "{out}");
    let error = "<stdin>:3:3: a quoted field that begins on this line, in column `name`, is never \
                 closed";
    assert_eq!(&records[2][records[2].len() - 1], error);
    let (_, out, _) = run(&["solve", "--quiet", "--emit", "lines"], &text);
    assert_eq!(out.lines().filter(|line| line.starts_with('8')).count(), 5, "{out}");
}
