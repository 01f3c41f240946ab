//! Problems that are large, or the worst for the front end: each takes it a moment.

use std::time::{Duration, Instant};

use tourdion::cover::reduce::{Finding, Pass, Reduction};
use tourdion::cover::{CoverTotal, ItemId, OptionEntry, Problem};

use crate::LONG;

/// The rest, within the time of printing the problem a few times; both are timed on a machine that
/// may be busy. A quadratic method takes a thousand times as long.
fn reduced(name: &str, problem: &Problem, passes: &[Pass]) -> Reduction {
    let began = Instant::now();
    let length = problem.to_string().len();
    let limit = Duration::from_secs(60) + 100 * began.elapsed();
    let began = Instant::now();
    let reduction = Reduction::with(problem, &[], &[], passes).unwrap();
    assert!(began.elapsed() < limit, "{name}, of {length} bytes, took {:?}", began.elapsed());
    reduction
}

/// This number of primary items, then of secondary ones.
fn items(primary: usize, secondary: usize) -> Problem {
    let mut problem = Problem::new();
    for k in 0..primary {
        problem.primary(&format!("p{k}")).unwrap();
    }
    for k in 0..secondary {
        problem.secondary(&format!("s{k}")).unwrap();
    }
    problem
}

/// A problem with these options, of items by their numbers.
fn with_options(mut problem: Problem, options: impl IntoIterator<Item = Vec<usize>>) -> Problem {
    let items: Vec<_> = problem.items().collect();
    for option in options {
        problem.option(option.into_iter().map(|k| items[k])).unwrap();
    }
    problem
}

/// Three times as many, where there is time.
const ITEMS: usize = if LONG { 300_000 } else { 100_000 };

#[test]
fn very_many_items_are_reduced() {
    let bare = reduced("no options", &items(ITEMS, 0), Pass::ALL);
    assert_eq!(
        (bare.bare().map(ItemId::index), bare.problem().to_string()),
        (Some(0), "p0\n".into())
    );

    let secondary = reduced("secondary items alone", &items(0, ITEMS), Pass::ALL);
    assert_eq!((secondary.problem().items().len(), secondary.bare()), (0, None));

    // Each item of the long option looks at a short one first.
    let beside_short =
        std::iter::once((0..2 * ITEMS).collect()).chain((0..2 * ITEMS).map(|k| vec![k]));
    let beside_short = with_options(items(2 * ITEMS, 0), beside_short);
    let dominated = reduced("a long option beside short ones", &beside_short, &[Pass::Dominated]);
    assert_eq!(dominated.problem().options().len(), 2 * ITEMS + 1);

    let all: Vec<usize> = (0..ITEMS).collect();
    let one = with_options(items(ITEMS, 0), [all.clone()]);
    assert_eq!(reduced("one option", &one, Pass::ALL).always().len(), 1);

    let two = with_options(items(ITEMS, 0), [all.clone(), all[1..].to_vec(), vec![0]]);
    assert_eq!(reduced("all or but one", &two, Pass::ALL).problem().options().len(), 3);

    let path = with_options(items(ITEMS, 0), (0..ITEMS - 1).map(|k| vec![k, k + 1]));
    let reduction = reduced("a path paved with dominoes", &path, Pass::ALL);
    assert_eq!((reduction.always().len(), reduction.problem().items().len()), (ITEMS / 2, 0));

    let alone = with_options(items(ITEMS / 2, 0), (0..ITEMS).map(|k| vec![k / 2]));
    let reduction = reduced("two options for each", &alone, Pass::ALL);
    assert_eq!(reduction.multiplicity([]).bits(), ITEMS as u64 / 2 + 1);
    let alone = reduced("two options for each, apart", &alone, &[]);
    assert_eq!(alone.parts().len(), ITEMS / 2);
}

#[test]
fn a_hundred_thousand_options() {
    const MANY: usize = 100_000;
    let many = CoverTotal::from(MANY);
    let same = with_options(items(3, 0), (0..MANY).map(|_| vec![0, 1, 2]));
    let reduction = reduced("the same", &same, Pass::ALL);
    assert_eq!((reduction.multiplicity([]), reduction.widen([]).count()), (many.clone(), MANY));

    let star = with_options(items(1, MANY), (0..MANY).map(|k| vec![0, k + 1]));
    assert_eq!(reduced("one item in all", &star, &[Pass::Dominated]).problem().items().len(), 1);
    assert_eq!(reduced("one item in all", &star, Pass::ALL).multiplicity([]), many);

    let loose = with_options(items(0, MANY), (0..MANY).map(|k| vec![k]));
    assert_eq!(reduced("no primary item", &loose, Pass::ALL).multiplicity([]), 1_u64.into());

    // Options on pairs of 448 items: nothing can be seen of them.
    let pairs = (0..448).flat_map(|one| (0..one).map(move |other| vec![one, other]));
    let pairs = with_options(items(448, 0), pairs);
    let reduction = reduced("all pairs", &pairs, Pass::ALL);
    assert_eq!((reduction.steps().len(), reduction.is_complete()), (0, true));
}

#[test]
fn every_option_clashes_with_every_other() {
    // 100,000 options, 300 items, and a secondary item that all options have.
    let options = (0..100_000).map(|k| vec![k % 300, 300, 301 + k]);
    let crowd = with_options(items(300, 100_001), options);
    let reduction = reduced("a crowd", &crowd, Pass::ALL);
    assert!(reduction.bare().is_some() && reduction.is_complete());
    // Each item blocks all options but its own. To see that takes more than is allowed.
    let reduction = reduced("a crowd", &crowd, &[Pass::Blocked]);
    assert!(!reduction.is_complete());
}

#[test]
fn a_chain_of_forced_twins() {
    // Once  p(k) is forced, s(k) is red; then the two options of p(k+1) are the same, and so on.
    const LONG: usize = 100_000;
    let mut problem = items(2 * LONG, LONG + 1);
    let item: Vec<_> = problem.items().collect();
    let (red, blue) = (problem.colour("red").unwrap(), problem.colour("blue").unwrap());
    for k in 0..LONG {
        let (p, q, here, next) =
            (item[k], item[LONG + k], item[2 * LONG + k], item[2 * LONG + k + 1]);
        problem.option([p.into(), OptionEntry::from((next, red))]).unwrap();
        if k > 0 {
            problem.option([p.into(), (next, red).into(), OptionEntry::from((here, red))]).unwrap();
            problem.option([OptionEntry::from((here, blue)), q.into()]).unwrap();
        }
        problem.option([q]).unwrap();
    }
    let reduction = reduced("a chain", &problem, &[Pass::Duplicates, Pass::Forced]);
    assert_eq!((reduction.problem().items().len(), reduction.always().len()), (1, 2 * LONG));
    let twins = reduction.steps().iter().flat_map(|step| &step.findings);
    assert_eq!(twins.filter(|finding| matches!(finding, Finding::Twin { .. })).count(), LONG - 1);
    assert_eq!(reduction.multiplicity([]).bits(), LONG as u64);
    assert!(reduction.steps().len() > LONG, "{}", reduction.steps().len());
    // With all passes it is not a chain, but as right.
    let reduction = reduced("a chain", &problem, Pass::ALL);
    assert_eq!(reduction.multiplicity([]).bits(), LONG as u64);
}
