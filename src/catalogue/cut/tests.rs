//! Tests that the cutter does not depend on sizes, lose lines, or keep memory.

use std::io::{self, Cursor};
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::catalogue::described::{self, described};
use crate::catalogue::{CatalogueForm, Entry, lines};

mod beginning;
mod gaps;

const EASY: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn small(form: Option<CatalogueForm>) -> Reading {
    Reading { form, ..described::small() }
}

/// All entries of a text as lines to compare, and the error at its end.
fn entries(source: impl Read + Send + 'static, reading: &Reading, target: usize) -> Vec<String> {
    let input = Input::reader("test", Box::new(source));
    let mut seen = Vec::new();
    for chunk in chunks_of(vec![input], reading, ReadProgress::new(), target) {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                seen.push(error.to_string());
                continue;
            }
        };
        let _ = chunk.for_each(reading, |entry| {
            let trailing = match &entry {
                Entry::Puzzle(record) => format!(" {:?}", record.trailing),
                Entry::Sukaku(record) => format!(" {:?}", record.trailing),
                Entry::Unreadable(_) => String::new(),
            };
            seen.push(described(&entry) + &trailing);
            ControlFlow::<()>::Continue(())
        });
    }
    seen
}

/// What is kept of the records of a text, and the line behind the last one that a chunk is for.
fn written(source: impl Read + Send + 'static, reading: &Reading, target: usize) -> (Vec<u8>, u64) {
    let input = Input::reader("test", Box::new(source));
    let (mut bytes, mut end) = (Vec::new(), 1);
    for chunk in chunks_of(vec![input], reading, ReadProgress::new(), target).flatten() {
        assert!(chunk.lines().start == end && end <= chunk.line(), "{chunk:?}");
        end = chunk.lines().end;
        let _ = chunk.for_each(reading, |entry| {
            let written = match entry {
                Entry::Puzzle(record) => record.written,
                Entry::Sukaku(record) => record.written,
                Entry::Unreadable(unreadable) => unreadable.written,
            };
            bytes.extend_from_slice(written.text());
            bytes.extend_from_slice(written.line_end());
            ControlFlow::<()>::Continue(())
        });
    }
    (bytes, end)
}

/// A reader that gives at most `most` bytes at a time.
struct Trickle(Cursor<Vec<u8>>, usize);

impl Read for Trickle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.1.min(buffer.len());
        self.0.read(&mut buffer[..most])
    }
}

/// Bytes that the forms use, so that random texts resemble well-formed ones.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => "[0-4.]{1,5}",
        4 => "[0-4.]{16}",
        4 => Just("\n".to_owned()),
        2 => r#"[\[\](),;"|+# -]{1,3}"#,
        1 => Just("1,0,0,0\n2,0,0,0\n3,0,0,0\n4,0,0,0\n".to_owned()),
        1 => Just("+--+--+\n|1.|..|\n|2.|..|\n+--+--+\n|3.|..|\n|4.|..|\n+--+--+\n".to_owned()),
        1 => Just("((1 ? ? ?)\n (2 ? ? ?)\n (3 ? ? ?)\n (4 ? ? ?))\n".to_owned()),
        1 => Just("\n1...2...3...4...\n".to_owned()),
        1 => Just("\n[Puzzle]\n".to_owned()),
        1 => Just("\n[State]\n".to_owned()),
        2 => Just("\nGrid 01\n".to_owned()),
        1 => Just("id,puzzle\n".to_owned()),
        1 => Just("x,\"1...\n2...\n3...\n4...\"\n".to_owned()),
        1 => Just("{\"puzzle\":\"1...2...3...4...\"}\n".to_owned()),
        1 => "\\PC{0,6}",
    ]
    .prop_map(String::into_bytes);
    let junk = prop::collection::vec(any::<u8>(), 1..6);
    prop::collection::vec(prop_oneof![9 => piece, 1 => junk], 0..40)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn entries_do_not_depend_on_where_chunks_are_cut(
        text in text(), target in 1usize..200, most in 1usize..50, form in 0usize..12,
    ) {
        let mut reading = small(CatalogueForm::ALL.get(form).copied());
        reading.column = (form == 4).then(|| "1".to_owned());
        let whole = entries(Cursor::new(text.clone()), &reading, 1 << 20);
        prop_assert_eq!(&whole, &entries(Cursor::new(text.clone()), &reading, target));
        prop_assert_eq!(
            &whole,
            &entries(Trickle(Cursor::new(text.clone()), most), &reading, target)
        );
        let whole = written(Cursor::new(text.clone()), &reading, 1 << 20);
        prop_assert_eq!(&whole, &written(Cursor::new(text.clone()), &reading, target));
        prop_assert_eq!(&whole, &written(Trickle(Cursor::new(text), most), &reading, target));
    }

    #[test]
    fn every_line_of_the_line_form_is_accounted_for(
        lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..30), 0..20),
        target in 1usize..100,
    ) {
        let clean = |line: Vec<u8>| line.into_iter().filter(|&b| b != b'\n').collect::<Vec<u8>>();
        // The bytes of marks have a special meaning at a file's beginning.
        let lines: Vec<Vec<u8>> =
            std::iter::once(b"#".to_vec()).chain(lines.into_iter().map(clean)).collect();
        let silent = |line: &&Vec<u8>| {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            lines::is_silent(lines::skip_blanks(line))
        };
        let loud = lines.len() - lines.iter().filter(silent).count();
        let (text, reading) = (lines.join(&b'\n'), small(Some(CatalogueForm::Lines)));
        let seen = entries(Cursor::new(text), &reading, target);
        prop_assert_eq!(seen.len(), loud);
    }
}

