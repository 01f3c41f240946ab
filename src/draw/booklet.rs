//! A booklet to print: puzzles, some on each page, and their solutions at the end.
//!
//! ```text
//!      1 Easter Monster   2               Solutions
//!      +--------+         +--------+      1 +---+  2 +---+  3 +---+
//!      |        |         |        |        |   |    |   |    |   |
//!      +--------+         +--------+        +---+    +---+    +---+
//!      3                  4               4 +---+
//!      +--------+         +--------+        |   |
//!      |        |         |        |        +---+
//!      +--------+         +--------+
//! ```
//!
//! On paper a grid has a size in millimetres, the largest with which all grids of a page fit both
//! A4 and letter within margins of 15 mm. On a screen the page is as wide as its window, and
//! without gaps between the sheets of paper.
//!
//! Deliberately lacking: pencil marks, and grids of different shapes in one booklet.

use std::fmt::Write;
use std::iter;

use super::html::escaped;
use super::palette::INK;
use crate::excerpt::one_line;
use crate::sudoku::{Alphabet, Cell, Grid, Shape, Solution};

const STYLE: &str = include_str!("booklet.css");

/// What is printable of both A4 and letter, in millimetres, and the gaps between grids.
const WIDTH: f64 = 180.0;
const HEIGHT: f64 = 246.0;
const BESIDE: f64 = 8.0;
const BELOW: f64 = 6.0;
/// More columns would have no room but for the gaps.
const MOST_COLUMNS: usize = 22;
/// The line above each grid, and the heading above solutions with its gap.
const CAPTION: f64 = 6.0;
const HEADING: f64 = 14.0;
/// The largest side of a grid up to 9×9. A larger one may be as wide as the page.
const LARGEST: f64 = 140.0;

/// The numbers of solutions on a page, of which the first is taken whose cells are legible.
const SOLUTIONS: [usize; 5] = [12, 6, 4, 2, 1];

/// The least side of a cell that is legible.
const LEGIBLE: f64 = 5.0;

/// The background of a clue in a solution.
const CLUE: &str = "#eaeaea";

/// A puzzle of a [`booklet`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookletPuzzle {
    /// What stands beside its number; may be empty.
    pub name: String,
    /// Its clues.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: Solution,
}

/// Puzzles as an HTML page to print, `per_page` of them on each sheet of paper and numbered from 1,
/// and their solutions on the last ones, with the clues shaded.
///
/// `name` is the page's title. Grids have the symbols of `alphabet`, which must fit their shape.
///
/// ```
/// use tourdion::draw::{BookletPuzzle, booklet};
/// use tourdion::sudoku::{Alphabet, Grid};
/// use tourdion::verify;
///
/// let puzzle: Grid = "1....2..3......4".parse()?;
/// let solution = verify::solve(&puzzle).ok_or("there is none")?;
/// let alphabet = Alphabet::usual(puzzle.shape());
/// let puzzle = BookletPuzzle { name: "a small one".to_owned(), puzzle, solution };
/// let page = booklet(&[puzzle], "small", 6, &alphabet);
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<b>1</b>a small one</h2>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn booklet(
    puzzles: &[BookletPuzzle],
    name: &str,
    per_page: usize,
    alphabet: &Alphabet,
) -> String {
    booklet_sheets(puzzles, name, per_page, alphabet).collect()
}

/// The text of a [`booklet`] sheet by sheet, between its beginning and its end: so a large one can
/// be left.
pub fn booklet_sheets(
    puzzles: &[BookletPuzzle],
    name: &str,
    per_page: usize,
    alphabet: &Alphabet,
) -> impl Iterator<Item = String> {
    let per_page = per_page.max(1);
    let pages = puzzles.chunks(per_page).zip((1..).step_by(per_page));
    let pages = pages.map(move |(puzzles, first)| sheet(puzzles, first, per_page, alphabet));
    let count = solutions_of(size_of(puzzles));
    let solutions = puzzles.chunks(count).zip((1..).step_by(count));
    let solutions =
        solutions.map(move |(puzzles, first)| solution_sheet(puzzles, first, count, alphabet));
    iter::once(beginning(name))
        .chain(pages)
        .chain(solutions)
        .chain(iter::once("</main>\n</body>\n</html>\n".to_owned()))
}

fn beginning(name: &str) -> String {
    let name = escaped(name);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )
}

/// A sheet of puzzles, numbered from `first`.
fn sheet(puzzles: &[BookletPuzzle], first: usize, per_page: usize, alphabet: &Alphabet) -> String {
    let mut page = String::new();
    open(&mut page, "page", Layout::of(per_page, size_of(puzzles), HEIGHT));
    for (puzzle, number) in puzzles.iter().zip(first..) {
        let name = escaped(&one_line(&puzzle.name));
        caption(&mut page, number, &name);
        grid(&mut page, &format!("Puzzle {number}"), &puzzle.puzzle, None, alphabet);
    }
    page.push_str("</section>\n");
    page
}

/// The number of rows of each grid.
fn size_of(puzzles: &[BookletPuzzle]) -> usize {
    puzzles.first().map_or(1, |one| one.puzzle.shape().size())
}

/// How many solutions a page has, of grids with this number of rows.
#[allow(clippy::cast_precision_loss)] // a grid has few rows
fn solutions_of(size: usize) -> usize {
    let is_legible =
        |&count: &usize| Layout::of(count, size, HEIGHT - HEADING).side / size as f64 >= LEGIBLE;
    SOLUTIONS.into_iter().find(is_legible).unwrap_or(1)
}

