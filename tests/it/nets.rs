//! Nets against the solution, and against a plain search for them: no true candidate is removed,
//! every net can be replayed, and none is missed.

use std::cmp::Reverse;
use std::fs;
use std::path::Path as File;

use plain::Found;
use tourdion::logic::{
    BadNet, Conclusion, Contradiction, Ladder, Limits, Net, NetFinder, Pair, Path, PathEnd, Pencil,
    Single, Step, Strategy, pairs, totem,
};
use tourdion::sudoku::{Alphabet, Candidate, Cell, Digit, Grid, House, Shape, Solution};
use tourdion::verify::{LockstepVerifier, Verdict, Verifier};

use crate::{LONG, sets, support};

#[path = "nets/plain.rs"]
mod plain;

/// Every `step`th puzzle of a catalogue, if it is there.
pub(crate) fn catalogue(name: &str, step: usize) -> Vec<Grid> {
    let puzzles = sets::catalogue(name);
    if puzzles.is_none() {
        support::lacks(name);
    }
    puzzles.unwrap_or_default().into_iter().step_by(step).collect()
}

/// Of how many of our own puzzles one is taken.
const STEP: usize = if LONG { 1 } else { 4 };

/// Paths by singles and nets alone.
fn by_nets() -> Strategy {
    Strategy { ladder: Ladder::nets(), ..Strategy::default() }
}

fn solution(puzzle: &Grid, verifier: &mut LockstepVerifier) -> Solution {
    let Verdict::Proper(solution) = verifier.verify(puzzle) else { panic!("{puzzle}") };
    solution
}

/// What was seen on the way to the end of puzzles, or as far as nets go.
#[derive(Default, Debug)]
struct Seen {
    nets: usize,
    chains: usize,
    common: usize,
    /// Contradictions of type 1, 2 and 3.
    contradictions: [usize; 3],
    solved: usize,
}

impl Seen {
    fn count(&mut self, net: &Net) {
        self.nets += 1;
        match net.conclusion {
            Conclusion::Common(_) => self.common += 1,
            Conclusion::Contradicted { contradiction, .. } => {
                self.contradictions[match contradiction {
                    Contradiction::Twice { .. } => 0,
                    Contradiction::NoCandidate(_) => 1,
                    Contradiction::NoPlace { .. } => 2,
                }] += 1;
            }
        }
    }
}

/// Finds and checks a path, and holds all that it says against the solution.
fn walk(
    puzzle: &Grid,
    solution: &Solution,
    strategy: &Strategy,
    finder: &NetFinder,
    seen: &mut Seen,
) {
    let path = Path::find(&Pencil::of(puzzle), strategy, finder);
    path.check().unwrap_or_else(|bad| panic!("{puzzle}: {bad}"));
    let is_so = |candidate: Candidate| solution.grid().get(candidate.cell) == Some(candidate.digit);
    for (before, step) in path.replay() {
        match step {
            Step::Singles(singles) => {
                assert!(singles.iter().all(|single| is_so(single.candidate)), "{puzzle}");
            }
            Step::Deduction(deduction) => panic!("{puzzle}: {} is no net", deduction.technique),
            Step::Net(net, chain) => {
                seen.count(net);
                seen.chains += usize::from(chain.is_some());
                for candidate in net.cancellations() {
                    assert!(before.has(candidate), "{puzzle}: {candidate} had gone");
                    assert!(!is_so(candidate), "{puzzle}: {candidate} is so");
                }
            }
        }
    }
    if path.end == PathEnd::Solved {
        assert_eq!(&path.rest.grid(), solution.grid());
        seen.solved += 1;
    } else {
        assert!(matches!(path.end, PathEnd::Stuck { .. }), "{puzzle} has a solution");
    }
}

#[test]
fn no_step_removes_what_is_so() {
    let (mut verifier, finder) = (LockstepVerifier::new(), NetFinder::new(Shape::CLASSIC));
    let sets = [("first.txt", STEP), ("stuck.txt", 1), ("seventeen.txt", 48), ("hardest.txt", 24)];
    let mut puzzles = 0;
    for (name, step) in sets {
        let (catalogue, mut seen) = (catalogue(name, step), Seen::default());
        for puzzle in &catalogue {
            let solution = solution(puzzle, &mut verifier);
            walk(puzzle, &solution, &by_nets(), &finder, &mut seen);
        }
        println!("{name}: {} puzzles, {seen:?}", catalogue.len());
        puzzles += catalogue.len();
        if name == "first.txt" {
            assert!(
                seen.contradictions.iter().all(|&count| count > 0) && seen.chains > 100 / STEP,
                "{seen:?}"
            );
            assert!(seen.chains < seen.nets && seen.solved > 900 / STEP, "{seen:?}");
        }
    }
    assert!(puzzles >= 1_000 / STEP, "{puzzles}");
}

