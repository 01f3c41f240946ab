//! Two search trees side by side.
//!
//! ```text
//!      links and listed on one puzzle                  the question, and the difference in words
//!      8..........36......7..9.2...
//!        links                      listed
//!        1,234 nodes, proper        49,559 nodes, proper
//!      0 ─ o ──────────────────────── o ──────────     depth has one scale for both; across,
//!      1 ─/ \─────────────────────── /|\ ─────────     each tree has the room that it needs
//!        ...
//! ```

use svg::node::element::{Group, Line, Text, Title};

use super::frame::{frame, paper};
use crate::baseline::Baseline;
use crate::compare::tree::Tree;
use crate::compare::{ContestQuestion, Contestant, Turn};
use crate::excerpt::one_line;
use crate::numerals::{counted, grouped};
use crate::sudoku::{Alphabet, Grid};
use layout::Layout;
use panel::{Mark, Panel, as_length, rounded};

mod layout;
mod panel;

const WIDTH: f64 = 1200.0;
const MARGIN: f64 = 28.0;
/// The left of the panels, to the right of the depths, and the gap between them.
const AXIS: f64 = 58.0;
const BETWEEN: f64 = 36.0;
/// The roots stand below the headings.
const TOP: f64 = 184.0;
/// The greatest height of the trees; below, the least and greatest of one depth.
const HEIGHT: f64 = 900.0;
const ROW: (f64, f64) = (2.6, 34.0);
/// The least part of the width for a tree, since it has a heading.
const LEAST_PART: f64 = 0.34;
const LONGEST_PUZZLE: usize = 130;

const TEXT: &str = "#222222";
const FAINT: &str = "#66707a";
const GRID: &str = "#eef1f4";

/// A recorded search tree, and its engine's turn without recording.
#[derive(Debug)]
pub struct TimedTree<'a> {
    /// The engine.
    pub engine: Contestant,
    /// Its tree.
    pub tree: Tree<'a>,
    /// Its turn without recording, which would take longer.
    pub turn: Turn,
}

/// The puzzle of search trees.
#[derive(Clone, Copy, Debug)]
pub struct TreesSubject<'s> {
    /// The origin of the puzzle: a file, a line and a column, or a name.
    pub place: &'s str,
    /// The puzzle.
    pub grid: &'s Grid,
    /// The symbols of its digits.
    pub alphabet: &'s Alphabet,
    /// The question to the engines.
    pub question: ContestQuestion,
}

/// The search trees of two engines on one puzzle, side by side, as SVG.
///
/// ```
/// use tourdion::compare::tree::{self, TreeNodes};
/// use tourdion::compare::{Contest, ContestQuestion, Contestant, Rules};
/// use tourdion::draw::{self, TimedTree, TreesSubject};
/// use tourdion::sudoku::{Alphabet, Grid};
/// use tourdion::watch::Patient;
///
/// let puzzle: Grid = "1....2..3......4".parse()?;
/// let engines = ["links".parse::<Contestant>()?, "listed".parse()?];
/// let rules = Rules::default();
/// let mut contest = Contest::new(engines.to_vec(), puzzle.shape(), rules)?;
/// let outcome = contest.run(&[&puzzle], None, &mut Patient);
/// let nodes = TreeNodes::default();
/// let timed = |k: usize| -> Result<TimedTree<'_>, Box<dyn std::error::Error>> {
///     let engine = engines[k];
///     let tree = tree::record(&nodes, engine, &puzzle, rules, 1_000, &mut Patient)?;
///     Ok(TimedTree { engine, tree, turn: outcome.turns[0][k].ok_or("it was not asked")? })
/// };
/// let subject = TreesSubject {
///     place: "small.txt:1:1",
///     grid: &puzzle,
///     alphabet: &Alphabet::usual(puzzle.shape()),
///     question: ContestQuestion::Verdict,
/// };
/// let picture = draw::trees(&subject, &[timed(0)?, timed(1)?]);
/// assert!(picture.starts_with("<svg"));
/// assert!(picture.contains("The search trees of links and listed"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trees(subject: &TreesSubject<'_>, trees: &[TimedTree<'_>; 2]) -> String {
    let layouts = trees.each_ref().map(|timed| Layout::new(timed.tree.root));
    let depth = layouts.iter().map(Layout::depth).max().unwrap_or(0);
    let row = (HEIGHT / as_length(depth.max(1))).clamp(ROW.0, ROW.1);
    let bottom = TOP + row * as_length(depth);
    let height = bottom + 84.0;
    let panels = panels(&layouts, row);
    let title = format!("The search trees of {} and {}", trees[0].engine, trees[1].engine);
    let mut document = frame(rounded(WIDTH), rounded(height))
        .set("font-family", "sans-serif")
        .set("fill", TEXT)
        .add(Title::new(title.as_str()))
        .add(paper())
        .add(text(MARGIN, 40.0, 22, &title).set("font-weight", "bold"))
        .add(text(MARGIN, 62.0, 13, &of_which_puzzle(subject)).set("fill", FAINT))
        .add(text(MARGIN, 88.0, 16, &difference(trees)))
        .add(depths(depth, row));
    for ((timed, layout), panel) in trees.iter().zip(&layouts).zip(&panels) {
        let heading = heading(timed, subject.question, layout, panel);
        document = document.add(heading).add(panel.draw(layout, subject.alphabet));
    }
    format!("{}\n", document.add(legend(bottom + 58.0)))
}

