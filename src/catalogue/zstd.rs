//! The text in zstd frames, one frame after another, in bounded memory.
//!
//! ```text
//!   ┌ frame ──────────────────────────┐
//!   header  block  block … last block  sum   frame …   skippable frame …
//!   └─ a window of at most WINDOW       └─ compared with the text delivered
//! ```
//!
//! The decoder keeps the last window of the text for later blocks, and releases it at the end of
//! the frame. So text comes up to a window later than its bytes.
//!
//! Invariant: a damaged or truncated frame gives the text of its whole blocks, and then its error.
//! Deliberately lacking: dictionaries.

use std::error::Error as _;
use std::io::{self, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use xxhash_rust::xxh64::Xxh64;

/// The largest window of a frame, in bytes: required of every decoder by RFC 8878, and used by
/// `zstd -19`.
const WINDOW: u64 = 8 << 20;

/// Reads the text of all frames of `source`.
pub(super) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    /// The checksum of the text of this frame delivered so far.
    sum: Xxh64,
    state: State,
}

enum State {
    /// Before a frame, or at the end.
    Between,
    /// In a frame, with text or blocks to come.
    Inside,
    /// At a fault, reported after the text decoded before it.
    Failed(Option<io::Error>),
}

impl<R: Read> Frames<R> {
    pub(super) fn new(source: R) -> Frames<R> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW);
        Frames { source, decoder, sum: Xxh64::new(0), state: State::Between }
    }

    /// Begins the next frame; returns `false` if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        let mut first = [0];
        while self.read_one(&mut first)? == 1 {
            match self.decoder.init(first.chain(&mut self.source)) {
                Ok(()) => {
                    self.sum.reset(0);
                    self.state = State::Inside;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped =
                        io::copy(&mut (&mut self.source).take(u64::from(length)), &mut io::sink())?;
                    if skipped < u64::from(length) {
                        return Err(cut_short());
                    }
                }
                Err(error) => return Err(fault(&error)),
            }
        }
        Ok(false)
    }

    fn read_one(&mut self, byte: &mut [u8; 1]) -> io::Result<usize> {
        loop {
            match self.source.read(byte) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }

    /// Decodes a block, or finds the frame at its end.
    fn advance(&mut self) {
        if self.decoder.is_finished() {
            let stated = self.decoder.get_checksum_from_data();
            self.state = match stated {
                Some(stated) if stated != self.sum.digest() as u32 => {
                    let error =
                        io::Error::other("the text of a zstd frame is not what its checksum says");
                    State::Failed(Some(error))
                }
                _ => State::Between,
            };
        } else if let Err(error) =
            self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
        {
            // Only the end of the frame makes the decoder release its window: a last block of no
            // bytes, and a checksum for a frame that has one. If that fails, the window is lost.
            let end = [1, 0, 0, 0, 0, 0, 0];
            let _ = self.decoder.decode_blocks(&end[..], BlockDecodingStrategy::UptoBlocks(1));
            self.state = State::Failed(Some(fault(&error)));
        }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !matches!(self.state, State::Between) && self.decoder.can_collect() > 0 {
                let read = self.decoder.read(buffer)?;
                self.sum.update(&buffer[..read]);
                return Ok(read);
            }
            match &mut self.state {
                State::Between => match self.begin() {
                    Ok(true) => {}
                    Ok(false) => return Ok(0),
                    Err(error) => self.state = State::Failed(Some(error)),
                },
                State::Inside => self.advance(),
                State::Failed(error) => return error.take().map_or(Ok(0), Err),
            }
        }
    }
}

fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "a zstd frame is cut short")
}

