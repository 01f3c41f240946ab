//! Where the records and fields of a table begin and end.
//!
//! ```text
//!   a,"b, ""c""",d⏎      FieldStart ─"─▶ Quoted ─"─▶ QuoteInQuoted ─,─▶ FieldStart
//!                                          ▲──────────────"┘
//! ```
//!
//! A record without any quote ends with its line, and its fields with delimiters: both are found by
//! a search for single bytes. In a record with a quote, quotes are sought too; where one can open
//! a field is known from the byte before.
//!
//! Invariant: records and fields are those that the `csv` crate finds, except that a text that ends
//! inside quotes keeps its end. Deliberately lacking: other quotes than `"`, and backslash escapes.

use std::borrow::Cow;
use std::ops::Range;

use bstr::ByteSlice;

use super::super::blanks::trimmed;
use super::Delimiter;

/// Follows the quotes of a table from line to line.
pub(in crate::catalogue) struct Quotes {
    delimiter: Delimiter,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    FieldStart,
    Plain,
    Quoted,
    /// After a quote inside quotes: it was the last one, or the first of a doubled one.
    QuoteInQuoted,
}

impl Quotes {
    /// At the beginning of a record.
    pub(super) fn new(delimiter: Delimiter) -> Quotes {
        Quotes { delimiter, state: State::FieldStart }
    }

    /// Goes over one line. Comments have no quotes.
    pub(in crate::catalogue) fn pass(
        &mut self,
        line: &[u8],
        is_comment: impl FnOnce(&[u8]) -> bool,
    ) {
        if !self.delimiter.has_quotes() || self.is_outside() && is_comment(line) {
            return;
        }
        // The beginning of a record without quotes has no state to keep.
        if self.state != State::FieldStart || memchr::memchr(b'"', line).is_some() {
            self.pass_fields(line, |_| {});
        }
        if self.is_outside() {
            self.state = State::FieldStart;
        }
    }

    /// Goes over a text, and shows the place of each delimiter outside quotes to `visit`. Only
    /// quotes and delimiters are looked at: what stands between them opens and closes nothing.
    fn pass_fields(&mut self, text: &[u8], mut visit: impl FnMut(usize)) {
        let (mut at, delimiter) = (0, self.delimiter.byte());
        while at < text.len() {
            let rest = &text[at..];
            match self.state {
                State::Quoted => match memchr::memchr(b'"', rest) {
                    Some(next) => {
                        self.state = State::QuoteInQuoted;
                        at += next + 1;
                    }
                    None => return,
                },
                State::FieldStart | State::QuoteInQuoted if rest[0] == b'"' => {
                    self.state = State::Quoted;
                    at += 1;
                }
                _ => {
                    let Some(next) = memchr::memchr2(delimiter, b'\n', rest) else {
                        self.state = State::Plain;
                        return;
                    };
                    if rest[next] == delimiter {
                        visit(at + next);
                    }
                    self.state = State::FieldStart;
                    at += next + 1;
                }
            }
        }
    }

    /// Whether a newline here ends a record.
    pub(in crate::catalogue) fn is_outside(&self) -> bool {
        self.state != State::Quoted
    }
}

/// The records of a text that begins with one, without blank lines and comments.
pub(super) struct Records<'c, F> {
    rest: &'c [u8],
    /// The number of the next line.
    line: u64,
    delimiter: Delimiter,
    is_comment: F,
}

/// A record in its text.
#[derive(Clone, Copy)]
pub(super) struct Found<'c> {
    /// Its first line.
    pub(super) line: u64,
    /// With its line end.
    pub(super) bytes: &'c [u8],
    /// Whether it has any quote.
    pub(super) has_quotes: bool,
}

impl<'c> Found<'c> {
    /// The first line, and the others.
    pub(super) fn split_first_line(self) -> [&'c [u8]; 2] {
        let end = memchr::memchr(b'\n', self.bytes).map_or(self.bytes.len(), |at| at + 1);
        let (first, others) = self.bytes.split_at(end);
        [first, others]
    }
}

