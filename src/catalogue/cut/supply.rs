//! How the buffer of a cutter is filled.
//!
//! ```text
//!      [ rest of a record | asked for ]     more after a full read, less towards the end of a file
//! ```
//!
//! A file that is not packed has as many bytes as the system says, unless it grows. So no more is
//! asked for than it has left, and one byte, and no memory is touched that stays empty; and its end
//! is known with its last bytes, so a file of one chunk needs no second thread.
//!
//! Invariant: a chunk's bytes do not depend on what is known of a file's size, but for where they
//! are cut. Deliberately lacking: unpacking (see [`packed`](super::super::packed)).

use std::io::{ErrorKind, Read};
use std::sync::Arc;

use super::{Cutter, LEAST, ReadProgress, SHARES};

/// Whether there is more to read.
pub(super) enum Supply {
    Open,
    Ended,
    Failed(std::io::Error),
}

/// What is left of a file, as far as that is known.
pub(super) struct Left {
    /// Of all files. It may ask for smaller chunks.
    progress: Arc<ReadProgress>,
    /// The progress at the end of the file.
    end: Option<u64>,
    /// The bytes of the file that have not come; `None` if that is not known, or more have come
    /// than it had: it was packed, or has grown.
    bytes: Option<u64>,
}

impl Left {
    /// Of a file of this size, of which nothing has been read.
    pub(super) fn of(size: Option<u64>, progress: Arc<ReadProgress>) -> Left {
        let end = size.map(|size| progress.bytes() + size);
        Left { progress, end, bytes: size }
    }

    /// The most bytes that a chunk should have.
    pub(super) fn chunk(&self) -> usize {
        self.progress.chunk()
    }

    /// The most bytes to read at once, so that memory that is not used is not touched. The file may
    /// have grown, which one byte more shows.
    fn most_to_read(&self) -> usize {
        self.bytes.map_or(usize::MAX, |bytes| bytes.saturating_add(1) as usize)
    }

    /// A part of what is left: chunks become smaller towards the end of a file.
    fn share(&self) -> usize {
        let left = self.end.map_or(u64::MAX, |end| end.saturating_sub(self.progress.bytes()));
        usize::try_from(left / SHARES).unwrap_or(usize::MAX)
    }

    /// Takes off the bytes that have come.
    fn take(&mut self, came: usize) {
        self.bytes = self.bytes.and_then(|bytes| bytes.checked_sub(came as u64));
    }
}

impl Cutter {
    /// Reads once; the end of a file shows at once.
    pub(super) fn read_on(&mut self) {
        self.read();
        if self.left.bytes == Some(0) && matches!(self.supply, Supply::Open) {
            self.read();
        }
    }

    fn read(&mut self) {
        let length = self.buffer.len();
        // If a record fills the buffer, the buffer doubles.
        let asked = if length < self.full { self.full - length } else { self.full };
        self.buffer.resize(length + asked.min(self.left.most_to_read()), 0);
        let read = loop {
            match self.source.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let came = *read.as_ref().unwrap_or(&0);
        self.left.take(came);
        self.buffer.truncate(length + came);
        if self.has_returns {
            end_lines(&mut self.buffer[length..]);
        }
        let least = LEAST.min(self.target);
        self.full = (2 * came).clamp(least, self.target.min(self.left.share()).max(least));
        self.supply = match read {
            Ok(0) => Supply::Ended,
            Ok(_) => Supply::Open,
            Err(error) => Supply::Failed(error),
        };
        if self.skipping {
            self.skip();
        }
    }
}

/// Makes each return the end of a line.
pub(super) fn end_lines(text: &mut [u8]) {
    text.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Cursor;

    use super::super::{Input, ReadProgress, Reading, chunks};

    const EASY: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";

    #[test]
    fn a_file_is_known_to_be_over_with_its_last_chunk() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.txt");
        for (text, is_one) in [
            (EASY.to_owned(), true),
            (EASY.trim_end().to_owned(), true),
            (EASY.repeat(190), true),
            (EASY.repeat(5_000), false),
            (EASY.repeat(5_000).trim_end().to_owned(), false),
            (format!("id,puzzle\n7,{EASY}"), true),
            (format!("# a comment\n\n{EASY}\n# another"), true),
        ] {
            fs::write(&path, &text).unwrap();
            let mut chunks =
                chunks(vec![Input::new(&path)], &Reading::default(), ReadProgress::new());
            let (mut size, mut number, mut most) = (0, 0, None);
            while let Some(chunk) = chunks.next() {
                assert_ne!(most, Some(0), "no more were said to come");
                (size, number) = (size + chunk.unwrap().size(), number + 1);
                most = chunks.size_hint().1;
            }
            assert_eq!((most, number == 1), (Some(0), is_one), "{number} chunks");
            assert_eq!(size, text.len() - text.strip_prefix("id,puzzle\n").map_or(0, |_| 10));
        }
    }

    #[test]
    fn an_array_is_cut_off_on_its_last_line_in_a_file_and_in_a_pipe() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.json");
        for text in ["[{\"id\": 1},\n{\"id\": 2", "[{\"id\": 1},\n{\"id\": 2}", "[{\"id\": 1},\n "]
        {
            fs::write(&path, text).unwrap();
            let pipe = Box::new(Cursor::new(text));
            let inputs = vec![Input::new(&path), Input::reader("pipe", pipe)];
            let chunks = chunks(inputs, &Reading::default(), ReadProgress::new());
            let lines: Vec<_> = chunks.filter_map(|one| Some(one.err()?.line)).collect();
            assert_eq!(lines, [Some(2), Some(2)], "{text}");
        }
    }
}
