//! Shared by tests of several subjects: random problems, replaying a reduction, packed texts, and
//! skipping a test.

use std::fs;
use std::io::Write;

use ruzstd::encoding::{CompressionLevel, compress_to_vec};

pub(crate) mod browser;
#[cfg(unix)]
pub(crate) mod document;
pub(crate) mod drafts;
pub(crate) mod hunting;
#[cfg(unix)]
pub(crate) mod killed;
pub(crate) mod program;
pub(crate) mod proof;
pub(crate) mod replay;

/// Reports that the running test skips because it lacks `what`. The harness captures what tests
/// print; this goes past it. Where `TOURDION_REQUIRE` names `what` among others, as `.ci/run` does,
/// a skip is a failure.
pub(crate) fn lacks(what: &str) {
    let required = std::env::var("TOURDION_REQUIRE").unwrap_or_default();
    assert!(required.split(',').all(|name| name != what), "{what} is required, and is not there");
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test");
    let _ = writeln!(std::io::stderr(), "skipped: {name}: {what} is not there");
}

/// The text, packed with gzip.
pub(crate) fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// The text in a zstd frame of blocks of 128 KiB.
pub(crate) fn zstd(text: impl AsRef<[u8]>) -> Vec<u8> {
    compress_to_vec(text.as_ref(), CompressionLevel::Fastest)
}

/// The text in an xz stream of one block, whose chunks are not compressed.
pub(crate) fn xz(text: impl AsRef<[u8]>) -> Vec<u8> {
    let sum = |bytes: &[u8]| {
        let mut sum = flate2::Crc::new();
        sum.update(bytes);
        sum.sum().to_le_bytes()
    };
    let padded = |mut bytes: Vec<u8>| {
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    };
    let with_sum = |bytes: Vec<u8>| [&bytes[..], &sum(&bytes)].concat();
    let number = |mut number: usize| {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let text = text.as_ref();
    // LZMA2 with a window of 1 MiB; sums are CRC32.
    let header = with_sum(vec![2, 0, 0x21, 1, 16, 0, 0, 0]);
    let mut chunks = Vec::new();
    for (k, chunk) in text.chunks(1 << 16).enumerate() {
        let length = (chunk.len() as u16).wrapping_sub(1).to_be_bytes();
        chunks.extend([if k == 0 { 1 } else { 2 }, length[0], length[1]]);
        chunks.extend(chunk);
    }
    chunks.push(0);
    let sizes = [number(header.len() + chunks.len() + 4), number(text.len())];
    let index = with_sum(padded([vec![0, 1], sizes.concat()].concat()));
    let footer = [&((index.len() / 4 - 1) as u32).to_le_bytes()[..], &[0, 1]].concat();
    let begin = [b"\xfd7zXZ\0".to_vec(), with_sum(vec![0, 1])].concat();
    let end = [&sum(&footer)[..], &footer, b"YZ"].concat();
    [begin, header, padded(chunks), sum(text).to_vec(), index, end].concat()
}

/// Whether a child would receive interrupts and requests to end. Where this process ignores them,
/// its children do too, and the test skips.
#[cfg(unix)]
pub(crate) fn signals_arrive() -> bool {
    const INT_TERM: u64 = 1 << 1 | 1 << 14;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    if ignored & INT_TERM != 0 {
        lacks("signals");
    }
    ignored & INT_TERM == 0
}
