//! The symbols of digits: the only place that converts between symbols and digits.
//!
//! Inside the library, a digit is a number from 1 to N. Outside it is one of N symbols that the
//! user chooses: `1` to `9`, then `A`, `B`, … by default, or `--alphabet ABCDEFGHI`, or nine Greek
//! letters. An empty cell is any of `.` `0` `*` `?` `_` `-` that is not itself a symbol of the
//! alphabet, and is written as the first of them, or as the one that the user chooses.
//!
//! Douillet, *Open Questions in Sudoku* (2007), section 4.1: letters are coded as numbers
//! internally and "are transcribed during input/output operations".

use super::{Digit, Shape};
use crate::excerpt::steers;

/// The symbols for an empty cell, most usual first.
const EMPTIES: [char; 6] = ['.', '0', '*', '?', '_', '-'];

/// N symbols for the digits 1 to N, and symbols for an empty cell.
///
/// ```
/// use tourdion::sudoku::{Alphabet, Digit};
///
/// let letters = Alphabet::new("ABCDEFGHI").unwrap();
/// assert_eq!(letters.read('C'), Some(Digit::new(3)));
/// assert_eq!(letters.read('c'), Some(Digit::new(3)));   // no symbol of its own: taken as `C`
/// assert_eq!(letters.read('.'), Some(None));            // an empty cell
/// assert_eq!(letters.read('5'), None);                  // not in this alphabet
/// assert_eq!(letters.write(Digit::new(3)), 'C');
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alphabet {
    symbols: Vec<char>,
    empty: char,
    /// The meaning of each byte. A byte that is not ASCII means nothing here; its character is
    /// looked up in `symbols`, which is short.
    contents: [Option<Digit>; 256],
    /// The bytes that mean neither a digit nor an empty cell.
    foreign: [bool; 256],
    /// Whether the symbols are `123456789` or a prefix of it.
    is_decimal: bool,
    /// The symbols of an empty cell, of 1, of 2, and so on, if all are ASCII; then `?`. It has one
    /// for each byte, so that no look at it is checked.
    written: Option<[u8; 256]>,
}

/// Why a text is no [`Alphabet`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AlphabetError {
    /// Fewer than one or more than 25 symbols.
    #[error("an alphabet has 1 to 25 symbols, found {0}")]
    Size(usize),
    /// One symbol for two digits.
    #[error("the symbol `{0}` stands twice in the alphabet")]
    Repeated(char),
    /// White space, a control character, or a symbol with a meaning in file formats.
    #[error("{0:?} can't be a symbol: it separates cells, frames a grid or starts a comment")]
    Reserved(char),
    /// Every symbol for an empty cell is used for a digit.
    #[error("the alphabet leaves none of `.0*?_-` for an empty cell")]
    NoEmpty,
    /// No symbol for an empty cell, or that of a digit.
    #[error("{0:?} can't stand for an empty cell: expected one of `.0*?_-` that is no digit")]
    Empty(char),
}

impl Alphabet {
    /// The alphabet whose symbol for the digit k is the k-th character of `symbols`.
    ///
    /// # Errors
    /// If `symbols` has none or more than 25, repeats one, or uses white space, a sign that
    /// controls a terminal or the direction of a text, or one of `,;#|+"`; or if it has all symbols
    /// of an empty cell, so that none is left.
    pub fn new(symbols: &str) -> Result<Alphabet, AlphabetError> {
        let symbols: Vec<char> = symbols.chars().collect();
        if symbols.is_empty() || symbols.len() > usize::from(Digit::MAX) {
            return Err(AlphabetError::Size(symbols.len()));
        }
        for (k, &symbol) in symbols.iter().enumerate() {
            if symbol.is_whitespace() || steers(symbol) || ",;#|+\"".contains(symbol) {
                return Err(AlphabetError::Reserved(symbol));
            }
            if symbols[..k].contains(&symbol) {
                return Err(AlphabetError::Repeated(symbol));
            }
        }
        let empty =
            EMPTIES.into_iter().find(|e| !symbols.contains(e)).ok_or(AlphabetError::NoEmpty)?;
        Ok(Alphabet::of(symbols, empty))
    }

    /// The usual alphabet of a shape: the first N of `123456789ABCDEFGHIJKLMNOP`.
    pub fn usual(shape: Shape) -> Alphabet {
        Alphabet::of(('1'..='9').chain('A'..='P').take(shape.size()).collect(), EMPTIES[0])
    }

    /// The same alphabet, which writes an empty cell as `empty`. What it reads is the same.
    ///
    /// ```
    /// use tourdion::sudoku::{Alphabet, Grid, Shape};
    ///
    /// let shape = "2x2".parse::<Shape>()?;
    /// let zeros = Alphabet::usual(shape).with_empty('0')?;
    /// let (grid, _) = Grid::read(b"1...2...3...4...", shape, &zeros)?;
    /// assert_eq!(grid.line(&zeros).to_string(), "1000200030004000");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AlphabetError::Empty`] if it is none of `.0*?_-`, or the symbol of a digit.
    pub fn with_empty(self, empty: char) -> Result<Alphabet, AlphabetError> {
        if !EMPTIES.contains(&empty) || self.symbols.contains(&empty) {
            return Err(AlphabetError::Empty(empty));
        }
        Ok(Alphabet::of(self.symbols, empty))
    }

