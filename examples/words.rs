//! A rectangle of words, four letters across and three down: `cargo run --example words`.
//!
//! A cell is a secondary item and its letter a colour: a word across and a word down may share the
//! cell if they agree on the letter.

use std::error::Error;
use std::fmt::Write;

use tourdion::cover::{Colour, Engine, Links, OptionId, Problem};

const ACROSS: [&str; 5] = ["area", "both", "fish", "neat", "tend"];
const DOWN: [&str; 8] = ["bat", "fan", "had", "hat", "ire", "ore", "sea", "ten"];

fn main() -> Result<(), Box<dyn Error>> {
    let problem = problem()?;
    let mut engine: Links = Links::new(&problem)?;
    for cover in engine.first(usize::MAX) {
        println!("{}", drawn(&problem, &cover));
    }
    Ok(())
}

/// Items: three lines across and four down; the words, each at most once; the cells, with their
/// letters as colours. Options: a word in a line, as in `across2 area 1,2:a 2,2:r 3,2:e 4,2:a`.
fn problem() -> Result<Problem, Box<dyn Error>> {
    let lines = (1..=3).map(|y| format!("across{y}")).chain((1..=4).map(|x| format!("down{x}")));
    let cells = (1..=3).flat_map(|y| (1..=4).map(move |x| format!("{x},{y}")));
    let words = ACROSS.iter().chain(&DOWN).map(|&word| word.to_owned());
    let secondary: Vec<String> = words.chain(cells).collect();
    let mut text = format!("{} | {}\n", lines.collect::<Vec<_>>().join(" "), secondary.join(" "));
    for (y, word) in (1..=3).flat_map(|y| ACROSS.map(|word| (y, word))) {
        let letters = word.chars().zip(1..).map(|(letter, x)| format!(" {x},{y}:{letter}"));
        writeln!(text, "across{y} {word}{}", letters.collect::<String>())?;
    }
    for (x, word) in (1..=4).flat_map(|x| DOWN.map(|word| (x, word))) {
        let letters = word.chars().zip(1..).map(|(letter, y)| format!(" {x},{y}:{letter}"));
        writeln!(text, "down{x} {word}{}", letters.collect::<String>())?;
    }
    Ok(text.parse()?)
}

/// The words across, a line each.
fn drawn(problem: &Problem, cover: &[OptionId]) -> String {
    let mut across: Vec<OptionId> = cover.to_vec();
    across.sort_unstable(); // the lines across come first in the problem, from the top
    let letters = |&option: &OptionId| {
        let colours = problem.entries_of(option).iter().filter_map(|entry| entry.colour);
        colours.map(|colour: Colour| problem.colour_name(colour)).collect::<String>() + "\n"
    };
    across.iter().take(3).map(letters).collect()
}

#[test]
fn the_rectangles_are_found() {
    let problem = problem().unwrap();
    let covers = Links::<u32>::new(&problem).unwrap().first(usize::MAX);
    let mut found: Vec<_> = covers.iter().map(|cover| drawn(&problem, cover)).collect();
    found.sort();
    assert_eq!(found, ["both\narea\ntend\n", "fish\narea\nneat\n"]);
}
