//! Sides that do the same in turn: for each set a table of their times.
//!
//! ```text
//!      cargo bench --bench links                   all sets
//!      cargo bench --bench links -- hardest        sets whose names contain this
//!      cargo bench --bench links -- --passes 25    of each side the least of 25 passes
//!      cargo bench --bench links -- --test         each side once: only whether all is in order
//! ```
//!
//! All sides take one turn in each pass, so that what else the machine does falls on all alike, and
//! of each the least time counts. There is a pass before that is not timed.

use std::env;
use std::time::{Duration, Instant};

/// Passes, unless the arguments say how many.
const PASSES: usize = 9;

/// What a run is asked for.
pub(crate) struct Wish {
    names: Vec<String>,
    passes: usize,
    /// Whether nothing is timed.
    is_check: bool,
}

impl Wish {
    /// What the command line says.
    pub(crate) fn read() -> Wish {
        let mut wish = Wish { names: Vec::new(), passes: PASSES, is_check: true };
        let (mut given, mut is_test) = (env::args().skip(1), false);
        while let Some(argument) = given.next() {
            match argument.as_str() {
                // Cargo says `--bench` where times are wanted.
                "--bench" => wish.is_check = false,
                "--test" => is_test = true,
                "--passes" => {
                    let passes = given.next().and_then(|number| number.parse().ok());
                    wish.passes = passes.filter(|&n| n > 0).expect("--passes has a number");
                }
                option if option.starts_with('-') => eprintln!("there is no option `{option}`"),
                _ => wish.names.push(argument),
            }
        }
        wish.is_check |= is_test;
        wish
    }

    /// Whether a set is wanted.
    pub(crate) fn wants(&self, set: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| set.contains(name.as_str()))
    }
}

/// The sides that do the same with a set.
pub(crate) struct Turns<'s> {
    set: &'s str,
    sides: Vec<(&'s str, Box<dyn FnMut() + 's>)>,
}

impl<'s> Turns<'s> {
    pub(crate) fn on(set: &'s str) -> Turns<'s> {
        Turns { set, sides: Vec::new() }
    }

    /// Adds a side; the first is the one that the others are compared with.
    pub(crate) fn add(&mut self, name: &'s str, turn: impl FnMut() + 's) {
        self.sides.push((name, Box::new(turn)));
    }

    /// Lets all sides take their turns, and prints the least time of each, by `number` in a turn.
    pub(crate) fn take(mut self, wish: &Wish, number: usize) {
        for (_, turn) in &mut self.sides {
            turn();
        }
        if wish.is_check {
            println!("{}: {} sides", self.set, self.sides.len());
            return;
        }
        let mut least = vec![Duration::MAX; self.sides.len()];
        for _ in 0..wish.passes {
            for (least, (_, turn)) in least.iter_mut().zip(&mut self.sides) {
                let began = Instant::now();
                turn();
                *least = began.elapsed().min(*least);
            }
        }
        let Some((first, _)) = self.sides.first() else { return };
        println!("| {}, least of {} | µs | to {first} |", self.set, wish.passes);
        println!("|---|--:|--:|");
        for (time, (name, _)) in least.iter().zip(&self.sides) {
            let micros = time.as_secs_f64() * 1e6 / number as f64;
            let ratio = time.as_secs_f64() / least[0].as_secs_f64();
            println!("| {name} | {micros:.1} | {ratio:.2} |");
        }
        println!();
    }
}
