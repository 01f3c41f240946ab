//! Finders beside plain definitions: all instances on a board, by looking everywhere.
//!
//! ```text
//!      board ──▶ finder ──▶ what each deduction removes ─┐
//!        │                                               ├─▶ the same sets
//!        └─────▶ definition ──▶ what each removes ───────┘
//! ```
//!
//! The boards are those of paths, before each step. A finder that was turned from board to board
//! with them finds what a new one does.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use tourdion::logic::technique::{
    Board, Convention, Deduction, Evidence, Producer, Sight, Technique,
};
use tourdion::logic::{NetFinder, Path, Pencil, Step, Strategy};
use tourdion::sudoku::{Candidate, Grid, Shape};

use crate::{LONG, sets, support};
use plain::{Marks, avoidable_rectangles};

#[path = "finders/large.rs"] // for the long tests too
mod large;
#[path = "finders/plain.rs"]
mod plain;

/// What a deduction removes.
pub(crate) type Gone = BTreeSet<Candidate>;

/// The boards of the paths of some puzzles, before the steps that are no singles: made once for all
/// tests.
fn boards() -> &'static [Vec<Board>] {
    static BOARDS: LazyLock<Vec<Vec<Board>>> = LazyLock::new(|| {
        let finder = NetFinder::new(Shape::CLASSIC);
        let strategy = Strategy { is_proper: true, ..Strategy::default() };
        let of = |puzzle: &Grid| {
            let path = Path::find(&Pencil::of(puzzle), &strategy, &finder);
            let steps = path.replay().filter(|(_, step)| !matches!(step, Step::Singles(_)));
            steps.map(|(before, _)| Board::of_pencil(&before).expect("a 9x9 grid")).collect()
        };
        puzzles(STEP).iter().map(of).collect()
    });
    &BOARDS
}

/// Puzzles with a W-wing between whose ends there is a shorter chain, too.
const HIDDEN_W_WINGS: [&str; 2] = [
    "..............1..2.34.5..6.......2.....63....7.......8......5.....97..3.2....8...",
    ".2..567...5.1.92..8.....4...71.9..68...6........7.51.3.86............89......7..2",
];

/// Some of `data/first.txt`, all that show techniques, and some of the hardest, if they are here.
fn puzzles(step: usize) -> Vec<Grid> {
    let mut puzzles: Vec<Grid> = sets::first().iter().step_by(step).cloned().collect();
    let techniques = include_str!("../../data/techniques.txt").lines();
    let techniques = techniques.filter(|line| !line.starts_with('#'));
    puzzles.extend(techniques.map(|line| line[..81].parse::<Grid>().expect("a grid")));
    puzzles.extend(HIDDEN_W_WINGS.map(|text| text.parse::<Grid>().expect("a grid")));
    match sets::catalogue("hardest.txt") {
        Some(hardest) => puzzles.extend(hardest.into_iter().step_by(step * 25)),
        None => support::lacks("hardest.txt"),
    }
    puzzles
}

/// What the deductions of a producer are, with a name that `is_one`.
fn found(sight: &Sight, producer: Producer, is_one: fn(Technique) -> bool) -> BTreeSet<Gone> {
    found_by(sight, producer, Convention::Plain, is_one)
}

fn found_by(
    sight: &Sight,
    producer: Producer,
    convention: Convention,
    is_one: fn(Technique) -> bool,
) -> BTreeSet<Gone> {
    let mut found = BTreeSet::new();
    let _ = producer.each(sight, convention, &mut |deduction| {
        if is_one(deduction.technique) {
            found.insert(deduction.removals.into_iter().collect());
        }
        ControlFlow::Continue(())
    });
    found
}

/// Compares a producer with its definition on each `step`th board, and asks that there is something
/// at all.
fn compare(
    step: usize,
    producer: Producer,
    is_one: fn(Technique) -> bool,
    definition: impl Fn(&Marks) -> BTreeSet<Gone>,
) {
    let mut count = 0;
    for board in boards().iter().flatten().cloned().step_by(step) {
        let expected = definition(&Marks::of(&board));
        let found = found(&Sight::of(board.clone()), producer, is_one);
        assert_eq!(found, expected, "{producer:?} of {board:?}");
        count += found.len();
    }
    assert!(count > 0, "{producer:?} has nothing here");
}

