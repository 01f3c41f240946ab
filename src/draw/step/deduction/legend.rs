//! What the marks of a technique's picture mean, in words.
//!
//! ```text
//!      Evidence::Counting  ──▶  "Blue ground: houses or cells that each need one ..."
//! ```

use crate::logic::Pencil;
use crate::logic::technique::{
    Board, Constraint, Deduction, Evidence, ForcingReason, Inference, Reason,
};
use crate::sudoku::Candidate;

/// What the marks mean.
pub(in crate::draw) fn legend(before: &Pencil, of: &Deduction) -> &'static str {
    let board = Board::of_pencil(before);
    let is_chain = board.as_ref().is_some_and(|board| of.chain(board).is_some());
    match &of.evidence {
        Evidence::Chain { .. } => {
            "A full line: one of the two is true. A broken line: not both are. So if the first \
             blue circle is false, all green squares are true. Each coloured ground is an almost \
             locked set. What is struck out in red is false."
        }
        Evidence::Blossom { .. } => {
            "The blue frame is the stem. Each coloured ground is a petal, which has its green \
             digit if the stem takes its blue one. What is struck out in red is false."
        }
        _ if is_chain => {
            "A full line: one of the two is true. A broken line: not both are. So if the first \
             blue circle is false, all green squares are true. What is struck out in red is false."
        }
        Evidence::Counting { deadly: Some(_), .. } => {
            "In blue frames: the cells of the pattern. Green squares: one of them is true. \
             What is struck out in red is false."
        }
        Evidence::Colours { .. } => {
            "Blue circles, or green squares: all of one kind are true, and none of the other; in \
             another cluster they are pale. What is struck out in red is false."
        }
        Evidence::Counting { truths, links, .. } => of_counting(truths, links, board.as_ref()),
        Evidence::Templates { .. } => {
            "Blue circles: places in some template of the digit. Green squares: in all of them. \
             What is struck out in red is in none, and false."
        }
        Evidence::Twins(both) if board.is_some_and(|board| both[0].chain(&board).is_some()) => {
            "Two chains. A full line: one of the two is true. A broken line: not both are. \
             What is struck out in red is false."
        }
        Evidence::Twins(_) => {
            "Blue ground: houses that each need one of the blue candidates. Orange frames: houses \
             that take one each, in one of two fish. Green squares are taken by no house of one \
             of them. What is struck out in red is false."
        }
        Evidence::Forcing { ground, strands } => of_forcing(*ground, strands),
        Evidence::Aligned { .. } => {
            "Dark ground: the cells whose digits are combined. Pale ground: cells that each \
             combination leaves something to. What is struck out in red is false."
        }
        _ => "Blue ground: the cells. What is struck out in red is false.",
    }
}

/// The same of truths and links. A truth may have candidates that no link takes.
fn of_counting(truths: &[Constraint], links: &[Constraint], board: Option<&Board>) -> &'static str {
    let is_taken = |one: Candidate| links.iter().any(|link| link.holds(one));
    let are_taken =
        |board: &Board| truths.iter().flat_map(|truth| truth.members(board)).all(is_taken);
    if board.is_some_and(are_taken) {
        "Blue ground: houses or cells that each need one of the blue candidates. Orange frames: \
         houses or cells that take one each. What is struck out in red is false."
    } else {
        "Blue ground: houses or cells that each need one of the blue candidates. Orange frames: \
         houses or cells that take one each. Green squares are taken by none of them. What is \
         struck out in red is false."
    }
}

/// The same of chains and nets that force.
fn of_forcing(ground: ForcingReason, strands: &[Vec<Inference>]) -> &'static str {
    let is_nested = |one: &Inference| matches!(one.reason, Reason::Nested(_));
    if ground.has_cases() {
        "a, b and so on are the cases, one of which is true; a1 follows from a. What is struck out \
         in red is false."
    } else if strands.iter().flatten().any(is_nested) {
        "Blue circles: what follows from the first, in their order. Orange strokes: what nets \
         within it remove. The red frame is contradicted. What is struck out in red is false."
    } else {
        "Blue circles: what follows from the first, in their order. The red frame is contradicted. \
         What is struck out in red is false."
    }
}
