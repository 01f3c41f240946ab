use super::*;
use crate::cover::EngineProgress;
use crate::cover::OptionEntry;
use crate::watch::Watch;

const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
const COLOURED_TOY: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

fn links(text: &str) -> (Problem, Links<u16>) {
    let problem: Problem = text.parse().unwrap();
    let engine = Links::with_width(&problem).unwrap();
    (problem, engine)
}

fn option(number: usize) -> OptionId {
    OptionId::at(number)
}

/// Everything that a search must leave unchanged: nodes, rings and the rest.
fn state<W: Width>(engine: &Links<W>) -> String {
    let Matrix { nodes, ring, purifier, .. } = &engine.matrix;
    format!("{nodes:?} {ring:?} {purifier:?} {:?}", engine.moves)
}

#[test]
fn the_drawing_of_the_essay_is_right() {
    let (_, engine) = links(TOY);
    let lists: Vec<(usize, Vec<usize>)> = (1..=7)
        .map(|item| {
            let mut list = Vec::new();
            let mut node = engine.matrix.nodes[item].down.at();
            while node != item {
                list.push(node);
                node = engine.matrix.nodes[node].down.at();
            }
            (engine.matrix.nodes[item].top.at(), list)
        })
        .collect();
    let drawn: [(usize, &[usize]); 7] = [
        (2, &[12, 20]),
        (2, &[16, 24]),
        (2, &[9, 17]),
        (3, &[13, 21, 27]),
        (2, &[10, 28]),
        (2, &[18, 22]),
        (3, &[14, 25, 29]),
    ];
    for ((length, list), (drawn_length, drawn_list)) in lists.iter().zip(drawn) {
        assert_eq!((*length, &list[..]), (drawn_length, drawn_list));
    }
}

#[test]
fn the_toy_problem_has_its_one_cover() {
    let (_, mut engine) = links(TOY);
    assert_eq!(engine.first(9), [[option(3), option(0), option(4)]]);
    engine.sanity().unwrap();
}

#[test]
fn colours_are_shared_or_clash() {
    let (_, mut engine) = links(COLOURED_TOY);
    assert_eq!(engine.first(9), [[option(3), option(1)]]);
    engine.hold(option(3)).unwrap(); // q x:A
    engine.sanity().unwrap();
    assert!(matches!(engine.hold(option(0)), Err(Clash::Item(_)))); // p q x y:A
    assert!(matches!(engine.hold(option(2)), Err(Clash::Item(_)))); // p x:B
    engine.hold(option(1)).unwrap(); // p r x:A y
    engine.sanity().unwrap();
    assert_eq!(engine.first(9), [[option(3), option(1)]]);
}

#[test]
fn a_refused_hold_changes_nothing() {
    let (_, mut engine) = links(TOY);
    engine.hold(option(0)).unwrap();
    engine.ban(option(1));
    let before = state(&engine);
    assert!(matches!(engine.hold(option(2)), Err(Clash::Item(_))));
    assert_eq!(engine.hold(option(1)), Err(Clash::Banned));
    assert_eq!(engine.hold(option(6)), Err(Clash::Unknown));
    assert_eq!(state(&engine), before);
}

#[test]
fn a_hold_that_leaves_an_item_without_options_is_no_clash() {
    let (_, mut engine) = links("a b\na\na b\nb\n");
    engine.ban(option(2));
    engine.hold(option(0)).unwrap();
    engine.sanity().unwrap();
    assert_eq!(engine.count(9), 0);
    engine.release();
    assert_eq!(engine.count(9), 1);
}

#[test]
fn all_moves_undone_give_the_first_state_back() {
    let (_, mut engine) = links(COLOURED_TOY);
    let before = state(&engine);
    engine.ban(option(4));
    engine.hold(option(3)).unwrap();
    engine.ban(option(0)); // clashes already
    engine.ban(option(4)); // banned already
    engine.ban(option(77)); // not there
    engine.sanity().unwrap();
    assert_eq!(engine.moves().len(), 5);
    assert_eq!(engine.count(9), 1);
    while engine.release().is_some() {
        engine.sanity().unwrap();
    }
    assert_eq!(state(&engine), before);
    assert_eq!(engine.release(), None);
}

