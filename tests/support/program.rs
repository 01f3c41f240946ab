//! Runs of the program, and their output.

use std::ffi::OsStr;
use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;

/// Exit code, standard output and standard error.
pub(crate) type Said = (Option<i32>, String, String);

/// A run of the program, which may take its time in a debug build but not for ever.
pub(crate) fn tourdion(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tourdion"));
    command.args(arguments).timeout(Duration::from_secs(300));
    command
}

/// Runs the command to its end.
pub(crate) fn said(command: &mut Command) -> Said {
    said_by(command.output().unwrap())
}

/// What came of a run.
pub(crate) fn said_by(output: Output) -> Said {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}
