//! Tours with results known from other methods, longer than those of `tests/it`.

use crate::support::hunting::{nothing_but_the_puzzles_matters, repeats_are_as_written_out};

#[test]
fn repeats_search_what_is_new_and_find_the_same() {
    repeats_are_as_written_out(&[
        ("{-1+1p}x4", "{-1+1p}{-1+1p}{-1+1p}{-1+1p}"),
        ("{-1+1 c22..p}x2", "{-1+1 c22..p}{-1+1 c22..p}"),
        ("{-1+1 mp}x3", "{-1+1 mp}{-1+1 mp}{-1+1 mp}"),
        ("{-2+2p i}x2", "{-2+2p i}{-2+2p i}"),
    ]);
}

#[test]
fn order_threads_and_memory_make_no_difference() {
    nothing_but_the_puzzles_matters("{-1+1 r10%}{-1+1p}x2{-2+2p r2%}", &[(1, 10_000), (5, 0)]);
}
