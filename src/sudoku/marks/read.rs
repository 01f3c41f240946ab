//! Reads pencil marks, in the usual forms.
//!
//! ```text
//!      +----------------+----                   1..................    a digit or nothing for each
//!      | 1     24   234 | ...   a group of      .2.4..... .234.....    candidate: N digits of N²
//!      | 34    ...              digits a cell   ...                    cells, in one line or many
//!      +----------------+----
//!
//!      {2,4} {2,3,4} ...        the same in braces
//! ```
//!
//! A text whose symbols have the number of all candidates, in words of whole cells, has the second
//! form. Otherwise groups are counted: frames, bars and the rules between boxes are skipped; an
//! empty symbol is an unknown cell. In the second form a cell may have no candidate.
//!
//! Deliberately lacking: Douillet's blanks for unknown cells. They can't be distinguished from the
//! space between others.

use super::Marks;
use crate::excerpt::one_line;
use crate::sudoku::{Alphabet, Digit, Shape};

/// Why a text is no [`Marks`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {fault}")]
pub struct MarksError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The fault.
    pub fault: MarksFault,
}

/// A fault of pencil marks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MarksFault {
    /// A character that is neither a symbol nor part of a frame.
    #[error("expected {expected} or a frame, found `{}`", one_line(found.encode_utf8(&mut [0; 4])))]
    Symbol {
        /// The symbols allowed.
        expected: String,
        /// The character found.
        found: char,
    },
    /// An empty symbol is not alone in its cell.
    #[error("expected the end of a cell, found `{0}`: an empty symbol is not alone in it")]
    Mixed(char),
    /// A digit stands twice in a cell.
    #[error("{0} stands twice among the candidates of a cell")]
    Repeated(char),
    /// In the second form: a digit in the place of another.
    #[error("expected {expected} or an empty symbol at this place of a cell, found {found}")]
    Place {
        /// The digit of the place.
        expected: char,
        /// The digit found.
        found: char,
    },
    /// There are fewer cells than a grid has, or more.
    #[error("expected the pencil marks of {expected} cells, found {found}")]
    Count {
        /// The number of cells of a grid.
        expected: usize,
        /// The number found.
        found: usize,
    },
}

/// The candidates of a cell, and their place.
#[derive(Clone, Copy)]
struct Group {
    digits: u32,
    place: Place,
}

/// A line and a column, both from 1.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// What is wrong here.
    fn error(self, fault: MarksFault) -> MarksError {
        let Place { line, column } = self;
        MarksError { line, column, fault }
    }
}

/// A character, and its place.
#[derive(Clone, Copy)]
struct Symbol {
    character: char,
    place: Place,
}

impl Marks {
    /// Reads pencil marks.
    ///
    /// ```
    /// use tourdion::sudoku::{Alphabet, Marks, Shape};
    ///
    /// let shape = Shape::new(2, 2).unwrap();
    /// let text = "| 1   234 | 234  34 |\n| 234 234 | 134 134 |\n\
    ///             | 234 134 | 134 134 |\n| 34 134 | 134 2 |";
    /// let marks = Marks::read(text, shape, &Alphabet::usual(shape)).unwrap();
    /// assert_eq!(marks.candidate_count(), 42);
    /// ```
    ///
    /// # Errors
    /// If it is neither form. The error has the place.
    pub fn read(text: &str, shape: Shape, alphabet: &Alphabet) -> Result<Marks, MarksError> {
        if let Some(marks) = Marks::of_ascii(text.trim().as_bytes(), shape, alphabet) {
            return Ok(marks);
        }
        let symbols = symbols(text);
        let has_places = words(&symbols).all(|word| word % shape.size() == 0)
            && words(&symbols).sum::<usize>() == shape.cells() * shape.size();
        let groups = if has_places {
            places(&symbols, shape, alphabet)?
        } else {
            groups(&symbols, shape, alphabet)?
        };
        if groups.len() != shape.cells() {
            let place = groups.get(shape.cells()).map_or_else(|| end(text), |group| group.place);
            let (expected, found) = (shape.cells(), groups.len());
            return Err(place.error(MarksFault::Count { expected, found }));
        }
        Ok(Marks::of_bits(shape, groups.iter().map(|group| group.digits).collect()))
    }

