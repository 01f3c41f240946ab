//! Plain files only: no links, no folders, no devices.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::StateError;

/// The way to open a plain file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    ReadWrite,
}

/// Opens a plain file; `None` if the name is free.
pub(super) fn open(path: &Path, access: Access) -> Result<Option<File>, StateError> {
    // Opening a pipe would block, and a device may do anything.
    if !is_there(path)? {
        return Ok(None);
    }
    let mut options = OpenOptions::new();
    options.read(true).write(access == Access::ReadWrite);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NOFOLLOW.bits().cast_signed(),
    );
    let file =
        options.open(path).map_err(|error| StateError::io(path, "can't be opened", error))?;
    let metadata =
        file.metadata().map_err(|error| StateError::io(path, "can't be opened", error))?;
    if metadata.is_file() {
        Ok(Some(file))
    } else {
        Err(StateError::Foreign { path: path.to_owned() })
    }
}

/// Makes a new file, and opens it.
pub(super) fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

/// Whether there is a plain file of that name.
///
/// # Errors
/// If another kind of entry has that name.
pub(super) fn is_there(path: &Path) -> Result<bool, StateError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(true),
        Ok(_) => Err(StateError::Foreign { path: path.to_owned() }),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(false)
        }
        Err(error) => Err(StateError::io(path, "can't be read", error)),
    }
}

/// Removes a plain file, if there is one.
pub(super) fn remove(path: &Path) -> Result<(), StateError> {
    if !is_there(path)? {
        return Ok(());
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(StateError::io(path, "can't be removed", error))
        }
        _ => Ok(()),
    }
}
