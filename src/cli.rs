//! The commands, their common parts, and their exit codes.
//!
//! ```text
//!      verify [CATALOGUE]...      proper, pseudo-puzzle or impossible?    one file a command
//!      solve [PUZZLE|FILE]...     a solution, all, or their number
//!      canon [CATALOGUE]...       the canonical form of each puzzle
//!      filter EXPRESSION [...]    the rows that satisfy an expression
//!      morph [PUZZLE|FILE]...     symmetric copies; the symmetry between two puzzles
//!      tour SEQUENCE [CATALOGUE]  the proper puzzles around those of a catalogue
//!      generate                   solution grids, minimal puzzles
//!      minimize [CATALOGUE]...    minimal forms, redundant clues
//!      compare [CATALOGUE]...     searches side by side
//!      explain [PUZZLE|FILE]...   how a person can solve it: singles, chains and nets
//!      rate [PUZZLE|FILE]...      how hard it is: trial and error, braids
//!      cover [FILE]               covers of any exact-cover problem
//!      completions, man           for the shell
//! ```
//!
//! Results go to standard output, everything else to standard error. The exit code is that of the
//! worst that has happened:
//!
//! ```text
//!      0      all is well
//!      1      some puzzle is not as required, or not everything was found or made
//!      2      something can't be read or written, arguments are wrong, or engines disagree
//!      3      an answer is not known: a budget was spent before, or nobody can decide
//!      130    an interrupt came
//! ```
//!
//! The help of each command says when. A reader that has seen enough, such as `head`, is no error.
//!
//! Deliberately lacking: algorithms. Rooms of the library compute and return; these print.

use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{FromArgMatches, Parser, Subcommand};
use tourdion::excerpt::{Excerpt, one_line, plain, shortened, steers};
use tourdion::sudoku::Alphabet;

mod argument;
mod canon;
mod command_puzzle;
mod compare;
mod cores;
mod cover;
mod explain;
mod file_size_limit;
mod filter;
mod foreign_commands;
mod generate;
mod help_groups;
mod interrupt;
mod lock;
mod minimize;
mod morph;
mod one_command;
mod options;
mod output;
mod output_file;
mod paint;
mod picture;
mod progress;
mod rate;
mod same_file;
mod shell;
mod solve;
mod stream;
mod tips;
mod tour;
mod unfinished;
mod verify;
mod written;

use command_puzzle::CommandPuzzle;

/// Verify, make, explain and rate Sudoku puzzles, and solve exact-cover problems.
#[derive(Parser, Debug)]
#[command(name = "tourdion", version, max_term_width = 100, after_help = help_groups::EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Check that each puzzle is proper, and report those that are not
    Verify(verify::Arguments),
    /// Print a solution of each puzzle, all of them, or their number
    Solve(solve::Arguments),
    /// Find the proper puzzles around others: take clues off, add others
    Tour(tour::Arguments),
    /// Write canonical forms; drop puzzles that are equal up to symmetry
    Canon(canon::Arguments),
    /// Write the rows whose puzzles satisfy an expression, unchanged
    Filter(filter::Arguments),
    /// Copy puzzles by random symmetries; find the one between two
    Morph(morph::Arguments),
    /// Make minimal puzzles, puzzles with a pattern, or solution grids
    Generate(generate::Arguments),
    /// Make puzzles minimal, or list their redundant clues
    Minimize(minimize::Arguments),
    /// Time dancing links, lockstep and plain backtracking side by side
    Compare(compare::Arguments),
    /// Solve puzzles as a person can, and show each step
    Explain(explain::Arguments),
    /// Rate how hard puzzles are: depth of trial and error, braids
    Rate(rate::Arguments),
    /// Solve exact-cover problems: print, count or sample covers
    Cover(cover::Arguments),
    /// Print a completion script for a shell
    Completions(shell::Completions),
    /// Print the manual page of the program or of a command
    Man(shell::Page),
}

impl Arguments {
    /// Reads the arguments of the process.
    pub(crate) fn read() -> Result<Arguments, clap::Error> {
        Arguments::of(&env::args_os().collect::<Vec<_>>())
    }

    /// Reads arguments, the first of them the name of the program.
    fn of(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
        let name = arguments.get(1);
        if let Some(definition) = name.and_then(|name| one_command::definition(name.to_str()?))
            && let Ok(matches) = definition.try_get_matches_from(arguments)
            && let Ok(arguments) = Arguments::from_arg_matches(&matches)
        {
            return Ok(arguments);
        }
        let mut definition = help_groups::definition();
        let matches = definition
            .try_get_matches_from_mut(arguments)
            .map_err(|error| tips::with_tip(error, arguments))?;
        Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))
    }
}

