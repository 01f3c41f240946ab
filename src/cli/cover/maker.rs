//! Makers of problems: the classics by name and size, `queens:8`.
//!
//! Invariant: a problem too large for the memory of a usual machine is refused by its size, before
//! it is made.

use std::str::FromStr;

use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::{Problem, ProblemError};
use tourdion::sudoku::{Shape, encode};

/// The list of makers, for people.
pub(super) const LIST: &str = "\
pentominoes:6x10 (also 8x8-hole), dominoes:8x8, trominoes:9x10, soma, queens:8, langford:8, \
latin:5, matchings:16, graceful:K4xP2 (also Q3, and any product of paths P, \
complete graphs K and cubes Q), sudoku:3x3, toy, coloured-toy, tetrominoes-twice:8x5, \
dissections:4, dominating-queens:8-5 (five queens on a board of 8x8)";

/// The most options of a problem to make.
const MOST_OPTIONS: u64 = 4_000_000;

/// The most entries of all its options together, where an option can have many.
const MOST_ENTRIES: u64 = 6 * MOST_OPTIONS;

/// A problem to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Maker {
    Pentominoes { width: usize, height: usize, hole: bool },
    Dominoes { width: usize, height: usize },
    Trominoes { width: usize, height: usize },
    Soma,
    Queens(usize),
    Langford(usize),
    Latin(usize),
    Matchings(usize),
    Graceful(Vec<Factor>),
    Sudoku(Shape),
    Toy,
    ColouredToy,
    TetrominoesTwice { width: usize, height: usize },
    Dissections(usize),
    DominatingQueens { n: usize, queens: u32 },
}

/// A basic graph, for products.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Factor {
    Path(usize),
    Complete(usize),
    Cube(usize),
}

impl Factor {
    fn parse(text: &str) -> Option<Factor> {
        let factor = match text.chars().next()? {
            'P' => Factor::Path,
            'K' => Factor::Complete,
            'Q' => Factor::Cube,
            _ => return None,
        };
        Some(factor(number(&text[1..])?))
    }

    fn graph(self) -> Graph {
        match self {
            Factor::Path(n) => Graph::path(n),
            Factor::Complete(n) => Graph::complete(n),
            Factor::Cube(n) => Graph::cube(n),
        }
    }

    /// The numbers of vertices and edges.
    fn size(self) -> (u64, u64) {
        match self {
            Factor::Path(n) => (n as u64, (n as u64).saturating_sub(1)),
            Factor::Complete(n) => {
                (n as u64, (n as u64).saturating_mul((n as u64).saturating_sub(1)) / 2)
            }
            Factor::Cube(n) => {
                let half = 1_u64.checked_shl((n as u32).saturating_sub(1)).unwrap_or(u64::MAX);
                (half.saturating_mul(2), half.saturating_mul(n as u64))
            }
        }
    }
}

impl Maker {
    /// Makes the problem.
    pub(super) fn problem(&self) -> Result<Problem, ProblemError> {
        match self {
            Maker::Pentominoes { width, height, hole } => {
                let (x, y) = (width / 2, height / 2);
                let centre = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                let board = Region::rectangle(*width, *height);
                classics::pentominoes(&if *hole { board.without(centre) } else { board })
            }
            Maker::Dominoes { width, height } => classics::dominoes(*width, *height),
            Maker::Trominoes { width, height } => classics::l_trominoes(*width, *height),
            Maker::Soma => classics::soma(),
            Maker::Queens(n) => classics::queens(*n),
            Maker::Langford(n) => classics::langford(*n),
            Maker::Latin(n) => classics::latin(*n),
            Maker::Matchings(n) => classics::matchings(*n),
            Maker::Graceful(factors) => {
                let graphs = factors.iter().map(|factor| factor.graph());
                let graph = graphs.reduce(|one, other| one.product(&other));
                classics::graceful(&graph.unwrap_or_else(|| Graph::path(0)))
            }
            Maker::Sudoku(shape) => encode::problem(*shape),
            Maker::Toy => classics::toy(),
            Maker::ColouredToy => classics::coloured_toy(),
            Maker::TetrominoesTwice { width, height } => {
                classics::tetrominoes_twice(&Region::rectangle(*width, *height))
            }
            Maker::Dissections(n) => classics::dissections(*n),
            Maker::DominatingQueens { n, queens } => classics::dominating_queens(*n, *queens),
        }
    }

