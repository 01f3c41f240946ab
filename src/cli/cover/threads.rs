//! All covers, or their number, on all cores; optionally kept in a folder for resuming.
//!
//! ```text
//!      part --> text, count     on a thread, with an engine of its own
//!      text --> output          on the main thread, in the order of the parts; and into the
//!                               folder, if there is one
//! ```

use std::cell::RefCell;
use std::io::{self, BufWriter, Read, Write};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;
use tourdion::cover::share::parallel::{Ended, SearchBudget, SearchEnd, SearchProgress, Searched};
use tourdion::cover::share::parts::{Gather, Part};
use tourdion::cover::{Cover, Engine, EngineKind, OptionId, Parallel, Problem, Statistics};
use tourdion::excerpt::PathName;
use tourdion::kept::{KeptSearch, LeftError};
use tourdion::state::StateError;
use tourdion::threads::Threads;

use super::ask::{Asker, Outcome, altogether, ending_of, print_count};
use super::printer::{CoverPrinter, Emit};
use super::question::Question;
use super::watch::{CoverSink, End, Guard, covers_in_words};
use crate::cli::lock::locked;
use crate::cli::options::ThreadCount;
use crate::cli::output::output;
use crate::cli::unfinished::{say_how_to_go_on, unfinished};
use crate::cli::{CANNOT_WRITE, is_closed_pipe};

/// Bytes of covers that are printed at once.
const BUFFER: usize = 64 << 10;

/// The longest time to cut a part at the end of a run.
const CUT_TIME: Duration = Duration::from_secs(1);

/// The outcome of a search.
struct Found {
    covers: u64,
    end: End,
    /// The first cover found by this run of the program.
    first: Option<Vec<OptionId>>,
    done: Statistics,
}

/// What a search begins with.
struct Start<'g> {
    engine: Box<dyn Engine>,
    /// The parts to search; `None` if the guard stopped the cuts that lead to them.
    parts: Option<Vec<Part>>,
    guard: Guard<'g>,
}

