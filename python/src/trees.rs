//! Search trees of two engines, side by side.

use pyo3::prelude::*;
use tourdion::compare::tree::{self, TreeNodes};
use tourdion::compare::{Contest, Contestant, Rules};
use tourdion::draw::{self, TimedTree, TreesSubject};
use tourdion::sudoku::Grid;
use tourdion::watch::Stop;

use crate::problem::Picture;
use crate::puzzles::{self, Reading};
use crate::work;
use crate::{argument, wrong};

/// The search trees of two engines on one puzzle, side by side, as a picture for a notebook.
///
/// `puzzle` is one text, str or bytes, and `boxes` is that of `verify`. `engines` are two of
/// `links`, and the plain ones of `tourdion compare`: `listed`, `sorted`,
/// `fewest`, `norvig`, `pick`, `pick+1`, `permute`, `mended`. Each has two seconds, and shows its
/// first `limit` nodes and the ways to the solutions.
///
/// >>> import tourdion
/// >>> picture = tourdion.trees("1....2..3......4", boxes="2x2")
/// >>> "The search trees of links and listed" in str(picture)
/// True
#[pyfunction]
#[pyo3(signature = (
    puzzle,
    *,
    engines=(String::from("links"), String::from("listed")),
    limit=2000,
    boxes="3x3",
))]
#[pyo3(text_signature = "(puzzle, *, engines=('links', 'listed'), limit=2000, boxes='3x3')")]
pub fn trees(
    py: Python<'_>,
    puzzle: &Bound<'_, PyAny>,
    engines: (String, String),
    #[pyo3(from_py_with = argument::limit)] limit: usize,
    boxes: &str,
) -> PyResult<Picture> {
    let reading = Reading::of(boxes)?;
    let grid = puzzles::one(puzzle, &reading)?;
    let named = |name: String| {
        let engine: Contestant =
            name.parse().map_err(|error| wrong(format!("engines: {error}")))?;
        engine.has_tree().map_err(|error| wrong(format!("engines: {error}")))?;
        Ok::<_, PyErr>(engine)
    };
    let engines = [named(engines.0)?, named(engines.1)?];
    let drawn = work::apart(py, move |stop| draw(&grid, engines, limit, &reading, stop))?;
    drawn.map(Picture::of).map_err(wrong)
}

/// The picture, or why there is none.
fn draw(
    grid: &Grid,
    engines: [Contestant; 2],
    limit: usize,
    reading: &Reading,
    stop: &mut Stop,
) -> Result<String, String> {
    let rules = Rules { passes: 1, ..Rules::default() };
    let contest = Contest::new(engines.to_vec(), reading.shape, rules);
    let outcome = contest.map_err(|error| error.to_string())?.run(&[grid], None, stop);
    let turns = outcome.turns.first().ok_or("it was ended")?;
    let nodes = TreeNodes::default();
    let mut timed = |k: usize| {
        let engine = engines[k];
        let tree = tree::record(&nodes, engine, grid, rules, limit, stop);
        let tree = tree.map_err(|error| error.to_string())?;
        Ok::<_, String>(TimedTree { engine, tree, turn: turns[k].ok_or("it was ended")? })
    };
    let trees = [timed(0)?, timed(1)?];
    let alphabet = &reading.alphabet;
    let subject = TreesSubject { place: "puzzle", grid, alphabet, question: rules.question };
    Ok(draw::trees(&subject, &trees))
}