    /// Whether its options are placements on a board, so that a cover can be drawn.
    pub(super) fn is_drawn(&self) -> bool {
        use Maker::{Dissections, Dominoes, Pentominoes, Soma, TetrominoesTwice, Trominoes};
        matches!(
            self,
            Pentominoes { .. }
                | Dominoes { .. }
                | Trominoes { .. }
                | Soma
                | TetrominoesTwice { .. }
                | Dissections(_)
        )
    }

    /// An upper bound for the number of options; 0 if there are never many.
    fn options(&self) -> u64 {
        match self {
            // There are 63 orientations of the twelve pieces.
            Maker::Pentominoes { width, height, .. } => product(&[63, *width, *height]),
            Maker::Dominoes { width, height } => product(&[2, *width, *height]),
            Maker::Trominoes { width, height } => product(&[4, *width, *height]),
            // There are 19 orientations of the five pieces.
            Maker::TetrominoesTwice { width, height } => product(&[19, *width, *height]),
            Maker::Queens(n) | Maker::Matchings(n) | Maker::DominatingQueens { n, .. } => {
                product(&[*n, *n])
            }
            Maker::Dissections(n) => product(&[*n, *n, *n, *n]),
            Maker::Langford(n) => product(&[2, *n, *n]),
            Maker::Latin(n) => product(&[*n, *n, *n]),
            Maker::Graceful(factors) => {
                let (_, edges) = factors.iter().map(|factor| factor.size()).fold(
                    (1_u64, 0_u64),
                    |one, other| {
                        let (v, w) = (one.0, other.0);
                        let edges =
                            w.saturating_mul(one.1).saturating_add(v.saturating_mul(other.1));
                        (v.saturating_mul(w), edges)
                    },
                );
                edges.saturating_mul(edges).saturating_mul(edges.saturating_add(1))
            }
            Maker::Soma | Maker::Sudoku(_) | Maker::Toy | Maker::ColouredToy => 0,
        }
    }

    /// An upper bound for the number of entries, for problems whose options can have many; 0 for
    /// the others.
    fn entries(&self) -> u64 {
        match self {
            // The cells of all rectangles, and two sides for each.
            Maker::Dissections(n) => {
                let lengths = product(&[*n, n.saturating_add(1), n.saturating_add(2)]) / 6;
                let cells = lengths.saturating_mul(lengths);
                cells.saturating_add(self.options().saturating_mul(2))
            }
            Maker::DominatingQueens { n, .. } => product(&[4, *n, *n, *n]),
            _ => 0,
        }
    }

    /// Reads a name and a size. A number that is too large for the machine is the largest, and
    /// makes a problem that is too large.
    fn parse(name: &str, size: Option<&str>) -> Option<Maker> {
        let maker = match (name, size) {
            ("soma", None) => Maker::Soma,
            ("toy", None) => Maker::Toy,
            ("coloured-toy", None) => Maker::ColouredToy,
            ("pentominoes", Some(size)) => {
                let (board, hole) =
                    size.strip_suffix("-hole").map_or((size, false), |board| (board, true));
                let (width, height) = rectangle(board)?;
                let has_centre = width % 2 == 0 && height % 2 == 0;
                (!hole || has_centre).then_some(Maker::Pentominoes { width, height, hole })?
            }
            ("dominoes", Some(size)) => {
                let (width, height) = rectangle(size)?;
                Maker::Dominoes { width, height }
            }
            ("trominoes", Some(size)) => {
                let (width, height) = rectangle(size)?;
                Maker::Trominoes { width, height }
            }
            ("queens", Some(size)) => Maker::Queens(number(size)?),
            ("langford", Some(size)) => Maker::Langford(number(size)?),
            ("latin", Some(size)) => Maker::Latin(number(size)?),
            ("matchings", Some(size)) => Maker::Matchings(number(size)?),
            ("graceful", Some(size)) => {
                Maker::Graceful(size.split('x').map(Factor::parse).collect::<Option<_>>()?)
            }
            ("sudoku", Some(size)) => Maker::Sudoku(size.parse().ok()?),
            ("tetrominoes-twice", Some(size)) => {
                let (width, height) = rectangle(size)?;
                Maker::TetrominoesTwice { width, height }
            }
            ("dissections", Some(size)) => Maker::Dissections(number(size)?),
            ("dominating-queens", Some(size)) => {
                let (n, queens) = size.split_once('-')?;
                let queens = u32::try_from(number(queens)?).ok()?;
                Maker::DominatingQueens { n: number(n)?, queens }
            }
            _ => return None,
        };
        Some(maker)
    }
}

