//! `tourdion solve`: a solution, all solutions, or how many there are.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use rayon::ThreadPool;
use tourdion::catalogue::{self, Chunk, End, Entry, Record, SourceError, Unreadable};
use tourdion::sudoku::{Alphabet, Solution};
use tourdion::verify::lockstep::{self, Path as InstructionPath};
use tourdion::verify::{Examination, LockstepVerifier, Verdict, Verifier};

use super::argument::{self, Chunks};
use super::interrupt::Stoppable;
use super::output::output;
use super::{
    CANNOT_WRITE, Ending, ReadingArguments, at_least, complain, grouped, interrupt, progress, say,
    why_impossible,
};

const EXAMPLES: &str = "\
Examples:
  tourdion solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  tourdion solve puzzles.txt --emit lines         one solution a line
  tourdion solve --all --limit 10 puzzle.txt      the first ten solutions
  tourdion solve --count puzzle.txt               exactly how many there are

Exit codes: 0 all puzzles have a solution; 1 some have none; 2 something can't be read or written;
130 interrupted.";

/// What `tourdion solve` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Puzzles, each as one line of symbols, or files of puzzles; `-` is standard input
    #[arg(value_name = "PUZZLE|FILE")]
    puzzles: Vec<OsString>,
    /// Print all solutions, as they are found
    #[arg(long, group = "many")]
    all: bool,
    /// Print the number of solutions
    #[arg(long, group = "many", conflicts_with = "emit")]
    count: bool,
    /// With --all or --count: stop at this many solutions of a puzzle
    #[arg(long, requires = "many", value_name = "N", value_parser = at_least::<1>)]
    limit: Option<u64>,
    /// How solutions are printed [default: framed, with --all as lines]
    #[arg(long, value_name = "FORM")]
    emit: Option<Emit>,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// How a solution is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Emit {
    /// A drawing of several lines
    Framed,
    /// A line of symbols
    Lines,
}

/// Solves puzzles.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    if arguments.puzzles.is_empty() {
        if io::stdin().is_terminal() {
            bail!(
                "expected a PUZZLE, a FILE, or `-` to read standard input; try `tourdion solve --help`"
            );
        }
        arguments.puzzles.push("-".into());
    }
    let interrupted = interrupt::flag()?;
    let reading = arguments.reading.reading()?;
    let chunks = arguments.puzzles.iter().map(|argument| argument::chunks(argument, &reading));
    let chunks = chunks.collect::<anyhow::Result<Vec<Chunks>>>()?.into_iter().flatten();
    let question = match (arguments.all, arguments.count) {
        (true, _) => Question::All,
        (_, true) => Question::Count,
        _ => Question::One,
    };
    // Counting takes as many threads as there are.
    let threads = usize::from(!arguments.count);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("can't start threads")?;
    let usual = if arguments.all { Emit::Lines } else { Emit::Framed };
    let mut solver = Solver {
        verifier: LockstepVerifier::new(),
        pool: &pool,
        question,
        limit: arguments.limit.unwrap_or(u64::MAX),
        interrupted: &interrupted,
        press: Press {
            output: BufWriter::new(output()),
            emit: arguments.emit.unwrap_or(usual),
            alphabet: &reading.alphabet,
        },
        is_idle: true,
        ending: Ending::Well,
    };
    // One puzzle is solved at a time; the chunks come by way of `ordered` because it hears an
    // interrupt while a read of a terminal or a pipe is blocked.
    let sink = |chunk: Result<Chunk, SourceError>| match chunk {
        Ok(chunk) => chunk.for_each(&reading, |entry| solver.answer(chunk.file(), &entry)),
        Err(error) => {
            complain(error);
            solver.worsen(Ending::Unreadable);
            ControlFlow::Continue(())
        }
    };
    match catalogue::ordered(chunks, &pool, &interrupted, || (), |(), chunk, _| chunk, sink) {
        ControlFlow::Break(stopped) => stopped,
        ControlFlow::Continue(End::Interrupted) => Ok(Ending::Interrupted),
        ControlFlow::Continue(End::Complete) => Ok(solver.at_the_end()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    One,
    All,
    Count,
}

/// Answers one question about one puzzle after the other.
struct Solver<'r, W: Write> {
    verifier: LockstepVerifier,
    /// For counting.
    pool: &'r ThreadPool,
    question: Question,
    limit: u64,
    interrupted: &'r AtomicBool,
    press: Press<'r, W>,
    /// Whether nothing has come yet, be it an error.
    is_idle: bool,
    ending: Ending,
}

