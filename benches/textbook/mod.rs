//! Dancing links as the textbook draws them: nodes that refer to each other, in an arena.
//!
//! ```text
//!      root <-> a <-> b <-> c <-> (root)      items: left and right, and each its size
//!               |     |     |
//!               o --- o     |                 an option: a ring of nodes, left and right,
//!               |     |     |                 each in its item's list, up and down
//!              ...   ...   ...
//! ```
//!
//! A node is a reference into a typed arena, where all nodes live and die together; its links are
//! cells. It is the plainest form of the algorithm (Knuth, *Dancing Links*, 2000), and serves
//! twice: as the reference that the engines' counts are compared with, and as the other side of the
//! bench `arena`: references or indices?
//!
//! Lacking: colours, options held or banned, and all that makes an engine quick.

// Each user of this has its own part of it.
#![allow(dead_code)]

use std::cell::Cell;
use std::iter;
use std::ptr;

use tourdion::cover::Problem;
use typed_arena::Arena;

type Link<'a> = Cell<Option<&'a Node<'a>>>;

/// A direction.
type Step<'a> = for<'n> fn(&'n Node<'a>) -> &'n Link<'a>;

/// A node of an option, or the header of an item. It owns nothing, so that an arena of nodes that
/// refer to each other can be dropped.
#[derive(Default)]
pub(crate) struct Node<'a> {
    left: Link<'a>,
    right: Link<'a>,
    up: Link<'a>,
    down: Link<'a>,
    /// The header of the node's item.
    item: Link<'a>,
    /// Of a header: the number of nodes in its list.
    size: Cell<usize>,
}

/// What a link of a finished matrix leads to.
fn to<'a>(link: &Link<'a>) -> &'a Node<'a> {
    link.get().expect("every node is linked in all directions")
}

/// The nodes after `from` in the direction of `step`, until it comes round.
fn round<'a>(from: &'a Node<'a>, step: Step<'a>) -> impl Iterator<Item = &'a Node<'a>> {
    let nodes = iter::successors(Some(to(step(from))), move |node| Some(to(step(node))));
    nodes.take_while(move |node| !ptr::eq(*node, from))
}

/// A matrix of nodes, from its root.
pub(crate) struct Textbook<'a> {
    root: &'a Node<'a>,
}

impl<'a> Textbook<'a> {
    /// Lays out `problem` in `arena`; `None` if it has colours.
    pub(crate) fn new(arena: &'a Arena<Node<'a>>, problem: &Problem) -> Option<Textbook<'a>> {
        if problem.is_coloured() {
            return None;
        }
        let root = alone(arena);
        let headers: Vec<&Node<'_>> = problem.items().map(|_| alone(arena)).collect();
        for item in problem.items().filter(|&item| problem.is_primary(item)) {
            put_left_of(root, headers[item.index()]);
        }
        for option in problem.options() {
            let mut first: Option<&Node<'_>> = None;
            for entry in problem.entries_of(option) {
                let (node, header) = (alone(arena), headers[entry.item.index()]);
                node.item.set(Some(header));
                put_above(header, node);
                header.size.set(header.size.get() + 1);
                match first {
                    Some(first) => put_left_of(first, node),
                    None => first = Some(node),
                }
            }
        }
        Some(Textbook { root })
    }

    /// The number of covers, at most `limit`.
    pub(crate) fn count(&self, limit: u64) -> u64 {
        if limit == 0 { 0 } else { search(self.root, limit) }
    }
}

/// A new node, linked to itself in all directions.
fn alone<'a>(arena: &'a Arena<Node<'a>>) -> &'a Node<'a> {
    let node: &Node<'_> = arena.alloc(Node::default());
    for link in [&node.left, &node.right, &node.up, &node.down, &node.item] {
        link.set(Some(node));
    }
    node
}

fn put_left_of<'a>(right: &'a Node<'a>, node: &'a Node<'a>) {
    let left = to(&right.left);
    node.left.set(Some(left));
    node.right.set(Some(right));
    left.right.set(Some(node));
    right.left.set(Some(node));
}

fn put_above<'a>(below: &'a Node<'a>, node: &'a Node<'a>) {
    let above = to(&below.up);
    node.up.set(Some(above));
    node.down.set(Some(below));
    above.down.set(Some(node));
    below.up.set(Some(node));
}

/// Algorithm X.
fn search<'a>(root: &'a Node<'a>, limit: u64) -> u64 {
    let Some(item) = round(root, |node| &node.right).min_by_key(|item| item.size.get()) else {
        return 1;
    };
    cover(item);
    let mut count = 0;
    for chosen in round(item, |node| &node.down) {
        round(chosen, |node| &node.right).for_each(|node| cover(to(&node.item)));
        count += search(root, limit - count);
        round(chosen, |node| &node.left).for_each(|node| uncover(to(&node.item)));
        if count >= limit {
            break;
        }
    }
    uncover(item);
    count
}

fn cover<'a>(item: &'a Node<'a>) {
    to(&item.right).left.set(item.left.get());
    to(&item.left).right.set(item.right.get());
    for option in round(item, |node| &node.down) {
        for node in round(option, |node| &node.right) {
            to(&node.down).up.set(node.up.get());
            to(&node.up).down.set(node.down.get());
            let header = to(&node.item);
            header.size.set(header.size.get() - 1);
        }
    }
}

fn uncover<'a>(item: &'a Node<'a>) {
    for option in round(item, |node| &node.up) {
        for node in round(option, |node| &node.left) {
            let header = to(&node.item);
            header.size.set(header.size.get() + 1);
            to(&node.down).up.set(Some(node));
            to(&node.up).down.set(Some(node));
        }
    }
    to(&item.right).left.set(Some(item));
    to(&item.left).right.set(Some(item));
}
