//! `tourdion cover`: exact covers of any problem, from a file or from a maker.
//!
//! ```text
//!     file, maker --> problem --> engine, with options held and banned
//!                        │           │
//!                        │         watch      covers, one by one: a budget, an interrupt, a figure
//!                        ▼           ▼
//!                 Knuth's form     printer, draw
//! ```

use std::io::{self, IsTerminal};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use tourdion::chance::Chance;
use tourdion::cover::engine::links::Branching;
use tourdion::cover::share::parts::Place;
use tourdion::cover::{Problem, Shuffled};
use tourdion::draw;

use super::options::{Quiet, ThreadCount, at_least, bytes, seconds, within};
use super::output_file::Reserved;
use super::{Ending, any_seed, interrupt};
use ask::{Asker, Outcome};
use engine::Wanted;
use given::{Given, Taken};
use placed::Placed;
use printer::Emit;
use question::Question;
use watch::{Budget, Guard};

mod ask;
mod cheapest;
mod count;
mod critical;
mod engine;
mod estimate;
mod given;
mod kept;
mod maker;
mod parts;
mod placed;
mod printer;
mod proof;
mod question;
mod reduce;
mod spellings;
mod stated;
mod stats;
mod threads;
mod trace;
mod watch;

const EXAMPLES: &str = "\
Examples:
  tourdion cover problem.txt                      a cover, an option on a line
  tourdion cover --all --emit numbers problem.txt  all, as numbers of options
  tourdion cover --count --make queens:8          how many covers there are
  tourdion cover --unique --hold 3,7 problem.txt  is there one cover with these
                                                  options, or more?
  tourdion cover --cheapest 3 problem.txt         the three cheapest covers
  tourdion cover --trace 20 problem.txt           the search, node by node
  tourdion cover --make pentominoes:6x10 --svg tiling.svg
  tourdion cover --make langford:8 --emit problem > langford.txt
  tourdion cover --make langford:9 --proof none.drat  prove that there is none
  tourdion cover --parts problem.txt              parts for several machines:
  tourdion cover --count --part 1 problem.txt     these add up to the whole's
  tourdion cover --count --make queens:16 --state run  survives interrupts
  tourdion cover --resume run                     continue it

A problem in Knuth's form has a line that names the items, the secondary ones
after a bar, then an option on each line; a secondary item of an option may have
a colour, as in x:red. A primary item named as 2:3|c stands in two to three
options of a cover; |17 on an option's line is its cost. Lines that begin with a
bar are comments. The numeric form begins with `p xc PRIMARY SECONDARY OPTIONS`,
then has the numbers of items on each line; the JSON form is an object with
\"primary\", \"secondary\" and \"options\". miniexact's two forms are read and
written too. A matrix of 0 and 1 is read, and so are the .xmpuzzle files of
burr-tools: pieces and boxes of cubes, and of tetrahedra. Options are numbered
from 1, in their order.

Problems that can be made: pentominoes:6x10 (also 8x8-hole), dominoes:8x8,
trominoes:9x10, soma, queens:8, langford:8, latin:5, matchings:16,
graceful:K4xP2 (also Q3, and any product of paths P, complete graphs K and cubes
Q), sudoku:3x3, toy, coloured-toy; with multiplicities tetrominoes-twice:8x5,
dissections:4, dominating-queens:8-5 (five queens on a board of 8x8).

Exit codes: 0 there is a cover (with --unique: exactly one; with --critical: a
critical option; with --estimate: nothing shows that there is none; with
--trace: there is a cover, or more nodes); 1 there is none (or more than one); 2
something can't be read or written; 3 a budget was spent before the answer was
known; 130 interrupted.";

/// The memory for what is remembered, if none is given.
const MEMORY: usize = 1 << 30;

/// What `tourdion cover` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(super) struct Arguments {
    #[command(flatten)]
    given: Given,
    /// Search only for covers with these options, by their numbers
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = at_least::<1>)]
    hold: Vec<u64>,
    /// Search only for covers without these options, by their numbers
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = at_least::<1>)]
    ban: Vec<u64>,
    #[command(flatten)]
    asks: Asks,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    print: Print,
}