/// Of how many puzzles one is taken.
const STEP: usize = 200;
/// Of how many boards one is looked at by what is slow.
const SOME: usize = if LONG { 2 } else { 5 };
/// The same of what is slower still.
const FEW: usize = if LONG { 6 } else { 12 };

#[test]
fn locked_subsets_are_those_of_the_definition() {
    compare(1, Producer::LockedPair, |_| true, |marks| marks.locked(2));
    compare(1, Producer::LockedTriplet, |_| true, |marks| marks.locked(3));
}

#[test]
fn hidden_rectangles_are_those_of_the_definition() {
    let is_one = |technique| technique == Technique::HiddenRectangle;
    compare(SOME, Producer::Loop, is_one, Marks::hidden_rectangles);
}

#[test]
fn unique_rectangles_are_those_of_the_definition() {
    let is_2 = |technique| technique == Technique::UniqueRectangle(2);
    compare(1, Producer::Loop, is_2, Marks::rectangles_2);
    let is_6 = |technique| technique == Technique::UniqueRectangle(6);
    compare(1, Producer::Loop, is_6, Marks::rectangles_6);
}

#[test]
fn unique_rectangles_with_naked_sets_are_those_of_the_definition() {
    let mut count = 0;
    for board in boards().iter().flatten() {
        let is_3 = |technique| technique == Technique::UniqueRectangle(3);
        let found = found(&Sight::of(board.clone()), Producer::Loop, is_3);
        let expected = Marks::of(board).rectangles_3();
        assert!(expected.is_subset(&found), "{board:?}");
        // A loop with such a set is looked at in one house alone.
        let is_part = |gone: &Gone| expected.iter().any(|all| gone.is_subset(all));
        assert!(found.iter().all(is_part), "{board:?}");
        count += expected.len();
    }
    assert!(count > 0, "there are none here");
}

#[test]
fn colours_are_those_of_the_definition() {
    compare(SOME, Producer::SimpleColouring, |_| true, Marks::simple_colours);
    compare(SOME, Producer::MultiColouring, |_| true, Marks::multiple_colours);
    compare(1, Producer::RemotePair, |_| true, Marks::remote_pairs);
}

/// Whether it is no technique of twins.
fn is_alone(technique: Technique) -> bool {
    !["siamese", "dual"].iter().any(|twins| technique.name().starts_with(twins))
}

#[test]
fn fish_of_two_houses_are_those_of_the_definition() {
    compare(SOME, Producer::TurbotFish, is_alone, Marks::turbot_fish);
}

#[test]
fn w_wings_are_those_of_the_definition() {
    let mut count = 0;
    for board in boards().iter().flatten() {
        let found = found(&Sight::of(board.clone()), Producer::WWing, |_| true);
        let marks = Marks::of(board);
        let (of_two, of_any) = (marks.w_wings(2, false), marks.w_wings(9, true));
        // Of more than two places only those of two groups are seen.
        assert!(of_two.is_subset(&found) && found.is_subset(&of_any), "{board:?}");
        count += of_two.len();
    }
    assert!(count > 0, "there are none here");
}

#[test]
fn templates_are_those_of_the_definition() {
    compare(5 * SOME, Producer::Template, |_| true, Marks::templates);
}

#[test]
fn avoidable_rectangles_are_those_of_the_definition() {
    let mut count = 0;
    for board in boards().iter().flatten() {
        let expected = avoidable_rectangles(board);
        let sight = Sight::of(board.clone());
        assert_eq!(found(&sight, Producer::AvoidableRectangle, |_| true), expected, "{board:?}");
        count += expected.len();
    }
    assert!(count > 0, "there are no avoidable rectangles here");
}

