//! A file for a picture: SVG or PNG, by its name. A file for a page: HTML, and named so.
//!
//! ```text
//!      net.svg      as it is drawn
//!      net.png      drawn as pixels, if this program can
//!      step.gif     refused: the content must match the name
//!      path.png     refused for a page
//!      /dev/fd/3    SVG: a pipe has no extension
//! ```

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::bail;
use tourdion::excerpt::PathName;

use super::output_file::Reserved;

/// A file opened for a picture, and not yet written.
#[derive(Debug)]
pub(super) struct PictureFile {
    file: Reserved,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Svg,
    Png,
}

impl PictureFile {
    /// Opens the file of an `option` such as `--picture`, without changing its content.
    ///
    /// # Errors
    /// If this program can't draw the form of the name, or the file can't be written, or is one of
    /// the inputs.
    pub(super) fn open(
        option: &str,
        path: PathBuf,
        inputs: &[impl AsRef<OsStr>],
    ) -> anyhow::Result<PictureFile> {
        let form = form(option, &path)?;
        Ok(PictureFile { file: Reserved::open(path, inputs)?, form })
    }

    /// Writes a picture given as SVG.
    ///
    /// # Errors
    /// If it can't be drawn as pixels, or the file can't be written to its end.
    pub(super) fn write(self, svg: &str) -> anyhow::Result<()> {
        match self.form {
            Form::Svg => self.file.write(svg.as_bytes()),
            Form::Png => self.file.write(&pixels(svg)?),
        }
    }
}

/// Opens the file of a page, of an `option` such as `--html`, without changing its content.
///
/// # Errors
/// If its name is that of another form, or the file can't be written, or is one of the inputs.
pub(super) fn open_page(
    option: &str,
    path: PathBuf,
    inputs: &[impl AsRef<OsStr>],
) -> anyhow::Result<Reserved> {
    check_page(option, &path)?;
    Reserved::open(path, inputs)
}

fn check_page(option: &str, path: &Path) -> anyhow::Result<()> {
    let Some(extension) = path.extension() else { return Ok(()) };
    match extension.to_string_lossy().to_ascii_lowercase().as_str() {
        "html" | "htm" => Ok(()),
        "pdf" => bail!(
            "{option}: expected FILE.html, found `{}`: a browser prints a page to PDF",
            PathName(path)
        ),
        _ => bail!("{option}: expected FILE.html, found `{}`", PathName(path)),
    }
}

/// The form that a name asks for.
fn form(option: &str, path: &Path) -> anyhow::Result<Form> {
    let Some(extension) = path.extension() else { return Ok(Form::Svg) };
    match extension.to_string_lossy().to_ascii_lowercase().as_str() {
        "svg" => Ok(Form::Svg),
        "png" if cfg!(feature = "pictures") => Ok(Form::Png),
        "png" => bail!("{option}: {NO_PIXELS}"),
        _ => bail!("{option}: expected FILE.svg or FILE.png, found `{}`", PathName(path)),
    }
}

/// Why there is no PNG.
const NO_PIXELS: &str = "a PNG needs a program that was built with \
    `cargo build --release --features pictures`; an SVG does not";

/// Pixels for each unit of a picture: sharp on the screens of today.
#[cfg(feature = "pictures")]
const SCALE: f32 = 2.0;

#[cfg(feature = "pictures")]
fn pixels(svg: &str) -> anyhow::Result<Vec<u8>> {
    Ok(tourdion::draw::png(svg, SCALE)?)
}

#[cfg(not(feature = "pictures"))]
fn pixels(_: &str) -> anyhow::Result<Vec<u8>> {
    bail!(NO_PIXELS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_no_name_of_a_picture() {
        let check =
            |name: &str| check_page("--html", Path::new(name)).map_err(|error| error.to_string());
        for name in ["a.html", "b.png.HTM", "/dev/fd/3"] {
            assert_eq!(check(name), Ok(()));
        }
        for name in ["a.png", "a.html.svg"] {
            assert_eq!(check(name), Err(format!("--html: expected FILE.html, found `{name}`")));
        }
        let why = "--html: expected FILE.html, found `b.PDF`: a browser prints a page to PDF";
        assert_eq!(check("b.PDF"), Err(why.to_owned()));
    }

    #[test]
    fn a_name_says_what_is_in_the_file() {
        let form = |name: &str| form("--tree", Path::new(name)).map_err(|error| error.to_string());
        assert_eq!(form("a.svg"), Ok(Form::Svg));
        assert_eq!(form("b.png.SVG"), Ok(Form::Svg));
        assert_eq!(form("/dev/null"), Ok(Form::Svg));
        assert_eq!(
            form("a.gif"),
            Err("--tree: expected FILE.svg or FILE.png, found `a.gif`".to_owned())
        );
        for name in ["a.png", "a.svg.Png"] {
            if cfg!(feature = "pictures") {
                assert_eq!(form(name), Ok(Form::Png));
            } else {
                assert_eq!(form(name), Err(format!("--tree: {NO_PIXELS}")));
            }
        }
    }
}
