//! A tree drawn: its edges, and a mark for each node.
//!
//! ```text
//!   o   several ways were taken from here
//!   .   one way: a forced candidate, the only one that fits, or the one that the search ended with
//!   x   a dead end
//!   *   a solution; the way to it is drawn in its colour
//!   v   a gap: nodes that are not drawn
//! ```
//!
//! Each mark has a name, shown under the pointer, and in the picture if there is room.

use std::fmt::Write;

use svg::node::element::{Circle, Group, Path, Text, Title};

use super::layout::{LaidNode, Layout};
use crate::compare::tree::TreeNode;
use crate::draw::palette::{self, BLUE, GREEN, VERMILION};
use crate::numerals::grouped;
use crate::sudoku::Alphabet;

pub(super) const EDGE: &str = "#9aa6b2";
pub(super) const GAP: &str = "#8a949e";
/// The width of a letter of a label, and the distances between labels and nodes.
const LETTER: f64 = 5.2;
const AROUND: f64 = 14.0;
/// The height of a row that has room for labels.
const LABELLED_ROW: f64 = 9.5;
/// In a tree with more nodes than this only gaps have labels: other labels would be few, and look
/// arbitrary.
const LABELLED: usize = 450;

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Several,
    One,
    DeadEnd,
    Solution,
    Gap,
}

impl Mark {
    pub(super) const ALL: [Mark; 5] =
        [Mark::One, Mark::Several, Mark::DeadEnd, Mark::Gap, Mark::Solution];

    fn of(node: &TreeNode<'_>) -> Mark {
        match (node.missing(), node.children().count()) {
            (Some(_), _) => Mark::Gap,
            _ if node.is_solution() => Mark::Solution,
            (None, 0) => Mark::DeadEnd,
            (None, 1) => Mark::One,
            (None, _) => Mark::Several,
        }
    }

    /// Its name in the legend.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Mark::Several => "several ways taken",
            Mark::One => "one way taken",
            Mark::DeadEnd => "dead end",
            Mark::Solution => "solution",
            Mark::Gap => "not drawn",
        }
    }

    /// The class of the group of all such marks.
    const fn class(self) -> &'static str {
        match self {
            Mark::Several => "several",
            Mark::One => "one",
            Mark::DeadEnd => "ends",
            Mark::Solution => "solutions",
            Mark::Gap => "gaps",
        }
    }

    /// The group for such marks, with their common attributes.
    pub(super) fn group(self, size: f64) -> Group {
        let group = Group::new().set("class", self.class());
        match self {
            Mark::Several => group.set("fill", palette::hex(BLUE)),
            Mark::One => group.set("fill", "#6b8fb0"),
            Mark::DeadEnd => group
                .set("stroke", palette::hex(VERMILION))
                .set("stroke-width", rounded((size * 0.38).clamp(0.5, 1.8)))
                .set("stroke-linecap", "round")
                .set("fill", "none"),
            Mark::Solution => {
                group.set("fill", palette::hex(GREEN)).set("stroke", "white").set("stroke-width", 1)
            }
            Mark::Gap => group.set("fill", GAP),
        }
    }

    /// A mark of about this size, with its name.
    pub(super) fn draw(self, x: f64, y: f64, size: f64, name: &str) -> Box<dyn svg::Node> {
        let circle = |radius: f64| {
            let circle = Circle::new().set("cx", rounded(x)).set("cy", rounded(y));
            circle.set("r", rounded(radius)).add(Title::new(name))
        };
        let path = |path: String| Path::new().set("d", path).add(Title::new(name));
        let [x, y] = [x, y].map(rounded);
        match self {
            Mark::Several => circle(size).into(),
            Mark::One => circle((size * 0.55).max(0.6)).into(),
            Mark::DeadEnd => {
                let arm = rounded(size * 0.75);
                let (minus, both) = (-arm, rounded(2.0 * arm));
                path(format!("M{x} {y}m{minus} {minus}l{both} {both}m0 -{both}l-{both} {both}"))
                    .into()
            }
            Mark::Solution => path(star(x, y, size.max(4.0) * 1.9)).into(),
            Mark::Gap => {
                let half = rounded(size.max(2.4));
                let (up, across, down) =
                    (rounded(half * 0.75), rounded(half * 2.0), rounded(half * 1.5));
                path(format!("M{x} {y}m-{half} -{up}h{across}l-{half} {down}z")).into()
            }
        }
    }
}

