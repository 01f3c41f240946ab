//! Techniques in words: where one is seen, and what follows.
//!
//! ```text
//!      X-wing: 4 of rows 2, 6 is in columns 3, 8 => r1c3<>4        truths and links
//!      Skyscraper: (4)r1c3=(4)r1c8-(4)r6c8=(4)r6c2 => r2c2<>4      a chain, in Eureka
//!      ALS-XZ: r2c278 {1,2,4,5} -4- r3c1 {2,4} => r2c1<>2          almost locked sets, joined
//!      Forcing net: with r1c1=4                                    strands, below it
//! ```
//!
//! Invariant: a text depends on the deduction, the board before it and the alphabet alone.

use std::fmt::Write;

use super::strands::{either, placements};
use super::technique::{
    Basis, Board, Constraint, Deadly, Deduction, Evidence, Inference, Reason, StrongLink, Technique,
};
use super::{Chain, Link, Path, Wording, chain};
use crate::numerals::counted;
use crate::sudoku::{Candidate, Cell, Digit, House};
use sets::JoinedSet;

mod sets;

impl Wording<'_> {
    /// The name of a technique at the beginning of a sentence: `X-wing`.
    pub fn technique(self, technique: Technique) -> String {
        capital(&technique.to_string())
    }

    /// The same without its type: `Unique rectangle`.
    pub fn name(self, technique: Technique) -> String {
        capital(technique.name())
    }

    /// A difficulty, given in tenths: `3.2`.
    pub fn difficulty(self, tenths: u16) -> String {
        format!("{}.{}", tenths / 10, tenths % 10)
    }

    /// How often a path uses each technique: `2 pointing, 1 x-wing`.
    pub fn counts(self, path: &Path) -> String {
        let counts = path.counts().into_iter();
        let counts: Vec<String> =
            counts.map(|(technique, count)| format!("{count} {}", technique.name())).collect();
        counts.join(", ")
    }

    /// Where a technique is seen, in one line: `4 of rows 2, 6 is in columns 3, 8`. A chain is
    /// written in Eureka.
    pub fn sight(self, deduction: &Deduction, board: &Board) -> String {
        if let Some(chain) = deduction.chain(board) {
            return chain.line(self.alphabet).to_string();
        }
        match &deduction.evidence {
            Evidence::Single(constraint) => self.constraint(*constraint),
            Evidence::Counting { deadly, truths, links, .. } => match deadly {
                None => self.counting(deduction.technique, truths, links, board),
                Some(deadly) => self.deadly(deadly, truths, board),
            },
            Evidence::Aligned { cells, excluders } => {
                // Three cells that see one another may need no excluder.
                let others = if excluders.is_empty() { "one another" } else { &list(excluders) };
                format!("what {} leave to {others}", list(cells))
            }
            Evidence::Cycle { nodes, .. } => {
                let nodes: Vec<String> = nodes.iter().map(|&node| self.candidate(node)).collect();
                nodes.join(", ")
            }
            Evidence::Colours { clusters, .. } => self.colours(clusters),
            Evidence::Chain { links, .. } => {
                let all = links.iter().flat_map(|link| link.nodes.concat());
                all.map(|one| self.candidate(one)).collect::<Vec<_>>().join(", ")
            }
            Evidence::Blossom { stem, petals } => self.blossom(*stem, petals),
            Evidence::Templates { digit, placed } => {
                let (symbol, count) = (self.symbol(*digit), deduction.templates(board).len());
                let others: Vec<String> = placed.iter().map(|&one| self.candidate(one)).collect();
                let beside = if others.is_empty() { "" } else { " beside " };
                let templates = counted(count, "template");
                format!("{symbol} has {templates}{beside}{}", others.join(", "))
            }
            Evidence::Twins(both) => {
                both.each_ref().map(|one| self.sight(one, board)).join("; and ")
            }
            Evidence::Forcing { ground, strands } => self.assumed(*ground, strands),
        }
    }

    /// What follows from a technique: `r1c3<>4`.
    pub fn follows(self, deduction: &Deduction) -> String {
        let placement = deduction.placement.map(|placement| self.candidate(placement));
        let removals = self.cancellations(&deduction.removals);
        match placement {
            Some(placement) if removals.is_empty() => placement,
            Some(placement) => format!("{placement}, {removals}"),
            None => removals,
        }
    }

    /// A candidate that is true or false: `r1c3=4` or `r1c3<>4`.
    pub fn inference(self, inference: &Inference) -> String {
        if inference.is_true {
            self.candidate(inference.candidate)
        } else {
            self.cancellations(&[inference.candidate])
        }
    }

    /// A constraint: `r1c3`, or `4 in row 2`.
    pub fn constraint(self, constraint: Constraint) -> String {
        match constraint {
            Constraint::Cell(cell) => cell.to_string(),
            Constraint::Places(house, digit) => format!("{} in {house}", self.symbol(digit)),
        }
    }

    /// What an inference of a strand is in a list: a placement with its house, a removal by a net
    /// with the net's placements; nothing if it is removed by what it sees.
    pub fn entry(self, inference: &Inference) -> Option<String> {
        let written = self.inference(inference);
        match &inference.reason {
            Reason::Seen => None,
            Reason::Assumed | Reason::Last(Constraint::Cell(_)) => Some(written),
            Reason::Last(Constraint::Places(house, _)) => Some(format!("{written} ({house})")),
            Reason::Nested(nested) => {
                let Evidence::Forcing { strands, .. } = &nested.evidence else {
                    return Some(format!("{written} ({})", nested.technique));
                };
                let placed = placements(strands).filter_map(|one| self.entry(one));
                let placed: Vec<String> = placed.collect();
                Some(format!("{written} [{}]", placed.join(", ")))
            }
        }
    }

    fn counting(
        self,
        technique: Technique,
        truths: &[Constraint],
        links: &[Constraint],
        board: &Board,
    ) -> String {
        let are_cells = |of: &[Constraint]| of.iter().all(|one| cell(*one).is_some());
        let cells_of =
            |of: &[Constraint]| list(&of.iter().filter_map(|&one| cell(one)).collect::<Vec<_>>());
        if let Some(sets) = sets::of(technique, truths, links, board) {
            return self.sets(&sets);
        }
        match (are_cells(truths), are_cells(links)) {
            (true, false) => {
                let (cells, only) = (cells_of(truths), self.in_houses(links));
                let others = self.others(truths, links, board);
                let line = if matches!(technique, Technique::LockedPair | Technique::LockedTriplet)
                {
                    line_of(truths).map(|line| format!(" and {line}")).unwrap_or_default()
                } else {
                    String::new()
                };
                format!("{cells} have only {only}{line}{others}")
            }
            (false, true) => format!("{} are in {}", self.in_houses(truths), cells_of(links)),
            (false, false) if truths.iter().all(|truth| cell(*truth).is_none()) => {
                let houses = |of: &[Constraint]| {
                    plural(&of.iter().filter_map(|&one| house(one)).collect::<Vec<_>>())
                };
                let digit = truths.iter().find_map(|&truth| digit(truth));
                let symbol = digit.map(|digit| self.symbol(digit)).unwrap_or_default();
                let members = truths.iter().flat_map(|truth| truth.members(board));
                let mut fins: Vec<Cell> = Vec::new();
                for member in members.filter(|&one| !links.iter().any(|link| link.holds(one))) {
                    // A fin may be in two bases.
                    if !fins.contains(&member.cell) {
                        fins.push(member.cell);
                    }
                }
                let fins = if fins.is_empty() || technique == Technique::Pointing {
                    String::new()
                } else {
                    format!(", or is in {}", list(&fins))
                };
                format!("{symbol} of {} is in {}{fins}", houses(truths), houses(links))
            }
            _ => {
                let all = |of: &[Constraint]| {
                    let all: Vec<String> = of.iter().map(|&one| self.constraint(one)).collect();
                    all.join(", ")
                };
                format!("{} take up {}", all(truths), all(links))
            }
        }
    }

    /// The digits of cells that no link holds, one of which is true: `, or 5`.
    fn others(self, truths: &[Constraint], links: &[Constraint], board: &Board) -> String {
        let members = truths.iter().flat_map(|truth| truth.members(board));
        let others = members.filter(|one| !links.iter().any(|link| link.holds(*one)));
        let mut digits: Vec<Digit> = others.map(|one| one.digit).collect();
        digits.sort_unstable();
        digits.dedup();
        if digits.is_empty() {
            return String::new();
        }
        let symbols: Vec<String> =
            digits.iter().map(|&digit| self.symbol(digit).to_string()).collect();
        format!(", or {}", symbols.join(", "))
    }

    /// Almost locked sets, each with its digits, and the digits that join them:
    /// `r2c278 {1,2,4,5} -4- r3c1 {2,4}`.
    fn sets(self, sets: &[JoinedSet]) -> String {
        let symbols = |digits: &[Digit]| {
            let all: Vec<String> = digits.iter().map(|&one| self.symbol(one).to_string()).collect();
            all.join(",")
        };
        let mut text = String::new();
        for JoinedSet { cells, digits, by } in sets {
            // Writes into memory do not fail.
            if !by.is_empty() {
                let _ = write!(text, " -{}- ", symbols(by));
            }
            let _ = write!(text, "{} {{{}}}", list(cells), symbols(digits));
        }
        text
    }

    /// A stem and its petals: `r1c1 takes 2 of r1c5, r2c5, or 3 of r4c1`.
    fn blossom(self, stem: Cell, petals: &[StrongLink]) -> String {
        let petal = |petal: &StrongLink| {
            let Basis::Set(cells) = &petal.basis else { return String::new() };
            let symbol = petal.nodes[0].first().map(|one| self.symbol(one.digit));
            format!("{} of {}", symbol.unwrap_or_default(), list(cells))
        };
        let petals: Vec<String> = petals.iter().map(petal).collect();
        format!("{stem} takes {}", petals.join(", or "))
    }

    /// Digits with their houses: `2, 7 in row 1`, or `2 in row 1, 7 in box 4`.
    fn in_houses(self, of: &[Constraint]) -> String {
        let all = of.iter().filter_map(|&one| Some((house(one)?, digit(one)?)));
        let mut groups: Vec<(House, Vec<String>)> = Vec::new();
        for (house, digit) in all {
            let symbol = self.symbol(digit).to_string();
            match groups.iter_mut().find(|(other, _)| *other == house) {
                Some((_, symbols)) => symbols.push(symbol),
                None => groups.push((house, vec![symbol])),
            }
        }
        let groups =
            groups.iter().map(|(house, symbols)| format!("{} in {house}", symbols.join(", ")));
        groups.collect::<Vec<_>>().join("; ")
    }

    /// Clusters: `4 in r1c1, r5c8 or in r1c8, r7c1; 4 in ...`, or of remote pairs `r1c1, r5c8 have
    /// one of 4, 8, and r1c8, r7c1 the other`.
    fn colours(self, clusters: &[[Vec<Candidate>; 2]]) -> String {
        let places = |colour: &Vec<Candidate>| {
            let cells: Vec<String> = colour.iter().map(|one| one.cell.to_string()).collect();
            cells.join(", ")
        };
        let cluster = |cluster: &[Vec<Candidate>; 2]| {
            let mut digits: Vec<Digit> = cluster[0].iter().map(|one| one.digit).collect();
            digits.sort_unstable();
            digits.dedup();
            if let [low, high] = digits[..] {
                let [one, other] = cluster.each_ref().map(|colour| {
                    let of_low = colour.iter().filter(|one| one.digit == low).copied();
                    places(&of_low.collect())
                });
                let [low, high] = [low, high].map(|digit| self.symbol(digit));
                return format!("{one} have one of {low}, {high}, and {other} the other");
            }
            let symbol = cluster[0].first().map(|one| self.symbol(one.digit)).unwrap_or_default();
            format!("{symbol} in {} or in {}", places(&cluster[0]), places(&cluster[1]))
        };
        clusters.iter().map(cluster).collect::<Vec<_>>().join("; ")
    }

    /// A pattern that can't be all: `not only 8, 9 in r7c2, r9c2, r9c5, r7c5, so 6 in r9c5 or
    /// r7c5`.
    fn deadly(self, deadly: &Deadly, truths: &[Constraint], board: &Board) -> String {
        let mut text = match deadly {
            Deadly::Loop { cells, digits } => {
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                let [one, other] = digits.map(|digit| self.symbol(digit));
                let spoilers = deadly.spoilers(board);
                let so = match &spoilers[..] {
                    [first, rest @ ..]
                        if !rest.is_empty()
                            && rest.iter().all(|spoiler| spoiler.digit == first.digit) =>
                    {
                        let places = spoilers.iter().map(|spoiler| spoiler.cell.to_string());
                        let symbol = self.symbol(first.digit);
                        format!(", so {symbol} in {}", either(places.collect()))
                    }
                    _ => String::new(),
                };
                format!("not only {one}, {other} in {}{so}", cells.join(", "))
            }
            Deadly::Bug(candidates) => {
                let all: Vec<String> = candidates.iter().map(|&one| self.candidate(one)).collect();
                format!("{} must be true", all.join(" or "))
            }
        };
        if !truths.is_empty() {
            let all: Vec<String> = truths.iter().map(|&one| self.constraint(one)).collect();
            // A write into memory does not fail.
            let _ = write!(text, "; with {}", all.join(", "));
        }
        text
    }
}

