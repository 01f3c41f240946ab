//! Verdicts on whole sets of puzzles, on one thread, beside the `sudoku` crate: tables with ratios
//! and targets.
//!
//! ```text
//!      cargo bench --bench verify                        all sets
//!      cargo bench --bench verify -- hard --passes 15    sets whose names contain `hard`
//!      cargo bench --bench verify -- --test              few puzzles, once: only whether all agree
//! ```
//!
//! Each way of asking is given the text of a set, a puzzle a line, and says for each puzzle whether
//! it has 0, 1 or more solutions. To read the lines is part of every way's time, to build what is
//! built once is of none. The ways take turns, pass after pass, and of each the fastest pass
//! counts: whatever else the machine does only makes a pass slower. After every pass, timed or not,
//! each answer is compared with the crate's.
//!
//! `TOURDION_PATH` names the instruction path to take: portable, avx2 or avx512. Without it, the
//! best is taken.
//!
//! Criterion times the other benches. It does not print ratios, and takes one side's samples before
//! the other's.

use std::env;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use sudoku::Sudoku;
use tourdion::instructions::Instructions;
use tourdion::sudoku::{Alphabet, Grid, Shape};
use tourdion::verify::{Audience, Kind, LinksVerifier, LockstepVerifier, Verdict, Verifier};
use tourdion::watch::Patient;

mod sets;

/// Passes, unless the arguments say how many.
const PASSES: usize = 7;

/// Grids that are read before they are verified together: enough to fill all lanes for long, and
/// few enough to stay in the cache.
const BATCH: usize = 2048;

/// The sets, each with the ratios to the crate that are to be reached, many puzzles at once and one
/// a call, and every how many of its puzzles are timed.
const SETS: [(&str, [f64; 2], usize); 5] = [
    ("seventeen", [10.0, 3.5], 1),
    ("hardest", [9.0, 3.5], 5),
    ("pseudo", [4.5, 1.6], 1),
    ("impossible", [7.0, 2.3], 1),
    ("easy", [10.0, 4.0], 1),
];

/// The slow links engine gets one of this number of the others' puzzles.
const LINKS_STEP: usize = 20;

/// In a run that only checks, all get one puzzle of this number.
const CHECK_STEP: usize = 199;

fn main() -> ExitCode {
    let arguments = Arguments::read(env::args().skip(1));
    if !SETS.iter().any(|(name, ..)| arguments.wants(name)) {
        return ExitCode::SUCCESS; // `cargo bench -- NAME` is about another bench
    }
    if arguments.passes == 0 {
        eprintln!("verify: expected a number of passes after --passes");
        return ExitCode::from(2);
    }
    let path = match path() {
        Ok(path) => path,
        Err(complaint) => {
            eprintln!("verify: {complaint}");
            return ExitCode::from(2);
        }
    };
    let sets = Set::all(&arguments);
    if arguments.is_check {
        for set in &sets {
            set.times(path, 1);
            println!("{}: all agree on {} puzzles", set.name, set.answers.len());
        }
    } else {
        let measured: Vec<(&Set, Times)> =
            sets.iter().map(|set| (set, set.times(path, arguments.passes))).collect();
        print_tables(&measured, arguments.passes);
    }
    ExitCode::SUCCESS
}

/// The instruction path that is to be taken, which is said.
fn path() -> Result<Instructions, String> {
    let Some(name) = env::var_os("TOURDION_PATH") else {
        println!(
            "Instruction path: {}, the best here; TOURDION_PATH is not set",
            Instructions::best()
        );
        return Ok(Instructions::best());
    };
    let path: Instructions =
        name.to_string_lossy().parse().map_err(|error| format!("TOURDION_PATH: {error}"))?;
    if !path.is_here() {
        return Err(format!("TOURDION_PATH: this processor has no {path}"));
    }
    println!("Instruction path: {path}, as TOURDION_PATH says");
    Ok(path)
}

/// What the command line asks for.
struct Arguments {
    /// Sets whose names contain one of these; all, if there are none.
    names: Vec<String>,
    /// 0 if it could not be read.
    passes: usize,
    /// Whether only to check. Cargo says `--bench` where times are wanted, and criterion heeds it
    /// too.
    is_check: bool,
}

impl Arguments {
    /// Options are for all benches together, as `cargo bench` runs them: one of criterion's is no
    /// error.
    fn read(mut given: impl Iterator<Item = String>) -> Arguments {
        let mut arguments = Arguments { names: Vec::new(), passes: PASSES, is_check: true };
        let mut is_test = false;
        while let Some(argument) = given.next() {
            match argument.as_str() {
                "--bench" => arguments.is_check = false,
                "--test" => is_test = true,
                "--passes" => {
                    arguments.passes = given.next().and_then(|n| n.parse().ok()).unwrap_or(0);
                }
                option if option.starts_with('-') => {
                    eprintln!("verify: there is no option `{option}` here");
                }
                name => arguments.names.push(name.to_owned()),
            }
        }
        arguments.is_check |= is_test;
        arguments
    }

