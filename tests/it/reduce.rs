//! The front end against a search too simple to be wrong, and each of its findings against the
//! definition.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::ops::RangeInclusive;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::question::memo::Counter;
use tourdion::cover::reduce::{Finding, Pass, ReduceError, Reduction, components};
use tourdion::cover::{Clash, CoverTotal, Engine, Links, OptionId, Problem};
use tourdion::sudoku::{Grid, Shape, encode};
use tourdion::watch::Patient;

use crate::support::drafts::{Chosen, Draft, Drawn, bounds, drafts, fits, reference};
use crate::support::replay::replay;

/// All covers of the whole problem, as the reduced one gives them; sorted.
fn widened(problem: &Problem, reduction: &Reduction) -> Vec<Chosen> {
    let mut covers = Vec::new();
    for cover in reference(reduction.problem(), &[], &[]) {
        let before = covers.len();
        covers.extend(reduction.widen(cover.iter().copied()));
        let cost = reduction.cost() + cost_of(reduction.problem(), &cover);
        assert!(covers[before..].iter().all(|wide| cost_of(problem, wide) == cost), "{problem}");
        let count = CoverTotal::from(covers.len() - before);
        assert_eq!(count, reduction.multiplicity(cover), "{}", reduction.problem());
    }
    covers.sort_unstable();
    covers
}

fn cost_of(problem: &Problem, cover: &[OptionId]) -> u128 {
    cover.iter().map(|&option| u128::from(problem.cost(option))).sum()
}

/// Puts together one cover of each part in every way.
fn of_parts(problem: &Problem) -> Vec<Chosen> {
    let mut covers = vec![Vec::new()];
    for part in components(problem) {
        let of_part = reference(part.problem(), &[], &[]);
        let with = |cover: &Chosen| -> Vec<Chosen> {
            let join = |more: &Chosen| {
                let mut cover = cover.clone();
                cover.extend(part.cover(more.iter().copied()));
                cover.sort_unstable();
                cover
            };
            of_part.iter().map(join).collect()
        };
        covers = covers.iter().flat_map(with).collect();
    }
    covers.sort_unstable();
    covers
}

/// What these passes leave of a problem has the covers of the whole.
fn check_covers(
    problem: &Problem,
    moves: [&[OptionId]; 2],
    passes: &[Pass],
    expected: &[Chosen],
) -> Reduction {
    let reduction = Reduction::with(problem, moves[0], moves[1], passes).unwrap();
    assert_eq!(
        widened(problem, &reduction),
        expected,
        "{passes:?} of\n{problem}leave\n{}",
        reduction.problem()
    );
    assert!(reduction.is_complete());
    if reduction.bare().is_some() {
        assert!(expected.is_empty());
        assert_eq!(
            (reduction.problem().items().len(), reduction.problem().options().len()),
            (1, 0)
        );
    }
    reduction
}

/// What was found is true; and what is left has its covers in parts and in print, too.
fn check_findings(problem: &Problem, reduction: &Reduction) {
    replay(problem, reduction);
    let left = reduction.problem();
    assert_eq!(of_parts(left), reference(left, &[], &[]), "{left}");
    // A text without a primary item has none to name in its first line.
    if left.items().any(|item| left.is_primary(item)) {
        let again: Problem = left.to_string().parse().unwrap();
        assert_eq!(again.to_string(), left.to_string());
        assert_eq!(again.options().len(), left.options().len());
    }
}

/// What is left by all passes is not made smaller by them.
fn check_fixed(reduction: &Reduction) {
    let again = Reduction::new(reduction.problem(), &[], &[]).unwrap();
    assert!(again.steps().is_empty(), "{:?} in\n{}", again.steps(), reduction.problem());
}

/// A problem without bounds and costs.
fn draft(primary: usize, secondary: usize, options: Vec<Drawn>) -> Draft {
    Draft { primary, secondary, options, bounds: Vec::new(), costs: Vec::new() }
}

