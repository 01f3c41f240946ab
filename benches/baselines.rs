//! A verdict by plain backtracking beside links and lockstep: the same puzzles, one at a time, one
//! thread; µs a puzzle.
//!
//! `cargo bench --bench baselines`; [`turns`] has its options. The sets are small and not too hard,
//! so that every search comes to its end; what the searches do with hard puzzles, under a budget,
//! is for `tourdion compare`. Every verdict is compared with that of links.

use tourdion::baseline::Baseline;
use tourdion::compare::Contestant;
use tourdion::sudoku::{Grid, Shape};
use tourdion::verify::{Kind, LinksVerifier, Verifier};

mod sets;
mod turns;
use turns::{Turns, Wish};

/// Engines whose time explodes on puzzles with few clues.
const SLOW: [Baseline; 4] =
    [Baseline::Listed, Baseline::Sorted, Baseline::Permute, Baseline::Mended];

fn compare(wish: &Wish, set: &str, puzzles: &[Grid], is_wanted: impl Fn(Contestant) -> bool) {
    if !wish.wants(set) {
        return;
    }
    let mut links = LinksVerifier::default();
    let kinds: Vec<Kind> = puzzles.iter().map(|puzzle| links.verify(puzzle).kind()).collect();
    let mut turns = Turns::on(set);
    for engine in Contestant::all().filter(|&engine| is_wanted(engine)) {
        let mut verifier = engine.verifier(Shape::CLASSIC).expect("all suit the everyday grid");
        let kinds = &kinds;
        turns.add(engine.name(), move || {
            for (puzzle, kind) in puzzles.iter().zip(kinds) {
                assert_eq!(verifier.verify(puzzle).kind(), *kind, "{engine}: {puzzle}");
            }
        });
    }
    turns.take(wish, puzzles.len());
}

fn main() {
    let wish = Wish::read();
    let first: Vec<Grid> = sets::first().into_iter().step_by(40).collect();
    let easy = sets::easy(&first, &mut LinksVerifier::default());
    compare(&wish, "easy", &easy, |engine| engine != Contestant::Plain(Baseline::Permute));
    compare(&wish, "first", &first, |engine| {
        SLOW.iter().all(|&slow| engine != Contestant::Plain(slow))
    });
}
