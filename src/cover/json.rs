//! A problem as a JSON object.
//!
//! ```text
//!     {"primary": ["a", "b", "c"],           names of items; "secondary" may be left out
//!      "secondary": ["x", "y"],
//!      "options": [["a", "b", "x:1"],        items as in Knuth's form, a secondary one with its colour
//!                  ["c", "y"]]}
//! ```
//!
//! Invariant: an error's place is that of the name that is wrong, and not only that of its option. So options and names
//! are kept as the parts of the text that they are, until they are looked at.
//!
//! Deliberately lacking: the three lists by themselves, without an object; names that Knuth's form could not carry; and
//! members that are not known here.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::problem::{Entry, Problem};
use super::text::{TextError, TextFault, name_and_colour};

/// The object as it is written. Each name is still in its quotes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<'t> {
    #[serde(borrow)]
    primary: Vec<&'t RawValue>,
    #[serde(borrow, default)]
    secondary: Vec<&'t RawValue>,
    #[serde(borrow)]
    options: Vec<&'t RawValue>,
}

/// Reads a problem in the JSON form.
///
/// ```
/// use tourdion::cover::json;
///
/// let problem = json::read(r#"{"primary": ["a", "b"], "secondary": ["x"], "options": [["a", "x:red"], ["b"]]}"#)?;
/// assert_eq!(problem.to_string(), "a b | x\na x:red\nb\n");
/// # Ok::<(), tourdion::cover::TextError>(())
/// ```
///
/// # Errors
/// If it is none, with the place and what is wrong there.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let source = Source(text);
    let start = text.trim_start();
    if !start.starts_with('{') {
        let found = start.split_whitespace().next().unwrap_or("").to_owned();
        let expected = "an object with \"primary\" and \"options\"".to_owned();
        return Err(source.fault(start, TextFault::Unexpected { expected, found }));
    }
    let written: Written<'_> = serde_json::from_str(text).map_err(|error| {
        let before = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len);
        let place = before.sum::<usize>() + error.column().saturating_sub(1);
        TextError::at(text.as_bytes(), place, said(&error))
    })?;
    let mut problem = Problem::new();
    for name in &written.primary {
        let item = problem.primary(&source.parse::<String>(name.get())?);
        item.map_err(|error| source.fault(name.get(), error.into()))?;
    }
    for name in &written.secondary {
        let item = problem.secondary(&source.parse::<String>(name.get())?);
        item.map_err(|error| source.fault(name.get(), error.into()))?;
    }
    if problem.items().len() == 0 {
        return Err(source.fault(text, TextFault::NoItems));
    }
    for option in &written.options {
        let words: Vec<&RawValue> = source.parse(option.get())?;
        let mut entries = Vec::with_capacity(words.len());
        for word in &words {
            let entry = entry(&mut problem, &source.parse::<String>(word.get())?);
            entries.push(entry.map_err(|what| source.fault(word.get(), what))?);
        }
        if let Err(error) = problem.option(entries.iter().copied()) {
            let culprit = problem.culprit(&entries, &error).map_or(option, |k| &words[k]);
            return Err(source.fault(culprit.get(), error.into()));
        }
    }
    Ok(problem)
}

/// Reads `a` or `x:red`.
fn entry(problem: &mut Problem, word: &str) -> Result<Entry, TextFault> {
    let (name, colour) = name_and_colour(word);
    let item = problem.item_named(name).ok_or_else(|| TextFault::UnknownItem(name.to_owned()))?;
    let colour = colour.map(|name| problem.colour(name)).transpose()?;
    Ok(Entry { item, colour })
}

/// What the JSON reader says, without its place.
fn said(error: &serde_json::Error) -> TextFault {
    let problem = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    TextFault::Json(problem.strip_suffix(&place).unwrap_or(&problem).to_owned())
}

/// The whole text, by which the places of its parts are known.
struct Source<'t>(&'t str);

impl<'t> Source<'t> {
    /// Reads a part of the text that is known to be JSON, if not of the kind that is wanted.
    fn parse<T: Deserialize<'t>>(&self, part: &'t str) -> Result<T, TextError> {
        serde_json::from_str(part).map_err(|error| self.fault(part, said(&error)))
    }

    /// What is wrong with a part of the text.
    fn fault(&self, part: &str, what: TextFault) -> TextError {
        // It is a part of the text, so its place is the distance of their beginnings.
        TextError::at(self.0.as_bytes(), part.as_ptr() as usize - self.0.as_ptr() as usize, what)
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn names_may_be_written_with_escapes() {
        let text = r#"{"options": [["\u0061", "x:r\u00e4d"]], "secondary": ["x"], "primary": ["a"]}"#;
        assert_eq!(read(text).unwrap().to_string(), "a | x\na x:räd\n");
        assert_eq!(read(r#"{"primary": ["a"], "options": []}"#).unwrap().to_string(), "a\n");
    }

    #[test]
    fn every_fault_has_its_line_and_column() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        let with =
            |options: &str| fault(&format!("{{\"primary\":[\"ä\",\"b\"],\n \"options\":[{options}]}}"));
        assert_eq!(with(r#"["b","c"]"#), "2:18: there is no item `c`");
        assert_eq!(with(r#"["ä"],["b","\u00e4","b"]"#), "2:33: the option has the item `b` twice");
        assert_eq!(with(r#"["ä","b:red"]"#), "2:18: the primary item `b` can't have a colour");
        assert_eq!(with(r#"["b"], []"#), "2:20: the option has no items");
        assert_eq!(with(r#"["b", 5]"#), "2:19: invalid type: integer `5`, expected a string");
        assert_eq!(with(r#""b""#), "2:13: invalid type: string \"b\", expected a sequence");
        assert_eq!(fault(r#"{"primary":["a","a"],"options":[]}"#), "1:17: there is already an item `a`");
        assert_eq!(
            fault(r#"{"primary":["a b"],"options":[]}"#),
            "1:13: `a b` can't be a name: it is empty, or has white space, `:` or `|` in it"
        );
        assert_eq!(
            fault(r#"{"primary":[],"options":[]}"#),
            "1:1: expected a line that names the items, found the end of the text"
        );
        assert_eq!(fault(r#"{"primary":["a"]}"#), "1:17: missing field `options`");
        assert!(fault(r#"{"primary":["a"],"option":[]}"#).starts_with("1:25: unknown field `option`"));
        assert_eq!(fault("{\"primary\":[\n"), "2:1: EOF while parsing a list");
        let expected = "expected an object with \"primary\" and \"options\", found";
        assert_eq!(fault(" [[\"a\"],[],[[\"a\"]]]"), format!("1:2: {expected} `[[\"a\"],[],[[\"a\"]]]`"));
        assert_eq!(fault("\n"), format!("2:1: {expected} the end"));
        let deep = fault(&format!("{{\"primary\":{}", "[".repeat(1_000_000)));
        assert_eq!(deep, "1:1000011: EOF while parsing a list");
    }
}
