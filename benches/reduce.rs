//! The gain of the front end: links and the live list with it and without it, in one run.
//!
//! ```text
//!      cargo bench --bench reduce             all problems
//!      cargo bench --bench reduce -- queens   those whose names contain `queens`
//!      cargo bench --bench reduce -- --test   those of a moment: only whether the counts are right
//! ```
//!
//! First come the sizes, pass by pass; then the nodes and seconds of each engine, built and asked
//! for all covers, or for the first million. `reduce` is the time of the front end alone, and is
//! part of `with`. Both ways take turns, and the fastest pass counts.

#![allow(clippy::cast_precision_loss)]

use std::env;
use std::time::{Duration, Instant};

use tourdion::chance::Chance;
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::reduce::{Pass, Reduction};
use tourdion::cover::{Engine, Links, Live, OptionId, Problem, ProblemError};
use tourdion::sudoku::{Candidate, Digit, Grid, Shape, encode};

const PASSES: usize = 3;

/// How many covers are enough.
const ENOUGH: u64 = 1_000_000;

/// A name, a problem, what is held, and whether it takes a moment only.
type Row = (&'static str, Result<Problem, ProblemError>, Vec<OptionId>, bool);

fn problems() -> Vec<Row> {
    let rectangle = |height, width| classics::pentominoes(&Region::rectangle(height, width));
    let holed = Region::rectangle(8, 8).without([(4, 4), (5, 4), (4, 5), (5, 5)]);
    let graceful = |n, path| classics::graceful(&Graph::complete(n).product(&Graph::path(path)));
    let (classic, four) = (Shape::CLASSIC, Shape::new(4, 4).expect("four by four is a shape"));
    let inkala =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let clues = |puzzle: &str| -> Vec<OptionId> {
        let grid: Grid = puzzle.parse().expect("the puzzle is readable");
        grid.clues().map(|clue| encode::option(classic, clue)).collect()
    };
    let classic_rows = [
        ("pentominoes 3x20", rectangle(3, 20), false),
        ("pentominoes 6x10", rectangle(6, 10), false),
        ("pentominoes 8x8 less the centre", classics::pentominoes(&holed), false),
        ("Soma", classics::soma(), false),
        ("queens 8", classics::queens(8), true),
        ("queens 13", classics::queens(13), false),
        ("Langford 8", classics::langford(8), true),
        ("Langford 12", classics::langford(12), false),
        ("dominoes 6x6", classics::dominoes(6, 6), true),
        ("L-trominoes 6x6", classics::l_trominoes(6, 6), true),
        ("matchings of K16", classics::matchings(16), false),
        ("Latin squares 4", classics::latin(4), true),
        ("graceful Q3", classics::graceful(&Graph::cube(3)), false),
        ("graceful K4xP2", graceful(4, 2), false),
        ("graceful K3xP3", graceful(3, 3), false),
    ];
    let mut rows: Vec<Row> = classic_rows
        .into_iter()
        .map(|(name, problem, short)| (name, problem, Vec::new(), short))
        .collect();
    rows.push(("Sudoku, Inkala's", encode::problem(classic), clues(inkala), true));
    for (name, count) in [
        ("Sudoku 16x16, 80 clues", 80),
        ("Sudoku 16x16, 100 clues", 100),
        ("Sudoku 16x16, 120 clues", 120),
        ("Sudoku 16x16, 140 clues", 140),
    ] {
        rows.push((name, encode::problem(four), some_clues(four, count), false));
    }
    rows
}

/// Random clues, `count` of them, of the solution grid in which each row is the one above, shifted.
fn some_clues(shape: Shape, count: usize) -> Vec<OptionId> {
    let mut chance = Chance::new(2007, 0);
    let mut cells: Vec<usize> = (0..256).collect();
    for k in 0..count {
        cells.swap(k, k + chance.below(256 - k));
    }
    cells.truncate(count);
    cells.sort_unstable();
    let digit = |cell: usize| {
        let (row, column) = (cell / 16, cell % 16);
        (4 * (row % 4) + row / 4 + column) % 16
    };
    cells.iter().map(|&cell| OptionId::at(option_number(shape, cell, digit(cell)))).collect()
}

/// The number of the option that puts a digit, from 0, into a cell.
fn option_number(shape: Shape, cell: usize, digit: usize) -> usize {
    encode::option(shape, Candidate { cell: shape.cell(cell), digit: Digit::at(digit) }).index()
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let name = arguments.iter().find(|argument| !argument.starts_with("--"));
    let is_asked =
        |row: &Row| name.is_none_or(|name| row.0.contains(name.as_str())) && (row.3 || !is_test);
    let rows: Vec<Row> = problems().into_iter().filter(is_asked).collect();
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(title, problem, held, _)| (title, problem.expect("the problem is small"), held))
        .collect();
    sizes(&rows);
    println!(
        "\n{:<32}{:<7}{:>10}{:>10}{:>11}{:>11}{:>11}{:>7}",
        "", "", "nodes", "with", "seconds", "with", "reduce", "ratio"
    );
    for (title, problem, held) in &rows {
        race(title, problem, held, is_test);
    }
}

