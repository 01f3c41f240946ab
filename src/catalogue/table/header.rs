//! The header of a table: the delimiter, the columns, and which of them has the puzzle.
//!
//! ```text
//!   id,quiz,answer     a name that puzzles have
//!   id,start,answer    no such name: the record below has a puzzle in one column
//!   7,4.....8.5.3…     no header at all
//!   417369825… 4.....8.5.3… own words     the same, and the first two blanks are delimiters
//! ```
//!
//! Invariant: what is found does not depend on anything behind the first record. Deliberately
//! lacking: names that solutions have; their column is named by the user.

use std::borrow::Cow;

use bstr::ByteSlice;

use super::super::blanks::trimmed;
use super::super::fault::SourceFault;
use super::super::written::Written;
use super::super::{PEEK, Reading, field, symbols};
use super::quotes::{fields, unquoted};
use super::{Delimiter, Quotes, Table};

impl Table {
    /// Reads the header at the beginning of `text`. Returns the table and the bytes of the header;
    /// `None` if that needs more text.
    pub(in super::super) fn of_header(
        text: &[u8],
        at_end: bool,
        reading: &Reading,
    ) -> Result<Option<(Table, usize)>, SourceFault> {
        let Some((start, header)) = header_of(text, at_end, reading)? else { return Ok(None) };
        let after = start + header.len();
        let below = &text[after + skip_silent(&text[after..])..];
        let second = first_record(below, at_end, reading);
        let Some(delimiter) = delimiter_of(header, second, at_end, reading) else {
            return Ok(None);
        };
        let names = names(header, delimiter);
        let by_name =
            |wanted: &str| names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
        let by_number = |wanted: &str| match wanted.parse() {
            Ok(number) if (1..=names.len()).contains(&number) => Some(number - 1),
            _ => None,
        };
        let solution = reading.solution.as_ref().map(|wanted| {
            let (wanted, header) = (wanted.clone(), names.clone());
            let column = by_name(&wanted).or_else(|| by_number(&wanted));
            column.ok_or(SourceFault::NoSolution { wanted, header })
        });
        let solution = solution.transpose()?;
        let table = |puzzle, header: &[u8], names| Table {
            delimiter,
            has_bom: false,
            header: header.to_vec(),
            names,
            puzzle,
            is_found: false,
            solution,
        };
        let mut fitting: Vec<(usize, usize)> = (0..names.len())
            .filter_map(|column| Some((reading.preference(&names[column])?, column)))
            .collect();
        fitting.sort_unstable();
        if fitting.len() > 1 && reading.column.is_none() {
            match second {
                Some(record) => only_puzzle(record, delimiter, &fitting, &names, reading)?,
                None if !at_end => return Ok(None),
                None => {}
            }
        }
        if let Some(&(_, puzzle)) = fitting.first() {
            return Ok(Some((table(puzzle, header, names), after)));
        }
        let columns = 1..=delimiter.columns(names.len());
        let numbers: Vec<String> = columns.map(|number| number.to_string()).collect();
        let Some(puzzle) = reading.column.as_deref().and_then(by_number) else {
            if reading.column.is_some() {
                let wanted = reading.column.clone();
                return Err(SourceFault::NoColumn { wanted, header: names });
            }
            let found = |table| Table { is_found: true, ..table };
            if let Some(puzzle) = puzzle_by_content(header, delimiter, &numbers, reading)? {
                return Ok(Some((found(table(puzzle, b"", numbers)), start)));
            }
            let Some(second) = second else {
                let no_column = SourceFault::NoColumn { wanted: None, header: names };
                return if at_end { Err(no_column) } else { Ok(None) };
            };
            return match puzzle_by_content(second, delimiter, &names, reading)? {
                Some(puzzle) => Ok(Some((found(table(puzzle, header, names)), after))),
                None => Err(SourceFault::NoColumn { wanted: None, header: names }),
            };
        };
        if field_of(header, delimiter, puzzle)
            .is_some_and(|field| field::read(&field, reading).is_ok())
        {
            return Ok(Some((table(puzzle, b"", numbers), start)));
        }
        Ok(Some((table(puzzle, header, names), after)))
    }
}

