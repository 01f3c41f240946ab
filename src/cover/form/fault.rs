//! Faults in the text of a problem with their places, and the words of a line with theirs.
//!
//! ```text
//!      a b c        3:5: there is no item `d`
//!      a b
//!      c a d
//!          ^
//! ```
//!
//! All forms read lines as words, and all locate a fault in the same way: by line and column, in
//! characters from 1.

use std::fmt;

use crate::cover::problem::ProblemError;
use crate::excerpt::{Excerpt, shortened};

/// Why a text is not a problem, and where, in any form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {what}")]
#[non_exhaustive]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: TextFault,
}

impl TextError {
    /// What is wrong at this byte of a text.
    pub(super) fn at(text: &[u8], place: usize, what: TextFault) -> TextError {
        let before = &text[..place.min(text.len())];
        let (mut line, mut last) = (0, before);
        for part in before.split(|&byte| byte == b'\n') {
            (line, last) = (line + 1, part);
        }
        TextError { line, column: String::from_utf8_lossy(last).chars().count() + 1, what }
    }
}

/// What can be wrong with a problem's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// Bytes that are not UTF-8: the first of them.
    #[error("expected UTF-8 text, found the byte 0x{0:02x}")]
    NotUtf8(u8),
    /// The text ends, or is empty, before the line of items.
    #[error("expected a line that names the items, found the end of the text")]
    NoItems,
    /// A second `|` in the line of items.
    #[error("a second `|`: the items after the first one are secondary already")]
    SecondBar,
    /// An option with an item that the first line does not name.
    #[error("there is no item `{}`", Excerpt(.0))]
    UnknownItem(String),
    /// Something other than expected.
    #[error("expected {expected}, found {}", Found(.found))]
    Unexpected {
        /// What is allowed here.
        expected: String,
        /// What is here; empty at the end of the line or the text.
        found: String,
    },
    /// In the numeric form: fewer options than the first line says.
    #[error("expected {expected} options, found the end of the text after {found}")]
    TooFewOptions {
        /// The number in the first line.
        expected: usize,
        /// The number of options in the text.
        found: usize,
    },
    /// In the numeric form: more items than the options could have.
    #[error("{0} items are more than the text has room to name")]
    TooManyItems(u64),
    /// A text that can be read in two forms.
    #[error("0 and 1 can be a matrix, or names: the form must be named, matrix or knuth")]
    Ambiguous,
    /// A text that has no form of a problem.
    #[error("{what}, which is not read; {way}")]
    Foreign {
        /// What it looks like.
        what: &'static str,
        /// How to make a problem of it.
        way: &'static str,
    },
    /// In Knuth's form: a fault that may come of a line meant as a comment.
    #[error("{what}; line {line} begins with `#`, but a comment begins with `|`")]
    Hash {
        /// The fault.
        what: Box<TextFault>,
        /// The line that may be meant as a comment.
        line: usize,
    },
    /// A message of the JSON reader.
    #[error("{}", shortened(.0, 160))]
    Json(String),
    /// A message of the reader of XML.
    #[error("{}", shortened(.0, 160))]
    Xml(String),
    /// The problem itself refuses the item or option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// What was found instead of the expected text.
struct Found<'t>(&'t str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("the end") } else { write!(f, "`{}`", Excerpt(self.0)) }
    }
}

/// A fault and its place in its line, in bytes from 0: columns are counted only to show a fault.
pub(super) struct At(pub(super) usize, pub(super) TextFault);

impl At {
    pub(super) fn on(self, number: usize, line: &str) -> TextError {
        TextError { line: number, column: line[..self.0].chars().count() + 1, what: self.1 }
    }
}

/// A word of a line.
pub(super) struct Word<'t> {
    /// Its place, in bytes from 0.
    pub(super) place: usize,
    pub(super) text: &'t str,
    /// Whether there is a `:` or a `|` in it.
    pub(super) is_marked: bool,
}

