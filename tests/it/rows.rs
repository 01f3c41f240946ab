//! Rows out: the user's records with all their columns, untouched and in order, and ours behind
//! them, in each command and each form.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::verify::{LinksVerifier, Verifier};

use crate::support::program::{run, said, tourdion};

pub(crate) const PROPER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Each command, and its columns.
const COMMANDS: [(&[&str], &[&str]); 10] = [
    (&["verify"], &["verdict", "solutions"]),
    (&["verify", "--limit", "9"], &["verdict", "solutions", "or_more"]),
    (&["verify", "--witness"], &["verdict", "solutions", "solution", "other_solution"]),
    (&["canon"], &["canonical"]),
    (&["canon", "--automorphisms", "--mapping"], &["canonical", "automorphisms", "mapping"]),
    (&["minimize"], &["minimal", "clues"]),
    (&["minimize", "--redundant"], &["redundant", "clues"]),
    (&["solve"], &["verdict", "solution"]),
    (&["solve", "--count", "--limit", "9"], &["solutions", "or_more"]),
    (
        &["explain"],
        &[
            "outcome",
            "technique",
            "difficulty",
            "techniques",
            "hardest",
            "rest",
            "pencilmarks",
            "needs",
            "contradiction",
        ],
    ),
];

/// The rows of a table in which everything is that a table may have.
fn rows(delimiter: char) -> (String, Vec<String>) {
    let pseudo = PROPER.replacen('8', ".", 1);
    let clash = PROPER.replacen("8.", "88", 1);
    let row = |fields: [&str; 4]| fields.join(&delimiter.to_string());
    let header = row(["id", "puzzle", "\"a note\"", ""]);
    let rows = vec![
        row(["1", PROPER, "", ""]),
        row(["", &pseudo, "\"two, ; \t lines\nand a \"\"quote\"\"\"", "é"]),
        row(["\" 3 \"", &format!("\"{PROPER}\""), " x ", "\"\""]),
        row(["4", "12", "no puzzle", "."]),
        row(["5", &clash, "\"#\"", " "]),
        row(["6", &PROPER.replace('.', "0"), "#", ""]),
    ];
    (header, rows)
}

pub(crate) fn records(text: &str, delimiter: char) -> Vec<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(delimiter as u8).has_headers(false);
    let text = text.trim_start_matches('\u{feff}');
    reader.from_reader(text.as_bytes()).into_records().map(Result::unwrap).collect()
}

#[test]
fn a_table_keeps_its_rows() {
    let signs = [(',', "csv"), (';', "csv"), ('\t', "tsv")];
    let endings =
        [("", "\n", "\n"), ("", "\r\n", "\r\n"), ("\u{feff}", "\n", ""), ("", "\r\n", "")];
    for (sign, (delimiter, form)) in signs.into_iter().enumerate() {
        let (header, rows) = rows(delimiter);
        for (ending, (mark, end, last)) in endings.into_iter().enumerate() {
            let text = [std::slice::from_ref(&header), &rows[..]].concat().join(end) + last;
            // Each command with each ending, and with each sign between fields, but not with all
            // pairs of them.
            for (command, columns) in COMMANDS.into_iter().skip((sign + ending) % 3).step_by(3) {
                let (code, out, err) = run(
                    &[command, &["--quiet", "--emit", form]].concat(),
                    &format!("{mark}{text}"),
                );
                assert_eq!((code, &err[..]), (Some(2), ""), "{command:?}");
                let ours = [&[""], columns].concat().join(&delimiter.to_string());
                let head = format!("{mark}{header}{ours}{delimiter}error{end}");
                // The last row has the line end of the others.
                assert!(out.ends_with(end), "{out:?}");
                let mut rest = out.strip_prefix(&head).unwrap_or_else(|| panic!("{head:?} {out}"));
                for row in &rows {
                    let after = rest.strip_prefix(&format!("{row}{delimiter}"));
                    let after = after.unwrap_or_else(|| panic!("{row:?}: {rest:?}"));
                    // Nothing of ours has a line end.
                    rest = after.split_once('\n').unwrap().1;
                }
                assert_eq!(rest, "", "{command:?}");
                // The crate refuses rows of other lengths.
                let (before, read) = (records(&text, delimiter), records(&out, delimiter));
                for (row, read) in before.iter().zip(&read) {
                    assert!(row.iter().eq(read.iter().take(4)) && read.len() == 5 + columns.len());
                }
                assert_eq!(
                    (before.len(), read[4].get(4 + columns.len())),
                    (read.len(), Some(UNREADABLE))
                );
            }
        }
    }
}

