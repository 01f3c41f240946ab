//! What a worker does with a batch: it has the puzzles judged, and writes what is to be said of
//! them.
//!
//! ```text
//!   batch     1 puzzle, 2 unreadable, 3 puzzle, 4 puzzle, 5 unreadable
//!   verifier         1, 3, 4                                            judges all puzzles at once
//!   reporter         1: reports it; 3: reports 2 and 3; ...             in the order of the file
//! ```
//!
//! Verdicts come in the order of the puzzles, so that what can't be read is reported on the way,
//! before the next puzzle's verdict or after the last one's. Each worker has verifiers of its own,
//! which it keeps for the whole run: a puzzle that is as it should be costs no allocation.
//!
//! A count of solutions up to a large limit can take long. It then begins again on all
//! [`cores`](crate::cli::cores).

use std::ops::ControlFlow;
use std::slice;

use anyhow::bail;
use indicatif::ProgressBar;
use tourdion::catalogue::{Entry, Reading, Record};
use tourdion::instructions::Instructions;
use tourdion::sudoku::{Grid, Marks};
use tourdion::verify::agreement::{self, Claim};
use tourdion::verify::{Audience, Kind, Verdict, Verifiable, Verifier};

use super::Arguments;
use super::engine::{Engine, Judge};
use super::given::Judgement;
use super::report::{Finding, GIVEN, OR_MORE, Report, SOLUTIONS, VERDICT, WITNESSES};
use super::tally::Tally;
use crate::cli::cores::{Cores, Countable, SolutionCount};
use crate::cli::interrupt::{examine, pulse, watch};
use crate::cli::options::RowForm;
use crate::cli::paint::{Paint, When};
use crate::cli::stream::{Answer, Entries, PuzzleEntry, Rows, Sheet, SheetTurn};

/// Judges puzzles; shared by all workers.
pub(super) struct Inspector {
    reading: Reading,
    pub(super) report: Report,
    strict: bool,
    limit: u64,
    engine: Engine,
    instructions: Instructions,
    cross_check: bool,
    /// For counts of lockstep that take long, if any are asked for.
    cores: Option<Cores>,
}

/// What a worker keeps from chunk to chunk: the verifiers of each kind of puzzles. Those of pencil
/// marks are made for the first of them.
pub(super) struct Worker {
    clues: Verifiers<Grid>,
    marks: Option<Verifiers<Marks>>,
}

/// The verifiers of a kind of puzzles.
struct Verifiers<P> {
    verifier: Box<dyn Verifier<P>>,
    /// Counts the solutions of pseudo-puzzles, if they are asked for; needed because `verifier` is
    /// still inside `verify_all`.
    counter: Option<Box<dyn Verifier<P>>>,
    /// Judges each puzzle once more, if it is asked to.
    checker: Option<Judge<P>>,
}

impl Inspector {
    pub(super) fn new(arguments: Arguments, inputs: usize) -> anyhow::Result<Inspector> {
        let reading = Reading { solution: arguments.solution, ..arguments.reading.reading(None)? };
        if arguments.emit.is_some() && arguments.color == When::Always {
            bail!("--color is about the findings: no form of --emit has colours");
        }
        let counts = arguments.limit > 2;
        let mut columns = vec![VERDICT, SOLUTIONS];
        columns.extend(counts.then_some(OR_MORE));
        columns.extend(WITNESSES.iter().filter(|_| arguments.witness));
        columns.extend(reading.solution.as_ref().map(|_| GIVEN));
        let form = arguments.emit.as_ref().and_then(RowForm::of);
        let instructions = arguments.path.unwrap_or_else(Instructions::best);
        let cores =
            || Cores::new(arguments.run.threads.count(), instructions, ProgressBar::hidden());
        Ok(Inspector {
            report: Report {
                emit: arguments.emit,
                rows: form.map(|form| Rows::new(form, &columns, inputs, &reading.alphabet)),
                witness: arguments.witness,
                counts,
                alphabet: reading.alphabet.clone(),
                paint: Paint::new(arguments.color),
            },
            strict: arguments.strict,
            limit: arguments.limit,
            engine: arguments.engine,
            instructions,
            cross_check: arguments.cross_check,
            cores: (counts && arguments.engine == Engine::Lockstep).then(cores),
            reading,
        })
    }
}

