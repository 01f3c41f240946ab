//! HoDoKu's library of cases for techniques: how many of each family are found.
//!
//! ```text
//!      :0300:4:givens:deleted:436 257:::      an x-wing of 4s, which takes r3c6=4 and r5c7=7
//! ```
//!
//! The library is under the GNU General Public License, and not here. `reglib-1.4.txt` is looked
//! for in the folder that `TOURDION_CATALOGUES` names. A case is found if the technique, looked for
//! on its board alone, has a deduction with exactly its conclusions; one of several placements, if
//! all deductions of a digit together have them. Each deduction is checked.
//!
//! A loop may *take more*. HoDoKu leaves out what links between cells take from cells of the loop
//! itself. A case is found so only if that rule, applied to the loop of a deduction, leaves exactly
//! the case's conclusions, and something more goes; and if the loop has as many inferences as the
//! case says, where it has no groups or sets. All that goes is checked as ever.
//!
//! The counts are those of docs/techniques.md. `cargo test --test it -- hodoku --nocapture` prints
//! the table, the cases that take more, and those that are not found.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

use tourdion::logic::technique::{
    Board, Convention, Deduction, Evidence, Producer, Sight, Technique,
};
use tourdion::numerals::grouped;
use tourdion::sudoku::{Candidate, Cell, Digit, Shape};

use crate::support;

const LIBRARY: &str = "reglib-1.4.txt";

/// A case: its code without a variant, the board, what goes, what is placed, and the inferences of
/// a chain.
struct Case {
    line: String,
    code: String,
    board: Board,
    removals: BTreeSet<Candidate>,
    placements: BTreeSet<Candidate>,
    inferences: Option<usize>,
}

/// Candidates, as `436 257`: the digit, the row and the column.
fn candidates(text: &str) -> BTreeSet<Candidate> {
    let one = |word: &str| {
        let [digit, row, column] = word.as_bytes()[..] else { panic!("no candidate: {word}") };
        let cell = Shape::CLASSIC.cell(usize::from(row - b'1') * 9 + usize::from(column - b'1'));
        Candidate { cell, digit: Digit::new(digit - b'0').unwrap() }
    };
    text.split_whitespace().map(one).collect()
}

/// The board of a grid in which what is behind a `+` was placed, and is no clue.
fn board(text: &str) -> Board {
    let (mut clues, mut placed) = (String::new(), Vec::new());
    for (k, part) in text.split_inclusive(|letter| letter != '+').enumerate() {
        let digit = part.strip_prefix('+').and_then(|digit| Digit::new(digit.parse().ok()?));
        placed.extend(digit.map(|digit| Candidate { cell: Shape::CLASSIC.cell(k), digit }));
        clues.push_str(if digit.is_some() { "." } else { part });
    }
    let mut board = Board::of(&clues.parse().expect("a grid")).expect("a 9x9 grid");
    for one in placed {
        board.set(one);
    }
    board
}

fn cases(text: &str) -> Vec<Case> {
    let lines = text.lines().filter(|line| line.starts_with(':'));
    let case = |line: &str| {
        let fields: Vec<&str> = line.split(':').collect();
        let mut board = board(fields[3]);
        for one in candidates(fields[4]) {
            board.remove(one);
        }
        let (code, variant) = fields[1].split_once('-').unwrap_or((fields[1], ""));
        let [removals, placements] = [fields[5], fields[6]].map(candidates);
        let inferences = fields.get(7).and_then(|count| count.parse().ok());
        let (line, code) = (line.to_owned(), code.to_owned());
        (variant != "x").then_some(Case { line, code, board, removals, placements, inferences })
    };
    lines.filter_map(case).collect()
}

/// What looks for a technique.
type Finders = &'static [Producer];
type IsOne = fn(Technique) -> bool;

