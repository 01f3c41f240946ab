//! Whole files through `chunks`: every form, every spelling, packed and damaged.

use std::io::Cursor;
use std::ops::ControlFlow;

use tourdion::catalogue::{CatalogueForm, Entry, Input, ReadProgress, Reading, chunks};
use tourdion::sudoku::{Alphabet, Grid};

use crate::support::{gzip, zstd};

const EASY: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The results of a file: for each entry its line and puzzle, or the error; then the file's own
/// error.
fn read(text: impl Into<Vec<u8>>, reading: &Reading) -> Vec<(u64, String)> {
    read_inputs(vec![Input::reader("test", Box::new(Cursor::new(text.into())))], reading)
}

fn read_inputs(inputs: Vec<Input>, reading: &Reading) -> Vec<(u64, String)> {
    let mut seen = Vec::new();
    for chunk in chunks(inputs, reading, ReadProgress::new()) {
        match chunk {
            Ok(chunk) => {
                let _ = chunk.for_each(reading, |entry| {
                    seen.push(match entry {
                        Entry::Puzzle(record) => (record.line, record.puzzle.to_string()),
                        Entry::Sukaku(record) => (record.line, record.puzzle.to_string()),
                        Entry::Unreadable(error) => (error.line, error.fault),
                    });
                    ControlFlow::<()>::Continue(())
                });
            }
            Err(error) => seen.push((error.line.unwrap_or(0), error.to_string())),
        }
    }
    seen
}

fn usual() -> Reading {
    Reading::default()
}

fn puzzles(lines: &[(u64, &str)]) -> Vec<(u64, String)> {
    lines.iter().map(|&(line, puzzle)| (line, puzzle.to_owned())).collect()
}

fn framed(line: &str) -> String {
    format!("{:#}\n", line.parse::<Grid>().unwrap())
}

fn nested(line: &str, open: char, close: char, between: &str) -> String {
    let row = |row: &[u8]| {
        let cells: Vec<String> = row.iter().map(|&c| char::from(c).to_string()).collect();
        format!("{open}{}{close}", cells.join(between))
    };
    let rows: Vec<String> = line.as_bytes().chunks(9).map(row).collect();
    format!("{open}{}{close}\n", rows.join(between))
}

#[test]
fn each_form_is_recognised_and_read() {
    let values = |line: &str| {
        let cells: Vec<String> = line.chars().map(|c| c.to_string().replace('.', "0")).collect();
        format!("{}\n", cells.join(","))
    };
    let bare = |line: &str| {
        let rows: Vec<&str> =
            line.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect();
        format!("{}\n", rows.join("\n"))
    };
    let zeros = |line: &str| line.replace('.', "0");
    let cells = |line: &str| {
        let row =
            |row: &[u8]| str::from_utf8(row).unwrap().replace('.', " ").replace("", "|") + "\n";
        line.as_bytes().chunks(9).map(row).collect::<String>()
    };
    for (form, text, lines) in [
        (CatalogueForm::Lines, format!("{EASY}\n{HARD}"), [1, 2]),
        (CatalogueForm::Values, values(EASY) + &values(HARD), [1, 2]),
        (CatalogueForm::Framed, framed(EASY) + &framed(HARD), [2, 15]),
        (CatalogueForm::Framed, framed(EASY) + "\n\n" + &framed(HARD), [2, 17]),
        (CatalogueForm::Framed, bare(EASY) + &bare(HARD), [1, 10]),
        (CatalogueForm::Framed, format!("Grid 01\n{}Grid 02\n{}", bare(EASY), bare(HARD)), [2, 12]),
        (CatalogueForm::Framed, cells(EASY) + "\n" + &cells(HARD), [1, 11]),
        (CatalogueForm::Lists, nested(EASY, '(', ')', " ") + &nested(HARD, '(', ')', " "), [1, 2]),
        (
            CatalogueForm::Lists,
            nested(&zeros(EASY), '[', ']', ", ") + "\n" + &nested(&zeros(HARD), '[', ']', ",\n  "),
            [1, 3],
        ),
        (CatalogueForm::Csv, format!("puzzle,solution\n{EASY},x\n{HARD},y\n"), [2, 3]),
        (
            CatalogueForm::Csv,
            format!("id;\"Quizzes\"\r\n1;\"{EASY}\"\r\n2;{}\r\n", zeros(HARD)),
            [2, 3],
        ),
        (CatalogueForm::JsonLines, format!("{{\"puzzle\":\"{EASY}\"}}\n\"{HARD}\"\n"), [1, 2]),
        (
            CatalogueForm::JsonLines,
            format!("{{\"quiz\":{}}}\n\n\"{HARD}\"\n", nested(&zeros(EASY), '[', ']', ",").trim()),
            [1, 3],
        ),
    ] {
        let input = Input::reader("test", Box::new(Cursor::new(text.clone())));
        let mut all = chunks(vec![input], &usual(), ReadProgress::new());
        assert_eq!(all.next().unwrap().unwrap().form(), form, "{text}");
        let expected = puzzles(&[(lines[0], EASY), (lines[1], HARD)]);
        assert_eq!(read(text.clone(), &usual()), expected, "{text}");
        let forced = Reading { form: Some(form), ..usual() };
        assert_eq!(read(text.clone(), &forced), expected, "{text}");
        assert_eq!(
            read(format!("\u{feff}{}", text.replace('\n', "\r\n")), &usual()),
            expected,
            "{text}"
        );
        assert_eq!(read(gzip(text.as_bytes()), &usual()), expected);
        assert_eq!(read(zstd(&text), &usual()), expected);
    }
}

