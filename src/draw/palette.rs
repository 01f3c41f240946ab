//! The colours of plots and pictures.
//!
//! People with any kind of sight can tell them apart: Okabe and Ito, *Color Universal Design*
//! (2008). Vermilion and green are darker here, since white digits stand on them; so are the last
//! ones.

/// Red, green and blue.
pub(super) type Colour = (u8, u8, u8);

/// For lines and text on white.
pub(super) const INK: &str = "#222222";

pub(super) const BLUE: Colour = (0, 114, 178);
pub(super) const VERMILION: Colour = (190, 82, 0);
pub(super) const GREEN: Colour = (0, 132, 96);

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
        assert_eq!([BLUE, VERMILION, GREEN].map(hex), ["#0072b2", "#be5200", "#008460"]);
    }

    /// The contrast of white on a colour, from 1 to 21, by the *Web Content Accessibility
    /// Guidelines* 2.2.
    fn contrast_of_white_on((red, green, blue): Colour) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
        1.05 / (luminance + 0.05)
    }

    #[test]
    fn white_digits_can_be_read_on_marks() {
        assert!((contrast_of_white_on((0, 0, 0)) - 21.0).abs() < 1e-9);
        for colour in [BLUE, VERMILION, GREEN] {
            let contrast = contrast_of_white_on(colour);
            assert!(contrast >= 4.5, "{} has {contrast:.2}", hex(colour));
        }
    }

    #[test]
    fn colours_begin_again_after_the_last() {
        assert_eq!((of(10), of(21)), (of(0), of(1)));
    }
}
