//! Chains of Sudoku Explainer, done plainly: all are found, with lists and maps, and sorted.
//!
//! It knows nothing of boards of bits, bounds or waves. What is nested at level 1 comes from the
//! library's own finders.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::ControlFlow;

use tourdion::logic::technique::{Board, Constraint, Convention, Evidence, Producer, Sight};
use tourdion::sudoku::{Candidate, House, Shape};

#[path = "plain.rs"]
mod plain;

/// A candidate that is true or false.
type Node = (Candidate, bool);

/// A chain with what it removes.
#[derive(Clone)]
struct Hint {
    difficulty: f64,
    complexity: usize,
    key: u8,
    removals: Vec<Candidate>,
    /// The nodes behind its ends.
    lists: Vec<Vec<Node>>,
    /// Its true nodes, with the constraints that made them true.
    made: Vec<(Candidate, Option<Constraint>)>,
}

/// Which chains to look for.
#[derive(Clone, Copy)]
pub(super) enum Search {
    Plain,
    Forcing { is_dynamic: bool, is_nishio: bool, level: u8 },
}

/// The difficulty in tenths and the removals of the chain to take.
pub(super) fn first(board: &Board, search: Search) -> Option<(u16, BTreeSet<Candidate>)> {
    let hint = sorted(hints(board, search)).into_iter().next()?;
    let tenths = ((hint.difficulty + 0.05) * 10.0).floor();
    Some((format!("{tenths}").parse().unwrap(), hint.removals.into_iter().collect()))
}

fn hints(board: &Board, search: Search) -> Vec<Hint> {
    match search {
        Search::Plain => plain::hints(board),
        Search::Forcing { is_dynamic, is_nishio, level } => {
            Forcing { board, is_dynamic, is_nishio, level }.hints()
        }
    }
}

/// By difficulty, complexity and key, the first of those with equal removals.
fn sorted(mut hints: Vec<Hint>) -> Vec<Hint> {
    hints.retain(|hint| !hint.removals.is_empty());
    hints.sort_by(|one, other| {
        let rest = |hint: &Hint| (hint.complexity, hint.key);
        one.difficulty.total_cmp(&other.difficulty).then(rest(one).cmp(&rest(other)))
    });
    let mut seen = BTreeSet::new();
    hints.retain(|hint| seen.insert(hint.removals.clone()));
    hints
}

fn sum(base: f64, complexity: usize) -> f64 {
    let (mut ceiling, mut added, mut is_half) = (4, 0.0, true);
    while complexity > ceiling + 2 {
        added += 0.1;
        ceiling = if is_half { ceiling * 3 / 2 } else { ceiling * 4 / 3 };
        is_half = !is_half;
    }
    base + added
}

fn houses(of: Candidate) -> [House; 3] {
    let [row, column, square] = Shape::CLASSIC.houses_of(of.cell);
    [square, row, column]
}

fn others(board: &Board, constraint: Constraint, than: Candidate) -> Vec<Candidate> {
    constraint.members(board).into_iter().filter(|&member| member != than).collect()
}

/// What a true candidate makes false.
fn falls(board: &Board, of: Candidate, by_cells: bool) -> Vec<Candidate> {
    let mut all = if by_cells { others(board, Constraint::Cell(of.cell), of) } else { vec![] };
    for house in houses(of) {
        for other in others(board, Constraint::Places(house, of.digit), of) {
            if !all.contains(&other) {
                all.push(other);
            }
        }
    }
    all
}

/// What a false candidate makes true.
fn rises(board: &Board, of: Candidate, [cells, places]: [bool; 2]) -> Vec<(Candidate, Constraint)> {
    let mut constraints = if cells { vec![Constraint::Cell(of.cell)] } else { vec![] };
    if places {
        constraints.extend(houses(of).map(|house| Constraint::Places(house, of.digit)));
    }
    let mut all: Vec<(Candidate, Constraint)> = Vec::new();
    for constraint in constraints {
        if let [other] = others(board, constraint, of)[..]
            && !all.iter().any(|&(known, _)| known == other)
        {
            all.push((other, constraint));
        }
    }
    all
}

/// The candidates of cells with two or more, in order.
fn candidates(board: &Board) -> Vec<Candidate> {
    let cells = (0..81).map(|k| Constraint::Cell(Shape::CLASSIC.cell(k)).members(board));
    cells.filter(|members| members.len() >= 2).flatten().collect()
}

