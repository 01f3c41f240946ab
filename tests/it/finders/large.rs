//! Large instances, which are looked for only where a technique is asked for by its name.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tourdion::logic::technique::{Basis, Board, Convention, Deduction, Evidence, Producer, Sight};
use tourdion::sudoku::{Candidate, Cell, Digit, Shape};

use super::plain::{self, Marks};
use super::{Gone, SOME, boards, found_by, is_alone};

#[test]
fn fish_of_five_bases_remove_what_no_smaller_fish_does() {
    let mut count = 0;
    for board in boards().iter().flatten().cloned().step_by(5 * SOME) {
        let marks = Marks::of(&board);
        let arranged: Vec<BTreeSet<usize>> = (0..9).map(|digit| marks.arranged(digit)).collect();
        let is_free = |cell: usize, digit: usize| !arranged[digit].contains(&cell);
        let smaller: Gone = (2..5).flat_map(|size| marks.unmet_of(size, &is_free)).collect();
        let mut expected = marks.unmet_of(5, &is_free);
        expected.retain(|one| !smaller.contains(one));
        let mut found = Gone::new();
        let sight = Sight::of(board.clone());
        let _ = Producer::FrankenFish.each(&sight, Convention::Thorough, &mut |deduction| {
            if let Evidence::Counting { truths, links, .. } = &deduction.evidence {
                deduction.check(&board).expect("it can be checked");
                assert_eq!(truths.len(), links.len());
                if truths.len() == 5 {
                    assert!(deduction.removals.iter().any(|one| expected.contains(one)));
                    found.extend(deduction.removals);
                }
            }
            ControlFlow::Continue(())
        });
        assert!(found.iter().all(|one| is_free(plain::index(one.cell), one.digit.index())));
        assert!(expected.is_subset(&found), "{board:?}");
        count += expected.len();
    }
    assert!(count > 0, "there are no fish with five bases");
}

#[test]
fn large_instances_are_beside_all_others() {
    let producers =
        [Producer::FrankenFish, Producer::DeathBlossom, Producer::Aic, Producer::GroupedAic];
    let mut more = [0; 4];
    for board in boards().iter().flatten().cloned().step_by(2 * SOME) {
        for (producer, more) in producers.into_iter().zip(&mut more) {
            let by =
                |convention| found_by(&Sight::of(board.clone()), producer, convention, is_alone);
            let [plain, thorough] = [Convention::Plain, Convention::Thorough].map(by);
            assert!(plain.is_subset(&thorough), "{producer:?} of {board:?}");
            *more += thorough.len() - plain.len();
        }
    }
    assert!(more.iter().all(|&more| more > 0), "{more:?}");
}

#[test]
fn death_blossoms_with_large_petals_are_those_of_the_definition() {
    let mut count = 0;
    for board in boards().iter().flatten().cloned().step_by(8 * SOME) {
        let sight = Sight::of(board.clone());
        let found = found_by(&sight, Producer::DeathBlossom, Convention::Thorough, |_| true);
        assert_eq!(found, Marks::of(&board).blossoms(8), "{board:?}");
        count += found.len();
    }
    assert!(count > 0, "there are none here");
}

/// Whether cells see each other where they have a digit in common, and have one digit more than
/// there are cells.
fn is_set(board: &Board, cells: &[Cell]) -> bool {
    let houses = |cell: Cell| Shape::CLASSIC.houses_of(cell).into_iter().collect::<Vec<_>>();
    let see = |one: Cell, other: Cell| houses(one).iter().any(|of| houses(other).contains(of));
    let left = |&cell: &Cell| -> BTreeSet<Digit> {
        let all = (1..=9).map(|digit| Digit::new(digit).unwrap());
        all.filter(|&digit| board.has(Candidate { cell, digit })).collect()
    };
    let digits: BTreeSet<Digit> = cells.iter().flat_map(left).collect();
    let is_fit = |(k, one): (usize, &Cell)| {
        let others = &cells[..k];
        others.iter().all(|other| see(*one, *other) || left(one).is_disjoint(&left(other)))
    };
    let distinct: BTreeSet<Cell> = cells.iter().copied().collect();
    distinct.len() == cells.len()
        && digits.len() == cells.len() + 1
        && cells.iter().enumerate().all(is_fit)
}

#[test]
fn sets_of_chains_are_checked() {
    let [mut bent, mut wrong] = [0; 2];
    for board in boards().iter().flatten().cloned().step_by(32 * SOME) {
        let sight = Sight::of(board.clone());
        let _ = Producer::AlsAic.each(&sight, Convention::Thorough, &mut |deduction| {
            deduction.check(&board).expect("it can be checked");
            let Evidence::Chain { links, is_closed } = &deduction.evidence else {
                panic!("a chain with sets is linked")
            };
            for (k, link) in links.iter().enumerate() {
                let Basis::Set(cells) = &link.basis else { continue };
                assert!(is_set(&board, cells));
                let is_in = |house| {
                    cells.iter().all(|&cell| Shape::CLASSIC.cells_of(house).any(|one| one == cell))
                };
                bent += usize::from(!Shape::CLASSIC.houses().any(is_in));
                // Other cells in place of the last one: most make no set.
                for other in (0..81).step_by(SOME).map(|index| Shape::CLASSIC.cell(index)) {
                    let mut cells = cells.clone();
                    *cells.last_mut().unwrap() = other;
                    if !is_set(&board, &cells) {
                        let mut links = links.clone();
                        links[k].basis = Basis::Set(cells);
                        let evidence = Evidence::Chain { links, is_closed: *is_closed };
                        let changed = Deduction { evidence, ..deduction.clone() };
                        assert!(changed.check(&board).is_err(), "{changed:?} of {board:?}");
                        wrong += 1;
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }
    assert!(bent > 0 && wrong > 0, "there are no such sets here");
}

#[test]
fn chains_that_meet_a_candidate_twice_refute_what_steps_do() {
    let [mut all, mut missed, mut uncounted] = [0; 3];
    for board in boards().iter().flatten().cloned().step_by(8 * SOME) {
        let [plain, around] = Marks::of(&board).refuted_by_chains(0);
        let mut found = Gone::new();
        let sight = Sight::of(board.clone());
        let _ = Producer::GroupedAic.each(&sight, Convention::Thorough, &mut |deduction| {
            deduction.check(&board).expect("it can be checked");
            let is_open = match &deduction.evidence {
                Evidence::Chain { links, is_closed } => {
                    uncounted += 1;
                    !is_closed && links[0].nodes[0] != links[links.len() - 1].nodes[1]
                }
                Evidence::Counting { truths, links, .. } => truths.len() > links.len(),
                _ => panic!("chains are counted, or linked"),
            };
            if is_open {
                found.extend(deduction.removals);
            }
            ControlFlow::Continue(())
        });
        assert_eq!(found.difference(&around).next(), None, "{board:?}");
        all += plain.len();
        missed += plain.difference(&found).count();
    }
    assert!(all > 0 && uncounted > 0, "there are no such chains here");
    // Few are missed.
    assert!(missed * 40 <= all, "{missed} of {all} are missed");
}
