//! Franken and mutant fish: a digit of some houses, boxes among them, in other houses, with or
//! without fins.
//!
//! ```text
//!      box 1    4 . .    row 2 and box 1 need a 4 each: with a 4 at x, which sees the fin, all
//!               . 4 4    that is left of them is in column 2, say, which holds one
//!
//!      Franken    rows and boxes in columns and boxes, or columns and boxes in rows and boxes
//!      mutant     any houses in any others
//! ```
//!
//! They are looked for from what goes. Most candidates are in some arrangement of their digit, one
//! place in each row, column and box; no fish takes such a candidate away. Of another one, what it
//! leaves of some houses must be in fewer covers than there are houses. A house of the candidate is
//! the last cover.
//!
//! Invariant: what the covers hold goes if all that it leaves of the bases is in covers without it,
//! fewer than the bases. So a place of a base goes, too, if it is in more covers than bases.
//!
//! Source: the names are those of HoDoKu.
//!
//! Deliberately lacking: more than four bases, unless they are asked for; fish without boxes.

use std::collections::HashSet;

use smallvec::SmallVec;

use super::bits::{cells, ones};
use super::constraint::of_places;
use super::deduction::Removals;
use super::sight::OpenParts;
use super::tables::{HOUSE, HOUSES, SEES};
use super::visit::{Convention, Flow, Visit};
use super::{Board, Deduction, Evidence, Technique, twins};

/// The most bases of a fish.
const LARGEST: usize = 4;
/// The most bases of a large one. HoDoKu has no larger ones.
const LARGE: usize = 7;

/// Houses of a digit.
type Houses = SmallVec<[u8; LARGEST]>;

/// Bases and covers, as sets of houses.
type Fish = [u32; 2];

fn fish([bases, covers]: [&Houses; 2]) -> Fish {
    [bases, covers].map(|houses| houses.iter().fold(0, |set, house| set | 1 << house))
}

/// Franken and mutant fish, then their twins, and then large ones, if they are asked for.
pub(super) fn find(open: &OpenParts<'_>, convention: Convention, visit: Visit<'_>) -> Flow {
    let board = open.board();
    twins::with(board, visit, &mut |visit| small(open, visit))?;
    if convention.is_thorough() {
        large(open, visit)?;
    }
    Flow::Continue(())
}

/// Those of up to four bases.
fn small(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    for digit in ones(open.digits()) {
        let all = board.cells(digit);
        let unarranged = all & !arranged(board, digit);
        let mut known: Vec<Fish> = Vec::new();
        for size in 2..=LARGEST {
            for target in cells(unarranged) {
                each_fish(all, target, size, &mut |bases, covers| {
                    let fish = fish([bases, covers]);
                    let Some(technique) = technique(fish) else { return Flow::Continue(()) };
                    if known.contains(&fish) {
                        return Flow::Continue(());
                    }
                    known.push(fish);
                    open.found_in(digit);
                    visit(deduction(technique, digit, all, [bases, covers]))
                })?;
            }
        }
    }
    Flow::Continue(())
}

/// Large ones, of more than four bases, that take away what no smaller fish does. Of those that
/// take away the same, the first.
fn large(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    for digit in ones(open.digits()) {
        let all = board.cells(digit);
        let mut left = all & !arranged(board, digit);
        let mut known = HashSet::new();
        for size in 2..=LARGE {
            let mut taken = 0;
            for target in cells(left) {
                let mut is_taken = false;
                let flow = each_fish(all, target, size, &mut |bases, covers| {
                    is_taken = true;
                    if size <= LARGEST {
                        return Flow::Break(());
                    }
                    let Some(technique) = technique(fish([bases, covers])) else {
                        return Flow::Continue(());
                    };
                    let deduction = deduction(technique, digit, all, [bases, covers]);
                    if !known.insert(deduction.removals.clone()) {
                        return Flow::Continue(());
                    }
                    open.found_in(digit);
                    visit(deduction)
                });
                if size > LARGEST {
                    flow?;
                }
                taken |= u128::from(is_taken) << target;
            }
            left &= !taken;
        }
    }
    Flow::Continue(())
}

