//! The common part of commands that take catalogues: inputs, a run over them, and its ending.
//!
//! ```text
//!      chunk --> sheet            on a worker: the command's answer to each entry
//!      sheet --> standard output  on the worker whose turn it is, in the order of the input
//!      all   --> summary, ending  counts of all sheets, files without a puzzle
//! ```
//!
//! A command is an [`Answer`] for each entry, and a [`Tally`] of its counts. The rest is here:
//! printing sheets in order, reporting and counting unreadable entries, and ending the run at an
//! interrupt or a last sheet.
//!
//! Invariant: a command's output does not depend on the number of threads, or on the cuts between
//! chunks.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bstr::ByteSlice;
use indicatif::ProgressBar;
use tourdion::catalogue::{BufferPool, Input, OrderedEnd, ReadProgress, Reading};
use tourdion::excerpt::shortened;
use tourdion::numerals::counted;
use tourdion::sudoku::Shape;

use super::argument::{self, Chunks};
use super::options::{Quiet, RunArguments};
use super::output::output;
use super::progress::rate;
use super::{CANNOT_WRITE, interrupt, progress, same_file, tell};
pub(super) use answer::Answer;
#[cfg(test)]
pub(super) use answer::{BATCH, sheets_of};
use done::Ended;
pub(super) use done::{Done, Tally};
pub(super) use entries::{Entries, PuzzleEntry};
pub(super) use files::{Files, complain_of_source};
use rows::Head;
pub(super) use rows::{Row, RowWriter, Rows, Value};
pub(super) use sheet::{FilePlace, Sheet, SheetTurn};
pub(super) use sheet_run::sheets;
use sheet_run::{ChunkSizer, SheetRun};

mod answer;
mod done;
mod entries;
mod fields;
mod files;
mod object;
mod rows;
mod sheet;
mod sheet_run;

/// The catalogues of a command, or standard input if none is named, unless it is a terminal.
pub(super) fn catalogues(
    mut catalogues: Vec<PathBuf>,
    command: &str,
) -> anyhow::Result<Vec<PathBuf>> {
    if catalogues.is_empty() {
        refuse_terminal("a CATALOGUE", command)?;
        catalogues.push("-".into());
    }
    Ok(catalogues)
}

/// The same as inputs.
pub(super) fn inputs(catalogues: Vec<PathBuf>, command: &str) -> anyhow::Result<Vec<Input>> {
    Ok(self::catalogues(catalogues, command)?.iter().map(Input::new).collect())
}

/// Refuses standard input as a catalogue if it is the file of an option, too: it is there once.
pub(super) fn refuse_stdin_twice(
    catalogues: &[PathBuf],
    option: &str,
    files: &[PathBuf],
) -> anyhow::Result<()> {
    let is_stdin = |file: &PathBuf| file.as_os_str() == "-";
    if files.iter().any(is_stdin) && (catalogues.is_empty() || catalogues.iter().any(is_stdin)) {
        bail!("standard input can't be both the CATALOGUE and the file of {option}");
    }
    Ok(())
}

/// The arguments of a command that takes puzzles and files, or standard input if there are none.
pub(super) fn arguments(
    mut arguments: Vec<OsString>,
    command: &str,
) -> anyhow::Result<Vec<OsString>> {
    if arguments.is_empty() {
        refuse_terminal("a PUZZLE, a FILE", command)?;
        arguments.push("-".into());
    }
    Ok(arguments)
}

fn refuse_terminal(expected: &str, command: &str) -> anyhow::Result<()> {
    if io::stdin().is_terminal() {
        bail!(
            "expected {expected}, or `-` to read standard input; try `tourdion {command} --help`"
        );
    }
    Ok(())
}

/// The progress of a reading that an interrupt stops.
pub(super) fn stoppable() -> anyhow::Result<Arc<ReadProgress>> {
    let read = ReadProgress::new();
    interrupt::sets(read.stop())?;
    Ok(read)
}

/// Prints results, and complaints before them, without disturbing the progress bar.
pub(super) fn print(results: &[u8], complaints: &[u8], bar: &ProgressBar) -> anyhow::Result<()> {
    if results.is_empty() && complaints.is_empty() {
        return Ok(());
    }
    bar.suspend(|| {
        tell(&String::from_utf8_lossy(complaints));
        let mut output = output();
        output.write_all(results).and_then(|()| output.flush()).context(CANNOT_WRITE)
    })
}

/// A run over inputs that has not begun.
pub(super) struct Stream {
    began: Instant,
    chunks: Chunks,
    files: Files,
    pub(super) threads: usize,
    read: Arc<ReadProgress>,
    bar: ProgressBar,
    quiet: Quiet,
}

impl Stream {
    /// A run over catalogues.
    pub(super) fn over_catalogues(
        catalogues: Vec<PathBuf>,
        command: &str,
        reading: &Reading,
        run: RunArguments,
    ) -> anyhow::Result<Stream> {
        let catalogues = self::catalogues(catalogues, command)?;
        same_file::refuse_standard_output(&catalogues)?;
        let inputs: Vec<Input> = catalogues.iter().map(Input::new).collect();
        let files = Files::of(inputs.iter().map(|input| input.name().clone()));
        let read = stoppable()?;
        let chunks = argument::chunks_of(inputs, reading, &read);
        Ok(Stream::over(chunks, files, read, progress::over, run))
    }

