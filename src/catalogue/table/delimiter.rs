//! What stands between the fields of a table.
//!
//! ```text
//!   7,"8...36…",11.6             a comma, or another sign; a field may be in quotes
//!   417369825… 4.....8.5.3… own words, "quotes" too
//!             ╰──────────── blanks around the first two words, and a last field of any text
//!   10.7 1.2 1.2 4.....8.5.3… C22    the same with four words: the last one is a grid
//! ```
//!
//! Invariant: which bytes may be one, and what differs for them, is known here alone; of several
//! the header decides. Deliberately lacking: delimiters of several bytes.

use std::cmp::Reverse;
use std::mem;

use bstr::ByteSlice;

use super::super::blanks::trimmed;

/// What stands between the fields of a [`Table`](super::Table).
///
/// ```
/// use tourdion::catalogue::Delimiter;
///
/// assert_eq!(Delimiter::Tab.byte(), b'\t');
/// assert!(Delimiter::Tab.has_quotes() && !Delimiter::Blank { words: 1 }.has_quotes());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
    /// `|`
    Bar,
    /// Blanks, of a list with words and then a grid on a line; all text behind it is one field.
    Blank {
        /// The words before the grid.
        words: u8,
    },
}

impl Delimiter {
    /// The byte that it is.
    pub const fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Semicolon => b';',
            Delimiter::Tab => b'\t',
            Delimiter::Bar => b'|',
            Delimiter::Blank { .. } => b' ',
        }
    }

    /// Whether a field may be in quotes, and have delimiters and newlines in them.
    pub const fn has_quotes(self) -> bool {
        !matches!(self, Delimiter::Blank { .. })
    }

    /// The delimiter of a table, by its first record: the most frequent one.
    pub(in super::super) fn of(record: &[u8]) -> Delimiter {
        Delimiter::all_of(record).next().unwrap_or(Delimiter::Comma)
    }

    /// What may be the delimiter of a record: the most frequent one first.
    pub(super) fn all_of(record: &[u8]) -> impl Iterator<Item = Delimiter> {
        let count = |delimiter: Delimiter| memchr::memchr_iter(delimiter.byte(), record).count();
        // The first of equal ones wins.
        let mut usual = [Delimiter::Comma, Delimiter::Semicolon, Delimiter::Tab];
        usual.sort_by_key(|&delimiter| Reverse(count(delimiter)));
        // A bar may also stand in a field.
        let others = usual.into_iter().chain([Delimiter::Bar]);
        let is_list = Delimiter::blanks_of(record).next().is_some();
        let others = others.filter(move |&delimiter| !is_list && count(delimiter) > 0);
        Delimiter::blanks_of(record).chain(others)
    }

    /// Blanks, with each number of words behind which the next one may be a grid, if no other
    /// delimiter is before its end: it is as long as the word before, or has signs that names lack,
    /// and has the length of the smallest grid at least.
    pub(super) fn blanks_of(record: &[u8]) -> impl Iterator<Item = Delimiter> {
        let words = trimmed(record).split_str(" ").filter(|word| !word.is_empty());
        let words = words.take_while(|word| word.find_byteset(b",;\t|\"").is_none());
        let mut length_before = 0;
        words.zip(0..=u8::MAX).filter_map(move |(word, words)| {
            let is_equal = mem::replace(&mut length_before, word.len()) == word.len();
            let may_be_grid = is_equal || word.find_byteset(b".*0123456789").is_some();
            (words > 0 && word.len() >= 16 && may_be_grid).then_some(Delimiter::Blank { words })
        })
    }

    /// The most delimiters of a record, if there is a limit.
    pub(super) const fn most(self) -> Option<usize> {
        if let Delimiter::Blank { words } = self { Some(words as usize + 1) } else { None }
    }

    /// The number of columns of a table whose first record has this many fields, and no header.
    pub(super) const fn columns(self, fields: usize) -> usize {
        if let Some(most) = self.most() { most + 1 } else { fields }
    }

    /// Whether a record with this many fields is one of a table with this many columns. Behind the
    /// grid of a list no words need follow.
    #[inline]
    pub(super) const fn fits(self, fields: usize, columns: usize) -> bool {
        fields == columns || matches!(self.most(), Some(most) if fields == most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_one_counts() {
        for (record, delimiter) in [
            ("a,b;c,d", Delimiter::Comma),
            ("a;b", Delimiter::Semicolon),
            ("a;b,c", Delimiter::Comma),
            ("a\tb\tc,d", Delimiter::Tab),
            ("a|b|c", Delimiter::Bar),
            ("a|b|c,d", Delimiter::Comma),
            ("a", Delimiter::Comma),
            ("1234341221434321 1...2...3...4...", Delimiter::Blank { words: 1 }),
            ("1234341221434321 1...2...3...4... a,b", Delimiter::Blank { words: 1 }),
            ("1234341221434321  1...2...3...4... a,b", Delimiter::Blank { words: 1 }),
            ("17 1...2...3...4... 1.2", Delimiter::Blank { words: 1 }),
            ("17 1...2...3...4..", Delimiter::Comma),
            ("10.7 1.2 1.2 1...2...3...4... A;B", Delimiter::Blank { words: 3 }),
            ("10.7 1,2 1.2 1...2...3...4...", Delimiter::Comma),
            ("of supercalifragilistic words", Delimiter::Comma),
            ("1234341221434321,1...2...3...4...", Delimiter::Comma),
        ] {
            assert_eq!(Delimiter::of(record.as_bytes()), delimiter, "{record}");
        }
    }
}
