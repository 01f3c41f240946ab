//! Whole tours: from a few puzzles to their neighbours, essentially different ones.
//!
//! ```text
//!      cargo bench --bench tours                  all tours, on one thread and on two
//!      cargo bench --bench tours -- --passes 9    more passes
//!      cargo bench --bench tours -- '{-1+1}'      tours with this in their names
//!      cargo bench --bench tours -- --test        one puzzle of each, once: only whether all agree
//! ```
//!
//! ```text
//!      puzzle ──▶ on phase ──▶ canonical form ──▶ a set of those seen         all of it is timed
//! ```
//!
//! Beside the seconds of a tour stands what plain toggling (links, each candidate held and released
//! on one engine) would take: it is asked about a sample of the sets of clues in the same run, and
//! the tour is that many times as fast for a pseudo-puzzle. A *clue trial* is a candidate of a
//! pseudo-puzzle that its clues do not rule out: trying candidates one by one verifies this number
//! of puzzles. With two to add, it is a pair of candidates.
//!
//! `TOURDION_PATH` names the instruction path to take: portable, avx2 or avx512. Without it, the
//! best is taken.
//!
//! The threads take turns, pass after pass, and of each the fastest pass counts. A tour whose
//! catalogue is absent is skipped, and standard error says so (`sets::catalogue`).

use std::collections::HashSet;
use std::env;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tourdion::cover::question::critical::Method;
use tourdion::instructions::Instructions;
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::threads::Threads;
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::on::{Finder, FoundPuzzle, LinksOnPhase, OffOn, OnPhase, Sample};
use tourdion::watch::Patient;

mod sets;

/// A tour: clues off and on, a catalogue and how many of its puzzles, the seconds that are its
/// target, and of how many sets of clues in a million toggling is asked about.
struct Tour {
    off: usize,
    on: usize,
    file: &'static str,
    puzzles: usize,
    target: f64,
    toggled_per_million: u32,
}

const TOURS: [Tour; 4] = [
    Tour::new((1, 1), "seventeen.txt", 20, 0.05, 60_000),
    Tour::new((2, 1), "seventeen.txt", 20, 0.12, 6_000),
    Tour::new((1, 1), "hardest.txt", 100, 0.5, 8_000),
    Tour::new((2, 2), "seventeen.txt", 1, 0.4, 0),
];

/// Passes, unless the arguments say how many.
const PASSES: usize = 5;

impl Tour {
    const fn new(
        (off, on): (usize, usize),
        file: &'static str,
        puzzles: usize,
        target: f64,
        toggled_per_million: u32,
    ) -> Tour {
        Tour { off, on, file, puzzles, target, toggled_per_million }
    }

    /// As it is called in the table; fewer puzzles may be taken.
    fn name(&self) -> String {
        format!("{{-{}+{}}}, {} of {}", self.off, self.on, self.puzzles, self.file)
    }

    fn step(&self) -> OffOn {
        OffOn::new(self.off, self.on)
    }
}

fn main() -> ExitCode {
    let (mut passes, mut is_test, mut names) = (Some(PASSES), false, Vec::new());
    let mut given = env::args().skip(1);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--bench" => {}
            "--test" => is_test = true,
            "--passes" => {
                passes = given
                    .next()
                    .and_then(|number| number.parse().ok())
                    .filter(|&number| number > 0);
            }
            option if option.starts_with("--") => {
                eprintln!("tours: there is no option `{option}` here");
            }
            name => names.push(name.to_owned()),
        }
    }
    let Some(passes) = passes else {
        eprintln!("tours: expected a number of passes after --passes");
        return ExitCode::from(2);
    };
    let is_asked = |tour: &&Tour| {
        names.is_empty() || names.iter().any(|name| tour.name().contains(name.as_str()))
    };
    let asked: Vec<&Tour> = TOURS.iter().filter(is_asked).collect();
    if asked.is_empty() {
        return ExitCode::SUCCESS; // `cargo bench -- NAME` is about another bench
    }
    let passes = if is_test { 1 } else { passes };
    let path = match path() {
        Ok(path) => path,
        Err(why) => {
            eprintln!("tours: {why}");
            return ExitCode::from(2);
        }
    };
    println!(
        "| tour | pseudo-puzzles | found | one thread, s | target | two, s | speed-up \
         | clue trials a second, both | times toggling |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for tour in asked {
        let Some(mut puzzles) = puzzles(tour) else { continue };
        if is_test {
            puzzles.truncate(usize::from(tour.on == 1));
        }
        if !puzzles.is_empty() {
            compare(tour, &puzzles, path, passes);
        }
    }
    ExitCode::SUCCESS
}

/// The instruction path that is to be taken, which is said.
fn path() -> Result<Instructions, String> {
    let Ok(name) = env::var("TOURDION_PATH") else {
        println!(
            "Instruction path: {}, the best here; TOURDION_PATH is not set\n",
            Instructions::best()
        );
        return Ok(Instructions::best());
    };
    let path: Instructions = name.parse().map_err(|error| format!("TOURDION_PATH: {error}"))?;
    if !path.is_here() {
        return Err(format!("TOURDION_PATH: this processor has no {path}"));
    }
    println!("Instruction path: {path}, as TOURDION_PATH says\n");
    Ok(path)
}

/// The first puzzles of the tour's catalogue; `None`, and a word on standard error, if it is not
/// there.
fn puzzles(tour: &Tour) -> Option<Vec<Grid>> {
    let Some(mut puzzles) = sets::catalogue(tour.file) else {
        eprintln!("skipped: {} is not there", tour.file);
        return None;
    };
    puzzles.truncate(tour.puzzles);
    Some(puzzles)
}