#[test]
fn smart_and_sparing_paths_hold_too() {
    let (mut verifier, finder) = (LockstepVerifier::new(), NetFinder::new(Shape::CLASSIC));
    let mut nets = Vec::new();
    for (is_smart, keeps_one) in [(false, false), (false, true), (true, false), (true, true)] {
        let strategy = Strategy { is_smart, keeps_one, ..by_nets() };
        let mut seen = Seen::default();
        for puzzle in &catalogue("first.txt", 20) {
            let solution = solution(puzzle, &mut verifier);
            walk(puzzle, &solution, &strategy, &finder, &mut seen);
        }
        nets.push(seen.nets);
    }
    assert!(
        nets[2] < nets[0] && nets[0] < nets[1],
        "smart search needs fewer nets, one at a time more: {nets:?}"
    );
}

/// All grids on the paths of some puzzles at which a net is asked for.
fn positions(step: usize) -> Vec<Pencil> {
    let finder = NetFinder::new(Shape::CLASSIC);
    let mut positions = Vec::new();
    let puzzles = [("first.txt", step), ("stuck.txt", 1 + step / 15), ("hardest.txt", step * 50)]
        .map(|(name, step)| catalogue(name, step));
    for puzzle in puzzles.iter().flatten() {
        let path = Path::find(&Pencil::of(puzzle), &by_nets(), &finder);
        positions.extend(
            path.replay()
                .filter(|(_, step)| matches!(step, Step::Net(..)))
                .map(|(before, _)| before),
        );
        positions.extend(matches!(path.end, PathEnd::Stuck { .. }).then_some(path.rest));
    }
    positions
}

fn found(net: &Net) -> Found {
    match &net.conclusion {
        Conclusion::Common(common) => Found::Common(common.clone()),
        Conclusion::Contradicted { .. } => Found::Contradicted(net.cancellations()[0]),
    }
}

#[test]
fn the_simplest_net_is_of_the_first_iteration_that_has_one() {
    let finder = NetFinder::new(Shape::CLASSIC);
    let mut counts = [0; 2];
    for pencil in positions(if LONG { 60 } else { 600 }) {
        let net = finder.simplest(&pencil, &Limits::default());
        let first = plain::iterations(&pencil, &Limits::default())
            .into_iter()
            .find(|found| !found.is_empty());
        counts[usize::from(net.is_some())] += 1;
        let Some(net) = net else {
            assert_eq!(first, None, "{pencil}");
            continue;
        };
        net.check(&pencil).unwrap();
        let first = first.unwrap();
        assert!(first.contains(&(net.pair, found(&net))), "{pencil}: {net:?}\n{first:?}");
    }
    assert!(counts[0] > 0 && counts[1] > if LONG { 15 } else { 1 }, "{counts:?}");
}

#[test]
fn the_best_net_is_the_best_of_all() {
    let finder = NetFinder::new(Shape::CLASSIC);
    for pencil in positions(if LONG { 200 } else { 900 }) {
        let best = finder.best(&pencil, &Limits::default());
        let all = plain::iterations(&pencil, &Limits::default()).into_iter().flatten();
        let outcome = |found: &Found| {
            let mut after = pencil.clone();
            match found {
                Found::Common(common) => {
                    for &candidate in common {
                        after.remove(candidate);
                    }
                }
                Found::Contradicted(start) => after.remove(*start),
            }
            let is_over = totem(&mut after, &mut |_| {}).is_err() || after.is_full();
            (is_over, plain::candidates(&pencil).count() - plain::candidates(&after).count())
        };
        let expected = all.map(|(_, found)| outcome(&found)).max();
        if let Some((score, net)) = &best {
            net.check(&pencil).unwrap();
            assert_eq!((score.length, score.depth), (Reverse(net.length()), Reverse(net.depth())));
        }
        assert_eq!(best.map(|(score, _)| (score.finishes, score.gone)), expected, "{pencil}");
    }
}

