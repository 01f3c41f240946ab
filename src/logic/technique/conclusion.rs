//! What a deduction says, in a few words: its technique, and what follows.

use std::fmt;

use super::Deduction;
use crate::sudoku::{Alphabet, Candidate, Shape};

impl Deduction {
    /// As `x-wing: r1c3<>4, r7c8<>4`, or `hidden single: r5c2=7`.
    pub fn conclusion<'d>(&'d self, alphabet: &'d Alphabet) -> impl fmt::Display + 'd {
        Conclusion { deduction: self, alphabet }
    }
}

impl fmt::Display for Deduction {
    /// As its [conclusion](Deduction::conclusion), with the usual digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.conclusion(&Alphabet::usual(Shape::CLASSIC)).fmt(f)
    }
}

struct Conclusion<'c> {
    deduction: &'c Deduction,
    alphabet: &'c Alphabet,
}

impl fmt::Display for Conclusion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conclusion { deduction: Deduction { technique, removals, placement, .. }, alphabet } =
            *self;
        write!(f, "{technique}: ")?;
        let digit = |candidate: &Candidate| alphabet.write(Some(candidate.digit));
        if let Some(placement) = placement {
            return write!(f, "{}={}", placement.cell, digit(placement));
        }
        for (k, removal) in removals.iter().enumerate() {
            let comma = if k > 0 { ", " } else { "" };
            write!(f, "{comma}{}<>{}", removal.cell, digit(removal))?;
        }
        Ok(())
    }
}