/// A name at the beginning of a sentence.
fn capital(name: &str) -> String {
    // The letters of an XY-wing are candidates.
    let letters = name.split_once('-').map_or(1, |(first, _)| match first {
        "x" | "xy" | "xyz" | "w" => first.len(),
        _ => 1,
    });
    name[..letters].to_uppercase() + &name[letters..]
}

const fn cell(constraint: Constraint) -> Option<Cell> {
    match constraint {
        Constraint::Cell(cell) => Some(cell),
        Constraint::Places(..) => None,
    }
}

const fn house(constraint: Constraint) -> Option<House> {
    match constraint {
        Constraint::Cell(_) => None,
        Constraint::Places(house, _) => Some(house),
    }
}

const fn digit(constraint: Constraint) -> Option<Digit> {
    match constraint {
        Constraint::Cell(_) => None,
        Constraint::Places(_, digit) => Some(digit),
    }
}

/// The line of all these cells, if there is one.
fn line_of(truths: &[Constraint]) -> Option<House> {
    let cells: Vec<Cell> = truths.iter().filter_map(|&one| cell(one)).collect();
    let first = cells.first()?;
    if cells.iter().all(|cell| cell.row == first.row) {
        return Some(House::Row(first.row));
    }
    let is_column = cells.iter().all(|cell| cell.column == first.column);
    is_column.then_some(House::Column(first.column))
}

