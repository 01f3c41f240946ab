//! A step as a picture: the grid with its pencil marks, and the net drawn over it.
//!
//! ```text
//!      +-----------+        ● 7      a candidate that a branch sets, in the branch's colour, with its iteration
//!      | 1 ②   3  |        ──▶      from a premise to what it makes a single
//!      |   ╲      |        9̶        a candidate that is false
//!      |     ▼    |        ▢        the cell or house that is contradicted
//!      | 4   ❺ 6  |
//!      +-----------+
//! ```
//!
//! The first branch is blue and its circles are round, the second is orange and its are square: whoever can't tell the
//! colours apart can tell the shapes. A candidate that both branches set is both, one half each.

// A picture has few lines.
#![allow(clippy::cast_precision_loss)]

use svg::Document;
use svg::node::element::{Group, Line, Rectangle, Text};
use tourdion::logic::{Net, Path, Pencil, Step};
use tourdion::sudoku::{Alphabet, Cell, Digit};

use super::words::Words;
use crate::cli::palette::{self, GREEN};
use plan::{LEFT, Plan, SMALL};

mod net;
mod plan;

/// What is not said by a colour, and what is there to be looked up.
const INK: &str = "#222222";
const FAINT: &str = "#777777";

/// Draws the steps of a path.
pub(super) struct Painter<'a> {
    pub(super) alphabet: &'a Alphabet,
    /// The pencil marks that the path begins with, in which the clues are set.
    pub(super) start: &'a Pencil,
}

