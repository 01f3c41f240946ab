//! `tourdion cover`: exact covers of any problem, from a file or from a maker.
//!
//! ```text
//!      file, maker --> problem --> engine, with options held and banned
//!                         │           │
//!                         │         watch      covers, one by one: a budget, an interrupt, a figure
//!                         ▼           ▼
//!                  Knuth's form     press, picture
//! ```

use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use tourdion::catalogue::Input;
use tourdion::cover::{Form, Problem, choice};

use super::reserved::Reserved;
use super::{CANNOT_WRITE, Ending, at_least, grouped, interrupt, say, seconds};
use ask::{Asked, Asker, Question};
use engine::Wanted;
use maker::Maker;
use placed::Placed;
use press::Emit;
use watch::Budget;

mod ask;
mod engine;
mod maker;
mod picture;
mod placed;
mod press;
mod watch;

const EXAMPLES: &str = "\
Examples:
  tourdion cover problem.txt                      the first cover: its options, a line each
  tourdion cover --all --emit numbers problem.txt all covers, as numbers of options
  tourdion cover --count --make queens:8          how many covers there are
  tourdion cover --unique --hold 3,7 problem.txt  is there one cover with these options, or more?
  tourdion cover --make pentominoes:6x10 --svg tiling.svg
  tourdion cover --make langford:8 --emit problem > langford.txt

A problem in Knuth's form has a line that names the items, the secondary ones after a bar, then an
option on each line; a secondary item of an option may have a colour, as in x:red. Lines that begin
with a bar are comments. The numeric form begins with `p xc PRIMARY SECONDARY OPTIONS`, then has the
numbers of items on each line; the JSON form is an object with \"primary\", \"secondary\" and
\"options\". Options are numbered from 1, in their order.

Problems that can be made: pentominoes:6x10 (also 8x8-hole), dominoes:8x8, trominoes:9x10, soma,
queens:8, langford:8, latin:5, matchings:16, graceful:K4xP2 (also Q3, and any product of paths P,
complete graphs K and cubes Q), sudoku:3x3, toy, coloured-toy.

Exit codes: 0 there is a cover (with --unique: exactly one); 1 there is none (or more than one);
2 something can't be read or written; 3 a budget was spent before the answer was known; 130
interrupted.";

