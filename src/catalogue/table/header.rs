//! The header of a table: the delimiter, the columns, and which of them has the puzzle.
//!
//! ```text
//!   id,quiz,answer     a name that puzzles have
//!   id,start,answer    no such name: the record below has a puzzle in one column
//!   7,4.....8.5.3…     no header at all
//!   #id,quiz,answer    above such a record: the header, as some programs mark it
//!   417369825… 4.....8.5.3… own words     the same, and the first two blanks are delimiters
//!   10.7 1.2 1.2 4.....8.5.3…             and here the first four
//!   7,4.....8.5.3     (it lost cells)     no header either, if the record below has a puzzle there
//! ```
//!
//! Invariant: what is found does not depend on anything behind the second record. Deliberately
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
        let Some(head) = Head::of(text, at_end, reading)? else { return Ok(None) };
        let solution = head.solution()?;
        let found = match head.by_name()? {
            Search::Found(column) => Search::Found((column, false)),
            Search::Nothing => match head.by_number()? {
                Some(column) => Search::Found((column, false)),
                None => head.by_content()?.map(|column| (column, true)),
            },
            Search::Waits => Search::Waits,
        };
        let (puzzle, is_found) = match found {
            Search::Found(found) => found,
            Search::Waits => return Ok(None),
            Search::Nothing => {
                let (wanted, option) = (reading.column.clone(), reading.column_option);
                return Err(SourceFault::NoColumn { wanted, header: head.names, option });
            }
        };
        let (header, names, end) = if head.is_record(puzzle) {
            (&b""[..], head.numbers(), after_excel(&text[..head.start]))
        } else {
            (head.header, head.names, head.after)
        };
        let (delimiter, header) = (head.delimiter, header.to_vec());
        let has_bom = false;
        let table = Table { delimiter, has_bom, header, names, puzzle, is_found, solution };
        Ok(Some((table, end)))
    }
}

/// What a search for a column has found.
enum Search<T> {
    Found(T),
    Nothing,
    /// It needs more text.
    Waits,
}

impl<T> Search<T> {
    fn map<U>(self, change: impl FnOnce(T) -> U) -> Search<U> {
        match self {
            Search::Found(found) => Search::Found(change(found)),
            Search::Nothing => Search::Nothing,
            Search::Waits => Search::Waits,
        }
    }
}

/// The beginning of a table.
struct Head<'t> {
    /// The header; or the first record, if there is none.
    header: &'t [u8],
    /// Where it begins and ends.
    start: usize,
    after: usize,
    /// The two records below it, as far as they are there.
    below: [Option<&'t [u8]>; 2],
    at_end: bool,
    delimiter: Delimiter,
    /// The fields of the header.
    names: Vec<String>,
    reading: &'t Reading,
}

