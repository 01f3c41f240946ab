//! The words of a line, with their places.
//!
//! ```text
//!      a  x:red         `a` from byte 0 on, `x:red` from byte 3 on with a mark at 4
//! ```
//!
//! Words are apart by white space of any kind, as [`str::split_whitespace`] takes it. A mark is `:`
//! or `|`. Much of the time of reading is spent here, so eight bytes are looked at together while
//! they are *plain*: neither white space nor a mark, nor a control character, nor the first byte of
//! a character that may be white space. There are four such bytes above ASCII:
//!
//! ```text
//!      c2    U+0085 U+00A0      e1  U+1680      e2  U+2000 ... U+205F      e3  U+3000
//! ```
//!
//! Invariant: a word has neither white space nor the end of a line in it, and both stand around it.

use super::fault::{At, plain_number, unexpected};

/// A word of a line.
pub(super) struct Word<'t> {
    /// Its place, in bytes from 0.
    pub(super) place: usize,
    pub(super) text: &'t str,
    /// The place of its first mark, in bytes from its beginning.
    pub(super) mark: Option<usize>,
}

impl<'t> Word<'t> {
    /// The fault that it stands where something else is expected.
    pub(super) fn unexpected(&self, expected: &str) -> At {
        At(self.place, unexpected(expected, self.text))
    }

    /// Its digits, without a sign, as a number.
    pub(super) fn number(&self, expected: &str) -> Result<u64, At> {
        plain_number(self.text).ok_or_else(|| self.unexpected(expected))
    }

    /// The place behind it.
    pub(super) fn end(&self) -> usize {
        self.place + self.text.len()
    }

    /// What is before its first mark, and behind it.
    pub(super) fn parts(&self) -> (&'t str, Option<&'t str>) {
        let Some(mark) = self.mark else { return (self.text, None) };
        (&self.text[..mark], Some(&self.text[mark + 1..]))
    }
}

/// The words of a line.
pub(super) fn words(line: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let word = word_from(line, at)?;
        at = word.end();
        Some(word)
    })
}

/// The first word of a text from a place on, if there is one in the line of this place.
pub(super) fn word_from(text: &str, at: usize) -> Option<Word<'_>> {
    let bytes = text.as_bytes();
    let mut start = at;
    while let Some(length) = space_at(text, start) {
        start += length;
    }
    let (mut end, mut mark) = (start, None);
    loop {
        end = end_of_plain(bytes, end);
        match bytes.get(end).map_or(ByteKind::Line, |&byte| ByteKind::of(byte)) {
            ByteKind::Line | ByteKind::Space => break,
            ByteKind::Mark => mark = mark.or(Some(end - start)),
            ByteKind::Wide if space_at(text, end).is_some() => break,
            ByteKind::Wide | ByteKind::Plain => {}
        }
        end += 1;
    }
    (start < end).then(|| Word { place: start, text: &text[start..end], mark })
}

/// Whether a word that goes up to this place ends there, if the byte here says so at once.
pub(super) fn ends_here(bytes: &[u8], at: usize) -> bool {
    let kind = bytes.get(at).map_or(ByteKind::Line, |&byte| ByteKind::of(byte));
    matches!(kind, ByteKind::Line | ByteKind::Space)
}

/// The bytes from a place on up to one that is not plain, if these are one to seven: as a number
/// whose lowest byte is the first, and how many they are. Near the end of a text nothing may be
/// found.
#[inline]
pub(super) fn short_part(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let eight = eight_at(bytes, at)?;
    let bits = others(eight).trailing_zeros() & !7;
    (1..64).contains(&bits).then(|| (eight & !(u64::MAX << bits), bits as usize / 8))
}

/// The eight bytes at a place, the first one the lowest.
fn eight_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|&eight| u64::from_le_bytes(eight))
}

/// The length of the white space at a place that is no end of a line.
fn space_at(text: &str, at: usize) -> Option<usize> {
    match ByteKind::of(*text.as_bytes().get(at)?) {
        ByteKind::Space => Some(1),
        ByteKind::Wide => wide_space(&text[at..]),
        ByteKind::Line | ByteKind::Mark | ByteKind::Plain => None,
    }
}

/// The length of the white space that a text begins with, if it does. It is seldom there, and the
/// loops over bytes are faster without its code.
#[cold]
#[inline(never)]
fn wide_space(text: &str) -> Option<usize> {
    text.chars().next().filter(|first| first.is_whitespace()).map(char::len_utf8)
}