/// Prints how many options and items each pass takes away.
fn sizes(rows: &[(&str, Problem, Vec<OptionId>)]) {
    print!("{:<32}{:>12}", "options/items", "whole");
    for &pass in Pass::ALL {
        print!("{:>12}", format!("{pass:?}").to_lowercase());
    }
    println!("{:>12}", "all");
    for (title, problem, held) in rows {
        let whole = Reduction::with(problem, held, &[], &[]).expect("what is held does not clash");
        print!("{title:<32}{:>12}", size(whole.problem()));
        for passes in Pass::ALL.chunks(1).chain([Pass::ALL]) {
            let reduction =
                Reduction::with(problem, held, &[], passes).expect("what is held does not clash");
            let is_less = reduction.steps().iter().any(|step| step.pass != Pass::Given);
            print!("{:>12}", if is_less { size(reduction.problem()) } else { String::from("-") });
        }
        println!();
    }
}

fn size(problem: &Problem) -> String {
    format!("{}/{}", problem.options().len(), problem.items().len())
}

/// Times an engine with the front end and without it.
fn race(title: &str, problem: &Problem, held: &[OptionId], is_test: bool) {
    let (mut direct, mut with) = ([Turn::NONE; 2], [Turn::NONE; 2]);
    let mut reduce = Duration::MAX;
    for _ in 0..if is_test { 1 } else { PASSES } {
        for (k, make) in [links, live].into_iter().enumerate() {
            direct[k] = direct[k].best(turn(make, problem, held));
            let start = Instant::now();
            let reduction =
                Reduction::new(problem, held, &[]).expect("what is held does not clash");
            let passes = start.elapsed();
            assert!(!reduction.has_twins(), "{title}: every cover would stand for several");
            let mut search = turn(make, reduction.problem(), &[]);
            search.time = search.time.saturating_add(passes);
            search.covers *= reduction
                .multiplicity([])
                .to_u128()
                .and_then(|total| u64::try_from(total).ok())
                .unwrap_or(u64::MAX);
            with[k] = with[k].best(search);
            reduce = reduce.min(passes);
        }
    }
    for (k, name) in ["links", "live"].into_iter().enumerate() {
        let (Turn { nodes, time, covers }, then) = (direct[k], with[k]);
        if let (Some(nodes), Some(after)) = (nodes, then.nodes) {
            assert_eq!(then.covers, covers, "{title}");
            let ratio = then.time.as_secs_f64() / time.as_secs_f64();
            let [time, after_time, reduce] = [time, then.time, reduce].map(|t| t.as_secs_f64());
            println!(
                "{title:<32}{name:<7}{nodes:>10}{after:>10}{time:>11.5}\
                 {after_time:>11.5}{reduce:>11.5}{ratio:>7.2}"
            );
        } else {
            let fitting = |turn: Turn| if turn.nodes.is_some() { "fits" } else { "too wide" };
            println!("{title:<32}{name:<7}{:>10}{:>10}", fitting(direct[k]), fitting(then));
        }
    }
}

/// What came of a search. Without nodes the engine could not take the problem.
#[derive(Clone, Copy)]
struct Turn {
    nodes: Option<u64>,
    time: Duration,
    covers: u64,
}

impl Turn {
    const NONE: Turn = Turn { nodes: None, time: Duration::MAX, covers: 0 };

    fn best(self, other: Turn) -> Turn {
        if other.time < self.time { other } else { self }
    }
}

type Make = fn(&Problem) -> Option<Box<dyn Engine>>;

fn links(problem: &Problem) -> Option<Box<dyn Engine>> {
    let narrow =
        Links::<u16>::with_width(problem).ok().map(|engine| Box::new(engine) as Box<dyn Engine>);
    narrow.or_else(|| Some(Box::new(Links::new(problem).ok()?)))
}

fn live(problem: &Problem) -> Option<Box<dyn Engine>> {
    Live::new(problem).ok().map(|engine| Box::new(engine) as Box<dyn Engine>)
}

/// Builds an engine, holds what is held and counts.
fn turn(make: Make, problem: &Problem, held: &[OptionId]) -> Turn {
    let start = Instant::now();
    let Some(mut engine) = make(problem) else { return Turn::NONE };
    for &option in held {
        engine.hold(option).expect("what is held does not clash");
    }
    let covers = engine.count(ENOUGH);
    Turn { nodes: Some(engine.statistics().nodes), time: start.elapsed(), covers }
}