/// Problems in which an option has few items, so that less is forced than in those that `drafts`
/// makes.
fn sparse_drafts(primary: RangeInclusive<usize>) -> impl Strategy<Value = Draft> {
    (primary, 1..=4_usize).prop_flat_map(|(primary, secondary)| {
        let primaries = prop::collection::btree_set(0..primary, 1..=2);
        let secondary_item = (primary..primary + secondary, prop::option::of(0..2_u8));
        let option =
            (primaries, prop::option::of(secondary_item)).prop_map(|(primaries, secondary)| {
                primaries.into_iter().map(|item| (item, None)).chain(secondary).collect()
            });
        let options = prop::collection::vec(option, primary..=2 * primary + 2);
        options.prop_map(move |options| draft(primary, secondary, options))
    })
}

/// Two problems in one, that share no item.
fn beside(one: &Draft, other: &Draft) -> Draft {
    let (primary, secondary) = (one.primary + other.primary, one.secondary + other.secondary);
    // The primary items of both, then the secondary ones of both.
    let first = |item| if item < one.primary { item } else { item + other.primary };
    let second = |item| {
        if item < other.primary { item + one.primary } else { item + one.primary + one.secondary }
    };
    let moved = |option: &Drawn, place: &dyn Fn(usize) -> usize| -> Drawn {
        option.iter().map(|&(item, colour)| (place(item), colour)).collect()
    };
    let mut options: Vec<Drawn> = one.options.iter().map(|option| moved(option, &first)).collect();
    options.extend(other.options.iter().map(|option| moved(option, &second)));
    draft(primary, secondary, options)
}

/// Problems of both kinds and of both together, in which some options stand twice; a third has
/// bounds.
fn drafts_with_twins() -> impl Strategy<Value = Draft> {
    let drafts = prop_oneof![
        2 => drafts(),
        2 => sparse_drafts(4..=8),
        1 => (sparse_drafts(2..=4), sparse_drafts(2..=4))
            .prop_map(|(one, other)| beside(&one, &other)),
    ];
    let twins = prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    // Half of them without costs.
    let costs = prop_oneof![Just(Vec::new()), prop::collection::vec(0..2_u64, 10)];
    let bounds = prop_oneof![2 => Just(Vec::new()), 1 => bounds()];
    (drafts, twins, costs, bounds).prop_map(|(mut draft, twins, costs, bounds)| {
        if !bounds.is_empty() {
            draft.options.truncate(10); // for the reference, which tries all sets
        }
        draft.bounds = bounds;
        let originals = draft.options.clone();
        let twins = twins.into_iter().filter(|_| !originals.is_empty());
        draft.options.extend(twins.map(|twin| originals[twin.index(originals.len())].clone()));
        draft.costs = costs;
        draft.costs.truncate(draft.options.len());
        draft
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 12_000 } else { 3_000 },
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_problems_keep_their_covers(draft in drafts_with_twins()) {
        let problem = draft.problem();
        let expected = reference(&problem, &[], &[]);
        let reduction = check_covers(&problem, [&[], &[]], Pass::ALL, &expected);
        check_findings(&problem, &reduction);
        check_fixed(&reduction);
        for &pass in Pass::ALL {
            check_covers(&problem, [&[], &[]], &[pass], &expected);
        }
    }

    #[test]
    fn passes_in_any_order_keep_the_covers_that_have_what_is_held(
        draft in drafts_with_twins(),
        passes in Just(Pass::ALL.to_vec()).prop_shuffle(),
        count in 0..=Pass::ALL.len(),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..5),
    ) {
        let problem = draft.problem();
        let options = problem.options().len();
        let (mut held, mut banned) = (Vec::new(), Vec::new());
        for (index, is_held) in moves.into_iter().filter(|_| options > 0) {
            if is_held { &mut held } else { &mut banned }.push(OptionId::at(index.index(options)));
        }
        let first_clash = held.iter().enumerate().find(|&(k, &one)| {
            let mut before = held[..k].to_vec();
            before.sort_unstable();
            before.dedup();
            !before.contains(&one) && !fits(&problem, &before, one)
        });
        if let Some((_, &option)) = first_clash {
            let error = Reduction::with(&problem, &held, &banned, &passes).unwrap_err();
            let ReduceError::Clash { option: refused, clash } = error else { panic!("{error}") };
            prop_assert_eq!(refused, option);
            let has = |item| problem.entries_of(option).iter().any(|e| e.item == item);
            prop_assert!(matches!(clash, Clash::Item(item) if has(item)));
            return Ok(());
        }
        let mut once = held.clone();
        once.sort_unstable();
        once.dedup();
        let expected = reference(&problem, &once, &banned);
        let reduction = check_covers(&problem, [&held, &banned], &passes[..count], &expected);
        check_findings(&problem, &reduction);
    }
}