    fn wants(&self, set: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| set.contains(name.as_str()))
    }
}

/// A set of puzzles as text, a puzzle a line.
struct Set {
    name: &'static str,
    /// The ratios to the crate that are to be reached, many at once and one a call.
    targets: [f64; 2],
    /// The catalogue that it was made from.
    made_from: &'static str,
    text: String,
    /// The part of it for the links engine.
    part: String,
    /// How many solutions each puzzle has, up to two, as the crate says.
    answers: Vec<u8>,
}

impl Set {
    /// The sets that are wanted.
    fn all(arguments: &Arguments) -> Vec<Set> {
        let mut verifier = LinksVerifier::default();
        let (seventeen, hardest) = (sets::seventeen(), sets::hardest());
        let set = |(name, targets, step): (&'static str, [f64; 2], usize)| {
            let (from, puzzles) = match name {
                "seventeen" => (&seventeen, seventeen.puzzles.clone()),
                "hardest" => (&hardest, hardest.puzzles.clone()),
                "pseudo" => (&seventeen, sets::pseudo(&seventeen.puzzles)),
                "impossible" => (&hardest, sets::impossible(&hardest.puzzles, &mut verifier)),
                "easy" => (&seventeen, sets::easy(&seventeen.puzzles, &mut verifier)),
                _ => unreachable!("there is no set {name}"),
            };
            let step = if arguments.is_check { CHECK_STEP } else { step };
            let text = lines(&puzzles, step);
            let mut answers = Vec::new();
            count_by_crate(&text, &mut answers);
            Set {
                name,
                targets,
                made_from: from.file,
                text,
                part: lines(&puzzles, step * LINKS_STEP),
                answers,
            }
        };
        SETS.into_iter().filter(|(name, ..)| arguments.wants(name)).map(set).collect()
    }

    /// The least time that each way took for a puzzle.
    fn times(&self, path: Instructions, passes: usize) -> Times {
        eprintln!("verify: {} puzzles of {}", self.answers.len(), self.name);
        let mut askers = WAYS.map(|way| way.asker(path));
        let mut least = [f64::INFINITY; WAYS.len()];
        let mut answers = Vec::with_capacity(self.answers.len());
        for _ in 0..passes {
            for (k, way) in WAYS.into_iter().enumerate() {
                let text = if way == Way::Links { &self.part } else { &self.text };
                answers.clear();
                let began = Instant::now();
                askers[k](text, &mut answers);
                let micros = began.elapsed().as_secs_f64() * 1e6;
                assert!(
                    way.share_of(&self.answers).eq(&answers),
                    "{way:?} is at odds with the crate"
                );
                least[k] = least[k].min(micros / f64::from(answers.len() as u32));
            }
        }
        Times(least)
    }
}

/// Every `step`-th puzzle, a line each.
fn lines(puzzles: &[Grid], step: usize) -> String {
    let lines: Vec<String> = puzzles.iter().step_by(step).map(Grid::to_string).collect();
    lines.join("\n")
}

/// A way of asking how many solutions puzzles have.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    /// The crate counts.
    Crate,
    /// The crate counts and writes up to two solutions into a buffer: of its calls that give
    /// solutions the fastest.
    CrateWitnesses,
    /// `verify_all`, and only the kinds.
    Kinds,
    /// `verify_all`, and every verdict made.
    Witnesses,
    /// `verify`, a call a puzzle.
    One,
    /// `verify_all` of the links engine, and only the kinds.
    Links,
}

const WAYS: [Way; 6] =
    [Way::Crate, Way::Kinds, Way::One, Way::CrateWitnesses, Way::Witnesses, Way::Links];

/// For each line of a text, 0, 1 or 2: no solution, one or more.
type Asker = Box<dyn FnMut(&str, &mut Vec<u8>)>;

impl Way {
    /// Of a set's answers those that the way is asked for.
    fn share_of(self, answers: &[u8]) -> impl Iterator<Item = &u8> {
        answers.iter().step_by(if self == Way::Links { LINKS_STEP } else { 1 })
    }

