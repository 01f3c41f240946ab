//! The engine that is chosen, beside all others: what the choice costs.
//!
//! ```text
//!    cargo bench --bench choice                      the table, in some minutes
//!    cargo bench --bench choice -- queens            rows whose names contain `queens`
//!    cargo bench --bench choice -- --question few    rows of one: count, list, some or few
//!    cargo bench --bench choice -- --threads 2       on two threads, as far as engines use them
//!    cargo bench --bench choice -- --orders 64       first covers of that many orders
//!    cargo bench --bench choice -- --each            the times of all engines, below each row
//!    cargo bench --bench choice -- --pace            the time of a unit of work of each engine
//!    cargo bench --bench choice -- --write FOLDER    the problems in Knuth's form, for others
//!    cargo bench --bench choice -- --test            the quick ones: whether all agree
//! ```
//!
//! All engines are built anew for each question, and their building is timed too. They take turns,
//! pass after pass, and the fastest pass counts. An engine has twice the time of the chosen one;
//! beyond that it does not matter how slow it is. The *loss* is the time of the chosen one over
//! that of the best.
//!
//! The time to a first cover is luck: it changes by orders of magnitude with the order of the
//! options. So these questions are asked of eight orders of each problem, that of the problem and
//! seven by chance, and the times are the means of all. With as few the best engine of a wide
//! problem is partly the luckiest: more of them tell both apart.

use std::env;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tourdion::chance::Chance;
use tourdion::cover::choice::{EngineKind, Question, choose};
use tourdion::cover::question::memo::{CountWork, Counter};
use tourdion::cover::share::parallel::{SearchBudget, SearchEnd};
use tourdion::cover::{Cover, Engine, EngineProgress, Parallel, Portfolio, Problem};
use tourdion::threads::Threads;
use tourdion::watch::{Patient, Watch};

mod kinds;
#[allow(dead_code)] // some of it is for the other benches
mod made;
#[allow(dead_code)] // some of it is for the other benches
mod sparse;
use kinds::Asked;

/// The least and the most passes; a short question has more.
const PASSES: [u32; 2] = [3, 40];

/// A question has passes for this long.
const LONG: Duration = Duration::from_millis(500);

/// The orders of a problem of which a first cover is found, unless the arguments say how many.
const ORDERS: u64 = 8;

/// The most time of the chosen engine.
const LIMIT: Duration = Duration::from_secs(60);

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let is_each = arguments.iter().any(|argument| argument == "--each");
    let folder = arguments.iter().position(|argument| argument == "--write");
    let folder = folder.map(|at| arguments.get(at + 1).expect("expected --write FOLDER"));
    let folder = folder.inspect(|folder| fs::create_dir_all(folder).expect("it can be made"));
    let values = ["--threads", "--orders", "--question"]
        .map(|option| arguments.iter().position(|argument| argument == option).map(|at| at + 1));
    let [threads, orders, wanted] = values.map(|at| at.and_then(|at| arguments.get(at)));
    let threads = threads.map(|number| {
        let number = number.parse().expect("expected --threads N");
        Arc::new(Threads::new(number).expect("threads start"))
    });
    let orders = orders.map_or(ORDERS, |number| number.parse().expect("expected --orders N"));
    let named = arguments.iter().enumerate().filter(|&(at, _)| !values.contains(&Some(at)));
    let part = named.map(|(_, name)| name).find(|name| !name.starts_with("--"));
    let part = part.filter(|_| folder.is_none());
    let questions = kinds::questions().into_iter().filter(|asked| {
        part.is_none_or(|part| asked.name.contains(part.as_str()))
            && wanted.is_none_or(|wanted| wanted == word(asked.question))
            && (asked.is_quick || !is_test)
    });
    if arguments.iter().any(|argument| argument == "--pace") {
        questions.for_each(|asked| pace(&asked));
        return;
    }
    if let Some(folder) = folder {
        for asked in questions {
            write(&asked, orders, Path::new(folder));
        }
        return;
    }
    print!("{:<9} {:<22} {:>10} {:<6} {:>8}", "question", "problem", "covers", "chosen", "ms");
    println!("{:>6} {:<6} {:>8}", "loss", "best", "ms");
    let (mut worst, mut logarithms, mut rows) = (1.0_f64, 0.0, 0);
    for asked in questions {
        let loss = row(&asked, orders, threads.as_ref(), is_each);
        (worst, logarithms, rows) = (worst.max(loss), logarithms + loss.ln(), rows + 1);
    }
    let mean = (logarithms / f64::from(rows.max(1))).exp();
    println!("{rows} questions: the worst loss is {worst:.2}, the geometric mean {mean:.3}");
}

