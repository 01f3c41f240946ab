//! The tables of `docs/formats.md`, line by line: each example is read as it says, each packed file
//! is unpacked, and what is not read is named with the way out.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;

use bzip2::write::BzEncoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use proptest::prelude::*;
use tourdion::catalogue::{Entry, Input, ReadProgress, Reading, chunks};
use tourdion::logic::Pencil;
use tourdion::sudoku::{Grid, Marks};

use crate::support::{gzip, xz, zstd};

const PUZZLE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// The rows of the table below this heading of the document; the first one if there is none.
fn table(heading: Option<&str>) -> Vec<Vec<String>> {
    let text = fs::read_to_string("docs/formats.md").unwrap();
    let text = heading.map_or(&text[..], |heading| text.split_once(heading).unwrap().1);
    let rows = text.lines().skip_while(|line| !line.starts_with("|---"));
    let rows = rows.skip(1).take_while(|line| line.starts_with("| "));
    let cell = |cell: &str| cell.trim().to_owned();
    rows.map(|row| row.trim_matches('|').split(" | ").map(cell).collect()).collect()
}

/// The pencil marks of the puzzle.
fn marks() -> Marks {
    Marks::of(&PUZZLE.parse().unwrap())
}

/// The text of an example.
fn expanded(example: &str) -> String {
    let rows = |row: &dyn Fn(&str) -> String| -> String {
        let rows: Vec<String> = (0..9).map(|r| row(&PUZZLE[9 * r..9 * r + 9])).collect();
        rows.join("\n")
    };
    let boxes = |row: &str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
    let wide = |row: &str| {
        let cells: String = boxes(row).chars().flat_map(|sign| [' ', sign]).collect();
        cells.trim_start().to_owned()
    };
    let list = |row: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        format!("[{}],", cells.join(",").replace('.', "0"))
    };
    let whole = rows(&str::to_owned);
    let in_bands = format!("{}\n{}\n{}", &whole[..30], &whole[30..60], &whole[60..]);
    let cells: Vec<String> = PUZZLE.chars().map(String::from).collect();
    let groups = Pencil::of_marks(&marks()).to_string();
    let bare = groups.replace(['|', '+', '-'], " ").replace("\n\n", "\n");
    let bare: Vec<&str> = bare.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    example
        .replace('⏎', "\n")
        .replace("MARKS(+)", groups.trim_end())
        .replace("MARKS(*)", &groups.trim_end().replace('+', "*"))
        .replace("MARKS( )", &bare.join("\n"))
        .replace("MARKS(0)", &marks().to_string().replace('.', "0"))
        .replace("MARKS", &marks().to_string())
        .replace("CELLS", &cells.iter().map(|cell| app_cell(cell)).collect::<String>())
        .replace("PUZZLE(cut)", &PUZZLE[..80])
        .replace("PUZZLE(X)", &PUZZLE.replace('.', "X"))
        .replace("PUZZLE(x)", &PUZZLE.replace('.', "x"))
        .replace('¦', "|")
        .replace("PUZZLE(,)", &cells.join(",").replace('.', "0"))
        .replace("PUZZLE(/)", &rows(&str::to_owned).replace('\n', "/"))
        .replace("PUZZLE(:)", &rows(&str::to_owned).replace('\n', ":"))
        .replace("PUZZLE( )", &rows(&str::to_owned).replace('\n', " "))
        .replace("[ROWS]", &format!("[\"{}\"]", rows(&str::to_owned).replace('\n', "\",\"")))
        .replace("PUZZLE", PUZZLE)
        .replace("SOLUTION", SOLUTION)
        .replace("ROWS(,)", &rows(&|row| fields(row, ",")))
        .replace("ROWS(bands)", &in_bands)
        .replace("ROWS(;)", &rows(&|row| fields(row, ";")))
        .replace("ROWS(tab)", &rows(&|row| fields(row, "\t")))
        .replace("ROWS(bars)", &rows(&|row| boxes(row).replace('.', " ")))
        .replace("ROWS(wide)", &rows(&|row| wide(row).replace('.', " ")))
        .replace("ROWS", &rows(&str::to_owned))
        .replace("LIST", rows(&list).trim_end_matches(','))
}

