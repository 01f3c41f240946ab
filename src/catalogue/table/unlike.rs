//! Why a record is none of its table.
//!
//! ```text
//!   id,puzzle,,        7,4.....8.5.3…        Excel leaves out what is empty in sixteen rows
//!   id,puzzle          7,4.....8.5.3…,,      no name, and nothing in it
//!   id,puzzle          7                     a field is missing: unreadable
//!   id,puzzle          7,4.....8.5.3…,x      one too many: unreadable
//! ```
//!
//! Deliberately lacking: what is wrong with a puzzle.

use super::super::symbols::{self, Flaw};
use super::super::written::Written;
use super::quotes::{fields, is_swallowed};
use super::{Delimiter, Table, line};
use crate::excerpt::Excerpt;

impl Table {
    /// The text of a record without the empty fields behind its last column.
    pub fn without_more<'c>(&self, written: &Written<'c>) -> &'c [u8] {
        let (text, more) = (written.text(), written.fields().saturating_sub(self.names.len()));
        if more > 0 && differs_in_nothing(text, written.fields(), self) {
            &text[..text.len() - more]
        } else {
            text
        }
    }

    /// Whether a record has the names of the header, perhaps with other quotes and blanks.
    #[cold]
    pub(super) fn has_header(&self, text: &[u8]) -> bool {
        // The second file may begin with a byte order mark.
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        !self.header().text().is_empty() && line::names(text, self.delimiter) == self.names
    }
}

pub(super) fn header_again() -> Flaw {
    Flaw::new(1, "the header once more: were files joined?")
}

/// Why a record has too many or too few fields for this table, if it has.
#[inline]
pub(super) fn unlike_header(text: &[u8], count: usize, table: &Table) -> Option<Flaw> {
    let expected = table.names.len();
    if table.delimiter.fits(count, expected) || differs_in_nothing(text, count, table) {
        return None;
    }
    let hint = if let Some(missing) = table.names.get(count) {
        format!("nothing for column `{}`", Excerpt(missing))
    } else {
        let last = table.names.last().map_or("", |name| name);
        let hint = match decimal_comma(text, table) {
            Some(number) => format!("write {number} with a point, or in quotes, if it is a number"),
            None => "is a quote missing?".to_owned(),
        };
        format!("too much after column `{}`; {hint}", Excerpt(last))
    };
    let fault = format!("expected {expected} columns, found {count}: {hint}");
    Some(Flaw::new(1, fault))
}

/// Whether what a record has too much or too few are fields with nothing in them, of columns
/// without names.
#[cold]
fn differs_in_nothing(text: &[u8], count: usize, table: &Table) -> bool {
    let expected = table.names.len();
    if let Some(lacking) = table.names.get(count..).filter(|names| !names.is_empty()) {
        return lacking.iter().all(String::is_empty);
    }
    let delimiter = table.delimiter.byte();
    let ending = text.iter().rev().take_while(|&&byte| byte == delimiter).count();
    table.delimiter.has_quotes() && ending >= count - expected
}

/// Two fields of a record that may be one number, with a comma for its point.
#[cold]
fn decimal_comma(text: &[u8], table: &Table) -> Option<String> {
    let is_number = |field: &str| {
        (1..=3).contains(&field.len()) && field.bytes().all(|digit| digit.is_ascii_digit())
    };
    let (mut before, mut found) = (String::new(), None);
    fields(text, true, table.delimiter, |_, place| {
        let field = String::from_utf8_lossy(&text[place]).into_owned();
        if found.is_none() && is_number(&before) && is_number(&field) {
            found = Some(format!("`{before},{field}`"));
        }
        before = field;
    });
    found.filter(|_| table.delimiter == Delimiter::Comma)
}

/// Why a record with quotes rather is several.
#[cold]
pub(super) fn swallowed(text: &[u8], table: &Table) -> Option<Flaw> {
    memchr::memchr(b'\n', text)?;
    let mut flaw = None;
    fields(text, true, table.delimiter, |number, place| {
        if flaw.is_none() && is_swallowed(&text[place.clone()]) {
            let line_start = memchr::memrchr(b'\n', &text[..place.start]).map_or(0, |at| at + 1);
            let column = symbols::width(&text[line_start..place.start]) + 1;
            let at = table.at(number);
            let fault = format!(
                "a quoted field{at} has more lines, and text after its last quote: is a quote \
                 missing?"
            );
            flaw = Some(Flaw::new(column, fault));
        }
    });
    flaw
}
