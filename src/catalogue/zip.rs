//! The text of a zip archive with one member, beside those that no user put there.
//!
//! ```text
//!   PK 03 04   flags, method, sizes, name   deflated or plain text   PK 01 02  directory ...
//!              └ member ─────────────────────────────────────────┘   (or PK 03 04: another one)
//! ```
//!
//! The archive is read from its beginning, so it can come through a pipe, and its directory at the
//! end is not needed. A second member is an error after the text of the first: which of them has
//! the puzzles is not known. Folders, and what systems add (`__MACOSX/…`, `.DS_Store`, `._…`), are
//! unpacked and left out.
//!
//! Invariant: the text before an error does not depend on the sizes of reads, and memory is
//! bounded. Deliberately lacking: encryption, methods other than *deflate* and *stored*, members
//! that are stored without their size.
//!
//! Source: PKWARE, *.ZIP File Format Specification*, 4.3.7.

use std::io::{self, BufRead, BufReader, Read};

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::fault::SourceFault;
use crate::excerpt::shortened;

/// The packed bytes taken at once.
const BUFFER: usize = 32 << 10;

/// The signature of a member.
const MEMBER: [u8; 4] = *b"PK\x03\x04";

/// The signature before the sums and sizes that follow a member.
const SUMS: [u8; 4] = *b"PK\x07\x08";

/// Reads the text of the archive's member.
pub(super) struct Archive<R> {
    source: BufReader<R>,
    /// `None` for a member that is stored.
    decoder: Option<Decompress>,
    /// The bytes of a stored member that are left.
    left: u64,
    sum: Crc,
    /// The checksum in the member's header; `None` if it follows the member.
    expected: Option<u32>,
    /// Whether the member is left out.
    is_left_out: bool,
    /// Whether a member was not.
    has_text: bool,
    state: State,
}

enum State {
    Inside,
    /// Behind the member, whose sum is to be compared.
    Behind,
    /// At a fault, reported after the text before it; or at the end.
    Over(Option<io::Error>),
}

impl<R: Read> Archive<R> {
    /// Reads the header of the first member.
    pub(super) fn open(source: R) -> Result<Archive<R>, SourceFault> {
        let mut source = BufReader::with_capacity(BUFFER, source);
        let mut signature = [0; 4];
        source.read_exact(&mut signature).map_err(SourceFault::Read)?;
        let mut archive = Archive {
            source,
            decoder: None,
            left: 0,
            sum: Crc::new(),
            expected: None,
            is_left_out: false,
            has_text: false,
            state: State::Inside,
        };
        archive.begin()?;
        Ok(archive)
    }

    /// Reads the header of a member behind its signature.
    fn begin(&mut self) -> Result<(), SourceFault> {
        let (header, name) = header(&mut self.source).map_err(SourceFault::Read)?;
        let number = |at: usize| u16::from_le_bytes([header[at - 4], header[at - 3]]);
        let long = |at| u64::from(number(at)) | u64::from(number(at + 2)) << 16;
        let (flags, method, sum, size) = (number(6), number(8), long(14), long(18));
        let sums_follow = flags & 8 != 0;
        let foreign = |what, way| Err(SourceFault::Foreign { what, way });
        self.is_left_out = is_left_out(&name);
        if !self.is_left_out && self.has_text {
            let name = shortened(&String::from_utf8_lossy(&name), 60);
            let fault = format!(
                "the zip archive has more than one member, and only the first is read; \
                 the next is `{name}`: {UNPACK}"
            );
            return Err(SourceFault::Read(invalid(&fault)));
        }
        match &name[..] {
            b"[Content_Types].xml" => return foreign("an Office document", "save it as CSV"),
            b"mimetype" => return foreign("an OpenDocument file", "save it as CSV"),
            _ if name.ends_with(b".npy") => {
                return foreign("NumPy arrays", "write them as text with numpy.savetxt");
            }
            _ if flags & 1 != 0 => return foreign("an encrypted zip archive", "unpack it first"),
            _ => {}
        }
        self.decoder = match method {
            8 => Some(Decompress::new(false)),
            0 if !sums_follow => None,
            _ => return foreign("a zip archive packed in an unusual way", UNPACK),
        };
        self.has_text |= !self.is_left_out;
        self.expected = (!sums_follow).then_some(sum as u32);
        (self.sum, self.left, self.state) = (Crc::new(), size, State::Inside);
        Ok(())
    }

