//! Tables of answers: columns that workers fill, and that Python reads.
//!
//! ```text
//!      worker ─▶ Batch ─╮
//!      worker ─▶ Batch ─┴▶ merged, in order ─▶ Table ─▶ Arrow, numpy, lists, HTML
//! ```
//!
//! Invariant: the columns of a batch have equally many rows; a table has at least one batch, and
//! all of its batches have the same columns. A batch of text stays below what offsets of 32 bits
//! reach, so that every consumer can take it.

use std::fmt::Write;

use tourdion::sudoku::{Alphabet, Grid};

/// The bytes of text in a batch after which the next one begins.
const FULL: usize = 1 << 30;

/// The column with the number of a puzzle, where a table need not have one row for each.
pub const ROW: &str = "row";

/// A column in the making, or finished.
#[derive(Clone)]
pub struct Series {
    pub name: &'static str,
    pub cells: Cells,
    /// Whether each row is there.
    pub present: Vec<bool>,
}

/// The contents of a column. Rows that are not there have a cell, too.
#[derive(Clone)]
pub enum Cells {
    /// A few words again and again, by their numbers.
    Words { codes: Vec<i8>, words: &'static [&'static str] },
    /// Texts one behind the other. The first end is 0.
    Text { ends: Vec<i32>, bytes: Vec<u8> },
    /// Bytes that are no text, likewise.
    Bytes { ends: Vec<i32>, bytes: Vec<u8> },
    /// Yes or no.
    Flags(Vec<bool>),
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Numbers with decimals.
    Decimal(Vec<f64>),
}

impl Series {
    fn new(name: &'static str, cells: Cells) -> Series {
        Series { name, cells, present: Vec::new() }
    }

    /// An empty column of these words.
    pub fn words(name: &'static str, words: &'static [&'static str]) -> Series {
        Series::new(name, Cells::Words { codes: Vec::new(), words })
    }

    /// An empty column of texts.
    pub fn text(name: &'static str) -> Series {
        Series::new(name, Cells::Text { ends: vec![0], bytes: Vec::new() })
    }

    /// An empty column of bytes.
    pub fn bytes(name: &'static str) -> Series {
        Series::new(name, Cells::Bytes { ends: vec![0], bytes: Vec::new() })
    }

    /// An empty column of yes and no.
    pub fn flags(name: &'static str) -> Series {
        Series::new(name, Cells::Flags(Vec::new()))
    }

    /// An empty column of whole numbers.
    pub fn whole(name: &'static str) -> Series {
        Series::new(name, Cells::Whole(Vec::new()))
    }

    /// An empty column of numbers with decimals.
    pub fn decimal(name: &'static str) -> Series {
        Series::new(name, Cells::Decimal(Vec::new()))
    }

    /// Adds a row with the word of this number.
    pub fn add_word(&mut self, word: usize) {
        if let Cells::Words { codes, .. } = &mut self.cells {
            codes.push(word as i8);
            self.present.push(true);
        }
    }

    /// Adds a row with a text, or bytes, that `write` appends to its argument.
    pub fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if let Cells::Text { ends, bytes } | Cells::Bytes { ends, bytes } = &mut self.cells {
            let is_first = bytes.is_empty();
            write(bytes);
            if is_first {
                // Most columns have texts of one length, and their number is known.
                bytes.reserve(bytes.len() * (ends.capacity() - ends.len()));
            }
            ends.push(bytes.len() as i32);
            self.present.push(true);
        }
    }

    /// Adds a row with a text.
    pub fn add_text(&mut self, text: &str) {
        self.add(|bytes| bytes.extend_from_slice(text.as_bytes()));
    }

    /// Adds a row with a grid.
    pub fn add_grid(&mut self, grid: &Grid, alphabet: &Alphabet) {
        self.add(|bytes| grid.write_line(alphabet, bytes));
    }

    /// Adds a row with yes or no.
    pub fn add_flag(&mut self, flag: bool) {
        if let Cells::Flags(flags) = &mut self.cells {
            flags.push(flag);
            self.present.push(true);
        }
    }

    /// Adds a row with a number.
    pub fn add_number(&mut self, number: i64) {
        if let Cells::Whole(numbers) = &mut self.cells {
            numbers.push(number);
            self.present.push(true);
        }
    }