#[test]
fn twins_are_pairs_of_what_is_found_alone() {
    use Technique as T;
    let mut names = BTreeSet::new();
    for board in boards().iter().flatten().cloned().step_by(SOME) {
        for producer in [Producer::TurbotFish, Producer::FinnedSwordfish] {
            let all = found(&Sight::of(board.clone()), producer, is_alone);
            let _ = producer.each(&Sight::of(board.clone()), Convention::Plain, &mut |deduction| {
                if let Evidence::Twins(both) = &deduction.evidence {
                    deduction.check(&board).expect("it can be checked");
                    let [one, other]: [Gone; 2] =
                        both.each_ref().map(|one| one.removals.iter().copied().collect());
                    assert!(all.contains(&one) && all.contains(&other));
                    assert!(!one.is_subset(&other) && !other.is_subset(&one));
                    let union: Gone = one.union(&other).copied().collect();
                    assert_eq!(deduction.removals, union.into_iter().collect::<Vec<_>>());
                    names.insert(deduction.technique);
                }
                ControlFlow::Continue(())
            });
        }
    }
    for name in [T::DualKite, T::DualEmptyRectangle, T::SiameseSwordfish] {
        assert!(names.contains(&name), "there is no {name} here");
    }
}

#[test]
fn finned_fish_are_those_of_the_definition() {
    for (size, producer) in [(2, Producer::FinnedXWing), (3, Producer::FinnedSwordfish)] {
        compare(SOME, producer, is_alone, |marks| marks.finned(size));
    }
}

#[test]
fn finned_jellyfish_are_those_of_the_definition() {
    compare(20 * SOME, Producer::FinnedJellyfish, is_alone, |marks| marks.finned(4));
}

#[test]
fn franken_and_mutant_fish_remove_what_houses_can_not_do_without() {
    for (size, step) in [(2, SOME), (3, 10 * SOME), (4, 100 * SOME)] {
        let mut count = 0;
        for board in boards().iter().flatten().cloned().step_by(step) {
            let mut found = Gone::new();
            let sight = Sight::of(board.clone());
            let _ = Producer::FrankenFish.each(&sight, Convention::Plain, &mut |deduction| {
                deduction.check(&board).expect("it can be checked");
                let Evidence::Counting { truths, links, .. } = &deduction.evidence else {
                    assert!(!is_alone(deduction.technique), "fish are counted");
                    return ControlFlow::Continue(());
                };
                assert_eq!(truths.len(), links.len());
                if truths.len() == size {
                    found.extend(deduction.removals);
                }
                ControlFlow::Continue(())
            });
            let marks = Marks::of(&board);
            // Each is in no arrangement of its digit, and each that is not is looked at.
            let is_arranged = |one: &&Candidate| {
                marks.arranged(one.digit.index()).contains(&plain::index(one.cell))
            };
            assert_eq!(found.iter().find(is_arranged), None, "{board:?}");
            let expected = marks.unmet(size);
            assert!(expected.is_subset(&found), "{size} of {board:?}");
            count += expected.len();
        }
        assert!(count > 0, "there are no fish with {size} bases");
    }
}

#[test]
fn sue_de_coq_is_that_of_the_definition() {
    compare(SOME, Producer::SueDeCoq, |_| true, Marks::sue_de_coq);
}

#[test]
fn chains_of_almost_locked_sets_are_those_of_the_definition() {
    compare(3 * SOME, Producer::AlsXyWing, |_| true, |marks| marks.als_chains(3, 5));
    compare(3 * SOME, Producer::AlsChain, |_| true, |marks| marks.als_chains(4, 3));
}

#[test]
fn pairs_of_almost_locked_sets_are_those_of_the_definition() {
    compare(
        3 * SOME,
        Producer::AlsXz,
        |_| true,
        |marks| {
            let mut all = marks.als_chains(2, 5);
            all.extend(marks.doubly_linked(5));
            all
        },
    );
}

#[test]
fn death_blossoms_are_those_of_the_definition() {
    compare(8 * SOME, Producer::DeathBlossom, |_| true, |marks| marks.blossoms(5));
}

