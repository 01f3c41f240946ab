//! The sets of a tour: a set in files, within a budget of memory, beside a set in memory.
//!
//! ```text
//!      cargo bench --bench seen               10⁷ records, 64 MB
//!      cargo bench --bench seen -- --records 100000000 --budget 64
//!      cargo bench --bench seen -- --test     few records: only whether both agree
//! ```
//!
//! Four of five records are different, the others repeat one from anywhere before; they have 20 to
//! 35 clues. Each way is a process of its own, so that its peak of memory is its own. One way only
//! makes the records; its processor time is taken off from the others'. The ways must find the same
//! number. The store is asked as a tour asks it: in blocks, with a folder to resume from, and with
//! the last pass that reads the whole set. Processor time and peak are known where there is a
//! `/proc`.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::process::{Command, ExitCode};
use std::time::Instant;

use tourdion::state::{Folder, FolderKind};
use tourdion::sudoku::{Digit, Grid, Shape};
use tourdion::tour::seen::{PackedPuzzle, Store};

const RECORDS: u64 = 10_000_000;
const CHECK_RECORDS: u64 = 50_000;
const BUDGET_MB: usize = 64;

/// Records that a block of a tour gives.
const BLOCK: u64 = 1000;

/// A folder with one set.
const SET: FolderKind =
    FolderKind { noun: "bench", version: 3, settled: "settled", is_ours: |_| true };

fn main() -> ExitCode {
    let arguments = Arguments::read(env::args().skip(1));
    if let Some(way) = &arguments.way {
        let begin = Instant::now();
        let different = take(way, &arguments);
        let wall = begin.elapsed().as_secs_f64();
        let (cpu, peak) = (cpu_seconds().unwrap_or(f64::NAN), peak_mb().unwrap_or(f64::NAN));
        println!("{} {wall} {cpu} {peak} {}", different.count, different.disk);
        return ExitCode::SUCCESS;
    }
    if !arguments.wants("seen") {
        return ExitCode::SUCCESS; // `cargo bench -- NAME` is about another bench
    }
    println!("{} records, {} MB for the store", arguments.records, arguments.budget);
    println!(
        "{:10} {:>11} {:>9} {:>9} {:>9} {:>9}",
        "way", "different", "wall s", "CPU s", "peak MB", "disk MB"
    );
    let made = Measured::of("made", &arguments);
    let ways = ["store", "hash set"].map(|way| (way, Measured::of(way, &arguments)));
    for (way, measured) in &ways {
        let [wall, cpu] = [measured.wall - made.wall, measured.cpu - made.cpu];
        let [peak, disk] = [measured.peak, measured.disk / 1e6];
        println!(
            "{way:10} {:>11} {wall:>9.2} {cpu:>9.2} {peak:>9.0} {disk:>9.0}",
            measured.different
        );
    }
    println!("To make the records took {:.2} s, which is taken off.", made.cpu);
    if ways[0].1.different != ways[1].1.different {
        eprintln!("seen: the ways disagree");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// What the command line asks for.
struct Arguments {
    names: Vec<String>,
    records: u64,
    budget: usize,
    /// In a process of its own: the one way that it takes.
    way: Option<String>,
}

impl Arguments {
    /// Options are for all benches together, as `cargo bench` runs them: one of criterion's is no
    /// error.
    fn read(mut given: impl Iterator<Item = String>) -> Arguments {
        let (mut names, mut records, mut budget, mut way) = (Vec::new(), None, BUDGET_MB, None);
        let (mut is_bench, mut is_test) = (false, false);
        while let Some(argument) = given.next() {
            match argument.as_str() {
                "--bench" => is_bench = true,
                "--test" => is_test = true,
                "--records" => records = given.next().and_then(|n| n.parse().ok()),
                "--budget" => {
                    budget = given.next().and_then(|n| n.parse().ok()).unwrap_or(BUDGET_MB);
                }
                "--way" => way = given.next(),
                option if option.starts_with('-') => {
                    eprintln!("seen: there is no option `{option}` here");
                }
                _ => names.push(argument),
            }
        }
        // Cargo says `--bench` where times are wanted, and criterion heeds it too.
        let usual = if is_bench && !is_test { RECORDS } else { CHECK_RECORDS };
        Arguments { names, records: records.unwrap_or(usual), budget, way }
    }

    fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|asked| name.contains(asked.as_str()))
    }
}

/// What one way found, and what it took.
struct Measured {
    different: u64,
    wall: f64,
    cpu: f64,
    peak: f64,
    disk: f64,
}

