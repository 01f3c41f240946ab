//! Cycles and chains without branches, done plainly.

use std::collections::{BTreeSet, HashMap, VecDeque};

use tourdion::logic::technique::{Board, Constraint};
use tourdion::sudoku::{Candidate, Cell, Shape};

use super::{Hint, Node, candidates, falls, houses, removals_of, rises, sum};

/// All of them.
pub(super) fn hints(board: &Board) -> Vec<Hint> {
    let mut hints = Vec::new();
    for (key, by) in [(2, [false, true]), (3, [true, false]), (4, [true, true])] {
        for start in candidates(board) {
            if key == 3 && Constraint::Cell(start.cell).members(board).len() > 2 {
                continue;
            }
            cycles(board, start, key, by, &mut hints);
            if key != 3 {
                hints.extend(line(board, (start, true), key, by));
                hints.extend(line(board, (start, false), key, by));
            }
        }
    }
    hints
}

/// A chain from a node to its negation.
fn line(board: &Board, start: Node, key: u8, by: [bool; 2]) -> Option<Hint> {
    let goal = (start.0, !start.1);
    let mut parents: HashMap<Node, (Option<Node>, Option<Constraint>)> =
        HashMap::from([(start, (None, None))]);
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front().filter(|_| !parents.contains_key(&goal)) {
        let next: Vec<(Candidate, Option<Constraint>)> = if node.1 {
            falls(board, node.0, by[0]).into_iter().map(|other| (other, None)).collect()
        } else {
            rises(board, node.0, by).into_iter().map(|(other, why)| (other, Some(why))).collect()
        };
        for (other, why) in next {
            let other = (other, !node.1);
            parents.entry(other).or_insert_with(|| {
                queue.push_back(other);
                (Some(node), why)
            });
        }
    }
    let mut list = vec![goal];
    while let Some(parent) = parents.get(list.last()?)?.0 {
        list.push(parent);
    }
    let complexity = list.len();
    let made = list.iter().filter(|node| node.1).map(|node| (node.0, parents[node].1)).collect();
    let difficulty = sum(if key == 2 { 6.6 } else { 7.0 }, complexity);
    Some(Hint {
        difficulty,
        complexity,
        key,
        removals: removals_of(goal, board),
        lists: vec![list],
        made,
    })
}

fn sees(one: Candidate, cell: Cell) -> bool {
    let houses = Shape::CLASSIC.houses_of(cell);
    one.cell != cell
        && Shape::CLASSIC.houses_of(one.cell).iter().any(|house| houses.contains(house))
}

/// Cycles from a true candidate.
fn cycles(board: &Board, start: Candidate, key: u8, by: [bool; 2], hints: &mut Vec<Hint>) {
    // Each node with the one before it, and its constraint if it is true.
    let mut nodes: Vec<(Node, Option<usize>, Option<Constraint>)> =
        vec![((start, true), None, None)];
    let (mut crest, mut entered) = (vec![0], BTreeSet::from([start]));
    let mut layer = 0;
    while !crest.is_empty() {
        layer += 1;
        let (mut falling, mut rising) = (Vec::new(), Vec::new());
        for from in crest {
            for other in falls(board, nodes[from].0.0, by[0]) {
                let other = (other, false);
                if !way(&nodes, from).contains(&other) {
                    nodes.push((other, Some(from), None));
                    falling.push(nodes.len() - 1);
                }
            }
        }
        for from in falling {
            for (other, why) in rises(board, nodes[from].0.0, by) {
                if other == start && layer >= 2 {
                    hints.extend(cycle(board, &nodes, (from, why), key));
                }
                if entered.insert(other) {
                    nodes.push(((other, true), Some(from), Some(why)));
                    rising.push(nodes.len() - 1);
                }
            }
        }
        crest = rising;
    }
}

type Placed = (Node, Option<usize>, Option<Constraint>);

/// The nodes from a place back to the start.
fn way(nodes: &[Placed], mut at: usize) -> Vec<Node> {
    let mut way = vec![nodes[at].0];
    while let Some(before) = nodes[at].1 {
        at = before;
        way.push(nodes[at].0);
    }
    way
}

/// The cycle that a false node closes.
fn cycle(
    board: &Board,
    nodes: &[Placed],
    (end, why): (usize, Constraint),
    key: u8,
) -> Option<Hint> {
    let way = way(nodes, end);
    let (start, complexity) = (way[way.len() - 1], way.len());
    let is_gone = |candidate: &Candidate| {
        let sees_one = |is_true: bool| {
            way.iter().any(|node| {
                node.1 == is_true && node.0.digit == candidate.digit && sees(node.0, candidate.cell)
            })
        };
        sees_one(true) && sees_one(false) && !way.iter().any(|node| node.0.cell == candidate.cell)
    };
    let removals: Vec<Candidate> = candidates(board).into_iter().filter(is_gone).collect();
    if removals.is_empty() {
        return None;
    }
    let there: Vec<Node> =
        [start].into_iter().chain(way[..complexity - 1].iter().copied()).collect();
    let turned = |node: &Node| (node.0, !node.1);
    let mut back = vec![turned(&start)];
    back.extend(way[..complexity - 1].iter().rev().map(turned));
    let mut made = vec![(start.0, Some(why))];
    let mut at = end;
    while let Some(before) = nodes[at].1 {
        let (one, other) = (nodes[at].0.0, nodes[before].0.0);
        made.push(if nodes[at].0.1 {
            (one, nodes[at].2)
        } else {
            let shared = houses(one).into_iter().find(|house| houses(other).contains(house));
            let weak = if one.cell == other.cell {
                Constraint::Cell(one.cell)
            } else {
                Constraint::Places(shared.unwrap(), one.digit)
            };
            (one, Some(weak))
        });
        at = before;
    }
    let difficulty = sum(if key == 4 { 7.0 } else { 6.5 }, complexity);
    Some(Hint { difficulty, complexity, key, removals, lists: vec![there, back], made })
}