/// The end of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ending {
    /// All is well.
    Well,
    /// Some puzzle is not as required.
    NotWell,
    /// Something could not be read, or a verdict can't be trusted; it has been reported.
    Unreadable,
    /// A budget was spent before the answer was known; partial results have been reported.
    Spent,
    /// An interrupt came; finished work has been reported.
    Interrupted,
}

impl Ending {
    /// The ending of a command whose two parts end so.
    fn worse(self, other: Ending) -> Ending {
        self.max(other)
    }
}

/// Runs the command of the arguments.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    file_size_limit::fail_beyond();
    match arguments.command {
        Command::Verify(arguments) => verify::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Tour(arguments) => tour::run(arguments),
        Command::Canon(arguments) => canon::run(arguments),
        Command::Filter(arguments) => filter::run(arguments),
        Command::Morph(arguments) => morph::run(arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Minimize(arguments) => minimize::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Rate(arguments) => rate::run(arguments),
        Command::Cover(arguments) => cover::run(arguments),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::man(&arguments),
    }
}

/// Reports an error, if there is one, and turns the ending into an exit code.
pub(crate) fn outcome(ended: anyhow::Result<Ending>) -> ExitCode {
    let is_cut = output::is_cut();
    if is_cut {
        complain("the reader does not read on: the results are cut off");
    }
    match ended {
        // A command that was done before its reader took all does not know that it was interrupted.
        Ok(ending) if is_cut => ending.worse(Ending::Interrupted).into(),
        Ok(ending) => ending.into(),
        Err(error) if is_closed_pipe(&error) => Ending::Well.into(),
        Err(error) => {
            complain(format_args!("{error:#}"));
            Ending::Unreadable.into()
        }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(match ending {
            Ending::Well => 0,
            Ending::NotWell => 1,
            Ending::Unreadable => 2,
            Ending::Spent => 3,
            Ending::Interrupted => 130,
        })
    }
}

/// Whether the reader of our output has gone, which is no error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// The message if results can't be written.
const CANNOT_WRITE: &str = "can't write the results";

/// Prints a message beside the results. If standard error is gone, the message has no reader.
fn say(text: impl Display) {
    tell(&format!("{text}\n"));
}

/// The only way to standard error besides the progress bar. A terminal obeys nothing in the text.
fn tell(text: &str) {
    // In one write, so that two programs on one terminal do not mix their lines.
    let _ = io::stderr().write_all(plain(text).as_bytes());
}

/// Says why the program can't take its arguments, or prints the help that they ask for.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        file_size_limit::fail_beyond();
        return outcome(output::print_help(error).map(|()| Ending::Well));
    }
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
    {
        if let Some(instead) = foreign_commands::instead_of(name) {
            complain(no_command(name, Some(instead)));
            return Ending::Unreadable.into();
        }
        if Path::new(name).is_file() {
            complain(foreign_commands::file_alone(name));
            return Ending::Unreadable.into();
        }
        // clap has tips for commands, and none behind `help`.
        if error.get(ContextKind::SuggestedSubcommand).is_none()
            && let Some(similar) = similar_command(name)
        {
            complain(no_command(name, Some(&similar)));
            return Ending::Unreadable.into();
        }
    }
    // The error repeats arguments, which may come from a script or from foreign file names.
    let is_tame = |argument: OsString| {
        let argument = argument.to_string_lossy();
        argument.len() <= LONGEST_ARGUMENT && !argument.contains(steers)
    };
    if env::args_os().skip(1).all(is_tame) {
        // If standard error is gone, the message has no reader.
        let _ = error.print();
    } else {
        let text = on_its_lines(error);
        text.lines().for_each(|line| say(shortened(line, LONGEST_ARGUMENT)));
    }
    Ending::Unreadable.into()
}

/// The error without the lines that arguments begin: as of the same arguments, each on one line.
fn on_its_lines(error: &clap::Error) -> String {
    let arguments = env::args_os().map(|argument| one_line(&argument.to_string_lossy()));
    match Arguments::of(&arguments.map(OsString::from).collect::<Vec<_>>()) {
        Err(error) => error.to_string(),
        Ok(_) => one_line(&error.to_string()),
    }
}

/// A command whose name is similar to one that does not exist, as a hint.
fn similar_command(name: &str) -> Option<String> {
    let line = ["tourdion", name];
    let error = help_groups::definition().try_get_matches_from(line).err()?;
    let similar = match error.get(ContextKind::SuggestedSubcommand)? {
        ContextValue::String(similar) => similar,
        ContextValue::Strings(similar) => similar.first()?,
        _ => return None,
    };
    Some(format!("`{similar}` is similar"))
}