/// The question.
#[derive(Args, Debug)]
#[command(next_help_heading = "Questions")]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
struct Asks {
    /// Print all covers, as they are found
    #[arg(long, group = "question")]
    all: bool,
    /// Print the number of covers, however large it is
    #[arg(long, group = "question", conflicts_with = "emit")]
    count: bool,
    /// Print up to two covers, and say whether there is none, one or more
    #[arg(long, group = "question", conflicts_with = "limit")]
    unique: bool,
    /// Print or count at most N covers [default: 1 to be printed]; which ones may depend on the
    /// number of threads
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    limit: Option<u64>,
    /// Print the K cheapest covers with their costs, the cheapest first
    #[arg(
        long,
        value_name = "K",
        group = "question",
        conflicts_with = "limit",
        value_parser = at_least::<1>
    )]
    cheapest: Option<u64>,
    /// Print N uniformly random covers
    #[arg(
        long,
        value_name = "N",
        group = "question",
        conflicts_with = "limit",
        value_parser = at_least::<1>
    )]
    sample: Option<u64>,
    /// Estimate the numbers of covers and of search nodes by N random probes, with standard errors
    /// after ±
    #[arg(long, value_name = "N", group = "question", conflicts_with = "limit",
          value_parser = within::<1, { u32::MAX as u64 }, u32>)]
    estimate: Option<u32>,
    /// Print the critical options: those that are in exactly one cover, without those of --hold
    #[arg(long, group = "question", conflicts_with = "limit")]
    critical: bool,
    /// Print the first N nodes of the search tree of Algorithm X: at each the item that is branched
    /// on, and its options
    #[arg(
        long,
        value_name = "N",
        group = "question",
        conflicts_with_all = ["limit", "seed"],
        value_parser = at_least::<1>
    )]
    trace: Option<u64>,
    /// Seed for --sample and --estimate [default: a random seed]; for first covers, the seed of a
    /// random order of items and options, which breaks ties [default: their own order]
    #[arg(long, value_name = "N", value_parser = at_least::<0>)]
    seed: Option<u64>,
}

/// How the search goes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
struct Search {
    /// Search engine
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    engine: Wanted,
    /// Item on which the engine `links` branches, for comparison: shortest, sharp or first; `sharp`
    /// are items with names such as #a [default: shortest]
    #[arg(
        long,
        value_name = "ITEM",
        conflicts_with_all = [
            "cheapest", "sample", "estimate", "critical", "parts", "proof", "state", "resume",
        ]
    )]
    branch: Option<Branching>,
    /// Memory for what --count and --sample remember, in bytes, or such as 64K, 512M, 2G; what has
    /// no room is forgotten [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<usize>,
    /// Time limit for the search, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Node limit for the search
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    node_limit: Option<u64>,
    #[command(flatten)]
    threads: ThreadCount,
    /// Print the places of the parts of the search, for --part
    #[arg(
        long,
        conflicts_with_all = [
            "question", "limit", "seed", "emit", "write", "reduce", "svg", "stats", "proof",
            "state", "resume", "memory", "node_limit",
        ]
    )]
    parts: bool,
    /// Search only the part at this place, one of those that --parts prints; with --parts, print
    /// its parts
    #[arg(long, value_name = "PLACE", default_value = "0", hide_default_value = true,
          conflicts_with_all = ["write", "reduce", "state", "resume"])]
    part: Place,
    /// Write a proof that there is no cover, in DRAT, over the clauses of --emit cnf; the old
    /// content of the file is lost even if no proof comes of it
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "question", "limit", "seed", "state", "resume", "write", "reduce", "svg",
        ]
    )]
    proof: Option<PathBuf>,
    /// Keep the state of the search in this new folder, for --all or --count, to resume it later;
    /// a count goes through all covers then, without --engine memo
    #[arg(long, value_name = "DIR", conflicts_with_all = ["limit", "write", "reduce", "svg"])]
    state: Option<PathBuf>,
    /// Continue the search in this folder; no other argument is needed
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "state", "file", "make", "format", "problem", "question", "limit", "seed", "hold",
            "ban", "emit", "write", "reduce", "svg", "engine",
        ]
    )]
    resume: Option<PathBuf>,
}

