//! A record as its file has it, byte for byte.
//!
//! ```text
//!   7,8..........36…,"Inkala, 2012",11.6␍␊
//!   ╰──────────── text ────────────────╯╰╯ line end
//! ```
//!
//! Invariant: text and line end together are the bytes of the file. Deliberately lacking: fields;
//! a [`Table`](super::Table) finds them.

/// A record as it is written. Grids over several lines have none: its text is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written<'c> {
    bytes: &'c [u8],
    /// The length of the text.
    length: usize,
    /// The number of fields, in a table.
    fields: u32,
    is_open: bool,
}

impl<'c> Written<'c> {
    /// A record from its bytes, with its line end.
    #[inline]
    pub(super) fn of(bytes: &'c [u8]) -> Written<'c> {
        let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        Written { bytes, length: text.len(), fields: 0, is_open: false }
    }

    /// The same record, with this number of fields. `is_open` says that its last one has a quote
    /// that is never closed.
    #[inline]
    pub(super) fn with_fields(self, fields: usize, is_open: bool) -> Written<'c> {
        Written { fields: u32::try_from(fields).unwrap_or(u32::MAX), is_open, ..self }
    }

    /// The record without its line end.
    #[inline]
    pub fn text(&self) -> &'c [u8] {
        &self.bytes[..self.length]
    }

    /// The line end in a table and in JSON lines: a newline, perhaps a return before it; nothing at
    /// the end of a file.
    #[inline]
    pub fn line_end(&self) -> &'c [u8] {
        &self.bytes[self.length..]
    }

    /// The number of fields, if it is a record of a table.
    pub fn fields(&self) -> usize {
        self.fields as usize
    }

    /// Whether the last field has a quote that is never closed.
    pub fn is_open(&self) -> bool {
        self.is_open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_line_end_are_the_whole() {
        for (bytes, text) in [
            (&b""[..], &b""[..]),
            (b"a", b"a"),
            (b"a\n", b"a"),
            (b"a\r\n", b"a"),
            (b"a\r", b"a"),
            (b"\n", b""),
            (b"\"a\r\nb\"\n", b"\"a\r\nb\""),
        ] {
            let written = Written::of(bytes);
            assert_eq!((written.text(), [text, written.line_end()].concat()), (text, bytes.into()));
        }
    }
}
