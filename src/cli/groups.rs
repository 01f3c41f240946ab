//! The commands in groups: for the program's help, since clap has no headings for commands, and one
//! by one, since a run needs one.
//!
//! Each line of the help comes from the command's own definition, and each command is in exactly
//! one group.

use std::fmt::Write;

use clap::{Args, Command, CommandFactory};

use super::{
    Arguments, canon, compare, cover, explain, filter, generate, minimize, morph, rate, shell,
    solve, tour, verify,
};

/// A command's name, and what defines its arguments.
type Named = (&'static str, fn(Command) -> Command);

/// The groups and their commands, in the order of the help.
const GROUPS: [(&str, &[Named]); 5] = [
    (
        "Sudoku catalogues",
        &[
            ("verify", verify::Arguments::augment_args),
            ("solve", solve::Arguments::augment_args),
            ("canon", canon::Arguments::augment_args),
            ("filter", filter::Arguments::augment_args),
            ("morph", morph::Arguments::augment_args),
            ("minimize", minimize::Arguments::augment_args),
        ],
    ),
    (
        "Making puzzles",
        &[("generate", generate::Arguments::augment_args), ("tour", tour::Arguments::augment_args)],
    ),
    (
        "Understanding",
        &[
            ("explain", explain::Arguments::augment_args),
            ("rate", rate::Arguments::augment_args),
            ("compare", compare::Arguments::augment_args),
        ],
    ),
    ("Exact cover", &[("cover", cover::Arguments::augment_args)]),
    (
        "Shell",
        &[("completions", shell::Completions::augment_args), ("man", shell::Page::augment_args)],
    ),
];

/// The definition of the command line with this command alone, which takes a tenth of the time that
/// all take. What it accepts means the same to all of them; what it refuses, they explain.
pub(super) fn alone(name: &str) -> Option<Command> {
    let mut commands = GROUPS.iter().flat_map(|(_, commands)| *commands);
    let &(name, augment) = commands.find(|&&(other, _)| other == name)?;
    Some(Command::new("tourdion").subcommand(augment(Command::new(name))))
}

/// An example for each group.
pub(super) const EXAMPLES: &str = "\
Examples:
  tourdion verify puzzles.txt                     what is not proper
  tourdion generate -n 10 --clues 24..26          ten puzzles
  tourdion explain --html path.html puzzle.txt    a page to step through
  tourdion cover --make pentominoes:6x10          a packing of twelve pieces
  tourdion completions bash > tourdion.bash

`tourdion help COMMAND` has all options of a command, and more examples.";

/// The definition of the command line, with the commands in groups.
pub(super) fn definition() -> Command {
    let definition = Arguments::command();
    let (header, literal) =
        (definition.get_styles().get_header(), definition.get_styles().get_literal());
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (heading, names) in GROUPS {
        let _ = writeln!(template, "{header}{heading}:{header:#}");
        for &(name, _) in names {
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
        let names = GROUPS.iter().flat_map(|(_, commands)| *commands).map(|&(name, _)| name);
        let mut grouped: Vec<&str> = names.collect();
        let definition = Arguments::command();
        let mut defined: Vec<&str> = definition.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        defined.sort_unstable();
        assert_eq!(grouped, defined);
    }

    #[test]
    fn a_command_alone_has_the_arguments_that_it_has_among_all() {
        let mut all = Arguments::command();
        all.build();
        for command in all.get_subcommands().filter(|command| command.get_name() != "help") {
            let mut alone = alone(command.get_name()).expect("it is in a group");
            alone.build();
            let alone = alone.find_subcommand(command.get_name()).expect("it has itself");
            let words = |command: &Command| -> Vec<String> {
                command.get_arguments().map(|argument| format!("{argument:?}")).collect()
            };
            assert_eq!(words(alone), words(command));
            let groups = |command: &Command| -> Vec<String> {
                command.get_groups().map(|group| format!("{group:?}")).collect()
            };
            assert_eq!(groups(alone), groups(command));
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
