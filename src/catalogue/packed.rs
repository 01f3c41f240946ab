//! What a file is by its first bytes: text, packed text, or something that is no text at all.
//!
//! ```text
//!      1f 8b         gzip, all members ──▶ text        50 41 52 31   Parquet ─▶ the way out
//!      28 b5 2f fd   zstd, all frames  ──▶ text        37 7a bc af   7z      ─▶ the way out
//!      42 5a 68      bzip2, all parts  ──▶ text        04 22 4d 18   lz4     ─▶ the way out
//!      fd 37 7a 58   xz, all streams   ──▶ text        anything else ─────────▶ text
//!      50 4b 03 04   zip, one member   ──▶ text
//! ```
//!
//! The name of a file does not matter, so it can come through a pipe.
//!
//! Invariant: one more byte is read only while it can still decide, since a person may be typing.
//! Deliberately lacking: archives of several files, and text packed twice, which is named.

use std::io::{self, BufReader, Cursor, Read};

use bzip2::bufread::MultiBzDecoder;

use super::fault::SourceFault;
use super::gzip::Members;
use super::xz::Streams;
use super::zip::Archive;
use super::zstd::Frames;

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
const BZIP2: &[u8] = b"BZh";
const XZ: &[u8] = b"\xfd7zXZ\x00";
const ZIP: &[u8] = b"PK\x03\x04";

const PACKED: [&[u8]; 5] = [GZIP, ZSTD, BZIP2, XZ, ZIP];

/// Forms of files that are not read: their first bytes, their name, and the way out.
const FOREIGN: &[(&[u8], &str, &str)] = &[
    (b"\x04\x22\x4d\x18", "packed with lz4", "unpack it: lz4 -dc FILE | tourdion COMMAND -"),
    (b"\x1f\x9d", "packed with compress", "unpack it: gzip -dc FILE | tourdion COMMAND -"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it: 7z x -so FILE | tourdion COMMAND -"),
    (b"Rar!\x1a\x07", "a RAR archive", "unpack it, and read the file inside"),
    (b"PK\x05\x06", "an empty zip archive", "pack the file anew"),
    (b"PAR1", "Parquet", TO_CSV),
    (b"ARROW1", "Arrow (Feather)", "write it as CSV, with pandas: read_feather(FILE).to_csv(...)"),
    (
        b"\xff\xff\xff\xff",
        "an Arrow stream",
        "write it as CSV, with polars: read_ipc_stream(FILE).write_csv(...)",
    ),
    (b"FEA1", "Feather", "write it as CSV, with pandas: read_feather(FILE).to_csv(...)"),
    (
        b"SQLite format 3\x00",
        "an SQLite database",
        "write it as CSV: sqlite3 -header -csv FILE ...",
    ),
    (b"\x89HDF\r\n\x1a\n", "HDF5", "write it as CSV, with pandas: read_hdf(FILE).to_csv(...)"),
    (
        b"\x93NUMPY",
        "a NumPy array",
        "write it as text: numpy.savetxt(..., fmt='%d', delimiter=',')",
    ),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel workbook", "save it as CSV"),
    (b"%PDF-", "a PDF document", "copy the puzzles out of it as text"),
    (b"\x89PNG\r\n\x1a\n", "a picture", "type the puzzle as text"),
    (b"\xff\xd8\xff", "a picture", "type the puzzle as text"),
];

const TO_CSV: &str = "write it as CSV: duckdb -c \"copy (from 'FILE') to '/dev/stdout' (header)\"";

/// What an unpacked text is whose first line shows that it is none that is read.
pub(super) fn no_text(line: &[u8]) -> Option<SourceFault> {
    let foreign = |what, way| Some(SourceFault::Foreign { what, way });
    if PACKED.iter().any(|magic| line.starts_with(magic)) {
        return foreign("packed twice", "unpack it once, and read the file inside");
    }
    if let Some(&(_, what, way)) = FOREIGN.iter().find(|(magic, ..)| line.starts_with(magic)) {
        return foreign(what, way);
    }
    match *line {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
            foreign("UTF-32 text", "convert it: iconv -f UTF-32 -t UTF-8 FILE")
        }
        _ if line.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1)) => {
            foreign("a tar archive", "unpack it: tar -xOf FILE MEMBER | tourdion COMMAND -")
        }
        _ => utf_16(line).map(|encoding| SourceFault::Utf16 { encoding }),
    }
}

/// The mark of a tar archive, behind the names and numbers of its first member, which have no line
/// end: so it is there before a line is.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// The name of the encoding of a file that is UTF-16: by its byte order mark, or by a zero beside
/// each of its first two characters.
fn utf_16(text: &[u8]) -> Option<&'static str> {
    let is_character = |byte: u8| (b' '..=b'~').contains(&byte);
    match *text {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        [first, 0, second, 0, ..] if is_character(first) && is_character(second) => {
            Some("UTF-16LE")
        }
        [0, first, 0, second, ..] if is_character(first) && is_character(second) => {
            Some("UTF-16BE")
        }
        _ => None,
    }
}

/// Examines the first bytes, and puts the right decoder before the reader.
pub(super) fn unpacked<R: Read + Send + 'static>(
    mut raw: R,
) -> Result<Box<dyn Read + Send>, SourceFault> {
    let head = head(&mut raw).map_err(SourceFault::Read)?;
    if let Some(&(_, what, way)) = FOREIGN.iter().find(|(magic, ..)| head == *magic) {
        return Err(SourceFault::Foreign { what, way });
    }
    let magic = PACKED.into_iter().find(|magic| head == *magic);
    let whole = Cursor::new(head).chain(raw);
    Ok(match magic {
        Some(GZIP) => Box::new(Members::new(whole)),
        Some(ZSTD) => Box::new(Frames::new(whole)),
        Some(BZIP2) => Box::new(MultiBzDecoder::new(BufReader::new(whole))),
        Some(XZ) => Box::new(Streams::new(whole)),
        Some(ZIP) => Box::new(Archive::open(whole)?),
        _ => Box::new(whole),
    })
}

/// The first bytes, as far as they decide.
fn head(raw: &mut impl Read) -> io::Result<Vec<u8>> {
    let magics = || PACKED.into_iter().chain(FOREIGN.iter().map(|&(magic, ..)| magic));
    let mut head = Vec::new();
    while magics().any(|magic| magic.len() > head.len() && magic.starts_with(&head)) {
        let mut byte = [0];
        match raw.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => head.extend(byte),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(head)
}