/// A grid whose simplest net is more than two starts and cancels several candidates.
fn stuck() -> Pencil {
    let finder = NetFinder::new(Shape::CLASSIC);
    let is_rich = |pencil: &Pencil| {
        let net = finder.simplest(pencil, &Limits::default());
        net.is_some_and(|net| net.length() > 5 && net.cancellations().len() > 1)
    };
    positions(4).into_iter().find(|pencil| is_rich(pencil)).unwrap()
}

#[test]
fn nets_keep_the_limits_on_start_target_depth_and_length() {
    let pencil = stuck();
    let finder = NetFinder::new(Shape::CLASSIC);
    let simplest = |limits: Limits| {
        let net = finder.simplest(&pencil, &limits);
        assert!(net.as_ref().is_none_or(|net| net.check(&pencil).is_ok()));
        net
    };
    let (mut starts, mut targets) = (0, 0);
    for cell in (0..81).map(|index| pencil.shape().cell(index)) {
        if let Some(net) = simplest(Limits { start: Some(cell), ..Limits::default() }) {
            assert!(net.pair.members(&pencil).unwrap().iter().any(|member| member.cell == cell));
            starts += 1;
        }
        if let Some(net) = simplest(Limits { target: Some(cell), ..Limits::default() }) {
            assert!(net.cancellations().iter().all(|candidate| candidate.cell == cell), "{cell}");
            targets += 1;
        }
    }
    assert!(starts > 0 && targets > 0);
    let any = simplest(Limits::default()).unwrap();
    for (what, value) in [("depth", any.depth()), ("length", any.length())] {
        let limits = |most| match what {
            "depth" => Limits { depth: Some(most), ..Limits::default() },
            _ => Limits { length: Some(most), ..Limits::default() },
        };
        assert!(simplest(limits(value)).is_some_and(|net| net.length() == any.length()));
        for most in 0..value {
            let measure = simplest(limits(most))
                .map(|net| if what == "depth" { net.depth() } else { net.length() });
            assert!(
                measure.is_none_or(|measure| measure <= most),
                "{what}: {measure:?} above {most}"
            );
        }
    }
    assert!(
        simplest(Limits { depth: Some(any.depth() - 1), ..Limits::default() }).is_none(),
        "it was of least depth"
    );
    assert!(simplest(Limits { length: Some(1), ..Limits::default() }).is_none());
    let many = any.cancellations().len() + 1;
    let net = simplest(Limits { cancelled: Some(many), ..Limits::default() }).unwrap();
    assert!(net.cancellations().len() >= many);
    let gone = finder.best(&pencil, &Limits::default()).unwrap().0.gone;
    let limits = Limits { gone: Some(gone), ..Limits::default() };
    assert!(finder.simplest(&pencil, &limits).is_some());
    let dropped = any.cancellations();
    let limits = Limits { dropped: dropped.clone(), ..Limits::default() };
    let other = finder.simplest(&pencil, &limits);
    assert!(other.is_none_or(|net| {
        net.cancellations().iter().all(|candidate| !dropped.contains(candidate))
    }));
}

#[test]
fn cancellations_can_be_dropped() {
    let pencil = stuck();
    let net = NetFinder::new(Shape::CLASSIC).simplest(&pencil, &Limits::default()).unwrap();
    for one in net.cancellations() {
        let kept = net.keeping(&pencil, |candidate| candidate == one).unwrap();
        kept.check(&pencil).unwrap();
        assert_eq!(kept.cancellations(), [one]);
        assert!(kept.length() <= net.length());
    }
    assert!(net.keeping(&pencil, |_| false).is_none());
    assert_eq!(net.keeping(&pencil, |_| true).unwrap().length(), net.length(), "it was trimmed");
}

fn candidate(row: u8, column: u8, digit: u8) -> Candidate {
    Candidate { cell: Cell { row: row - 1, column: column - 1 }, digit: Digit::new(digit).unwrap() }
}

/// An empty grid less some candidates.
fn without(gone: impl IntoIterator<Item = Candidate>) -> Pencil {
    let mut pencil = Pencil::of(&Grid::empty(Shape::CLASSIC));
    gone.into_iter().for_each(|candidate| pencil.remove(candidate));
    pencil
}

/// All digits but these of a cell.
fn others(row: u8, column: u8, kept: &[u8]) -> Vec<Candidate> {
    (1..=9)
        .filter(|digit| !kept.contains(digit))
        .map(|digit| candidate(row, column, digit))
        .collect()
}

