//! `--booklet`: the puzzles as pages to print, and their solutions at the end.
//!
//! ```text
//!      puzzle with one solution      on a page, with its number and its title
//!      any other puzzle              left out, with a complaint: it can't be solved as it is meant
//! ```

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use tourdion::catalogue::Reading;
use tourdion::draw::{self, BookletPuzzle};
use tourdion::excerpt::{Excerpt, PathName};
use tourdion::numerals::{counted, grouped};
use tourdion::sudoku::Solution;
use tourdion::verify::{LockstepVerifier, Verdict};

use super::BookletArguments;
use super::title::Titles;
use crate::cli::interrupt::{self, examine, pulse};
use crate::cli::options::RunArguments;
use crate::cli::picture::open_page;
use crate::cli::stream::{self, Answer, Entries, Sheet, SheetTurn, Stream};
use crate::cli::{Ending, complain, say, why_impossible, written};

/// The size, in megabytes, from which on a page is called large: some four thousand puzzles.
const LARGE: usize = 20;

/// Writes the booklet of these puzzles.
pub(super) fn run(
    puzzles: &[OsString],
    path: &Path,
    arguments: &BookletArguments,
    reading: Reading,
    run: RunArguments,
) -> anyhow::Result<Ending> {
    let file = open_page("--booklet", path.to_owned(), puzzles)?;
    let binder = Binder { reading, title: arguments.title.clone() };
    let stream = Stream::over_arguments(puzzles, &binder.reading, run)?;
    let mut done = stream.run(&binder, Sheet::print)?;
    if let Some(fault) = &done.tally.fault {
        bail!("{fault}");
    }
    done.complain_of_files();
    let kept = &done.tally.kept;
    if done.ending() == Ending::Interrupted {
        say("no booklet is written");
        return Ok(Ending::Interrupted);
    }
    if kept.is_empty() {
        complain("there is no puzzle for a booklet");
        return Ok(done.ending().worse(Ending::NotWell));
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let per_page = usize::from(arguments.per_page);
    let interrupted = interrupt::flag()?;
    let mut page = String::new();
    for sheet in draw::booklet_sheets(kept, &name, per_page, &binder.reading.alphabet) {
        if pulse(&interrupted).is_break() {
            say("no booklet is written");
            return Ok(Ending::Interrupted);
        }
        page.push_str(&sheet);
    }
    file.write(page.as_bytes())?;
    if !run.quiet.is_on {
        if let Some(column) = &arguments.title
            && kept.iter().all(|puzzle| puzzle.name.is_empty())
        {
            say(format_args!("no puzzle has a title in `{}`", Excerpt(column)));
        }
        let [pages, number] = [kept.len().div_ceil(per_page), kept.len()];
        let left_out = match done.tally.left_out {
            0 => String::new(),
            number => format!("; {} left out", grouped(number)),
        };
        say(format_args!(
            "{}: {} on {}, and solutions after them{left_out}{}",
            PathName(path),
            counted(number, "puzzle"),
            counted(pages, "page"),
            size(page.len())
        ));
    }
    Ok(done.ending())
}

/// The size of a page, and what follows from it, if a browser has trouble with it.
fn size(bytes: usize) -> String {
    match bytes / 1_000_000 {
        ..LARGE => String::new(),
        size => format!(
            "; the page has {} MB, which browsers show slowly or not at all: several booklets of \
             fewer puzzles are better",
            grouped(size)
        ),
    }
}

/// Solves the puzzles of a booklet.
struct Binder {
    reading: Reading,
    /// The column of titles, if one is named.
    title: Option<String>,
}

/// The puzzles of a booklet.
#[derive(Default)]
struct Tally {
    kept: Vec<BookletPuzzle>,
    left_out: u64,
    /// Why a file has no titles.
    fault: Option<String>,
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.kept.extend(other.kept);
        self.left_out += other.left_out;
        self.fault = self.fault.take().or(other.fault);
    }

    fn puzzles(&self) -> u64 {
        self.kept.len() as u64 + self.left_out
    }

    fn ending(&self) -> Ending {
        if self.left_out > 0 { Ending::NotWell } else { Ending::Well }
    }
}

impl Answer for Binder {
    type Worker = LockstepVerifier;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn worker(&self) -> LockstepVerifier {
        LockstepVerifier::new()
    }

    fn answer(
        &self,
        verifier: &mut LockstepVerifier,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let titles = match Titles::of(self.title.as_deref(), entries.chunk) {
            Ok(titles) => titles,
            Err(fault) => {
                sheet.tally.fault = Some(fault);
                sheet.is_last = true;
                return ControlFlow::Break(());
            }
        };
        entries.each(sheet, |entry, sheet| {
            let record = entry.record;
            let verdict = examine(verifier, &record.puzzle, 2, entries.stop)?.verdict();
            let why = match verdict {
                Verdict::Proper(solution) => {
                    let (name, puzzle) = (titles.title(record), record.puzzle.clone());
                    sheet.tally.kept.push(BookletPuzzle { name, puzzle, solution });
                    return ControlFlow::Continue(());
                }
                Verdict::Impossible => {
                    let why = why_impossible(&record.puzzle, &self.reading.alphabet);
                    format!("impossible: {why}")
                }
                Verdict::Pseudo(both) => pseudo_puzzle(&both),
            };
            sheet.tally.left_out += 1;
            sheet.complain(entry.place(), format_args!("left out: {why}"));
            ControlFlow::Continue(())
        })
    }
}

/// What a pseudo-puzzle is, in the words of `verify`.
fn pseudo_puzzle(both: &[Solution; 2]) -> String {
    let mut why = b"pseudo-puzzle: 2 or more solutions".to_vec();
    written::difference(both, &mut why);
    String::from_utf8_lossy(&why).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_page_is_called_so() {
        assert_eq!(size(19_999_999), "");
        assert!(size(1_234_000_000).starts_with("; the page has 1,234 MB, "));
    }
}
