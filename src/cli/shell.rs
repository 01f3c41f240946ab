//! Completion scripts and manual pages, made from the definitions of the command line.
//!
//! Many options take one of a few names, and have a parser of their own, with errors of its own. A
//! script offers these names too; what it offers is taken, and more spellings may be.

use std::fmt::Write;

use anyhow::anyhow;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use tourdion::catalogue::CatalogueForm;
use tourdion::compare::Contestant;
use tourdion::cover::ProblemForm;
use tourdion::cover::engine::links::Branching;
use tourdion::generate::PatternSymmetry;
use tourdion::logic::Ladder;
use tourdion::rating::Rating;

use super::output::print;
use super::{Ending, foreign_commands, help_groups, no_command, similar_command};

/// Which shell.
#[derive(Args, Debug)]
pub(super) struct Completions {
    /// Shell that reads the script
    shell: Shell,
}

/// Prints a completion script.
pub(super) fn completions(arguments: &Completions) -> anyhow::Result<Ending> {
    let mut definition = with_names(help_groups::definition());
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition, "tourdion", &mut script);
    if arguments.shell == Shell::Fish {
        script = for_fish(&String::from_utf8_lossy(&script), &definition).into_bytes();
    }
    print(&script)?;
    Ok(Ending::Well)
}

/// The definition, where the arguments that take one of a few names list them.
fn with_names(definition: Command) -> Command {
    let commands: Vec<String> = definition.get_subcommands().map(name_of).collect();
    definition.mut_subcommands(|command| {
        let name = name_of(&command);
        command.mut_args(|arg| {
            let names = names(&name, arg.get_id().as_str(), &commands);
            listing(arg, names)
        })
    })
}

fn name_of(command: &Command) -> String {
    command.get_name().to_owned()
}

fn listing(arg: Arg, names: Vec<String>) -> Arg {
    if names.is_empty() {
        return arg;
    }
    // clap asks for names that stay, and the program ends with the script.
    let values = names.into_iter().map(|name| PossibleValue::new(&*name.leak()));
    arg.value_parser(PossibleValuesParser::new(values))
}

/// The names that an argument of a command takes, if they are few; `commands` are the program's.
fn names(command: &str, argument: &str, commands: &[String]) -> Vec<String> {
    match (command, argument) {
        ("cover", "format") => words(ProblemForm::ALL),
        (_, "format") => words(CatalogueForm::ALL),
        ("cover", "branch") => words(Branching::ALL),
        ("generate", "symmetry") => words(&PatternSymmetry::ALL),
        ("generate", "technique") => techniques(false),
        ("explain", "only" | "without") => techniques(true),
        ("compare", "engine") => words(&Contestant::all().collect::<Vec<_>>()),
        ("rate", "rating") => [words(Rating::ALL), vec!["se".to_owned()]].concat(),
        ("rate" | "tour", "by") => words(Rating::ALL),
        ("man", "command") => commands.to_vec(),
        _ => Vec::new(),
    }
}

/// Names, each as one word.
fn words(all: &[impl ToString]) -> Vec<String> {
    all.iter().map(|one| one.to_string().replace(' ', "-")).collect()
}

/// `singles`, and the techniques, with their groups if these are taken too.
fn techniques(with_groups: bool) -> Vec<String> {
    let mut all = vec![Ladder::SINGLES];
    for rung in Ladder::default().rungs() {
        all.push(rung.technique.name());
        if with_groups && !all.contains(&rung.group) {
            all.push(rung.group);
        }
    }
    words(&all)
}

