//! How often each value occurs: bars from left to right, a panel for each histogram.
//!
//! ```text
//!      te            b
//!      █             █ 250
//!      █             █ █ 130
//!      █ █           █ █ ▄
//!      0 1           0 1 2
//! ```

use svg::node::element::{Group, Line, Rectangle, Text, Title};

use super::frame::framed;
use super::palette::{BLUE, INK, hex};
use crate::excerpt::one_line;
use crate::numerals::grouped;

/// How often each value of something occurs, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histogram {
    /// What has the values.
    pub name: String,
    /// Each value and how often it occurs.
    pub bars: Vec<(String, u64)>,
}

const MARGIN: usize = 24;
/// The place of a bar, and its breadth.
const STEP: usize = 44;
const BREADTH: usize = 32;
/// The height of the tallest bar, and of the words above and below.
const HEIGHT: usize = 220;
const ABOVE: usize = 56;
const BELOW: usize = 28;
/// The least breadth of a panel, for its name.
const NARROWEST: usize = 3 * STEP;

/// Draws histograms side by side, as SVG, perhaps with a note below them. The tallest bars of all
/// are of one height.
///
/// ```
/// use tourdion::draw::{Histogram, histograms};
///
/// let bars = [("0", 250), ("1", 131)].map(|(value, count)| (value.to_owned(), count));
/// let picture = histograms(&[Histogram { name: "b".to_owned(), bars: bars.to_vec() }], None);
/// assert!(picture.starts_with("<svg") && picture.contains("0: 250"));
/// ```
pub fn histograms(histograms: &[Histogram], note: Option<&str>) -> String {
    let mut left = MARGIN;
    let mut panels = Vec::new();
    for histogram in histograms {
        panels.push(panel(histogram, left));
        left += breadth(histogram) + MARGIN;
    }
    let height = MARGIN + ABOVE + HEIGHT + BELOW + MARGIN;
    framed(panels, left.max(2 * MARGIN), height, note)
}

fn breadth(histogram: &Histogram) -> usize {
    (histogram.bars.len() * STEP).max(NARROWEST)
}

/// A histogram whose left edge is there.
fn panel(histogram: &Histogram, left: usize) -> Group {
    let floor = MARGIN + ABOVE + HEIGHT;
    let most = histogram.bars.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let name = Text::new(one_line(&histogram.name))
        .set("x", left)
        .set("y", MARGIN + 14)
        .set("fill", INK)
        .set("font-size", 16)
        .set("font-weight", "bold");
    let line = Line::new()
        .set("x1", left)
        .set("x2", left + breadth(histogram))
        .set("y1", floor)
        .set("y2", floor)
        .set("stroke", INK);
    let mut panel = Group::new().add(name);
    for (k, (value, count)) in histogram.bars.iter().enumerate() {
        // At least a line for what occurs at all.
        let share = u128::from(*count) * HEIGHT as u128 / u128::from(most);
        let height = (share as usize).max(usize::from(*count > 0));
        let middle = left + k * STEP + STEP / 2;
        let label = |text: String, y: usize| {
            Text::new(text)
                .set("x", middle)
                .set("y", y)
                .set("fill", INK)
                .set("text-anchor", "middle")
        };
        let bar = Rectangle::new()
            .set("x", middle - BREADTH / 2)
            .set("y", floor - height)
            .set("width", BREADTH)
            .set("height", height)
            .set("fill", hex(BLUE))
            .add(Title::new(format!("{}: {}", one_line(value), grouped(*count))));
        panel = panel
            .add(bar)
            .add(label(grouped(*count), floor - height - 6))
            .add(label(one_line(value), floor + 18));
    }
    panel.add(line)
}
