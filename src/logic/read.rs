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
//! empty symbol is an unknown cell.
//!
//! A digit alone in its cell is *set* if none of its neighbours has it as a candidate. Otherwise it
//! is a single still to be made.
//!
//! Deliberately lacking: Douillet's blanks for unknown cells. They can't be distinguished from the
//! space between others.

use super::{Contradiction, Pencil};
use crate::excerpt::one_line;
use crate::sudoku::{Alphabet, Candidate, Cell, Digit, Shape};

/// Why a text is not pencil marks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct BadMarks {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The fault.
    pub problem: MarksProblem,
}

/// A fault of pencil marks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MarksProblem {
    /// A character that is neither a symbol nor part of a frame.
    #[error("expected {expected} or a frame, found `{}`", one_line(found.encode_utf8(&mut [0; 4])))]
    Symbol {
        /// The symbols allowed.
        expected: String,
        /// The character found.
        found: char,
    },
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
    /// The marks contradict each other.
    #[error("the pencil marks are inconsistent: {0}")]
    Inconsistent(Contradiction),
}

/// The candidates of a cell, and their place.
#[derive(Clone, Copy)]
struct Group {
    digits: u32,
    place: (usize, usize),
}

impl Pencil {
    /// Reads pencil marks.
    ///
    /// ```
    /// use tourdion::logic::Pencil;
    /// use tourdion::sudoku::{Alphabet, Shape};
    ///
    /// let shape = Shape::new(2, 2).unwrap();
    /// let text = "| 1   234 | 234  34 |\n| 234 234 | 134 134 |\n\
    ///             | 234 134 | 134 134 |\n| 34 134 | 134 2 |";
    /// let pencil = Pencil::read(text, shape, &Alphabet::usual(shape)).unwrap();
    /// assert_eq!(pencil.grid().to_string(), "1..............2");
    /// ```
    ///
    /// # Errors
    /// If it is neither form, or a cell has no candidate, a house no place for a digit, or two
    /// cells of a house the same single digit. The error has the place.
    pub fn read(text: &str, shape: Shape, alphabet: &Alphabet) -> Result<Pencil, BadMarks> {
        let symbols = symbols(text);
        let has_places = words(&symbols).iter().all(|word| word % shape.size() == 0)
            && words(&symbols).iter().sum::<usize>() == shape.cells() * shape.size();
        let groups = if has_places {
            places(&symbols, shape, alphabet)?
        } else {
            groups(&symbols, shape, alphabet)?
        };
        if groups.len() != shape.cells() {
            let (line, column) =
                groups.get(shape.cells()).map_or_else(|| end(text), |group| group.place);
            let problem = MarksProblem::Count { expected: shape.cells(), found: groups.len() };
            return Err(BadMarks { line, column, problem });
        }
        let mut pencil = Pencil::of_marks(shape, groups.iter().map(|group| group.digits));
        if let Some(contradiction) = contradiction(&pencil) {
            let cell = match contradiction {
                Contradiction::Twice { cells: [_, cell], .. }
                | Contradiction::NoCandidate(cell) => Some(cell),
                Contradiction::NoPlace { house, .. } => shape.cells_of(house).next(),
            };
            let (line, column) = cell.map_or((1, 1), |cell| groups[shape.index(cell)].place);
            return Err(BadMarks {
                line,
                column,
                problem: MarksProblem::Inconsistent(contradiction),
            });
        }
        for index in 0..shape.cells() {
            let cell = shape.cell(index);
            if let Some(digit) = pencil.only_digit(cell) {
                pencil.set_if_alone(Candidate { cell, digit });
            }
        }
        Ok(pencil)
    }
}

/// A contradiction of marks without set cells: single digits count as set.
fn contradiction(pencil: &Pencil) -> Option<Contradiction> {
    let shape = pencil.shape();
    let twice = shape.houses().find_map(|house| {
        let mut alone: Vec<(Digit, Cell)> = shape
            .cells_of(house)
            .filter_map(|cell| Some((pencil.only_digit(cell)?, cell)))
            .collect();
        alone.sort_unstable();
        let pair = alone.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
        Some(Contradiction::Twice { digit: pair[0].0, house, cells: [pair[0].1, pair[1].1] })
    });
    twice.or_else(|| pencil.contradiction())
}

/// The significant characters, each with its line and column; a blank stands for all others.
fn symbols(text: &str) -> Vec<((usize, usize), char)> {
    let mut symbols = Vec::new();
    for (line, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        // A rule, which looks like empty cells.
        let is_rule = text.contains("--") && !text.chars().any(char::is_alphanumeric);
        if is_rule {
            continue;
        }
        for (column, character) in text.chars().enumerate() {
            let is_frame = matches!(character, '|' | '+' | ':' | '│' | '║' | '┃');
            symbols.push(((line + 1, column + 1), if is_frame { ' ' } else { character }));
        }
        symbols.push(((line + 1, text.chars().count() + 1), ' '));
    }
    symbols
}

/// The lengths of the words between blanks.
fn words(symbols: &[((usize, usize), char)]) -> Vec<usize> {
    let words = symbols.split(|symbol| symbol.1.is_whitespace()).map(<[_]>::len);
    words.filter(|&length| length > 0).collect()
}

