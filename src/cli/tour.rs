//! `tourdion tour`: reads a catalogue and a sequence of off/on steps, and prints the proper puzzles
//! around it.
//!
//! ```text
//!    begin    files --> excluded, input --> parameters   into memory, or into a folder
//!    resume   folder --> parameters
//!    then     input --> phases --> results               each printed once, as soon as known
//! ```
//!
//! Results go to standard output, in no order; all else to standard error.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use tourdion::catalogue::{Input, Reading};
use tourdion::excerpt::PathName;
use tourdion::numerals::{counted, grouped};
use tourdion::sudoku::{Alphabet, Pattern, Shape};
use tourdion::threads::Threads;
use tourdion::tour::plan::{Plan, plan};
use tourdion::tour::{
    Conditions, Exclusion, Runner, Sequence, SequenceError, Set, Shelf, StepKind, TourError,
};

use super::options::{Quiet, ReadingArguments, ThreadCount, bytes, no_marks};
use super::output::output;
use super::unfinished::{not_begun, say_how_to_go_on, unfinished};
use super::{CANNOT_WRITE, Ending};
use super::{complain, interrupt, progress, say, stream, tell};
pub(super) use braces::in_braces;
use engine::Engine;
use forecast::Forecast;
use input::{Intake, Rules, Wanted};
use parameters::{LeftOut, Parameters, symbols_of};
use show::Show;
use steps::StepArguments;

mod braces;
mod engine;
mod forecast;
mod input;
mod parameters;
mod show;
mod steps;

const EXAMPLES: &str = "\
Examples:
  tourdion tour '{-1+1}x3{-2+1}' puzzles.txt      all proper puzzles around
  tourdion tour --dry-run '{-2+2}x2' puzzles.txt  how long would that take?
  tourdion tour '{-2+2}x2' --state hunt puzzles.txt
                                                  a long tour that survives
                                                  interrupts
  tourdion tour --resume hunt                     continue it
  tourdion tour '{-1+1 b100}x3' puzzles.txt       the 100 hardest, three times
  tourdion tour --keep 'te>=2' '{-2+1 r1%}' puzzles.txt

Sequences:
  {-2+1}              take two clues off, add one candidate: every proper puzzle
                      that comes of it
  {-2}, {-2+0}        only take off: all that is left, or the proper puzzles of
                      it
  {+1}                only add
  {twins}             the same pattern, and the same solution outside it
  {-1+1}x3{-2+1}      steps one after another, each on all results of the step
                      before
  {{-1+1}{-2+2}}x2    a group of steps
  {-2+1}:17           while there are more than 17 clues
  {k(te>=2)}          only choose, by `o`, `e`, `m`, `c`, `k` and `b`
  {2}*                {-2+2} until it finds nothing new; the input counts among
                      the results
  {-2+1 p i @3}       with options, after the numbers:
      p      add only where a clue was taken off
      i      find superfluous candidates too
      o      keep one result of each puzzle
      e      keep symmetric copies
      m      keep minimal puzzles
      cA..B  keep puzzles with A to B clues
      k(te>=2 and bxb<6)   keep what an expression asks for; see `filter`
      b100(te,b,bxb)       of all results of the step keep the 100 hardest; see
                           `rate`
      r1%    of the sets of clues to take off, a random share; r1%s42 with the
             seed 42
      @I     take off clues from number I on, in the puzzle's canonical form, or
             as written with e

Results are printed as they are found: on several threads their order depends on
time. So sort them to compare tours.

Exit codes: 0 the tour is complete, or the reader of its results has gone; 1
some puzzles of the input were left out: they are not proper, or have too few
clues or cells for the sequence; 2 something can't be read or written; 3 it is
undecided whether to keep some puzzles; 130 interrupted.";

