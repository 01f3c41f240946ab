//! The header of a table: the delimiter, the columns, and which of them has the puzzle.
//!
//! ```text
//!   id,quiz,answer     a name that puzzles have
//!   id,start,answer    no such name: the record below has a puzzle in one column
//!   7,4.....8.5.3…     no header at all
//!   #id,quiz,answer    above such a record: the header, as some programs mark it
//!   417369825… 4.....8.5.3… own words     the same, and the first two blanks are delimiters
//!   10.7 1.2 1.2 4.....8.5.3…             and here the first four
//!   My best puzzles,,                     a title, if the header of words is below it
//!   7,4.....8.5.3     (it lost cells)     no header either, if the record below has a puzzle there
//! ```
//!
//! Invariant: what is found does not depend on anything behind the second record below the header.
//! Deliberately lacking: names that solutions have; their column is named by the user. What a line
//! shows by itself is in [`line`].

use bstr::ByteSlice;

use super::super::blanks::trimmed;
use super::super::fault::SourceFault;
use super::super::{PEEK, Reading, field};
use super::line::{self, Grids, is_for_excel, is_void};
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
        let (search, is_found) = match head.by_name()? {
            Search::Nothing => match head.by_number()? {
                Some(column) => (Search::Found(column), false),
                None => (head.by_content()?, true),
            },
            search => (search, false),
        };
        let puzzle = match search {
            Search::Found(column) => column,
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
        let has_title = !header.is_empty() && head.start > skip_silent(text, |_| false);
        let line = memchr::memchr_iter(b'\n', &text[..head.start]).count() as u64 + 1;
        let below_title = has_title.then_some(line);
        let table =
            Table { delimiter, has_bom, header, names, puzzle, is_found, solution, below_title };
        Ok(Some((table, end)))
    }

    /// The line of the header, from 1, if a title stands above it, which is no row.
    pub fn below_title(&self) -> Option<u64> {
        self.below_title
    }

    /// The columns with a name, from 0: those that have it letter by letter, or else in any case,
    /// or else the one with this number, from 1. None or several where the name does not tell.
    ///
    /// ```
    /// use tourdion::catalogue::{Input, ReadProgress, Reading, chunks};
    ///
    /// let reading = Reading { shape: "2x2".parse()?, ..Reading::default() };
    /// # let alphabet = tourdion::sudoku::Alphabet::usual(reading.shape);
    /// # let reading = Reading { alphabet, ..reading };
    /// let text = "Name,puzzle,note,note\na,1...2...3...4...,,\n";
    /// let input = Input::reader("table", Box::new(std::io::Cursor::new(text)));
    /// let chunk = chunks(vec![input], &reading, ReadProgress::new()).next().unwrap()?;
    /// let table = chunk.table().unwrap();
    /// let found = ["name", "2", "note", "other"].map(|name| table.columns_called(name));
    /// assert_eq!(found, [vec![0], vec![1], vec![2, 3], vec![]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn columns_called(&self, wanted: &str) -> Vec<usize> {
        columns_called(&self.names, wanted)
    }
}

/// The columns with a name, or the one with that number.
fn columns_called(names: &[String], wanted: &str) -> Vec<usize> {
    let found = named(names, wanted);
    if found.is_empty() { numbered(names, wanted).into_iter().collect() } else { found }
}

/// The columns with a name: those that have it letter by letter, or else in any case.
fn named(names: &[String], wanted: &str) -> Vec<usize> {
    let columns = |is_it: &dyn Fn(&String) -> bool| -> Vec<usize> {
        (0..names.len()).filter(|&column| is_it(&names[column])).collect()
    };
    let exact = columns(&|name| name == wanted);
    if exact.is_empty() { columns(&|name| name.eq_ignore_ascii_case(wanted)) } else { exact }
}

/// The column with a number from 1 on.
fn numbered(names: &[String], wanted: &str) -> Option<usize> {
    let number = wanted.parse().ok()?;
    (1..=names.len()).contains(&number).then(|| number - 1)
}