/// Times a tour, and prints its row.
fn compare(tour: &Tour, puzzles: &[Grid], path: Instructions, passes: usize) {
    let pools = [1, 2].map(Threads::new);
    let pools = pools.map(|pool| pool.expect("threads can be started"));
    let mut least = [Duration::MAX; 2];
    let mut found: Option<HashSet<Grid>> = None;
    for _ in 0..passes {
        for (pool, least) in pools.iter().zip(&mut least) {
            let began = Instant::now();
            let forms = run(pool, tour, puzzles, path);
            *least = (*least).min(began.elapsed());
            let first = found.get_or_insert_with(|| forms.clone());
            assert_eq!(*first, forms, "all threads find the same");
        }
    }
    let found = found.unwrap_or_default();
    let Trials { pseudo, clue_trials } = trials(tour, puzzles);
    let [one, two] = least.map(|least| least.as_secs_f64());
    let toggling = toggled(tour, puzzles)
        .map_or_else(|| "-".to_owned(), |each| format!("{:.0}", each / (one / f64::from(pseudo))));
    println!(
        "| {{-{}+{}}}, {} of {} | {pseudo} | {} | {one:.3} | {} | {two:.3} | {:.2} \
         | {:.1} million | {toggling} |",
        tour.off,
        tour.on,
        puzzles.len(),
        tour.file,
        found.len(),
        tour.target,
        one / two,
        f64::from(clue_trials) / two / 1e6,
    );
}

/// The canonical forms of what is found.
fn run(pool: &Threads, tour: &Tour, puzzles: &[Grid], path: Instructions) -> HashSet<Grid> {
    let seen = Mutex::new(HashSet::new());
    let phase = LockstepOnPhase::on(path);
    pool.run(|| {
        puzzles.par_iter().with_max_len(1).for_each(|puzzle| {
            let batch = Mutex::new(Vec::new());
            let finder = |found: FoundPuzzle| {
                batch.lock().expect("no finder panics").push(found.puzzle);
                ControlFlow::Continue(())
            };
            phase
                .tour(puzzle, &tour.step(), &finder, &Patient)
                .expect("catalogues of proper puzzles");
            let batch = batch.into_inner().expect("no finder panics");
            let forms: Vec<Grid> = batch
                .par_iter()
                .with_min_len(64)
                .map_init(Canoniser::new, |canoniser, grid| {
                    canoniser.form(grid).expect("it is 9x9")
                })
                .collect();
            seen.lock().expect("no thread panics").extend(forms);
        });
    });
    seen.into_inner().expect("no thread panics")
}

struct Trials {
    pseudo: u32,
    clue_trials: u32,
}

/// Counts pseudo-puzzles, and the candidates in empty cells that no clue rules out, or their pairs.
fn trials(tour: &Tour, puzzles: &[Grid]) -> Trials {
    let mut trials = Trials { pseudo: 0, clue_trials: 0 };
    for puzzle in puzzles {
        let clues: Vec<_> = puzzle.clues().collect();
        let pairs = (0..clues.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let sets: Vec<Vec<usize>> = match tour.off {
            1 => (0..clues.len()).map(|a| vec![a]).collect(),
            _ => pairs.map(|(a, b)| vec![a, b]).collect(),
        };
        for set in sets {
            let mut rest = puzzle.clone();
            for k in set {
                rest.set(clues[k].cell, None);
            }
            let candidates = candidates(&rest);
            trials.pseudo += 1;
            trials.clue_trials +=
                if tour.on == 1 { candidates } else { candidates * (candidates - 1) / 2 };
        }
    }
    trials
}

fn candidates(rest: &Grid) -> u32 {
    let shape = rest.shape();
    let is_free = |&index: &usize| rest.cells()[index].is_none();
    (0..81)
        .filter(is_free)
        .map(|index| {
            let houses = shape.houses_of(shape.cell(index));
            let stands = |digit| {
                houses.iter().any(|&h| shape.cells_of(h).any(|c| rest.get(c) == Some(digit)))
            };
            shape.digits().map(|digit| u32::from(!stands(digit))).sum::<u32>()
        })
        .sum()
}

/// The seconds that toggling takes for a pseudo-puzzle of the sample; `None` if it isn't asked.
fn toggled(tour: &Tour, puzzles: &[Grid]) -> Option<f64> {
    if tour.toggled_per_million == 0 {
        return None;
    }
    let sample = Some(Sample { per_million: tour.toggled_per_million, seed: 1 });
    let step = OffOn { sample, ..tour.step() };
    let phase = LinksOnPhase::new(Method::Toggled);
    let counter = Counter(AtomicU32::new(0));
    let began = Instant::now();
    // Each set is taken by its numbers, which are the same in all puzzles; so not all puzzles have
    // the same sets.
    for (k, puzzle) in puzzles.iter().enumerate() {
        let sample = sample.map(|sample| Sample { seed: k as u64, ..sample });
        phase
            .tour(puzzle, &OffOn { sample, ..step.clone() }, &counter, &Patient)
            .expect("catalogues of proper puzzles");
    }
    let asked = counter.0.into_inner();
    (asked > 0).then(|| began.elapsed().as_secs_f64() / f64::from(asked))
}

/// Counts the sets of clues that were searched.
struct Counter(AtomicU32);

impl Finder for Counter {
    fn found(&self, _: FoundPuzzle) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn searched(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}