/// The codes, what finds their techniques, and which of its deductions are one.
const TECHNIQUES: &[(&str, Finders, IsOne)] = {
    use Producer as P;
    use Technique as T;
    &[
        ("0000", &[P::HiddenSingle], |one| one == T::LastCell),
        ("0002", &[P::HiddenSingle], |one| one == T::HiddenSingle),
        ("0003", &[P::NakedSingle], |_| true),
        ("0100", &[P::Locking], |one| one == T::Pointing),
        ("0101", &[P::Locking], |one| one == T::Claiming),
        ("0110", &[P::LockedPair], |_| true),
        ("0111", &[P::LockedTriplet], |_| true),
        ("0200", &[P::NakedPair], |_| true),
        ("0201", &[P::NakedTriplet], |_| true),
        ("0202", &[P::NakedQuad], |_| true),
        ("0210", &[P::HiddenPair], |_| true),
        ("0211", &[P::HiddenTriplet], |_| true),
        ("0212", &[P::HiddenQuad], |_| true),
        ("0300", &[P::XWing], |_| true),
        ("0301", &[P::Swordfish], |_| true),
        ("0302", &[P::Jellyfish], |_| true),
        ("03111", &[P::FinnedSwordfish], |one| one == T::SiameseSwordfish),
        ("03121", &[P::FinnedJellyfish], |one| one == T::SiameseJellyfish),
        ("03211", &[P::FinnedSwordfish], |one| one == T::SiameseSwordfish),
        ("03221", &[P::FinnedJellyfish], |one| one == T::SiameseJellyfish),
        ("03411", &[P::FrankenFish], |one| one == T::SiameseFrankenFish),
        ("03421", &[P::FrankenFish], |one| one == T::SiameseFrankenFish),
        ("03621", &[P::FrankenFish], |one| one == T::SiameseFrankenFish),
        ("0310", &[P::FinnedXWing], |_| true),
        ("0311", &[P::FinnedSwordfish], |_| true),
        ("0312", &[P::FinnedJellyfish], |_| true),
        ("0320", &[P::FinnedXWing], |_| true),
        ("0321", &[P::FinnedSwordfish], |_| true),
        ("0322", &[P::FinnedJellyfish], |_| true),
        ("0331", &[P::FrankenFish], |one| one == T::FrankenFish),
        ("0332", &[P::FrankenFish], |one| one == T::FrankenFish),
        ("0340", &[P::FrankenFish], |one| one == T::FrankenFish),
        ("0341", &[P::FrankenFish], |one| one == T::FrankenFish),
        ("0342", &[P::FrankenFish], |one| one == T::FrankenFish),
        ("0362", &[P::FrankenFish], |one| one == T::MutantFish),
        ("0363", &[P::FrankenFish], |one| one == T::MutantFish),
        ("0364", &[P::FrankenFish], |one| one == T::MutantFish),
        ("0400", &[P::TurbotFish], |one| one == T::Skyscraper),
        ("0401", &[P::TurbotFish], |one| one == T::Kite),
        ("0402", &[P::TurbotFish], |_| true),
        ("0403", &[P::TurbotFish], |_| true),
        ("0404", &[P::TurbotFish], |one| one == T::DualKite),
        ("0405", &[P::TurbotFish], |one| one == T::DualEmptyRectangle),
        ("0500", &[P::SimpleColouring], |_| true),
        ("0501", &[P::SimpleColouring], |_| true),
        ("0502", &[P::MultiColouring], |_| true),
        ("0503", &[P::MultiColouring], |_| true),
        ("0600", &[P::Loop], |one| one == T::UniqueRectangle(1)),
        ("0601", &[P::Loop], |one| one == T::UniqueRectangle(2)),
        ("0602", &[P::Loop], |one| one == T::UniqueRectangle(3)),
        ("0603", &[P::Loop], |one| one == T::UniqueRectangle(4)),
        ("0604", &[P::Loop], |one| one == T::UniqueRectangle(2)), // cells across
        ("0605", &[P::Loop], |one| one == T::UniqueRectangle(6)),
        ("0607", &[P::AvoidableRectangle], |one| one == T::AvoidableRectangle(1)),
        ("0608", &[P::AvoidableRectangle], |one| one == T::AvoidableRectangle(2)),
        ("0606", &[P::Loop], |one| one == T::HiddenRectangle),
        ("0610", &[P::Bug], |one| one == T::Bug(1)),
        ("0701", &[P::XChain], |_| true),
        ("0702", &[P::BivalueChain], |_| true),
        ("0703", &[P::RemotePair], |_| true),
        ("0706", &[P::Aic], |_| true),
        ("0707", &[P::Aic], |_| true),
        ("0708", &[P::Aic], |_| true),
        ("0709", &[P::GroupedAic, P::AlsAic], |_| true),
        ("0710", &[P::GroupedAic, P::AlsAic], |_| true),
        ("0711", &[P::GroupedAic, P::AlsAic], |_| true),
        ("0800", &[P::XyWing], |_| true),
        ("0801", &[P::XyzWing], |_| true),
        ("0803", &[P::WWing], |_| true),
        ("0901", &[P::AlsXz], |_| true),
        ("0902", &[P::AlsXyWing, P::AlsAic], |_| true),
        ("0903", &[P::AlsChain, P::AlsAic], |_| true),
        ("0904", &[P::DeathBlossom, P::AlsAic], |_| true),
        ("1101", &[P::SueDeCoq], |_| true),
        ("1201", &[P::Template], |_| true),
        ("1202", &[P::Template], |_| true),
    ]
};

/// The families of codes by their first digits, as the page has them.
const FAMILIES: &[(&str, &str)] = &[
    ("00", "singles"),
    ("01", "locked candidates, pairs and triplets"),
    ("02", "subsets"),
    ("030", "fish"),
    ("031", "finned fish"),
    ("032", "sashimi fish"),
    ("03", "Franken and mutant fish"),
    ("04", "skyscrapers, kites, turbot fish, empty rectangles"),
    ("05", "colouring"),
    ("06", "rectangles, BUG"),
    ("0701", "X-chains"),
    ("0702", "XY-chains"),
    ("0703", "remote pairs"),
    ("0706", "loops"),
    ("0707", "discontinuous loops"),
    ("0708", "AIC"),
    ("07", "chains with groups or almost locked sets"),
    ("08", "wings"),
    ("0901", "ALS-XZ"),
    ("09", "longer chains of almost locked sets, death blossoms"),
    ("11", "sue de coq"),
    ("12", "templates"),
];