impl Answer for Inspector {
    type Worker = Worker;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        self.report.rows.as_ref()
    }

    fn worker(&self) -> Worker {
        Worker { clues: self.verifiers(), marks: None }
    }

    fn answer(
        &self,
        worker: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let Worker { clues, marks } = worker;
        let mut batch = entries.batch;
        // Usually all puzzles are of one kind. What can't be read belongs to either.
        while let Some(kind) = batch.iter().find_map(kind_of) {
            let other = |entry| kind_of(entry).is_some_and(|other| other != kind);
            let (run, rest) = batch.split_at(batch.iter().position(other).unwrap_or(batch.len()));
            let run = Entries { batch: run, ..*entries };
            match kind {
                PuzzleKind::Clues => self.judge(clues, &run, sheet)?,
                PuzzleKind::Marks => {
                    self.judge(marks.get_or_insert_with(|| self.verifiers()), &run, sheet)?;
                }
            }
            batch = rest;
        }
        if batch.is_empty() {
            return ControlFlow::Continue(());
        }
        self.judge(clues, &Entries { batch, ..*entries }, sheet)
    }

    fn is_slow(&self) -> bool {
        self.limit > 2 || self.engine == Engine::Links || self.cross_check
    }

    fn is_strict(&self) -> bool {
        self.strict
    }
}

impl Inspector {
    fn verifiers<P: Verifiable>(&self) -> Verifiers<P> {
        let shape = self.reading.shape;
        Verifiers {
            verifier: self.engine.verifier(shape, self.instructions),
            counter: (self.limit > 2).then(|| self.engine.verifier(shape, self.instructions)),
            checker: self.cross_check.then(|| self.engine.other(shape, self.instructions)),
        }
    }

    /// Judges puzzles of one kind, and reports on all entries.
    fn judge<P: Countable>(
        &self,
        verifiers: &mut Verifiers<P>,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let Verifiers { verifier, counter, checker } = verifiers;
        let (inspector, rest) = (self, entries.batch.iter());
        let mut reporter = BatchReporter { inspector, entries, rest, counter, checker, sheet };
        let mut puzzles = entries.batch.iter().filter_map(P::record).map(|record| &record.puzzle);
        verifier.verify_all(&mut puzzles, &mut reporter, &mut watch(entries.stop))?;
        match reporter.next_puzzle()? {
            None => ControlFlow::Continue(()),
            Some(Record { line, .. }) => {
                unreachable!("a verifier says what each puzzle is, also that of line {line}")
            }
        }
    }
}

/// The kinds of puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PuzzleKind {
    Clues,
    Marks,
}

/// The kind of an entry's puzzle; `None` if it can't be read.
fn kind_of(entry: &Entry<'_>) -> Option<PuzzleKind> {
    match entry {
        Entry::Puzzle(_) => Some(PuzzleKind::Clues),
        Entry::Sukaku(_) => Some(PuzzleKind::Marks),
        Entry::Unreadable(_) => None,
    }
}

/// Receives the verdicts on a batch and reports on its entries.
struct BatchReporter<'c, P> {
    inspector: &'c Inspector,
    entries: &'c Entries<'c>,
    /// What has not been reported yet.
    rest: slice::Iter<'c, Entry<'c>>,
    counter: &'c mut Option<Box<dyn Verifier<P>>>,
    checker: &'c mut Option<Judge<P>>,
    sheet: &'c mut Sheet<Tally>,
}

impl<'c, P: Countable> BatchReporter<'c, P> {
    /// The next puzzle, if there is one; what can't be read before it is reported.
    fn next_puzzle(&mut self) -> ControlFlow<(), Option<&'c Record<'c, P>>> {
        while let Some(entry) = self.rest.next() {
            if let Entry::Unreadable(unreadable) = entry {
                self.inspector.report.unreadable(self.entries, unreadable, self.sheet);
                self.go_on_after_fault()?;
            } else {
                return ControlFlow::Continue(P::record(entry));
            }
        }
        ControlFlow::Continue(None)
    }