/// A list with grids of all kinds, and lines that only look like grids.
fn list_with_grids() -> String {
    let (puzzle, stars) = ("1...2...3...4...", "****************");
    let framed = "+--+--+\n|1.|..|\n|2.|..|\n+--+--+\n|3.|..|\n|4.|..|\n+--+--+\n";
    let bare = "1...\n2...\n3...\n4...\n";
    let pencil = "1 2 | 3 124\n12 3 4 124\n3 1 2 4\n4 2 1 3\n";
    [
        &format!("# c\n{puzzle}\nGrid 1\n\n"),
        framed,
        &format!("\n{puzzle} own\n{stars}\n"),
        bare,
        bare,
        "no grid\n",
        puzzle,
        "\n",
        &"1234".repeat(16),
        "\n[Puzzle]\n",
        bare,
        "[State]\n",
        bare,
        "[Pencilmarks]\n",
        puzzle,
        "\n[Puzzle]\n",
        pencil,
        "no grid\nGrid 3\n",
        bare,
        "1...\n",
        puzzle,
        "\nabcd\nab\n12345\n123456\n----\n",
        &puzzle[1..],
        "\n1...\n",
        &puzzle[1..],
        "\n2...\n4...\n",
        puzzle,
        "\n12\n3\n1234\n--+--\n1...\n",
        puzzle,
        "\n1...\n2...\n3...\n--+--\n1...\n2...\n\n",
        bare,
        "Grid 4\n\n\n\n\n",
        framed,
        "1...\n2...\n3x..\n4...\n----\n\n",
        bare,
        "Grid 5\n",
        puzzle,
        "\n[State]\n",
        framed,
    ]
    .concat()
}

/// A catalogue of each form, with its difficulties: marks not at the beginning, rules, records of
/// several lines, some of them unfinished.
fn catalogues() -> Vec<(Option<CatalogueForm>, String)> {
    let [puzzle, dashes, stars] = ["1...2...3...4...", "----------------", "****************"];
    let bom = '\u{feff}';
    let framed = "+--+--+\n|1.|..|\n|2.|..|\n+--+--+\n|3.|..|\n|4.|..|\n+--+--+\n";
    let list = "((1 ? ? ?)\n (2 ? ? ?)\n (3 ? ? ?)\n (4 ? ? ?))\n";
    let table = format!(
        "id,puzzle\nx,{puzzle}\n{bom}y,{puzzle}\n{bom}\"a\nb\",{puzzle}\n\"a\nb\",\"{puzzle}\"\n\
         # \"a, b\n#,\"a\n#7,{puzzle}\n,\n#8,\"\"\n#9,\"{puzzle}\n\"\n\"a\n#b\",{puzzle}\n"
    );
    let lines = format!(
        "{bom}# c\n{stars}\n{puzzle}\n{dashes}\r\n\n  {puzzle} own\n{bom}{puzzle}\n\
         ---\n12\n{puzzle}"
    );
    let rows = format!("{puzzle}\n{bom}{puzzle}\n\n{bom}#c\n{puzzle},{bom}\n");
    let json = format!(
        "{{\"puzzle\":\"{puzzle}\"}}\n{bom}{{\"puzzle\":\"{puzzle}\"}}\n[1]\n\"{puzzle}\"\n"
    );
    let object = format!("{{\"puzzle\":\"{puzzle}\"}}");
    let objects = format!(
        "[{object}, 7 # é,{object}{object}\n,# {{\n ; }}\n{{\n \"id\": [{{\"\\\"}}é\": 1}}],\n\
         \"puzzle\": \"{puzzle}\"}},{{\"puzzle\": \"12\"}},\n{{ \"a\":\n\
         {object},\n  {{\"a\n\n{object}]x\n"
    );
    vec![
        (None, lines.clone()),
        (Some(CatalogueForm::Lines), format!("{dashes}\nx\n{lines}")),
        (None, format!("{dashes}\n{dashes}\n")),
        (None, list_with_grids()),
        (None, format!("x\n\n{}", list_with_grids())),
        (Some(CatalogueForm::Framed), list_with_grids()),
        (None, "1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0\n".repeat(3) + &bom.to_string()),
        (None, format!("Grid 1\n{framed}{bom}{framed}1...\n2...\n\n{framed}")),
        (None, format!("{list}{bom}{list}((1 ? ?\n\n{list}")),
        (None, table.clone()),
        (None, format!("{table}\"x,{puzzle}\n")),
        (Some(CatalogueForm::Csv), rows),
        (None, json),
        (None, objects.clone()),
        (None, objects.replace('\n', "")),
        (None, objects.replace('[', "[\n")),
    ]
}

