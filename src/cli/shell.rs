//! Completion scripts and manual pages, made from the definitions of the command line.

use anyhow::anyhow;
use clap::Args;
use clap_complete::Shell;

use super::output::print;
use super::{Ending, foreign_commands, help_groups, no_command};

/// Which shell.
#[derive(Args, Debug)]
pub(super) struct Completions {
    /// Shell that reads the script
    shell: Shell,
}

/// Prints a completion script.
pub(super) fn completions(arguments: &Completions) -> anyhow::Result<Ending> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut help_groups::definition(),
        "tourdion",
        &mut script,
    );
    print(&script)?;
    Ok(Ending::Well)
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
            let found = program.find_subcommand(name);
            found.ok_or_else(|| anyhow!(no_command(name, foreign_commands::instead_of(name))))?
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
