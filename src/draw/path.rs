//! A page to step through a path: one text, without files or network.
//!
//! ```text
//!      the puzzle             ◀ 2 of 7 ▶         wide: all of a step is seen at once
//!      1. 3 singles │ +-----------+  Chain: ...
//!      2. chain     │ | picture   |  what is said
//!      3. net       │ +-----------+  of the step
//!
//!      ◀ 2 of 7 ▶                                narrow: one below the other,
//!      ▸ All steps                               and the list of steps is folded
//!      Chain: ...
//!      +-----------+
//!      | picture   |
//!      +-----------+
//!      what is said
//! ```
//!
//! `page.html#s2` is step 2, and stepping changes the address. Without scripts, and on paper, all
//! steps are listed below each other.

use std::fmt::Write;

use super::html::escaped;
use super::palette::{BLUE, VERMILION, hex};
use super::step::{COLOURS, LEGEND, Painter, deduction, mark};
use crate::logic::technique::{Board, Deduction};
use crate::logic::{Chain, Conclusion, Net, Node, Path, Pencil, Single, Step, Strand, Wording};
use crate::numerals::counted;
use crate::sudoku::Alphabet;

const STYLE: &str = include_str!("path.css");
const SCRIPT: &str = include_str!("path.js");

/// More placements than this are written small, to be visible at once.
const MANY: usize = 24;
/// The most bytes of a description that has room beside its picture on paper.
const LONG: usize = 3_000;

/// A path as an HTML page to step through: each step has its picture and its words.
///
/// `name` is the page's title, such as the name of the puzzle's file; without one it is the puzzle.
/// The page has a script and a style of its own, and loads nothing else.
///
/// ```
/// use tourdion::draw;
/// use tourdion::logic::{NetFinder, Path, Pencil, Strategy};
/// use tourdion::sudoku::{Alphabet, Grid};
///
/// let puzzle: Grid = "1....2..3......4".parse()?;
/// let finder = NetFinder::new(puzzle.shape());
/// let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
/// let page = draw::path(&path, Some("<small>"), &Alphabet::usual(puzzle.shape()));
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// assert!(page.contains("<title>&lt;small&gt;: step by step</title>"));
/// # Ok::<(), tourdion::sudoku::GridError>(())
/// ```
///
/// # Panics
/// As [`Path::replay`]; not if [`Path::check`] passes.
pub fn path(path: &Path, name: Option<&str>, alphabet: &Alphabet) -> String {
    let (wording, painter) = (Wording { alphabet }, Painter { alphabet, start: &path.start });
    let (mut index, mut sections) = (String::new(), String::new());
    for (number, (before, step)) in path.replay().enumerate() {
        let number = number + 1;
        // Writes into memory do not fail.
        let _ = writeln!(index, "<li><a href=\"#s{number}\">{number}. {}</a></li>", kind(step));
        let heading = format!("{number}. {}", wording.heading(step, &before));
        let drawing = painter.drawing(number, &before, step);
        let description = description(&before, step, wording);
        let section = Section {
            id: &format!("s{number}"),
            heading: &heading,
            drawing,
            placements: placements(step),
            description: &description,
        };
        section.write(&mut sections);
    }
    index.push_str("<li><a href=\"#end\">The end</a></li>\n");
    let end =
        format!("<p class=\"conclusion\">{}</p>\n", sentence(&wording.end(path.end, &path.rest)));
    let section = Section {
        id: "end",
        heading: "The end",
        drawing: painter.rest_drawing(path),
        placements: 0,
        description: &end,
    };
    section.write(&mut sections);
    let puzzle = escaped(&path.start.grid().line(alphabet).to_string());
    let name = name.map_or_else(|| format!("Puzzle {puzzle}"), escaped);
    let colours = colours();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}: step by step</title>\n<style>\n{colours}{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1 title=\"{name}\">{name}</h1>\n<nav id=\"turn\" aria-label=\"Turn\">\n\
         <a id=\"back\" rel=\"prev\" href=\"#s1\" aria-label=\"The step before\" \
         title=\"arrow left\">◀</a>\n\
         <p id=\"where\" role=\"status\"></p>\n\
         <a id=\"on\" rel=\"next\" href=\"#s1\" aria-label=\"The next step\" \
         title=\"arrow right\">▶</a>\n</nav>\n</header>\n\
         <nav id=\"steps\" aria-label=\"All steps\">\n\
         <details open>\n<summary>All steps</summary>\n\
         <ol>\n{index}</ol>\n</details>\n</nav>\n<main>\n{sections}</main>\n\
         <footer>\n<p>The puzzle: {puzzle}</p>\n\
         <noscript><p>Scripts don't run here, \
         and so all steps stand below each other.</p></noscript>\n\
         </footer>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
    )
}

