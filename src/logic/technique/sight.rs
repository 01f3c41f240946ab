//! A board as finders see it: what several of them need of it is made once, and what one of them
//! has found nothing in is not looked at again until it changes.
//!
//! ```text
//!      board ──▶ sight ──▶ producer ──▶ producer ──▶ ... ──▶ a step
//!                  ▲                                           │
//!                  └── the same sight of the board behind it ──┘
//! ```
//!
//! ```
//! use tourdion::logic::technique::{Board, Convention, Producer, Sight};
//! use tourdion::sudoku::Grid;
//!
//! let puzzle: Grid =
//!     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let mut sight = Sight::of(Board::of(&puzzle).expect("a 9x9 grid"));
//! let mut board = sight.board().clone();
//! let locked = Producer::Locking.first(&sight, Convention::Plain).expect("there is one");
//! locked.apply(&mut board);
//! sight.turn(board); // as good as a new one, and cheaper
//! # Ok::<(), tourdion::sudoku::GridError>(())
//! ```
//!
//! A part of a board is a digit, a house, or a box and a line that cross. A finder that looks at
//! each part alone does not look again at those where it has found nothing.
//!
//! Invariant: what is kept follows from the board that is seen now, so that the same is found as by
//! a new sight.
//!
//! Deliberately lacking: the chains of the last board.

use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::fmt;

use super::aligned::NoneAligned;
use super::als::{Als, Joined};
use super::bits::{cells, ones};
use super::refuter::Refuted;
use super::tables::HOUSES;
use super::{Board, Convention};

/// A board, and what is known of it. A thread can give it to another one, but two can't share it: a
/// look at it notes what is found. Each has its own.
pub struct Sight {
    board: Board,
    /// The parts where finders find nothing.
    nothing: RefCell<Vec<NothingIn>>,
    /// The almost locked sets of each house.
    of_houses: RefCell<[Option<Vec<Als>>; 27]>,
    joined: OnceCell<Joined>,
    refuted: RefCell<Refuted>,
    /// Where no two cells, and no three, excluded something.
    unaligned: [Cell<Option<NoneAligned>>; 2],
}

impl fmt::Debug for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sight").field("board", &self.board).finish_non_exhaustive()
    }
}

/// A finder by its number, and whose conventions it keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Finder {
    /// Of its producer.
    pub(super) number: usize,
    pub(super) convention: Convention,
}

/// A finder, and the parts where it finds nothing, a bit each.
struct NothingIn {
    finder: Finder,
    kind: Parts,
    parts: u64,
}

/// What a finder looks at, each alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parts {
    Digits,
    Houses,
    /// A box and a line: six for each box, its rows before its columns.
    Crossings,
    /// Two digits, of cells that have both.
    Pairs,
}

/// The parts of a board in which a finder may find something.
pub(super) struct OpenParts<'b> {
    board: &'b Board,
    open: u64,
    found: Cell<u64>,
}

impl<'b> OpenParts<'b> {
    /// All parts.
    pub(super) fn all(board: &'b Board) -> OpenParts<'b> {
        OpenParts { board, open: u64::MAX, found: Cell::new(0) }
    }

    /// The board.
    pub(super) fn board(&self) -> &'b Board {
        self.board
    }

    /// Whether to look at a part.
    pub(super) fn has(&self, part: u8) -> bool {
        self.open >> part & 1 == 1
    }

    /// The digits to look at.
    pub(super) fn digits(&self) -> u16 {
        self.open as u16 & 0o777
    }

    /// The houses to look at.
    pub(super) fn houses(&self) -> u32 {
        self.open as u32
    }

    /// Notes that there is something in a part.
    pub(super) fn found_in(&self, part: u8) {
        self.found.set(self.found.get() | 1 << part);
    }
}