    /// Adds a row with a number that has decimals.
    pub fn add_decimal(&mut self, number: f64) {
        if let Cells::Decimal(numbers) = &mut self.cells {
            numbers.push(number);
            self.present.push(true);
        }
    }

    /// Adds a row that is not there.
    pub fn skip(&mut self) {
        match &mut self.cells {
            Cells::Words { codes, .. } => codes.push(0),
            Cells::Text { ends, bytes } | Cells::Bytes { ends, bytes } => {
                ends.push(bytes.len() as i32);
            }
            Cells::Flags(flags) => flags.push(false),
            Cells::Whole(numbers) => numbers.push(0),
            Cells::Decimal(numbers) => numbers.push(0.0),
        }
        self.present.push(false);
    }

    /// Adds rows that are not there, until there are as many as this.
    pub fn skip_to(&mut self, rows: usize) {
        if self.present.len() >= rows {
            return;
        }
        self.present.resize(rows, false);
        match &mut self.cells {
            Cells::Words { codes, .. } => codes.resize(rows, 0),
            Cells::Text { ends, bytes } | Cells::Bytes { ends, bytes } => {
                ends.resize(rows + 1, bytes.len() as i32);
            }
            Cells::Flags(flags) => flags.resize(rows, false),
            Cells::Whole(numbers) => numbers.resize(rows, 0),
            Cells::Decimal(numbers) => numbers.resize(rows, 0.0),
        }
    }

    /// The text of a row; `None` if it is not there, or is a number.
    pub fn text_at(&self, row: usize) -> Option<&str> {
        if !self.present[row] {
            return None;
        }
        match &self.cells {
            Cells::Words { codes, words } => words.get(usize::try_from(codes[row]).ok()?).copied(),
            Cells::Text { ends, bytes } => {
                str::from_utf8(&bytes[ends[row] as usize..ends[row + 1] as usize]).ok()
            }
            Cells::Bytes { .. } | Cells::Flags(_) | Cells::Whole(_) | Cells::Decimal(_) => None,
        }
    }

    /// The bytes of a row; `None` if it is not there, or is no row of bytes.
    pub fn bytes_at(&self, row: usize) -> Option<&[u8]> {
        match &self.cells {
            Cells::Bytes { ends, bytes } if self.present[row] => {
                Some(&bytes[ends[row] as usize..ends[row + 1] as usize])
            }
            _ => None,
        }
    }

    /// The yes or no of a row; `None` if it is not there, or is something else.
    pub fn flag_at(&self, row: usize) -> Option<bool> {
        match &self.cells {
            Cells::Flags(flags) if self.present[row] => Some(flags[row]),
            _ => None,
        }
    }

    /// The whole number of a row; `None` if it is not there, or is no whole number.
    pub fn number_at(&self, row: usize) -> Option<i64> {
        match &self.cells {
            Cells::Whole(numbers) if self.present[row] => Some(numbers[row]),
            _ => None,
        }
    }

    /// The number with decimals of a row; `None` if it is not there, or is no such number.
    pub fn decimal_at(&self, row: usize) -> Option<f64> {
        match &self.cells {
            Cells::Decimal(numbers) if self.present[row] => Some(numbers[row]),
            _ => None,
        }
    }

    /// A column of the same kind, without a row.
    fn emptied(&self) -> Series {
        match &self.cells {
            Cells::Words { words, .. } => Series::words(self.name, words),
            Cells::Text { .. } => Series::text(self.name),
            Cells::Bytes { .. } => Series::bytes(self.name),
            Cells::Flags(_) => Series::flags(self.name),
            Cells::Whole(_) => Series::whole(self.name),
            Cells::Decimal(_) => Series::decimal(self.name),
        }
    }

    fn reserve(&mut self, rows: usize) {
        self.present.reserve(rows);
        match &mut self.cells {
            Cells::Words { codes, .. } => codes.reserve(rows),
            Cells::Text { ends, .. } | Cells::Bytes { ends, .. } => ends.reserve_exact(rows),
            Cells::Flags(flags) => flags.reserve(rows),
            Cells::Whole(numbers) => numbers.reserve(rows),
            Cells::Decimal(numbers) => numbers.reserve(rows),
        }
    }

