//! The program's help: its commands in groups, since clap has no headings for commands.
//!
//! Each line comes from the command's own definition, and each command is in exactly one group.

use std::fmt::Write;

use clap::{Arg, Command, CommandFactory};

use super::Arguments;

/// The groups and their commands, in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Sudoku catalogues", &["verify", "solve", "canon", "filter", "morph", "minimize"]),
    ("Making puzzles", &["generate", "tour"]),
    ("Understanding", &["explain", "rate", "compare"]),
    ("Exact cover", &["cover"]),
    ("Shell", &["completions", "man"]),
];

/// An example for each group.
pub(super) const EXAMPLES: &str = "\
Examples:
  tourdion verify puzzles.txt                     what is not proper
  tourdion generate -n 10 --clues 24..26          ten puzzles
  tourdion explain --html path.html puzzle.txt    a page to step through
  tourdion cover --make pentominoes:6x10          a packing of twelve pieces
  tourdion completions bash > tourdion.bash

`tourdion help COMMAND` has all options of a command, and more examples.";

/// The definition of the command line, with the commands in groups. A negative number behind an
/// option is its value, so that the error says which values it takes.
pub(super) fn definition() -> Command {
    let is_option = |arg: &Arg| arg.get_long().is_some() && arg.get_action().takes_values();
    let negative = |arg: Arg| if is_option(&arg) { arg.allow_negative_numbers(true) } else { arg };
    let definition = Arguments::command().mut_subcommands(|command| command.mut_args(negative));
    let (header, literal) =
        (definition.get_styles().get_header(), definition.get_styles().get_literal());
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (heading, names) in GROUPS {
        let _ = writeln!(template, "{header}{heading}:{header:#}");
        for name in names {
            let about = definition.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(template, "  {literal}{name:<11}{literal:#}  {about}");
        }
        template.push('\n');
    }
    let _ = write!(template, "{header}Options:{header:#}\n{{options}}{{after-help}}");
    definition.help_template(template)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let definition = Arguments::command();
        let mut defined: Vec<&str> = definition.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        defined.sort_unstable();
        assert_eq!(grouped, defined);
    }

    /// clap breaks lines that are longer than the terminal is wide; the rest begins at the left.
    #[test]
    fn examples_fit_a_terminal_of_80_columns_but_for_puzzles() {
        for command in Arguments::command().get_subcommands() {
            let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in examples.lines() {
                let has_puzzle = || line.split(' ').any(|word| word.len() == 81);
                assert!(line.chars().count() <= 80 || has_puzzle(), "{line}");
            }
        }
    }

    #[test]
    fn the_help_is_narrow_and_has_all_commands() {
        let help = definition().render_help().to_string();
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        for command in Arguments::command().get_subcommands() {
            let begin = format!("  {:<11}  ", command.get_name());
            let lines = help.lines().filter_map(|line| line.strip_prefix(&begin));
            let abouts: Vec<&str> = lines.collect();
            assert_eq!(abouts, [command.get_about().unwrap().to_string()]);
        }
    }
}
