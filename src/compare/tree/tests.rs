//! Recorded trees against what the searches count, against each other, and against the rules of
//! Sudoku.

use super::*;
use crate::sudoku::check;
use crate::verify::{Budget, Verdict};
use crate::watch::Patient;

const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const NORVIG: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
/// Proper, pseudo, impossible, with clues that clash, full and empty; and a proper 6×6.
const SMALL: [&str; 8] = [
    "1....2..3......4",
    "1.............4.",
    "12..3......4..1.",
    "11..............",
    "1234341221434321",
    "1234341221434322",
    "................",
    "1....6..3..2....4...5..2.....4..3..1",
];

/// All engines whose trees can be recorded.
fn engines() -> impl Iterator<Item = Contestant> {
    Contestant::all().filter(|engine| engine.has_tree().is_ok())
}

fn recorded<'a>(
    nodes: &'a TreeNodes<'a>,
    engine: Contestant,
    puzzle: &Grid,
    limit: usize,
) -> Tree<'a> {
    record(nodes, engine, puzzle, Rules::default(), limit, &mut Patient).unwrap()
}

/// The candidates on the way from the root to a node.
fn way(node: &TreeNode<'_>) -> Vec<Candidate> {
    let above = iter::successors(node.parent(), |node| node.parent());
    let mut way: Vec<_> = node.by().into_iter().chain(above.filter_map(TreeNode::by)).collect();
    way.reverse();
    way
}

/// The nodes at and below this one, whether they are kept or not.
fn size(node: &TreeNode<'_>) -> u64 {
    node.missing().unwrap_or(1) + node.children().map(size).sum::<u64>()
}

/// A node and what is below it: one way on after a blank, several in brackets; `!` is a solution,
/// `x` a dead end.
fn sketch(node: &TreeNode<'_>) -> String {
    let name = match (node.missing(), node.by()) {
        (Some(missing), _) => return format!("{missing} more"),
        (None, Some(by)) => by.to_string(),
        (None, None) => if node.depth() == 0 { "root" } else { "box" }.to_owned(),
    };
    let below: Vec<String> = node.children().map(sketch).collect();
    match &below[..] {
        [] => format!("{name} {}", if node.is_solution() { "!" } else { "x" }),
        [only] => format!("{name} {only}"),
        _ => format!("{name}({})", below.join(" | ")),
    }
}

#[test]
fn trees_that_can_be_checked_by_hand() {
    let sketch = |engine: &str, puzzle: &str, limit| {
        let (nodes, engine) = (TreeNodes::default(), engine.parse().unwrap());
        sketch(recorded(&nodes, engine, &puzzle.parse().unwrap(), limit).root.unwrap())
    };
    // 1234 3412 2143 4321 is a solution, and so is the one with 1 and 2 exchanged in the four
    // cells.
    let pseudo = "..343412..434321";
    let one = "r1c1=1 r1c2=2 r3c1=2 r3c2=1 !";
    let other = "r1c1=2 r1c2=1 r3c1=1 r3c2=2 !";
    assert_eq!(sketch("fewest", pseudo, 99), format!("root({one} | {other})"));
    assert_eq!(sketch("norvig", pseudo, 99), "root(r1c1=1 ! | r1c1=2 !)"); // the rest is propagated
    // A box at a time, no candidate of its own.
    assert_eq!(sketch("mended", pseudo, 99), "root(box ! | box !)");
    // With a 1 in r3c2 there can be none in r1c2. Cells in their order see it one cell too late.
    let rest = "r1c3=3 r1c4=4 r2c1=3 r2c2=4 r2c3=1 r2c4=2 \
                r3c1=2 r3c2=1 r3c3=4 r3c4=3 r4c1=4 r4c2=3 r4c3=2 r4c4=1 !";
    let proper = "..343412.1434321";
    assert_eq!(sketch("listed", proper, 99), format!("root(r1c1=1 r1c2=2 {rest} | r1c1=2 x)"));
    assert_eq!(sketch("listed", proper, 5), format!("root(r1c1=1 r1c2=2 {rest} | 1 more)"));
    // Without that 1 there is a second solution, of which nothing but the way to it is kept.
    let second = "r1c1=2 r1c2=1 r1c3=3 r1c4=4 r2c1=3 r2c2=4 r2c3=1 r2c4=2 \
                  r3c1=1 r3c2=2 r3c3=4 r3c4=3 r4c1=4 r4c2=3 r4c3=2 r4c4=1 !";
    assert_eq!(sketch("listed", pseudo, 1), format!("root(r1c1=1 r1c2=2 {rest} | {second})"));
}

#[test]
fn a_tree_has_the_nodes_that_are_counted() {
    for text in SMALL.into_iter().chain([INKALA]) {
        let puzzle: Grid = text.parse().unwrap();
        for engine in engines()
            .filter(|engine| text.len() < 81 || ["links", "norvig"].contains(&engine.name()))
        {
            let nodes = TreeNodes::default();
            let tree = recorded(&nodes, engine, &puzzle, usize::MAX);
            let mut verifier = engine.verifier(puzzle.shape()).unwrap();
            let verdict = verifier.verify(&puzzle);
            assert_eq!(tree.effort, verifier.effort(), "{engine}: {text}");
            assert_eq!(tree.nodes_and_gaps().count() as u64, tree.effort.nodes, "{engine}: {text}");
            assert_eq!(tree.kind, Some(verdict.kind()), "{engine}: {text}");
        }
    }
}