/// Fish that take a place of a digit away: the last cover is a house of it.
fn each_fish(
    all: u128,
    target: u8,
    size: usize,
    visit: &mut dyn FnMut(&Houses, &Houses) -> Flow,
) -> Flow {
    let left = all & !SEES[usize::from(target)] & !(1 << target);
    let own = HOUSES[usize::from(target)];
    let open: Vec<u8> = (0..27)
        .filter(|house| !own.contains(house) && all & HOUSE[usize::from(*house)] != 0)
        .collect();
    // Those without a place are fish of one base.
    let places: Vec<u128> = open.iter().map(|&house| left & HOUSE[usize::from(house)]).collect();
    if places.contains(&0) {
        return Flow::Continue(());
    }
    let mut chosen = vec![0; size - 1];
    each_choice(open.len(), &mut chosen, 0, 0, &mut |chosen| {
        let room = chosen.iter().fold(0, |room, &k| room | places[k]);
        let fits = |k: usize| places[k] & !room == 0;
        // The covers themselves fit.
        if (0..open.len()).filter(|&k| fits(k)).count() < 2 * size - 1 {
            return Flow::Continue(());
        }
        let bases = (0..open.len()).filter(|k| fits(*k) && !chosen.contains(k));
        let bases: SmallVec<[u8; 24]> = bases.map(|k| k as u8).collect();
        each_apart((&places, &bases), &mut SmallVec::new(), size, 0, &mut |bases| {
            let bases = bases.iter().rev().map(|&k| open[usize::from(k)]).collect();
            own.into_iter().try_for_each(|last| {
                let covers: Houses = chosen.iter().map(|&k| open[k]).chain([last]).collect();
                visit(&bases, &covers)
            })
        })
    })
}

/// All choices of `size` more bases that have no place in common with each other, nor with what is
/// taken: the last of them first, and so in the order of their masks.
fn each_apart(
    (places, bases): (&[u128], &[u8]),
    behind: &mut Houses,
    size: usize,
    taken: u128,
    visit: &mut dyn FnMut(&Houses) -> Flow,
) -> Flow {
    if size == 0 {
        return visit(behind);
    }
    for last in size - 1..bases.len() {
        let base = bases[last];
        let own = places[usize::from(base)];
        if taken & own == 0 {
            behind.push(base);
            let flow = each_apart((places, &bases[..last]), behind, size - 1, taken | own, visit);
            behind.pop();
            flow?;
        }
    }
    Flow::Continue(())
}

/// All choices of some of `count` things, in order.
fn each_choice(
    count: usize,
    chosen: &mut [usize],
    place: usize,
    from: usize,
    visit: &mut dyn FnMut(&[usize]) -> Flow,
) -> Flow {
    if place == chosen.len() {
        return visit(chosen);
    }
    for next in from..count {
        chosen[place] = next;
        each_choice(count, chosen, place + 1, next + 1, visit)?;
    }
    Flow::Continue(())
}

/// The name of a fish; none for fish of lines alone.
fn technique([bases, covers]: Fish) -> Option<Technique> {
    const BOXES: u32 = 0o777;
    let (rows, columns) = (BOXES << 9, BOXES << 18);
    if (bases | covers) & BOXES == 0 && (bases & rows == 0 || bases & columns == 0) {
        return None;
    }
    let is_franken =
        bases & rows == 0 && covers & columns == 0 || bases & columns == 0 && covers & rows == 0;
    Some(if is_franken { Technique::FrankenFish } else { Technique::MutantFish })
}