    /// Reads a row of a framed grid: the candidates of each of its cells, a bit for each digit, and
    /// the column of the first.
    ///
    /// ```
    /// use tourdion::sudoku::{Alphabet, Marks, Shape};
    ///
    /// let shape = Shape::new(2, 2).unwrap();
    /// let read = Marks::read_row("| 1   234 | 2  34 |", shape, &Alphabet::usual(shape));
    /// assert_eq!(read, Ok((vec![0b0001, 0b1110, 0b0010, 0b1100], 3)));
    /// ```
    ///
    /// # Errors
    /// If it is not a row of groups of digits. The error's line is 1.
    pub fn read_row(
        line: &str,
        shape: Shape,
        alphabet: &Alphabet,
    ) -> Result<(Vec<u32>, usize), MarksError> {
        let mut symbols = Vec::new();
        symbols_of(line, 1, &mut symbols);
        let groups = groups(&symbols, shape, alphabet)?;
        if groups.len() != shape.size() {
            let end = line.trim_end().chars().count() + 1;
            let column = groups.get(shape.size()).map_or(end, |group| group.place.column);
            let fault = MarksFault::Count { expected: shape.size(), found: groups.len() };
            return Err(MarksError { line: 1, column, fault });
        }
        Ok((groups.iter().map(|group| group.digits).collect(), groups[0].place.column))
    }

    /// The marks of 9×9 cells as a line of symbols in the usual alphabet, if `symbols` is one: many
    /// symbols at a time.
    #[inline]
    pub(crate) fn of_ascii(symbols: &[u8], shape: Shape, alphabet: &Alphabet) -> Option<Marks> {
        let symbols: &[u8; LENGTH] = symbols.try_into().ok()?;
        if shape != Shape::CLASSIC || !alphabet.is_decimal() {
            return None;
        }
        // Whether each digit is there, a byte each. Two loops: each of them becomes vectors.
        let mut there = [0; LENGTH];
        let mut foreign = 0;
        for ((there, &symbol), &digit) in there.iter_mut().zip(symbols).zip(&DIGITS) {
            let is_empty = matches!(symbol, b'.' | b'0' | b'*' | b'?' | b'_' | b'-');
            *there = u8::from(symbol == digit);
            foreign |= u8::from(!is_empty) & (*there ^ 1);
        }
        if foreign != 0 {
            return None;
        }
        let cells = there.as_chunks::<9>().0.iter().map(|&[a, b, c, d, e, f, g, h, last]| {
            // The low bits of eight bytes, gathered in the highest by a product without carries.
            let eight = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            let eight = eight.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            eight as u32 | u32::from(last) << 8
        });
        Some(Marks::of_bits(shape, cells.collect()))
    }
}

/// The candidates of 9×9 cells.
const LENGTH: usize = 729;

/// The digit of each place in a line of them.
const DIGITS: [u8; LENGTH] = {
    let mut digits = [0; LENGTH];
    let mut place = 0;
    while place < LENGTH {
        digits[place] = b'1' + (place % 9) as u8;
        place += 1;
    }
    digits
};

/// The significant characters; a blank stands for all others.
fn symbols(text: &str) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        symbols_of(line, number, &mut symbols);
    }
    symbols
}

/// The significant characters of a line, and a blank at its end.
fn symbols_of(line: &str, number: usize, symbols: &mut Vec<Symbol>) {
    // A rule, which looks like empty cells.
    if line.contains("--") && !line.chars().any(char::is_alphanumeric) {
        return;
    }
    for (column, character) in (1..).zip(line.chars()) {
        let is_frame = matches!(character, '|' | '+' | ':' | '│' | '║' | '┃');
        let character = if is_frame { ' ' } else { character };
        symbols.push(Symbol { character, place: Place { line: number, column } });
    }
    let end = Place { line: number, column: line.chars().count() + 1 };
    symbols.push(Symbol { character: ' ', place: end });
}