const UNREADABLE: &str = "<stdin>:6:5: column `puzzle`: the puzzle ends after 2 of 81 cells";

#[test]
fn objects_keep_their_members() {
    let lines = [
        format!(r#"{{"id": 1, "puzzle": "{PROPER}", "deep": {{"a": [1, 2.50, null]}} }}"#),
        format!(
            r#"{{"Puzzle":"{PROPER}","verdict":"mine","\u0065rror":0,"solution":[],"clues":0}}"#
        ),
        r#"{"id": 3, "puzzle": "12"}"#.to_owned(),
        "{ }".to_owned(),
    ];
    for end in ["\n", "\r\n"] {
        let text = lines.join(end) + end + &format!("\"{PROPER}\"{end}{{\"no\": ");
        for (command, columns) in COMMANDS {
            let (code, out, err) = run(&[command, &["--quiet", "--emit", "jsonl"]].concat(), &text);
            assert_eq!((code, &err[..]), (Some(2), ""), "{command:?}");
            let objects: Vec<&str> = out.split_inclusive(end).collect();
            assert_eq!(objects.len(), 6, "{out}");
            for (line, object) in lines.iter().zip(&objects) {
                let open = line.strip_suffix('}').unwrap().trim_end_matches("{ ");
                assert!(object.starts_with(open) && object.ends_with(end), "{object:?} {open:?}");
            }
            let read: Vec<Map<String, Value>> =
                objects.iter().map(|object| serde_json::from_str(object).unwrap()).collect();
            assert!(columns.iter().any(|column| read[0].contains_key(*column)), "{out}");
            let second: Map<String, Value> = serde_json::from_str(&lines[1]).unwrap();
            assert!(second.iter().all(|(name, value)| read[1].get(name) == Some(value)), "{out}");
            // What is written is what is read: no name is there twice.
            let names = objects[1].matches("\":").count();
            assert!(names >= read[1].len() && names == read[1].len() + inner(&read[1]), "{out}");
            for (place, error) in
                [(2, "3:24: member `puzzle`: "), (3, "4:1: no member"), (5, "6:7: ")]
            {
                let found = read[place]["error"].as_str().unwrap();
                assert!(found.starts_with(&format!("<stdin>:{error}")), "{found}");
            }
            assert_eq!(read[4]["puzzle"], PROPER);
            assert_eq!(read[5]["text"], "{\"no\": ");
        }
    }
}

#[test]
fn the_objects_of_an_array_become_lines() {
    let array = format!(
        "[\n  {{\n    \"id\": 1,\n    \"puzzle\": \"{PROPER}\"\n  }},\n  \
         {{\"id\": 2, \"error\": 0, \"puzzle\": \"{PROPER}\"}}, 7,\n  {{\"id\": 3}}\n]\n"
    );
    let objects = [
        format!(r#"{{"id": 1,"puzzle": "{PROPER}","#),
        format!(r#"{{"id": 2, "error": 0, "puzzle": "{PROPER}","#),
        r#"{"error":"<stdin>:6:"#.to_owned(),
        r#"{"id": 3,"error":"<stdin>:7:"#.to_owned(),
    ];
    for (command, _) in COMMANDS {
        let (code, out, err) = run(&[command, &["--quiet", "--emit", "jsonl"]].concat(), &array);
        assert_eq!((code, &err[..]), (Some(2), ""), "{command:?}");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 4, "{out}");
        for (line, object) in lines.iter().zip(&objects) {
            let begin = object.split(":6:").next().unwrap().split(":7:").next().unwrap();
            assert!(line.starts_with(begin), "{line} {begin}");
            assert!(serde_json::from_str::<Map<String, Value>>(line).is_ok(), "{line}");
        }
    }
    let (_, out, _) = run(&["filter", "proper", "--quiet"], &array);
    let objects: Vec<String> =
        objects[..2].iter().map(|object| object.trim_end_matches(',').to_owned() + "}").collect();
    assert_eq!(out.lines().collect::<Vec<_>>(), objects);
}

/// The names inside the members of an object.
fn inner(object: &Map<String, Value>) -> usize {
    object.values().map(|value| value.to_string().matches("\":").count()).sum()
}

#[test]
fn a_list_becomes_a_table() {
    let text = format!("# a comment\n{PROPER} Inkala, 2012\n\n12 \"x\"\n  {PROPER}\n");
    for (command, columns) in COMMANDS {
        for (form, delimiter) in [("csv", ','), ("tsv", '\t')] {
            let (code, out, err) = run(&[command, &["--quiet", "--emit", form]].concat(), &text);
            assert_eq!((code, &err[..]), (Some(2), ""), "{command:?}");
            let read = records(&out, delimiter);
            let head = ["line", "puzzle", "text"].iter().chain(columns).chain(&["error"]);
            assert!(read[0].iter().eq(head.copied()), "{out}");
            let beginnings =
                [["2", PROPER, " Inkala, 2012"], ["4", "", "12 \"x\""], ["5", PROPER, ""]];
            for (row, beginning) in read[1..].iter().zip(beginnings) {
                assert!(row.iter().take(3).eq(beginning), "{out}");
            }
            assert_eq!(read.len(), 4);
        }
        let (_, out, _) = run(&[command, &["--quiet", "--emit", "jsonl"]].concat(), &text);
        let read: Vec<Value> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((&read[0]["line"], &read[0]["puzzle"]), (&2.into(), &PROPER.into()));
        assert_eq!(
            (&read[0]["text"], &read[1]["text"]),
            (&" Inkala, 2012".into(), &"12 \"x\"".into())
        );
        assert!(read[1]["error"].is_string() && read[2]["error"].is_null(), "{out}");
        // A table has its header, even if nothing is below it.
        let (_, out, _) = run(&[command, &["--quiet", "--emit", "csv"]].concat(), "# nothing\n");
        assert!(out.starts_with("line,puzzle,text,"), "{out}");
        let (_, out, _) = run(&[command, &["--quiet", "--emit", "csv"]].concat(), "id,puzzle\n");
        assert!(out.starts_with("id,puzzle,") && out.lines().count() == 1, "{out}");
    }
}

#[test]
fn a_table_in_another_form_has_the_same_fields() {
    let (header, rows) = rows(',');
    let text = [&[header], &rows[..]].concat().join("\n") + "\n";
    let before = records(&text, ',');
    let (_, tabs, _) = run(&["verify", "--emit", "tsv"], &text);
    let (_, back, _) = run(&["canon", "--emit", "csv"], &tabs);
    let (_, objects, _) = run(&["verify", "--emit", "jsonl"], &text);
    let (tabs, back) = (records(&tabs, '\t'), records(&back, ','));
    for (number, row) in before.iter().enumerate() {
        assert!(row.iter().eq(tabs[number].iter().take(4)));
        assert!(row.iter().eq(back[number].iter().take(4)));
    }
    // Columns that a command before has written are the user's, too.
    assert!(back[0].iter().skip(4).eq(["verdict", "solutions", "error", "canonical", "error_2"]));
    for (row, object) in before[1..].iter().zip(objects.lines()) {
        let object: Map<String, Value> = serde_json::from_str(object).unwrap();
        for (name, field) in before[0].iter().zip(row) {
            assert_eq!(object[name], field);
        }
    }
    let (_, table, _) = run(&["verify", "--emit", "csv"], "{\"puzzle\": \"12\", \"id\": 7}\n");
    assert_eq!(records(&table, ',')[1][2], *"{\"puzzle\": \"12\", \"id\": 7}");
}

/// As pandas writes an index.
#[test]
fn a_first_name_may_be_empty() {
    for (delimiter, form, other) in [(',', "tsv", '\t'), ('\t', "csv", ',')] {
        let text = format!(",puzzle\n0,{PROPER}\n").replace(',', &delimiter.to_string());
        let (_, out, _) = run(&["canon", "--emit", form], &text);
        let header = &records(&out, other)[0];
        assert!(header.iter().eq(["", "puzzle", "canonical", "error"]), "{form}: {header:?}");
    }
}

/// A table of several chunks: its puzzles, and the fields beside them, some over several lines.
fn large() -> (Vec<Grid>, String) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/first.txt");
    let text = fs::read_to_string(data).unwrap();
    let puzzles = text.lines().filter(|line| !line.starts_with('#'));
    let puzzles: Vec<Grid> = puzzles.map(|line| line[..81].parse().unwrap()).collect();
    let puzzles: Vec<Grid> = puzzles.iter().cycle().take(4000).cloned().collect();
    let mut table = "id,note,puzzle,rest\n".to_owned();
    for (id, puzzle) in puzzles.iter().enumerate() {
        let note = "x\n, ".repeat(id * 7919 % 23);
        let note = if id % 3 == 0 { format!("\"{note}\"") } else { "y".repeat(id * 7919 % 31) };
        writeln!(table, "{id},{note},{puzzle},{}", id % 10).unwrap();
    }
    (puzzles, table)
}

#[test]
fn answers_are_those_of_the_library_wherever_chunks_are_cut() {
    let (puzzles, table) = large();
    assert!(table.len() > 3 * (128 << 10), "{} bytes", table.len());
    let (mut verifier, mut canoniser) = (LinksVerifier::default(), Canoniser::default());
    let before = records(&table, ',');
    let [solved, canonical, minimal] = ["solve", "canon", "minimize"].map(|command| {
        let [one, two, five] = ["1", "2", "5"].map(|threads| {
            run(&[command, "--quiet", "--emit", "csv", "--threads", threads], &table).1
        });
        assert!(one == two && one == five, "{command}");
        records(&one, ',')
    });
    assert_eq!([solved.len(), canonical.len(), minimal.len()], [4001; 3]);
    for (number, puzzle) in puzzles.iter().enumerate() {
        let [row, solved, canonical, minimal] =
            [&before, &solved, &canonical, &minimal].map(|rows| &rows[number + 1]);
        for read in [solved, canonical, minimal] {
            assert!(row.iter().eq(read.iter().take(4)), "{read:?}");
        }
        // Puzzles repeat after a thousand.
        if number < 1000 {
            let solution = verifier.verify(puzzle).witnesses()[0].grid().to_string();
            assert_eq!((&solved[4], &solved[5], &solved[6]), ("proper", &solution[..], ""));
            assert_eq!(canonical[4], canoniser.form(puzzle).unwrap().to_string());
            assert_eq!((&minimal[4], &minimal[5]), (&row[2], &puzzle.clue_count().to_string()[..]));
        }
    }
}

#[test]
fn each_line_has_its_solution_beside_it() {
    let values = |puzzle: &str| {
        puzzle.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(",")
    };
    let clash = PROPER.replacen("8.", "88", 1);
    let lines = format!("# a comment\n{PROPER} a\n\n12\n{clash}\n{PROPER}\n; end\n");
    let table =
        format!("# c\n\nid,puzzle\n1,{PROPER}\n\n2,12\n3,{clash}\n\"4\n\",{PROPER}\n# c\n\"5,\n");
    let objects = format!("{{\"puzzle\":\"{PROPER}\"}}\n\n{{}}\n\"{clash}\"\n[1]\n\"{PROPER}\"");
    let long = format!("{PROPER}\n{}\n{PROPER}\n", "1".repeat(3 << 20));
    let all = [lines, format!("{}\n#\n{}", values(PROPER), values(&clash)), table, objects, long];
    for text in all {
        let (_, out, _) = run(&["solve", "--emit", "lines"], &text);
        let (read, written): (Vec<&str>, Vec<&str>) =
            (text.lines().collect(), out.lines().collect());
        assert_eq!(read.len(), written.len(), "{out}");
        for (line, solution) in read.iter().zip(&written) {
            let is_solved = line.contains(PROPER) || *line == values(PROPER);
            // A record over two lines has its solution beside the first one.
            let has_two_lines = ["\"4", "\","].iter().any(|begin| line.starts_with(begin));
            let has_solution = solution.starts_with("8127");
            assert!(has_two_lines || is_solved == has_solution, "{line}\n{out}");
            let is_faulty = line.contains("12") && !is_solved || line.contains(&clash);
            assert!(!is_faulty || solution.starts_with("# <stdin>:"), "{line}: {solution}");
        }
    }
}

#[test]
fn a_number_that_reached_its_limit_says_so() {
    // One solution, and 292.
    let table = format!("puzzle\n{PROPER}\n{}\n", PROPER.replacen('8', ".", 1));
    for (command, number) in [(["solve", "--count"], 0), (["verify", "--quiet"], 1)] {
        for (limit, counted) in
            [("9", [("1", ""), ("9", "yes")]), ("999", [("1", ""), ("292", "")])]
        {
            let (_, out, _) =
                run(&[&command[..], &["--limit", limit, "--emit", "csv"]].concat(), &table);
            let rows = records(&out, ',');
            assert_eq!(&rows[0][2 + number], "or_more");
            for (row, (solutions, or_more)) in rows[1..].iter().zip(counted) {
                assert_eq!((&row[1 + number], &row[2 + number]), (solutions, or_more), "{out}");
            }
            let (_, out, _) =
                run(&[&command[..], &["--limit", limit, "--emit", "jsonl"]].concat(), &table);
            assert_eq!(
                out.matches("\"or_more\":\"yes\"").count(),
                usize::from(limit == "9"),
                "{out}"
            );
        }
    }
}

/// Lists of lines come out of `filter` as they went in, their line ends too.
#[test]
fn a_filtered_list_has_its_line_ends() {
    let lines =
        format!("{PROPER} own\r\n{0}\r\n{0}\n  {PROPER}\r\n12\r\n{0}", PROPER.replace('.', "0"));
    let (code, out, err) = run(&["filter", "--quiet", "proper"], &lines);
    assert_eq!((code, err.lines().count()), (Some(2), 1), "{err}");
    assert_eq!(out, lines.replace("12\r\n", "") + "\n");
}

#[test]
fn files_with_other_columns_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [a, b, c, list] = ["a.csv", "b.csv", "c.csv", "list.txt"].map(path);
    let [quotes, comma, semicolon] = ["quotes.csv", "comma.csv", "semicolon.csv"].map(path);
    fs::write(&quotes, format!("\"id\",\"puzzle\"\n3,{PROPER}\n")).unwrap();
    fs::write(&comma, format!("1,{PROPER}\n")).unwrap();
    fs::write(&semicolon, format!("2;{PROPER}\n")).unwrap();
    fs::write(&a, format!("id,puzzle\n1,{PROPER}\n")).unwrap();
    fs::write(&b, format!("\u{feff}id,puzzle\r\n2,{PROPER}\r\n")).unwrap();
    fs::write(&c, format!("puzzle,id\n{PROPER},3\n")).unwrap();
    fs::write(&list, format!("{PROPER}\n")).unwrap();
    let verify =
        |files: &[&String]| said(tourdion(["verify", "--quiet", "--emit", "csv"]).args(files));
    let (code, out, err) = verify(&[&a, &b]);
    assert_eq!((code, &err[..]), (Some(0), ""));
    let rows = format!(
        "id,puzzle,verdict,solutions,error\n1,{PROPER},proper,1,\n2,{PROPER},proper,1,\r\n"
    );
    assert_eq!(out, rows);
    for other in [&c, &list] {
        let (code, out, err) = verify(&[&a, other]);
        assert_eq!((code, out.lines().count()), (Some(2), 2));
        assert!(err.contains("its columns are not those of") && err.lines().count() == 1, "{err}");
    }
    // Names are the same with and without quotes, also within a file.
    let (code, out, err) = verify(&[&a, &quotes]);
    assert_eq!((code, out.lines().count(), &err[..]), (Some(0), 3, ""));
    let joined = [&a, &quotes].map(|file| fs::read_to_string(file).unwrap()).concat();
    let (code, _, err) =
        said(tourdion(["verify", "--quiet", "--emit", "lines", "-"]).write_stdin(joined));
    let again = "<stdin>:3:1: unreadable: the header once more: were files joined?\n";
    assert_eq!((code, &err[..]), (Some(2), again));
    // Without a header, separators must be the same.
    let (code, out, err) = verify(&[&comma, &semicolon]);
    assert_eq!((code, out.lines().count()), (Some(2), 1));
    assert!(err.contains(&format!("its separator is not that of {comma}: `;`, not `,`")), "{err}");
    // Lists have the names of their files, if there are several.
    let (_, out, _) = verify(&[&list, &list]);
    let row = format!("{list},1,{PROPER},,proper,1,\n");
    assert_eq!(out, format!("file,line,puzzle,text,verdict,solutions,error\n{row}{row}"));
}