impl Sight {
    /// Nothing is known yet.
    pub fn of(board: Board) -> Sight {
        Sight {
            board,
            nothing: RefCell::default(),
            of_houses: RefCell::default(),
            joined: OnceCell::new(),
            refuted: RefCell::default(),
            unaligned: Default::default(),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Looks at another board, and forgets what is different there.
    pub fn turn(&mut self, board: Board) {
        if self.board.clued() != board.clued() {
            // Of another puzzle: what was not there may be there with the same candidates.
            *self = Sight::of(board);
            return;
        }
        let changed = Changed::between(&self.board, &board);
        let refuted = self.refuted.get_mut();
        if !refuted.is_empty() {
            let both = [&self.board, &board].map(Board::standing_or_left);
            if both[0].iter().zip(both[1]).any(|(before, now)| now & !before != 0) {
                *refuted = Refuted::default();
            }
        }
        self.board = board;
        if changed.houses == 0 {
            return;
        }
        for nothing in self.nothing.get_mut() {
            nothing.parts &= !match nothing.kind {
                Parts::Digits => changed.digits.into(),
                Parts::Houses => changed.houses.into(),
                Parts::Crossings => changed.crossings(),
                Parts::Pairs => changed.pairs,
            };
        }
        self.joined = OnceCell::new();
        for (house, sets) in self.of_houses.get_mut().iter_mut().enumerate() {
            if changed.houses >> house & 1 == 1 {
                *sets = None;
            }
        }
    }

    /// The parts where a finder is not known to find nothing.
    pub(super) fn open_parts(&self, finder: Finder) -> OpenParts<'_> {
        let known = self.nothing.borrow();
        let known = known.iter().find(|known| known.finder == finder);
        let open = !known.map_or(0, |known| known.parts);
        OpenParts { board: &self.board, open, found: Cell::new(0) }
    }

    /// Notes where a finder finds nothing, when it has looked at all open parts.
    pub(super) fn note(&self, finder: Finder, kind: Parts, seen: &OpenParts<'_>) {
        let parts = !(seen.open & seen.found.get());
        let mut nothing = self.nothing.borrow_mut();
        match nothing.iter_mut().find(|known| known.finder == finder) {
            Some(known) => known.parts = parts,
            None => nothing.push(NothingIn { finder, kind, parts }),
        }
    }

    /// The candidates that nets refute, as far as they were asked for.
    pub(super) fn refuted(&self) -> RefMut<'_, Refuted> {
        self.refuted.borrow_mut()
    }

    /// Where aligned pairs (2) or triplets (3) excluded nothing.
    pub(super) fn unaligned(&self, size: usize) -> &Cell<Option<NoneAligned>> {
        &self.unaligned[size - 2]
    }

    /// The almost locked sets, and which of them have a digit in common that only one can have.
    pub(super) fn almost_locked(&self) -> &Joined {
        self.joined.get_or_init(|| {
            let mut of_houses = self.of_houses.borrow_mut();
            let known = |(house, sets): (usize, &mut Option<Vec<Als>>)| {
                sets.get_or_insert_with(|| Als::of_house(&self.board, house as u8));
            };
            of_houses.iter_mut().enumerate().for_each(known);
            Joined::of(&self.board, of_houses.iter().flatten().flatten())
        })
    }
}

/// Where two boards differ.
struct Changed {
    digits: u16,
    houses: u32,
    /// Of cells that differ.
    pairs: u64,
}

impl Changed {
    fn between(one: &Board, other: &Board) -> Changed {
        let mut changed = Changed { digits: 0, houses: 0, pairs: 0 };
        let mut differ = one.set_cells() ^ other.set_cells();
        for digit in 0..9 {
            let of_digit = one.cells(digit) ^ other.cells(digit);
            differ |= of_digit;
            let is_changed = of_digit != 0 || one.standing(digit) != other.standing(digit);
            changed.digits |= u16::from(is_changed) << digit;
        }
        for cell in cells(differ) {
            HOUSES[usize::from(cell)].iter().for_each(|&house| changed.houses |= 1 << house);
            changed.pairs |= pairs_of(one.left(cell) | other.left(cell));
        }
        changed
    }

    fn crossings(&self) -> u64 {
        let is_changed = |house: u8| self.houses >> house & 1 == 1;
        let crossings = (0..54).filter(|&crossing| {
            let [square, line] = houses_of(crossing);
            is_changed(square) || is_changed(line)
        });
        crossings.fold(0, |crossings, crossing| crossings | 1 << crossing)
    }
}

/// The number of a pair of digits, the lower one first.
pub(super) fn pair_number(one: u8, other: u8) -> u8 {
    other * (other - 1) / 2 + one
}

/// The pairs of some digits.
fn pairs_of(digits: u16) -> u64 {
    let below = |digit: u8| u64::from(digits & ((1 << digit) - 1));
    let start = |digit: u8| pair_number(0, digit);
    ones(digits & !1).fold(0, |pairs, digit| pairs | below(digit) << start(digit))
}

/// The box and the line of a crossing.
pub(super) fn houses_of(crossing: u8) -> [u8; 2] {
    let (square, line) = (crossing / 6, crossing % 6);
    let line = if line < 3 { 9 + square / 3 * 3 + line } else { 15 + square % 3 * 3 + line };
    [square, line]
}
