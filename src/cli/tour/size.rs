//! Sizes of memory: `1G`, `512M`, `64K`, or bytes.

/// Reads a size, in bytes.
pub(super) fn read(text: &str) -> Result<usize, String> {
    let (number, unit) = match text.char_indices().next_back() {
        Some((end, 'K' | 'k')) => (&text[..end], 1 << 10),
        Some((end, 'M' | 'm')) => (&text[..end], 1 << 20),
        Some((end, 'G' | 'g')) => (&text[..end], 1 << 30),
        _ => (text, 1_usize),
    };
    let size = number.parse().ok().and_then(|number: usize| number.checked_mul(unit));
    size.ok_or_else(|| "expected a number of bytes, or one with K, M or G, such as 512M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn sizes_are_read() {
        for (text, size) in
            [("0", 0), ("17", 17), ("64K", 65_536), ("512m", 512 << 20), ("1G", 1 << 30)]
        {
            assert_eq!(read(text), Ok(size), "{text}");
        }
        for text in ["", "G", "1.5G", "-1", "1T", "99999999999999999999", "é", "99999999999999G"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
