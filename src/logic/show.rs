//! Pencil marks as text: in Douillet's form, and in the form of forums.
//!
//! ```text
//!      1       {2,4}   {2,3,4} |                  +----------------+----
//!      {3,4}   ...                                | 1     24   234 | ...
//!                  known bare, sets in braces,    | 34    ...
//!                  blank where nothing is known   +----------------+----
//! ```

use std::fmt;

use super::Pencil;
use crate::sudoku::{Alphabet, Cell};

impl Pencil {
    /// In Douillet's form: the digit of a set cell, the candidates of others in braces, and nothing
    /// for a cell with all candidates (*Open Questions in Sudoku*, section 4.1).
    pub fn braced<'p>(&'p self, alphabet: &'p Alphabet) -> impl fmt::Display + 'p {
        Table { pencil: self, alphabet, is_framed: false }
    }

    /// In one line: a place for each digit of each cell, N³ symbols.
    pub fn line(&self, alphabet: &Alphabet) -> String {
        self.marks().line(alphabet).to_string()
    }

    /// In the form of forums: candidates side by side, in a frame.
    pub fn forum<'p>(&'p self, alphabet: &'p Alphabet) -> impl fmt::Display + 'p {
        Table { pencil: self, alphabet, is_framed: true }
    }
}

struct Table<'p> {
    pencil: &'p Pencil,
    alphabet: &'p Alphabet,
    is_framed: bool,
}

impl Table<'_> {
    fn cell(&self, cell: Cell) -> String {
        let symbols: Vec<String> = self
            .pencil
            .digits(cell)
            .map(|digit| self.alphabet.write(Some(digit)).to_string())
            .collect();
        match symbols.len() {
            _ if self.is_framed || self.pencil.is_set(cell) => symbols.concat(),
            all if all == self.pencil.shape().size() => String::new(),
            _ => format!("{{{}}}", symbols.join(",")),
        }
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.pencil.shape();
        let size = shape.size();
        let texts: Vec<String> =
            (0..shape.cells()).map(|index| self.cell(shape.cell(index))).collect();
        let width = |column: usize| {
            (0..size).map(|row| texts[row * size + column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..size).map(width).collect();
        let rule = widths.chunks(shape.box_columns()).map(|widths| {
            let inside = widths.iter().map(|width| width + 1).sum::<usize>() + 1;
            "-".repeat(inside)
        });
        let rule = format!("+{}+", rule.collect::<Vec<_>>().join("+"));
        for (row, texts) in texts.chunks(size).enumerate() {
            if row % shape.box_rows() == 0 && (self.is_framed || row > 0) {
                writeln!(f, "{}", if self.is_framed { &rule } else { "" })?;
            }
            let boxes = texts.chunks(shape.box_columns()).zip(widths.chunks(shape.box_columns()));
            let boxes = boxes.map(|(texts, widths)| {
                let cells =
                    texts.iter().zip(widths).map(|(text, &width)| format!("{text:<width$}"));
                cells.collect::<Vec<_>>().join(" ")
            });
            let line = boxes.collect::<Vec<_>>().join(" | ");
            if self.is_framed {
                writeln!(f, "| {line} |")?;
            } else {
                writeln!(f, "{}", line.trim_end())?;
            }
        }
        if self.is_framed { writeln!(f, "{rule}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pencil_marks_are_written_in_both_forms() {
        let pencil = Pencil::of(&"1..............2".parse().unwrap());
        let alphabet = Alphabet::usual(pencil.shape());
        let braced = "\
1       {2,3,4} | {2,3,4} {3,4}
{2,3,4} {2,3,4} |         {1,3,4}

{2,3,4}         | {1,3,4} {1,3,4}
{3,4}   {1,3,4} | {1,3,4} 2
";
        assert_eq!(pencil.braced(&alphabet).to_string(), braced);
        let forum = "\
+----------+----------+
| 1   234  | 234  34  |
| 234 234  | 1234 134 |
+----------+----------+
| 234 1234 | 134  134 |
| 34  134  | 134  2   |
+----------+----------+
";
        assert_eq!(pencil.to_string(), forum);
    }
}