fn simplest(pencil: &Pencil, start: Candidate) -> (Vec<Candidate>, Conclusion, usize) {
    let limits = Limits { start: Some(start.cell), ..Limits::default() };
    let net = NetFinder::new(Shape::CLASSIC).simplest(pencil, &limits).unwrap();
    net.check(pencil).unwrap();
    (net.cancellations(), net.conclusion.clone(), net.depth())
}

#[test]
fn daj95376s_contradiction_of_type_3() {
    // 4 to 9 stand in the last rows of box 1, and 1, 2 and 3 are left for its first. 3 in r1c8
    // leaves it no place.
    let box_1 = [(2, 4), (2, 5), (2, 6), (3, 7), (3, 8), (3, 9)];
    let mut gone: Vec<Candidate> = box_1
        .iter()
        .enumerate()
        .flat_map(|(k, &(row, digit))| others(row, k as u8 % 3 + 1, &[digit]))
        .collect();
    gone.extend((1..=3).flat_map(|column| others(1, column, &[1, 2, 3])));
    gone.extend(others(1, 8, &[3, 5]));
    let (cancelled, conclusion, depth) = simplest(&without(gone), candidate(1, 8, 3));
    assert_eq!((&cancelled[..], depth), (&[candidate(1, 8, 3)][..], 0));
    let contradiction = Contradiction::NoPlace { digit: Digit::at(2), house: House::Box(0) };
    assert_eq!(conclusion, Conclusion::Contradicted { branch: 0, contradiction });
}

#[test]
fn contradictions_of_type_1_and_2() {
    // Without 1 in row 1, r1c5 and r1c7 would both have to be 2.
    let twice = [others(1, 1, &[1, 9]), others(1, 5, &[1, 2]), others(1, 7, &[1, 2])].concat();
    let (cancelled, conclusion, depth) = simplest(&without(twice), candidate(1, 1, 1));
    assert_eq!((&cancelled[..], depth), (&[candidate(1, 1, 1)][..], 1));
    let cells = [Cell { row: 0, column: 4 }, Cell { row: 0, column: 6 }];
    let contradiction = Contradiction::Twice { digit: Digit::at(1), house: House::Row(0), cells };
    assert_eq!(conclusion, Conclusion::Contradicted { branch: 0, contradiction });

    let nothing = [
        others(1, 1, &[1, 9]),
        others(1, 5, &[1, 2]),
        others(5, 1, &[1, 3]),
        others(5, 5, &[2, 3]),
    ]
    .concat();
    let (cancelled, conclusion, depth) = simplest(&without(nothing), candidate(1, 1, 1));
    assert_eq!((&cancelled[..], depth), (&[candidate(1, 1, 1)][..], 1));
    let contradiction = Contradiction::NoCandidate(Cell { row: 4, column: 4 });
    assert_eq!(conclusion, Conclusion::Contradicted { branch: 0, contradiction });
}

#[test]
fn an_xy_wing_is_a_chain() {
    // r1c1 is 1 or 2; with 1, r1c5 is 3; with 2, r5c1 is 3: so r5c5 is not.
    let wing = [others(1, 1, &[1, 2]), others(1, 5, &[1, 3]), others(5, 1, &[2, 3])].concat();
    let pencil = without(wing);
    let net = NetFinder::new(Shape::CLASSIC).simplest(&pencil, &Limits::default()).unwrap();
    net.check(&pencil).unwrap();
    let alphabet = Alphabet::usual(Shape::CLASSIC);
    let chain = net.chain(&pencil).unwrap();
    assert_eq!(chain.eureka(&alphabet).to_string(), "(3=1)r1c5-(1=2)r1c1-(2=3)r5c1 => r5c5<>3");
}