impl Painter<'_> {
    /// The picture of a step, number `number` from 1, on the grid before it.
    pub(super) fn step(&self, number: usize, before: &Pencil, step: &Step<'_>) -> Document {
        let plan = Plan::of(before.shape());
        let words = Words { alphabet: self.alphabet };
        match step {
            Step::Singles(singles) => {
                let mut after = before.clone();
                step.apply(&mut after);
                let title = format!("Step {number}: {} single{}", singles.len(), plural(singles.len()));
                let below = vec!["What is green has been set; each is the only candidate of its cell, or has the only place in a house.".to_owned()];
                let new = |cell: Cell| singles.iter().any(|single| single.candidate.cell == cell);
                Self::page(&plan, &title, &below, "", [self.grid(&plan, &after, &new)])
            }
            Step::Net(net, chain) => {
                let kind = if chain.is_some() { "chain" } else { "net" };
                let title = format!("Step {number}: {kind}, {}", words.pair(net.pair, before));
                let mut below = Vec::new();
                if let Some(chain) = chain {
                    below.push(chain.eureka(self.alphabet).to_string());
                }
                below.push(Self::told(words, net));
                let grid = self.grid(&plan, before, &|_| false);
                let legend = net::legend(net, words);
                Self::page(
                    &plan,
                    &title,
                    &below,
                    &legend,
                    [grid, net::draw(&plan, number, before, net, words)],
                )
            }
        }
    }

    /// The picture of what is left in the end.
    pub(super) fn end(&self, path: &Path<'_>) -> Document {
        let plan = Plan::of(path.rest.shape());
        let end = Words { alphabet: self.alphabet }.end(path.end, &path.rest);
        Self::page(&plan, "The end", &[end], "", [self.grid(&plan, &path.rest, &|_| false)])
    }

    /// What a net says, in a sentence.
    fn told(words: Words<'_>, net: &Net<'_>) -> String {
        let starts = net.branches.each_ref().map(|branch| {
            branch.first().map(|start| words.candidate(start.single.candidate)).unwrap_or_default()
        });
        match net.conclusion {
            tourdion::logic::Conclusion::Common(_) => {
                format!("Be it {} or {}, {}.", starts[0], starts[1], words.conclusion(net))
            }
            tourdion::logic::Conclusion::Contradicted { branch, .. } => {
                format!("With {}, {}.", starts[branch], words.conclusion(net))
            }
        }
    }

    /// A page with a title, drawings over each other, a text below, and a legend in a fainter ink.
    fn page<const N: usize>(
        plan: &Plan,
        title: &str,
        below: &[String],
        legend: &str,
        layers: [Group; N],
    ) -> Document {
        let told = below.iter().map(|text| (text.as_str(), INK)).chain([(legend, FAINT)]);
        let lines: Vec<(String, &str)> = told
            .flat_map(|(text, ink)| wrapped(text, plan.columns()).into_iter().map(move |line| (line, ink)))
            .filter(|(line, _)| !line.is_empty())
            .collect();
        let (width, height) = (plan.width(), plan.bottom() + 22.0 * lines.len() as f64 + 12.0);
        let font = "'DejaVu Sans', Verdana, Arial, sans-serif";
        let mut page = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("font-family", font)
            .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
            .add(words_at(title, LEFT, 26.0, 16.0).set("font-weight", "bold").set("fill", INK));
        for layer in layers {
            page = page.add(layer);
        }
        for (number, (line, ink)) in lines.iter().enumerate() {
            let y = plan.bottom() + 20.0 + 22.0 * number as f64;
            page = page.add(words_at(line, LEFT, y, 14.0).set("fill", *ink));
        }
        page
    }

    /// Lines, names of rows and columns, digits that are set and pencil marks.
    fn grid(&self, plan: &Plan, pencil: &Pencil, is_new: &dyn Fn(Cell) -> bool) -> Group {
        let (shape, mut group) = (pencil.shape(), Group::new());
        for index in 0..shape.cells() {
            let cell = shape.cell(index);
            let (x, y) = plan.corner(cell);
            if self.start.is_set(cell) {
                let (width, height) = plan.cell();
                let clue = Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height);
                group = group.add(clue.set("fill", "#f0f0f0"));
            }
            if pencil.is_set(cell) {
                let digit = pencil.only_digit(cell).map(|digit| self.symbol(digit)).unwrap_or_default();
                let (x, y) = plan.middle(cell);
                let colour = if is_new(cell) { palette::hex(GREEN) } else { INK.to_owned() };
                group = group.add(centred(&digit, x, y, plan.large()).set("fill", colour));
            } else {
                for digit in pencil.digits(cell) {
                    let (x, y) = plan.place(cell, digit);
                    group = group.add(centred(&self.symbol(digit), x, y, SMALL).set("fill", FAINT));
                }
            }
        }
        group.add(Self::lines(plan)).add(Self::names(plan))
    }

    fn lines(plan: &Plan) -> Group {
        let mut group = Group::new().set("stroke", INK).set("stroke-linecap", "square");
        let size = plan.shape.size();
        for k in 0..=size {
            let is_thick = |every: usize| if k % every == 0 { 2.5 } else { 0.6 };
            let ((left, top), (right, bottom)) = (plan.point(0, 0), plan.point(size, size));
            let (x, y) = plan.point(k, k);
            let line = |from: (f64, f64), to: (f64, f64), width: f64| {
                let line = Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1);
                line.set("stroke-width", width)
            };
            group = group.add(line((left, y), (right, y), is_thick(plan.shape.box_rows())));
            group = group.add(line((x, top), (x, bottom), is_thick(plan.shape.box_columns())));
        }
        group
    }

    fn names(plan: &Plan) -> Group {
        let mut group = Group::new().set("fill", FAINT);
        let (width, height) = plan.cell();
        for k in 0..plan.shape.size() {
            let (x, y) = plan.point(k, k);
            let (left, top) = plan.point(0, 0);
            group = group.add(centred(&format!("c{}", k + 1), x + width / 2.0, top - 11.0, 12.0));
            group = group.add(centred(&format!("r{}", k + 1), left - 16.0, y + height / 2.0, 12.0));
        }
        group
    }

    fn symbol(&self, digit: Digit) -> String {
        self.alphabet.write(Some(digit)).to_string()
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A text that begins at a point.
fn words_at(text: &str, x: f64, y: f64, size: f64) -> Text {
    Text::new(text).set("x", x).set("y", y).set("font-size", size)
}

/// A text around a point. Digits have no part below their line, and are some seven tenths of their size high.
fn centred(text: &str, x: f64, y: f64, size: f64) -> Text {
    words_at(text, x, y + 0.36 * size, size).set("text-anchor", "middle")
}

/// A text in lines of so many characters, broken at blanks.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > columns {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