#[test]
fn what_is_on_a_way_goes_together() {
    for text in SMALL.into_iter().chain([INKALA]) {
        let puzzle: Grid = text.parse().unwrap();
        for engine in engines()
            .filter(|engine| text.len() < 81 || ["links", "norvig"].contains(&engine.name()))
        {
            let nodes = TreeNodes::default();
            let tree = recorded(&nodes, engine, &puzzle, usize::MAX);
            let has_clash = check::clash(&puzzle).is_some();
            for node in tree.nodes() {
                assert_eq!(
                    iter::successors(node.parent(), |node| node.parent()).count(),
                    node.depth()
                );
                assert!(node.children().all(|child| std::ptr::eq(child.parent().unwrap(), node)));
                let mut grid = puzzle.clone();
                for candidate in way(node) {
                    let there = grid.get(candidate.cell);
                    assert!(
                        there.is_none_or(|digit| digit == candidate.digit),
                        "{engine}: {text}: {candidate}"
                    );
                    grid.place(candidate);
                }
                assert!(has_clash || check::clash(&grid).is_none(), "{engine}: {text}: {grid}");
            }
            // Solutions are where the search showed them, and what led there is part of them.
            let solutions: Vec<_> = tree.nodes().filter(|node| node.is_solution()).collect();
            let verdict: Verdict = engine.verifier(puzzle.shape()).unwrap().verify(&puzzle);
            assert_eq!(solutions.len(), verdict.witnesses().len(), "{engine}: {text}");
            for (node, witness) in solutions.iter().zip(verdict.witnesses()) {
                assert!(node.children().next().is_none());
                check::solves(&puzzle, witness.grid()).unwrap();
                for Candidate { cell, digit } in way(node) {
                    assert_eq!(witness.grid().get(cell), Some(digit), "{engine}: {text}");
                }
            }
        }
    }
}

/// That `part` is what is left of `whole` where there was no room.
fn check_part(part: &TreeNode<'_>, whole: &TreeNode<'_>) {
    assert_eq!(
        (part.by(), part.depth(), part.is_solution()),
        (whole.by(), whole.depth(), whole.is_solution())
    );
    assert_eq!(size(part), size(whole));
    let mut whole = whole.children();
    for child in part.children() {
        let mut missing = child.missing().unwrap_or(0);
        while missing > 0 {
            missing -= size(whole.next().expect("a gap stands for nodes"));
        }
        if child.missing().is_none() {
            check_part(child, whole.next().expect("a node of the part is one of the whole"));
        }
    }
    assert!(whole.next().is_none());
}

#[test]
fn a_limit_leaves_gaps_of_the_right_size() {
    for text in SMALL {
        let puzzle: Grid = text.parse().unwrap();
        for engine in engines() {
            let nodes = TreeNodes::default();
            let whole = recorded(&nodes, engine, &puzzle, usize::MAX);
            let solutions = whole.nodes().filter(|node| node.is_solution()).count();
            for limit in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
                let nodes = TreeNodes::default();
                let part = recorded(&nodes, engine, &puzzle, limit);
                let (Some(part_root), Some(whole_root)) = (part.root, whole.root) else {
                    assert!(part.root.is_none() && whole.root.is_none());
                    continue;
                };
                check_part(part_root, whole_root);
                let most = limit.max(1) + solutions * puzzle.shape().cells();
                assert!(part.nodes().count() <= most, "{engine}: {text}: {limit}");
                assert!(part.nodes().count() >= limit.min(whole.nodes().count()));
                // Up to the limit the nodes are the first ones, in their order.
                let first = whole.nodes().take(limit).map(way);
                assert!(
                    first
                        .into_iter()
                        .all(|way_there| part.nodes().any(|node| way(node) == way_there))
                );
            }
        }
    }
}

#[test]
fn a_budget_ends_a_tree() {
    let puzzle: Grid = NORVIG.parse().unwrap();
    let rules = Rules { budget: Budget::of_nodes(50_000), ..Rules::default() };
    for engine in ["links", "listed"].map(|name| name.parse::<Contestant>().unwrap()) {
        let nodes = TreeNodes::default();
        let tree = record(&nodes, engine, &puzzle, rules, 1_000, &mut Patient).unwrap();
        assert_eq!(tree.kind.is_none(), engine != Contestant::Links);
        assert_eq!(tree.nodes().count(), 1_000);
        assert_eq!(size(tree.root.unwrap()), tree.effort.nodes);
    }
    let broken = |_: &Effort| ControlFlow::Break(());
    let nodes = TreeNodes::default();
    let tree =
        record(&nodes, "listed".parse().unwrap(), &puzzle, rules, 10, &mut { broken }).unwrap();
    assert_eq!(tree.kind, None);
}

#[test]
fn the_first_solution_is_enough_where_it_is_asked_for() {
    let puzzle: Grid = "1.............4.".parse().unwrap();
    let rules = Rules { question: ContestQuestion::FirstSolution, ..Rules::default() };
    for engine in engines() {
        let nodes = TreeNodes::default();
        let tree = record(&nodes, engine, &puzzle, rules, usize::MAX, &mut Patient).unwrap();
        assert_eq!(tree.kind, Some(Kind::Proper));
        assert_eq!(tree.nodes().filter(|node| node.is_solution()).count(), 1);
        assert!(tree.nodes().last().unwrap().is_solution());
    }
}

#[test]
fn lockstep_has_no_tree() {
    let puzzle: Grid = "1....2..3......4".parse().unwrap();
    let nodes = TreeNodes::default();
    let refused = record(&nodes, Contestant::Lockstep, &puzzle, Rules::default(), 10, &mut Patient);
    assert_eq!(refused.unwrap_err(), NoTree(Contestant::Lockstep));
}