/// How a case's conclusions are those of a deduction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// They are not.
    None,
    /// More goes, by the same loop.
    More,
    /// They are the same.
    Exact,
}

/// Whether all that a case names goes by a loop, and HoDoKu leaves out the rest.
fn takes_more(case: &Case, deduction: &Deduction) -> bool {
    let is_closed = match &deduction.evidence {
        Evidence::Counting { truths, links, .. } => truths.len() == links.len(),
        Evidence::Chain { is_closed, .. } => *is_closed,
        _ => false,
    };
    let chain = deduction.chain(&case.board).filter(|_| is_closed);
    let Some(nodes) = chain.map(|chain| chain.links) else { return false };
    let cells: BTreeSet<Cell> = nodes.iter().flat_map(|node| node.cells.iter().copied()).collect();
    let next = nodes.iter().cycle().skip(1);
    let weak = nodes.iter().zip(next).skip(1).step_by(2);
    // The cells that the loop enters by one digit and leaves by another.
    let passed: BTreeSet<Cell> =
        weak.filter(|(one, other)| one.digit != other.digit).map(|(one, _)| one.cells[0]).collect();
    let kept = |one: &&Candidate| !cells.contains(&one.cell) || passed.contains(&one.cell);
    let removals: BTreeSet<Candidate> = deduction.removals.iter().filter(kept).copied().collect();
    // HoDoKu counts from cell to cell, and not the link in the cell with which it begins.
    let has_length = nodes.iter().any(|node| node.cells.len() > 1)
        || case.inferences.is_some_and(|count| count + 1 == nodes.len());
    removals == case.removals && deduction.removals.len() > removals.len() && has_length
}

/// The best that the deductions of some finders are.
fn best_match(case: &Case, finders: Finders, is_one: IsOne) -> Match {
    let mut best = Match::None;
    // What is placed of each digit: a deduction places one candidate.
    let mut placed: BTreeMap<Digit, BTreeSet<Candidate>> = BTreeMap::new();
    let mut look = |deduction: Deduction| {
        deduction.check(&case.board).expect("it can be checked");
        let removals: BTreeSet<Candidate> = deduction.removals.iter().copied().collect();
        let placements: BTreeSet<Candidate> = deduction.placement.into_iter().collect();
        for &one in &placements {
            placed.entry(one.digit).or_default().insert(one);
        }
        if is_one(deduction.technique) {
            if (&removals, &placements) == (&case.removals, &case.placements) {
                return ControlFlow::Break(());
            }
            if takes_more(case, &deduction) {
                best = Match::More;
            }
        }
        ControlFlow::Continue(())
    };
    let sight = Sight::of(case.board.clone());
    // What is large is looked for only if nothing else is found.
    for convention in [Convention::Plain, Convention::Thorough] {
        for finder in finders {
            if finder.each(&sight, convention, &mut look).is_break() {
                return Match::Exact;
            }
        }
    }
    let is_digit = case.placements.len() > 1 && placed.values().any(|all| *all == case.placements);
    if is_digit { Match::Exact } else { best }
}

#[test]
fn as_many_cases_are_found_as_the_page_says() {
    let folder = std::env::var_os("TOURDION_CATALOGUES").unwrap_or_default();
    let Ok(text) = std::fs::read_to_string(Path::new(&folder).join(LIBRARY)) else {
        return support::lacks(LIBRARY);
    };
    let mut counts: BTreeMap<usize, [usize; 3]> = BTreeMap::new();
    let mut codes: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for case in cases(&text) {
        let known = TECHNIQUES.iter().find(|(code, ..)| *code == case.code);
        let best = known.map(|&(_, finders, is_one)| best_match(&case, finders, is_one));
        let best = best.unwrap_or(Match::None);
        match best {
            Match::None => println!("not found: {}", case.line),
            Match::More => println!("takes more: {}", case.line),
            Match::Exact => {}
        }
        let family = FAMILIES.iter().position(|(code, _)| case.code.starts_with(code)).unwrap();
        for [found, more, all] in
            [counts.entry(family).or_default(), codes.entry(case.code.clone()).or_default()]
        {
            *found += usize::from(best == Match::Exact);
            *more += usize::from(best == Match::More);
            *all += 1;
        }
    }
    println!("{codes:?}");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/techniques.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut lacks = Vec::new();
    for (family, [found, more, all]) in counts {
        let more = if more > 0 { more.to_string() } else { String::new() };
        let line = format!("| {} | {found} | {more} | {all} |", FAMILIES[family].1);
        println!("{line}");
        if !page.contains(&line) {
            lacks.push(line);
        }
    }
    let sum = |k: usize| grouped(codes.values().map(|counts| counts[k] as u64).sum::<u64>());
    let line = format!("| all | {} | {} | {} |", sum(0), sum(1), sum(2));
    println!("{line}");
    assert!(page.contains(&line), "docs/techniques.md lacks {line}");
    assert!(lacks.is_empty(), "docs/techniques.md lacks:\n{}", lacks.join("\n"));
}
