//! The line form: one puzzle a line, its cells without separators. A file that is recognised to
//! have it may have grids among its lines; see [`framed`](super::framed).
//!
//! ```text
//!   # a comment, as after `;`
//!   4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......  easy, top95
//!   ╰─────────────── N² symbols: the spelling ──────────────────────────────────────╯╰─ trailing ╯
//! ```
//!
//! A line of N³ symbols has pencil marks ([`given`]). Blanks before the puzzle are skipped. After
//! it comes nothing, or the user's own text, which begins with a blank, a tab, `,`, `;` or `#`.
//! Anything else means that the puzzle is too long: an additional symbol shifts cells, and a puzzle
//! with shifted cells must not be searched. An empty cell may also be `X` or `·`, or `x` if all
//! are, and rows may be joined by `/` or another sign.
//!
//! A *rule* is skipped like a comment: three or more of one of the characters `-`, `*` and `_`, and
//! nothing else. Each of these can also be an empty cell, so a rule as long as a puzzle could be an
//! empty puzzle. [`Rules`] decides for the whole file: a character makes no rules if the spelling
//! of the file's first puzzle has it, or if neither of the first two candidate lines is a puzzle.
//!
//! Invariant: each line, with any bytes, is one entry, or blank, a rule or a comment. A puzzle up
//! to 9×9 is read without an allocation. Deliberately lacking: marks of which a cell has as many
//! as it needs; see [`framed`](super::framed).

use std::ops::ControlFlow;

use super::blanks::{trimmed, trimmed_end};
use super::given::{self, Given};
use super::hint::with_hint;
use super::place::Place;
use super::symbols::{self, Flaw, is_separator};
use super::{Entry, Reading, Record, Written};
use crate::sudoku::{Grid, GridError};

/// Shows every puzzle and every unreadable line of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    rules: Rules,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut lines = numbered(bytes, first_line);
    loop {
        lines.plain(reading, rules, visit)?;
        let Some(line) = lines.next() else { return ControlFlow::Continue(()) };
        let line = Some(line).filter(|line| !rules.has(line.text()));
        let entry = line.and_then(|line| line.entry(reading, true, |text| read(text, reading)));
        entry.map_or(ControlFlow::Continue(()), &mut *visit)?;
    }
}

/// Shows the puzzle that `read` finds at the beginning of each line of `bytes` to `visit`, or why
/// it finds none.
pub(super) fn by_line<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    read: impl Fn(&'c [u8]) -> Result<(Given, &'c [u8]), Flaw>,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let entry = |line: NumberedLine<'c>| line.entry(reading, false, &read);
    let mut entries = numbered(bytes, first_line).filter_map(entry);
    entries.try_for_each(visit)
}

/// The characters of rules, if they are not empty cells.
const SIGNS: [u8; 3] = *b"-*_";

/// For each of these characters, whether it makes rules in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rules([bool; SIGNS.len()]);

impl Rules {
    /// The rules of a file that begins with `head`; `None` if that needs more bytes.
    pub(super) fn of_head(head: &[u8], at_end: bool, reading: &Reading) -> Option<Rules> {
        let whole_lines = if at_end { head.len() } else { memchr::memrchr(b'\n', head)? + 1 };
        let texts = numbered(&head[..whole_lines], 1).map(|line| skip_blanks(line.text()));
        let mut texts =
            texts.filter(|text| !is_silent(trimmed_end(text)) && sign_of_rule(text).is_none());
        for _title_or_puzzle in 0..2 {
            let Some(text) = texts.next() else { return at_end.then(Rules::default) };
            if let Ok((_, trailing)) = read(text, reading) {
                let spelling = &text[..text.len() - trailing.len()];
                return Some(Rules(SIGNS.map(|sign| !spelling.contains(&sign))));
            }
        }
        Some(Rules::default())
    }

    /// Whether a line is a rule.
    pub(super) fn has(self, line: &[u8]) -> bool {
        // Nearly all lines begin with another character, and need no further look.
        sign_of_rule(line)
            .is_some_and(|sign| SIGNS.iter().zip(self.0).any(|(&s, is_rule)| is_rule && s == sign))
    }
}

/// The character that makes up the whole line, if the line could be a rule.
pub(super) fn sign_of_rule(line: &[u8]) -> Option<u8> {
    let sign = *skip_blanks(line).first().filter(|sign| SIGNS.contains(sign))?;
    let text = trimmed(line);
    (text.len() >= 3 && text.iter().all(|&byte| byte == sign)).then_some(sign)
}

