//! What is around a picture and behind it: its size, white paper, and perhaps a note below.

use svg::Document;
use svg::node::Value;
use svg::node::element::{Group, Rectangle, Text};

use super::palette::INK;
use crate::excerpt::one_line;

/// The colour of the paper.
pub(super) const PAPER: &str = "white";

/// An empty picture of this size.
pub(super) fn frame<L: Into<Value> + Copy>(width: L, height: L) -> Document
where
    (i32, i32, L, L): Into<Value>,
{
    Document::new().set("viewBox", (0, 0, width, height)).set("width", width).set("height", height)
}

/// The paper, behind all of a picture.
pub(super) fn paper() -> Rectangle {
    Rectangle::new().set("width", "100%").set("height", "100%").set("fill", PAPER)
}

/// The room of a note and of one of its letters, and its distance from the edge.
const NOTE: usize = 24;
const LETTER: usize = 8;
const MARGIN: usize = 24;

/// These panels on paper, with a note below them if there is one.
pub(super) fn framed(
    panels: Vec<Group>,
    width: usize,
    height: usize,
    note: Option<&str>,
) -> String {
    let note = note.map(one_line);
    let letters = note.as_ref().map_or(0, |note| note.chars().count());
    let width = width.max(2 * MARGIN * usize::from(letters > 0) + letters * LETTER);
    let below = if note.is_some() { NOTE } else { 0 };
    let document = frame(width, height + below);
    let document = document.set("font-family", "sans-serif").set("font-size", 13).add(paper());
    let document = panels.into_iter().fold(document, Document::add);
    match note {
        Some(note) => document
            .add(Text::new(note).set("x", MARGIN).set("y", height).set("fill", INK))
            .to_string(),
        None => document.to_string(),
    }
}
