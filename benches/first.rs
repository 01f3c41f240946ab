//! First covers of wide problems: which engine finds one within a second.
//!
//! ```text
//!    cargo bench --bench first                      the table, in some minutes
//!    cargo bench --bench first -- --threads 2       in four orders of each, on one thread and two
//!    cargo bench --bench first -- --write FOLDER    the problems in Knuth's form, for others
//!    cargo bench --bench first -- --test            the quick ones
//! ```
//!
//! A problem is what is left of a random Latin square or Sudoku when some cells are emptied, near
//! the share where search is hardest; or lessons for a timetable; or variables with pairs of values
//! that exclude each other; or random options; or of another field. Each has covers, so an engine
//! that finds none has not had enough time. Seconds are those from the problem to the cover, with
//! the engine's start-up; one run of each, so that the time is that of a stranger's first question.
//! `--threads` has the seconds in the mean, and how many times as long one thread takes, by the
//! geometric mean of the orders.

use std::env;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

use tourdion::chance::Chance;
use tourdion::cover::choice::{EngineError, EngineKind};
use tourdion::cover::{Cover, Engine, EngineProgress, Portfolio, Problem, Turns};

mod designs;
#[allow(dead_code)] // some of it is for the other benches
mod made;
#[allow(dead_code)]
mod sparse;

const ENGINES: [EngineKind; 6] = [
    EngineKind::Links,
    EngineKind::Live,
    EngineKind::Cells,
    EngineKind::Weighted,
    EngineKind::Learn,
    EngineKind::Turns,
];

/// The time of each engine for each problem.
const LIMIT: Duration = Duration::from_secs(1);

/// The orders of each problem that several threads are asked for.
const ORDERS: u32 = 4;

/// The problems of one kind.
struct Family {
    name: &'static str,
    make: fn(usize, u64) -> Problem,
    /// The size (empty cells, hours, pairs of variables, edges or options), and the number of
    /// problems.
    sizes: &'static [(usize, u64)],
    is_quick: bool,
}

const FAMILIES: [Family; 29] = [
    Family {
        name: "Latin 30",
        make: |n, s| sparse::latin(30, n, s),
        sizes: &[(320, 6)],
        is_quick: false,
    },
    Family {
        name: "Latin 33",
        make: |n, s| sparse::latin(33, n, s),
        sizes: &[(381, 6)],
        is_quick: false,
    },
    Family {
        name: "Latin 35",
        make: |n, s| sparse::latin(35, n, s),
        sizes: &[(405, 6)],
        is_quick: false,
    },
    Family {
        name: "Latin 40",
        make: |n, s| sparse::latin(40, n, s),
        sizes: &[(528, 6)],
        is_quick: false,
    },
    Family {
        name: "Sudoku 16x16",
        make: sparse::sudoku16,
        sizes: &[(140, 3), (155, 3)],
        is_quick: true,
    },
    Family {
        name: "Sudoku 25x25",
        make: |n, s| sparse::sudoku(5, n, s),
        sizes: &[(340, 3), (360, 3), (390, 3)],
        is_quick: false,
    },
    Family { name: "Sudoku 36x36", make: sparse::sudoku36, sizes: &[(800, 6)], is_quick: false },
    Family {
        name: "timetable 10",
        make: |hours, s| made::timetable(10, hours, s),
        sizes: &[(20, 6)],
        is_quick: false,
    },
    Family {
        name: "timetable 12",
        make: |hours, s| made::timetable(12, hours, s),
        sizes: &[(25, 6)],
        is_quick: false,
    },
    Family {
        name: "relations 30",
        make: |pairs, s| made::relations(30, 15, pairs, s),
        sizes: &[(284, 6)],
        is_quick: false,
    },
    Family {
        name: "relations 35",
        make: |pairs, s| made::relations(35, 17, pairs, s),
        sizes: &[(398, 6)],
        is_quick: false,
    },
    Family {
        name: "relations 40",
        make: |pairs, s| made::relations(40, 19, pairs, s),
        sizes: &[(472, 6)],
        is_quick: false,
    },
    Family {
        name: "colours 6",
        make: |edges, s| made::colouring(150, 6, edges, s),
        sizes: &[(1230, 6)],
        is_quick: false,
    },
    Family {
        name: "colours 6 wide",
        make: |edges, s| made::colouring(450, 6, edges, s),
        sizes: &[(3420, 6)],
        is_quick: false,
    },
    Family {
        name: "colours 8",
        make: |edges, s| made::colouring(60, 8, edges, s),
        sizes: &[(680, 6)],
        is_quick: false,
    },
    Family {
        name: "colours 10",
        make: |edges, s| made::colouring(80, 10, edges, s),
        sizes: &[(1240, 6)],
        is_quick: false,
    },
    Family {
        name: "random 240",
        make: |options, s| made::random(240, options, s),
        sizes: &[(500, 3), (550, 3)],
        is_quick: false,
    },
    Family { name: "orthogonal", make: designs::orthogonal, sizes: &[(7, 6)], is_quick: false },
    Family { name: "orthogonal 8", make: designs::orthogonal, sizes: &[(8, 6)], is_quick: false },
    Family {
        name: "golfers 5",
        make: |weeks, s| designs::golfers(5, 3, weeks, s),
        sizes: &[(7, 6)],
        is_quick: false,
    },
    Family {
        name: "golfers 6",
        make: |weeks, s| designs::golfers(6, 3, weeks, s),
        sizes: &[(8, 6)],
        is_quick: false,
    },
    Family { name: "torus 8x8", make: |_, s| designs::torus(s), sizes: &[(8, 6)], is_quick: false },
    Family {
        name: "squares 33x32",
        make: |_, s| designs::squares(s),
        sizes: &[(9, 6)],
        is_quick: false,
    },
    Family {
        name: "crews 100",
        make: |options, s| designs::crews(100, options, [6, 14], s),
        sizes: &[(3000, 6)],
        is_quick: false,
    },
    Family {
        name: "cars 60",
        make: |cars, s| designs::cars(cars, 12, s),
        sizes: &[(60, 6)],
        is_quick: false,
    },
    Family {
        name: "cars 100",
        make: |cars, s| designs::cars(cars, 12, s),
        sizes: &[(100, 6)],
        is_quick: false,
    },
    Family { name: "nonogram 15", make: designs::nonogram, sizes: &[(15, 6)], is_quick: false },
    Family { name: "nonogram 18", make: designs::nonogram, sizes: &[(18, 6)], is_quick: false },
    Family {
        name: "parts",
        make: |count, s| designs::beside(count, |s| made::random(70, 300, s), s),
        sizes: &[(4, 6)],
        is_quick: false,
    },
];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let value_of = |option: &str| {
        let at = arguments.iter().position(|argument| argument == option)?;
        Some(arguments.get(at + 1).unwrap_or_else(|| panic!("expected a value of {option}")))
    };
    let threads = value_of("--threads").map(|number| number.parse().expect("a number of threads"));
    let folder = value_of("--write");
    let folder = folder.inspect(|folder| fs::create_dir_all(folder).expect("it can be made"));
    let columns = || ENGINES.iter().map(|engine| format!(" {:>16}", engine.name()));
    match threads {
        Some(threads) => println!("found on one thread, its seconds, both of {threads}, and ratio"),
        None => println!(
            "{:<16} {:>8}{}   solved within 1 s, and seconds in all",
            "",
            "problems",
            columns().collect::<String>()
        ),
    }
    for family in FAMILIES.iter().filter(|family| family.is_quick || !is_test) {
        let problems: Vec<(String, Problem)> = family
            .sizes
            .iter()
            .flat_map(|&(size, seeds)| (1..=seeds).map(move |seed| (size, seed)))
            .map(|(size, seed)| {
                let name = format!("{}-{size}-{seed}", family.name.replace(' ', "-"));
                (name, (family.make)(size, seed))
            })
            .collect();
        if let Some(folder) = folder {
            for (name, problem) in &problems {
                let path = Path::new(folder).join(format!("{name}.xc"));
                fs::write(path, problem.to_string()).expect("the folder can be written to");
            }
            continue;
        }
        if let Some(threads) = threads {
            println!("{:<16} {}", family.name, beside(&problems, threads));
            continue;
        }
        print!("{:<16} {:>8}", family.name, problems.len());
        for kind in ENGINES {
            let times: Vec<Option<Duration>> =
                problems.iter().map(|(_, problem)| time(problem, || kind.build(problem))).collect();
            let seconds: f64 = times.iter().map(|time| time.unwrap_or(LIMIT).as_secs_f64()).sum();
            print!(" {:>6} {seconds:>9.3}", times.iter().flatten().count());
            assert!(!is_test || kind != EngineKind::Learn || times.iter().all(Option::is_some));
        }
        println!();
    }
}