/// The lengths of the words between blanks.
fn words(symbols: &[Symbol]) -> impl Iterator<Item = usize> + '_ {
    let words = symbols.split(|symbol| symbol.character.is_whitespace()).map(<[_]>::len);
    words.filter(|&length| length > 0)
}

/// The second form: a place for each digit of each cell.
fn places(symbols: &[Symbol], shape: Shape, alphabet: &Alphabet) -> Result<Vec<Group>, MarksError> {
    let symbols: Vec<_> =
        symbols.iter().filter(|symbol| !symbol.character.is_whitespace()).collect();
    let cells = symbols.chunks(shape.size()).map(|cell| {
        let mut digits = 0;
        for (symbol, digit) in cell.iter().zip(shape.digits()) {
            match read(shape, alphabet, symbol)? {
                None => {}
                Some(there) if there == digit => digits |= 1 << digit.index(),
                Some(_) => {
                    let (expected, found) = (alphabet.write(Some(digit)), symbol.character);
                    return Err(symbol.place.error(MarksFault::Place { expected, found }));
                }
            }
        }
        Ok(Group { digits, place: cell[0].place })
    });
    cells.collect()
}

/// The first form: groups of digits.
fn groups(symbols: &[Symbol], shape: Shape, alphabet: &Alphabet) -> Result<Vec<Group>, MarksError> {
    let all = (1_u32 << shape.size()) - 1;
    let (mut groups, mut current) = (Vec::new(), None::<Group>);
    let (mut is_braced, mut is_unknown) = (false, false);
    for symbol in symbols {
        let place = symbol.place;
        match symbol.character {
            '{' => is_braced = true,
            '}' => is_braced = false,
            ',' | ' ' | '\t' if is_braced => {}
            character if character.is_whitespace() || character == ',' => {
                groups.extend(current.take());
            }
            character => {
                let digit = read(shape, alphabet, symbol)?;
                if current.is_none() {
                    is_unknown = digit.is_none();
                } else if is_unknown || digit.is_none() {
                    return Err(place.error(MarksFault::Mixed(character)));
                }
                let group = current.get_or_insert(Group { digits: 0, place });
                match digit {
                    None => group.digits = all,
                    Some(digit) if group.digits >> digit.index() & 1 == 1 => {
                        return Err(place.error(MarksFault::Repeated(character)));
                    }
                    Some(digit) => group.digits |= 1 << digit.index(),
                }
            }
        }
    }
    groups.extend(current);
    Ok(groups)
}

/// The digit of a symbol, or none. The alphabet may have more digits than the shape.
fn read(shape: Shape, alphabet: &Alphabet, symbol: &Symbol) -> Result<Option<Digit>, MarksError> {
    let read = alphabet.read(symbol.character);
    let read = read.filter(|digit| digit.is_none_or(|digit| digit.index() < shape.size()));
    read.ok_or_else(|| {
        let (expected, found) = (alphabet.expected(), symbol.character);
        symbol.place.error(MarksFault::Symbol { expected, found })
    })
}

