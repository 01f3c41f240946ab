//! The text in xz streams, one after another.
//!
//! ```text
//!   ┌ stream ──────────────────────────────────┐
//!   header  block: packed text, sum  …  index  footer  0 0 0 0  stream …
//! ```
//!
//! Invariant: a damaged stream gives text from before the damage, and then its error. The text
//! before the error does not depend on the sizes of reads, so it is given in pieces of one size:
//! the decoder does not say how much of a step it had made when it found the damage. Memory is
//! bounded: a stream that asks for a window of more than 64 MiB, the largest that `xz -9` makes, is
//! refused, and of a window only what is written takes room. Deliberately lacking: checksums by
//! SHA-256, and filters for programs and tables of numbers, which text has no use for; `.lzma`
//! files, which nothing tells from other files.
//!
//! Source: Collin and others, *The .xz File Format*, version 1.2.1.

use std::io::{self, BufRead, BufReader, Read};

use xz4rust::{XzDecoder, XzError, XzNextBlockResult};

/// The largest window of a stream.
const WINDOW: usize = 64 << 20;

/// The packed bytes taken at once.
const BUFFER: usize = 32 << 10;

/// The bytes of text that are made before they are given.
const PIECE: usize = 16 << 10;

/// Reads the text of all streams of `source`.
pub(super) struct Streams<R> {
    source: BufReader<R>,
    decoder: Box<XzDecoder<'static>>,
    state: State,
    piece: Vec<u8>,
    /// How much of the piece has been made.
    made: usize,
    /// How much of that has been given.
    given: usize,
}

enum State {
    /// Before a stream, or at the end.
    Between,
    /// In a stream, with text or its index to come.
    Inside,
    /// At a fault, reported after the text before it.
    Failed(Option<io::Error>),
}

impl<R: Read> Streams<R> {
    pub(super) fn new(source: R) -> Streams<R> {
        Streams {
            source: BufReader::with_capacity(BUFFER, source),
            decoder: XzDecoder::in_heap_with_alloc_dict_size(0, WINDOW),
            state: State::Between,
            piece: vec![0; PIECE],
            made: 0,
            given: 0,
        }
    }

    /// Begins the next stream, behind the padding; returns `false` if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            let packed = self.source.fill_buf()?;
            if packed.is_empty() {
                return Ok(false);
            }
            let padding = packed.iter().take_while(|&&byte| byte == 0).count();
            let is_over = padding < packed.len();
            self.source.consume(padding);
            if is_over {
                self.decoder.reset();
                self.state = State::Inside;
                return Ok(true);
            }
        }
    }

    /// Makes some of the piece of what the source brings.
    fn advance(&mut self) -> io::Result<()> {
        let packed = self.source.fill_buf()?;
        if packed.is_empty() {
            self.state = State::Failed(Some(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "an xz stream is cut short",
            )));
            return Ok(());
        }
        let step = match self.decoder.decode(packed, &mut self.piece[self.made..]) {
            Ok(step) if step.made_progress() || step.is_end_of_stream() => step,
            stuck_or_damaged => {
                self.made = self.given;
                self.state = State::Failed(Some(fault(stuck_or_damaged.err().as_ref())));
                return Ok(());
            }
        };
        self.source.consume(step.input_consumed());
        self.made += step.output_produced();
        if let XzNextBlockResult::EndOfStream(..) = step {
            self.state = State::Between;
        }
        Ok(())
    }
}

impl<R: Read> Read for Streams<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let is_whole = self.made == PIECE || !matches!(self.state, State::Inside);
            if is_whole && self.given < self.made {
                let length = buffer.len().min(self.made - self.given);
                buffer[..length].copy_from_slice(&self.piece[self.given..][..length]);
                self.given += length;
                return Ok(length);
            }
            if self.given == self.made {
                (self.made, self.given) = (0, 0);
            }
            match &mut self.state {
                State::Between => {
                    if !self.begin()? {
                        return Ok(0);
                    }
                }
                State::Inside => self.advance()?,
                State::Failed(error) => return error.take().map_or(Ok(0), Err),
            }
        }
    }
}