/// The message for an unknown command, with the command to type instead, if known.
fn no_command(name: &str, instead: Option<&str>) -> String {
    let name = Excerpt(name);
    match instead {
        Some(instead) => format!("there is no command `{name}`: {instead}"),
        None => format!("there is no command `{name}`"),
    }
}

/// The most characters of a line about arguments, if one of them is longer than that.
const LONGEST_ARGUMENT: usize = 400;

/// The most characters of any other line of an error.
const LONGEST_LINE: usize = 2_000;

/// Prints an error. What it repeats from outside is on one line already: the end of a line in it
/// must not begin another error.
fn complain(text: impl Display) {
    tell(&complaint(text));
}

/// The lines of an error, with the program's name, each up to a length.
fn complaint(text: impl Display) -> String {
    let text = format!("tourdion: {text}");
    text.lines().map(|line| shortened(line, LONGEST_LINE) + "\n").collect()
}

/// Why a puzzle is impossible, if that shows without a search.
fn why_impossible(puzzle: &impl CommandPuzzle, alphabet: &Alphabet) -> String {
    let mut text = Vec::new();
    puzzle.why_impossible(alphabet, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// A different seed each time: the standard library draws keys for its hash maps.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) >> 32 // short enough to type
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use clap::builder::PossibleValue;

    #[test]
    fn the_definitions_are_consistent() {
        Arguments::command().debug_assert();
    }

    /// The value of an option that is no flag: the first of some that the command takes.
    fn with_value(base: &[&str], option: &clap::Arg) -> Vec<String> {
        let name = format!("--{}", option.get_long().expect("it is an option"));
        if !option.get_action().takes_values() {
            return vec![name];
        }
        let is_taken = |value: &&str| {
            let line = base.iter().copied().chain([&*name, value]);
            let error = Arguments::try_parse_from(line).err().map(|error| error.kind());
            !matches!(error, Some(ErrorKind::ValueValidation | ErrorKind::InvalidValue))
        };
        let named = option.get_possible_values();
        let values = named.iter().map(PossibleValue::get_name);
        let some = ["2", "3x3", "te", "csv", "json", "queens:5", "links", "proper"];
        let mut values =
            values.chain(some).chain(["1%", "r1c1", "none", "first", "123456789", "*", "portable"]);
        let value = values.find(is_taken).unwrap_or_else(|| panic!("no value for {name}"));
        vec![name, value.to_owned()]
    }

    #[test]
    fn an_option_that_needs_another_is_not_taken_without_it() {
        let mut needy = 0;
        for command in help_groups::definition().get_subcommands() {
            let base = match command.get_name() {
                "completions" | "man" => continue,
                "tour" => vec!["tourdion", "tour", "{-1+1}"],
                "filter" => vec!["tourdion", "filter", "proper"],
                name => vec!["tourdion", name],
            };
            let refused = |options: &[&Vec<String>]| {
                let options = options.iter().flat_map(|option| option.iter().map(String::as_str));
                Arguments::try_parse_from(base.iter().copied().chain(options)).err()
            };
            let options = command.get_arguments().filter(|option| option.get_long().is_some());
            let options: Vec<_> = options.map(|option| with_value(&base, option)).collect();
            for option in &options {
                let Some(error) = refused(&[option]) else { continue };
                if error.kind() != ErrorKind::MissingRequiredArgument {
                    continue;
                }
                needy += 1;
                let message = error.to_string();
                for other in options.iter().filter(|other| *other != option) {
                    match refused(&[option, other]).map(|error| error.kind()) {
                        None => {
                            assert!(message.contains(&other[0]), "{base:?} {option:?} {other:?}");
                        }
                        Some(kind) => assert!(
                            matches!(
                                kind,
                                ErrorKind::MissingRequiredArgument | ErrorKind::ArgumentConflict
                            ),
                            "{base:?} {option:?} {other:?}: {kind}"
                        ),
                    }
                }
            }
        }
        assert!(needy > 10, "{needy}");
    }

    #[test]
    fn former_spellings_are_taken() {
        for line in [
            "verify --limit-solutions 3",
            "compare --limit 3 -",
            "cover --form json -",
            "tour -n {-1+1}",
        ] {
            let line = ["tourdion"].into_iter().chain(line.split(' '));
            assert!(Arguments::try_parse_from(line.clone()).is_ok(), "{line:?}");
        }
    }
}
