//! Locks that open after a panic.
//!
//! A thread that panics while it holds a lock leaves it *poisoned*: with the standard library, all
//! other threads must decide whether to use its content nevertheless. The locks here always open.
//! The panic is passed on to the thread that waits for the one that panicked, and ends its work in
//! any case.
//!
//! Invariant: the content of a lock is never used after a panic, or is consistent at every moment.
//!
//! Deliberately lacking: condition variables, which few files have.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a mutex has, for this thread alone.
pub(crate) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The content of a mutex that no thread can lock any more.
pub(crate) fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