/// What `tourdion tour` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("boxes", |boxes| boxes.hide(true)))]
pub(super) struct Arguments {
    /// Steps of the tour, such as '{-1+1}x3{-2+1}'; see below
    #[arg(required_unless_present = "resume", conflicts_with = "resume", value_parser = sequence)]
    sequence: Option<Sequence>,
    /// Files of puzzles, packed or not; `-` or none is standard input
    #[arg(value_name = "CATALOGUE", conflicts_with = "resume")]
    catalogues: Vec<PathBuf>,
    /// Print the plan and a time estimate, then stop
    #[arg(long, short_alias = 'n', conflicts_with_all = ["resume", "state", "witness", "empty"])]
    dry_run: bool,
    /// Keep the state of the tour in this new folder, to resume it later
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    state: Option<PathBuf>,
    /// Continue the tour in this folder; no other argument is needed
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["boxes", "alphabet", "empty", "format", "column"]
    )]
    resume: Option<PathBuf>,
    /// Memory for sets of puzzles, in bytes, or such as 64K, 512M, 2G; what has no room is kept in
    /// files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = bytes)]
    memory: usize,
    /// Neither search nor print the puzzles of this file or their symmetric copies
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    exclude: Vec<PathBuf>,
    /// Keep only puzzles with this pattern of clues, up to symmetry: 81 characters, `.` for no clue
    #[arg(long, value_name = "PATTERN", conflicts_with = "resume")]
    pattern: Option<String>,
    /// Write the solution beside each puzzle
    #[arg(long)]
    witness: bool,
    /// Search engine for critical candidates
    #[arg(long, value_name = "ENGINE", default_value = "lockstep", conflicts_with = "resume")]
    engine: Engine,
    #[command(flatten)]
    threads: ThreadCount,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    steps: StepArguments,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Goes on a tour.
pub(super) fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    let interrupted = interrupt::flag()?;
    let threads = arguments.threads.start()?;
    match (&arguments.resume, arguments.sequence.clone()) {
        (Some(folder), _) => resume(folder, &arguments, &threads, &interrupted),
        (None, Some(sequence)) => begin(sequence, arguments, &threads, &interrupted),
        (None, None) => bail!("expected a SEQUENCE"), // which clap has seen to
    }
}

/// Begins a tour: reads the input, and writes the parameters.
fn begin(
    mut sequence: Sequence,
    arguments: Arguments,
    threads: &Threads,
    interrupted: &AtomicBool,
) -> anyhow::Result<Ending> {
    let began = Instant::now();
    arguments.steps.apply(&mut sequence)?;
    refuse_witness(&sequence, arguments.witness)?;
    let as_found = sequence.steps().iter().all(|step| step.as_found);
    let Arguments {
        catalogues,
        dry_run,
        state,
        memory,
        exclude,
        pattern,
        witness,
        engine,
        quiet,
        ..
    } = arguments;
    let reading = classic(&arguments.reading)?;
    let conditions = Conditions { excluded: None, pattern: read_pattern(pattern.as_deref())? };
    stream::refuse_stdin_twice(&catalogues, "--exclude", &exclude)?;
    let exclude: Vec<Input> = exclude.iter().map(Input::new).collect();
    let inputs = stream::inputs(catalogues, "tour")?;
    // Before anything is made: a missing file should not cost a folder, or hours.
    if !are_there(exclude.iter().chain(&inputs), &reading) {
        return Ok(Ending::Unreadable);
    }
    let shelf = match &state {
        Some(folder) => Shelf::create(folder, memory).map_err(|error| match error {
            TourError::State(error) => not_begun(error, "tour"),
            error => error.into(),
        })?,
        None => Shelf::in_memory(memory),
    };
    let on_phase = engine.on_phase();
    let show = Show::new(interrupted, reading.alphabet.clone(), witness, quiet);
    let mut runner = Runner::new(on_phase.as_ref(), threads, shelf, conditions, &show, &show);
    let (read, has_lost_file) = (stream::stoppable()?, AtomicBool::new(false));
    let intake = Intake { reading: &reading, threads, read, has_lost_file };
    let is_proper_needed = begins_at_proper_puzzles(&sequence);
    let is_exclusive = !exclude.is_empty();
    let catalogues = Catalogues { begin: inputs, exclude, as_found, is_proper_needed };
    let (input, left_out) = match catalogues.read(&mut runner, &intake, &sequence) {
        Err(TourError::BrokenOff) => {
            runner.into_shelf().abandon()?;
            return Ok(broken_off(intake.has_lost_file.into_inner(), quiet));
        }
        read => read?,
    };
    if input.is_empty() && left_out == LeftOut::Nothing {
        return nothing_to_begin_with(runner, is_exclusive);
    }
    if dry_run {
        let records = input.records()?.collect::<Result<Vec<_>, _>>()?;
        let watch = |(): &()| interrupt::pulse(interrupted);
        let conditions = &runner.conditions;
        let plan = plan(&sequence, &records, on_phase.as_ref(), threads, conditions, &watch);
        let is_whole = print_plan(&plan, interrupted)?;
        return Ok(if is_whole { left_out.ending() } else { Ending::Interrupted });
    }
    let symbols = symbols_of(&reading.alphabet);
    let parameters =
        Parameters { sequence: sequence.to_string(), pattern, engine, witness, symbols, left_out };
    runner.shelf_mut().settle(&parameters)?;
    let tour = Tour { folder: state.as_deref(), left_out, quiet, began };
    tour.go(&mut runner, &sequence, &input, &show)
}

