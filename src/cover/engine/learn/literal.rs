//! Literals: an option, chosen or left out; and the places of the clauses that have them.

use std::ops::Not;

/// A statement about an option: it is chosen, or it is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) const fn chosen(option: u32) -> Literal {
        Literal(option << 1)
    }

    pub(super) const fn left_out(option: u32) -> Literal {
        Literal(option << 1 | 1)
    }

    pub(super) const fn option(self) -> u32 {
        self.0 >> 1
    }

    pub(super) const fn is_chosen(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its number, in tables with a place for each literal.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// As one word of a clause.
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    pub(super) const fn from_word(word: u32) -> Literal {
        Literal(word)
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Where a clause begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseRef(pub(super) u32);