/// A line of a text, and its number.
#[derive(Clone, Copy)]
pub(super) struct NumberedLine<'c> {
    pub(super) number: u64,
    pub(super) written: Written<'c>,
}

impl<'c> NumberedLine<'c> {
    /// The line without its end.
    pub(super) fn text(&self) -> &'c [u8] {
        self.written.text()
    }

    /// The entry of a line: the puzzle that `read` finds, or why it finds none; `None` for a blank
    /// line or a comment. `read` receives the line without leading blanks, and returns the text
    /// after the puzzle. `is_spelled` says whether to keep the puzzle's own characters.
    pub(super) fn entry(
        self,
        reading: &Reading,
        is_spelled: bool,
        read: impl FnOnce(&'c [u8]) -> Result<(Given, &'c [u8]), Flaw>,
    ) -> Option<Entry<'c>> {
        let NumberedLine { number: line, written } = self;
        let text = skip_blanks(written.text());
        if is_silent(text) {
            return None;
        }
        let indent = (written.text().len() - text.len()) as u64;
        Some(match read(text) {
            Ok((given, trailing)) => {
                let spelling = is_spelled.then(|| &text[..text.len() - trailing.len()]);
                // With separators between its rows it would not end where a reader looks for that.
                let spelling = spelling.filter(|text| {
                    text.len() <= reading.shape.cells()
                        || !text.iter().any(|&byte| is_separator(byte))
                });
                let empty = Record::at(Place { line, column: indent + 1 });
                given.entry(Record { spelling, trailing, written, ..empty }, reading)
            }
            Err(flaw) => {
                let flaw = Flaw { column: flaw.column + indent, ..flaw };
                Entry::Unreadable(flaw.on(line).written(written))
            }
        })
    }
}

/// Reads a puzzle from the beginning of `text`, and returns the user's text after it.
pub(super) fn read<'t>(text: &'t [u8], reading: &Reading) -> Result<(Given, &'t [u8]), Flaw> {
    let cells = reading.shape.cells();
    let read = Grid::read(text, reading.shape, &reading.alphabet);
    let is_end = |rest: &[u8]| rest.first().is_none_or(|&byte| is_separator(byte));
    let error = match read {
        Ok((grid, rest)) if is_end(rest) => return Ok((Given::Clues(grid), rest)),
        Ok(_) => None,
        Err(error) => Some(error),
    };
    if let Some(read) = given::marks(text, reading, is_separator) {
        return read.map(|(marks, rest)| (Given::Marks(marks), rest));
    }
    match error {
        None => Err(too_long(text, reading)),
        Some(error) => {
            let unusual = symbols::unusual(text, reading);
            if let Some((grid, rest)) = unusual.filter(|(_, rest)| is_end(rest)) {
                return Ok((Given::Clues(grid), rest));
            }
            let column = error.column() as u64;
            let error = match error {
                GridError::Symbol { found, column, .. }
                    if found.is_ascii() && is_separator(found as u8) =>
                {
                    GridError::Short { found: column - 1, expected: cells }
                }
                error => error,
            };
            Err(with_hint(Flaw::new(column, error.to_string()), text, reading))
        }
    }
}

/// The fault of a text that continues after its last cell.
pub(super) fn too_long(text: &[u8], reading: &Reading) -> Flaw {
    let error = GridError::Long { expected: reading.shape.cells() };
    with_hint(Flaw::new(error.column() as u64, error.to_string()), text, reading)
}

/// The lines of `bytes` with their numbers.
pub(super) fn numbered(bytes: &[u8], first: u64) -> Numbered<'_> {
    Numbered { rest: bytes, number: first }
}

/// The remaining lines of a text.
pub(super) struct Numbered<'c> {
    rest: &'c [u8],
    /// The number of the next line.
    number: u64,
}

impl<'c> Numbered<'c> {
    /// Continues with `after`, the text after the next line; returns the number of that line.
    fn pass(&mut self, after: &'c [u8]) -> u64 {
        self.rest = after;
        self.number += 1;
        self.number - 1
    }