impl Measured {
    /// Takes one way in a process of its own.
    fn of(way: &str, arguments: &Arguments) -> Measured {
        let program = env::current_exe().expect("a program has a path");
        let (records, budget) = (arguments.records.to_string(), arguments.budget.to_string());
        let output = Command::new(program)
            .args(["--way", way, "--records", &records, "--budget", &budget])
            .output()
            .expect("the program that runs can be started");
        let text = String::from_utf8_lossy(&output.stdout);
        let mut words = text.split_whitespace();
        let different = words.next().and_then(|number| number.parse().ok());
        let numbers: Vec<f64> = words.filter_map(|number| number.parse().ok()).collect();
        let (Some(different), [wall, cpu, peak, disk]) = (different, &numbers[..]) else {
            panic!("{way}: {text}{}", String::from_utf8_lossy(&output.stderr));
        };
        Measured { different, wall: *wall, cpu: *cpu, peak: *peak, disk: *disk }
    }
}

struct Different {
    count: u64,
    /// The most bytes that were on the disk.
    disk: u64,
}

fn take(way: &str, arguments: &Arguments) -> Different {
    let records = (0..arguments.records).map(|n| record(source(n)));
    match way {
        "made" => {
            Different { count: u64::from(records.fold(0, |sum, r| sum ^ r.bytes()[0])), disk: 0 }
        }
        "hash set" => {
            Different { count: records.collect::<HashSet<PackedPuzzle>>().len() as u64, disk: 0 }
        }
        _ => store(arguments),
    }
}

fn store(arguments: &Arguments) -> Different {
    let place = tempfile::tempdir().expect("there is room for a folder");
    let folder = Folder::begin(place.path(), &SET).expect("the folder is empty");
    let store = Store::open(folder, arguments.budget << 20).expect("the folder is empty");
    for block in 0..arguments.records.div_ceil(BLOCK) {
        let numbers = BLOCK * block..arguments.records.min(BLOCK * (block + 1));
        let mut records = numbers.map(|n| record(source(n))).collect();
        store.finish(block, &mut records).expect("there is room on the disk");
    }
    store.sync().expect("there is room on the disk");
    let size = |entry: fs::DirEntry| entry.metadata().map_or(0, |metadata| metadata.len());
    let runs =
        fs::read_dir(place.path()).expect("the folder is there").flatten().map(size).sum::<u64>();
    let (set, _) = store.close().expect("there is room on the disk");
    let count = set.len();
    let read =
        set.records().expect("the file is there").map(|record| record.expect("the file is whole"));
    assert_eq!(read.count() as u64, count);
    // Until the runs are removed, the set is there beside them.
    let set = fs::metadata(place.path().join("sorted")).map_or(0, |metadata| metadata.len());
    Different { count, disk: runs + set }
}

/// Four of five records are of their own number; the fifth repeats one from anywhere before.
fn source(n: u64) -> u64 {
    if n % 5 == 4 { (mixed(n) % n) / 5 * 5 } else { n }
}

/// A record of 20 to 35 clues; another for each number, but for one in many thousand millions.
fn record(number: u64) -> PackedPuzzle {
    let mut state = number;
    let mut bits = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(state ^ number.rotate_left(32))
    };
    let mut grid = Grid::empty(Shape::CLASSIC);
    let clues = 20 + (bits() % 16) as usize;
    for k in 0..clues {
        let chance = bits();
        // One clue in each of several stretches of the grid.
        let (begin, end) = (k * 81 / clues, (k + 1) * 81 / clues);
        let cell = begin + (chance >> 32) as usize % (end - begin);
        grid.set(
            Shape::CLASSIC.cell(cell),
            Some(Digit::at(((chance & 0xffff) as usize * 9) >> 16)),
        );
    }
    PackedPuzzle::of(&grid).expect("the grid is 9x9")
}

/// A number in which every bit depends on all of `n`'s (Stafford's thirteenth variant of
/// `MurmurHash3`'s last step).
fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// Processor time of this process, user and system, in seconds.
fn cpu_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may have blanks. Behind it, times are the 12th and 13th, in
    // hundredths.
    let (_, rest) = text.rsplit_once(')')?;
    let ticks = rest.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<f64>().ok());
    Some(ticks.sum::<Option<f64>>()? / 100.0)
}

/// The most memory that this process had, in MB.
fn peak_mb() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kibibytes| kibibytes * 1024.0 / 1e6)
}
