//! The puzzles that a sequence can apply to, by their numbers of clues alone.
//!
//! ```text
//!      {-30+1}              30 clues can't be taken off 22
//!      {-1+1}{+60}          22 clues and 60 more have no room in 81 cells
//!      {-1+1 c30..40}       the results of 22 clues have 22
//! ```
//!
//! A step takes a puzzle with `c` clues to puzzles with `c - off + on`, if it applies at all. So
//! the possible numbers of clues are known before any search; if there are none, nothing will be
//! found.
//!
//! Invariant: a puzzle that is refused has no result. Deliberately lacking: refusing puzzles
//! because of their clues.

use std::collections::BTreeSet;

use super::check::BadSequence;
use super::clues::{ClueRange, MOST};
use super::sequence::{Body, Repeat, Sequence, SequencePart, TourStep};
use crate::expression::Expression;
use crate::numerals::counted;

/// Why puzzles with this number of clues have no results.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Misfit {
    /// The sequence can't be run, whatever its puzzles are.
    #[error(transparent)]
    Bad(#[from] BadSequence),
    /// A step takes off more clues than exist.
    #[error("`{step}` needs {} or more, and here it comes to {clues}", counted(.needed, "clue"))]
    TooFew {
        /// The step.
        step: Box<TourStep>,
        /// The clues of its puzzles.
        clues: usize,
        /// The least number that it needs.
        needed: usize,
    },
    /// A step adds more candidates than there are cells.
    #[error("`{step}` makes {made} clues of {clues}, and there are {MOST} cells")]
    TooMany {
        /// The step.
        step: Box<TourStep>,
        /// The clues that it comes to.
        clues: usize,
        /// The clues of its results.
        made: usize,
    },
    /// A step keeps none of its results.
    #[error("`{step}` makes {made} clues of {clues}, and keeps {kept} only")]
    Unwanted {
        /// The step.
        step: Box<TourStep>,
        /// The clues that it comes to.
        clues: usize,
        /// The clues of its results.
        made: usize,
        /// The clues that it keeps.
        kept: ClueRange,
    },
    /// A step keeps what no puzzle with this number of clues is.
    #[error("`{step}` makes {made} clues of {clues}, and no puzzle with {made} is `{keep}`")]
    Unkept {
        /// The step.
        step: Box<TourStep>,
        /// The clues that it comes to.
        clues: usize,
        /// The clues of its results.
        made: usize,
        /// What it keeps.
        keep: Box<Expression>,
    },
}

impl Sequence {
    /// Whether a puzzle with this number of clues can have results, as far as numbers of clues
    /// show.
    ///
    /// ```
    /// use tourdion::tour::Sequence;
    ///
    /// let sequence: Sequence = "{-30+1}".parse()?;
    /// assert_eq!(sequence.fits(30), Ok(()));
    /// let why = sequence.fits(22).unwrap_err();
    /// assert_eq!(why.to_string(), "`{-30+1}` needs 30 clues or more, and here it comes to 22");
    /// # Ok::<(), tourdion::tour::SequenceError>(())
    /// ```
    ///
    /// # Errors
    /// If none can: the step that does not apply. If the sequence does not pass its
    /// [check](Sequence::check).
    pub fn fits(&self, clues: usize) -> Result<(), Misfit> {
        self.check()?;
        self.after(BTreeSet::from([clues])).map(|_| ())
    }

    /// The possible numbers of clues after the sequence; never empty.
    fn after(&self, clues: BTreeSet<usize>) -> Result<BTreeSet<usize>, Misfit> {
        self.parts.iter().try_fold(clues, |clues, part| part.after(clues))
    }
}

impl SequencePart {
    fn after(&self, mut clues: BTreeSet<usize>) -> Result<BTreeSet<usize>, Misfit> {
        match self.repeat {
            Repeat::Times(times) => {
                // Numbers that were there before come again in turns: 17, 18, 16, 17, 18, ...
                let mut turns: Vec<BTreeSet<usize>> = Vec::new();
                for time in 0..times as usize {
                    if let Some(first) = turns.iter().position(|before| *before == clues) {
                        let left = (times as usize - time) % (turns.len() - first);
                        return Ok(turns.swap_remove(first + left));
                    }
                    let after = self.once(&clues)?;
                    turns.push(std::mem::replace(&mut clues, after));
                }
                Ok(clues)
            }
            Repeat::Until(most) => {
                let mut few = BTreeSet::new();
                loop {
                    few.extend(clues.iter().copied().filter(|&clues| clues <= most));
                    clues.retain(|&clues| clues > most);
                    if clues.is_empty() {
                        return Ok(few);
                    }
                    match self.once(&clues) {
                        Ok(after) => clues = after,
                        Err(misfit) if few.is_empty() => return Err(misfit),
                        Err(_) => return Ok(few),
                    }
                }
            }
            Repeat::Closure => {
                let mut new = clues.clone();
                while let Ok(mut after) = self.once(&new) {
                    after.retain(|&number| clues.insert(number));
                    if after.is_empty() {
                        break;
                    }
                    new = after;
                }
                Ok(clues)
            }
        }
    }

