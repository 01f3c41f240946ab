//! How many puzzles have which rating, in words and as a picture.

use std::collections::BTreeMap;

use tourdion::draw::{self, Histogram};
use tourdion::numerals::grouped;
use tourdion::rating::{Rate, Rating};

use crate::cli::Ending;
use crate::cli::stream;

/// The longest bar, in characters.
const LONGEST: u64 = 40;

/// Counts of puzzles.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) puzzles: u64,
    pub(super) rated: u64,
    pub(super) improper: u64,
    /// Puzzles whose time was spent.
    pub(super) spent: u64,
    /// For each rating, how many puzzles have it, in the order of what it says.
    rates: Vec<BTreeMap<(u8, u32), u64>>,
}

/// A place in the order of rates: numbers, and behind them what is more than any.
fn key(rate: Rate) -> (u8, u32) {
    match rate {
        Rate::Is(number) => (0, number),
        Rate::Above(number) => (1, number),
        Rate::Endless => (2, 0),
    }
}

fn name(key: (u8, u32)) -> String {
    match key {
        (0, number) => Rate::Is(number),
        (1, number) => Rate::Above(number),
        _ => Rate::Endless,
    }
    .to_string()
}

impl Tally {
    /// Counts the ratings of a puzzle.
    pub(super) fn count(&mut self, rates: &[Rate], is_spent: bool) {
        self.rated += u64::from(!is_spent);
        self.spent += u64::from(is_spent);
        self.rates.resize_with(rates.len(), BTreeMap::new);
        for (counts, &rate) in self.rates.iter_mut().zip(rates) {
            *counts.entry(key(rate)).or_default() += 1;
        }
    }

    /// What is said of a rating, and of how many puzzles. Numbers between others are there too.
    fn bars(counts: &BTreeMap<(u8, u32), u64>) -> Vec<(String, u64)> {
        let numbers = counts.keys().filter(|(kind, _)| *kind == 0).map(|(_, number)| *number);
        let between = numbers.clone().min().zip(numbers.max()).map(|(least, most)| least..=most);
        let mut all: BTreeMap<(u8, u32), u64> =
            between.into_iter().flatten().map(|number| ((0, number), 0)).collect();
        all.extend(counts);
        all.into_iter().map(|(rate, count)| (name(rate), count)).collect()
    }

    /// A line for each number of each rating, with a bar.
    pub(super) fn histograms<'t>(&'t self, ratings: &'t [Rating]) -> impl Iterator<Item = String> {
        let most = self.rates.iter().flat_map(BTreeMap::values).max().copied().unwrap_or(1);
        let widest = grouped(most).len();
        self.rates.iter().zip(ratings).flat_map(move |(counts, rating)| {
            Tally::bars(counts).into_iter().enumerate().map(move |(k, (rate, count))| {
                let rating = if k == 0 { rating.name() } else { "" };
                let bar = "#".repeat((count * LONGEST).div_ceil(most) as usize);
                let line = format!("{rating:4} {rate:>3} {:>widest$} {bar}", grouped(count));
                line.trim_end().to_owned()
            })
        })
    }

    /// The same as a picture.
    pub(super) fn picture(&self, ratings: &[Rating]) -> String {
        let histograms = self.rates.iter().zip(ratings).map(|(counts, rating)| Histogram {
            name: rating.to_string(),
            bars: Tally::bars(counts),
        });
        draw::histograms(&histograms.collect::<Vec<_>>())
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.rated += other.rated;
        self.improper += other.improper;
        self.spent += other.spent;
        self.rates.resize_with(self.rates.len().max(other.rates.len()), BTreeMap::new);
        for (counts, others) in self.rates.iter_mut().zip(other.rates) {
            for (rate, count) in others {
                *counts.entry(rate).or_default() += count;
            }
        }
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        match (self.spent, self.improper) {
            (0, 0) => Ending::Well,
            (0, _) => Ending::NotWell,
            _ => Ending::Spent,
        }
    }
}