/// The covers of `problem` as links find them, directly and by way of what is left; sorted.
fn by_links(problem: &Problem, passes: &[Pass]) -> [Vec<Chosen>; 2] {
    let covers = |problem| Links::new(problem).unwrap().first(usize::MAX);
    let reduction = Reduction::with(problem, &[], &[], passes).unwrap();
    let widened =
        covers(reduction.problem()).into_iter().flat_map(|cover| reduction.widen(cover)).collect();
    [covers(problem), widened].map(|mut covers: Vec<Chosen>| {
        for cover in &mut covers {
            cover.sort_unstable();
        }
        covers.sort_unstable();
        covers
    })
}

#[test]
fn the_classics_keep_their_covers() {
    let rectangle = Region::rectangle;
    let graceful = |n, path| classics::graceful(&Graph::complete(n).product(&Graph::path(path)));
    for (name, problem) in [
        ("no items", Ok(Problem::new())),
        ("the toy", classics::toy()),
        ("the coloured toy", classics::coloured_toy()),
        ("queens 3", classics::queens(3)),
        ("queens 8", classics::queens(8)),
        ("Langford 3", classics::langford(3)),
        ("Langford 5", classics::langford(5)),
        ("Langford 8", classics::langford(8)),
        ("dominoes 1x1", classics::dominoes(1, 1)),
        ("dominoes 2x7", classics::dominoes(2, 7)),
        ("dominoes 6x6", classics::dominoes(6, 6)),
        ("dominoes 7x7", classics::dominoes(7, 7)),
        ("L-trominoes 5x6", classics::l_trominoes(5, 6)),
        ("matchings of K10", classics::matchings(10)),
        ("Latin squares 4", classics::latin(4)),
        ("pentominoes 3x20", classics::pentominoes(&rectangle(3, 20))),
        ("graceful P4", classics::graceful(&Graph::path(4))),
        ("graceful K3xP2", graceful(3, 2)),
        ("graceful Q3", classics::graceful(&Graph::cube(3))),
    ] {
        let problem = problem.unwrap();
        let [expected, widened] = by_links(&problem, Pass::ALL);
        assert_eq!(widened, expected, "{name}");
        let reduction = Reduction::new(&problem, &[], &[]).unwrap();
        check_fixed(&reduction);
        assert!(reduction.is_complete(), "{name}");
        if problem.options().len() < 100 {
            replay(&problem, &reduction);
            for &pass in Pass::ALL {
                assert_eq!(by_links(&problem, &[pass])[1], expected, "{name}, {pass:?}");
            }
        }
    }
}

/// The clues of a puzzle as options.
fn clues(puzzle: &str) -> Vec<OptionId> {
    let grid: Grid = puzzle.parse().unwrap();
    grid.clues().map(|clue| encode::option(grid.shape(), clue)).collect()
}

#[test]
fn sudokus_keep_their_solutions() {
    let sudoku = encode::problem(Shape::CLASSIC).unwrap();
    // A proper one of singles alone, Inkala's, a pseudo-puzzle, and Norvig's impossible one.
    for (puzzle, count) in [
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            1_u32,
        ),
        ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1),
        ("8...........6......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 0),
        (".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........", 0),
    ] {
        let held = clues(puzzle);
        let reduction = Reduction::new(&sudoku, &held, &[]).unwrap();
        let mut counter = Counter::new(reduction.problem(), &[], &[], 1 << 24).unwrap();
        assert!(!reduction.has_twins());
        let found = counter.count(&mut Patient).continue_value().unwrap();
        let found = found * reduction.multiplicity([]);
        let whole = Counter::new(&sudoku, &held, &[], 1 << 24).unwrap().count(&mut Patient);
        assert_eq!(Some(&found), whole.continue_value().as_ref(), "{puzzle}");
        assert!(count == 0 || found == CoverTotal::from(u64::from(count)), "{puzzle}");
    }
}

