//! Chains: what follows from candidates that are true or false, and is true whichever they are.
//!
//! ```text
//!      plain       one line from a candidate to its negation, or a closed one     cycles, layers
//!      multiple    from all candidates of a cell, or all places of a digit        search, run
//!      dynamic     the same with nets: what has gone makes new links
//!      nested      the same with other techniques in the nets                     nested
//!      outlook     whether assumptions can clash, or have something in common, at all
//! ```
//!
//! Each search finds the chain that Sudoku Explainer would take: among all of its kind the least
//! difficult, of equals the one of the least complexity, that is the number of nodes behind its
//! conclusion, then by kind, then the first in the order of cells and digits. The chain is then
//! made once more with all that it needs to be replayed (`witness`).
//!
//! Invariant: a search changes nothing; what it finds depends on the board alone.
//!
//! Source: Nicolas Juillerat, *Sudoku Explainer*, 2007.
//!
//! Deliberately lacking: links of groups of cells.

use std::cell::RefCell;

use super::bits::ones;
use super::sight::{Finder, OpenParts, Parts};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Sight};
use engine::Engine;
use run::Mode;
use search::nested::witness;

mod cycles;
mod engine;
mod layers;
mod length;
mod links;
mod nishio;
mod node;
mod outlook;
mod plain;
mod run;
mod search;

thread_local! {
    /// The space of the searches of a thread.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::default());
}

/// Cycles and plain chains: the one to take.
pub(super) fn plain(sight: &Sight, finder: Finder, visit: Visit<'_>) -> Flow {
    // Chains of one digit are looked for only where they may be.
    let open = sight.open_parts(finder);
    let (found, has_of_digit) = plain::first(sight.board(), open.digits());
    if !has_of_digit {
        sight.note(finder, Parts::Digits, &open);
    }
    match found {
        Some((chain, removals)) => visit(witness::of_chain(&chain, removals, sight.board())),
        None => Flow::Continue(()),
    }
}

/// Nishio: the one to take.
pub(super) fn nishio(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    let digits = ones(open.digits()).filter(|&digit| nishio::has_clash(board, digit));
    if digits.inspect(|&digit| open.found_in(digit)).count() == 0 {
        return Flow::Continue(());
    }
    forcing(board, Mode { is_dynamic: true, is_nishio: true, level: 0 }, visit)
}

/// Multiple forcing chains: the one to take.
pub(super) fn multiple(board: &Board, visit: Visit<'_>) -> Flow {
    forcing(board, Mode { is_dynamic: false, is_nishio: false, level: 0 }, visit)
}

/// Dynamic forcing chains with something nested in them: the one to take.
pub(super) fn dynamic(board: &Board, level: u8, visit: Visit<'_>) -> Flow {
    forcing(board, Mode { is_dynamic: true, is_nishio: false, level }, visit)
}

fn forcing(board: &Board, mode: Mode, visit: Visit<'_>) -> Flow {
    let deduction = ENGINE.with_borrow_mut(|engine| -> Option<Deduction> {
        engine.forget_nested();
        let forcing = search::first(board, mode, engine)?;
        Some(witness::of_forcing(&forcing, board, engine))
    });
    deduction.map_or(Flow::Continue(()), visit)
}
