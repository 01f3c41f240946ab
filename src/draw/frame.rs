//! What is around a picture and behind it: its size, and white paper.

use svg::Document;
use svg::node::Value;
use svg::node::element::Rectangle;

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