    /// Goes on after a finding, unless the run is strict.
    fn go_on_after_fault(&mut self) -> ControlFlow<()> {
        self.sheet.is_last = self.inspector.strict;
        if self.sheet.is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// How many solutions a puzzle of this kind has, as far as that is asked for. Breaks if it was
    /// stopped.
    fn count(&mut self, puzzle: &P, kind: Kind) -> ControlFlow<(), SolutionCount> {
        ControlFlow::Continue(match (kind, &mut *self.counter) {
            (Kind::Impossible, _) => SolutionCount { count: 0, or_more: false },
            (Kind::Proper, _) => SolutionCount { count: 1, or_more: false },
            (Kind::Pseudo, None) => SolutionCount { count: 2, or_more: true },
            (Kind::Pseudo, Some(counter)) => {
                let Inspector { limit, cores, .. } = self.inspector;
                let Some(cores) = cores else {
                    let seen = examine(counter.as_mut(), puzzle, *limit, self.entries.stop)?;
                    let (count, or_more) = (seen.count(), seen.is_cut_short());
                    return ControlFlow::Continue(SolutionCount { count, or_more });
                };
                let (counter, stop) = (counter.as_mut(), self.entries.stop);
                let begun = cores.begin(counter, puzzle, *limit, stop).map_break(|_| ())?;
                let solutions = begun.unwrap_or_else(|| cores.count(puzzle, *limit, stop));
                pulse(stop)?;
                solutions
            }
        })
    }

    /// Whether the checker agrees with a verdict, if there is one; what it says against it is a
    /// complaint.
    fn is_agreed(
        &mut self,
        entry: PuzzleEntry<'_, P>,
        verdict: &dyn Fn() -> Verdict,
    ) -> ControlFlow<(), bool> {
        let Some(Judge { name, verifier }) = self.checker else {
            return ControlFlow::Continue(true);
        };
        let puzzle = &entry.record.puzzle;
        let seen = examine(verifier.as_mut(), puzzle, 2, self.entries.stop)?;
        let verdicts = [verdict(), seen.verdict()];
        let names = [self.inspector.engine.name(), &format!("the check by {name}")];
        let claims = [0, 1].map(|k| Claim { verifier: names[k], verdict: &verdicts[k] });
        let Err(disagreement) = agreement::compare(puzzle, claims) else {
            return ControlFlow::Continue(true);
        };
        self.sheet.tally.disagreements += 1;
        // Nothing that a catalogue is to blame for, and so no result.
        let mut line = Vec::new();
        puzzle.write_line(&self.inspector.reading.alphabet, &mut line);
        let line = String::from_utf8_lossy(&line);
        let what = format_args!("disagreement: {disagreement}: {line}");
        self.sheet.complain(entry.place(), what);
        ControlFlow::Continue(false)
    }
}

impl<P: Countable> Audience for BatchReporter<'_, P> {
    fn verdict(&mut self, kind: Kind, verdict: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        pulse(self.entries.stop)?;
        let record = self.next_puzzle()?.expect("a verdict is on a puzzle");
        let entry = PuzzleEntry { entries: self.entries, record };
        let is_agreed = self.is_agreed(entry, verdict)?;
        let solutions = self.count(&record.puzzle, kind)?;
        let Inspector { report, reading, .. } = self.inspector;
        let judge = || {
            let given = record.solution.as_deref();
            Judgement::on(given, &record.puzzle, kind, verdict, &reading.alphabet)
        };
        let given = reading.solution.is_some().then(judge);
        let Sheet { results, tally, .. } = &mut *self.sheet;
        tally.count(kind, given.as_ref());
        let judged = given.as_ref();
        let finding = Finding { entry, reading, kind, verdict, solutions, given: judged };
        report.verdict(&finding, results);
        let is_right = given.is_none_or(|given| given == Judgement::Right);
        if kind == Kind::Proper && is_agreed && is_right {
            ControlFlow::Continue(())
        } else {
            self.go_on_after_fault()
        }
    }

