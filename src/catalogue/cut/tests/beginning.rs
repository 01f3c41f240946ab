//! What is decided by the first line of a file.

use super::*;

/// Forms need not be recognised where they are given, and may be known by the first byte.
#[test]
fn what_is_no_text_is_so_wherever_it_comes_in_pieces() {
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let swapped = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let tar = format!("1...{}ustar\n1...2...3...4...\n", "\0".repeat(253));
    let list = "1...2...3...4...\n".repeat(20);
    // What stands there in a later line says nothing.
    let no_tar = format!("{}{}ustar\n{list}", &list[..17 * 15], "..");
    let grid = "1...\r2...\r3...\r4...\r";
    let texts: [(Vec<u8>, &str); 7] = [
        (utf_16(&list), "UTF-16 text"),
        (utf_16(&format!("\u{feff}{list}")), "UTF-16 text"),
        (swapped(&list), "UTF-16 text"),
        (b"\0\0\xfe\xff\0\0\0.".to_vec(), "UTF-32 text"),
        (tar.into(), "a tar archive"),
        (no_tar.into(), ""),
        (grid.repeat(3).into(), ""),
    ];
    for (text, fault) in texts {
        for form in [None, Some(CatalogueForm::Lines), Some(CatalogueForm::Framed)] {
            let reading = small(form);
            let whole = entries(Cursor::new(text.clone()), &reading, 1 << 20);
            let is_refused = whole.len() == 1 && whole[0].contains(fault);
            assert_eq!(is_refused, !fault.is_empty(), "{whole:?}");
            for size in 1..=text.len().min(300) {
                let pieces = Trickle(Cursor::new(text.clone()), size);
                assert_eq!(entries(pieces, &reading, 1 << 20), whole, "{form:?}, {size}: {text:?}");
            }
        }
    }
}
