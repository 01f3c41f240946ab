//! The work of a worker: rates each puzzle, and writes what the ratings say.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tourdion::catalogue::Reading;
use tourdion::logic::technique::Deduction;
use tourdion::rating::{Rate, Rater, Rating};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::verify::Effort;

use super::steps;
use super::tally::Tally;
use crate::cli::interrupt::pulse;
use crate::cli::stream::{Answer, Entries, PuzzleEntry, Rows, Sheet, SheetTurn, Value};

/// The column of a path.
pub(super) const STEPS: &str = "steps";

/// What a worker has for itself.
pub(super) struct Worker {
    rater: Rater,
    canoniser: Canoniser,
}

/// Rates puzzles; shared by all workers.
pub(super) struct Judge {
    pub(super) reading: Reading,
    pub(super) ratings: Vec<Rating>,
    /// A rating that is drawn beside each of these.
    pub(super) by: Option<Rating>,
    pub(super) time_limit: Option<Duration>,
    pub(super) shows_steps: bool,
    pub(super) is_canonical: bool,
    pub(super) rows: Option<Rows>,
}

/// What is written of a puzzle.
struct Rated<'r> {
    answers: &'r [Rate],
    /// The path of Sudoku Explainer, empty if it was not asked for.
    steps: &'r [Deduction],
    /// The canonical form, if the path is that of it.
    form: Option<&'r Grid>,
}

impl Judge {
    /// Rates a puzzle. Breaks if stopped.
    fn puzzle(
        &self,
        entry: PuzzleEntry<'_>,
        Worker { rater, canoniser }: &mut Worker,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let PuzzleEntry { entries, record } = entry;
        // A time that no clock reaches is none.
        let end = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut is_spent = false;
        let mut watch = |_: &Effort| {
            pulse(entries.stop)?;
            is_spent = end.is_some_and(|end| Instant::now() >= end);
            if is_spent { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let form = self.is_canonical.then(|| canoniser.form(&record.puzzle).ok()).flatten();
        let rated = form.as_ref().unwrap_or(&record.puzzle);
        let mut asked = self.ratings.clone();
        asked.extend(self.by);
        let answers = rater.rates(rated, &asked, &mut watch);
        pulse(entries.stop)?;
        sheet.tally.puzzles += 1;
        match answers {
            Ok(answers) => {
                let is_given_up = is_spent && answers.iter().any(|rate| rate.is_unsettled());
                let (answers, by) = answers.split_at(self.ratings.len());
                sheet.tally.count(answers, by.first().copied(), is_given_up);
                let form = form.as_ref().filter(|_| self.shows_steps);
                self.write(&Rated { answers, steps: rater.steps(), form }, entry, sheet);
            }
            Err(why) => {
                sheet.tally.improper += 1;
                entry.no_answer(sheet, why);
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes ratings as columns, or as words between the puzzle and the text behind it.
    fn write(
        &self,
        Rated { answers, steps, form }: &Rated<'_>,
        entry: PuzzleEntry<'_>,
        sheet: &mut Sheet<Tally>,
    ) {
        let named = self.ratings.iter().zip(*answers);
        if let Some(mut row) = entry.row(&mut sheet.results) {
            for (rating, rate) in named {
                match rate {
                    Rate::Is(number) => row.add(rating.name(), Value::Number((*number).into())),
                    Rate::Tenths(tenths) => row.add(rating.name(), Value::Tenths(*tenths)),
                    Rate::Above(_) | Rate::Endless | Rate::Unknown => {
                        row.add(rating.name(), Value::Text(rate.to_string().as_bytes()));
                    }
                }
            }
            if self.shows_steps {
                let steps = steps::in_line(steps, &self.reading.alphabet);
                row.add(STEPS, Value::Text(steps.as_bytes()));
            }
            row.end();
            return;
        }
        let record = entry.record;
        match record.spelling {
            Some(spelling) => sheet.results.extend_from_slice(spelling),
            None => record.puzzle.write_line(&self.reading.alphabet, &mut sheet.results),
        }
        for (rating, rate) in named {
            // A write into memory does not fail.
            let _ = write!(sheet.results, " {rating}={rate}");
        }
        sheet.results.extend_from_slice(record.trailing);
        sheet.results.push(b'\n');
        if let Some(form) = form {
            sheet.results.extend_from_slice(b"   of ");
            form.write_line(&self.reading.alphabet, &mut sheet.results);
            sheet.results.push(b'\n');
        }
        if self.shows_steps {
            steps::write(steps, &self.reading.alphabet, &mut sheet.results);
        }
    }
}

impl Answer for Judge {
    type Worker = Worker;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        self.rows.as_ref()
    }

    fn worker(&self) -> Worker {
        Worker { rater: Rater::new(), canoniser: Canoniser::new() }
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn answer(
        &self,
        worker: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        entries.each(sheet, |entry, sheet| self.puzzle(entry, worker, sheet))
    }
}
