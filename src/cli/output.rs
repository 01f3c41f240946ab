//! Standard output that an interrupt can end.
//!
//! A reader that stops reading, such as a pager that waits for a key, blocks a write, and a blocked
//! write can't check a flag. This can happen at pipes, sockets and terminals. So a write there
//! consists of pieces that never block once the system reports room; while there is no room, the
//! flag is checked. After an interrupt the reader has a moment. Then output stops, with a message
//! at the end, and the command continues to its own end with its summary.
//!
//! A piece ends with a line if possible, so that output consists of whole lines.
//!
//! Results that go nowhere are an error. The standard library takes a write for done if the output
//! is open for reading alone; so that is asked once, before the first.

#[cfg(unix)]
use std::io::IsTerminal;
use std::io::{self, StdoutLock, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::{CANNOT_WRITE, interrupt};

/// Bytes that a pipe takes at once whenever it reports room.
const PIECE: usize = 4096;

/// The interval for checking the flag.
#[cfg(unix)]
const OFTEN: Duration = Duration::from_millis(50);

/// The time for the reader after an interrupt.
const GRACE: Duration = Duration::from_millis(300);

/// Whether output was dropped for lack of a reader.
static IS_CUT: AtomicBool = AtomicBool::new(false);

/// Standard output, for this thread alone.
pub(super) fn output() -> Output {
    Output { stdout: io::stdout().lock() }
}

/// Writes a whole text to standard output.
pub(super) fn print(text: &[u8]) -> anyhow::Result<()> {
    let mut output = output();
    output.write_all(text).and_then(|()| output.flush()).context(CANNOT_WRITE)
}

/// Prints what clap has to say: the help or the version.
pub(super) fn print_help(help: &clap::Error) -> anyhow::Result<()> {
    let printed = match kind() {
        Kind::ReadOnly => Err(read_only()),
        Kind::Ready | Kind::MayWait => help.print().and_then(|()| io::stdout().flush()),
    };
    printed.context(CANNOT_WRITE)
}

/// Whether an interrupt has ended the output before its end.
pub(super) fn is_cut() -> bool {
    IS_CUT.load(Ordering::Relaxed)
}

/// Standard output.
pub(super) struct Output {
    stdout: StdoutLock<'static>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match kind() {
            Kind::Ready => return self.stdout.write(bytes),
            Kind::ReadOnly => return Err(read_only()),
            Kind::MayWait => {}
        }
        if is_cut() || !has_room(&self.stdout) {
            IS_CUT.store(true, Ordering::Relaxed);
            return Ok(bytes.len());
        }
        let piece = &bytes[..bytes.len().min(PIECE)];
        let end = memchr::memrchr(b'\n', piece).map_or(piece.len(), |end| end + 1);
        self.stdout.write_all(&piece[..end])?;
        self.stdout.flush()?;
        Ok(end)
    }

    fn flush(&mut self) -> io::Result<()> {
        if is_cut() { Ok(()) } else { self.stdout.flush() }
    }
}

/// What a write to standard output does.
#[derive(Clone, Copy)]
#[cfg_attr(not(unix), expect(dead_code, reason = "only there the system tells"))]
enum Kind {
    Ready,
    /// It can block.
    MayWait,
    /// It is lost.
    ReadOnly,
}

fn read_only() -> io::Error {
    io::Error::other("it is open for reading alone")
}

/// Of which kind standard output is.
fn kind() -> Kind {
    static KIND: OnceLock<Kind> = OnceLock::new();
    *KIND.get_or_init(|| if is_read_only() { Kind::ReadOnly } else { writable_kind() })
}

#[cfg(unix)]
fn is_read_only() -> bool {
    use rustix::fs::{OFlags, fcntl_getfl};
    fcntl_getfl(io::stdout()).is_ok_and(|flags| flags & OFlags::RWMODE == OFlags::RDONLY)
}

#[cfg(unix)]
fn writable_kind() -> Kind {
    use rustix::fs::{FileType, fstat};
    match fstat(io::stdout()).map(|stat| FileType::from_raw_mode(stat.st_mode)) {
        Ok(FileType::Fifo | FileType::Socket) => Kind::MayWait,
        // A file is asked no more.
        Ok(FileType::RegularFile) => Kind::Ready,
        _ if io::stdout().is_terminal() => Kind::MayWait,
        _ => Kind::Ready,
    }
}

#[cfg(not(unix))]
fn is_read_only() -> bool {
    false
}

#[cfg(not(unix))]
fn writable_kind() -> Kind {
    Kind::Ready
}

/// Waits for room in the output. Returns false if there is none after an interrupt.
fn has_room(stdout: &StdoutLock<'static>) -> bool {
    let mut interrupted: Option<Instant> = None;
    loop {
        if is_ready(stdout) {
            return true;
        }
        if interrupt::is_raised() && interrupted.get_or_insert_with(Instant::now).elapsed() > GRACE
        {
            return false;
        }
    }
}

/// Whether a piece can be written now, or within a moment. Unknown counts as ready: the write will
/// report an error.
#[cfg(unix)]
fn is_ready(stdout: &StdoutLock<'static>) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let moment = Timespec::try_from(OFTEN).ok();
    match poll(&mut [PollFd::new(stdout, PollFlags::OUT)], moment.as_ref()) {
        Ok(count) => count > 0,
        Err(error) => error != rustix::io::Errno::INTR,
    }
}

#[cfg(not(unix))]
fn is_ready(_: &StdoutLock<'static>) -> bool {
    true
}