/// What a search for the puzzle's column has found.
enum Search {
    /// The column.
    Found(usize),
    Nothing,
    /// It needs more text.
    Waits,
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
            rest = &rest[skip_silent(rest, |line| line::may_be_record(line, reading))..];
            let record = first_record(rest, at_end, reading)?;
            rest = &rest[record.len()..];
            Some(record)
        });
        let Some(delimiter) = table_delimiter(header, below[0], at_end, reading) else {
            return Ok(None);
        };
        let names = line::names(header, delimiter);
        Ok(Some(Head { header, start, after, below, at_end, delimiter, names, reading }))
    }

    /// The names of the columns where there is no header.
    fn numbers(&self) -> Vec<String> {
        let columns = 1..=self.delimiter.columns(self.names.len());
        columns.map(|number| number.to_string()).collect()
    }

    /// The solution's column, if one is asked for.
    fn solution(&self) -> Result<Option<usize>, SourceFault> {
        let Some(wanted) = &self.reading.solution else { return Ok(None) };
        let called = columns_called(&self.names, wanted);
        let wanted = wanted.clone();
        match called[..] {
            [column] => Ok(Some(column)),
            [] => Err(SourceFault::NoSolution { wanted, header: self.names.clone() }),
            _ => {
                let columns = called.iter().map(|column| (column + 1).to_string()).collect();
                Err(SourceFault::ManySolutions { wanted, columns })
            }
        }
    }

    /// The puzzle's column by the names in the header. If several fit, only one of them may have a
    /// puzzle in the record below.
    fn by_name(&self) -> Result<Search, SourceFault> {
        let reading = self.reading;
        // A record, whose words are no names.
        if self.has_grid() {
            return Ok(Search::Nothing);
        }
        let names = self.names.iter().enumerate();
        let mut fitting: Vec<(usize, usize)> = match &reading.column {
            Some(wanted) => {
                named(&self.names, wanted).into_iter().map(|column| (0, column)).collect()
            }
            None => names.filter_map(|(k, name)| Some((reading.preference(name)?, k))).collect(),
        };
        fitting.sort_unstable();
        if fitting.len() > 1 {
            match self.below[0] {
                Some(record) => self.only_puzzle(record, &fitting)?,
                None if !self.at_end => return Ok(Search::Waits),
                None => {}
            }
        }
        Ok(fitting.first().map_or(Search::Nothing, |&(_, column)| Search::Found(column)))
    }

    /// Checks that only one of the columns that can be the puzzle's has a puzzle in this record;
    /// each comes with its preference.
    fn only_puzzle(&self, record: &[u8], fitting: &[(usize, usize)]) -> Result<(), SourceFault> {
        let is_puzzle = |column| {
            let field = line::field_of(record, self.delimiter, column);
            field.is_some_and(|field| field::is_puzzle(&field, self.reading))
        };
        let puzzles = fitting.iter().map(|&(_, column)| column).filter(|&column| is_puzzle(column));
        let columns: Vec<String> = puzzles.map(|column| called(&self.names, column)).collect();
        let option = self.reading.column_option;
        if columns.len() > 1 { Err(SourceFault::ManyPuzzles { columns, option }) } else { Ok(()) }
    }

    /// The puzzle's column by a number that is asked for.
    fn by_number(&self) -> Result<Option<usize>, SourceFault> {
        let Some(wanted) = &self.reading.column else { return Ok(None) };
        let (column, header) = (numbered(&self.names, wanted), self.names.clone());
        let (wanted, option) = (Some(wanted.clone()), self.reading.column_option);
        column.map(Some).ok_or(SourceFault::NoColumn { wanted, header, option })
    }

    /// The puzzle's column by the first records: the one with a puzzle, or else the one with a full
    /// grid, if the record below that has no puzzle either.
    fn by_content(&self) -> Result<Search, SourceFault> {
        let mut grids = Vec::new();
        for record in [Some(self.header)].into_iter().chain(self.below) {
            let Some(record) = record else {
                if self.at_end {
                    break;
                }
                return Ok(Search::Waits);
            };
            let Grids { puzzles, full } = Grids::of(record, self.delimiter, self.reading);
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
        let Grids { puzzles, full } = Grids::of(self.header, self.delimiter, self.reading);
        !puzzles.is_empty() || !full.is_empty()
    }

    /// Whether the header is a record: it has a grid, or what rather is a damaged puzzle than a
    /// name in the puzzle's column, or nothing there beside a number.
    fn is_record(&self, puzzle: usize) -> bool {
        let field = line::field_of(self.header, self.delimiter, puzzle).unwrap_or_default();
        let field = trimmed(&field);
        let is_number = |name: &String| name.parse::<f64>().is_ok();
        let is_gone = || field.is_empty() && self.names.iter().any(is_number);
        self.has_grid() || is_gone() || field::is_damaged(field, self.reading)
    }
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
            if let Some(header) = header_in_comment(&text[..start], record, reading) {
                return Ok(Some(header));
            }
            match header_below_title(text, (start, record), at_end, reading) {
                Below::Found(start, header) => Ok(Some((start, header))),
                Below::Nothing => Ok(Some((start, record))),
                Below::Waits => Ok(None),
            }
        }
        // A file too short for a header has no records either.
        None if !at_end || text.len() == start && text.len() < PEEK => Ok(None),
        None => Err(SourceFault::Header),
    }
}

