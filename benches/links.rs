//! A verdict on one puzzle, on one thread: `LinksVerifier` beside the published exact-cover crates;
//! µs a puzzle.
//!
//! `cargo bench --bench links`; [`turns`] has its options. All peers are given the clues of a
//! puzzle as options chosen beforehand and count covers up to two, each by its own fastest way (see
//! `peers`); every count of theirs is compared with the verifier's.
//!
//! The samples are spread evenly over a catalogue, and each puzzle's digits are exchanged by
//! chance: in catalogues that are sorted neighbours begin with the same clues, which the verifier
//! would leave held. Only "all in order" is as the catalogue is.
//!
//! "anew" builds the verifier for each puzzle: what it costs to start up.

use std::hint::black_box;

use tourdion::cover::OptionId;
use tourdion::sudoku::{Digit, Grid, Shape, encode};
use tourdion::verify::{LinksVerifier, Verifier};

mod peers;
mod sets;
mod turns;
use peers::{DlxRs, ExactCovers, Peer, Xcov};
use sets::Chance;
use turns::{Turns, Wish};

/// A catalogue; none, and a word on standard error, if it is not there.
fn catalogue(name: &str) -> Vec<Grid> {
    sets::catalogue(name).unwrap_or_else(|| {
        eprintln!("skipped: {name} is not there");
        Vec::new()
    })
}

/// Every `step`-th puzzle of a catalogue, each with its digits exchanged.
fn sample(name: &str, step: usize) -> Vec<Grid> {
    let mut chance = Chance::new(4);
    let mut digits: Vec<Digit> = Shape::CLASSIC.digits().collect();
    let exchanged = catalogue(name).into_iter().step_by(step).map(|puzzle| {
        chance.shuffle(&mut digits);
        let cells: Vec<_> =
            puzzle.cells().iter().map(|cell| cell.map(|digit| digits[digit.index()])).collect();
        Grid::from_cells(Shape::CLASSIC, &cells).expect("as many cells as before")
    });
    exchanged.collect()
}

fn clues(puzzle: &Grid) -> Vec<OptionId> {
    puzzle.clues().map(|clue| encode::option(Shape::CLASSIC, clue)).collect()
}

fn peer<'s, P: Peer + 's>(turns: &mut Turns<'s>, puzzles: &[Grid]) {
    let problem = encode::problem(Shape::CLASSIC).expect("every shape is a problem");
    let mut peer = P::build(&problem);
    let mut verifier = LinksVerifier::default();
    let puzzles: Vec<_> =
        puzzles.iter().map(|puzzle| (clues(puzzle), verifier.count(puzzle, 2))).collect();
    turns.add(P::NAME, move || {
        for (clues, count) in &puzzles {
            assert_eq!(peer.count_with(clues, 2), *count, "{}", P::NAME);
        }
    });
}

fn links<'s>(turns: &mut Turns<'s>, puzzles: &'s [Grid]) {
    let mut verifier = LinksVerifier::default();
    turns.add("links", move || {
        for puzzle in puzzles {
            black_box(verifier.verify(puzzle));
        }
    });
}

fn links_anew<'s>(turns: &mut Turns<'s>, puzzles: &'s [Grid]) {
    turns.add("links, built anew", move || {
        for puzzle in puzzles {
            black_box(LinksVerifier::default().verify(puzzle));
        }
    });
}

/// Links and all peers on a sample of a catalogue.
fn side_by_side(wish: &Wish) {
    let catalogues = [
        ("first", "first.txt", 4),
        ("seventeen", "seventeen.txt", 199),
        ("hardest", "hardest.txt", 499),
    ];
    for (name, file, step) in catalogues.into_iter().filter(|(name, ..)| wish.wants(name)) {
        let puzzles = sample(file, step);
        if puzzles.is_empty() {
            continue;
        }
        let mut turns = Turns::on(name);
        links(&mut turns, &puzzles);
        links_anew(&mut turns, &puzzles);
        peer::<Xcov>(&mut turns, &puzzles);
        peer::<DlxRs>(&mut turns, &puzzles);
        peer::<ExactCovers>(&mut turns, &puzzles);
        turns.take(wish, puzzles.len());
    }
}

/// The whole of the largest catalogue, in its order: neighbours share clues.
fn in_order(wish: &Wish) {
    const SET: &str = "seventeen, all in order";
    let puzzles = if wish.wants(SET) { catalogue("seventeen.txt") } else { Vec::new() };
    if !puzzles.is_empty() {
        let mut turns = Turns::on(SET);
        links(&mut turns, &puzzles);
        turns.take(wish, puzzles.len());
    }
}

fn main() {
    let wish = Wish::read();
    side_by_side(&wish);
    in_order(&wish);
}
