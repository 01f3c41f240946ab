//! The command line: parse the arguments, run, exit.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    cli::outcome(cli::run(arguments))
}
