//! The form of a file, by its beginning.
//!
//! ```text
//!   {"puzzle": …           jsonl        0,0,3,0,2,0,…              values
//!   ((? ? 6 …  [[0,0,…     lists        puzzle,solution            csv
//!   +-----+  | 4 . .       framed       4.....8.5.3… (N²) ,own     lines
//!   003020600 twice        framed       7,4.....8.5.3… (no header) csv
//!   [{"puzzle": …          json         :0702:9:4.....8.5.3…       hodoku
//!   ["4.....8.5.3…         json         7|4.....8.5.3…             csv
//!   [Puzzle]               framed       <?xml …                    opensudoku
//!   123456789123… (N³)     lines        | 1  24  234 | … in a frame    framed
//!   anything else          lines
//! ```
//!
//! The first line that is neither blank nor a comment decides; if it can't, the next one that is no
//! title helps. A header without a grid may be a title, and the line below it decides. Files still
//! in doubt have the line form, in which each malformed line gets an error of its own; so does a
//! file whose first 64 KiB are comments.
//!
//! Invariant: a form is found as soon as the deciding lines are there, so a slow pipe is read no
//! further, and the result does not depend on later bytes. Deliberately lacking: the file's name,
//! since a pipe has none.

use bstr::ByteSlice;

use super::blanks::{trimmed, trimmed_end, trimmed_start};
use super::framed::{Look, are_of_equal_width, has_fields, is_bar, is_row, look, section};
use super::lines::{is_silent, sign_of_rule, skip_blanks};
use super::table::Delimiter;
use super::{CatalogueForm, Reading, library, lines, symbols, table, xml};

/// The form of a file that begins with `text`; `None` if that needs more bytes.
pub(super) fn recognise(text: &[u8], at_end: bool, reading: &Reading) -> Option<CatalogueForm> {
    let whole_lines = if at_end { text.len() } else { memchr::memrchr(b'\n', text)? + 1 };
    // A line as long as a puzzle may be a rule or an empty puzzle: other lines decide.
    let may_be_rule =
        |line: &[u8]| trimmed(line).len() == reading.shape.cells() && sign_of_rule(line).is_some();
    let mut significant = text[..whole_lines]
        .lines()
        .filter(|line| !is_silent_here(line, reading) && !may_be_rule(line))
        .filter(|line| !table::is_for_excel(trimmed(line)));
    let Some(first) = significant.next() else {
        // Only comments and rules so far: later lines are judged one by one. But what begins with
        // `;` may be rows whose first field is empty.
        let mut lines = text[..whole_lines].lines();
        let is_row = |line: &[u8]| line.starts_with(b";") && table::is_record(line, reading);
        let form = if lines.any(is_row) { CatalogueForm::Csv } else { CatalogueForm::Lines };
        return at_end.then_some(form);
    };
    if let Some(form) = by_first_line(first, reading) {
        // A title may have a comma, and a word that names a column, as in `Sudoku, level 3`.
        let may_be_title = form == CatalogueForm::Csv && !table::is_record(trimmed(first), reading);
        // Behind a solution the puzzle may be damaged, or lacking.
        let may_be_table = form == CatalogueForm::Lines && is_full_and_more(first, reading);
        return match significant.next() {
            Some(second)
                if may_be_title
                    && opens_grid(second, reading)
                    && !are_of_equal_width([first, second], reading) =>
            {
                Some(CatalogueForm::Framed)
            }
            Some(second) if may_be_table => by_first_line(second, reading)
                .filter(|form| *form == CatalogueForm::Csv)
                .or(Some(form)),
            None if (may_be_title || may_be_table) && !at_end => None,
            _ => Some(form),
        };
    }
    // Several titles say no more than one.
    match significant.find(|line| !is_title(line, reading)) {
        Some(second) => Some(by_second_line(first, second, reading)),
        None if at_end => Some(alone(first, reading)),
        None => None,
    }
}