/// The words of a line. Most of the time of reading is spent here, so it goes over the bytes once.
pub(super) fn marked_words(line: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (start, _) = run_of(line, at, ByteKind::SPACE);
        let (end, kinds) = run_of(line, start, ByteKind::PLAIN | ByteKind::MARK);
        at = end;
        let text = &line[start..end];
        (start < end).then_some(Word { place: start, text, is_marked: kinds & ByteKind::MARK > 0 })
    })
}

/// The words of a line, each with its place in bytes from 0.
pub(super) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    marked_words(line).map(|word| (word.place, word.text))
}

/// What a byte can be: one bit for each.
struct ByteKind;

impl ByteKind {
    const PLAIN: u8 = 1;
    const SPACE: u8 = 2;
    const MARK: u8 = 4;
    /// A part of a longer character.
    const LONG: u8 = 8;

    const OF: [u8; 256] = {
        let mut kinds = [ByteKind::PLAIN; 256];
        let mut byte = 0;
        while byte < 256 {
            kinds[byte] = match byte as u8 {
                b'\t'..=b'\r' | b' ' => ByteKind::SPACE,
                b':' | b'|' => ByteKind::MARK,
                0x80.. => ByteKind::LONG,
                _ => ByteKind::PLAIN,
            };
            byte += 1;
        }
        kinds
    };
}

/// The end of the characters of some kinds that begin at `at`, and the kinds of those.
#[inline]
fn run_of(line: &str, mut at: usize, wanted: u8) -> (usize, u8) {
    let mut kinds = 0;
    while let Some(&byte) = line.as_bytes().get(at) {
        let (mut kind, mut length) = (ByteKind::OF[usize::from(byte)], 1);
        if kind == ByteKind::LONG {
            (kind, length) = long(line, at);
        }
        if kind & wanted == 0 {
            break;
        }
        (at, kinds) = (at + length, kinds | kind);
    }
    (at, kinds)
}

/// The kind and the length of a longer character. It is seldom there, and the loop over bytes is
/// faster without its code.
#[cold]
#[inline(never)]
fn long(line: &str, at: usize) -> (u8, usize) {
    let character = line[at..].chars().next().unwrap_or_default();
    let kind = if character.is_whitespace() { ByteKind::SPACE } else { ByteKind::PLAIN };
    (kind, character.len_utf8())
}

/// What is before an ASCII mark in a word, and behind it. Words are short, so nothing is gained by
/// a search of many bytes at once.
pub(super) fn split_at(word: &str, mark: u8) -> Option<(&str, &str)> {
    let at = word.bytes().position(|byte| byte == mark)?;
    Some((&word[..at], &word[at + 1..]))
}

/// An option's word as its item's name and its colour's.
pub(super) fn name_and_colour(word: &str) -> (&str, Option<&str>) {
    split_at(word, b':').map_or((word, None), |(name, colour)| (name, Some(colour)))
}

/// A fault for a word in the place of something else.
pub(super) fn unexpected(expected: &str, found: &str) -> TextFault {
    TextFault::Unexpected { expected: expected.to_owned(), found: found.to_owned() }
}

/// Digits, without a sign, as a number.
pub(super) fn plain_number(digits: &str) -> Option<u64> {
    digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_apart_by_white_space_of_any_kind() {
        for line in
            ["", " ", "a", " a", "a\u{b}b\u{c}c  d ", "ä\u{a0}ö\u{2003}\u{1f}ü ", "\u{3000}é"]
        {
            let plain: Vec<&str> = line.split_whitespace().collect();
            let found: Vec<(usize, &str)> = words(line).collect();
            assert_eq!(found.iter().map(|&(_, word)| word).collect::<Vec<_>>(), plain);
            assert!(found.iter().all(|&(at, word)| line[at..].starts_with(word)));
        }
        let marked = marked_words("a b:c ä| |d ä").map(|word| word.is_marked);
        assert_eq!(marked.collect::<Vec<_>>(), [false, true, true, true, false]);
        assert_eq!(name_and_colour("x:red:2"), ("x", Some("red:2")));
        assert_eq!(name_and_colour("ö"), ("ö", None));
    }
}
