//! Puzzles as records: the few bytes that sets of puzzles are made of.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use tourdion::tour::seen::PackedPuzzle;

use crate::answering::{self, RowRange};
use crate::answers::Table;
use crate::argument;
use crate::call::CallOptions;
use crate::puzzles::{Contents, Puzzles, Reading};
use crate::table::{Batch, Series};
use crate::work::{Portions, RowWatch};

/// The most rows of a worker at a time.
const MOST: usize = 8192;

/// The record of each puzzle: 11 bytes without a clue, 17 with 17 clues, 25 with 35. Two records
/// are equal if and only if the puzzles are, so a set of records is a set of puzzles in a third of
/// the memory. `unpack` reads them back.
///
/// The table has the columns `record` (binary) and `error`. Puzzles are 9×9; `threads` and
/// `progress` are those of `verify`.
///
/// >>> import tourdion
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> records = tourdion.pack([puzzle])["record"]
/// >>> len(records[0])
/// 20
/// >>> tourdion.unpack(records)["puzzle"][0] == puzzle
/// True
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=None, progress=None))]
pub fn pack(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of("3x3")?);
    let puzzles = Puzzles::of(puzzles)?;
    let columns = vec![Series::bytes("record")];
    answering::each(
        py,
        Portions { of: &puzzles, most: MOST },
        &reading,
        &call,
        columns,
        || (),
        |(), row, batch, _| {
            let record =
                PackedPuzzle::of(row.grid).ok_or_else(|| "the puzzle is not 9x9".to_owned())?;
            batch.series[0].add(|bytes| bytes.extend(record.bytes()));
            Ok(())
        },
    )
}

/// The puzzle of each record that `pack` made.
///
/// `records` is a column of bytes: an Arrow array or stream, or a list. The table has the columns
/// `puzzle` and `error`. `threads` and `progress` are those of `verify`.
///
/// >>> import tourdion
/// >>> tourdion.unpack([b"no record"]).to_pylist()
/// [{'puzzle': None, 'error': 'expected the bytes of a record'}]
#[pyfunction]
#[pyo3(signature = (records, *, threads=None, progress=None))]
pub fn unpack(
    py: Python<'_>,
    records: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of("3x3")?);
    let records = Puzzles::with(records, Contents::Records)?;
    let series = vec![Series::text("puzzle"), Series::text("error")];
    let answer =
        |(): &mut (), (numbers, records): RowRange<'_>, batch: &mut Batch, stop: &mut RowWatch| {
            for number in numbers {
                if stop.is_stopped() {
                    return ControlFlow::Break(());
                }
                let bytes = records.bytes(number);
                let record = bytes.and_then(PackedPuzzle::read);
                match record.filter(|record| Some(record.bytes()) == bytes) {
                    Some(record) => {
                        batch.series[0].add_grid(&record.grid(), &reading.alphabet);
                        batch.series[1].skip();
                    }
                    None => batch.add_error(number, "expected the bytes of a record"),
                }
            }
            ControlFlow::Continue(())
        };
    answering::answers(
        py,
        Portions { of: &records, most: MOST },
        &call,
        Batch { series },
        || (),
        answer,
    )
}