/// A star with five points, the first one up.
fn star(x: f64, y: f64, radius: f64) -> String {
    let mut path = String::new();
    for k in 0..10u8 {
        let (angle, radius) = (
            f64::from(k) * std::f64::consts::PI / 5.0,
            if k % 2 == 0 { radius } else { radius * 0.45 },
        );
        let (x, y) = (rounded(x + radius * angle.sin()), rounded(y - radius * angle.cos()));
        // A write into memory does not fail.
        let _ = write!(path, "{}{x} {y}", if k == 0 { "M" } else { "L" });
    }
    path + "z"
}

/// Rounds to a tenth of a unit, the visible precision.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// The place of a tree.
pub(super) struct Panel {
    pub(super) left: f64,
    pub(super) width: f64,
    /// The height of the root.
    pub(super) top: f64,
    /// The distance from one depth to the next.
    pub(super) row: f64,
}

/// The greatest distance between neighbours.
const WIDEST_STEP: f64 = 58.0;

impl Panel {
    /// Draws a tree, in the middle.
    pub(super) fn draw(&self, layout: &Layout<'_>, alphabet: &Alphabet) -> Group {
        // The labels of the rightmost nodes must also fit in the panel.
        let labels = self.labels(layout, alphabet);
        let letters = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let width =
            self.width - if letters > 0 { LETTER * as_length(letters) + AROUND } else { 0.0 };
        let step = (width / layout.width()).min(WIDEST_STEP);
        let middle = f64::midpoint(layout.left, layout.right);
        let point = |place: &LaidNode<'_>| {
            let x = self.left + width / 2.0 + (place.x - middle) * step;
            (x, self.top + self.row * as_length(place.node.depth()))
        };
        let points: Vec<(f64, f64)> = layout.places.iter().map(point).collect();
        let size = (step.min(self.row) * 0.31).clamp(0.9, 5.0);
        let on_the_way = on_the_way(layout);
        let mut drawn = Group::new()
            .set("class", "tree")
            .add(
                self.edges(layout, &points, |k| !on_the_way[k])
                    .set("stroke", EDGE)
                    .set("stroke-width", rounded((size * 0.4).clamp(0.5, 1.2))),
            )
            .add(
                self.edges(layout, &points, |k| on_the_way[k])
                    .set("stroke", palette::hex(GREEN))
                    .set("stroke-width", 2),
            );
        for mark in Mark::ALL {
            let mut group = mark.group(size);
            for (place, &(x, y)) in layout.places.iter().zip(&points) {
                if Mark::of(place.node) == mark {
                    group = group.add(mark.draw(x, y, size, &tooltip(place.node, alphabet)));
                }
            }
            drawn = drawn.add(group);
        }
        drawn.add(self.write(&labels, layout, &points, size))
    }

    /// The lines from the parents to some of the places.
    fn edges(
        &self,
        layout: &Layout<'_>,
        points: &[(f64, f64)],
        is_shown: impl Fn(usize) -> bool,
    ) -> Path {
        let mut path = String::new();
        for (k, place) in layout.places.iter().enumerate() {
            let Some(parent) = place.parent.filter(|_| is_shown(k)) else { continue };
            let ((from, y), (to, _)) = (points[parent], points[k]);
            let (across, down) = (rounded(to - from), rounded(self.row));
            // Vertical at both ends, so that the edges of a node visibly belong to it.
            let half = rounded(down / 2.0);
            let _ = if across == 0.0 {
                write!(path, "M{} {}v{down}", rounded(from), rounded(y))
            } else {
                write!(
                    path,
                    "M{} {}c0 {half} {across} {half} {across} {down}",
                    rounded(from),
                    rounded(y)
                )
            };
        }
        Path::new().set("d", path).set("fill", "none")
    }

    /// The label of each place; empty for none.
    fn labels(&self, layout: &Layout<'_>, alphabet: &Alphabet) -> Vec<String> {
        let label_of = |place: &LaidNode<'_>| {
            let is_named = layout.places.len() <= LABELLED || place.node.missing().is_some();
            if is_named && self.row >= LABELLED_ROW {
                label(place.node, alphabet)
            } else {
                String::new()
            }
        };
        layout.places.iter().map(label_of).collect()
    }

    /// Writes the labels that fit at the right side of their nodes.
    fn write(
        &self,
        labels: &[String],
        layout: &Layout<'_>,
        points: &[(f64, f64)],
        size: f64,
    ) -> Group {
        // A white edge keeps lines out of the letters.
        let mut group = Group::new()
            .set("class", "labels")
            .set("font-size", 9)
            .set("fill", "#444444")
            .set("stroke", "white")
            .set("stroke-width", 2.5)
            .set("paint-order", "stroke");
        let mut rightmost_first: Vec<usize> = (0..points.len()).collect();
        rightmost_first.sort_by(|&one, &other| points[other].0.total_cmp(&points[one].0));
        let mut rows = vec![Vec::new(); 1 + layout.depth()];
        for k in rightmost_first {
            rows[layout.places[k].node.depth()].push(k);
        }
        for row in rows {
            // The right limit of a label.
            let mut free = self.left + self.width;
            for (nth, &k) in row.iter().enumerate() {
                let (node, label, (x, y)) = (layout.places[k].node, labels[k].as_str(), points[k]);
                let aside = size.max(if node.is_solution() { 9.0 } else { 2.0 }) + 3.0;
                let length = LETTER * as_length(label.chars().count());
                let text = Text::new(label).set("y", rounded(y + 3.0));
                let left_neighbour =
                    row.get(nth + 1).map_or(self.left, |&left| points[left].0 + size);
                let is_left = x + aside + length >= free;
                free = x - size - 2.0;
                if label.is_empty() {
                    continue;
                }
                if !is_left {
                    group = group.add(text.set("x", rounded(x + aside)));
                } else if node.missing().is_some() && x - aside - length > left_neighbour {
                    // A gap before the way to a solution has that way at its right side.
                    group = group.add(text.set("x", rounded(x - aside)).set("text-anchor", "end"));
                    free -= length + 3.0;
                }
            }
        }
        group
    }
}

