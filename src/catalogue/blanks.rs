//! Blanks around texts that need not be UTF-8: all characters of white space, as in pasted pages,
//! and not those of ASCII alone.
//!
//! ```text
//!      "\u{a0} 8.. \r\n"     trimmed     "8.."
//! ```

use bstr::ByteSlice;

/// The text without blanks at both ends.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    text.trim_with(char::is_whitespace)
}

/// The text without blanks at its start.
pub(super) fn trimmed_start(text: &[u8]) -> &[u8] {
    text.trim_start_with(char::is_whitespace)
}

/// The text without blanks at its end.
pub(super) fn trimmed_end(text: &[u8]) -> &[u8] {
    text.trim_end_with(char::is_whitespace)
}