impl<'t> Head<'t> {
    /// `None` if it needs more text.
    fn of(
        text: &'t [u8],
        at_end: bool,
        reading: &'t Reading,
    ) -> Result<Option<Head<'t>>, SourceFault> {
        let Some((start, header)) = header_of(text, at_end, reading)? else { return Ok(None) };
        let after = start + header.len();
        let mut rest = &text[after..];
        let below = [(); 2].map(|()| {
            rest = &rest[skip_silent(rest, |line| is_like_row(line, reading))..];
            let record = first_record(rest, at_end, reading)?;
            rest = &rest[record.len()..];
            Some(record)
        });
        let Some(delimiter) = delimiter_of(header, below[0], at_end, reading) else {
            return Ok(None);
        };
        let names = names(header, delimiter);
        Ok(Some(Head { header, start, after, below, at_end, delimiter, names, reading }))
    }

    /// The names of the columns where there is no header.
    fn numbers(&self) -> Vec<String> {
        let columns = 1..=self.delimiter.columns(self.names.len());
        columns.map(|number| number.to_string()).collect()
    }

    /// The columns with a name: those that have it letter by letter, or else in any case.
    fn named(&self, wanted: &str) -> Vec<usize> {
        let columns = |is_it: &dyn Fn(&String) -> bool| -> Vec<usize> {
            (0..self.names.len()).filter(|&column| is_it(&self.names[column])).collect()
        };
        let exact = columns(&|name| name == wanted);
        if exact.is_empty() { columns(&|name| name.eq_ignore_ascii_case(wanted)) } else { exact }
    }

    fn numbered(&self, wanted: &str) -> Option<usize> {
        let number = wanted.parse().ok()?;
        (1..=self.names.len()).contains(&number).then(|| number - 1)
    }

    /// The solution's column, if one is asked for.
    fn solution(&self) -> Result<Option<usize>, SourceFault> {
        let Some(wanted) = &self.reading.solution else { return Ok(None) };
        let named = self.named(wanted);
        let wanted = wanted.clone();
        match named[..] {
            [column] => Ok(Some(column)),
            [] => {
                let (column, header) = (self.numbered(&wanted), self.names.clone());
                column.map(Some).ok_or(SourceFault::NoSolution { wanted, header })
            }
            _ => {
                let columns = named.iter().map(|column| (column + 1).to_string()).collect();
                Err(SourceFault::ManySolutions { wanted, columns })
            }
        }
    }

    /// The puzzle's column by the names in the header. If several fit, only one of them may have a
    /// puzzle in the record below.
    fn by_name(&self) -> Result<Search<usize>, SourceFault> {
        let reading = self.reading;
        // A record, whose words are no names.
        if self.has_grid() {
            return Ok(Search::Nothing);
        }
        let names = self.names.iter().enumerate();
        let mut fitting: Vec<(usize, usize)> = match &reading.column {
            Some(wanted) => self.named(wanted).into_iter().map(|column| (0, column)).collect(),
            None => names.filter_map(|(k, name)| Some((reading.preference(name)?, k))).collect(),
        };
        fitting.sort_unstable();
        if fitting.len() > 1 {
            match self.below[0] {
                Some(record) => {
                    only_puzzle(record, self.delimiter, &fitting, &self.names, reading)?;
                }
                None if !self.at_end => return Ok(Search::Waits),
                None => {}
            }
        }
        Ok(fitting.first().map_or(Search::Nothing, |&(_, column)| Search::Found(column)))
    }

    /// The puzzle's column by a number that is asked for.
    fn by_number(&self) -> Result<Option<usize>, SourceFault> {
        let Some(wanted) = &self.reading.column else { return Ok(None) };
        let (column, header) = (self.numbered(wanted), self.names.clone());
        let (wanted, option) = (Some(wanted.clone()), self.reading.column_option);
        column.map(Some).ok_or(SourceFault::NoColumn { wanted, header, option })
    }

    /// The puzzle's column by the first records: the one with a puzzle, or else the one with a full
    /// grid, if the record below that has no puzzle either.
    fn by_content(&self) -> Result<Search<usize>, SourceFault> {
        let mut grids = Vec::new();
        for record in [Some(self.header)].into_iter().chain(self.below) {
            let Some(record) = record else {
                if self.at_end {
                    break;
                }
                return Ok(Search::Waits);
            };
            let (puzzles, full) = grids_of(record, self.delimiter, self.reading);
            let is_over = !grids.is_empty() || !puzzles.is_empty();
            if !puzzles.is_empty() {
                grids = puzzles;
            } else if grids.is_empty() {
                grids = full;
            }
            if is_over {
                break;
            }
        }
        if grids.is_empty() || grids.iter().any(|&column| column >= self.names.len()) {
            // Beyond the header it is a title above the records.
            return Ok(Search::Nothing);
        }
        if let [column] = grids[..] {
            return Ok(Search::Found(column));
        }
        let names = if self.has_grid() { &[][..] } else { &self.names };
        let columns = grids.iter().map(|&column| called(names, column)).collect();
        Err(SourceFault::ManyPuzzles { columns, option: self.reading.column_option })
    }

    /// Whether the header has a grid, and so is a record.
    fn has_grid(&self) -> bool {
        let (puzzles, full) = grids_of(self.header, self.delimiter, self.reading);
        !puzzles.is_empty() || !full.is_empty()
    }

    /// Whether the header is a record: it has a grid, or what rather is a damaged puzzle than a
    /// name in the puzzle's column, or nothing there beside a number.
    fn is_record(&self, puzzle: usize) -> bool {
        let field = field_of(self.header, self.delimiter, puzzle).unwrap_or_default();
        let field = trimmed(&field);
        let is_number = |name: &String| name.parse::<f64>().is_ok();
        let is_gone = || field.is_empty() && self.names.iter().any(is_number);
        self.has_grid() || is_gone() || is_damaged(field, self.reading)
    }
}

