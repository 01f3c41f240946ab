//! Writes the canonical form of each puzzle.
//!
//! Each worker has a finder of forms of its own, which it keeps for the whole run.
//!
//! A form's *fingerprint* is a hash of 128 bits, with random keys for each run. Among *n* different
//! forms, two have the same fingerprint with a probability of at most n²/2¹²⁹.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::ops::ControlFlow;

use tourdion::catalogue::{Reading, Record};
use tourdion::sudoku::Pattern;
use tourdion::tour::seen::FingerprintFinder;

use super::found::{Finder, FormWay, Found};
use super::known::{Known, KnownPlace};
use super::{Arguments, Form, Tally};
use crate::cli::options::RowForm;
use crate::cli::stream::{Answer, Entries, PuzzleEntry, RowWriter, Rows, Sheet, SheetTurn, Value};

/// The columns of rows.
const FORM: &str = "canonical";
const BAND: &str = "band";
const AUTOMORPHISMS: &str = "automorphisms";
const MAPPING: &str = "mapping";
const AGAINST: &str = "against";

/// 128 bits of a form.
pub(super) type Fingerprint = u128;

/// Writes forms; shared by all workers.
pub(super) struct FormWriter {
    reading: Reading,
    form: Form,
    automorphisms: bool,
    mapping: bool,
    /// Whether the puzzle is written, and not its form.
    keep: bool,
    rows: Option<Rows>,
    /// The classes of other files.
    pub(super) known: Option<Known>,
    /// The keys of the fingerprints, if these are wanted: one for each half.
    keys: Option<[RandomState; 2]>,
}

/// The state of a worker from chunk to chunk.
pub(super) struct Worker {
    finder: Finder,
    /// Looks for classes that are known.
    fingerprints: Option<FingerprintFinder>,
    /// A form as a line, for its fingerprint.
    line: Vec<u8>,
}

/// A form with its class.
struct ClassedForm<'f> {
    found: &'f Found,
    /// The first place of its class in the other files, if the class is known.
    known: Option<KnownPlace<'f>>,
}

impl FormWriter {
    pub(super) fn new(
        arguments: &Arguments,
        reading: Reading,
        known: Option<Known>,
        inputs: usize,
    ) -> FormWriter {
        let columns = [
            (!arguments.keep).then_some(FORM),
            (arguments.form == Form::Band).then_some(BAND),
            arguments.automorphisms.then_some(AUTOMORPHISMS),
            arguments.mapping.then_some(MAPPING),
            (known.is_some() && arguments.without.is_empty()).then_some(AGAINST),
        ];
        let columns: Vec<_> = columns.into_iter().flatten().collect();
        let alphabet = &reading.alphabet;
        let rows = match RowForm::of(&arguments.emit) {
            Some(form) => Some(Rows::new(form, &columns, inputs, alphabet)),
            // Nothing follows the puzzle.
            None if arguments.keep && columns.is_empty() => Some(Rows::unchanged(alphabet)),
            None => None,
        };
        FormWriter {
            rows,
            reading,
            form: arguments.form,
            automorphisms: arguments.automorphisms,
            mapping: arguments.mapping,
            keep: arguments.keep,
            known,
            keys: arguments.unique.then(|| [RandomState::new(), RandomState::new()]),
        }
    }

    /// Writes the forms of a puzzle, if it has any. Breaks if stopped.
    fn puzzle(
        &self,
        entry: PuzzleEntry<'_>,
        worker: &mut Worker,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let PuzzleEntry { entries, record } = entry;
        sheet.tally.puzzles += 1;
        let Worker { finder, fingerprints, line } = worker;
        match finder.find(&record.puzzle, &self.reading, entries.stop)? {
            Ok(all) => all.iter().try_for_each(|found| {
                let known = match &self.known {
                    None => None,
                    Some(known) => known.find(fingerprints.as_mut(), &found.form)?,
                };
                self.form(entry, &ClassedForm { found, known }, line, sheet);
                ControlFlow::Continue(())
            }),
            Err(why) => {
                sheet.tally.improper += 1;
                entry.no_answer(sheet, why);
                ControlFlow::Continue(())
            }
        }
    }

