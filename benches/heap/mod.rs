//! How much memory is held, and the most that was: the system's allocator, counted.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, and the bytes that it has given out. With more than one thread the numbers are rough: they are read
/// and written without a lock, which would be in the way of what is timed.
struct Counted;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code)]
// SAFETY: every call is handed on unchanged to the system's allocator, whose contract is the same.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.load(Relaxed).wrapping_add(layout.size());
        HELD.store(held, Relaxed);
        if held > MOST.load(Relaxed) {
            MOST.store(held, Relaxed);
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        HELD.store(HELD.load(Relaxed).wrapping_sub(layout.size()), Relaxed);
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// What `work` gives, and the most bytes that it held at a time, beyond those that were held before.
pub(crate) fn most_held<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Relaxed);
    MOST.store(before, Relaxed);
    let result = work();
    (result, MOST.load(Relaxed) - before)
}
