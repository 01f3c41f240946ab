//! The options of steps by their long names, which are for every step of the sequence.

use anyhow::{bail, ensure};
use clap::Args;
use tourdion::expression::Expression;
use tourdion::rating::Rating;
use tourdion::tour::{ClueRange, Hardest, Sequence, Share, StepKind};
use tourdion::verify::on::{OffOn, Sample};

use crate::cli::options::{at_least, within};
use crate::cli::rate::rating;

/// Options that a sequence has as letters.
#[derive(Args, Debug)]
#[command(next_help_heading = "Every step that does not have the letter itself")]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(super) struct StepArguments {
    /// Add candidates only in cells whose clue was taken off (p)
    #[arg(long, conflicts_with = "resume")]
    keep_pattern: bool,
    /// Find superfluous candidates too (i)
    #[arg(long, conflicts_with = "resume")]
    superfluous: bool,
    /// Keep one result of each puzzle: the first by its pattern and then its digits, and the puzzle
    /// itself only if there is no other (o)
    #[arg(long, conflicts_with = "resume")]
    one_each: bool,
    /// Keep puzzles as they are found, and copies that are equal up to symmetry (e)
    #[arg(long, conflicts_with = "resume")]
    keep_symmetric_copies: bool,
    /// Keep only minimal puzzles (m)
    #[arg(long, conflicts_with = "resume")]
    minimal: bool,
    /// Keep only puzzles with this number of clues, such as 17..20 (c)
    #[arg(long, value_name = "A..B", conflicts_with = "resume")]
    clues: Option<ClueRange>,
    /// Keep only puzzles that satisfy this expression of `filter`, such as 'te>=2 and bxb<6' (k)
    #[arg(long, value_name = "EXPRESSION", conflicts_with = "resume")]
    keep: Option<Expression>,
    /// Of all results of a step keep the N hardest, of equal ones the first by their patterns and
    /// then their digits (b)
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = at_least::<1>)]
    best: Option<u64>,
    /// What makes one harder: ratings, the first of which counts most
    #[arg(long, value_name = "RATINGS", value_delimiter = ',', requires = "best",
          default_value = "te,b,bxb", conflicts_with = "resume", value_parser = rating)]
    by: Vec<Rating>,
    /// Take off only a random share of the sets of clues, such as 1% (r); steps that take off none
    /// have nothing to choose from
    #[arg(long, value_name = "SHARE", conflicts_with = "resume")]
    sample: Option<Share>,
    /// Seed of the sample: the same seed takes the same sets
    #[arg(
        long,
        value_name = "N",
        requires = "sample",
        default_value_t = 0,
        conflicts_with = "resume"
    )]
    seed: u64,
    /// Take off only clues from number I on, counted from 1 (@)
    #[arg(
        long,
        value_name = "I",
        conflicts_with = "resume",
        value_parser = within::<1, 81, u8>
    )]
    first_clue: Option<u8>,
}

impl StepArguments {
    /// Gives a step these options for the clues that it takes off and adds.
    fn apply_to_change(&self, change: &mut OffOn) {
        change.in_place |= self.keep_pattern;
        change.superfluous |= self.superfluous;
        if change.off == 0 {
            return;
        }
        if let Some(Share { per_million }) = self.sample {
            change.sample.get_or_insert(Sample { per_million, seed: self.seed });
        }
        if let Some(first) = self.first_clue
            && change.first_clue == 0
        {
            change.first_clue = usize::from(first) - 1;
        }
    }

    /// The number and the ratings of the hardest, if they are asked for.
    fn hardest(&self) -> Option<Hardest> {
        self.best.map(|count| Hardest { count, by: self.by.clone() })
    }

    /// Gives every step of `sequence` these options beside its own.
    pub(super) fn apply(&self, sequence: &mut Sequence) -> anyhow::Result<()> {
        ensure!(
            self.by.len() <= Hardest::MOST_RATINGS,
            "--by: at most {} ratings",
            Hardest::MOST_RATINGS
        );
        let twice = (1..self.by.len()).find(|&k| self.by[..k].contains(&self.by[k]));
        if let Some(twice) = twice {
            bail!("--by: `{}` is there twice", self.by[twice]);
        }
        let (mut adds_too_much, mut changes, mut takes_off) = (None, false, false);
        let mut has_proper = false;
        sequence.for_each_step(&mut |step| {
            if self.keep_pattern && step.change.on > step.change.off {
                adds_too_much = Some(step.to_string());
                return;
            }
            if !matches!(step.kind, StepKind::Twins | StepKind::Choice) {
                changes = true;
                takes_off |= step.change.off > 0;
                self.apply_to_change(&mut step.change);
            }
            step.one_each |= self.one_each;
            step.as_found |= self.keep_symmetric_copies;
            step.minimal |= self.minimal;
            step.clues = step.clues.or(self.clues);
            if !step.keeps_pseudo_puzzles() {
                has_proper = true;
                // Parts of puzzles, which a later step adds to, have no ratings.
                step.keep = step.keep.take().or_else(|| self.keep.clone());
                step.hardest = step.hardest.take().or_else(|| self.hardest());
            }
        });
        let step = adds_too_much.unwrap_or_default();
        ensure!(
            step.is_empty(),
            "with --keep-pattern {step} has more candidates to add than clues to take off"
        );
        ensure!(
            changes || !(self.keep_pattern || self.superfluous),
            "--keep-pattern and --superfluous are for steps with numbers, and there is none"
        );
        ensure!(
            takes_off || (self.sample.is_none() && self.first_clue.is_none()),
            "--sample and --first-clue are for steps that take off clues, and there is none"
        );
        ensure!(
            has_proper || (self.keep.is_none() && self.best.is_none()),
            "--keep and --best are for steps that leave proper puzzles, and there is none"
        );
        Ok(())
    }
}
