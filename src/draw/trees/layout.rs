//! The layout of a tree's nodes.
//!
//! ```text
//!          o                  children in their order, at least 1 apart at every depth;
//!        / | \                a parent between them;
//!       o  o  o               and a subtree looks the same wherever it stands
//!      / \    |
//!     o   o   o
//! ```
//!
//! Subtrees are laid out by themselves, and then pushed together until their outlines would touch,
//! once from the left and once from the right. The mean of both is used, so that a tree and its
//! mirror image look alike.
//!
//! Source: A. J. Kennedy, *Drawing Trees*, Journal of Functional Programming 6 (1996). It takes
//! time linear in the nodes times the depth.

use crate::compare::tree::TreeNode;

/// A node or a gap, and its place.
pub(super) struct LaidNode<'a> {
    pub(super) node: &'a TreeNode<'a>,
    /// Neighbours are at least 1 apart.
    pub(super) x: f64,
    /// The place of the parent, earlier in the list.
    pub(super) parent: Option<usize>,
}

/// All places, each after its parent's.
pub(super) struct Layout<'a> {
    pub(super) places: Vec<LaidNode<'a>>,
    /// The least and the greatest x.
    pub(super) left: f64,
    pub(super) right: f64,
}

impl<'a> Layout<'a> {
    /// The layout of a tree, or of nothing.
    pub(super) fn new(root: Option<&'a TreeNode<'a>>) -> Layout<'a> {
        let mut layout = Layout { places: Vec::new(), left: 0.0, right: 0.0 };
        if let Some(root) = root {
            let (design, outline) = design(root);
            layout.put(&design, 0.0, None);
            layout.left = outline.iter().map(|&(left, _)| left).fold(0.0, f64::min);
            layout.right = outline.iter().map(|&(_, right)| right).fold(0.0, f64::max);
        }
        layout
    }

    /// The width of the widest part, in places.
    pub(super) fn width(&self) -> f64 {
        self.right - self.left + 1.0
    }

    /// The greatest depth.
    pub(super) fn depth(&self) -> usize {
        self.places.iter().map(|place| place.node.depth()).max().unwrap_or(0)
    }

    fn put(&mut self, design: &Design<'a>, x: f64, parent: Option<usize>) {
        let here = self.places.len();
        self.places.push(LaidNode { node: design.node, x, parent });
        for (child, shift) in &design.children {
            self.put(child, x + shift, Some(here));
        }
    }
}

/// A subtree, its children each with their distance to the right of it.
struct Design<'a> {
    node: &'a TreeNode<'a>,
    children: Vec<(Design<'a>, f64)>,
}

/// The extent of a subtree to the left and to the right at each depth, from its root on.
type Outline = Vec<(f64, f64)>;

fn design<'a>(node: &'a TreeNode<'a>) -> (Design<'a>, Outline) {
    let (children, outlines): (Vec<Design<'a>>, Vec<Outline>) = node.children().map(design).unzip();
    let shifts = shifts(&outlines);
    let mut outline = vec![(0.0, 0.0)];
    for (child, shift) in outlines.iter().zip(&shifts) {
        for (depth, (left, right)) in child.iter().enumerate() {
            match outline.get_mut(depth + 1) {
                Some((_, further)) => *further = right + shift,
                None => outline.push((left + shift, right + shift)),
            }
        }
    }
    (Design { node, children: children.into_iter().zip(shifts).collect() }, outline)
}

/// The distances to move subtrees so that they stand side by side below one node.
fn shifts(outlines: &[Outline]) -> Vec<f64> {
    let from_left = pushed(outlines.iter().map(|outline| outline.iter().copied()));
    let mirrored =
        outlines.iter().rev().map(|outline| outline.iter().map(|(left, right)| (-right, -left)));
    let from_right = pushed(mirrored);
    from_left
        .iter()
        .zip(from_right.iter().rev())
        .map(|(left, right)| f64::midpoint(*left, -right))
        .collect()
}

/// The distances to move subtrees to the right so that each is clear of all before it.
fn pushed(outlines: impl Iterator<Item = impl Iterator<Item = (f64, f64)> + Clone>) -> Vec<f64> {
    let mut reach: Vec<f64> = Vec::new();
    let shift_of = |outline: _| {
        let outline: Vec<(f64, f64)> = Iterator::collect(outline);
        let apart = reach.iter().zip(&outline).map(|(reach, (left, _))| reach - left + 1.0);
        let shift = apart.reduce(f64::max).unwrap_or(0.0);
        for (depth, (_, right)) in outline.iter().enumerate() {
            match reach.get_mut(depth) {
                Some(reach) => *reach = right + shift,
                None => reach.push(right + shift),
            }
        }
        shift
    };
    outlines.map(shift_of).collect()
}