/// The places of the trees: the wider one gets more of the width.
fn panels(layouts: &[Layout<'_>; 2], row: f64) -> [Panel; 2] {
    let room = WIDTH - MARGIN - AXIS - BETWEEN;
    let [first, second] = layouts.each_ref().map(Layout::width);
    let part = (first / (first + second)).clamp(LEAST_PART, 1.0 - LEAST_PART);
    let [first, second] = [room * part, room * (1.0 - part)];
    [(AXIS, first), (AXIS + first + BETWEEN, second)].map(|(left, width)| Panel {
        left,
        width,
        top: TOP,
        row,
    })
}

fn text(x: f64, y: f64, size: u32, content: &str) -> Text {
    // A file's name may have characters that XML may not.
    Text::new(one_line(content)).set("x", rounded(x)).set("y", rounded(y)).set("font-size", size)
}

/// The origin of the puzzle, and its line if short enough.
fn of_which_puzzle(TreesSubject { place, grid, alphabet, .. }: &TreesSubject<'_>) -> String {
    let line = grid.line(alphabet).to_string();
    if line.chars().count() <= LONGEST_PUZZLE {
        format!("{place}: {line}")
    } else {
        format!("{place}: boxes of {}, {} clues", grid.shape(), grid.clue_count())
    }
}

/// The ratio of the numbers of nodes, if known.
fn difference(trees: &[TimedTree<'_>; 2]) -> String {
    let [first, second] = trees;
    let is_first_more = first.tree.effort.nodes > second.tree.effort.nodes;
    let (few, many) = if is_first_more { (second, first) } else { (first, second) };
    let [least, most] = [few, many].map(|timed| timed.tree.effort.nodes);
    if few.tree.kind.is_none() || least == 0 {
        return String::new();
    }
    let times = if most >= 10 * least {
        grouped(most / least)
    } else {
        format!("{}.{}", most / least, most * 10 / least % 10)
    };
    let (few, many, least) =
        (few.engine, many.engine, if many.tree.kind.is_none() { "at least " } else { "" });
    match times.as_str() {
        "1.0" if least.is_empty() => format!("{few} and {many} come to about as many nodes."),
        _ => format!("{many} comes to {least}{times} times as many nodes as {few}."),
    }
}

/// The heading of a tree: its engine, the engine's rule, and the numbers of nodes, in all and
/// drawn.
fn heading(
    TimedTree { engine, tree, turn }: &TimedTree<'_>,
    question: ContestQuestion,
    layout: &Layout<'_>,
    panel: &Panel,
) -> Group {
    let nodes = tree.effort.nodes;
    let drawn = layout.places.iter().filter(|place| place.node.missing().is_none()).count() as u64;
    let (time, said) = (turn.bounded(), turn.said(question));
    let what = match (nodes, &tree.kind) {
        (0, _) => format!("two clues clash: no search; {said}; {time}"),
        (_, None) => format!("more than {} nodes: the budget was spent", grouped(nodes)),
        _ => format!("{}; {said}; {time}", counted(nodes, "node")),
    };
    let x = panel.left;
    let mut heading = Group::new()
        .add(text(x, 122.0, 18, engine.name()).set("font-weight", "bold"))
        .add(
            text(x + 11.5 * as_length(engine.name().len()) + 10.0, 122.0, 12, rule(*engine))
                .set("fill", FAINT),
        )
        .add(text(x, 141.0, 13, &what));
    if drawn < nodes {
        let has_solution = layout.places.iter().any(|place| place.node.is_solution());
        let which =
            if has_solution { "the first, and the ways to solutions" } else { "the first ones" };
        let some = format!("{} of them are drawn: {which}", grouped(drawn));
        heading = heading
            .add(text(x, 159.0, 12, &some).set("fill", "#a04600").set("font-style", "italic"));
    }
    heading
}

/// The branching rule of an engine.
const fn rule(engine: Contestant) -> &'static str {
    match engine {
        Contestant::Lockstep => "nine boxes at once",
        Contestant::Links => "covers the item with the fewest options",
        Contestant::Plain(Baseline::Listed) => "fills the cells in reading order",
        Contestant::Plain(Baseline::Sorted) => {
            "fills the cells in an order decided once, tight ones first"
        }
        Contestant::Plain(Baseline::Fewest) => "fills the cell that the fewest digits fit",
        Contestant::Plain(Baseline::Norvig) => {
            "propagates, then fills a cell with the fewest digits"
        }
        Contestant::Plain(Baseline::Pick) => {
            "singles, then one of the cells with the fewest digits"
        }
        Contestant::Plain(Baseline::PickMore) => {
            "singles, then a cell with the fewest digits or one more"
        }
        Contestant::Plain(Baseline::Permute) => "tries all permutations of a box",
        Contestant::Plain(Baseline::Mended) => "tries the permutations of a box that can work",
    }
}

/// Faint lines through both trees at some depths, with their numbers.
fn depths(deepest: usize, row: f64) -> Group {
    let step = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|&step| row * as_length(step) >= 24.0)
        .unwrap_or(200);
    let mut group = Group::new().set("font-size", 10).set("text-anchor", "end").set("fill", FAINT);
    for depth in (0..=deepest).step_by(step) {
        let y = TOP + row * as_length(depth);
        let line =
            Line::new().set("x1", AXIS - 12.0).set("x2", WIDTH - MARGIN).set("y1", rounded(y));
        group = group
            .add(line.set("y2", rounded(y)).set("stroke", GRID))
            .add(Text::new(depth.to_string()).set("x", AXIS - 17.0).set("y", rounded(y + 3.5)));
    }
    let caption = Text::new("depth").set("x", AXIS - 17.0).set("y", TOP - 14.0);
    group.add(caption)
}

/// The legend of the marks.
fn legend(y: f64) -> Group {
    let mut group = Group::new().set("class", "legend");
    let mut x = AXIS;
    for mark in [Mark::Several, Mark::One, Mark::DeadEnd, Mark::Solution, Mark::Gap] {
        let size = 5.0;
        group = group
            .add(mark.group(size).set("class", "sample").add(mark.draw(x, y, size, mark.name())))
            .add(text(x + 15.0, y + 4.5, 13, mark.name()));
        x += 48.0 + 7.2 * as_length(mark.name().len());
    }
    let note = "Depth: choices so far. Each mark has its name where the pointer is.";
    group.add(text(WIDTH - MARGIN, y + 4.5, 12, note).set("fill", FAINT).set("text-anchor", "end"))
}
