//! Human conclusions against solutions: no step is false, and each follows from the pencil marks.

use std::fs;
use std::path::Path;

use tourdion::logic::{Contradiction, Pencil, Single, Unfounded, taboo, totem};
use tourdion::sudoku::{Candidate, Cell, Digit, Grid, House, check};
use tourdion::verify::{LockstepVerifier, Verdict, Verifier};

fn first() -> Vec<Grid> {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/first.txt")).unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line[..81].parse().unwrap())
        .collect()
}

#[test]
fn singles_are_true_and_follow() {
    let mut verifier = LockstepVerifier::new();
    let mut solved = 0;
    for puzzle in first() {
        let Verdict::Proper(solution) = verifier.verify(&puzzle) else { panic!("{puzzle}") };
        let (mut pencil, mut singles) = (Pencil::of(&puzzle), Vec::new());
        totem(&mut pencil, &mut |single| singles.push(single)).unwrap();
        let mut replayed = Pencil::of(&puzzle);
        for single in &singles {
            single.check(&replayed).unwrap();
            replayed.set(single.candidate, &mut |_| {});
            assert_eq!(
                solution.grid().get(single.candidate.cell),
                Some(single.candidate.digit),
                "{puzzle}"
            );
        }
        assert_eq!(replayed, pencil);
        assert_eq!(pencil.grid().clue_count(), puzzle.clue_count() + singles.len());
        for (index, digit) in solution.grid().cells().iter().enumerate() {
            let cell = puzzle.shape().cell(index);
            assert!(
                pencil.has(Candidate { cell, digit: digit.unwrap() }),
                "{puzzle}: no step removes what is so"
            );
        }
        if pencil.grid().is_full() {
            assert!(check::is_solution(&pencil.grid()));
            solved += 1;
        } else {
            // Nothing is left to be set.
            let again = pencil.clone();
            totem(&mut pencil, &mut |single| panic!("{single} was missed")).unwrap();
            assert_eq!(pencil, again);
        }
    }
    assert!((100..900).contains(&solved), "{solved} of 1,000 are solved by singles");
}

#[test]
fn taboo_makes_naked_singles_alone() {
    let mut counts = [0; 2];
    for puzzle in first().iter().step_by(10) {
        let mut pencil = Pencil::of(puzzle);
        taboo(&mut pencil, &mut |single| {
            assert_eq!(single.house, None);
            counts[0] += 1;
        })
        .unwrap();
        totem(&mut Pencil::of(puzzle), &mut |_| counts[1] += 1).unwrap();
    }
    assert!(0 < counts[0] && counts[0] < counts[1], "{counts:?}");
}

#[test]
fn an_impossible_puzzle_is_contradicted_or_stuck() {
    // 5 and 3 follow and leave nothing for a cell.
    let puzzle: Grid = "12....3....4....".parse().unwrap();
    assert!(matches!(
        totem(&mut Pencil::of(&puzzle), &mut |_| {}),
        Err(Contradiction::NoCandidate(_))
    ));
    let clash: Grid = "1..1............".parse().unwrap();
    assert!(matches!(
        totem(&mut Pencil::of(&clash), &mut |_| {}),
        Err(Contradiction::Twice { .. })
    ));
    // Changed by one clue, most puzzles come to a contradiction; whatever is concluded, no verdict
    // says otherwise.
    let mut verifier = LockstepVerifier::new();
    for puzzle in first().iter().step_by(7) {
        let clue = puzzle.clues().next().unwrap();
        let mut changed = puzzle.clone();
        changed.set(clue.cell, Some(Digit::at((clue.digit.index() + 1) % 9)));
        let contradiction = totem(&mut Pencil::of(&changed), &mut |_| {});
        assert!(
            contradiction.is_ok() || verifier.verify(&changed) == Verdict::Impossible,
            "{changed}"
        );
    }
}

#[test]
fn what_does_not_follow_is_refused() {
    let pencil = Pencil::of(&"1....2..3......4".parse().unwrap());
    let single = |row, column, digit, house| Single {
        candidate: Candidate { cell: Cell { row, column }, digit: Digit::at(digit) },
        house,
    };
    let check = |single: Single| single.check(&pencil);
    assert_eq!(check(single(1, 0, 3, Some(House::Column(0)))), Ok(()));
    assert_eq!(check(single(1, 0, 3, None)), Ok(()));
    let refused = single(0, 0, 0, None);
    assert_eq!(check(refused), Err(Unfounded::Set(refused)));
    let refused = single(0, 1, 0, None);
    assert_eq!(check(refused), Err(Unfounded::Gone(refused)));
    let refused = single(0, 1, 3, None);
    assert_eq!(check(refused), Err(Unfounded::NotAlone(refused)));
    let refused = single(0, 1, 3, Some(House::Row(1)));
    assert_eq!(check(refused), Err(Unfounded::NotTheOnlyPlace(refused)));
}
