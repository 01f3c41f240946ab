//! The pictures of forcing chains: what follows from each assumption, and why.
//!
//! ```text
//!      strands    ① ──▶ ②           from one assumption: blue circles with their order, up to a
//!                                   contradiction in a frame
//!      cases      a ──▶ a1          from several, of which one is true: each has a letter and a
//!                 b ──▶ b1 ──▶ b2   colour
//! ```
//!
//! Invariant: a candidate has one mark, even if it is in several strands.

use svg::node::element::Group;

use super::super::mark::{Mark, arrow, arrowheads, colour, contradicted, in_corner, strike};
use super::{DeductionPainter, cells_of};
use crate::logic::technique::{Inference, Reason};
use crate::sudoku::Candidate;

impl DeductionPainter<'_> {
    /// What follows from assumptions: placements with arrows, and removals by nets in them.
    pub(super) fn strands(&self, mut group: Group, strands: &[Vec<Inference>]) -> Group {
        group = group.add(arrowheads(self.number, 1));
        if let Some(last) = strands.last().and_then(|strand| strand.last()) {
            let cells = match last.reason {
                Reason::Last(constraint) => cells_of(self.plan, constraint),
                _ => vec![last.candidate.cell],
            };
            group = group.add(contradicted(self.plan, &cells));
        }
        let mut order: Vec<Candidate> = Vec::new();
        let (mut removed, mut joined) = (Vec::new(), Vec::new());
        for strand in strands {
            // The ends contradict each other.
            for inference in &strand[..strand.len().saturating_sub(1)] {
                if inference.is_true && !order.contains(&inference.candidate) {
                    order.push(inference.candidate);
                    for premise in grounds(strand, inference) {
                        let both = (premise, inference.candidate);
                        if !joined.contains(&both) {
                            joined.push(both);
                            group = group.add(arrow(self.plan, self.number, 0, both.0, both.1));
                        }
                    }
                } else if matches!(inference.reason, Reason::Nested(_))
                    && !removed.contains(&inference.candidate)
                {
                    removed.push(inference.candidate);
                }
            }
        }
        for (k, &candidate) in order.iter().enumerate() {
            group = group.add(self.mark(candidate, Mark::Circle));
            if k > 0 {
                group = group.add(in_corner(self.plan, candidate, 0, &k.to_string(), &colour(0)));
            }
        }
        for candidate in removed {
            group = group.add(strike(self.plan, candidate, &colour(1), 1.6));
        }
        group
    }

    /// What follows in each case: its placements with arrows, in its own colour.
    pub(super) fn cases(&self, mut group: Group, strands: &[Vec<Inference>]) -> Group {
        group = group.add(arrowheads(self.number, strands.len()));
        let mut marked: Vec<(Candidate, Vec<(usize, String)>)> = Vec::new();
        for (k, strand) in strands.iter().enumerate() {
            for (order, one) in strand.iter().filter(|one| one.is_true).enumerate() {
                for ground in grounds(strand, one) {
                    let (from, to) = (ground, one.candidate);
                    group = group.add(arrow(self.plan, self.number, k, from, to));
                }
                let after = if order == 0 { String::new() } else { order.to_string() };
                let word = (k, format!("{}{after}", letter(k)));
                match marked.iter_mut().find(|(candidate, _)| *candidate == one.candidate) {
                    Some((_, words)) => words.push(word),
                    None => marked.push((one.candidate, vec![word])),
                }
            }
        }
        for (candidate, words) in marked {
            group = group.add(self.mark(candidate, Mark::of_branch(words[0].0)));
            for (corner, (k, word)) in words.iter().take(4).enumerate() {
                group = group.add(in_corner(self.plan, candidate, corner, word, &colour(*k)));
            }
        }
        group
    }
}

/// The letter of a case: there are at most nine.
pub(in crate::draw) fn letter(case: usize) -> char {
    char::from(b"abcdefghi"[case % 9])
}

/// The placements that an inference follows from: they see what had to be false.
fn grounds(strand: &[Inference], inference: &Inference) -> Vec<Candidate> {
    let premises = |of: &Inference| {
        let places = of.premises().iter().map(|&place| usize::from(place));
        places.collect::<Vec<_>>()
    };
    let mut grounds: Vec<Candidate> = Vec::new();
    for place in premises(inference) {
        if matches!(strand[place].reason, Reason::Seen) {
            for ground in premises(&strand[place]) {
                if !grounds.contains(&strand[ground].candidate) {
                    grounds.push(strand[ground].candidate);
                }
            }
        }
    }
    grounds
}
