//! Twins: two deductions that share a part of their patterns, made at once.
//!
//! ```text
//!      siamese fish            the same bases, with other covers and other fins
//!      dual two-string kite    the same two cells of a box, of one digit or of two
//!      dual empty rectangle    the same box, with two lines
//! ```
//!
//! Twins come behind all single deductions of their finder. Invariant: each of both removes
//! something that the other does not.
//!
//! Finned x-wings have no twins: if two have the same bases, these are in one chute and in two of
//! its boxes. So the third box has the digit in the third line, and what both take away is gone by
//! pointing.
//!
//! Source: the names are those of HoDoKu, which has them as an option.

use std::collections::BTreeMap;

use super::constraint::Constraint;
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};
use crate::sudoku::{Cell, House};

/// What twins have in common: their name, and constraints or cells.
type Shared = (Technique, Vec<Constraint>, Vec<Cell>);

/// Shows what a finder finds, and then the twins of it.
pub(super) fn with(
    board: &Board,
    visit: Visit<'_>,
    find: &mut dyn FnMut(Visit<'_>) -> Flow,
) -> Flow {
    let mut groups: BTreeMap<Shared, Vec<Deduction>> = BTreeMap::new();
    find(&mut |deduction| {
        if let Some(shared) = shared(board, &deduction) {
            groups.entry(shared).or_default().push(deduction.clone());
        }
        visit(deduction)
    })?;
    for ((technique, ..), group) in groups {
        for (k, other) in group.iter().enumerate() {
            for one in &group[..k] {
                if let Some(twins) = twins(technique, one, other) {
                    visit(twins)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// What a deduction has to share with its twin; none if it can't have one.
fn shared(board: &Board, deduction: &Deduction) -> Option<Shared> {
    use Technique as T;
    let Evidence::Counting { truths, links, .. } = &deduction.evidence else { return None };
    let bases = |technique| {
        let mut bases = truths.clone();
        bases.sort_unstable();
        Some((technique, bases, Vec::new()))
    };
    match deduction.technique {
        T::FinnedSwordfish | T::SashimiSwordfish => bases(T::SiameseSwordfish),
        T::FinnedJellyfish | T::SashimiJellyfish => bases(T::SiameseJellyfish),
        T::FrankenFish | T::MutantFish => bases(T::SiameseFrankenFish),
        T::Kite => {
            let all = truths.iter().flat_map(|truth| truth.members(board));
            let places = all.filter(|&one| links[0].holds(one)).map(|place| place.cell);
            let mut places: Vec<Cell> = places.collect();
            places.sort_unstable();
            // The other one may be of another digit.
            Some((T::DualKite, Vec::new(), places))
        }
        T::EmptyRectangle => {
            let is_box =
                |truth: &&Constraint| matches!(truth, Constraint::Places(House::Box(_), _));
            let the_box = truths.iter().filter(is_box).copied().collect();
            Some((T::DualEmptyRectangle, the_box, Vec::new()))
        }
        _ => None,
    }
}

/// Both at once, if each removes something of its own.
fn twins(technique: Technique, one: &Deduction, other: &Deduction) -> Option<Deduction> {
    let is_more = |one: &Deduction, other: &Deduction| {
        one.removals.iter().any(|removal| !other.removals.contains(removal))
    };
    if !is_more(one, other) || !is_more(other, one) {
        return None;
    }
    let mut removals = [&one.removals[..], &other.removals].concat();
    removals.sort_unstable();
    removals.dedup();
    let (difficulty, placement) = (technique.usual(), None);
    let evidence = Evidence::Twins(Box::new([one.clone(), other.clone()]));
    Some(Deduction { technique, difficulty, removals, placement, evidence })
}