/// What is printed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
struct Print {
    /// Output form [default: options]
    #[arg(long, value_name = "FORM")]
    emit: Option<Emit>,
    /// Write the problem to a file, in Knuth's form, then stop
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = stated::WITHOUT_A_SEARCH,
        conflicts_with_all = ["hold", "ban"]
    )]
    write: Option<PathBuf>,
    /// Print the reduced problem, in Knuth's form, with the reductions as comments
    #[arg(
        long,
        conflicts_with_all = stated::WITHOUT_A_SEARCH,
        conflicts_with = "write"
    )]
    reduce: bool,
    /// Draw the first printed cover of a problem that packs pieces, with the layers of a box beside
    /// each other (PNG needs a build with the feature `pictures`)
    #[arg(
        long,
        value_name = "FILE.svg|FILE.png",
        conflicts_with_all = ["count", "estimate", "critical", "trace"]
    )]
    svg: Option<PathBuf>,
    /// Print the size of the problem, which engine searched and why, and what it did
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    quiet: Quiet,
}

impl Asks {
    /// The problem in the order of the seed, if one is given and the question goes by an order.
    fn shuffled(&self, problem: &Problem, question: Question) -> Option<Shuffled> {
        let mut chance = Chance::new(self.seed.filter(|_| question.can_be_shuffled())?, 0);
        Some(problem.shuffled(&mut |bound| chance.below(bound)))
    }

    /// The question, with a seed for random choices.
    fn question(&self, seed: u64) -> Question {
        match *self {
            Asks { cheapest: Some(count), .. } => Question::Cheapest { count },
            Asks { sample: Some(number), .. } => Question::Sample { number, seed },
            Asks { estimate: Some(probes), .. } => Question::Estimate { probes, seed },
            Asks { count: true, limit, .. } => Question::Count { limit },
            Asks { unique: true, .. } => Question::Unique,
            Asks { critical: true, .. } => Question::Critical,
            Asks { trace: Some(nodes), .. } => Question::Trace { nodes },
            Asks { all, limit, .. } => {
                Question::Covers { limit: limit.unwrap_or(if all { u64::MAX } else { 1 }) }
            }
        }
    }
}

impl Arguments {
    /// An option that means nothing where the problem is printed, and no covers.
    fn about_covers(&self) -> Option<&'static str> {
        let Arguments { given, asks, search, print, .. } = self;
        let about_covers = [
            ("--distinct", given.is_distinct()),
            ("--all", asks.all),
            ("--unique", asks.unique),
            ("--limit", asks.limit.is_some()),
            ("--cheapest", asks.cheapest.is_some()),
            ("--sample", asks.sample.is_some()),
            ("--estimate", asks.estimate.is_some()),
            ("--critical", asks.critical),
            ("--trace", asks.trace.is_some()),
            ("--seed", asks.seed.is_some()),
            ("--engine", search.engine != Wanted::Auto),
            ("--branch", search.branch.is_some()),
            ("--time-limit", search.time_limit.is_some()),
            ("--node-limit", search.node_limit.is_some()),
            ("--threads", search.threads.number.is_some()),
            ("--proof", search.proof.is_some()),
            ("--svg", print.svg.is_some()),
            ("--stats", print.stats),
        ];
        about_covers.iter().find(|(_, is_on)| *is_on).map(|(name, _)| *name)
    }

    /// Refuses combinations that clap can't check by the names of options.
    fn check(&self) -> anyhow::Result<()> {
        if self.print.svg.is_some() && self.given.is_made_undrawn() {
            bail!(
                "--svg draws what packs pieces: --make pentominoes, dominoes, trominoes, soma, \
                 tetrominoes-twice or dissections"
            );
        }
        if self.print.emit.is_some_and(Emit::is_of_the_problem)
            && let Some(name) = self.about_covers()
        {
            bail!("{name} is about covers: --emit must be options, numbers or jsonl");
        }
        if self.asks.estimate.is_some()
            && matches!(self.print.emit, Some(Emit::Options | Emit::Numbers))
        {
            bail!("--estimate prints no covers: --emit must be jsonl");
        }
        if self.asks.seed.is_some() && !self.asks.question(0).takes_a_seed() {
            bail!(
                "--seed is for --sample, --estimate and first covers (--limit, --unique): another \
                 order changes no other answer"
            );
        }
        if self.search.memory.is_some() && !self.asks.count && self.asks.sample.is_none() {
            bail!("--memory is for --count and --sample: no other question remembers");
        }
        if self.asks.cheapest.is_some() && self.search.engine != Wanted::Auto {
            bail!("--cheapest has a search of its own: --engine can't choose another");
        }
        if self.search.proof.is_some()
            && !matches!(self.search.engine, Wanted::Auto | Wanted::Learn)
        {
            bail!("--proof needs --engine learn: no other writes down what it learns");
        }
        if self.search.branch.is_some()
            && !matches!(self.search.engine, Wanted::Auto | Wanted::Links)
        {
            bail!("--branch needs --engine links: the others choose their items themselves");
        }
        if self.search.state.is_some() && !self.asks.all && !self.asks.count {
            bail!("--state keeps a search for all covers or their number: --all or --count");
        }
        Ok(())
    }
}

