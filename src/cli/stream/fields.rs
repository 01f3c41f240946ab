//! Texts as fields of tables and as strings of JSON.

use std::io::Write;

use bstr::ByteSlice;
use tourdion::excerpt::steers;

/// Writes a text as a field of a table, in quotes if it has something in it that fields or rows
/// end with, or looks like a comment.
pub(super) fn quoted(text: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    let is_special = |&byte: &u8| byte == delimiter || matches!(byte, b'"' | b'\r' | b'\n');
    if !text.starts_with(b"#") && !text.iter().any(is_special) {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    for part in text.split_inclusive(|&byte| byte == b'"') {
        out.extend_from_slice(part);
        if part.ends_with(b"\"") {
            out.push(b'"');
        }
    }
    out.push(b'"');
}

/// Writes a text as a string of JSON, with U+FFFD for what is not UTF-8.
pub(super) fn string(text: &[u8], out: &mut Vec<u8>) {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    out.push(b'"');
    if text.iter().all(is_plain) {
        out.extend_from_slice(text);
    } else {
        for c in text.chars() {
            character(c, out);
        }
    }
    out.push(b'"');
}

/// Writes a character of a string.
fn character(c: char, out: &mut Vec<u8>) {
    // Writes into memory do not fail.
    let _ = match c {
        '"' | '\\' => write!(out, "\\{c}"),
        '\n' => write!(out, "\\n"),
        '\t' => write!(out, "\\t"),
        // A terminal would obey them; all of them have four digits.
        c if steers(c) => write!(out, "\\u{:04x}", u32::from(c)),
        c => write!(out, "{c}"),
    };
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn fields_are_read_back_by_the_csv_crate(
            rows in prop::collection::vec(prop::collection::vec("[a,;\t\"\r\n #']{0,6}", 3), 1..4),
            delimiter in prop_oneof![Just(b','), Just(b';'), Just(b'\t')],
        ) {
            let mut text = Vec::new();
            for row in &rows {
                text.extend(b"x");
                for field in row {
                    text.push(delimiter);
                    quoted(field.as_bytes(), delimiter, &mut text);
                }
                text.push(b'\n');
            }
            let mut reader = csv::ReaderBuilder::new();
            reader.has_headers(false).delimiter(delimiter).comment(Some(b'#'));
            let read = reader.from_reader(&text[..]).into_records().map(|row| {
                row.unwrap().iter().skip(1).map(str::to_owned).collect::<Vec<_>>()
            });
            prop_assert_eq!(read.collect::<Vec<_>>(), rows);
        }

        #[test]
        fn strings_are_read_back_by_the_json_crate(
            text in "\\PC{0,9}|[a\"\\\\\n\t\0\u{7f}\u{1b}\u{9b}\u{202e}]{0,9}",
        ) {
            let mut out = Vec::new();
            string(text.as_bytes(), &mut out);
            prop_assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
        }
    }
}