#[test]
fn chains_with_sets_refute_what_steps_from_node_to_node_do() {
    let [mut count, mut all, mut missed] = [0; 3];
    for board in boards().iter().flatten().cloned().step_by(16 * SOME) {
        let marks = Marks::of(&board);
        let mut found = [Gone::new(), Gone::new()];
        for (k, producer) in [Producer::GroupedAic, Producer::AlsAic].into_iter().enumerate() {
            let _ = producer.each(&Sight::of(board.clone()), Convention::Plain, &mut |deduction| {
                deduction.check(&board).expect("it can be checked");
                let is_open = match &deduction.evidence {
                    Evidence::Chain { links, is_closed } => {
                        !is_closed && links[0].nodes[0] != links[links.len() - 1].nodes[1]
                    }
                    Evidence::Counting { truths, links, .. } => truths.len() > links.len(),
                    _ => panic!("chains are counted, or linked"),
                };
                if is_open {
                    found[k].extend(deduction.removals);
                }
                ControlFlow::Continue(())
            });
        }
        let [[plain, around], [with_sets, returning]] =
            [0, 8].map(|most| marks.refuted_by_chains(most));
        // The sets at both ends may share another digit, in the same places.
        assert_eq!(found[1].difference(&returning).next(), None, "{board:?}");
        assert_eq!(found[0].difference(&around).next(), None, "{board:?}");
        let only_by_sets: Gone = with_sets.difference(&plain).copied().collect();
        assert_eq!(only_by_sets.difference(&found[1]).next(), None, "{board:?}");
        all += plain.len();
        missed += plain.difference(&found[0]).count();
        count += only_by_sets.len();
    }
    assert!(count > 0 && all > 0, "there are no chains here");
    // Without sets the shortest chain between two nodes is not shown if it can't be counted.
    assert!(missed * 4 <= all, "{missed} of {all} are missed");
}

#[test]
fn chains_around_prove_what_plain_implications_do() {
    let mut count = 0;
    for board in boards().iter().flatten().step_by(SOME) {
        let marks = Marks::of(board);
        for producer in [Producer::Aic, Producer::GroupedAic] {
            let _ = producer.each(&Sight::of(board.clone()), Convention::Plain, &mut |deduction| {
                let gone: Gone = deduction.removals.iter().copied().collect();
                // All of a cell but one: that one is true.
                if let Some(rest) = marks.rest_of_cell(&gone) {
                    let groups = producer == Producer::GroupedAic;
                    assert!(groups || marks.follows_from_its_negation(rest), "{deduction:?}");
                    count += 1;
                }
                ControlFlow::Continue(())
            });
        }
    }
    assert!(count > 0, "there is no chain around here");
}

#[test]
fn a_sight_that_turns_finds_what_a_new_one_does() {
    let producers = Producer::EXPLAINER.into_iter().take(20).chain(Producer::FURTHER);
    let producers: Vec<Producer> =
        producers.filter(|&one| !matches!(one, Producer::NestedNet | Producer::DeepNet)).collect();
    let all = |sight: &Sight, producer: Producer, convention| {
        let mut all: Vec<Deduction> = Vec::new();
        let _ = producer.each(sight, convention, &mut |deduction| {
            all.push(deduction);
            ControlFlow::Continue(())
        });
        all
    };
    let Some(first) = boards().iter().flatten().next() else { panic!("there are paths") };
    let mut sight = Sight::of(first.clone());
    for (place, board) in boards().iter().flatten().enumerate() {
        // From one path to the next boards gain candidates, too.
        sight.turn(board.clone());
        for (k, &producer) in producers.iter().enumerate() {
            // Each on some boards alone, so that what it keeps grows old.
            for convention in [Convention::Plain, Convention::Explainer] {
                if (k + place) % FEW != 0 {
                    continue;
                }
                let new = all(&Sight::of(board.clone()), producer, convention);
                assert_eq!(all(&sight, producer, convention), new, "{producer:?} of {board:?}");
            }
        }
        let nets =
            if place % FEW == 0 { &[Producer::NestedNet, Producer::ForcingNet][..] } else { &[] };
        for &producer in nets {
            let new = producer.first(&Sight::of(board.clone()), Convention::Plain);
            assert_eq!(producer.first(&sight, Convention::Plain), new, "{producer:?}");
        }
    }
}