impl<'c, F: Fn(&[u8]) -> bool> Records<'c, F> {
    /// `is_comment` judges a line that begins with `#` where a record may.
    pub(super) fn of(
        text: &'c [u8],
        first_line: u64,
        delimiter: Delimiter,
        is_comment: F,
    ) -> Records<'c, F> {
        Records { rest: text, line: first_line, delimiter, is_comment }
    }

    /// Takes the first `end` bytes.
    fn take(&mut self, end: usize) -> &'c [u8] {
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// The bytes of a record that has a quote.
    fn quoted(&mut self) -> &'c [u8] {
        let mut quotes = Quotes::new(self.delimiter);
        let mut end = 0;
        for line in self.rest.lines_with_terminator() {
            quotes.pass(line, |_| false);
            end += line.len();
            if quotes.is_outside() {
                break;
            }
        }
        self.take(end)
    }
}

impl<'c, F: Fn(&[u8]) -> bool> Iterator for Records<'c, F> {
    type Item = Found<'c>;

    fn next(&mut self) -> Option<Found<'c>> {
        while let Some(&first) = self.rest.first() {
            let line = self.line;
            if first == b'#' {
                let end = memchr::memchr(b'\n', self.rest).map_or(self.rest.len(), |at| at + 1);
                if (self.is_comment)(&self.rest[..end]) {
                    self.take(end);
                    self.line += 1;
                    continue;
                }
            }
            let end = match memchr::memchr2(b'\n', b'"', self.rest) {
                Some(at) if self.rest[at] == b'"' => {
                    let bytes = self.quoted();
                    self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
                    return Some(Found { line, bytes, has_quotes: true });
                }
                Some(at) => at + 1,
                None => self.rest.len(),
            };
            let bytes = self.take(end);
            self.line += 1;
            let may_be_blank = first <= b' ' || !first.is_ascii() || first == self.delimiter.byte();
            if !(may_be_blank && is_blank(bytes, self.delimiter)) {
                return Some(Found { line, bytes, has_quotes: false });
            }
        }
        None
    }
}

/// Whether a line has nothing but blanks, or delimiters: so a spreadsheet writes an empty row.
fn is_blank(line: &[u8], delimiter: Delimiter) -> bool {
    line.split_str(&[delimiter.byte()]).all(|field| trimmed(field).is_empty())
}

/// Shows the place of each field of a record without its line end to `visit`; returns their number.
#[inline]
pub(super) fn fields(
    text: &[u8],
    has_quotes: bool,
    delimiter: Delimiter,
    mut visit: impl FnMut(usize, Range<usize>),
) -> usize {
    let byte = delimiter.byte();
    if let Some(most) = delimiter.most() {
        return words(text, byte, most, visit);
    }
    let (mut number, mut start) = (0, 0);
    let mut end = |at: usize| {
        visit(number, start..at);
        (number, start) = (number + 1, at + 1);
    };
    if has_quotes {
        Quotes::new(delimiter).pass_fields(text, &mut end);
    } else {
        memchr::memchr_iter(byte, text).for_each(&mut end);
    }
    end(text.len());
    number
}

/// The same where one delimiter or more stand between fields, and `most` times at most.
fn words(text: &[u8], byte: u8, most: usize, mut visit: impl FnMut(usize, Range<usize>)) -> usize {
    let run = |from: usize| text[from..].iter().take_while(|&&sign| sign == byte).count();
    let (mut number, mut start) = (0, run(0));
    while number < most
        && let Some(length) = memchr::memchr(byte, &text[start..])
    {
        let end = start + length;
        visit(number, start..end);
        (number, start) = (number + 1, end + run(end));
    }
    visit(number, start..text.len());
    number + 1
}

/// Whether a record ends inside quotes.
pub(super) fn is_open(text: &[u8], delimiter: Delimiter) -> bool {
    let mut quotes = Quotes::new(delimiter);
    if delimiter.has_quotes() {
        quotes.pass_fields(text, |_| {});
    }
    !quotes.is_outside()
}

/// Whether a field begins with a quote, has several lines, and more text behind its last quote: it
/// rather is two fields, each with a quote that is never closed, and all rows between them.
pub(super) fn is_swallowed(field: &[u8]) -> bool {
    let Some(mut inside) = field.strip_prefix(b"\"") else { return false };
    while let Some(at) = memchr::memchr(b'"', inside) {
        let behind = &inside[at + 1..];
        match behind.strip_prefix(b"\"") {
            Some(rest) => inside = rest,
            None => return field.contains(&b'\n') && !behind.trim_ascii().is_empty(),
        }
    }
    false
}

