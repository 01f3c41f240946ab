//! The work of a worker on a block of numbers.
//!
//! ```text
//!      numbers --> grids        the attempts that succeed, in order
//!      grids   --> lines        those that are asked for, as they are printed
//! ```

use std::fs::File;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow, bail};
use tourdion::excerpt::one_line;
use tourdion::expression::{Decision, Expression, Judge};
use tourdion::generate::pattern::{check, fewest_clues};
use tourdion::generate::unbiased::{ORDERS, weight};
use tourdion::generate::{Generator, PatternSearch, UnbiasedGenerator, Wish, is_minimal};
use tourdion::sudoku::{Alphabet, Digit, Grid, Pattern, Shape};
use tourdion::verify::LockstepVerifier;

use crate::cli::argument::{refuse_hidden, short_text};
use crate::cli::interrupt::{pulse, watch};

/// The plan.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    Full(Shape),
    /// With `is_strict`, no single clue of a puzzle can go, also where only whole orbits are taken
    /// off.
    Removal {
        wish: Wish,
        is_strict: bool,
    },
    Unbiased(Shape),
    /// With numbers of clues, only some cells of the pattern have one.
    Pattern {
        pattern: Pattern,
        clues: Option<RangeInclusive<usize>>,
        is_minimal: bool,
    },
}

impl Plan {
    /// Whether every attempt succeeds.
    pub(super) fn is_certain(&self) -> bool {
        match self {
            Plan::Full(_) => true,
            Plan::Removal { wish, is_strict } => {
                !is_strict && *wish == Wish { symmetry: wish.symmetry, ..Wish::new(wish.shape) }
            }
            Plan::Unbiased(_) | Plan::Pattern { .. } => false,
        }
    }

    /// Whether clues are taken off a puzzle of 25x25 until a search for a second solution takes
    /// ages: with 305 clues of 625 a puzzle takes half a second, and with 300 more than thirty.
    pub(super) fn takes_very_long(&self) -> bool {
        const ENOUGH: usize = 305;
        let Plan::Removal { wish, .. } = self else { return false };
        let is_largest = wish.shape.size() == usize::from(Digit::MAX);
        is_largest && (wish.is_minimal || *wish.clues.start() < ENOUGH)
    }

    /// The numbers of clues that its grids can have.
    pub(super) fn clues(&self) -> RangeInclusive<usize> {
        let any = |shape: Shape| fewest_clues(shape)..=shape.cells();
        match self {
            Plan::Full(shape) => shape.cells()..=shape.cells(),
            Plan::Removal { wish, .. } => {
                let (any, wished) = (any(wish.shape), &wish.clues);
                *any.start().max(wished.start())..=*any.end().min(wished.end())
            }
            Plan::Unbiased(shape) => any(*shape),
            Plan::Pattern { pattern, clues, .. } => {
                let all = pattern.cells().len();
                clues.clone().map_or(all..=all, |clues| *clues.start()..=all.min(*clues.end()))
            }
        }
    }

    /// The most numbers for a worker at a time: some hundredths of a second, or one number.
    pub(super) fn most_at_a_time(&self) -> u64 {
        let is_large = |shape: Shape| shape.size() > Shape::CLASSIC.size();
        match self {
            Plan::Removal { wish, .. } if is_large(wish.shape) => 1,
            Plan::Unbiased(shape) if is_large(*shape) => 1,
            Plan::Full(_) | Plan::Removal { .. } => 2048,
            Plan::Unbiased(_) => 4,
            // An interrupt loses what is under way.
            Plan::Pattern { .. } => 1,
        }
    }

    /// The default number of failed attempts before giving up.
    pub(super) fn effort(&self) -> u64 {
        match self {
            Plan::Pattern { .. } => 10_000,
            Plan::Full(_) | Plan::Removal { .. } => 10_000_000,
            // An order is an attempt, and one in a few hundred thousand succeeds.
            Plan::Unbiased(_) => 1_000_000_000,
        }
    }
}

/// What is printed of what is made.
pub(super) struct Terms<'t> {
    pub(super) alphabet: &'t Alphabet,
    /// What a puzzle has to be.
    pub(super) keep: Option<&'t Expression>,
}

/// The results of a block.
#[derive(Default)]
pub(super) struct Made {
    pub(super) lines: Vec<Vec<u8>>,
    pub(super) attempts: u64,
    /// How many grids were made, whether they are kept or not.
    pub(super) all: u64,
    /// What is said of puzzles that nobody can decide, a line each.
    pub(super) undecided: Vec<String>,
}