    fn of(symbols: Vec<char>, empty: char) -> Alphabet {
        let is_decimal = symbols.iter().copied().eq(('1'..='9').take(symbols.len()));
        let (mut contents, mut foreign) = ([None; 256], [true; 256]);
        for empty in EMPTIES {
            foreign[empty as usize] = false;
        }
        let digits =
            || symbols.iter().enumerate().map(|(index, &symbol)| (symbol, Some(Digit::at(index))));
        for (symbol, digit) in digits().filter(|(symbol, _)| symbol.is_ascii()) {
            (contents[symbol as usize], foreign[symbol as usize]) = (digit, false);
        }
        // The other case of a letter means the same, unless it is a symbol itself.
        for (symbol, digit) in digits() {
            for twin in [symbol.to_ascii_lowercase(), symbol.to_ascii_uppercase()] {
                if twin.is_ascii() && foreign[twin as usize] {
                    (contents[twin as usize], foreign[twin as usize]) = (digit, false);
                }
            }
        }
        let mut alphabet =
            Alphabet { symbols, empty, contents, foreign, is_decimal, written: None };
        if alphabet.symbols.iter().all(char::is_ascii) {
            let symbol = |value| match Digit::new(value) {
                None if value > 0 => '?',
                content => alphabet.write(content),
            };
            alphabet.written = Some(std::array::from_fn(|value| symbol(value as u8) as u8));
        }
        alphabet
    }

    /// Whether the symbols are 1 to 9, or the first of these.
    pub(super) const fn is_decimal(&self) -> bool {
        self.is_decimal
    }

    /// The number of symbols.
    pub fn size(&self) -> usize {
        self.symbols.len()
    }

    /// The meaning of `symbol`: a digit, an empty cell (`Some(None)`), or nothing (`None`).
    pub fn read(&self, symbol: char) -> Option<Option<Digit>> {
        if !symbol.is_ascii() {
            let index = self.symbols.iter().position(|&s| s == symbol)?;
            return Some(Some(Digit::at(index)));
        }
        (!self.foreign[symbol as usize]).then_some(self.contents[symbol as usize])
    }

    /// Writes the meaning of each of `symbols` to `contents`, of equal length. Returns false if one
    /// is not ASCII, means nothing, or is a digit beyond `largest`: the contents are then useless.
    ///
    /// This is [`Alphabet::read`] without branches, which are unpredictable in a puzzle. The usual
    /// symbols are computed, many at a time; the tables take three times as long.
    pub(super) fn read_ascii(
        &self,
        symbols: &[u8],
        contents: &mut [Option<Digit>],
        largest: usize,
    ) -> bool {
        if self.is_decimal {
            let all = symbols.len();
            // A loop of known length: of 81 symbols one is read by itself, and else 17.
            let highest = match (symbols.first_chunk::<81>(), contents.first_chunk_mut::<81>()) {
                (Some(symbols), Some(contents)) if all == 81 => decimals(symbols, contents),
                _ => decimals(symbols, contents),
            };
            return usize::from(highest) <= self.size().min(largest);
        }
        if symbols.iter().any(|&symbol| self.foreign[usize::from(symbol)]) {
            return false;
        }
        for (content, &symbol) in contents.iter_mut().zip(symbols) {
            *content = self.contents[usize::from(symbol)];
        }
        self.size() <= largest || contents.iter().flatten().all(|digit| digit.index() < largest)
    }

    /// The symbol of a cell's content; `?` for a digit beyond the alphabet.
    pub fn write(&self, content: Option<Digit>) -> char {
        match content {
            Some(digit) => self.symbols.get(digit.index()).copied().unwrap_or('?'),
            None => self.empty,
        }
    }

    /// The symbols of an empty cell, of 1, of 2, and so on, if all are ASCII; then `?`.
    pub(super) const fn ascii(&self) -> Option<&[u8; 256]> {
        self.written.as_ref()
    }

    /// Appends the symbols of `contents` to `line`, in UTF-8.
    pub(super) fn write_all(&self, contents: &[Option<Digit>], line: &mut Vec<u8>) {
        if self.is_decimal {
            // Computed, sixteen at a time; the table takes one after the other.
            let (empty, most) = (self.empty as u8, self.size() as u8);
            let symbol = |content: &Option<Digit>| {
                let value = content.map_or(0, Digit::value);
                let digit = if value > most { b'?' } else { b'0' + value };
                if value == 0 { empty } else { digit }
            };
            let (sixteens, rest) = contents.as_chunks::<16>();
            line.reserve(contents.len());
            for contents in sixteens {
                let mut symbols = [0; 16];
                symbols.iter_mut().zip(contents).for_each(|(to, content)| *to = symbol(content));
                line.extend_from_slice(&symbols);
            }
            line.extend(rest.iter().map(symbol));
            return;
        }
        if let Some(symbols) = &self.written {
            let symbol =
                |content: &Option<Digit>| symbols[usize::from(content.map_or(0, Digit::value))];
            line.extend(contents.iter().map(symbol));
            return;
        }
        for &content in contents {
            line.extend_from_slice(self.write(content).encode_utf8(&mut [0; 4]).as_bytes());
        }
    }