#[test]
fn a_cut_at_any_byte_changes_nothing() {
    for (form, text) in catalogues() {
        let mut reading = small(form);
        reading.column = (form == Some(CatalogueForm::Csv)).then(|| "1".to_owned());
        let whole = entries(Cursor::new(text.clone()), &reading, 1 << 20);
        assert!(whole.len() > 1, "{text}");
        for cut in 0..=text.len() {
            let (first, second) = text.as_bytes().split_at(cut);
            let parts = Cursor::new(first.to_vec()).chain(Cursor::new(second.to_vec()));
            assert_eq!(entries(parts, &reading, 1 << 20), whole, "cut at {cut}: {text}");
            assert_eq!(
                entries(Cursor::new(text.clone()), &reading, cut + 1),
                whole,
                "by {cut}: {text}"
            );
        }
        assert_eq!(
            entries(Trickle(Cursor::new(text.clone().into()), 1), &reading, 1),
            whole,
            "{text}"
        );
    }
}

#[test]
fn lists_are_passed_at_once_whatever_is_at_their_end() {
    let reading = small(None);
    let plan = Plan::of_head(b"1...2...3...4...\n", true, &reading).unwrap().unwrap().0;
    let list = "1...2...3...4...\n12341234\n1...2...3...4... own\n";
    for (rest, sure) in [
        ("", list.len()),
        ("12", list.len()),
        ("1...\n", list.len()),
        ("Grid 1\n+--+--+\n|1.|..|\n", list.len()),
        ("[State]\n1...2...3...4...\n", 0),
    ] {
        let mut edges = Edges::of(&plan, &reading);
        assert_eq!(edges.sure(format!("{list}{rest}").as_bytes(), &reading), sure, "{rest}");
    }
    let mut edges = Edges::of(&plan, &reading);
    assert_eq!(edges.sure("1...\n".repeat(200).as_bytes(), &reading), 0);
    // No search is begun again before the lines of the last one are passed.
    assert_eq!(edges.sure(list.as_bytes(), &reading), 0);
    for _ in 0..200 {
        edges.pass(b"1...\n", &reading);
    }
    assert_eq!(edges.sure(list.as_bytes(), &reading), list.len());
}

#[test]
fn a_mark_belongs_to_the_beginning_of_a_file() {
    let puzzle = "1...2...3...4...";
    let seen = |text: String| entries(Cursor::new(text), &small(None), 1 << 20);
    let table = format!("puzzle,id\n{puzzle},x\n");
    let again = "3:1 the header once more: were files joined?";
    assert_eq!(seen(format!("\u{feff}{table}")), [format!("2:1 {puzzle} []")]);
    let twice = seen(format!("\u{feff}{table}\u{feff}{table}"));
    assert_eq!(twice.len(), 3);
    assert_eq!(twice[1], again);
    assert_eq!(twice[2], format!("4:1 {puzzle} []"));
}

