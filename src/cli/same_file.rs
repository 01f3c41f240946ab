//! Output onto an input: the input would be lost, or would never end. And two outputs into one
//! file, which would spoil each other.
//!
//! ```text
//!      rate --histogram x.svg x.svg          refused: the picture would take the puzzles' place
//!      verify --emit lines x.txt >> x.txt    refused: what is written would be read, and written
//!                                            again
//!      tour '{-1+1}' x.txt >> x.txt          taken: all is read before anything is written
//!      explain --html x.html x.txt > x.html  refused
//! ```
//!
//! A file may have many names, through links and folders. The system knows it by its device, and
//! its number there. Only plain files count: a terminal may be both.

use std::ffi::OsStr;
use std::fs::File;

use anyhow::bail;

/// Refuses to write a file that is one of the inputs, paths, or `-` for standard input; or that is
/// standard output.
///
/// # Errors
/// If it is one.
pub(super) fn refuse(file: &File, inputs: &[impl AsRef<OsStr>]) -> anyhow::Result<()> {
    #[cfg(unix)]
    if let Some(input) = rustix::fs::fstat(file).ok().and_then(|found| unix::find(&found, inputs)) {
        bail!("it is the input {input}");
    }
    #[cfg(unix)]
    if let Ok(found) = rustix::fs::fstat(file)
        && super::output::found().is_some_and(|output| unix::are_one(&found, output))
    {
        bail!("standard output goes there, too");
    }
    let _ = (file, inputs);
    Ok(())
}

/// Refuses standard output that is one of the inputs.
///
/// # Errors
/// If it is one.
pub(super) fn refuse_standard_output(inputs: &[impl AsRef<OsStr>]) -> anyhow::Result<()> {
    #[cfg(unix)]
    if let Some(input) = super::output::found().and_then(|found| unix::find(found, inputs)) {
        bail!("{}: standard output is the input {input}", super::CANNOT_WRITE);
    }
    let _ = inputs;
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::io;
    use std::path::Path;

    use rustix::fs::{FileType, Stat, fstat, stat};
    use tourdion::excerpt::PathName;

    /// The input that is the same plain file as this output.
    pub(super) fn find<'i>(output: &Stat, inputs: &'i [impl AsRef<OsStr>]) -> Option<PathName<'i>> {
        let mut inputs = inputs.iter().map(|input| Path::new(input.as_ref()));
        let input = inputs.find(|input| {
            let found = if input.as_os_str() == "-" { fstat(io::stdin()) } else { stat(*input) };
            // Of what is not there the reading complains.
            found.is_ok_and(|found| are_one(&found, output))
        })?;
        Some(PathName(if input.as_os_str() == "-" { Path::new("<stdin>") } else { input }))
    }

    /// Whether both are one plain file.
    pub(super) fn are_one(one: &Stat, other: &Stat) -> bool {
        FileType::from_raw_mode(other.st_mode) == FileType::RegularFile
            && (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
    }
}
