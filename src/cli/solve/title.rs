//! The titles of puzzles: the text behind each, or what stands in a column of its row.
//!
//! ```text
//!      8..........36… Everest                          the text behind the puzzle
//!      name,puzzle                 --title name        the field of a table
//!      {"name": "Everest", …}      --title name        the member of an object
//! ```
//!
//! A column is found as those of puzzles and solutions are: by its name, letter by letter or else
//! in any case, or by its number. Deliberately lacking: how a title is shown.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use tourdion::catalogue::{CatalogueForm, Chunk, Record, Table};
use tourdion::excerpt::{Excerpt, Names, shortened};

/// Where the titles of a file are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Titles<'c> {
    /// Behind the puzzles.
    Behind,
    /// In this column of a table, from 0.
    Column(&'c Table, usize),
    /// In the member of this name.
    Member(&'c str),
}

impl<'c> Titles<'c> {
    /// The titles of a chunk's file; `wanted` is the column that is named.
    ///
    /// # Errors
    /// If the file has no such column, or several: in words.
    pub(super) fn of(wanted: Option<&'c str>, chunk: &'c Chunk) -> Result<Titles<'c>, String> {
        let Some(wanted) = wanted else { return Ok(Titles::Behind) };
        let file = chunk.file();
        let Some(table) = chunk.table() else {
            return match chunk.form() {
                CatalogueForm::Json | CatalogueForm::JsonLines => Ok(Titles::Member(wanted)),
                _ => Err(format!(
                    "{file}: it has no columns, which --title names; without --title the text \
                     behind a puzzle is its title"
                )),
            };
        };
        match table.columns_called(wanted)[..] {
            [column] => Ok(Titles::Column(table, column)),
            [] => Err(format!(
                "{file}: no column `{}` for titles; it has {}",
                Excerpt(wanted),
                Names(table.names())
            )),
            ref columns => {
                let columns: Vec<String> =
                    columns.iter().map(|column| (column + 1).to_string()).collect();
                Err(format!(
                    "{file}: the columns {} are all called `{}`: --title takes a number, too",
                    Names(&columns),
                    Excerpt(wanted)
                ))
            }
        }
    }

    /// The title of a puzzle on one line; may be empty.
    pub(super) fn title(&self, record: &Record<'_>) -> String {
        on_one_line(&match self {
            Titles::Behind => behind(record.trailing),
            Titles::Column(table, column) => {
                let (mut title, mut number) = (String::new(), 0);
                table.fields(&record.written, |field| {
                    if number == *column {
                        title = String::from_utf8_lossy(&field).into_owned();
                    }
                    number += 1;
                });
                title
            }
            Titles::Member(name) => member(record.written.text(), name),
        })
    }
}

/// The most characters of a title: more than a page is wide.
const LONGEST: usize = 200;

/// A text with one blank where it has blanks or ends of lines, and with its first characters if it
/// is long.
fn on_one_line(text: &str) -> String {
    shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "), LONGEST)
}

/// The text behind a puzzle, without what sets it apart.
fn behind(trailing: &[u8]) -> String {
    let text = String::from_utf8_lossy(trailing);
    let is_between = |sign: char| sign.is_whitespace() || ",;#".contains(sign);
    text.trim_matches(is_between).to_owned()
}

/// A member of an object: the content of a string, and anything else as it is written. Nothing of
/// what is no object.
fn member(object: &[u8], name: &str) -> String {
    let members = serde_json::from_slice::<BTreeMap<String, &RawValue>>(object).unwrap_or_default();
    let in_any_case = || members.iter().find(|(one, _)| one.eq_ignore_ascii_case(name));
    let Some((_, value)) = members.get_key_value(name).or_else(in_any_case) else {
        return String::new();
    };
    match value.get() {
        "null" => String::new(),
        text => serde_json::from_str::<String>(text).unwrap_or_else(|_| text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_behind_a_puzzle_is_its_title_without_separators() {
        for (text, title) in
            [("", ""), (" # Arto; 2012 ,", "Arto; 2012"), (",a,b", "a,b"), ("\t\u{e9}", "\u{e9}")]
        {
            assert_eq!(behind(text.as_bytes()), title, "{text:?}");
        }
    }

    #[test]
    fn a_title_has_one_line_and_an_end() {
        assert_eq!(on_one_line(" a\tb \r\n\nc "), "a b c");
        assert_eq!(on_one_line(&"w".repeat(LONGEST)), "w".repeat(LONGEST));
        assert_eq!(on_one_line(&"w".repeat(1_000_000)), "w".repeat(LONGEST) + "…");
    }

    #[test]
    fn a_member_of_any_kind_is_a_title() {
        let object = r#"{"Name":"a \"b\" \u00e9","n":7,"name":"x","z":null,"l":[1, 2],"":"e"}"#;
        for (name, title) in [
            ("Name", "a \"b\" \u{e9}"),
            ("name", "x"),
            ("NAME", "a \"b\" \u{e9}"),
            ("n", "7"),
            ("z", ""),
            ("l", "[1, 2]"),
            ("", "e"),
            ("other", ""),
        ] {
            assert_eq!(member(object.as_bytes(), name), title, "{name}");
        }
        assert_eq!(member(b"\"8..36\"", "name"), "");
    }
}
