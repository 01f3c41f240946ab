//! The program as it is when it is installed: a copy.
//!
//! A linker writes a file in small pieces, and the system keeps and maps it in these; what copied
//! it wrote large ones. To start the copy takes a fifth less (docs/benchmarks/program.md).

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Copies the program into a folder.
pub(crate) fn into(folder: &Path) -> io::Result<PathBuf> {
    let copy = folder.join("tourdion");
    fs::copy(env!("CARGO_BIN_EXE_tourdion"), &copy)?;
    Ok(copy)
}
