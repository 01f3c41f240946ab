//! `tourdion generate`: solution grids and puzzles from a seed.
//!
//! ```text
//!      blocks of numbers --> maker            on a worker: the results of these attempts
//!      results          --> standard output  on a worker too, in the order of the numbers
//! ```
//!
//! The result of an attempt depends only on the seed and its number, and failed attempts are left
//! out in order; so the same seed prints the same puzzles on any number of threads. Each is printed
//! when it is made, so that an interrupt loses only the attempts under way.

use std::iter;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use indicatif::ProgressBar;
use tourdion::catalogue::{Ordered, OrderedEnd};
use tourdion::expression::Expression;
use tourdion::generate::{PatternSymmetry, Wish};
use tourdion::logic::Ladder;
use tourdion::numerals::{self, counted, grouped};
use tourdion::sudoku::{Alphabet, Shape};

use super::options::{GridArguments, Quiet, ThreadCount, at_least};
use super::stream;
use super::{Ending, any_seed, complain, interrupt, progress, say};
use maker::{Made, Plan, Terms, Worker};

mod maker;

/// The most numbers of a block whose puzzles are rated or explained.
const MOST_RATED: u64 = 128;

const EXAMPLES: &str = "\
Examples:
  tourdion generate                               a minimal puzzle
  tourdion generate -n 1000 --seed 2007           the same thousand each time
  tourdion generate -n 10 --symmetry half-turn --clues 24..26
  tourdion generate -n 3 --symmetry diagonal --minimal
  tourdion generate --clues 30                    puzzles with 30 clues
  tourdion generate --pattern puzzle.txt          clues in the cells in which
                                                  this puzzle has some
  tourdion generate --pattern puzzle.txt --clues 22 --minimal
                                                  clues in 22 of these cells
  tourdion generate -n 5 --clues 19 --minimal --effort 0  however long it takes
  tourdion generate --full -n 5                   solution grids
  tourdion generate -n 5 --keep 'b in 3..5'       by a rating, or any expression
                                                  of `filter`
  tourdion generate -n 5 --technique x-wing       that need an x-wing
  tourdion generate --unbiased -n 3               each with its weight, for
                                                  statistics
  tourdion generate --boxes 2x3                   boxes of two rows and three
                                                  columns

Puzzles are printed as they are made, and an interrupt keeps them.

Exit codes: 0 all were made; 1 --effort was spent before; 2 something can't be
written, or the arguments are wrong; 3 it is undecided whether to keep some
puzzles; 130 interrupted.";

/// What `tourdion generate` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(super) struct Arguments {
    /// Number of puzzles or grids; 0 for as many as come before an interrupt
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least::<0>)]
    number: u64,
    /// The same seed makes the same puzzles [default: a random seed]
    #[arg(long, value_name = "N", value_parser = at_least::<0>)]
    seed: Option<u64>,
    /// Print solution grids instead of puzzles
    #[arg(long, group = "what", conflicts_with = "empty")]
    full: bool,
    /// Print each puzzle with a weight that corrects the bias of the generator
    ///
    /// Weighted means over the puzzles estimate means over all minimal puzzles. Slow: a 9x9 puzzle
    /// takes some hundred thousand attempts.
    #[arg(long, group = "what")]
    unbiased: bool,
    /// Make puzzles with clues in exactly the cells where this puzzle has clues (81 characters, or
    /// a file)
    ///
    /// Every symbol but that of an empty cell marks a clue; the digit does not count, and `#` will
    /// do. With --clues, that many of these cells have a clue.
    #[arg(long, value_name = "PATTERN|FILE", group = "what")]
    pattern: Option<String>,
    /// Make puzzles with this number of clues: 24, or 22..25 for 22 to 25
    ///
    /// Clues are taken off until the least number is reached, so a puzzle need not be minimal; see
    /// --minimal.
    #[arg(long, value_name = "K|A..B", value_parser = clues,
          conflicts_with_all = ["full", "unbiased"])]
    clues: Option<RangeInclusive<usize>>,
    /// With --clues, --pattern or --symmetry: print only minimal puzzles, of which no clue can go
    ///
    /// Of the puzzles with a symmetry few are minimal, and the fewer, the larger they are.
    #[arg(long, conflicts_with_all = ["full", "unbiased"])]
    minimal: bool,
    /// Symmetry of the clues' cells: none, half-turn, quarter-turn, diagonal, anti-diagonal,
    /// horizontal, vertical, both-lines, both-diagonals or full
    ///
    /// Turned by 180° or 90°; mirrored in the diagonal from the top left or the top right, in the
    /// horizontal line through the middle (upside down) or the vertical one (left for right), in
    /// both lines or both diagonals; or all of these.
    ///
    /// Cells that belong together are emptied together, until none of these sets can go. A single
    /// clue then may still be redundant, unless --minimal is given.
    #[arg(long, value_name = "SYMMETRY", default_value_t, conflicts_with = "what")]
    symmetry: PatternSymmetry,
    /// Print only puzzles that satisfy this expression of `filter`, such as 'b in 3..5'
    ///
    /// Puzzles are made until N are kept, or --effort is spent.
    #[arg(long, value_name = "EXPRESSION")]
    keep: Option<String>,
    /// Print only puzzles whose path, as of `explain`, uses this technique, such as x-wing
    ///
    /// With --keep 'difficulty<=3.2' it is the hardest that they need. `singles` is for puzzles
    /// that need nothing else. Puzzles are made until N are found, or --effort is spent.
    #[arg(long, value_name = "TECHNIQUE", conflicts_with = "full")]
    technique: Option<String>,
    /// Give up after about N attempts in a row without a result, counted in blocks, or never if N
    /// is 0 [default: 10 million; with --pattern 10,000]
    ///
    /// It bounds attempts, not time. With --pattern an attempt counts solutions up to 1,500 times:
    /// of 17 clues it takes some hundredths of a second, of 24 a thousandth.
    #[arg(long, value_name = "N", value_parser = at_least::<0>)]
    effort: Option<u64>,
    #[command(flatten)]
    threads: ThreadCount,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    grid: GridArguments,
}