/// Prints how many nanoseconds a unit of work takes, an update or an eighth of a node: by this
/// searches in turns know each other's time without a clock.
fn pace(asked: &Asked) {
    let problem = (asked.problem)();
    print!("{:<22}", asked.name);
    for &kind in EngineKind::ALL {
        let Ok(mut engine) = kind.build(&problem) else { continue };
        let begun = Instant::now();
        let mut watch = Clock { begun, limit: LONG / 2 };
        let _ = engine.search(&mut |_| Continue(()), &mut watch);
        let (time, done) = (begun.elapsed(), engine.statistics());
        let picoseconds = 1000 * time.as_nanos() / u128::from(8 * done.nodes + done.updates).max(1);
        print!("  {kind} {}.{:02}", picoseconds / 1000, picoseconds % 1000 / 10);
    }
    println!();
}

/// Writes the problem of a question, in all its orders, with the arguments that ask it.
fn write(asked: &Asked, orders: u64, folder: &Path) {
    let name = asked.name.replace(", ", "-").replace(' ', "-");
    let arguments = match (asked.question, asked.limit) {
        (Question::Count, _) => "--count".to_owned(),
        (_, u64::MAX) => "--all".to_owned(),
        (_, limit) => format!("--limit {limit}"),
    };
    for (order, problem) in ordered(asked, orders).iter().enumerate() {
        let path = folder.join(format!("{}-{name}-{order}.xc", word(asked.question)));
        let text = format!("| tourdion cover {arguments}\n{problem}");
        fs::write(path, text).expect("the folder can be written to");
    }
}

fn word(question: Question) -> &'static str {
    match question {
        Question::Count => "count",
        Question::Listing => "list",
        Question::Few => "few",
        Question::Some => "some",
        Question::Critical => "critical",
    }
}

/// Prints a row of the table, and the times of all engines if `is_each`; returns the loss.
fn row(asked: &Asked, orders: u64, threads: Option<&Arc<Threads>>, is_each: bool) -> f64 {
    let problems = ordered(asked, orders);
    let chosen = choose(&problems[0], asked.question).engine;
    let others = EngineKind::ALL.iter().copied().filter(|&kind| kind != chosen);
    let kinds: Vec<EngineKind> = std::iter::once(chosen).chain(others).collect();
    let mut times: Vec<Option<Duration>> = vec![None; kinds.len()];
    let (mut covers, begun, mut passes) = (None, Instant::now(), 0);
    while passes < PASSES[0] || (begun.elapsed() < LONG && passes < PASSES[1]) {
        for (at, &kind) in kinds.iter().enumerate() {
            let is_slow = passes > 0 && times[at].is_none();
            let limit = times[0].map_or(LIMIT, |time| 2 * time);
            let Some((time, found)) =
                ask_all(kind, &problems, asked, limit, threads).filter(|_| !is_slow)
            else {
                assert!(at > 0 || passes > 0, "{}: {kind} takes too long", asked.name);
                continue;
            };
            // A first cover is one of several; the engines agree about how many were asked for.
            assert_eq!(*covers.get_or_insert(found), found, "{}, {kind}", asked.name);
            times[at] = Some(times[at].map_or(time, |least| least.min(time)));
        }
        passes += 1;
    }
    let best = (0..kinds.len()).filter(|&at| times[at].is_some()).min_by_key(|&at| times[at]);
    let mean = |time: Duration| (time / problems.len() as u32).as_secs_f64() * 1e3;
    let milliseconds = |at: usize| times[at].map_or(f64::NAN, mean);
    let best = best.expect("the chosen one has ended");
    let loss = milliseconds(0) / milliseconds(best);
    let question = word(asked.question);
    let covers = covers.unwrap_or(0) / problems.len() as u64;
    print!("{question:<9} {:<22} {covers:>10} ", asked.name);
    print!("{:<6} {:>8.2} {loss:>5.2} ", chosen.name(), milliseconds(0));
    println!("{:<6} {:>8.2}", kinds[best].name(), milliseconds(best));
    if is_each {
        for at in (0..kinds.len()).filter(|&at| times[at].is_some()) {
            print!("  {} {:.4}", kinds[at], milliseconds(at));
        }
        println!();
    }
    loss
}