/// The error for one of the decoder, or for a decoder that is stuck.
fn fault(error: Option<&XzError>) -> io::Error {
    match error {
        Some(XzError::DictionaryTooLarge(wanted)) => io::Error::other(format!(
            "an xz stream with a window of {} MiB, more than {} MiB; unpack it with `xz -dc` and \
             read that through a pipe",
            wanted.div_ceil(1 << 20),
            WINDOW >> 20
        )),
        // The decoder's own words are about its inside.
        Some(_) => io::Error::new(
            io::ErrorKind::InvalidData,
            "no xz stream that is read here, or a damaged one; try `xz -dc`",
        ),
        None => io::Error::new(io::ErrorKind::InvalidData, "a damaged xz stream"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::{self, Pieces};
    use super::*;

    /// A file of `data/forms`, of two blocks, and its text.
    fn packed() -> [Vec<u8>; 2] {
        ["forms/seeds.txt.xz", "seeds.txt"].map(|name| {
            std::fs::read(format!("{}/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
        })
    }

    /// As [`pieces::read_in`].
    fn read_in(source: Pieces<'_>, step: usize) -> (Vec<u8>, Option<String>) {
        pieces::read_in(Streams::new(source), step)
    }

    fn read(packed: &[u8]) -> (Vec<u8>, Option<String>) {
        read_in(Pieces(packed, usize::MAX), 1 << 16)
    }

    #[test]
    fn the_text_of_all_streams_is_one() {
        let [packed, text] = packed();
        assert_eq!(read(&packed), (text.clone(), None));
        let padded = [&packed[..], &[0; 8], &packed, &[0; 4]].concat();
        for (piece, step) in [(usize::MAX, 1 << 16), (1, 100), (7, 1)] {
            assert_eq!(read_in(Pieces(&padded, piece), step), (text.repeat(2), None));
        }
        assert_eq!(read(b""), (Vec::new(), None));
    }

    #[test]
    fn a_fault_comes_after_the_text_before_it() {
        let [packed, text] = packed();
        let mut longest = 0;
        for length in 1..packed.len() {
            let (before, error) = read(&packed[..length]);
            assert_eq!(error.as_deref(), Some("an xz stream is cut short"), "{length}");
            assert!(text.starts_with(&before) && before.len() >= longest, "{length}");
            longest = before.len();
        }
        assert_eq!(longest, text.len());
        let (before, error) = read(&[&packed[..], b"some text behind it"].concat());
        assert_eq!(before, text);
        assert_eq!(
            error.as_deref(),
            Some("no xz stream that is read here, or a damaged one; try `xz -dc`")
        );
    }

    #[test]
    fn damage_is_the_same_however_it_comes() {
        let [packed, text] = packed();
        let mut faults = 0;
        for bit in 0..packed.len() * 8 {
            let mut damaged = packed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let found = read(&damaged);
            // The first byte of packed text says nothing.
            assert!(found.1.is_some() || found.0 == text, "bit {bit}");
            faults += usize::from(found.1.is_some());
            assert_eq!(read_in(Pieces(&damaged, 1 + bit % 97), 1 + bit % 99), found, "bit {bit}");
        }
        assert!(faults > packed.len() * 7, "{faults}");
    }

    #[test]
    fn a_large_window_is_refused_with_its_size() {
        // A block header for LZMA2 with a window of 96 MiB and no sizes.
        let header = [2, 0, 0x21, 1, 29, 0, 0, 0];
        let sum = |bytes: &[u8]| {
            let mut sum = flate2::Crc::new();
            sum.update(bytes);
            sum.sum().to_le_bytes()
        };
        let flags = [0, 1];
        let stream = [b"\xfd7zXZ\0", &flags[..], &sum(&flags), &header, &sum(&header)].concat();
        let words = "an xz stream with a window of 96 MiB, more than 64 MiB; unpack it with \
                     `xz -dc` and read that through a pipe";
        assert_eq!(read(&stream), (Vec::new(), Some(words.to_owned())));
    }
}