/// The error for an error of the decoder: the source's own, if it caused the error.
fn fault(error: &FrameDecoderError) -> io::Error {
    if let FrameDecoderError::WindowSizeTooBig { requested, max } = error {
        let (requested, max) = (requested.div_ceil(1 << 20), max >> 20);
        return io::Error::other(format!(
            "a zstd frame with a window of {requested} MiB, more than {max} MiB; unpack it with \
             `zstd -dc --long=31` and read that through a pipe"
        ));
    }
    let mut cause = error.source();
    while let Some(inner) = cause {
        if let Some(source) = inner.downcast_ref::<io::Error>() {
            return match source.kind() {
                io::ErrorKind::UnexpectedEof => cut_short(),
                kind => io::Error::new(kind, source.to_string()),
            };
        }
        cause = inner.source();
    }
    // The decoder's own words are about its inside.
    io::Error::new(io::ErrorKind::InvalidData, "no zstd frame, or a damaged one; try `zstd -dc`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame with a window of `1 << log` bytes, of uncompressed blocks, with the checksum of
    /// `text`.
    fn frame(log: u8, blocks: &[&str], text: &str) -> Vec<u8> {
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 1 << 2, (log - 10) << 3];
        for (k, block) in blocks.iter().enumerate() {
            let is_last = k + 1 == blocks.len();
            let header = (block.len() as u32) << 3 | u32::from(is_last);
            frame.extend(&header.to_le_bytes()[..3]);
            frame.extend(block.as_bytes());
        }
        let mut sum = Xxh64::new(0);
        sum.update(text.as_bytes());
        frame.extend((sum.digest() as u32).to_le_bytes());
        frame
    }

    /// The text before the end or the error, and the error.
    fn read(bytes: &[u8]) -> (String, Option<String>) {
        let (mut text, mut frames) = (Vec::new(), Frames::new(bytes));
        let error = frames.read_to_end(&mut text).err();
        (String::from_utf8_lossy(&text).into_owned(), error.map(|error| error.to_string()))
    }

    #[test]
    fn the_text_of_all_frames_is_one() {
        let skipped = [&b"\x5f\x2a\x4d\x18\x02\0\0\0"[..], b"ab"].concat();
        let bytes =
            [frame(10, &["one ", "", "two "], "one two "), skipped, frame(23, &["three"], "three")];
        assert_eq!(read(&bytes.concat()), ("one two three".to_owned(), None));
        assert_eq!(read(b""), (String::new(), None));
    }

    #[test]
    fn a_fault_comes_after_what_was_whole() {
        let frame = frame(10, &["one ", "two ", "three"], "one two three");
        let text = |length| match length {
            0..=12 => "",
            13..=19 => "one ",
            20..=27 => "one two ",
            _ => "one two three",
        };
        for length in 1..frame.len() {
            let cut = Some("a zstd frame is cut short".to_owned());
            assert_eq!(read(&frame[..length]), (text(length).to_owned(), cut), "{length}");
        }
        let mut wrong = frame;
        wrong[9] = b'O';
        let error = Some("the text of a zstd frame is not what its checksum says".to_owned());
        assert_eq!(read(&wrong), ("One two three".to_owned(), error));
        assert_eq!(read(b"\x5f\x2a\x4d\x18\x02\0\0\0a").1.unwrap(), "a zstd frame is cut short");
        assert_eq!(
            read(b"other").1.as_deref(),
            Some("no zstd frame, or a damaged one; try `zstd -dc`")
        );
    }

    #[test]
    fn a_large_window_is_refused_with_its_size() {
        let words = "a zstd frame with a window of 16 MiB, more than 8 MiB; unpack it with \
                     `zstd -dc --long=31` and read that through a pipe";
        assert_eq!(read(&frame(24, &["text"], "text")), (String::new(), Some(words.to_owned())));
        assert_eq!(read(&frame(41, &["text"], "text")).0, "");
    }

    #[test]
    fn no_damage_makes_it_panic() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/forms/seeds.txt.zst");
        let packed = std::fs::read(path).unwrap();
        let whole = read(&packed);
        assert!(whole.1.is_none() && whole.0.len() > 500);
        for bit in 0..packed.len() * 8 {
            let mut damaged = packed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let (text, error) = read(&damaged);
            assert!(error.is_some() || text == whole.0, "bit {bit}");
        }
    }
}
