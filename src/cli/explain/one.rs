//! A single grid, from pencil marks or for drawing.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::ops::ControlFlow;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use tourdion::catalogue::{Entry, ReadProgress, Reading, Record, Unreadable, Written};
use tourdion::draw;
use tourdion::excerpt::{PathName, one_line, shortened};
use tourdion::logic::Path;
use tourdion::sudoku::{Alphabet, Grid, Marks};

use super::PictureArguments;
use super::guide::Guide;
use super::tally::Tally;
use crate::cli::Ending;
use crate::cli::argument::{self, WRITTEN_OUT};
use crate::cli::command_puzzle::CommandPuzzle;
use crate::cli::picture::{PictureFile, open_page};
use crate::cli::stream::{Sheet, Tally as _};

/// A puzzle, and its place.
struct Subject {
    file: String,
    line: u64,
    column: u64,
    puzzle: AnyPuzzle,
}

/// A puzzle of either kind.
enum AnyPuzzle {
    Clues(Grid),
    Marks(Marks),
}

/// Explains one grid, and draws it.
pub(super) fn run(
    puzzles: &[OsString],
    has_marks: bool,
    pictures: PictureArguments,
    guide: &Guide,
) -> anyhow::Result<Ending> {
    let [argument] = puzzles else {
        bail!("pictures and --marks are for one puzzle; there are {}", puzzles.len())
    };
    let reading = &guide.reading;
    let subject = if has_marks { marks(argument, reading) } else { puzzle(argument, reading) }?;
    let picture = pictures.picture.map(|path| PictureFile::open("--picture", path, puzzles));
    let picture = picture.transpose()?;
    let html = pictures.html.map(|path| open_page("--html", path, puzzles)).transpose()?;
    let mut sheet = Sheet::of(subject.file.as_str().into());
    let path = match &subject.puzzle {
        AnyPuzzle::Clues(puzzle) => explain(puzzle, &subject, guide, &mut sheet),
        AnyPuzzle::Marks(puzzle) => explain(puzzle, &subject, guide, &mut sheet),
    };
    // Pictures are written first: a reader that stops after the first lines still gets the whole
    // picture.
    if let Some(picture) = picture {
        picture.write(&picture_of(&path, pictures.step, &reading.alphabet)?)?;
    }
    if let Some(html) = html {
        let has_name = argument::is_file(argument) && argument != "-";
        let name = has_name.then_some(subject.file.as_str());
        html.write(draw::path(&path, name, &reading.alphabet).as_bytes())?;
    }
    sheet.print(&ProgressBar::hidden())?;
    Ok(sheet.tally.ending())
}

/// Explains the puzzle of a subject; returns its path.
fn explain<P: CommandPuzzle>(
    puzzle: &P,
    subject: &Subject,
    guide: &Guide,
    sheet: &mut Sheet<Tally>,
) -> Path {
    let path = guide.path(puzzle);
    let Subject { file, line, column, .. } = subject;
    let record = Record {
        line: *line,
        column: *column,
        puzzle: puzzle.clone(),
        spelling: None,
        trailing: b"",
        solution: None,
        written: Written::default(),
    };
    guide.print_alone(file, &record, &path, sheet);
    path
}

/// The single puzzle of an argument.
fn puzzle(argument: &OsStr, reading: &Reading) -> anyhow::Result<Subject> {
    let mut found = None;
    for chunk in argument::chunks(argument, reading, &ReadProgress::new())? {
        let chunk = chunk?;
        let mut why_not = None;
        let _ = chunk.for_each(reading, |entry| {
            let (line, column, puzzle) = match entry {
                Entry::Puzzle(record) => {
                    (record.line, record.column, AnyPuzzle::Clues(record.puzzle))
                }
                Entry::Sukaku(record) => {
                    (record.line, record.column, AnyPuzzle::Marks(record.puzzle))
                }
                Entry::Unreadable(Unreadable { line, column, fault, .. }) => {
                    why_not = Some(format!("{line}:{column}: unreadable: {fault}"));
                    return ControlFlow::Break(());
                }
            };
            if found.is_some() {
                why_not = Some(format!(
                    "{line}: pictures are of one puzzle, and here is another (try `head -n 1`)"
                ));
                return ControlFlow::Break(());
            }
            found = Some(Subject { file: chunk.file().to_string(), line, column, puzzle });
            ControlFlow::Continue(())
        });
        if let Some(why_not) = why_not {
            bail!("{}:{why_not}", chunk.file());
        }
    }
    found.with_context(|| format!("{}: there is no puzzle in it", PathName(argument.as_ref())))
}

/// The pencil marks of an argument, or of the file that it names.
fn marks(argument: &OsStr, reading: &Reading) -> anyhow::Result<Subject> {
    let (file, text) = if argument == "-" {
        ("<stdin>".to_owned(), argument::short_text(io::stdin().lock(), "grid"))
    } else if argument::is_file(argument) {
        let read = File::open(argument).and_then(|file| argument::short_text(file, "grid"));
        (one_line(&argument.to_string_lossy()), read)
    } else {
        (WRITTEN_OUT.to_owned(), Ok(argument.to_string_lossy().into_owned()))
    };
    let text = text.with_context(|| format!("{file}: can't be read"))?;
    match Marks::read(&text, reading.shape, &reading.alphabet) {
        Ok(marks) => Ok(Subject { file, line: 1, column: 1, puzzle: AnyPuzzle::Marks(marks) }),
        Err(bad) if file == WRITTEN_OUT => {
            argument::refuse_hidden(argument)?;
            bail!("`{}` is neither a file nor pencil marks: {bad}", shortened(&text, 100))
        }
        Err(bad) => bail!("{file}:{bad}"),
    }
}

/// The picture of a step, or of the hardest, or of the last one.
fn picture_of(path: &Path, number: Option<usize>, alphabet: &Alphabet) -> anyhow::Result<String> {
    let last = path.steps.len();
    let number = number.or_else(|| path.hardest()).unwrap_or(last);
    match draw::step(path, number, alphabet) {
        Some(picture) => Ok(picture),
        None if last == 0 => Ok(draw::rest(path, alphabet)),
        None => bail!("there is no step {number}; the last one is {last}"),
    }
}
