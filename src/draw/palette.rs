//! The colours of plots and pictures.
//!
//! People with any kind of sight can tell them apart: Okabe and Ito, *Color Universal Design*
//! (2008); the last ones are darker versions.

/// Red, green and blue.
pub(super) type Colour = (u8, u8, u8);

/// For lines and text on white.
pub(super) const INK: &str = "#222222";

pub(super) const BLUE: Colour = (0, 114, 178);
pub(super) const VERMILION: Colour = (213, 94, 0);
pub(super) const GREEN: Colour = (0, 158, 115);

/// For one thing after another, and then from the first again.
const IN_ORDER: [Colour; 10] = [
    BLUE,
    VERMILION,
    GREEN,
    (204, 121, 167),
    (230, 159, 0),
    (86, 180, 233),
    (0, 0, 0),
    (128, 100, 0),
    (120, 60, 120),
    (110, 110, 110),
];

/// The colour of thing number `k`.
pub(super) fn of(k: usize) -> Colour {
    IN_ORDER[k % IN_ORDER.len()]
}

/// A colour as HTML and SVG write it: `#0072b2`.
pub(super) fn hex((red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_for_pages() {
        assert_eq!([BLUE, VERMILION, GREEN].map(hex), ["#0072b2", "#d55e00", "#009e73"]);
    }

    #[test]
    fn colours_begin_again_after_the_last() {
        assert_eq!((of(10), of(21)), (of(0), of(1)));
    }
}
