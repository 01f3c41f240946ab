//! Chains: nets that are one line of candidates, each linked with the next.
//!
//! ```text
//!      r1c1 is 1 or 2       if 1:  r1c5=3      (it was 1 or 3)      r5c5=3 goes
//!                           if 2:  r5c1=3      (it was 2 or 3)      r5c5=3 goes
//!
//!      (3=1)r1c5-(1=2)r1c1-(2=3)r5c1 => r5c5<>3     from end to end; = is strong, - is weak
//! ```
//!
//! A strong link says that one of two is true: two candidates of a cell, two places in a house, or
//! a place and a group of places. A weak link says that not both are true. In a branch that is a
//! line, each placement is linked to the one before it by a strong link (it is a single because its
//! rival has gone) and a weak one (the placement before took the rival away). The two members of
//! the pair form a strong link. So both branches make one line:
//!
//! - a candidate that sees both ends is false, if both branches cancel it;
//! - the candidate at both of its ends is false, if a branch is contradicted in a cell with two
//!   candidates, in a house with two places, or by two placements that see each other.
//!
//! Invariant: links of [`Chain::links`] are strong and weak in turn.
//!
//! Source: daj95376 in *Pseudocode for forcing chain/net discovery*, 2008, for when a net is a
//! chain; the notation is the forums' Eureka.
//!
//! Deliberately lacking: chains that are not found as nets.

use std::fmt;

use super::net::{self, Node};
use super::{Conclusion, Contradiction, Net, Pencil};
use crate::sudoku::{Alphabet, Candidate, Cell, Digit};

/// A digit in a cell, or in one of several cells of a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The digit.
    pub digit: Digit,
    /// The cell, or the group.
    pub cells: Vec<Cell>,
}

/// A line of candidates, and its conclusion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The candidates in order.
    pub links: Vec<Link>,
    /// Whether the first two are linked strongly; links change from strong to weak at each
    /// candidate.
    pub is_strong_first: bool,
    /// The candidates that are false.
    pub cancellations: Vec<Candidate>,
}

impl Net {
    /// The net as a chain, if it is one; a net that lacks its parts is none.
    pub fn chain(&self, pencil: &Pencil) -> Option<Chain> {
        let cancellations = self.cancellations();
        let grounds =
            |branch: usize| net::grounds(pencil, &self.branches[branch], branch, &self.conclusion);
        match &self.conclusion {
            Conclusion::Common(_) => {
                let mut links = Vec::new();
                for branch in [0, 1] {
                    let [end] = grounds(branch)[..] else { return None };
                    let line = line(pencil, &self.branches[branch], end)?;
                    if branch == 0 {
                        links.extend(line);
                    } else {
                        links.extend(line.into_iter().rev());
                    }
                }
                Some(Chain { links, is_strong_first: true, cancellations })
            }
            Conclusion::Contradicted { branch, contradiction } => {
                self.branches.get(*branch)?;
                let (one, other) = match grounds(*branch)[..] {
                    [one] => (one, one),
                    [one, other] => (one, other),
                    _ => return None,
                };
                let mut links = line(pencil, &self.branches[*branch], one)?;
                links.reverse();
                // One of two in a cell or a house must be true.
                let mut middle = match *contradiction {
                    Contradiction::Twice { .. } => Vec::new(),
                    Contradiction::NoCandidate(cell) => {
                        pencil.digits(cell).map(|digit| Candidate { cell, digit }).collect()
                    }
                    Contradiction::NoPlace { digit, house } => {
                        pencil.places(house, digit).map(|cell| Candidate { cell, digit }).collect()
                    }
                };
                let goes = |candidate: &Candidate| {
                    net::cancels(pencil.shape(), one.single.candidate, *candidate)
                };
                middle.sort_by_key(|candidate| !goes(candidate));
                let split = middle.iter().position(|candidate| !goes(candidate)).unwrap_or(1);
                if !middle.is_empty() {
                    links.push(Link::group(&middle[..split])?);
                    links.push(Link::group(&middle[split..])?);
                }
                links.extend(line(pencil, &self.branches[*branch], other)?);
                Some(Chain { links, is_strong_first: false, cancellations })
            }
        }
    }
}

