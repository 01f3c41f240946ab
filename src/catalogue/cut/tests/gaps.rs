//! Grids with blank lines between their bands.

use crate::sudoku::{Alphabet, Digit, Grid, Shape};

use super::*;

const BANDS: &str = "1...\n2...\n\n3...\n4...\n";
const BARE: &str = "1...\n2...\n3...\n4...\n";
const FRAMED: &str = "+--+--+\n|1.|..|\n|2.|..|\n+--+--+\n|3.|..|\n|4.|..|\n+--+--+\n";

/// Files whose first grid has blank lines between its bands: whole, and with all kinds of faults.
fn files() -> Vec<String> {
    let short = "1...\n2...\n\n3...\n";
    let long = "1...\n2...\n\n3...\n4...\n4...\n";
    let one_band = "1...\n2...\n";
    let puzzle = "1...2...3...4...\n";
    let mut files = Vec::new();
    for between in ["\n", "\n\n", "\nGrid 2\n", " \n\t \n", "# c\n\n# c\n", "======\n", puzzle] {
        files.push([BANDS; 3].join(between));
        for other in [short, long, one_band, BARE, FRAMED, "1...\n\n", "3...\n4...\n\n\n"] {
            files.push([BANDS, BANDS, other, BANDS, BANDS, "\n", BANDS].join(between));
        }
    }
    files.push(format!("Grid 1\n{BANDS}[State]\n{BANDS}\n{BANDS}[Puzzle]\n{BANDS}"));
    files.push(format!("{BANDS}\n{}\n1...\n{}\n\n{BANDS}", "1".repeat(12), "1".repeat(12)));
    files
}

#[test]
fn a_cut_at_any_byte_changes_nothing_between_bands() {
    for text in files().into_iter().flat_map(|text| [text.replace('\n', "\r\n"), text]) {
        for form in [None, Some(CatalogueForm::Framed)] {
            let reading = small(form);
            let whole = entries(Cursor::new(text.clone()), &reading, 1 << 20);
            for cut in 0..=text.len() {
                let (first, second) = text.as_bytes().split_at(cut);
                let parts = Cursor::new(first.to_vec()).chain(Cursor::new(second.to_vec()));
                assert_eq!(entries(parts, &reading, 1 << 20), whole, "cut at {cut}: {text}");
                let small_chunks = entries(Cursor::new(text.clone()), &reading, cut + 1);
                assert_eq!(small_chunks, whole, "by {cut}: {text}");
            }
        }
    }
}

#[test]
fn no_fault_makes_another_puzzle() {
    for text in files() {
        for entry in entries(Cursor::new(text.clone()), &small(None), 1 << 20) {
            let is_error =
                ["expected", " ends after ", " rows, "].iter().any(|w| entry.contains(w));
            assert!(is_error || entry.contains(" 1...2...3...4... "), "{entry}: {text}");
        }
    }
}

/// Grids in blocks with one blank line between them or two, some of them damaged.
fn blocks() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => Just(format!("{BANDS}\n")),
        2 => Just(format!("{BANDS}\n\n")),
        1 => Just("1...\n2...\n\n".to_owned()),
        1 => Just(format!("{BARE}\n")),
        1 => Just(FRAMED.to_owned()),
        1 => Just("Grid 1\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("----\n".to_owned()),
        1 => Just("# c\n".to_owned()),
        1 => Just("1...2...3...4...\n".to_owned()),
        1 => Just("1...2...3...\n".to_owned()),
        1 => "[0-4.]{1,5}\n",
    ];
    prop::collection::vec(piece, 0..20)
        .prop_map(|pieces| [BANDS.to_owned(), "\n".to_owned(), pieces.concat()].concat().into())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn series_do_not_depend_on_where_chunks_are_cut(
        text in blocks(), target in 1usize..200, most in 1usize..50,
    ) {
        let reading = small(None);
        let whole = entries(Cursor::new(text.clone()), &reading, 1 << 20);
        prop_assert_eq!(&whole, &entries(Cursor::new(text.clone()), &reading, target));
        let trickle = Trickle(Cursor::new(text.clone()), most);
        prop_assert_eq!(&whole, &entries(trickle, &reading, target));
        prop_assert_eq!(
            written(Cursor::new(text.clone()), &reading, 1 << 20),
            written(Trickle(Cursor::new(text), most), &reading, target)
        );
    }
}

#[test]
fn a_series_has_a_limit_and_hides_nothing_behind_it() {
    let many = format!("{BANDS}\n").repeat(LIMIT / (BANDS.len() + 1) + 9);
    let lines = many.lines().count();
    let too_long = "1:1 record longer than 1048576 bytes; its text is not kept";
    let long = format!("12341 {}", "x".repeat(5000));
    for (behind, expected) in [
        (String::new(), vec![]),
        (format!("\n{BANDS}"), vec![format!("{}:1 1...2...3...4... []", lines + 2)]),
        (format!("Grid 2\n{BANDS}"), vec![format!("{}:1 1...2...3...4... []", lines + 2)]),
        ("1...\n1...2...3...4...".to_owned(), vec![format!("{}:1 1...2...3...4... []", lines + 2)]),
        (format!("{long}\n{BANDS}"), vec![format!("{}:6", lines + 1), format!("{}:1", lines + 2)]),
    ] {
        let text = many.clone() + &behind;
        for target in [1 << 22, 10_000] {
            let seen = entries(Cursor::new(text.clone()), &small(None), target);
            assert_eq!((&seen[0][..], seen.len()), (too_long, expected.len() + 1), "{behind}");
            let are_expected =
                seen[1..].iter().zip(&expected).all(|(e, begin)| e.starts_with(begin));
            assert!(are_expected, "{behind}: {seen:?}");
        }
        let source = Trickle(Cursor::new(text.clone().into_bytes()), 4099);
        let whole = entries(Cursor::new(text), &small(None), 1 << 22);
        assert_eq!(entries(source, &small(None), 1), whole, "{behind}");
    }
}

#[test]
fn bands_have_as_many_rows_as_boxes() {
    for boxes in ["2x3", "3x2", "4x4", "5x5"] {
        let shape: Shape = boxes.parse().unwrap();
        let alphabet = Alphabet::usual(shape);
        let reading = Reading { shape, alphabet, ..Reading::default() };
        let (mut grid, mut text) = (Grid::empty(shape), String::new());
        for row in 0..shape.size() {
            let digit = Some(Digit::at(row));
            grid.set(shape.cell(row * shape.size()), digit);
            let gap = if row > 0 && row % shape.box_rows() == 0 { "\n" } else { "" };
            let rest = ".".repeat(shape.size() - 1);
            text += &[gap, &reading.alphabet.write(digit).to_string(), &rest, "\n"].concat();
        }
        let found = |line| format!("{line}:1 {grid} []");
        let behind = text.lines().count() + 1;
        for (between, line) in [("\n", behind + 1), ("\n\n", behind + 2), ("Grid 2\n", behind + 1)]
        {
            let text = format!("{text}{between}{text}");
            let seen = entries(Cursor::new(text.clone()), &reading, 1 << 20);
            assert_eq!(seen, [found(1), found(line)], "{text}");
        }
    }
}
