//! Forcing nets against the solution: nothing that is so is ever removed, every net can be replayed, and so can what is
//! left of it when it is trimmed.

use std::fs;
use std::path::Path;

use tourdion::logic::{BadNet, Conclusion, Contradiction, Limits, Net, Pencil, first_net, pairs, totem};
use tourdion::sudoku::{Grid, Solution};
use tourdion::verify::{LockstepVerifier, Verdict, Verifier};

fn catalogue(name: &str, step: usize) -> Vec<Grid> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return Vec::new();
    };
    let lines = text.lines().filter(|line| !line.starts_with('#')).step_by(step);
    lines.map(|line| line[..81].parse().unwrap()).collect()
}

/// What was seen on the way to the end of a puzzle, or as far as nets go.
#[derive(Default, Debug)]
struct Seen {
    nets: usize,
    common: usize,
    /// Contradictions of type 1, 2 and 3.
    contradictions: [usize; 3],
    shorter: usize,
    solved: usize,
}

/// Solves a puzzle by singles and nets, and checks every step.
fn solve(puzzle: &Grid, solution: &Solution, seen: &mut Seen) {
    let mut pencil = Pencil::of(puzzle);
    loop {
        totem(&mut pencil, &mut |_| {}).unwrap();
        let Some(net) = first_net(&pencil, &Limits::default()) else { break };
        net.check(&pencil).unwrap_or_else(|bad| panic!("{puzzle}: {bad}: {net:?}"));
        let trimmed = net.trimmed(&pencil);
        trimmed.check(&pencil).unwrap_or_else(|bad| panic!("{puzzle}: trimmed: {bad}: {trimmed:?}"));
        let length = |net: &Net| net.branches.iter().map(Vec::len).sum::<usize>();
        seen.shorter += usize::from(length(&trimmed) < length(&net));
        assert_eq!(trimmed.cancellations(), net.cancellations());
        seen.nets += 1;
        match net.conclusion {
            Conclusion::Common(_) => seen.common += 1,
            Conclusion::Contradicted { contradiction, .. } => {
                seen.contradictions[match contradiction {
                    Contradiction::Twice { .. } => 0,
                    Contradiction::NoCandidate(_) => 1,
                    Contradiction::NoPlace { .. } => 2,
                }] += 1;
            }
        }
        for candidate in net.cancellations() {
            assert!(pencil.has(candidate), "{puzzle}: {candidate} had gone");
            assert_ne!(
                solution.grid().get(candidate.cell),
                Some(candidate.digit),
                "{puzzle}: {candidate} is so"
            );
            pencil.remove(candidate);
        }
    }
    if pencil.grid().is_full() {
        assert_eq!(&pencil.grid(), solution.grid());
        seen.solved += 1;
    }
}

#[test]
fn no_net_removes_what_is_so() {
    let mut verifier = LockstepVerifier::new();
    for (name, step) in [("data/first.txt", 5), ("../shared/data/hardest.txt", 300)] {
        let (puzzles, mut seen) = (catalogue(name, step), Seen::default());
        for puzzle in &puzzles {
            let Verdict::Proper(solution) = verifier.verify(puzzle) else { panic!("{puzzle}") };
            solve(puzzle, &solution, &mut seen);
        }
        println!("{name}: {} puzzles, {seen:?}", puzzles.len());
        assert!(puzzles.is_empty() || seen.common > 0 && seen.shorter > 0, "{seen:?}");
        if name == "data/first.txt" {
            assert!(seen.nets > 100 && seen.contradictions.iter().all(|&count| count > 0), "{seen:?}");
            assert!(seen.solved > puzzles.len() / 2, "{seen:?}");
        }
    }
}

/// The first puzzle that singles do not solve, after them, whose first net is more than two starts.
fn stuck() -> Pencil {
    let puzzles = catalogue("data/first.txt", 1).into_iter();
    let mut pencils = puzzles.map(|puzzle| {
        let mut pencil = Pencil::of(&puzzle);
        totem(&mut pencil, &mut |_| {}).unwrap();
        pencil
    });
    let has_singles = |net: &Net| net.branches.iter().any(|branch| branch.len() > 1);
    pencils.find(|pencil| first_net(pencil, &Limits::default()).as_ref().is_some_and(has_singles)).unwrap()
}

#[test]
fn limits_limit() {
    let pencil = stuck();
    let any = first_net(&pencil, &Limits::default()).unwrap();
    let start = any.pair.members(&pencil).unwrap()[0].cell;
    for cell in (0..81).map(|index| pencil.shape().cell(index)) {
        if let Some(net) = first_net(&pencil, &Limits { start: Some(cell), ..Limits::default() }) {
            let members = net.pair.members(&pencil).unwrap();
            assert!(members.iter().any(|member| member.cell == cell));
        }
        if let Some(net) = first_net(&pencil, &Limits { target: Some(cell), ..Limits::default() }) {
            assert!(net.cancellations().iter().all(|candidate| candidate.cell == cell), "{cell}");
            net.check(&pencil).unwrap();
        }
        let both = Limits { start: Some(start), target: Some(cell), ..Limits::default() };
        assert!(first_net(&pencil, &both).is_none_or(|net| net.check(&pencil).is_ok()));
    }
    for depth in 0..8 {
        if let Some(net) = first_net(&pencil, &Limits { depth: Some(depth), ..Limits::default() }) {
            assert!(net.branches.iter().flatten().all(|placement| placement.iteration <= depth));
        }
    }
    let length = any.branches.iter().map(Vec::len).sum::<usize>();
    for length in 2..=length {
        if let Some(net) = first_net(&pencil, &Limits { length: Some(length), ..Limits::default() }) {
            assert!(net.branches.iter().map(Vec::len).sum::<usize>() <= length);
        }
    }
    assert!(first_net(&pencil, &Limits { length: Some(1), ..Limits::default() }).is_none());
}

#[test]
fn what_does_not_follow_is_refused() {
    let pencil = stuck();
    let net = first_net(&pencil, &Limits::default()).unwrap();
    assert_eq!(net.check(&pencil), Ok(()));
    let mut without_start = net.clone();
    without_start.branches[0].clear();
    assert_eq!(without_start.check(&pencil), Err(BadNet::Start));
    let mut exchanged = net.clone();
    exchanged.branches.swap(0, 1);
    assert_eq!(exchanged.check(&pencil), Err(BadNet::Start));
    let mut unfounded = net.clone();
    let branch = usize::from(unfounded.branches[0].len() < 2);
    unfounded.branches[branch][1].premises.clear();
    assert!(matches!(unfounded.check(&pencil), Err(BadNet::Placement(_))));
    let mut more = net.clone();
    let true_one = {
        let Verdict::Proper(solution) = LockstepVerifier::new().verify(&pencil.grid()) else {
            panic!("it is proper")
        };
        let cell =
            (0..81).map(|index| pencil.shape().cell(index)).find(|&cell| !pencil.is_set(cell)).unwrap();
        tourdion::sudoku::Candidate { cell, digit: solution.grid().get(cell).unwrap() }
    };
    more.conclusion = Conclusion::Common(vec![true_one]);
    assert_eq!(more.check(&pencil), Err(BadNet::Conclusion));
}

#[test]
fn pairs_are_two() {
    let pencil = stuck();
    let pairs = pairs(&pencil);
    assert!(pairs.len() > 20);
    for pair in pairs {
        let [one, other] = pair.members(&pencil).unwrap();
        assert!(one != other && pencil.has(one) && pencil.has(other));
    }
}
