//! Whether a sequence that was built, and not read, can be run, and comes to an end.
//!
//! ```text
//!      {-1+1}:17            never ends: a result has as many clues as its puzzle
//!      {-2+1}x0             `x` is followed by a number from 1
//!      Sequence { parts: [] }     no text at all
//! ```
//!
//! The fields of a [`Sequence`] are public, so that it can be built of anything.
//!
//! Invariant: what the [grammar](super::grammar) reads passes.
//!
//! Deliberately lacking: numbers of clues, which are those of [`Sequence::fits`].

use super::hardest::Hardest;
use super::sequence::{Body, Repeat, Sequence, SequencePart, TourStep};

/// Why a sequence can't be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadSequence {
    /// It has no part, or a group in it has none.
    #[error("a sequence has a part, and a group has one, too")]
    Empty,
    /// A part is to be applied no time.
    #[error("a part is applied once or more, and `{0}` is not")]
    NoTime(Box<SequencePart>),
    /// The body of a part that is repeated until there are few clues need not lower their number.
    #[error("`{0}` would never end: its body need not lower the number of clues")]
    Endless(Box<SequencePart>),
    /// A step keeps the hardest puzzles: none of them, or by no ratings, too many, or one twice.
    #[error("`{0}` keeps no puzzle, or not by 1 to {most} ratings", most = Hardest::MOST_RATINGS)]
    Unranked(Box<TourStep>),
}

impl Sequence {
    /// Checks that the sequence can be run. One that was read can.
    ///
    /// ```
    /// use tourdion::tour::{Repeat, Sequence};
    ///
    /// let mut sequence: Sequence = "{-1+1}x3".parse()?;
    /// assert!(sequence.check().is_ok());
    /// sequence.parts[0].repeat = Repeat::Until(17);
    /// let why = sequence.check().unwrap_err().to_string();
    /// assert!(why.starts_with("`{-1+1}:17` would never end"), "{why}");
    /// # Ok::<(), tourdion::tour::SequenceError>(())
    /// ```
    ///
    /// # Errors
    /// At the first part that can't be run.
    pub fn check(&self) -> Result<(), BadSequence> {
        if self.parts.is_empty() {
            return Err(BadSequence::Empty);
        }
        self.parts.iter().try_for_each(SequencePart::check)
    }
}

impl SequencePart {
    fn check(&self) -> Result<(), BadSequence> {
        match &self.body {
            Body::Group(inner) => inner.check()?,
            Body::Step(step) if step.hardest.as_ref().is_some_and(|hardest| !ranks(hardest)) => {
                return Err(BadSequence::Unranked(Box::new(step.clone())));
            }
            Body::Step(_) => {}
        }
        match self.repeat {
            Repeat::Times(0) => Err(BadSequence::NoTime(Box::new(self.clone()))),
            Repeat::Until(_) if self.body.gain() >= 0 => {
                Err(BadSequence::Endless(Box::new(self.clone())))
            }
            _ => Ok(()),
        }
    }
}

/// Whether some puzzles are kept, by some ratings.
fn ranks(Hardest { count, by }: &Hardest) -> bool {
    let is_new = |(place, rating)| !by[..place].contains(rating);
    *count > 0
        && (1..=Hardest::MOST_RATINGS).contains(&by.len())
        && by.iter().enumerate().all(is_new)
}

#[cfg(test)]
mod tests {
    use super::super::StepKind;
    use super::super::fate::Misfit;
    use super::*;
    use crate::rating::Rating;

    fn one(body: Body, repeat: Repeat) -> Sequence {
        Sequence { parts: vec![SequencePart { body, repeat }] }
    }

    #[test]
    fn what_would_not_end_is_refused() {
        let step = |off, on| Body::Step(TourStep::new(off, on));
        let none = || Body::Group(Sequence { parts: vec![] });
        let mut twins = TourStep::twins();
        twins.change.off = 3;
        for bad in [
            one(step(1, 1), Repeat::Until(17)),
            one(step(1, 2), Repeat::Until(17)),
            one(step(0, 0), Repeat::Until(0)),
            one(step(0, usize::MAX), Repeat::Until(usize::MAX)),
            one(step(usize::MAX, usize::MAX), Repeat::Until(17)),
            one(Body::Step(twins), Repeat::Until(17)),
            one(Body::Step(TourStep::choice()), Repeat::Until(17)),
            one(Body::Group(one(step(2, 1), Repeat::Closure)), Repeat::Until(17)),
            one(Body::Group(one(step(2, 1), Repeat::Until(17))), Repeat::Until(16)),
            one(Body::Group(one(step(1, 1), Repeat::Until(17))), Repeat::Times(1)),
            one(none(), Repeat::Until(17)),
            one(none(), Repeat::Times(u32::MAX)),
            one(step(2, 1), Repeat::Times(0)),
            Sequence { parts: vec![] },
        ] {
            let why = bad.check().unwrap_err();
            assert_eq!(bad.fits(22), Err(Misfit::Bad(why)), "{bad:?}");
        }
    }

    #[test]
    fn what_ranks_nothing_is_refused() {
        let of = |count, by: &[Rating]| {
            let hardest = Some(Hardest { count, by: by.to_vec() });
            let step = TourStep { hardest, ..TourStep::new(1, 1) };
            one(Body::Group(one(Body::Step(step), Repeat::Times(1))), Repeat::Times(3)).check()
        };
        assert_eq!(of(1, &[Rating::Te]), Ok(()));
        assert_eq!(of(u64::MAX, Hardest::USUAL), Ok(()));
        for bad in
            [of(0, Hardest::USUAL), of(1, &[]), of(1, &[Rating::Te; 2]), of(1, &[Rating::B; 99])]
        {
            assert!(matches!(bad, Err(BadSequence::Unranked(_))), "{bad:?}");
        }
    }

    #[test]
    fn what_ends_passes() {
        let off = TourStep { kind: StepKind::Off, ..TourStep::new(1, 0) };
        for good in [
            one(Body::Step(off), Repeat::Until(17)),
            one(Body::Step(TourStep::new(usize::MAX, 0)), Repeat::Until(usize::MAX)),
            one(Body::Step(TourStep::new(2, 1)), Repeat::Until(0)),
            one(Body::Step(TourStep::new(1, 2)), Repeat::Closure),
        ] {
            assert_eq!(good.check(), Ok(()), "{good:?}");
            for clues in [0, 1, 17, 22, 81, 82, usize::MAX] {
                let _ = good.fits(clues); // ends
            }
        }
    }
}
