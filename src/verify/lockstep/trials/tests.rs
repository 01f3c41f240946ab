//! One class of a `{-1+1}` step, followed through the lanes: the trace that `docs/tours.md` shows.
//!
//! The lanes are the 16 of the portable path. Between two sweeps the test looks at them, so that
//! the code that runs elsewhere has no hook.

use std::fmt::Write;
use std::sync::Mutex;

use super::super::boxes::State;
use super::super::candidates::Counts;
use super::super::classes;
use super::super::elimination::Remainder;
use super::super::rules::BySign;
use super::*;
use crate::instructions::Instructions;
use crate::sudoku::{Candidate, Grid};
use crate::verify::lockstep::LockstepOnPhase;
use crate::verify::on::{FoundPuzzle, OffOn, OnPhase};
use crate::verify::{LockstepVerifier, Verdict, Verifier};
use crate::watch::Patient;

const LANES: usize = 16;

/// The puzzle is on this line of `data/first.txt`.
const LINE: usize = 249;

/// The number of the clue that is taken off.
const CLUE: usize = 14;

/// The puzzle, its solution and the clue.
fn example() -> (Grid, CandidateSet, Candidate) {
    let line = include_str!("../../../../data/first.txt").lines().nth(LINE - 1).unwrap();
    let puzzle: Grid = line.parse().unwrap();
    let Verdict::Proper(solution) = LockstepVerifier::new().verify(&puzzle) else {
        panic!("{puzzle} is proper")
    };
    let clue = puzzle.clues().nth(CLUE).unwrap();
    (puzzle, CandidateSet::of::<BySign>(&State::of(solution.grid())), clue)
}

/// Supplies the class of the clue alone, as a level with this one class does.
struct OneClass {
    /// What the class of no clues counts: the solution of the puzzle.
    before: Counts,
    remainder: Option<Remainder>,
}

impl OneClass {
    fn new(puzzle: &Grid, solution: &CandidateSet, clue: Candidate) -> OneClass {
        let mut before = Counts::NONE;
        before.count(solution);
        let mut less = puzzle.clone();
        less.set(clue.cell, None);
        let mut mask = CandidateSet::ALL;
        let Spot { cell, digit } = classes::spot(clue);
        mask.remove(cell, digit);
        OneClass { before, remainder: Some(Remainder { state: State::of(&less), mask }) }
    }
}

impl Host for OneClass {
    fn next<T: Rotate>(&mut self, elimination: &mut Elimination) -> bool {
        let Some(remainder) = self.remainder.take() else { return false };
        elimination.begin(&self.before, &CandidateSet::NONE, &[]);
        elimination.remainder = remainder;
        true
    }

