//! The meaning of a command's argument: a file, or a puzzle written out.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use tourdion::catalogue::{
    self, CatalogueForm, Chunk, Entry, Input, ReadProgress, Reading, SourceError, Unreadable,
};
use tourdion::cover::ProblemForm;
use tourdion::excerpt::shortened;

/// The name of a puzzle given as an argument, in place of a file's name.
pub(super) const WRITTEN_OUT: &str = "<argument>";

/// Chunks of catalogues.
pub(super) type Chunks = Box<dyn Iterator<Item = Result<Chunk, SourceError>> + Send>;

/// Whether an argument names a file, or standard input.
pub(super) fn is_file(argument: &OsStr) -> bool {
    argument == "-" || Path::new(argument).exists()
}

/// Refuses an argument of which nobody knows whether it names a file: a folder on the way may not
/// be searched, say, or links lead in a circle. For what can't be read as anything else.
///
/// # Errors
/// As that of a file that can't be opened.
pub(super) fn refuse_hidden(argument: &OsStr) -> Result<(), SourceError> {
    let no_file = [
        ErrorKind::NotFound,
        ErrorKind::NotADirectory,
        ErrorKind::InvalidFilename,
        ErrorKind::InvalidInput,
    ];
    match fs::metadata(argument) {
        Err(error) if !no_file.contains(&error.kind()) => Input::new(argument).look(),
        _ => Ok(()),
    }
}

/// The most bytes of a file with one grid, including frames and comments, or with a list of
/// techniques.
const LONGEST: u64 = 1 << 20;

/// The text of a file that should be short, such as one with one grid: `what` names it. A file that
/// is too long is not read to its end, since it may be endless.
///
/// # Errors
/// If it can't be read, is not UTF-8 text, or is too long.
pub(super) fn short_text(source: impl Read, what: &str) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let problem = format!("it is longer than 1 MiB, and so no {what}");
        return Err(io::Error::other(problem));
    }
    ProblemForm::text(&bytes).map(str::to_owned).map_err(io::Error::other)
}

/// The chunks of inputs. They come from a thread of their own if one may wait.
pub(super) fn chunks_of(inputs: Vec<Input>, reading: &Reading, read: &Arc<ReadProgress>) -> Chunks {
    let may_wait = inputs.iter().any(Input::may_wait);
    let chunks = catalogue::chunks(inputs, reading, read.clone());
    if may_wait { Box::new(catalogue::detached(chunks, read.clone())) } else { Box::new(chunks) }
}

/// Whether a text that is no puzzle is rather the name of a file: it is short, with letters of its
/// own.
fn is_rather_a_name(text: &str, reading: &Reading) -> bool {
    let is_foreign = |c: char| c.is_alphabetic() && reading.alphabet.read(c).is_none();
    text.chars().count() < reading.shape.cells() / 2 && text.chars().any(is_foreign)
}

/// The chunks of the file that an argument names, or else of the puzzle that it spells.
pub(super) fn chunks(
    argument: &OsStr,
    reading: &Reading,
    read: &Arc<ReadProgress>,
) -> anyhow::Result<Chunks> {
    if is_file(argument) {
        return Ok(chunks_of(vec![Input::new(argument)], reading, read));
    }
    let text = argument.to_string_lossy().into_owned();
    let input = Input::reader(WRITTEN_OUT, Box::new(io::Cursor::new(text.clone().into_bytes())));
    let reading = Reading { form: Some(CatalogueForm::Lines), ..reading.clone() };
    let chunks: Vec<_> = catalogue::chunks(vec![input], &reading, ReadProgress::new()).collect();
    let mut why_not = Some("it has no cells".to_owned());
    let _ = chunks.iter().flatten().try_for_each(|chunk| {
        chunk.for_each(&reading, |entry| match entry {
            Entry::Puzzle(_) | Entry::Sukaku(_) => {
                why_not = None;
                ControlFlow::Continue(())
            }
            Entry::Unreadable(Unreadable { column, fault, .. }) => {
                why_not = Some(format!("at column {column}, {fault}"));
                ControlFlow::Break(())
            }
        })
    });
    if why_not.is_some() {
        refuse_hidden(argument)?;
    }
    match why_not {
        None => Ok(Box::new(chunks.into_iter())),
        Some(_) if is_rather_a_name(&text, &reading) => {
            bail!("there is no file `{}`", shortened(&text, 100))
        }
        Some(why_not) => {
            bail!("`{}` is neither a file nor a puzzle: {why_not}", shortened(&text, 100))
        }
    }
}
