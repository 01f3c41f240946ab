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
use std::fs::{self, File};
use std::io;
use std::path::Path;

use anyhow::bail;
use same_file::Handle;
use tourdion::excerpt::PathName;

/// Refuses to write a file that is one of the inputs, paths, or `-` for standard input; or that is
/// standard output.
///
/// # Errors
/// If it is one.
pub(super) fn refuse(file: &File, inputs: &[impl AsRef<OsStr>]) -> anyhow::Result<()> {
    let Some(file) = plain(file.try_clone().and_then(Handle::from_file)) else { return Ok(()) };
    if let Some(input) = find(&file, inputs) {
        bail!("it is the input {input}");
    }
    if plain(Handle::stdout()).is_some_and(|output| output == file) {
        bail!("standard output goes there, too");
    }
    Ok(())
}

/// Refuses standard output that is one of the inputs.
///
/// # Errors
/// If it is one.
pub(super) fn refuse_standard_output(inputs: &[impl AsRef<OsStr>]) -> anyhow::Result<()> {
    let Some(output) = plain(Handle::stdout()) else { return Ok(()) };
    if let Some(input) = find(&output, inputs) {
        bail!("{}: standard output is the input {input}", super::CANNOT_WRITE);
    }
    Ok(())
}

/// A plain file. What can't be opened is none here: to read it gives the error.
fn plain(file: io::Result<Handle>) -> Option<Handle> {
    file.ok().filter(|file| file.as_file().metadata().is_ok_and(|found| found.is_file()))
}

/// The input that is the same plain file as this output.
fn find<'i>(output: &Handle, inputs: &'i [impl AsRef<OsStr>]) -> Option<PathName<'i>> {
    let mut inputs = inputs.iter().map(|input| Path::new(input.as_ref()));
    let input = inputs.find(|input| {
        let found = match input.as_os_str() {
            stdin if stdin == "-" => plain(Handle::stdin()),
            // To open a pipe would wait for its other end.
            _ if fs::metadata(input).is_ok_and(|found| found.is_file()) => {
                plain(Handle::from_path(input))
            }
            _ => None,
        };
        found.is_some_and(|found| found == *output)
    })?;
    Some(PathName(if input.as_os_str() == "-" { Path::new("<stdin>") } else { input }))
}