#[test]
fn an_array_without_its_end_is_an_error() {
    let object = r#"{"puzzle": "1...2...3...4..."}"#;
    for (text, is_whole) in [
        (format!("[{object},\n {object}]"), true),
        (format!("# [\n[\n{object}\n]\n"), true),
        (format!("[{object},\n {object}"), false),
        (format!("[{object},\n {object},\n"), false),
        (format!("[[{object}\n{object}]"), false),
        (r#"["1...2...3...4...","#.to_owned(), false),
    ] {
        for target in [1, 40, 1 << 20] {
            let source = Trickle(Cursor::new(text.clone().into_bytes()), 3);
            let seen = entries(source, &small(Some(CatalogueForm::Json)), target);
            let has_error = seen.last().is_some_and(|last| last.contains("array is not closed"));
            assert!(has_error != is_whole && seen[0].starts_with(['1', '3']), "{text}: {seen:?}");
        }
    }
}

#[test]
fn a_line_without_end_costs_constant_memory() {
    // 100 MB of one line after a puzzle, then another puzzle.
    let text = Cursor::new(format!("{EASY}\n"))
        .chain(io::repeat(b'1').take(100_000_000))
        .chain(Cursor::new(format!("\n{EASY}\n")));
    let input = Input::reader("long", Box::new(text));
    let reading = Reading::default();
    let mut seen = Vec::new();
    for chunk in chunks(vec![input], &reading, ReadProgress::new()) {
        let chunk = chunk.unwrap();
        assert!(chunk.size() <= LIMIT + TARGET);
        let _ = chunk.for_each(&reading, |entry| {
            seen.push(match entry {
                Entry::Puzzle(record) => (record.line, String::new()),
                Entry::Sukaku(record) => (record.line, record.puzzle.to_string()),
                Entry::Unreadable(error) => (error.line, error.fault),
            });
            ControlFlow::<()>::Continue(())
        });
    }
    let too_long = "line longer than 1048576 bytes; its text is not kept".to_owned();
    assert_eq!(seen, [(1, String::new()), (2, too_long), (3, String::new())]);
}

#[test]
fn a_line_that_looks_like_a_row_hides_nothing_behind_it() {
    let puzzle = "1...2...3...4...";
    let short = "2:5 the puzzle ends after 4 of 16 cells".to_owned();
    let long = "line longer than 1048576 bytes; its text is not kept";
    let bare = "1...\n2...\n3...\n4...\n";
    for (between, expected) in [
        (format!("{}\n", "1".repeat(LIMIT + 1)), vec![short.clone(), format!("3:1 {long}")]),
        (
            format!("{}\n", "1".repeat(LIMIT - 5)),
            vec![short.clone(), "3:17 expected 16 cells, found more".to_owned()],
        ),
        ("# comment\n".repeat(LIMIT / 8), vec![short.clone()]),
        (format!("#{}\n{bare}", "c".repeat(5000)), vec![short, format!("4:1 {puzzle} []")]),
    ] {
        let text = format!("{puzzle}\n1...\n{between}{puzzle}\n");
        for target in [1 << 22, 10_000, 100] {
            let seen = entries(Cursor::new(text.clone()), &small(None), target);
            let places = 1..seen.len() - 1;
            assert_eq!(seen[places], expected, "{target}: {}", between.len());
        }
    }
}

#[test]
fn the_limit_is_the_same_whatever_the_chunks() {
    let long = "1".repeat(LIMIT);
    let list = format!("(({}\n", "1 \n".repeat(LIMIT / 3));
    let object = "{\"puzzle\":\"1...2...3...4...\"}";
    for (text, form) in [
        (format!("{long}\n{}\n", &long[1..]), CatalogueForm::Lines),
        (format!("1\n{}\n2\n{long}\n3\n", &long[1..]), CatalogueForm::Lines),
        // With large reads, the whole long line comes together with lines before it.
        (format!("{}{long}\n3\n", "\n".repeat(2 << 20)), CatalogueForm::Lines),
        (long.clone() + "1", CatalogueForm::Values),
        (format!("{list} x\n((1 ? ? ?)(2 ? ? ?)(3 ? ? ?)(4 ? ? ?))\n"), CatalogueForm::Lists),
        (format!("puzzle\n\"{long}\n{long}\"\n1...2...3...4...\n"), CatalogueForm::Csv),
        // All in one line, and over several.
        (format!("[{object},{{\"a\":\"{long}\"}},{object}]"), CatalogueForm::Json),
        (format!("[{object},{{\n\"a\":\n\"{long}\"\n}},\n{object}]"), CatalogueForm::Json),
        (format!("[{object},{{\"a\":\"{long}\n{object}]"), CatalogueForm::Json),
    ] {
        let reading = small(Some(form));
        let whole = entries(Cursor::new(text.clone()), &reading, 1 << 22);
        assert_eq!(whole, entries(Cursor::new(text), &reading, 10_000), "{form}");
        assert!(
            whole.iter().any(|entry| entry.contains("longer than 1048576 bytes")),
            "{form}: {whole:?}"
        );
        // Only what is too long is lost.
        assert!(form != CatalogueForm::Json || whole.len() == 3, "{whole:?}");
    }
}

#[test]
fn a_quote_that_is_never_closed_costs_one_line() {
    let rows = "x,1...2...3...4...\n".repeat(300);
    for text in [format!("id,puzzle\n\"x,1\n{rows}"), format!("id,puzzle\n\"x,1\n{}", &rows[..190])]
    {
        let seen = entries(Cursor::new(text.clone()), &small(None), 500);
        let unclosed = "a quoted field that begins on this line, in column `id`, is never closed";
        assert_eq!(seen[0], format!("2:1 {unclosed}"));
        assert_eq!(seen.len(), text.lines().count() - 1);
        assert_eq!(seen[1], "3:3 1...2...3...4... []");
    }
}

#[test]
fn chunks_are_large_where_the_source_is_fast() {
    let text = format!("{EASY}\n").repeat(10_000).into_bytes();
    let sizes = |source: Box<dyn Read + Send>, shape: &str| -> Vec<usize> {
        let reading =
            Reading { shape: shape.parse().unwrap(), ..small(Some(CatalogueForm::Lines)) };
        let chunks = chunks(vec![Input::reader("test", source)], &reading, ReadProgress::new());
        let (mut line, mut sizes) = (1, Vec::new());
        for chunk in chunks.map(Result::unwrap) {
            assert_eq!(
                (chunk.line(), chunk.size() % 82),
                (line, 0),
                "whole lines follow each other"
            );
            line += chunk.size() as u64 / 82;
            sizes.push(chunk.size());
        }
        assert_eq!(line, 10_001);
        sizes
    };
    let fast = sizes(Box::new(Cursor::new(text.clone())), "3x3");
    assert!(fast[0] <= LEAST, "the first answers come soon: {fast:?}");
    let [.., before, _last] = fast[..] else { panic!("{fast:?}") };
    assert!((TARGET - 82..=TARGET).contains(&before), "{fast:?}");
    let hard = sizes(Box::new(Cursor::new(text.clone())), "4x4");
    assert!(hard.iter().all(|size| *size <= LEAST), "{hard:?}");
    let slow = sizes(Box::new(Trickle(Cursor::new(text), 1000)), "3x3");
    assert!(slow.iter().all(|size| *size <= 1000 + 82), "{slow:?}");
}

#[test]
fn a_chunk_is_sent_as_soon_as_the_source_pauses() {
    struct Once(Option<Vec<u8>>);
    impl Read for Once {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let text = self.0.take().expect("nothing is read before the first line's chunk is out");
            buffer[..text.len()].copy_from_slice(&text);
            Ok(text.len())
        }
    }
    // Two single bytes are read to look for magic; `4` begins none, so the line itself comes first.
    let mut source = Once(Some(format!("{EASY}\n").into_bytes()));
    let mut first = [0; 200];
    let length = source.read(&mut first).unwrap();
    let source = Cursor::new(first[..length].to_vec()).chain(Once(None));
    let reading = Arc::new(Reading::default());
    let left = Left::of(None, ReadProgress::new());
    let mut cutter = Cutter::new("pipe".into(), Box::new(source), left, reading, TARGET);
    assert_eq!(cutter.next().unwrap().unwrap().size(), 82);
}