/// The end of a text.
fn end(text: &str) -> Place {
    let last = text.lines().last().unwrap_or("");
    Place { line: text.lines().count().max(1), column: last.chars().count() + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Grid;

    const SHAPE: Shape = Shape::new(2, 2).unwrap();

    fn read(text: &str) -> Result<Marks, String> {
        Marks::read(text, SHAPE, &Alphabet::usual(SHAPE)).map_err(|bad| bad.to_string())
    }

    #[test]
    fn a_digit_beyond_the_shape_is_refused() {
        let alphabet = Alphabet::new("123456789").unwrap();
        for text in ["5".repeat(16), "1 ".repeat(15) + "9", "1235".repeat(16)] {
            let fault = Marks::read(&text, SHAPE, &alphabet).unwrap_err().fault;
            assert!(
                matches!(fault, MarksFault::Symbol { found: '5' | '9', .. }),
                "{text}: {fault}"
            );
        }
        assert!(Marks::read(&"1234".repeat(16), SHAPE, &alphabet).is_ok());
        assert!(Marks::read_row("1 2 3 5", SHAPE, &alphabet).is_err());
    }

    #[test]
    fn braces_and_groups_are_read() {
        let braced = "1 {2,3,4} | {2,3,4} {3,4}\n{2,3,4} {2,3,4} | . {1,3,4}\n\n\
                      {2, 3,4} . | {1,3,4} {1,3,4}\n{3,4} {1,3,4} {1,3,4} 2";
        let expected = Marks::of(&"1..............2".parse().unwrap());
        assert_eq!(read(braced).unwrap(), expected);
        let groups = braced.replace(['{', '}', ','], "").replace("2 34", "234");
        assert_eq!(read(&groups).unwrap(), expected);
    }

    #[test]
    fn a_line_is_read_as_it_is_read_with_care() {
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let marks = Marks::of(&hard.parse::<Grid>().unwrap());
        let alphabet = Alphabet::usual(Shape::CLASSIC);
        let line = marks.to_string();
        let careful = |line: &str| {
            let symbols = symbols(line);
            let cells = places(&symbols, Shape::CLASSIC, &alphabet)
                .map(|groups| groups.iter().map(|group| group.digits).collect::<Vec<u32>>());
            cells.map(|cells| Marks::of_bits(Shape::CLASSIC, cells))
        };
        for empty in [".", "0", "*", "?", "_", "-"] {
            let line = line.replace('.', empty);
            let fast = Marks::of_ascii(line.as_bytes(), Shape::CLASSIC, &alphabet);
            assert_eq!((fast.as_ref(), careful(&line).as_ref()), (Some(&marks), Ok(&marks)));
        }
        for place in 0..729 {
            for sign in ["1", "9", "a", "/", "x"] {
                let mut line = line.clone();
                line.replace_range(place..=place, sign);
                let fast = Marks::of_ascii(line.as_bytes(), Shape::CLASSIC, &alphabet);
                assert_eq!(fast, careful(&line).ok(), "{sign} at {place}");
            }
        }
        let letters = Alphabet::new("ABCDEFGHI").unwrap();
        assert_eq!(Marks::of_ascii(line.as_bytes(), Shape::CLASSIC, &letters), None);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let rest = " 1234".repeat(15);
        assert_eq!(
            read("1 2 3").unwrap_err(),
            "1:6: expected the pencil marks of 16 cells, found 3"
        );
        assert_eq!(read("").unwrap_err(), "1:1: expected the pencil marks of 16 cells, found 0");
        assert!(read(&format!("12x{rest}")).unwrap_err().starts_with("1:3: expected "));
        assert!(read(&format!("122{rest}")).unwrap_err().starts_with("1:3: 2 stands twice"));
        for (cell, column) in [("1.", 2), (".1", 2), ("12.", 3), ("..", 2)] {
            let error = read(&format!("{cell}{rest}")).unwrap_err();
            assert!(
                error.starts_with(&format!("1:{column}: expected the end of a cell")),
                "{error}"
            );
        }
        assert!(read(&format!(".{rest}")).is_ok());
        assert!(
            read(&format!("12{rest} 12\n"))
                .unwrap_err()
                .starts_with("1:79: expected the pencil marks of 16")
        );
        let out_of_place = format!("2...{}", "1234".repeat(15));
        assert!(read(&out_of_place).unwrap_err().starts_with("1:1: expected 1 or an empty symbol"));
        // Nothing is left for a cell: that is no fault of the text.
        let nothing = format!("....{}", "1234".repeat(15));
        assert_eq!(read(&nothing).unwrap().candidate_count(), 60);
    }
}