/// A field without its quotes, if it has any.
pub(super) fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
    let Some(quoted) = field.strip_prefix(b"\"") else { return field.into() };
    let mut content = Vec::with_capacity(quoted.len());
    let mut parts = quoted.split_str("\"");
    content.extend(parts.next().unwrap_or_default());
    while let Some(part) = parts.next() {
        // Nothing between two quotes: they are one quote, and more is inside.
        if part.is_empty()
            && let Some(inside) = parts.next()
        {
            content.push(b'"');
            content.extend(inside);
            continue;
        }
        // The field is closed, and other quotes are plain.
        content.extend(part);
        for part in parts.by_ref() {
            content.push(b'"');
            content.extend(part);
        }
    }
    content.into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_comment(line: &[u8]) -> bool {
        line.starts_with(b"#")
    }

    /// The records of a text by the `csv` crate, which leaves a return at the end of a record.
    fn by_csv(text: &[u8], delimiter: Delimiter) -> Vec<Vec<Vec<u8>>> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter.byte())
            .comment(Some(b'#'))
            .terminator(csv::Terminator::Any(b'\n'))
            .from_reader(text);
        let records = reader.byte_records().map(Result::unwrap);
        records.map(|record| record.iter().map(<[u8]>::to_vec).collect()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn records_and_fields_are_those_of_the_csv_crate(
            text in "([ab,;\n\" #]|\"\"|\",|\"\n){0,24}",
            delimiter in prop_oneof![Just(Delimiter::Comma), Just(Delimiter::Semicolon)],
        ) {
            let own = Records::of(text.as_bytes(), 1, delimiter, is_comment).map(|found| {
                let record = found.bytes.strip_suffix(b"\n").unwrap_or(found.bytes);
                let mut seen = Vec::new();
                let count = fields(record, found.has_quotes, delimiter, |number, place| {
                    assert_eq!(number, seen.len());
                    seen.push(unquoted(&record[place]).into_owned());
                });
                assert_eq!(count, seen.len());
                seen
            });
            // The crate has no record that is a single empty field in quotes for a blank one, and
            // has those that are delimiters alone.
            let is_blank =
                |record: &Vec<Vec<u8>>| record.iter().all(|field| trimmed(field).is_empty());
            let own: Vec<_> = own.filter(|record| !is_blank(record)).collect();
            let mut expected = by_csv(text.as_bytes(), delimiter);
            expected.retain(|record| !is_blank(record));
            // What ends inside quotes keeps its end.
            if Records::of(text.as_bytes(), 1, delimiter, is_comment)
                .last()
                .is_some_and(|found| is_open(found.bytes, delimiter))
            {
                expected.pop();
                prop_assert_eq!(&own[..own.len().min(expected.len())], &expected[..]);
            } else {
                prop_assert_eq!(own, expected);
            }
        }
    }

    #[test]
    fn records_of_delimiters_alone_are_left_out() {
        let text = b",,\n;\n , \r\n\"\",\"\"\n,#\n\xc2\xa0,\n,";
        let records = Records::of(text, 1, Delimiter::Comma, is_comment);
        let lines: Vec<_> = records.map(|found| found.line).collect();
        assert_eq!(lines, [2, 4, 5]);
    }

    #[test]
    fn lines_are_counted() {
        let text = b"a\n\n# \"\n\"b\n\nc\",d\r\n \r\ne";
        let lines: Vec<_> =
            Records::of(text, 5, Delimiter::Comma, is_comment).map(|found| found.line).collect();
        assert_eq!(lines, [5, 8, 12]);
    }

    #[test]
    fn a_field_that_swallows_others_has_text_behind_its_last_quote() {
        for (field, expected) in [
            ("", false),
            ("a", false),
            ("\"a\nb\"", false),
            ("\"a\nb\" ", false),
            ("\"a\n\"\"b\"", false),
            ("\"a\"b", false),
            ("\"a\nb", false),
            ("\"a\nx,\"b", true),
            ("\"a\nx,\"b\"", true),
            ("\"a\"\"\nx,\"b", true),
        ] {
            assert_eq!(is_swallowed(field.as_bytes()), expected, "{field}");
        }
    }
}
