//! ALS-XZ: two almost locked sets, cells of a house with one digit more than there are cells.
//!
//! ```text
//!      A  {1,3} {3,7}        digits 1, 3, 7     x = 7: all 7s of both see each other; one of the
//!      B  {1,4} {1,4,7}      digits 1, 4, 7     sets has no 7, and then has all its other digits
//!
//!      z = 1 is in one of them, whichever: what sees all its 1s in both is not 1
//! ```
//!
//! With two such digits x both sets are locked: each of their digits goes from what sees it.
//!
//! Deliberately lacking: sets of more than five cells, unless death blossoms ask for them, and sets
//! that overlap.

use smallvec::SmallVec;

use super::bits::{cells, ones, subsets};
use super::constraint::{Constraint, of_cell, of_places};
use super::deduction::Removals;
use super::tables::{CELLS, HOUSES, common_peers};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

pub(super) mod blossom;
pub(super) mod chain;

/// The most cells of a set.
const MOST: usize = 5;

/// An almost locked set.
#[derive(Clone)]
pub(super) struct Als {
    house: u8,
    cells: u128,
    digits: u16,
    /// What sees all its places of a digit.
    sees: [u128; 9],
    /// The houses that have all its places of a digit.
    houses: [u32; 9],
}

/// What most pairs of sets are dismissed by: it is small.
#[derive(Clone, Copy)]
struct Outline {
    cells: u128,
    /// The houses that have all its places of some digit.
    houses: u32,
    digits: u16,
    /// The digits that are left where all its places of them are seen.
    seen: u16,
}

impl Outline {
    fn of(als: &Als, board: &Board) -> Outline {
        let is_seen = |&digit: &u8| als.sees[usize::from(digit)] & board.cells(digit) != 0;
        Outline {
            cells: als.cells,
            houses: als.houses.iter().fold(0, |all, houses| all | houses),
            digits: als.digits,
            seen: ones(als.digits).filter(is_seen).fold(0, |seen, digit| seen | 1 << digit),
        }
    }

    /// The digits that two sets have in common: none if they overlap, or nothing can lock them.
    fn common(&self, other: &Outline) -> u16 {
        let is_apart = self.cells & other.cells == 0 && self.houses & other.houses != 0;
        if is_apart { self.digits & other.digits } else { 0 }
    }
}

impl Als {
    fn of(board: &Board, house: u8, all: u128, digits: u16) -> Als {
        let mut als = Als { house, cells: all, digits, sees: [0; 9], houses: [0; 9] };
        for digit in ones(digits).map(usize::from) {
            let with = all & board.cells(digit as u8);
            als.sees[digit] = common_peers(with);
            als.houses[digit] = cells(with).fold(u32::MAX, |houses, cell| {
                let of = HOUSES[usize::from(cell)].iter().fold(0, |of, house| of | 1 << house);
                houses & of
            });
        }
        als
    }

    /// All of a house with up to five cells.
    pub(super) fn of_house(board: &Board, house: u8) -> Vec<Als> {
        Als::of_house_with(board, house, MOST)
    }

    /// All of a house with some cells at most.
    fn of_house_with(board: &Board, house: u8, most: usize) -> Vec<Als> {
        let digits = |set: u128| cells(set).fold(0, |digits, cell| digits | board.left(cell));
        let sets = Als::cells_of_house(board, house, most).into_iter();
        sets.map(|set| Als::of(board, house, set, digits(set))).collect()
    }

    /// The cells of each set of a house with some cells at most.
    pub(super) fn cells_of_house(board: &Board, house: u8, most: usize) -> Vec<u128> {
        // Cells with more digits are in no set that is small enough.
        let is_fit = |cell: &u8| (2..=most + 1).contains(&board.count(*cell));
        let open: SmallVec<[u8; 9]> =
            CELLS[usize::from(house)].into_iter().filter(is_fit).collect();
        let mut sets = Vec::new();
        for size in 1..=most.min(open.len()) {
            for chosen in subsets(size, open.len()) {
                let members = ones(chosen).map(|k| open[usize::from(k)]);
                let digits = members.clone().fold(0_u16, |digits, cell| digits | board.left(cell));
                if digits.count_ones() as usize == size + 1 {
                    sets.push(members.fold(0, |set, cell| set | 1 << cell));
                }
            }
        }
        sets
    }
}

/// The sets of a board by their sizes, and the pairs of them that a digit joins.
pub(super) struct Joined {
    sets: Vec<Als>,
    outlines: Vec<Outline>,
    pairs: Vec<Pair>,
}

/// Two sets, the later one first, and the digits that only one of both can have.
#[derive(Clone, Copy)]
struct Pair {
    sets: [u16; 2],
    restricted: u16,
}

impl Joined {
    pub(super) fn of<'s>(board: &Board, sets: impl Iterator<Item = &'s Als>) -> Joined {
        let sets = in_order(sets.collect());
        let outlines: Vec<Outline> = sets.iter().map(|als| Outline::of(als, board)).collect();
        let mut pairs = Vec::new();
        for (k, outline) in outlines.iter().enumerate() {
            for (other, of_other) in outlines[..k].iter().enumerate() {
                if outline.common(of_other) != 0 {
                    let restricted = restricted(&sets[k], &sets[other]);
                    if restricted != 0 {
                        pairs.push(Pair { sets: [k as u16, other as u16], restricted });
                    }
                }
            }
        }
        Joined { sets, outlines, pairs }
    }
}

