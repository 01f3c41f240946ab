//! Tips for arguments that the program refuses: what to type instead.
//!
//! ```text
//!      generate --difficulty 3      --keep 'difficulty in 2.0..3.5' does that
//!      tour '-1+1' FILE             a step stands in braces: '{-1+1}'
//!      tour --resume DIR SEQUENCE   the folder keeps the sequence
//! ```

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::tour::in_braces;

/// Options that other programs have, the commands that lack them, and the tips. With no command, a
/// tip is for all commands that have its first option.
const ELSEWHERE: [(&str, &str, &str); 11] = [
    (
        "generate",
        "difficulty easy grade hard hardness level rating",
        "--keep 'difficulty in 2.0..3.5' makes puzzles by the hardest technique that they need, \
         and --keep 'te>=2' by a rating",
    ),
    ("generate", "amount count puzzles", "--number N is the number of puzzles"),
    ("generate", "template", "--pattern PATTERN is for the cells of the clues"),
    ("tour", "difficulty hardest rating", "--best N --by te,b keeps the hardest results of a step"),
    ("solve", "pdf print", "--booklet FILE.html is a page that a browser prints to PDF"),
    ("solve", "caption name title", "--booklet takes the text after a puzzle as its title"),
    (
        "solve",
        "image picture png svg",
        "--booklet FILE.html draws the grids, and `tourdion explain` a step of a path",
    ),
    (
        "cover",
        "tree steps",
        "--trace N prints the first N nodes of the search tree, and `tourdion compare` draws \
         trees of Sudokus",
    ),
    (
        "",
        "grid side size width",
        "--boxes RxC is the shape of a box: 2x3 for grids of 6x6, 4x4 for 16x16",
    ),
    ("", "cores cpus jobs parallel workers", "--threads N is the number of threads"),
    ("", "csv json tsv", "--emit csv, tsv or jsonl writes a table"),
];

/// The same error, with a tip if there is one.
pub(super) fn with_tip(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let Some(command) = arguments.get(1).and_then(|name| name.to_str()) else { return error };
    if let Some(tip) = tip(&error, command, arguments) {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

fn tip(error: &clap::Error, command: &str, arguments: &[OsString]) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(ContextValue::Strings(texts)) => texts.first().map(String::as_str),
        _ => None,
    };
    let refused = text(ContextKind::InvalidArg)?;
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let mut words = arguments.iter().filter_map(|word| word.to_str());
            if command == "tour"
                && let Some(word) = words.find(|word| word.starts_with(refused))
                && let Some(tip) = in_braces(word)
            {
                return Some(tip);
            }
            instead_of(refused.strip_prefix("--")?, command).map(str::to_owned)
        }
        ErrorKind::ArgumentConflict => {
            let both = [Some(refused), text(ContextKind::PriorArg)];
            both.contains(&Some(RESUME)).then(|| {
                format!("`tourdion {command} --resume DIR` is all: the folder keeps the rest")
            })
        }
        _ => None,
    }
}

/// The option that goes on with kept work, as errors name it.
const RESUME: &str = "--resume <DIR>";

/// The tip for an option that `command` does not have.
fn instead_of(option: &str, command: &str) -> Option<&'static str> {
    let has = |tip: &str| {
        let first = tip.split(' ').next().and_then(|first| first.strip_prefix("--"));
        let definition = super::one_command::definition(command);
        let command = definition.as_ref().and_then(|all| all.find_subcommand(command));
        command.is_some_and(|command| command.get_arguments().any(|one| one.get_long() == first))
    };
    let mut tips = ELSEWHERE.into_iter().filter(|(of, names, tip)| {
        names.split(' ').any(|name| name == option) && (*of == command || of.is_empty() && has(tip))
    });
    tips.next().map(|(.., tip)| tip)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    #[test]
    fn what_a_tip_names_exists_and_what_it_is_for_does_not() {
        let definition = Arguments::command();
        let commands: Vec<&str> =
            definition.get_subcommands().map(clap::Command::get_name).collect();
        for (of, names, tip) in ELSEWHERE {
            let first = tip.split(' ').next().unwrap().strip_prefix("--").unwrap();
            let mut tipped = 0;
            for &command in &commands {
                let arguments = definition.find_subcommand(command).unwrap().get_arguments();
                let options: Vec<&str> = arguments.filter_map(clap::Arg::get_long).collect();
                let is_for = command == of || of.is_empty() && options.contains(&first);
                if !is_for {
                    continue;
                }
                for option in tip.split(' ').filter_map(|word| word.strip_prefix("--")) {
                    assert!(options.contains(&option), "{command}: {tip}");
                }
                for name in names.split(' ').filter(|name| !options.contains(name)) {
                    assert_eq!(instead_of(name, command), Some(tip), "{command} --{name}");
                    tipped += 1;
                }
            }
            assert!(tipped > 0, "{tip}");
        }
        assert_eq!(instead_of("json", "completions"), None);
    }
}
