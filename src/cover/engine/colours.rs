//! The colours of each item, numbered from 1: few bits for an engine that lays them out.
//!
//! ```text
//!      a | x y                       x has two colours: red is 1, blue is 2
//!      a x:red y:blue                y has one: blue is 1
//!      a x:blue                      and one option leaves it plain
//!      a x:blue y
//! ```
//!
//! Most problems have few items or few colours, and a table of all pairs of them; others are looked
//! up by a hash.
//!
//! Invariant: the colours of an item have numbers in the order in which options give them.

use std::collections::HashMap;

use crate::cover::{Colour, ItemId, OptionEntry, Problem};

/// A table of all pairs has at most this number of places for each entry of the problem.
const PLACES: usize = 8;

/// The options that a first look takes, spread over all of them.
const LOOKS: usize = 1 << 11;

/// The number of items to which options give several colours, as far as a look at some options
/// shows.
pub(super) fn several_at_least(problem: &Problem) -> usize {
    let mut seen: Vec<Option<Colour>> = vec![None; problem.items().len()];
    let mut several = vec![false; seen.len()];
    for option in problem.options().step_by(problem.options().len().div_ceil(LOOKS).max(1)) {
        for &OptionEntry { item, colour } in problem.entries_of(option) {
            let Some(colour) = colour else { continue };
            let first = seen[item.index()].get_or_insert(colour);
            several[item.index()] |= *first != colour;
        }
    }
    several.into_iter().filter(|&is_several| is_several).count()
}

/// The colours of all items.
#[derive(Debug)]
pub(super) struct Colours {
    codes: Codes,
    /// Of each item; empty if there are no colours.
    uses: Vec<Uses>,
}

/// How many colours an item has, and how many options leave it plain.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Uses {
    pub(super) colours: u32,
    pub(super) plain: u32,
}

impl Uses {
    /// The number of binary digits of the item's colours.
    pub(super) fn digits(self) -> u32 {
        self.colours.next_power_of_two().trailing_zeros()
    }
}

/// The numbers of pairs of an item and a colour; 0 where no option has both.
#[derive(Debug)]
enum Codes {
    /// Side by side, an item after another, each with this number of colours.
    All {
        colours: usize,
        codes: Vec<u32>,
    },
    Some(HashMap<(ItemId, Colour), u32>),
}

impl Codes {
    fn new(problem: &Problem) -> Codes {
        let given = problem.entries().iter().filter_map(|entry| entry.colour);
        let colours = given.map(Colour::number).max().map_or(0, |most| most + 1);
        match problem.items().len().checked_mul(colours) {
            Some(pairs) if pairs <= PLACES * problem.entry_count() => {
                Codes::All { colours, codes: vec![0; pairs] }
            }
            _ => Codes::Some(HashMap::new()),
        }
    }

    /// Numbers the colours of each item as they come. Which codes these are is asked only once.
    fn fill(&mut self, problem: &Problem) -> Vec<Uses> {
        match self {
            Codes::All { colours, codes } => fill(problem, |item, colour, next| {
                first_or(&mut codes[item.index() * *colours + colour.number()], next)
            }),
            Codes::Some(codes) => fill(problem, |item, colour, next| {
                first_or(codes.entry((item, colour)).or_default(), next)
            }),
        }
    }
}

/// Numbers the colours of each item as they come. `code` puts the next number at a pair that has
/// none, and returns the number that the pair has then.
fn fill(problem: &Problem, mut code: impl FnMut(ItemId, Colour, u32) -> u32) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); problem.items().len()];
    for &OptionEntry { item, colour } in problem.entries() {
        let uses = &mut uses[item.index()];
        match colour {
            None => uses.plain += 1,
            Some(colour) => uses.colours = uses.colours.max(code(item, colour, uses.colours + 1)),
        }
    }
    uses
}

/// The number at a place; `first` is put there if there is none.
fn first_or(place: &mut u32, first: u32) -> u32 {
    if *place == 0 {
        *place = first;
    }
    *place
}

impl Colours {
    pub(super) fn new(problem: &Problem) -> Colours {
        if !problem.is_coloured() {
            return Colours { codes: Codes::Some(HashMap::new()), uses: Vec::new() };
        }
        let mut codes = Codes::new(problem);
        let uses = codes.fill(problem);
        Colours { codes, uses }
    }

    /// The number of an item's colour; 0 for none, or for one that no option gives it.
    #[inline]
    pub(super) fn code(&self, item: ItemId, colour: Option<Colour>) -> u32 {
        let Some(colour) = colour else { return 0 };
        match &self.codes {
            Codes::All { colours, codes } if colour.number() < *colours => {
                codes.get(item.index() * colours + colour.number()).copied().unwrap_or(0)
            }
            Codes::All { .. } => 0,
            Codes::Some(codes) => codes.get(&(item, colour)).copied().unwrap_or(0),
        }
    }

    /// What is known of an item.
    pub(super) fn uses(&self, item: ItemId) -> Uses {
        self.uses.get(item.index()).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_sees_no_colour_that_is_not_there() {
        let text = |options: usize| -> Problem {
            let lines: Vec<String> =
                (0..options).map(|k| format!("a x:{} y:red z:{k}\n", k % 2)).collect();
            format!("a | x y z\n{}", lines.concat()).parse().unwrap()
        };
        assert_eq!([1, 2, 100].map(|options| several_at_least(&text(options))), [0, 2, 2]);
        // Each second option has the same colour of x.
        assert_eq!(several_at_least(&text(2 * LOOKS)), 1);
        assert_eq!(several_at_least(&Problem::new()), 0);
    }

    #[test]
    fn a_table_and_a_hash_say_the_same() {
        // Each of 60 items has a colour of its own: a table of pairs would have 3,600 places.
        let own: Vec<String> = (0..60).map(|k| format!("a x{k}:c{k}\n")).collect();
        let items: Vec<String> = (0..60).map(|k| format!("x{k}")).collect();
        let many = format!("a | {}\n{}", items.join(" "), own.concat());
        let few = "a | x y\na x:red y:blue\na x:blue\na x:blue y\na\n".to_owned();
        for (text, is_table) in [(few, true), (many, false)] {
            let problem: Problem = text.parse().unwrap();
            let colours = Colours::new(&problem);
            assert_eq!(matches!(colours.codes, Codes::All { .. }), is_table);
            let mut seen: Vec<Vec<Colour>> = vec![Vec::new(); problem.items().len()];
            for entry in problem.entries() {
                let seen = &mut seen[entry.item.index()];
                let place = entry.colour.map(|colour| {
                    seen.iter().position(|&other| other == colour).unwrap_or_else(|| {
                        seen.push(colour);
                        seen.len() - 1
                    })
                });
                let code = place.map_or(0, |place| place as u32 + 1);
                assert_eq!(colours.code(entry.item, entry.colour), code);
            }
            for item in problem.items() {
                let plain = problem.entries().iter();
                let plain = plain.filter(|entry| entry.item == item && entry.colour.is_none());
                let (plain, colours_seen) = (plain.count() as u32, seen[item.index()].len() as u32);
                let expected = Uses { colours: colours_seen, plain };
                assert_eq!(colours.uses(item), expected);
            }
        }
    }
}
