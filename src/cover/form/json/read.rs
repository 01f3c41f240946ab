//! Reads the JSON form.
//!
//! Invariant: an error's place is that of the wrong name, not just of its option. So options and
//! names stay slices of the text until they are parsed.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::cover::form::fault::{TextError, TextFault, unexpected};
use crate::cover::form::words::name_and_colour;
use crate::cover::problem::{Bounds, OptionEntry, Problem, ProblemError};

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

/// A primary item with its bounds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounded<'t> {
    #[serde(borrow)]
    name: &'t RawValue,
    #[serde(borrow)]
    bounds: Option<&'t RawValue>,
}

/// An option with its cost.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Costly<'t> {
    #[serde(borrow)]
    items: &'t RawValue,
    #[serde(borrow)]
    cost: Option<&'t RawValue>,
}

/// Reads a problem in the JSON form.
///
/// ```
/// use tourdion::cover::form::json;
///
/// let text = r#"{"primary": ["a", "b"], "secondary": ["x"], "options": [["a", "x:red"], ["b"]]}"#;
/// let problem = json::read(text)?;
/// assert_eq!(problem.to_string(), "a b | x\na x:red\nb\n");
/// # Ok::<(), tourdion::cover::TextError>(())
/// ```
///
/// # Errors
/// If the text is invalid, with the place and the fault.
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
    for item in &written.primary {
        read_primary(&mut problem, source, item)?;
    }
    for name in &written.secondary {
        let item = problem.secondary(&source.parse::<String>(name.get())?);
        item.map_err(|error| source.fault(name.get(), error.into()))?;
    }
    for option in &written.options {
        read_option(&mut problem, source, option)?;
    }
    Ok(problem)
}

/// Reads `"a"` or `{"name": "a", "bounds": [2, 3]}`.
fn read_primary(
    problem: &mut Problem,
    source: Source<'_>,
    item: &RawValue,
) -> Result<(), TextError> {
    let Bounded { name, bounds } = if is_object(item) {
        source.parse(item.get())?
    } else {
        Bounded { name: item, bounds: None }
    };
    let [least, most] = match bounds {
        None => [1, 1],
        Some(bounds) => serde_json::from_str(bounds.get()).map_err(|_| {
            let expected = "bounds as in [2, 3], each up to 4294967295";
            source.fault(bounds.get(), unexpected(expected, bounds.get()))
        })?,
    };
    let read = problem.multiple(&source.parse::<String>(name.get())?, Bounds { least, most });
    read.map(|_| ()).map_err(|error| {
        let culprit =
            bounds.filter(|_| matches!(error, ProblemError::Bounds { .. })).unwrap_or(name);
        source.fault(culprit.get(), error.into())
    })
}

/// Reads `["a", "x:red"]` or `{"items": ["a", "x:red"], "cost": 17}`.
fn read_option(
    problem: &mut Problem,
    source: Source<'_>,
    option: &RawValue,
) -> Result<(), TextError> {
    let Costly { items, cost } = if is_object(option) {
        source.parse(option.get())?
    } else {
        Costly { items: option, cost: None }
    };
    let words: Vec<&RawValue> = source.parse(items.get())?;
    let mut entries = Vec::with_capacity(words.len());
    for word in &words {
        let entry = entry(problem, &source.parse::<String>(word.get())?);
        entries.push(entry.map_err(|what| source.fault(word.get(), what))?);
    }
    let cost = cost.map_or(Ok(0), |cost| {
        let expected = "a cost, a whole number up to 18446744073709551615";
        let number = serde_json::from_str(cost.get());
        number.map_err(|_| source.fault(cost.get(), unexpected(expected, cost.get())))
    })?;
    let added =
        problem.option(entries.iter().copied()).and_then(|added| problem.set_cost(added, cost));
    added.map_err(|error| {
        let culprit = problem.culprit(&entries, &error).map_or(items, |k| words[k]);
        source.fault(culprit.get(), error.into())
    })
}

fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

/// Reads `a` or `x:red`.
fn entry(problem: &mut Problem, word: &str) -> Result<OptionEntry, TextFault> {
    let (name, colour) = name_and_colour(word);
    let item = problem.item_named(name).ok_or_else(|| TextFault::UnknownItem(name.to_owned()))?;
    let colour = colour.map(|name| problem.colour(name)).transpose()?;
    Ok(OptionEntry { item, colour })
}

/// The JSON reader's message, without the place.
fn said(error: &serde_json::Error) -> TextFault {
    let problem = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    TextFault::Json(problem.strip_suffix(&place).unwrap_or(&problem).to_owned())
}

/// The whole text, which gives the places of its parts.
#[derive(Clone, Copy)]
struct Source<'t>(&'t str);

