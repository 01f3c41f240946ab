//! The cheapest cover and the ten cheapest, beside listing all covers with links to find the
//! cheapest among them.
//!
//! ```text
//!      cargo bench --bench cheapest                  all problems
//!      cargo bench --bench cheapest -- queens        those whose names contain `queens`
//!      cargo bench --bench cheapest -- --test        those of a moment
//! ```
//!
//! Costs are random, below 100. The nodes and seconds of each search, the least of three. Both must
//! agree on the cost.

use std::env;
use std::ops::ControlFlow;
use std::time::Instant;

use tourdion::chance::Chance;
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::question::cheapest::Cheapest;
use tourdion::cover::{Cover, Engine, Links, Problem, ProblemError};
use tourdion::watch::Patient;

/// Above this, covers are not listed.
const LISTED: u64 = 3_000_000;

fn problems() -> Vec<(&'static str, Result<Problem, ProblemError>, u64)> {
    let holed = Region::rectangle(8, 8).without([(4, 4), (5, 4), (4, 5), (5, 5)]);
    let graceful = classics::graceful(&Graph::complete(4).product(&Graph::path(2)));
    vec![
        ("assignment 9", assignment(9), 362_880),
        ("assignment 80", assignment(80), u64::MAX),
        ("dominoes 6x6", classics::dominoes(6, 6), 6728),
        ("dominoes 10x10", classics::dominoes(10, 10), 258_584_046_368),
        ("matchings of K16", classics::matchings(16), 2_027_025),
        ("Latin squares 5", classics::latin(5), 161_280),
        ("queens 8", classics::queens(8), 92),
        ("queens 10", classics::queens(10), 724),
        ("queens 12", classics::queens(12), 14_200),
        ("Langford 11", classics::langford(11), 35_584),
        ("graceful K4xP2", graceful, 1440),
        ("pentominoes 8x8 less the centre", classics::pentominoes(&holed), 520),
    ]
}

/// Each of `n` workers does one of `n` jobs.
fn assignment(n: usize) -> Result<Problem, ProblemError> {
    let mut problem = Problem::new();
    let workers: Vec<_> =
        (0..n).map(|k| problem.primary(&format!("w{k}"))).collect::<Result<_, _>>()?;
    let jobs: Vec<_> =
        (0..n).map(|k| problem.primary(&format!("j{k}"))).collect::<Result<_, _>>()?;
    for &worker in &workers {
        for &job in &jobs {
            problem.option([worker, job])?;
        }
    }
    Ok(problem)
}

/// Cost of the cheapest, nodes and seconds.
type Told = (u128, u64, f64);

fn listed(problem: &Problem) -> Told {
    let began = Instant::now();
    let mut engine = Links::new(problem).expect("links take anything");
    let mut least = u128::MAX;
    let mut take = |cover: Cover<'_>| {
        least = least.min(cover.options().map(|option| u128::from(problem.cost(option))).sum());
        ControlFlow::Continue(())
    };
    let _ = engine.search(&mut take, &mut Patient);
    (least, engine.statistics().nodes, began.elapsed().as_secs_f64())
}

fn cheapest(problem: &Problem, count: usize) -> Told {
    let began = Instant::now();
    let search = Cheapest::new(problem, &[], &[]).expect("nothing is held");
    let found = search.first(count, &mut Patient);
    (found.covers[0].cost, found.statistics.nodes, began.elapsed().as_secs_f64())
}

fn fastest(passes: usize, mut run: impl FnMut() -> Told) -> Told {
    let told = (0..passes).map(|_| run()).min_by(|a, b| a.2.total_cmp(&b.2));
    told.expect("there is a pass")
}

fn main() {
    let arguments: Vec<String> =
        env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let wanted = arguments.iter().find(|argument| !argument.starts_with("--"));
    println!("{:32} {:>26} {:>26} {:>26}", "", "all listed", "the cheapest", "the ten cheapest");
    println!(
        "{:32} {:>14} {:>11} {:>14} {:>11} {:>14} {:>11}",
        "", "nodes", "s", "nodes", "s", "nodes", "s"
    );
    for (name, problem, covers) in problems() {
        if wanted.is_some_and(|wanted| !name.contains(wanted.as_str()))
            || is_test && covers > 10_000
        {
            continue;
        }
        let mut problem = problem.expect("the problem has a size that it can have");
        let mut chance = Chance::new(2007, 0);
        for option in problem.options() {
            problem
                .set_cost(option, chance.below(100) as u64)
                .expect("the option is of the problem");
        }
        let passes = if is_test { 1 } else { 3 };
        let one = fastest(passes, || cheapest(&problem, 1));
        let ten = fastest(passes, || cheapest(&problem, 10));
        let mut columns = vec![one, ten];
        let mut all = format!("{:>26}", "-");
        if covers <= LISTED {
            let told = fastest(passes, || listed(&problem));
            assert_eq!(told.0, one.0, "{name}");
            all = format!("{:>14} {:>11.5}", told.1, told.2);
        }
        assert_eq!(one.0, ten.0, "{name}");
        let columns =
            columns.drain(..).map(|(_, nodes, seconds)| format!(" {nodes:>14} {seconds:>11.5}"));
        println!("{name:32} {all}{}", columns.collect::<String>());
    }
}