/// The header's place and text; `None` if that needs more.
fn header_of<'t>(
    text: &'t [u8],
    at_end: bool,
    reading: &Reading,
) -> Result<Option<(usize, &'t [u8])>, SourceFault> {
    let start = skip_silent(text);
    match first_record(&text[start..], at_end, reading) {
        Some(header) => Ok(Some((start, header))),
        // A file too short for a header has no records either.
        None if !at_end || text.len() == start && text.len() < PEEK => Ok(None),
        None => Err(SourceFault::Header),
    }
}

/// The delimiter of a table with this header and this record below it: by the header, or if it has
/// no known name by the record. `None` if that needs more text.
fn delimiter_of(
    header: &[u8],
    second: Option<&[u8]>,
    at_end: bool,
    reading: &Reading,
) -> Option<Delimiter> {
    let is_clear = reading.column.is_some() || Delimiter::all_of(header).nth(1).is_none();
    if is_clear || delimiter_by_content(header, reading).is_some() {
        return Some(first_delimiter(header, reading));
    }
    match second {
        None if !at_end => None,
        _ => {
            let found = second.and_then(|record| delimiter_by_content(record, reading));
            let in_header = |found: &Delimiter| Delimiter::all_of(header).any(|one| one == *found);
            Some(found.filter(in_header).unwrap_or(Delimiter::of(header)))
        }
    }
}

/// The delimiter of a record by itself.
fn first_delimiter(record: &[u8], reading: &Reading) -> Delimiter {
    delimiter_by_content(record, reading).unwrap_or(Delimiter::of(record))
}

/// The most frequent of the delimiters between which a grid stands, or the name of the puzzle's
/// column: a comma may also stand in a field, as in `7;4.....8.5.3…;Inkala, Arto, 2012`.
fn delimiter_by_content(record: &[u8], reading: &Reading) -> Option<Delimiter> {
    let text = Written::of(record).text();
    let is_ours = |field: &[u8], delimiter| {
        let field = unquoted(field);
        // A title may have a bar, and a word that is a name.
        let is_name = delimiter != Delimiter::Bar
            && reading.preference(&symbols::shown(trimmed(&field))).is_some();
        is_name || field::read(&field, reading).is_ok()
    };
    Delimiter::all_of(text).find(|&delimiter| {
        let mut is_found = false;
        fields(text, true, delimiter, |_, place| is_found |= is_ours(&text[place], delimiter));
        is_found
    })
}

/// Checks that only one of the columns that can be the puzzle's has a puzzle in this record.
fn only_puzzle(
    record: &[u8],
    delimiter: Delimiter,
    fitting: &[(usize, usize)],
    names: &[String],
    reading: &Reading,
) -> Result<(), SourceFault> {
    let is_puzzle = |column| {
        let field = field_of(record, delimiter, column);
        field.is_some_and(|field| field::is_puzzle(&field, reading))
    };
    let puzzles = fitting.iter().filter(|&&(_, column)| is_puzzle(column));
    let columns: Vec<String> = puzzles.map(|&(_, column)| names[column].clone()).collect();
    if columns.len() > 1 { Err(SourceFault::ManyPuzzles { columns }) } else { Ok(()) }
}

/// The column of the puzzle by a record: the one with a puzzle, or else the one with a full grid.
fn puzzle_by_content(
    record: &[u8],
    delimiter: Delimiter,
    names: &[String],
    reading: &Reading,
) -> Result<Option<usize>, SourceFault> {
    let (puzzles, full) = grids_of(record, delimiter, reading);
    let grids = if puzzles.is_empty() { full } else { puzzles };
    if grids.iter().any(|&column| column >= names.len()) {
        // A title above the records, and not their header.
        return Ok(None);
    }
    if let [column] = grids[..] {
        return Ok(Some(column));
    }
    if grids.is_empty() {
        return Ok(None);
    }
    let columns = grids.iter().filter_map(|&column| names.get(column).cloned()).collect();
    Err(SourceFault::ManyPuzzles { columns })
}