/// The colours common to pages and pictures, and the page's replacements in dark mode.
fn colours() -> String {
    let (blue, vermilion) = (hex(BLUE), hex(VERMILION));
    let mut css = format!(
        ":root {{ --blue: {blue}; --vermilion: {vermilion}; }}\n\
         svg [stroke='{blue}'] {{ stroke: var(--blue-line); }} \
         svg text[fill='{blue}'] {{ fill: var(--blue-line); }}\n\
         svg [stroke='white'] {{ stroke: var(--ground); }}\n"
    );
    for (colour, name) in COLOURS {
        // A write into memory does not fail.
        let _ = writeln!(
            css,
            "svg [fill='{colour}'] {{ fill: var(--{name}); }} \
             svg [stroke='{colour}'] {{ stroke: var(--{name}); }}"
        );
    }
    css
}

/// A step in the list of all.
fn kind(step: &Step) -> String {
    match step {
        Step::Singles(singles) => counted(singles.len(), "single"),
        Step::Deduction(deduction) => deduction.technique.to_string(),
        Step::Net(net, Some(_)) => format!("chain of {}", net.length()),
        Step::Net(net, None) => format!("net of {}", net.length()),
    }
}

fn placements(step: &Step) -> usize {
    match step {
        Step::Singles(singles) => singles.len(),
        Step::Deduction(deduction) => deduction.size(),
        Step::Net(net, _) => net.length(),
    }
}

/// A step, or the end, of the page.
struct Section<'s> {
    id: &'s str,
    heading: &'s str,
    drawing: svg::Document,
    /// How much the description lists.
    placements: usize,
    /// HTML.
    description: &'s str,
}

impl Section<'_> {
    fn write(self, page: &mut String) {
        let Section { id, heading, drawing, placements, description } = self;
        // Attributes of a drawing are escaped when written.
        let label = format!("The grid of: {heading}");
        let drawing = drawing.set("role", "img").set("aria-label", label);
        let heading = escaped(heading);
        let class = if placements > MANY { "description many" } else { "description" };
        let length = if description.len() > LONG { " class=\"long\"" } else { "" };
        // A write into memory does not fail.
        let _ = writeln!(
            page,
            "<section id=\"{id}\"{length}>\n<h2>{heading}</h2>\n{drawing}\n\
             <div class=\"{class}\">\n{description}</div>\n</section>"
        );
    }
}

/// The description of a step.
fn description(before: &Pencil, step: &Step, wording: Wording<'_>) -> String {
    match step {
        Step::Deduction(of) => technique(before, of, wording),
        Step::Singles(made) => singles(made, wording),
        Step::Net(net, chain) => branches(net, chain.as_ref(), wording),
    }
}

fn singles(singles: &[Single], wording: Wording<'_>) -> String {
    let mut html = "<ul>\n".to_owned();
    for single in singles {
        let candidate = escaped(&wording.candidate(single.candidate));
        let house =
            single.house.map(|house| format!(" <small>({house})</small>")).unwrap_or_default();
        let _ = writeln!(html, "<li>{candidate}{house}</li>");
    }
    html.push_str(
        "</ul>\n<p class=\"legend\">What is green is set. Each is the only candidate of its cell; \
         or, ",
    );
    html.push_str("where a house is named, has the only place there.</p>\n");
    html
}

fn technique(before: &Pencil, of: &Deduction, wording: Wording<'_>) -> String {
    let (mut html, words) = (String::new(), deduction::description(before, of, wording));
    let combinations = Board::of_pencil(before).map(|board| wording.combinations(of, &board));
    for candidate in combinations.iter().flatten() {
        assumed(&mut html, ["branch", "", ""], candidate);
    }
    let strands = wording.strands(of);
    for (case, strand) in strands.iter().enumerate() {
        let (style, letter) = match strands.len() {
            1 => Default::default(),
            _ => (
                format!(" style=\"--case: {}\"", mark::colour(case)),
                format!("{}. ", deduction::letter(case)),
            ),
        };
        // Marks of the first are round, of the others square.
        let class = if case == 0 { "branch" } else { "branch other" };
        assumed(&mut html, [class, &style, &letter], strand);
    }
    let end = if strands.is_empty() { escaped(&words) } else { sentence(&wording.strands_end(of)) };
    let _ = writeln!(html, "<p class=\"conclusion\">{end}</p>");
    let legend = escaped(deduction::legend(before, of));
    let _ = writeln!(html, "<p class=\"legend\">{legend}</p>");
    html
}