/// Whether a text has half the length of a puzzle at least, and nearly all of its signs can be
/// cells.
pub(super) fn is_damaged(text: &[u8], reading: &Reading) -> bool {
    let is_cell = |sign: char| symbols::symbol(sign, reading).is_some();
    let cells = text.chars().filter(|&sign| is_cell(sign)).count();
    let length = text.chars().count();
    2 * length >= reading.shape.cells() && 10 * cells >= 9 * length
}

/// The header's place and text; `None` if that needs more.
fn header_of<'t>(
    text: &'t [u8],
    at_end: bool,
    reading: &Reading,
) -> Result<Option<(usize, &'t [u8])>, SourceFault> {
    let start = skip_silent(text, |_| false);
    match first_record(&text[start..], at_end, reading) {
        Some(record) => {
            Ok(Some(header_in_comment(&text[..start], record, reading).unwrap_or((start, record))))
        }
        // A file too short for a header has no records either.
        None if !at_end || text.len() == start && text.len() < PEEK => Ok(None),
        None => Err(SourceFault::Header),
    }
}

/// The place and text of the last comment above a record that has a grid, if it is the header: it
/// has as many fields, and one of them is a name that puzzles have.
fn header_in_comment<'t>(
    above: &'t [u8],
    record: &[u8],
    reading: &Reading,
) -> Option<(usize, &'t [u8])> {
    let start = above.rfind(b"\n#").map_or(0, |at| at + 1);
    let header = above[start..].lines_with_terminator().next()?.strip_prefix(b"#")?;
    let delimiter = first_delimiter(record, reading);
    let names = names(header, delimiter);
    let is_header = delimiter.has_quotes()
        && names.len() > 1
        && names.len() == self::names(record, delimiter).len()
        && names.iter().any(|name| reading.preference(name).is_some())
        && grid_count(record, reading) > 0;
    is_header.then(|| (start, &above[start..=start + header.len()]))
}

/// The delimiter of a table with this header and this record below it: by the header, or if it has
/// no known name by the record. `None` if that needs more text.
fn delimiter_of(
    header: &[u8],
    second: Option<&[u8]>,
    at_end: bool,
    reading: &Reading,
) -> Option<Delimiter> {
    // A header of words may stand above a list with blanks.
    let is_clear = Delimiter::all_of(header).nth(1).is_none() && !header.contains(&b' ');
    if is_clear || delimiter_by_content(header, reading).is_some() {
        return Some(first_delimiter(header, reading));
    }
    match second {
        None if !at_end => None,
        _ => {
            let found = second.and_then(|record| delimiter_by_content(record, reading));
            let in_header = |found: &Delimiter| header.contains(&found.byte());
            Some(found.filter(in_header).unwrap_or(Delimiter::of(header)))
        }
    }
}

/// The delimiter of a record by itself.
fn first_delimiter(record: &[u8], reading: &Reading) -> Delimiter {
    delimiter_by_content(record, reading).unwrap_or(Delimiter::of(record))
}