#[test]
fn the_lists_of_the_seed_are_read() {
    let text = "(SkuSolve '((? ? ?  ? ? 6  ? ? ?)            (? 5 9  ? ? ?  ? ? 8)            \
                (2 ? ?  ? ? 8  ? ? ?)\n(? 4 5  ? ? ?  ? ? ?)            (? ? 3  ? ? ?  ? ? ?)\
                \x20           (? ? 6  ? ? 3  ? 5 4)\n(? ? ?  3 2 5  ? ? 6)            \
                (? ? ?  ? ? ?  ? ? ?)            (? ? ?  ? ? ?  ? ? ?)))";
    let printed = "starting with: \n+-----+-----+-----+\n\
                   | | | | | |6| | | |\n| |5|9| | | | | |8|\n|2| | | | |8| | | |\n\
                   | |4|5| | | | | | |\n| | |3| | | | | | |\n| | |6| | |3| |5|4|\n\
                   | | | |3|2|5| | |6|\n| | | | | | | | | |\n| | | | | | | | | |\n\
                   +-----+-----+-----+\n";
    let puzzle =
        ".....6....59.....82....8....45........3........6..3.54...325..6..................";
    assert_eq!(read(text, &usual()), puzzles(&[(1, puzzle)]));
    assert_eq!(read(printed, &usual()), puzzles(&[(3, puzzle)]));
}

#[test]
fn other_shapes_and_alphabets() {
    let shape = "2x3".parse().unwrap();
    let reading = Reading { shape, alphabet: Alphabet::new("ABCDEF").unwrap(), ..usual() };
    let line = "A.....B.....C.....D.....E.....F.....";
    let digits = "1.....2.....3.....4.....5.....6.....";
    assert_eq!(read(line, &reading), puzzles(&[(1, digits)]));
    let rows = "A.....\nB.....\nC.....\nD.....\nE.....\nF.....\n";
    assert_eq!(
        read(format!("Puzzle 1\n{rows}Puzzle 2\n{rows}"), &reading),
        puzzles(&[(2, digits), (9, digits)])
    );
}

#[test]
fn errors_name_their_line_and_hide_no_other() {
    let text = format!("{EASY}\n{}\n\0\n{HARD} own\n{}é\n\n# c\n{EASY}", &EASY[1..], &EASY[..80]);
    let seen = read(text.clone(), &usual());
    assert_eq!(seen.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 8]);
    assert_eq!(seen[2].1, "expected 1-9 or one of .0*?_-, found the control character U+0000");
    assert_eq!(seen[1].1, "the puzzle ends after 80 of 81 cells");
    assert_eq!((seen[3].1.as_str(), seen[5].1.as_str()), (HARD, EASY));
}