impl FromStr for Maker {
    type Err = String;

    fn from_str(text: &str) -> Result<Maker, String> {
        let (name, size) =
            text.split_once(':').map_or((text, None), |(name, size)| (name, Some(size)));
        let maker = Maker::parse(name, size).ok_or_else(|| expected(name))?;
        let options = maker.options();
        if options > MOST_OPTIONS {
            let options = some(options);
            return Err(format!(
                "it is too large: it would have {options} options, and {MOST_OPTIONS} are the most"
            ));
        }
        let entries = maker.entries();
        if entries > MOST_ENTRIES {
            let entries = some(entries);
            return Err(format!(
                "it is too large: its options would have {entries} items together, and \
                 {MOST_ENTRIES} are the most"
            ));
        }
        Ok(maker)
    }
}

/// What was expected of a maker with this name, or which names there are.
fn expected(name: &str) -> String {
    let size = match name {
        "soma" | "toy" | "coloured-toy" => return format!("expected {name} without a size"),
        "pentominoes" => {
            "numbers of cells from 1 on, across and down, as in pentominoes:6x10; with a hole of \
             four cells even numbers of them, as in pentominoes:8x8-hole"
        }
        "dominoes" => "numbers of cells from 1 on, across and down, as in dominoes:8x8",
        "trominoes" => "numbers of cells from 1 on, across and down, as in trominoes:9x10",
        "tetrominoes-twice" => {
            "numbers of cells from 1 on, across and down, as in tetrominoes-twice:8x5"
        }
        "queens" => "a number from 1 on, as in queens:8",
        "langford" => "a number from 1 on, as in langford:8",
        "latin" => "a number from 1 on, as in latin:5",
        "matchings" => "a number from 1 on, as in matchings:16",
        "dissections" => "a number from 1 on, as in dissections:4",
        "graceful" => {
            "a product of paths P, complete graphs K and cubes Q with their sizes from 1 on, as in \
             graceful:K4xP2"
        }
        "sudoku" => "a box of at most 25 cells, as in sudoku:3x3",
        "dominating-queens" => {
            "the side of a board and a number of queens up to 4294967295, as in \
             dominating-queens:8-5"
        }
        _ => return format!("expected one of {LIST}"),
    };
    format!("expected {size}")
}

/// About this number, in words; the largest one stands for all that are larger.
fn some(number: u64) -> String {
    if number == u64::MAX { format!("more than {number}") } else { format!("some {number}") }
}

/// The product of sizes, or the largest number if it is larger.
fn product(factors: &[usize]) -> u64 {
    factors.iter().fold(1, |product: u64, &factor| product.saturating_mul(factor as u64))
}

/// Reads a number from 1 on. One that is too large for the machine is the largest.
fn number(text: &str) -> Option<usize> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().unwrap_or(usize::MAX)).filter(|&number| number > 0)
}