    /// Reads some of the member. Returns the number of bytes of text, and whether it goes on.
    fn advance(&mut self, buffer: &mut [u8]) -> io::Result<(usize, bool)> {
        let packed = self.source.fill_buf()?;
        let is_end = packed.is_empty();
        let Some(decoder) = &mut self.decoder else {
            let size = packed.len().min(buffer.len()).min(self.left as usize);
            if is_end && self.left > 0 {
                return Err(cut_short());
            }
            buffer[..size].copy_from_slice(&packed[..size]);
            self.source.consume(size);
            self.left -= size as u64;
            return Ok((size, self.left > 0));
        };
        let before = (decoder.total_in(), decoder.total_out());
        let status = decoder.decompress(packed, buffer, FlushDecompress::None);
        let (taken, made) = (decoder.total_in() - before.0, decoder.total_out() - before.1);
        self.source.consume(taken as usize);
        match status {
            Ok(Status::StreamEnd) => Ok((made as usize, false)),
            Ok(_) if is_end && made == 0 => Err(cut_short()),
            Ok(_) => Ok((made as usize, true)),
            Err(_) => {
                // What the step made before the damage is delivered first.
                self.state = State::Over(Some(invalid("a damaged zip archive")));
                Ok((made as usize, true))
            }
        }
    }

    /// Reads the checksum that follows a member, and the signature behind it. `next` has the first
    /// four bytes.
    fn sum_behind(&mut self, next: &mut [u8; 4]) -> io::Result<u32> {
        let mut sums = [0; 12];
        // The signature is optional; the sizes may have eight bytes each.
        let has_signature = *next == SUMS;
        let length = if has_signature { 12 } else { 8 };
        self.source.read_exact(&mut sums[..length]).map_err(|_| cut_short())?;
        let sum = if has_signature { [sums[0], sums[1], sums[2], sums[3]] } else { *next };
        self.source.read_exact(next).map_err(|_| cut_short())?;
        if next[..2] != *b"PK" {
            self.source.read_exact(&mut sums[..4]).map_err(|_| cut_short())?;
            self.source.read_exact(next).map_err(|_| cut_short())?;
        }
        Ok(u32::from_le_bytes(sum))
    }

    /// Examines what follows the member, and begins the next one if there is one.
    fn go_on(&mut self) -> io::Result<()> {
        let mut next = [0; 4];
        self.source.read_exact(&mut next).map_err(|_| cut_short())?;
        let sum = match self.expected {
            Some(sum) => sum,
            None => self.sum_behind(&mut next)?,
        };
        if sum != self.sum.sum() {
            return Err(invalid("a damaged zip archive: its checksum differs"));
        }
        self.state = State::Over(None);
        if next != MEMBER {
            return Ok(());
        }
        self.begin().map_err(|fault| match fault {
            SourceFault::Read(error) if error.kind() == io::ErrorKind::UnexpectedEof => cut_short(),
            SourceFault::Read(error) => error,
            other => invalid(&other.to_string()),
        })
    }
}

/// Whether a member is a folder, or was put there by a system and not by a user.
fn is_left_out(name: &[u8]) -> bool {
    let file = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
    name.starts_with(b"__MACOSX/")
        || name.ends_with(b"/")
        || file == b".DS_Store"
        || file.starts_with(b"._")
}

/// The header of a member without its signature, and its name.
fn header(source: &mut impl Read) -> io::Result<([u8; 26], Vec<u8>)> {
    let mut header = [0; 26];
    source.read_exact(&mut header)?;
    let size = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let mut name = vec![0; size(22) + size(24)];
    source.read_exact(&mut name)?;
    name.truncate(size(22));
    Ok((header, name))
}

const UNPACK: &str = "unpack it: unzip -p FILE MEMBER | tourdion COMMAND -";

fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "a zip archive is cut short")
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

impl<R: Read> Read for Archive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match &mut self.state {
                State::Over(error) => return error.take().map_or(Ok(0), Err),
                State::Behind => {
                    if let Err(error) = self.go_on() {
                        self.state = State::Over(Some(error));
                    }
                    continue;
                }
                State::Inside => {}
            }
            match self.advance(buffer) {
                Ok((made, goes_on)) => {
                    self.sum.update(&buffer[..made]);
                    if !goes_on {
                        self.state = State::Behind;
                    }
                    if made > 0 && !self.is_left_out {
                        return Ok(made);
                    }
                }
                Err(error) => self.state = State::Over(Some(error)),
            }
        }
    }
}
