//! `--tree`: the search trees of two engines on one puzzle, as a picture.
//!
//! ```text
//!      order     two engines whose searches have trees, one puzzle; the file can be written
//!      record    each asked once more, under the same budget
//!      picture   both drawn side by side
//! ```

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use tourdion::baseline::Baseline;
use tourdion::compare::Contestant;
use tourdion::compare::tree::{self, TreeNodes};
use tourdion::draw::{self, TimedTree, TreesSubject};
use tourdion::numerals::grouped;
use tourdion::sudoku::Alphabet;

use super::report::{Compared, Report};
use crate::cli::interrupt::{pulse, watch};
use crate::cli::picture::PictureFile;

/// The engines whose trees are drawn if none are named.
pub(super) const USUAL: [Contestant; 2] = [Contestant::Links, Contestant::Plain(Baseline::Listed)];

/// The order for a picture.
pub(super) struct Order {
    file: PictureFile,
    engines: [Contestant; 2],
    limit: usize,
}

impl Order {
    /// A picture of up to `limit` nodes of each of two engines, to be written to a file.
    ///
    /// # Errors
    /// If the engines are not two, one has no tree, or the file can't be written, or is one of the
    /// inputs.
    pub(super) fn new(
        path: PathBuf,
        inputs: &[PathBuf],
        engines: &[Contestant],
        limit: usize,
    ) -> anyhow::Result<Order> {
        let &[first, second] = engines else {
            let count = engines.len();
            let [one, other] = USUAL;
            bail!(
                "--tree draws two engines side by side; there are {count} \
                 (try --engine {one},{other})"
            );
        };
        first.has_tree()?;
        second.has_tree()?;
        let file = PictureFile::open("--tree", path, inputs)?;
        Ok(Order { file, engines: [first, second], limit })
    }

    /// Draws the compared puzzle, if there is one. Breaks if interrupted.
    ///
    /// # Errors
    /// If the file can't be written.
    pub(super) fn draw(
        self,
        report: &Report,
        compared: &[Compared<'_>],
        alphabet: &Alphabet,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<ControlFlow<()>> {
        let puzzles = compared.iter().flat_map(|compared| {
            let turns = &compared.outcome.turns;
            compared.catalogue.entries.iter().zip(turns).map(|puzzle| (compared.catalogue, puzzle))
        });
        let Some((catalogue, (entry, turns))) = { puzzles }.next() else {
            return Ok(ControlFlow::Continue(()));
        };
        let nodes = TreeNodes::default();
        let mut watch = watch(interrupted);
        let mut timed = |k: usize| {
            let engine = self.engines[k];
            let tree =
                tree::record(&nodes, engine, &entry.grid, report.rules, self.limit, &mut watch)?;
            let turn = turns[k].expect("each engine is asked about the first puzzle");
            anyhow::Ok(TimedTree { engine, tree, turn })
        };
        let trees = [timed(0)?, timed(1)?];
        if pulse(interrupted).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let place = format!("{}:{}:{}", catalogue.file, entry.line, entry.column);
        let question = report.rules.question;
        let subject = TreesSubject { place: &place, grid: &entry.grid, alphabet, question };
        self.file.write(&draw::trees(&subject, &trees))?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Checks that there is at most one puzzle to draw; others report a missing one.
///
/// # Errors
/// If there are more.
pub(super) fn check_puzzles(puzzles: u64) -> anyhow::Result<()> {
    if puzzles > 1 {
        bail!("--tree draws one puzzle; there are {} (try --puzzles 1)", grouped(puzzles));
    }
    Ok(())
}
