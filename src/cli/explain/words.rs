//! Steps in words, with the digits as the user writes them.

use std::fmt::Write;

use tourdion::logic::{Conclusion, Contradiction, Net, Pair, PathEnd, Pencil, Single, Step};
use tourdion::sudoku::{Alphabet, Candidate, Digit};

/// Writes steps with the symbols of an alphabet.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) alphabet: &'a Alphabet,
}

impl Words<'_> {
    pub(super) fn symbol(self, digit: Digit) -> char {
        self.alphabet.write(Some(digit))
    }

    /// As `r4c6=7`.
    pub(super) fn candidate(self, Candidate { cell, digit }: Candidate) -> String {
        format!("{cell}={}", self.symbol(digit))
    }

    /// As `r4c6=7 (row 4)`, with the house in which it has the only place, if it is not the only
    /// candidate of its cell.
    pub(super) fn single(self, single: Single) -> String {
        let house = single.house.map(|house| format!(" ({house})")).unwrap_or_default();
        format!("{}{house}", self.candidate(single.candidate))
    }

    /// As `r6c1<>9, r6c2<>9`.
    pub(super) fn cancellations(self, cancellations: &[Candidate]) -> String {
        let mut text = String::new();
        for (number, &Candidate { cell, digit }) in cancellations.iter().enumerate() {
            // A write into memory does not fail.
            let _ = write!(
                text,
                "{}{cell}<>{}",
                if number > 0 { ", " } else { "" },
                self.symbol(digit)
            );
        }
        text
    }

    /// What a step is: `3 singles`, or `Net: r4c4 is 2 or 7`.
    pub(super) fn heading(self, step: &Step<'_>, before: &Pencil) -> String {
        match step {
            Step::Singles(singles) => {
                format!("{} single{}", singles.len(), if singles.len() == 1 { "" } else { "s" })
            }
            Step::Net(net, Some(_)) => format!("Chain: {}", self.pair(net.pair, before)),
            Step::Net(net, None) => format!("Net: {}", self.pair(net.pair, before)),
        }
    }

    /// Where a net begins: `r4c4 is 2 or 7`.
    pub(super) fn pair(self, pair: Pair, pencil: &Pencil) -> String {
        let Some([one, other]) = pair.members(pencil) else { return String::new() };
        match pair {
            Pair::Bivalue(cell) => {
                format!("{cell} is {} or {}", self.symbol(one.digit), self.symbol(other.digit))
            }
            Pair::Bilocal(house, digit) => {
                format!("{} in {house} is in {} or {}", self.symbol(digit), one.cell, other.cell)
            }
        }
    }

    pub(super) fn contradiction(self, contradiction: Contradiction) -> String {
        match contradiction {
            Contradiction::Twice { digit, house, cells: [one, other] } => {
                format!("{} would stand twice in {house}, in {one} and {other}", self.symbol(digit))
            }
            Contradiction::NoCandidate(cell) => format!("nothing would be left for {cell}"),
            Contradiction::NoPlace { digit, house } => {
                format!("no place would be left for {} in {house}", self.symbol(digit))
            }
        }
    }

    /// What follows from a net, and why.
    pub(super) fn conclusion(self, net: &Net<'_>) -> String {
        let cancelled = self.cancellations(&net.cancellations());
        match net.conclusion {
            Conclusion::Common(_) => format!("either way {cancelled}"),
            Conclusion::Contradicted { contradiction, .. } => {
                format!("{}, so {cancelled}", self.contradiction(contradiction))
            }
        }
    }

    /// How a path ends.
    pub(super) fn end(self, end: PathEnd, rest: &Pencil) -> String {
        match end {
            PathEnd::Solved => "solved".to_owned(),
            PathEnd::Stuck => {
                let (set, cells) = (rest.grid().clue_count(), rest.shape().cells());
                let left = rest.candidate_count() - set;
                format!(
                    "stuck: no net helps any more; {set} of {cells} cells are set, \
                     {left} candidates are left for the others"
                )
            }
            PathEnd::Impossible(contradiction) => {
                let why = self
                    .contradiction(contradiction)
                    .replace("would stand", "stands")
                    .replace("would be", "is");
                format!("impossible: {why}")
            }
        }
    }
}