    /// What is built once for a way, and asks.
    fn asker(self, path: Instructions) -> Asker {
        match self {
            Way::Crate => Box::new(count_by_crate),
            Way::CrateWitnesses => {
                let mut found = [[0; 81]; 2];
                Box::new(move |text, answers| {
                    for line in text.lines() {
                        let count = read_by_crate(line).solutions_up_to_buffer(&mut found, 2);
                        black_box(&found);
                        answers.push(count as u8);
                    }
                })
            }
            Way::Kinds => many(LockstepVerifier::on(path), None),
            Way::Witnesses => {
                many(LockstepVerifier::on(path), Some(|verdict| drop(black_box(verdict()))))
            }
            Way::Links => many(LinksVerifier::default(), None),
            Way::One => {
                let (mut verifier, alphabet) =
                    (LockstepVerifier::on(path), Alphabet::usual(Shape::CLASSIC));
                Box::new(move |text, answers| {
                    for line in text.lines() {
                        answers.push(answer(
                            black_box(verifier.verify(&read(line, &alphabet))).kind(),
                        ));
                    }
                })
            }
        }
    }
}

fn count_by_crate(text: &str, answers: &mut Vec<u8>) {
    answers.extend(text.lines().map(|line| read_by_crate(line).solutions_count_up_to(2) as u8));
}

/// Asks `verifier` for many at once, and does with each verdict what `heed` does, if anything.
fn many(mut verifier: impl Verifier + 'static, heed: Option<Heed>) -> Asker {
    let alphabet = Alphabet::usual(Shape::CLASSIC);
    let mut batch = Vec::with_capacity(BATCH);
    Box::new(move |text, answers| {
        let mut lines = text.lines();
        loop {
            batch.clear();
            batch.extend(lines.by_ref().take(BATCH).map(|line| read(line, &alphabet)));
            if batch.is_empty() {
                return;
            }
            let _ = verifier.verify_all(
                &mut batch.iter(),
                &mut Listener { answers, heed },
                &mut Patient,
            );
        }
    })
}

/// What is done with a verdict.
type Heed = fn(&dyn Fn() -> Verdict);

/// Writes answers down, and heeds verdicts if it has been told how.
struct Listener<'a> {
    answers: &'a mut Vec<u8>,
    heed: Option<Heed>,
}

impl Audience for Listener<'_> {
    fn verdict(&mut self, kind: Kind, verdict: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        if let Some(heed) = self.heed {
            heed(verdict);
        }
        self.answers.push(answer(kind));
        ControlFlow::Continue(())
    }

    fn wants_witnesses(&self) -> bool {
        self.heed.is_some()
    }
}

fn read(line: &str, alphabet: &Alphabet) -> Grid {
    Grid::read(line.as_bytes(), Shape::CLASSIC, alphabet).expect("a set's lines are grids").0
}

fn read_by_crate(line: &str) -> Sudoku {
    Sudoku::from_str_line(line).expect("a set's lines are grids")
}

/// A kind in the crate's terms.
const fn answer(kind: Kind) -> u8 {
    match kind {
        Kind::Impossible => 0,
        Kind::Proper => 1,
        Kind::Pseudo => 2,
    }
}

/// µs a puzzle, for each of [`WAYS`].
struct Times([f64; WAYS.len()]);

impl Times {
    fn of(&self, way: Way) -> f64 {
        self.0[WAYS.iter().position(|&other| other == way).expect("every way is timed")]
    }
}

/// Prints Markdown, fit for `docs/benchmarks/puzzles.md`.
fn print_tables(measured: &[(&Set, Times)], passes: usize) {
    println!("One thread; µs a puzzle, reading included; the least of {passes} passes in turn.\n");
    println!("Many at once (`verify_all`), kinds only, beside `solutions_count_up_to(2)`:\n");
    print_table(measured, Way::Crate, Way::Kinds, |set| format!("{:.1}", set.targets[0]));
    println!(
        "One puzzle a call (`verify`, which makes its witnesses), beside \
         `solutions_count_up_to(2)`:\n"
    );
    print_table(measured, Way::Crate, Way::One, |set| format!("{:.1}", set.targets[1]));
    println!("Many at once, all witnesses made, beside `solutions_up_to_buffer(_, 2)`:\n");
    print_table(measured, Way::CrateWitnesses, Way::Witnesses, |_| "none".to_owned());
    println!("`LinksVerifier`, kinds only, every {LINKS_STEP}th of these puzzles:\n");
    print_table(measured, Way::Crate, Way::Links, |_| "none".to_owned());
}

fn print_table(measured: &[(&Set, Times)], theirs: Way, ours: Way, target: fn(&Set) -> String) {
    println!("| set | made from | puzzles | `sudoku` | tourdion | ratio | target |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    for (set, times) in measured {
        let Set { name, made_from, .. } = set;
        let (puzzles, target) = (ours.share_of(&set.answers).count(), target(set));
        let (theirs, ours) = (times.of(theirs), times.of(ours));
        let ratio = theirs / ours;
        println!(
            "| {name} | {made_from} | {puzzles} | {theirs:.3} | {ours:.3} | {ratio:.2} | {target} |"
        );
    }
    println!();
}
