//! What runs can find at most: a quick look at assumptions before they are followed in order.
//!
//! ```text
//!      start ──▶ what is false in the end              whatever the order: `reach`, `worlds`
//!      all starts of a chain: is anything false after each of them?      no: no run is made
//! ```
//!
//! A look follows what a run follows, and to its end, where a run stops at the first clash. So what
//! it does not see, no run finds. Most assumptions have nothing in common, and few clash.
//!
//! Nothing is said of runs with something nested in them.
//!
//! Invariant: what is false in a run is false in the look at its start, unless that clashes.
//!
//! Deliberately lacking: the chain itself.

use super::nishio;
use super::node::{Node, number_of};
use super::run::Mode;
use crate::logic::technique::Board;
use reach::Reach;
use worlds::Worlds;

mod reach;
mod worlds;

/// What runs of a board may find.
pub(super) enum Outlook {
    /// Whatever it is.
    Open,
    Nishio,
    Static(Box<Reach>),
    Dynamic(Box<Worlds>),
}

impl Outlook {
    pub(super) fn of(board: &Board, mode: Mode) -> Outlook {
        match mode {
            Mode { level: 1.., .. } => Outlook::Open,
            Mode { is_nishio: true, .. } => Outlook::Nishio,
            Mode { is_dynamic: true, .. } => Outlook::Dynamic(Box::new(Worlds::of(board))),
            _ => Outlook::Static(Box::new(Reach::of(board))),
        }
    }

    /// Whether a dynamic run may clash.
    pub(super) fn may_clash(&mut self, board: &Board, start: Node) -> bool {
        match self {
            Outlook::Open | Outlook::Static(_) => true,
            Outlook::Nishio => nishio::may_clash(board, start),
            Outlook::Dynamic(worlds) => worlds.is_dead(start),
        }
    }

    /// Whether there may be cycles or lines. A line that starts with what is false has a true node
    /// behind it that leads back to its own negation, and so has each candidate that goes.
    pub(super) fn may_have_plain(&mut self, board: &Board) -> bool {
        if let Outlook::Static(reach) = self { reach.has_loop(board) } else { true }
    }

    /// Whether a candidate may go, or be set, whichever of some starts holds. Those of static runs
    /// are true.
    pub(super) fn may_share(&mut self, board: &Board, starts: &[Node]) -> bool {
        match self {
            Outlook::Open | Outlook::Nishio => true,
            // A candidate that is set is alone in its cell then, so others go.
            Outlook::Static(reach) => {
                reach.is_common(board, starts.iter().map(|&start| number_of(start)))
            }
            Outlook::Dynamic(worlds) => worlds.is_common(starts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ENGINE, plain, search};
    use super::*;
    use crate::logic::technique::bits::ones;
    use crate::logic::{Pencil, totem};
    use crate::sudoku::Grid;

    /// The chain that is found, and whether that is so without a look, too.
    fn is_found(board: &Board, mode: Mode) -> bool {
        ENGINE.with_borrow_mut(|engine| {
            let found = search::first(board, mode, engine).map(|chain| format!("{chain:?}"));
            let plain = search::first_without_outlook(board, mode, engine);
            assert_eq!(found, plain.map(|chain| format!("{chain:?}")), "{mode:?}");
            found.is_some()
        })
    }

    #[test]
    fn what_a_search_finds_is_in_sight() {
        let puzzles = include_str!("../../../../data/first.txt").lines();
        let modes = [(true, true), (true, false), (false, false)];
        let modes = modes.map(|(is_dynamic, is_nishio)| Mode { is_dynamic, is_nishio, level: 0 });
        let mut counts = [[0; 2]; 4];
        for line in puzzles.filter(|line| !line.starts_with('#')).step_by(16) {
            let mut pencil = Pencil::of(&line.parse::<Grid>().unwrap());
            totem(&mut pencil, &mut |_| {}).unwrap();
            let mut board = Board::of_pencil(&pencil).unwrap();
            // With fewer and fewer candidates, right or wrong, there is more to find.
            for round in 0..12 {
                for (mode, counts) in modes.into_iter().zip(&mut counts) {
                    counts[usize::from(is_found(&board, mode))] += 1;
                }
                let may_have_plain = Outlook::of(&board, modes[2]).may_have_plain(&board);
                assert!(may_have_plain || plain::first(&board, 0o777).0.is_none(), "{line}");
                counts[3][usize::from(may_have_plain)] += 1;
                for cell in (0..81).filter(|cell| cell % 12 == round) {
                    for digit in ones(board.left(cell as u8)).filter(|digit| digit % 3 == 0) {
                        board.take(cell, usize::from(digit));
                    }
                }
            }
        }
        assert!(counts.as_flattened().iter().all(|&count| count > 25), "{counts:?}");
    }
}
