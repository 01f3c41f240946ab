//! The twelve pentominoes in a rectangle: `cargo run --release --example tiling -- 6 10`.

use std::collections::BTreeMap;
use std::error::Error;

use tourdion::cover::classics::{self, Region};
use tourdion::cover::{Engine, Links, OptionId, Problem};

fn main() -> Result<(), Box<dyn Error>> {
    let sides: Vec<usize> =
        std::env::args().skip(1).map(|side| side.parse()).collect::<Result<_, _>>()?;
    let [width, height] = sides[..] else { return tile(10, 6) };
    tile(width, height)
}

/// Prints the first tiling of a rectangle, a letter for each piece.
fn tile(width: usize, height: usize) -> Result<(), Box<dyn Error>> {
    // Items: the twelve pieces and the cells. Options: each place that a piece can lie in, as in
    // `P 2,1 3,1 2,2 3,2 2,3`.
    let problem = classics::pentominoes(&Region::rectangle(width, height))?;
    let mut engine: Links = Links::new(&problem)?;
    match engine.first(1).first() {
        Some(cover) => print!("{}", drawn(&problem, cover, width, height)),
        None => println!("The pentominoes do not fill {width} by {height} cells."),
    }
    Ok(())
}

fn drawn(problem: &Problem, cover: &[OptionId], width: usize, height: usize) -> String {
    let mut letters = BTreeMap::new();
    for &option in cover {
        let mut names = problem.entries_of(option).iter().map(|entry| problem.name(entry.item));
        let piece = names.next().unwrap_or("?"); // the piece comes before its cells
        letters.extend(names.map(|cell| (cell.to_owned(), piece)));
    }
    let mut text = String::new();
    for y in 1..=height {
        let letter = |x: usize| letters.get(&format!("{x},{y}")).copied().unwrap_or(".");
        text += &(1..=width).map(letter).collect::<String>();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_five_cells() {
        let problem = classics::pentominoes(&Region::rectangle(10, 6)).unwrap();
        let cover = Links::<u32>::new(&problem).unwrap().first(1).remove(0);
        let text = drawn(&problem, &cover, 10, 6);
        for piece in "FILNPTUVWXYZ".chars() {
            assert_eq!(text.matches(piece).count(), 5, "{text}");
        }
    }
}