#[test]
fn given_solutions_are_judged() {
    let (puzzles, _) = large();
    let mut verifier = LinksVerifier::default();
    let (mut table, mut expected) = ("puzzle;answer\n".to_owned(), Vec::new());
    for (number, puzzle) in puzzles.iter().take(200).enumerate() {
        let solution = verifier.verify(puzzle).witnesses()[0].grid().to_string();
        let place = number * 7919 % 81;
        let digit = usize::from(solution.as_bytes()[place] - b'0') % 9 + 1;
        let mut wrong = solution.clone();
        wrong.replace_range(place..=place, &digit.to_string());
        let cell = format!("r{}c{}", place / 9 + 1, place % 9 + 1);
        let (given, judgement) = match number % 3 {
            0 => (solution, "right".to_owned()),
            1 => (
                wrong,
                format!("wrong: {cell} is {digit}, the solution has {}", &solution[place..=place]),
            ),
            _ => (String::new(), "missing".to_owned()),
        };
        writeln!(table, "{puzzle};{given}").unwrap();
        expected.push(judgement);
    }
    let (code, out, err) = run(&["verify", "--solution", "Answer", "--emit", "csv"], &table);
    let rows = records(&out, ';');
    let judged: Vec<&str> = rows[1..].iter().map(|row| &row[4]).collect();
    assert_eq!((code, judged), (Some(1), expected.iter().map(String::as_str).collect()));
    assert!(
        err.contains("; solutions: 67 right, 67 wrong, 0 not the only one, 66 missing; "),
        "{err}"
    );
    // As findings, and where all is well.
    let (_, findings, _) = run(&["verify", "--solution", "2"], &table);
    assert_eq!(findings.matches(": wrong solution: column `answer`: r").count(), 67);
    assert_eq!(findings.matches(": no solution is given in column `answer`").count(), 66);
    // Each has the place of the solution, and in it that of the cell.
    assert!(findings.contains("<stdin>:3:145: wrong solution: column `answer`: r7c9 is "));
    assert!(findings.contains("<stdin>:4:83: no solution is given in column `answer`\n"));
    let well = table.lines().take(2).collect::<Vec<_>>().join("\n");
    assert_eq!(
        run(&["verify", "--quiet", "--solution", "answer"], &well),
        (Some(0), String::new(), String::new())
    );
}

