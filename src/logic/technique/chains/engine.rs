//! What searches for chains share: runs to be filled, and the ancestors of nodes.

use std::collections::HashMap;

use super::node::Node;
use super::run::{PLAIN, Run};

/// The nodes behind the conclusion of a chain, a list for each strand. Nested chains with equal
/// lists are one chain.
pub(super) type Lists = Vec<Vec<Node>>;

/// Space that searches use again and again.
#[derive(Default)]
pub(super) struct Engine {
    /// Runs that are not in use.
    #[expect(clippy::vec_box, reason = "runs are large, and change hands")]
    idle: Vec<Box<Run>>,
    marks: Vec<u32>,
    stamp: u32,
    /// The nodes that were reached last.
    pub(super) reached: Vec<Node>,
    numbers: HashMap<Lists, u32>,
    /// The complexity of each nested chain.
    complexities: Vec<usize>,
}

impl Engine {
    /// A run to be filled.
    pub(super) fn lend(&mut self) -> Box<Run> {
        self.idle.pop().unwrap_or_else(|| Box::new(Run::new()))
    }

    /// Takes back a run.
    pub(super) fn take_back(&mut self, run: Box<Run>) {
        self.idle.push(run);
    }

    /// Forgets all nested chains.
    pub(super) fn forget_nested(&mut self) {
        self.numbers.clear();
        self.complexities.clear();
    }

    /// The number of a nested chain.
    pub(super) fn number_of(&mut self, lists: Lists, complexity: usize) -> u32 {
        let next = self.complexities.len() as u32;
        let number = *self.numbers.entry(lists).or_insert(next);
        if number == next {
            self.complexities.push(complexity);
        }
        number
    }

    /// Reaches all ancestors of a node, itself included, into `reached`; returns their number, or
    /// `None` if there are more than `most`.
    pub(super) fn ancestors(&mut self, run: &Run, of: Node, most: usize) -> Option<usize> {
        self.marks.resize(1458, 0);
        self.stamp += 1;
        self.reached.clear();
        self.reached.push(of);
        self.marks[usize::from(of)] = self.stamp;
        let mut next = 0;
        while let Some(&node) = self.reached.get(next) {
            if self.reached.len() > most {
                return None;
            }
            next += 1;
            for &parent in run.parents(node) {
                let mark = &mut self.marks[usize::from(parent)];
                if *mark != self.stamp {
                    *mark = self.stamp;
                    self.reached.push(parent);
                }
            }
        }
        Some(self.reached.len())
    }

    /// The complexity of the nested chains among the nodes that were reached last, but for those in
    /// `counted`, which they enter.
    pub(super) fn nested_complexity(&self, run: &Run, counted: &mut Vec<u32>) -> usize {
        let mut sum = 0;
        for &node in &self.reached {
            let nested = run.nested(node);
            if nested != PLAIN && !counted.contains(&nested) {
                counted.push(nested);
                sum += self.complexities[nested as usize];
            }
        }
        sum
    }
}