/// Sets by their sizes.
fn in_order(mut sets: Vec<&Als>) -> Vec<Als> {
    sets.sort_by_key(|set| (set.cells.count_ones(), set.cells, set.house));
    // A set of a line and a box is found twice.
    sets.dedup_by_key(|set| set.cells);
    sets.into_iter().cloned().collect()
}

/// The digits that two sets have in one house, so that only one of them can have it.
fn restricted(one: &Als, other: &Als) -> u16 {
    let is_restricted =
        |digit: &u8| one.houses[usize::from(*digit)] & other.houses[usize::from(*digit)] != 0;
    ones(one.digits & other.digits).filter(is_restricted).fold(0, |all, digit| all | 1 << digit)
}

/// Pairs of sets, in the order of their sizes.
pub(super) fn find(board: &Board, joined: &Joined, visit: Visit<'_>) -> Flow {
    let Joined { sets, outlines, pairs } = joined;
    for pair in pairs {
        let [one, other] = pair.sets.map(|set| outlines[usize::from(set)]);
        let common = one.digits & other.digits;
        if common & common.wrapping_sub(1) != 0 {
            let seen = common & one.seen & other.seen;
            let sets = pair.sets.map(|set| &sets[usize::from(set)]);
            with_pair(board, sets, [pair.restricted, seen], visit)?;
        }
    }
    Flow::Continue(())
}

/// The deductions from two sets with digits in common, of which some are restricted, and some seen
/// by both.
fn with_pair(
    board: &Board,
    sets: [&Als; 2],
    [restricted, seen]: [u16; 2],
    visit: Visit<'_>,
) -> Flow {
    let both = sets[0].cells | sets[1].cells;
    let mut restricted = ones(restricted);
    let Some(x) = restricted.next().filter(|_| both.count_ones() >= 3) else {
        return Flow::Continue(());
    };
    let second = restricted.next();
    for x in [Some(x), second].into_iter().flatten() {
        let (mut lost, mut removals) = (0, Removals::default());
        for z in ones(seen & !(1 << x)) {
            let [from_one, from_other] = sets.map(|set| set.sees[usize::from(z)]);
            let gone = from_one & from_other & board.cells(z) & !both;
            lost |= u16::from(gone != 0) << z;
            cells(gone).for_each(|cell| removals.add(cell, 1 << z));
        }
        if lost != 0 {
            visit(pair(sets, &[x], lost, removals.sorted()))?;
        }
    }
    match second {
        Some(second) => doubly(board, sets, [x, second], visit),
        None => Flow::Continue(()),
    }
}

/// A deduction from two sets that have the digits `restricted` in common; the digits `lost` go.
fn pair(sets: [&Als; 2], restricted: &[u8], lost: u16, removals: Removals) -> Deduction {
    // One digit that goes needs no links, and of several those of the others are needed.
    let lost = if lost.is_power_of_two() { lost } else { 0 };
    let without = restricted.iter().fold(lost, |without, digit| without | 1 << digit);
    let evidence = Evidence::Counting {
        deadly: None,
        truths: sets.iter().flat_map(|set| cells(set.cells)).map(of_cell).collect(),
        links: links(sets, restricted, without),
        single: None,
    };
    Deduction::removing(Technique::AlsXz, Technique::AlsXz.usual(), removals, evidence)
}

/// The restricted digits in their houses, then the others of each set, without some.
fn links(sets: [&Als; 2], restricted: &[u8], without: u16) -> Vec<Constraint> {
    let shared = restricted.iter().map(|&digit| {
        let [one, other] = sets.map(|set| set.houses[usize::from(digit)]);
        of_places((one & other).trailing_zeros() as u8, digit)
    });
    let own = sets
        .iter()
        .flat_map(|set| ones(set.digits & !without).map(|digit| of_places(set.house, digit)));
    shared.chain(own).collect()
}

/// What goes if two digits are restricted: each link is used up.
fn doubly(board: &Board, sets: [&Als; 2], restricted: [u8; 2], visit: Visit<'_>) -> Flow {
    let both = sets[0].cells | sets[1].cells;
    let without = restricted.iter().fold(0, |without, digit| without | 1 << digit);
    let links = links(sets, &restricted, without);
    let mut gone = [0; 9];
    for x in restricted.map(usize::from) {
        gone[x] = sets[0].sees[x] & sets[1].sees[x];
    }
    for set in sets {
        ones(set.digits & !without).map(usize::from).for_each(|z| gone[z] |= set.sees[z]);
    }
    let mut removals = Removals::default();
    for digit in 0..9 {
        let gone = gone[usize::from(digit)] & board.cells(digit) & !both;
        cells(gone).for_each(|cell| removals.add(cell, 1 << digit));
    }
    if removals.is_empty() {
        return Flow::Continue(());
    }
    let removals = removals.sorted();
    let truths = sets.iter().flat_map(|set| cells(set.cells)).map(of_cell).collect();
    let evidence = Evidence::Counting { deadly: None, truths, links, single: None };
    visit(Deduction::removing(Technique::AlsXz, Technique::AlsXz.usual(), removals, evidence))
}
