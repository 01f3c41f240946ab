//! The command line: parse the arguments, run, exit.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::Arguments::read() {
        Ok(arguments) => cli::outcome(cli::run(arguments)),
        Err(error) => cli::refuse(&error),
    }
}
