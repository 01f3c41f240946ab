//! For tests of what unpacks: sources that come in pieces, read in steps.

use std::io::{self, Read};

/// A source that returns this number of bytes at a time.
pub(super) struct Pieces<'p>(pub(super) &'p [u8], pub(super) usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

/// The text before the end or the error, and the error; read in steps.
pub(super) fn read_in(mut unpacked: impl Read, step: usize) -> (Vec<u8>, Option<String>) {
    let (mut text, mut buffer) = (Vec::new(), vec![0; step]);
    loop {
        match unpacked.read(&mut buffer) {
            Ok(0) => return (text, None),
            Ok(read) => text.extend_from_slice(&buffer[..read]),
            Err(error) => {
                assert_eq!(unpacked.read(&mut buffer).unwrap(), 0, "an error comes once");
                return (text, Some(error.to_string()));
            }
        }
    }
}
