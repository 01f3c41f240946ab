//! A step of a path as a picture: the grid with its pencil marks, and the net drawn over it.
//!
//! ```text
//!      +-----------+    ● 7    a candidate set by a branch, in the branch's colour, with its
//!      | 1 ②   3  |           iteration
//!      |   ╲      |    ──▶    from a premise to what it makes a single
//!      |     ▼    |    9̶      a candidate that is false
//!      | 4   ❺ 6  |    ▢      the cell or house that is contradicted
//!      +-----------+
//! ```
//!
//! The first branch is blue and its marks are round, the second is orange and its are square: the
//! shapes tell the branches apart without the colours. A candidate that both branches set is both,
//! one half each.

// A picture has few lines.
#![allow(clippy::cast_precision_loss)]

use svg::Document;
use svg::node::element::{Group, Line, Rectangle, Text};

use super::frame::{frame, paper};
use super::palette::{self, GREEN, INK};
use crate::logic::{Conclusion, Net, Path, Pencil, Step, Wording};
use crate::sudoku::{Alphabet, Cell, Digit};
use plan::{LEFT, Plan, SMALL};

pub(super) mod deduction;
pub(super) mod mark;
mod net;
mod plan;

/// Font families with plain digits.
const FONT: &str = "'DejaVu Sans', Verdana, Arial, sans-serif";

/// For fainter details than ink is for.
const FAINT: &str = "#666666";
/// The background of a clue.
const CLUE: &str = "#f0f0f0";
/// False candidates, and their background.
const FALSE: &str = "#b00020";
const FALSE_GROUND: &str = "#fbe3e6";

/// These colours by their names in a page, which can replace them in dark mode.
pub(super) const COLOURS: [(&str, &str); 5] = [
    (INK, "ink"),
    (FAINT, "faint"),
    (CLUE, "clue"),
    (FALSE, "false"),
    (FALSE_GROUND, "false-ground"),
];

/// The legend of all nets.
pub(super) const LEGEND: &str = "A small number is an iteration; \
    an arrow leads from a placement to what it makes a single. What is struck out in red is false.";

/// A step of a path, from 1, as SVG: the grid before it, its conclusions, and its description.
/// `None` if the path has no such step.
///
/// The grid has the symbols of `alphabet`, which must fit the shape of the path.
///
/// # Panics
/// As [`Path::replay`]; not if [`Path::check`] passes.
pub fn step(path: &Path, number: usize, alphabet: &Alphabet) -> Option<String> {
    let (before, step) = path.replay().nth(number.checked_sub(1)?)?;
    let painter = Painter { alphabet, start: &path.start };
    Some(painter.step(number, &before, step).to_string())
}

/// The end of a path, as SVG, with its description.
pub fn rest(path: &Path, alphabet: &Alphabet) -> String {
    Painter { alphabet, start: &path.start }.rest(path).to_string()
}

/// Draws the steps of a path.
pub(super) struct Painter<'a> {
    pub(super) alphabet: &'a Alphabet,
    /// The pencil marks at the start of the path, with the clues set.
    pub(super) start: &'a Pencil,
}