/// What a worker has.
pub(super) struct Worker {
    maker: Maker,
    judge: Judge,
}

impl Worker {
    pub(super) fn new(plan: &Plan, seed: u64) -> Worker {
        Worker { maker: Maker::new(plan, seed), judge: Judge::new() }
    }

    /// The results of the attempts with these numbers; nothing if stopped.
    pub(super) fn make(
        &mut self,
        numbers: Range<u64>,
        terms: &Terms<'_>,
        stop: &AtomicBool,
    ) -> Made {
        let attempts = (numbers.end - numbers.start) * self.maker.attempts_of_a_number();
        let ControlFlow::Continue(grids) = self.maker.grids(numbers, stop) else {
            return Made::default();
        };
        let mut made = Made { attempts, all: grids.len() as u64, ..Made::default() };
        let mut is_kept = vec![true; grids.len()];
        if let Some(expression) = terms.keep {
            let all: Vec<&Grid> = grids.iter().collect();
            let decided = self.judge.decide(expression, &all, &mut || pulse(stop));
            let ControlFlow::Continue(decisions) = decided else { return Made::default() };
            for ((is_kept, decision), grid) in is_kept.iter_mut().zip(decisions).zip(&grids) {
                *is_kept = decision == Decision::Is(true);
                if matches!(decision, Decision::Open(_)) {
                    made.undecided.push(format!("{grid}: {decision}\n"));
                }
            }
        }
        let kept = grids.iter().zip(is_kept).filter_map(|(grid, is_kept)| is_kept.then_some(grid));
        made.lines = kept.map(|grid| self.maker.line(grid, terms.alphabet)).collect();
        made
    }
}

/// Carries out a plan.
enum Maker {
    Full(Box<Generator>),
    /// With a checker, puzzles with a redundant clue are left out.
    Removal(Box<Generator>, Option<LockstepVerifier>),
    Unbiased(Box<UnbiasedGenerator>, Shape),
    Pattern(Box<PatternSearch>),
}

impl Maker {
    fn new(plan: &Plan, seed: u64) -> Maker {
        match plan {
            Plan::Full(shape) => Maker::Full(Box::new(Generator::new(Wish::new(*shape), seed))),
            Plan::Removal { wish, is_strict } => {
                let checker = is_strict.then(LockstepVerifier::new);
                Maker::Removal(Box::new(Generator::new(wish.clone(), seed)), checker)
            }
            Plan::Unbiased(shape) => {
                Maker::Unbiased(Box::new(UnbiasedGenerator::new(*shape, seed)), *shape)
            }
            Plan::Pattern { pattern, clues, is_minimal } => {
                let search = PatternSearch::new(pattern.clone(), *is_minimal, seed);
                let search = search.expect("what is planned has been checked");
                Maker::Pattern(Box::new(match clues {
                    Some(clues) => search.with_clues(clues.clone()),
                    None => search,
                }))
            }
        }
    }

    /// The attempts that a number stands for.
    fn attempts_of_a_number(&self) -> u64 {
        if matches!(self, Maker::Unbiased(..)) { ORDERS } else { 1 }
    }

    /// The grids of the attempts with these numbers. Breaks if stopped.
    fn grids(&mut self, numbers: Range<u64>, stop: &AtomicBool) -> ControlFlow<(), Vec<Grid>> {
        ControlFlow::Continue(match self {
            Maker::Full(generator) => {
                let mut grids = Vec::new();
                for number in numbers {
                    grids.push(generator.solution(number).grid().clone());
                    pulse(stop)?;
                }
                grids
            }
            Maker::Removal(generator, checker) => {
                let made = generator.attempts(numbers, &mut watch(stop))?;
                let mut wanted = Vec::new();
                for grid in made.into_iter().flatten() {
                    let is_wanted = match checker {
                        Some(checker) => is_minimal(checker, &grid, &mut watch(stop))?,
                        None => true,
                    };
                    wanted.extend(is_wanted.then_some(grid));
                }
                wanted
            }
            Maker::Unbiased(generator, _) => generator.attempts(numbers, &mut watch(stop))?,
            Maker::Pattern(search) => {
                let mut grids = Vec::new();
                for number in numbers {
                    grids.extend(search.attempt(number, &mut watch(stop))?);
                }
                grids
            }
        })
    }