/// Whether a line is blank, a comment, or an empty row; a row of a grid in a spreadsheet may begin
/// with `;`, and have nothing in it.
fn is_silent_here(line: &[u8], reading: &Reading) -> bool {
    let is_silent = is_silent(trimmed_end(skip_blanks(line))) || table::is_void(line);
    is_silent && !has_fields(line, reading)
}

/// Whether a line is a title, perhaps in quotes. A string of JSON that is no puzzle looks the same.
fn is_title(line: &[u8], reading: &Reading) -> bool {
    let text = trimmed(line);
    if is_string(text) {
        return by_first_line(line, reading).is_none();
    }
    look(line, reading, None) == Look::Title
}

/// Whether a text is one string of JSON.
fn is_string(text: &[u8]) -> bool {
    text.starts_with(b"\"") && serde_json::from_slice::<String>(text).is_ok()
}

fn by_first_line(line: &[u8], reading: &Reading) -> Option<CatalogueForm> {
    let text = trimmed(line);
    let opens_list = text.starts_with_str("'(")
        || text.starts_with_str("`(")
        || text.contains_str("((")
        || text.contains_str("[[");
    match text.first() {
        // An object over several lines, as in an array and as many tools print them.
        Some(b'{') if text == b"{" => return Some(CatalogueForm::Json),
        Some(b'{') => return Some(CatalogueForm::JsonLines),
        Some(b'<') if xml::is_like(text) => return Some(CatalogueForm::OpenSudoku),
        Some(b':') if library::is_like(text) => return Some(CatalogueForm::Library),
        Some(b'[') if section(text).is_some() => return Some(CatalogueForm::Framed),
        Some(b'[') if opens_array(trimmed_start(&text[1..]), reading) => {
            return Some(CatalogueForm::Json);
        }
        // The next line shows whether there are objects in it.
        Some(b'[') if text == b"[" => return None,
        // A table with one column may have its name in quotes, and one with several a title.
        Some(b'"') if is_string(text) && is_header(text, reading) => {
            return Some(CatalogueForm::Csv);
        }
        Some(b'"') if is_string(text) && table::is_like_grid(text, reading) => {
            return Some(CatalogueForm::JsonLines);
        }
        Some(b'(' | b'[') => return Some(CatalogueForm::Lists),
        _ => {}
    }
    if let Ok((given, trailing)) = lines::read(text, reading) {
        let is_table = is_table(given.is_full(), trailing, text, reading);
        return Some(if is_table { CatalogueForm::Csv } else { CatalogueForm::Lines });
    }
    if opens_list {
        return Some(CatalogueForm::Lists);
    }
    if has_values(text, reading) {
        return Some(CatalogueForm::Values);
    }
    // The name of a first column may be empty, before a tab.
    let has_separators = has_separators(line);
    let is_table = || is_header(line, reading) || table::is_record(text, reading);
    let has_blanks = || matches!(Delimiter::of(text), Delimiter::Blank { .. });
    let is_list = || has_blanks() && table::is_record(text, reading);
    // A title may have a bar, and so has a row in a frame: a header with bars is none by itself.
    let has_bars = || text.contains(&b'|') && table::is_record(text, reading);
    if has_separators && is_table() || has_bars() || is_list() {
        return Some(CatalogueForm::Csv);
    }
    let is_framed = matches!(look(line, reading, None), Look::Rule { .. })
        || text.chars().next().is_some_and(is_bar);
    is_framed.then_some(CatalogueForm::Framed)
}

/// Whether a line that begins with a grid is the first record of a table: the grid is a solution,
/// and a puzzle is in another column; or a comma or its like, and another grid, follow; or the user
/// has named a column by its number.
fn is_table(is_full: bool, trailing: &[u8], text: &[u8], reading: &Reading) -> bool {
    is_full && table::has_puzzle(text, reading)
        || trailing.first().is_some_and(|sign| b",;\t".contains(sign))
            && (is_number(reading.column.as_deref())
                || is_number(reading.solution.as_deref())
                || table::grid_count(text, reading) > 1)
}