/// The script for fish, which clap's generator leaves with two gaps: it offers no values of an
/// argument that is no option, and behind `help` nothing, since `help` itself is a command that
/// was seen.
fn for_fish(script: &str, definition: &Command) -> String {
    const HELP: &str = "__fish_tourdion_using_subcommand help; and not";
    let line = |line: &str| {
        let line = if line.contains(HELP) {
            line.replacen(" help\" -f", "\" -f", 1)
        } else {
            line.to_owned()
        };
        line + "\n"
    };
    let mut script: String = script.lines().map(line).collect();
    for command in definition.get_subcommands() {
        for argument in command.get_positionals() {
            let values: Vec<_> = argument
                .get_possible_values()
                .iter()
                .map(|one| one.get_name().to_owned())
                .collect();
            if !values.is_empty() {
                let (command, values) = (command.get_name(), values.join(" "));
                let _ = writeln!(
                    script,
                    "complete -c tourdion -n \"__fish_tourdion_using_subcommand {command}\" -f -a \
                     \"{values}\""
                );
            }
        }
    }
    script
}

/// Which page.
#[derive(Args, Debug)]
pub(super) struct Page {
    /// Command to describe [default: the program]
    command: Option<String>,
}

/// Prints a manual page.
pub(super) fn man(arguments: &Page) -> anyhow::Result<Ending> {
    let mut program = help_groups::definition();
    program.build();
    let command = match &arguments.command {
        None => &program,
        Some(name) => {
            let instead = || {
                let known = foreign_commands::instead_of(name).map(str::to_owned);
                known.or_else(|| similar_command(name))
            };
            let found = program.find_subcommand(name);
            found.ok_or_else(|| anyhow!(no_command(name, instead().as_deref())))?
        }
    };
    let mut page = Vec::new();
    let source = concat!("tourdion ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command.clone()).source(source).render(&mut page)?;
    // The examples are laid out by hand: `.nf` keeps their lines.
    let page =
        String::from_utf8_lossy(&page).replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n.nf\n");
    print(page.as_bytes())?;
    Ok(Ending::Well)
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::*;

    fn script(shell: Shell) -> String {
        let mut definition = with_names(help_groups::definition());
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut definition, "tourdion", &mut script);
        let script = String::from_utf8(script).unwrap();
        if shell == Shell::Fish { for_fish(&script, &definition) } else { script }
    }

    #[test]
    fn names_that_are_offered_are_taken() {
        let definition = help_groups::definition();
        let mut offered = 0;
        for command in with_names(definition.clone()).get_subcommands() {
            let plain = definition.find_subcommand(command.get_name()).unwrap();
            let with_values = |argument: &&Arg| argument.get_action().takes_values();
            for argument in command.get_arguments().filter(with_values) {
                for value in argument.get_possible_values() {
                    let option = argument.get_long().map(|long| format!("--{long}"));
                    let words = ["tourdion".to_owned()].into_iter().chain(option);
                    let words = words.chain([value.get_name().to_owned()]);
                    let refused = plain.clone().try_get_matches_from(words).err();
                    let kind = refused.as_ref().map(clap::Error::kind);
                    let is_taken =
                        !matches!(kind, Some(ErrorKind::InvalidValue | ErrorKind::ValueValidation));
                    assert!(is_taken, "{}: {refused:?}", command.get_name());
                    offered += 1;
                }
            }
        }
        assert!(offered > 300, "{offered}");
        let mut ladder = Ladder::default();
        ladder.without(&techniques(true)[1..]).unwrap();
        assert_eq!(ladder.rungs().count(), 0);
        for name in &techniques(false)[1..] {
            assert!(Ladder::named(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn scripts_offer_the_names() {
        let bash = script(Shell::Bash);
        for names in ["lines values framed", "none half-turn", "te b gb", "knuth numeric"] {
            assert!(bash.contains(&format!("compgen -W \"{names} ")), "{names}");
        }
        for shell in [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
            assert!(!script(shell).is_empty());
        }
    }

    #[test]
    fn fish_offers_commands_behind_help_and_shells() {
        let fish = script(Shell::Fish);
        assert!(!fish.contains(" man help\" -f"), "{fish}");
        assert!(fish.contains(" completions man\" -f -a \"verify\""), "{fish}");
        let shells = "using_subcommand completions\" -f -a \"bash elvish fish powershell zsh\"\n";
        assert!(fish.contains(shells), "{fish}");
        assert!(fish.contains("using_subcommand man\" -f -a \"verify "), "{fish}");
    }
}