impl<'t> Source<'t> {
    /// Reads a part of the text that is known to be JSON, but perhaps of the wrong kind.
    fn parse<T: Deserialize<'t>>(self, part: &'t str) -> Result<T, TextError> {
        serde_json::from_str(part).map_err(|error| self.fault(part, said(&error)))
    }

    /// The fault in a part of the text.
    fn fault(self, part: &str, what: TextFault) -> TextError {
        // It is a part of the text, so its place is the distance between their starts.
        TextError::at(self.0.as_bytes(), part.as_ptr() as usize - self.0.as_ptr() as usize, what)
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn names_may_be_written_with_escapes() {
        let text =
            r#"{"options": [["\u0061", "x:r\u00e4d"]], "secondary": ["x"], "primary": ["a"]}"#;
        assert_eq!(read(text).unwrap().to_string(), "a | x\na x:räd\n");
        assert_eq!(read(r#"{"primary": ["a"], "options": []}"#).unwrap().to_string(), "a\n");
    }

    #[test]
    fn every_fault_has_its_line_and_column() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        let with = |options: &str| {
            fault(&format!("{{\"primary\":[\"ä\",\"b\"],\n \"options\":[{options}]}}"))
        };
        assert_eq!(with(r#"["b","c"]"#), "2:18: there is no item `c`");
        assert_eq!(with(r#"["ä"],["b","\u00e4","b"]"#), "2:33: the option has the item `b` twice");
        assert_eq!(with(r#"["ä","b:red"]"#), "2:18: the primary item `b` can't have a colour");
        assert_eq!(with(r#"["b"], []"#), "2:20: the option has no items");
        assert_eq!(with(r#"["b", 5]"#), "2:19: invalid type: integer `5`, expected a string");
        assert_eq!(with(r#""b""#), "2:13: invalid type: string \"b\", expected a sequence");
        assert_eq!(
            fault(r#"{"primary":["a","a"],"options":[]}"#),
            "1:17: there is already an item `a`"
        );
        assert_eq!(
            fault(r#"{"primary":["a b"],"options":[]}"#),
            "1:13: `a b` can't be a name: it is empty, or has white space, a control character, \
             `:` or `|` in it"
        );
        assert_eq!(fault(r#"{"primary":[],"options":[[]]}"#), "1:26: the option has no items");
        assert_eq!(fault(r#"{"primary":["a"]}"#), "1:17: missing field `options`");
        assert!(
            fault(r#"{"primary":["a"],"option":[]}"#).starts_with("1:25: unknown field `option`")
        );
        assert_eq!(fault("{\"primary\":[\n"), "2:1: EOF while parsing a list");
        let expected = "expected an object with \"primary\" and \"options\", found";
        assert_eq!(
            fault(" [[\"a\"],[],[[\"a\"]]]"),
            format!("1:2: {expected} `[[\"a\"],[],[[\"a\"]]]`")
        );
        assert_eq!(fault("\n"), format!("2:1: {expected} the end"));
        let deep = fault(&format!("{{\"primary\":{}", "[".repeat(1_000_000)));
        assert_eq!(deep, "1:1000011: EOF while parsing a list");
    }

    #[test]
    fn bounds_and_costs_have_fields() {
        let text = r#"{"primary": [{"name": "a", "bounds": [0, 2]}, {"bounds": [3, 3], "name": "b"},
            {"name": "c"}],
            "options": [{"items": ["a", "b"], "cost": 17}, {"items": ["c"]}]}"#;
        assert_eq!(read(text).unwrap().to_string(), "0:2|a 3|b c\na b |17\nc\n");
        let fault = |text: &str| read(text).unwrap_err().to_string();
        let bounds = |bounds: &str| {
            fault(&format!(
                "{{\"options\":[],\"primary\":[\n{{\"name\":\"a\",\"bounds\":{bounds}}}]}}"
            ))
        };
        let expected = "2:22: expected bounds as in [2, 3], each up to 4294967295, found";
        for wrong in ["3", "[3]", "[1,2,3]", "[-1,2]", "[1,4294967296]", "\"2:3\"", "[1.5,2]"] {
            assert_eq!(bounds(wrong), format!("{expected} `{wrong}`"));
        }
        let range = "options: the most must be at least 1, and the least no more";
        assert_eq!(bounds("[3,2]"), format!("2:22: the item `a` can't stand in 3 to 2 {range}"));
        assert_eq!(bounds("[0,0]"), format!("2:22: the item `a` can't stand in 0 to 0 {range}"));
        let cost = |cost: &str| {
            fault(&format!(
                "{{\"primary\":[\"a\"],\"options\":[\n{{\"items\":[\"a\"],\"cost\":{cost}}}]}}"
            ))
        };
        let expected = "2:23: expected a cost, a whole number up to 18446744073709551615, found";
        for wrong in ["-1", "1.5", "18446744073709551616", "1e400", "\"17\"", "[17]"] {
            assert_eq!(cost(wrong), format!("{expected} `{wrong}`"));
        }
        let with =
            |options: &str| fault(&format!("{{\"primary\":[\"a\"],\"options\":[\n{options}]}}"));
        assert_eq!(
            with(r#"{"items":["a","a"],"cost":3}"#),
            "2:15: the option has the item `a` twice"
        );
        assert_eq!(with(r#"{"items":[]}"#), "2:10: the option has no items");
        assert_eq!(with(r#"{"cost":3}"#), "2:1: missing field `items`");
        assert!(with(r#"{"items":["a"],"costs":3}"#).starts_with("2:1: unknown field `costs`"));
        assert!(
            fault(r#"{"primary":["a"],"secondary":[{"name":"x"}],"options":[]}"#)
                .starts_with("1:31: invalid type: map")
        );
    }
}
