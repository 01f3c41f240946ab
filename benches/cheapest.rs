//! The cheapest cover and the ten cheapest, beside listing all covers with links to find the
//! cheapest among them.
//!
//! ```text
//!      cargo bench --bench cheapest                    all problems
//!      cargo bench --bench cheapest -- queens          those whose names contain `queens`
//!      cargo bench --bench cheapest -- --write FOLDER  the problems in Knuth's form, for others
//!      cargo bench --bench cheapest -- --test          those of a moment
//!      cargo bench --bench cheapest -- --long 24       random partitions, beside depth first
//! ```
//!
//! Costs are random, below 100; those of crews come from their flights, and those of sets from the
//! number of their items. The nodes and seconds of each search, the least of three, on one thread
//! and on all, beside one that goes depth first to its end. All must agree on the cost.
//!
//! Crews of an airline: each flight is flown by one crew, and an option is the *duty* of a crew,
//! flights from where the last one landed, with some time between. A duty costs by its time in the
//! air and on the ground, and a hotel if it ends elsewhere. For each flight there is a duty of its
//! own, which is dear.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use tourdion::chance::Chance;
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::question::cheapest::Cheapest;
use tourdion::cover::{Cover, Engine, Links, Problem, ProblemError};
use tourdion::threads::Threads;
use tourdion::watch::Patient;

/// Above this, covers are not listed.
const LISTED: u64 = 3_000_000;

fn problems() -> Vec<(&'static str, Result<Problem, ProblemError>, u64)> {
    let holed = Region::rectangle(8, 8).without([(4, 4), (5, 4), (4, 5), (5, 5)]);
    let graceful = classics::graceful(&Graph::complete(4).product(&Graph::path(2)));
    vec![
        ("assignment 9", assignment(9), 362_880),
        ("assignment 20", assignment(20), u64::MAX),
        ("assignment 60", assignment(60), u64::MAX),
        ("assignment 100", assignment(100), u64::MAX),
        ("crews of 25 flights", crews(25, 400), u64::MAX),
        ("crews of 60 flights", crews(60, 3000), u64::MAX),
        ("crews of 150 flights", crews(150, 8000), u64::MAX),
        ("crews of 400 flights", crews(400, 20_000), u64::MAX),
        ("dominoes 6x6", classics::dominoes(6, 6), 6728),
        ("dominoes 10x10", classics::dominoes(10, 10), 258_584_046_368),
        ("matchings of K16", classics::matchings(16), 2_027_025),
        ("Latin squares 5", classics::latin(5), 161_280),
        ("queens 8", classics::queens(8), 92),
        ("queens 10", classics::queens(10), 724),
        ("queens 12", classics::queens(12), 14_200),
        ("Langford 11", classics::langford(11), 35_584),
        ("graceful K4xP2", graceful, 1440),
        ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20)), 8),
        ("pentominoes 8x8 less the centre", classics::pentominoes(&holed), 520),
        ("partition 60, 1000 sets", partition(60, 1000, 5, 1000), u64::MAX),
        ("partition 60, 3000 sets", partition(60, 3000, 6, 3000), u64::MAX),
        ("partition 80, 2000 sets", partition(80, 2000, 4, 2000), u64::MAX),
        ("partition 80, 4000 sets", partition(80, 4000, 5, 4000), u64::MAX),
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

/// Items in exactly one of these sets, which have two to `largest` items each and cost by their
/// number, or a set of its own for each item, which is dear.
fn partition(
    items: usize,
    sets: usize,
    largest: usize,
    seed: u64,
) -> Result<Problem, ProblemError> {
    let mut chance = Chance::new(2007, seed);
    let mut problem = Problem::new();
    let all: Vec<_> =
        (0..items).map(|k| problem.primary(&format!("i{k}"))).collect::<Result<_, _>>()?;
    for &item in &all {
        let option = problem.option([item])?;
        problem.set_cost(option, 300 + chance.below(100) as u64)?;
    }
    for _ in 0..sets {
        let mut set = Vec::new();
        let size = 2 + chance.below(largest - 1);
        while set.len() < size {
            let item = all[chance.below(items)];
            set.extend((!set.contains(&item)).then_some(item));
        }
        let option = problem.option(set)?;
        problem.set_cost(option, (size * (50 + chance.below(100))) as u64)?;
    }
    Ok(problem)
}