/// Blanks, if a word is a puzzle; or else the most frequent of the delimiters between which a grid
/// stands, or the name of the puzzle's column: a comma may also stand in a field, as in
/// `7;4.....8.5.3…;Inkala, Arto, 2012`.
fn delimiter_by_content(record: &[u8], reading: &Reading) -> Option<Delimiter> {
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
    let puzzles = fitting.iter().map(|&(_, column)| column).filter(|&column| is_puzzle(column));
    let columns: Vec<String> = puzzles.map(|column| called(names, column)).collect();
    let option = reading.column_option;
    if columns.len() > 1 { Err(SourceFault::ManyPuzzles { columns, option }) } else { Ok(()) }
}

/// What `--column` takes for a column: its name, or its number if it has none of its own.
fn called(names: &[String], column: usize) -> String {
    let is_its_own = |name: &&String| {
        !name.is_empty() && names.iter().filter(|other| other == name).count() == 1
    };
    let name = names.get(column).filter(is_its_own);
    name.cloned().unwrap_or_else(|| (column + 1).to_string())
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
    grid_count(line, reading) > 0
}

/// In how many columns a line that is a record has a grid.
pub(in super::super) fn grid_count(line: &[u8], reading: &Reading) -> usize {
    let (puzzles, full) = grids_of(line, first_delimiter(line, reading), reading);
    puzzles.len() + full.len()
}

/// Whether a line is a record of one column, with a grid or one that is damaged, perhaps in quotes.
pub(in super::super) fn is_like_single(line: &[u8], reading: &Reading) -> bool {
    let text = unquoted(trimmed(line));
    field::read(&text, reading).is_ok() || is_damaged(&text, reading)
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

/// The names of the columns of a table with this header.
pub(super) fn names(header: &[u8], delimiter: Delimiter) -> Vec<String> {
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
        quotes.pass(line, |_| false);
        end += line.len();
        if quotes.is_outside() {
            return Some(&text[..end]);
        }
    }
    None
}

/// The length of the void lines, comments and lines for Excel at the beginning of a text, up to a
/// line that begins with `#` and is a row.
fn skip_silent(text: &[u8], is_row: impl Fn(&[u8]) -> bool) -> usize {
    let is_silent = |line: &&[u8]| {
        line.starts_with(b"#") && !is_row(line) || is_void(line) || is_for_excel(trimmed(line))
    };
    text.lines_with_terminator().take_while(is_silent).map(<[u8]>::len).sum()
}

/// Whether a line is blank, or an empty row of a spreadsheet: delimiters alone.
pub(in super::super) fn is_void(line: &[u8]) -> bool {
    let text = trimmed(line);
    let sign = text.first().filter(|sign| b",;".contains(sign));
    text.is_empty()
        || sign.is_some_and(|sign| text.iter().all(|byte| byte == sign || *byte == b' '))
}

/// Whether a line that begins with `#` has a grid behind its first field.
fn is_like_row(line: &[u8], reading: &Reading) -> bool {
    let delimiter = first_delimiter(line, reading);
    let (puzzles, full) = grids_of(line, delimiter, reading);
    delimiter.has_quotes() && puzzles.iter().chain(&full).any(|&column| column > 0)
}

/// The length of a text without header or record, up to the end of a line for Excel in it.
fn after_excel(text: &[u8]) -> usize {
    let mut end = 0;
    let ends = text.lines_with_terminator().map(|line| {
        end += line.len();
        (line, end)
    });
    ends.filter(|(line, _)| is_for_excel(trimmed(line))).last().map_or(0, |(_, end)| end)
}

/// Whether a line without blanks around it names the separator for Excel: `sep=;`, or `sep=` before
/// a tab. The header shows the separator as well.
pub(in super::super) fn is_for_excel(line: &[u8]) -> bool {
    line.len() <= 5 && line.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"sep="))
}