    fn wants_witnesses(&self) -> bool {
        self.checker.is_some() || self.inspector.report.wants_witnesses()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use tourdion::sudoku::Solution;
    use tourdion::verify::{Effort, SolutionVisitor};
    use tourdion::watch::Watch;

    use super::*;
    use crate::cli::stream::{BATCH, Tally as _, sheets_of};
    use crate::cli::{Arguments as Line, Command, Ending};

    fn inspector(options: &[&str]) -> Inspector {
        let line = ["tourdion", "verify", "--boxes", "2x2"].iter().chain(options);
        match Line::parse_from(line).command {
            Command::Verify(arguments) => Inspector::new(arguments, 1).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn chunks_are_small_where_puzzles_take_long() {
        for (options, is_slow) in [
            (&["--emit", "csv"][..], false),
            (&["--limit", "2"], false),
            (&["--limit", "1000"], true),
            (&["--engine", "links"], true),
            (&["--cross-check"], true),
        ] {
            assert_eq!(inspector(options).is_slow(), is_slow, "{options:?}");
        }
    }

    #[test]
    fn batches_are_reported_in_the_order_of_their_lines() {
        let line = |k: usize| {
            ["1....2..3......4", "1...............", "x", "y", "11.............."][k * 7 % 5]
        };
        let count = 40_000;
        let text: String = (0..count).map(|k| line(k).to_owned() + "\n").collect();
        let inspector = inspector(&["--emit", "csv"]);
        let sheets = sheets_of(&inspector, inspector.worker(), &text);
        let largest =
            sheets.iter().map(|sheet| memchr::memchr_iter(b'\n', &sheet.results).count()).max();
        assert!(largest > Some(2 * BATCH), "{largest:?} lines in a chunk are not many batches");
        let results: Vec<u8> = sheets.into_iter().flat_map(|sheet| sheet.results).collect();
        let results = String::from_utf8(results).unwrap();
        let mut rows = results.lines();
        for k in 0..count {
            let verdict = [",proper,", ",pseudo,", "\"test:", "test:", ",impossible,"][k * 7 % 5];
            let row = rows.next().unwrap();
            assert!(row.starts_with(&format!("{},", k + 1)) && row.contains(verdict), "{row}");
        }
        assert_eq!(rows.next(), None);
    }

    #[test]
    fn nothing_follows_the_end_of_a_strict_run() {
        let inspector = inspector(&["--strict", "--emit", "lines"]);
        for (text, results) in [
            (
                "1....2..3......4\n1...............\nx\n",
                "1....2..3......4 proper\n1............... pseudo\n",
            ),
            ("x\n1....2..3......4\n", "# test:1:1: unreadable: "),
            ("1....2..3......4\nx\ny\n", "1....2..3......4 proper\n# test:2:1: unreadable: "),
        ] {
            // Lines that may belong to a grid are in a chunk of their own.
            let sheets = sheets_of(&inspector, inspector.worker(), text);
            let end = sheets.iter().position(|sheet| sheet.is_last).expect("a fault ends it");
            let said = sheets[..=end].iter().flat_map(|sheet| sheet.results.clone()).collect();
            let said = String::from_utf8(said).unwrap();
            assert!(said.starts_with(results), "{said}");
            assert_eq!(said.lines().count(), results.lines().count(), "{said}");
        }
    }

    /// A verifier that takes every puzzle for the first one it saw.
    struct Stubborn(Option<Solution>);

    impl Verifier for Stubborn {
        fn effort(&self) -> Effort {
            Effort::default()
        }

        fn solutions(
            &mut self,
            puzzle: &Grid,
            visitor: &mut dyn SolutionVisitor,
            _: &mut dyn Watch<Effort>,
        ) -> ControlFlow<()> {
            let verdict =
                Engine::Links.verifier(puzzle.shape(), Instructions::Portable).verify(puzzle);
            let solution = self.0.get_or_insert_with(|| verdict.witnesses()[0].clone());
            visitor.solution(&|| solution.clone())
        }
    }

    #[test]
    fn a_wrong_engine_is_complained_of() {
        let inspector = inspector(&["--cross-check", "--engine", "links"]);
        let clues = Verifiers { verifier: Box::new(Stubborn(None)), ..inspector.verifiers() };
        let worker = Worker { clues, marks: None };
        let text = "1....2..3......4\n1...............\n2....1..3......4\nx\n11..............\n";
        let [sheet] = &sheets_of(&inspector, worker, text)[..] else { panic!("one chunk") };
        let complaints = String::from_utf8(sheet.complaints.clone()).unwrap();
        let expected = [
            "test:2:1: disagreement: links says proper, the check by turns says pseudo: they can't \
             both be right: 1...............",
            "test:3:1: disagreement: links says proper, the check by turns says proper: of links, \
             a witness is no solution: r1c1 is 1 where the puzzle gives 2: 2....1..3......4",
            "test:5:1: disagreement: links says proper, the check by turns says impossible: \
             of links, a witness is no solution: \
             r1c2 is 3 where the puzzle gives 1: 11..............",
        ];
        assert_eq!(complaints.lines().collect::<Vec<_>>(), expected);
        assert_eq!((sheet.tally.disagreements, sheet.tally.ending()), (3, Ending::Unreadable));
    }
}
