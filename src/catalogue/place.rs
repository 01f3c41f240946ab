//! A place in a file.
//!
//! ```text
//!   line 7   7,8..........36…,8127536…845
//!            ╰ column 1       ╰ column 84
//! ```
//!
//! Lines count from 1, and columns in characters from 1.

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
}

impl Place {
    /// The beginning of a file.
    pub(super) const FIRST: Place = Place { line: 1, column: 1 };

    /// The place of a column of a text that has one line and begins here.
    pub(super) const fn at(self, column: u64) -> Place {
        Place { column: self.column + column - 1, ..self }
    }

    /// The place of a character of a text that may have several lines and begins here. The
    /// characters count from 1, over the ends of lines.
    pub(super) fn of_character(self, number: u64, text: &[u8]) -> Place {
        let text = String::from_utf8_lossy(text);
        let before: String = text.chars().take(number.saturating_sub(1) as usize).collect();
        match before.rsplit_once('\n') {
            Some((lines, last)) => Place {
                line: self.line + lines.matches('\n').count() as u64 + 1,
                column: last.chars().count() as u64 + 1,
            },
            None => self.at(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_count_over_the_ends_of_lines() {
        let (begin, text) = (Place { line: 7, column: 3 }, "a…\n\n…b".as_bytes());
        for (number, line, column) in
            [(1, 7, 3), (2, 7, 4), (3, 7, 5), (4, 8, 1), (5, 9, 1), (6, 9, 2), (7, 9, 3)]
        {
            assert_eq!(begin.of_character(number, text), Place { line, column }, "{number}");
        }
        assert_eq!(begin.of_character(3, b"abc"), begin.at(3));
    }
}