impl Painter<'_> {
    /// The picture of a step, by its number from 1, on the grid before it.
    fn step(&self, number: usize, before: &Pencil, step: &Step) -> Document {
        let plan = Plan::of(before.shape());
        let wording = Wording { alphabet: self.alphabet };
        let title = format!("Step {number}. {}", wording.heading(step, before));
        let (below, legend) = match step {
            Step::Singles(_) => {
                let singles = "What is green has been set; each is the only candidate of its cell, \
                               or has the only place in a house.";
                (vec![singles.to_owned()], String::new())
            }
            Step::Deduction(deduction) => (
                vec![deduction::description(before, deduction, wording)],
                deduction::legend(before, deduction).to_owned(),
            ),
            Step::Net(net, chain) => {
                let chain = chain.as_ref().map(|chain| chain.eureka(self.alphabet).to_string());
                (
                    chain.into_iter().chain([Self::description(wording, net)]).collect(),
                    net::legend(net, wording),
                )
            }
        };
        Self::page(&plan, &title, &below, &legend, self.layers(&plan, number, before, step))
    }

    /// The picture of the end.
    fn rest(&self, path: &Path) -> Document {
        let plan = Plan::of(path.rest.shape());
        let end = Wording { alphabet: self.alphabet }.end(path.end, &path.rest);
        Self::page(&plan, "The end", &[end], "", vec![self.grid(&plan, &path.rest, &|_| false)])
    }

    /// A step without its words, for a page that has them beside it.
    pub(super) fn drawing(&self, number: usize, before: &Pencil, step: &Step) -> Document {
        let plan = Plan::of(before.shape());
        Self::bare(&plan, self.layers(&plan, number, before, step))
    }

    /// The end, without words.
    pub(super) fn rest_drawing(&self, path: &Path) -> Document {
        let plan = Plan::of(path.rest.shape());
        Self::bare(&plan, vec![self.grid(&plan, &path.rest, &|_| false)])
    }

    /// The layers of a step's drawing.
    fn layers(&self, plan: &Plan, number: usize, before: &Pencil, step: &Step) -> Vec<Group> {
        match step {
            Step::Singles(singles) => {
                let mut after = before.clone();
                step.apply(&mut after);
                let new = |cell: Cell| singles.iter().any(|single| single.candidate.cell == cell);
                vec![self.grid(plan, &after, &new)]
            }
            Step::Deduction(deduction) => {
                let wording = Wording { alphabet: self.alphabet };
                vec![
                    deduction::ground(plan, before, deduction),
                    self.grid(plan, before, &|_| false),
                    deduction::draw(plan, number, before, deduction, wording),
                ]
            }
            Step::Net(net, _) => {
                let wording = Wording { alphabet: self.alphabet };
                vec![
                    self.grid(plan, before, &|_| false),
                    net::draw(plan, number, before, net, wording),
                ]
            }
        }
    }

    /// A net in a sentence.
    fn description(wording: Wording<'_>, net: &Net) -> String {
        let starts = net.branches.each_ref().map(|branch| {
            branch
                .first()
                .map(|start| wording.candidate(start.single.candidate))
                .unwrap_or_default()
        });
        match net.conclusion {
            Conclusion::Common(_) => {
                format!("Be it {} or {}, {}.", starts[0], starts[1], wording.conclusion(net))
            }
            Conclusion::Contradicted { branch, .. } => {
                let start = starts.get(branch).map_or("", String::as_str);
                format!("With {start}, {}.", wording.conclusion(net))
            }
        }
    }

    /// Drawings over each other, with the names of rows and columns, without anything around them.
    fn bare(plan: &Plan, layers: Vec<Group>) -> Document {
        let (left, top, width, height) = plan.bounds();
        let drawing =
            Document::new().set("viewBox", (left, top, width, height)).set("font-family", FONT);
        layers.into_iter().fold(drawing, Document::add)
    }

    /// A page with a title, drawings over each other, a text below, and a legend in a fainter ink.
    fn page(
        plan: &Plan,
        title: &str,
        below: &[String],
        legend: &str,
        layers: Vec<Group>,
    ) -> Document {
        let texts = below.iter().map(|text| (text.as_str(), INK)).chain([(legend, FAINT)]);
        let lines: Vec<(String, &str)> = texts
            .flat_map(|(text, ink)| {
                wrapped(text, plan.columns()).into_iter().map(move |line| (line, ink))
            })
            .filter(|(line, _)| !line.is_empty())
            .collect();
        let (width, height) = (plan.width(), plan.bottom() + 22.0 * lines.len() as f64 + 12.0);
        let mut page = frame(width, height)
            // A browser that opens the picture alone shows all of it.
            .set("style", "max-width: 100%; height: auto; max-height: 100vh")
            .set("font-family", FONT)
            .add(paper())
            .add(words_at(title, LEFT, 26.0, 16.0).set("font-weight", "bold").set("fill", INK));
        page = layers.into_iter().fold(page, Document::add);
        for (number, (line, ink)) in lines.iter().enumerate() {
            let y = plan.bottom() + 20.0 + 22.0 * number as f64;
            page = page.add(words_at(line, LEFT, y, 14.0).set("fill", *ink));
        }
        page
    }

    /// Lines, names of rows and columns, digits that are set and pencil marks.
    fn grid(&self, plan: &Plan, pencil: &Pencil, is_new: &dyn Fn(Cell) -> bool) -> Group {
        let (shape, mut group) = (pencil.shape(), Group::new());
        // What all marks have in common stands once.
        let mut marks = Group::new().set("font-size", SMALL).set("text-anchor", "middle");
        marks = marks.set("fill", FAINT);
        for index in 0..shape.cells() {
            let cell = shape.cell(index);
            let (x, y) = plan.corner(cell);
            if self.start.is_set(cell) {
                let (width, height) = plan.cell();
                let clue = Rectangle::new()
                    .set("x", x)
                    .set("y", y)
                    .set("width", width)
                    .set("height", height);
                group = group.add(clue.set("fill", CLUE));
            }
            if pencil.is_set(cell) {
                let digit =
                    pencil.only_digit(cell).map(|digit| self.symbol(digit)).unwrap_or_default();
                let (x, y) = plan.middle(cell);
                let colour = if is_new(cell) { palette::hex(GREEN) } else { INK.to_owned() };
                group = group.add(centred(&digit, x, y, plan.large()).set("fill", colour));
            } else {
                for digit in pencil.digits(cell) {
                    let (x, y) = plan.place(cell, digit);
                    let y = base_line(y, SMALL);
                    marks = marks.add(Text::new(self.symbol(digit)).set("x", x).set("y", y));
                }
            }
        }
        group.add(marks).add(Self::lines(plan)).add(Self::names(plan))
    }

    fn lines(plan: &Plan) -> Group {
        let mut group = Group::new().set("stroke", INK).set("stroke-linecap", "square");
        let size = plan.shape.size();
        for k in 0..=size {
            let is_thick = |every: usize| if k % every == 0 { 2.5 } else { 0.6 };
            let ((left, top), (right, bottom)) = (plan.point(0, 0), plan.point(size, size));
            let (x, y) = plan.point(k, k);
            let line = |from: (f64, f64), to: (f64, f64), width: f64| {
                let line =
                    Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1);
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

/// A text that begins at a point.
fn words_at(text: &str, x: f64, y: f64, size: f64) -> Text {
    Text::new(text).set("x", x).set("y", y).set("font-size", size)
}

/// A text around a point.
fn centred(text: &str, x: f64, y: f64, size: f64) -> Text {
    words_at(text, x, base_line(y, size), size).set("text-anchor", "middle")
}

/// The line on which digits around a height stand, to a tenth. They have no part below it, and are
/// some seven tenths of their size high.
fn base_line(y: f64, size: f64) -> f64 {
    ((y + 0.36 * size) * 10.0).round() / 10.0
}

/// A text in lines of at most `columns` characters, broken at blanks; a longer word has a line.
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