/// A flight: minutes of its start and in the air, and where it goes from and to.
struct Flight {
    start: usize,
    minutes: usize,
    from: usize,
    to: usize,
}

/// Flights between a tenth as many cities, within two days, and up to `duties` duties.
fn crews(flights: usize, duties: usize) -> Result<Problem, ProblemError> {
    let mut chance = Chance::new(2007, flights as u64);
    let cities = (flights / 10).max(3);
    let mut flight = |_| {
        let from = chance.below(cities);
        let to = (from + 1 + chance.below(cities - 1)) % cities;
        Flight { start: chance.below(2880), minutes: 60 + chance.below(180), from, to }
    };
    let flown: Vec<Flight> = (0..flights).map(&mut flight).collect();
    let follows = |one: &Flight, next: &Flight| {
        let landed = one.start + one.minutes;
        one.to == next.from && (landed + 20..landed + 700).contains(&next.start)
    };
    let mut found: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for (k, flight) in flown.iter().enumerate() {
        found.insert(vec![k], 600 + 3 * flight.minutes + chance.below(300));
    }
    for _ in 0..50 * duties {
        let mut duty = vec![chance.below(flights)];
        let longest = 2 + chance.below(6);
        while duty.len() < longest {
            let last = &flown[duty[duty.len() - 1]];
            let next: Vec<usize> = (0..flights).filter(|&k| follows(last, &flown[k])).collect();
            let Some(_) = next.first() else { break };
            duty.push(next[chance.below(next.len())]);
        }
        let (first, last) = (&flown[duty[0]], &flown[duty[duty.len() - 1]]);
        let air: usize = duty.iter().map(|&k| flown[k].minutes).sum();
        let hotel = if first.from == last.to { 0 } else { 300 };
        let cost = 300 + (last.start + last.minutes - first.start) / 3 + air + hotel;
        if found.len() < duties {
            found.entry(duty).or_insert(cost + chance.below(100));
        }
    }
    let mut problem = Problem::new();
    let items: Vec<_> =
        (0..flights).map(|k| problem.primary(&format!("f{k}"))).collect::<Result<_, _>>()?;
    for (duty, cost) in found {
        let option = problem.option(duty.into_iter().map(|k| items[k]))?;
        problem.set_cost(option, cost as u64)?;
    }
    Ok(problem)
}

