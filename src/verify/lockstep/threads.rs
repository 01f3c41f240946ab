//! The threads that an on phase works on: all those beside this one, or this one alone
//! without the feature `parallel`.
//!
//! ```text
//!      each      items, one after the other to whichever thread is free
//!      all       the same work on every thread, for as long as there is some
//! ```
//!
//! Invariant: a `Break` from one piece of work ends all, and is returned.

#[cfg(feature = "parallel")]
pub(super) use pool::{all, each, each_chunk, each_coming};
#[cfg(not(feature = "parallel"))]
pub(super) use this::{all, each, each_chunk, each_coming};

#[cfg(feature = "parallel")]
mod pool {
    use std::ops::ControlFlow;

    use rayon::prelude::*;

    /// Works on each item.
    pub(in super::super) fn each<T: Sync>(
        items: &[T],
        work: impl Fn(&T) -> ControlFlow<()> + Sync + Send,
    ) -> ControlFlow<()> {
        items.par_iter().try_for_each(work)
    }

    /// Works on each item of an iterator, and takes one at a time.
    pub(in super::super) fn each_coming<T: Send>(
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> ControlFlow<()> + Sync + Send,
    ) -> ControlFlow<()> {
        items.par_bridge().try_for_each(work)
    }

    /// Works on some `size` items at a time, with a state of the thread's own.
    pub(in super::super) fn each_chunk<T: Sync, S>(
        items: &[T],
        size: usize,
        state: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, &[T]) -> ControlFlow<()> + Sync + Send,
    ) -> ControlFlow<()> {
        items.par_chunks(size).try_for_each_init(state, work)
    }

    /// Works on each thread that still finds something `is_waiting`.
    pub(in super::super) fn all<T: Send>(
        is_waiting: impl Fn() -> bool + Sync + Send,
        work: impl Fn() -> T + Sync + Send,
    ) -> Vec<T> {
        let threads = (0..rayon::current_num_threads()).into_par_iter().with_max_len(1);
        threads.filter(|_| is_waiting()).map(|_| work()).collect()
    }
}

#[cfg(not(feature = "parallel"))]
mod this {
    use std::ops::ControlFlow;

    pub(in super::super) fn each<T>(
        items: &[T],
        work: impl Fn(&T) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        items.iter().try_for_each(work)
    }

    pub(in super::super) fn each_coming<T>(
        mut items: impl Iterator<Item = T>,
        work: impl Fn(T) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        items.try_for_each(work)
    }

    pub(in super::super) fn each_chunk<T, S>(
        items: &[T],
        size: usize,
        state: impl Fn() -> S,
        work: impl Fn(&mut S, &[T]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut state = state();
        items.chunks(size).try_for_each(|chunk| work(&mut state, chunk))
    }

    pub(in super::super) fn all<T>(is_waiting: impl Fn() -> bool, work: impl Fn() -> T) -> Vec<T> {
        if is_waiting() { vec![work()] } else { Vec::new() }
    }
}