/// Searches covers.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    arguments.check()?;
    let (Taken { problem, file, symmetries }, mut kept) = match arguments.search.resume.take() {
        Some(folder) => arguments.recall(&folder).map(|(problem, kept)| (problem.into(), kept))?,
        None => (arguments.given.take(arguments.print.quiet.is_on)?, None),
    };
    let Arguments { hold, ban, asks, search, mut print, .. } = arguments;
    let inputs = file.as_slice();
    if stated::is_written(&problem, print.write.take(), inputs)? {
        return Ok(Ending::Well);
    }
    let mut placed = Placed::new(&problem, &hold, &ban)?;
    let distinct = symmetries.filter(|symmetries| placed.spare(symmetries));
    let proof = search.proof.clone().map(|path| Reserved::open(path, inputs)).transpose()?;
    let drawing =
        print.svg.take().map(|path| given::drawing(&problem, path, inputs)).transpose()?;
    // After the files are open, which may wait for a pipe's reader.
    let interrupted = interrupt::flag()?;
    let budget = Budget { time: search.time_limit, nodes: search.node_limit };
    let guard = Guard::new(budget, &interrupted, false);
    let placed = match print_problem(&problem, placed, &search, &print, guard)? {
        Continue(placed) => placed,
        Break(ending) => return Ok(ending),
    };
    let is_quiet = print.quiet.is_on;
    let question = asks.question(asks.seed.unwrap_or_else(any_seed));
    let chosen = search.choose(&problem, question, kept.is_some() || distinct.is_some())?;
    let chosen = if kept.is_some() { chosen.begun_before() } else { chosen };
    let shuffled = asks.shuffled(&problem, question);
    if !is_quiet && asks.seed.is_none() {
        question.say_seed();
    }
    let asker = Asker {
        problem: &problem,
        placed: &placed,
        chosen: &chosen,
        distinct: distinct.as_ref(),
        shuffled: shuffled.as_ref(),
        emit: print.emit.unwrap_or(Emit::Options),
        budget,
        memory: search.memory.unwrap_or(MEMORY),
        interrupted: &interrupted,
        quiet: is_quiet,
        has_stats: print.stats,
        // A figure would disturb covers shown on the same terminal.
        is_watched: !(is_quiet || question.is_list() && io::stdout().is_terminal()),
    };
    if let Some(folder) = &search.state {
        kept = Some(kept::create(folder, &asker, asks.count, hold, ban)?);
    }
    let began = Instant::now();
    let Outcome { first, altogether, ending } = match proof {
        Some(file) => asker.prove(file)?,
        None => asker.ask_all(question, search.threads, kept)?,
    };
    if print.stats {
        stats::say_stats(&problem, question, &chosen, &altogether, began.elapsed());
    }
    if let Some((drawing, cover)) = drawing.zip(first) {
        drawing.write(&draw::packing(&problem, &cover)?)?;
    }
    Ok(ending)
}

/// Prints the problem, or the places of its parts, if that is wanted in place of an answer, and
/// returns how it ended. Otherwise what is held and banned in the part to search.
fn print_problem(
    problem: &Problem,
    placed: Placed,
    search: &Search,
    print: &Print,
    guard: Guard<'_>,
) -> anyhow::Result<ControlFlow<Ending, Placed>> {
    let is_quiet = print.quiet.is_on;
    if search.parts {
        return parts::print(problem, &placed, &search.part, guard, is_quiet).map(Break);
    }
    let placed = match parts::place_within(problem, placed, &search.part, guard, is_quiet)? {
        Continue(placed) => placed,
        Break(ending) => return Ok(Break(ending)),
    };
    if print.reduce {
        return reduce::print(problem, &placed, is_quiet).map(Break);
    }
    let ending = stated::print(problem, &placed, print.emit, is_quiet)?;
    Ok(ending.map_or(Continue(placed), Break))
}
