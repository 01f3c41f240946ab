//! The most memory that something has allocated at once: the system's allocator, with a meter that
//! can be switched on.
//!
//! Lacking: what the system itself needs for the blocks; memory that was there before.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Runs something, and returns what it does and the most bytes that it had at once beyond those
/// from before. One thread is to run at a time.
pub(crate) fn of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    NOW.store(0, Relaxed);
    MOST.store(0, Relaxed);
    IS_ON.store(true, Relaxed);
    let done = run();
    IS_ON.store(false, Relaxed);
    (done, MOST.load(Relaxed))
}

static IS_ON: AtomicBool = AtomicBool::new(false);
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, metered.
struct Metered;

#[allow(unsafe_code)]
// SAFETY: every call is handed on unchanged to the system's allocator, whose contract is the same.
unsafe impl GlobalAlloc for Metered {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            MOST.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if IS_ON.load(Relaxed) {
            // What was there before may be freed meanwhile.
            let _ =
                NOW.fetch_update(Relaxed, Relaxed, |now| Some(now.saturating_sub(layout.size())));
        }
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Metered = Metered;