    /// Shows the puzzles of the next lines to `visit`, as far as these have only symbols. They need
    /// no search for their ends: no symbol is a newline, so the first newline follows them.
    #[inline]
    pub(super) fn plain<B>(
        &mut self,
        reading: &Reading,
        rules: Rules,
        visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (shape, alphabet) = (reading.shape, &reading.alphabet);
        while let Some((spelling, after)) = self.rest.split_at_checked(shape.cells())
            && let Some(after) = after.strip_prefix(b"\n")
            && let Some(puzzle) = Grid::of_ascii(spelling, shape, alphabet)
            && !rules.has(spelling)
        {
            let written = Written::of(&self.rest[..=shape.cells()]);
            let (line, spelling, trailing) = (self.pass(after), Some(spelling), &b""[..]);
            let (column, solution) = (1, None);
            visit(Entry::Puzzle(Record {
                line,
                column,
                puzzle,
                spelling,
                trailing,
                solution,
                written,
            }))?;
        }
        ControlFlow::Continue(())
    }
}

impl<'c> Iterator for Numbered<'c> {
    type Item = NumberedLine<'c>;

    fn next(&mut self) -> Option<NumberedLine<'c>> {
        if self.rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'\n', self.rest).map_or(self.rest.len(), |end| end + 1);
        let (line, after) = self.rest.split_at(end);
        Some(NumberedLine { number: self.pass(after), written: Written::of(line) })
    }
}

/// `line` without leading blanks.
pub(super) fn skip_blanks(line: &[u8]) -> &[u8] {
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &line[blanks..]
}