impl Asker<'_> {
    /// Uses all cores if that pays, or else one.
    pub(super) fn ask_all(
        &self,
        question: Question,
        count: ThreadCount,
        kept: Option<KeptSearch>,
    ) -> anyhow::Result<Outcome> {
        if kept.is_none()
            && self.chosen.kind == EngineKind::Memo
            && matches!(question, Question::Count { .. })
        {
            return self.count_all(count);
        }
        let is_whole = matches!(
            question,
            Question::Count { limit: None } | Question::Covers { limit: u64::MAX }
        );
        // One thread always stops at the same node, and can look at each cover.
        let is_shared = is_whole && self.budget.nodes.is_none() && self.distinct.is_none();
        if kept.is_none() && !(is_shared && count.count() > 1) {
            return self.ask(question, count);
        }
        let threads = match count.start() {
            // One is enough.
            Err(_) if kept.is_none() => return self.ask(question, count),
            started => started?,
        };
        self.ask_threads(matches!(question, Question::Count { .. }), &threads, kept)
    }

    fn ask_threads(
        &self,
        is_count: bool,
        threads: &Threads,
        mut kept: Option<KeptSearch>,
    ) -> anyhow::Result<Outcome> {
        let why = self.placed.why_none(self.problem);
        let began_at = kept.as_ref().and_then(KeptSearch::next).cloned();
        let found = if why.is_some() {
            Ok(Found { covers: 0, end: End::Complete, first: None, done: Statistics::default() })
        } else if is_count {
            self.count_on(threads, kept.as_mut())
        } else {
            self.list_on(threads, self.emit, kept.as_mut())
        };
        let Found { covers, end, first, done } = match (found, &kept) {
            (Err(error), Some(kept)) if is_of_files(&error) => {
                let ending = unfinished(&error);
                say_how_to_go_on("cover", kept.folder());
                let altogether = altogether(kept.covers(), &Statistics::default());
                return Ok(Outcome { first: None, altogether, ending });
            }
            (found, _) => found?,
        };
        if let Some(kept) = &mut kept
            && end != End::Complete
            && kept.next() == began_at.as_ref()
        {
            self.cut_next(kept)?;
        }
        if is_count {
            print_count(covers, end)?;
        }
        self.say_if_empty(first.as_deref());
        self.remark(end, done.nodes, covers, why);
        if let Some(kept) = kept {
            if !is_count {
                self.say(&format!(
                    "{} in {}",
                    covers_in_words(covers),
                    PathName(&kept.covers_path())
                ));
            }
            if end != End::Complete {
                say_how_to_go_on("cover", kept.folder());
            }
        }
        Ok(Outcome {
            first,
            altogether: altogether(covers, &done),
            ending: ending_of(end, covers > 0),
        })
    }

    /// Cuts the part that was too long for this run, so that a later one comes further. Takes a
    /// moment at most, since the limit is reached or somebody waits for the end.
    fn cut_next(&self, kept: &mut KeptSearch) -> anyhow::Result<()> {
        let began = Instant::now();
        let mut watch =
            |_: &[Part]| if began.elapsed() < CUT_TIME { Continue(()) } else { Break(()) };
        match kept.cut_next(self.engine()?.as_mut(), &mut watch) {
            Ok(()) => Ok(kept.note()?),
            Err(LeftError::Stopped) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Counts covers, continuing from the folder, if any.
    fn count_on(
        &self,
        threads: &Threads,
        mut kept: Option<&mut KeptSearch>,
    ) -> anyhow::Result<Found> {
        let mut covers = kept.as_deref().map_or(0, KeptSearch::covers);
        let start = self.begin(kept.as_deref())?;
        let is_kept = kept.is_some();
        let mut take = |searched: Searched<'_, ()>| {
            covers = covers.saturating_add(searched.covers);
            if let Some(kept) = kept.as_deref_mut() {
                kept.add(searched.covers, b"", searched.next)?;
            }
            Ok(())
        };
        let (end, beyond, done) = self.go(threads, start, &|| (), &mut take, &mut || Ok(()))?;
        // With a folder they will be counted again.
        covers = covers.saturating_add(if is_kept { 0 } else { beyond });
        kept.map_or(Ok(()), KeptSearch::note)?;
        Ok(Found { covers, end, first: None, done })
    }

    /// Prints covers, and appends them to the folder, if there is one; the covers already there
    /// come first.
    fn list_on(
        &self,
        threads: &Threads,
        emit: Emit,
        mut kept: Option<&mut KeptSearch>,
    ) -> anyhow::Result<Found> {
        let mut covers = kept.as_deref().map_or(0, KeptSearch::covers);
        let start = self.begin(kept.as_deref())?;
        let mut first = None;
        let output = RefCell::new(BufWriter::with_capacity(BUFFER, output()));
        let mut print = |text: &[u8]| output.borrow_mut().write_all(text).context(CANNOT_WRITE);
        let mut flush = || output.borrow_mut().flush().context(CANNOT_WRITE);
        let mut has_shown = false;
        let printers = Printers { problem: self.problem, emit, unused: Mutex::default() };
        let mut take = |searched: Searched<'_, PrintedPart<'_, '_>>| {
            let PrintedPart { mut text, first: of_part, .. } = searched.gathered;
            if emit == Emit::Options && covers > 0 && searched.covers > 0 {
                text.insert(0, b'\n');
            }
            covers = covers.saturating_add(searched.covers);
            first = first.take().or(of_part);
            if let Some(kept) = kept.as_deref_mut() {
                if !has_shown {
                    show(kept, &mut print)?;
                    has_shown = true;
                }
                kept.add(searched.covers, &text, searched.next)?;
            }
            print(&text)
        };
        let new = || PrintedPart::new(&printers);
        let ended = self.go(threads, start, &new, &mut take, &mut flush);
        let ended = ended.and_then(|ended| flush().map(|()| ended));
        // If the output failed, what was found before is kept.
        let noted = kept.as_deref_mut().map_or(Ok(()), KeptSearch::note);
        let (end, _, done) = ended?;
        noted?;
        if let Some(kept) = kept
            && !has_shown
            && end == End::Complete
        {
            // Nothing was left to search. If the reader goes now, it is finished all the same.
            match show(kept, &mut print) {
                Err(error) if is_closed_pipe(&error) => {}
                shown => shown?,
            }
        }
        Ok(Found { covers, end, first, done })
    }

    /// Searches the rest, and passes the gathered covers to `take`, part by part. Calls `pass` now
    /// and then.
    fn go<G: Gather + Send>(
        &self,
        threads: &Threads,
        Start { engine, parts, mut guard }: Start<'_>,
        new: &(dyn Fn() -> G + Sync),
        take: &mut dyn FnMut(Searched<'_, G>) -> anyhow::Result<()>,
        pass: &mut dyn FnMut() -> anyhow::Result<()>,
    ) -> anyhow::Result<(End, u64, Statistics)> {
        let Some(parts) = parts else { return Ok((guard.end(), 0, Statistics::default())) };
        let build = || self.engine().expect("an engine that was made once can be made again");
        let crew = Parallel::new(&build, threads).with(engine);
        let failed = RefCell::new(None);
        let noted = |done: anyhow::Result<()>| match done {
            Ok(()) => Continue(()),
            Err(error) => {
                *failed.borrow_mut() = Some(error);
                Break(())
            }
        };
        let mut watch = |progress: &SearchProgress| {
            let percent = 100.0 * progress.share;
            let known =
                || format!("{}, {percent:.1} % of the tree", covers_in_words(progress.covers));
            if guard.look(progress.nodes, &known)? { noted(pass()) } else { Continue(()) }
        };
        let budget = SearchBudget { nodes: self.budget.nodes, ..SearchBudget::default() };
        let mut sink = |searched: Searched<'_, G>| noted(take(searched));
        let Ended { end, beyond, .. } = crew.search(parts, budget, new, &mut sink, &mut watch);
        let watched = guard.end();
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        let end = match end {
            SearchEnd::Complete => End::Complete,
            SearchEnd::Enough => End::Enough,
            SearchEnd::Spent => End::Spent,
            SearchEnd::Stopped => watched,
        };
        Ok((end, beyond, crew.statistics()))
    }

    /// What a search begins with, from the folder, if any.
    fn begin(&self, kept: Option<&KeptSearch>) -> anyhow::Result<Start<'_>> {
        let (mut engine, mut guard) = (self.engine()?, self.guard());
        let parts = match kept.map(|kept| kept.left(engine.as_mut(), &mut guard)) {
            None => Some(vec![Part::whole()]),
            Some(Err(LeftError::Stopped)) => None,
            Some(left) => Some(left?),
        };
        Ok(Start { engine, parts, guard })
    }

    /// An engine with the required moves.
    fn engine(&self) -> anyhow::Result<Box<dyn Engine>> {
        let mut engine = self.chosen.build(self.problem)?;
        self.placed.put(engine.as_mut(), None)?;
        Ok(engine)
    }
}

