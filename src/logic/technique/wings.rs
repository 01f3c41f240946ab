//! XY-wings and XYZ-wings.
//!
//! ```text
//!      pivot {x,y}    wings {x,z} and {y,z}, both seen by the pivot
//!      if the pivot is x one wing is z, if it is y the other is: what sees both is not z
//!
//!      pivot {x,y,z}  it may be z itself: what goes sees it too
//! ```

use super::bits::lowest;
use super::constraint::{of_cell, of_places};
use super::deduction::Removals;
use super::tables::{PEERS, SEES, shared};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

/// Wings whose pivot has two candidates, or three.
pub(super) fn find(board: &Board, pivot_size: usize, visit: Visit<'_>) -> Flow {
    let bivalue = board.bivalue();
    let is_xyz = pivot_size == 3;
    for pivot in 0..81 {
        if board.count(pivot) != pivot_size || bivalue & SEES[usize::from(pivot)] == 0 {
            continue;
        }
        let all = board.left(pivot);
        let fit = fit(board, all, bivalue & SEES[usize::from(pivot)], is_xyz);
        if fit & fit.wrapping_sub(1) == 0 {
            continue;
        }
        let wings = PEERS[usize::from(pivot)];
        let wings = wings.into_iter().filter(|&wing| fit >> wing & 1 == 1);
        for (k, one) in wings.clone().enumerate() {
            let ones = board.left(one);
            if (all & !ones).count_ones() != 1 {
                continue;
            }
            for other in wings.clone().skip(k + 1) {
                let others = board.left(other);
                let common = all & ones & others;
                if (all | ones | others).count_ones() != 3
                    || common.count_ones() != u32::from(is_xyz)
                {
                    continue;
                }
                let digit = lowest(ones & others);
                let mut gone = SEES[usize::from(one)] & SEES[usize::from(other)];
                if is_xyz {
                    gone &= SEES[usize::from(pivot)];
                }
                gone &= board.cells(digit) & !(1 << pivot | 1 << one | 1 << other);
                if gone != 0 {
                    visit(wing(board, [pivot, one, other], digit, gone))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Of cells with two candidates those that may be wings of a pivot: they have all but one of three
/// digits, or one of two, if there are some for each.
fn fit(board: &Board, all: u16, cells: u128, is_xyz: bool) -> u128 {
    if is_xyz {
        return super::bits::ones(0o777 & !all).fold(cells, |fit, other| fit & !board.cells(other));
    }
    let [one, other] = [lowest(all), lowest(all & (all - 1))].map(|digit| board.cells(digit));
    let (of_one, of_other) = (cells & one & !other, cells & other & !one);
    if of_one == 0 || of_other == 0 { 0 } else { of_one | of_other }
}

fn wing(board: &Board, [pivot, one, other]: [u8; 3], digit: u8, gone: u128) -> Deduction {
    let (technique, difficulty) = match board.count(pivot) {
        2 => (Technique::XyWing, 42),
        _ => (Technique::XyzWing, 44),
    };
    let link = |wing: u8| {
        let house = shared(pivot, wing).expect("a pivot sees its wings");
        of_places(house, lowest(board.left(wing) & !(1 << digit)))
    };
    let evidence = Evidence::Counting {
        deadly: None,
        truths: [pivot, one, other].map(of_cell).to_vec(),
        links: vec![link(one), link(other)],
        single: None,
    };
    Deduction::removing(technique, difficulty, Removals::of_digit(gone, digit), evidence)
}
