//! Nets: what a step of a path takes, for the simplest net and for the best, on one thread: a table
//! of µs a step.
//!
//! ```text
//!      cargo bench --bench logic                   all sets
//!      cargo bench --bench logic -- hardest        sets whose names contain this
//!      cargo bench --bench logic -- --passes 9     of each step the least of nine times
//!      cargo bench --bench logic -- --test         few puzzles, once: only whether all is in order
//! ```
//!
//! A step is a question for a net, with singles made before it: those of every path that the
//! strategy takes, the last ones included, which find nothing and so go through everything. `path`
//! is a whole path, from the clues to its end.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use tourdion::logic::{Ladder, Limits, Net, NetFinder, Path, PathEnd, Pencil, Step, Strategy};
use tourdion::sudoku::{Grid, Shape};

mod sets;

/// Passes of a timed run, if it is not said how many.
const PASSES: usize = 5;

fn main() {
    let mut words: Vec<String> = env::args().skip(1).collect();
    let is_check =
        !words.iter().any(|word| word == "--bench") || words.iter().any(|word| word == "--test");
    let passes = words.iter().position(|word| word == "--passes").map_or(PASSES, |place| {
        words.remove(place);
        words.remove(place).parse().expect("--passes has a number")
    });
    words.retain(|word| !word.starts_with('-'));
    if !is_check {
        println!("One thread; µs; of each the least of {passes}.\n");
        println!(
            "| set | puzzles | solved | strategy | steps | median | mean | 95 % | worst \
             | path, mean |"
        );
        println!("|---|--:|--:|---|--:|--:|--:|--:|--:|--:|");
    }
    for (name, step) in [("first", 10), ("seventeen", 500), ("hardest", 100)] {
        if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let puzzles = match name {
            "first" => sets::first(),
            "seventeen" => sets::seventeen().puzzles,
            _ => sets::hardest().puzzles,
        };
        let puzzles: Vec<Grid> =
            puzzles.into_iter().step_by(if is_check { step * 20 } else { step }).collect();
        for is_smart in [false, true] {
            run(name, &puzzles, is_smart, if is_check { None } else { Some(passes) });
        }
    }
}

fn run(name: &str, puzzles: &[Grid], is_smart: bool, passes: Option<usize>) {
    let strategy = Strategy { is_smart, ladder: Ladder::nets(), ..Strategy::default() };
    let finder = NetFinder::new(Shape::CLASSIC);
    let (mut steps, mut paths, mut solved) = (Vec::new(), Vec::new(), 0);
    for puzzle in puzzles {
        let start = Pencil::of(puzzle);
        let path = Path::find(&start, &strategy, &finder);
        path.check().expect("a path holds");
        solved += usize::from(path.end == PathEnd::Solved);
        let Some(passes) = passes else { continue };
        let asked = path
            .replay()
            .filter(|(_, step)| matches!(step, Step::Net(..)))
            .map(|(before, _)| before);
        let last = matches!(path.end, PathEnd::Stuck { .. }).then(|| path.rest.clone());
        for pencil in asked.chain(last) {
            steps.push(least(passes, || find(&finder, &pencil, is_smart)));
        }
        paths.push(least(passes, || {
            black_box(Path::find(&start, &strategy, &finder).steps.len());
        }));
    }
    let strategy = if is_smart { "best" } else { "simplest" };
    if passes.is_none() || puzzles.is_empty() {
        println!(
            "{name}, {strategy}: {} paths hold, {solved} of them to the solution",
            puzzles.len()
        );
        return;
    }
    steps.sort_unstable();
    let part = |percent: usize| micros(steps[(steps.len() - 1) * percent / 100]);
    let mean = |times: &[Duration]| micros(times.iter().sum::<Duration>() / times.len() as u32);
    println!(
        "| {name} | {} | {solved} | {strategy} | {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} |",
        puzzles.len(),
        steps.len(),
        part(50),
        mean(&steps),
        part(95),
        part(100),
        mean(&paths),
    );
}

fn find(finder: &NetFinder, pencil: &Pencil, is_smart: bool) {
    let limits = Limits::default();
    let net = if is_smart {
        finder.best(pencil, &limits).map(|(_, net)| net)
    } else {
        finder.simplest(pencil, &limits)
    };
    black_box(net.as_ref().map(Net::length));
}

fn least(passes: usize, mut what: impl FnMut()) -> Duration {
    let times = (0..passes).map(|_| {
        let began = Instant::now();
        what();
        began.elapsed()
    });
    times.min().unwrap_or_default()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
