//! Locks that open after a panic.
//!
//! A thread that panics while it has a lock leaves it *poisoned*: std asks all others whether they
//! want what is inside nevertheless. Here they do. The panic goes on in the thread that waits for
//! the one that panicked, and ends its work, whatever the others have seen.
//!
//! Invariant: what a lock here has is never used after the panic, or is whole at every moment.
//!
//! Deliberately lacking: condition variables, which only two files have.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a mutex has, for this thread alone.
pub(crate) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a mutex had, which nobody locks any more.
pub(crate) fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