fn removals_of((candidate, is_true): Node, board: &Board) -> Vec<Candidate> {
    let cell = Constraint::Cell(candidate.cell);
    if is_true { others(board, cell, candidate) } else { vec![candidate] }
}

struct Forcing<'f> {
    board: &'f Board,
    is_dynamic: bool,
    is_nishio: bool,
    level: u8,
}

#[derive(Default)]
struct Run {
    order: Vec<Node>,
    parents: HashMap<Node, Vec<Node>>,
    causes: HashMap<Node, Constraint>,
    /// The nested chains of false nodes.
    nested: HashMap<Node, (Vec<Vec<Node>>, usize)>,
    clash: Option<[Node; 2]>,
}

impl Run {
    fn has(&self, node: Node) -> bool {
        self.order.contains(&node)
    }

    fn ancestors(&self, of: Node) -> Vec<Node> {
        let (mut all, mut next) = (vec![of], 0);
        while next < all.len() {
            for &parent in &self.parents[&all[next]] {
                if !all.contains(&parent) {
                    all.push(parent);
                }
            }
            next += 1;
        }
        all
    }
}

/// Those that were there before and have gone.
fn gone(constraint: Constraint, source: &Board, rest: &Board) -> Vec<Node> {
    let was = constraint.members(source).into_iter();
    was.filter(|&member| !rest.has(member)).map(|member| (member, false)).collect()
}

