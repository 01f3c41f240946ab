//! What stands between the fields of a table.
//!
//! ```text
//!   7,"8...36…",11.6             a comma, or another sign; a field may be in quotes
//!   417369825… 4.....8.5.3… own words, "quotes" too
//!             ╰──────────── blanks in the first two places: a word, a grid, and text that is one
//!   0000183b305c 4.....8.5.3… 1.2                                                       field
//! ```
//!
//! Invariant: which bytes may be one, and what differs for them, is known here alone; of several
//! the header decides. Deliberately lacking: delimiters of several bytes.

use std::cmp::Reverse;

use bstr::ByteSlice;

use super::super::blanks::trimmed;

/// What stands between the fields of a [`Table`](super::Table).
///
/// ```
/// use tourdion::catalogue::Delimiter;
///
/// assert_eq!(Delimiter::Tab.byte(), b'\t');
/// assert!(Delimiter::Tab.has_quotes() && !Delimiter::Blank.has_quotes());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[repr(u8)]
pub enum Delimiter {
    /// `,`
    Comma = b',',
    /// `;`
    Semicolon = b';',
    /// A tab.
    Tab = b'\t',
    /// `|`
    Bar = b'|',
    /// Blanks, of a list with a grid as the second word of a line; all text behind the next blanks
    /// is one field.
    Blank = b' ',
}

impl Delimiter {
    /// The byte that it is.
    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// Whether a field may be in quotes, and have delimiters and newlines in them.
    pub const fn has_quotes(self) -> bool {
        !matches!(self, Delimiter::Blank)
    }

    /// The delimiter of a table, by its first record: the most frequent one.
    pub(in super::super) fn of(record: &[u8]) -> Delimiter {
        Delimiter::all_of(record).next().unwrap_or(Delimiter::Comma)
    }

    /// What may be the delimiter of a record: the most frequent one first.
    pub(super) fn all_of(record: &[u8]) -> impl Iterator<Item = Delimiter> {
        let is_pair = is_pair(record);
        let count = |delimiter: Delimiter| memchr::memchr_iter(delimiter.byte(), record).count();
        // The first of equal ones wins.
        let mut usual = [Delimiter::Comma, Delimiter::Semicolon, Delimiter::Tab];
        usual.sort_by_key(|&delimiter| Reverse(count(delimiter)));
        // A bar may also stand in a field.
        let others = usual.into_iter().chain([Delimiter::Bar]);
        let others = others.filter(move |&delimiter| !is_pair && count(delimiter) > 0);
        is_pair.then_some(Delimiter::Blank).into_iter().chain(others)
    }

    /// The most delimiters of a record, if there is a limit.
    pub(super) const fn most(self) -> Option<usize> {
        if let Delimiter::Blank = self { Some(2) } else { None }
    }

    /// The number of columns of a table whose first record has this many fields, and no header.
    pub(super) const fn columns(self, fields: usize) -> usize {
        if let Delimiter::Blank = self { 3 } else { fields }
    }

    /// Whether a record with this many fields is one of a table with this many columns. Behind two
    /// grids no words need follow.
    #[inline]
    pub(super) const fn fits(self, fields: usize, columns: usize) -> bool {
        fields == columns || matches!(self, Delimiter::Blank) && fields == 2
    }
}

/// Whether a line begins with two words without another delimiter, of which the second may be a
/// grid: it is as long as the first, or has signs that names lack, and has the length of the
/// smallest grid at least.
fn is_pair(line: &[u8]) -> bool {
    let mut words = trimmed(line).split_str(" ").filter(|word| !word.is_empty());
    let is_word = |word: &[u8]| word.find_byteset(b",;\t|\"").is_none();
    let [Some(first), Some(second)] = [words.next(), words.next()] else { return false };
    let may_be_grid = first.len() == second.len() || second.find_byteset(b".*0123456789").is_some();
    second.len() >= 16 && may_be_grid && is_word(first) && is_word(second)
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
            ("1234341221434321 1...2...3...4...", Delimiter::Blank),
            ("1234341221434321 1...2...3...4... a,b", Delimiter::Blank),
            ("1234341221434321  1...2...3...4... a,b", Delimiter::Blank),
            ("17 1...2...3...4... 1.2", Delimiter::Blank),
            ("17 1...2...3...4..", Delimiter::Comma),
            ("of supercalifragilistic words", Delimiter::Comma),
            ("1234341221434321,1...2...3...4...", Delimiter::Comma),
        ] {
            assert_eq!(Delimiter::of(record.as_bytes()), delimiter, "{record}");
        }
    }
}