/// A row of a spreadsheet.
fn fields(row: &str, separator: &str) -> String {
    let cells: Vec<String> = row.chars().map(String::from).collect();
    cells.join(separator).replace('.', "")
}

/// A cell as Open Sudoku writes it: its digit, marks of two kinds, and whether it is no clue.
fn app_cell(cell: &str) -> String {
    if cell == "." { "7|0|9|1|".into() } else { format!("{cell}|0|0|0|") }
}

/// The form of a file, and its puzzles or what is wrong with them.
fn read(bytes: &[u8]) -> Result<(String, Vec<String>), String> {
    let (mut form, mut puzzles) = (String::new(), Vec::new());
    let input = Input::reader("file", Box::new(std::io::Cursor::new(bytes.to_vec())));
    for chunk in chunks(vec![input], &Reading::default(), ReadProgress::new()) {
        let chunk = chunk.map_err(|error| error.to_string())?;
        form = chunk.form().to_string();
        let _ = chunk.for_each(&Reading::default(), |entry| {
            puzzles.push(match entry {
                Entry::Puzzle(record) => record.puzzle.to_string(),
                Entry::Sukaku(record) => record.puzzle.to_string(),
                Entry::Unreadable(e) => format!("{}:{}: {}", e.line, e.column, e.fault),
            });
            ControlFlow::<()>::Continue(())
        });
    }
    Ok((form, puzzles))
}

fn code(cell: &str) -> &str {
    cell.trim_matches('`')
}

#[test]
fn every_example_is_read_in_its_form() {
    let rows = table(None);
    assert!(rows.len() >= 20, "the table is not found");
    for row in rows {
        let [form, example, _] = &row[..] else { panic!("{row:?}") };
        let text = expanded(code(example));
        for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
            let read = read(text.as_bytes());
            let puzzle =
                if example.contains("MARKS") { marks().to_string() } else { PUZZLE.into() };
            let damaged = "1:83: column `2`: the puzzle ends after 80 of 81 cells".to_owned();
            let damaged = example.contains("(cut)").then_some(damaged);
            let entries = damaged.into_iter().chain([puzzle]).collect();
            assert_eq!(read, Ok((code(form).to_owned(), entries)), "{text:?}");
        }
    }
}

#[test]
fn several_forms_in_one_file_are_read() {
    let rows = table(Some("## Several forms in one file"));
    assert!(rows.len() >= 6, "the table is not found");
    for row in rows {
        let text = expanded(code(&row[0]));
        for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
            let lines = lines_of_puzzles(&text).unwrap_or_else(|other| panic!("{row:?}: {other}"));
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            assert_eq!(lines.join(", "), row[1], "{text:?}");
        }
    }
}

/// A part of a file, and the line of each puzzle in it, from 0.
fn part() -> impl Strategy<Value = (&'static str, &'static [u64])> {
    prop_oneof![
        4 => Just(("PUZZLE", &[0][..])),
        2 => Just((" PUZZLE own text, 9", &[0][..])),
        1 => Just(("PUZZLE(/)", &[0][..])),
        1 => Just(("PUZZLE( )", &[0][..])),
        1 => Just(("[code]⏎ROWS⏎[/code]", &[1][..])),
        2 => Just(("MARKS", &[0][..])),
        4 => Just(("ROWS", &[0][..])),
        2 => Just(("Grid 7⏎⏎# c⏎ROWS⏎---------------", &[3][..])),
        2 => Just(("+---+---+---+⏎ROWS(bars)⏎+---+---+---+", &[1][..])),
        2 => Just(("By A. Inkala⏎Grid 8⏎MARKS(+)", &[3][..])),
        1 => Just(("MARKS( )", &[0][..])),
        1 => Just(("[Puzzle]⏎ROWS⏎[State]⏎ROWS⏎[Pencilmarks]⏎MARKS( )⏎[Puzzle]", &[1][..])),
        1 => Just(("", &[][..])),
        1 => Just(("# PUZZLE", &[][..])),
    ]
}

