//! The common name of a chain, by its truths and links.

use crate::logic::technique::constraint::Constraint;
use crate::logic::technique::{Board, Technique};
use crate::sudoku::House;

pub(super) const fn is_w_wing(technique: Technique) -> bool {
    matches!(technique, Technique::WWing)
}

/// The name of a chain with these truths and links.
pub(super) fn of(
    board: &Board,
    truths: &[Constraint],
    links: &[Constraint],
    (is_closed, has_group): (bool, bool),
) -> Technique {
    let is_cell = |constraint: &Constraint| matches!(constraint, Constraint::Cell(_));
    let digit = |constraint: &Constraint| match constraint {
        Constraint::Cell(_) => None,
        Constraint::Places(_, digit) => Some(*digit),
    };
    let first = digit(&truths[0]);
    let is_one_digit = first.is_some() && truths.iter().chain(links).all(|one| digit(one) == first);
    if is_closed {
        return if is_one_digit { Technique::XCycle } else { Technique::AicLoop };
    }
    match (truths, links) {
        (&[one, other], &[link]) if is_one_digit => {
            return turbot_fish(one, other, link, has_group);
        }
        _ if is_one_digit && has_group => return Technique::GroupedXChain,
        _ if is_one_digit => return Technique::XChain,
        (&[Constraint::Cell(one), Constraint::Places(..), Constraint::Cell(other)], _)
            if board.left_of(one) == board.left_of(other)
                && links.iter().all(|link| digit(link) == digit(&truths[1])) =>
        {
            return Technique::WWing;
        }
        _ => {}
    }
    let all_cells = truths.iter().all(is_cell) && !has_group;
    match truths.len() {
        3 if all_cells => Technique::XyWing,
        _ if all_cells => Technique::BivalueChain,
        _ if has_group => Technique::GroupedAic,
        _ => Technique::Aic,
    }
}

fn turbot_fish(one: Constraint, other: Constraint, link: Constraint, has_group: bool) -> Technique {
    let kind = |constraint: Constraint| match constraint {
        Constraint::Places(House::Row(_), _) => 'r',
        Constraint::Places(House::Column(_), _) => 'c',
        _ => 'b',
    };
    match [kind(one), kind(other), kind(link)] {
        ['r', 'c', 'b'] | ['c', 'r', 'b'] if !has_group => Technique::Kite,
        ['r', 'r', 'c'] | ['c', 'c', 'r'] if !has_group => Technique::Skyscraper,
        ['b', 'b', _] if has_group => Technique::GroupedXChain,
        ['b', ..] | [_, 'b', _] if has_group => Technique::EmptyRectangle,
        _ if has_group => Technique::GroupedXChain,
        _ => Technique::TurbotFish,
    }
}