#[test]
fn files_that_fail_do_not_stop_the_next() {
    let directory = tempfile::tempdir().unwrap();
    let good = directory.path().join("good.txt");
    std::fs::write(&good, format!("{EASY}\n")).unwrap();
    let missing = directory.path().join("missing.txt");
    let utf16 = Input::reader("utf16", Box::new(Cursor::new(b"\xff\xfe4\0.\0".to_vec())));
    let inputs = vec![
        Input::new(&missing),
        Input::new(directory.path()),
        utf16,
        Input::new(&good),
        Input::new(&good),
    ];
    let seen = read_inputs(inputs, &usual());
    assert!(seen[0].1.contains("missing.txt: can't be opened: No such file"), "{}", seen[0].1);
    assert!(seen[1].1.ends_with(": is a directory"), "{}", seen[1].1);
    assert_eq!(seen[2].1, "utf16, line 1: UTF-16 text; convert it: iconv -f UTF-16 -t UTF-8 FILE");
    assert_eq!(seen[3..], puzzles(&[(1, EASY), (1, EASY)]));
}

#[test]
fn progress_counts_packed_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("packed.gz");
    let packed = gzip(format!("{EASY}\n").repeat(5000).as_bytes());
    std::fs::write(&path, &packed).unwrap();
    let progress = ReadProgress::new();
    let inputs = vec![Input::new(&path), Input::new(&path)];
    assert_eq!(chunks(inputs, &usual(), progress.clone()).filter(Result::is_err).count(), 0);
    assert_eq!(
        (progress.bytes(), progress.total()),
        (2 * packed.len() as u64, Some(2 * packed.len() as u64))
    );
}

#[test]
fn several_members_and_frames_are_one_text() {
    let (first, second) = (format!("{EASY}\n"), format!("{HARD}\n"));
    let members = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    assert_eq!(read(members, &usual()), puzzles(&[(1, EASY), (2, HARD)]));
    // A frame that is to be skipped: its magic number, its length, and what is in it.
    let skipped = b"\x52\x2a\x4d\x18\x03\0\0\0own".to_vec();
    let frames = [zstd(&first), skipped, zstd(&second)].concat();
    assert_eq!(read(frames, &usual()), puzzles(&[(1, EASY), (2, HARD)]));
}

#[test]
fn a_damaged_file_gives_what_can_be_read_and_then_its_error() {
    // Lines that do not compress to nothing: each has its number after it.
    let lines: Vec<String> = (0..20_000).map(|k| format!("{EASY} {}\n", k * 7919)).collect();
    let text = lines.concat();
    for packed in [gzip(&text), zstd(&text)] {
        let seen = read(&packed[..packed.len() / 2], &usual());
        let (last, puzzles) = seen.split_last().unwrap();
        assert!(puzzles.len() > 1000, "{}", puzzles.len());
        assert!(puzzles.iter().zip(1..).all(|((line, puzzle), k)| *line == k && puzzle == EASY));
        assert_eq!(last.0, puzzles.len() as u64 + 1);
        assert!(
            last.1.starts_with(&format!("test, line {}: can't be read from here on: ", last.0)),
            "{}",
            last.1
        );
    }
    for packed in [gzip(format!("{EASY}\n")), zstd(format!("{EASY}\n"))] {
        assert_eq!(read([&packed, &b"junk"[..]].concat(), &usual())[0], (1, EASY.to_owned()));
    }
}

#[test]
fn a_table_without_the_column_says_what_it_has() {
    let seen = read("id,clues\n1,2\n", &usual());
    let error = "test, line 1: no column named puzzle, question, quizzes, quiz, sudoku, grid, \
                 board; it has id, clues: name one with --column";
    assert_eq!(seen, [(1, error.to_owned())]);
    let reading = Reading { column: Some("Clues".into()), ..usual() };
    assert_eq!(read(format!("id,clues\n1,{EASY}\n"), &reading), puzzles(&[(2, EASY)]));
}

#[test]
fn a_file_without_puzzles_has_no_entries() {
    assert_eq!(read("# only\n; comments\n\n", &usual()), []);
    for text in ["", "\n", "# only\n# comments\n\n", "\u{feff}", "\r\n"] {
        assert_eq!(read(text, &usual()), [], "{text:?}");
        for &form in CatalogueForm::ALL {
            assert_eq!(read(text, &Reading { form: Some(form), ..usual() }), [], "{form} {text:?}");
        }
    }
}