proptest! {
    #[test]
    fn forms_are_read_in_any_order(parts in prop::collection::vec(part(), 2..20)) {
        let (mut text, mut expected, mut line) = (String::new(), Vec::new(), 1);
        for (part, places) in parts {
            let part = expanded(part) + "\n";
            expected.extend(places.iter().map(|place| line + place));
            line += part.lines().count() as u64;
            text += &part;
        }
        prop_assert_eq!(lines_of_puzzles(&text), Ok(expected), "{}", text);
    }
}

/// The lines on which copies of the puzzle begin in a file, or an entry that is something else.
fn lines_of_puzzles(text: &str) -> Result<Vec<u64>, String> {
    let mut lines = Vec::new();
    let input = Input::reader("file", Box::new(std::io::Cursor::new(text.to_owned())));
    for chunk in chunks(vec![input], &Reading::default(), ReadProgress::new()) {
        let chunk = chunk.map_err(|error| error.to_string())?;
        let flow = chunk.for_each(&Reading::default(), |entry| {
            lines.push(match entry {
                Entry::Puzzle(record) if record.puzzle.to_string() == PUZZLE => record.line,
                Entry::Sukaku(record) if record.puzzle == marks() => record.line,
                other => return ControlFlow::Break(format!("{other:?}")),
            });
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(other) = flow {
            return Err(other);
        }
    }
    Ok(lines)
}

#[test]
fn a_row_of_a_spreadsheet_without_a_digit_may_be_a_gap() {
    let fault = "a row of nothing but separators, which may also be a gap before a grid: write 0 \
                 in it, or make it blank; passed over up to a blank line, a title or the next \
                 frame";
    let puzzles = |text: String| read(text.as_bytes()).unwrap().1;
    for (rows, sign) in [("ROWS(,)", ","), ("ROWS(;)", ";"), ("ROWS(tab)", "\t")] {
        let (rows, gap) = (expanded(rows), sign.repeat(8));
        let seen = puzzles(format!("{rows}\n{gap}\n{rows}\n\n{rows}\n"));
        assert_eq!(seen, [PUZZLE, &format!("10:1: {fault}"), PUZZLE], "{sign}");
        // Within a grid it is a row.
        let empty = format!("{}{}{}", &PUZZLE[..9], ".".repeat(9), &PUZZLE[18..]);
        let seen = puzzles(rows.replacen(&",,3,6,,,,,".replace(',', sign), &gap, 1));
        assert_eq!(seen, [empty], "{sign}");
    }
    let gap = ",,,,,,,,";
    let seen = puzzles(format!("{PUZZLE}\n{gap}\n{PUZZLE}\n"));
    assert_eq!(seen[1], "2:1: the puzzle ends after 0 of 81 cells");
    assert_eq!((&seen[0], &seen[2]), (&PUZZLE.to_owned(), &PUZZLE.to_owned()));
}

#[test]
fn every_form_has_an_example() {
    let rows = table(None);
    for form in tourdion::catalogue::CatalogueForm::ALL {
        let name = format!("`{form}`");
        assert!(rows.iter().any(|row| row[0] == name), "{form}");
    }
}

/// A zip archive with these members, as a program writes it that knows the sizes beforehand or not.
fn zip(members: &[&[u8]], is_streamed: bool) -> Vec<u8> {
    let members: Vec<(&str, &[u8])> = members.iter().map(|text| ("a.txt", *text)).collect();
    zip_of(&members, is_streamed)
}

fn zip_of(members: &[(&str, &[u8])], is_streamed: bool) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, text) in members {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
        packed.write_all(text).unwrap();
        let packed = packed.finish().unwrap();
        let mut sum = Crc::new();
        sum.update(text);
        let sizes = [sum.sum(), packed.len() as u32, text.len() as u32];
        let sizes: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
        archive.extend(b"PK\x03\x04\x14\0");
        archive.extend([if is_streamed { 8 } else { 0 }, 0, 8, 0, 0, 0, 0, 0]);
        archive.extend(if is_streamed { vec![0; 12] } else { sizes.clone() });
        archive.extend([name.len() as u8, 0, 0, 0]);
        archive.extend(name.as_bytes());
        archive.extend(packed);
        if is_streamed {
            archive.extend(b"PK\x07\x08");
            archive.extend(sizes);
        }
    }
    archive.extend(b"PK\x01\x02 and so on");
    archive
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut packed = BzEncoder::new(Vec::new(), bzip2::Compression::best());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

#[test]
fn every_packed_file_is_unpacked() {
    let text = format!("{PUZZLE}\n").repeat(3000);
    let text = text.as_bytes();
    let expected = Ok(("lines".to_owned(), vec![PUZZLE.to_owned(); 3000]));
    let rows = table(Some("## Packed files"));
    for row in &rows {
        let files = match &row[0][..] {
            "gzip" => vec![gzip(text)],
            "zstd" => vec![zstd(text)],
            "bzip2" => vec![bzip2(text), [bzip2(&text[..820]), bzip2(&text[820..])].concat()],
            "xz" => vec![xz(text), [xz(&text[..820]), vec![0; 4], xz(&text[820..])].concat()],
            "zip" => vec![zip(&[text], false), zip(&[text], true)],
            other => panic!("{other} is not tested"),
        };
        for file in files {
            assert!(file.starts_with(&bytes(code(&row[1]))), "{row:?}");
            assert_eq!(read(&file), expected, "{row:?}");
        }
    }
    assert_eq!(rows.len(), 5);
}

#[test]
fn what_a_system_adds_to_an_archive_is_left_out() {
    let text = format!("{PUZZLE}\n").repeat(50);
    let (text, junk) = (text.as_bytes(), &b"\0\x05\x16\x07 Mac OS X"[..]);
    let member = ("sudoku/a.txt", text);
    let [mac, store, own] = ["__MACOSX/sudoku/._a.txt", "sudoku/.DS_Store", "._a.txt"];
    let expected = Ok(("lines".to_owned(), vec![PUZZLE.to_owned(); 50]));
    for members in [
        &[("sudoku/", &b""[..]), member, ("__MACOSX/", b""), (mac, junk)][..],
        &[(store, junk), (mac, junk), member, (own, junk)],
    ] {
        for is_streamed in [false, true] {
            assert_eq!(read(&zip_of(members, is_streamed)), expected, "{members:?}");
        }
    }
    let two = zip_of(&[member, (mac, junk), ("sudoku/b.txt", text)], true);
    let error = read(&two).unwrap_err();
    assert!(error.contains("more than one member") && error.contains("`sudoku/b.txt`"), "{error}");
    let nothing = read(&zip_of(&[(store, junk)], true));
    assert_eq!(nothing, Ok((String::new(), vec![])));
}

#[test]
fn damaged_archives_give_an_error() {
    let text = format!("{PUZZLE}\n").repeat(50);
    let text = text.as_bytes();
    let error = |file: &[u8]| read(file).unwrap_err();
    let second = error(&zip(&[text, text], true));
    assert!(second.contains("more than one member") && second.contains("`a.txt`"), "{second}");
    for whole in [zip(&[text], false), zip(&[text], true), bzip2(text), xz(text)] {
        for length in [6, 20, 40, whole.len() / 2] {
            error(&whole[..length]);
        }
    }
    let mut damaged = zip(&[text], false);
    damaged[14] ^= 1;
    assert!(error(&damaged).contains("its checksum differs"));
    let mut damaged = zip(&[text], false);
    damaged[6] |= 1;
    assert!(error(&damaged).contains("encrypted"));
}

fn bytes(hex: &str) -> Vec<u8> {
    hex.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn what_is_not_read_is_named_with_the_way_out() {
    let rows = table(Some("## What is not read"));
    assert!(rows.len() >= 14, "the table is not found");
    for row in rows {
        let [what, first, way] = &row[..] else { panic!("{row:?}") };
        let file = [bytes(code(first)), b"....".to_vec()].concat();
        let error = read(&file).unwrap_err();
        assert!(error.contains(&what[..]) && error.contains(code(way)), "{row:?}: {error}");
    }
}

#[test]
fn what_is_packed_within_packed_text_is_named() {
    let text = format!("{PUZZLE}\n").repeat(40);
    let inner = [gzip(text.as_bytes()), xz(text.as_bytes()), zstd(text.as_bytes())];
    for inner in inner.into_iter().chain([bzip2(text.as_bytes())]) {
        for file in [gzip(&inner), zip(&[&inner], false)] {
            let error = read(&file).unwrap_err();
            assert!(
                error.ends_with(
                    "packed twice, which is not read; unpack it once, and read the file inside"
                ),
                "{error}"
            );
        }
    }
    let parquet = gzip(b"PAR1....\n");
    assert!(read(&parquet).unwrap_err().contains("Parquet"));
}

#[test]
fn archives_of_several_files_are_named() {
    let mut header = format!("puzzles/{PUZZLE}").into_bytes();
    header.resize(257, 0);
    let tar = [&header[..], b"ustar\x0000", &[0; 247], PUZZLE.as_bytes(), b"\n"].concat();
    for file in [gzip(&tar), tar] {
        let error = read(&file).unwrap_err();
        assert!(error.contains("a tar archive") && error.contains("tar -xOf"), "{error}");
    }
    // A folder has a member of its own, which is no file.
    let folder = [&b"PK\x03\x04\x14\0"[..], &[0; 20], &[2, 0, 0, 0], b"d/"].concat();
    let text = format!("{PUZZLE}\n");
    let read = read(&[folder, zip(&[text.as_bytes()], false)].concat());
    assert_eq!(read, Ok(("lines".into(), vec![PUZZLE.into()])));
}

#[test]
fn a_placed_digit_of_a_library_is_no_clue() {
    let line = format!(":0702:9:{}:::", PUZZLE.replacen('.', "+1", 1));
    assert_eq!(read(line.as_bytes()), Ok(("hodoku".into(), vec![PUZZLE.into()])));
    assert!(PUZZLE.parse::<Grid>().is_ok());
}

#[test]
fn several_columns_with_puzzles_are_asked_for() {
    let error = read(format!("7,{PUZZLE},{PUZZLE}\n").as_bytes()).unwrap_err();
    assert_eq!(error, "file, line 1: the columns 2, 3 all have puzzles: name one with --column");
}

#[test]
fn a_fault_between_bands_has_its_line_and_makes_no_other_puzzle() {
    let bands = expanded("ROWS(bands)");
    let rows: Vec<&str> = bands.lines().collect();
    let puzzles = |text: String| read(text.as_bytes()).unwrap().1;
    let passed = "passed over up to two blank lines, a title or a rule";
    let joined = "expected a blank line after the last row of a band, found a row";
    let alike = "the grids from line 1 on are passed over: one blank line stands between bands and \
                 grids alike, and two between grids would tell them apart";
    for (damaged, line, fault) in [
        (rows[..7].join("\n"), 7, "the grid ends after 6 of 9 rows".to_owned()),
        (
            [&rows[..6], &rows[7..]].concat().join("\n"),
            7,
            format!("a blank line after 2 rows, where a band has 3; {passed}"),
        ),
        ([&rows[..7], &rows[6..]].concat().join("\n"), 8, format!("{joined}; {passed}")),
        ([&rows[..7], &rows[8..]].concat().join("\n"), 8, format!("{joined}; {passed}")),
    ] {
        for (between, lines) in [("\n\n\n", 2), ("\nGrid 2\n", 1), ("\n \n\t \n", 2)] {
            let seen = puzzles([&bands, &damaged, &bands, &bands].map(|s| &s[..]).join(between));
            let fault = format!("{}:1: {fault}", 11 + lines + line);
            assert_eq!(seen, [PUZZLE, &fault, PUZZLE, PUZZLE], "{between:?}");
        }
        // One blank line more tells nothing apart, but the next title does.
        let seen = puzzles(format!("{bands}\n\n{damaged}\n\n{bands}\nGrid 4\n{bands}"));
        assert!(seen[0].contains(&fault) && seen[0].ends_with(alike), "{seen:?}");
        assert_eq!(seen[1..], [PUZZLE]);
    }
}
