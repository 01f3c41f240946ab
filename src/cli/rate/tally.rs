//! How many puzzles have which rating, in words and as a picture.

use std::collections::BTreeMap;

use tourdion::draw::{self, CrossTable, Histogram};
use tourdion::numerals::{counted, grouped};
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
    rates: Vec<BTreeMap<Key, u64>>,
    /// The same with what another rating says.
    pairs: Vec<BTreeMap<(Key, Key), u64>>,
}

/// A place in the order of rates, as of [`Rate::order_key`].
type Key = (u8, u32);

fn name(rating: Rating, key: Key) -> String {
    match key {
        (0, tenths) if rating.is_in_tenths() => Rate::Tenths(tenths),
        (0, number) => Rate::Is(number),
        (1, _) => Rate::Unknown,
        (2, number) => Rate::Above(number),
        _ => Rate::Endless,
    }
    .to_string()
}

/// The numbers for which a bar may stand: 1, 2, 5, 10, 20, 50 and so on.
fn widths() -> impl Iterator<Item = u32> {
    (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)))
}

/// What is said of a rating, and of how many puzzles. If there are many numbers, a bar is for
/// several.
struct Bars {
    rating: Rating,
    /// The numbers for which a bar is.
    width: u32,
    /// By the first number of each; numbers between others are there too.
    counts: BTreeMap<Key, u64>,
}

impl Bars {
    fn of(rating: Rating, counts: &BTreeMap<Key, u64>) -> Bars {
        let numbers = counts.keys().filter(|(kind, _)| *kind == 0).map(|(_, number)| *number);
        let mut bars = Bars { rating, width: 1, counts: BTreeMap::new() };
        if let Some((least, most)) = numbers.clone().min().zip(numbers.max()) {
            bars.width =
                widths().find(|width| most / width - least / width < BARS).unwrap_or(u32::MAX);
            let all = least / bars.width..=most / bars.width;
            bars.counts.extend(all.map(|bar| ((0, bar * bars.width), 0)));
        }
        for (&rate, count) in counts {
            *bars.counts.entry(bars.begin(rate)).or_default() += count;
        }
        bars
    }

    /// The first number of the bar of a number.
    fn begin(&self, (kind, number): Key) -> Key {
        (kind, if kind == 0 { number - number % self.width } else { number })
    }

    fn names(&self) -> Vec<String> {
        let name = |&key: &Key| match key {
            (0, number) if self.width > 1 => {
                let last = number.saturating_add(self.width - 1);
                format!("{}-{}", name(self.rating, key), name(self.rating, (0, last)))
            }
            _ => name(self.rating, key),
        };
        self.counts.keys().map(name).collect()
    }
}

impl Tally {
    /// Counts the ratings of a puzzle, and with each what another rating says.
    pub(super) fn count(&mut self, rates: &[Rate], by: Option<Rate>, is_spent: bool) {
        self.rated += u64::from(!is_spent);
        self.spent += u64::from(is_spent);
        self.rates.resize_with(rates.len(), BTreeMap::new);
        for (counts, &rate) in self.rates.iter_mut().zip(rates) {
            *counts.entry(rate.order_key()).or_default() += 1;
        }
        if let Some(by) = by {
            self.pairs.resize_with(rates.len(), BTreeMap::new);
            for (counts, &rate) in self.pairs.iter_mut().zip(rates) {
                *counts.entry((by.order_key(), rate.order_key())).or_default() += 1;
            }
        }
    }

    fn bars(rating: Rating, counts: &BTreeMap<Key, u64>) -> Vec<(String, u64)> {
        let bars = Bars::of(rating, counts);
        bars.names().into_iter().zip(bars.counts.into_values()).collect()
    }

    /// How many puzzles have which two rates: a row for each of `rating`, a column for each of
    /// `by`.
    fn table(by: Rating, rating: Rating, pairs: &BTreeMap<(Key, Key), u64>) -> CrossTable {
        let (mut across, mut up) = (BTreeMap::new(), BTreeMap::new());
        for (&(column, row), count) in pairs {
            *across.entry(column).or_default() += count;
            *up.entry(row).or_default() += count;
        }
        let (across, up) = (Bars::of(by, &across), Bars::of(rating, &up));
        let mut counts: BTreeMap<(Key, Key), u64> = BTreeMap::new();
        for (&(column, row), count) in pairs {
            *counts.entry((across.begin(column), up.begin(row))).or_default() += count;
        }
        let count = |row, column| counts.get(&(column, row)).copied().unwrap_or(0);
        let row = |&row: &Key| across.counts.keys().map(|&column| count(row, column)).collect();
        CrossTable {
            name: format!("{rating} by {by}"),
            columns: across.names(),
            rows: up.names(),
            counts: up.counts.keys().map(row).collect(),
        }
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

    /// The same as a picture, with a note if these are not all puzzles.
    pub(super) fn picture(
        &self,
        ratings: &[Rating],
        by: Option<Rating>,
        is_interrupted: bool,
    ) -> String {
        let note = is_interrupted.then(|| {
            let puzzles = counted(self.puzzles, "puzzle");
            format!("Interrupted after {puzzles}.")
        });
        let note = note.as_deref();
        if let Some(by) = by {
            let tables = self.pairs.iter().zip(ratings);
            let tables = tables.map(|(pairs, &rating)| Tally::table(by, rating, pairs));
            return draw::cross_tables(&tables.collect::<Vec<_>>(), note);
        }
        let histograms = self.rates.iter().zip(ratings).map(|(counts, &rating)| Histogram {
            name: rating.to_string(),
            bars: Tally::bars(rating, counts),
        });
        draw::histograms(&histograms.collect::<Vec<_>>(), note)
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
        self.pairs.resize_with(self.pairs.len().max(other.pairs.len()), BTreeMap::new);
        for (counts, others) in self.pairs.iter_mut().zip(other.pairs) {
            for (pair, count) in others {
                *counts.entry(pair).or_default() += count;
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
            tally.count(&[Rate::Is(number)], None, false);
        }
        tally.count(&[Rate::Endless], None, false);
        let bars = Tally::bars(Rating::Te, &tally.rates[0]);
        assert_eq!((bars.len(), &bars[1]), (21, &("5-9".to_owned(), 5)));
        assert_eq!(bars[20], ("-".to_owned(), 1));
        let bars = Tally::bars(Rating::Er, &tally.rates[0]);
        assert_eq!(bars[1], ("0.5-0.9".to_owned(), 5));
    }

    #[test]
    fn a_table_has_each_pair() {
        let mut tally = Tally::default();
        for (clues, b) in [(22, Rate::Is(1)), (24, Rate::Is(3)), (24, Rate::Endless)] {
            tally.count(&[b], Some(Rate::Is(clues)), false);
        }
        let table = Tally::table(Rating::Clues, Rating::B, &tally.pairs[0]);
        assert_eq!(table.columns, ["22", "23", "24"]);
        assert_eq!(table.rows, ["1", "2", "3", "-"]);
        assert_eq!(table.counts, [[1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, 1]]);
    }
}
