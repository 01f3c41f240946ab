//! Options that several commands have: each has one name, one meaning and one parser.

use clap::Args;

/// How many threads a command works on.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Threads {
    /// The number of threads [default: as many as the machine has]
    #[arg(id = "threads", long, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) number: Option<u16>,
}

/// What a command says beside its results.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Quiet {
    /// Only complaints on standard error: no summary, no remarks and no progress
    #[arg(id = "quiet", long, short)]
    pub(super) is_on: bool,
}
