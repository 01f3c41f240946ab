//! Strands in words: what is assumed, what follows, and where it ends.
//!
//! ```text
//!      Forcing net: with r1c1=4                         one assumption, and a contradiction
//!        r1c5=7, r3c5=2 (column 5), ...
//!        no place would be left for 5 in box 2, so r1c1<>4
//!
//!      Cell forcing chains: r3c1 is 1, 6 or 9           several, of which one is true
//!        r3c1=1
//!        r3c1=6   r7c5=6 (column 5), ...
//!        r3c1=9   r5c1=1
//!        each way r9c1<>1
//! ```

use super::Wording;
use super::technique::{Constraint, Deduction, Evidence, ForcingReason, Inference, Reason};
use crate::sudoku::Candidate;

/// An assumption in words.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Strand {
    /// What is assumed: `r3c1=6`.
    pub start: String,
    /// What follows, one thing after another: `r7c5=6 (column 5)`.
    pub entries: Vec<String>,
}

impl ForcingReason {
    /// Whether one of its strands' starts is true, so that they are cases.
    pub const fn has_cases(self) -> bool {
        matches!(self, ForcingReason::Either(_) | ForcingReason::All(_))
    }
}

impl Wording<'_> {
    /// The strands of a technique: its cases, or its assumption with all that follows from it. None
    /// if it has no strands.
    pub fn strands(self, of: &Deduction) -> Vec<Strand> {
        let Evidence::Forcing { ground, strands } = &of.evidence else { return Vec::new() };
        let start = |strand: &Vec<Inference>| {
            strand.first().map(|one| self.inference(one)).unwrap_or_default()
        };
        if ground.has_cases() {
            let entries = |strand: &Vec<Inference>| {
                strand.iter().skip(1).filter_map(|one| self.entry(one)).collect()
            };
            return strands
                .iter()
                .map(|strand| Strand { start: start(strand), entries: entries(strand) })
                .collect();
        }
        let entries = placements(strands).skip(1).filter_map(|one| self.entry(one)).collect();
        strands.first().map(|first| Strand { start: start(first), entries }).into_iter().collect()
    }

    /// What is assumed: `with r1c1=4`, or `r3c1 is 1, 6 or 9`.
    pub(super) fn assumed(self, ground: ForcingReason, strands: &[Vec<Inference>]) -> String {
        let starts = || strands.iter().filter_map(|strand| strand.first());
        match ground {
            ForcingReason::All(Constraint::Cell(cell)) => {
                let digits = starts().map(|start| self.symbol(start.candidate.digit).to_string());
                format!("{cell} is {}", either(digits.collect()))
            }
            ForcingReason::All(Constraint::Places(house, digit)) => {
                let cells = starts().map(|start| start.candidate.cell.to_string());
                format!("{} in {house} is in {}", self.symbol(digit), either(cells.collect()))
            }
            ForcingReason::Either(_) => {
                either(starts().map(|start| self.inference(start)).collect())
            }
            ForcingReason::Negation | ForcingReason::Contradiction => {
                let start = starts().next().map(|start| self.inference(start));
                format!("with {}", start.unwrap_or_default())
            }
        }
    }

    /// The contradiction or the common end of strands: `no place would be left for 5 in box 2, so
    /// r1c1<>4`, or `each way r9c1<>1`.
    pub fn strands_end(self, deduction: &Deduction) -> String {
        let Evidence::Forcing { ground, strands } = &deduction.evidence else {
            return String::new();
        };
        let follows = self.follows(deduction);
        let last = strands.last().and_then(|strand| strand.last());
        match (ground, last.map(|last| (&last.reason, last.candidate))) {
            (ForcingReason::Either(_), _) => format!("either way {follows}"),
            (ForcingReason::All(_), _) => format!("each way {follows}"),
            (_, Some((Reason::Last(Constraint::Cell(cell)), _))) => {
                format!("nothing would be left for {cell}, so {follows}")
            }
            (_, Some((Reason::Last(Constraint::Places(house, digit)), _))) => {
                let digit = self.symbol(*digit);
                format!("no place would be left for {digit} in {house}, so {follows}")
            }
            (ForcingReason::Contradiction, Some((_, end))) => {
                format!("{} would be true and false, so {follows}", self.candidate(end))
            }
            _ => follows,
        }
    }
}

/// The inferences of strands, each once.
pub(super) fn placements(strands: &[Vec<Inference>]) -> impl Iterator<Item = &Inference> {
    let mut seen: Vec<(Candidate, bool)> = Vec::new();
    // The last ones of strands contradict each other.
    strands.iter().flat_map(|strand| &strand[..strand.len().saturating_sub(1)]).filter(move |one| {
        let is_new = !seen.contains(&(one.candidate, one.is_true));
        seen.push((one.candidate, one.is_true));
        is_new
    })
}

/// `1, 6 or 9`.
pub(super) fn either(mut all: Vec<String>) -> String {
    match (all.pop(), all.is_empty()) {
        (Some(last), false) => format!("{} or {last}", all.join(", ")),
        (last, _) => last.unwrap_or_default(),
    }
}
