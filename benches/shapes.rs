//! Verdicts on puzzles of other shapes than 9×9, on one thread, beside links alone, and minimal
//! puzzles that are made by asking for another solution, beside asking for two: tables.
//!
//! ```text
//!      cargo bench --bench shapes             all sets
//!      cargo bench --bench shapes -- 4x4      sets of these boxes
//!      cargo bench --bench shapes -- --test   few puzzles, once: only whether all agree
//! ```
//!
//! The puzzles are made from seeds: minimal ones, and others with a number of clues. Both sides
//! take turns, pass after pass, and of each the fastest pass counts. What is built once is in no
//! pass.

// Counts here are small.
#![allow(clippy::cast_precision_loss)]

use std::env;
use std::ops::ControlFlow;
use std::time::Instant;

use tourdion::generate::{Generator, Wish};
use tourdion::sudoku::{Grid, Shape};
use tourdion::verify::{Effort, Kind, LinksVerifier, LockstepVerifier, SolutionVisitor, Verifier};
use tourdion::watch::Watch;

/// Passes of a timed run.
const PASSES: usize = 3;

/// The boxes, the least number of clues, or none for minimal puzzles, and how many are made.
const SETS: [(&str, Option<usize>, u64); 10] = [
    ("2x3", None, 500),
    ("2x5", None, 200),
    ("3x4", None, 200),
    ("3x5", None, 100),
    ("4x4", Some(140), 200),
    ("4x4", Some(120), 200),
    ("4x4", Some(110), 100),
    ("4x4", None, 40),
    ("5x5", Some(330), 20),
    ("5x5", Some(310), 10),
];

/// The boxes of minimal puzzles to make, and how many are made.
const MADE: [(&str, u64); 6] =
    [("2x3", 500), ("2x5", 300), ("3x4", 200), ("3x5", 60), ("4x4", 30), ("4x5", 2)];

fn main() {
    let mut names: Vec<String> = env::args().skip(1).collect();
    let is_check =
        !names.iter().any(|name| name == "--bench") || names.iter().any(|name| name == "--test");
    names.retain(|name| !name.starts_with('-'));
    let is_wanted = |boxes: &str| names.is_empty() || names.iter().any(|name| boxes.contains(name));
    let wanted: Vec<_> = SETS.into_iter().filter(|(boxes, ..)| is_wanted(boxes)).collect();
    if !is_check && !wanted.is_empty() {
        println!("One thread; ms a puzzle; the least of {PASSES} passes in turn.\n");
        println!("| boxes | puzzles | clues | links | `verify` | ratio |");
        println!("|---|--:|--:|--:|--:|--:|");
    }
    for (boxes, clues, count) in wanted {
        let puzzles = puzzles(boxes, clues, if is_check { 2 } else { count });
        let shape = puzzles[0].shape();
        let (mut links, mut verifier) = (LinksVerifier::new(shape), LockstepVerifier::new());
        let mut least = [f64::INFINITY; 2];
        for _ in 0..if is_check { 1 } else { PASSES } {
            least[0] = least[0].min(milliseconds(&mut links, &puzzles));
            least[1] = least[1].min(milliseconds(&mut verifier, &puzzles));
        }
        let [links, ours] = least;
        if is_check {
            println!("shapes/{boxes}: both agree on {} puzzles", puzzles.len());
            continue;
        }
        let given: usize = puzzles.iter().map(Grid::clue_count).sum();
        let (count, given, ratio) = (puzzles.len(), given / puzzles.len(), links / ours);
        let kind = if clues.is_some() { "" } else { ", minimal" };
        println!("| {boxes}{kind} | {count} | {given} | {links:.3} | {ours:.3} | {ratio:.1} |");
    }
    let made: Vec<_> = MADE.into_iter().filter(|(boxes, _)| is_wanted(boxes)).collect();
    if !is_check && !made.is_empty() {
        println!("\nMinimal puzzles that are made; ms each.\n");
        println!("| boxes | puzzles | for two solutions | for another | ratio |");
        println!("|---|--:|--:|--:|--:|");
    }
    for (boxes, count) in made {
        // A check is quick, and these take long without optimisation.
        if !is_check || boxes == "2x3" || boxes == "2x5" {
            compare_makers(boxes, if is_check { 2 } else { count }, is_check);
        }
    }
}

/// A verifier that finds out whether there is another solution as the definition says.
struct ForTwo(LockstepVerifier);

impl Verifier for ForTwo {
    fn solutions(
        &mut self,
        puzzle: &Grid,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        self.0.solutions(puzzle, visitor, watch)
    }

    fn effort(&self) -> Effort {
        self.0.effort()
    }
}

/// Makes minimal puzzles in both ways, which are the same.
fn compare_makers(boxes: &str, count: u64, is_check: bool) {
    let wish = Wish::new(boxes.parse().expect("the boxes are possible"));
    let for_two = Box::new(ForTwo(LockstepVerifier::new()));
    let mut makers = [Generator::asking(for_two, wish.clone(), 17), Generator::new(wish, 17)];
    let (mut least, mut made) = ([f64::INFINITY; 2], [Vec::new(), Vec::new()]);
    for _ in 0..if is_check { 1 } else { PASSES } {
        for (k, maker) in makers.iter_mut().enumerate() {
            let began = Instant::now();
            made[k] = maker.puzzles(0..count).collect();
            least[k] = least[k].min(began.elapsed().as_secs_f64() * 1e3 / count as f64);
        }
        assert!(made[0] == made[1], "both make the same puzzles");
    }
    let [two, other] = least;
    if is_check {
        println!("shapes/{boxes}: both make the same {count} puzzles");
    } else {
        println!("| {boxes} | {count} | {two:.3} | {other:.3} | {:.1} |", two / other);
    }
}

/// Puzzles with that many clues, or minimal ones.
fn puzzles(boxes: &str, clues: Option<usize>, count: u64) -> Vec<Grid> {
    let shape: Shape = boxes.parse().expect("the boxes are possible");
    let mut wish = Wish::new(shape);
    if let Some(clues) = clues {
        (wish.clues, wish.is_minimal) = (clues..=shape.cells(), false);
    }
    Generator::new(wish, 17).puzzles(0..count).collect()
}

/// The time of the verdicts on puzzles, each of which is proper.
fn milliseconds(verifier: &mut dyn Verifier, puzzles: &[Grid]) -> f64 {
    let began = Instant::now();
    for puzzle in puzzles {
        assert_eq!(verifier.verify(puzzle).kind(), Kind::Proper, "{puzzle}");
    }
    began.elapsed().as_secs_f64() * 1e3 / f64::from(puzzles.len() as u32)
}
