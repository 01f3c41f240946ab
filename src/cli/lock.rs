//! Locks that open after a panic: the one that panicked ends the run in any case.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a mutex has, for this thread alone.
pub(super) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
