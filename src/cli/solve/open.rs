//! The work of the thread whose turn it is: prints sheets, and answers for the puzzles that they
//! leave open, one at a time.

use std::io::{BufWriter, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use indicatif::ProgressBar;
use tourdion::instructions::Instructions;
use tourdion::numerals::grouped;
use tourdion::sudoku::{Grid, Marks, Solution};
use tourdion::threads::Threads;
use tourdion::verify::Verifier;
use tourdion::verify::lockstep;

use super::solver::{Left, OpenPuzzle, Piece, Question, Solver, Tally, Verifiers};
use crate::cli::CANNOT_WRITE;
use crate::cli::command_puzzle::CommandPuzzle;
use crate::cli::interrupt::{pulse, watch};
use crate::cli::output::output;
use crate::cli::stream::{self, FilePlace, Sheet};

/// Prints sheets.
pub(super) struct Open<'o> {
    solver: &'o Solver,
    verifiers: Verifiers,
    /// The number of threads that count.
    number: usize,
    /// These, started for the first count: those of the run have sheets to write.
    threads: Option<Threads>,
    interrupted: Arc<AtomicBool>,
}

impl<'o> Open<'o> {
    pub(super) fn new(
        solver: &'o Solver,
        threads: usize,
        interrupted: Arc<AtomicBool>,
    ) -> Open<'o> {
        Open { solver, verifiers: Verifiers::new(), number: threads, threads: None, interrupted }
    }

    /// Prints a sheet, piece by piece, up to an interrupt.
    pub(super) fn print(
        &mut self,
        sheet: &mut Sheet<Tally>,
        bar: &ProgressBar,
    ) -> anyhow::Result<()> {
        let last = [mem::take(&mut sheet.results), mem::take(&mut sheet.complaints)];
        for Piece { results, complaints, open } in mem::take(&mut sheet.tally.pieces) {
            print(&results, &complaints, bar)?;
            if let Some(open) = open {
                match (self.solver.question, &open.puzzle) {
                    (Question::Count, _) => self.count(&open, sheet, bar),
                    (_, Left::Clues(puzzle)) => self.all(puzzle, &open, sheet, bar)?,
                    (_, Left::Marks(puzzle)) => self.all(puzzle, &open, sheet, bar)?,
                }
                print(&mem::take(&mut sheet.results), &mem::take(&mut sheet.complaints), bar)?;
            }
            if pulse(&self.interrupted).is_break() {
                return Ok(());
            }
        }
        print(&last[0], &last[1], bar)
    }

    /// Prints all solutions, up to the limit, as they are found.
    fn all<P: Searched>(
        &mut self,
        puzzle: &P,
        open: &OpenPuzzle,
        sheet: &mut Sheet<Tally>,
        bar: &ProgressBar,
    ) -> anyhow::Result<()> {
        let (mut found, mut written) = (0, Ok(()));
        let solver = self.solver;
        bar.suspend(|| {
            let (mut output, mut text) = (BufWriter::new(output()), Vec::new());
            let mut visitor = |solution: &dyn Fn() -> Solution| {
                found += 1;
                text.clear();
                solver.write(&solution(), open.row.as_ref(), &mut text);
                written = output.write_all(&text);
                if written.is_ok() && found < solver.limit {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let mut watch = watch(&self.interrupted);
            let verifier = P::verifier(&mut self.verifiers);
            let _ = verifier.solutions(puzzle, &mut visitor, &mut watch);
            if written.is_ok() {
                written = output.flush();
            }
        });
        written.context(CANNOT_WRITE)?;
        if found == 0 && pulse(&self.interrupted).is_continue() {
            let file = sheet.file().clone();
            let place = FilePlace { file: &file, line: open.line, column: open.column };
            solver.no_solution(place, (puzzle, open.row.as_ref()), sheet);
        }
        Ok(())
    }

    /// Writes the number of solutions counted.
    fn count(&mut self, open: &OpenPuzzle, sheet: &mut Sheet<Tally>, bar: &ProgressBar) {
        let watch = |solutions: &u64| {
            if !bar.is_hidden() {
                bar.set_message(format!("{} solutions", grouped(*solutions)));
            }
            pulse(&self.interrupted)
        };
        let (path, limit) = (Instructions::best(), self.solver.limit);
        let threads = match self.threads.take() {
            Some(threads) => Some(threads),
            // If the system starts none, this one counts.
            None => Threads::new(self.number).ok(),
        };
        let counted = match &open.puzzle {
            Left::Clues(puzzle) => {
                lockstep::count_on(threads.as_ref(), path, puzzle, limit, &watch)
            }
            Left::Marks(puzzle) => {
                lockstep::count_on(threads.as_ref(), path, puzzle, limit, &watch)
            }
        };
        self.threads = threads;
        let (ControlFlow::Break(solutions) | ControlFlow::Continue(solutions)) = counted;
        let is_all = counted.is_continue();
        if let Some(row) = &open.row
            && !is_all
            && !row.has_or_more()
        {
            let file = sheet.file().clone();
            let place = FilePlace { file: &file, line: open.line, column: open.column };
            let solutions = grouped(solutions);
            return sheet.complain(place, format_args!("{solutions} solutions or more"));
        }
        sheet.tally.unsolvable += u64::from(is_all && solutions == 0);
        let count = (solutions, is_all);
        self.solver.write_count(count, open.row.as_ref(), &mut sheet.results);
    }
}

/// A kind of puzzle, with its verifier.
trait Searched: CommandPuzzle {
    fn verifier(verifiers: &mut Verifiers) -> &mut dyn Verifier<Self>;
}

impl Searched for Grid {
    fn verifier(verifiers: &mut Verifiers) -> &mut dyn Verifier {
        &mut verifiers.clues
    }
}

impl Searched for Marks {
    fn verifier(verifiers: &mut Verifiers) -> &mut dyn Verifier<Marks> {
        verifiers.marks()
    }
}

/// Prints results, and then the remarks on them.
fn print(results: &[u8], complaints: &[u8], bar: &ProgressBar) -> anyhow::Result<()> {
    stream::print(results, &[], bar)?;
    stream::print(&[], complaints, bar)
}