/// For each place, whether a solution is there or below.
fn on_the_way(layout: &Layout<'_>) -> Vec<bool> {
    let mut is_on: Vec<bool> = layout.places.iter().map(|place| place.node.is_solution()).collect();
    for k in (0..is_on.len()).rev() {
        if let Some(parent) = layout.places[k].parent {
            is_on[parent] |= is_on[k];
        }
    }
    is_on
}

/// `r4c5=6`, or the number of nodes of a gap.
fn label(node: &TreeNode<'_>, alphabet: &Alphabet) -> String {
    match (node.missing(), node.by()) {
        (Some(missing), _) => format!("{} more", grouped(missing)),
        (None, Some(by)) => format!("{}={}", by.cell, alphabet.write(Some(by.digit))),
        (None, None) => String::new(),
    }
}

/// The full description of a node.
fn tooltip(node: &TreeNode<'_>, alphabet: &Alphabet) -> String {
    let mark = Mark::of(node);
    let what = match mark {
        Mark::Gap => {
            return format!("{} nodes that are not drawn", grouped(node.missing().unwrap_or(0)));
        }
        Mark::Several => format!("{} ways taken", node.children().count()),
        _ => mark.name().to_owned(),
    };
    let name = match node.by() {
        Some(_) => label(node, alphabet),
        None if node.depth() == 0 => "the puzzle".to_owned(),
        None => "many cells at once".to_owned(),
    };
    format!("{name}, depth {}: {what}", node.depth())
}

/// A count as a length in the picture.
#[allow(clippy::cast_precision_loss)] // the error is far below the picture's precision
pub(super) fn as_length(count: usize) -> f64 {
    count as f64
}