/// Houses in short: `rows 2, 6`, or `row 2, box 3`.
fn plural(houses: &[House]) -> String {
    let names: Vec<String> = houses.iter().map(House::to_string).collect();
    let parts: Vec<(&str, &str)> =
        names.iter().map(|name| name.split_once(' ').unwrap_or((name, ""))).collect();
    match parts[..] {
        [(kind, _), _, ..] if parts.iter().all(|(other, _)| *other == kind) => {
            let numbers: Vec<&str> = parts.iter().map(|(_, number)| *number).collect();
            let end = if kind == "box" { "es" } else { "s" };
            format!("{kind}{end} {}", numbers.join(", "))
        }
        _ => names.join(", "),
    }
}

/// Cells, in short where they are in a line.
fn list(cells: &[Cell]) -> String {
    chain::cells(cells)
}

impl Deduction {
    /// The deduction as a chain, if it is one: its truths and links take turns.
    pub fn chain(&self, board: &Board) -> Option<Chain> {
        if let Evidence::Chain { links, .. } = &self.evidence {
            let nodes = links.iter().flat_map(|link| &link.nodes);
            let nodes: Option<Vec<Link>> = nodes.map(|node| Link::group(node)).collect();
            let cancellations = self.removals.clone();
            return Some(Chain { links: nodes?, is_strong_first: true, cancellations });
        }
        let Evidence::Counting { deadly: None, truths, links, single: None } = &self.evidence
        else {
            return None;
        };
        let is_pattern = matches!(
            self.technique,
            Technique::Pointing
                | Technique::Claiming
                | Technique::LockedPair
                | Technique::LockedTriplet
                | Technique::SueDeCoq
                | Technique::NakedPair
                | Technique::NakedTriplet
                | Technique::NakedQuad
                | Technique::HiddenPair
                | Technique::HiddenTriplet
                | Technique::HiddenQuad
                | Technique::XWing
                | Technique::Swordfish
                | Technique::Jellyfish
        );
        if is_pattern || truths.len() < 2 {
            return None;
        }
        // The pivot of a wing stands first.
        let mut turned = truths.clone();
        turned.swap(0, 1);
        let line = [truths, &turned].into_iter().find_map(|truths| line(truths, links, board))?;
        Some(Chain { links: line, is_strong_first: true, cancellations: self.removals.clone() })
    }
}