/// The most records of a title above a header.
const TITLES: usize = 8;

/// What a search for a header below a title has found.
enum Below<'t> {
    Found(usize, &'t [u8]),
    Nothing,
    /// It needs more text.
    Waits,
}

/// The header below a title: the first of some records that names the puzzle's column and others,
/// in words alone, and has a puzzle in that column below it. Nothing if the first record may be the
/// header itself: if it names the puzzle's column, and another one; or if a record before the
/// header has a grid.
fn header_below_title<'t>(
    text: &'t [u8],
    (start, first): (usize, &'t [u8]),
    at_end: bool,
    reading: &Reading,
) -> Below<'t> {
    if words_of_header(first, reading).is_some() {
        return Below::Nothing;
    }
    let (mut at, mut record) = (start, first);
    for _ in 0..TITLES {
        if line::is_record(record, reading) {
            return Below::Nothing;
        }
        at += record.len();
        at += skip_silent(&text[at..], |_| false);
        match first_record(&text[at..], at_end, reading) {
            Some(next) => record = next,
            None if at_end => return Below::Nothing,
            None => return Below::Waits,
        }
        let Some((delimiter, column)) = words_of_header(record, reading) else { continue };
        let below = at + record.len();
        let below = below + skip_silent(&text[below..], |_| false);
        let Some(below) = first_record(&text[below..], at_end, reading) else {
            return if at_end { Below::Nothing } else { Below::Waits };
        };
        let field = line::field_of(below, delimiter, column);
        let is_header = field.is_some_and(|field| field::is_puzzle(&field, reading));
        return if is_header { Below::Found(at, record) } else { Below::Nothing };
    }
    Below::Nothing
}

/// The delimiter and the puzzle's column of a record that names it and another one, in words alone.
fn words_of_header(record: &[u8], reading: &Reading) -> Option<(Delimiter, usize)> {
    let delimiter = line::delimiter_of(record, reading);
    let names = line::names(record, delimiter);
    let words = names.iter().filter(|name| !name.is_empty());
    let are_words = words.clone().all(|name| name.starts_with(char::is_alphabetic));
    let numbered = names.iter().enumerate();
    let fitting = numbered.filter_map(|(column, name)| Some((reading.preference(name)?, column)));
    let (_, column) = fitting.min()?;
    (are_words && words.count() > 1).then_some((delimiter, column))
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
    let delimiter = line::delimiter_of(record, reading);
    let names = line::names(header, delimiter);
    let is_header = delimiter.has_quotes()
        && names.len() > 1
        && names.len() == line::names(record, delimiter).len()
        && names.iter().any(|name| reading.preference(name).is_some())
        && line::is_record(record, reading);
    is_header.then(|| (start, &above[start..=start + header.len()]))
}

/// The delimiter of a table with this header and this record below it: by the header, or if it has
/// no known name by the record. `None` if that needs more text.
fn table_delimiter(
    header: &[u8],
    second: Option<&[u8]>,
    at_end: bool,
    reading: &Reading,
) -> Option<Delimiter> {
    // A header of words may stand above a list with blanks.
    let is_clear = Delimiter::all_of(header).nth(1).is_none() && !header.contains(&b' ');
    if is_clear || line::delimiter_by_content(header, reading).is_some() {
        return Some(line::delimiter_of(header, reading));
    }
    match second {
        None if !at_end => None,
        _ => {
            let found = second.and_then(|record| line::delimiter_by_content(record, reading));
            let in_header = |found: &Delimiter| header.contains(&found.byte());
            Some(found.filter(in_header).unwrap_or(Delimiter::of(header)))
        }
    }
}

/// What `--column` takes for a column: its name, or its number if it has none of its own.
fn called(names: &[String], column: usize) -> String {
    let is_its_own = |name: &&String| {
        !name.is_empty() && names.iter().filter(|other| other == name).count() == 1
    };
    let name = names.get(column).filter(is_its_own);
    name.cloned().unwrap_or_else(|| (column + 1).to_string())
}

/// The first record of a text, if it is there to its end.
fn first_record<'t>(text: &'t [u8], at_end: bool, reading: &Reading) -> Option<&'t [u8]> {
    let mut quotes = Quotes::new(line::delimiter_of(text.lines().next()?, reading));
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

/// The length of a text without header or record, up to the end of a line for Excel in it.
fn after_excel(text: &[u8]) -> usize {
    let mut end = 0;
    let ends = text.lines_with_terminator().map(|line| {
        end += line.len();
        (line, end)
    });
    ends.filter(|(line, _)| is_for_excel(trimmed(line))).last().map_or(0, |(_, end)| end)
}
