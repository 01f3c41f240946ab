//! The search tree of Algorithm X, held against plain recursions.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::cover::engine::links::{Branching, narrowest};
use tourdion::cover::question::trace::{NodeKind, TraceNode, trace};
use tourdion::cover::{Cells, Engine, ItemId, Links, Live, OptionId, Problem, classics};

use crate::support::drafts::{bounded_drafts, bounded_reference, drafts, fits, has_primary};

/// The nodes of a tree, and its covers, each with its options in their order.
fn traced(engine: &mut dyn Engine) -> (Vec<TraceNode>, Vec<Vec<OptionId>>) {
    let held: Vec<OptionId> = engine.moves().iter().filter_map(|m| m.held()).collect();
    let moves = engine.moves().to_vec();
    let (mut nodes, mut way, mut covers) = (Vec::new(), held.clone(), Vec::new());
    let flow = trace(engine, &mut |node| {
        way.truncate(held.len() + node.depth.saturating_sub(1));
        way.extend(node.option);
        if matches!(node.kind, NodeKind::Cover(_)) {
            let mut cover = way.clone();
            cover.sort_unstable();
            covers.push(cover);
        }
        nodes.push(node);
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    assert_eq!(engine.moves(), moves);
    (nodes, covers)
}

/// Each node has as many children as it says, one deeper than itself.
fn is_a_tree(nodes: &[TraceNode]) -> bool {
    nodes.iter().enumerate().all(|(k, node)| {
        let below = nodes[k + 1..].iter().take_while(|other| other.depth > node.depth);
        let children = below.filter(|other| other.depth == node.depth + 1).count();
        children == node.kind.children()
    })
}

/// The options and depths of the nodes of Algorithm X, by a plain recursion.
fn by_recursion(
    problem: &Problem,
    branching: Branching,
    chosen: &mut Vec<OptionId>,
    nodes: &mut Vec<(Option<OptionId>, usize)>,
) {
    nodes.push((chosen.last().copied(), chosen.len()));
    let has = |option: OptionId, item| problem.entries_of(option).iter().any(|e| e.item == item);
    let is_open = |&item: &ItemId| {
        problem.is_primary(item) && !chosen.iter().any(|&option| has(option, item))
    };
    let left = |item| -> Vec<OptionId> {
        let is_left = |&option: &OptionId| has(option, item) && fits(problem, chosen, option);
        problem.options().filter(is_left).collect()
    };
    let open: Vec<ItemId> = problem.items().filter(is_open).collect();
    // Of equal items the first.
    let shortest = |items: &mut dyn Iterator<Item = ItemId>| items.min_by_key(|&i| left(i).len());
    let Some(smallest) = shortest(&mut open.iter().copied()) else { return };
    let is_sharp = |&item: &ItemId| problem.name(item).starts_with('#');
    let preferred = match (branching, left(smallest).len()) {
        (Branching::Sharp, 2..) => shortest(&mut open.iter().copied().filter(is_sharp)),
        (Branching::First, 1..) => open.first().copied(),
        _ => None,
    };
    let options = left(preferred.unwrap_or(smallest));
    for option in options {
        chosen.push(option);
        by_recursion(problem, branching, chosen, nodes);
        chosen.pop();
    }
}

#[test]
fn a_tree_has_the_nodes_of_the_algorithm() {
    for problem in [classics::toy(), classics::queens(6), classics::langford(7), classics::latin(3)]
    {
        let problem = problem.unwrap();
        let mut expected = Vec::new();
        by_recursion(&problem, Branching::Shortest, &mut Vec::new(), &mut expected);
        let (tree, _) = traced(&mut Links::new(&problem).unwrap());
        let nodes: Vec<_> = tree.iter().map(|node| (node.option, node.depth)).collect();
        assert_eq!(nodes, expected);
        assert!(is_a_tree(&tree));
    }
}

#[test]
fn a_tree_branches_as_links_do() {
    let sharp: Problem = "a #b c #d\na #b\na c\na #d\n#b c\n#b\nc #d\n#d\nc\n".parse().unwrap();
    for problem in [sharp, classics::queens(6).unwrap()] {
        let sizes = Branching::ALL.iter().map(|&branching| {
            let mut expected = Vec::new();
            by_recursion(&problem, branching, &mut Vec::new(), &mut expected);
            let (tree, _) = traced(&mut *narrowest(&problem, branching).unwrap());
            let nodes: Vec<_> = tree.iter().map(|node| (node.option, node.depth)).collect();
            assert_eq!(nodes, expected, "{branching}");
            nodes.len()
        });
        let sizes: Vec<usize> = sizes.collect();
        assert_ne!(sizes, [sizes[0]; 3]);
    }
}

#[test]
fn a_visitor_can_break_anywhere() {
    let problem = classics::dissections(2).unwrap();
    let mut links = Links::new(&problem).unwrap();
    let (whole, _) = traced(&mut links);
    for limit in 1..=whole.len() {
        let mut nodes = Vec::new();
        let flow = trace(&mut links, &mut |node| {
            nodes.push(node);
            if nodes.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(flow.is_break());
        assert_eq!(nodes, whole[..limit]);
        assert!(links.moves().is_empty());
    }
}

/// The covers with these options held and banned, by a plain recursion, sorted.
fn all(problem: &Problem, held: &[OptionId], banned: &[OptionId]) -> Vec<Vec<OptionId>> {
    let mut covers = bounded_reference(problem);
    covers.retain(|cover| {
        held.iter().all(|option| cover.contains(option))
            && !banned.iter().any(|option| cover.contains(option))
    });
    covers
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 5_000 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn each_cover_is_met_once(draft in bounded_drafts(), place in any::<prop::sample::Index>()) {
        let problem = draft.problem();
        let engines: [Box<dyn Engine>; 3] = [
            Box::new(Links::new(&problem).unwrap()),
            Box::new(Live::new(&problem).unwrap()),
            Box::new(Cells::new(&problem).unwrap()),
        ];
        for mut engine in engines {
            let (nodes, mut covers) = traced(&mut *engine);
            prop_assert!(is_a_tree(&nodes));
            covers.sort_unstable();
            prop_assert_eq!(&covers, &all(&problem, &[], &[]));
            let options: Vec<OptionId> =
                problem.options().filter(|&option| has_primary(&problem, option)).collect();
            if options.is_empty() {
                continue;
            }
            let option = *place.get(&options);
            engine.ban(option);
            let mut covers = traced(&mut *engine).1;
            covers.sort_unstable();
            prop_assert_eq!(&covers, &all(&problem, &[], &[option]));
            engine.release();
            engine.hold(option).unwrap();
            let mut covers = traced(&mut *engine).1;
            covers.sort_unstable();
            prop_assert_eq!(&covers, &all(&problem, &[option], &[]));
        }
    }

    #[test]
    fn each_node_is_met_in_order(draft in drafts()) {
        let problem = draft.problem();
        let mut expected = Vec::new();
        by_recursion(&problem, Branching::Shortest, &mut Vec::new(), &mut expected);
        let nodes = traced(&mut Links::new(&problem).unwrap()).0;
        let nodes: Vec<_> = nodes.iter().map(|node| (node.option, node.depth)).collect();
        prop_assert_eq!(nodes, expected);
    }
}