/// The columns of a record with a puzzle, and those with a full grid.
fn grids_of(record: &[u8], delimiter: Delimiter, reading: &Reading) -> (Vec<usize>, Vec<usize>) {
    let (text, mut puzzles, mut full) = (Written::of(record).text(), Vec::new(), Vec::new());
    fields(text, true, delimiter, |column, place| {
        match field::read(&unquoted(&text[place]), reading) {
            Ok(given) if given.is_full() => full.push(column),
            Ok(_) => puzzles.push(column),
            Err(_) => {}
        }
    });
    (puzzles, full)
}

/// Whether a line is a record that has a grid in one of several columns.
pub(in super::super) fn is_record(line: &[u8], reading: &Reading) -> bool {
    let (puzzles, full) = grids_of(line, first_delimiter(line, reading), reading);
    !puzzles.is_empty() || !full.is_empty()
}

/// Whether a line is a record of one column, with a grid, perhaps in quotes.
pub(in super::super) fn is_single(line: &[u8], reading: &Reading) -> bool {
    field::read(&unquoted(trimmed(line)), reading).is_ok()
}

/// Whether a line is a record that has a puzzle, and no full grid alone.
pub(in super::super) fn has_puzzle(line: &[u8], reading: &Reading) -> bool {
    !grids_of(line, first_delimiter(line, reading), reading).0.is_empty()
}

/// Whether a line is a header that has the puzzle's column.
pub(in super::super) fn is_header(line: &[u8], reading: &Reading) -> bool {
    let names = names(line, first_delimiter(line, reading));
    names.iter().any(|name| reading.preference(name).is_some())
}

/// Whether a line can be a header, perhaps without a known name: several fields, all of them words.
pub(in super::super) fn is_like_header(line: &[u8]) -> bool {
    let is_word =
        |name: &String| name.starts_with(char::is_alphabetic) && !name.contains(['.', '*', '?']);
    let names = names(line, Delimiter::of(line));
    names.len() > 1 && names.iter().all(is_word)
}

fn names(header: &[u8], delimiter: Delimiter) -> Vec<String> {
    let (text, mut names) = (Written::of(header).text(), Vec::new());
    fields(text, true, delimiter, |_, place| {
        names.push(symbols::shown(trimmed(&unquoted(&text[place]))));
    });
    names
}

/// The content of a field of a record, from 0.
fn field_of(record: &[u8], delimiter: Delimiter, column: usize) -> Option<Cow<'_, [u8]>> {
    let (text, mut found) = (Written::of(record).text(), None);
    fields(text, true, delimiter, |number, place| {
        if number == column {
            found = Some(unquoted(&text[place]));
        }
    });
    found
}

/// The first record of a text, if it is there to its end.
fn first_record<'t>(text: &'t [u8], at_end: bool, reading: &Reading) -> Option<&'t [u8]> {
    let mut quotes = Quotes::new(first_delimiter(text.lines().next()?, reading));
    let is_over = at_end && text.len() < PEEK;
    let mut end = 0;
    for line in text.lines_with_terminator().take_while(|line| is_over || line.ends_with(b"\n")) {
        quotes.pass(line);
        end += line.len();
        if quotes.is_outside() {
            return Some(&text[..end]);
        }
    }
    None
}

/// The length of the blank lines, comments and lines for Excel at the beginning of a text.
fn skip_silent(text: &[u8]) -> usize {
    let is_silent = |line: &&[u8]| {
        line.starts_with(b"#") || trimmed(line).is_empty() || is_for_excel(trimmed(line))
    };
    text.lines_with_terminator().take_while(is_silent).map(<[u8]>::len).sum()
}

/// Whether a line without blanks around it names the separator for Excel: `sep=;`, or `sep=` before
/// a tab. The header shows the separator as well.
pub(in super::super) fn is_for_excel(line: &[u8]) -> bool {
    line.len() <= 5 && line.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"sep="))
}
