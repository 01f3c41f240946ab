//! What the secondary items of a problem show about the engine that suits it.
//!
//! ```text
//!      a b | x y
//!      a x               x keeps the first two options apart, and y the last two: pairs
//!      b x y
//!      a y
//! ```
//!
//! Variables with pairs of values that exclude each other are such problems. In a timetable a
//! secondary item has many options. In a crossword the primary items are its words: each option
//! fills one of them, by the letters of its cells, and there are many for each.

use super::lengths::Lengths;
use crate::cover::Problem;

/// The secondary items of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cover) enum Secondary {
    None,
    /// Most of them have two options at most: each says that two don't go together.
    Pairs,
    /// Each option has one primary item and fills some of them, and a primary item has many.
    Fillings,
    Others,
}

/// The least number of options of a primary item, in the mean, that are many.
const MANY: usize = 16;

impl Secondary {
    pub(in crate::cover) fn of(problem: &Problem) -> Secondary {
        if problem.primary_count() == problem.items().len() {
            return Secondary::None;
        }
        Secondary::by(problem, &Lengths::of(problem))
    }

    /// The same for a problem with these lengths.
    pub(in crate::cover) fn by(problem: &Problem, lengths: &Lengths) -> Secondary {
        let items = problem.items().len() - problem.primary_count();
        if items == 0 {
            return Secondary::None;
        }
        let entries: usize =
            lengths.of_kind(problem, false).map(|(_, length)| length as usize).sum();
        let options = problem.options().len();
        let has_one_primary = || problem.entry_count() - entries <= options;
        match () {
            () if 2 * entries <= 5 * items => Secondary::Pairs,
            () if options >= MANY * problem.primary_count() && has_one_primary() => {
                Secondary::Fillings
            }
            () => Secondary::Others,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secondary_item_of_two_options_keeps_a_pair_apart() {
        let of = |text: &str| Secondary::of(&text.parse().unwrap());
        assert_eq!(of("a b\na\nb\n"), Secondary::None);
        assert_eq!(of("a b | x\na x\nb x\na\n"), Secondary::Pairs);
        assert_eq!(of("a b | x\na x\nb x\na b x\n"), Secondary::Others);
    }

    #[test]
    fn many_options_of_one_primary_item_are_fillings() {
        let of = |options: usize| {
            let lines = (0..options).map(|k| format!("a x:{k}\nb x:{k}\n"));
            Secondary::of(&format!("a b | x\n{}", lines.collect::<String>()).parse().unwrap())
        };
        assert_eq!(
            [2, 15, 16].map(of),
            [2, 15, 16].map(|k| match k {
                16 => Secondary::Fillings,
                _ => Secondary::Others,
            })
        );
    }
}