/// From a placement back to its start: each placement, and the rival that had to go.
fn line(pencil: &Pencil, branch: &[Node], end: &Node) -> Option<Vec<Link>> {
    let (mut links, mut node) = (Vec::new(), end);
    loop {
        links.push(Link::of(node.single.candidate));
        match *node.premises() {
            [] if node.iteration == 0 => return Some(links),
            [premise] => {
                links.push(Link::group(&net::rivals(pencil, node.single))?);
                node = Node::at(branch, premise)?;
            }
            _ => return None,
        }
    }
}

impl Link {
    fn of(Candidate { cell, digit }: Candidate) -> Link {
        Link { digit, cells: vec![cell] }
    }

    /// Candidates of one digit.
    pub(super) fn group(candidates: &[Candidate]) -> Option<Link> {
        let digit = candidates.first()?.digit;
        let have_it = candidates.iter().all(|candidate| candidate.digit == digit);
        have_it.then(|| Link {
            digit,
            cells: candidates.iter().map(|candidate| candidate.cell).collect(),
        })
    }
}

impl Chain {
    /// In Eureka: `(1)r5c4-(1=4)r5c8 => r5c4<>1`.
    pub fn eureka<'c>(&'c self, alphabet: &'c Alphabet) -> impl fmt::Display + 'c {
        Eureka { chain: self, alphabet, has_end: true }
    }

    /// The same without what follows: `(1)r5c4-(1=4)r5c8`.
    pub fn line<'c>(&'c self, alphabet: &'c Alphabet) -> impl fmt::Display + 'c {
        Eureka { chain: self, alphabet, has_end: false }
    }
}

struct Eureka<'c> {
    chain: &'c Chain,
    alphabet: &'c Alphabet,
    has_end: bool,
}

impl fmt::Display for Eureka<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Eureka { chain: Chain { links, is_strong_first, cancellations }, alphabet, has_end } =
            *self;
        let mut is_strong = *is_strong_first;
        let mut links = links.iter().peekable();
        while let Some(mut link) = links.next() {
            write!(f, "({}", alphabet.write(Some(link.digit)))?;
            // Candidates of the same cells share a pair of brackets.
            while let Some(next) =
                links.next_if(|next| next.cells == link.cells && next.digit != link.digit)
            {
                write!(f, "{}{}", sign(is_strong), alphabet.write(Some(next.digit)))?;
                is_strong = !is_strong;
                link = next;
            }
            write!(f, "){}", cells(&link.cells))?;
            if links.peek().is_some() {
                f.write_str(sign(is_strong))?;
                is_strong = !is_strong;
            }
        }
        if !has_end {
            return Ok(());
        }
        f.write_str(" => ")?;
        for (place, Candidate { cell, digit }) in cancellations.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}{cell}<>{}", alphabet.write(Some(*digit)))?;
        }
        Ok(())
    }
}

const fn sign(is_strong: bool) -> &'static str {
    if is_strong { "=" } else { "-" }
}

/// Cells in short: `r5c78`, `r57c3`; one after the other where they are not in a line.
pub(super) fn cells(cells: &[Cell]) -> String {
    if cells.is_empty() {
        return String::new();
    }
    let numbers = |number: fn(&Cell) -> u8| {
        let numbers: Vec<u16> = cells.iter().map(|cell| u16::from(number(cell)) + 1).collect();
        let is_one = numbers.iter().all(|&other| other == numbers[0]);
        // Above 9 the numbers would run together.
        let separator = if numbers.iter().any(|&number| number > 9) { "," } else { "" };
        let all = numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(separator);
        if is_one { (true, numbers[0].to_string()) } else { (false, all) }
    };
    match (numbers(|cell| cell.row), numbers(|cell| cell.column)) {
        ((false, _), (false, _)) => cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(","),
        ((_, rows), (_, columns)) => format!("r{rows}c{columns}"),
    }
}