/// The nodes of truths that links join in their order.
fn line(truths: &[Constraint], links: &[Constraint], board: &Board) -> Option<Vec<Link>> {
    let (count, mut nodes) = (truths.len(), Vec::new());
    let is_closed = links.len() == count;
    if !is_closed && links.len() + 1 != count {
        return None;
    }
    for (k, truth) in truths.iter().enumerate() {
        let members = truth.members(board);
        let before = if is_closed {
            Some(links[(k + count - 1) % count])
        } else {
            k.checked_sub(1).map(|k| links[k])
        };
        let held = |link: Option<&Constraint>| -> Vec<Candidate> {
            let is_held = |member: &&Candidate| link.is_some_and(|link| link.holds(**member));
            members.iter().filter(is_held).copied().collect()
        };
        let (mut first, mut last) = (held(before.as_ref()), held(links.get(k)));
        if before.is_none() {
            first = members.iter().filter(|member| !last.contains(member)).copied().collect();
        } else if links.get(k).is_none() {
            last = members.iter().filter(|member| !first.contains(member)).copied().collect();
        } else {
            last.retain(|member| !first.contains(member));
        }
        if first.len() + last.len() != members.len() {
            return None;
        }
        nodes.push(Link::group(&first)?);
        nodes.push(Link::group(&last)?);
    }
    Some(nodes)
}