fn deduction(
    technique: Technique,
    digit: u8,
    all: u128,
    [bases, covers]: [&Houses; 2],
) -> Deduction {
    let gone = cells(all).filter(|&cell| goes(all, cell, [bases, covers]));
    let removals = Removals::of_digit(gone.fold(0, |gone, cell| gone | 1 << cell), digit);
    let constraints = |houses: &Houses| {
        let mut houses = houses.clone();
        houses.sort_unstable();
        houses.into_iter().map(|house| of_places(house, digit)).collect()
    };
    let evidence = Evidence::Counting {
        deadly: None,
        truths: constraints(bases),
        links: constraints(covers),
        single: None,
    };
    Deduction::removing(technique, technique.usual(), removals, evidence)
}

/// Whether a place leaves too few covers for the bases that it is not in.
fn goes(all: u128, cell: u8, [bases, covers]: [&Houses; 2]) -> bool {
    let left = all & !SEES[usize::from(cell)] & !(1 << cell);
    let without = |houses: &Houses| -> Houses {
        let own = HOUSES[usize::from(cell)];
        houses.iter().copied().filter(|house| !own.contains(house)).collect()
    };
    let (bases, covers) = (without(bases), without(covers));
    let room = covers.iter().fold(0, |room, &house| room | HOUSE[usize::from(house)]);
    let (mut taken, mut is_apart) = (0, true);
    for &house in &bases {
        let places = left & HOUSE[usize::from(house)];
        is_apart &= taken & places == 0;
        taken |= places;
    }
    covers.len() < bases.len() && is_apart && taken & !room == 0
}

/// Sets of columns and, of the present chute, boxes that have a digit: 12 bits each.
#[derive(Clone, Copy)]
struct States([u64; 64]);

impl States {
    const NONE: States = States([0; 64]);

    fn has(&self, state: usize) -> bool {
        self.0[state / 64] >> (state % 64) & 1 == 1
    }

    fn add(&mut self, state: usize) {
        self.0[state / 64] |= 1 << (state % 64);
    }

    fn each(&self, mut visit: impl FnMut(usize)) {
        for (word, &states) in self.0.iter().enumerate() {
            let mut rest = states;
            while rest != 0 {
                visit(word * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// The state behind a row that has the digit in a column, or that has none to place.
fn next(row: u8, state: usize, column: Option<u8>) -> Option<usize> {
    let state = if row.is_multiple_of(3) { state & 0o777 } else { state };
    let Some(column) = column else { return Some(state) };
    let taken = 1 << column | 0o1000 << (column / 3);
    (state & taken == 0).then_some(state | taken)
}

/// The places of a digit that are in an arrangement of it: one in each house that needs it. None
/// if there is no arrangement.
pub(super) fn arranged(board: &Board, digit: u8) -> u128 {
    let rows: [u16; 9] = std::array::from_fn(|row| board.places(9 + row as u8, digit));
    let columns = |row: u8| {
        let places = rows[usize::from(row)];
        ones(places).map(Some).chain((places == 0).then_some(None))
    };
    let mut begins = [States::NONE; 10];
    begins[0].add(0);
    for row in 0..9 {
        let mut behind = States::NONE;
        begins[usize::from(row)].each(|state| {
            columns(row).filter_map(|column| next(row, state, column)).for_each(|s| behind.add(s));
        });
        begins[usize::from(row) + 1] = behind;
    }
    // The digit is in all columns that have a place for it.
    let all = rows.iter().fold(0, |all, row| all | usize::from(*row));
    let mut ends = States::NONE;
    begins[9].each(|state| {
        if state & 0o777 == all {
            ends.add(state);
        }
    });
    let mut arranged = 0;
    for row in (0..9).rev() {
        let mut before = States::NONE;
        begins[usize::from(row)].each(|state| {
            for column in columns(row) {
                if next(row, state, column).is_some_and(|state| ends.has(state)) {
                    before.add(state);
                    arranged |= column.map_or(0, |column| 1 << (row * 9 + column));
                }
            }
        });
        ends = before;
    }
    arranged
}