/// The problem, and for a few covers also in other orders, `orders` in all.
fn ordered(asked: &Asked, orders: u64) -> Vec<Problem> {
    let problem = (asked.problem)();
    let shuffled = |seed| {
        let mut chance = Chance::new(seed, 0);
        problem.shuffled(&mut |bound| chance.below(bound)).problem().clone()
    };
    let others = if asked.question == Question::Few { orders.max(1) - 1 } else { 0 };
    let others: Vec<Problem> = (1..=others).map(shuffled).collect();
    std::iter::once(problem).chain(others).collect()
}

/// The time for the answers to all of these, with the sum of their covers; `None` if the engine
/// does not answer such questions, or not within the limit.
fn ask_all(
    kind: EngineKind,
    problems: &[Problem],
    asked: &Asked,
    limit: Duration,
    threads: Option<&Arc<Threads>>,
) -> Option<(Duration, u64)> {
    let (mut time, mut found) = (Duration::ZERO, 0);
    for problem in problems {
        let (more_time, more) = ask(kind, problem, asked, limit.saturating_sub(time), threads)?;
        (time, found) = (time + more_time, found + more);
    }
    Some((time, found))
}

/// The time for an answer, with its number of covers; `None` if the engine does not answer such
/// questions, or not within the limit.
fn ask(
    kind: EngineKind,
    problem: &Problem,
    asked: &Asked,
    limit: Duration,
    threads: Option<&Arc<Threads>>,
) -> Option<(Duration, u64)> {
    let begun = Instant::now();
    let mut clock = Clock { begun, limit };
    if kind == EngineKind::Memo {
        if asked.question != Question::Count {
            return None;
        }
        let mut counter = Counter::new(problem, &[], &[], 1 << 28).ok()?;
        let count = match threads {
            Some(threads) => counter.count_on(&|| Some(&**threads), &mut clock),
            None => counter.count(&mut clock),
        };
        let count = count.continue_value()?;
        return Some((begun.elapsed(), count.to_u128()?.try_into().ok()?));
    }
    let orders = NonZero::new(threads.map_or(1, |threads| threads.count()));
    let found = match threads {
        Some(threads) if asked.limit == u64::MAX => {
            // What can be made once can be made again.
            let engine = kind.build(problem).ok()?;
            let build = || kind.build(problem).expect("it was made before");
            let budget = SearchBudget { time: Some(limit), ..SearchBudget::default() };
            let crew = Parallel::new(&build, threads).with(engine);
            let counted = crew.count(u64::MAX, budget, &mut Patient);
            (counted.end == SearchEnd::Complete).then_some(counted.known)?
        }
        _ if kind == EngineKind::Turns && asked.question == Question::Some => {
            let mut turns = Portfolio::for_list(problem, orders).ok()?;
            list(&mut turns, asked.limit, &mut clock)?
        }
        _ if kind == EngineKind::Turns => {
            let mut turns = Portfolio::new(problem, orders).ok()?;
            list(&mut turns, asked.limit, &mut clock)?
        }
        _ => list(kind.build(problem).ok()?.as_mut(), asked.limit, &mut clock)?,
    };
    Some((begun.elapsed(), found))
}

/// The number of covers up to `limit`.
fn list(engine: &mut dyn Engine, limit: u64, clock: &mut Clock) -> Option<u64> {
    let mut found = 0;
    let mut count = |_: Cover<'_>| {
        found += 1;
        if found < limit { Continue(()) } else { Break(()) }
    };
    let flow = engine.search(&mut count, clock);
    (flow.is_continue() || found == limit).then_some(found)
}

/// Ends a search in time.
struct Clock {
    begun: Instant,
    limit: Duration,
}

impl Clock {
    fn look(&self) -> std::ops::ControlFlow<()> {
        if self.begun.elapsed() < self.limit { Continue(()) } else { Break(()) }
    }
}

impl Watch<EngineProgress<'_>> for Clock {
    fn pulse(&mut self, _: &EngineProgress<'_>) -> std::ops::ControlFlow<()> {
        self.look()
    }
}

impl Watch<CountWork> for Clock {
    fn pulse(&mut self, _: &CountWork) -> std::ops::ControlFlow<()> {
        self.look()
    }
}