#[test]
fn smaller_chunks_can_be_asked_for() {
    let line = format!("{EASY}\n");
    let reading = Reading::default();
    for (wanted, lines) in [(1, 1), (line.len(), 1), (3 * line.len(), 3)] {
        let progress = ReadProgress::new();
        progress.set_chunk(wanted);
        let input = Input::reader("test", Box::new(Cursor::new(line.repeat(1000))));
        let mut next = 1;
        for chunk in chunks(vec![input], &reading, progress) {
            let chunk = chunk.unwrap();
            assert!(chunk.size() <= lines * line.len() && chunk.line() == next, "{next}");
            next += (chunk.size() / line.len()) as u64;
        }
        assert_eq!(next, 1001);
    }
}

#[test]
fn chunks_become_smaller_towards_the_end_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.txt");
    let all = 20_000 * 82;
    std::fs::write(&file, format!("{EASY}\n").repeat(20_000)).unwrap();
    let (mut sizes, mut left) = (Vec::new(), all);
    for chunk in chunks(vec![Input::new(file)], &Reading::default(), ReadProgress::new()) {
        let size = chunk.unwrap().size();
        // A read that is asked for before the last chunk is gone may see that much more.
        let most = (left + TARGET) / SHARES as usize;
        assert!(size <= most.max(LEAST) + 82, "{size} of {left} after {sizes:?}");
        sizes.push(size);
        left -= size;
    }
    assert!(left == 0 && sizes.iter().any(|size| TARGET - size < 82), "{sizes:?}");
    assert!(*sizes.last().unwrap() <= LEAST, "{sizes:?}");
}
