//! Techniques: every deduction is true of the solution and is checked by looking at houses.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use tourdion::draw;
use tourdion::logic::technique::{
    Basis, Board, Convention, Deduction, Evidence, ForcingReason, Producer, Sight, StrongLink,
    Technique,
};
use tourdion::logic::{
    Conclusion, Contradiction, Ladder, Net, NetFinder, Pair, Path, PathEnd, Pencil, Single, Step,
    Strategy, Wording,
};
use tourdion::sudoku::{Alphabet, Candidate, Cell, Digit, Grid, House, Shape};
use tourdion::verify::solve;

use crate::{LONG, sets};
use reference::Search;

#[path = "techniques/reference.rs"] // for the long tests too
mod reference;

/// Checks a deduction, and that it is true of a solution.
fn assert_true(deduction: &Deduction, board: &Board, solution: &Grid) {
    assert_eq!(deduction.check(board), Ok(()), "{deduction:?}");
    for removal in &deduction.removals {
        assert_ne!(solution.get(removal.cell), Some(removal.digit), "{deduction:?}");
    }
    if let Some(placement) = deduction.placement {
        assert_eq!(solution.get(placement.cell), Some(placement.digit), "{deduction:?}");
    }
}

/// Whether a producer searches for one chain, which takes long.
fn is_chain(producer: Producer) -> bool {
    use Producer::{Chain, Dynamic, Multiple, Nishio};
    matches!(producer, Chain | Nishio | Multiple | Dynamic(_))
}

#[test]
fn deductions_are_true_and_checked() {
    let step = if LONG { 8 } else { 50 };
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for puzzle in sets::first().iter().step_by(step) {
        let solution = solve(puzzle).expect("the puzzle is proper");
        let mut board = Board::of(puzzle).expect("a 9x9 grid");
        assert_eq!(Board::of_pencil(&Pencil::of(puzzle)).as_ref(), Some(&board));
        let mut sight = Sight::of(board.clone());
        while !board.is_full() {
            for convention in [Convention::Plain, Convention::Explainer] {
                for producer in Producer::EXPLAINER.into_iter().filter(|&one| !is_chain(one)) {
                    let _ = producer.each(&sight, convention, &mut |deduction| {
                        assert_true(&deduction, &board, solution.grid());
                        *counts.entry(deduction.technique.name()).or_default() += 1;
                        ControlFlow::Continue(())
                    });
                }
            }
            let mut producers = Producer::EXPLAINER.into_iter();
            let first = producers.find_map(|one| one.first(&sight, Convention::Explainer));
            let first = first.expect("Sudoku Explainer solves it");
            assert_true(&first, &board, solution.grid());
            *counts.entry(first.technique.name()).or_default() += 1;
            first.apply(&mut board);
            sight.turn(board.clone());
        }
    }
    assert!(counts.len() >= 15, "{counts:?}");
}

#[test]
fn chains_are_those_of_the_plain_definition() {
    let forcing = |is_dynamic, is_nishio, level| Search::Forcing { is_dynamic, is_nishio, level };
    let searches = [
        (Producer::Chain, Search::Plain),
        (Producer::Nishio, forcing(true, true, 0)),
        (Producer::Multiple, forcing(false, false, 0)),
        (Producer::Dynamic(0), forcing(true, false, 0)),
        (Producer::Dynamic(1), forcing(true, false, 1)),
        (Producer::Dynamic(2), forcing(true, false, 2)),
        (Producer::Dynamic(3), forcing(true, false, 3)),
    ];
    // Without a limit a search on a board with many candidates takes minutes.
    let (boards, most) = if LONG { (2, 6) } else { (2, 3) };
    let mut compared = [0; 7];
    for puzzle in sets::first().iter().step_by(9) {
        let mut board = Board::of(puzzle).expect("a 9x9 grid");
        // Where the first techniques are stuck.
        let simple = Producer::EXPLAINER.into_iter().filter(|&one| !is_chain(one));
        let mut sight = Sight::of(board.clone());
        while let Some(first) =
            simple.clone().find_map(|one| one.first(&sight, Convention::Explainer))
        {
            first.apply(&mut board);
            sight.turn(board.clone());
        }
        if board.is_full() || compared[0] == boards {
            continue;
        }
        for (k, (producer, search)) in searches.into_iter().enumerate().take(most) {
            let found = producer.first(&sight, Convention::Explainer).map(|deduction| {
                let removals: BTreeSet<_> = deduction.removals.iter().copied().collect();
                (deduction.difficulty, removals)
            });
            assert_eq!(found, reference::first(&board, search), "{producer:?} of {puzzle}");
            compared[k] += 1;
        }
    }
    assert!(compared[..most].iter().all(|&count| count > 0), "{compared:?}");
}