#[test]
fn each_stage_of_a_pipe_has_its_own_reasons() {
    let table = format!("puzzle\n{PROPER}\n12\n");
    let (_, first, _) = run(&["verify", "-q", "--emit", "csv"], &table);
    for (command, _) in COMMANDS {
        let (_, second, _) = run(&[command, &["-q", "--emit", "csv"]].concat(), &first);
        let rows = records(&second, ',');
        assert_eq!(&rows[0][3], "error", "{command:?}: {second}");
        assert_eq!(rows[0].iter().next_back(), Some("error_2"), "{command:?}: {second}");
        let failed = rows.iter().find(|row| &row[0] == "12").unwrap();
        let reason = |at: usize| failed[at].starts_with("<stdin>:3:3: column `puzzle`: the puzzle");
        assert!(reason(3) && reason(rows[0].len() - 1), "{command:?}: {second}");
    }
}

#[test]
fn strings_of_a_json_array_become_objects() {
    let text = format!("[\"{PROPER}\",\n \"12\"]\n");
    let (_, out, _) = run(&["verify", "-q", "--emit", "jsonl"], &text);
    let [first, second] = out.lines().collect::<Vec<_>>()[..] else { panic!("{out}") };
    let expected = format!("{{\"puzzle\":\"{PROPER}\",\"verdict\":\"proper\",\"solutions\":1}}");
    assert_eq!(first, expected);
    assert!(second.starts_with("{\"text\":\"\\\"12\\\"\",\"error\":\"<stdin>:2:5: "), "{second}");
}

#[test]
fn repeated_forms_leave_their_rows_out_and_errors_in() {
    let table = format!(
        "id,puzzle\n1,{PROPER}\n2,x\n3,{PROPER}\n4,y\n5,{}\n",
        PROPER.replacen('8', ".", 1)
    );
    let (_, out, _) = run(&["canon", "--unique", "--quiet", "--emit", "csv"], &table);
    let ids: Vec<String> = records(&out, ',').iter().map(|row| row[0].to_owned()).collect();
    assert_eq!(ids, ["id", "1", "2", "4", "5"]);
    // The puzzles themselves are kept if that is asked for.
    let zeros = PROPER.replace('.', "0");
    let list = format!("{zeros} own\n{PROPER} again\n");
    let keep = ["--unique", "--keep", "--quiet"];
    assert_eq!(run(&[&["canon"][..], &keep].concat(), &list).1, format!("{zeros} own\n"));
    let (_, out, _) = run(&[&["canon", "--emit", "csv"][..], &keep].concat(), &table);
    assert!(out.starts_with(&format!("id,puzzle,error\n1,{PROPER},\n2,x,")), "{out}");
}
