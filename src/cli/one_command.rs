//! Parses a command line with the definition of its command alone, which is faster than with those
//! of all commands.
//!
//! ```text
//!      tourdion cover toy.txt     cover alone          a tenth of the time of all definitions
//!      tourdion cover --coutn     refused, so all      they explain, and show help
//! ```
//!
//! Invariant: what a command alone accepts means the same among all.

use clap::{Args, Command};

use super::{
    canon, compare, cover, explain, filter, generate, minimize, morph, rate, shell, solve, tour,
    verify,
};

/// A command's name, and what defines its arguments.
type Named = (&'static str, fn(Command) -> Command);

/// The commands.
const COMMANDS: [Named; 14] = [
    ("verify", verify::Arguments::augment_args),
    ("solve", solve::Arguments::augment_args),
    ("tour", tour::Arguments::augment_args),
    ("canon", canon::Arguments::augment_args),
    ("filter", filter::Arguments::augment_args),
    ("morph", morph::Arguments::augment_args),
    ("generate", generate::Arguments::augment_args),
    ("minimize", minimize::Arguments::augment_args),
    ("compare", compare::Arguments::augment_args),
    ("explain", explain::Arguments::augment_args),
    ("rate", rate::Arguments::augment_args),
    ("cover", cover::Arguments::augment_args),
    ("completions", shell::Completions::augment_args),
    ("man", shell::Page::augment_args),
];

/// The definition of the command line with this command alone.
pub(super) fn definition(name: &str) -> Option<Command> {
    let &(name, augment) = COMMANDS.iter().find(|&&(other, _)| other == name)?;
    Some(Command::new("tourdion").subcommand(augment(Command::new(name))))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Arguments;
    use super::*;

    #[test]
    fn a_command_alone_has_the_arguments_that_it_has_among_all() {
        let mut all = Arguments::command();
        all.build();
        for command in all.get_subcommands().filter(|command| command.get_name() != "help") {
            let mut alone = definition(command.get_name()).expect("it is a command");
            alone.build();
            let alone = alone.find_subcommand(command.get_name()).expect("it has itself");
            let arguments = |command: &Command| -> Vec<String> {
                command.get_arguments().map(|argument| format!("{argument:?}")).collect()
            };
            assert_eq!(arguments(alone), arguments(command));
            let groups = |command: &Command| -> Vec<String> {
                command.get_groups().map(|group| format!("{group:?}")).collect()
            };
            assert_eq!(groups(alone), groups(command));
        }
    }
}