/// What is assumed, and below it what follows.
fn assumed(html: &mut String, [class, style, letter]: [&str; 3], strand: &Strand) {
    let _ = writeln!(html, "<div class=\"{class}\"{style}>");
    let _ = writeln!(html, "<h3>{letter}If {}</h3>\n<ol>", escaped(&strand.start));
    for entry in &strand.entries {
        let _ = writeln!(html, "<li>{}</li>", escaped(entry));
    }
    html.push_str("</ol>\n</div>\n");
}

fn branches(net: &Net, chain: Option<&Chain>, wording: Wording<'_>) -> String {
    let mut html = String::new();
    if let Some(chain) = chain {
        let chain = escaped(&chain.eureka(wording.alphabet).to_string());
        let _ = writeln!(html, "<p class=\"chain\">{chain}</p>");
    }
    for (number, branch) in net.branches.iter().enumerate() {
        let Some((start, rest)) = branch.split_first() else { continue };
        let is_sound =
            matches!(net.conclusion, Conclusion::Contradicted { branch, .. } if branch != number);
        if is_sound {
            continue;
        }
        let class = ["branch", "branch other"][number];
        let start = escaped(&wording.candidate(start.single.candidate));
        let _ = writeln!(html, "<div class=\"{class}\">\n<h3>If {start}</h3>");
        iterations(&mut html, rest, wording);
        html.push_str("</div>\n");
    }
    let conclusion = sentence(&wording.conclusion(net));
    let _ = writeln!(
        html,
        "<p class=\"conclusion\">{conclusion}</p>\n<p class=\"legend\">{LEGEND}</p>"
    );
    html
}

/// The placements of a branch, iteration by iteration.
fn iterations(html: &mut String, rest: &[Node], wording: Wording<'_>) {
    if rest.is_empty() {
        return;
    }
    html.push_str("<ol>\n");
    for iteration in rest.chunk_by(|one, other| one.iteration == other.iteration) {
        let made: Vec<String> = iteration.iter().map(|node| wording.single(node.single)).collect();
        let number = iteration[0].iteration;
        let _ = writeln!(html, "<li value=\"{number}\">{}</li>", escaped(&made.join(", ")));
    }
    html.push_str("</ol>\n");
}

/// A text as a sentence, in HTML.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    escaped(&format!("{first}{}.", letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Ladder, NetFinder, Strategy};
    use crate::sudoku::Shape;

    #[test]
    fn symbols_are_escaped_once() {
        let puzzle =
            "8.........9...4.6.......52..79........2.8..15...61...96.1..28..2...6...7...5.....";
        let finder = NetFinder::new(Shape::CLASSIC);
        let start = Pencil::of(&puzzle.parse().unwrap());
        let strategy = Strategy { ladder: Ladder::nets(), ..Strategy::default() };
        let found = Path::find(&start, &strategy, &finder);
        let page = path(&found, None, &Alphabet::new("<2&456789").unwrap());
        assert!(page.contains("<h2>21. Net: r1c4 is &lt; or &amp;</h2>"));
        assert!(page.contains("aria-label=\"The grid of: 21. Net: r1c4 is &lt; or &amp;\""));
        assert!(!page.contains("&amp;lt;") && !page.contains("&amp;amp;"));
    }

    #[test]
    fn combinations_stand_above_the_conclusion() {
        let puzzle =
            "....56.8...67...237.....4.5.1.93....3.......7.4..7......23.........91.5..3..65...";
        let finder = NetFinder::new(Shape::CLASSIC);
        let start = Pencil::of(&puzzle.parse().unwrap());
        let found = Path::find(&start, &Strategy::default(), &finder);
        let page = path(&found, None, &Alphabet::usual(Shape::CLASSIC));
        let steps = [
            "<h3>If r2c1=8</h3>",
            "<li>r7c2&lt;&gt;5 (r2c2 is 5 or 8)</li>",
            "<p class=\"conclusion\">what r2c1,r7c2 leave to r2c2,r3c2,r8c1 =&gt; r2c1",
        ];
        let places = steps.map(|step| page.find(step));
        assert!(places.is_sorted() && places[0].is_some(), "{places:?}");
    }
}