/// Reads a number of clues, or a range of numbers. A number that is too large for the machine is
/// the largest, which no grid has either.
fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let is_number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let read = |text: &str| match text.parse() {
        Err(_) if !text.is_empty() && is_number(text) => Some(usize::MAX),
        number => number.ok(),
    };
    match numerals::range(text, read) {
        Some((Some(first), Some(last))) => Ok(first..=last),
        _ => {
            Err("expected a number such as 24, or a range such as 22..25, the lower one first"
                .into())
        }
    }
}

/// The attempts in a row without a result after which to give up.
fn effort(arguments: &Arguments, plan: &Plan, is_certain: bool) -> anyhow::Result<u64> {
    ensure!(
        !is_certain || arguments.effort.is_none(),
        "--effort: expected a wish that an attempt may miss, such as --clues 20 or --keep"
    );
    Ok(match arguments.effort.unwrap_or_else(|| plan.effort()) {
        0 => u64::MAX,
        effort => effort,
    })
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let alphabet = arguments.grid.alphabet()?;
    let plan = plan(arguments, &alphabet)?;
    let technique = arguments.technique.as_deref().map(|name| uses(name, arguments)).transpose()?;
    let given = arguments.keep.as_deref().map(|text| keep(text, &plan, arguments, &alphabet));
    let given = given.transpose().context("--keep")?;
    let keep = match (technique, given) {
        (Some(uses), Some(given)) => {
            Some(keep(&format!("{uses} and ({given})"), &plan, arguments, &alphabet)?)
        }
        (Some(uses), None) => Some(keep(&uses, &plan, arguments, &alphabet)?),
        (None, given) => given,
    };
    let seed = arguments.seed.unwrap_or_else(any_seed);
    let (threads, stop) = (arguments.threads.count(), Arc::default());
    interrupt::sets(&stop)?;
    let is_certain = plan.is_certain() && keep.is_none();
    let effort = effort(arguments, &plan, is_certain)?;
    if !arguments.quiet.is_on {
        remark(arguments, &plan, seed);
    }
    let terms = Terms { alphabet: &alphabet, keep: keep.as_ref() };
    let work = |worker: &mut Worker, numbers: Range<u64>| {
        // Stopped work is dropped: its result is not used.
        worker.make(numbers, &terms, &stop)
    };
    let bar = if arguments.quiet.is_on { ProgressBar::hidden() } else { progress::figure() };
    let mut printer = PuzzlePrinter {
        wanted: arguments.number,
        printed: 0,
        made: 0,
        undecided: 0,
        chooses: keep.is_some(),
        attempts: 0,
        in_vain: 0,
        effort,
        bar: &bar,
        began: Instant::now(),
    };
    let most = match &keep {
        // Paths and ratings take long, and an interrupt loses what is under way.
        Some(keep) if keep.is_slow() => plan.most_at_a_time().min(MOST_RATED),
        _ => plan.most_at_a_time(),
    };
    let number = if is_certain { arguments.number } else { 0 };
    let blocks = blocks(most, number, threads);
    let worker = || Worker::new(&plan, seed);
    let sink = |made| printer.print(&made);
    let flow = Ordered::on(threads, &stop).run(blocks, worker, work, sink);
    bar.finish_and_clear();
    let ending = match flow {
        ControlFlow::Break(ending) => ending?,
        ControlFlow::Continue(OrderedEnd::Interrupted) => Ending::Interrupted,
        ControlFlow::Continue(OrderedEnd::Complete) => Ending::Well,
    };
    if ending == Ending::NotWell {
        let (made, in_vain) = (grouped(printer.printed), counted(printer.in_vain, "attempt"));
        let what = if keep.is_some() { "kept" } else { "made" };
        complain(format_args!(
            "given up after {in_vain} in a row that gave nothing; {made} {what} \
             (--effort 0 never gives up)"
        ));
    }
    if !arguments.quiet.is_on && (ending == Ending::Interrupted || !is_certain) {
        let how = if ending == Ending::Interrupted { "interrupted: " } else { "" };
        say(format_args!("{how}{}", printer.progress()));
    }
    Ok(if ending == Ending::Well && printer.undecided > 0 { Ending::Spent } else { ending })
}