/// Random costs for options that have none.
fn with_costs(mut problem: Problem) -> Problem {
    let mut chance = Chance::new(2007, 0);
    if !problem.has_costs() {
        for option in problem.options() {
            let cost = chance.below(100) as u64;
            problem.set_cost(option, cost).expect("the option is of the problem");
        }
    }
    problem
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

fn cheapest(search: &Cheapest, count: usize, threads: Option<&Threads>) -> Told {
    let began = Instant::now();
    let found = search.first_on(count, &|| threads, &mut Patient);
    (found.covers[0].cost, found.statistics.nodes, began.elapsed().as_secs_f64())
}

fn fastest(passes: usize, mut run: impl FnMut() -> Told) -> Told {
    let told = (0..passes).map(|_| run()).min_by(|a, b| a.2.total_cmp(&b.2));
    told.expect("there is a pass")
}

/// Random partitions: depth first, and as they are searched now, on one thread and all. Each once.
fn long(number: u64, threads: &Threads) {
    println!("{:32} {:>26} {:>26} {:>11}", "", "depth first", "now", "all threads");
    let (mut sums, mut logarithms) = ([0.0; 3], Vec::new());
    for seed in 0..number {
        let k = seed as usize;
        let (items, sets, largest) = (50 + 10 * (k % 4), 1000 * (1 + k % 3), 4 + k % 2);
        let problem = partition(items, sets, largest, 10_000 + seed);
        let problem = problem.expect("the problem has a size that it can have");
        let search = Cheapest::new(&problem, &[], &[]).expect("nothing is held");
        let before = cheapest(&search.clone().depth_first(), 1, None);
        let (now, on_all) = (cheapest(&search, 1, None), cheapest(&search, 1, Some(threads)));
        assert!(before.0 == now.0 && now.0 == on_all.0 && now.1 == on_all.1);
        println!(
            "{:32} {:>14} {:>11.3} {:>14} {:>11.3} {:>11.3}",
            format!("{items} items, {sets} sets"),
            before.1,
            before.2,
            now.1,
            now.2,
            on_all.2
        );
        if before.2.max(now.2) > 0.05 {
            for (sum, seconds) in sums.iter_mut().zip([before.2, now.2, on_all.2]) {
                *sum += seconds;
            }
            logarithms.push((now.2 / before.2).ln());
        }
    }
    let mean = (logarithms.iter().sum::<f64>() / f64::from(logarithms.len() as u32)).exp();
    let (least, most) = logarithms
        .iter()
        .fold((f64::MAX, f64::MIN), |(least, most), &one| (one.min(least), one.max(most)));
    println!(
        "{} of more than 50 ms: {:.1} s depth first, {:.1} s now, {:.1} s on all threads; now it \
         takes {mean:.2} of the time in the mean, {:.2} to {:.2}",
        logarithms.len(),
        sums[0],
        sums[1],
        sums[2],
        least.exp(),
        most.exp()
    );
}

fn main() {
    let arguments: Vec<String> =
        env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let folder = arguments.iter().position(|argument| argument == "--write");
    let folder = folder.map(|at| arguments.get(at + 1).expect("expected --write FOLDER"));
    let folder = folder.inspect(|folder| fs::create_dir_all(folder).expect("it can be made"));
    let wanted = arguments.iter().find(|argument| !argument.starts_with("--"));
    let wanted = wanted.filter(|_| folder.is_none());
    let problems = problems().into_iter().filter(|(name, _, covers)| {
        let is_wanted = wanted.is_none_or(|wanted| name.contains(wanted.as_str()));
        is_wanted && (!is_test || *covers <= 10_000)
    });
    let problems = problems.map(|(name, problem, covers)| {
        let problem = problem.expect("the problem has a size that it can have");
        (name, with_costs(problem), covers)
    });
    if let Some(folder) = folder {
        for (name, problem, _) in problems {
            let path = Path::new(folder).join(format!("{}.xc", name.replace(' ', "-")));
            let text = format!("| tourdion cover --cheapest 1\n{problem}");
            fs::write(path, text).expect("the folder can be written to");
        }
        return;
    }
    let threads = Threads::all().expect("the system has threads");
    if let Some(at) = arguments.iter().position(|argument| argument == "--long") {
        let number = arguments.get(at + 1).and_then(|number| number.parse().ok());
        return long(number.expect("expected --long NUMBER"), &threads);
    }
    let several = format!("{} threads", threads.count());
    println!(
        "{:32} {:>26} {:>11} {:>26} {:>11} {:>11} {:>26} {:>11}",
        "",
        "all listed",
        "depth first",
        "the cheapest",
        several,
        "depth first",
        "the ten cheapest",
        several
    );
    println!(
        "{:32} {:>14} {:>11} {:>11} {:>14} {:>11} {:>11} {:>11} {:>14} {:>11} {:>11}",
        "", "nodes", "s", "s", "nodes", "s", "s", "s", "nodes", "s", "s"
    );
    for (name, problem, covers) in problems {
        let passes = if is_test { 1 } else { 3 };
        let search = Cheapest::new(&problem, &[], &[]).expect("nothing is held");
        let deep = search.clone().depth_first();
        let [one, ten] = [1, 10].map(|count| {
            let run = |search, threads| fastest(passes, || cheapest(search, count, threads));
            let before = run(&deep, None);
            let (now, on_all) = (run(&search, None), run(&search, Some(&threads)));
            assert!(before.0 == now.0 && now.0 == on_all.0 && now.1 == on_all.1, "{name}");
            (before, now, on_all)
        });
        let mut all = format!("{:>26}", "-");
        if covers <= LISTED {
            let told = fastest(passes, || listed(&problem));
            assert_eq!(told.0, one.0.0, "{name}");
            all = format!("{:>14} {:>11.5}", told.1, told.2);
        }
        assert_eq!(one.0.0, ten.0.0, "{name}");
        let columns = [one, ten].map(|(before, (_, nodes, now), on_all)| {
            format!(" {:>11.5} {nodes:>14} {now:>11.5} {:>11.5}", before.2, on_all.2)
        });
        println!("{name:32} {all}{}", columns.concat());
    }
}
