use super::*;

fn two_and_one() -> (Problem, [ItemId; 3]) {
    let mut problem = Problem::new();
    let items = [
        problem.primary("a").unwrap(),
        problem.primary("b").unwrap(),
        problem.secondary("x").unwrap(),
    ];
    (problem, items)
}

#[test]
fn a_refused_option_leaves_no_trace() {
    let (mut problem, [a, b, x]) = two_and_one();
    let red = problem.colour("red").unwrap();
    assert_eq!(problem.option([a, b, a]), Err(ProblemError::Repeated("a".into())));
    assert_eq!(problem.option([(a, red)]), Err(ProblemError::Coloured("a".into())));
    assert_eq!(problem.option([ItemId(7)]), Err(ProblemError::UnknownItem));
    assert_eq!(problem.option::<ItemId>([]), Err(ProblemError::EmptyOption));
    assert_eq!((problem.options().len(), problem.entry_count()), (0, 0));
    let option = problem.option([a, b, x]).unwrap();
    assert_eq!(problem.entries_of(option).iter().map(|e| e.item).collect::<Vec<_>>(), [a, b, x]);
}

#[test]
fn names_are_unique_and_can_be_written() {
    let (mut problem, [a, ..]) = two_and_one();
    assert_eq!(problem.secondary("a"), Err(ProblemError::ItemTwice("a".into())));
    for name in ["", "a b", "a:b", "a|b", "a\tb", "a\0", "\u{9b}"] {
        assert_eq!(problem.primary(name), Err(ProblemError::Name(name.into())));
    }
    assert_eq!(problem.item_named("a"), Some(a));
    assert_eq!(problem.colour("red"), problem.colour("red"));
    assert_ne!(problem.colour("red"), problem.colour("blue"));
}

#[test]
fn bounds_are_a_least_and_a_most_number() {
    let (mut problem, [a, _, x]) = two_and_one();
    let c = problem.multiple("c", 0..=u32::MAX).unwrap();
    assert_eq!(
        [a, x, c, ItemId(7)].map(|item| problem.bounds(item)),
        [1..=1, 0..=1, 0..=u32::MAX, 0..=1].map(Bounds::from)
    );
    assert!(problem.is_primary(c) && problem.is_multiple());
    for (least, most) in [(0, 0), (3, 2)] {
        let bounds = Bounds { least, most };
        let refused = problem.multiple("d", bounds);
        assert_eq!(refused, Err(ProblemError::Bounds { name: "d".into(), bounds }));
    }
    assert_eq!(problem.item_named("d"), None);
    let (mut usual, _) = two_and_one();
    usual.multiple("c", 1..=1).unwrap();
    assert!(!usual.is_multiple());
}

#[test]
fn a_cost_is_that_of_an_option_of_the_problem() {
    let (mut problem, [a, b, _]) = two_and_one();
    let [first, second] = [problem.option([a]).unwrap(), problem.option([b]).unwrap()];
    assert!(!problem.has_costs());
    problem.set_cost(second, u64::MAX).unwrap();
    assert_eq!((problem.cost(first), problem.cost(second)), (0, u64::MAX));
    assert_eq!(problem.set_cost(OptionId(2), 1), Err(UnknownOption(OptionId(2)).into()));
    assert_eq!(problem.cost(OptionId(2)), 0);
    problem.set_cost(second, 0).unwrap();
    assert!(!problem.has_costs());
}

#[test]
fn bounds_and_costs_are_written() {
    let mut problem = Problem::new();
    let items =
        [problem.multiple("a", 0..=1), problem.multiple("b", 2..=2), problem.multiple("c", 1..=1)];
    let [a, b, c] = items.map(Result::unwrap);
    let x = problem.secondary("x").unwrap();
    let option = problem.option([a, b, c, x]).unwrap();
    problem.set_cost(option, 17).unwrap();
    assert_eq!(problem.to_string(), "0:1|a 2|b c | x\na b c x |17\n");
}

#[test]
fn an_iterator_that_panics_adds_nothing() {
    let mut problem: Problem = "a b\na\nb\n".parse().unwrap();
    let before = problem.to_string();
    let items: Vec<_> = problem.items().collect();
    let entries = [items[1], items[0]].into_iter().enumerate().map(|(k, item)| {
        assert!(k < 1, "the caller's fault");
        item
    });
    let add = std::panic::AssertUnwindSafe(|| problem.option(entries));
    assert!(std::panic::catch_unwind(add).is_err());
    assert_eq!(problem.to_string(), before);
    assert_eq!(problem.option([items[0], items[1]]).map(OptionId::index), Ok(2));
    assert_eq!(problem.count(), 2);
}