    fn done(&mut self, _: &mut Elimination, is_left: bool) {
        assert!(is_left, "the class has more than one solution");
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A candidate in the usual notation: `r1c2=3`.
fn name(Spot { cell, digit }: Spot) -> String {
    format!("r{}c{}={}", cell / 9 + 1, cell % 9 + 1, digit.trailing_zeros() + 1)
}

fn names(candidates: CandidateSet) -> String {
    let mut spots: Vec<Spot> = candidates.iter().collect();
    spots.sort_unstable();
    spots.into_iter().map(name).collect::<Vec<_>>().join(" ")
}

/// A lane at the end of a sweep.
struct Swept {
    is_busy: bool,
    work: Work,
    spot: Spot,
    /// `?` if it was stuck, `+` and `=` if it was solved, `x` if it was dead, `.` if none of these.
    state: char,
    solution: Option<CandidateSet>,
}

fn swept(trials: &Trials<LANES>, lane: usize) -> Swept {
    let is_in = |state| (trials.group.lanes(state) & trials.busy) >> lane & 1 == 1;
    let solution = is_in(state::SOLVED).then(|| {
        let mut state = State::NOTHING;
        state.fill(|word| trials.group.word(lane, word));
        CandidateSet::of::<BySign>(&state)
    });
    let state = match () {
        () if is_in(state::DEAD) => 'x',
        () if is_in(state::STUCK) => '?',
        () if solution.is_some() => '=',
        () => '.',
    };
    let Lane { work, spot, .. } = trials.lanes[lane];
    Swept { is_busy: trials.is_busy(lane), work, spot, state, solution }
}

/// What became of a lane after a sweep.
fn cell(trials: &Trials<LANES>, lane: usize, was: &Swept) -> String {
    let Lane { work, spot, untried, .. } = &trials.lanes[lane];
    let is_new = !was.is_busy || (was.work, was.spot) != (*work, *spot);
    let next = match work {
        _ if !trials.is_busy(lane) => "free".to_owned(),
        Work::Propagate => "all".to_owned(),
        Work::Refute => format!("-{}", name(*spot)),
        Work::Try if is_new => name(*spot),
        Work::Try => untried.len().to_string(),
    };
    match was {
        Swept { is_busy: false, .. } if trials.is_busy(lane) => next,
        Swept { is_busy: false, .. } | Swept { state: '.', .. } => String::new(),
        Swept { state, .. } => format!("{state} {next}"),
    }
}

/// A line for each sweep after which something happens.
fn trace(puzzle: &Grid, solution: &CandidateSet, clue: Candidate) -> (String, Counts) {
    let mut host = OneClass::new(puzzle, solution, clue);
    let mut trials = Box::new(Trials::<LANES>::new());
    let mut text = "sweep".to_owned();
    (0..MOST_LANES).for_each(|lane| write!(text, " {:9}", format!("lane {lane}")).unwrap());
    text.push_str(" found left alive\n");
    for sweep in 0.. {
        let mut lanes: Vec<Swept> = (0..LANES).map(|lane| swept(&trials, lane)).collect();
        let known = trials.eliminations[0].fresh().len();
        trials.deal_with_all::<BySign, OneClass>(&mut host);
        let elimination = &trials.eliminations[0];
        for found in &elimination.fresh()[known..] {
            let lane = lanes.iter_mut().find(|lane| lane.solution == Some(*found));
            lane.expect("a lane was solved").state = '+';
        }
        let cells: Vec<String> =
            lanes.iter().enumerate().map(|(lane, was)| cell(&trials, lane, was)).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            let left = elimination.remainder.candidates::<BySign>();
            let alive = left.without(&elimination.counts().twos);
            write!(text, "{sweep:5}").unwrap();
            for cell in &cells[..MOST_LANES as usize] {
                write!(text, " {cell:9}").unwrap();
            }
            let found = elimination.fresh().len();
            writeln!(text, " {found:5} {:4} {:5}", left.len(), alive.len()).unwrap();
        }
        if trials.busy == 0 {
            break;
        }
        <BySign as Steps<LANES>>::sweep_masked(&mut trials.group, &trials.masks);
    }
    let counts = *trials.eliminations[0].own();
    (text, counts)
}

/// What the on phase adds when the clue is off.
fn added(puzzle: &Grid, clue: Candidate) -> String {
    let added = Mutex::new(CandidateSet::NONE);
    let finder = |found: FoundPuzzle| {
        if found.off[..] == [clue] {
            let Spot { cell, digit } = classes::spot(found.on[0]);
            added.lock().unwrap().add(cell, digit);
        }
        ControlFlow::Continue(())
    };
    let step = OffOn { first_clue: CLUE, ..OffOn::new(1, 1) };
    LockstepOnPhase::on(Instructions::Portable).tour(puzzle, &step, &finder, &Patient).unwrap();
    names(added.into_inner().unwrap())
}

#[test]
fn the_trace_of_docs_tours_is_what_the_lanes_do() {
    let (puzzle, solution, clue) = example();
    let (mut text, own) = trace(&puzzle, &solution, clue);
    let mut total = own;
    total.add(&OneClass::new(&puzzle, &solution, clue).before);
    let mut less = puzzle.clone();
    less.set(clue.cell, None);
    let solutions = LockstepVerifier::new().count(&less, 1_000);
    writeln!(text, "\nsolutions without {clue}        {solutions}").unwrap();
    writeln!(text, "once in V({clue})               {}", names(own.critical())).unwrap();
    writeln!(text, "once in V() and V({clue})       {}", names(total.critical())).unwrap();
    assert_eq!(names(total.critical()), added(&puzzle, clue));
    let shown = include_str!("../../../../docs/tours.md");
    let puzzle_is_shown = shown.contains(&format!("{puzzle}\n"));
    assert!(puzzle_is_shown && shown.contains(&format!("```text\n{text}```\n")), "\n{text}");
}