    fn once(&self, clues: &BTreeSet<usize>) -> Result<BTreeSet<usize>, Misfit> {
        let step = match &self.body {
            Body::Step(step) => step,
            Body::Group(inner) => return inner.after(clues.clone()),
        };
        let (mut after, mut misfit) = (BTreeSet::new(), None);
        for &clues in clues {
            match step.after(clues) {
                Ok(made) => drop(after.insert(made)),
                Err(other) => misfit = misfit.or(Some(other)),
            }
        }
        match misfit {
            Some(misfit) if after.is_empty() => Err(misfit),
            _ => Ok(after),
        }
    }
}

impl TourStep {
    /// The clues of the step's results for `clues`.
    fn after(&self, clues: usize) -> Result<usize, Misfit> {
        let (off, on) = self.off_and_on();
        let needed = off.saturating_add(if off > 0 { self.change.first_clue } else { 0 });
        let step = || Box::new(self.clone());
        if clues < needed {
            return Err(Misfit::TooFew { step: step(), clues, needed });
        }
        let made = (clues - off).saturating_add(on);
        let unkept = self.keep.as_ref().filter(|keep| {
            // What is not proper is nothing that numbers of clues decide.
            !self.keeps_pseudo_puzzles() && !keep.may_hold(made)
        });
        match self.clues {
            _ if made > MOST => Err(Misfit::TooMany { step: step(), clues, made }),
            Some(kept) if !kept.contains(made) => {
                Err(Misfit::Unwanted { step: step(), clues, made, kept })
            }
            _ => match unkept.cloned().map(Box::new) {
                Some(keep) => Err(Misfit::Unkept { step: step(), clues, made, keep }),
                None => Ok(made),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(sequence: &str, clues: usize) -> Result<(), String> {
        sequence.parse::<Sequence>().unwrap().fits(clues).map_err(|misfit| misfit.to_string())
    }

    #[test]
    fn a_sequence_fits_if_all_steps_have_clues_and_cells_enough() {
        for (sequence, clues) in [
            ("{-1+1}", 22),
            ("{-22+1}", 22),
            ("{+59}", 22),
            ("{-1+1}x1000000", 22),
            ("{-2+1}:17", 17),
            ("{-2+1}:17", 22),
            ("{-40+1}*", 22),
            ("{+1}*{-30+1}", 22),
            ("{-1+0}*{+70}", 22),
            ("{{-5}:18}{+60}", 22),
            ("{-10+10 @13}", 22),
            ("{-1+1 c22}", 22),
            ("{-1+1 k(clues=22 and te>2)}", 22),
            ("{-1 k(not proper)}", 22),
        ] {
            assert_eq!(fits(sequence, clues), Ok(()), "{sequence}, {clues}");
        }
    }

    /// The possible numbers of clues after a body is applied `times` times, one after another.
    fn one_by_one(body: &SequencePart, times: u32) -> Result<BTreeSet<usize>, Misfit> {
        (0..times).try_fold(BTreeSet::from([17]), |clues, _| body.once(&clues))
    }

    #[test]
    fn numbers_that_come_again_need_not_be_counted_out() {
        // 17, 18, 16, 17, ...; 20, 21, 19, ..., 17, 18, 16, 17, ...; 17, 17, ...
        for body in ["{{-3}:17}{+1}", "{{{-4}:14}{+2}}{{-3}:17}{+1}", "{-1+1}", "{+2}", "{+1}*"] {
            for times in (1..40).chain([1_000_000]) {
                let part =
                    format!("{{{body}}}x{times}").parse::<Sequence>().unwrap().parts.remove(0);
                let found = part.after(BTreeSet::from([17]));
                if times < 40 {
                    assert_eq!(found, one_by_one(&part, times), "{part}");
                }
            }
        }
        // One by one, this takes days.
        let sequence = "{{{{-3}:17}{+1}}x1000000}x1000000";
        let part = sequence.parse::<Sequence>().unwrap().parts.remove(0);
        assert_eq!(part.after(BTreeSet::from([17])), one_by_one(&part, 1));
        assert_eq!(fits(sequence, 20), Ok(()));
    }

    #[test]
    fn a_sequence_that_lacks_clues_or_cells_is_refused_with_the_reason() {
        for (sequence, clues, why) in [
            ("{-30+1}", 22, "`{-30+1}` needs 30 clues or more, and here it comes to 22"),
            ("{-1+1}x3{-23+1}", 22, "`{-23+1}` needs 23 clues or more, and here it comes to 22"),
            ("{-10+1}x3", 22, "`{-10+1}` needs 10 clues or more, and here it comes to 4"),
            ("{-10+10 @14}", 22, "`{-10+10 @14}` needs 23 clues or more, and here it comes to 22"),
            ("{+60}", 22, "`{+60}` makes 82 clues of 22, and there are 81 cells"),
            ("{-1+1}{{-2+30}x3}", 22, "`{-2+30}` makes 106 clues of 78, and there are 81 cells"),
            ("{-1+1 c30..40}", 22, "`{-1+1 c30..40}` makes 22 clues of 22, and keeps 30..40 only"),
            (
                "{-1+1}{-1+2 k(te>1 and clues<22)}",
                22,
                "`{-1+2 k(te>1 and clues<22)}` makes 23 clues of 22, and no puzzle with 23 is \
                 `te>1 and clues<22`",
            ),
            ("{-30+1}:17", 22, "`{-30+1}` needs 30 clues or more, and here it comes to 22"),
        ] {
            assert_eq!(fits(sequence, clues), Err(why.to_owned()), "{sequence}, {clues}");
        }
        assert!(fits("{+1}", usize::MAX).is_err());
    }
}