/// Whether the inputs are there; reports those that are not.
fn are_there<'i>(inputs: impl Iterator<Item = &'i Input>, reading: &Reading) -> bool {
    let mut complaints = Vec::new();
    for error in inputs.filter_map(|input| input.look().err()) {
        stream::complain_of_source(&error, reading, &mut complaints);
    }
    tell(&String::from_utf8_lossy(&complaints));
    complaints.is_empty()
}

/// Prints what a tour would do. Returns false if the plan was interrupted.
fn print_plan(plan: &Plan, interrupted: &AtomicBool) -> anyhow::Result<bool> {
    writeln!(output(), "{}", Forecast(plan)).context(CANNOT_WRITE)?;
    let is_interrupted = interrupted.load(Ordering::Relaxed);
    if is_interrupted {
        say("interrupted: the last phase shown was not measured whole");
    }
    Ok(!is_interrupted)
}

/// Ends a run whose input has no puzzle.
fn nothing_to_begin_with(runner: Runner<'_>, is_exclusive: bool) -> anyhow::Result<Ending> {
    runner.into_shelf().abandon()?;
    let why = if is_exclusive { "; --exclude may have all" } else { "" };
    complain(format_args!("there is no puzzle to begin with{why}"));
    Ok(Ending::Unreadable)
}

/// How a run ends whose input was not read to its end.
fn broken_off(has_lost_file: bool, quiet: Quiet) -> Ending {
    if has_lost_file {
        return Ending::Unreadable;
    }
    if !quiet.is_on {
        say("interrupted while the input was read: there is nothing to resume");
    }
    Ending::Interrupted
}

/// How 9x9 puzzles are read.
fn classic(arguments: &ReadingArguments) -> anyhow::Result<Reading> {
    let reading = arguments.reading(no_marks!("tours take clues off and put others on"))?;
    if reading.shape != Shape::CLASSIC {
        bail!("tours are for 9x9 puzzles, with boxes of 3x3");
    }
    Ok(Reading { no_shapes: Some("tours are for 9x9 puzzles"), ..reading })
}

/// Whether nothing comes of a pseudo-puzzle: not if the first step only adds, or only takes off.
fn begins_at_proper_puzzles(sequence: &Sequence) -> bool {
    let first = sequence.steps()[0];
    let only_adds = first.kind == StepKind::OffOn && first.change.off == 0;
    !only_adds && !first.keeps_pseudo_puzzles()
}

/// Refuses witnesses of puzzles that may have none.
fn refuse_witness(sequence: &Sequence, is_wanted: bool) -> anyhow::Result<()> {
    match sequence.steps().last() {
        Some(step) if is_wanted && step.keeps_pseudo_puzzles() => bail!(
            "--witness: what {step} leaves may have several solutions; \
             with `+0` after the number only proper puzzles are kept"
        ),
        _ => Ok(()),
    }
}

/// Resumes a tour from its folder.
fn resume(
    folder: &Path,
    arguments: &Arguments,
    threads: &Threads,
    interrupted: &AtomicBool,
) -> anyhow::Result<Ending> {
    let began = Instant::now();
    let shelf = Shelf::resume(folder, arguments.memory)?;
    let parameters: Parameters =
        shelf.parameters()?.expect("a shelf that was resumed has a folder");
    let alphabet = parameters.alphabet().with_context(|| PathName(folder).to_string())?;
    let Parameters { sequence, pattern, engine, witness, left_out, .. } = parameters;
    let sequence: Sequence = sequence.parse().with_context(|| PathName(folder).to_string())?;
    let conditions = Conditions { excluded: None, pattern: read_pattern(pattern.as_deref())? };
    let on_phase = engine.on_phase();
    let show = Show::new(interrupted, alphabet, witness || arguments.witness, arguments.quiet);
    let mut runner = Runner::new(on_phase.as_ref(), threads, shelf, conditions, &show, &show);
    let excluded = runner.gathered()?;
    runner.conditions.excluded = Some(Exclusion::of(&excluded)?);
    let input = runner.gathered()?;
    if left_out != LeftOut::Nothing && !arguments.quiet.is_on {
        say("some of the input was left out when the tour began");
    }
    let tour = Tour { folder: Some(folder), left_out, quiet: arguments.quiet, began };
    tour.go(&mut runner, &sequence, &input, &show)
}

/// The input of a tour, and its excluded puzzles.
struct Catalogues {
    begin: Vec<Input>,
    exclude: Vec<Input>,
    as_found: bool,
    is_proper_needed: bool,
}

