//! The steps that change a disk, so that tests can let any of them fail.
//!
//! Every one of them goes through a [`TestDisk`].

use std::io;
use std::path::Path;
use std::sync::Arc;

/// Receives each step before it is taken, and can make it fail. It handles synchronising itself:
/// its disk is imaginary, and a real one would only be slow.
pub(crate) type TestDisk = Arc<dyn Fn(&DiskStep<'_>, &Path) -> io::Result<()> + Send + Sync>;

/// A change of the disk.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "only the disks of tests look at what is written and renamed")
)]
pub(crate) enum DiskStep<'s> {
    /// A file is begun.
    Create,
    /// These bytes are appended to it.
    Write(&'s [u8]),
    /// It is synchronised.
    Sync,
    /// It gets this name.
    Rename(&'s Path),
    /// The folder is synchronised.
    SyncFolder,
    /// A file is removed.
    Remove,
}