/// Deductions and nets can be built of anything, and are described without a check.
#[test]
fn what_lacks_its_parts_is_described_nevertheless() {
    let puzzle = Grid::empty(Shape::CLASSIC);
    let (pencil, board) = (Pencil::of(&puzzle), Board::of(&puzzle).unwrap());
    let cell = "r5c5".parse().unwrap();
    let link = StrongLink { nodes: [vec![], vec![]], basis: Basis::Set(vec![]) };
    let ground = ForcingReason::Contradiction;
    let evidence = [
        Evidence::Aligned { cells: vec![], excluders: vec![] },
        Evidence::Blossom { stem: cell, petals: vec![link] },
        Evidence::Forcing { ground, strands: vec![vec![]] },
    ];
    let mut steps = Vec::from(evidence.map(|evidence| {
        let (removals, placement) = (vec![], None);
        let technique = Technique::Pointing;
        Step::Deduction(Deduction { technique, difficulty: 0, removals, placement, evidence })
    }));
    for branch in [0, 1, 7] {
        let conclusion =
            Conclusion::Contradicted { branch, contradiction: Contradiction::NoCandidate(cell) };
        let net = Net { pair: Pair::Bivalue(cell), branches: [vec![], vec![]], conclusion };
        assert_eq!(net.cancellations(), []);
        assert_eq!(net.keeping(&pencil, |_| true), None);
        assert_eq!(net.chain(&pencil), None);
        assert!(net.check(&pencil).is_err());
        steps.push(Step::Net(net, None));
    }
    let alphabet = Alphabet::usual(Shape::CLASSIC);
    let wording = Wording { alphabet: &alphabet };
    for step in steps {
        if let Step::Deduction(deduction) = &step {
            assert!(deduction.check(&board).is_err());
            assert!(!wording.sight(deduction, &board).is_empty());
        }
        assert!(!wording.step(1, &step, &pencil).is_empty());
        let (start, rest, end) = (pencil.clone(), pencil.clone(), PathEnd::Open);
        let path = Path { start, steps: vec![step], rest, end };
        assert!(draw::step(&path, 1, &alphabet).is_some());
    }
}

/// What is far outside of the grid has a name and a place, too.
#[test]
fn what_is_outside_of_the_grid_is_described_nevertheless() {
    let pencil = Pencil::of(&Grid::empty(Shape::CLASSIC));
    let (far, last) = (Cell { row: 255, column: 255 }, Digit::at(24));
    let candidate = Candidate { cell: far, digit: last };
    let link = StrongLink { nodes: [vec![candidate], vec![]], basis: Basis::Set(vec![far, far]) };
    let evidence = Evidence::Blossom { stem: far, petals: vec![link] };
    let (technique, difficulty) = (Technique::DeathBlossom, u16::MAX);
    let (removals, placement) = (vec![], None);
    let blossom = Deduction { technique, difficulty, removals, placement, evidence };
    // A net's own places, and candidates that are gone.
    let puzzle =
        "8.........9...4.6.......52..79........2.8..15...61...96.1..28..2...6...7...5.....";
    let full = Pencil::of(&puzzle.parse().unwrap());
    let strategy = Strategy { ladder: Ladder::nets(), ..Strategy::default() };
    let path = Path::find(&full, &strategy, &NetFinder::new(Shape::CLASSIC));
    let of_net = |step: &Step| match step {
        Step::Net(net, _) => Some(net.clone()),
        _ => None,
    };
    let mut net = path.steps.iter().find_map(of_net).unwrap();
    net.branches[0][0].single = Single { candidate, house: Some(House::Box(255)) };
    let alphabet = Alphabet::usual(Shape::CLASSIC);
    let wording = Wording { alphabet: &alphabet };
    for step in [Step::Deduction(blossom), Step::Net(net, None)] {
        assert!(wording.step(usize::MAX, &step, &pencil).contains("r256c256"), "{step:?}");
        let (start, rest, end) = (pencil.clone(), pencil.clone(), PathEnd::Open);
        let path = Path { start, steps: vec![step], rest, end };
        assert!(path.check().is_err());
        assert!(draw::step(&path, 1, &alphabet).is_some());
        assert!(draw::path(&path, None, &alphabet).contains("r256c256"));
    }
}