impl Catalogues {
    /// Makes the first two sets of the tour: the excluded puzzles and the input. Returns the input,
    /// and the kind of entries left out.
    fn read(
        self,
        runner: &mut Runner<'_>,
        intake: &Intake<'_>,
        sequence: &Sequence,
    ) -> Result<(Set, LeftOut), TourError> {
        let mut left_out = [LeftOut::Nothing; 2];
        let excluded = runner.gather_from(|take| {
            left_out[0] = intake.read(self.exclude, Wanted::Any, take)?;
            Ok(())
        })?;
        let excluded = Exclusion::of(&excluded)?;
        let rules = Rules { excluded: &excluded, as_found: self.as_found, sequence };
        let wanted =
            if self.is_proper_needed { Wanted::Proper(rules) } else { Wanted::Solvable(rules) };
        let input = runner.gather_from(|take| {
            left_out[1] = intake.read(self.begin, wanted, take)?;
            Ok(())
        })?;
        runner.conditions.excluded = Some(excluded);
        let order = [LeftOut::Lines, LeftOut::Puzzles];
        let worst =
            order.into_iter().find(|what| left_out.contains(what)).unwrap_or(LeftOut::Nothing);
        Ok((input, worst))
    }
}

/// A tour that has its input.
struct Tour<'t> {
    folder: Option<&'t Path>,
    left_out: LeftOut,
    quiet: Quiet,
    began: Instant,
}

impl Tour<'_> {
    /// Runs the tour, and reports its results.
    fn go(
        &self,
        runner: &mut Runner<'_>,
        sequence: &Sequence,
        input: &Set,
        show: &Show<'_>,
    ) -> anyhow::Result<Ending> {
        let ended = runner.run(sequence, input);
        show.end();
        let (ending, what) = match ended {
            Ok(results) => (self.left_out.ending(), counted(results.len(), "result")),
            Err(TourError::BrokenOff) => (Ending::Interrupted, "interrupted".to_owned()),
            Err(error) => {
                let error = error.into();
                if self.folder.is_none() {
                    return Err(error);
                }
                let ending = unfinished(&error);
                self.say_how_to_go_on();
                return Ok(ending);
            }
        };
        if !self.quiet.is_on {
            let is_complete = ending != Ending::Interrupted;
            say(format_args!("{what}{}", self.work(runner, is_complete)));
        }
        if ending == Ending::Interrupted {
            self.say_how_to_go_on();
        }
        let is_doubtful = ending == Ending::Well && runner.progress().undecided() > 0;
        Ok(if is_doubtful { Ending::Spent } else { ending })
    }

    /// What this run has done, behind how it ended.
    fn work(&self, runner: &Runner<'_>, is_complete: bool) -> String {
        let (done, elapsed) = (runner.progress(), self.began.elapsed());
        let (found, searched, judged) = (done.found(), done.searched(), done.judged());
        let seconds = elapsed.as_secs_f64();
        let resumed = runner.shelf().results_path().filter(|_| runner.shelf().is_resumed());
        if let Some(file) = &resumed
            && is_complete
            && (found, searched, judged) == (0, 0, 0)
        {
            let file = PathName(file);
            return format!(", all from earlier runs: {file} has them; {seconds:.2} s");
        }
        let judged = match judged {
            0 => String::new(),
            judged => format!(", {} judged", grouped(judged)),
        };
        let here = if resumed.is_some() { " by this run" } else { "" };
        let rate = progress::rate(searched, elapsed);
        let (found, searched) = (grouped(found), counted(searched, "pseudo-puzzle"));
        format!(
            ": {found} found{here} in {searched}{judged}; {seconds:.2} s, {rate} pseudo-puzzles/s"
        )
    }

    fn say_how_to_go_on(&self) {
        match self.folder {
            Some(folder) => say_how_to_go_on("tour", folder),
            None => say("it can't be resumed; with --state DIR it could be"),
        }
    }
}

fn read_pattern(pattern: Option<&str>) -> anyhow::Result<Option<Pattern>> {
    let shape = Shape::CLASSIC;
    let read = |text| Pattern::read(text, shape, &Alphabet::usual(shape));
    pattern.map(read).transpose().context("--pattern")
}

/// Reads the sequence, where some put the file.
fn sequence(text: &str) -> Result<Sequence, String> {
    text.parse().map_err(|error: SequenceError| {
        if Path::new(text).is_file() {
            "it is a file, and the sequence comes first, as in `tour '{-1+1}' FILE`; with --resume \
             the folder keeps both"
                .to_owned()
        } else {
            in_braces(text).unwrap_or_else(|| error.to_string())
        }
    })
}