    /// A grid as a line, with its weight if grids have one.
    fn line(&self, grid: &Grid, alphabet: &Alphabet) -> Vec<u8> {
        let mut line = Vec::with_capacity(grid.cells().len() + 1);
        grid.write_line(alphabet, &mut line);
        if let Maker::Unbiased(_, shape) = self {
            line.extend(format!(" {:.6e}", weight(*shape, grid.clue_count())).bytes());
        }
        line.push(b'\n');
        line
    }
}

/// Reads a pattern: the text itself, or the file that it names.
pub(super) fn pattern(text: &str, shape: Shape, alphabet: &Alphabet) -> anyhow::Result<Pattern> {
    let from_file = Path::new(text).exists();
    let signs = if from_file {
        let read = File::open(text).and_then(|file| short_text(file, "grid"));
        let read = read.with_context(|| format!("can't read the pattern in {}", one_line(text)))?;
        signs_of_lines(&read, shape).map_err(|why| anyhow!("--pattern: {}{why}", one_line(text)))?
    } else {
        signs(text)
    };
    let pattern = match Pattern::read(&signs, shape, alphabet) {
        Ok(pattern) => pattern,
        Err(error) => {
            refuse_hidden(text.as_ref())?;
            bail!("--pattern: {error}; and it is no file")
        }
    };
    check(&pattern).context("--pattern: no proper puzzle has its clues there")?;
    Ok(pattern)
}

fn signs(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// The signs of a file's pattern, which stands on one line, or has a line for each row. So what is
/// missing on a line is not taken from a word behind it, or from the next line. A line that begins
/// with `#` and a blank is a comment, unless its pieces are of one length, as those of a row are.
/// An error begins behind the file's name.
fn signs_of_lines(text: &str, shape: Shape) -> Result<String, String> {
    let (side, cells) = (shape.size(), shape.cells());
    let pieces = |line: &str| {
        let mut lengths = line.split_whitespace().map(|piece| piece.chars().count());
        let first = lengths.next().unwrap_or_default();
        (first, lengths.find(|&other| other != first))
    };
    let is_silent =
        |line: &str| line.trim().is_empty() || line.starts_with("# ") && pieces(line).1.is_some();
    let lines = text.lines().zip(1..).filter(|(line, _)| !is_silent(line));
    let mut lines = lines.map(|(line, number)| (line, signs(line), number)).peekable();
    let width = match lines.peek() {
        Some((_, signs, _)) if signs.chars().count() == side => side,
        _ => cells,
    };
    let mut all = String::new();
    for row in 0..cells / width {
        let Some((line, signs, number)) = lines.next() else {
            return Err(match row {
                0 => format!(": expected {cells} cells, found nothing"),
                _ => format!(": expected {side} rows, found {row}"),
            });
        };
        if let (first, Some(other)) = pieces(line) {
            return Err(format!(
                ":{number}: expected cells alone, found {first} and {other} signs"
            ));
        }
        let found = signs.chars().count();
        if found != width {
            let or = if row == 0 { format!(", or {side} for a row") } else { String::new() };
            return Err(format!(":{number}: expected {width} cells{or}, found {found}"));
        }
        all += &signs;
    }
    match lines.next() {
        None => Ok(all),
        Some((.., number)) => {
            Err(format!(":{number}: expected the end after {cells} cells: a file has one pattern"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_in_a_file_has_a_line_or_a_line_for_each_row() {
        let shape = Shape::new(2, 2).unwrap();
        let read = |text: &str| signs_of_lines(text, shape);
        let whole = Ok("#..#..#..#..#.#.".to_owned());
        assert_eq!(read("#..#..#..#..#.#.\n"), whole);
        assert_eq!(read("\n #. .# \n..#.\r\n\n.#..\n#.#."), whole);
        assert_eq!(read("# a comment\n#..#..#..#..#.#.\n"), whole);
        assert_eq!(read("# my rows\n# . . #\n. . # .\n. # . .\n# . # .\n"), whole);
        for (text, why) in [
            ("#..#..#..#..#.\nab\n", ":1: expected 16 cells, or 4 for a row, found 14"),
            ("#..#..#..#..#. ab", ":1: expected cells alone, found 14 and 2 signs"),
            ("#..#\n..#\n.#..\n#.#.\n", ":2: expected 4 cells, found 3"),
            ("#..#\n..#.\n.#..\n", ": expected 4 rows, found 3"),
            ("\n", ": expected 16 cells, found nothing"),
            (
                "#..#..#..#..#.#.\n\nx",
                ":3: expected the end after 16 cells: a file has one pattern",
            ),
        ] {
            assert_eq!(read(text), Err(why.to_owned()), "{text:?}");
        }
    }
}
