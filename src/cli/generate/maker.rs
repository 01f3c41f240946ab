//! The work of a worker on a block of numbers.

use std::fs::File;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow};
use tourdion::generate::pattern::check;
use tourdion::generate::unbiased::{ORDERS, weight};
use tourdion::generate::{Generator, PatternSearch, UnbiasedGenerator, Wish, redundant};
use tourdion::sudoku::{Alphabet, Grid, Pattern, Shape};
use tourdion::verify::LockstepVerifier;

use crate::cli::argument::one_grid;
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

/// The results of a block.
#[derive(Default)]
pub(super) struct Made {
    pub(super) lines: Vec<Vec<u8>>,
    pub(super) attempts: u64,
}

/// Carries out a plan.
pub(super) enum Maker {
    Full(Box<Generator>),
    /// With a checker, puzzles with a redundant clue are left out.
    Removal(Box<Generator>, Option<LockstepVerifier>),
    Unbiased(Box<UnbiasedGenerator>, Shape),
    Pattern(Box<PatternSearch>),
}

impl Maker {
    pub(super) fn new(plan: &Plan, seed: u64) -> Maker {
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

    /// The results of the attempts with these numbers; empty if stopped.
    pub(super) fn make(
        &mut self,
        numbers: Range<u64>,
        alphabet: &Alphabet,
        stop: &AtomicBool,
    ) -> Made {
        let mut attempts = numbers.end - numbers.start;
        let lines = match self {
            Maker::Full(generator) => {
                let mut lines = Vec::new();
                for number in numbers {
                    lines.push(line(generator.solution(number).grid(), alphabet));
                    if pulse(stop).is_break() {
                        return Made::default();
                    }
                }
                lines
            }
            Maker::Removal(generator, checker) => {
                let ControlFlow::Continue(made) = generator.attempts(numbers, &mut watch(stop))
                else {
                    return Made::default();
                };
                let mut is_wanted = |grid: &&Grid| {
                    checker.as_mut().is_none_or(|checker| redundant(checker, grid).is_empty())
                };
                let wanted = made.iter().flatten().filter(|grid| is_wanted(grid));
                wanted.map(|grid| line(grid, alphabet)).collect()
            }
            Maker::Unbiased(generator, shape) => {
                attempts *= ORDERS;
                let ControlFlow::Continue(made) = generator.attempts(numbers, &mut watch(stop))
                else {
                    return Made::default();
                };
                let weighted = |grid: &Grid| {
                    let mut line = Vec::new();
                    grid.write_line(alphabet, &mut line);
                    line.extend(format!(" {:.6e}\n", weight(*shape, grid.clue_count())).bytes());
                    line
                };
                made.iter().map(weighted).collect()
            }
            Maker::Pattern(search) => {
                let mut lines = Vec::new();
                for number in numbers {
                    match search.attempt(number, &mut watch(stop)) {
                        ControlFlow::Continue(made) => {
                            lines.extend(made.map(|grid| line(&grid, alphabet)));
                        }
                        ControlFlow::Break(()) => return Made::default(),
                    }
                }
                lines
            }
        };
        Made { lines, attempts }
    }
}

/// The grid as a line.
fn line(grid: &Grid, alphabet: &Alphabet) -> Vec<u8> {
    let mut line = Vec::with_capacity(grid.cells().len() + 1);
    grid.write_line(alphabet, &mut line);
    line.push(b'\n');
    line
}

/// Reads a pattern: the text itself, or the file that it names. In a file it may span several
/// lines.
pub(super) fn pattern(text: &str, shape: Shape, alphabet: &Alphabet) -> anyhow::Result<Pattern> {
    let from_file = Path::new(text).is_file();
    let signs = if from_file {
        let read = File::open(text).and_then(one_grid);
        read.with_context(|| format!("can't read the pattern in {text}"))?
    } else {
        text.to_owned()
    };
    let signs: String = signs.chars().filter(|sign| !sign.is_whitespace()).collect();
    let pattern = Pattern::read(&signs, shape, alphabet).map_err(|error| {
        let file = if from_file { "" } else { "; and there is no such file" };
        anyhow!("--pattern: {error}{file}")
    })?;
    check(&pattern).context("--pattern: no proper puzzle has its clues there")?;
    Ok(pattern)
}
