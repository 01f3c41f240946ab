//! Shows a tour: its results on standard output, and how far it is on a terminal.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use indicatif::ProgressBar;
use tourdion::expression::Decision;
use tourdion::numerals::grouped;
use tourdion::sudoku::{Alphabet, Grid};
use tourdion::tour::seen::PackedPuzzle;
use tourdion::tour::{Choosing, Phase, Spectator, TourProgress};
use tourdion::verify::{LockstepVerifier, Verdict, Verifier};
use tourdion::watch::{Patient, SharedWatch};

use crate::cli::lock::locked;
use crate::cli::options::Quiet;
use crate::cli::output::output;
use crate::cli::{interrupt, progress, tell};

/// Shows results and progress.
pub(super) struct Show<'s> {
    interrupted: &'s AtomicBool,
    alphabet: Alphabet,
    /// Finds the solutions that are written beside puzzles, if they are.
    witnesses: Option<Mutex<LockstepVerifier>>,
    bar: ProgressBar,
    /// What the running phase is, in words.
    phase: Mutex<String>,
    /// Whether its results are being chosen from.
    is_choice: AtomicBool,
    /// Pseudo-puzzles that had been searched when it began, or puzzles judged.
    before: AtomicU64,
}

impl<'s> Show<'s> {
    pub(super) fn new(
        interrupted: &'s AtomicBool,
        alphabet: Alphabet,
        witness: bool,
        quiet: Quiet,
    ) -> Show<'s> {
        Show {
            interrupted,
            alphabet,
            witnesses: witness.then(|| Mutex::new(LockstepVerifier::new())),
            bar: if quiet.is_on { ProgressBar::hidden() } else { progress::phases() },
            phase: Mutex::default(),
            is_choice: AtomicBool::new(false),
            before: AtomicU64::new(0),
        }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows the beginning of a piece of work.
    fn begin(&self, words: String, before: u64, length: u64) {
        *locked(&self.phase) = words;
        self.before.store(before, Ordering::Relaxed);
        self.bar.reset();
        self.bar.set_length(length);
    }

    /// The lines for `results`, with their solutions if they are wanted.
    fn lines(&self, results: &[PackedPuzzle]) -> io::Result<Vec<u8>> {
        let mut lines = Vec::with_capacity(results.len() * 82);
        let puzzles = results.iter().map(PackedPuzzle::grid);
        let Some(verifier) = &self.witnesses else {
            for puzzle in puzzles {
                puzzle.write_line(&self.alphabet, &mut lines);
                lines.push(b'\n');
            }
            return Ok(lines);
        };
        let puzzles: Vec<Grid> = puzzles.collect();
        let mut verifier = locked(verifier);
        let (mut rest, mut wrong) = (puzzles.iter(), None);
        let mut write = |_, verdict: &dyn Fn() -> Verdict| {
            let puzzle = rest.next().expect("a verdict is one on a puzzle");
            match verdict() {
                Verdict::Proper(solution) => {
                    puzzle.write_line(&self.alphabet, &mut lines);
                    lines.push(b' ');
                    solution.grid().write_line(&self.alphabet, &mut lines);
                    lines.push(b'\n');
                    ControlFlow::Continue(())
                }
                verdict => {
                    let what = format!("{puzzle} was found, and is {verdict}");
                    wrong = Some(io::Error::other(what));
                    ControlFlow::Break(())
                }
            }
        };
        let _ = verifier.verify_all(&mut puzzles.iter(), &mut write, &mut Patient);
        wrong.map_or(Ok(lines), Err)
    }
}

impl Spectator for Show<'_> {
    fn phase(&self, phase: &Phase<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        let words = format!("phase {} {} of {}", phase.number, phase.step, grouped(phase.puzzles));
        self.is_choice.store(false, Ordering::Relaxed);
        self.begin(words, phase.progress.searched(), phase.pseudo_puzzles);
    }

    fn choice(&self, choice: &Choosing<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        let words = format!(
            "phase {} {}, choosing from {}",
            choice.number,
            choice.step,
            grouped(choice.puzzles)
        );
        self.is_choice.store(true, Ordering::Relaxed);
        self.begin(words, choice.progress.judged(), choice.puzzles);
    }

    fn undecided(&self, puzzle: &PackedPuzzle, why: &Decision) {
        let puzzle = puzzle.grid();
        let mut line = Vec::new();
        puzzle.write_line(&self.alphabet, &mut line);
        self.bar.suspend(|| tell(&format!("{}: {why}\n", String::from_utf8_lossy(&line))));
    }

    fn results(&self, results: &[PackedPuzzle]) -> io::Result<()> {
        if results.is_empty() {
            return Ok(());
        }
        let lines = self.lines(results)?;
        self.bar.suspend(|| {
            let mut output = output();
            output.write_all(&lines).and_then(|()| output.flush())
        })
    }
}

impl SharedWatch<TourProgress> for Show<'_> {
    fn pulse(&self, done: &TourProgress) -> ControlFlow<()> {
        if !self.bar.is_hidden() {
            let before = self.before.load(Ordering::Relaxed);
            let is_choice = self.is_choice.load(Ordering::Relaxed);
            let now = if is_choice { done.judged() } else { done.searched() };
            self.bar.set_position(now.saturating_sub(before));
            let phase = locked(&self.phase);
            self.bar.set_message(format!("{phase}, {} found", grouped(done.found())));
        }
        interrupt::pulse(self.interrupted)
    }
}
