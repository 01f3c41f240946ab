//! A problem as a JSON object.
//!
//! ```text
//!     {"primary": ["a", "b", "c"],       names of items; "secondary" may be left out
//!      "secondary": ["x", "y"],
//!      "options": [["a", "b", "x:1"],    items as in Knuth's form, a secondary one with its colour
//!                  ["c", "y"]]}
//! ```
//!
//! A primary item with bounds is an object instead of a name, and so is an option with a cost
//! instead of a list:
//!
//! ```text
//!     {"primary": ["a", {"name": "c", "bounds": [2, 3]}],
//!      "options": [["a", "c"], {"items": ["c"], "cost": 17}]}
//! ```
//!
//! A problem may lack primary items, or all items: its lists are then empty.
//!
//! Writing needs no library. Reading uses one, and needs the feature `json`.
//!
//! Deliberately lacking: the three lists by themselves, without an object; names that Knuth's form
//! can't express; and unknown members.

use std::fmt;

use crate::cover::problem::Problem;

#[cfg(feature = "json")]
mod read;
#[cfg(feature = "json")]
pub use read::read;

/// Writes a problem that has no primary items, and so no bounds.
pub(super) fn write(problem: &Problem, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let names: Vec<String> = problem.items().map(|item| quoted(problem.name(item))).collect();
    write!(f, "{{\"primary\": [],\n \"secondary\": [{}],\n \"options\": [", names.join(", "))?;
    for option in problem.options() {
        let entries = problem.entries_of(option).iter();
        let items: Vec<String> =
            entries.map(|&entry| quoted(&problem.spelled_entry(entry).to_string())).collect();
        let (items, comma) = (items.join(", "), if option.index() == 0 { "" } else { "," });
        match problem.cost(option) {
            0 => write!(f, "{comma}\n  [{items}]")?,
            cost => write!(f, "{comma}\n  {{\"items\": [{items}], \"cost\": {cost}}}")?,
        }
    }
    f.write_str("\n ]}\n")
}

/// A name as a string of JSON. It has no control characters, which would need more.
fn quoted(name: &str) -> String {
    let mut quoted = String::from('"');
    for sign in name.chars() {
        if matches!(sign, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(sign);
    }
    quoted.push('"');
    quoted
}