/// The second form: a place for each digit of each cell.
fn places(
    symbols: &[((usize, usize), char)],
    shape: Shape,
    alphabet: &Alphabet,
) -> Result<Vec<Group>, BadMarks> {
    let symbols: Vec<_> = symbols.iter().filter(|symbol| !symbol.1.is_whitespace()).collect();
    let cells = symbols.chunks(shape.size()).map(|cell| {
        let mut digits = 0;
        for (&&(place, found), digit) in cell.iter().zip(shape.digits()) {
            match read(alphabet, place, found)? {
                None => {}
                Some(there) if there == digit => digits |= 1 << digit.index(),
                Some(_) => {
                    let problem =
                        MarksProblem::Place { expected: alphabet.write(Some(digit)), found };
                    return Err(BadMarks { line: place.0, column: place.1, problem });
                }
            }
        }
        Ok(Group { digits, place: cell[0].0 })
    });
    cells.collect()
}

/// The first form: groups of digits.
fn groups(
    symbols: &[((usize, usize), char)],
    shape: Shape,
    alphabet: &Alphabet,
) -> Result<Vec<Group>, BadMarks> {
    let all = (1_u32 << shape.size()) - 1;
    let (mut groups, mut current, mut is_braced) = (Vec::new(), None::<Group>, false);
    for &(place, character) in symbols {
        match character {
            '{' => is_braced = true,
            '}' => is_braced = false,
            ',' | ' ' | '\t' if is_braced => {}
            character if character.is_whitespace() || character == ',' => {
                groups.extend(current.take());
            }
            character => {
                let digit = read(alphabet, place, character)?;
                let group = current.get_or_insert(Group { digits: 0, place });
                match digit {
                    None => group.digits = all,
                    Some(digit) if group.digits >> digit.index() & 1 == 1 => {
                        let problem = MarksProblem::Repeated(character);
                        return Err(BadMarks { line: place.0, column: place.1, problem });
                    }
                    Some(digit) => group.digits |= 1 << digit.index(),
                }
            }
        }
    }
    groups.extend(current);
    Ok(groups)
}

fn read(
    alphabet: &Alphabet,
    (line, column): (usize, usize),
    found: char,
) -> Result<Option<Digit>, BadMarks> {
    alphabet.read(found).ok_or_else(|| {
        let problem = MarksProblem::Symbol { expected: alphabet.expected(), found };
        BadMarks { line, column, problem }
    })
}

/// The end of a text.
fn end(text: &str) -> (usize, usize) {
    let last = text.lines().last().unwrap_or("");
    (text.lines().count().max(1), last.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Grid;

    const SHAPE: Shape = Shape::new(2, 2).unwrap();

    fn read(text: &str) -> Result<Pencil, String> {
        Pencil::read(text, SHAPE, &Alphabet::usual(SHAPE)).map_err(|bad| bad.to_string())
    }

    #[test]
    fn what_is_written_is_read() {
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        for (puzzle, shape) in [("1..............2", SHAPE), (hard, Shape::CLASSIC)] {
            let pencil = Pencil::of(&puzzle.parse::<Grid>().unwrap());
            let alphabet = Alphabet::usual(shape);
            assert_eq!(
                Pencil::read(&pencil.forum(&alphabet).to_string(), shape, &alphabet).unwrap(),
                pencil
            );
            assert_eq!(Pencil::read(&pencil.line(&alphabet), shape, &alphabet).unwrap(), pencil);
        }
        let braced = "1 {2,3,4} | {2,3,4} {3,4}\n{2,3,4} {2,3,4} | . {1,3,4}\n\n\
                      {2, 3,4} . | {1,3,4} {1,3,4}\n{3,4} {1,3,4} {1,3,4} 2";
        assert_eq!(read(braced).unwrap(), Pencil::of(&"1..............2".parse().unwrap()));
    }

    #[test]
    fn a_single_with_neighbours_is_still_to_be_made() {
        let pencil =
            read("1 1234 1234 1234  1234 1234 1234 1234  1234 1234 1234 1234  1234 1234 1234 1234")
                .unwrap();
        assert!(!pencil.is_set(Cell { row: 0, column: 0 }));
        assert_eq!(pencil.candidate_count(), 61);
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
        assert!(
            read(&format!("12{rest} 12\n"))
                .unwrap_err()
                .starts_with("1:79: expected the pencil marks of 16")
        );
        let twice = format!("1 1{}", " 1234".repeat(14));
        assert_eq!(
            read(&twice).unwrap_err(),
            "1:3: the pencil marks are inconsistent: 1 stands twice in row 1, in r1c1 and r1c2"
        );
        let no_place = format!("12 12 12 12{}", " 1234".repeat(12));
        assert!(
            read(&no_place).unwrap_err().ends_with("inconsistent: no place is left for 3 in row 1")
        );
        let nothing = format!("....{}", "1234".repeat(15));
        assert!(read(&nothing).unwrap_err().ends_with("inconsistent: nothing is left for r1c1"));
        let out_of_place = format!("2...{}", "1234".repeat(15));
        assert!(read(&out_of_place).unwrap_err().starts_with("1:1: expected 1 or an empty symbol"));
    }
}
