//! The five methods for critical options, on puzzles less one clue and less two, side by side.
//!
//! ```text
//!      cargo bench --bench critical                       all sets
//!      cargo bench --bench critical -- 17s --passes 9     sets whose names contain `17s`
//!      cargo bench --bench critical -- --test             a puzzle of each set: whether all agree
//! ```
//!
//! A set is some puzzles with the number of clues that are taken off each, in all ways: `17s {-2}`
//! is 20 puzzles of 17 clues, 136 pseudo-puzzles of each. `Classes` is asked about each puzzle and
//! gives the answers for all its pseudo-puzzles; its time is divided by their number. The others
//! are asked about each pseudo-puzzle by itself, the slow ones about a fixed sample: every 7th,
//! say. The methods take turns, pass after pass, and of each the fastest pass counts: whatever else
//! the machine does only makes a pass slower. All answers of the first pass are compared with those
//! of `Classes`, options and covers.
//!
//! Engines are made before the time starts. The 17s are those of `seventeen.txt`; where it is
//! absent they are skipped, and standard error says so (`sets::catalogue`).

use std::env;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tourdion::cover::question::critical::{Critical, CriticalSearch, Method};
use tourdion::cover::{OptionId, Problem};
use tourdion::sudoku::{Grid, Shape, encode};
use tourdion::watch::Patient;

mod sets;

/// Passes, unless the arguments say how many.
const PASSES: usize = 3;

/// Puzzles of each set.
const PUZZLES: usize = 20;

/// A file of puzzles, and how many clues are taken off.
const SETS: [(&str, &str, usize); 4] = [
    ("17s {-1}", "seventeen.txt", 1),
    ("17s {-2}", "seventeen.txt", 2),
    ("first {-1}", "first.txt", 1),
    ("first {-2}", "first.txt", 2),
];

/// Every how many pseudo-puzzles a method is asked about, with one and with two clues off. The
/// numbers are prime to those of the clues, so that no clue is left out.
fn step(method: Method, off: usize) -> usize {
    match (method, off) {
        (Method::Rebuilt | Method::Toggled, 1) => 3,
        (Method::Rebuilt | Method::Toggled, _) => 29,
        (Method::Tree, 1) => 19,
        (Method::Tree, _) => 149,
        (Method::Dead, 2..) => 7,
        _ => 1,
    }
}

/// What a run was asked for.
struct Wish {
    name: String,
    passes: usize,
    is_test: bool,
}

/// A pseudo-puzzle: the clues that are held.
type Held = Vec<OptionId>;

fn main() {
    let wish = wish();
    let problem = encode::problem(Shape::CLASSIC).expect("every shape is a problem");
    for (name, file, off) in SETS.into_iter().filter(|(name, ..)| name.contains(&wish.name)) {
        let count = if wish.is_test { 1 } else { PUZZLES };
        let Some(puzzles) = puzzles(file, count) else { continue };
        compare(name, &problem, &puzzles, off, &wish);
    }
}

fn wish() -> Wish {
    let mut wish = Wish { name: String::new(), passes: PASSES, is_test: false };
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--test" => (wish.is_test, wish.passes) = (true, 1),
            "--passes" => {
                let passes = arguments.next().and_then(|number| number.parse().ok());
                wish.passes = passes.expect("--passes has a number");
            }
            _ => wish.name = argument,
        }
    }
    wish
}

/// The clues of the first puzzles of a file; `None`, and a word on standard error, if it is not
/// there.
fn puzzles(file: &str, count: usize) -> Option<Vec<Held>> {
    let Some(puzzles) = sets::catalogue(file) else {
        eprintln!("skipped: {file} is not there");
        return None;
    };
    let clues = |puzzle: &Grid| {
        puzzle.clues().map(|clue| encode::option(Shape::CLASSIC, clue)).collect::<Held>()
    };
    Some(puzzles.iter().take(count).map(clues).collect())
}

/// Times all methods on a set, and prints a table.
fn compare(name: &str, problem: &Problem, puzzles: &[Held], off: usize, wish: &Wish) {
    let mut all: Vec<(Held, Critical)> = Vec::new();
    let mut classes = CriticalSearch::new(problem, Method::Classes).expect("the problem is small");
    for clues in puzzles {
        let mut take = |gone: &[OptionId], critical: &Critical| {
            let held = clues.iter().filter(|clue| !gone.contains(clue)).copied().collect();
            all.push((held, critical.clone()));
            ControlFlow::Continue(())
        };
        let _ = classes.take_off(clues, off, &mut take, &mut Patient).expect("clues are options");
    }
    let critical: usize = all.iter().map(|(_, critical)| critical.len()).sum();
    println!("{name}: {} pseudo-puzzles, {critical} critical candidates\n", all.len());

    let mut ways: Vec<Way<'_>> =
        Method::ALL.iter().copied().map(|method| Way::new(problem, method, off, &all)).collect();
    for pass in 0..wish.passes {
        for way in &mut ways {
            way.run(puzzles, off, pass == 0);
        }
    }
    let toggled = ways.iter().find(|way| way.method == Method::Toggled).map_or(0.0, Way::each);
    println!("| method | asked about | µs per pseudo-puzzle | times as fast as toggled |");
    println!("|---|---|---|---|");
    for way in &ways {
        let (asked, each) = (way.asked, way.each());
        println!("| {:?} | {asked} | {each:.0} | {:.2} |", way.method, toggled / each);
    }
    println!();
}

/// A method with its engine, the pseudo-puzzles it is asked about, and its least time.
struct Way<'s> {
    method: Method,
    search: CriticalSearch<'s>,
    sample: Vec<&'s (Held, Critical)>,
    asked: usize,
    least: Duration,
}

impl<'s> Way<'s> {
    fn new(
        problem: &'s Problem,
        method: Method,
        off: usize,
        all: &'s [(Held, Critical)],
    ) -> Way<'s> {
        let search = CriticalSearch::new(problem, method).expect("the problem is small");
        let sample: Vec<_> = all.iter().step_by(step(method, off)).collect();
        Way { method, search, asked: sample.len(), sample, least: Duration::MAX }
    }

    /// One pass over the sample.
    fn run(&mut self, puzzles: &[Held], off: usize, compares: bool) {
        let start = Instant::now();
        let mut same = true;
        if self.method == Method::Classes {
            for clues in puzzles {
                let mut take = |_: &[OptionId], critical: &Critical| {
                    black_box(critical.len());
                    ControlFlow::Continue(())
                };
                let flow = self.search.take_off(clues, off, &mut take, &mut Patient);
                assert_eq!(flow, Ok(ControlFlow::Continue(())));
            }
        } else {
            for (held, expected) in &self.sample {
                let found = self.search.find(held, &[], &mut Patient).unwrap().continue_value();
                same &= !compares || found == Some(expected);
            }
        }
        self.least = self.least.min(start.elapsed());
        assert!(same, "{:?} and Classes have different answers", self.method);
    }

    /// Microseconds for each pseudo-puzzle.
    fn each(&self) -> f64 {
        (self.least / self.asked as u32).as_secs_f64() * 1e6
    }
}
