//! Writes mappings: for each puzzle the symmetry that leads to a given one.

use std::ops::ControlFlow;

use tourdion::catalogue::Reading;
use tourdion::sudoku::canonical::{Canonical, Canoniser};

use super::frame;
use crate::cli::Ending;
use crate::cli::options::{Emit, RowForm};
use crate::cli::stream::{self, Answer, Entries, PuzzleEntry, Rows, Sheet, SheetTurn, Value};

/// Writes the mapping of each puzzle to a given one; shared by all workers.
pub(super) struct Mapper {
    reading: Reading,
    /// The canonical form of the given puzzle.
    to: Canonical,
    has_inverse: bool,
    /// The writer of values; its form is that of lines too.
    rows: Rows,
    are_rows: bool,
}

/// The counts of puzzles.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) mapped: u64,
    /// Those that are essentially different from the given one.
    pub(super) different: u64,
}

impl Mapper {
    /// `inputs` is the number of files.
    pub(super) fn new(
        reading: Reading,
        to: Canonical,
        has_inverse: bool,
        emit: Emit,
        inputs: usize,
    ) -> Mapper {
        let names = ["mapping", "automorphisms", "inverse"];
        let names = if has_inverse { &names[..] } else { &names[..2] };
        let form = RowForm::of(&emit);
        let rows = Rows::new(form.unwrap_or(RowForm::Csv), names, inputs, &reading.alphabet);
        Mapper { reading, to, has_inverse, rows, are_rows: form.is_some() }
    }

    /// Writes the mapping of a puzzle.
    fn puzzle(&self, entry: PuzzleEntry<'_>, canoniser: &mut Canoniser, sheet: &mut Sheet<Tally>) {
        let from = canoniser.puzzle(&entry.record.puzzle).expect("no other shape is read");
        let Some(by) = from.symmetry_to(&self.to) else {
            sheet.tally.different += 1;
            let why = "it is essentially different from the puzzle of --to";
            return entry.no_answer(sheet, why);
        };
        let (mut mapping, mut inverse) = (Vec::new(), Vec::new());
        by.write(&mut mapping);
        let mut columns = vec![
            ("mapping", Value::Text(&mapping)),
            ("automorphisms", Value::Number(u64::from(from.automorphisms))),
        ];
        if self.has_inverse {
            by.inverse().write(&mut inverse);
            columns.push(("inverse", Value::Text(&inverse)));
        }
        // No value has a delimiter in it.
        let write = |value, out: &mut Vec<u8>| self.rows.value(value, b',', out);
        frame::write(entry, columns.into_iter(), None, write, &mut sheet.results);
        sheet.tally.mapped += 1;
    }
}

impl Answer for Mapper {
    type Worker = Canoniser;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        self.are_rows.then_some(&self.rows)
    }

    fn worker(&self) -> Canoniser {
        Canoniser::default()
    }

    fn answer(
        &self,
        canoniser: &mut Canoniser,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        entries.each(sheet, |entry, sheet| {
            self.puzzle(entry, canoniser, sheet);
            ControlFlow::Continue(())
        })
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.mapped += other.mapped;
        self.different += other.different;
    }

    fn puzzles(&self) -> u64 {
        self.mapped + self.different
    }

    fn ending(&self) -> Ending {
        if self.different > 0 { Ending::NotWell } else { Ending::Well }
    }
}
