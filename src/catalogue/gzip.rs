//! The text in gzip members, one after another.
//!
//! ```text
//!   ┌ member ─────────────────────────┐
//!   header  deflated text  sum, length  member …
//! ```
//!
//! Invariant: a damaged or truncated member gives the text up to the damage, and then its error.
//! The text before the error does not depend on the sizes of reads. That is why the decoder is
//! driven here: the readers of `flate2` withhold the output of the step that finds the damage.
//! Zeros behind a member are skipped, as `gzip` does. Deliberately lacking: names and times in
//! headers.
//!
//! Source: Deutsch, *GZIP file format specification version 4.3*, RFC 1952.

use std::io::{self, BufRead, BufReader, Read};

use flate2::{Decompress, FlushDecompress, Status};

/// The largest window of a member, as a power of two.
const WINDOW: u8 = 15;

/// The packed bytes taken at once.
const BUFFER: usize = 32 << 10;

/// Reads the text of all members of `source`.
pub(super) struct Members<R> {
    source: BufReader<R>,
    decoder: Decompress,
    state: State,
}

enum State {
    /// Before a member, or at the end.
    Between,
    /// In a member, with text or its sum to come.
    Inside,
    /// At a fault, reported after the text decoded before it.
    Failed(Option<io::Error>),
}

impl<R: Read> Members<R> {
    pub(super) fn new(source: R) -> Members<R> {
        Members {
            source: BufReader::with_capacity(BUFFER, source),
            decoder: Decompress::new_gzip(WINDOW),
            state: State::Between,
        }
    }

    /// Decodes some of what the source brings. Returns the number of bytes of text.
    fn advance(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let packed = self.source.fill_buf()?;
        let is_end = packed.is_empty();
        let before = (self.decoder.total_in(), self.decoder.total_out());
        let status = self.decoder.decompress(packed, buffer, FlushDecompress::None);
        let taken = (self.decoder.total_in() - before.0) as usize;
        let made = (self.decoder.total_out() - before.1) as usize;
        self.source.consume(taken);
        self.state = match status {
            Ok(Status::StreamEnd) => {
                self.decoder = Decompress::new_gzip(WINDOW);
                State::Between
            }
            Ok(_) if is_end && made == 0 => State::Failed(Some(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "a gzip member is cut short",
            ))),
            Ok(_) => State::Inside,
            // The decoder's own message depends on the sizes of reads.
            Err(_) => State::Failed(Some(io::Error::new(
                io::ErrorKind::InvalidData,
                "no gzip member, or a damaged one",
            ))),
        };
        Ok(made)
    }
}

impl<R: Read> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match &mut self.state {
                State::Between => {
                    let packed = self.source.fill_buf()?;
                    if packed.is_empty() {
                        return Ok(0);
                    }
                    // What fills the last block of a tape; no member begins with a zero.
                    let zeros = packed.iter().take_while(|&&byte| byte == 0).count();
                    self.source.consume(zeros);
                    if zeros > 0 {
                        continue;
                    }
                }
                State::Inside => {}
                State::Failed(error) => return error.take().map_or(Ok(0), Err),
            }
            match self.advance(buffer)? {
                0 => {}
                made => return Ok(made),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::super::pieces::{self, Pieces};
    use super::*;

    /// Numbers, one a line, which do not compress too well.
    fn numbers(count: u32) -> Vec<u8> {
        (0..count)
            .flat_map(|k| format!("{}\n", k.wrapping_mul(2_654_435_761)).into_bytes())
            .collect()
    }

    fn member(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// As [`pieces::read_in`].
    fn read_in(source: Pieces<'_>, step: usize) -> (Vec<u8>, Option<String>) {
        pieces::read_in(Members::new(source), step)
    }

    fn read(packed: &[u8]) -> (Vec<u8>, Option<String>) {
        read_in(Pieces(packed, usize::MAX), 1 << 16)
    }

    #[test]
    fn zeros_behind_a_member_are_no_fault() {
        let text = numbers(100);
        for zeros in [1, 100, 2 * BUFFER] {
            let padded = [member(&text), vec![0; zeros]].concat();
            assert_eq!(read(&padded), (text.clone(), None));
            assert_eq!(read(&[padded, member(b"1\n")].concat()).1, None);
        }
        let foreign = [member(&text), b"\0\0junk".to_vec()].concat();
        assert_eq!(read(&foreign), (text, Some("no gzip member, or a damaged one".into())));
    }

    #[test]
    fn the_text_of_all_members_is_one() {
        let text = numbers(10_000);
        let packed = [member(&text[..500]), member(b""), member(&text[500..])].concat();
        assert_eq!(read(&packed), (text, None));
        assert_eq!(read(b""), (Vec::new(), None));
    }

    #[test]
    fn a_fault_comes_after_the_text_before_it() {
        let text = numbers(300);
        let packed = member(&text);
        let mut longest = 0;
        for length in 1..packed.len() {
            let (before, error) = read(&packed[..length]);
            assert_eq!(error.as_deref(), Some("a gzip member is cut short"), "{length}");
            assert!(text.starts_with(&before) && before.len() >= longest, "{length}");
            longest = before.len();
        }
        assert_eq!(longest, text.len());
        let (before, error) = read(&[&packed[..], b"junk"].concat());
        assert_eq!(before, text);
        assert_eq!(error.as_deref(), Some("no gzip member, or a damaged one"));
    }

    #[test]
    fn damage_is_the_same_however_it_comes() {
        let text = numbers(100);
        let packed = member(&text);
        let mut faults = 0;
        for bit in 0..packed.len() * 8 {
            let mut damaged = packed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let expected = read(&damaged);
            // The header has a time and the name of a system, which do not affect the text.
            assert!(expected.1.is_some() || expected.0 == text, "bit {bit}");
            faults += usize::from(expected.1.is_some());
            for (piece, step) in [(1, 1 << 16), (7, 100), (1 << 16, 1)] {
                let found = read_in(Pieces(&damaged, piece), step);
                assert_eq!(found.1, expected.1, "bit {bit}, {piece}, {step}");
                assert!(found.0 == expected.0, "bit {bit}, {piece}, {step}");
            }
        }
        assert!(faults > packed.len() * 7, "{faults}");
    }
}