/// What `tourdion cover` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(super) struct Arguments {
    /// The file of the problem, packed or not; `-` is standard input
    #[arg(value_name = "FILE", conflicts_with = "make")]
    file: Option<PathBuf>,
    /// Make a classic problem instead, as pentominoes:6x10 or queens:8; they are listed below
    #[arg(long, value_name = "NAME:SIZE")]
    make: Option<Maker>,
    /// The form of the file: knuth, numeric or json [default: as recognised]
    #[arg(long, value_name = "FORM", conflicts_with = "make")]
    form: Option<Form>,
    /// Print all covers, as they are found
    #[arg(long, group = "question")]
    all: bool,
    /// Print the number of covers
    #[arg(long, group = "question", conflicts_with = "emit")]
    count: bool,
    /// Say whether there is no cover, one or several, and print up to two
    #[arg(long, group = "question", conflicts_with = "limit")]
    unique: bool,
    /// Print or count the first N covers at most [default: 1 to be printed]
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    limit: Option<u64>,
    /// Only covers with these options, by their numbers
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = at_least::<1>)]
    hold: Vec<u64>,
    /// Only covers without these options
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = at_least::<1>)]
    ban: Vec<u64>,
    /// What is printed [default: options]
    #[arg(long, value_name = "FORM")]
    emit: Option<Emit>,
    /// Write the problem to a file, in Knuth's form, and do nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["question", "limit", "hold", "ban", "emit", "svg", "stats"])]
    write: Option<PathBuf>,
    /// Draw the first cover, of a problem that packs pieces and was made here
    #[arg(long, value_name = "FILE.svg", requires = "make", conflicts_with = "count")]
    svg: Option<PathBuf>,
    /// The seconds that the search may take
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// The nodes that the search may visit
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    node_limit: Option<u64>,
    /// Who searches
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    engine: Wanted,
    /// Say how large the problem was and what the search did
    #[arg(long)]
    stats: bool,
    /// No remarks and no progress on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Searches covers.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    if arguments.svg.is_some() && !arguments.make.as_ref().is_some_and(Maker::is_drawn) {
        bail!("--svg draws what packs pieces: --make pentominoes, dominoes, trominoes or soma");
    }
    let problem = problem(&mut arguments)?;
    if let Some(path) = arguments.write {
        Reserved::open(path)?.write(problem.to_string().as_bytes())?;
        return Ok(Ending::Well);
    }
    if arguments.emit == Some(Emit::Problem) {
        let mut output = BufWriter::new(io::stdout().lock());
        write!(output, "{problem}").and_then(|()| output.flush()).context(CANNOT_WRITE)?;
        return Ok(Ending::Well);
    }
    let placed = Placed::new(&problem, &arguments.hold, &arguments.ban)?;
    let chosen = arguments.engine.choose(&problem, choice::Question::Listing);
    let drawing = arguments.svg.take().map(Reserved::open).transpose()?;
    let interrupted = interrupt::flag()?;
    let question = match (arguments.count, arguments.unique) {
        (true, _) => Question::Count,
        (_, true) => Question::Unique,
        _ => Question::Covers,
    };
    let usual = if question == Question::Covers && !arguments.all { 1 } else { u64::MAX };
    let limit = if question == Question::Unique { 2 } else { arguments.limit.unwrap_or(usual) };
    // A figure would be in the way of covers that are shown on the same terminal.
    let is_stream = question == Question::Covers && limit > 1 && io::stdout().is_terminal();
    let asker = Asker {
        problem: &problem,
        question,
        chosen: &chosen,
        limit,
        emit: arguments.emit.unwrap_or(Emit::Options),
        budget: Budget { time: arguments.time_limit, nodes: arguments.node_limit },
        interrupted: &interrupted,
        quiet: arguments.quiet,
        is_watched: !arguments.quiet && !is_stream,
    };
    let mut engine = chosen.kind.build(&problem)?;
    let began = Instant::now();
    let Asked { first, covers, ending } = asker.ask(engine.as_mut(), &placed)?;
    if arguments.stats {
        let done = engine.statistics();
        let solutions = if covers == 1 { "solution" } else { "solutions" };
        say(format_args!(
            "{}\n{chosen}\nAltogether {} {solutions}, {} updates, {} nodes; {:.3} s",
            size_in_words(&problem),
            grouped(covers),
            grouped(done.updates),
            grouped(done.nodes),
            began.elapsed().as_secs_f64()
        ));
    }
    if let Some((drawing, cover)) = drawing.zip(first) {
        drawing.write(picture::picture(&problem, &cover).as_bytes())?;
    }
    Ok(ending)
}

/// The problem that the arguments name.
fn problem(arguments: &mut Arguments) -> anyhow::Result<Problem> {
    if let Some(maker) = &arguments.make {
        return maker.problem().context("the problem can't be made");
    }
    let file = match mem::take(&mut arguments.file) {
        Some(file) => file,
        None if io::stdin().is_terminal() => {
            bail!("expected a FILE, `-` to read standard input, or --make; try `tourdion cover --help`")
        }
        None => "-".into(),
    };
    let input = Input::new(file);
    let name = input.name().clone();
    let bytes = input.read_whole()?;
    let read = match arguments.form {
        Some(form) => form.read(&bytes),
        None => Form::read_recognised(&bytes),
    };
    match read {
        Ok(problem) => Ok(problem),
        Err(error) => bail!("{name}:{error}"),
    }
}

/// How large a problem is.
fn size_in_words(problem: &Problem) -> String {
    let items = problem.items();
    let primary = problem.items().filter(|&item| problem.is_primary(item)).count();
    let [all, secondary, options, entries] =
        [items.len(), items.len() - primary, problem.options().len(), problem.entry_count()]
            .map(|count| grouped(count as u64));
    format!("{all} items ({secondary} of them secondary), {options} options, {entries} entries")
}