#[test]
fn singles_solve_an_easy_sudoku() {
    let sudoku = encode::problem(Shape::CLASSIC).unwrap();
    let held =
        clues("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let reduction = Reduction::with(&sudoku, &held, &[], &[Pass::Forced]).unwrap();
    assert_eq!((reduction.problem().items().len(), reduction.always().len()), (0, 81));
    let solution = reduction.widen([]).next().unwrap();
    assert!(sudoku.is_cover(&solution) && held.iter().all(|clue| solution.contains(clue)));
}

#[test]
fn chance_brings_every_kind_of_finding() {
    let mut runner = TestRunner::deterministic();
    let mut found: HashMap<Discriminant<Finding>, u32> = HashMap::new();
    let (mut bare, mut parts, mut solved) = (0, 0, 0);
    for _ in 0..2000 {
        let problem = drafts_with_twins().new_tree(&mut runner).unwrap().current().problem();
        let options: Vec<OptionId> = problem.options().collect();
        let moves: [&[OptionId]; 2] =
            if let [one, other, ..] = options[..] { [&[one], &[other]] } else { [&[], &[]] };
        let reduction = Reduction::new(&problem, moves[0], moves[1]).unwrap();
        for finding in reduction.steps().iter().flat_map(|step| &step.findings) {
            *found.entry(discriminant(finding)).or_default() += 1;
        }
        bare += u32::from(reduction.bare().is_some());
        parts += u32::from(components(&problem).len() > 1);
        solved += u32::from(reduction.problem().items().len() == 0);
    }
    assert_eq!(found.len(), 9, "{found:?}");
    assert!(
        found.values().chain([&bare, &parts, &solved]).all(|&count| count >= 20),
        "{found:?} {bare} {parts} {solved}"
    );
}

#[test]
fn bounds_are_kept_and_used() {
    let reduced = |text: &str| {
        let problem: Problem = text.parse().unwrap();
        let reduction = Reduction::new(&problem, &[], &[]).unwrap();
        let [expected, widened] = by_links(&problem, Pass::ALL);
        assert_eq!(widened, expected, "{text}");
        replay(&problem, &reduction);
        reduction.problem().to_string()
    };
    // Both options of an item that needs two; b keeps room for one more.
    assert_eq!(reduced("2|a 2:3|b c\na b\na\nb c\nb\nb c\nc"), "1:2|b c\nb c\nb\nc\n");
    // Twins that may stand together are not merged.
    assert_eq!(reduced("1:2|a b\na\na\nb\na b"), "1:2|a b\na\na\nb\na b\n");
    // Beside `d e` there is only one of the two that c needs.
    let [options, last] = ["2:3|c d e\nc d\nc d e\nc e\nc\n", "d e\n"];
    assert_eq!(reduced(&format!("{options}{last}")), options);
    // Nothing asks for a, and it has room for all.
    assert_eq!(reduced("0:3|a b c\na b\nb c\na c\nb\nc"), "b c\nb\nb c\nc\n");
    let none: Problem = "3|a b\na b\na b\na".parse().unwrap();
    assert!(Reduction::new(&none, &[], &[]).unwrap().bare().is_some());
}

#[test]
fn what_cannot_be_reduced_is_refused() {
    let toy = classics::toy().unwrap();
    for (held, banned) in [(vec![OptionId::at(6)], vec![]), (vec![], vec![OptionId::at(6)])] {
        let error = Reduction::new(&toy, &held, &banned).unwrap_err();
        assert_eq!(error, ReduceError::Clash { option: OptionId::at(6), clash: Clash::Unknown });
    }
}

#[test]
fn a_stranger_is_in_no_cover() {
    let reduction = Reduction::new(&classics::dominoes(4, 4).unwrap(), &[], &[]).unwrap();
    let stranger = OptionId::at(1000);
    assert!(reduction.originals(stranger).is_empty());
    assert_eq!(reduction.widen([stranger]).next(), None);
    assert_eq!(reduction.multiplicity([stranger]), CoverTotal::ZERO);
}