/// Whether a text without leading blanks is empty or a comment.
pub(super) fn is_silent(text: &[u8]) -> bool {
    matches!(text.first(), None | Some(b'#' | b';'))
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;
    use proptest::prelude::*;

    use super::*;
    use crate::catalogue::Unreadable;
    use crate::sudoku::{Alphabet, Shape};

    fn entries(text: &[u8]) -> Vec<String> {
        let mut seen = Vec::new();
        let rules = Rules::of_head(text, true, &Reading::default()).unwrap();
        let _ = for_each(text, 1, &Reading::default(), rules, &mut |entry| {
            seen.push(match entry {
                Entry::Puzzle(r) => {
                    format!(
                        "{}:{} {}|{}",
                        r.line,
                        r.column,
                        r.puzzle.clue_count(),
                        r.trailing.as_bstr()
                    )
                }
                Entry::Sukaku(r) => {
                    format!("{}:{} ({})|{}", r.line, r.column, r.puzzle.candidate_count(), {
                        r.trailing.as_bstr()
                    })
                }
                Entry::Unreadable(Unreadable { line, column, fault, .. }) => {
                    format!("{line}:{column} {fault}")
                }
            });
            ControlFlow::<()>::Continue(())
        });
        seen
    }

    const EASY: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn each_line_is_accounted_for() {
        let text = format!("# c\n\n  {EASY} t\r\n;c\n{EASY},u\n \t\n{EASY}x\n{EASY}\r");
        let too_long = "7:82 expected 81 cells, found more";
        assert_eq!(entries(text.as_bytes()), ["3:3 17| t", "5:1 17|,u", too_long, "8:1 17|"]);
    }

    #[test]
    fn as_many_symbols_as_candidates_are_pencil_marks() {
        let marks = "123456789".repeat(81);
        let text = format!(
            "{marks}\n  {marks} own\r\n{}\n{EASY}\n{marks}1\n{}\n{}",
            marks.replace('7', "0"),
            marks.replacen('1', "2", 1),
            &marks[1..],
        );
        assert_eq!(
            entries(text.as_bytes()),
            [
                "1:1 (729)|",
                "2:3 (729)| own",
                "3:1 (648)|",
                "4:1 17|",
                "5:82 expected 81 cells, found more; \
                 pencil marks have 729 symbols, and here are 730",
                "6:1 expected 1 or an empty symbol at this place of a cell, found 2",
                "7:82 expected 81 cells, found more; \
                 pencil marks have 729 symbols, and here are 728",
            ]
        );
    }

    #[test]
    fn trailing_bytes_are_kept_and_foreign_ones_reported() {
        let text = [EASY.as_bytes(), b"#\xff\0", b"\n", &EASY.as_bytes()[..5], b"\xff"].concat();
        let mut trailing = Vec::new();
        let _ = for_each(&text, 1, &Reading::default(), Rules::default(), &mut |entry| {
            if let Entry::Puzzle(record) = entry {
                trailing = record.trailing.to_vec();
                assert_eq!(record.spelling, Some(EASY.as_bytes()));
            }
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(trailing, b"#\xff\0");
        assert_eq!(
            entries(&text)[1],
            "2:6 expected 1-9 or one of .0*?_-, found a byte that is not UTF-8"
        );
    }

    #[test]
    fn a_rule_is_no_puzzle_where_puzzles_are_spelled_otherwise() {
        let [dashes, stars] = ["-", "*"].map(|sign| sign.repeat(81));
        let text = format!("{dashes}\n{EASY}\n {stars} \r\n---\n{EASY}\n{dashes}");
        assert_eq!(entries(text.as_bytes()), ["2:1 17|", "5:1 17|"]);
        // The character is an empty cell in the first puzzle, and so in the others.
        let spelled_so = EASY.replace('.', "-");
        let text = format!("a title\n{stars}\n{spelled_so}\n{dashes}\n{stars}\n---\n");
        let title = "1:1 expected 1-9 or one of .0*?_-, found `a`";
        let short = "6:4 the puzzle ends after 3 of 81 cells";
        assert_eq!(entries(text.as_bytes()), [title, "3:1 17|", "4:1 0|", short]);
        // Nothing here decides how cells are written.
        assert_eq!(entries(format!("{dashes}\n{dashes}\n").as_bytes()), ["1:1 0|", "2:1 0|"]);
        assert_eq!(
            entries(format!("x\ny\n{EASY}\n{dashes}\n").as_bytes())[2..],
            ["3:1 17|", "4:1 0|"]
        );
    }

    #[test]
    fn rules_are_known_as_early_as_they_can_be() {
        let early = |text: &str| Rules::of_head(text.as_bytes(), false, &Reading::default());
        let all = Some(Rules([true; 3]));
        assert_eq!(early(EASY), None);
        assert_eq!(early(&format!("# c\n---\n{EASY}\n")), all);
        assert_eq!(early(&format!("x\n{EASY}\n---")), all);
        assert_eq!(early("---\nx\n"), None);
        assert_eq!(early("x\ny\n"), Some(Rules::default()));
    }

    #[test]
    fn a_puzzle_behind_words_is_a_hint() {
        let hint = "; a puzzle stands after these words, and is read if it stands first";
        for text in ["10.7 1.2 1.2 ", "7,", "x\t"] {
            let entry = entries(format!("{EASY}\n{text}{EASY};GP\n").as_bytes()).remove(1);
            assert!(entry.ends_with(hint), "{entry}");
        }
        let entry = entries(format!("{EASY}\n7 {EASY}1\n").as_bytes()).remove(1);
        assert!(!entry.ends_with(hint), "{entry}");
    }

    #[test]
    fn a_length_is_a_hint() {
        let hinted = |text: String| entries(text.as_bytes()).remove(0);
        let short = "1:37 the puzzle ends after 36 of 81 cells";
        let hint = "; this looks like a 6x6 grid: try --boxes 2x3";
        assert_eq!(hinted("1".repeat(36)), format!("{short}{hint}"));
        assert_eq!(hinted("1".repeat(36) + " own text"), format!("{short}{hint}"));
        assert_eq!(hinted("9".repeat(36)), short);
        assert!(
            hinted("1G".repeat(128)).ends_with("this looks like a 16x16 grid: try --boxes 4x4")
        );
        assert!(
            hinted(".".repeat(64))
                .ends_with("this looks like pencil marks of 4x4 cells: --boxes 2x2")
        );
        let blank = "; blanks are no empty cells on a line; `tr ' ' .` makes dots of them";
        let spelling = EASY.replace('.', " ");
        let short = "1:2 the puzzle ends after 1 of 81 cells";
        assert_eq!(hinted(spelling.clone()), format!("{short}{blank}"));
        assert_eq!(hinted(spelling.trim_end().to_owned()), format!("{short}{blank}"));
        assert_eq!(hinted(spelling + " own text"), short);
        assert_eq!(hinted("1".repeat(80)), "1:81 the puzzle ends after 80 of 81 cells");
    }

    proptest! {
        #[test]
        fn lines_without_a_search_for_their_ends_are_the_same(
            lines in prop::collection::vec(
                prop_oneof!["[1-4.]{16}", "[1-4.]{15,17}[ #x\r]?", "[#; ]?[0-9]{0,20}"],
                0..20,
            ),
            ended in any::<bool>(),
        ) {
            let text = lines.join("\n") + if ended { "\n" } else { "" };
            let shape = Shape::new(2, 2).unwrap();
            let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
            let mut seen = Vec::new();
            let _ = for_each(text.as_bytes(), 7, &reading, Rules::default(), &mut |entry| {
                seen.push(entry);
                ControlFlow::<()>::Continue(())
            });
            let searched = numbered(text.as_bytes(), 7);
            let read = |text| read(text, &reading);
            let searched = searched.filter_map(|line| line.entry(&reading, true, read));
            prop_assert_eq!(seen, searched.collect::<Vec<_>>());
        }
    }
}