impl<W: Write> Solver<'_, W> {
    /// Answers for one entry of a file. Breaks with how the run ended.
    fn answer(&mut self, file: &str, entry: &Entry<'_>) -> ControlFlow<anyhow::Result<Ending>> {
        self.is_idle = false;
        let record = match entry {
            Entry::Puzzle(record) => record,
            Entry::Unreadable(Unreadable { line, column, problem }) => {
                say(format_args!("{file}:{line}:{column}: unreadable: {problem}"));
                self.worsen(Ending::Unreadable);
                return ControlFlow::Continue(());
            }
        };
        let answered = match self.question {
            Question::One => self.one(file, record),
            Question::All => self.all(file, record),
            Question::Count => self.count(record),
        };
        match answered.and_then(|()| self.press.flush()) {
            Err(error) => ControlFlow::Break(Err(error)),
            Ok(()) if self.is_interrupted() => ControlFlow::Break(Ok(Ending::Interrupted)),
            Ok(()) => ControlFlow::Continue(()),
        }
    }

    /// Prints the first solution.
    fn one(&mut self, file: &str, record: &Record<'_>) -> anyhow::Result<()> {
        let mut stoppable = Stoppable { visitor: Examination::up_to(2), flag: self.interrupted };
        let _ = self.verifier.solutions(&record.grid, &mut stoppable);
        let verdict = stoppable.visitor.verdict();
        match verdict.witnesses().first() {
            Some(solution) => self.press.print(solution)?,
            None => self.no_solution(file, record),
        }
        if let Verdict::Pseudo(_) = verdict {
            self.press.flush()?; // the solution before the remark on it
            let Record { line, column, .. } = record;
            say(format_args!("{file}:{line}:{column}: pseudo-puzzle: it has other solutions too"));
        }
        Ok(())
    }

    /// Prints all solutions, up to the limit.
    fn all(&mut self, file: &str, record: &Record<'_>) -> anyhow::Result<()> {
        let (mut found, mut failed) = (0, None);
        let (press, limit) = (&mut self.press, self.limit);
        let visitor = |solution: &dyn Fn() -> Solution| {
            found += 1;
            failed = press.print(&solution()).err();
            if failed.is_some() || found >= limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let _ = self
            .verifier
            .solutions(&record.grid, &mut Stoppable { visitor, flag: self.interrupted });
        if found == 0 {
            self.no_solution(file, record);
        }
        failed.map_or(Ok(()), Err)
    }

    /// Prints the number of solutions, as far as it was counted.
    fn count(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        let (bar, interrupted) = (progress::figure(), self.interrupted);
        let watch = |solutions| {
            if !bar.is_hidden() {
                bar.set_message(format!("{} solutions", grouped(solutions)));
            }
            if interrupted.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let path = InstructionPath::best();
        let counted = lockstep::count_on(self.pool, path, &record.grid, self.limit, &watch);
        bar.finish_and_clear();
        match counted {
            ControlFlow::Break(solutions) => {
                self.press.write(format_args!("{solutions} or more\n"))
            }
            ControlFlow::Continue(solutions) => {
                if solutions == 0 {
                    self.worsen(Ending::NotWell);
                }
                self.press.write(format_args!("{solutions}\n"))
            }
        }
    }

    fn no_solution(&mut self, file: &str, record: &Record<'_>) {
        if !self.is_interrupted() {
            let Record { line, column, grid, .. } = record;
            let why = why_impossible(grid, self.press.alphabet);
            say(format_args!("{file}:{line}:{column}: impossible: {why}"));
            self.worsen(Ending::NotWell);
        }
    }

    /// How the run ended, if nothing stopped it before the end of the input.
    fn at_the_end(self) -> Ending {
        if self.is_idle && self.ending == Ending::Well {
            complain("there is no puzzle to solve");
            return Ending::Unreadable;
        }
        self.ending
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Keeps the worst ending: what can't be read outweighs what has no solution.
    fn worsen(&mut self, ending: Ending) {
        if self.ending != Ending::Unreadable {
            self.ending = ending;
        }
    }
}

/// Prints solutions.
struct Press<'r, W: Write> {
    output: W,
    emit: Emit,
    alphabet: &'r Alphabet,
}

impl<W: Write> Press<'_, W> {
    fn print(&mut self, solution: &Solution) -> anyhow::Result<()> {
        match self.emit {
            Emit::Framed => self.write(format_args!("{}\n", solution.grid().framed(self.alphabet))),
            Emit::Lines => self.write(format_args!("{}\n", solution.grid().line(self.alphabet))),
        }
    }

    fn write(&mut self, text: fmt::Arguments<'_>) -> anyhow::Result<()> {
        self.output.write_fmt(text).context(CANNOT_WRITE)
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.output.flush().context(CANNOT_WRITE)
    }
}
