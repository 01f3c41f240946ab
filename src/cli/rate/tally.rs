//! How many puzzles have which rating, in words and as a picture.

use std::collections::BTreeMap;

use tourdion::draw::{self, Histogram};
use tourdion::numerals::grouped;
use tourdion::rating::{Rate, Rating};

use crate::cli::Ending;
use crate::cli::stream;

/// The longest bar, in characters.
const LONGEST: u64 = 40;

/// The most bars of numbers.
const BARS: u32 = 40;

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
        Rate::Is(number) | Rate::Tenths(number) => (0, number),
        Rate::Above(number) => (1, number),
        Rate::Endless => (2, 0),
    }
}

fn name(rating: Rating, key: (u8, u32)) -> String {
    match key {
        (0, tenths) if rating.is_in_tenths() => Rate::Tenths(tenths),
        (0, number) => Rate::Is(number),
        (1, number) => Rate::Above(number),
        _ => Rate::Endless,
    }
    .to_string()
}

/// The numbers for which a bar may stand: 1, 2, 5, 10, 20, 50 and so on.
fn widths() -> impl Iterator<Item = u32> {
    (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)))
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

    /// What is said of a rating, and of how many puzzles. Numbers between others are there too. If
    /// there are many, a bar is for several.
    fn bars(rating: Rating, counts: &BTreeMap<(u8, u32), u64>) -> Vec<(String, u64)> {
        let numbers = counts.keys().filter(|(kind, _)| *kind == 0).map(|(_, number)| *number);
        let mut all: BTreeMap<(u8, u32), u64> = BTreeMap::new();
        let mut width = 1;
        if let Some((least, most)) = numbers.clone().min().zip(numbers.max()) {
            width = widths().find(|width| most / width - least / width < BARS).unwrap_or(u32::MAX);
            all.extend((least / width..=most / width).map(|bar| ((0, bar * width), 0)));
        }
        for (&(kind, number), count) in counts {
            let number = if kind == 0 { number - number % width } else { number };
            *all.entry((kind, number)).or_default() += count;
        }
        let bar = |key: (u8, u32)| match key {
            (0, number) if width > 1 => {
                let last = number.saturating_add(width - 1);
                format!("{}-{}", name(rating, key), name(rating, (0, last)))
            }
            _ => name(rating, key),
        };
        all.into_iter().map(|(rate, count)| (bar(rate), count)).collect()
    }

    /// A line for each number of each rating, with a bar.
    pub(super) fn histograms<'t>(&'t self, ratings: &'t [Rating]) -> impl Iterator<Item = String> {
        let histograms: Vec<Vec<(String, u64)>> = ratings
            .iter()
            .zip(&self.rates)
            .map(|(&rating, counts)| Tally::bars(rating, counts))
            .collect();
        let most = histograms.iter().flatten().map(|(_, count)| *count).max().unwrap_or(1);
        let widest = grouped(most).len();
        let longest = ratings.iter().map(|rating| rating.name().len()).max().unwrap_or(0).max(4);
        histograms.into_iter().zip(ratings).flat_map(move |(bars, rating)| {
            let rates = bars.iter().map(|(rate, _)| rate.len()).max().unwrap_or(0).max(3);
            bars.into_iter().enumerate().map(move |(k, (rate, count))| {
                let name = if k == 0 { rating.name() } else { "" };
                let bar = "#".repeat((count * LONGEST).div_ceil(most) as usize);
                let count = grouped(count);
                let line = format!("{name:longest$} {rate:>rates$} {count:>widest$} {bar}");
                line.trim_end().to_owned()
            })
        })
    }

    /// The same as a picture.
    pub(super) fn picture(&self, ratings: &[Rating]) -> String {
        let histograms = self.rates.iter().zip(ratings).map(|(counts, &rating)| Histogram {
            name: rating.to_string(),
            bars: Tally::bars(rating, counts),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_for_several_numbers_where_there_are_many() {
        let mut tally = Tally::default();
        for number in 0..100 {
            tally.count(&[Rate::Is(number)], false);
        }
        tally.count(&[Rate::Endless], false);
        let bars = Tally::bars(Rating::Te, &tally.rates[0]);
        assert_eq!((bars.len(), &bars[1]), (21, &("5-9".to_owned(), 5)));
        assert_eq!(bars[20], ("-".to_owned(), 1));
        let bars = Tally::bars(Rating::Er, &tally.rates[0]);
        assert_eq!(bars[1], ("0.5-0.9".to_owned(), 5));
    }
}