    fn length(&self) -> usize {
        match &self.cells {
            Cells::Text { bytes, .. } | Cells::Bytes { bytes, .. } => bytes.len(),
            Cells::Words { .. } | Cells::Flags(_) | Cells::Whole(_) | Cells::Decimal(_) => 0,
        }
    }

    /// Takes the rows of another column, which keeps its memory.
    fn append(&mut self, other: &mut Series) {
        self.present.append(&mut other.present);
        match (&mut self.cells, &mut other.cells) {
            (Cells::Words { codes, .. }, Cells::Words { codes: more, .. }) => codes.append(more),
            (Cells::Flags(flags), Cells::Flags(more)) => flags.append(more),
            (Cells::Whole(numbers), Cells::Whole(more)) => numbers.append(more),
            (Cells::Decimal(numbers), Cells::Decimal(more)) => numbers.append(more),
            (Cells::Text { ends, bytes }, Cells::Text { ends: more_ends, bytes: more_bytes })
            | (Cells::Bytes { ends, bytes }, Cells::Bytes { ends: more_ends, bytes: more_bytes }) =>
            {
                let begin = bytes.len() as i32;
                ends.extend(more_ends[1..].iter().map(|end| begin + end));
                more_ends.truncate(1);
                bytes.append(more_bytes);
            }
            _ => unreachable!("workers make the same columns"),
        }
    }
}

/// Columns with equally many rows.
#[derive(Clone)]
pub struct Batch {
    pub series: Vec<Series>,
}

impl Batch {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.series.first().map_or(0, |series| series.present.len())
    }

    /// Makes room for rows.
    pub fn reserve(&mut self, rows: usize) {
        self.series.iter_mut().for_each(|series| series.reserve(rows));
    }

    /// Adds a row that has nothing but an error, in the last column, and the number of its puzzle
    /// where there is a column for it.
    pub fn add_error(&mut self, number: usize, error: &str) {
        let (last, others) = self.series.split_last_mut().expect("a batch has columns");
        for series in others {
            if series.name == ROW { series.add_number(number as i64) } else { series.skip() }
        }
        last.add_text(error);
    }

    /// Appends the rows to the last of `batches`, or as a new one if that is full. No row is left
    /// here.
    pub fn append_to(&mut self, batches: &mut Vec<Batch>) {
        let bytes = |batch: &Batch| batch.series.iter().map(Series::length).max().unwrap_or(0);
        if batches.last().is_none_or(|last| bytes(last) + bytes(self) > FULL) {
            batches.push(Batch { series: self.series.iter().map(Series::emptied).collect() });
        }
        let last = batches.last_mut().expect("there is one now");
        last.series.iter_mut().zip(&mut self.series).for_each(|(one, more)| one.append(more));
    }
}

/// The most rows that a table shows in a notebook.
const SHOWN: usize = 20;

/// The first rows as a table of HTML. Texts come from outside.
pub fn html(batches: &[&Batch], rows: usize) -> String {
    let mut page = String::from("<table><thead><tr><th></th>");
    // A write into memory does not fail.
    for series in &batches[0].series {
        let _ = write!(page, "<th>{}</th>", series.name);
    }
    page.push_str("</tr></thead><tbody>");
    let places = batches.iter().flat_map(|batch| (0..batch.rows()).map(move |row| (batch, row)));
    for (number, (batch, row)) in places.take(SHOWN).enumerate() {
        let _ = write!(page, "<tr><th>{number}</th>");
        for series in &batch.series {
            let _ = match (series.text_at(row), series.number_at(row)) {
                (Some(text), _) => write!(page, "<td><code>{}</code></td>", escaped(text)),
                (_, Some(whole)) => write!(page, "<td>{whole}</td>"),
                _ => match (series.decimal_at(row), series.flag_at(row)) {
                    (Some(decimal), _) => write!(page, "<td>{decimal}</td>"),
                    (_, Some(flag)) => write!(page, "<td>{flag}</td>"),
                    _ => write!(page, "<td></td>"),
                },
            };
        }
        page.push_str("</tr>");
    }
    page.push_str("</tbody></table>");
    if rows > SHOWN {
        let _ = write!(page, "<p>{} more rows</p>", rows - SHOWN);
    }
    page
}

fn escaped(text: &str) -> String {
    let text = tourdion::excerpt::one_line(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