/// Whether a file or the output failed: the search can then be resumed.
fn is_of_files(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<io::Error>() || cause.is::<StateError>())
}

/// Prints the covers that a folder has.
fn show(
    kept: &KeptSearch,
    print: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(mut text) = kept.text()? else { return Ok(()) };
    let mut buffer = vec![0; BUFFER];
    loop {
        let read = text.read(&mut buffer).context("can't be read");
        match read.with_context(|| PathName(&kept.covers_path()).to_string())? {
            0 => return Ok(()),
            read => print(&buffer[..read])?,
        }
    }
}

/// Printers that are not in use, with the texts of options.
struct Printers<'p> {
    problem: &'p Problem,
    emit: Emit,
    unused: Mutex<Vec<CoverPrinter<'p, Vec<u8>>>>,
}

/// The text of a part's covers. While these are gathered, a printer has it.
struct PrintedPart<'r, 'p> {
    printers: &'r Printers<'p>,
    printer: Option<CoverPrinter<'p, Vec<u8>>>,
    text: Vec<u8>,
    /// The first cover.
    first: Option<Vec<OptionId>>,
}

impl<'r, 'p> PrintedPart<'r, 'p> {
    fn new(printers: &'r Printers<'p>) -> PrintedPart<'r, 'p> {
        PrintedPart { printers, printer: None, text: Vec::new(), first: None }
    }
}

impl Gather for PrintedPart<'_, '_> {
    fn take(&mut self, cover: Cover<'_>) {
        let &Printers { problem, emit, ref unused } = self.printers;
        let new = || CoverPrinter::new(problem, emit, Vec::new());
        let printer = self.printer.get_or_insert_with(|| locked(unused).pop().unwrap_or_else(new));
        // A write into memory does not fail.
        let _ = printer.take(&mut cover.options());
    }

    fn bytes(&self) -> usize {
        self.printer.as_ref().map_or(self.text.len(), CoverPrinter::length)
    }

    /// Of all parts that wait, none has more than its text: so there is a printer for each thread.
    fn end(&mut self) {
        let Some(mut printer) = self.printer.take() else { return };
        self.first = printer.take_first();
        self.text = printer.take_text(BUFFER);
        locked(&self.printers.unused).push(printer);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::Continue;

    use tourdion::cover::{Links, classics};
    use tourdion::watch::Patient;

    use super::*;

    #[test]
    fn parts_that_wait_have_their_texts_alone() {
        let problems = [
            (classics::langford(3), Emit::Options),
            (classics::langford(7), Emit::Numbers),
            (classics::latin(4), Emit::Jsonl),
        ];
        for (problem, emit) in problems {
            let problem = problem.unwrap();
            let printers = Printers { problem: &problem, emit, unused: Mutex::default() };
            let mut engine = Links::new(&problem).unwrap();
            let mut part = || {
                let mut part = PrintedPart::new(&printers);
                let mut take = |cover: Cover<'_>| {
                    part.take(cover);
                    Continue(())
                };
                let _ = engine.search(&mut take, &mut Patient);
                let bytes = part.bytes();
                part.end();
                assert_eq!((part.bytes(), part.text.len()), (bytes, bytes));
                assert!(part.text.capacity() <= bytes + 1 && part.printer.is_none());
                part
            };
            let waiting: Vec<_> = (0..9).map(|_| part()).collect();
            assert!(
                waiting.iter().all(|part| part.text == waiting[0].text && part.first.is_some())
            );
            assert_eq!(locked(&printers.unused).len(), 1);
            if emit == Emit::Jsonl {
                assert!(waiting[0].text.len() > BUFFER);
            }
        }
    }
}
