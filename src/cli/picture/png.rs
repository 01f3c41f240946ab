//! Pictures as PNG.

use anyhow::{Context, anyhow, bail};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Pixels for each unit of a picture: sharp on the screens of today.
const SCALE: f32 = 2.0;

/// Families whose digits are plain, in the order in which they are looked for.
const FAMILIES: [&str; 6] =
    ["DejaVu Sans", "Verdana", "Arial", "Liberation Sans", "Noto Sans", "Helvetica"];

/// Draws an SVG picture as PNG.
///
/// # Errors
/// If the machine has no fonts.
pub(super) fn render(svg: &str) -> anyhow::Result<Vec<u8>> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let has = |family: &&str| {
        fonts.faces().any(|face| face.families.iter().any(|(name, _)| name == family))
    };
    let family = FAMILIES.iter().find(|family| has(family)).map(|family| (*family).to_owned());
    let first = || fonts.faces().find_map(|face| Some(face.families.first()?.0.clone()));
    let Some(family) = family.or_else(first) else {
        bail!("a PNG needs a font, and none is installed; an SVG has its text drawn by its viewer");
    };
    fonts.set_sans_serif_family(family);
    let tree = Tree::from_str(svg, &options).context("a picture can't be drawn")?;
    let size = tree
        .size()
        .to_int_size()
        .scale_by(SCALE)
        .ok_or_else(|| anyhow!("the picture is too large"))?;
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| anyhow!("the picture is too large"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().context("a picture can't be written as PNG")
}