#[test]
fn a_search_broken_off_leaves_no_trace() {
    let mut problem = Problem::new();
    let items: Vec<_> = (0..12).map(|k| problem.primary(&format!("i{k}")).unwrap()).collect();
    for pair in items.chunks(2) {
        problem.option(pair.iter().copied()).unwrap();
        problem.option([pair[0]]).unwrap();
        problem.option([pair[1]]).unwrap();
    }
    let mut engine = Links::<u16>::with_width(&problem).unwrap();
    let before = state(&engine);
    for limit in [1, 2, 17, 63] {
        assert_eq!(engine.count(limit), limit);
        assert_eq!(state(&engine), before);
    }
    assert_eq!(engine.count(u64::MAX), 64);
}

#[test]
fn a_pulse_can_end_a_search_that_finds_nothing() {
    /// Breaks off at the first pulse, with this patience, and keeps the number of nodes.
    struct Impatient(u64, u64);
    impl Watch<EngineProgress<'_>> for Impatient {
        fn patience(&self) -> u64 {
            self.0
        }
        fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
            self.1 = so_far.statistics.nodes;
            ControlFlow::Break(())
        }
    }
    // Nine pigeons, eight holes.
    let mut problem = Problem::new();
    let pigeons: Vec<_> = (0..9).map(|k| problem.primary(&format!("p{k}")).unwrap()).collect();
    let holes: Vec<_> = (0..8).map(|k| problem.secondary(&format!("h{k}")).unwrap()).collect();
    for &pigeon in &pigeons {
        for &hole in &holes {
            problem.option([pigeon, hole]).unwrap();
        }
    }
    let mut engine = Links::new(&problem).unwrap();
    let before = state(&engine);
    for patience in [4096, 10, 1] {
        let nodes = engine.statistics().nodes;
        let mut watch = Impatient(patience, 0);
        assert!(engine.search(&mut |_| ControlFlow::Continue(()), &mut watch).is_break());
        assert_eq!(watch.1, nodes + patience.max(2)); // the root is a node, but no choice
        assert_eq!(state(&engine), before);
    }
    assert_eq!(engine.count(1), 0);
}

#[test]
fn problems_without_items_options_or_primary_items() {
    let empty = Problem::new();
    assert_eq!(Links::<u16>::with_width(&empty).unwrap().first(9), [Vec::new()]);
    assert_eq!(links("a\n").1.count(9), 0);
    let mut secondary = Problem::new();
    let item = secondary.secondary("x").unwrap();
    secondary.option([item]).unwrap();
    // Nothing has to be covered.
    assert_eq!(Links::<u16>::with_width(&secondary).unwrap().first(9), [Vec::new()]);
}

#[test]
fn a_width_that_is_too_small_is_refused() {
    let mut problem = Problem::new();
    let item = problem.primary("a").unwrap();
    for _ in 0..40_000 {
        problem.option([item]).unwrap();
    }
    assert_eq!(Links::<u16>::with_width(&problem).err(), Some(ProblemError::TooLarge));
    assert_eq!(Links::new(&problem).unwrap().count(u64::MAX), 40_000);
}

#[test]
fn an_option_may_name_its_items_in_any_order() {
    let mut problem = Problem::new();
    let x = problem.secondary("x").unwrap();
    let a = problem.primary("a").unwrap();
    let red = problem.colour("red").unwrap();
    problem.option([OptionEntry::from((x, red)), a.into()]).unwrap();
    let y = problem.secondary("y").unwrap();
    let b = problem.primary("b").unwrap();
    problem.option([OptionEntry::from((x, red)), y.into(), b.into()]).unwrap();
    let mut engine = Links::<u16>::with_width(&problem).unwrap();
    engine.sanity().unwrap();
    assert_eq!(engine.count(9), 1);
    engine.hold(option(1)).unwrap();
    engine.sanity().unwrap();
    assert_eq!(engine.count(9), 1);
}