/// Reads `6x10`, cells across and cells down.
fn rectangle(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.split_once('x')?;
    Some((number(width)?, number(height)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_the_list_makes_a_problem_no_larger_than_was_thought() {
        let names = LIST.split(['(', ')', ',']).flat_map(str::split_whitespace);
        let names =
            names.filter(|name| name.contains([':', '-']) || ["soma", "toy"].contains(name));
        let names: Vec<_> = names.filter(|name| *name != "8x8-hole").collect();
        assert_eq!(names.len(), 15, "{names:?}");
        let more = ["pentominoes:8x8-hole", "graceful:Q3", "graceful:P3", "dissections:1"];
        for name in names.into_iter().chain(more) {
            let maker: Maker = name.parse().unwrap();
            let problem = maker.problem().unwrap();
            let (options, most) = (problem.options().len() as u64, maker.options());
            assert!(options > 0 && (most == 0 || options <= most), "{name}: {options} of {most}");
            let (entries, most) = (problem.entry_count() as u64, maker.entries());
            assert!(most == 0 || entries <= most, "{name}: {entries} of {most}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_said() {
        for text in ["", ":8", "Queens:8", "chess:8"] {
            let said = text.parse::<Maker>().unwrap_err();
            assert_eq!(said, format!("expected one of {LIST}"), "{text}");
        }
        for (text, expected) in [
            ("queens", "a number from 1 on, as in queens:8"),
            ("queens:", "a number from 1 on, as in queens:8"),
            ("queens:0", "a number from 1 on, as in queens:8"),
            ("queens:1.5", "a number from 1 on, as in queens:8"),
            ("queens:-8", "a number from 1 on, as in queens:8"),
            ("queens:+8", "a number from 1 on, as in queens:8"),
            ("queens:8x8", "a number from 1 on, as in queens:8"),
            ("langford:8x8", "a number from 1 on, as in langford:8"),
            ("latin:5x5", "a number from 1 on, as in latin:5"),
            ("matchings:x", "a number from 1 on, as in matchings:16"),
            ("dissections:4x4", "a number from 1 on, as in dissections:4"),
            ("toy:3", "toy without a size"),
            ("soma:3", "soma without a size"),
            ("coloured-toy:", "coloured-toy without a size"),
            ("dominoes:8", "numbers of cells from 1 on, across and down, as in dominoes:8x8"),
            ("trominoes:9x0", "numbers of cells from 1 on, across and down, as in trominoes:9x10"),
            (
                "tetrominoes-twice:8",
                "numbers of cells from 1 on, across and down, as in tetrominoes-twice:8x5",
            ),
            ("sudoku:9x9", "a box of at most 25 cells, as in sudoku:3x3"),
            ("sudoku:1x26", "a box of at most 25 cells, as in sudoku:3x3"),
            ("sudoku", "a box of at most 25 cells, as in sudoku:3x3"),
        ] {
            assert_eq!(
                text.parse::<Maker>().unwrap_err(),
                format!("expected {expected}"),
                "{text}"
            );
        }
        for (name, sizes, example) in [
            ("pentominoes", &["6", "7x8-hole", "6x10-holes"][..], "as in pentominoes:8x8-hole"),
            ("graceful", &["", "K", "é4", "K4x"], "as in graceful:K4xP2"),
            ("dominating-queens", &["8", "8-0", "8-4294967296"], "as in dominating-queens:8-5"),
        ] {
            for size in sizes {
                let said = format!("{name}:{size}").parse::<Maker>().unwrap_err();
                assert!(said.ends_with(example), "{name}:{size}: {said}");
            }
        }
    }

    /// Also if its size is too large for a number of the machine.
    #[test]
    fn what_is_too_large_is_refused_by_its_size() {
        for text in [
            "queens:100000",
            "dominoes:9999999999x9999999999",
            "graceful:K1000000000xP1000000000",
            "graceful:Q64",
            "graceful:Q18446744073709551615",
            "latin:200",
            "tetrominoes-twice:1000x1000",
            "dissections:45",
            "queens:99999999999999999999",
            "langford:99999999999999999999",
            "latin:99999999999999999999",
            "matchings:99999999999999999999",
            "dissections:99999999999999999999",
            "dominating-queens:99999999999999999999-5",
            "dominoes:99999999999999999999x1",
            "trominoes:2x99999999999999999999",
            "pentominoes:99999999999999999999x99999999999999999999",
            "tetrominoes-twice:1x99999999999999999999",
            "graceful:K99999999999999999999",
            "graceful:P99999999999999999999",
            "graceful:Q99999999999999999999",
        ] {
            let said = text.parse::<Maker>().unwrap_err();
            assert!(said.starts_with("it is too large: it would have "), "{text}: {said}");
            assert!(said.ends_with(" options, and 4000000 are the most"), "{text}: {said}");
        }
        for text in ["dissections:30", "dominating-queens:300-9", "dominating-queens:2000-1"] {
            let error = text.parse::<Maker>().unwrap_err();
            assert!(error.ends_with("items together, and 24000000 are the most"), "{text}");
        }
    }
}
