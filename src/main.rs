//! The command line: parse the arguments, run, exit.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::Arguments::try_parse() {
        Ok(arguments) => cli::outcome(cli::run(arguments)),
        Err(error) => cli::refuse(&error),
    }
}
