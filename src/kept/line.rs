//! The progress of a search: a line of its journal.
//!
//! ```text
//!      parameters 5f0a…1c       the first line: the checksum of the parameters
//!      17 120394 5120398 91f0…52 +3+204
//!      17.5 190277 8100415 07c0…91 +3+204-7+9
//!      end 221400 9414870 5d3e…0a
//! ```
//!
//! Each other line has the place of the next part, the number of covers before it, their bytes and
//! checksum, and the part's moves: held (+) and banned (-) options, by their numbers. The moves
//! serve as a check: the resuming program must cut the search as the writing one did.
//!
//! Invariant: covers and bytes grow from line to line, and nothing is behind the end.

use std::fmt::Write as _;

use crate::cover::Move;
use crate::cover::share::parts::{Part, Place};

/// The state at some time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// The part to go on with; `None` at the end.
    pub(super) next: Option<Next>,
    /// How many covers there are before it.
    pub(super) covers: u64,
    /// The bytes that they take in their file.
    pub(super) bytes: u64,
    /// The checksum of these; 0 if there are none.
    pub(super) checksum: u128,
}

/// A part, as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Next {
    pub(super) place: Place,
    moves: String,
}

impl Next {
    pub(super) fn of(part: &Part) -> Next {
        let mut moves = String::new();
        for made in part.moves() {
            let (sign, option) = match *made {
                Move::Held(option) => ('+', option),
                Move::Banned(option) => ('-', option),
            };
            let _ = write!(moves, "{sign}{}", option.index() + 1); // into memory
        }
        Next { place: part.place().clone(), moves }
    }

    /// Whether this is the part.
    pub(super) fn is(&self, part: &Part) -> bool {
        *self == Next::of(part)
    }
}

impl Line {
    const FIRST: Line = Line {
        next: Some(Next { place: Place::WHOLE, moves: String::new() }),
        covers: 0,
        bytes: 0,
        checksum: 0,
    };

    pub(super) fn text(&self) -> String {
        let Line { next, covers, bytes, checksum } = self;
        match next {
            None => format!("end {covers} {bytes} {checksum:032x}"),
            Some(Next { place, moves }) if moves.is_empty() => {
                format!("{place} {covers} {bytes} {checksum:032x}")
            }
            Some(Next { place, moves }) => {
                format!("{place} {covers} {bytes} {checksum:032x} {moves}")
            }
        }
    }

    fn read(text: &str) -> Option<Line> {
        let mut fields = text.split(' ');
        let next = match fields.next()? {
            "end" => None,
            place => Some(place.parse().ok()?),
        };
        let (covers, bytes) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let checksum = u128::from_str_radix(fields.next()?, 16).ok()?;
        let moves = fields.next().unwrap_or_default().to_owned();
        let line = Line { next: next.map(|place| Next { place, moves }), covers, bytes, checksum };
        (line.text() == text).then_some(line)
    }
}

/// The first line of a journal: whose it is, by the checksum of its search's parameters.
pub(super) fn first(checksum: &str) -> String {
    format!("parameters {checksum}")
}

/// The last of the lines behind the first, or the initial state if there are none; `None` if a line
/// is wrong.
pub(super) fn latest(lines: &[String]) -> Option<Line> {
    let mut latest = Line::FIRST;
    for line in lines {
        let line = Line::read(line)?;
        let grows = line.covers >= latest.covers && line.bytes >= latest.bytes;
        let Next { place, .. } = latest.next?;
        if !grows || line.next.as_ref().is_some_and(|next| next.place < place) {
            return None;
        }
        latest = line;
    }
    Some(latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUM: &str = "00112233445566778899aabbccddeeff";

    #[test]
    fn lines_are_read_as_written() {
        let lines = [
            format!("0 0 0 {SUM}"),
            format!("17 120394 5120398 {SUM} +3+204"),
            format!("17.5 190277 8100415 {SUM} +3+204-7+9"),
            format!("end 221400 9414870 {SUM}"),
        ];
        for (k, line) in lines.iter().enumerate() {
            assert_eq!(Line::read(line).unwrap().text(), *line);
            assert_eq!(latest(&lines[..=k]).unwrap().text(), *line);
        }
        assert_eq!(latest(&[]), Some(Line::FIRST));
    }

    #[test]
    fn what_was_not_written_is_no_journal() {
        for wrong in [
            &["0"][..],
            &["1 2 SUM"],
            &["1 2 3"],
            &["1 2 x SUM"],
            &["1 02 3 SUM"],
            &["01 2 3 SUM"],
            &["1 2 3 SUM +4 5"],
            &["1 2 3 SUM "],
            &["1 2 3 0SUM"],
            &["end 1 2 SUM +3"],
            &[""],
            &["2 5 5 SUM", "1 6 6 SUM"],
            &["1 5 5 SUM", "2 4 6 SUM"],
            &["1 5 5 SUM", "2 6 4 SUM"],
            &["end 1 1 SUM", "2 2 2 SUM"],
        ] {
            let lines: Vec<String> = wrong.iter().map(|line| line.replace("SUM", SUM)).collect();
            assert_eq!(latest(&lines), None, "{wrong:?}");
        }
    }
}
