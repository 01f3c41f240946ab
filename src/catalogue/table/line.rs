//! A line by itself, before its table is known: its delimiter, its fields, and what it may be.
//!
//! ```text
//!   id,quiz,answer         it names the puzzle's column
//!   id,start,answer        it has words alone: a header without a known name, or a title
//!   7,4.....8.5.3…,easy    it is a record: a field is a grid
//!   #7,4.....8.5.3…        it may be a record whose first field begins with `#`
//!   ,,,                    it is void
//!   sep=;                  it is for Excel
//! ```
//!
//! Invariant: what is said of a line depends on it and on the [`Reading`] alone. Deliberately
//! lacking: which lines of a file decide (see [`recognise`](super::super::recognise) and
//! [`header`](super::header)).

use std::borrow::Cow;

use super::super::blanks::trimmed;
use super::super::written::Written;
use super::super::{Reading, field, symbols};
use super::Delimiter;
use super::quotes::{fields, unquoted};

/// Whether a line without blanks around it names the separator for Excel: `sep=;`, perhaps in
/// quotes, or `sep=` before a tab. The header shows the separator as well.
pub(in super::super) fn is_for_excel(line: &[u8]) -> bool {
    let quoted = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\""));
    let line = quoted.unwrap_or(line);
    line.len() <= 5 && line.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"sep="))
}

/// Whether a line is blank, or an empty row of a spreadsheet: delimiters alone.
pub(in super::super) fn is_void(line: &[u8]) -> bool {
    let text = trimmed(line);
    let sign = text.first().filter(|sign| b",;".contains(sign));
    text.is_empty()
        || sign.is_some_and(|sign| text.iter().all(|byte| byte == sign || *byte == b' '))
}

/// Whether a line has several fields, all of them words: it may be a header without a known name.
pub(in super::super) fn has_words_alone(line: &[u8]) -> bool {
    let is_word =
        |name: &String| name.starts_with(char::is_alphabetic) && !name.contains(['.', '*', '?']);
    let names = names(line, Delimiter::of(line));
    names.len() > 1 && names.iter().all(is_word)
}

/// Whether a field of a line is a name that the puzzle's column may have.
pub(in super::super) fn names_puzzle(line: &[u8], reading: &Reading) -> bool {
    let names = names(line, delimiter_of(line, reading));
    names.iter().any(|name| reading.preference(name).is_some())
}

/// Whether a field of a line is a grid.
pub(in super::super) fn is_record(line: &[u8], reading: &Reading) -> bool {
    grid_count(line, reading) > 0
}

/// The number of fields of a line that are grids.
pub(in super::super) fn grid_count(line: &[u8], reading: &Reading) -> usize {
    let Grids { puzzles, full } = Grids::of(line, delimiter_of(line, reading), reading);
    puzzles.len() + full.len()
}

/// Whether a field of a line is a puzzle, and not a full grid.
pub(in super::super) fn has_puzzle(line: &[u8], reading: &Reading) -> bool {
    !Grids::of(line, delimiter_of(line, reading), reading).puzzles.is_empty()
}

/// Whether a whole line, perhaps in quotes, is a grid or a damaged puzzle.
pub(in super::super) fn is_like_grid(line: &[u8], reading: &Reading) -> bool {
    field::is_like_puzzle(&unquoted(trimmed(line)), reading)
}

/// Whether a line that begins with `#` may be a record: a field behind the first one is a grid.
pub(super) fn may_be_record(line: &[u8], reading: &Reading) -> bool {
    let delimiter = delimiter_of(line, reading);
    let Grids { puzzles, full } = Grids::of(line, delimiter, reading);
    delimiter.has_quotes() && puzzles.iter().chain(&full).any(|&column| column > 0)
}

/// The delimiter of a line by itself.
pub(super) fn delimiter_of(record: &[u8], reading: &Reading) -> Delimiter {
    delimiter_by_content(record, reading).unwrap_or(Delimiter::of(record))
}

/// The delimiter that grids and known names show: blanks, if a word is a puzzle; or else the most
/// frequent one between which a grid or the name of the puzzle's column stands. A comma may also
/// stand in a field, as in `7;4.....8.5.3…;Inkala, Arto, 2012`.
pub(super) fn delimiter_by_content(record: &[u8], reading: &Reading) -> Option<Delimiter> {
    let text = Written::of(record).text();
    let is_ours = |field: &[u8], delimiter| {
        let field = unquoted(field);
        // A title may have a bar, and a word that is a usual name.
        let is_name = (delimiter != Delimiter::Bar || reading.column.is_some())
            && reading.preference(&symbols::shown(trimmed(&field))).is_some();
        is_name || field::read(&field, reading).is_ok()
    };
    let is_before = |delimiter| {
        let column = Delimiter::most(delimiter).map(|most| most - 1);
        let word = column.and_then(|column| field_of(record, delimiter, column));
        word.is_some_and(|word| field::is_puzzle(&word, reading))
    };
    let blanks = Delimiter::blanks_of(text).find(|&delimiter| is_before(delimiter));
    blanks.or_else(|| {
        Delimiter::all_of(text).find(|&delimiter| {
            let mut is_found = false;
            fields(text, true, delimiter, |_, place| is_found |= is_ours(&text[place], delimiter));
            is_found
        })
    })
}

/// The fields of a header as they are shown: the names of the columns.
pub(super) fn names(header: &[u8], delimiter: Delimiter) -> Vec<String> {
    let (text, mut names) = (Written::of(header).text(), Vec::new());
    fields(text, true, delimiter, |_, place| {
        names.push(symbols::shown(trimmed(&unquoted(&text[place]))));
    });
    names
}

/// The content of the field in a column of a record.
pub(super) fn field_of(
    record: &[u8],
    delimiter: Delimiter,
    column: usize,
) -> Option<Cow<'_, [u8]>> {
    let (text, mut found) = (Written::of(record).text(), None);
    fields(text, true, delimiter, |number, place| {
        if number == column {
            found = Some(unquoted(&text[place]));
        }
    });
    found
}

/// The columns of a record that have a grid.
pub(super) struct Grids {
    /// Those with a puzzle: a grid with an empty cell.
    pub(super) puzzles: Vec<usize>,
    /// Those with a full grid.
    pub(super) full: Vec<usize>,
}

impl Grids {
    pub(super) fn of(record: &[u8], delimiter: Delimiter, reading: &Reading) -> Grids {
        let (text, mut grids) =
            (Written::of(record).text(), Grids { puzzles: Vec::new(), full: Vec::new() });
        fields(text, true, delimiter, |column, place| {
            match field::read(&unquoted(&text[place]), reading) {
                Ok(given) if given.is_full() => grids.full.push(column),
                Ok(_) => grids.puzzles.push(column),
                Err(_) => {}
            }
        });
        grids
    }
}
