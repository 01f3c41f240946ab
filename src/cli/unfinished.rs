//! Work that is kept in a folder and has not come to its end: why, and how to go on.
//!
//! ```text
//!      unfinished: the reader of the results has gone
//!      go on with: tourdion tour --resume 'my hunt'
//! ```

use std::path::Path;

use anyhow::anyhow;
use tourdion::excerpt::PathName;
use tourdion::state::StateError;

use super::{Ending, complain, is_closed_pipe, say};

/// Says why the work has not come to its end. If only the reader of its results has gone, that is
/// no error.
pub(super) fn unfinished(error: &anyhow::Error) -> Ending {
    if is_closed_pipe(error) {
        say("unfinished: the reader of the results has gone");
        return Ending::Well;
    }
    complain(format_args!("{error:#}"));
    Ending::Unreadable
}

/// Says which command goes on with the work in `folder`, or that the folder is gone.
pub(super) fn say_how_to_go_on(command: &str, folder: &Path) {
    if folder.is_dir() {
        say(how_to_go_on(command, folder));
    } else {
        say(format!("nothing is left to go on with: {} is gone", PathName(folder)));
    }
}

fn how_to_go_on(command: &str, folder: &Path) -> String {
    format!("go on with: tourdion {command} --resume {}", word(&PathName(folder).to_string()))
}

/// The error of a folder in which no new work can begin. If it keeps such work, the command that
/// goes on with it stands on a second line.
pub(super) fn not_begun(error: StateError, command: &str) -> anyhow::Error {
    match &error {
        StateError::Kept { folder, .. } => anyhow!("{error}\n{}", how_to_go_on(command, folder)),
        _ => error.into(),
    }
}

/// A path as a shell takes it for one word, and a program for no option.
fn word(path: &str) -> String {
    let here = if path.starts_with('-') { "./" } else { "" };
    let text = format!("{here}{path}");
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_argument() {
        for (text, written) in [
            ("hunts/2026-11", "hunts/2026-11"),
            ("my hunt", "'my hunt'"),
            ("it's", r"'it'\''s'"),
            ("a;rm *", "'a;rm *'"),
            ("~", "'~'"),
            ("", "''"),
            ("-x", "./-x"),
            ("-my hunt", "'./-my hunt'"),
        ] {
            assert_eq!(word(text), written);
        }
    }
}