/// A sheet of solutions, up to `count` of them.
fn solution_sheet(
    puzzles: &[BookletPuzzle],
    first: usize,
    count: usize,
    alphabet: &Alphabet,
) -> String {
    let mut page = String::new();
    open(&mut page, "page solutions", Layout::of(count, size_of(puzzles), HEIGHT - HEADING));
    page.push_str("<h1>Solutions</h1>\n");
    for (BookletPuzzle { puzzle, solution, .. }, number) in puzzles.iter().zip(first..) {
        caption(&mut page, number, "");
        let label = format!("Solution {number}");
        grid(&mut page, &label, solution.grid(), Some(puzzle), alphabet);
    }
    page.push_str("</section>\n");
    page
}

/// How grids lie on a page.
struct Layout {
    columns: usize,
    /// The side of a grid, in millimetres.
    side: f64,
}

impl Layout {
    /// The one in which this number of grids with `size` rows are largest on a page of some height.
    #[allow(clippy::cast_precision_loss)] // a page has few grids
    fn of(number: usize, size: usize, height: f64) -> Layout {
        let largest = if size > 9 { WIDTH } else { LARGEST };
        let in_columns = |columns: usize| {
            let rows = number.div_ceil(columns);
            let across = (WIDTH - (columns - 1) as f64 * BESIDE) / columns as f64;
            let down = (height - (rows - 1) as f64 * BELOW) / rows as f64 - CAPTION;
            Layout { columns, side: across.min(down).min(largest) }
        };
        let layouts = (1..=number.min(MOST_COLUMNS)).map(in_columns);
        let none = Layout { columns: 1, side: 0.0 };
        layouts.fold(none, |best, one| if one.side > best.side { one } else { best })
    }
}

/// Begins a sheet of paper. Writes into memory do not fail, here and below.
fn open(page: &mut String, class: &str, Layout { columns, side }: Layout) {
    let _ = writeln!(
        page,
        "<section class=\"{class}\" style=\"--columns: {columns}; --side: {side:.1}mm\">"
    );
}

fn caption(page: &mut String, number: usize, name: &str) {
    let _ = write!(page, "<article>\n<h2><b>{number}</b>{name}</h2>\n");
}

/// A grid as SVG, in which a cell is 10 wide. `clues` are shaded if it is their solution.
fn grid(page: &mut String, label: &str, grid: &Grid, clues: Option<&Grid>, alphabet: &Alphabet) {
    let shape = grid.shape();
    let side = 10 * shape.size();
    let _ = writeln!(
        page,
        "<svg role=\"img\" aria-label=\"{label}\" viewBox=\"-1 -1 {0} {0}\" fill=\"none\" \
         stroke=\"{INK}\">",
        side + 2
    );
    for clue in clues.into_iter().flat_map(Grid::clues) {
        let (x, y) = corner(clue.cell);
        let _ = writeln!(page, "<path stroke=\"none\" fill=\"{CLUE}\" d=\"M{x} {y}h10v10h-10z\"/>");
    }
    let [thin, thick] = lines(shape);
    let _ = writeln!(page, "<path stroke-width=\".3\" d=\"{thin}\"/>");
    let _ = writeln!(page, "<path stroke-width=\"1\" d=\"{thick}\"/>");
    let _ =
        writeln!(page, "<g stroke=\"none\" fill=\"{INK}\" font-size=\"7\" text-anchor=\"middle\">");
    for content in grid.clues() {
        let (x, y) = corner(content.cell);
        let symbol = escaped(&alphabet.write(Some(content.digit)).to_string());
        let _ = writeln!(page, "<text x=\"{}\" y=\"{}.5\">{symbol}</text>", x + 5, y + 7);
    }
    page.push_str("</g>\n</svg>\n</article>\n");
}

/// The left and top of a cell.
fn corner(cell: Cell) -> (usize, usize) {
    (10 * usize::from(cell.column), 10 * usize::from(cell.row))
}

/// The lines between cells, and those around boxes.
fn lines(shape: Shape) -> [String; 2] {
    let side = 10 * shape.size();
    let (mut thin, mut thick) = (String::new(), String::new());
    for k in 0..=shape.size() {
        let across = if k % shape.box_columns() == 0 { &mut thick } else { &mut thin };
        let _ = write!(across, "M{} 0v{side}", 10 * k);
        let down = if k % shape.box_rows() == 0 { &mut thick } else { &mut thin };
        let _ = write!(down, "M0 {}h{side}", 10 * k);
    }
    // The corners are whole.
    let _ = write!(thick, "M0 0h{side}v{side}h-{side}z");
    [thin, thick]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::cast_precision_loss)]
    fn the_grids_of_a_page_fit_on_it() {
        for (size, height) in [9, 16]
            .into_iter()
            .flat_map(|size| [HEIGHT, HEIGHT - HEADING].map(|height| (size, height)))
        {
            let mut last = f64::INFINITY;
            for number in 1..=24 {
                let Layout { columns, side } = Layout::of(number, size, height);
                let rows = number.div_ceil(columns);
                let across = side * columns as f64 + BESIDE * (columns - 1) as f64;
                let down = (side + CAPTION) * rows as f64 + BELOW * (rows - 1) as f64;
                assert!(across <= WIDTH + 1e-9 && down <= height + 1e-9, "{number}");
                assert!(side <= last, "{number}: {side}");
                last = side;
            }
        }
        let counts = [1, 4, 9, 16, 25].map(solutions_of);
        assert_eq!(counts, [12, 12, 12, 4, 1]);
        let sides = [9, 16, 25].map(|size| format!("{} mm", Layout::of(1, size, HEIGHT).side));
        assert_eq!(sides, ["140 mm", "180 mm", "180 mm"]);
        let columns = [1, 2, 4, 6, 12].map(|number| Layout::of(number, 9, HEIGHT).columns);
        assert_eq!(columns, [1, 1, 2, 2, 3]);
    }
}