    /// Writes a form of a puzzle, unless it is left out.
    fn form(
        &self,
        entry: PuzzleEntry<'_>,
        form: &ClassedForm<'_>,
        line: &mut Vec<u8>,
        sheet: &mut Sheet<Tally>,
    ) {
        let PuzzleEntry { entries, record } = entry;
        let ClassedForm { found, known } = form;
        let Sheet { results, tally, .. } = sheet;
        let leaves_out = self.known.as_ref().is_some_and(|known| known.are_left_out);
        if leaves_out && known.is_some() {
            tally.left_out += 1;
            return;
        }
        tally.known += u64::from(known.is_some());
        let begin = results.len();
        if let Some(rows) = entries.rows {
            self.write_row(rows, record, form, results);
        } else if self.known.is_none() || leaves_out {
            self.write_line(record, found, results);
        } else if let Some(KnownPlace { file, line }) = known {
            let place = entry.place();
            // A write into memory does not fail.
            let _ = if self.form == Form::Pattern {
                writeln!(results, "{place}: has the pattern of {file}:{line} up to symmetry")
            } else {
                writeln!(results, "{place}: equals {file}:{line} up to symmetry")
            };
        }
        let fingerprint = self.keys.as_ref().map(|keys| {
            line.clear();
            found.form.write_line(&self.reading.alphabet, line);
            fingerprint(keys, line)
        });
        tally
            .fingerprints
            .extend(fingerprint.map(|fingerprint| (fingerprint, begin..results.len())));
    }

    /// Writes a form as a row, or the row as it is.
    fn write_row(
        &self,
        rows: &RowWriter<'_>,
        record: &Record<'_>,
        form: &ClassedForm<'_>,
        results: &mut Vec<u8>,
    ) {
        if rows.are_unchanged() {
            return rows.same(record, results);
        }
        let ClassedForm { found, known } = form;
        let mut row = rows.begin(record, results);
        if !self.keep {
            match self.form {
                Form::Pattern => row.add(FORM, Value::Word(&self.pattern(found))),
                _ => row.add(FORM, Value::Grid(&found.form)),
            }
        }
        if let Some(band) = found.band {
            row.add(BAND, Value::Number(u64::from(band)));
        }
        if let Some(FormWay { by, automorphisms }) = &found.way {
            if self.automorphisms {
                row.add(AUTOMORPHISMS, Value::Number(u64::from(*automorphisms)));
            }
            if self.mapping {
                row.add(MAPPING, Value::Word(&by.to_string()));
            }
        }
        if let Some(KnownPlace { file, line }) = known {
            row.add(AGAINST, Value::Text(format!("{file}:{line}").as_bytes()));
        }
        row.end();
    }

    /// The pattern of a form, with the symbol of the alphabet for an empty cell.
    fn pattern(&self, found: &Found) -> String {
        let empty = self.reading.alphabet.write(None);
        Pattern::of(&found.form).to_string().replace('.', empty.encode_utf8(&mut [0; 4]))
    }

    /// Writes a form, or the puzzle as it is, as a line.
    fn write_line(&self, record: &Record<'_>, found: &Found, results: &mut Vec<u8>) {
        match record.spelling {
            Some(spelling) if self.keep => results.extend_from_slice(spelling),
            None if self.keep => record.puzzle.write_line(&self.reading.alphabet, results),
            _ if self.form == Form::Pattern => {
                results.extend_from_slice(self.pattern(found).as_bytes());
            }
            _ => found.form.write_line(&self.reading.alphabet, results),
        }
        // Writes into memory do not fail.
        if let Some(band) = found.band {
            let _ = write!(results, " {band}");
        }
        if let Some(FormWay { by, automorphisms }) = &found.way {
            if self.automorphisms {
                let _ = write!(results, " {automorphisms}");
            }
            if self.mapping {
                let _ = write!(results, " {by}");
            }
        }
        results.extend_from_slice(record.trailing);
        results.push(b'\n');
    }
}

impl Answer for FormWriter {
    type Worker = Worker;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        self.rows.as_ref()
    }

    fn worker(&self) -> Worker {
        let fingerprints = self.known.as_ref().and_then(Known::finder);
        let finder = Finder::new(self.form, self.automorphisms || self.mapping);
        Worker { finder, fingerprints, line: Vec::new() }
    }

    fn answer(
        &self,
        worker: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let flow = entries.each(sheet, |entry, sheet| self.puzzle(entry, worker, sheet));
        // Only a stop, or a set that can't be read, breaks.
        sheet.is_last |= flow.is_break();
        flow
    }
}

/// The fingerprint of a form, written as a line.
fn fingerprint(keys: &[RandomState; 2], form: &[u8]) -> Fingerprint {
    let [low, high] = keys.each_ref().map(|key| u128::from(key.hash_one(form)));
    high << 64 | low
}
