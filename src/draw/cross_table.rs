//! How often two values occur together: a square for each pair, darker where it has more of its
//! column.
//!
//! ```text
//!      b by clues
//!      2  ░  ▒  ▓
//!      1  ░  ▓  ░
//!      0  █  ░  ░
//!         22 23 24
//! ```

use svg::node::element::{Group, Rectangle, Text, Title};

use super::frame::{PAPER, framed};
use super::palette::{BLUE, INK, hex};
use crate::excerpt::one_line;
use crate::numerals::grouped;

/// How often each value of something occurs with each value of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossTable {
    /// What has the values.
    pub name: String,
    /// The values of the one, from the left.
    pub columns: Vec<String>,
    /// The values of the other, from below.
    pub rows: Vec<String>,
    /// How often they occur together: of each row, each column.
    pub counts: Vec<Vec<u64>>,
}

const MARGIN: usize = 24;
/// A square, and the gap between two.
const BREADTH: usize = 44;
const HEIGHT: usize = 26;
const GAP: usize = 2;
/// The place of the names of rows, of the table's name, and of the names of columns.
const BESIDE: usize = 44;
const ABOVE: usize = 32;
const BELOW: usize = 28;
/// The share of a column, in a hundred, from which a square is too dark for dark words.
const DARK: u128 = 75;

/// Draws tables one below the other, as SVG, perhaps with a note below them. The shade of a square
/// is its share of its column.
///
/// ```
/// use tourdion::draw::{CrossTable, cross_tables};
///
/// let [columns, rows] = [["22", "23"], ["0", "1"]].map(|names| names.map(str::to_owned).to_vec());
/// let counts = vec![vec![10, 1], vec![0, 2]];
/// let table = CrossTable { name: "b by clues".to_owned(), columns, rows, counts };
/// let picture = cross_tables(&[table], None);
/// assert!(picture.starts_with("<svg") && picture.contains("1 at 23: 2"));
/// ```
pub fn cross_tables(tables: &[CrossTable], note: Option<&str>) -> String {
    let columns = tables.iter().map(|table| table.columns.len()).max().unwrap_or(0);
    let width = MARGIN + BESIDE + columns.max(3) * BREADTH + MARGIN;
    let (mut panels, mut top) = (Vec::new(), MARGIN);
    for table in tables {
        panels.push(panel(table, top));
        top += ABOVE + table.rows.len() * HEIGHT + BELOW + MARGIN;
    }
    framed(panels, width, top.max(2 * MARGIN), note)
}

/// Words around a place.
fn label(text: String, x: usize, y: usize, ink: &str) -> Text {
    Text::new(text).set("x", x).set("y", y).set("fill", ink).set("text-anchor", "middle")
}

/// A table whose upper edge is there.
fn panel(table: &CrossTable, top: usize) -> Group {
    let name = Text::new(one_line(&table.name))
        .set("x", MARGIN)
        .set("y", top + 14)
        .set("fill", INK)
        .set("font-size", 16)
        .set("font-weight", "bold");
    let mut panel = Group::new().add(name);
    let floor = top + ABOVE + table.rows.len() * HEIGHT;
    let left = MARGIN + BESIDE;
    let of = |column: usize| table.counts.iter().filter_map(move |row| row.get(column));
    let all = |column: usize| of(column).fold(0, |sum: u64, &count| sum.saturating_add(count));
    for (c, column) in table.columns.iter().enumerate() {
        let middle = left + c * BREADTH + BREADTH / 2;
        let (column, all) = (one_line(column), all(c));
        for (r, (row, counts)) in table.rows.iter().zip(&table.counts).enumerate() {
            let y = floor - (r + 1) * HEIGHT;
            let count = counts.get(c).copied().unwrap_or(0);
            #[allow(clippy::cast_precision_loss)] // far below what an eye sees
            let part = count as f64 / all.max(1) as f64;
            // A little of what occurs at all is to be seen.
            let opacity = if count == 0 { 0.03 } else { 0.08 + 0.92 * part };
            let square = Rectangle::new()
                .set("x", left + c * BREADTH)
                .set("y", y)
                .set("width", BREADTH - GAP)
                .set("height", HEIGHT - GAP)
                .set("fill", hex(BLUE))
                .set("fill-opacity", format!("{opacity:.2}"))
                .add(Title::new(format!("{} at {column}: {}", one_line(row), grouped(count))));
            panel = panel.add(square);
            if count > 0 {
                let is_dark = u128::from(count) * 100 >= u128::from(all) * DARK;
                let ink = if is_dark { PAPER } else { INK };
                panel = panel.add(label(grouped(count), middle - GAP / 2, y + 17, ink));
            }
        }
        panel = panel.add(label(column, middle, floor + 18, INK));
    }
    for (r, row) in table.rows.iter().enumerate() {
        let y = floor - (r + 1) * HEIGHT + 17;
        panel = panel.add(label(one_line(row), MARGIN + BESIDE / 2, y, INK));
    }
    panel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_can_be_as_large_as_they_get() {
        let columns = vec!["22".to_owned(), "23".to_owned()];
        let counts = vec![vec![u64::MAX, 1], vec![1, u64::MAX]];
        let rows = vec!["0".to_owned(), "1".to_owned()];
        let table = CrossTable { name: "b".to_owned(), columns, rows, counts };
        let picture = cross_tables(&[table], None);
        let dark = format!("fill=\"{PAPER}\" text-anchor");
        assert_eq!(picture.matches(&dark).count(), 2, "{picture}");
    }
}