#[test]
fn what_does_not_follow_is_refused() {
    let pencil = stuck();
    let net = NetFinder::new(Shape::CLASSIC).simplest(&pencil, &Limits::default()).unwrap();
    assert_eq!(net.check(&pencil), Ok(()));
    let mut without_start = net.clone();
    without_start.branches[0].clear();
    assert_eq!(without_start.check(&pencil), Err(BadNet::Start));
    let mut exchanged = net.clone();
    exchanged.branches.swap(0, 1);
    assert_eq!(exchanged.check(&pencil), Err(BadNet::Start));
    let mut unfounded = net.clone();
    let branch = usize::from(unfounded.branches[0].len() < 2);
    let node = &mut unfounded.branches[branch][1];
    node.iteration = 0; // its premises have to be earlier
    let candidate = node.single.candidate;
    assert_eq!(unfounded.check(&pencil), Err(BadNet::Placement(candidate)));
    let mut more = net.clone();
    let cell = pencil
        .shape()
        .cell((0..81).find(|&cell| !pencil.is_set(pencil.shape().cell(cell))).unwrap());
    let solution = solution(&pencil.grid(), &mut LockstepVerifier::new());
    more.conclusion =
        Conclusion::Common(vec![Candidate { cell, digit: solution.grid().get(cell).unwrap() }]);
    assert_eq!(more.check(&pencil), Err(BadNet::Conclusion));
}

#[test]
fn a_false_path_is_refused() {
    let puzzle = &catalogue("first.txt", 1)[0];
    let finder = NetFinder::new(Shape::CLASSIC);
    let path = Path::find(&Pencil::of(puzzle), &by_nets(), &finder);
    let mut false_end = path.clone();
    false_end.end =
        if path.end == PathEnd::Solved { PathEnd::Stuck { needs: None } } else { PathEnd::Solved };
    assert!(false_end.check().is_err());
    let mut shorter = path.clone();
    shorter.steps.remove(0);
    assert!(shorter.check().is_err());
    let mut made_up = path;
    let single = Single { candidate: made_up.start.grid().clues().next().unwrap(), house: None };
    made_up.steps.insert(0, Step::Singles(vec![single]));
    assert!(made_up.check().is_err());
}

#[test]
fn of_a_puzzle_without_a_solution_it_is_shown() {
    let (mut verifier, finder) = (LockstepVerifier::new(), NetFinder::new(Shape::CLASSIC));
    let mut shown = [0; 2];
    for puzzle in catalogue("first.txt", if LONG { 5 } else { 20 }) {
        let solution = solution(&puzzle, &mut verifier);
        let clue = puzzle.clues().next().unwrap();
        for digit in puzzle.shape().digits().filter(|&digit| digit != clue.digit).take(3) {
            let mut changed = puzzle.clone();
            changed.set(clue.cell, Some(digit));
            let path = Path::find(&Pencil::of(&changed), &by_nets(), &finder);
            path.check().unwrap();
            let verdict = verifier.verify(&changed);
            match path.end {
                PathEnd::Impossible(_) => assert_eq!(verdict, Verdict::Impossible, "{changed}"),
                PathEnd::Solved => {
                    assert_eq!(verdict.witnesses()[0].grid(), &path.rest.grid(), "{changed}");
                }
                PathEnd::Stuck { .. } | PathEnd::Open => {}
            }
            shown[usize::from(matches!(path.end, PathEnd::Impossible(_)))] += 1;
        }
        // Less a clue it has more solutions, and nets conclude what all of them have.
        let mut less = puzzle.clone();
        less.set(clue.cell, None);
        let path = Path::find(&Pencil::of(&less), &by_nets(), &finder);
        path.check().unwrap();
        let is_there = |index: usize| {
            let cell = less.shape().cell(index);
            path.rest.has(Candidate { cell, digit: solution.grid().get(cell).unwrap() })
        };
        assert!((0..81).all(is_there), "{less}: a solution was lost");
    }
    assert!(shown[1] > if LONG { 100 } else { 25 }, "{shown:?}");
}

#[test]
fn a_pair_has_two_different_candidates() {
    let pencil = stuck();
    let pairs: Vec<Pair> = pairs(&pencil);
    assert!(pairs.len() > 20);
    for pair in pairs {
        let [one, other] = pair.members(&pencil).unwrap();
        assert!(one != other && pencil.has(one) && pencil.has(other));
    }
}

#[test]
fn other_shapes_have_nets_too() {
    let path = File::new(env!("CARGO_MANIFEST_DIR")).join("data/16x16.txt");
    let text = fs::read_to_string(path).unwrap();
    let line = text.lines().find(|line| !line.starts_with('#')).unwrap();
    let shape = Shape::new(4, 4).unwrap();
    let (puzzle, _) = Grid::read(line.as_bytes(), shape, &Alphabet::usual(shape)).unwrap();
    let path = Path::find(&Pencil::of(&puzzle), &by_nets(), &NetFinder::new(shape));
    path.check().unwrap();
    assert!(path.steps.iter().any(|step| matches!(step, Step::Net(..))));
}