    /// The symbols allowed in a cell, as words for an error: `1-9 or one of .0*?_-`.
    pub fn expected(&self) -> String {
        let empties: String = EMPTIES.into_iter().filter(|e| !self.symbols.contains(e)).collect();
        let symbols: String = self.symbols.iter().collect();
        let usual = "123456789ABCDEFGHIJKLMNOP";
        let symbols = match self.size() {
            1 => symbols,
            n @ 2..=9 if usual.starts_with(&symbols) => format!("1-{n}"),
            10 if usual.starts_with(&symbols) => "1-9, A".to_owned(),
            _ if usual.starts_with(&symbols) => {
                format!("1-9, A-{}", self.write(Some(Digit::at(self.size() - 1))))
            }
            _ => format!("one of {symbols}"),
        };
        format!("{symbols} or one of {empties}")
    }
}

/// Writes the value of each of these symbols to `contents`, and returns the highest; foreign ones
/// come out above 9.
#[allow(clippy::inline_always)] // for a known length
#[inline(always)]
fn decimals(symbols: &[u8], contents: &mut [Option<Digit>]) -> u8 {
    let mut highest = 0;
    for (content, &symbol) in contents.iter_mut().zip(symbols) {
        // `0` is an empty cell too.
        let value = match symbol {
            b'.' | b'*' | b'?' | b'_' | b'-' => 0,
            symbol => symbol.wrapping_sub(b'0'),
        };
        highest = highest.max(value);
        *content = Digit::new(value);
    }
    highest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_are_written_as_one_by_one() {
        let contents: Vec<_> = (0..=Digit::MAX).cycle().take(81).map(Digit::new).collect();
        for symbols in ["1", "12345", "123456789", "1234567890", "ABCDEFGHI", "αβγδεζηθι"]
        {
            let alphabet = Alphabet::new(symbols).unwrap();
            for length in [0, 1, 15, 16, 17, 81] {
                let contents = &contents[..length];
                let mut line = b"x".to_vec();
                alphabet.write_all(contents, &mut line);
                let expected: String = contents.iter().map(|&one| alphabet.write(one)).collect();
                assert_eq!(String::from_utf8(line).unwrap(), format!("x{expected}"));
            }
        }
    }

    #[test]
    fn an_empty_cell_is_written_as_it_is_asked_for() {
        let with = |empty| Alphabet::new("0123456789ABCDEF").unwrap().with_empty(empty);
        assert_eq!(with('_').unwrap().write(None), '_');
        assert_eq!(with('_').unwrap().read('.'), Some(None));
        for bad in ['0', 'x', ' ', '·'] {
            assert_eq!(with(bad), Err(AlphabetError::Empty(bad)));
        }
    }

    #[test]
    fn every_symbol_is_read_back_as_written() {
        for symbols in ["1", "123456789", "ABCDEFGHI", "0123456789abcdef", "αβγδεζηθι", "aAbB"]
        {
            let alphabet = Alphabet::new(symbols).unwrap();
            for k in 0..alphabet.size() {
                let digit = Some(Digit::at(k));
                assert_eq!(alphabet.read(alphabet.write(digit)), Some(digit));
            }
            assert_eq!(alphabet.read(alphabet.write(None)), Some(None));
        }
    }

    #[test]
    fn an_empty_sign_can_be_a_symbol() {
        let hex = Alphabet::new("0123456789ABCDEF").unwrap();
        assert_eq!(hex.read('0'), Some(Digit::new(1)));
        assert_eq!(hex.read('.'), Some(None));
        assert_eq!(hex.expected(), "one of 0123456789ABCDEF or one of .*?_-");
    }

    #[test]
    fn the_usual_alphabet_in_words() {
        let expected =
            |rows, columns| Alphabet::usual(Shape::new(rows, columns).unwrap()).expected();
        assert_eq!(expected(3, 3), "1-9 or one of .0*?_-");
        assert_eq!(expected(2, 5), "1-9, A or one of .0*?_-");
        assert_eq!(expected(4, 4), "1-9, A-G or one of .0*?_-");
    }

    #[test]
    fn what_can_not_be_an_alphabet() {
        assert_eq!(Alphabet::new(""), Err(AlphabetError::Size(0)));
        assert_eq!(Alphabet::new("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), Err(AlphabetError::Size(26)));
        assert_eq!(Alphabet::new("1223"), Err(AlphabetError::Repeated('2')));
        assert_eq!(Alphabet::new("12,4"), Err(AlphabetError::Reserved(',')));
        assert_eq!(Alphabet::new(".0*?_-"), Err(AlphabetError::NoEmpty));
    }
}