/// Says what a user may want to know before there is a puzzle.
fn remark(arguments: &Arguments, plan: &Plan, seed: u64) {
    if arguments.seed.is_none() {
        say(format_args!("seed {seed}"));
    }
    if plan.takes_very_long() {
        say("to find out which clues of such a large puzzle can go takes very long; with \
             --clues 310, say, it takes a moment");
    }
}

/// The expression that asks for a technique, or for singles alone.
fn uses(name: &str, arguments: &Arguments) -> anyhow::Result<String> {
    let shape = arguments.grid.boxes;
    if shape != Shape::CLASSIC {
        bail!("--technique: techniques are of grids with boxes of 3x3, and these have {shape}");
    }
    if Ladder::is_singles(name) {
        return Ok("difficulty=1".to_owned());
    }
    let technique = Ladder::named(name).map_err(|unknown| {
        let all = Ladder::default();
        let names: Vec<&str> = all.rungs().map(|rung| rung.technique.name()).collect();
        anyhow!(
            "--technique: {unknown}; expected {} or one of {}",
            Ladder::SINGLES,
            names.join(", ")
        )
    })?;
    Ok(format!("uses={}", technique.name().replace(' ', "-")))
}

/// The expression that decides what is printed.
fn keep(
    text: &str,
    plan: &Plan,
    arguments: &Arguments,
    alphabet: &Alphabet,
) -> anyhow::Result<Expression> {
    let expression = Expression::read(text, arguments.grid.boxes, alphabet)?;
    let clues = plan.clues();
    if !clues.clone().any(|clues| expression.may_hold(clues)) {
        let range = match (clues.start(), clues.end()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        bail!("nothing that is made here is `{expression}`: all is proper, with {range} clues");
    }
    Ok(expression)
}

/// The plan, if it is possible.
fn plan(arguments: &Arguments, alphabet: &Alphabet) -> anyhow::Result<Plan> {
    let shape = arguments.grid.boxes;
    if arguments.full {
        return Ok(Plan::Full(shape));
    }
    if arguments.unbiased {
        return Ok(Plan::Unbiased(shape));
    }
    if let Some(clues) = &arguments.clues {
        check_clues(clues, shape, arguments.symmetry)?;
    }
    if let Some(pattern) = &arguments.pattern {
        let pattern = maker::pattern(pattern, shape, alphabet)?;
        let clues = arguments.clues.clone();
        if let Some(clues) = &clues {
            let (most, least) = (pattern.cells().len(), clues.start());
            ensure!(*least <= most, "--clues: the pattern has {most} cells, not {least}");
        }
        return Ok(Plan::Pattern { pattern, clues, is_minimal: arguments.minimal });
    }
    let mut wish = Wish { symmetry: arguments.symmetry, ..Wish::new(shape) };
    if let Some(clues) = &arguments.clues {
        wish.clues = clues.clone();
        wish.is_minimal = arguments.minimal;
    }
    let is_strict = arguments.minimal && arguments.symmetry != PatternSymmetry::None;
    Ok(Plan::Removal { wish, is_strict })
}

/// Refuses numbers of clues that no proper puzzle has, or no pattern with this symmetry.
fn check_clues(
    clues: &RangeInclusive<usize>,
    shape: Shape,
    symmetry: PatternSymmetry,
) -> anyhow::Result<()> {
    let (most, least) = (shape.cells(), tourdion::generate::pattern::fewest_clues(shape));
    if *clues.start() > most {
        bail!("--clues: boxes of {shape} have only {most} cells");
    }
    if *clues.end() < least {
        bail!("--clues: a proper puzzle with boxes of {shape} has at least {least} clues");
    }
    let counts = symmetry.clue_counts(shape);
    if !counts.iter().any(|count| clues.contains(count)) {
        let more = counts.partition_point(|count| count < clues.start());
        let near = &counts[more.saturating_sub(1)..counts.len().min(more + 1)];
        let near = near.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
        let wanted = clues.start();
        bail!("--clues: with --symmetry {symmetry} there can be {near} clues, not {wanted}");
    }
    Ok(())
}

/// Blocks of at most `most` numbers for the workers: small ones first, so that the first results
/// come soon. All numbers below `number`, or without an end if it is 0.
fn blocks(most: u64, number: u64, threads: usize) -> impl Iterator<Item = Range<u64>> + Send {
    let end = if number > 0 { number } else { u64::MAX };
    // Small enough that all threads share a small number.
    let share = if number > 0 { number.div_ceil(2 * threads as u64) } else { u64::MAX };
    let most = most.min(share).max(1);
    let (mut next, mut size) = (0u64, 1);
    iter::from_fn(move || {
        let begin = next;
        next = end.min(begin.saturating_add(size));
        size = most.min(2 * size);
        (begin < next).then_some(begin..next)
    })
}

/// Prints results, until there are enough.
struct PuzzlePrinter<'p> {
    /// 0 for no end.
    wanted: u64,
    printed: u64,
    /// Grids that were made, printed or not.
    made: u64,
    undecided: u64,
    /// Whether not all is printed that is made.
    chooses: bool,
    attempts: u64,
    /// Attempts since the last success.
    in_vain: u64,
    effort: u64,
    bar: &'p ProgressBar,
    began: Instant,
}