impl Forcing<'_> {
    fn run(&self, start: Node) -> Run {
        let mut run = Run { order: vec![start], ..Run::default() };
        run.parents.insert(start, vec![]);
        let mut queues = [VecDeque::new(), VecDeque::new()];
        queues[usize::from(start.1)].push_back(start);
        let mut rest = self.board.clone();
        loop {
            let Some(node) = queues[1].pop_front().or_else(|| queues[0].pop_front()) else {
                return run;
            };
            let next: Vec<(Candidate, Option<Constraint>)> = if node.1 {
                let falls = falls(&rest, node.0, !self.is_nishio).into_iter();
                falls.map(|other| (other, None)).collect()
            } else {
                let rises = rises(&rest, node.0, [!self.is_nishio, true]).into_iter();
                rises.map(|(other, why)| (other, Some(why))).collect()
            };
            let before = rest.clone();
            if self.is_dynamic && !node.1 {
                rest.remove(node.0);
            }
            for (other, why) in next {
                let (this, negation) = ((other, !node.1), (other, node.1));
                if !run.has(negation) && run.has(this) {
                    continue;
                }
                let mut parents = vec![node];
                if let Some(why) = why {
                    parents.extend(gone(why, self.board, &before));
                    run.causes.insert(this, why);
                }
                run.parents.insert(this, parents);
                if run.has(negation) {
                    run.clash = Some(if node.1 { [negation, this] } else { [this, negation] });
                    return run;
                }
                run.order.push(this);
                queues[usize::from(this.1)].push_back(this);
            }
            if queues.iter().all(VecDeque::is_empty) && self.level > 0 {
                for (candidate, premises, nested) in self.nested(&rest) {
                    let this = (candidate, false);
                    if !run.has(this) {
                        run.parents.insert(this, premises);
                        run.nested.extend(nested.map(|nested| (this, nested)));
                        run.order.push(this);
                        queues[0].push_back(this);
                    }
                }
            }
        }
    }

    /// What goes by other techniques, with premises.
    fn nested(&self, rest: &Board) -> Vec<NestedRemoval> {
        use Producer::{HiddenPair, Locking, NakedPair, XWing};
        for producer in [Locking, HiddenPair, NakedPair, XWing] {
            let mut all = Vec::new();
            let _ =
                producer.each(&Sight::of(rest.clone()), Convention::Explainer, &mut |deduction| {
                    let Evidence::Counting { truths, links, .. } = &deduction.evidence else {
                        panic!("it is counted");
                    };
                    let needed = |node: &Node| !links.iter().any(|link| link.holds(node.0));
                    let premises: Vec<Node> = truths
                        .iter()
                        .flat_map(|&truth| gone(truth, self.board, rest))
                        .filter(needed)
                        .collect();
                    let mut removals = deduction.removals;
                    removals.sort();
                    if !premises.is_empty() {
                        all.extend(removals.into_iter().map(|one| (one, premises.clone(), None)));
                    }
                    ControlFlow::Continue(())
                });
            if !all.is_empty() {
                return all;
            }
        }
        let static_level = Search::Forcing { is_dynamic: false, is_nishio: false, level: 0 };
        let searches: &[Search] = match self.level {
            1 => &[],
            2 => &[Search::Plain],
            _ => &[Search::Plain, static_level],
        };
        for &search in searches {
            let mut all = Vec::new();
            for hint in sorted(hints(rest, search)) {
                let made = hint.made.iter().filter_map(|(_, why)| *why);
                let premises: BTreeSet<Node> =
                    made.flat_map(|why| gone(why, self.board, rest)).collect();
                if !premises.is_empty() {
                    let premises: Vec<Node> = premises.into_iter().collect();
                    let mut removals = hint.removals;
                    removals.sort();
                    let nested = (hint.lists, hint.complexity);
                    all.extend(
                        removals
                            .into_iter()
                            .map(|one| (one, premises.clone(), Some(nested.clone()))),
                    );
                }
            }
            if !all.is_empty() {
                return all;
            }
        }
        Vec::new()
    }

    fn hints(&self) -> Vec<Hint> {
        let (mut hints, mut runs) = (Vec::new(), HashMap::new());
        let board = self.board;
        let all = candidates(board);
        for &start in &all {
            let cell = Constraint::Cell(start.cell).members(board);
            if cell.len() < 3 && !self.is_dynamic {
                continue;
            }
            self.fill(&mut runs, (start, true));
            if self.is_dynamic {
                self.fill(&mut runs, (start, false));
                for node in [(start, true), (start, false)] {
                    if let Some(ends) = runs[&node].clash {
                        let result = (start, !node.1);
                        hints.push(self.hint(&[&runs[&node]; 2], ends, result, 7, None));
                    }
                }
                if cell.len() >= 3 && !self.is_nishio {
                    let both = [&runs[&(start, true)], &runs[&(start, false)]];
                    self.common(&both, 1, None, &mut hints);
                }
            }
            if self.is_nishio {
                continue;
            }
            for house in houses(start) {
                let region = Constraint::Places(house, start.digit);
                let places = region.members(board);
                if places.len() >= 2 && places[0] == start {
                    for &place in &places {
                        self.fill(&mut runs, (place, true));
                    }
                    let of: Vec<&Run> = places.iter().map(|&place| &runs[&(place, true)]).collect();
                    self.common(&of, 6, Some(region), &mut hints);
                }
            }
            if cell.last() == Some(&start) {
                let of: Vec<&Run> = cell.iter().map(|&one| &runs[&(one, true)]).collect();
                self.common(&of, 5, Some(Constraint::Cell(start.cell)), &mut hints);
            }
        }
        hints
    }

    fn fill(&self, runs: &mut HashMap<Node, Run>, start: Node) {
        runs.entry(start).or_insert_with(|| self.run(start));
    }

    fn common(&self, runs: &[&Run], key: u8, of: Option<Constraint>, hints: &mut Vec<Hint>) {
        for is_true in [true, false] {
            for &node in runs[0].order.iter().filter(|node| node.1 == is_true) {
                if runs.iter().all(|run| run.has(node)) {
                    hints.push(self.hint(runs, [node; 2], node, key, of));
                }
            }
        }
    }

    fn hint(
        &self,
        runs: &[&Run],
        ends: [Node; 2],
        result: Node,
        key: u8,
        of: Option<Constraint>,
    ) -> Hint {
        let base = if self.is_nishio {
            7.5
        } else if self.is_dynamic {
            8.5 + 0.5 * f64::from(self.level)
        } else {
            8.0
        };
        let lists: Vec<Vec<Node>> =
            runs.iter().enumerate().map(|(k, run)| run.ancestors(ends[k.min(1)])).collect();
        let (mut nested, mut made) = (Vec::new(), Vec::new());
        for (run, list) in runs.iter().zip(&lists) {
            for node in list {
                if let Some(chain) = run.nested.get(node)
                    && !node.1
                    && !nested.contains(chain)
                {
                    nested.push(chain.clone());
                }
                if node.1 {
                    let is_start = run.parents[node].is_empty();
                    let why = if is_start { of } else { run.causes.get(node).copied() };
                    made.push((node.0, why));
                }
            }
        }
        let complexity = lists.iter().map(Vec::len).sum::<usize>()
            + nested.iter().map(|(_, complexity)| complexity).sum::<usize>();
        Hint {
            difficulty: sum(base, complexity),
            complexity,
            key,
            removals: removals_of(result, self.board),
            lists,
            made,
        }
    }
}

/// A candidate that goes, its premises, and the chain that it comes from.
type NestedRemoval = (Candidate, Vec<Node>, Option<(Vec<Vec<Node>>, usize)>);