/// What a byte can be.
#[derive(Clone, Copy)]
enum ByteKind {
    Plain,
    Space,
    /// The end of a line.
    Line,
    Mark,
    /// The first byte of a character that may be white space.
    Wide,
}

impl ByteKind {
    const OF: [ByteKind; 256] = {
        let mut kinds = [ByteKind::Plain; 256];
        let mut byte = 0;
        while byte < 256 {
            kinds[byte] = match byte as u8 {
                b'\n' => ByteKind::Line,
                b'\t'..=b'\r' | b' ' => ByteKind::Space,
                b':' | b'|' => ByteKind::Mark,
                0xc2 | 0xe1..=0xe3 => ByteKind::Wide,
                _ => ByteKind::Plain,
            };
            byte += 1;
        }
        kinds
    };

    fn of(byte: u8) -> ByteKind {
        ByteKind::OF[usize::from(byte)]
    }
}

/// The first place from `at` on that may have another byte than a plain one, or the end.
fn end_of_plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(eight) = eight_at(bytes, at) {
        let others = others(eight);
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let is_plain = |&&byte: &&u8| matches!(ByteKind::of(byte), ByteKind::Plain);
    at + bytes[at..].iter().take_while(is_plain).count()
}

/// Bits in the highest place of bytes, the lowest of which is in the first byte that is not plain,
/// or is a control character.
fn others(eight: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHEST: u64 = ONES << 7;
    // Below a byte that is 0, no subtraction borrows from the next.
    let zeros = |bytes: u64| bytes.wrapping_sub(ONES) & !bytes & HIGHEST;
    let are = |byte: u8| zeros(eight ^ (ONES * u64::from(byte)));
    let blanks = eight.wrapping_sub(ONES * u64::from(b' ' + 1)) & !eight & HIGHEST;
    let mut others = blanks | are(b':') | are(b'|');
    if eight & HIGHEST != 0 {
        let are_e0_to_e3 = zeros((eight & (ONES * 0xfc)) ^ (ONES * 0xe0));
        others |= are(0xc2) | are_e0_to_e3;
    }
    others
}

/// What is before an ASCII mark in a word, and behind it. Words are short, so nothing is gained by
/// a search of many bytes at once.
pub(super) fn split_at(word: &str, mark: u8) -> Option<(&str, &str)> {
    let at = word.bytes().position(|byte| byte == mark)?;
    Some((&word[..at], &word[at + 1..]))
}

/// An option's word as its item's name and its colour's.
#[cfg(any(test, feature = "json"))]
pub(super) fn name_and_colour(word: &str) -> (&str, Option<&str>) {
    split_at(word, b':').map_or((word, None), |(name, colour)| (name, Some(colour)))
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
            let found: Vec<Word<'_>> = words(line).collect();
            assert_eq!(found.iter().map(|word| word.text).collect::<Vec<_>>(), plain);
            assert!(found.iter().all(|word| line[word.place..].starts_with(word.text)));
        }
        let marks = words("a b:c ä| |d ä").map(|word| word.mark);
        assert_eq!(marks.collect::<Vec<_>>(), [None, Some(1), Some(2), Some(0), None]);
        assert_eq!(name_and_colour("x:red:2"), ("x", Some("red:2")));
        assert_eq!(name_and_colour("ö"), ("ö", None));
    }

    #[test]
    fn each_character_ends_a_word_or_is_part_of_it() {
        let signs = ('\0'..='\u{4000}').chain('\u{1f000}'..='\u{1f100}');
        for sign in signs.filter(|&sign| sign != '\n') {
            // At all places of eight bytes.
            let fill = sign as usize % 9;
            let line = format!("{}{sign}{}:{sign}", &"abcdefgh"[..fill], "ü".repeat(fill));
            let expected = line.split_whitespace().collect::<Vec<_>>();
            let found: Vec<Word<'_>> = words(&line).collect();
            assert_eq!(
                found.iter().map(|word| word.text).collect::<Vec<_>>(),
                expected,
                "{line:?}"
            );
            for word in found {
                assert_eq!(word.mark, word.text.find([':', '|']), "{line:?}");
            }
        }
    }

    #[test]
    fn a_word_is_looked_for_in_one_line() {
        let text = "ab \ncd";
        let word = |at: usize| word_from(text, at).map(|word| (word.place, word.text));
        assert_eq!(
            (0..=6).map(word).collect::<Vec<_>>(),
            [Some((0, "ab")), Some((1, "b")), None, None, Some((4, "cd")), Some((5, "d")), None]
        );
    }
}