    /// A run over puzzles written out, and files.
    pub(super) fn over_arguments(
        arguments: &[OsString],
        reading: &Reading,
        run: RunArguments,
    ) -> anyhow::Result<Stream> {
        same_file::refuse_standard_output(arguments)?;
        let read = stoppable()?;
        let chunks = arguments.iter().map(|argument| argument::chunks(argument, reading, &read));
        let chunks = chunks.collect::<anyhow::Result<Vec<Chunks>>>()?.into_iter().flatten();
        let files = arguments.iter().filter(|argument| argument::is_file(argument));
        let files = Files::of(files.map(|file| Input::new(file).name().clone()));
        let bar = |_: &Arc<ReadProgress>| progress::figure();
        Ok(Stream::over(Box::new(chunks), files, read, bar, run))
    }

    fn over(
        chunks: Chunks,
        files: Files,
        read: Arc<ReadProgress>,
        bar: impl FnOnce(&Arc<ReadProgress>) -> ProgressBar,
        RunArguments { threads, quiet }: RunArguments,
    ) -> Stream {
        let threads = threads.count();
        let bar = if quiet.is_on { ProgressBar::hidden() } else { bar(&read) };
        Stream { began: Instant::now(), chunks, files, threads, read, bar, quiet }
    }

    /// The progress bar of the run.
    pub(super) fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Lets `answer` answer for all entries, and `show` print each sheet.
    ///
    /// # Errors
    /// Those of `show`.
    pub(super) fn run<A: Answer<Tally: Tally>>(
        self,
        answer: &A,
        mut show: impl FnMut(&mut Sheet<A::Tally>, &ProgressBar) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<Done<A::Tally>> {
        let Stream { began, chunks, files, threads, read, bar, quiet } = self;
        let mut done = Done {
            tally: A::Tally::default(),
            unreadable: 0,
            failed: 0,
            files,
            end: Ended::Complete,
            elapsed: Duration::ZERO,
            quiet,
        };
        let mut heads = Heads::default();
        let is_large = answer.reading().shape.size() > Shape::CLASSIC.size();
        let sizer = (is_large || answer.is_slow()).then(|| ChunkSizer::new(&read));
        let pool = BufferPool::default();
        let run =
            SheetRun { answer, pool: &pool, threads, stop: read.stop(), sizer: sizer.as_ref() };
        let flow = run.go(chunks, |mut sheet| {
            let headed = heads.pass(&sheet).and_then(|head| print(&head, &[], &bar));
            if !quiet.is_on && !sheet.remark.is_empty() {
                bar.suspend(|| tell(&sheet.remark));
            }
            if let Err(error) = headed.and_then(|()| show(&mut sheet, &bar)) {
                return ControlFlow::Break(Err(error));
            }
            let (is_last, is_cut) = (sheet.is_last, sheet.is_cut);
            pool.put_back(mem::take(&mut sheet.results));
            done.add(sheet);
            if !bar.is_hidden() {
                bar.set_position(read.bytes());
                let (puzzles, elapsed) = (done.tally.puzzles(), began.elapsed());
                let rate = rate(puzzles, elapsed);
                bar.set_message(format!("{}, {rate}/s", counted(puzzles, "puzzle")));
            }
            match (is_last, is_cut) {
                (true, _) => ControlFlow::Break(Ok(Ended::Stopped)),
                (_, true) => ControlFlow::Break(Ok(Ended::Interrupted)),
                _ => ControlFlow::Continue(()),
            }
        });
        bar.finish_and_clear();
        if heads.0.is_none()
            && done.failed == 0
            && flow.is_continue()
            && let Some(rows) = answer.rows()
        {
            // Programs read a table without rows, but not nothing at all.
            print(&rows.of_places("").header(), &[], &bar)?;
        }
        done.end = match flow {
            ControlFlow::Break(stopped) => stopped?,
            ControlFlow::Continue(OrderedEnd::Interrupted) => Ended::Interrupted,
            ControlFlow::Continue(OrderedEnd::Complete) => Ended::Complete,
        };
        done.elapsed = began.elapsed();
        Ok(done)
    }
}

/// The file whose rows came last, and what stands before all rows.
#[derive(Default)]
struct Heads(Option<(Arc<str>, Head)>);

impl Heads {
    /// What to print before the rows of this sheet: the header, before the first ones.
    ///
    /// # Errors
    /// If the rows of its file have other columns than those before them.
    fn pass<T>(&mut self, sheet: &Sheet<T>) -> anyhow::Result<Vec<u8>> {
        let Some(head) = &sheet.head else { return Ok(Vec::new()) };
        match &mut self.0 {
            None => {
                self.0 = Some((sheet.file().clone(), head.clone()));
                let bom = if head.has_bom { "\u{feff}" } else { "" };
                Ok([bom.as_bytes(), &head.line].concat())
            }
            Some((file, _)) if Arc::ptr_eq(file, sheet.file()) => Ok(Vec::new()),
            Some((file, first)) if head.fits(first) => {
                *file = sheet.file().clone();
                Ok(Vec::new())
            }
            Some((file, first)) if head.columns == first.columns => bail!(
                "{}: its separator is not that of {file}: `{}`, not `{}`; one table can't have \
                 both: --emit jsonl has none, or run the command for each",
                sheet.file(),
                head.delimiter.escape_ascii(),
                first.delimiter.escape_ascii()
            ),
            Some((file, first)) => bail!(
                "{}: its columns are not those of {file}: {}, not {}; \
                 one table can't have both, so run the command for each",
                sheet.file(),
                in_words(head),
                in_words(first)
            ),
        }
    }
}

/// The header, as it is shown in an error.
fn in_words(head: &Head) -> String {
    let line = head.line.to_str_lossy();
    match line.trim_end() {
        "" => "none".to_owned(),
        line => format!("`{}`", shortened(line, 100)),
    }
}
