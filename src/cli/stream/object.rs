//! The user's object, opened for our members.
//!
//! ```text
//!   {"id": 7, "puzzle": "8...36…"}     {"id": 7, "puzzle": "8...36…"      ,"verdict":"proper"}
//!   {⏎  "id": 7,⏎  "error": 0⏎}        {"id": 7,"error": 0                ,"error_2":…}
//!   "8...36…"                          {"puzzle":"8...36…"
//!   {"id": 7, "pu                      {"text":"{\"id\": 7, \"pu"
//! ```
//!
//! Invariants: no member of the user's is changed or hidden by one of ours, and an object is on one
//! line. Deliberately lacking: our members, which [`Row`](super::rows::Row) writes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bstr::ByteSlice;
use serde_json::value::RawValue;

use super::fields::string;

/// The name itself, or with the least number behind it that makes it another than those taken.
pub(super) fn unused(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).expect("there are many numbers")
}

/// Writes an object, or what stands in its place, as an object that is still open; returns the
/// names of our members in it. `needles` are these names as they would stand in the text, and
/// `is_read` says that the text is known to be JSON.
pub(super) fn opened<'n>(
    text: &[u8],
    is_read: bool,
    names: &'n [Cow<'static, str>],
    needles: &[String],
    out: &mut Vec<u8>,
) -> Cow<'n, [Cow<'static, str>]> {
    let trimmed = text.trim_ascii();
    if let Some(open) = trimmed.strip_suffix(b"}") {
        let open = if open.trim_ascii_end() == b"{" { b"{" } else { open };
        // Only a parser sees through escapes.
        let is_clear = is_read
            && !trimmed.contains(&b'\\')
            && !needles.iter().any(|needle| trimmed.contains_str(needle));
        if is_clear {
            out.extend_from_slice(&on_one_line(open));
            return Cow::Borrowed(names);
        }
        if let Ok(members) = serde_json::from_slice::<BTreeMap<String, &RawValue>>(trimmed) {
            out.extend_from_slice(&on_one_line(open));
            let mut free: Vec<Cow<'static, str>> = Vec::new();
            for name in names {
                let is_taken = |one: &str| members.contains_key(one) || free.contains(&one.into());
                free.push(unused(name, is_taken).into());
            }
            return Cow::Owned(free);
        }
    }
    if is_read {
        // A puzzle by itself.
        out.extend_from_slice(b"{\"puzzle\":");
        out.extend_from_slice(trimmed);
    } else if text.is_empty() {
        out.push(b'{');
    } else {
        out.extend_from_slice(b"{\"text\":");
        string(text, out);
    }
    Cow::Borrowed(names)
}

/// JSON without its line ends and the blanks around them. No string of JSON has a line end.
pub(super) fn on_one_line(json: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\n', json).is_none() {
        return Cow::Borrowed(json);
    }
    Cow::Owned(json.lines().map(<[u8]>::trim_ascii).collect::<Vec<_>>().concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_opened_on_one_line() {
        let names = ["error".into()];
        let open = |text: &str, is_read| {
            let mut out = Vec::new();
            let needles = ["\"error\"".to_owned()];
            let names = opened(text.as_bytes(), is_read, &names, &needles, &mut out);
            (String::from_utf8(out).unwrap(), names[0].to_string())
        };
        for (text, is_read, written, name) in [
            ("{\"id\": 7}", true, "{\"id\": 7", "error"),
            ("{ }", true, "{", "error"),
            ("{\n  \"id\": [\n    7\n  ]\n}", true, "{\"id\": [7]", "error"),
            ("{\r\n\"error\": 0\r\n}", true, "{\"error\": 0", "error_2"),
            ("{\n\"\\u0065rror\": 0}", false, "{\"\\u0065rror\": 0", "error_2"),
            ("{\"a\":\"\\ud83d\",\"b\":1e400}", true, "{\"a\":\"\\ud83d\",\"b\":1e400", "error"),
            ("\"8..36\"", true, "{\"puzzle\":\"8..36\"", "error"),
            ("{\"id\"", false, "{\"text\":\"{\\\"id\\\"\"", "error"),
            ("", false, "{", "error"),
        ] {
            assert_eq!(open(text, is_read), (written.to_owned(), name.to_owned()), "{text}");
        }
    }
}
