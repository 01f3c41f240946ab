//! Lines of a table that begin with `#`: comments, or rows whose first field begins so.
//!
//! ```text
//!   # a list of 2009           a comment
//!   #7,4.....8.5.3…,easy       a row: a field for each column, and a puzzle in its own
//!   #8,,easy                   a row too: its puzzle is lacking
//!   # ratings, old, and new    a comment, though it has as many fields: no puzzle in its column
//!   #4.....8.5.3…,9,easy       a comment: a row that was put out of use
//! ```
//!
//! Other programs know no comments in a table, and write such rows without quotes. So a line that
//! looks like a row is one, and [`CommentsLikeRows`] counts those that do so only at first sight. A
//! list with words and blanks is no such table: each of its lines with `#` is a comment.
//!
//! Invariant: a line is judged by itself, whatever is around it. Deliberately lacking: lines before
//! the header; all of those with `#` are comments.

use bstr::ByteSlice;

use super::super::blanks::trimmed;
use super::super::written::Written;
use super::super::{Reading, field};
use super::quotes::{Records, fields, is_open, unquoted};
use super::{Quotes, Table};

/// What a line that begins with `#` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Comment,
    /// A comment that has a field for each column.
    CommentLikeRow,
    Row,
}

/// The comments of a text that have a field for each column, as rows have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommentsLikeRows {
    /// The line of the first one.
    pub line: u64,
    /// How many there are.
    pub count: u64,
}

impl Table {
    /// Whether a line at which a record may begin is a comment.
    #[inline]
    pub(in super::super) fn is_comment(&self, line: &[u8], reading: &Reading) -> bool {
        line.starts_with(b"#") && self.kind(line, reading) != Kind::Row
    }

    /// The records of a text that begins with one.
    pub(super) fn records<'c>(
        &self,
        text: &'c [u8],
        first_line: u64,
        reading: &Reading,
    ) -> Records<'c, impl Fn(&[u8]) -> bool> {
        Records::of(text, first_line, self.delimiter, |line| self.is_comment(line, reading))
    }

    /// The comments among the records of a text that look like rows.
    pub(in super::super) fn comments_like_rows(
        &self,
        text: &[u8],
        first_line: u64,
        reading: &Reading,
    ) -> Option<CommentsLikeRows> {
        if !text.starts_with(b"#") && text.find(b"\n#").is_none() {
            return None;
        }
        let mut quotes = Quotes::new(self.delimiter);
        let mut found: Option<CommentsLikeRows> = None;
        for (line, text) in (first_line..).zip(text.lines_with_terminator()) {
            let is_one = quotes.is_outside()
                && text.starts_with(b"#")
                && self.kind(text, reading) == Kind::CommentLikeRow;
            if is_one {
                found.get_or_insert(CommentsLikeRows { line, count: 0 }).count += 1;
            }
            quotes.pass(text, |line| self.is_comment(line, reading));
        }
        found
    }

    /// What a line is that begins with `#`.
    #[cold]
    fn kind(&self, line: &[u8], reading: &Reading) -> Kind {
        if !self.delimiter.has_quotes() {
            return Kind::Comment;
        }
        let (text, columns) = (Written::of(line).text(), self.names.len());
        let mut puzzle = None;
        let count = fields(text, true, self.delimiter, |column, place| {
            if column == self.puzzle {
                puzzle = Some(unquoted(&text[place]));
            }
        });
        // No puzzle begins with the sign.
        let puzzle = puzzle.filter(|_| self.puzzle > 0);
        let puzzle = puzzle.as_deref().map(trimmed);
        let is_like_puzzle = |text: &[u8]| field::is_like_puzzle(text, reading);
        // A row may go on in the next line, within quotes.
        let is_open = is_open(text, self.delimiter);
        match puzzle {
            Some(text) if count <= columns && is_open && is_like_puzzle(text) => Kind::Row,
            _ if is_open || count != columns || columns == 1 => Kind::Comment,
            Some(text) if text.is_empty() || is_like_puzzle(text) => Kind::Row,
            _ => Kind::CommentLikeRow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    #[test]
    fn a_line_is_a_row_if_it_has_the_fields_of_one() {
        let shape = Shape::new(2, 2).unwrap();
        let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
        let puzzle = "1...2...3...4...";
        let kind = |header: &str, line: &str| {
            let table = Table::of_header(header.as_bytes(), true, &reading).unwrap().unwrap().0;
            table.kind(line.as_bytes(), &reading)
        };
        for (header, line, expected) in [
            ("id,puzzle", format!("#7,{puzzle}\n"), Kind::Row),
            ("id,puzzle", format!("#7,{}\r\n", &puzzle[1..]), Kind::Row),
            ("id,puzzle", "#7,\n".to_owned(), Kind::Row),
            ("id,puzzle", "#7,\"\"".to_owned(), Kind::Row),
            ("id;puzzle;x", format!("#7;\"{puzzle}\";\"a"), Kind::Row),
            ("id;puzzle;x", format!("#7;\"{puzzle}\";a;b"), Kind::Comment),
            ("id,x,puzzle", format!("#7,\"{puzzle}"), Kind::Comment),
            ("id,puzzle", "# old, and new".to_owned(), Kind::CommentLikeRow),
            ("id,puzzle", "# old, new, borrowed".to_owned(), Kind::Comment),
            ("id,puzzle", format!("#{puzzle}"), Kind::Comment),
            ("puzzle,id", format!("#{puzzle},7"), Kind::CommentLikeRow),
            ("puzzle,id", "#,7".to_owned(), Kind::CommentLikeRow),
            ("puzzle", format!("#{puzzle}"), Kind::Comment),
            (&format!("7 {puzzle}"), format!("#8 {puzzle}"), Kind::Comment),
        ] {
            assert_eq!(kind(header, &line), expected, "{header}: {line}");
        }
    }

    #[test]
    fn comments_like_rows_are_counted_outside_of_quotes() {
        let shape = Shape::new(2, 2).unwrap();
        let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
        let (table, _) = Table::of_header(b"id,puzzle", true, &reading).unwrap().unwrap();
        let count = |text: &str| table.comments_like_rows(text.as_bytes(), 5, &reading);
        assert_eq!(count("#7,\n# x\na,1...2...3...4...\n"), None);
        assert_eq!(count("\"a\n#b,c\",1...2...3...4...\n"), None);
        let text = "# x,\"y\n# x\n\"a\nb\",1...2...3...4...\n# x,y\n# x,y";
        assert_eq!(count(text), Some(CommentsLikeRows { line: 9, count: 2 }));
    }
}