/// Of each order of these problems, how many have a first cover on one thread and on several, the
/// seconds, and how many times as long one thread takes.
fn beside(problems: &[(String, Problem)], threads: usize) -> String {
    let (mut found, mut seconds, mut logarithms) = ([0; 2], [0.0; 2], 0.0);
    for (_, problem) in problems {
        for order in 0..ORDERS {
            let mut chance = Chance::new(2007, 1 << 20 | u64::from(order));
            let shuffled = problem.shuffled(&mut |bound| chance.below(bound));
            let problem = shuffled.problem();
            let alone = time(problem, || Ok(Box::new(Turns::new(problem)?)));
            let threads = NonZero::new(threads);
            let several = time(problem, || Ok(Box::new(Portfolio::new(problem, threads)?)));
            for (at, time) in [alone, several].into_iter().enumerate() {
                found[at] += usize::from(time.is_some());
                let time = time.unwrap_or(LIMIT).as_secs_f64();
                seconds[at] += time;
                logarithms += if at == 0 { time.ln() } else { -time.ln() };
            }
        }
    }
    let count = f64::from(problems.len() as u32 * ORDERS);
    let [one, several] = seconds.map(|all| all / count);
    let ratio = (logarithms / count).exp();
    format!("{:>8} {one:>9.4} {:>8} {several:>9.4} {ratio:>9.2}", found[0], found[1])
}

/// The time to the first cover of an engine that is made so, if it is within the limit and the
/// engine takes the problem.
fn time(
    problem: &Problem,
    build: impl FnOnce() -> Result<Box<dyn Engine>, EngineError>,
) -> Option<Duration> {
    use std::ops::ControlFlow::{Break, Continue};
    let begun = Instant::now();
    let mut engine = build().ok()?;
    let mut found = None;
    let mut take = |cover: Cover<'_>| {
        let time = begun.elapsed();
        let options: Vec<_> = cover.options().collect();
        assert!(problem.is_cover(&options), "an engine shows what is no cover");
        found = Some(time);
        Break(())
    };
    let mut watch = |_: &EngineProgress<'_>| {
        if begun.elapsed() < LIMIT { Continue(()) } else { Break(()) }
    };
    let _ = engine.search(&mut take, &mut watch);
    found.filter(|&time| time < LIMIT)
}