/// Whether a line is a header that has the puzzle's column, or may have it: a number is in none.
fn is_header(line: &[u8], reading: &Reading) -> bool {
    is_number(reading.column.as_deref()) || table::names_puzzle(line, reading)
}

/// Whether the user has named a column by its number.
fn is_number(wanted: Option<&str>) -> bool {
    wanted.is_some_and(|wanted| wanted.parse::<usize>().is_ok())
}

/// Whether a line begins with a full grid, and has something behind it.
fn is_full_and_more(line: &[u8], reading: &Reading) -> bool {
    let read = lines::read(trimmed(line), reading);
    read.is_ok_and(|(given, trailing)| given.is_full() && !trimmed(trailing).is_empty())
}

/// Whether a text that stands in an array begins an object, or is a string too long for a cell.
fn opens_array(text: &[u8], reading: &Reading) -> bool {
    let is_long =
        |string: &[u8]| string.find_byte(b'"').unwrap_or(string.len()) > reading.shape.size();
    text.starts_with(b"{") || text.strip_prefix(b"\"").is_some_and(is_long)
}

fn has_separators(text: &[u8]) -> bool {
    text.find_byteset(b",;\t").is_some()
}

/// Whether a line without the name of a puzzle's column may be a header all the same. A title with
/// a comma looks like one, so the next line decides first.
fn may_be_header(line: &[u8]) -> bool {
    has_separators(trimmed(line)) && table::has_words_alone(trimmed(line))
}

/// Whether a line has more values than a row, most of the first of them readable.
fn has_values(text: &[u8], reading: &Reading) -> bool {
    let size = reading.shape.size();
    let values: Vec<&[u8]> = text.split_str(",").take(reading.shape.cells()).collect();
    let is_readable = |value: &&&[u8]| {
        let value = trimmed(value);
        value.is_empty() || symbols::value(value, reading).is_some()
    };
    let readable = values.iter().filter(is_readable).count();
    values.len() > size && 2 * readable > values.len()
}

/// The form of a file whose first line is a title, a row, or malformed, by the next line that is no
/// title.
fn by_second_line(first: &[u8], second: &[u8], reading: &Reading) -> CatalogueForm {
    if trimmed(first) == b"[" {
        let is_array = opens_array(trimmed_start(second), reading);
        return if is_array { CatalogueForm::Json } else { CatalogueForm::Lists };
    }
    let is_header = || is_header(trimmed(first), reading);
    // A table of one column; its first puzzle may be damaged, and one in quotes lacking.
    let is_single = || second.starts_with(b"\"") || table::is_like_grid(second, reading);
    if is_single() && is_header() {
        return CatalogueForm::Csv;
    }
    // A title may have a bar, but the first record of a table has one, too, whatever it begins
    // with; or a field that goes on in the next line.
    let has_bar = |line: &[u8]| line.contains(&b'|');
    let is_open = |line: &[u8]| line.split_str("\"").count().is_multiple_of(2);
    // A record whose first field is empty begins as a row in a frame.
    let bars = |line| memchr::memchr_iter(b'|', line).count();
    let has_as_many_bars = || bars(first) == bars(second);
    if has_bar(first)
        && (has_bar(second) || is_open(second))
        && is_header()
        && (!opens_grid(second, reading) || has_as_many_bars() && !is_row(second, reading))
    {
        return CatalogueForm::Csv;
    }
    if let Some(form) = by_first_line(second, reading)
        && !(may_be_header(first) && matches!(form, CatalogueForm::Lines | CatalogueForm::Values))
    {
        return form;
    }
    // A row of words as wide as a grid is a header.
    if may_be_header(first)
        && are_of_equal_width([first, second], reading)
        && !is_row(first, reading)
    {
        return CatalogueForm::Csv;
    }
    let is_grid = || is_row(first, reading) && second.len() < 3 * first.len();
    if opens_grid(second, reading) || is_grid() {
        return CatalogueForm::Framed;
    }
    // One malformed line decides nothing, but the table's words do.
    if is_named_table(first, reading) || may_be_header(first) {
        CatalogueForm::Csv
    } else {
        CatalogueForm::Lines
    }
}

