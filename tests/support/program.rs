//! Runs of the program, and their output.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use wait_timeout::ChildExt;

/// The program, as cargo built it for the tests.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_tourdion");

/// Exit code, standard output and standard error.
pub(crate) type Said = (Option<i32>, String, String);

/// A command that receives its input at once, and is killed after its time.
pub(crate) struct Run {
    command: Command,
    input: Vec<u8>,
    limit: Duration,
}

impl Run {
    /// A run of any program, which may take its time in a debug build but not for ever.
    pub(crate) fn of(program: impl AsRef<OsStr>) -> Run {
        let (command, limit) = (Command::new(program), Duration::from_secs(300));
        Run { command, input: Vec::new(), limit }
    }

    pub(crate) fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Run {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args(
        &mut self,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> &mut Run {
        self.command.args(arguments);
        self
    }

    pub(crate) fn env(&mut self, name: &str, value: &str) -> &mut Run {
        self.command.env(name, value);
        self
    }

    pub(crate) fn write_stdin(&mut self, input: impl Into<Vec<u8>>) -> &mut Run {
        self.input = input.into();
        self
    }

    pub(crate) fn timeout(&mut self, limit: Duration) -> &mut Run {
        self.limit = limit;
        self
    }

    /// Runs it to its end; an error if it takes longer than its time.
    pub(crate) fn output(&mut self) -> io::Result<Output> {
        let command = self.command.stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let mut stdin = child.stdin.take().expect("it is a pipe");
        let mut out = child.stdout.take().expect("it is a pipe");
        let mut err = child.stderr.take().expect("it is a pipe");
        let input = &self.input;
        thread::scope(|scope| {
            scope.spawn(move || {
                // A program may end before it has read everything.
                let _ = stdin.write_all(input);
            });
            let stdout = scope.spawn(move || read_all(&mut out));
            let stderr = scope.spawn(move || read_all(&mut err));
            let status = child.wait_timeout(self.limit)?;
            if status.is_none() {
                child.kill()?;
                child.wait()?;
            }
            let joined = "a reader does not panic";
            let (stdout, stderr) = (stdout.join().expect(joined)?, stderr.join().expect(joined)?);
            let status = status.ok_or(io::ErrorKind::TimedOut)?;
            Ok(Output { status, stdout, stderr })
        })
    }
}

fn read_all(pipe: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.read_to_end(&mut bytes).map(|_| bytes)
}

/// A run of the program, in the project's own folder, where `data/` is.
pub(crate) fn tourdion(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Run {
    let mut run = Run::of(PROGRAM);
    run.args(arguments);
    run
}

/// The program with these arguments, to be run beside the test, and its streams in pipes.
pub(crate) fn piped(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with this text as its standard input.
pub(crate) fn run(arguments: &[&str], text: &(impl AsRef<[u8]> + ?Sized)) -> Said {
    said(tourdion(arguments).write_stdin(text.as_ref()))
}

/// Runs the command to its end.
pub(crate) fn said(run: &mut Run) -> Said {
    said_by(run.output().unwrap())
}

/// What came of a run.
pub(crate) fn said_by(output: Output) -> Said {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}
