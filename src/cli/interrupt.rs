//! Interrupts: the first lets the program end in order, a second ends it at once.
//!
//! ```text
//!      Ctrl-C, termination, hang-up        a flag is set: the summary, then the end
//!      Ctrl-C a moment after any of them   the end at once
//! ```
//!
//! The first signal sets flags that the commands check: they finish their current step and report
//! their results. Signals are often sent twice: to the program and to its group, as `timeout` does,
//! or once more by the process that started the program. Such a second signal must not end it at
//! once. So only a Ctrl-C does, and only after a fifth of a second; a termination or a hang-up
//! never does.
//!
//! If one of these signals is ignored at the start, as with `nohup` and hang-ups, it stays ignored,
//! and the program handles the others. If the system does not show which are ignored (it has no
//! `/proc`), hang-ups are not handled.
//!
//! A command that waits for the reader of its results can't check the flag;
//! [`output`](super::output) does it instead. A long step that can't check it either [ends] with
//! the program.

use std::io;
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use tourdion::verify::{Examination, Verifier};
use tourdion::watch::Watch;

use super::say;

/// The exit code after an interrupt, as shells give it.
const INTERRUPTED: i32 = 130;

/// Of two signals that come within this number of milliseconds the second does not insist.
const PATIENCE: u64 = 200;

/// The time between two looks at the flag beside a step that does not check it.
const LOOK: Duration = Duration::from_millis(10);

const CANNOT_LISTEN: &str = "can't listen for interrupts";

/// The flag, if a command listens for interrupts.
static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// A flag that an interrupt sets.
pub(super) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let raised = Arc::new(AtomicBool::new(false));
    let began = Instant::now();
    for &signal in signals() {
        let listen = || {
            flag::register(signal, Arc::clone(&raised))?;
            end_if_it_insists(signal, began)
        };
        listen().context(CANNOT_LISTEN)?;
    }
    Ok(Arc::clone(FLAG.get_or_init(|| raised)))
}

/// Lets a signal end the program at once if it insists. `began` is a moment before all of them.
#[expect(unsafe_code, reason = "what is done in a signal handler")]
fn end_if_it_insists(signal: i32, began: Instant) -> io::Result<()> {
    /// When the first signal came, in milliseconds, counted from 1.
    static FIRST: AtomicU64 = AtomicU64::new(0);
    let action = move || {
        let now = began.elapsed().as_millis() as u64 + 1;
        let first = FIRST.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst);
        let is_late = first.is_err_and(|first| now > first + PATIENCE);
        if signal == SIGINT && is_late {
            low_level::exit(INTERRUPTED);
        }
    };
    // SAFETY: a handler may read the clock, use atomics and end the process, and this one does no
    // more. The safe functions of the crate know no clock, but for a thread that waits for signals,
    // which would take a twelfth of each start (docs/benchmarks/program.md).
    unsafe { low_level::register(signal, action) }.map(drop)
}

/// Lets an interrupt set this flag, too: one that ends a single run, which may end by itself.
pub(super) fn sets(stop: &Arc<AtomicBool>) -> anyhow::Result<()> {
    let raised = flag()?;
    for &signal in signals() {
        flag::register(signal, Arc::clone(stop)).context(CANNOT_LISTEN)?;
    }
    // It may have come before.
    if raised.load(Ordering::Relaxed) {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(())
}

/// Whether an interrupt has come, if a command listens.
pub(super) fn is_raised() -> bool {
    FLAG.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// Does a step that checks no flag and has no result before its end: an interrupt ends the program
/// with this message, one that has come before too.
pub(super) fn ends<T>(step: impl FnOnce() -> T, message: Option<&str>) -> anyhow::Result<T> {
    let raised = flag()?;
    let (running, is_over) = mpsc::channel::<()>();
    let end_if_raised = || {
        if raised.load(Ordering::Relaxed) {
            message.into_iter().for_each(say);
            process::exit(INTERRUPTED);
        }
    };
    let look = move || {
        while is_over.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            end_if_raised();
        }
    };
    end_if_raised();
    Ok(thread::scope(|scope| {
        // Where no thread can be started, a second Ctrl-C still ends the program.
        let _ = thread::Builder::new().spawn_scoped(scope, look);
        let done = step();
        drop(running);
        done
    }))
}

/// The signals to listen for.
fn signals() -> &'static [i32] {
    static SIGNALS: OnceLock<Vec<i32>> = OnceLock::new();
    SIGNALS.get_or_init(|| {
        #[cfg(unix)]
        if let Some(ignored) = ignored() {
            let all = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
            return all.into_iter().filter(|signal| ignored & 1 << (signal - 1) == 0).collect();
        }
        vec![SIGINT, SIGTERM]
    })
}

/// The ignored signals, a bit each; `None` if the system does not tell.
#[cfg(unix)]
fn ignored() -> Option<u64> {
    use std::fs::File;
    use std::io::Read;

    use bstr::ByteSlice;

    // In one piece: the system makes the whole text anew for each piece that is read.
    let mut status = [0; 4096];
    let length = File::open("/proc/self/status").ok()?.read(&mut status).ok()?;
    let mask = status[..length].lines().find_map(|line| line.strip_prefix(b"SigIgn:"))?;
    u64::from_str_radix(mask.to_str().ok()?.trim(), 16).ok()
}

/// Breaks once a flag is set.
pub(super) fn pulse(flag: &AtomicBool) -> ControlFlow<()> {
    if flag.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Ends a question once a flag is set.
pub(super) fn watch<P: ?Sized>(flag: &AtomicBool) -> impl Watch<P> {
    move |_: &P| pulse(flag)
}

/// Counts the solutions of a puzzle up to `limit`. Breaks if stopped before.
pub(super) fn examine<P>(
    verifier: &mut dyn Verifier<P>,
    puzzle: &P,
    limit: u64,
    stop: &AtomicBool,
) -> ControlFlow<(), Examination> {
    Examination::of(verifier, puzzle, limit, &mut watch(stop))
}