/// Whether a line is the first of a grid, or of its frame.
fn opens_grid(line: &[u8], reading: &Reading) -> bool {
    match look(line, reading, None) {
        Look::Dashes => true,
        Look::Row => is_row(line, reading),
        _ => by_first_line(line, reading) == Some(CatalogueForm::Framed),
    }
}

/// The form of a file with a single significant line.
fn alone(line: &[u8], reading: &Reading) -> CatalogueForm {
    if trimmed(line) == b"[" {
        return CatalogueForm::Lists;
    }
    if is_string(trimmed(line)) {
        return CatalogueForm::JsonLines;
    }
    if is_header(trimmed(line), reading) || may_be_header(line) {
        return CatalogueForm::Csv;
    }
    if is_row(line, reading) { CatalogueForm::Framed } else { CatalogueForm::Lines }
}

/// Whether this line has the column that was asked for.
fn is_named_table(line: &[u8], reading: &Reading) -> bool {
    reading.column.is_some() && table::names_puzzle(trimmed(line), reading)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    fn form(text: &str) -> Option<CatalogueForm> {
        recognise(text.as_bytes(), true, &Reading::default())
    }

    #[test]
    fn forms_by_their_first_lines() {
        let values = format!("{}\n", vec!["0"; 81].join(","));
        let short_values = format!("{}\n", vec!["0"; 80].join(","));
        for (text, expected) in [
            (EASY.to_owned(), CatalogueForm::Lines),
            (format!("# c\n\n{EASY},trailing"), CatalogueForm::Lines),
            (format!("{}\n{EASY}\n", &EASY[1..]), CatalogueForm::Lines),
            (format!("{}\n{EASY}\n", &EASY[..9]), CatalogueForm::Lines),
            (format!("x\n{EASY}\n"), CatalogueForm::Lines),
            ("-".repeat(81), CatalogueForm::Lines),
            (format!("{}\n{EASY}\n", "*".repeat(81)), CatalogueForm::Lines),
            (format!("{}\n003020600\n900305001\n", "-".repeat(81)), CatalogueForm::Framed),
            (values, CatalogueForm::Values),
            (short_values, CatalogueForm::Values),
            ("puzzle,solution\n".into(), CatalogueForm::Csv),
            (format!("puzzle\n{EASY}\n"), CatalogueForm::Csv),
            (format!("puzzle\n\"{EASY}\"\n"), CatalogueForm::Csv),
            (format!("\"puzzle\"\n\"{EASY}\"\n"), CatalogueForm::Csv),
            ("\"id\";\"clues\"\n".into(), CatalogueForm::Csv),
            (format!("name,start\nx,{EASY}\n"), CatalogueForm::Csv),
            ("+---+---+---+\n".into(), CatalogueForm::Framed),
            ("|5|9| | | | | |8||\n".into(), CatalogueForm::Framed),
            ("Grid 01\n003020600\n".into(), CatalogueForm::Framed),
            ("Newton 5-1, a bar between cells\n+---+---+---+\n".into(), CatalogueForm::Framed),
            ("Newton 5-1, rows\n003020600\n".into(), CatalogueForm::Framed),
            ("Sudoku, level 3\n003020600\n".into(), CatalogueForm::Framed),
            ("Puzzle; hard, 3\n4 . . | . . . | 8 . 5\n".into(), CatalogueForm::Framed),
            ("Puzzle, hard\n+---+---+---+\n".into(), CatalogueForm::Framed),
            ("puzzle,rating\n1,2\n".into(), CatalogueForm::Csv),
            (format!("puzzle,rating\n{EASY},2\n"), CatalogueForm::Csv),
            ("grid\n003020600\n".into(), CatalogueForm::Framed),
            ("My grids\nGrid 01\n003020600\n".into(), CatalogueForm::Framed),
            ("from the newspaper\n[[0,0,3".into(), CatalogueForm::Lists),
            ("003020600\n900305001\n".into(), CatalogueForm::Framed),
            ("00302060\n900305001\n".into(), CatalogueForm::Framed),
            ("003 020 600\n900 305 001\n".into(), CatalogueForm::Framed),
            ("0,0,3,0,2,0,6,0,0\n9,0,0,3,0,5,0,0,1\n".into(), CatalogueForm::Framed),
            ("(SkuSolve '((? ? ?".into(), CatalogueForm::Lists),
            ("'((? ? ?".into(), CatalogueForm::Lists),
            ("grid = [[0,0,3".into(), CatalogueForm::Lists),
            ("[0,0,3".into(), CatalogueForm::Lists),
            ("[\n [0,0,3".into(), CatalogueForm::Lists),
            ("[".into(), CatalogueForm::Lists),
            ("[{\"puzzle\": 1}]".into(), CatalogueForm::Json),
            (format!("[\"{EASY}\"]"), CatalogueForm::Json),
            (format!("[\n \"{EASY}\"]"), CatalogueForm::Json),
            ("[\"1\", \".\"".into(), CatalogueForm::Lists),
            ("[\n  {\n\"puzzle\": 1}]".into(), CatalogueForm::Json),
            ("{\n  \"puzzle\": 1\n}\n".into(), CatalogueForm::Json),
            ("[Puzzle]\n003020600\n".into(), CatalogueForm::Framed),
            (format!(":0702:9:{EASY}:::"), CatalogueForm::Library),
            ("<?xml version=\"1.0\"?>\n".into(), CatalogueForm::OpenSudoku),
            (format!("7,{EASY},x\n"), CatalogueForm::Csv),
            (format!("{}\t{EASY}\n", "1".repeat(81)), CatalogueForm::Csv),
            (format!("{} {EASY}\n", "1".repeat(81)), CatalogueForm::Csv),
            (format!("{EASY} {}\n", "1".repeat(81)), CatalogueForm::Lines),
            (format!("{}\n", "1".repeat(81)), CatalogueForm::Lines),
            (EASY.replace('.', "X"), CatalogueForm::Lines),
            ("{\"puzzle\": 1}\n".into(), CatalogueForm::JsonLines),
            (format!("\"{EASY}\"\n"), CatalogueForm::JsonLines),
            ("hello\nworld\n".into(), CatalogueForm::Lines),
            (format!(",,\n,puzzle,\n,,\n7,{EASY},x\n"), CatalogueForm::Csv),
            (format!(";;\nx;start;y\n7;{EASY};x\n"), CatalogueForm::Csv),
        ] {
            assert_eq!(form(&text), Some(expected), "{text}");
        }
        assert_eq!(form("# c\n\n  \n;\n"), Some(CatalogueForm::Lines));
        // What begins with `;` is a comment in a list, and alone the row of a table.
        let [row, comment] = [format!(";{EASY};x\n"), "; 9;8;7\n".to_owned()];
        assert_eq!(form(&format!("{row}{EASY}\n")), Some(CatalogueForm::Lines));
        assert_eq!(form(&format!("# c\n{comment}{row}{row}")), Some(CatalogueForm::Csv));
        assert_eq!(form(&comment), Some(CatalogueForm::Lines));
    }

    #[test]
    fn a_string_is_a_title_if_what_follows_says_so() {
        for (text, expected) in [
            (format!("\"{}\"\nx\n", &EASY[1..]), CatalogueForm::JsonLines),
            (format!("\"x\"\n\"y, z\"\n\"{EASY}\"\n"), CatalogueForm::JsonLines),
            ("\"x\"\n{\"puzzle\": 1}\n".into(), CatalogueForm::JsonLines),
            ("\"x\"\n\"y\"\n".into(), CatalogueForm::JsonLines),
            (format!("\"My puzzles, 2024\"\nid,puzzle\n7,{EASY}\n"), CatalogueForm::Csv),
            (format!("\"My puzzles, 2024\"\n\"by me\"\n7,{EASY}\n"), CatalogueForm::Csv),
            (format!("\"My puzzles\"\n\"puzzle\"\n\"{EASY}\"\n"), CatalogueForm::Csv),
            ("\"Grids, hard\"\n003020600\n".into(), CatalogueForm::Framed),
            (format!("\"My puzzles\"\n{EASY}\n"), CatalogueForm::Lines),
            (format!("\"sep=;\"\n{EASY};7\n"), CatalogueForm::Lines),
        ] {
            assert_eq!(form(&text), Some(expected), "{text}");
        }
    }

    #[test]
    fn bars_are_of_tables_or_of_frames() {
        for (text, expected) in [
            (format!("x|puzzle\n7|{EASY}"), CatalogueForm::Csv),
            (format!("x|puzzle\n\"a\nb\"|{EASY}\n"), CatalogueForm::Csv),
            (format!("x|puzzle\n[1]|{EASY}\n"), CatalogueForm::Csv),
            (format!("puzzle|x\n{EASY}|[1]\n"), CatalogueForm::Csv),
            (format!("7|{EASY}|x\n"), CatalogueForm::Csv),
            (format!("x|puzzle\n|{}\n7|{EASY}", &EASY[1..]), CatalogueForm::Csv),
            ("Sudoku | hard\n+---+---+---+\n".into(), CatalogueForm::Framed),
            ("Puzzle | hard | 7\n4 . . | . . . | 8 . 5\n".into(), CatalogueForm::Framed),
            ("Puzzle | hard\n| 4 . . | . . . | 8 . 5 |\n".into(), CatalogueForm::Framed),
            ("| 4 . . | . . . | 8 . 5 |\n".into(), CatalogueForm::Framed),
        ] {
            assert_eq!(form(&text), Some(expected), "{text}");
        }
    }

    #[test]
    fn rows_of_spreadsheets_are_no_tables() {
        for (text, expected) in [
            ("8,,,,,,,,\n,,3,6,,,,,\n".to_owned(), CatalogueForm::Framed),
            (";;3;6;;;;\n8;;;;;;;;\n".to_owned(), CatalogueForm::Framed),
            ("\t\t3\t6\t\t\t\t\t\n8\t\t\t\t\t\t\t\t\n".to_owned(), CatalogueForm::Framed),
            ("puzzle,b,c,d,e,f,g,h,i\n,2,,,,,,,\n".to_owned(), CatalogueForm::Csv),
            ("a;b;c;d;e;f;g;h;i\n1;2;3;;5;6;7;8;9\n".to_owned(), CatalogueForm::Csv),
            (format!(";;;;;;;;\n{EASY}\n"), CatalogueForm::Lines),
        ] {
            assert_eq!(form(&text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_form_is_found_as_early_as_it_can_be() {
        let reading = Reading::default();
        let early = |text: &str| recognise(text.as_bytes(), false, &reading);
        assert_eq!(early(""), None);
        assert_eq!(early("# c\n"), None);
        assert_eq!(early(EASY), None);
        assert_eq!(early(&format!("{EASY}\n")), Some(CatalogueForm::Lines));
        assert_eq!(early("003020600\n"), None);
        assert_eq!(early("003020600\n9003"), None);
        assert_eq!(early("Sudoku, level 3\n"), None);
        assert_eq!(early(&format!("7,{EASY}\n")), Some(CatalogueForm::Csv));
    }
}
