//! Pictures as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// Font families with plain digits, in order of preference.
const FAMILIES: [&str; 6] =
    ["DejaVu Sans", "Verdana", "Arial", "Liberation Sans", "Noto Sans", "Helvetica"];

/// Why there is no PNG of a picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The machine has no font to draw a text with.
    #[error("a PNG needs a font, and none is installed; an SVG has its text drawn by its viewer")]
    NoFont,
    /// The text is not SVG.
    #[error("a picture can't be drawn: {0}")]
    NotSvg(String),
    /// The picture has too many pixels, or none.
    #[error("the picture is too large, or empty")]
    Size,
    /// The pixels can't be written.
    #[error("a picture can't be written as PNG: {0}")]
    Encoding(String),
}

/// Draws a picture as PNG, with `scale` pixels for each unit of the SVG.
///
/// Uses the fonts of the machine, and reads no other file: images that the SVG refers to are left
/// out.
///
/// # Errors
/// If the machine has no font, the text is not SVG, or it has too many pixels or none.
///
/// ```
/// use tourdion::draw::{PngError, png};
///
/// let dot = r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>"#;
/// match png(dot, 2.0) {
///     Ok(bytes) => assert_eq!(bytes[16..24], [0, 0, 0, 16, 0, 0, 0, 12]),
///     Err(error) => assert_eq!(error, PngError::NoFont),
/// }
/// ```
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut options = Options {
        image_href_resolver: ImageHrefResolver {
            resolve_string: Box::new(|_, _| None),
            ..ImageHrefResolver::default()
        },
        ..Options::default()
    };
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let has = |family: &&str| {
        fonts.faces().any(|face| face.families.iter().any(|(name, _)| name == family))
    };
    let family = FAMILIES.iter().find(|family| has(family)).map(|family| (*family).to_owned());
    let first = || fonts.faces().find_map(|face| Some(face.families.first()?.0.clone()));
    let Some(family) = family.or_else(first) else {
        return Err(PngError::NoFont);
    };
    fonts.set_sans_serif_family(family);
    let tree =
        Tree::from_str(svg, &options).map_err(|error| PngError::NotSvg(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or(PngError::Size)?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 8 by 6 with something in it.
    fn with(inside: &str) -> String {
        let namespace = "http://www.w3.org/2000/svg";
        format!("<svg xmlns=\"{namespace}\" width=\"8\" height=\"6\">{inside}</svg>")
    }

    #[test]
    fn no_file_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("red.svg");
        std::fs::write(&file, with("<rect width=\"8\" height=\"6\" fill=\"red\"/>")).unwrap();
        let image = format!("<image width=\"8\" height=\"6\" href=\"{}\"/>", file.display());
        assert_eq!(png(&with(&image), 2.0), png(&with(""), 2.0));
    }

    #[test]
    fn what_can_not_be_drawn_is_an_error() {
        if png(&with(""), 1.0) == Err(PngError::NoFont) {
            return;
        }
        assert!(matches!(png("<svg", 1.0), Err(PngError::NotSvg(_))));
        for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(png(&with(""), scale), Err(PngError::Size), "{scale}");
        }
    }
}
