//! Steps in words.
//!
//! ```text
//!      Net: r4c4 is 2 or 7                 heading
//!      r4c6=7 (row 4)                      single
//!      either way r6c1<>9                  conclusion
//!      stuck: needs nested nets; ...       end
//! ```

use std::fmt::Write;

use super::{Conclusion, Contradiction, Net, Pair, PathEnd, Pencil, Single, Step};
use crate::numerals::counted;
use crate::sudoku::{Alphabet, Candidate, Digit};

/// Writes steps and their parts with the symbols of an alphabet.
///
/// ```
/// use tourdion::logic::{NetFinder, Path, Pencil, Strategy, Wording};
/// use tourdion::sudoku::{Alphabet, Grid};
///
/// let puzzle: Grid = "1....2..3......4".parse()?;
/// let finder = NetFinder::new(puzzle.shape());
/// let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
/// let wording = Wording { alphabet: &Alphabet::usual(puzzle.shape()) };
/// assert_eq!(wording.heading(&path.steps[0], &path.start), "12 singles");
/// assert_eq!(wording.end(path.end, &path.rest), "solved");
/// # Ok::<(), tourdion::sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    /// The symbols of the digits.
    pub alphabet: &'a Alphabet,
}

impl Wording<'_> {
    /// A digit's symbol.
    pub fn symbol(self, digit: Digit) -> char {
        self.alphabet.write(Some(digit))
    }

    /// A candidate, as `r4c6=7`.
    pub fn candidate(self, Candidate { cell, digit }: Candidate) -> String {
        format!("{cell}={}", self.symbol(digit))
    }

    /// A single, as `r4c6=7 (row 4)`: with the house of its only place, unless it is the only
    /// candidate of its cell.
    pub fn single(self, single: Single) -> String {
        let house = single.house.map(|house| format!(" ({house})")).unwrap_or_default();
        format!("{}{house}", self.candidate(single.candidate))
    }

    /// Candidates that go, as `r6c1<>9, r6c2<>9`.
    pub fn cancellations(self, cancellations: &[Candidate]) -> String {
        let mut text = String::new();
        for (number, &Candidate { cell, digit }) in cancellations.iter().enumerate() {
            // A write into memory does not fail.
            let _ = write!(
                text,
                "{}{cell}<>{}",
                if number > 0 { ", " } else { "" },
                self.symbol(digit)
            );
        }
        text
    }

    /// The heading of a step on the pencil marks before it: `3 singles`, or `Net: r4c4 is 2 or 7`.
    pub fn heading(self, step: &Step, before: &Pencil) -> String {
        match step {
            Step::Singles(singles) => counted(singles.len(), "single"),
            Step::Deduction(deduction) => self.technique(deduction.technique),
            Step::Net(net, Some(_)) => format!("Chain: {}", self.pair(net.pair, before)),
            Step::Net(net, None) => format!("Net: {}", self.pair(net.pair, before)),
        }
    }

    /// The start of a net: `r4c4 is 2 or 7`. Nothing if the pencil marks don't have the pair.
    pub fn pair(self, pair: Pair, pencil: &Pencil) -> String {
        let Some([one, other]) = pair.members(pencil) else { return String::new() };
        match pair {
            Pair::Bivalue(cell) => {
                format!("{cell} is {} or {}", self.symbol(one.digit), self.symbol(other.digit))
            }
            Pair::Bilocal(house, digit) => {
                format!("{} in {house} is in {} or {}", self.symbol(digit), one.cell, other.cell)
            }
        }
    }

    /// The contradiction of a branch of a net: `nothing would be left for r4c4`.
    pub fn contradiction(self, contradiction: Contradiction) -> String {
        match contradiction {
            Contradiction::Twice { digit, house, cells: [one, other] } => {
                format!("{} would stand twice in {house}, in {one} and {other}", self.symbol(digit))
            }
            Contradiction::NoCandidate(cell) => format!("nothing would be left for {cell}"),
            Contradiction::NoPlace { digit, house } => {
                format!("no place would be left for {} in {house}", self.symbol(digit))
            }
        }
    }

    /// The conclusion of a net, with its reason: `either way r6c1<>9`.
    pub fn conclusion(self, net: &Net) -> String {
        let cancelled = self.cancellations(&net.cancellations());
        match net.conclusion {
            Conclusion::Common(_) => format!("either way {cancelled}"),
            Conclusion::Contradicted { contradiction, .. } => {
                format!("{}, so {cancelled}", self.contradiction(contradiction))
            }
        }
    }

    /// The end of a path, with the pencil marks left: `solved`.
    pub fn end(self, end: PathEnd, rest: &Pencil) -> String {
        match end {
            PathEnd::Solved => "solved".to_owned(),
            PathEnd::Open => "the first step only".to_owned(),
            PathEnd::Stuck { needs } => {
                let (set, cells) = (rest.grid().clue_count(), rest.shape().cells());
                let left = rest.candidate_count() - set;
                let why = match needs {
                    Some(technique) => format!("needs {}", technique.needed()),
                    None => "no technique helps any more".to_owned(),
                };
                format!(
                    "stuck: {why}; {set} of {cells} cells are set, {left} candidates are left for \
                     the others"
                )
            }
            PathEnd::Impossible(contradiction) => {
                format!("impossible: {}", self.impossible(contradiction))
            }
        }
    }

    /// Why a puzzle is impossible: `5 stands twice in row 1, in r1c1 and r1c2`.
    pub fn impossible(self, contradiction: Contradiction) -> String {
        let why = self.contradiction(contradiction);
        why.replace("would stand", "stands").replace("would be", "is")
    }
}