impl PuzzlePrinter<'_> {
    /// What has been made so far, and how fast.
    fn progress(&self) -> String {
        let elapsed = self.began.elapsed();
        let attempts = counted(self.attempts, "attempt");
        let kept = if self.chooses {
            let undecided = match self.undecided {
                0 => String::new(),
                undecided => format!(", {} undecided", grouped(undecided)),
            };
            format!("{} kept{undecided} of {}", grouped(self.printed), grouped(self.made))
        } else {
            grouped(self.printed)
        };
        format!(
            "{kept} made in {attempts}; {:.2} s, {} attempts/s",
            elapsed.as_secs_f64(),
            progress::rate(self.attempts, elapsed)
        )
    }

    /// Prints the results of a block. Breaks with the ending after the last one.
    fn print(&mut self, made: &Made) -> ControlFlow<anyhow::Result<Ending>> {
        let left = if self.wanted == 0 { u64::MAX } else { self.wanted - self.printed };
        let lines =
            &made.lines[..made.lines.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
        self.attempts += made.attempts;
        self.made += made.all;
        self.printed += lines.len() as u64;
        self.undecided += made.undecided.len() as u64;
        if let Err(error) = stream::print(&[], made.undecided.concat().as_bytes(), self.bar) {
            return ControlFlow::Break(Err(error));
        }
        if lines.is_empty() {
            self.in_vain += made.attempts;
        } else {
            self.in_vain = 0;
            if let Err(error) = stream::print(&lines.concat(), &[], self.bar) {
                return ControlFlow::Break(Err(error));
            }
        }
        if !self.bar.is_hidden() {
            self.bar.set_message(self.progress());
        }
        if self.wanted > 0 && self.printed == self.wanted {
            return ControlFlow::Break(Ok(Ending::Well));
        }
        if self.in_vain >= self.effort {
            return ControlFlow::Break(Ok(Ending::NotWell));
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_all_numbers_in_order() {
        for number in [1, 7, 100_000] {
            let mut expected = 0;
            for block in blocks(2048, number, 3) {
                assert_eq!(block.start, expected);
                expected = block.end;
            }
            assert_eq!(expected, number);
        }
        assert_eq!(
            blocks(2048, 0, 3).take(100).last().map(|block| block.end - block.start),
            Some(2048)
        );
    }

    #[test]
    fn numbers_of_clues_and_ranges_of_them() {
        assert_eq!(clues("24"), Ok(24..=24));
        assert_eq!(clues("22..25"), Ok(22..=25));
        for text in ["", "22..=25", "25..22", "few", "1..", "-3"] {
            assert!(clues(text).is_err(), "{text}");
        }
    }
}
